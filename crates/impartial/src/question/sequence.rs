//! Grundy values of the heaps of a code, with the period proved when there is one.

use serde::ser::{Serialize, SerializeMap, SerializeSeq, Serializer};

use super::code::read_code;
use super::genera::GeneraValue;
use super::{Answer, Asking, Certificate, Claim, NoCertificate, Question, Refused};
use crate::heap::{
    self, ArithmeticPeriod, GrundySequence, HeapCode, Period, PeriodProof, Split, Values, recurrence,
};
use crate::limits::{Limits, StopReason};

/// The Grundy values of the heaps of a taking-and-breaking game.
///
/// ```
/// use impartial::question::{Asking, Question, SequenceQuestion};
/// let kayles = SequenceQuestion { to: Some(30), ..SequenceQuestion::new("kayles") };
/// let answer = kayles.ask(&Asking::with_certificate())?;
/// assert_eq!(answer.value.largest(), (27, 8));
/// assert!(answer.claims[0].to_string().starts_with("period: PROVED  period 12 from heap 71: the theorem of Guy and Smith"));
/// let certificate = answer.certificate.expect("it was wanted").expect("there is one");
/// assert_eq!(certificate.kind(), "heap-period");
/// assert!(impartial_check::check(&certificate.to_string()).is_ok());
/// # Ok::<(), impartial::question::Refused>(())
/// ```
///
/// The certificate of a game without a period lists its values, and there is one for values that grow:
///
/// ```
/// use impartial::question::{Asking, Question, SequenceQuestion};
/// for (code, kind) in [("0.6", "grundy-values"), ("nim", "heap-arithmetic-period"), ("0.77", "heap-period")] {
///     let answer = SequenceQuestion::new(code).ask(&Asking::with_certificate())?;
///     let certificate = answer.certificate.expect("it was wanted").expect("there is one");
///     assert_eq!(certificate.kind(), kind);
///     assert!(impartial_check::check(&certificate.to_string()).is_ok());
/// }
/// # Ok::<(), impartial::question::Refused>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SequenceQuestion {
    /// A code or a name.
    pub code: String,
    /// Whether only octal digits are read.
    pub octal: bool,
    /// The last heap; 100 unless told, 40 with genera, which take long for wild games.
    pub to: Option<u64>,
    /// Whether the values are left out: only the period, the largest value and the checksum.
    pub summary: bool,
    /// Whether the rare heaps of the sparse space are wanted.
    pub rare: bool,
    /// Whether the genus of each heap is wanted.
    pub genus: bool,
    /// How many threads work; they affect the time, never the answer.
    pub threads: usize,
}

/// The Grundy values of heaps, and what is known about them.
pub struct SequenceValue {
    /// The values computed, at least those asked for unless it stopped, and their law.
    pub sequence: GrundySequence,
    /// How many values, from heap 0 on, are shown.
    pub shown: usize,
    /// The rare heaps, if they were wanted: none where there is no sparse space.
    pub rare: Option<Option<RareHeaps>>,
    /// The genera, if they were wanted.
    pub genera: Option<GeneraValue>,
}

/// The rare heaps among those computed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RareHeaps {
    /// The split into common and rare values.
    pub split: Split,
    /// The rare heaps, heap 0 left out.
    pub heaps: Vec<usize>,
    /// How many heaps are rare.
    pub count: usize,
}

/// Keeps a sequence from time to time, so that it can be taken up later; a failure to do so ends the work.
pub type Keep<'a, T> = dyn FnMut(&T) -> Result<(), Refused> + 'a;

/// The largest heap that a list of values can go to.
pub const LAST_HEAP: u64 = 100_000_000_000;

/// If the heaps asked for prove no period, an octal code is followed this far for one, and any other this far.
const LOOK_AHEAD: u64 = 4096;
const SHORT_LOOK_AHEAD: u64 = 255;

impl SequenceQuestion {
    /// The values of the first heaps of a code, and nothing else.
    pub fn new(code: &str) -> Self {
        SequenceQuestion {
            code: code.to_owned(),
            octal: false,
            to: None,
            summary: false,
            rare: false,
            genus: false,
            threads: 1,
        }
    }

    /// Answers the question, going on from a sequence that was begun, and giving it to `keep` now and then; at the end it
    /// is in the value.
    ///
    /// # Errors
    /// As [`ask`](Question::ask); when the sequence is of another code; when `keep` fails.
    pub fn ask_from(
        &self,
        begun: Option<GrundySequence>,
        keep: Option<&mut Keep<'_, GrundySequence>>,
        asking: &Asking<'_>,
    ) -> Result<Answer<SequenceValue>, Refused> {
        let code = read_code(&self.code, self.octal)?;
        let last = self.to.unwrap_or(if self.genus { 40 } else { 100 });
        if last > LAST_HEAP {
            return Err(Refused::new(format!("a list of values goes to heap {LAST_HEAP} at most")));
        }
        let sequence = match begun {
            Some(sequence) if *sequence.code() != code => {
                let found = sequence.code();
                return Err(Refused::new(format!(
                    "what was kept holds the sequence of {found}, not of {code}"
                )));
            }
            Some(sequence) => sequence,
            None => GrundySequence::new(code.clone()),
        };
        let mut sequence = sequence.with_threads(self.threads);
        let kept = sequence.given().checked_sub(1);
        let mut stopped = compute(&mut sequence, last, keep, &asking.limits)?;
        if sequence.values().len() as u64 > last {
            stopped = None;
        }
        let genera = self.genus.then(|| {
            let (genera, stop) = GeneraValue::find(&code, last, &asking.limits);
            stopped = stopped.or(stop);
            genera
        });
        let shown = if self.summary { 0 } else { (last as usize + 1).min(sequence.values().len()) };
        let rare = self.rare.then(|| RareHeaps::find(&sequence));
        let certificate = asking.certify(|| {
            let values = certificate(&sequence, last)?;
            match &genera {
                None => Ok(values),
                Some(_) if values.kind() == "heap-recurrence" => Err(NoCertificate::because(
                    "genera need listed values, and the period is too long to list",
                )),
                Some(genera) => Ok(genera.certificate(&values)),
            }
        });
        let value = SequenceValue { sequence, shown, rare, genera };
        let mut answer = value.claimed();
        if let Some(heap) = kept {
            answer = answer.resting_on(&format!("the values to heap {heap} are those that were kept"));
        }
        answer.stopped = stopped.map(Into::into);
        answer.certificate = certificate;
        Ok(answer)
    }
}

impl Question for SequenceQuestion {
    type Value = SequenceValue;

    fn ask(&self, asking: &Asking<'_>) -> Result<Answer<SequenceValue>, Refused> {
        self.ask_from(None, None, asking)
    }
}

/// Computes to the last heap and looks for a period; values are kept now and then when there is a place for them.
fn compute(
    sequence: &mut GrundySequence,
    last: u64,
    mut keep: Option<&mut Keep<'_, GrundySequence>>,
    limits: &Limits,
) -> Result<Option<StopReason>, Refused> {
    let mut stopped = None;
    while stopped.is_none() && sequence.values().len() as u64 <= last {
        let done = sequence.values().len() as u64;
        let next = if keep.is_some() { last.min(done + done / 128 + 4096) } else { last };
        stopped = sequence.extend_to(next, limits).err();
        if let Some(keep) = keep.as_mut().filter(|_| stopped.is_none()) {
            keep(sequence)?;
        }
    }
    if stopped.is_none() {
        // Values beyond the last heap asked for serve the proof only; to be stopped there loses nothing.
        let code = sequence.code();
        let far = if code.is_octal() && code.is_finite() { LOOK_AHEAD } else { SHORT_LOOK_AHEAD };
        let _ = sequence.find_period(far.max(last), limits);
    }
    Ok(stopped)
}

/// A longer list is written only where no shorter proof is known.
const LONG_LIST: u64 = 1 << 22;

/// The proof of what a sequence knows: a list, or, where that is too long, what leaves the values to the checker.
fn certificate(sequence: &GrundySequence, last: u64) -> Result<Certificate, NoCertificate> {
    let listed = || {
        let mut listed = heap::certificate_to(sequence, last)?;
        let values = std::mem::take(&mut listed.values);
        Some(Certificate::with_values(&listed, values))
    };
    let short = || recurrence(sequence).map(|short| Certificate::of(&short));
    let is_long = heap::values_to_list(sequence, last) > LONG_LIST;
    let found = if is_long { short().or_else(listed) } else { listed().or_else(short) };
    found.ok_or_else(|| {
        NoCertificate::because("the values are too many to list, and no shorter proof is known")
    })
}

/// The proof of a period by a window that recurs, in one sentence.
pub(super) fn by_window(Period { length, first }: Period, last_rare: u64, depth: u64) -> Claim {
    Claim::Proved(format!(
        "period {length} from heap {first}: no heap beyond {last_rare} is rare, {depth} values decide on the next, and that \
         many recur"
    ))
}

/// The proof of a period by the theorem of Guy and Smith, in one sentence.
fn by_theorem(period: Period, code: &HeapCode) -> Claim {
    let theorem = match code.max_parts() {
        _ if !code.is_finite() => "the theorem of Guy and Smith for digits that repeat",
        Some(0..=2) => "the theorem of Guy and Smith",
        _ => "the theorem of Guy and Smith for moves that leave more heaps",
    };
    let p = period.length;
    let (first, last) = period.checked(code).unwrap_or((0, 0));
    let checked = if u128::from(first) <= last {
        format!("G(n+{p}) = G(n) checked for {first} <= n <= {last}")
    } else {
        "there is nothing to check".to_owned()
    };
    Claim::Proved(format!("period {p} from heap {}: {theorem}; {checked}", period.first))
}

impl SequenceValue {
    /// The code.
    pub fn code(&self) -> &HeapCode {
        self.sequence.code()
    }

    /// The values computed.
    pub fn values(&self) -> &Values {
        self.sequence.values()
    }

    /// The last heap computed.
    pub fn last(&self) -> usize {
        self.values().len().saturating_sub(1)
    }

    /// The proved period, the growth left aside.
    pub fn period(&self) -> Option<Period> {
        self.sequence.law().map(ArithmeticPeriod::period)
    }

    /// An arithmetic period that the values show, when none is proved and there is no plain one.
    pub fn observed_growth(&self) -> Option<ArithmeticPeriod> {
        let known = self.period().or(self.sequence.candidate());
        if known.is_some() { None } else { ArithmeticPeriod::observe(self.values()) }
    }

    /// The first heap with the largest value shown, and that value; of all values when none are shown.
    pub fn largest(&self) -> (usize, u32) {
        let values = self.values();
        // Of values that recur the first of each are enough.
        let recurring =
            self.sequence.period().map(|period| period.first.saturating_add(period.length) as usize);
        let max = match self.shown {
            0 => values.max(),
            shown => values.iter().take(recurring.map_or(shown, |first| first.min(shown))).max().unwrap_or(0),
        };
        (values.iter().position(|value| value == max).unwrap_or(0), max)
    }

    /// The checksum of the values shown, or of all when none are.
    pub fn checksum(&self) -> u64 {
        self.values().checksum_to(self.summed())
    }

    /// The answer with a claim for each statement.
    fn claimed(self) -> Answer<Self> {
        let (code, last) = (self.code(), self.last());
        let law = match (self.sequence.arithmetic_period(), self.sequence.period()) {
            (Some(period), _) => {
                let ArithmeticPeriod { length, first, saltus } = period;
                let why = period.reason(code);
                let law = format!("arithmetic period {length} with saltus {saltus} from heap {first}");
                Some(Claim::Proved(format!("{law}: {why}")))
            }
            (None, Some(period)) => Some(match self.sequence.period_proof() {
                Some(PeriodProof::Window { last_rare, depth }) => by_window(period, last_rare, depth),
                _ => by_theorem(period, code),
            }),
            (None, None) => None,
        };
        let computed = Claim::UpTo(format!("heap {last}"));
        let genera = self.genera.as_ref().and_then(GeneraValue::claim);
        let rare = self.rare.as_ref().map(|_| computed.clone());
        let mut answer = match law {
            Some(claim) => Answer::new(self, "period", claim.clone()).with("values", claim),
            None => Answer::new(self, "values", computed),
        };
        for (statement, claim) in [("genera", genera), ("rare heaps", rare)] {
            if let Some(claim) = claim {
                answer = answer.with(statement, claim);
            }
        }
        answer
    }
}

impl RareHeaps {
    /// The rare heaps of a sequence, if its code has a sparse space.
    fn find(sequence: &GrundySequence) -> Option<Self> {
        let (split, count) = Split::best(sequence.code(), sequence.values())?;
        let values = sequence.values().iter().enumerate().skip(1);
        let rare = values.filter(|(heap, value)| split.class(*heap, *value) == 0);
        Some(RareHeaps { split, heaps: rare.map(|(heap, _)| heap).collect(), count })
    }

    /// What decides on the class of a heap: its value alone, or its parity too.
    pub fn form(&self) -> &'static str {
        if self.split.by_position() { "position parity" } else { "value" }
    }
}

impl Serialize for RareHeaps {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(4))?;
        map.serialize_entry("mask", &self.split.mask())?;
        map.serialize_entry("form", self.form())?;
        map.serialize_entry("count", &self.count)?;
        map.serialize_entry("heaps", &self.heaps)?;
        map.end()
    }
}

/// The values that are shown, written one by one.
struct Shown<'a>(&'a SequenceValue);

/// A sequence in JSON without its values, whose place is kept: for those who write them one at a time.
pub struct WithoutValues<'a> {
    value: &'a SequenceValue,
    checksum: Option<u64>,
}

impl Serialize for WithoutValues<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.value.serialize_with(&(), self.checksum, serializer)
    }
}

impl Serialize for Shown<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(Some(self.0.shown))?;
        self.0.values().iter().take(self.0.shown).try_for_each(|value| list.serialize_element(&value))?;
        list.end()
    }
}

impl Serialize for SequenceValue {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.serialize_with(&Shown(self), Some(self.checksum()), serializer)
    }
}

impl SequenceValue {
    /// The same in JSON without the values: `null` stands in their place, and in that of a checksum that takes too long.
    pub fn without_values(&self, limits: &Limits) -> WithoutValues<'_> {
        WithoutValues { value: self, checksum: self.values().checksum_within(self.summed(), limits).ok() }
    }

    /// How many values are summed up in the checksum.
    fn summed(&self) -> usize {
        if self.shown == 0 { self.values().len() } else { self.shown }
    }

    fn serialize_with<S: Serializer>(
        &self,
        values: &impl Serialize,
        checksum: Option<u64>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        let period = self.period();
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("code", &self.code().to_string())?;
        map.serialize_entry("name", &self.code().name())?;
        map.serialize_entry("values", values)?;
        map.serialize_entry("period", &period.map(|period| period.length))?;
        map.serialize_entry("first_period_heap", &period.map(|period| period.first))?;
        if let Some(period) = self.sequence.arithmetic_period() {
            map.serialize_entry("saltus", &period.saltus)?;
        }
        map.serialize_entry("proved", &period.is_some())?;
        map.serialize_entry("max_value", &self.largest().1)?;
        map.serialize_entry("computed_to", &self.last())?;
        map.serialize_entry("checksum", &checksum.map(|sum| format!("{sum:016x}")))?;
        if let Some(Period { length, first }) = self.sequence.candidate() {
            map.serialize_entry("observed_period", &length)?;
            map.serialize_entry("observed_from", &first)?;
        }
        if let Some(ArithmeticPeriod { length, first, saltus }) = self.observed_growth() {
            map.serialize_entry("observed_period", &length)?;
            map.serialize_entry("observed_from", &first)?;
            map.serialize_entry("observed_saltus", &saltus)?;
        }
        if let Some(rare) = &self.rare {
            map.serialize_entry("rare", rare)?;
        }
        if let Some(genera) = &self.genera {
            genera.serialize_into(&mut map)?;
        }
        map.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sequence_is_kept_and_taken_up_and_another_one_refused() {
        let question = SequenceQuestion { to: Some(9000), summary: true, ..SequenceQuestion::new("0.16") };
        let mut kept = Vec::new();
        let mut keep = |sequence: &GrundySequence| {
            kept.push(sequence.to_bytes());
            Ok(())
        };
        let whole = question.ask_from(None, Some(&mut keep), &Asking::new()).unwrap();
        assert!(kept.len() >= 3, "{}", kept.len());
        for bytes in &kept {
            let begun = GrundySequence::from_bytes(bytes).unwrap();
            let again = question.ask_from(Some(begun), None, &Asking::new()).unwrap();
            assert_eq!(
                serde_json::to_value(&again.value).unwrap(),
                serde_json::to_value(&whole.value).unwrap()
            );
            assert!(again.claims[0].claim.detail().contains("are those that were kept"));
        }
        let other = GrundySequence::new("0.6".parse().unwrap());
        let refused = question.ask_from(Some(other), None, &Asking::new()).err().unwrap();
        assert!(refused.message.ends_with("holds the sequence of 0.6, not of 0.16"), "{refused}");
    }

    #[test]
    fn a_stopped_sequence_claims_what_was_computed_only() {
        let limits = Limits::none().with_work(3);
        let question = SequenceQuestion { to: Some(100_000), ..SequenceQuestion::new("0.6") };
        let answer = question.ask(&Asking { limits, ..Asking::new() }).unwrap();
        let last = answer.value.last();
        assert!(last < 100_000 && answer.stopped.is_some());
        assert_eq!(answer.claim(), Some(&Claim::UpTo(format!("heap {last}"))));
        assert!(answer.claim_of("period").is_none());
    }
}
