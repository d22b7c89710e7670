//! Check D: no sum is stuck.

use super::{Counterexample, Objection, element_at, heap_at, object};
use crate::limits::Limits;
use crate::misere::algebraic::monoid::{Element, PresburgerMonoid};
use crate::misere::algebraic::moves::Moves;
use crate::misere::algebraic::pretending::{PretendingFunction, fixed};
use crate::misere::algebraic::region::{Refused, Region};
use crate::misere::algebraic::strategy::{AllAnswers, Answer, Answers, Invariant};
use crate::misere::algebraic::symbolic::Symbolic;
use crate::misere::algebraic::system::{Form, Point};
use crate::misere::algebraic::tree::{Branch, Tree};

/// Heaps of one value, or the large heaps of one residue, with the contexts that they may leave unmet.
#[derive(Clone, Debug)]
pub struct Source {
    /// A heap of this value; or the residue.
    pub heap: u64,
    /// The value; `None` for the large heaps of a residue.
    pub value: Option<Element>,
    /// For each label of a context, without a and with a, trees that hold where it may be unmet.
    pub unmet: Vec<[Vec<Tree<bool>>; 2]>,
}

/// The sets of unmet contexts, those of heaps with one value together.
pub fn sources(phi: &PretendingFunction, strategy: &AllAnswers) -> Vec<Source> {
    let mut sources: Vec<Source> = Vec::new();
    for (heap, answers) in (0..).zip(&strategy.small).filter(|(_, answers)| !answers.is_empty()) {
        let value = phi.value(heap);
        let at = sources.iter().position(|source| source.value == value).unwrap_or_else(|| {
            sources.push(Source { heap, value, unmet: vec![[Vec::new(), Vec::new()]; answers.len()] });
            sources.len() - 1
        });
        add(&mut sources[at].unmet, answers);
    }
    for (residue, answers) in (0..).zip(&strategy.classes) {
        let mut unmet = vec![[Vec::new(), Vec::new()]; answers.len()];
        add(&mut unmet, answers);
        sources.push(Source { heap: residue, value: None, unmet });
    }
    sources.retain(|source| source.unmet.iter().flatten().any(|trees| !trees.is_empty()));
    sources
}

fn add(unmet: &mut [[Vec<Tree<bool>>; 2]], answers: &Answers) {
    for (known, trees) in unmet.iter_mut().zip(answers) {
        for (known, tree) in known.iter_mut().zip(trees) {
            let tree = unmet_only(tree);
            if !tree.is_never() && !known.contains(&tree) {
                known.push(tree);
            }
        }
    }
}

/// Where the answer is `Unmet`.
fn unmet_only(tree: &Tree<Answer>) -> Tree<bool> {
    match tree {
        Tree::Leaf(answer) => Tree::Leaf(*answer == Answer::Unmet),
        Tree::Branch(branch) => {
            let Branch { test, yes, no } = &**branch;
            let (yes, no) = (unmet_only(yes), unmet_only(no));
            if yes == no { yes } else { Tree::branch(test.clone(), yes, no) }
        }
    }
}

/// What the check is made of.
pub struct Sums<'a> {
    /// The rules.
    pub moves: &'a Moves,
    /// The monoid.
    pub monoid: &'a PresburgerMonoid,
    /// The values of heaps.
    pub phi: &'a PretendingFunction,
    /// The unmet contexts.
    pub sources: &'a [Source],
    /// J.
    pub invariant: &'a Invariant,
}

impl Sums<'_> {
    /// Checks that J holds the unmet contexts of heaps, is closed, and holds no (y, 1). At most `most` counterexamples are
    /// collected; an empty list is a proof.
    pub fn check(&self, most: usize, limits: &Limits) -> Result<Vec<Counterexample>, Refused> {
        let mut found = Vec::new();
        let mut note = |result: Result<(), Objection>| match result {
            Ok(()) => Ok(true),
            Err(Objection::Fails(counterexample)) => {
                found.push(*counterexample);
                Ok(found.len() < most)
            }
            Err(Objection::Refused(refused)) => Err(refused),
        };
        let labels = self.monoid.labels.len();
        for y in 0..labels {
            if !note(self.not_stuck(y))? {
                return Ok(found);
            }
        }
        for source in self.sources {
            if !note(self.starts(source))? {
                return Ok(found);
            }
        }
        for y in 0..labels {
            for x in 0..labels {
                limits.poll()?;
                if !note(self.closed(y, x))? {
                    return Ok(found);
                }
            }
        }
        Ok(found)
    }

    /// The value of a source, with k a new variable if it has one.
    fn value(&self, source: &Source, region: &Region) -> Result<(Region, Symbolic, Option<Form>), Refused> {
        let mut region = region.clone();
        if let Some(value) = &source.value {
            return Ok((region, fixed(value), None));
        }
        let k = region.variable().ok_or(Refused::Variables)?;
        let first = self.phi.first_k_from(source.heap, self.moves.large_from(self.phi));
        let bound = Form::constant(-first).plus(1, &k).ok_or(Refused::Overflow)?;
        let region = region.at_least_zero(bound).ok_or(Refused::Overflow)?;
        Ok((region, self.phi.symbolic_value(source.heap, &k)?, Some(k)))
    }

    fn heap(&self, source: &Source, k: Option<&Form>, point: &Point) -> Option<u64> {
        k.map_or(Some(source.heap), |k| heap_at(self.phi.period, source.heap, k, point))
    }

    fn not_stuck(&self, label: usize) -> Result<(), Objection> {
        let one = fixed(&self.monoid.one());
        for (region, general) in self.monoid.general(&Region::new(), label)? {
            for flip in [false, true] {
                let y = Symbolic { flip, ..general.clone() };
                let arguments: Vec<Form> = y.parameters.iter().chain(&one.parameters).copied().collect();
                if let Some(part) =
                    region.where_true(self.invariant.tree(&y, &one), &arguments, true)?.first()
                {
                    return Err(object(part, |point| Some(Counterexample::Stuck(element_at(&y, point)?))));
                }
            }
        }
        Ok(())
    }

    fn starts(&self, source: &Source) -> Result<(), Objection> {
        let (start, value, k) = self.value(source, &Region::new())?;
        for (label, both) in source.unmet.iter().enumerate() {
            for (region, general) in self.monoid.general(&start, label)? {
                for (flip, trees) in [false, true].into_iter().zip(both) {
                    let x = Symbolic { flip, ..general.clone() };
                    let mut arguments = x.parameters.clone();
                    arguments.extend(k);
                    for tree in trees {
                        for part in region.where_true(tree, &arguments, true)? {
                            if let Some(part) = self.holds(&part, &value, &x, false)?.first() {
                                return Err(object(part, |point| {
                                    Some(Counterexample::Start {
                                        heap: self.heap(source, k.as_ref(), point)?,
                                        x: element_at(&x, point)?,
                                    })
                                }));
                            }
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// The parts where J holds for a pair, or does not.
    fn holds(
        &self,
        region: &Region,
        y: &Symbolic,
        x: &Symbolic,
        sought: bool,
    ) -> Result<Vec<Region>, Refused> {
        let tree = self.invariant.tree(y, x);
        if matches!(tree, Tree::Leaf(leaf) if *leaf != sought) {
            return Ok(Vec::new());
        }
        let arguments: Vec<Form> = y.parameters.iter().chain(&x.parameters).copied().collect();
        region.where_true(tree, &arguments, sought)
    }

    fn closed(&self, y_label: usize, x_label: usize) -> Result<(), Objection> {
        let occurs = |flip: bool| {
            let place = self.invariant.place((y_label, flip), (0, false));
            self.invariant.trees[place..place + 2 * self.monoid.labels.len()]
                .iter()
                .any(|tree| !tree.is_never())
        };
        let y_flips: Vec<bool> = [false, true].into_iter().filter(|flip| occurs(*flip)).collect();
        if y_flips.is_empty() {
            return Ok(());
        }
        for (region, y) in self.monoid.general(&Region::new(), y_label)? {
            for (region, x) in self.monoid.general(&region, x_label)? {
                for (part, product) in self.monoid.multiply(&region, &x, &y)? {
                    for source in self
                        .sources
                        .iter()
                        .filter(|source| source.unmet[product.label].iter().any(|trees| !trees.is_empty()))
                    {
                        let (part, value, k) = self.value(source, &part)?;
                        let mut arguments = product.parameters.clone();
                        arguments.extend(k);
                        for flip in [false, true] {
                            for tree in &source.unmet[product.label][usize::from(flip)] {
                                for part in part.where_true(tree, &arguments, true)? {
                                    for y_flip in &y_flips {
                                        let y = Symbolic { flip: *y_flip, ..y.clone() };
                                        let x_flip = flip ^ product.flip ^ y_flip;
                                        let x = Symbolic { flip: x_flip, ..x.clone() };
                                        self.step(&part, source, (&value, k.as_ref()), &y, &x)?;
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// In a region where x·y is unmet: J for (y, x·n) must give J for (y·n, x).
    fn step(
        &self,
        region: &Region,
        source: &Source,
        (value, k): (&Symbolic, Option<&Form>),
        y: &Symbolic,
        x: &Symbolic,
    ) -> Result<(), Objection> {
        for (part, context) in self.monoid.multiply(region, x, value)? {
            for part in self.holds(&part, y, &context, true)? {
                for (part, sum) in self.monoid.multiply(&part, y, value)? {
                    if let Some(part) = self.holds(&part, &sum, x, false)?.first() {
                        return Err(object(part, |point| {
                            Some(Counterexample::Step {
                                heap: self.heap(source, k, point)?,
                                y: element_at(y, point)?,
                                x: element_at(x, point)?,
                            })
                        }));
                    }
                }
            }
        }
        Ok(())
    }
}
