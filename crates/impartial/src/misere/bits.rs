//! A set of small integers, one bit each: P-portions, rows of a monoid, sets of unmet needs.

/// A subset of `0..len`, one bit an element.
///
/// Invariant: bits at `len` and above are zero, so that equality, hashing and counting work on whole words.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BitSet {
    len: usize,
    words: Box<[u64]>,
}

impl BitSet {
    /// The empty subset of `0..len`.
    pub fn new(len: usize) -> Self {
        BitSet { len, words: vec![0; len.div_ceil(64)].into_boxed_slice() }
    }

    /// The subset of `0..len` on which `member` holds.
    pub fn from_fn(len: usize, mut member: impl FnMut(usize) -> bool) -> Self {
        let mut set = BitSet::new(len);
        for element in 0..len {
            if member(element) {
                set.insert(element);
            }
        }
        set
    }

    /// The set whose members are the ones of some words; `None` when there are too few or too many words, or a member outside.
    pub fn from_words(len: usize, words: &[u64]) -> Option<Self> {
        let is_outside = !len.is_multiple_of(64) && words.last().is_some_and(|last| last >> (len % 64) != 0);
        (words.len() == len.div_ceil(64) && !is_outside).then(|| BitSet { len, words: words.into() })
    }

    /// The words, 64 elements each.
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// The size of the universe (not of the set).
    pub fn universe(&self) -> usize {
        self.len
    }

    /// Whether `element` belongs to the set; elements outside the universe do not.
    #[inline]
    pub fn contains(&self, element: usize) -> bool {
        self.words.get(element / 64).is_some_and(|word| word >> (element % 64) & 1 == 1)
    }

    /// Adds `element`, which must be below the universe's size.
    #[inline]
    pub fn insert(&mut self, element: usize) {
        debug_assert!(element < self.len, "an element of the universe");
        self.words[element / 64] |= 1 << (element % 64);
    }

    /// The number of elements.
    pub fn count(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether there is no element.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|word| *word == 0)
    }

    /// Whether the two sets share an element.
    pub fn meets(&self, other: &BitSet) -> bool {
        self.words.iter().zip(&other.words).any(|(a, b)| a & b != 0)
    }

    /// Whether every element of this set is one of `other`.
    pub fn is_subset(&self, other: &BitSet) -> bool {
        self.words.iter().zip(&other.words).all(|(a, b)| a & !b == 0)
    }

    /// Adds every element of `other`, a subset of the same universe.
    pub fn union_with(&mut self, other: &BitSet) {
        for (a, b) in self.words.iter_mut().zip(&other.words) {
            *a |= b;
        }
    }

    /// Keeps only the elements of `other`, a subset of the same universe.
    pub fn intersect_with(&mut self, other: &BitSet) {
        for (a, b) in self.words.iter_mut().zip(&other.words) {
            *a &= b;
        }
    }

    /// The elements of the universe that are not in the set.
    #[must_use]
    pub fn complement(&self) -> BitSet {
        let mut words: Box<[u64]> = self.words.iter().map(|word| !word).collect();
        if let (Some(last), spare @ 1..) = (words.last_mut(), self.len % 64) {
            *last &= (1 << spare) - 1;
        }
        BitSet { len: self.len, words }
    }

    /// The elements in increasing order.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.words.iter().enumerate().flat_map(|(at, word)| {
            std::iter::successors(Some(*word), |rest| Some(rest & rest.wrapping_sub(1)))
                .take_while(|rest| *rest != 0)
                .map(move |rest| at * 64 + rest.trailing_zeros() as usize)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_behave_like_sets_across_word_boundaries() {
        for len in [0, 1, 63, 64, 65, 200] {
            let thirds = BitSet::from_fn(len, |i| i % 3 == 0);
            assert_eq!(thirds.iter().collect::<Vec<_>>(), (0..len).step_by(3).collect::<Vec<_>>());
            let rest = thirds.complement();
            assert_eq!(rest.count() + thirds.count(), len);
            assert!(!rest.meets(&thirds) && rest.complement() == thirds);
            let mut all = rest.clone();
            all.union_with(&thirds);
            assert!(thirds.is_subset(&all) && all.complement().is_empty());
            all.intersect_with(&rest);
            assert_eq!(all, rest);
        }
    }
}
