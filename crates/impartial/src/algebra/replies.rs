//! Moves that win, as far as they were found.

use super::euclidean::Unfactored;
use crate::limits::Unanswered;

impl From<Unfactored> for Unanswered {
    fn from(error: Unfactored) -> Self {
        match error {
            Unfactored::Stopped(reason) => Unanswered::Stopped(reason),
            Unfactored::TooHard(_) => Unanswered::OutOfReach(error.to_string()),
        }
    }
}

/// Moves that win.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replies<P> {
    /// The positions to move to.
    pub moves: Vec<P>,
    /// Whether these are all, up to isomorphism.
    pub complete: bool,
}
