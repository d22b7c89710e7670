//! Forgetting: most functions met on the way to one outcome function are not part of it.

use super::memo::Memo;
use super::outcome::OutcomeDiagram;
use super::store::Function;

/// A diagram with fewer nodes than this is not worth sweeping.
const SMALL: usize = 1 << 20;

impl OutcomeDiagram {
    /// Forgets every function that the outcome function of the present generators does not use, together with the results
    /// remembered about them. Later results are the same; the order of what stays is kept, so they are found again under
    /// the same comparisons.
    pub fn collect(&mut self) {
        let kept = self.diagram.kept(&[self.root]);
        let renumber = |f: u32| kept.renumber(f);
        let unions = self.diagram.unions.renewed(|key, value| {
            let (f, g) = (renumber((key >> 32) as u32)?, renumber(key as u32)?);
            Some((u64::from(f) << 32 | u64::from(g), renumber(value)?))
        });
        let shifts = self.diagram.shifts.renewed(|key, value| {
            let generator = key & 0xffff_ffff >> 1;
            Some((u64::from(renumber((key >> 31) as u32)?) << 31 | generator, renumber(value)?))
        });
        let outcomes = self.outcomes.renewed(|key, value| {
            Some((key >> 32 << 32 | u64::from(renumber(key as u32)?), renumber(value)?))
        });
        self.root = Function(renumber(self.root.0).expect("the root is kept"));
        self.outcomes = outcomes;
        self.refuted.clear();
        self.diagram.nodes = kept.nodes;
        self.diagram.children = kept.children;
        self.diagram.unions = unions;
        self.diagram.shifts = shifts;
        self.diagram.unshifts = Memo::default();
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
}
