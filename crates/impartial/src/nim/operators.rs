//! What else a number type has: differences, quotients, sums and products of lists, texts, wider words.

use std::iter::{Product, Sum};
use std::ops::{Add, Div, DivAssign, Mul, Neg, Sub, SubAssign};
use std::str::FromStr;

use num_bigint::BigUint;

use super::big::BigNimber;
use super::word::{NimWord, Nimber};
use crate::text::ReadError;

// In characteristic two the difference is the sum, and a quotient is a product with an inverse.

#[allow(clippy::suspicious_arithmetic_impl)]
impl<W: NimWord> Sub for Nimber<W> {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        self + other
    }
}

#[allow(clippy::suspicious_op_assign_impl)]
impl<W: NimWord> SubAssign for Nimber<W> {
    #[inline]
    fn sub_assign(&mut self, other: Self) {
        *self += other;
    }
}

/// Every nimber is its own negative.
impl<W: NimWord> Neg for Nimber<W> {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        self
    }
}

/// The nim quotient. [`Nimber::quotient`] is the same without a panic.
///
/// # Panics
/// For division by 0, as for integers.
///
/// ```
/// use impartial::nim::Nimber;
/// let (a, b) = (Nimber::star(200u64), Nimber::star(77));
/// assert_eq!(a / b * b, a);
/// assert_eq!(a - b, a + b);
/// ```
impl<W: NimWord> Div for Nimber<W> {
    type Output = Self;
    #[inline]
    fn div(self, divisor: Self) -> Self {
        self.quotient(divisor).expect("attempt to divide a nimber by zero")
    }
}

impl<W: NimWord> DivAssign for Nimber<W> {
    #[inline]
    fn div_assign(&mut self, divisor: Self) {
        *self = *self / divisor;
    }
}

impl<W: NimWord> Sum for Nimber<W> {
    fn sum<I: Iterator<Item = Self>>(terms: I) -> Self {
        terms.fold(Self::default(), |sum, term| sum + term)
    }
}

impl<'a, W: NimWord> Sum<&'a Nimber<W>> for Nimber<W> {
    fn sum<I: Iterator<Item = &'a Self>>(terms: I) -> Self {
        terms.copied().sum()
    }
}

impl<W: NimWord> Product for Nimber<W> {
    fn product<I: Iterator<Item = Self>>(factors: I) -> Self {
        factors.fold(Nimber::star(W::narrow(1)), |product, factor| product * factor)
    }
}

impl<'a, W: NimWord> Product<&'a Nimber<W>> for Nimber<W> {
    fn product<I: Iterator<Item = &'a Self>>(factors: I) -> Self {
        factors.copied().product()
    }
}

/// Reads what is printed: the n of *n, in decimal digits, with or without the star.
///
/// ```
/// use impartial::nim::{BigNimber, Nimber};
/// assert_eq!("*77".parse(), Ok(Nimber::star(77u8)));
/// assert_eq!("256".parse::<Nimber<u8>>().unwrap_err().to_string(), "256 is not below 2^8");
/// assert_eq!("340282366920938463463374607431768211456".parse::<BigNimber>().unwrap().degree(), 256);
/// ```
impl<W: NimWord> FromStr for Nimber<W> {
    type Err = ReadError;

    fn from_str(text: &str) -> Result<Self, ReadError> {
        let (digits, start) = digits(text)?;
        let number: Option<u128> = digits.parse().ok();
        let fits = number.filter(|number| W::BITS == 128 || number >> W::BITS == 0);
        let message = || format!("{digits} is not below 2^{}", W::BITS);
        let number = fits.ok_or_else(|| ReadError::new(start..text.len(), message()))?;
        Ok(Nimber::star(W::narrow(number)))
    }
}

impl FromStr for BigNimber {
    type Err = ReadError;

    fn from_str(text: &str) -> Result<Self, ReadError> {
        let (digits, _) = digits(text)?;
        let number: BigUint = digits.parse().expect("decimal digits are a number");
        Ok(BigNimber::star(number))
    }
}

/// The digits of a text that has nothing else, but a star before them, and where they begin.
fn digits(text: &str) -> Result<(&str, usize), ReadError> {
    let digits = text.strip_prefix('*').unwrap_or(text);
    let start = text.len() - digits.len();
    if digits.is_empty() {
        return Err(ReadError::new(start..start, "expected the digits of a number"));
    }
    match digits.find(|c: char| !c.is_ascii_digit()) {
        None => Ok((digits, start)),
        Some(at) => {
            let width = digits[at..].chars().next().map_or(0, char::len_utf8);
            Err(ReadError::new(start + at..start + at + width, "a nimber is written in decimal digits"))
        }
    }
}

/// A field of nimbers lies in every larger one, each number as it stands.
macro_rules! wider {
    ($($narrow:ty => $($wide:ty),+;)+) => {$($(
        impl From<Nimber<$narrow>> for Nimber<$wide> {
            #[inline]
            fn from(nimber: Nimber<$narrow>) -> Self {
                Nimber::star(<$wide>::from(nimber.number()))
            }
        }
    )+)+};
}

wider! {
    u8 => u16, u32, u64, u128;
    u16 => u32, u64, u128;
    u32 => u64, u128;
    u64 => u128;
}

/// ```
/// use impartial::nim::{BigNimber, Nimber};
/// let wide: Nimber<u128> = Nimber::star(77u8).into();
/// assert_eq!(BigNimber::from(wide).to_string(), "77");
/// ```
impl<W: NimWord> From<Nimber<W>> for BigNimber {
    fn from(nimber: Nimber<W>) -> Self {
        BigNimber::star(nimber.number().wide().into())
    }
}

#[allow(clippy::suspicious_arithmetic_impl)]
impl Sub for &BigNimber {
    type Output = BigNimber;
    fn sub(self, other: &BigNimber) -> BigNimber {
        self + other
    }
}

/// The nim quotient. [`BigNimber::quotient`] is the same without a panic.
///
/// # Panics
/// For division by 0, as for integers.
impl Div for &BigNimber {
    type Output = BigNimber;
    fn div(self, divisor: &BigNimber) -> BigNimber {
        self.quotient(divisor).expect("attempt to divide a nimber by zero")
    }
}

/// The operators on values, by those on references.
macro_rules! on_values {
    ($($operator:ident $method:ident),+) => {$(
        impl $operator for BigNimber {
            type Output = BigNimber;
            fn $method(self, other: BigNimber) -> BigNimber {
                (&self).$method(&other)
            }
        }
    )+};
}

on_values!(Add add, Sub sub, Mul mul, Div div);

impl Sum for BigNimber {
    fn sum<I: Iterator<Item = Self>>(terms: I) -> Self {
        terms.fold(BigNimber::star(BigUint::ZERO), |sum, term| &sum + &term)
    }
}

impl Product for BigNimber {
    fn product<I: Iterator<Item = Self>>(factors: I) -> Self {
        factors.fold(BigNimber::one(), |product, factor| &product * &factor)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// Breaks when a quotient or difference does not undo its product or sum, in any word or without a bound.
        #[test]
        fn quotients_and_differences_undo(a in any::<u128>(), b in 1..=u128::MAX) {
            let (x, y) = (Nimber::star(a), Nimber::star(b));
            prop_assert_eq!(x / y * y, x);
            prop_assert_eq!(x - y + y, x);
            prop_assert_eq!(-x, x);
            prop_assert_eq!(BigNimber::from(x / y), BigNimber::from(x) / BigNimber::from(y));
            let (x, y) = (Nimber::star(a as u64), Nimber::star(b as u64 | 1));
            prop_assert_eq!(x / y * y, x);
            prop_assert_eq!(Nimber::<u128>::from(x / y), Nimber::<u128>::from(x) / y.into());
        }

        /// Breaks when lists are not added and multiplied term by term.
        #[test]
        fn lists(words in prop::collection::vec(any::<u16>(), 0..9)) {
            let nimbers: Vec<Nimber<u16>> = words.iter().copied().map(Nimber::star).collect();
            let big = || nimbers.iter().copied().map(BigNimber::from);
            let (mut sum, mut product) = (Nimber::star(0), Nimber::star(1));
            for nimber in &nimbers {
                sum += *nimber;
                product *= *nimber;
            }
            prop_assert_eq!(nimbers.iter().sum::<Nimber<u16>>(), sum);
            prop_assert_eq!(nimbers.iter().product::<Nimber<u16>>(), product);
            prop_assert_eq!(big().sum::<BigNimber>(), BigNimber::from(sum));
            prop_assert_eq!(big().product::<BigNimber>(), BigNimber::from(product));
        }

        /// Breaks when a text does not read back.
        #[test]
        fn texts_read_back(number in any::<u64>()) {
            let nimber = Nimber::star(number);
            prop_assert_eq!(nimber.to_string().parse(), Ok(nimber));
            prop_assert_eq!(format!("{nimber:?}").parse(), Ok(nimber));
            prop_assert_eq!(nimber.to_string().parse(), Ok(BigNimber::from(nimber)));
        }
    }

    #[test]
    fn bad_texts_are_refused_with_their_place() {
        for (text, span) in [
            ("", 0..0),
            ("*", 1..1),
            ("1é", 1..3),
            ("-1", 0..1),
            ("*65536", 1..6),
            ("999999999999999999999999999999999999999999", 0..42),
        ] {
            assert_eq!(text.parse::<Nimber<u16>>().unwrap_err().span, span, "{text}");
        }
    }

    #[test]
    #[should_panic(expected = "divide a nimber by zero")]
    fn division_by_zero_panics() {
        let _ = Nimber::star(1u8) / Nimber::star(0);
    }
}
