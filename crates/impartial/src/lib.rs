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
//! Without the default feature `games` the crate is the Field alone: [`nim`] and [`ordinal`], with [`limits`] and [`text`]; it builds
//! in seconds and has no dependencies but big integers, a hash and the derivation of errors.
//!
//! The names of this page are the surface that is kept from version to version. The theories are modules with flat names of their
//! own: [`game`], [`ordinal`], [`nim`], [`heap`], [`misere`], [`coin`], [`group`], [`generate`], [`algebra`], [`automatic`] and
//! [`lattice`]; [`language`] reads and answers for all of them, [`question`] is the roof.
//!
//! # Sources
//!
//! Doc comments name their sources by these keys, with the number of the theorem: `[PS, Thm 7.5]`.
//!
//! | key | source |
//! |---|---|
//! | AG | M. Brandenburg, *Algebraic games: playing with groups and rings*, 2017 |
//! | BEO | H. U. Besche, B. Eick, E. A. O'Brien, *A millennium project: constructing small groups*, Internat. J. Algebra Comput. 12 (2002) |
//! | ES | D. C. Ernst, N. Sieben, *Impartial achievement and avoidance games for generating finite groups* |
//! | GK | R. M. Guralnick, W. M. Kantor, *Probabilistic generation of finite simple groups*, J. Algebra 234 (2000) |
//! | GM | A. Guo, E. Miller, *Lattice point methods for combinatorial games* |
//! | GuySmith | R. K. Guy, C. A. B. Smith, *The G-values of various games*, Proc. Cambridge Philos. Soc. 52 (1956) |
//! | HEO | D. F. Holt, B. Eick, E. A. O'Brien, *Handbook of Computational Group Theory*, 2005 |
//! | HWLJ | H. W. Lenstra, *On the algebraic closure of two*, Indag. Math. 39 (1977) |
//! | L | H. W. Lenstra, *Nim multiplication*, Séminaire de théorie des nombres, Bordeaux, 1978 |
//! | ONAG | J. H. Conway, *On Numbers and Games*, 1976 |
//! | PS | T. E. Plambeck, A. N. Siegel, *Misère quotients of impartial games*, 2006 |
//! | WW | E. R. Berlekamp, J. H. Conway, R. K. Guy, *Winning Ways for your Mathematical Plays*, 1982 |

#[cfg(feature = "games")]
pub mod algebra;
#[cfg(feature = "games")]
pub mod automatic;
#[cfg(feature = "games")]
pub mod board;
#[cfg(feature = "games")]
pub mod claim;
#[cfg(feature = "games")]
pub mod coin;
#[cfg(feature = "games")]
pub mod game;
#[cfg(feature = "games")]
pub mod generate;
#[cfg(feature = "games")]
pub mod group;
#[cfg(feature = "games")]
pub mod heap;
#[cfg_attr(not(feature = "games"), allow(dead_code))]
mod integer;
#[cfg(feature = "games")]
pub mod language;
#[cfg(feature = "games")]
pub mod lattice;
pub mod limits;
#[cfg(feature = "games")]
pub mod misere;
pub mod nim;
pub mod ordinal;
#[cfg(feature = "games")]
pub mod period;
#[cfg(feature = "games")]
pub mod question;
#[cfg(feature = "games")]
pub mod subset;
pub mod text;
#[cfg(feature = "games")]
pub mod tutorials;

pub use num_bigint::{BigInt, BigUint};

#[cfg(feature = "games")]
pub use algebra::{AbelianType, AlgebraPosition, GroupGame, SubgroupGame};
#[cfg(feature = "games")]
pub use claim::Claim;
#[cfg(feature = "games")]
pub use coin::{CoinGame, CoinPosition, Lexicode};
#[cfg(feature = "games")]
pub use game::{Components, Forest, Game, Outcome, Play, Solver, SumSearch, Tree, Unsolved};
#[cfg(feature = "games")]
pub use generate::{Aim, Family, Ground, Structure};
#[cfg(feature = "games")]
pub use group::{FiniteGroup, Permutation, small_group};
#[cfg(feature = "games")]
pub use heap::{ArithmeticPeriod, GrundySequence, HeapCode, Period};
#[cfg(feature = "games")]
pub use language::{Analyst, Answered, Kind, Natural, Parsed, Position, Subject, WinningMoves, parse};
#[cfg(feature = "games")]
pub use lattice::{AffineStratification, LatticeGame, Strategy};
pub use limits::{Limits, StopReason, Unanswered};
#[cfg(feature = "games")]
pub use misere::algebraic::AlgebraicQuotient;
#[cfg(feature = "games")]
pub use misere::infinite::InfiniteGame;
#[cfg(feature = "games")]
pub use misere::{
    BipartiteMonoid, CanonicalForms, Element, Genus, GenusSequence, Graph, MisereQuotient, Presentation,
    Rules,
};
pub use nim::{AlgebraicClosure, BigNimber, Nimber};
pub use ordinal::Ordinal;
#[cfg(feature = "games")]
pub use question::{Answer, Asking, Certificate, Files, Question, Refused, Stated, Stopped};
#[cfg(feature = "games")]
pub use subset::Subset;
pub use text::ReadError;
