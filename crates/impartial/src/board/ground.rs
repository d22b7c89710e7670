//! Where games that fall apart are played: boards and graphs, read from text.

use std::fmt;
use std::sync::Arc;

use super::Rule;
use super::piece::{self, Piece};
use super::polyomino::{Cells, MOST_CELLS};
use crate::text::ReadError;

/// The most nodes of a graph.
pub const MOST_NODES: usize = 120;

/// A graph with names for its nodes.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GroundGraph {
    text: String,
    names: Vec<String>,
    neighbours: Vec<u128>,
}

/// What is still free of a board or of a graph.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Ground {
    /// Cells of a board.
    Board(Cells),
    /// Nodes of a graph.
    Graph(Arc<GroundGraph>, u128),
}

/// The graphs that have names, with what stands after the name.
const NAMED: &str =
    "petersen, path 7, cycle 9, complete 5, star 6, wheel 6, cube 3 or complete-bipartite 3 4";

impl Ground {
    /// Reads `4x5`, `..#/...`, `petersen`, `cycle 7` or `a-b, b-c, d`; `file` gives the text of `file:NAME`.
    ///
    /// # Errors
    /// With the place of what is not understood.
    pub fn read(text: &str, file: &dyn Fn(&str) -> Result<String, String>) -> Result<Self, ReadError> {
        let trimmed = text.trim();
        let start = text.len() - text.trim_start().len();
        let whole = start..start + trimmed.len();
        if trimmed.is_empty() {
            return Err(ReadError::new(0..text.len(), "a board or a graph is missing")
                .help(format!("a board is 4x5 or ..#/... ; a graph is {NAMED}, or arcs such as a-b, b-c")));
        }
        if let Some((rows, columns)) = trimmed.split_once(['x', '×'])
            && [rows, columns].iter().all(|side| side.trim().bytes().all(|c| c.is_ascii_digit()))
        {
            let side = |side: &str| side.trim().parse::<u32>().ok().filter(|side| *side > 0);
            let size = side(rows).zip(side(columns)).filter(|(rows, columns)| {
                rows.checked_mul(*columns).is_some_and(|cells| cells <= MOST_CELLS)
            });
            let wrong = || ReadError::new(whole.clone(), format!("a board has 1 to {MOST_CELLS} cells"));
            return size
                .map(|(rows, columns)| Ground::Board(Cells::rectangle(rows, columns)))
                .ok_or_else(wrong);
        }
        if trimmed.chars().all(|c| ".#/".contains(c) || c.is_whitespace()) {
            return drawing(trimmed).map(Ground::Board).map_err(|error| error.shifted(start));
        }
        let graph = match trimmed.strip_prefix("file:") {
            Some(name) => {
                let wrong = |why: String| ReadError::new(whole.clone(), why);
                let content = file(name.trim()).map_err(wrong)?;
                let arcs = arcs(&content, &['\n', ','])
                    .map_err(|error| wrong(format!("{}: {error}", name.trim())))?;
                GroundGraph { text: format!("file:{}", name.trim()), ..arcs }
            }
            None if trimmed.contains(['-', ',']) && family(trimmed).is_none() => {
                arcs(trimmed, &[',']).map_err(|error| error.shifted(start))?
            }
            None => match family(trimmed) {
                Some(Some(graph)) => graph,
                Some(None) => {
                    return Err(ReadError::new(whole, format!("a graph has 1 to {MOST_NODES} nodes")));
                }
                None => {
                    return Err(ReadError::new(whole, format!("no board or graph is named '{trimmed}'"))
                        .help(format!(
                            "a board is 4x5 or ..#/... ; a graph is {NAMED}, or arcs such as a-b, b-c"
                        )));
                }
            },
        };
        let all = u128::MAX >> (128 - graph.names.len());
        Ok(Ground::Graph(Arc::new(graph), all))
    }

    /// The same graph with only the nodes named left.
    ///
    /// # Errors
    /// A name is no node of it; or it is a board, where what is left is drawn.
    pub fn with_nodes(self, text: &str) -> Result<Self, ReadError> {
        let Ground::Graph(graph, _) = self else {
            return Err(ReadError::new(0..text.len(), "what is left of a board is drawn, not listed")
                .help("write ..#/... with a row after each stroke and # for cells that are taken"));
        };
        let mut nodes = 0;
        let mut at = 0;
        for word in text.split(',') {
            let name = word.trim();
            let place = at + (word.len() - word.trim_start().len());
            if !name.is_empty() || text.contains(',') {
                nodes |= 1 << graph.node(name).map_err(|error| error.shifted(place))?;
            }
            at += word.len() + 1;
        }
        Ok(Ground::Graph(graph, nodes))
    }

    /// Whether it is a board.
    pub fn is_board(&self) -> bool {
        matches!(self, Ground::Board(_))
    }

    /// The number of cells or nodes that are left.
    pub fn size(&self) -> u32 {
        match self {
            Ground::Board(cells) => cells.free.count_ones(),
            Ground::Graph(_, nodes) => nodes.count_ones(),
        }
    }

    /// The numbers of the cells or nodes that are left; cells are counted row by row.
    pub fn free(&self) -> Vec<u32> {
        let (Ground::Board(Cells { free: set, .. }) | Ground::Graph(_, set)) = self;
        (0..u128::BITS).filter(|number| set >> number & 1 == 1).collect()
    }

    /// The names of all cells, which are row,column from 1, or of all nodes.
    pub fn names(&self) -> Vec<String> {
        match self {
            Ground::Board(Cells { rows, columns, .. }) => {
                let cell = |at: u32| format!("{},{}", at / columns + 1, at % columns + 1);
                (0..rows * columns).map(cell).collect()
            }
            Ground::Graph(graph, _) => graph.names.clone(),
        }
    }

    /// The pairs of numbers of cells or nodes that are joined, left or not.
    pub fn arcs(&self) -> Vec<[u32; 2]> {
        match self {
            Ground::Board(Cells { rows, columns, .. }) => (0..rows * columns)
                .flat_map(|at| {
                    let right = (at % columns + 1 < *columns).then_some([at, at + 1]);
                    let below = (at / columns + 1 < *rows).then_some([at, at + columns]);
                    right.into_iter().chain(below)
                })
                .collect(),
            Ground::Graph(graph, _) => graph.arcs().collect(),
        }
    }

    /// For every move, the cells or nodes that it takes away.
    fn moves(&self, rule: Rule) -> Vec<u128> {
        match self {
            Ground::Board(cells) => cells.moves(rule),
            Ground::Graph(graph, nodes) => piece::moves(rule, &graph.neighbours, *nodes),
        }
    }

    /// Without these cells or nodes.
    fn without(&self, taken: u128) -> Self {
        match self {
            Ground::Board(cells) => Ground::Board(Cells { free: cells.free & !taken, ..*cells }),
            Ground::Graph(graph, nodes) => Ground::Graph(Arc::clone(graph), nodes & !taken),
        }
    }

    /// What every move leaves.
    pub fn options(&self, rule: Rule) -> Vec<Self> {
        self.moves(rule).into_iter().map(|taken| self.without(taken)).collect()
    }

    /// The number of moves.
    pub fn count_moves(&self, rule: Rule) -> usize {
        self.moves(rule).len()
    }

    /// What is left after the move that a player names: the cells (row,column, from 1) or nodes that are chosen, with `-` between two.
    /// `None` when it is no move.
    ///
    /// # Errors
    /// A name is no cell or node.
    pub fn choose(&self, rule: Rule, text: &str) -> Result<Option<Self>, ReadError> {
        let mut chosen = Vec::new();
        let mut at = 0;
        for word in text.split('-') {
            let place = at + (word.len() - word.trim_start().len());
            chosen.push(self.place(word.trim()).map_err(|error| error.shifted(place))?);
            at += word.len() + 1;
        }
        let taken = chosen.iter().fold(0u128, |taken, place| taken | 1 << place);
        let is_it = |set: &&u128| match (rule, chosen.as_slice()) {
            (Rule::Cram | Rule::ArcKayles, [_, _]) | (Rule::Grim, [_]) => **set == taken,
            // The sets of Node Kayles are listed by the node in the middle.
            _ => false,
        };
        if let (Rule::NodeKayles, [node]) = (rule, chosen.as_slice()) {
            let free = match self {
                Ground::Board(cells) => cells.free,
                Ground::Graph(_, nodes) => *nodes,
            };
            let before = (free & ((1 << node) - 1)).count_ones() as usize;
            let taken = (free >> node & 1 == 1).then(|| self.moves(rule).get(before).copied()).flatten();
            return Ok(taken.map(|taken| self.without(taken)));
        }
        Ok(self.moves(rule).iter().find(is_it).map(|taken| self.without(*taken)))
    }

    /// The number of a cell or node.
    fn place(&self, name: &str) -> Result<u32, ReadError> {
        match self {
            Ground::Graph(graph, _) => graph.node(name),
            Ground::Board(cells) => {
                let number = |text: &str, most: u32| {
                    text.trim().parse::<u32>().ok().filter(|number| (1..=most).contains(number))
                };
                let found = name
                    .split_once(',')
                    .and_then(|(row, column)| number(row, cells.rows).zip(number(column, cells.columns)));
                found.map(|(row, column)| (row - 1) * cells.columns + column - 1).ok_or_else(|| {
                    ReadError::new(0..name.len(), format!("`{name}` is no cell of the board"))
                        .help("a cell is row,column, both from 1: 2,3")
                })
            }
        }
    }
}

impl GroundGraph {
    /// The connected pieces of these nodes that can still be played on.
    pub fn pieces(&self, rule: Rule, nodes: u128) -> Vec<Piece> {
        piece::pieces(rule, &self.neighbours, nodes)
    }

    /// The pairs of numbers of nodes that are joined.
    pub fn arcs(&self) -> impl Iterator<Item = [u32; 2]> + '_ {
        let nodes = self.names.len() as u32;
        let joined = |a: u32, b: u32| self.neighbours[a as usize] >> b & 1 == 1;
        (0..nodes).flat_map(move |a| (a + 1..nodes).filter(move |b| joined(a, *b)).map(move |b| [a, b]))
    }

    fn node(&self, name: &str) -> Result<u32, ReadError> {
        let found = self.names.iter().position(|known| known == name).map(|at| at as u32);
        found.ok_or_else(|| {
            let what = if name.is_empty() {
                "expected the name of a node".to_owned()
            } else {
                format!("`{name}` is no node of {}", self.text)
            };
            let few: Vec<&str> = self.names.iter().take(8).map(String::as_str).collect();
            let more = if self.names.len() > few.len() { ", …" } else { "" };
            ReadError::new(0..name.len(), what).help(format!("its nodes are {}{more}", few.join(", ")))
        })
    }

    /// The graph on nodes 0, 1, 2, … whose arcs are those pairs of which the test holds.
    fn numbered(text: String, nodes: usize, is_arc: impl Fn(usize, usize) -> bool) -> Self {
        let row = |a: usize| {
            (0..nodes).filter(|b| a != *b && is_arc(a.min(*b), a.max(*b))).fold(0, |row, b| row | 1 << b)
        };
        GroundGraph {
            text,
            names: (0..nodes).map(|node| node.to_string()).collect(),
            neighbours: (0..nodes).map(row).collect(),
        }
    }
}

/// Rows of cells, `.` free and `#` taken.
fn drawing(text: &str) -> Result<Cells, ReadError> {
    let rows: Vec<&str> = text.split('/').collect();
    let width = |row: &str| row.chars().filter(|c| !c.is_whitespace()).count();
    let columns = width(rows[0]);
    let mut at = 0;
    let (mut free, mut next) = (0u128, 0u32);
    if columns == 0 || rows.len().saturating_mul(columns) > MOST_CELLS as usize {
        return Err(ReadError::new(0..text.len(), format!("a board has 1 to {MOST_CELLS} cells")));
    }
    for row in &rows {
        if width(row) != columns {
            let message = format!("the rows of a board are equally long: {columns} cells, as in the first");
            return Err(ReadError::new(at..at + row.len(), message));
        }
        for cell in row.chars().filter(|c| !c.is_whitespace()) {
            free |= u128::from(cell == '.') << next;
            next += 1;
        }
        at += row.len() + 1;
    }
    Ok(Cells { rows: rows.len() as u32, columns: columns as u32, free })
}

/// Arcs `a-b`, and nodes alone, between these signs.
fn arcs(text: &str, between: &[char]) -> Result<GroundGraph, ReadError> {
    let mut graph = GroundGraph { text: String::new(), names: Vec::new(), neighbours: Vec::new() };
    let mut words: Vec<String> = Vec::new();
    let mut at = 0;
    for word in text.split(between) {
        let place = at + (word.len() - word.trim_start().len());
        at += word.len() + 1;
        let word = word.trim();
        if word.is_empty() && between.contains(&'\n') {
            continue;
        }
        let span = place..place + word.len();
        let names: Vec<&str> = word.split('-').map(str::trim).collect();
        let is_name = |name: &&str| !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_');
        if names.len() > 2 || !names.iter().all(is_name) {
            return Err(ReadError::new(span, "expected an arc such as a-b, or a node"));
        }
        let mut ends = Vec::new();
        for name in &names {
            let known = graph.names.iter().position(|known| known == name);
            ends.push(known.unwrap_or_else(|| {
                graph.names.push((*name).to_owned());
                graph.neighbours.push(0);
                graph.names.len() - 1
            }));
            if graph.names.len() > MOST_NODES {
                return Err(ReadError::new(span, format!("a graph has 1 to {MOST_NODES} nodes")));
            }
        }
        if let [a, b] = ends[..] {
            if a == b {
                return Err(ReadError::new(span, "an arc joins two different nodes"));
            }
            graph.neighbours[a] |= 1 << b;
            graph.neighbours[b] |= 1 << a;
        }
        words.push(names.join("-"));
    }
    if graph.names.is_empty() {
        return Err(ReadError::new(0..text.len(), "expected an arc such as a-b, or a node"));
    }
    graph.text = words.join(", ");
    Ok(graph)
}

/// A graph that has a name; `Some(None)` when it is too large or has no nodes.
fn family(text: &str) -> Option<Option<GroundGraph>> {
    let mut words = text.split([' ', ',']).filter(|word| !word.is_empty());
    let name = words.next()?;
    let numbers: Option<Vec<usize>> = words.map(|word| word.parse().ok()).collect();
    let numbers = numbers?;
    let small = |nodes: usize| (1..=MOST_NODES).contains(&nodes).then_some(nodes);
    let graph = |nodes: Option<usize>, is_arc: &dyn Fn(usize, usize, usize) -> bool| {
        let shown: Vec<String> = numbers.iter().map(ToString::to_string).collect();
        let text = [&[name.to_owned()], shown.as_slice()].concat().join(" ");
        nodes.map(|n| GroundGraph::numbered(text, n, |a, b| is_arc(n, a, b)))
    };
    let plus_one = |n: usize| n.checked_add(1).and_then(small);
    Some(match (name, numbers.as_slice()) {
        // An outer cycle, an inner one of steps of two, and spokes.
        ("petersen", []) => graph(Some(10), &|_, a, b| match (a < 5, b < 5) {
            (true, true) => b - a == 1 || b - a == 4,
            (true, false) => b - a == 5,
            _ => b - a == 2 || b - a == 3,
        }),
        ("path", [n]) => graph(small(*n), &|_, a, b| b - a == 1),
        ("cycle", [n]) => graph(small(*n).filter(|n| *n >= 3), &|n, a, b| b - a == 1 || b - a == n - 1),
        ("complete", [n]) => graph(small(*n), &|_, _, _| true),
        ("star", [n]) => graph(plus_one(*n), &|_, a, _| a == 0),
        ("wheel", [n]) => {
            graph(plus_one(*n).filter(|n| *n >= 4), &|n, a, b| a == 0 || b - a == 1 || b - a == n - 2)
        }
        ("cube", [n]) => {
            let nodes = u32::try_from(*n).ok().and_then(|n| 1usize.checked_shl(n)).and_then(small);
            graph(nodes, &|_, a, b| (a ^ b).is_power_of_two())
        }
        ("complete-bipartite", [m, n]) => {
            let nodes = m.checked_add(*n).and_then(small).filter(|_| *m > 0 && *n > 0);
            graph(nodes, &|_, a, b| a < *m && b >= *m)
        }
        _ => return None,
    })
}

impl fmt::Display for Ground {
    /// What stands between the brackets of a game, and the nodes that are left where not all are.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ground::Board(cells) if *cells == Cells::rectangle(cells.rows, cells.columns) => {
                write!(f, "({}x{})", cells.rows, cells.columns)
            }
            Ground::Board(Cells { rows, columns, free }) => {
                f.write_str("(")?;
                for row in 0..*rows {
                    f.write_str(if row > 0 { "/" } else { "" })?;
                    for column in 0..*columns {
                        let is_free = free >> (row * columns + column) & 1 == 1;
                        f.write_str(if is_free { "." } else { "#" })?;
                    }
                }
                f.write_str(")")
            }
            Ground::Graph(graph, nodes) => {
                write!(f, "({})", graph.text)?;
                if nodes.count_ones() as usize == graph.names.len() {
                    return Ok(());
                }
                let left = graph.names.iter().enumerate().filter(|(at, _)| nodes >> at & 1 == 1);
                let names: Vec<&str> = left.map(|(_, name)| name.as_str()).collect();
                write!(f, "[{}]", names.join(","))
            }
        }
    }
}
