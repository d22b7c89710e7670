//! The question a misère quotient answers: games built one upon the other, and sums of them.
//!
//! [`Rules`] lists *generators*, each with its options, an option being a sum of earlier generators. Heap games, game
//! trees, sets of trees and finite graphs of moves all come down to this. The positions are the sums of generators, a
//! free commutative monoid closed under options [PS, Section 2].

mod graph;

pub use graph::{Graph, GraphError};

use rustc_hash::FxHashMap;

use crate::game::forest::{Forest, Tree};
use crate::game::{Game, Outcome};

/// The place of a generator in its [`Rules`].
pub type Generator = u32;

/// A sum of generators: sorted, with repetitions. The empty sum is the game with no moves.
pub type Sum = Vec<Generator>;

/// Generators and their options, each option a sum of *earlier* generators.
///
/// Invariants:
/// 1. every option of generator g uses generators below g only, so play ends;
/// 2. every generator has an option: a game with none is the empty sum, not a generator;
/// 3. no two generators have the same set of options.
///
/// By 3, games with identical options share a generator. That is sound, as they are equal games. Games that merely have the
/// same value in a quotient computed so far are *not* merged: a later generator may tell them apart.
///
/// ```
/// use impartial::misere::Rules;
/// let mut rules = Rules::new();
/// assert!(rules.add([]).is_empty()); // 0
/// let star = rules.add([vec![]]); // {0}
/// let star2 = rules.add([vec![], star.clone()]); // {0, *}
/// assert_eq!(rules.add([star.clone(), vec![]]), star2);
/// assert_eq!(rules.len(), 2);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rules {
    options: Vec<Vec<Sum>>,
    known: FxHashMap<Vec<Sum>, Generator>,
}

impl Rules {
    /// No generators: the only position is the empty sum.
    pub fn new() -> Self {
        Self::default()
    }

    /// The number of generators.
    pub fn len(&self) -> usize {
        self.options.len()
    }

    /// Whether there is no generator.
    pub fn is_empty(&self) -> bool {
        self.options.is_empty()
    }

    /// The options of a generator, without repetitions.
    pub fn options(&self, generator: Generator) -> &[Sum] {
        &self.options[generator as usize]
    }

    /// Adds the game with the given options, and says which position it is: the empty sum when it has no options, an
    /// earlier generator when that one has the same options, else a new generator.
    ///
    /// # Panics
    /// When an option uses a generator that is not there yet.
    pub fn add(&mut self, options: impl IntoIterator<Item = Sum>) -> Sum {
        let mut options: Vec<Sum> = options.into_iter().collect();
        for option in &mut options {
            option.sort_unstable();
            assert!(
                option.last().is_none_or(|g| (*g as usize) < self.options.len()),
                "an option is a sum of earlier generators"
            );
        }
        options.sort_unstable();
        options.dedup();
        if options.is_empty() {
            return Sum::new();
        }
        let next = self.options.len() as Generator;
        let generator = *self.known.entry(options.clone()).or_insert(next);
        if generator == next {
            self.options.push(options);
        }
        vec![generator]
    }

    /// The rules of the first `count` generators alone.
    #[must_use]
    pub fn first(&self, count: usize) -> Self {
        let options: Vec<Vec<Sum>> = self.options[..count.min(self.options.len())].to_vec();
        let known = options.iter().cloned().zip(0..).collect();
        Rules { options, known }
    }

    /// Takes back the last generator added.
    pub(in crate::misere) fn remove_last(&mut self) {
        if let Some(options) = self.options.pop() {
            self.known.remove(&options);
        }
    }

    /// The rules of heaps 1 to `to`, heap n having the options `options(n)`, lists of smaller heaps; and the position that
    /// each heap from 0 to `to` is. Heaps of size 0 in a list vanish.
    ///
    /// ```
    /// use impartial::misere::Rules;
    /// // Nim: from a heap of n to any smaller one. Three heaps, three generators.
    /// let (rules, heaps) = Rules::from_heaps(3, |n| (0..n).map(|m| vec![m]).collect());
    /// assert_eq!(rules.len(), 3);
    /// assert_eq!(heaps, [vec![], vec![0], vec![1], vec![2]]);
    /// ```
    pub fn from_heaps(to: u64, mut options: impl FnMut(u64) -> Vec<Vec<u64>>) -> (Self, Vec<Sum>) {
        let mut rules = Rules::new();
        let mut heaps = vec![Sum::new()];
        for n in 1..=to {
            let sums: Vec<Sum> = options(n).iter().map(|parts| sum_of(parts, &heaps)).collect();
            heaps.push(rules.add(sums));
        }
        (rules, heaps)
    }

    /// Adds some game trees with all their subtrees; the position that each of them is.
    ///
    /// ```
    /// use impartial::game::{Forest, notation::parse};
    /// use impartial::misere::Rules;
    /// let (mut forest, mut rules) = (Forest::new(), Rules::new());
    /// let tree = parse(&mut forest, "*2_+").unwrap(); // {*2}, with the subtrees *2, * and 0
    /// assert_eq!(rules.add_trees(&forest, &[tree])[&tree], [2]);
    /// ```
    pub fn add_trees(&mut self, forest: &Forest, trees: &[Tree]) -> FxHashMap<Tree, Sum> {
        let mut places: FxHashMap<Tree, Sum> = FxHashMap::default();
        // Options come before the trees that have them.
        for tree in trees.iter().flat_map(|tree| forest.subtrees(*tree)) {
            if !places.contains_key(&tree) {
                let options: Vec<Sum> =
                    forest.options(tree).iter().map(|option| places[option].clone()).collect();
                places.insert(tree, self.add(options));
            }
        }
        places
    }

    /// The union of two sets of rules, for sums that mix their positions: this one's generators keep their numbers, and
    /// the map gives the position of the union that each generator of `other` is.
    pub fn union(&mut self, other: &Rules) -> Vec<Sum> {
        let mut images: Vec<Sum> = Vec::with_capacity(other.len());
        for options in &other.options {
            let translated: Vec<Sum> = options
                .iter()
                .map(|option| option.iter().flat_map(|g| images[*g as usize].clone()).collect())
                .collect();
            images.push(self.add(translated));
        }
        images
    }

    /// The least k for which every option of every generator is a sum of at most k generators.
    pub fn longest_option(&self) -> usize {
        self.options.iter().flatten().map(Vec::len).max().unwrap_or(0)
    }
}

/// The sum of the positions that heaps stand for.
fn sum_of(parts: &[u64], heaps: &[Sum]) -> Sum {
    let mut sum: Sum = parts.iter().flat_map(|part| heaps[*part as usize].iter().copied()).collect();
    sum.sort_unstable();
    sum
}

/// Positions are sums of generators; a move replaces one summand by one of its options.
///
/// This is the definition that the quotient is tested against.
impl Game for Rules {
    type Position = Sum;

    fn options(&self, position: &Sum) -> Vec<Sum> {
        let mut result = Vec::new();
        for (at, generator) in position.iter().enumerate() {
            if at > 0 && position[at - 1] == *generator {
                continue;
            }
            for option in self.options(*generator) {
                let mut sum: Sum =
                    position[..at].iter().chain(&position[at + 1..]).chain(option).copied().collect();
                sum.sort_unstable();
                result.push(sum);
            }
        }
        result.sort_unstable();
        result.dedup();
        result
    }
}

/// Misère outcomes by the definition, remembered: the oracle of the tests and of the shortest games.
#[derive(Debug, Default)]
pub struct MisereOutcomes {
    known: FxHashMap<Sum, Outcome>,
}

impl MisereOutcomes {
    /// The misère outcome of a sum of generators. Cost: every position below it is visited once; the depth of the
    /// recursion is the length of the longest play.
    pub fn outcome(&mut self, rules: &Rules, position: &Sum) -> Outcome {
        if let Some(outcome) = self.known.get(position) {
            return *outcome;
        }
        let options = Game::options(rules, position);
        let wins =
            options.is_empty() || options.iter().any(|option| self.outcome(rules, option) == Outcome::P);
        let outcome = if wins { Outcome::N } else { Outcome::P };
        self.known.insert(position.clone(), outcome);
        outcome
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nim_in_misere_play_is_known() {
        let (rules, heaps) = Rules::from_heaps(4, |n| (0..n).map(|m| vec![m]).collect());
        let mut outcomes = MisereOutcomes::default();
        for (position, expected) in [
            (vec![], Outcome::N),
            (vec![1], Outcome::P),
            (vec![1, 1], Outcome::N),
            (vec![2, 2], Outcome::P),
            (vec![1, 2, 3], Outcome::P),
        ] {
            let sum = sum_of(&position, &heaps);
            assert_eq!(outcomes.outcome(&rules, &sum), expected, "{position:?}");
        }
    }

    #[test]
    fn games_with_equal_options_are_one_and_dead_heaps_vanish() {
        // 0.07: heap 1 is dead, heaps 2 and 3 both have the only option 0.
        let (rules, heaps) = Rules::from_heaps(6, |n| {
            (0..=n.saturating_sub(2) / 2).filter(|_| n >= 2).map(|a| vec![a, n - 2 - a]).collect()
        });
        assert!(heaps[1].is_empty());
        assert_eq!(heaps[2], heaps[3]);
        assert_eq!(rules.len(), 4);
        // 4 -> {2, 1+1 = 0}.
        assert_eq!(rules.options(heaps[4][0]), [vec![], heaps[2].clone()]);
    }

    #[test]
    fn a_union_shares_what_is_equal() {
        let nim = |to| Rules::from_heaps(to, |n| (0..n).map(|m| vec![m]).collect()).0;
        let (mut small, large) = (nim(2), nim(4));
        let images = small.union(&large);
        assert_eq!(images, [vec![0], vec![1], vec![2], vec![3]]);
        assert_eq!(small, large);
        assert_eq!(small.longest_option(), 1);
    }

    #[test]
    #[should_panic(expected = "earlier generators")]
    fn an_option_must_be_there_already() {
        Rules::new().add([vec![0]]);
    }
}
