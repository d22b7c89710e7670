//! `impartial algebraic CODE`: a game with an infinite quotient solved for all heaps, by one description with indices.

use clap::Args;
use impartial::question::{AlgebraicQuestion, AlgebraicValue, Question as _};

use crate::answer::{Answer, Body};
use crate::context::{Context, Format};
use crate::failure::Failure;

/// The misère quotient of an algebraic periodic game: found, proved for all heaps, certified.
#[derive(Args)]
pub struct Algebraic {
    /// A code such as 0.54
    code: String,
}

impl Algebraic {
    /// Searches, and prints the description or what was refused.
    pub fn run(self, context: &Context) -> Result<Answer, Failure> {
        context.expect_format("algebraic", &[Format::Text, Format::Json, Format::Latex])?;
        let answer = AlgebraicQuestion { code: self.code }.ask(&context.asking())?;
        let text = match (&answer.value.presentation, context.format) {
            (Some(presentation), Format::Latex) => presentation.to_latex(),
            _ => text(&answer.value, context.explain),
        };
        Answer::rendered(Body::Text(text), answer)
    }
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
