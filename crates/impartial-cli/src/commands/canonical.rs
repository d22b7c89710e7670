//! `impartial canonical GAME`: the misère canonical form, and what it tells.

use std::fmt::Write as _;

use clap::Args;
use impartial::question::{
    BornByQuestion, BornByValue, CanonicalForm, CanonicalQuestion, CanonicalValue, FormComparison,
    Question as _, SharedGame,
};

use crate::answer::{Answer, Body};
use crate::context::{Context, Format};
use crate::failure::Failure;

/// The simplest game equal to a game in misère play.
#[derive(Args)]
pub struct CanonicalArguments {
    /// The position: '*2_+320', '{0,{*2}}', 'kayles[5]', 'A + B'
    #[arg(required_unless_present = "day")]
    game: Option<String>,
    /// Whether the game equals this one; if not, a context in which their outcomes differ
    #[arg(long, value_name = "GAME", requires = "game")]
    equals: Option<String>,
    /// How many canonical forms are born by this day, 0 to 5, and which (to day 4)
    #[arg(long, value_name = "N", conflicts_with = "game")]
    day: Option<u32>,
}

impl CanonicalArguments {
    /// Answers the question.
    pub fn run(self, context: &Context) -> Result<Answer, Failure> {
        context.expect_format("canonical", &[Format::Text, Format::Json, Format::Dot])?;
        let is_graph = context.format == Format::Dot;
        match (self.game, self.day) {
            (Some(game), _) => {
                let question = CanonicalQuestion { game, equals: self.equals, graph: is_graph };
                let answer = question.ask(&context.asking())?;
                let text = if is_graph { dot(&answer.value) } else { text(&answer.value, question.equals) };
                Answer::rendered(Body::Text(text), answer)
            }
            (None, Some(_)) if is_graph => Err(Failure::new("a list of games has no graph")),
            (None, Some(day)) => {
                let answer = BornByQuestion { day }.ask(&context.asking())?;
                Answer::rendered(Body::Text(born_by(&answer.value)), answer)
            }
            (None, None) => Err(Failure::new("which game?")),
        }
    }
}

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

fn born_by(value: &BornByValue) -> String {
    let BornByValue { day, count, games } = value;
    let mut out = format!("{count} games are born by day {day}\n");
    if let Some(games) = games {
        let _ = writeln!(out, "{}", games.join("  "));
    }
    out
}
