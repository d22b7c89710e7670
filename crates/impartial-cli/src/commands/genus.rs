//! The genus of each heap, for `impartial sequence CODE --genus`.

use std::io::{self, Write};
use std::ops::ControlFlow;

use impartial::heap::{GrundySequence, HeapCode};
use impartial::limits::{Limits, StopReason};
use impartial::misere::diagram::OutcomeStop;
use impartial::misere::genus::{Genus, Temper};
use impartial::misere::heap_genus::{GenusSequence, observed_period, tame_beginning};
use impartial::misere::period::Period;
use impartial::misere::value_genus::ValueGenera;
use serde_json::{Map, Value, json};

/// Genera of heaps 0 to some heap, ready to be printed.
pub struct GenusReport {
    texts: Vec<String>,
    tempers: Vec<Temper>,
    first_wild: Option<u64>,
    /// A period that is proved: of the heaps beside any nim-heap, hence of the genera.
    proved_period: Option<Period>,
    observed_period: Option<(usize, usize)>,
}

/// The most sums that are played out without a limit from outside: some gigabytes would be next.
const MOST_SUMS: u64 = 4_000_000;

impl GenusReport {
    /// The genera of the heaps up to `last`, or as far as the limits allow: as long as the game is tame by the fast test,
    /// otherwise by the diagram of nim-values, and where that does not close by playing sums out.
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
            let proved_period = None;
            return (GenusReport { texts, tempers, first_wild: None, proved_period, observed_period }, None);
        }
        let (mut report, stop) = Self::by_values(code, last, limits);
        if report.texts.len() as u64 > last || matches!(stop, Some(OutcomeStop::Limit(_))) {
            let reason = match stop {
                Some(OutcomeStop::Limit(reason)) => Some(reason),
                _ => None,
            };
            return (report, reason);
        }
        let mut genera = GenusSequence::new();
        let bounded = limits.clone().with_positions(MOST_SUMS);
        let stopped = genera.extend_to(last, |heap| code.options(heap), &bounded).err();
        if genera.genera().len() > report.texts.len() {
            report = GenusReport {
                texts: genera.genera().map(ToString::to_string).collect(),
                tempers: genera.tempers().collect(),
                first_wild: genera.first_wild(),
                proved_period: None,
                observed_period: genera.observed_period(),
            };
        }
        (report, stopped)
    }

    /// The genera by the diagram of nim-values: as far as it closes.
    fn by_values(code: &HeapCode, last: u64, limits: &Limits) -> (Self, Option<OutcomeStop>) {
        let mut values = ValueGenera::new();
        let (mut stop, mut period, mut next_check) = (None, None, 32);
        while (values.len() as u64) <= last {
            let heap = values.len() as u64;
            if let Err(reason) = values.push(&code.options(heap), limits) {
                stop = Some(reason);
                break;
            }
            if heap >= next_check {
                next_check = heap + 1 + heap / 16;
                period = prove_period(code, &mut values, limits);
                if period.is_some() {
                    break;
                }
            }
        }
        let known = values.len() as u64 - 1;
        let mut sequence = GrundySequence::new(code.clone());
        let mut genera: Vec<Genus> = Vec::new();
        if sequence.extend_to(known, limits).is_ok() {
            for (heap, base) in sequence.values().iter().take(values.len()).enumerate() {
                match values.genus(heap, base, limits) {
                    Ok(genus) => genera.push(genus),
                    Err(_) => break,
                }
            }
        }
        let mut tempers: Vec<Temper> = Vec::new();
        for (heap, genus) in genera.iter().enumerate() {
            let tame = |heap: &u64| tempers[*heap as usize].is_tame();
            let tame = code.options(heap as u64).iter().flatten().all(tame);
            tempers.push(Temper::of(genus, tame));
        }
        if let Some(Period { period, .. }) = period {
            while (genera.len() as u64) <= last {
                let before = genera.len() - period as usize;
                genera.push(genera[before].clone());
                tempers.push(tempers[before]);
            }
        }
        let report = GenusReport {
            texts: genera.iter().map(ToString::to_string).collect(),
            first_wild: tempers.iter().position(|temper| !temper.is_tame()).map(|heap| heap as u64),
            tempers,
            proved_period: period,
            observed_period: if period.is_some() { None } else { observed_period(&genera) },
        };
        (report, stop.or_else(|| limits.poll().err().map(OutcomeStop::Limit)))
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
        fields.insert("genus_period".into(), json!(self.proved_period.map(|period| period.period)));
        fields.insert("genus_first_period_heap".into(), json!(self.proved_period.map(|period| period.first)));
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
        if let Some(Period { period, first }) = self.proved_period {
            writeln!(out, "the genera from heap {first} on repeat with period {period}: proved")?;
        }
        if let Some((period, first)) = self.observed_period {
            writeln!(out, "observed: the genera from heap {first} on repeat with period {period}")?;
        }
        Ok(())
    }
}

/// The period that the heaps known prove, for codes that the theorem covers.
fn prove_period(code: &HeapCode, values: &mut ValueGenera, limits: &Limits) -> Option<Period> {
    let (take, parts) = (code.last_digit()?, code.max_parts()?);
    if !code.is_plain() {
        return None;
    }
    values.proved_period(u64::from(parts), take, limits).ok().flatten()
}
