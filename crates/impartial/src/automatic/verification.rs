//! What comes of looking whether a description is right at every point.

/// What a verification found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verification<Wrong> {
    /// The description is right at every point.
    Holds {
        /// Joint states explored.
        states: usize,
        /// Different combinations of slices looked at.
        patterns: usize,
    },
    /// The description does not fit the rules, or is too large to be looked through.
    Undecided,
    /// It is wrong at a point.
    Fails(Wrong),
}
