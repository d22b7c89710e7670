//! Automata: every state a box with what it says, an arrow for every step, with the letters that lead along it.

use std::fmt::Write as _;

use crate::arrows::{self, Arrow, Ports, dot_text, tikz_point, tikz_text};
use crate::layered::{LayeredGraph, Layout};
use crate::palette::Token;
use crate::svg::{Element, Svg, escape};

/// The picture.
///
/// ```
/// use impartial_picture::automaton::Automaton;
/// let states = vec!["even".to_owned(), "odd".to_owned()];
/// let steps = [(0, 0, "0"), (0, 1, "1"), (1, 1, "0"), (1, 0, "1")];
/// let steps = steps.map(|(from, to, letters)| (from, to, letters.to_owned())).to_vec();
/// let parity = Automaton { title: "parity".into(), description: String::new(), states, first: vec![(0, String::new())], steps };
/// assert!(parity.to_dot().contains("q0 -> q1 [label=\"1\"];"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Automaton {
    /// The heading.
    pub title: String,
    /// What the picture shows, for those who do not see it.
    pub description: String,
    /// What each state says.
    pub states: Vec<String>,
    /// The states in which it begins, with the letters that lead there.
    pub first: Vec<(usize, String)>,
    /// Steps from state to state with their letters.
    pub steps: Vec<(usize, usize, String)>,
}

const HEIGHT: f64 = 26.0;
const LETTER: f64 = 7.2;
const SMALL: f64 = 10.0;
const GAP: f64 = 26.0;
const ROW_GAP: f64 = 74.0;
const MARGIN: f64 = 40.0;
const HEAD: f64 = 34.0;

impl Automaton {
    /// What stands in a box: the state, the letters that keep it there, and those that begin there.
    fn label(&self, state: usize) -> String {
        let mut label = format!("q{state}: {}", self.states[state]);
        for (from, to, letters) in &self.steps {
            if *from == state && from == to {
                let _ = write!(label, "  ⟲ {letters}");
            }
        }
        for (_, letters) in self.first.iter().filter(|(first, _)| *first == state) {
            let _ = write!(label, "  → {letters}");
        }
        label
    }

    fn width(&self, state: usize) -> f64 {
        16.0 + LETTER * self.label(state).chars().count() as f64
    }

    /// Steps that lead elsewhere.
    fn arrows(&self) -> (Vec<Arrow>, Vec<&str>) {
        let leading = self.steps.iter().filter(|(from, to, _)| from != to);
        leading
            .map(|(from, to, letters)| {
                (Arrow { from: *from, to: *to, is_double: false, is_dotted: false }, letters.as_str())
            })
            .unzip()
    }

    fn layout(&self, arrows: &[Arrow]) -> (Layout, Vec<Vec<(f64, f64)>>) {
        let sizes = (0..self.states.len()).map(|state| (self.width(state), HEIGHT)).collect();
        let pairs = arrows.iter().map(|arrow| (arrow.from, arrow.to)).collect();
        let mut layout = LayeredGraph { sizes, arrows: pairs, gap: GAP, row_gap: ROW_GAP }.layout();
        layout.frame(MARGIN, HEAD, 7.5 * self.title.chars().count() as f64);
        let ports = |state: usize| Ports {
            half_height: HEIGHT / 2.0,
            space: (2.0, 4.0),
            room: self.width(state) - 12.0,
            heads: 9.0,
            tails: 9.0,
        };
        let ports: Vec<Ports> = (0..self.states.len()).map(ports).collect();
        let routes = arrows::routes(arrows, &layout, &ports);
        (layout, routes)
    }

    /// The picture as SVG.
    pub fn to_svg(&self) -> String {
        let (arrows, letters) = self.arrows();
        let (layout, routes) = self.layout(&arrows);
        let mut svg = Svg::new(&self.title, &self.description);
        svg.heading(layout.size.0 - 2.0 * MARGIN);
        arrows::draw(&mut svg, &arrows, &routes, |_| false);
        for (route, letters) in routes.iter().zip(letters) {
            // A third of the way, so that the letters of a pair of arrows stand apart.
            if let [from, .., to] = route[..] {
                let at = (from.0 + (to.0 - from.0) / 3.0 + 3.0, from.1 + (to.1 - from.1) / 3.0);
                svg.write(Element::text(at, "start", SMALL).fill(Token::Ink), &escape(letters));
            }
        }
        for (state, (x, y)) in layout.centres.iter().enumerate() {
            let width = self.width(state);
            let corner = (x - width / 2.0, y - HEIGHT / 2.0);
            let shape = Element::rectangle(corner, (width, HEIGHT)).rounded(6.0);
            svg.add(shape.fill(Token::Card).stroke(Token::Ink, 1.3));
            let label = Element::text((*x, y + 4.2), "middle", 12.0).fill(Token::Ink);
            svg.write(label, &escape(&self.label(state)));
        }
        svg.finish(layout.size.0, layout.size.1)
    }

    /// The picture as input for Graphviz.
    pub fn to_dot(&self) -> String {
        let mut out = String::from(
            "digraph automaton {\n  node [shape=box, style=rounded, fontname=\"sans-serif\"];\n  start [shape=point];\n",
        );
        let _ = writeln!(out, "  labelloc=t;\n  label=\"{}\";", dot_text(&self.title));
        for (state, says) in self.states.iter().enumerate() {
            let _ = writeln!(out, "  q{state} [label=\"q{state}\\n{}\"];", dot_text(says));
        }
        for (state, letters) in &self.first {
            let _ = writeln!(out, "  start -> q{state} [label=\"{}\"];", dot_text(letters));
        }
        for (from, to, letters) in &self.steps {
            let _ = writeln!(out, "  q{from} -> q{to} [label=\"{}\"];", dot_text(letters));
        }
        out.push_str("}\n");
        out
    }

    /// The picture as a TikZ environment; needs only `\usepackage{tikz}`.
    pub fn to_tikz(&self) -> String {
        let (arrows, letters) = self.arrows();
        let (layout, routes) = self.layout(&arrows);
        let mut out = String::from("\\begin{tikzpicture}[x=0.022cm,y=-0.022cm,>=latex]\n");
        for ((arrow, route), letters) in arrows.iter().zip(&routes).zip(letters) {
            out.push_str(&arrows::tikz(arrow, route));
            if let [from, .., to] = route[..] {
                let at = (from.0 + (to.0 - from.0) / 3.0, from.1 + (to.1 - from.1) / 3.0);
                let _ = writeln!(
                    out,
                    "  \\node[right,font=\\tiny] at {} {{{}}};",
                    tikz_point(at),
                    tikz_text(letters)
                );
            }
        }
        for (state, centre) in layout.centres.iter().enumerate() {
            let label = self.label(state).replace('⟲', "stays:").replace('→', "first:");
            let _ = writeln!(
                out,
                "  \\node[draw,rounded corners,fill=white,font=\\scriptsize] at {} {{{}}};",
                tikz_point(*centre),
                tikz_text(&label)
            );
        }
        out.push_str("\\end{tikzpicture}\n");
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_shows_every_state_and_letter() {
        let states = ["N", "P", "D"].map(str::to_owned).to_vec();
        let steps = [(0, 1, "01 10"), (1, 0, "11"), (1, 2, "a_b"), (2, 2, "00")];
        let steps = steps.map(|(from, to, letters)| (from, to, letters.to_owned())).to_vec();
        let first = vec![(0, "00".to_owned())];
        let automaton =
            Automaton { title: "three".into(), description: "states".into(), states, first, steps };
        let svg = automaton.to_svg();
        assert_eq!(svg.matches("rx=\"6\"").count(), 3);
        assert!(svg.contains("01 10") && svg.contains("⟲ 00") && !svg.contains("NaN"), "{svg}");
        let dot = automaton.to_dot();
        assert_eq!(dot.matches(" -> ").count(), 5);
        assert!(
            dot.contains("start -> q0 [label=\"00\"];") && dot.contains("q2 [label=\"q2\\nD\"];"),
            "{dot}"
        );
        let tikz = automaton.to_tikz();
        assert_eq!(tikz.matches("\\draw[->").count(), 3);
        assert!(tikz.contains("a\\_b") && tikz.contains("stays: 00"), "{tikz}");
    }
}
