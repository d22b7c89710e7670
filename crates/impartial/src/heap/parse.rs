//! Codes as text.
//!
//! ```text
//! code   = name | "subtraction(" numbers ")" | "allbut(" numbers ")" | digit "." body
//! body   = "[" digit+ "]"  |  item+ [ "(" digit+ ")^w" ]
//! item   = digit  |  "(" digit+ ")^" number
//! digit  = ( 0-9 A-Z | "{" number "," … [ "," number "+" ] "}" ) [ "!" | "?" | "=" ] [ "@" number | "@{" number "}" ]
//! ```
//!
//! A `[` that does not follow the point is never part of a code: in `0.77[12]` it begins a position.

use std::ops::Range;
use std::str::FromStr;

use super::code::{HeapCode, MAX_DIGITS};
use super::digit::{Digit, MAX_PARTS, Shape};
use super::names::{self, NAMES};
use crate::text::{Cursor, ReadError};

impl FromStr for HeapCode {
    type Err = ReadError;

    fn from_str(text: &str) -> Result<Self, ReadError> {
        let start = text.len() - text.trim_start().len();
        let shift = |error: ReadError| error.shifted(start);
        let trimmed = text.trim();
        let (code, used) = HeapCode::parse_prefix(trimmed).map_err(shift)?;
        match trimmed[used..].chars().next() {
            None => Ok(code),
            Some(next) => Err(shift(unexpected(trimmed, used, next))),
        }
    }
}

/// The error for a character after a complete code.
fn unexpected(text: &str, at: usize, next: char) -> ReadError {
    let span = at..at + next.len_utf8();
    match next {
        '[' => ReadError::new(at..text.len(), "this is a position of a game, not a code")
            .help("leave out the heaps"),
        'a'..='z' => ReadError::new(span, format!("'{next}' is not a digit of a code"))
            .help("digits above 9 are capital letters, A to Z"),
        _ => ReadError::new(span, format!("'{next}' cannot follow a code")),
    }
}

impl HeapCode {
    /// Reads the longest prefix of `text` that is a code or a name, and says how many bytes that took.
    ///
    /// ```
    /// use impartial::heap::HeapCode;
    /// let (code, used) = HeapCode::parse_prefix("0.77[12] + *3")?;
    /// assert_eq!((code.to_string().as_str(), used), ("0.77", 4));
    /// # Ok::<(), impartial::text::ReadError>(())
    /// ```
    pub fn parse_prefix(text: &str) -> Result<(HeapCode, usize), ReadError> {
        let mut reader = Reader { cursor: Cursor::new(text) };
        let code = reader.code()?;
        Ok((code, reader.cursor.at))
    }

    /// Reads a code whose digits must be octal: `0.9` and `0.8F` are errors that point at the digit.
    pub fn parse_octal(text: &str) -> Result<HeapCode, ReadError> {
        let code: HeapCode = text.parse()?;
        if code.is_octal() {
            return Ok(code);
        }
        let at = text
            .bytes()
            .position(|byte| matches!(byte, b'8' | b'9' | b'A'..=b'Z' | b'{' | b'!' | b'?' | b'=' | b'@'));
        let at = at.unwrap_or(0);
        Err(ReadError::new(at..at + 1, "an octal code has digits 0 to 7 only"))
    }
}

struct Reader<'a> {
    cursor: Cursor<'a>,
}

impl Reader<'_> {
    fn code(&mut self) -> Result<HeapCode, ReadError> {
        if self
            .cursor
            .next_char()
            .is_some_and(|c| c.is_ascii_lowercase() || word_length(self.cursor.rest()) > 1)
        {
            return self.named();
        }
        if self.cursor.next_char() == Some('.') {
            let end = 1 + self.cursor.text()[1..].bytes().take_while(u8::is_ascii_alphanumeric).count();
            return Err(ReadError::new(0..1, "a code begins with a digit before the point")
                .help(format!("write 0{}", &self.cursor.text()[..end])));
        }
        let start = self.cursor.at;
        let Some(zeroth) = self.digit()? else {
            return Err(self.cursor.error("expected a code, for example 0.77, or the name of a game"));
        };
        let end = self.cursor.at;
        if !self.cursor.accept('.') {
            if self.digit().is_ok_and(|digit| digit.is_some()) {
                return Err(ReadError::new(start..self.cursor.at, "a code has one digit before the point"));
            }
            return Err(self.cursor.error("expected the point of a code").help(format!(
                "a code is written like 0.77; did you mean 0.{}?",
                &self.cursor.text()[start..end]
            )));
        }
        if zeroth.allows(0) || zeroth.allows(1) {
            return Err(ReadError::new(
                start..end,
                "the digit before the point is for moves that take nothing: they must leave two heaps or more",
            )
            .help("use 0, 4 (two heaps), 8 (three) or C (two or three)"));
        }
        let (digits, tail) = self.body()?;
        if self.cursor.next_char() == Some('.') {
            return Err(self.cursor.error("a code has one point"));
        }
        Ok(HeapCode::new(zeroth, digits, tail).expect("the digit before the point was checked"))
    }

    /// The digits after the point: those that come once, and those that repeat for ever.
    fn body(&mut self) -> Result<(Vec<Digit>, Vec<Digit>), ReadError> {
        if self.cursor.next_char() == Some('[') {
            let open = self.cursor.at;
            self.cursor.at += 1;
            let block = self.digits_until(']', open)?;
            return Ok((Vec::new(), block));
        }
        let start = self.cursor.at;
        let mut digits = Vec::new();
        loop {
            if self.cursor.next_char() == Some('(') {
                let open = self.cursor.at;
                self.cursor.at += 1;
                let block = self.digits_until(')', open)?;
                if !self.cursor.accept('^') {
                    return Err(self
                        .cursor
                        .error("expected ^ after the digits in brackets")
                        .help("(3310)^3 repeats three times, (3310)^w for ever"));
                }
                if self.cursor.accept('w') || self.cursor.accept('ω') {
                    return Ok((digits, block));
                }
                let (count, span) = self.number()?;
                let length = count.and_then(|count| count.checked_mul(block.len() as u64));
                let Some(length) = length.filter(|length| length + digits.len() as u64 <= MAX_DIGITS as u64)
                else {
                    return Err(too_long(span));
                };
                digits.extend(block.iter().copied().cycle().take(length as usize));
            } else if let Some(digit) = self.digit()? {
                if digits.len() == MAX_DIGITS {
                    return Err(too_long(start..self.cursor.at));
                }
                digits.push(digit);
            } else if self.cursor.at == start {
                return Err(match self.cursor.next_char() {
                    None => self
                        .cursor
                        .error("expected a digit after the point")
                        .help("the game with no moves is 0.0"),
                    Some(found) => self
                        .cursor
                        .error(format!("expected a digit after the point, not '{found}'"))
                        .help("digits are 0 to 9, then A to Z, or sets of numbers such as {0,2}"),
                });
            } else {
                return Ok((digits, Vec::new()));
            }
        }
    }

    /// At least one digit and then `close`; `open` is where the bracket was opened.
    fn digits_until(&mut self, close: char, open: usize) -> Result<Vec<Digit>, ReadError> {
        let mut block = Vec::new();
        while let Some(digit) = self.digit()? {
            if block.len() == MAX_DIGITS {
                return Err(too_long(open..self.cursor.at));
            }
            block.push(digit);
        }
        if block.is_empty() {
            return Err(self.cursor.error("expected a digit"));
        }
        if !self.cursor.accept(close) {
            return Err(match self.cursor.next_char() {
                None => {
                    ReadError::new(open..open + 1, format!("this bracket is never closed with '{close}'"))
                }
                Some(_) => self.cursor.error(format!("expected a digit or '{close}'")),
            });
        }
        Ok(block)
    }

    /// A digit with its conditions; `None` when there is none here.
    fn digit(&mut self) -> Result<Option<Digit>, ReadError> {
        let mut digit = match self.cursor.next_char() {
            Some(c @ ('0'..='9' | 'A'..='Z')) => {
                self.cursor.at += 1;
                Digit::from_value(u64::from(c.to_digit(36).unwrap_or(0)))
            }
            Some('{') => self.set()?,
            _ => return Ok(None),
        };
        let shape = match self.cursor.next_char() {
            Some('!') => Shape::Unequal,
            Some('?') => Shape::NotAllEqual,
            Some('=') => Shape::AllEqual,
            _ => Shape::Any,
        };
        if shape != Shape::Any {
            self.cursor.at += 1;
            digit = digit.with_shape(shape);
        }
        if self.cursor.accept('@') {
            let braced = self.cursor.accept('{');
            let (least, span) = self.number()?;
            if braced && !self.cursor.accept('}') {
                return Err(self.cursor.error("expected '}' after the least heap"));
            }
            let Some(least) = least.and_then(|least| u32::try_from(least).ok()) else {
                return Err(ReadError::new(span, format!("a least heap is at most {}", u32::MAX)));
            };
            digit = digit.with_least(least);
        }
        Ok(Some(digit))
    }

    /// `{0,2}` or `{0,2+}`.
    fn set(&mut self) -> Result<Digit, ReadError> {
        let open_at = self.cursor.at;
        self.cursor.at += 1;
        let (mut bits, mut open) = (0u64, None::<u32>);
        if !self.cursor.accept('}') {
            loop {
                let (parts, span) = self.number()?;
                let Some(parts) = parts.filter(|parts| *parts <= u64::from(MAX_PARTS)) else {
                    return Err(ReadError::new(span, format!("a digit names at most {MAX_PARTS} heaps")));
                };
                if self.cursor.accept('+') {
                    if parts == 0 {
                        bits |= 1;
                    }
                    open = Some(open.unwrap_or(MAX_PARTS).min(parts.max(1) as u32));
                } else {
                    bits |= 1 << parts;
                }
                if self.cursor.accept('}') {
                    break;
                }
                if !self.cursor.accept(',') {
                    return Err(match self.cursor.next_char() {
                        None => ReadError::new(open_at..open_at + 1, "this bracket is never closed with '}'"),
                        Some(_) => self.cursor.error("expected ',' or '}' after a number of heaps"),
                    });
                }
            }
        }
        Ok(Digit::from_parts(bits, open))
    }

    /// A number and its span; no number when it exceeds u64.
    fn number(&mut self) -> Result<(Option<u64>, Range<usize>), ReadError> {
        let start = self.cursor.at;
        let length = self.cursor.count_digits();
        if length == 0 {
            return Err(self.cursor.error("expected a number"));
        }
        self.cursor.at += length;
        Ok((self.cursor.text()[start..self.cursor.at].parse().ok(), start..self.cursor.at))
    }

    fn named(&mut self) -> Result<HeapCode, ReadError> {
        let start = self.cursor.at;
        let length = word_length(self.cursor.rest());
        let word = self.cursor.rest()[..length].to_ascii_lowercase().replace('\'', "");
        let span = start..start + length;
        if let Some(code) = names::code_named(&word) {
            self.cursor.at += length;
            return Ok(code.clone());
        }
        let make: fn(Vec<u64>) -> Option<HeapCode> = match word.as_str() {
            "subtraction" => HeapCode::subtraction,
            "allbut" | "all-but" => HeapCode::all_but,
            _ => {
                let names: Vec<&str> = NAMES.iter().map(|(name, _)| *name).collect();
                return Err(ReadError::new(span, format!("no game is named '{word}'"))
                    .help(format!("the names are {}, subtraction(1,3,4), allbut(2,5)", names.join(", "))));
            }
        };
        self.cursor.at += length;
        if !self.cursor.accept('(') {
            return Err(self
                .cursor
                .error("expected the numbers in brackets")
                .help(format!("for example {word}(1,3,4)")));
        }
        let first = self.cursor.at;
        let mut numbers = Vec::new();
        while !self.cursor.accept(')') {
            if !numbers.is_empty() && !self.cursor.accept(',') {
                return Err(self.cursor.error("expected ',' or ')' after a number"));
            }
            while self.cursor.accept(' ') {}
            let (number, span) = self.number()?;
            let Some(number) = number.filter(|number| (1..=MAX_DIGITS as u64).contains(number)) else {
                return Err(ReadError::new(span, format!("a number taken is from 1 to {MAX_DIGITS}")));
            };
            numbers.push(number);
            while self.cursor.accept(' ') {}
        }
        make(numbers).ok_or_else(|| ReadError::new(first..self.cursor.at, "these numbers make no game"))
    }
}

fn too_long(span: Range<usize>) -> ReadError {
    ReadError::new(span, format!("a code has at most {MAX_DIGITS} digits"))
        .help("an infinite code ends in (…)^w")
}

/// The length of the name at the start of a text: letters, hyphens, and apostrophes as in `dawson's-kayles`.
fn word_length(text: &str) -> usize {
    let length = text.bytes().take_while(|byte| byte.is_ascii_alphabetic() || b"-'".contains(byte)).count();
    text[..length].trim_end_matches(['-', '\'']).len()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn fails(text: &str) -> ReadError {
        text.parse::<HeapCode>().expect_err(text)
    }

    #[test]
    fn codes_print_in_canonical_form() {
        for (text, canonical) in [
            ("0.77", "0.77"),
            (" 0.770 ", "0.77"),
            ("4.0", "4.0"),
            ("0.0", "0.0"),
            ("0.(3310)^3", "0.33103310331"),
            ("0.[3310]", "0.[3310]"),
            ("0.[33103310]", "0.[3310]"),
            ("0.1(3310)^w", "0.1(3310)^w"),
            ("0.10(331)^ω", "0.10(331)^w"),
            ("0.0(3310)^w", "0.[0331]"),
            ("0.5(0)^w", "0.5"),
            ("0.(0)^20(7)^13", "0.(0)^20(7)^13"),
            ("0.(0)^20(71)^1(7)^13(1)^w", "0.(0)^20(71)^1(7)^13(1)^w"),
            ("4@3.5@31", "4@{3}.5@{31}"),
            ("0.8F", "0.8F"),
            ("0.{0,1,2}{5}{2+}", "0.7W{2+}"),
            ("Kayles", "0.77"),
            ("Dawson's-Kayles", "0.07"),
            ("4!.0", "4!.0"),
            ("subtraction(4, 1,3)", "0.3033"),
            ("allbut(2,5)", "0.30330(3)^w"),
            ("allbut()", "0.[3]"),
            ("subtraction()", "0.0"),
        ] {
            let code: HeapCode = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
            code.check_invariants();
            assert_eq!(code.to_string(), canonical, "{text}");
        }
    }

    #[test]
    fn a_code_ends_where_a_position_or_another_term_begins() {
        for (text, used) in [
            ("0.77[12]", 4),
            ("0.(3)^20[5]", 8),
            ("0.[3][5]", 5),
            ("0.1(3)^w[5]", 8),
            ("kayles[3*7+9]", 6),
            ("0.77 + *3", 4),
            ("nim x nim", 3),
            ("4!.0[7]", 4),
            ("subtraction(1,2)[8]", 16),
            ("0.77-", 4),
        ] {
            assert_eq!(HeapCode::parse_prefix(text).unwrap().1, used, "{text}");
        }
    }

    #[test]
    fn what_is_wrong_is_pointed_at() {
        for (text, span) in [
            ("", 0..0),
            ("0", 1..1),
            ("0.", 2..2),
            (".77", 0..1),
            ("0.7.7", 3..4),
            ("0.7a", 3..4),
            ("0.77[12]", 4..8),
            ("3.7", 0..1),
            ("12.7", 0..2),
            ("0.(3)^1000000000000", 6..19),
            ("0.(3)^99999999999999999999999999", 6..32),
            ("0.(33", 2..3),
            ("0.(3)", 5..5),
            ("0.()^3", 3..3 + 1),
            ("0.{64}", 3..5),
            ("0.{1", 2..3),
            ("kyles", 0..5),
            ("subtraction(0)", 12..13),
            ("subtraction(1", 13..13),
            ("  0.7é", 5..7),
            ("0.7@99999999999", 4..15),
        ] {
            assert_eq!(fails(text).span, span, "{text}: {}", fails(text));
        }
        assert_eq!(fails(".77").help.as_deref(), Some("write 0.77"));
        assert!(fails("0.7a").help.is_some_and(|help| help.contains("capital")));
        assert_eq!(HeapCode::parse_octal("0.79").expect_err("9 is not octal").span, 3..4);
        assert!(HeapCode::parse_octal("0.777").is_ok() && "0.9".parse::<HeapCode>().is_ok());
    }

    #[test]
    fn long_codes_are_read_and_too_long_ones_refused() {
        let long = format!("0.{}", "7".repeat(MAX_DIGITS));
        assert_eq!(long.parse::<HeapCode>().unwrap().last_digit(), Some(MAX_DIGITS as u64));
        assert!(fails(&format!("{long}7")).message.contains("at most"));
        assert!(fails("0.(77)^50001").message.contains("at most"));
        assert!(fails(&format!("0.[{}", "7".repeat(MAX_DIGITS + 1))).message.contains("at most"));
    }

    proptest! {
        #[test]
        fn text_never_panics(text in "[0-9A-Za-z.(){}\\[\\]^w!?=@,+é ]{0,24}") {
            match text.parse::<HeapCode>() {
                Ok(code) => {
                    code.check_invariants();
                    prop_assert_eq!(code.to_string().parse::<HeapCode>(), Ok(code));
                }
                Err(error) => prop_assert!(error.span.end <= text.len() && text.get(error.span).is_some()),
            }
        }

        #[test]
        fn codes_print_and_parse_back(
            text in "[048CG][!?=]?(@[0-9]{1,2})?\\.([0-9A-Z]|\\{[0-9],[0-9]\\+?\\}[!?=]?){1,8}(\\([0-9A]{1,4}\\)\\^[0-9]{1,2}){0,3}(\\([0-3]{1,3}\\)\\^w)?"
        ) {
            let code: HeapCode = text.parse().unwrap();
            code.check_invariants();
            let printed = code.to_string();
            prop_assert_eq!(HeapCode::parse_prefix(&printed), Ok((code.clone(), printed.len())));
            prop_assert_eq!(HeapCode::parse_prefix(&format!("{printed}[7]")), Ok((code, printed.len())));
        }
    }
}
