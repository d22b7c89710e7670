//! `impartial same CODE CODE`: whether two codes are the same game, with a proof or the first heap that differs.

use clap::Args;
use impartial::question::SameQuestion;
use impartial_report::{self as report, Report, parse_heap};

use crate::context::Context;
use crate::failure::Failure;

/// Whether two codes are the same game.
#[derive(Args)]
pub struct SameArguments {
    /// One code
    first: String,
    /// The other
    second: String,
    /// Compare Grundy values up to this heap at most
    #[arg(long, value_name = "N", default_value = "20000")]
    to: String,
}

impl SameArguments {
    /// Answers the question.
    pub fn run(self, context: &Context) -> Result<Report, Failure> {
        let question = SameQuestion { to: parse_heap(&self.to)?, first: self.first, second: self.second };
        Ok(report::same(&question, &context.manner())?)
    }
}
