//! The game that a question is about, and the play.

use clap::Args;
use impartial::game::Play;
use impartial::language::{ParseError, Parsed, Position, parse};

use crate::failure::Failure;

/// A position in the game language, with the way it is played.
#[derive(Args)]
pub struct GameArgument {
    /// The position: '*3 + *5', 'kayles[7+9]', '{0,*2}', '*2_+320', 'A + B', 'A | B', 'A x B'
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
    pub fn position(&self) -> Result<(Parsed, Position), Failure> {
        let parsed = parse(&self.game).map_err(|error| failure(&self.game, error))?;
        let position = parsed.position(&self.game).map_err(|error| failure(&self.game, error))?.clone();
        Ok((parsed, position))
    }
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
