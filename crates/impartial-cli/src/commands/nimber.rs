//! `impartial nimber GAME`: the Sprague-Grundy value.

use clap::Args;
use impartial::question::{NimberQuestion, NimberValue, Question as _};
use impartial_picture::mathml;
use serde_json::json;

use super::game::{GameArgument, write_steps};
use crate::answer::{Answer, Body};
use crate::context::{Context, Format};
use crate::failure::Failure;

/// The Sprague-Grundy value, an ordinal.
#[derive(Args)]
pub struct NimberArguments {
    #[command(flatten)]
    game: GameArgument,
}

impl NimberArguments {
    /// Answers the question.
    pub fn run(self, context: &Context) -> Result<Answer, Failure> {
        context.expect_format("nimber", &[Format::Text, Format::Json, Format::Latex, Format::Mathml])?;
        let answer = NimberQuestion { game: self.game.game }.ask(&context.asking())?;
        let text = text(&answer.value, context.format);
        let formula = answer.value.nimber.as_ref().map(|nimber| mathml::expression(&nimber.to_string()));
        let mut rendered = Answer::rendered(Body::Text(text), answer)?;
        if let Some(formula) = formula.filter(|_| context.mathml) {
            rendered.fields.insert("mathml".into(), json!(formula));
        }
        Ok(rendered)
    }
}

fn text(value: &NimberValue, format: Format) -> String {
    let Some(nimber) = &value.nimber else { return String::new() };
    let mut text = match format {
        Format::Latex => format!("${}$\n", nimber.to_latex()),
        Format::Mathml => mathml::expression(&nimber.to_string()) + "\n",
        _ => format!("{} has nimber {nimber}\n", value.game),
    };
    if format == Format::Text {
        write_steps(&mut text, value.steps.as_deref());
    }
    text
}
