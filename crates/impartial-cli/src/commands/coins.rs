//! `impartial coins GAME`: a finite game as a coin-turning game.

use std::fmt::Write as _;

use clap::Args;
use impartial::question::{CoinsQuestion, Question as _};

use super::game::GameArgument;
use crate::answer::{Answer, Body};
use crate::context::{Context, Format};
use crate::failure::Failure;

/// A game as a coin-turning game: a coin for each position, a turning set for each move.
#[derive(Args)]
pub struct CoinsArguments {
    #[command(flatten)]
    game: GameArgument,
}

impl CoinsArguments {
    /// Answers the question.
    pub fn run(self, context: &Context) -> Result<Answer, Failure> {
        context.expect_format("coins", &[Format::Text, Format::Json])?;
        let answer = CoinsQuestion { game: self.game.game }.ask(&context.asking())?;
        let mut text = format!("{}\n", answer.value.coins);
        for (coin, position) in answer.value.positions.iter().enumerate() {
            let _ = writeln!(text, "coin {coin}  {position}");
        }
        Answer::rendered(Body::Text(text), answer)
    }
}
