//! The heart: games, the two ways to play them, and what it means to win.
//!
//! A [`Game`] is positions and options. The solvers of this module work on anything that implements it, by the
//! definition and nothing else; theories answer faster and are tested against them.
//!
//! | file | idea |
//! |---|---|
//! | [`solve`] | outcome, nimber, winning moves, reachable positions, by exhaustive search |
//! | [`components`] | games that fall apart: sums of components, searched quickly |
//! | [`nimber_search`] | their nimbers, by questions about one component at a time |
//! | [`sum`] | the disjunctive sum of two games, and the theorem of Sprague and Grundy |
//! | [`compound`] | the selective compound, and the two propositions on its outcome |
//! | [`product`] | Conway's product of games |
//! | [`forest`] | games as sets of games, each stored once |
//! | [`notation`] | games as text: `{0,*,{*2}}`, `*2_+320` |

pub(crate) mod components;
pub(crate) mod compound;
pub(crate) mod compound_nimber;
pub(crate) mod forest;
pub(crate) mod nimber_search;
pub mod notation;
pub(crate) mod product;
pub(crate) mod solve;
pub(crate) mod sum;

use std::fmt;
use std::hash::Hash;
use std::ops::Not;

pub use components::{Components, SumSearch};
pub use compound::{Component, SelectiveCompound, compound_outcome};
pub use compound_nimber::{SharedTree, compound_nimber};
pub use forest::{Forest, Tree};
pub use nimber_search::NimberSearch;
pub use product::Product;
pub use solve::{Solver, Unsolved};
pub use sum::Sum;

/// A ruleset: for every position, the positions one move away.
///
/// Every sequence of moves must end ([`Game::options`] describes a well-founded relation); the solvers find a cycle and
/// say so rather than loop.
///
/// ```
/// use impartial::game::{Game, Outcome, Play, Solver};
/// use impartial::limits::Limits;
///
/// /// Take one, three or four tokens.
/// struct Subtraction;
/// impl Game for Subtraction {
///     type Position = u32;
///     fn options(&self, tokens: &u32) -> Vec<u32> {
///         [1, 3, 4].iter().filter_map(|take| tokens.checked_sub(*take)).collect()
///     }
/// }
///
/// let mut solver = Solver::new(&Subtraction, Limits::none());
/// assert_eq!(solver.nimber(&8), Ok(1));
/// assert_eq!(solver.outcome(&7, Play::Normal), Ok(Outcome::P));
/// assert_eq!(solver.winning_moves(&9, Play::Misere), Ok(vec![8]));
/// ```
pub trait Game {
    /// A state of play.
    type Position: Clone + Eq + Hash;

    /// The positions that the player to move can reach; empty when the game is over. Repetitions are harmless.
    fn options(&self, position: &Self::Position) -> Vec<Self::Position>;
}

impl<G: Game + ?Sized> Game for &G {
    type Position = G::Position;

    fn options(&self, position: &Self::Position) -> Vec<Self::Position> {
        (**self).options(position)
    }
}

/// Who wins when there is no move left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Play {
    /// The player who cannot move loses.
    Normal,
    /// The player who cannot move wins.
    Misere,
}

impl Play {
    /// The outcome of a position without options: P in normal play, N in misère play.
    pub fn outcome_at_the_end(self) -> Outcome {
        match self {
            Play::Normal => Outcome::P,
            Play::Misere => Outcome::N,
        }
    }
}

/// As it is written: `normal` or `misere`.
impl serde::Serialize for Play {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl fmt::Display for Play {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Play::Normal => "normal",
            Play::Misere => "misere",
        })
    }
}

/// The outcome of a position under best play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Outcome {
    /// The previous player wins: whoever is to move loses.
    P,
    /// The next player wins.
    N,
}

impl Not for Outcome {
    type Output = Outcome;

    fn not(self) -> Outcome {
        match self {
            Outcome::P => Outcome::N,
            Outcome::N => Outcome::P,
        }
    }
}

/// As it is written: `P` or `N`.
impl serde::Serialize for Outcome {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Outcome::P => "P",
            Outcome::N => "N",
        })
    }
}

#[cfg(test)]
pub(crate) mod tests_support {
    //! Small games by definition, for tests.
    use super::Game;

    /// One nim-heap.
    pub struct Heap;
    impl Game for Heap {
        type Position = u32;
        fn options(&self, heap: &u32) -> Vec<u32> {
            (0..*heap).collect()
        }
    }

    /// One heap; take as many tokens as the set says.
    pub struct Subtraction(pub &'static [u32]);
    impl Game for Subtraction {
        type Position = u32;
        fn options(&self, tokens: &u32) -> Vec<u32> {
            self.0.iter().filter_map(|take| tokens.checked_sub(*take)).collect()
        }
    }
}
