//! Cells on a grid, each of one of a few kinds: as SVG for print, and as pixels.

use crate::palette::Token;
use crate::svg::{Element, Svg};

/// What a cell looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Paper.
    Empty,
    /// The ordinary mark.
    Mark,
    /// The mark that stands out.
    Accent,
    /// Ground that is no part of the picture's subject.
    Outside,
}

impl Kind {
    fn colour(self) -> Token {
        match self {
            Kind::Empty => Token::Card,
            Kind::Mark => Token::P,
            Kind::Accent => Token::Category(0),
            Kind::Outside => Token::Line,
        }
    }
}

/// A grid of cells, the first column on the left, the first row at the bottom.
pub struct Grid<'a> {
    /// The heading.
    pub title: &'a str,
    /// The name of the horizontal axis and the coordinate of its first column.
    pub across: (&'a str, i64),
    /// The name of the vertical axis and the coordinate of its first row.
    pub up: (&'a str, i64),
    /// The distance of neighbouring columns, and of neighbouring rows, in coordinates.
    pub step: i64,
    /// The number of columns and rows.
    pub size: (usize, usize),
    /// What the kinds mean, for the legend.
    pub legend: &'a [(Kind, &'a str)],
}

/// The side of a picture that cells are fitted to, in pixels.
const SIDE: f64 = 640.0;
const LEFT: f64 = 56.0;
const RIGHT: f64 = 24.0;
const TOP: f64 = 62.0;
/// The most cells that are drawn one by one.
const SINGLE: usize = 10_000;
const BOTTOM: f64 = 76.0;

impl Grid<'_> {
    /// The side of a cell: a whole number of pixels where that is possible.
    fn cell_side(&self) -> f64 {
        let cells = self.size.0.max(self.size.1).max(1) as f64;
        let side = (SIDE / cells).min(24.0);
        if side >= 1.0 { side.floor() } else { side }
    }

    /// The picture as SVG; `kind` tells the cell in a column and row.
    ///
    /// Neighbouring cells of one kind in a row are one rectangle.
    ///
    /// ```
    /// use impartial_picture::grid::{Grid, Kind};
    /// let grid = Grid { title: "two cells", across: ("x", 0), up: ("y", 0), step: 1, size: (2, 1), legend: &[] };
    /// let svg = grid.to_svg(|column, _| if column == 1 { Kind::Mark } else { Kind::Empty });
    /// assert!(svg.starts_with("<svg"));
    /// ```
    pub fn to_svg(&self, kind: impl Fn(usize, usize) -> Kind) -> String {
        let side = self.cell_side();
        let (width, height) = (side * self.size.0 as f64, side * self.size.1 as f64);
        let legend_width: f64 =
            self.legend.iter().map(|(_, words)| 34.0 + 7.0 * words.chars().count() as f64).sum();
        let inner = width.max(legend_width).max(330.0);
        let mut svg = Svg::new(self.title, "");
        svg.heading(inner);
        // Few enough cells are marks one by one, which a page can ask about.
        let single = self.size.0 * self.size.1 <= SINGLE && side >= 6.0;
        // Where the cells are finer than dots of print, a rectangle of less than half a pixel would vanish.
        let drawn = side.max(0.6);
        for row in 0..self.size.1 {
            let y = TOP + height - side * (row + 1) as f64;
            let mut column = 0;
            while column < self.size.0 {
                let here = kind(column, row);
                let start = column;
                while column < self.size.0 && kind(column, row) == here {
                    column += 1;
                    if single && here == Kind::Mark {
                        break;
                    }
                }
                if single && here == Kind::Mark {
                    let corner = (LEFT + side * start as f64 + 1.0, y + 1.0);
                    let mark = Element::rectangle(corner, (side - 2.0, side - 2.0)).rounded(side / 6.0);
                    let at = (self.across.1 + self.step * start as i64, self.up.1 + self.step * row as i64);
                    svg.add(mark.fill(here.colour()).set("data-x", at.0).set("data-y", at.1));
                    continue;
                }
                if here != Kind::Empty {
                    let corner = (LEFT + side * start as f64, y);
                    svg.rectangle(
                        corner,
                        ((side * (column - start) as f64).max(drawn), drawn),
                        here.colour(),
                    );
                }
            }
        }
        svg.frame((LEFT, TOP), (width, height), Token::Line);
        self.axes(&mut svg, side, width, height);
        self.draw_legend(&mut svg, TOP + height + BOTTOM - 18.0);
        svg.finish(LEFT + inner + RIGHT, TOP + height + BOTTOM)
    }

    fn axes(&self, svg: &mut Svg, side: f64, width: f64, height: f64) {
        let bottom = TOP + height;
        let label_of = |first: i64, at: usize| (first + self.step * at as i64).to_string();
        for (at, _) in ticks(self.across.1, self.size.0) {
            let label = label_of(self.across.1, at);
            let x = LEFT + side * (at as f64 + 0.5);
            svg.line((x, bottom), (x, bottom + 4.0), Token::Ink);
            svg.text(x, bottom + 17.0, "middle", &label);
        }
        for (at, _) in ticks(self.up.1, self.size.1) {
            let label = label_of(self.up.1, at);
            let y = bottom - side * (at as f64 + 0.5);
            svg.line((LEFT - 4.0, y), (LEFT, y), Token::Ink);
            svg.text(LEFT - 7.0, y + 4.0, "end", &label);
        }
        svg.text(LEFT + width / 2.0, bottom + 34.0, "middle", self.across.0);
        svg.text(14.0, TOP + height / 2.0 + 4.0, "middle", self.up.0);
    }

    fn draw_legend(&self, svg: &mut Svg, y: f64) {
        let mut x = LEFT;
        for (kind, words) in self.legend {
            svg.rectangle((x, y - 10.0), (12.0, 12.0), kind.colour());
            svg.frame((x, y - 10.0), (12.0, 12.0), Token::Ink);
            svg.text(x + 18.0, y, "start", words);
            x += 34.0 + 7.0 * words.chars().count() as f64;
        }
    }

    /// The cells alone as pixels with a thin frame: width, height, and three bytes a pixel from the top left on.
    ///
    /// At least one pixel a cell, more where the grid is small.
    pub fn to_pixels(&self, kind: impl Fn(usize, usize) -> Kind) -> (u32, u32, Vec<u8>) {
        let side = self.cell_side().max(1.0) as usize;
        let (width, height) = (side * self.size.0 + 2, side * self.size.1 + 2);
        let ink = Token::Ink.light().rgb();
        let mut pixels = Vec::with_capacity(3 * width * height);
        let frame_line = |pixels: &mut Vec<u8>| (0..width).for_each(|_| pixels.extend(ink));
        frame_line(&mut pixels);
        for row in (0..self.size.1).rev() {
            let mut line = Vec::with_capacity(3 * width);
            line.extend(ink);
            for column in 0..self.size.0 {
                let colour = kind(column, row).colour().light().rgb();
                (0..side).for_each(|_| line.extend(colour));
            }
            line.extend(ink);
            (0..side).for_each(|_| pixels.extend_from_slice(&line));
        }
        frame_line(&mut pixels);
        (width as u32, height as u32, pixels)
    }
}

/// About eight ticks at round coordinates: the cell and its label.
fn ticks(first: i64, count: usize) -> Vec<(usize, i64)> {
    let count = count.max(1) as i64;
    let mut step = 1;
    while count / step > 8 {
        step = if step.to_string().starts_with('2') { step / 2 * 5 } else { step * 2 };
    }
    let start = first.div_euclid(step) * step;
    (0..)
        .map(|k| start + k * step)
        .skip_while(|label| *label < first)
        .take_while(|label| *label < first + count)
        .map(|label| ((label - first) as usize, label))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_inside() {
        let labels =
            |first, count| ticks(first, count).into_iter().map(|(_, label)| label).collect::<Vec<_>>();
        assert_eq!(labels(0, 5), [0, 1, 2, 3, 4]);
        assert_eq!(labels(-7, 20), [-5, 0, 5, 10]);
        assert_eq!(labels(0, 401), [0, 50, 100, 150, 200, 250, 300, 350, 400]);
    }

    #[test]
    fn pixels_are_cells_with_a_frame() {
        let grid = Grid { title: "", across: ("x", 0), up: ("y", 0), step: 1, size: (700, 2), legend: &[] };
        let (width, height, pixels) =
            grid.to_pixels(|column, row| if column == row { Kind::Accent } else { Kind::Empty });
        assert_eq!((width, height, pixels.len()), (702, 4, 3 * 702 * 4));
        // The first row is at the bottom: cell (0, 0) is in the last line but one.
        assert_eq!(pixels[3 * (702 * 2 + 1)..][..3], Kind::Accent.colour().light().rgb());
        assert_eq!(pixels[3 * (702 + 1)..][..3], [0xff, 0xff, 0xff]);
    }
}
