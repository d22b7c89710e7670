//! Legends: what the marks of a picture mean, in lines that fit under it.

use crate::palette::{self, Paint, Token};
use crate::shape::Shape;
use crate::svg::{Element, Svg, escape, width_of};
use crate::tile::{Tile, Words};

/// A mark to be explained.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Mark {
    /// Words alone.
    None,
    /// A tile with the rings of P.
    P,
    /// A tile that is ringed.
    Ring,
    /// A tile with its corner cut.
    Cut,
    /// A box with a solid outline, or a dashed one.
    Box { is_dashed: bool },
    /// A shape of a colour.
    Shape(Shape, Paint),
}

const LETTERS: f64 = 12.5;
const LINE: f64 = 22.0;

/// Draws entries one after another, in lines of at most this width; answers the height at which they end.
pub(crate) fn draw(entries: &[(Mark, String)], (left, top): (f64, f64), width: f64, svg: &mut Svg) -> f64 {
    let (mut x, mut y) = (left, top);
    svg.push(Element::group().class("legend"));
    for (mark, words) in entries {
        let room = match mark {
            Mark::None => 0.0,
            Mark::Shape(..) => 18.0,
            _ => 28.0,
        };
        let needed = room + width_of(words, LETTERS) + 20.0;
        if x > left && x + needed > left + width {
            (x, y) = (left, y + LINE);
        }
        mark.draw((x, y - 4.0), svg);
        svg.write(Element::text((x + room, y), "start", LETTERS).fill(Token::Soft), &escape(words));
        x += needed;
    }
    svg.pop();
    if entries.is_empty() { top - LINE } else { y }
}

impl Mark {
    /// Draws the mark with its left edge at x, its middle at y.
    fn draw(self, (x, y): (f64, f64), svg: &mut Svg) {
        let (corner, size) = ((x, y - 8.0), (20.0, 16.0));
        match self {
            Mark::None => {}
            Mark::Box { is_dashed } => svg.add(class_outline(corner, size, is_dashed, 1.6).rounded(4.0)),
            Mark::Shape(shape, paint) => svg.add(shape.element((x + 6.0, y), 5.0).fill(paint)),
            Mark::P | Mark::Ring | Mark::Cut => {
                let tile = Tile {
                    corner,
                    size,
                    colour: palette::value(0),
                    words: Words::Plain(""),
                    letters: 1.0,
                    small: None,
                    is_p: self == Mark::P,
                    is_ringed: self == Mark::Ring,
                    is_cut: self == Mark::Cut,
                };
                tile.draw(svg);
            }
        }
    }
}

/// The outline of a class: solid for a group, dashed for what is none.
pub(crate) fn class_outline(corner: (f64, f64), size: (f64, f64), is_dashed: bool, pen: f64) -> Element {
    let outline = Element::rectangle(corner, size).fill(Token::Card).stroke(Token::Ink, pen);
    if is_dashed { outline.set("stroke-dasharray", "5 3.5") } else { outline }
}
