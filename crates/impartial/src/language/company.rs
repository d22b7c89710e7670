//! Misère sums of games that are solved in one monoid: heaps of any size of codes with the same monoid, and other positions that
//! have values in it ([`AlgebraicQuotient::guests`]).

use std::sync::Arc;

use num_bigint::BigInt;
use rustc_hash::FxHashMap;

use super::kinds::heaps::KnownCode;
use super::misere::Piece;
use super::natural::Natural;
use crate::game::Outcome;
use crate::limits::{Limits, StopReason};
use crate::misere::algebraic::AlgebraicQuotient;
use crate::misere::algebraic::monoid::Word;
use crate::misere::rules::{Rules, Sum};

/// The monoid of a code that is solved for all heaps, with what else has values in it.
pub(super) struct Company {
    /// The codes: the host, then those that join it.
    codes: Vec<(Arc<KnownCode>, Box<AlgebraicQuotient>)>,
    /// The values of the guests.
    values: FxHashMap<Piece, Word<BigInt>>,
}

impl Company {
    /// The company of some solved codes and of positions of listed rules; `None` when one of them does not fit.
    pub(super) fn find(
        codes: Vec<(Arc<KnownCode>, Box<AlgebraicQuotient>)>,
        (rules, sums): (&Rules, &[(Piece, Sum)]),
        limits: &Limits,
    ) -> Result<Option<Self>, StopReason> {
        let Some(((_, host), others)) = codes.split_first() else { return Ok(None) };
        for (_, other) in others {
            if !host.is_joined_by(other, limits)? {
                return Ok(None);
            }
        }
        let Some(values) = host.guests(rules, limits)? else { return Ok(None) };
        let one = host.monoid().one().to_large();
        let value = |sum: &Sum| {
            sum.iter().fold(one.clone(), |x, part| host.product(&x, &values[*part as usize].to_large()))
        };
        let values = sums.iter().map(|(piece, sum)| (piece.clone(), value(sum))).collect();
        Ok(Some(Company { codes, values }))
    }

    fn value(&self, piece: &Piece) -> Option<Word<BigInt>> {
        if let Some(value) = self.values.get(piece) {
            return Some(value.clone());
        }
        let Piece::Heap(code, heap) = piece else { return None };
        let (_, solved) = self.codes.iter().find(|(known, _)| known == code)?;
        Some(solved.value(&heap.to_biguint()))
    }

    /// Whether all pieces have values here.
    pub(super) fn covers(&self, pieces: &[(Piece, Natural)]) -> bool {
        pieces.iter().all(|(piece, _)| self.value(piece).is_some())
    }

    /// The value of a sum; `None` when a piece has none.
    fn product(&self, pieces: &[(Piece, Natural)]) -> Option<Word<BigInt>> {
        let host = &self.codes[0].1;
        pieces.iter().try_fold(host.monoid().one().to_large(), |x, (piece, count)| {
            Some(host.product(&x, &host.power(self.value(piece)?, &count.to_biguint())))
        })
    }

    /// The outcome of a sum; `None` when a piece has no value here.
    pub(super) fn outcome(&self, pieces: &[(Piece, Natural)]) -> Option<Outcome> {
        let value = self.product(pieces)?;
        Some(if self.codes[0].1.is_p(&value) { Outcome::P } else { Outcome::N })
    }

    /// What the outcome of a sum rests on, and the value of each piece.
    pub(super) fn because(&self, pieces: &[(Piece, Natural)]) -> Option<(String, Vec<String>)> {
        let host = &self.codes[0].1;
        let value = self.product(pieces)?;
        let place = if host.is_p(&value) { "in P" } else { "not in P" };
        let codes: Vec<String> = self.codes.iter().map(|(code, _)| code.code().to_string()).collect();
        let because = format!(
            "Phi = {}, {place}, in the description of the misère outcomes of {} for all heaps, in which all components have \
             values",
            host.word(&value),
            codes.join(" and "),
        );
        let step = |(piece, count): &(Piece, Natural)| {
            let times = if count.is_one() { String::new() } else { format!(", {count} times") };
            Some(format!("{}: Phi = {}{times}", piece.show(), host.word(&self.value(piece)?)))
        };
        Some((because, pieces.iter().filter_map(step).collect()))
    }
}
