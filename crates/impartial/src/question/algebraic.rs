//! A code whose misère quotient is infinite, solved for all heaps: algebraic periodicity.

use serde::Serialize;

use super::{Answer, Asking, Certificate, Claim, Question, Refused, read_code};
use crate::misere::algebraic::{AlgebraicFailure, AlgebraicQuotient, AlgebraicSearch, Description};

/// The outcomes of all sums of heaps of a code, by one description with indices.
///
/// ```
/// use impartial::question::{AlgebraicQuestion, Asking, Question};
/// let answer = AlgebraicQuestion { code: "0.734".into() }.ask(&Asking::with_certificate())?;
/// let certificate = answer.certificate.expect("it was wanted").expect("there is one");
/// assert_eq!(certificate.kind(), "algebraic");
/// assert!(impartial_check::check(&certificate.to_string()).is_ok());
/// # Ok::<(), impartial::question::Refused>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AlgebraicQuestion {
    /// The code or its name.
    pub code: String,
}

/// What was found.
#[derive(Clone, Debug, Serialize)]
pub struct AlgebraicValue {
    /// The code.
    pub game: String,
    /// What was tried, with the reasons of refusals.
    pub tried: Vec<String>,
    /// Generators, relations, P and Phi.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub presentation: Option<Description>,
    /// Whether the misère quotient is proved to be infinite.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub infinite: Option<bool>,
    /// Whether different words are proved to be different elements, so that this is the misère quotient.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reduced: Option<bool>,
    /// The description itself.
    #[serde(skip)]
    pub quotient: Option<AlgebraicQuotient>,
}

/// The work that is spent on telling all words apart.
const REDUCED_WORK: u64 = 400_000;

impl Question for AlgebraicQuestion {
    type Value = AlgebraicValue;

    fn ask(&self, asking: &Asking<'_>) -> Result<Answer<AlgebraicValue>, Refused> {
        let code = read_code(&self.code, false)?;
        let mut search = AlgebraicSearch::new(code.clone());
        let found = search.run(&asking.limits);
        let tried = search.log().iter().map(ToString::to_string).collect();
        let mut value = AlgebraicValue {
            game: code.to_string(),
            tried,
            presentation: None,
            infinite: None,
            reduced: None,
            quotient: None,
        };
        match found {
            Ok(mut solved) => {
                // What is proved already stands when a limit comes in between.
                let infinite = solved.prove_infinite(&asking.limits).unwrap_or(false);
                let work = asking.limits.clone().with_work(REDUCED_WORK);
                let reduced = solved.prove_reduced(&work).unwrap_or(false);
                value.presentation = Some(solved.describe());
                (value.infinite, value.reduced) = (Some(infinite), Some(reduced));
                let certificate = asking.certify(|| Ok(Certificate::of(&solved.certificate())));
                value.quotient = Some(solved);
                let outcomes = "the outcome of every sum of heaps, of any size: no move leads from P to P, and no other sum \
                                is stuck";
                let mut answer = Answer::new(value, "outcomes", Claim::Proved(outcomes.into()));
                if infinite {
                    let why = "one context for each heap of a residue class tells it from the others";
                    answer = answer.with("the quotient is infinite", Claim::Proved(why.into()));
                }
                if reduced {
                    let why = "contexts tell every two words apart";
                    answer = answer.with("this is the misère quotient", Claim::Proved(why.into()));
                }
                Ok(Answer { certificate, ..answer })
            }
            Err(AlgebraicFailure::Stopped(reason)) => Ok(Answer::stopped(value, reason)),
            Err(failure) => {
                let help = match code.is_finite() {
                    true => {
                        format!("`impartial quotient {code} --to N --explain` shows how its quotient grows")
                    }
                    false => {
                        format!("`impartial quotient {code}` solves infinite codes where a theorem is known")
                    }
                };
                Err(Refused::new(format!("{code}: {failure}")).help(help))
            }
        }
    }
}
