//! What proves the outcome of a misère sum that a quotient gave: the quotient, and sums in its positions.

use std::collections::BTreeMap;

use num_bigint::BigUint;

use super::{InfiniteSums, MisereSums, Piece, Scope, Solved, pieces};
use crate::language::position::Position;
use crate::misere::all_heaps::AllHeaps;
use crate::misere::infinite::InfiniteGame;
use crate::misere::period::Period;
use crate::misere::transition::Source;
use crate::misere::{BipartiteMonoid, Element};

/// The misère quotient that the outcome of a sum rests on.
pub struct SumQuotient<'a>(Known<'a>);

enum Known<'a> {
    Finite(&'a Solved),
    Infinite(&'a InfiniteSums),
    AllHeaps(&'a AllHeaps),
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
    /// The quotient that decides a position and all that it leads to, when one is known that does.
    pub fn quotient(&self, position: &Position) -> Option<SumQuotient<'_>> {
        let pieces = pieces(position)?;
        let scope = Scope::of(&pieces);
        if let Some(solved) = self.solved.iter().find(|solved| solved.covers(&scope)) {
            return Some(SumQuotient(Known::Finite(solved)));
        }
        if let Some((infinite, _)) = self.described(&pieces) {
            return Some(SumQuotient(Known::Infinite(infinite)));
        }
        self.for_all_heaps(&pieces).map(|(all_heaps, _)| SumQuotient(Known::AllHeaps(all_heaps)))
    }
}

impl<'a> SumQuotient<'a> {
    /// The quotient itself.
    pub fn proved(&self) -> ProvedQuotient<'a> {
        match self.0 {
            Known::Finite(solved) => {
                let periods = solved.codes.iter().filter_map(|code| code.period).collect();
                ProvedQuotient::Finite(&solved.source, &solved.monoid, &solved.phi, periods)
            }
            Known::Infinite(infinite) => ProvedQuotient::Infinite(&infinite.source, &infinite.game),
            Known::AllHeaps(all_heaps) => ProvedQuotient::AllHeaps(all_heaps),
        }
    }

    /// A position as a sum of positions of the quotient, each with how often it is there; of a code, its heaps.
    pub fn sum(&self, position: &Position) -> Option<BTreeMap<BigUint, BigUint>> {
        let mut sum: BTreeMap<BigUint, BigUint> = BTreeMap::new();
        for (piece, count) in pieces(position)? {
            for position in self.positions(&piece)? {
                *sum.entry(position).or_default() += count.to_biguint();
            }
        }
        Some(sum)
    }

    /// The positions of the quotient that a piece is.
    fn positions(&self, piece: &Piece) -> Option<Vec<BigUint>> {
        let numbers = |positions: &Vec<u64>| positions.iter().map(|position| (*position).into()).collect();
        match (&self.0, piece) {
            (Known::Finite(solved), piece) => match (solved.pieces.get(piece), piece) {
                (Some(positions), _) => Some(numbers(positions)),
                (None, Piece::Heap(code, heap)) => {
                    let at = solved.codes.iter().position(|solved| solved.code == *code)?;
                    Some(vec![solved.source.position_of(at, &heap.to_biguint())])
                }
                (None, _) => None,
            },
            (Known::Infinite(infinite), piece) => infinite.pieces.get(piece).map(numbers),
            (Known::AllHeaps(_), Piece::Heap(_, heap)) => Some(vec![heap.to_biguint()]),
            (Known::AllHeaps(_), _) => None,
        }
    }
}
