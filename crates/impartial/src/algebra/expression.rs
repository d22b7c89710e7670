//! Polynomial expressions as people write them: `x^2 - 3xy + (a+1)`.

use std::ops::Range;

use num_bigint::BigInt;

/// What is wrong with the text of an algebraic structure or of an element, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct AlgebraError {
    /// The bytes of the text that the message is about.
    pub span: Range<usize>,
    /// One sentence: what is there, what was expected.
    pub message: String,
    /// Advice, where there is any.
    pub help: Option<String>,
}

impl AlgebraError {
    /// An error without advice.
    pub fn new(span: Range<usize>, message: impl Into<String>) -> Self {
        AlgebraError { span, message: message.into(), help: None }
    }

    /// The same error with advice.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// The same error in a text in which the one read begins at this byte.
    #[must_use]
    pub fn shifted(mut self, by: usize) -> Self {
        self.span = self.span.start + by..self.span.end + by;
        self
    }
}

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

/// A place in a text.
#[derive(Clone, Debug)]
pub struct Cursor<'t> {
    text: &'t str,
    /// The byte that is read next.
    pub at: usize,
}

impl<'t> Cursor<'t> {
    /// The beginning of a text.
    pub fn new(text: &'t str) -> Self {
        Cursor { text, at: 0 }
    }

    /// What is left.
    pub fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    /// The whole text.
    pub fn text(&self) -> &'t str {
        self.text
    }

    /// The next sign that is no space.
    pub fn peek(&mut self) -> Option<char> {
        self.at += self.rest().len() - self.rest().trim_start().len();
        self.rest().chars().next()
    }

    /// Reads the name of a new `thing` to the end of `names`, which holds `most` at the most.
    pub fn new_name(
        &mut self,
        thing: &str,
        names: &mut Vec<String>,
        most: usize,
    ) -> Result<(), AlgebraError> {
        self.peek();
        let length = self.rest().bytes().take_while(|b| b.is_ascii_alphanumeric() || *b == b'_').count();
        let name = &self.rest()[..length];
        let span = self.at..self.at + length;
        if !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
            return Err(self.unexpected(&format!("the name of a {thing}")));
        }
        if names.iter().any(|known| known == name) {
            return Err(AlgebraError::new(span, format!("the {thing} {name} is named twice")));
        }
        if names.len() == most {
            return Err(AlgebraError::new(span, format!("more than {most} {thing}s")));
        }
        names.push(name.to_owned());
        self.at = span.end;
        Ok(())
    }

    /// Takes a text if it stands here, after spaces.
    pub fn take(&mut self, sign: &str) -> bool {
        self.peek();
        let found = self.rest().starts_with(sign);
        if found {
            self.at += sign.len();
        }
        found
    }

    /// An error unless a text stands here.
    pub fn expect(&mut self, sign: &str) -> Result<(), AlgebraError> {
        if self.take(sign) { Ok(()) } else { Err(self.unexpected(&format!("`{sign}`"))) }
    }

    /// An error unless the text ends here.
    pub fn expect_end(&mut self) -> Result<(), AlgebraError> {
        if self.peek().is_none() { Ok(()) } else { Err(self.unexpected("the end")) }
    }

    /// The error that something else was expected here.
    pub fn unexpected(&mut self, expected: &str) -> AlgebraError {
        match self.peek() {
            Some(found) => {
                AlgebraError::new(self.at..self.at + found.len_utf8(), format!("expected {expected} here"))
            }
            None => {
                AlgebraError::new(self.at..self.at, format!("the text ends too early: expected {expected}"))
            }
        }
    }

    /// Digits, as text.
    pub fn digits(&mut self) -> Option<&'t str> {
        self.peek();
        let length = self.rest().bytes().take_while(u8::is_ascii_digit).count();
        let digits = &self.rest()[..length];
        self.at += length;
        (length > 0).then_some(digits)
    }

    /// Digits, as a number.
    pub fn integer(&mut self, expected: &str) -> Result<BigInt, AlgebraError> {
        let digits = self.digits().ok_or_else(|| self.unexpected(expected))?;
        if digits.len() > MOST_DIGITS {
            let span = self.at - digits.len()..self.at;
            return Err(AlgebraError::new(span, format!("numbers have at most {MOST_DIGITS} digits")));
        }
        Ok(digits.parse().expect("digits"))
    }

    /// A number of at most this size.
    pub fn number(&mut self, what: &str, most: u64) -> Result<u64, AlgebraError> {
        let digits = self.digits().ok_or_else(|| self.unexpected(what))?;
        let span = self.at - digits.len()..self.at;
        digits
            .parse()
            .ok()
            .filter(|number| *number <= most)
            .ok_or_else(|| AlgebraError::new(span, format!("{what} is at most {most} here")))
    }
}

/// The largest exponent in an expression.
const MOST_POWER: u64 = 1000;
/// The deepest nesting of brackets.
const DEEPEST: usize = 100;
/// The largest size of a value.
const MOST_SIZE: u64 = 2000;
/// The most digits of a number.
const MOST_DIGITS: usize = 10_000;

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
pub fn read_expression<S: Scalars>(scalars: &S, cursor: &mut Cursor<'_>) -> Result<S::Value, AlgebraError> {
    sum(scalars, cursor, 0)
}

fn sum<S: Scalars>(scalars: &S, cursor: &mut Cursor<'_>, depth: usize) -> Result<S::Value, AlgebraError> {
    if depth > DEEPEST {
        return Err(AlgebraError::new(cursor.at..cursor.at, format!("brackets nest deeper than {DEEPEST}")));
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

fn term<S: Scalars>(scalars: &S, cursor: &mut Cursor<'_>, depth: usize) -> Result<S::Value, AlgebraError> {
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
fn check_size<S: Scalars>(scalars: &S, cursor: &Cursor<'_>, value: &S::Value) -> Result<(), AlgebraError> {
    if scalars.size(value) <= MOST_SIZE {
        return Ok(());
    }
    Err(AlgebraError::new(cursor.at.saturating_sub(1)..cursor.at, "the expression grows too large here"))
}

fn factor<S: Scalars>(scalars: &S, cursor: &mut Cursor<'_>, depth: usize) -> Result<S::Value, AlgebraError> {
    let base = match cursor.peek() {
        Some('(') => {
            cursor.take("(");
            let inner = sum(scalars, cursor, depth + 1)?;
            cursor.expect(")")?;
            inner
        }
        Some(c) if c.is_ascii_digit() => scalars.integer(&cursor.integer("a number")?),
        Some(c) if c.is_alphabetic() => {
            let names = scalars.names();
            let fits = |place: &usize| cursor.rest().starts_with(names[*place].as_str());
            let Some(place) = (0..names.len()).filter(fits).max_by_key(|place| names[*place].len()) else {
                let known = match names {
                    [] => "there are no variables here".to_owned(),
                    names => format!("the variables are {}", names.join(", ")),
                };
                let span = cursor.at..cursor.at + c.len_utf8();
                return Err(AlgebraError::new(span, format!("no variable is named `{c}`")).help(known));
            };
            cursor.at += names[place].len();
            scalars.variable(place)
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
