//! `impartial quotient GAME`: the misère quotient, its presentation, the pretending function and the period.

mod checkpoint;
mod draw;
mod egg_box;
mod infinite_text;
mod listing;
mod text;

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use impartial::question::{QuotientOf, QuotientQuestion, QuotientStep, QuotientValue};
use serde_json::{Map, Value};

use self::checkpoint::Checkpoint;
use crate::answer::{Answer, Body};
use crate::commands::heap_code::parse_heap;
use crate::context::{Context, Format};
use crate::failure::Failure;
use crate::pictures::{self, Wanted};
use crate::quotient_formats::Quotient as Written;
use crate::served;
use crate::strips::parse_fold;

/// The misère quotient of a game.
#[derive(Args)]
pub struct QuotientArguments {
    /// The game: a code such as 0.77, 4.7 or 0.(3310)^3, a name such as kayles, trees such as '*2_+320' or '*2,{0,*2}', a finite position such as 'gen(S3)', or several of these with + between them
    #[arg(required_unless_present = "graph")]
    game: Option<String>,
    /// The quotient of all positions of a graph of moves; lines `node: option, option`, an option being a node or a sum a+b
    #[arg(long, value_name = "FILE", conflicts_with = "game")]
    graph: Option<PathBuf>,
    /// The last heap; without it, until the game is solved or the quotient grows beyond order 1000
    #[arg(long, value_name = "N")]
    to: Option<String>,
    /// Resume from this file if it exists, and keep what is proved in it
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    /// How many copies of a heap are looked at before the quotient is called diverging [default: 160, fewer where that takes long]
    #[arg(long, value_name = "N")]
    bound: Option<usize>,
    /// Also the mex function: the meximal set of each element, and the least sets of options with that value
    #[arg(long)]
    mex: bool,
    /// Also compare with the quotient of another game, up to the names of elements
    #[arg(long, value_name = "GAME")]
    isomorphic_to: Option<String>,
    /// The last heap of the other game [default: that of --to]
    #[arg(long, value_name = "N", requires = "isomorphic_to")]
    other_to: Option<String>,
    /// What a picture shows
    #[arg(long, value_enum, default_value = "egg-box")]
    picture: Picture,
    /// With --json: these pictures too, as SVG: egg-box, strip, strips; strip=24 has 24 heaps in a row, egg-box=4 at most 4 elements
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    pictures: Vec<Wanted<Picture>>,
    /// How many heaps stand in a row of a strip [default: the period]
    #[arg(long, value_name = "N", value_parser = parse_fold)]
    fold: Option<usize>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Picture {
    /// The elements of the quotient in classes of mutual divisibility
    EggBox,
    /// Phi of each heap, in rows of the period
    Strip,
    /// The strips of normal and misère play side by side
    Strips,
}

impl QuotientArguments {
    /// The game as it was written, if one was named.
    pub fn game_text(&self) -> Option<&str> {
        self.game.as_deref()
    }

    /// Searches as far as asked and prints what is proved.
    pub fn run(self, context: &Context) -> Result<Answer, Failure> {
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
        context.expect_format("quotient", &forms)?;
        self.answer(context.format, context)
    }

    /// The answer in one of the forms.
    pub fn answer(self, format: Format, context: &Context) -> Result<Answer, Failure> {
        let question = self.question()?;
        let mut checkpoint = self.checkpoint.as_deref().map(Checkpoint::new);
        let saved = checkpoint.as_mut().map(Checkpoint::read).transpose()?.flatten();
        let answer = question.ask_with(&context.asking(), saved, &mut |search, step| {
            if step == QuotientStep::Further
                && let Some(growth) = search.growth().last()
            {
                served::tell_partial(search.heap(), growth.order, growth.p_order);
            }
            checkpoint.as_mut().map_or(Ok(()), |checkpoint| checkpoint.keep(search, step))
        })?;
        let value = &answer.value;
        let drawn = self.draw(value, format, context)?;
        let beside = self.beside(value, context);
        let no_table =
            value.infinite.is_some() && drawn.is_none() && !matches!(format, Format::Text | Format::Json);
        let body = Body::Text(render(value, format, drawn, context.explain));
        let mut rendered = match format {
            Format::Json => Answer::rendered(body, answer)?,
            // Without its fields, which only JSON shows.
            _ => Answer::rendered(body, answer.map(|_| Map::new()))?,
        };
        rendered.fields.extend(beside);
        if no_table {
            let why = || "an infinite quotient has no table to write in this form".to_owned();
            rendered.stopped.get_or_insert_with(why);
        }
        Ok(rendered)
    }

    fn question(&self) -> Result<QuotientQuestion, Failure> {
        let heap = |text: &Option<String>| text.as_deref().map(parse_heap).transpose();
        let of = match (&self.game, &self.graph) {
            (_, Some(path)) => {
                let name = path.display().to_string();
                let text = served::read_to_string(path)
                    .map_err(|error| Failure::new(format!("cannot read {name}: {error}")))?;
                QuotientOf::Graph { name, text }
            }
            (Some(text), None) => QuotientOf::Game(text.clone()),
            (None, None) => return Err(Failure::new("which game?")),
        };
        let other_to = heap(&self.other_to)?;
        Ok(QuotientQuestion {
            of,
            to: heap(&self.to)?,
            bound: self.bound,
            mex: self.mex,
            isomorphic_to: self.isomorphic_to.clone().map(|other| (other, other_to)),
        })
    }

    /// The picture asked for, when the form is one and what it shows is known. Of an infinite quotient that is the last
    /// finite one.
    fn draw(
        &self,
        value: &QuotientValue,
        format: Format,
        context: &Context,
    ) -> Result<Option<String>, Failure> {
        if self.picture == Picture::EggBox {
            let is_picture = matches!(format, Format::Svg | Format::Dot | Format::Tikz);
            let picture = is_picture.then(|| draw::egg_box(value)).flatten();
            return Ok(picture.map(|picture| match format {
                Format::Dot => picture.to_dot(),
                Format::Tikz => picture.to_tikz(),
                _ => picture.to_svg(),
            }));
        }
        if format != Format::Svg {
            return Err(Failure::new("a strip is a picture").help("ask for --format svg"));
        }
        draw::strips(value, self.picture == Picture::Strips, self.fold, context)
    }

    /// The pictures and formulas wanted beside the answer in JSON.
    fn beside(&self, value: &QuotientValue, context: &Context) -> Map<String, Value> {
        let mut fields = Map::new();
        if context.mathml
            && let Some(written) = Written::of(value)
        {
            fields.insert("mathml".into(), written.mathml().into());
        }
        if self.pictures.is_empty() {
            return fields;
        }
        let drawn = pictures::drawn(&self.pictures, |picture, fold| match picture {
            Picture::EggBox => draw::egg_box(value).map(|picture| match fold {
                Some(widest) => picture.narrowed(widest).to_svg(),
                None => picture.to_svg(),
            }),
            strips => draw::strips(value, strips == Picture::Strips, fold, context).ok().flatten(),
        });
        fields.insert("pictures".into(), Value::Object(drawn));
        fields
    }
}

/// The answer in a form other than JSON; of an infinite quotient there are only text and pictures.
fn render(value: &QuotientValue, format: Format, drawn: Option<String>, explain: bool) -> String {
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
