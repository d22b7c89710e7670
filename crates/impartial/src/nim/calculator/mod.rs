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
//! A number is decimal or hexadecimal (`0x1f`), and `2^64` is the ordinary power. The files: `value`, what an expression comes
//! to; `exponent`, ordinary integers; [`step`](Step), what was done.
//!
//! After `w^` stands an ordinal, with ordinary ordinal arithmetic. A literal in Cantor normal form means the same read
//! as an ordinal or as a nim sum of nim products.

mod exponent;
mod step;
mod value;

use std::collections::BTreeMap;
use std::ops::Range;

use num_bigint::BigUint;

pub use step::Step;
pub use value::Value;

use super::perfect::PerfectClosure;
use super::transfinite::{AlgebraicClosure, TransfiniteError};
use super::word::Nimber;
use crate::limits::StopReason;
use crate::ordinal::Ordinal;
use crate::ordinal::text::parse_atom_prefix;

/// The deepest nesting of brackets.
const MAX_DEPTH: usize = 200;
/// The largest exponent, in bits.
const MAX_EXPONENT: u64 = 1 << 16;

/// A number that is written as a power has at most so many bits.
const MOST_BITS: u64 = 1 << 18;

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
    evaluate_in_steps(text, field).map(|(value, _)| value)
}

/// Reads and evaluates a text, and tells what was done.
///
/// # Errors
/// As for [`evaluate`].
pub fn evaluate_in_steps(
    text: &str,
    field: &mut AlgebraicClosure,
) -> Result<(Value, Vec<Step>), CalculatorError> {
    let mut reader = Reader { text, at: 0, depth: 0, names: BTreeMap::new(), steps: Vec::new(), field };
    loop {
        let begin = reader.at;
        if let Some(name) = reader.assignment() {
            let value = reader.sum()?;
            reader.names.insert(name, value);
            if !reader.take(";") {
                return Err(reader.unexpected("`;` after the value of a name"));
            }
            continue;
        }
        reader.at = begin;
        let value = reader.sum()?;
        reader.skip_blanks();
        if !reader.rest().is_empty() {
            return Err(reader.unexpected("an operator or the end"));
        }
        return Ok((value, reader.steps));
    }
}

struct Reader<'t, 'f> {
    text: &'t str,
    at: usize,
    depth: usize,
    names: BTreeMap<String, Value>,
    steps: Vec<Step>,
    field: &'f mut AlgebraicClosure,
}

type Result<T, E = CalculatorError> = std::result::Result<T, E>;

impl<'t> Reader<'t, '_> {
    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn skip_blanks(&mut self) {
        self.at = self.text.len() - self.rest().trim_start().len();
    }

    fn take(&mut self, token: &str) -> bool {
        self.skip_blanks();
        let found = self.rest().starts_with(token);
        self.at += if found { token.len() } else { 0 };
        found
    }

    fn word(&mut self) -> Option<&'t str> {
        self.skip_blanks();
        let rest = self.rest();
        let length = rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len());
        let word = &rest[..length];
        let is_word = word.starts_with(|c: char| c.is_alphabetic());
        self.at += if is_word { length } else { 0 };
        is_word.then_some(word)
    }

    /// `name =`, if that stands here.
    fn assignment(&mut self) -> Option<String> {
        let name = self.word().filter(|name| !matches!(*name, "w" | "ω"))?;
        self.take("=").then(|| name.to_owned())
    }

    fn error(&self, span: Range<usize>, message: impl Into<String>) -> CalculatorError {
        CalculatorError { span, message: message.into(), help: None, is_understood: false }
    }

    fn unexpected(&mut self, expected: &str) -> CalculatorError {
        self.skip_blanks();
        match self.rest().chars().next() {
            Some(found) => {
                let span = self.at..self.at + found.len_utf8();
                self.error(span, format!("expected {expected}, but found {found:?}"))
            }
            None => self.error(self.at..self.at, format!("expected {expected}, but the text ends")),
        }
    }

    fn lift<T>(&self, begin: usize, result: Result<T, TransfiniteError>) -> Result<T> {
        result.map_err(|error| CalculatorError {
            span: begin..self.at,
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
            return Err(
                self.error(self.at..self.at, format!("brackets are nested more than {MAX_DEPTH} deep"))
            );
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
            Value::NoLogarithm(..) => "no logarithm",
        };
        let end = begin + self.text[begin..self.at].trim_end().len();
        Err(self.error(begin..end, format!("this is {what}, not an element of the Field")))
    }

    fn sum(&mut self) -> Result<Value> {
        self.skip_blanks();
        let begin = self.at;
        let mut value = self.product()?;
        loop {
            self.skip_blanks();
            if self.rest().starts_with('-') {
                let mut error = self.error(self.at..self.at + 1, "`-` is only for exponents");
                error.help = Some("in characteristic 2 a difference is a sum: write +".into());
                return Err(error);
            }
            if !self.rest().starts_with('+') {
                return Ok(value);
            }
            let left = self.nimber(begin, value)?;
            self.take("+");
            self.skip_blanks();
            let second = self.at;
            let right = self.product()?;
            let right = self.nimber(second, right)?;
            let sum = left.nim_sum(&right);
            self.done(Step::Sum { of: [left, right], value: sum.clone() });
            value = Value::Nimber(sum);
        }
    }

    fn product(&mut self) -> Result<Value> {
        self.skip_blanks();
        let begin = self.at;
        let mut value = self.power()?;
        loop {
            self.skip_blanks();
            let is_quotient = self.rest().starts_with('/');
            if !is_quotient && (!self.rest().starts_with('*') || self.rest().starts_with("**")) {
                return Ok(value);
            }
            let left = self.nimber(begin, value)?;
            self.at += 1;
            self.skip_blanks();
            let second = self.at;
            let right = self.power()?;
            let right = self.nimber(second, right)?;
            let result = if is_quotient {
                let over = self.inverse(second, &right)?;
                self.multiply(&left, &over)
            } else {
                self.multiply(&left, &right)
            };
            value = Value::Nimber(self.lift(begin, result)?);
        }
    }

    /// The product; by 0 and 1 at any height.
    fn multiply(&mut self, left: &Ordinal, right: &Ordinal) -> Result<Ordinal, TransfiniteError> {
        let value = if *left == Ordinal::ONE || right.is_zero() {
            right.clone()
        } else if *right == Ordinal::ONE || left.is_zero() {
            left.clone()
        } else {
            self.perfect().product(left, right)?
        };
        self.done(Step::Product { of: [left.clone(), right.clone()], value: value.clone() });
        Ok(value)
    }

    fn inverse(&mut self, begin: usize, of: &Ordinal) -> Result<Ordinal> {
        let value = self.perfect().inverse(of);
        let value = self.lift(begin, value)?;
        self.done(Step::Inverse { of: of.clone(), value: value.clone() });
        Ok(value)
    }

    fn done(&mut self, step: Step) {
        if !step.is_notation() {
            self.steps.push(step);
        }
    }

    /// The field in which sums, products, powers and roots are taken.
    fn perfect(&mut self) -> PerfectClosure<'_> {
        PerfectClosure::over(self.field)
    }

    fn power(&mut self) -> Result<Value> {
        self.skip_blanks();
        let begin = self.at;
        let mut value = self.atom()?;
        self.skip_blanks();
        if self.rest().starts_with('^') {
            let mut error = self.error(
                self.at..self.at + 1,
                "`^` is the ordinary power of a number, or the ordinal power of w",
            );
            error.help = Some("the nim power is written **, as in 5**3".into());
            return Err(error);
        }
        if self.take("**") {
            let base = self.nimber(begin, value)?;
            let (is_negative, exponent) = self.exponent()?;
            let base = if is_negative { self.inverse(begin, &base)? } else { base };
            let power = self.perfect().power(&base, &exponent);
            let power = self.lift(begin, power)?;
            self.done(Step::Power { of: base, exponent, value: power.clone() });
            value = Value::Nimber(power);
        }
        Ok(value)
    }

    fn atom(&mut self) -> Result<Value> {
        self.skip_blanks();
        let begin = self.at;
        if self.take("(") {
            self.enter()?;
            let value = self.sum()?;
            self.depth -= 1;
            if !self.take(")") {
                return Err(self.unexpected("an operator or `)`"));
            }
            return Ok(value);
        }
        if self.rest().starts_with(|c: char| c.is_ascii_digit()) {
            let number = Ordinal::from(self.digits()?);
            return Ok(Value::Nimber(self.ordinal_power(begin, number)?));
        }
        let expected = "a number, w, a function or `(`";
        let word = self.word().ok_or_else(|| self.unexpected(expected))?;
        if matches!(word, "w" | "ω") {
            return Ok(Value::Nimber(self.ordinal_power(begin, Ordinal::omega())?));
        }
        if self.take("(") {
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

    /// A number or ω, to an ordinal power if `^` follows; for numbers that is the ordinary power.
    fn ordinal_power(&mut self, begin: usize, base: Ordinal) -> Result<Ordinal> {
        self.skip_blanks();
        if !self.take("^") {
            return Ok(base);
        }
        let exponent = self.ordinal_exponent(begin)?;
        if base == Ordinal::omega() {
            return Ok(Ordinal::omega_power(exponent));
        }
        // The ordinary power is worked out before any limit is looked at.
        let bits = base.to_natural().map(|base| base.bits()).zip(exponent.to_natural());
        if let Some((bits, exponent)) = bits
            && exponent * bits.saturating_sub(1) > BigUint::from(MOST_BITS)
        {
            return Err(self.error(begin..self.at, format!("numbers have at most {MOST_BITS} bits here")));
        }
        base.pow(&exponent).map_err(|error| self.error(begin..self.at, error.to_string()))
    }

    fn ordinal_exponent(&mut self, begin: usize) -> Result<Ordinal> {
        self.enter()?;
        self.skip_blanks();
        let (base, length) = parse_atom_prefix(self.rest()).map_err(|error| CalculatorError {
            span: self.at + error.span.start..self.at + error.span.end,
            message: error.message,
            help: error.help,
            is_understood: false,
        })?;
        self.at += length;
        let value = if self.take("^") {
            let exponent = self.ordinal_exponent(begin)?;
            base.pow(&exponent).map_err(|error| self.error(begin..self.at, error.to_string()))?
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
                while self.take(",") {
                    self.skip_blanks();
                    let start = self.at;
                    let value = self.sum()?;
                    elements.push(self.nimber(start, value)?);
                }
                continue;
            }
            if place > 0 && !self.take(",") {
                return Err(self.unexpected(&format!("`,` and {parameter} in {name}({signature})")));
            }
            self.skip_blanks();
            let start = self.at;
            if matches!(*parameter, "n" | "p") {
                whole = self.integer_sum()?;
            } else {
                let value = self.sum()?;
                elements.push(self.nimber(start, value)?);
            }
        }
        if !self.take(")") {
            return Err(self.unexpected(&format!("`)` after the arguments of {name}({signature})")));
        }
        self.depth -= 1;
        let Some(step) = self.compute(begin, name, elements, &whole)? else {
            return Err(self.error(begin..self.at, "this ordinary integer is too large here"));
        };
        let value = step.value(name == "root");
        self.done(step);
        Ok(value)
    }

    /// The step that a function is; `None` when its integer is too large.
    fn compute(
        &mut self,
        begin: usize,
        name: &str,
        mut elements: Vec<Ordinal>,
        whole: &BigUint,
    ) -> Result<Option<Step>> {
        if name == "solve" {
            let value = match elements.as_slice() {
                [linear, constant] => self.perfect().solve_quadratic(linear, constant),
                _ => self.field.solve(&elements),
            };
            return Ok(Some(Step::Solutions { value: self.lift(begin, value)?, of: elements }));
        }
        let second = if elements.len() > 1 { elements.pop() } else { None };
        let of = elements.pop().unwrap_or_default();
        let small = u64::try_from(whole).ok();
        let step = match (name, second, small) {
            ("root" | "roots" | "excess", _, None) => return Ok(None),
            ("root", _, Some(n)) => self.least_root(of, n),
            ("roots", _, Some(n)) => self.perfect().roots(&of, n).map(|value| Step::Roots { of, n, value }),
            ("excess", _, Some(prime)) => {
                self.field.excess(prime).map(|found| Step::Excess { prime, value: found.excess })
            }
            ("log", Some(base), _) => {
                let value = self.logarithm(begin, &of, &base)?;
                Ok(Step::Logarithm { of, base, value })
            }
            ("sqrt", ..) => self.perfect().sqrt(&of).map(|value| Step::Sqrt { of, value }),
            ("inverse", ..) => self.perfect().inverse(&of).map(|value| Step::Inverse { of, value }),
            ("order", ..) => self.field.order(&of).map(|value| Step::Order { of, value }),
            ("degree", ..) => self.field.degree(&of).map(|value| Step::Degree { of, value }),
            ("minpoly", ..) => {
                self.field.minimal_polynomial(&of).map(|value| Step::MinimalPolynomial { of, value })
            }
            ("trace", ..) => self.field.trace(&of).map(|value| Step::Trace { of, value }),
            ("norm", ..) => Ok(Step::Norm { value: !of.is_zero(), of }),
            _ => unreachable!("every function of the table is computed"),
        };
        self.lift(begin, step).map(Some)
    }

    /// The least n-th root: the only finite one where there is only one, else the least of all.
    fn least_root(&mut self, of: Ordinal, n: u64) -> Result<Step, TransfiniteError> {
        if let Some(value) = self.field.only_finite_root(&of, n)? {
            return Ok(Step::FiniteRoot { of, n, value });
        }
        let value = self.perfect().roots(&of, n)?;
        Ok(Step::Roots { of, n, value })
    }

    /// In machine words where they suffice.
    fn logarithm(&mut self, begin: usize, x: &Ordinal, base: &Ordinal) -> Result<Option<BigUint>> {
        let word = |x: &Ordinal| x.to_natural().and_then(|x| u128::try_from(x).ok());
        let span = begin..self.at;
        if x.is_zero() || base.is_zero() {
            return Err(self.error(span, "the logarithm of zero, or to base zero, is not defined"));
        }
        let limits = self.field.limits();
        Ok(match (word(x), word(base)) {
            (Some(a), Some(b)) => match (u64::try_from(a), u64::try_from(b)) {
                (Ok(a), Ok(b)) => Nimber::star(a).log_within(Nimber::star(b), limits)?,
                _ => Nimber::star(a).log_within(Nimber::star(b), limits)?,
            }
            .map(BigUint::from),
            _ => {
                let log = self.field.log(x, base);
                self.lift(begin, log)?
            }
        })
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
            ("log(7, 2)", "no logarithm: 7 is not a power of 2"),
            ("log(w+1, w)", "no logarithm: w+1 is not a power of w"),
            ("2^64 + 1", "18446744073709551617"),
            ("2^2^2*2", "32"),
            ("2^w", "w"),
            ("0x10 + 0XfF", "239"),
            ("w**(-13)", "w^2*2"),
            ("w**(-13) * w**13", "1"),
            ("5 ** (0x10-1)", "1"),
            ("root(2, 709)", "2"),
            ("root(4285487845634552547, 1000003) ** 1000003", "4285487845634552547"),
            ("root(4, 10) ** 10", "4"),
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
            ("(2)^3", 3..4, false),
            ("0x", 0..2, false),
            ("3-1", 1..2, false),
            ("5 ** w", 5..6, false),
            ("log(0, 4)", 0..9, false),
            ("log(4, 2)*2", 0..9, false),
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
