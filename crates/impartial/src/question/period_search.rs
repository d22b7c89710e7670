//! The search for a period beyond the memory: it remembers a window of values only.

use serde::ser::{Serialize, SerializeMap, Serializer};

use super::code::read_code;
use super::sequence::{Keep, SequenceQuestion, SequenceValue, by_window};
use super::{Answer, Asking, Certificate, Claim, NoCertificate, Question, Refused, Stopped};
use crate::heap::search::KEPT;
use crate::heap::{GrundySequence, PeriodSearch, SearchEnd};

/// The period of a code whose rare heaps end, searched for far out, the values forgotten.
///
/// ```
/// use impartial::question::{Asking, PeriodSearchQuestion, PeriodSearchValue, Question};
/// let far = PeriodSearchQuestion { code: "0.354".into(), octal: true, to: 12_000_000, threads: 1 };
/// let answer = far.ask(&Asking::with_certificate())?;
/// let PeriodSearchValue::Searched(search) = &answer.value else { panic!("it is beyond the first heaps") };
/// assert_eq!(search.period().map(|period| (period.length, period.first)), Some((1180, 10_061_916)));
/// let certificate = answer.certificate.expect("it was wanted").expect("there is one");
/// assert_eq!(certificate.kind(), "heap-recurrence");
/// assert!(impartial_check::check(&certificate.to_string()).is_ok());
/// # Ok::<(), impartial::question::Refused>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PeriodSearchQuestion {
    /// A code or a name.
    pub code: String,
    /// Whether only octal digits are read.
    pub octal: bool,
    /// The last heap.
    pub to: u64,
    /// How many threads work; they affect the time, never the answer.
    pub threads: usize,
}

/// What a search for a period came to.
pub enum PeriodSearchValue {
    /// The first heaps prove a period, or no others were asked for.
    Kept(Box<SequenceValue>),
    /// The search behind the first heaps.
    Searched(Box<PeriodSearch>),
}

/// A search that forgets its values goes no further: months.
pub const LAST_FORGOTTEN_HEAP: u64 = 1_000_000_000_000_000;

/// The heaps computed between two looks from outside: some seconds.
const STEP: u64 = 1 << 28;

impl PeriodSearchQuestion {
    /// Answers the question, going on from a search that was begun, and giving it to `keep` every few seconds; at the
    /// end it is in the value.
    ///
    /// # Errors
    /// As [`ask`](Question::ask); when the search is of another code; when `keep` fails.
    pub fn ask_from(
        &self,
        begun: Option<PeriodSearch>,
        keep: &mut Keep<'_, PeriodSearch>,
        asking: &Asking<'_>,
    ) -> Result<Answer<PeriodSearchValue>, Refused> {
        let code = read_code(&self.code, self.octal)?;
        if self.to > LAST_FORGOTTEN_HEAP {
            return Err(Refused::new(format!(
                "a search for a period goes to heap {LAST_FORGOTTEN_HEAP} at most"
            )));
        }
        if let Some(begun) = begun.as_ref().filter(|begun| *begun.code() != code) {
            let found = begun.code();
            return Err(Refused::new(format!("what was kept holds a search for {found}, not for {code}")));
        }
        let kept = begun.as_ref().map(PeriodSearch::computed);
        let mut search = match begun {
            // The first heaps proved nothing when it was begun.
            Some(search) => search,
            None => {
                let mut sequence = GrundySequence::new(code.clone()).with_threads(self.threads);
                let first = sequence.find_period(self.to.min(KEPT), &asking.limits);
                if first != Ok(None) || self.to <= KEPT {
                    // A period that the first heaps prove is reported as always, with their values left out.
                    let kept = SequenceQuestion {
                        octal: self.octal,
                        to: Some(self.to.min(KEPT)),
                        summary: true,
                        threads: self.threads,
                        ..SequenceQuestion::new(&self.code)
                    };
                    let answer = kept.ask_from(Some(sequence), None, asking)?;
                    return Ok(answer.map(|value| PeriodSearchValue::Kept(Box::new(value))));
                }
                PeriodSearch::new(sequence, self.threads).map_err(|_| {
                    Refused::new(format!("{code} has no rare heaps that end, or too many common values"))
                        .help("leave out --window")
                })?
            }
        };
        let stopped = self.run(&mut search, keep, asking)?;
        let answer = answer(search, stopped, asking);
        Ok(match kept.and_then(|count| count.checked_sub(1)) {
            Some(heap) => answer.resting_on(&format!("the search to heap {heap} is the one that was kept")),
            None => answer,
        })
    }

    fn run(
        &self,
        search: &mut PeriodSearch,
        keep: &mut Keep<'_, PeriodSearch>,
        asking: &Asking<'_>,
    ) -> Result<Option<Stopped>, Refused> {
        let mut stopped = None;
        while search.period().is_none() && search.computed() <= self.to && stopped.is_none() {
            let next = self.to.min(search.computed() + STEP);
            stopped = search.run(next, &asking.limits).err().map(|end| match end {
                SearchEnd::Stopped(reason) => Stopped::from(reason),
                SearchEnd::Irregular(heap) => Stopped::because(format!(
                    "only all values together decide on heap {heap}; leave out --window to pass it"
                )),
            });
            keep(search)?;
        }
        Ok(stopped)
    }
}

impl Question for PeriodSearchQuestion {
    type Value = PeriodSearchValue;

    fn ask(&self, asking: &Asking<'_>) -> Result<Answer<PeriodSearchValue>, Refused> {
        self.ask_from(None, &mut |_| Ok(()), asking)
    }
}

fn answer(search: PeriodSearch, stopped: Option<Stopped>, asking: &Asking<'_>) -> Answer<PeriodSearchValue> {
    let (statement, claim) = match search.period() {
        Some(period) => {
            let (last_rare, depth) = search.last_rare_and_depth();
            ("period", by_window(period, last_rare, depth))
        }
        None => ("values", Claim::UpTo(format!("heap {}", search.computed() - 1))),
    };
    let certificate = asking.certify(|| match search.certificate(&asking.limits) {
        Ok(Some(proof)) => Ok(Certificate::of(&proof)),
        Ok(None) => Err(NoCertificate::because("no period is proved in a way that is written down")),
        Err(reason) => Err(NoCertificate::because(reason)),
    });
    let value = PeriodSearchValue::Searched(Box::new(search));
    Answer { stopped, certificate, ..Answer::new(value, statement, claim) }
}

impl Serialize for PeriodSearchValue {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let search = match self {
            PeriodSearchValue::Kept(value) => return value.serialize(serializer),
            PeriodSearchValue::Searched(search) => search,
        };
        let (code, period) = (search.code(), search.period());
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("code", &code.to_string())?;
        map.serialize_entry("name", &code.name())?;
        map.serialize_entry("values", &[0_u32; 0])?;
        map.serialize_entry("period", &period.map(|period| period.length))?;
        map.serialize_entry("first_period_heap", &period.map(|period| period.first))?;
        map.serialize_entry("proved", &period.is_some())?;
        map.serialize_entry("max_value", &search.max_value())?;
        map.serialize_entry("computed_to", &(search.computed() - 1))?;
        map.end()
    }
}
