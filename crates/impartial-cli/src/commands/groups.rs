//! `impartial groups 2..127 --games dng,gen`: games on every group of a list, as CSV.

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use clap::Args;
use impartial::question::{GroupRow, GroupsQuestion, Refused};
use impartial_report::{self as report, Format, GroupsColumn, GroupsProperty, Outside as _, Report};

use crate::answer::write_file;
use crate::choice::choice;
use crate::context::Context;
use crate::disk::Disk;
use crate::failure::Failure;
use crate::served;

/// The nimbers of games on every group of a list, one row a group.
#[derive(Args)]
pub struct GroupsArguments {
    /// Orders: 2..127, 64, a list 8,16,100..120 (past 511 from GAP); `transitive 2..8`, `primitive 5..12` (from GAP); or names with
    /// ranges, 'Dih(Z{3..9} x Z3)'
    orders: String,
    /// The games, one column each
    #[arg(long, value_parser = choice::<GroupsColumn>(), value_delimiter = ',', default_value = "dng,gen")]
    games: Vec<GroupsColumn>,
    /// Properties, one column each
    #[arg(long, value_parser = choice::<GroupsProperty>(), value_delimiter = ',')]
    columns: Vec<GroupsProperty>,
    /// Only groups for which these conditions on columns hold: 'gen=2,order%4=2'
    #[arg(long = "where", value_name = "CONDITIONS")]
    filter: Option<String>,
    /// End with the first group that is shown
    #[arg(long)]
    first: bool,
    /// Also whether the simplified structure digraph of each game has a directed cycle (Ernst and Sieben, Question 10.1)
    #[arg(long)]
    cycles: bool,
    /// Keep finished orders in this file, and go on after the last one in it
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
    /// How many groups are worked on at a time; all cores by default
    #[arg(long, value_name = "N")]
    jobs: Option<usize>,
}

impl GroupsArguments {
    /// Works through the orders.
    pub fn run(self, context: &Context) -> Result<Report, Failure> {
        context.expect_format("groups", &[Format::Text, Format::Csv, Format::Latex, Format::Json])?;
        let question = GroupsQuestion {
            orders: self.orders,
            games: self.games.into_iter().map(|GroupsColumn(column)| column).collect(),
            properties: self.columns.into_iter().map(|GroupsProperty(property)| property).collect(),
            filter: self.filter,
            first: self.first,
            cycles: self.cycles,
            jobs: self.jobs.unwrap_or_else(|| Disk.threads()),
        };
        question.is_understood()?;
        let (kept, mut file) = match &self.resume {
            Some(path) => open(path, &question)?,
            None => (Vec::new(), None),
        };
        let mut trouble = None;
        let mut keep = |rows: &[GroupRow]| {
            let lines = question.kept_lines(rows);
            trouble = file.as_mut().and_then(|file| file.write_all(lines.as_bytes()).err());
            trouble.is_none()
        };
        let report = report::groups(&question, kept, &mut keep, &context.manner())?;
        match trouble {
            Some(error) => Err(Failure::new(format!("cannot write the file of finished orders: {error}"))),
            None => Ok(report),
        }
    }
}

/// The rows that an earlier run has kept, and the file, made anew from them, that finished orders are appended to.
fn open(path: &Path, question: &GroupsQuestion) -> Result<(Vec<GroupRow>, Option<std::fs::File>), Failure> {
    let shown = path.display();
    let failed = |what: &str, error: io::Error| Failure::new(format!("cannot {what} {shown}: {error}"));
    let rows = if path.exists() {
        let text = served::read_to_string(path).map_err(|error| failed("read", error))?;
        question
            .read_rows(&text)
            .map_err(|refused| Refused { message: format!("{shown}, {}", refused.message), ..refused })?
    } else {
        Vec::new()
    };
    write_file(path, |out| {
        out.write_all(question.kept_header().as_bytes())?;
        out.write_all(question.kept_lines(&rows).as_bytes())
    })?;
    let file = std::fs::OpenOptions::new().append(true).open(path);
    Ok((rows, Some(file.map_err(|error| failed("write", error))?)))
}
