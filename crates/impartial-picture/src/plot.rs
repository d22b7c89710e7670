//! Plots: points over two axes, and bars.

use std::collections::BTreeSet;

use crate::palette::Token;
use crate::svg::Svg;

const WIDTH: f64 = 960.0;
const HEIGHT: f64 = 480.0;
const LEFT: f64 = 64.0;
const RIGHT: f64 = 24.0;
const TOP: f64 = 40.0;
const BOTTOM: f64 = 48.0;

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
    /// A vertical rule with its words, if something begins there.
    pub rule: Option<(u64, String)>,
}

impl Scatter<'_> {
    /// Draws the points in the ordinary colour, then those of `accents` on top.
    ///
    /// ```
    /// use impartial_picture::plot::Scatter;
    /// let plot = Scatter { title: "t", x_label: "x", y_label: "y", extent: (2, 2), rule: None };
    /// assert!(plot.to_svg([(0, 0), (1, 2)], []).starts_with("<svg"));
    /// ```
    pub fn to_svg(
        &self,
        points: impl IntoIterator<Item = (u64, u64)>,
        accents: impl IntoIterator<Item = (u64, u64)>,
    ) -> String {
        let mut svg = Svg::new(self.title, "");
        let frame = Frame { x_max: self.extent.0.max(1), y_max: self.extent.1.max(1) };
        frame.draw(&mut svg, self.title, self.x_label, self.y_label);
        if let Some((x, words)) = &self.rule {
            let at = frame.x(*x);
            svg.line((at, TOP), (at, HEIGHT - BOTTOM), Token::Ink);
            let anchor = if at > WIDTH / 2.0 { "end" } else { "start" };
            svg.text(at + if anchor == "end" { -6.0 } else { 6.0 }, TOP + 12.0, anchor, words);
        }
        svg.dots(frame.cells(points), 2.0, Token::Category(1));
        svg.dots(frame.cells(accents), 3.0, Token::Ink);
        svg.finish(WIDTH, HEIGHT)
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
    let frame =
        Frame { x_max: counts.len().max(1) as u64, y_max: counts.iter().copied().max().unwrap_or(0).max(1) };
    frame.draw(&mut svg, title, x_label, y_label);
    let gap = if counts.len() < 200 { 0.8 } else { 1.0 };
    for (bar, count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
        let (left, right) = (frame.x(bar as u64), frame.x(bar as u64 + 1));
        let top = frame.y(*count);
        let colour = if stands_out(bar) { Token::Ink } else { Token::Category(1) };
        svg.rectangle((left, top), ((right - left) * gap, HEIGHT - BOTTOM - top), colour);
    }
    svg.finish(WIDTH, HEIGHT)
}

struct Frame {
    x_max: u64,
    y_max: u64,
}

impl Frame {
    fn x(&self, x: u64) -> f64 {
        LEFT + (WIDTH - LEFT - RIGHT) * (x as f64 / self.x_max as f64)
    }

    fn y(&self, y: u64) -> f64 {
        HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * (y as f64 / self.y_max as f64)
    }

    /// The pixel positions of points, each cell of the grid once.
    fn cells(&self, points: impl IntoIterator<Item = (u64, u64)>) -> Vec<(f64, f64)> {
        let cells: BTreeSet<(i64, i64)> =
            points.into_iter().map(|(x, y)| (self.x(x).round() as i64, self.y(y).round() as i64)).collect();
        cells.into_iter().map(|(x, y)| (x as f64, y as f64)).collect()
    }

    fn draw(&self, svg: &mut Svg, title: &str, x_label: &str, y_label: &str) {
        for tick in ticks(self.x_max) {
            svg.line((self.x(tick), TOP), (self.x(tick), HEIGHT - BOTTOM), Token::Hair);
            svg.text(self.x(tick), HEIGHT - BOTTOM + 18.0, "middle", &tick.to_string());
        }
        for tick in ticks(self.y_max) {
            svg.line((LEFT, self.y(tick)), (WIDTH - RIGHT, self.y(tick)), Token::Hair);
            svg.text(LEFT - 8.0, self.y(tick) + 4.0, "end", &tick.to_string());
        }
        svg.line((LEFT, HEIGHT - BOTTOM), (WIDTH - RIGHT, HEIGHT - BOTTOM), Token::Ink);
        svg.line((LEFT, TOP), (LEFT, HEIGHT - BOTTOM), Token::Ink);
        svg.text(LEFT, TOP - 16.0, "start", title);
        svg.text(WIDTH - RIGHT, HEIGHT - 10.0, "end", x_label);
        svg.text(8.0, TOP - 16.0, "start", y_label);
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
        let plot = Scatter { title: "t", x_label: "x", y_label: "y", extent: (1_000_000, 8), rule: None };
        let svg = plot.to_svg((0..1_000_000).map(|x| (x, x % 9)), []);
        assert!(svg.len() < 300_000 && svg.ends_with("</svg>\n"));
    }
}
