//! Nodes: every function stored once, in a normal form.

use num_bigint::BigUint;

use super::memo::Memo;
use crate::limits::{Limits, StopReason};

/// A truth-valued function of exponents, stored in a [`Diagram`]: equal functions are equal numbers.
///
/// The lowest bit says whether the function is the complement of the stored one; stored functions are false at zero,
/// so it is also the function's value at the zero position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Function(pub(super) u32);

impl Function {
    /// False everywhere.
    pub const FALSE: Function = Function(0);
    /// True everywhere.
    pub const TRUE: Function = Function(1);

    /// Twice the number of the stored function, plus one for its complement: how a certificate names it.
    pub fn number(self) -> u32 {
        self.0
    }

    /// The function's value at the zero position.
    pub fn at_zero(self) -> bool {
        self.0 & 1 == 1
    }

    pub(super) fn node(self) -> usize {
        (self.0 >> 1) as usize
    }
}

impl std::ops::Not for Function {
    type Output = Function;

    fn not(self) -> Function {
        Function(self.0 ^ 1)
    }
}

/// A function of the exponents of generators 0 to `level`: the sequence of its slices in the last of them, which begins as
/// `children[start..start + len]` and goes on by repeating the part from `loop_start`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) level: u32,
    pub(super) start: u32,
    pub(super) len: u32,
    pub(super) loop_start: u32,
}

impl Node {
    /// The place in the stored slices of the slice at exponent `i`.
    #[inline]
    pub(super) fn place(&self, i: u32) -> u32 {
        if i < self.len { i } else { self.loop_start + (i - self.loop_start) % (self.len - self.loop_start) }
    }

    /// The place of the slice after the one at a place.
    #[inline]
    pub(super) fn after(&self, place: u32) -> u32 {
        if place + 1 < self.len { place + 1 } else { self.loop_start }
    }
}

impl Node {
    /// The same for an exponent of any size.
    fn place_big(&self, i: &BigUint) -> u32 {
        match u32::try_from(i) {
            Ok(i) => self.place(i),
            Err(_) => {
                let beyond = (i - self.loop_start) % (self.len - self.loop_start);
                self.loop_start + u32::try_from(beyond).expect("a residue is below the period")
            }
        }
    }
}

/// What a bound on the work of a diagram counts.
pub(crate) const FUNCTIONS: &str = "functions made";

/// The level of the two constants.
pub(super) const CONSTANT: u32 = u32::MAX;

/// A store of functions in normal form.
///
/// Invariants:
/// 1. the slices of a node are functions of lower levels, the first of them false at zero;
/// 2. the period of its sequence is the least possible, and so is the part before it; the sequence is not constant;
/// 3. no two nodes are equal.
///
/// By induction on the level every function that has such a form has exactly one: equality of functions is
/// equality of numbers.
#[derive(Clone, Debug)]
pub struct Diagram {
    pub(super) nodes: Vec<Node>,
    pub(super) children: Vec<u32>,
    /// Open addressing, node numbers; 0 (the constant) marks a free place.
    table: Vec<u32>,
    pub(super) unions: Memo,
    pub(super) shifts: Memo,
    pub(super) unshifts: Memo,
    /// A stack of slices under construction.
    pub(super) scratch: Vec<u32>,
    work: u64,
    /// The number of functions made after which everything stops.
    pub(super) most_work: u64,
    pub(super) limits: Limits,
}

impl Default for Diagram {
    fn default() -> Self {
        Diagram {
            nodes: vec![Node { level: CONSTANT, start: 0, len: 0, loop_start: 0 }],
            children: Vec::new(),
            table: vec![0; 1 << 10],
            unions: Memo::default(),
            shifts: Memo::default(),
            unshifts: Memo::default(),
            scratch: Vec::new(),
            work: 0,
            most_work: u64::MAX,
            limits: Limits::none(),
        }
    }
}

impl Diagram {
    /// The number of functions stored, complements counted once.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether only the constants are stored.
    pub fn is_empty(&self) -> bool {
        self.nodes.len() == 1
    }

    /// From now on these limits are looked at while functions are made.
    pub(in crate::misere) fn set_limits(&mut self, limits: &Limits) {
        self.limits = limits.clone();
    }

    /// How many functions have been made so far, counted each time.
    pub(in crate::misere) fn work(&self) -> u64 {
        self.work
    }

    #[inline]
    pub(super) fn node(&self, f: Function) -> Node {
        self.nodes[f.node()]
    }

    /// One more than the last generator that the function depends on; 0 for a constant.
    #[inline]
    pub(super) fn height(&self, f: Function) -> u32 {
        self.node(f).level.wrapping_add(1)
    }

    /// The slice of a function of the given node at a place below its length.
    #[inline]
    pub(super) fn child(&self, node: &Node, place: u32, f: Function) -> Function {
        Function(self.children[(node.start + place) as usize] ^ (f.0 & 1))
    }

    /// The function of generators 0 to `level` whose slices are on the scratch stack from `base` on, repeating from
    /// `loop_start`; takes them off the stack.
    pub(super) fn intern(
        &mut self,
        level: u32,
        base: usize,
        loop_start: usize,
    ) -> Result<Function, StopReason> {
        self.work += 1;
        if self.work & 0x3ff == 0 {
            self.limits.poll()?;
            if self.work > self.most_work {
                return Err(StopReason::Cap { what: FUNCTIONS, bound: self.most_work });
            }
        }
        let (len, loop_start) = normalise(&mut self.scratch[base..], loop_start);
        self.scratch.truncate(base + len);
        let complement = self.scratch[base] & 1;
        if len == 1 {
            return Ok(Function(self.scratch.pop().unwrap_or(0)));
        }
        if complement == 1 {
            for child in &mut self.scratch[base..] {
                *child ^= 1;
            }
        }
        let mask = self.table.len() - 1;
        let mut at = self.hash(level, loop_start, &self.scratch[base..]) & mask;
        loop {
            let found = self.table[at] as usize;
            if found == 0 {
                break;
            }
            let node = &self.nodes[found];
            if node.level == level
                && node.loop_start as usize == loop_start
                && self.children[node.start as usize..(node.start + node.len) as usize]
                    == self.scratch[base..]
            {
                self.scratch.truncate(base);
                return Ok(Function((found as u32) << 1 | complement));
            }
            at = (at + 1) & mask;
        }
        let number = self.nodes.len();
        let start = self.children.len();
        if number >= 1 << 31 || start + len >= u32::MAX as usize {
            return Err(StopReason::Cap { what: "nodes of a diagram", bound: 1 << 31 });
        }
        self.table[at] = number as u32;
        let node = Node { level, start: start as u32, len: len as u32, loop_start: loop_start as u32 };
        self.nodes.push(node);
        self.children.extend_from_slice(&self.scratch[base..]);
        self.scratch.truncate(base);
        if self.nodes.len() * 2 > self.table.len() {
            self.rebuild_table();
        }
        Ok(Function((number as u32) << 1 | complement))
    }

    fn hash(&self, level: u32, loop_start: usize, children: &[u32]) -> usize {
        let mut hash = u64::from(level) << 32 | loop_start as u64;
        for child in children {
            hash = (hash.rotate_left(23) ^ u64::from(*child)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        }
        (hash ^ hash >> 32) as usize
    }

    /// Makes the table of nodes afresh, large enough for twice as many.
    pub(super) fn rebuild_table(&mut self) {
        let size = (self.nodes.len() * 4).next_power_of_two().max(1 << 10);
        self.table = vec![0; size];
        for number in 1..self.nodes.len() {
            let node = self.nodes[number];
            let children = &self.children[node.start as usize..(node.start + node.len) as usize];
            let mut at = self.hash(node.level, node.loop_start as usize, children) & (size - 1);
            while self.table[at] != 0 {
                at = (at + 1) & (size - 1);
            }
            self.table[at] = number as u32;
        }
    }

    /// The value of a function at a position given by exponents (missing ones are zero).
    pub fn value(&self, mut f: Function, exponents: &[u32]) -> bool {
        while f.node() != 0 {
            let node = self.node(f);
            let exponent = exponents.get(node.level as usize).copied().unwrap_or(0);
            f = self.child(&node, node.place(exponent), f);
        }
        f.at_zero()
    }

    /// The same for exponents of any size.
    pub fn value_big(&self, mut f: Function, exponents: &[BigUint]) -> bool {
        while f.node() != 0 {
            let node = self.node(f);
            let place = exponents.get(node.level as usize).map_or(0, |exponent| node.place_big(exponent));
            f = self.child(&node, place, f);
        }
        f.at_zero()
    }

    /// Verifies the numbered invariants, for tests.
    pub fn check_invariants(&self) -> Result<(), String> {
        let mut seen = std::collections::HashSet::new();
        for node in &self.nodes[1..] {
            let children = &self.children[node.start as usize..(node.start + node.len) as usize];
            if children.is_empty() || children[0] & 1 == 1 {
                return Err("1: a stored function is true at zero".into());
            }
            if children.iter().any(|child| self.height(Function(*child)) > node.level) {
                return Err("1: a slice has no lower level".into());
            }
            let mut copy = children.to_vec();
            if normalise(&mut copy, node.loop_start as usize) != (children.len(), node.loop_start as usize)
                || children.len() == 1
            {
                return Err("2: a sequence is not in normal form".into());
            }
            if !seen.insert((node.level, node.loop_start, children)) {
                return Err("3: a function is stored twice".into());
            }
        }
        Ok(())
    }
}

/// Brings an eventually periodic sequence to its normal form: first the least period, then the least part before it.
/// Returns the new length and the new start of the loop; what is left beyond the length is rubbish.
fn normalise(slices: &mut [u32], loop_start: usize) -> (usize, usize) {
    let (mut len, mut start) = (slices.len(), loop_start);
    let period = len - start;
    // The least period divides every other one, so divisors suffice.
    for divisor in 1..=period / 2 {
        if period % divisor == 0 && slices[start + divisor..len] == slices[start..len - divisor] {
            len = start + divisor;
            break;
        }
    }
    while start > 0 && slices[start - 1] == slices[len - 1] {
        start -= 1;
        len -= 1;
    }
    (len, start)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// The normal form depends on the sequence alone, not on how it was written down.
        #[test]
        fn equal_sequences_have_equal_forms(
            before in proptest::collection::vec(0u32..2, 0..6),
            cycle in proptest::collection::vec(0u32..2, 1..5),
            unroll in 0usize..7,
            turns in 1usize..4,
        ) {
            let at = |i: usize| {
                if i < before.len() { before[i] } else { cycle[(i - before.len()) % cycle.len()] }
            };
            let mut plain: Vec<u32> = (0..before.len() + cycle.len()).map(at).collect();
            let mut other: Vec<u32> = (0..before.len() + unroll + turns * cycle.len()).map(at).collect();
            let first = normalise(&mut plain, before.len());
            let second = normalise(&mut other, before.len() + unroll);
            prop_assert_eq!(first, second);
            prop_assert_eq!(&plain[..first.0], &other[..second.0]);
            // It is the same sequence, and no shorter description exists.
            let (len, start) = first;
            let again = |i: usize| if i < len { plain[i] } else { plain[start + (i - start) % (len - start)] };
            prop_assert!((0..60).all(|i| again(i) == at(i)));
            for s in 0..=start {
                for p in 1..=len - start {
                    let repeats = (s..60).all(|i| at(i) == at(i + p));
                    prop_assert_eq!(repeats, s == start && p == len - start);
                }
            }
        }
    }
}
