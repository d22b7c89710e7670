//! `impartial` answers questions about impartial games, exactly, and shows why.
//!
//! ```
//! use impartial::{Analyst, Limits, Play, Position};
//!
//! let position: Position = "kayles[7+9+12] + *3".parse()?;
//! let mut analyst = Analyst::new(Limits::none());
//!
//! let normal = analyst.outcome(&position, Play::Normal).unwrap();
//! assert_eq!(normal.value.to_string(), "N");
//! assert_eq!(normal.because, "Sprague-Grundy: 3 xor 2 xor 4 xor 4 = 1");
//!
//! let misere = analyst.outcome(&position, Play::Misere).unwrap();
//! assert_eq!(misere.value.to_string(), "N");
//! assert_eq!(analyst.winning_moves(&position, Play::Misere).unwrap().moves.len(), 4);
//! # Ok::<(), impartial::ReadError>(())
//! ```
//!
//! A game is its rules: positions and options ([`Game`]). Every theory has two faces: the *definition*, a type
//! that implements `Game` and is solved by the generic solvers, slowly and surely; and the *theorem*, the fast answer
//! that a paper proves. Users run the theorem, tests run the definition beside it.
//!
//! # Where to begin
//!
//! | you want to | read |
//! |---|---|
//! | ask what the program can be asked, with claims and proofs | [`tutorials::questions`], [`question`] |
//! | work with positions as values | [`tutorials::positions`], [`Position`] |
//! | solve a game of your own | [`tutorials::games`], [`Game`], [`Components`] |
//! | use one theory | its module below |
//!
//! The names of this page are the surface that is kept from version to version. The theories are modules with flat names of their
//! own: [`game`], [`ordinal`], [`nim`], [`heap`], [`misere`], [`coin`], [`group`], [`generate`], [`algebra`], [`automatic`] and
//! [`lattice`]; [`language`] reads and answers for all of them, [`question`] is the roof.

pub mod algebra;
pub mod automatic;
pub mod board;
pub mod claim;
pub mod coin;
pub mod game;
pub mod generate;
pub mod group;
pub mod heap;
mod integer;
pub mod language;
pub mod lattice;
pub mod limits;
pub mod misere;
pub mod nim;
pub mod ordinal;
pub mod period;
pub mod question;
pub mod subset;
pub mod text;
pub mod tutorials;

pub use num_bigint::{BigInt, BigUint};

pub use algebra::{AbelianType, AlgebraPosition, GroupGame, SubgroupGame};
pub use claim::Claim;
pub use coin::{CoinGame, CoinPosition, Lexicode};
pub use game::{Components, Forest, Game, Outcome, Play, Solver, SumSearch, Tree, Unsolved};
pub use generate::{Aim, Family, Ground, Structure};
pub use group::{FiniteGroup, Permutation, small_group};
pub use heap::{ArithmeticPeriod, GrundySequence, HeapCode, Period};
pub use language::{Analyst, Answered, Kind, Natural, Parsed, Position, Subject, WinningMoves, parse};
pub use lattice::{AffineStratification, LatticeGame, Strategy};
pub use limits::{Limits, StopReason, Unanswered};
pub use misere::algebraic::AlgebraicQuotient;
pub use misere::infinite::InfiniteGame;
pub use misere::{
    BipartiteMonoid, CanonicalForms, Element, Genus, GenusSequence, Graph, MisereQuotient, Presentation,
    Rules,
};
pub use nim::{AlgebraicClosure, BigNimber, Nimber};
pub use ordinal::Ordinal;
pub use question::{Answer, Asking, Certificate, Files, Question, Refused, Stated, Stopped};
pub use subset::Subset;
pub use text::ReadError;
