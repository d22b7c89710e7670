//! Words such as `ab^2` and `x_51` set as formulas: exponents raised, indices lowered.

use std::fmt::Write as _;

use crate::svg::{escape, number, width_of};

/// A piece of a formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Piece<'a> {
    /// On the line.
    Plain(&'a str),
    /// What follows a `^`: an exponent.
    Raised(&'a str),
    /// What follows a `_`: an index.
    Lowered(&'a str),
}

/// The pieces: the digits that follow a `^` or a `_` leave the line.
fn pieces(text: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find(['^', '_']) {
        let after = &rest[at + 1..];
        let digits = after.len() - after.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        if digits == 0 {
            break;
        }
        if at > 0 {
            pieces.push(Piece::Plain(&rest[..at]));
        }
        let moved = &after[..digits];
        pieces.push(if rest[at..].starts_with('^') { Piece::Raised(moved) } else { Piece::Lowered(moved) });
        rest = &after[digits..];
    }
    if !rest.is_empty() {
        pieces.push(Piece::Plain(rest));
    }
    pieces
}

/// About how wide a formula in letters of this size is.
pub(crate) fn width(text: &str, size: f64) -> f64 {
    let piece = |piece: Piece| match piece {
        Piece::Plain(content) => width_of(content, 0.94 * size),
        Piece::Raised(content) | Piece::Lowered(content) => width_of(content, 0.72 * size),
    };
    pieces(text).into_iter().map(piece).sum()
}

/// The content of an SVG `text` element of slanted letters of this size: figures upright, exponents raised, indices
/// lowered. Shifts are by `dy`, which every viewer knows.
pub(crate) fn to_svg(text: &str, size: f64) -> String {
    let mut out = String::new();
    // How far the line is to be brought back down.
    let mut back = 0.0;
    for piece in pieces(text) {
        let (content, shift) = match piece {
            Piece::Plain(content) => (content, 0.0),
            Piece::Raised(content) => (content, -0.36 * size),
            Piece::Lowered(content) => (content, 0.2 * size),
        };
        let dy: f64 = back + shift;
        let moved = if dy == 0.0 { String::new() } else { format!(" dy=\"{}\"", number(dy)) };
        let upright = content.chars().all(|c| c.is_ascii_digit());
        let style = if upright { " font-style=\"normal\"" } else { "" };
        let small =
            if shift == 0.0 { String::new() } else { format!(" font-size=\"{}\"", number(0.72 * size)) };
        let content = escape(content);
        let _ = if moved.is_empty() && style.is_empty() {
            write!(out, "{content}")
        } else {
            write!(out, "<tspan{moved}{small}{style}>{content}</tspan>")
        };
        back = -shift;
    }
    out
}

/// The name of a group as a formula: the figures of `Z6xZ3` lowered, `x` written as a cross.
pub(crate) fn group_name(label: &str) -> String {
    let mut out = String::with_capacity(label.len() + 4);
    let mut letters = label.replace(" x ", "x").chars().collect::<Vec<_>>().into_iter().peekable();
    while let Some(letter) = letters.next() {
        let is_figure_next = letters.peek().is_some_and(char::is_ascii_digit);
        match letter {
            'Z' if is_figure_next => out.push_str("Z_"),
            'x' if letters.peek() == Some(&'Z') => out.push('×'),
            letter => out.push(letter),
        }
    }
    out
}

/// The content of an HTML-like label of Graphviz.
pub(crate) fn to_dot(text: &str) -> String {
    let piece = |piece: Piece| match piece {
        Piece::Plain(content) => escape(content),
        Piece::Raised(content) => format!("<SUP>{content}</SUP>"),
        Piece::Lowered(content) => format!("<SUB>{content}</SUB>"),
    };
    pieces(text).into_iter().map(piece).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exponents_are_raised_and_indices_lowered() {
        use Piece::{Lowered, Plain, Raised};
        assert_eq!(pieces("ab^12c"), [Plain("ab"), Raised("12"), Plain("c")]);
        assert_eq!(pieces("x_51^3"), [Plain("x"), Lowered("51"), Raised("3")]);
        assert_eq!(pieces("2 ^ 3_"), [Plain("2 ^ 3_")]);
        assert_eq!(pieces(""), []);
    }

    #[test]
    fn every_shift_is_taken_back() {
        let upright = "font-style=\"normal\"";
        assert_eq!(
            to_svg("a^2<b_3", 10.0),
            format!(
                "a<tspan dy=\"-3.6\" font-size=\"7.2\" {upright}>2</tspan><tspan dy=\"3.6\">&lt;b</tspan>\
                 <tspan dy=\"2\" font-size=\"7.2\" {upright}>3</tspan>"
            )
        );
        assert_eq!(
            to_svg("x_5^2", 10.0),
            format!(
                "x<tspan dy=\"2\" font-size=\"7.2\" {upright}>5</tspan><tspan dy=\"-5.6\" font-size=\"7.2\" {upright}>2</tspan>"
            )
        );
        assert_eq!(to_svg("1", 10.0), format!("<tspan {upright}>1</tspan>"));
        assert_eq!(["Z6xZ3", "Z2^2 x Z4", "order 24"].map(group_name), ["Z_6×Z_3", "Z_2^2×Z_4", "order 24"]);
        assert_eq!(to_dot("Z2^3 & x_4"), "Z2<SUP>3</SUP> &amp; x<SUB>4</SUB>");
    }
}
