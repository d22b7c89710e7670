//! Verification: a description of the P-positions holds at every position, or a position shows that it does not.
//!
//! Positions are points of N^d, a move subtracts one of finitely many vectors ([`VectorGame`]); the sums of generators of
//! [`Rules`] are such points. Let S(x) be the slice claimed at the numbers x of the growing coordinates: a function of the others, Y. It is
//! the set of P-positions exactly if at every position (x, Y)
//!
//! > S(x)(Y) is true if and only if (x, Y) is not defeated and no option of it has a true S.
//!
//! Every game ends, so this *local rule* has one solution only. A rule γ leads from (x, Y) to the slice S(x − growing part of γ), with
//! what γ takes from the other coordinates taken (unshift: only where it is there) and what it adds added (shift). So the
//! rule is an equation between the slices at x and at finitely many x + d, and
//! equations between arrays that are known at all points are decided by visiting all combinations of values ([`Array`]). Equal functions
//! are equal numbers, so each combination of slices is compared once. No induction, no trust in how S was found.

use num_bigint::BigUint;
use rustc_hash::FxHashMap;
use std::ops::ControlFlow;

use crate::automatic::{Array, OUTSIDE, Verification};
use crate::limits::{Limits, StopReason};
use crate::misere::diagram::{Diagram, Function};
use crate::misere::rules::{Generator, Rules, Sum};

/// A game on N^d: a move subtracts a vector and must not lead below zero or to a defeated point.
///
/// Invariants: 1. all vectors have d entries; 2. every play ends; 3. defeated points are different from each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VectorGame {
    /// The number of coordinates.
    pub dimension: usize,
    /// What moves subtract.
    pub rules: Vec<Vec<i64>>,
    /// Where nobody may go.
    pub defeated: Vec<Vec<u64>>,
}

impl VectorGame {
    /// The sums of generators in misère play: coordinates count generators, and nobody may move to the empty sum.
    pub(super) fn of_sums(rules: &Rules) -> Self {
        let dimension = rules.len();
        let mut vectors = Vec::new();
        for generator in 0..dimension {
            for option in rules.options(generator as Generator) {
                let mut vector = vec![0; dimension];
                vector[generator] = 1;
                option.iter().for_each(|part| vector[*part as usize] -= 1);
                vectors.push(vector);
            }
        }
        VectorGame { dimension, rules: vectors, defeated: vec![vec![0; dimension]] }
    }
}

/// A position at which a description is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrongSum {
    /// The growing coordinates, in order.
    pub growing: Vec<BigUint>,
    /// The others, where they are not zero.
    pub others: Vec<(Generator, u32)>,
}

/// Whether slice `array(x)` at x is right for every position of the game; `growing` are the coordinates that the array reads.
///
/// Cost: (joint states) · 2^k steps, and for each combination of slices at most one union and shift a rule.
pub(super) fn verify(
    game: &VectorGame,
    growing: &[Generator],
    array: &Array,
    diagram: &mut Diagram,
    slices: &[Function],
    limits: &Limits,
) -> Result<Verification<WrongSum>, StopReason> {
    verify_within(game, growing, array, diagram, slices, Function::TRUE, limits)
}

/// The same for a set of positions that no move leaves: those where the coordinates that do not grow are in `domain`. Slices
/// are false outside of it.
pub(super) fn verify_within(
    game: &VectorGame,
    growing: &[Generator],
    array: &Array,
    diagram: &mut Diagram,
    slices: &[Function],
    domain: Function,
    limits: &Limits,
) -> Result<Verification<WrongSum>, StopReason> {
    let mut rule = LocalRule::new(game, growing, diagram, slices)?;
    rule.outside = !domain;
    let (shifts, points) = (rule.shifts.clone(), rule.points.clone());
    let mut outcome = Ok(None);
    let explored = array.explore(&shifts, &[], &points, limits, |values| {
        outcome = rule.failure(values);
        if matches!(outcome, Ok(None)) { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    })?;
    let Some(explored) = explored else { return Ok(Verification::Undecided) };
    Ok(match (explored.witness, outcome?) {
        (Some(growing), Some(others)) => Verification::Fails(WrongSum { growing, others }),
        _ => Verification::Holds { states: explored.states, patterns: explored.patterns },
    })
}

/// Rules that take the same: what they take from the coordinates that do not grow, with repetitions, and for each of them where it leads
/// among the growing ones (a place among the shifts) and what it adds to the others.
struct Moves {
    taken: Sum,
    options: Vec<(usize, Sum)>,
}

/// The local rule, prepared: moves are gathered by the shifts they need, so that what is reached by those of one group
/// depends on few slices and is worked out once.
struct LocalRule<'a> {
    diagram: &'a mut Diagram,
    slices: &'a [Function],
    /// The vectors d, the zero vector first.
    shifts: Vec<Vec<i64>>,
    groups: Vec<(Vec<usize>, Vec<Moves>)>,
    reached: FxHashMap<(usize, Vec<u32>), Function>,
    /// The growing parts of defeated points, and for each of them where the others are such that the point is defeated.
    points: Vec<Vec<u64>>,
    defeated: Vec<Function>,
    /// Where nothing is claimed.
    outside: Function,
}

impl<'a> LocalRule<'a> {
    fn new(
        game: &VectorGame,
        growing: &[Generator],
        diagram: &'a mut Diagram,
        slices: &'a [Function],
    ) -> Result<Self, StopReason> {
        let others: Vec<Generator> =
            (0..game.dimension as Generator).filter(|i| !growing.contains(i)).collect();
        let mut shifts = vec![vec![0i64; growing.len()]];
        let mut together: Vec<Moves> = Vec::new();
        let mut by_taken: FxHashMap<Vec<i64>, usize> = FxHashMap::default();
        for rule in &game.rules {
            let shift: Vec<i64> = growing.iter().map(|i| -rule[*i as usize]).collect();
            let place = shifts.iter().position(|known| *known == shift).unwrap_or_else(|| {
                shifts.push(shift);
                shifts.len() - 1
            });
            let repeated = |sign: i64| -> Sum {
                let times = |i: &Generator| (sign * rule[*i as usize]).max(0) as usize;
                others.iter().flat_map(|i| std::iter::repeat_n(*i, times(i))).collect()
            };
            let takes: Vec<i64> = rule.iter().map(|entry| *entry.max(&0)).collect();
            let option = (place, repeated(-1));
            let number = *by_taken.entry(takes).or_insert_with(|| {
                together.push(Moves { taken: repeated(1), options: Vec::new() });
                together.len() - 1
            });
            together[number].options.push(option);
        }
        let mut groups: Vec<(Vec<usize>, Vec<Moves>)> = Vec::new();
        for moves in together {
            let mut needed: Vec<usize> = moves.options.iter().map(|(place, _)| *place).collect();
            needed.sort_unstable();
            needed.dedup();
            match groups.iter_mut().find(|(known, _)| *known == needed) {
                Some((_, together)) => together.push(moves),
                None => groups.push((needed, vec![moves])),
            }
        }
        let (mut points, mut defeated): (Vec<Vec<u64>>, Vec<Function>) = (Vec::new(), Vec::new());
        for point in &game.defeated {
            let part: Vec<u64> = growing.iter().map(|i| point[*i as usize]).collect();
            let rest = diagram.point(others.iter().map(|i| (*i, point[*i as usize] as usize)))?;
            match points.iter().position(|known| *known == part) {
                Some(place) => defeated[place] = diagram.union(defeated[place], rest)?,
                None => {
                    points.push(part);
                    defeated.push(rest);
                }
            }
        }
        let (reached, outside) = (FxHashMap::default(), Function::FALSE);
        Ok(LocalRule { diagram, slices, shifts, groups, reached, points, defeated, outside })
    }

    /// A position of the other coordinates at which the rule fails, given the slices at x and at x + d, and which of the points x
    /// is.
    fn failure(&mut self, values: &[u32]) -> Result<Option<Vec<(Generator, u32)>>, StopReason> {
        let mut wins = match values[self.shifts.len()] {
            0 => self.outside,
            number => self.diagram.union(self.outside, self.defeated[number as usize - 1])?,
        };
        for group in 0..self.groups.len() {
            let reached = self.reached_by(group, values)?;
            wins = self.diagram.union(wins, reached)?;
        }
        Ok(self.diagram.difference(!wins, self.slices[values[0] as usize]))
    }

    /// Where a move of the group leads to a P-position.
    fn reached_by(&mut self, group: usize, values: &[u32]) -> Result<Function, StopReason> {
        let (needed, together) = &self.groups[group];
        let key = (group, needed.iter().map(|place| values[*place]).collect());
        if let Some(known) = self.reached.get(&key) {
            return Ok(*known);
        }
        let mut all = Function::FALSE;
        for moves in together {
            let mut reached = Function::FALSE;
            for (place, added) in &moves.options {
                let slice = match values[*place] {
                    OUTSIDE => continue,
                    slice => self.slices[slice as usize],
                };
                let shifted = added.iter().try_fold(slice, |slice, i| self.diagram.shift(slice, *i))?;
                reached = self.diagram.union(reached, shifted)?;
            }
            for taken in &moves.taken {
                reached = self.diagram.unshift(reached, *taken)?;
            }
            all = self.diagram.union(all, reached)?;
        }
        self.reached.insert(key, all);
        Ok(all)
    }
}
