//! `impartial outcome GAME`: who wins, and by which moves.

use std::fmt::Write as _;

use clap::Args;
use impartial::game::Outcome;
use impartial::language::{Analyst, Answered};
use serde_json::{Map, Value, json};

use super::game::{GameArgument, PlayArgument, play_name};
use crate::answer::Answer;
use crate::certificate;
use crate::context::{Context, Format};
use crate::failure::Failure;

/// How many winning moves the text shows; `--json` has them all.
const SHOWN: usize = 40;

/// Who wins, and every winning move.
#[derive(Args)]
pub struct OutcomeQuestion {
    #[command(flatten)]
    game: GameArgument,
    #[command(flatten)]
    play: PlayArgument,
}

impl OutcomeQuestion {
    /// Answers the question.
    pub fn run(self, context: &Context) -> Result<Answer, Failure> {
        context.expect_format("outcome", &[Format::Text, Format::Json])?;
        let (parsed, position) = self.game.position(&context.limits)?;
        let play = self.play.play();
        let rulebook = &parsed.rulebook;
        let game = rulebook.show(&position).to_string();
        let mut fields = Map::new();
        fields.insert("game".into(), json!(game));
        fields.insert("play".into(), json!(play.to_string()));
        let mut analyst = Analyst::new(rulebook, context.limits.clone());
        let answered = match analyst.outcome(&position, play) {
            Ok(answered) => answered,
            Err(why) => {
                fields.insert("outcome".into(), Value::Null);
                fields.insert("winning_moves".into(), json!([]));
                return Ok(Answer::unanswered(fields, why.to_string()));
            }
        };
        let claim = answered.claim();
        let Answered { value: outcome, steps, .. } = answered;
        fields.insert("outcome".into(), json!(outcome.to_string()));
        let winner = match outcome {
            Outcome::P => "the previous player wins",
            Outcome::N => "the next player wins",
        };
        let mut text = format!("{game}: {outcome} in {}, {winner}\n", play_name(play));
        let mut stopped = None;
        let mut moves = Vec::new();
        let winning = match outcome {
            // A P-position has none, and there is no need to look.
            Outcome::P => None,
            Outcome::N => Some(analyst.winning_moves(&position, play)),
        };
        match winning.transpose() {
            Ok(None) => {}
            Ok(Some(found)) => {
                moves = found.moves.iter().map(|option| rulebook.show(option).to_string()).collect();
                if !found.complete {
                    fields.insert("winning_moves_complete".into(), json!(false));
                }
                write_moves(&mut text, &moves, found.complete);
            }
            Err(why) => stopped = Some(format!("winning moves: {why}")),
        }
        fields.insert("winning_moves".into(), json!(moves));
        if context.explain {
            if !steps.is_empty() {
                text.push_str("because:\n");
            }
            for step in &steps {
                let _ = writeln!(text, "  {step}");
            }
            fields.insert("steps".into(), json!(steps));
        }
        let certificate = match &context.certificate {
            Some(_) => Some(certificate::outcome(&mut analyst, &position, play)?),
            None => None,
        };
        Ok(Answer { stopped, certificate, ..Answer::new(text, fields, claim) })
    }
}

fn write_moves(text: &mut String, moves: &[String], complete: bool) {
    if moves.is_empty() && complete {
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
