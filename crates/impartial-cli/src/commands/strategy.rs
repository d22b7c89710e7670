//! `impartial strategy FILE`: the P-positions of a lattice game, all of them, as a proved finite description.

use clap::Args;
use impartial_report::{Report, StrategyReport};

use crate::context::Context;
use crate::failure::Failure;

/// The P-positions of a lattice game, as a proved finite description.
#[derive(Args)]
pub struct StrategyArguments {
    /// The board, a TOML file: rules = [[1,0],[0,1],[2,2]], and optionally board, defeated, dimension; or this text itself
    #[arg(value_name = "FILE")]
    board: String,
    /// Only the layers up to a value of a coordinate: z=1
    #[arg(long, value_name = "COORDINATE=VALUE")]
    below: Option<String>,
    /// Prove or refute these strata instead: a TOML or JSON file with strata = [{offset = [0,0], generators = [[2,0]]}]
    #[arg(long, value_name = "FILE", conflicts_with_all = ["at", "congruent", "count", "repeats"])]
    strata: Option<String>,
    /// Prove or refute this automaton instead: a TOML or JSON file with radices, first, next, output and slices
    #[arg(long, value_name = "FILE", conflicts_with_all = ["strata", "at", "congruent", "count", "repeats"])]
    automaton: Option<String>,
    /// Also whether adding a vector never changes the outcome: 0,0,0,2,2
    #[arg(long, value_name = "VECTOR")]
    repeats: Option<String>,
    /// Only for positions with such coordinates: x>=4,y<=2
    #[arg(long = "where", value_name = "CONDITIONS", requires = "repeats")]
    conditions: Option<String>,
    /// Also the outcome and the winning moves of a position, of any size: 1000000000000000000000,3
    #[arg(long, value_name = "POSITION", allow_hyphen_values = true)]
    at: Option<String>,
    /// Also whether two positions are congruent: no position added to both tells them apart
    #[arg(long, value_names = ["POSITION", "POSITION"], num_args = 2)]
    congruent: Option<Vec<String>>,
    /// Also how many P-positions have each weight from 0 to N
    #[arg(long, value_name = "N")]
    count: Option<usize>,
    /// The weights of the coordinates; all 1 unasked
    #[arg(long, value_name = "WEIGHTS", requires = "count")]
    weights: Option<String>,
    /// In a picture: a range for each coordinate; the two longest are drawn, the others numbered: 0..3,0..15,0..15
    #[arg(long = "box", value_name = "RANGES", allow_hyphen_values = true)]
    ranges: Option<String>,
}

impl StrategyArguments {
    /// Answers the question.
    pub fn run(self, context: &Context) -> Result<Report, Failure> {
        let report = StrategyReport {
            board: self.board,
            below: self.below,
            strata: self.strata,
            automaton: self.automaton,
            repeats: self.repeats,
            conditions: self.conditions,
            at: self.at,
            congruent: self.congruent.and_then(|pair| <[String; 2]>::try_from(pair).ok()),
            count: self.count,
            weights: self.weights,
            ranges: self.ranges,
        };
        Ok(report.report(&context.manner())?)
    }
}
