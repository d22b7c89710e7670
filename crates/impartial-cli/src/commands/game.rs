//! The game that a question is about, and the play.

use clap::Args;
use impartial::game::Play;

/// A position in the game language, with the way it is played.
#[derive(Args)]
pub struct GameArgument {
    /// The position: '*3 + *5', 'kayles[7+9]', '{0,*2}', '*2_+320', 'lattice(board.toml)[3,2]', 'gen(S4)[(1 2)]', 'group(D4)', 'subgroups(S4)', 'abelian(Z/4 + Z/8 + Z^2)', 'ring(Z/4[x]/(x^2,2x))', 'algebra(file:tables.toml)', 'A + B', 'A | B', 'A x B'
    pub game: String,
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
