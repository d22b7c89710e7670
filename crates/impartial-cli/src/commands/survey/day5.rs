//! `impartial survey day5`: the misère games born by day 5, by their sets of followers.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};

use clap::Args;
use impartial::limits::StopReason;
use impartial_report::{Format, Report};
use impartial_survey::{Day5, Found, Games, PARTS, Tally};
use serde_json::{Value, json};

use super::progress::Progress;
use super::told;
use crate::answer::write_file;
use crate::context::Context;
use crate::failure::Failure;

/// The games born by day 5.
const GAMES: u64 = 4_171_780;
/// How many problems are written down: those of most games.
const SHOWN: usize = 20;

/// The misère games born by day 5: finite, infinite by a set of followers or beside a fixed sum, or open.
#[derive(Args)]
pub struct Day5Arguments {
    /// Look at every N-th game only
    #[arg(long, value_name = "N", default_value = "1")]
    every: u64,
    /// The work for one game or one set of followers, in steps
    #[arg(long, value_name = "STEPS", default_value = "20000")]
    work: u64,
    /// How many workers, at most 2: what is found does not depend on it
    #[arg(long, value_name = "N", default_value = "2")]
    jobs: u64,
    /// Write a line for each game to this file: options, status, order, P-portion, the number of the infinite set, that of the problem
    #[arg(long, value_name = "FILE")]
    into: Option<PathBuf>,
    /// Print the certificate of one game that is infinite beside a fixed sum, by the number of its options in the file
    #[arg(long, value_name = "OPTIONS", conflicts_with_all = ["every", "into"])]
    proof: Option<Games>,
    /// Tell how far it is every ten seconds, also where standard error is no terminal
    #[arg(long)]
    progress: bool,
}

/// What is found of a game, with its number in the order of the walk.
type Line = (u64, Games, Found);

impl Day5Arguments {
    /// Goes through the games.
    pub fn run(self, context: &Context) -> Result<Report, Failure> {
        context.expect_format("survey day5", &[Format::Text, Format::Json])?;
        if let Some(game) = self.proof {
            return self.proof_of(game, context);
        }
        let progress = Progress::new(GAMES.div_ceil(self.every.max(1)), self.progress);
        let heard = AtomicU64::new(0);
        let part = |part: u64| {
            let mut survey = Day5::new(self.every, self.work, part);
            let mut games: Vec<Line> = Vec::new();
            let ran = survey.run(&context.limits, &mut |number, game, found| {
                games.push((number, game, found));
                progress.hear(heard.fetch_add(1, Ordering::Relaxed) + 1);
            });
            Part { survey, games, stopped: ran.err() }
        };
        let parts: Vec<Part> = if self.jobs < 2 {
            (0..PARTS).map(part).collect()
        } else {
            std::thread::scope(|scope| {
                let part = &part;
                let workers: Vec<_> = (0..PARTS).map(|number| scope.spawn(move || part(number))).collect();
                workers.into_iter().map(|worker| worker.join().expect("a worker does not panic")).collect()
            })
        };
        let found = Findings::of(parts);
        if let Some(path) = &self.into {
            write_file(path, |out| {
                writeln!(out, "options,status,order,p_portion,infinite_set,problem")?;
                found.games.iter().try_for_each(|(_, game, found)| writeln!(out, "{game},{}", line(*found)))
            })?;
        }
        let stopped = found.stopped.clone();
        let (text, fields) = found.summary();
        Ok(told(text, fields, stopped))
    }

    fn proof_of(&self, game: Games, context: &Context) -> Result<Report, Failure> {
        let mut survey = Day5::new(1, self.work, 0);
        let (stopped, proof) = match survey.proof_beside(game & ((1 << 22) - 1), &context.limits) {
            Ok(proof) => (None, proof),
            Err(reason) => (Some(reason.to_string()), None),
        };
        let text = proof.unwrap_or_else(|| {
            format!("{} is not proved infinite beside a fixed sum", survey.name(game & ((1 << 22) - 1)))
        });
        Ok(told(format!("{text}\n"), json!({}), stopped))
    }
}

fn line(found: Found) -> String {
    match found {
        Found::Finite { order, p_portion } => format!("finite,{order},{p_portion},,"),
        Found::Infinite(set) => format!("infinite,,,{},", set + 1),
        Found::Beside(problem) => format!("infinite,,,,{}", problem + 1),
        Found::OpenFollowers => "open followers,,,,".to_owned(),
        Found::Open => "open,,,,".to_owned(),
    }
}

/// What a worker found.
struct Part {
    survey: Day5,
    games: Vec<Line>,
    stopped: Option<StopReason>,
}

/// What all found, in the order of the walk; problems are numbered through the parts.
struct Findings {
    surveys: Vec<Day5>,
    games: Vec<Line>,
    stopped: Option<String>,
}

impl Findings {
    fn of(parts: Vec<Part>) -> Self {
        let mut all = Findings { surveys: Vec::new(), games: Vec::new(), stopped: None };
        let mut before = 0;
        for Part { survey, games, stopped } in parts {
            let renumbered = |(number, game, found)| match found {
                Found::Beside(problem) => (number, game, Found::Beside(problem + before)),
                found => (number, game, found),
            };
            all.games.extend(games.into_iter().map(renumbered));
            all.stopped = all.stopped.or(stopped.map(|reason| reason.to_string()));
            before += survey.problems().len();
            all.surveys.push(survey);
        }
        all.games.sort_unstable_by_key(|(number, _, _)| *number);
        all
    }

    fn summary(mut self) -> (String, Value) {
        let tally: Tally = self.games.iter().map(|(_, _, found)| *found).collect();
        let mut by_set: BTreeMap<usize, u64> = BTreeMap::new();
        let mut by_problem: BTreeMap<usize, u64> = BTreeMap::new();
        let mut orders: BTreeMap<u64, u64> = BTreeMap::new();
        for (_, _, found) in &self.games {
            match found {
                Found::Infinite(set) => *by_set.entry(*set).or_default() += 1,
                Found::Beside(problem) => *by_problem.entry(*problem).or_default() += 1,
                Found::Finite { order, .. } => *orders.entry(*order).or_default() += 1,
                Found::Open | Found::OpenFollowers => {}
            }
        }
        let Tally { finite, infinite, beside, open_followers, open } = tally;
        let met = self.surveys.iter().map(Day5::met).min().unwrap_or(0);
        let mut text = format!(
            "{} games looked at, {met} met\n{finite} finite, {infinite} infinite by a set of followers, {beside} infinite beside a fixed \
             sum, {open} open, {open_followers} open with their followers\n",
            tally.all()
        );
        let largest = orders.keys().next_back().copied().unwrap_or(0);
        // Writing into a text does not fail.
        let _ = writeln!(text, "{} orders, the largest {largest}", orders.len());
        let mut sets = Vec::new();
        // All parts find the same sets; a stopped one finds fewer.
        let with_most = self.surveys.iter().max_by_key(|survey| survey.infinite_sets().len());
        for (at, set) in with_most.iter().flat_map(|survey| survey.infinite_sets().iter().enumerate()) {
            let count = by_set.get(&at).copied().unwrap_or(0);
            let _ = writeln!(text, "infinite set {}: {} ({count} games)", at + 1, set.trees);
            sets.push(json!({ "trees": set.trees, "games": count, "certified": set.certificate.is_some() }));
        }
        let open_sets = with_most.map_or(Vec::new(), |survey| survey.open_sets().to_vec());
        let _ =
            writeln!(text, "{} least sets of followers did not close and are not proved", open_sets.len());
        let met_problems: usize = self.surveys.iter().map(|survey| survey.problems().len()).sum();
        let _ = writeln!(
            text,
            "{met_problems} problems beside a fixed sum, {} of them proved and met by a game",
            by_problem.len()
        );
        let mut most: Vec<(usize, u64)> = by_problem.into_iter().collect();
        most.sort_by_key(|(problem, count)| (std::cmp::Reverse(*count), *problem));
        for (problem, count) in most.iter().take(SHOWN) {
            let _ = writeln!(text, "problem {}: {} ({count} games)", problem + 1, self.problem(*problem));
        }
        let fields = json!({
            "met": met,
            "finite": finite,
            "infinite": infinite,
            "beside": beside,
            "open": open,
            "open_followers": open_followers,
            "largest_order": largest,
            "infinite_sets": sets,
            "open_sets": open_sets,
            "problems": met_problems,
        });
        (text, fields)
    }

    /// A problem in words.
    fn problem(&mut self, mut number: usize) -> String {
        for survey in &mut self.surveys {
            match survey.problems().get(number).cloned() {
                Some(problem) => return survey.problem_text(&problem),
                None => number -= survey.problems().len(),
            }
        }
        String::new()
    }
}
