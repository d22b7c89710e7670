//! The game of commutative rings: a move chooses an element and divides out the ideal it generates [AG, Section 5].
//!
//! | file | idea |
//! |---|---|
//! | [`polynomial`], [`groebner`] | ideals of Z\[x₁, …, x_k\], with unique remainders |
//! | [`finite`] | finite rings: vectors of residues, structure constants |
//! | [`ground`] | finite quotients of polynomial rings as such rings |
//! | [`ideals`] | ideals as Hermite normal forms, and the principal ones above each |
//! | [`game`] | ideals and their sums with principal ones; local factors as a selective compound |
//! | [`theorems`] | what the paper proves about infinite rings; `principal` those over Z and F_p\[y\], `localized` those with denominators, `curve` plane curves, `number_ring` algebraic integers |
//! | `pieces`, `rational` | rings in simpler words: products taken apart, variables left out, K\[t\]/(f) recognised |
//! | `infinite` | products of all these, and small elements that win |
//! | [`text`], [`position`] | rings as text; positions, as the language plays them |

mod curve;
mod explanation;
pub mod finite;
pub mod game;
pub mod groebner;
pub mod ground;
pub mod ideals;
mod infinite;
mod localized;
mod number_ring;
mod number_text;
mod pieces;
pub mod polynomial;
pub mod position;
mod principal;
mod rational;
mod small;
pub mod text;
pub mod theorems;

pub use finite::FiniteRing;
pub use game::{Convention, IdealGame, RingRules};
pub use groebner::Ideal;
pub use ground::FiniteForm;
pub use ideals::{IdealBasis, Ideals};
pub use polynomial::{IntegerPolynomial, Monomial};
pub use position::RingGame;
pub use text::AffineRing;
