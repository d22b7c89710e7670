//! `impartial moves GAME`: every option, and what it leaves.

use std::fmt::Write as _;

use clap::Args;
use impartial::claim::Claim;
use impartial::game::{Game as _, Outcome, Play};
use impartial::language::{Analyst, Position, Rulebook, Subject, Unanswered, parse_with};
use serde_json::{Map, Value, json};

use super::game::{GameArgument, PlayArgument, failure, play_name};
use crate::answer::Answer;
use crate::context::{Context, Format};
use crate::failure::Failure;
use crate::opponent::{Choice, some_move};

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
    /// Only the move to this position, if it is one
    #[arg(long, value_name = "GAME")]
    into: Option<String>,
    /// With more moves than this, only those that win
    #[arg(long, value_name = "N", conflicts_with = "into")]
    most: Option<usize>,
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
        let listed = match &self.into {
            Some(text) => Ok(the_move(rulebook, &normal, text)?),
            None => self.options(rulebook, &normal),
        };
        let listed = match listed {
            Ok(listed) => listed,
            Err(why) => {
                let mut game = Large { analyst: &mut analyst, rulebook, position: &normal, play };
                return Ok(game.winning_only(fields, self.reply, &why));
            }
        };
        let mut rows = Vec::new();
        let mut stopped = None;
        for option in listed {
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

    /// The options of a position, if they are as few as they may be; else why they are not listed.
    fn options(&self, rulebook: &Rulebook, position: &Position) -> Result<Vec<Position>, String> {
        Analyst::can_list_options(position).map_err(|why| why.to_string())?;
        if let (Position::Coins(coins), Some(most)) = (position, self.most)
            && coins.options(most).is_none()
        {
            return Err(format!("there are more than {most} moves"));
        }
        let options = rulebook.options(position);
        match self.most.filter(|most| options.len() > *most) {
            Some(most) => Err(format!("there are more than {most} moves")),
            None => Ok(options),
        }
    }
}

/// The move from a position to the one that a text names: one position, or none when there is no such move.
fn the_move(rulebook: &Rulebook, from: &Position, text: &str) -> Result<Vec<Position>, Failure> {
    let parsed = parse_with(rulebook.clone(), text).map_err(|error| failure(text, error))?;
    let Subject::Position(to) = parsed.subject else {
        return Err(Failure::new("a move leads to a position, and this names a whole game"));
    };
    let to = Rulebook::normal_form(&to);
    let is_listed = || Analyst::can_list_options(from).is_ok() && rulebook.options(from).contains(&to);
    let is_move = Rulebook::is_move_in_one(from, &to) || is_listed();
    Ok(if is_move { vec![to] } else { Vec::new() })
}

/// A position with too many moves to list.
struct Large<'a, 'r> {
    analyst: &'a mut Analyst<'r>,
    rulebook: &'a Rulebook,
    position: &'a Position,
    play: Play,
}

impl Large<'_, '_> {
    /// The moves that win, if they can be found.
    fn winning_only(&mut self, mut fields: Map<String, Value>, with_reply: bool, why: &str) -> Answer {
        fields.insert("options".into(), Value::Null);
        let Ok(found) = self.analyst.winning_moves(self.position, self.play) else {
            return Answer::unanswered(fields, why.to_owned());
        };
        let show = |position: &Position| self.rulebook.show(position).to_string();
        let moves: Vec<String> = found.moves.iter().map(show).collect();
        fields.insert("winning_moves".into(), json!(moves));
        fields.insert("winning_moves_complete".into(), json!(found.complete));
        if with_reply {
            let (reply, why) = match moves.as_slice() {
                [] if found.complete => (
                    some_move(self.rulebook, self.position).map(|to| show(&to)),
                    "every move loses".to_owned(),
                ),
                [] => (None, "no winning move was found".to_owned()),
                [only] if found.complete => (Some(only.clone()), "the only move that wins".to_owned()),
                [first, ..] => (Some(first.clone()), format!("one of {} moves that win", moves.len())),
            };
            fields.insert("reply".into(), json!(reply));
            fields.insert("reply_why".into(), json!(why));
        }
        let game = show(self.position);
        let which = if moves.is_empty() && found.complete { "none of them wins" } else { "those that win:" };
        let mut text = format!("{game}, {}: too many moves to list; {which}\n", play_name(self.play));
        for option in &moves {
            let _ = writeln!(text, "  {option}");
        }
        if !found.complete {
            let _ = writeln!(text, "  and maybe others: not all were looked at");
        }
        let claim = Claim::Proved("the moves listed win, by the theorems for their kinds".into());
        Answer::new(text, fields, claim)
    }
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
