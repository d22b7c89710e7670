//! Structure diagrams of achievement and avoidance games: triangles with two numbers, as in the papers of Ernst and
//! Sieben.
//!
//! A triangle points down when its class is odd and up when it is even; the small triangle inside carries the nim-number
//! of the odd positions, the wide part that of the even ones. A heavy outline and ×k mark k classes drawn as one; a
//! double head says that the arrow also stands for arrows to all options of the class it points to.

use std::collections::HashSet;
use std::fmt::Write as _;

pub use crate::arrows::Arrow;
use crate::arrows::{self, Ports, dot_text, tikz_point};
use crate::formula::{self, group_name, group_tikz};
use crate::layered::{LayeredGraph, Layout};
use crate::legend::{self, Mark};
use crate::numbers::write_number;
use crate::palette::{self, Token};
use crate::svg::{Element, MARGIN, Svg, escape, number, width_of};

/// A class as it is drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Triangle {
    /// Whether it points down.
    pub is_odd: bool,
    /// The number in the wide part.
    pub even: u32,
    /// The number in the small triangle.
    pub odd: u32,
    /// Words beside it; may be empty.
    pub label: String,
    /// How many classes it stands for, as text, when it is more than one.
    pub count: Option<String>,
    /// Whether it is the end of the game, drawn as a circle with a 0.
    pub is_end: bool,
}

/// The picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StructureDiagram {
    /// The heading.
    pub title: String,
    /// What is to be seen, in a sentence or two.
    pub sentence: String,
    /// Whether arrows that skip a row are pale.
    pub is_faded: bool,
    /// The classes.
    pub triangles: Vec<Triangle>,
    /// The arrows.
    pub arrows: Vec<Arrow>,
}

/// The side of a triangle, where there are few classes and where there are more than [`FEW`].
const LARGE: f64 = 84.0;
const SMALL: f64 = 64.0;
const FEW: usize = 8;
/// The height of a triangle, as a part of its side.
const HEIGHT: f64 = 0.96;
/// The part of the height that the small triangle takes.
const CUT: f64 = 0.52;
const CIRCLE: f64 = 16.0;
const ROW_GAP: f64 = 58.0;
const LABELS: f64 = 13.0;

impl StructureDiagram {
    /// Arrows with the double heads of the papers: an arrow to a class stands also for the arrows to all its options when
    /// those are there, and those are left out. `arrows` are pairs; `is_end` marks the class that ends the game.
    ///
    /// ```
    /// use impartial_picture::structure::StructureDiagram;
    /// let arrows = StructureDiagram::with_double_heads(&[(0, 1), (0, 2), (1, 2)], |_| false);
    /// assert_eq!(arrows.iter().map(|arrow| (arrow.from, arrow.to, arrow.is_double)).collect::<Vec<_>>(), [
    ///     (0, 1, true),
    ///     (1, 2, false),
    /// ]);
    /// ```
    pub fn with_double_heads(arrows: &[(usize, usize)], is_end: impl Fn(usize) -> bool) -> Vec<Arrow> {
        let known: HashSet<(usize, usize)> = arrows.iter().copied().collect();
        let count = arrows.iter().map(|(from, to)| from.max(to) + 1).max().unwrap_or(0);
        let mut options: Vec<Vec<usize>> = vec![Vec::new(); count];
        for (from, to) in arrows {
            options[*from].push(*to);
        }
        let is_double = |from: usize, to: usize| {
            let further = &options[to];
            !further.is_empty() && further.iter().all(|end| *end != from && known.contains(&(from, *end)))
        };
        let is_implied = |from: usize, to: usize| {
            let leads_there = |between: usize| between != to && known.contains(&(between, to));
            options[from].iter().any(|between| leads_there(*between) && is_double(from, *between))
        };
        arrows
            .iter()
            .filter(|(from, to)| !is_implied(*from, *to))
            .map(|&(from, to)| Arrow { from, to, is_double: is_double(from, to), is_dotted: is_end(to) })
            .collect()
    }

    /// The side of every triangle.
    fn side(&self) -> f64 {
        if self.triangles.len() <= FEW { LARGE } else { SMALL }
    }

    fn layout(&self) -> Layout {
        let side = self.side();
        // Words stand beside the lower half of a triangle that points down, beside the upper half of one that points up.
        let words = |triangle: &Triangle| {
            let label = formula::width(&group_name(&triangle.label), LABELS);
            let count = triangle.count.as_ref().map_or(0.0, |count| width_of(count, LABELS) + 9.0);
            (2.0 * label.max(count) - side * 0.5).max(0.0)
        };
        let size = |triangle: &Triangle| match triangle.is_end {
            true => (CIRCLE * 2.0, CIRCLE * 2.0),
            false => (side + words(triangle), side * HEIGHT),
        };
        let sizes = self.triangles.iter().map(size).collect();
        let arrows = self.arrows.iter().map(|arrow| (arrow.from, arrow.to)).collect();
        LayeredGraph { sizes, arrows, gap: side * 0.6, row_gap: ROW_GAP }.layout()
    }

    /// Where arrows meet each class: where the outline is wide they spread over it, at a corner they crowd together.
    fn routes(&self, layout: &Layout) -> Vec<Vec<(f64, f64)>> {
        let side = self.side();
        let ports = |triangle: &Triangle| {
            let half_height = if triangle.is_end { CIRCLE } else { side * HEIGHT / 2.0 };
            let heads = if triangle.is_odd && !triangle.is_end { 13.0 } else { 8.0 };
            let tails = if triangle.is_odd { 0.0 } else { 9.0 };
            Ports { half_height, space: (2.0, 4.0), room: side - 16.0, heads, tails }
        };
        let ports: Vec<Ports> = self.triangles.iter().map(ports).collect();
        arrows::routes(&self.arrows, layout, &ports)
    }

    /// The picture as SVG.
    pub fn to_svg(&self) -> String {
        let mut layout = self.layout();
        let mut svg = Svg::new(&self.title, &self.sentence);
        let width = (layout.size.0 + 2.0 * MARGIN).max(360.0);
        let top = svg.heading(width - 2.0 * MARGIN) + 12.0;
        layout.shift((width - layout.size.0) / 2.0, top);
        let is_long = |arrow: usize| self.is_faded && !layout.bends[arrow].is_empty();
        arrows::draw(&mut svg, &self.arrows, &self.routes(&layout), is_long);
        for (class, (triangle, centre)) in self.triangles.iter().zip(&layout.centres).enumerate() {
            svg.push(Element::group().class("class").set("data-class", class));
            triangle.draw(&mut svg, self.side(), *centre);
            svg.pop();
        }
        let has_end = self.triangles.iter().any(|triangle| triangle.is_end);
        let mut entries = vec![
            (Mark::None, "wide part: nim-number of the even-sized sets".to_owned()),
            (Mark::None, "small part: of the odd-sized".to_owned()),
            (Mark::None, "points down: odd".to_owned()),
            (Mark::None, "up: even".to_owned()),
        ];
        if self.triangles.iter().any(|triangle| triangle.count.is_some()) {
            entries.push((Mark::None, "heavy, ×k: k classes as one".to_owned()));
        }
        if self.arrows.iter().any(|arrow| arrow.is_double) {
            entries.push((Mark::None, "two heads: also to all options of that class".to_owned()));
        }
        if (0..self.arrows.len()).any(is_long) {
            entries.push((Mark::None, "pale: skips a row".to_owned()));
        }
        if has_end {
            entries.push((Mark::None, "dotted: ends the game".to_owned()));
        }
        let place = (MARGIN, top + layout.size.1 + 36.0);
        let bottom = legend::draw(&entries, place, width - 2.0 * MARGIN, &mut svg);
        svg.finish(width, bottom + MARGIN)
    }

    /// The picture as input for Graphviz.
    pub fn to_dot(&self) -> String {
        let mut out = String::from("digraph structure {\n  rankdir=TB;\n  node [fontname=\"sans-serif\"];\n");
        let _ = writeln!(out, "  labelloc=t;\n  label=\"{}\";", dot_text(&self.title));
        for (class, triangle) in self.triangles.iter().enumerate() {
            let Triangle { even, odd, .. } = triangle;
            let pen = if triangle.count.is_some() { 3 } else { 1 };
            let xlabel = match (&triangle.count, triangle.label.as_str()) {
                (None, "") => String::new(),
                (None, label) => format!(", xlabel=\"{}\"", dot_text(label)),
                (Some(count), "") => format!(", xlabel=\"x{count}\""),
                (Some(count), label) => format!(", xlabel=\"{} x{count}\"", dot_text(label)),
            };
            let shape = match triangle {
                Triangle { is_end: true, .. } => "shape=circle, label=\"0\"".to_owned(),
                Triangle { is_odd: true, .. } => format!("shape=invtriangle, label=\"{even}\\n{odd}\""),
                _ => format!("shape=triangle, label=\"{odd}\\n{even}\""),
            };
            let _ = writeln!(out, "  c{class} [{shape}, penwidth={pen}{xlabel}];");
        }
        self.arrows.iter().for_each(|arrow| out.push_str(&arrows::dot(arrow, 'c')));
        out.push_str("}\n");
        out
    }

    /// The picture as a TikZ environment; needs only `\usepackage{tikz}`.
    pub fn to_tikz(&self) -> String {
        let layout = self.layout();
        let mut out = String::from("\\begin{tikzpicture}[x=0.025cm,y=-0.025cm,>=latex]\n");
        for (arrow, route) in self.arrows.iter().zip(self.routes(&layout)) {
            out.push_str(&arrows::tikz(arrow, &route));
        }
        for (triangle, centre) in self.triangles.iter().zip(&layout.centres) {
            if triangle.is_end {
                let _ = writeln!(
                    out,
                    "  \\node[circle,draw,inner sep=1.5pt] at {} {{$0$}};",
                    tikz_point(*centre)
                );
                continue;
            }
            let shape = Shape::new(triangle.is_odd, self.side(), *centre);
            let corners: Vec<String> = shape.outline.iter().map(|corner| tikz_point(*corner)).collect();
            let (shade, pen) =
                if triangle.count.is_some() { ("black!12", "very thick") } else { ("white", "thin") };
            let _ = writeln!(out, "  \\filldraw[fill={shade},{pen}] {} -- cycle;", corners.join(" -- "));
            let _ =
                writeln!(out, "  \\draw[thin] {} -- {};", tikz_point(shape.cut[0]), tikz_point(shape.cut[1]));
            let _ = writeln!(out, "  \\node at {} {{${}$}};", tikz_point(shape.small), triangle.odd);
            let _ = writeln!(out, "  \\node at {} {{${}$}};", tikz_point(shape.wide), triangle.even);
            if let Some(count) = &triangle.count {
                let _ = writeln!(
                    out,
                    "  \\node[right,font=\\scriptsize] at {} {{$\\times {count}$}};",
                    tikz_point(shape.beside)
                );
            }
            if !triangle.label.is_empty() {
                let label = group_tikz(&triangle.label);
                let _ = writeln!(
                    out,
                    "  \\node[left,font=\\scriptsize] at {} {{${label}$}};",
                    tikz_point(shape.before)
                );
            }
        }
        out.push_str("\\end{tikzpicture}\n");
        out
    }
}

/// The corners of a triangle, the cut between its parts, and the places of its words.
struct Shape {
    outline: [(f64, f64); 3],
    cut: [(f64, f64); 2],
    small: (f64, f64),
    wide: (f64, f64),
    beside: (f64, f64),
    before: (f64, f64),
}

impl Shape {
    fn new(is_odd: bool, side: f64, (x, y): (f64, f64)) -> Self {
        // Drawn pointing down; upside down for the other parity.
        let down = if is_odd { 1.0 } else { -1.0 };
        let (w, h, height) = (side / 2.0, side * HEIGHT / 2.0, side * HEIGHT);
        let apex = (x, y + down * h);
        let outline = [(x - w, y - down * h), (x + w, y - down * h), apex];
        let cut_y = y + down * (h - CUT * height);
        let cut = [(x - w * CUT, cut_y), (x + w * CUT, cut_y)];
        let small = (x, apex.1 - down * CUT * height * 0.66);
        let wide = (x, (cut_y + y - down * h) / 2.0);
        let beside = (x + w * 0.62 + 6.0, y + down * h * 0.4);
        let before = (x - w * 0.62 - 6.0, y + down * h * 0.4);
        Shape { outline, cut, small, wide, beside, before }
    }
}

impl Triangle {
    fn draw(&self, svg: &mut Svg, side: f64, centre: (f64, f64)) {
        if self.is_end {
            svg.add(Element::circle(centre, CIRCLE).fill(Token::Card).stroke(Token::Ink, 1.8));
            write_number(svg, centre, 0, 15.0, Token::Ink);
            return;
        }
        let shape = Shape::new(self.is_odd, side, centre);
        let path = |points: &[(f64, f64)]| {
            let points: Vec<String> =
                points.iter().map(|(x, y)| format!("{} {}", number(*x), number(*y))).collect();
            Element::path(&format!("M{}z", points.join("L")))
        };
        let [left, right, apex] = shape.outline;
        let (even, odd) = (palette::value(self.even), palette::value(self.odd));
        svg.add(path(&[left, right, shape.cut[1], shape.cut[0]]).fill(even));
        svg.add(path(&[shape.cut[0], shape.cut[1], apex]).fill(odd));
        // Dark on every ground: it lies between two tiles.
        svg.add(path(&shape.cut).hollow().stroke(Token::Ink.light(), 1.5));
        let pen = if self.count.is_some() { 3.4 } else { 1.8 };
        svg.add(path(&shape.outline).hollow().stroke(Token::Ink, pen).set("stroke-linejoin", "round"));
        write_number(svg, shape.wide, self.even, side * 0.27, even.words());
        write_number(svg, shape.small, self.odd, side * 0.22, odd.words());
        if let Some(count) = &self.count {
            let place = (shape.beside.0, shape.beside.1 + 4.0);
            svg.write(
                Element::text(place, "start", LABELS).fill(Token::Soft),
                &format!("×{}", escape(count)),
            );
        }
        if !self.label.is_empty() {
            let place = (shape.before.0, shape.before.1 + 4.0);
            let text = Element::text(place, "end", LABELS).fill(Token::Soft);
            svg.formula_upright(text, LABELS, &group_name(&self.label));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn triangle(is_odd: bool, even: u32, odd: u32) -> Triangle {
        Triangle { is_odd, even, odd, label: String::new(), count: None, is_end: false }
    }

    /// The simplified structure diagram of GEN(Z6 x Z3) [ES, Fig 4.1], or nearly.
    fn diagram() -> StructureDiagram {
        let mut triangles = vec![triangle(true, 0, 2), triangle(false, 0, 2), triangle(false, 1, 2)];
        triangles[2].count = Some("4".into());
        triangles.push(Triangle { is_end: true, ..triangle(false, 0, 0) });
        let arrows =
            StructureDiagram::with_double_heads(&[(0, 1), (0, 2), (1, 2), (2, 3)], |class| class == 3);
        StructureDiagram {
            title: "gen(Z6 x Z3)".into(),
            sentence: "s".into(),
            is_faded: true,
            triangles,
            arrows,
        }
    }

    #[test]
    fn every_form_shows_every_class_and_arrow() {
        let diagram = diagram();
        assert_eq!(diagram.arrows.len(), 3, "the arrow 0 to 2 is implied by the double head at 1");
        let svg = diagram.to_svg();
        assert_eq!(svg.matches("data-class=").count(), 4);
        assert_eq!(
            svg.matches("font-weight=\"600\"").count(),
            1 + 2 * 3 + 1,
            "title, two numbers each, the end"
        );
        assert_eq!(svg.matches("stroke-dasharray").count(), 1);
        assert!(svg.contains("×4") && !svg.contains("NaN"));
        let dot = diagram.to_dot();
        assert_eq!(dot.matches(" -> ").count(), 3);
        assert!(dot.contains("shape=invtriangle, label=\"0\\n2\"") && dot.contains("arrowhead=normalnormal"));
        assert!(dot.contains("shape=triangle, label=\"2\\n1\", penwidth=3"));
        let tikz = diagram.to_tikz();
        assert_eq!(tikz.matches("\\draw[->").count(), 3);
        assert!(tikz.contains("\\draw[->,dotted]") && tikz.contains("\\times 4"));
    }

    /// Two arrows with one head meet in one point and share their head.
    #[test]
    fn heads_that_meet_are_one() {
        let mut diagram = diagram();
        let arrow = |(from, to)| Arrow { from, to, is_double: false, is_dotted: false };
        diagram.arrows = [(0, 2), (1, 2), (0, 1)].map(arrow).to_vec();
        let routes = diagram.routes(&diagram.layout());
        assert_eq!(routes[0].last(), routes[1].last());
        assert_eq!(diagram.to_svg().matches("<path class=\"fill-soft\"").count(), 2);
    }

    #[test]
    fn a_double_head_needs_all_options() {
        let arrows = StructureDiagram::with_double_heads(&[(0, 1), (0, 2), (1, 2), (1, 3)], |_| false);
        assert_eq!(arrows.len(), 4);
        assert!(arrows.iter().all(|arrow| !arrow.is_double));
    }
}
