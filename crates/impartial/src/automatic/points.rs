//! A finite set of points, read digit by digit.

use super::automaton::Radices;
use super::reader::Rule;

/// Says i + 1 at the i-th of the given points of N^k, and 0 elsewhere.
#[derive(Clone, Debug)]
pub struct FinitePoints {
    radices: Radices,
    points: Vec<Vec<u64>>,
}

impl FinitePoints {
    /// The set of the given points, which have to be different.
    pub fn new(radices: &Radices, points: Vec<Vec<u64>>) -> Self {
        FinitePoints { radices: radices.clone(), points }
    }
}

impl Rule for FinitePoints {
    /// The points that begin with the digits read, by number, and what is left of them.
    type State = Vec<(u32, Vec<u64>)>;

    fn first(&self, digits: &[u32]) -> Self::State {
        let begins = |point: &[u64]| {
            let mut rest = Vec::with_capacity(point.len());
            for ((x, digit), m) in point.iter().zip(digits).zip(self.radices.as_slice()) {
                if x % u64::from(*m) != u64::from(*digit) {
                    return None;
                }
                rest.push(x / u64::from(*m));
            }
            Some(rest)
        };
        self.points.iter().zip(1..).filter_map(|(point, number)| Some((number, begins(point)?))).collect()
    }

    fn next(&self, state: &Self::State, letter: u32) -> Self::State {
        let begins =
            |rest: &[u64]| rest.iter().enumerate().all(|(axis, x)| x & 1 == u64::from(letter >> axis & 1));
        state
            .iter()
            .filter(|(_, rest)| begins(rest))
            .map(|(number, rest)| (*number, rest.iter().map(|x| x >> 1).collect()))
            .collect()
    }

    fn value(&self, state: &Self::State) -> u32 {
        state.iter().find(|(_, rest)| rest.iter().all(|x| *x == 0)).map_or(0, |(number, _)| *number)
    }
}
