//! `impartial lattice GAME`: a heap game or a finite game as a lattice game, written as a board file.

use std::fmt::Write as _;

use impartial::lattice::point_text;
use impartial::question::{LatticeQuestion, LatticeValue, Question as _, Refused};

use crate::format::Format;
use crate::manner::Manner;
use crate::report::{Body, Report};
use crate::words::play_name;

/// A game as a lattice game: a board file for `table` and `strategy`.
///
/// # Errors
/// When the game is not understood, or the form is none of the question.
pub fn lattice(question: &LatticeQuestion, manner: &Manner<'_>) -> Result<Report, Refused> {
    manner.expect_format("lattice", &[Format::Text, Format::Json])?;
    let answer = question.ask(&manner.asking)?;
    let text = text(&answer.value);
    let mut report = Report::rendered(Body::Text(text), answer)?;
    if manner.format == Format::Text && report.stopped.is_none() {
        // Only comments, so that the answer as a whole is a board file.
        report.claims.clear();
    }
    Ok(report)
}

fn text(value: &LatticeValue) -> String {
    let (game, play, counted) = (&value.game, play_name(value.play), value.coordinates.join(", "));
    let mut text = format!("# {game}, {play}; coordinates count {counted}\n{}", value.board.to_toml());
    if let (Some(Some(strata)), Some(order)) = (&value.strata, value.order) {
        let _ = writeln!(
            text,
            "# P is periodic along every axis, proved: {} disjoint translates; the quotient has order {order}",
            strata.len(),
        );
        for translate in strata {
            let generators: Vec<String> = translate.generators.iter().map(|g| point_text(g)).collect();
            let _ = writeln!(text, "# {} + N{{{}}}", point_text(&translate.offset), generators.join(", "));
        }
    }
    text
}
