//! Elements below ω^(ω^ω) as nim sums of monomials: products of generators with finite nimbers as coefficients.
//!
//! The generators are K(2^(n+1)) = 2^(2^n), which are finite, and K(p^(n+1)) = ω^(ω^k p^n) for the k-th odd prime p
//! (p_0 = 3). An ordinal ω^E c with E = Σ ω^k V_k is the nim product of c and, at each place k, of K(p^(j+1)) to the
//! power d_j, where d_j are the digits of V_k in base p [HWLJ; ONAG, chapter 6].

use std::collections::BTreeMap;

use num_bigint::BigUint;

use super::TransfiniteError;
use crate::nim::BigNimber;
use crate::ordinal::{Ordinal, Term};

/// At each place (an index of an odd prime) the digits d_0, d_1, …: the exponents of K(p), K(p²), …
///
/// Invariants: places increase; the last digit of each is not 0; digits are below the prime.
pub type Monomial = Vec<(usize, Vec<u64>)>;

/// A nim sum of monomials with non-zero coefficients.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Sparse(pub BTreeMap<Monomial, BigNimber>);

impl Sparse {
    pub fn finite(value: BigNimber) -> Self {
        let mut sum = Sparse::default();
        sum.toggle(Vec::new(), value);
        sum
    }

    pub fn is_zero(&self) -> bool {
        self.0.is_empty()
    }

    /// Adds a monomial with its coefficient.
    pub fn toggle(&mut self, monomial: Monomial, coefficient: BigNimber) {
        let sum = match self.0.remove(&monomial) {
            Some(present) => &present + &coefficient,
            None => coefficient,
        };
        if !sum.is_zero() {
            self.0.insert(monomial, sum);
        }
    }

    pub fn add(&mut self, other: &Sparse) {
        for (monomial, coefficient) in &other.0 {
            self.toggle(monomial.clone(), coefficient.clone());
        }
    }

    /// The finite value, if no infinite generator occurs.
    pub fn to_finite(&self) -> Option<BigNimber> {
        match self.0.len() {
            0 => Some(BigNimber::default()),
            1 => self.0.get(&Vec::new()).cloned(),
            _ => None,
        }
    }

    pub fn from_ordinal(value: &Ordinal) -> Result<Self, TransfiniteError> {
        let mut sum = Sparse::default();
        for Term { exponent, coefficient } in value.terms().iter() {
            let mut monomial = Monomial::new();
            for part in exponent.terms().iter().rev() {
                let place = part.exponent.to_u64().and_then(|place| usize::try_from(place).ok());
                let place = place.ok_or_else(|| TransfiniteError::NotAlgebraic(value.clone()))?;
                if place > LARGEST_PLACE {
                    return Err(TransfiniteError::OutOfReach(format!(
                        "{value} needs the prime of place {place}; places up to {LARGEST_PLACE} are computed"
                    )));
                }
                let base = BigUint::from(prime_at(place));
                let mut digits = Vec::new();
                let mut rest = part.coefficient.clone();
                while rest != BigUint::ZERO {
                    let digit = u64::try_from(&rest % &base).expect("a digit is below its base");
                    digits.push(digit);
                    rest /= &base;
                }
                monomial.push((place, digits));
            }
            sum.toggle(monomial, BigNimber::star(coefficient.clone()));
        }
        Ok(sum)
    }

    pub fn to_ordinal(&self) -> Ordinal {
        let mut terms: Vec<Term> = self
            .0
            .iter()
            .map(|(monomial, coefficient)| {
                let parts = monomial.iter().rev().map(|(place, digits)| {
                    let base = prime_at(*place);
                    let value = digits.iter().rev().fold(BigUint::ZERO, |value, digit| value * base + digit);
                    Term { exponent: Ordinal::from(*place as u64), coefficient: value }
                });
                Term { exponent: Ordinal::from_terms(parts), coefficient: coefficient.number().clone() }
            })
            .collect();
        terms.sort_by(|a, b| b.exponent.cmp(&a.exponent));
        Ordinal::from_terms(terms)
    }
}

/// The largest place whose prime is looked up; the field of K(p) outgrows every machine long before.
pub const LARGEST_PLACE: usize = 1 << 16;

/// The odd prime of a place: 3, 5, 7, 11, …
pub fn prime_at(place: usize) -> u64 {
    (3..).step_by(2).filter(|n| is_prime(*n)).nth(place).expect("there are infinitely many primes")
}

/// The place of an odd prime.
pub fn place_of(prime: u64) -> usize {
    (3..prime).step_by(2).filter(|n| is_prime(*n)).count()
}

/// Trial division.
pub fn is_prime(n: u64) -> bool {
    n > 1 && (2..).take_while(|d| d * d <= n).all(|d| !n.is_multiple_of(d))
}

/// The product of two monomials: the reduced monomial, and for each place where a factor α_p is left over, the place.
///
/// The digits of one place are added from the highest down, because K(p^(j+1))^p = K(p^j).
pub fn monomial_product(a: &Monomial, b: &Monomial) -> (Monomial, Vec<usize>) {
    let mut sums: BTreeMap<usize, Vec<u64>> = BTreeMap::new();
    for (place, digits) in a.iter().chain(b) {
        let sum = sums.entry(*place).or_default();
        sum.resize(sum.len().max(digits.len()), 0);
        for (sum, digit) in sum.iter_mut().zip(digits) {
            *sum += digit;
        }
    }
    let (mut product, mut left_over) = (Monomial::new(), Vec::new());
    for (place, mut digits) in sums {
        let prime = prime_at(place);
        for j in (0..digits.len()).rev() {
            if digits[j] >= prime {
                digits[j] -= prime;
                match j {
                    0 => left_over.push(place),
                    _ => digits[j - 1] += 1,
                }
            }
        }
        while digits.last() == Some(&0) {
            digits.pop();
        }
        if !digits.is_empty() {
            product.push((place, digits));
        }
    }
    (product, left_over)
}
