//! The games of algebraic structures: players replace a structure by its quotients until nothing is left.
//!
//! In the **game of groups** a move chooses an element a ≠ 1 of a group G and continues with G/⟨⟨a⟩⟩, where ⟨⟨a⟩⟩ is the
//! normal closure of a. In the **game of subgroups** a position is a subgroup U of G, at first the trivial one, and a move chooses
//! g outside U and continues with ⟨U, g⟩, until U = G. For an abelian group both are the game of the abelian group
//! (Brandenburg, "Algebraic games – Playing with groups and rings" \[AG\]).
//!
//! | file | idea |
//! |---|---|
//! | [`value`] | nimber and misère outcome of a position, from those of its options |
//! | [`abelian`] | finite abelian groups by their types: interlacing sequences of exponents |
//! | [`abelianization`] | which abelian group a quotient is, without building it |
//! | [`quotients`] | the game of groups: normal subgroups and their joins with normal closures |
//! | [`subgroups`] | the game of subgroups, conjugate ones counted once |

pub mod abelian;
pub mod abelianization;
pub mod quotients;
pub mod subgroups;
pub mod value;

pub use abelian::{AbelianType, AbelianValues};
pub use abelianization::Abelianization;
pub use quotients::{GroupGame, QuotientRules};
pub use subgroups::{SubgroupGame, SubgroupRules};
pub use value::Value;
