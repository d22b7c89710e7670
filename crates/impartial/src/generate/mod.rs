//! Achievement and avoidance games: players choose elements until the chosen set generates.
//!
//! In **GEN** the player who first builds a generating set wins; in **DNG** a generating set must not be built, and the
//! player who cannot move loses (Ernst and Sieben, "Impartial achievement and avoidance games for generating finite
//! groups" \[ES\]). Positions are subsets of a finite group, or of any finite set with a family of maximal sets that do
//! not generate: the theory uses nothing else.
//!
//! Positions contained in the same members of the family form a *structure class*; nimbers and misère outcomes depend
//! only on the class and the parity of the position, so 2^n subsets become a few classes.
//!
//! | file | idea |
//! |---|---|
//! | [`family`] | the rules: a ground set and its maximal sets that do not generate |
//! | [`definition`] | the games by definition, on subsets |
//! | [`positions`] | the game digraph of positions, up to automorphisms |
//! | [`signature`] | which members contain an element, as packed bits |
//! | [`digraph`] | structure classes and their options |
//! | [`nilpotent`] | the digraph of a nilpotent group from its ranks alone |
//! | [`types`] | the type of a class: parity and two nimbers; misère outcomes |
//! | [`simplified`] | the simplified structure digraph, and cycles in it |
//! | [`structure`] | groups: everything that answers for a position of GEN or DNG |
//! | [`ground`] | a group or closure game with names for its elements |
//! | [`forms`] | structure classes as games, for sums in misère play |
//! | [`criteria`] | DNG by two criteria without structure classes |
//! | [`dimensions`] | abelian and generalised dihedral groups of any order |
//! | [`cover`] | large groups of permutations: even subgroups that cover, pairs that generate |
//! | [`letters`] | symmetric and alternating groups |
//! | [`large`] | groups of any order: which theorem answers |
//! | [`survey`] | one group after another |
//! | [`text`] | closure games as text: sets, rules, tables |

pub(crate) mod cover;
pub mod criteria;
pub(crate) mod definition;
pub(crate) mod digraph;
pub(crate) mod dimensions;
pub(crate) mod family;
pub(crate) mod forms;
pub(crate) mod ground;
pub(crate) mod large;
pub(crate) mod letters;
pub(crate) mod nilpotent;
pub(crate) mod positions;
pub(crate) mod signature;
pub(crate) mod simplified;
pub(crate) mod sizes;
pub(crate) mod structure;
pub(crate) mod survey;
pub(crate) mod text;
pub(crate) mod types;

use std::fmt;

pub use cover::{Law, Scope, Verdict};
pub use definition::SubsetGame;
pub use digraph::{ClassId, Place, StructureClass, StructureDigraph};
pub use dimensions::{Missing, Spaces};
pub use family::Family;
pub use forms::Forms;
pub use ground::Ground;
pub use large::LargeGround;
pub use nilpotent::PrimePart;
pub use positions::GameDigraph;
pub use signature::Kinds;
pub use simplified::{SimplifiedClass, SimplifiedDigraph};
pub use sizes::ClassesAndSizes;
pub use structure::Structure;
pub use survey::GroupSurvey;
pub use text::{FamilyError, NamedFamily};
pub use types::{MisereOutcomes, Type, Types};

/// What the players of a game want with a generating set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Aim {
    /// GEN: the game ends when the chosen set generates.
    Achieve,
    /// DNG: no player may make the chosen set generate.
    Avoid,
}

impl Aim {
    /// Both aims.
    pub const BOTH: [Aim; 2] = [Aim::Avoid, Aim::Achieve];
}

/// `gen` or `dng`, as in the game language.
impl fmt::Display for Aim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Aim::Achieve => "gen",
            Aim::Avoid => "dng",
        })
    }
}
