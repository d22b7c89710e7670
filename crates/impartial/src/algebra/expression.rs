//! Polynomial expressions as people write them: `x^2 - 3xy + (a+1)`.

use crate::text::{Cursor, ReadError};
use num_bigint::BigInt;

/// What expressions are evaluated in: a commutative ring with named variables.
pub trait Scalars {
    /// A value.
    type Value: Clone;
    /// The names of the variables.
    fn names(&self) -> &[String];
    /// The variable with this place among the names.
    fn variable(&self, place: usize) -> Self::Value;
    /// The image of an integer.
    fn integer(&self, n: &BigInt) -> Self::Value;
    /// a + b.
    fn sum(&self, a: &Self::Value, b: &Self::Value) -> Self::Value;
    /// -a.
    fn negative(&self, a: &Self::Value) -> Self::Value;
    /// ab.
    fn product(&self, a: &Self::Value, b: &Self::Value) -> Self::Value;
    /// How much there is to a value: its terms, its degree, its digits.
    fn size(&self, a: &Self::Value) -> u64;
}

/// The largest exponent in an expression.
const MOST_POWER: u64 = 1000;
/// The deepest nesting of brackets.
const DEEPEST: usize = 100;
/// The largest size of a value.
const MOST_SIZE: u64 = 2000;
/// Reads an expression as far as it goes.
///
/// ```text
/// sum    = [ "-" ] term { ("+" | "-") term }
/// term   = factor { [ "*" ] factor }
/// factor = ( number | variable | "(" sum ")" ) [ "^" number ]
/// ```
///
/// # Errors
/// Where something else stands.
pub fn read_expression<S: Scalars>(scalars: &S, cursor: &mut Cursor<'_>) -> Result<S::Value, ReadError> {
    sum(scalars, cursor, 0)
}

fn sum<S: Scalars>(scalars: &S, cursor: &mut Cursor<'_>, depth: usize) -> Result<S::Value, ReadError> {
    if depth > DEEPEST {
        return Err(ReadError::new(cursor.at..cursor.at, format!("brackets nest deeper than {DEEPEST}")));
    }
    let is_negative = cursor.take("-");
    let mut total = term(scalars, cursor, depth)?;
    if is_negative {
        total = scalars.negative(&total);
    }
    loop {
        if cursor.take("+") {
            total = scalars.sum(&total, &term(scalars, cursor, depth)?);
        } else if cursor.take("-") {
            total = scalars.sum(&total, &scalars.negative(&term(scalars, cursor, depth)?));
        } else {
            return Ok(total);
        }
    }
}

fn term<S: Scalars>(scalars: &S, cursor: &mut Cursor<'_>, depth: usize) -> Result<S::Value, ReadError> {
    let mut total = factor(scalars, cursor, depth)?;
    loop {
        let starred = cursor.take("*");
        let goes_on = cursor.peek().is_some_and(|c| c.is_alphabetic() || c == '(');
        if !starred && !goes_on {
            return Ok(total);
        }
        total = scalars.product(&total, &factor(scalars, cursor, depth)?);
        check_size(scalars, cursor, &total)?;
    }
}

/// An error when a value is larger than anybody writes down.
fn check_size<S: Scalars>(scalars: &S, cursor: &Cursor<'_>, value: &S::Value) -> Result<(), ReadError> {
    if scalars.size(value) <= MOST_SIZE {
        return Ok(());
    }
    Err(ReadError::new(cursor.at.saturating_sub(1)..cursor.at, "the expression grows too large here"))
}

fn factor<S: Scalars>(scalars: &S, cursor: &mut Cursor<'_>, depth: usize) -> Result<S::Value, ReadError> {
    cursor.skip_blanks();
    let names = scalars.names();
    // Names of numbers may begin with a bracket: (1+sqrt(5))/2.
    let fits = |place: &usize| cursor.rest().starts_with(names[*place].as_str());
    let named = (0..names.len()).filter(fits).max_by_key(|place| names[*place].len());
    let base = match cursor.peek() {
        Some(_) if let Some(place) = named => {
            cursor.at += names[place].len();
            scalars.variable(place)
        }
        Some('(') => {
            cursor.take("(");
            let inner = sum(scalars, cursor, depth + 1)?;
            cursor.expect(")")?;
            inner
        }
        Some(c) if c.is_ascii_digit() => scalars.integer(&cursor.integer("a number")?),
        Some(c) if c.is_alphabetic() => {
            let known = match names {
                [] => "there are no variables here".to_owned(),
                names => format!("the variables are {}", names.join(", ")),
            };
            let span = cursor.at..cursor.at + c.len_utf8();
            return Err(ReadError::new(span, format!("no variable is named `{c}`")).help(known));
        }
        _ => return Err(cursor.unexpected("a number, a variable or a bracket")),
    };
    if !cursor.take("^") {
        return Ok(base);
    }
    let power = cursor.number("an exponent", MOST_POWER)?;
    let mut total = scalars.integer(&BigInt::from(1));
    for _ in 0..power {
        total = scalars.product(&total, &base);
        check_size(scalars, cursor, &total)?;
    }
    Ok(total)
}
