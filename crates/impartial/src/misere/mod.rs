//! Misère play: bipartite monoids, misère quotients, and how they are computed without a guess.
//!
//! Source: Plambeck and Siegel, *Misère quotients of impartial games* \[PS\].
//!
//! Read in this order: [`monoid`] (the answer: a reduced bipartite monoid), [`rules`] (the question: generators and
//! their options), [`quotient`] (the search that leads from one to the other), and below it [`diagram`] (the exact outcome
//! function), [`transition`] (verification, and heaps placed one by one) and [`period`] (when a beginning proves the whole);
//! [`infinite`] where it is infinite; [`ultimate_nim`] and [`algebraic`], one of which [`all_heaps`] is, for codes that are
//! solved for all heaps although it is.
//! Then what is read off a quotient: [`presentation`], [`structure`], [`kernel`], [`mex_function`], [`isomorphism`], [`known`];
//! and games one at a time: [`canonical`], [`genus`] (of heaps: [`heap_genus`], [`tame_genus`], [`wild_genus`]), [`distinguish`].

pub mod algebraic;
pub mod all_heaps;
pub mod bits;
pub mod canonical;
pub mod compare;
pub mod diagram;
pub mod distinguish;
pub mod genus;
pub mod heap_genus;
pub mod infinite;
pub mod isomorphism;
pub mod kernel;
pub mod known;
pub mod mex_function;
pub mod monoid;
pub mod packed;
pub mod period;
pub mod presentation;
pub mod quotient;
pub mod rules;
pub mod structure;
pub mod tame_genus;
#[cfg(test)]
pub(crate) mod testing;
pub mod transition;
pub mod ultimate_nim;
pub mod wild_genus;

pub use monoid::{BipartiteMonoid, Element};
