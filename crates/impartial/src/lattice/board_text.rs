//! Lattice games as TOML text.
//!
//! ```toml
//! dimension = 2                     # may be left out: the rules show it
//! rules = [[1, 0], [0, 1], [2, 2]]  # a move subtracts a rule
//! board = [[[1, 3], -2], [[1, 0], 0]]   # x + 3y >= -2 and x >= 0; without it: all coordinates >= 0
//! defeated = [[0, 0]]               # nobody may move there; without it: none, normal play
//! ```

use std::fmt::Write as _;
use std::ops::Range;
use std::str::FromStr;

use serde::Deserialize;
use toml::Spanned;

use super::rules::{Inequality, LatticeError, LatticeGame, Part};
use crate::text::ReadError;

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

/// Reads the text of a board; the shape of the game is right, its axioms are not yet looked at.
///
/// ```
/// use impartial::lattice::LatticeGame;
/// let game: LatticeGame = "rules = [[1, 0], [0, 1], [2, 2]]\ndefeated = [[0, 0]]".parse()?;
/// assert_eq!((game.dimension(), game.rules().len()), (2, 3));
/// assert_eq!(game.to_toml().parse(), Ok(game));
/// assert_eq!("rules = [[1, 0], [0, 0]]".parse::<LatticeGame>().unwrap_err().span, 17..23);
/// # Ok::<(), impartial::text::ReadError>(())
/// ```
impl FromStr for LatticeGame {
    type Err = ReadError;

    fn from_str(text: &str) -> Result<Self, ReadError> {
        let description: Description = toml::from_str(text).map_err(|error| {
            let message = error.message().lines().next().unwrap_or("not TOML");
            // The reader names its types; what it stumbles at is a number beyond 64 bits.
            let is_large = message.starts_with("invalid type: integer") || message.contains("overflow");
            let message = if is_large { "this number is too large" } else { message };
            ReadError::new(error.span().unwrap_or(0..0), message)
                .help("a board file has `rules`, and may have `dimension`, `board` and `defeated`")
        })?;
        description.game()
    }
}

impl Description {
    fn game(self) -> Result<LatticeGame, ReadError> {
        let spans =
            |list: &[Spanned<Vec<i64>>]| -> Vec<Range<usize>> { list.iter().map(Spanned::span).collect() };
        let (rules_span, rules) = (self.rules.span(), self.rules.into_inner());
        let (rule_spans, defeated_spans) = (spans(&rules), spans(&self.defeated));
        let board_spans: Vec<Range<usize>> = self.board.iter().flatten().map(Spanned::span).collect();
        let dimension_span = self.dimension.as_ref().map_or(rules_span.clone(), Spanned::span);
        let dimension = match self.dimension {
            Some(dimension) => usize::try_from(dimension.into_inner())
                .map_err(|_| ReadError::new(dimension_span.clone(), "the dimension is negative"))?,
            None => rules.first().map_or(0, |rule| rule.as_ref().len()),
        };
        let inequality = |entry: Spanned<Vec<Entry>>| -> Result<Inequality, ReadError> {
            let span = entry.span();
            match <[Entry; 2]>::try_from(entry.into_inner()) {
                Ok([Entry::Normal(normal), Entry::Bound(bound)]) => Ok(Inequality { normal, bound }),
                _ => Err(ReadError::new(
                    span,
                    "an inequality is a normal vector and a bound, as in [[1, 3], -2]",
                )),
            }
        };
        let board = self
            .board
            .map(|list| list.into_iter().map(inequality).collect::<Result<Vec<_>, ReadError>>())
            .transpose()?;
        let vectors = |list: Vec<Spanned<Vec<i64>>>| list.into_iter().map(Spanned::into_inner).collect();
        LatticeGame::new(dimension, vectors(rules), board, vectors(self.defeated)).map_err(|error| {
            let of_part = |part: Part, index: usize| match part {
                Part::Rules => rule_spans.get(index),
                Part::Board => board_spans.get(index),
                Part::Defeated => defeated_spans.get(index),
            };
            let span = match &error {
                LatticeError::Dimension(_) => Some(&dimension_span),
                LatticeError::Ragged { part, index, .. } | LatticeError::TooLarge { part, index, .. } => {
                    of_part(*part, *index)
                }
                LatticeError::ZeroRule(index) => of_part(Part::Rules, *index),
                LatticeError::ZeroNormal(index) => of_part(Part::Board, *index),
                LatticeError::DefeatedOffBoard { index, .. } => of_part(Part::Defeated, *index),
                LatticeError::NoRules | LatticeError::TooMany { .. } => None,
            };
            ReadError::new(span.unwrap_or(&rules_span).clone(), error.to_string())
        })
    }
}

impl LatticeGame {
    /// The text of the board, a rule to a line.
    pub fn to_toml(&self) -> String {
        let list = |vector: &[i64]| {
            let entries: Vec<String> = vector.iter().map(i64::to_string).collect();
            format!("[{}]", entries.join(", "))
        };
        let mut text = format!("dimension = {}\nrules = [\n", self.dimension());
        for rule in self.rules() {
            let _ = writeln!(text, "  {},", list(rule));
        }
        text.push_str("]\n");
        if !self.is_orthant() {
            let sides: Vec<String> =
                self.board().iter().map(|side| format!("[{}, {}]", list(&side.normal), side.bound)).collect();
            let _ = writeln!(text, "board = [{}]", sides.join(", "));
        }
        if !self.defeated().is_empty() {
            let defeated: Vec<String> = self.defeated().iter().map(|point| list(point)).collect();
            let _ = writeln!(text, "defeated = [{}]", defeated.join(", "));
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mistakes_are_pointed_at() {
        let text = "dimension = 2\nrules = [[1, 0], [0, 1, 0]]\n";
        let error = text.parse::<LatticeGame>().unwrap_err();
        assert_eq!(error.message, "rule number 2 has 3 entries, and the dimension is 2");
        assert_eq!(&text[error.span], "[0, 1, 0]");
        for (text, expected) in [
            ("dimension = 40\nrules = [[1]]", "the dimension is 40; it must be from 1 to 16"),
            ("dimension = 0\nrules = []", "the dimension is 0"),
            ("dimension = -3\nrules = []", "the dimension is negative"),
            ("rules = []", "the dimension is 0"),
            ("rules = [[1, 0], [0, 0]]", "rule number 2 is zero"),
            ("rules = [[1, 0]]\nboard = [[[1, 0, 0], 2]]", "inequality number 1 has 3 entries"),
            ("rules = [[1, 0]]\nboard = [[[1, 0], 2, 3]]", "an inequality is a normal vector and a bound"),
            ("rules = [[1, 0]]\ndefeated = [[-1, 0]]", "defeated position number 1 is off the board"),
            ("rules = [[1.5, 0]]", "invalid type"),
            ("rules = [[1, 0]]\nrulez = 3", "unknown field"),
            ("rules = [[1, 0]", ""),
            ("rules = [[99999999999999999999999, 0]]", "this number is too large"),
            ("rules = [[1, 0]]\nboard = [[[1, 0], -99999999999999999999999]]", "this number is too large"),
            ("rules = [[9000000000000000000, 0]]", "entries there are at most 1000000 in size"),
            ("", "missing field"),
            ("\u{0}\u{1}", ""),
        ] {
            let found = text.parse::<LatticeGame>().unwrap_err();
            assert!(found.message.contains(expected), "{text}: {found}");
        }
    }

    #[test]
    fn a_board_with_everything_is_read_and_written() {
        let text = "dimension = 2\nrules = [[1, 0], [1, 2]]\nboard = [[[1, 3], -2], [[1, 0], 0]]\ndefeated = [[0, 0]]";
        let game: LatticeGame = text.parse().unwrap();
        assert_eq!(game.board()[0].to_string(), "x + 3y >= -2");
        assert!(game.is_defeated(&[0, 0]));
        assert_eq!(game.to_toml().parse(), Ok(game));
    }
}
