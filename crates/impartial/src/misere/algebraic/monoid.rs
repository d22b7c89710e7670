//! Presburger monoids: commutative monoids whose elements are words with integer parameters.
//!
//! An element is a^i times a *label*'s word, whose letters carry parameters: b^m c_k. A letter times an element is again an
//! element, by cases that are linear in the parameters.

use num_bigint::BigInt;

use super::tree::{Affine, Tree};

/// What kind of factor a letter is, besides a.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LetterKind {
    /// One element.
    Core,
    /// The powers u^m, m ≥ 0, of one element.
    Power,
    /// The elements f_k, k ≥ 0.
    Family,
}

/// A letter, and the heaps that have its elements as values.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Letter {
    /// What it is.
    pub kind: LetterKind,
    /// The heap whose value it is, or f_0.
    pub heap: u64,
    /// The step from the heap of f_k to that of f_(k+1); 0 for other letters.
    pub step: u64,
}

impl Letter {
    /// Whether the letter carries a parameter.
    pub fn is_indexed(&self) -> bool {
        self.kind != LetterKind::Core
    }
}

/// The words a^i w with one word w, whose letters have parameters in a domain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The letters; those with a parameter use up the parameters in order.
    pub word: Vec<usize>,
    /// Which parameters occur.
    pub domain: Tree<bool>,
}

/// What a letter makes of an element: the new element, in terms of its parameters and the index of the letter.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Image {
    /// Whether a is multiplied in.
    pub flip: bool,
    /// The new label.
    pub label: usize,
    /// The new parameters.
    pub parameters: Vec<Affine>,
}

/// An element with parameters of type N.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Word<N> {
    /// The exponent of a, modulo 2.
    pub flip: bool,
    /// The label.
    pub label: usize,
    /// The parameters.
    pub parameters: Vec<N>,
}

/// An element.
pub type Element = Word<i64>;

impl Element {
    /// The same with parameters of any size.
    pub fn to_large(&self) -> Word<BigInt> {
        let parameters = self.parameters.iter().map(|v| BigInt::from(*v)).collect();
        Word { flip: self.flip, label: self.label, parameters }
    }
}

/// A commutative monoid with a subset P, whose elements are words with integer parameters.
///
/// That the actions commute, and that words act as their elements do, is proved by the check A ([`super::verify`]), not here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PresburgerMonoid {
    /// The letters besides a.
    pub letters: Vec<Letter>,
    /// The labels; the first one is that of 1.
    pub labels: Vec<Label>,
    /// For each label and letter, what the letter makes of the elements: parameters, then the index if there is one.
    pub actions: Vec<Vec<Tree<Image>>>,
    /// For each label, without a and with a: which elements are in P.
    pub p: Vec<[Tree<bool>; 2]>,
}

impl PresburgerMonoid {
    /// The number of parameters of a label.
    pub fn dimension(&self, label: usize) -> usize {
        self.dimension_of(&self.labels[label].word)
    }

    /// The number of parameters of a word.
    pub(super) fn dimension_of(&self, word: &[usize]) -> usize {
        word.iter().filter(|letter| self.letters[**letter].is_indexed()).count()
    }

    /// The element 1.
    pub fn one(&self) -> Element {
        Element { flip: false, label: 0, parameters: vec![0; self.dimension(0)] }
    }

    /// Whether the parameters lie in the domain of the label; `None` on overflow.
    pub fn contains(&self, x: &Element) -> Option<bool> {
        self.labels[x.label].domain.at(&x.parameters).copied()
    }

    /// The element times a letter; `None` on overflow.
    pub fn act(&self, x: &Element, letter: usize, index: i64) -> Option<Element> {
        let mut point = x.parameters.clone();
        if self.letters[letter].is_indexed() {
            point.push(index);
        }
        let image = self.actions[x.label][letter].at(&point)?;
        let parameters: Option<Vec<i64>> = image.parameters.iter().map(|form| form.at(&point)).collect();
        Some(Element { flip: x.flip ^ image.flip, label: image.label, parameters: parameters? })
    }

    /// The product of two elements; `None` on overflow.
    pub fn product(&self, x: &Element, y: &Element) -> Option<Element> {
        let mut parameters = y.parameters.iter();
        let mut product = x.clone();
        product.flip ^= y.flip;
        for letter in &self.labels[y.label].word {
            let index = if self.letters[*letter].is_indexed() { *parameters.next()? } else { 0 };
            product = self.act(&product, *letter, index)?;
        }
        Some(product)
    }

    /// Whether an element is in P; `None` on overflow.
    pub fn is_p(&self, x: &Element) -> Option<bool> {
        self.p[x.label][usize::from(x.flip)].at(&x.parameters).copied()
    }

    /// The product of two elements of any size.
    pub fn large_product(&self, x: &Word<BigInt>, y: &Word<BigInt>) -> Word<BigInt> {
        let mut parameters = y.parameters.iter();
        let mut product = x.clone();
        product.flip ^= y.flip;
        for letter in &self.labels[y.label].word {
            let mut point = product.parameters.clone();
            if self.letters[*letter].is_indexed() {
                point.extend(parameters.next().cloned());
            }
            let image = self.actions[product.label][*letter].at_large(&point);
            product = Word {
                flip: product.flip ^ image.flip,
                label: image.label,
                parameters: image.parameters.iter().map(|form| form.at_large(&point)).collect(),
            };
        }
        product
    }

    /// Whether an element of any size is in P.
    pub fn is_large_p(&self, x: &Word<BigInt>) -> bool {
        *self.p[x.label][usize::from(x.flip)].at_large(&x.parameters)
    }
}
