//! What can be read off the digits of a point: automata whose states are found as they are needed.

use rustc_hash::FxHashMap;
use std::hash::Hash;

use super::automaton::{DigitAutomaton, Radices};
use crate::limits::{Limits, StopReason};

/// A rule that reads a point letter by letter: what an automaton is before its states have numbers.
///
/// A rule has to have finitely many states that can be reached, and zero digits at the end must not change the value.
pub trait Rule {
    /// What has to be remembered of the digits read.
    type State: Clone + Eq + Hash;

    /// After the first letter: one digit for every axis.
    fn first(&self, digits: &[u32]) -> Self::State;

    /// After a further letter, bit i of which is the digit of axis i.
    fn next(&self, state: &Self::State, letter: u32) -> Self::State;

    /// What the rule says of the point whose digits have all been read.
    fn value(&self, state: &Self::State) -> u32;

    /// How much memory a state takes, in words, roughly.
    fn weight(&self, _state: &Self::State) -> usize {
        1
    }
}

/// An automaton found step by step: states are numbers from 0.
pub trait Reader {
    /// The state after the first letter with the given digits.
    fn first(&mut self, digits: &[u32]) -> u32;
    /// The state after a further letter.
    fn next(&mut self, state: u32, letter: u32) -> u32;
    /// What the state says of the point read.
    fn value(&self, state: u32) -> u32;
    /// The memory that all states met so far take, in words, roughly.
    fn weight(&self) -> usize;
}

/// The automaton of a rule.
pub fn reader<'a, R: Rule + 'a>(radices: &Radices, rule: R) -> Box<dyn Reader + 'a> {
    Box::new(Numbered::new(radices, rule))
}

/// The automaton of a rule, written out; `None` when it would have more than `most` successors in all.
///
/// ```
/// use impartial::automatic::{HalfSpace, Radices, tabulate};
/// use impartial::limits::Limits;
/// let radices = Radices::binary(2);
/// let below = tabulate(&radices, &HalfSpace::new(&radices, &[1, 1], 7), 1000, &Limits::none()).unwrap().unwrap();
/// assert_eq!((below.at(&[3, 3]), below.at(&[3, 4])), (0, 1));
/// ```
///
/// # Errors
/// When the limits stop it.
pub fn tabulate<R: Rule>(
    radices: &Radices,
    rule: &R,
    most: usize,
    limits: &Limits,
) -> Result<Option<DigitAutomaton>, StopReason> {
    let mut reader = Numbered::new(radices, rule);
    let mut first = Vec::with_capacity(radices.first_letters());
    for letter in 0..radices.first_letters() {
        if reader.next.len() > most {
            return Ok(None);
        }
        first.push(reader.first(&radices.digits(letter)));
    }
    let mut state = 0;
    while state < reader.states.len() {
        if reader.next.len() > most {
            return Ok(None);
        }
        limits.poll()?;
        for letter in 0..radices.letters() as u32 {
            reader.next(state as u32, letter);
        }
        state += 1;
    }
    Ok(DigitAutomaton::new(radices.clone(), first, reader.next, reader.values).ok())
}

impl<R: Rule> Rule for &R {
    type State = R::State;

    fn first(&self, digits: &[u32]) -> Self::State {
        R::first(self, digits)
    }

    fn next(&self, state: &Self::State, letter: u32) -> Self::State {
        R::next(self, state, letter)
    }

    fn value(&self, state: &Self::State) -> u32 {
        R::value(self, state)
    }

    fn weight(&self, state: &Self::State) -> usize {
        R::weight(self, state)
    }
}

/// A rule and the states of it that were met.
struct Numbered<R: Rule> {
    rule: R,
    axes: usize,
    numbers: FxHashMap<R::State, u32>,
    states: Vec<R::State>,
    values: Vec<u32>,
    next: Vec<u32>,
    weight: usize,
}

/// A successor not yet asked for.
const UNKNOWN: u32 = u32::MAX;

impl<R: Rule> Numbered<R> {
    fn new(radices: &Radices, rule: R) -> Self {
        Numbered {
            rule,
            axes: radices.axes(),
            numbers: FxHashMap::default(),
            states: Vec::new(),
            values: Vec::new(),
            next: Vec::new(),
            weight: 0,
        }
    }

    fn number(&mut self, state: R::State) -> u32 {
        if let Some(known) = self.numbers.get(&state) {
            return *known;
        }
        let number = self.states.len() as u32;
        self.weight += 2 * self.rule.weight(&state) + (1 << self.axes);
        self.values.push(self.rule.value(&state));
        self.states.push(state.clone());
        self.next.resize(self.states.len() << self.axes, UNKNOWN);
        self.numbers.insert(state, number);
        number
    }
}

impl<R: Rule> Reader for Numbered<R> {
    fn first(&mut self, digits: &[u32]) -> u32 {
        let state = self.rule.first(digits);
        self.number(state)
    }

    fn next(&mut self, state: u32, letter: u32) -> u32 {
        let place = ((state as usize) << self.axes) + letter as usize;
        if self.next[place] == UNKNOWN {
            let next = self.rule.next(&self.states[state as usize], letter);
            self.next[place] = self.number(next);
        }
        self.next[place]
    }

    fn value(&self, state: u32) -> u32 {
        self.values[state as usize]
    }

    fn weight(&self) -> usize {
        self.weight
    }
}
