//! The outcomes of a lattice game at all points of a box.

use super::rules::LatticeGame;
use crate::game::{Outcome, Play, Solver, Unsolved};
use crate::limits::Limits;

/// What a point is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cell {
    /// A position that the player who moved there wins.
    P,
    /// A position that the player to move wins.
    N,
    /// A defeated position: nobody may move there.
    Defeated,
    /// No point of Λ.
    Off,
}

impl Cell {
    /// The character of the cell: `P`, `N`, `D` or `.`.
    pub fn character(self) -> char {
        match self {
            Cell::P => 'P',
            Cell::N => 'N',
            Cell::Defeated => 'D',
            Cell::Off => '.',
        }
    }
}

/// The outcomes of a game in a box.
#[derive(Clone, Debug)]
pub struct Table {
    game: LatticeGame,
    lower: Vec<i64>,
    upper: Vec<i64>,
    /// For every point of the box, last coordinate fastest: whether it is P.
    bits: Vec<u64>,
}

impl Table {
    /// The least corner of the box.
    pub fn lower(&self) -> &[i64] {
        &self.lower
    }

    /// The greatest corner of the box, which belongs to it.
    pub fn upper(&self) -> &[i64] {
        &self.upper
    }

    /// Whether a point of the box is P.
    pub fn is_p(&self, point: &[i64]) -> bool {
        let mut index = 0;
        for ((p, lo), hi) in point.iter().zip(&self.lower).zip(&self.upper) {
            index = index * (hi - lo + 1) as usize + (p - lo) as usize;
        }
        self.bits[index / 64] >> (index % 64) & 1 == 1
    }

    /// What a point of the box is.
    pub fn cell(&self, point: &[i64]) -> Cell {
        if self.is_p(point) {
            Cell::P
        } else if !self.game.on_board(point) {
            Cell::Off
        } else if self.game.is_defeated(point) {
            Cell::Defeated
        } else {
            Cell::N
        }
    }

    /// The P-positions of a row as bits: bit k stands for the point with first coordinates `prefix` and last coordinate
    /// `lower` + k.
    pub fn row(&self, prefix: &[i64]) -> Vec<u64> {
        let last = self.lower.len() - 1;
        let length = (self.upper[last] - self.lower[last] + 1) as usize;
        let mut row = vec![0; length.div_ceil(64)];
        let mut point = [prefix, &[0]].concat();
        for k in 0..length {
            point[last] = self.lower[last] + k as i64;
            row[k / 64] |= u64::from(self.is_p(&point)) << (k % 64);
        }
        row
    }
}

/// The outcomes at all points of the box from `lower` to `upper`, both included.
///
/// # Errors
/// [`Unsolved`] when a limit is reached, or when the moves run in a circle.
pub fn solve_box(
    game: &LatticeGame,
    lower: &[i64],
    upper: &[i64],
    limits: &Limits,
) -> Result<Table, Unsolved> {
    let sizes: Vec<usize> = lower.iter().zip(upper).map(|(lo, hi)| (hi - lo + 1) as usize).collect();
    let points: usize = sizes.iter().product();
    let mut bits = vec![0; points.div_ceil(64)];
    let mut solver = Solver::new(game, limits.clone());
    let mut point = lower.to_vec();
    for index in 0..points {
        if game.is_legal(&point) && solver.outcome(&point, Play::Normal)? == Outcome::P {
            bits[index / 64] |= 1 << (index % 64);
        }
        for i in (0..point.len()).rev() {
            point[i] += 1;
            if point[i] <= upper[i] {
                break;
            }
            point[i] = lower[i];
        }
    }
    Ok(Table { game: game.clone(), lower: lower.to_vec(), upper: upper.to_vec(), bits })
}
