//! Digit automata with output, and the arrays they compute.

use num_bigint::BigUint;
use rustc_hash::FxHashMap;

use crate::limits::{Limits, StopReason};

/// The radix of the first digit on every axis. All further digits are binary.
///
/// A *letter* is one digit of every axis. The first letter is the list of residues of the coordinates; its number counts
/// them with the last axis fastest. A later letter is a word of bits, bit i being the digit of axis i.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Radices(Vec<u32>);

impl Radices {
    /// The most axes: letters are words of so many bits, and every state has a successor for each.
    pub const MOST_AXES: usize = 16;

    /// Radices for the axes of N^k.
    ///
    /// # Panics
    /// When a radix is zero, there are more than [`MOST_AXES`](Self::MOST_AXES) axes or more than 2^24 first letters.
    pub fn new(radices: Vec<u32>) -> Self {
        assert!(radices.len() <= Self::MOST_AXES, "at most {} axes", Self::MOST_AXES);
        assert!(radices.iter().all(|m| *m > 0), "a radix is positive");
        let letters: u64 = radices.iter().fold(1, |product, m| product.saturating_mul(u64::from(*m)));
        assert!(letters <= 1 << 24, "at most 2^24 first letters");
        Radices(radices)
    }

    /// All digits binary.
    pub fn binary(axes: usize) -> Self {
        Self::new(vec![2; axes])
    }

    /// The number k of axes.
    pub fn axes(&self) -> usize {
        self.0.len()
    }

    /// The radix of the first digit of an axis.
    pub fn of(&self, axis: usize) -> u32 {
        self.0[axis]
    }

    /// All of them.
    pub fn as_slice(&self) -> &[u32] {
        &self.0
    }

    /// How many first letters there are.
    pub fn first_letters(&self) -> usize {
        self.0.iter().map(|m| *m as usize).product()
    }

    /// How many later letters there are: 2^k.
    pub fn letters(&self) -> usize {
        1 << self.0.len()
    }

    /// The digits of a first letter.
    pub fn digits(&self, mut letter: usize) -> Vec<u32> {
        let mut digits = vec![0; self.0.len()];
        for (digit, m) in digits.iter_mut().zip(&self.0).rev() {
            *digit = (letter % *m as usize) as u32;
            letter /= *m as usize;
        }
        digits
    }

    /// The number of the first letter with these digits.
    pub fn first_letter(&self, digits: &[u32]) -> usize {
        digits.iter().zip(&self.0).fold(0, |number, (digit, m)| number * *m as usize + *digit as usize)
    }
}

/// A deterministic automaton with output that reads a point of N^k digit by digit, least significant first.
///
/// Invariants:
/// 1. `next` holds 2^k successors for every state, all of them states; `first` one state for every first letter;
/// 2. zero digits at the end change nothing: the output of a state is that of its successor by the zero letter.
///
/// ```
/// use impartial::automatic::{DigitAutomaton, Radices};
/// // The parity of x + y: states "even" and "odd", decided by the first letter alone.
/// let parity = DigitAutomaton::new(
///     Radices::binary(2), vec![0, 1, 1, 0], vec![0, 0, 0, 0, 1, 1, 1, 1], vec![0, 1]).unwrap();
/// assert_eq!(parity.at(&[5, 8]), 1);
/// assert_eq!(parity.at(&[5, 9]), 0);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DigitAutomaton {
    radices: Radices,
    first: Vec<u32>,
    next: Vec<u32>,
    output: Vec<u32>,
}

impl DigitAutomaton {
    /// The automaton with these tables, or the invariant that they break.
    pub fn new(radices: Radices, first: Vec<u32>, next: Vec<u32>, output: Vec<u32>) -> Result<Self, String> {
        let automaton = DigitAutomaton { radices, first, next, output };
        automaton.check_invariants()?;
        Ok(automaton)
    }

    /// Verifies the numbered invariants.
    pub fn check_invariants(&self) -> Result<(), String> {
        let states = self.output.len();
        if self.first.len() != self.radices.first_letters()
            || self.next.len() != states * self.radices.letters()
        {
            return Err("1: a table has the wrong length".into());
        }
        if self.first.iter().chain(&self.next).any(|state| *state as usize >= states) {
            return Err("1: a successor is not a state".into());
        }
        for state in 0..states {
            if self.output[self.step(state as u32, 0) as usize] != self.output[state] {
                return Err(format!("2: zero digits change the output of state {state}"));
            }
        }
        Ok(())
    }

    /// The radices of the first digits.
    pub fn radices(&self) -> &Radices {
        &self.radices
    }

    /// The number of states.
    pub fn states(&self) -> usize {
        self.output.len()
    }

    /// The state after each first letter.
    pub fn first(&self) -> &[u32] {
        &self.first
    }

    /// The successors, 2^k a state.
    pub fn next(&self) -> &[u32] {
        &self.next
    }

    /// The output of every state.
    pub fn output(&self) -> &[u32] {
        &self.output
    }

    /// The successor of a state by a later letter.
    #[inline]
    pub fn step(&self, state: u32, letter: u32) -> u32 {
        self.next[((state as usize) << self.radices.axes()) + letter as usize]
    }

    /// The array's value at a point. Cost: one step for every binary digit of the largest coordinate.
    pub fn at(&self, x: &[u64]) -> u32 {
        let digits: Vec<u32> =
            x.iter().zip(&self.radices.0).map(|(x, m)| (x % u64::from(*m)) as u32).collect();
        let mut rest: Vec<u64> = x.iter().zip(&self.radices.0).map(|(x, m)| x / u64::from(*m)).collect();
        let mut state = self.first[self.radices.first_letter(&digits)];
        while rest.iter().any(|x| *x > 0) {
            let letter = rest.iter().enumerate().map(|(axis, x)| ((x & 1) as u32) << axis).sum();
            state = self.step(state, letter);
            rest.iter_mut().for_each(|x| *x >>= 1);
        }
        self.output[state as usize]
    }

    /// The same for coordinates of any size.
    pub fn at_big(&self, x: &[BigUint]) -> u32 {
        let mut digits = Vec::with_capacity(x.len());
        let mut rest = Vec::with_capacity(x.len());
        for (x, m) in x.iter().zip(&self.radices.0) {
            let quotient = x / *m;
            let digit = x - &quotient * *m;
            digits.push(u32::try_from(digit).expect("a residue is below its radix"));
            rest.push(quotient);
        }
        let mut state = self.first[self.radices.first_letter(&digits)];
        let length = rest.iter().map(BigUint::bits).max().unwrap_or(0);
        for place in 0..length {
            let letter = rest.iter().enumerate().map(|(axis, x)| u32::from(x.bit(place)) << axis).sum();
            state = self.step(state, letter);
        }
        self.output[state as usize]
    }

    /// The smallest automaton of the same array, states in the order of a breadth-first walk: equal arrays (with equal
    /// radices) give equal automata. Source: Moore's refinement of states by output, then by successors.
    #[must_use]
    pub fn minimal(&self) -> Self {
        self.minimal_within(&Limits::none()).expect("nothing limits it")
    }

    /// The same within limits: an automaton that reads many numbers at once has millions of successors.
    ///
    /// # Errors
    /// When the limits stop it.
    pub fn minimal_within(&self, limits: &Limits) -> Result<Self, StopReason> {
        let letters = self.radices.letters();
        let mut class: Vec<u32> = self.output.clone();
        let mut classes = 0;
        loop {
            let mut numbers: FxHashMap<Vec<u32>, u32> = FxHashMap::default();
            let mut refined: Vec<u32> = Vec::with_capacity(self.states());
            for state in 0..self.states() {
                if state & 0x3f == 0 {
                    limits.poll()?;
                }
                let successors = &self.next[state * letters..(state + 1) * letters];
                let mut key = vec![class[state]];
                key.extend(successors.iter().map(|next| class[*next as usize]));
                let fresh = numbers.len() as u32;
                refined.push(*numbers.entry(key).or_insert(fresh));
            }
            let count = numbers.len();
            class = refined;
            if count == classes {
                break;
            }
            classes = count;
        }
        let mut order: FxHashMap<u32, u32> = FxHashMap::default();
        let mut walk: Vec<u32> = Vec::new();
        let mut number = |state: u32, walk: &mut Vec<u32>| {
            let fresh = walk.len() as u32;
            *order.entry(class[state as usize]).or_insert_with(|| {
                walk.push(state);
                fresh
            })
        };
        let first = self.first.iter().map(|state| number(*state, &mut walk)).collect();
        let mut next = Vec::new();
        let mut at = 0;
        while at < walk.len() {
            for letter in 0..letters as u32 {
                next.push(number(self.step(walk[at], letter), &mut walk));
            }
            at += 1;
        }
        let output = walk.iter().map(|state| self.output[*state as usize]).collect();
        Ok(DigitAutomaton { radices: self.radices.clone(), first, next, output })
    }

    /// The array on the points whose coordinates are 0 on all axes but the given ones, increasing.
    ///
    /// ```
    /// use impartial::automatic::{Radices, learn};
    /// let less = learn(&Radices::new(vec![2, 3]), &[64, 64], 4, |x| u32::from(x[0] < x[1])).unwrap();
    /// let positive = less.restricted_to(&[1]);
    /// assert_eq!([0, 1, 2, 3].map(|y| positive.at(&[y])), [0, 1, 1, 1]);
    /// ```
    #[must_use]
    pub fn restricted_to(&self, axes: &[usize]) -> Self {
        let radices = Radices::new(axes.iter().map(|axis| self.radices.of(*axis)).collect());
        let first = (0..radices.first_letters())
            .map(|letter| {
                let mut digits = vec![0; self.radices.axes()];
                axes.iter().zip(radices.digits(letter)).for_each(|(axis, digit)| digits[*axis] = digit);
                self.first[self.radices.first_letter(&digits)]
            })
            .collect();
        let wide = |letter: u32| -> u32 {
            axes.iter().enumerate().map(|(place, axis)| (letter >> place & 1) << axis).sum()
        };
        let letters = radices.letters() as u32;
        let next = (0..self.states() as u32)
            .flat_map(|state| (0..letters).map(move |letter| (state, letter)))
            .map(|(state, letter)| self.step(state, wide(letter)))
            .collect();
        DigitAutomaton { radices, first, next, output: self.output.clone() }
    }

    /// The same automaton with every output replaced.
    #[must_use]
    pub fn map_output(&self, image: impl Fn(u32) -> u32) -> Self {
        let output = self.output.iter().map(|value| image(*value)).collect();
        DigitAutomaton { output, ..self.clone() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::automatic::learn;

    /// x < y, read with a first radix of 3 on the second axis.
    fn less() -> DigitAutomaton {
        learn(&Radices::new(vec![2, 3]), &[200, 200], 4, |x| u32::from(x[0] < x[1])).unwrap()
    }

    #[test]
    fn evaluation_agrees_for_small_and_big_coordinates() {
        let less = less();
        for x in 0..40u64 {
            for y in 0..40u64 {
                assert_eq!(less.at(&[x, y]), u32::from(x < y), "{x},{y}");
                assert_eq!(less.at_big(&[x.into(), y.into()]), u32::from(x < y), "{x},{y}");
            }
        }
        let big = BigUint::from(10u32).pow(50);
        assert_eq!(less.at_big(&[big.clone(), &big + 1u32]), 1);
        assert_eq!(less.at_big(&[&big + 1u32, big]), 0);
    }

    #[test]
    fn the_minimal_automaton_computes_the_same_and_is_unique() {
        let less = less();
        let minimal = less.minimal();
        assert!(minimal.states() <= less.states());
        assert_eq!(minimal.check_invariants(), Ok(()));
        assert_eq!(minimal.minimal(), minimal);
        for x in 0..50u64 {
            for y in 0..50u64 {
                assert_eq!(minimal.at(&[x, y]), less.at(&[x, y]));
            }
        }
    }

    #[test]
    fn broken_tables_are_refused() {
        let radices = Radices::binary(1);
        let new = |first, next, output| DigitAutomaton::new(radices.clone(), first, next, output);
        assert!(new(vec![0, 1], vec![0, 0, 1, 1], vec![0, 1]).is_ok());
        assert!(new(vec![0], vec![0, 0, 1, 1], vec![0, 1]).is_err());
        assert!(new(vec![0, 2], vec![0, 0, 1, 1], vec![0, 1]).is_err());
        assert!(new(vec![0, 1], vec![0, 0, 0, 1], vec![0, 1]).unwrap_err().contains("zero digits"));
    }
}
