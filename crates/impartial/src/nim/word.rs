//! Finite nimbers in a machine word: the fields of 2^8, 2^16, 2^32, 2^64 and 2^128 elements.

use std::fmt;
use std::ops::{Add, AddAssign, Mul, MulAssign};

use num_bigint::BigUint;

use super::basis::{ARTIN_SCHREIER_ROOT, PREPARE, PREPARE_CONJUGATE, RESTORE, SQUARE, SQUARE_ROOT};
use super::clmul::{Carryless, Kernel, run};
use super::limbs::{self, inverse_1, product_2};
use super::polynomial::BinaryPolynomial;
use crate::integer::gcd;

/// The primes of 2^128 - 1, a square-free number: the Fermat numbers F_0 to F_6 in factors.
pub const GROUP_PRIMES: [u64; 9] = [3, 5, 17, 257, 641, 65_537, 274_177, 6_700_417, 67_280_421_310_721];

/// The nimber *n for n in a machine word: an element of the field of all numbers below 2^8, 2^16, 2^32, 2^64 or 2^128.
///
/// `+` is the nim sum and `*` the nim product. There is no `From` for integers, because the image of the integer n in a
/// field of characteristic two is n mod 2; [`star`](Nimber::star) makes *n. All operations stay in the field of the
/// word, so a root or a quadratic may have no solution here and have one in a larger word.
///
/// ```
/// use impartial::nim::Nimber;
/// let (a, b) = (Nimber::star(5u64), Nimber::star(6));
/// assert_eq!((a + b, a * b), (Nimber::star(3), Nimber::star(8)));
/// assert_eq!(a * a.inverse().unwrap(), Nimber::star(1));
/// ```
///
/// Source: [L, section 4].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
#[repr(transparent)]
pub struct Nimber<W>(W);

/// The machine words that are fields of nimbers: `u8`, `u16`, `u32`, `u64` and `u128`.
pub trait NimWord: Copy + Eq + Ord + Default + fmt::Display + fmt::Debug + sealed::Field {
    /// The bits of the word: the field has 2^BITS elements.
    const BITS: u32;
    /// The word as the largest one.
    fn wide(self) -> u128;
    /// The word with this value, which must fit.
    fn narrow(value: u128) -> Self;
}

mod sealed {
    /// The operations of a field; a number is an element as it stands.
    pub trait Field: Sized {
        fn product(self, other: Self) -> Self;
        fn square(self) -> Self;
        fn square_root(self) -> Self;
        fn inverse(self) -> Self;
        fn artin_schreier_root(self) -> Self;
    }
}

struct Product(u64, u64);

impl Kernel for Product {
    type Output = u64;
    #[inline(always)]
    fn run<C: Carryless>(self, with: C) -> u64 {
        let a = with.register(with.image(&PREPARE, self.0));
        let b = with.register(with.image(&PREPARE, self.1));
        with.image(&RESTORE, with.word(with.residue(with.product(a, b))))
    }
}

/// The nim product of two finite nimbers below 2^64, which form a field.
///
/// Both factors are brought to the polynomial basis, multiplied there, and the product is brought back.
///
/// ```
/// assert_eq!(impartial::nim::product(5, 6), 8);
/// assert_eq!(impartial::nim::product(1 << 32, 1 << 32), (1 << 32) ^ (1 << 31));
/// ```
// The call would cost a tenth of it, and the compiler finds it too long to do without.
#[inline(always)]
pub fn product(a: u64, b: u64) -> u64 {
    run(Product(a, b))
}

struct Inverse(u64);

impl Kernel for Inverse {
    type Output = u64;
    #[inline(always)]
    fn run<C: Carryless>(self, with: C) -> u64 {
        let conjugate = with.image(&PREPARE_CONJUGATE, self.0);
        with.image(&RESTORE, inverse_1(with, with.image(&PREPARE, self.0), conjugate))
    }
}

struct WideProduct(u128, u128);

fn split(a: u128) -> [u64; 2] {
    [PREPARE.apply(a as u64), PREPARE.apply((a >> 64) as u64)]
}

fn join(limbs: &[u64]) -> u128 {
    u128::from(RESTORE.apply(limbs[1])) << 64 | u128::from(RESTORE.apply(limbs[0]))
}

impl Kernel for WideProduct {
    type Output = u128;
    #[inline(always)]
    fn run<C: Carryless>(self, with: C) -> u128 {
        let prepare = |half: u64| with.register(with.image(&PREPARE, half));
        let halves = |a: u128| [prepare(a as u64), prepare((a >> 64) as u64)];
        let [low, high] = product_2(with, halves(self.0), halves(self.1));
        let restore = |limb| u128::from(with.image(&RESTORE, with.word(limb)));
        restore(high) << 64 | restore(low)
    }
}

macro_rules! narrow_field {
    ($($word:ty),*) => {$(
        impl sealed::Field for $word {
            #[inline(always)]
            fn product(self, other: Self) -> Self {
                product(u64::from(self), u64::from(other)) as Self
            }
            #[inline]
            fn square(self) -> Self {
                SQUARE.apply(u64::from(self)) as Self
            }
            #[inline]
            fn square_root(self) -> Self {
                SQUARE_ROOT.apply(u64::from(self)) as Self
            }
            #[inline]
            fn inverse(self) -> Self {
                run(Inverse(u64::from(self))) as Self
            }
            #[inline]
            fn artin_schreier_root(self) -> Self {
                ARTIN_SCHREIER_ROOT.apply(u64::from(self)) as Self
            }
        }
        impl NimWord for $word {
            const BITS: u32 = <$word>::BITS;
            fn wide(self) -> u128 {
                u128::from(self)
            }
            fn narrow(value: u128) -> Self {
                value as Self
            }
        }
    )*};
}

narrow_field!(u8, u16, u32, u64);

impl sealed::Field for u128 {
    #[inline]
    fn product(self, other: Self) -> Self {
        run(WideProduct(self, other))
    }
    fn square(self) -> Self {
        let mut limbs = split(self);
        limbs::square(&mut limbs);
        join(&limbs)
    }
    fn square_root(self) -> Self {
        let mut limbs = split(self);
        limbs::square_root(&mut limbs);
        join(&limbs)
    }
    fn inverse(self) -> Self {
        join(&limbs::inverse(&split(self)))
    }
    fn artin_schreier_root(self) -> Self {
        join(&limbs::artin_schreier_root(&split(self)))
    }
}

impl NimWord for u128 {
    const BITS: u32 = 128;
    fn wide(self) -> u128 {
        self
    }
    fn narrow(value: u128) -> Self {
        value
    }
}

impl<W: NimWord> Nimber<W> {
    /// *n.
    pub const fn star(n: W) -> Self {
        Nimber(n)
    }

    /// The n of *n.
    pub fn number(self) -> W {
        self.0
    }

    fn is_zero(self) -> bool {
        self.0 == W::default()
    }

    fn one() -> Self {
        Nimber(W::narrow(1))
    }

    /// The order of the multiplicative group, 2^BITS - 1.
    fn group_order() -> u128 {
        u128::MAX >> (128 - W::BITS)
    }

    /// The nim square.
    #[must_use]
    pub fn square(self) -> Self {
        Nimber(self.0.square())
    }

    /// The nim square root: every nimber has exactly one.
    ///
    /// ```
    /// use impartial::nim::Nimber;
    /// assert_eq!(Nimber::star(109u8).sqrt(), Nimber::star(77));
    /// ```
    #[must_use]
    pub fn sqrt(self) -> Self {
        Nimber(self.0.square_root())
    }

    /// The nim inverse; `None` for 0.
    pub fn inverse(self) -> Option<Self> {
        (!self.is_zero()).then(|| Nimber(self.0.inverse()))
    }

    /// `self` divided by `divisor`; `None` for division by 0.
    pub fn quotient(self, divisor: Self) -> Option<Self> {
        Some(self * divisor.inverse()?)
    }

    /// The nim power with an ordinary exponent; the power 0 is 1.
    #[must_use]
    pub fn pow(self, mut exponent: u128) -> Self {
        let (mut power, mut result) = (self, Self::one());
        while exponent > 0 {
            if exponent & 1 == 1 {
                result *= power;
            }
            power = power.square();
            exponent >>= 1;
        }
        result
    }

    /// The least y with y² + y = `self`; the other is y + 1. `None` when there is none in this field, which is when the
    /// trace is 1. The y is written x* in [L, section 5].
    pub fn artin_schreier_root(self) -> Option<Self> {
        (!self.trace()).then(|| Nimber(self.0.artin_schreier_root()))
    }

    /// The solutions in this field of y² + `linear` y + `constant` = 0, smallest first.
    ///
    /// ```
    /// use impartial::nim::Nimber;
    /// let star = Nimber::<u8>::star;
    /// assert_eq!(Nimber::solve_quadratic(star(1), star(1)), [star(2), star(3)]);
    /// assert_eq!(Nimber::solve_quadratic(star(0), star(3)), [star(2)]);
    /// assert_eq!(Nimber::solve_quadratic(star(1), star(128)), []);
    /// ```
    pub fn solve_quadratic(linear: Self, constant: Self) -> Vec<Self> {
        let Some(over) = linear.inverse() else { return vec![constant.sqrt()] };
        let Some(root) = (constant * over.square()).artin_schreier_root() else { return Vec::new() };
        let mut roots = vec![linear * root, linear * (root + Self::one())];
        roots.sort_unstable();
        roots
    }

    /// The trace to F_2, the sum of all conjugates x^(2^i), i < BITS: it is the top bit.
    pub fn trace(self) -> bool {
        self.0.wide() >> (W::BITS - 1) == 1
    }

    /// The trace to the subfield of 2^(2^level) elements: the sum of the conjugates over it.
    #[must_use]
    pub fn trace_to(self, level: u32) -> Self {
        let mut sum = self;
        for step in (level..W::BITS.ilog2()).rev() {
            sum += sum.conjugate(step);
        }
        sum
    }

    /// The norm to the subfield of 2^(2^level) elements: the product of the conjugates over it.
    #[must_use]
    pub fn norm_to(self, level: u32) -> Self {
        let mut product = self;
        for step in (level..W::BITS.ilog2()).rev() {
            product *= product.conjugate(step);
        }
        product
    }

    /// x^(2^(2^level)) for x in the field of 2^(2^(level+1)) elements: a1 F + a0 goes to a1 F + a0 + a1.
    fn conjugate(self, level: u32) -> Self {
        let value = self.0.wide();
        Nimber(W::narrow(value ^ value >> (1 << level)))
    }

    /// The degree over F_2: the least 2^j with *n below 2^(2^j).
    pub fn degree(self) -> u32 {
        (128 - self.0.wide().leading_zeros()).max(1).next_power_of_two()
    }

    /// The multiplicative order; `None` for 0.
    ///
    /// ```
    /// use impartial::nim::Nimber;
    /// assert_eq!(Nimber::star(4u8).order(), Some(15));
    /// ```
    pub fn order(self) -> Option<u128> {
        if self.is_zero() {
            return None;
        }
        let mut order = u128::MAX >> (128 - self.degree());
        for prime in GROUP_PRIMES.map(u128::from) {
            if order.is_multiple_of(prime) && self.pow(order / prime) == Self::one() {
                order /= prime;
            }
        }
        Some(order)
    }

    /// Whether the powers are all non-zero elements of this field.
    pub fn is_primitive(self) -> bool {
        self.order() == Some(Self::group_order())
    }

    /// The minimal polynomial over F_2: the product of X + c over the conjugates c.
    ///
    /// ```
    /// use impartial::nim::Nimber;
    /// assert_eq!(Nimber::star(4u8).minimal_polynomial().to_string(), "x^4+x+1");
    /// ```
    pub fn minimal_polynomial(self) -> BinaryPolynomial {
        let mut coefficients = vec![Self::one()];
        let mut conjugate = self;
        for _ in 0..self.degree() {
            coefficients.push(Self::default());
            for power in (1..coefficients.len()).rev() {
                coefficients[power] = coefficients[power] * conjugate + coefficients[power - 1];
            }
            coefficients[0] *= conjugate;
            conjugate = conjugate.square();
        }
        let mut bits = BigUint::ZERO;
        for (power, coefficient) in coefficients.iter().enumerate() {
            debug_assert!(coefficient.0.wide() < 2, "the coefficients are in F_2");
            bits.set_bit(power as u64, *coefficient == Self::one());
        }
        BinaryPolynomial(bits)
    }

    /// The n-th roots in this field; `None` when there is none, or when n is 0.
    ///
    /// With M = 2^BITS - 1 (square-free) and g = gcd(n, M): a is an n-th power iff a^(M/g) = 1, its roots are r ζ^k
    /// with r = a^(1/n mod M/g) and ζ a primitive g-th root of unity.
    ///
    /// ```
    /// use impartial::nim::Nimber;
    /// let power = Nimber::star(77u8).pow(5);
    /// let roots: Vec<_> = power.roots(5).unwrap().collect();
    /// assert_eq!(roots.len(), 5);
    /// assert!(roots.contains(&Nimber::star(77)) && roots.iter().all(|root| root.pow(5) == power));
    /// assert!(Nimber::star(2u64).roots(3).is_none());
    /// ```
    pub fn roots(self, n: u128) -> Option<Roots<W>> {
        if n == 0 {
            return None;
        }
        if self.is_zero() {
            return Some(Roots { next: self, factor: Self::one(), left: 1 });
        }
        let order = Self::group_order();
        let shared = gcd(n, order);
        let rest = order / shared;
        if self.pow(rest) != Self::one() {
            return None;
        }
        let exponent = if rest == 1 { 0 } else { inverse_modulo(n % rest, rest) };
        let factor = GROUP_PRIMES
            .iter()
            .filter(|prime| shared.is_multiple_of(u128::from(**prime)))
            .fold(Self::one(), |factor, prime| factor * Self::root_of_unity(u128::from(*prime)));
        Some(Roots { next: self.pow(exponent), factor, left: shared })
    }

    /// An element of the given prime order, which must divide the order of the group.
    fn root_of_unity(prime: u128) -> Self {
        let order = Self::group_order();
        // From the top, because small numbers lie in subfields.
        (1..=order)
            .rev()
            .map(|n| Nimber(W::narrow(n)).pow(order / prime))
            .find(|power| *power != Self::one())
            .expect("not every element is a power of that exponent")
    }
}

/// The n-th roots of a nimber, each once; see [`Nimber::roots`].
#[derive(Clone, Debug)]
pub struct Roots<W> {
    next: Nimber<W>,
    factor: Nimber<W>,
    left: u128,
}

impl<W> Roots<W> {
    /// How many there are still to come.
    pub fn count_left(&self) -> u128 {
        self.left
    }
}

impl<W: NimWord> Iterator for Roots<W> {
    type Item = Nimber<W>;

    fn next(&mut self) -> Option<Nimber<W>> {
        self.left = self.left.checked_sub(1)?;
        let root = self.next;
        self.next *= self.factor;
        Some(root)
    }
}

/// The inverse of `a` modulo `m`, which must be prime to it; m is at most 2^128 - 1 and more than 1.
fn inverse_modulo(a: u128, m: u128) -> u128 {
    // Extended Euclid with the coefficients kept modulo m.
    let (mut r, mut next_r, mut t, mut next_t) = (m, a, 0u128, 1u128);
    while next_r != 0 {
        let quotient = r / next_r;
        (r, next_r) = (next_r, r % next_r);
        let product = multiply_modulo(quotient % m, next_t, m);
        let difference = if t >= product { t - product } else { t + (m - product) };
        (t, next_t) = (next_t, difference);
    }
    t
}

/// a b mod m without overflow.
pub(super) fn multiply_modulo(a: u128, b: u128, m: u128) -> u128 {
    let product = BigUint::from(a) * BigUint::from(b) % BigUint::from(m);
    u128::try_from(product).expect("a remainder is below its modulus")
}

// In characteristic two the sum is the exclusive or.
#[allow(clippy::suspicious_arithmetic_impl)]
impl<W: NimWord> Add for Nimber<W> {
    type Output = Self;
    #[inline]
    fn add(self, other: Self) -> Self {
        Nimber(W::narrow(self.0.wide() ^ other.0.wide()))
    }
}

impl<W: NimWord> AddAssign for Nimber<W> {
    #[inline]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl<W: NimWord> Mul for Nimber<W> {
    type Output = Self;
    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        Nimber(self.0.product(other.0))
    }
}

impl<W: NimWord> MulAssign for Nimber<W> {
    #[inline]
    fn mul_assign(&mut self, other: Self) {
        *self = *self * other;
    }
}

impl<W: fmt::Display> fmt::Display for Nimber<W> {
    /// The number alone, as in the calculator: `5`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<W: fmt::Debug> fmt::Debug for Nimber<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "*{:?}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::definition;
    use super::*;

    /// The laws of a field and the definitions of the derived operations; one line makes the suite for a word.
    macro_rules! field_laws {
        ($name:ident, $word:ty) => {
            mod $name {
                use super::*;

                proptest! {
                    #[test]
                    fn laws(a: $word, b: $word, c: $word) {
                        let (a, b, c) = (Nimber::star(a), Nimber::star(b), Nimber::star(c));
                        let one = Nimber::star(1);
                        prop_assert_eq!(a + b, b + a);
                        prop_assert_eq!(a + a, Nimber::star(0));
                        prop_assert_eq!(a * b, b * a);
                        prop_assert_eq!(a * (b * c), (a * b) * c);
                        prop_assert_eq!(a * (b + c), a * b + a * c);
                        prop_assert_eq!(a * one, a);
                        prop_assert_eq!(a.square(), a * a);
                        prop_assert_eq!(a.sqrt() * a.sqrt(), a);
                        prop_assert_eq!(a.inverse().map(|over| over * a), (a != Nimber::star(0)).then_some(one));
                        prop_assert_eq!(b.quotient(a).map(|q| q * a), a.inverse().map(|_| b));
                        prop_assert_eq!(a.pow(5), a * a * a * a * a);
                    }

                    #[test]
                    fn derived(a: $word, b: $word, level in 0..<$word>::BITS.ilog2()) {
                        let (a, b) = (Nimber::star(a), Nimber::star(b));
                        let conjugates = |over: u32| {
                            let count = <$word>::BITS >> over;
                            std::iter::successors(Some(a), move |c| Some((0..1 << over).fold(*c, |c, _| c.square())))
                                .take(count as usize)
                        };
                        let sum = conjugates(0).fold(Nimber::star(0), |x, y| x + y);
                        prop_assert_eq!(sum, Nimber::star(<$word>::from(a.trace())));
                        prop_assert_eq!(conjugates(level).fold(Nimber::star(0), |x, y| x + y), a.trace_to(level));
                        prop_assert_eq!(conjugates(level).fold(Nimber::star(1), |x, y| x * y), a.norm_to(level));
                        match a.artin_schreier_root() {
                            Some(y) => {
                                prop_assert_eq!(y.square() + y, a);
                                prop_assert!(y < y + Nimber::star(1));
                            }
                            None => prop_assert!(a.trace()),
                        }
                        // (x+a)(x+b) has the roots a and b.
                        let mut roots = vec![a, b];
                        roots.sort_unstable();
                        roots.dedup();
                        prop_assert_eq!(Nimber::solve_quadratic(a + b, a * b), roots);
                        if let Some(order) = a.order() {
                            prop_assert_eq!(a.pow(order), Nimber::star(1));
                            prop_assert_eq!(Nimber::<$word>::group_order() % order, 0);
                        }
                        let polynomial = a.minimal_polynomial();
                        prop_assert_eq!(polynomial.degree(), Some(u64::from(a.degree())));
                        let value = polynomial.exponents().fold(Nimber::star(0), |sum, e| sum + a.pow(u128::from(e)));
                        prop_assert_eq!(value, Nimber::star(0));
                        for n in [2, 3, 15, 17, 21] {
                            let power = a.pow(n);
                            let roots: Vec<_> = power.roots(n).unwrap().collect();
                            prop_assert!(roots.contains(&a) && roots.iter().all(|root| root.pow(n) == power));
                            let distinct: std::collections::BTreeSet<_> = roots.iter().collect();
                            prop_assert_eq!(distinct.len(), roots.len());
                        }
                    }
                }
            }
        };
    }

    field_laws!(bytes, u8);
    field_laws!(bits_16, u16);
    field_laws!(bits_32, u32);
    field_laws!(bits_64, u64);
    field_laws!(bits_128, u128);

    #[test]
    fn products_below_256_are_the_definition() {
        for a in 0..=255u8 {
            for b in 0..=a {
                let expected = definition::product_by_ternary(a.into(), b.into());
                assert_eq!(product(a.into(), b.into()), expected, "{a} x {b}");
                assert_eq!(u64::from((Nimber::star(a) * Nimber::star(b)).number()), expected);
            }
            let inverse = definition::inverse_by_recursion(a.into());
            assert_eq!(Nimber::star(a).inverse().map(|over| u64::from(over.number())), inverse);
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn products_are_the_ternary_algorithm(a: u64, b: u64) {
            prop_assert_eq!(product(a, b), definition::product_by_ternary(a, b));
        }

        /// A word is a subfield of the next one.
        #[test]
        fn words_are_subfields(a: u32, b: u32) {
            let product = (Nimber::star(a) * Nimber::star(b)).number();
            prop_assert_eq!(u128::from(product), (Nimber::star(u128::from(a)) * Nimber::star(b.into())).number());
            prop_assert_eq!(Nimber::star(a).order(), Nimber::star(u128::from(a)).order());
        }
    }

    /// [L, exercise 2]: 2^(2^i) is a primitive root of the field 2^(2^(i+1)) iff i is 0 or 1.
    #[test]
    fn primitive_roots_of_exercise_2() {
        let orders: Vec<u128> = (0..7).map(|i| Nimber::star(1u128 << (1 << i)).order().unwrap()).collect();
        let full: Vec<bool> =
            orders.iter().enumerate().map(|(i, order)| *order == u128::MAX >> (128 - (2 << i))).collect();
        assert_eq!(full, [true, true, false, false, false, false, false]);
    }

    #[cfg(feature = "games")]
    #[test]
    fn the_nimber_of_a_product_of_games_is_the_nim_product() {
        use crate::game::tests_support::{Heap, Subtraction};
        use crate::game::{Product, Solver};
        use crate::limits::Limits;
        let subtraction = Subtraction(&[1, 3, 4]);
        let game = Product(&Heap, &subtraction);
        let mut whole = Solver::new(&game, Limits::none());
        let mut part = Solver::new(&subtraction, Limits::none());
        for (heap, tokens) in [(1, 6), (2, 1), (2, 2), (2, 3), (3, 3), (2, 4), (3, 4), (2, 6)] {
            let expected = product(u64::from(heap), part.nimber(&tokens).unwrap());
            assert_eq!(whole.nimber(&game.position(heap, tokens)), Ok(expected), "*{heap} x {tokens}");
        }
    }

    #[test]
    fn roots_that_do_not_exist() {
        assert!(Nimber::star(2u64).roots(3).is_none());
        assert!(Nimber::star(2u64).roots(0).is_none());
        assert_eq!(Nimber::star(0u64).roots(7).unwrap().count(), 1);
        assert_eq!(Nimber::star(1u8).roots(255).unwrap().count(), 255);
        assert_eq!(
            Nimber::star(1u64).roots(u128::from(u64::MAX)).unwrap().count_left(),
            u128::from(u64::MAX)
        );
    }
}
