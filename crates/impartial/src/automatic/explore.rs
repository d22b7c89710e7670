//! All joint states of several readers: statements about every point of N^k, decided.

use num_bigint::BigUint;
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::ControlFlow;

use super::automaton::Radices;
use super::reader::Reader;
use crate::limits::{Limits, StopReason};

/// What an exploration found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explored {
    /// The number of joint states met.
    pub states: usize,
    /// The number of different combinations of values met.
    pub patterns: usize,
    /// A point with the combination of values at which the visitor stopped; its digits are as few as possible.
    pub witness: Option<Vec<BigUint>>,
}

/// Visits every combination of values that the readers take together at some point of N^k, once each.
///
/// The joint states are walked breadth first, so the first point at which a combination occurs has the fewest digits
/// possible. The visitor breaks to stop; the point is then reported. If it never breaks, what it checked holds at every point
/// of N^k: each point is read by a path of letters, and the path leads through joint states that were all visited.
///
/// Cost: (joint states) · 2^k · (readers) table look-ups. Past about a gibibyte of states it gives up, with
/// [`StopReason::Cap`].
///
/// ```
/// use impartial::automatic::{HalfSpace, Radices, explore, reader};
/// use impartial::limits::Limits;
/// use std::ops::ControlFlow;
/// // Is x + y >= 7 and x - y >= 3 possible? The point with the fewest digits that shows it:
/// let radices = Radices::binary(2);
/// let mut readers = vec![
///     reader(&radices, HalfSpace::new(&radices, &[1, 1], 7)),
///     reader(&radices, HalfSpace::new(&radices, &[1, -1], 3)),
/// ];
/// let found = explore(&radices, &mut readers, &Limits::none(), |values| {
///     if values == [1, 1] { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
/// }).unwrap();
/// let point = found.witness.unwrap();
/// assert!(&point[0] + &point[1] >= 7u32.into() && point[0] >= &point[1] + 3u32);
/// ```
pub fn explore(
    radices: &Radices,
    readers: &mut [Box<dyn Reader + '_>],
    limits: &Limits,
    mut visit: impl FnMut(&[u32]) -> ControlFlow<()>,
) -> Result<Explored, StopReason> {
    let width = readers.len();
    let mut joint = Joint { width, states: Vec::new(), numbers: FxHashMap::default(), origin: Vec::new() };
    let mut patterns: FxHashSet<Box<[u32]>> = FxHashSet::default();
    let mut values = vec![0; width];
    let mut state = vec![0; width];
    let mut seen = 0;
    let mut check = |joint: &Joint, readers: &[Box<dyn Reader + '_>], seen: &mut usize| {
        while *seen < joint.origin.len() {
            for (at, reader) in readers.iter().enumerate() {
                values[at] = reader.value(joint.states[*seen * width + at]);
            }
            if !patterns.contains(values.as_slice()) {
                patterns.insert(values.clone().into_boxed_slice());
                if visit(&values).is_break() {
                    return Some((joint.point(*seen, radices), patterns.len()));
                }
            }
            *seen += 1;
        }
        None
    };
    for letter in 0..radices.first_letters() {
        let digits = radices.digits(letter);
        for (at, reader) in readers.iter_mut().enumerate() {
            state[at] = reader.first(&digits);
        }
        joint.add(&state, FIRST, letter as u32);
        if letter & 0xff == 0 {
            limits.poll()?;
        }
    }
    let mut at = 0;
    let mut failure = check(&joint, readers, &mut seen);
    while failure.is_none() && at < joint.origin.len() {
        for letter in 0..radices.letters() as u32 {
            for (place, reader) in readers.iter_mut().enumerate() {
                state[place] = reader.next(joint.states[at * width + place], letter);
            }
            joint.add(&state, at as u32, letter);
        }
        at += 1;
        if at & 0xf == 0 {
            limits.poll()?;
            let weight: usize = readers.iter().map(|reader| reader.weight()).sum();
            if weight + joint.states.len() * 3 > MOST_WORDS {
                return Err(StopReason::Cap { what: "words of joint states", bound: MOST_WORDS as u64 });
            }
        }
        failure = check(&joint, readers, &mut seen);
    }
    let states = joint.origin.len();
    match failure {
        Some((point, patterns)) => Ok(Explored { states, patterns, witness: Some(point) }),
        None => Ok(Explored { states, patterns: patterns.len(), witness: None }),
    }
}

/// The memory of an exploration, in words: one gibibyte.
const MOST_WORDS: usize = 1 << 27;

/// The origin of a state that the first letter alone leads to.
const FIRST: u32 = u32::MAX;

/// The joint states, in the order met, and the step that led to each first.
struct Joint {
    width: usize,
    states: Vec<u32>,
    numbers: FxHashMap<Box<[u32]>, u32>,
    origin: Vec<(u32, u32)>,
}

impl Joint {
    fn add(&mut self, state: &[u32], from: u32, letter: u32) {
        if !self.numbers.contains_key(state) {
            self.numbers.insert(state.into(), self.origin.len() as u32);
            self.states.extend_from_slice(state);
            debug_assert_eq!(self.states.len(), self.width * (self.origin.len() + 1));
            self.origin.push((from, letter));
        }
    }

    /// The point whose letters lead to a state.
    fn point(&self, state: usize, radices: &Radices) -> Vec<BigUint> {
        let mut letters = Vec::new();
        let (mut from, mut letter) = self.origin[state];
        while from != FIRST {
            letters.push(letter);
            (from, letter) = self.origin[from as usize];
        }
        let mut point = vec![BigUint::ZERO; radices.axes()];
        // The last letter read is the most significant.
        for letter in letters {
            for (axis, x) in point.iter_mut().enumerate() {
                *x = (&*x << 1u8) + (letter >> axis & 1);
            }
        }
        let digits = radices.digits(letter as usize);
        point.iter().zip(digits).enumerate().map(|(axis, (x, digit))| x * radices.of(axis) + digit).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::automatic::{FinitePoints, HalfSpace, reader};

    /// The witness is a point where the readers say what the visitor saw, with as few digits as possible.
    #[test]
    fn a_witness_is_shortest() {
        let radices = Radices::new(vec![3, 1]);
        for bound in 0..40i64 {
            let mut readers = vec![reader(&radices, HalfSpace::new(&radices, &[2, -3], bound))];
            let found = explore(&radices, &mut readers, &Limits::none(), |values| {
                if values[0] == 1 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            })
            .unwrap();
            let point: Vec<i64> =
                found.witness.unwrap().iter().map(|x| i64::try_from(x.clone()).unwrap()).collect();
            assert!(2 * point[0] - 3 * point[1] >= bound);
            let digits = |x: i64, m: i64| 64 - (x / m).leading_zeros();
            let shortest = (0..60i64).find(|x| 2 * x >= bound).unwrap();
            assert_eq!(digits(point[0], 3).max(digits(point[1], 1)), digits(shortest, 3));
        }
    }

    #[test]
    fn what_holds_everywhere_is_found_to_hold() {
        let radices = Radices::binary(2);
        let points = vec![vec![3, 4], vec![0, 9], vec![1 << 40, 7]];
        let mut readers = vec![
            reader(&radices, FinitePoints::new(&radices, points)),
            reader(&radices, HalfSpace::new(&radices, &[1, 1], 7)),
        ];
        // All three points have x + y >= 7.
        let explored = explore(&radices, &mut readers, &Limits::none(), |values| {
            if values[0] > 0 && values[1] == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })
        .unwrap();
        assert_eq!(explored.witness, None);
        assert_eq!(explored.patterns, 5);
    }

    #[test]
    fn limits_stop_it() {
        let limits = Limits::none();
        limits.handle().stop(StopReason::Time);
        let radices = Radices::binary(1);
        let stopped = explore(&radices, &mut [], &limits, |_| ControlFlow::Continue(()));
        assert_eq!(stopped, Err(StopReason::Time));
    }
}
