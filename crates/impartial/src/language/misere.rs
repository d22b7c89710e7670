//! Misère sums of heaps, trees and nim-heaps, through the misère quotient of everything that occurs in them.

use super::position::{Position, Rulebook};
use crate::game::Outcome;
use crate::limits::{Limits, StopReason};

/// The quotients worked out so far.
#[derive(Default)]
pub struct MisereSums {}

impl MisereSums {
    /// The outcome, when a quotient gives it.
    pub fn outcome(
        &mut self,
        _rulebook: &Rulebook,
        _position: &Position,
        _limits: &Limits,
    ) -> Result<Option<Outcome>, StopReason> {
        Ok(None)
    }

    /// What the last outcome of this position rests on.
    pub fn because(&self, _rulebook: &Rulebook, _position: &Position) -> (String, Vec<String>) {
        (String::new(), Vec::new())
    }
}
