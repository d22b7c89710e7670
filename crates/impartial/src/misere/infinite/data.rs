//! Exact data: the outcomes for given numbers of copies of the last generators, as functions of all the others.
//!
//! Let the generators below `base` have a finite quotient. For a vector z of copies of the others, the *box generators*,
//! let F(z) be the outcome function of z together with any sum Y of generators below the base. A move is in Y, or in a box
//! generator j, to an option o with a part among the box generators and a part below. So, with K as in
//! [`outcome`](crate::misere::diagram),
//!
//! > F(z) = K( ⋃ over j with z_j > 0 and options o of j of (F(z − e_j + box part of o) shifted by the rest of o) ),
//!
//! and F(0) is the outcome function of the generators below the base. Nothing is cut off or guessed.

use rustc_hash::FxHashMap;

use crate::limits::Limits;
use crate::misere::diagram::{Diagram, Function, OutcomeDiagram, OutcomeStop};
use crate::misere::rules::{Generator, Rules, Sum};

/// The outcomes for given numbers of copies of the box generators, worked out as they are asked for.
pub(super) struct BoxOutcomes {
    tower: OutcomeDiagram,
    base: usize,
    /// For every box generator the options, grouped by their box part (minus the generator itself).
    moves: Vec<Vec<(Vec<i32>, Vec<Sum>)>>,
    known: FxHashMap<Box<[u32]>, Function>,
    /// What fixing the exponent of a generator makes of functions.
    restricted: FxHashMap<(Generator, u32), FxHashMap<Function, Function>>,
    /// The longest sequence below the base that is followed.
    bound: usize,
    limits: Limits,
}

impl BoxOutcomes {
    /// Nothing worked out yet. The generators below `base` must have a finite quotient. After `most_work` functions were made,
    /// the answer is [`StopReason::Positions`](crate::limits::StopReason::Positions).
    pub(super) fn new(
        rules: &Rules,
        base: usize,
        bound: usize,
        most_work: u64,
        limits: &Limits,
    ) -> Result<Self, OutcomeStop> {
        let mut tower = OutcomeDiagram::new().with_bound(bound).within(most_work);
        for generator in 0..base {
            tower.push(rules.options(generator as Generator), limits)?;
        }
        let boxed = rules.len() - base;
        let grouped = |generator: usize| {
            let mut groups: Vec<(Vec<i32>, Vec<Sum>)> = Vec::new();
            for option in rules.options(generator as Generator) {
                let mut step = vec![0; boxed];
                step[generator - base] = -1;
                let (inner, outer): (Sum, Sum) = option.iter().partition(|g| (**g as usize) < base);
                outer.iter().for_each(|g| step[*g as usize - base] += 1);
                match groups.iter_mut().find(|(known, _)| *known == step) {
                    Some((_, rests)) => rests.push(inner),
                    None => groups.push((step, vec![inner])),
                }
            }
            groups
        };
        let moves = (base..rules.len()).map(grouped).collect();
        let mut known = FxHashMap::default();
        known.insert(vec![0; boxed].into_boxed_slice(), tower.root());
        let restricted = FxHashMap::default();
        let limits = limits.clone();
        Ok(BoxOutcomes { tower, base, moves, known, restricted, bound, limits })
    }

    /// The first box generator.
    pub(super) fn base(&self) -> usize {
        self.base
    }

    /// Another bound on the length of sequences below the base.
    pub(super) fn set_bound(&mut self, bound: usize) {
        self.bound = bound;
    }

    /// The store of the functions.
    pub(super) fn diagram(&mut self) -> &mut Diagram {
        self.tower.diagram()
    }

    /// How many cells have been worked out.
    pub(super) fn cells(&self) -> usize {
        self.known.len()
    }

    /// F(z) with the exponents of some generators below the base fixed, given in increasing order.
    pub(super) fn restricted_at(
        &mut self,
        z: &[u32],
        fixed: impl DoubleEndedIterator<Item = (Generator, u32)>,
    ) -> Result<Function, OutcomeStop> {
        let mut function = self.at(z)?;
        // From the last generator down: what is left is smaller each time.
        for (generator, exponent) in fixed.rev() {
            let known = self.restricted.entry((generator, exponent)).or_default();
            function = self.tower.diagram().restrict(function, generator, exponent, known)?;
        }
        Ok(function)
    }

    /// F(z). The depth of the recursion is at most the length of the longest play among the box generators.
    pub(super) fn at(&mut self, z: &[u32]) -> Result<Function, OutcomeStop> {
        if let Some(known) = self.known.get(z) {
            return Ok(*known);
        }
        self.limits.poll()?;
        let mut b = Function::FALSE;
        for j in (0..z.len()).filter(|j| z[*j] > 0) {
            for group in 0..self.moves[j].len() {
                let step = &self.moves[j][group].0;
                let target: Vec<u32> = z.iter().zip(step).map(|(z, d)| z.wrapping_add_signed(*d)).collect();
                let outcomes = self.at(&target)?;
                for rest in 0..self.moves[j][group].1.len() {
                    let mut shifted = outcomes;
                    for place in 0..self.moves[j][group].1[rest].len() {
                        let generator = self.moves[j][group].1[rest][place];
                        shifted = self.tower.diagram().shift(shifted, generator)?;
                    }
                    b = self.tower.diagram().union(b, shifted)?;
                }
            }
        }
        let outcomes = self.tower.outcomes_given(b, self.bound, &self.limits)?;
        self.known.insert(z.into(), outcomes);
        Ok(outcomes)
    }
}
