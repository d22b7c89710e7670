//! The shape of a game: its period, its letters, and the value of every heap as an affine word.

use std::collections::BTreeSet;

use super::truth::{Partial, Reading};
use crate::misere::algebraic::monoid::{Letter, LetterKind};

/// A generator whose exponent reaches this much is taken for unbounded.
const UNBOUNDED: u32 = 8;

/// Periods that must be seen behind the first regular heap.
const PERIODS_SEEN: u64 = 5;

/// What the heaps and words of a partial quotient look like.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    /// The period.
    pub period: u64,
    /// The first regular heap.
    pub regular_from: u64,
    /// The last heap that is looked at: the heaps after it are too near to the end of the partial quotient.
    pub top: u64,
    /// The letters besides a: powers, then core letters, then families.
    pub letters: Vec<Letter>,
    /// For each generator of the partial quotient but a: its letter, and its index in a family.
    generators: Vec<Option<(usize, i64)>>,
    /// The largest parameter that is to be trusted.
    pub trusted: i64,
    /// How many letters are powers.
    powers: usize,
}

impl Shape {
    /// The shape with the least period, if there is one; `from` is the least period tried.
    pub fn find(partial: &Partial, from: u64) -> Option<Shape> {
        let last = partial.phi.len() as u64 - 1;
        (from..=last / (PERIODS_SEEN + 3)).find_map(|period| Self::with_period(partial, period))
    }

    /// The shape with a given period, if there is one.
    pub fn with_period(partial: &Partial, period: u64) -> Option<Shape> {
        let last = partial.phi.len() as u64 - 1;
        let top = last.checked_sub((2 * period).max(12))?;
        let generators: BTreeSet<u64> = partial.heaps.iter().copied().collect();
        // Residues all of whose late heaps are generators.
        let late = top.checked_sub(PERIODS_SEEN * period)?;
        let is_family = |residue: u64, period: u64| {
            (late..=top).filter(|heap| heap % period == residue).all(|heap| generators.contains(&heap))
        };
        let families: Vec<bool> = (0..period).map(|residue| is_family(residue, period)).collect();
        let step = (1..=period).find(|step| {
            period.is_multiple_of(*step)
                && (0..period).all(|r| families[r as usize] == families[((r + step) % period) as usize])
        })?;
        let mut unbounded = vec![false; partial.heaps.len()];
        for word in &partial.words {
            for (generator, exponent) in word {
                unbounded[*generator as usize] |= *exponent >= UNBOUNDED;
            }
        }
        let mut shape = Shape {
            period,
            regular_from: 0,
            top,
            letters: Vec::new(),
            generators: vec![None; partial.heaps.len()],
            trusted: 0,
            powers: 0,
        };
        let starts: Vec<u64> = (0..step)
            .filter(|residue| families[*residue as usize])
            .map(|residue| {
                let mut heap = top - (top + step - residue) % step;
                while heap >= step && heap - step > 0 && generators.contains(&(heap - step)) {
                    heap -= step;
                }
                heap
            })
            .collect();
        let family_of =
            |heap: u64| starts.iter().position(|start| heap >= *start && (heap - start).is_multiple_of(step));
        for kind in [LetterKind::Power, LetterKind::Core] {
            for (generator, heap) in partial.heaps.iter().enumerate().skip(1) {
                let is_power = unbounded[generator];
                if family_of(*heap).is_none() && is_power == (kind == LetterKind::Power) {
                    if *heap > late {
                        return None;
                    }
                    shape.generators[generator] = Some((shape.letters.len(), 0));
                    shape.letters.push(Letter { kind, heap: *heap, step: 0 });
                }
            }
            if kind == LetterKind::Power {
                shape.powers = shape.letters.len();
            }
        }
        for (family, start) in starts.iter().enumerate() {
            for (generator, heap) in partial.heaps.iter().enumerate().skip(1) {
                if family_of(*heap) == Some(family) {
                    if unbounded[generator] {
                        return None;
                    }
                    shape.generators[generator] = Some((shape.letters.len(), ((heap - start) / step) as i64));
                }
            }
            shape.letters.push(Letter { kind: LetterKind::Family, heap: *start, step });
        }
        shape.regular_from = shape.find_regular(partial)?;
        if starts.is_empty() && shape.powers == 0 {
            return None;
        }
        let largest_index = starts.iter().map(|start| ((top - start) / step) as i64).min();
        let largest_power = shape.largest_power(partial);
        shape.trusted = match (largest_index, largest_power) {
            (Some(index), Some(power)) => index.min(power - 3),
            (Some(only), None) => only,
            (None, Some(only)) => only - 3,
            (None, None) => return None,
        };
        Some(shape)
    }

    /// The largest m such that the powers up to u^m are different and written so, for all power letters.
    fn largest_power(&self, partial: &Partial) -> Option<i64> {
        (0..self.powers)
            .map(|letter| {
                let generator = self.generators.iter().position(|known| *known == Some((letter, 0)))? as u32;
                let value = partial.phi[self.letters[letter].heap as usize];
                let mut x = 0;
                let mut m = 0;
                loop {
                    x = partial.monoid.product(x, value);
                    m += 1;
                    if partial.words[x as usize] != [(generator, m)] {
                        return Some(i64::from(m) - 1);
                    }
                }
            })
            .min()
            .flatten()
    }

    /// Whether some letter is a power.
    pub fn has_powers(&self) -> bool {
        self.powers > 0
    }

    /// How many heaps it takes for a parameter to grow by one.
    pub fn unit(&self) -> u64 {
        self.letters.iter().map(|letter| letter.step).max().filter(|step| *step > 0).unwrap_or(self.period)
    }

    /// The number of power letters.
    pub fn powers(&self) -> usize {
        self.powers
    }

    /// Reads a word; `None` when it has a generator that belongs to no letter.
    pub fn read(&self, word: &[(u32, u32)]) -> Option<Reading> {
        let mut reading =
            Reading { flip: false, letters: Vec::new(), powers: vec![0; self.powers], indices: Vec::new() };
        let mut families: Vec<(usize, i64)> = Vec::new();
        for (generator, exponent) in word {
            if *generator == 0 {
                reading.flip = exponent % 2 == 1;
                continue;
            }
            let (letter, index) = self.generators[*generator as usize]?;
            match self.letters[letter].kind {
                LetterKind::Power => reading.powers[letter] = i64::from(*exponent),
                LetterKind::Core => reading.letters.extend((0..*exponent).map(|_| letter)),
                LetterKind::Family => families.extend((0..*exponent).map(|_| (letter, index))),
            }
        }
        reading.letters.sort_unstable();
        families.sort_unstable();
        reading.letters.extend(families.iter().map(|(letter, _)| *letter));
        reading.indices = families.iter().map(|(_, index)| *index).collect();
        Some(reading)
    }

    /// The least heap from which on the values of each residue are one word with affine parameters.
    fn find_regular(&self, partial: &Partial) -> Option<u64> {
        let read = |heap: u64| self.read(&partial.words[partial.phi[heap as usize] as usize]);
        let mut regular = 1;
        for residue in 0..self.period {
            let last = self.top - (self.top + self.period - residue) % self.period;
            let (newest, before) = (read(last)?, read(last.checked_sub(self.period)?)?);
            let slopes = |newer: &Reading, older: &Reading| -> Option<Vec<i64>> {
                let same = newer.flip == older.flip && newer.letters == older.letters;
                let (new, old) =
                    (newer.powers.iter().chain(&newer.indices), older.powers.iter().chain(&older.indices));
                same.then(|| new.zip(old).map(|(new, old)| new - old).collect())
            };
            let slope = slopes(&newest, &before)?;
            let mut heap = last;
            let mut reading = newest;
            while let Some(older) = heap.checked_sub(self.period).filter(|heap| *heap > 0).and_then(read) {
                if slopes(&reading, &older).as_ref() != Some(&slope) {
                    break;
                }
                heap -= self.period;
                reading = older;
            }
            // The heap before is the last irregular one of its residue.
            regular = regular.max((heap + 1).saturating_sub(self.period)).max(1);
        }
        (regular + PERIODS_SEEN * self.period <= self.top).then_some(regular)
    }
}
