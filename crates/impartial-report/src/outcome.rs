//! `impartial outcome GAME`: who wins, and by which moves.

use std::fmt::Write as _;

use impartial::game::Outcome;
use impartial::question::{OutcomeQuestion, OutcomeValue, Question as _, Refused};

use crate::format::Format;
use crate::manner::Manner;
use crate::report::{Body, Report};
use crate::words::{play_name, write_steps};

/// How many winning moves the text shows; `--json` has them all.
const SHOWN: usize = 40;

/// Who wins, and every winning move.
///
/// # Errors
/// When the game is not understood, or the form is none of the question.
pub fn outcome(question: &OutcomeQuestion, manner: &Manner<'_>) -> Result<Report, Refused> {
    manner.expect_format("outcome", &[Format::Text, Format::Json])?;
    let answer = question.ask(&manner.asking)?;
    let text = text(&answer.value);
    Report::rendered(Body::Text(text), answer)
}

fn text(value: &OutcomeValue) -> String {
    let OutcomeValue { game, play, winning_moves, .. } = value;
    let Some(outcome) = value.outcome else { return String::new() };
    let winner = match outcome {
        Outcome::P => "the previous player wins",
        Outcome::N => "the next player wins",
    };
    let mut text = format!("{game}: {outcome} in {}, {winner}\n", play_name(*play));
    write_moves(&mut text, winning_moves, value.winning_moves_complete.unwrap_or(true));
    write_steps(&mut text, value.steps.as_deref());
    text
}

fn write_moves(text: &mut String, moves: &[String], complete: bool) {
    if moves.is_empty() && complete {
        return;
    }
    if moves.is_empty() {
        let _ =
            writeln!(text, "winning moves: too many options to look at them all, and none of the first wins");
        return;
    }
    let _ = writeln!(text, "winning moves, to:");
    for option in moves.iter().take(SHOWN) {
        let _ = writeln!(text, "  {option}");
    }
    match (moves.len().saturating_sub(SHOWN), complete) {
        (0, true) => {}
        (more, true) => {
            let _ = writeln!(text, "  and {more} more (--json lists them)");
        }
        (_, false) => {
            let _ = writeln!(text, "  and others: too many options to look at them all");
        }
    }
}
