//! Nim-numbers in a picture: one colour each, read by lightness alone.

use crate::svg::{Svg, number, palette};

/// From light to dark.
const RAMP: [&str; 8] =
    ["#faf3d9", "#e4e6b4", "#bbd6a7", "#80bda3", "#469ba0", "#347798", "#2f5288", "#34286c"];

/// The colour behind a nim-number.
pub(crate) fn fill(value: u32) -> &'static str {
    RAMP[(value as usize).min(RAMP.len() - 1)]
}

/// The colour of words on [`fill`].
pub(crate) fn ink_on(value: u32) -> &'static str {
    if value < 5 { palette::INK } else { palette::PAPER }
}

/// Writes a nim-number around a point.
pub(crate) fn write_number(svg: &mut Svg, (x, y): (f64, f64), value: u32, size: f64, ink: &str) {
    svg.element(&format!(
        "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\" font-size=\"{}\" font-weight=\"600\" fill=\"{ink}\">{value}</text>",
        number(x),
        number(y + size * 0.35),
        number(size)
    ));
}
