//! `impartial quotient GAME`: the misère quotient, its presentation, the pretending function and the period.

mod compare;
mod egg_box;
mod game;
mod infinite;
mod infinite_words;
mod listing;
mod mex;
mod report;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};
use impartial::limits::{Limits, StopReason};
use impartial::misere::quotient::{MisereQuotient, SavedQuotient, Status};
use impartial::misere::transition::Source;
use impartial::question::Certificate;
use impartial_picture::strip;
use serde_json::{Map, Value};

use self::compare::Comparison;
use self::game::Subject;
use self::infinite::Infinite;
use self::mex::MexTable;
use self::report::Report;
use crate::answer::{Answer, Body, write_file};
use crate::commands::heap_code::parse_heap;
use crate::context::{Context, Format};
use crate::failure::Failure;
use crate::pictures::{self, Wanted};
use crate::quotient_formats::Quotient as Written;
use crate::served;
use crate::strips::parse_fold;

/// The misère quotient of a game.
#[derive(Args)]
pub struct Quotient {
    /// The game: a code such as 0.77, 4.7 or 0.(3310)^3, a name such as kayles, trees such as '*2_+320' or '*2,{0,*2}', or several of these with + between them
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

/// Without `--to`: the largest order that is followed further, and the last heap.
const LARGEST_UNASKED: u64 = 1000;
const LAST_UNASKED: u64 = 10_000;

/// How often what is proved is written down while the search goes on, so that not even a sudden end loses much.
const WRITTEN_EVERY: Duration = Duration::from_secs(1);

impl Quotient {
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
        let to = self.to.as_deref().map(parse_heap).transpose()?;
        let subject = match (&self.game, &self.graph) {
            (_, Some(path)) => Subject::graph(path)?,
            (Some(text), None) => Subject::parse(text)?,
            (None, None) => return Err(Failure::new("which game?")),
        };
        // A finite list of positions is followed to its end.
        let to = to.filter(|_| subject.source.len().is_none());
        // The whole history of growth is worth its price when asked for, or when nothing else was.
        let search = match &self.checkpoint {
            Some(path) if path.exists() => resume(path, &subject, context)?,
            _ => MisereQuotient::of(subject.source.clone()),
        };
        let mut search = search.tabulate_growth(context.explain || to.is_none());
        if let Some(bound) = self.bound {
            search.set_bound(bound.max(4));
        }
        let mut written_at = Instant::now();
        let stopped = extend(&mut search, to, context, |search| {
            if let Some(path) = &self.checkpoint
                && written_at.elapsed() >= WRITTEN_EVERY
            {
                // If this fails, so will the last time, which is reported.
                let _ = write_down(search, path, &context.limits);
                written_at = Instant::now();
            }
        });
        if let Some(path) = &self.checkpoint {
            // What is proved is written down whatever limit was reached.
            write_down(&mut search, path, &context.late)?;
        }
        let beyond = beyond(&search, to, context);
        let mut report = Report::new(subject, &mut search, to, &context.late);
        if let Some(Ok(infinite)) = beyond {
            let drawn = self.draw(&report, format, context)?;
            let beside = self.beside(&report, context);
            let mut answer = report.beyond(infinite, drawn, format, context);
            answer.fields.extend(beside);
            return Ok(answer);
        }
        report.not_proved = beyond.and_then(Result::err);
        let stopped = match stopped {
            Err(reason) => Some(match search.next_order_at_least() {
                Some(order) => {
                    let next = report.next_position();
                    format!("{reason}; with the next position, {next}, the order is at least {order}")
                }
                None => reason.to_string(),
            }),
            Ok(()) => report.why_unfinished(to),
        };
        let stopped = match (stopped, report.left_out()) {
            (why, None) => why,
            (Some(why), Some(what)) => Some(format!("{why}; {what}")),
            (None, Some(what)) => Some(match context.late.poll() {
                Err(reason) => format!("{reason}; {what}"),
                Ok(()) => what.to_owned(),
            }),
        };
        let mex = report
            .written()
            .filter(|_| self.mex)
            .map(|written| MexTable::new(&written, search.source(), &context.limits))
            .transpose();
        let (mex, stopped) = match mex {
            Ok(mex) => (mex, stopped),
            Err(reason) => {
                (None, stopped.or_else(|| Some(format!("{reason} before the mex function was known"))))
            }
        };
        let comparison = match (&self.isomorphic_to, report.written()) {
            (Some(other), Some(written)) => Some(compare(&written, other, to, context)?),
            _ => None,
        };
        let status = match (stopped.is_some(), search.status()) {
            (_, Status::Complete(_)) => "complete",
            (_, Status::Diverging(_)) => "diverging",
            (true, Status::Partial) => "limit",
            (false, Status::Partial) => "partial",
        };
        let written = report.written();
        let drawn = self.draw(&report, format, context)?;
        let body = match format {
            Format::Json => None,
            Format::Latex => written.as_ref().map(Written::latex),
            Format::Mathml => written.as_ref().map(Written::mathml),
            Format::Gap => written.as_ref().map(Written::gap),
            Format::Sage => written.as_ref().map(Written::sage),
            Format::M2 => written.as_ref().map(Written::macaulay2),
            Format::Svg | Format::Dot | Format::Tikz => drawn,
            _ => {
                let mex = mex.as_ref().map(MexTable::text);
                let comparison = comparison.as_ref().map(Comparison::text);
                let parts = [Some(report.text(context.explain)), mex, comparison];
                Some(parts.into_iter().flatten().collect())
            }
        };
        let body = Body::Text(body.unwrap_or_default());
        let mut fields =
            if format == Format::Json { report.fields(status, context.explain) } else { Map::new() };
        if let Some(mex) = mex {
            fields.insert("mex".into(), mex.json());
        }
        if let Some(comparison) = comparison {
            fields.insert("comparison".into(), comparison.json());
        }
        fields.extend(self.beside(&report, context));
        let certificate = context.certificate.as_ref().and_then(|_| report.certificate());
        Ok(Answer {
            body,
            stopped,
            certificate: certificate.map(|proof| Ok(Certificate::of(&proof))),
            ..Answer::new("", fields, report.claim())
        })
    }
}

impl Quotient {
    /// The picture asked for, when the form is one and what it shows is known. Of an infinite quotient that is the last
    /// finite one.
    fn draw(&self, report: &Report, format: Format, context: &Context) -> Result<Option<String>, Failure> {
        if self.picture == Picture::EggBox {
            let is_picture = matches!(format, Format::Svg | Format::Dot | Format::Tikz);
            let picture = is_picture.then(|| report.picture()).flatten();
            return Ok(picture.map(|picture| match format {
                Format::Dot => picture.to_dot(),
                Format::Tikz => picture.to_tikz(),
                _ => picture.to_svg(),
            }));
        }
        if format != Format::Svg {
            return Err(Failure::new("a strip is a picture").help("ask for --format svg"));
        }
        draw_strips(report, self.picture == Picture::Strips, self.fold, context)
    }

    /// The pictures and formulas wanted beside the answer in JSON.
    fn beside(&self, report: &Report, context: &Context) -> Map<String, Value> {
        let mut fields = Map::new();
        if context.mathml
            && let Some(written) = report.written()
        {
            fields.insert("mathml".into(), written.mathml().into());
        }
        if self.pictures.is_empty() {
            return fields;
        }
        let drawn = pictures::drawn(&self.pictures, |picture, fold| match picture {
            Picture::EggBox => report.picture().map(|picture| match fold {
                Some(widest) => picture.narrowed(widest).to_svg(),
                None => picture.to_svg(),
            }),
            strips => draw_strips(report, strips == Picture::Strips, fold, context).ok().flatten(),
        });
        fields.insert("pictures".into(), Value::Object(drawn));
        fields
    }
}

/// The strip of misère play, or both strips; nothing when the values were not written down.
fn draw_strips(
    report: &Report,
    both: bool,
    fold: Option<usize>,
    context: &Context,
) -> Result<Option<String>, Failure> {
    let strips = report.strips(both, fold, context)?;
    Ok((!strips.is_empty()).then(|| strip::to_svg(&strips)))
}

/// The comparison with the quotient of another game, followed as far as the first.
fn compare(
    written: &Written,
    other: &str,
    to: Option<u64>,
    context: &Context,
) -> Result<Comparison, Failure> {
    let subject = Subject::parse(other)?;
    let to = to.filter(|_| subject.source.len().is_none());
    let mut search = MisereQuotient::of(subject.source.clone()).tabulate_growth(to.is_none());
    let failed =
        |reason: StopReason| Failure::new(format!("{reason} before the quotient of {other} was known"));
    extend(&mut search, to, context, |_| {}).map_err(failed)?;
    let report = Report::new(subject, &mut search, to, &context.limits);
    let Some(right) = report.written() else {
        return Err(Failure::new(format!("the quotient of {other} was not written down")));
    };
    Comparison::new(written, &right, report.scope(), &context.limits).map_err(failed)
}

/// What is proved where the search diverges; the error says why nothing is.
fn beyond(search: &MisereQuotient, to: Option<u64>, context: &Context) -> Option<Result<Infinite, String>> {
    let (Status::Diverging(_), Source::Heaps(_) | Source::List(_)) = (search.status(), search.source())
    else {
        return None;
    };
    let first = search.heap() + 1;
    let source = search.source();
    let last = source.len().or(to).unwrap_or(first);
    Some(Infinite::beyond(search.source(), first, last, &context.limits))
}

/// The search that a file holds.
fn resume(path: &Path, subject: &Subject, context: &Context) -> Result<MisereQuotient, Failure> {
    let shown = path.display();
    let text = served::read_to_string(path)
        .map_err(|error| Failure::new(format!("cannot read {shown}: {error}")))?;
    let saved: SavedQuotient = serde_json::from_str(&text)
        .map_err(|error| Failure::new(format!("{shown}: {error}")).help("delete the file to begin anew"))?;
    MisereQuotient::resume(subject.source.clone(), saved, &context.limits)
        .map_err(|error| Failure::new(format!("{shown}: {error}")).help("delete the file to begin anew"))
}

/// Writes down what is proved.
fn write_down(search: &mut MisereQuotient, path: &Path, limits: &Limits) -> Result<(), Failure> {
    let saved = search.save(limits).map_err(|reason| Failure::new(reason.to_string()))?;
    write_file(path, |out| Ok(serde_json::to_writer(out, &saved)?))
}

/// Goes on to heap `to`, or as far as is reasonable unasked; calls `after` with each step done.
fn extend(
    search: &mut MisereQuotient,
    to: Option<u64>,
    context: &Context,
    mut after: impl FnMut(&mut MisereQuotient),
) -> Result<(), StopReason> {
    let last = search.source().last_position(to.unwrap_or(LAST_UNASKED));
    let asked = to.is_some() || search.source().len().is_some();
    while search.heap() < last && *search.status() == Status::Partial {
        if !asked && search.growth().last().is_some_and(|growth| growth.order > LARGEST_UNASKED) {
            break;
        }
        search.extend_to(search.heap() + 1, &context.limits)?;
        if let Some(growth) = search.growth().last() {
            served::tell_partial(search.heap(), growth.order, growth.p_order);
        }
        after(search);
    }
    Ok(())
}
