//! `impartial lattice GAME`: a heap game or a finite game as a lattice game, written as a board file.

use std::fmt::Write as _;

use clap::Args;
use impartial::lattice::point_text;
use impartial::question::{LatticeQuestion, LatticeValue, Question as _};

use super::game::{PlayArgument, play_name};
use crate::answer::{Answer, Body};
use crate::context::{Context, Format};
use crate::failure::Failure;

/// A game as a lattice game: a board file for `table` and `strategy`.
#[derive(Args)]
pub struct LatticeArguments {
    /// A code such as 0.77, a name such as kayles, or a position: '*2_+320', 'kayles[5] + *2', 'gen(Z4)'
    game: String,
    /// The largest heap of a code
    #[arg(long, value_name = "HEAP", value_parser = clap::value_parser!(u64).range(1..=100_000))]
    to: Option<u64>,
    #[command(flatten)]
    play: PlayArgument,
    /// The P-positions as disjoint translates, when they are periodic along every axis (a finite misère quotient)
    #[arg(long)]
    strata: bool,
}

impl LatticeArguments {
    /// Answers the question.
    pub fn run(self, context: &Context) -> Result<Answer, Failure> {
        context.expect_format("lattice", &[Format::Text, Format::Json])?;
        let (play, strata) = (self.play.play(), self.strata);
        let answer = LatticeQuestion { game: self.game, to: self.to, play, strata }.ask(&context.asking())?;
        let text = text(&answer.value);
        let mut rendered = Answer::rendered(Body::Text(text), answer)?;
        if context.format == Format::Text && rendered.stopped.is_none() {
            // Only comments, so that the answer as a whole is a board file.
            rendered.claims.clear();
        }
        Ok(rendered)
    }
}

fn text(value: &LatticeValue) -> String {
    let (game, play, counted) = (&value.game, play_name(value.play), value.coordinates.join(", "));
    let mut text = format!("# {game}, {play}; coordinates count {counted}\n{}", value.board.to_toml());
    if let (Some(Some(strata)), Some(order)) = (&value.strata, value.order) {
        let _ = writeln!(
            text,
            "# P is periodic along every axis, proved: {} disjoint translates; the quotient has order {order}",
            strata.len(),
        );
        for translate in strata {
            let generators: Vec<String> = translate.generators.iter().map(|g| point_text(g)).collect();
            let _ = writeln!(text, "# {} + N{{{}}}", point_text(&translate.offset), generators.join(", "));
        }
    }
    text
}
