//! Forgetting: most functions met on the way to one outcome function are not part of it.

use super::memo::Memo;
use super::outcome::OutcomeDiagram;
use super::store::{Function, Node};

/// A diagram with fewer nodes than this is not worth sweeping.
const SMALL: usize = 1 << 20;

impl OutcomeDiagram {
    /// Forgets every function that the outcome function of the present generators does not use, together with the results
    /// remembered about them. Later results are the same; the order of what stays is kept, so they are found again under
    /// the same comparisons.
    pub fn collect(&mut self) {
        let keep = self.reachable_nodes();
        let mut numbers: Vec<u32> = vec![u32::MAX; self.diagram.len()];
        let mut nodes: Vec<Node> = Vec::new();
        let mut children: Vec<u32> = Vec::new();
        for (number, node) in self.diagram.nodes.iter().enumerate() {
            if !keep[number] {
                continue;
            }
            numbers[number] = nodes.len() as u32;
            let start = children.len() as u32;
            // Slices have lower levels; those kept have been numbered, as a node is made after its slices.
            children.extend(
                self.diagram.children[node.start as usize..(node.start + node.len) as usize]
                    .iter()
                    .map(|child| numbers[(child >> 1) as usize] << 1 | child & 1),
            );
            nodes.push(Node { start, ..*node });
        }
        let renumber = |f: u32| match numbers[(f >> 1) as usize] {
            u32::MAX => None,
            number => Some(number << 1 | f & 1),
        };
        let mut unions = Memo::default();
        for (key, value) in self.diagram.unions.entries() {
            if let (Some(f), Some(g), Some(value)) =
                (renumber((key >> 32) as u32), renumber(key as u32), renumber(value))
            {
                unions.insert(u64::from(f) << 32 | u64::from(g), value);
            }
        }
        let mut shifts = Memo::default();
        for (key, value) in self.diagram.shifts.entries() {
            let generator = key & 0xffff_ffff >> 1;
            if let (Some(f), Some(value)) = (renumber((key >> 31) as u32), renumber(value)) {
                shifts.insert(u64::from(f) << 31 | generator, value);
            }
        }
        let mut outcomes = Memo::default();
        for (key, value) in self.outcomes.entries() {
            if let (Some(b), Some(value)) = (renumber(key as u32), renumber(value)) {
                outcomes.insert(key >> 32 << 32 | u64::from(b), value);
            }
        }
        self.root = Function(renumber(self.root.0).expect("the root is kept"));
        self.outcomes = outcomes;
        self.diagram.nodes = nodes;
        self.diagram.children = children;
        self.diagram.unions = unions;
        self.diagram.shifts = shifts;
        self.diagram.rebuild_table();
    }

    /// [`collect`](Self::collect) when the diagram is large and has at least doubled since `before` nodes; returns the
    /// number of nodes to compare with next time.
    pub fn collect_if_grown(&mut self, before: usize) -> usize {
        if self.nodes() < SMALL.max(2 * before) {
            return before;
        }
        self.collect();
        self.nodes()
    }

    fn reachable_nodes(&self) -> Vec<bool> {
        let mut keep = vec![false; self.diagram.len()];
        keep[0] = true;
        let mut stack = vec![self.root];
        while let Some(f) = stack.pop() {
            if std::mem::replace(&mut keep[f.node()], true) {
                continue;
            }
            let node = self.diagram.node(f);
            stack.extend((0..node.len).map(|i| self.diagram.child(&node, i, f)));
        }
        keep
    }
}
