//! `impartial survey FAMILY`: the state of every code of a family in both plays, on all cores, resumable.

mod chart;
mod family;
mod unit;

use std::collections::HashMap;
use std::fs::File;
use std::io::Write as _;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use clap::Args;
use impartial::claim::Claim;
use impartial::heap::HeapCode;
use impartial::limits::{Limits, StopHandle, StopReason};
use serde_json::{Map, json};

use self::chart::Chart;
use self::family::Family;
use self::unit::{Bounds, Row};
use crate::answer::{Answer, write_file};
use crate::context::{Context, Format, parse_duration};
use crate::failure::Failure;
use crate::served;

/// The state of every code of a family, in normal and misère play.
#[derive(Args)]
pub struct Survey {
    /// octal1, octal2, octal3 (0.ddd and 4.dd), quaternary4 and the like, or a file with one code a line
    family: String,
    /// The last heap of the search for a normal period
    #[arg(long, value_name = "N", default_value = "20000")]
    to: u64,
    /// The last heap of the search for a misère quotient
    #[arg(long, value_name = "N", default_value = "8000")]
    misere_to: u64,
    /// The largest misère quotient that is followed further
    #[arg(long, value_name = "ORDER", default_value = "2000")]
    order: u64,
    /// The time for one code in one play
    #[arg(long, value_name = "TIME", default_value = "2s", value_parser = parse_duration)]
    each: Duration,
    /// Keep finished codes in this file, and do not do again what is in it
    #[arg(long, value_name = "FILE")]
    store: Option<PathBuf>,
    /// How many codes are worked on at a time; all cores by default
    #[arg(long, value_name = "N")]
    jobs: Option<usize>,
}

impl Survey {
    /// Works through the family.
    pub fn run(self, context: &Context) -> Result<Answer, Failure> {
        context.expect_format("survey", &[Format::Text, Format::Csv, Format::Json, Format::Latex])?;
        let Family { codes, texts, row } = family::family(&self.family)?;
        if context.format == Format::Latex && row.is_none() {
            return Err(
                Failure::new("the codes of a file fill no chart").help("octal3, quaternary4 and the like do")
            );
        }
        let bounds = Bounds { normal: self.to, misere: self.misere_to, order: self.order };
        let known = self.stored(&bounds)?;
        let rows = self.work(&codes, &bounds, known, context)?;
        let finished: Vec<&Row> = rows.iter().flatten().collect();
        let mut fields = Map::new();
        fields.insert("family".into(), json!(self.family));
        fields.insert("codes".into(), json!(codes.len()));
        fields.insert("finished".into(), json!(finished.len()));
        fields.insert("rows".into(), json!(finished.iter().map(|row| row.fields()).collect::<Vec<_>>()));
        let chart = row.map(|base| Chart::new(&texts, base, &rows));
        let text = match (context.format, &chart) {
            (Format::Csv, _) => unit::csv(&finished),
            (Format::Latex, Some(chart)) => chart.latex(),
            (_, Some(chart)) => {
                format!("{}{}{}", unit::counts(&finished), chart.text(), unit::lines(&finished))
            }
            (_, None) => unit::counts(&finished) + &unit::lines(&finished),
        };
        let claim = Claim::UpTo(format!(
            "heap {} in normal play and heap {} in misère play; periods and quotients named are proved",
            self.to, self.misere_to
        ));
        let stopped = (finished.len() < codes.len()).then(|| {
            let reason = context.limits.poll().err().unwrap_or(StopReason::Interrupted);
            format!("{reason}; {} of {} codes are finished", finished.len(), codes.len())
        });
        Ok(Answer { stopped, ..Answer::new(text, fields, claim) })
    }

    /// The rows of an earlier run with the same bounds.
    fn stored(&self, bounds: &Bounds) -> Result<HashMap<String, Row>, Failure> {
        let Some(path) = self.store.as_ref().filter(|path| path.exists()) else { return Ok(HashMap::new()) };
        let text = served::read_to_string(path)
            .map_err(|error| Failure::new(format!("cannot read {}: {error}", path.display())))?;
        unit::read_csv(&text, bounds).map_err(|(line, what)| {
            Failure::new(format!("{}, line {line}: {what}", path.display()))
                .help("the file is not a store of this survey with the same bounds; name another one")
        })
    }

    fn work(
        &self,
        codes: &[HeapCode],
        bounds: &Bounds,
        known: HashMap<String, Row>,
        context: &Context,
    ) -> Result<Vec<Option<Row>>, Failure> {
        let rows: Mutex<Vec<Option<Row>>> =
            Mutex::new(codes.iter().map(|code| known.get(&code.to_string()).cloned()).collect());
        // The store is made anew first, so that a line cut off by a crash is gone; then each row is appended when it is done.
        let store = match &self.store {
            Some(path) => {
                let mut rows: Vec<&Row> = known.values().collect();
                rows.sort_unstable_by_key(|row| row.code());
                let text = unit::store(&rows, bounds);
                write_file(path, |out| out.write_all(text.as_bytes()))?;
                let file = std::fs::OpenOptions::new().append(true).open(path);
                Some(file.map_err(|error| Failure::new(format!("cannot write {}: {error}", path.display())))?)
            }
            None => None,
        };
        let store = Mutex::new(store);
        let trouble: Mutex<Option<std::io::Error>> = Mutex::new(None);
        let next = AtomicUsize::new(0);
        let jobs =
            self.jobs.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, Into::into)).max(1);
        let done = AtomicUsize::new(known.len());
        std::thread::scope(|scope| {
            for _ in 0..jobs {
                scope.spawn(|| {
                    while context.limits.poll().is_ok() {
                        let at = next.fetch_add(1, Ordering::Relaxed);
                        let Some(code) = codes.get(at) else { break };
                        let is_known = rows.lock().is_ok_and(|rows| rows[at].is_some());
                        if is_known {
                            continue;
                        }
                        let row = unit::examine(code, bounds, |work| within(self.each, context, work));
                        // A row cut short by the end of the whole survey is not a result.
                        if context.limits.poll().is_err() {
                            break;
                        }
                        if let Err(error) = keep(&store, &row)
                            && let Ok(mut trouble) = trouble.lock()
                        {
                            *trouble = Some(error);
                            break;
                        }
                        if let Ok(mut rows) = rows.lock() {
                            rows[at] = Some(row);
                        }
                        context.limits.report(done.fetch_add(1, Ordering::Relaxed) as u64 + 1);
                    }
                });
            }
        });
        let rows = rows.into_inner().map_err(|_| Failure::new("a worker of the survey failed"))?;
        if let Some(error) = trouble.into_inner().ok().flatten() {
            return Err(Failure::new(format!("cannot write the store: {error}")));
        }
        Ok(rows)
    }
}

/// Appends a finished row to the store, and waits until it is on the disk: whatever happens next, it is not lost.
fn keep(store: &Mutex<Option<File>>, row: &Row) -> std::io::Result<()> {
    let Ok(mut store) = store.lock() else { return Ok(()) };
    let Some(file) = store.as_mut() else { return Ok(()) };
    file.write_all(unit::line(row).as_bytes())?;
    file.sync_data()
}

/// Runs one piece of work with a time limit of its own, stopped too when the whole program is.
fn within<T>(time: Duration, context: &Context, work: impl FnOnce(&Limits) -> T) -> T {
    let handle = StopHandle::new();
    let limits = Limits::with_handle(handle.clone());
    let finished = std::sync::atomic::AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let started = Instant::now();
            while !finished.load(Ordering::Acquire) {
                if let Err(reason) = context.limits.poll() {
                    handle.stop(reason);
                }
                if started.elapsed() > time {
                    handle.stop(StopReason::Time);
                }
                std::thread::park_timeout(Duration::from_millis(5));
            }
        });
        let result = work(&limits);
        finished.store(true, Ordering::Release);
        result
    })
}
