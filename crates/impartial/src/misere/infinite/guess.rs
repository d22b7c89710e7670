//! The guess: an array of slices over the growing generators, as an automaton.

use rustc_hash::FxHashMap;

use super::InfiniteQuotient;
use super::data::BoxOutcomes;
use super::split::{Repeating, Split};
use super::verify::{VectorGame, WrongSum, verify};
use crate::automatic::{Array, DigitAutomaton, Radices, Verification, learn_while};
use crate::limits::{Limits, StopReason};
use crate::misere::diagram::{Diagram, Function, OutcomeStop};
use crate::misere::rules::{Generator, Rules};

/// A description of the P-positions that was guessed from data: for the numbers of copies of the growing generators the
/// automaton gives the number of a slice, a function of the other generators.
pub(super) struct Guess {
    pub(super) automaton: DigitAutomaton,
    pub(super) diagram: Diagram,
    pub(super) slices: Vec<Function>,
}

/// The outcomes as a function of all generators but the growing box generators, whose exponents are given in z.
///
/// F(z) is taken for all combinations of the exponents of repeating box generators, and the sequences are put on top of each
/// other.
fn layered(
    outcomes: &mut BoxOutcomes,
    z: &mut [u32],
    repeating: &[Repeating],
) -> Result<Function, OutcomeStop> {
    let Some((last, rest)) = repeating.split_last() else { return outcomes.at(z) };
    let place = last.generator as usize - outcomes.base();
    let mut layers = Vec::new();
    for copies in 0..last.start + last.period {
        z[place] = copies;
        layers.push(layered(outcomes, z, rest)?);
    }
    z[place] = 0;
    Ok(outcomes.diagram().sequence(last.generator, &layers, last.start as usize)?)
}

/// The slices at all points asked for: the outcomes as functions of all generators that do not grow.
struct Slices<'a> {
    outcomes: &'a mut BoxOutcomes,
    split: &'a Split,
    /// The number of box generators, and of growing generators below them.
    boxed: usize,
    below: usize,
    layered: FxHashMap<Box<[usize]>, Function>,
}

impl Slices<'_> {
    /// The slice at x.
    fn at(&mut self, x: &[usize]) -> Result<Function, OutcomeStop> {
        let (below, above) = x.split_at(self.below);
        let function = match self.layered.get(above) {
            Some(known) => *known,
            None => {
                let mut z = vec![0; self.boxed];
                for (generator, exponent) in self.split.growing[self.below..].iter().zip(above) {
                    z[*generator as usize - self.outcomes.base()] = *exponent as u32;
                }
                let function = layered(self.outcomes, &mut z, &self.split.repeating)?;
                self.layered.insert(above.into(), function);
                function
            }
        };
        let exponents = below.iter().map(|exponent| *exponent as u32);
        self.outcomes.restricted(function, self.split.growing.iter().copied().zip(exponents))
    }
}

/// What came of learning.
pub(super) enum Learned {
    /// An automaton.
    Guess(Box<Guess>),
    /// The array does not close in the box.
    TooSmall,
    /// There are more slices than can be hoped for: they grow with the box.
    TooManySlices,
}

/// The most slices.
const MOST_SLICES: usize = 300;
/// So many values that are known already take as long as one step of work.
const ASKED_IN_A_STEP: u64 = 512;

/// Why there is no automaton, while values are asked for.
enum Unlearned {
    /// See [`Learned::TooManySlices`].
    TooManySlices,
    /// A value could not be had, or a limit was reached.
    Stopped(OutcomeStop),
}

impl Guess {
    /// The description of the rules, if it is right at every position; else a position that shows that it is not.
    pub(super) fn prove(
        self,
        rules: &Rules,
        growing: Vec<Generator>,
        limits: &Limits,
    ) -> Result<Result<InfiniteQuotient, Vec<(Generator, u32)>>, StopReason> {
        let Guess { automaton, mut diagram, slices } = self;
        let (game, array) = (VectorGame::of_sums(rules), Array::Digits(automaton.clone()));
        let verified = verify(&game, &growing, &array, &mut diagram.clone(), &slices, limits)?;
        Ok(match verified {
            Verification::Holds { states, patterns } => {
                let rules = rules.clone();
                diagram.set_limits(&Limits::none());
                Ok(InfiniteQuotient { rules, growing, automaton, diagram, slices, states, patterns })
            }
            Verification::Fails(WrongSum { growing: copies, others }) => {
                let copies = copies.iter().map(|n| u32::try_from(n).unwrap_or(u32::MAX));
                Err(growing.into_iter().zip(copies).chain(others).collect())
            }
            Verification::Undecided => unreachable!("an automaton and a diagram always fit the rules"),
        })
    }

    /// Learns the array from its values on a box with the given side.
    ///
    /// # Panics
    /// When more than eight generators grow.
    pub(super) fn learn(
        outcomes: &mut BoxOutcomes,
        split: &Split,
        generators: usize,
        (window, side): (usize, usize),
        limits: &Limits,
    ) -> Result<Learned, OutcomeStop> {
        let axes = split.growing.len();
        assert!(axes <= 8 && side < 1 << 16, "a point fits into a word");
        let base = outcomes.base();
        let below = split.growing.partition_point(|generator| (*generator as usize) < base);
        let mut at =
            Slices { outcomes, split, boxed: generators - base, below, layered: FxHashMap::default() };
        let mut numbers: FxHashMap<Function, u32> = FxHashMap::default();
        let mut slices: Vec<Function> = Vec::new();
        let mut cells: FxHashMap<u128, u32> = FxHashMap::default();
        let mut asked = 0_u64;
        let value = |x: &[usize]| {
            asked += 1;
            if asked.is_multiple_of(ASKED_IN_A_STEP) {
                limits.poll().map_err(|reason| Unlearned::Stopped(reason.into()))?;
            }
            let packed = x.iter().fold(0, |packed, exponent| packed << 16 | *exponent as u128);
            if let Some(known) = cells.get(&packed) {
                return Ok(*known);
            }
            let function = at.at(x).map_err(Unlearned::Stopped)?;
            let number = *numbers.entry(function).or_insert_with(|| {
                slices.push(function);
                slices.len() as u32 - 1
            });
            cells.insert(packed, number);
            if slices.len() > MOST_SLICES { Err(Unlearned::TooManySlices) } else { Ok(number) }
        };
        let automaton = match learn_while(&Radices::binary(axes), &vec![side; axes], window, value) {
            Ok(Some(automaton)) => automaton.minimal_within(limits)?,
            Ok(None) => return Ok(Learned::TooSmall),
            Err(Unlearned::TooManySlices) => return Ok(Learned::TooManySlices),
            Err(Unlearned::Stopped(stop)) => return Err(stop),
        };
        // Slices that occur, numbered in the order of the states.
        let mut used: Vec<u32> = Vec::new();
        for number in automaton.output() {
            if !used.contains(number) {
                used.push(*number);
            }
        }
        let place = |number: u32| used.iter().position(|known| *known == number).unwrap_or(0) as u32;
        let functions: Vec<Function> = used.iter().map(|number| slices[*number as usize]).collect();
        let (mut diagram, slices) = outcomes.diagram().part(&functions);
        diagram.set_limits(limits);
        Ok(Learned::Guess(Box::new(Guess { automaton: automaton.map_output(place), diagram, slices })))
    }
}
