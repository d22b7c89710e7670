//! Proofs of values in the Field: kind `nim-value`, or `nim-excess` where only excesses were asked for.

use num_bigint::BigUint;
use serde_json::{Value, json};

use super::certificate::{Certificate, NoCertificate};
use crate::nim::calculator::Step;
use crate::nim::{AlgebraicClosure, TransfiniteError};
use crate::ordinal::Ordinal;

/// The proof that each step is right, with the excesses that its check needs.
pub(super) fn write(field: &mut AlgebraicClosure, steps: &[Step]) -> Result<Certificate, NoCertificate> {
    if steps.is_empty() {
        return Err(NoCertificate::because("nothing is computed here: the value is what was written"));
    }
    let mut primes: Vec<u64> = Vec::new();
    let mut proofs = Vec::with_capacity(steps.len());
    for step in steps {
        proofs.push(proof(field, step).map_err(NoCertificate::because)?);
        primes.extend(match step {
            Step::Excess { prime, .. } => Some(*prime),
            _ => None,
        });
    }
    let only_excesses = primes.len() == steps.len();
    let excesses = field.excesses_for(primes).map_err(NoCertificate::because)?;
    Ok(if only_excesses {
        Certificate::of(&json!({ "kind": "nim-excess", "excesses": excesses }))
    } else {
        Certificate::of(&json!({ "kind": "nim-value", "excesses": excesses, "steps": proofs }))
    })
}

fn proof(field: &mut AlgebraicClosure, step: &Step) -> Result<Value, TransfiniteError> {
    Ok(match step {
        Step::Sum { of, value } => json!({ "op": "sum", "of": of, "value": value }),
        Step::Product { of, value } => json!({ "op": "product", "of": of, "value": value }),
        Step::Power { of, exponent, value } => {
            json!({ "op": "power", "of": of, "exponent": exponent.to_string(), "value": value })
        }
        Step::Inverse { of, value } => json!({ "op": "inverse", "of": of, "value": value }),
        Step::Sqrt { of, value } => json!({ "op": "sqrt", "of": of, "value": value }),
        Step::Roots { of, n, value } => json!({ "op": "roots", "of": of, "n": n, "value": value }),
        Step::FiniteRoot { of, n, value } => json!({ "op": "root", "of": of, "n": n, "value": value }),
        Step::Solutions { of, value } => json!({ "op": "solve", "of": of, "value": value }),
        Step::Logarithm { of, base, value: None } => {
            let order = field.order(base)?.to_string();
            json!({ "op": "log", "of": [of, base], "value": null, "order": order })
        }
        Step::Logarithm { of, base, value: Some(value) } => {
            let (_, factors) = order(field, base)?;
            json!({ "op": "log", "of": [of, base], "value": value.to_string(), "factors": factors })
        }
        Step::Order { of, .. } => {
            let (order, factors) = order(field, of)?;
            json!({ "op": "order", "of": of, "value": order, "factors": factors })
        }
        Step::Degree { of, value } => json!({ "op": "degree", "of": of, "value": value }),
        Step::MinimalPolynomial { of, value } => {
            let mut exponents: Vec<u64> = value.exponents().collect();
            exponents.sort_unstable_by(|a, b| b.cmp(a));
            json!({ "op": "minpoly", "of": of, "value": exponents })
        }
        Step::Trace { of, value } => {
            let degree = field.degree(of)?;
            json!({ "op": "trace", "of": of, "degree": degree, "value": u8::from(*value) })
        }
        Step::Norm { of, value } => json!({ "op": "norm", "of": of, "value": u8::from(*value) }),
        Step::Excess { prime, value } => json!({ "op": "excess", "prime": prime, "value": value }),
    })
}

/// The order of an element, and its primes with their exponents.
fn order(
    field: &mut AlgebraicClosure,
    of: &Ordinal,
) -> Result<(String, Vec<(String, u32)>), TransfiniteError> {
    let order = field.order(of)?;
    let exponent = |prime: &BigUint| {
        (1..).take_while(|e| &order % prime.pow(*e) == BigUint::ZERO).last().unwrap_or_default()
    };
    let factors =
        field.primes_of_order(of)?.iter().map(|prime| (prime.to_string(), exponent(prime))).collect();
    Ok((order.to_string(), factors))
}
