//! The genera of the heaps of a code: nim-values in misère play, alone and beside heaps of two.

use serde::ser::SerializeMap;
use serde_json::json;

use super::quotient::certificate::finite_quotient;
use super::{Certificate, Claim};
use crate::heap::{HeapCode, Period};
use crate::limits::{Limits, StopReason};
use crate::misere::heap_genus::{GenusSequence, observed_period};
use crate::misere::tame_genus::{HeapGenera, tame_genera};
use crate::misere::wild_genus::{NimQuotient, wild_genera_with_quotient};

/// Genera of heaps 0 to some heap.
#[derive(Clone, Debug)]
pub struct GeneraValue {
    /// The genus and the temper of each heap.
    pub found: HeapGenera,
    /// The proved period of the genera.
    pub period: Option<Period>,
    /// A period that they show, where none is proved.
    pub observed: Option<Period>,
    /// The genera as they are written.
    pub texts: Vec<String>,
    /// As they are written, to the end of the first period where one is proved: for the certificate.
    to_period: Vec<String>,
    /// The misère quotient that they were read off, where that is so.
    quotient: Option<NimQuotient>,
}

/// The most sums that are played out without a limit from outside: some gigabytes would be next.
const MOST_SUMS: u64 = 4_000_000;

/// If the heaps asked for prove no period, a tame game is followed this far for one.
const LOOK_AHEAD: u64 = 4096;

impl GeneraValue {
    /// The genera of the heaps up to `last`, or as far as the limits allow.
    pub(super) fn find(code: &HeapCode, last: u64, limits: &Limits) -> (Self, Option<StopReason>) {
        let Found { genera: mut found, quotient, stopped } = genera(code, last, limits);
        let period = found.genus_period();
        let end = period.map_or(last + 1, |period| period.first + period.length);
        found.continue_to(last.max(end));
        let to_period = found.genera.iter().take(end as usize).map(ToString::to_string).collect();
        found.genera.truncate(last as usize + 1);
        found.tempers.truncate(last as usize + 1);
        let observed = if period.is_some() { None } else { observed_period(&found.genera) };
        let observed = observed.map(|(length, first)| Period { length: length as u64, first: first as u64 });
        let texts = found.genera.iter().map(ToString::to_string).collect();
        (GeneraValue { found, period, observed, texts, to_period, quotient }, stopped)
    }

    /// What the genera rest on; nothing when there are none.
    pub(super) fn claim(&self) -> Option<Claim> {
        let last = self.texts.len().checked_sub(1)?;
        let Some(Period { length, first }) = self.period else {
            return Some(Claim::UpTo(format!("heap {last}")));
        };
        let what = match self.found.first_wild() {
            None => "nim-values with tempers",
            Some(_) => "the values in the misère quotient with Nim heaps",
        };
        Some(Claim::Proved(format!(
            "period {length} from heap {first}: {what} repeat, by the theorem of Guy and Smith"
        )))
    }

    /// The proof: kind `genera`, with that of the nim-values.
    pub(super) fn certificate(&self, values: &Certificate) -> Certificate {
        let period = self.period.map(|period| json!({ "period": period.length, "first_heap": period.first }));
        let mut proof = json!({ "kind": "genera", "game": values.field("game"), "genera": self.to_period, "period": period });
        proof["values"] = values.embedded();
        if let Some(NimQuotient { source, monoid, values, period }) = &self.quotient {
            let periods: Vec<Period> = period.iter().copied().collect();
            proof["quotient"] = finite_quotient(source, monoid, values, &periods);
        }
        Certificate::of(&proof)
    }

    /// Writes the fields `genus`, `temper`, `first_wild_heap` and the periods.
    pub(super) fn serialize_into<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
        let tempers: Vec<String> = self.found.tempers.iter().map(ToString::to_string).collect();
        map.serialize_entry("genus", &self.texts)?;
        map.serialize_entry("temper", &tempers)?;
        map.serialize_entry("first_wild_heap", &self.found.first_wild())?;
        map.serialize_entry("genus_period", &self.period.map(|period| period.length))?;
        map.serialize_entry("genus_first_period_heap", &self.period.map(|period| period.first))?;
        map.serialize_entry("observed_genus_period", &self.observed.map(|period| period.length))?;
        map.serialize_entry("observed_genus_from", &self.observed.map(|period| period.first))
    }
}

/// What was found, and why no more.
#[derive(Default)]
struct Found {
    genera: HeapGenera,
    /// The misère quotient that they were read off, if any.
    quotient: Option<NimQuotient>,
    stopped: Option<StopReason>,
}

/// The genera if the game is tame by the fast test, otherwise from a misère quotient, and where that is out of reach by playing
/// sums out.
fn genera(code: &HeapCode, last: u64, limits: &Limits) -> Found {
    for last in [LOOK_AHEAD.max(last), last] {
        match tame_genera(code, last, limits) {
            Ok(Some(genera)) => return Found { genera, ..Found::default() },
            Ok(None) => {}
            Err(reason) => return Found { stopped: Some(reason), ..Found::default() },
        }
    }
    let (wild, quotient) = wild_genera_with_quotient(code, last, limits);
    if wild.genera.len() as u64 > last {
        return Found { genera: wild, quotient, stopped: None };
    }
    let mut played = GenusSequence::new();
    let bounded = limits.clone().with_positions(MOST_SUMS);
    let stopped = played.extend_to(last, |heap| code.options(heap), &bounded).err();
    let found = HeapGenera {
        genera: played.genera().cloned().collect(),
        tempers: played.tempers().collect(),
        period: None,
    };
    if stopped.is_some() && wild.genera.len() > found.genera.len() {
        return Found { genera: wild, quotient, stopped };
    }
    Found { genera: found, quotient: None, stopped }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tame_and_wild_genera_have_their_own_claims() {
        let find = |code: &str| GeneraValue::find(&code.parse().unwrap(), 60, &Limits::none()).0;
        for (code, key) in [("0.31", "proved"), ("0.123", "proved"), ("0.15", "proved"), ("0.77", "up_to")] {
            let genera = find(code);
            assert_eq!(genera.claim().map(|claim| claim.key()), Some(key), "{code}");
            assert_eq!((genera.texts.len(), genera.found.genera.len()), (61, 61), "{code}");
        }
        assert_eq!(find("0.15").period, Some(Period { length: 10, first: 66 }));
    }
}
