//! Nim-numbers written in a picture.

use crate::palette::Paint;
use crate::svg::{Element, Svg};

/// Writes a nim-number around a point.
pub(crate) fn write_number(svg: &mut Svg, (x, y): (f64, f64), value: u32, size: f64, ink: impl Into<Paint>) {
    let text = Element::text((x, y + size * 0.35), "middle", size).set("font-weight", 600).fill(ink);
    svg.write(text, &value.to_string());
}
