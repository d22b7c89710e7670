//! A diagram put aside: all functions, and what is remembered of them.

use super::memo::Memo;
use super::outcome::OutcomeDiagram;
use super::store::{Diagram, Function, Node};
use crate::misere::packed::Packed;
use crate::misere::rules::Sum;

/// The functions of a diagram as lists of numbers. What is remembered is kept too: without it the next generator would take as
/// long as those before it.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct SavedDiagram {
    /// For each node but the constant: its generator, the first place of its loop, and the number of its slices.
    nodes: Packed,
    /// The slices of all nodes, one after the other.
    slices: Packed,
    /// The outcome function.
    root: u32,
    /// See [`OutcomeDiagram::unfinished_order`].
    unfinished: Option<usize>,
    /// Outcomes, unions and shifts: what is added to the key before, and the result.
    remembered: [Packed; 3],
}

impl OutcomeDiagram {
    /// The diagram as lists of numbers. Cost: all nodes, and what is remembered.
    pub fn save(&self) -> SavedDiagram {
        let Diagram { nodes, children, unions, shifts, .. } = &self.diagram;
        let node = |node: &Node| [node.level, node.loop_start, node.len];
        SavedDiagram {
            nodes: Packed::new(nodes[1..].iter().flat_map(node).map(u64::from)),
            slices: Packed::new(children.iter().copied().map(u64::from)),
            root: self.root.0,
            unfinished: self.unfinished,
            remembered: [&self.outcomes, unions, shifts].map(pack),
        }
    }

    /// The diagram that was saved, of generators with the given options; `None` when the numbers make no sense.
    pub fn restore(saved: &SavedDiagram, options: Vec<Vec<Sum>>) -> Option<Self> {
        let mut diagram = Diagram::default();
        diagram.children = saved.slices.small_numbers()?;
        let nodes = saved.nodes.small_numbers()?;
        let mut start = 0u32;
        for node in nodes.chunks(3) {
            let &[level, loop_start, len] = node else { return None };
            let slices = diagram.children.get(start as usize..start.checked_add(len)? as usize)?;
            // A node comes after its slices, which are functions of lower levels.
            let own = diagram.nodes.len();
            let is_slice = |f: &u32| {
                let node = (f >> 1) as usize;
                node < own && (node == 0 || diagram.nodes[node].level < level)
            };
            if level as usize >= options.len() || loop_start >= len || !slices.iter().all(is_slice) {
                return None;
            }
            diagram.nodes.push(Node { level, start, len, loop_start });
            start += len;
        }
        let functions = 2 * diagram.nodes.len() as u64;
        if start as usize != diagram.children.len() || u64::from(saved.root) >= functions {
            return None;
        }
        diagram.rebuild_table();
        let [outcomes, unions, shifts] = &saved.remembered;
        let generators = options.len() as u64;
        let is_function = |f: u64| f < functions;
        let mut restored = OutcomeDiagram::new();
        restored.outcomes =
            unpack(outcomes, functions, |key| key >> 32 <= generators && is_function(key & 0xffff_ffff))?;
        diagram.unions =
            unpack(unions, functions, |key| is_function(key >> 32) && is_function(key & 0xffff_ffff))?;
        diagram.shifts =
            unpack(shifts, functions, |key| is_function(key >> 31) && key & 0x7fff_ffff < generators)?;
        restored.diagram = diagram;
        restored.root = Function(saved.root);
        restored.options = options;
        restored.unfinished = saved.unfinished;
        Some(restored)
    }
}

/// What a table holds, in the order of the keys, so that it does not depend on how the table came about.
fn pack(memo: &Memo) -> Packed {
    let mut entries: Vec<(u64, u32)> = memo.entries().collect();
    entries.sort_unstable();
    let mut before = 0;
    Packed::new(entries.into_iter().flat_map(|(key, value)| {
        let step = key - before;
        before = key;
        [step, u64::from(value)]
    }))
}

fn unpack(packed: &Packed, functions: u64, is_key: impl Fn(u64) -> bool) -> Option<Memo> {
    let numbers = packed.numbers()?;
    let mut memo = Memo::with_capacity(numbers.len() / 2);
    let mut key = 0u64;
    for entry in numbers.chunks(2) {
        let &[step, value] = entry else { return None };
        key = key.checked_add(step)?;
        if step == 0 || value >= functions || !is_key(key) {
            return None;
        }
        memo.insert(key, value as u32);
    }
    Some(memo)
}
