//! `impartial moves GAME`: every option, and what it leaves.

use std::fmt::Write as _;

use impartial::game::Outcome;
use impartial::question::{MoveFound, MovesQuestion, MovesValue, Question as _, Refused};

use crate::format::Format;
use crate::manner::Manner;
use crate::report::{Body, Report};
use crate::words::play_name;

/// Every move, with the outcome and the nimber of what it leaves.
///
/// # Errors
/// When the game is not understood, or the form is none of the question.
pub fn moves(question: &MovesQuestion, manner: &Manner<'_>) -> Result<Report, Refused> {
    manner.expect_format("moves", &[Format::Text, Format::Json, Format::Csv])?;
    let answer = question.ask(&manner.asking)?;
    let text = match manner.format {
        Format::Csv => csv(&answer.value),
        _ => text(&answer.value),
    };
    Report::rendered(Body::Text(text), answer)
}

fn text(value: &MovesValue) -> String {
    let mut text = match (&value.options, &value.winning_moves) {
        (Some(options), _) => table(value, options),
        (None, Some(winning)) => winning_only(value, winning),
        (None, None) => String::new(),
    };
    if let (Some(_), Some(Some(reply)), Some(Some(why))) = (&value.options, &value.reply, &value.reply_why) {
        let _ = writeln!(text, "the program moves to {reply}, {why}");
    }
    text
}

fn winning_only(value: &MovesValue, winning: &[String]) -> String {
    let complete = value.winning_moves_complete.unwrap_or(true);
    let which = if winning.is_empty() && complete { "none of them wins" } else { "those that win:" };
    let mut text = format!("{}, {}: too many moves to list; {which}\n", value.game, play_name(value.play));
    for option in winning {
        let _ = writeln!(text, "  {option}");
    }
    if !complete {
        let _ = writeln!(text, "  and maybe others: not all were looked at");
    }
    text
}

fn table(value: &MovesValue, options: &[MoveFound]) -> String {
    let winning = options.iter().filter(|option| option.outcome == Outcome::P).count();
    let (game, play) = (&value.game, play_name(value.play));
    let mut text = match (value.of, options.len()) {
        (Some(all), 0) => format!("{game}, {play}: {all} moves, none of them worked out\n"),
        (Some(all), done) => {
            format!("{game}, {play}: {done} of {all} moves worked out, {}\n", of_them(winning))
        }
        (None, 0) => format!("{game}, {play}: no moves\n"),
        (None, 1) => {
            format!("{game}, {play}: 1 move, and it {}\n", if winning == 1 { "wins" } else { "loses" })
        }
        (None, all) => format!("{game}, {play}: {all} moves, {}\n", of_them(winning)),
    };
    let width = options.iter().map(|option| option.game.chars().count()).max().unwrap_or(0);
    for MoveFound { game, nimber, outcome, left, .. } in options {
        let mark = match (left, outcome) {
            (Some(left), Outcome::P) => format!("leaves {left}, wins"),
            (Some(left), Outcome::N) => format!("leaves {left}"),
            (None, Outcome::P) => "wins".to_owned(),
            (None, Outcome::N) => String::new(),
        };
        let nimber =
            nimber.as_ref().map_or_else(String::new, |nimber| format!("nimber {:<4}", nimber.to_string()));
        let line = format!("  {game:width$}  {outcome}  {nimber}  {mark}");
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text
}

/// How many of the moves win, in words.
fn of_them(winning: usize) -> String {
    match winning {
        0 => "none of them wins".to_owned(),
        1 => "1 of them wins".to_owned(),
        more => format!("{more} of them win"),
    }
}

fn csv(value: &MovesValue) -> String {
    let mut text = String::from("option,outcome,nimber\n");
    for MoveFound { game, nimber, outcome, .. } in value.options.iter().flatten() {
        let nimber = nimber.as_ref().map_or_else(String::new, ToString::to_string);
        let _ = writeln!(text, "\"{game}\",{outcome},{nimber}");
    }
    text
}
