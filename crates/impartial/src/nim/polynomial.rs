//! Polynomials over F_2.

use std::fmt;

use num_bigint::BigUint;

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
