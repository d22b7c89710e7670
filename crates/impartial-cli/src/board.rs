//! Lattice games from TOML files.
//!
//! ```toml
//! dimension = 2                     # may be left out: the rules show it
//! rules = [[1, 0], [0, 1], [2, 2]]  # a move subtracts a rule
//! board = [[[1, 3], -2], [[1, 0], 0]]   # x + 3y >= -2 and x >= 0; without it: all coordinates >= 0
//! defeated = [[0, 0]]               # nobody may move there; without it: none, normal play
//! ```

use std::ops::Range;
use std::path::Path;

use impartial::lattice::axioms::{self, Axioms, NotALatticeGame};
use impartial::lattice::rules::Part;
use impartial::lattice::{Inequality, LatticeError, LatticeGame};
use impartial::limits::Limits;
use serde::Deserialize;
use toml::Spanned;

use crate::failure::Failure;
use crate::served;

/// A lattice game that was read from a file.
pub struct Board {
    /// The game; its shape is right, its axioms are not yet checked.
    pub game: LatticeGame,
    name: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Description {
    dimension: Option<Spanned<i64>>,
    rules: Spanned<Vec<Spanned<Vec<i64>>>>,
    board: Option<Vec<Spanned<Vec<Entry>>>>,
    #[serde(default)]
    defeated: Vec<Spanned<Vec<i64>>>,
}

/// A part of an inequality: its normal vector or its bound.
#[derive(Deserialize)]
#[serde(untagged)]
enum Entry {
    Normal(Vec<i64>),
    Bound(i64),
}

/// The largest file that is read.
const MOST_BYTES: u64 = 64 << 20;

impl Board {
    /// Reads a file.
    pub fn read(path: &Path) -> Result<Board, Failure> {
        let name = path.display().to_string();
        let failed = |error: std::io::Error| Failure::new(format!("cannot read {name}: {error}"));
        let size = served::size(path).map_err(failed)?;
        if size > MOST_BYTES {
            return Err(Failure::new(format!("{name} is larger than {MOST_BYTES} bytes")));
        }
        let bytes = served::read(path).map_err(failed)?;
        match String::from_utf8(bytes) {
            Ok(text) => Self::parse(&text, &name),
            Err(error) => {
                let place = error.utf8_error().valid_up_to();
                let line = error.as_bytes()[..place].iter().filter(|byte| **byte == b'\n').count() + 1;
                Err(Failure::new(format!("{name} is not UTF-8 text: see byte {place}, in line {line}")))
            }
        }
    }

    /// Reads a description; `name` stands in messages.
    fn parse(text: &str, name: &str) -> Result<Board, Failure> {
        let description: Description = toml::from_str(text).map_err(|error| {
            let message = error.message().lines().next().unwrap_or("not TOML");
            // The reader names its types; what it stumbles at is a number beyond 64 bits.
            let is_large = message.starts_with("invalid type: integer") || message.contains("overflow");
            let message = if is_large { "this number is too large" } else { message };
            let failure = Failure::new(format!("{name}: {message}"));
            let failure = match error.span() {
                Some(span) => failure.at(text, span),
                None => failure,
            };
            failure.help("a board file has `rules`, and may have `dimension`, `board` and `defeated`")
        })?;
        description.game(text, name).map(|game| Board { game, name: name.to_owned() })
    }

    /// The certificates of the axioms, or the failure with its witness; `None` when a limit was reached.
    pub fn axioms(&self, limits: &Limits) -> Result<Option<Axioms>, Failure> {
        match axioms::check(&self.game, limits) {
            Ok(axioms) => Ok(Some(axioms)),
            Err(NotALatticeGame::Stopped(_)) => Ok(None),
            Err(NotALatticeGame::Fails(failure)) => Err(Failure::new(format!(
                "{} is no lattice game: {}",
                self.name,
                failure.describe(&self.game)
            ))
            .help("the axioms are those of Guo and Miller, Definitions 2.3 and 2.9")),
        }
    }
}

impl Description {
    fn game(self, text: &str, name: &str) -> Result<LatticeGame, Failure> {
        let spans =
            |list: &[Spanned<Vec<i64>>]| -> Vec<Range<usize>> { list.iter().map(Spanned::span).collect() };
        let (rules_span, rules) = (self.rules.span(), self.rules.into_inner());
        let (rule_spans, defeated_spans) = (spans(&rules), spans(&self.defeated));
        let board_spans: Vec<Range<usize>> = self.board.iter().flatten().map(Spanned::span).collect();
        let dimension_span = self.dimension.as_ref().map_or(rules_span.clone(), Spanned::span);
        let dimension = match self.dimension {
            Some(dimension) => usize::try_from(dimension.into_inner()).map_err(|_| {
                Failure::new(format!("{name}: the dimension is negative")).at(text, dimension_span.clone())
            })?,
            None => rules.first().map_or(0, |rule| rule.as_ref().len()),
        };
        let inequality = |entry: Spanned<Vec<Entry>>| -> Result<Inequality, Failure> {
            let span = entry.span();
            match <[Entry; 2]>::try_from(entry.into_inner()) {
                Ok([Entry::Normal(normal), Entry::Bound(bound)]) => Ok(Inequality { normal, bound }),
                _ => Err(Failure::new(format!(
                    "{name}: an inequality is a normal vector and a bound, as in [[1, 3], -2]"
                ))
                .at(text, span)),
            }
        };
        let board = self
            .board
            .map(|list| list.into_iter().map(inequality).collect::<Result<Vec<_>, Failure>>())
            .transpose()?;
        let vectors = |list: Vec<Spanned<Vec<i64>>>| list.into_iter().map(Spanned::into_inner).collect();
        LatticeGame::new(dimension, vectors(rules), board, vectors(self.defeated)).map_err(|error| {
            let of_part = |part: Part, index: usize| match part {
                Part::Rules => rule_spans.get(index).cloned(),
                Part::Board => board_spans.get(index).cloned(),
                Part::Defeated => defeated_spans.get(index).cloned(),
            };
            let span = match &error {
                LatticeError::Dimension(_) => Some(dimension_span),
                LatticeError::Ragged { part, index, .. } | LatticeError::TooLarge { part, index, .. } => {
                    of_part(*part, *index)
                }
                LatticeError::ZeroRule(index) => of_part(Part::Rules, *index),
                LatticeError::ZeroNormal(index) => of_part(Part::Board, *index),
                LatticeError::DefeatedOffBoard { index, .. } => of_part(Part::Defeated, *index),
                LatticeError::NoRules | LatticeError::TooMany { .. } => Some(rules_span),
            };
            let failure = Failure::new(format!("{name}: {error}"));
            match span {
                Some(span) => failure.at(text, span),
                None => failure,
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(text: &str) -> String {
        Board::parse(text, "b.toml").err().unwrap().render()
    }

    #[test]
    fn mistakes_are_pointed_at() {
        let text = message("dimension = 2\nrules = [[1, 0], [0, 1, 0]]\n");
        assert!(text.contains("rule number 2 has 3 entries, and the dimension is 2"), "{text}");
        assert!(text.contains("  rules = [[1, 0], [0, 1, 0]]\n                   ^^^^^^^^^"), "{text}");
        for (text, expected) in [
            ("dimension = 40\nrules = [[1]]", "the dimension is 40; it must be from 1 to 16"),
            ("dimension = 0\nrules = []", "the dimension is 0"),
            ("dimension = -3\nrules = []", "the dimension is negative"),
            ("rules = []", "the dimension is 0"),
            ("rules = [[1, 0], [0, 0]]", "rule number 2 is zero"),
            ("rules = [[1, 0]]\nboard = [[[1, 0, 0], 2]]", "inequality number 1 has 3 entries"),
            ("rules = [[1, 0]]\nboard = [[[1, 0], 2, 3]]", "b.toml"),
            ("rules = [[1, 0]]\ndefeated = [[-1, 0]]", "defeated position number 1 is off the board"),
            ("rules = [[1.5, 0]]", "invalid type"),
            ("rules = [[1, 0]]\nrulez = 3", "unknown field"),
            ("rules = [[1, 0]", "b.toml"),
            ("rules = [[99999999999999999999999, 0]]", "b.toml: this number is too large"),
            ("rules = [[1, 0]]\nboard = [[[1, 0], -99999999999999999999999]]", "this number is too large"),
            ("rules = [[9000000000000000000, 0]]", "entries there are at most 1000000 in size"),
            ("", "missing field"),
            ("\u{0}\u{1}", "b.toml"),
        ] {
            let found = message(text);
            assert!(found.contains(expected), "{text}: {found}");
        }
    }

    #[test]
    fn a_board_with_everything_is_read() {
        let text = "dimension = 2\nrules = [[1, 0], [1, 2]]\nboard = [[[1, 3], -2], [[1, 0], 0]]\ndefeated = [[0, 0]]";
        let board = Board::parse(text, "b.toml").unwrap();
        assert_eq!(board.game.board()[0].to_string(), "x + 3y >= -2");
        assert!(board.game.is_defeated(&[0, 0]));
    }
}
