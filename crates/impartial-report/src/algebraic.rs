//! `impartial algebraic CODE`: a game with an infinite quotient solved for all heaps, by one description with indices.

use impartial::question::{AlgebraicQuestion, AlgebraicValue, Question as _, Refused};

use crate::format::Format;
use crate::manner::Manner;
use crate::report::{Body, Report};

/// The misère quotient of an algebraic periodic game: found, proved for all heaps, certified.
///
/// # Errors
/// When the code is not understood, or the form is none of the question.
pub fn algebraic(question: &AlgebraicQuestion, manner: &Manner<'_>) -> Result<Report, Refused> {
    manner.expect_format("algebraic", &[Format::Text, Format::Json, Format::Latex])?;
    let answer = question.ask(&manner.asking)?;
    let text = match (&answer.value.presentation, manner.format) {
        (Some(presentation), Format::Latex) => presentation.to_latex(),
        _ => text(&answer.value, manner.asking.explain),
    };
    Report::rendered(Body::Text(text), answer)
}

/// The description, after what was tried if that was asked for.
pub fn text(value: &AlgebraicValue, explain: bool) -> String {
    let Some(presentation) = &value.presentation else { return String::new() };
    let mut text = String::new();
    if explain {
        value.tried.iter().for_each(|tried| text.extend([tried, "\n"]));
    }
    let what = match (value.infinite == Some(true), value.reduced == Some(true)) {
        (true, true) => "its misère quotient, which is infinite",
        (true, false) => "its misère quotient is infinite, and a quotient of this monoid",
        (false, true) => "its misère quotient",
        (false, false) => "its misère quotient is a quotient of this monoid",
    };
    text + &format!("{}, all heaps: {what}\n{presentation}", value.game)
}
