//! The half-space a·x >= b, read digit by digit.

use super::automaton::Radices;
use super::reader::Rule;

/// Says 1 at the points x of N^k with a·x >= b, else 0.
///
/// With x = c + 2y the inequality a·x >= b becomes a·y >= (b − a·c)/2, rounded up: one integer is all there is to
/// remember, and it stays between the least and the greatest of b and the sums of the entries of a.
/// (The first letter, with radices of its own, turns a into the vector of the a_i m_i.)
#[derive(Clone, Debug)]
pub struct HalfSpace {
    normal: Vec<i128>,
    scaled: Vec<i128>,
    bound: i128,
}

impl HalfSpace {
    /// The half-space with the given normal a and bound b.
    ///
    /// # Panics
    /// When there is not one entry for every axis.
    pub fn new(radices: &Radices, normal: &[i64], bound: i64) -> Self {
        assert_eq!(normal.len(), radices.axes(), "one entry for every axis");
        let normal: Vec<i128> = normal.iter().map(|a| i128::from(*a)).collect();
        let scaled = normal.iter().zip(radices.as_slice()).map(|(a, m)| a * i128::from(*m)).collect();
        HalfSpace { normal, scaled, bound: i128::from(bound) }
    }
}

impl Rule for HalfSpace {
    type State = i128;

    fn first(&self, digits: &[u32]) -> i128 {
        self.bound - self.normal.iter().zip(digits).map(|(a, c)| a * i128::from(*c)).sum::<i128>()
    }

    fn next(&self, state: &i128, letter: u32) -> i128 {
        let read: i128 =
            self.scaled.iter().enumerate().filter(|(axis, _)| letter >> axis & 1 == 1).map(|(_, a)| a).sum();
        let rest = state - read;
        rest.div_euclid(2) + rest.rem_euclid(2)
    }

    fn value(&self, state: &i128) -> u32 {
        u32::from(*state <= 0)
    }
}
