//! Proofs about large sums: kind `misere-sum`, the misère quotient of the components and how often each is there; kind `sum-moves`, all moves with
//! their outcomes by a quotient, or their nimbers by the values of heaps.

use std::collections::BTreeMap;

use num_bigint::BigUint;
use serde_json::{Value, json};

use super::certificate::NoCertificate;
use super::quotient::certificate::{finite_quotient, infinite_quotient};
use crate::game::{Outcome, Play};
use crate::heap::{self, GrundySequence, HeapCode};
use crate::language::{Analyst, HeapSum, Natural, NimHeap, Position, ProvedQuotient, SumQuotient};
use crate::limits::Limits;
use crate::misere::all_heaps::AllHeaps;
use crate::misere::ultimate_nim::UltimateNim;

/// The longest table of values that is computed for a proof.
const LONGEST_TABLE: u64 = 1_000_000;

/// How often each position of a quotient, or of some codes, is in a sum.
type Sum = BTreeMap<BigUint, BigUint>;

/// Tells what sum a position is, when all its components are known.
type Summing<'a> = Box<dyn Fn(&Position) -> Option<Sum> + 'a>;

/// The proof of the misère outcome of a sum, where a misère quotient that is known or soon found gives it, or the rule of misère Nim.
pub(super) fn of_outcome(
    analyst: &mut Analyst,
    position: &Position,
    outcome: Outcome,
) -> Result<Option<Value>, NoCertificate> {
    let Some(theory) = Misere::of(analyst, position)? else { return Ok(None) };
    let Some(sum) = theory.sum(position) else { return Ok(None) };
    let outcome = outcome.to_string();
    let (sum, quotient) = (written(&sum), theory.proof());
    Ok(Some(json!({ "kind": "misere-sum", "outcome": outcome, "sum": sum, "quotient": quotient })))
}

/// The proof of all moves of a sum with their outcomes, or their nimbers in normal play, where one theory gives them.
pub(super) fn of_moves(
    analyst: &mut Analyst,
    root: &Position,
    play: Play,
    options: &[(Position, Outcome, Option<u64>)],
) -> Result<Option<Value>, NoCertificate> {
    let mut certificate = json!({ "kind": "sum-moves", "play": play.to_string() });
    let sum_of: Summing<'_> = match play {
        Play::Misere => {
            let Some(theory) = Misere::of(analyst, root)? else { return Ok(None) };
            certificate["quotient"] = theory.proof();
            Box::new(move |position| theory.sum(position))
        }
        Play::Normal => {
            let Some(codes) = Codes::of(root) else { return Ok(None) };
            let Some(tables) = codes.tables(analyst.limits()) else { return Ok(None) };
            certificate["tables"] = Value::Array(tables);
            Box::new(move |position| codes.sum(position))
        }
    };
    let entry = |(option, outcome, nimber): &(Position, Outcome, Option<u64>)| {
        let value = match play {
            Play::Misere => json!(outcome.to_string()),
            Play::Normal => json!((*nimber)?),
        };
        Some(json!([written(&sum_of(option)?), value]))
    };
    let (Some(sum), Some(options)) = (sum_of(root), options.iter().map(entry).collect::<Option<Vec<_>>>())
    else {
        return Ok(None);
    };
    certificate["sum"] = written(&sum);
    certificate["options"] = Value::Array(options);
    Ok(Some(certificate))
}

/// What decides a sum in misère play.
enum Misere<'a> {
    Quotient(SumQuotient<'a>),
    /// Nim-heaps alone, as heaps of Nim, which is proved to be ultimately Nim.
    Nim(Box<UltimateNim>),
}

impl<'a> Misere<'a> {
    fn of(analyst: &'a mut Analyst, position: &Position) -> Result<Option<Self>, NoCertificate> {
        if position.nim_heaps().is_none() {
            return Ok(analyst.misere_quotient(position).map(Misere::Quotient));
        }
        let found = UltimateNim::find(&code_of_nim(), analyst.limits());
        let found = found.map_err(|reason| NoCertificate::because(reason.to_string()))?;
        Ok(found.map(|nim| Misere::Nim(Box::new(nim))))
    }

    /// The certificate of the quotient.
    fn proof(&self) -> Value {
        let quotient = match self {
            Misere::Nim(nim) => return nim.certificate(),
            Misere::Quotient(quotient) => quotient.proved(),
        };
        match quotient {
            ProvedQuotient::Finite(source, monoid, phi, periods) => {
                finite_quotient(source, monoid, phi, &periods)
            }
            ProvedQuotient::Infinite(source, game) => infinite_quotient(source, game, None),
            ProvedQuotient::AllHeaps(AllHeaps::UltimateNim(nim)) => nim.certificate(),
            ProvedQuotient::AllHeaps(AllHeaps::Algebraic(algebraic)) => algebraic.certificate(),
        }
    }

    /// A position in positions of the quotient.
    fn sum(&self, position: &Position) -> Option<Sum> {
        let Misere::Quotient(quotient) = self else {
            let mut sum = Sum::new();
            for (size, count) in position.nim_heaps()? {
                *sum.entry(size.to_natural()?).or_default() += count.to_biguint();
            }
            return Some(sum);
        };
        quotient.sum(position)
    }
}

/// The codes of a sum of heaps and nim-heaps, and the largest heap of each: heap h of code i of k (from 0) is position (h - 1)k + i + 1.
struct Codes(Vec<(HeapCode, Natural)>);

impl Codes {
    fn of(position: &Position) -> Option<Self> {
        let mut codes = Codes(Vec::new());
        for (code, heap, _) in heaps_of(position)? {
            match codes.0.iter_mut().find(|(known, _)| *known == code) {
                Some((_, largest)) => *largest = heap.max(largest.clone()),
                None => codes.0.push((code, heap)),
            }
        }
        Some(codes).filter(|codes| !codes.0.is_empty())
    }

    fn tables(&self, limits: &Limits) -> Option<Vec<Value>> {
        self.0.iter().map(|(code, largest)| table(code, largest, limits)).collect()
    }

    fn sum(&self, position: &Position) -> Option<Sum> {
        let mut sum = Sum::new();
        for (code, heap, count) in heaps_of(position)? {
            let at = self.0.iter().position(|(known, _)| *known == code)?;
            let number = (heap.to_biguint() - 1u8) * self.0.len() + at + 1u8;
            *sum.entry(number).or_default() += count.to_biguint();
        }
        Some(sum)
    }
}

/// The heaps of a sum that consists of heaps, with their codes and how often each is there.
fn heaps_of(position: &Position) -> Option<Vec<(HeapCode, Natural, Natural)>> {
    let mut found = Vec::new();
    for part in position.parts() {
        if let Some(NimHeap(size)) = part.of_kind() {
            found.push((code_of_nim(), Natural::from(size.to_natural()?), Natural::from(1)));
            continue;
        }
        let HeapSum { game, heaps } = part.of_kind()?;
        found.extend(heaps.iter().map(|(size, count)| (game.code().clone(), size.clone(), count.clone())));
    }
    found.retain(|(_, size, _)| !size.is_zero());
    Some(found)
}

/// The certificate of the values of a code to this heap, or of their law where it is larger.
pub(super) fn table(code: &HeapCode, largest: &Natural, limits: &Limits) -> Option<Value> {
    let mut sequence = GrundySequence::new(code.clone());
    let word = largest.to_u64();
    sequence.find_period(word.unwrap_or(u64::MAX).min(LONGEST_TABLE), limits).ok()?;
    match word {
        Some(heap) => drop(sequence.value(heap)?),
        None => drop(sequence.law()?),
    }
    serde_json::to_value(heap::certificate(&sequence)?).ok()
}

fn code_of_nim() -> HeapCode {
    "0.[3]".parse().expect("Nim has a code")
}

/// A sum as pairs of numbers, those that a word does not hold in quotes.
fn written(sum: &Sum) -> Value {
    let number = |number: &BigUint| json!(Natural::from(number.clone()));
    sum.iter().map(|(position, count)| json!([number(position), number(count)])).collect()
}
