//! Finite nimbers of any size.

use std::fmt;
use std::ops::{Add, Mul};

use num_bigint::BigUint;

use super::basis::{PREPARE, RESTORE};
use super::fermat;
use super::limbs;
use super::polynomial::{BinaryPolynomial, shortest_recurrence};
use crate::limits::{Limits, StopReason};

/// A finite nimber of any size: an element of the quadratic closure of F_2, the field of all natural numbers.
///
/// ```
/// use impartial::nim::BigNimber;
/// let star = |text: &str| BigNimber::star(text.parse().unwrap());
/// let f = star("340282366920938463463374607431768211456"); // 2^128
/// assert_eq!(&f * &f, star("510423550381407695195061911147652317184")); // 2^128 + 2^127
/// ```
///
/// Source: [L, section 4]. Cost of a product of n limbs of 64 bits: O(n^1.585 log n).
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct BigNimber(BigUint);

/// Nimbers of so many limbs are multiplied without asking for memory but that of the result.
const SHORT: usize = 16;

impl BigNimber {
    /// *n.
    pub fn star(n: BigUint) -> Self {
        BigNimber(n)
    }

    /// The n of *n.
    pub fn number(&self) -> &BigUint {
        &self.0
    }

    /// 1.
    pub fn one() -> Self {
        BigNimber(1u8.into())
    }

    /// Whether this is 0.
    pub fn is_zero(&self) -> bool {
        self.0 == BigUint::ZERO
    }

    /// The degree over F_2: the least 2^j with *n below 2^(2^j).
    pub fn degree(&self) -> u64 {
        self.0.bits().max(1).next_power_of_two()
    }

    /// The limbs that the field of `self` needs, a power of two.
    fn width(&self) -> usize {
        (self.degree() / 64).max(1) as usize
    }

    fn prepare(&self, width: usize) -> Vec<u64> {
        let mut limbs = vec![0; width];
        self.prepare_into(&mut limbs);
        limbs
    }

    fn prepare_into(&self, limbs: &mut [u64]) {
        for (limb, digit) in limbs.iter_mut().zip(self.0.iter_u64_digits()) {
            *limb = PREPARE.apply(digit);
        }
    }

    fn restore(limbs: &[u64]) -> Self {
        let mut words = Vec::with_capacity(2 * limbs.len());
        for limb in limbs {
            let word = RESTORE.apply(*limb);
            words.extend([word as u32, (word >> 32) as u32]);
        }
        BigNimber(BigUint::new(words))
    }

    /// The nim square.
    #[must_use]
    pub fn square(&self) -> Self {
        let mut limbs = self.prepare(self.width());
        limbs::square(&mut limbs);
        Self::restore(&limbs)
    }

    /// The nim square root: every nimber has exactly one.
    #[must_use]
    pub fn sqrt(&self) -> Self {
        let mut limbs = self.prepare(self.width());
        limbs::square_root(&mut limbs);
        Self::restore(&limbs)
    }

    /// The nim inverse; `None` for 0.
    pub fn inverse(&self) -> Option<Self> {
        (!self.is_zero()).then(|| Self::restore(&limbs::inverse(&self.prepare(self.width()))))
    }

    /// `self` divided by `divisor`; `None` for division by 0.
    pub fn quotient(&self, divisor: &Self) -> Option<Self> {
        Some(self * &divisor.inverse()?)
    }

    /// The nim power with an ordinary exponent; the power 0 is 1.
    ///
    /// An exponent larger than the order of the group of the field is reduced first.
    #[must_use]
    pub fn pow(&self, exponent: &BigUint) -> Self {
        if *exponent == BigUint::ZERO {
            return Self::one();
        }
        if self.is_zero() {
            return self.clone();
        }
        let exponent = exponent % ((BigUint::from(1u8) << self.degree()) - 1u8);
        let width = self.width();
        let power = self.prepare(width);
        let mut result = vec![0; width];
        result[0] = 1;
        let mut product = vec![0; width];
        for bit in (0..exponent.bits()).rev() {
            limbs::square(&mut result);
            if exponent.bit(bit) {
                limbs::multiply(&result, &power, &mut product);
                std::mem::swap(&mut result, &mut product);
            }
        }
        Self::restore(&result)
    }

    /// The least y with y² + y = `self`; the other is y + 1. It always exists, if need be in the next larger field.
    ///
    /// ```
    /// use impartial::nim::BigNimber;
    /// let root = BigNimber::star(8u8.into()).artin_schreier_root();
    /// assert_eq!(root, BigNimber::star(16u8.into()));
    /// ```
    #[must_use]
    pub fn artin_schreier_root(&self) -> Self {
        let mut width = self.width();
        if limbs::trace(&self.prepare(width)) {
            width *= 2;
        }
        Self::restore(&limbs::artin_schreier_root(&self.prepare(width)))
    }

    /// The solutions of y² + `linear` y + `constant` = 0, smallest first; one if they are equal.
    pub fn solve_quadratic(linear: &Self, constant: &Self) -> Vec<Self> {
        let Some(over) = linear.inverse() else { return vec![constant.sqrt()] };
        let root = (constant * &over.square()).artin_schreier_root();
        let mut roots = vec![linear * &root, linear * &(&root + &Self::one())];
        roots.sort_unstable();
        roots
    }

    /// The trace to F_2 from the field of 2^`degree` elements, which must contain `self`: the top bit.
    pub fn trace(&self, degree: u64) -> bool {
        self.0.bit(degree - 1)
    }

    /// The multiplicative order; `None` for 0, and from 2^4096 on, where the order of the group is not factored.
    pub fn order(&self) -> Option<BigUint> {
        if self.is_zero() {
            return None;
        }
        let mut order = (BigUint::from(1u8) << self.degree()) - 1u8;
        for prime in fermat::primes_of_group(self.degree().ilog2())? {
            let divided = &order / &prime;
            if self.pow(&divided) == Self::one() {
                order = divided;
            }
        }
        Some(order)
    }

    /// The minimal polynomial over F_2: the shortest linear recurrence (Berlekamp and Massey) of a linear functional on the
    /// powers. The functional does not vanish on the first of them, which is 1; and what the recurrence gives divides the
    /// minimal polynomial, which is irreducible.
    ///
    /// Cost: 2d products for degree d, and d²/32 operations on words.
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn minimal_polynomial(&self, limits: &Limits) -> Result<BinaryPolynomial, StopReason> {
        if self.is_zero() {
            return Ok(BinaryPolynomial(2u8.into()));
        }
        let width = self.width();
        let x = self.prepare(width);
        let (mut power, mut product) = (vec![0; width], vec![0; width]);
        power[0] = 1;
        let mut sequence = Vec::new();
        for _ in 0..2 * self.degree() {
            limits.poll_steps(1 + width as u64 / 64)?;
            sequence.push(power[0] & 1 == 1);
            limbs::multiply(&power, &x, &mut product);
            std::mem::swap(&mut power, &mut product);
        }
        shortest_recurrence(&sequence, limits)
    }
}

// In characteristic two the sum is the exclusive or.
#[allow(clippy::suspicious_arithmetic_impl)]
impl Add for &BigNimber {
    type Output = BigNimber;
    fn add(self, other: &BigNimber) -> BigNimber {
        BigNimber(&self.0 ^ &other.0)
    }
}

impl Mul for &BigNimber {
    type Output = BigNimber;
    fn mul(self, other: &BigNimber) -> BigNimber {
        let width = self.width().max(other.width());
        if width <= SHORT {
            // Asking for memory would take as long as the products of limbs.
            let mut room = [[0; SHORT]; 3];
            let [a, b, product] = room.each_mut().map(|limbs| &mut limbs[..width]);
            self.prepare_into(a);
            other.prepare_into(b);
            limbs::multiply(a, b, product);
            return BigNimber::restore(product);
        }
        let mut product = vec![0; width];
        limbs::multiply(&self.prepare(width), &other.prepare(width), &mut product);
        BigNimber::restore(&product)
    }
}

impl fmt::Display for BigNimber {
    /// The number alone, as in the calculator: `5`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::word::Nimber;
    use super::*;

    fn big(words: &[u64]) -> BigNimber {
        let halves = words.iter().flat_map(|word| [*word as u32, (*word >> 32) as u32]).collect();
        BigNimber::star(BigUint::new(halves))
    }

    fn nimbers() -> impl Strategy<Value = BigNimber> {
        proptest::collection::vec(any::<u64>(), 0..18).prop_map(|words| big(&words))
    }

    proptest! {
        #[test]
        fn laws(a in nimbers(), b in nimbers(), c in nimbers()) {
            prop_assert_eq!(&a * &b, &b * &a);
            prop_assert_eq!(&a * &(&b * &c), &(&a * &b) * &c);
            prop_assert_eq!(&a * &(&b + &c), &(&a * &b) + &(&a * &c));
            prop_assert_eq!(&a * &BigNimber::one(), a.clone());
            prop_assert_eq!(a.square(), &a * &a);
            prop_assert_eq!(a.sqrt().square(), a.clone());
            prop_assert_eq!(a.inverse().map(|over| &over * &a), (!a.is_zero()).then(BigNimber::one));
            let root = a.artin_schreier_root();
            prop_assert_eq!(&root.square() + &root, a.clone());
            prop_assert!(!root.number().bit(0));
            prop_assert_eq!(a.pow(&5u8.into()), &(&a.square().square() * &a) * &BigNimber::one());
        }

        #[test]
        fn the_words_are_inside(a: u128, b: u128) {
            let wide = |n: u128| BigNimber::star(n.into());
            prop_assert_eq!(&wide(a) * &wide(b), wide((Nimber::star(a) * Nimber::star(b)).number()));
            prop_assert_eq!(wide(a).minimal_polynomial(&Limits::none()).unwrap(), Nimber::star(a).minimal_polynomial());
            prop_assert_eq!(wide(a).order(), Nimber::star(a).order().map(BigUint::from));
        }
    }

    /// F_n = 2^(2^n) squares to F_n + F_n/2, and 2^(2^n - 1) is the product of all smaller F.
    #[test]
    fn fermat_powers_to_four_thousand_bits() {
        let power = |exponent: u64| BigNimber::star(BigUint::from(1u8) << exponent);
        let mut product = BigNimber::one();
        for n in 0..13 {
            let f = power(1 << n);
            assert_eq!(product, power((1 << n) - 1), "n = {n}");
            assert_eq!(f.square(), &f + &product);
            product = &product * &f;
        }
    }
}
