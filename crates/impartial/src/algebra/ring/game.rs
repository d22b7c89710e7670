//! The game of a finite commutative ring: ideals and their sums with principal ones.
//!
//! A position is the ideal that has been divided out. Games are kept as sets of options, each set once, so that the many ideals
//! with the same game meet again as one tree; where the ring is a product of local rings their trees are played as a selective
//! compound [AG, Ex 2.19].

use rustc_hash::FxHashMap;

use super::finite::FiniteRing;
use crate::algebra::value::Value;
use crate::game::Game;
use crate::game::forest::{Forest, Tree};
use crate::limits::{Limits, StopReason};
use crate::subset::Subset;

/// Which elements may be chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Convention {
    /// Every element but 0; the game ends with the zero ring.
    AllElements,
    /// Every element but 0 and the units; the game ends with a field (Sawin).
    NonUnits,
}

/// The game by definition: a position is an ideal, a set of elements.
#[derive(Clone, Copy, Debug)]
pub struct RingRules<'r>(pub &'r FiniteRing, pub Convention);

impl Game for RingRules<'_> {
    type Position = Subset;

    fn options(&self, ideal: &Subset) -> Vec<Subset> {
        let RingRules(ring, convention) = self;
        let missing = ideal.complement();
        let mut options: Vec<Subset> = missing.iter().map(|a| ring.ideal(ideal.iter().chain([a]))).collect();
        options.sort_unstable();
        options.dedup();
        options.retain(|option| *convention == Convention::AllElements || !option.is_full());
        options
    }
}

/// The game on one ring, each ideal that is reached looked at once.
///
/// ```
/// use impartial::algebra::ring::{Convention, FiniteRing, IdealGame};
/// // Z/12: the nimber is the number of prime factors [AG, Ex 5.21].
/// let ring = FiniteRing::new(vec![12], |_, _| vec![1], &[1]);
/// let mut game = IdealGame::new(ring, Convention::AllElements);
/// let zero = game.zero();
/// assert_eq!(game.value(&zero, &Default::default()).unwrap().nimber, 3);
/// ```
#[derive(Debug)]
pub struct IdealGame {
    ring: FiniteRing,
    convention: Convention,
    /// 1 - e for each primitive idempotent e: dividing it out leaves a local factor.
    complements: Vec<usize>,
    /// Generators of each maximal ideal, in the same order.
    maximal: Vec<Vec<usize>>,
    forest: Forest,
    known: FxHashMap<Box<[u64]>, Tree>,
    values: Vec<Option<Value>>,
    compounds: FxHashMap<Vec<Tree>, Value>,
}

impl IdealGame {
    /// The game on a ring.
    pub fn new(ring: FiniteRing, convention: Convention) -> Self {
        let idempotents = ring.primitive_idempotents();
        let minus = |e: &usize| (0..ring.order()).find(|f| ring.sum(*e, *f) == ring.one());
        let complements = idempotents.iter().filter_map(minus).collect();
        let maximal = ring.maximal_ideals(&idempotents);
        IdealGame {
            ring,
            convention,
            complements,
            maximal,
            forest: Forest::new(),
            known: FxHashMap::default(),
            values: Vec::new(),
            compounds: FxHashMap::default(),
        }
    }

    /// The ring.
    pub fn ring(&self) -> &FiniteRing {
        &self.ring
    }

    /// The convention.
    pub fn convention(&self) -> Convention {
        self.convention
    }

    /// The zero ideal, where the game begins.
    pub fn zero(&self) -> Subset {
        Subset::singleton(self.ring.order(), 0)
    }

    /// The number of local factors of the quotient by an ideal.
    pub fn local_factors(&self, ideal: &Subset) -> usize {
        self.complements.iter().filter(|complement| !self.local(ideal, **complement).is_full()).count()
    }

    fn local(&self, ideal: &Subset, complement: usize) -> Subset {
        self.sum(ideal, &ideal.iter().map(|x| x as u32).collect::<Vec<u32>>(), complement)
    }

    /// Whether the game is played as a selective compound of local rings.
    fn splits(&self) -> bool {
        self.convention == Convention::AllElements && self.complements.len() > 1
    }

    /// The number of ideals that were looked at.
    pub fn ideals_seen(&self) -> usize {
        self.known.len()
    }

    fn sum(&self, ideal: &Subset, elements: &[u32], more: usize) -> Subset {
        let (mut set, mut elements) = (ideal.clone(), elements.to_vec());
        self.ring.extend(&mut set, &mut elements, more);
        set
    }

    /// The ideals that a move leads to, each once.
    ///
    /// By Nakayama's lemma the elements that generate J = I + (a) above I are those of J outside I + ma for every maximal
    /// ideal m with I + ma ≠ J. They need not be tried again.
    ///
    /// # Errors
    /// When a limit is reached.
    ///
    /// Cost: for each option its size, once and once more for each maximal ideal.
    pub fn options(&self, ideal: &Subset, limits: &Limits) -> Result<Vec<Subset>, StopReason> {
        let elements: Vec<u32> = ideal.iter().map(|x| x as u32).collect();
        let mut seen = ideal.clone();
        let mut options = Vec::new();
        while let Some(a) = seen.first_missing() {
            limits.poll()?;
            let option = self.sum(ideal, &elements, a);
            let mut generators = option.clone();
            for maximal in &self.maximal {
                let outside: Vec<usize> = (maximal.iter().map(|m| self.ring.product(*m, a)))
                    .filter(|product| !ideal.contains(*product))
                    .collect();
                if outside.is_empty() {
                    generators.subtract(ideal);
                    continue;
                }
                let (mut smaller, mut list) = (ideal.clone(), elements.clone());
                for product in outside {
                    self.ring.extend(&mut smaller, &mut list, product);
                }
                if smaller != option {
                    generators.subtract(&smaller);
                }
            }
            debug_assert!(generators.contains(a), "an element generates what it generates");
            seen.union_with(&generators);
            if self.convention == Convention::AllElements || !option.is_full() {
                options.push(option);
            }
        }
        Ok(options)
    }

    /// The game above an ideal as a tree.
    fn tree(&mut self, ideal: &Subset, limits: &Limits) -> Result<Tree, StopReason> {
        if let Some(known) = self.known.get(ideal.words()) {
            return Ok(*known);
        }
        limits.poll_positions(self.known.len() as u64)?;
        let mut trees: Vec<Tree> = Vec::new();
        for option in self.options(ideal, limits)? {
            let tree = self.tree(&option, limits)?;
            if !trees.contains(&tree) {
                trees.push(tree);
            }
        }
        let tree = self.forest.set(trees);
        self.known.insert(ideal.words().into(), tree);
        Ok(tree)
    }

    fn value_of_tree(&mut self, tree: Tree) -> Value {
        self.values.resize(self.forest.len(), None);
        if let Some(known) = self.values[tree.index()] {
            return known;
        }
        let options = self.forest.options(tree).to_vec();
        let value = Value::of(options.into_iter().map(|option| self.value_of_tree(option)));
        self.values[tree.index()] = Some(value);
        value
    }

    /// The value of the selective compound of trees, sorted and none over.
    fn compound(&mut self, trees: &[Tree], limits: &Limits) -> Result<Value, StopReason> {
        match trees {
            [] => return Ok(Value::END),
            [one] => return Ok(self.value_of_tree(*one)),
            _ => {}
        }
        if let Some(known) = self.compounds.get(trees) {
            return Ok(*known);
        }
        limits.poll_positions(self.compounds.len() as u64)?;
        let mut chosen: Vec<Vec<Tree>> = vec![Vec::new()];
        for tree in trees {
            let choices: Vec<Tree> =
                std::iter::once(*tree).chain(self.forest.options(*tree).iter().copied()).collect();
            chosen = chosen
                .iter()
                .flat_map(|start| choices.iter().map(|next| [start.as_slice(), &[*next]].concat()))
                .collect();
        }
        let mut options: Vec<Vec<Tree>> = chosen
            .into_iter()
            .map(|mut option| {
                option.retain(|tree| *tree != Tree::ZERO);
                option.sort_unstable();
                option
            })
            .collect();
        options.sort_unstable();
        options.dedup();
        options.retain(|option| option != trees);
        let mut values = Vec::with_capacity(options.len());
        for option in &options {
            values.push(self.compound(option, limits)?);
        }
        let value = Value::of(values);
        self.compounds.insert(trees.to_vec(), value);
        Ok(value)
    }

    /// The value of the quotient by an ideal.
    ///
    /// # Errors
    /// When a limit is reached; asking again goes on.
    pub fn value(&mut self, ideal: &Subset, limits: &Limits) -> Result<Value, StopReason> {
        if !self.splits() {
            let tree = self.tree(ideal, limits)?;
            return Ok(self.value_of_tree(tree));
        }
        let mut trees = Vec::with_capacity(self.complements.len());
        for complement in self.complements.clone() {
            let local = self.local(ideal, complement);
            trees.push(self.tree(&local, limits)?);
        }
        trees.retain(|tree| *tree != Tree::ZERO);
        trees.sort_unstable();
        self.compound(&trees, limits)
    }

    /// The value of each local factor of the quotient by an ideal that is not 0.
    ///
    /// # Errors
    /// When a limit is reached; asking again goes on.
    pub fn local_values(
        &mut self,
        ideal: &Subset,
        limits: &Limits,
    ) -> Result<Vec<(usize, Value)>, StopReason> {
        let mut values = Vec::new();
        for complement in self.complements.clone() {
            let local = self.local(ideal, complement);
            if !local.is_full() {
                let tree = self.tree(&local, limits)?;
                values.push((self.ring.order() / local.count(), self.value_of_tree(tree)));
            }
        }
        Ok(values)
    }

    /// A few elements that generate an ideal.
    pub fn generators(&self, ideal: &Subset) -> Vec<usize> {
        if let Some(alone) = ideal.iter().skip(1).find(|a| self.ring.ideal([*a]) == *ideal) {
            return vec![alone];
        }
        let mut chosen = Vec::new();
        let (mut set, mut elements) = (self.zero(), vec![0]);
        while let Some(element) = ideal.difference(&set).first() {
            chosen.push(element);
            self.ring.extend(&mut set, &mut elements, element);
        }
        chosen
    }
}
