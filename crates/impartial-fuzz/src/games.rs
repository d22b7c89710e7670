//! Random games of every kind, as text.

use std::collections::BTreeSet;

use impartial::question::Files;

use crate::choices::Choices;

/// How large the parts of a game are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// So small that a sum of three has some hundred positions.
    Small,
    /// Up to some hundred thousand positions, often more.
    Large,
}

/// A closure game on a line of five points.
const LINE: &str = "ground: a b c d e\nrule: a e -> b\nrule: b d -> c\nrule: a c -> b\nrule: c e -> d\n";
/// The lattice of subsets of two things.
const SQUARE: &str = "kind = \"lattice\"\nelements = [\"0\", \"a\", \"b\", \"1\"]\n[operations]\n\
    meet = [[\"0\",\"0\",\"0\",\"0\"],[\"0\",\"a\",\"0\",\"a\"],[\"0\",\"0\",\"b\",\"b\"],[\"0\",\"a\",\"b\",\"1\"]]\n\
    join = [[\"0\",\"a\",\"b\",\"1\"],[\"a\",\"a\",\"1\",\"1\"],[\"b\",\"1\",\"b\",\"1\"],[\"1\",\"1\",\"1\",\"1\"]]\n";
/// An algebra with a permutation of six elements and a map.
const CYCLES: &str = "elements = 6\n[operations]\nturn = [1, 2, 0, 4, 3, 5]\nfold = [0, 0, 0, 3, 3, 5]\n";

/// A graph of moves with a wild node, and one whose options are sums.
const MOVES: &str =
    "zero:\none: zero\ntwo: zero, one\nodd: two\nwild: two, two+two, odd\npair: one+wild, odd+odd\n";

/// The files that random games name.
pub struct Bundled;

impl Files for Bundled {
    fn text(&self, name: &str) -> Result<String, String> {
        match name {
            "line.txt" => Ok(LINE.to_owned()),
            "square.toml" => Ok(SQUARE.to_owned()),
            "cycles.toml" => Ok(CYCLES.to_owned()),
            "moves.txt" => Ok(MOVES.to_owned()),
            _ => Err(format!("there is no file {name}")),
        }
    }
}

/// A random game: one of any kind, or a few joined by signs.
pub fn game(choices: &mut Choices<'_>, size: Size) -> String {
    match choices.below(12) {
        0..=3 => single(choices, size),
        4..=7 => {
            let count = choices.between(2, 3);
            choices.joined(count, " + ", |choices| single(choices, size))
        }
        8 => {
            let (first, second) = (single(choices, size), single(choices, Size::Small));
            let sign = choices.one(&["|", "+"]);
            let third = single(choices, Size::Small);
            format!("({first} | {second}) {sign} {third}")
        }
        9 => {
            let count = choices.between(2, 3);
            choices.joined(count, " | ", |choices| single(choices, Size::Small))
        }
        10 => {
            let (first, second) = (factor(choices), factor(choices));
            format!("{first} x {second}")
        }
        _ => {
            let (first, second, third) = (factor(choices), factor(choices), single(choices, Size::Small));
            let sign = choices.one(&["|", "+"]);
            format!("{first} x {second} {sign} {third}")
        }
    }
}

/// A game of one kind.
pub fn single(choices: &mut Choices<'_>, size: Size) -> String {
    let is_large = size == Size::Large;
    match choices.below(14) {
        0 => format!("*{}", choices.between(0, if is_large { 300 } else { 6 })),
        1 | 2 => heaps(choices, size),
        3 => tree(choices, if is_large { 4 } else { 2 }),
        4 => coins(choices, size),
        5 => lattice(choices, size),
        6 => chosen(choices, size),
        7 => divided(choices, size),
        8 => abelian(choices, size),
        9 => ring(choices, size),
        10 => module(choices, size),
        11 => board(choices, size),
        12 => ground(choices, size),
        _ if choices.once_in(3) => graph(choices, size),
        _ => table(choices),
    }
}

/// What is left of a board.
fn board(choices: &mut Choices<'_>, size: Size) -> String {
    let rule = choices.one(&["cram", "node-kayles", "arc-kayles", "grim"]);
    let (rows, columns) = match size {
        Size::Small => (choices.between(1, 3), choices.between(1, 3)),
        Size::Large => (choices.between(1, 4), choices.between(1, 8)),
    };
    if choices.once_in(3) {
        return format!("{rule}({rows}x{columns})");
    }
    let cell = |choices: &mut Choices<'_>| if choices.once_in(4) { "#" } else { "." }.to_owned();
    let drawing = choices.joined(rows, "/", |choices| choices.joined(columns, "", cell));
    format!("{rule}({drawing})")
}

/// What is left of a graph, as a ground for games that fall apart.
fn ground(choices: &mut Choices<'_>, size: Size) -> String {
    let rule = choices.one(&["node-kayles", "arc-kayles", "grim"]);
    let nodes = choices.between(2, if size == Size::Large { 11 } else { 5 });
    if choices.once_in(3) {
        let name = choices.one(&["path", "cycle", "complete", "star"]);
        let left = if choices.once_in(2) { "[0,2,3]" } else { "" };
        return format!("{rule}({name} {}){left}", nodes.max(4));
    }
    let count = choices.between(1, 2 * nodes);
    // Two ends are never the same: the second is so many nodes further.
    let arcs = choices.joined(count, ", ", |choices| {
        let first = choices.below(nodes);
        format!("{first}-{}", (first + choices.between(1, nodes - 1)) % nodes)
    });
    format!("{rule}({arcs})")
}

/// Nodes of a graph of moves.
fn graph(choices: &mut Choices<'_>, size: Size) -> String {
    let (count, copies) = if size == Size::Large { (choices.between(1, 3), 5) } else { (1, 2) };
    let node = |choices: &mut Choices<'_>| {
        let node = choices.one(&["one", "two", "odd", "wild", "pair"]);
        format!("{}*{node}", choices.between(1, copies))
    };
    format!("graph(moves.txt)[{}]", choices.joined(count, "+", node))
}

/// A game with few positions: products have very many.
fn factor(choices: &mut Choices<'_>) -> String {
    match choices.below(5) {
        0 | 1 => format!("*{}", choices.between(1, 3)),
        2 => format!("0.77[{}]", choices.between(1, 4)),
        3 => "abelian(Z/4)".to_owned(),
        _ => choices.one(&["{0,{*2}}", "{*}", "dng(Z4)", "coins(ruler)[2]"]).to_owned(),
    }
}

/// A taking-and-breaking code.
pub fn code(choices: &mut Choices<'_>) -> String {
    match choices.below(5) {
        0 | 1 => {
            let count = choices.between(1, 4);
            format!("0.{}", choices.joined(count, "", |choices| choices.below(8).to_string()))
        }
        2 => choices
            .one(&[
                "kayles",
                "dawsons-kayles",
                "guiles",
                "grundys-game",
                "treblecross",
                "officers",
                "subtraction(1,3,4)",
                "allbut(2,5)",
                "nim",
            ])
            .to_owned(),
        3 => choices
            .one(&["4.7", "0.8F", "0.(3310)^2", "C.9", "4!.0", "0.[3]", "{2+}.1", "4?.7!3", "0.7@{5}"])
            .to_owned(),
        _ => {
            let first = choices.one(&["0", "4"]);
            let count = choices.between(1, 3);
            format!(
                "{first}.{}",
                choices.joined(count, "", |choices| choices.one(&["0", "3", "7", "F"]).to_owned())
            )
        }
    }
}

fn heaps(choices: &mut Choices<'_>, size: Size) -> String {
    let code = code(choices);
    let (count, largest) = match size {
        Size::Small => (choices.between(1, 2), 7),
        Size::Large => (choices.between(1, 4), choices.one(&[&9, &20, &60]).to_owned()),
    };
    format!("{code}[{}]", choices.joined(count, "+", |choices| choices.between(0, largest).to_string()))
}

fn tree(choices: &mut Choices<'_>, depth: usize) -> String {
    if depth == 0 || choices.below(4) == 0 {
        return choices.one(&["0", "*", "*2", "*3", "*2_+0", "*2_+320"]).to_owned();
    }
    let count = choices.between(1, 3);
    format!("{{{}}}", choices.joined(count, ",", |choices| tree(choices, depth - 1)))
}

fn coins(choices: &mut Choices<'_>, size: Size) -> String {
    let row = |choices: &mut Choices<'_>| {
        choices
            .one(&[
                "nim",
                "turning-turtles",
                "mock-turtles",
                "triplets",
                "ruler",
                "turnips",
                "grunt",
                "sym",
                "turn(1..4)",
            ])
            .to_owned()
    };
    let is_large = size == Size::Large;
    if choices.once_in(3) {
        let (first, second) = (row(choices), row(choices));
        let last = if is_large { 4 } else { 2 };
        let count = choices.between(1, if is_large { 3 } else { 1 });
        let heads: BTreeSet<String> = (0..count)
            .map(|_| format!("({},{})", choices.between(0, last), choices.between(0, last)))
            .collect();
        let heads: Vec<String> = heads.into_iter().collect();
        return format!("coins({first} x {second})[{}]", heads.join("+"));
    }
    let (game, count) = (row(choices), choices.between(1, 3));
    let last = if is_large { 14 } else { 5 };
    let heads: BTreeSet<usize> = (0..count).map(|_| choices.between(0, last)).collect();
    let heads: Vec<String> = heads.iter().map(usize::to_string).collect();
    format!("coins({game})[{}]", heads.join("+"))
}

fn lattice(choices: &mut Choices<'_>, size: Size) -> String {
    let board = choices.one(&[
        "rules = [[1,0],[0,1]]",
        "rules = [[1,0],[0,1],[2,2]]",
        "rules = [[1,0],[0,1],[1,1]]",
        "rules = [[1,0],[0,1]]; defeated = [[0,0]]",
        "rules = [[1,0],[2,0],[0,1],[-1,2]]",
        "rules = [[1,0,0],[0,1,0],[0,0,1],[1,1,1]]",
        "rules = [[1],[3],[4]]",
    ]);
    // A board in one line of text is several lines of TOML.
    let board = board.replace("; ", "\n");
    let dimension = board.split(']').next().map_or(1, |first| first.matches(',').count() + 1);
    let last = if size == Size::Large { 90 } else { 6 };
    let point = choices.joined(dimension, ",", |choices| choices.between(1, last).to_string());
    format!("lattice({board})[{point}]")
}

/// A finite group.
pub fn group(choices: &mut Choices<'_>, size: Size) -> String {
    match size {
        Size::Small => {
            choices.one(&["Z4", "Z6", "Z2^2", "S3", "Z5", "Z2", "Z7", "Z2 x Z4", "Q8", "D4"]).to_owned()
        }
        Size::Large => match choices.below(3) {
            0 => format!("SmallGroup({},1)", choices.between(2, 60)),
            1 => choices
                .one(&[
                    "S4", "A4", "A5", "D12", "Dic5", "Z30", "Z2^4", "Z3^3", "SL(2,3)", "Z7 : Z3", "D4 x Z3",
                ])
                .to_owned(),
            _ => format!("Z{} x Z{}", choices.between(2, 12), choices.between(2, 6)),
        },
    }
}

fn chosen(choices: &mut Choices<'_>, size: Size) -> String {
    let aim = choices.one(&["gen", "dng"]);
    if choices.once_in(5) {
        return format!("{aim}(file:line.txt){}", choices.one(&["", "[b]", "[b,c]", "[a]"]));
    }
    format!("{aim}({})", group(choices, size))
}

fn divided(choices: &mut Choices<'_>, size: Size) -> String {
    format!("{}({})", choices.one(&["group", "subgroups"]), group(choices, size))
}

fn abelian(choices: &mut Choices<'_>, size: Size) -> String {
    let (count, largest) =
        if size == Size::Large { (choices.between(1, 3), 24) } else { (choices.between(1, 2), 5) };
    format!(
        "abelian({})",
        choices.joined(count, " + ", |choices| format!("Z/{}", choices.between(2, largest)))
    )
}

fn ring(choices: &mut Choices<'_>, size: Size) -> String {
    let small = ["Z/4", "Z/6", "F4", "Z/2[x]/(x^2)", "Z/12", "F2 x F3", "Z/4[x]/(x^2,2x)"];
    let large =
        ["Z/60", "Z/2[x]/(x^5)", "F4[x]/(x^3)", "Z/8[x]/(x^2)", "F2[x,y]/(x^2,y^3)", "Z/9 x Z/4", "GR(4,2)"];
    match size {
        Size::Small => format!("ring({})", choices.one(&small)),
        Size::Large => format!("ring({})", choices.one(&large)),
    }
}

fn module(choices: &mut Choices<'_>, size: Size) -> String {
    let small = ["F2[x]/(x^2)", "F2[x]/(x^2+1) + F2[x]/(x)", "F3[x]/(x^2+1)", "F4[x]/(x)"];
    let large = ["F2[x]/(x^4) + F2[x]/(x^2)", "F3[x]/(x^3) + F3[x]/(x)", "F2[x]/(x^3+x) + F2[x]/(x^2+1)"];
    match size {
        Size::Small => format!("module({})", choices.one(&small)),
        Size::Large => format!("module({})", choices.one(&large)),
    }
}

fn table(choices: &mut Choices<'_>) -> String {
    choices.one(&["algebra(file:square.toml)", "algebra(file:cycles.toml)"]).to_owned()
}
