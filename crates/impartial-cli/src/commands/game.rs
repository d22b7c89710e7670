//! The game that a question is about, and the play.

use std::path::Path;

use clap::Args;
use impartial::game::Play;
use impartial::language::{ParseError, Parsed, Position, Rulebook, Sources, parse_with_sources};
use impartial::limits::Limits;

use crate::board::Board;
use crate::failure::Failure;
use crate::gap::parse_group;
use crate::served;
use crate::tables::read_tables;

/// A position in the game language, with the way it is played.
#[derive(Args)]
pub struct GameArgument {
    /// The position: '*3 + *5', 'kayles[7+9]', '{0,*2}', '*2_+320', 'lattice(board.toml)[3,2]', 'gen(S4)[(1 2)]', 'group(D4)', 'subgroups(S4)', 'abelian(Z/4 + Z/8 + Z^2)', 'ring(Z/4[x]/(x^2,2x))', 'algebra(file:tables.toml)', 'A + B', 'A | B', 'A x B'
    game: String,
}

/// Normal or misère play.
#[derive(Args)]
pub struct PlayArgument {
    /// Misère play: the player who makes the last move loses
    #[arg(long, alias = "misère", conflicts_with = "normal")]
    misere: bool,
    /// Normal play: the player who makes the last move wins (the default)
    #[arg(long)]
    normal: bool,
}

impl PlayArgument {
    /// The play asked for.
    pub fn play(&self) -> Play {
        if self.misere { Play::Misere } else { Play::Normal }
    }
}

impl GameArgument {
    /// The text read as a position.
    pub fn position(&self, limits: &Limits) -> Result<(Parsed, Position), Failure> {
        let parsed = read(&self.game, limits)?;
        let position = parsed.position(&self.game).map_err(|error| failure(&self.game, error))?.clone();
        Ok((parsed, position))
    }
}

/// A rulebook with the boards that a text names, read from their files: `lattice(board.toml)[3,0,2]`.
fn read_boards(text: &str, limits: &Limits) -> Result<Rulebook, Failure> {
    let mut rulebook = Rulebook::new();
    for rest in text.split("lattice(").skip(1) {
        if let Some((name, _)) = rest.split_once(')') {
            let board = Board::read(Path::new(name))?;
            if board.axioms(limits)?.is_none() {
                return Err(Failure::new("a limit was reached before the axioms were decided").by_limit());
            }
            rulebook.enter_board(name, board.game);
        }
    }
    Ok(rulebook)
}

/// Reads a game; files that it names are read from disk, and groups that do not ship with the program are asked of GAP.
pub fn read(text: &str, limits: &Limits) -> Result<Parsed, Failure> {
    let file =
        |path: &str| served::read_to_string(path).map_err(|error| format!("cannot read {path}: {error}"));
    let tables = |path: &str| read_tables(Path::new(path));
    let sources = Sources { file: &file, tables: &tables, group: &parse_group, limits };
    parse_with_sources(read_boards(text, limits)?, text, &sources).map_err(|error| {
        let failure = failure(text, error);
        if limits.poll().is_err() { failure.by_limit() } else { failure }
    })
}

/// The failure that points at the place of a parse error.
pub fn failure(text: &str, error: ParseError) -> Failure {
    let failure = Failure::new(error.message).at(text, error.span);
    match error.help {
        Some(help) => failure.help(help),
        None => failure,
    }
}

/// "normal play" or "misère play".
pub fn play_name(play: Play) -> &'static str {
    match play {
        Play::Normal => "normal play",
        Play::Misere => "misère play",
    }
}
