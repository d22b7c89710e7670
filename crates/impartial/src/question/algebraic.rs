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
    /// The description itself.
    #[serde(skip)]
    pub quotient: Option<AlgebraicQuotient>,
}

/// What a proved description says, and why.
pub(crate) const ALGEBRAIC: &str =
    "the outcome of every sum of heaps: letters commute, no move leads from P to P, no sum is stuck";

impl Question for AlgebraicQuestion {
    type Value = AlgebraicValue;

    fn ask(&self, asking: &Asking<'_>) -> Result<Answer<AlgebraicValue>, Refused> {
        let code = read_code(&self.code, false)?;
        let mut search = AlgebraicSearch::new(code.clone());
        let found = search.run(&asking.limits);
        let tried = search.log().iter().map(ToString::to_string).collect();
        let mut value = AlgebraicValue { game: code.to_string(), tried, presentation: None, quotient: None };
        match found {
            Ok(solved) => {
                value.presentation = Some(solved.describe());
                let certificate = asking.certify(|| Ok(Certificate::of(&solved.certificate())));
                value.quotient = Some(solved);
                let claim = Claim::Proved(ALGEBRAIC.into());
                Ok(Answer { certificate, ..Answer::new(value, "outcomes", claim) })
            }
            Err(AlgebraicFailure::Stopped(reason)) => Ok(Answer::stopped(value, reason)),
            Err(failure) => Err(Refused::new(format!("{code}: {failure}"))
                .help(format!("`impartial quotient {code} --to N --explain` shows how its quotient grows"))),
        }
    }
}
