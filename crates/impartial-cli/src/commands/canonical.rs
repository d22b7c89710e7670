//! `impartial canonical GAME`: the misère canonical form, and what it tells.

use clap::Args;
use impartial::question::{BornByQuestion, PartsQuestion};
use impartial_report::{self as report, Report};

use crate::context::Context;
use crate::failure::Failure;

/// The simplest game equal to a game in misère play.
#[derive(Args)]
pub struct CanonicalArguments {
    /// The position: '*2_+320', '{0,{*2}}', 'kayles[5]', 'A + B'
    #[arg(required_unless_present = "day")]
    game: Option<String>,
    /// Whether the game equals this one; if not, a context in which their outcomes differ
    #[arg(long, value_name = "GAME", requires = "game")]
    equals: Option<String>,
    /// Which games it is the sum of, and how it is a sum of primes
    #[arg(long, conflicts_with = "equals", requires = "game")]
    parts: bool,
    /// How many canonical forms are born by this day, 0 to 5, and which (to day 4)
    #[arg(long, value_name = "N", conflicts_with = "game")]
    day: Option<u32>,
}

impl CanonicalArguments {
    /// Answers the question.
    pub fn run(self, context: &Context) -> Result<Report, Failure> {
        match (self.game, self.day) {
            (Some(game), _) if self.parts => Ok(report::parts(&PartsQuestion { game }, &context.manner())?),
            (Some(game), _) => Ok(report::canonical(game, self.equals, &context.manner())?),
            (None, Some(day)) => Ok(report::born_by(&BornByQuestion { day }, &context.manner())?),
            (None, None) => Err(Failure::new("which game?")),
        }
    }
}
