//! Lattice games: positions are lattice points of a polyhedron, a move subtracts one of finitely many vectors.
//!
//! Source: Guo and Miller, *Lattice point methods for combinatorial games* \[GM\], with its corrigendum (squarefree games).
//!
//! A [`LatticeGame`] is a rule set Γ ⊂ ℤ^d, a polyhedral set Λ = Π ∩ ℤ^d and a finite set D of *defeated* positions. Play takes
//! place on the board B = Λ \ D: from p one moves to p − γ, and the move is legal when p − γ lies on B. Whoever has no legal
//! move loses. Normal play of a heap game is D = ∅; misère play is D = {0}, for then nobody may take the last heap.
//! P is the one set of points of B with: x ∈ P exactly when no x − γ is in P \[GM, Thm 4.6\].
//!
//! Read in this order: [`rules`] (the game), [`axioms`] (when it is one, decided with [`linear`] and [`cone`]), [`table`]
//! (its outcomes in a box); then [`strategy`] (all outcomes at once), with [`Array`] and [`Slices`] (how they are
//! written down), [`guess`] and [`sums`] (how they are found), [`prover`] (how they are verified), [`strata`] and [`consequences`] (what
//! follows).

pub mod axioms;
mod board_text;
pub mod bounds;
pub mod bridge;
pub mod cone;
pub(crate) mod consequences;
pub mod examples;
pub mod guess;
pub mod linear;
pub(crate) mod prover;
pub mod read;
pub(crate) mod rules;
pub(crate) mod squarefree;
pub(crate) mod straighten;
pub(crate) mod strata;
pub(crate) mod strategy;
mod sums;
pub mod table;

pub use crate::automatic::{Array, Fan};
pub use prover::{AutomaticStrategy, Axis, Slices, WrongCell};
pub use rules::{Inequality, LatticeError, LatticeGame, coordinate_names, point_text};
pub use squarefree::{SquarefreeStrategy, solve as solve_squarefree};
pub use strata::AffineStratification;
pub use strategy::{Found, Strategy, find};
pub use table::{Cell, Table, TableError, solve_box};
