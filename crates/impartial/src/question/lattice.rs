//! A game as a lattice game.

use serde::Serialize;

use super::files::read;
use super::{Answer, Asking, Claim, Question, Refused, Stopped};
use crate::automatic::Translate;
use crate::game::Play;
use crate::language::{Language, Position, Subject};
use crate::lattice::LatticeGame;
use crate::lattice::bridge::{self, Bridge, BridgeError, PeriodicSet};
use crate::lattice::table::TableError;

/// What an answer rests on that no certificate shows.
const TRUSTED: &str = "trusted is that sums are the vectors of their multiplicities; the strategy on the board has one (`impartial strategy`)";

/// A heap game with heaps up to a size, or any finite position, as a lattice game: a sum is the vector of its multiplicities.
///
/// ```
/// use impartial::game::Play;
/// use impartial::question::{Asking, LatticeQuestion, Question};
/// let question = LatticeQuestion { game: "gen(Z4)".into(), to: None, play: Play::Misere, strata: true };
/// let answer = question.ask(&Asking::new())?;
/// assert_eq!(answer.value.coordinates, ["gen(Z4)[0, 2]", "gen(Z4)[0]", "gen(Z4)"]);
/// assert_eq!(answer.value.order, Some(6));
/// # Ok::<(), impartial::question::Refused>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LatticeQuestion {
    /// A code, or a position in the game language.
    pub game: String,
    /// The largest heap of a code.
    pub to: Option<u64>,
    /// Normal or misère play.
    pub play: Play,
    /// Also the P-positions as disjoint translates, when they are periodic along every axis (a finite misère quotient).
    pub strata: bool,
}

/// A game as a lattice game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LatticeValue {
    /// The game, as it was written.
    pub game: String,
    /// The play.
    pub play: Play,
    /// The number of coordinates.
    pub dimension: usize,
    /// What each coordinate counts.
    pub coordinates: Vec<String>,
    /// The rules.
    pub rules: Vec<Vec<i64>>,
    /// The positions where nobody may move.
    pub defeated: Vec<Vec<i64>>,
    /// P as disjoint translates; `Some(None)` when none were found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub strata: Option<Option<Vec<Translate>>>,
    /// For each coordinate, from where on P is periodic along it, and the period.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub periods: Option<Vec<(u64, u64)>>,
    /// The order of the quotient.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub order: Option<usize>,
    /// How many of its elements are P.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub p_portion: Option<usize>,
    /// The lattice game itself.
    #[serde(skip)]
    pub board: LatticeGame,
}

/// The points of the boxes in which periods are looked for.
const BOXES: [f64; 3] = [2e4, 2e5, 2e6];

impl Question for LatticeQuestion {
    type Value = LatticeValue;

    fn ask(&self, asking: &Asking<'_>) -> Result<Answer<LatticeValue>, Refused> {
        let Bridge { game, names } = self.bridge(asking)?;
        let mut value = LatticeValue {
            game: self.game.clone(),
            play: self.play,
            dimension: game.dimension(),
            coordinates: names,
            rules: game.rules().to_vec(),
            defeated: game.defeated().to_vec(),
            strata: None,
            periods: None,
            order: None,
            p_portion: None,
            board: game,
        };
        let board =
            Claim::Proved("a sum is the vector of its multiplicities (Guo and Miller, Theorem 5.1)".into());
        if !self.strata {
            return Ok(asking.trusting(Answer::new(value, "board", board), TRUSTED));
        }
        match periodic_set(&value.board, asking)? {
            Ok(set) => {
                let (monoid, _) = set.quotient();
                value.strata = Some(Some(set.strata()));
                value.periods = Some(set.periods);
                (value.order, value.p_portion) = (Some(monoid.order()), Some(monoid.p_order()));
                let periodic = Claim::Proved(
                    "P is periodic along every axis: the rule holds at every point below the periods".into(),
                );
                let answer = Answer::new(value, "board", board);
                let answer = answer.with("P-positions", periodic.clone()).with("order", periodic);
                Ok(asking.trusting(answer, TRUSTED))
            }
            Err(why) => {
                value.strata = Some(None);
                Ok(Answer { stopped: Some(why), ..Answer::new(value, "board", board) })
            }
        }
    }
}

impl LatticeQuestion {
    fn bridge(&self, asking: &Asking<'_>) -> Result<Bridge, Refused> {
        let text = self.game.trim();
        let parsed = read(text, asking)?;
        let whole = |message: String| Refused::new(message).at(text, 0..text.len());
        let found = match &parsed.subject {
            Subject::Code(code) => {
                let Some(to) = self.to else {
                    return Err(Refused::new("a code has heaps of every size; which is the largest?")
                        .help(format!("impartial lattice {text} --to 5")));
                };
                bridge::of_heaps(code, to, self.play)
            }
            Subject::Position(position) => {
                let normal = position.normal_form();
                normal.can_search().map_err(|why| whole(why.to_string()))?;
                let name = |part: &Position| part.to_string();
                bridge::of_game(&Language, &[normal], Position::summands, name, self.play, &asking.limits)
            }
        };
        found.map_err(|error| match error {
            BridgeError::Stopped(reason) => Refused::new(reason.to_string()).by_limit(),
            error => whole(error.to_string()),
        })
    }
}

/// The periodic set of P-positions, looked for in growing boxes; or why there is none.
fn periodic_set(game: &LatticeGame, asking: &Asking<'_>) -> Result<Result<PeriodicSet, Stopped>, Refused> {
    for points in BOXES {
        let side = points.powf(1.0 / game.dimension() as f64) as i64;
        match PeriodicSet::of_game(game, side.clamp(3, 2000), &asking.limits) {
            Ok(Some(set)) => return Ok(Ok(set)),
            Ok(None) => {}
            Err(TableError::Stopped(reason)) => return Ok(Err(reason.into())),
            Err(error @ TableError::TooLarge) => return Ok(Err(Stopped::because(error.to_string()))),
            Err(error) => return Err(Refused::new(error.to_string())),
        }
    }
    Ok(Err(Stopped::because(
        "no period along every axis was found; `impartial strategy` looks for other descriptions",
    )))
}
