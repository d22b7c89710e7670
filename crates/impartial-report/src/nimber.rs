//! `impartial nimber GAME`: the Sprague-Grundy value.

use impartial::question::{NimberQuestion, NimberValue, Question as _, Refused};
use impartial_picture::mathml;
use serde_json::json;

use crate::format::Format;
use crate::manner::Manner;
use crate::report::{Body, Report};
use crate::words::write_steps;

/// The Sprague-Grundy value, an ordinal.
///
/// # Errors
/// When the game is not understood, or the form is none of the question.
pub fn nimber(question: &NimberQuestion, manner: &Manner<'_>) -> Result<Report, Refused> {
    manner.expect_format("nimber", &[Format::Text, Format::Json, Format::Latex, Format::Mathml])?;
    let answer = question.ask(&manner.asking)?;
    let text = text(&answer.value, manner.format);
    let formula = answer.value.nimber.as_ref().map(|nimber| mathml::expression(&nimber.to_string()));
    let mut report = Report::rendered(Body::Text(text), answer)?;
    if let Some(formula) = formula.filter(|_| manner.mathml) {
        report.fields.insert("mathml".into(), json!(formula));
    }
    Ok(report)
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
