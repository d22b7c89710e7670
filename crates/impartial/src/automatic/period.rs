//! Whether an automatic array is periodic along an axis, from some point on, the same for all lines: decided.

use num_bigint::BigUint;
use rustc_hash::FxHashMap;

use super::automaton::DigitAutomaton;
use crate::limits::{Limits, StopReason};

/// How an array a behaves along an axis with unit vector e.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AlongAxis {
    /// a(x + `index`·e) = a(x + (`index` + `period`)·e) for all x ≥ 0: periodic from the index on. Neither need be the least.
    Periodic {
        /// From here on it is periodic.
        index: BigUint,
        /// A period.
        period: BigUint,
    },
    /// For no two numbers i ≠ j is a(x + i·e) = a(x + j·e) for all x ≥ 0.
    Irregular {
        /// The number of sets of pairs of states that were met in the proof.
        sets: usize,
    },
    /// The proof would have too many sets.
    Undecided,
}

/// The most sets, and the most pairs in all of them.
const MOST_SETS: usize = 1 << 16;
const MOST_PAIRS: usize = 1 << 25;

/// Decides whether an array is periodic along an axis, up to `class`: values of the same class count as equal.
///
/// Call i and j equivalent when a(x + i·e) and a(x + j·e) have the same class for all x ≥ 0. That is a congruence of N, so either no two
/// numbers are equivalent or all are from some point on, with a period. The digits of i and j are read side by side. What has to be
/// remembered is the set of all pairs of states (with carries) in which the automaton can be after reading x + i·e and
/// x + j·e, over all x: a finite automaton. If it cannot accept two different numbers, none are equivalent.
///
/// Cost: (sets met) · (pairs in a set) · 2^(k+2).
///
/// ```
/// use impartial::automatic::{AlongAxis, DigitAutomaton, Radices, along_axis};
/// use impartial::limits::Limits;
/// // The parity of x + y.
/// let parity = DigitAutomaton::new(
///     Radices::binary(2), vec![0, 1, 1, 0], vec![0, 0, 0, 0, 1, 1, 1, 1], vec![0, 1]).unwrap();
/// let found = along_axis(&parity, 0, |value| value, &Limits::none());
/// assert_eq!(found, Ok(AlongAxis::Periodic { index: 0u32.into(), period: 2u32.into() }));
/// ```
///
/// # Errors
/// A limit reached.
pub fn along_axis(
    automaton: &DigitAutomaton,
    axis: usize,
    class: impl Fn(u32) -> u32,
    limits: &Limits,
) -> Result<AlongAxis, StopReason> {
    let states = Carrying { automaton, axis };
    let kinds = states.kinds(class, limits)?;
    let mut search = Search { numbers: FxHashMap::default(), sets: Vec::new(), pairs: 0 };
    let radix = automaton.radices().of(axis);
    for i in 0..radix {
        for j in i..radix {
            search.add(states.first_pairs(i, j), i != j, None, (i, j));
            limits.poll()?;
        }
    }
    let mut at = 0;
    while at < search.sets.len() {
        limits.poll()?;
        let Met { pairs, differ, .. } = &search.sets[at];
        let differ = *differ;
        if differ && pairs.iter().all(|(x, y)| kinds[*x as usize] == kinds[*y as usize]) {
            let (i, j) = search.numbers(at, radix);
            let (index, last) = if i < j { (i, j) } else { (j, i) };
            return Ok(AlongAxis::Periodic { period: last - &index, index });
        }
        if search.sets.len() > MOST_SETS || search.pairs > MOST_PAIRS {
            return Ok(AlongAxis::Undecided);
        }
        let pairs = pairs.clone();
        // Which of two different numbers is called i does not matter: at the first digit that differs, i has the lesser one.
        let digits: &[(u32, u32)] =
            if differ { &[(0, 0), (0, 1), (1, 0), (1, 1)] } else { &[(0, 0), (1, 1), (0, 1)] };
        for (i, j) in digits {
            search.add(states.next_pairs(&pairs, *i, *j), differ || i != j, Some(at), (*i, *j));
        }
        at += 1;
    }
    Ok(AlongAxis::Irregular { sets: search.sets.len() })
}

/// Pairs of states with carries, sorted.
type Pairs = Vec<(u32, u32)>;

/// A set that was met, and how.
struct Met {
    pairs: Pairs,
    /// Whether the numbers read differ.
    differ: bool,
    from: Option<usize>,
    digits: (u32, u32),
}

struct Search {
    numbers: FxHashMap<(Pairs, bool), usize>,
    sets: Vec<Met>,
    /// The pairs in all sets.
    pairs: usize,
}

impl Search {
    fn add(&mut self, pairs: Pairs, differ: bool, from: Option<usize>, digits: (u32, u32)) {
        let number = self.sets.len();
        let key = (pairs, differ);
        if !self.numbers.contains_key(&key) {
            self.pairs += key.0.len();
            self.sets.push(Met { pairs: key.0.clone(), differ, from, digits });
            self.numbers.insert(key, number);
        }
    }

    /// The two numbers whose digits lead to a set.
    fn numbers(&self, set: usize, radix: u32) -> (BigUint, BigUint) {
        let (mut i, mut j) = (BigUint::ZERO, BigUint::ZERO);
        let mut at = &self.sets[set];
        while let Some(from) = at.from {
            (i, j) = ((i << 1u8) + at.digits.0, (j << 1u8) + at.digits.1);
            at = &self.sets[from];
        }
        (i * radix + at.digits.0, j * radix + at.digits.1)
    }
}

/// The states of an automaton that reads x + i·e from the digits of x and of i: state and carry as 2·state + carry.
struct Carrying<'a> {
    automaton: &'a DigitAutomaton,
    axis: usize,
}

impl Carrying<'_> {
    fn first(&self, digits: &mut [u32], i: u32) -> u32 {
        let radices = self.automaton.radices();
        let (own, sum) = (digits[self.axis], digits[self.axis] + i);
        digits[self.axis] = sum % radices.of(self.axis);
        let state = self.automaton.first()[radices.first_letter(digits)];
        digits[self.axis] = own;
        2 * state + sum / radices.of(self.axis)
    }

    fn next(&self, state: u32, letter: u32, i: u32) -> u32 {
        let sum = (letter >> self.axis & 1) + i + (state & 1);
        let letter = letter & !(1 << self.axis) | (sum & 1) << self.axis;
        2 * self.automaton.step(state >> 1, letter) + (sum >> 1)
    }

    /// States from which, with no digits of i left, all x lead to values of the same class have the same number.
    fn kinds(&self, class: impl Fn(u32) -> u32, limits: &Limits) -> Result<Vec<u32>, StopReason> {
        let count = 2 * self.automaton.states() as u32;
        let letters = self.automaton.radices().letters() as u32;
        let output = |state: u32| self.automaton.output()[(self.next(state, 0, 0) >> 1) as usize];
        let mut kinds: Vec<u32> = (0..count).map(|state| class(output(state))).collect();
        let mut known = 0;
        loop {
            limits.poll()?;
            let mut numbers: FxHashMap<Vec<u32>, u32> = FxHashMap::default();
            let mut refined = Vec::with_capacity(kinds.len());
            for state in 0..count {
                let after = |letter: u32| kinds[self.next(state, letter, 0) as usize];
                let signature: Vec<u32> =
                    std::iter::once(kinds[state as usize]).chain((0..letters).map(after)).collect();
                let fresh = numbers.len() as u32;
                refined.push(*numbers.entry(signature).or_insert(fresh));
            }
            kinds = refined;
            if numbers.len() == known {
                return Ok(kinds);
            }
            known = numbers.len();
        }
    }

    fn first_pairs(&self, i: u32, j: u32) -> Pairs {
        let radices = self.automaton.radices();
        let pair = |letter: usize| {
            let mut digits = radices.digits(letter);
            (self.first(&mut digits, i), self.first(&mut digits, j))
        };
        sorted((0..radices.first_letters()).map(pair).collect())
    }

    fn next_pairs(&self, pairs: &Pairs, i: u32, j: u32) -> Pairs {
        let letters = self.automaton.radices().letters() as u32;
        let after = |(x, y): &(u32, u32)| -> Vec<(u32, u32)> {
            (0..letters).map(|letter| (self.next(*x, letter, i), self.next(*y, letter, j))).collect()
        };
        sorted(pairs.iter().flat_map(after).collect())
    }
}

fn sorted(mut pairs: Pairs) -> Pairs {
    pairs.sort_unstable();
    pairs.dedup();
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::automatic::{Radices, learn};

    fn learned(radices: &[u32], array: impl Fn(usize, usize) -> u32) -> DigitAutomaton {
        learn(&Radices::new(radices.to_vec()), &[600, 600], 6, |x| array(x[0], x[1])).unwrap().minimal()
    }

    /// Whether rows i and j along an axis agree in a box.
    fn agree(array: &impl Fn(usize, usize) -> u32, axis: usize, i: usize, j: usize) -> bool {
        let at = |x: usize, y: usize, i: usize| if axis == 0 { array(x + i, y) } else { array(x, y + i) };
        (0..90).all(|x| (0..90).all(|y| at(x, y, i) == at(x, y, j)))
    }

    fn check(radices: &[u32], array: impl Fn(usize, usize) -> u32, is_periodic: [bool; 2]) {
        let automaton = learned(radices, &array);
        for (axis, is_periodic) in is_periodic.into_iter().enumerate() {
            match along_axis(&automaton, axis, |value| value, &Limits::none()).unwrap() {
                AlongAxis::Periodic { index, period } => {
                    assert!(is_periodic);
                    let [i, p] = [index, period].map(|n| usize::try_from(u64::try_from(n).unwrap()).unwrap());
                    assert!(p > 0 && agree(&array, axis, i, i + p), "axis {axis}: {i}, {p}");
                }
                AlongAxis::Irregular { .. } => {
                    assert!(!is_periodic, "axis {axis}");
                    assert!((0..30).all(|j| (0..j).all(|i| !agree(&array, axis, i, j))));
                }
                AlongAxis::Undecided => panic!("axis {axis} is small"),
            }
        }
    }

    /// Breaks when a carry is lost, or an axis is taken for another.
    #[test]
    fn periods_are_found_and_refuted() {
        check(&[3, 2], |x, y| u32::from(x % 3 == 0 && y % 4 == 1), [true, true]);
        check(&[3, 2], |x, y| u32::from(x >= 5 && (x + y) % 3 == 0), [true, true]);
        check(&[2, 2], |x, y| u32::from(x >= y), [false, false]);
        check(&[2, 2], |x, y| u32::from(x & y == 0), [false, false]);
        check(&[1, 2], |x, y| u32::from(x.is_power_of_two() && y % 2 == 0), [false, true]);
        check(&[2, 1], |x, y| u32::from(x % 2 == 1 && y == 4), [true, true]);
        check(
            &[6, 6],
            |x, y| if x >= y { u32::from(x % 2 == 0) } else { u32::from(y % 3 == 0) },
            [false, false],
        );
    }

    /// Values of one class count as equal.
    #[test]
    fn classes_are_looked_at_only() {
        let automaton = learned(&[2, 2], |x, y| u32::from(x >= y));
        let found = along_axis(&automaton, 0, |_| 0, &Limits::none());
        assert_eq!(found, Ok(AlongAxis::Periodic { index: BigUint::ZERO, period: 1u32.into() }));
    }
}
