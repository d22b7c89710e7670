//! What follows from a strategy: whether the quotient is finite, outcomes far away, congruences, periods and counts.

use num_bigint::{BigInt, BigUint};
use serde::Serialize;

use super::point::Point;
use crate::lattice::consequences::{FiniteOrder, Quotient, TwoSectors};
use crate::lattice::read::{read_conditions, read_point, read_small_vector, read_weights};
use crate::lattice::rules::coordinate_names;
use crate::lattice::strategy::{Congruence, Strategy};
use crate::lattice::{Cell, LatticeGame};
use crate::limits::{Limits, Unanswered};
use crate::question::{Refused, Stopped};

/// Whether the quotient of a lattice game is finite: whether finitely many classes of positions behave differently in sums.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct QuotientFound {
    /// Whether it is finite.
    pub finite: bool,
    /// Whether the play is misère: only the origin is defeated.
    #[serde(skip)]
    pub is_misere: bool,
    /// Why.
    #[serde(flatten)]
    pub why: QuotientWhy,
}

/// Why a quotient is finite or not.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum QuotientWhy {
    /// P is periodic along every axis.
    Periodic {
        /// The quotient, where it was computed.
        #[serde(flatten)]
        quotient: Option<FiniteQuotient>,
    },
    /// No two multiples of a step along an axis are congruent.
    Irregular {
        /// The coordinate.
        axis: String,
        /// The number of sets of pairs of states that were met in the proof.
        sets: usize,
    },
    /// Two sectors differ.
    Sectors {
        /// The coordinate along which one comes from the one to the other.
        axis: String,
        /// Steps along it that are a period of both.
        step: u64,
        /// A point in the one sector.
        from: Point,
        /// A point in the other, reached by a multiple of the step, and its outcome is not the same.
        to: Point,
    },
}

/// A finite quotient.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FiniteQuotient {
    /// Its order.
    pub order: usize,
    /// How many of its elements are P.
    pub p_portion: usize,
    /// For each coordinate, from where on P is periodic along it, and the period.
    pub periods: Vec<(u64, u64)>,
}

/// Whether the quotient is finite, with the reason; `None` when that is not known. A limit reached costs what is said here, and
/// nothing else.
pub(super) fn quotient(game: &LatticeGame, strategy: &Strategy, limits: &Limits) -> Option<QuotientFound> {
    let name = |axis: usize| coordinate_names(game.dimension())[axis].clone();
    let (finite, why) = match strategy.quotient(limits).unwrap_or(Quotient::Unknown) {
        Quotient::Unknown => return None,
        Quotient::Finite => {
            let quotient = strategy.finite_quotient(limits).ok().flatten().map(|found| {
                let FiniteOrder { order, p_order: p_portion, periods } = found;
                FiniteQuotient { order, p_portion, periods }
            });
            (true, QuotientWhy::Periodic { quotient })
        }
        Quotient::Irregular { axis, sets } => (false, QuotientWhy::Irregular { axis: name(axis), sets }),
        Quotient::Infinite(TwoSectors { axis, step, here, there }) => {
            (false, QuotientWhy::Sectors { axis: name(axis), step, from: here.into(), to: there.into() })
        }
    };
    let is_misere = matches!(game.defeated(), [one] if one.iter().all(|entry| *entry == 0));
    Some(QuotientFound { finite, is_misere, why })
}

/// The outcome of a position, and the moves that win.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PointFound {
    /// The position.
    pub position: Point,
    /// What it is.
    pub outcome: Cell,
    /// The positions to move to, if the player to move wins; only one of them where nimbers answer.
    pub winning_moves: Vec<Point>,
}

/// The outcome of a position that a text names.
pub(super) fn at(game: &LatticeGame, strategy: &Strategy, written: &str) -> Result<PointFound, Refused> {
    let point = point(written, game.dimension())?;
    let outcome = strategy.cell(&point);
    let moves = if outcome == Cell::N { strategy.winning_moves(game, &point) } else { vec![] };
    let winning_moves = moves.into_iter().map(Point::from).collect();
    Ok(PointFound { position: point.into(), outcome, winning_moves })
}

/// Reads a point.
pub(super) fn point(written: &str, dimension: usize) -> Result<Vec<BigInt>, Refused> {
    read_point(written, dimension).map_err(|error| Refused::reading(written, error))
}

/// Whether two positions are congruent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CongruenceFound {
    /// Whether no position added to both tells them apart; `None` when that was not decided.
    pub congruent: Option<bool>,
    /// A position that does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub separated_by: Option<Point>,
}

/// Whether two positions are congruent; or why that was not decided.
pub(super) fn congruence(
    strategy: &Strategy,
    [p, q]: [&str; 2],
    dimension: usize,
    limits: &Limits,
) -> Result<(CongruenceFound, Option<Stopped>), Refused> {
    let natural = |written: &str| -> Result<Vec<BigUint>, Refused> {
        let found: Option<Vec<BigUint>> = point(written, dimension)?.iter().map(BigInt::to_biguint).collect();
        found.ok_or_else(|| {
            Refused::new("congruence is about positions with coordinates >= 0").at(written, 0..written.len())
        })
    };
    let (p, q) = (natural(p)?, natural(q)?);
    let found = |congruent: Option<bool>, separated_by| CongruenceFound { congruent, separated_by };
    Ok(match strategy.congruent(&p, &q, limits) {
        Ok(Congruence::Congruent) => (found(Some(true), None), None),
        Ok(Congruence::Separated(witness)) => (found(Some(false), Some(witness.into())), None),
        Ok(Congruence::Undecided) => {
            let why = Unanswered::OutOfReach("the positions are too large for these sectors".into());
            (found(None, None), Some(Stopped::during("congruence", why)))
        }
        Ok(Congruence::NotDefined) => {
            return Err(Refused::new("congruence is about boards that are all of x >= 0"));
        }
        Err(reason) => (found(None, None), Some(Stopped::during("congruence", reason))),
    })
}

/// Whether adding a vector changes an outcome.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RepeatsFound {
    /// The vector.
    #[serde(skip)]
    pub vector: Vec<i64>,
    /// Whether it changes none; `None` when that was not decided.
    pub repeats: Option<bool>,
    /// A position where it changes one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub changes_at: Option<Point>,
    /// The outcome there, and the outcome with the vector added.
    #[serde(skip)]
    pub changes: Option<[Cell; 2]>,
}

/// Whether adding a vector changes the outcome of a position that satisfies the conditions; or why that was not decided.
pub(super) fn repeats(
    strategy: &Strategy,
    written: &str,
    conditions: Option<&str>,
    dimension: usize,
    limits: &Limits,
) -> Result<(RepeatsFound, Option<Stopped>), Refused> {
    let vector = read_small_vector(written, dimension).map_err(|error| Refused::reading(written, error))?;
    let ranges = match conditions {
        Some(text) => read_conditions(text, dimension).map_err(|error| Refused::reading(text, error))?,
        None => vec![(0, None); dimension],
    };
    let mut found = RepeatsFound { vector, repeats: None, changes_at: None, changes: None };
    match strategy.repeats(&found.vector, &ranges, limits) {
        Err(reason) => return Ok((found, Some(Stopped::during("repetition", reason)))),
        Ok(None) => return Err(Refused::new("repetition is decided on boards that are all of x >= 0")),
        Ok(Some(Ok(()))) => found.repeats = Some(true),
        Ok(Some(Err(at))) => {
            let at = Point::from(at);
            let moved: Vec<BigInt> = at.0.iter().zip(&found.vector).map(|(x, v)| x + v).collect();
            found.repeats = Some(false);
            found.changes = Some([strategy.cell(&at.0), strategy.cell(&moved)]);
            found.changes_at = Some(at);
        }
    }
    Ok((found, None))
}

/// The greatest weight that positions are counted to.
const MOST_COUNTED: usize = 100_000;

/// How many P-positions have each weight from 0 to `to`.
pub(super) fn counts(
    strategy: &Strategy,
    to: usize,
    weights: Option<&str>,
    dimension: usize,
) -> Result<Vec<String>, Refused> {
    if to > MOST_COUNTED {
        return Err(Refused::new(format!("positions are counted to weight {MOST_COUNTED} at most")));
    }
    let weights = match weights {
        Some(text) => read_weights(text, dimension).map_err(|error| Refused::reading(text, error))?,
        None => vec![1; dimension],
    };
    let counts = strategy.strata.as_ref().and_then(|strata| strata.count_by_weight(&weights, to));
    let counts = counts.ok_or_else(|| {
        Refused::new("these P-positions cannot be counted by these weights")
            .help("counting needs strata, and weights that are positive on every generator")
    })?;
    Ok(counts.iter().map(BigUint::to_string).collect())
}
