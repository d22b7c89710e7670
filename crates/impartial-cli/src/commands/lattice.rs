//! `impartial lattice GAME`: a heap game or a finite game as a lattice game, written as a board file.

use std::fmt::Write as _;

use clap::Args;
use impartial::claim::Claim;
use impartial::game::forest::Forest;
use impartial::game::{Play, notation};
use impartial::lattice::bridge::{self, Bridge, PeriodicSet};
use impartial::lattice::rules::point_text;
use impartial::lattice::table::TableError;
use serde_json::{Map, Value, json};

use super::game::{PlayArgument, play_name};
use super::heap_code::parse_code;
use crate::answer::Answer;
use crate::context::{Context, Format};
use crate::failure::Failure;

/// A game as a lattice game: a board file for `table` and `strategy`.
#[derive(Args)]
pub struct LatticeQuestion {
    /// A code such as 0.77, a name such as kayles, or a tree such as '*2_+320'
    game: String,
    /// The largest heap of a code
    #[arg(long, value_name = "HEAP", value_parser = clap::value_parser!(u64).range(1..=100_000))]
    to: Option<u64>,
    #[command(flatten)]
    play: PlayArgument,
    /// The P-positions as disjoint translates, when they are periodic along every axis (a finite misère quotient)
    #[arg(long)]
    strata: bool,
}

/// The points of the boxes in which periods are looked for.
const BOXES: [f64; 3] = [2e4, 2e5, 2e6];

impl LatticeQuestion {
    /// Answers the question.
    pub fn run(self, context: &Context) -> Result<Answer, Failure> {
        context.expect_format("lattice", &[Format::Text, Format::Json])?;
        let play = self.play.play();
        let bridge = self.bridge(play)?;
        let game = &bridge.game;
        let mut fields = Map::new();
        fields.insert("game".into(), json!(self.game));
        fields.insert("play".into(), json!(play.to_string()));
        fields.insert("dimension".into(), json!(game.dimension()));
        fields.insert("coordinates".into(), json!(bridge.names));
        fields.insert("rules".into(), json!(game.rules()));
        fields.insert("defeated".into(), json!(game.defeated()));
        let mut text = board_file(&self.game, play, &bridge);
        let claim =
            Claim::Proved("a sum is the vector of its multiplicities (Guo and Miller, Theorem 5.1)".into());
        // Comments, so that the answer as a whole is a board file.
        let quiet = |claim: Claim| if context.format == Format::Text { Claim::nothing() } else { claim };
        if !self.strata {
            return Ok(Answer::new(text, fields, quiet(claim)));
        }
        match strata(&bridge, context)? {
            Ok(set) => {
                let (monoid, _) = set.quotient();
                let strata = set.strata();
                let _ = writeln!(
                    text,
                    "# P is periodic along every axis, proved: {} disjoint translates; the quotient has order {}",
                    strata.len(),
                    monoid.order()
                );
                for translate in &strata {
                    let generators: Vec<String> =
                        translate.generators.iter().map(|g| point_text(g)).collect();
                    let _ = writeln!(
                        text,
                        "# {} + N{{{}}}",
                        point_text(&translate.offset),
                        generators.join(", ")
                    );
                }
                let pairs: Vec<Value> = strata
                    .iter()
                    .map(|stratum| json!({ "offset": stratum.offset, "generators": stratum.generators }))
                    .collect();
                fields.insert("strata".into(), json!(pairs));
                fields.insert("periods".into(), json!(set.periods));
                fields.insert("order".into(), json!(monoid.order()));
                fields.insert("p_portion".into(), json!(monoid.p_order()));
                Ok(Answer::new(text, fields, quiet(claim)))
            }
            Err(why) => {
                fields.insert("strata".into(), json!(null));
                Ok(Answer { stopped: Some(why), ..Answer::new(text, fields, claim) })
            }
        }
    }

    fn bridge(&self, play: Play) -> Result<Bridge, Failure> {
        let text = self.game.trim();
        let failed = |error: bridge::BridgeError| Failure::new(error.to_string()).at(text, 0..text.len());
        if text.starts_with(['*', '{']) {
            let mut forest = Forest::new();
            let (tree, length) = notation::parse_prefix(&mut forest, text)
                .map_err(|error| Failure::new(error.message).at(text, error.span))?;
            if length < text.len() {
                return Err(Failure::new("expected the end here").at(text, length..text.len()));
            }
            return bridge::of_trees(&forest, &[tree], play).map_err(failed);
        }
        let code = parse_code(text, false)?;
        let Some(to) = self.to else {
            return Err(Failure::new("a code has heaps of every size; which is the largest?")
                .help(format!("impartial lattice {text} --to 5")));
        };
        bridge::of_heaps(&code, to, play).map_err(failed)
    }
}

/// The periodic set of P-positions, looked for in growing boxes; or why there is none.
fn strata(bridge: &Bridge, context: &Context) -> Result<Result<PeriodicSet, String>, Failure> {
    for points in BOXES {
        let side = points.powf(1.0 / bridge.game.dimension() as f64) as i64;
        match PeriodicSet::of_game(&bridge.game, side.clamp(3, 2000), &context.limits) {
            Ok(Some(set)) => return Ok(Ok(set)),
            Ok(None) => {}
            Err(error @ (TableError::Stopped(_) | TableError::TooLarge)) => {
                return Ok(Err(error.to_string()));
            }
            Err(error) => return Err(Failure::new(error.to_string())),
        }
    }
    Ok(Err(
        "no period along every axis was found; `impartial strategy` looks for other descriptions".to_owned()
    ))
}

fn board_file(game: &str, play: Play, bridge: &Bridge) -> String {
    let mut text = format!("# {game}, {}; coordinates count {}\n", play_name(play), bridge.names.join(", "));
    let _ = writeln!(text, "dimension = {}", bridge.game.dimension());
    let _ = writeln!(text, "rules = [");
    for rule in bridge.game.rules() {
        let _ = writeln!(text, "  {},", list(rule));
    }
    let _ = writeln!(text, "]");
    if !bridge.game.defeated().is_empty() {
        let defeated: Vec<String> = bridge.game.defeated().iter().map(|point| list(point)).collect();
        let _ = writeln!(text, "defeated = [{}]", defeated.join(", "));
    }
    text
}

fn list(vector: &[i64]) -> String {
    let entries: Vec<String> = vector.iter().map(i64::to_string).collect();
    format!("[{}]", entries.join(", "))
}
