//! `impartial sequence CODE --to N`: Grundy values of the heaps of a code, with the period proved when there is one.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::Args;
use impartial::heap::{CheckpointError, GrundySequence, PeriodSearch};
use impartial::question::{
    CoinSequenceQuestion, LAST_FORGOTTEN_HEAP, PeriodSearchQuestion, Refused, SequenceQuestion,
};
use impartial_report::{
    Outside as _, Report, SequencePicture, SequenceReport, Wanted, coin_sequence, parse_fold, parse_heap,
    parse_heap_to,
};

use crate::answer::write_file;
use crate::choice::choice;
use crate::context::Context;
use crate::deadline;
use crate::disk::Disk;
use crate::failure::Failure;
use crate::served;

/// Grundy values of the heaps of a taking-and-breaking game.
#[derive(Args)]
pub struct SequenceArguments {
    /// The game: a code such as 0.77, 4.7, 0.8F or 0.[3310], a name such as kayles, or coins such as 'coins(moebius)'
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
    #[arg(long, value_parser = choice::<SequencePicture>(), alias = "plot")]
    picture: Option<SequencePicture>,
    /// With --json: these pictures too, as SVG: strip, scatter, rare, histogram; strip=24 has 24 heaps in a row
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    pictures: Vec<Wanted<SequencePicture>>,
    /// How many heaps stand in a row of a strip [default: the period]
    #[arg(long, value_name = "N", value_parser = parse_fold)]
    fold: Option<usize>,
    /// Accept octal digits only
    #[arg(long)]
    octal: bool,
}

/// At most about this much work is lost when the machine fails.
const BETWEEN_CHECKPOINTS: Duration = Duration::from_secs(3);

/// Writing takes at most one part of so many of the time.
const PAUSES: u32 = 20;

impl SequenceArguments {
    /// Asks for the values, or for the period only, resumed from the checkpoint and kept in it.
    pub fn run(self, context: &Context) -> Result<Report, Failure> {
        if CoinSequenceQuestion::is_for(&self.code) {
            return self.run_coins(context);
        }
        let path = self.checkpoint.clone();
        let path = path.as_deref();
        let manner = context.manner();
        let (report, kept) = if self.window {
            let search = self.search()?;
            let read = |bytes: &[u8]| PeriodSearch::from_bytes(bytes, search.threads);
            let begun = path.map(|path| read_checkpoint(path, read)).transpose()?.flatten();
            let mut keep = keeping(path, PeriodSearch::to_bytes);
            self.report(Some(search.to)).report_period(&search, &manner, begun, &mut keep)?
        } else {
            let to = self.to.as_deref().map(parse_heap).transpose()?;
            let begun =
                path.map(|path| read_checkpoint(path, GrundySequence::from_bytes)).transpose()?.flatten();
            let mut keep = keeping(path, GrundySequence::to_bytes);
            self.report(to).report_from(&manner, begun, path.is_some().then_some(&mut keep))?
        };
        if let (Some(path), Some(bytes)) = (path, kept) {
            save(path, &bytes)?;
        }
        Ok(report)
    }

    /// Asks for the values of the coins of a row, which have nothing of what heaps have but a last one.
    fn run_coins(self, context: &Context) -> Result<Report, Failure> {
        let is_for_heaps =
            self.checkpoint.is_some() || self.rare || self.window || self.summary || self.genus || self.octal;
        if is_for_heaps || self.picture.is_some() || !self.pictures.is_empty() || self.fold.is_some() {
            return Err(Failure::new("of the options of `sequence` coins have only --to"));
        }
        let to = self.to.as_deref().map(parse_heap).transpose()?;
        Ok(coin_sequence(&CoinSequenceQuestion { game: self.code, to }, &context.manner())?)
    }

    /// What is asked, with what is to be drawn.
    fn report(self, to: Option<u64>) -> SequenceReport {
        let question = SequenceQuestion {
            code: self.code,
            octal: self.octal,
            to,
            summary: self.summary,
            rare: self.rare,
            genus: self.genus,
            threads: Disk.threads(),
        };
        SequenceReport { question, picture: self.picture, pictures: self.pictures, fold: self.fold }
    }

    /// The search for the period only.
    fn search(&self) -> Result<PeriodSearchQuestion, Failure> {
        let to = self.to.as_deref().map(|text| parse_heap_to(text, LAST_FORGOTTEN_HEAP)).transpose()?;
        Ok(PeriodSearchQuestion {
            code: self.code.clone(),
            octal: self.octal,
            to: to.unwrap_or(100),
            threads: Disk.threads(),
        })
    }
}

/// Writes a checkpoint now and then.
fn keeping<T>(
    path: Option<&Path>,
    to_bytes: impl Fn(&T) -> Vec<u8>,
) -> impl FnMut(&T) -> Result<(), Refused> {
    let (mut saved, mut pause) = (Instant::now(), BETWEEN_CHECKPOINTS);
    move |work| match path.filter(|_| saved.elapsed() >= pause) {
        Some(path) => {
            let started = Instant::now();
            let written = save(path, &to_bytes(work)).map_err(Refused::from);
            (saved, pause) = (Instant::now(), BETWEEN_CHECKPOINTS.max(started.elapsed() * PAUSES));
            written
        }
        None => Ok(()),
    }
}

/// Writes a checkpoint, whole or not at all.
fn save(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let _pen = deadline::pen();
    write_file(path, |out| out.write_all(bytes))
}

/// Reads a checkpoint if there is one; a damaged one is refused.
fn read_checkpoint<T>(
    path: &Path,
    read: impl FnOnce(&[u8]) -> Result<T, CheckpointError>,
) -> Result<Option<T>, Failure> {
    if !path.exists() {
        return Ok(None);
    }
    let bytes = served::read(path)
        .map_err(|error| Failure::new(format!("cannot read {}: {error}", path.display())))?;
    let read = read(&bytes).map_err(|error| Failure::new(format!("{}: {error}", path.display())));
    read.map(Some).map_err(|failure| failure.help("delete the file to begin anew"))
}
