//! `impartial moves GAME`: every option, and what it leaves.

use std::fmt::Write as _;

use clap::Args;
use impartial::claim::Claim;
use impartial::game::{Game as _, Outcome, Play};
use impartial::language::{Analyst, Position, Rulebook, Unanswered};
use serde_json::{Map, Value, json};

use super::game::{GameArgument, PlayArgument, play_name};
use crate::answer::Answer;
use crate::context::{Context, Format};
use crate::failure::Failure;
use crate::opponent::Choice;

/// Every move, with the outcome and the nimber of what it leaves.
#[derive(Args)]
pub struct MovesQuestion {
    #[command(flatten)]
    game: GameArgument,
    #[command(flatten)]
    play: PlayArgument,
    /// Also the move that the program would make, and why
    #[arg(long)]
    reply: bool,
}

struct Row {
    position: Position,
    option: String,
    nimber: Option<String>,
    outcome: Outcome,
}

impl MovesQuestion {
    /// Answers the question.
    pub fn run(self, context: &Context) -> Result<Answer, Failure> {
        context.expect_format("moves", &[Format::Text, Format::Json, Format::Csv])?;
        let (parsed, position) = self.game.position(&context.limits)?;
        let (play, rulebook) = (self.play.play(), &parsed.rulebook);
        let game = rulebook.show(&position).to_string();
        let mut fields = Map::new();
        fields.insert("game".into(), json!(game));
        fields.insert("play".into(), json!(play.to_string()));
        let mut analyst = Analyst::new(rulebook, context.limits.clone());
        let normal = Rulebook::normal_form(&position);
        if let Err(why) = Analyst::can_list_options(&normal) {
            return Ok(winning_only(&mut analyst, rulebook, &normal, play, fields, why));
        }
        let mut rows = Vec::new();
        let mut stopped = None;
        for option in rulebook.options(&normal) {
            let row = || -> Result<Row, Unanswered> {
                let nimber = match play {
                    Play::Normal => Some(analyst.nimber(&option)?.value.to_string()),
                    Play::Misere => None,
                };
                let outcome = analyst.outcome(&option, play)?.value;
                Ok(Row {
                    option: rulebook.show(&option).to_string(),
                    position: option.clone(),
                    nimber,
                    outcome,
                })
            };
            match { row }() {
                Ok(row) => rows.push(row),
                Err(why) => {
                    stopped = Some(why.to_string());
                    break;
                }
            }
        }
        let options: Vec<Value> = rows
            .iter()
            .map(|row| {
                let mut option = Map::new();
                option.insert("game".into(), json!(row.option));
                if let Some(nimber) = &row.nimber {
                    option.insert("nimber".into(), json!(nimber));
                }
                option.insert("outcome".into(), json!(row.outcome.to_string()));
                Value::Object(option)
            })
            .collect();
        fields.insert("options".into(), json!(options));
        let mut text = match context.format {
            Format::Csv => csv(&rows),
            _ => table(&game, play, &rows),
        };
        if self.reply && stopped.is_none() {
            let options: Vec<_> = rows.into_iter().map(|row| (row.position, row.outcome)).collect();
            let reply = Choice::choose(&mut analyst, rulebook, &options, play);
            if let (Some(reply), Format::Text) = (&reply, context.format) {
                let _ = writeln!(text, "the program moves to {}, {}", rulebook.show(&reply.to), reply.why);
            }
            fields.insert(
                "reply".into(),
                json!(reply.as_ref().map(|reply| rulebook.show(&reply.to).to_string())),
            );
            fields.insert("reply_why".into(), json!(reply.map(|reply| reply.why)));
        }
        let claim = Claim::Proved("outcomes of all options by the theorems for their kinds".into());
        Ok(Answer { stopped, ..Answer::new(text, fields, claim) })
    }
}

/// The answer when there are too many moves to list: those that win, if they can be found.
fn winning_only(
    analyst: &mut Analyst<'_>,
    rulebook: &Rulebook,
    position: &Position,
    play: Play,
    mut fields: Map<String, Value>,
    why: Unanswered,
) -> Answer {
    fields.insert("options".into(), Value::Null);
    let Ok(found) = analyst.winning_moves(position, play) else {
        return Answer::unanswered(fields, why.to_string());
    };
    let moves: Vec<String> = found.moves.iter().map(|option| rulebook.show(option).to_string()).collect();
    fields.insert("winning_moves".into(), json!(moves));
    fields.insert("winning_moves_complete".into(), json!(found.complete));
    let game = rulebook.show(position).to_string();
    let which = if moves.is_empty() && found.complete { "none of them wins" } else { "those that win:" };
    let mut text = format!("{game}, {}: too many moves to list; {which}\n", play_name(play));
    for option in &moves {
        let _ = writeln!(text, "  {option}");
    }
    if !found.complete {
        let _ = writeln!(text, "  and maybe others: not all were looked at");
    }
    Answer::new(text, fields, Claim::Proved("the moves listed win, by the theorems for their kinds".into()))
}

fn table(game: &str, play: Play, rows: &[Row]) -> String {
    let winning = rows.iter().filter(|row| row.outcome == Outcome::P).count();
    let mut text = format!("{game}, {}: {} moves, {winning} of them win\n", play_name(play), rows.len());
    let width = rows.iter().map(|row| row.option.chars().count()).max().unwrap_or(0);
    for Row { option, nimber, outcome, .. } in rows {
        let mark = if *outcome == Outcome::P { "wins" } else { "" };
        let nimber = nimber.as_deref().map_or_else(String::new, |nimber| format!("nimber {nimber:<4}"));
        let line = format!("  {option:width$}  {outcome}  {nimber}  {mark}");
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text
}

fn csv(rows: &[Row]) -> String {
    let mut text = String::from("option,outcome,nimber\n");
    for Row { option, nimber, outcome, .. } in rows {
        let _ = writeln!(text, "\"{option}\",{outcome},{}", nimber.as_deref().unwrap_or(""));
    }
    text
}
