//! `impartial canonical GAME --parts`: which games a game is the sum of.

use std::fmt::Write as _;

use impartial::question::{FoundParts, PartsQuestion, PartsValue, Question as _, Refused};

use crate::format::Format;
use crate::manner::Manner;
use crate::report::{Body, Report};

/// The parts of a game in misère play, and how it is a sum of primes.
///
/// # Errors
/// When the game is not understood, or the form is none of the question.
pub fn parts(question: &PartsQuestion, manner: &Manner<'_>) -> Result<Report, Refused> {
    manner.expect_format("canonical --parts", &[Format::Text, Format::Json])?;
    let answer = question.ask(&manner.asking)?;
    Report::rendered(Body::Text(text(&answer.value)), answer)
}

fn text(PartsValue { game, found }: &PartsValue) -> String {
    let Some(FoundParts { canonical, parts, partitions }) = found else { return String::new() };
    let mut out = String::new();
    let _ = writeln!(out, "{game} = {canonical} in misère play has {} parts", parts.len());
    for [part, other] in parts {
        let _ = writeln!(out, "  {part}, with {other}");
    }
    let _ = match partitions.as_slice() {
        [way] if way.is_empty() => writeln!(out, "a unit: it is a part of every game"),
        [way] if way.len() == 1 => {
            writeln!(out, "prime: it has no other parts than the units and itself, up to *")
        }
        [_] => writeln!(out, "one partition into primes, up to *:"),
        several => writeln!(out, "{} partitions into primes, up to *:", several.len()),
    };
    for way in partitions.iter().filter(|way| way.len() > 1) {
        let _ = writeln!(out, "  {}", way.join(" + "));
    }
    out
}
