//! `impartial` answers questions about impartial games, exactly, and shows why.
//!
//! A game is its rules: positions and options ([`game::Game`]). Every theory has two faces: the *definition*, a type
//! that implements `Game` and is solved by the generic solvers, slowly and surely; and the *theorem*, the fast answer
//! that a paper proves. Users run the theorem, tests run the definition beside it.
//!
//! Read in this order: [`game`] (the heart), [`claim`] and [`limits`] (what an answer says about itself and how a
//! computation is stopped), then the theory you came for.

pub mod algebra;
pub mod automatic;
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
