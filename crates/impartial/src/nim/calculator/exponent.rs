//! Ordinary integers in an expression: exponents, degrees of roots, primes.

use num_bigint::BigUint;

use super::{MAX_EXPONENT, Reader, Result, Value};
use crate::ordinal::text::MAX_LENGTH;

impl Reader<'_, '_> {
    /// An ordinary integer after `**`: the sign and the absolute value.
    pub(super) fn exponent(&mut self) -> Result<(bool, BigUint)> {
        let is_negative = self.take("-");
        self.skip_blanks();
        let begin = self.at;
        if !is_negative && self.take("(") {
            if self.take("-") {
                self.enter()?;
                let value = self.integer_sum()?;
                self.depth -= 1;
                return if self.take(")") {
                    Ok((true, value))
                } else {
                    Err(self.unexpected("an operator or `)`"))
                };
            }
            self.at = begin;
        }
        let base = self.integer_atom()?;
        let value = if self.take("**") || self.take("^") {
            let (sign, exponent) = self.exponent()?;
            if sign {
                return Err(self.error(begin..self.at, "an exponent is a whole number"));
            }
            self.integer_power(begin, &base, &exponent)?
        } else {
            base
        };
        Ok((is_negative, value))
    }

    pub(super) fn integer_power(&self, begin: usize, base: &BigUint, exponent: &BigUint) -> Result<BigUint> {
        let exponent = u32::try_from(exponent)
            .ok()
            .filter(|e| base.bits().saturating_mul(u64::from(*e)) <= MAX_EXPONENT);
        match exponent {
            Some(exponent) => Ok(base.pow(exponent)),
            None => Err(self.error(begin..self.at, format!("an exponent has at most {MAX_EXPONENT} bits"))),
        }
    }

    pub(super) fn integer_atom(&mut self) -> Result<BigUint> {
        self.skip_blanks();
        let begin = self.at;
        if self.take("(") {
            self.enter()?;
            let value = self.integer_sum()?;
            self.depth -= 1;
            if !self.take(")") {
                return Err(self.unexpected("an operator or `)`"));
            }
            return Ok(value);
        }
        if self.rest().starts_with(|c: char| c.is_ascii_digit()) {
            return self.digits();
        }
        if self.rest().starts_with(|c: char| c.is_alphabetic() && !matches!(c, 'w' | 'ω')) {
            return match self.atom()? {
                Value::Integer(value) => Ok(value),
                _ => Err(self.error(begin..self.at, "an exponent is an ordinary integer, and this is none")),
            };
        }
        Err(self.unexpected("an ordinary integer as exponent"))
    }

    pub(super) fn integer_sum(&mut self) -> Result<BigUint> {
        let begin = self.at;
        let mut value = self.integer_product()?;
        loop {
            if self.take("+") {
                value += self.integer_product()?;
            } else if self.take("-") {
                let less = self.integer_product()?;
                if less > value {
                    let message = "an exponent inside brackets is not negative; write the sign before them";
                    return Err(self.error(begin..self.at, message));
                }
                value -= less;
            } else {
                return Ok(value);
            }
        }
    }

    pub(super) fn integer_product(&mut self) -> Result<BigUint> {
        let begin = self.at;
        let mut value = BigUint::from(1u8);
        loop {
            let mut factor = self.integer_atom()?;
            if self.take("**") || self.take("^") {
                let (_, exponent) = self.exponent()?;
                factor = self.integer_power(begin, &factor, &exponent)?;
            }
            value *= factor;
            if value.bits() > MAX_EXPONENT {
                return Err(
                    self.error(begin..self.at, format!("an exponent has at most {MAX_EXPONENT} bits"))
                );
            }
            if !self.take("*") {
                return Ok(value);
            }
        }
    }

    pub(super) fn digits(&mut self) -> Result<BigUint> {
        if self.rest().starts_with("0x") || self.rest().starts_with("0X") {
            return self.hexadecimal_digits();
        }
        let length = self.rest().bytes().take_while(u8::is_ascii_digit).count();
        let span = self.at..self.at + length;
        if length > MAX_LENGTH {
            return Err(self.error(span, format!("a number is written with at most {MAX_LENGTH} digits")));
        }
        self.at = span.end;
        Ok(BigUint::parse_bytes(&self.text.as_bytes()[span], 10).expect("these are decimal digits"))
    }

    /// `0x1f`.
    fn hexadecimal_digits(&mut self) -> Result<BigUint> {
        let digits = &self.rest()[2..];
        let length = digits.bytes().take_while(u8::is_ascii_hexdigit).count();
        let span = self.at..self.at + 2 + length;
        if length == 0 || length > MAX_LENGTH {
            let message = format!("after 0x stand 1 to {MAX_LENGTH} hexadecimal digits");
            return Err(self.error(span, message));
        }
        self.at = span.end;
        Ok(BigUint::parse_bytes(&digits.as_bytes()[..length], 16).expect("these are hexadecimal digits"))
    }
}
