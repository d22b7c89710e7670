//! Some functions of a diagram, with what is below them, in a diagram of their own.

use rustc_hash::FxHashMap;

use super::store::{Diagram, Function, Node};
use crate::limits::StopReason;

/// The nodes that stay, in their order, with new numbers.
pub(super) struct Kept {
    pub(super) nodes: Vec<Node>,
    pub(super) children: Vec<u32>,
    numbers: Vec<u32>,
}

impl Kept {
    /// The new number of a function, if its node stays.
    pub(super) fn renumber(&self, f: u32) -> Option<u32> {
        match self.numbers[(f >> 1) as usize] {
            u32::MAX => None,
            number => Some(number << 1 | f & 1),
        }
    }
}

/// A node as a certificate lists it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedNode {
    /// The generator whose exponent selects a slice.
    pub generator: u32,
    /// The first place of the loop.
    pub loop_start: u32,
    /// The slices: 2 i for the function of node i of the list (counted from 1; node 0 is the constant false), 2 i + 1 for its
    /// complement.
    pub slices: Vec<u32>,
}

impl Diagram {
    /// The nodes below the given functions, renumbered.
    pub(super) fn kept(&self, functions: &[Function]) -> Kept {
        let mut keep = vec![false; self.nodes.len()];
        keep[0] = true;
        let mut stack = functions.to_vec();
        while let Some(f) = stack.pop() {
            if std::mem::replace(&mut keep[f.node()], true) {
                continue;
            }
            let node = self.node(f);
            stack.extend((0..node.len).map(|i| self.child(&node, i, f)));
        }
        let mut kept =
            Kept { nodes: Vec::new(), children: Vec::new(), numbers: vec![u32::MAX; self.nodes.len()] };
        for (number, node) in self.nodes.iter().enumerate().filter(|(number, _)| keep[*number]) {
            kept.numbers[number] = kept.nodes.len() as u32;
            let start = kept.children.len() as u32;
            // Slices have lower levels; those kept have been numbered, as a node is made after its slices.
            for child in &self.children[node.start as usize..(node.start + node.len) as usize] {
                let child = kept.renumber(*child).expect("a slice of a node that stays, stays");
                kept.children.push(child);
            }
            kept.nodes.push(Node { start, ..*node });
        }
        kept
    }

    /// A diagram of the given functions and what is below them, and their numbers in it.
    pub(in crate::misere) fn part(&self, functions: &[Function]) -> (Diagram, Vec<Function>) {
        let kept = self.kept(functions);
        let renumbered =
            functions.iter().map(|f| Function(kept.renumber(f.0).expect("the function stays"))).collect();
        let mut part = Diagram::default();
        part.nodes = kept.nodes;
        part.children = kept.children;
        part.rebuild_table();
        (part, renumbered)
    }

    /// A function of another diagram, with its levels renumbered: level g becomes `places[g]`, which must keep their order; where there
    /// is none, the exponent is zero. `known` remembers the results.
    pub(in crate::misere) fn transplanted(
        &mut self,
        from: &Diagram,
        f: Function,
        places: &[Option<u32>],
        known: &mut FxHashMap<u32, Function>,
    ) -> Result<Function, StopReason> {
        if f.node() == 0 {
            return Ok(f);
        }
        if let Some(known) = known.get(&f.0) {
            return Ok(*known);
        }
        let node = from.node(f);
        let result = match places[node.level as usize] {
            None => self.transplanted(from, from.child(&node, 0, f), places, known)?,
            Some(level) => {
                let mut slices = Vec::with_capacity(node.len as usize);
                for i in 0..node.len {
                    slices.push(self.transplanted(from, from.child(&node, i, f), places, known)?);
                }
                self.sequence(level, &slices, node.loop_start as usize)?
            }
        };
        known.insert(f.0, result);
        Ok(result)
    }

    /// A function in numbers: equal for equal functions, whatever else the diagram holds.
    pub(in crate::misere) fn signature(&self, f: Function) -> Result<Vec<u32>, StopReason> {
        let places: Vec<Option<u32>> = (0..self.height(f)).map(Some).collect();
        let mut alone = Diagram::default();
        let f = alone.transplanted(self, f, &places, &mut FxHashMap::default())?;
        let listed = |node: ListedNode| {
            [node.generator, node.loop_start, node.slices.len() as u32].into_iter().chain(node.slices)
        };
        Ok(alone.list().into_iter().flat_map(listed).chain([f.number()]).collect())
    }

    /// All nodes but the constant, slices before the nodes that have them.
    pub fn list(&self) -> Vec<ListedNode> {
        let listed = |node: &Node| ListedNode {
            generator: node.level,
            loop_start: node.loop_start,
            slices: self.children[node.start as usize..(node.start + node.len) as usize].to_vec(),
        };
        self.nodes[1..].iter().map(listed).collect()
    }

    /// For each generator below `height` the longest part before a loop among the nodes below f.
    pub(in crate::misere) fn profile(&self, f: Function, height: usize) -> Vec<u32> {
        let mut profile = vec![0; height];
        let mut seen = rustc_hash::FxHashSet::default();
        let mut stack = vec![f];
        while let Some(f) = stack.pop() {
            if f.node() == 0 || !seen.insert(f.node()) {
                continue;
            }
            let node = self.node(f);
            let longest = &mut profile[node.level as usize];
            *longest = (*longest).max(node.loop_start);
            stack.extend((0..node.len).map(|i| self.child(&node, i, f)));
        }
        profile
    }
}
