//! `impartial survey FAMILY`: the state of every code of a family in both plays, on all cores, resumable.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use clap::Args;
use impartial::question::{
    Refused, SurveyBounds, SurveyQuestion, SurveyRow, read_survey, stored_row, stored_survey,
};
use impartial_report::{self as report, Outside as _, Report};

use crate::answer::write_file;
use crate::context::Context;
use crate::disk::Disk;
use crate::failure::Failure;
use crate::served;

/// The state of every code of a family, in normal and misère play.
#[derive(Args)]
pub struct ChartArguments {
    /// octal1, octal2, octal3 (0.ddd and 4.dd), quaternary4, hexadecimal2 and the like, or a file with one code a line
    family: Option<String>,
    /// The last heap of the search for a normal period
    #[arg(long, value_name = "N", default_value = "20000")]
    to: u64,
    /// The last heap of the search for a misère quotient
    #[arg(long, value_name = "N", default_value = "8000")]
    misere_to: u64,
    /// The largest misère quotient that is followed further
    #[arg(long, value_name = "ORDER", default_value = "2000")]
    order: u64,
    /// The work for one code in one play, in steps: 100000 are a second or two
    #[arg(long, value_name = "STEPS", default_value = "100000")]
    work: u64,
    /// Keep finished codes in this file, and do not do again what is in it
    #[arg(long, value_name = "FILE")]
    store: Option<PathBuf>,
    /// How many codes are worked on at a time; all cores by default
    #[arg(long, value_name = "N")]
    jobs: Option<usize>,
}

impl ChartArguments {
    /// Works through the family.
    pub fn run(self, context: &Context) -> Result<Report, Failure> {
        let family = self.family.ok_or_else(|| {
            Failure::new("which family?")
                .help("impartial survey octal2, or `impartial survey plan octal2 --store FILE` for an atlas")
        })?;
        // Before any work, and before the store is touched.
        report::check_survey(&family, &context.manner())?;
        let bounds =
            SurveyBounds { normal: self.to, misere: self.misere_to, order: self.order, work: self.work };
        let jobs = self.jobs.unwrap_or_else(|| Disk.threads());
        let question = SurveyQuestion { family, bounds, jobs };
        let known = match &self.store {
            Some(path) => stored(path, &bounds)?,
            None => HashMap::new(),
        };
        let store = match &self.store {
            Some(path) => Some(Mutex::new(renewed(path, &known, &bounds)?)),
            None => None,
        };
        let keep = |row: &SurveyRow| store.as_ref().map_or(Ok(()), |store| keep(store, row, &bounds));
        Ok(report::survey(&question, &known, &keep, &context.manner())?)
    }
}

/// The rows of an earlier run with the same bounds.
fn stored(path: &Path, bounds: &SurveyBounds) -> Result<HashMap<String, SurveyRow>, Failure> {
    if !path.exists() {
        return Ok(HashMap::new());
    }
    let text = served::read_to_string(path)
        .map_err(|error| Failure::new(format!("cannot read {}: {error}", path.display())))?;
    read_survey(&text, bounds).map_err(|(line, what)| {
        Failure::new(format!("{}, line {line}: {what}", path.display()))
            .help("the file is not a store of this survey with the same bounds; name another one")
    })
}

/// The store made anew, so that a line cut off by a crash is gone; then each row is appended when it is done.
fn renewed(path: &Path, known: &HashMap<String, SurveyRow>, bounds: &SurveyBounds) -> Result<File, Failure> {
    let mut rows: Vec<&SurveyRow> = known.values().collect();
    rows.sort_unstable_by_key(|row| &row.code);
    let text = stored_survey(rows, bounds);
    write_file(path, |out| out.write_all(text.as_bytes()))?;
    let file = OpenOptions::new().append(true).open(path);
    file.map_err(|error| Failure::new(format!("cannot write {}: {error}", path.display())))
}

/// Appends a finished row to the store, and waits until it is on the disk: whatever happens next, it is not lost.
fn keep(store: &Mutex<File>, row: &SurveyRow, bounds: &SurveyBounds) -> Result<(), Refused> {
    let Ok(mut file) = store.lock() else { return Ok(()) };
    let written = file.write_all(stored_row(row, bounds).as_bytes()).and_then(|()| file.sync_data());
    written.map_err(|error| Refused::new(format!("cannot write the store: {error}")))
}
