//! Finite sets of Grundy values, as bits.

/// A finite set of Grundy values.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct NimSet {
    words: Vec<u64>,
}

impl NimSet {
    /// Adds a value.
    pub(crate) fn insert(&mut self, value: u32) {
        let word = value as usize / 64;
        if self.words.len() <= word {
            self.words.resize(word + 1, 0);
        }
        self.words[word] |= 1 << (value % 64);
    }

    /// Adds every value of another set.
    pub(crate) fn union(&mut self, other: &NimSet) {
        if self.words.len() < other.words.len() {
            self.words.resize(other.words.len(), 0);
        }
        for (word, more) in self.words.iter_mut().zip(&other.words) {
            *word |= more;
        }
    }

    /// Adds v ⊕ `by` for every value v of another set.
    pub(crate) fn union_translated(&mut self, other: &NimSet, by: u32) {
        let high = by as usize / 64;
        let room = other.words.len().max(high + 1).next_power_of_two();
        if self.words.len() < room {
            self.words.resize(room, 0);
        }
        for (at, word) in other.words.iter().enumerate().filter(|(_, word)| **word != 0) {
            self.words[at ^ high] |= translate_word(*word, by % 64);
        }
    }

    /// How many words of sixty-four values the set is kept in.
    pub(crate) fn len(&self) -> usize {
        self.words.len()
    }

    /// The values from 64·`at` on, below 64 more, as bits.
    pub(crate) fn word(&self, at: usize) -> u64 {
        self.words.get(at).copied().unwrap_or(0)
    }

    /// Adds the values from 64·`at` on that these bits stand for.
    pub(crate) fn union_word(&mut self, at: usize, bits: u64) {
        if self.words.len() <= at {
            self.words.resize(at + 1, 0);
        }
        self.words[at] |= bits;
    }
}

/// Moves bit i to bit i ⊕ by, for by < 64: one exchange of neighbouring groups for each bit of `by`.
fn translate_word(mut word: u64, by: u32) -> u64 {
    const LOWER: [u64; 6] = [
        0x5555_5555_5555_5555,
        0x3333_3333_3333_3333,
        0x0f0f_0f0f_0f0f_0f0f,
        0x00ff_00ff_00ff_00ff,
        0x0000_ffff_0000_ffff,
        0x0000_0000_ffff_ffff,
    ];
    for (bit, lower) in LOWER.iter().enumerate() {
        if by >> bit & 1 == 1 {
            let width = 1 << bit;
            word = (word & lower) << width | (word >> width) & lower;
        }
    }
    word
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn translation_is_the_nim_sum_of_every_member() {
        let members = [0, 1, 5, 63, 64, 130, 200];
        for by in [0, 1, 2, 31, 63, 64, 65, 127, 255] {
            let (mut set, mut moved, mut direct) = (NimSet::default(), NimSet::default(), NimSet::default());
            members.iter().for_each(|value| set.insert(*value));
            members.iter().for_each(|value| direct.insert(value ^ by));
            moved.union_translated(&set, by);
            let room = moved.words.len().max(direct.words.len());
            moved.words.resize(room, 0);
            direct.words.resize(room, 0);
            assert_eq!(moved, direct, "by {by}");
        }
    }

    #[test]
    fn a_set_is_its_words() {
        let (mut set, mut copy) = (NimSet::default(), NimSet::default());
        (0..200).for_each(|value| set.insert(value));
        (0..set.len()).for_each(|at| copy.union_word(at, set.word(at)));
        assert_eq!((copy.len(), copy.word(2), copy.word(3), copy.word(9)), (4, u64::MAX, 0xff, 0));
        assert_eq!(copy, set);
    }
}
