//! The calculator: expressions in the Field, read and evaluated.
//!
//! ```text
//! text     = { name "=" sum ";" } sum
//! sum      = product { "+" product }                            nim sum
//! product  = power { ("*" | "/") power }                        nim product and quotient
//! power    = atom [ "**" exponent ]                             nim power, with an ordinary integer
//! atom     = number | "w" [ "^" ordinal ] | "(" sum ")" | function "(" arguments ")" | name
//! exponent = [ "-" ] integer, by ordinary arithmetic: 47, -1, (2^64-1), order(5)
//! ```
//!
//! After `w^` stands an ordinal, with ordinary ordinal arithmetic. A literal in Cantor normal form means the same read
//! as an ordinal or as a nim sum of nim products.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;

use num_bigint::BigUint;

use super::perfect::PerfectClosure;
use super::polynomial::BinaryPolynomial;
use super::transfinite::{AlgebraicClosure, TransfiniteError};
use super::word::Nimber;
use crate::limits::StopReason;
use crate::ordinal::Ordinal;
use crate::ordinal::text::{MAX_LENGTH, parse_atom_prefix};
use crate::text::{Cursor, ReadError};

/// The deepest nesting of brackets.
const MAX_DEPTH: usize = 200;
/// The largest exponent, in bits.
const MAX_EXPONENT: u64 = 1 << 16;

/// The functions: name, arguments, meaning.
pub const FUNCTIONS: &[(&str, &str, &str)] = &[
    ("sqrt", "x", "the square root"),
    ("root", "x, n", "the least n-th root"),
    ("roots", "x, n", "all n-th roots"),
    ("inverse", "x", "1/x"),
    (
        "solve",
        "a, …",
        "the solutions of y**n + a*y**(n-1) + … = 0, all n coefficients given: solve(b, c) is y*y + b*y + c",
    ),
    ("log", "x, base", "the least k with base ** k = x"),
    ("order", "x", "the multiplicative order"),
    ("degree", "x", "the degree over F_2"),
    ("minpoly", "x", "the minimal polynomial over F_2"),
    ("trace", "x", "the sum of the conjugates of x over F_2"),
    ("norm", "x", "the product of the conjugates of x over F_2"),
    ("excess", "p", "m_p: K(p) ** p = kappa_f + m_p"),
];

/// What an expression comes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// An element of the Field.
    Nimber(Ordinal),
    /// An ordinary integer: an order, a degree, a logarithm.
    Integer(BigUint),
    /// A polynomial over F_2.
    Polynomial(BinaryPolynomial),
    /// Several elements of the Field.
    List(Vec<Ordinal>),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Nimber(value) => value.fmt(f),
            Value::Integer(value) => value.fmt(f),
            Value::Polynomial(value) => value.fmt(f),
            Value::List(values) => {
                let texts: Vec<String> = values.iter().map(ToString::to_string).collect();
                write!(f, "{}", texts.join(", "))
            }
        }
    }
}

impl Value {
    /// The value in LaTeX, for mathematics mode.
    pub fn to_latex(&self) -> String {
        match self {
            Value::Nimber(value) => value.to_latex(),
            Value::Integer(value) => value.to_string(),
            Value::Polynomial(value) => {
                let terms = value.exponents().map(|e| match e {
                    0 => "1".to_owned(),
                    1 => "x".to_owned(),
                    _ => format!("x^{{{e}}}"),
                });
                terms.collect::<Vec<_>>().join(" + ")
            }
            Value::List(values) => values.iter().map(Ordinal::to_latex).collect::<Vec<_>>().join(",\\; "),
        }
    }
}

/// Why an expression has no value, and the bytes of the text that are to blame.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct CalculatorError {
    /// The place in the text.
    pub span: Range<usize>,
    /// One sentence.
    pub message: String,
    /// Advice, where there is any.
    pub help: Option<String>,
    /// Whether the question was understood and only its answer is out of reach (or was stopped).
    pub is_understood: bool,
}

impl From<ReadError> for CalculatorError {
    fn from(ReadError { span, message, help }: ReadError) -> Self {
        CalculatorError { span, message, help, is_understood: false }
    }
}

/// Reads and evaluates a text.
///
/// ```
/// use impartial::limits::Limits;
/// use impartial::nim::{AlgebraicClosure, calculator::evaluate};
/// let mut field = AlgebraicClosure::new(Limits::none());
/// let mut value = |text: &str| evaluate(text, &mut field).unwrap().to_string();
/// assert_eq!(value("5*6 + 1"), "9");
/// assert_eq!(value("w**3"), "2");
/// assert_eq!(value("w^3"), "w^3");
/// assert_eq!(value("a = w+1; a ** order(a)"), "1");
/// assert_eq!(value("roots(2, 3)"), "w, w*2, w*3");
/// ```
///
/// # Errors
/// [`CalculatorError`] with the place in the text.
pub fn evaluate(text: &str, field: &mut AlgebraicClosure) -> Result<Value, CalculatorError> {
    let mut reader = Reader { cursor: Cursor::new(text), depth: 0, names: BTreeMap::new(), field };
    loop {
        let begin = reader.cursor.at;
        if let Some(name) = reader.assignment() {
            let value = reader.sum()?;
            reader.names.insert(name, value);
            if !reader.cursor.take(";") {
                return Err(reader.unexpected("`;` after the value of a name"));
            }
            continue;
        }
        reader.cursor.at = begin;
        let value = reader.sum()?;
        reader.cursor.skip_blanks();
        if !reader.cursor.rest().is_empty() {
            return Err(reader.unexpected("an operator or the end"));
        }
        return Ok(value);
    }
}

struct Reader<'t, 'f> {
    cursor: Cursor<'t>,
    depth: usize,
    names: BTreeMap<String, Value>,
    field: &'f mut AlgebraicClosure,
}

type Result<T, E = CalculatorError> = std::result::Result<T, E>;

impl<'t> Reader<'t, '_> {
    fn word(&mut self) -> Option<&'t str> {
        self.cursor.skip_blanks();
        let rest = self.cursor.rest();
        let length = rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len());
        let word = &rest[..length];
        let is_word = word.starts_with(|c: char| c.is_alphabetic());
        self.cursor.at += if is_word { length } else { 0 };
        is_word.then_some(word)
    }

    /// `name =`, if that stands here.
    fn assignment(&mut self) -> Option<String> {
        let name = self.word().filter(|name| !matches!(*name, "w" | "ω"))?;
        self.cursor.take("=").then(|| name.to_owned())
    }

    fn error(&self, span: Range<usize>, message: impl Into<String>) -> CalculatorError {
        ReadError::new(span, message).into()
    }

    fn unexpected(&mut self, expected: &str) -> CalculatorError {
        self.cursor.skip_blanks();
        self.cursor.expected(expected).into()
    }

    fn lift<T>(&self, begin: usize, result: Result<T, TransfiniteError>) -> Result<T> {
        result.map_err(|error| CalculatorError {
            span: begin..self.cursor.at,
            is_understood: matches!(
                error,
                TransfiniteError::BeyondPerfect(_)
                    | TransfiniteError::NotAlgebraic(_)
                    | TransfiniteError::OutOfReach(_)
                    | TransfiniteError::Stopped(_)
            ),
            message: error.to_string(),
            help: None,
        })
    }

    fn enter(&mut self) -> Result<()> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(self.error(
                self.cursor.at..self.cursor.at,
                format!("brackets are nested more than {MAX_DEPTH} deep"),
            ));
        }
        Ok(())
    }

    /// The element of the Field that was read since `begin`.
    fn nimber(&self, begin: usize, value: Value) -> Result<Ordinal> {
        let what = match value {
            Value::Nimber(value) => return Ok(value),
            Value::Integer(_) => "an ordinary integer",
            Value::Polynomial(_) => "a polynomial",
            Value::List(_) => "a list",
        };
        let end = begin + self.cursor.text()[begin..self.cursor.at].trim_end().len();
        Err(self.error(begin..end, format!("this is {what}, not an element of the Field")))
    }

    fn sum(&mut self) -> Result<Value> {
        self.cursor.skip_blanks();
        let begin = self.cursor.at;
        let mut value = self.product()?;
        loop {
            self.cursor.skip_blanks();
            if self.cursor.rest().starts_with('-') {
                let mut error = self.error(self.cursor.at..self.cursor.at + 1, "`-` is only for exponents");
                error.help = Some("in characteristic 2 a difference is a sum: write +".into());
                return Err(error);
            }
            if !self.cursor.rest().starts_with('+') {
                return Ok(value);
            }
            let left = self.nimber(begin, value)?;
            self.cursor.take("+");
            self.cursor.skip_blanks();
            let second = self.cursor.at;
            let right = self.product()?;
            value = Value::Nimber(left.nim_sum(&self.nimber(second, right)?));
        }
    }

    fn product(&mut self) -> Result<Value> {
        self.cursor.skip_blanks();
        let begin = self.cursor.at;
        let mut value = self.power()?;
        loop {
            self.cursor.skip_blanks();
            let is_quotient = self.cursor.rest().starts_with('/');
            if !is_quotient && (!self.cursor.rest().starts_with('*') || self.cursor.rest().starts_with("**"))
            {
                return Ok(value);
            }
            let left = self.nimber(begin, value)?;
            self.cursor.at += 1;
            self.cursor.skip_blanks();
            let second = self.cursor.at;
            let right = self.power()?;
            let right = self.nimber(second, right)?;
            let result = if is_quotient {
                let over = self.perfect().inverse(&right);
                let over = self.lift(second, over)?;
                self.multiply(&left, &over)
            } else {
                self.multiply(&left, &right)
            };
            value = Value::Nimber(self.lift(begin, result)?);
        }
    }

    /// The product; by 0 and 1 at any height.
    fn multiply(&mut self, left: &Ordinal, right: &Ordinal) -> Result<Ordinal, TransfiniteError> {
        if *left == Ordinal::ONE {
            return Ok(right.clone());
        }
        if *right == Ordinal::ONE {
            return Ok(left.clone());
        }
        if left.is_zero() || right.is_zero() {
            return Ok(Ordinal::ZERO);
        }
        self.perfect().product(left, right)
    }

    /// The field in which sums, products, powers and roots are taken.
    fn perfect(&mut self) -> PerfectClosure<'_> {
        PerfectClosure::over(self.field)
    }

    fn power(&mut self) -> Result<Value> {
        self.cursor.skip_blanks();
        let begin = self.cursor.at;
        let mut value = self.atom()?;
        self.cursor.skip_blanks();
        if self.cursor.rest().starts_with('^') {
            let mut error = self.error(self.cursor.at..self.cursor.at + 1, "`^` is the ordinal power of w");
            error.help = Some("the nim power is written **, as in 5**3".into());
            return Err(error);
        }
        if self.cursor.take("**") {
            let base = self.nimber(begin, value)?;
            let (is_negative, exponent) = self.exponent()?;
            let base = if is_negative {
                let over = self.perfect().inverse(&base);
                self.lift(begin, over)?
            } else {
                base
            };
            let power = self.perfect().power(&base, &exponent);
            value = Value::Nimber(self.lift(begin, power)?);
        }
        Ok(value)
    }

    /// An ordinary integer after `**`: the sign and the absolute value.
    fn exponent(&mut self) -> Result<(bool, BigUint)> {
        let is_negative = self.cursor.take("-");
        let begin = self.cursor.at;
        let base = self.integer_atom()?;
        let value = if self.cursor.take("**") || self.cursor.take("^") {
            let (sign, exponent) = self.exponent()?;
            if sign {
                return Err(self.error(begin..self.cursor.at, "an exponent is a whole number"));
            }
            self.integer_power(begin, &base, &exponent)?
        } else {
            base
        };
        Ok((is_negative, value))
    }

    fn integer_power(&self, begin: usize, base: &BigUint, exponent: &BigUint) -> Result<BigUint> {
        let exponent = u32::try_from(exponent)
            .ok()
            .filter(|e| base.bits().saturating_mul(u64::from(*e)) <= MAX_EXPONENT);
        match exponent {
            Some(exponent) => Ok(base.pow(exponent)),
            None => {
                Err(self.error(begin..self.cursor.at, format!("an exponent has at most {MAX_EXPONENT} bits")))
            }
        }
    }

    fn integer_atom(&mut self) -> Result<BigUint> {
        self.cursor.skip_blanks();
        let begin = self.cursor.at;
        if self.cursor.take("(") {
            self.enter()?;
            let value = self.integer_sum()?;
            self.depth -= 1;
            if !self.cursor.take(")") {
                return Err(self.unexpected("an operator or `)`"));
            }
            return Ok(value);
        }
        if self.cursor.rest().starts_with(|c: char| c.is_ascii_digit()) {
            return self.digits();
        }
        if self.cursor.rest().starts_with(|c: char| c.is_alphabetic() && !matches!(c, 'w' | 'ω')) {
            return match self.atom()? {
                Value::Integer(value) => Ok(value),
                _ => {
                    Err(self
                        .error(begin..self.cursor.at, "an exponent is an ordinary integer, and this is none"))
                }
            };
        }
        Err(self.unexpected("an ordinary integer as exponent"))
    }

    fn integer_sum(&mut self) -> Result<BigUint> {
        let begin = self.cursor.at;
        let mut value = self.integer_product()?;
        loop {
            if self.cursor.take("+") {
                value += self.integer_product()?;
            } else if self.cursor.take("-") {
                let less = self.integer_product()?;
                if less > value {
                    let message = "an exponent inside brackets is not negative; write the sign before them";
                    return Err(self.error(begin..self.cursor.at, message));
                }
                value -= less;
            } else {
                return Ok(value);
            }
        }
    }

    fn integer_product(&mut self) -> Result<BigUint> {
        let begin = self.cursor.at;
        let mut value = BigUint::from(1u8);
        loop {
            let mut factor = self.integer_atom()?;
            if self.cursor.take("**") || self.cursor.take("^") {
                let (_, exponent) = self.exponent()?;
                factor = self.integer_power(begin, &factor, &exponent)?;
            }
            value *= factor;
            if value.bits() > MAX_EXPONENT {
                return Err(
                    self.error(begin..self.cursor.at, format!("an exponent has at most {MAX_EXPONENT} bits"))
                );
            }
            if !self.cursor.take("*") {
                return Ok(value);
            }
        }
    }

    fn digits(&mut self) -> Result<BigUint> {
        let length = self.cursor.count_digits();
        let span = self.cursor.at..self.cursor.at + length;
        if length > MAX_LENGTH {
            return Err(self.error(span, format!("a number is written with at most {MAX_LENGTH} digits")));
        }
        self.cursor.at = span.end;
        Ok(BigUint::parse_bytes(&self.cursor.text().as_bytes()[span], 10).expect("these are decimal digits"))
    }

    fn atom(&mut self) -> Result<Value> {
        self.cursor.skip_blanks();
        let begin = self.cursor.at;
        if self.cursor.take("(") {
            self.enter()?;
            let value = self.sum()?;
            self.depth -= 1;
            if !self.cursor.take(")") {
                return Err(self.unexpected("an operator or `)`"));
            }
            return Ok(value);
        }
        if self.cursor.rest().starts_with(|c: char| c.is_ascii_digit()) {
            return Ok(Value::Nimber(Ordinal::from(self.digits()?)));
        }
        let expected = "a number, w, a function or `(`";
        let word = self.word().ok_or_else(|| self.unexpected(expected))?;
        if matches!(word, "w" | "ω") {
            return Ok(Value::Nimber(self.omega_power(begin)?));
        }
        if self.cursor.take("(") {
            return self.function(begin, word);
        }
        if let Some(value) = self.names.get(word) {
            return Ok(value.clone());
        }
        let mut error = self.error(begin..begin + word.len(), format!("`{word}` has no value"));
        let names: Vec<&str> = FUNCTIONS.iter().map(|(name, _, _)| *name).collect();
        error.help = Some(format!("give it one (`{word} = 5; …`), or use a function: {}", names.join(", ")));
        Err(error)
    }

    /// ω, or ω to an ordinal power.
    fn omega_power(&mut self, begin: usize) -> Result<Ordinal> {
        if !self.cursor.take("^") {
            return Ok(Ordinal::omega());
        }
        let exponent = self.ordinal_exponent(begin)?;
        Ok(Ordinal::omega_power(exponent))
    }

    fn ordinal_exponent(&mut self, begin: usize) -> Result<Ordinal> {
        self.enter()?;
        self.cursor.skip_blanks();
        let (base, length) =
            parse_atom_prefix(self.cursor.rest()).map_err(|error| error.shifted(self.cursor.at))?;
        self.cursor.at += length;
        let value = if self.cursor.take("^") {
            let exponent = self.ordinal_exponent(begin)?;
            base.pow(&exponent).map_err(|error| self.error(begin..self.cursor.at, error.to_string()))?
        } else {
            base
        };
        self.depth -= 1;
        Ok(value)
    }

    fn function(&mut self, begin: usize, name: &str) -> Result<Value> {
        let Some((_, signature, _)) = FUNCTIONS.iter().find(|(known, _, _)| *known == name) else {
            let mut error = self.error(begin..begin + name.len(), format!("no function is named `{name}`"));
            let names: Vec<&str> = FUNCTIONS.iter().map(|(name, _, _)| *name).collect();
            error.help = Some(format!("the functions are {}", names.join(", ")));
            return Err(error);
        };
        self.enter()?;
        let parameters: Vec<&str> = signature.split(", ").collect();
        let mut elements = Vec::new();
        let mut whole = BigUint::ZERO;
        for (place, parameter) in parameters.iter().enumerate() {
            if *parameter == "…" {
                while self.cursor.take(",") {
                    self.cursor.skip_blanks();
                    let start = self.cursor.at;
                    let value = self.sum()?;
                    elements.push(self.nimber(start, value)?);
                }
                continue;
            }
            if place > 0 && !self.cursor.take(",") {
                return Err(self.unexpected(&format!("`,` and {parameter} in {name}({signature})")));
            }
            self.cursor.skip_blanks();
            let start = self.cursor.at;
            if matches!(*parameter, "n" | "p") {
                whole = self.integer_sum()?;
            } else {
                let value = self.sum()?;
                elements.push(self.nimber(start, value)?);
            }
        }
        if !self.cursor.take(")") {
            return Err(self.unexpected(&format!("`)` after the arguments of {name}({signature})")));
        }
        self.depth -= 1;
        let small = || {
            u64::try_from(&whole)
                .map_err(|_| self.error(begin..self.cursor.at, "this ordinary integer is too large here"))
        };
        let value = match name {
            "sqrt" => self.perfect().sqrt(&elements[0]).map(Value::Nimber),
            "root" | "roots" => {
                let n = small()?;
                self.perfect().roots(&elements[0], n).map(|roots| match (name, roots.first()) {
                    ("root", Some(least)) => Value::Nimber(least.clone()),
                    _ => Value::List(roots),
                })
            }
            "inverse" => self.perfect().inverse(&elements[0]).map(Value::Nimber),
            "solve" => match elements.as_slice() {
                [linear, constant] => self.perfect().solve_quadratic(linear, constant),
                _ => self.field.solve(&elements),
            }
            .map(Value::List),
            "log" => self.logarithm(begin, &elements[0], &elements[1]).map(|k| Ok(Value::Integer(k)))?,
            "order" => self.field.order(&elements[0]).map(Value::Integer),
            "degree" => self.field.degree(&elements[0]).map(|degree| Value::Integer(degree.into())),
            "minpoly" => self.field.minimal_polynomial(&elements[0]).map(Value::Polynomial),
            "trace" => self.field.trace(&elements[0]).map(|bit| Value::Nimber(u64::from(bit).into())),
            "norm" => Ok(Value::Nimber(u64::from(!elements[0].is_zero()).into())),
            "excess" => {
                let prime = small()?;
                self.field.excess(prime).map(|excess| Value::Integer(excess.excess.into()))
            }
            _ => unreachable!("every function of the table is computed"),
        };
        self.lift(begin, value)
    }

    /// In machine words where they suffice.
    fn logarithm(&mut self, begin: usize, x: &Ordinal, base: &Ordinal) -> Result<BigUint> {
        let word = |x: &Ordinal| x.to_natural().and_then(|x| u128::try_from(x).ok());
        let span = begin..self.cursor.at;
        if x.is_zero() || base.is_zero() {
            return Err(self.error(span, "the logarithm of zero, or to base zero, is not defined"));
        }
        let log = match (word(x), word(base)) {
            (Some(a), Some(b)) => match (u64::try_from(a), u64::try_from(b)) {
                (Ok(a), Ok(b)) => Nimber::star(a).log(Nimber::star(b)),
                _ => Nimber::star(a).log(Nimber::star(b)),
            }
            .map(BigUint::from),
            _ => {
                let log = self.field.log(x, base);
                self.lift(begin, log)?
            }
        };
        log.ok_or_else(|| self.error(span, format!("{x} is not a power of {base}")))
    }
}

impl From<StopReason> for CalculatorError {
    fn from(reason: StopReason) -> Self {
        CalculatorError { span: 0..0, message: reason.to_string(), help: None, is_understood: true }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::limits::Limits;

    fn value(text: &str) -> Result<String> {
        evaluate(text, &mut AlgebraicClosure::new(Limits::none())).map(|value| value.to_string())
    }

    #[test]
    fn values() {
        for (text, expected) in [
            ("5*6", "8"),
            ("77*77", "109"),
            ("1/2", "3"),
            ("2+3*4", "14"),
            ("(2+3)*4", "4"),
            ("w*w", "w^2"),
            ("w**3", "2"),
            ("w^3", "w^3"),
            ("w^(w^2*3+1)*5+7", "w^(w^2*3+1)*5+7"),
            ("w^w^13 ** 47", "w^w^7+1"),
            ("(w+1)**-1 * (w+1)", "1"),
            ("5 ** (2^64-1)", "1"),
            ("5**2**3", "6"),
            ("sqrt(109)", "77"),
            ("root(2,3)", "w"),
            ("root(4, 5)", "w^w"),
            ("solve(1,1)", "2, 3"),
            ("solve(1,w)", "w^2*3+w*2, w^2*3+w*2+1"),
            ("solve(0, 0, 2)", "w, w*2, w*3"),
            ("solve(w)", "w"),
            ("log(8, 4)", "6"),
            ("log(2, w^3)", "9"),
            ("order(4)", "15"),
            ("order(w)", "9"),
            ("degree(w+4)", "12"),
            ("minpoly(w)", "x^6+x^3+1"),
            ("trace(8)", "1"),
            ("norm(w)", "1"),
            ("excess(19)", "4"),
            ("x = w+1; x*x + x", "w^2+w"),
            ("ω", "w"),
            ("0**0", "1"),
            ("w^w^w + w", "w^w^w+w"),
            ("w^w^w*2", "w^w^w*2"),
            ("t = w^w^w; 1/t", "w^w^(w+1)"),
            ("t = w^w^w; (t+1)*(t+w)/(t+1)", "w^w^w+w"),
            ("sqrt(w^w^w)", "w^w^w^w"),
            ("solve(w^w^w + 1, w^w^w)", "1, w^w^w"),
        ] {
            assert_eq!(value(text).as_deref(), Ok(expected), "{text}");
        }
    }

    #[test]
    fn mistakes_point_at_the_place() {
        for (text, span, is_understood) in [
            ("", 0..0, false),
            ("1/0", 2..3, false),
            ("5 +", 3..3, false),
            ("(5", 2..2, false),
            ("5)", 1..2, false),
            ("2^3", 1..2, false),
            ("3-1", 1..2, false),
            ("5 ** w", 5..6, false),
            ("log(0, 4)", 0..9, false),
            ("log(4, 2)", 0..9, false),
            ("log(w+1, w)", 0..11, false),
            ("solve(1, )", 9..10, false),
            ("foo(3)", 0..3, false),
            ("sqrt(3", 6..6, false),
            ("order(0)", 0..8, false),
            ("order(2)*2", 0..8, false),
            ("y+1", 0..1, false),
            ("degree(w^w^w)", 0..13, true),
            ("w^w^w^(w+1) * 2", 0..15, true),
            ("root(w^w^w, 3)", 0..14, true),
            ("w^w^300000 * w", 0..14, true),
        ] {
            let error = value(text).unwrap_err();
            assert_eq!((error.span.clone(), error.is_understood), (span, is_understood), "{text}: {error}");
        }
        assert!(value(&"9".repeat(1_000_000)).unwrap_err().message.contains("digits"));
        assert!(value(&"(".repeat(100_000)).is_err());
        assert!(value(&("w^".repeat(100_000) + "w")).is_err());
    }

    proptest! {
        /// Fails when some text makes the reader panic or report a place outside the text.
        #[test]
        fn any_text_is_read_or_refused(text in "[w0-3+*/^() ,=;a-d-]{0,16}|(sqrt|root|log|order)\\([w0-9,+]{0,6}\\)") {
            if let Err(error) = value(&text) {
                prop_assert!(text.get(error.span.clone()).is_some(), "{text}: {error:?}");
            }
        }
    }
}
