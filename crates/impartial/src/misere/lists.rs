//! Long lists of numbers kept beside the readable part of what is saved, read at the speed of memory.

use std::io;

/// Lists of numbers, taken out in the order in which they were put in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::misere) struct Lists {
    lists: Vec<Vec<u32>>,
    taken: usize,
}

impl Lists {
    /// Puts a list behind the others.
    pub(in crate::misere) fn put(&mut self, list: Vec<u32>) {
        self.lists.push(list);
    }

    /// The next list that was not taken; it is left empty.
    pub(in crate::misere) fn take(&mut self) -> Option<Vec<u32>> {
        let list = self.lists.get_mut(self.taken)?;
        self.taken += 1;
        Some(std::mem::take(list))
    }

    /// Writes the lists, each as its length and its numbers, four bytes each with the lowest first.
    pub(in crate::misere) fn write_to(&self, out: &mut dyn io::Write) -> io::Result<()> {
        for list in &self.lists {
            out.write_all(&(list.len() as u64).to_le_bytes())?;
            for part in list.chunks(1 << 14) {
                let bytes: Vec<u8> = part.iter().flat_map(|number| number.to_le_bytes()).collect();
                out.write_all(&bytes)?;
            }
        }
        Ok(())
    }

    /// The lists that were written as these bytes; `None` when they end early.
    pub(in crate::misere) fn read(mut bytes: &[u8]) -> Option<Self> {
        let mut lists = Lists::default();
        while !bytes.is_empty() {
            let (len, rest) = bytes.split_first_chunk()?;
            let len = usize::try_from(u64::from_le_bytes(*len)).ok()?.checked_mul(4)?;
            let (list, rest) = rest.split_at_checked(len)?;
            let (numbers, _) = list.as_chunks();
            lists.put(numbers.iter().map(|number| u32::from_le_bytes(*number)).collect());
            bytes = rest;
        }
        Some(lists)
    }
}

/// A number made of bytes, eight at a time; every step can be undone, so that one change anywhere changes the number. Bytes may
/// come in pieces.
#[derive(Clone, Debug, Default)]
pub(in crate::misere) struct Seal {
    number: u64,
    len: u64,
    rest: Vec<u8>,
}

impl Seal {
    fn word(&mut self, word: [u8; 8]) {
        self.number =
            (self.number.rotate_left(23) ^ u64::from_le_bytes(word)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }

    /// Goes on with more bytes.
    pub(in crate::misere) fn add(&mut self, mut bytes: &[u8]) {
        self.len += bytes.len() as u64;
        if !self.rest.is_empty() {
            let missing = (8 - self.rest.len()).min(bytes.len());
            self.rest.extend_from_slice(&bytes[..missing]);
            bytes = &bytes[missing..];
            let Ok(word) = <[u8; 8]>::try_from(self.rest.as_slice()) else { return };
            self.word(word);
            self.rest.clear();
        }
        let (words, rest) = bytes.as_chunks();
        words.iter().for_each(|word| self.word(*word));
        self.rest.extend_from_slice(rest);
    }

    /// The number of all bytes so far.
    pub(in crate::misere) fn number(&self) -> u64 {
        let mut whole = self.clone();
        let mut word = [0; 8];
        word[..self.rest.len()].copy_from_slice(&self.rest);
        whole.word(word);
        whole.word(self.len.to_le_bytes());
        whole.number
    }

    /// The number of these bytes.
    pub(in crate::misere) fn of(bytes: &[u8]) -> u64 {
        let mut seal = Seal::default();
        seal.add(bytes);
        seal.number()
    }
}

/// A writer that seals what goes through it.
pub(in crate::misere) struct Sealing<'a> {
    pub(in crate::misere) out: &'a mut dyn io::Write,
    pub(in crate::misere) seal: Seal,
}

impl io::Write for Sealing<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write_all(bytes)?;
        self.seal.add(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn lists_come_back(lists in proptest::collection::vec(proptest::collection::vec(any::<u32>(), 0..9), 0..5)) {
            let mut kept = Lists::default();
            lists.iter().for_each(|list| kept.put(list.clone()));
            let mut bytes = Vec::new();
            kept.write_to(&mut bytes).unwrap();
            prop_assert_eq!(Lists::read(&bytes), Some(kept));
            if let Some((_, cut)) = bytes.split_last() {
                prop_assert_eq!(Lists::read(cut), None);
            }
        }

        #[test]
        fn a_seal_does_not_depend_on_the_pieces(bytes in proptest::collection::vec(any::<u8>(), 0..60), at in 0usize..60) {
            let at = at.min(bytes.len());
            let mut seal = Seal::default();
            seal.add(&bytes[..at]);
            seal.add(&bytes[at..]);
            prop_assert_eq!(seal.number(), Seal::of(&bytes));
            for place in 0..bytes.len() {
                let mut other = bytes.clone();
                other[place] ^= 1 << (place % 8);
                prop_assert_ne!(Seal::of(&other), Seal::of(&bytes));
            }
        }
    }
}
