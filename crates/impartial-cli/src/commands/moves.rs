//! `impartial moves GAME`: every option, and what it leaves.

use clap::Args;
use impartial::question::MovesQuestion;
use impartial_report::{self as report, Report};

use super::game::{GameArgument, PlayArgument};
use crate::context::Context;
use crate::failure::Failure;

/// Every move, with the outcome and the nimber of what it leaves.
#[derive(Args)]
pub struct MovesArguments {
    #[command(flatten)]
    game: GameArgument,
    #[command(flatten)]
    play: PlayArgument,
    /// Also the move that the program would make, and why
    #[arg(long)]
    reply: bool,
    /// Only the move to this position, if it is one
    #[arg(long, value_name = "GAME")]
    into: Option<String>,
    /// With more moves than this, only those that win
    #[arg(long, value_name = "N", conflicts_with = "into")]
    most: Option<usize>,
}

impl MovesArguments {
    /// Answers the question.
    pub fn run(self, context: &Context) -> Result<Report, Failure> {
        let question = MovesQuestion {
            game: self.game.game,
            play: self.play.play(),
            reply: self.reply,
            into: self.into,
            most: self.most,
            rows: false,
        };
        Ok(report::moves(&question, &context.manner())?)
    }
}
