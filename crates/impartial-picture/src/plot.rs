//! Plots: points over two axes, and bars.

use std::collections::BTreeSet;

use crate::legend::{self, Mark};
use crate::palette::Token;
use crate::shape::Shape;
use crate::svg::{Element, LABEL, MARGIN, Svg, escape};

const WIDTH: f64 = 960.0;
/// The height of the part inside the axes.
const HEIGHT: f64 = 380.0;
const LEFT: f64 = 64.0;
const RIGHT: f64 = 24.0;

/// A scatter plot: points and a second series that stands out.
///
/// However many points there are, at most one is drawn on each cell of the pixel grid, so the picture stays small.
pub struct Scatter<'a> {
    /// The heading.
    pub title: &'a str,
    /// The name of the horizontal axis.
    pub x_label: &'a str,
    /// The name of the vertical axis.
    pub y_label: &'a str,
    /// The largest coordinates; axes run from 0 to these.
    pub extent: (u64, u64),
    /// What is to be seen, in a sentence.
    pub sentence: &'a str,
    /// What the points that stand out are, if there are any.
    pub accents: &'a str,
    /// A vertical rule with its words, if something begins there.
    pub rule: Option<(u64, String)>,
}

impl Scatter<'_> {
    /// Draws the points in the ordinary colour, then those of `accents` on top.
    ///
    /// ```
    /// use impartial_picture::plot::Scatter;
    /// let plot = Scatter {
    ///     title: "t",
    ///     x_label: "x",
    ///     y_label: "y",
    ///     extent: (2, 2),
    ///     sentence: "",
    ///     accents: "",
    ///     rule: None,
    /// };
    /// assert!(plot.to_svg([(0, 0), (1, 2)], []).starts_with("<svg"));
    /// ```
    pub fn to_svg(
        &self,
        points: impl IntoIterator<Item = (u64, u64)>,
        accents: impl IntoIterator<Item = (u64, u64)>,
    ) -> String {
        let mut svg = Svg::new(self.title, self.sentence);
        let top = svg.heading(WIDTH - LEFT - RIGHT) + 26.0;
        let frame = Frame { x_max: self.extent.0.max(1), y_max: self.extent.1.max(1), top };
        frame.draw(&mut svg, self.x_label, self.y_label);
        let count = self.extent.0;
        let side = if count <= 400 { 3.4 } else { 2.0 };
        svg.dots(frame.cells(points), side, Token::Category(1));
        if let Some((x, words)) = &self.rule {
            let at = frame.x(*x);
            let rule = Element::line((at, top - 16.0), (at, frame.bottom())).stroke(Token::Ink, 1.8);
            svg.add(rule.set("stroke-dasharray", "0.1 4.2").set("stroke-linecap", "round"));
            let (anchor, aside) = if at > WIDTH / 2.0 { ("end", -7.0) } else { ("start", 7.0) };
            // Above the points, which would run through the words.
            let place = (at + aside, top - 8.0);
            svg.write(Element::text(place, anchor, LABEL).fill(Token::Ink), &escape(words));
        }
        let accents = frame.cells(accents);
        let has_accents = !accents.is_empty();
        let discs: String = accents.into_iter().map(|place| Shape::Disc.path(place, 3.0)).collect();
        if has_accents {
            svg.add(Element::path(&discs).fill(Token::Ink));
        }
        let entries: Vec<(Mark, String)> = match self.accents {
            words if has_accents && !words.is_empty() => {
                vec![(Mark::Shape(Shape::Disc, Token::Ink.into()), words.to_owned())]
            }
            _ => Vec::new(),
        };
        let bottom = legend::draw(&entries, (LEFT, frame.bottom() + 44.0), WIDTH, &mut svg);
        svg.finish(WIDTH, bottom.max(frame.bottom() + 26.0) + MARGIN)
    }
}

/// A histogram: `counts[i]` is the height of the bar at i; bars in `accents` stand out.
///
/// ```
/// let svg = impartial_picture::plot::histogram("values", "value", "heaps", &[3, 1, 4], |bar| bar == 2);
/// assert_eq!(svg.matches("<rect").count(), 1 + 3);
/// ```
pub fn histogram(
    title: &str,
    x_label: &str,
    y_label: &str,
    counts: &[u64],
    stands_out: impl Fn(usize) -> bool,
) -> String {
    let mut svg = Svg::new(title, "");
    let top = svg.heading(WIDTH - LEFT - RIGHT) + 26.0;
    let highest = counts.iter().copied().max().unwrap_or(0).max(1);
    let frame = Frame { x_max: counts.len().max(1) as u64, y_max: highest, top };
    frame.draw(&mut svg, x_label, y_label);
    let gap = if counts.len() < 200 { 0.8 } else { 1.0 };
    for (bar, count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
        let (left, right) = (frame.x(bar as u64), frame.x(bar as u64 + 1));
        let top = frame.y(*count);
        let colour = if stands_out(bar) { Token::Ink } else { Token::Category(1) };
        svg.rectangle((left, top), ((right - left) * gap, frame.bottom() - top), colour);
    }
    svg.finish(WIDTH, frame.bottom() + 26.0 + MARGIN)
}

struct Frame {
    x_max: u64,
    y_max: u64,
    top: f64,
}

impl Frame {
    fn bottom(&self) -> f64 {
        self.top + HEIGHT
    }

    fn x(&self, x: u64) -> f64 {
        LEFT + (WIDTH - LEFT - RIGHT) * (x as f64 / self.x_max as f64)
    }

    fn y(&self, y: u64) -> f64 {
        self.bottom() - HEIGHT * (y as f64 / self.y_max as f64)
    }

    /// The pixel positions of points, each cell of the grid once.
    fn cells(&self, points: impl IntoIterator<Item = (u64, u64)>) -> Vec<(f64, f64)> {
        let cells: BTreeSet<(i64, i64)> =
            points.into_iter().map(|(x, y)| (self.x(x).round() as i64, self.y(y).round() as i64)).collect();
        cells.into_iter().map(|(x, y)| (x as f64, y as f64)).collect()
    }

    fn draw(&self, svg: &mut Svg, x_label: &str, y_label: &str) {
        let label = |place: (f64, f64), anchor: &str| Element::text(place, anchor, 11.5).fill(Token::Faint);
        for tick in ticks(self.x_max) {
            svg.write(label((self.x(tick), self.bottom() + 17.0), "middle"), &tick.to_string());
        }
        for tick in ticks(self.y_max) {
            let paint = if tick == 0 { Token::Line } else { Token::Hair };
            svg.line((LEFT, self.y(tick)), (WIDTH - RIGHT, self.y(tick)), paint);
            svg.write(label((LEFT - 9.0, self.y(tick) + 4.0), "end"), &tick.to_string());
        }
        svg.write(label((WIDTH - RIGHT, self.bottom() + 33.0), "end"), &escape(x_label));
        svg.write(label((LEFT - 9.0, self.top - 12.0), "end"), &escape(y_label));
    }
}

/// Round numbers from 0 to `max`, at most eight steps of 1, 2 or 5 times a power of ten.
fn ticks(max: u64) -> Vec<u64> {
    let mut step = 1u64;
    while max / step > 8 {
        step = match step.to_string().as_bytes()[0] {
            b'1' => step * 2,
            b'2' => step / 2 * 5,
            _ => step * 2,
        };
    }
    (0..=max / step).map(|count| count * step).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_few_and_round() {
        assert_eq!(ticks(7), [0, 1, 2, 3, 4, 5, 6, 7]);
        assert_eq!(ticks(100), [0, 20, 40, 60, 80, 100]);
        assert_eq!(ticks(30_000), [0, 5000, 10_000, 15_000, 20_000, 25_000, 30_000]);
        assert!(ticks(u64::MAX / 2).len() <= 9);
    }

    #[test]
    fn a_million_points_make_a_small_picture() {
        let plot = Scatter {
            title: "t",
            x_label: "x",
            y_label: "y",
            extent: (1_000_000, 8),
            sentence: "",
            accents: "",
            rule: None,
        };
        let svg = plot.to_svg((0..1_000_000).map(|x| (x, x % 9)), []);
        assert!(svg.len() < 300_000 && svg.ends_with("</svg>\n"));
    }
}
