//! From outcomes in a box to a strategy for the whole board: guess, verify, look further, repeat.
//!
//! Nothing here needs to be right: a guess is verified at every position before anyone hears of it. What matters is that the
//! right strategy is found when there is one of moderate size. The loop cannot always end: lattice games can simulate
//! computation (Fink), so for some of them no description of this kind exists.

use num_bigint::BigUint;
use rustc_hash::FxHashMap;

use super::prover::{AutomaticStrategy, Axis, Slices, WrongCell};
use super::rules::LatticeGame;
use super::sums;
use super::table::{Cell, TableError, solve_box};
use crate::automatic::Array;
use crate::automatic::fan::Fan;
use crate::automatic::{Radices, Verification, learn};
use crate::limits::{Limits, StopReason};

mod periods;
mod reduced;
mod sectors;

use periods::{MOST_FIRST_LETTERS, guess_axes, guess_radices};
use reduced::Reduced;
use sectors::Square;

/// How far a proof came.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::large_enum_variant, reason = "one at a time")]
pub enum Search {
    /// A strategy, verified at every position of the board.
    Proved {
        /// The strategy.
        strategy: AutomaticStrategy,
        /// Joint states of its verification.
        states: usize,
        /// Different local situations of its verification.
        patterns: usize,
    },
    /// No guess was right. The outcomes themselves are known in the box from 0 to here.
    Box {
        /// The greatest corner of the largest box solved.
        upper: Vec<i64>,
        /// A position at which the last guess was wrong, if there was a guess.
        refuted_at: Option<Vec<BigUint>>,
        /// The limit that ended the search; `None` when all sizes were tried.
        stopped: Option<StopReason>,
    },
}

/// The largest number of cells of the boxes that are solved, one after the other.
const BOXES: [f64; 5] = [4e4, 6e5, 6e6, 4e7, 1.5e8];
/// Before boxes with more cells than this are solved, the misère quotient is tried.
const SUMS_BEFORE: f64 = 1e6;
/// The windows that identify sub-arrays, smallest first.
const WINDOWS: [usize; 5] = [3, 4, 6, 9, 13];
/// Boxes of the growing coordinates alone, in cells.
const GROWING_BOXES: [f64; 3] = [5e3, 5e4, 5e5];

/// Looks for a strategy of a game whose board lies in N^d and verifies it.
///
/// Boxes of growing size are solved. In each, coordinates whose lines become periodic early are taken for periodic;
/// the others are read digit by digit, with first digits that absorb the odd periods seen. A position at which a guess fails
/// means that the window or the box was too small. Boards whose positions are sums in misère play are then left to their
/// quotient ([`sums`]), which knows no box.
pub fn search(game: &LatticeGame, limits: &Limits) -> Search {
    let mut known = Search::Box { upper: vec![], refuted_at: None, stopped: None };
    match search_boxes(game, limits, &mut known) {
        Ok(Some(proved)) => proved,
        Ok(None) => known,
        Err(reason) => {
            if let Search::Box { stopped, .. } = &mut known {
                *stopped = Some(reason);
            }
            known
        }
    }
}

fn search_boxes(
    game: &LatticeGame,
    limits: &Limits,
    known: &mut Search,
) -> Result<Option<Search>, StopReason> {
    let dimension = game.dimension();
    // In the plane sectors are by far the most likely, and quickly tried in large boxes.
    let kinds: &[Kind] = if dimension == 2 { &[Kind::Sectors, Kind::Digits] } else { &[Kind::Any] };
    let mut tried_sums = false;
    for kind in kinds {
        let mut last_side = 0;
        for cells in BOXES {
            let side = cells.powf(1.0 / dimension as f64) as i64;
            if side < 6 || side <= last_side || (*kind == Kind::Sectors && side as usize > MOST_SIDE) {
                continue;
            }
            last_side = side;
            if !tried_sums && cells > SUMS_BEFORE {
                tried_sums = true;
                if let Some(found) = sums::search(game, limits)? {
                    return Ok(Some(found));
                }
            }
            if let Some(found) = search_box(game, *kind, side, limits, known)? {
                return Ok(Some(found));
            }
        }
    }
    if tried_sums { Ok(None) } else { sums::search(game, limits) }
}

/// What kind of array is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Sectors,
    Digits,
    Any,
}

/// Attempts on the data of one box.
fn search_box(
    game: &LatticeGame,
    kind: Kind,
    side: i64,
    limits: &Limits,
    known: &mut Search,
) -> Result<Option<Search>, StopReason> {
    let dimension = game.dimension();
    let upper: Vec<i64> =
        (0..dimension).map(|axis| bound_above(game, axis).unwrap_or(side - 1).min(side - 1)).collect();
    let table = match solve_box(game, &vec![0; dimension], &upper, limits) {
        Ok(table) => table,
        Err(TableError::Stopped(reason)) => return Err(reason),
        Err(_) => return Ok(None),
    };
    if let Search::Box { upper: solved, .. } = known
        && solved.iter().product::<i64>() < upper.iter().product()
    {
        *solved = upper.clone();
    }
    let plane = if dimension == 2 { table.plane() } else { None };
    let cell = |point: &[i64]| match &plane {
        Some(cells) => cells[(point[0] * (upper[1] + 1) + point[1]) as usize],
        None => table.cell(point),
    };
    let mut axes = guess_axes(game, &upper, &cell);
    let is_periodic = |axis: &Axis| matches!(axis, Axis::Periodic { .. });
    if axes.iter().any(is_periodic) {
        if kind != Kind::Digits
            && let Some(found) = search_reduced(game, &axes, limits, known)?
        {
            return Ok(Some(found));
        }
        // Taking them for periodic was wrong.
        axes.iter_mut().filter(|axis| is_periodic(axis)).for_each(|axis| *axis = Axis::Growing);
    }
    if dimension > MOST_GROWING {
        return Ok(None);
    }
    match attempt(game, &axes, kind, side as usize, |point| Ok(cell(point)), limits)? {
        Attempt::Proved(found) => return Ok(Some(found)),
        Attempt::Refuted(position) => note(known, position),
        Attempt::NoGuess => {}
    }
    Ok(None)
}

/// The most coordinates that are read digit by digit from a box of outcomes.
const MOST_GROWING: usize = 3;

/// Attempts on data computed under the hypothesis that the periodic axes are periodic. A guess with too many of them fails at
/// a position that says which one is none; that one is read digit by digit from then on.
fn search_reduced(
    game: &LatticeGame,
    axes: &[Axis],
    limits: &Limits,
    known: &mut Search,
) -> Result<Option<Search>, StopReason> {
    for cells in GROWING_BOXES {
        let mut axes = axes.to_vec();
        loop {
            let growing = axes.iter().filter(|axis| **axis == Axis::Growing).count();
            if growing == axes.len() {
                break;
            }
            let side = (cells.powf(1.0 / growing.max(2) as f64) as usize).max(8);
            let mut reduced = Reduced::new(game, axes.clone());
            match attempt(game, &axes, Kind::Any, side, |point| reduced.cell(point, limits), limits)? {
                Attempt::Proved(found) => return Ok(Some(found)),
                Attempt::NoGuess => break,
                Attempt::Refuted(position) => {
                    let axis = farthest_out(&axes, &position);
                    note(known, position);
                    match axis {
                        Some(axis) => axes[axis] = Axis::Growing,
                        None => break,
                    }
                }
            }
        }
    }
    Ok(None)
}

/// Remembers where a guess was wrong.
fn note(known: &mut Search, position: Vec<BigUint>) {
    if let Search::Box { refuted_at, .. } = known {
        *refuted_at = Some(position);
    }
}

/// The periodic axis along which a position is farthest beyond the part before the period.
fn farthest_out(axes: &[Axis], position: &[BigUint]) -> Option<usize> {
    let beyond = |axis: usize| match axes[axis] {
        Axis::Periodic { start, period } if position[axis] >= start.into() => {
            Some((&position[axis] - start) / period)
        }
        _ => None,
    };
    (0..axes.len()).filter_map(|axis| Some((beyond(axis)?, axis))).max().map(|(_, axis)| axis)
}

/// The greatest value of a coordinate, when an inequality of the board of that coordinate alone says so.
fn bound_above(game: &LatticeGame, axis: usize) -> Option<i64> {
    if !AutomaticStrategy::may_be_finite(game, axis) {
        return None;
    }
    let own = game.board().iter().filter(|inequality| inequality.normal[axis] < 0);
    own.map(|inequality| inequality.bound.div_euclid(inequality.normal[axis])).min()
}

/// What came of an attempt.
#[expect(clippy::large_enum_variant, reason = "one at a time")]
enum Attempt {
    Proved(Search),
    /// The last guess was wrong at this position.
    Refuted(Vec<BigUint>),
    /// The box was too small for any guess.
    NoGuess,
}

/// Guesses with every window and several first radices, and verifies each guess.
fn attempt(
    game: &LatticeGame,
    axes: &[Axis],
    kind: Kind,
    side: usize,
    cell: impl FnMut(&[i64]) -> Result<Cell, StopReason>,
    limits: &Limits,
) -> Result<Attempt, StopReason> {
    let mut slices = BoxSlices::new(axes, cell);
    let growing = axes.iter().filter(|axis| **axis == Axis::Growing).count();
    let sides = vec![side; growing];
    let mut attempt = Attempt::NoGuess;
    if growing == 2 && kind != Kind::Digits {
        for fan in fans(&mut slices, side, limits)? {
            let strategy = AutomaticStrategy {
                axes: axes.to_vec(),
                array: Array::Fan(fan),
                slices: Slices::Tables(slices.cells.clone()),
            };
            match verified(game, strategy, limits)? {
                Attempt::NoGuess => {}
                Attempt::Refuted(position) => attempt = Attempt::Refuted(position),
                proved @ Attempt::Proved(_) => return Ok(proved),
            }
        }
    }
    if kind == Kind::Sectors {
        return Ok(attempt);
    }
    let candidates = guess_radices(&sides, &mut |x| slices.at(x));
    for radices in candidates {
        let radices = Radices::new(radices);
        let mut last = None;
        for window in WINDOWS {
            limits.poll()?;
            let learned = learn(&radices, &sides, window, |x| slices.at(x));
            if let Some(reason) = slices.stopped {
                return Err(reason);
            }
            let Some(automaton) = learned.map(|automaton| automaton.minimal()) else { break };
            if last.as_ref() == Some(&automaton) {
                continue;
            }
            last = Some(automaton.clone());
            let array = Array::Digits(automaton);
            let slices = Slices::Tables(slices.cells.clone());
            let strategy = AutomaticStrategy { axes: axes.to_vec(), array, slices };
            match verified(game, strategy, limits)? {
                Attempt::NoGuess => {}
                Attempt::Refuted(position) => attempt = Attempt::Refuted(position),
                proved @ Attempt::Proved(_) => return Ok(proved),
            }
        }
    }
    Ok(attempt)
}

/// Verifies a guess.
fn verified(game: &LatticeGame, guess: AutomaticStrategy, limits: &Limits) -> Result<Attempt, StopReason> {
    let strategy = guess.trimmed();
    Ok(match strategy.verify(game, limits)? {
        Verification::Holds { states, patterns } => {
            Attempt::Proved(Search::Proved { strategy, states, patterns })
        }
        Verification::Fails(WrongCell { position, .. }) => Attempt::Refuted(position),
        Verification::Undecided => Attempt::NoGuess,
    })
}

impl AutomaticStrategy {
    /// A strategy with sectors as one that reads digits, verified again; `None` when none of moderate size was found.
    pub(super) fn in_digits(&self, game: &LatticeGame, limits: &Limits) -> Result<Option<Self>, StopReason> {
        let Array::Fan(fan) = &self.array else { return Ok(None) };
        let radices = fan.radices();
        if radices.iter().fold(1, |letters: u64, m| letters.saturating_mul(*m)) > MOST_FIRST_LETTERS {
            return Ok(None);
        }
        let radices = Radices::new(radices.map(|m| m as u32).to_vec());
        for window in WINDOWS {
            limits.poll()?;
            let learned = learn(&radices, &[FAR; 2], window, |x| fan.at(x[0] as u64, x[1] as u64));
            let Some(automaton) = learned else { continue };
            let array = Array::Digits(automaton.minimal());
            if let Attempt::Proved(Search::Proved { strategy, .. }) =
                verified(game, AutomaticStrategy { array, ..self.clone() }, limits)?
            {
                return Ok(Some(strategy));
            }
        }
        Ok(None)
    }
}

/// How far sectors are looked at to learn their digits: 2^36, where an address has 64 bits.
const FAR: usize = 1 << (usize::BITS * 9 / 16);

/// The fans that a square of slices suggests.
fn fans<F: FnMut(&[i64]) -> Result<Cell, StopReason>>(
    slices: &mut BoxSlices<'_, F>,
    side: usize,
    limits: &Limits,
) -> Result<Vec<Fan>, StopReason> {
    let side = side.min(MOST_SIDE);
    let mut values = Vec::with_capacity(side * side);
    for x in 0..side {
        for y in 0..side {
            values.push(slices.at(&[x, y]));
        }
        limits.poll()?;
        if let Some(reason) = slices.stopped {
            return Err(reason);
        }
    }
    Square { side, values }.fans(limits)
}

/// The largest squares in which sectors are looked for.
const MOST_SIDE: usize = 6400;

/// The slices of a game: for a point of the growing coordinates, the cells at all classes of the others.
struct BoxSlices<'a, F> {
    axes: &'a [Axis],
    cell: F,
    /// One representative of every combination of classes of the other coordinates, last one fastest.
    classes: Vec<Vec<i64>>,
    numbers: FxHashMap<Vec<Cell>, u32>,
    cells: Vec<Vec<Cell>>,
    /// The slices at points met before; only kept where a slice has many cells.
    known: FxHashMap<Vec<usize>, u32>,
    /// The numbers of the slices of one cell; [`u32::MAX`] before they are met.
    single: [u32; 4],
    point: Vec<i64>,
    stopped: Option<StopReason>,
}

impl<'a, F: FnMut(&[i64]) -> Result<Cell, StopReason>> BoxSlices<'a, F> {
    fn new(axes: &'a [Axis], cell: F) -> Self {
        let mut classes = vec![vec![]];
        for axis in axes.iter().filter(|axis| **axis != Axis::Growing) {
            classes = classes
                .iter()
                .flat_map(|point: &Vec<i64>| {
                    (0..axis.classes() as i64).map(|class| [point.as_slice(), &[class]].concat())
                })
                .collect();
        }
        BoxSlices {
            axes,
            cell,
            classes,
            numbers: FxHashMap::default(),
            cells: Vec::new(),
            known: FxHashMap::default(),
            single: [u32::MAX; 4],
            point: Vec::new(),
            stopped: None,
        }
    }

    /// The number of the slice at a point; after a stop, anything.
    fn at(&mut self, growing: &[usize]) -> u32 {
        let costly = self.classes.len() > 1;
        if growing.len() == self.axes.len() {
            self.point.clear();
            self.point.extend(growing.iter().map(|x| *x as i64));
            let Ok(cell) = (self.cell)(&self.point).map_err(|reason| self.stopped = Some(reason)) else {
                return 0;
            };
            let number = &mut self.single[cell as usize];
            if *number == u32::MAX {
                *number = self.cells.len() as u32;
                self.cells.push(vec![cell]);
            }
            return *number;
        }
        if costly && let Some(known) = self.known.get(growing) {
            return *known;
        }
        let mut slice = Vec::with_capacity(self.classes.len());
        for class in &self.classes {
            let (mut growing, mut class) = (growing.iter(), class.iter());
            let coordinate = |axis: &Axis| match axis {
                Axis::Growing => growing.next().map(|x| *x as i64),
                _ => class.next().copied(),
            };
            let point: Vec<i64> = self.axes.iter().filter_map(coordinate).collect();
            match (self.cell)(&point) {
                Ok(cell) => slice.push(cell),
                Err(reason) => {
                    self.stopped = Some(reason);
                    return 0;
                }
            }
        }
        let fresh = self.cells.len() as u32;
        let number = *self.numbers.entry(slice).or_insert_with_key(|slice| {
            self.cells.push(slice.clone());
            fresh
        });
        if costly {
            self.known.insert(growing.to_vec(), number);
        }
        number
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Outcome, Play, Solver};

    fn game(rules: &[&[i64]], defeated: &[&[i64]]) -> LatticeGame {
        let vectors = |list: &[&[i64]]| list.iter().map(|v| v.to_vec()).collect();
        LatticeGame::new(rules[0].len(), vectors(rules), None, vectors(defeated)).unwrap()
    }

    /// A proved strategy agrees with the definition on a box.
    fn proved(game: &LatticeGame, side: i64) -> AutomaticStrategy {
        let Search::Proved { strategy, .. } = search(game, &Limits::none()) else {
            panic!("not proved: {:?}", search(game, &Limits::none()));
        };
        let mut solver = Solver::new(game, Limits::none());
        let mut point = vec![0; game.dimension()];
        loop {
            let expected = if game.is_defeated(&point) {
                Cell::Defeated
            } else if solver.outcome(&point, Play::Normal).unwrap() == Outcome::P {
                Cell::P
            } else {
                Cell::N
            };
            let big: Vec<BigUint> = point.iter().map(|x| BigUint::from(x.unsigned_abs())).collect();
            assert_eq!(strategy.cell(&big), expected, "{point:?}");
            let Some(axis) = (0..point.len()).rev().find(|axis| point[*axis] < side) else { break };
            point[axis] += 1;
            point[axis + 1..].fill(0);
        }
        strategy
    }

    #[test]
    fn nim_with_small_heaps_is_periodic_in_both_plays() {
        let rules: [&[i64]; 3] = [&[1, 0], &[0, 1], &[-1, 1]];
        let normal = proved(&game(&rules, &[]), 9);
        assert!(normal.axes.iter().all(|axis| *axis == Axis::Periodic { start: 0, period: 2 }));
        proved(&game(&rules, &[&[0, 0]]), 9);
    }

    #[test]
    fn the_exotic_game_of_two_sectors() {
        let rules: [&[i64]; 3] = [&[1, 0], &[0, 1], &[2, 2]];
        let strategy = proved(&game(&rules, &[]), 40);
        assert_eq!(strategy.axes, [Axis::Growing; 2]);
        proved(&game(&rules, &[&[0, 0]]), 40);
    }

    #[test]
    fn a_wrong_strategy_is_refuted_where_it_is_wrong() {
        let game = game(&[&[1, 0], &[0, 1], &[2, 2]], &[]);
        let strategy = proved(&game, 10);
        let Array::Fan(fan) = &strategy.array else { panic!("two sectors are a fan: {strategy:?}") };
        for (x, _) in fan.representatives() {
            let side = fan.side();
            let place = x[0] as usize * side + x[1] as usize;
            let changed = |x: usize, y: usize| fan.corner()[x * side + y] ^ u32::from(x * side + y == place);
            let mutated = Fan::new(fan.rays().to_vec(), fan.thresholds().to_vec(), side, changed).unwrap();
            let wrong = AutomaticStrategy { array: Array::Fan(mutated), ..strategy.clone() };
            assert!(matches!(wrong.verify(&game, &Limits::none()), Ok(Verification::Fails(_))), "{x:?}");
        }
    }
}
