//! What proves the outcome of a misère sum that a quotient gave: the quotient, and the sum in its positions.

use std::collections::BTreeMap;

use num_bigint::BigUint;

use super::{MisereSums, Piece, Scope, Solved, pieces};
use crate::game::Outcome;
use crate::language::natural::Natural;
use crate::language::position::Position;
use crate::misere::all_heaps::AllHeaps;
use crate::misere::infinite::InfiniteGame;
use crate::misere::period::Period;
use crate::misere::transition::Source;
use crate::misere::{BipartiteMonoid, Element};

/// The misère quotient that the outcome of a sum rests on.
pub struct SumProof<'a> {
    /// The quotient.
    pub quotient: ProvedQuotient<'a>,
    /// The positions of the quotient that are in the sum, each with how often it is; of a code, its heaps.
    pub sum: Vec<(BigUint, BigUint)>,
    /// The outcome that it gives.
    pub outcome: Outcome,
}

/// A misère quotient, in the three ways in which one is known.
pub enum ProvedQuotient<'a> {
    /// Finite: the monoid, the value of each position, and a period for each code, or none at all.
    Finite(&'a Source, &'a BipartiteMonoid, &'a [Element], Vec<Period>),
    /// Infinite, described by an automaton.
    Infinite(&'a Source, &'a InfiniteGame),
    /// Infinite, described for all heaps of a code.
    AllHeaps(&'a AllHeaps),
}

impl MisereSums {
    /// The proof of the outcome of a position, when a quotient that is known gives it.
    pub fn proof(&self, position: &Position) -> Option<SumProof<'_>> {
        let pieces = pieces(position)?;
        let outcome = self.outcome_of(&pieces)?;
        let scope = Scope::of(&pieces);
        if let Some(solved) = self.solved.iter().find(|solved| solved.covers(&scope)) {
            return solved.proof(&pieces, outcome);
        }
        if let Some((infinite, sum)) = self.described(&pieces) {
            let sum = sum.into_iter().map(|(position, count)| (position.into(), count)).collect();
            let quotient = ProvedQuotient::Infinite(&infinite.source, &infinite.game);
            return Some(SumProof { quotient, sum, outcome });
        }
        let (all_heaps, sum) = self.for_all_heaps(&pieces)?;
        Some(SumProof { quotient: ProvedQuotient::AllHeaps(all_heaps), sum, outcome })
    }
}

impl Solved {
    fn proof(&self, pieces: &[(Piece, Natural)], outcome: Outcome) -> Option<SumProof<'_>> {
        let mut sum: BTreeMap<BigUint, BigUint> = BTreeMap::new();
        for (piece, count) in pieces {
            match (self.pieces.get(piece), piece) {
                (Some(positions), _) => {
                    for position in positions {
                        *sum.entry((*position).into()).or_default() += count.to_biguint();
                    }
                }
                (None, Piece::Heap(code, heap)) => {
                    let at = self.codes.iter().position(|solved| solved.code == *code)?;
                    *sum.entry(self.source.position_of(at, &heap.to_biguint())).or_default() +=
                        count.to_biguint();
                }
                (None, _) => return None,
            }
        }
        let periods = self.codes.iter().filter_map(|code| code.period).collect();
        let quotient = ProvedQuotient::Finite(&self.source, &self.monoid, &self.phi, periods);
        Some(SumProof { quotient, sum: sum.into_iter().collect(), outcome })
    }
}
