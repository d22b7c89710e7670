//! `impartial nimber GAME`: the Sprague-Grundy value.

use std::fmt::Write as _;

use clap::Args;
use impartial::game::Outcome;
use impartial::language::{Analyst, Answered};
use impartial_picture::mathml;
use serde_json::{Map, Value, json};

use super::game::GameArgument;
use crate::answer::Answer;
use crate::certificate;
use crate::context::{Context, Format};
use crate::failure::Failure;

/// The Sprague-Grundy value, an ordinal.
#[derive(Args)]
pub struct NimberQuestion {
    #[command(flatten)]
    game: GameArgument,
}

impl NimberQuestion {
    /// Answers the question.
    pub fn run(self, context: &Context) -> Result<Answer, Failure> {
        context.expect_format("nimber", &[Format::Text, Format::Json, Format::Latex, Format::Mathml])?;
        let (parsed, position) = self.game.position(&context.limits)?;
        let game = parsed.rulebook.show(&position).to_string();
        let mut fields = Map::new();
        fields.insert("game".into(), json!(game));
        let mut analyst = Analyst::new(&parsed.rulebook, context.limits.clone());
        let answered = match analyst.nimber(&position) {
            Ok(answered) => answered,
            Err(why) => {
                fields.insert("nimber".into(), Value::Null);
                return Ok(Answer::unanswered(fields, why.to_string()));
            }
        };
        let claim = answered.claim();
        let Answered { value, steps, .. } = answered;
        let outcome = if value.is_zero() { Outcome::P } else { Outcome::N };
        fields.insert("nimber".into(), json!(value.to_string()));
        if context.mathml {
            fields.insert("mathml".into(), json!(mathml::expression(&value.to_string())));
        }
        fields.insert("outcome".into(), json!(outcome.to_string()));
        let mut text = match context.format {
            Format::Latex => format!("${}$\n", value.to_latex()),
            Format::Mathml => mathml::expression(&value.to_string()) + "\n",
            _ => format!("{game} has nimber {value}\n"),
        };
        if context.explain {
            if !steps.is_empty() {
                text.push_str("because:\n");
            }
            for step in &steps {
                let _ = writeln!(text, "  {step}");
            }
            fields.insert("steps".into(), json!(steps));
        }
        let certificate = match (&context.certificate, value.to_u64()) {
            (None, _) => None,
            (Some(_), None) => {
                return Err(Failure::new("no certificate: an infinite nimber has no finite strategy"));
            }
            (Some(_), Some(value)) => Some(certificate::nimber(&mut analyst, &position, value)?),
        };
        Ok(Answer { certificate, ..Answer::new(text, fields, claim) })
    }
}
