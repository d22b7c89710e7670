//! Egg-box pictures of misère quotients: elements as tiles, in boxes of elements that divide one another, the boxes in the
//! order of divisibility.
//!
//! A solid box is a group, a dashed one is not; a tile with its corner cut is an idempotent, one with a double ring is in
//! P. The colour and the small number of a tile are the nim-value that the element has in the kernel, the lowest box.

use std::fmt::Write as _;

use crate::arrows::{self, Arrow, Ports};
use crate::formula::{group_name, to_dot, width as formula_width};
use crate::layered::{LayeredGraph, Layout};
use crate::legend::{self, Mark, class_outline};
use crate::palette::{self, Token};
use crate::svg::{Element, MARGIN, Svg, escape, width_of};
use crate::tile::{Tile, Words};

/// One element.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cell {
    /// Its word.
    pub name: String,
    /// The same as a formula of TeX.
    pub formula: String,
    /// The place in the scale of colours.
    pub colour: u32,
    /// A small number, if it has one.
    pub number: Option<u32>,
    /// Whether it is in P.
    pub is_p: bool,
    /// Whether it is its own square.
    pub is_idempotent: bool,
}

/// A class of elements that divide one another.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EggBox {
    /// The elements, row by row; none when the class is only counted.
    pub cells: Vec<Cell>,
    /// How many elements it has, and how many of them are in P.
    pub counts: (usize, usize),
    /// Whether it is a group.
    pub is_group: bool,
    /// Words beside the box; may be empty.
    pub caption: String,
    /// The most elements that stand in a row, if there is a limit.
    pub widest: Option<usize>,
}

/// The picture: boxes, and pairs (upper, lower) of boxes that are joined. The pairs have no cycle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EggBoxDiagram {
    /// The heading.
    pub title: String,
    /// What is to be seen, in a sentence or two.
    pub sentence: String,
    /// What the colours mean.
    pub colours: String,
    /// The boxes.
    pub boxes: Vec<EggBox>,
    /// Which box stands directly above which.
    pub covers: Vec<(usize, usize)>,
}

const LETTERS: f64 = 17.0;
const TILE_HEIGHT: f64 = 42.0;
const NARROWEST: f64 = 54.0;
/// The widest tile; a longer word is left to the reader's pointer.
const WIDEST: f64 = 132.0;
const GAP: f64 = 4.0;
const PADDING: f64 = 9.0;
const CAPTION: f64 = 11.5;
const COLUMN_GAP: f64 = 34.0;
const ROW_GAP: f64 = 44.0;

impl EggBoxDiagram {
    /// The same picture for a narrow page: at most `widest` elements stand in a row of a box.
    pub fn narrowed(mut self, widest: usize) -> Self {
        for shape in &mut self.boxes {
            shape.widest = Some(widest);
        }
        self
    }

    /// The picture as SVG.
    ///
    /// ```
    /// use impartial_picture::egg_box::{Cell, EggBox, EggBoxDiagram};
    /// let cell = |name: &str, is_p| Cell { name: name.into(), is_p, ..Cell::default() };
    /// let cells = vec![cell("1", false), cell("a", true)];
    /// let diagram = EggBoxDiagram {
    ///     title: "T_1".into(),
    ///     sentence: String::new(),
    ///     colours: String::new(),
    ///     boxes: vec![EggBox { cells, counts: (2, 1), is_group: true, caption: "Z2".into(), widest: None }],
    ///     covers: vec![],
    /// };
    /// assert!(diagram.to_svg().contains("data-element=\"a\""));
    /// ```
    pub fn to_svg(&self) -> String {
        let mut layout = self.layout();
        let mut svg = Svg::new(&self.title, &self.sentence);
        let is_narrow = self.boxes.iter().any(|shape| shape.widest.is_some());
        let width = (layout.size.0 + 2.0 * MARGIN).max(if is_narrow { 400.0 } else { 560.0 });
        let top = svg.heading(width - 2.0 * MARGIN) + 10.0;
        layout.shift((width - layout.size.0) / 2.0, top);
        for (arrow, route) in self.joins().iter().zip(self.routes(&layout)) {
            debug_assert!(!arrow.is_double);
            svg.add(Element::path(&arrows::curve(&route)).hollow().stroke(Token::Soft, 1.5));
        }
        for (class, (shape, centre)) in self.boxes.iter().zip(&layout.centres).enumerate() {
            svg.push(Element::group().class("box").set("data-class", class));
            shape.draw(&mut svg, *centre);
            svg.pop();
        }
        let place = (MARGIN, top + layout.size.1 + 34.0);
        let bottom = legend::draw(&self.legend(), place, width - 2.0 * MARGIN, &mut svg);
        svg.finish(width, bottom + MARGIN)
    }

    fn layout(&self) -> Layout {
        let sizes = self.boxes.iter().map(EggBox::size_with_caption).collect();
        LayeredGraph { sizes, arrows: self.covers.clone(), gap: COLUMN_GAP, row_gap: ROW_GAP }.layout()
    }

    fn joins(&self) -> Vec<Arrow> {
        let join = |&(from, to): &(usize, usize)| Arrow { from, to, is_double: false, is_dotted: false };
        self.covers.iter().map(join).collect()
    }

    /// The curve of each line, all from the middle of one box to the middle of the other.
    fn routes(&self, layout: &Layout) -> Vec<Vec<(f64, f64)>> {
        let ports = |shape: &EggBox| Ports {
            half_height: shape.size().1 / 2.0,
            space: (0.0, 0.0),
            room: 0.0,
            heads: 0.0,
            tails: 0.0,
        };
        let ports: Vec<Ports> = self.boxes.iter().map(ports).collect();
        arrows::routes(&self.joins(), layout, &ports)
    }

    /// What the marks mean, those that occur.
    fn legend(&self) -> Vec<(Mark, String)> {
        let any = |is: fn(&Cell) -> bool| self.boxes.iter().any(|shape| shape.cells.iter().any(is));
        let counted = self.boxes.iter().any(|shape| shape.cells.is_empty());
        let mut entries = Vec::new();
        if any(|cell| cell.is_p) {
            entries.push((Mark::P, "P: leave your opponent here".to_owned()));
        }
        if self.boxes.iter().any(|shape| shape.cells.is_empty() && shape.counts.1 > 0) {
            entries.push((Mark::P, "holds elements of P".to_owned()));
        }
        if any(|cell| cell.is_idempotent) {
            entries.push((Mark::Cut, "idempotent".to_owned()));
        }
        if self.boxes.iter().any(|shape| shape.is_group) {
            entries.push((Mark::Box { is_dashed: false }, "a group".to_owned()));
        }
        if self.boxes.iter().any(|shape| !shape.is_group) {
            entries.push((Mark::Box { is_dashed: true }, "not a group".to_owned()));
        }
        if counted {
            entries.push((Mark::None, "numbers: elements of the class, and how many are in P".to_owned()));
        } else if !self.colours.is_empty() {
            entries.push((Mark::None, self.colours.clone()));
        }
        entries
    }

    /// The picture as input for Graphviz.
    pub fn to_dot(&self) -> String {
        let mut out = String::from(
            "digraph quotient {\n  rankdir=TB;\n  node [shape=plain];\n  edge [arrowhead=none];\n",
        );
        let _ = writeln!(out, "  labelloc=t;\n  label=<{}>;", escape(&self.title));
        for (number, shape) in self.boxes.iter().enumerate() {
            let columns = shape.columns();
            let mut table = String::new();
            for row in shape.cells.chunks(columns) {
                table.push_str("<TR>");
                for cell in row {
                    let border = u8::from(cell.is_p);
                    let _ = write!(table, "<TD BORDER=\"{border}\">{}</TD>", to_dot(&cell.name));
                }
                table.push_str("</TR>");
            }
            if shape.cells.is_empty() {
                let _ = write!(table, "<TR><TD>{}</TD></TR>", shape.counted());
            }
            if !shape.caption.is_empty() {
                let caption = to_dot(&shape.caption);
                let _ =
                    write!(table, "<TR><TD BORDER=\"0\" COLSPAN=\"{columns}\"><I>{caption}</I></TD></TR>");
            }
            let border = if shape.is_group { 3 } else { 1 };
            let _ = writeln!(
                out,
                "  c{number} [label=<<TABLE BORDER=\"{border}\" CELLBORDER=\"0\" CELLSPACING=\"2\">{table}</TABLE>>];"
            );
        }
        for (upper, lower) in &self.covers {
            let _ = writeln!(out, "  c{upper} -> c{lower};");
        }
        out.push_str("}\n");
        out
    }

    /// The picture as a TikZ environment; needs only `\usepackage{tikz}`. Names are set as their formulas.
    pub fn to_tikz(&self) -> String {
        let layout = self.layout();
        let mut out = format!("% {}\n", self.title);
        // One unit of the layout is a CSS pixel, three quarters of a point.
        out.push_str("\\begin{tikzpicture}[x=0.75pt, y=-0.75pt, font=\\footnotesize]\n");
        for route in self.routes(&layout) {
            let _ = writeln!(out, "  \\draw {};", arrows::tikz_curve(&route));
        }
        for (shape, &centre) in self.boxes.iter().zip(&layout.centres) {
            shape.draw_tikz(&mut out, centre);
        }
        out.push_str("\\end{tikzpicture}\n");
        out
    }
}

impl EggBox {
    /// About as many columns as rows, rows as even as they can be.
    fn columns(&self) -> usize {
        let count = self.cells.len().max(1);
        if count == 4 {
            return 2;
        }
        if let Some(widest) = self.widest {
            return count.min(widest.max(1));
        }
        // A large box is twice as wide as high.
        let area = if count < 8 { count } else { 2 * count };
        let square = (1..).find(|columns| columns * columns >= area).unwrap_or(1);
        let even = (square..=2 * square).find(|columns| count.is_multiple_of(*columns));
        even.unwrap_or(square)
    }

    fn tile_size(&self) -> (f64, f64) {
        let word = |cell: &Cell| {
            // The small number stands beside the end of a long word.
            let number = cell.number.map_or(0.0, |number| width_of(&number.to_string(), 10.0));
            formula_width(&cell.name, LETTERS) + 2.0 * number
        };
        let words = self.cells.iter().map(word).fold(width_of(&self.counted(), 13.0), f64::max);
        ((words + 18.0).clamp(NARROWEST, WIDEST), TILE_HEIGHT)
    }

    fn size(&self) -> (f64, f64) {
        let columns = self.columns();
        let rows = self.cells.len().max(1).div_ceil(columns);
        let (width, height) = self.tile_size();
        let along = |count: usize, side: f64| count as f64 * (side + GAP) - GAP + 2.0 * PADDING;
        (along(columns, width), along(rows, height))
    }

    /// The size with room for the words beside the box, on both sides, so that its middle is its middle.
    fn size_with_caption(&self) -> (f64, f64) {
        let (width, height) = self.size();
        let words = if self.caption.is_empty() { 0.0 } else { formula_width(&self.caption, CAPTION) + 6.0 };
        (width + 2.0 * (words - COLUMN_GAP / 2.0).max(0.0), height)
    }

    /// How many elements there are, and how many in P, where these are only counted.
    fn counted(&self) -> String {
        match (self.cells.is_empty(), self.counts) {
            (false, _) => String::new(),
            (true, (all, 0)) => format!("{all}"),
            (true, (all, p)) => format!("{all}, {p} P"),
        }
    }

    /// Where each cell stands: its upper left corner.
    fn cell_corners(&self, (x, y): (f64, f64)) -> impl Iterator<Item = (f64, f64)> {
        let columns = self.columns();
        let (width, height) = self.tile_size();
        (0..self.cells.len()).map(move |place| {
            let (row, column) = (place / columns, place % columns);
            (x + PADDING + column as f64 * (width + GAP), y + PADDING + row as f64 * (height + GAP))
        })
    }

    fn corner(&self, centre: (f64, f64)) -> (f64, f64) {
        let (width, height) = self.size();
        (centre.0 - width / 2.0, centre.1 - height / 2.0)
    }

    fn draw(&self, svg: &mut Svg, centre: (f64, f64)) {
        let (corner, (width, height), size) = (self.corner(centre), self.size(), self.tile_size());
        svg.add(class_outline(corner, (width, height), !self.is_group, 1.8).rounded(10.0));
        if self.cells.is_empty() {
            let inside = (corner.0 + PADDING, corner.1 + PADDING);
            let tile = Tile {
                corner: inside,
                size,
                colour: palette::value(0),
                words: Words::Plain(&self.counted()),
                letters: 13.0,
                small: None,
                is_p: self.counts.1 > 0,
                is_ringed: false,
                is_cut: self.is_group,
            };
            tile.draw(svg);
        }
        for (cell, corner) in self.cells.iter().zip(self.cell_corners(corner)) {
            let mut group = Element::group().class("tile").set("data-element", &cell.name);
            if let Some(number) = cell.number {
                group = group.set("data-value", number);
            }
            svg.push(group);
            let fits = formula_width(&cell.name, LETTERS) + 8.0 <= size.0;
            let tile = Tile {
                corner,
                size,
                colour: palette::value(cell.colour),
                words: if fits { Words::Formula(&cell.name) } else { Words::Plain("…") },
                letters: LETTERS,
                small: cell.number,
                is_p: cell.is_p,
                is_ringed: false,
                is_cut: cell.is_idempotent,
            };
            tile.draw(svg);
            svg.pop();
        }
        if !self.caption.is_empty() {
            let place = (corner.0 + width + 5.0, corner.1 + 13.0);
            let text = Element::text(place, "start", CAPTION).fill(Token::Faint);
            svg.formula_upright(text, CAPTION, &group_name(&self.caption));
        }
    }

    fn draw_tikz(&self, out: &mut String, centre: (f64, f64)) {
        let (corner, (width, height)) = (self.corner(centre), self.size());
        let mut frame = |style: &str, (x, y): (f64, f64), (width, height): (f64, f64)| {
            let (right, bottom) = (x + width, y + height);
            let _ = writeln!(out, "  \\draw[{style}] ({x:.1},{y:.1}) rectangle ({right:.1},{bottom:.1});");
        };
        let style = if self.is_group {
            "fill=white,rounded corners=3pt"
        } else {
            "fill=white,dashed,rounded corners=3pt"
        };
        frame(style, corner, (width, height));
        let (tile_width, tile_height) = self.tile_size();
        let corners: Vec<(f64, f64)> = self.cell_corners(corner).collect();
        for (cell, corner) in self.cells.iter().zip(&corners) {
            if cell.is_p {
                frame("fill=black!8,double", *corner, (tile_width, tile_height));
            }
        }
        let mut write = |(x, y): (f64, f64), anchor: &str, words: &str| {
            let _ = writeln!(out, "  \\node{anchor} at ({x:.1},{y:.1}) {{{words}}};");
        };
        for (cell, (x, y)) in self.cells.iter().zip(&corners) {
            write((x + tile_width / 2.0, y + tile_height / 2.0), "", &format!("${}$", cell.formula));
            if let Some(number) = cell.number {
                write(
                    (x + tile_width, y + tile_height),
                    "[anchor=south east,font=\\tiny]",
                    &format!("${number}$"),
                );
            }
        }
        if self.cells.is_empty() {
            write(centre, "", &self.counted());
        }
        if !self.caption.is_empty() {
            let place = (corner.0 + width, corner.1 + 6.0);
            write(place, "[anchor=north west,font=\\scriptsize]", &tex_text(&self.caption));
        }
    }
}

/// Words, with what TeX would read as a command made harmless; `^3` becomes a raised 3.
fn tex_text(text: &str) -> String {
    let mut out = String::new();
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '^' => {
                let mut digits = String::new();
                while let Some(digit) = letters.next_if(char::is_ascii_digit) {
                    digits.push(digit);
                }
                let _ = write!(out, "$^{{{digits}}}$");
            }
            '\\' => out.push_str("\\textbackslash{}"),
            '~' => out.push_str("\\textasciitilde{}"),
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => {
                out.push('\\');
                out.push(letter);
            }
            '<' | '>' => {
                let _ = write!(out, "${letter}$");
            }
            _ => out.push(letter),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn diagram(covers: &[(usize, usize)], sizes: &[usize]) -> EggBoxDiagram {
        let shape = |count: &usize| EggBox {
            cells: (0..*count)
                .map(|n| Cell {
                    name: format!("x^{n}"),
                    formula: format!("x^{{{n}}}"),
                    colour: n as u32,
                    number: Some(n as u32),
                    is_p: n % 2 == 1,
                    is_idempotent: n == 0,
                })
                .collect(),
            counts: (*count, count / 2),
            caption: "Z2^3".into(),
            is_group: count.is_multiple_of(2),
            widest: None,
        };
        EggBoxDiagram {
            title: "a < b".into(),
            sentence: "s".into(),
            colours: "nim-value".into(),
            boxes: sizes.iter().map(shape).collect(),
            covers: covers.to_vec(),
        }
    }

    #[test]
    fn a_narrow_picture_has_short_rows() {
        let wide = diagram(&[(0, 1)], &[2, 16]);
        let narrow = wide.clone().narrowed(4);
        assert_eq!(
            (wide.boxes[1].columns(), narrow.boxes[1].columns(), narrow.boxes[0].columns()),
            (8, 4, 2)
        );
        assert!(narrow.layout().size.0 < wide.layout().size.0);
    }

    /// No line runs behind a box: where it passes a row, it passes between.
    #[test]
    fn boxes_stand_apart_and_lines_go_down_between_them() {
        let diagram = diagram(&[(0, 1), (0, 2), (1, 3), (2, 4), (4, 3), (0, 5)], &[2, 1, 4, 16, 3, 2]);
        let layout = diagram.layout();
        let boxes: Vec<((f64, f64), (f64, f64))> = diagram
            .boxes
            .iter()
            .zip(&layout.centres)
            .map(|(shape, c)| (shape.corner(*c), shape.size()))
            .collect();
        for (i, ((x, y), (width, height))) in boxes.iter().enumerate() {
            for (j, ((other_x, other_y), (other_width, other_height))) in boxes.iter().enumerate() {
                let apart = x + width <= *other_x
                    || other_x + other_width <= *x
                    || y + height <= *other_y
                    || other_y + other_height <= *y;
                assert!(apart || i == j, "boxes {i} and {j}");
            }
        }
        for route in diagram.routes(&layout) {
            assert!(route.windows(2).all(|pair| pair[0].1 <= pair[1].1));
            for (x, y) in &route[1..route.len() - 1] {
                let hidden = boxes.iter().any(|((left, top), (width, height))| {
                    x > left && *x < left + width && *y > top + 1e-6 && *y < top + height - 1e-6
                });
                assert!(!hidden, "{route:?}");
            }
        }
    }

    #[test]
    fn every_form_shows_every_element() {
        let mut diagram = diagram(&[(0, 1)], &[2, 3]);
        let svg = diagram.to_svg();
        assert!(svg.contains("a &lt; b") && svg.ends_with("</svg>\n"));
        assert_eq!((svg.matches("data-class=").count(), svg.matches("data-element=").count()), (2, 5));
        assert_eq!(svg.matches("stroke-dasharray").count(), 2, "the box of three, and the legend");
        let dot = diagram.to_dot();
        assert!(dot.contains("c0 -> c1;") && dot.contains("<TD BORDER=\"1\">x<SUP>1</SUP></TD>"));
        assert!(dot.contains("a &lt; b"));
        let tikz = diagram.to_tikz();
        assert!(tikz.contains("{$x^{1}$};") && tikz.ends_with("\\end{tikzpicture}\n"), "{tikz}");
        assert_eq!(tikz.matches("rectangle").count(), 2 + 2, "the boxes and the elements in P");
        assert_eq!(tikz.matches("controls").count(), 1);
        diagram.boxes.iter_mut().for_each(|shape| shape.cells.clear());
        let counted = diagram.to_svg();
        assert!(counted.contains(">3, 1 P</text>") && !counted.contains("data-element"));
    }

    #[test]
    fn rows_are_even() {
        let columns = |count| diagram(&[], &[count]).boxes[0].columns();
        assert_eq!([0, 1, 2, 3, 4, 6, 8, 16, 32].map(columns), [1, 1, 2, 3, 2, 3, 4, 8, 8]);
    }

    #[test]
    fn words_are_harmless_in_tex() {
        assert_eq!(
            tex_text("5% of {a_b} < c\\d: Z2^3"),
            "5\\% of \\{a\\_b\\} $<$ c\\textbackslash{}d: Z2$^{3}$"
        );
    }
}
