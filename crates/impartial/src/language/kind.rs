//! What every kind of game says of its positions: the one trait behind the game language.
//!
//! A [`Position`] is a [`Single`], or a sum, compound or product of positions. Whatever stands in a single (a nim-heap, heaps of a
//! code, a tree, coins, a point of a lattice, elements of a group, what is left of a ring) answers the questions of [`Kind`]; the
//! solvers, the questions and the page know nothing else of it. A new kind of game is a file in `kinds/` that implements
//! this trait, and a line in [`KINDS`](super::registry::KINDS).
//!
//! Only the definition has to be given: options, whether there are any, and how many. Theorems are what a kind may add: where a
//! method says `None`, the position is searched by definition.

use std::any::Any;
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use num_bigint::BigUint;
use serde_json::Value;

use super::moves::WinningMoves;
use super::natural::Natural;
use super::position::Position;
use super::registry;
use crate::algebra::{CongruenceGame, Partition};
use crate::claim::Claim;
use crate::game::compound_nimber::SharedTree;
use crate::game::{Outcome, Play};
use crate::limits::{Limits, Unanswered};
use crate::misere::rules::{Rules, Sum};
use crate::ordinal::Ordinal;

/// A theorem's answer: `None` where there is no theorem and a search must do.
pub type Theorem<T> = Option<Result<T, Unanswered>>;

/// A position of one kind of game.
///
/// The text ([`fmt::Display`]) reads back as the same position.
pub trait Kind: Identity + fmt::Display + fmt::Debug + Send + Sync {
    /// The name under which the kind stands in the registry.
    fn name(&self) -> &'static str;

    // ---- The definition -------------------------------------------------------------------------------------------------

    /// The positions one move away, in normal form; repetitions are harmless.
    ///
    /// # Panics
    /// When they cannot be listed: see [`can_list`](Self::can_list).
    fn options(&self) -> Vec<Position>;

    /// Whether there is no move.
    fn is_over(&self) -> bool;

    /// An upper bound on the number of options; `u64::MAX` when there are infinitely many or too many to count.
    fn bound_on_options(&self, limits: &Limits) -> u64;

    /// Why the options cannot be listed, in words.
    fn can_list(&self) -> Result<(), Unlisted> {
        Ok(())
    }

    /// Why the positions that follow cannot be searched one by one, in words.
    fn can_search(&self) -> Result<(), Unlisted> {
        self.can_list()
    }

    /// Whether every position that play can reach has finitely many options.
    fn is_finite(&self) -> bool {
        true
    }

    /// Whether nothing is left to be played on: such a component is left out of sums.
    fn is_zero(&self) -> bool {
        false
    }

    /// Some option, where all of them may be too many to list.
    fn some_move(&self) -> Option<Position> {
        self.can_list().ok().and_then(|()| self.options().into_iter().next())
    }

    /// Whether `to` (the zero game when `None`) is an option, where that can be told without a list of options.
    fn is_move_to(&self, to: Option<&Single>) -> bool {
        let _ = to;
        false
    }

    /// Whether there are at most so many options, where they can be counted before they are listed.
    fn has_at_most(&self, options: usize) -> bool {
        let _ = options;
        true
    }

    /// The option that a player names by an element: `(1 2)` in a group, `x+1` in a ring; `None` where moves have no such
    /// names, `Some(Ok(None))` where the element changes nothing.
    fn choose(&self, element: &str) -> Option<Result<Option<Position>, String>> {
        let _ = element;
        None
    }

    /// What is left to be played on, by the name that its theory has for it: `Z4 x Z2`.
    fn left(&self, limits: &Limits) -> Option<String> {
        let _ = limits;
        None
    }

    // ---- Sums of one kind -----------------------------------------------------------------------------------------------

    /// The components, with their multiplicities, of a position that is itself a sum: heaps one by one.
    fn components(&self) -> Option<Vec<(Single, Natural)>> {
        None
    }

    /// The sum with another position of the same rules, where both have one text: `0.77[3]` and `0.77[4]` are `0.77[3+4]`.
    fn join(&self, other: &Single) -> Option<Single> {
        let _ = other;
        None
    }

    /// The position without one of its [`components`](Self::components).
    fn without(&self, component: &Single) -> Option<Position> {
        let _ = component;
        None
    }

    /// An equal game, in both plays and in every sum, with fewer positions, if one is known.
    fn form(&self) -> Option<Single> {
        None
    }

    /// How many tokens are on the table.
    fn tokens(&self) -> BigUint {
        BigUint::ZERO
    }

    /// The heaps of Nim that it consists of, if it does.
    fn nim_heaps(&self) -> Option<Vec<(Ordinal, Natural)>> {
        None
    }

    // ---- Theorems -------------------------------------------------------------------------------------------------------

    /// The nimber.
    fn nimber(&self, limits: &Limits) -> Theorem<Ordinal> {
        let _ = limits;
        None
    }

    /// The tree of its options, equal subtrees once, where it is known without a search: for selective compounds.
    fn tree(&self, limits: &Limits) -> Theorem<SharedTree> {
        let _ = limits;
        None
    }

    /// What the nimber (with a play: the outcome in it) rests on, once it is known; `None` for a search.
    fn reason(&self, play: Option<Play>) -> Option<Claim> {
        let _ = play;
        None
    }

    /// Whether the nimber is taken from the literature.
    fn is_cited(&self) -> bool {
        false
    }

    /// How the answer comes about, once it is known.
    fn steps(&self, play: Play, limits: &Limits) -> Vec<String> {
        let _ = (play, limits);
        Vec::new()
    }

    /// The outcome of the position alone, where that is known without its nimber.
    fn outcome(&self, play: Play, limits: &Limits) -> Theorem<Outcome> {
        let _ = (play, limits);
        None
    }

    /// The winning moves of the position alone.
    fn winning_moves(&self, play: Play, limits: &Limits) -> Theorem<WinningMoves> {
        let _ = (play, limits);
        None
    }

    /// The options of a given nimber.
    fn moves_to(&self, nimber: &Ordinal, limits: &Limits) -> Theorem<WinningMoves> {
        let _ = (nimber, limits);
        None
    }

    /// About `most` options, evenly chosen, and whether they are all; `None` when all can be listed.
    fn some_options(&self, most: u64) -> Option<(Vec<Position>, bool)> {
        let _ = most;
        None
    }

    // ---- Misère play ----------------------------------------------------------------------------------------------------

    /// Works out what [`form`](Self::form) and [`enter`](Self::enter) need.
    fn learn(&self, limits: &Limits) -> Result<(), Unanswered> {
        let _ = limits;
        Ok(())
    }

    /// How the position takes part in a misère quotient, alone or with other games; `None` when it does not.
    fn piece(&self) -> Option<Piece> {
        None
    }

    /// Enters the rules of the game into a list, for a [`Piece::Listed`]: the positions that are then in the list, as sums of its
    /// generators.
    fn enter(&self, list: &mut Rules) -> Vec<(Single, Sum)> {
        let _ = list;
        Vec::new()
    }

    /// Enters all positions that play can reach, where there is a shorter way than through every one of them; the sum of
    /// generators that this position is.
    fn enter_followers(&self, list: &mut Rules, limits: &Limits) -> Theorem<Sum> {
        let _ = (list, limits);
        None
    }

    // ---- Proofs and parts -----------------------------------------------------------------------------------------------

    /// What a proof about the position consists of.
    fn proof(&self) -> Proof {
        Proof::Moves
    }

    /// The position as data, for certificates and for the page: an object whose fields name the rules and what is on the table.
    fn parts(&self) -> Value;

    /// The game as one of congruences of unary maps on at most `most` elements, and the congruence that stands for the position.
    fn congruences(&self, most: usize) -> Option<(CongruenceGame, Partition)> {
        let _ = most;
        None
    }
}

/// Why options or positions are not listed: a sentence without its end.
pub type Unlisted = String;

/// What a proof about a position consists of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proof {
    /// Answers to all moves.
    Moves,
    /// The maximal sets of the group or closure game it is played on.
    Classes,
    /// Every quotient that play can reach.
    Quotients,
    /// The strategy of its whole board, which is another question.
    Board,
}

/// How a position takes part in a misère quotient.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Piece {
    /// A nim-heap.
    Nim(u64),
    /// Heaps of a code; quotients of codes are followed heap by heap.
    Heaps(super::kinds::heaps::HeapSum),
    /// A position whose rules are finite and can be listed.
    Listed(Single),
}

/// Equality, order and hash of what is known only by its traits. Implemented for every type that has them.
pub trait Identity: Any {
    /// The value itself.
    fn as_any(&self) -> &dyn Any;
    /// Whether the other is of the same type and equal.
    fn is_same(&self, other: &dyn Any) -> bool;
    /// The order among values of the same type; `None` for another type.
    fn compare(&self, other: &dyn Any) -> Option<Ordering>;
    /// Feeds the hash.
    fn feed(&self, state: &mut dyn Hasher);
}

impl<T: Any + Ord + Hash> Identity for T {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn is_same(&self, other: &dyn Any) -> bool {
        other.downcast_ref::<T>().is_some_and(|other| self == other)
    }

    fn compare(&self, other: &dyn Any) -> Option<Ordering> {
        other.downcast_ref::<T>().map(|other| self.cmp(other))
    }

    fn feed(&self, mut state: &mut dyn Hasher) {
        self.hash(&mut state);
    }
}

/// A position of some kind. Equal when kind and content are; kinds are ordered as in the registry.
#[derive(Clone)]
pub struct Single(Arc<dyn Kind>);

impl Single {
    /// A position of a kind.
    pub fn new(position: impl Kind) -> Self {
        Single(Arc::new(position))
    }

    /// The position, if it is of this kind.
    pub fn of_kind<K: Kind>(&self) -> Option<&K> {
        (*self.0).as_any().downcast_ref()
    }
}

impl std::ops::Deref for Single {
    type Target = dyn Kind;

    fn deref(&self) -> &Self::Target {
        &*self.0
    }
}

impl fmt::Debug for Single {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl fmt::Display for Single {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl PartialEq for Single {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0.is_same((*other.0).as_any())
    }
}

impl Eq for Single {}

impl Hash for Single {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.feed(state);
    }
}

impl Ord for Single {
    fn cmp(&self, other: &Self) -> Ordering {
        let by_content = || self.0.compare((*other.0).as_any());
        by_content().unwrap_or_else(|| registry::rank(self.0.name()).cmp(&registry::rank(other.0.name())))
    }
}

impl PartialOrd for Single {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
