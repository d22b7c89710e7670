//! Fewer generators to look at: those that seem to be sums of others are written as such sums.
//!
//! In a quotient many generators equal a sum of earlier ones, and an option may be replaced by an equal sum without a change
//! of any outcome. So the data can be taken from *reduced rules*: the generators that are no sums of others, with
//! options in terms of these. What equals what is only seen, in some exact outcome functions; the description that
//! comes of it is verified against the rules themselves ([`super::verify`]), so a sum that was replaced wrongly is refused.

use super::data::BoxOutcomes;
use super::words::{LeastWords, are_equal};
use crate::limits::Limits;
use crate::misere::diagram::OutcomeStop;
use crate::misere::rules::{Generator, Rules, Sum};

/// Rules with fewer generators.
#[derive(Clone, Debug)]
pub(super) struct Reduced {
    pub(super) rules: Rules,
    /// For every generator of the reduced rules what it is in the original ones, in increasing order.
    pub(super) generators: Vec<Generator>,
    /// For every original generator the sum of reduced ones that it seems to equal.
    pub(super) words: Vec<Sum>,
}

/// The longest sequence followed below the base.
const LONGEST_SEQUENCE: usize = 100;

impl Reduced {
    /// Looks for generators that equal sums of earlier ones, beside some sums of box generators and all others.
    ///
    /// `base` is the first box generator; no more than `most_work` functions are made in each look.
    pub(super) fn detect(
        rules: &Rules,
        base: usize,
        most_work: u64,
        limits: &Limits,
    ) -> Result<Self, OutcomeStop> {
        let mut outcomes = BoxOutcomes::new(rules, base, LONGEST_SEQUENCE, most_work, limits)?;
        let mut words = LeastWords::new(&mut outcomes, rules.len())?;
        let mut merged: Vec<Option<Sum>> = Vec::new();
        for generator in 0..rules.len() as Generator {
            let equal = words.equal(&[generator])?;
            if equal.is_none() {
                words.add_generator(generator)?;
            }
            merged.push(equal);
        }
        // Each again, when the others are replaced, as one of its own.
        loop {
            let (with, own) = Self::new(rules, &merged, true);
            let below = with.below(base);
            if below == with.rules.len() {
                // The generators from the base on cannot all be sums of those below, which have a finite quotient.
                merged.fill(None);
                continue;
            }
            let mut outcomes = BoxOutcomes::new(&with.rules, below, LONGEST_SEQUENCE, most_work, limits)?;
            let mut is_sure = true;
            for generator in 0..rules.len() {
                if merged[generator].is_some()
                    && !are_equal(&mut outcomes, with.rules.len(), &own[generator], &with.words[generator])?
                {
                    merged[generator] = None;
                    is_sure = false;
                }
            }
            let reduced = Self::new(rules, &merged, false).0;
            if reduced.below(base) == reduced.rules.len() {
                merged.fill(None);
            } else if is_sure {
                return Ok(reduced);
            }
        }
    }

    /// The rules in which the merged generators are replaced by sums of earlier ones that are not merged. With `all`, merged
    /// generators are there too, but in no option; what each generator is by itself is the second value.
    fn new(rules: &Rules, merged: &[Option<Sum>], all: bool) -> (Self, Vec<Sum>) {
        let mut reduced = Reduced { rules: Rules::new(), generators: Vec::new(), words: Vec::new() };
        let mut own = Vec::new();
        for (generator, equal) in merged.iter().enumerate() {
            if all || equal.is_none() {
                let options: Vec<Sum> =
                    rules.options(generator as Generator).iter().map(|option| reduced.word(option)).collect();
                own.push(reduced.rules.add(options));
                if reduced.rules.len() > reduced.generators.len() {
                    reduced.generators.push(generator as Generator);
                }
            } else {
                own.push(Sum::new());
            }
            let word = equal.as_ref().map_or_else(|| own[generator].clone(), |sum| reduced.word(sum));
            reduced.words.push(word);
        }
        (reduced, own)
    }

    /// A sum of original generators in terms of the reduced ones.
    fn word(&self, sum: &[Generator]) -> Sum {
        let mut word: Sum = sum.iter().flat_map(|g| self.words[*g as usize].iter().copied()).collect();
        word.sort_unstable();
        word
    }

    /// The numbers of copies of the reduced generators in a sum of original ones.
    pub(super) fn sum(&self, sum: impl IntoIterator<Item = (Generator, u32)>) -> Vec<u32> {
        let mut copies = vec![0u32; self.rules.len()];
        for (generator, count) in sum {
            for part in &self.words[generator as usize] {
                copies[*part as usize] = copies[*part as usize].saturating_add(count);
            }
        }
        copies
    }

    /// How many reduced generators are there below an original one.
    pub(super) fn below(&self, generator: usize) -> usize {
        self.generators.partition_point(|g| (*g as usize) < generator)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heap::HeapCode;
    use crate::misere::rules::MisereOutcomes;

    fn reduced(code: &str, to: u64, base: usize) -> (Rules, Vec<Sum>, Reduced) {
        let code: HeapCode = code.parse().unwrap();
        let (rules, heaps) = Rules::from_heaps(to, |n| code.options(n));
        let reduced = Reduced::detect(&rules, heaps[base][0] as usize, u64::MAX, &Limits::none()).unwrap();
        (rules, heaps, reduced)
    }

    /// The values of Dawson's Kayles: half of the heaps are sums of others, as in the paper's table.
    #[test]
    fn heaps_of_dawsons_kayles_that_are_sums_of_others() {
        let (rules, heaps, reduced) = reduced("0.07", 34, 34);
        assert_eq!((rules.len(), reduced.rules.len()), (32, 16));
        let word = |heap: usize| reduced.words[heaps[heap][0] as usize].clone();
        assert_eq!(word(17), [word(2), word(10)].concat());
        assert_eq!(word(29), [word(12), word(12)].concat());
        assert_eq!(word(26), word(12));
    }

    /// Positions and their words have the same outcome, by play of the rules and of the reduced rules.
    #[test]
    fn words_have_the_outcomes_of_what_they_replace() {
        let (rules, _, reduced) = reduced("0.3102", 13, 12);
        assert!(reduced.rules.len() < rules.len());
        let (mut plays, mut reduced_plays) = (MisereOutcomes::default(), MisereOutcomes::default());
        let count = rules.len() as Generator;
        for (a, b, c) in
            (0..count).flat_map(|a| (a..count).flat_map(move |b| (b..count).map(move |c| (a, b, c))))
        {
            let position = vec![a, b, c];
            let word = reduced.word(&position);
            let by_words = reduced_plays.outcome(&reduced.rules, &word);
            assert_eq!(plays.outcome(&rules, &position), by_words, "{position:?}");
        }
    }

    /// In 0.37 to heap 16, heap 14 seems to be heap 2 beside single heaps, and is not beside more.
    #[test]
    fn what_seems_equal_beside_few_is_looked_at_again() {
        let (_, heaps, reduced) = reduced("0.37", 16, 6);
        let generator = |heap: usize| heaps[heap][0];
        assert!(reduced.generators.contains(&generator(14)));
        assert_eq!(reduced.words[generator(5) as usize], reduced.words[generator(2) as usize]);
    }
}
