//! Whether the words of some families are different elements, all of them, for all exponents.
//!
//! A family is a context τ with x + n copies of the growing generators, where the entries of n in some directions are any
//! numbers. The element (τ, x + n) equals (τ', x' + m) exactly if the arrays y ↦ τ(S(x + n + y)) and y ↦ τ'(S(x' + m + y)) are
//! equal. Read the digits of n and m, and with them *all* digits of y at once: what is reached is a set of pairs of states with
//! carries, and the elements are equal exactly if, after all digits of n and m, the arrays of every pair are. There are finitely
//! many sets, so finitely many to look at; most need not be, for one of their pairs leads to no equal elements ([`super::hope`]).
//! The sets do not depend on the contexts, and all contexts that go with the same x and the same directions are compared together.

use rustc_hash::{FxHashMap, FxHashSet};

use super::arrays::Arrays;
use super::hope::{Choices, Graph, Hopes};
use super::lanes::Lanes;
use super::places::Places;
use crate::limits::{Limits, StopReason};

/// The most pairs in all sets of one search.
const MOST_PAIRS: usize = 1 << 23;

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
    let (mut places, mut scratch) = (Places::default(), FxHashSet::default());
    let mut groups: Vec<Group> = Vec::new();
    let mut place: FxHashMap<(Lanes, &[usize]), usize> = FxHashMap::default();
    for family in families {
        let at = *place.entry((family.x, &family.free)).or_insert_with(|| {
            groups.push(Group { x: family.x, free: family.free.clone(), members: Vec::new() });
            groups.len() - 1
        });
        groups[at].members.push((family.context, family.length));
    }
    let mut graphs: FxHashMap<[&[usize]; 2], Graph> = FxHashMap::default();
    for (at, first) in groups.iter().enumerate() {
        for (other, second) in groups.iter().enumerate().take(at + 1) {
            let graph = graphs.entry([&first.free, &second.free]).or_insert_with(|| {
                let [n, m, y] = [&first.free, &second.free, axes].map(|free| digits(free).collect());
                Graph::new(Choices { n, m, y })
            });
            let (places, scratch) = (&mut places, &mut scratch);
            let mut search = Search { arrays, places, scratch, first, second, same: at == other };
            let found = search.run(graph, limits)?;
            if found != Separation::Different {
                return Ok(found);
            }
        }
    }
    Ok(Separation::Different)
}

/// The pairs of places reached by some digits of n and m, sorted, and whether these differ.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Reached {
    /// The number of the first place in the upper half of a word, that of the second in the lower.
    pairs: Vec<u64>,
    different: bool,
}

fn pair(first: u32, second: u32) -> u64 {
    u64::from(first) << 32 | u64::from(second)
}

fn places_of(pair: u64) -> (u32, u32) {
    ((pair >> 32) as u32, pair as u32)
}

struct Search<'a> {
    arrays: &'a mut Arrays,
    places: &'a mut Places,
    /// Room for pairs.
    scratch: &'a mut FxHashSet<u64>,
    first: &'a Group,
    second: &'a Group,
    /// Whether the two groups are one.
    same: bool,
}

impl Search<'_> {
    fn run(&mut self, graph: &mut Graph, limits: &Limits) -> Result<Separation, StopReason> {
        let start = self.arrays.start();
        let first = self.places.number(start, self.first.x, self.arrays);
        let second = self.places.number(start, self.second.x, self.arrays);
        let start = Reached { pairs: vec![pair(first, second)], different: !self.same };
        if self.first.free.is_empty() && self.second.free.is_empty() {
            // There are no digits to read: single words are compared.
            return Ok(self.equal(&start, 0, 0).map_or(Separation::Different, Separation::Equal));
        }
        let contexts =
            [self.first, self.second].map(|group| group.members.iter().map(|(context, _)| *context));
        let node = (first, second, !self.same);
        let hopes = Hopes::new(graph, node, contexts, self.places, self.arrays, limits)?;
        if !hopes.of(node) {
            return Ok(Separation::Different);
        }
        // The digits of n and m read so far add up to these sums.
        let mut seen: FxHashSet<Reached> = FxHashSet::from_iter([start.clone()]);
        let mut queue = vec![(start, 0_u32, 0_u32)];
        let (mut at, mut digit_place, mut end_of_place, mut total) = (0, 0_u32, 1, 0);
        while at < queue.len() {
            limits.poll()?;
            if at == end_of_place {
                digit_place += 1;
                end_of_place = queue.len();
            }
            let (reached, n, m) = queue[at].clone();
            if let Some(length) = self.equal(&reached, n, m) {
                return Ok(Separation::Equal(length));
            }
            let value = 1_u32.checked_shl(digit_place).unwrap_or(u32::MAX);
            for n_digits in hopes.choices().n.iter().copied() {
                for m_digits in hopes.choices().m.iter().copied() {
                    let Some(next) = self.read(&reached, n_digits, m_digits, &hopes) else { continue };
                    if seen.contains(&next) {
                        continue;
                    }
                    total += next.pairs.len();
                    if total > MOST_PAIRS {
                        return Ok(Separation::TooLarge);
                    }
                    let grown = |sum: u32, digits: Lanes| {
                        let ones = digits.0.count_ones();
                        sum.saturating_add(value.saturating_mul(ones))
                    };
                    seen.insert(next.clone());
                    queue.push((next, grown(n, n_digits), grown(m, m_digits)));
                }
            }
            at += 1;
        }
        Ok(Separation::Different)
    }

    /// What is reached by one digit more of n and m, and any digits of y; `None` where a pair in it is hopeless.
    fn read(&mut self, reached: &Reached, n: Lanes, m: Lanes, hopes: &Hopes) -> Option<Reached> {
        let different = reached.different || n != m;
        self.scratch.clear();
        for (first, second) in reached.pairs.iter().map(|pair| places_of(*pair)) {
            for y in &hopes.choices().y {
                let first = self.places.step(first, n + *y, self.arrays);
                let second = self.places.step(second, m + *y, self.arrays);
                if self.scratch.insert(pair(first, second)) && !hopes.of((first, second, different)) {
                    return None;
                }
            }
        }
        let mut pairs: Vec<u64> = self.scratch.iter().copied().collect();
        pairs.sort_unstable();
        Some(Reached { pairs, different })
    }

    /// The length of the longer of two different words that are equal elements when no digits follow.
    ///
    /// Contexts are split by the arrays of one pair after the other, until none of the first group is left with one of the
    /// second.
    fn equal(&mut self, reached: &Reached, n: u32, m: u32) -> Option<u32> {
        type Contexts = Vec<(u32, u32)>;
        let mut parts: Vec<(Contexts, Contexts)> =
            vec![(self.first.members.clone(), self.second.members.clone())];
        let meets = |(left, right): &(Contexts, Contexts)| {
            let longer = |a: &u32, b: &u32| (a.saturating_add(n)).max(b.saturating_add(m));
            let differ = |a: &u32, b: &u32| reached.different || a != b;
            left.iter()
                .flat_map(|(a, a_length)| {
                    right.iter().map(move |(b, b_length)| (a, b, longer(a_length, b_length)))
                })
                .find(|(a, b, _)| differ(a, b))
                .map(|(.., length)| length)
        };
        for (first, second) in reached.pairs.iter().map(|pair| places_of(*pair)) {
            let (state, carry) = self.places.get(first);
            let (other, other_carry) = self.places.get(second);
            let mut split: Vec<(Contexts, Contexts)> = Vec::new();
            for (left, right) in parts {
                let mut by_array: FxHashMap<u32, (Contexts, Contexts)> = FxHashMap::default();
                for member in left {
                    let array = self.arrays.number(member.0, state, carry);
                    by_array.entry(array).or_default().0.push(member);
                }
                for member in right {
                    let array = self.arrays.number(member.0, other, other_carry);
                    by_array.entry(array).or_default().1.push(member);
                }
                split.extend(by_array.into_values().filter(|part| meets(part).is_some()));
            }
            if split.is_empty() {
                return None;
            }
            parts = split;
        }
        parts.iter().filter_map(meets).min()
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
            let along = |(x, length): (Lanes, u32)| {
                (0..side).map(move |n| ((0..n).fold(x, |x, _| x + Lanes::unit(*axis)), length + n))
            };
            xs = xs.into_iter().flat_map(along).collect();
        }
        xs.into_iter().map(|(x, length)| (arrays.element(family.context, x), length)).collect()
    }

    /// Two families are separated exactly if no two of their words are equal elements, as far as one can see; and the words
    /// said to be equal are. Breaks when hope is given up too early, or a carry is lost.
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
