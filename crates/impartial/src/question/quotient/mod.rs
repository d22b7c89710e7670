//! The misère quotient of a game: presentation, P-portion, pretending function and period; or the proof that it is infinite.
//!
//! Read [`subject`] (what it is asked of) and [`followers`] (of any finite position), [`value`] (what is found), [`finite`] and
//! [`infinite`] (the two cases), [`compare`](mod@compare) and [`mex`] (what may be wanted beside it), [`certificate`] (the proofs).

pub mod certificate;
mod compare;
mod finite;
mod followers;
mod infinite;
mod mex;
mod subject;
mod ultimate_nim;
mod value;

pub use compare::QuotientComparison;
pub use finite::{QuotientDetail, QuotientElements};
pub use infinite::InfiniteValue;
pub use mex::MexRow;
pub use subject::{QuotientOf, QuotientSubject};
pub use value::{QuotientValue, continue_periodically};

use super::{AlgebraicQuestion, AlgebraicValue, Answer, Asking, Certificate, Question, Refused, Stopped};
use crate::limits::{Limits, StopReason};
use crate::misere::infinite::{InfiniteGame, ReadOff};
use crate::misere::quotient::{MisereQuotient, SavedQuotient, Status};
use crate::misere::transition::Source;
use crate::misere::ultimate_nim::UltimateNim;

/// The misère quotient of a game.
///
/// ```
/// use impartial::question::{Asking, Question, QuotientOf, QuotientQuestion};
/// let kayles = QuotientQuestion::of("kayles").ask(&Asking::with_certificate())?;
/// assert_eq!(kayles.value.size(), Some((40, 9)));
/// assert_eq!(
///     kayles.claim_of("period").map(ToString::to_string).as_deref(),
///     Some("PROVED  period 12 from heap 71: the periodicity theorem, values computed to heap 167")
/// );
/// let proof = kayles.certificate.expect("it was wanted").expect("there is one");
/// assert_eq!(proof.kind(), "misere-quotient");
/// assert!(impartial_check::check(&proof.to_string()).is_ok());
/// // All heaps of Lasker's Nim but two act as nim-heaps.
/// let lasker = QuotientQuestion::of("laskers-nim").ask(&Asking::with_certificate())?;
/// assert_eq!(lasker.value.ultimate_nim.map(|nim| (nim.last_small(), nim.is_tame())), Some((1, true)));
/// let proof = lasker.certificate.expect("it was wanted").expect("there is one");
/// assert_eq!(proof.kind(), "ultimate-nim");
/// assert!(impartial_check::check(&proof.to_string()).is_ok());
/// // Beyond heap 6 the quotient of 0.3122 is infinite.
/// let answer = QuotientQuestion::of("0.3122").ask(&Asking::with_certificate())?;
/// let infinite = answer.value.infinite.expect("it is proved");
/// assert_eq!((infinite.last(), infinite.infinite_orders()), (7, vec!["H5".to_owned(), "H7".to_owned()]));
/// let proof = answer.certificate.expect("it was wanted").expect("there is one");
/// assert_eq!(proof.kind(), "infinite-quotient");
/// assert!(impartial_check::check(&proof.to_string()).is_ok());
/// # Ok::<(), impartial::question::Refused>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuotientQuestion {
    /// What it is asked of.
    pub of: QuotientOf,
    /// The last heap; without it, until the game is solved or the quotient grows beyond order 1000.
    pub to: Option<u64>,
    /// How many copies of a heap are looked at before the quotient is called diverging.
    pub bound: Option<usize>,
    /// Whether the mex function is wanted too.
    pub mex: bool,
    /// Another game with whose quotient it is compared, and the last heap of that one, if it is another.
    pub isomorphic_to: Option<(String, Option<u64>)>,
}

/// A moment of the search for a quotient.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QuotientStep {
    /// One more position is done, or a part of the work on the next one.
    Further,
    /// What was wanted is there, or a limit was reached: the last of its kind, and worth keeping whatever the time.
    Last,
}

/// Without `to`: the largest order that is followed further, and the last heap.
const LARGEST_UNASKED: u64 = 1000;
const LAST_UNASKED: u64 = 10_000;

/// The steps of work, one or two seconds, after which the search is shown even where one position takes longer.
const PART: u64 = 4096;

impl QuotientQuestion {
    /// The quotient of a game, as far as it goes unasked.
    pub fn of(game: &str) -> Self {
        let of = QuotientOf::Game(game.to_owned());
        QuotientQuestion { of, to: None, bound: None, mex: false, isomorphic_to: None }
    }

    /// Asks from where a saved search ended, and shows the search after each step: to tell how far it is, or to save it.
    ///
    /// # Errors
    /// As [`ask`](Question::ask), when the saved search is of another game or was changed, and what `observe` refuses.
    pub fn ask_with(
        &self,
        asking: &Asking<'_>,
        saved: Option<SavedQuotient>,
        observe: &mut dyn FnMut(&mut MisereQuotient, QuotientStep) -> Result<(), Refused>,
    ) -> Result<Answer<QuotientValue>, Refused> {
        let kept = saved.as_ref().map(SavedQuotient::last);
        let answer = self.ask_from(asking, saved, observe)?;
        // The seal shows what was changed by accident, not what was forged; only a certificate proves those positions anew.
        Ok(match kept {
            Some(heap) => answer.resting_on(&format!("positions 1 to {heap} are those of the saved search")),
            None => answer,
        })
    }

    fn ask_from(
        &self,
        asking: &Asking<'_>,
        saved: Option<SavedQuotient>,
        observe: &mut dyn FnMut(&mut MisereQuotient, QuotientStep) -> Result<(), Refused>,
    ) -> Result<Answer<QuotientValue>, Refused> {
        let subject = QuotientSubject::read(&self.of, asking)?;
        if saved.is_none()
            && self.asks_for_nothing_more()
            && let Ok(Some(nim)) = ultimate_nim::find(&subject.source, &asking.limits)
        {
            return self.ultimately_nim(subject, nim, asking);
        }
        // A finite list of positions is followed to its end.
        let to = self.to.filter(|_| subject.source.len().is_none());
        let search = match saved {
            Some(saved) => MisereQuotient::resume(subject.source.clone(), saved, &asking.limits)
                .map_err(|error| Refused::new(error.to_string()).help("without it the search begins anew"))?,
            None => MisereQuotient::of(subject.source.clone()),
        };
        // The whole history of growth is worth its price when asked for, or when nothing else was.
        let mut search = search.tabulate_growth(asking.explain || to.is_none());
        if let Some(bound) = self.bound {
            search.set_bound(bound.max(4));
        }
        let limit =
            extend(&mut search, to, &asking.limits, &mut |search| observe(search, QuotientStep::Further))?;
        if limit.is_none() {
            enumerate(&mut search, &asking.limits, observe)?;
        }
        observe(&mut search, QuotientStep::Last)?;
        let algebraic = self.for_all_heaps(&search, limit, asking);
        let beyond = beyond(&mut search, &subject, to, &asking.limits, observe)?;
        let mut value = QuotientValue::new(subject, &mut search, to, &asking.late);
        value.explain = asking.explain;
        if let Some(algebraic) = algebraic {
            let Answer { value: found, claims, certificate, stopped } = algebraic;
            value.algebraic = Some(Box::new(found));
            return Ok(Answer { value, claims, certificate, stopped });
        }
        let stopped = match beyond {
            Some(Ok(infinite)) => {
                let stopped = infinite.stopped();
                value.infinite = Some(infinite);
                let wanted = self.mex || self.isomorphic_to.is_some();
                let no_table =
                    || Stopped::because("an infinite quotient has no table to compare or to take the mex in");
                stopped.or_else(|| wanted.then(no_table))
            }
            finite => {
                value.not_proved = finite.and_then(Result::err);
                self.finish(&mut value, &search, limit, asking)?
            }
        };
        value.is_stopped = stopped.is_some();
        let claims = value.claims();
        let certificate = asking.certify(|| value.certificate());
        Ok(Answer { value, claims, certificate, stopped })
    }

    /// Whether a description of all heaps is an answer: no heap was named, and nothing is wanted that only a table gives.
    fn asks_for_nothing_more(&self) -> bool {
        self.to.is_none() && self.bound.is_none() && !self.mex && self.isomorphic_to.is_none()
    }

    /// The answer for a code whose heaps act as nim-heaps, all but those whose quotient is shown.
    fn ultimately_nim(
        &self,
        subject: QuotientSubject,
        nim: UltimateNim,
        asking: &Asking<'_>,
    ) -> Result<Answer<QuotientValue>, Refused> {
        let mut search = MisereQuotient::of(subject.source.clone());
        let limit = search.extend_to(nim.last_small(), &asking.late).err();
        let mut value = QuotientValue::new(subject, &mut search, None, &asking.late);
        value.explain = asking.explain;
        let claims = ultimate_nim::claims(&nim);
        let certificate = asking.certify(|| Ok(Certificate::of(&nim.certificate())));
        value.ultimate_nim = Some(Box::new(nim));
        Ok(Answer { value, claims, certificate, stopped: limit.map(Stopped::from) })
    }

    /// One description of all heaps, where a code was followed unasked until its partial quotients grew large, no limit was
    /// reached, and nothing is wanted that only a table gives.
    fn for_all_heaps(
        &self,
        search: &MisereQuotient,
        limit: Option<StopReason>,
        asking: &Asking<'_>,
    ) -> Option<Answer<AlgebraicValue>> {
        let (Source::Heaps(code), Status::Partial, None, None) =
            (search.source(), search.status(), self.to, limit)
        else {
            return None;
        };
        if !self.asks_for_nothing_more() {
            return None;
        }
        let answer = AlgebraicQuestion { code: code.to_string() }.ask(asking).ok()?;
        answer.value.quotient.is_some().then_some(answer)
    }

    /// What is wanted beside a finite quotient; why it is not all that was asked for.
    fn finish(
        &self,
        value: &mut QuotientValue,
        search: &MisereQuotient,
        limit: Option<StopReason>,
        asking: &Asking<'_>,
    ) -> Result<Option<Stopped>, Refused> {
        let unfinished = match (limit, value.next_order) {
            (None, _) => value.why_unfinished(),
            (Some(reason), None) => Some(reason.into()),
            (Some(reason), Some(order)) => {
                let next = value.subject.position_name(value.position + 1);
                let further = format!("with the next position, {next}, the order is at least {order}");
                Some(Stopped::from(reason).further(&further))
            }
        };
        let mut stopped = match (unfinished, value.left_out()) {
            (why, None) => why,
            (Some(why), Some(what)) => Some(why.further(what)),
            (None, Some(what)) => Some(match asking.late.poll() {
                Err(reason) => Stopped::from(reason).further(what),
                Ok(()) => Stopped::because(what),
            }),
        };
        if let (true, Some(elements), Some(detail)) = (self.mex, &value.elements, &value.detail) {
            match mex::table(elements, detail, search.source(), &asking.limits) {
                Ok(table) => value.mex = Some(table),
                Err(reason) => {
                    stopped.get_or_insert(Stopped::during("the mex function", reason));
                }
            }
        }
        if let Some((other, bound)) = &self.isomorphic_to
            && value.detail.is_some()
        {
            match compare(value, other, bound.or(self.to), asking)? {
                Ok(comparison) => value.comparison = Some(comparison),
                Err(why) => {
                    stopped.get_or_insert(why);
                }
            }
        }
        Ok(stopped)
    }
}

impl Question for QuotientQuestion {
    type Value = QuotientValue;

    fn ask(&self, asking: &Asking<'_>) -> Result<Answer<QuotientValue>, Refused> {
        self.ask_with(asking, None, &mut |_, _| Ok(()))
    }
}

/// The comparison with the quotient of another game; inside, why there is none.
fn compare(
    value: &QuotientValue,
    other: &str,
    to: Option<u64>,
    asking: &Asking<'_>,
) -> Result<Result<QuotientComparison, Stopped>, Refused> {
    let subject = QuotientSubject::parse(other, asking)?;
    let to = to.filter(|_| subject.source.len().is_none());
    let mut search = MisereQuotient::of(subject.source.clone()).tabulate_growth(to.is_none());
    let during = format!("the quotient of {other}");
    if let Some(reason) = extend(&mut search, to, &asking.limits, &mut |_| Ok(()))? {
        return Ok(Err(Stopped::during(&during, reason)));
    }
    let right = QuotientValue::new(subject, &mut search, to, &asking.limits);
    Ok(match QuotientComparison::new(value, &right, &asking.limits) {
        Ok(Some(comparison)) => Ok(comparison),
        Ok(None) => Err(Stopped::because(format!("{during} was not written down"))),
        Err(reason) => Err(Stopped::during("the comparison", reason)),
    })
}

/// What is proved where the search diverges, which is kept with the search; the error inside says why nothing is.
fn beyond(
    search: &mut MisereQuotient,
    subject: &QuotientSubject,
    to: Option<u64>,
    limits: &Limits,
    observe: &mut dyn FnMut(&mut MisereQuotient, QuotientStep) -> Result<(), Refused>,
) -> Result<Option<Result<InfiniteValue, String>>, Refused> {
    let (Status::Diverging(_), Source::Heaps(_) | Source::List(_)) = (search.status(), search.source())
    else {
        return Ok(None);
    };
    let first = search.heap() + 1;
    let last = search.source().len().or(to).unwrap_or(first);
    let known = search.described().map(|(game, read_off)| (game.clone(), read_off.cloned()));
    let mut kept = Ok(());
    let mut keep = |game: &InfiniteGame, read_off: Option<&ReadOff>| {
        search.set_described(game.clone(), read_off.cloned());
        if kept.is_ok() {
            kept = observe(search, QuotientStep::Last);
        }
    };
    let found = InfiniteValue::find(known, subject, (first, last), limits, &mut keep);
    kept?;
    Ok(Some(found.map_err(|why| why.to_string())))
}

/// Goes on to heap `to`, or as far as is reasonable unasked, calling `after` with each step done; the limit that was reached,
/// if one was.
fn extend(
    search: &mut MisereQuotient,
    to: Option<u64>,
    limits: &Limits,
    after: &mut dyn FnMut(&mut MisereQuotient) -> Result<(), Refused>,
) -> Result<Option<StopReason>, Refused> {
    let last = search.source().last_position(to.unwrap_or(LAST_UNASKED));
    let asked = to.is_some() || search.source().len().is_some();
    while (search.heap() < last || search.is_behind()) && *search.status() == Status::Partial {
        if !asked && search.growth().last().is_some_and(|growth| growth.order > LARGEST_UNASKED) {
            break;
        }
        match search.extend_to(last.min(search.heap() + 1), &limits.part(PART)) {
            Err(reason) if !limits.is_end_of_part(reason) => return Ok(Some(reason)),
            _ => after(search)?,
        }
    }
    Ok(None)
}

/// Writes down the elements, which may take longer than the search did, part by part.
fn enumerate(
    search: &mut MisereQuotient,
    limits: &Limits,
    observe: &mut dyn FnMut(&mut MisereQuotient, QuotientStep) -> Result<(), Refused>,
) -> Result<(), Refused> {
    while !search.is_enumerated() {
        match search.size(&limits.part(PART)) {
            // What a limit leaves out is said where the elements are wanted.
            Err(reason) if !limits.is_end_of_part(reason) => break,
            _ => observe(search, QuotientStep::Further)?,
        }
    }
    Ok(())
}
