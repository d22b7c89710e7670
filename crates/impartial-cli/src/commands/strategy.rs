//! `impartial strategy FILE`: the P-positions of a lattice game, all of them, as a proved finite description.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use clap::Args;
use impartial::automatic::Translate;
use impartial::claim::Claim;
use impartial::lattice::array::Array;
use impartial::lattice::axioms::Axioms;
use impartial::lattice::rules::coordinate_names;
use impartial::lattice::straighten::Straightened;
use impartial::lattice::strata::{AffineStratification, Module, StrataFailure};
use impartial::lattice::strategy::{Congruence, Found, Strategy, find};
use impartial::lattice::{Cell, Inequality, LatticeGame};
use impartial::question::Certificate;
use num_bigint::{BigInt, BigUint};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::answer::Answer;
use crate::board::Board;
use crate::context::{Context, Format};
use crate::failure::Failure;
use crate::served;

mod automaton;
mod certificate;
mod consequences;
mod picture;

/// The P-positions of a lattice game, as a proved finite description.
#[derive(Args)]
pub struct StrategyQuestion {
    /// The board, a TOML file: rules = [[1,0],[0,1],[2,2]], and optionally board, defeated, dimension
    file: PathBuf,
    /// Only the layers up to a value of a coordinate: z=1
    #[arg(long, value_name = "COORDINATE=VALUE")]
    below: Option<String>,
    /// Prove or refute these strata instead: a TOML or JSON file with strata = [{offset = [0,0], generators = [[2,0]]}]
    #[arg(long, value_name = "FILE", conflicts_with_all = ["at", "congruent", "count", "repeats"])]
    strata: Option<PathBuf>,
    /// Prove or refute this automaton instead: a TOML or JSON file with radices, first, next, output and slices
    #[arg(long, value_name = "FILE", conflicts_with_all = ["strata", "at", "congruent", "count", "repeats"])]
    automaton: Option<PathBuf>,
    /// Also whether adding a vector never changes the outcome: 0,0,0,2,2
    #[arg(long, value_name = "VECTOR")]
    repeats: Option<String>,
    /// Only for positions with such coordinates: x>=4,y<=2
    #[arg(long = "where", value_name = "CONDITIONS", requires = "repeats")]
    conditions: Option<String>,
    /// Also the outcome and the winning moves of a position, of any size: 1000000000000000000000,3
    #[arg(long, value_name = "POSITION", allow_hyphen_values = true)]
    at: Option<String>,
    /// Also whether two positions are congruent: no position added to both tells them apart
    #[arg(long, value_names = ["POSITION", "POSITION"], num_args = 2)]
    congruent: Option<Vec<String>>,
    /// Also how many P-positions have each weight from 0 to N
    #[arg(long, value_name = "N")]
    count: Option<usize>,
    /// The weights of the coordinates; all 1 unasked
    #[arg(long, value_name = "WEIGHTS", requires = "count")]
    weights: Option<String>,
    /// In a picture: a range for each coordinate; the two longest are drawn, the others numbered: 0..3,0..15,0..15
    #[arg(long = "box", value_name = "RANGES", allow_hyphen_values = true)]
    ranges: Option<String>,
}

/// The greatest weight that positions are counted to.
const MOST_COUNTED: usize = 100_000;
/// Strata listed in the text.
const MOST_LISTED: usize = 400;

impl StrategyQuestion {
    /// Answers the question.
    pub fn run(self, context: &Context) -> Result<Answer, Failure> {
        context.expect_format("strategy", &[Format::Text, Format::Json, Format::Svg])?;
        if context.format == Format::Svg && (self.strata.is_some() || self.automaton.is_some()) {
            return Err(Failure::new(
                "a picture is of the strategy that is found; leave out --strata and --automaton",
            ));
        }
        let board = Board::read(&self.file)?;
        let mut fields = Map::new();
        fields.insert("board".into(), json!(self.file.display().to_string()));
        let Some(axioms) = board.axioms(&context.limits)? else {
            return Ok(Answer::unanswered(fields, "a limit was reached before the axioms were decided"));
        };
        let game = match &self.below {
            Some(layers) => below(&board.game, layers)?,
            None => board.game.clone(),
        };
        if let Some(path) = &self.strata {
            return verify_strata(&game, path, fields, context);
        }
        if let Some(path) = &self.automaton {
            return automaton::verify(&game, path, fields, context);
        }
        let is_picture = context.format == Format::Svg;
        let mut text = String::new();
        if context.explain {
            axioms.describe(&game).iter().for_each(|line| {
                let _ = writeln!(text, "{line}");
            });
        }
        if let Some(answer) = self.squarefree(&game, &mut text, &mut fields)?.filter(|_| !is_picture) {
            return Ok(answer);
        }
        match find(&game, &context.limits) {
            Found::Proved(strategy) => self.proved(&game, &axioms, &strategy, text, fields, context),
            Found::Box { upper, refuted_at, stopped } => {
                fields.insert("status".into(), json!("box"));
                fields.insert("strata".into(), Value::Null);
                fields.insert("generating_function".into(), Value::Null);
                fields.insert("box".into(), json!(upper));
                if is_picture {
                    text.clear();
                } else {
                    text.push_str("no finite description was found and verified\n");
                }
                if let Some(position) = refuted_at.filter(|_| !is_picture) {
                    let _ = writeln!(text, "the last guess was wrong at {}", point_text(&position));
                }
                let bound = if upper.is_empty() {
                    Claim::nothing()
                } else {
                    let corner: Vec<String> = upper.iter().map(i64::to_string).collect();
                    Claim::UpTo(format!("the box to ({}): solved, no description proved", corner.join(",")))
                };
                let why = stopped.map_or_else(|| "every size of box was tried".to_owned(), |r| r.to_string());
                Ok(Answer { stopped: Some(why), ..Answer::new(text, fields, bound) })
            }
        }
    }

    fn proved(
        &self,
        game: &LatticeGame,
        axioms: &Axioms,
        strategy: &Strategy,
        mut text: String,
        mut fields: Map<String, Value>,
        context: &Context,
    ) -> Result<Answer, Failure> {
        let array = &strategy.automatic.array;
        fields.insert("status".into(), json!("proved"));
        match array {
            Array::Digits(automaton) => {
                fields.insert("states".into(), json!(automaton.states()));
                fields.insert("joint_states".into(), json!(strategy.states));
            }
            Array::Fan(fan) => {
                fields.insert("rays".into(), json!(fan.rays()));
                fields.insert("points_checked".into(), json!(strategy.states));
            }
        }
        match &strategy.strata {
            Some(strata) => {
                describe_strata(&mut text, strata);
                fields.insert("strata".into(), strata_json(strata));
                fields.insert("generating_function".into(), json!(strata.generating_function().to_string()));
            }
            None => {
                let _ = writeln!(
                    text,
                    "P is the set of {array} that reads the digits of the coordinates; no union of translates was found"
                );
                fields.insert("strata".into(), Value::Null);
                fields.insert("generating_function".into(), Value::Null);
            }
        }
        consequences::describe_quotient(game, strategy, &mut text, &mut fields, context);
        self.repeating(game, strategy, &mut text, &mut fields, context)?;
        self.positions(game, strategy, &mut text, &mut fields, context)?;
        let seen = match array {
            Array::Digits(_) => {
                format!("{} joint states of {} shifted automata", strategy.states, game.rules().len() + 1)
            }
            Array::Fan(_) => format!("{array}, {} points of a few periods of each", strategy.states),
        };
        let claim = Claim::Proved(format!(
            "the rule \"P exactly if no option is P\" holds at every position: {seen}, {} local situations",
            strategy.patterns
        ));
        if context.format == Format::Svg {
            text = picture::picture(game, strategy, &self.file, self.ranges.as_deref())?;
        }
        let certificate = certificate::certificate(game, axioms, strategy);
        Ok(Answer {
            certificate: certificate.map(|proof| Ok(Certificate::of(&proof))),
            ..Answer::new(text, fields, claim)
        })
    }

    /// What was asked about single positions, and counts.
    fn positions(
        &self,
        game: &LatticeGame,
        strategy: &Strategy,
        text: &mut String,
        fields: &mut Map<String, Value>,
        context: &Context,
    ) -> Result<(), Failure> {
        let dimension = game.dimension();
        if let Some(written) = &self.at {
            let point = parse_point(written, dimension)?;
            let cell = strategy.cell(&point);
            let moves = if cell == Cell::N { strategy.winning_moves(game, &point) } else { vec![] };
            let says = match cell {
                Cell::P => "P: whoever moved there wins",
                Cell::N => "N: the player to move wins",
                Cell::Defeated => "defeated: nobody may move there",
                Cell::Off => "off the board",
            };
            let _ = writeln!(text, "{} is {says}", point_text(&point));
            for option in &moves {
                let _ = writeln!(text, "  by moving to {}", point_text(option));
            }
            fields.insert("position".into(), big_json(&point));
            fields.insert("outcome".into(), json!(cell.character().to_string()));
            fields.insert("winning_moves".into(), moves.iter().map(|option| big_json(option)).collect());
        }
        if let Some(pair) = &self.congruent {
            let natural = |written: &str| -> Result<Vec<BigUint>, Failure> {
                let point = parse_point(written, dimension)?;
                point.iter().map(BigInt::to_biguint).collect::<Option<_>>().ok_or_else(|| {
                    Failure::new("congruence is about positions with coordinates >= 0")
                        .at(written, 0..written.len())
                })
            };
            let (p, q) = (natural(&pair[0])?, natural(&pair[1])?);
            match strategy.congruent(&p, &q, &context.limits) {
                Ok(Congruence::Congruent) => {
                    let _ = writeln!(text, "the two positions are congruent");
                    fields.insert("congruent".into(), json!(true));
                }
                Ok(Congruence::Separated(witness)) => {
                    let witness: Vec<BigInt> = witness.into_iter().map(BigInt::from).collect();
                    let _ = writeln!(
                        text,
                        "not congruent: {} added to both tells them apart",
                        point_text(&witness)
                    );
                    fields.insert("congruent".into(), json!(false));
                    fields.insert("separated_by".into(), big_json(&witness));
                }
                Ok(Congruence::Undecided) => {
                    let _ = writeln!(
                        text,
                        "congruence not decided: the positions are too large for these sectors"
                    );
                    fields.insert("congruent".into(), Value::Null);
                }
                Ok(Congruence::NotDefined) => {
                    return Err(Failure::new("congruence is about boards that are all of x >= 0"));
                }
                Err(reason) => {
                    let _ = writeln!(text, "congruence not decided: {reason}");
                    fields.insert("congruent".into(), Value::Null);
                }
            }
        }
        if let Some(to) = self.count {
            if to > MOST_COUNTED {
                return Err(Failure::new(format!("positions are counted to weight {MOST_COUNTED} at most")));
            }
            let weights = match &self.weights {
                Some(written) => parse_weights(written, dimension)?,
                None => vec![1; dimension],
            };
            let counts = strategy.strata.as_ref().and_then(|strata| strata.count_by_weight(&weights, to));
            let Some(counts) = counts else {
                return Err(Failure::new("these P-positions cannot be counted by these weights")
                    .help("counting needs strata, and weights that are positive on every generator"));
            };
            let listed: Vec<String> = counts.iter().map(BigUint::to_string).collect();
            let _ = writeln!(text, "P-positions of weight 0, 1, …, {to}: {}", listed.join(" "));
            fields.insert("counts".into(), json!(listed));
        }
        Ok(())
    }
}

/// The game on the layers up to a value of a coordinate; moves must not lead upwards.
fn below(game: &LatticeGame, layers: &str) -> Result<LatticeGame, Failure> {
    let names = coordinate_names(game.dimension());
    let parsed = layers.split_once('=').and_then(|(name, value)| {
        let axis = names.iter().position(|known| known == name.trim())?;
        Some((axis, value.trim().parse::<i64>().ok()?))
    });
    let Some((axis, most)) = parsed else {
        return Err(Failure::new("expected a coordinate and its greatest value, such as z=1")
            .at(layers, 0..layers.len())
            .help(format!("the coordinates of this board are {}", names.join(", "))));
    };
    if game.rules().iter().any(|rule| rule[axis] < 0) {
        return Err(Failure::new(format!(
            "some rule increases {}, so its layers are no games of their own",
            names[axis]
        )));
    }
    let mut board = game.board().to_vec();
    let normal = (0..game.dimension()).map(|i| if i == axis { -1 } else { 0 }).collect();
    board.push(Inequality { normal, bound: -most });
    let defeated = game.defeated().iter().filter(|point| point[axis] <= most).cloned().collect();
    LatticeGame::new(game.dimension(), game.rules().to_vec(), Some(board), defeated)
        .map_err(|error| Failure::new(error.to_string()))
}

#[derive(Deserialize)]
struct StrataFile {
    strata: Vec<Stratum>,
}

#[derive(Deserialize)]
struct Stratum {
    offset: Option<Vec<i64>>,
    /// Several offsets with the same generators.
    #[serde(default)]
    offsets: Vec<Vec<i64>>,
    #[serde(default)]
    generators: Vec<Vec<i64>>,
}

/// Reads a description of a strategy from a file, as JSON (the program's own output) or as TOML.
fn read_description<T: serde::de::DeserializeOwned>(path: &Path) -> Result<T, Failure> {
    let name = path.display();
    let text =
        served::read_to_string(path).map_err(|error| Failure::new(format!("cannot read {name}: {error}")))?;
    if text.trim_start().starts_with('{') {
        return serde_json::from_str(&text).map_err(|error| Failure::new(format!("{name}: {error}")));
    }
    toml::from_str(&text).map_err(|error| {
        let failure = Failure::new(format!("{name}: {}", error.message()));
        match error.span() {
            Some(span) => failure.at(&text, span),
            None => failure,
        }
    })
}

/// Reads strata as they are printed by `--json`, or the same as TOML.
fn read_strata(path: &Path, dimension: usize) -> Result<Vec<Module>, Failure> {
    let name = path.display();
    let file: StrataFile = read_description(path)?;
    const LARGEST: i64 = 1 << 40;
    for (number, stratum) in file.strata.iter().enumerate() {
        let vectors = || stratum.generators.iter().chain(&stratum.offset).chain(&stratum.offsets);
        let wrong = if vectors().any(|v| v.len() != dimension) {
            format!("has a vector that has not {dimension} entries")
        } else if vectors().flatten().any(|entry| entry.abs() > LARGEST) {
            "has an entry that is too large".to_owned()
        } else if stratum.generators.iter().any(|g| g.iter().all(|entry| *entry == 0)) {
            "has a generator that is zero".to_owned()
        } else if stratum.generators.len() > 2 * dimension {
            format!("has more than {} generators", 2 * dimension)
        } else {
            continue;
        };
        return Err(Failure::new(format!("{name}: stratum number {} {wrong}", number + 1)));
    }
    let module = |s: Stratum| Module {
        offsets: s.offset.into_iter().chain(s.offsets).collect(),
        generators: s.generators,
    };
    Ok(file.strata.into_iter().map(module).collect())
}

/// `--strata`: proved, or refuted with a position.
fn verify_strata(
    game: &LatticeGame,
    path: &Path,
    mut fields: Map<String, Value>,
    context: &Context,
) -> Result<Answer, Failure> {
    let strata = read_strata(path, game.dimension())?;
    let straightened = match Straightened::new(game, &context.limits) {
        Ok(Some(straightened)) => straightened,
        Ok(None) => return Err(Failure::new("the numbers of this board are too large for proofs")),
        Err(reason) => return Ok(Answer::unanswered(fields, reason.to_string())),
    };
    let place = |offset: &Vec<i64>| -> Vec<i64> {
        let turned = straightened.natural_direction(offset);
        turned.iter().zip(&straightened.shift).map(|(f, t)| f + t).collect()
    };
    let natural = |module: &Module| Module {
        offsets: module.offsets.iter().map(place).collect(),
        generators: module.generators.iter().map(|g| straightened.natural_direction(g)).collect(),
    };
    let moved: Vec<Module> = strata.iter().map(natural).collect();
    let negative = |module: &Module| module.generators.iter().flatten().any(|entry| *entry < 0);
    if let Some(number) = moved.iter().position(negative) {
        return Err(Failure::new(format!(
            "stratum number {} has a generator that leads off the board",
            number + 1
        )));
    }
    // When every stratum has one offset, it is a translate.
    let single = |modules: &[Module]| -> Option<AffineStratification> {
        let translate = |module: &Module| match module.offsets.as_slice() {
            [offset] => Some(Translate { offset: offset.clone(), generators: module.generators.clone() }),
            _ => None,
        };
        Some(AffineStratification { translates: modules.iter().map(translate).collect::<Option<_>>()? })
    };
    let module_json = |m: &Module| json!({ "offsets": m.offsets, "generators": m.generators });
    fields.insert(
        "strata".into(),
        single(&strata).map_or_else(|| strata.iter().map(module_json).collect(), |s| strata_json(&s)),
    );
    // The P-positions themselves, if they are known, are easier to compare with than the rule is to check.
    let mut known = None;
    let compared = match find(game, &context.limits) {
        Found::Proved(strategy) => {
            let compared = strategy.compare(&moved, &context.limits).transpose();
            known = Some(strategy);
            compared
        }
        Found::Box { stopped, .. } => stopped.map(Err),
    };
    let verified = match (compared, single(&moved)) {
        (Some(compared), _) => compared,
        (None, Some(strata)) => strata.verify(&straightened.game, &context.limits),
        (None, None) => {
            return Ok(Answer::unanswered(fields, "no strategy was found to compare these strata with"));
        }
    };
    Ok(match verified {
        Err(reason) => Answer::unanswered(fields, reason.to_string()),
        Ok(Ok(())) => {
            fields.insert("status".into(), json!("proved"));
            if let Some(strata) = single(&strata) {
                let function = strata.generating_function().to_string();
                fields.insert("generating_function".into(), json!(function));
            }
            let claim = Claim::Proved(
                "at every position: the strata are disjoint, and a position is in one of them exactly if no option is"
                    .into(),
            );
            let mut text = "the strata are the P-positions\n".to_owned();
            if let Some(strategy) = known {
                consequences::describe_quotient(game, &strategy, &mut text, &mut fields, context);
            }
            Answer::new(text, fields, claim)
        }
        Ok(Err(failure)) => {
            let at = straightened.point(failure.position());
            let why = match failure {
                StrataFailure::Overlap(_) => "is in two strata",
                StrataFailure::OffBoard(_) => "is in a stratum, and it is off the board or defeated",
                StrataFailure::MoveBetween(_) => "is in a stratum, and so is one of its options",
                StrataFailure::Missing(_) => "is in no stratum, and neither is any of its options",
                StrataFailure::NotP(_) => "is in a stratum, and it is not P",
                StrataFailure::Uncovered(_) => "is P, and in no stratum",
            };
            fields.insert("status".into(), json!("refuted"));
            fields.insert("witness".into(), big_json(&at));
            let claim = Claim::Proved("by the position named".into());
            Answer::new(format!("refuted: {} {why}\n", point_text(&at)), fields, claim)
        }
    })
}

fn describe_strata(text: &mut String, strata: &AffineStratification) {
    let count = strata.translates.len();
    let _ =
        writeln!(text, "P is the disjoint union of {count} translate{}:", if count == 1 { "" } else { "s" });
    for translate in strata.translates.iter().take(MOST_LISTED) {
        let generators: Vec<String> = translate.generators.iter().map(|g| small_text(g)).collect();
        let _ = match generators.len() {
            0 => writeln!(text, "  {}", small_text(&translate.offset)),
            _ => writeln!(text, "  {} + N{{{}}}", small_text(&translate.offset), generators.join(", ")),
        };
    }
    if count > MOST_LISTED {
        let _ = writeln!(text, "  … {} more; --json lists all", count - MOST_LISTED);
    } else {
        let _ = writeln!(text, "generating function: {}", strata.generating_function());
    }
}

fn strata_json(strata: &AffineStratification) -> Value {
    let translate = |t: &Translate| json!({ "offset": t.offset, "generators": t.generators });
    strata.translates.iter().map(translate).collect()
}

fn small_text(point: &[i64]) -> String {
    impartial::lattice::rules::point_text(point)
}

fn point_text(point: &[BigInt]) -> String {
    let coordinates: Vec<String> = point.iter().map(BigInt::to_string).collect();
    format!("({})", coordinates.join(","))
}

/// Coordinates as JSON numbers where they fit in 64 bits, else as text.
fn big_json(point: &[BigInt]) -> Value {
    let coordinate = |x: &BigInt| i64::try_from(x).map_or_else(|_| json!(x.to_string()), |x| json!(x));
    point.iter().map(coordinate).collect()
}

/// Reads `3,0,-2`, with or without brackets.
fn parse_point(written: &str, dimension: usize) -> Result<Vec<BigInt>, Failure> {
    const LONGEST: usize = 100_000;
    if written.len() > LONGEST {
        return Err(Failure::new("the position is longer than 100000 characters"));
    }
    let inner = written.trim().trim_start_matches(['(', '[']).trim_end_matches([')', ']']);
    let numbers: Option<Vec<BigInt>> = inner.split(',').map(|part| part.trim().parse().ok()).collect();
    match numbers {
        Some(point) if point.len() == dimension => Ok(point),
        _ => Err(Failure::new(format!("expected a position: {dimension} whole numbers separated by commas"))
            .at(written, 0..written.len())),
    }
}

fn parse_weights(written: &str, dimension: usize) -> Result<Vec<i64>, Failure> {
    let weights: Option<Vec<i64>> = parse_point(written, dimension)?
        .iter()
        .map(|w| i64::try_from(w).ok().filter(|w| (0..1 << 32).contains(w)))
        .collect();
    weights.ok_or_else(|| Failure::new("weights are numbers from 0 to 2^32").at(written, 0..written.len()))
}
