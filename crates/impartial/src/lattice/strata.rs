//! P-positions as a finite disjoint union of translates f + N{g_1, …, g_r}, and the rational generating function.
//!
//! Source: \[GM, Definition 8.6\]: an affine stratification. Every stratum here is a translate of a free semigroup, so that
//! its generating function is one fraction, t^f / Π(1 − t^g), and the sum of all of them counts every P-position once.

use num_bigint::BigUint;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::ops::ControlFlow;

use super::prover::{AutomaticStrategy, Axis};
use super::rules::{LatticeGame, coordinate_names};
use super::table::Cell;
use crate::automatic::Array;
use crate::automatic::fan::Fan;
use crate::automatic::{
    DigitAutomaton, FinitePoints, HalfSpace, Radices, Shifted, Translate, Translates, explore, reader,
};
use crate::limits::{Limits, StopReason};

mod compare;
mod cover;

/// A finite union of translates in N^d.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(transparent)]
pub struct AffineStratification {
    /// The strata.
    pub translates: Vec<Translate>,
}

/// The set F + N{g_1, …, g_r}: translates by several offsets, which may overlap. Source: \[GM, Definition 8.6\], a finitely
/// generated module over an affine semigroup.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Module {
    /// The offsets F.
    pub offsets: Vec<Vec<i64>>,
    /// The generators g.
    pub generators: Vec<Vec<i64>>,
}

/// What is wrong with a stratification, at a position with as few digits as possible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StrataFailure {
    /// Two strata contain the position.
    Overlap(Vec<BigUint>),
    /// A stratum contains a point that is off the board or defeated.
    OffBoard(Vec<BigUint>),
    /// The position is in a stratum, and so is one of its options.
    MoveBetween(Vec<BigUint>),
    /// The position is in no stratum, and none of its options is.
    Missing(Vec<BigUint>),
    /// The position is in a stratum, and it is not P.
    NotP(Vec<BigUint>),
    /// The position is P, and in no stratum.
    Uncovered(Vec<BigUint>),
}

impl StrataFailure {
    /// The position that shows it.
    pub fn position(&self) -> &[BigUint] {
        match self {
            StrataFailure::Overlap(at)
            | StrataFailure::OffBoard(at)
            | StrataFailure::MoveBetween(at)
            | StrataFailure::Missing(at)
            | StrataFailure::NotP(at)
            | StrataFailure::Uncovered(at) => at,
        }
    }

    /// What is wrong at the position, as the end of a sentence.
    pub fn sentence(&self) -> &'static str {
        match self {
            StrataFailure::Overlap(_) => "is in two strata",
            StrataFailure::OffBoard(_) => "is in a stratum, and it is off the board or defeated",
            StrataFailure::MoveBetween(_) => "is in a stratum, and so is one of its options",
            StrataFailure::Missing(_) => "is in no stratum, and neither is any of its options",
            StrataFailure::NotP(_) => "is in a stratum, and it is not P",
            StrataFailure::Uncovered(_) => "is P, and in no stratum",
        }
    }
}

impl AffineStratification {
    /// The P-positions of a strategy as disjoint translates of free semigroups, compared with the strategy at every
    /// position; `None` when no such union was found. (Not every automatic set has one: Pascal's triangle modulo 2 has none.)
    pub fn of(strategy: &AutomaticStrategy, limits: &Limits) -> Result<Option<Self>, StopReason> {
        let Some(tables) = strategy.slices.tables() else { return Ok(None) };
        // What is joined stays in its sector.
        let mut sectors: BTreeMap<usize, Vec<Translate>> = BTreeMap::new();
        let mut known: Vec<(DigitAutomaton, Vec<Translate>)> = Vec::new();
        let classes: Vec<Axis> =
            strategy.axes.iter().filter(|axis| **axis != Axis::Growing).copied().collect();
        let count = tables.first().map_or(0, Vec::len);
        #[expect(clippy::needless_range_loop, reason = "the place of every table")]
        for place in 0..count {
            limits.poll()?;
            let is_p = |slice: u32| u32::from(tables[slice as usize][place] == Cell::P);
            let growing = match &strategy.array {
                Array::Fan(fan) => of_fan(&fan.map_values(is_p)),
                Array::Digits(automaton) => {
                    let automaton = automaton.map_output(is_p).minimal();
                    match known.iter().find(|(other, _)| *other == automaton) {
                        Some((_, cover)) => cover.clone(),
                        None => {
                            let Some(cover) = cover::cover(&automaton, limits)? else { return Ok(None) };
                            known.push((automaton, cover.clone()));
                            cover
                        }
                    }
                }
            };
            let class = class_values(&classes, place as u64);
            for part in &growing {
                let sector = match &strategy.array {
                    Array::Fan(fan) => fan.cone([part.offset[0], part.offset[1]]),
                    Array::Digits(_) => 0,
                };
                sectors.entry(sector).or_default().push(with_classes(&strategy.axes, &class, part));
            }
            if sectors.values().map(Vec::len).sum::<usize>() > MOST_STRATA {
                return Ok(None);
            }
        }
        let mut translates: Vec<Translate> = sectors.into_values().flat_map(merged).collect();
        translates.sort();
        Ok(Some(AffineStratification { translates }))
    }

    /// Decides whether these strata are the P-positions of a game whose board lies in N^d, and disjoint: everything that a
    /// claim of this kind says, at every position.
    ///
    /// # Panics
    /// When a generator has a negative entry or a vector another length than the dimension.
    pub fn verify(
        &self,
        game: &LatticeGame,
        limits: &Limits,
    ) -> Result<Result<(), StrataFailure>, StopReason> {
        let radices = Radices::binary(game.dimension());
        let mut options = Vec::new();
        for rule in game.rules() {
            options.extend(self.translates.iter().map(|t| Translate {
                offset: t.offset.iter().zip(rule).map(|(f, entry)| f + entry).collect(),
                generators: t.generators.clone(),
            }));
        }
        let defeated = game.defeated().iter().map(|p| p.iter().map(|x| x.unsigned_abs()).collect()).collect();
        let mut readers = vec![
            reader(&radices, Translates::counted(&radices, self.translates.clone())),
            reader(&radices, Translates::union(&radices, options)),
            reader(&radices, FinitePoints::new(&radices, defeated)),
        ];
        for inequality in game.board() {
            readers.push(reader(&radices, HalfSpace::new(&radices, &inequality.normal, inequality.bound)));
        }
        let mut failure: Option<fn(Vec<BigUint>) -> StrataFailure> = None;
        let explored = explore(&radices, &mut readers, limits, |values| {
            let legal = values[2] == 0 && values[3..].iter().all(|inside| *inside == 1);
            failure = match (values[0], legal, values[1] == 1) {
                (0, true, false) => Some(StrataFailure::Missing),
                (1, true, true) => Some(StrataFailure::MoveBetween),
                (0, ..) | (1, true, false) => None,
                (1, false, _) => Some(StrataFailure::OffBoard),
                _ => Some(StrataFailure::Overlap),
            };
            if failure.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })?;
        Ok(match (failure, explored.witness) {
            (Some(failure), Some(position)) => Err(failure(position)),
            _ => Ok(()),
        })
    }

    /// The strata as modules with one offset each.
    pub fn modules(&self) -> Vec<Module> {
        let module =
            |t: &Translate| Module { offsets: vec![t.offset.clone()], generators: t.generators.clone() };
        self.translates.iter().map(module).collect()
    }

    /// How many P-positions have weight n, for n from 0 to `to`, the weight of x being the product with the given
    /// positive weights. `None` when a stratum has dependent generators (points would be counted twice) or a weight is
    /// not positive on a generator.
    pub fn count_by_weight(&self, weights: &[i64], to: usize) -> Option<Vec<BigUint>> {
        let weight = |vector: &[i64]| -> Option<usize> {
            let sum: i128 = vector.iter().zip(weights).map(|(x, w)| i128::from(*x) * i128::from(*w)).sum();
            usize::try_from(sum).ok()
        };
        let mut total = vec![BigUint::ZERO; to + 1];
        for translate in &self.translates {
            if !are_independent(&translate.generators) {
                return None;
            }
            let mut series = vec![BigUint::ZERO; to + 1];
            if let Some(first) = series.get_mut(weight(&translate.offset)?) {
                *first += 1u32;
            }
            for generator in &translate.generators {
                let step = weight(generator).filter(|step| *step > 0)?;
                for n in step..=to {
                    let before = series[n - step].clone();
                    series[n] += before;
                }
            }
            total.iter_mut().zip(series).for_each(|(sum, term)| *sum += term);
        }
        Some(total)
    }

    /// The generating function Σ t^f / Π(1 − t^g) over all strata, in the letters of the coordinates.
    pub fn generating_function(&self) -> GeneratingFunction<'_> {
        GeneratingFunction(self)
    }
}

/// More strata than this are no description.
const MOST_STRATA: usize = 1 << 20;

/// The points of a fan with value 1: they are those of the representatives with that value, with their periods added.
fn of_fan(fan: &Fan) -> Vec<Translate> {
    let representatives = fan.representatives().into_iter();
    let inside = representatives.filter(|(x, _)| fan.at(x[0].unsigned_abs(), x[1].unsigned_abs()) == 1);
    inside
        .map(|(x, periods)| Translate {
            offset: x.to_vec(),
            generators: periods.iter().map(|period| period.to_vec()).collect(),
        })
        .collect()
}

/// A rational generating function, as text: `1/((1-x^2)(1-y^2)) + xy/…`.
#[derive(Clone, Copy, Debug)]
pub struct GeneratingFunction<'a>(&'a AffineStratification);

impl fmt::Display for GeneratingFunction<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.translates.is_empty() {
            return write!(f, "0");
        }
        for (at, translate) in self.0.translates.iter().enumerate() {
            if at > 0 {
                write!(f, " + ")?;
            }
            write!(f, "{}", monomial(&translate.offset))?;
            match translate.generators.as_slice() {
                [] => {}
                [one] => write!(f, "/(1-{})", monomial(one))?,
                several => {
                    write!(f, "/(")?;
                    several.iter().try_for_each(|g| write!(f, "(1-{})", monomial(g)))?;
                    write!(f, ")")?;
                }
            }
        }
        Ok(())
    }
}

/// A monomial in the letters of the coordinates: `x^2y`, `1`.
fn monomial(exponents: &[i64]) -> String {
    let mut text = String::new();
    for (name, exponent) in coordinate_names(exponents.len()).iter().zip(exponents) {
        match exponent {
            0 => {}
            1 => text.push_str(name),
            _ => text.push_str(&format!("{name}^{exponent}")),
        }
    }
    if text.is_empty() { "1".to_owned() } else { text }
}

/// The values of the coordinates that are not growing, for a place in a slice.
fn class_values(classes: &[Axis], mut place: u64) -> Vec<u64> {
    let mut values = vec![0; classes.len()];
    for (value, axis) in values.iter_mut().zip(classes).rev() {
        *value = place % axis.classes();
        place /= axis.classes();
    }
    values
}

/// A translate of the growing coordinates at one combination of classes of the others: values in the periodic part go on by
/// their period.
fn with_classes(axes: &[Axis], classes: &[u64], growing: &Translate) -> Translate {
    let mut places = (0..growing.offset.len(), 0..classes.len());
    let mut offset = Vec::with_capacity(axes.len());
    let mut generators = vec![vec![0; axes.len()]; growing.generators.len()];
    for (coordinate, axis) in axes.iter().enumerate() {
        if *axis == Axis::Growing {
            let place = places.0.next().expect("as many as growing axes");
            offset.push(growing.offset[place]);
            for (whole, part) in generators.iter_mut().zip(&growing.generators) {
                whole[coordinate] = part[place];
            }
            continue;
        }
        let value = classes[places.1.next().expect("as many as other axes")];
        offset.push(value as i64);
        if let Axis::Periodic { start, period } = *axis
            && value >= start
        {
            generators
                .push((0..axes.len()).map(|i| if i == coordinate { period as i64 } else { 0 }).collect());
        }
    }
    Translate { offset, generators }
}

/// Joins f + NG and f + g + N(G ∪ {g}) to f + N(G ∪ {g}), as often as it goes; sorted.
fn merged(mut translates: Vec<Translate>) -> Vec<Translate> {
    for translate in &mut translates {
        // Those along the first coordinate first, as one writes them.
        translate.generators.sort_by(|a, b| b.cmp(a));
    }
    let kinds: BTreeSet<Vec<Vec<i64>>> = translates.iter().map(|t| t.generators.clone()).collect();
    let mut set: BTreeSet<Translate> = translates.into_iter().collect();
    let mut work: Vec<Translate> = set.iter().cloned().collect();
    while let Some(upper) = work.pop() {
        if !set.contains(&upper) {
            continue;
        }
        let lower = upper.generators.iter().enumerate().map(|(at, generator)| {
            let mut lower = upper.clone();
            lower.generators.remove(at);
            lower.offset.iter_mut().zip(generator).for_each(|(f, g)| *f -= g);
            lower
        });
        if let Some(lower) = lower.into_iter().find(|lower| set.contains(lower)) {
            set.remove(&lower);
            set.remove(&upper);
            let joined = Translate { offset: lower.offset, generators: upper.generators };
            // What could not be joined before may be joined to this.
            for kind in kinds.iter().filter(|kind| kind.len() == joined.generators.len() + 1) {
                if let Some(more) = the_one_more(kind, &joined.generators) {
                    let offset = joined.offset.iter().zip(more).map(|(f, g)| f + g).collect();
                    work.push(Translate { offset, generators: kind.clone() });
                }
            }
            set.insert(joined.clone());
            work.push(joined);
        }
    }
    set.into_iter().collect()
}

/// The one vector that is in the larger list and not in the smaller, which has to be contained in it.
fn the_one_more<'a>(larger: &'a [Vec<i64>], smaller: &[Vec<i64>]) -> Option<&'a Vec<i64>> {
    let mut others = larger.iter().filter(|v| !smaller.contains(v));
    others.next().filter(|_| others.next().is_none())
}

/// Whether vectors are linearly independent, by elimination without fractions.
fn are_independent(vectors: &[Vec<i64>]) -> bool {
    let mut rows: Vec<Vec<num_bigint::BigInt>> =
        vectors.iter().map(|v| v.iter().map(|entry| (*entry).into()).collect()).collect();
    let zero = num_bigint::BigInt::ZERO;
    let mut rank = 0;
    for column in 0..vectors.first().map_or(0, Vec::len) {
        let Some(pivot) = (rank..rows.len()).find(|row| rows[*row][column] != zero) else { continue };
        rows.swap(rank, pivot);
        let (above, below) = rows.split_at_mut(rank + 1);
        for row in below {
            let (a, b) = (above[rank][column].clone(), row[column].clone());
            row.iter_mut().zip(&above[rank]).for_each(|(entry, pivot)| *entry = &*entry * &a - pivot * &b);
        }
        rank += 1;
    }
    rank == vectors.len()
}

/// Compares an automatic set (outputs 0 and 1) with a disjoint union of translates, everywhere.
fn is_disjoint_union(
    automaton: &DigitAutomaton,
    translates: &[Translate],
    limits: &Limits,
) -> Result<bool, StopReason> {
    let radices = automaton.radices();
    let mut readers = vec![
        reader(radices, Shifted::by(automaton, &vec![0; radices.axes()])),
        reader(radices, Translates::counted(radices, translates.to_vec())),
    ];
    let explored = explore(radices, &mut readers, limits, |values| {
        if values[0] == values[1] { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    })?;
    Ok(explored.witness.is_none())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::automatic::learn;
    use crate::lattice::guess::{Search, search};
    use crate::lattice::strategy::{Found, find};

    fn vectors(list: &[&[i64]]) -> Vec<Vec<i64>> {
        list.iter().map(|v| v.to_vec()).collect()
    }

    fn strategy(game: &LatticeGame) -> AutomaticStrategy {
        match search(game, &Limits::none()) {
            Search::Proved { strategy, .. } => strategy,
            other => panic!("not proved: {other:?}"),
        }
    }

    /// Proved strata pass their own verification, and every one of them is needed.
    fn check(game: &LatticeGame) -> AffineStratification {
        let strata = AffineStratification::of(&strategy(game), &Limits::none()).unwrap().unwrap();
        assert_eq!(strata.verify(game, &Limits::none()), Ok(Ok(())));
        let Found::Proved(proved) = find(game, &Limits::none()) else { panic!() };
        assert_eq!(proved.compare(&strata.modules(), &Limits::none()), Ok(Some(Ok(()))));
        for left_out in 0..strata.translates.len() {
            let mut fewer = strata.clone();
            let lost = fewer.translates.remove(left_out);
            let failure = fewer.verify(game, &Limits::none()).unwrap().unwrap_err();
            assert!(matches!(failure, StrataFailure::Missing(_)), "{lost:?}: {failure:?}");
            let failure = proved.compare(&fewer.modules(), &Limits::none()).unwrap().unwrap().unwrap_err();
            assert!(matches!(failure, StrataFailure::Uncovered(_)), "{lost:?}: {failure:?}");
        }
        let mut twice = strata.clone();
        twice.translates.push(strata.translates[0].clone());
        assert!(matches!(twice.verify(game, &Limits::none()), Ok(Err(StrataFailure::Overlap(_)))));
        strata
    }

    #[test]
    fn two_sectors_and_their_generating_function() {
        let game = LatticeGame::new(2, vectors(&[&[1, 0], &[0, 1], &[2, 2]]), None, vec![]).unwrap();
        let strata = check(&game);
        // By weight, against the outcomes themselves.
        let strategy = strategy(&game);
        let counts = strata.count_by_weight(&[1, 2], 40).unwrap();
        for (n, count) in counts.iter().enumerate() {
            let is_p = |y: &usize| strategy.cell(&[BigUint::from(n - 2 * y), BigUint::from(*y)]) == Cell::P;
            assert_eq!(*count, BigUint::from((0..=n / 2).filter(is_p).count()), "{n}");
        }
    }

    #[test]
    fn misere_nim_with_heaps_of_one_and_two() {
        let rules = vectors(&[&[1, 0], &[0, 1], &[-1, 1]]);
        let game = LatticeGame::new(2, rules, None, vec![vec![0, 0]]).unwrap();
        let strata = check(&game);
        assert_eq!(strata.generating_function().to_string(), "y^2/((1-x^2)(1-y^2)) + x/(1-x^2)");
    }

    #[test]
    fn the_printed_form_is_verified_with_dependent_generators_too() {
        // [GM, Remark 6.13], as corrected in the notes on that example.
        let game = LatticeGame::new(2, vectors(&[&[1, 0], &[0, 1], &[2, 2]]), None, vec![]).unwrap();
        let right = vectors(&[&[2, 0], &[4, 3], &[6, 6]]);
        let left = vectors(&[&[0, 2], &[3, 4], &[6, 6]]);
        let translate = |offset: &[i64], generators: &[Vec<i64>]| Translate {
            offset: offset.to_vec(),
            generators: generators.to_vec(),
        };
        let printed = AffineStratification {
            translates: vec![
                translate(&[0, 0], &right),
                translate(&[1, 1], &right),
                translate(&[0, 2], &left),
                translate(&[3, 4], &right[2..]),
                translate(&[1, 3], &left),
                translate(&[4, 5], &right[2..]),
            ],
        };
        assert_eq!(printed.verify(&game, &Limits::none()), Ok(Ok(())));
        assert_eq!(printed.count_by_weight(&[1, 1], 5), None);
    }

    #[test]
    fn a_fractal_has_no_stratification() {
        let pascal = learn(&Radices::binary(2), &[64, 64], 2, |x| u32::from(x[0] & x[1] == 0)).unwrap();
        assert_eq!(cover::cover(&pascal, &Limits::none()), Ok(None));
    }
}
