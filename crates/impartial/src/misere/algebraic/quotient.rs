//! The answer: a monoid, the values of all heaps, and the proof data.

use num_bigint::{BigInt, BigUint};

use super::monoid::{PresburgerMonoid, Word};
use super::moves::Moves;
use super::pretending::PretendingFunction;
use super::region::Refused;
use super::search::separate;
use super::strategy::{AllAnswers, Invariant};
use super::verify::answers::Heaps;
use super::verify::separations::{self, Separated, Separation};
use super::verify::sums::{Sums, sources};
use super::verify::{Counterexample, Objection, answers, monoid, no_p_to_p};
use crate::game::Outcome;
use crate::heap::HeapCode;
use crate::limits::{Limits, StopReason};

/// The misère outcomes of all positions of a taking-and-breaking game, by one description with integer parameters.
///
/// Values are elements of a [`PresburgerMonoid`]; a sum is a P-position exactly if the product of the values of its heaps is in
/// P. Every value of this type has passed the checks of [`verify`](super::verify): it is made by
/// [`AlgebraicSearch`](super::AlgebraicSearch) and by [`new`](Self::new), and both check.
///
/// ```
/// use impartial::game::Outcome;
/// use impartial::limits::Limits;
/// use impartial::misere::algebraic::AlgebraicSearch;
/// use num_bigint::BigUint;
/// let solved = AlgebraicSearch::new("0.734".parse()?).run(&Limits::none()).unwrap();
/// // Two heaps of 10^30 tokens each: b^m with m even.
/// let heap = BigUint::from(10u32).pow(30);
/// assert_eq!(solved.outcome(&[(heap, BigUint::from(2u32))]), Outcome::P);
/// # Ok::<(), impartial::text::ReadError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AlgebraicQuotient {
    moves: Moves,
    monoid: PresburgerMonoid,
    phi: PretendingFunction,
    strategy: AllAnswers,
    invariant: Invariant,
    separations: Vec<Separation>,
}

impl AlgebraicQuotient {
    /// The description with its proof data, if the checks A to D succeed.
    pub fn new(
        moves: Moves,
        monoid: PresburgerMonoid,
        phi: PretendingFunction,
        strategy: AllAnswers,
        invariant: Invariant,
        limits: &Limits,
    ) -> Result<Self, Objection> {
        let quotient = AlgebraicQuotient { moves, monoid, phi, strategy, invariant, separations: Vec::new() };
        quotient.verify(limits)?;
        Ok(quotient)
    }

    /// Makes the checks A to D again.
    pub fn verify(&self, limits: &Limits) -> Result<(), Objection> {
        let AlgebraicQuotient { moves, monoid, phi, strategy, invariant, .. } = self;
        let labels = monoid.labels.len();
        monoid::values(monoid, phi)?;
        monoid::laws(monoid, limits)?;
        no_p_to_p::check(moves, monoid, phi, limits)?;
        let malformed = |what| Err(Counterexample::Undecided(what).into());
        if strategy.small.len() as u64 != moves.large_from(phi) || strategy.classes.len() as u64 != phi.period
        {
            return malformed("the strategy has not one entry for each heap and residue");
        }
        for (heap, trees) in (0..).zip(&strategy.small) {
            let expected = if moves.options(heap).is_empty() { 0 } else { labels };
            if trees.len() != expected {
                return malformed("the strategy has not one entry for each label");
            }
            answers::check(moves, monoid, phi, Heaps::Small(heap), trees)?;
            limits.poll().map_err(Refused::from)?;
        }
        for (residue, trees) in (0..).zip(&strategy.classes) {
            if trees.len() != labels {
                return malformed("the strategy has not one entry for each label");
            }
            answers::check(moves, monoid, phi, Heaps::Class(residue), trees)?;
            limits.poll().map_err(Refused::from)?;
        }
        let sources = sources(phi, strategy);
        match (Sums { moves, monoid, phi, sources: &sources, invariant }).check(1, limits)?.pop() {
            Some(counterexample) => Err(counterexample.into()),
            None => Ok(()),
        }
    }

    /// Looks for contexts that tell the values of infinitely many heaps apart: with them [`is_infinite`](Self::is_infinite).
    /// On a limit nothing changes.
    pub fn prove_infinite(&mut self, limits: &Limits) -> Result<bool, StopReason> {
        if !self.is_infinite() {
            let found = or_stopped(separate::separate_heaps(&self.monoid, &self.phi, limits))?;
            self.separations.extend(found.flatten());
        }
        Ok(self.is_infinite())
    }

    /// Looks for contexts that tell all elements apart: with them [`is_reduced`](Self::is_reduced). On a limit nothing changes.
    ///
    /// Cost: one search for every pair of labels; for some tens of labels that takes long.
    pub fn prove_reduced(&mut self, limits: &Limits) -> Result<bool, StopReason> {
        let generated = or_stopped(separations::generated(&self.monoid, &self.phi, limits))?;
        if !self.is_reduced() && generated == Some(true) {
            let found = or_stopped(separate::separate_labels(&self.monoid, &self.phi, limits))?;
            self.separations.extend(found.flatten().unwrap_or_default());
        }
        Ok(self.is_reduced())
    }

    /// The proofs that elements are distinguishable; each was checked.
    pub fn separations(&self) -> &[Separation] {
        &self.separations
    }

    /// Whether it is proved that the misère quotient is infinite: infinitely many heaps have distinguishable values.
    pub fn is_infinite(&self) -> bool {
        self.separations.iter().any(|separation| matches!(separation.subject, Separated::Class(_)))
    }

    /// Whether it is proved that different elements are distinguishable and every one is the value of a sum: the monoid with P is
    /// the misère quotient.
    pub fn is_reduced(&self) -> bool {
        let labels = self.monoid.labels.len();
        let pairs = self.separations.iter().filter(|known| matches!(known.subject, Separated::Labels { .. }));
        pairs.count() == labels * (labels + 1)
    }

    /// The game.
    pub fn code(&self) -> &HeapCode {
        &self.moves.code
    }

    /// The rules as the checks read them.
    pub fn moves(&self) -> &Moves {
        &self.moves
    }

    /// The monoid.
    pub fn monoid(&self) -> &PresburgerMonoid {
        &self.monoid
    }

    /// The values of heaps.
    pub fn phi(&self) -> &PretendingFunction {
        &self.phi
    }

    /// How heaps are answered.
    pub fn strategy(&self) -> &AllAnswers {
        &self.strategy
    }

    /// The invariant of sums.
    pub fn invariant(&self) -> &Invariant {
        &self.invariant
    }

    /// The value of a heap of any size.
    pub fn value(&self, heap: &BigUint) -> Word<BigInt> {
        self.phi.large_value(heap)
    }

    /// The value of a sum: pairs (heap, how many of them), of any size.
    ///
    /// Cost: for each pair, the logarithm of the multiplicity times the cost of a product.
    pub fn value_of_sum(&self, heaps: &[(BigUint, BigUint)]) -> Word<BigInt> {
        heaps.iter().fold(self.one(), |x, (heap, count)| {
            let power = self.power(self.value(heap), count);
            self.monoid.large_product(&x, &power)
        })
    }

    /// The outcome of a sum in misère play: pairs (heap, how many of them), of any size.
    pub fn outcome(&self, heaps: &[(BigUint, BigUint)]) -> Outcome {
        if self.is_p(&self.value_of_sum(heaps)) { Outcome::P } else { Outcome::N }
    }

    /// Whether a value is in P.
    pub fn is_p(&self, value: &Word<BigInt>) -> bool {
        self.monoid.is_large_p(value)
    }

    /// The product of two values.
    pub fn product(&self, x: &Word<BigInt>, y: &Word<BigInt>) -> Word<BigInt> {
        self.monoid.large_product(x, y)
    }

    fn one(&self) -> Word<BigInt> {
        self.phi.large_value(&BigUint::ZERO)
    }

    /// A value to a power, by repeated squaring.
    pub fn power(&self, x: Word<BigInt>, count: &BigUint) -> Word<BigInt> {
        let mut result = self.one();
        let mut square = x;
        for bit in 0..count.bits() {
            if count.bit(bit) {
                result = self.monoid.large_product(&result, &square);
            }
            if bit + 1 < count.bits() {
                square = self.monoid.large_product(&square, &square);
            }
        }
        result
    }
}

/// What was found, nothing where the arithmetic did not suffice; an error only for a limit.
fn or_stopped<T>(found: Result<T, Refused>) -> Result<Option<T>, StopReason> {
    match found {
        Ok(found) => Ok(Some(found)),
        Err(Refused::Stopped(reason)) => Err(reason),
        Err(_) => Ok(None),
    }
}
