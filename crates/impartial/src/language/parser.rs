//! From text to positions: one grammar for all theories.
//!
//! ```text
//! game     = compound
//! compound = sum { "|" sum }
//! sum      = product { "+" product }
//! product  = single { "x" single }
//! single   = "(" game ")" | number "*(" game ")" | a position of some kind
//! ```
//!
//! Each kind reads its own texts: see the files in `kinds/`, and [`KINDS`].

use std::ops::Range;

use num_bigint::BigUint;

use super::kinds::{Known, heaps};
use super::lookahead::{bracketed, closing, digits};
use super::natural::Natural;
use super::position::Position;
use super::registry::KINDS;
use crate::group::{self, FiniteGroup, GroupError, LargeGroup};
use crate::heap::HeapCode;
use crate::limits::Limits;
use crate::text::{Cursor, ReadError};

/// What a text names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Subject {
    /// A position: it can be played.
    Position(Position),
    /// A whole taking-and-breaking game, as in `0.77`: its heaps of all sizes.
    Code(HeapCode),
}

/// A text that was read: what it names, and what later texts may refer to.
#[derive(Clone, Debug)]
pub struct Parsed {
    /// What the text names.
    pub subject: Subject,
    /// The trees, groups, boards and graphs it mentions: texts read with them share what was worked out.
    pub known: Known,
}

impl Parsed {
    /// The position, or an error that says how to name one.
    pub fn position(&self, text: &str) -> Result<&Position, ReadError> {
        match &self.subject {
            Subject::Position(position) => Ok(position),
            Subject::Code(code) => Err(whole_game(code, 0..text.len())),
        }
    }
}

/// Reads a game.
///
/// ```
/// use impartial::language::parse;
/// let text = "0.77[3*7+9] + *3 x *(w+1)";
/// assert_eq!(parse(text)?.position(text)?.to_string(), text);
/// assert_eq!(parse("0.77[3").unwrap_err().to_string(), "the text ends too early: expected `]`, `+` or `*`");
/// # Ok::<(), impartial::text::ReadError>(())
/// ```
pub fn parse(text: &str) -> Result<Parsed, ReadError> {
    parse_with(Known::default(), text)
}

/// Reads a game that may mention what was read before.
pub fn parse_with(known: Known, text: &str) -> Result<Parsed, ReadError> {
    let no_files = |_: &str| Err("files are not read here".to_owned());
    parse_with_sources(
        known,
        text,
        &Sources {
            file: &no_files,
            group: &group::parse,
            large_group: &LargeGroup::parse_larger,
            limits: &Limits::none(),
        },
    )
}

/// Reads a group of more than so many elements, or finds that it has fewer.
pub type ReadLargeGroup<'a> = dyn Fn(&str, usize, &Limits) -> Result<Option<LargeGroup>, GroupError> + 'a;

/// What a text may name outside itself, and how long the reading may take.
#[derive(Clone, Copy)]
pub struct Sources<'a> {
    /// Gives the text of a file by name, or the reason why not.
    pub file: &'a dyn Fn(&str) -> Result<String, String>,
    /// Reads a group: [`group::parse`], or one who knows more groups.
    pub group: &'a dyn Fn(&str, &Limits) -> Result<FiniteGroup, GroupError>,
    /// Reads a group of more than so many elements without listing them: [`LargeGroup::parse_larger`], or one who knows more groups.
    pub large_group: &'a ReadLargeGroup<'a>,
    /// What stops the construction of a group.
    pub limits: &'a Limits,
}

/// As [`parse_with`], with files and groups from the sources given.
pub fn parse_with_sources(known: Known, text: &str, sources: &Sources<'_>) -> Result<Parsed, ReadError> {
    let mut reader = Reader { cursor: Cursor::new(text), depth: 0, known, sources };
    let subject = reader.compound()?;
    if reader.cursor.peek().is_some() {
        return Err(reader.cursor.expected_here("the end, `+`, `|` or `x`"));
    }
    Ok(Parsed { known: reader.known, subject })
}

/// The deepest nesting of brackets that is read; deeper text is refused rather than trusted to the stack.
const DEEPEST: usize = 200;

/// The most games of a sum that is written as copies of a game.
const MOST_COPIES: usize = 10_000;

/// A text under way.
pub struct Reader<'t> {
    pub(super) cursor: Cursor<'t>,
    depth: usize,
    pub(super) known: Known,
    pub(super) sources: &'t Sources<'t>,
}

fn whole_game(code: &HeapCode, span: Range<usize>) -> ReadError {
    ReadError::new(span, format!("{code} names a whole game, not a position"))
        .help(format!("give heaps, for example {code}[5] or {code}[3+5]"))
}

impl<'t> Reader<'t> {
    /// Skips space and takes one of the signs if it stands here.
    pub(super) fn take(&mut self, signs: &[char]) -> bool {
        let found = self.cursor.peek().filter(|found| signs.contains(found));
        found.is_some_and(|found| self.cursor.accept(found))
    }

    fn compound(&mut self) -> Result<Subject, ReadError> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(ReadError::new(
                self.cursor.at..self.cursor.at,
                format!("brackets nest deeper than {DEEPEST}"),
            ));
        }
        let subject = self
            .chain(&['|'], Position::Compound, |reader| reader.chain(&['+'], Position::Sum, Self::product));
        self.depth -= 1;
        subject
    }

    /// `part { sign part }`.
    fn chain(
        &mut self,
        signs: &[char],
        join: fn(Vec<Position>) -> Position,
        part: impl Fn(&mut Self) -> Result<Subject, ReadError>,
    ) -> Result<Subject, ReadError> {
        self.cursor.skip_blanks();
        let start = self.cursor.at;
        let first = part(self)?;
        if !self.take(signs) {
            return Ok(first);
        }
        let mut parts = vec![self.must_be_position(first, start)?];
        loop {
            self.cursor.skip_blanks();
            let start = self.cursor.at;
            let next = part(self)?;
            parts.push(self.must_be_position(next, start)?);
            if !self.take(signs) {
                return Ok(Subject::Position(join(parts)));
            }
        }
    }

    fn product(&mut self) -> Result<Subject, ReadError> {
        self.cursor.skip_blanks();
        let start = self.cursor.at;
        let first = self.single()?;
        if !self.take(&['x', '×']) {
            return Ok(first);
        }
        let mut left = self.must_be_position(first, start)?;
        loop {
            self.cursor.skip_blanks();
            let start = self.cursor.at;
            let next = self.single()?;
            left = Position::Product(Box::new([left, self.must_be_position(next, start)?]));
            if !self.take(&['x', '×']) {
                return Ok(Subject::Position(left));
            }
        }
    }

    fn must_be_position(&self, subject: Subject, start: usize) -> Result<Position, ReadError> {
        match subject {
            Subject::Position(position) => Ok(position),
            Subject::Code(code) => {
                let span = start..start + self.cursor.text()[start..self.cursor.at].trim_end().len();
                Err(whole_game(&code, span))
            }
        }
    }

    fn single(&mut self) -> Result<Subject, ReadError> {
        self.cursor.skip_blanks();
        let rest = self.cursor.rest();
        if rest.starts_with('(') {
            self.cursor.at += 1;
            let inner = self.compound()?;
            if !self.take(&[')']) {
                return Err(self.cursor.expected_here("`)`"));
            }
            return Ok(inner);
        }
        if rest[digits(rest)..].starts_with("*(") && digits(rest) > 0 {
            return self.copies(digits(rest)).map(Subject::Position);
        }
        if let Some(kind) = KINDS.iter().find(|kind| (kind.begins)(rest)) {
            return (kind.read)(self);
        }
        match self.cursor.next_char() {
            // No kind begins so: what is told is what is wrong with it as the name of a code.
            Some(c) if c.is_ascii_alphanumeric() || c == '.' => heaps::read(self),
            _ => Err(self
                .cursor
                .expected_here("a game (0, *5, 0.77[3], {0,*}, a name such as kayles[3], or a bracket)")),
        }
    }

    /// `3*(G)`: as many copies of a game as the number of so many digits says.
    fn copies(&mut self, length: usize) -> Result<Position, ReadError> {
        let start = self.cursor.at;
        let count = self.cursor.text()[start..start + length].parse::<usize>();
        self.cursor.at += length + 1;
        let bracket = self.cursor.at;
        let inner = self.single()?;
        let game = self.must_be_position(inner, bracket)?.normal_form();
        let parts = game.parts().len();
        let count =
            count.ok().filter(|count| count.saturating_mul(parts) <= MOST_COPIES).ok_or_else(|| {
                ReadError::new(start..start + length, format!("a sum has {MOST_COPIES} games at most"))
            })?;
        Ok(Position::sum(std::iter::repeat_n(game, count)))
    }

    /// What stands in the parentheses after a word of some length, which is passed over: the text inside, and where it begins.
    pub(super) fn in_parentheses(&mut self, word: usize) -> Result<(&'t str, usize), ReadError> {
        let open = self.cursor.at + word;
        let text = self.cursor.text();
        let length = bracketed(&text[open..]).ok_or_else(|| self.too_early("`)`"))?;
        self.cursor.at = open + length;
        Ok((&text[open + 1..open + length - 1], open + 1))
    }

    /// What stands in square brackets here, if they do, and where it begins.
    pub(super) fn in_brackets(&mut self) -> Result<Option<(&'t str, usize)>, ReadError> {
        let text = self.cursor.text();
        if !self.cursor.rest().starts_with('[') {
            return Ok(None);
        }
        let inside = self.cursor.at + 1;
        let length = closing(&text[inside..]).ok_or_else(|| self.too_early("`]`"))?;
        self.cursor.at = inside + length + 1;
        Ok(Some((&text[inside..inside + length], inside)))
    }

    fn too_early(&self, expected: &str) -> ReadError {
        let end = self.cursor.text().len();
        ReadError::new(end..end, format!("the text ends too early: expected {expected}"))
    }

    /// A natural number, `10^12` too, and where it stands.
    pub(super) fn natural(&mut self, expected: &str) -> Result<(Natural, Range<usize>), ReadError> {
        self.cursor.skip_blanks();
        let length = digits(self.cursor.rest());
        if length == 0 {
            return Err(self.cursor.expected_here(expected));
        }
        let start = self.cursor.at;
        let digits_read =
            self.cursor.text().get(start..start + length).filter(|_| length as u64 <= MOST_BITS / 3);
        let mut value: Option<BigUint> = digits_read.and_then(|text| text.parse().ok());
        self.cursor.at += length;
        let exponent = self.cursor.rest().strip_prefix('^').map_or(0, digits);
        if exponent > 0 {
            let power: Option<u32> = self.cursor.rest()[1..=exponent].parse().ok();
            value = value.zip(power).and_then(|(base, power)| {
                // At least so many bits: what is absurdly long is not worked out.
                let bits = base.bits().saturating_sub(1).saturating_mul(u64::from(power));
                (bits <= MOST_BITS).then(|| base.pow(power))
            });
            self.cursor.at += 1 + exponent;
        }
        let place = start..self.cursor.at;
        let value = value.filter(|value| value.bits() <= MOST_BITS);
        let too_long = || ReadError::new(place.clone(), format!("a number here is below 2^{MOST_BITS}"));
        Ok((Natural::from(value.ok_or_else(too_long)?), place))
    }
}

/// Sizes and numbers of heaps have at most so many bits.
const MOST_BITS: u64 = 1 << 16;
