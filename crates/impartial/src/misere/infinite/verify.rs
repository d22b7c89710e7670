//! Verification: a description of the P-positions holds at every position, or a position shows that it does not.
//!
//! Let S(x) be the slice claimed at the numbers x of copies of the growing generators: a function of the others, Y. It is the
//! set of P-positions exactly if at every position (x, Y)
//!
//! > S(x)(Y) is true if and only if (x, Y) is not the empty sum and no option of it has a true S.
//!
//! Every game ends, so this *local rule* has one solution only. A move in a growing generator c leads to the slice
//! S(x − e_c + growing part of o), shifted by the rest of the option o; a move in another generator c is there when Y has
//! a copy of c, which is what unshift says. So the rule is an equation between the slices at x and at finitely many x + d, and
//! equations between automatic arrays are decided by visiting all joint states ([`explore`](explore())). Equal functions are equal
//! numbers, so each combination of slices is compared once. No induction, no trust in how S was found.

use num_bigint::BigUint;
use rustc_hash::FxHashMap;
use std::ops::ControlFlow;

use crate::automatic::{DigitAutomaton, FinitePoints, OUTSIDE, Shifted, Verification, explore, reader};
use crate::limits::{Limits, StopReason};
use crate::misere::diagram::{Diagram, Function};
use crate::misere::rules::{Generator, Rules, Sum};

/// A position at which a description is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrongSum {
    /// The numbers of copies of the growing generators, in order.
    pub growing: Vec<BigUint>,
    /// The numbers of copies of the others, where they are not zero.
    pub others: Vec<(Generator, u32)>,
}

/// Whether slice `output(x)` at x is right for every position of the rules.
///
/// Cost: (joint states) · 2^k steps, and for each combination of slices at most one union and shift an option.
pub(super) fn verify(
    rules: &Rules,
    growing: &[Generator],
    automaton: &DigitAutomaton,
    diagram: &mut Diagram,
    slices: &[Function],
    limits: &Limits,
) -> Result<Verification<WrongSum>, StopReason> {
    let mut rule = LocalRule::new(rules, growing, diagram, slices)?;
    let radices = automaton.radices();
    let shifts = rule.shifts.clone();
    let mut readers: Vec<_> =
        shifts.iter().map(|shift| reader(radices, Shifted::by(automaton, shift))).collect();
    readers.push(reader(radices, FinitePoints::new(radices, vec![vec![0; growing.len()]])));
    let mut outcome = Ok(None);
    let explored = explore(radices, &mut readers, limits, |values| {
        outcome = rule.failure(values);
        if matches!(outcome, Ok(None)) { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    })?;
    Ok(match (explored.witness, outcome?) {
        (Some(growing), Some(others)) => Verification::Fails(WrongSum { growing, others }),
        _ => Verification::Holds { states: explored.states, patterns: explored.patterns },
    })
}

/// Moves in one generator: where they lead among the growing generators (a place among the shifts), and what they add to the
/// others.
struct Moves {
    generator: Generator,
    is_growing: bool,
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
    empty_sum: Function,
}

impl<'a> LocalRule<'a> {
    fn new(
        rules: &Rules,
        growing: &[Generator],
        diagram: &'a mut Diagram,
        slices: &'a [Function],
    ) -> Result<Self, StopReason> {
        let mut shifts = vec![vec![0i64; growing.len()]];
        let mut groups: Vec<(Vec<usize>, Vec<Moves>)> = Vec::new();
        for generator in 0..rules.len() as Generator {
            let is_growing = growing.contains(&generator);
            let mut options = Vec::new();
            for option in rules.options(generator) {
                let count = |g: &Generator| option.iter().filter(|part| *part == g).count() as i64;
                let shift: Vec<i64> = growing.iter().map(|g| count(g) - i64::from(*g == generator)).collect();
                let rest: Sum = option.iter().copied().filter(|g| !growing.contains(g)).collect();
                let place = shifts.iter().position(|known| *known == shift).unwrap_or_else(|| {
                    shifts.push(shift);
                    shifts.len() - 1
                });
                options.push((place, rest));
            }
            let mut needed: Vec<usize> = options.iter().map(|(place, _)| *place).collect();
            needed.sort_unstable();
            needed.dedup();
            let moves = Moves { generator, is_growing, options };
            match groups.iter_mut().find(|(known, _)| *known == needed) {
                Some((_, together)) => together.push(moves),
                None => groups.push((needed, vec![moves])),
            }
        }
        let others = (0..rules.len() as Generator).filter(|generator| !growing.contains(generator));
        let empty_sum = diagram.zero(others)?;
        Ok(LocalRule { diagram, slices, shifts, groups, reached: FxHashMap::default(), empty_sum })
    }

    /// A position of the other generators at which the rule fails, given the slices at x and at x + d, and whether x is zero.
    fn failure(&mut self, values: &[u32]) -> Result<Option<Vec<(Generator, u32)>>, StopReason> {
        let mut wins = if values[self.shifts.len()] == 1 { self.empty_sum } else { Function::FALSE };
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
            for (place, rest) in &moves.options {
                let slice = match values[*place] {
                    OUTSIDE => continue,
                    slice => self.slices[slice as usize],
                };
                let shifted = rest.iter().try_fold(slice, |slice, g| self.diagram.shift(slice, *g))?;
                reached = self.diagram.union(reached, shifted)?;
            }
            if !moves.is_growing {
                reached = self.diagram.unshift(reached, moves.generator)?;
            }
            all = self.diagram.union(all, reached)?;
        }
        self.reached.insert(key, all);
        Ok(all)
    }
}
