//! Union and shift of functions, remembered.

use super::store::{Diagram, Function, Node};
use crate::integer::gcd;
use crate::limits::StopReason;

impl Diagram {
    /// The function that is true where f or g is.
    #[inline]
    pub(super) fn union(&mut self, f: Function, g: Function) -> Result<Function, StopReason> {
        if f == g || g == Function::FALSE {
            return Ok(f);
        }
        if f == Function::FALSE {
            return Ok(g);
        }
        if f == !g || f == Function::TRUE || g == Function::TRUE {
            return Ok(Function::TRUE);
        }
        if f < g { self.union_of_distinct(f, g) } else { self.union_of_distinct(g, f) }
    }

    /// The same for f < g, neither constant nor complements.
    fn union_of_distinct(&mut self, f: Function, g: Function) -> Result<Function, StopReason> {
        let key = u64::from(f.0) << 32 | u64::from(g.0);
        if let Some(known) = self.unions.get(key) {
            return Ok(Function(known));
        }
        let (a, b) = (self.node(f), self.node(g));
        let base = self.scratch.len();
        let (level, loop_start) = if a.level == b.level {
            let loop_start = a.loop_start.max(b.loop_start);
            let (p, q) = (a.len - a.loop_start, b.len - b.loop_start);
            let period = (p / gcd(u64::from(p), u64::from(q)) as u32)
                .checked_mul(q)
                .filter(|period| *period < 1 << 24)
                .ok_or(StopReason::Memory)?;
            let (mut at_a, mut at_b) = (0, 0);
            for _ in 0..loop_start + period {
                let slice = self.union(self.child(&a, at_a, f), self.child(&b, at_b, g))?;
                self.scratch.push(slice.0);
                (at_a, at_b) = (a.after(at_a), b.after(at_b));
            }
            (a.level, loop_start)
        } else {
            // The function of lower level is the same in every slice of the other.
            let (upper, node, lower) = if a.level > b.level { (f, a, g) } else { (g, b, f) };
            for i in 0..node.len {
                let slice = self.union(self.child(&node, i, upper), lower)?;
                self.scratch.push(slice.0);
            }
            (node.level, node.loop_start)
        };
        let result = self.intern(level, base, loop_start as usize)?;
        self.unions.insert(key, result.0);
        Ok(result)
    }

    /// The function x ↦ f(x + one copy of the generator).
    pub(super) fn shift(&mut self, f: Function, generator: u32) -> Result<Function, StopReason> {
        if self.height(f) <= generator {
            return Ok(f);
        }
        let complement = f.0 & 1;
        let f = Function(f.0 & !1);
        let key = u64::from(f.0) << 31 | u64::from(generator);
        if let Some(known) = self.shifts.get(key) {
            return Ok(Function(known ^ complement));
        }
        let node: Node = self.node(f);
        let base = self.scratch.len();
        let loop_start = if node.level == generator {
            // Drop the first slice; a pure loop turns.
            for i in 1..node.len + u32::from(node.loop_start == 0) {
                let slice = self.child(&node, node.place(i), f);
                self.scratch.push(slice.0);
            }
            node.loop_start.saturating_sub(1)
        } else {
            for i in 0..node.len {
                let slice = self.shift(self.child(&node, i, f), generator)?;
                self.scratch.push(slice.0);
            }
            node.loop_start
        };
        let result = self.intern(node.level, base, loop_start as usize)?;
        self.shifts.insert(key, result.0);
        Ok(Function(result.0 ^ complement))
    }
}
