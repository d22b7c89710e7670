//! `impartial algebraic CODE`: a game with an infinite quotient solved for all heaps, by one description with indices.

use clap::Args;
use impartial::claim::Claim;
use impartial::misere::algebraic::{AlgebraicFailure, AlgebraicSearch};
use impartial::question::Certificate;
use serde_json::{Map, json};

use super::heap_code::parse_code;
use crate::answer::Answer;
use crate::context::{Context, Format};
use crate::failure::Failure;

/// The work spent on the proof that all elements are distinguishable.
const REDUCED_WORK: u64 = 4000;

/// The misère quotient of an algebraic periodic game: found, proved for all heaps, certified.
#[derive(Args)]
pub struct Algebraic {
    /// A code such as 0.54
    code: String,
}

impl Algebraic {
    /// Searches, and prints the description or what was refused.
    pub fn run(self, context: &Context) -> Result<Answer, Failure> {
        context.expect_format("algebraic", &[Format::Text, Format::Json, Format::Latex])?;
        let code = parse_code(&self.code, false)?;
        let mut search = AlgebraicSearch::new(code.clone());
        let found = search.run(&context.limits);
        let log: Vec<String> = search.log().iter().map(ToString::to_string).collect();
        let mut fields = Map::new();
        fields.insert("game".into(), json!(code.to_string()));
        fields.insert("tried".into(), json!(log));
        let tried = if context.explain { log.join("\n") + "\n" } else { String::new() };
        match found {
            Ok(mut solved) => {
                // What is proved already stands when a limit comes in between.
                let infinite = solved.prove_infinite(&context.limits).unwrap_or(false);
                let work = context.limits.clone().with_work(REDUCED_WORK);
                let reduced = solved.prove_reduced(&work).unwrap_or(false);
                let described = solved.describe();
                fields.insert("presentation".into(), json!(described));
                fields.insert("infinite".into(), json!(infinite));
                fields.insert("reduced".into(), json!(reduced));
                let text = if context.format == Format::Latex {
                    described.to_latex()
                } else {
                    let what = match (infinite, reduced) {
                        (true, true) => "its misère quotient, which is infinite",
                        (true, false) => "its misère quotient is infinite, and a quotient of this monoid",
                        (false, true) => "its misère quotient",
                        (false, false) => "its misère quotient is a quotient of this monoid",
                    };
                    format!("{tried}{code}, all heaps: {what}\n{described}")
                };
                let claim = Claim::Proved(
                    "the outcome of every sum of heaps, of any size: no move leads from P to P, and no other sum is stuck"
                        .into(),
                );
                let certificate =
                    context.certificate.is_some().then(|| Ok(Certificate::of(&solved.certificate())));
                Ok(Answer { certificate, ..Answer::new(text, fields, claim) })
            }
            Err(AlgebraicFailure::Stopped(reason)) => Ok(Answer::unanswered(fields, reason.to_string())),
            Err(failure) => {
                let failure = Failure::new(format!("{code}: {failure}"));
                Err(failure.help(format!(
                    "`impartial quotient {code} --to N --explain` shows how its quotient grows"
                )))
            }
        }
    }
}
