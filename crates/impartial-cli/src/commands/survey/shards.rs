//! Shards: parts of a family as JSON lines, merged into a store, and the batch script for a cluster.

use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use clap::Args;
use impartial::question::Refused;
use impartial_report::{Body, Format, Outside as _, Report};
use impartial_survey::run::examine_all;
use impartial_survey::shard::{self, Shard};
use impartial_survey::{Done, Family, SlurmArray, Unit, open};
use serde_json::json;

use super::atlas::asks;
use super::progress::Progress;
use super::{BoundsArguments, report_of};
use crate::context::Context;
use crate::disk::Disk;
use crate::failure::Failure;

fn shard_of(text: &str) -> Result<Shard, String> {
    Shard::read(text).ok_or_else(|| format!("'{text}' is no shard; expected for example 7/64"))
}

/// One part of a family.
#[derive(Args)]
pub struct ShardArguments {
    /// Which of how many: 7/64
    #[arg(value_parser = shard_of)]
    shard: Shard,
    /// octal3, quaternary4, hexadecimal2, day4, groups2..31, or a file with one game a line
    family: String,
    /// The file for the lines; what is in it is not done again
    #[arg(long, value_name = "FILE")]
    into: PathBuf,
    #[command(flatten)]
    bounds: BoundsArguments,
    /// How many units are worked on at a time; all cores by default
    #[arg(long, value_name = "N")]
    jobs: Option<usize>,
    /// Tell how far it is every ten seconds, also where standard error is no terminal
    #[arg(long)]
    progress: bool,
}

impl ShardArguments {
    pub fn run(self, context: &Context) -> Result<Report, Failure> {
        context.expect_format("survey shard", &[Format::Text, Format::Json])?;
        let family = Family::read(&self.family, &context.asking())?;
        let (known, file) = taken_up(&self.into)?;
        let units: Vec<Unit> = self
            .shard
            .units(&family, self.bounds.read())
            .filter(|unit| !known.contains(&unit.hash()))
            .collect();
        let (count, progress) = (units.len() as u64, Progress::new(units.len() as u64, self.progress));
        let (file, new) = (Mutex::new(file), AtomicU64::new(0));
        let keep = |done: &Done| {
            let failed = |error: std::io::Error| {
                Refused::new(format!("cannot write {}: {error}", self.into.display()))
            };
            let line = shard::line(done) + "\n";
            // One write for the line: a killed process leaves whole lines, or one without its end.
            file.lock().expect("no worker panics").write_all(line.as_bytes()).map_err(failed)?;
            progress.hear(new.fetch_add(1, Ordering::Relaxed) + 1);
            Ok(())
        };
        let jobs = self.jobs.unwrap_or_else(|| Disk.threads());
        let stopped = examine_all(&mut units.into_iter(), jobs, &asks(context), &keep)?;
        let new = new.into_inner();
        let text = format!("{new} units done, {} were done before, {} left\n", known.len(), count - new);
        let stopped = stopped.map(|reason| format!("{reason}; the same command goes on from here"));
        Ok(report_of(text, json!({ "done": new, "before": known.len(), "left": count - new }), stopped))
    }
}

/// The units of a file that was begun, and the file, ready for more: a line that was cut off is gone.
fn taken_up(path: &Path) -> Result<(HashSet<String>, File), Failure> {
    let failed = |error: std::io::Error| Failure::new(format!("cannot write {}: {error}", path.display()));
    let mut known = HashSet::new();
    if path.exists() {
        let text = std::fs::read_to_string(path)
            .map_err(|error| Failure::new(format!("cannot read {}: {error}", path.display())))?;
        let (found, whole) = shard::read_known(&text)
            .map_err(|refused| Failure::new(format!("{}, {}", path.display(), refused.message)))?;
        known = found;
        let file = OpenOptions::new().write(true).open(path).map_err(failed)?;
        file.set_len(whole as u64).map_err(failed)?;
    }
    let file = OpenOptions::new().create(true).append(true).open(path).map_err(failed)?;
    Ok((known, file))
}

/// Put the lines of shards into a store.
#[derive(Args)]
pub struct Merge {
    /// The files of the shards
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The store, in which the family is planned with the same bounds
    #[arg(long, value_name = "STORE")]
    store: String,
}

impl Merge {
    pub fn run(self, context: &Context) -> Result<Report, Failure> {
        context.expect_format("survey merge", &[Format::Text, Format::Json])?;
        let mut store = open(&self.store, false)?;
        let (mut new, mut known) = (0_u64, 0_u64);
        for path in &self.files {
            let failed =
                |error: std::io::Error| Failure::new(format!("cannot read {}: {error}", path.display()));
            let mut lines = BufReader::new(File::open(path).map_err(failed)?);
            let mut line = String::new();
            for number in 1.. {
                line.clear();
                lines.read_line(&mut line).map_err(failed)?;
                // The end, or a line that was cut off: its unit is not done.
                let Some(whole) = line.strip_suffix('\n') else { break };
                let done =
                    shard::read_line(whole).and_then(|done| store.put(&done)).map_err(|refused| Refused {
                        message: format!("{}, line {number}: {}", path.display(), refused.message),
                        ..refused
                    })?;
                if done { new += 1 } else { known += 1 }
            }
        }
        let left = store.progress()?.1;
        let text = format!("{new} rows are new, {known} were known, {left} units are left\n");
        Ok(report_of(text, json!({ "new": new, "known": known, "left": left }), None))
    }
}

/// The batch script for a cluster.
#[derive(Args)]
pub struct Slurm {
    /// octal3, quaternary4, hexadecimal2, day4, groups2..31, or a file with one game a line
    family: String,
    /// How many tasks
    #[arg(long, value_name = "N", default_value = "64")]
    array: usize,
    /// How many cores each has
    #[arg(long, value_name = "N", default_value = "1")]
    cores: usize,
    /// The folder for the shards
    #[arg(long, value_name = "DIR", default_value = "shards")]
    folder: String,
    /// The program as the machines of the cluster find it
    #[arg(long, value_name = "PATH", default_value = "impartial")]
    program: String,
    #[command(flatten)]
    bounds: BoundsArguments,
}

impl Slurm {
    pub fn run(self, context: &Context) -> Result<Report, Failure> {
        context.expect_format("survey slurm", &[Format::Text])?;
        Family::read(&self.family, &context.asking())?;
        if self.array == 0 || self.cores == 0 {
            return Err(Failure::new("an array has at least one task, and a task at least one core"));
        }
        let array = SlurmArray {
            family: self.family,
            bounds: self.bounds.read(),
            tasks: self.array,
            cores: self.cores,
            program: self.program,
            folder: self.folder,
        };
        Ok(Report::silent(Body::Text(array.script())))
    }
}
