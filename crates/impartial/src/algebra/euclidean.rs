//! Euclidean domains: where modules have Smith normal forms and elements have factors.

use std::fmt::Debug;
use std::hash::Hash;

use num_bigint::{BigInt, BigUint, Sign};

use crate::limits::{Limits, StopReason};
use crate::nim::prime::{Primality, primality, rho};

/// Why an element was not written as a product of primes.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unfactored {
    /// A limit was reached.
    #[error("{0}")]
    Stopped(#[from] StopReason),
    /// The search for factors gave up; the text is the part that it gave up on.
    #[error("the factors of {0} are not found here, and the answer depends on their number")]
    TooHard(String),
}

/// Primes with their exponents.
pub type Factors<E> = Vec<(E, u32)>;

/// A Euclidean domain that is not a field, with a chosen associate of every element (positive numbers, monic
/// polynomials).
pub trait EuclideanDomain: Clone + Debug + Eq + Hash + Ord {
    /// An element.
    type Element: Clone + Debug + Eq + Hash + Ord;

    /// The element 0.
    fn zero(&self) -> Self::Element;
    /// The element 1.
    fn one(&self) -> Self::Element;
    /// a + b.
    fn sum(&self, a: &Self::Element, b: &Self::Element) -> Self::Element;
    /// a - b.
    fn difference(&self, a: &Self::Element, b: &Self::Element) -> Self::Element;
    /// ab.
    fn product(&self, a: &Self::Element, b: &Self::Element) -> Self::Element;
    /// The quotient q and the remainder r with a = qb + r, for b ≠ 0. The remainder depends on a modulo b only.
    fn division(&self, a: &Self::Element, b: &Self::Element) -> (Self::Element, Self::Element);
    /// Whether a is smaller than b in the order that division with remainder descends in.
    fn is_smaller(&self, a: &Self::Element, b: &Self::Element) -> bool;
    /// The unit u for which ua is the chosen associate; 1 for 0.
    fn unit_part(&self, a: &Self::Element) -> Self::Element;
    /// The primes that divide a chosen associate a ≠ 0, in some fixed order.
    ///
    /// # Errors
    /// When a limit is reached, or no factor is found.
    fn factors(&self, a: &Self::Element, limits: &Limits) -> Result<Factors<Self::Element>, Unfactored>;
    /// One prime that divides a chosen associate a, neither 0 nor a unit.
    ///
    /// # Errors
    /// When a limit is reached, or none is found.
    fn prime_factor(&self, a: &Self::Element, limits: &Limits) -> Result<Self::Element, Unfactored> {
        let factors = self.factors(a, limits)?;
        Ok(factors.into_iter().next().expect("no unit").0)
    }
    /// Some prime.
    fn some_prime(&self) -> Self::Element;
    /// The text of an element.
    fn show(&self, a: &Self::Element) -> String;
    /// The text of the domain.
    fn name(&self) -> String;

    /// Whether a = 0.
    fn is_zero(&self, a: &Self::Element) -> bool {
        *a == self.zero()
    }

    /// The chosen associate.
    fn associate(&self, a: &Self::Element) -> Self::Element {
        self.product(&self.unit_part(a), a)
    }

    /// Whether a divides b; 0 divides 0 only.
    fn divides(&self, a: &Self::Element, b: &Self::Element) -> bool {
        if self.is_zero(a) { self.is_zero(b) } else { self.is_zero(&self.division(b, a).1) }
    }

    /// The number of prime factors of a chosen associate a ≠ 0, Ω(a).
    ///
    /// # Errors
    /// As for [`factors`](Self::factors).
    fn omega(&self, a: &Self::Element, limits: &Limits) -> Result<u32, Unfactored> {
        Ok(self.factors(a, limits)?.iter().map(|(_, exponent)| exponent).sum())
    }

    /// Whether a chosen associate a ≠ 0 is prime.
    ///
    /// # Errors
    /// When that is not found out.
    fn is_prime(&self, a: &Self::Element, limits: &Limits) -> Result<bool, Unfactored> {
        Ok(self.omega(a, limits)? == 1)
    }

    /// a^k.
    fn power(&self, a: &Self::Element, k: u32) -> Self::Element {
        (0..k).fold(self.one(), |power, _| self.product(&power, a))
    }
}

/// The integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Integers;

impl EuclideanDomain for Integers {
    type Element = BigInt;

    fn zero(&self) -> BigInt {
        BigInt::ZERO
    }

    fn one(&self) -> BigInt {
        BigInt::from(1)
    }

    fn sum(&self, a: &BigInt, b: &BigInt) -> BigInt {
        a + b
    }

    fn difference(&self, a: &BigInt, b: &BigInt) -> BigInt {
        a - b
    }

    fn product(&self, a: &BigInt, b: &BigInt) -> BigInt {
        a * b
    }

    /// The remainder is at least 0 and smaller than |b|.
    fn division(&self, a: &BigInt, b: &BigInt) -> (BigInt, BigInt) {
        let (mut quotient, mut rest) = (a / b, a % b);
        if rest.sign() == Sign::Minus {
            rest += BigInt::from(b.magnitude().clone());
            quotient -= BigInt::from_biguint(b.sign(), BigUint::from(1_u8));
        }
        (quotient, rest)
    }

    fn is_smaller(&self, a: &BigInt, b: &BigInt) -> bool {
        a.magnitude() < b.magnitude()
    }

    fn unit_part(&self, a: &BigInt) -> BigInt {
        BigInt::from(if a.sign() == Sign::Minus { -1 } else { 1 })
    }

    fn factors(&self, a: &BigInt, limits: &Limits) -> Result<Factors<BigInt>, Unfactored> {
        let factors = prime_factors(a.magnitude(), limits)?;
        Ok(factors.into_iter().map(|(prime, exponent)| (prime.into(), exponent)).collect())
    }

    fn prime_factor(&self, a: &BigInt, limits: &Limits) -> Result<BigInt, Unfactored> {
        let (primes, hard) = factor(a.magnitude(), 1, limits)?;
        match (primes.into_iter().next(), hard) {
            (Some(prime), _) => Ok(prime.into()),
            (None, Some(hard)) => Err(too_hard(&hard)),
            (None, None) => unreachable!("no unit"),
        }
    }

    fn is_prime(&self, a: &BigInt, limits: &Limits) -> Result<bool, Unfactored> {
        let n = a.magnitude();
        if *n <= BigUint::from(1_u8) {
            return Ok(false);
        }
        if n.bits() > MOST_BITS {
            return match (2..TRIALS).any(|d| n % d == BigUint::ZERO) {
                true => Ok(false),
                false => Err(too_hard(n)),
            };
        }
        match primality(n, limits)? {
            Primality::Prime => Ok(true),
            Primality::Composite => Ok(false),
            Primality::Unproved => Err(too_hard(n)),
        }
    }

    fn some_prime(&self) -> BigInt {
        BigInt::from(2)
    }

    fn show(&self, a: &BigInt) -> String {
        a.to_string()
    }

    fn name(&self) -> String {
        "Z".into()
    }
}

/// Longer numbers are not tested for primality.
const MOST_BITS: u64 = 2048;

/// The error about a number that is not factored.
fn too_hard(n: &BigUint) -> Unfactored {
    let text = n.to_string();
    Unfactored::TooHard(if text.len() <= 100 { text } else { format!("a number of {} digits", text.len()) })
}

/// Trial divisors below this are tried before anything cleverer.
const TRIALS: u32 = 1 << 12;

/// The prime factors of a positive number with their exponents, by increasing prime: trial division, then Pollard's rho.
///
/// # Errors
/// When a limit is reached; when rho finds no factor, or a factor is not proved to be prime.
pub(super) fn prime_factors(n: &BigUint, limits: &Limits) -> Result<Factors<BigUint>, Unfactored> {
    let (mut primes, hard) = factor(n, usize::MAX, limits)?;
    if let Some(hard) = hard {
        return Err(too_hard(&hard));
    }
    primes.sort_unstable();
    Ok(with_multiplicities(primes))
}

/// At least `enough` prime factors, or all that are found; and a part without a known factor, if there is one.
fn factor(
    n: &BigUint,
    enough: usize,
    limits: &Limits,
) -> Result<(Vec<BigUint>, Option<BigUint>), StopReason> {
    let one = BigUint::from(1_u8);
    let mut primes: Vec<BigUint> = Vec::new();
    let mut rest = n.clone();
    for d in 2..TRIALS {
        while &rest % d == BigUint::ZERO {
            limits.poll()?;
            rest /= d;
            primes.push(d.into());
        }
    }
    let mut open = vec![rest];
    let mut hard = None;
    while let Some(part) = open.pop() {
        limits.poll()?;
        if part == one || primes.len() >= enough {
            continue;
        }
        if part.bits() > MOST_BITS {
            hard = Some(part);
            continue;
        }
        match primality(&part, limits)? {
            Primality::Prime => primes.push(part),
            Primality::Composite => match rho(&part, limits)? {
                Some(found) => open.extend([&part / &found, found]),
                None => hard = Some(part),
            },
            Primality::Unproved => hard = Some(part),
        }
    }
    Ok((primes, hard))
}

/// Equal neighbours counted.
pub(super) fn with_multiplicities<E: Eq>(sorted: Vec<E>) -> Factors<E> {
    let mut factors: Factors<E> = Vec::new();
    for prime in sorted {
        match factors.last_mut() {
            Some((last, exponent)) if *last == prime => *exponent += 1,
            _ => factors.push((prime, 1)),
        }
    }
    factors
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn division_has_remainders_from_zero() {
        for a in -20_i32..20 {
            for b in (-7_i32..8).filter(|b| *b != 0) {
                let (q, r) = Integers.division(&a.into(), &b.into());
                assert_eq!(&q * b + &r, BigInt::from(a));
                assert!(r >= BigInt::ZERO && r < BigInt::from(b.abs()), "{a} {b}");
            }
        }
    }

    #[test]
    fn factors_multiply_to_the_number_and_are_prime() {
        let large: BigUint = "6082281231352149006917220".parse().unwrap();
        for n in (1..500_u32).map(BigUint::from).chain([large, BigUint::from(1_u8) << 100]) {
            let factors = prime_factors(&n, &Limits::none()).unwrap();
            let product: BigUint = factors.iter().map(|(p, k)| p.pow(*k)).product();
            assert_eq!(product, n);
            assert!(factors.is_sorted() && factors.windows(2).all(|two| two[0].0 != two[1].0));
        }
    }

    #[test]
    fn what_is_too_hard_is_said() {
        // (2^89 - 1)(2^107 - 1): both factors are far out of the reach of rho.
        let mersenne = |k: u32| (BigUint::from(1_u8) << k) - 1_u8;
        let hard = mersenne(89) * mersenne(107);
        assert_eq!(prime_factors(&hard, &Limits::none()), Err(Unfactored::TooHard(hard.to_string())));
        let long = (BigUint::from(1_u8) << 20_011) - 1_u8;
        assert_eq!(
            prime_factors(&long, &Limits::none()).unwrap_err().to_string(),
            "the factors of a number of 6024 digits are not found here, and the answer depends on their number"
        );
    }
}
