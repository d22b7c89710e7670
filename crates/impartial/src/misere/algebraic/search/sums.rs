//! The invariant of sums, learned from the exact least one on a box: check D.

use rustc_hash::{FxHashMap, FxHashSet};

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

/// How often the invariant is corrected.
const MOST_ROUNDS: usize = 40;

/// Counterexamples that are collected in a round.
const MOST_AT_ONCE: usize = 200;

/// Why no invariant was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoInvariant {
    /// A position of this value is stuck already in the box: the guess, or the set of unmet contexts, is wrong.
    Stuck(Element),
    /// The samples cannot be told apart by the forms at hand.
    Tree,
    /// This stood at the end, and the box does not decide it.
    Counterexample(Counterexample),
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
    /// Whether the sum of all parameters says how near a pair is to the border of the box.
    pub by_weight: bool,
    evaluator: Evaluator<'g>,
    /// The number of elements of the box; their numbers come first.
    count: Id,
    pairs: FxHashSet<(Id, Id)>,
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
        by_weight: bool,
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
        let pairs = FxHashSet::default();
        InvariantSearch { moves, monoid, phi, sources, size, by_weight, evaluator, count, pairs, rounds: 0 }
    }

    /// Finds an invariant, verified.
    pub fn run(&mut self, limits: &Limits) -> Result<Invariant, NoInvariant> {
        self.least(limits)?;
        let one = self.evaluator.id(&self.monoid.one());
        if let Some((y, _)) = self.pairs.iter().filter(|(_, x)| *x == one).min() {
            return Err(NoInvariant::Stuck(self.evaluator.element(*y).clone()));
        }
        let mut samples = self.samples();
        let mut invariant = Invariant::never(self.monoid.labels.len());
        let mut changed: Vec<usize> = (0..samples.len()).collect();
        loop {
            for place in changed.drain(..) {
                limits.poll().map_err(Refused::from)?;
                let samples = &samples[place];
                let learned = if samples.is_empty() { Some(Tree::Leaf(0)) } else { samples.learn() };
                invariant.trees[place] =
                    learned.ok_or(NoInvariant::Tree)?.map(&mut |leaf| Tree::Leaf(leaf == 1));
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
            let mut undecided = None;
            for counterexample in found {
                let (y, x, holds) = match self.decide(&counterexample) {
                    Ok(decided) => decided,
                    Err(objection) => {
                        undecided = Some(objection);
                        continue;
                    }
                };
                let place = invariant.place((y.label, y.flip), (x.label, x.flip));
                let point: Vec<i64> = y.parameters.iter().chain(&x.parameters).copied().collect();
                samples[place].push(point, vec![u32::from(holds)]);
                if !changed.contains(&place) {
                    changed.push(place);
                }
            }
            if let (true, Some(objection)) = (changed.is_empty(), undecided) {
                return Err(objection);
            }
        }
    }

    /// The least invariant on the box.
    fn least(&mut self, limits: &Limits) -> Result<(), NoInvariant> {
        let mut added = self.added()?;
        let mut work: Vec<(Id, Id)> = Vec::new();
        for heap in &mut added {
            for x in 0..self.count {
                if is_unmet(&mut self.evaluator, self.sources, heap, x)
                    && heap.value < self.count
                    && self.pairs.insert((heap.value, x))
                {
                    work.push((heap.value, x));
                }
            }
        }
        let mut products: FxHashMap<(Id, Id), Id> = FxHashMap::default();
        let mut steps = 0u64;
        while let Some((y, context)) = work.pop() {
            for heap in &mut added {
                let Some(before) = heap.before.get(&context) else {
                    continue;
                };
                for x in before.clone() {
                    steps += 1;
                    if steps.is_multiple_of(4096) {
                        limits.poll().map_err(Refused::from)?;
                    }
                    let product = match products.get(&(x.min(y), x.max(y))) {
                        Some(product) => *product,
                        None => {
                            let product = self.evaluator.product(x, y).ok_or(Refused::Overflow)?;
                            products.insert((x.min(y), x.max(y)), product);
                            product
                        }
                    };
                    if !is_unmet(&mut self.evaluator, self.sources, heap, product) {
                        continue;
                    }
                    let sum = match products.get(&(heap.value.min(y), heap.value.max(y))) {
                        Some(product) => *product,
                        None => {
                            let product = self.evaluator.product(y, heap.value).ok_or(Refused::Overflow)?;
                            products.insert((heap.value.min(y), heap.value.max(y)), product);
                            product
                        }
                    };
                    if sum < self.count && self.pairs.insert((sum, x)) {
                        work.push((sum, x));
                    }
                }
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

    /// Whether a pair is far enough from the border of the box that it is known whether it belongs to the least invariant.
    ///
    /// All pairs that lead to (y, x) have the same product. Where indices do not add up, it is enough that y, x and the product
    /// stay away from the border; where they do, the sum of all parameters may be what counts.
    fn is_inside(&self, y: &Element, x: &Element) -> bool {
        let within = self.size - 2;
        if self.by_weight {
            return y.parameters.iter().chain(&x.parameters).sum::<i64>() <= within;
        }
        let fits = |x: &Element| x.parameters.iter().all(|v| *v <= within);
        fits(y) && fits(x) && self.monoid.product(x, y).is_some_and(|product| fits(&product))
    }

    /// For every pair of labels, the pairs that are known.
    fn samples(&self) -> Vec<Samples> {
        let labels = self.monoid.labels.len();
        let invariant = Invariant::never(labels);
        let dimension = |place: usize| {
            self.monoid.dimension(place / (4 * labels)) + self.monoid.dimension(place % (2 * labels) / 2)
        };
        let mut samples: Vec<Samples> =
            (0..4 * labels * labels).map(|place| Samples::new(dimension(place))).collect();
        let elements: Vec<&Element> = (0..self.count).map(|id| self.evaluator.element(id)).collect();
        let place = |y: &Element, x: &Element| invariant.place((y.label, y.flip), (x.label, x.flip));
        let mut used = vec![false; samples.len()];
        for (y, x) in &self.pairs {
            used[place(elements[*y as usize], elements[*x as usize])] = true;
        }
        for (y, at_y) in elements.iter().zip(0..) {
            for (x, at_x) in elements.iter().zip(0..) {
                let place = place(y, x);
                if !used[place] {
                    continue;
                }
                let holds = self.pairs.contains(&(at_y, at_x));
                if self.is_inside(y, x) {
                    let point = y.parameters.iter().chain(&x.parameters).copied().collect();
                    samples[place].push(point, vec![u32::from(holds)]);
                }
            }
        }
        samples
    }

    /// A pair that a counterexample speaks about, and whether it is to belong to the invariant.
    fn decide(&mut self, counterexample: &Counterexample) -> Result<(Element, Element, bool), NoInvariant> {
        let overflow = || NoInvariant::Refused(Refused::Overflow);
        match counterexample {
            Counterexample::Start { heap, x } => {
                Ok((self.phi.value(*heap).ok_or_else(overflow)?, x.clone(), true))
            }
            Counterexample::Stuck(y) => Ok((y.clone(), self.monoid.one(), false)),
            Counterexample::Step { heap, y, x } => {
                let value = self.phi.value(*heap).ok_or_else(overflow)?;
                let context = self.monoid.product(x, &value).ok_or_else(overflow)?;
                let sum = self.monoid.product(y, &value).ok_or_else(overflow)?;
                let known = |y: &Element, x: &Element, evaluator: &mut Evaluator<'g>| {
                    let pair = (evaluator.id(y), evaluator.id(x));
                    self.pairs.contains(&pair)
                };
                if known(&sum, x, &mut self.evaluator) {
                    return Ok((sum, x.clone(), true));
                }
                if known(y, &context, &mut self.evaluator) {
                    // The step is a right one; only the sum lies outside the box.
                    return Ok((sum, x.clone(), true));
                }
                if self.is_inside(y, &context) {
                    return Ok((y.clone(), context, false));
                }
                if self.is_inside(&sum, x) {
                    // The sum does not belong to the least invariant, so neither does what leads to it.
                    return Ok((y.clone(), context, false));
                }
                Err(NoInvariant::Counterexample(counterexample.clone()))
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
