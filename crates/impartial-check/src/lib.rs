//! Checks the certificates that `impartial` writes, without using any of its code.
//!
//! A certificate is one JSON object `{"format": "impartial-certificate", "version": 1, "kind": …, …}`. Each kind has
//! a file here that states what the certificate claims, what is checked, and why that proves the claim. Read the file,
//! and you need not trust the program that wrote the certificate. A field that its kind does not read is refused by its name
//! (`shape`), and so is a field that stands twice (`reading`).

mod achievement;
mod algebraic;
mod arithmetic;
mod avoidance;
mod classes;
pub mod code;
mod coins;
mod congruences;
mod excess;
mod fields;
mod functions;
mod genera;
mod ground;
mod group_names;
mod heap;
mod infinite;
mod lattice;
mod lexicode;
mod lexicode_holes;
mod linear_names;
mod listed;
mod misere_sum;
mod naming;
mod natural;
mod nim_field;
mod nim_value;
mod nimber;
mod permutations;
pub mod position;
mod quotient;
mod reading;
mod recurrence;
mod same;
mod shape;
mod strategy;
mod structure;
mod sum_moves;
mod taken;
mod three_summands;
mod types;

use std::io::BufRead;

use serde_json::Value;

/// What a certificate was found to prove, in one sentence for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified {
    /// The kind of certificate.
    pub kind: String,
    /// The statement that is now proved.
    pub statement: String,
}

/// Why a certificate was refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The text is not JSON, or not a certificate, or lacks a field.
    #[error("not a certificate: {0}")]
    Malformed(String),
    /// The kind or version is not known to this checker.
    #[error("unknown certificate: {0}")]
    Unknown(String),
    /// The certificate is well formed and its claim does not follow.
    #[error("the certificate does not prove its claim: {0}")]
    Refuted(String),
}

/// Checks a certificate given as text.
///
/// # Errors
/// With what is wrong with it.
pub fn check(text: &str) -> Result<Verified, Refusal> {
    check_from(&mut text.as_bytes())
}

/// Checks a certificate as it is read: one whose values stand in lines is never in memory as a whole.
///
/// # Errors
/// With what is wrong with it, or with reading it.
pub fn check_from(input: &mut dyn BufRead) -> Result<Verified, Refusal> {
    let reading::Certificate { object: certificate, lines } = reading::read_from(input)?;
    if certificate.get("format").and_then(Value::as_str) != Some("impartial-certificate") {
        return Err(Refusal::Malformed("the field \"format\" must be \"impartial-certificate\"".into()));
    }
    match certificate.get("version").and_then(Value::as_u64) {
        Some(1) => {}
        Some(version) => {
            return Err(Refusal::Unknown(format!("version {version}; this checker knows version 1")));
        }
        None => return Err(Refusal::Malformed("the field \"version\" must be a number".into())),
    }
    let kind = certificate
        .get("kind")
        .and_then(Value::as_str)
        .ok_or_else(|| Refusal::Malformed("the field \"kind\" must be a text".into()))?;
    shape::check(kind, &certificate)?;
    match kind {
        "strategy" | "moves" => strategy::check(&certificate),
        "nimber" => nimber::check(&certificate),
        // Each kind is one module with `pub fn check(certificate: Value) -> Result<Verified, Refusal>`.
        "grundy-values" | "heap-period" | "heap-arithmetic-period" => heap::check(&certificate, lines),
        "same" => same::check(&certificate),
        "genera" => genera::check(&certificate),
        "heap-recurrence" => recurrence::check(&certificate),
        "lexicode" => lexicode::check(&certificate),
        "nim-excess" => excess::check(&certificate),
        "nim-value" => nim_value::check(&certificate),
        "structure" => structure::check(&certificate),
        "congruences" => congruences::check(&certificate),
        "types" => types::check(&certificate),
        "three-summands" => three_summands::check(&certificate),
        "avoidance" => avoidance::check(&certificate),
        "achievement" => achievement::check(&certificate),
        "subgroup-classes" => classes::check(&certificate),
        "misere-quotient" => quotient::check(certificate),
        "misere-sum" => misere_sum::check(&certificate),
        "sum-moves" => sum_moves::check(&certificate),
        "ultimate-nim" => quotient::ultimate_nim::check(&certificate),
        "infinite-quotient" => infinite::check(&certificate),
        "infinite-beside" => infinite::check_beside(&certificate),
        "algebraic" => algebraic::check(&certificate),
        "lattice-strategy" => lattice::check(&certificate),
        other => Err(Refusal::Unknown(format!("kind \"{other}\""))),
    }
}
