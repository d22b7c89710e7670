//! Grundy values as text: tables, lists, LaTeX.

use std::fmt::Write as _;
use std::io::{self, Write};

use impartial::heap::{ArithmeticPeriod, HeapCode, Period, PeriodSearch, why_no_theorem};
use impartial::question::{GeneraValue, RareHeaps, SequenceValue};

use crate::format::Format;
use crate::latex::{fitting_columns, pages};

/// Writes the values in the form asked for.
pub fn write(value: &SequenceValue, format: Format, out: &mut dyn Write) -> io::Result<()> {
    let mut values = value.values().iter().take(value.shown).enumerate();
    match (format, &value.genera) {
        (Format::Bfile, _) => values.try_for_each(|(heap, value)| writeln!(out, "{heap} {value}")),
        (Format::Csv, Some(genera)) => {
            writeln!(out, "heap,value,genus")?;
            values.try_for_each(|(heap, value)| writeln!(out, "{heap},{value},{}", genus(genera, heap)))
        }
        (Format::Csv, None) => {
            writeln!(out, "heap,value")?;
            values.try_for_each(|(heap, value)| writeln!(out, "{heap},{value}"))
        }
        (Format::Latex, _) => write_latex(value, out),
        _ => write_text(value, out),
    }
}

/// What a search that forgets its values came to.
pub fn of_search(search: &PeriodSearch) -> String {
    let (code, computed) = (search.code(), search.computed() - 1);
    let period =
        search.period().map_or_else(|| format!("no period is proved by heaps 0 to {computed}"), in_words);
    format!("{}\nlargest value {}, heaps 0 to {computed}\n{period}\n", heading(code), search.max_value())
}

fn heading(code: &HeapCode) -> String {
    code.name().map_or_else(|| code.to_string(), |name| format!("{code}  {name}"))
}

fn in_words(Period { length, first }: Period) -> String {
    match first.checked_sub(1) {
        None => format!("period {length} from heap 0"),
        Some(last) => format!("period {length} from heap {first} (last exception: heap {last})"),
    }
}

fn genus(genera: &GeneraValue, heap: usize) -> &str {
    genera.texts.get(heap).map_or("", String::as_str)
}

/// How many heaps stand in a row: the period if it fits, else twenty.
fn row(value: &SequenceValue) -> usize {
    match value.period() {
        Some(period) if (2..=40).contains(&period.length) => {
            let period = period.length as usize;
            period * (12 / period).max(1)
        }
        _ => 20,
    }
}

fn write_text(value: &SequenceValue, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{}", heading(value.code()))?;
    if value.shown > 0 {
        write_table(value, out)?;
    }
    let (heap, max) = value.largest();
    writeln!(out, "largest value {max}, first at heap {heap}")?;
    let last = value.last();
    if value.shown == 0 {
        writeln!(out, "checksum of heaps 0 to {last}: {:016x}", value.checksum())?;
    }
    if let Some(genera) = &value.genera {
        write_genera(genera, row(value), out)?;
    }
    if let Some(rare) = &value.rare {
        write_rare(value, rare.as_ref(), out)?;
    }
    if let Some(ArithmeticPeriod { length, first, saltus }) = value.sequence.arithmetic_period() {
        return writeln!(
            out,
            "arithmetic period {length} with saltus {saltus}: G(n+{length}) = G(n) + {saltus} from heap {first} on"
        );
    }
    if let Some(period) = value.sequence.period() {
        return writeln!(out, "{}", in_words(period));
    }
    writeln!(out, "no period is proved by heaps 0 to {last}")?;
    if let Some(Period { length, first }) = value.sequence.candidate() {
        writeln!(out, "observed: the values from heap {first} on repeat with period {length}")?;
    }
    if let Some(ArithmeticPeriod { length, first, saltus }) = value.observed_growth() {
        writeln!(out, "observed: G(n+{length}) = G(n) + {saltus} from heap {first} on")?;
    }
    match why_no_theorem(value.code()) {
        Some(why) => writeln!(out, "{why}"),
        None => Ok(()),
    }
}

/// The values in rows of the period, or of twenty.
fn write_table(value: &SequenceValue, out: &mut dyn Write) -> io::Result<()> {
    let row = row(value);
    let width = value.largest().1.to_string().len().max(row.saturating_sub(1).to_string().len() + 1);
    let margin = value.shown.to_string().len().max(4);
    write!(out, "{:>margin$} |", "heap")?;
    (0..row).try_for_each(|column| write!(out, " {:>width$}", format!("+{column}")))?;
    writeln!(out)?;
    for start in (0..value.shown).step_by(row) {
        write!(out, "{start:>margin$} |")?;
        for heap in start..(start + row).min(value.shown) {
            write!(out, " {:>width$}", value.values().get(heap).unwrap_or(0))?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// The table of genera, `row` heaps in a row, and what it shows.
fn write_genera(genera: &GeneraValue, row: usize, out: &mut dyn Write) -> io::Result<()> {
    let texts = &genera.texts;
    let width = texts.iter().map(String::len).max().unwrap_or(0).min(24);
    // Long superscripts would make rows that no screen holds; a divisor keeps the columns of the period.
    let fits = (100 / (width + 1)).max(1);
    let row = (1..=fits.min(row)).rev().find(|columns| row.is_multiple_of(*columns)).unwrap_or(1);
    let margin = texts.len().to_string().len().max(5);
    writeln!(out, "{:>margin$} |", "genus")?;
    for (start, genera) in texts.chunks(row).enumerate() {
        write!(out, "{:>margin$} |", start * row)?;
        genera.iter().try_for_each(|genus| write!(out, " {genus:>width$}"))?;
        writeln!(out)?;
    }
    let last = texts.len().saturating_sub(1);
    match genera.found.first_wild() {
        None if genera.period.is_some() => writeln!(out, "tame: misère play is that of Nim")?,
        None => writeln!(out, "tame to heap {last}: misère play is that of Nim")?,
        Some(heap) => {
            let (genus, temper) = (genus(genera, heap as usize), genera.found.tempers[heap as usize]);
            writeln!(out, "first heap that is not tame: {heap}, {temper}, genus {genus}")?;
        }
    }
    if let Some(Period { length, first }) = genera.period {
        writeln!(out, "the genera from heap {first} on repeat with period {length}")?;
    }
    if let Some(Period { length, first }) = genera.observed {
        writeln!(out, "observed: the genera from heap {first} on repeat with period {length}")?;
    }
    Ok(())
}

fn write_rare(value: &SequenceValue, rare: Option<&RareHeaps>, out: &mut dyn Write) -> io::Result<()> {
    let Some(rare) = rare else {
        return writeln!(out, "sparse space: none, the code is not a finite one that breaks heaps into two");
    };
    let RareHeaps { split, heaps, count } = rare;
    let (mask, form, computed) = (split.mask(), rare.form(), value.last());
    writeln!(out, "sparse space: mask {mask:b} in binary, {form} form: {count} rare heaps of {computed}")?;
    let mut line = String::new();
    for heap in heaps.iter().take(200) {
        let _ = write!(line, " {heap}:{}", value.values().get(*heap).unwrap_or(0));
    }
    let more = if heaps.len() > 200 { " …" } else { "" };
    writeln!(out, "rare heap:value {line}{more}")?;
    writeln!(out, "last rare heap {}", heaps.last().copied().unwrap_or(0))
}

fn write_latex(value: &SequenceValue, out: &mut dyn Write) -> io::Result<()> {
    let (_, largest) = value.largest();
    let row = fitting_columns(row(value), [largest.to_string().as_str()].into_iter());
    let last = value.shown.saturating_sub(1);
    writeln!(out, "% Grundy values of {}, heaps 0 to {last}", value.code())?;
    let head: String = (0..row).map(|column| format!(" & {column}")).collect();
    let rows = (0..value.shown).step_by(row).map(|start| {
        let heaps = start..(start + row).min(value.shown);
        let cells = heaps.map(|heap| format!(" & {}", value.values().get(heap).unwrap_or(0)));
        format!("{start}{}", cells.collect::<String>())
    });
    for line in pages(&format!("r|*{{{row}}}{{r}}"), &head, rows) {
        writeln!(out, "{line}")?;
    }
    Ok(())
}
