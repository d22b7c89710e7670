//! Prepared nimbers: the field of 2^64 in its polynomial basis, for long computations and for slices.

use std::ops::{Add, AddAssign, Mul, MulAssign};

use super::basis::{FROBENIUS_32, PREPARE, RESTORE};
use super::clmul::{Carryless, Kernel, reduce, run, run_wide};
use super::digits;
use super::limbs::{inverse_1, times_1};
use super::word::Nimber;

/// A nimber below 2^64 in the polynomial basis F_2\[x\]/(x^64+x^4+x^3+x+1), where a product costs one carry-less
/// multiplication. Prepare once, compute, restore once.
///
/// ```
/// use impartial::nim::{Nimber, Prepared};
/// let (a, b) = (Nimber::star(5u64), Nimber::star(6));
/// assert_eq!((Prepared::from(a) * Prepared::from(b)).restore(), a * b);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[repr(transparent)]
pub struct Prepared(u64);

impl From<Nimber<u64>> for Prepared {
    #[inline]
    fn from(nimber: Nimber<u64>) -> Self {
        Prepared(PREPARE.apply(nimber.number()))
    }
}

impl Prepared {
    /// 1.
    pub const ONE: Prepared = Prepared(1);

    /// The element whose polynomial has these coefficients, bit i that of x^i: data of programs that compute in
    /// F_2\[x\]/(x^64+x^4+x^3+x+1) are prepared as they stand.
    pub const fn from_polynomial(coefficients: u64) -> Self {
        Prepared(coefficients)
    }

    /// The coefficients of the polynomial, bit i that of x^i.
    pub const fn polynomial(self) -> u64 {
        self.0
    }

    /// The nimber.
    #[inline]
    pub fn restore(self) -> Nimber<u64> {
        Nimber::star(RESTORE.apply(self.0))
    }

    /// The power with an ordinary exponent; the power 0 is 1.
    #[must_use]
    pub fn pow(self, exponent: u64) -> Self {
        Prepared(run(Power(self.0, exponent)))
    }

    /// The inverse; `None` for 0.
    pub fn inverse(self) -> Option<Self> {
        (self.0 != 0).then(|| Prepared(run(Inverse(self.0))))
    }
}

struct Product(u64, u64);

impl Kernel for Product {
    type Output = u64;
    #[inline(always)]
    fn run<C: Carryless>(self, with: C) -> u64 {
        times_1(with, self.0, self.1)
    }
}

struct Power(u64, u64);

impl Kernel for Power {
    type Output = u64;
    #[inline(always)]
    fn run<C: Carryless>(self, with: C) -> u64 {
        let Power(mut power, mut exponent) = self;
        let mut result = 1;
        while exponent > 0 {
            if exponent & 1 == 1 {
                result = times_1(with, result, power);
            }
            power = times_1(with, power, power);
            exponent >>= 1;
        }
        result
    }
}

struct Inverse(u64);

impl Kernel for Inverse {
    type Output = u64;
    #[inline(always)]
    fn run<C: Carryless>(self, with: C) -> u64 {
        inverse_1(with, self.0, with.image(&FROBENIUS_32, self.0))
    }
}

// In characteristic two the sum is the exclusive or.
#[allow(clippy::suspicious_arithmetic_impl)]
impl Add for Prepared {
    type Output = Self;
    #[inline]
    fn add(self, other: Self) -> Self {
        Prepared(self.0 ^ other.0)
    }
}

#[allow(clippy::suspicious_op_assign_impl)]
impl AddAssign for Prepared {
    #[inline]
    fn add_assign(&mut self, other: Self) {
        self.0 ^= other.0;
    }
}

impl Mul for Prepared {
    type Output = Self;
    #[inline]
    fn mul(self, other: Self) -> Self {
        Prepared(run(Product(self.0, other.0)))
    }
}

impl MulAssign for Prepared {
    #[inline]
    fn mul_assign(&mut self, other: Self) {
        *self = *self * other;
    }
}

/// Nimbers below 2^64 in a row, prepared: products term by term, dot products and inverses, many at a time.
///
/// ```
/// use impartial::nim::{Nimber, PreparedSlice};
/// let mut left = PreparedSlice::prepare([4, 5, 6].map(Nimber::star));
/// let right = PreparedSlice::prepare([7, 8, 9].map(Nimber::star));
/// let sum = left.dot(&right);
/// left.multiply(&right);
/// assert_eq!(left.restore().iter().fold(Nimber::star(0), |sum, term| sum + *term), sum);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct PreparedSlice(Vec<u64>);

impl PreparedSlice {
    /// Prepares all of them.
    pub fn prepare(nimbers: impl IntoIterator<Item = Nimber<u64>>) -> Self {
        PreparedSlice(nimbers.into_iter().map(|nimber| PREPARE.apply(nimber.number())).collect())
    }

    /// The nimbers.
    pub fn restore(&self) -> Vec<Nimber<u64>> {
        self.0.iter().map(|limb| Nimber::star(RESTORE.apply(*limb))).collect()
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Multiplies term by term; terms beyond the shorter of the two stay as they are.
    pub fn multiply(&mut self, other: &PreparedSlice) {
        run_wide(Products(&mut self.0, &other.0));
    }

    /// The sum of the products term by term, over the shorter of the two.
    pub fn dot(&self, other: &PreparedSlice) -> Nimber<u64> {
        Nimber::star(RESTORE.apply(run_wide(Dot(&self.0, &other.0))))
    }

    /// Replaces every term by its inverse, 0 by 0: one inversion and about three products each (Montgomery).
    pub fn invert(&mut self) {
        run_wide(Inverses(&mut self.0));
    }
}

struct Products<'a>(&'a mut [u64], &'a [u64]);

impl Kernel for Products<'_> {
    type Output = ();
    #[inline(always)]
    fn run<C: Carryless>(self, with: C) {
        with.multiply_slices(self.0, self.1);
    }
}

struct Dot<'a>(&'a [u64], &'a [u64]);

impl Kernel for Dot<'_> {
    type Output = u64;
    #[inline(always)]
    fn run<C: Carryless>(self, with: C) -> u64 {
        reduce(with.dot(self.0, self.1))
    }
}

/// Independent chains, so that one product need not wait for another.
const CHAINS: usize = 4;

struct Inverses<'a>(&'a mut [u64]);

impl Kernel for Inverses<'_> {
    type Output = ();
    #[inline(always)]
    fn run<C: Carryless>(self, with: C) {
        let terms = self.0;
        // before[i] is the product of the non-zero terms before i in the chain i mod CHAINS.
        let mut before = Vec::with_capacity(terms.len());
        let mut chains = [1u64; CHAINS];
        for four in terms.chunks(CHAINS) {
            for (chain, term) in chains.iter_mut().zip(four) {
                before.push(*chain);
                *chain = times_1(with, *chain, term | u64::from(*term == 0));
            }
        }
        for chain in &mut chains {
            *chain = inverse_1(with, *chain, FROBENIUS_32.apply(*chain));
        }
        for (four, before) in terms.chunks_mut(CHAINS).zip(before.chunks(CHAINS)).rev() {
            for ((term, before), chain) in four.iter_mut().zip(before).zip(&mut chains) {
                let inverse = times_1(with, *chain, *before);
                *chain = times_1(with, *chain, *term | u64::from(*term == 0));
                *term = if *term == 0 { 0 } else { inverse };
            }
        }
    }
}

/// `left[i] := left[i] ∘ right[i]` for nimbers as they stand.
///
/// Terms beyond the shorter of the two stay as they are.
pub fn product_slices(left: &mut [Nimber<u64>], right: &[Nimber<u64>]) {
    if !digits::multiply(left, right) {
        for (a, b) in left.iter_mut().zip(right) {
            *a *= *b;
        }
    }
}

/// The same for numbers that stand for nimbers: `left[i]` becomes the number of `*left[i] ∘ *right[i]`.
///
/// ```
/// let mut left = [5, 16, 1 << 40];
/// impartial::nim::product_words(&mut left, &[6, 16, 1]);
/// assert_eq!(left, [8, 24, 1 << 40]);
/// ```
pub fn product_words(left: &mut [u64], right: &[u64]) {
    // Blocks that stay in the nearest cache.
    const BLOCK: usize = 1024;
    let mut nimbers = [[Nimber::star(0); BLOCK]; 2];
    let length = left.len().min(right.len());
    for (left, right) in left[..length].chunks_mut(BLOCK).zip(right.chunks(BLOCK)) {
        let [a, b] = &mut nimbers;
        for ((a, b), (left, right)) in a.iter_mut().zip(b.iter_mut()).zip(left.iter().zip(right)) {
            (*a, *b) = (Nimber::star(*left), Nimber::star(*right));
        }
        product_slices(&mut a[..left.len()], &b[..left.len()]);
        left.iter_mut().zip(a).for_each(|(left, a)| *left = a.number());
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// Fails when slices or prepared nimbers differ from single nimbers, at any length.
        #[test]
        fn slices_are_single_products(pairs in proptest::collection::vec((0u64.., 0u64..), 0..150), zero in 0usize..150) {
            let (mut left, right): (Vec<_>, Vec<_>) =
                pairs.iter().map(|(a, b)| (Nimber::star(*a), Nimber::star(*b))).unzip();
            if let Some(term) = left.get_mut(zero) {
                *term = Nimber::star(0);
            }
            let products: Vec<_> = left.iter().zip(&right).map(|(a, b)| *a * *b).collect();
            let mut prepared = PreparedSlice::prepare(left.iter().copied());
            let other = PreparedSlice::prepare(right.iter().copied());
            let sum = products.iter().fold(Nimber::star(0), |sum, term| sum + *term);
            prop_assert_eq!(prepared.dot(&other), sum);
            let mut inverses = prepared.clone();
            inverses.invert();
            let expected: Vec<_> = left.iter().map(|a| a.inverse().unwrap_or_default()).collect();
            prop_assert_eq!(inverses.restore(), expected);
            prepared.multiply(&other);
            prop_assert_eq!(&prepared.restore(), &products);
            product_slices(&mut left, &right);
            prop_assert_eq!(&left, &products);
            let (mut words, others): (Vec<u64>, Vec<u64>) = pairs.iter().copied().unzip();
            if let Some(word) = words.get_mut(zero) {
                *word = 0;
            }
            product_words(&mut words, &others);
            prop_assert_eq!(words, products.iter().map(|product| product.number()).collect::<Vec<_>>());
        }

        #[test]
        fn prepared_is_the_same_field(a: u64, b: u64, e: u64) {
            let (x, y) = (Nimber::star(a), Nimber::star(b));
            let (p, q) = (Prepared::from(x), Prepared::from(y));
            prop_assert_eq!((p * q).restore(), x * y);
            prop_assert_eq!((p + q).restore(), x + y);
            prop_assert_eq!(p.pow(e).restore(), x.pow(e.into()));
            prop_assert_eq!(p.inverse().map(Prepared::restore), x.inverse());
        }
    }
}
