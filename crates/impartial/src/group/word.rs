//! Words in generators: `a*b^-2`, `(a*b)^3`, `[a,b]`, `a^b`, and `abab` where the generators are single letters.
//!
//! ```text
//! word   = power { ["*"] power }
//! power  = atom { "^" ( integer | atom ) }        a^b is b^-1*a*b
//! atom   = generator | "1" | "(" word ")" | "[" word "," word "]"
//! ```
//! `[a,b]` is a^-1*b^-1*a*b.

use super::error::GroupError;
use crate::text::Cursor;

/// A word: generators (by number) with exponents, read from left to right.
pub type Word = Vec<(usize, i64)>;

/// The longest word kept, in letters.
const MAX_LETTERS: u64 = 1 << 20;

/// The inverse word.
pub fn inverse(word: &Word) -> Word {
    word.iter().rev().map(|(generator, exponent)| (*generator, -exponent)).collect()
}

/// The number of letters.
pub fn letters(word: &Word) -> u64 {
    word.iter().map(|(_, exponent)| exponent.unsigned_abs()).fold(0, u64::saturating_add)
}

/// Multiplies words, cancelling where they meet.
pub fn concatenate(mut left: Word, right: &Word) -> Word {
    for &(generator, exponent) in right {
        match left.last_mut() {
            Some((last, sum)) if *last == generator => {
                *sum = sum.saturating_add(exponent);
                if *sum == 0 {
                    left.pop();
                }
            }
            _ if exponent != 0 => left.push((generator, exponent)),
            _ => {}
        }
    }
    left
}

/// Reads a word in the generators `names` from the whole of a text.
pub fn parse(text: &str, names: &[String]) -> Result<Word, GroupError> {
    let mut reader = Reader { cursor: Cursor::new(text), names, depth: 0 };
    let word = reader.word()?;
    reader.cursor.skip_blanks();
    match reader.cursor.rest().chars().next() {
        None => Ok(word),
        Some(next) => Err(GroupError::new(
            reader.cursor.at..reader.cursor.at + next.len_utf8(),
            format!("'{next}' cannot stand here in a word"),
        )
        .help("a word is written a*b^-2, (a*b)^3 or [a,b]")),
    }
}

struct Reader<'a> {
    cursor: Cursor<'a>,
    names: &'a [String],
    depth: usize,
}

/// Parentheses may be nested this deep.
const MAX_DEPTH: usize = 64;

impl Reader<'_> {
    fn accept(&mut self, expected: char) -> bool {
        self.cursor.skip_blanks();
        self.cursor.accept(expected)
    }

    fn expect(&mut self, expected: char) -> Result<(), GroupError> {
        if self.accept(expected) {
            return Ok(());
        }
        Err(self.error_here(format!("expected '{expected}'")))
    }

    fn error_here(&mut self, message: impl Into<String>) -> GroupError {
        self.cursor.skip_blanks();
        self.cursor.error(message).into()
    }

    fn word(&mut self) -> Result<Word, GroupError> {
        let mut word = self.power()?;
        loop {
            let starred = self.accept('*');
            let more = starred
                || matches!(self.cursor.peek(), Some(next) if next.is_ascii_alphabetic() || next == '(' || next == '[');
            if !more {
                return Ok(word);
            }
            let start = self.cursor.at;
            let next = self.power()?;
            word = self.bounded(concatenate(word, &next), start)?;
        }
    }

    fn bounded(&self, word: Word, start: usize) -> Result<Word, GroupError> {
        if word.len() as u64 > MAX_LETTERS {
            return Err(GroupError::new(
                start..self.cursor.at,
                format!("this word is longer than {MAX_LETTERS} letters"),
            ));
        }
        Ok(word)
    }

    fn power(&mut self) -> Result<Word, GroupError> {
        let start = self.cursor.at;
        let mut word = self.atom()?;
        while self.accept('^') {
            let negative = self.accept('-');
            if self.cursor.peek().is_some_and(|next| next.is_ascii_digit()) {
                let magnitude = self.integer()?;
                let exponent = if negative { -magnitude } else { magnitude };
                word = self.raise(&word, exponent, start)?;
            } else if negative {
                return Err(self.error_here("expected an exponent"));
            } else {
                let by = self.atom()?;
                let conjugate = concatenate(concatenate(inverse(&by), &word), &by);
                word = self.bounded(conjugate, start)?;
            }
        }
        Ok(word)
    }

    fn raise(&self, word: &Word, exponent: i64, start: usize) -> Result<Word, GroupError> {
        if let [(generator, single)] = word.as_slice() {
            let product = single.checked_mul(exponent);
            return match product {
                Some(0) => Ok(Word::new()),
                Some(product) => Ok(vec![(*generator, product)]),
                None => Err(GroupError::new(start..self.cursor.at, "this exponent is too large")),
            };
        }
        let base = if exponent < 0 { inverse(word) } else { word.clone() };
        if (word.len() as u64).saturating_mul(exponent.unsigned_abs()) > MAX_LETTERS {
            return Err(GroupError::new(
                start..self.cursor.at,
                format!("this power is longer than {MAX_LETTERS} letters"),
            ));
        }
        Ok((0..exponent.unsigned_abs()).fold(Word::new(), |product, _| concatenate(product, &base)))
    }

    fn integer(&mut self) -> Result<i64, GroupError> {
        let digits = self.cursor.count_digits();
        let span = self.cursor.at..self.cursor.at + digits;
        self.cursor.at += digits;
        self.cursor.text()[span.clone()]
            .parse()
            .map_err(|_| GroupError::new(span, "this exponent is too large"))
    }

    fn atom(&mut self) -> Result<Word, GroupError> {
        match self.cursor.peek() {
            Some('(') => {
                self.enter()?;
                let word = self.word()?;
                self.expect(')')?;
                self.depth -= 1;
                Ok(word)
            }
            Some('[') => {
                self.enter()?;
                let left = self.word()?;
                self.expect(',')?;
                let right = self.word()?;
                self.expect(']')?;
                self.depth -= 1;
                let swapped = concatenate(inverse(&left), &inverse(&right));
                Ok(concatenate(concatenate(swapped, &left), &right))
            }
            Some('1') if !self.cursor.rest()[1..].starts_with(|next: char| next.is_ascii_digit()) => {
                self.cursor.at += 1;
                Ok(Word::new())
            }
            Some(next) if next.is_ascii_alphabetic() => self.generator(),
            Some(_) => Err(self.error_here("expected a generator")),
            None => Err(self.error_here("expected a generator, and the text ends")),
        }
    }

    fn enter(&mut self) -> Result<(), GroupError> {
        if self.depth == MAX_DEPTH {
            return Err(self.error_here("too many parentheses inside one another"));
        }
        self.depth += 1;
        self.cursor.at += 1;
        Ok(())
    }

    /// A name of a generator; where the identifier is none, its first letter.
    fn generator(&mut self) -> Result<Word, GroupError> {
        let length =
            self.cursor.rest().bytes().take_while(|b| b.is_ascii_alphanumeric() || *b == b'_').count();
        let identifier = &self.cursor.rest()[..length];
        let found = self.names.iter().position(|name| name == identifier).map(|at| (at, length));
        let found = found.or_else(|| {
            let first = &identifier[..1];
            let letters = identifier.bytes().all(|byte| byte.is_ascii_alphabetic());
            let single = self.names.iter().position(|name| name == first).filter(|_| letters);
            single.map(|at| (at, 1))
        });
        match found {
            Some((generator, used)) => {
                self.cursor.at += used;
                Ok(vec![(generator, 1)])
            }
            None => {
                let known = self.names.join(", ");
                Err(GroupError::new(
                    self.cursor.at..self.cursor.at + length,
                    format!("'{identifier}' is not one of the generators {known}"),
                ))
            }
        }
    }
}

/// A word as text: `a*b^-2`, and `1` for the empty word.
pub fn show(word: &Word, names: &[String]) -> String {
    if word.is_empty() {
        return "1".to_owned();
    }
    let factor = |(generator, exponent): &(usize, i64)| match exponent {
        1 => names[*generator].clone(),
        _ => format!("{}^{exponent}", names[*generator]),
    };
    word.iter().map(factor).collect::<Vec<_>>().join("*")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names() -> Vec<String> {
        ["a", "b", "x1"].map(str::to_owned).to_vec()
    }

    #[test]
    fn words_are_read_and_shown() {
        for (text, shown) in [
            ("a*b^-2", "a*b^-2"),
            ("abab", "a*b*a*b"),
            ("(a*b)^2 b", "a*b*a*b^2"),
            ("[a,b]", "a^-1*b^-1*a*b"),
            ("a^b", "b^-1*a*b"),
            ("x1^3*x1^-3", "1"),
            ("a^1000000000", "a^1000000000"),
            ("(ab)^-1", "b^-1*a^-1"),
            ("1", "1"),
        ] {
            assert_eq!(show(&parse(text, &names()).unwrap(), &names()), shown, "{text}");
        }
    }

    #[test]
    fn bad_words_say_where() {
        for (text, at) in [
            ("a*", 2),
            ("c", 0),
            ("a*(b", 4),
            ("a^", 2),
            ("a+b", 1),
            ("(ab)^9999999", 0),
            ("", 0),
            ("a^-b", 3),
        ] {
            assert_eq!(parse(text, &names()).unwrap_err().span.start, at, "{text}");
        }
        let deep = "(".repeat(100_000);
        assert!(parse(&deep, &names()).is_err());
    }
}
