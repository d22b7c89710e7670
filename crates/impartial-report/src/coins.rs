//! `impartial coins GAME`: a finite game as a coin-turning game.

use std::fmt::Write as _;

use impartial::question::{CoinsQuestion, Question as _, Refused};

use crate::format::Format;
use crate::manner::Manner;
use crate::report::{Body, Report};

/// A game as a coin-turning game: a coin for each position, a turning set for each move.
///
/// # Errors
/// When the game is not understood, or the form is none of the question.
pub fn coins(question: &CoinsQuestion, manner: &Manner<'_>) -> Result<Report, Refused> {
    manner.expect_format("coins", &[Format::Text, Format::Json])?;
    let answer = question.ask(&manner.asking)?;
    let mut text = format!("{}\n", answer.value.coins);
    for (coin, position) in answer.value.positions.iter().enumerate() {
        let _ = writeln!(text, "coin {coin}  {position}");
    }
    Report::rendered(Body::Text(text), answer)
}
