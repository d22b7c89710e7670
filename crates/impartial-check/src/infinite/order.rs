//! Infinite order: a translation of the slices, and a line that is not periodic from its beginning.
//!
//! With S(x) the slice at x: if S(x + v) = S(x) for all x ≥ a; if v_i > 0; if p ≥ a, and the line of slices from p along type
//! i has period t from its n-th place on; and if S(p) ≠ S(p + t e_i), then type i has infinite order. For suppose that m copies
//! of it and m + s copies cannot be told apart. With j so large that p + jv has at least m copies of type i, the line from
//! p + jv has period s from its beginning. It is a copy of the line from p. So that one has period s from its beginning and
//! period t from place n on, hence period t from its beginning, and S(p) = S(p + t e_i).

use serde_json::Value;

use crate::Refusal;
use crate::fields::{field, list, number};
use crate::lattice::certificate::Automaton;
use crate::lattice::machine::{Alphabet, Budget, Exploration, Machine, Reader};
use crate::lattice::readers::Shifted;
use crate::lattice::{malformed, refuted};

/// The largest coordinate in a proof.
const LARGEST: u64 = 1 << 30;

/// Checks one proof; the axis of the type that has infinite order.
pub(super) fn check(proof: &Value, automaton: &Automaton, budget: &mut Budget) -> Result<usize, Refusal> {
    let axes = automaton.radices.len();
    let vector = |name: &str| -> Result<Vec<i64>, Refusal> {
        let wrong = || malformed(&format!("\"{name}\" must hold a small number for each growing type"));
        let entry = |entry: &Value| entry.as_u64().filter(|entry| *entry < LARGEST).map(|entry| entry as i64);
        let entries: Option<Vec<i64>> = list(proof, name)?.iter().map(entry).collect();
        entries.filter(|entries| entries.len() == axes).ok_or_else(wrong)
    };
    let small = |name: &str| number(proof, name).map(|found| found.min(LARGEST) as i64);
    let axis = field(proof, "axis")?.as_u64().and_then(|axis| usize::try_from(axis).ok());
    let axis =
        axis.filter(|axis| *axis < axes).ok_or_else(|| malformed("\"axis\" must be a growing type"))?;
    let (direction, from, point) = (vector("direction")?, vector("from")?, vector("point")?);
    let (period, repeats_from) = (small("period")?, small("repeats_from")?);
    if direction[axis] == 0 || period == 0 {
        return Err(refuted("a proof of infinite order does not move its type".into()));
    }
    if point.iter().zip(&from).any(|(p, a)| p < a) {
        return Err(refuted("a proof of infinite order begins where its translation does not hold".into()));
    }
    // The translation, at every x.
    let alphabet = Alphabet::new(automaton.radices.clone())?;
    let shifted = |shift: Vec<i64>| Shifted { automaton, axes: (0..axes).collect(), shift };
    let first = shifted(from.iter().map(|a| -a).collect());
    let second = shifted(from.iter().zip(&direction).map(|(a, v)| -a - v).collect());
    if !agree(&first, &second, &alphabet, budget)? {
        return Err(refuted("a translation does not hold".into()));
    }
    // The line.
    let alphabet = Alphabet::new(vec![automaton.radices[axis]])?;
    let line = |j: i64| {
        let mut point = point.clone();
        point[axis] += j;
        Line { automaton, axis, point }
    };
    if !agree(&line(repeats_from), &line(repeats_from + period), &alphabet, budget)? {
        return Err(refuted("a line does not repeat as it must".into()));
    }
    let at = |line: Line<'_>| line.read(&line.point.clone());
    if at(line(0)) == at(line(period)) {
        return Err(refuted("the slices that must differ are equal".into()));
    }
    Ok(axis)
}

/// Whether two readers agree everywhere.
fn agree<R: Reader>(
    first: &R,
    second: &R,
    alphabet: &Alphabet,
    budget: &mut Budget,
) -> Result<bool, Refusal> {
    let machines = [Machine::new(first, alphabet, budget)?, Machine::new(second, alphabet, budget)?];
    let exploration = Exploration::new(&machines, alphabet, budget)?;
    Ok(exploration.patterns.iter().all(|pattern| pattern.outputs[0] == pattern.outputs[1]))
}

/// The slice at point + j e, with the digits of j read on the only axis of the alphabet.
///
/// The state is that of the automaton and what of each coordinate it has still to read, the digits of j to come not counted.
struct Line<'a> {
    automaton: &'a Automaton,
    axis: usize,
    point: Vec<i64>,
}

impl Line<'_> {
    fn read(&self, point: &[i64]) -> u32 {
        let radices = &self.automaton.radices;
        let low = point.iter().zip(radices).map(|(x, radix)| x % radix);
        let state = self.automaton.first[Alphabet::first_letter(radices, low)];
        self.output(&(state, point.iter().zip(radices).map(|(x, radix)| x / radix).collect()))
    }
}

impl Reader for Line<'_> {
    type State = (u32, Vec<i64>);

    fn first(&self, alphabet: &Alphabet, budget: &mut Budget) -> Result<Vec<Self::State>, Refusal> {
        budget.work(alphabet.first.len() * self.point.len())?;
        let radices = &self.automaton.radices;
        let read = |digits: &Vec<i64>| {
            let mut values = self.point.clone();
            values[self.axis] += digits[0];
            let low = values.iter().zip(radices).map(|(value, radix)| value % radix);
            let state = self.automaton.first[Alphabet::first_letter(radices, low)];
            (state, values.iter().zip(radices).map(|(value, radix)| value / radix).collect())
        };
        Ok(alphabet.first.iter().map(read).collect())
    }

    fn next(
        &self,
        (state, left): &Self::State,
        alphabet: &Alphabet,
        budget: &mut Budget,
    ) -> Result<Vec<Self::State>, Refusal> {
        budget.work(alphabet.later.len() * self.point.len())?;
        let read = |digits: &Vec<i64>| {
            let mut values = left.clone();
            values[self.axis] += digits[0];
            let letter = Alphabet::later_letter(values.iter().map(|value| value % 2));
            let state = self.automaton.next[*state as usize][letter];
            (state, values.iter().map(|value| value / 2).collect())
        };
        Ok(alphabet.later.iter().map(read).collect())
    }

    fn output(&self, (state, left): &Self::State) -> u32 {
        let (mut state, mut left) = (*state as usize, left.clone());
        while left.iter().any(|value| *value > 0) {
            let letter = Alphabet::later_letter(left.iter().map(|value| value % 2));
            state = self.automaton.next[state][letter] as usize;
            left.iter_mut().for_each(|value| *value /= 2);
        }
        self.automaton.output[state]
    }
}
