//! Polynomials over F_2.

use std::fmt;

use num_bigint::BigUint;

use crate::limits::{Limits, StopReason};

/// A polynomial over F_2; bit i of the number is the coefficient of x^i.
///
/// ```
/// use impartial::nim::BinaryPolynomial;
/// assert_eq!(BinaryPolynomial(0b10011_u8.into()).to_string(), "x^4+x+1");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BinaryPolynomial(pub BigUint);

impl BinaryPolynomial {
    /// The degree; `None` for the zero polynomial.
    pub fn degree(&self) -> Option<u64> {
        self.0.bits().checked_sub(1)
    }

    /// Exponents with coefficient 1, largest first.
    pub fn exponents(&self) -> impl Iterator<Item = u64> + '_ {
        (0..self.0.bits()).rev().filter(|i| self.0.bit(*i))
    }
}

impl fmt::Display for BinaryPolynomial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.degree().is_none() {
            return write!(f, "0");
        }
        for (place, exponent) in self.exponents().enumerate() {
            if place > 0 {
                write!(f, "+")?;
            }
            match exponent {
                0 => write!(f, "1")?,
                1 => write!(f, "x")?,
                _ => write!(f, "x^{exponent}")?,
            }
        }
        Ok(())
    }
}

/// Berlekamp and Massey over F_2: the characteristic polynomial of the shortest linear recurrence.
///
/// # Errors
/// When a limit is reached.
pub fn shortest_recurrence(sequence: &[bool], limits: &Limits) -> Result<BinaryPolynomial, StopReason> {
    let bit = BigUint::from(1u8);
    let (mut current, mut previous) = (bit.clone(), bit.clone());
    let (mut length, mut gap) = (0usize, 1u64);
    // The last terms, newest in bit 0, so that a discrepancy is one parity.
    let mut window = BigUint::ZERO;
    for (n, term) in sequence.iter().enumerate() {
        limits.poll()?;
        window <<= 1u8;
        window.set_bit(0, *term);
        let common = &window & &current;
        let discrepancy = common.iter_u64_digits().map(u64::count_ones).sum::<u32>() & 1 == 1;
        if discrepancy {
            let next = &current ^ (&previous << gap);
            if 2 * length <= n {
                previous = std::mem::replace(&mut current, next);
                length = n + 1 - length;
                gap = 0;
            } else {
                current = next;
            }
        }
        gap += 1;
    }
    // The connection polynomial reversed.
    let mut reversed = BigUint::ZERO;
    for power in 0..=length as u64 {
        reversed.set_bit(length as u64 - power, current.bit(power));
    }
    Ok(BinaryPolynomial(reversed))
}
