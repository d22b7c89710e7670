//! The genus of a game: its nim-value in normal play and its nim-values in misère play beside heaps of two.
//!
//! Write g⁺(G) for the nim-value and g⁻(G) for the misère nim-value, defined by g⁻(0) = 1 and
//! g⁻(G) = mex{g⁻(G')} otherwise, so that G is a misère P-position exactly when g⁻(G) = 0. The *genus* of G is
//!
//! > g^(g₀ g₁ g₂ …) with g = g⁺(G) and gₙ = g⁻(G + n·\*2).
//!
//! From some place on the superscript alternates between a number x and x xor 2, and is printed up to the first such
//! pair: 0 has genus `0^120`, \* has `1^031`, \*2 has `2^20`.
//! Source: Conway, *On Numbers and Games*, chapter 12; *Winning Ways*, chapter 13.

use std::fmt;

use rustc_hash::FxHashMap;

use crate::game::forest::{Forest, Tree};
use crate::integer::mex;

/// The genus of a game.
///
/// Invariants:
/// 1. the superscript has at least two entries, and the last two differ by exclusive or with 2;
/// 2. it is the shortest that describes the whole sequence: no earlier entry from which on it already alternates.
///
/// ```
/// use impartial::misere::Genus;
/// let zero = Genus::of_options([]);
/// let star = Genus::of_options([&zero]);
/// let two = Genus::of_options([&zero, &star]);
/// assert_eq!([&zero, &star, &two].map(ToString::to_string), ["0^120", "1^031", "2^20"]);
/// assert_eq!(two.superscript(5), 0);
/// ```
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Genus {
    base: u32,
    superscript: Vec<u32>,
}

impl Genus {
    /// The genus of a game from the genera of its options.
    ///
    /// The options of G + n·\*2 are the G' + n·\*2, G + (n-1)·\*2 and G + \* + (n-1)·\*2, and g⁻(X + \*) = g⁻(X) xor 1 for
    /// every X (by induction: the options of X + \* have the values g⁻(X') xor 1 and g⁻(X)). Hence
    /// gₙ(G) = mex({gₙ(G')} ∪ {gₙ₋₁(G), gₙ₋₁(G) xor 1}).
    ///
    /// Cost: (entries of the result) × (options).
    pub fn of_options<'a>(options: impl IntoIterator<Item = &'a Genus>) -> Genus {
        let options: Vec<&Genus> = options.into_iter().collect();
        let base = mex(options.iter().map(|option| option.base));
        let settled = options.iter().map(|option| option.superscript.len() - 2).max().unwrap_or(0);
        let first =
            if options.is_empty() { 1 } else { mex(options.iter().map(|option| option.superscript(0))) };
        let mut superscript = vec![first];
        loop {
            let n = superscript.len();
            let before = superscript[n - 1];
            let beside = options.iter().map(|option| option.superscript(n));
            superscript.push(mex(beside.chain([before, before ^ 1])));
            // The same inputs two steps apart from the same state: from here on the sequence has period two.
            if n >= settled + 3 && superscript[n] == superscript[n - 2] {
                return Genus::new(base, superscript);
            }
        }
    }

    /// The genus with the given entries, after which the superscript goes on with the last two for ever.
    pub(super) fn new(base: u32, mut superscript: Vec<u32>) -> Genus {
        let alternates = |pair: &[u32]| pair[1] == pair[0] ^ 2;
        debug_assert!(superscript.len() >= 2 && alternates(&superscript[superscript.len() - 2..]));
        while superscript.len() > 2 && alternates(&superscript[superscript.len() - 3..]) {
            superscript.pop();
        }
        Genus { base, superscript }
    }

    /// The nim-value in normal play.
    pub fn base(&self) -> u32 {
        self.base
    }

    /// The entry gₙ: the misère nim-value of G + n·\*2. Entry 0 is that of G itself.
    pub fn superscript(&self, n: usize) -> u32 {
        let last = self.superscript.len() - 1;
        if n <= last { self.superscript[n] } else { self.superscript[last - ((n - last) & 1)] }
    }

    /// The entries up to the first pair from which on the superscript alternates.
    pub fn entries(&self) -> &[u32] {
        &self.superscript
    }

    /// The genus of G + \*: every entry exclusive or 1.
    #[must_use]
    pub fn plus_star(&self) -> Genus {
        let superscript = self.superscript.iter().map(|x| x ^ 1).collect();
        Genus { base: self.base ^ 1, superscript }
    }

    /// The genus of G + \*2: the superscript without its first entry.
    #[must_use]
    pub fn plus_two(&self) -> Genus {
        let superscript = (1..=self.superscript.len()).map(|n| self.superscript(n)).collect();
        Genus::new(self.base ^ 2, superscript)
    }

    /// The genus of a position of Nim with nim-sum `base`: fickle when every heap is 0 or 1, otherwise firm.
    pub fn of_nim(base: u32, fickle: bool) -> Genus {
        if fickle {
            let zero = Genus { base: 0, superscript: vec![1, 2, 0] };
            return if base & 1 == 0 { zero } else { zero.plus_star() };
        }
        Genus { base, superscript: vec![base, base ^ 2] }
    }

    /// Whether some position of Nim has this genus: `0^120`, `1^031`, or `n^n…`.
    pub fn is_tame(&self) -> bool {
        *self == Genus::of_nim(self.base, self.base < 2 && self.superscript[0] != self.base)
    }
}

impl fmt::Display for Genus {
    /// `2^1420`; with entries above 9, `8^(8 10)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}^", self.base)?;
        if self.superscript.iter().all(|x| *x < 10) {
            return self.superscript.iter().try_for_each(|x| write!(f, "{x}"));
        }
        write!(f, "(")?;
        for (place, x) in self.superscript.iter().enumerate() {
            write!(f, "{}{x}", if place > 0 { " " } else { "" })?;
        }
        write!(f, ")")
    }
}

impl fmt::Debug for Genus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// How far a game, in the form given, is from playing like Nim when summed with its like.
#[doc(alias = "half-tame")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Temper {
    /// Plays like a position of Nim with all heaps 0 or 1: all options are tame and (g⁺, g⁻) is (0, 1) or (1, 0).
    Fickle,
    /// Plays like a position of Nim with a heap of two or more: all options are tame and g⁺ = g⁻.
    Firm,
    /// All options are tame, g⁺ is 0 or 1 and g⁻ is larger.
    Restive,
    /// All options are tame, g⁻ is 0 or 1 and g⁺ is larger.
    Restless,
    /// Some option is not tame.
    Wild,
}

impl Temper {
    /// Fickle or firm: sums of tame games are tame, and their genera add as in Nim.
    pub fn is_tame(self) -> bool {
        matches!(self, Temper::Fickle | Temper::Firm)
    }

    /// The temper of a game with genus `genus` whose options are all tame, or not.
    ///
    /// With tame options the pair (g⁺, g⁻) cannot have two different entries above 1: g⁺ and g⁻ exclude the same values
    /// among those above 1, so both are the same such value, or one of them is 0 or 1.
    pub fn of(genus: &Genus, options_are_tame: bool) -> Temper {
        match (genus.base, genus.superscript[0]) {
            _ if !options_are_tame => Temper::Wild,
            (0, 1) | (1, 0) => Temper::Fickle,
            (g, h) if g == h => Temper::Firm,
            (0 | 1, _) => Temper::Restive,
            (_, 0 | 1) => Temper::Restless,
            (g, h) => unreachable!("a game with tame options has no genus {g}^{h}…"),
        }
    }
}

impl fmt::Display for Temper {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Temper::Fickle | Temper::Firm => "tame",
            Temper::Restive => "restive",
            Temper::Restless => "restless",
            Temper::Wild => "wild",
        })
    }
}

/// The genera and tempers of the games of one [`Forest`], each computed once.
///
/// ```
/// use impartial::game::{Forest, notation::parse};
/// use impartial::misere::{Genera, Temper};
/// let mut forest = Forest::new();
/// let tree = parse(&mut forest, "*2_+1").unwrap();
/// let mut genera = Genera::default();
/// assert_eq!(genera.genus(&forest, tree).to_string(), "2^1420");
/// assert_eq!(genera.temper(&forest, tree), Temper::Restless);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Genera {
    known: FxHashMap<Tree, (Genus, Temper)>,
}

impl Genera {
    /// The genus of a game. Cost: one pass over its subgames.
    pub fn genus(&mut self, forest: &Forest, tree: Tree) -> &Genus {
        &self.both(forest, tree).0
    }

    /// The temper of a game, in the form given: a canonical form may be tamer.
    pub fn temper(&mut self, forest: &Forest, tree: Tree) -> Temper {
        self.both(forest, tree).1
    }

    fn both(&mut self, forest: &Forest, tree: Tree) -> &(Genus, Temper) {
        if !self.known.contains_key(&tree) {
            for subtree in forest.subtrees(tree) {
                if !self.known.contains_key(&subtree) {
                    let options = || forest.options(subtree).iter().map(|option| &self.known[option]);
                    let genus = Genus::of_options(options().map(|(genus, _)| genus));
                    let temper = Temper::of(&genus, options().all(|(_, temper)| temper.is_tame()));
                    self.known.insert(subtree, (genus, temper));
                }
            }
        }
        &self.known[&tree]
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::game::notation::parse;
    use crate::limits::Limits;
    use crate::misere::testing::{build_games, sets_of_options};

    /// g⁻ by its definition.
    fn misere_value(forest: &Forest, tree: Tree, known: &mut FxHashMap<Tree, u32>) -> u32 {
        for subtree in forest.subtrees(tree) {
            if !known.contains_key(&subtree) {
                let options = forest.options(subtree);
                let value =
                    if options.is_empty() { 1 } else { mex(options.iter().map(|option| known[option])) };
                known.insert(subtree, value);
            }
        }
        known[&tree]
    }

    #[test]
    fn genera_of_small_games() {
        let mut forest = Forest::new();
        let mut genera = Genera::default();
        for (text, genus, temper) in [
            ("0", "0^120", "tame"),
            ("*", "1^031", "tame"),
            ("*2", "2^20", "tame"),
            ("*3", "3^31", "tame"),
            ("*7", "7^75", "tame"),
            ("*8", "8^(8 10)", "tame"),
            ("*2_+", "0^02", "tame"),
            ("*3_+", "0^02", "tame"),
            ("*2_+1", "2^1420", "restless"),
            ("*2_+0", "1^20", "restive"),
            ("*(32)", "0^02", "tame"),
            ("{*2_+1}", "0^02", "wild"),
        ] {
            let tree = parse(&mut forest, text).unwrap();
            assert_eq!(genera.genus(&forest, tree).to_string(), genus, "{text}");
            assert_eq!(genera.temper(&forest, tree).to_string(), temper, "{text}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(60))]

        /// Fails when an entry differs from g⁻(G + n·*2) by the definition, also where the superscript already alternates.
        #[test]
        fn entries_by_definition(sets in sets_of_options()) {
            let mut forest = Forest::new();
            let mut genera = Genera::default();
            let (mut values, limits) = (FxHashMap::default(), Limits::none());
            let two = forest.nim_heap(2);
            for tree in build_games(&mut forest, &sets) {
                let genus = genera.genus(&forest, tree).clone();
                prop_assert_eq!(genus.superscript(0), misere_value(&forest, tree, &mut values));
                let mut sum = tree;
                for n in 0..genus.entries().len() + 2 {
                    prop_assert_eq!(genus.superscript(n), misere_value(&forest, sum, &mut values));
                    sum = forest.sum(sum, two, &limits).unwrap();
                }
                let star = forest.nim_heap(1);
                let (with_star, with_two) =
                    (forest.sum(tree, star, &limits).unwrap(), forest.sum(tree, two, &limits).unwrap());
                prop_assert_eq!(genera.genus(&forest, with_star), &genus.plus_star());
                prop_assert_eq!(genera.genus(&forest, with_two), &genus.plus_two());
            }
        }

        /// Fails when the sum of two tame games does not have the genus of the sum of Nim positions.
        #[test]
        fn tame_games_add_like_nim(sets in sets_of_options()) {
            let mut forest = Forest::new();
            let mut genera = Genera::default();
            let trees = build_games(&mut forest, &sets);
            let tempers: Vec<Temper> = trees.iter().map(|&tree| genera.temper(&forest, tree)).collect();
            let tame: Vec<usize> = (0..trees.len()).filter(|&i| tempers[i].is_tame()).collect();
            for &i in &tame {
                for &j in tame.iter().rev().take(3) {
                    let sum = forest.sum(trees[i], trees[j], &Limits::none()).unwrap();
                    let base = genera.genus(&forest, trees[i]).base() ^ genera.genus(&forest, trees[j]).base();
                    let fickle = tempers[i] == Temper::Fickle && tempers[j] == Temper::Fickle;
                    prop_assert_eq!(genera.genus(&forest, sum), &Genus::of_nim(base, fickle));
                    prop_assert!(genera.temper(&forest, sum).is_tame());
                }
            }
        }
    }
}
