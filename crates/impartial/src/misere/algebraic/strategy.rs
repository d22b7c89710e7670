//! The proof data: how a player answers with one heap in every context, and the invariant of sums.

use super::monoid::{Element, Word};
use super::tree::{Affine, Tree};

/// One heap that a move leaves.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Part {
    /// A heap of this size.
    Fixed(u64),
    /// The regular heap pu + residue with u = form/divisor, a form in the parameters of the context and k.
    Moving {
        /// The residue.
        residue: u64,
        /// The form.
        form: Affine,
        /// 1 or 2.
        divisor: i64,
    },
}

/// A move in a heap: so many tokens taken, the heaps left but one, and the rest as the last heap.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Witness {
    /// The tokens taken.
    pub take: u64,
    /// The heaps left, but for the last.
    pub parts: Vec<Part>,
}

/// What the owner of a heap n can do in a context x.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Answer {
    /// Nothing need be done: x·Phi(n) is in P.
    IsP,
    /// A move to P.
    Move(Witness),
    /// Nothing is claimed: the context may be *unmet*.
    Unmet,
}

/// The answers for one heap, or for the regular heaps of one residue: for each label, without a and with a, a tree in the
/// parameters of the context (and k).
pub type Answers = Vec<[Tree<Answer>; 2]>;

/// The answers for all heaps.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct AllAnswers {
    /// For heaps 0, 1, … below the first that is treated by its residue; empty for a heap without moves.
    pub small: Vec<Answers>,
    /// For the residues.
    pub classes: Vec<Answers>,
}

/// The invariant J: pairs (y, x) of elements among which are all with x unmet by some position of value y.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invariant {
    /// The number of labels.
    pub labels: usize,
    /// For every label and flip of y, and every label and flip of x, a tree in the parameters of y, then of x.
    pub trees: Vec<Tree<bool>>,
}

impl Invariant {
    /// The invariant that holds for no pair.
    pub fn never(labels: usize) -> Self {
        Invariant { labels, trees: vec![Tree::Leaf(false); 4 * labels * labels] }
    }

    /// The place of the tree for the labels and flips of y and x.
    pub fn place(&self, y: (usize, bool), x: (usize, bool)) -> usize {
        (2 * y.0 + usize::from(y.1)) * 2 * self.labels + 2 * x.0 + usize::from(x.1)
    }

    /// The tree for two elements.
    pub fn tree<N, M>(&self, y: &Word<N>, x: &Word<M>) -> &Tree<bool> {
        &self.trees[self.place((y.label, y.flip), (x.label, x.flip))]
    }

    /// Whether it holds for a pair; `None` on overflow.
    pub fn at(&self, y: &Element, x: &Element) -> Option<bool> {
        let point: Vec<i64> = y.parameters.iter().chain(&x.parameters).copied().collect();
        self.tree(y, x).at(&point).copied()
    }
}
