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

impl Repeating {
    /// The least exponent that is taken to have the same outcomes.
    pub(super) fn class(&self, exponent: u32) -> u32 {
        if exponent < self.start { exponent } else { self.start + (exponent - self.start) % self.period }
    }
}

/// The most growing generators: an automaton reads all of them at once.
const MOST_GROWING: usize = 5;
/// Copies of growing box generators beside which repetitions are looked for.
const COPIES: [u32; 6] = [0, 1, 2, 5, 8, 11];
/// Copies of a box generator that are looked at.
const LOOKED_AT: u32 = 12;
/// The latest start of a repetition that is believed after so many, and the longest period.
const LATEST_START: u32 = 7;
/// Few and more copies of a growing box generator, of every residue modulo 4: a generator below the base whose sequences
/// take longer by `GROWTH` beside the latter seems to grow.
const FEW_COPIES: std::ops::Range<u32> = 0..5;
const MORE_COPIES: std::ops::Range<u32> = 15..19;
const GROWTH: u32 = 5;

impl Split {
    /// Looks at the data along the axes of the box, and leaves them with the repetitions found assumed; `None` when more than
    /// [`MOST_GROWING`] generators grow. Fails when the generators below the base diverge there.
    pub(super) fn detect(outcomes: &mut BoxOutcomes, generators: usize) -> Result<Option<Self>, OutcomeStop> {
        let base = outcomes.base();
        let boxed = generators - base;
        let mut split = Split { growing: vec![base as Generator], repeating: Vec::new() };
        // The lower ones first: what repeats is assumed to when the later ones are looked at.
        for generator in (base + 1..generators).map(|generator| generator as Generator) {
            outcomes.assume(&split.repeating);
            match split.repetition(outcomes, boxed, generator)? {
                Some(axis) => split.repeating.push(axis),
                None => split.growing.push(generator),
            }
            if split.growing.len() > MOST_GROWING {
                return Ok(None);
            }
        }
        // Beside later ones they may begin to repeat later, or not at all.
        let mut at = 0;
        while at < split.repeating.len() {
            let mut others = split.repeating.clone();
            let generator = others.remove(at).generator;
            outcomes.assume(&others);
            match split.repetition(outcomes, boxed, generator)? {
                Some(axis) => {
                    split.repeating[at] = axis;
                    at += 1;
                }
                None => {
                    split.repeating = others;
                    split.growing.push(generator);
                    if split.growing.len() > MOST_GROWING {
                        return Ok(None);
                    }
                    at = 0;
                }
            }
        }
        outcomes.assume(&split.repeating);
        for axis in split.growing.clone() {
            split.growing.extend(growing_below(outcomes, boxed, axis)?);
        }
        split.growing.sort_unstable();
        split.growing.dedup();
        Ok((split.growing.len() <= MOST_GROWING).then_some(split))
    }

    /// The number of combinations of the exponents of repeating generators.
    pub(super) fn classes(&self) -> u64 {
        self.repeating.iter().map(|axis| u64::from(axis.start + axis.period)).product()
    }

    /// How the outcomes repeat in a box generator, beside copies of a growing one and up to two of any other; `None` when
    /// they seem not to.
    fn repetition(
        &self,
        outcomes: &mut BoxOutcomes,
        boxed: usize,
        generator: Generator,
    ) -> Result<Option<Repeating>, OutcomeStop> {
        let base = outcomes.base();
        let looked_at = generator as usize - base;
        let mut found = Repeating { generator, start: 0, period: 1 };
        for (axis, beside) in
            self.growing.iter().flat_map(|axis| (0..boxed).map(move |beside| (*axis, beside)))
        {
            for (copies, others) in
                COPIES.into_iter().flat_map(|copies| (0..3).map(move |others| (copies, others)))
            {
                if beside == looked_at {
                    continue;
                }
                let mut z = vec![0; boxed];
                z[axis as usize - base] = copies;
                z[beside] += others;
                let mut sequence = Vec::new();
                for i in 0..=LOOKED_AT {
                    z[looked_at] = i;
                    sequence.push(outcomes.at(&z)?);
                }
                let Some((start, period)) = first_repetition(&sequence) else { return Ok(None) };
                found.start = found.start.max(start);
                found.period = lcm(u64::from(found.period), u64::from(period)) as u32;
            }
        }
        Ok((found.start <= LATEST_START && found.period <= LATEST_START).then_some(found))
    }
}

/// The generators below the base that grow along a box generator, alone or beside up to two of another: some grow only there.
fn growing_below(
    outcomes: &mut BoxOutcomes,
    boxed: usize,
    axis: Generator,
) -> Result<Vec<Generator>, OutcomeStop> {
    let base = outcomes.base();
    let mut growing = Vec::new();
    for (beside, others) in (0..boxed).flat_map(|beside| (0..3).map(move |others| (beside, others))) {
        let mut longest = |copies: std::ops::Range<u32>| {
            let mut longest = vec![0; base];
            for copies in copies {
                let mut z = vec![0; boxed];
                z[beside] = others;
                z[axis as usize - base] = copies;
                let function = outcomes.at(&z)?;
                let profile = outcomes.diagram().profile(function, base);
                longest.iter_mut().zip(profile).for_each(|(longest, length)| *longest = length.max(*longest));
            }
            Ok::<_, OutcomeStop>(longest)
        };
        let (few, more) = (longest(FEW_COPIES)?, longest(MORE_COPIES)?);
        growing.extend((0..base).filter(|g| more[*g] >= few[*g] + GROWTH).map(|g| g as Generator));
    }
    Ok(growing)
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
