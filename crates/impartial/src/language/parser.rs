//! From text to positions: one grammar for all theories.
//!
//! ```text
//! game     = compound
//! compound = sum { "|" sum }
//! sum      = product { "+" product }
//! product  = single { "x" single }
//! single   = "(" game ")" | number "*(" game ")" | tree | "*" ordinal | "coins(" games ")[" heads "]" | "lattice(" name ")[" numbers "]" | code [ "[" heaps "]" ]
//!          | ("abelian" | "module") "(" structure ")" [ "[" elements "]" ]
//!          | ("gen" | "dng") "(" ( group | "file:" path ) ")" [ "[" elements "]" ]
//! heaps    = [ heap { ("+" | ",") heap } ]        heap = size | count "*" size
//! ```

use std::ops::Range;

use num_bigint::{BigInt, BigUint};

use super::count::Count;
use super::lookahead::{bracketed, closing, digits, looks_like_code, ordinal_after_star};
use super::position::{Chosen, CodeId, Divided, DividedRules, GroundId, Heaps, Position, Rulebook};
use super::suggest::nearest;
use crate::algebra::AlgebraPosition;
use crate::algebra::position::{FileText, KEYWORDS};
use crate::coin::CoinPosition;
use crate::game::notation;
use crate::generate::definition::Generation as _;
use crate::generate::text::{FamilyError, NamedFamily};
use crate::generate::{Aim, Ground};
use crate::group::{self, FiniteGroup, GroupError};
use crate::heap::{HeapCode, NAMES};
use crate::limits::Limits;
use crate::ordinal::Ordinal;
use crate::subset::Subset;
use crate::text::{Cursor, ReadError};

/// What a text names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Subject {
    /// A position: it can be played.
    Position(Position),
    /// A whole taking-and-breaking game, as in `0.77`: its heaps of all sizes.
    Code(CodeId),
}

/// A text that was read: what it names, and the rules it refers to.
#[derive(Clone, Debug)]
pub struct Parsed {
    /// The codes and trees in the text.
    pub rulebook: Rulebook,
    /// What the text names.
    pub subject: Subject,
}

impl Parsed {
    /// The position, or an error that says how to name one.
    pub fn position(&self, text: &str) -> Result<&Position, ReadError> {
        match &self.subject {
            Subject::Position(position) => Ok(position),
            Subject::Code(code) => {
                let code = self.rulebook.code(*code);
                Err(whole_game(code, 0..text.len()))
            }
        }
    }
}

/// Reads a game.
///
/// ```
/// use impartial::language::{Subject, parse};
/// let parsed = parse("0.77[3*7+9] + *3 x *(w+1)")?;
/// let Subject::Position(position) = &parsed.subject else { unreachable!() };
/// assert_eq!(parsed.rulebook.show(position).to_string(), "0.77[3*7+9] + *3 x *(w+1)");
/// assert_eq!(parse("0.77[3").unwrap_err().to_string(), "the text ends too early: expected `]`, `+` or `*`");
/// # Ok::<(), impartial::text::ReadError>(())
/// ```
pub fn parse(text: &str) -> Result<Parsed, ReadError> {
    parse_with(Rulebook::new(), text)
}

/// Reads a game that refers to a rulebook already in use; what is new in the text is added to it.
pub fn parse_with(rulebook: Rulebook, text: &str) -> Result<Parsed, ReadError> {
    let no_files = |_: &str| Err("files are not read here".to_owned());
    parse_with_sources(
        rulebook,
        text,
        &Sources { file: &no_files, group: &group::parse, limits: &Limits::none() },
    )
}

/// What a text may name outside itself, and how long the reading may take.
#[derive(Clone, Copy)]
pub struct Sources<'a> {
    /// Gives the text of a file by name, or the reason why not.
    pub file: FileText<'a>,
    /// Reads a group: [`group::parse`], or one who knows more groups.
    pub group: &'a dyn Fn(&str, &Limits) -> Result<FiniteGroup, GroupError>,
    /// What stops the construction of a group.
    pub limits: &'a Limits,
}

/// As [`parse_with`], with files and groups from the sources given.
pub fn parse_with_sources(
    rulebook: Rulebook,
    text: &str,
    sources: &Sources<'_>,
) -> Result<Parsed, ReadError> {
    let mut parser = Parser { cursor: Cursor::new(text), depth: 0, rulebook, sources };
    let subject = parser.compound()?;
    if parser.cursor.peek().is_some() {
        return Err(parser.cursor.expected_here("the end, `+`, `|` or `x`"));
    }
    Ok(Parsed { rulebook: parser.rulebook, subject })
}

/// The deepest nesting of brackets that is read; deeper text is refused rather than trusted to the stack.
const DEEPEST: usize = 200;

/// The most games of a sum that is written as copies of a game.
const MOST_COPIES: usize = 10_000;

struct Parser<'t> {
    cursor: Cursor<'t>,
    depth: usize,
    rulebook: Rulebook,
    sources: &'t Sources<'t>,
}

fn whole_game(code: &HeapCode, span: Range<usize>) -> ReadError {
    ReadError::new(span, format!("{code} names a whole game, not a position"))
        .help(format!("give heaps, for example {code}[5] or {code}[3+5]"))
}

impl Parser<'_> {
    /// Skips space and takes one of the signs if it stands here.
    fn take(&mut self, signs: &[char]) -> bool {
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
            .chain(&['|'], Position::Compound, |parser| parser.chain(&['+'], Position::Sum, Self::product));
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
                Err(whole_game(self.rulebook.code(code), span))
            }
        }
    }

    fn single(&mut self) -> Result<Subject, ReadError> {
        self.cursor.skip_blanks();
        let rest = self.cursor.rest();
        match self.cursor.next_char() {
            Some('(') => {
                self.cursor.at += 1;
                let inner = self.compound()?;
                if !self.take(&[')']) {
                    return Err(self.cursor.expected_here("`)`"));
                }
                Ok(inner)
            }
            Some('*') => self.star().map(Subject::Position),
            Some('{') if looks_like_code(rest) => self.heaps(),
            Some('{') => self.tree().map(Subject::Position),
            Some(digit) if digit.is_ascii_digit() && rest[digits(rest)..].starts_with("*(") => {
                self.copies(digits(rest)).map(Subject::Position)
            }
            Some('0') if !looks_like_code(rest) => {
                self.cursor.at += 1;
                self.no_digit_follows("0")?;
                Ok(Subject::Position(Rulebook::zero()))
            }
            Some(digit) if digit.is_ascii_digit() && !looks_like_code(rest) => {
                let number = &rest[..digits(rest)];
                let span = self.cursor.at..self.cursor.at + number.len();
                Err(ReadError::new(span, format!("{number} is a number, not a game"))
                    .help(format!("the nim-heap of size {number} is written *{number}")))
            }
            Some('c') if rest.starts_with("coins(") => self.coins().map(Subject::Position),
            Some('l') if rest.starts_with("lattice(") => self.lattice().map(Subject::Position),
            Some('g') if rest.starts_with("gen(") => self.chosen(Aim::Achieve).map(Subject::Position),
            Some('d') if rest.starts_with("dng(") => self.chosen(Aim::Avoid).map(Subject::Position),
            Some('g') if rest.starts_with("group(") => {
                self.divided(DividedRules::Quotients).map(Subject::Position)
            }
            Some('s') if rest.starts_with("subgroups(") => {
                self.divided(DividedRules::Subgroups).map(Subject::Position)
            }
            Some(c) if c.is_ascii_alphanumeric() || c == '.' => {
                let keyword = KEYWORDS
                    .iter()
                    .find(|word| rest.strip_prefix(**word).is_some_and(|after| after.starts_with('(')));
                match keyword {
                    Some(keyword) => self.algebra(keyword).map(Subject::Position),
                    None => self.heaps(),
                }
            }
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
        let game = Rulebook::normal_form(&self.must_be_position(inner, bracket)?);
        let parts = if let Position::Sum(parts) = &game { parts.len() } else { 1 };
        let count =
            count.ok().filter(|count| count.saturating_mul(parts) <= MOST_COPIES).ok_or_else(|| {
                ReadError::new(start..start + length, format!("a sum has {MOST_COPIES} games at most"))
            })?;
        Ok(Rulebook::sum(std::iter::repeat_n(game, count)))
    }

    /// `*`, `*5`, `*w^2`, `*(w+1)`, or a tree in Conway's notation.
    fn star(&mut self) -> Result<Position, ReadError> {
        let start = self.cursor.at + 1;
        let after = &self.cursor.text()[start..];
        if let Some(length) = ordinal_after_star(after) {
            let brackets = usize::from(after.starts_with('('));
            let size = self.ordinal(start + brackets..start + length - brackets)?;
            self.cursor.at = start + length;
            return Ok(Position::Nim(size));
        }
        let length = digits(after);
        let is_tree = after[length..].starts_with(['_', '(']) || (length == 0 && after.starts_with('('));
        if is_tree {
            return self.tree();
        }
        let size = if length == 0 { Ordinal::from(1u64) } else { self.ordinal(start..start + length)? };
        self.cursor.at = start + length;
        if self.cursor.next_char().is_some_and(|c| c.is_ascii_alphanumeric() && c != 'x') {
            return Err(self.cursor.expected_here("the size of the nim-heap, a digit,"));
        }
        Ok(Position::Nim(size))
    }

    fn ordinal(&self, span: Range<usize>) -> Result<Ordinal, ReadError> {
        self.cursor.text()[span.clone()].parse().map_err(|error: ReadError| error.shifted(span.start))
    }

    fn tree(&mut self) -> Result<Position, ReadError> {
        let start = self.cursor.at;
        let (tree, length) = notation::parse_prefix(self.rulebook.forest_mut(), &self.cursor.text()[start..])
            .map_err(|error| error.shifted(start))?;
        self.cursor.at += length;
        Ok(self.rulebook.tree(tree))
    }

    /// Coins that show heads: `coins(nim x nim)[(2,3)]`.
    fn coins(&mut self) -> Result<Position, ReadError> {
        let start = self.cursor.at;
        let (coins, length) =
            CoinPosition::parse_prefix(self.cursor.rest()).map_err(|error| error.shifted(start))?;
        self.cursor.at += length;
        Ok(Position::Coins(coins))
    }

    /// A point of a lattice game whose board the rulebook knows by name: `lattice(board.toml)[3,0,2]`.
    fn lattice(&mut self) -> Result<Position, ReadError> {
        let start = self.cursor.at + "lattice(".len();
        let Some(length) = self.cursor.text()[start..].find(')') else {
            self.cursor.at = self.cursor.text().len();
            return Err(self.cursor.expected_here("`)` after the name of the board"));
        };
        let name = &self.cursor.text()[start..start + length];
        let board = self.rulebook.find_board(name).ok_or_else(|| {
            ReadError::new(start..start + length, format!("no board is known by the name `{name}`"))
        })?;
        self.cursor.at = start + length + 1;
        if !self.take(&['[']) {
            return Err(self.cursor.expected_here("`[` and the coordinates of a position"));
        }
        let inside = self.cursor.at;
        let mut point = Vec::new();
        loop {
            point.push(self.coordinate()?);
            if self.take(&[']']) {
                break;
            }
            if !self.take(&[',']) {
                return Err(self.cursor.expected_here("`,` or `]`"));
            }
        }
        let span = inside..self.cursor.at - 1;
        let game = self.rulebook.board(board);
        if point.len() != game.dimension() {
            let (found, dimension) = (point.len(), game.dimension());
            let message = format!("here are {found} coordinates, and the board has dimension {dimension}");
            return Err(ReadError::new(span, message));
        }
        if let Some(inequality) = game.board().iter().find(|inequality| !inequality.holds_at(&point)) {
            return Err(ReadError::new(span, format!("this point is off the board: {inequality} fails")));
        }
        if !game.is_legal_at(&point) {
            let message = "this position is defeated: nobody may move there, and nobody moves from there";
            return Err(ReadError::new(span, message));
        }
        Ok(Position::Lattice(board, point))
    }

    /// A coordinate of any size, within reason.
    fn coordinate(&mut self) -> Result<BigInt, ReadError> {
        const MOST_DIGITS: usize = 100_000;
        self.cursor.skip_blanks();
        let start = self.cursor.at;
        let sign = usize::from(self.cursor.rest().starts_with('-'));
        let length = digits(&self.cursor.rest()[sign..]);
        if length == 0 {
            return Err(self.cursor.expected_here("a coordinate, an integer,"));
        }
        self.cursor.at += sign + length;
        let value =
            if length <= MOST_DIGITS { self.cursor.text()[start..self.cursor.at].parse().ok() } else { None };
        value.ok_or_else(|| {
            ReadError::new(start..self.cursor.at, format!("coordinates have at most {MOST_DIGITS} digits"))
        })
    }

    /// An achievement or avoidance game: `gen(S4)[(1 2), (1 2 3)]`, `dng(file:line.txt)`.
    fn chosen(&mut self, aim: Aim) -> Result<Position, ReadError> {
        let start = self.cursor.at;
        let (ground, set) = self.ground_and_elements("gen".len())?;
        let rules = self.rulebook.ground(ground);
        if aim == Aim::Avoid && rules.generates_by_definition(&set) {
            let name = rules.text();
            return Err(if set.is_empty() {
                ReadError::new(
                    start..self.cursor.at,
                    format!("dng({name}) cannot be played: even the empty set generates"),
                )
            } else {
                ReadError::new(
                    start..self.cursor.at,
                    "the elements chosen generate, which no player of DNG may bring about",
                )
            });
        }
        Ok(Position::Chosen(Chosen { aim, ground, set }))
    }

    /// The game of groups or of subgroups: `group(D4)[r^2]`, `subgroups(S4)`.
    fn divided(&mut self, rules: DividedRules) -> Result<Position, ReadError> {
        let start = self.cursor.at;
        let name = match rules {
            DividedRules::Quotients => "group",
            DividedRules::Subgroups => "subgroups",
        };
        let (ground, set) = self.ground_and_elements(name.len())?;
        if self.rulebook.ground(ground).group().is_none() {
            return Err(ReadError::new(start..self.cursor.at, format!("{name}(…) is played on a group")));
        }
        let subgroup = self.rulebook.divided_closure(rules, ground, &set);
        Ok(Position::Divided(Divided { rules, ground, subgroup }))
    }

    /// A structure and the elements divided out: `abelian(Z/4 + Z/8)[(0,4)]`.
    fn algebra(&mut self, keyword: &str) -> Result<Position, ReadError> {
        let open = self.cursor.at + keyword.len();
        let ends = |what| {
            ReadError::new(
                self.cursor.text().len()..self.cursor.text().len(),
                format!("the text ends too early: expected {what}"),
            )
        };
        let length = bracketed(&self.cursor.text()[open..]).ok_or_else(|| ends("`)`"))?;
        let inner = &self.cursor.text()[open + 1..open + length - 1];
        let at = |by: usize| move |error: ReadError| error.shifted(by);
        let Sources { file, limits, .. } = self.sources;
        let mut position = AlgebraPosition::parse_with(keyword, inner, file, limits).map_err(at(open + 1))?;
        let mut end = open + length;
        if self.cursor.text()[end..].starts_with('[') {
            let length = closing(&self.cursor.text()[end + 1..]).ok_or_else(|| ends("`]`"))?;
            position =
                position.choose_text(&self.cursor.text()[end + 1..end + 1 + length]).map_err(at(end + 1))?;
            end += length + 2;
        }
        self.cursor.at = end;
        Ok(Position::Algebra(position))
    }

    /// What stands in the parentheses after a name of some length, and the elements in square brackets after it.
    fn ground_and_elements(&mut self, name: usize) -> Result<(GroundId, Subset), ReadError> {
        let open = self.cursor.at + name;
        let length = bracketed(&self.cursor.text()[open..]).ok_or_else(|| {
            ReadError::new(
                self.cursor.text().len()..self.cursor.text().len(),
                "the text ends too early: expected `)`",
            )
        })?;
        let inner = &self.cursor.text()[open + 1..open + length - 1];
        let offset = open + 1 + (inner.len() - inner.trim_start().len());
        let ground = self.ground(inner.trim(), offset)?;
        self.cursor.at = open + length;
        let rules = self.rulebook.ground(ground);
        let mut set = Subset::empty(rules.size());
        if self.cursor.next_char() == Some('[') {
            let after = self.cursor.at + 1;
            let length = closing(&self.cursor.text()[after..]).ok_or_else(|| {
                ReadError::new(
                    self.cursor.text().len()..self.cursor.text().len(),
                    "the text ends too early: expected `]`",
                )
            })?;
            set = rules
                .parse_elements(&self.cursor.text()[after..after + length])
                .map_err(|error| error.shifted(after))?;
            self.cursor.at = after + length + 1;
        }
        Ok((ground, set))
    }

    /// The group or closure game that a text names; what was read before is used again.
    fn ground(&mut self, name: &str, offset: usize) -> Result<GroundId, ReadError> {
        if let Some(known) = self.rulebook.find_ground(name) {
            return Ok(known);
        }
        let span = offset..offset + name.len();
        if let Some(path) = name.strip_prefix("file:") {
            let text = (self.sources.file)(path.trim()).map_err(|why| ReadError::new(span.clone(), why))?;
            let family = NamedFamily::parse(&text, self.sources.limits).map_err(|error| {
                let place = match &error {
                    FamilyError::Text(ReadError { span, .. }) => {
                        let line = text[..span.start].matches('\n').count() + 1;
                        format!("{}, line {line}: ", path.trim())
                    }
                    FamilyError::Stopped(_) => String::new(),
                };
                ReadError::new(span.clone(), format!("{place}{error}"))
            })?;
            return Ok(self.rulebook.enter_ground(Ground::of_family(name, family)));
        }
        let group = (self.sources.group)(name, self.sources.limits)
            .map_err(|error| ReadError::from(error).shifted(offset))?;
        Ok(self.rulebook.enter_ground(Ground::of_group(name, group)))
    }

    fn no_digit_follows(&self, zero: &str) -> Result<(), ReadError> {
        if self.cursor.next_char().is_some_and(|c| c.is_ascii_digit()) {
            return Err(self.cursor.expected_here(&format!("the end of {zero}")));
        }
        Ok(())
    }

    /// A heap code or a name, with heaps or alone.
    fn heaps(&mut self) -> Result<Subject, ReadError> {
        let start = self.cursor.at;
        let word_length = self
            .cursor
            .rest()
            .find(|c: char| !(c.is_ascii_alphanumeric() || c == '-'))
            .unwrap_or(self.cursor.rest().len());
        let word = &self.cursor.rest()[..word_length];
        let is_word = word.starts_with(|c: char| c.is_ascii_lowercase());
        let (code, length) = HeapCode::parse_prefix(self.cursor.rest()).map_err(|error| {
            let suggestion = nearest(word, NAMES.iter().map(|(name, _)| *name)).filter(|_| is_word);
            if let Some(name) = suggestion.filter(|name| *name != word) {
                return ReadError::new(start..start + word_length, format!("no game is named `{word}`"))
                    .help(format!("did you mean `{name}`?"));
            }
            error.shifted(start)
        })?;
        self.cursor.at += length;
        let code = self.rulebook.enter(code);
        if self.cursor.next_char() != Some('[') {
            return Ok(Subject::Code(code));
        }
        self.cursor.at += 1;
        let mut heaps = Vec::new();
        if !self.take(&[']']) {
            loop {
                heaps.push(self.heap()?);
                if self.take(&[']']) {
                    break;
                }
                if !self.take(&['+', ',']) {
                    return Err(self.cursor.expected_here("`]`, `+` or `*`"));
                }
            }
        }
        Ok(Subject::Position(Position::Heaps(code, Heaps::new(heaps))))
    }

    /// `size` or `count*size`.
    fn heap(&mut self) -> Result<(u64, Count), ReadError> {
        let (first, at) = self.number("the size of a heap")?;
        if self.take(&['*']) {
            let (size, at) = self.number("the size of a heap after `*`")?;
            return Ok((heap_size(&size, at)?, Count::from(first)));
        }
        Ok((heap_size(&first, at)?, Count::from(1)))
    }

    /// A number, and where it stands.
    fn number(&mut self, expected: &str) -> Result<(BigUint, Range<usize>), ReadError> {
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
        // A power, such as 10^12.
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
        Ok((value.ok_or_else(too_long)?, place))
    }
}

/// Numbers of heaps have at most so many bits.
const MOST_BITS: u64 = 1 << 16;

/// The size of a heap, which is at most a word.
fn heap_size(number: &BigUint, at: Range<usize>) -> Result<u64, ReadError> {
    let too_large = |_| {
        ReadError::new(at, format!("a heap has at most {} tokens", u64::MAX))
            .help("count*size: only the number of heaps may be larger")
    };
    u64::try_from(number).map_err(too_large)
}
