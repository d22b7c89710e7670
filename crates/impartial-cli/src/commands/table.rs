//! `impartial table FILE --box RANGES`: the outcomes of a lattice game in a box.

use clap::Args;
use impartial_report::{Report, TableReport, TableShown};

use crate::context::Context;
use crate::failure::Failure;

/// The outcomes of a lattice game in a box.
#[derive(Args)]
pub struct TableArguments {
    /// The board, a TOML file: rules = [[1,0],[0,1],[2,2]], and optionally board, defeated, dimension; or this text itself
    #[arg(value_name = "FILE")]
    board: String,
    /// A range for each coordinate, both ends included, or a number: 0..400,-3..400,1
    #[arg(
        long = "box",
        value_name = "RANGES",
        allow_hyphen_values = true,
        required_unless_present = "multiples"
    )]
    ranges: Option<String>,
    /// Fix coordinates: z=1, or x1=0,x3=2
    #[arg(long, value_name = "COORDINATES", requires = "ranges")]
    slice: Option<String>,
    /// In a picture: only the points whose two coordinates are multiples of N
    #[arg(long, value_name = "N", requires = "ranges", default_value = "1", value_parser = clap::value_parser!(u32).range(1..))]
    every: u32,
    /// Only count the cells of each kind; boxes may then be larger than memory
    #[arg(long, requires = "ranges")]
    count: bool,
    /// The outcomes of 0, 1, 2, … times this position: 0,0,0,1
    #[arg(
        long,
        value_name = "POSITION",
        allow_hyphen_values = true,
        requires = "to",
        conflicts_with = "ranges"
    )]
    multiples: Option<String>,
    /// The greatest multiple
    #[arg(long, value_name = "N", requires = "multiples")]
    to: Option<u32>,
}

impl TableArguments {
    /// Answers the question.
    pub fn run(self, context: &Context) -> Result<Report, Failure> {
        let shown = match (self.multiples, self.to) {
            (Some(position), Some(to)) => TableShown::Multiples { position, to },
            _ => TableShown::Box {
                ranges: self.ranges.unwrap_or_default(),
                slice: self.slice,
                count: self.count,
            },
        };
        Ok(TableReport { board: self.board, shown, every: self.every }.report(&context.manner())?)
    }
}
