//! Games in which nodes are taken from a board or a graph.
//!
//! | JSON | position |
//! |---|---|
//! | `{"game": "cram", "rows": r, "columns": c, "free": […]}` | a board: cell k is in row k / c, column k mod c; its neighbours are the cells beside, above and below |
//! | `{"game": "grim", "nodes": […], "arcs": [[a, b], …]}` | nodes that are left, and the arcs of the graph |
//!
//! The games: `cram` and `arc-kayles` take two nodes that are joined, `node-kayles` a node and all its neighbours, `grim` a node that has a
//! neighbour. Play ends, because each move takes a node.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

use crate::Refusal;

/// The most nodes.
const MOST_NODES: usize = 4096;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Rule {
    Pair,
    Neighbourhood,
    Node,
}

/// What is left of a board or graph.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Taken {
    /// The game and the ground as text.
    text: String,
    rule: Rule,
    /// The nodes that are left, each with its neighbours that are left.
    left: BTreeMap<u64, BTreeSet<u64>>,
}

fn malformed(what: &str) -> Refusal {
    Refusal::Malformed(what.to_owned())
}

impl Taken {
    /// Reads a position whose game is named.
    pub fn read(object: &Map<String, Value>) -> Result<Taken, Refusal> {
        let name = object.get("game").and_then(Value::as_str).unwrap_or_default();
        let rule = match name {
            "cram" | "arc-kayles" => Rule::Pair,
            "node-kayles" => Rule::Neighbourhood,
            "grim" => Rule::Node,
            _ => return Err(malformed("the game is none of cram, arc-kayles, node-kayles, grim")),
        };
        let numbers = |field: &str| -> Result<BTreeSet<u64>, Refusal> {
            let list = object.get(field).cloned().unwrap_or(Value::Null);
            let list: Vec<u64> =
                serde_json::from_value(list).map_err(|_| malformed("a list of nodes is missing"))?;
            if list.len() > MOST_NODES {
                return Err(malformed("more than 4096 nodes"));
            }
            Ok(list.into_iter().collect())
        };
        let mut left: BTreeMap<u64, BTreeSet<u64>> = BTreeMap::new();
        let text = if object.contains_key("rows") {
            let side = |field: &str| {
                let side = object
                    .get(field)
                    .and_then(Value::as_u64)
                    .filter(|side| (1..=MOST_NODES as u64).contains(side));
                side.ok_or_else(|| malformed("a board has rows and columns, at most 4096 of each"))
            };
            let (rows, columns) = (side("rows")?, side("columns")?);
            let free = numbers("free")?;
            if free.last().is_some_and(|last| *last >= rows * columns) {
                return Err(malformed("a cell is not on the board"));
            }
            for cell in &free {
                let beside = [
                    (cell % columns + 1 < columns).then_some(cell + 1),
                    (cell % columns > 0).then(|| cell - 1),
                ];
                let above = [cell.checked_add(columns), cell.checked_sub(columns)];
                let around = beside.into_iter().chain(above).flatten().filter(|cell| free.contains(cell));
                left.insert(*cell, around.collect());
            }
            format!("{name} on {rows}x{columns}")
        } else {
            let nodes = numbers("nodes")?;
            let arcs = object.get("arcs").cloned().unwrap_or(Value::Null);
            let arcs: Vec<(u64, u64)> =
                serde_json::from_value(arcs).map_err(|_| malformed("a list of arcs is missing"))?;
            let shown: Vec<String> = arcs.iter().map(|(a, b)| format!("{a}-{b}")).collect();
            left.extend(nodes.iter().map(|node| (*node, BTreeSet::new())));
            for (a, b) in arcs {
                if a == b {
                    return Err(malformed("an arc joins a node to itself"));
                }
                if nodes.contains(&a) && nodes.contains(&b) {
                    left.entry(a).or_default().insert(b);
                    left.entry(b).or_default().insert(a);
                }
            }
            format!("{name} on {}", shown.join(","))
        };
        Ok(Taken { text, rule, left })
    }

    /// Whether there is no move.
    pub fn is_over(&self) -> bool {
        match self.rule {
            Rule::Neighbourhood => self.left.is_empty(),
            Rule::Pair | Rule::Node => self.left.values().all(BTreeSet::is_empty),
        }
    }

    /// The options.
    pub fn options(&self) -> Vec<Taken> {
        let mut options = Vec::new();
        for (node, around) in &self.left {
            match self.rule {
                Rule::Pair => {
                    let later = around.iter().filter(|other| *other > node);
                    options.extend(later.map(|other| self.without(&BTreeSet::from([*node, *other]))));
                }
                Rule::Neighbourhood => {
                    let mut taken = around.clone();
                    taken.insert(*node);
                    options.push(self.without(&taken));
                }
                Rule::Node if around.is_empty() => {}
                Rule::Node => options.push(self.without(&BTreeSet::from([*node]))),
            }
        }
        options
    }

    fn without(&self, taken: &BTreeSet<u64>) -> Taken {
        let kept = self.left.iter().filter(|(node, _)| !taken.contains(node));
        let left = kept.map(|(node, around)| (*node, around.difference(taken).copied().collect())).collect();
        Taken { text: self.text.clone(), rule: self.rule, left }
    }

    /// The position as text.
    pub fn show(&self) -> String {
        let nodes: Vec<String> = self.left.keys().map(u64::to_string).collect();
        format!("{}, left {{{}}}", self.text, nodes.join(","))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn read(value: &Value) -> Result<Taken, Refusal> {
        Taken::read(value.as_object().unwrap())
    }

    #[test]
    fn moves_take_what_the_game_says() {
        let board = |game: &str| {
            read(&json!({"game": game, "rows": 2, "columns": 3, "free": [0, 1, 2, 3, 4, 5]})).unwrap()
        };
        assert_eq!(board("cram").options().len(), 7);
        assert_eq!(board("arc-kayles").options().len(), 7);
        let left: Vec<usize> =
            board("node-kayles").options().iter().map(|option| option.left.len()).collect();
        assert_eq!(left, [3, 2, 3, 3, 2, 3]);
        assert_eq!(board("grim").options().len(), 6);
        let path = |game: &str| {
            read(&json!({"game": game, "nodes": [0, 1, 3], "arcs": [[0, 1], [1, 2], [2, 3]]})).unwrap()
        };
        assert_eq!(["cram", "node-kayles", "grim"].map(|game| path(game).options().len()), [1, 3, 2]);
        assert!(path("cram").options()[0].is_over() && !path("node-kayles").options()[0].is_over());
    }

    #[test]
    fn what_is_no_position_is_refused() {
        for bad in [
            json!({"game": "chess", "nodes": [], "arcs": []}),
            json!({"game": "cram", "nodes": [0]}),
            json!({"game": "cram", "rows": 2, "columns": 2, "free": [4]}),
            json!({"game": "cram", "rows": 0, "columns": 2, "free": []}),
            json!({"game": "cram", "rows": 2, "columns": 2}),
            json!({"game": "grim", "nodes": [0, 1], "arcs": [[1, 1]]}),
        ] {
            assert!(read(&bad).is_err(), "{bad}");
        }
    }
}
