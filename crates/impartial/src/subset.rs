//! Subsets of a finite set `0..n`, one bit an element: subgroups of a group table, families of maximal sets, positions.

use std::cmp::Ordering;
use std::fmt;

/// A subset of the universe `0..n`, packed in words of 64 bits.
///
/// Two subsets that are combined or compared must have the same universe; operations panic otherwise in debug builds.
/// The order (`Ord`) is that of the words, most significant last element first: cheap, total, and without meaning of
/// its own except that a proper subset comes before its superset.
///
/// Invariants: (1) there are `n.div_ceil(64)` words; (2) bits at `n` and above are zero, so that equality, hashing and
/// counting work on whole words.
///
/// ```
/// use impartial::subset::Subset;
/// let even = Subset::from_fn(6, |x| x % 2 == 0);
/// let thirds = Subset::from_elements(6, [0, 3]);
/// assert_eq!(even.intersection(&thirds).to_string(), "{0}");
/// assert_eq!(even.union(&thirds).count(), 4);
/// assert!(even.difference(&thirds).is_subset(&even));
/// ```
///
/// Cost: every operation on whole sets takes n/64 steps.
#[derive(Clone, PartialEq, Eq, Hash)]
#[doc(alias = "bitset")]
pub struct Subset {
    universe: usize,
    words: Box<[u64]>,
}

/// Bits in a word.
const BITS: usize = u64::BITS as usize;

impl Subset {
    /// The empty subset of `0..universe`.
    pub fn empty(universe: usize) -> Self {
        Subset { universe, words: vec![0; universe.div_ceil(BITS)].into_boxed_slice() }
    }

    /// The whole universe `0..universe`.
    pub fn full(universe: usize) -> Self {
        let mut set = Subset { universe, words: vec![u64::MAX; universe.div_ceil(BITS)].into_boxed_slice() };
        set.clear_spare();
        set
    }

    /// The subset of `0..universe` with exactly one element.
    pub fn singleton(universe: usize, element: usize) -> Self {
        Subset::from_elements(universe, [element])
    }

    /// The subset of `0..universe` with the elements given, each below `universe`; repetitions are harmless.
    pub fn from_elements(universe: usize, elements: impl IntoIterator<Item = usize>) -> Self {
        let mut set = Subset::empty(universe);
        for element in elements {
            set.insert(element);
        }
        set
    }

    /// The subset of `0..universe` on which `member` holds.
    pub fn from_fn(universe: usize, mut member: impl FnMut(usize) -> bool) -> Self {
        Subset::from_elements(universe, (0..universe).filter(|element| member(*element)))
    }

    /// The subset with the given words, least significant element first; bits past the universe are dropped.
    ///
    /// The words must be `universe.div_ceil(64)` in number.
    pub fn from_words(universe: usize, words: &[u64]) -> Self {
        assert_eq!(words.len(), universe.div_ceil(BITS), "as many words as the universe needs");
        let mut set = Subset { universe, words: words.into() };
        set.clear_spare();
        set
    }

    /// The size of the universe (not of the set).
    pub fn universe(&self) -> usize {
        self.universe
    }

    /// The packed words, least significant element first.
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// Whether `element` belongs to the set; elements outside the universe do not.
    #[inline]
    pub fn contains(&self, element: usize) -> bool {
        self.words.get(element / BITS).is_some_and(|word| word >> (element % BITS) & 1 == 1)
    }

    /// Adds `element`, which must be in the universe; `true` when it was not there before.
    #[inline]
    pub fn insert(&mut self, element: usize) -> bool {
        assert!(element < self.universe, "an element of the universe");
        let (word, bit) = (&mut self.words[element / BITS], 1 << (element % BITS));
        let is_new = *word & bit == 0;
        *word |= bit;
        is_new
    }

    /// Takes `element` away; `true` when it was there.
    #[inline]
    pub fn remove(&mut self, element: usize) -> bool {
        let was_there = self.contains(element);
        if was_there {
            self.words[element / BITS] &= !(1 << (element % BITS));
        }
        was_there
    }

    /// The number of elements.
    pub fn count(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether there is no element.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|word| *word == 0)
    }

    /// Whether every element of the universe belongs to the set.
    pub fn is_full(&self) -> bool {
        self.count() == self.universe
    }

    /// The least element.
    pub fn first(&self) -> Option<usize> {
        let at = self.words.iter().position(|word| *word != 0)?;
        Some(at * BITS + self.words[at].trailing_zeros() as usize)
    }

    /// The least element that is not in the set.
    pub fn first_missing(&self) -> Option<usize> {
        let at = self.words.iter().position(|word| *word != u64::MAX)?;
        Some(at * BITS + self.words[at].trailing_ones() as usize).filter(|element| *element < self.universe)
    }

    /// Whether the two sets share an element.
    pub fn meets(&self, other: &Subset) -> bool {
        self.zip(other).any(|(a, b)| a & b != 0)
    }

    /// Whether every element of this set is one of `other`.
    #[inline]
    pub fn is_subset(&self, other: &Subset) -> bool {
        self.zip(other).all(|(a, b)| a & !b == 0)
    }

    /// Adds every element of `other`.
    pub fn union_with(&mut self, other: &Subset) {
        self.combine(other, |a, b| a | b);
    }

    /// Keeps only the elements of `other`.
    pub fn intersect_with(&mut self, other: &Subset) {
        self.combine(other, |a, b| a & b);
    }

    /// Takes the elements of `other` away.
    pub fn subtract(&mut self, other: &Subset) {
        self.combine(other, |a, b| a & !b);
    }

    /// The elements of either set.
    #[must_use]
    pub fn union(&self, other: &Subset) -> Subset {
        let mut result = self.clone();
        result.union_with(other);
        result
    }

    /// The elements of both sets.
    #[must_use]
    pub fn intersection(&self, other: &Subset) -> Subset {
        let mut result = self.clone();
        result.intersect_with(other);
        result
    }

    /// The elements of this set that are not in `other`.
    #[must_use]
    pub fn difference(&self, other: &Subset) -> Subset {
        let mut result = self.clone();
        result.subtract(other);
        result
    }

    /// The elements of the universe that are not in the set.
    #[must_use]
    pub fn complement(&self) -> Subset {
        let words = self.words.iter().map(|word| !word).collect();
        let mut result = Subset { universe: self.universe, words };
        result.clear_spare();
        result
    }

    /// The elements in increasing order.
    pub fn iter(&self) -> Elements<'_> {
        Elements { words: &self.words, at: 0, rest: self.words.first().copied().unwrap_or(0) }
    }

    fn zip<'a>(&'a self, other: &'a Subset) -> impl Iterator<Item = (u64, u64)> + 'a {
        debug_assert_eq!(self.universe, other.universe, "subsets of one universe");
        self.words.iter().copied().zip(other.words.iter().copied())
    }

    fn combine(&mut self, other: &Subset, operation: impl Fn(u64, u64) -> u64) {
        debug_assert_eq!(self.universe, other.universe, "subsets of one universe");
        for (a, b) in self.words.iter_mut().zip(&other.words) {
            *a = operation(*a, *b);
        }
    }

    /// Restores invariant 2.
    fn clear_spare(&mut self) {
        if let (Some(last), spare @ 1..) = (self.words.last_mut(), self.universe % BITS) {
            *last &= (1 << spare) - 1;
        }
    }
}

impl Ord for Subset {
    fn cmp(&self, other: &Self) -> Ordering {
        self.universe.cmp(&other.universe).then_with(|| self.words.iter().rev().cmp(other.words.iter().rev()))
    }
}

impl PartialOrd for Subset {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The elements in braces: `{0, 2, 5}`.
impl fmt::Display for Subset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("{")?;
        for (at, element) in self.iter().enumerate() {
            let comma = if at == 0 { "" } else { ", " };
            write!(f, "{comma}{element}")?;
        }
        f.write_str("}")
    }
}

impl fmt::Debug for Subset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self} of {}", self.universe)
    }
}

impl<'a> IntoIterator for &'a Subset {
    type Item = usize;
    type IntoIter = Elements<'a>;

    fn into_iter(self) -> Elements<'a> {
        self.iter()
    }
}

/// The elements of a [`Subset`] in increasing order.
#[derive(Clone, Debug)]
pub struct Elements<'a> {
    words: &'a [u64],
    at: usize,
    rest: u64,
}

impl Iterator for Elements<'_> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        while self.rest == 0 {
            self.at += 1;
            self.rest = *self.words.get(self.at)?;
        }
        let element = self.at * BITS + self.rest.trailing_zeros() as usize;
        self.rest &= self.rest - 1;
        Some(element)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    fn sets() -> impl Strategy<Value = (usize, BTreeSet<usize>, BTreeSet<usize>)> {
        (1usize..200).prop_flat_map(|n| {
            let set = || proptest::collection::btree_set(0..n, 0..=n);
            (Just(n), set(), set())
        })
    }

    proptest! {
        /// Every operation against the ordered sets of the standard library.
        #[test]
        fn subsets_are_sets((n, a, b) in sets()) {
            let pack = |set: &BTreeSet<usize>| Subset::from_elements(n, set.iter().copied());
            let (x, y) = (pack(&a), pack(&b));
            prop_assert_eq!(x.iter().collect::<BTreeSet<_>>(), a.clone());
            prop_assert_eq!(x.count(), a.len());
            prop_assert_eq!(x.union(&y), pack(&(&a | &b)));
            prop_assert_eq!(x.intersection(&y), pack(&(&a & &b)));
            prop_assert_eq!(x.difference(&y), pack(&(&a - &b)));
            prop_assert_eq!(x.complement(), pack(&(0..n).filter(|e| !a.contains(e)).collect()));
            prop_assert_eq!(x.is_subset(&y), a.is_subset(&b));
            prop_assert_eq!(x.meets(&y), !a.is_disjoint(&b));
            prop_assert_eq!(x.first(), a.first().copied());
            prop_assert_eq!(x.first_missing(), (0..n).find(|e| !a.contains(e)));
            prop_assert_eq!(x == y, a == b);
            if a.is_subset(&b) && a != b {
                prop_assert!(x < y);
            }
        }
    }

    #[test]
    fn bits_past_the_universe_stay_zero() {
        for n in [0, 1, 63, 64, 65, 128, 200] {
            let full = Subset::full(n);
            assert_eq!(full.count(), n);
            assert!(full.is_full() && full.complement().is_empty());
            assert_eq!(Subset::from_words(n, &vec![u64::MAX; n.div_ceil(64)]), full);
            assert_eq!(Subset::empty(n).complement(), full);
            assert!(!full.contains(n) && full.first_missing().is_none());
        }
    }

    #[test]
    fn inserting_and_removing_say_what_changed() {
        let mut set = Subset::empty(70);
        assert!(set.insert(69) && !set.insert(69) && set.contains(69));
        assert!(set.remove(69) && !set.remove(69) && set.is_empty());
        assert_eq!(Subset::from_elements(70, [69, 3, 3]).to_string(), "{3, 69}");
    }
}
