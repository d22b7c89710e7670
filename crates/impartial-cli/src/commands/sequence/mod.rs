//! `impartial sequence CODE --to N`: Grundy values of the heaps of a code, with the period proved when there is one.

mod picture;
mod text;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::Args;
use impartial::heap::{CheckpointError, GrundySequence, PeriodSearch};
use impartial::question::{
    self, LAST_FORGOTTEN_HEAP, PeriodSearchQuestion, PeriodSearchValue, Refused, SequenceQuestion,
    SequenceValue,
};
use impartial_picture::mathml;
use serde_json::{Map, Value};

use self::picture::Picture;
use super::heap_code::{parse_heap, parse_heap_to};
use crate::answer::{Answer, Body, Numbers, json_fields, write_file};
use crate::context::{Context, Format};
use crate::deadline;
use crate::failure::Failure;
use crate::pictures::{self, Wanted};
use crate::served;
use crate::strips::{self, parse_fold};

/// Grundy values of the heaps of a taking-and-breaking game.
#[derive(Args)]
pub struct SequenceArguments {
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

/// At most about this much work is lost when the machine fails.
const BETWEEN_CHECKPOINTS: Duration = Duration::from_secs(3);

/// Writing takes at most one part of so many of the time.
const PAUSES: u32 = 20;

impl SequenceArguments {
    /// Asks for the values, and prints them in the form asked for.
    pub fn run(self, context: &Context) -> Result<Answer, Failure> {
        let forms = [Format::Text, Format::Json, Format::Csv, Format::Latex, Format::Bfile, Format::Svg];
        context.expect_format("sequence", &forms)?;
        if !self.window {
            return self.render(self.ask(context)?, context);
        }
        let question::Answer { value, claims, certificate, stopped } = self.search(context)?;
        match value {
            PeriodSearchValue::Kept(value) => {
                self.render(question::Answer { value: *value, claims, certificate, stopped }, context)
            }
            PeriodSearchValue::Searched(ref search) => {
                let text = text::of_search(search);
                Answer::rendered(Body::Text(text), question::Answer { value, claims, certificate, stopped })
            }
        }
    }

    /// Asks for the values, resumed from the checkpoint and kept in it.
    fn ask(&self, context: &Context) -> Result<question::Answer<SequenceValue>, Failure> {
        let to = self.to.as_deref().map(parse_heap).transpose()?;
        let is_svg = context.format == Format::Svg;
        let is_strip = is_svg && self.picture_shown() == Picture::Strip;
        if let Some(last) = to.filter(|last| is_strip && *last > strips::LONGEST) {
            return Err(strips::too_long(last));
        }
        let mut question = SequenceQuestion {
            code: self.code.clone(),
            octal: self.octal,
            to,
            summary: self.summary,
            rare: self.rare || (is_svg && self.picture == Some(Picture::Rare)),
            genus: self.genus,
            threads: threads(),
        };
        let (path, asking) = (self.checkpoint.as_deref(), context.asking());
        let begun = path.map(|path| read_checkpoint(path, GrundySequence::from_bytes)).transpose()?.flatten();
        let mut keep = keeping(path, GrundySequence::to_bytes);
        let mut answer = question.ask_from(begun, path.is_some().then_some(&mut keep), &asking)?;
        if is_strip && to.is_none() && answer.stopped.is_none() {
            // Unasked, whole rows until the pattern is seen.
            let sequence = answer.value.sequence;
            question.to = Some(strips::Shape::new(sequence.law(), self.fold).heaps_unasked());
            answer = question.ask_from(Some(sequence), None, &asking)?;
        }
        if let Some(path) = path {
            save(path, &answer.value.sequence.to_bytes())?;
        }
        Ok(answer)
    }

    /// Asks for the period only, resumed from the checkpoint and kept in it.
    fn search(&self, context: &Context) -> Result<question::Answer<PeriodSearchValue>, Failure> {
        let to = self.to.as_deref().map(|text| parse_heap_to(text, LAST_FORGOTTEN_HEAP)).transpose()?;
        let question = PeriodSearchQuestion {
            code: self.code.clone(),
            octal: self.octal,
            to: to.unwrap_or(100),
            threads: threads(),
        };
        let path = self.checkpoint.as_deref();
        let read = |bytes: &[u8]| PeriodSearch::from_bytes(bytes, threads());
        let begun = path.map(|path| read_checkpoint(path, read)).transpose()?.flatten();
        let answer =
            question.ask_from(begun, &mut keeping(path, PeriodSearch::to_bytes), &context.asking())?;
        if let (Some(path), PeriodSearchValue::Searched(search)) = (path, &answer.value) {
            save(path, &search.to_bytes())?;
        }
        Ok(answer)
    }

    /// The picture asked for, or that for so many heaps.
    fn picture_shown(&self) -> Picture {
        let last = self.to.as_deref().and_then(|text| parse_heap_to(text, LAST_FORGOTTEN_HEAP).ok());
        self.picture.unwrap_or(Picture::unasked(last.unwrap_or(0)))
    }

    /// The answer in the form asked for.
    fn render(&self, answer: question::Answer<SequenceValue>, context: &Context) -> Result<Answer, Failure> {
        let question::Answer { value, claims, certificate, stopped } = answer;
        let mut fields = Map::new();
        if context.format == Format::Json {
            // The values are written from where they are: as JSON values they would take thirty times the memory.
            fields = json_fields(&value.without_values(&context.late))?;
        }
        if context.mathml
            && let Some(genera) = &value.genera
        {
            let set = genera.texts.iter().take(value.shown).map(|genus| mathml::expression(genus));
            fields.insert("mathml".into(), set.collect());
        }
        if !self.pictures.is_empty() {
            let drawn = pictures::drawn(&self.pictures, |picture, fold| Some(picture.beside(&value, fold)));
            fields.insert("pictures".into(), Value::Object(drawn));
        }
        let mut streamed = None;
        let body = match context.format {
            Format::Svg => Body::Text(self.picture_shown().draw(&value, self.fold)),
            Format::Json => {
                let numbers = (0..value.shown).map(move |heap| value.values().get(heap).unwrap_or(0));
                streamed = Some(("values", Box::new(numbers) as Numbers));
                Body::Text(String::new())
            }
            format => Body::Stream(Box::new(move |out| text::write(&value, format, out))),
        };
        let mut answer =
            Answer::with_fields(body, fields, question::Answer { value: (), claims, certificate, stopped });
        answer.streamed = streamed;
        Ok(answer)
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

/// All cores.
fn threads() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}
