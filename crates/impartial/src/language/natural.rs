//! Natural numbers of any size, small ones in a word: how many components are alike, how many tokens a heap has.

use std::fmt;
use std::ops::AddAssign;

use num_bigint::BigUint;

/// A natural number.
///
/// ```
/// use impartial::language::Natural;
/// let mut number = Natural::from(u64::MAX);
/// assert!(number.is_odd());
/// number += Natural::from(1);
/// assert_eq!(number.to_string(), "18446744073709551616");
/// assert_eq!(number.less_one(), Natural::from(u64::MAX));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Natural(Size);

// Numbers of a word are always `Word`, so the derived equality and order are those of numbers.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Size {
    Word(u64),
    Large(Box<BigUint>),
}

impl Natural {
    /// Whether there is none.
    pub fn is_zero(&self) -> bool {
        self.0 == Size::Word(0)
    }

    /// Whether there is exactly one.
    pub fn is_one(&self) -> bool {
        self.0 == Size::Word(1)
    }

    /// Whether one is left when equal components cancel in pairs.
    pub fn is_odd(&self) -> bool {
        match &self.0 {
            Size::Word(count) => count % 2 == 1,
            Size::Large(count) => count.bit(0),
        }
    }

    /// The number, if a word holds it.
    pub fn to_u64(&self) -> Option<u64> {
        match &self.0 {
            Size::Word(count) => Some(*count),
            Size::Large(_) => None,
        }
    }

    /// The number.
    pub fn to_biguint(&self) -> BigUint {
        match &self.0 {
            Size::Word(count) => BigUint::from(*count),
            Size::Large(count) => count.as_ref().clone(),
        }
    }

    /// One fewer.
    ///
    /// # Panics
    /// When there is none.
    #[must_use]
    pub fn less_one(&self) -> Natural {
        match &self.0 {
            Size::Word(count) => Natural(Size::Word(count.checked_sub(1).expect("there is one"))),
            Size::Large(count) => Natural::from(count.as_ref() - 1u32),
        }
    }
}

impl From<u64> for Natural {
    fn from(count: u64) -> Self {
        Natural(Size::Word(count))
    }
}

impl From<BigUint> for Natural {
    fn from(count: BigUint) -> Self {
        Natural(u64::try_from(&count).map_or_else(|_| Size::Large(Box::new(count)), Size::Word))
    }
}

impl AddAssign for Natural {
    fn add_assign(&mut self, other: Self) {
        let sum = self.to_u64().zip(other.to_u64()).and_then(|(a, b)| a.checked_add(b));
        *self = sum.map_or_else(|| Natural::from(self.to_biguint() + other.to_biguint()), Natural::from);
    }
}

/// A number, in quotes when it is larger than a word.
impl serde::Serialize for Natural {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match &self.0 {
            Size::Word(count) => serializer.serialize_u64(*count),
            Size::Large(count) => serializer.collect_str(count),
        }
    }
}

impl fmt::Display for Natural {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Size::Word(count) => count.fmt(f),
            Size::Large(count) => count.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn naturals_are_numbers_on_both_sides_of_a_word() {
        let edge = BigUint::from(1u32) << 64;
        let numbers: Vec<BigUint> = [0u32, 1, 2, 7]
            .into_iter()
            .flat_map(|n| [BigUint::from(n), &edge - 1u32 - n, &edge + n, (&edge << 70) + n])
            .collect();
        for a in &numbers {
            let count = Natural::from(a.clone());
            assert_eq!((count.to_biguint(), count.to_string()), (a.clone(), a.to_string()));
            assert_eq!(count.is_odd(), a.bit(0));
            assert_eq!((count.is_zero(), count.is_one()), (*a == BigUint::ZERO, *a == BigUint::from(1u32)));
            if *a > BigUint::ZERO {
                assert_eq!(count.less_one(), Natural::from(a - 1u32));
            }
            for b in &numbers {
                let mut sum = count.clone();
                sum += Natural::from(b.clone());
                assert_eq!(sum, Natural::from(a + b));
                assert_eq!(count.cmp(&Natural::from(b.clone())), a.cmp(b));
            }
        }
    }
}
