//! Selective compounds of the games of the factors of a product.
//!
//! Games of factors are kept as sets of options, each set once, so that the many quotients with the same game meet as one tree. The nimber
//! of a compound does not follow from those of its components [AG, Remark 3.19]; it follows from their trees.

use rustc_hash::FxHashMap;

use super::abelian::{AbelianType, AbelianValues};
use super::value::Value;
use crate::game::forest::{Forest, Tree};
use crate::limits::{Limits, StopReason};

/// What a search finds out about a position from what it knows about the options.
pub(super) trait Evaluation {
    /// What it finds out.
    type Result: Copy + std::fmt::Debug + PartialEq;

    /// That of a finite abelian group.
    fn abelian(&mut self, group: &AbelianType) -> Self::Result;

    /// That of a position whose options have these.
    fn of_options(&mut self, options: Vec<Self::Result>) -> Self::Result;
}

/// Games as trees, and the values of their selective compounds.
///
/// ```
/// use impartial::algebra::Compounds;
/// use impartial::game::Tree;
/// let mut compounds = Compounds::new();
/// // K and K ⊕ V with dim V = 2 both have nimber 1, and their compounds differ [AG, Ex 5.23].
/// let field = compounds.set(vec![Tree::ZERO]);
/// let line = compounds.set(vec![Tree::ZERO, field]);
/// let plane = compounds.set(vec![Tree::ZERO, line]);
/// let mut nimber = |parts: Vec<Tree>| compounds.value(parts, &Default::default()).unwrap().nimber;
/// assert_eq!([nimber(vec![field]), nimber(vec![plane])], [1, 1]);
/// assert_eq!([nimber(vec![field, field]), nimber(vec![plane, field])], [2, 4]);
/// ```
#[derive(Debug, Default)]
pub struct Compounds {
    forest: Forest,
    abelian: FxHashMap<AbelianType, Tree>,
    values: Vec<Option<Value>>,
    compounds: FxHashMap<Vec<Tree>, Value>,
}

impl Compounds {
    /// No games yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// The game with these options.
    pub fn set(&mut self, options: Vec<Tree>) -> Tree {
        self.forest.set(options)
    }

    /// The value of one game.
    pub fn value_of_tree(&mut self, tree: Tree) -> Value {
        self.values.resize(self.forest.len(), None);
        if let Some(known) = self.values[tree.index()] {
            return known;
        }
        let options = self.forest.options(tree).to_vec();
        let value = Value::of(options.into_iter().map(|option| self.value_of_tree(option)));
        self.values[tree.index()] = Some(value);
        value
    }

    /// The value of the selective compound of some games.
    ///
    /// # Errors
    /// When a limit is reached; asking again goes on.
    ///
    /// Cost: for each compound of positions that is met, the product of the numbers of their options.
    pub fn value(&mut self, mut parts: Vec<Tree>, limits: &Limits) -> Result<Value, StopReason> {
        parts.retain(|tree| *tree != Tree::ZERO);
        parts.sort_unstable();
        self.compound(&parts, limits)
    }

    /// The same for trees that are sorted, none of them over.
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
}

impl Evaluation for Compounds {
    type Result = Tree;

    fn abelian(&mut self, group: &AbelianType) -> Tree {
        if let Some(known) = self.abelian.get(group) {
            return *known;
        }
        let options: Vec<Tree> = group.options().iter().map(|option| self.abelian(option)).collect();
        let tree = self.forest.set(options);
        self.abelian.insert(group.clone(), tree);
        tree
    }

    fn of_options(&mut self, options: Vec<Tree>) -> Tree {
        self.forest.set(options)
    }
}

impl Evaluation for AbelianValues {
    type Result = Value;

    fn abelian(&mut self, group: &AbelianType) -> Value {
        self.of(group)
    }

    fn of_options(&mut self, options: Vec<Value>) -> Value {
        Value::of(options)
    }
}
