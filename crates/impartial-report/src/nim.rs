//! Arithmetic in Conway's Field On_2.

use impartial::question::{NimQuestion, Question as _, Refused};
use impartial_picture::mathml;
use serde_json::json;

use crate::format::Format;
use crate::manner::Manner;
use crate::report::{Body, Report};

/// The value of an expression in nimbers.
///
/// # Errors
/// When the expression is not understood, or the form is none of the question.
pub fn nim(expression: String, manner: &Manner<'_>) -> Result<Report, Refused> {
    manner.expect_format("nim", &[Format::Text, Format::Json, Format::Latex, Format::Mathml])?;
    let question = NimQuestion { expression, remembered: manner.outside.excesses() };
    let answer = question.ask(&manner.asking)?;
    manner.outside.keep_excesses(&answer.value.costly_excesses);
    let text = match (&answer.value.value, manner.format) {
        (None, _) => String::new(),
        (Some(value), Format::Latex) => format!("${}$\n", value.to_latex()),
        (Some(value), Format::Mathml) => mathml::expression(&value.to_string()) + "\n",
        (Some(value), _) => format!("{value}\n"),
    };
    let formula = answer.value.value.as_ref().map(|value| mathml::expression(&value.to_string()));
    let mut report = Report::rendered(Body::Text(text), answer)?;
    if let Some(formula) = formula.filter(|_| manner.mathml) {
        report.fields.insert("mathml".into(), json!(formula));
    }
    Ok(report)
}
