//! Words of generators, told apart by exact outcomes beside some sums: which seem to be equal.

use rustc_hash::FxHashMap;

use super::data::{BoxOutcomes, Rewriting};
use crate::misere::diagram::{Function, OutcomeStop};
use crate::misere::rules::{Generator, Sum};

/// The longest words with which a generator is compared, and the most box generators in them.
const LONGEST: usize = 3;
const MOST_BOXED: usize = 2;
/// The most least words that are kept.
const MOST_WORDS: usize = 4000;
/// The longest words of box generators among which relations are looked for.
const LONGEST_RELATION: usize = 4;
/// Copies of the first box generator beside which words are compared, and how many of the others.
const COPIES_OF_FIRST: [u32; 5] = [0, 1, 2, 3, 6];
const FEW: u32 = 2;

/// The least words, as far as the samples tell words apart. Words are ordered by the exponents of their last generator,
/// then of the one before, and so on.
pub(super) struct LeastWords<'a> {
    outcomes: &'a mut BoxOutcomes,
    samples: Vec<Vec<u32>>,
    words: Vec<Sum>,
    /// The words with a given function at the first sample.
    by_first: FxHashMap<Function, Vec<usize>>,
}

impl<'a> LeastWords<'a> {
    /// No generators yet. Words are compared beside single box generators, with some copies of the first.
    pub(super) fn new(outcomes: &'a mut BoxOutcomes, generators: usize) -> Result<Self, OutcomeStop> {
        let boxed = generators - outcomes.base();
        let mut samples: Vec<Vec<u32>> = Vec::new();
        for copies in [0, 2, 5] {
            for beside in (0..boxed).rev() {
                let mut z = vec![0; boxed];
                z[beside] = 1;
                z[0] += copies;
                samples.push(z);
            }
        }
        samples.push(vec![0; boxed]);
        Self::beside(outcomes, samples)
    }

    fn beside(outcomes: &'a mut BoxOutcomes, samples: Vec<Vec<u32>>) -> Result<Self, OutcomeStop> {
        let first = beside(outcomes, &samples[0], &[])?;
        let by_first = [(first, vec![0])].into_iter().collect();
        Ok(LeastWords { outcomes, samples, words: vec![Sum::new()], by_first })
    }

    /// The least word that is not told apart from the given one.
    pub(super) fn equal(&mut self, word: &[Generator]) -> Result<Option<Sum>, OutcomeStop> {
        let first = beside(self.outcomes, &self.samples[0], word)?;
        for known in self.by_first.get(&first).into_iter().flatten() {
            let known = &self.words[*known];
            let mut is_equal = true;
            for z in &self.samples[1..] {
                is_equal = beside(self.outcomes, z, word)? == beside(self.outcomes, z, known)?;
                if !is_equal {
                    break;
                }
            }
            if is_equal {
                return Ok(Some(known.clone()));
            }
        }
        Ok(None)
    }

    /// Adds the least short words with a new generator.
    pub(super) fn add_generator(&mut self, generator: Generator) -> Result<(), OutcomeStop> {
        let base = self.outcomes.base();
        let admits = |word: &[Generator]| word.len() <= LONGEST && boxed(word, base) <= MOST_BOXED;
        self.add_words(generator, admits, |_, _| ())
    }

    /// Adds the least words among those with a new generator that are admitted; `found` is told which others are equal to
    /// which.
    fn add_words(
        &mut self,
        generator: Generator,
        admits: impl Fn(&[Generator]) -> bool,
        mut found: impl FnMut(&[Generator], &[Generator]),
    ) -> Result<(), OutcomeStop> {
        let mut sources: Vec<usize> = (0..self.words.len()).collect();
        let mut at = 0;
        while at < sources.len() && self.words.len() < MOST_WORDS {
            let mut word = self.words[sources[at]].clone();
            word.push(generator);
            at += 1;
            if !admits(&word) {
                continue;
            }
            match self.equal(&word)? {
                Some(least) => found(&word, &least),
                None => {
                    let first = beside(self.outcomes, &self.samples[0], &word)?;
                    self.by_first.entry(first).or_default().push(self.words.len());
                    sources.push(self.words.len());
                    self.words.push(word);
                }
            }
        }
        Ok(())
    }
}

fn boxed(word: &[Generator], base: usize) -> usize {
    word.iter().filter(|g| **g as usize >= base).count()
}

/// The outcomes beside z and a word.
fn beside(outcomes: &mut BoxOutcomes, z: &[u32], word: &[Generator]) -> Result<Function, OutcomeStop> {
    let base = outcomes.base();
    let mut z = z.to_vec();
    word.iter().filter_map(|g| (*g as usize).checked_sub(base)).for_each(|place| z[place] += 1);
    let mut function = outcomes.at(&z)?;
    for generator in word.iter().filter(|g| (**g as usize) < base) {
        function = outcomes.diagram().shift(function, *generator)?;
    }
    Ok(function)
}

/// Few box generators in many ways.
fn few(boxed: usize) -> Vec<Vec<u32>> {
    let mut few = vec![vec![0; boxed]];
    for place in 1..boxed {
        for at in 0..few.len() {
            let total: u32 = few[at].iter().sum();
            for copies in 1..=FEW.saturating_sub(total) {
                let mut z = few[at].clone();
                z[place] = copies;
                few.push(z);
            }
        }
    }
    let with_first = |copies: u32| {
        few.iter().map(move |z| {
            let mut z = z.clone();
            z[0] = copies;
            z
        })
    };
    COPIES_OF_FIRST.into_iter().flat_map(with_first).collect()
}

/// Whether one and two copies of a word have the same outcomes as those of another beside few box generators.
pub(super) fn are_equal(
    outcomes: &mut BoxOutcomes,
    generators: usize,
    one: &[Generator],
    other: &[Generator],
) -> Result<bool, OutcomeStop> {
    for z in few(generators - outcomes.base()) {
        for times in 1..=2 {
            if beside(outcomes, &z, &one.repeat(times))? != beside(outcomes, &z, &other.repeat(times))? {
                return Ok(false);
            }
        }
    }
    Ok(true)
}

/// Relations between short words of box generators, up to one generator below the base.
pub(super) fn relations(
    outcomes: &mut BoxOutcomes,
    generators: usize,
) -> Result<Vec<Rewriting>, OutcomeStop> {
    let base = outcomes.base();
    let samples = few(generators - base);
    let mut words = LeastWords::beside(outcomes, samples)?;
    let mut relations: Vec<(Sum, Sum)> = Vec::new();
    let admits = |word: &[Generator]| {
        let boxed = boxed(word, base);
        boxed <= LONGEST_RELATION && word.len() - boxed <= 1
    };
    for generator in 0..generators as Generator {
        words.add_words(generator, admits, |word, least| {
            if boxed(word, base) == word.len() {
                relations.push((word.to_vec(), least.to_vec()));
            }
        })?;
    }
    let vector = |word: &[Generator]| {
        let mut z = vec![0; generators - base];
        word.iter().filter_map(|g| (*g as usize).checked_sub(base)).for_each(|place| z[place] += 1);
        z
    };
    let inner = |word: &[Generator]| word.iter().copied().filter(|g| (*g as usize) < base).collect();
    let rewriting =
        |(from, to): &(Sum, Sum)| Rewriting { from: vector(from), to: vector(to), shift: inner(to) };
    Ok(relations.iter().map(rewriting).collect())
}
