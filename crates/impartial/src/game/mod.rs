//! The heart: games, the two ways to play them, and what it means to win.
//!
//! A [`Game`] is positions and options. The solvers of this module work on anything that implements it, by the
//! definition and nothing else; theories answer faster and are tested against them.

use std::hash::Hash;

/// A ruleset: for every position, the positions one move away.
///
/// Every sequence of moves must end ([`Game::options`] describes a well-founded relation); the solvers find a cycle and
/// say so rather than loop.
///
/// ```
/// use impartial::game::Game;
/// /// Take one or two tokens.
/// struct OneOrTwo;
/// impl Game for OneOrTwo {
///     type Position = u32;
///     fn options(&self, &tokens: &u32) -> Vec<u32> {
///         [1, 2].iter().filter_map(|take| tokens.checked_sub(*take)).collect()
///     }
/// }
/// assert_eq!(OneOrTwo.options(&1), [0]);
/// ```
pub trait Game {
    /// A state of play.
    type Position: Clone + Eq + Hash;

    /// The positions that the player to move can reach; empty when the game is over. Repetitions are harmless.
    fn options(&self, position: &Self::Position) -> Vec<Self::Position>;
}

/// Who wins when there is no move left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Play {
    /// The player who cannot move loses.
    Normal,
    /// The player who cannot move wins.
    Misere,
}

/// The outcome of a position under best play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Outcome {
    /// The previous player wins: whoever is to move loses.
    P,
    /// The next player wins.
    N,
}
