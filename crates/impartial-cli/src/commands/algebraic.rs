//! `impartial algebraic CODE`: a game with an infinite quotient solved for all heaps, by one description with indices.

use clap::Args;
use impartial::question::AlgebraicQuestion;
use impartial_report::{self as report, Report};

use crate::context::Context;
use crate::failure::Failure;

/// The misère quotient of an algebraic periodic game: found, proved for all heaps, certified.
#[derive(Args)]
pub struct Algebraic {
    /// A code such as 0.54
    code: String,
}

impl Algebraic {
    /// Searches, and prints the description or what was refused.
    pub fn run(self, context: &Context) -> Result<Report, Failure> {
        Ok(report::algebraic(&AlgebraicQuestion { code: self.code }, &context.manner())?)
    }
}
