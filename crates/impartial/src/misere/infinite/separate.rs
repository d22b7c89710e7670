//! Whether the words of some families are different elements, all of them, for all exponents.
//!
//! A family is a context τ with x + n copies of the growing generators, where the entries of n in some directions are any
//! numbers. The element (τ, x + n) equals (τ', x' + m) exactly if the arrays y ↦ τ(S(x + n + y)) and y ↦ τ'(S(x' + m + y)) are
//! equal. Read the digits of n and m, and with them *all* digits of y at once: what is reached is a set of pairs of states with
//! carries, and the elements are equal exactly if, after all digits of n and m, the arrays of every pair are. There are finitely
//! many sets, so finitely many to look at. Most need not be: one of their pairs leads to no equal elements ([`super::candidates`]), or a
//! smaller set has been looked at. Contexts that go with the same x and the same directions are compared together as long as
//! there is no candidate.

use rustc_hash::FxHashMap;

use super::arrays::Arrays;
use super::candidates::{Candidates, Choices, Graph};
use super::lanes::Lanes;
use super::places::Places;
use crate::limits::{Limits, StopReason};
use crate::subset::Subset;

/// The most bits in the sets of one search.
const MOST_BITS: usize = 1 << 30;

/// The most successors in all graphs that are kept for later.
const MOST_KEPT: usize = 1 << 26;

/// Words w·g₁^n₁·g₂^n₂·….
#[derive(Clone, Debug)]
pub(super) struct Family {
    pub(super) context: u32,
    /// The growing numbers of w.
    pub(super) x: Lanes,
    /// The axes of the generators gᵢ, increasing.
    pub(super) free: Vec<usize>,
    /// The length of w.
    pub(super) length: u32,
}

/// What a comparison found.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Separation {
    /// All words are different elements.
    Different,
    /// Two are equal, the longer of this length.
    Equal(u32),
    /// The search was given up.
    TooLarge,
}

/// Families with the same growing numbers and directions: their contexts and the lengths of their words w.
struct Group {
    x: Lanes,
    free: Vec<usize>,
    members: Vec<(u32, u32)>,
}

/// Compares all words of all families. The growing generators of other axes than the given ones are products of the rest, so
/// that y is 0 there: what tells two elements apart does so without them.
pub(super) fn separate(
    arrays: &mut Arrays,
    axes: &[usize],
    families: &[Family],
    limits: &Limits,
) -> Result<Separation, StopReason> {
    if let Some(length) = equal_words(arrays, families) {
        return Ok(Separation::Equal(length));
    }
    let mut groups: Vec<Group> = Vec::new();
    let mut place: FxHashMap<(Lanes, &[usize]), usize> = FxHashMap::default();
    for family in families {
        let at = *place.entry((family.x, &family.free)).or_insert_with(|| {
            groups.push(Group { x: family.x, free: family.free.clone(), members: Vec::new() });
            groups.len() - 1
        });
        groups[at].members.push((family.context, family.length));
    }
    let mut places = Places::default();
    let mut graphs: FxHashMap<[&[usize]; 2], Graph> = FxHashMap::default();
    for (at, first) in groups.iter().enumerate() {
        for (other, second) in groups.iter().enumerate().take(at + 1) {
            if first.free.is_empty() && second.free.is_empty() {
                continue;
            }
            if graphs.values().map(Graph::size).sum::<usize>() > MOST_KEPT {
                graphs.clear();
            }
            let graph = graphs.entry([&first.free, &second.free]).or_insert_with(|| {
                let [n, m, y] = [&first.free, &second.free, axes].map(|free| digits(free).collect());
                Graph::new(Choices { n, m, y })
            });
            let parts = [first, second].map(|group| Part { group, members: &group.members });
            let mut search = Search { arrays, places: &mut places, graph };
            let found = search.compare(parts, at == other, limits)?;
            if found != Separation::Different {
                return Ok(found);
            }
        }
    }
    Ok(Separation::Different)
}

/// The length of the longer of two equal single words.
fn equal_words(arrays: &mut Arrays, families: &[Family]) -> Option<u32> {
    let mut lengths: FxHashMap<u32, u32> = FxHashMap::default();
    let words = families.iter().filter(|family| family.free.is_empty());
    words
        .filter_map(|word| {
            let other = lengths.insert(arrays.element(word.context, word.x), word.length)?;
            Some(other.max(word.length))
        })
        .min()
}

/// Some families of a group.
#[derive(Clone, Copy)]
struct Part<'a> {
    group: &'a Group,
    members: &'a [(u32, u32)],
}

impl Part<'_> {
    fn halves(self) -> [Self; 2] {
        let (first, second) = self.members.split_at(self.members.len() / 2);
        [first, second].map(|members| Part { members, ..self })
    }

    fn contexts(self) -> impl Iterator<Item = u32> + Clone {
        self.members.iter().map(|(context, _)| *context)
    }
}

struct Search<'a> {
    arrays: &'a mut Arrays,
    places: &'a mut Places,
    graph: &'a mut Graph,
}

impl Search<'_> {
    /// Compares the words of two parts, or all words of one. Where there are candidates, smaller parts are compared: two contexts
    /// alone have less of it.
    fn compare(
        &mut self,
        parts: [Part<'_>; 2],
        same: bool,
        limits: &Limits,
    ) -> Result<Separation, StopReason> {
        let start = self.arrays.start();
        let [first, second] = parts.map(|part| self.places.number(start, part.group.x, self.arrays));
        let (node, contexts) = ((first, second, !same), parts.map(Part::contexts));
        let Some(candidates) = Candidates::new(self.graph, node, contexts, self.places, self.arrays, limits)?
        else {
            return Ok(Separation::TooLarge);
        };
        if !candidates.is_candidate[candidates.start as usize] {
            return Ok(Separation::Different);
        }
        let smaller: Vec<([Part<'_>; 2], bool)> = match parts.map(|part| part.members) {
            [[(_, first)], [(_, second)]] => return self.run(&candidates, [*first, *second], limits),
            _ if same => {
                let [left, right] = parts[0].halves();
                vec![([left, left], true), ([right, right], true), ([left, right], false)]
            }
            [first, second] if first.len() >= second.len() => {
                parts[0].halves().into_iter().map(|half| ([half, parts[1]], false)).collect()
            }
            _ => parts[1].halves().into_iter().map(|half| ([parts[0], half], false)).collect(),
        };
        for (parts, same) in smaller {
            let found = self.compare(parts, same, limits)?;
            if found != Separation::Different {
                return Ok(found);
            }
        }
        Ok(Separation::Different)
    }

    /// Looks at all sets that are reached, of two families with words w of these lengths.
    ///
    /// All pairs of a set with equal elements are equal, so those of every subset are: a set is left out when a subset of it is
    /// looked at.
    fn run(
        &self,
        candidates: &Candidates,
        lengths: [u32; 2],
        limits: &Limits,
    ) -> Result<Separation, StopReason> {
        let graph = &*self.graph;
        let sets = Sets::new(candidates);
        let start = sets.of([&candidates.start]).expect("the beginning is candidate");
        let mut queue = vec![Reached { set: start, n: 0, m: 0, is_needed: true }];
        let mut minimal = vec![0];
        let (mut at, mut value, mut end_of_place) = (0, 1_u32, 1);
        while at < queue.len() {
            limits.poll()?;
            if at == end_of_place {
                value = value.saturating_mul(2);
                end_of_place = queue.len();
            }
            at += 1;
            if !queue[at - 1].is_needed {
                continue;
            }
            let Reached { set, n, m, .. } = queue[at - 1].clone();
            if sets.nodes(&set).all(|node| candidates.is_equal[node as usize]) {
                let [first, second] = lengths;
                return Ok(Separation::Equal(first.saturating_add(n).max(second.saturating_add(m))));
            }
            let differ = sets.nodes(&set).all(|node| graph.differ(node));
            for (n_at, n_digits) in graph.choices.n.iter().enumerate() {
                // Which of two numbers is called n does not matter: where they first differ, it has the earlier digits.
                let from = if differ { 0 } else { n_at };
                for (m_at, m_digits) in graph.choices.m.iter().enumerate().skip(from) {
                    let after = |node: u32| graph.by_digits(node, n_at, m_at);
                    let Some(next) = sets.of(sets.nodes(&set).flat_map(after)) else { continue };
                    if minimal.iter().any(|other: &usize| queue[*other].set.is_subset(&next)) {
                        continue;
                    }
                    if (queue.len() + 1) * next.universe() > MOST_BITS {
                        return Ok(Separation::TooLarge);
                    }
                    minimal.retain(|other| {
                        queue[*other].is_needed = !next.is_subset(&queue[*other].set);
                        queue[*other].is_needed
                    });
                    minimal.push(queue.len());
                    let grown = |sum: u32, digits: &Lanes| {
                        sum.saturating_add(value.saturating_mul(digits.0.count_ones()))
                    };
                    let (n, m) = (grown(n, n_digits), grown(m, m_digits));
                    queue.push(Reached { set: next, n, m, is_needed: true });
                }
            }
        }
        Ok(Separation::Different)
    }
}

/// What is reached by some digits of n and m.
#[derive(Clone)]
struct Reached {
    set: Subset,
    /// The digits of n and m read so far add up to these sums.
    n: u32,
    m: u32,
    /// Whether no subset of the set is looked at.
    is_needed: bool,
}

/// Sets of candidate pairs, as subsets of their places.
struct Sets {
    /// The numbers in the graph of the candidate pairs.
    candidate: Vec<u32>,
    /// The places of all pairs of the graph among them.
    bits: Vec<Option<u32>>,
}

impl Sets {
    fn new(Candidates { is_candidate, .. }: &Candidates) -> Self {
        let candidate: Vec<u32> =
            (0..is_candidate.len() as u32).filter(|node| is_candidate[*node as usize]).collect();
        let mut bits = vec![None; is_candidate.len()];
        for (bit, node) in (0..).zip(&candidate) {
            bits[*node as usize] = Some(bit);
        }
        Sets { candidate, bits }
    }

    /// The set of some pairs; `None` when one of them is no candidate.
    fn of<'a>(&self, nodes: impl IntoIterator<Item = &'a u32>) -> Option<Subset> {
        let mut set = Subset::empty(self.candidate.len());
        for node in nodes {
            set.insert(self.bits[*node as usize]? as usize);
        }
        Some(set)
    }

    fn nodes(&self, set: &Subset) -> impl Iterator<Item = u32> {
        set.iter().map(|bit| self.candidate[bit])
    }
}

/// All choices of a digit in each of the given directions.
fn digits(free: &[usize]) -> impl Iterator<Item = Lanes> + '_ {
    (0..1_usize << free.len()).map(|choice| {
        let chosen = free.iter().enumerate().filter(move |(place, _)| choice >> place & 1 == 1);
        chosen.fold(Lanes::default(), |sum, (_, axis)| sum + Lanes::unit(*axis))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::misere::infinite::InfiniteGame;
    use crate::misere::infinite::contexts::Contexts;
    use crate::misere::transition::Source;

    /// The elements of a family with exponents below `side`, with the lengths of their words.
    fn elements(family: &Family, side: u32, arrays: &mut Arrays) -> Vec<(u32, u32)> {
        let mut xs = vec![(family.x, family.length)];
        for axis in &family.free {
            let along =
                |(x, length): (Lanes, u32)| (0..side).map(move |n| (x + Lanes::copies(*axis, n), length + n));
            xs = xs.into_iter().flat_map(along).collect();
        }
        xs.into_iter().map(|(x, length)| (arrays.element(family.context, x), length)).collect()
    }

    /// Two families are separated exactly if no two of their words are equal elements, as far as one can see; and the words
    /// said to be equal are. Breaks when candidates are given up too early, or a carry is lost.
    #[test]
    fn families_are_separated_as_their_elements_are() {
        const SIDE: u32 = 10;
        const FAMILIES_OF_CONTEXT: usize = 12;
        for (code, last) in [("0.31011", 5), ("0.3122", 7), ("0.3102", 12)] {
            let source = Source::Heaps(code.parse().unwrap());
            let game = InfiniteGame::solve(&source, last, last, &Limits::none()).unwrap();
            let quotient = game.quotient();
            let contexts = Contexts::new(quotient, &Limits::none()).unwrap().unwrap();
            let mut arrays = Arrays::new(quotient.automaton(), contexts, &Limits::none()).unwrap().unwrap();
            let mut families = Vec::new();
            for context in 0..16 {
                for (x, length) in
                    [(Lanes::default(), 0), (Lanes::unit(0), 1), (Lanes::unit(1) + Lanes::unit(1), 2)]
                {
                    for free in [vec![], vec![0], vec![1], vec![0, 1]] {
                        families.push(Family { context, x, free, length });
                    }
                }
            }
            let (mut equal, mut different) = (0, 0);
            let pairs = (0..families.len()).flat_map(|a| (0..a).map(move |b| (a, b))).enumerate();
            // A sample, and all pairs of contexts beside the same growing numbers.
            let is_chosen = |(at, (a, b)): &(usize, (usize, usize))| {
                at.is_multiple_of(41) || a.abs_diff(*b).is_multiple_of(FAMILIES_OF_CONTEXT)
            };
            for (_, (a, b)) in pairs.filter(is_chosen) {
                let both = [families[a].clone(), families[b].clone()];
                let words: Vec<(u32, u32)> =
                    both.iter().flat_map(|family| elements(family, SIDE, &mut arrays)).collect();
                let mut lengths: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
                for (element, length) in &words {
                    lengths.entry(*element).or_default().push(*length);
                }
                match separate(&mut arrays, &[0, 1], &both, &Limits::none()).unwrap() {
                    Separation::Different => {
                        different += 1;
                        assert_eq!(lengths.len(), words.len(), "{code} {both:?}");
                    }
                    Separation::Equal(longer) => {
                        equal += 1;
                        let is_longer = |same: &Vec<u32>| {
                            same.iter()
                                .enumerate()
                                .any(|(at, a)| same[..at].iter().any(|b| *a.max(b) == longer))
                        };
                        assert!(
                            longer >= SIDE || lengths.values().any(is_longer),
                            "{code} {both:?} {longer}"
                        );
                    }
                    Separation::TooLarge => panic!("{code} {both:?}"),
                }
            }
            assert!(equal > 20 && different > 20, "{code}: {equal} equal, {different} different");
        }
    }
}
