//! `impartial canonical GAME`: the misère canonical form, and what it tells.

use std::fmt::Write as _;

use impartial::question::{
    BornByQuestion, BornByValue, CanonicalForm, CanonicalQuestion, CanonicalValue, FormComparison,
    Question as _, Refused, SharedGame,
};

use crate::format::Format;
use crate::manner::Manner;
use crate::report::{Body, Report};

/// The simplest game equal to a game in misère play, and whether it equals another.
///
/// # Errors
/// When a game is not understood, or the form is none of the question.
pub fn canonical(game: String, equals: Option<String>, manner: &Manner<'_>) -> Result<Report, Refused> {
    manner.expect_format("canonical", &FORMS)?;
    let is_graph = manner.format == Format::Dot;
    let question = CanonicalQuestion { game, equals, graph: is_graph };
    let answer = question.ask(&manner.asking)?;
    let text = if is_graph { dot(&answer.value) } else { text(&answer.value, question.equals) };
    Report::rendered(Body::Text(text), answer)
}

/// The canonical forms born by a day.
///
/// # Errors
/// When the day is too late, or the form is none of the question.
pub fn born_by(question: &BornByQuestion, manner: &Manner<'_>) -> Result<Report, Refused> {
    manner.expect_format("canonical", &FORMS)?;
    if manner.format == Format::Dot {
        return Err(Refused::new("a list of games has no graph"));
    }
    let answer = question.ask(&manner.asking)?;
    Report::rendered(Body::Text(list(&answer.value)), answer)
}

const FORMS: [Format; 3] = [Format::Text, Format::Json, Format::Dot];

fn text(value: &CanonicalValue, equals: Option<String>) -> String {
    let game = &value.game;
    let Some(CanonicalForm { canonical, set, subgames, birthday, genus, temper, outcome, mate, .. }) =
        &value.form
    else {
        return String::new();
    };
    let mut out = String::new();
    let _ = match canonical {
        Some(conway) => writeln!(out, "{game} = {conway} in misère play"),
        None => writeln!(
            out,
            "the canonical form of {game} has {subgames} subgames; --json and --format dot write them as a graph"
        ),
    };
    if let Some(set) = set {
        let _ = writeln!(out, "as a set: {set}");
    }
    let _ = writeln!(out, "birthday {birthday}, genus {genus}, {temper}, outcome {outcome}");
    if let Some(mate) = mate {
        let _ = writeln!(out, "mate {mate}: the sum of the two is a P-position");
    }
    if let (Some(comparison), Some(other)) = (&value.comparison, equals) {
        write_comparison(&mut out, comparison, &other);
    }
    out
}

fn write_comparison(out: &mut String, comparison: &FormComparison, other: &str) {
    let _ = match (comparison.equals, &comparison.context) {
        (true, _) => writeln!(out, "equal to {other}"),
        (false, Some(Some(context))) => writeln!(
            out,
            "not equal to {other}: with T = {context}, the first game plus T is a P-position and the second an N-position"
        ),
        (false, Some(None)) => {
            writeln!(out, "not equal to {other}; --json writes a context that tells them apart as a graph")
        }
        (false, None) => writeln!(out, "not equal to {other}"),
    };
}

/// The form as a graph of its subgames, the game itself marked.
fn dot(value: &CanonicalValue) -> String {
    let graph: &SharedGame = match value.form.as_ref().and_then(|form| form.graph.as_ref()) {
        Some(graph) => graph,
        None => return String::new(),
    };
    let mut out = String::from("digraph canonical {\n  node [shape=circle];\n");
    for (at, options) in graph.iter().enumerate() {
        let mark = if at + 1 == graph.len() { " [shape=doublecircle]" } else { "" };
        let _ = writeln!(out, "  {at}{mark};");
        for option in options {
            let _ = writeln!(out, "  {at} -> {option};");
        }
    }
    out.push_str("}\n");
    out
}

fn list(value: &BornByValue) -> String {
    let BornByValue { day, count, games } = value;
    let mut out = format!("{count} games are born by day {day}\n");
    if let Some(games) = games {
        let _ = writeln!(out, "{}", games.join("  "));
    }
    out
}
