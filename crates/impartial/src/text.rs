//! Texts that are read: a [`Cursor`] goes through one, and a [`ReadError`] says what is wrong with it, and where.
//!
//! Every reader of the library, from codes and ordinals to whole games and boards, works with these two. Whoever shows an error
//! points at the bytes of its `span`.

use std::ops::Range;

use num_bigint::BigInt;

/// What is wrong with a text, and where.
///
/// ```
/// use impartial::text::ReadError;
/// let error = ReadError::new(2..3, "a code has one point").help("write 0.77").shifted(4);
/// assert_eq!((error.span.clone(), error.to_string().as_str()), (6..7, "a code has one point"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct ReadError {
    /// The bytes of the text that the message is about; empty at the place where something is missing.
    pub span: Range<usize>,
    /// One sentence: what is there, what was expected.
    pub message: String,
    /// Advice, where there is any.
    pub help: Option<String>,
}

impl ReadError {
    /// An error without advice.
    pub fn new(span: Range<usize>, message: impl Into<String>) -> Self {
        ReadError { span, message: message.into(), help: None }
    }

    /// The same error with advice.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// The same error in a longer text, in which the one that was read begins at this byte.
    #[must_use]
    pub fn shifted(mut self, by: usize) -> Self {
        self.span = self.span.start + by..self.span.end + by;
        self
    }
}

/// A place in a text that is read from left to right.
///
/// What begins with "blanks skipped" passes over white space first; everything else looks at the very next character.
///
/// ```
/// use impartial::text::Cursor;
/// let mut cursor = Cursor::new("coins ( 12");
/// assert!(cursor.take("coins") && cursor.take("("));
/// assert_eq!(cursor.peek(), Some('1'));
/// assert_eq!(cursor.digits(), Some("12"));
/// let error = cursor.expected("`)`");
/// assert_eq!((error.message.as_str(), error.span), ("expected `)`, but the text ends", 10..10));
/// ```
#[derive(Clone, Debug)]
pub struct Cursor<'t> {
    text: &'t str,
    /// The byte that is read next.
    pub at: usize,
}

/// Numbers made by powers and products have at most so many bits.
const MOST_BITS: u64 = 1 << 15;

impl<'t> Cursor<'t> {
    /// The beginning of a text.
    pub fn new(text: &'t str) -> Self {
        Cursor { text, at: 0 }
    }

    /// The whole text.
    pub fn text(&self) -> &'t str {
        self.text
    }

    /// What is left.
    pub fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    /// What was read from a byte on.
    pub fn since(&self, begin: usize) -> &'t str {
        &self.text[begin..self.at]
    }

    /// The next character.
    pub fn next_char(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Passes over white space.
    pub fn skip_blanks(&mut self) {
        self.at = self.text.len() - self.rest().trim_start().len();
    }

    /// Blanks skipped: the next character.
    pub fn peek(&mut self) -> Option<char> {
        self.skip_blanks();
        self.next_char()
    }

    /// Takes a character if it stands here.
    pub fn accept(&mut self, expected: char) -> bool {
        let found = self.next_char() == Some(expected);
        self.at += if found { expected.len_utf8() } else { 0 };
        found
    }

    /// Blanks skipped: takes a text if it stands here.
    pub fn take(&mut self, token: &str) -> bool {
        self.skip_blanks();
        let found = self.rest().starts_with(token);
        self.at += if found { token.len() } else { 0 };
        found
    }

    /// Blanks skipped: an error unless a text stands here.
    ///
    /// # Errors
    /// Another text stands here.
    pub fn expect(&mut self, token: &str) -> Result<(), ReadError> {
        if self.take(token) { Ok(()) } else { Err(self.expected_here(&format!("`{token}`"))) }
    }

    /// Blanks skipped: an error unless the text ends here.
    ///
    /// # Errors
    /// The text goes on.
    pub fn expect_end(&mut self) -> Result<(), ReadError> {
        if self.peek().is_none() { Ok(()) } else { Err(self.expected_here("the end")) }
    }

    /// How many decimal digits stand here.
    pub fn count_digits(&self) -> usize {
        self.rest().bytes().take_while(u8::is_ascii_digit).count()
    }

    /// Takes the decimal digits that stand here.
    pub fn digits(&mut self) -> Option<&'t str> {
        let begin = self.at;
        self.at += self.count_digits();
        (self.at > begin).then(|| self.since(begin))
    }

    /// Blanks skipped: takes a number of at most some size; `what` names it in messages.
    ///
    /// # Errors
    /// Something else stands here, or the number is larger.
    pub fn number(&mut self, what: &str, most: u64) -> Result<u64, ReadError> {
        self.skip_blanks();
        let digits = self.digits().ok_or_else(|| self.expected_here(what))?;
        let span = self.at - digits.len()..self.at;
        let number = digits.parse().ok().filter(|number| *number <= most);
        number.ok_or_else(|| ReadError::new(span, format!("{what} is at most {most} here")))
    }

    /// Blanks skipped: takes a number of any size, within reason.
    ///
    /// # Errors
    /// Something else stands here, or the number is very long.
    pub fn integer(&mut self, what: &str) -> Result<BigInt, ReadError> {
        const MOST_DIGITS: usize = 10_000;
        self.skip_blanks();
        let digits = self.digits().ok_or_else(|| self.expected_here(what))?;
        if digits.len() > MOST_DIGITS {
            let span = self.at - digits.len()..self.at;
            return Err(ReadError::new(span, format!("numbers have at most {MOST_DIGITS} digits")));
        }
        Ok(digits.parse().expect("digits"))
    }

    /// Blanks skipped: takes a number, a power of numbers, or sums, differences and products of these in parentheses: `32`, `2^5`,
    /// `(2^61-1)`.
    ///
    /// # Errors
    /// Something else stands here, or the number is very long.
    pub fn arithmetic(&mut self, what: &str) -> Result<BigInt, ReadError> {
        if !self.take("(") {
            return self.power(what);
        }
        let mut total = BigInt::ZERO;
        let mut sign = if self.take("-") { -1 } else { 1 };
        loop {
            let mut term: BigInt = self.power(what)? * sign;
            while self.take("*") {
                let begin = self.at;
                term *= self.power(what)?;
                if term.bits() > MOST_BITS {
                    return Err(self.too_large(begin));
                }
            }
            total += term;
            sign = match (self.take("+"), self.take("-")) {
                (true, _) => 1,
                (_, true) => -1,
                _ => break,
            };
        }
        self.expect(")")?;
        Ok(total)
    }

    /// `number` or `number^number`.
    fn power(&mut self, what: &str) -> Result<BigInt, ReadError> {
        self.skip_blanks();
        let begin = self.at;
        let base = self.integer(what)?;
        if !self.rest().starts_with('^') {
            return Ok(base);
        }
        self.at += 1;
        let exponent = self.integer("an exponent")?;
        let exponent = u32::try_from(&exponent).ok().filter(|exponent| {
            base.bits().saturating_sub(1).saturating_mul(u64::from(*exponent)) <= MOST_BITS
        });
        exponent.map(|exponent| base.pow(exponent)).ok_or_else(|| self.too_large(begin))
    }

    fn too_large(&self, begin: usize) -> ReadError {
        ReadError::new(begin..self.at, format!("numbers are below 2^{MOST_BITS} here"))
    }

    /// Blanks skipped: takes the name of a new `thing` to the end of `names`, which holds `most` at the most.
    ///
    /// # Errors
    /// No name stands here, it is taken, or there are too many.
    pub fn new_name(&mut self, thing: &str, names: &mut Vec<String>, most: usize) -> Result<(), ReadError> {
        self.skip_blanks();
        let length = self.rest().bytes().take_while(|b| b.is_ascii_alphanumeric() || *b == b'_').count();
        let name = &self.rest()[..length];
        let span = self.at..self.at + length;
        if !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
            return Err(self.expected_here(&format!("the name of a {thing}")));
        }
        if names.iter().any(|known| known == name) {
            return Err(ReadError::new(span, format!("the {thing} {name} is named twice")));
        }
        if names.len() == most {
            return Err(ReadError::new(span, format!("more than {most} {thing}s")));
        }
        names.push(name.to_owned());
        self.at = span.end;
        Ok(())
    }

    /// The bytes of the next character; empty at the end.
    pub fn here(&self) -> Range<usize> {
        self.at..self.at + self.next_char().map_or(0, char::len_utf8)
    }

    /// An error about the next character.
    pub fn error(&self, message: impl Into<String>) -> ReadError {
        ReadError::new(self.here(), message)
    }

    /// The error that something else stands here: "expected …, but found 'x'".
    pub fn expected(&self, what: &str) -> ReadError {
        self.error(match self.next_char() {
            Some(found) => format!("expected {what}, but found {found:?}"),
            None => format!("expected {what}, but the text ends"),
        })
    }

    /// Blanks skipped: as [`expected_here`](Self::expected_here).
    pub fn unexpected(&mut self, what: &str) -> ReadError {
        self.skip_blanks();
        self.expected_here(what)
    }

    /// The same in a text of several parts, where the caret says what was found: "expected … here".
    pub fn expected_here(&self, what: &str) -> ReadError {
        self.error(match self.next_char() {
            Some(_) => format!("expected {what} here"),
            None => format!("the text ends too early: expected {what}"),
        })
    }
}
