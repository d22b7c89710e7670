//! A diagram put aside: all functions, and what is remembered of them.

use super::memo::Memo;
use super::outcome::OutcomeDiagram;
use super::store::{Diagram, Function, Node};
use crate::misere::lists::Lists;
use crate::misere::rules::Sum;

/// What is short of a diagram; its functions and what is remembered of them are long lists, kept beside it. Without the second
/// the next generator would take as long as those before it.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct SavedDiagram {
    /// The outcome function.
    root: u32,
    /// See [`OutcomeDiagram::unfinished_order`].
    unfinished: Option<usize>,
    /// See [`OutcomeDiagram::push`]: how far a push that was stopped had come.
    begun: Option<(usize, u64)>,
}

impl Diagram {
    /// Puts the functions into two lists: for each node but the constant its generator, the first place of its loop and the
    /// number of its slices; and the slices of all nodes, one after the other.
    pub(in crate::misere) fn save_nodes(&self, lists: &mut Lists) {
        let node = |node: &Node| [node.level, node.loop_start, node.len];
        lists.put(self.nodes[1..].iter().flat_map(node).collect());
        lists.put(self.children.clone());
    }

    /// The functions of so many generators that were put into lists; `None` when the numbers make no sense.
    pub(in crate::misere) fn restore_nodes(lists: &mut Lists, generators: usize) -> Option<Self> {
        let mut diagram = Diagram::default();
        let nodes = lists.take()?;
        diagram.children = lists.take()?;
        diagram.nodes.reserve(nodes.len() / 3);
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
            if level as usize >= generators || loop_start >= len || !slices.iter().all(is_slice) {
                return None;
            }
            diagram.nodes.push(Node { level, start, len, loop_start });
            start += len;
        }
        if start as usize != diagram.children.len() {
            return None;
        }
        diagram.rebuild_table();
        Some(diagram)
    }

    /// The function of a number, if it is stored.
    pub(in crate::misere) fn function(&self, number: u32) -> Option<Function> {
        ((number >> 1) < self.nodes.len() as u32).then_some(Function(number))
    }
}

impl OutcomeDiagram {
    /// The diagram as lists of numbers. Cost: all nodes, and what is remembered.
    pub(in crate::misere) fn save(&self, lists: &mut Lists) -> SavedDiagram {
        self.diagram.save_nodes(lists);
        for memo in [&self.outcomes, &self.diagram.unions, &self.diagram.shifts] {
            lists.put(memo.to_numbers());
        }
        SavedDiagram { root: self.root.0, unfinished: self.unfinished, begun: self.begun }
    }

    /// The diagram that was saved, of generators with the given options; `None` when the numbers make no sense.
    pub(in crate::misere) fn restore(
        saved: &SavedDiagram,
        lists: &mut Lists,
        options: Vec<Vec<Sum>>,
    ) -> Option<Self> {
        let mut diagram = Diagram::restore_nodes(lists, options.len())?;
        let root = diagram.function(saved.root)?;
        let functions = u32::try_from(2 * diagram.nodes.len()).ok()?;
        let generators = options.len() as u32;
        let is_function = |f: u32| f < functions;
        let [outcomes, unions, shifts] = [lists.take()?, lists.take()?, lists.take()?];
        let mut restored = OutcomeDiagram::new();
        restored.outcomes = Memo::from_numbers(&outcomes, |[m, b], value| {
            m <= generators && is_function(b) && is_function(value)
        })?;
        diagram.unions = Memo::from_numbers(&unions, |[f, g], value| {
            is_function(f) && is_function(g) && is_function(value)
        })?;
        diagram.shifts = Memo::from_numbers(&shifts, |[high, low], value| {
            let key = u64::from(high) << 32 | u64::from(low);
            key >> 31 < u64::from(functions) && low & 0x7fff_ffff < generators && is_function(value)
        })?;
        restored.diagram = diagram;
        restored.root = root;
        restored.options = options;
        restored.unfinished = saved.unfinished;
        restored.begun = saved.begun;
        Some(restored)
    }
}
