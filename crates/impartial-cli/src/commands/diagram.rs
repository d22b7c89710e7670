//! `impartial diagram GAME -o FILE.svg`: the picture of a game's structure.

use clap::Args;
use impartial_report::{DiagramReport, Positions, Report};

use super::quotient::{Checkpoint, QuotientArguments};
use crate::choice::choice;
use crate::context::Context;
use crate::failure::Failure;

/// The egg-box picture of a misère quotient, or the structure diagram of an achievement or avoidance game.
#[derive(Args)]
pub struct Diagram {
    #[command(flatten)]
    quotient: QuotientArguments,
    /// For gen(…) and dng(…): every structure class, not only one of each type
    #[arg(long)]
    full: bool,
    /// For gen(…) and dng(…) of a tiny group: positions and moves instead of structure classes
    #[arg(
        long,
        value_parser = choice::<Positions>(),
        value_name = "WHICH",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "representative",
        conflicts_with = "full"
    )]
    positions: Option<Positions>,
}

impl Diagram {
    /// Draws the quotient or the structure.
    pub fn run(mut self, context: &Context) -> Result<Report, Failure> {
        let path = self.quotient.take_checkpoint();
        let quotient = self.quotient.report()?;
        let report = DiagramReport { quotient, full: self.full, positions: self.positions };
        let Some(path) = &path else { return Ok(report.report(&context.manner())?) };
        let mut checkpoint = Checkpoint::new(path);
        let saved = checkpoint.read()?;
        let mut keep = |search: &mut _, step| checkpoint.keep(search, step);
        Ok(report.report_from(&context.manner(), saved, &mut keep)?)
    }
}
