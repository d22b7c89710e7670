//! A proved strategy, and what it answers: outcomes, winning moves and congruences at positions of any size.

use num_bigint::{BigInt, BigUint};
use std::ops::ControlFlow;

use super::guess::{Search, search};
use super::prover::{AutomaticStrategy, Axis, Slices};
use super::rules::LatticeGame;
use super::straighten::Straightened;
use super::strata::AffineStratification;
use super::table::Cell;
use crate::automatic::Array;
use crate::automatic::fan::Question;
use crate::automatic::{Shifted, Translate, explore, reader};
use crate::limits::{Limits, StopReason};
use crate::misere::infinite::SliceFunctions;

/// The P-positions of a lattice game, all of them, as a finite description that was verified at every position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strategy {
    /// The game in natural coordinates, and how they come about.
    pub straightened: Straightened,
    /// The outcomes in those coordinates.
    pub automatic: AutomaticStrategy,
    /// The P-positions as disjoint translates, in the game's own coordinates, if they are of that kind.
    pub strata: Option<AffineStratification>,
    /// Joint states of the verification.
    pub states: usize,
    /// Different local situations of the verification.
    pub patterns: usize,
}

/// What became of the search for a strategy.
#[derive(Clone, Debug)]
pub enum Found {
    /// A strategy, proved.
    Proved(Box<Strategy>),
    /// None; the outcomes are known in the box between these corners (in natural coordinates).
    Box {
        /// The greatest corner of the largest box solved, the least being zero; empty when none was.
        upper: Vec<i64>,
        /// Where the last guess was wrong, in the game's own coordinates.
        refuted_at: Option<Vec<BigInt>>,
        /// The limit that ended the search, if one did.
        stopped: Option<StopReason>,
    },
}

/// Looks for a strategy of a game that satisfies the axioms and verifies it for the whole board.
///
/// ```
/// use impartial::lattice::{LatticeGame, {Found, find}};
/// use impartial::limits::Limits;
/// let game = LatticeGame::new(2, vec![vec![1, 0], vec![0, 1], vec![2, 2]], None, vec![]).unwrap();
/// let Found::Proved(strategy) = find(&game, &Limits::none()) else { panic!() };
/// let far = |x: u64, y: u64| strategy.cell(&[x.into(), y.into()]).character();
/// // For x >= y: P when y is divisible by 3 and x even, or y = 1 modulo 3 and x odd.
/// assert_eq!(far(10u64.pow(18), 3_000_000), 'P');
/// assert_eq!(far(10u64.pow(18), 3_000_001), 'N');
/// ```
pub fn find(game: &LatticeGame, limits: &Limits) -> Found {
    let unknown = |stopped| Found::Box { upper: vec![], refuted_at: None, stopped };
    let straightened = match Straightened::new(game, limits) {
        Ok(Some(straightened)) => straightened,
        Ok(None) => return unknown(None),
        Err(reason) => return unknown(Some(reason)),
    };
    match search(&straightened.game, limits) {
        Search::Proved { strategy: automatic, states, patterns } => {
            // A limit reached now costs the strata only.
            let strata = AffineStratification::of(&automatic, limits).ok().flatten();
            let strata = strata.map(|strata| in_own_coordinates(&straightened, &strata));
            Found::Proved(Box::new(Strategy { straightened, automatic, strata, states, patterns }))
        }
        Search::Box { upper, refuted_at, stopped } => {
            let refuted_at = refuted_at.map(|position| straightened.point(&position));
            Found::Box { upper, refuted_at, stopped }
        }
    }
}

/// The strata in the coordinates of the game.
fn in_own_coordinates(straightened: &Straightened, strata: &AffineStratification) -> AffineStratification {
    let translate = |t: &Translate| {
        let moved: Vec<i64> = t.offset.iter().zip(&straightened.shift).map(|(f, t)| f - t).collect();
        Translate {
            offset: straightened.direction(&moved),
            generators: t.generators.iter().map(|g| straightened.direction(g)).collect(),
        }
    };
    AffineStratification { translates: strata.translates.iter().map(translate).collect() }
}

impl Strategy {
    /// What a point is. Cost: one step of the automaton for every binary digit of the largest coordinate.
    pub fn cell(&self, point: &[BigInt]) -> Cell {
        self.straightened.coordinates(point).map_or(Cell::Off, |natural| self.automatic.cell(&natural))
    }

    /// The options that are P-positions, in the order of the rules.
    pub fn winning_moves(&self, game: &LatticeGame, point: &[BigInt]) -> Vec<Vec<BigInt>> {
        game.options_at(point).into_iter().filter(|option| self.cell(option) == Cell::P).collect()
    }

    /// Whether two positions are congruent: p + r and q + r are both P or both not, for every r >= 0 \[GM, Definition 6.6\].
    pub fn congruent(&self, p: &[BigUint], q: &[BigUint], limits: &Limits) -> Result<Congruence, StopReason> {
        let axes = &self.automatic.axes;
        if !self.has_sums() {
            return Ok(Congruence::NotDefined);
        }
        if let Slices::Functions { functions, .. } = &self.automatic.slices {
            return self.congruent_by_functions(functions.clone(), [p, q], limits);
        }
        let split = |point: &[BigUint]| -> (Vec<BigInt>, Vec<i64>) {
            let growing = axes.iter().zip(point).filter(|(axis, _)| **axis == Axis::Growing);
            let others = axes.iter().zip(point).filter_map(|(axis, x)| match *axis {
                Axis::Periodic { start, period } if *x >= start.into() => {
                    let beyond = u64::try_from((x - start) % period).expect("a residue is below the period");
                    Some((start + beyond) as i64)
                }
                Axis::Periodic { .. } => i64::try_from(x.clone()).ok(),
                _ => None,
            });
            (growing.map(|(_, x)| x.clone().into()).collect(), others.collect())
        };
        let ((p_growing, p_rest), (q_growing, q_rest)) = (split(p), split(q));
        let periodic: Vec<Axis> = axes.iter().filter(|axis| **axis != Axis::Growing).copied().collect();
        let is_p = |strategy: &AutomaticStrategy, slice: u32, rest: &[i64], added: &[i64]| {
            let place = periodic.iter().zip(rest.iter().zip(added)).fold(0, |place, (axis, (x, r))| {
                place * axis.classes() + axis.class(x + r).expect("a natural number has a class")
            });
            strategy.slices.tables().is_some_and(|tables| tables[slice as usize][place as usize] == Cell::P)
        };
        let mut difference = None;
        let mut compare = |strategy: &AutomaticStrategy, slices: &[u32]| {
            let mut added = vec![0i64; periodic.len()];
            loop {
                if is_p(strategy, slices[0], &p_rest, &added) != is_p(strategy, slices[1], &q_rest, &added) {
                    difference = Some(added);
                    return ControlFlow::Break(());
                }
                let next = |axis: &usize| added[*axis] + 1 < periodic[*axis].classes() as i64;
                let Some(axis) = (0..added.len()).rev().find(next) else { return ControlFlow::Continue(()) };
                added[axis] += 1;
                added[axis + 1..].fill(0);
            }
        };
        let digits = match &self.automatic.array {
            Array::Digits(_) => Some(self.automatic.clone()),
            Array::Fan(_) => self.automatic.in_digits(&self.straightened.game, limits)?,
        };
        let explored = match (&digits, &self.automatic.array) {
            (Some(strategy @ AutomaticStrategy { array: Array::Digits(automaton), .. }), _) => {
                let radices = automaton.radices();
                let mut readers = vec![
                    reader(radices, Shifted::new(automaton, p_growing)),
                    reader(radices, Shifted::new(automaton, q_growing)),
                ];
                Some(explore(radices, &mut readers, limits, |slices| compare(strategy, slices))?)
            }
            (_, Array::Fan(fan)) => {
                let pair =
                    |point: &[BigInt]| Some([i64::try_from(&point[0]).ok()?, i64::try_from(&point[1]).ok()?]);
                let (Some(p), Some(q)) = (pair(&p_growing), pair(&q_growing)) else {
                    return Ok(Congruence::Undecided);
                };
                let question = Question { shifts: vec![p, q], ..Question::default() };
                fan.explore(&question, limits, |slices| compare(&self.automatic, slices))?
            }
            _ => None,
        };
        let Some(explored) = explored else { return Ok(Congruence::Undecided) };
        let (Some(growing), Some(added)) = (explored.witness, difference) else {
            return Ok(Congruence::Congruent);
        };
        let (mut growing, mut added) = (growing.into_iter(), added.into_iter());
        let coordinate = |axis: &Axis| match axis {
            Axis::Growing => growing.next(),
            _ => added.next().map(|r| BigUint::from(r.unsigned_abs())),
        };
        Ok(Congruence::Separated(axes.iter().filter_map(coordinate).collect()))
    }

    /// The same where slices are functions: moved by the two positions, they are compared at all places of the array.
    fn congruent_by_functions(
        &self,
        mut functions: SliceFunctions,
        positions: [&[BigUint]; 2],
        limits: &Limits,
    ) -> Result<Congruence, StopReason> {
        let Array::Digits(automaton) = &self.automatic.array else { return Ok(Congruence::Undecided) };
        let (axes, radices) = (&self.automatic.axes, automaton.radices());
        let growing: Vec<usize> = self.automatic.growing_axes().collect();
        let inner: Vec<u32> =
            (0..axes.len() as u32).filter(|axis| axes[*axis as usize] == Axis::Inner).collect();
        let moved = positions.map(|position| -> Vec<(u32, BigInt)> {
            inner.iter().map(|axis| (*axis, position[*axis as usize].clone().into())).collect()
        });
        let anywhere: Vec<(u32, i64, Option<i64>)> = inner.iter().map(|axis| (*axis, 0, None)).collect();
        let mut readers: Vec<_> = (positions.iter())
            .map(|position| growing.iter().map(|axis| position[*axis].clone().into()).collect())
            .map(|shift: Vec<BigInt>| reader(radices, Shifted::new(automaton, shift)))
            .collect();
        let mut difference = Ok(None);
        let explored = explore(radices, &mut readers, limits, |slices| {
            let [here, there] = [(Some(slices[0]), &moved[0][..]), (Some(slices[1]), &moved[1][..])];
            difference = functions.difference(here, there, &anywhere);
            if matches!(difference, Ok(None)) { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        })?;
        let (Some(at), Some(others)) = (explored.witness, difference?) else {
            return Ok(Congruence::Congruent);
        };
        let mut added = vec![BigUint::ZERO; axes.len()];
        growing.into_iter().zip(at).for_each(|(axis, value)| added[axis] = value);
        others.into_iter().for_each(|(axis, value)| added[axis as usize] = value);
        Ok(Congruence::Separated(added))
    }
}

/// Whether two positions are congruent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Congruence {
    /// They are.
    Congruent,
    /// They are not: this position added to both tells them apart.
    Separated(Vec<BigUint>),
    /// The board is not all of N^d, and sums may leave it.
    NotDefined,
    /// The positions are too large for a description by sectors that has none by digits.
    Undecided,
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::lattice::Inequality;

    pub(in crate::lattice) fn proved(game: &LatticeGame) -> Strategy {
        match find(game, &Limits::none()) {
            Found::Proved(strategy) => *strategy,
            other @ Found::Box { .. } => panic!("not proved: {other:?}"),
        }
    }

    #[test]
    fn a_wedge_with_negative_coordinates() {
        let board =
            vec![Inequality { normal: vec![1, 3], bound: -2 }, Inequality { normal: vec![1, 0], bound: 0 }];
        let game = LatticeGame::new(2, vec![vec![1, 0], vec![0, 1]], Some(board), vec![]).unwrap();
        let strategy = proved(&game);
        let strata = strategy.strata.clone().unwrap();
        for x in -3..30i64 {
            for y in -12..30i64 {
                let cell = strategy.cell(&[x.into(), y.into()]);
                let moves = [[x - 1, y], [x, y - 1]];
                let wins = moves.iter().any(|m| strategy.cell(&[m[0].into(), m[1].into()]) == Cell::P);
                let expected = match (game.on_board(&[x, y]), wins) {
                    (false, _) => Cell::Off,
                    (true, false) => Cell::P,
                    (true, true) => Cell::N,
                };
                assert_eq!(cell, expected, "{x},{y}");
                let contains = |t: &&Translate| {
                    let combination = |i: i64, j: i64| {
                        let at = |axis: usize| {
                            let part = |g: usize, n: i64| t.generators.get(g).map_or(0, |g| g[axis] * n);
                            t.offset[axis] + part(0, i) + part(1, j)
                        };
                        [at(0), at(1)] == [x, y]
                    };
                    let most = |g: usize| if t.generators.len() > g { 60 } else { 0 };
                    (0..=most(0)).any(|i| (0..=most(1)).any(|j| combination(i, j)))
                };
                assert_eq!(strata.translates.iter().filter(contains).count(), usize::from(cell == Cell::P));
            }
        }
    }

    #[test]
    fn congruence_in_nim_is_equality_of_parities() {
        let rules = vec![vec![1, 0], vec![0, 1], vec![-1, 1]];
        let strategy = proved(&LatticeGame::new(2, rules, None, vec![]).unwrap());
        let congruent = |p: [u32; 2], q: [u32; 2]| {
            let big = |point: [u32; 2]| point.map(BigUint::from).to_vec();
            strategy.congruent(&big(p), &big(q), &Limits::none()).unwrap()
        };
        assert_eq!(congruent([1, 0], [3, 2]), Congruence::Congruent);
        assert!(matches!(congruent([1, 0], [0, 1]), Congruence::Separated(_)));
    }

    #[test]
    fn congruence_along_a_diagonal() {
        let rules = vec![vec![1, 0], vec![0, 1], vec![2, 2]];
        let strategy = proved(&LatticeGame::new(2, rules, None, vec![]).unwrap());
        let big = |x: u64, y: u64| [BigUint::from(x), BigUint::from(y)];
        let far = 6 * 10u64.pow(15);
        let congruent =
            |p: [BigUint; 2], q: [BigUint; 2]| strategy.congruent(&p, &q, &Limits::none()).unwrap();
        assert_eq!(congruent(big(0, 0), big(6, 6)), Congruence::Congruent);
        assert_eq!(congruent(big(5, 2), big(5 + far, 2 + far)), Congruence::Congruent);
        // (0, 0) and (6, 0) have the same outcome, and r = (0, 2) shows that they are different.
        let Congruence::Separated(r) = congruent(big(0, 0), big(6, 0)) else { panic!() };
        let value =
            |x: &BigUint, y: &BigUint| strategy.cell(&[x.clone().into(), y.clone().into()]) == Cell::P;
        assert_ne!(value(&r[0], &r[1]), value(&(&r[0] + 6u32), &r[1]));
    }
}
