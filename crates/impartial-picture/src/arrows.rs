//! Arrows between the nodes of a layered drawing: curves that are upright at both ends, side by side at a node.

use std::collections::BTreeMap;
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
    /// The space between the node and the ends of arrows: below it, and above it.
    pub space: (f64, f64),
    /// The width over which arrows spread.
    pub room: f64,
    /// The distance between heads, if there is room.
    pub heads: f64,
    /// The distance between tails, if there is room.
    pub tails: f64,
}

/// The length and half the width of an arrow's head.
const TIP: (f64, f64) = (9.0, 4.0);

/// How much of its colour a pale arrow keeps.
const PALE: f64 = 0.38;

/// One end of an arrow.
#[derive(Clone, Copy)]
enum End {
    Head,
    Tail,
}

/// The curve of each arrow: its points, of which each neighbouring pair is joined by a curve upright at both ends.
pub(crate) fn routes(arrows: &[Arrow], layout: &Layout, ports: &[Ports]) -> Vec<Vec<(f64, f64)>> {
    // A row that an arrow passes it passes upright, as far as the row reaches.
    let half_of_row = |y: f64| {
        let in_row = layout.centres.iter().zip(ports).filter(|(centre, _)| (centre.1 - y).abs() < 1e-6);
        in_row.map(|(_, port)| port.half_height).fold(0.0, f64::max)
    };
    let mut routes: Vec<Vec<(f64, f64)>> = arrows
        .iter()
        .zip(&layout.bends)
        .map(|(arrow, bends)| {
            let (from, to) = (layout.centres[arrow.from], layout.centres[arrow.to]);
            let down = if from.1 <= to.1 { 1.0 } else { -1.0 };
            let start = (from.0, from.1 + down * (ports[arrow.from].half_height + ports[arrow.from].space.0));
            let end = (to.0, to.1 - down * (ports[arrow.to].half_height + ports[arrow.to].space.1));
            let through = bends.iter().flat_map(|&(x, y)| {
                let half = half_of_row(y);
                [(x, y - down * half), (x, y + down * half)]
            });
            std::iter::once(start).chain(through).chain([end]).collect()
        })
        .collect();
    for (node, port) in ports.iter().enumerate() {
        let centre = layout.centres[node].0;
        spread(arrows, node, &mut routes, End::Head, (centre, port.room, port.heads));
        spread(arrows, node, &mut routes, End::Tail, (centre, port.room, port.tails));
    }
    routes
}

/// Sets the ends of the arrows at one node side by side around `centre`, in the order in which they come. Arrows with one
/// head share it; an arrow with two keeps its own.
fn spread(
    arrows: &[Arrow],
    node: usize,
    routes: &mut [Vec<(f64, f64)>],
    end: End,
    (centre, room, step): (f64, f64, f64),
) {
    let near = |arrow: usize| match end {
        End::Head => routes[arrow][routes[arrow].len() - 2].0,
        End::Tail => routes[arrow][1].0,
    };
    let mut shared = Vec::new();
    let mut slots: Vec<(f64, Vec<usize>)> = Vec::new();
    for (number, arrow) in arrows.iter().enumerate() {
        match end {
            End::Head if arrow.to == node && !arrow.is_double => shared.push(number),
            End::Head if arrow.to == node => slots.push((near(number), vec![number])),
            End::Tail if arrow.from == node => slots.push((near(number), vec![number])),
            _ => {}
        }
    }
    if !shared.is_empty() {
        let mean = shared.iter().map(|arrow| near(*arrow)).sum::<f64>() / shared.len() as f64;
        slots.push((mean, shared));
    }
    slots.sort_by(|a, b| a.0.total_cmp(&b.0).then_with(|| a.1.cmp(&b.1)));
    let step = step.min(room / (slots.len().max(2) - 1) as f64);
    let middle = (slots.len() as f64 - 1.0) / 2.0;
    for (place, (_, slot)) in slots.into_iter().enumerate() {
        for arrow in slot {
            let route = &mut routes[arrow];
            let at = match end {
                End::Head => route.len() - 1,
                End::Tail => 0,
            };
            route[at].0 = centre + (place as f64 - middle) * step;
        }
    }
}

/// The handles of a curve between two points that is upright at both.
fn handles(from: (f64, f64), to: (f64, f64)) -> ((f64, f64), (f64, f64)) {
    let bow = (to.1 - from.1) * 0.5;
    ((from.0, from.1 + bow), (to.0, to.1 - bow))
}

/// A route as commands of a path.
pub(crate) fn curve(route: &[(f64, f64)]) -> String {
    let mut path = String::new();
    if let Some((x, y)) = route.first() {
        let _ = write!(path, "M{} {}", number(*x), number(*y));
    }
    for pair in route.windows(2) {
        let (first, second) = handles(pair[0], pair[1]);
        let numbers = [first.0, first.1, second.0, second.1, pair[1].0, pair[1].1].map(number);
        let _ = write!(path, "C{}", numbers.join(" "));
    }
    path
}

/// A route as a curve of TikZ.
pub(crate) fn tikz_curve(route: &[(f64, f64)]) -> String {
    let mut path = route.first().map_or_else(String::new, |start| tikz_point(*start));
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
    path
}

/// Draws arrows along their routes; heads that coincide are drawn once. Pale arrows are those that `is_pale` names.
pub(crate) fn draw(
    svg: &mut Svg,
    arrows: &[Arrow],
    routes: &[Vec<(f64, f64)>],
    is_pale: impl Fn(usize) -> bool,
) {
    // Each head, and whether all arrows that share it are pale.
    let mut heads: BTreeMap<String, bool> = BTreeMap::new();
    // Pale arrows lie under the others.
    let (pale, plain): (Vec<usize>, Vec<usize>) = (0..arrows.len()).partition(|arrow| is_pale(*arrow));
    for at in pale.into_iter().chain(plain) {
        let (arrow, mut route) = (&arrows[at], routes[at].clone());
        let &[.., before, tip] = route.as_slice() else { continue };
        let down = if before.1 <= tip.1 { 1.0 } else { -1.0 };
        if let Some(end) = route.last_mut() {
            end.1 -= down * (TIP.0 - 1.0);
        }
        let line = Element::path(&curve(&route)).hollow().stroke(Token::Soft, 1.6);
        let mut line = line.set("stroke-linecap", "round");
        if arrow.is_dotted {
            line = line.set("stroke-dasharray", "0.1 4.4");
        }
        if is_pale(at) {
            line = line.set("stroke-opacity", PALE);
        }
        svg.add(line);
        for head in 0..if arrow.is_double { 2 } else { 1 } {
            let y = tip.1 - down * f64::from(head) * (TIP.0 - 2.0);
            let numbers = [tip.0, y, TIP.1, -down * TIP.0, 2.0 * TIP.1].map(number);
            let [x, y, half, height, width] = numbers;
            let all_pale = heads.entry(format!("M{x} {y}l-{half} {height}h{width}z")).or_insert(true);
            *all_pale &= is_pale(at);
        }
    }
    for (head, all_pale) in heads {
        let head = Element::path(&head).fill(Token::Soft);
        svg.add(if all_pale { head.set("fill-opacity", PALE) } else { head });
    }
}

/// An arrow along its route as a line of TikZ.
pub(crate) fn tikz(arrow: &Arrow, route: &[(f64, f64)]) -> String {
    let path = tikz_curve(route);
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
