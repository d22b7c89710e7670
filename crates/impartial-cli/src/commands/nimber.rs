//! `impartial nimber GAME`: the Sprague-Grundy value.

use clap::Args;
use impartial::question::NimberQuestion;
use impartial_report::{self as report, Report};

use super::game::GameArgument;
use crate::context::Context;
use crate::failure::Failure;

/// The Sprague-Grundy value, an ordinal.
#[derive(Args)]
pub struct NimberArguments {
    #[command(flatten)]
    game: GameArgument,
}

impl NimberArguments {
    /// Answers the question.
    pub fn run(self, context: &Context) -> Result<Report, Failure> {
        Ok(report::nimber(&NimberQuestion { game: self.game.game }, &context.manner())?)
    }
}
