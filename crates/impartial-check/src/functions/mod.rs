//! Truth-valued functions of exponents, as nested eventually periodic sequences, each stored once.
//!
//! A function of types 0 to l is the sequence of its slices in the exponent of type l, which are functions of types below l:
//! finitely many slices, then a loop. Sequences are brought to the least period and then to the shortest part before it, and a
//! constant sequence is its slice. So by induction on l a function has one form only, and equal functions have equal numbers.

pub(crate) mod local_rule;

use std::collections::HashMap;
use std::rc::Rc;

use serde_json::Value;

use crate::Refusal;
use crate::fields::list;
use crate::lattice::machine::Budget;
use crate::lattice::{malformed, too_large};
use crate::natural::Natural;

/// The number of a function.
pub(crate) type Function = u32;
/// False everywhere.
pub(crate) const FALSE: Function = 0;
/// True everywhere.
pub(crate) const TRUE: Function = 1;
/// The longest sequence.
pub(crate) const LONGEST: usize = 1 << 16;

/// A sequence of slices: the last `slices.len() - repeats` of them are the loop.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Node {
    level: u32,
    repeats: usize,
    slices: Rc<[Function]>,
}

impl Node {
    fn at(&self, i: usize) -> Function {
        let loop_length = self.slices.len() - self.repeats;
        self.slices[if i < self.slices.len() { i } else { self.repeats + (i - self.repeats) % loop_length }]
    }
}

/// All functions met.
#[derive(Clone)]
pub(crate) struct Functions {
    /// Those that are not constant, numbered from 2.
    nodes: Vec<Node>,
    numbers: HashMap<Node, Function>,
    complements: HashMap<Function, Function>,
    unions: HashMap<(Function, Function), Function>,
    shifts: HashMap<(Function, u32), Function>,
    unshifts: HashMap<(Function, u32), Function>,
}

impl Functions {
    pub(crate) fn new() -> Self {
        Functions {
            nodes: Vec::new(),
            numbers: HashMap::new(),
            complements: HashMap::new(),
            unions: HashMap::new(),
            shifts: HashMap::new(),
            unshifts: HashMap::new(),
        }
    }

    fn node(&self, f: Function) -> Option<&Node> {
        (f as usize).checked_sub(2).map(|at| &self.nodes[at])
    }

    /// One more than the last type that the function depends on; 0 for a constant.
    pub(crate) fn height(&self, f: Function) -> u32 {
        self.node(f).map_or(0, |node| node.level + 1)
    }

    /// The value of a function at some numbers of copies, given for each type.
    pub(crate) fn value(&self, f: Function, copies: &[Natural]) -> bool {
        let mut f = f;
        while let Some(node) = self.node(f) {
            let copies = &copies[node.level as usize];
            let within = copies.to_u64().filter(|copies| *copies < node.slices.len() as u64);
            let at = within.or_else(|| {
                let loop_length = (node.slices.len() - node.repeats) as u64;
                Some(node.repeats as u64 + copies.minus(node.repeats as u64)?.divided_by(loop_length).1)
            });
            f = node.at(at.unwrap_or(0) as usize);
        }
        f == TRUE
    }

    /// The function with the given slices in the exponent of type `level`, repeating from place `repeats` on. The slices
    /// must be functions of lower types, and `repeats` the place of one of them.
    pub(crate) fn sequence(
        &mut self,
        level: u32,
        mut slices: Vec<Function>,
        mut repeats: usize,
        budget: &mut Budget,
    ) -> Result<Function, Refusal> {
        budget.work(slices.len() + 1)?;
        let period = slices.len() - repeats;
        let has_period = |p: &usize| {
            period.is_multiple_of(*p) && (repeats + p..slices.len()).all(|i| slices[i] == slices[i - p])
        };
        let least = (1..=period).find(has_period).unwrap_or(period);
        slices.truncate(repeats + least);
        while repeats > 0 && slices[repeats - 1] == slices[slices.len() - 1] {
            repeats -= 1;
            slices.pop();
        }
        if let [constant] = slices[..] {
            return Ok(constant);
        }
        let node = Node { level, repeats, slices: slices.into() };
        if let Some(known) = self.numbers.get(&node) {
            return Ok(*known);
        }
        budget.keep(node.slices.len() + 16)?;
        let number = self.nodes.len() as Function + 2;
        self.nodes.push(node.clone());
        self.numbers.insert(node, number);
        Ok(number)
    }

    /// The sequence with each slice replaced.
    fn map(
        &mut self,
        node: &Node,
        budget: &mut Budget,
        mut image: impl FnMut(&mut Self, Function, &mut Budget) -> Result<Function, Refusal>,
    ) -> Result<Function, Refusal> {
        let slices =
            node.slices.iter().map(|slice| image(self, *slice, budget)).collect::<Result<_, Refusal>>()?;
        self.sequence(node.level, slices, node.repeats, budget)
    }

    /// True where f is false.
    pub(crate) fn complement(&mut self, f: Function, budget: &mut Budget) -> Result<Function, Refusal> {
        let Some(node) = self.node(f).cloned() else { return Ok(1 - f) };
        if let Some(known) = self.complements.get(&f) {
            return Ok(*known);
        }
        let result = self.map(&node, budget, Self::complement)?;
        budget.keep(4)?;
        self.complements.insert(f, result);
        Ok(result)
    }

    /// True where f or g is true.
    pub(crate) fn union(
        &mut self,
        f: Function,
        g: Function,
        budget: &mut Budget,
    ) -> Result<Function, Refusal> {
        let (f, g) = (f.min(g), f.max(g));
        match (f, g) {
            (FALSE, _) => return Ok(g),
            (TRUE, _) => return Ok(TRUE),
            _ if f == g => return Ok(f),
            _ => {}
        }
        if let Some(known) = self.unions.get(&(f, g)) {
            return Ok(*known);
        }
        let (a, b) = (self.nodes[f as usize - 2].clone(), self.nodes[g as usize - 2].clone());
        let result = if a.level == b.level {
            let repeats = a.repeats.max(b.repeats);
            let (p, q) = (a.slices.len() - a.repeats, b.slices.len() - b.repeats);
            let period = (p..=LONGEST).step_by(p).find(|period| period.is_multiple_of(q));
            let period = period.ok_or_else(|| too_large("the loop of a union is too long"))?;
            budget.work(repeats + period)?;
            let slices = (0..repeats + period).map(|i| self.union(a.at(i), b.at(i), budget));
            let slices = slices.collect::<Result<_, Refusal>>()?;
            self.sequence(a.level, slices, repeats, budget)?
        } else {
            let (upper, lower) = if a.level > b.level { (a, g) } else { (b, f) };
            self.map(&upper, budget, |functions, slice, budget| functions.union(slice, lower, budget))?
        };
        budget.keep(4)?;
        self.unions.insert((f, g), result);
        Ok(result)
    }

    /// The function with one copy of a type added to its argument.
    pub(crate) fn shift(&mut self, f: Function, kind: u32, budget: &mut Budget) -> Result<Function, Refusal> {
        if self.height(f) <= kind {
            return Ok(f);
        }
        if let Some(known) = self.shifts.get(&(f, kind)) {
            return Ok(*known);
        }
        let node = self.nodes[f as usize - 2].clone();
        let result = if node.level == kind {
            // One turn more than is there, without the first slice.
            let slices = (1..=node.slices.len()).map(|i| node.at(i)).collect();
            self.sequence(kind, slices, node.repeats, budget)?
        } else {
            self.map(&node, budget, |functions, slice, budget| functions.shift(slice, kind, budget))?
        };
        budget.keep(4)?;
        self.shifts.insert((f, kind), result);
        Ok(result)
    }

    /// The function with one copy of a type taken from its argument; false where there is none.
    pub(crate) fn unshift(
        &mut self,
        f: Function,
        kind: u32,
        budget: &mut Budget,
    ) -> Result<Function, Refusal> {
        if f == FALSE {
            return Ok(f);
        }
        if let Some(known) = self.unshifts.get(&(f, kind)) {
            return Ok(*known);
        }
        let result = if self.height(f) <= kind {
            self.sequence(kind, vec![FALSE, f], 1, budget)?
        } else {
            let node = self.nodes[f as usize - 2].clone();
            if node.level == kind {
                let slices = [&[FALSE], &node.slices[..]].concat();
                self.sequence(kind, slices, node.repeats + 1, budget)?
            } else {
                self.map(&node, budget, |functions, slice, budget| functions.unshift(slice, kind, budget))?
            }
        };
        budget.keep(4)?;
        self.unshifts.insert((f, kind), result);
        Ok(result)
    }
}

/// Builds the functions of the nodes, and the slices among them.
///
/// `kinds` is the number of coordinates; growing ones are no arguments of functions.
pub(crate) fn read_slices(
    certificate: &Value,
    growing: &[u32],
    kinds: usize,
    functions: &mut Functions,
    budget: &mut Budget,
) -> Result<Vec<Function>, Refusal> {
    let wrong =
        || malformed("a node must be [type, place, slices], with slices of lower types, and no growing type");
    // Each function with its complement.
    let mut known = vec![[FALSE, TRUE]];
    let function = |value: &Value, known: &[[Function; 2]]| {
        let number = value.as_u64().and_then(|number| usize::try_from(number).ok())?;
        known.get(number / 2).map(|pair| pair[number % 2])
    };
    for node in list(certificate, "nodes")? {
        let Some([kind, place, listed]) = node.as_array().map(Vec::as_slice) else { return Err(wrong()) };
        let kind = kind.as_u64().filter(|kind| *kind < kinds as u64).ok_or_else(wrong)? as u32;
        let listed = listed.as_array().filter(|listed| listed.len() <= LONGEST).ok_or_else(wrong)?;
        let place = place.as_u64().filter(|place| *place < listed.len() as u64).ok_or_else(wrong)? as usize;
        let listed: Option<Vec<Function>> = listed.iter().map(|slice| function(slice, &known)).collect();
        let listed = listed.ok_or_else(wrong)?;
        if growing.contains(&kind) || listed.iter().any(|slice| functions.height(*slice) > kind) {
            return Err(wrong());
        }
        let found = functions.sequence(kind, listed, place, budget)?;
        known.push([found, functions.complement(found, budget)?]);
    }
    let slice = |value: &Value| {
        function(value, &known).ok_or_else(|| malformed("\"slices\" must hold functions of nodes"))
    };
    list(certificate, "slices")?.iter().map(slice).collect()
}
