//! Arithmetic in Conway's Field On_2.

use std::fmt::Write as _;

use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

use super::{Answer, Asking, Claim, Question, Refused, Stopped, nim_certificate};
use crate::limits::StopReason;
use crate::nim::AlgebraicClosure;
use crate::nim::calculator::{Step, Value, evaluate_in_steps};

/// The value of an expression in the Field.
///
/// ```
/// use impartial::question::{Asking, NimQuestion, Question};
/// let question = NimQuestion::new("w^w^7 ** 23");
/// let answer = question.ask(&Asking::with_certificate())?;
/// assert_eq!(answer.value.value.unwrap().to_string(), "w^w^3+1");
/// let certificate = answer.certificate.unwrap().unwrap();
/// assert_eq!(certificate.kind(), "nim-value");
/// let verified = impartial_check::check(&certificate.to_string()).unwrap();
/// assert_eq!(verified.statement, "w^w^7 ** 23 = w^w^3+1");
/// // An excess has a certificate of its own kind.
/// let answer = NimQuestion::new("excess(7)").ask(&Asking::with_certificate())?;
/// let certificate = answer.certificate.unwrap().unwrap();
/// assert_eq!(certificate.kind(), "nim-excess");
/// assert!(impartial_check::check(&certificate.to_string()).is_ok());
/// # Ok::<(), impartial::question::Refused>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NimQuestion {
    /// The expression, as [`crate::nim::calculator`] reads it.
    pub expression: String,
    /// Excesses (p, m_p) that were worked out before. Those that take a moment only are worked out again; a value that rests
    /// on others says so and is not claimed as proved.
    pub remembered: Vec<(u64, u64)>,
}

/// The value of an expression.
#[derive(Clone, Debug)]
pub struct NimValue {
    /// The expression, as it was written.
    pub expression: String,
    /// Its value, if it was found.
    pub value: Option<Value>,
    /// The excesses (p, m_p) that are worth remembering.
    pub costly_excesses: Vec<(u64, u64)>,
}

impl Serialize for NimValue {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("expression", &self.expression)?;
        match &self.value {
            None => {}
            Some(Value::NoLogarithm(..)) => map.serialize_entry("value", &())?,
            Some(value) => map.serialize_entry("value", &value.to_string())?,
        }
        if let Some(Value::List(values)) = &self.value {
            map.serialize_entry("values", values)?;
        }
        map.end()
    }
}

impl NimQuestion {
    /// The question about an expression, with nothing remembered.
    pub fn new(expression: &str) -> Self {
        NimQuestion { expression: expression.to_owned(), remembered: Vec::new() }
    }
}

impl Question for NimQuestion {
    type Value = NimValue;

    fn ask(&self, asking: &Asking<'_>) -> Result<Answer<NimValue>, Refused> {
        let text = &self.expression;
        let mut field = AlgebraicClosure::new(asking.limits.clone());
        for (prime, excess) in &self.remembered {
            field.remember_excess(*prime, *excess);
        }
        let mut value = NimValue { expression: text.clone(), value: None, costly_excesses: Vec::new() };
        let stopped = |value, message: String| {
            let limit =
                asking.limits.poll().err().filter(|reason: &StopReason| reason.to_string() == message);
            Answer::stopped(value, limit.map_or_else(|| Stopped::because(message), Stopped::from))
        };
        let (found, steps) = match evaluate_in_steps(text, &mut field) {
            Ok(found) => found,
            Err(error) if error.is_understood => return Ok(stopped(value, error.message)),
            Err(error) => {
                return Err(Refused { help: error.help, ..Refused::new(error.message).at(text, error.span) });
            }
        };
        let asked = steps.iter().filter_map(|step| match step {
            Step::Excess { prime, .. } => Some(*prime),
            _ => None,
        });
        let used = match field.excesses_for(asked.collect()) {
            Ok(used) => used,
            Err(error) => return Ok(stopped(value, error.to_string())),
        };
        value.value = Some(found);
        value.costly_excesses = field.costly_excesses().unwrap_or_default();
        let mut ground = "exact arithmetic in the Field On_2".to_owned();
        let named = |excesses: &[(u64, u64)]| -> String {
            let list: Vec<String> = excesses.iter().map(|(prime, m)| format!("m_{prime} = {m}")).collect();
            list.join(", ")
        };
        if !used.is_empty() {
            let _ = write!(ground, ", with the excesses {}", named(&used));
        }
        let mut sources: Vec<String> = field.citations().map(ToOwned::to_owned).collect();
        let trusted: Vec<(u64, u64)> = field.trusted_excesses().collect();
        if !trusted.is_empty() {
            sources
                .push(format!("{} as remembered from an earlier run, not worked out again", named(&trusted)));
        }
        let claim = if sources.is_empty() {
            Claim::Proved(ground)
        } else {
            Claim::Cited(format!("{}; else {ground}", sources.join("; ")))
        };
        let certificate = asking.certify(|| nim_certificate::write(&mut field, &steps));
        Ok(Answer { certificate, ..Answer::new(value, "value", claim) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn certified(expression: &str) -> String {
        let answer = NimQuestion::new(expression).ask(&Asking::with_certificate()).unwrap();
        let certificate = answer.certificate.unwrap().map(|certificate| certificate.to_string());
        let certificate = certificate.unwrap_or_else(|none| panic!("{expression}: {none}"));
        impartial_check::check(&certificate)
            .unwrap_or_else(|refusal| panic!("{expression}: {refusal}\n{certificate}"))
            .statement
    }

    /// Every function of the calculator has a proof of its value.
    #[test]
    fn every_answer_is_certified() {
        for (expression, statement) in [
            ("5*6 + 1/3", "5 * 6 = 8; 1/3 = 2; 1 * 2 = 2; 8 + 2 = 10"),
            ("roots(2,3)", "roots(2, 3) = w, w*2, w*3"),
            ("root(2,709)", "root(2, 709) = 2"),
            ("root(4,5)", "roots(4, 5) = w^w, w^w*8, w^w*10, w^w*13, w^w*14"),
            ("root(4285487845634552547,1000003)", "root(4285487845634552547, 1000003) = "),
            ("order(w)", "order(w) = 9"),
            ("order(18446744073709551615)", "order(18446744073709551615) = "),
            ("order(2^64)", "order(18446744073709551616) = "),
            ("log(8,4)", "log(8, 4) = 6"),
            ("log(2, w^3)", "log(2, w^3) = 9"),
            ("log(7,2)", "log(7, 2) does not exist"),
            ("log(w+1, w)", "log(w+1, w) does not exist"),
            ("degree(w+4)", "degree(w+4) = 12"),
            ("minpoly(w)", "minpoly(w) = x^6+x^3+1"),
            ("trace(8)", "trace(8) = 1"),
            ("norm(w)", "norm(w) = 1"),
            ("solve(1, w)", "solve(1, w) = w^2*3+w*2, w^2*3+w*2+1"),
            ("solve(0, 0, 2)", "solve(0, 0, 2) = w, w*2, w*3"),
            ("sqrt(109)", "sqrt(109) = 77"),
            ("inverse(w+1)", "1/(w+1) = "),
            ("w**(-13)", "1/w = w^2*3; (w^2*3) ** 13 = w^2*2"),
            ("excess(47)", "m_5 = 0, m_11 = 1, m_23 = 1, m_47 = 1"),
            ("5 ** excess(7)", "excess(7) = 1; 5 ** 1 = 5"),
            (
                "2^128 ** 2",
                "340282366920938463463374607431768211456 ** 2 = 510423550381407695195061911147652317184",
            ),
            ("(w+1) ** (2^64-1)", "(w+1) ** 18446744073709551615 = "),
        ] {
            assert!(certified(expression).starts_with(statement), "{expression}: {}", certified(expression));
        }
    }

    /// Solutions above the perfect closure rest on a theorem that nothing here proves.
    #[test]
    fn solutions_above_are_cited() {
        let answer = NimQuestion::new("solve(1, w^w^w)").ask(&Asking::with_certificate()).unwrap();
        assert_eq!(answer.value.value.as_ref().unwrap().to_string(), "w^w^(w^w+1), w^w^(w^w+1)+1");
        assert_eq!(answer.claim().unwrap().key(), "cited");
        let certificate = answer.certificate.unwrap();
        assert!(certificate.is_err() || impartial_check::check(&certificate.unwrap().to_string()).is_err());
    }

    #[test]
    fn what_has_no_proof_says_so() {
        for expression in ["7", "w^w^w * w", "order(2**2 + 2^256)"] {
            let answer = NimQuestion::new(expression).ask(&Asking::with_certificate()).unwrap();
            let refused = match answer.certificate.unwrap() {
                Err(_) => true,
                Ok(certificate) => impartial_check::check(&certificate.to_string()).is_err(),
            };
            assert!(refused, "{expression}");
        }
    }

    /// A wrong excess that is remembered is worked out again where that is quick, and never called proved elsewhere.
    #[test]
    fn a_wrong_memory_proves_nothing() {
        let right = NimQuestion::new("w^w^2 ** 7").ask(&Asking::new()).unwrap();
        let wrong = NimQuestion { remembered: vec![(7, 0), (3, 5)], ..NimQuestion::new("w^w^2 ** 7") };
        let wrong = wrong.ask(&Asking::new()).unwrap();
        assert_eq!(wrong.value.value, right.value.value);
        assert_eq!(wrong.claims, right.claims);
        let costly = NimQuestion { remembered: vec![(283, 5)], ..NimQuestion::new("excess(283)") };
        let costly = costly.ask(&Asking::new()).unwrap();
        assert_eq!(costly.claim().unwrap().key(), "cited");
        assert_eq!(costly.value.costly_excesses, [(283, 5)]);
    }

    #[test]
    fn no_logarithm_is_an_answer() {
        let answer = NimQuestion::new("log(7,2)").ask(&Asking::new()).unwrap();
        assert!(answer.stopped.is_none() && answer.claim().unwrap().key() == "proved");
        assert!(answer.to_json().unwrap()["value"].is_null());
    }
}
