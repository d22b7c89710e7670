//! `impartial group G`: what an algebraist wants to know about a finite group first.

use clap::Args;
use impartial::question::GroupQuestion;
use impartial_report::{self as report, Report};

use crate::context::Context;
use crate::failure::Failure;

/// A finite group, described.
#[derive(Args)]
pub struct GroupArguments {
    /// The group: 'Z6 x Z3', 'D5' (order 10), 'Z7 : Z3', 'SmallGroup(16,3)', '<a,b | a^4, b^2, (a*b)^2>',
    /// '<(1 2 3)(4 5), (1 2)>', or @FILE with such a text or a multiplication table
    #[arg(value_name = "GROUP")]
    group: String,
}

impl GroupArguments {
    /// Answers the question.
    pub fn run(self, context: &Context) -> Result<Report, Failure> {
        Ok(report::group(&GroupQuestion { group: self.group }, &context.manner())?)
    }
}
