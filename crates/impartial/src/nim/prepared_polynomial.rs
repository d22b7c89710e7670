//! Polynomials over the field of 2^64 nimbers, with prepared coefficients.

use std::ops::{Add, Mul};

use super::basis::{PREPARE, RESTORE};
use super::clmul::{Carryless, Kernel, reduce, run_wide};
use super::limbs::times_1;
use super::prepared::Prepared;
use super::word::Nimber;

/// Products of this many coefficients or fewer are computed term by term, longer ones by halves (Karatsuba).
const SHORT: usize = 64;

/// A polynomial whose coefficients are nimbers below 2^64.
///
/// ```
/// use impartial::nim::{Nimber, PreparedPolynomial};
/// let polynomial = |c: &[u64]| PreparedPolynomial::prepare(c.iter().copied().map(Nimber::star));
/// let (a, b) = (polynomial(&[1, 2, 1]), polynomial(&[5, 1]));
/// let product = &a * &b;
/// let x = Nimber::star(77);
/// assert_eq!(product.evaluate(x), a.evaluate(x) * b.evaluate(x));
/// assert_eq!(product.divide(&b), Some((a, polynomial(&[]))));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct PreparedPolynomial(
    /// From the constant up; the last is not 0.
    Vec<u64>,
);

impl PreparedPolynomial {
    /// The polynomial with these coefficients, from the constant up.
    pub fn prepare(coefficients: impl IntoIterator<Item = Nimber<u64>>) -> Self {
        Self::trimmed(coefficients.into_iter().map(|c| PREPARE.apply(c.number())).collect())
    }

    /// The coefficients, from the constant up; none for 0.
    pub fn restore(&self) -> Vec<Nimber<u64>> {
        self.0.iter().map(|c| Nimber::star(RESTORE.apply(*c))).collect()
    }

    /// The degree; `None` for 0.
    pub fn degree(&self) -> Option<usize> {
        self.0.len().checked_sub(1)
    }

    /// The value at a point (Horner).
    pub fn evaluate(&self, at: Nimber<u64>) -> Nimber<u64> {
        Nimber::star(RESTORE.apply(run_wide(Evaluate(&self.0, PREPARE.apply(at.number())))))
    }

    /// Quotient and remainder; `None` for the divisor 0.
    pub fn divide(&self, by: &Self) -> Option<(Self, Self)> {
        let (lead, lower) = by.0.split_last()?;
        let over =
            Prepared::from_polynomial(*lead).inverse().expect("a leading coefficient is not 0").polynomial();
        let mut rest = self.0.clone();
        let steps = rest.len().saturating_sub(lower.len());
        let mut quotient = vec![0; steps];
        run_wide(Divide { rest: &mut rest, quotient: &mut quotient, lower, over });
        rest.truncate(lower.len());
        Some((Self::trimmed(quotient), Self::trimmed(rest)))
    }

    /// The monic greatest common divisor; 0 when both are 0.
    #[must_use]
    pub fn gcd(&self, other: &Self) -> Self {
        let (mut a, mut b) = (self.clone(), other.clone());
        while let Some((_, rest)) = a.divide(&b) {
            (a, b) = (b, rest);
        }
        let Some(lead) = a.0.last() else { return a };
        let over = Prepared::from_polynomial(*lead).inverse().expect("a leading coefficient is not 0");
        PreparedPolynomial(vec![over.polynomial()]).product(&a)
    }

    fn product(&self, other: &Self) -> Self {
        let mut product = vec![0; (self.0.len() + other.0.len()).saturating_sub(1)];
        run_wide(Convolution { left: &self.0, right: &other.0, product: &mut product });
        // A field has no divisors of zero, so only a factor 0 leaves zeros at the top.
        Self::trimmed(product)
    }

    fn trimmed(mut coefficients: Vec<u64>) -> Self {
        while coefficients.last() == Some(&0) {
            coefficients.pop();
        }
        PreparedPolynomial(coefficients)
    }
}

struct Evaluate<'a>(&'a [u64], u64);

impl Kernel for Evaluate<'_> {
    type Output = u64;
    #[inline(always)]
    fn run<C: Carryless>(self, with: C) -> u64 {
        self.0.iter().rev().fold(0, |value, c| times_1(with, value, self.1) ^ c)
    }
}

struct Divide<'a> {
    rest: &'a mut [u64],
    quotient: &'a mut [u64],
    /// The divisor without its leading coefficient.
    lower: &'a [u64],
    /// The inverse of the leading coefficient.
    over: u64,
}

impl Kernel for Divide<'_> {
    type Output = ();
    #[inline(always)]
    fn run<C: Carryless>(self, with: C) {
        for (at, quotient) in self.quotient.iter_mut().enumerate().rev() {
            let digit = times_1(with, self.rest[at + self.lower.len()], self.over);
            for (to, c) in self.rest[at..].iter_mut().zip(self.lower) {
                *to ^= times_1(with, digit, *c);
            }
            *quotient = digit;
        }
    }
}

struct Convolution<'a> {
    left: &'a [u64],
    right: &'a [u64],
    /// As long as the product, and zero.
    product: &'a mut [u64],
}

impl Kernel for Convolution<'_> {
    type Output = ();
    #[inline(always)]
    fn run<C: Carryless>(self, with: C) {
        convolve(with, self.left, self.right, self.product);
    }
}

/// Adds the product to `product`.
fn convolve<C: Carryless>(with: C, left: &[u64], right: &[u64], product: &mut [u64]) {
    let (short, long) = if left.len() < right.len() { (left, right) } else { (right, left) };
    if short.is_empty() {
        return;
    }
    if short.len() <= SHORT {
        let reversed: Vec<u64> = short.iter().rev().copied().collect();
        for (at, to) in product.iter_mut().enumerate().take(short.len() + long.len() - 1) {
            // Terms long[i] · short[at - i].
            let first = (at + 1).saturating_sub(short.len());
            let last = at.min(long.len() - 1);
            let offset = first + short.len() - 1 - at;
            *to ^= reduce(with.dot(&long[first..=last], &reversed[offset..]));
        }
        return;
    }
    if 2 * short.len() <= long.len() {
        for (block, at) in long.chunks(short.len()).zip((0..).step_by(short.len())) {
            convolve(with, block, short, &mut product[at..]);
        }
        return;
    }
    // (a + bX)(c + dX) = ac + ((a+b)(c+d) + ac + bd) X + bd X².
    let half = long.len().div_ceil(2);
    let (a, b) = long.split_at(half);
    let (c, d) = short.split_at(half);
    let sum = |low: &[u64], high: &[u64]| -> Vec<u64> {
        let high = high.iter().copied().chain(std::iter::repeat(0));
        low.iter().zip(high).map(|(low, high)| low ^ high).collect()
    };
    let mut low = vec![0; 2 * half - 1];
    convolve(with, a, c, &mut low);
    let mut high = vec![0; (b.len() + d.len()).saturating_sub(1)];
    convolve(with, b, d, &mut high);
    let mut cross = vec![0; 2 * half - 1];
    convolve(with, &sum(a, b), &sum(c, d), &mut cross);
    for (part, at) in [(&low, 0), (&low, half), (&high, half), (&high, 2 * half), (&cross, half)] {
        for (to, from) in product[at..].iter_mut().zip(part) {
            *to ^= from;
        }
    }
}

// In characteristic two the sum is the exclusive or.
#[allow(clippy::suspicious_arithmetic_impl)]
impl Add for &PreparedPolynomial {
    type Output = PreparedPolynomial;
    fn add(self, other: Self) -> PreparedPolynomial {
        let (short, long) = if self.0.len() < other.0.len() { (self, other) } else { (other, self) };
        let mut sum = long.0.clone();
        for (to, from) in sum.iter_mut().zip(&short.0) {
            *to ^= from;
        }
        PreparedPolynomial::trimmed(sum)
    }
}

impl Mul for &PreparedPolynomial {
    type Output = PreparedPolynomial;
    fn mul(self, other: Self) -> PreparedPolynomial {
        self.product(other)
    }
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;

    fn polynomials(length: std::ops::Range<usize>) -> impl Strategy<Value = PreparedPolynomial> {
        vec(prop_oneof![Just(0_u64), any::<u64>()], length)
            .prop_map(|c| PreparedPolynomial::prepare(c.into_iter().map(Nimber::star)))
    }

    fn product_by_definition(a: &PreparedPolynomial, b: &PreparedPolynomial) -> PreparedPolynomial {
        let (a, b) = (a.restore(), b.restore());
        let mut product = vec![Nimber::star(0); a.len() + b.len()];
        for (i, x) in a.iter().enumerate() {
            for (j, y) in b.iter().enumerate() {
                product[i + j] += *x * *y;
            }
        }
        PreparedPolynomial::prepare(product)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(60))]

        /// Fails when a product, by dot products or by halves, differs from the definition.
        #[test]
        fn products_by_definition(a in polynomials(0..300), b in polynomials(0..300)) {
            prop_assert_eq!(&a * &b, product_by_definition(&a, &b));
        }

        #[test]
        fn division_with_remainder(a in polynomials(0..40), b in polynomials(1..30), x: u64) {
            prop_assume!(b.degree().is_some());
            let (quotient, rest) = a.divide(&b).unwrap();
            prop_assert!(rest.degree() < b.degree());
            prop_assert_eq!(&(&quotient * &b) + &rest, a.clone());
            let x = Nimber::star(x);
            prop_assert_eq!(a.evaluate(x), quotient.evaluate(x) * b.evaluate(x) + rest.evaluate(x));
        }

        /// Fails when a common factor is missed, or what is left has one.
        #[test]
        fn common_divisors(a in polynomials(0..12), b in polynomials(0..12), c in polynomials(1..12)) {
            prop_assume!(c.degree().is_some() && a.degree().is_some());
            let (left, right) = (&a * &c, &b * &c);
            let gcd = left.gcd(&right);
            let (first, rest) = left.divide(&gcd).unwrap();
            prop_assert_eq!(rest.degree(), None);
            let (second, rest) = right.divide(&gcd).unwrap();
            prop_assert_eq!(rest.degree(), None);
            prop_assert_eq!(first.gcd(&second).degree(), Some(0));
            prop_assert_eq!(gcd.divide(&c).unwrap().1.degree(), None);
        }
    }

    #[test]
    fn zero() {
        let zero = PreparedPolynomial::default();
        let one = PreparedPolynomial::prepare([Nimber::star(1)]);
        assert_eq!((zero.degree(), one.degree()), (None, Some(0)));
        assert_eq!((&zero * &one, &one + &one, zero.gcd(&zero)), (zero.clone(), zero.clone(), zero.clone()));
        assert_eq!(one.divide(&zero), None);
        assert_eq!(zero.evaluate(Nimber::star(9)), Nimber::star(0));
    }
}
