//! The next generator, when it equals a sum of those that are described: their array is its array too.
//!
//! If a new generator h equals a sum w of described ones, the outcome of x and z copies of h is that of x + z·w. So the array that was
//! verified for the others gives a guess without any new data. Which w it may be is seen by playing h beside few others, with
//! the outcomes of everything else read off the description; then the array is verified as any other.

use num_bigint::BigUint;
use rustc_hash::FxHashMap;

use super::InfiniteQuotient;
use super::guess::Guess;
use super::reduce::Reduced;
use crate::game::Outcome;
use crate::limits::{Limits, StopReason};
use crate::misere::rules::{Generator, Rules, Sum};

/// The longest sums with which the generator is compared, and beside which.
const LONGEST: usize = 3;
const LONGEST_BESIDE: usize = 2;
/// How many sums are tried.
const MOST_TRIED: usize = 2;

impl InfiniteQuotient {
    /// The description of rules that have one generator more, if it equals a sum of the others as far as is seen, and the array
    /// so extended passes the verification.
    ///
    /// Cost: at most n³ outcomes for n generators, and a verification.
    pub(super) fn with_next(&self, rules: &Rules, limits: &Limits) -> Result<Option<Self>, StopReason> {
        let count = self.rules.len();
        debug_assert!(rules.len() == count + 1 && rules.first(count) == self.rules);
        let beside = words(count as Generator, LONGEST_BESIDE);
        let mut one = OneMore {
            quotient: self,
            options: rules.options(count as Generator),
            known: FxHashMap::default(),
        };
        let mut outcomes = Vec::with_capacity(beside.len());
        for sum in &beside {
            limits.poll()?;
            outcomes.push(one.outcome(sum));
        }
        let mut tried = 0;
        for word in words(count as Generator, LONGEST) {
            limits.poll()?;
            let is_equal =
                |(sum, outcome): (&Sum, &Outcome)| self.outcome_of(&[&word[..], sum].concat()) == *outcome;
            if !beside.iter().zip(&outcomes).all(is_equal) {
                continue;
            }
            let found = self.with_word(rules, word, limits)?;
            tried += 1;
            if found.is_some() || tried == MOST_TRIED {
                return Ok(found);
            }
        }
        Ok(None)
    }

    /// The array extended by a generator that is taken to be the given sum, if it passes.
    fn with_word(&self, rules: &Rules, word: Sum, limits: &Limits) -> Result<Option<Self>, StopReason> {
        let generators: Vec<Generator> = (0..self.rules.len() as Generator).collect();
        let words = generators.iter().map(|g| vec![*g]).chain([word]).collect();
        let reduced = Reduced { rules: self.rules.clone(), generators, words };
        let guess = Guess {
            automaton: self.automaton.clone(),
            diagram: self.diagram.clone(),
            slices: self.slices.clone(),
        };
        let Some((guess, growing)) = guess.expand(&self.growing, &reduced, limits)? else { return Ok(None) };
        Ok(guess.prove(rules, growing, limits)?.ok())
    }

    /// The outcome of a sum of generators.
    fn outcome_of(&self, sum: &[Generator]) -> Outcome {
        let mut copies = vec![BigUint::ZERO; self.rules.len()];
        sum.iter().for_each(|g| copies[*g as usize] += 1u32);
        self.outcome(&copies)
    }
}

/// All sums of at most so many of the first generators, short ones first.
fn words(generators: Generator, longest: usize) -> Vec<Sum> {
    let mut words = vec![Sum::new()];
    let mut at = 0;
    while at < words.len() {
        let word = words[at].clone();
        if word.len() < longest {
            let first = word.last().copied().unwrap_or(0);
            words.extend((first..generators).map(|g| word.iter().copied().chain([g]).collect::<Sum>()));
        }
        at += 1;
    }
    words
}

/// One copy of a new generator beside described ones, by play.
struct OneMore<'a> {
    quotient: &'a InfiniteQuotient,
    options: &'a [Sum],
    known: FxHashMap<Sum, Outcome>,
}

impl OneMore<'_> {
    /// The outcome of the generator beside a sum.
    fn outcome(&mut self, beside: &Sum) -> Outcome {
        if let Some(known) = self.known.get(beside) {
            return *known;
        }
        let quotient = self.quotient;
        let mut wins = (self.options.iter())
            .any(|option| quotient.outcome_of(&[&option[..], beside].concat()) == Outcome::P);
        if !wins {
            let moves = crate::game::Game::options(&quotient.rules, beside);
            wins = moves.iter().any(|next| self.outcome(next) == Outcome::P);
        }
        let outcome = if wins { Outcome::N } else { Outcome::P };
        self.known.insert(beside.clone(), outcome);
        outcome
    }
}
