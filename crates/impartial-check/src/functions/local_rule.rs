//! The local rule of a game on N^d, where slices are functions.
//!
//! Moves take some of some coordinates (kinds) and add some of others; some points are defeated. With S(x) the slice at the growing
//! coordinates x and Y the others: S(x)(Y) is true exactly if (x, Y) is not defeated and no move leads to a true value. A move leads to
//! S(x − growing part of what is taken + that of what is added) at Y, with the rest taken where it is there and added. So the rule
//! is an equation of functions for every combination of the slices at x and at finitely many x + d, and all combinations that
//! occur are found by following the automaton at all these points at once (`lattice/machine.rs`).

use std::collections::{BTreeMap, HashMap};

use super::{FALSE, Function, Functions, LONGEST, TRUE};
use crate::Refusal;
use crate::lattice::certificate::Automaton;
use crate::lattice::machine::{Alphabet, Budget, Exploration, Machine, OFF};
use crate::lattice::readers::{Point, Shifted};
use crate::lattice::too_large;

/// A move: the kinds that it takes and those that it adds, each in increasing order with repetitions.
pub(crate) type Move = (Vec<u32>, Vec<u32>);

/// Moves that take the same: what is taken of kinds that do not grow; for each, the place of its shift of growing kinds, and what it
/// adds to the others.
struct Moves {
    taken: Vec<u32>,
    options: Vec<(usize, Vec<u32>)>,
}

/// The local rule: the shifts of x that occur, the zero shift first, all moves, and the defeated points.
pub(crate) struct LocalRule {
    shifts: Vec<Vec<i64>>,
    moves: Vec<Moves>,
    /// The growing parts of defeated points, and for each of them the others: kinds with numbers.
    defeated: BTreeMap<Vec<i64>, Vec<Vec<(u32, usize)>>>,
}

/// Where the rule fails: the growing coordinates, if they are small.
pub(crate) struct Failure(pub(crate) Option<Vec<i64>>);

impl LocalRule {
    /// Prepares the rule of `kinds` coordinates, some of them growing.
    pub(crate) fn new(
        moves: impl IntoIterator<Item = Move>,
        defeated: &[Vec<i64>],
        kinds: usize,
        growing: &[u32],
        budget: &mut Budget,
    ) -> Result<Self, Refusal> {
        let zero = vec![0i64; growing.len()];
        let mut shifts = vec![zero.clone()];
        let mut places: HashMap<Vec<i64>, usize> = HashMap::from([(zero, 0)]);
        let mut by_taken: HashMap<Vec<u32>, usize> = HashMap::new();
        let mut listed: Vec<Moves> = Vec::new();
        let count = |part: &[u32], kind: u32| part.iter().filter(|one| **one == kind).count() as i64;
        let others = |part: &[u32]| part.iter().copied().filter(|kind| !growing.contains(kind)).collect();
        for (taken, added) in moves {
            budget.work((taken.len() + added.len() + 1) * (growing.len() + 1))?;
            budget.keep(taken.len() + added.len() + growing.len() + 8)?;
            let shift: Vec<i64> =
                growing.iter().map(|kind| count(&added, *kind) - count(&taken, *kind)).collect();
            let place = *places.entry(shift).or_insert_with_key(|shift| {
                shifts.push(shift.clone());
                shifts.len() - 1
            });
            let rest = others(&taken);
            let number = *by_taken.entry(taken).or_insert_with(|| {
                listed.push(Moves { taken: rest, options: Vec::new() });
                listed.len() - 1
            });
            listed[number].options.push((place, others(&added)));
        }
        let mut points: BTreeMap<Vec<i64>, Vec<Vec<(u32, usize)>>> = BTreeMap::new();
        for point in defeated {
            budget.keep(point.len() + 8)?;
            let part: Vec<i64> = growing.iter().map(|kind| point[*kind as usize]).collect();
            let rest = (0..kinds as u32).filter(|kind| !growing.contains(kind));
            let small = |kind: u32| {
                let value = usize::try_from(point[kind as usize]).ok().filter(|value| *value < LONGEST - 2);
                value.map(|value| (kind, value)).ok_or_else(|| too_large("a defeated point is far away"))
            };
            points.entry(part).or_default().push(rest.map(small).collect::<Result<_, _>>()?);
        }
        Ok(LocalRule { shifts, moves: listed, defeated: points })
    }

    /// Checks the rule everywhere; the numbers of joint states and of combinations of slices, or where it fails.
    pub(crate) fn verify(
        &self,
        automaton: &Automaton,
        slices: &[Function],
        functions: &mut Functions,
        budget: &mut Budget,
    ) -> Result<Result<(usize, usize), Failure>, Refusal> {
        self.verify_outside(FALSE, automaton, slices, functions, budget)
    }

    /// The same, but nothing is claimed where the other coordinates are in `outside`, and slices are false there. No move may lead from
    /// elsewhere to such a point.
    pub(crate) fn verify_outside(
        &self,
        outside: Function,
        automaton: &Automaton,
        slices: &[Function],
        functions: &mut Functions,
        budget: &mut Budget,
    ) -> Result<Result<(usize, usize), Failure>, Refusal> {
        let alphabet = Alphabet::new(automaton.radices.clone())?;
        let axes: Vec<usize> = (0..automaton.radices.len()).collect();
        let mut machines = Vec::new();
        for shift in &self.shifts {
            let shift = shift.iter().map(|entry| -entry).collect();
            machines.push(Machine::new(
                &Shifted { automaton, axes: axes.clone(), shift },
                &alphabet,
                budget,
            )?);
        }
        for point in self.defeated.keys() {
            machines.push(Machine::new(&Point(point), &alphabet, budget)?);
        }
        let exploration = Exploration::new(&machines, &alphabet, budget)?;
        let mut defeated = Vec::new();
        for points in self.defeated.values() {
            let mut all = FALSE;
            for point in points {
                let mut one = TRUE;
                for (kind, value) in point {
                    let mut sequence = vec![FALSE; value + 2];
                    sequence[*value] = one;
                    one = functions.sequence(*kind, sequence, value + 1, budget)?;
                }
                all = functions.union(all, one, budget)?;
            }
            defeated.push(all);
        }
        let mut reached = HashMap::new();
        for pattern in &exploration.patterns {
            let outputs = &pattern.outputs;
            let mut wins = outside;
            for (here, points) in outputs[self.shifts.len()..].iter().zip(&defeated) {
                if *here == 1 {
                    wins = functions.union(wins, *points, budget)?;
                }
            }
            for (number, moves) in self.moves.iter().enumerate() {
                let needed: Vec<u32> = moves.options.iter().map(|(place, _)| outputs[*place]).collect();
                let key = (number, needed);
                let found = match reached.get(&key) {
                    Some(found) => *found,
                    None => {
                        let found = moves.reach(outputs, slices, functions, budget)?;
                        budget.keep(key.1.len() + 8)?;
                        reached.insert(key, found);
                        found
                    }
                };
                wins = functions.union(wins, found, budget)?;
            }
            if functions.complement(wins, budget)? != slices[outputs[0] as usize] {
                return Ok(Err(Failure(exploration.witness(pattern, &alphabet))));
            }
        }
        Ok(Ok((exploration.states(), exploration.patterns.len())))
    }
}

impl Moves {
    /// Where a move leads to a P-position.
    fn reach(
        &self,
        outputs: &[u32],
        slices: &[Function],
        functions: &mut Functions,
        budget: &mut Budget,
    ) -> Result<Function, Refusal> {
        let mut reached = FALSE;
        for (place, added) in &self.options {
            if outputs[*place] == OFF {
                continue;
            }
            let mut slice = slices[outputs[*place] as usize];
            for kind in added {
                slice = functions.shift(slice, *kind, budget)?;
            }
            reached = functions.union(reached, slice, budget)?;
        }
        for kind in &self.taken {
            reached = functions.unshift(reached, *kind, budget)?;
        }
        Ok(reached)
    }
}
