//! The game digraph of `gen(G)` or `dng(G)` for a tiny group: positions and moves, up to automorphisms or all of them.

use std::fmt::Write as _;

use clap::ValueEnum;
use impartial::claim::Claim;
use impartial::generate::{Aim, GameDigraph, Ground};
use impartial::group;
use impartial::language::Chosen;
use impartial::limits::{Limits, StopReason};
use impartial_picture::positions::{self as picture, Arrow, Node};
use serde_json::{Map, Value, json};

use super::structure_diagram;
use crate::answer::Answer;
use crate::context::{Context, Format};
use crate::failure::Failure;

/// Which positions are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Positions {
    /// One of the options that automorphisms exchange (Ernst and Sieben, Section 2)
    Representative,
    /// All
    All,
}

/// The most positions that are drawn.
const MOST_POSITIONS: usize = 250;

/// The most automorphisms that are looked at.
const MOST_AUTOMORPHISMS: usize = 25_000;

/// The largest ground set whose automorphisms are looked for.
const LARGEST: usize = 256;

/// Draws the positions.
pub fn run(text: &str, which: Positions, context: &Context) -> Result<Answer, Failure> {
    let (parsed, Chosen { aim, ground, set }) = structure_diagram::read(text, context)?;
    let ground = parsed.rulebook.ground(ground);
    let mut fields = Map::new();
    fields.insert("game".into(), json!(text.trim()));
    let automorphisms = match which {
        Positions::All => Ok(Some(Vec::new())),
        Positions::Representative => automorphisms(ground, &context.limits),
    };
    let stopped = |fields, why: StopReason| Ok(Answer::unanswered(fields, why.to_string()));
    let automorphisms = match automorphisms {
        Ok(automorphisms) => automorphisms,
        Err(why) => return stopped(fields, why),
    };
    let too_large = |what: String| {
        Failure::new(what).help("leave out --positions for the structure diagram, which has every size")
    };
    let Some(automorphisms) = automorphisms else {
        return Err(too_large(format!(
            "{} has too many automorphisms for a drawing of positions",
            ground.text()
        )));
    };
    let digraph = match GameDigraph::new(ground, aim, set, &automorphisms, MOST_POSITIONS, &context.limits) {
        Ok(digraph) => digraph,
        Err(why) => return stopped(fields, why),
    };
    let Some(digraph) = digraph else {
        return Err(too_large(format!(
            "more than {MOST_POSITIONS} positions are too many to draw one by one"
        )));
    };
    let nimber = digraph.nimbers()[0];
    let what = match which {
        Positions::Representative => "representative game digraph",
        Positions::All => "game digraph",
    };
    let title = format!("{}: {what}, nimber {nimber}", text.trim());
    write_fields(&digraph, ground, &mut fields);
    let answer = match context.format {
        Format::Svg => draw(&digraph, ground, aim, title).to_svg(),
        Format::Dot => draw(&digraph, ground, aim, title).to_dot(),
        Format::Tikz | Format::Latex => draw(&digraph, ground, aim, title).to_tikz(),
        _ => list(&digraph, ground, &title),
    };
    let because = match which {
        Positions::Representative => {
            "by definition, on one position of each class of options under automorphisms"
        }
        Positions::All => "by definition, on every position",
    };
    Ok(Answer::new(answer, fields, Claim::Proved(because.to_owned())))
}

fn automorphisms(ground: &Ground, limits: &Limits) -> Result<Option<Vec<Vec<u32>>>, StopReason> {
    match (ground.group(), ground.family()) {
        (Some(group), _) if group.order() <= LARGEST => {
            group::automorphisms(group, MOST_AUTOMORPHISMS, limits)
        }
        (_, Some(family)) if family.names().len() <= LARGEST => {
            family.family().automorphisms(MOST_AUTOMORPHISMS, limits)
        }
        _ => Ok(None),
    }
}

fn label(ground: &Ground, digraph: &GameDigraph, position: usize) -> String {
    let set = &digraph.positions()[position];
    if set.is_empty() { "∅".to_owned() } else { format!("{{{}}}", ground.show(set)) }
}

fn draw(digraph: &GameDigraph, ground: &Ground, aim: Aim, title: String) -> picture::GameDigraph {
    let node = |position: usize| Node {
        label: label(ground, digraph, position),
        number: digraph.nimbers()[position],
        is_end: digraph.is_generating(position),
    };
    // Dotted are the moves that only the achievement game has.
    let arrow = |&(from, to): &(usize, usize)| Arrow {
        from,
        to,
        is_double: false,
        is_dotted: aim == Aim::Achieve && digraph.is_generating(to),
    };
    picture::GameDigraph {
        title,
        nodes: (0..digraph.positions().len()).map(node).collect(),
        arrows: digraph.arrows().iter().map(arrow).collect(),
    }
}

/// One line a position: its number, its nimber, its elements, and where it leads.
fn list(digraph: &GameDigraph, ground: &Ground, title: &str) -> String {
    let mut out = format!("{title}\n{} positions\n", digraph.positions().len());
    for position in 0..digraph.positions().len() {
        let to = |&(from, to): &(usize, usize)| (from == position).then(|| to.to_string());
        let options: Vec<String> = digraph.arrows().iter().filter_map(to).collect();
        let end = if digraph.is_generating(position) { "  generates" } else { "" };
        let arrow = if options.is_empty() { "" } else { " -> " };
        let (nimber, label) = (digraph.nimbers()[position], label(ground, digraph, position));
        let _ = writeln!(out, "  {position:>3}  *{nimber}  {label}{end}{arrow}{}", options.join(" "));
    }
    out
}

fn write_fields(digraph: &GameDigraph, ground: &Ground, fields: &mut Map<String, Value>) {
    let position = |at: usize| {
        let set = &digraph.positions()[at];
        let elements: Vec<String> = set.iter().map(|element| ground.name(element)).collect();
        json!({ "chosen": elements, "nimber": digraph.nimbers()[at], "end": digraph.is_generating(at) })
    };
    let positions: Vec<Value> = (0..digraph.positions().len()).map(position).collect();
    fields.insert("nimber".into(), json!(digraph.nimbers()[0]));
    fields.insert("positions".into(), json!(positions));
    fields.insert("arrows".into(), json!(digraph.arrows()));
}
