//! Quadratic equations with coefficients in the perfect closure whose solutions lie above it [L, section 5].
//!
//! Let u = t^(tω), the perfect closure, and x* the least y with y² + y = x. Modulo the elements z² + z of u, every element is a nim sum of
//! elements of Lenstra's list L(u): the products of a power of two λ below t with t^E, for odd E, or with (t+a)^-E, for odd E and a below t. The
//! list is ordered as the ordinals are: by the place of the power of t (E = 2n+1 is the n-th; (t+a)^-(2n+1) the one at ω(1+a)+n), then by λ. Its
//! element with the number α has α* = u^(2^α): what is adjoined later enters the list behind. With λ = 2^β and the place ρ that is
//! 2^α = t^ρ λ. And x* + y* = (x + y)*, so that (t^E c)* is the nim sum of u^(t^ρ λ) over the powers of two λ in c.

use super::Fraction;
use super::form::{omega_to_omega, transcendental};
use crate::ordinal::Ordinal;

/// What the answers rest on.
pub const CITATION: &str = "Lenstra, Nim multiplication, section 5: the list L(u) of quadratic extensions";

/// x* for a nim sum of elements of the list: powers of t and orders of poles are odd.
pub fn above(x: &Fraction) -> Vec<Ordinal> {
    let mut found = Vec::new();
    for (n, c) in x.polynomial.iter().enumerate().skip(1).step_by(2) {
        adjoined(&Ordinal::from(n as u64 / 2), c, &mut found);
    }
    for (a, orders) in &x.poles {
        let first = &Ordinal::omega() * &(&Ordinal::ONE + a);
        for (n, c) in orders.iter().step_by(2).enumerate() {
            adjoined(&(&first + &Ordinal::from(n as u64)), c, &mut found);
        }
    }
    found
}

/// u^(t^place λ) for the powers of two λ in c.
fn adjoined(place: &Ordinal, c: &Ordinal, found: &mut Vec<Ordinal>) {
    let power = Ordinal::omega_power(&omega_to_omega() * place);
    for term in c.terms().iter() {
        for bit in (0..term.coefficient.bits()).filter(|bit| term.coefficient.bit(*bit)) {
            let two = Ordinal::term(term.exponent.clone(), num_bigint::BigUint::from(1u8) << bit);
            // u = w^(t's exponent · t · w).
            let exponent = &(&omega_to_omega() * &(&transcendental() * &Ordinal::omega())) * &(&power * &two);
            found.push(Ordinal::omega_power(exponent));
        }
    }
}
