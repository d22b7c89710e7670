//! `impartial coins GAME`: a finite game as a coin-turning game.

use clap::Args;
use impartial::question::CoinsQuestion;
use impartial_report::{self as report, Report};

use super::game::GameArgument;
use crate::context::Context;
use crate::failure::Failure;

/// A game as a coin-turning game: a coin for each position, a turning set for each move.
#[derive(Args)]
pub struct CoinsArguments {
    #[command(flatten)]
    game: GameArgument,
}

impl CoinsArguments {
    /// Answers the question.
    pub fn run(self, context: &Context) -> Result<Report, Failure> {
        Ok(report::coins(&CoinsQuestion { game: self.game.game }, &context.manner())?)
    }
}
