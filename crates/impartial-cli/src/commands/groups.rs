//! `impartial groups 2..127 --games dng,gen`: the nimbers of every group of the orders given, as CSV.

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use impartial::question::{GroupColumn, GroupRow, GroupsQuestion, Refused};

use crate::answer::{Answer, Body, write_file};
use crate::context::{Context, Format};
use crate::failure::Failure;
use crate::served;

/// The nimbers of games on every group of the orders given, one row a group.
#[derive(Args)]
pub struct GroupsArguments {
    /// The orders: 2..127, 64, or a list 8,16,100..120
    orders: String,
    /// The games, one column each
    #[arg(long, value_enum, value_delimiter = ',', default_value = "dng,gen")]
    games: Vec<Column>,
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

/// A game played on a group.
#[derive(Clone, Copy, ValueEnum)]
enum Column {
    /// The avoidance game
    Dng,
    /// The achievement game
    Gen,
    /// The game of groups: quotients by normal closures
    Group,
    /// The game of subgroups
    Subgroups,
}

impl From<Column> for GroupColumn {
    fn from(column: Column) -> Self {
        match column {
            Column::Dng => GroupColumn::Dng,
            Column::Gen => GroupColumn::Gen,
            Column::Group => GroupColumn::Group,
            Column::Subgroups => GroupColumn::Subgroups,
        }
    }
}

impl GroupsArguments {
    /// Works through the orders.
    pub fn run(self, context: &Context) -> Result<Answer, Failure> {
        context.expect_format("groups", &[Format::Text, Format::Csv, Format::Json])?;
        let cores = || std::thread::available_parallelism().map_or(1, Into::into);
        let question = GroupsQuestion {
            orders: self.orders,
            games: self.games.into_iter().map(GroupColumn::from).collect(),
            cycles: self.cycles,
            jobs: self.jobs.unwrap_or_else(cores),
        };
        question.orders()?;
        let header = question.columns().join(",") + "\n";
        let (kept, mut file) = match &self.resume {
            Some(path) => open(path, &question, &header)?,
            None => (Vec::new(), None),
        };
        let mut trouble = None;
        let mut keep = |rows: &[GroupRow]| {
            trouble = file.as_mut().and_then(|file| file.write_all(lines(rows).as_bytes()).err());
            trouble.is_none()
        };
        let mut answer = question.ask_from(kept, &mut keep, &context.asking())?;
        if let Some(error) = trouble {
            return Err(Failure::new(format!("cannot write the file of finished orders: {error}")));
        }
        let text = header + &lines(&answer.value.rows);
        if context.format != Format::Json {
            answer.value.rows.clear();
        }
        if context.format == Format::Text {
            // The default form is CSV, and nothing else.
            answer.claims.clear();
        }
        Answer::rendered(Body::Text(text), answer)
    }
}

fn lines(rows: &[GroupRow]) -> String {
    rows.iter().map(|row| format!("{row}\n")).collect()
}

/// The rows that an earlier run has kept, and the file, made anew from them, that finished orders are appended to.
fn open(
    path: &Path,
    question: &GroupsQuestion,
    header: &str,
) -> Result<(Vec<GroupRow>, Option<std::fs::File>), Failure> {
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
        out.write_all(header.as_bytes())?;
        out.write_all(lines(&rows).as_bytes())
    })?;
    let file = std::fs::OpenOptions::new().append(true).open(path);
    Ok((rows, Some(file.map_err(|error| failed("write", error))?)))
}
