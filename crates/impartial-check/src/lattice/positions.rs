//! The local rule at every point: off the board, defeated, or P exactly if no move leads to a P-cell.
//!
//! The growing coordinates of a point, of the point after each rule, of the board and of the defeated points are read
//! together, and only the combinations of slices and truths that occur are kept. For each of them the other coordinates run
//! through finitely many values: with v ≥ h + p + s on an axis of period p, where h is at least its start and beyond every
//! defeated point and bound there, and no rule subtracts more than s, the value v − p gives the same cell, the same cells
//! after every rule, and the same place on or off the board.

use std::collections::HashMap;

use super::certificate::{Array, Automaton, Axis, Certificate, Inequality, Slices};
use super::game::Game;
use super::machine::{Alphabet, Budget, Exploration, Machine, OFF, Pattern};
use super::readers::{HalfSpace, Point, Shifted};
use super::{malformed, refuted, too_large};
use crate::Refusal;
use crate::functions::local_rule::{Failure, LocalRule};
use crate::functions::{Function, Functions};

/// Checks the local rule everywhere; the numbers of joint states and of patterns.
pub(super) fn verify(
    certificate: &Certificate,
    game: &Game,
    budget: &mut Budget,
) -> Result<(usize, usize), Refusal> {
    let tables = match &certificate.slices {
        Slices::Tables(tables) => tables,
        Slices::Functions(functions, slices) => {
            return verify_functions(certificate, game, (&mut functions.clone(), slices), budget);
        }
    };
    let local = Local::new(certificate, tables, game);
    match &certificate.array {
        Array::Digits(automaton) => {
            let alphabet = Alphabet::new(automaton.radices.clone())?;
            let machines = local.machines(automaton, &alphabet, budget)?;
            let exploration = Exploration::new(&machines, &alphabet, budget)?;
            let witness = |pattern: &Pattern| exploration.witness(pattern, &alphabet);
            local.compare(&exploration.patterns, &witness, budget)?;
            Ok((exploration.states(), exploration.patterns.len()))
        }
        Array::Fan(fan) => {
            let pair = |vector: &Vec<i64>| [vector[0], vector[1]];
            let shifts: Vec<[i64; 2]> = local.shifts.iter().map(|shift| pair(shift).map(|d| -d)).collect();
            let points: Vec<[i64; 2]> = local.points.iter().map(pair).collect();
            let (patterns, seen_at, looked) = fan.patterns(&shifts, &local.half_spaces, &points, budget)?;
            let witness = |pattern: &Pattern| Some(seen_at[pattern.state as usize].to_vec());
            local.compare(&patterns, &witness, budget)?;
            Ok((looked, patterns.len()))
        }
    }
}

/// The same where slices are functions. On the whole of N^d, P-cells are not defeated exactly if the functions say so, and all others are N or
/// defeated.
fn verify_functions(
    certificate: &Certificate,
    game: &Game,
    (functions, slices): (&mut Functions, &[Function]),
    budget: &mut Budget,
) -> Result<(usize, usize), Refusal> {
    let Array::Digits(automaton) = &certificate.array else {
        return Err(malformed("slices that are functions are read by digits"));
    };
    let holds = |side: &Inequality| side.bound <= 0 && side.normal.iter().all(|entry| *entry >= 0);
    if !game.board.iter().all(holds) {
        return Err(refuted("slices are functions, and the board is not all of N^d".into()));
    }
    if certificate.strata.is_some() {
        return Err(malformed("strata stand beside slices that are tables"));
    }
    let axes = &certificate.axes;
    let growing: Vec<u32> = (0..axes.len() as u32).filter(|i| axes[*i as usize] == Axis::Growing).collect();
    let mut moves = Vec::with_capacity(game.rules.len());
    for rule in &game.rules {
        // Growing kinds count once for each as well: the shift is their difference.
        let total: i64 = rule.iter().map(|entry| entry.abs().min(MOST_MOVED + 1)).sum();
        if total > MOST_MOVED {
            return Err(too_large("a rule moves more than 65536 at once"));
        }
        budget.keep(total as usize + 8)?;
        let part = |sign: i64| -> Vec<u32> {
            let times = |entry: i64| (sign * entry).max(0) as usize;
            rule.iter().zip(0..).flat_map(|(entry, i)| std::iter::repeat_n(i, times(*entry))).collect()
        };
        moves.push((part(1), part(-1)));
    }
    let local = LocalRule::new(moves, &game.defeated, axes.len(), &growing, budget)?;
    local.verify(automaton, slices, functions, budget)?.map_err(|Failure(at)| {
        let at = at.map_or("large numbers".into(), |at| format!("{at:?}"));
        refuted(format!("the local rule fails where the growing coordinates are {at}"))
    })
}

/// The most that a rule subtracts and adds in all, where slices are functions.
const MOST_MOVED: i64 = 1 << 16;

/// A coordinate that does not grow.
struct Other {
    axis: Axis,
    /// The values below this are looked at.
    values: i64,
}

/// The statement, with growing and other coordinates apart.
struct Local<'a> {
    certificate: &'a Certificate,
    tables: &'a [Vec<u8>],
    growing: Vec<usize>,
    others: Vec<Other>,
    /// The different growing parts of rules, and for each rule which it is, and the other part.
    shifts: Vec<Vec<i64>>,
    rules: Vec<(usize, Vec<i64>)>,
    /// Inequalities of growing coordinates, and of one other coordinate.
    half_spaces: Vec<Inequality>,
    sides: Vec<(usize, i64, i64)>,
    /// The same for defeated points as for rules.
    points: Vec<Vec<i64>>,
    defeated: Vec<(usize, Vec<i64>)>,
}

impl<'a> Local<'a> {
    fn new(certificate: &'a Certificate, tables: &'a [Vec<u8>], game: &Game) -> Self {
        let axes = &certificate.axes;
        let (growing, rest): (Vec<usize>, Vec<usize>) =
            (0..axes.len()).partition(|i| axes[*i] == Axis::Growing);
        let part = |vector: &[i64], axes: &[usize]| -> Vec<i64> { axes.iter().map(|i| vector[*i]).collect() };
        let split = |vectors: &[Vec<i64>]| {
            let (mut numbers, mut parts) = (HashMap::new(), Vec::new());
            let split = |vector: &Vec<i64>| {
                let number = *numbers.entry(part(vector, &growing)).or_insert_with_key(|own| {
                    parts.push(own.clone());
                    parts.len() - 1
                });
                (number, part(vector, &rest))
            };
            let split: Vec<(usize, Vec<i64>)> = vectors.iter().map(split).collect();
            (parts, split)
        };
        let (shifts, rules) = split(&game.rules);
        let (points, defeated) = split(&game.defeated);
        let (mut half_spaces, mut sides) = (Vec::new(), Vec::new());
        for Inequality { normal, bound } in &game.board {
            match rest.iter().position(|i| normal[*i] != 0) {
                Some(other) => sides.push((other, normal[rest[other]], *bound)),
                None => half_spaces.push(Inequality { normal: part(normal, &growing), bound: *bound }),
            }
        }
        let other = |(number, i): (usize, &usize)| {
            let largest = |vectors: &[Vec<i64>]| vectors.iter().map(|v| v[*i]).max().unwrap_or(0).max(0);
            let own = sides.iter().filter(|(other, ..)| *other == number);
            let bound = own.map(|(_, _, bound)| bound.abs() + 1).max().unwrap_or(0);
            let values = match axes[*i] {
                Axis::Periodic { start, period } => {
                    start.max(largest(&game.defeated) + 1).max(bound) + period + largest(&game.rules)
                }
                Axis::Bounded { most } => most + 1,
                Axis::Growing | Axis::Inner => 0,
            };
            Other { axis: axes[*i], values }
        };
        let others = rest.iter().enumerate().map(other).collect();
        Local { certificate, tables, growing, others, shifts, rules, half_spaces, sides, points, defeated }
    }

    /// Checks all patterns with all values of the other coordinates.
    fn compare(
        &self,
        patterns: &[Pattern],
        witness: &dyn Fn(&Pattern) -> Option<Vec<i64>>,
        budget: &mut Budget,
    ) -> Result<(), Refusal> {
        // Refuse at once what would be refused after a long time: every combination of values costs a step for every pattern.
        let steps = self.others.iter().map(|other| other.values);
        let steps = steps.into_iter().try_fold(patterns.len() as i64, |steps, n| steps.checked_mul(n));
        budget.work(steps.map_or(usize::MAX, |steps| steps as usize))?;
        let mut values = vec![0i64; self.others.len()];
        loop {
            if let Some((pattern, says, follows)) = self.flaw(&values, patterns, budget)? {
                let point = witness(pattern).map(|growing| self.join(&growing, &values));
                let point = self.certificate.coordinates.show(point);
                let (says, follows) = (char::from(says), char::from(follows));
                return Err(refuted(format!("it says {says} at {point}, where {follows} follows")));
            }
            let Some(axis) = (0..values.len()).rev().find(|i| values[*i] + 1 < self.others[*i].values) else {
                return Ok(());
            };
            values[axis] += 1;
            values[axis + 1..].fill(0);
        }
    }

    /// The strategy at the point, after each shift, the half-spaces, the defeated points: the order of outputs.
    fn machines(
        &self,
        automaton: &Automaton,
        alphabet: &Alphabet,
        budget: &mut Budget,
    ) -> Result<Vec<Machine>, Refusal> {
        let axes: Vec<usize> = (0..self.growing.len()).collect();
        let mut machines = Vec::new();
        for shift in [vec![0; axes.len()]].iter().chain(&self.shifts) {
            let reader = Shifted { automaton, axes: axes.clone(), shift: shift.clone() };
            machines.push(Machine::new(&reader, alphabet, budget)?);
        }
        for inequality in &self.half_spaces {
            machines.push(Machine::new(&HalfSpace::new(inequality, alphabet)?, alphabet, budget)?);
        }
        for point in &self.points {
            machines.push(Machine::new(&Point(point), alphabet, budget)?);
        }
        Ok(machines)
    }

    /// The first pattern for which the cell at these other coordinates is wrong, with what it is and what it should be.
    fn flaw<'p>(
        &self,
        values: &[i64],
        patterns: &'p [Pattern],
        budget: &mut Budget,
    ) -> Result<Option<(&'p Pattern, u8, u8)>, Refusal> {
        let is_inside = self.sides.iter().all(|(other, normal, bound)| {
            i128::from(*normal) * i128::from(values[*other]) >= i128::from(*bound)
        });
        let options: Vec<(usize, usize)> = self
            .rules
            .iter()
            .filter_map(|(shift, rule)| {
                let after: Vec<i64> = values.iter().zip(rule).map(|(value, entry)| value - entry).collect();
                Some((*shift, self.place(&after)?))
            })
            .collect();
        let defeated: Vec<usize> =
            self.defeated.iter().filter(|(_, rest)| rest == values).map(|(point, _)| *point).collect();
        let own = self.place(values).expect("every value that is looked at has a class");
        budget.work(self.rules.len() + self.defeated.len() + self.sides.len())?;
        budget.work(patterns.len() * (1 + options.len() + self.half_spaces.len() + defeated.len()))?;
        let slices = self.tables;
        for pattern in patterns {
            let (slice, rest) = (pattern.outputs[0], &pattern.outputs[1..]);
            let (shifted, rest) = rest.split_at(self.shifts.len());
            let (half_spaces, points) = rest.split_at(self.half_spaces.len());
            let is_p = |(shift, place): &(usize, usize)| {
                shifted[*shift] != OFF && slices[shifted[*shift] as usize][*place] == b'P'
            };
            let follows = if !is_inside || half_spaces.contains(&0) {
                b'.'
            } else if defeated.iter().any(|point| points[*point] == 1) {
                b'D'
            } else if options.iter().any(is_p) {
                b'N'
            } else {
                b'P'
            };
            let says = slices[slice as usize][own];
            if says != follows {
                return Ok(Some((pattern, says, follows)));
            }
        }
        Ok(None)
    }

    /// The place in a slice of these other coordinates; `None` when one is negative or beyond the end of the board.
    fn place(&self, values: &[i64]) -> Option<usize> {
        let axes = self.others.iter().map(|other| other.axis);
        place(axes.zip(values).map(|(axis, value)| (axis, axis.class(*value))))
    }

    /// The point with these growing and other coordinates.
    fn join(&self, growing: &[i64], others: &[i64]) -> Vec<i64> {
        let (mut growing, mut others) = (growing.iter(), others.iter());
        let axes = self.certificate.axes.iter();
        axes.filter_map(|axis| if *axis == Axis::Growing { growing.next() } else { others.next() })
            .copied()
            .collect()
    }
}

/// The place in a slice of a combination of classes, the last fastest; `None` when one is missing.
pub(super) fn place(mut classes: impl Iterator<Item = (Axis, Option<usize>)>) -> Option<usize> {
    classes.try_fold(0, |place, (axis, class)| Some(place * usize::try_from(axis.classes()?).ok()? + class?))
}
