//! What the text of a game may name outside itself, and the reading of such a text.

use super::Asking;
use super::refused::Refused;
use crate::algebra::FiniteAlgebra;
use crate::group::{self, FiniteGroup, GroupError};
use crate::language::{Parsed, Position, Rulebook, Sources, parse_with_sources};
use crate::lattice::LatticeGame;
use crate::lattice::axioms::{self, NotALatticeGame};
use crate::limits::Limits;

/// Brings what texts name: files, and groups that are not listed here. Whoever asks decides what may be opened.
pub trait Files {
    /// The text of a file, or the reason why not.
    fn text(&self, name: &str) -> Result<String, String> {
        Err(format!("cannot read {name}: files are not read here"))
    }

    /// An algebra from a file of operation tables.
    fn tables(&self, name: &str) -> Result<FiniteAlgebra, String> {
        Err(format!("cannot read {name}: files are not read here"))
    }

    /// The board of a lattice game, its shape right, its axioms not yet looked at.
    fn board(&self, name: &str) -> Result<LatticeGame, Refused> {
        Err(Refused::new(format!("cannot read {name}: files are not read here")))
    }

    /// A group by its text: [`group::parse`], or one who knows more groups.
    fn group(&self, text: &str, limits: &Limits) -> Result<FiniteGroup, GroupError> {
        group::parse(text, limits)
    }
}

/// Nothing is brought from outside.
pub struct NoFiles;

impl Files for NoFiles {}

/// Reads a game; what it names is brought by the files of the asking.
///
/// # Errors
/// When the text is not understood, or names what is not there.
pub fn read(text: &str, asking: &Asking<'_>) -> Result<Parsed, Refused> {
    let limits = &asking.limits;
    let rulebook = read_boards(text, asking)?;
    let sources = Sources {
        file: &|name| asking.files.text(name),
        tables: &|name| asking.files.tables(name),
        group: &|text, limits| asking.files.group(text, limits),
        limits,
    };
    parse_with_sources(rulebook, text, &sources).map_err(|error| {
        let refused = Refused::reading(text, error);
        if limits.poll().is_err() { refused.by_limit() } else { refused }
    })
}

/// Reads a position, with the rulebook that it refers to.
///
/// # Errors
/// As [`read`], and when the text names a whole game.
pub fn read_position(text: &str, asking: &Asking<'_>) -> Result<(Parsed, Position), Refused> {
    let parsed = read(text, asking)?;
    let position = parsed.position(text).map_err(|error| Refused::reading(text, error))?.clone();
    Ok((parsed, position))
}

/// A rulebook with the boards that a text names: `lattice(board.toml)[3,0,2]`.
fn read_boards(text: &str, asking: &Asking<'_>) -> Result<Rulebook, Refused> {
    let mut rulebook = Rulebook::new();
    for rest in text.split("lattice(").skip(1) {
        let Some((name, _)) = rest.split_once(')') else { continue };
        let game = asking.files.board(name)?;
        match axioms::check(&game, &asking.limits) {
            Ok(_) => {}
            Err(NotALatticeGame::Stopped(_)) => {
                return Err(Refused::new("a limit was reached before the axioms were decided").by_limit());
            }
            Err(NotALatticeGame::Fails(failure)) => {
                let why = failure.describe(&game);
                return Err(Refused::new(format!("{name} is no lattice game: {why}"))
                    .help("the axioms are those of Guo and Miller, Definitions 2.3 and 2.9"));
            }
        }
        rulebook.enter_board(name, game);
    }
    Ok(rulebook)
}
