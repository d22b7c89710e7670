//! Tables of numbers as tiles, with outlines around parts of them.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::legend::{self, Mark};
use crate::palette::{Colour, Token};
use crate::shape::Shape;
use crate::svg::{Element, MARGIN, Svg, escape, number, width_of};

/// A cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// What is written.
    pub text: String,
    /// The colour of the tile.
    pub colour: Colour,
    /// Whether its upper left corner is light.
    pub is_restart: bool,
}

/// A rectangle of cells with an outline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outline {
    /// The first row and column.
    pub from: (usize, usize),
    /// The last row and column.
    pub to: (usize, usize),
    /// Whether it stands for a selection, drawn heavily with a gap.
    pub is_selection: bool,
}

/// A table.
///
/// ```
/// use impartial_picture::matrix::{Cell, Matrix};
/// use impartial_picture::palette::field;
/// let cell = |value: u64| Some(Cell { text: value.to_string(), colour: field(value), is_restart: false });
/// let table = Matrix {
///     title: "the field of two".into(),
///     sentence: String::new(),
///     names: ("a", "b"),
///     cells: vec![vec![cell(0), cell(0)], vec![cell(0), cell(1)]],
///     outlines: vec![],
///     legend: vec![],
/// };
/// assert!(table.to_svg().contains("data-row=\"1\" data-column=\"1\""));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Matrix {
    /// The heading.
    pub title: String,
    /// What is to be seen, in a sentence or two.
    pub sentence: String,
    /// What rows and columns are called.
    pub names: (&'static str, &'static str),
    /// The cells, row by row; some may be missing.
    pub cells: Vec<Vec<Option<Cell>>>,
    /// Outlines, later ones above earlier ones.
    pub outlines: Vec<Outline>,
    /// What colours mean.
    pub legend: Vec<(Colour, String)>,
}

const LETTERS: f64 = 13.5;
const LABELS: f64 = 11.5;
const GAP: f64 = 2.5;
const HEIGHT: f64 = 31.0;

impl Matrix {
    /// The picture as SVG.
    pub fn to_svg(&self) -> String {
        let columns = self.cells.iter().map(Vec::len).max().unwrap_or(0);
        let widest = self.cells.iter().flatten().flatten().map(|cell| width_of(&cell.text, LETTERS));
        let width = (widest.fold(0.0, f64::max) + 13.0).max(33.0);
        let mut svg = Svg::new(&self.title, &self.sentence);
        let labels = width_of(&self.cells.len().to_string(), LABELS) + 22.0;
        let inner = (labels + columns as f64 * (width + GAP)).max(330.0);
        let top = svg.heading(inner) + 34.0;
        let left = MARGIN + labels;
        let corner = |row: usize, column: usize| {
            (left + column as f64 * (width + GAP), top + row as f64 * (HEIGHT + GAP))
        };
        let label = |place: (f64, f64), anchor: &str| Element::text(place, anchor, LABELS).fill(Token::Faint);
        for column in 0..columns {
            let (x, y) = corner(0, column);
            svg.write(label((x + width / 2.0, y - 8.0), "middle"), &column.to_string());
        }
        for row in 0..self.cells.len() {
            let (x, y) = corner(row, 0);
            svg.write(label((x - 10.0, y + HEIGHT / 2.0 + 4.0), "end"), &row.to_string());
        }
        for ((name, place), anchor) in
            [(self.names.0, (left - 24.0, top - 8.0)), (self.names.1, (left + 2.0, top - 23.0))]
                .into_iter()
                .zip(["end", "start"])
        {
            svg.formula(label(place, anchor), LABELS, name);
        }
        for (row, cells) in self.cells.iter().enumerate() {
            for (column, cell) in cells.iter().enumerate() {
                let Some(cell) = cell else { continue };
                let (x, y) = corner(row, column);
                svg.push(Element::group().class("cell").set("data-row", row).set("data-column", column));
                svg.add(Element::rectangle((x, y), (width, HEIGHT)).rounded(4.0).fill(cell.colour));
                if cell.is_restart {
                    let path = format!("M{} {}h8l-8 8z", number(x), number(y));
                    svg.add(Element::path(&path).fill(Token::Card));
                }
                let place = (x + width / 2.0, y + HEIGHT / 2.0 + LETTERS * 0.35);
                let text = Element::text(place, "middle", LETTERS).fill(cell.colour.words());
                svg.write(text, &escape(&cell.text));
                svg.pop();
            }
        }
        for outline in &self.outlines {
            let (x, y) = corner(outline.from.0, outline.from.1);
            let (end_x, end_y) = corner(outline.to.0, outline.to.1);
            let out = GAP / 2.0;
            let start = (x - out, y - out);
            let size = (end_x + width - x + 2.0 * out, end_y + HEIGHT - y + 2.0 * out);
            let shape = || Element::rectangle(start, size).rounded(6.0).hollow();
            if outline.is_selection {
                // The gap keeps the line apart from tiles as dark as it.
                svg.add(shape().stroke(Token::Card, 5.4));
                svg.add(shape().stroke(Token::Ink, 2.8));
            } else {
                svg.add(shape().stroke(Token::Card, 3.6));
                svg.add(shape().stroke(Token::Ink, 2.0));
            }
        }
        let entries: Vec<(Mark, String)> = self
            .legend
            .iter()
            .map(|(colour, words)| (Mark::Shape(Shape::Square, (*colour).into()), words.clone()))
            .collect();
        let below = (MARGIN, top + self.cells.len() as f64 * (HEIGHT + GAP) + 22.0);
        let bottom = legend::draw(&entries, below, inner, &mut svg);
        svg.finish(inner + 2.0 * MARGIN, bottom + MARGIN)
    }
}

/// A square of coloured cells too many for words.
pub struct Pixels<'a> {
    /// The heading.
    pub title: &'a str,
    /// What is to be seen, in a sentence or two.
    pub sentence: &'a str,
    /// The number of rows and columns.
    pub size: usize,
    /// Rows and columns that are labelled.
    pub labels: &'a [usize],
    /// The sides of squares in the upper left corner that are outlined.
    pub outlines: &'a [usize],
    /// What colours mean.
    pub legend: &'a [(Colour, &'a str)],
}

/// The side that the cells of a large square are fitted to.
const SIDE: f64 = 512.0;

impl Pixels<'_> {
    fn cell_side(&self) -> f64 {
        let side = SIDE / self.size.max(1) as f64;
        if side >= 1.0 { side.floor() } else { side }
    }

    /// The picture as SVG: the commonest colour is the ground, the others are paths of one colour each.
    pub fn to_svg(&self, colour: impl Fn(usize, usize) -> Colour) -> String {
        let cell = self.cell_side();
        let side = cell * self.size as f64;
        let mut runs: BTreeMap<Colour, (usize, String)> = BTreeMap::new();
        for row in 0..self.size {
            let mut column = 0;
            while column < self.size {
                let (start, here) = (column, colour(row, column));
                while column < self.size && colour(row, column) == here {
                    column += 1;
                }
                let (count, path) = runs.entry(here).or_default();
                *count += column - start;
                // In units of cells.
                let _ = write!(path, "M{start} {row}h{0}v1h-{0}z", column - start);
            }
        }
        let ground = runs.iter().max_by_key(|(_, (count, _))| *count).map(|(colour, _)| *colour);
        let mut svg = Svg::new(self.title, self.sentence);
        let labels = width_of(&self.size.to_string(), LABELS) + 14.0;
        let top = svg.heading(side + labels) + 22.0;
        let left = MARGIN + labels;
        let place = format!("translate({} {}) scale({})", number(left), number(top), number(cell));
        svg.push(Element::group().set("transform", place).set("shape-rendering", "crispEdges"));
        if let Some(ground) = ground {
            svg.rectangle((0.0, 0.0), (self.size as f64, self.size as f64), ground);
        }
        for (colour, (_, path)) in runs.iter().filter(|(colour, _)| Some(**colour) != ground) {
            svg.add(Element::path(path).fill(*colour));
        }
        svg.pop();
        for outline in self.outlines.iter().chain([&self.size]) {
            let size = cell * *outline as f64;
            svg.add(Element::rectangle((left, top), (size, size)).hollow().stroke(Token::Ink, 1.4));
        }
        let mut last = f64::NEG_INFINITY;
        for label in self.labels.iter().filter(|label| **label < self.size) {
            let at = cell * *label as f64;
            if at - last < 16.0 {
                continue;
            }
            last = at;
            let text = |place, anchor| Element::text(place, anchor, LABELS).fill(Token::Faint);
            svg.write(text((left + at, top - 7.0), "middle"), &label.to_string());
            svg.write(text((left - 7.0, top + at + 8.0), "end"), &label.to_string());
        }
        let entries: Vec<(Mark, String)> = self
            .legend
            .iter()
            .map(|(colour, words)| (Mark::Shape(Shape::Square, (*colour).into()), (*words).to_owned()))
            .collect();
        let width = side + labels;
        let bottom = legend::draw(&entries, (MARGIN, top + side + 28.0), width, &mut svg);
        svg.finish(width + 2.0 * MARGIN, bottom + MARGIN)
    }

    /// The cells alone as pixels: width, height, and three bytes a pixel from the top left on.
    pub fn to_pixels(&self, colour: impl Fn(usize, usize) -> Colour) -> (u32, u32, Vec<u8>) {
        let cell = self.cell_side().max(1.0) as usize;
        let side = cell * self.size;
        let mut pixels = Vec::with_capacity(3 * side * side);
        for row in 0..self.size {
            let line: Vec<u8> =
                (0..self.size).flat_map(|column| colour(row, column).rgb().repeat(cell)).collect();
            (0..cell).for_each(|_| pixels.extend_from_slice(&line));
        }
        (side as u32, side as u32, pixels)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::palette::field;

    #[test]
    fn cells_outlines_and_missing_cells() {
        let cell =
            |value: u64| Cell { text: value.to_string(), colour: field(value), is_restart: value == 1 };
        let outline = |to: usize, is_selection| Outline { from: (0, 0), to: (to, to), is_selection };
        let table = Matrix {
            title: "t".into(),
            sentence: "s".into(),
            names: ("n", "m"),
            cells: vec![vec![Some(cell(0)), Some(cell(1))], vec![None, Some(cell(2))]],
            outlines: vec![outline(1, false), outline(0, true)],
            legend: vec![(field(2), "new in the field of 4".into())],
        };
        let svg = table.to_svg();
        assert_eq!(svg.matches("data-row=").count(), 3);
        assert_eq!(svg.matches("stroke-ink\"").count(), 2);
        assert_eq!(svg.matches("h8l-8 8z").count(), 1);
        assert!(svg.contains("new in the field of 4"));
    }

    #[test]
    fn pixels_in_both_forms() {
        let pixels = Pixels {
            title: "t",
            sentence: "",
            size: 300,
            labels: &[0, 5, 100],
            outlines: &[16],
            legend: &[],
        };
        let colour = |row: usize, column: usize| if row == column { field(1) } else { field(0) };
        let svg = pixels.to_svg(colour);
        // The ground, and 300 cells of the other colour in one path.
        assert_eq!(svg.matches("v1h-1z").count(), 300);
        assert!(svg.len() < 20_000, "{}", svg.len());
        let (width, height, bytes) = pixels.to_pixels(colour);
        assert_eq!((width, height, bytes.len()), (300, 300, 3 * 300 * 300));
        assert_eq!(bytes[..3], field(1).rgb());
    }
}
