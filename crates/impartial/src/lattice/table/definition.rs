//! The outcomes in a box by the definition: every position reachable, one at a time.

use super::{TableError, points};
use crate::game::{Outcome, Play, Solver, Unsolved};
use crate::lattice::rules::LatticeGame;
use crate::limits::Limits;

/// For every point of a box, last coordinate fastest, whether it is P.
pub(super) struct Points {
    lower: Vec<i64>,
    upper: Vec<i64>,
    bits: Vec<u64>,
}

/// The most points of a box solved by the definition.
const MOST_POINTS: u64 = 1 << 32;

impl Points {
    pub(super) fn solve(
        game: &LatticeGame,
        lower: &[i64],
        upper: &[i64],
        limits: &Limits,
    ) -> Result<Points, TableError> {
        // On a line the moves go one way, and everything below the box on the board comes along.
        if game.dimension() == 1 {
            return Self::solve_line(game, lower[0], upper[0], limits);
        }
        let sides = lower.iter().zip(upper).map(|(lo, hi)| (hi - lo + 1) as u64);
        let count = sides.clone().try_fold(1u64, u64::checked_mul).filter(|count| *count <= MOST_POINTS);
        let count = count.ok_or(TableError::TooLarge)? as usize;
        let mut bits = vec![0u64; count.div_ceil(64)];
        let mut solver = Solver::new(game, limits.clone());
        for (index, point) in points(lower, upper).enumerate() {
            limits.poll()?;
            if game.is_legal(&point) && solver.outcome(&point, Play::Normal)? == Outcome::P {
                bits[index / 64] |= 1 << (index % 64);
            }
        }
        Ok(Points { lower: lower.to_vec(), upper: upper.to_vec(), bits })
    }

    /// Dimension 1: from the end of the board on, one point after the other.
    fn solve_line(game: &LatticeGame, lower: i64, upper: i64, limits: &Limits) -> Result<Points, TableError> {
        let rules: Vec<i64> = game.rules().iter().map(|rule| rule[0]).collect();
        let sign = rules[0].signum();
        if rules.iter().any(|rule| rule.signum() != sign) {
            return Err(TableError::Loopy);
        }
        // a·x ≥ b with a of the sign of the moves: x·sign ≥ b/|a|, rounded up.
        let ends = game.board().iter().filter(|inequality| inequality.normal[0].signum() == sign);
        let end = ends.map(|inequality| -((-inequality.bound).div_euclid(inequality.normal[0].abs()))).max();
        let end = end.ok_or(TableError::Loopy)?;
        let last = if sign > 0 { upper } else { -lower };
        let count = usize::try_from(last - end + 1).unwrap_or(0);
        if count as u64 > MOST_POINTS {
            return Err(TableError::TooLarge);
        }
        let mut bits = vec![0u64; count.div_ceil(64)];
        for k in 0..count {
            if k % 4096 == 0 {
                limits.poll()?;
            }
            let is_reached = rules.iter().any(|rule| {
                let option = k.checked_sub(rule.unsigned_abs() as usize);
                option.is_some_and(|option| bits[option / 64] >> (option % 64) & 1 == 1)
            });
            if !is_reached && game.is_legal(&[sign * (end + k as i64)]) {
                bits[k / 64] |= 1 << (k % 64);
            }
        }
        if sign > 0 {
            return Ok(Points { lower: vec![end], upper: vec![last], bits });
        }
        // The points were met from the last to the first.
        let mut turned = vec![0u64; bits.len()];
        for k in 0..count {
            let from = count - 1 - k;
            turned[k / 64] |= (bits[from / 64] >> (from % 64) & 1) << (k % 64);
        }
        Ok(Points { lower: vec![-last], upper: vec![-end], bits: turned })
    }

    pub(super) fn covers(&self, point: &[i64]) -> bool {
        point.iter().zip(self.lower.iter().zip(&self.upper)).all(|(p, (lo, hi))| lo <= p && p <= hi)
    }

    pub(super) fn size(&self) -> u64 {
        self.lower.iter().zip(&self.upper).map(|(lo, hi)| (hi - lo + 1) as u64).product()
    }

    pub(super) fn is_p(&self, point: &[i64]) -> bool {
        let mut index = 0;
        for ((p, lo), hi) in point.iter().zip(&self.lower).zip(&self.upper) {
            if p < lo || p > hi {
                return false;
            }
            index = index * (hi - lo + 1) as usize + (p - lo) as usize;
        }
        self.bits[index / 64] >> (index % 64) & 1 == 1
    }

    /// The P-positions and the points of the board in a box that was solved.
    pub(super) fn count(&self, game: &LatticeGame, lower: &[i64], upper: &[i64]) -> (u64, u64) {
        points(lower, upper).fold((0, 0), |(p, on_board), point| {
            (p + u64::from(self.is_p(&point)), on_board + u64::from(game.on_board(&point)))
        })
    }
}

impl From<Unsolved> for TableError {
    fn from(unsolved: Unsolved) -> Self {
        match unsolved {
            Unsolved::Stopped(reason) => TableError::Stopped(reason),
            Unsolved::Loopy => TableError::Loopy,
        }
    }
}
