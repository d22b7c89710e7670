//! A tile: the value of a heap or an element of a quotient, with its marks.
//!
//! The marks are shapes as well as colours: P is a double ring with a gap, so that it is seen on a tile of any colour; an
//! exception is a single ring around all; an idempotent has a corner cut.

use crate::palette::{Colour, Token};
use crate::svg::{Element, Svg, escape, number};

/// What is written on a tile.
#[derive(Clone, Copy)]
pub(crate) enum Words<'a> {
    /// A number or a short text, upright.
    Plain(&'a str),
    /// A formula.
    Formula(&'a str),
}

/// A tile, ready to be drawn.
pub(crate) struct Tile<'a> {
    pub corner: (f64, f64),
    pub size: (f64, f64),
    pub colour: Colour,
    pub words: Words<'a>,
    /// The size of the words.
    pub letters: f64,
    /// A small number in the lower right corner.
    pub small: Option<u32>,
    pub is_p: bool,
    /// Whether it breaks the pattern.
    pub is_ringed: bool,
    /// Whether the upper left corner is cut.
    pub is_cut: bool,
}

/// The width of a ring and of the gap inside it.
const RING: f64 = 2.0;
const GAP: f64 = 2.0;
/// How rounded the corners are.
pub(crate) const RADIUS: f64 = 6.0;

impl Tile<'_> {
    /// Draws the tile.
    pub(crate) fn draw(&self, svg: &mut Svg) {
        let (x, y) = self.corner;
        let (width, height) = self.size;
        let inside = |inset: f64| {
            let size = ((width - 2.0 * inset).max(1.0), (height - 2.0 * inset).max(1.0));
            let radius = (RADIUS - inset).max(2.5);
            Element::rectangle((x + inset, y + inset), size).rounded(radius)
        };
        let mut inset = 0.0;
        if self.is_ringed {
            // Around the rings of P there is less room; this one may reach into the gap between tiles.
            let out = if self.is_p { 1.0 } else { 0.0 };
            svg.add(inside(inset - out + RING / 2.0).fill(Token::Card).stroke(Token::Ink, RING));
            inset += RING - out + if self.is_p { 0.6 } else { GAP };
        }
        if self.is_p {
            svg.add(inside(inset + RING / 2.0).fill(Token::Card).stroke(Token::P, RING));
            inset += RING + GAP;
            svg.add(inside(inset).fill(self.colour).stroke(Token::P, 1.0));
        } else {
            svg.add(inside(inset).fill(self.colour));
        }
        if self.is_cut {
            let side = 12.0;
            let corner = format!(
                "M{} {}L{} {}V{}a{RADIUS} {RADIUS} 0 0 1 {RADIUS} -{RADIUS}z",
                number(x + side),
                number(y),
                number(x),
                number(y + side),
                number(y + RADIUS)
            );
            let corner = Element::path(&corner);
            svg.add(if self.is_p { corner.fill(Token::P) } else { corner.fill(self.colour.words()) });
        }
        let ink = self.colour.words();
        let place = (x + width / 2.0, y + height / 2.0 + self.letters * 0.35);
        let text = Element::text(place, "middle", self.letters).fill(ink);
        match self.words {
            Words::Plain(words) => svg.write(text, &escape(words)),
            Words::Formula(formula) => svg.formula(text, self.letters, formula),
        }
        if let Some(small) = self.small {
            let place = (x + width - inset - 4.0, y + height - inset - 4.0);
            svg.write(Element::text(place, "end", 11.0).fill(ink), &small.to_string());
        }
    }
}
