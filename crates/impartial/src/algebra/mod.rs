//! The games of algebraic structures: players replace a structure by its quotients until nothing is left.
//!
//! In the **game of abelian groups** a move chooses an element a ≠ 0 of A and continues with A/⟨a⟩; modules over other principal
//! ideal domains are played the same way. In the **game of rings** a move chooses a ≠ 0 in a commutative ring R and continues with
//! R/(a). In the **game of groups** a move chooses an element a ≠ 1 of a group G and continues
//! with G/⟨⟨a⟩⟩, where ⟨⟨a⟩⟩ is the normal closure of a. In the **game of subgroups** a position is a subgroup U of G, at first the
//! trivial one, and a move chooses g outside U and continues with ⟨U, g⟩, until U = G (Brandenburg, "Algebraic games – Playing
//! with groups and rings" \[AG\]).
//!
//! | file | idea |
//! |---|---|
//! | [`value`] | nimber and misère outcome of a position, from those of its options |
//! | [`euclidean`], [`finite_field`], [`polynomial`] | the rings Z and F_q\[x\]: division, prime factors |
//! | [`quadratic`] | the rings Z\[i\] and Z\[w\] |
//! | [`rational_polynomial`] | factors over the rational and the real numbers |
//! | [`smith`] | Hermite and Smith normal forms, with the changes of basis |
//! | [`divisor_game`] | interlacing sequences of numbers of prime factors; the nimbers of all abelian groups |
//! | [`three_summands`] | the formula for three summands, proved with its exceptions |
//! | [`module`] | finitely generated modules: structure, outcomes, winning elements |
//! | [`expression`], [`module_text`] | modules and their elements as text |
//! | [`module_game`], [`position`] | positions of these games, as the language plays them |
//! | [`ring`] | the game of commutative rings |
//! | [`congruence`], [`laws`], [`table_game`] | the game of any finite algebra: congruences and their joins |
//! | [`abelian`] | finite abelian groups by their types, for the games of groups below |
//! | [`compound`], [`hall`] | selective compounds of factors; groups as products of factors of coprime orders |
//! | [`abelianization`] | which abelian group a quotient is, without building it |
//! | [`quotients`] | the game of groups: normal subgroups and their joins with normal closures |
//! | `subgroup_classes`, [`subgroups`] | subgroups up to conjugation and what one more element makes of them; the game of subgroups |

pub(crate) mod abelian;
pub(crate) mod abelianization;
pub(crate) mod compound;
pub(crate) mod congruence;
pub(crate) mod divisor_game;
pub(crate) mod euclidean;
pub(crate) mod expression;
pub(crate) mod finite_field;
pub(crate) mod hall;
pub(crate) mod laws;
pub(crate) mod module;
pub(crate) mod module_game;
mod module_relations;
pub(crate) mod module_text;
pub(crate) mod polynomial;
pub(crate) mod position;
pub(crate) mod quadratic;
pub(crate) mod quotients;
pub(crate) mod rational_polynomial;
pub(crate) mod replies;
pub mod ring;
pub(crate) mod smith;
mod subgroup_classes;
pub(crate) mod subgroups;
pub(crate) mod table_game;
mod table_text;
pub(crate) mod three_summands;
pub(crate) mod value;

pub use abelian::{AbelianType, AbelianValues};
pub use abelianization::Abelianization;
pub use compound::Compounds;
pub use congruence::{CongruenceGame, CongruenceRules, FiniteAlgebra, Operation, Partition, Reached};
pub use divisor_game::{
    DivisorRules, DivisorTable, nimber_of_sequence, three_generated_guess, two_generated_nimber,
};
pub use euclidean::{EuclideanDomain, Integers, Unfactored};
pub use finite_field::FiniteField;
pub use hall::{HallFactor, hall_factors};
pub use laws::check_kind;
pub use module::{Module, ModuleStructure};
pub use module_game::ModuleGame;
pub use module_text::{NamedModule, parse_abelian, parse_polynomial_module, parse_quadratic_module};
pub use polynomial::{Polynomial, Polynomials};
pub use position::AlgebraPosition;
pub use quadratic::{QuadraticInteger, RootsOfUnity};
pub use quotients::{GroupGame, QuotientRules};
pub use rational_polynomial::RationalPolynomial;
pub use replies::Replies;
pub use ring::RingGame;
pub use smith::{SmithForm, hermite_form, smith_form};
pub use subgroups::{SubgroupGame, SubgroupRules};
pub use table_game::TableGame;
pub use three_summands::{Exception, ThreeSummands};
pub use value::Value;
