//! Statements for people: when a sum of two growing heaps and a few others is a P-position.
//!
//! Fix the other exponents; what is left is a set of points (m, n). If it has a translation (s, s) for m ≥ a, n ≥ b, then
//! there membership depends only on the difference m − n and on n modulo s. For each residue the set of differences is eventually
//! periodic in both directions, which the automaton proves line by line.

use super::InfiniteQuotient;
use super::order::{InfiniteOrder, Translation};
use crate::automatic::DigitAutomaton;
use crate::limits::{Limits, StopReason};
use crate::misere::rules::Generator;

/// When the sum of m copies of one growing generator, n copies of another and some others is a P-position.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Statement {
    /// The other generators with their numbers of copies.
    pub beside: Vec<(Generator, u64)>,
    /// The generator of which there are m copies, and from which m on the statement holds.
    pub first: (Generator, u64),
    /// The generator of which there are n copies, and from which n on the statement holds.
    pub second: (Generator, u64),
    /// For every residue of n modulo the length of the list: the differences m − n at which it is P.
    pub differences: Vec<Differences>,
}

/// A set of integers that is eventually periodic in both directions.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Differences {
    /// Members from `low` to `high` inclusive, in order.
    pub members: Vec<i64>,
    /// Below `low` the set repeats downwards with this period, as from `low` upwards.
    pub low: i64,
    /// See `low`.
    pub down: i64,
    /// Above `high` the set repeats upwards with this period.
    pub high: i64,
    /// See `high`.
    pub up: i64,
}

/// How far differences are looked at.
const FAR: u64 = 40;
/// The longest period of differences.
const LONGEST_PERIOD: u64 = 8;

impl Differences {
    /// Whether the set contains a number.
    pub fn contains(&self, d: i64) -> bool {
        let d = if d > self.high {
            self.high - self.up + 1 + (d - self.high - 1).rem_euclid(self.up)
        } else if d < self.low {
            self.low + self.down - 1 - (self.low - 1 - d).rem_euclid(self.down)
        } else {
            d
        };
        self.members.binary_search(&d).is_ok()
    }

    /// Whether the set has members beyond every bound, downwards and upwards.
    fn is_unbounded(&self) -> (bool, bool) {
        (
            self.members.iter().any(|d| *d < self.low + self.down),
            self.members.iter().any(|d| *d > self.high - self.up),
        )
    }
}

impl std::fmt::Display for Differences {
    /// The members, with dots where they go on: two periods are shown on each side.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (down, up) = self.is_unbounded();
        let (lowest, highest) = (self.low - 2 * self.down, self.high + 2 * self.up);
        let shown: Vec<String> =
            (lowest..=highest).filter(|d| self.contains(*d)).map(|d| d.to_string()).collect();
        let mut text = shown.join(", ");
        if down {
            text = format!("…, {text}");
        }
        if up {
            text += ", …";
        }
        f.write_str(if text.is_empty() { "none" } else { &text })
    }
}

impl InfiniteQuotient {
    /// A statement that shows why a generator has infinite order, when the proof moves two generators equally.
    pub fn statement(&self, order: &InfiniteOrder, limits: &Limits) -> Result<Option<Statement>, StopReason> {
        let direction = &order.translation.direction;
        let moved: Vec<usize> = (0..direction.len()).filter(|axis| direction[*axis] > 0).collect();
        let [first, second] = moved[..] else { return Ok(None) };
        if direction[first] != direction[second] {
            return Ok(None);
        }
        let slice = |x: &[u64]| self.slices[self.automaton.at(x) as usize];
        let mut later = order.point.clone();
        later[order.axis] += order.period;
        let Some(beside) = self.diagram.difference(slice(&order.point), slice(&later)) else {
            return Ok(None);
        };
        let mut exponents = vec![0; self.rules.len()];
        beside.iter().for_each(|(generator, copies)| exponents[*generator as usize] = *copies);
        let is_p = |slice: u32| u32::from(self.diagram.value(self.slices[slice as usize], &exponents));
        let outcomes = self.automaton.map_output(is_p).minimal();
        let Some(translation) = Translation::along(&outcomes, direction, limits)? else { return Ok(None) };
        // Other growing generators are kept as they are in the proof, or as many as the translation needs.
        let mut fixed = order.point.clone();
        fixed.iter_mut().zip(&translation.from).for_each(|(x, a)| *x = (*x).max(*a));
        let plane = Plane { outcomes: &outcomes, fixed: &fixed, first, second, translation: &translation };
        let step = direction[first];
        let mut differences = Vec::new();
        for residue in 0..step {
            match plane.differences(residue, step, limits)? {
                Some(found) => differences.push(found),
                None => return Ok(None),
            }
        }
        if differences.iter().all(|found| *found == differences[0]) {
            differences.truncate(1);
        }
        let mut beside: Vec<(Generator, u64)> =
            beside.into_iter().map(|(generator, copies)| (generator, u64::from(copies))).collect();
        let others = (0..fixed.len()).filter(|axis| !moved.contains(axis) && fixed[*axis] > 0);
        beside.extend(others.map(|axis| (self.growing[axis], fixed[axis])));
        beside.sort_unstable();
        Ok(Some(Statement {
            beside,
            first: (self.growing[first], translation.from[first]),
            second: (self.growing[second], translation.from[second]),
            differences,
        }))
    }
}

/// The points (m, n) with all other coordinates fixed.
struct Plane<'a> {
    outcomes: &'a DigitAutomaton,
    fixed: &'a [u64],
    first: usize,
    second: usize,
    translation: &'a Translation,
}

impl Plane<'_> {
    /// The point with difference m − n = d and n = residue modulo the step, least in the range of the translation.
    fn point(&self, d: i64, residue: u64, step: u64) -> Vec<u64> {
        let (a, b) = (self.translation.from[self.first] as i64, self.translation.from[self.second] as i64);
        let mut n = b.max(a - d);
        n += (residue as i64 - n).rem_euclid(step as i64);
        let mut point = self.fixed.to_vec();
        point[self.first] = (n + d) as u64;
        point[self.second] = n as u64;
        point
    }

    /// The differences at which the outcome is P, for one residue; `None` when they are not seen to repeat.
    fn differences(
        &self,
        residue: u64,
        step: u64,
        limits: &Limits,
    ) -> Result<Option<Differences>, StopReason> {
        let far = FAR as i64;
        let is_p = |d: i64| self.outcomes.at(&self.point(d, residue, step)) == 1;
        // Upwards n stays the same. Downwards m does only modulo the step, so the period is a multiple of it.
        let up = self.repetition((0..far).map(is_p).collect(), 1);
        let down = self.repetition((1..=far).map(|d| is_p(-d)).collect(), step);
        let (Some((up_from, up)), Some((down_from, down))) = (up, down) else { return Ok(None) };
        let (high, low) = ((up_from + up) as i64 - 1, -((down_from + down) as i64));
        // The lines beyond are proved to repeat.
        let offset = |d: i64| self.point(d, residue, step);
        let starts_up = offset(up_from as i64);
        if !self.outcomes.line_repeats(&starts_up, self.first, up, limits)? {
            return Ok(None);
        }
        for d in 0..step as i64 {
            let starts_down = offset(-(down_from as i64) - 1 - d);
            if !self.outcomes.line_repeats(&starts_down, self.second, down, limits)? {
                return Ok(None);
            }
        }
        let members = (low..=high).filter(|d| is_p(*d)).collect();
        Ok(Some(Differences { members, low, down: down as i64, high, up: up as i64 }))
    }

    /// The least start and period, a multiple of `step`, of a sequence; `None` when it does not repeat for long.
    fn repetition(&self, sequence: Vec<bool>, step: u64) -> Option<(u64, u64)> {
        let latest = sequence.len() - 3 * LONGEST_PERIOD as usize;
        (0..latest).find_map(|start| {
            let repeats = |p: &u64| {
                let p = *p as usize;
                sequence[start..sequence.len() - p] == sequence[start + p..]
            };
            (1..=LONGEST_PERIOD).filter(|p| p % step == 0).find(repeats).map(|p| (start as u64, p))
        })
    }
}
