//! A code solved for all heaps although its misère quotient is infinite: one type for both kinds of description.

use num_bigint::BigUint;

use super::algebraic::{AlgebraicFailure, AlgebraicQuotient, AlgebraicSearch};
use super::presentation::Presentation;
use super::ultimate_nim::UltimateNim;
use crate::game::Outcome;
use crate::heap::HeapCode;
use crate::limits::Limits;

/// The misère outcomes of all sums of heaps of a code, by one description.
#[derive(Clone, Debug, PartialEq)]
pub enum AllHeaps {
    /// All heaps but some small ones act as nim-heaps.
    UltimateNim(Box<UltimateNim>),
    /// Values are words with integer parameters.
    Algebraic(Box<AlgebraicQuotient>),
}

/// The search for one, which can be stopped and run again.
///
/// ```
/// use impartial::limits::Limits;
/// use impartial::misere::{AllHeaps, AllHeapsSearch};
/// let nim = AllHeapsSearch::new("0.[3]".parse()?).run(&Limits::none()).unwrap();
/// assert!(matches!(nim, AllHeaps::UltimateNim(_)));
/// let knots = AllHeapsSearch::new("0.734".parse()?).run(&Limits::none()).unwrap();
/// assert!(matches!(knots, AllHeaps::Algebraic(_)));
/// # Ok::<(), impartial::text::ReadError>(())
/// ```
#[derive(Clone, Debug)]
pub struct AllHeapsSearch {
    code: HeapCode,
    /// Whether it is known that the game is not proved to be ultimately Nim.
    is_not_nim: bool,
    algebraic: AlgebraicSearch,
}

impl AllHeapsSearch {
    /// The search for a code.
    pub fn new(code: HeapCode) -> Self {
        AllHeapsSearch { algebraic: AlgebraicSearch::new(code.clone()), code, is_not_nim: false }
    }

    /// Searches until a description is proved, or nothing more is to be tried.
    pub fn run(&mut self, limits: &Limits) -> Result<AllHeaps, AlgebraicFailure> {
        if !self.is_not_nim {
            if let Some(found) = UltimateNim::find(&self.code, limits)? {
                return Ok(AllHeaps::UltimateNim(Box::new(found)));
            }
            self.is_not_nim = true;
        }
        self.algebraic.run(limits).map(|found| AllHeaps::Algebraic(Box::new(found)))
    }
}

impl AllHeaps {
    /// The game.
    pub fn code(&self) -> &HeapCode {
        match self {
            AllHeaps::UltimateNim(nim) => nim.code(),
            AllHeaps::Algebraic(algebraic) => algebraic.code(),
        }
    }

    /// The outcome of a sum in misère play: pairs (heap, how many of them), of any size.
    pub fn outcome(&self, heaps: &[(BigUint, BigUint)]) -> Outcome {
        match self {
            AllHeaps::UltimateNim(nim) => nim.outcome(heaps),
            AllHeaps::Algebraic(algebraic) => algebraic.outcome(heaps),
        }
    }

    /// What the outcome of a sum rests on: the sentence, and the value of each heap.
    pub fn because(&self, sum: &[(BigUint, BigUint)]) -> (String, Vec<String>) {
        let because = match self {
            AllHeaps::UltimateNim(nim) => nim_because(nim, sum),
            AllHeaps::Algebraic(algebraic) => {
                let value = algebraic.value_of_sum(sum);
                format!(
                    "Phi = {}, {}, in the description of the misère outcomes of {} for all heaps",
                    algebraic.word(&value),
                    place(algebraic.is_p(&value)),
                    algebraic.code(),
                )
            }
        };
        let one = BigUint::from(1u8);
        let step = |(heap, count): &(BigUint, BigUint)| {
            let times = if *count == one { String::new() } else { format!(", {count} times") };
            format!("{}[{heap}]: {}{times}", self.code(), self.show_value(heap))
        };
        (because, sum.iter().map(step).collect())
    }

    /// What a heap counts as.
    fn show_value(&self, heap: &BigUint) -> String {
        match self {
            AllHeaps::UltimateNim(nim) => format!("nim-value {}", nim.nim_value(heap)),
            AllHeaps::Algebraic(algebraic) => format!("Phi = {}", algebraic.word_of_heap(heap)),
        }
    }
}

fn place(is_p: bool) -> &'static str {
    if is_p { "in P" } else { "not in P" }
}

fn nim_because(nim: &UltimateNim, sum: &[(BigUint, BigUint)]) -> String {
    let (monoid, phi) = nim.small();
    match nim.small_sum(sum) {
        None => format!(
            "the nim-value is {}, and heaps of {} above {} act as nim-heaps in every misère sum",
            nim.nim_sum(sum),
            nim.code(),
            nim.last_small()
        ),
        Some(x) => format!(
            "Phi = {}, {}, in the misère quotient of order {} of {} to heap {}",
            Presentation::new(monoid, phi).word(x),
            place(monoid.is_p(x)),
            monoid.order(),
            nim.code(),
            nim.last_small(),
        ),
    }
}
