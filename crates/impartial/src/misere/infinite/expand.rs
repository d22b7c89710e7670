//! From a description in few generators back to all of them.
//!
//! A description of the P-positions of reduced rules ([`super::reduce`]) says what happens at sums of few generators. A sum
//! of all generators is read as such a sum, each generator being its word: the numbers that the automaton
//! reads are *linear forms* in the numbers of the original generators, and slices are moved by what the words have besides.
//! The result is an array over the original generators, to be verified like any other.

use num_bigint::BigUint;
use rustc_hash::FxHashMap;

use super::guess::Guess;
use super::reduce::Reduced;
use crate::automatic::{DigitAutomaton, Radices, Rule, tabulate};
use crate::limits::{Limits, StopReason};
use crate::misere::diagram::{Diagram, Function};
use crate::misere::rules::{Generator, Sum};

/// The most original generators whose exponents an automaton reads.
pub(super) const MOST_AXES: usize = 8;
/// The most successors of all states of the automaton.
const MOST_SUCCESSORS: usize = 1 << 22;

impl Guess {
    /// The description as one of the original generators, with the list of those whose exponents the automaton reads;
    /// `growing` are the reduced ones. `None` when the automaton is too large.
    pub(super) fn expand(
        mut self,
        growing: &[Generator],
        reduced: &Reduced,
        limits: &Limits,
    ) -> Result<Option<(Self, Vec<Generator>)>, StopReason> {
        let axes: Vec<Axis> = (0..reduced.words.len() as Generator)
            .map(|generator| Axis::new(generator, &reduced.words[generator as usize], growing))
            .filter(|axis| axis.weights.iter().any(|weight| *weight > 0))
            .collect();
        if axes.len() > MOST_AXES {
            return Ok(None);
        }
        let mut counters = Vec::new();
        for axis in &axes {
            counters.push(Counter::of(&mut self.diagram, &self.slices, &axis.rest)?);
        }
        let outputs = (counters.iter().map(|counter| counter.classes()))
            .try_fold(self.slices.len() as u32, u32::checked_mul);
        if outputs.is_none() {
            return Ok(None);
        }
        let forms = LinearForms { automaton: &self.automaton, axes: &axes, counters: &counters };
        let radices = Radices::binary(axes.len());
        let Some(automaton) = tabulate(&radices, &forms, MOST_SUCCESSORS, limits)? else { return Ok(None) };
        // An output is a slice and a class for every axis.
        let mut functions: Vec<Function> = Vec::new();
        let mut images: FxHashMap<u32, u32> = FxHashMap::default();
        for output in automaton.output() {
            if images.contains_key(output) {
                continue;
            }
            let (slice, classes) = forms.parts(*output);
            let mut function = self.slices[slice];
            for (axis, class) in axes.iter().zip(classes) {
                for generator in (0..class).flat_map(|_| &axis.rest) {
                    function = self.diagram.shift(function, *generator)?;
                }
            }
            let place = functions.iter().position(|known| *known == function).unwrap_or_else(|| {
                functions.push(function);
                functions.len() - 1
            });
            images.insert(*output, place as u32);
        }
        let automaton = automaton.map_output(|output| images[&output]).minimal_within(limits)?;
        let growing: Vec<Generator> = axes.iter().map(|axis| axis.generator).collect();
        let mut to = Diagram::default();
        to.set_limits(limits);
        let known = FxHashMap::default();
        let mut pulled = PullBack { from: &mut self.diagram, reduced, growing: &growing, to, known };
        let mut slices = Vec::with_capacity(functions.len());
        for function in functions {
            slices.push(pulled.function(function, reduced.words.len())?);
        }
        let diagram = pulled.to;
        Ok(Some((Guess { automaton, diagram, slices }, growing)))
    }
}

/// An original generator that is a sum of growing reduced generators and others.
struct Axis {
    generator: Generator,
    /// How many of each growing generator.
    weights: Vec<u32>,
    rest: Sum,
}

impl Axis {
    fn new(generator: Generator, word: &[Generator], growing: &[Generator]) -> Self {
        let count = |g: &Generator| word.iter().filter(|part| *part == g).count() as u32;
        let rest = word.iter().copied().filter(|part| !growing.contains(part)).collect();
        Axis { generator, weights: growing.iter().map(count).collect(), rest }
    }
}

/// What is remembered of a number n when n copies of a sum are added to slices: from `start` on the residue modulo `period`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Counter {
    pub(super) start: u32,
    pub(super) period: u32,
}

impl Counter {
    /// From where and with which period copies of a sum repeat their effect on all slices.
    pub(super) fn of(
        diagram: &mut Diagram,
        slices: &[Function],
        sum: &[Generator],
    ) -> Result<Self, StopReason> {
        let mut orbit = vec![slices.to_vec()];
        loop {
            let mut next = Vec::with_capacity(slices.len());
            for slice in orbit.last().expect("the orbit begins with the slices") {
                next.push(sum.iter().try_fold(*slice, |slice, g| diagram.shift(slice, *g))?);
            }
            if let Some(start) = orbit.iter().position(|known| *known == next) {
                return Ok(Counter { start: start as u32, period: (orbit.len() - start) as u32 });
            }
            orbit.push(next);
        }
    }

    pub(super) fn classes(self) -> u32 {
        self.start + self.period
    }

    /// The class of a number of any size.
    pub(super) fn class_of(self, n: &BigUint) -> u32 {
        let beyond = || u32::try_from((n - self.start) % self.period).expect("a residue is below the period");
        u32::try_from(n).ok().filter(|n| *n < self.start).unwrap_or_else(|| self.start + beyond())
    }

    fn class(self, n: u32) -> u32 {
        if n < self.start { n } else { self.start + (n - self.start) % self.period }
    }
}

/// Reads the exponents of original generators: the automaton at linear forms of them, and the class of each.
struct LinearForms<'a> {
    automaton: &'a DigitAutomaton,
    axes: &'a [Axis],
    counters: &'a [Counter],
}

/// The state of the automaton, the carries of the forms, and for every axis the class of the number read so far and of the
/// weight of the next digit.
#[derive(Clone, PartialEq, Eq, Hash)]
struct FormState {
    state: u32,
    carries: Vec<u32>,
    counts: Vec<(u32, u32)>,
}

impl LinearForms<'_> {
    /// The digits of the forms when these digits of the axes are added to the carries, and the new carries.
    fn add(&self, carries: &[u32], letter: u32) -> (Vec<u32>, Vec<u32>) {
        (carries.iter().enumerate())
            .map(|(form, carry)| {
                let here = (self.axes.iter().enumerate()).filter(|(axis, _)| letter >> axis & 1 == 1);
                let sum: u32 = carry + here.map(|(_, axis)| axis.weights[form]).sum::<u32>();
                (sum & 1, sum >> 1)
            })
            .unzip()
    }

    fn count(&self, counts: &[(u32, u32)], letter: u32) -> Vec<(u32, u32)> {
        (counts.iter().zip(self.counters).enumerate())
            .map(|(axis, ((read, weight), counter))| {
                (counter.class(read + (letter >> axis & 1) * weight), counter.class(2 * weight))
            })
            .collect()
    }

    /// The slice and the classes that an output stands for.
    fn parts(&self, output: u32) -> (usize, Vec<u32>) {
        let mut rest = output;
        let mut classes: Vec<u32> = (self.counters.iter().rev())
            .map(|counter| {
                let class = rest % counter.classes();
                rest /= counter.classes();
                class
            })
            .collect();
        classes.reverse();
        (rest as usize, classes)
    }
}

impl Rule for LinearForms<'_> {
    type State = FormState;

    fn first(&self, digits: &[u32]) -> FormState {
        let letter = digits.iter().enumerate().map(|(axis, digit)| digit << axis).sum();
        let forms = self.automaton.radices();
        let (digits, carries) = self.add(&vec![0; forms.axes()], letter);
        let counts: Vec<(u32, u32)> = self.counters.iter().map(|counter| (0, counter.class(1))).collect();
        FormState {
            state: self.automaton.first()[forms.first_letter(&digits)],
            carries,
            counts: self.count(&counts, letter),
        }
    }

    fn next(&self, state: &FormState, letter: u32) -> FormState {
        let (digits, carries) = self.add(&state.carries, letter);
        let read = digits.iter().enumerate().map(|(form, digit)| digit << form).sum();
        FormState {
            state: self.automaton.step(state.state, read),
            carries,
            counts: self.count(&state.counts, letter),
        }
    }

    fn value(&self, state: &FormState) -> u32 {
        let mut last = state.clone();
        while last.carries.iter().any(|carry| *carry > 0) {
            last = self.next(&last, 0);
        }
        let slice = self.automaton.output()[last.state as usize];
        (state.counts.iter().zip(self.counters))
            .fold(slice, |number, ((read, _), counter)| number * counter.classes() + read)
    }
}

/// Functions of reduced generators as functions of the original ones.
struct PullBack<'a> {
    from: &'a mut Diagram,
    reduced: &'a Reduced,
    growing: &'a [Generator],
    to: Diagram,
    known: FxHashMap<(Function, usize), Function>,
}

impl PullBack<'_> {
    /// The function of the first `generators` original generators.
    fn function(&mut self, function: Function, generators: usize) -> Result<Function, StopReason> {
        if function == Function::TRUE || function == Function::FALSE {
            return Ok(function);
        }
        if let Some(known) = self.known.get(&(function, generators)) {
            return Ok(*known);
        }
        let generator = generators - 1;
        let word = &self.reduced.words[generator];
        let result = if word.is_empty() || self.growing.contains(&(generator as Generator)) {
            self.function(function, generator)?
        } else {
            let mut orbit = vec![function];
            let start = loop {
                let last = orbit[orbit.len() - 1];
                let next = word.iter().try_fold(last, |f, g| self.from.shift(f, *g))?;
                if let Some(start) = orbit.iter().position(|known| *known == next) {
                    break start;
                }
                orbit.push(next);
            };
            // A generator that is its own word selects a slice; any other moves all of the function.
            let is_reduced = self.reduced.generators.binary_search(&(generator as Generator)).is_ok();
            let mut slices = Vec::with_capacity(orbit.len());
            for moved in orbit {
                let slice = if is_reduced {
                    self.from.restrict(moved, word[0], 0, &mut FxHashMap::default())?
                } else {
                    moved
                };
                slices.push(self.function(slice, generator)?);
            }
            self.to.sequence(generator as Generator, &slices, start)?
        };
        self.known.insert((function, generators), result);
        Ok(result)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::automatic::learn;
    use crate::misere::rules::Rules;

    /// Four generators: a repeats, b and c grow; d = a + 2b, e = a + b + c and f = 2a are sums of these.
    #[test]
    fn the_expanded_array_is_the_array_at_the_words() {
        let mut rules = Rules::new();
        rules.add([vec![]]);
        rules.add([vec![0]]);
        rules.add([vec![1]]);
        let words = vec![vec![0], vec![1], vec![0, 1, 1], vec![2], vec![0, 1, 2], vec![0, 0]];
        let reduced = Reduced { rules, generators: vec![0, 1, 3], words };
        let mut diagram = Diagram::default();
        // Slices: n = 0, 2, 4, … from some start on.
        let (no, yes) = (Function::FALSE, Function::TRUE);
        let slices = vec![
            diagram.sequence(0, &[yes, no], 0).unwrap(),
            diagram.sequence(0, &[no, no, yes, no], 2).unwrap(),
            diagram.sequence(0, &[yes, no, no], 0).unwrap(),
        ];
        let array = |x: &[usize]| ((x[0] > x[1] + 2) as u32) + ((x[0] + x[1]) % 4 == 1) as u32;
        let automaton = learn(&Radices::binary(2), &[200, 200], 4, array).unwrap().minimal();
        let value = |copies: &[usize]| {
            let mut sum = [0usize; 3];
            for (count, word) in copies.iter().zip(&reduced.words) {
                word.iter().for_each(|g| sum[*g as usize] += count);
            }
            diagram.value(slices[array(&sum[1..]) as usize], &[sum[0] as u32])
        };
        let guess = Guess { automaton, diagram: diagram.clone(), slices: slices.clone() };
        let (expanded, growing) = guess.expand(&[1, 2], &reduced, &Limits::none()).unwrap().unwrap();
        assert_eq!(growing, [1, 2, 3, 4]);
        let mut seed = 7u64;
        for _ in 0..5000 {
            let copies: Vec<usize> = (0..6)
                .map(|_| {
                    seed =
                        seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                    (seed >> 33) as usize % 12
                })
                .collect();
            let big: Vec<BigUint> = copies.iter().map(|count| (*count).into()).collect();
            let x: Vec<BigUint> = growing.iter().map(|g| big[*g as usize].clone()).collect();
            let slice = expanded.slices[expanded.automaton.at_big(&x) as usize];
            assert_eq!(expanded.diagram.value_big(slice, &big), value(&copies), "{copies:?}");
        }
    }
}
