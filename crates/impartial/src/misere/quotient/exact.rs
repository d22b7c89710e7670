//! The exact stage: every heap a level of the outcome diagram.

use super::{Evidence, Growth, Stop};
use crate::limits::{Limits, StopReason};
use crate::misere::bits::BitSet;
use crate::misere::diagram::{OutcomeDiagram, OutcomeStop, SavedDiagram};
use crate::misere::lists::Lists;
use crate::misere::monoid::{BipartiteMonoid, Element};
use crate::misere::rules::{Rules, Sum};
use crate::misere::transition::Source;

/// The outcome diagram of all positions up to `count`, and the quotient read off it.
#[derive(Clone, Debug)]
pub(super) struct Exact {
    rules: Rules,
    /// The position of the rules that each numbered position is.
    positions: Vec<Sum>,
    diagram: OutcomeDiagram,
    /// Nodes left by the last sweep.
    swept: usize,
    /// The quotient of the present rules with the value of each generator, once asked for.
    quotient: Option<(BipartiteMonoid, Vec<Element>)>,
}

/// The quotient that was saved, with the values of so many positions that are generators of the rules.
fn restore_quotient(
    generators: usize,
    positions: usize,
    lists: &mut Lists,
) -> Option<(BipartiteMonoid, Vec<Element>)> {
    let [actions, members, values] = [lists.take()?, lists.take()?, lists.take()?];
    let order = actions.len().checked_div(generators).unwrap_or(1);
    let is_element = |x: &Element| (*x as usize) < order;
    if values.len() != positions || !values.iter().chain(&members).all(is_element) {
        return None;
    }
    let mut p = BitSet::new(order);
    members.iter().for_each(|x| p.insert(*x as usize));
    let monoid = BipartiteMonoid::from_actions(generators, actions, |x| p.contains(x as usize)).ok()?;
    (monoid.order() == order).then_some((monoid, values))
}

/// An empty diagram with the bound that was set, if one was.
pub(super) fn diagram_with(bound: Option<usize>) -> OutcomeDiagram {
    let diagram = OutcomeDiagram::new();
    match bound {
        Some(bound) => diagram.with_bound(bound),
        None => diagram,
    }
}

/// What is short of the exact stage; the rest is in lists.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub(super) struct SavedExact {
    /// The number of positions done.
    count: u64,
    diagram: SavedDiagram,
    /// The number of generators of the quotient, if its elements are there.
    quotient: Option<usize>,
}

impl SavedExact {
    pub(super) fn is_enumerated(&self) -> bool {
        self.quotient.is_some()
    }
}

impl Exact {
    pub(super) fn save(&self, lists: &mut Lists) -> SavedExact {
        if let Some((monoid, values)) = &self.quotient {
            lists.put(monoid.actions().to_vec());
            lists.put(monoid.p_portion().collect());
            lists.put(values.clone());
        }
        let quotient = self.quotient.as_ref().map(|(monoid, _)| monoid.generator_count());
        SavedExact { count: self.count(), diagram: self.diagram.save(lists), quotient }
    }

    /// The stage that was saved; `None` inside when the numbers make no sense.
    pub(super) fn restore(
        saved: &SavedExact,
        lists: &mut Lists,
        source: &Source,
        bound: Option<usize>,
        limits: &Limits,
    ) -> Result<Option<Self>, StopReason> {
        let mut exact = Exact::new(bound);
        if source.len().is_some_and(|len| saved.count > len) {
            return Ok(None);
        }
        for n in 1..=saved.count {
            limits.poll()?;
            let options = source.options_in_words(n, &exact.positions);
            exact.positions.push(exact.rules.add(options));
        }
        exact.quotient = None;
        if let Some(generators) = saved.quotient {
            let Some(quotient) = restore_quotient(generators, exact.rules.len(), lists) else {
                return Ok(None);
            };
            exact.quotient = Some(quotient);
        }
        let generators = 0..exact.rules.len() as u32;
        let options = generators.map(|generator| exact.rules.options(generator).to_vec()).collect();
        let Some(mut diagram) = OutcomeDiagram::restore(&saved.diagram, lists, options) else {
            return Ok(None);
        };
        if let Some(bound) = bound {
            diagram.set_bound(bound);
        }
        exact.diagram = diagram;
        Ok(Some(exact))
    }

    /// How many functions were made.
    pub(super) fn work(&self) -> u64 {
        self.diagram.work()
    }

    /// Whether the elements of the present quotient are there.
    pub(super) fn is_enumerated(&self) -> bool {
        self.quotient.is_some()
    }

    pub(super) fn new(bound: Option<usize>) -> Self {
        Exact {
            rules: Rules::new(),
            positions: vec![Sum::new()],
            diagram: diagram_with(bound),
            swept: 0,
            quotient: Some((BipartiteMonoid::trivial(), Vec::new())),
        }
    }

    pub(super) fn set_bound(&mut self, bound: usize) {
        self.diagram.set_bound(bound);
    }

    /// The number of positions done, the empty one not counted.
    pub(super) fn count(&self) -> u64 {
        self.positions.len() as u64 - 1
    }

    /// Adds the next position. After an error everything is as before.
    pub(super) fn push(&mut self, source: &Source, limits: &Limits) -> Result<(), Stop> {
        let n = self.count() + 1;
        let options = source.options_in_words(n, &self.positions);
        let before = self.rules.len();
        let mut rules = std::mem::take(&mut self.rules);
        let position = rules.add(options);
        if rules.len() > before {
            if let Err(stop) = self.diagram.push(rules.options(before as u32), limits) {
                rules.remove_last();
                self.rules = rules;
                return Err(self.name_stop(stop, n));
            }
            self.swept = self.diagram.collect_if_grown(self.swept);
            self.quotient = None;
        }
        self.rules = rules;
        self.positions.push(position);
        Ok(())
    }

    /// The stop with positions in place of generators.
    fn name_stop(&self, stop: OutcomeStop, n: u64) -> Stop {
        match stop {
            OutcomeStop::Limit(reason) => Stop::Limit(reason),
            OutcomeStop::Diverging(seen) => Stop::Diverging(Evidence::new(n, seen, |generator| {
                self.positions.iter().position(|sum| sum[..] == [generator]).map_or(n, |at| at as u64)
            })),
        }
    }

    /// A lower bound for the order of the quotient with the position whose push was stopped last.
    pub(super) fn unfinished_order(&self) -> Option<u64> {
        self.diagram.unfinished_order().map(|order| order as u64)
    }

    /// A lower bound for the order of the present quotient, also when its enumeration was stopped.
    pub(super) fn order_at_least(&self) -> u64 {
        let enumerated = self.quotient.as_ref().map(|(monoid, _)| monoid.order());
        enumerated.unwrap_or_else(|| self.diagram.enumerated()) as u64
    }

    /// The quotient and the value of each generator of the rules.
    fn quotient(&mut self, limits: &Limits) -> Result<&(BipartiteMonoid, Vec<Element>), StopReason> {
        let quotient = match self.quotient.take() {
            Some(quotient) => quotient,
            None => self.diagram.quotient(limits)?,
        };
        Ok(self.quotient.insert(quotient))
    }

    /// The order and the size of the P-portion.
    pub(super) fn size(&mut self, limits: &Limits) -> Result<(u64, u64), StopReason> {
        let (monoid, _) = self.quotient(limits)?;
        Ok((monoid.order() as u64, monoid.p_order() as u64))
    }

    /// The quotient and the value of each position from 0 on.
    pub(super) fn values(&mut self, limits: &Limits) -> Result<(BipartiteMonoid, Vec<Element>), StopReason> {
        let (monoid, values) = self.quotient(limits)?.clone();
        let phi = self.positions.iter().map(|sum| sum.first().map_or(0, |g| values[*g as usize])).collect();
        Ok((monoid, phi))
    }

    /// The growth entry of the present quotient, if it differs from the last one.
    pub(super) fn growth(
        &mut self,
        last: Option<&Growth>,
        limits: &Limits,
    ) -> Result<Option<Growth>, StopReason> {
        let (order, p_order) = self.size(limits)?;
        Ok((last.map_or(1, |last| last.order) != order).then(|| Growth {
            heap: self.count(),
            order,
            p_order,
        }))
    }
}
