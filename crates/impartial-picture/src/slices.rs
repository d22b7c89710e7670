//! Slices of a lattice game: boards with a point for every P-position, its shape and colour telling its kind.

use crate::legend::{self, Mark};
use crate::palette::{CATEGORIES, Paint, Token};
use crate::shape::Shape;
use crate::svg::{Element, MARGIN, Svg, escape};

/// A point of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Point {
    /// The coordinates: across, then up.
    pub at: (i64, i64),
    /// Which of the kinds it is.
    pub kind: usize,
}

/// A board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slice {
    /// Words above it; may be empty.
    pub name: String,
    /// Its points.
    pub points: Vec<Point>,
}

/// Boards of one size side by side.
///
/// ```
/// use impartial_picture::slices::{Point, Slice, Slices};
/// let slice = Slice { name: String::new(), points: vec![Point { at: (3, 1), kind: 0 }] };
/// let slices = Slices {
///     title: "t".into(),
///     sentence: String::new(),
///     names: ("x".into(), "y".into()),
///     lower: (0, 0),
///     upper: (7, 7),
///     kinds: vec!["all".into()],
///     slices: vec![slice],
/// };
/// assert!(slices.to_svg().contains("data-x=\"3\" data-y=\"1\""));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slices {
    /// The heading.
    pub title: String,
    /// What is to be seen, in a sentence or two.
    pub sentence: String,
    /// The names of the coordinates: across, then up.
    pub names: (String, String),
    /// The least coordinates.
    pub lower: (i64, i64),
    /// The greatest coordinates.
    pub upper: (i64, i64),
    /// What each kind is.
    pub kinds: Vec<String>,
    /// The boards.
    pub slices: Vec<Slice>,
}

/// The width that the boards are fitted to.
const WIDTH: f64 = 640.0;
const LABELS: f64 = 11.5;
/// The room for the labels of an axis, and between boards.
const AXIS: f64 = 36.0;
const GAP: f64 = 20.0;

/// How one of several kinds looks: shape and colour, two kinds the same only when there are more than thirty. A single
/// kind is P and nothing more.
fn look(kind: usize, kinds: usize) -> (Shape, Paint) {
    if kinds <= 1 {
        return (Shape::Square, Token::P.into());
    }
    // The last category is the ink, left to frames.
    let colours = CATEGORIES - 1;
    let colour = [0, 2, 3, 5, 1, 4][kind % colours];
    (Shape::of(kind), Token::Category(colour).into())
}

impl Slices {
    /// The picture as SVG; the first coordinate runs to the right, the second upwards.
    pub fn to_svg(&self) -> String {
        let mut svg = Svg::new(&self.title, &self.sentence);
        let columns = ((self.upper.0 - self.lower.0).max(0) + 1) as f64;
        let rows = ((self.upper.1 - self.lower.1).max(0) + 1) as f64;
        let across = match self.slices.len() {
            0 | 1 => 1,
            2..=4 => 2,
            5..=9 => 3,
            _ => 4,
        };
        let room = (WIDTH - (across - 1) as f64 * GAP) / across as f64;
        let step = (room / columns).clamp(3.0, 22.0);
        let (board, name) = ((step * columns, step * rows), if across > 1 { 20.0 } else { 0.0 });
        let width = (across as f64 * (board.0 + GAP) - GAP + AXIS).max(480.0);
        let top = svg.heading(width) + 12.0;
        let cell = (board.0 + GAP, board.1 + GAP + name);
        for (number, slice) in self.slices.iter().enumerate() {
            let (row, column) = (number / across, number % across);
            let corner = (MARGIN + AXIS + column as f64 * cell.0, top + name + row as f64 * cell.1);
            let axes = (column == 0, number + across >= self.slices.len());
            self.draw(slice, corner, board, step, axes, &mut svg);
        }
        let all_rows = self.slices.len().div_ceil(across).max(1) as f64;
        let below = (MARGIN, top + all_rows * cell.1 + AXIS + 6.0);
        let entries: Vec<(Mark, String)> = self
            .kinds
            .iter()
            .enumerate()
            .map(|(kind, words)| {
                let (shape, paint) = look(kind, self.kinds.len());
                (Mark::Shape(shape, paint), words.clone())
            })
            .collect();
        let bottom = legend::draw(&entries, below, width, &mut svg);
        svg.finish(width + 2.0 * MARGIN, bottom + MARGIN)
    }

    /// Draws a board with its upper left corner at (x, y); `axes` tells whether its left and its lower side are labelled.
    fn draw(
        &self,
        slice: &Slice,
        (x, y): (f64, f64),
        (width, height): (f64, f64),
        step: f64,
        axes: (bool, bool),
        svg: &mut Svg,
    ) {
        let label = |place: (f64, f64), anchor: &str| Element::text(place, anchor, LABELS).fill(Token::Faint);
        let centre = |at: (i64, i64)| {
            let along = (at.0 - self.lower.0) as f64 + 0.5;
            let up = (at.1 - self.lower.1) as f64 + 0.5;
            (x + along * step, y + height - up * step)
        };
        svg.add(Element::rectangle((x, y), (width, height)).hollow().stroke(Token::Line, 1.0));
        if !slice.name.is_empty() {
            let text = Element::text((x, y - 6.0), "start", LABELS + 0.5).fill(Token::Soft);
            svg.write(text, &escape(&slice.name));
        }
        let spacing = tick(((self.upper.0 - self.lower.0).max(self.upper.1 - self.lower.1)).max(1), step);
        let ticks = |lower: i64, upper: i64| (lower..=upper).filter(move |at| at.rem_euclid(spacing) == 0);
        if axes.1 {
            for at in ticks(self.lower.0, self.upper.0) {
                let place = (centre((at, self.lower.1)).0, y + height + 15.0);
                svg.write(label(place, "middle"), &at.to_string());
            }
            let place = (x + width, y + height + 29.0);
            svg.formula(label(place, "end"), LABELS, &self.names.0);
        }
        if axes.0 {
            for at in ticks(self.lower.1, self.upper.1) {
                let place = (x - 7.0, centre((self.lower.0, at)).1 + 4.0);
                svg.write(label(place, "end"), &at.to_string());
            }
            svg.formula(label((x - 28.0, y + height / 2.0 + 4.0), "middle"), LABELS, &self.names.1);
        }
        let radius = (step * 0.36).clamp(1.3, 5.0);
        for point in &slice.points {
            let (shape, paint) = look(point.kind, self.kinds.len());
            let element = shape.element(centre(point.at), radius).fill(paint);
            svg.add(element.set("data-x", point.at.0).set("data-y", point.at.1));
        }
    }
}

/// The distance between labels: 1, 2 or 5 times a power of ten, at least thirty pixels and a tenth of the board.
fn tick(extent: i64, step: f64) -> i64 {
    let mut tick = 1_i64;
    while (tick as f64) * step < 30.0 || extent / tick > 10 {
        tick = if tick.to_string().starts_with('2') { tick / 2 * 5 } else { tick * 2 };
    }
    tick
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slices(count: usize) -> Slices {
        let points = (0..5).map(|at| Point { at: (at, 2 * at), kind: at as usize }).collect();
        let slice = |number: usize| Slice { name: format!("z = {number}"), points: Vec::clone(&points) };
        Slices {
            title: "t".into(),
            sentence: "s".into(),
            names: ("x".into(), "y".into()),
            lower: (0, 0),
            upper: (9, 9),
            kinds: (0..5).map(|kind| format!("kind {kind}")).collect(),
            slices: (0..count).map(slice).collect(),
        }
    }

    #[test]
    fn every_point_of_every_board_is_drawn() {
        for count in [0, 1, 3, 12] {
            let svg = slices(count).to_svg();
            assert_eq!(svg.matches("data-x=").count(), 5 * count);
            assert!(svg.ends_with("</svg>\n") && !svg.contains("NaN"));
        }
    }

    #[test]
    fn kinds_differ_in_shape_and_colour_together() {
        for a in 0..30 {
            assert!((0..a).all(|b| look(a, 30) != look(b, 30)), "{a}");
        }
        assert_eq!([tick(9, 20.0), tick(48, 13.0), tick(400, 3.0)], [2, 5, 50]);
    }
}
