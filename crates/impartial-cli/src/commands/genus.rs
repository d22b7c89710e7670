//! The genus of each heap, for `impartial sequence CODE --genus`.

use std::io::{self, Write};

use impartial::heap::HeapCode;
use impartial::limits::{Limits, StopReason};
use impartial::misere::heap_genus::{GenusSequence, observed_period};
use impartial::misere::period::Period;
use impartial::misere::tame_genus::{HeapGenera, tame_genera};
use impartial::misere::wild_genus::wild_genera;
use serde_json::{Map, Value, json};

/// Genera of heaps 0 to some heap, ready to be printed.
pub struct GenusReport {
    found: HeapGenera,
    /// The proved period of the genera.
    period: Option<Period>,
    texts: Vec<String>,
    observed_period: Option<(usize, usize)>,
}

/// The most sums that are played out without a limit from outside: some gigabytes would be next.
const MOST_SUMS: u64 = 4_000_000;

/// If the heaps asked for prove no period, a tame game is followed this far for one.
const LOOK_AHEAD: u64 = 4096;

impl GenusReport {
    /// The genera of the heaps up to `last`, or as far as the limits allow: if the game is tame by the fast test, otherwise
    /// from a misère quotient, and where that is out of reach by playing sums out.
    pub fn compute(code: &HeapCode, last: u64, limits: &Limits) -> (Self, Option<StopReason>) {
        let (mut found, stopped) = match Self::find(code, last, limits) {
            Ok(found) => (found, None),
            Err((found, reason)) => (found, Some(reason)),
        };
        let period = found.genus_period();
        found.continue_to(last);
        found.genera.truncate(last as usize + 1);
        found.tempers.truncate(last as usize + 1);
        let observed_period = if period.is_some() { None } else { observed_period(&found.genera) };
        let texts = found.genera.iter().map(ToString::to_string).collect();
        (GenusReport { found, period, texts, observed_period }, stopped)
    }

    fn find(code: &HeapCode, last: u64, limits: &Limits) -> Result<HeapGenera, (HeapGenera, StopReason)> {
        let nothing = |reason| (HeapGenera::default(), reason);
        for last in [LOOK_AHEAD.max(last), last] {
            if let Some(tame) = tame_genera(code, last, limits).map_err(nothing)? {
                return Ok(tame);
            }
        }
        let wild = wild_genera(code, last, limits);
        if wild.genera.len() as u64 > last {
            return Ok(wild);
        }
        let mut played = GenusSequence::new();
        let bounded = limits.clone().with_positions(MOST_SUMS);
        let stopped = played.extend_to(last, |heap| code.options(heap), &bounded);
        let found = HeapGenera {
            genera: played.genera().cloned().collect(),
            tempers: played.tempers().collect(),
            period: None,
        };
        match stopped {
            Ok(()) => Ok(found),
            Err(reason) if wild.genera.len() > found.genera.len() => Err((wild, reason)),
            Err(reason) => Err((found, reason)),
        }
    }

    /// The genus of one heap.
    pub fn text(&self, heap: usize) -> &str {
        self.texts.get(heap).map_or("", String::as_str)
    }

    /// The fields `genus`, `temper`, `first_wild_heap` and the period that the genera show.
    pub fn insert_fields(&self, fields: &mut Map<String, Value>) {
        fields.insert("genus".into(), json!(self.texts));
        let tempers: Vec<String> = self.found.tempers.iter().map(ToString::to_string).collect();
        let period = self.period;
        fields.insert("temper".into(), json!(tempers));
        fields.insert("first_wild_heap".into(), json!(self.found.first_wild()));
        fields.insert("genus_period".into(), json!(period.map(|period| period.length)));
        fields.insert("genus_first_period_heap".into(), json!(period.map(|period| period.first)));
        fields.insert("observed_genus_period".into(), json!(self.observed_period.map(|(period, _)| period)));
        fields.insert("observed_genus_from".into(), json!(self.observed_period.map(|(_, first)| first)));
    }

    /// The table of genera, `row` heaps in a row, and what it shows.
    pub fn write_text(&self, row: usize, out: &mut dyn Write) -> io::Result<()> {
        let width = self.texts.iter().map(String::len).max().unwrap_or(0).min(24);
        // Long superscripts would make rows that no screen holds; a divisor keeps the columns of the period.
        let fits = (100 / (width + 1)).max(1);
        let row = (1..=fits.min(row)).rev().find(|columns| row.is_multiple_of(*columns)).unwrap_or(1);
        let margin = self.texts.len().to_string().len().max(5);
        writeln!(out, "{:>margin$} |", "genus")?;
        for (start, genera) in self.texts.chunks(row).enumerate() {
            write!(out, "{:>margin$} |", start * row)?;
            genera.iter().try_for_each(|genus| write!(out, " {genus:>width$}"))?;
            writeln!(out)?;
        }
        let last = self.texts.len().saturating_sub(1);
        match self.found.first_wild() {
            None if self.period.is_some() => writeln!(out, "tame: misère play is that of Nim")?,
            None => writeln!(out, "tame to heap {last}: misère play is that of Nim")?,
            Some(heap) => {
                let genus = self.text(heap as usize);
                writeln!(
                    out,
                    "first heap that is not tame: {heap}, {}, genus {genus}",
                    self.found.tempers[heap as usize]
                )?;
            }
        }
        if let Some(Period { length: period, first }) = self.period {
            writeln!(out, "the genera from heap {first} on repeat with period {period}: proved")?;
        }
        if let Some((period, first)) = self.observed_period {
            writeln!(out, "observed: the genera from heap {first} on repeat with period {period}")?;
        }
        Ok(())
    }
}
