//! The genus of each heap, for `impartial sequence CODE --genus`.

use std::io::{self, Write};
use std::ops::ControlFlow;

use impartial::heap::HeapCode;
use impartial::limits::{Limits, StopReason};
use impartial::misere::genus::Temper;
use impartial::misere::heap_genus::{GenusSequence, observed_period, tame_beginning};
use serde_json::{Map, Value, json};

/// Genera of heaps 0 to some heap, ready to be printed.
pub struct GenusReport {
    texts: Vec<String>,
    tempers: Vec<Temper>,
    first_wild: Option<u64>,
    observed_period: Option<(usize, usize)>,
}

impl GenusReport {
    /// The genera of the heaps up to `last`, or as far as the limits allow: as long as the game is tame by the fast test,
    /// otherwise by playing sums out.
    pub fn compute(code: &HeapCode, last: u64, limits: &Limits) -> (Self, Option<StopReason>) {
        let visit = |heap: u64, mark: &mut dyn FnMut(&[u64])| {
            let _ = code.for_each_option(heap, |option| {
                mark(option);
                ControlFlow::<()>::Continue(())
            });
        };
        if let Ok(tame) = tame_beginning(last, visit, limits)
            && tame.len() as u64 > last
        {
            let tempers = tame.iter().map(|genus| Temper::of(genus, true)).collect();
            let observed_period = observed_period(&tame);
            let texts = tame.iter().map(ToString::to_string).collect();
            return (GenusReport { texts, tempers, first_wild: None, observed_period }, None);
        }
        let mut genera = GenusSequence::new();
        let stopped = genera.extend_to(last, |heap| code.options(heap), limits).err();
        let report = GenusReport {
            texts: genera.genera().map(ToString::to_string).collect(),
            tempers: genera.tempers().collect(),
            first_wild: genera.first_wild(),
            observed_period: genera.observed_period(),
        };
        (report, stopped)
    }

    /// The genus of one heap.
    pub fn text(&self, heap: usize) -> &str {
        self.texts.get(heap).map_or("", String::as_str)
    }

    /// The fields `genus`, `temper`, `first_wild_heap` and the period that the genera show.
    pub fn insert_fields(&self, fields: &mut Map<String, Value>) {
        fields.insert("genus".into(), json!(self.texts));
        let tempers: Vec<String> = self.tempers.iter().map(ToString::to_string).collect();
        fields.insert("temper".into(), json!(tempers));
        fields.insert("first_wild_heap".into(), json!(self.first_wild));
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
        match self.first_wild {
            None => writeln!(out, "tame to heap {last}: misère play is that of Nim")?,
            Some(heap) => {
                let genus = self.text(heap as usize);
                writeln!(
                    out,
                    "first heap that is not tame: {heap}, {}, genus {genus}",
                    self.tempers[heap as usize]
                )?;
            }
        }
        if let Some((period, first)) = self.observed_period {
            writeln!(out, "observed: the genera from heap {first} on repeat with period {period}")?;
        }
        Ok(())
    }
}
