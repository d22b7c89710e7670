//! Checks C and D: every context is answered or called unmet, and no sum is stuck.

use serde_json::Value;

use super::heaps::{Heaps, Part};
use super::linear::{Form, System};
use super::monoid::{Element, Monoid};
use super::trees::{Affine, Tree};
use super::{entries, flag, malformed, number, refuted};
use crate::Refusal;

/// What is done with a heap in a context.
enum Answer {
    /// The product is in P.
    IsP,
    /// A move: tokens taken, heaps left but one.
    Move(u64, Vec<Part>),
    Unmet,
}

fn read_answer(value: &Value, parameters: usize) -> Result<Answer, Refusal> {
    match value.as_str() {
        Some("P") => return Ok(Answer::IsP),
        Some("unmet") => return Ok(Answer::Unmet),
        _ => {}
    }
    let whole = |value: Option<&Value>| {
        value.and_then(Value::as_u64).ok_or_else(|| malformed("an answer must be \"P\", \"unmet\" or a move"))
    };
    let part = |part: &Value| match part.get("form") {
        None => Ok(Part::Fixed(whole(Some(part))?)),
        Some(form) => {
            let divisor = i128::from(whole(part.get("divisor"))?);
            Ok(Part::Moving(whole(part.get("residue"))?, Affine::read(form, parameters)?, divisor))
        }
    };
    let take = whole(value.get("take"))?;
    let parts = entries(value, "parts")?.iter().map(part).collect::<Result<Vec<Part>, Refusal>>()?;
    Ok(Answer::Move(take, parts))
}

/// Heaps whose unmet contexts are merged: those of one value, or the large heaps of one residue.
struct Source {
    /// The value, or the residue.
    heaps: Result<Element, u64>,
    /// For each label of a context, without a and with a, trees that hold where it may be unmet.
    unmet: Vec<[Vec<Tree<bool>>; 2]>,
}

/// Everything that is known when checks A and B have been made.
pub struct Sums<'c> {
    monoid: &'c Monoid,
    heaps: &'c Heaps,
    sources: Vec<Source>,
    /// J: for label and flip of y, then of x, a tree in the parameters of y, then x.
    invariant: Vec<Tree<bool>>,
}

impl<'c> Sums<'c> {
    /// Check C, made while the answers are read; and the invariant read.
    pub fn read(certificate: &Value, monoid: &'c Monoid, heaps: &'c Heaps) -> Result<Sums<'c>, Refusal> {
        let labels = monoid.words.len();
        let mut sums = Sums { monoid, heaps, sources: Vec::new(), invariant: Vec::new() };
        let answers = certificate.get("answers").ok_or_else(|| malformed("there must be answers"))?;
        let (small, classes) = (entries(answers, "small")?, entries(answers, "classes")?);
        if small.len() as u64 != heaps.large_from() || classes.len() as u64 != heaps.period {
            return Err(malformed("there must be answers for every heap and residue"));
        }
        for (heap, trees) in (0..).zip(small) {
            // A heap without moves has value 1, and is as good as absent.
            if !heaps.options(heap).is_empty() {
                sums.add(Ok(heap), trees)?;
            }
        }
        for (residue, trees) in (0..).zip(classes) {
            sums.add(Err(residue), trees)?;
        }
        sums.invariant = vec![Tree::Leaf(false); 4 * labels * labels];
        for entry in entries(certificate, "invariant")? {
            let Some([y, y_flip, x, x_flip, tree]) = entry.as_array().map(Vec::as_slice) else {
                return Err(malformed("an entry of the invariant must be [label, flip, label, flip, tree]"));
            };
            let (y, x) = (number(y, labels)?, number(x, labels)?);
            let place = sums.place((y, flag(y_flip)?), (x, flag(x_flip)?));
            sums.invariant[place] = Tree::read_truth(tree, monoid.dimension(y) + monoid.dimension(x))?;
        }
        Ok(sums)
    }

    /// Checks the answers for one heap, or for the large heaps of one residue, and keeps where they say "unmet".
    fn add(&mut self, heaps: Result<u64, u64>, trees: &Value) -> Result<(), Refusal> {
        let trees = trees.as_array().filter(|trees| trees.len() == self.monoid.words.len());
        let trees = trees.ok_or_else(|| malformed("there must be answers for every label"))?;
        let mut unmet = Vec::new();
        for (label, both) in trees.iter().enumerate() {
            let Some([without, with]) = both.as_array().map(Vec::as_slice) else {
                return Err(malformed("there must be answers without a and with a"));
            };
            let parameters = self.monoid.dimension(label) + usize::from(heaps.is_err());
            let mut kept = [Vec::new(), Vec::new()];
            for (flip, tree) in [(false, without), (true, with)] {
                let tree = Tree::read(tree, parameters, &|leaf| read_answer(leaf, parameters))?;
                self.check_answers(heaps, label, flip, &tree)?;
                let tree = tree.simplified(&|answer| matches!(answer, Answer::Unmet));
                kept[usize::from(flip)].extend((tree != Tree::Leaf(false)).then_some(tree));
            }
            unmet.push(kept);
        }
        let heaps =
            heaps.map(|heap| self.heaps.value(heap)).map_or_else(|r| Ok(Err(r)), |value| value.map(Ok))?;
        let known = self.sources.iter_mut().find(|source| heaps.is_ok() && source.heaps == heaps);
        match known {
            None => self.sources.push(Source { heaps, unmet }),
            Some(source) => {
                for (known, new) in source.unmet.iter_mut().flatten().zip(unmet.into_iter().flatten()) {
                    for tree in new {
                        if !known.contains(&tree) {
                            known.push(tree);
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// Check C: in every context of a label, what the tree answers is right.
    fn check_answers(
        &self,
        heaps: Result<u64, u64>,
        label: usize,
        flip: bool,
        tree: &Tree<Answer>,
    ) -> Result<(), Refusal> {
        let (start, value, k) = self.value(
            &heaps.map(|heap| self.heaps.value(heap)).map_or_else(|r| Ok(Err(r)), |v| v.map(Ok))?,
            &self.monoid.everything(),
        )?;
        for (system, general) in self.monoid.general(&start, label)? {
            let x = Element { flip, ..general };
            let mut arguments = x.parameters.clone();
            arguments.extend(k);
            for (part, answer) in tree.cases(&system, &arguments)? {
                let (part, left) = match (answer, heaps) {
                    (Answer::Unmet, _) => continue,
                    (Answer::IsP, _) => (part, vec![value.clone()]),
                    (Answer::Move(take, parts), Ok(heap)) => {
                        (part, self.heaps.small_move(heap, *take, parts)?)
                    }
                    (Answer::Move(take, parts), Err(residue)) => {
                        self.heaps.large_move(&part, residue, &arguments, (*take, parts))?
                    }
                };
                for (part, product) in self.monoid.product_of_all(&part, &x, &left)? {
                    if !self.monoid.where_p(&part, &product, false)?.is_empty() {
                        let which =
                            heaps.map_or_else(|r| format!("heaps of residue {r}"), |n| format!("heap {n}"));
                        return Err(refuted(&format!("an answer to {which} does not lead to P")));
                    }
                }
            }
        }
        Ok(())
    }

    /// The value of some heaps, and k for the large heaps of a residue.
    fn value(
        &self,
        heaps: &Result<Element, u64>,
        system: &System,
    ) -> Result<(System, Element, Option<Form>), Refusal> {
        match heaps {
            Ok(value) => Ok((system.clone(), value.clone(), None)),
            Err(residue) => {
                let (system, value, k) = self.heaps.large(system, *residue)?;
                Ok((system, value, Some(k)))
            }
        }
    }

    fn place(&self, y: (usize, bool), x: (usize, bool)) -> usize {
        (2 * y.0 + usize::from(y.1)) * 2 * self.monoid.words.len() + 2 * x.0 + usize::from(x.1)
    }

    /// The systems of the solutions at which J holds for (y, x), or does not.
    fn holds(&self, system: &System, y: &Element, x: &Element, sought: bool) -> Result<Vec<System>, Refusal> {
        let arguments: Vec<Form> = y.parameters.iter().chain(&x.parameters).copied().collect();
        self.invariant[self.place((y.label, y.flip), (x.label, x.flip))].systems(system, &arguments, sought)
    }

    /// Check D.
    pub fn check(&self) -> Result<(), Refusal> {
        let labels = self.monoid.words.len();
        for label in 0..labels {
            for (system, general) in self.monoid.general(&self.monoid.everything(), label)? {
                for flip in [false, true] {
                    let y = Element { flip, ..general.clone() };
                    if !self.holds(&system, &y, &self.monoid.one(), true)?.is_empty() {
                        return Err(refuted("the invariant does not exclude a sum without a good move"));
                    }
                }
            }
        }
        self.sources.iter().try_for_each(|source| self.check_start(source))?;
        (0..labels * labels).try_for_each(|pair| self.check_steps(pair / labels, pair % labels))
    }

    /// The unmet contexts of heaps belong to J.
    fn check_start(&self, source: &Source) -> Result<(), Refusal> {
        let (start, value, k) = self.value(&source.heaps, &self.monoid.everything())?;
        for (label, both) in source.unmet.iter().enumerate() {
            for (system, general) in self.monoid.general(&start, label)? {
                for (flip, trees) in [false, true].into_iter().zip(both) {
                    let x = Element { flip, ..general.clone() };
                    let mut arguments = x.parameters.clone();
                    arguments.extend(k);
                    for tree in trees {
                        for part in tree.systems(&system, &arguments, true)? {
                            if !self.holds(&part, &value, &x, false)?.is_empty() {
                                return Err(refuted("the invariant lacks an unmet context of a heap"));
                            }
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// J is closed: if it holds for (y, xn) and xy is unmet by n, it holds for (yn, x).
    fn check_steps(&self, y_label: usize, x_label: usize) -> Result<(), Refusal> {
        let row = 2 * self.monoid.words.len();
        let occurs = |flip: bool| {
            let place = self.place((y_label, flip), (0, false));
            self.invariant[place..place + row].iter().any(|tree| *tree != Tree::Leaf(false))
        };
        for y_flip in [false, true].into_iter().filter(|flip| occurs(*flip)) {
            for (system, y) in self.monoid.general(&self.monoid.everything(), y_label)? {
                let y = Element { flip: y_flip, ..y };
                for (system, x) in self.monoid.general(&system, x_label)? {
                    for (part, product) in self.monoid.product(&system, &x, &y)? {
                        for source in &self.sources {
                            self.check_step(&part, source, &product, &y, &x)?;
                        }
                    }
                }
            }
        }
        Ok(())
    }

    fn check_step(
        &self,
        system: &System,
        source: &Source,
        product: &Element,
        y: &Element,
        x: &Element,
    ) -> Result<(), Refusal> {
        if source.unmet[product.label].iter().all(Vec::is_empty) {
            return Ok(());
        }
        let (system, value, k) = self.value(&source.heaps, system)?;
        let mut arguments = product.parameters.clone();
        arguments.extend(k);
        for (x_flip, flip) in [(false, product.flip), (true, !product.flip)] {
            let x = Element { flip: x_flip, ..x.clone() };
            for tree in &source.unmet[product.label][usize::from(flip)] {
                for part in tree.systems(&system, &arguments, true)? {
                    for (part, context) in self.monoid.product(&part, &x, &value)? {
                        for part in self.holds(&part, y, &context, true)? {
                            for (part, sum) in self.monoid.product(&part, y, &value)? {
                                if !self.holds(&part, &sum, &x, false)?.is_empty() {
                                    return Err(refuted("the invariant is not closed"));
                                }
                            }
                        }
                    }
                }
            }
        }
        Ok(())
    }
}
