//! Strata compared with a proved strategy: for each combination of the coordinates that are not growing, two sets in the others.

use num_bigint::BigUint;
use rustc_hash::FxHashSet;
use std::collections::BTreeMap;
use std::ops::ControlFlow;

use super::{Module, StrataFailure};
use crate::automatic::Array;
use crate::automatic::{Shifted, Translate, Translates, explore, reader};
use crate::integer::lcm;
use crate::lattice::prover::Axis;
use crate::lattice::strategy::Strategy;
use crate::lattice::table::Cell;
use crate::limits::{Limits, StopReason};

/// The largest comparison that is made, see [`Translates::size`].
const MOST_SUMS: u64 = 4_000_000;
/// The most combinations of coordinates that are not growing.
const MOST_COMBINATIONS: i64 = 1 << 16;

impl Strategy {
    /// Compares strata (in natural coordinates) with the P-positions of this strategy, at every position: each has to be in
    /// one stratum, and nothing else in any. `None` when a generator runs along several coordinates not all of which are
    /// growing, or the sets are too large to be compared.
    pub fn compare(
        &self,
        strata: &[Module],
        limits: &Limits,
    ) -> Result<Option<Result<(), StrataFailure>>, StopReason> {
        let digits = match &self.automatic.array {
            Array::Digits(_) => Some(self.automatic.clone()),
            Array::Fan(_) => self.automatic.in_digits(&self.straightened.game, limits)?,
        };
        let Some(strategy) = digits else { return Ok(None) };
        let Array::Digits(automaton) = &strategy.array else { return Ok(None) };
        let Some(tables) = strategy.slices.tables() else { return Ok(None) };
        let axes = &strategy.axes;
        let is_growing = |axis: &usize| axes[*axis] == Axis::Growing;
        let (growing, others): (Vec<usize>, Vec<usize>) = (0..axes.len()).partition(is_growing);
        let mut parts = Vec::new();
        for (number, module) in strata.iter().enumerate() {
            for offset in &module.offsets {
                let Some(part) = Split::new(number, offset, &module.generators, &growing, &others) else {
                    return Ok(None);
                };
                parts.push(part);
            }
        }
        // Beyond all offsets and the start of the period, everything repeats with the common multiple of the periods.
        let values: Option<Vec<i64>> = (others.iter().enumerate())
            .map(|(place, axis)| {
                let own = parts.iter().map(|part| part.offset[place]).max().unwrap_or(0).max(0);
                let steps = parts.iter().flat_map(|part| part.steps[place].iter());
                let (start, period) = match axes[*axis] {
                    Axis::Periodic { start, period } => (start, period),
                    kind => (kind.classes(), 1),
                };
                let period = steps.fold(period, |period, step| lcm(period, step.unsigned_abs()).min(1 << 40));
                // A numerical semigroup contains all large multiples of the common divisor of its generators.
                let settled: i64 = parts.iter().map(|part| part.settled(place)).max().unwrap_or(0);
                Some((own + settled).max(i64::try_from(start).ok()?) + i64::try_from(period).ok()?)
            })
            .collect();
        let combinations =
            values.as_ref().and_then(|all| all.iter().try_fold(1i64, |n, value| n.checked_mul(*value)));
        let (Some(values), true) = (values, combinations.is_some_and(|n| n <= MOST_COMBINATIONS)) else {
            return Ok(None);
        };
        let mut known: FxHashSet<(Vec<usize>, Option<usize>)> = FxHashSet::default();
        let mut point = vec![0i64; others.len()];
        loop {
            limits.poll()?;
            let here: Vec<usize> = (0..parts.len()).filter(|part| parts[*part].contains(&point)).collect();
            let place = others.iter().zip(&point).try_fold(0, |place, (axis, value)| {
                Some(place * axes[*axis].classes() as usize + axes[*axis].class(*value)? as usize)
            });
            if known.insert((here.clone(), place)) {
                let radices = automaton.radices();
                let mut modules: BTreeMap<usize, Vec<Translate>> = BTreeMap::new();
                for part in here.iter().map(|part| &parts[*part]) {
                    modules.entry(part.module).or_default().push(part.growing.clone());
                }
                if modules.values().any(|translates| Translates::size(radices, translates) > MOST_SUMS) {
                    return Ok(None);
                }
                let is_p = |slice: u32| place.is_some_and(|place| tables[slice as usize][place] == Cell::P);
                let mut readers = vec![reader(radices, Shifted::by(automaton, &vec![0; growing.len()]))];
                let unions = modules.into_values().map(|translates| Translates::union(radices, translates));
                readers.extend(unions.map(|union| reader(radices, union)));
                let mut failure: Option<fn(Vec<BigUint>) -> StrataFailure> = None;
                let explored = explore(radices, &mut readers, limits, |seen| {
                    failure = match (is_p(seen[0]), seen[1..].iter().sum::<u32>()) {
                        (true, 1) | (false, 0) => return ControlFlow::Continue(()),
                        (true, 0) => Some(StrataFailure::Uncovered),
                        (_, 1) => Some(StrataFailure::NotP),
                        _ => Some(StrataFailure::Overlap),
                    };
                    ControlFlow::Break(())
                })?;
                if let (Some(failure), Some(at)) = (failure, explored.witness) {
                    let (mut at, mut rest) = (at.into_iter(), point.iter());
                    let coordinate = |axis: &Axis| match axis {
                        Axis::Growing => at.next(),
                        _ => rest.next().map(|value| BigUint::from(value.unsigned_abs())),
                    };
                    return Ok(Some(Err(failure(axes.iter().filter_map(coordinate).collect()))));
                }
            }
            let Some(axis) = (0..point.len()).rev().find(|axis| point[*axis] + 1 < values[*axis]) else {
                return Ok(Some(Ok(())));
            };
            point[axis] += 1;
            point[axis + 1..].fill(0);
        }
    }
}

/// A translate of a stratum with growing and other coordinates apart.
struct Split {
    module: usize,
    growing: Translate,
    /// The other coordinates of the offset, and the generators along each of them.
    offset: Vec<i64>,
    steps: Vec<Vec<i64>>,
}

impl Split {
    fn new(
        module: usize,
        offset: &[i64],
        all: &[Vec<i64>],
        growing: &[usize],
        others: &[usize],
    ) -> Option<Self> {
        let of =
            |vector: &[i64], axes: &[usize]| -> Vec<i64> { axes.iter().map(|axis| vector[*axis]).collect() };
        let mut steps = vec![Vec::new(); others.len()];
        let mut generators = Vec::new();
        for generator in all {
            let (along, rest) = (of(generator, growing), of(generator, others));
            let moved: Vec<usize> = (0..rest.len()).filter(|place| rest[*place] != 0).collect();
            match (along.iter().any(|entry| *entry != 0), moved.as_slice()) {
                (true, []) => generators.push(along),
                (false, [place]) => steps[*place].push(rest[*place]),
                _ => return None,
            }
        }
        let growing = Translate { offset: of(offset, growing), generators };
        Some(Split { module, growing, offset: of(offset, others), steps })
    }

    /// Sums of the generators along a coordinate are all the multiples of their common divisor from here on.
    fn settled(&self, place: usize) -> i64 {
        let steps = &self.steps[place];
        if steps.len() < 2 { 0 } else { steps.iter().max().map_or(0, |most| most.saturating_mul(*most)) }
    }

    /// Whether the other coordinates are those of a point of the stratum.
    fn contains(&self, point: &[i64]) -> bool {
        (self.offset.iter().zip(&self.steps).zip(point)).all(|((offset, steps), value)| {
            let axis =
                Translate { offset: vec![*offset], generators: steps.iter().map(|g| vec![*g]).collect() };
            axis.contains(&[*value])
        })
    }
}
