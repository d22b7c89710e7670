//! Numbers for the elements of an infinite quotient: equal elements have equal numbers.
//!
//! An element is the class of a sum of x copies of the growing generators and of others, its *context*. It is known by
//! what it does to all sums, and that is the array
//!
//! > y ↦ τ(S(x + y)),
//!
//! where S is the array of slices and τ shifts a slice by the context. Let S_q be the array that the automaton reads
//! from state q on. With y = 2y' + b the array of (τ, q, x) falls into 2^k arrays of the same kind: S_q(x + y) is
//! S_q'(x' + y') where x + b = 2x' + d and q' is the successor of q by the digits d. An array is known by these parts, and x'
//! is smaller than x until all its entries are 0 or 1. Those arrays are the states of a finite automaton and get their
//! numbers by Moore's refinement; any other gets the number that belongs to the numbers of its parts.

use rustc_hash::FxHashMap;

use super::contexts::Contexts;
use super::lanes::{Lanes, MOST};
use crate::automatic::DigitAutomaton;
use crate::limits::{Limits, StopReason};
use crate::misere::rules::Generator;

/// The most states of the automaton of all contexts, each with its successors.
const MOST_SUCCESSORS: usize = 1 << 26;

/// The arrays of an infinite quotient.
pub(super) struct Arrays {
    /// How many choices of a digit for every growing generator there are.
    letters: usize,
    /// The successors of every state and of the start, which is the last.
    next: Vec<u32>,
    start: u32,
    contexts: Contexts,
    /// The numbers of the arrays with entries 0 and 1.
    near: Vec<u32>,
    pairs: Pairs,
    /// The number that belongs to a tuple of parts.
    by_parts: FxHashMap<u32, u32>,
    known: FxHashMap<(u32, u32, Lanes), u32>,
    count: u32,
}

impl Arrays {
    /// The arrays of slices with all contexts; `None` when there are too many axes or states for this.
    pub(super) fn new(
        automaton: &DigitAutomaton,
        contexts: Contexts,
        limits: &Limits,
    ) -> Result<Option<Self>, StopReason> {
        let axes = automaton.radices().axes();
        if axes > MOST || automaton.radices().as_slice().iter().any(|radix| *radix != 2) {
            return Ok(None);
        }
        let letters = 1 << axes;
        let mut next = automaton.next().to_vec();
        for letter in 0..letters as u32 {
            let digits: Vec<u32> = (0..axes).map(|axis| letter >> axis & 1).collect();
            next.push(automaton.first()[automaton.radices().first_letter(&digits)]);
        }
        let mut arrays = Arrays {
            letters,
            next,
            start: automaton.states() as u32,
            contexts,
            near: Vec::new(),
            pairs: Pairs::default(),
            by_parts: FxHashMap::default(),
            known: FxHashMap::default(),
            count: 0,
        };
        let states = arrays.contexts.images.len() * (automaton.states() + 1) * letters;
        if states.saturating_mul(letters) > MOST_SUCCESSORS {
            return Ok(None);
        }
        arrays.refine(automaton.output(), limits)?;
        Ok(Some(arrays))
    }

    /// The start: the state before all digits.
    pub(super) fn start(&self) -> u32 {
        self.start
    }

    /// The successor of a state by the lowest digits of some numbers, and what is left of these: the carries.
    #[inline]
    pub(super) fn step(&self, state: u32, numbers: Lanes) -> (u32, Lanes) {
        (self.next[state as usize * self.letters + numbers.digits()], numbers.halves())
    }

    /// One copy more of a generator that does not grow.
    pub(super) fn times(&self, context: u32, generator: Generator) -> u32 {
        self.contexts.times[context as usize][generator as usize]
    }

    /// The value at the zero position of a slice shifted by a context: whether the context beside it is a P-position.
    pub(super) fn is_p(&self, context: u32, slice: u32) -> bool {
        self.contexts.images[context as usize][slice as usize].at_zero()
    }

    /// The number of the element with this context and these numbers of growing generators.
    pub(super) fn element(&mut self, context: u32, x: Lanes) -> u32 {
        self.number(context, self.start, x)
    }

    /// The number of the array y ↦ τ(S_state(x + y)).
    pub(super) fn number(&mut self, context: u32, state: u32, x: Lanes) -> u32 {
        if x.is_letter() {
            return self.near[self.place(context, state, x.digits())];
        }
        if let Some(known) = self.known.get(&(context, state, x)) {
            return *known;
        }
        let mut parts = None;
        for letter in 0..self.letters {
            let (state, rest) = self.step(state, x + Lanes::of_letter(letter));
            let part = self.number(context, state, rest);
            parts = Some(parts.map_or(part, |parts| self.pairs.number(parts, part)));
        }
        let fresh = self.count;
        let number = *self.by_parts.entry(parts.expect("there is a letter")).or_insert(fresh);
        self.count += u32::from(number == fresh);
        self.known.insert((context, state, x), number);
        number
    }

    fn place(&self, context: u32, state: u32, letter: usize) -> usize {
        (context as usize * (self.start as usize + 1) + state as usize) * self.letters + letter
    }

    /// Moore's refinement: arrays with entries 0 and 1 are told apart by their value at zero, then by their parts.
    fn refine(&mut self, output: &[u32], limits: &Limits) -> Result<(), StopReason> {
        let (states, letters) = (self.start as usize + 1, self.letters);
        for image in &self.contexts.images {
            let value = |place: usize| image[output[self.next[place] as usize] as usize].number();
            self.near.extend((0..states * letters).map(value));
        }
        let successors: Vec<u32> = (0..states * letters * letters)
            .map(|at| {
                let (state, x, b) = (at / (letters * letters), at / letters % letters, at % letters);
                let (next, rest) = self.step(state as u32, Lanes::of_letter(x) + Lanes::of_letter(b));
                (next as usize * letters + rest.digits()) as u32
            })
            .collect();
        let mut classes = 0;
        loop {
            limits.poll()?;
            let mut pairs = Pairs::default();
            let mut numbers: FxHashMap<u32, u32> = FxHashMap::default();
            let mut refined = Vec::with_capacity(self.near.len());
            for of_context in self.near.chunks(states * letters) {
                for (class, successors) in of_context.iter().zip(successors.chunks(letters)) {
                    let part = |at: &u32| of_context[*at as usize];
                    let parts = successors[1..]
                        .iter()
                        .fold(part(&successors[0]), |parts, at| pairs.number(parts, part(at)));
                    // The value at zero is that of the first part, so it need not be kept once it has been used.
                    let key = if classes == 0 { pairs.number(parts, *class) } else { parts };
                    let fresh = numbers.len() as u32;
                    refined.push(*numbers.entry(key).or_insert(fresh));
                }
            }
            self.near = refined;
            if numbers.len() == classes {
                break;
            }
            classes = numbers.len();
        }
        // The parts of the arrays in terms of the numbers that they keep.
        self.count = classes as u32;
        for of_context in self.near.chunks(states * letters) {
            for (class, successors) in of_context.iter().zip(successors.chunks(letters)) {
                let part = |at: &u32| of_context[*at as usize];
                let parts = successors[1..]
                    .iter()
                    .fold(part(&successors[0]), |parts, at| self.pairs.number(parts, part(at)));
                self.by_parts.insert(parts, *class);
            }
        }
        Ok(())
    }
}

/// Numbers for pairs of numbers.
#[derive(Default)]
struct Pairs(FxHashMap<(u32, u32), u32>);

impl Pairs {
    #[inline]
    fn number(&mut self, first: u32, second: u32) -> u32 {
        let fresh = self.0.len() as u32;
        *self.0.entry((first, second)).or_insert(fresh)
    }
}
