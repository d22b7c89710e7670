//! The board that a question is about: a lattice game with the name it has in messages.

use super::Asking;
use super::refused::Refused;
use crate::lattice::LatticeGame;
use crate::lattice::axioms::{self, Axioms, NotALatticeGame};
use crate::limits::Limits;
use crate::text::ReadError;

/// A lattice game of the right shape, and its name.
///
/// ```
/// use impartial::question::{Asking, Board};
/// let board = Board::named("rules = [[1, 0], [0, 1], [2, 2]]", &Asking::new())?;
/// assert_eq!(board.game.dimension(), 2);
/// let refused = Board::read("b.toml", "rules = [[1, 0], [0, 0]]").unwrap_err();
/// assert_eq!(refused.message, "b.toml: rule number 2 is zero: a move must change the position");
/// # Ok::<(), impartial::question::Refused>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// The name: that of a file, or the text of the board itself.
    pub name: String,
    /// The game; whether it satisfies the axioms is decided when a question is asked.
    pub game: LatticeGame,
}

/// Why nothing is said of a board.
pub(super) const UNDECIDED: &str = "a limit was reached before the axioms were decided";

impl Board {
    /// A game under a name.
    pub fn new(name: &str, game: LatticeGame) -> Self {
        Board { name: name.to_owned(), game }
    }

    /// Reads the text of a board; `name` stands in messages.
    ///
    /// # Errors
    /// What is wrong with the text, and where.
    pub fn read(name: &str, text: &str) -> Result<Self, Refused> {
        let wrong = |error: ReadError| {
            let message = format!("{name}: {}", error.message);
            Refused::reading(text, ReadError { message, ..error })
        };
        text.parse().map(|game| Board::new(name, game)).map_err(wrong)
    }

    /// The board in the file of this name, or the one that the text itself describes: `rules = [[1,0],[0,1]]`.
    ///
    /// # Errors
    /// When there is no such file; and as [`read`](Self::read).
    pub fn named(name: &str, asking: &Asking<'_>) -> Result<Self, Refused> {
        if is_description(name) {
            return Board::read("the board", name).map(|board| Board::new(name, board.game));
        }
        Board::read(name, &asking.files.text(name).map_err(Refused::new)?)
    }

    /// The certificates of the axioms; `None` when a limit was reached.
    ///
    /// # Errors
    /// When an axiom fails, with its witness.
    pub fn axioms(&self, limits: &Limits) -> Result<Option<Axioms>, Refused> {
        match axioms::check(&self.game, limits) {
            Ok(axioms) => Ok(Some(axioms)),
            Err(NotALatticeGame::Stopped(_)) => Ok(None),
            Err(NotALatticeGame::Fails(failure)) => {
                let name = if is_description(&self.name) { "this" } else { &self.name };
                let why = failure.describe(&self.game);
                Err(Refused::new(format!("{name} is no lattice game: {why}"))
                    .help("the axioms are those of Guo and Miller, Definitions 2.3 and 2.9"))
            }
        }
    }
}

/// Whether a text is a board rather than the name of one: it begins with a field of a board and an equals sign.
fn is_description(text: &str) -> bool {
    let field = text.split('=').next().unwrap_or_default().trim();
    text.contains('=') && ["dimension", "rules", "board", "defeated"].contains(&field)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_are_files_or_written_out() {
        let asking = Asking::new();
        assert!(Board::named("rules=[[1]]\ndefeated=[[0]]", &asking).is_ok());
        let refused = Board::named("rules.toml", &asking).unwrap_err();
        assert_eq!(refused.message, "cannot read rules.toml: files are not read here");
        let refused = Board::named("rules = [[0]]", &asking).unwrap_err();
        assert_eq!(refused.message, "the board: rule number 1 is zero: a move must change the position");
        assert_eq!(refused.place.unwrap().1, 9..12);
        let circle = Board::named("rules = [[1,-1],[-1,1]]", &asking).unwrap();
        let refused = circle.axioms(&Limits::none()).unwrap_err();
        assert!(refused.message.starts_with("this is no lattice game: the moves run in a circle"));
    }
}
