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
    /// For each point of the growing coordinates, where its slice begins.
    slices: FxHashMap<u128, usize>,
    /// The slices: for every combination of classes of the other coordinates what is known, last one fastest.
    known: Vec<Known>,
}

/// What is known of a position.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Known {
    Nothing,
    P,
    NotP,
}

/// A position whose options are under way: the point, its place and the next rule to try.
type UnderWay = (Vec<i64>, usize, usize);

impl<'a> Reduced<'a> {
    pub(super) fn new(game: &'a LatticeGame, axes: Vec<Axis>) -> Self {
        Reduced { game, axes, slices: FxHashMap::default(), known: Vec::new() }
    }

    /// Replaces a point by the least one with coordinates of the same classes; false off the board or when it is defeated.
    fn reduce(&self, point: &mut [i64]) -> bool {
        for (x, axis) in point.iter_mut().zip(&self.axes) {
            if *axis != Axis::Growing {
                match axis.class(*x) {
                    Some(class) => *x = class as i64,
                    None => return false,
                }
            }
        }
        self.game.is_legal(point)
    }

    /// Where a reduced point is among those known.
    fn place(&mut self, point: &[i64]) -> usize {
        let is_growing = |axis: &&Axis| **axis == Axis::Growing;
        // Growing coordinates stay far below the space left for them.
        let bits = 128 / (self.axes.iter().filter(is_growing).count() as u32 + 1);
        let (mut key, mut place, mut size) = (0u128, 0, 1);
        for (x, axis) in point.iter().zip(&self.axes) {
            if *axis == Axis::Growing {
                key = key << bits | *x as u128;
            } else {
                place = place * axis.classes() as usize + *x as usize;
                size *= axis.classes() as usize;
            }
        }
        let fresh = self.known.len();
        let start = *self.slices.entry(key).or_insert(fresh);
        if start == fresh {
            self.known.resize(fresh + size, Known::Nothing);
        }
        start + place
    }

    /// The cell of a point.
    pub(super) fn cell(&mut self, point: &[i64], limits: &Limits) -> Result<Cell, StopReason> {
        if !self.game.on_board(point) {
            return Ok(Cell::Off);
        }
        let mut root = point.to_vec();
        if !self.reduce(&mut root) {
            return Ok(Cell::Defeated);
        }
        let root_place = self.place(&root);
        let mut path: Vec<UnderWay> = vec![(root, root_place, 0)];
        let mut option = Vec::with_capacity(point.len());
        let mut done = 0u32;
        while let Some((point, place, rule)) = path.last_mut() {
            if self.known[*place] != Known::Nothing {
                path.pop();
                continue;
            }
            let Some(subtracted) = self.game.rules().get(*rule) else {
                self.known[*place] = Known::P;
                path.pop();
                done += 1;
                if done & 0xfff == 0 {
                    limits.poll()?;
                }
                continue;
            };
            let place = *place;
            option.clear();
            option.extend(point.iter().zip(subtracted).map(|(x, entry)| x - entry));
            *rule += 1;
            if !self.reduce(&mut option) {
                continue;
            }
            let option_place = self.place(&option);
            match self.known[option_place] {
                Known::Nothing => {
                    // To be asked again when the option is known.
                    *rule -= 1;
                    path.push((option.clone(), option_place, 0));
                }
                Known::NotP => {}
                Known::P => {
                    self.known[place] = Known::NotP;
                    path.pop();
                }
            }
        }
        Ok(if self.known[root_place] == Known::P { Cell::P } else { Cell::N })
    }
}
