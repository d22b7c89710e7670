//! Strips: the values of heaps 1, 2, 3, … in rows as long as the period.
//!
//! Below the dotted line, from where the period is proved, every column has one colour; what breaks the pattern above it
//! is ringed. The colour of a cell is the nim-value of its heap in normal play, whatever is written on it, so that the
//! strips of the two plays can be compared at a glance.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::formula;
use crate::legend::{self, Mark};
use crate::palette::{self, Token};
use crate::svg::{Element, MARGIN, Svg, number, width_of};
use crate::tile::{Tile, Words};

/// A heap as it is drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// The nim-value in normal play: the colour.
    pub value: u32,
    /// The element of a misère quotient, if that is what is written; else the value is.
    pub word: Option<String>,
    /// Whether the heap is a P-position.
    pub is_p: bool,
    /// Whether it breaks the pattern that the period sets.
    pub is_exception: bool,
}

/// A strip.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strip {
    /// The heading.
    pub title: String,
    /// What is to be seen, in a sentence or two.
    pub sentence: String,
    /// The length of a row.
    pub fold: usize,
    /// The heap from which the period is proved, if it is.
    pub proved_from: Option<u64>,
    /// Heaps 1, 2, 3, …
    pub cells: Vec<Cell>,
}

const LETTERS: f64 = 14.5;
const LABELS: f64 = 11.5;
const GAP: f64 = 3.0;
/// Cells of rows longer than this carry no words.
pub const LONGEST_WITH_WORDS: usize = 40;
/// Strips of more cells than this are drawn in runs, without words, and cannot be clicked cell by cell.
pub const MOST_CELLS: usize = 2400;
/// The widest cell; what is wider is left to the reader's pointer.
const WIDEST: f64 = 92.0;

/// Strips side by side in one picture, with one scale of colours.
///
/// ```
/// use impartial_picture::strip::{Cell, Strip, to_svg};
/// let cell = |value| Cell { value, word: None, is_p: value == 0, is_exception: false };
/// let strip = Strip {
///     title: "a game".into(),
///     sentence: "It has period 2.".into(),
///     fold: 2,
///     proved_from: Some(1),
///     cells: vec![cell(1), cell(2), cell(1), cell(2)],
/// };
/// assert_eq!(to_svg(&[strip]).matches("data-heap").count(), 4);
/// ```
pub fn to_svg(strips: &[Strip]) -> String {
    let titles: Vec<&str> = strips.iter().map(|strip| strip.title.as_str()).collect();
    let sentences: Vec<&str> = strips.iter().map(|strip| strip.sentence.as_str()).collect();
    let mut svg = Svg::new(&titles.join("; "), &sentences.join(" "));
    let shapes: Vec<Shape> = strips.iter().map(Shape::new).collect();
    // Side by side, each strip has its own heading over its own cells.
    let mut left = 0.0;
    let mut columns = Vec::new();
    for (strip, shape) in strips.iter().zip(&shapes) {
        let width = (shape.width + 2.0 * MARGIN).max(340.0);
        columns.push((left, width, strip, shape));
        left += width;
    }
    let heads: Vec<f64> = columns
        .iter()
        .map(|(left, width, strip, _)| {
            svg.heading_of(&strip.title, &strip.sentence, *left, width - 2.0 * MARGIN)
        })
        .collect();
    let top = heads.into_iter().fold(0.0, f64::max);
    let mut bottom = top;
    for (left, width, strip, shape) in columns {
        let origin = (left + MARGIN + shape.labels, top + 22.0);
        shape.draw(strip, origin, &mut svg);
        let below = origin.1 + shape.height() + 22.0;
        let place = (left + MARGIN, below);
        bottom = bottom.max(legend::draw(&legend(strip), place, width - 2.0 * MARGIN, &mut svg));
    }
    svg.finish(left, bottom + MARGIN / 2.0)
}

/// The measures of a strip.
struct Shape {
    fold: usize,
    rows: usize,
    /// The size of a cell with the gap beside and below it.
    step: (f64, f64),
    has_words: bool,
    /// The room for the labels of rows.
    labels: f64,
    width: f64,
}

impl Shape {
    fn new(strip: &Strip) -> Self {
        let fold = strip.fold.max(1);
        let rows = strip.cells.len().div_ceil(fold);
        let has_words = fold <= LONGEST_WITH_WORDS && strip.cells.len() <= MOST_CELLS;
        let widest = |cell: &Cell| match &cell.word {
            Some(word) => formula::width(word, LETTERS),
            None => width_of(&cell.value.to_string(), LETTERS),
        };
        let widest = strip.cells.iter().map(widest).fold(0.0, f64::max);
        let least = if fold <= 16 { 38.0 } else { 30.0 };
        let step = if has_words { ((widest + 14.0).clamp(least, WIDEST) + GAP, 34.0) } else { (9.0, 15.0) };
        let labels = width_of(&format!("{}+", (rows.max(1) - 1) * fold), LABELS) + 12.0;
        Shape { fold, rows, step, has_words, labels, width: labels + step.0 * fold as f64 }
    }

    fn height(&self) -> f64 {
        self.rows as f64 * self.step.1
    }

    fn draw(&self, strip: &Strip, (x, y): (f64, f64), svg: &mut Svg) {
        let label = |place: (f64, f64), anchor: &str| Element::text(place, anchor, LABELS).fill(Token::Faint);
        let gap = if self.has_words { GAP } else { 1.0 };
        let size = (self.step.0 - gap, self.step.1 - gap);
        for column in
            (0..self.fold.min(strip.cells.len())).filter(|column| self.has_words || column % 10 == 9)
        {
            let place = (x + self.step.0 * column as f64 + size.0 / 2.0, y - 9.0);
            svg.write(label(place, "middle"), &(column + 1).to_string());
        }
        // Of many rows every tenth, or every hundredth, is named.
        let step = [1, 10, 100, 1000].into_iter().find(|step| self.rows / step <= 400).unwrap_or(10_000);
        for row in (0..self.rows).step_by(step) {
            let place = (x - 10.0, y + self.step.1 * row as f64 + size.1 / 2.0 + 4.0);
            svg.write(label(place, "end"), &format!("{}+", row * self.fold));
        }
        let is_long = strip.cells.len() > MOST_CELLS;
        if is_long {
            self.draw_runs(strip, (x, y), svg);
        }
        for (at, cell) in strip.cells.iter().enumerate().filter(|_| !is_long) {
            let (row, column) = (at / self.fold, at % self.fold);
            let corner = (x + self.step.0 * column as f64, y + self.step.1 * row as f64);
            let mut group =
                Element::group().class("cell").set("data-heap", at + 1).set("data-value", cell.value);
            if let Some(word) = &cell.word {
                group = group.set("data-element", word);
            }
            svg.push(group);
            let colour = palette::value(cell.value);
            if self.has_words {
                let number = cell.value.to_string();
                let words = match &cell.word {
                    Some(word) if formula::width(word, LETTERS) + 8.0 > size.0 => Words::Plain("…"),
                    Some(word) => Words::Formula(word),
                    None => Words::Plain(&number),
                };
                let (is_p, is_ringed) = (cell.is_p, cell.is_exception);
                let (letters, small, is_cut) = (LETTERS, None, false);
                Tile { corner, size, colour, words, letters, small, is_p, is_ringed, is_cut }.draw(svg);
            } else {
                let mut tile = Element::rectangle(corner, size).fill(colour);
                match (cell.is_exception, cell.is_p) {
                    (true, _) => tile = tile.stroke(Token::Ink, 1.6),
                    (false, true) => tile = tile.stroke(Token::P, 1.6),
                    _ => {}
                }
                svg.add(tile);
            }
            svg.pop();
        }
        if let Some(first) = strip.proved_from.filter(|first| (2..=strip.cells.len() as u64).contains(first))
        {
            self.draw_line(first as usize - 1, gap, (x, y), svg);
        }
    }

    /// All cells of one value as one path: the cells below one another with the same value are one piece of it, so that a
    /// periodic strip is a few lines of text, however long. Rings are paths as well.
    fn draw_runs(&self, strip: &Strip, (x, y): (f64, f64), svg: &mut Svg) {
        let mut fills: BTreeMap<u32, String> = BTreeMap::new();
        let mut rings = [String::new(), String::new()];
        let width = number(self.step.0 - 1.0);
        let draw = |path: &mut String, column: usize, row: usize, count: usize| {
            let corner = (x + self.step.0 * column as f64, y + self.step.1 * row as f64);
            let height = self.step.1 * count as f64 - 1.0;
            let _ = write!(
                path,
                "M{} {}h{width}v{}h-{width}z",
                number(corner.0),
                number(corner.1),
                number(height)
            );
        };
        for column in 0..self.fold.min(strip.cells.len()) {
            let cells: Vec<&Cell> = strip.cells.iter().skip(column).step_by(self.fold).collect();
            let mut row = 0;
            for run in cells.chunk_by(|upper, lower| upper.value == lower.value) {
                draw(fills.entry(run[0].value).or_default(), column, row, run.len());
                row += run.len();
            }
            for (row, cell) in cells.iter().enumerate().filter(|(_, cell)| cell.is_exception || cell.is_p) {
                draw(&mut rings[usize::from(!cell.is_exception)], column, row, 1);
            }
        }
        for (value, path) in fills {
            svg.add(Element::path(&path).fill(palette::value(value)).set("data-value", value));
        }
        for (path, colour) in rings.iter().zip([Token::Ink, Token::P]).filter(|(path, _)| !path.is_empty()) {
            svg.add(Element::path(path).hollow().stroke(colour, 1.6));
        }
    }

    /// The dotted line before the cell at `at`: along the top of it and of those after it in its row, along the bottom of
    /// those before it.
    fn draw_line(&self, at: usize, gap: f64, (x, y): (f64, f64), svg: &mut Svg) {
        let (row, column) = (at / self.fold, at % self.fold);
        let (left, right) = (x - 4.0, x + self.step.0 * self.fold as f64 - gap + 4.0);
        let over = y + self.step.1 * row as f64 - gap / 2.0;
        let between = x + self.step.0 * column as f64 - gap / 2.0;
        let path = if column == 0 {
            format!("M{} {}H{}", number(left), number(over), number(right))
        } else {
            let (under, between) = (number(over + self.step.1), number(between));
            format!("M{} {under}H{between}V{}H{}", number(left), number(over), number(right))
        };
        let line = Element::path(&path).class("proof").hollow().stroke(Token::Ink, 1.8);
        svg.add(line.set("stroke-dasharray", "0.1 4.2").set("stroke-linecap", "round"));
    }
}

/// What the marks mean, those that occur.
fn legend(strip: &Strip) -> Vec<(Mark, String)> {
    let mut entries = Vec::new();
    if strip.cells.iter().any(|cell| cell.is_exception) {
        entries.push((Mark::Ring, "breaks the pattern".to_owned()));
    }
    if strip.cells.iter().any(|cell| cell.is_p) {
        entries.push((Mark::P, "P: leave your opponent here".to_owned()));
    }
    if strip.cells.iter().any(|cell| cell.word.is_some()) {
        entries.push((Mark::None, "colour: nim-value in normal play".to_owned()));
    }
    entries
}

#[cfg(test)]
mod tests {
    use super::*;

    fn strip(count: usize, fold: usize) -> Strip {
        let cell = |at: usize| Cell {
            value: (at % fold) as u32,
            word: None,
            is_p: at.is_multiple_of(fold),
            is_exception: at == 3,
        };
        let cells = (0..count).map(cell).collect();
        Strip { title: "t".into(), sentence: "s".into(), fold, proved_from: Some(6), cells }
    }

    #[test]
    fn every_heap_is_a_cell_and_every_mark_is_drawn() {
        let svg = to_svg(&[strip(18, 6)]);
        assert_eq!(svg.matches("data-heap=").count(), 18);
        assert!(svg.contains("data-heap=\"18\" data-value=\"5\""));
        // Three P-positions and the legend, an inner and an outer ring each.
        assert_eq!(svg.matches("stroke-p\"").count(), 2 * 4);
        assert_eq!(
            svg.matches("stroke=\"#1b1e25\" stroke-width=\"2\"").count(),
            2,
            "the exception, and the legend"
        );
        assert_eq!(svg.matches("stroke-dasharray").count(), 1);
    }

    /// The line turns before heap 6, the last of its row: five cells lie above it in that row.
    #[test]
    fn the_proof_begins_between_two_cells() {
        let svg = to_svg(&[strip(18, 6)]);
        let line = svg.lines().find(|line| line.contains("class=\"proof")).unwrap();
        assert!(line.contains('V'), "{line}");
        let mut from_row_start = strip(18, 6);
        from_row_start.proved_from = Some(7);
        let svg = to_svg(&[from_row_start]);
        assert!(!svg.lines().find(|line| line.contains("class=\"proof")).unwrap().contains('V'));
        let mut from_the_start = strip(18, 6);
        from_the_start.proved_from = Some(1);
        assert!(!to_svg(&[from_the_start]).contains("class=\"proof"));
    }

    /// A strip of 20,000 heaps is a few kilobytes when it is periodic and below a megabyte when it is not; its area is that of
    /// its cells, drawn once each.
    #[test]
    fn long_strips_stay_small() {
        let periodic = to_svg(&[strip(20_000, 12)]);
        assert!(periodic.len() < 200_000, "{}", periodic.len());
        let mut wild = strip(20_000, 12);
        for (at, cell) in wild.cells.iter_mut().enumerate() {
            (cell.value, cell.is_p) = ((at * at / 7 % 13) as u32, false);
        }
        let svg = to_svg(&[wild]);
        assert!(svg.len() < 1_000_000, "{}", svg.len());
        let heights = |path: &str| -> f64 {
            path.split('v')
                .skip(1)
                .map(|piece| piece.split('h').next().unwrap().parse::<f64>().unwrap() + 1.0)
                .sum()
        };
        let fills = svg.lines().filter(|line| line.contains("data-value"));
        let path = |line: &str| line.split(" d=\"").nth(1).unwrap().split('"').next().unwrap().to_owned();
        let rows: f64 = fills.map(|line| heights(&path(line))).sum::<f64>() / 15.0;
        assert_eq!(rows.round() as usize, 20_000);
    }

    #[test]
    fn long_rows_have_no_words_and_nothing_is_refused() {
        assert!(!to_svg(&[strip(200, 80)]).contains(">79</text>"));
        assert!(to_svg(&[strip(0, 3)]).ends_with("</svg>\n"));
        assert!(to_svg(&[]).ends_with("</svg>\n"));
    }
}
