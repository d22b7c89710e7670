//! `impartial outcome GAME`: who wins, and by which moves.

use clap::Args;
use impartial::question::OutcomeQuestion;
use impartial_report::{self as report, Report};

use super::game::{GameArgument, PlayArgument};
use crate::context::Context;
use crate::failure::Failure;

/// Who wins, and every winning move.
#[derive(Args)]
pub struct OutcomeArguments {
    #[command(flatten)]
    game: GameArgument,
    #[command(flatten)]
    play: PlayArgument,
}

impl OutcomeArguments {
    /// Answers the question.
    pub fn run(self, context: &Context) -> Result<Report, Failure> {
        let question = OutcomeQuestion { game: self.game.game, play: self.play.play() };
        Ok(report::outcome(&question, &context.manner())?)
    }
}
