//! The fixed sum and the positions that follow it, each as a generator of its own.

use rustc_hash::FxHashMap;

use crate::misere::rules::{Generator, Rules, Sum};

/// A position that play in the fixed sum leads to, without what is among the generators B: its generators outside B, in order.
type Word = Vec<Generator>;

/// The fixed sum and all that follows it.
pub(super) struct Words {
    /// For every position its moves: the position that is left (`None`: nothing outside B), and what is added to the sum of B. The
    /// fixed sum is the last; moves lead to earlier ones.
    pub(super) moves: Vec<Vec<(Option<usize>, Sum)>>,
}

/// The most positions.
const MOST: usize = 400;

impl Words {
    /// The fixed sum `beside` of generators of some rules, and all that follows it; `inside` are the generators B. `None` when these are
    /// too many.
    pub(super) fn new(
        beside: &[(Generator, usize)],
        inside: &[Generator],
        options: &dyn Fn(Generator) -> Vec<Sum>,
    ) -> Option<Self> {
        let mut word: Word = beside.iter().flat_map(|(g, copies)| std::iter::repeat_n(*g, *copies)).collect();
        word.sort_unstable();
        let mut words = Words { moves: Vec::new() };
        words.add(&word, inside, options, &mut FxHashMap::default())?;
        Some(words)
    }

    /// The number of a word, after those that follow it; `None` inside for the empty one.
    fn add(
        &mut self,
        word: &[Generator],
        inside: &[Generator],
        options: &dyn Fn(Generator) -> Vec<Sum>,
        known: &mut FxHashMap<Word, usize>,
    ) -> Option<Option<usize>> {
        if word.is_empty() {
            return Some(None);
        }
        if let Some(number) = known.get(word) {
            return Some(Some(*number));
        }
        let mut moves = Vec::new();
        for at in (0..word.len()).filter(|at| *at == 0 || word[*at] != word[at - 1]) {
            for option in options(word[at]) {
                let place = |g: &Generator| inside.iter().position(|one| one == g);
                let added: Sum = option.iter().filter_map(|g| Some(place(g)? as Generator)).collect();
                let mut left: Word = [&word[..at], &word[at + 1..]].concat();
                left.extend(option.iter().filter(|g| place(g).is_none()));
                left.sort_unstable();
                moves.push((self.add(&left, inside, options, known)?, added));
            }
        }
        moves.sort();
        moves.dedup();
        if self.moves.len() == MOST {
            return None;
        }
        self.moves.push(moves);
        known.insert(word.to_vec(), self.moves.len() - 1);
        Some(Some(self.moves.len() - 1))
    }

    /// The rules of B, with a generator for every word: those from the number of B on. Words with the same moves are one.
    pub(super) fn rules(&self, inside: &[Vec<Sum>]) -> Rules {
        let mut rules = Rules::new();
        inside.iter().for_each(|options| {
            rules.add(options.clone());
        });
        let mut places: Vec<Sum> = Vec::new();
        for moves in &self.moves {
            let option = |(left, added): &(Option<usize>, Sum)| -> Sum {
                added
                    .iter()
                    .copied()
                    .chain(left.iter().flat_map(|left| places[*left].iter().copied()))
                    .collect()
            };
            let options: Vec<Sum> = moves.iter().map(option).collect();
            places.push(rules.add(options));
        }
        rules
    }
}
