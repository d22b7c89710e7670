//! The outcomes of a lattice game at all points of a box.
//!
//! [`solve_box`] keeps them all; [`census`] and [`multiples`] keep only the frontier of the sweep and so go much further.
//! `plan` chooses the order of the sweep, `layer` says where the rows lie, `sweep` solves row after row, `words` holds the
//! innermost loops. What has no rows
//! (dimension 1, or too many coordinates) is solved by the definition.

mod definition;
mod layer;
mod plan;
mod sweep;
#[cfg(test)]
mod tests;
mod words;

use self::definition::Points;
use self::plan::{Plan, range};
use self::sweep::Sweep;
use super::rules::{Inequality, LatticeGame, MAX_COORDINATE};
use crate::game::{Game, Outcome};
use crate::limits::{Limits, StopReason};

/// What a point is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize)]
pub enum Cell {
    /// A position that the player who moved there wins.
    P,
    /// A position that the player to move wins.
    N,
    /// A defeated position: nobody may move there.
    #[serde(rename = "D")]
    Defeated,
    /// No point of Λ.
    #[serde(rename = ".")]
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

    /// The cell of a character.
    pub fn from_character(character: char) -> Option<Self> {
        [Cell::P, Cell::N, Cell::Defeated, Cell::Off].into_iter().find(|cell| cell.character() == character)
    }
}

/// Why there is no table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TableError {
    /// A limit was reached.
    #[error("{0}")]
    Stopped(StopReason),
    /// A corner of the box has the wrong number of coordinates, or a range is empty or out of bounds.
    #[error("{0}")]
    Box(String),
    /// The moves run in a circle, or never end: the positivity axiom fails.
    #[error("the moves do not end")]
    Loopy,
    /// The rows do not fit in memory or in the arithmetic.
    #[error("what the box needs does not fit in four gigabytes")]
    TooLarge,
}

/// The outcomes of a game in a box.
///
/// ```
/// use impartial::lattice::{Cell, LatticeGame, solve_box};
/// use impartial::limits::Limits;
/// let game = LatticeGame::new(2, vec![vec![1, 0], vec![0, 1], vec![2, 2]], None, vec![])?;
/// let table = solve_box(&game, &[0, 0], &[300, 300], &Limits::none()).unwrap();
/// // For x ≥ y: P exactly when y ≡ 0 mod 3 and x is even, or y ≡ 1 mod 3 and x is odd.
/// assert_eq!(table.cell(&[300, 299]), Cell::N);
/// assert_eq!(table.cell(&[299, 298]), Cell::P);
/// # Ok::<(), impartial::lattice::LatticeError>(())
/// ```
pub struct Table {
    game: LatticeGame,
    lower: Vec<i64>,
    upper: Vec<i64>,
    storage: Storage,
}

enum Storage {
    Rows(Box<Sweep>),
    Points(Points),
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
        match &self.storage {
            Storage::Rows(sweep) => {
                let (kept, plane) = sweep.plan.split(point);
                self.game.on_board(point) && sweep.is_p(&sweep.plan.place(&kept), plane)
            }
            Storage::Points(points) => points.is_p(point),
        }
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

    /// Whether the table knows the outcome of a point: all points of the box, all that play can reach from it, and others.
    pub fn covers(&self, point: &[i64]) -> bool {
        match &self.storage {
            Storage::Rows(sweep) => {
                let (kept, _) = sweep.plan.split(point);
                sweep.plan.region.iter().all(|inequality| inequality.holds(&kept))
            }
            Storage::Points(points) => points.covers(point),
        }
    }

    /// The number of points solved.
    pub fn size(&self) -> u64 {
        match &self.storage {
            Storage::Rows(sweep) => sweep.size(),
            Storage::Points(points) => points.size(),
        }
    }

    /// Of a table in two dimensions that begins at the origin: what its points are, second coordinate fastest.
    /// Quicker than to ask for every point.
    pub(super) fn plane(&self) -> Option<Vec<Cell>> {
        let Storage::Rows(sweep) = &self.storage else { return None };
        if self.lower != [0, 0] {
            return None;
        }
        let (wide, high) = (self.upper[0] + 1, self.upper[1] + 1);
        let inside = |x: i64, y: i64| (0..wide).contains(&x) && (0..high).contains(&y);
        let mut plane = vec![Cell::N; (wide * high) as usize];
        if !self.game.is_orthant() {
            for (place, cell) in plane.iter_mut().enumerate() {
                if !self.game.on_board(&[place as i64 / high, place as i64 % high]) {
                    *cell = Cell::Off;
                }
            }
        }
        for point in self.game.defeated().iter().filter(|point| inside(point[0], point[1])) {
            plane[(point[0] * high + point[1]) as usize] = Cell::Defeated;
        }
        let basis = &sweep.plan.basis;
        for value in sweep.values() {
            sweep.for_each_row(value, &mut |_, layer, row| {
                let start = row.lo & !63;
                for (at, word) in layer.words(row, 0, 0..row.word_count()).enumerate() {
                    let mut bits = word;
                    while bits != 0 {
                        let z = start + 64 * at as i64 + i64::from(bits.trailing_zeros());
                        bits &= bits - 1;
                        let x = value * basis[0][0] + z * basis[1][0];
                        let y = value * basis[0][1] + z * basis[1][1];
                        if (row.lo..=row.hi).contains(&z) && inside(x, y) {
                            plane[(x * high + y) as usize] = Cell::P;
                        }
                    }
                }
            });
        }
        Some(plane)
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

    /// Recomputes `count` points of the box, chosen at random from `seed`, and its corners, from their options as the table
    /// has them: a point of the board is P exactly when no option is. Options outside the box are looked up as well.
    /// Returns the first point where this fails; there is none.
    /// Tables made by the definition itself are not audited.
    pub fn audit(&self, count: usize, seed: u64) -> Option<Vec<i64>> {
        if matches!(self.storage, Storage::Points(_)) {
            return None;
        }
        let mut state = seed;
        let mut random = |below: u64| {
            // SplitMix64.
            state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut z = state;
            z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            ((u128::from(z ^ (z >> 31)) * u128::from(below)) >> 64) as i64
        };
        let dimension = self.lower.len();
        let corners = (0..1usize << dimension.min(10)).map(|corner| -> Vec<i64> {
            (0..dimension).map(|i| if corner >> i & 1 == 1 { self.upper[i] } else { self.lower[i] }).collect()
        });
        let corners: Vec<Vec<i64>> = corners.collect();
        let mut sample = |_| -> Vec<i64> {
            let sides = self.lower.iter().zip(&self.upper);
            sides.map(|(lo, hi)| lo + random((hi - lo + 1) as u64)).collect()
        };
        let fails = |point: &Vec<i64>| {
            self.game.is_legal(point)
                && self.is_p(point) == self.game.options(point).iter().any(|option| self.is_p(option))
        };
        corners.into_iter().find(fails).or_else(|| (0..count).map(&mut sample).find(fails))
    }
}

/// The outcomes at all points of the box from `lower` to `upper`, both included.
///
/// # Errors
/// [`TableError`]: a box that makes no sense or does not fit in memory, moves that do not end, or a limit reached.
///
/// Cost: the points are those of the box and all that moves can reach from it; for each rule, one or two operations for every 64
/// of them; one bit of memory for each.
pub fn solve_box(
    game: &LatticeGame,
    lower: &[i64],
    upper: &[i64],
    limits: &Limits,
) -> Result<Table, TableError> {
    check_box(game, lower, upper)?;
    let storage = match Plan::new(game, lower, upper, limits)? {
        Some(plan) => {
            let mut sweep = Sweep::new(game, plan, false);
            while sweep.step(limits)?.is_some() {}
            Storage::Rows(Box::new(sweep))
        }
        None => Storage::Points(Points::solve(game, lower, upper, limits)?),
    };
    Ok(Table { game: game.clone(), lower: lower.to_vec(), upper: upper.to_vec(), storage })
}

/// A number that [`solve_box`] does not exceed with the points that it solves, found without solving: those of the smallest box
/// around all that moves can reach.
///
/// # Errors
/// As [`solve_box`].
///
/// ```
/// use impartial::lattice::{LatticeGame, table};
/// use impartial::limits::Limits;
/// let game = LatticeGame::new(2, vec![vec![1, 0], vec![0, 1]], None, vec![])?;
/// assert_eq!(table::points_needed(&game, &[999, 9], &[999, 9], &Limits::none()), Ok(10_000));
/// let line = LatticeGame::new(1, vec![vec![2], vec![3]], None, vec![])?;
/// assert_eq!(table::points_needed(&line, &[99], &[99], &Limits::none()), Ok(100));
/// # Ok::<(), impartial::lattice::LatticeError>(())
/// ```
pub fn points_needed(
    game: &LatticeGame,
    lower: &[i64],
    upper: &[i64],
    limits: &Limits,
) -> Result<u128, TableError> {
    check_box(game, lower, upper)?;
    Ok(match Plan::new(game, lower, upper, limits)? {
        Some(plan) => plan.extent,
        // Without rows nothing better is known than the box down to zero.
        None => lower
            .iter()
            .zip(upper)
            .map(|(lo, hi)| lo.abs_diff(0).max(hi.abs_diff(0)) as u128 + 1)
            .fold(1, u128::saturating_mul),
    })
}

fn check_box(game: &LatticeGame, lower: &[i64], upper: &[i64]) -> Result<(), TableError> {
    let dimension = game.dimension();
    if lower.len() != dimension || upper.len() != dimension {
        let found = if lower.len() == dimension { upper.len() } else { lower.len() };
        return Err(TableError::Box(format!("the box has {found} ranges, and the dimension is {dimension}")));
    }
    for (i, (lo, hi)) in lower.iter().zip(upper).enumerate() {
        if lo > hi {
            return Err(TableError::Box(format!("range number {} of the box, {lo}..{hi}, is empty", i + 1)));
        }
        if lo.unsigned_abs().max(hi.unsigned_abs()) > MAX_COORDINATE.unsigned_abs() {
            let most = MAX_COORDINATE;
            return Err(TableError::Box(format!("range number {} of the box goes beyond {most}", i + 1)));
        }
    }
    Ok(())
}

/// How many points of a box are what.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct Census {
    /// P-positions.
    #[serde(rename = "P")]
    pub p: u64,
    /// N-positions.
    #[serde(rename = "N")]
    pub n: u64,
    /// Defeated positions.
    #[serde(rename = "D")]
    pub defeated: u64,
    /// Points off the board.
    #[serde(rename = ".")]
    pub off: u64,
}

/// Counts the points of a box by what they are, with memory for the frontier of the sweep only.
///
/// # Errors
/// As [`solve_box`].
pub fn census(
    game: &LatticeGame,
    lower: &[i64],
    upper: &[i64],
    limits: &Limits,
) -> Result<Census, TableError> {
    check_box(game, lower, upper)?;
    let sides = lower.iter().zip(upper).map(|(lo, hi)| (hi - lo + 1) as u64);
    let total = sides.clone().try_fold(1u64, u64::checked_mul).ok_or(TableError::TooLarge)?;
    let in_box =
        |point: &&Vec<i64>| point.iter().zip(lower.iter().zip(upper)).all(|(p, (lo, hi))| lo <= p && p <= hi);
    let defeated = game.defeated().iter().filter(in_box).count() as u64;
    let (p, on_board) = match Plan::new(game, lower, upper, limits)? {
        Some(plan) => count_rows(Sweep::new(game, plan, true), lower, upper, limits)?,
        None => {
            let points = Points::solve(game, lower, upper, limits)?;
            points.count(game, lower, upper)
        }
    };
    Ok(Census { p, n: on_board - p - defeated, defeated, off: total - on_board })
}

/// The P-positions and the points of the board in the box.
fn count_rows(
    mut sweep: Sweep,
    lower: &[i64],
    upper: &[i64],
    limits: &Limits,
) -> Result<(u64, u64), TableError> {
    let sides: Vec<Inequality> = sides(&sweep.plan, lower, upper).ok_or(TableError::TooLarge)?;
    // How often a plane occurs in the box: for every coin, the numbers of its parity in its range.
    let copies = |plane: usize| -> u64 {
        let of_coin = |(bit, i): (usize, &usize)| {
            // The board begins at 0 where there are coins.
            let (lo, hi) = (lower[*i].max(0), upper[*i]);
            let parity = (plane >> bit & 1) as i64;
            let up_to = |n: i64| (n - parity).div_euclid(2) + 1;
            (up_to(hi) - up_to(lo - 1)).max(0) as u64
        };
        sweep.plan.coins.iter().enumerate().map(of_coin).product()
    };
    let copies: Vec<u64> = (0..1usize << sweep.plan.coins.len()).map(copies).collect();
    let (mut p, mut on_board) = (0, 0);
    while let Some(value) = sweep.step(limits)? {
        sweep.for_each_row(value, &mut |before, layer, row| {
            let (lo, hi) = range(&sides, before);
            let (lo, hi) = (lo.max(row.lo), hi.min(row.hi));
            if lo > hi {
                return;
            }
            let word = |place: i64| ((place >> 6) - (row.lo >> 6)) as usize;
            for (plane, copies) in copies.iter().enumerate().filter(|(_, copies)| **copies > 0) {
                let (first, last) = (word(lo), word(hi));
                let outside = |at: usize, mask: u64| -> u64 {
                    layer
                        .words(row, plane, at..at + 1)
                        .map(|word| u64::from((word & mask).count_ones()))
                        .sum()
                };
                let all = layer.count(row, plane, first..last + 1);
                let before = outside(first, !(u64::MAX << (lo & 63)));
                let after = outside(last, !(u64::MAX >> (63 - (hi & 63))));
                p += copies * (all - before - after);
                on_board += copies * (hi - lo + 1) as u64;
            }
        });
        limits.report(on_board);
    }
    Ok((p, on_board))
}

/// The inequalities of a box in the coordinates of the rows.
fn sides(plan: &Plan, lower: &[i64], upper: &[i64]) -> Option<Vec<Inequality>> {
    let mut sides = Vec::new();
    for (at, i) in plan.kept.iter().enumerate() {
        let unit = |sign: i64| -> Vec<i64> {
            (0..plan.kept.len()).map(|j| if j == at { sign } else { 0 }).collect()
        };
        sides.push(plan.in_rows(&Inequality { normal: unit(1), bound: lower[*i] })?);
        sides.push(plan.in_rows(&Inequality { normal: unit(-1), bound: -upper[*i] })?);
    }
    Some(sides)
}

/// The outcomes of the multiples of a position, as far as they were computed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Multiples {
    /// The outcome of n times the position, for n = 0, 1, 2, …; `None` where that is defeated or off the board.
    pub outcomes: Vec<Option<Outcome>>,
    /// Why there are fewer than asked for, if there are.
    pub stopped: Option<StopReason>,
}

impl Multiples {
    /// The n for which the n-th and the (n+1)-st multiple have the same outcome.
    pub fn repeats(&self) -> Vec<usize> {
        let is_repeat = |n: &usize| self.outcomes[*n].is_some() && self.outcomes[*n] == self.outcomes[n + 1];
        (0..self.outcomes.len().saturating_sub(1)).filter(is_repeat).collect()
    }
}

/// The outcomes of 0, v, 2v, …, `most`·v, with memory for the frontier of the sweep only.
///
/// # Errors
/// As [`solve_box`]; a limit reached is no error here, but ends the list.
pub fn multiples(
    game: &LatticeGame,
    vector: &[i64],
    most: u32,
    limits: &Limits,
) -> Result<Multiples, TableError> {
    let times = |n: u32| -> Vec<i64> { vector.iter().map(|v| v.saturating_mul(i64::from(n))).collect() };
    let corner = times(most);
    let lower: Vec<i64> = corner.iter().map(|v| (*v).min(0)).collect();
    let upper: Vec<i64> = corner.iter().map(|v| (*v).max(0)).collect();
    check_box(game, &lower, &upper)?;
    let outcome = |n: u32, is_p: bool| {
        let outcome = if is_p { Outcome::P } else { Outcome::N };
        game.is_legal(&times(n)).then_some(outcome)
    };
    let mut outcomes = Vec::new();
    let Some(plan) = Plan::new(game, &lower, &upper, limits)? else {
        let points = Points::solve(game, &lower, &upper, limits)?;
        outcomes.extend((0..=most).map(|n| outcome(n, points.is_p(&times(n)))));
        return Ok(Multiples { outcomes, stopped: None });
    };
    let mut sweep = Sweep::new(game, plan, true);
    let place = |sweep: &Sweep, n: u32| -> (Vec<i64>, usize) {
        let (kept, plane) = sweep.plan.split(&times(n));
        (sweep.plan.place(&kept), plane)
    };
    let mut n = 0;
    let mut stopped = None;
    while n <= most {
        match sweep.step(limits) {
            Ok(Some(value)) => {
                while n <= most {
                    let (place, plane) = place(&sweep, n);
                    if place[0] > value {
                        break;
                    }
                    outcomes.push(outcome(n, sweep.is_p(&place, plane)));
                    n += 1;
                }
                limits.report(u64::from(n));
            }
            Ok(None) => {
                outcomes.extend((n..=most).map(|n| outcome(n, false)));
                break;
            }
            Err(TableError::Stopped(reason)) => {
                stopped = Some(reason);
                break;
            }
            Err(other) => return Err(other),
        }
    }
    Ok(Multiples { outcomes, stopped })
}

/// The points of a box in the order of the cells: last coordinate fastest.
pub fn points(lower: &[i64], upper: &[i64]) -> impl Iterator<Item = Vec<i64>> + use<> {
    let (lower, upper) = (lower.to_vec(), upper.to_vec());
    let mut next = Some(lower.clone());
    std::iter::from_fn(move || {
        let point = next.take()?;
        let mut after = point.clone();
        for i in (0..after.len()).rev() {
            after[i] += 1;
            if after[i] <= upper[i] {
                next = Some(after);
                break;
            }
            after[i] = lower[i];
        }
        Some(point)
    })
}
