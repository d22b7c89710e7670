//! Arrows between the nodes of a layered drawing: curves that are upright at both ends, side by side at a node.

use std::fmt::Write as _;

use crate::layered::Layout;
use crate::palette::Token;
use crate::svg::{Element, Svg, number};

/// An arrow between nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrow {
    /// From which node.
    pub from: usize,
    /// To which.
    pub to: usize,
    /// Whether it has two heads.
    pub is_double: bool,
    /// Whether it is dotted: a move that ends the game.
    pub is_dotted: bool,
}

/// Where arrows meet a node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ports {
    /// Half the height of the node.
    pub half_height: f64,
    /// The width over which arrows spread.
    pub room: f64,
    /// The distance between heads, if there is room.
    pub heads: f64,
    /// The distance between tails, if there is room.
    pub tails: f64,
}

/// The length and half the width of an arrow's head.
const TIP: (f64, f64) = (9.0, 3.6);

/// One end of an arrow.
#[derive(Clone, Copy)]
enum End {
    Head,
    Tail,
}

/// The curve of each arrow: its points, of which each neighbouring pair is joined by a curve upright at both ends.
pub(crate) fn routes(arrows: &[Arrow], layout: &Layout, ports: &[Ports]) -> Vec<Vec<(f64, f64)>> {
    let mut routes: Vec<Vec<(f64, f64)>> = arrows
        .iter()
        .zip(&layout.bends)
        .map(|(arrow, bends)| {
            let (from, to) = (layout.centres[arrow.from], layout.centres[arrow.to]);
            let down = if from.1 <= to.1 { 1.0 } else { -1.0 };
            let start = (from.0, from.1 + down * (ports[arrow.from].half_height + 2.0));
            let end = (to.0, to.1 - down * (ports[arrow.to].half_height + 4.0));
            std::iter::once(start).chain(bends.iter().copied()).chain([end]).collect()
        })
        .collect();
    for (node, port) in ports.iter().enumerate() {
        let centre = layout.centres[node].0;
        spread(arrows, node, &mut routes, End::Head, (centre, port.room, port.heads));
        spread(arrows, node, &mut routes, End::Tail, (centre, port.room, port.tails));
    }
    routes
}

/// Sets the ends of the arrows at one node side by side around `centre`, in the order in which they come.
fn spread(
    arrows: &[Arrow],
    node: usize,
    routes: &mut [Vec<(f64, f64)>],
    end: End,
    (centre, room, step): (f64, f64, f64),
) {
    let mut here: Vec<usize> = (0..arrows.len())
        .filter(|arrow| match end {
            End::Head => arrows[*arrow].to == node,
            End::Tail => arrows[*arrow].from == node,
        })
        .collect();
    let near = |route: &[(f64, f64)]| match end {
        End::Head => route[route.len() - 2].0,
        End::Tail => route[1].0,
    };
    here.sort_by(|a, b| near(&routes[*a]).total_cmp(&near(&routes[*b])).then(a.cmp(b)));
    let step = step.min(room / (here.len().max(2) - 1) as f64);
    let middle = (here.len() as f64 - 1.0) / 2.0;
    for (place, arrow) in here.into_iter().enumerate() {
        let route = &mut routes[arrow];
        let at = match end {
            End::Head => route.len() - 1,
            End::Tail => 0,
        };
        route[at].0 = centre + (place as f64 - middle) * step;
    }
}

/// The handles of a curve between two points that is upright at both.
fn handles(from: (f64, f64), to: (f64, f64)) -> ((f64, f64), (f64, f64)) {
    let bow = (to.1 - from.1) * 0.5;
    ((from.0, from.1 + bow), (to.0, to.1 - bow))
}

/// Draws an arrow along its route.
pub(crate) fn draw(svg: &mut Svg, arrow: &Arrow, route: &[(f64, f64)]) {
    let &[.., before, tip] = route else { return };
    let down = if before.1 <= tip.1 { 1.0 } else { -1.0 };
    let mut path = format!("M{} {}", number(route[0].0), number(route[0].1));
    for (at, pair) in route.windows(2).enumerate() {
        let is_last = at + 2 == route.len();
        let end = if is_last { (tip.0, tip.1 - down * TIP.0) } else { pair[1] };
        let (first, second) = handles(pair[0], end);
        let _ = write!(
            path,
            "C{} {} {} {} ",
            number(first.0),
            number(first.1),
            number(second.0),
            number(second.1)
        );
        let _ = write!(path, "{} {}", number(end.0), number(end.1));
    }
    let mut line = Element::path(&path).hollow().stroke(Token::Soft, 1.5).set("stroke-linecap", "round");
    if arrow.is_dotted {
        line = line.set("stroke-dasharray", "1.5 3.5");
    }
    svg.add(line);
    let heads = if arrow.is_double { 2 } else { 1 };
    for head in 0..heads {
        let y = tip.1 - down * f64::from(head) * (TIP.0 - 2.0);
        let head = format!(
            "M{} {}l-{} {}h{}z",
            number(tip.0),
            number(y),
            number(TIP.1),
            number(-down * TIP.0),
            number(2.0 * TIP.1)
        );
        svg.add(Element::path(&head).fill(Token::Soft));
    }
}

/// An arrow along its route as a line of TikZ.
pub(crate) fn tikz(arrow: &Arrow, route: &[(f64, f64)]) -> String {
    let mut path = tikz_point(route[0]);
    for pair in route.windows(2) {
        let (first, second) = handles(pair[0], pair[1]);
        let _ = write!(
            path,
            " .. controls {} and {} .. {}",
            tikz_point(first),
            tikz_point(second),
            tikz_point(pair[1])
        );
    }
    let head = if arrow.is_double { "->>" } else { "->" };
    let dots = if arrow.is_dotted { ",dotted" } else { "" };
    format!("  \\draw[{head}{dots}] {path};\n")
}

/// An arrow between the nodes `{prefix}0`, `{prefix}1`, … as a line of DOT.
pub(crate) fn dot(arrow: &Arrow, prefix: char) -> String {
    let Arrow { from, to, is_double, is_dotted } = arrow;
    let head = if *is_double { "normalnormal" } else { "normal" };
    let style = if *is_dotted { ", style=dotted" } else { "" };
    format!("  {prefix}{from} -> {prefix}{to} [arrowhead={head}{style}];\n")
}

/// A point as TikZ writes it.
pub(crate) fn tikz_point((x, y): (f64, f64)) -> String {
    format!("({},{})", number(x), number(y))
}

/// Words as TikZ prints them, the characters that TeX reserves escaped.
pub(crate) fn tikz_text(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\\' => out.push_str("\\textbackslash{}"),
            '^' | '~' => {
                out.push('\\');
                out.push(c);
                out.push_str("{}");
            }
            '{' | '}' | '_' | '&' | '%' | '$' | '#' => {
                out.push('\\');
                out.push(c);
            }
            '∅' => out.push_str("$\\emptyset$"),
            c => out.push(c),
        }
    }
    out
}

/// Text inside the double quotes of DOT.
pub(crate) fn dot_text(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reserved_characters_are_escaped() {
        assert_eq!(tikz_text("{a_1^2}"), "\\{a\\_1\\^{}2\\}");
        assert_eq!(tikz_text("∅ 5% \\"), "$\\emptyset$ 5\\% \\textbackslash{}");
        assert_eq!(dot_text("say \"x\\y\""), "say \\\"x\\\\y\\\"");
    }
}
