//! Decision trees on linear forms: how functions of integer parameters are written down.
//!
//! A tree asks a [`Test`] at every branch, "this linear form is at most c" or "this linear form is even", and ends in a leaf.
//! Sets and functions that can be written so, with affine forms at the leaves, are definable in Presburger's arithmetic.

use num_bigint::BigInt;

/// A linear form and a constant, c + Σ a_i v_i, in the parameters v_i of a tree.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Affine {
    /// The a_i.
    pub coefficients: Vec<i64>,
    /// c.
    pub constant: i64,
}

impl Affine {
    /// The constant form.
    pub fn constant(dimension: usize, constant: i64) -> Self {
        Affine { coefficients: vec![0; dimension], constant }
    }

    /// The form v_i + c.
    pub fn variable(dimension: usize, variable: usize, constant: i64) -> Self {
        let mut form = Self::constant(dimension, constant);
        form.coefficients[variable] = 1;
        form
    }

    /// The value at a point; `None` on overflow.
    pub fn at(&self, point: &[i64]) -> Option<i64> {
        let mut sum = self.constant;
        for (a, v) in self.coefficients.iter().zip(point) {
            sum = sum.checked_add(a.checked_mul(*v)?)?;
        }
        Some(sum)
    }

    /// The value at a point of any size.
    pub fn at_large(&self, point: &[BigInt]) -> BigInt {
        self.coefficients.iter().zip(point).filter(|(a, _)| **a != 0).map(|(a, v)| v * a).sum::<BigInt>()
            + self.constant
    }
}

/// What a branch asks of a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Asked {
    /// Whether it is at most 0.
    AtMostZero,
    /// Whether it is even.
    Even,
}

/// A question that a branch asks about the parameters.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Test {
    /// The form.
    pub form: Affine,
    /// What is asked of it.
    pub asked: Asked,
}

impl Test {
    /// The answer at a point; `None` on overflow.
    pub fn at(&self, point: &[i64]) -> Option<bool> {
        let value = self.form.at(point)?;
        Some(match self.asked {
            Asked::AtMostZero => value <= 0,
            Asked::Even => value % 2 == 0,
        })
    }

    /// The answer at a point of any size.
    pub fn at_large(&self, point: &[BigInt]) -> bool {
        let value = self.form.at_large(point);
        match self.asked {
            Asked::AtMostZero => value <= BigInt::ZERO,
            Asked::Even => !value.bit(0),
        }
    }
}

/// A function of integer parameters, by cases.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Tree<T> {
    /// The value.
    Leaf(T),
    /// A test with the trees for "yes" and "no".
    Branch(Box<Branch<T>>),
}

/// A test with the trees for its answers.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Branch<T> {
    /// The test.
    pub test: Test,
    /// Where it holds.
    pub yes: Tree<T>,
    /// Where it does not.
    pub no: Tree<T>,
}

impl<T> Tree<T> {
    /// The tree that tests first.
    pub fn branch(test: Test, yes: Tree<T>, no: Tree<T>) -> Self {
        Tree::Branch(Box::new(Branch { test, yes, no }))
    }

    /// The leaf at a point; `None` on overflow. Cost: the depth of the tree times the number of parameters.
    pub fn at(&self, point: &[i64]) -> Option<&T> {
        let mut tree = self;
        loop {
            match tree {
                Tree::Leaf(leaf) => return Some(leaf),
                Tree::Branch(branch) => {
                    tree = if branch.test.at(point)? { &branch.yes } else { &branch.no };
                }
            }
        }
    }

    /// The leaf at a point of any size.
    pub fn at_large(&self, point: &[BigInt]) -> &T {
        let mut tree = self;
        loop {
            match tree {
                Tree::Leaf(leaf) => return leaf,
                Tree::Branch(branch) => {
                    tree = if branch.test.at_large(point) { &branch.yes } else { &branch.no };
                }
            }
        }
    }

    /// The leaves, from left to right.
    pub fn leaves(&self) -> Vec<&T> {
        let mut leaves = Vec::new();
        let mut stack = vec![self];
        while let Some(tree) = stack.pop() {
            match tree {
                Tree::Leaf(leaf) => leaves.push(leaf),
                Tree::Branch(branch) => stack.extend([&branch.no, &branch.yes]),
            }
        }
        leaves
    }

    /// The tree with other leaves.
    pub fn map<U>(self, change: &mut impl FnMut(T) -> Tree<U>) -> Tree<U> {
        match self {
            Tree::Leaf(leaf) => change(leaf),
            Tree::Branch(branch) => {
                let Branch { test, yes, no } = *branch;
                let yes = yes.map(change);
                Tree::branch(test, yes, no.map(change))
            }
        }
    }
}

impl Tree<bool> {
    /// Whether no leaf is true.
    pub fn is_never(&self) -> bool {
        self.leaves().iter().all(|leaf| !**leaf)
    }
}
