//! Finite groups: constructions, subgroups, quotients.

mod action;
mod chain;
mod chief;
mod classes;
mod error;
mod families;
mod finite;
mod maximal;
mod names;
mod normal;
mod parse;
mod permutation;
mod polycyclic;
mod product;
mod quotient;
mod small;
mod subgroup;
mod table;
mod word;

pub use chain::StabilizerChain;
pub use chief::chief_series;
pub use classes::ConjugacyClasses;
pub use error::GroupError;
pub use families::{alternating, cyclic, dicyclic, dihedral, mathieu, quaternion, symmetric};
pub use finite::{FiniteGroup, MAX_ORDER};
pub use maximal::maximal_subgroups;
pub use normal::normal_subgroups;
pub use parse::parse;
pub use permutation::{MAX_POINT, Permutation};
pub use polycyclic::PolycyclicPresentation;
pub use quotient::Quotient;
pub use small::{MAX_SMALL_ORDER, SmallGroup, SmallGroups, number_of_small_groups, small_group};
pub use subgroup::Subgroup;
pub use table::{MAX_TABLE_ORDER, Table};
