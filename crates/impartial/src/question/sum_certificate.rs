//! The proof of the misère outcome of a large sum: kind `misere-sum`, the misère quotient of its components and how often each is there.

use num_bigint::BigUint;
use serde_json::{Value, json};

use super::certificate::NoCertificate;
use super::quotient::certificate::{finite_quotient, infinite_quotient};
use crate::heap::HeapCode;
use crate::language::{Analyst, Natural, Position, ProvedQuotient, SumProof};
use crate::limits::Limits;
use crate::misere::all_heaps::AllHeaps;
use crate::misere::ultimate_nim::UltimateNim;
use crate::ordinal::Ordinal;

/// The proof of the misère outcome of a sum, where a misère quotient that is known by now gives it, or the rule of misère Nim.
pub(super) fn write(analyst: &mut Analyst, position: &Position) -> Option<Result<Value, NoCertificate>> {
    if let Some(heaps) = nim_heaps(position) {
        return Some(of_nim(heaps, analyst.limits()));
    }
    analyst.misere_proof(position).map(|proof| Ok(of_sum(&proof)))
}

/// What a quotient proves of a sum.
fn of_sum(proof: &SumProof<'_>) -> Value {
    let quotient = match &proof.quotient {
        ProvedQuotient::Finite(source, monoid, phi, periods) => finite_quotient(source, monoid, phi, periods),
        ProvedQuotient::Infinite(source, game) => infinite_quotient(source, game, None),
        ProvedQuotient::AllHeaps(AllHeaps::UltimateNim(nim)) => nim.certificate(),
        ProvedQuotient::AllHeaps(AllHeaps::Algebraic(algebraic)) => algebraic.certificate(),
    };
    let number = |number: &BigUint| {
        u64::try_from(number).map_or_else(|_| json!(number.to_string()), |small| json!(small))
    };
    let sum: Vec<Value> =
        proof.sum.iter().map(|(position, count)| json!([number(position), number(count)])).collect();
    json!({ "kind": "misere-sum", "outcome": proof.outcome.to_string(), "sum": sum, "quotient": quotient })
}

/// The finite nim-heaps that a position is, each with how often.
fn nim_heaps(position: &Position) -> Option<Vec<(BigUint, BigUint)>> {
    let finite = |(size, count): &(Ordinal, Natural)| Some((size.to_natural()?, count.to_biguint()));
    position.nim_heaps()?.iter().map(finite).collect()
}

/// Nim-heaps, as heaps of Nim, which is proved to be ultimately Nim.
fn of_nim(heaps: Vec<(BigUint, BigUint)>, limits: &Limits) -> Result<Value, NoCertificate> {
    let code: HeapCode = "0.[3]".parse().expect("Nim has a code");
    let found =
        UltimateNim::find(&code, limits).map_err(|reason| NoCertificate::because(reason.to_string()))?;
    let nim = found.ok_or_else(|| NoCertificate::because("Nim was not proved to be Nim"))?;
    let outcome = nim.outcome(&heaps);
    let nim = AllHeaps::UltimateNim(Box::new(nim));
    Ok(of_sum(&SumProof { quotient: ProvedQuotient::AllHeaps(&nim), sum: heaps, outcome }))
}
