//! `impartial lexicode --length n --distance d`: the lexicographically first code.

use clap::Args;
use impartial::coin::LONGEST_CODE;
use impartial::question::LexicodeQuestion;
use impartial_report::{self as report, Report};

use crate::context::Context;
use crate::failure::Failure;

/// The lexicode of a length and distance.
#[derive(Args)]
pub struct LexicodeArguments {
    /// The length n of the words
    #[arg(long, short = 'n', value_name = "N", value_parser = clap::value_parser!(u64).range(1..=LONGEST_CODE as u64))]
    length: u64,
    /// The least distance d between two words
    #[arg(long, short = 'd', value_name = "D", value_parser = clap::value_parser!(u64).range(1..))]
    distance: u64,
    /// How many digits there are: 2, 4 or 16
    #[arg(long, value_name = "B", default_value_t = 2)]
    base: u64,
    /// Correct a word, the greatest coordinate first; the digits after 9 are a to f
    #[arg(long, value_name = "WORD")]
    decode: Option<String>,
}

impl LexicodeArguments {
    /// Answers the question.
    pub fn run(self, context: &Context) -> Result<Report, Failure> {
        let LexicodeArguments { length, distance, base, decode } = self;
        Ok(report::lexicode(&LexicodeQuestion { base, length, distance, decode }, &context.manner())?)
    }
}
