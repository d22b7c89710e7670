//! Do the heaps of two codes play alike in misère play? With a proof, or the first sum whose outcomes differ.
//!
//! Heap n of one code is compared with heap n of the other (or with heap ⌈n/t⌉, where one game repeats the heaps of the other t
//! times): do they make sums of the same outcome? Let Phi and Psi be the pretending functions of the two games. A sum of heaps
//! has the pair of values (Phi(n₁)⋯Phi(n_k), Psi(n₁)⋯Psi(n_k)), and its outcomes agree when either both values are in the
//! P-portion or none is. So when both quotients are finite, all sums are looked at by going through the pairs that are reached
//! from (1, 1), as one goes through the states of two automata that read the same word. If no pair disagrees, the games are the
//! same; the shortest way to one that does is a sum that tells them apart.

use rustc_hash::FxHashMap;

use super::monoid::{BipartiteMonoid, Element};
use super::quotient::{MisereQuotient, Status};
use super::tame_genus::tame_genera;
use crate::game::Outcome;
use crate::heap::HeapCode;
use crate::integer::lcm;
use crate::limits::{Limits, StopReason};
use crate::period::Period;

/// How the heaps of two codes are related in misère play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MisereRelation {
    /// Every sum of heaps has the same outcome in both.
    Same(SameMisere),
    /// Some sum has different outcomes.
    Different {
        /// The heaps, smallest first, in the numbering in which the codes are compared. No sum of smaller heaps differs, and no
        /// sum of fewer such heaps.
        heaps: Vec<u64>,
        /// Its outcome in either game.
        outcomes: (Outcome, Outcome),
    },
    /// No sum of heaps up to this one differs, and no proof that none does.
    NoDifference {
        /// The last heap compared.
        last: u64,
    },
}

/// Why the outcomes of all sums are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SameMisere {
    /// Both games are tame, and their genera agree for one common period.
    Tame,
    /// Both quotients are known for all heaps, and all pairs of elements that sums reach agree.
    Quotients {
        /// The orders of the quotients.
        orders: (usize, usize),
        /// The number of pairs.
        pairs: usize,
    },
}

/// Tameness is looked for up to this heap; to follow it costs little.
const TAME_TO: u64 = 400;
/// Larger quotients are not followed.
const LARGEST_ORDER: u64 = 2000;
/// A common period beyond this heap is not gone through.
const LONGEST: u64 = 1 << 24;

/// Relates heap ⌈n / `times.0`⌉ of one code with heap ⌈n / `times.1`⌉ of another, for heaps up to `last`; with the reason
/// when a limit ended the comparison.
///
/// ```
/// use impartial::game::Outcome;
/// use impartial::limits::Limits;
/// use impartial::misere::{MisereRelation, compare};
/// // The same Grundy values; but heap 5 alone is won by different players.
/// let codes = (&"0.71".parse()?, &"0.311".parse()?);
/// let (relation, _) = compare(codes, (1, 1), 100, &Limits::none());
/// assert_eq!(relation, MisereRelation::Different { heaps: vec![5], outcomes: (Outcome::N, Outcome::P) });
/// # Ok::<(), impartial::text::ReadError>(())
/// ```
pub fn compare(
    codes: (&HeapCode, &HeapCode),
    times: (u64, u64),
    last: u64,
    limits: &Limits,
) -> (MisereRelation, Option<StopReason>) {
    let mut known = MisereRelation::NoDifference { last: 0 };
    let mut stopped = by_tameness(codes, times, last, &mut known, limits).err();
    if stopped.is_none() && known == (MisereRelation::NoDifference { last: 0 }) {
        stopped = by_quotients(codes, times, last, &mut known, limits).err();
    }
    (known, stopped)
}

/// Values of heaps 0, 1, 2, …, and their period if one is proved, each heap repeated a number of times.
struct Heaps<'a, T> {
    values: &'a [T],
    period: Option<Period>,
    times: u64,
}

impl<T> Heaps<'_, T> {
    fn at(&self, n: u64) -> Option<&T> {
        let heap = n.div_ceil(self.times);
        self.values.get(self.period.map_or(heap, |period| period.representative(heap)) as usize)
    }

    /// The last heap whose value is known; `None` when all are.
    fn last(&self) -> Option<u64> {
        let last = (self.values.len() as u64 - 1).saturating_mul(self.times);
        if self.period.is_some() { None } else { Some(last) }
    }
}

/// The heap up to which two lists must agree to agree for ever.
fn common_stretch<T>(first: &Heaps<'_, T>, second: &Heaps<'_, T>) -> Option<u64> {
    let (p, q) = (first.period?, second.period?);
    let (p_length, q_length) = (p.length.checked_mul(first.times)?, q.length.checked_mul(second.times)?);
    let begin = p.first.checked_mul(first.times)?.max(q.first.checked_mul(second.times)?);
    (p_length.max(q_length) < LONGEST)
        .then(|| begin.saturating_add(lcm(p_length, q_length)))
        .filter(|last| *last < LONGEST)
}

/// Compares the genera of tame games: the outcome of a sum of tame heaps depends on their genera alone. Nothing is found when a
/// heap is not tame or the genera differ.
fn by_tameness(
    codes: (&HeapCode, &HeapCode),
    times: (u64, u64),
    last: u64,
    known: &mut MisereRelation,
    limits: &Limits,
) -> Result<(), StopReason> {
    let last = last.min(TAME_TO);
    let Some(first) = tame_genera(codes.0, last, limits)? else { return Ok(()) };
    let Some(second) = tame_genera(codes.1, last, limits)? else { return Ok(()) };
    let first = Heaps { values: &first.genera, period: first.period, times: times.0 };
    let second = Heaps { values: &second.genera, period: second.period, times: times.1 };
    let agree = |last: u64| (0..=last).all(|n| first.at(n) == second.at(n));
    match common_stretch(&first, &second) {
        Some(stretch) if agree(stretch) => *known = MisereRelation::Same(SameMisere::Tame),
        None if agree(last) => *known = MisereRelation::NoDifference { last },
        _ => {}
    }
    Ok(())
}

/// Compares the quotients of the heaps up to 1, 2, 3, …
fn by_quotients(
    codes: (&HeapCode, &HeapCode),
    times: (u64, u64),
    last: u64,
    known: &mut MisereRelation,
    limits: &Limits,
) -> Result<(), StopReason> {
    let mut searches = (MisereQuotient::of_heaps(codes.0.clone()), MisereQuotient::of_heaps(codes.1.clone()));
    let mut compared = 0;
    while compared < last {
        let next = last.min(compared + 1 + compared / 4);
        for (search, times) in [(&mut searches.0, times.0), (&mut searches.1, times.1)] {
            search.extend_to(next.div_ceil(times), limits)?;
        }
        let (x, y) = (searches.0.quotient(limits)?, searches.1.quotient(limits)?);
        let first = Heaps { values: &x.1, period: period(&searches.0), times: times.0 };
        let second = Heaps { values: &y.1, period: period(&searches.1), times: times.1 };
        let pair = Pair { monoids: (&x.0, &y.0), values: (first, second) };
        let whole = common_stretch(&pair.values.0, &pair.values.1);
        let reached = match (whole, pair.values.0.last(), pair.values.1.last()) {
            (Some(stretch), ..) => stretch,
            (None, None, None) => next,
            (None, a, b) => a.unwrap_or(u64::MAX).min(b.unwrap_or(u64::MAX)).min(next),
        };
        match pair.look(reached, limits)? {
            Seen::Agreement(pairs) if whole.is_some() => {
                let orders = (x.0.order(), y.0.order());
                *known = MisereRelation::Same(SameMisere::Quotients { orders, pairs });
                return Ok(());
            }
            Seen::Agreement(_) => *known = MisereRelation::NoDifference { last: reached },
            Seen::Difference(_) => {
                // Among the heaps that are new the least one that makes a difference.
                let found = (compared + 1..=reached).find_map(|heap| match pair.look(heap, limits) {
                    Ok(Seen::Agreement(_)) => None,
                    other => Some(other),
                });
                if let Some(Seen::Difference(heaps)) = found.transpose()? {
                    let outcomes = pair.outcomes(&heaps);
                    *known = MisereRelation::Different { heaps, outcomes };
                }
                return Ok(());
            }
        }
        let is_large = |search: &MisereQuotient| search.order_at_least() > LARGEST_ORDER;
        if reached <= compared || is_large(&searches.0) || is_large(&searches.1) {
            return Ok(());
        }
        compared = reached;
    }
    Ok(())
}

/// The proved period of a solved search.
fn period(search: &MisereQuotient) -> Option<Period> {
    match search.status() {
        Status::Complete(periods) => periods.first().copied(),
        Status::Partial | Status::Diverging(_) => None,
    }
}

/// Two quotients and the values of the heaps in them.
struct Pair<'a> {
    monoids: (&'a BipartiteMonoid, &'a BipartiteMonoid),
    values: (Heaps<'a, Element>, Heaps<'a, Element>),
}

/// What a walk through pairs of elements saw.
enum Seen {
    /// So many pairs, and both elements of each in the P-portion or none.
    Agreement(usize),
    /// A shortest sum of heaps that leads to a pair that disagrees.
    Difference(Vec<u64>),
}

impl Pair<'_> {
    /// Goes through all pairs that sums of heaps up to `last` reach, shortest sums first.
    ///
    /// Cost: the number of pairs times that of different pairs of heap values.
    fn look(&self, last: u64, limits: &Limits) -> Result<Seen, StopReason> {
        let mut generators: Vec<(u64, (Element, Element))> = Vec::new();
        let mut seen = rustc_hash::FxHashSet::default();
        for heap in 1..=last {
            if heap % 1024 == 0 {
                limits.poll()?;
            }
            let (Some(x), Some(y)) = (self.values.0.at(heap), self.values.1.at(heap)) else { break };
            if seen.insert((*x, *y)) {
                generators.push((heap, (*x, *y)));
            }
        }
        let one = (0, 0);
        // For each pair the one before it and the heap that was added.
        let mut before: FxHashMap<(Element, Element), ((Element, Element), u64)> = FxHashMap::default();
        before.insert(one, (one, 0));
        let mut waiting = std::collections::VecDeque::from([one]);
        while let Some(pair) = waiting.pop_front() {
            limits.poll_positions(before.len() as u64)?;
            if self.monoids.0.is_p(pair.0) != self.monoids.1.is_p(pair.1) {
                return Ok(Seen::Difference(way_to(pair, &before)));
            }
            for (heap, (x, y)) in &generators {
                let next = (self.monoids.0.product(pair.0, *x), self.monoids.1.product(pair.1, *y));
                before.entry(next).or_insert_with(|| {
                    waiting.push_back(next);
                    (pair, *heap)
                });
            }
        }
        Ok(Seen::Agreement(before.len()))
    }

    /// The outcomes of a sum of heaps in either game.
    fn outcomes(&self, heaps: &[u64]) -> (Outcome, Outcome) {
        let outcome = |monoid: &BipartiteMonoid, values: &Heaps<'_, Element>| {
            let value = heaps.iter().filter_map(|heap| values.at(*heap));
            let value = value.fold(0, |product, value| monoid.product(product, *value));
            if monoid.is_p(value) { Outcome::P } else { Outcome::N }
        };
        (outcome(self.monoids.0, &self.values.0), outcome(self.monoids.1, &self.values.1))
    }
}

/// An element of each of two quotients.
type Elements = (Element, Element);

/// The heaps that were added on the way from (1, 1) to a pair.
fn way_to(mut pair: Elements, before: &FxHashMap<Elements, (Elements, u64)>) -> Vec<u64> {
    let mut heaps = Vec::new();
    while pair != (0, 0) {
        let Some((earlier, heap)) = before.get(&pair) else { break };
        heaps.push(*heap);
        pair = *earlier;
    }
    heaps.sort_unstable();
    heaps
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Play, Solver};
    use crate::heap::HeapGame;

    fn relation(first: &str, second: &str, times: (u64, u64)) -> MisereRelation {
        compare((&first.parse().unwrap(), &second.parse().unwrap()), times, 200, &Limits::none()).0
    }

    /// The outcome of a sum by the definition.
    fn outcome(code: &str, heaps: impl Iterator<Item = u64>) -> Outcome {
        let game = HeapGame::new(code.parse().unwrap());
        let position = HeapGame::position(heaps.filter(|heap| *heap > 0));
        Solver::new(&game, Limits::none()).outcome(&position, Play::Misere).unwrap()
    }

    /// All sums of at most `parts` heaps up to `last`.
    fn sums(last: u64, parts: usize) -> Vec<Vec<u64>> {
        let mut sums = vec![Vec::new()];
        for _ in 0..parts {
            let longer = sums.iter().flat_map(|sum: &Vec<u64>| {
                (sum.last().copied().unwrap_or(1)..=last).map(|heap| [sum.as_slice(), &[heap]].concat())
            });
            sums =
                longer.chain([Vec::new()]).collect::<std::collections::BTreeSet<_>>().into_iter().collect();
        }
        sums
    }

    /// Fails when a sum that is said to differ does not, or one of smaller heaps or of fewer such heaps does.
    #[test]
    fn the_first_sum_that_differs_by_the_definition() {
        for (first, second) in
            [("0.71", "0.311"), ("0.71", "0.712"), ("0.72", "0.322"), ("0.75", "0.77"), ("0.31", "0.3")]
        {
            let MisereRelation::Different { heaps, outcomes } = relation(first, second, (1, 1)) else {
                panic!("{first} {second}")
            };
            let both =
                |sum: &[u64]| (outcome(first, sum.iter().copied()), outcome(second, sum.iter().copied()));
            assert_eq!(both(&heaps), outcomes, "{first} {second} {heaps:?}");
            assert_ne!(outcomes.0, outcomes.1);
            let largest = *heaps.last().unwrap();
            let agree = |sum: &Vec<u64>| {
                let (x, y) = both(sum);
                x == y
            };
            assert!(
                sums(largest - 1, 4.min(heaps.len() + 1)).iter().all(agree),
                "{first} {second} {heaps:?}"
            );
            assert!(sums(largest, heaps.len() - 1).iter().all(agree), "{first} {second} {heaps:?}");
        }
    }

    /// Fails when games that are said to be the same differ in a small sum.
    #[test]
    fn games_that_are_the_same() {
        for (first, second, times) in [
            ("0.771", "0.77", (1, 1)),
            ("0.77", "0.1377", (2, 1)),
            ("0.3", "0.33", (1, 1)),
            ("0.4", "0.07", (1, 1)),
            ("0.15", "0.15", (1, 1)),
            ("0.3", "0.0303", (1, 1)),
        ] {
            let found = relation(first, second, times);
            let same = sums(7, 3).iter().all(|sum| {
                let part = |code, times: u64| outcome(code, sum.iter().map(|heap| heap.div_ceil(times)));
                part(first, times.0) == part(second, times.1)
            });
            match found {
                MisereRelation::Same(_) => assert!(same, "{first} {second}"),
                MisereRelation::Different { .. } => assert!(!same, "{first} {second}"),
                MisereRelation::NoDifference { .. } => assert!(same, "{first} {second}"),
            }
        }
        assert_eq!(
            relation("0.771", "0.77", (1, 1)),
            MisereRelation::Same(SameMisere::Quotients { orders: (40, 40), pairs: 40 })
        );
    }
}
