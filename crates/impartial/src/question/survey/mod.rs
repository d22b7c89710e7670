//! The state of every code of a family, in both plays.
//!
//! Bounds are counts of heaps and of steps of work, never a clock, so that a survey comes out the same wherever and with however
//! many threads it is made: [`unit`] examines one code, [`family`] lists the codes, [`store`] keeps the rows that are done.

mod family;
mod store;
mod unit;

use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde::ser::{Serialize, SerializeMap, Serializer};

pub use self::family::Family;
pub use self::store::{SURVEY_COLUMNS, read_survey, stored_row, stored_survey};
pub use self::unit::{CodeState, SurveyBounds, SurveyRow, SurveyedQuotient};

use super::{Answer, Asking, Claim, NoCertificate, Question, Refused, Stopped};
use crate::limits::StopReason;

/// The state of every code of a family, in normal and misère play.
///
/// ```
/// use impartial::question::{Asking, CodeState, Question, SurveyBounds, SurveyQuestion};
/// let bounds = SurveyBounds { normal: 500, misere: 200, order: 100, work: 10_000 };
/// let survey = SurveyQuestion { family: "octal1".into(), bounds, jobs: 2 };
/// let answer = survey.ask(&Asking::new())?;
/// let row = answer.value.rows[7].as_ref().expect("nothing stopped it");
/// assert_eq!((row.code.as_str(), row.state()), ("0.7", CodeState::Tame));
/// assert_eq!(answer.claims.len(), 3);
/// # Ok::<(), impartial::question::Refused>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SurveyQuestion {
    /// octal1, octal2, … (0.ddd and 4.dd), quaternary4 and the like, or a file with one code a line.
    pub family: String,
    /// How far each code is followed.
    pub bounds: SurveyBounds,
    /// How many codes are worked on at a time; it affects the time, never the answer.
    pub jobs: usize,
}

/// The states of the codes of a family.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SurveyValue {
    /// The family as it was named.
    pub name: String,
    /// Its codes.
    pub family: Family,
    /// The row of each code; none where the survey was stopped before.
    pub rows: Vec<Option<SurveyRow>>,
}

/// Keeps a row that is done; a failure to do so ends the work.
pub type KeepRow<'a> = dyn Fn(&SurveyRow) -> Result<(), Refused> + Sync + 'a;

impl SurveyQuestion {
    /// Answers the question with the rows known already, by code, and gives each new one to `keep`.
    ///
    /// # Errors
    /// As [`ask`](Question::ask), and when `keep` fails.
    pub fn ask_from(
        &self,
        known: &HashMap<String, SurveyRow>,
        keep: &KeepRow<'_>,
        asking: &Asking<'_>,
    ) -> Result<Answer<SurveyValue>, Refused> {
        let family = Family::read(&self.family, asking.files)?;
        let rows = self.work(&family, known, keep, asking)?;
        let value = SurveyValue { name: self.family.clone(), family, rows };
        let (finished, all) = (value.finished().count(), value.rows.len());
        let stopped = (finished < all).then(|| {
            let reason = asking.limits.poll().err().unwrap_or(StopReason::Interrupted);
            Stopped::because(format!("{reason}; {finished} of {all} codes are finished"))
        });
        let certificate = asking.certify(|| {
            Err(NoCertificate::because("a survey has none")
                .help("`impartial sequence` and `impartial quotient` write those of a single code"))
        });
        let SurveyBounds { normal, misere, work, .. } = self.bounds;
        let states = Claim::UpTo(format!(
            "heap {normal} in normal play, heap {misere} in misère play, {work} steps of work for each"
        ));
        let periods =
            "values, or values in a misère quotient, agree for as long as the theorem of Guy and Smith asks";
        let quotients = "each is exact for the heaps named, as its search finds it";
        if finished == 0 && all > 0 {
            return Ok(Answer { value, claims: Vec::new(), certificate, stopped });
        }
        let answer = Answer::new(value, "states", states)
            .with("periods", Claim::Proved(periods.into()))
            .with("quotients", Claim::Proved(quotients.into()));
        Ok(Answer { certificate, stopped, ..answer })
    }

    fn work(
        &self,
        family: &Family,
        known: &HashMap<String, SurveyRow>,
        keep: &KeepRow<'_>,
        asking: &Asking<'_>,
    ) -> Result<Vec<Option<SurveyRow>>, Refused> {
        let codes = &family.codes;
        let rows: Vec<Option<SurveyRow>> =
            codes.iter().map(|code| known.get(&code.to_string()).cloned()).collect();
        let missing: Vec<usize> = (0..codes.len()).filter(|at| rows[*at].is_none()).collect();
        let done = AtomicUsize::new(codes.len() - missing.len());
        let (rows, trouble) = (Mutex::new(rows), Mutex::new(None));
        let next = AtomicUsize::new(0);
        let limits = &asking.limits;
        let work = || {
            while let Some(at) = missing.get(next.fetch_add(1, Ordering::Relaxed)) {
                let row = SurveyRow::examine(&codes[*at], &self.bounds, limits);
                // A row cut short by the end of the whole survey is not a result.
                if limits.poll().is_err() {
                    break;
                }
                if let Err(refused) = keep(&row) {
                    trouble.lock().expect("no worker panics").get_or_insert(refused);
                    break;
                }
                rows.lock().expect("no worker panics")[*at] = Some(row);
                limits.report(done.fetch_add(1, Ordering::Relaxed) as u64 + 1);
            }
        };
        // Where there are no threads to be had, one works here.
        if self.jobs <= 1 {
            work();
        } else {
            std::thread::scope(|scope| (0..self.jobs).for_each(|_| drop(scope.spawn(work))));
        }
        match trouble.into_inner().expect("no worker panics") {
            Some(refused) => Err(refused),
            None => Ok(rows.into_inner().expect("no worker panics")),
        }
    }
}

impl Question for SurveyQuestion {
    type Value = SurveyValue;

    fn ask(&self, asking: &Asking<'_>) -> Result<Answer<SurveyValue>, Refused> {
        self.ask_from(&HashMap::new(), &|_| Ok(()), asking)
    }
}

impl SurveyValue {
    /// The rows that are there.
    pub fn finished(&self) -> impl Iterator<Item = &SurveyRow> {
        self.rows.iter().flatten()
    }
}

impl Serialize for SurveyValue {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let rows: Vec<&SurveyRow> = self.finished().collect();
        let mut map = serializer.serialize_map(Some(4))?;
        map.serialize_entry("family", &self.name)?;
        map.serialize_entry("codes", &self.rows.len())?;
        map.serialize_entry("finished", &rows.len())?;
        map.serialize_entry("rows", &rows)?;
        map.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Limits;

    /// Fails when the clock or the number of threads decides on a row.
    #[test]
    fn two_surveys_are_the_same() {
        let bounds = SurveyBounds { normal: 2000, misere: 300, order: 200, work: 500 };
        let survey = |jobs| {
            let answer =
                SurveyQuestion { family: "octal2".into(), bounds, jobs }.ask(&Asking::new()).unwrap();
            answer.value
        };
        assert_eq!(survey(1), survey(3));
    }

    #[test]
    fn a_survey_goes_on_from_what_is_known_and_stops_with_what_is_done() {
        let bounds = SurveyBounds { normal: 500, misere: 100, order: 100, work: 2000 };
        let question = SurveyQuestion { family: "quaternary2".into(), bounds, jobs: 1 };
        let whole = question.ask(&Asking::new()).unwrap().value;
        let known: HashMap<String, SurveyRow> =
            whole.finished().take(10).map(|row| (row.code.clone(), row.clone())).collect();
        let kept = Mutex::new(Vec::new());
        let keep = |row: &SurveyRow| {
            kept.lock().unwrap().push(row.clone());
            Ok(())
        };
        let again = question.ask_from(&known, &keep, &Asking::new()).unwrap().value;
        assert_eq!(again, whole);
        assert_eq!(kept.into_inner().unwrap().len(), 6);
        let limits = Limits::none();
        limits.handle().stop(StopReason::Time);
        let stopped = question.ask(&Asking { limits, ..Asking::new() }).unwrap();
        assert!(stopped.claims.is_empty() && stopped.stopped.is_some());
        let failing = question.ask_from(&known, &|_| Err(Refused::new("full")), &Asking::new());
        assert_eq!(failing.err().map(|refused| refused.message), Some("full".to_owned()));
    }
}
