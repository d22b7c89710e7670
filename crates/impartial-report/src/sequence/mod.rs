//! Grundy values of the heaps of a code, with the period proved when there is one.

mod picture;
mod text;

use impartial::heap::{GrundySequence, PeriodSearch};
use impartial::question::{
    self, Keep, PeriodSearchQuestion, PeriodSearchValue, Refused, SequenceQuestion, SequenceValue,
};
use impartial_picture::mathml;
use serde_json::{Map, Value};

pub use self::picture::SequencePicture;
use crate::format::Format;
use crate::manner::Manner;
use crate::pictures::{self, Wanted};
use crate::report::{Body, Numbers, Report, json_fields};
use crate::strips;

/// Grundy values of the heaps of a taking-and-breaking game, and what is drawn of them.
pub struct SequenceReport {
    /// The question.
    pub question: SequenceQuestion,
    /// What a picture shows; a strip of few heaps, else a scatter plot, unasked.
    pub picture: Option<SequencePicture>,
    /// Pictures beside an answer in JSON.
    pub pictures: Vec<Wanted<SequencePicture>>,
    /// How many heaps stand in a row of a strip.
    pub fold: Option<usize>,
}

const FORMS: [Format; 6] =
    [Format::Text, Format::Json, Format::Csv, Format::Latex, Format::Bfile, Format::Svg];

impl SequenceReport {
    /// Asks for the values.
    ///
    /// # Errors
    /// When the code is not understood, or the form is none of the question.
    pub fn report(self, manner: &Manner<'_>) -> Result<Report, Refused> {
        Ok(self.report_from(manner, None, None)?.0)
    }

    /// The same from values that were kept; `keep` hears of them as they grow, and the values come with the answer.
    ///
    /// # Errors
    /// As [`report`](Self::report), and when `keep` fails.
    pub fn report_from(
        mut self,
        manner: &Manner<'_>,
        begun: Option<GrundySequence>,
        keep: Option<&mut Keep<'_, GrundySequence>>,
    ) -> Result<(Report, Option<Vec<u8>>), Refused> {
        manner.expect_format("sequence", &FORMS)?;
        let is_svg = manner.format == Format::Svg;
        let is_strip = is_svg && self.picture_shown() == SequencePicture::Strip;
        let to = self.question.to;
        if let Some(last) = to.filter(|last| is_strip && *last > strips::LONGEST) {
            return Err(strips::too_long(last));
        }
        self.question.rare |= is_svg && self.picture == Some(SequencePicture::Rare);
        let is_kept = keep.is_some();
        let mut answer = self.question.ask_from(begun, keep, &manner.asking)?;
        if is_strip && to.is_none() && answer.stopped.is_none() {
            // Unasked, whole rows until the pattern is seen.
            let sequence = answer.value.sequence;
            self.question.to = Some(strips::Shape::new(sequence.law(), self.fold).heaps_unasked());
            answer = self.question.ask_from(Some(sequence), None, &manner.asking)?;
            self.question.to = None;
        }
        let kept = is_kept.then(|| answer.value.sequence.to_bytes());
        Ok((self.render(answer, manner)?, kept))
    }

    /// The period only, remembering a window of values, from a search that was kept; what is to be kept comes with the answer.
    ///
    /// # Errors
    /// As [`report`](Self::report), and when `keep` fails.
    pub fn report_period(
        self,
        search: &PeriodSearchQuestion,
        manner: &Manner<'_>,
        begun: Option<PeriodSearch>,
        keep: &mut Keep<'_, PeriodSearch>,
    ) -> Result<(Report, Option<Vec<u8>>), Refused> {
        manner.expect_format("sequence", &FORMS)?;
        let question::Answer { value, claims, certificate, stopped } =
            search.ask_from(begun, keep, &manner.asking)?;
        match value {
            PeriodSearchValue::Kept(value) => {
                let answer = question::Answer { value: *value, claims, certificate, stopped };
                Ok((self.render(answer, manner)?, None))
            }
            PeriodSearchValue::Searched(ref search) => {
                let (text, bytes) = (text::of_search(search), search.to_bytes());
                let answer = question::Answer { value, claims, certificate, stopped };
                Ok((Report::rendered(Body::Text(text), answer)?, Some(bytes)))
            }
        }
    }

    /// The picture asked for, or that for so many heaps.
    fn picture_shown(&self) -> SequencePicture {
        self.picture.unwrap_or(SequencePicture::unasked(self.question.to.unwrap_or(0)))
    }

    /// The answer in the form asked for.
    fn render(
        &self,
        answer: question::Answer<SequenceValue>,
        manner: &Manner<'_>,
    ) -> Result<Report, Refused> {
        let question::Answer { value, claims, certificate, stopped } = answer;
        let mut fields = Map::new();
        if manner.format == Format::Json {
            // The values are written from where they are: as JSON values they would take thirty times the memory.
            fields = json_fields(&value.without_values(&manner.asking.late))?;
        }
        if manner.mathml
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
        let body = match manner.format {
            Format::Svg => Body::Text(self.picture_shown().draw(&value, self.fold)),
            Format::Json => {
                let numbers = (0..value.shown).map(move |heap| value.values().get(heap).unwrap_or(0));
                streamed = Some(("values", Box::new(numbers) as Numbers));
                Body::Text(String::new())
            }
            format => Body::Stream(Box::new(move |out| text::write(&value, format, out))),
        };
        let answer = question::Answer { value: (), claims, certificate, stopped };
        Ok(Report { streamed, ..Report::with_fields(body, fields, answer) })
    }
}
