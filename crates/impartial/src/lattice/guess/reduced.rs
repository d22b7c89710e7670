//! Outcomes under the hypothesis that some coordinates are periodic.

use rustc_hash::FxHashMap;

use crate::lattice::prover::Axis;
use crate::lattice::rules::LatticeGame;
use crate::lattice::table::Cell;
use crate::limits::{Limits, StopReason};

/// The outcomes of a game *if* they repeat along the periodic axes: a coordinate is replaced by the least one of its class.
///
/// The least one is no greater, and play goes downwards; so the recursion over classes ends. If the hypothesis is false
/// the result is rubbish, which verification finds out.
pub(super) struct Reduced<'a> {
    game: &'a LatticeGame,
    axes: Vec<Axis>,
    known: FxHashMap<u128, bool>,
}

impl<'a> Reduced<'a> {
    pub(super) fn new(game: &'a LatticeGame, axes: Vec<Axis>) -> Self {
        Reduced { game, axes, known: FxHashMap::default() }
    }

    /// The least point with coordinates of the same classes; `None` off the board or when it is defeated.
    fn representative(&self, mut point: Vec<i64>) -> Option<Vec<i64>> {
        for (x, axis) in point.iter_mut().zip(&self.axes) {
            if *axis != Axis::Growing {
                *x = axis.class(*x)? as i64;
            }
        }
        self.game.is_legal(&point).then_some(point)
    }

    /// A number for every point; coordinates stay far below the space left for them.
    fn key(&self, point: &[i64]) -> u128 {
        let bits = 128 / self.axes.len() as u32;
        point.iter().fold(0, |key, x| key << bits | *x as u128)
    }

    /// The cell of a point.
    pub(super) fn cell(&mut self, point: &[i64], limits: &Limits) -> Result<Cell, StopReason> {
        if !self.game.on_board(point) {
            return Ok(Cell::Off);
        }
        let Some(root) = self.representative(point.to_vec()) else { return Ok(Cell::Defeated) };
        let root_key = self.key(&root);
        // Points whose options are under way: the point, its key and the next rule to try.
        let mut path = vec![(root, root_key, 0)];
        while let Some((point, key, rule)) = path.last_mut() {
            if self.known.contains_key(key) {
                path.pop();
                continue;
            }
            let Some(subtracted) = self.game.rules().get(*rule) else {
                self.known.insert(*key, true);
                path.pop();
                if self.known.len() & 0xfff == 0 {
                    limits.poll()?;
                }
                continue;
            };
            let option: Vec<i64> = point.iter().zip(subtracted).map(|(x, entry)| x - entry).collect();
            let key = *key;
            // Borrowed apart: the path is not touched while the option is looked up.
            match self.representative(option) {
                None => advance(&mut path),
                Some(option) => {
                    let option_key = self.key(&option);
                    match self.known.get(&option_key) {
                        None => path.push((option, option_key, 0)),
                        Some(false) => advance(&mut path),
                        Some(true) => {
                            self.known.insert(key, false);
                            path.pop();
                        }
                    }
                }
            }
        }
        Ok(if self.known[&root_key] { Cell::P } else { Cell::N })
    }
}

fn advance(path: &mut [(Vec<i64>, u128, usize)]) {
    if let Some((_, _, rule)) = path.last_mut() {
        *rule += 1;
    }
}
