//! Why a question about an algebraic structure has no answer here; moves, as far as they were found.

use super::euclidean::Unfactored;
use crate::limits::StopReason;

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unknown {
    /// A limit was reached.
    #[error("{0}")]
    Stopped(#[from] StopReason),
    /// No theorem or search here reaches it; the sentence says why.
    #[error("{0}")]
    OutOfReach(String),
}

impl From<Unfactored> for Unknown {
    fn from(error: Unfactored) -> Self {
        match error {
            Unfactored::Stopped(reason) => Unknown::Stopped(reason),
            Unfactored::TooHard(_) => Unknown::OutOfReach(error.to_string()),
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
