//! Whether two arrays agree everywhere.

use std::ops::ControlFlow;

use super::automaton::{DigitAutomaton, Radices};
use super::explore::explore;
use super::line::Line;
use super::reader::{Rule, reader};
use super::shifted::Shifted;
use crate::limits::{Limits, StopReason};

/// Whether `same` holds of what two rules say, at every point of N^k.
pub fn agree<'a>(
    radices: &Radices,
    first: impl Rule + 'a,
    second: impl Rule + 'a,
    limits: &Limits,
    mut same: impl FnMut(u32, u32) -> bool,
) -> Result<bool, StopReason> {
    let mut readers = vec![reader(radices, first), reader(radices, second)];
    let explored = explore(radices, &mut readers, limits, |values| {
        if same(values[0], values[1]) { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    })?;
    Ok(explored.witness.is_none())
}

impl DigitAutomaton {
    /// Whether a(x + u) = a(x + w) at every x.
    ///
    /// ```
    /// use impartial::automatic::{Radices, learn};
    /// use impartial::limits::Limits;
    /// let less = learn(&Radices::binary(2), &[64, 64], 4, |x| u32::from(x[0] < x[1])).unwrap();
    /// assert!(less.shifts_agree(&[5, 3], &[2, 0], &Limits::none()).unwrap());
    /// assert!(!less.shifts_agree(&[5, 3], &[3, 0], &Limits::none()).unwrap());
    /// ```
    pub fn shifts_agree(&self, u: &[u64], w: &[u64], limits: &Limits) -> Result<bool, StopReason> {
        let shifted = |d: &[u64]| Shifted::new(self, d.iter().map(|d| (*d).into()).collect());
        agree(self.radices(), shifted(u), shifted(w), limits, |a, b| a == b)
    }

    /// Whether the line from a point in the direction of an axis has the given period.
    ///
    /// ```
    /// use impartial::automatic::{Radices, learn};
    /// use impartial::limits::Limits;
    /// let array = learn(&Radices::binary(2), &[64, 64], 4, |x| (x[0] > 3 && x[1] % 2 == 0).into()).unwrap();
    /// assert!(array.line_repeats(&[4, 0], 0, 1, &Limits::none()).unwrap());
    /// assert!(!array.line_repeats(&[3, 0], 0, 1, &Limits::none()).unwrap());
    /// assert!(array.line_repeats(&[9, 3], 1, 2, &Limits::none()).unwrap());
    /// ```
    pub fn line_repeats(
        &self,
        point: &[u64],
        axis: usize,
        period: u64,
        limits: &Limits,
    ) -> Result<bool, StopReason> {
        let mut later = point.to_vec();
        later[axis] += period;
        let radices = Radices::new(vec![self.radices().of(axis)]);
        agree(&radices, Line::new(self, point, axis), Line::new(self, &later, axis), limits, |a, b| a == b)
    }
}
