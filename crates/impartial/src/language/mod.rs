//! The game language: one text for every game, in the program, the library and wherever else a game is named.
//!
//! | text | game |
//! |---|---|
//! | `0`, `*`, `*5`, `*w`, `*(w^2+3)` | the zero game, nim-heaps of ordinal size |
//! | `0.77[7+9+12]`, `kayles[3*7+9]` | heaps of a taking-and-breaking game; `0.77` alone names the whole game |
//! | `*2_+320`, `{0,*,{*2}}` | game trees in Conway's misère notation or as sets |
//! | `coins(mock-turtles)[0+3+7]`, `coins(nim x nim)[(2,3)]` | coins that show heads, and products of such games |
//! | `lattice(board.toml)[3,0,2]` | a position of a lattice game that is known by this name |
//! | `gen(S4)`, `dng(Z6 x Z3)[(1,0)]` | achievement and avoidance games of a finite group; the elements chosen so far |
//! | `gen(file:line.txt)[a,b]` | the same on a closure game read from a file |
//! | `group(D4)[r^2]`, `subgroups(S4)` | the games of groups and of subgroups; the elements chosen so far |
//! | `abelian(Z/4 + Z/8 + Z^2)[(0,4,0,0)]`, `abelian(<a,b \| 2a = 3b>)` | the game of a finitely generated abelian group |
//! | `module(F2[x]/(x^2+1) + F2[x])` | the same over polynomials |
//! | `graph(file.txt)[A+3*B]` | nodes of a finite graph of moves |
//! | `cram(4x5)`, `cram(..#/...)`, `node-kayles(petersen)[0,7]`, `arc-kayles(a-b, b-c)`, `grim(cycle 7)` | boards and graphs that fall apart; the nodes that are left |
//! | `A + B`, `3*(A)` | disjunctive sum, copies of a game |
//! | `A \| B` | selective compound |
//! | `A x B` | product |
//!
//! `x` binds tighter than `+`, and `+` tighter than `|`; parentheses group.
//!
//! Read [`kind`] (what every kind of game says of its positions), [`position`] (what is played: the definition), [`registry`] and the
//! files of `kinds/`, then [`analysis`] (the theorems that answer for sums) and [`strategy`] (proofs of an outcome).

// Positions are keys of sets. The rules in them remember what they have worked out behind a lock, which is no part
// of equality, order or hash.
#![allow(clippy::mutable_key_type)]

pub(crate) mod analysis;
mod company;
mod compounds;
pub(crate) mod kind;
pub mod kinds;
mod lookahead;
mod methods;
mod misere;
mod moves;
mod natural;
pub(crate) mod parser;
pub(crate) mod position;
pub mod registry;
mod search;
pub(crate) mod strategy;
mod suggest;

pub use analysis::{Analyst, Answered};
pub use kind::{Kind, Proof, Single, Theorem};
pub use kinds::Known;
pub use kinds::board::{BoardGame, OnGround};
pub use kinds::chosen::Chosen;
pub use kinds::divided::{Divided, DividedGame, DividedRules};
pub use kinds::graph::{GraphSum, NamedGraph};
pub use kinds::heaps::{HeapSum, Heaps, KnownCode};
pub use kinds::large::LargeChosen;
pub use kinds::lattice::{LatticePoint, NamedBoard};
pub use kinds::nim::NimHeap;
pub use kinds::presented::{Presented, PresentedRules};
pub use kinds::tree::GameTree;
pub use misere::{ProvedQuotient, SumQuotient};
pub use moves::{MOST_MOVES, MOST_OPTIONS, WinningMoves};
pub use natural::Natural;
pub use parser::{Parsed, Sources, Subject, parse, parse_with, parse_with_sources};
pub use position::{Language, Position};
pub use strategy::{StrategyError, WinningStrategy};
