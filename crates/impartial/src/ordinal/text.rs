//! Ordinals as text: `w^w*3+w^2+7`.
//!
//! Grammar: a sum of products of powers of atoms; an atom is a decimal number, `w` (or `ω`) or an expression in
//! parentheses; `^` binds to the right. All operations are the ordinary ones, so `3+w` is read and means ω.

use std::fmt;
use std::str::FromStr;

use num_bigint::BigUint;

use super::{Ordinal, Term, TooLarge};
use crate::text::{Cursor, ReadError};

/// The longest text of one ordinal, in bytes.
pub const MAX_LENGTH: usize = 1 << 14;

/// The deepest nesting of parentheses and exponents in a text.
pub const MAX_HEIGHT: usize = 200;

/// The largest size ([`Ordinal::size`]) of a value on the way through a text.
const MAX_VALUE: u64 = 1 << 14;

/// Reads the longest ordinal expression at the beginning of `text`: the value and the number of bytes read.
///
/// An operator is taken in only when an atom follows it, so the text may go on with other things.
///
/// ```
/// use impartial::ordinal::text::parse_prefix;
/// let (value, end) = parse_prefix("w^2*3+1 + *5").unwrap();
/// assert_eq!((value.to_string().as_str(), end), ("w^2*3+1", 7));
/// ```
pub fn parse_prefix(text: &str) -> Result<(Ordinal, usize), ReadError> {
    let mut reader = Reader { cursor: Cursor::new(text), height: 0 };
    let value = reader.sum()?;
    Ok((value, reader.cursor.at))
}

/// Reads one atom at the beginning of `text`: a number, `w`, or an expression in parentheses.
///
/// ```
/// use impartial::ordinal::text::parse_atom_prefix;
/// assert_eq!(parse_atom_prefix("(w+1)+w").map(|(value, end)| (value.to_string(), end)), Ok(("w+1".into(), 5)));
/// ```
pub fn parse_atom_prefix(text: &str) -> Result<(Ordinal, usize), ReadError> {
    let mut reader = Reader { cursor: Cursor::new(text), height: 0 };
    let value = reader.atom()?;
    Ok((value, reader.cursor.at))
}

impl FromStr for Ordinal {
    type Err = ReadError;

    fn from_str(text: &str) -> Result<Self, ReadError> {
        let mut reader = Reader { cursor: Cursor::new(text), height: 0 };
        let value = reader.sum()?;
        reader.cursor.skip_blanks();
        match reader.cursor.next_char() {
            None => Ok(value),
            Some(operator @ ('+' | '*' | '^')) => {
                reader.cursor.at += operator.len_utf8();
                reader.cursor.skip_blanks();
                Err(reader.unexpected("a number, w or `(`"))
            }
            Some(found) => {
                let message = format!("the ordinal ends before {found:?}");
                Err(reader.cursor.error(message).help("an ordinal looks like w^w*3+w^2+7"))
            }
        }
    }
}

struct Reader<'a> {
    cursor: Cursor<'a>,
    height: usize,
}

impl Reader<'_> {
    /// Takes `operator` in when an atom follows it.
    fn operator(&mut self, operator: char) -> bool {
        let Some(after) = self.cursor.rest().trim_start().strip_prefix(operator) else { return false };
        let operand = after.trim_start();
        if !operand.starts_with(|c: char| c.is_ascii_digit() || matches!(c, 'w' | 'ω' | '(')) {
            return false;
        }
        self.cursor.at = self.cursor.text().len() - operand.len();
        true
    }

    fn sum(&mut self) -> Result<Ordinal, ReadError> {
        let mut sum = self.product()?;
        while self.operator('+') {
            sum += &self.product()?;
        }
        Ok(sum)
    }

    fn product(&mut self) -> Result<Ordinal, ReadError> {
        let begin = self.cursor.at;
        let mut product = self.power()?;
        while self.operator('*') {
            let factor = self.power()?;
            product = self.bounded(begin, product.checked_mul(&factor))?;
        }
        Ok(product)
    }

    fn power(&mut self) -> Result<Ordinal, ReadError> {
        let begin = self.cursor.at;
        let base = self.atom()?;
        if !self.operator('^') {
            return Ok(base);
        }
        self.enter()?;
        let exponent = self.power()?;
        self.height -= 1;
        self.bounded(begin, base.pow(&exponent))
    }

    fn atom(&mut self) -> Result<Ordinal, ReadError> {
        self.cursor.skip_blanks();
        let begin = self.cursor.at;
        if begin > MAX_LENGTH {
            return Err(self.too_long());
        }
        match self.cursor.next_char() {
            Some(omega @ ('w' | 'ω')) => {
                self.cursor.at += omega.len_utf8();
                Ok(Ordinal::omega())
            }
            Some('0'..='9') => {
                let digits = self.cursor.rest().bytes().take_while(u8::is_ascii_digit).count();
                self.cursor.at += digits;
                if self.cursor.at > MAX_LENGTH {
                    return Err(self.too_long());
                }
                let number = self.cursor.since(begin);
                let small = number.parse::<u64>().map(Ordinal::from);
                Ok(small.unwrap_or_else(|_| {
                    BigUint::parse_bytes(number.as_bytes(), 10).expect("these are decimal digits").into()
                }))
            }
            Some('(') => {
                self.cursor.at += 1;
                self.enter()?;
                let value = self.sum()?;
                self.height -= 1;
                self.cursor.skip_blanks();
                if !self.cursor.rest().starts_with(')') {
                    return Err(self.unexpected("an operator or `)`"));
                }
                self.cursor.at += 1;
                Ok(value)
            }
            _ => Err(self.unexpected("a number, w or `(`")),
        }
    }

    fn enter(&mut self) -> Result<(), ReadError> {
        self.height += 1;
        if self.height <= MAX_HEIGHT {
            return Ok(());
        }
        let message = format!("exponents and parentheses are nested more than {MAX_HEIGHT} deep");
        Err(ReadError { span: self.cursor.at..self.cursor.at, message, help: None })
    }

    fn bounded(&self, begin: usize, value: Result<Ordinal, TooLarge>) -> Result<Ordinal, ReadError> {
        match value {
            Ok(value) if value.size() <= MAX_VALUE => Ok(value),
            _ => Err(ReadError {
                span: begin..self.cursor.at,
                message: "this ordinal is too large to write down".to_owned(),
                help: Some(format!("values of more than {MAX_VALUE} words are not computed")),
            }),
        }
    }

    fn too_long(&self) -> ReadError {
        let message = format!("an ordinal is written with at most {MAX_LENGTH} characters");
        ReadError { span: 0..self.cursor.at, message, help: None }
    }

    fn unexpected(&self, expected: &str) -> ReadError {
        self.cursor.expected(expected).help("an ordinal looks like w^w*3+w^2+7")
    }
}

/// As it is written.
#[cfg(feature = "games")]
impl serde::Serialize for Ordinal {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl fmt::Display for Ordinal {
    /// `w^w*3+w^2+7`; exponents get parentheses unless they are a number or a power of ω.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(n) = self.to_u64() {
            return write!(f, "{n}");
        }
        for (place, Term { exponent, coefficient }) in self.terms().iter().enumerate() {
            if place > 0 {
                write!(f, "+")?;
            }
            if exponent.is_zero() {
                write!(f, "{coefficient}")?;
                continue;
            }
            write!(f, "w")?;
            if *exponent != Ordinal::ONE {
                if exponent.is_finite() || is_power_of_omega(exponent) {
                    write!(f, "^{exponent}")?;
                } else {
                    write!(f, "^({exponent})")?;
                }
            }
            if *coefficient != BigUint::from(1_u8) {
                write!(f, "*{coefficient}")?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Ordinal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

fn is_power_of_omega(value: &Ordinal) -> bool {
    matches!(&value.terms()[..], [only] if only.coefficient == BigUint::from(1_u8))
}

impl Ordinal {
    /// The ordinal in LaTeX, for mathematics mode.
    ///
    /// ```
    /// use impartial::ordinal::Ordinal;
    /// let value: Ordinal = "w^w*3+w^2+7".parse().unwrap();
    /// assert_eq!(value.to_latex(), r"\omega^{\omega} \cdot 3 + \omega^{2} + 7");
    /// ```
    pub fn to_latex(&self) -> String {
        if self.is_zero() {
            return "0".to_owned();
        }
        let latex = |Term { exponent, coefficient }: &Term| {
            if exponent.is_zero() {
                return coefficient.to_string();
            }
            let power = if *exponent == Ordinal::ONE {
                String::new()
            } else {
                format!("^{{{}}}", exponent.to_latex())
            };
            let times = if *coefficient == BigUint::from(1_u8) {
                String::new()
            } else {
                format!(r" \cdot {coefficient}")
            };
            format!(r"\omega{power}{times}")
        };
        self.terms().iter().map(latex).collect::<Vec<_>>().join(" + ")
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::tests::ordinals;
    use super::*;

    #[test]
    fn normal_and_other_forms() {
        for (text, printed) in [
            ("w^w*3+w^2+7", "w^w*3+w^2+7"),
            ("w^(w+1)*2", "w^(w+1)*2"),
            ("3+w", "w"),
            ("2*w", "w"),
            ("w*2+w", "w*3"),
            ("(w+1)*2", "w*2+1"),
            ("2^w", "w"),
            ("w^w^13", "w^w^13"),
            ("(w^w)^13", "w^(w*13)"),
            (" w ^ 2 + 1 ", "w^2+1"),
            ("ω^ω", "w^w"),
            ("w^0", "1"),
            ("w^(w^2*3+1)*5+7", "w^(w^2*3+1)*5+7"),
            ("340282366920938463463374607431768211456", "340282366920938463463374607431768211456"),
            ("007", "7"),
        ] {
            assert_eq!(text.parse::<Ordinal>().unwrap().to_string(), printed, "{text}");
        }
    }

    #[test]
    fn errors_point_at_the_place() {
        for (text, span) in [
            ("", 0..0),
            ("x", 0..1),
            ("w+", 2..2),
            ("w+*", 2..3),
            ("w^", 2..2),
            ("(w", 2..2),
            ("w)", 1..2),
            ("w w", 2..3),
            ("-1", 0..1),
            ("ω+é", 3..5),
        ] {
            assert_eq!(text.parse::<Ordinal>().unwrap_err().span, span, "{text}");
        }
    }

    #[test]
    fn hostile_texts_are_refused_at_once() {
        let tower = "w^".repeat(100_000) + "w";
        let parentheses = "(".repeat(100_000) + "w";
        let digits = "9".repeat(1_000_000);
        let product = "9".repeat(100) + &"*9999".repeat(100_000);
        for text in [
            &tower[..],
            &parentheses,
            &digits,
            &product,
            "9^9^9^9^9",
            "(w+1)^(9^9^3)",
            "((w+1)^3000)^3000",
            "(w^(w^1000*2+1)+1)^10^6",
        ] {
            assert!(text.parse::<Ordinal>().is_err());
            assert!(parse_prefix(text).is_err());
        }
        let long = (1..2000).rev().map(|e| format!("w^{e}")).collect::<Vec<_>>().join("+");
        assert_eq!(long.parse::<Ordinal>().unwrap().terms().len(), 1999);
        let sum = "1+".repeat(8000) + "1";
        assert_eq!(sum.parse::<Ordinal>(), Ok(Ordinal::from(8001)));
    }

    proptest! {
        /// Fails when a printed ordinal reads back as another one.
        #[test]
        fn printing_and_reading(value in ordinals()) {
            prop_assert_eq!(value.to_string().parse::<Ordinal>(), Ok(value));
        }

        /// Fails when some text makes the reader panic or report a place outside the text.
        #[test]
        fn any_text_is_read_or_refused(text in "[w0-9+*^() ω]{0,24}") {
            match text.parse::<Ordinal>() {
                Ok(value) => value.check_invariants().unwrap(),
                Err(error) => prop_assert!(text.get(error.span.clone()).is_some()),
            }
        }
    }
}
