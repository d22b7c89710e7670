//! Nim-heaps of any ordinal size: `0`, `*`, `*5`, `*w`, `*(w^2+3)`.

use std::fmt;
use std::ops::Range;

use serde_json::{Value, json};

use crate::claim::Claim;
use crate::game::Play;
use crate::language::kind::{Kind, Piece, Single, Theorem, Unlisted};
use crate::language::lookahead::{digits, looks_like_code, ordinal_after_star};
use crate::language::moves::WinningMoves;
use crate::language::natural::Natural;
use crate::language::parser::{Reader, Subject};
use crate::language::position::Position;
use crate::language::registry::KindOfGame;
use crate::language::search::LARGEST_LISTED;
use crate::limits::Limits;
use crate::ordinal::Ordinal;
use crate::text::ReadError;

/// A nim-heap; the zero game is the nim-heap of size 0.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NimHeap(pub Ordinal);

pub(in crate::language) const KIND: KindOfGame =
    KindOfGame { name: "nim", theory: "trees", example: "*5", begins, read };

/// A digit that is no code, or a star before what is no tree.
fn begins(text: &str) -> bool {
    match text.strip_prefix('*') {
        Some(after) => ordinal_after_star(after).is_some() || !super::tree::begins_after_star(after),
        None => text.starts_with(|c: char| c.is_ascii_digit()) && !looks_like_code(text),
    }
}

fn read(reader: &mut Reader<'_>) -> Result<Subject, ReadError> {
    let cursor = &mut reader.cursor;
    let Some(after) = cursor.rest().strip_prefix('*') else {
        let number = &cursor.rest()[..digits(cursor.rest())];
        if !number.starts_with('0') {
            let span = cursor.at..cursor.at + number.len();
            return Err(ReadError::new(span, format!("{number} is a number, not a game"))
                .help(format!("the nim-heap of size {number} is written *{number}")));
        }
        cursor.at += 1;
        if cursor.next_char().is_some_and(|c| c.is_ascii_digit()) {
            return Err(cursor.expected_here("the end of 0"));
        }
        return Ok(Subject::Position(Position::zero()));
    };
    let start = cursor.at + 1;
    let ordinal = |span: Range<usize>| -> Result<Ordinal, ReadError> {
        cursor.text()[span.clone()].parse().map_err(|error: ReadError| error.shifted(span.start))
    };
    if let Some(length) = ordinal_after_star(after) {
        let brackets = usize::from(after.starts_with('('));
        let size = ordinal(start + brackets..start + length - brackets)?;
        cursor.at = start + length;
        return Ok(Subject::Position(NimHeap(size).into()));
    }
    let length = digits(after);
    let size = if length == 0 { Ordinal::ONE } else { ordinal(start..start + length)? };
    cursor.at = start + length;
    if cursor.next_char().is_some_and(|c| c.is_ascii_alphanumeric() && c != 'x') {
        return Err(cursor.expected_here("the size of the nim-heap, a digit,"));
    }
    Ok(Subject::Position(NimHeap(size).into()))
}

impl Kind for NimHeap {
    fn name(&self) -> &'static str {
        KIND.name
    }

    fn options(&self) -> Vec<Position> {
        let size = self.0.to_u64().expect("callers ask only for finite games");
        (0..size).map(Position::nim).collect()
    }

    fn is_over(&self) -> bool {
        self.0.is_zero()
    }

    fn bound_on_options(&self, _: &Limits) -> u64 {
        self.0.to_u64().unwrap_or(u64::MAX)
    }

    fn can_list(&self) -> Result<(), Unlisted> {
        let NimHeap(size) = self;
        match size.to_u64() {
            Some(few) if few <= LARGEST_LISTED => Ok(()),
            _ if size.is_finite() => {
                Err(format!("the nim-heap *{size} has more than {LARGEST_LISTED} options"))
            }
            _ => Err(format!("the nim-heap *{size} has infinitely many options")),
        }
    }

    fn is_finite(&self) -> bool {
        self.0.is_finite()
    }

    fn is_zero(&self) -> bool {
        self.0.is_zero()
    }

    fn some_move(&self) -> Option<Position> {
        (!self.is_over()).then(Position::zero)
    }

    fn is_move_to(&self, to: Option<&Single>) -> bool {
        match to {
            None => !self.0.is_zero(),
            Some(to) => to.of_kind::<NimHeap>().is_some_and(|smaller| smaller < self),
        }
    }

    fn nim_heaps(&self) -> Option<Vec<(Ordinal, Natural)>> {
        Some(vec![(self.0.clone(), Natural::from(1))])
    }

    fn nimber(&self, _: &Limits) -> Theorem<Ordinal> {
        Some(Ok(self.0.clone()))
    }

    fn reason(&self, _: Option<Play>) -> Option<Claim> {
        Some(Claim::Proved("a nim-heap is its own nimber".to_owned()))
    }

    fn moves_to(&self, nimber: &Ordinal, _: &Limits) -> Theorem<WinningMoves> {
        let smaller = (nimber < &self.0).then(|| NimHeap(nimber.clone()).into());
        Some(Ok(WinningMoves::all(smaller.into_iter().collect())))
    }

    fn piece(&self) -> Option<Piece> {
        self.0.to_u64().map(Piece::Nim)
    }

    fn parts(&self) -> Value {
        match self.0.to_u64() {
            Some(size) => json!({ "nim": size }),
            None => json!({ "nim": self.0.to_string() }),
        }
    }
}

impl fmt::Display for NimHeap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let NimHeap(size) = self;
        if size.is_zero() {
            return f.write_str("0");
        }
        if *size == Ordinal::ONE {
            return f.write_str("*");
        }
        let text = size.to_string();
        // `*w^2` reads back whole; sums, multiples and the like need brackets.
        let is_plain = text.chars().all(|c| c.is_ascii_digit() || c == 'w' || c == '^');
        if is_plain { write!(f, "*{text}") } else { write!(f, "*({text})") }
    }
}
