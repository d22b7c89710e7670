//! Which ordinal is which element of the perfect closure.
//!
//! With t = ω^(ω^ω), F = t and B the basis of F(t) [L, section 5]: t^n stands at the ordinal t^n and (t+a)^-n at
//! t^(ω(1+a)+n-1), because that is the order of B. The root t^(1/2^(i+1)) stands at t^(t·2^i), so a product of different
//! ones at t^(t·m), the bits of m saying which; and coefficients multiply in the ordinary way, as in every normal form.

use super::Element;
use super::fraction::{Fraction, check_degree};
use crate::nim::TransfiniteError;
use crate::ordinal::{Ordinal, Term};

/// ω^ω: the ordinals with a smaller degree are the elements of F.
pub fn omega_to_omega() -> Ordinal {
    Ordinal::omega_power(Ordinal::omega())
}

/// t = ω^(ω^ω).
pub fn transcendental() -> Ordinal {
    Ordinal::omega_power(omega_to_omega())
}

/// The place of a coefficient: the exponent e of t^e.
enum Place {
    Power(usize),
    Pole(Ordinal, usize),
}

/// Splits an ordinal ω^d·high + low with low < ω^d for an infinite or finite `d`.
fn split_at(of: &Ordinal, d: &Ordinal) -> (Ordinal, Ordinal) {
    let (high, low): (Vec<Term>, Vec<Term>) =
        of.terms().iter().cloned().partition(|term| term.exponent >= *d);
    let lowered = high.into_iter().map(|term| Term {
        exponent: term.exponent.left_difference(d).expect("these exponents are not smaller"),
        coefficient: term.coefficient,
    });
    (Ordinal::from_terms(lowered), Ordinal::from_terms(low))
}

impl Element {
    /// Reads an ordinal.
    pub fn from_ordinal(of: &Ordinal) -> Result<Self, TransfiniteError> {
        let mut element = Element::default();
        for term in of.terms().iter() {
            let (exponent, low) = split_at(&term.exponent, &Ordinal::omega());
            let c = Ordinal::term(low, term.coefficient.clone());
            let (roots, exponent) = split_at(&exponent, &omega_to_omega());
            let roots = roots.to_natural().ok_or_else(|| TransfiniteError::BeyondPerfect(of.clone()))?;
            let roots = u64::try_from(roots).map_err(|_| too_deep())?;
            let x = match place(&exponent)? {
                Place::Power(n) => Fraction::monomial(n, &c),
                Place::Pole(a, n) => Fraction::pole(&a, n, &c),
            };
            element.add_part(roots.reverse_bits(), &x);
        }
        Ok(element)
    }

    /// The ordinal.
    pub fn to_ordinal(&self) -> Ordinal {
        let mut sum = Ordinal::ZERO;
        for (root, x) in &self.0 {
            let roots = &transcendental() * &Ordinal::from(root.reverse_bits());
            let mut add = |exponent: Ordinal, c: &Ordinal| {
                let exponent = &roots + &exponent;
                let power = Ordinal::omega_power(&omega_to_omega() * &exponent);
                sum = sum.nim_sum(&(&power * c));
            };
            for (n, c) in x.polynomial.iter().enumerate() {
                add(Ordinal::from(n as u64), c);
            }
            for (a, list) in &x.poles {
                let start = &Ordinal::omega() * &(&Ordinal::ONE + a);
                for (i, c) in list.iter().enumerate() {
                    add(&start + &Ordinal::from(i as u64), c);
                }
            }
        }
        sum
    }
}

/// The element of B at t^exponent, for an exponent below t.
fn place(exponent: &Ordinal) -> Result<Place, TransfiniteError> {
    let (high, low) = split_at(exponent, &Ordinal::ONE);
    let n = low.to_u64().and_then(|n| usize::try_from(n).ok()).unwrap_or(usize::MAX);
    check_degree(n)?;
    if high.is_zero() {
        return Ok(Place::Power(n));
    }
    let a = high.left_difference(&Ordinal::ONE).expect("it is not 0");
    Ok(Place::Pole(a, n + 1))
}

/// The error for roots t^(1/2^n) with n above 64.
pub fn too_deep() -> TransfiniteError {
    TransfiniteError::OutOfReach("roots of w^w^w are computed down to its 2^64-th root".into())
}
