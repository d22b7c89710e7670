//! An automatic array along a line parallel to an axis.

use num_bigint::BigInt;

use super::automaton::DigitAutomaton;
use super::reader::Rule;
use super::shifted::Shifted;

/// Says a(p + j e) at the number j, for an automatic array a, a point p and the unit vector e of an axis.
#[derive(Clone, Debug)]
pub struct Line<'a> {
    shifted: Shifted<'a>,
    axes: usize,
    axis: usize,
}

impl<'a> Line<'a> {
    /// The line from a point in the direction of an axis. It is read with the radix of that axis.
    pub fn new(automaton: &'a DigitAutomaton, point: &[u64], axis: usize) -> Self {
        let shift = point.iter().map(|x| BigInt::from(*x)).collect();
        Line { shifted: Shifted::new(automaton, shift), axes: point.len(), axis }
    }
}

impl<'a> Rule for Line<'a> {
    type State = <Shifted<'a> as Rule>::State;

    fn first(&self, digits: &[u32]) -> Self::State {
        let mut all = vec![0; self.axes];
        all[self.axis] = digits[0];
        self.shifted.first(&all)
    }

    fn next(&self, state: &Self::State, letter: u32) -> Self::State {
        self.shifted.next(state, letter << self.axis)
    }

    fn value(&self, state: &Self::State) -> u32 {
        self.shifted.value(state)
    }
}
