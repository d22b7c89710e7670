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
            'Z' | 'S' | 'A' | 'D' | 'Q' if is_figure_next && !out.ends_with(char::is_alphabetic) => {
                out.push(letter);
                out.push('_');
            }
            'x' if letters.peek().is_some_and(|next| next.is_uppercase() || *next == '(') => out.push('×'),
            letter => out.push(letter),
        }
    }
    out
}

/// The same for LaTeX in math mode: `Z4xZ2`, `Z5 : Z4`, `order 12`.
pub(crate) fn group_tikz(label: &str) -> String {
    let mut out = String::with_capacity(label.len() + 12);
    let mut rest = label;
    while let Some(first) = rest.chars().next() {
        let kind = |sign: char| (sign.is_alphabetic() && sign != 'x', sign.is_ascii_digit());
        let is_alone = first == 'x' || !first.is_alphanumeric();
        let end = if is_alone {
            first.len_utf8()
        } else {
            rest.find(|sign| kind(sign) != kind(first)).unwrap_or(rest.len())
        };
        let (word, after) = rest.split_at(end);
        match first {
            'x' => out.push_str("\\times "),
            ':' => out.push_str("\\rtimes "),
            ' ' if word.len() == 1
                && out.ends_with('}')
                && after.starts_with(|c: char| c.is_ascii_digit()) =>
            {
                out.push_str("\\ ");
            }
            ' ' => {}
            '{' | '}' | '_' | '&' | '%' | '$' | '#' => {
                out.push('\\');
                out.push(first);
            }
            '^' => out.push_str("\\hat{}"),
            '\\' => out.push_str("\\backslash "),
            _ if first.is_ascii_digit() && out.ends_with(|c: char| c.is_alphabetic()) => {
                out.push_str(&format!("_{{{word}}}"));
            }
            _ if first.is_alphabetic() && word.chars().count() > 1 => {
                out.push_str(&format!("\\mathrm{{{word}}}"));
            }
            _ => out.push_str(word),
        }
        rest = after;
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
    fn names_of_groups_are_formulas() {
        assert_eq!(group_name("Z4 x Z2"), "Z_4×Z_2");
        assert_eq!(group_name("S3xZ2"), "S_3×Z_2");
        assert_eq!(group_name("order 12"), "order 12");
        for (label, expected) in [
            ("1", "1"),
            ("S3", "S_{3}"),
            ("Z2xZ4", "Z_{2}\\times Z_{4}"),
            ("Z5 : Z4", "Z_{5}\\rtimes Z_{4}"),
            ("order 12", "\\mathrm{order}\\ 12"),
            ("{0, 3}", "\\{0,3\\}"),
        ] {
            assert_eq!(group_tikz(label), expected);
        }
    }

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
