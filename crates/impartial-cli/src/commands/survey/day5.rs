//! `impartial survey day5`: the misère games born by day 5, by their sets of followers.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::sync_channel;

use clap::Args;
use impartial::question::Refused;
use impartial_report::{Format, Outside as _, Report};
use impartial_survey::day5::{Findings, GAMES, Games, Lessons, ReasonKind, proof_beside};
use impartial_survey::{Bounds, Store, StoredReason, Unit, UnitQuestion, open};
use serde_json::{Value, json};

use super::progress::Progress;
use super::report_of;
use crate::answer::write_file;
use crate::context::Context;
use crate::disk::Disk;
use crate::failure::Failure;

/// How many problems are written down: those of most games.
const SHOWN: usize = 20;

/// The misère games born by day 5: finite, infinite by a set of followers or beside a fixed sum, or open.
#[derive(Args)]
pub struct Day5Arguments {
    /// Keep what is found in this store, a file or postgres://user@host/database; the same command goes on from there
    #[arg(long, value_name = "STORE")]
    store: Option<String>,
    /// Look at every N-th game only
    #[arg(long, value_name = "N", default_value = "1")]
    every: u64,
    /// The work for one game or one set of followers, in steps
    #[arg(long, value_name = "STEPS", default_value = "20000")]
    work: u64,
    /// Learn problems from every N-th game before the table is gone through
    #[arg(long, value_name = "N", default_value = "250")]
    lessons: u64,
    /// How many workers; all cores by default. What is found does not depend on it
    #[arg(long, value_name = "N")]
    jobs: Option<usize>,
    /// Only the first N parts of the table that are not done
    #[arg(long, value_name = "N")]
    parts: Option<usize>,
    /// Write a line for each game to this file: options, status, order, P-portion, what it rests on
    #[arg(long, value_name = "FILE")]
    into: Option<PathBuf>,
    /// Plan in the store, for `survey run`, the quotients of the first games that have each finite quotient (family day5-quotients), and of
    /// each infinite set of followers (day5-sets)
    #[arg(long, requires = "store")]
    plan: bool,
    /// Print the certificate of one game that is infinite beside a fixed sum, by the number of its options in the file
    #[arg(long, value_name = "OPTIONS", conflicts_with_all = ["every", "into", "store"])]
    proof: Option<Games>,
    /// Tell how far it is every ten seconds, also where standard error is no terminal
    #[arg(long)]
    progress: bool,
}

impl Day5Arguments {
    /// Goes through the games.
    pub fn run(self, context: &Context) -> Result<Report, Failure> {
        context.expect_format("survey day5", &[Format::Text, Format::Json])?;
        if let Some(game) = self.proof {
            return self.proof_of(game & ((1 << 22) - 1), context);
        }
        let mut store = open(self.store.as_deref().unwrap_or(":memory:"), true)?;
        let every = self.every.max(1);
        // A sample learns from itself.
        let lessons = self.lessons.max(every);
        let bounds = format!("every={every} work={} lessons={lessons}", self.work);
        let done = store.day5_parts(&bounds)?;
        let mut stopped = None;
        if (done.len() as u64) < Lessons::PARTS {
            match Lessons::take(lessons, self.work, &context.limits) {
                Err(reason) => stopped = Some(reason.to_string()),
                Ok(lessons) => stopped = self.go_on(&lessons, store.as_mut(), &done, &bounds, context)?,
            }
        }
        if let Some(path) = &self.into {
            self.write_into(path, store.as_mut())?;
        }
        let left = Lessons::PARTS - store.day5_parts(&bounds)?.len() as u64;
        let (mut text, mut fields) = summary(store.as_mut(), left)?;
        if self.plan {
            let planned = plan(store.as_mut(), self.work)?;
            let _ = writeln!(text, "planned for `survey run`: {} quotients, {} sets", planned.0, planned.1);
            fields["planned"] = json!([planned.0, planned.1]);
        }
        let stopped = stopped.map(|reason| match self.store {
            Some(_) => format!("{reason}; the same command goes on from here"),
            None => reason,
        });
        Ok(report_of(text, fields, stopped))
    }

    /// Works through the parts that are not done; why it ended early, if it did.
    fn go_on(
        &self,
        lessons: &Lessons,
        store: &mut dyn Store,
        done: &[u64],
        bounds: &str,
        context: &Context,
    ) -> Result<Option<String>, Failure> {
        let todo: Vec<u64> = (0..Lessons::PARTS).filter(|part| done.binary_search(part).is_err()).collect();
        let todo = &todo[..self.parts.unwrap_or(todo.len()).min(todo.len())];
        let jobs = self.jobs.unwrap_or_else(|| Disk.threads()).clamp(1, 1 << 10);
        let progress = Progress::new(todo.len() as u64, self.progress);
        let (next, stopped) = (AtomicUsize::new(0), Mutex::new(None));
        let mut written: Result<(), Refused> = Ok(());
        std::thread::scope(|scope| {
            let (send, receive) = sync_channel(jobs);
            for _ in 0..jobs {
                let (send, next, stopped) = (send.clone(), &next, &stopped);
                let limits = context.limits.clone();
                scope.spawn(move || {
                    while let Some(part) = todo.get(next.fetch_add(1, Ordering::Relaxed)) {
                        match Findings::of(lessons, *part, self.every.max(1), &limits) {
                            Ok(findings) => {
                                // Nobody listens any more when writing failed.
                                if send.send(findings).is_err() {
                                    return;
                                }
                            }
                            Err(reason) => {
                                stopped.lock().expect("no worker panics").get_or_insert(reason.to_string());
                                return;
                            }
                        }
                    }
                });
            }
            drop(send);
            for (at, findings) in (1..).zip(&receive) {
                written = store.put_day5(&findings, bounds).map(|_| ());
                progress.hear(at);
                if written.is_err() {
                    break;
                }
            }
            // Workers that have something to say find that nobody listens.
            drop(receive);
        });
        written?;
        Ok(stopped.into_inner().expect("no worker panics"))
    }

    fn write_into(&self, path: &std::path::Path, store: &mut dyn Store) -> Result<(), Failure> {
        write_file(path, |out| {
            writeln!(out, "options,status,order,p_portion,because,reason")?;
            let mut trouble = Ok(());
            let asked = store.day5_games(None, &mut |_, options, reason| {
                let (order, p) = reason
                    .size
                    .map_or_else(Default::default, |(order, p)| (order.to_string(), p.to_string()));
                let (status, kind, hash) = (reason.status().key(), reason.kind.key(), &reason.hash);
                trouble = writeln!(out, "{options},{status},{order},{p},{kind},{hash}");
                if trouble.is_err() { Err(Refused::new("writing failed")) } else { Ok(()) }
            });
            std::mem::replace(&mut trouble, Ok(()))?;
            asked.map_err(|refused| std::io::Error::other(refused.message))
        })
    }

    fn proof_of(&self, game: Games, context: &Context) -> Result<Report, Failure> {
        let (stopped, proof) = match proof_beside(game, self.work, &context.limits) {
            Ok(proof) => (None, proof),
            Err(reason) => (Some(reason.to_string()), None),
        };
        let text =
            proof.unwrap_or_else(|| format!("the game {game} is not proved infinite beside a fixed sum"));
        Ok(report_of(format!("{text}\n"), json!({}), stopped))
    }
}

/// Plans the first games of the finite quotients and the infinite sets; how many.
fn plan(store: &mut dyn Store, work: u64) -> Result<(u64, u64), Failure> {
    let (mut quotients, mut sets) = (Vec::new(), Vec::new());
    store.day5_reasons(&mut |StoredReason { reason, .. }| {
        match reason.kind {
            ReasonKind::Finite => quotients.push(reason.text),
            ReasonKind::Set => sets.push(reason.text),
            _ => {}
        }
        Ok(())
    })?;
    let unit = |game: &String| Unit::new(UnitQuestion::Misere, game, Bounds { to: 0, work });
    let planned = store.plan("day5-quotients", &mut quotients.iter().map(unit))?;
    Ok((planned.units, store.plan("day5-sets", &mut sets.iter().map(unit))?.units))
}

/// What a store knows of day 5, in words and as data.
fn summary(store: &mut dyn Store, left: u64) -> Result<(String, Value), Failure> {
    let mut known: Vec<StoredReason> = Vec::new();
    store.day5_reasons(&mut |reason| {
        known.push(reason);
        Ok(())
    })?;
    let games = |is: &dyn Fn(&StoredReason) -> bool| -> u64 {
        known.iter().filter(|known| is(known)).map(|known| known.games).sum()
    };
    let of = |kind: ReasonKind| known.iter().filter(move |known| known.reason.kind == kind);
    let is = |kind: ReasonKind| games(&|known: &StoredReason| known.reason.kind == kind);
    let all = games(&|_| true);
    let beside =
        games(&|known| known.reason.kind == ReasonKind::Beside && known.reason.certificate.is_some());
    let open = is(ReasonKind::Open) + is(ReasonKind::Beside) - beside;
    let (finite, infinite, open_followers) =
        (is(ReasonKind::Finite), is(ReasonKind::Set), is(ReasonKind::OpenFollowers));
    let mut text = format!(
        "{all} of {GAMES} games looked at, {left} of {} parts left\n{finite} finite, {infinite} infinite by a set of followers, \
         {beside} infinite beside a fixed sum, {open} open, {open_followers} open with their followers\n",
        Lessons::PARTS
    );
    let mut orders: BTreeMap<u64, u64> = BTreeMap::new();
    for known in of(ReasonKind::Finite) {
        *orders.entry(known.reason.size.map_or(0, |(order, _)| order)).or_default() += known.games;
    }
    let largest = orders.keys().next_back().copied().unwrap_or(0);
    let quotients = of(ReasonKind::Finite).count();
    // Writing into a text does not fail.
    let _ = writeln!(
        text,
        "{quotients} finite quotients with their generators, {} orders, the largest {largest}",
        orders.len()
    );
    let mut sets = Vec::new();
    for (at, known) in (1..).zip(of(ReasonKind::Set)) {
        let StoredReason { reason, games } = known;
        let _ = writeln!(text, "infinite set {at}: {} ({games} games)", reason.text);
        sets.push(json!({ "trees": reason.text, "games": games, "certificate": reason.certificate }));
    }
    let (problems, proved) = (
        of(ReasonKind::Beside).count(),
        of(ReasonKind::Beside).filter(|known| known.reason.certificate.is_some()),
    );
    let _ =
        writeln!(text, "{problems} problems beside a fixed sum, {} of them proved", proved.clone().count());
    for (at, known) in (1..).zip(proved.take(SHOWN)) {
        let _ = writeln!(text, "problem {at}: {} ({} games)", known.reason.text, known.games);
    }
    let fields = json!({
        "games": all,
        "parts_left": left,
        "finite": finite,
        "infinite": infinite,
        "beside": beside,
        "open": open,
        "open_followers": open_followers,
        "quotients": quotients,
        "orders": orders,
        "largest_order": largest,
        "infinite_sets": sets,
        "problems": problems,
    });
    Ok((text, fields))
}
