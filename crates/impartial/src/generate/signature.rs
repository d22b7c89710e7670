//! Signatures: which members of the family contain an element, as packed bits, and a table of them.
//!
//! The signature of a position is the AND of the signatures of its elements. Two positions have the same closure exactly
//! when they have the same signature, and a position generates exactly when its signature is zero; so the theory needs
//! no set but signatures.

use super::family::Family;

/// The elements of a ground set sorted by signature: elements of one *kind* lie in the same members.
#[derive(Clone, Debug)]
pub struct Kinds {
    /// Members of the family.
    members: usize,
    /// Words of a signature.
    width: usize,
    /// The kind of each element.
    of_element: Vec<u32>,
    /// How many elements each kind has.
    counts: Vec<u32>,
    /// The signatures of the kinds.
    signatures: SignatureTable,
}

impl Kinds {
    /// The kinds of the elements of a family's ground set, numbered in order of their first elements.
    ///
    /// Cost: the sizes of all members together, and one look-up an element.
    pub fn new(family: &Family) -> Self {
        let members = family.members().len();
        let width = members.div_ceil(64).max(1);
        let mut words = vec![0u64; family.ground() * width];
        for (at, member) in family.members().iter().enumerate() {
            for element in member {
                words[element * width + at / 64] |= 1 << (at % 64);
            }
        }
        let mut signatures = SignatureTable::new(width);
        let mut counts: Vec<u32> = Vec::new();
        let of_element = words
            .chunks_exact(width)
            .map(|signature| {
                let (kind, is_new) = signatures.intern(signature);
                if is_new {
                    counts.push(0);
                }
                counts[kind as usize] += 1;
                kind
            })
            .collect();
        Kinds { members, width, of_element, counts, signatures }
    }

    /// The number of members of the family.
    pub fn members(&self) -> usize {
        self.members
    }

    /// The number of words of a signature.
    pub fn width(&self) -> usize {
        self.width
    }

    /// The number of kinds.
    pub fn len(&self) -> usize {
        self.counts.len()
    }

    /// Whether the ground set is empty.
    pub fn is_empty(&self) -> bool {
        self.counts.is_empty()
    }

    /// The kind of an element.
    pub fn kind(&self, element: usize) -> u32 {
        self.of_element[element]
    }

    /// How many elements have a kind.
    pub fn count(&self, kind: u32) -> u32 {
        self.counts[kind as usize]
    }

    /// The signature of a kind.
    pub fn signature(&self, kind: u32) -> &[u64] {
        self.signatures.get(kind)
    }

    /// The signatures of all kinds one after the other.
    pub(super) fn words(&self) -> &[u64] {
        &self.signatures.words
    }

    /// The signature of the empty set: all members.
    pub fn full(&self) -> Vec<u64> {
        let mut full = vec![u64::MAX; self.width];
        let spare = self.width * 64 - self.members;
        if let Some(last) = full.last_mut() {
            *last = last.checked_shr(spare as u32).unwrap_or(0);
        }
        full
    }

    /// The signature of a set of elements.
    pub fn signature_of(&self, elements: impl IntoIterator<Item = usize>) -> Vec<u64> {
        let mut signature = self.full();
        for element in elements {
            let other = self.signature(self.of_element[element]);
            signature.iter_mut().zip(other).for_each(|(word, other)| *word &= other);
        }
        signature
    }
}

/// Signatures, each stored once and numbered in order of arrival: a hash table over a flat arena.
///
/// Invariants: (1) `slots` is a power of two in length and at most half full; (2) a slot is 0 or holds a number plus one
/// in its lower half and the upper half of its signature's hash in its upper half.
#[derive(Clone, Debug)]
pub struct SignatureTable {
    width: usize,
    words: Vec<u64>,
    slots: Vec<u64>,
    len: usize,
}

impl SignatureTable {
    /// An empty table of signatures of `width` words.
    pub fn new(width: usize) -> Self {
        SignatureTable { width, words: Vec::new(), slots: vec![0; 16], len: 0 }
    }

    /// The number of signatures.
    pub fn len(&self) -> usize {
        self.len
    }

    /// A signature by number.
    #[inline]
    pub fn get(&self, number: u32) -> &[u64] {
        let at = number as usize * self.width;
        &self.words[at..at + self.width]
    }

    /// The number of a signature, if it is there.
    pub fn find(&self, signature: &[u64]) -> Option<u32> {
        let hash = hash(signature);
        self.slot_of(signature, hash).ok()
    }

    /// The number of a signature, entered when new, and whether it was new.
    #[inline]
    pub fn intern(&mut self, signature: &[u64]) -> (u32, bool) {
        debug_assert_eq!(signature.len(), self.width);
        let hash = hash(signature);
        match self.slot_of(signature, hash) {
            Ok(number) => (number, false),
            Err(slot) => {
                let number = u32::try_from(self.len).expect("fewer than 2^32 signatures fit in memory");
                self.words.extend_from_slice(signature);
                self.slots[slot] = (hash >> 32 << 32) | u64::from(number + 1);
                self.len += 1;
                if self.len * 2 > self.slots.len() {
                    self.grow();
                }
                (number, true)
            }
        }
    }

    /// The number of a signature, or the free slot where it belongs.
    #[inline]
    fn slot_of(&self, signature: &[u64], hash: u64) -> Result<u32, usize> {
        let mask = self.slots.len() - 1;
        let mut slot = hash as usize & mask;
        loop {
            let entry = self.slots[slot];
            if entry == 0 {
                return Err(slot);
            }
            if entry >> 32 == hash >> 32 {
                let number = entry as u32 - 1;
                if self.get(number) == signature {
                    return Ok(number);
                }
            }
            slot = (slot + 1) & mask;
        }
    }

    fn grow(&mut self) {
        let length = self.slots.len() * 2;
        let mut slots = vec![0u64; length];
        for number in 0..self.len as u32 {
            let hash = hash(self.get(number));
            let mut slot = hash as usize & (length - 1);
            while slots[slot] != 0 {
                slot = (slot + 1) & (length - 1);
            }
            slots[slot] = (hash >> 32 << 32) | u64::from(number + 1);
        }
        self.slots = slots;
    }
}

/// A multiplicative hash, the same on every machine and in every run.
#[inline]
fn hash(words: &[u64]) -> u64 {
    const ODD: u64 = 0x9E37_79B9_7F4A_7C15;
    let mut state = 0u64;
    for word in words {
        let product = u128::from(state ^ word ^ ODD) * u128::from(ODD ^ 0x5851_F42D_4C95_7F2D);
        state = (product as u64) ^ (product >> 64) as u64;
    }
    state
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::subset::Subset;

    #[test]
    fn numbers_are_given_once_and_found_again() {
        let mut table = SignatureTable::new(2);
        for round in 0..2 {
            for n in 0..1000u64 {
                let (number, is_new) = table.intern(&[n % 7, n * n]);
                assert_eq!((u64::from(number), is_new), (n, round == 0));
            }
        }
        assert_eq!(table.len(), 1000);
        assert_eq!(table.find(&[3, 100]), Some(10));
        assert_eq!(table.find(&[3, 99]), None);
    }

    #[test]
    fn elements_of_one_kind_lie_in_the_same_members() {
        let members = vec![Subset::from_fn(12, |x| x % 2 == 0), Subset::from_fn(12, |x| x % 3 == 0)];
        let kinds = Kinds::new(&Family::new(12, members));
        // Z12: multiples of 6, of 2 only, of 3 only, generators.
        assert_eq!(kinds.len(), 4);
        assert_eq!(kinds.kind(0), kinds.kind(6));
        assert_eq!(kinds.count(kinds.kind(4)), 4);
        assert_eq!(kinds.signature(kinds.kind(5)), [0]);
        assert_eq!(kinds.signature_of([2, 9]), [0]);
        assert_eq!(kinds.signature_of([]), kinds.full());
    }

    #[test]
    fn the_full_signature_has_a_bit_for_each_member() {
        for members in [0usize, 1, 63, 64, 65, 128] {
            let sets: Vec<Subset> = (0..members).map(|at| Subset::singleton(200, at)).collect();
            let kinds = Kinds::new(&Family::new(200, sets));
            let ones: u32 = kinds.full().iter().map(|word| word.count_ones()).sum();
            assert_eq!(ones as usize, members);
        }
    }
}
