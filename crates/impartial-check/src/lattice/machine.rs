//! Finite machines that read vectors of natural numbers digit by digit, and the exploration of several of them at once.
//!
//! A letter is one digit of every coordinate. The first letter has a radix for each coordinate, later letters are binary,
//! least significant digits come first. Every vector is read in finitely many letters, and letters of zeros may follow: so
//! what holds in every reachable joint state, when the digits not yet read are zero, holds at every vector.

use std::collections::{HashMap, HashSet};
use std::hash::Hash;
use std::rc::Rc;

use super::too_large;
use crate::Refusal;

/// The most first letters, and the most coordinates that are read together.
const MOST_FIRST_LETTERS: i64 = 1 << 20;
const MOST_AXES: usize = 16;
/// The most joint states in one exploration.
const MOST_STATES: usize = 1 << 22;
/// The output of a machine that reads a vector with a negative coordinate.
pub(crate) const OFF: u32 = u32::MAX;

/// What is left of the memory, in numbers, and of the time, in steps, that a check may take.
pub(crate) struct Budget {
    memory: u64,
    time: u64,
}

impl Budget {
    pub(crate) fn new() -> Self {
        Budget { memory: 1 << 26, time: 1 << 35 }
    }

    /// Pays for numbers that will be kept.
    pub(crate) fn keep(&mut self, numbers: usize) -> Result<(), Refusal> {
        let left = self.memory.checked_sub(numbers as u64);
        self.memory =
            left.ok_or_else(|| too_large("the joint states need more memory than this checker uses"))?;
        self.work(numbers)
    }

    /// Pays for steps.
    pub(crate) fn work(&mut self, steps: usize) -> Result<(), Refusal> {
        let left = self.time.checked_sub(steps as u64);
        self.time = left.ok_or_else(|| too_large("it takes more steps than this checker makes"))?;
        Ok(())
    }
}

/// The letters, as lists of digits.
pub(crate) struct Alphabet {
    pub(crate) radices: Vec<i64>,
    pub(crate) first: Vec<Vec<i64>>,
    pub(crate) later: Vec<Vec<i64>>,
}

impl Alphabet {
    pub(crate) fn new(radices: Vec<i64>) -> Result<Self, Refusal> {
        let letters = radices.iter().try_fold(1i64, |product, radix| product.checked_mul(*radix));
        if radices.len() > MOST_AXES || letters.is_none_or(|letters| letters > MOST_FIRST_LETTERS) {
            return Err(too_large(
                "more than 16 coordinates are read by digits, or more than 2^20 first letters",
            ));
        }
        let mut first = vec![Vec::new()];
        for radix in &radices {
            let longer = |digits: &Vec<i64>| {
                let digits = digits.clone();
                (0..*radix).map(move |digit| [digits.as_slice(), &[digit]].concat())
            };
            first = first.iter().flat_map(longer).collect();
        }
        let bits = |letter: usize| (0..radices.len()).map(|i| (letter >> i & 1) as i64).collect();
        let later = (0..1 << radices.len()).map(bits).collect();
        Ok(Alphabet { radices, first, later })
    }

    /// The number of a first letter: the last axis is fastest.
    pub(crate) fn first_letter(radices: &[i64], digits: impl Iterator<Item = i64>) -> usize {
        radices.iter().zip(digits).fold(0, |number, (radix, digit)| number * radix + digit) as usize
    }

    /// The number of a later letter: bit i is the digit of axis i.
    pub(crate) fn later_letter(digits: impl Iterator<Item = i64>) -> usize {
        digits.enumerate().fold(0, |number, (i, digit)| number | (digit as usize) << i)
    }
}

/// A rule for reading, from which a machine is made.
pub(crate) trait Reader {
    type State: Clone + Eq + Hash;

    /// The states after the first letters.
    fn first(&self, alphabet: &Alphabet, budget: &mut Budget) -> Result<Vec<Self::State>, Refusal>;
    /// The states after one more letter.
    fn next(
        &self,
        state: &Self::State,
        alphabet: &Alphabet,
        budget: &mut Budget,
    ) -> Result<Vec<Self::State>, Refusal>;
    /// What the vector read so far is found to be, when all digits to come are zero.
    fn output(&self, state: &Self::State) -> u32;
    /// The memory that a state takes, in numbers.
    fn size(&self, _state: &Self::State) -> usize {
        2 * MOST_AXES + 8
    }
}

/// A reader with its reachable states numbered.
pub(crate) struct Machine {
    first: Vec<u32>,
    next: Vec<u32>,
    output: Vec<u32>,
}

impl Machine {
    pub(crate) fn new<R: Reader>(
        reader: &R,
        alphabet: &Alphabet,
        budget: &mut Budget,
    ) -> Result<Self, Refusal> {
        let mut numbers: HashMap<R::State, u32> = HashMap::new();
        let mut states: Vec<R::State> = Vec::new();
        let letters = alphabet.later.len();
        let mut number = |state: R::State, states: &mut Vec<R::State>, budget: &mut Budget| {
            if let Some(number) = numbers.get(&state) {
                return Ok(*number);
            }
            budget.keep(letters + 2 * reader.size(&state))?;
            let number = states.len() as u32;
            states.push(state.clone());
            numbers.insert(state, number);
            Ok(number)
        };
        budget.keep(alphabet.first.len())?;
        let first = reader.first(alphabet, budget)?;
        let first: Vec<u32> = first
            .into_iter()
            .map(|state| number(state, &mut states, budget))
            .collect::<Result<_, Refusal>>()?;
        let (mut next, mut output) = (Vec::new(), Vec::new());
        while output.len() < states.len() {
            let state = states[output.len()].clone();
            output.push(reader.output(&state));
            for state in reader.next(&state, alphabet, budget)? {
                next.push(number(state, &mut states, budget)?);
            }
        }
        Ok(Machine { first, next, output })
    }
}

/// A combination of outputs that occurs, and the joint state at which it was first seen.
pub(crate) struct Pattern {
    pub(crate) outputs: Vec<u32>,
    pub(crate) state: u32,
}

/// All joint states of some machines.
pub(crate) struct Exploration {
    /// The state before each state, if there is one, and the letter between.
    from: Vec<(Option<u32>, u32)>,
    pub(crate) patterns: Vec<Pattern>,
}

impl Exploration {
    /// Finds all joint states, those of few letters first.
    pub(crate) fn new(
        machines: &[Machine],
        alphabet: &Alphabet,
        budget: &mut Budget,
    ) -> Result<Self, Refusal> {
        let mut found = Found { seen: HashSet::new(), states: Vec::new(), from: Vec::new() };
        let letters = alphabet.later.len();
        let mut joint = vec![0; machines.len()];
        for letter in 0..alphabet.first.len() {
            joint.iter_mut().zip(machines).for_each(|(state, machine)| *state = machine.first[letter]);
            found.add(&joint, (None, letter as u32), budget)?;
        }
        let (mut patterns, mut outputs_seen) = (Vec::new(), HashSet::new());
        let mut at = 0;
        while at < found.states.len() {
            let state = Rc::clone(&found.states[at]);
            let outputs = state.iter().zip(machines).map(|(state, machine)| machine.output[*state as usize]);
            let outputs: Vec<u32> = outputs.collect();
            if !outputs_seen.contains(&outputs) {
                budget.keep(2 * outputs.len() + 8)?;
                outputs_seen.insert(outputs.clone());
                patterns.push(Pattern { outputs, state: at as u32 });
            }
            for letter in 0..letters {
                for ((after, state), machine) in joint.iter_mut().zip(state.iter()).zip(machines) {
                    *after = machine.next[*state as usize * letters + letter];
                }
                found.add(&joint, (Some(at as u32), letter as u32), budget)?;
            }
            at += 1;
        }
        Ok(Exploration { from: found.from, patterns })
    }

    /// The number of joint states.
    pub(crate) fn states(&self) -> usize {
        self.from.len()
    }

    /// A vector at which a pattern occurs, unless it is very large.
    pub(crate) fn witness(&self, pattern: &Pattern, alphabet: &Alphabet) -> Option<Vec<i64>> {
        let mut vector = vec![0i64; alphabet.radices.len()];
        let mut at = pattern.state;
        loop {
            let (before, letter) = self.from[at as usize];
            let digits = if before.is_some() { &alphabet.later } else { &alphabet.first };
            for ((entry, digit), radix) in
                vector.iter_mut().zip(&digits[letter as usize]).zip(&alphabet.radices)
            {
                let radix = if before.is_some() { 2 } else { *radix };
                *entry = entry.checked_mul(radix)?.checked_add(*digit)?;
            }
            match before {
                Some(before) => at = before,
                None => return Some(vector),
            }
        }
    }
}

/// The joint states found so far.
struct Found {
    seen: HashSet<Rc<[u32]>>,
    states: Vec<Rc<[u32]>>,
    from: Vec<(Option<u32>, u32)>,
}

impl Found {
    fn add(&mut self, joint: &[u32], from: (Option<u32>, u32), budget: &mut Budget) -> Result<(), Refusal> {
        budget.work(joint.len() + 1)?;
        if self.seen.contains(joint) {
            return Ok(());
        }
        if self.states.len() == MOST_STATES {
            return Err(too_large("there are more than 2^22 joint states"));
        }
        budget.keep(joint.len() + 8)?;
        let joint: Rc<[u32]> = joint.into();
        self.seen.insert(Rc::clone(&joint));
        self.states.push(joint);
        self.from.push(from);
        Ok(())
    }
}
