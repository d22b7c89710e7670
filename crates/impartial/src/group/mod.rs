//! Finite groups: constructions, subgroups, quotients.
//!
//! A [`FiniteGroup`] is a law on the numbers 0, …, n-1 with names for the elements; [`parse()`] reads one from text,
//! [`small_group`] takes one from the list of all groups of order up to 511.
//!
//! Read in this order: [`finite`] (the type) with [`table`], [`permutation`] and [`chain`] (how products are found) and
//! [`names`] and [`word`] (how elements are written); the constructions [`families`], [`product`], [`action`],
//! [`linear`], [`presentation`] with [`cosets`], [`polycyclic`], [`cayley`], [`small`], joined by [`parse`](mod@parse);
//! then [`subgroup`], [`classes`], [`normal`], [`quotient`], [`chief`], [`maximal`], [`lattice`]; last
//! [`isomorphism`](mod@isomorphism), [`identify`](mod@identify) and [`describe`](mod@describe).
//!
//! Conventions: permutations and words act from left to right; D_n has order 2n; \[a,b\] = a⁻¹·b⁻¹·a·b and
//! a^b = b⁻¹·a·b.

mod action;
mod cayley;
mod chain;
mod chief;
mod classes;
mod classical;
mod constructions;
mod cosets;
mod describe;
mod error;
mod expression;
mod families;
mod finite;
mod homomorphism;
mod identify;
mod isomorphism;
mod known_names;
mod large;
mod lattice;
mod linear;
mod maximal;
mod names;
mod normal;
mod parse;
mod permutation;
mod polycyclic;
mod polycyclic_text;
mod presentation;
mod product;
mod quotient;
pub(crate) mod sims;
mod small;
mod sporadic;
mod subgroup;
mod table;
mod word;

pub use cayley::{from_table_text, looks_like_table};
pub use chain::StabilizerChain;
pub use chief::chief_series;
pub use classes::ConjugacyClasses;
pub use describe::describe;
pub use error::{GroupError, Library};
pub use families::{alternating, cyclic, dicyclic, dihedral, mathieu, quaternion, symmetric};
pub use finite::{FiniteGroup, MAX_ORDER};
pub use identify::{identify, is_quickly_identified};
pub use isomorphism::{Fingerprint, are_isomorphic, automorphisms, isomorphism};
pub(crate) use large::orbit_of;
pub use large::{LargeClass, LargeClasses, LargeElement, LargeGroup, LargeShape, PermutedPoints};
pub use lattice::{all_subgroups, conjugacy_classes_of, frattini_subgroup};
pub use linear::linear_group;
pub use maximal::{MAXIMAL_SUBGROUPS_CITED, maximal_subgroups};
pub use normal::normal_subgroups;
pub use parse::parse;
pub use permutation::{MAX_POINT, Permutation};
pub use polycyclic::PolycyclicPresentation;
pub use presentation::PresentedGroup;
pub use quotient::Quotient;
#[cfg(target_arch = "wasm32")]
pub use small::BRINGER as SMALL_GROUPS_BRINGER;
pub use small::{MAX_SMALL_ORDER, SmallGroup, SmallGroups, number_of_small_groups, small_group};
pub use subgroup::Subgroup;
pub use table::{MAX_TABLE_ORDER, Table};
