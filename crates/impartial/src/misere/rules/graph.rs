//! A finite graph of moves, as text: every node with the nodes (or sums of nodes) it can move to.
//!
//! ```text
//! # *2, and a game that splits in two
//! zero:
//! one: zero
//! two: zero, one
//! split: one+one, two
//! ```

use std::fmt::Write as _;
use std::str::FromStr;

use rustc_hash::FxHashMap;

use super::{Rules, Sum};

/// A finite graph of moves: named nodes, and for each its options, sums of nodes.
///
/// ```
/// use impartial::misere::Graph;
/// let graph: Graph = "zero:\none: zero\ntwo: zero, one".parse().unwrap();
/// let (rules, nodes) = graph.rules().unwrap();
/// assert_eq!(nodes, [vec![], vec![0], vec![1]]);
/// assert_eq!(rules.len(), 2);
/// assert!("a: b\nb: a".parse::<Graph>().unwrap().rules().unwrap_err().to_string().contains("a -> b -> a"));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Graph {
    /// The names of the nodes, in the order of their definitions.
    names: Vec<String>,
    /// For each node its options, each a list of nodes.
    options: Vec<Vec<Vec<u32>>>,
}

/// What is wrong with a graph of moves.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GraphError {
    /// A line is not `node: option, option`.
    #[error("line {line}: expected `node: option, option`, with + between the nodes of a sum")]
    Line {
        /// The line, from 1.
        line: usize,
    },
    /// A node has two lines.
    #[error("line {line}: the moves of `{name}` were given before")]
    Twice {
        /// The line, from 1.
        line: usize,
        /// The node.
        name: String,
    },
    /// A node is moved to and has no line.
    #[error("line {line}: `{name}` has no line of its own; write `{name}:` if it has no moves")]
    Undefined {
        /// The line, from 1, that moves to it.
        line: usize,
        /// The node.
        name: String,
    },
    /// Play need not end.
    #[error("play need not end: {}", cycle_text(.0))]
    Cycle(Vec<String>),
}

fn cycle_text(nodes: &[String]) -> String {
    const SHOWN: usize = 8;
    let mut text = String::new();
    for (at, node) in nodes.iter().enumerate() {
        if at == SHOWN && nodes.len() > SHOWN + 2 {
            let _ = write!(text, "… ({} moves) … -> ", nodes.len() - SHOWN - 1);
        } else if at < SHOWN || at + 1 == nodes.len() {
            let _ = write!(text, "{node} -> ");
        }
    }
    text + nodes.first().map_or("", String::as_str)
}

impl Graph {
    /// The graph whose node n (named by its number) moves to the nodes `options[n]`.
    pub fn from_adjacency(options: Vec<Vec<u32>>) -> Self {
        Graph {
            names: (0..options.len()).map(|n| n.to_string()).collect(),
            options: options
                .into_iter()
                .map(|row| row.into_iter().map(|node| vec![node]).collect())
                .collect(),
        }
    }

    /// The names of the nodes.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The options of each node, as lists of nodes.
    pub fn options(&self) -> &[Vec<Vec<u32>>] {
        &self.options
    }

    /// The rules, and the position that each node is; an error that shows a cycle when there is one.
    ///
    /// Generators come in the order of the nodes as far as the moves allow. Cost: linear in the size of the graph.
    pub fn rules(&self) -> Result<(Rules, Vec<Sum>), GraphError> {
        let mut rules = Rules::new();
        let mut positions: Vec<Option<Sum>> = vec![None; self.names.len()];
        // Depth first without recursion: the path holds (node, how many of its successors are done).
        let successors: Vec<Vec<u32>> = self.options.iter().map(|options| options.concat()).collect();
        let mut on_path = vec![false; self.names.len()];
        for start in 0..self.names.len() {
            let mut path: Vec<(usize, usize)> = Vec::new();
            if positions[start].is_none() {
                path.push((start, 0));
                on_path[start] = true;
            }
            while let Some((node, done)) = path.last_mut() {
                if let Some(next) = successors[*node].get(*done) {
                    *done += 1;
                    let next = *next as usize;
                    if on_path[next] {
                        let from = path.iter().position(|(node, _)| *node == next).unwrap_or(0);
                        return Err(GraphError::Cycle(
                            path[from..].iter().map(|(n, _)| self.names[*n].clone()).collect(),
                        ));
                    }
                    if positions[next].is_none() {
                        on_path[next] = true;
                        path.push((next, 0));
                    }
                    continue;
                }
                let node = *node;
                let options: Vec<Sum> = self.options[node]
                    .iter()
                    .map(|option| {
                        option
                            .iter()
                            .filter_map(|n| positions[*n as usize].as_ref())
                            .flatten()
                            .copied()
                            .collect()
                    })
                    .collect();
                positions[node] = Some(rules.add(options));
                on_path[node] = false;
                path.pop();
            }
        }
        Ok((rules, positions.into_iter().flatten().collect()))
    }
}

impl FromStr for Graph {
    type Err = GraphError;

    fn from_str(text: &str) -> Result<Self, GraphError> {
        let mut graph = Graph::default();
        let mut numbers: FxHashMap<&str, u32> = FxHashMap::default();
        let mut lines: Vec<(usize, &str)> = Vec::new();
        for (at, line) in text.lines().enumerate() {
            let line = line.split('#').next().unwrap_or("").trim();
            if line.is_empty() {
                continue;
            }
            let (name, moves) = line.split_once(':').ok_or(GraphError::Line { line: at + 1 })?;
            let name = name.trim();
            if name.is_empty() || name.contains([',', '+']) || name.contains(char::is_whitespace) {
                return Err(GraphError::Line { line: at + 1 });
            }
            if numbers.insert(name, graph.names.len() as u32).is_some() {
                return Err(GraphError::Twice { line: at + 1, name: name.to_owned() });
            }
            graph.names.push(name.to_owned());
            lines.push((at + 1, moves.trim()));
        }
        for (line, moves) in lines {
            let mut options = Vec::new();
            if !moves.is_empty() {
                for option in moves.split(',') {
                    let mut sum = Vec::new();
                    for name in option.split('+').map(str::trim) {
                        if name.is_empty() || name.contains(char::is_whitespace) {
                            return Err(GraphError::Line { line });
                        }
                        let undefined = || GraphError::Undefined { line, name: name.to_owned() };
                        sum.push(*numbers.get(name).ok_or_else(undefined)?);
                    }
                    options.push(sum);
                }
            }
            graph.options.push(options);
        }
        Ok(graph)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mistakes_are_named_with_their_line() {
        let error = |text: &str| text.parse::<Graph>().unwrap_err().to_string();
        assert_eq!(
            error("a:\n\nb a"),
            "line 3: expected `node: option, option`, with + between the nodes of a sum"
        );
        assert_eq!(error("a:\na:"), "line 2: the moves of `a` were given before");
        assert_eq!(
            error("a: b # comment"),
            "line 1: `b` has no line of its own; write `b:` if it has no moves"
        );
        assert_eq!(error("a:\nb: a+, a"), error("\nb: a a\na:"));
        assert_eq!("".parse::<Graph>().unwrap(), Graph::default());
    }

    #[test]
    fn cycles_are_shown() {
        let error = |text: &str| text.parse::<Graph>().unwrap().rules().unwrap_err().to_string();
        assert_eq!(error("x: a\na: b\nb: c\nc: a"), "play need not end: a -> b -> c -> a");
        assert_eq!(error("a: a"), "play need not end: a -> a");
        let long: Vec<Vec<u32>> = (0..100_000u32).map(|n| vec![(n + 1) % 100_000]).collect();
        let text = Graph::from_adjacency(long).rules().unwrap_err().to_string();
        assert!(text.len() < 200 && text.contains("(99991 moves)"), "{text}");
    }

    #[test]
    fn a_long_path_needs_no_stack() {
        let path: Vec<Vec<u32>> =
            (0..100_000u32).map(|n| if n == 99_999 { vec![] } else { vec![n + 1] }).collect();
        let (rules, nodes) = Graph::from_adjacency(path).rules().unwrap();
        assert_eq!((rules.len(), nodes.len()), (99_999, 100_000));
        assert!(nodes[99_999].is_empty());
    }
}
