//! Strata that are given: proved to be the P-positions, or refuted with a position.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::consequences::{self, QuotientFound};
use super::point::Point;
use super::{StrategyStatus, certificate, opened};
use crate::automatic::Translate;
use crate::lattice::LatticeGame;
use crate::lattice::straighten::Straightened;
use crate::lattice::strata::{AffineStratification, Module, StrataFailure};
use crate::lattice::strategy::{Found, Strategy, find};
use crate::question::board::{self, Board};
use crate::question::{Answer, Asking, Claim, NoCertificate, Question, Refused, Stopped};

/// Are these strata the P-positions of a lattice game?
///
/// ```
/// use impartial::question::{Asking, Board, Question, StrataQuestion};
/// let asking = Asking::with_certificate();
/// let board = Board::named("rules = [[1,0],[0,1]]", &asking)?;
/// let ask = |text: &str| StrataQuestion::read(board.clone(), None, "strata", text)?.ask(&asking);
/// let right = ask("strata = [{ offsets = [[0,0],[1,1]], generators = [[2,0],[0,2]] }]")?;
/// assert_eq!(right.to_json().unwrap()["status"], "proved");
/// let wrong = ask(r#"{"strata": [{"offset": [0,0], "generators": [[2,0],[0,1]]}]}"#)?;
/// assert_eq!(wrong.to_json().unwrap()["witness"], serde_json::json!([0, 1]));
/// // With one offset to a stratum the proof can be written down.
/// let answer = ask("strata = [{ offset = [0,0], generators = [[1,1],[2,0]] }, { offset = [0,2], generators = [[1,1],[0,2]] }]")?;
/// let certificate = answer.certificate.expect("it was wanted").expect("there is one");
/// assert!(impartial_check::check(&certificate.to_string()).is_ok());
/// # Ok::<(), impartial::question::Refused>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StrataQuestion {
    /// The board.
    pub board: Board,
    /// Only the layers up to a value of a coordinate: `z=1`.
    pub below: Option<String>,
    /// The strata.
    pub strata: Vec<Module>,
}

/// What became of given strata.
#[derive(Clone, Debug, Serialize)]
pub struct StrataValue {
    /// The name of the board.
    pub board: String,
    /// The strata.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub strata: Option<GivenStrata>,
    /// Proved or refuted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<StrategyStatus>,
    /// The generating function of P.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub generating_function: Option<String>,
    /// A position at which they are wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub witness: Option<Point>,
    /// What is wrong there, as the end of a sentence.
    #[serde(skip)]
    pub wrong: Option<&'static str>,
    /// Whether the quotient is finite.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quotient: Option<QuotientFound>,
    /// The strategy that they were compared with, if they are right.
    #[serde(skip)]
    pub strategy: Option<Box<Strategy>>,
}

/// Strata as they were given.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum GivenStrata {
    /// Each with one offset.
    Translates(AffineStratification),
    /// Some with several.
    Modules(Vec<Module>),
}

/// Strata in a text.
#[derive(Deserialize)]
struct Description {
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

/// Reads a description as JSON, as answers have it, or as TOML; `name` stands in messages.
pub(super) fn read_description<T: DeserializeOwned>(name: &str, text: &str) -> Result<T, Refused> {
    if text.trim_start().starts_with('{') {
        return serde_json::from_str(text).map_err(|error| Refused::new(format!("{name}: {error}")));
    }
    toml::from_str(text).map_err(|error| {
        let refused = Refused::new(format!("{name}: {}", error.message()));
        match error.span() {
            Some(span) => refused.at(text, span),
            None => refused,
        }
    })
}

impl StrataQuestion {
    /// The question about the strata in a text, TOML or JSON: `strata = [{offset = [0,0], generators = [[2,0]]}]`; `name` stands in
    /// messages.
    ///
    /// # Errors
    /// What is wrong with the text.
    pub fn read(board: Board, below: Option<String>, name: &str, text: &str) -> Result<Self, Refused> {
        const LARGEST: i64 = 1 << 40;
        let dimension = board.game.dimension();
        let Description { strata } = read_description(name, text)?;
        for (number, stratum) in strata.iter().enumerate() {
            let vectors = || stratum.generators.iter().chain(&stratum.offset).chain(&stratum.offsets);
            let wrong = if vectors().any(|v| v.len() != dimension) {
                format!("has a vector that has not {dimension} entries")
            } else if vectors().flatten().any(|entry| entry.unsigned_abs() > LARGEST.unsigned_abs()) {
                "has an entry that is too large".to_owned()
            } else if stratum.generators.iter().any(|g| g.iter().all(|entry| *entry == 0)) {
                "has a generator that is zero".to_owned()
            } else if stratum.generators.len() > 2 * dimension {
                format!("has more than {} generators", 2 * dimension)
            } else {
                continue;
            };
            return Err(Refused::new(format!("{name}: stratum number {} {wrong}", number + 1)));
        }
        let module = |s: Stratum| Module {
            offsets: s.offset.into_iter().chain(s.offsets).collect(),
            generators: s.generators,
        };
        Ok(StrataQuestion { board, below, strata: strata.into_iter().map(module).collect() })
    }
}

/// The strata as translates, when each has one offset.
fn translates(modules: &[Module]) -> Option<AffineStratification> {
    let translate = |module: &Module| match module.offsets.as_slice() {
        [offset] => Some(Translate { offset: offset.clone(), generators: module.generators.clone() }),
        _ => None,
    };
    Some(AffineStratification { translates: modules.iter().map(translate).collect::<Option<_>>()? })
}

/// The game in natural coordinates, in which proofs are made; or why there is none.
pub(super) fn straightened(
    game: &LatticeGame,
    asking: &Asking<'_>,
) -> Result<Result<Straightened, Stopped>, Refused> {
    match Straightened::new(game, &asking.limits) {
        Ok(Some(straightened)) => Ok(Ok(straightened)),
        Ok(None) => Err(Refused::new("the numbers of this board are too large for proofs")),
        Err(reason) => Ok(Err(reason.into())),
    }
}

/// What a refutation rests on.
pub(super) fn refutation() -> Claim {
    Claim::Proved("by the position named".into())
}

/// Why a refutation has no certificate.
pub(super) fn no_refutation() -> NoCertificate {
    NoCertificate::because("a refutation is checked at the position that it names")
}

impl Question for StrataQuestion {
    type Value = StrataValue;

    fn ask(&self, asking: &Asking<'_>) -> Result<Answer<StrataValue>, Refused> {
        let mut value = StrataValue {
            board: self.board.name.clone(),
            strata: None,
            status: None,
            generating_function: None,
            witness: None,
            wrong: None,
            quotient: None,
            strategy: None,
        };
        let Some((game, axioms)) = opened(&self.board, self.below.as_deref(), asking)? else {
            return Ok(Answer::stopped(value, Stopped::because(board::UNDECIDED)));
        };
        let straightened = match straightened(&game, asking)? {
            Ok(straightened) => straightened,
            Err(why) => return Ok(Answer::stopped(value, why)),
        };
        let natural: Vec<Module> =
            self.strata.iter().map(|module| in_natural(module, &straightened)).collect();
        let leads_off = |module: &Module| module.generators.iter().flatten().any(|entry| *entry < 0);
        if let Some(number) = natural.iter().position(leads_off) {
            let number = number + 1;
            return Err(Refused::new(format!(
                "stratum number {number} has a generator that leads off the board"
            )));
        }
        let given = translates(&self.strata);
        value.strata = Some(match given.clone() {
            Some(strata) => GivenStrata::Translates(strata),
            None => GivenStrata::Modules(self.strata.clone()),
        });
        // The P-positions themselves, if they are known, are easier to compare with than the rule is to check.
        let (known, compared) = match find(&game, &asking.limits) {
            Found::Proved(strategy) => {
                let compared = strategy.compare(&natural, &asking.limits).transpose();
                (Some(strategy), compared)
            }
            Found::Box { stopped, .. } => (None, stopped.map(Err)),
        };
        let verified = match (compared, translates(&natural)) {
            (Some(compared), _) => compared,
            (None, Some(strata)) => strata.verify(&straightened.game, &asking.limits),
            (None, None) => {
                let why = "no strategy was found to compare these strata with";
                return Ok(Answer::stopped(value, Stopped::because(why)));
            }
        };
        match verified {
            Err(reason) => Ok(Answer::stopped(value, reason)),
            Ok(Err(failure)) => Ok(refuted(value, &failure, &straightened, asking)),
            Ok(Ok(())) => {
                value.status = Some(StrategyStatus::Proved);
                value.generating_function =
                    given.as_ref().map(|strata| strata.generating_function().to_string());
                value.quotient =
                    known.as_ref().and_then(|known| consequences::quotient(&game, known, &asking.limits));
                let certificate = asking.certify(|| match (&known, given) {
                    (Some(known), Some(strata)) => {
                        let strategy = Strategy { strata: Some(strata), ..(**known).clone() };
                        certificate::write(&game, &axioms, &strategy)
                    }
                    (Some(_), None) => {
                        Err(NoCertificate::because("a certificate has strata with one offset each"))
                    }
                    (None, _) => Err(NoCertificate::because("no automaton is known for these strata")),
                });
                value.strategy = known;
                let claim = Claim::Proved(
                    "at every position: the strata are disjoint, and a position is in one of them exactly if no option is"
                        .into(),
                );
                let has_quotient = value.quotient.is_some();
                let answer = Answer { certificate, ..Answer::new(value, "P-positions", claim.clone()) };
                Ok(if has_quotient { answer.with("quotient", claim) } else { answer })
            }
        }
    }
}

fn in_natural(module: &Module, straightened: &Straightened) -> Module {
    let place = |offset: &Vec<i64>| -> Vec<i64> {
        let turned = straightened.natural_direction(offset);
        turned.iter().zip(&straightened.shift).map(|(f, t)| f + t).collect()
    };
    Module {
        offsets: module.offsets.iter().map(place).collect(),
        generators: module.generators.iter().map(|g| straightened.natural_direction(g)).collect(),
    }
}

fn refuted(
    mut value: StrataValue,
    failure: &StrataFailure,
    straightened: &Straightened,
    asking: &Asking<'_>,
) -> Answer<StrataValue> {
    value.status = Some(StrategyStatus::Refuted);
    value.witness = Some(straightened.point(failure.position()).into());
    value.wrong = Some(failure.sentence());
    let certificate = asking.certify(|| Err(no_refutation()));
    Answer { certificate, ..Answer::new(value, "refuted", refutation()) }
}
