//! Memory of computed results: an open-addressing table from 64-bit keys to 32-bit values.

/// A hash table from non-zero keys to numbers. Never forgets by itself.
#[derive(Clone, Debug, Default)]
pub(super) struct Memo {
    entries: Vec<Entry>,
    len: usize,
}

/// A key and its value, side by side: a look-up touches one line of the cache.
#[derive(Clone, Copy, Debug, Default)]
struct Entry {
    /// The two halves of the key.
    key: [u32; 2],
    value: u32,
}

const FREE: [u32; 2] = [0, 0];

#[inline]
fn halves(key: u64) -> [u32; 2] {
    [(key >> 32) as u32, key as u32]
}

/// Spreads a key over the high bits (Fibonacci hashing).
#[inline]
fn spread(key: u64) -> u64 {
    let mixed = key ^ (key >> 32);
    mixed.wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

impl Memo {
    /// An empty table with room for so many entries.
    pub(super) fn with_capacity(entries: usize) -> Self {
        let size = (entries / 3 * 4 + 4).next_power_of_two().max(1 << 10);
        Memo { entries: vec![Entry::default(); size], len: 0 }
    }

    /// The place of `key`, or the free place where it belongs.
    #[inline]
    fn place(&self, key: u64) -> usize {
        let mask = self.entries.len() - 1;
        let halves = halves(key);
        let mut at = (spread(key) >> (64 - self.entries.len().trailing_zeros())) as usize & mask;
        while self.entries[at].key != halves && self.entries[at].key != FREE {
            at = (at + 1) & mask;
        }
        at
    }

    /// The value of `key`, if known.
    #[inline]
    pub(super) fn get(&self, key: u64) -> Option<u32> {
        if self.entries.is_empty() {
            return None;
        }
        let entry = &self.entries[self.place(key)];
        (entry.key != FREE).then_some(entry.value)
    }

    /// Remembers the value of a key that is not known yet.
    pub(super) fn insert(&mut self, key: u64, value: u32) {
        debug_assert!(key != 0, "0 marks a free place");
        if (self.len + 1) * 4 > self.entries.len() * 3 {
            self.grow();
        }
        let at = self.place(key);
        self.entries[at] = Entry { key: halves(key), value };
        self.len += 1;
    }

    fn grow(&mut self) {
        let size = (self.entries.len() * 2).max(1 << 10);
        let old = std::mem::replace(&mut self.entries, vec![Entry::default(); size]);
        for entry in old.into_iter().filter(|entry| entry.key != FREE) {
            let at = self.place(entry.key());
            self.entries[at] = entry;
        }
    }

    /// The table with new keys and values for those entries that are kept.
    ///
    /// Its size is right from the beginning: entries come in the order of their places, and would crowd at one end of a table
    /// that is still to grow.
    pub(super) fn renewed(&self, renew: impl Fn(u64, u32) -> Option<(u64, u32)>) -> Memo {
        let kept = || self.entries().filter_map(|(key, value)| renew(key, value));
        let mut memo = Memo::with_capacity(kept().count());
        kept().for_each(|(key, value)| memo.insert(key, value));
        memo
    }

    /// The entries as three numbers each, in the order of their places.
    pub(super) fn to_numbers(&self) -> Vec<u32> {
        let kept = self.entries.iter().filter(|entry| entry.key != FREE);
        let mut numbers = Vec::with_capacity(3 * self.len);
        kept.for_each(|entry| numbers.extend([entry.key[0], entry.key[1], entry.value]));
        numbers
    }

    /// The table with these entries; `None` when one of them makes no sense.
    pub(super) fn from_numbers(numbers: &[u32], makes_sense: impl Fn([u32; 2], u32) -> bool) -> Option<Memo> {
        let mut memo = Memo::with_capacity(numbers.len() / 3);
        let (entries, rest) = numbers.as_chunks();
        for [high, low, value] in entries {
            let key = [*high, *low];
            if key == FREE || !makes_sense(key, *value) {
                return None;
            }
            memo.insert(u64::from(*high) << 32 | u64::from(*low), *value);
        }
        rest.is_empty().then_some(memo)
    }

    /// The entries, in no particular order; results must not depend on it.
    pub(super) fn entries(&self) -> impl Iterator<Item = (u64, u32)> + '_ {
        self.entries.iter().filter(|entry| entry.key != FREE).map(|entry| (entry.key(), entry.value))
    }
}

impl Entry {
    fn key(&self) -> u64 {
        u64::from(self.key[0]) << 32 | u64::from(self.key[1])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_keeps_its_value() {
        let mut memo = Memo::default();
        assert_eq!(memo.get(5), None);
        let key = |i: u64| (i << 32) | (i * 7 + 1);
        for i in 0..5000 {
            memo.insert(key(i), i as u32);
        }
        assert!((0..5000).all(|i| memo.get(key(i)) == Some(i as u32)));
        assert_eq!(memo.get(key(5000)), None);
        assert_eq!(memo.entries().count(), 5000);
        let even = memo.renewed(|key, value| value.is_multiple_of(2).then_some((key + (1 << 32), value / 2)));
        assert_eq!(even.entries().count(), 2500);
        let again = Memo::from_numbers(&even.to_numbers(), |_, _| true).unwrap();
        assert!((0..2500).all(|i| again.get(key(2 * i) + (1 << 32)) == Some(i as u32)));
        assert!(Memo::from_numbers(&even.to_numbers()[1..], |_, _| true).is_none());
        assert!(Memo::from_numbers(&even.to_numbers(), |_, value| value != 77).is_none());
        assert!((0..2500).all(|i| even.get(key(2 * i) + (1 << 32)) == Some(i as u32)));
    }
}
