//! Misère play: bipartite monoids, misère quotients, and how they are computed without a guess.
//!
//! Source: Plambeck and Siegel, *Misère quotients of impartial games* \[PS\].
//!
//! Read in this order: [`monoid`] (the answer: a reduced bipartite monoid), [`rules`] (the question: generators and
//! their options), [`quotient`] (the search that leads from one to the other), and below it [`diagram`] (the exact outcome
//! function), [`transition`] (verification, and heaps placed one by one) and [`period`] (when a beginning proves the whole);
//! [`infinite`] where it is infinite; [`ultimate_nim`] and [`algebraic`], one of which [`all_heaps`] is, for codes that are
//! solved for all heaps although it is.
//! Then what is read off a quotient: [`presentation`], [`structure`], [`kernel`], [`mex_function`], [`isomorphism`], [`known`]; games that fall apart, `components`;
//! and games one at a time: [`canonical`], [`genus`] (of heaps: [`heap_genus`], [`tame_genus`], [`wild_genus`]), [`distinguish`], [`parts`].

pub mod algebraic;
pub(crate) mod all_heaps;
pub(crate) mod bits;
pub(crate) mod canonical;
pub(crate) mod compare;
pub(crate) mod components;
pub(crate) mod diagram;
pub(crate) mod distinguish;
pub(crate) mod genus;
pub(crate) mod heap_genus;
pub mod infinite;
pub(crate) mod isomorphism;
pub(crate) mod kernel;
pub mod known;
pub(crate) mod lists;
pub(crate) mod mex_function;
pub(crate) mod monoid;
pub(crate) mod packed;
pub(crate) mod parts;
pub mod period;
pub(crate) mod presentation;
pub(crate) mod quotient;
pub(crate) mod rules;
pub(crate) mod structure;
pub(crate) mod tame_genus;
#[cfg(test)]
pub(crate) mod testing;
pub(crate) mod transition;
pub(crate) mod ultimate_nim;
pub(crate) mod wild_genus;

pub use all_heaps::{AllHeaps, AllHeapsSearch};
pub use canonical::{CanonicalForms, count_born_by};
pub use compare::{MisereRelation, compare};
pub use components::MisereComponents;
pub use diagram::{KnownSequences, OutcomeDiagram, OutcomeStop};
pub use distinguish::Distinguisher;
pub use genus::{Genera, Genus, Temper};
pub use heap_genus::{GenusSequence, tame_beginning};
pub use isomorphism::isomorphism;
pub use kernel::normal_kernel_hypothesis;
pub use mex_function::{MexFunction, meximal_sets};
pub use monoid::{BipartiteMonoid, Element};
pub use packed::Packed;
pub use parts::Parts;
pub use presentation::{Presentation, Word, generator_latex, generator_name};
pub use quotient::{MisereQuotient, Progress, ResumeError, SavedQuotient, Status};
pub use rules::{Graph, GraphError, MisereOutcomes, Rules, Sum};
pub use structure::{Cycle, MonoidStructure, abelian_type, cycle, subgroup_type};
pub use tame_genus::tame_genera;
pub use transition::{Source, Union};
pub use ultimate_nim::UltimateNim;
pub use wild_genus::wild_genera;
