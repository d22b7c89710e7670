//! `impartial quotient GAME`: the misère quotient, its presentation, the pretending function and the period.

mod checkpoint;

use std::path::PathBuf;

use clap::Args;
use impartial::question::{QuotientOf, QuotientQuestion};
use impartial_report::{QuotientPicture, QuotientReport, Report, Wanted, parse_fold, parse_heap};

pub use self::checkpoint::Checkpoint;
use crate::choice::choice;
use crate::context::Context;
use crate::failure::Failure;
use crate::served;

/// The misère quotient of a game.
#[derive(Args)]
pub struct QuotientArguments {
    /// The game: a code such as 0.77, 4.7 or 0.(3310)^3, a name such as kayles, trees such as '*2_+320' or '*2,{0,*2}', a finite position such as 'gen(S3)', or several of these with + between them
    #[arg(required_unless_present = "graph")]
    game: Option<String>,
    /// The quotient of all positions of a graph of moves; lines `node: option, option`, an option being a node or a sum a+b
    #[arg(long, value_name = "FILE", conflicts_with = "game")]
    graph: Option<PathBuf>,
    /// The last heap; without it, until the game is solved or the quotient grows beyond order 1000
    #[arg(long, value_name = "N")]
    to: Option<String>,
    /// Resume from this file if it exists, and keep what is proved in it
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    /// How many copies of a heap are looked at before the quotient is called diverging [default: 160, fewer where that takes long]
    #[arg(long, value_name = "N")]
    bound: Option<usize>,
    /// Also the mex function: the meximal set of each element, and the least sets of options with that value
    #[arg(long)]
    mex: bool,
    /// Also compare with the quotient of another game, up to the names of elements
    #[arg(long, value_name = "GAME")]
    isomorphic_to: Option<String>,
    /// The last heap of the other game [default: that of --to]
    #[arg(long, value_name = "N", requires = "isomorphic_to")]
    other_to: Option<String>,
    /// What a picture shows
    #[arg(long, value_parser = choice::<QuotientPicture>(), default_value = "egg-box")]
    picture: QuotientPicture,
    /// With --json: these pictures too, as SVG: egg-box, strip, strips; strip=24 has 24 heaps in a row, egg-box=4 at most 4 elements
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    pictures: Vec<Wanted<QuotientPicture>>,
    /// How many heaps stand in a row of a strip [default: the period]
    #[arg(long, value_name = "N", value_parser = parse_fold)]
    fold: Option<usize>,
}

impl QuotientArguments {
    /// Searches as far as asked and prints what is proved.
    pub fn run(mut self, context: &Context) -> Result<Report, Failure> {
        let path = self.checkpoint.take();
        let report = self.report()?;
        let Some(path) = &path else { return Ok(report.report(&context.manner())?) };
        let mut checkpoint = Checkpoint::new(path);
        let saved = checkpoint.read()?;
        let mut keep = |search: &mut _, step| checkpoint.keep(search, step);
        Ok(report.report_from(&context.manner(), saved, &mut keep)?)
    }

    /// Takes the file in which the search is kept.
    pub fn take_checkpoint(&mut self) -> Option<PathBuf> {
        self.checkpoint.take()
    }

    /// What is asked, with what is to be drawn.
    pub fn report(self) -> Result<QuotientReport, Failure> {
        let heap = |text: &Option<String>| text.as_deref().map(parse_heap).transpose();
        let of = match (self.game, self.graph) {
            (_, Some(path)) => {
                let name = path.display().to_string();
                let text = served::read_to_string(path)
                    .map_err(|error| Failure::new(format!("cannot read {name}: {error}")))?;
                QuotientOf::Graph { name, text }
            }
            (Some(text), None) => QuotientOf::Game(text),
            (None, None) => return Err(Failure::new("which game?")),
        };
        let other_to = heap(&self.other_to)?;
        let question = QuotientQuestion {
            of,
            to: heap(&self.to)?,
            bound: self.bound,
            mex: self.mex,
            isomorphic_to: self.isomorphic_to.map(|other| (other, other_to)),
        };
        Ok(QuotientReport { question, picture: self.picture, pictures: self.pictures, fold: self.fold })
    }
}
