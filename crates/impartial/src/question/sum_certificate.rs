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
    let Some(sum) = sum_of(root) else { return Ok(None) };
    // Components that are the same game may stand under one position: then moves in either are one.
    let mut values: BTreeMap<Sum, Value> = BTreeMap::new();
    for (option, outcome, nimber) in options {
        let value = match (play, nimber) {
            (Play::Misere, _) => json!(outcome.to_string()),
            (Play::Normal, Some(nimber)) => json!(nimber),
            (Play::Normal, None) => return Ok(None),
        };
        let Some(option) = sum_of(option) else { return Ok(None) };
        values.insert(option, value);
    }
    certificate["sum"] = written(&sum);
    certificate["options"] = values.iter().map(|(option, value)| json!([written(option), value])).collect();
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Solver;
    use crate::language::{Language, parse};

    fn verdict(fields: Value) -> Result<impartial_check::Verified, impartial_check::Refusal> {
        let mut certificate = json!({ "format": "impartial-certificate", "version": 1 });
        let own = fields.as_object().cloned().unwrap_or_default();
        certificate.as_object_mut().unwrap().extend(own);
        impartial_check::check(&certificate.to_string())
    }

    /// Fails when what a quotient or tables prove is not what plain recursion finds, or when another outcome is accepted.
    #[test]
    fn proofs_of_sums_agree_with_the_definition() {
        for text in [
            "0.77[2+3+4]",
            "0.07[9+5]",
            "0.3102[12+7]",
            "0.3102[2*7+3]",
            "0.734[3+5+4]",
            "laskers-nim[3+2*2]",
            "nim[4+3+1]",
            "*3 + nim[2] + *1",
            "*3 + nim[3] + *2",
            "0.77[3] + 0.07[4] + *2",
            "*2_+320 + 0.77[4]",
            "0.45[7+6] + 0.144[5]",
            "subtraction(1,3,4)[6+9]",
        ] {
            let root = parse(text).unwrap().position(text).unwrap().normal_form();
            let limits = Limits::none();
            let (mut analyst, mut solver) = (Analyst::new(limits.clone()), Solver::new(&Language, limits));
            let outcome = solver.outcome(&root, Play::Misere).unwrap();
            let other = if outcome == Outcome::P { Outcome::N } else { Outcome::P };
            let proof = of_outcome(&mut analyst, &root, outcome).unwrap().expect(text);
            verdict(proof).unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
            let lie = of_outcome(&mut analyst, &root, other).unwrap().expect(text);
            assert!(verdict(lie).is_err(), "{text}");
            for play in [Play::Misere, Play::Normal] {
                let option = |option: Position| {
                    let outcome = solver.outcome(&option, play).unwrap();
                    let nimber = solver.nimber(&option).unwrap();
                    (option, outcome, (play == Play::Normal).then_some(nimber))
                };
                let options: Vec<_> = root.options().into_iter().map(option).collect();
                let Some(proof) = of_moves(&mut analyst, &root, play, &options).unwrap() else {
                    // Values of trees stand in no table.
                    assert!(play == Play::Normal && text.contains('_'), "{text}");
                    continue;
                };
                verdict(proof).unwrap_or_else(|refusal| panic!("{text}, {play}: {refusal}"));
                let mut fewer = of_moves(&mut analyst, &root, play, &options).unwrap().unwrap();
                fewer["options"].as_array_mut().unwrap().remove(0);
                assert!(verdict(fewer).is_err(), "{text}, {play}");
            }
        }
    }
}
