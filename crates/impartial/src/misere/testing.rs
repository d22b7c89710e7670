//! Quotients for the tests of the structure theory, and random games for those of forms and genera.

use proptest::prelude::*;

use super::diagram::OutcomeDiagram;
use super::monoid::{BipartiteMonoid, Element};
use super::rules::{Rules, Sum};
use crate::game::forest::{Forest, Tree};
use crate::game::notation::parse;
use crate::heap::HeapCode;
use crate::integer::mex;
use crate::limits::Limits;

/// A quotient with what the theory needs to know about its generating games.
pub(crate) struct Quotient {
    pub monoid: BipartiteMonoid,
    /// For each generating game: its value, and the values of its options.
    pub games: Vec<(Element, Vec<Element>)>,
    /// Their nim-values in normal play.
    pub nimbers: Vec<u32>,
    /// The value of the last tree or heap asked for.
    pub last: Element,
}

impl Quotient {
    /// The pairs (value, nim-value).
    pub fn values(&self) -> Vec<(Element, u32)> {
        self.games.iter().map(|(value, _)| *value).zip(self.nimbers.iter().copied()).collect()
    }
}

/// Random games, as [`build_games`] reads them: for each its options, numbers of games made before.
pub(crate) fn sets_of_options() -> impl Strategy<Value = Vec<Vec<usize>>> {
    prop::collection::vec(prop::collection::vec(0_usize..30, 0..4), 2..7)
}

/// \*0 to \*3, and one game for each set of options.
pub(crate) fn build_games(forest: &mut Forest, sets: &[Vec<usize>]) -> Vec<Tree> {
    let mut made: Vec<Tree> = (0..4).map(|n| forest.nim_heap(n)).collect();
    for indices in sets {
        let options: Vec<Tree> = indices.iter().map(|i| made[i % made.len()]).collect();
        made.push(forest.set(options));
    }
    made
}

/// The quotient of all subgames of some game trees.
pub(crate) fn tree_quotient(texts: &[&str]) -> Quotient {
    let mut forest = Forest::new();
    let mut rules = Rules::new();
    let trees: Vec<_> = texts.iter().map(|text| parse(&mut forest, text).unwrap()).collect();
    let positions = rules.add_trees(&forest, &trees);
    let last = trees.last().map_or_else(Sum::new, |tree| positions[tree].clone());
    quotient(&rules, &last)
}

/// The quotient of the heaps of a game up to one heap.
pub(crate) fn heap_quotient(code: &str, to: u64) -> Quotient {
    let code: HeapCode = code.parse().unwrap();
    let (rules, heaps) = Rules::from_heaps(to, |n| code.options(n));
    quotient(&rules, &heaps[to as usize])
}

fn quotient(rules: &Rules, last: &Sum) -> Quotient {
    let mut diagram = OutcomeDiagram::new();
    let generators = 0..rules.len() as u32;
    for generator in generators.clone() {
        diagram.push(rules.options(generator), &Limits::none()).unwrap();
    }
    let (monoid, values) = diagram.quotient(&Limits::none()).unwrap();
    let value = |sum: &Sum| sum.iter().fold(0, |x, g| monoid.product(x, values[*g as usize]));
    let mut nimbers: Vec<u32> = Vec::new();
    for generator in generators.clone() {
        let nimber = |sum: &Sum| sum.iter().fold(0, |n, g| n ^ nimbers[*g as usize]);
        nimbers.push(mex(rules.options(generator).iter().map(nimber)));
    }
    let games = generators
        .map(|generator| (values[generator as usize], rules.options(generator).iter().map(value).collect()))
        .collect();
    let last = value(last);
    Quotient { games, nimbers, last, monoid }
}
