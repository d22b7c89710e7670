//! Misère play: bipartite monoids, misère quotients, and how they are computed without a guess.
//!
//! Source: Plambeck and Siegel, *Misère quotients of impartial games* [PS].
//!
//! Read in this order: [`monoid`] (the answer: a reduced bipartite monoid), [`rules`] (the question: generators and
//! their options), then the computation that leads from one to the other.

pub mod algebraic;
pub mod bits;
pub mod canonical;
pub mod diagram;
pub mod distinguish;
pub mod genus;
pub mod heap_genus;
pub mod isomorphism;
pub mod kernel;
pub mod known;
pub mod mex_function;
pub mod monoid;
pub mod period;
pub mod presentation;
pub mod quotient;
pub mod rules;
pub mod structure;
#[cfg(test)]
pub(crate) mod testing;
pub mod transition;

pub use monoid::{BipartiteMonoid, Element};
