//! The search for an algebraic periodic quotient: from partial quotients to a description that is proved.
//!
//! Read in this order: [`truth`] (what a partial quotient says), [`shape`] (period and letters), [`fit`](mod@fit) with [`learn`] (the
//! guess), [`answers`] and [`sums`] with [`evaluate`] (the proof data). Nothing that is guessed is trusted: every guess is
//! checked, and what is refused is noted with the reason and tried again on a larger sample.

pub mod answers;
pub mod evaluate;
pub mod fit;
pub mod learn;
pub mod separate;
pub mod shape;
pub mod sums;
pub mod truth;

use std::fmt;

use self::answers::{AnswerSearch, NoAnswers};
use self::fit::{Guess, NoFit, fit};
use self::shape::Shape;
use self::sums::{Bias, InvariantSearch, NoInvariant};
use self::truth::{Partial, Truth};
use super::moves::Moves;
use super::quotient::AlgebraicQuotient;
use super::region::Refused;
use super::strategy::AllAnswers;
use super::verify::sums::sources;
use super::verify::{Counterexample, Objection, monoid, no_p_to_p};
use crate::heap::HeapCode;
use crate::limits::{Limits, StopReason};
use crate::misere::quotient::{MisereQuotient, Status};

/// The partial quotients in which a period is looked for.
const FIRST_HEAPS: [u64; 5] = [40, 64, 96, 140, 200];

/// The last heap of a partial quotient that is computed.
const LAST_HEAP: u64 = 420;

/// Partial quotients of larger order are not read.
const LARGEST_ORDER: usize = 12_000;

/// What was tried, and what came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attempt {
    /// What was tried.
    pub tried: String,
    /// Why it was refused; `None` when it succeeded.
    pub refused: Option<String>,
}

impl fmt::Display for Attempt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.refused {
            None => write!(f, "{}", self.tried),
            Some(why) => write!(f, "{}: refused, {why}", self.tried),
        }
    }
}

/// Why a search ended without a description.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AlgebraicFailure {
    /// The code has infinitely many digits, conditions, or moves that leave more than three heaps or none of large heaps.
    #[error("the search reads finite codes without conditions whose moves leave at most three heaps")]
    NotCovered,
    /// The quotient is finite.
    #[error("the misère quotient is finite: it is solved from heap {0} on by its period")]
    Finite(u64),
    /// A partial quotient seems to be infinite already.
    #[error("the partial quotient at heap {0} seems to be infinite itself")]
    Diverges(u64),
    /// No period was seen.
    #[error(
        "no period of the values is seen up to heap {heap}, where the partial quotient has order {order}"
    )]
    NoShape {
        /// The last heap looked at.
        heap: u64,
        /// The order there.
        order: usize,
    },
    /// Every guess was refused; the last reason.
    #[error("every guess was refused; the last one: {0}")]
    Refused(String),
    /// A limit was reached; the search can go on.
    #[error("{0}")]
    Stopped(StopReason),
}

impl From<StopReason> for AlgebraicFailure {
    fn from(reason: StopReason) -> Self {
        AlgebraicFailure::Stopped(reason)
    }
}

/// A search, which can be stopped and run again; see [`AlgebraicQuotient`].
#[derive(Clone, Debug)]
pub struct AlgebraicSearch {
    code: HeapCode,
    quotient: MisereQuotient,
    log: Vec<Attempt>,
    /// The stage of the escalation to go on with.
    stage: usize,
}

/// How large samples are in a stage, for games with unbounded powers and without; and which multiple of the period is tried.
const STAGES: [(i64, i64, u64); 5] = [(12, 8, 1), (16, 11, 1), (12, 8, 2), (20, 14, 1), (12, 8, 3)];

/// The sizes of boxes for the invariant, and what becomes of free pairs, with powers and without.
const POWER_BOXES: [(i64, Bias); 6] = [
    (20, Bias::Small),
    (20, Bias::Large),
    (28, Bias::Small),
    (28, Bias::Large),
    (40, Bias::Small),
    (40, Bias::Large),
];
const FAMILY_BOXES: [(i64, Bias); 6] = [
    (8, Bias::Small),
    (8, Bias::Large),
    (10, Bias::Small),
    (12, Bias::Small),
    (12, Bias::Large),
    (15, Bias::Small),
];

impl AlgebraicSearch {
    /// The search for a code.
    pub fn new(code: HeapCode) -> Self {
        let quotient = MisereQuotient::of_heaps(code.clone());
        AlgebraicSearch { code, quotient, log: Vec::new(), stage: 0 }
    }

    /// What was tried so far, with the reasons of refusals.
    pub fn log(&self) -> &[Attempt] {
        &self.log
    }

    fn note(&mut self, tried: String, refused: Option<String>) {
        self.log.push(Attempt { tried, refused });
    }

    /// Searches until a description is proved, or nothing more is to be tried.
    ///
    /// Deterministic: the same code gives the same description. After [`AlgebraicFailure::Stopped`] it may be called again, and
    /// goes on with the partial quotients that it has.
    pub fn run(&mut self, limits: &Limits) -> Result<AlgebraicQuotient, AlgebraicFailure> {
        let moves = Moves::new(self.code.clone()).ok_or(AlgebraicFailure::NotCovered)?;
        let (mut partial, first) = self.first_shape(limits)?;
        while self.stage < STAGES.len() {
            let (with_powers, without, multiple) = STAGES[self.stage];
            let size = if first.has_powers() { with_powers } else { without };
            if let Some(found) = self.attempt(&moves, &mut partial, &first, size, multiple, limits)? {
                return Ok(found);
            }
            self.stage += 1;
        }
        let last = self.log.iter().rev().find_map(|attempt| attempt.refused.clone());
        Err(AlgebraicFailure::Refused(last.unwrap_or_default()))
    }

    fn partial(&mut self, to: u64, limits: &Limits) -> Result<Partial, AlgebraicFailure> {
        let partial = Partial::new(&mut self.quotient, to, limits)?;
        match (self.quotient.status(), partial) {
            (Status::Complete(periods), _) => {
                Err(AlgebraicFailure::Finite(periods.first().map_or(0, |period| period.first)))
            }
            (Status::Diverging(evidence), _) => Err(AlgebraicFailure::Diverges(evidence.heap)),
            (Status::Partial, Some(partial)) => Ok(partial),
            (Status::Partial, None) => {
                Err(AlgebraicFailure::NoShape { heap: self.quotient.heap(), order: 0 })
            }
        }
    }

    /// The first partial quotient in which a period is seen.
    fn first_shape(&mut self, limits: &Limits) -> Result<(Partial, Shape), AlgebraicFailure> {
        let mut seen = (0, 0);
        for heap in FIRST_HEAPS {
            let partial = self.partial(heap, limits)?;
            seen = (heap, partial.monoid.order());
            if let Some(shape) = Shape::find(&partial, 1) {
                return Ok((partial, shape));
            }
            if seen.1 > LARGEST_ORDER {
                break;
            }
        }
        Err(AlgebraicFailure::NoShape { heap: seen.0, order: seen.1 })
    }

    /// One stage: `None` when it was refused.
    fn attempt(
        &mut self,
        moves: &Moves,
        partial: &mut Partial,
        first: &Shape,
        size: i64,
        multiple: u64,
        limits: &Limits,
    ) -> Result<Option<AlgebraicQuotient>, AlgebraicFailure> {
        let period = first.period * multiple;
        let Some(shape) = self.large_shape(partial, period, size, limits)? else {
            return Ok(None);
        };
        let tried = format!(
            "heaps up to {}, period {period} from heap {}, samples of size {size}",
            partial.phi.len() - 1,
            shape.regular_from
        );
        let guess = match fit(&Truth::new(partial, &shape), size, limits) {
            Ok(guess) => guess,
            Err(NoFit::Stopped(reason)) => return Err(reason.into()),
            Err(refused) => {
                self.note(tried, Some(format!("no guess fits: {refused:?}")));
                return Ok(None);
            }
        };
        let Guess { monoid: guessed, phi } = &guess;
        let checked = monoid::values(guessed, phi)
            .and_then(|()| monoid::laws(guessed, limits))
            .map_err(|objection| ("A", objection))
            .and_then(|()| {
                no_p_to_p::check(moves, guessed, phi, limits).map_err(|objection| ("B", objection))
            });
        if let Err((check, objection)) = checked {
            self.object(tried, check, objection)?;
            return Ok(None);
        }
        self.note(format!("{tried}: {} labels, checks A and B", guessed.labels.len()), None);
        self.proof(moves, &guess, size, shape.has_powers(), limits)
    }

    /// Notes a refusal; an error when it was a limit.
    fn object(&mut self, tried: String, check: &str, objection: Objection) -> Result<(), AlgebraicFailure> {
        let why = match objection {
            Objection::Refused(Refused::Stopped(reason)) => return Err(reason.into()),
            Objection::Refused(refused) => format!("check {check} stopped with {refused:?}"),
            Objection::Fails(counterexample) => format!("check {check} fails at {counterexample}"),
        };
        self.note(tried, Some(why));
        Ok(())
    }

    /// A partial quotient that shows enough, and its shape.
    fn large_shape(
        &mut self,
        partial: &mut Partial,
        period: u64,
        size: i64,
        limits: &Limits,
    ) -> Result<Option<Shape>, AlgebraicFailure> {
        let mut seen = Shape::with_period(partial, period);
        loop {
            let needed = |shape: &Shape| {
                if shape.has_powers() { 3 * size + 6 } else { size + 4 }
            };
            let more = match &seen {
                Some(shape) if shape.trusted >= needed(shape) => return Ok(seen),
                Some(shape) => (needed(shape) - shape.trusted) as u64 * shape.unit() + shape.unit(),
                None => 4 * period,
            };
            let to = partial.phi.len() as u64 - 1 + more;
            if to > LAST_HEAP || partial.monoid.order() > LARGEST_ORDER {
                let why = format!("the partial quotient at heap {to} is not computed");
                self.note(format!("period {period}, samples of size {size}"), Some(why));
                return Ok(None);
            }
            *partial = self.partial(to, limits)?;
            seen = Shape::with_period(partial, period);
        }
    }

    /// The proof data of a guess; `None` when none was found.
    fn proof(
        &mut self,
        moves: &Moves,
        guess: &Guess,
        size: i64,
        has_powers: bool,
        limits: &Limits,
    ) -> Result<Option<AlgebraicQuotient>, AlgebraicFailure> {
        let Guess { monoid: guessed, phi } = guess;
        let boxes: &[(i64, Bias)] = if has_powers { &POWER_BOXES } else { &FAMILY_BOXES };
        let mut strategy: Option<(i64, AllAnswers)> = None;
        for (box_size, bias) in boxes {
            let known = strategy.take().filter(|(wide, _)| wide >= box_size);
            let answers = match known {
                Some((_, answers)) => answers,
                None => {
                    let mut search = AnswerSearch::new(moves, guessed, phi, size, *box_size);
                    match search.run(limits) {
                        Ok(answers) => answers,
                        Err(NoAnswers::Objection(objection)) => {
                            self.object(format!("answers up to size {box_size}"), "C", objection)?;
                            return Ok(None);
                        }
                        Err(NoAnswers::Tree(heaps)) => {
                            let why = format!("no tree fits the answers of {heaps:?}");
                            self.note(format!("answers up to size {box_size}"), Some(why));
                            return Ok(None);
                        }
                    }
                }
            };
            let sources = sources(phi, &answers);
            let mut search = InvariantSearch::new(moves, guessed, phi, &sources, *box_size, *bias);
            let tried = format!("an invariant from a box of size {box_size}, {bias:?}").to_lowercase();
            match search.run(limits) {
                Ok(invariant) => {
                    self.note(format!("{tried}: checks C and D"), None);
                    let (moves, monoid, phi) = (moves.clone(), guessed.clone(), phi.clone());
                    let made = AlgebraicQuotient::new(moves, monoid, phi, answers, invariant, limits);
                    return match made {
                        Ok(quotient) => Ok(Some(quotient)),
                        Err(objection) => self.object(tried, "of all", objection).map(|()| None),
                    };
                }
                Err(NoInvariant::Refused(refused)) => self.object(tried, "D", refused.into())?,
                Err(NoInvariant::Counterexample(counterexample)) => {
                    self.object(tried, "D", counterexample.into())?;
                }
                Err(NoInvariant::Stuck(y)) => self.object(tried, "D", Counterexample::Stuck(y).into())?,
                Err(NoInvariant::NotClosed) => self.note(tried, Some("it was not closed in the box".into())),
                Err(NoInvariant::Tree) => self.note(tried, Some("no tree fits the pairs".into())),
            }
            strategy = Some((*box_size, answers));
        }
        Ok(None)
    }
}
