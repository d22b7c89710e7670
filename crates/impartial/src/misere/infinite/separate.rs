//! Whether the words of some families are different elements, all of them, for all exponents.
//!
//! A family is a context τ with x + n copies of the growing generators, where the entries of n in some directions are any
//! numbers. The element (τ, x + n) equals (τ', x' + m) exactly if the arrays y ↦ τ(S(x + n + y)) and y ↦ τ'(S(x' + m + y)) are
//! equal. Read the digits of n and m, and with them *all* digits of y at once: what is reached is a set of pairs of states with
//! carries, and the elements are equal exactly if, after all digits of n and m, the arrays of every pair are. There are finitely
//! many sets, so finitely many to look at. The sets do not depend on the contexts, and all contexts that go with the same x and
//! the same directions are compared together.

use rustc_hash::{FxHashMap, FxHashSet};

use super::arrays::Arrays;
use super::lanes::{Lanes, MOST};
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

/// Compares all words of all families.
pub(super) fn separate(
    arrays: &mut Arrays,
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
    for (at, first) in groups.iter().enumerate() {
        for (other, second) in groups.iter().enumerate().take(at + 1) {
            let same = at == other;
            let mut search =
                Search { arrays, places: &mut places, scratch: &mut scratch, first, second, same };
            let found = search.run(limits)?;
            if found != Separation::Different {
                return Ok(found);
            }
        }
    }
    Ok(Separation::Different)
}

/// States with their carries, numbered, and their successors.
///
/// A place is known by its array y ↦ S_q(x + y), from which all that is read later follows, beside every context: places with
/// the same array are one.
#[derive(Default)]
struct Places {
    list: Vec<(u32, Lanes)>,
    by_array: FxHashMap<u32, u32>,
    /// For every place its successors by digits 0, 1 and 2 on every axis, where they are known.
    next: Vec<[u32; ADDED]>,
}

/// How many choices of 0, 1 or 2 for every axis there are.
const ADDED: usize = 3_usize.pow(MOST as u32);
const UNKNOWN: u32 = u32::MAX;
/// The context of the empty sum, which leaves all slices as they are.
const EMPTY: u32 = 0;

impl Places {
    fn number(&mut self, state: u32, carry: Lanes, arrays: &mut Arrays) -> u32 {
        *self.by_array.entry(arrays.number(EMPTY, state, carry)).or_insert_with(|| {
            self.list.push((state, carry));
            self.next.push([UNKNOWN; ADDED]);
            self.list.len() as u32 - 1
        })
    }

    /// The place reached when digits 0, 1 or 2 are added to the carries and read.
    fn step(&mut self, place: u32, digits: Lanes, arrays: &mut Arrays) -> u32 {
        let choice = (0..MOST).fold(0, |choice, axis| 3 * choice + digits.get(axis) as usize);
        let known = self.next[place as usize][choice];
        if known != UNKNOWN {
            return known;
        }
        let (state, carry) = self.list[place as usize];
        let (state, carry) = arrays.step(state, carry + digits);
        let next = self.number(state, carry, arrays);
        self.next[place as usize][choice] = next;
        next
    }
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
    /// Room for pairs, empty between uses.
    scratch: &'a mut FxHashSet<u64>,
    first: &'a Group,
    second: &'a Group,
    /// Whether the two groups are one.
    same: bool,
}

impl Search<'_> {
    fn run(&mut self, limits: &Limits) -> Result<Separation, StopReason> {
        let start = self.arrays.start();
        let first = self.places.number(start, self.first.x, self.arrays);
        let pairs = vec![pair(first, self.places.number(start, self.second.x, self.arrays))];
        // The digits of n and m read so far add up to these sums.
        let mut queue = vec![(Reached { pairs, different: !self.same }, 0_u32, 0_u32)];
        let mut seen: FxHashSet<Reached> = queue.iter().map(|(reached, ..)| reached.clone()).collect();
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
            if self.first.free.is_empty() && self.second.free.is_empty() {
                // There are no digits to read: single words have been compared.
                break;
            }
            let value = 1_u32.checked_shl(digit_place).unwrap_or(u32::MAX);
            for n_digits in digits(&self.first.free) {
                for m_digits in digits(&self.second.free) {
                    let next = self.read(&reached, n_digits, m_digits);
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

    /// What is reached by one digit more of n and m, and any digits of y.
    fn read(&mut self, reached: &Reached, n_digits: Lanes, m_digits: Lanes) -> Reached {
        let steps: Vec<(Lanes, Lanes)> =
            (0..self.arrays.letters()).map(Lanes::of_letter).map(|y| (n_digits + y, m_digits + y)).collect();
        for (first, second) in reached.pairs.iter().map(|pair| places_of(*pair)) {
            for (n, m) in &steps {
                let first = self.places.step(first, *n, self.arrays);
                self.scratch.insert(pair(first, self.places.step(second, *m, self.arrays)));
            }
        }
        let mut pairs: Vec<u64> = self.scratch.drain().collect();
        pairs.sort_unstable();
        Reached { pairs, different: reached.different || n_digits != m_digits }
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
            let (state, carry) = self.places.list[first as usize];
            let (other, other_carry) = self.places.list[second as usize];
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
