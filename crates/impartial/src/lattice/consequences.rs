//! What follows from a proved strategy: periods of the P-positions, and whether the quotient is finite.
//!
//! The quotient of N^d by congruence \[GM, Definition 6.6\] is the syntactic monoid of P. It is finite exactly if P is
//! periodic along every axis from some point on, the same for all lines. (In a finite monoid the powers of each generator
//! are; and conversely the coordinates may then be replaced by finitely many classes.) For a misère heap game it is the misère
//! quotient.

use num_bigint::{BigInt, BigUint};
use std::ops::ControlFlow;

use super::bridge::PeriodicSet;
use super::prover::{AutomaticStrategy, Axis, Slices};
use super::strategy::Strategy;
use super::table::Cell;
use crate::automatic::Array;
use crate::automatic::fan::{Fan, Vector, det};
use crate::automatic::{AlongAxis, OUTSIDE, along_axis};
use crate::integer::{gcd, lcm};
use crate::limits::{Limits, StopReason};
use crate::misere::infinite::SliceFunctions;

/// What is known about the number of congruence classes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Quotient {
    /// Finitely many: P is periodic along every axis.
    Finite,
    /// Infinitely many: two sectors differ.
    Infinite(TwoSectors),
    /// Infinitely many: no two multiples of the unit vector of this axis are congruent. (That P is not periodic along it was decided
    /// with [`along_axis`].)
    Irregular {
        /// The coordinate.
        axis: usize,
        /// The number of sets of pairs of states that were met in the proof.
        sets: usize,
    },
    /// Nothing: the board is not N^d, or a proof would be too large.
    Unknown,
}

/// Why P is not periodic along an axis: two sectors that differ.
///
/// Let m be a number of steps along the axis that is a period of both sectors. Far out in the one sector the point x is P,
/// and x + mk, for a suitable k, lies far out in the other and is not. A period p along the axis that held from some
/// point on would make x and x + pmk equal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TwoSectors {
    /// The coordinate.
    pub axis: usize,
    /// Steps along it that are a period of both.
    pub step: u64,
    /// A point in the one sector.
    pub here: Vec<BigInt>,
    /// A point in the other, reached by adding a multiple of the step.
    pub there: Vec<BigInt>,
}

/// A finite quotient in numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FiniteOrder {
    /// Its order.
    pub order: usize,
    /// The order of its P-portion.
    pub p_order: usize,
    /// For each coordinate, from where on P is periodic along it, and the period.
    pub periods: Vec<(u64, u64)>,
}

/// How many residues are compared, and how far out.
const MOST_RESIDUES: u64 = 1 << 18;
const FAR: u64 = 1 << 20;

/// Shifts, and half-spaces by their normal and bound.
type Region<'a> = (&'a [Vec<i64>], &'a [(Vec<i64>, i64)]);

/// Whether something repeats; otherwise where it does not.
type Repeats = Result<(), Vec<BigUint>>;

impl Strategy {
    /// Whether the positions are all of N^d, so that sums of positions are positions.
    pub(super) fn has_sums(&self) -> bool {
        let bounded = self.automatic.axes.iter().any(|axis| matches!(axis, Axis::Bounded { .. }));
        self.straightened.is_identity() && self.straightened.game.is_orthant() && !bounded
    }

    /// Whether the congruence of positions has finitely many classes.
    ///
    /// # Errors
    /// A limit reached.
    pub fn quotient(&self, limits: &Limits) -> Result<Quotient, StopReason> {
        if !self.has_sums() {
            return Ok(Quotient::Unknown);
        }
        if let Array::Fan(fan) = &self.automatic.array {
            if fan.rays().len() == 2 {
                return Ok(Quotient::Finite);
            }
            if let Some(sectors) = self.different_sectors(fan) {
                return Ok(Quotient::Infinite(sectors));
            }
        }
        let mut is_decided = true;
        for (axis, along) in self.along_axes(limits)?.into_iter().enumerate() {
            match along {
                AlongAxis::Periodic { .. } => {}
                AlongAxis::Irregular { sets } => return Ok(Quotient::Irregular { axis, sets }),
                AlongAxis::Undecided => is_decided = false,
            }
        }
        Ok(if is_decided { Quotient::Finite } else { Quotient::Unknown })
    }

    /// How P behaves along every axis.
    fn along_axes(&self, limits: &Limits) -> Result<Vec<AlongAxis>, StopReason> {
        let digits = match &self.automatic.array {
            Array::Digits(_) => Some(self.automatic.clone()),
            Array::Fan(_) => self.automatic.in_digits(&self.straightened.game, limits)?,
        };
        let mut growing = 0..;
        let mut along = Vec::new();
        for axis in &self.automatic.axes {
            along.push(match (*axis, &digits) {
                (Axis::Periodic { start, period }, _) => {
                    AlongAxis::Periodic { index: start.into(), period: period.into() }
                }
                (
                    Axis::Inner,
                    Some(AutomaticStrategy { slices: Slices::Functions { functions, .. }, .. }),
                ) => {
                    let (index, period) = functions.period(along.len() as u32)?;
                    AlongAxis::Periodic { index: index.into(), period: period.into() }
                }
                (Axis::Growing, Some(AutomaticStrategy { array: Array::Digits(automaton), slices, .. })) => {
                    let same = |slice: u32, other: u32| match slices {
                        Slices::Tables(tables) => {
                            let is_p =
                                |slice: u32| tables[slice as usize].iter().map(|cell| *cell == Cell::P);
                            is_p(slice).eq(is_p(other))
                        }
                        Slices::Functions { functions, .. } => functions.are_equal(slice, other),
                    };
                    let class = |slice: u32| (0..slice).find(|other| same(*other, slice)).unwrap_or(slice);
                    along_axis(automaton, growing.next().unwrap_or(0), class, limits)?
                }
                _ => AlongAxis::Undecided,
            });
        }
        Ok(along)
    }

    /// A finite quotient: its order, the order of its P-portion, and for every axis from where on P is periodic along it and the
    /// period. `None` when it is infinite or too large to be counted.
    ///
    /// # Errors
    /// A limit reached.
    pub fn finite_quotient(&self, limits: &Limits) -> Result<Option<FiniteOrder>, StopReason> {
        const MOST_ELEMENTS: usize = 1 << 16;
        if let (Slices::Functions { functions, .. }, 0) = (&self.automatic.slices, self.automatic.growing()) {
            let axes = self.automatic.axes.len();
            let Some((order, p_order)) = functions.order(axes, MOST_ELEMENTS, limits)? else {
                return Ok(None);
            };
            let periods = (0..axes as u32)
                .map(|axis| functions.period(axis))
                .collect::<Result<Vec<_>, StopReason>>()?;
            return Ok(Some(FiniteOrder { order, p_order, periods }));
        }
        Ok(self.periodic_set(limits)?.map(|set| {
            let (monoid, _) = set.quotient();
            FiniteOrder { order: monoid.order(), p_order: monoid.p_order(), periods: set.periods }
        }))
    }

    /// The P-positions as a set that is periodic along every axis, if the quotient is finite and there are few cells; the quotient
    /// itself is [`PeriodicSet::quotient`].
    ///
    /// # Errors
    /// A limit reached.
    pub fn periodic_set(&self, limits: &Limits) -> Result<Option<PeriodicSet>, StopReason> {
        const MOST_CELLS: u64 = 1 << 13;
        if !self.has_sums() {
            return Ok(None);
        }
        let period = |along: AlongAxis| match along {
            AlongAxis::Periodic { index, period } => {
                Some((u64::try_from(index).ok()?, u64::try_from(period).ok()?))
            }
            _ => None,
        };
        let periods: Option<Vec<(u64, u64)>> = self.along_axes(limits)?.into_iter().map(period).collect();
        let few = |periods: &Vec<(u64, u64)>| {
            let sides = periods.iter().map(|(index, period)| index.saturating_add(*period));
            sides.fold(1, u64::saturating_mul) <= MOST_CELLS
        };
        let is_p = |point: &[i64]| {
            let point: Vec<BigInt> = point.iter().map(|x| BigInt::from(*x)).collect();
            self.cell(&point) == Cell::P
        };
        Ok(periods.filter(few).map(|periods| PeriodicSet::from_cells(periods, is_p)))
    }

    /// Two neighbouring sectors that differ far out.
    fn different_sectors(&self, fan: &Fan) -> Option<TwoSectors> {
        let (tables, steps) = (self.automatic.slices.tables()?, fan.steps()?);
        let residues = steps[0].checked_mul(steps[1])?;
        let common = BigUint::from(residues) * FAR;
        // A point far out in a cone, congruent to the origin for every sector.
        let deep = |j: usize| -> [BigUint; 2] {
            let [u, v] = [fan.rays()[j], fan.rays()[j + 1]];
            [0, 1].map(|axis| &common * (u[axis] + v[axis]).unsigned_abs())
        };
        let is_p = |slice: u32, place: usize| tables[slice as usize][place] == Cell::P;
        for j in 1..fan.rays().len() - 1 {
            let (left, right) = (deep(j), deep(j - 1));
            for residue in 0..residues.min(MOST_RESIDUES) {
                let r = [residue % steps[0], residue / steps[0]];
                let at = |base: &[BigUint; 2]| fan.at_big(&[&base[0] + r[0], &base[1] + r[1]]);
                let (first, second) = (at(&left), at(&right));
                let classes = tables[first as usize].len();
                let Some(place) = (0..classes).find(|place| is_p(first, *place) != is_p(second, *place))
                else {
                    continue;
                };
                // Along the first growing axis from the left sector into the right one.
                let here = [&left[0] + r[0], &left[1] + r[1]];
                let (u, v) = (fan.rays()[j - 1], fan.rays()[j]);
                // The point of the right sector in the same row: the middle of what the two rays cut out.
                let row = BigInt::from(here[1].clone());
                let from = &row * v[0] / v[1];
                let to =
                    if u[1] == 0 { &from * 2 + BigInt::from(common.clone()) } else { &row * u[0] / u[1] };
                let middle = (from + to) / 2;
                let x = BigInt::from(here[0].clone());
                let there: BigInt = &x + (middle - &x) / steps[0] * steps[0];
                let other = [there.to_biguint()?, here[1].clone()];
                if is_p(fan.at_big(&here), place) == is_p(fan.at_big(&other), place) {
                    continue;
                }
                let whole = |growing: [BigUint; 2]| self.with_place(growing, place);
                let axis = self.automatic.axes.iter().position(|axis| *axis == Axis::Growing)?;
                return Some(TwoSectors { axis, step: steps[0], here: whole(here), there: whole(other) });
            }
        }
        None
    }

    /// The point with these growing coordinates and the classes of a place in a slice.
    fn with_place(&self, growing: [BigUint; 2], mut place: usize) -> Vec<BigInt> {
        let mut growing = growing.into_iter().rev();
        let mut point: Vec<BigInt> = Vec::new();
        for axis in self.automatic.axes.iter().rev() {
            if *axis == Axis::Growing {
                point.extend(growing.next().map(BigInt::from));
                continue;
            }
            let classes = axis.classes() as usize;
            point.push(BigInt::from(place % classes));
            place /= classes;
        }
        point.reverse();
        point
    }

    /// Whether x and x + v are both P or both not, for every x of N^d with coordinates in the given ranges (both ends included, no
    /// upper end: none). If not, such an x. `None` when the board is not N^d or the sectors do not allow an answer.
    pub fn repeats(
        &self,
        v: &[i64],
        ranges: &[(i64, Option<i64>)],
        limits: &Limits,
    ) -> Result<Option<Repeats>, StopReason> {
        let axes = &self.automatic.axes;
        if !self.straightened.is_identity() || !self.straightened.game.is_orthant() {
            return Ok(None);
        }
        let is_growing = |axis: &usize| axes[*axis] == Axis::Growing;
        let (growing, others): (Vec<usize>, Vec<usize>) = (0..axes.len()).partition(is_growing);
        let shifts = [vec![0; growing.len()], growing.iter().map(|axis| v[*axis]).collect()];
        let mut half_spaces = Vec::new();
        for (place, axis) in growing.iter().enumerate() {
            let unit = |sign: i64| (0..growing.len()).map(|i| if i == place { sign } else { 0 }).collect();
            half_spaces.push((unit(1), ranges[*axis].0));
            half_spaces.extend(ranges[*axis].1.map(|most| (unit(-1), -most)));
        }
        let tables = match &self.automatic.slices {
            Slices::Tables(tables) => tables,
            Slices::Functions { functions, .. } => {
                return self.repeats_by_functions(
                    functions.clone(),
                    v,
                    ranges,
                    (&shifts, &half_spaces),
                    limits,
                );
            }
        };
        // Beyond the start of a period, of a range and of the shift, values repeat.
        let values: Vec<(i64, i64)> = (others.iter())
            .map(|axis| {
                let (least, most) = ranges[*axis];
                let last = match axes[*axis] {
                    Axis::Periodic { start, period } => {
                        (start as i64).max(least).max(start as i64 - v[*axis]) + period as i64
                    }
                    kind => kind.classes() as i64 - 1,
                };
                (least.max(0), most.map_or(last, |most| most.min(last)))
            })
            .collect();
        let place = |point: &[i64], moved: bool| {
            others.iter().zip(point).try_fold(0, |place, (axis, value)| {
                let value = if moved { value + v[*axis] } else { *value };
                Some(place * axes[*axis].classes() as usize + axes[*axis].class(value)? as usize)
            })
        };
        let is_p = |slice: u32, place: Option<usize>| {
            slice != OUTSIDE && place.is_some_and(|place| tables[slice as usize][place] == Cell::P)
        };
        let mut failure = None;
        let explored = self.automatic.array.explore(&shifts, &half_spaces, &[], limits, |seen| {
            if seen[2..2 + half_spaces.len()].contains(&0) || values.iter().any(|(from, to)| from > to) {
                return ControlFlow::Continue(());
            }
            let mut point: Vec<i64> = values.iter().map(|(from, _)| *from).collect();
            loop {
                if is_p(seen[0], place(&point, false)) != is_p(seen[1], place(&point, true)) {
                    failure = Some(point);
                    return ControlFlow::Break(());
                }
                let Some(axis) = (0..point.len()).rev().find(|axis| point[*axis] < values[*axis].1) else {
                    return ControlFlow::Continue(());
                };
                point[axis] += 1;
                (axis + 1..point.len()).for_each(|later| point[later] = values[later].0);
            }
        })?;
        let Some(explored) = explored else { return Ok(None) };
        let (Some(growing), Some(others)) = (explored.witness, failure) else { return Ok(Some(Ok(()))) };
        let (mut growing, mut others) = (growing.into_iter(), others.into_iter());
        let coordinate = |axis: &Axis| match axis {
            Axis::Growing => growing.next(),
            _ => others.next().map(|value| BigUint::from(value.unsigned_abs())),
        };
        Ok(Some(Err(axes.iter().filter_map(coordinate).collect())))
    }

    /// The same where slices are functions; where x + v is no position it is not P.
    fn repeats_by_functions(
        &self,
        mut functions: SliceFunctions,
        v: &[i64],
        ranges: &[(i64, Option<i64>)],
        (shifts, half_spaces): Region<'_>,
        limits: &Limits,
    ) -> Result<Option<Repeats>, StopReason> {
        let axes = &self.automatic.axes;
        let inner = (0..axes.len()).filter(|axis| axes[*axis] == Axis::Inner);
        let moved: Vec<(u32, BigInt)> = inner.clone().map(|axis| (axis as u32, v[axis].into())).collect();
        let within: Vec<(u32, i64, Option<i64>)> =
            inner.map(|axis| (axis as u32, ranges[axis].0, ranges[axis].1)).collect();
        let mut failure = Ok(None);
        let explored = self.automatic.array.explore(shifts, half_spaces, &[], limits, |seen| {
            if seen[2..2 + half_spaces.len()].contains(&0) {
                return ControlFlow::Continue(());
            }
            let there = (seen[1] != OUTSIDE).then_some(seen[1]);
            failure = functions.difference((Some(seen[0]), &[]), (there, &moved), &within);
            if matches!(failure, Ok(None)) { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        })?;
        let Some(explored) = explored else { return Ok(None) };
        let (Some(at), Some(others)) = (explored.witness, failure?) else { return Ok(Some(Ok(()))) };
        let mut point = vec![BigUint::ZERO; axes.len()];
        self.automatic.growing_axes().zip(at).for_each(|(axis, value)| point[axis] = value);
        others.into_iter().for_each(|(axis, value)| point[axis as usize] = value);
        Ok(Some(Err(point)))
    }
}

impl Fan {
    /// For both axes a number of steps that is a period of every sector far out; `None` when it is very large.
    fn steps(&self) -> Option<[u64; 2]> {
        let mut steps = [1u64; 2];
        for pair in self.rays().windows(2) {
            let d = det(pair[0], pair[1]).unsigned_abs();
            for (axis, step) in steps.iter_mut().enumerate() {
                let entry = |ray: &Vector| ray[1 - axis].unsigned_abs();
                *step = lcm(*step, d / gcd(gcd(d, entry(&pair[0])), entry(&pair[1])));
                if *step > 1 << 30 {
                    return None;
                }
            }
        }
        Some(steps)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lattice::LatticeGame;
    use crate::lattice::examples::{exotic, sad_affair};
    use crate::lattice::strategy::tests::proved;

    #[test]
    fn finite_and_infinite_quotients() {
        let nim = LatticeGame::new(2, vec![vec![1, 0], vec![0, 1], vec![-1, 1]], None, vec![vec![0, 0]]);
        let nim = proved(&nim.unwrap());
        assert_eq!(nim.quotient(&Limits::none()), Ok(Quotient::Finite));
        // Misère Nim with heaps of at most two tokens has the quotient of order 6 [PS, section 5].
        let (monoid, _) = nim.periodic_set(&Limits::none()).unwrap().unwrap().quotient();
        assert_eq!((monoid.order(), monoid.p_order()), (6, 2));
        for game in [exotic(), sad_affair()] {
            let strategy = proved(&game);
            let found = strategy.quotient(&Limits::none()).unwrap();
            let Quotient::Infinite(TwoSectors { axis, step, here, there }) = found else {
                panic!("{game:?}");
            };
            // The same without sectors, from the digits.
            let digits = strategy.automatic.in_digits(&strategy.straightened.game, &Limits::none());
            let digits = Strategy { automatic: digits.unwrap().unwrap(), ..strategy.clone() };
            let irregular = digits.quotient(&Limits::none()).unwrap();
            assert!(matches!(irregular, Quotient::Irregular { .. }), "{irregular:?}");
            assert_eq!(digits.periodic_set(&Limits::none()), Ok(None));
            assert_ne!(strategy.cell(&here) == Cell::P, strategy.cell(&there) == Cell::P);
            let difference: Vec<BigInt> = there.iter().zip(&here).map(|(a, b)| a - b).collect();
            assert!(difference.iter().enumerate().all(|(i, d)| i == axis || *d == BigInt::ZERO));
            assert_eq!(&difference[axis] % step, BigInt::ZERO);
        }
    }

    /// The recurrence (†) of [PS, section 6] and Lemma 6.1, for all positions; each is sharp.
    #[test]
    fn the_recurrence_of_the_sad_affair() {
        let strategy = proved(&sad_affair());
        let any = [(0, None); 5];
        let with = |axis: usize, range: (i64, Option<i64>)| {
            let mut ranges = any;
            ranges[axis] = range;
            ranges
        };
        let repeats = |v: [i64; 5], ranges: [(i64, Option<i64>); 5]| {
            strategy.repeats(&v, &ranges, &Limits::none()).unwrap().unwrap()
        };
        for far in [with(3, (4, None)), with(4, (12, None))] {
            assert_eq!(repeats([0, 0, 0, 2, 2], far), Ok(()));
            let mut few_e = far;
            few_e[4].1 = Some(2);
            let mut few_d = far;
            few_d[3].1 = Some(2);
            // m < 3, and l < 3; for one of the two there is nothing to say.
            assert_eq!(repeats([0, 0, 0, 2, 0], few_e), Ok(()));
            assert_eq!(repeats([0, 0, 0, 0, 2], few_d), Ok(()));
        }
        // l >= 4 or m >= 8 is enough for the first line, and no less.
        assert_eq!(repeats([0, 0, 0, 2, 2], with(4, (8, None))), Ok(()));
        assert!(repeats([0, 0, 0, 2, 2], with(4, (7, None))).is_err());
        assert!(repeats([0, 0, 0, 2, 2], with(3, (3, None))).is_err());
        // Lemma 6.1.
        assert_eq!(repeats([0, 2, 0, 0, 0], with(1, (2, None))), Ok(()));
        assert!(repeats([0, 2, 0, 0, 0], with(1, (1, None))).is_err());
        assert_eq!(repeats([0, 0, 1, 0, 0], with(2, (3, None))), Ok(()));
        assert!(repeats([0, 0, 1, 0, 0], with(2, (2, None))).is_err());
    }
}
