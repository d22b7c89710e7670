//! Words of zeros and ones: rows of coins.

use std::cmp::Ordering;
use std::ops::{BitAnd, BitXor};

use num_bigint::BigUint;

/// A word of at most 512 digits 0 and 1, the coordinates numbered from 0; ordered as binary numbers.
///
/// ```
/// use impartial::coin::Word;
/// let word = Word::from_digits("10110").unwrap();
/// assert_eq!((word.weight(), word.greatest(), word.has(0)), (3, Some(4), false));
/// assert_eq!((word ^ Word::coin(0)).digits(6), "010111");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Word([u64; LIMBS]);

const LIMBS: usize = 8;

impl Word {
    /// The most digits.
    pub const LONGEST: usize = 64 * LIMBS;

    /// The word with one digit 1.
    ///
    /// # Panics
    /// When there is no such coordinate.
    pub fn coin(coordinate: usize) -> Self {
        let mut word = Word::default();
        word.0[coordinate / 64] = 1 << (coordinate % 64);
        word
    }

    /// The word that digits write, the greatest coordinate first; none for other characters, or too many.
    pub fn from_digits(digits: &str) -> Option<Self> {
        if digits.len() > Self::LONGEST || !digits.bytes().all(|digit| matches!(digit, b'0' | b'1')) {
            return None;
        }
        let ones = digits.bytes().rev().enumerate().filter(|(_, digit)| *digit == b'1');
        Some(ones.fold(Word::default(), |word, (coordinate, _)| word ^ Word::coin(coordinate)))
    }

    /// The first so many digits, the greatest coordinate first.
    pub fn digits(self, length: usize) -> String {
        (0..length).rev().map(|coordinate| if self.has(coordinate) { '1' } else { '0' }).collect()
    }

    /// Whether a digit is 1.
    pub fn has(self, coordinate: usize) -> bool {
        coordinate < Self::LONGEST && self.0[coordinate / 64] >> (coordinate % 64) & 1 == 1
    }

    /// The number of digits 1.
    pub fn weight(self) -> usize {
        self.0.iter().map(|limb| limb.count_ones() as usize).sum()
    }

    /// The greatest coordinate with the digit 1.
    pub fn greatest(self) -> Option<usize> {
        let limb = self.0.iter().rposition(|limb| *limb != 0)?;
        Some(64 * limb + self.0[limb].ilog2() as usize)
    }

    /// The number that the digits write.
    pub fn number(self) -> BigUint {
        BigUint::new(self.0.iter().flat_map(|limb| [*limb as u32, (limb >> 32) as u32]).collect())
    }

    /// Whether all digits are 0.
    pub fn is_zero(self) -> bool {
        self == Word::default()
    }
}

impl BitXor for Word {
    type Output = Word;
    fn bitxor(mut self, other: Word) -> Word {
        self.0.iter_mut().zip(other.0).for_each(|(limb, other)| *limb ^= other);
        self
    }
}

impl BitAnd for Word {
    type Output = Word;
    fn bitand(mut self, other: Word) -> Word {
        self.0.iter_mut().zip(other.0).for_each(|(limb, other)| *limb &= other);
        self
    }
}

impl Ord for Word {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.iter().rev().cmp(other.0.iter().rev())
    }
}

impl PartialOrd for Word {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl From<u64> for Word {
    /// The word whose digits are those of a number.
    fn from(number: u64) -> Self {
        let mut word = Word::default();
        word.0[0] = number;
        word
    }
}
