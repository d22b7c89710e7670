//! The questions, one file each.

mod check;

use clap::Subcommand;

use crate::answer::Answer;
use crate::context::Context;
use crate::failure::Failure;

/// A question and what it is asked about.
#[derive(Subcommand)]
pub enum Command {
    /// Verify a certificate with the independent checker
    Check(check::Check),
}

impl Command {
    /// Answers the question.
    pub fn run(self, context: &Context) -> Result<Answer, Failure> {
        match self {
            Command::Check(question) => question.run(context),
        }
    }
}
