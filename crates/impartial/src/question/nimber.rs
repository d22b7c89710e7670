//! The Sprague-Grundy value.

use serde::Serialize;

use super::files::read_position;
use super::position_certificate;
use super::{Answer, Asking, NoCertificate, Question, Refused};
use crate::game::Outcome;
use crate::language::{Analyst, Answered};
use crate::ordinal::Ordinal;

/// The nimber of a position, an ordinal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NimberQuestion {
    /// The position, in the game language.
    pub game: String,
}

/// A nimber.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct NimberValue {
    /// The position, as it is written back.
    pub game: String,
    /// The nimber; `None` when it was not found.
    pub nimber: Option<Ordinal>,
    /// The outcome in normal play: P exactly when the nimber is 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
    /// How the nimber comes about, component by component, when steps were wanted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub steps: Option<Vec<String>>,
}

impl Question for NimberQuestion {
    type Value = NimberValue;

    fn ask(&self, asking: &Asking<'_>) -> Result<Answer<NimberValue>, Refused> {
        let (_, position) = read_position(&self.game, asking)?;
        let game = position.to_string();
        let mut value = NimberValue { game, nimber: None, outcome: None, steps: None };
        let mut analyst = Analyst::new(asking.limits.clone());
        let answered = match analyst.nimber(&position) {
            Ok(answered) => answered,
            Err(why) => return Ok(Answer::stopped(value, why)),
        };
        let claim = answered.claim();
        let Answered { value: nimber, steps, .. } = answered;
        let certificate = asking.certify(|| match position_certificate::finite(&nimber) {
            None => Err(NoCertificate::because("an infinite nimber has no finite strategy")),
            Some(nimber) => position_certificate::nimber(&mut analyst, &position, &nimber),
        });
        value.outcome = Some(if nimber.is_zero() { Outcome::P } else { Outcome::N });
        value.nimber = Some(nimber);
        value.steps = asking.explain.then_some(steps);
        Ok(Answer { certificate, ..Answer::new(value, "nimber", claim) })
    }
}
