//! Grundy values that grow by a fixed amount from one period to the next.
//!
//! **What is claimed.** `heap-arithmetic-period`: the heaps below first_heap + period have the values listed, and
//! G(n + period) = G(n) + saltus for all n ≥ first_heap; the period and first_heap are least, and the saltus is not 0.
//!
//! **What is checked.** Let g be the list, continued in this way. Then g is the Grundy function if and only if
//! g(n) = mex { g(o) : o an option of n } for every n, by induction. Heaps below a bound N are checked by looking at
//! every option. For the others there are two arguments, for codes whose digits repeat with period L from d_{K+1} on (for a
//! finite code they are all 0, and L = 1), with every move open to heaps of N tokens and more. Let p and σ be period and
//! saltus, and f = max(first_heap, 1).
//!
//! **No heap is ever broken.** Let V exceed the values of the heaps below f + p, and σ plus the values of those below f. It
//! is checked that L heaps of different residues modulo L, below N, reach all values below V by taking more than K tokens.
//! Then so do all heaps from N on, because they can take a multiple of L more. If n ≥ N and n + p reaches a value v ≥ V, it
//! leaves a heap m ≥ f + p, and n reaches v - σ by leaving m - p; and conversely. So if g(n) is the mex for n, then
//! g(n) + σ is the mex for n + p.
//!
//! **Heaps are broken into boundedly many, of any shape.** Let L divide p (otherwise take a multiple of p). A heap n is
//! N + i + pT, a part is below f or f + i' + pt, a number of tokens taken is at most K or K + 1 + l + pt'. For fixed
//! residues i, i', l and small parts, an option of value v is a solution of Σt + t' + e = T and
//! κ ⊕ (σt₁ + c₁) ⊕ (σt₂ + c₂) ⊕ … = v, with constants e, κ, c₁, …. The binary digits of T and v are read from the least
//! on, those of t₁, t₂, …, t' are guessed; what has been read matters only through the carries, and carries are bounded. So
//! the set of all situations that guesses can lead to, over all moves of heap n, is one of finitely many; beside it go the
//! carry of the claimed value σT + g(N + i) and the comparison of v with it. All that can be reached are visited. Where the
//! claimed value is read to its end and v is less, some guess must end with no carry left, so that v is reached; where v is
//! equal, none must. That is the mex rule for all T. (The last digits of values, as many as 2 divides σ, do not depend on
//! T, t₁, …: for each choice of those of v there is one search.)

use std::collections::{BTreeMap, BTreeSet};

use crate::Refusal;
use crate::code::Code;
use crate::natural::Natural;

/// The most steps before a certificate is refused as too large to check.
const MAX_WORK: u64 = 200_000_000;

/// The longest period for which heaps that break are checked.
const MAX_PERIOD: u64 = 1 << 20;

/// The law g(n + period) = g(n) + saltus from `first` on, with the values that come before.
pub(crate) struct Law {
    pub listed: Vec<u32>,
    pub first: u64,
    pub period: u64,
    pub saltus: u64,
}

impl Law {
    /// g(heap); `None` when it is too large a number.
    pub fn value(&self, heap: u64) -> Option<u64> {
        let periods = heap.saturating_sub(self.first) / self.period;
        let listed = self.listed.get(usize::try_from(heap - periods * self.period).ok()?)?;
        periods.checked_mul(self.saltus)?.checked_add(u64::from(*listed))
    }

    /// g(heap) for a heap of any size. The values below first + period are listed, and the period is not 0.
    pub fn value_of(&self, heap: &Natural) -> Natural {
        let (periods, beyond) = match heap.minus(self.first) {
            Some(above) => above.divided_by(self.period),
            None => return self.value(heap.to_u64().unwrap_or(0)).unwrap_or(0).into(),
        };
        let listed = self.value(self.first + beyond).unwrap_or(0);
        periods.times(&self.saltus.into()).plus(&listed.into())
    }
}

/// Checks that the law gives the Grundy values of the rules.
pub(crate) fn verify(rules: &Code, law: &Law) -> Result<(), Refusal> {
    let Some(hypothesis) = rules.hypothesis().filter(|hypothesis| !hypothesis.unequal) else {
        return Err(Refusal::Refuted("no theorem on arithmetic periods covers these rules".into()));
    };
    is_least(law)?;
    let (digits, tail) = (hypothesis.taken, hypothesis.tail.unwrap_or(1));
    let first = law.first.max(1);
    let mut work = Work(0);
    if hypothesis.parts <= 1 {
        let Some(tail) = hypothesis.tail else {
            return Err(Refusal::Refuted(
                "values are bounded when boundedly many tokens can be taken".into(),
            ));
        };
        // All heaps with values below V lie before this bound, so heaps behind it reach as many of them as any.
        let small = values_below(law);
        let bound = first.max(hypothesis.least) + digits + tail + law.period * (small / law.saltus + 2);
        work.spend(bound)?;
        by_definition(rules, law, bound + law.period, &mut work)?;
        if !reach_all(rules, law, digits, bound - tail..bound, &mut work)? {
            return Err(Refusal::Refuted("some heaps never reach all small values".into()));
        }
        return Ok(());
    }
    let common = lcm(law.period, tail);
    if first + common > MAX_PERIOD {
        return Err(Refusal::Refuted("it is too large to check: the period is too long".into()));
    }
    let law = Law {
        // A law with a longer period needs more values.
        listed: (0..first + common)
            .map(|heap| law.value(heap).and_then(|value| u32::try_from(value).ok()))
            .collect::<Option<_>>()
            .ok_or_else(|| Refusal::Malformed("a value is absurdly large".into()))?,
        first,
        period: common,
        saltus: law.saltus * (common / law.period),
    };
    let from = first.max(hypothesis.least).max(digits + 1);
    by_definition(rules, &law, from, &mut work)?;
    let low = law.saltus.trailing_zeros();
    let mut machine = Machine { step: law.saltus >> low, ..Machine::default() };
    for heap in from..from + law.period {
        let starts = starts(rules, &law, heap, low, &mut machine, &mut work)?;
        let value = law.value(heap).unwrap_or(0);
        for v in 0..1 << low {
            let set = starts.get(&v).cloned().unwrap_or_default();
            let order = v.cmp(&(value & ((1 << low) - 1))) as i8;
            if !machine.search(set, value >> low, order, &mut work)? {
                return Err(Refusal::Refuted(format!(
                    "the mex rule fails for a heap that exceeds {heap} by a multiple of {}",
                    law.period
                )));
            }
        }
    }
    Ok(())
}

struct Work(u64);

impl Work {
    fn spend(&mut self, steps: u64) -> Result<(), Refusal> {
        self.0 += steps;
        if self.0 > MAX_WORK {
            return Err(Refusal::Refuted(
                "it is too large to check: more steps than this checker takes".into(),
            ));
        }
        Ok(())
    }
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// The least common multiple of a period and a number of digits.
pub(crate) fn lcm(a: u64, b: u64) -> u64 {
    a / gcd(a, b) * b
}

/// Whether no smaller heap will do for `first`, and no divisor for the period.
fn is_least(law: &Law) -> Result<(), Refusal> {
    if law.first > 0 {
        let before = law.first - 1;
        let next = law.listed[(before + law.period) as usize];
        if u64::from(law.listed[before as usize]) + law.saltus == u64::from(next) {
            return Err(Refusal::Refuted(format!(
                "heap {} is not the least from which the law holds",
                law.first
            )));
        }
    }
    for divisor in (1..law.period).filter(|divisor| law.period.is_multiple_of(*divisor)) {
        let times = law.period / divisor;
        if !law.saltus.is_multiple_of(times) {
            continue;
        }
        let grows =
            |heap| law.value(heap + divisor) == law.value(heap).map(|value| value + law.saltus / times);
        if (law.first..law.first + law.period).all(grows) {
            return Err(Refusal::Refuted(format!(
                "{} is not the least period, {divisor} is one",
                law.period
            )));
        }
    }
    Ok(())
}

/// The mex rule for the heaps below a bound, by every option.
fn by_definition(rules: &Code, law: &Law, bound: u64, work: &mut Work) -> Result<(), Refusal> {
    for heap in 0..bound {
        work.spend(1 + rules.last_digit().map_or(heap, |last| last.min(heap)))?;
        let mut reached = BTreeSet::new();
        let mut enough = Ok(());
        let all = rules.for_each_option(heap, &mut |parts| {
            enough = work.spend(parts.len() as u64 + 1);
            reached.insert(parts.iter().fold(0, |sum, part| sum ^ law.value(*part).unwrap_or(u64::MAX)));
            enough.is_ok()
        });
        enough?;
        let mex =
            (0..).zip(&reached).find(|(at, value)| at != *value).map_or(reached.len() as u64, |(at, _)| at);
        if !all || law.value(heap) != Some(mex) {
            return Err(Refusal::Refuted(format!(
                "heap {heap} does not have the value that the law gives it"
            )));
        }
    }
    Ok(())
}

/// V: it exceeds the values of the heaps below f + p, and the saltus plus those of the heaps below f.
fn values_below(law: &Law) -> u64 {
    let first = law.first.max(1);
    let above = |heaps: u64| 1 + (0..heaps).filter_map(|heap| law.value(heap)).max().unwrap_or(0);
    (above(first) + law.saltus).max(above(first + law.period))
}

/// Whether each of these heaps reaches all values below V by taking more than `digits` tokens and leaving at most one heap.
fn reach_all(
    rules: &Code,
    law: &Law,
    digits: u64,
    heaps: std::ops::Range<u64>,
    work: &mut Work,
) -> Result<bool, Refusal> {
    let bound = values_below(law);
    for heap in heaps {
        let mut reached = BTreeSet::new();
        for left in 0..heap.saturating_sub(digits) {
            work.spend(1)?;
            if rules.may_leave(heap - left, u64::from(left > 0)) {
                reached.extend(law.value(left).filter(|value| *value < bound));
            }
        }
        if (reached.len() as u64) < bound {
            return Ok(false);
        }
    }
    Ok(true)
}

/// What is left of the two equations of a move after some digits: the carry of the sum, the nim-sum of the small parts, the
/// carries of the large ones in order, and whether there is a t'.
type Situation = (i64, u64, Vec<u64>, bool);

/// Situations by number, and where the digits of T and v lead from each.
#[derive(Default)]
struct Machine {
    /// The odd part of the saltus.
    step: u64,
    numbers: BTreeMap<Situation, usize>,
    situations: Vec<Situation>,
    moves: BTreeMap<(usize, u64, u64), BTreeSet<usize>>,
    ends: BTreeMap<usize, bool>,
    visited: BTreeSet<(BTreeSet<usize>, u64, i8)>,
}

impl Machine {
    fn number(&mut self, situation: Situation) -> usize {
        let next = self.situations.len();
        let number = *self.numbers.entry(situation.clone()).or_insert(next);
        if number == next {
            self.situations.push(situation);
        }
        number
    }

    fn next(&mut self, from: usize, t: u64, v: u64, work: &mut Work) -> Result<BTreeSet<usize>, Refusal> {
        if let Some(known) = self.moves.get(&(from, t, v)) {
            return Ok(known.clone());
        }
        let (sum, small, parts, free) = self.situations[from].clone();
        let guesses = parts.len() + usize::from(free);
        work.spend(1 << guesses.min(40))?;
        let mut found = BTreeSet::new();
        for guess in 0..1u64 << guesses {
            let sum = sum + i64::from(guess.count_ones()) - t as i64;
            let values: Vec<u64> =
                (0..).zip(&parts).map(|(at, c)| c + self.step * (guess >> at & 1)).collect();
            if sum % 2 == 0 && values.iter().fold(small, |sum, value| sum ^ value) % 2 == v {
                let mut carries: Vec<u64> = values.iter().map(|value| value / 2).collect();
                carries.sort_unstable();
                found.insert(self.number((sum / 2, small / 2, carries, free)));
            }
        }
        self.moves.insert((from, t, v), found.clone());
        Ok(found)
    }

    /// Whether guesses can end with nothing left when T and v have no further digit 1.
    fn ends(&mut self, from: usize, work: &mut Work) -> Result<bool, Refusal> {
        if let Some(known) = self.ends.get(&from) {
            return Ok(*known);
        }
        let mut met = BTreeSet::from([from]);
        let mut left = vec![from];
        let mut ends = false;
        while let Some(here) = left.pop() {
            let (sum, small, parts, _) = &self.situations[here];
            ends |= *sum == 0 && *small == 0 && parts.iter().all(|carry| *carry == 0);
            for next in self.next(here, 0, 0, work)? {
                if met.insert(next) {
                    left.push(next);
                }
            }
        }
        self.ends.insert(from, ends);
        Ok(ends)
    }

    /// Whether the mex rule holds wherever the digits of T and v lead from here; `carry` is that of the claimed value, `order`
    /// the comparison of v with it so far.
    fn search(
        &mut self,
        set: BTreeSet<usize>,
        carry: u64,
        order: i8,
        work: &mut Work,
    ) -> Result<bool, Refusal> {
        let mut left = vec![(set, carry, order)];
        while let Some((set, carry, order)) = left.pop() {
            if !self.visited.insert((set.clone(), carry, order)) {
                continue;
            }
            if carry == 0 && order <= 0 {
                let mut reached = false;
                for situation in &set {
                    reached |= self.ends(*situation, work)?;
                }
                if reached != (order < 0) {
                    return Ok(false);
                }
            }
            for (t, v) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
                work.spend(1 + set.len() as u64)?;
                let mut next = BTreeSet::new();
                for situation in &set {
                    next.extend(self.next(*situation, t, v, work)?);
                }
                let claimed = carry + self.step * t;
                let digit = v.cmp(&(claimed % 2)) as i8;
                left.push((next, claimed / 2, if digit == 0 { order } else { digit }));
            }
        }
        Ok(true)
    }
}

/// The situations in which the moves of heap + pT begin, by the last digits of the values they reach.
fn starts(
    rules: &Code,
    law: &Law,
    heap: u64,
    low: u32,
    machine: &mut Machine,
    work: &mut Work,
) -> Result<BTreeMap<u64, BTreeSet<usize>>, Refusal> {
    let mut starts: BTreeMap<u64, BTreeSet<usize>> = BTreeMap::new();
    let Some(hypothesis) = rules.hypothesis() else { return Ok(starts) };
    let repeated = hypothesis.tail.map_or(0, |_| law.period);
    for take in 0..=hypothesis.taken + repeated {
        for count in (0..=hypothesis.parts).filter(|count| rules.may_leave(take, *count)) {
            // Parts below f + p stand for themselves, or for themselves plus a multiple of p; in increasing order. The
            // last one has its residue from the others.
            let most = law.first + law.period - 1;
            let mut chosen: Vec<u64> = vec![1; count.saturating_sub(1) as usize];
            loop {
                let over = chosen.iter().sum::<u64>() as i64 + take as i64 - heap as i64;
                let least = chosen.last().copied().unwrap_or(1);
                let from = least + (-over - least as i64).rem_euclid(law.period as i64) as u64;
                let lasts: Vec<Option<u64>> = match count {
                    0 => vec![None],
                    _ => (from..=most).step_by(law.period as usize).map(Some).collect(),
                };
                for last in lasts {
                    work.spend(1 + count)?;
                    let over = over + last.unwrap_or(0) as i64;
                    if over % law.period as i64 != 0 {
                        continue;
                    }
                    let parts = || chosen.iter().copied().chain(last);
                    let nim_sum = |parts: &mut dyn Iterator<Item = u64>| {
                        parts.fold(0, |sum, part| sum ^ law.value(part).unwrap_or(0))
                    };
                    let small = nim_sum(&mut parts().filter(|part| *part < law.first)) >> low;
                    let large = parts().filter(|part| *part >= law.first);
                    let mut carries: Vec<u64> =
                        large.filter_map(|part| Some(law.value(part)? >> low)).collect();
                    carries.sort_unstable();
                    let free = take > hypothesis.taken;
                    let number = machine.number((over / law.period as i64, small, carries, free));
                    let digits = nim_sum(&mut parts()) & ((1 << low) - 1);
                    starts.entry(digits).or_default().insert(number);
                }
                // The next choice: raise the last part that can be raised, and level those after it.
                let Some(at) = chosen.iter().rposition(|part| *part < most) else { break };
                let raised = chosen[at] + 1;
                chosen[at..].fill(raised);
            }
        }
    }
    Ok(starts)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use crate::{Refusal, Verified, heap};

    fn check(certificate: Value) -> Result<Verified, Refusal> {
        heap::check(&certificate, None)
    }

    fn certificate(game: &str, period: u64, first: u64, saltus: u64, values: &[u32]) -> Value {
        json!({"kind": "heap-arithmetic-period", "game": game, "period": period, "first_heap": first,
            "saltus": saltus, "mask": 0, "by_position": false, "values": values})
    }

    /// Games that break heaps into two and three, games that do not, games with digits for ever, and a saltus that is no power of two.
    fn certificates() -> Vec<Value> {
        vec![
            certificate("0.[3]", 1, 0, 1, &[0]),
            certificate("0.303303330(3)^w", 4, 0, 2, &[0, 1, 0, 1]),
            certificate("4.[3]", 4, 1, 4, &[0, 1, 2, 4, 3]),
            certificate("0.8", 3, 1, 1, &[0, 0, 0, 0]),
            certificate("0.3F", 6, 0, 3, &[0, 1, 2, 0, 1, 2]),
            certificate("8.2", 6, 1, 3, &[0, 0, 1, 2, 0, 1, 2]),
        ]
    }

    #[test]
    fn laws_are_verified() {
        let statements: Vec<String> = certificates()
            .into_iter()
            .map(|certificate| {
                check(certificate).map_or_else(|refusal| refusal.to_string(), |verified| verified.statement)
            })
            .collect();
        assert_eq!(
            statements[2..4],
            [
                "the Grundy values of 4.[3] grow by 4 with every 4 heaps from heap 1 on",
                "the Grundy values of 0.8 grow by 1 with every 3 heaps from heap 1 on",
            ]
        );
        assert!(
            statements.iter().all(|statement| statement.starts_with("the Grundy values")),
            "{statements:?}"
        );
    }

    #[test]
    fn every_changed_number_is_noticed() {
        for certificate in certificates() {
            let heaps = certificate["values"].as_array().map_or(0, Vec::len);
            let mut changes: Vec<(String, Value)> = Vec::new();
            for at in 0..heaps {
                for value in [7, certificate["values"][at].as_u64().unwrap() ^ 1] {
                    changes.push((format!("/values/{at}"), json!(value)));
                }
            }
            let saltus = certificate["saltus"].as_u64().unwrap();
            changes.extend([0, saltus + 1, 2 * saltus].map(|value| ("/saltus".to_owned(), json!(value))));
            changes.extend(["0.77", "0.A", "0.[7]3", "4.[1]"].map(|game| ("/game".to_owned(), json!(game))));
            for (pointer, value) in changes {
                let mut changed = certificate.clone();
                *changed.pointer_mut(&pointer).unwrap() = value.clone();
                assert!(check(changed).is_err(), "{certificate}: {pointer} {value}");
            }
        }
    }

    #[test]
    fn a_law_that_fails_far_out_is_refuted() {
        // 0.3F obeys this law for the heaps below 6 and not at heap 6; 0.8 has period 3, and 6 is not the least.
        for wrong in [
            certificate("0.3F", 3, 0, 1, &[0, 1, 2]),
            certificate("0.8", 6, 1, 2, &[0, 0, 0, 0, 1, 1, 1]),
            certificate("0.8", 3, 2, 1, &[0, 0, 0, 0, 1]),
            certificate("0.8", 3, 0, 1, &[0, 0, 0]),
            certificate("4!.0", 3, 0, 1, &[0, 0, 0]),
            certificate("0.{2+}", 1, 1, 1, &[0, 0]),
            certificate("0.3", 2, 0, 1, &[0, 1]),
        ] {
            assert!(matches!(check(wrong.clone()), Err(Refusal::Refuted(_))), "{wrong}");
        }
        assert!(check(certificate("0.8", 3, 1, 1, &[0, 0, 0])).is_err(), "a value is missing");
        assert!(check(certificate("0.8", 0, 4, 1, &[0, 0, 0, 0])).is_err(), "no period");
    }
}
