//! Who wins, and by which moves.

use serde::Serialize;

use super::files::read_position;
use super::position_certificate;
use super::{Answer, Asking, Question, Refused, Stopped};
use crate::game::{Outcome, Play};
use crate::language::{Analyst, Answered, Position};

/// Who wins a position, and every winning move.
///
/// ```
/// use impartial::game::{Outcome, Play};
/// use impartial::question::{Asking, OutcomeQuestion, Question};
/// let sum = OutcomeQuestion { game: "kayles[10^30+77+3*12]".into(), play: Play::Misere };
/// let answer = sum.ask(&Asking::with_certificate())?;
/// assert_eq!(answer.value.outcome, Some(Outcome::N));
/// // A strategy would be endless: the proof is the misère quotient, and how often each heap is there.
/// let proof = answer.certificate.expect("it was wanted").expect("there is one");
/// assert_eq!(proof.kind(), "misere-sum");
/// assert!(impartial_check::check(&proof.to_string()).is_ok());
/// # Ok::<(), impartial::question::Refused>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutcomeQuestion {
    /// The position, in the game language.
    pub game: String,
    /// Normal or misère play.
    pub play: Play,
}

/// Who wins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OutcomeValue {
    /// The position, as it is written back.
    pub game: String,
    /// The play.
    pub play: Play,
    /// The outcome; `None` when it was not found.
    pub outcome: Option<Outcome>,
    /// `Some(false)` when the list of winning moves was cut short.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winning_moves_complete: Option<bool>,
    /// The positions to move to.
    pub winning_moves: Vec<String>,
    /// How the outcome comes about, component by component, when steps were wanted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub steps: Option<Vec<String>>,
}

impl Question for OutcomeQuestion {
    type Value = OutcomeValue;

    fn ask(&self, asking: &Asking<'_>) -> Result<Answer<OutcomeValue>, Refused> {
        let (_, position) = read_position(&self.game, asking)?;
        let mut value = OutcomeValue {
            game: position.to_string(),
            play: self.play,
            outcome: None,
            winning_moves_complete: None,
            winning_moves: Vec::new(),
            steps: None,
        };
        let mut analyst = Analyst::new(asking.limits.clone());
        let answered = match analyst.outcome(&position, self.play) {
            Ok(answered) => answered,
            Err(why) => return Ok(Answer::stopped(value, why)),
        };
        let claim = answered.claim();
        let Answered { value: outcome, steps, .. } = answered;
        value.outcome = Some(outcome);
        value.steps = asking.explain.then_some(steps);
        let winning = match outcome {
            // A P-position has none, and there is no need to look.
            Outcome::P => None,
            Outcome::N => Some(analyst.winning_moves(&position, self.play)),
        };
        let mut moves_claim = None;
        let mut stopped = None;
        match winning {
            None => {}
            Some(Ok(found)) => {
                value.winning_moves = found.moves.iter().map(Position::to_string).collect();
                value.winning_moves_complete = (!found.complete).then_some(false);
                // Each of them wins for the same reason; whether they are all is a part of the value.
                moves_claim = Some(claim.clone());
            }
            Some(Err(why)) => stopped = Some(Stopped::during("winning moves", why)),
        }
        let certificate =
            asking.certify(|| position_certificate::outcome(&mut analyst, &position, self.play));
        let mut answer = Answer { stopped, certificate, ..Answer::new(value, "outcome", claim) };
        if let Some(claim) = moves_claim {
            answer = answer.with("winning moves", claim);
        }
        Ok(answer)
    }
}
