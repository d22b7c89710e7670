//! The guess: an array of slices over the growing generators, as an automaton.

use rustc_hash::FxHashMap;

use super::data::BoxOutcomes;
use super::split::{Repeating, Split};
use crate::automatic::{DigitAutomaton, Radices, learn};
use crate::misere::diagram::{Diagram, Function, OutcomeStop};

/// A description of the P-positions that was guessed from data: for the numbers of copies of the growing generators the
/// automaton gives the number of a slice, a function of the other generators.
pub(super) struct Guess {
    pub(super) automaton: DigitAutomaton,
    pub(super) diagram: Diagram,
    pub(super) slices: Vec<Function>,
}

/// The slice at x: the outcomes as a function of all generators that do not grow.
///
/// F(z) is taken for all combinations of the exponents of repeating box generators, restricted to the exponents of growing
/// generators below the base, and the sequences are put on top of each other.
fn slice(
    outcomes: &mut BoxOutcomes,
    split: &Split,
    x: &[usize],
    z: &mut [u32],
    repeating: &[Repeating],
) -> Result<Function, OutcomeStop> {
    let base = outcomes.base();
    let Some((last, rest)) = repeating.split_last() else {
        let exponents = x.iter().map(|exponent| *exponent as u32);
        let fixed = split.growing.iter().copied().zip(exponents).filter(|(g, _)| (*g as usize) < base);
        return outcomes.restricted_at(z, fixed);
    };
    let mut slices = Vec::new();
    for copies in 0..last.start + last.period {
        z[last.generator as usize - base] = copies;
        slices.push(slice(outcomes, split, x, z, rest)?);
    }
    z[last.generator as usize - base] = 0;
    Ok(outcomes.diagram().sequence(last.generator, &slices, last.start as usize)?)
}

impl Guess {
    /// Learns the array from its values on a box with the given side; `None` when it does not close there.
    pub(super) fn learn(
        outcomes: &mut BoxOutcomes,
        split: &Split,
        generators: usize,
        (window, side): (usize, usize),
        radix: u32,
    ) -> Result<Option<Self>, OutcomeStop> {
        let axes = split.growing.len();
        let base = outcomes.base();
        let mut numbers: FxHashMap<Function, u32> = FxHashMap::default();
        let mut slices: Vec<Function> = Vec::new();
        let mut cells: FxHashMap<Vec<usize>, u32> = FxHashMap::default();
        let mut stop = None;
        let value = |x: &[usize]| {
            if let Some(known) = cells.get(x) {
                return *known;
            }
            if stop.is_some() {
                return 0;
            }
            let mut z = vec![0; generators - base];
            for (generator, exponent) in split.growing.iter().zip(x) {
                if let Some(place) = (*generator as usize).checked_sub(base) {
                    z[place] = *exponent as u32;
                }
            }
            match slice(outcomes, split, x, &mut z, &split.repeating) {
                Ok(function) => {
                    let number = *numbers.entry(function).or_insert_with(|| {
                        slices.push(function);
                        slices.len() as u32 - 1
                    });
                    cells.insert(x.to_vec(), number);
                    number
                }
                Err(error) => {
                    stop = Some(error);
                    0
                }
            }
        };
        let learned = learn(&Radices::new(vec![radix; axes]), &vec![side; axes], window, value);
        if let Some(stop) = stop {
            return Err(stop);
        }
        Ok(learned.map(|automaton| {
            let automaton = automaton.minimal();
            // Slices that occur, numbered in the order of the states.
            let mut used: Vec<u32> = Vec::new();
            for number in automaton.output() {
                if !used.contains(number) {
                    used.push(*number);
                }
            }
            let place = |number: u32| used.iter().position(|known| *known == number).unwrap_or(0) as u32;
            let functions: Vec<Function> = used.iter().map(|number| slices[*number as usize]).collect();
            let (diagram, slices) = outcomes.diagram().part(&functions);
            Guess { automaton: automaton.map_output(place), diagram, slices }
        }))
    }
}
