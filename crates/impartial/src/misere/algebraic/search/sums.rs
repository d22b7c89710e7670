//! The invariant of sums, learned from pairs that must and must not belong to it: check D.
//!
//! Write R for the least invariant: the pairs (y, x) such that some position of value y leaves the context x unmet. If (y, x) is
//! in R, then (x, y) is in no invariant: from it, adding the heaps of that position one by one, one would come to a pair (z, 1).
//! So each pair of R that is found says something about two pairs, both for certain, however small the box was in which
//! it was found. All other pairs are free; a tree is fitted to those that are not. Where the guess is not closed, a free
//! pair is decided, with all that leads to it or from it: out of the invariant, or into it, which are two searches.

use rustc_hash::FxHashMap;

use super::evaluate::{Evaluator, Id, members};
use super::learn::Samples;
use crate::limits::Limits;
use crate::misere::algebraic::monoid::{Element, PresburgerMonoid};
use crate::misere::algebraic::moves::Moves;
use crate::misere::algebraic::pretending::PretendingFunction;
use crate::misere::algebraic::region::Refused;
use crate::misere::algebraic::strategy::Invariant;
use crate::misere::algebraic::tree::Tree;
use crate::misere::algebraic::verify::Counterexample;
use crate::misere::algebraic::verify::sums::{Source, Sums};

/// How often the invariant is checked for all parameters, and how often on the box.
const MOST_ROUNDS: usize = 40;
const MOST_PASSES: usize = 200;

/// Counterexamples that are collected in a round.
const MOST_AT_ONCE: usize = 200;

/// The most elements of the box whose pairs are looked at in a pass, and the most pairs decided in it.
const MOST_LOOKED_AT: usize = 500;
const MOST_DECIDED: usize = 300;

/// What becomes of a pair that may be in the invariant or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bias {
    /// It is left out.
    Small,
    /// It is put in.
    Large,
}

/// Why no invariant was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoInvariant {
    /// A position of this value is stuck already in the box: the guess, or the set of unmet contexts, is wrong.
    Stuck(Element),
    /// The samples cannot be told apart by the forms at hand.
    Tree,
    /// This stood at the end.
    Counterexample(Counterexample),
    /// The guess was still not closed on the box after many corrections.
    NotClosed,
    /// The arithmetic did not suffice, or a limit was reached.
    Refused(Refused),
}

impl From<Refused> for NoInvariant {
    fn from(refused: Refused) -> Self {
        NoInvariant::Refused(refused)
    }
}

/// A heap of the box: its value, and which contexts it leaves unmet.
struct Added {
    source: usize,
    k: Option<i64>,
    value: Id,
    /// For each element: not known, no, yes.
    unmet: Vec<Option<bool>>,
    /// For each element of the box, the elements of the box whose product with the value it is.
    before: FxHashMap<Id, Vec<Id>>,
}

/// A pair (y, x).
type Pair = (Id, Id);

/// The search for an invariant.
pub struct InvariantSearch<'g> {
    /// The rules.
    pub moves: &'g Moves,
    /// The monoid.
    pub monoid: &'g PresburgerMonoid,
    /// The values of heaps.
    pub phi: &'g PretendingFunction,
    /// The unmet contexts.
    pub sources: &'g [Source],
    /// Parameters of the box go up to this.
    pub size: i64,
    /// What becomes of free pairs.
    pub bias: Bias,
    evaluator: Evaluator<'g>,
    /// The number of elements of the box; their numbers come first.
    count: Id,
    added: Vec<Added>,
    products: FxHashMap<Pair, Id>,
    /// Pairs that are in the invariant, or are not.
    decided: FxHashMap<Pair, bool>,
    /// Those of them that are not samples yet.
    fresh: Vec<(Pair, bool)>,
    /// The number of rounds of corrections.
    pub rounds: usize,
}

impl<'g> InvariantSearch<'g> {
    /// The search on a box.
    pub fn new(
        moves: &'g Moves,
        monoid: &'g PresburgerMonoid,
        phi: &'g PretendingFunction,
        sources: &'g [Source],
        size: i64,
        bias: Bias,
    ) -> Self {
        let mut evaluator = Evaluator::new(monoid, phi);
        for label in 0..monoid.labels.len() {
            for element in members(monoid, label, size) {
                for flip in [false, true] {
                    evaluator.id(&Element { flip, ..element.clone() });
                }
            }
        }
        let count = evaluator.count();
        InvariantSearch {
            moves,
            monoid,
            phi,
            sources,
            size,
            bias,
            evaluator,
            count,
            added: Vec::new(),
            products: FxHashMap::default(),
            decided: FxHashMap::default(),
            fresh: Vec::new(),
            rounds: 0,
        }
    }

    /// Finds an invariant, verified.
    pub fn run(&mut self, limits: &Limits) -> Result<Invariant, NoInvariant> {
        self.facts(limits)?;
        let labels = self.monoid.labels.len();
        let mut invariant = Invariant::never(labels);
        let dimension = |place: usize| {
            self.monoid.dimension(place / (4 * labels)) + self.monoid.dimension(place % (2 * labels) / 2)
        };
        let mut samples: Vec<Samples> =
            (0..4 * labels * labels).map(|place| Samples::new(dimension(place))).collect();
        let looked_at = self.looked_at();
        for _ in 0..MOST_PASSES {
            self.learn(&mut samples, &mut invariant, limits)?;
            self.close_on_box(&invariant, &looked_at, limits)?;
            if !self.fresh.is_empty() {
                continue;
            }
            let sums = Sums {
                moves: self.moves,
                monoid: self.monoid,
                phi: self.phi,
                sources: self.sources,
                invariant: &invariant,
            };
            let found = sums.check(MOST_AT_ONCE, limits)?;
            let Some(first) = found.first().cloned() else {
                return Ok(invariant);
            };
            self.rounds += 1;
            if self.rounds > MOST_ROUNDS {
                return Err(NoInvariant::Counterexample(first));
            }
            for counterexample in &found {
                self.decide(counterexample)?;
            }
            if self.fresh.is_empty() {
                return Err(NoInvariant::Counterexample(first));
            }
        }
        Err(NoInvariant::NotClosed)
    }

    /// Adds fresh pairs to the samples, and learns the trees that they belong to.
    fn learn(
        &mut self,
        samples: &mut [Samples],
        invariant: &mut Invariant,
        limits: &Limits,
    ) -> Result<(), NoInvariant> {
        let mut changed = vec![false; samples.len()];
        for ((y, x), holds) in std::mem::take(&mut self.fresh) {
            let (y, x) = (self.evaluator.element(y), self.evaluator.element(x));
            let place = invariant.place((y.label, y.flip), (x.label, x.flip));
            let point: Vec<i64> = y.parameters.iter().chain(&x.parameters).copied().collect();
            samples[place].push(point, vec![u32::from(holds)]);
            changed[place] = true;
        }
        for (place, samples) in samples.iter().enumerate().filter(|(place, _)| changed[*place]) {
            limits.poll().map_err(Refused::from)?;
            let learned = samples.learn().ok_or(NoInvariant::Tree)?;
            invariant.trees[place] = learned.map(&mut |leaf| Tree::Leaf(leaf == 1));
        }
        Ok(())
    }

    /// The elements whose pairs are looked at, small ones first.
    fn looked_at(&self) -> Vec<Id> {
        let weight = |id: &Id| self.evaluator.element(*id).parameters.iter().sum::<i64>();
        let mut all: Vec<Id> = (0..self.count).collect();
        all.sort_by_key(weight);
        all.truncate(MOST_LOOKED_AT);
        all
    }

    /// Decides pairs of the box where an invariant is not closed.
    fn close_on_box(
        &mut self,
        invariant: &Invariant,
        looked_at: &[Id],
        limits: &Limits,
    ) -> Result<(), NoInvariant> {
        for y in looked_at {
            limits.poll().map_err(Refused::from)?;
            for x in looked_at {
                if !self.holds(invariant, (*y, *x))? {
                    continue;
                }
                for next in self.successors((*y, *x))? {
                    if !self.holds(invariant, next)? {
                        self.resolve((*y, *x), next)?;
                        if self.fresh.len() >= MOST_DECIDED {
                            return Ok(());
                        }
                    }
                }
            }
        }
        Ok(())
    }

    fn holds(&self, invariant: &Invariant, (y, x): Pair) -> Result<bool, NoInvariant> {
        if let Some(decided) = self.decided.get(&(y, x)) {
            return Ok(*decided);
        }
        let (y, x) = (self.evaluator.element(y), self.evaluator.element(x));
        Ok(invariant.at(y, x).ok_or(Refused::Overflow)?)
    }

    /// A step from a pair to the next must not leave the invariant: decides one of them.
    fn resolve(&mut self, pair: Pair, next: Pair) -> Result<(), NoInvariant> {
        match (self.decided.get(&pair), self.decided.get(&next), self.bias) {
            (_, Some(false), _) | (None, None, Bias::Small) => self.put(pair, false),
            (Some(true), _, _) | (None, None, Bias::Large) => self.put(next, true),
            _ => Ok(()),
        }
    }

    /// Decides a pair, and what leads to it if it is out, or what it leads to if it is in.
    fn put(&mut self, pair: Pair, holds: bool) -> Result<(), NoInvariant> {
        let mut waiting = vec![pair];
        while let Some(pair) = waiting.pop() {
            if self.decided.contains_key(&pair) {
                continue;
            }
            self.decided.insert(pair, holds);
            self.fresh.push((pair, holds));
            if self.fresh.len() < 4 * MOST_DECIDED {
                waiting.extend(if holds { self.successors(pair)? } else { self.predecessors(pair)? });
            }
        }
        Ok(())
    }

    /// The pairs of the box to which a pair leads by adding a heap.
    fn successors(&mut self, (y, context): Pair) -> Result<Vec<Pair>, NoInvariant> {
        let mut found = Vec::new();
        for heap in 0..self.added.len() {
            let Some(before) = self.added[heap].before.get(&context).cloned() else { continue };
            for x in before {
                let product = self.product(x, y)?;
                if is_unmet(&mut self.evaluator, self.sources, &mut self.added[heap], product) {
                    let sum = self.product(y, self.added[heap].value)?;
                    if sum < self.count {
                        found.push((sum, x));
                    }
                }
            }
        }
        Ok(found)
    }

    /// The pairs of the box that lead to a pair by adding a heap.
    fn predecessors(&mut self, (sum, x): Pair) -> Result<Vec<Pair>, NoInvariant> {
        let mut found = Vec::new();
        for heap in 0..self.added.len() {
            let Some(before) = self.added[heap].before.get(&sum).cloned() else { continue };
            for y in before {
                let product = self.product(x, y)?;
                if is_unmet(&mut self.evaluator, self.sources, &mut self.added[heap], product) {
                    let context = self.product(x, self.added[heap].value)?;
                    if context < self.count {
                        found.push((y, context));
                    }
                }
            }
        }
        Ok(found)
    }

    fn product(&mut self, x: Id, y: Id) -> Result<Id, NoInvariant> {
        if let Some(product) = self.products.get(&(x.min(y), x.max(y))) {
            return Ok(*product);
        }
        let product = self.evaluator.product(x, y).ok_or(Refused::Overflow)?;
        self.products.insert((x.min(y), x.max(y)), product);
        Ok(product)
    }

    /// The pairs of the least invariant on the box, and those that are therefore in none.
    fn facts(&mut self, limits: &Limits) -> Result<(), NoInvariant> {
        self.added = self.added()?;
        let mut work: Vec<Pair> = Vec::new();
        for heap in 0..self.added.len() {
            let value = self.added[heap].value;
            for x in 0..self.count {
                if value < self.count
                    && is_unmet(&mut self.evaluator, self.sources, &mut self.added[heap], x)
                    && self.decided.insert((value, x), true).is_none()
                {
                    work.push((value, x));
                }
            }
        }
        let mut steps = 0u64;
        let mut found = work.clone();
        while let Some(pair) = work.pop() {
            steps += 1;
            if steps.is_multiple_of(256) {
                limits.poll().map_err(Refused::from)?;
            }
            for next in self.successors(pair)? {
                if self.decided.insert(next, true).is_none() {
                    work.push(next);
                    found.push(next);
                }
            }
        }
        let one = self.evaluator.id(&self.monoid.one());
        for (y, x) in &found {
            if *x == one {
                return Err(NoInvariant::Stuck(self.evaluator.element(*y).clone()));
            }
        }
        for (y, x) in &found {
            self.fresh.push(((*y, *x), true));
            match self.decided.insert((*x, *y), false) {
                Some(true) => {
                    // Both leave each other unmet: their sum is stuck.
                    let sum = self.product(*x, *y)?;
                    return Err(NoInvariant::Stuck(self.evaluator.element(sum).clone()));
                }
                Some(false) => {}
                None => self.fresh.push(((*x, *y), false)),
            }
        }
        for y in 0..self.count {
            if self.decided.insert((y, one), false).is_none() {
                self.fresh.push(((y, one), false));
            }
        }
        Ok(())
    }

    /// The heaps whose values lie in the box.
    fn added(&mut self) -> Result<Vec<Added>, NoInvariant> {
        let mut added = Vec::new();
        for (source, at) in self.sources.iter().zip(0..) {
            match &source.value {
                Some(value) => {
                    let value = self.evaluator.id(value);
                    added.push(Added {
                        source: at,
                        k: None,
                        value,
                        unmet: Vec::new(),
                        before: FxHashMap::default(),
                    });
                }
                None => {
                    let first = self.phi.first_k_from(source.heap, self.moves.large_from(self.phi));
                    for k in first..=first + self.size {
                        let heap = k as u64 * self.phi.period + source.heap;
                        let value = self.phi.value(heap).ok_or(Refused::Overflow)?;
                        if value.parameters.iter().any(|v| *v > self.size) {
                            break;
                        }
                        let value = self.evaluator.id(&value);
                        added.push(Added {
                            source: at,
                            k: Some(k),
                            value,
                            unmet: Vec::new(),
                            before: FxHashMap::default(),
                        });
                    }
                }
            }
        }
        for heap in &mut added {
            for x in 0..self.count {
                let product = self.evaluator.product(x, heap.value).ok_or(Refused::Overflow)?;
                if product < self.count {
                    heap.before.entry(product).or_default().push(x);
                }
            }
        }
        Ok(added)
    }

    /// Decides the pairs that a counterexample speaks about.
    fn decide(&mut self, counterexample: &Counterexample) -> Result<(), NoInvariant> {
        let overflow = || NoInvariant::Refused(Refused::Overflow);
        match counterexample {
            Counterexample::Start { heap, x } => {
                let value = self.phi.value(*heap).ok_or_else(overflow)?;
                let pair = (self.evaluator.id(&value), self.evaluator.id(x));
                self.put(pair, true)
            }
            Counterexample::Stuck(y) => {
                let pair = (self.evaluator.id(y), self.evaluator.id(&self.monoid.one()));
                self.put(pair, false)
            }
            Counterexample::Step { heap, y, x } => {
                let value = self.phi.value(*heap).ok_or_else(overflow)?;
                let value = self.evaluator.id(&value);
                let (y, x) = (self.evaluator.id(y), self.evaluator.id(x));
                let (context, sum) = (self.product(x, value)?, self.product(y, value)?);
                self.resolve((y, context), (sum, x))
            }
            other => Err(NoInvariant::Counterexample(other.clone())),
        }
    }
}

/// Whether a heap may leave a context unmet.
fn is_unmet(evaluator: &mut Evaluator<'_>, sources: &[Source], heap: &mut Added, x: Id) -> bool {
    if let Some(Some(known)) = heap.unmet.get(x as usize) {
        return *known;
    }
    let element = evaluator.element(x);
    let mut point = element.parameters.clone();
    point.extend(heap.k);
    let trees = &sources[heap.source].unmet[element.label][usize::from(element.flip)];
    let unmet = trees.iter().any(|tree| tree.at(&point) == Some(&true));
    if heap.unmet.len() <= x as usize {
        heap.unmet.resize(x as usize + 1, None);
    }
    heap.unmet[x as usize] = Some(unmet);
    unmet
}
