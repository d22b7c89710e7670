//! The four checks that make a certificate a proof, with a counterexample where one fails.
//!
//! **Theorem.** If the checks A to D succeed, the P-positions of the game, all heaps and all sums, are exactly the X with
//! Phi(X) in P.
//!
//! - **A** ([`monoid`]): letters act, and commute; words act as their elements: Q is a commutative monoid, Phi a homomorphism.
//! - **B** ([`no_p_to_p`]): no move leads from P to P.
//! - **C** ([`answers`]): for every heap n and context x: x·Phi(n) is in P, or a move of n leads to P, or x is called *unmet*.
//! - **D** ([`sums`]): no sum is stuck. For a position X let U(X) be the contexts x such that neither x·Phi(X) nor
//!   x·Phi(X') for any option X' is in P. Then U(X + n) = { x : x·Phi(n) in U(X) and x·Phi(X) in U(n) }. So the pairs
//!   (Phi(X), x) with x in U(X) all lie in every set J that holds (Phi(n), x) for x unmet by n, and with (y, x·Phi(n)) also
//!   (y·Phi(n), x) if x·y is unmet by n. It is checked that J is such a set and holds no (y, 1).
//!
//! By B, a position in P has no move to P; by C and D any other that has a move has one to P; and 1 is not in P. Only the
//! P-positions of misère play satisfy this.

pub mod answers;
pub mod monoid;
pub mod no_p_to_p;
pub mod separations;
pub mod sums;

use std::fmt;

use super::monoid::{Element, Word};
use super::region::{Refused, Region};
use super::symbolic::Symbolic;
use super::system::{Form, Point};

/// Where a check fails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Counterexample {
    /// A: an element that a letter takes outside all domains, that is not the product of its word, or for which two letters
    /// do not commute.
    Monoid {
        /// The element.
        element: Element,
        /// The letters, with their indices.
        letters: Vec<(usize, i64)>,
    },
    /// A: the value of a heap is outside its domain.
    Value(u64),
    /// B: a move from P to P, or a terminal position in P.
    Move {
        /// The context.
        context: Element,
        /// The heap.
        heap: u64,
        /// What the move leaves.
        option: Vec<Element>,
    },
    /// C: the answer of the strategy is wrong.
    Answer {
        /// The context.
        context: Element,
        /// The heap.
        heap: u64,
    },
    /// D: a pair of the invariant from which the step leads out of it.
    Step {
        /// The heap that is added.
        heap: u64,
        /// The value of the position before.
        y: Element,
        /// The context after.
        x: Element,
    },
    /// D: an unmet context outside the invariant.
    Start {
        /// The heap.
        heap: u64,
        /// The context.
        x: Element,
    },
    /// D: a value for which the invariant allows the context 1.
    Stuck(Element),
    /// E: two elements that the context given does not tell apart.
    Alike {
        /// One.
        x: Element,
        /// The other.
        y: Element,
    },
    /// The solver did not decide a system, or the certificate is malformed there.
    Undecided(&'static str),
}

impl fmt::Display for Counterexample {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = |x: &Element| {
            let flip = if x.flip { "a·" } else { "" };
            format!("{flip}label {} at {:?}", x.label, x.parameters)
        };
        match self {
            Counterexample::Monoid { element, letters } => {
                write!(f, "{} with letters {letters:?}", word(element))
            }
            Counterexample::Value(heap) => write!(f, "the value of heap {heap}"),
            Counterexample::Move { context, heap, .. } => {
                write!(f, "heap {heap} in context {}", word(context))
            }
            Counterexample::Answer { context, heap } => {
                write!(f, "heap {heap} in context {}", word(context))
            }
            Counterexample::Step { heap, y, x } => {
                write!(f, "heap {heap} added to value {} in context {}", word(y), word(x))
            }
            Counterexample::Start { heap, x } => {
                write!(f, "heap {heap} alone in context {}", word(x))
            }
            Counterexample::Stuck(y) => write!(f, "a position of value {}", word(y)),
            Counterexample::Alike { x, y } => write!(f, "{} and {}", word(x), word(y)),
            Counterexample::Undecided(why) => f.write_str(why),
        }
    }
}

/// Why a check did not succeed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Objection {
    /// It fails here.
    Fails(Box<Counterexample>),
    /// The arithmetic did not suffice, or a limit was reached.
    Refused(Refused),
}

impl From<Refused> for Objection {
    fn from(refused: Refused) -> Self {
        Objection::Refused(refused)
    }
}

impl From<Counterexample> for Objection {
    fn from(found: Counterexample) -> Self {
        Objection::Fails(Box::new(found))
    }
}

/// An element at a point.
pub(in crate::misere::algebraic) fn element_at(x: &Symbolic, point: &Point) -> Option<Element> {
    let parameters: Option<Vec<i64>> = x.parameters.iter().map(|form| form.at(point)).collect();
    Some(Word { flip: x.flip, label: x.label, parameters: parameters? })
}

/// The objection made from a point of a region, if one is known.
pub(super) fn object(region: &Region, make: impl FnOnce(&Point) -> Option<Counterexample>) -> Objection {
    let found = region.small_point().as_ref().and_then(make);
    found.unwrap_or(Counterexample::Undecided("a system of inequalities was not decided")).into()
}

/// The heap pk + r at a point.
pub(super) fn heap_at(period: u64, residue: u64, k: &Form, point: &Point) -> Option<u64> {
    u64::try_from(k.at(point)?).ok()?.checked_mul(period)?.checked_add(residue)
}
