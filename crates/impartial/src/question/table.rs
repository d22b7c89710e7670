//! The outcomes of a lattice game: in a box, or of the multiples of a position.

use serde::{Serialize, Serializer};

use super::board::{self, Board};
use super::{Answer, Asking, Claim, Question, Refused, Stopped};
use crate::game::Outcome;
use crate::lattice::axioms::Axioms;
use crate::lattice::read::{read_box, read_ranges, read_slice};
use crate::lattice::rules::point_text;
use crate::lattice::table::{Census, Multiples, census, multiples, points};
use crate::lattice::{LatticeGame, Table, TableError, solve_box};

/// What an answer rests on that no certificate shows.
const TRUSTED: &str =
    "trusted is the recursion over the box; the strategy on the whole board has one (`impartial strategy`)";

/// The outcomes of some positions of a lattice game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableQuestion {
    /// The board.
    pub board: Board,
    /// Which positions.
    pub part: TablePart,
}

/// Which positions a table is of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TablePart {
    /// Every point of a box, one by one.
    Cells {
        /// A range for each coordinate, both ends included, or a number: `0..400,-3..400,1`.
        ranges: String,
        /// Coordinates that are fixed: `z=1`.
        slice: Option<String>,
        /// The most cells that are wanted.
        most: u64,
    },
    /// How many points of a box are what; boxes may be larger than memory.
    Count {
        /// As for the cells.
        ranges: String,
        /// As for the cells.
        slice: Option<String>,
    },
    /// 0, 1, 2, … times a position.
    Multiples {
        /// The position: `0,0,0,1`.
        position: String,
        /// The greatest multiple.
        to: u32,
    },
}

/// The outcomes of a lattice game in a box, or of multiples of a position.
#[derive(Debug, Serialize)]
pub struct TableValue {
    /// The name of the board.
    pub board: String,
    /// Why it is one, when steps were wanted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub axioms: Option<AxiomsFound>,
    /// The least corner of the box.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lower: Option<Vec<i64>>,
    /// The greatest corner of the box.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub upper: Option<Vec<i64>>,
    /// How many cells there are of each kind, if that was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counts: Option<Census>,
    /// The position whose multiples are told.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<Vec<i64>>,
    /// The cells; `Some(None)` when they were not found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cells: Option<Option<Cells>>,
    /// The n for which n and n + 1 times the position have the same outcome.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub repeats: Option<Vec<usize>>,
}

/// Cells, written as the characters P, N, D (defeated) and `.` (off the board).
pub enum Cells {
    /// Those of a box, the last coordinate fastest.
    Box(Box<Table>),
    /// Those of the multiples of a position; `None` where nobody may move.
    Line(Vec<Option<Outcome>>),
}

/// Why the rules are those of a lattice game.
#[derive(Clone, Debug, Serialize)]
pub struct AxiomsFound {
    /// A linear function that every move decreases.
    pub functional: Vec<i64>,
    /// A direction in which the board has room all around.
    pub interior: Vec<i64>,
    /// For every extreme ray of the board, rules that can be used far along it.
    pub rays: Vec<RayFound>,
    /// The same in sentences.
    #[serde(skip)]
    pub steps: Vec<String>,
}

/// A ray of a board, and rules that can be used far along it.
#[derive(Clone, Debug, Serialize)]
pub struct RayFound {
    /// The ray.
    pub ray: Vec<i64>,
    /// The rules.
    pub rules: Vec<Vec<i64>>,
}

/// Points recomputed one by one from their options.
const AUDITED: usize = 4096;

/// ```
/// use impartial::question::{Asking, Board, Question, TablePart, TableQuestion};
/// let board = Board::named("rules = [[1,0],[0,1],[2,2]]", &Asking::new())?;
/// let part = TablePart::Cells { ranges: "0..3,0..2".into(), slice: None, most: 100 };
/// let answer = TableQuestion { board, part }.ask(&Asking::new())?;
/// assert_eq!(answer.to_json().unwrap()["cells"], "PNPNPNPNNNPN");
/// assert_eq!(answer.claims[0].to_string(), "cells: PROVED  12 points solved, all that play can reach from the box");
/// # Ok::<(), impartial::question::Refused>(())
/// ```
impl Question for TableQuestion {
    type Value = TableValue;

    fn ask(&self, asking: &Asking<'_>) -> Result<Answer<TableValue>, Refused> {
        let game = &self.board.game;
        let mut value = TableValue {
            board: self.board.name.clone(),
            axioms: None,
            lower: None,
            upper: None,
            counts: None,
            position: None,
            cells: None,
            repeats: None,
        };
        let Some(axioms) = self.board.axioms(&asking.limits)? else {
            return Ok(Answer::stopped(value, Stopped::because(board::UNDECIDED)));
        };
        value.axioms = asking.explain.then(|| AxiomsFound::new(&axioms, game));
        match &self.part {
            TablePart::Multiples { position, to } => answer_multiples(game, position, *to, value, asking),
            TablePart::Count { ranges, slice } => {
                let (lower, upper) = corners(ranges, slice.as_deref(), game.dimension())?;
                (value.lower, value.upper) = (Some(lower.clone()), Some(upper.clone()));
                match census(game, &lower, &upper, &asking.limits) {
                    Ok(counts) => {
                        value.counts = Some(counts);
                        let claim =
                            Claim::Proved("every point of the box was solved from its options".into());
                        Ok(asking.trusting(Answer::new(value, "counts", claim), TRUSTED))
                    }
                    Err(error) => {
                        value.cells = Some(None);
                        Ok(Answer::stopped(value, why_none(error, "")?))
                    }
                }
            }
            TablePart::Cells { ranges, slice, most } => {
                let (lower, upper) = corners(ranges, slice.as_deref(), game.dimension())?;
                let (lower, upper) = (value.lower.insert(lower), value.upper.insert(upper));
                let sides = lower.iter().zip(&*upper).map(|(lo, hi)| hi.abs_diff(*lo).saturating_add(1));
                let cells = sides.into_iter().try_fold(1u64, u64::checked_mul);
                let Some(count) = cells.filter(|cells| cells <= most) else {
                    let message = format!("the box has more than {most} cells, too many to show one by one");
                    return Err(Refused::new(message).help("--count counts them; --slice z=1 shows a part"));
                };
                let table = match solve_box(game, lower, upper, &asking.limits) {
                    Ok(table) => table,
                    Err(error) => {
                        value.cells = Some(None);
                        return Ok(Answer::stopped(value, why_none(error, "; --count needs less memory")?));
                    }
                };
                if let Some(point) = table.audit(AUDITED, count) {
                    // Cannot happen; and if it does, a wrong table must not be given.
                    let at = point_text(&point);
                    return Err(Refused::new(format!("internal error: the table is wrong at {at}")));
                }
                let size = table.size();
                value.cells = Some(Some(Cells::Box(Box::new(table))));
                let claim =
                    Claim::Proved(format!("{size} points solved, all that play can reach from the box"));
                Ok(asking.trusting(Answer::new(value, "cells", claim), TRUSTED))
            }
        }
    }
}

/// The corners of a box, with the slice taken.
fn corners(ranges: &str, slice: Option<&str>, dimension: usize) -> Result<(Vec<i64>, Vec<i64>), Refused> {
    let mut found = read_box(ranges, dimension).map_err(|error| Refused::reading(ranges, error))?;
    if let Some(slice) = slice {
        let fixed = read_slice(slice, dimension).map_err(|error| Refused::reading(slice, error))?;
        fixed.into_iter().for_each(|(axis, value)| found[axis] = (value, value));
    }
    Ok(found.into_iter().unzip())
}

/// A limit reached is an answer; a box that makes no sense is not.
fn why_none(error: TableError, advice: &str) -> Result<Stopped, Refused> {
    match error {
        TableError::Stopped(reason) => Ok(reason.into()),
        TableError::TooLarge => Ok(Stopped::because(format!("{error}{advice}"))),
        TableError::Box(_) | TableError::Loopy => Err(Refused::new(error.to_string())),
    }
}

fn answer_multiples(
    game: &LatticeGame,
    written: &str,
    most: u32,
    mut value: TableValue,
    asking: &Asking<'_>,
) -> Result<Answer<TableValue>, Refused> {
    let ranges = read_ranges(written).map_err(|error| Refused::reading(written, error))?;
    if ranges.len() != game.dimension() || ranges.iter().any(|(lo, hi)| lo != hi) {
        let message = format!("a position of this board is {} numbers", game.dimension());
        return Err(Refused::new(message).at(written, 0..written.len()));
    }
    let point: Vec<i64> = ranges.into_iter().map(|(value, _)| value).collect();
    let found = match multiples(game, &point, most, &asking.limits) {
        Ok(found) => found,
        Err(error) => return Ok(Answer::stopped(value, why_none(error, "")?)),
    };
    value.position = Some(point);
    value.repeats = Some(found.repeats());
    let Multiples { outcomes, stopped } = found;
    let reached = outcomes.len().checked_sub(1);
    value.cells = Some(Some(Cells::Line(outcomes)));
    let stopped = stopped.map(Stopped::from);
    Ok(match reached {
        Some(reached) => {
            let claim = Claim::UpTo(format!("multiple {reached}: every position below was solved"));
            Answer { stopped, ..Answer::new(value, "cells", claim.clone()).with("repeats", claim) }
        }
        None => Answer { value, claims: Vec::new(), certificate: None, stopped },
    })
}

impl AxiomsFound {
    fn new(axioms: &Axioms, game: &LatticeGame) -> Self {
        let rays = axioms.rays.iter().map(|ray| RayFound {
            ray: ray.ray.clone(),
            rules: ray.rules.iter().map(|index| game.rules()[*index].clone()).collect(),
        });
        AxiomsFound {
            functional: axioms.functional.clone(),
            interior: axioms.interior.clone(),
            rays: rays.collect(),
            steps: axioms.describe(game),
        }
    }
}

impl Cells {
    /// The characters.
    pub fn characters(&self) -> String {
        match self {
            Cells::Box(table) => {
                points(table.lower(), table.upper()).map(|point| table.cell(&point).character()).collect()
            }
            Cells::Line(outcomes) => outcomes
                .iter()
                .map(|outcome| match outcome {
                    Some(Outcome::P) => 'P',
                    Some(Outcome::N) => 'N',
                    None => 'D',
                })
                .collect(),
        }
    }
}

impl Serialize for Cells {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.characters())
    }
}

impl std::fmt::Debug for Cells {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Cells({:?})", self.characters())
    }
}
