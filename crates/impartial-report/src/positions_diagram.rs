//! The game digraph of `gen(G)` or `dng(G)` for a tiny group: drawn, or as a list.

use std::fmt::Write as _;

use impartial::generate::Aim;
use impartial::question::{
    PositionFound, PositionsDiagramQuestion, PositionsDigraph, Question as _, Refused,
};
use impartial_picture::positions::{self as picture, Arrow, Node};

use crate::format::{Choice, Format};
use crate::manner::Manner;
use crate::report::{Body, Report};
use crate::structure_diagram::FORMS;

/// Which positions are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Positions {
    /// One of the options that automorphisms exchange [ES, Section 2].
    Representative,
    /// All.
    All,
}

impl Choice for Positions {
    const CHOICES: &'static [(&'static str, Self, &'static str)] = &[
        (
            "representative",
            Positions::Representative,
            "One of the options that automorphisms exchange (Ernst and Sieben, Section 2)",
        ),
        ("all", Positions::All, "All"),
    ];
}

/// Draws the positions.
pub(crate) fn positions_diagram(
    game: &str,
    which: Positions,
    manner: &Manner<'_>,
) -> Result<Report, Refused> {
    manner.expect_format("diagram", &FORMS)?;
    let (all, what) = match which {
        Positions::Representative => (false, "representative game digraph"),
        Positions::All => (true, "game digraph"),
    };
    let answer = PositionsDiagramQuestion { game: game.to_owned(), all }.ask(&manner.asking)?;
    let text = match &answer.value.digraph {
        Some(digraph) => {
            let title = format!("{}: {what}, nimber {}", answer.value.game, digraph.nimber);
            match manner.format {
                Format::Svg => draw(digraph, title).to_svg(),
                Format::Dot => draw(digraph, title).to_dot(),
                Format::Tikz | Format::Latex => draw(digraph, title).to_tikz(),
                _ => list(digraph, &title),
            }
        }
        None => String::new(),
    };
    Report::rendered(Body::Text(text), answer)
}

fn label(position: &PositionFound) -> String {
    if position.chosen.is_empty() { "∅".to_owned() } else { format!("{{{}}}", position.chosen.join(", ")) }
}

fn draw(digraph: &PositionsDigraph, title: String) -> picture::GameDigraph {
    let node = |position: &PositionFound| Node {
        label: label(position),
        number: position.nimber,
        is_end: position.is_generating,
    };
    // Dotted are the moves that only the achievement game has.
    let arrow = |&(from, to): &(usize, usize)| Arrow {
        from,
        to,
        is_double: false,
        is_dotted: digraph.aim == Aim::Achieve && digraph.positions[to].is_generating,
    };
    picture::GameDigraph {
        title,
        nodes: digraph.positions.iter().map(node).collect(),
        arrows: digraph.arrows.iter().map(arrow).collect(),
    }
}

/// One line a position: its number, its nimber, its elements, and where it leads.
fn list(digraph: &PositionsDigraph, title: &str) -> String {
    let mut out = format!("{title}\n{} positions\n", digraph.positions.len());
    for (number, position) in digraph.positions.iter().enumerate() {
        let to = |&(from, to): &(usize, usize)| (from == number).then(|| to.to_string());
        let options: Vec<String> = digraph.arrows.iter().filter_map(to).collect();
        let end = if position.is_generating { "  generates" } else { "" };
        let arrow = if options.is_empty() { "" } else { " -> " };
        let (nimber, label) = (position.nimber, label(position));
        let _ = writeln!(out, "  {number:>3}  *{nimber}  {label}{end}{arrow}{}", options.join(" "));
    }
    out
}
