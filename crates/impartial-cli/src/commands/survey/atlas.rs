//! An atlas: families planned, worked through, counted, queried and written down.

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser as _};
use impartial::question::{Asking, Refused};
use impartial_report::{Body, Format, Outside as _, Report};
use impartial_survey::{
    Family, Form, Hypothesis, Query, Range, Row, Status as RowStatus, UnitQuestion, open, write_rows,
};
use serde_json::{Value, json};

use super::progress::Progress;
use super::{BoundsArguments, report_of};
use crate::context::Context;
use crate::disk::Disk;
use crate::failure::Failure;

/// How workers ask: under the limits of the program, with proofs.
pub(super) fn asks(context: &Context) -> impl Fn() -> Asking<'static> + Sync + use<> {
    let (limits, late) = (context.limits.clone(), context.late.clone());
    move || Asking {
        limits: limits.clone(),
        late: late.clone(),
        explain: false,
        certificate: true,
        files: &Disk,
    }
}

/// Put the units of a family into a store.
#[derive(Args)]
pub struct Plan {
    /// octal3, quaternary4, hexadecimal2, day4, groups2..31, or a file with one game a line
    #[arg(required = true, value_name = "FAMILY")]
    families: Vec<String>,
    /// The store: a file, or postgres://user@host/database
    #[arg(long, value_name = "STORE")]
    store: String,
    #[command(flatten)]
    bounds: BoundsArguments,
}

impl Plan {
    pub fn run(self, context: &Context) -> Result<Report, Failure> {
        context.expect_format("survey plan", &[Format::Text, Format::Json])?;
        let asking = context.asking();
        let families: Result<Vec<Family>, Refused> =
            self.families.iter().map(|family| Family::read(family, &asking)).collect();
        let families = families?;
        let mut store = open(&self.store, true)?;
        let (mut text, mut fields) = (String::new(), Vec::new());
        for family in families {
            let planned = store.plan(&family.name, &mut family.units(self.bounds.read()))?;
            text += &format!("{}: {} units, {} of them new\n", family.name, planned.units, planned.new);
            fields.push(json!({ "family": family.name, "units": planned.units, "new": planned.new }));
        }
        Ok(report_of(text, json!({ "planned": fields }), None))
    }
}

/// Work through the units that are not done.
#[derive(Args)]
pub struct Run {
    /// The store: a file, or postgres://user@host/database
    #[arg(long, value_name = "STORE")]
    store: String,
    /// How many units are worked on at a time; all cores by default
    #[arg(long, value_name = "N")]
    jobs: Option<usize>,
    /// Tell how far it is every ten seconds, also where standard error is no terminal
    #[arg(long)]
    progress: bool,
}

impl Run {
    pub fn run(self, context: &Context) -> Result<Report, Failure> {
        context.expect_format("survey run", &[Format::Text, Format::Json])?;
        let mut store = open(&self.store, false)?;
        let jobs = self.jobs.unwrap_or_else(|| Disk.threads());
        let progress = Progress::new(store.progress()?.1, self.progress);
        let ran =
            impartial_survey::run::run(store.as_mut(), jobs, &asks(context), &|done| progress.hear(done))?;
        let text = format!("{} units done, {} left\n", ran.new, ran.left);
        let stopped = ran.stopped.map(|reason| format!("{reason}; the same command goes on from here"));
        Ok(report_of(text, json!({ "done": ran.new, "left": ran.left }), stopped))
    }
}

/// How far the families are.
#[derive(Args)]
pub struct Status {
    /// The store: a file, or postgres://user@host/database
    #[arg(long, value_name = "STORE")]
    store: String,
}

impl Status {
    pub fn run(self, context: &Context) -> Result<Report, Failure> {
        context.expect_format("survey status", &[Format::Text, Format::Json])?;
        let counts = open(&self.store, false)?.counts()?;
        let mut text = String::new();
        for count in &counts {
            let status = count.status.as_deref().unwrap_or("not done");
            text += &format!("{:<14} {:<7} {status:<10} {}\n", count.family, count.question, count.count);
        }
        let field = |count: &impartial_survey::Count| json!({ "family": count.family, "question": count.question, "status": count.status, "count": count.count });
        Ok(report_of(text, json!({ "counts": counts.iter().map(field).collect::<Vec<_>>() }), None))
    }
}

fn range(text: &str) -> Result<Range, String> {
    Range::read(text).ok_or_else(|| format!("'{text}' is no range; expected 8, 8..20, 8.. or ..20"))
}

/// Rows of a store.
#[derive(Args)]
pub struct QueryArguments {
    /// The store: a file, or postgres://user@host/database
    #[arg(long, value_name = "STORE")]
    store: String,
    /// Of one family
    #[arg(long)]
    family: Option<String>,
    /// Of one question
    #[arg(long, value_parser = PossibleValuesParser::new(["normal", "misere", "nimber"]).map(|name| UnitQuestion::named(&name).expect("these are its names")))]
    question: Option<UnitQuestion>,
    /// With one status
    #[arg(long, value_parser = PossibleValuesParser::new(RowStatus::ALL.map(RowStatus::key)).map(|name| RowStatus::named(&name).expect("these are its names")))]
    status: Option<RowStatus>,
    /// One game
    #[arg(long)]
    game: Option<String>,
    /// The order of the quotient: 8, 8..20, 8..
    #[arg(long, value_parser = range)]
    order: Option<Range>,
    /// The period
    #[arg(long, value_parser = range)]
    period: Option<Range>,
    /// The order of the kernel
    #[arg(long, value_parser = range)]
    kernel: Option<Range>,
    /// The longest period of the powers of an element
    #[arg(long, value_parser = range)]
    element_period: Option<Range>,
    /// Where this is so; may be given several times
    #[arg(long = "where", value_name = "HYPOTHESIS", value_parser = PossibleValuesParser::new(Hypothesis::ALL.map(|(name, _)| name)).map(|name| Hypothesis::named(&name).expect("these are its names")))]
    hypotheses: Vec<Hypothesis>,
    /// How many rows
    #[arg(long, value_name = "N", default_value = "20")]
    most: u64,
}

/// The rows that a query chooses.
fn rows(store: &str, query: &Query) -> Result<Vec<Row>, Failure> {
    let mut rows = Vec::new();
    open(store, false)?.rows(query, &mut |row| {
        rows.push(row);
        Ok(())
    })?;
    Ok(rows)
}

fn written(rows: &[Row], form: Form) -> Result<String, Failure> {
    let mut bytes = Vec::new();
    write_rows(rows, form, &mut bytes).map_err(|error| Failure::new(error.to_string()))?;
    String::from_utf8(bytes).map_err(|error| Failure::new(error.to_string()))
}

impl QueryArguments {
    pub fn run(self, context: &Context) -> Result<Report, Failure> {
        context.expect_format("survey query", &[Format::Text, Format::Csv, Format::Latex, Format::Json])?;
        let query = Query {
            unit: None,
            family: self.family,
            question: self.question,
            status: self.status,
            game: self.game,
            order: self.order,
            period: self.period,
            kernel: self.kernel,
            element_period: self.element_period,
            hypotheses: self.hypotheses,
            smallest: true,
            most: Some(self.most),
        };
        let rows = rows(&self.store, &query)?;
        let form = match context.format {
            Format::Csv => Form::Csv,
            Format::Latex => Form::Latex,
            _ => Form::Table,
        };
        let text = if rows.is_empty() && form == Form::Table {
            "no row is like this\n".to_owned()
        } else {
            written(&rows, form)?
        };
        let fields: Vec<Value> = rows.iter().map(|row| Value::Object(row.to_json())).collect();
        Ok(report_of(text, json!({ "rows": fields }), None))
    }
}

/// All rows of a family.
#[derive(Args)]
pub struct Export {
    /// The store: a file, or postgres://user@host/database
    #[arg(long, value_name = "STORE")]
    store: String,
    /// Of one family; without it all rows, in the order in which they were planned
    #[arg(long)]
    family: Option<String>,
}

impl Export {
    pub fn run(self, context: &Context) -> Result<Report, Failure> {
        context.expect_format("survey export", &[Format::Text, Format::Csv])?;
        let mut store = open(&self.store, false)?;
        let query = Query { family: self.family, ..Query::default() };
        let form = if context.format == Format::Csv { Form::Csv } else { Form::Lines };
        // Row by row: an atlas is larger than one likes to hold.
        let write = move |out: &mut dyn std::io::Write| {
            let mut trouble = write_rows(&[], form, out);
            let asked = store.rows(&query, &mut |row| {
                let mut line = Vec::new();
                trouble = std::mem::replace(&mut trouble, Ok(()))
                    .and_then(|()| write_rows(&[row], form, &mut line))
                    .and_then(|()| out.write_all(without_header(&line, form)));
                if trouble.is_err() { Err(Refused::new("writing failed")) } else { Ok(()) }
            });
            trouble?;
            asked.map_err(|refused| std::io::Error::other(refused.message))
        };
        Ok(Report::silent(Body::Stream(Box::new(write))))
    }
}

/// The line of one row without the names of the columns.
fn without_header(bytes: &[u8], form: Form) -> &[u8] {
    match form {
        Form::Csv => bytes.iter().position(|byte| *byte == b'\n').map_or(bytes, |end| &bytes[end + 1..]),
        _ => bytes,
    }
}

/// The proof of a row.
#[derive(Args)]
pub struct Proof {
    /// The hash in the column `certificate`
    hash: String,
    /// The store: a file, or postgres://user@host/database
    #[arg(long, value_name = "STORE")]
    store: String,
}

impl Proof {
    pub fn run(self, context: &Context) -> Result<Report, Failure> {
        context.expect_format("survey proof", &[Format::Text])?;
        let proof = open(&self.store, false)?.certificate(&self.hash)?;
        let proof = proof
            .ok_or_else(|| Failure::new(format!("there is no certificate {} in this store", self.hash)))?;
        Ok(Report::silent(Body::Text(proof + "\n")))
    }
}
