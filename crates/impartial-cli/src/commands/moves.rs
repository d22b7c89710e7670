//! `impartial moves GAME`: every option, and what it leaves.

use std::fmt::Write as _;

use clap::Args;
use impartial::game::Outcome;
use impartial::question::{MoveFound, MovesQuestion, MovesValue, Question as _};

use super::game::{GameArgument, PlayArgument, play_name};
use crate::answer::{Answer, Body};
use crate::context::{Context, Format};
use crate::failure::Failure;

/// Every move, with the outcome and the nimber of what it leaves.
#[derive(Args)]
pub struct MovesArguments {
    #[command(flatten)]
    game: GameArgument,
    #[command(flatten)]
    play: PlayArgument,
    /// Also the move that the program would make, and why
    #[arg(long)]
    reply: bool,
    /// Only the move to this position, if it is one
    #[arg(long, value_name = "GAME")]
    into: Option<String>,
    /// With more moves than this, only those that win
    #[arg(long, value_name = "N", conflicts_with = "into")]
    most: Option<usize>,
}

impl MovesArguments {
    /// Answers the question.
    pub fn run(self, context: &Context) -> Result<Answer, Failure> {
        context.expect_format("moves", &[Format::Text, Format::Json, Format::Csv])?;
        let question = MovesQuestion {
            game: self.game.game,
            play: self.play.play(),
            reply: self.reply,
            into: self.into,
            most: self.most,
        };
        let answer = question.ask(&context.asking())?;
        let text = match context.format {
            Format::Csv => csv(&answer.value),
            _ => text(&answer.value),
        };
        Answer::rendered(Body::Text(text), answer)
    }
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
            format!("{game}, {play}: {done} of {all} moves worked out, {winning} of them win\n")
        }
        (None, all) => format!("{game}, {play}: {all} moves, {winning} of them win\n"),
    };
    let width = options.iter().map(|option| option.game.chars().count()).max().unwrap_or(0);
    for MoveFound { game, nimber, outcome } in options {
        let mark = if *outcome == Outcome::P { "wins" } else { "" };
        let nimber =
            nimber.as_ref().map_or_else(String::new, |nimber| format!("nimber {:<4}", nimber.to_string()));
        let line = format!("  {game:width$}  {outcome}  {nimber}  {mark}");
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text
}

fn csv(value: &MovesValue) -> String {
    let mut text = String::from("option,outcome,nimber\n");
    for MoveFound { game, nimber, outcome } in value.options.iter().flatten() {
        let nimber = nimber.as_ref().map_or_else(String::new, ToString::to_string);
        let _ = writeln!(text, "\"{game}\",{outcome},{nimber}");
    }
    text
}
