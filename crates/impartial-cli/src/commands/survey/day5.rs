//! `impartial survey day5`: the misère games born by day 5, by their sets of followers.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::PathBuf;

use clap::Args;
use impartial_report::{Format, Report};
use impartial_survey::{Day5, Found, Games, Tally};
use serde_json::{Value, json};

use super::progress::Progress;
use super::told;
use crate::answer::write_file;
use crate::context::Context;
use crate::failure::Failure;

/// The games born by day 5.
const GAMES: u64 = 4_171_780;

/// The misère games born by day 5: finite, infinite by a set of followers, or open.
#[derive(Args)]
pub struct Day5Arguments {
    /// Look at every N-th game only
    #[arg(long, value_name = "N", default_value = "1")]
    every: u64,
    /// The work for one game or one set of followers, in steps
    #[arg(long, value_name = "STEPS", default_value = "20000")]
    work: u64,
    /// Write a line for each game to this file: options, status, order, P-portion, the number of the infinite set
    #[arg(long, value_name = "FILE")]
    into: Option<PathBuf>,
    /// Tell how far it is every ten seconds, also where standard error is no terminal
    #[arg(long)]
    progress: bool,
}

impl Day5Arguments {
    /// Goes through the games.
    pub fn run(self, context: &Context) -> Result<Report, Failure> {
        context.expect_format("survey day5", &[Format::Text, Format::Json])?;
        let mut survey = Day5::new(self.every, self.work);
        let progress = Progress::new(GAMES.div_ceil(self.every.max(1)), self.progress);
        let mut games: Vec<(Games, Found)> = Vec::new();
        let ran = survey.run(&context.limits, &mut |game, found| {
            games.push((game, found));
            progress.hear(games.len() as u64);
        });
        if let Some(path) = &self.into {
            write_file(path, |out| {
                writeln!(out, "options,status,order,p_portion,infinite_set")?;
                games.iter().try_for_each(|(game, found)| writeln!(out, "{game},{}", line(*found)))
            })?;
        }
        let stopped = ran.err().map(|reason| reason.to_string());
        let (text, fields) = summary(&survey, &games);
        Ok(told(text, fields, stopped))
    }
}

fn line(found: Found) -> String {
    match found {
        Found::Finite { order, p_portion } => format!("finite,{order},{p_portion},"),
        Found::Infinite(set) => format!("infinite,,,{}", set + 1),
        Found::OpenFollowers => "open followers,,,".to_owned(),
        Found::Open => "open,,,".to_owned(),
    }
}

fn summary(survey: &Day5, games: &[(Games, Found)]) -> (String, Value) {
    let tally: Tally = games.iter().map(|(_, found)| *found).collect();
    let mut by_set = vec![0_u64; survey.infinite_sets().len()];
    let mut orders: BTreeMap<u64, u64> = BTreeMap::new();
    for (_, found) in games {
        match found {
            Found::Infinite(set) => by_set[*set] += 1,
            Found::Finite { order, .. } => *orders.entry(*order).or_default() += 1,
            Found::Open | Found::OpenFollowers => {}
        }
    }
    let Tally { finite, infinite, open_followers, open } = tally;
    let mut text = format!(
        "{} games looked at, {} met\n{finite} finite, {infinite} infinite by a set of followers, {open} open, {open_followers} open \
         with their followers\n",
        tally.all(),
        survey.met()
    );
    let largest = orders.keys().next_back().copied().unwrap_or(0);
    // Writing into a text does not fail.
    let _ = writeln!(text, "{} orders, the largest {largest}", orders.len());
    let mut sets = Vec::new();
    for (at, (set, count)) in survey.infinite_sets().iter().zip(by_set).enumerate() {
        let _ = writeln!(text, "infinite set {}: {} ({count} games)", at + 1, set.trees);
        sets.push(json!({ "trees": set.trees, "games": count, "certified": set.certificate.is_some() }));
    }
    let _ = writeln!(
        text,
        "{} least sets of followers did not close and are not proved",
        survey.open_sets().len()
    );
    let fields = json!({
        "met": survey.met(),
        "finite": finite,
        "infinite": infinite,
        "open": open,
        "open_followers": open_followers,
        "largest_order": largest,
        "infinite_sets": sets,
        "open_sets": survey.open_sets(),
    });
    (text, fields)
}
