//! Which generators grow: a first look at the data, to be confirmed by the proof.
//!
//! When the outcomes depend on a difference of two exponents, the sequences of one generator take longer and longer to
//! become periodic as copies of the other are added. Such generators are *growing*; their exponents are read by an automaton.
//! In the exponents of all others every slice is eventually periodic, with a period that does not depend on the growing
//! ones. For box generators ([`super::data`]) that do not grow, the data are sequences, and where they begin to repeat is
//! guessed here; for generators below the base the diagrams know it.

use super::data::BoxOutcomes;
use crate::integer::lcm;
use crate::misere::diagram::{Function, OutcomeStop};
use crate::misere::rules::Generator;

/// How the generators are treated. Generators that are not named here are levels of the diagrams.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Split {
    /// The generators whose exponents an automaton reads, in increasing order.
    pub(super) growing: Vec<Generator>,
    /// Box generators whose exponents repeat: from where, with which period.
    pub(super) repeating: Vec<Repeating>,
}

/// A box generator whose exponents are taken to repeat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Repeating {
    pub(super) generator: Generator,
    pub(super) start: u32,
    pub(super) period: u32,
}

/// Copies of the first box generator at which profiles are compared.
const SAMPLES: [u32; 4] = [7, 12, 17, 22];
/// Copies of a later box generator that are looked at.
const LOOKED_AT: u32 = 12;
/// The latest start of a repetition that is believed after so many.
const LATEST_START: u32 = 7;

impl Split {
    /// Looks at the data along the axes of the box. Fails when the generators below the base diverge there.
    pub(super) fn detect(outcomes: &mut BoxOutcomes, generators: usize) -> Result<Self, OutcomeStop> {
        let base = outcomes.base();
        let boxed = generators - base;
        let mut growing = vec![base as Generator];
        let mut repeating = Vec::new();
        for j in 1..boxed {
            match repetition(outcomes, boxed, j)? {
                Some((start, period)) => {
                    repeating.push(Repeating { generator: (base + j) as Generator, start, period });
                }
                None => growing.push((base + j) as Generator),
            }
        }
        for axis in growing.clone() {
            // Alone, and beside one copy of another box generator: some generators grow only there.
            for beside in 0..boxed {
                let mut profiles = Vec::new();
                for copies in SAMPLES {
                    let mut z = vec![0; boxed];
                    z[beside] = 1;
                    z[axis as usize - base] = copies;
                    let outcome = outcomes.at(&z)?;
                    profiles.push(outcomes.diagram().profile(outcome, base));
                }
                let rises = |g: usize| profiles.windows(2).all(|pair| pair[0][g] < pair[1][g]);
                growing.extend((0..base).filter(|g| rises(*g)).map(|g| g as Generator));
            }
        }
        growing.sort_unstable();
        growing.dedup();
        Ok(Split { growing, repeating })
    }

    /// The number of combinations of the exponents of repeating generators.
    pub(super) fn classes(&self) -> u64 {
        self.repeating.iter().map(|axis| u64::from(axis.start + axis.period)).product()
    }
}

/// From where and with which period the outcomes repeat in box generator j, beside some copies of the first; `None` when
/// they seem not to.
fn repetition(outcomes: &mut BoxOutcomes, boxed: usize, j: usize) -> Result<Option<(u32, u32)>, OutcomeStop> {
    let (mut start, mut period) = (0, 1);
    for copies in [0, 1, 2, 5, 9] {
        let mut sequence = Vec::new();
        for i in 0..=LOOKED_AT {
            let mut z = vec![0; boxed];
            z[0] = copies;
            z[j] = i;
            sequence.push(outcomes.at(&z)?);
        }
        let Some((from, repeats)) = first_repetition(&sequence) else { return Ok(None) };
        start = start.max(from);
        period = lcm(u64::from(period), u64::from(repeats)) as u32;
    }
    Ok((start <= LATEST_START && period <= LATEST_START).then_some((start, period)))
}

/// The shortest description of the sequence as one that repeats: the least start, then the least period, seen at least
/// three more times than needed.
fn first_repetition(sequence: &[Function]) -> Option<(u32, u32)> {
    let len = sequence.len();
    let repeats = |start: usize, period: usize| sequence[start..len - period] == sequence[start + period..];
    let most = |start: usize| (len - start).saturating_sub(3);
    let found = (0..len).find_map(|start| Some((start, (1..=most(start)).find(|p| repeats(start, *p))?)))?;
    Some((found.0 as u32, found.1 as u32))
}
