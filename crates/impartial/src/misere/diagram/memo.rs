//! Memory of computed results: an open-addressing table from 64-bit keys to 32-bit values.

/// A hash table from non-zero keys to numbers. Never forgets by itself.
#[derive(Clone, Debug, Default)]
pub(super) struct Memo {
    keys: Vec<u64>,
    values: Vec<u32>,
    len: usize,
}

/// Spreads a key over the high bits (Fibonacci hashing).
#[inline]
fn spread(key: u64) -> u64 {
    let mixed = key ^ (key >> 32);
    mixed.wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

impl Memo {
    /// The value of `key`, if known.
    #[inline]
    pub(super) fn get(&self, key: u64) -> Option<u32> {
        if self.keys.is_empty() {
            return None;
        }
        let mask = self.keys.len() - 1;
        let mut at = (spread(key) >> (64 - self.keys.len().trailing_zeros())) as usize & mask;
        loop {
            match self.keys[at] {
                0 => return None,
                found if found == key => return Some(self.values[at]),
                _ => at = (at + 1) & mask,
            }
        }
    }

    /// Remembers the value of a key that is not known yet.
    pub(super) fn insert(&mut self, key: u64, value: u32) {
        debug_assert!(key != 0, "0 marks a free place");
        if (self.len + 1) * 4 > self.keys.len() * 3 {
            self.grow();
        }
        self.place(key, value);
        self.len += 1;
    }

    fn place(&mut self, key: u64, value: u32) {
        let mask = self.keys.len() - 1;
        let mut at = (spread(key) >> (64 - self.keys.len().trailing_zeros())) as usize & mask;
        while self.keys[at] != 0 {
            at = (at + 1) & mask;
        }
        self.keys[at] = key;
        self.values[at] = value;
    }

    fn grow(&mut self) {
        let size = (self.keys.len() * 2).max(1 << 10);
        let keys = std::mem::replace(&mut self.keys, vec![0; size]);
        let values = std::mem::replace(&mut self.values, vec![0; size]);
        for (key, value) in keys.into_iter().zip(values) {
            if key != 0 {
                self.place(key, value);
            }
        }
    }

    /// The entries, in no particular order; results must not depend on it.
    pub(super) fn entries(&self) -> impl Iterator<Item = (u64, u32)> + '_ {
        self.keys.iter().copied().zip(self.values.iter().copied()).filter(|(key, _)| *key != 0)
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
    }
}
