//! Union, shift, unshift and restriction of functions, remembered.

use rustc_hash::FxHashMap;

use super::store::{Diagram, Function, Node};
use crate::integer::gcd;
use crate::limits::StopReason;

/// The longest common period of two functions that is written out.
const LONGEST_PERIOD: u32 = 1 << 24;

impl Diagram {
    /// The function that is true where f or g is.
    #[inline]
    pub(in crate::misere) fn union(&mut self, f: Function, g: Function) -> Result<Function, StopReason> {
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
                .filter(|period| *period < LONGEST_PERIOD)
                .ok_or(StopReason::Cap { what: "slices of a period", bound: LONGEST_PERIOD.into() })?;
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
    pub(in crate::misere) fn shift(&mut self, f: Function, generator: u32) -> Result<Function, StopReason> {
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

    /// The function x ↦ f(x − one copy of the generator), false where there is none to take away.
    pub(in crate::misere) fn unshift(&mut self, f: Function, generator: u32) -> Result<Function, StopReason> {
        if f == Function::FALSE {
            return Ok(f);
        }
        let key = u64::from(f.0) << 32 | u64::from(generator);
        if let Some(known) = self.unshifts.get(key) {
            return Ok(Function(known));
        }
        let node: Node = self.node(f);
        let base = self.scratch.len();
        let (level, loop_start) = if self.height(f) <= generator {
            self.scratch.extend([Function::FALSE.0, f.0]);
            (generator, 1)
        } else if node.level == generator {
            self.scratch.push(Function::FALSE.0);
            for i in 0..node.len {
                let slice = self.child(&node, i, f);
                self.scratch.push(slice.0);
            }
            (generator, node.loop_start + 1)
        } else {
            for i in 0..node.len {
                let slice = self.unshift(self.child(&node, i, f), generator)?;
                self.scratch.push(slice.0);
            }
            (node.level, node.loop_start)
        };
        let result = self.intern(level, base, loop_start as usize)?;
        self.unshifts.insert(key, result.0);
        Ok(result)
    }

    /// The function with the exponent of one generator fixed: it no longer depends on that generator. `known` remembers the
    /// results for this generator and exponent.
    pub(in crate::misere) fn restrict(
        &mut self,
        f: Function,
        generator: u32,
        exponent: u32,
        known: &mut FxHashMap<Function, Function>,
    ) -> Result<Function, StopReason> {
        if self.height(f) <= generator {
            return Ok(f);
        }
        if let Some(known) = known.get(&f) {
            return Ok(*known);
        }
        let node: Node = self.node(f);
        let result = if node.level == generator {
            self.child(&node, node.place(exponent), f)
        } else {
            let base = self.scratch.len();
            for i in 0..node.len {
                let slice = self.restrict(self.child(&node, i, f), generator, exponent, known)?;
                self.scratch.push(slice.0);
            }
            self.intern(node.level, base, node.loop_start as usize)?
        };
        known.insert(f, result);
        Ok(result)
    }

    /// The function of generators up to `level` whose slices in the last of them are `slices`, repeating from `loop_start`.
    ///
    /// # Panics
    /// When a slice depends on generator `level` or a later one, or `loop_start` is not the place of a slice.
    pub(in crate::misere) fn sequence(
        &mut self,
        level: u32,
        slices: &[Function],
        loop_start: usize,
    ) -> Result<Function, StopReason> {
        assert!(loop_start < slices.len() && slices.iter().all(|slice| self.height(*slice) <= level));
        let base = self.scratch.len();
        self.scratch.extend(slices.iter().map(|slice| slice.0));
        self.intern(level, base, loop_start)
    }

    /// The function that is true only where the given generators, in increasing order, have these exponents.
    pub(in crate::misere) fn point(
        &mut self,
        exponents: impl IntoIterator<Item = (u32, usize)>,
    ) -> Result<Function, StopReason> {
        exponents.into_iter().try_fold(Function::TRUE, |inner, (generator, exponent)| {
            let mut slices = vec![Function::FALSE; exponent + 2];
            slices[exponent] = inner;
            self.sequence(generator, &slices, exponent + 1)
        })
    }

    /// A position at which two functions differ, as (generator, exponent) with exponents above zero; `None` when they are
    /// equal. Exponents are those of the first slices that differ, from the last generator down.
    pub(in crate::misere) fn difference(&self, f: Function, g: Function) -> Option<Vec<(u32, u32)>> {
        let (mut f, mut g) = (f, g);
        let mut exponents = Vec::new();
        while f != g {
            let (a, b) = (self.node(f), self.node(g));
            let level = self.height(f).max(self.height(g)).checked_sub(1);
            let Some(level) = level else { return Some(exponents) };
            let slice = |node: &Node, of: Function, i: u32| match node.level == level {
                true => self.child(node, node.place(i), of),
                false => of,
            };
            // Two eventually periodic sequences that agree up to here agree for ever.
            let end = |node: &Node| if node.level == level { node.len } else { 1 };
            let last = end(&a) + end(&b);
            let i = (0..=last).find(|i| slice(&a, f, *i) != slice(&b, g, *i))?;
            if i > 0 {
                exponents.push((level, i));
            }
            (f, g) = (slice(&a, f, i), slice(&b, g, i));
        }
        None
    }
}
