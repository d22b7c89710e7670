//! Which periods a box of outcomes shows.

use std::collections::BTreeMap;

use crate::integer::{gcd, lcm};
use crate::lattice::prover::{AutomaticStrategy, Axis};
use crate::lattice::rules::LatticeGame;
use crate::lattice::table::Cell;

/// Lines looked at along each axis.
const LINES: usize = 600;
/// The longest period that an axis is taken to have, and the most classes.
const LONGEST: u64 = 60;
/// First letters tried at most.
pub(super) const MOST_FIRST_LETTERS: u64 = 50_000;
/// Anchors of segments on every axis, by number of axes.
const ANCHORS: [usize; 4] = [60, 14, 6, 4];

/// Which axes are bounded, which look periodic on every line tried, and which have to be read digit by digit.
pub(super) fn guess_axes(game: &LatticeGame, upper: &[i64], cell: &impl Fn(&[i64]) -> Cell) -> Vec<Axis> {
    let axes = (0..game.dimension()).map(|axis| {
        if !AutomaticStrategy::may_be_finite(game, axis) {
            return Axis::Growing;
        }
        if let Some(most) = super::bound_above(game, axis) {
            return Axis::Bounded { most: most.unsigned_abs() };
        }
        let defeated = game.defeated().iter().map(|point| point[axis] + 1).max().unwrap_or(0).max(0) as u64;
        let lower = game.board().iter().filter(|inequality| inequality.normal[axis] > 0);
        let lower = lower.map(|inequality| inequality.bound.max(0)).max().unwrap_or(0) as u64;
        match periodic(axis, upper, cell) {
            Some((start, period)) => Axis::Periodic { start: start.max(defeated).max(lower), period },
            None => Axis::Growing,
        }
    });
    axes.collect()
}

/// The common preperiod and period of the lines along an axis; `None` when some line has none in its first half.
fn periodic(axis: usize, upper: &[i64], cell: &impl Fn(&[i64]) -> Cell) -> Option<(u64, u64)> {
    let length = upper[axis] as usize + 1;
    let (mut start, mut period) = (0, 1);
    for base in sample(upper, axis) {
        let line: Vec<Cell> = (0..length as i64)
            .map(|x| {
                let mut point = base.clone();
                point[axis] = x;
                cell(&point)
            })
            .collect();
        let (own_start, own_period) = eventual_period(&line)?;
        start = start.max(own_start);
        period = lcm(period, own_period as u64);
        if start > length / 2 || period > LONGEST {
            return None;
        }
    }
    Some((start as u64, period))
}

/// Points from which lines along the axis start: all small ones, and some far out.
fn sample(upper: &[i64], axis: usize) -> Vec<Vec<i64>> {
    let others = upper.len() - 1;
    let each = if others == 0 { 1 } else { (LINES as f64).powf(1.0 / others as f64).max(2.0) as i64 };
    let values = |other: usize| -> Vec<i64> {
        if other == axis {
            return vec![0];
        }
        let near = (each * 2 / 3).max(2);
        let far = (1..=each - near.min(each)).map(|step| upper[other] * step / (each - near).max(1));
        let mut values: Vec<i64> = (0..near).chain(far).filter(|value| *value <= upper[other]).collect();
        values.sort_unstable();
        values.dedup();
        values
    };
    let mut points = vec![vec![]];
    for other in 0..upper.len() {
        let values = values(other);
        points = points
            .iter()
            .flat_map(|point: &Vec<i64>| values.iter().map(|value| [point.as_slice(), &[*value]].concat()))
            .collect();
    }
    points
}

/// The least start and then the least period of the end of a line that is repeated three times at least.
///
/// The failure function of the line read backwards gives the least period of every suffix.
fn eventual_period<T: PartialEq>(line: &[T]) -> Option<(usize, usize)> {
    let length = line.len();
    let back = |i: usize| &line[length - 1 - i];
    let mut failure = vec![0; length];
    let mut matched = 0;
    let mut best = None;
    for end in 0..length {
        if end > 0 {
            while matched > 0 && back(end) != back(matched) {
                matched = failure[matched - 1];
            }
            if back(end) == back(matched) {
                matched += 1;
            }
            failure[end] = matched;
        }
        let period = end + 1 - matched;
        if end + 1 >= 3 * period {
            best = Some((length - 1 - end, period));
        }
    }
    best
}

/// First radices worth trying, fewest first letters first.
///
/// Segments of lines are looked at all over the box, and the odd parts of their periods vote. A candidate takes in all odd parts
/// that have a certain share of the votes, from none to every one that was seen; of the lines along the axes alone, and of
/// slanted ones too, which show what happens where two periodic regions meet.
pub(super) fn guess_radices(sides: &[usize], value: &mut impl FnMut(&[usize]) -> u32) -> Vec<Vec<u32>> {
    let axes = sides.len();
    let units = (0..axes).map(|i| (0..axes).map(|j| usize::from(i == j)).collect()).collect();
    let mut candidates = vec![vec![1u64; axes]];
    let mut along_axes = Vec::new();
    for directions in [units, slanted(axes)] {
        let mut votes: Vec<BTreeMap<u64, usize>> = vec![BTreeMap::new(); axes];
        for direction in &directions {
            for period in local_periods(sides, direction, value) {
                for axis in (0..axes).filter(|axis| direction[*axis] > 0) {
                    *votes[axis].entry(odd_part(period as u64)).or_insert(0) += 1;
                }
            }
        }
        let heard: Vec<Vec<u64>> = SHARES.map(|share| radices_heard(&votes, share)).to_vec();
        if along_axes.is_empty() {
            candidates.extend(heard.iter().cloned());
            along_axes = heard;
        } else {
            for own in &along_axes {
                candidates.extend(heard.iter().map(|other| joined(own, other)));
            }
        }
    }
    let common: Vec<Vec<u64>> =
        candidates.iter().map(|own| vec![own.iter().fold(1, |m, n| capped_multiple(m, *n)); axes]).collect();
    candidates.extend(common);
    let letters = |radices: &[u64]| radices.iter().fold(1, |product: u64, m| product.saturating_mul(*m));
    candidates.retain(|radices| {
        letters(radices) <= MOST_FIRST_LETTERS
            && radices.iter().zip(sides).all(|(m, side)| *m * 6 <= *side as u64)
    });
    candidates.sort_by_key(|radices| (letters(radices), radices.clone()));
    candidates.dedup();
    candidates.iter().map(|radices| radices.iter().map(|m| *m as u32).collect()).collect()
}

/// Shares of the votes from which on an odd part is heard.
const SHARES: [f64; 5] = [0.3, 0.1, 0.03, 0.01, 0.0];

/// For every axis the least common multiple of the odd parts with a share of its votes.
fn radices_heard(votes: &[BTreeMap<u64, usize>], share: f64) -> Vec<u64> {
    let radix = |votes: &BTreeMap<u64, usize>| {
        let all: usize = votes.values().sum();
        let heard = votes.iter().filter(|(_, count)| **count as f64 >= share * all as f64);
        heard.fold(1, |m, (odd, _)| capped_multiple(m, *odd))
    };
    votes.iter().map(radix).collect()
}

fn joined(left: &[u64], right: &[u64]) -> Vec<u64> {
    left.iter().zip(right).map(|(m, n)| capped_multiple(*m, *n)).collect()
}

/// The least common multiple, or a number too large to be of use.
fn capped_multiple(m: u64, n: u64) -> u64 {
    lcm(m, n).min(MOST_FIRST_LETTERS + 1)
}

/// Directions with small entries that are no multiples of an axis or of each other.
fn slanted(axes: usize) -> Vec<Vec<usize>> {
    const MOST: usize = 3;
    let mut directions = Vec::new();
    for number in 0..(MOST + 1).pow(axes.min(4) as u32) {
        let direction: Vec<usize> = (0..axes)
            .map(|axis| if axis < 4 { number / (MOST + 1).pow(axis as u32) % (MOST + 1) } else { 0 })
            .collect();
        let divisor = direction.iter().fold(0, |divisor, entry| gcd(divisor, *entry as u64));
        if direction.iter().filter(|entry| **entry > 0).count() > 1 && divisor == 1 {
            directions.push(direction);
        }
    }
    directions
}

/// The periods of segments in a direction, at places spread over the box.
fn local_periods(
    sides: &[usize],
    direction: &[usize],
    value: &mut impl FnMut(&[usize]) -> u32,
) -> Vec<usize> {
    let steps =
        (0..sides.len()).filter(|axis| direction[*axis] > 0).map(|axis| sides[axis] / direction[axis] / 3);
    let length = steps.min().unwrap_or(0).min(400);
    let mut periods = Vec::new();
    if length < 9 {
        return periods;
    }
    // Anchors at the edges, a little inside, and farther and farther out.
    let places: Vec<Vec<usize>> = (sides.iter().zip(direction))
        .map(|(side, v)| {
            let room = side - v * length;
            let mut places: Vec<usize> = (0..ANCHORS[sides.len().min(4) - 1]).map(|i| i * i * i).collect();
            let farthest = places.last().copied().unwrap_or(0).max(1);
            places.iter_mut().for_each(|place| *place = (*place * (room - 1)).div_ceil(farthest));
            places.dedup();
            places
        })
        .collect();
    let anchors: usize = places.iter().map(Vec::len).product();
    for number in 0..anchors {
        let mut rest = number;
        let anchor: Vec<usize> = places
            .iter()
            .map(|places| {
                let place = places[rest % places.len()];
                rest /= places.len();
                place
            })
            .collect();
        let segment: Vec<u32> = (0..length)
            .map(|step| {
                let point: Vec<usize> = anchor.iter().zip(direction).map(|(a, v)| a + v * step).collect();
                value(&point)
            })
            .collect();
        if let Some((_, period)) = eventual_period(&segment).filter(|(start, _)| start * 2 <= length) {
            periods.push(period);
        }
    }
    periods
}

fn odd_part(n: u64) -> u64 {
    n >> n.trailing_zeros().min(63)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_of_a_line_repeats() {
        let line = |text: &str| text.bytes().collect::<Vec<u8>>();
        assert_eq!(eventual_period(&line("xxyabababab")), Some((3, 2)));
        assert_eq!(eventual_period(&line("aaaa")), Some((0, 1)));
        assert_eq!(eventual_period(&line("abcdef")), None);
        assert_eq!(eventual_period(&line("zabcabcabc")), Some((1, 3)));
    }

    #[test]
    fn odd_periods_are_seen_in_every_sector() {
        // Period 3 to the right of the diagonal, 5 to the left of it.
        let mut array = |x: &[usize]| {
            if x[0] >= x[1] { u32::from(x[0].is_multiple_of(3)) } else { u32::from(x[1].is_multiple_of(5)) }
        };
        let radices = guess_radices(&[300, 300], &mut array);
        assert!(radices.iter().any(|m| m[0].is_multiple_of(3) && m[1].is_multiple_of(5)), "{radices:?}");
    }
}
