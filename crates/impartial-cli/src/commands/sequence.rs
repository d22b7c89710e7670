//! `impartial sequence CODE --to N`: Grundy values of the heaps of a code, with the period proved when there is one.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};
use impartial::claim::Claim;
use impartial::heap::search::KEPT;
use impartial::heap::{
    ArithmeticPeriod, CheckpointError, GrundySequence, HeapCode, Period, PeriodProof, Split,
};
use impartial::limits::StopReason;
use impartial::question::Certificate;
use impartial_picture::mathml;
use impartial_picture::plot::{Scatter, histogram};
use impartial_picture::strip;
use serde_json::{Map, Value, json};

use crate::answer::{Answer, Body, write_file};
use crate::commands::genus::GenusReport;
use crate::commands::heap_code::{parse_code, parse_heap, parse_heap_to};
use crate::commands::period_search;
use crate::context::{Context, Format};
use crate::failure::Failure;
use crate::latex::{fitting_columns, pages};
use crate::pictures::{self, Wanted};
use crate::served;
use crate::strips::{self, LONGEST_UNASKED, law_of, parse_fold};

/// Grundy values of the heaps of a taking-and-breaking game.
#[derive(Args)]
pub struct Sequence {
    /// The game: a code such as 0.77, 4.7, 0.8F or 0.[3310], or a name such as kayles
    code: String,
    /// The last heap; 100, or 40 with --genus, which takes long for wild games
    #[arg(long, value_name = "N")]
    to: Option<String>,
    /// Resume from this file if it exists, and keep the values in it
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    /// Report the rare heaps of the sparse space
    #[arg(long)]
    rare: bool,
    /// Remember a window of values only: a search for periods beyond the memory, in games whose rare heaps end
    #[arg(long, conflicts_with_all = ["rare", "genus"])]
    window: bool,
    /// Leave out the values: only the period, the largest value and the checksum
    #[arg(long)]
    summary: bool,
    /// Also the genus of each heap: nim-values in misère play, alone and beside heaps of two
    #[arg(long)]
    genus: bool,
    /// What a picture shows [default: a strip to 600 heaps, else a scatter plot]
    #[arg(long, value_enum, alias = "plot")]
    picture: Option<Picture>,
    /// With --json: these pictures too, as SVG: strip, scatter, rare, histogram; strip=24 has 24 heaps in a row
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    pictures: Vec<Wanted<Picture>>,
    /// How many heaps stand in a row of a strip [default: the period]
    #[arg(long, value_name = "N", value_parser = parse_fold)]
    fold: Option<usize>,
    /// Accept octal digits only
    #[arg(long)]
    octal: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Picture {
    /// The heaps in rows of the period, exceptions ringed
    Strip,
    /// A point for the value of each heap
    #[value(alias = "values")]
    Scatter,
    /// The same, rare heaps standing out
    Rare,
    /// How often each value occurs
    Histogram,
}

/// If the heaps asked for prove no period, an octal code is followed this far for one, and any other this far.
const LOOK_AHEAD: u64 = 4096;
const SHORT_LOOK_AHEAD: u64 = 255;

/// A search that forgets its values goes no further: months.
const MAX_FORGOTTEN: u64 = 1_000_000_000_000_000;

/// At most about this much work is lost when the machine fails.
pub const BETWEEN_CHECKPOINTS: Duration = Duration::from_secs(60);

impl Sequence {
    /// Computes, looks for the period, and prints in the form asked for.
    pub fn run(mut self, context: &Context) -> Result<Answer, Failure> {
        let forms = [Format::Text, Format::Json, Format::Csv, Format::Latex, Format::Bfile, Format::Svg];
        context.expect_format("sequence", &forms)?;
        let code = parse_code(&self.code, self.octal)?;
        let mut last = match &self.to {
            Some(text) if self.window => parse_heap_to(text, MAX_FORGOTTEN)?,
            Some(text) => parse_heap(text)?,
            None if self.genus => 40,
            None => 100,
        };
        let mut sequence = match &self.checkpoint {
            Some(path) if path.exists() && !self.window => resume(path, &code)?,
            _ => GrundySequence::new(code.clone()),
        }
        .with_threads(threads());
        if self.window {
            // A period that the first heaps prove is reported as always, with their values left out.
            self.summary = true;
            let begun = sequence.find_period(last.min(KEPT), &context.limits);
            if begun == Ok(None) && last > KEPT {
                match period_search::search(sequence, last, self.checkpoint.as_deref(), context)? {
                    Ok(answer) => return Ok(answer),
                    Err(_) => {
                        return Err(Failure::new(format!(
                            "{code} has no rare heaps that end, or too many common values"
                        ))
                        .help("leave out --window"));
                    }
                }
            }
            last = last.min(KEPT);
            self.checkpoint = None;
        }
        let mut stopped = self.compute(&mut sequence, last, context)?;
        if stopped.is_none() {
            // Values beyond the last heap asked for serve the proof only; to be stopped there loses nothing.
            let far = if code.is_octal() && code.is_finite() { LOOK_AHEAD } else { SHORT_LOOK_AHEAD };
            let _ = sequence.find_period(far.max(last), &context.limits);
        }
        let picture =
            self.picture.unwrap_or(if last <= LONGEST_UNASKED { Picture::Strip } else { Picture::Scatter });
        let is_strip = context.format == Format::Svg && picture == Picture::Strip;
        if is_strip && self.to.is_none() && stopped.is_none() {
            // Unasked, whole rows until the pattern is seen.
            last = strips::Shape::new(law_of(&sequence), self.fold).heaps_unasked();
            stopped = self.compute(&mut sequence, last, context)?;
        }
        if is_strip && last > strips::LONGEST {
            return Err(strips::too_long(last));
        }
        if let Some(path) = &self.checkpoint {
            save(path, &sequence)?;
        }
        if sequence.values().len() as u64 > last {
            stopped = None;
        }
        let shown = if self.summary { 0 } else { (last as usize + 1).min(sequence.values().len()) };
        let rare = self.rare || (context.format == Format::Svg && picture == Picture::Rare);
        let genus = self.genus.then(|| GenusReport::compute(&code, last, &context.limits));
        let genus = genus.map(|(report, stop)| {
            stopped = stopped.or(stop);
            report
        });
        let report = Report {
            genus,
            split: if rare { Split::best(&code, sequence.values()) } else { None },
            sequence,
            shown,
        };
        let claim = report.claim();
        let mut fields = if context.format == Format::Json { report.fields(self.rare) } else { Map::new() };
        if context.mathml
            && let Some(genus) = &report.genus
        {
            let set = (0..report.shown).map(|heap| mathml::expression(genus.text(heap)));
            fields.insert("mathml".into(), set.collect());
        }
        if !self.pictures.is_empty() {
            let drawn = pictures::drawn(&self.pictures, |picture, fold| Some(report.unasked(picture, fold)));
            fields.insert("pictures".into(), Value::Object(drawn));
        }
        let certificate = context.certificate.is_some().then(|| report.certificate()).flatten();
        let body = match context.format {
            Format::Svg => Body::Text(report.picture(picture, self.fold)),
            Format::Json => Body::Text(String::new()),
            format => Body::Stream(Box::new(move |out| report.write(format, self.rare, out))),
        };
        let stopped = stopped.map(|reason| reason.to_string());
        Ok(Answer {
            body,
            stopped,
            certificate: certificate.map(|proof| Ok(Certificate::of(&proof))),
            ..Answer::new("", fields, claim)
        })
    }
}

impl Sequence {
    /// Computes to the last heap; values are put away now and then when there is a place for them.
    fn compute(
        &self,
        sequence: &mut GrundySequence,
        last: u64,
        context: &Context,
    ) -> Result<Option<StopReason>, Failure> {
        let Some(path) = &self.checkpoint else { return Ok(sequence.extend_to(last, &context.limits).err()) };
        let mut saved = Instant::now();
        loop {
            let done = sequence.values().len() as u64;
            let next = last.min(done + done / 16 + 4096);
            if let Err(reason) = sequence.extend_to(next, &context.limits) {
                return Ok(Some(reason));
            }
            if next == last {
                return Ok(None);
            }
            if saved.elapsed() >= BETWEEN_CHECKPOINTS {
                save(path, sequence)?;
                saved = Instant::now();
            }
        }
    }
}

/// Writes a checkpoint, whole or not at all.
fn save(path: &Path, sequence: &GrundySequence) -> Result<(), Failure> {
    let bytes = sequence.to_bytes();
    write_file(path, |out| out.write_all(&bytes))
}

/// Reads a checkpoint; a damaged one is refused.
pub fn read_checkpoint<T>(
    path: &Path,
    read: impl FnOnce(&[u8]) -> Result<T, CheckpointError>,
) -> Result<T, Failure> {
    let bytes = served::read(path)
        .map_err(|error| Failure::new(format!("cannot read {}: {error}", path.display())))?;
    read(&bytes).map_err(|error| {
        Failure::new(format!("{}: {error}", path.display())).help("delete the file to begin anew")
    })
}

/// All cores.
pub fn threads() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

/// The proof of a period by a window that recurs, in one sentence.
pub fn by_window(length: u64, first: u64, last_rare: u64, depth: u64) -> String {
    format!(
        "period {length} from heap {first}: no heap beyond {last_rare} is rare, {depth} values decide on the next, and that \
         many recur"
    )
}

fn resume(path: &Path, code: &HeapCode) -> Result<GrundySequence, Failure> {
    let sequence = read_checkpoint(path, GrundySequence::from_bytes)?;
    if sequence.code() != code {
        let found = sequence.code();
        return Err(Failure::new(format!("{} holds the sequence of {found}, not of {code}", path.display())));
    }
    Ok(sequence)
}

/// A sequence and how much of it is shown.
struct Report {
    sequence: GrundySequence,
    shown: usize,
    split: Option<(Split, usize)>,
    genus: Option<GenusReport>,
}

impl Report {
    fn claim(&self) -> Claim {
        let (code, computed) = (self.sequence.code(), self.sequence.values().len());
        if let Some(period) = self.sequence.arithmetic_period() {
            let ArithmeticPeriod { length, first, saltus } = period;
            return Claim::Proved(format!(
                "arithmetic period {length} with saltus {saltus} from heap {first}: {}",
                period.reason(code)
            ));
        }
        match (self.sequence.period(), self.sequence.period_proof()) {
            (Some(Period { length, first }), Some(PeriodProof::Window { last_rare, depth })) => {
                Claim::Proved(by_window(length, first, last_rare, depth))
            }
            (Some(period), _) => {
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
            (None, _) => Claim::UpTo(format!("heap {}", computed.saturating_sub(1))),
        }
    }

    fn fields(&self, rare: bool) -> Map<String, Value> {
        let values = self.sequence.values();
        let saltus = self.sequence.arithmetic_period().map(|period| period.saltus);
        let period = self.proved_law();
        let mut fields = Map::new();
        fields.insert("code".into(), json!(self.sequence.code().to_string()));
        fields.insert("name".into(), json!(self.sequence.code().name()));
        fields.insert(
            "values".into(),
            Value::Array(values.iter().take(self.shown).map(|value| json!(value)).collect()),
        );
        fields.insert("period".into(), json!(period.map(|period| period.length)));
        fields.insert("first_period_heap".into(), json!(period.map(|period| period.first)));
        if let Some(saltus) = saltus {
            fields.insert("saltus".into(), json!(saltus));
        }
        fields.insert("proved".into(), json!(period.is_some()));
        fields.insert("max_value".into(), json!(self.largest().1));
        fields.insert("computed_to".into(), json!(values.len().saturating_sub(1)));
        let summed = if self.shown == 0 { values.len() } else { self.shown };
        fields.insert("checksum".into(), json!(format!("{:016x}", values.checksum_to(summed))));
        if let Some(candidate) = self.sequence.candidate() {
            fields.insert("observed_period".into(), json!(candidate.length));
            fields.insert("observed_from".into(), json!(candidate.first));
        }
        if let Some(observed) = self.observed_growth() {
            fields.insert("observed_period".into(), json!(observed.length));
            fields.insert("observed_from".into(), json!(observed.first));
            fields.insert("observed_saltus".into(), json!(observed.saltus));
        }
        if rare {
            let report = self.split.map(|(split, count)| {
                json!({
                    "mask": split.mask(),
                    "form": if split.by_position() { "position parity" } else { "value" },
                    "count": count,
                    "heaps": self.rare_heaps(split),
                })
            });
            fields.insert("rare".into(), json!(report));
        }
        if let Some(genus) = &self.genus {
            genus.insert_fields(&mut fields);
        }
        fields
    }

    /// The proved period, the growth left aside.
    fn proved_law(&self) -> Option<Period> {
        law_of(&self.sequence).map(|law| Period { length: law.length, first: law.first })
    }

    /// An arithmetic period that the values show, when none is proved and there is no plain one.
    fn observed_growth(&self) -> Option<ArithmeticPeriod> {
        let known = self.proved_law().or(self.sequence.candidate());
        if known.is_some() { None } else { ArithmeticPeriod::observe(self.sequence.values()) }
    }

    /// The first heap with the largest value shown, and that value.
    fn largest(&self) -> (usize, u32) {
        let values = self.sequence.values();
        let max = match self.shown {
            0 => values.max(),
            shown => values.iter().take(shown).max().unwrap_or(0),
        };
        (values.iter().position(|value| value == max).unwrap_or(0), max)
    }

    fn rare_heaps(&self, split: Split) -> Vec<usize> {
        let values = self.sequence.values().iter().enumerate().skip(1);
        values.filter(|(heap, value)| split.class(*heap, *value) == 0).map(|(heap, _)| heap).collect()
    }

    fn certificate(&self) -> Option<Value> {
        let sequence = &self.sequence;
        match impartial::heap::certificate(sequence) {
            Some(listed) => serde_json::to_value(listed).ok(),
            // Too long a list: the values are left to the checker.
            None => impartial::heap::recurrence(sequence).and_then(|short| serde_json::to_value(short).ok()),
        }
    }

    fn write(&self, format: Format, rare: bool, out: &mut dyn Write) -> io::Result<()> {
        let values = self.sequence.values().iter().take(self.shown).enumerate();
        match format {
            Format::Bfile => values.into_iter().try_for_each(|(heap, value)| writeln!(out, "{heap} {value}")),
            Format::Csv if self.genus.is_some() => {
                let genus = |heap| self.genus.as_ref().map_or("", |genus| genus.text(heap));
                writeln!(out, "heap,value,genus")?;
                values
                    .into_iter()
                    .try_for_each(|(heap, value)| writeln!(out, "{heap},{value},{}", genus(heap)))
            }
            Format::Csv => {
                writeln!(out, "heap,value")?;
                values.into_iter().try_for_each(|(heap, value)| writeln!(out, "{heap},{value}"))
            }
            Format::Latex => self.write_latex(out),
            _ => self.write_text(rare, out),
        }
    }

    /// How many heaps stand in a row: the period if it fits, else twenty.
    fn row(&self) -> usize {
        match self.proved_law() {
            Some(period) if (2..=40).contains(&period.length) => {
                let period = period.length as usize;
                period * (12 / period).max(1)
            }
            _ => 20,
        }
    }

    fn write_text(&self, rare: bool, out: &mut dyn Write) -> io::Result<()> {
        let (code, values) = (self.sequence.code(), self.sequence.values());
        match code.name() {
            Some(name) => writeln!(out, "{code}  {name}")?,
            None => writeln!(out, "{code}")?,
        }
        if self.shown > 0 {
            self.write_table(out)?;
        }
        let (heap, max) = self.largest();
        writeln!(out, "largest value {max}, first at heap {heap}")?;
        if self.shown == 0 {
            writeln!(
                out,
                "checksum of heaps 0 to {}: {:016x}",
                values.len().saturating_sub(1),
                values.checksum()
            )?;
        }
        if let Some(genus) = &self.genus {
            genus.write_text(self.row(), out)?;
        }
        if rare {
            self.write_rare(out)?;
        }
        if let Some(ArithmeticPeriod { length, first, saltus }) = self.sequence.arithmetic_period() {
            return writeln!(
                out,
                "arithmetic period {length} with saltus {saltus}: G(n+{length}) = G(n) + {saltus} from heap {first} on"
            );
        }
        match (self.sequence.period(), self.sequence.candidate()) {
            (Some(period), _) if period.first == 0 => writeln!(out, "period {} from heap 0", period.length),
            (Some(period), _) => {
                let (p, first) = (period.length, period.first);
                writeln!(out, "period {p} from heap {first} (last exception: heap {})", first - 1)
            }
            (None, observed) => {
                let last = values.len().saturating_sub(1);
                writeln!(out, "no period is proved by heaps 0 to {last}")?;
                if let Some(period) = observed {
                    let (p, first) = (period.length, period.first);
                    writeln!(out, "observed: the values from heap {first} on repeat with period {p}")?;
                }
                if let Some(ArithmeticPeriod { length, first, saltus }) = self.observed_growth() {
                    writeln!(out, "observed: G(n+{length}) = G(n) + {saltus} from heap {first} on")?;
                }
                if let Some(why) = impartial::heap::why_no_theorem(code) {
                    writeln!(out, "{why}")?;
                }
                Ok(())
            }
        }
    }

    /// The values in rows of the period, or of twenty.
    fn write_table(&self, out: &mut dyn Write) -> io::Result<()> {
        let values = self.sequence.values();
        let row = self.row();
        let width = self.largest().1.to_string().len().max(row.saturating_sub(1).to_string().len() + 1);
        let margin = self.shown.to_string().len().max(4);
        write!(out, "{:>margin$} |", "heap")?;
        (0..row).try_for_each(|column| write!(out, " {:>width$}", format!("+{column}")))?;
        writeln!(out)?;
        for start in (0..self.shown).step_by(row) {
            write!(out, "{start:>margin$} |")?;
            for heap in start..(start + row).min(self.shown) {
                write!(out, " {:>width$}", values.get(heap).unwrap_or(0))?;
            }
            writeln!(out)?;
        }
        Ok(())
    }

    fn write_rare(&self, out: &mut dyn Write) -> io::Result<()> {
        let Some((split, count)) = self.split else {
            return writeln!(
                out,
                "sparse space: none, the code is not a finite octal code that breaks heaps"
            );
        };
        let heaps = self.rare_heaps(split);
        let form = if split.by_position() { "position parity" } else { "value" };
        let computed = self.sequence.values().len().saturating_sub(1);
        writeln!(
            out,
            "sparse space: mask {:b} in binary, {form} form: {count} rare heaps of {computed}",
            split.mask()
        )?;
        let values = self.sequence.values();
        let mut line = String::new();
        for heap in heaps.iter().take(200) {
            let _ = write!(line, " {heap}:{}", values.get(*heap).unwrap_or(0));
        }
        let more = if heaps.len() > 200 { " …" } else { "" };
        writeln!(out, "rare heap:value {line}{more}")?;
        writeln!(out, "last rare heap {}", heaps.last().copied().unwrap_or(0))
    }

    fn write_latex(&self, out: &mut dyn Write) -> io::Result<()> {
        let (_, largest) = self.largest();
        let row = fitting_columns(self.row(), [largest.to_string().as_str()].into_iter());
        writeln!(
            out,
            "% Grundy values of {}, heaps 0 to {}",
            self.sequence.code(),
            self.shown.saturating_sub(1)
        )?;
        let head: String = (0..row).map(|column| format!(" & {column}")).collect();
        let rows = (0..self.shown).step_by(row).map(|start| {
            let heaps = start..(start + row).min(self.shown);
            let cells = heaps.map(|heap| format!(" & {}", self.sequence.values().get(heap).unwrap_or(0)));
            format!("{start}{}", cells.collect::<String>())
        });
        for line in pages(&format!("r|*{{{row}}}{{r}}"), &head, rows) {
            writeln!(out, "{line}")?;
        }
        Ok(())
    }

    /// A picture beside the values: a strip has whole rows until the pattern is seen, if they are known so far.
    fn unasked(&self, plot: Picture, fold: Option<usize>) -> String {
        if plot == Picture::Strip {
            let whole = strips::Shape::new(law_of(&self.sequence), fold).heaps_unasked() as usize;
            return self.strip(whole.min(self.sequence.values().len().saturating_sub(1)), fold);
        }
        self.picture(plot, fold)
    }

    fn strip(&self, heaps: usize, fold: Option<usize>) -> String {
        let observed = self.sequence.candidate().map(|period| period.length);
        let shape = strips::Shape::new(law_of(&self.sequence), fold).or_observed(observed);
        strip::to_svg(&[strips::normal(&self.sequence, heaps, &shape)])
    }

    fn picture(&self, plot: Picture, fold: Option<usize>) -> String {
        if plot == Picture::Strip {
            return self.strip(self.shown.saturating_sub(1), fold);
        }
        let (code, values) = (self.sequence.code(), self.sequence.values());
        let (_, max) = self.largest();
        let points =
            || values.iter().take(self.shown).zip(0u64..).map(|(value, heap)| (heap, u64::from(value)));
        if plot == Picture::Histogram {
            let mut counts = vec![0u64; max as usize + 1];
            points().for_each(|(_, value)| counts[value as usize] += 1);
            let title = format!(
                "{code}: how often each Grundy value occurs, heaps 0 to {}",
                self.shown.saturating_sub(1)
            );
            return histogram(&title, "value", "heaps", &counts, |_| false);
        }
        let rule = self.proved_law().filter(|period| (period.first as usize) < self.shown);
        let name = code.name().map_or_else(String::new, |name| format!(" ({name})"));
        let broken = if plot == Picture::Rare { Vec::new() } else { strips::broken(&self.sequence) };
        let sentence = match (plot, self.proved_law()) {
            (Picture::Rare, _) => "Nim-values of heaps; those of rare heaps stand out.".to_owned(),
            (_, Some(_)) => "Nim-values of heaps; those that break the pattern stand out.".to_owned(),
            (_, None) => "Nim-values of heaps. No period is proved.".to_owned(),
        };
        let scatter = Scatter {
            title: &format!("{code}{name}, normal play, heaps 0 to {}", self.shown.saturating_sub(1)),
            sentence: &sentence,
            accents: if plot == Picture::Rare { "rare" } else { "breaks the pattern" },
            x_label: "heap",
            y_label: "value",
            extent: (self.shown.saturating_sub(1) as u64, max.into()),
            rule: rule
                .map(|period| (period.first, format!("period {} from heap {}", period.length, period.first))),
        };
        let split = self.split.map(|(split, _)| split);
        let stands_out = |(heap, value): &(u64, u64)| {
            let is_rare = split.is_some_and(|split| split.class(*heap as usize, *value as u32) == 0);
            *heap > 0 && (is_rare || broken.get(*heap as usize) == Some(&true))
        };
        scatter.to_svg(points().filter(|point| !stands_out(point)), points().filter(stands_out))
    }
}
