//! Infinite misère quotients, computed and proved.
//!
//! When a quotient is infinite, the outcome function is not a finite diagram ([`super::diagram`]): along some generators its
//! sequences never close. In every case met, that is because outcomes depend on differences of the exponents of a few
//! *growing* generators, in all other exponents they repeat. So the P-positions are described by an array over the growing
//! exponents whose entries, *slices*, are functions of the other exponents, and the array is automatic ([`crate::automatic`]).
//!
//! The array is guessed from exact data and then verified at every position: [`InfiniteQuotient`] exists only after
//! [`verify`] has passed. A wrong guess is refused with a position that shows it; no guess means no answer, never a wrong one.
//! Infinite order has a finite proof of its own ([`order`]).
//!
//! Read in this order: [`data`] (exact outcomes), [`words`] and [`reduce`] (what seems to be equal), [`split`] (which generators grow),
//! [`guess`] and [`expand`] (the array), [`verify`] (the proof), [`solve`](solve()) (all of it in turn), [`next`] (one generator more), then what is read off: [`order`], [`presentation`] (from [`essential`], [`arrays`] and [`separate`]),
//! [`relations`], [`statement`]; for games given by positions, heaps above all, [`positions`] and [`beyond`](beyond()); and for
//! games on N^d, [`functions`] and [`vectors`].

mod arrays;
mod beside;
mod beyond;
mod candidates;
mod contexts;
mod data;
mod essential;
mod expand;
mod families;
mod functions;
mod guess;
mod lanes;
mod next;
pub mod order;
mod places;
mod positions;
pub mod presentation;
mod reduce;
pub mod relations;
mod saved;
mod separate;
mod solve;
mod split;
pub mod statement;
#[cfg(test)]
mod tests;
mod vectors;
mod verify;
mod words;

pub use crate::misere::diagram::ListedNode;
pub use beside::{Given, InfiniteBeside};
pub use beyond::{Beyond, LARGEST_POSITION, Unreached, beyond, beyond_from};
pub use functions::{Moved, SliceFunctions};
pub use positions::InfiniteGame;
pub use saved::ReadOff;
pub(in crate::misere) use saved::SavedInfinite;
pub use solve::{Undescribed, solve};
pub use vectors::{Described, describe};
pub use verify::{VectorGame, WrongSum};

use num_bigint::BigUint;

use crate::automatic::{Array, DigitAutomaton, Verification};
use crate::game::Outcome;
use crate::limits::{Limits, StopReason};
use crate::misere::diagram::{Diagram, Function};
use crate::misere::rules::{Generator, Rules};

/// The exact outcome of every sum of some generators, by an automaton and finitely many slices; proved.
///
/// Invariants:
/// 1. the local rule of misère play holds at every position ([`InfiniteQuotient::verify`]);
/// 2. slices are functions of the generators that do not grow, different from each other.
#[derive(Clone, Debug)]
pub struct InfiniteQuotient {
    rules: Rules,
    growing: Vec<Generator>,
    automaton: DigitAutomaton,
    diagram: Diagram,
    slices: Vec<Function>,
    states: usize,
    patterns: usize,
}

impl InfiniteQuotient {
    /// The rules.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The generators whose exponents the automaton reads, in order.
    pub fn growing(&self) -> &[Generator] {
        &self.growing
    }

    /// Reads the exponents of the growing generators; its outputs are numbers of slices.
    pub fn automaton(&self) -> &DigitAutomaton {
        &self.automaton
    }

    /// The store of the slices: nothing else is in it.
    pub fn diagram(&self) -> &Diagram {
        &self.diagram
    }

    /// The slices, functions of the generators that do not grow.
    pub fn slices(&self) -> &[Function] {
        &self.slices
    }

    /// How many joint states and how many combinations of slices the verification went through.
    pub fn verified(&self) -> (usize, usize) {
        (self.states, self.patterns)
    }

    /// The misère outcome of the sum with the given number of copies of each generator.
    ///
    /// Cost: the binary digits of the largest number, and the generators.
    ///
    /// # Panics
    /// When there is not one number a generator.
    pub fn outcome(&self, copies: &[BigUint]) -> Outcome {
        assert_eq!(copies.len(), self.rules.len(), "one number a generator");
        let x: Vec<BigUint> = self.growing.iter().map(|g| copies[*g as usize].clone()).collect();
        let slice = self.slices[self.automaton.at_big(&x) as usize];
        if self.diagram.value_big(slice, copies) { Outcome::P } else { Outcome::N }
    }

    /// Verifies the description afresh, at every position.
    pub fn verify(&self, limits: &Limits) -> Result<Verification<WrongSum>, StopReason> {
        let (game, array) = (VectorGame::of_sums(&self.rules), Array::Digits(self.automaton.clone()));
        verify::verify(&game, &self.growing, &array, &mut self.diagram.clone(), &self.slices, limits)
    }
}
