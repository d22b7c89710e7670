//! `impartial lattice GAME`: a heap game or a finite game as a lattice game, written as a board file.

use clap::Args;
use impartial::question::LatticeQuestion;
use impartial_report::{self as report, Report};

use super::game::PlayArgument;
use crate::context::Context;
use crate::failure::Failure;

/// A game as a lattice game: a board file for `table` and `strategy`.
#[derive(Args)]
pub struct LatticeArguments {
    /// A code such as 0.77, a name such as kayles, or a position: '*2_+320', 'kayles[5] + *2', 'gen(Z4)'
    game: String,
    /// The largest heap of a code
    #[arg(long, value_name = "HEAP", value_parser = clap::value_parser!(u64).range(1..=100_000))]
    to: Option<u64>,
    #[command(flatten)]
    play: PlayArgument,
    /// The P-positions as disjoint translates, when they are periodic along every axis (a finite misère quotient)
    #[arg(long)]
    strata: bool,
}

impl LatticeArguments {
    /// Answers the question.
    pub fn run(self, context: &Context) -> Result<Report, Failure> {
        let (play, strata) = (self.play.play(), self.strata);
        let question = LatticeQuestion { game: self.game, to: self.to, play, strata };
        Ok(report::lattice(&question, &context.manner())?)
    }
}
