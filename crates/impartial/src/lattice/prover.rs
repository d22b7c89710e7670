//! A strategy as an automatic array, and its verification at every position of the board.
//!
//! A set S of positions is *the* set of P-positions exactly if, for every position x: x is in S if and only if no x − γ is
//! \[GM, Thm 4.6\]. That is a statement about a point and finitely many shifts of it, so for an automatic array it is decided by
//! exploring joint states. No induction, no trust in how S was found.
//!
//! Coordinates in which the outcomes are eventually periodic need no digits. There it suffices to look at finitely many
//! values: with period p from n on and no rule subtracting more than s, the values below n + p + s. For a larger
//! value c, the position with c − p in its place has the same outcome, the same legal moves, and options of the same outcomes.

use num_bigint::BigUint;
use std::ops::ControlFlow;

use super::rules::LatticeGame;
use super::table::Cell;
use crate::automatic::Array;
use crate::automatic::{Explored, OUTSIDE, Verification};
use crate::limits::{Limits, StopReason};
use crate::misere::infinite::{SliceFunctions, VectorGame};

/// How a strategy treats a coordinate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Deserialize, serde::Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Axis {
    /// Read by the array.
    Growing,
    /// Outcomes repeat with this period from `start` on.
    Periodic {
        /// From here on they repeat.
        start: u64,
        /// The period.
        period: u64,
    },
    /// The board ends: the coordinate is at most this.
    Bounded {
        /// The greatest value.
        most: u64,
    },
    /// An argument of the slices, which are functions then.
    Inner,
}

impl Axis {
    /// The number of classes of values; 0 for an axis that is read by the array or by functions.
    pub fn classes(self) -> u64 {
        match self {
            Axis::Growing | Axis::Inner => 0,
            Axis::Periodic { start, period } => start + period,
            Axis::Bounded { most } => most + 1,
        }
    }

    /// The class of a value; `None` when there is no such value on the board.
    pub fn class(self, value: i64) -> Option<u64> {
        let value = u64::try_from(value).ok()?;
        match self {
            Axis::Growing | Axis::Inner => None,
            Axis::Periodic { start, period } if value >= start => Some(start + (value - start) % period),
            Axis::Periodic { .. } => Some(value),
            Axis::Bounded { most } => (value <= most).then_some(value),
        }
    }
}

/// The outcomes of a lattice game on a board in N^d, given by an array that is known at all points at once.
///
/// The growing coordinates are read by the array, whose values are numbers of *slices*: the outcomes for all values of the
/// other coordinates. Nothing is claimed: [`verify`](Self::verify) decides whether it is right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AutomaticStrategy {
    /// One entry a coordinate.
    pub axes: Vec<Axis>,
    /// Reads the growing coordinates, in order; its values are numbers of slices.
    pub array: Array,
    /// What is said of the other coordinates.
    pub slices: Slices,
}

/// The slices of a strategy.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::large_enum_variant, reason = "one at a time")]
pub enum Slices {
    /// The cells by class of the coordinates that do not grow, last one fastest.
    Tables(Vec<Vec<Cell>>),
    /// Functions of the coordinates that do not grow, all of which are [`Axis::Inner`], on a board that is all of N^d: for boards with so
    /// many coordinates that tables of all classes would be too large.
    Functions {
        /// The functions: true at P-positions.
        functions: SliceFunctions,
        /// The defeated positions.
        defeated: Vec<Vec<u64>>,
    },
}

impl Slices {
    /// The tables, if that is what they are.
    pub fn tables(&self) -> Option<&[Vec<Cell>]> {
        match self {
            Slices::Tables(tables) => Some(tables),
            Slices::Functions { .. } => None,
        }
    }
}

/// A position at which a strategy is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrongCell {
    /// The position.
    pub position: Vec<BigUint>,
    /// What the strategy says there.
    pub says: Cell,
    /// What follows from what it says of the options.
    pub follows: Cell,
}

impl AutomaticStrategy {
    /// What the strategy says of a position.
    pub fn cell(&self, position: &[BigUint]) -> Cell {
        let tables = match &self.slices {
            Slices::Tables(tables) => tables,
            Slices::Functions { functions, defeated } => {
                let growing = self.axes.iter().zip(position).filter(|(axis, _)| **axis == Axis::Growing);
                let growing: Vec<BigUint> = growing.map(|(_, x)| x.clone()).collect();
                let is = |point: &Vec<u64>| point.iter().zip(position).all(|(a, b)| BigUint::from(*a) == *b);
                return match functions.value(self.array.at_big(&growing), position) {
                    true => Cell::P,
                    false if defeated.iter().any(is) => Cell::Defeated,
                    false => Cell::N,
                };
            }
        };
        let mut growing = Vec::new();
        let mut place = 0;
        for (axis, x) in self.axes.iter().zip(position) {
            let class = match *axis {
                Axis::Growing => {
                    growing.push(x.clone());
                    continue;
                }
                Axis::Periodic { start, period } if *x >= start.into() => {
                    let beyond = (x - start) % period;
                    Some(start + u64::try_from(beyond).expect("a residue is below the period"))
                }
                _ => i64::try_from(x.clone()).ok().and_then(|value| axis.class(value)),
            };
            match class {
                Some(class) => place = place * axis.classes() + class,
                None => return Cell::Off,
            }
        }
        tables[self.array.at_big(&growing) as usize][place as usize]
    }

    /// The same strategy without the slices that no state ends in.
    #[must_use]
    pub fn trimmed(&self) -> Self {
        let Slices::Tables(tables) = &self.slices else { return self.clone() };
        let mut used: Vec<u32> = self.array.values().to_vec();
        used.sort_unstable();
        used.dedup();
        let place = |number: u32| used.binary_search(&number).expect("an output is used") as u32;
        AutomaticStrategy {
            axes: self.axes.clone(),
            array: self.array.map_values(place),
            slices: Slices::Tables(used.iter().map(|number| tables[*number as usize].clone()).collect()),
        }
    }

    /// The number of growing coordinates.
    pub fn growing(&self) -> usize {
        self.growing_axes().count()
    }

    /// Whether axis i may be other than growing: no inequality of the board mixes it with others.
    pub fn may_be_finite(game: &LatticeGame, axis: usize) -> bool {
        game.board().iter().filter(|inequality| inequality.normal[axis] != 0).all(|inequality| {
            inequality.normal.iter().enumerate().all(|(other, entry)| other == axis || *entry == 0)
        })
    }

    /// Decides whether the strategy is right at every position of the board, which has to lie in N^d.
    ///
    /// Cost: for digits, (joint states of the automaton at x and at x − γ for every rule) · 2^k steps, k being the number of
    /// growing coordinates; for a fan, (points in a few periods of every cone) · (rules) steps. Then (patterns) · (classes) ·
    /// (rules) look-ups.
    pub fn verify(&self, game: &LatticeGame, limits: &Limits) -> Result<Verification<WrongCell>, StopReason> {
        let tables = match &self.slices {
            Slices::Tables(tables) => tables,
            Slices::Functions { functions, .. } => return self.verify_functions(functions, game, limits),
        };
        let local = LocalRule::new(self, tables, game);
        let mut failure = None;
        let explored = local.explore(limits, |values| {
            failure = local.check(values);
            if failure.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })?;
        let Some(explored) = explored else { return Ok(Verification::Undecided) };
        Ok(match (explored.witness, failure) {
            (Some(growing), Some((classes, says, follows))) => {
                let (mut growing, mut classes) = (growing.into_iter(), classes.into_iter());
                let coordinate = |axis: &Axis| match axis {
                    Axis::Growing => growing.next(),
                    _ => classes.next().map(|value| BigUint::from(value.unsigned_abs())),
                };
                let position = self.axes.iter().filter_map(coordinate).collect();
                Verification::Fails(WrongCell { position, says, follows })
            }
            _ => Verification::Holds { states: explored.states, patterns: explored.patterns },
        })
    }

    /// The same for slices that are functions: an equation between functions for every combination of slices.
    fn verify_functions(
        &self,
        functions: &SliceFunctions,
        game: &LatticeGame,
        limits: &Limits,
    ) -> Result<Verification<WrongCell>, StopReason> {
        let Some(vectors) = vector_game(game) else { return Ok(Verification::Undecided) };
        let growing: Vec<u32> = self.growing_axes().map(|axis| axis as u32).collect();
        Ok(match functions.verify(&vectors, &growing, &self.array, limits)? {
            Verification::Holds { states, patterns } => Verification::Holds { states, patterns },
            Verification::Undecided => Verification::Undecided,
            Verification::Fails(wrong) => {
                let mut position = vec![BigUint::ZERO; self.axes.len()];
                let others = wrong.others.into_iter().map(|(axis, value)| (axis, value.into()));
                for (axis, value) in growing.into_iter().zip(wrong.growing).chain(others) {
                    position[axis as usize] = value;
                }
                let says = self.cell(&position);
                let follows = if says == Cell::P { Cell::N } else { Cell::P };
                Verification::Fails(WrongCell { position, says, follows })
            }
        })
    }

    /// The growing coordinates.
    pub(super) fn growing_axes(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.axes.len()).filter(|axis| self.axes[*axis] == Axis::Growing)
    }
}

/// A game on all of N^d as moves of vectors; `None` for another board.
pub(super) fn vector_game(game: &LatticeGame) -> Option<VectorGame> {
    let natural = |point: &Vec<i64>| point.iter().map(|entry| u64::try_from(*entry).ok()).collect();
    let defeated: Option<Vec<Vec<u64>>> = game.defeated().iter().map(natural).collect();
    let (dimension, rules) = (game.dimension(), game.rules().to_vec());
    game.is_orthant().then_some(VectorGame { dimension, rules, defeated: defeated? })
}

/// The statement that is checked, prepared: which shifts of the growing coordinates occur, and what to compare.
struct LocalRule<'a> {
    strategy: &'a AutomaticStrategy,
    tables: &'a [Vec<Cell>],
    /// The different −γ on the growing coordinates.
    shifts: Vec<Vec<i64>>,
    /// For every rule: its shift, and what it subtracts from the other coordinates.
    rules: Vec<(usize, Vec<i64>)>,
    /// Inequalities among growing coordinates, and those of one other coordinate.
    half_spaces: Vec<(Vec<i64>, i64)>,
    bounds: Vec<(usize, i64, i64)>,
    /// The growing parts of defeated positions, and for each of them the rest of those positions.
    defeated: Vec<Vec<u64>>,
    defeated_rest: Vec<Vec<Vec<i64>>>,
    /// The other coordinates: how to class them, and how many values to look at.
    finite: Vec<(Axis, i64)>,
}

impl<'a> LocalRule<'a> {
    fn new(strategy: &'a AutomaticStrategy, tables: &'a [Vec<Cell>], game: &LatticeGame) -> Self {
        let is_growing = |axis: usize| strategy.axes[axis] == Axis::Growing;
        let split = |vector: &[i64]| -> (Vec<i64>, Vec<i64>) {
            let part = |growing: bool| {
                vector
                    .iter()
                    .enumerate()
                    .filter(move |(axis, _)| is_growing(*axis) == growing)
                    .map(|(_, v)| *v)
            };
            (part(true).collect(), part(false).collect())
        };
        let (mut shifts, mut rules) = (Vec::new(), Vec::new());
        for rule in game.rules() {
            let (growing, rest) = split(rule);
            let shift: Vec<i64> = growing.iter().map(|entry| -entry).collect();
            let place = shifts.iter().position(|known| *known == shift).unwrap_or_else(|| {
                shifts.push(shift);
                shifts.len() - 1
            });
            rules.push((place, rest));
        }
        let (mut half_spaces, mut bounds) = (Vec::new(), Vec::new());
        for inequality in game.board() {
            let (growing, rest) = split(&inequality.normal);
            match rest.iter().position(|entry| *entry != 0) {
                None => half_spaces.push((growing, inequality.bound)),
                Some(axis) => bounds.push((axis, rest[axis], inequality.bound)),
            }
        }
        let (mut defeated, mut defeated_rest): (Vec<Vec<u64>>, Vec<Vec<Vec<i64>>>) = (Vec::new(), Vec::new());
        for point in game.defeated() {
            let (growing, rest) = split(point);
            let growing: Vec<u64> = growing.iter().map(|x| x.unsigned_abs()).collect();
            match defeated.iter().position(|known| *known == growing) {
                Some(place) => defeated_rest[place].push(rest),
                None => {
                    defeated.push(growing);
                    defeated_rest.push(vec![rest]);
                }
            }
        }
        let mut finite = Vec::new();
        for (index, axis) in strategy.axes.iter().enumerate().filter(|(_, axis)| **axis != Axis::Growing) {
            let largest = |vectors: &[Vec<i64>]| vectors.iter().map(|v| v[index]).max().unwrap_or(0).max(0);
            let values = match *axis {
                // Up to a defeated position or a bound of the board, values are special: they count as those before the period.
                Axis::Periodic { start, period } => {
                    let own = game.board().iter().filter(|inequality| inequality.normal[index] != 0);
                    let bound = own.map(|inequality| inequality.bound.abs() + 1).max().unwrap_or(0);
                    let start = (start as i64).max(largest(game.defeated()) + 1).max(bound);
                    start + period as i64 + largest(game.rules())
                }
                _ => axis.classes() as i64,
            };
            finite.push((*axis, values));
        }
        LocalRule { strategy, tables, shifts, rules, half_spaces, bounds, defeated, defeated_rest, finite }
    }

    /// Visits all combinations of: the array itself, its shifts, the board, the defeated positions.
    fn explore(
        &self,
        limits: &Limits,
        visit: impl FnMut(&[u32]) -> ControlFlow<()>,
    ) -> Result<Option<Explored>, StopReason> {
        let mut shifts = self.shifts.clone();
        shifts.insert(0, vec![0; self.strategy.growing()]);
        self.strategy.array.explore(&shifts, &self.half_spaces, &self.defeated, limits, visit)
    }

    /// The first combination of other coordinates at which the strategy is wrong, with what it says and what follows.
    fn check(&self, values: &[u32]) -> Option<(Vec<i64>, Cell, Cell)> {
        let own = &self.tables[values[0] as usize];
        let (options, rest) = values[1..].split_at(self.shifts.len());
        let (inside, defeated) = rest.split_at(self.half_spaces.len());
        let inside = inside.iter().all(|value| *value == 1);
        let defeated = match defeated[0] {
            0 => &[][..],
            number => &self.defeated_rest[number as usize - 1],
        };
        let mut point = vec![0i64; self.finite.len()];
        loop {
            let says = own[self.place(&point).expect("a value of the board has a class")];
            let on_board =
                inside && self.bounds.iter().all(|(axis, normal, bound)| normal * point[*axis] >= *bound);
            let option_is_p = |(shift, subtracted): &(usize, Vec<i64>)| {
                let slice = options[*shift];
                let option: Vec<i64> = point.iter().zip(subtracted).map(|(c, entry)| c - entry).collect();
                slice != OUTSIDE
                    && self.place(&option).is_some_and(|place| self.tables[slice as usize][place] == Cell::P)
            };
            let follows = if !on_board {
                Cell::Off
            } else if defeated.contains(&point) {
                Cell::Defeated
            } else if self.rules.iter().any(option_is_p) {
                Cell::N
            } else {
                Cell::P
            };
            if says != follows {
                return Some((point, says, follows));
            }
            let axis = (0..point.len()).rev().find(|axis| point[*axis] + 1 < self.finite[*axis].1)?;
            point[axis] += 1;
            point[axis + 1..].fill(0);
        }
    }

    /// The place of the classes of the other coordinates in a slice.
    fn place(&self, point: &[i64]) -> Option<usize> {
        point.iter().zip(&self.finite).try_fold(0, |place, (value, (axis, _))| {
            Some(place * axis.classes() as usize + axis.class(*value)? as usize)
        })
    }
}
