//! Check C: in every context a heap is answered, or the context is called unmet.

use super::{Counterexample, Objection, element_at, heap_at, object};
use crate::misere::algebraic::monoid::PresburgerMonoid;
use crate::misere::algebraic::moves::{Moves, large_witness, small_witness};
use crate::misere::algebraic::pretending::{PretendingFunction, fixed};
use crate::misere::algebraic::region::{Refused, Region};
use crate::misere::algebraic::strategy::{Answer, Answers};
use crate::misere::algebraic::symbolic::Symbolic;
use crate::misere::algebraic::system::{Form, Point};
use crate::misere::algebraic::tree::Tree;

/// Which heaps are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Heaps {
    /// One heap.
    Small(u64),
    /// The large heaps pk + r.
    Class(u64),
}

/// One question of the check: heaps, and contexts of one label, without a or with a.
pub struct Question<'a> {
    /// The rules.
    pub moves: &'a Moves,
    /// The monoid.
    pub monoid: &'a PresburgerMonoid,
    /// The values of heaps.
    pub phi: &'a PretendingFunction,
    /// The heaps.
    pub heaps: Heaps,
    /// The label of the contexts.
    pub label: usize,
    /// Whether a divides the contexts.
    pub flip: bool,
}

impl Question<'_> {
    /// Checks the answers of a tree.
    pub fn check(&self, tree: &Tree<Answer>) -> Result<(), Objection> {
        let mut start = Region::new();
        let mut k = None;
        if let Heaps::Class(residue) = self.heaps {
            let form = start.variable().ok_or(Refused::Variables)?;
            let first = self.phi.first_k_from(residue, self.moves.large_from(self.phi));
            let bound = Form::constant(-first).plus(1, &form).ok_or(Refused::Overflow)?;
            start = start.at_least_zero(bound).ok_or(Refused::Overflow)?;
            k = Some(form);
        }
        let value = match (self.heaps, &k) {
            (Heaps::Class(residue), Some(k)) => self.phi.symbolic_value(residue, k)?,
            (Heaps::Small(heap) | Heaps::Class(heap), _) => {
                fixed(&self.phi.value(heap).ok_or(Refused::Overflow)?)
            }
        };
        for (region, general) in self.monoid.general(&start, self.label)? {
            let x = Symbolic { flip: self.flip, ..general };
            let mut arguments = x.parameters.clone();
            arguments.extend(k);
            let mut objection = None;
            let walked = region.walk(tree, &arguments, &mut |part, answer| {
                let wrong = self.wrong(&part, &x, &value, &arguments, answer)?;
                let Some(wrong) = wrong else { return Ok(()) };
                objection = Some(object(&wrong, |point| {
                    Some(Counterexample::Answer {
                        context: element_at(&x, point)?,
                        heap: self.heap(k.as_ref(), point)?,
                    })
                }));
                Err(Refused::Enough)
            });
            match (objection, walked) {
                (Some(objection), _) => return Err(objection),
                (None, walked) => walked?,
            }
        }
        Ok(())
    }

    fn heap(&self, k: Option<&Form>, point: &Point) -> Option<u64> {
        match (self.heaps, k) {
            (Heaps::Class(residue), Some(k)) => heap_at(self.phi.period, residue, k, point),
            (Heaps::Small(heap) | Heaps::Class(heap), _) => Some(heap),
        }
    }

    /// A part of the region in which the answer is wrong, if there is one.
    fn wrong(
        &self,
        region: &Region,
        x: &Symbolic,
        value: &Symbolic,
        arguments: &[Form],
        answer: &Answer,
    ) -> Result<Option<Region>, Refused> {
        let (region, values) = match (answer, self.heaps) {
            (Answer::Unmet, _) => return Ok(None),
            (Answer::IsP, _) => (region.clone(), vec![value.clone()]),
            (Answer::Move(witness), Heaps::Small(heap)) => {
                let Some(heaps) = small_witness(self.moves, heap, witness) else {
                    return Ok(Some(region.clone()));
                };
                let values: Option<Vec<Symbolic>> =
                    heaps.iter().map(|heap| self.phi.value(*heap).map(|value| fixed(&value))).collect();
                (region.clone(), values.ok_or(Refused::Overflow)?)
            }
            (Answer::Move(witness), Heaps::Class(residue)) => {
                match large_witness(self.moves, self.phi, region, residue, arguments, witness)? {
                    Ok(left) => left,
                    Err(part) => return Ok(Some(part)),
                }
            }
        };
        let mut cases = vec![(region, x.clone())];
        for value in &values {
            let mut next = Vec::new();
            for (part, x) in &cases {
                next.extend(self.monoid.multiply(part, x, value)?);
            }
            cases = next;
        }
        for (part, product) in &cases {
            if let Some(part) = self.monoid.where_p(part, product, false)?.pop() {
                return Ok(Some(part));
            }
        }
        Ok(None)
    }
}

/// Checks all answers for some heaps.
pub fn check(
    moves: &Moves,
    monoid: &PresburgerMonoid,
    phi: &PretendingFunction,
    heaps: Heaps,
    answers: &Answers,
) -> Result<(), Objection> {
    for (label, trees) in answers.iter().enumerate() {
        for (flip, tree) in [false, true].into_iter().zip(trees) {
            Question { moves, monoid, phi, heaps, label, flip }.check(tree)?;
        }
    }
    Ok(())
}
