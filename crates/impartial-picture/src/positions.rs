//! Game digraphs: every position a box with its nim-number, an arrow for every move.

use std::fmt::Write as _;

pub use crate::arrows::Arrow;
use crate::arrows::{self, Ports, dot_text, tikz_point, tikz_text};
use crate::layered::{LayeredGraph, Layout};
use crate::numbers::write_number;
use crate::palette::{self, Token};
use crate::svg::{Element, Svg, escape};

/// A position as it is drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// What the position is, in words or symbols.
    pub label: String,
    /// Its nim-number.
    pub number: u32,
    /// Whether the game ends here, drawn with a dotted outline.
    pub is_end: bool,
}

/// The picture.
///
/// ```
/// use impartial_picture::positions::{Arrow, GameDigraph, Node};
/// let node = |label: &str, number| Node { label: label.into(), number, is_end: number == 0 };
/// let nodes = vec![node("*1", 1), node("0", 0)];
/// let arrows = vec![Arrow { from: 0, to: 1, is_double: false, is_dotted: false }];
/// let digraph = GameDigraph { title: "a heap of one".into(), nodes, arrows };
/// assert!(digraph.to_dot().contains("p0 -> p1"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameDigraph {
    /// The heading.
    pub title: String,
    /// The positions.
    pub nodes: Vec<Node>,
    /// The moves.
    pub arrows: Vec<Arrow>,
}

const HEIGHT: f64 = 28.0;
/// The width of a character of a label.
const LETTER: f64 = 7.2;
/// The square in front of a label that holds the number.
const NUMBER: f64 = 26.0;
const GAP: f64 = 18.0;
const ROW_GAP: f64 = 64.0;
const MARGIN: f64 = 40.0;
const HEAD: f64 = 34.0;

impl Node {
    fn width(&self) -> f64 {
        NUMBER + 16.0 + LETTER * self.label.chars().count() as f64
    }
}

impl GameDigraph {
    fn layout(&self) -> Layout {
        let sizes = self.nodes.iter().map(|node| (node.width(), HEIGHT)).collect();
        let arrows = self.arrows.iter().map(|arrow| (arrow.from, arrow.to)).collect();
        let mut layout = LayeredGraph { sizes, arrows, gap: GAP, row_gap: ROW_GAP }.layout();
        layout.frame(MARGIN, HEAD, 7.5 * self.title.chars().count() as f64);
        layout
    }

    fn routes(&self, layout: &Layout) -> Vec<Vec<(f64, f64)>> {
        let ports = |node: &Node| Ports {
            half_height: HEIGHT / 2.0,
            space: (2.0, 4.0),
            room: node.width() - 12.0,
            heads: 9.0,
            tails: 9.0,
        };
        arrows::routes(&self.arrows, layout, &self.nodes.iter().map(ports).collect::<Vec<_>>())
    }

    /// The picture as SVG.
    pub fn to_svg(&self) -> String {
        let layout = self.layout();
        let mut svg = Svg::new(&self.title, "");
        svg.heading(layout.size.0 - 2.0 * MARGIN);
        arrows::draw(&mut svg, &self.arrows, &self.routes(&layout), |_| false);
        for (node, centre) in self.nodes.iter().zip(&layout.centres) {
            node.draw(&mut svg, *centre);
        }
        svg.finish(layout.size.0, layout.size.1)
    }

    /// The picture as input for Graphviz.
    pub fn to_dot(&self) -> String {
        let mut out = String::from(
            "digraph positions {\n  rankdir=TB;\n  node [shape=box, style=rounded, fontname=\"sans-serif\"];\n",
        );
        let _ = writeln!(out, "  labelloc=t;\n  label=\"{}\";", dot_text(&self.title));
        for (at, node) in self.nodes.iter().enumerate() {
            let style = if node.is_end { ", style=\"rounded,dotted\"" } else { "" };
            let _ = writeln!(out, "  p{at} [label=\"{}\\n{}\"{style}];", dot_text(&node.label), node.number);
        }
        self.arrows.iter().for_each(|arrow| out.push_str(&arrows::dot(arrow, 'p')));
        out.push_str("}\n");
        out
    }

    /// The picture as a TikZ environment; needs only `\usepackage{tikz}`.
    pub fn to_tikz(&self) -> String {
        let layout = self.layout();
        let mut out = String::from("\\begin{tikzpicture}[x=0.022cm,y=-0.022cm,>=latex]\n");
        for (arrow, route) in self.arrows.iter().zip(self.routes(&layout)) {
            out.push_str(&arrows::tikz(arrow, &route));
        }
        for (node, centre) in self.nodes.iter().zip(&layout.centres) {
            let dots = if node.is_end { ",dotted" } else { "" };
            let _ = writeln!(
                out,
                "  \\node[draw{dots},rounded corners,fill=white,font=\\scriptsize] at {} {{{} \\enspace $\\mathbf{{{}}}$}};",
                tikz_point(*centre),
                tikz_text(&node.label),
                node.number
            );
        }
        out.push_str("\\end{tikzpicture}\n");
        out
    }
}

impl Node {
    fn draw(&self, svg: &mut Svg, (x, y): (f64, f64)) {
        let width = self.width();
        let (left, top) = (x - width / 2.0, y - HEIGHT / 2.0);
        let colour = palette::value(self.number);
        let mut shape = Element::rectangle((left, top), (width, HEIGHT)).rounded(6.0);
        shape = shape.fill(colour).stroke(Token::Ink, 1.3);
        if self.is_end {
            shape = shape.set("stroke-dasharray", "2 2.5");
        }
        svg.add(shape);
        write_number(svg, (left + NUMBER / 2.0 + 2.0, y), self.number, 15.0, colour.words());
        let label = Element::text((left + NUMBER + 4.0, y + 4.2), "start", 12.0).fill(colour.words());
        svg.write(label, &escape(&self.label));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// DNG(Z4) [ES, Fig 2.1(a)]: a square.
    fn square() -> GameDigraph {
        let node = |label: &str, number, is_end| Node { label: label.into(), number, is_end };
        let nodes =
            vec![node("∅", 0, false), node("{0}", 1, false), node("{2}", 1, false), node("{0, 2}", 0, true)];
        let arrow = |(from, to)| Arrow { from, to, is_double: false, is_dotted: false };
        let arrows = [(0, 1), (0, 2), (1, 3), (2, 3)].map(arrow).to_vec();
        GameDigraph { title: "dng(Z4)".into(), nodes, arrows }
    }

    #[test]
    fn every_form_shows_every_position_and_move() {
        let square = square();
        let svg = square.to_svg();
        assert_eq!(svg.matches("<text").count(), 1 + 2 * 4, "title, then number and set of each");
        assert_eq!(svg.matches("rx=\"6\"").count(), 4);
        assert!(!svg.contains("NaN"));
        let dot = square.to_dot();
        assert_eq!(dot.matches(" -> ").count(), 4);
        assert!(dot.contains("p3 [label=\"{0, 2}\\n0\", style=\"rounded,dotted\"];"));
        let tikz = square.to_tikz();
        assert_eq!(tikz.matches("\\draw[->").count(), 4);
        assert!(tikz.contains("\\{0, 2\\}") && tikz.contains("$\\emptyset$"));
    }

    /// Boxes of one row stand apart whatever their labels are.
    #[test]
    fn boxes_do_not_overlap() {
        let mut wide = square();
        wide.nodes[1].label = "{(1 2 3)(4 5 6), (1 2)(3 4)}".into();
        let layout = wide.layout();
        let apart = (wide.nodes[1].width() + wide.nodes[2].width()) / 2.0;
        assert!((layout.centres[1].0 - layout.centres[2].0).abs() > apart);
        assert!((layout.centres[1].1 - layout.centres[2].1).abs() < 1e-9);
    }
}
