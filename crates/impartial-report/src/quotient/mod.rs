//! `impartial quotient GAME`: the misère quotient, its presentation, the pretending function and the period.

mod automaton;
mod draw;
mod egg_box;
mod infinite_formats;
mod infinite_text;
mod listing;
mod text;

use impartial::misere::{MisereQuotient, SavedQuotient};
use impartial::question::{QuotientQuestion, QuotientStep, QuotientValue, Refused};
use serde_json::{Map, Value};

use self::infinite_formats::Infinite;
use crate::format::Choice;
use crate::format::Format;
use crate::manner::Manner;
use crate::pictures::{self, Wanted};
use crate::quotient_formats::Quotient as Written;
use crate::report::{Body, Report};

/// The misère quotient of a game, and what is drawn of it.
pub struct QuotientReport {
    /// The question.
    pub question: QuotientQuestion,
    /// What a picture shows.
    pub picture: QuotientPicture,
    /// Pictures beside an answer in JSON.
    pub pictures: Vec<Wanted<QuotientPicture>>,
    /// How many heaps stand in a row of a strip.
    pub fold: Option<usize>,
}

/// What a picture of a quotient shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QuotientPicture {
    /// The elements of the quotient in classes of mutual divisibility.
    EggBox,
    /// Phi of each heap, in rows of the period.
    Strip,
    /// The strips of normal and misère play side by side.
    Strips,
    /// The automaton of an infinite quotient.
    Automaton,
}

impl Choice for QuotientPicture {
    const CHOICES: &'static [(&'static str, Self, &'static str)] = &[
        (
            "egg-box",
            QuotientPicture::EggBox,
            "The elements of the quotient in classes of mutual divisibility",
        ),
        ("strip", QuotientPicture::Strip, "Phi of each heap, in rows of the period"),
        ("strips", QuotientPicture::Strips, "The strips of normal and misère play side by side"),
        (
            "automaton",
            QuotientPicture::Automaton,
            "The automaton that reads the sums of an infinite quotient",
        ),
    ];
}

/// Hears of each step of a search, and may keep it.
pub type KeepQuotient<'a> = dyn FnMut(&mut MisereQuotient, QuotientStep) -> Result<(), Refused> + 'a;

impl QuotientReport {
    /// Searches as far as asked: the quotient with its presentation, or its picture.
    ///
    /// # Errors
    /// When the game is not understood, or the form is none of the question.
    pub fn report(self, manner: &Manner<'_>) -> Result<Report, Refused> {
        self.report_from(manner, None, &mut |_, _| Ok(()))
    }

    /// The same from a search that was saved; `keep` hears of each step.
    ///
    /// # Errors
    /// As [`report`](Self::report), and when `keep` fails.
    pub fn report_from(
        self,
        manner: &Manner<'_>,
        saved: Option<SavedQuotient>,
        keep: &mut KeepQuotient<'_>,
    ) -> Result<Report, Refused> {
        let forms = [
            Format::Text,
            Format::Json,
            Format::Latex,
            Format::Mathml,
            Format::Gap,
            Format::Sage,
            Format::M2,
            Format::Svg,
            Format::Dot,
            Format::Tikz,
        ];
        manner.expect_format("quotient", &forms)?;
        self.in_format(manner.format, manner, saved, keep)
    }

    /// The answer in one of the forms.
    pub(crate) fn in_format(
        self,
        format: Format,
        manner: &Manner<'_>,
        saved: Option<SavedQuotient>,
        keep: &mut KeepQuotient<'_>,
    ) -> Result<Report, Refused> {
        let answer = self.question.ask_with(&manner.asking, saved, &mut |search, step| {
            if step == QuotientStep::Further
                && let Some(growth) = search.growth().last()
            {
                manner.outside.hear_partial(search.heap(), growth.order, growth.p_order);
            }
            keep(search, step)
        })?;
        let value = &answer.value;
        let drawn = self.draw(value, format, manner)?;
        let beside = self.beside(value, manner);
        let text = render(value, format, drawn, manner.asking.explain);
        let no_table = value.infinite.is_some() && text.is_empty() && format != Format::Json;
        let body = Body::Text(text);
        let mut report = match format {
            Format::Json => Report::rendered(body, answer)?,
            // Without its fields, which only JSON shows.
            _ => Report::rendered(body, answer.map(|_| Map::new()))?,
        };
        report.fields.extend(beside);
        if no_table {
            let why =
                || "there is no presentation of this infinite quotient to write in this form".to_owned();
            report.stopped.get_or_insert_with(why);
        }
        Ok(report)
    }

    /// The picture asked for, when the form is one and what it shows is known. Of an infinite quotient that is the last
    /// finite one.
    fn draw(
        &self,
        value: &QuotientValue,
        format: Format,
        manner: &Manner<'_>,
    ) -> Result<Option<String>, Refused> {
        if self.picture == QuotientPicture::EggBox {
            let is_picture = matches!(format, Format::Svg | Format::Dot | Format::Tikz);
            let picture = is_picture.then(|| draw::egg_box(value)).flatten();
            return Ok(picture.map(|picture| match format {
                Format::Dot => picture.to_dot(),
                Format::Tikz => picture.to_tikz(),
                _ => picture.to_svg(),
            }));
        }
        if self.picture == QuotientPicture::Automaton {
            let Some(infinite) = &value.infinite else {
                return Err(Refused::new("there is no automaton: the quotient is not known to be infinite")
                    .help("--picture egg-box draws a finite quotient"));
            };
            return Ok(match format {
                Format::Dot => Some(automaton::picture(infinite).to_dot()),
                Format::Svg => Some(automaton::picture(infinite).to_svg()),
                Format::Tikz => Some(automaton::picture(infinite).to_tikz()),
                _ => None,
            });
        }
        if format != Format::Svg {
            return Err(Refused::new("a strip is a picture").help("ask for --format svg"));
        }
        draw::strips(value, self.picture == QuotientPicture::Strips, self.fold, manner)
    }

    /// The pictures and formulas wanted beside the answer in JSON.
    fn beside(&self, value: &QuotientValue, manner: &Manner<'_>) -> Map<String, Value> {
        let mut fields = Map::new();
        if manner.mathml
            && let Some(written) = Written::of(value)
        {
            fields.insert("mathml".into(), written.mathml().into());
        }
        if self.pictures.is_empty() {
            return fields;
        }
        let drawn = pictures::drawn(&self.pictures, |picture, fold| match picture {
            QuotientPicture::EggBox => draw::egg_box(value).map(|picture| match fold {
                Some(widest) => picture.narrowed(widest).to_svg(),
                None => picture.to_svg(),
            }),
            QuotientPicture::Automaton => {
                value.infinite.as_ref().map(|infinite| automaton::picture(infinite).to_svg())
            }
            strips => draw::strips(value, strips == QuotientPicture::Strips, fold, manner).ok().flatten(),
        });
        fields.insert("pictures".into(), Value::Object(drawn));
        fields
    }
}

/// The answer in a form other than JSON.
fn render(value: &QuotientValue, format: Format, drawn: Option<String>, explain: bool) -> String {
    if let (Some(infinite), None) = (&value.infinite, &drawn)
        && let Some(written) = Infinite::of(infinite).and_then(|infinite| infinite.written(format))
    {
        return written;
    }
    let written = || Written::of(value).filter(|_| value.infinite.is_none());
    let written = match format {
        Format::Json => None,
        Format::Svg | Format::Dot | Format::Tikz => drawn,
        Format::Latex => written().map(|written| written.latex()),
        Format::Mathml => written().map(|written| written.mathml()),
        Format::Gap => written().map(|written| written.gap()),
        Format::Sage => written().map(|written| written.sage()),
        Format::M2 => written().map(|written| written.macaulay2()),
        _ => Some(text::text(value, explain)),
    };
    written.unwrap_or_default()
}
