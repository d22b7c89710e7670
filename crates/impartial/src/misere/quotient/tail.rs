//! The tail stage: heaps placed in a quotient that is there already, one look each.

use crate::limits::{Limits, StopReason};
use crate::misere::monoid::{BipartiteMonoid, Element};
use crate::misere::packed::Packed;
use crate::misere::transition::{
    OptionValues, SavedSplit, SavedStates, Source, SplitMonoid, Transitions, Value,
};

/// A quotient in split form with the value of every position so far, all of it verified on the rules.
#[derive(Clone, Debug)]
pub(super) struct Tail {
    transitions: Transitions,
    options: OptionValues,
    phi: Vec<Value>,
    /// The least power of two above all Grundy values: the size of the kernel, if it is split off.
    kernel: u64,
    outer_p: u64,
}

/// The tail stage as lists of numbers.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub(super) struct SavedTail {
    monoid: SavedSplit,
    states: SavedStates,
    phi: Packed,
}

impl Tail {
    pub(super) fn save(&self) -> SavedTail {
        let (_, kept, _) = self.monoid().generated(&self.phi);
        let generators = kept.into_iter().map(|place| self.phi[place]).collect();
        let monoid = self.monoid().save(generators);
        let phi = Packed::new(self.phi.iter().copied().map(u64::from));
        SavedTail { monoid, states: self.transitions.save(), phi }
    }

    /// The stage that was saved; `None` when the numbers make no sense.
    pub(super) fn restore(saved: &SavedTail) -> Option<Self> {
        let mut tail = Tail::new(SplitMonoid::restore(&saved.monoid)?);
        let is_value = |x: &Value| (*x as usize) < tail.monoid().outer() || tail.monoid().has_kernel();
        let phi = saved.phi.small_numbers()?;
        if phi.first() != Some(&0) || !phi.iter().all(is_value) {
            return None;
        }
        phi[1..].iter().for_each(|value| tail.record(*value));
        tail.transitions = Transitions::restore(tail.monoid().clone(), &saved.states)?;
        Some(tail)
    }

    /// No positions placed yet.
    pub(super) fn new(monoid: SplitMonoid) -> Self {
        let outer_p = (0..monoid.outer() as Value).filter(|x| monoid.is_p(*x)).count() as u64;
        let kernel = u64::from(monoid.has_kernel());
        Tail {
            transitions: Transitions::new(monoid),
            options: OptionValues::default(),
            phi: vec![0],
            kernel,
            outer_p,
        }
    }

    /// The tail of a quotient whose values are known, every position verified again on the rules. `None` when
    /// verification in this form fails.
    pub(super) fn verified(
        source: &Source,
        monoid: SplitMonoid,
        phi: &[Value],
        limits: &Limits,
    ) -> Result<Option<Self>, StopReason> {
        let mut tail = Tail::new(monoid);
        for value in &phi[1..] {
            if !tail.place_at(source, *value, limits)? {
                return Ok(None);
            }
        }
        Ok(Some(tail))
    }

    /// The number of positions placed.
    pub(super) fn count(&self) -> u64 {
        self.phi.len() as u64 - 1
    }

    /// The values of the positions from 0 on.
    pub(super) fn phi(&self) -> &[Value] {
        &self.phi
    }

    /// The monoid in split form.
    pub(super) fn monoid(&self) -> &SplitMonoid {
        self.transitions.monoid()
    }

    /// The number of states recorded.
    pub(super) fn states(&self) -> usize {
        self.transitions.states()
    }

    /// The order of the quotient and the size of its P-portion.
    pub(super) fn size(&self) -> (u64, u64) {
        let has_kernel = u64::from(self.monoid().has_kernel());
        (self.monoid().outer() as u64 + self.kernel * has_kernel, self.outer_p + has_kernel)
    }

    fn record(&mut self, value: Value) {
        self.phi.push(value);
        self.kernel = self.kernel.max((u64::from(self.monoid().grundy(value)) + 1).next_power_of_two());
    }

    /// Places the next position at a given value; false when there is a failure.
    pub(super) fn place_at(
        &mut self,
        source: &Source,
        value: Value,
        limits: &Limits,
    ) -> Result<bool, StopReason> {
        self.collect(source);
        let placed = self.transitions.place_at(&self.options, value, limits)?;
        if placed {
            self.record(value);
        }
        Ok(placed)
    }

    /// Places the next position where it belongs; false when that is nowhere. Tries the value `hint` first.
    pub(super) fn place(
        &mut self,
        source: &Source,
        hint: Option<Value>,
        limits: &Limits,
    ) -> Result<bool, StopReason> {
        self.collect(source);
        if self.options.is_empty() {
            self.record(0);
            return Ok(true);
        }
        if let Some(hint) = hint
            && self.transitions.place_at(&self.options, hint, limits)?
        {
            self.record(hint);
            return Ok(true);
        }
        match self.transitions.place(&self.options, limits)? {
            Some(value) => self.record(value),
            None => return Ok(false),
        }
        Ok(true)
    }

    fn collect(&mut self, source: &Source) {
        let n = self.phi.len() as u64;
        self.options.collect(source, n, self.transitions.monoid(), &self.phi);
    }

    /// The quotient, its generators the irreducible ones, and the value of each position from 0 on.
    pub(super) fn values(&self) -> (BipartiteMonoid, Vec<Element>) {
        let (monoid, _, elements) = self.monoid().generated(&self.phi);
        let phi = self.phi.iter().map(|value| elements[value]).collect();
        (monoid, phi)
    }
}
