//! Relations between sums: two sums that no third tells apart.
//!
//! With S(x) the slice at the numbers x of the growing types, the sum of u copies of these and of others, c, is known by what it does to
//! all sums: x ↦ S(x + u) with c added to the argument. Two sums are equal in the misère quotient exactly if these arrays are the same,
//! which is decided by visiting all pairs of slices that occur at some x. Equal functions have equal numbers.

use std::collections::HashMap;

use serde_json::Value;

use crate::Refusal;
use crate::functions::{Function, Functions};
use crate::lattice::certificate::Automaton;
use crate::lattice::machine::{Alphabet, Budget, Exploration, Machine};
use crate::lattice::readers::Shifted;
use crate::lattice::{malformed, refuted};

/// The most copies of a type in a relation.
const MOST_COPIES: u64 = 1 << 12;

/// What relations are checked with.
pub(super) struct Relations<'a> {
    pub(super) automaton: &'a Automaton,
    pub(super) growing: &'a [u32],
    /// The number of types.
    pub(super) kinds: usize,
    pub(super) slices: &'a [Function],
}

/// A sum: the numbers of the growing types, and the other types with their numbers.
struct Sum {
    growing: Vec<i64>,
    others: Vec<(u32, u64)>,
}

impl Relations<'_> {
    /// Checks the relations of a list. Returns them, each sum by how often each type is in it.
    pub(super) fn check(
        &self,
        relations: &[Value],
        functions: &mut Functions,
        budget: &mut Budget,
    ) -> Result<Vec<[Vec<u32>; 2]>, Refusal> {
        let mut checked = Vec::with_capacity(relations.len());
        let alphabet = Alphabet::new(self.automaton.radices.clone())?;
        let mut moved: HashMap<(Function, Vec<(u32, u64)>), Function> = HashMap::new();
        for (at, relation) in relations.iter().enumerate() {
            let Some([left, right]) = relation.as_array().map(Vec::as_slice) else {
                return Err(malformed("a relation must be two sums"));
            };
            let sums = [self.read(left)?, self.read(right)?];
            let machine = |sum: &Sum, budget: &mut Budget| {
                let shift = sum.growing.iter().map(|copies| -copies).collect();
                let axes = (0..self.growing.len()).collect();
                Machine::new(&Shifted { automaton: self.automaton, axes, shift }, &alphabet, budget)
            };
            let machines = [machine(&sums[0], budget)?, machine(&sums[1], budget)?];
            for pattern in &Exploration::new(&machines, &alphabet, budget)?.patterns {
                let mut sides = [0; 2];
                for (side, (sum, slice)) in sides.iter_mut().zip(sums.iter().zip(&pattern.outputs)) {
                    let key = (self.slices[*slice as usize], sum.others.clone());
                    *side = match moved.get(&key) {
                        Some(known) => *known,
                        None => {
                            budget.keep(8)?;
                            let found = added(key.0, &sum.others, functions, budget)?;
                            moved.insert(key, found);
                            found
                        }
                    };
                }
                if sides[0] != sides[1] {
                    return Err(refuted(format!("relation {} does not hold", at + 1)));
                }
            }
            budget.keep(self.kinds)?;
            checked.push(sums.map(|sum| self.counted(&sum)));
        }
        Ok(checked)
    }

    /// How often each type is in a sum.
    fn counted(&self, sum: &Sum) -> Vec<u32> {
        let mut copies = vec![0; self.kinds];
        for (kind, count) in self.growing.iter().zip(&sum.growing) {
            copies[*kind as usize] = *count as u32;
        }
        for (kind, count) in &sum.others {
            copies[*kind as usize] = *count as u32;
        }
        copies
    }

    /// A sum: pairs [type, copies], types increasing.
    fn read(&self, value: &Value) -> Result<Sum, Refusal> {
        let wrong = || malformed("a sum must be a list of pairs [type, copies], types increasing");
        let mut sum = Sum { growing: vec![0; self.growing.len()], others: Vec::new() };
        let mut next = 0;
        for factor in value.as_array().ok_or_else(wrong)? {
            let Some([kind, copies]) = factor.as_array().map(Vec::as_slice) else { return Err(wrong()) };
            let kind =
                kind.as_u64().filter(|kind| (next..self.kinds as u64).contains(kind)).ok_or_else(wrong)?;
            let copies =
                copies.as_u64().filter(|copies| (1..=MOST_COPIES).contains(copies)).ok_or_else(wrong)?;
            next = kind + 1;
            match self.growing.iter().position(|growing| u64::from(*growing) == kind) {
                Some(axis) => sum.growing[axis] = copies as i64,
                None => sum.others.push((kind as u32, copies)),
            }
        }
        Ok(sum)
    }
}

/// A function with a sum added to its argument.
fn added(
    function: Function,
    sum: &[(u32, u64)],
    functions: &mut Functions,
    budget: &mut Budget,
) -> Result<Function, Refusal> {
    let mut function = function;
    for (kind, copies) in sum {
        for _ in 0..*copies {
            function = functions.shift(function, *kind, budget)?;
        }
    }
    Ok(function)
}
