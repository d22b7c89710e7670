//! The game of a finite commutative ring: ideals and their sums with principal ones.
//!
//! A position is the ideal that has been divided out. Where the ring is a product of local rings, these are played as a selective compound
//! [AG, Ex 2.19].

use rustc_hash::FxHashMap;

use super::finite::FiniteRing;
use super::ground::quotient;
use super::ideals::{IdealBasis, Ideals};
use crate::algebra::compound::Compounds;
use crate::algebra::value::Value;
use crate::game::Game;
use crate::game::forest::Tree;
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
    whole: Ideals,
    convention: Convention,
    /// The local factors, when the game is played as their selective compound; otherwise the ring itself.
    parts: Vec<Part>,
    compounds: Compounds,
}

/// A quotient of the ring that is played on its own.
#[derive(Debug)]
struct Part {
    ideals: Ideals,
    /// The images of the additive generators; none for the ring itself.
    images: Option<Vec<usize>>,
    known: FxHashMap<IdealBasis, Tree>,
}

impl Part {
    fn new(ideals: Ideals, images: Option<Vec<usize>>) -> Self {
        Part { ideals, images, known: FxHashMap::default() }
    }

    /// The image of an ideal of the ring.
    fn image(&self, whole: &Ideals, ideal: &IdealBasis) -> IdealBasis {
        let Some(images) = &self.images else { return *ideal };
        let additive = self.ideals.ring().additive();
        let image = |x: usize| {
            let residues = whole.ring().additive().residues(x);
            let terms = residues.into_iter().zip(images).map(|(k, image)| additive.multiple(k, *image));
            terms.fold(0, |sum, term| additive.sum(sum, term))
        };
        self.ideals.with(&self.ideals.zero(), whole.generators(ideal).map(image))
    }
}

impl IdealGame {
    /// The game on a ring.
    pub fn new(ring: FiniteRing, convention: Convention) -> Self {
        let idempotents = ring.primitive_idempotents();
        let whole = Ideals::new(ring, &idempotents);
        let ring = whole.ring();
        let parts = if convention == Convention::AllElements && idempotents.len() > 1 {
            let part = |e: &usize| {
                let complement = (0..ring.order()).find(|f| ring.sum(*e, *f) == ring.one());
                let (local, images) = quotient(ring, complement.expect("1 - e is an element"));
                let one = local.one();
                Part::new(Ideals::new(local, &[one]), Some(images))
            };
            idempotents.iter().map(part).collect()
        } else {
            vec![Part::new(whole.clone(), None)]
        };
        IdealGame { whole, convention, parts, compounds: Compounds::new() }
    }

    /// The ring.
    pub fn ring(&self) -> &FiniteRing {
        self.whole.ring()
    }

    /// The convention.
    pub fn convention(&self) -> Convention {
        self.convention
    }

    /// The zero ideal, where the game begins.
    pub fn zero(&self) -> Subset {
        Subset::singleton(self.ring().order(), 0)
    }

    /// The number of factors of the quotient by an ideal that are played as a selective compound.
    pub fn local_factors(&self, ideal: &Subset) -> usize {
        let ideal = self.whole.of_elements(ideal);
        let is_left = |part: &&Part| !part.ideals.is_everything(&part.image(&self.whole, &ideal));
        self.parts.iter().filter(is_left).count()
    }

    /// The number of ideals that were looked at.
    pub fn ideals_seen(&self) -> usize {
        self.parts.iter().map(|part| part.known.len()).sum()
    }

    /// The ideals that a move leads to, each once.
    ///
    /// # Errors
    /// When a limit is reached.
    ///
    /// Cost: that of [`Ideals::principal_above`].
    pub fn options(&self, ideal: &Subset, limits: &Limits) -> Result<Vec<Subset>, StopReason> {
        let options = allowed(&self.whole, &self.whole.of_elements(ideal), self.convention, limits)?;
        Ok(options.iter().map(|option| self.whole.elements(option)).collect())
    }

    /// The game above an ideal of a part as a tree.
    fn tree(&mut self, part: usize, ideal: &IdealBasis, limits: &Limits) -> Result<Tree, StopReason> {
        if let Some(known) = self.parts[part].known.get(ideal) {
            return Ok(*known);
        }
        limits.poll_positions(self.ideals_seen() as u64)?;
        let tree = match self.parts[part].ideals.square_zero_dimension(ideal) {
            Some(dimension) => self.vector_space(dimension),
            None => {
                let options = allowed(&self.parts[part].ideals, ideal, self.convention, limits)?;
                let mut trees = Vec::with_capacity(options.len());
                for option in options {
                    trees.push(self.tree(part, &option, limits)?);
                }
                self.compounds.set(trees)
            }
        };
        self.parts[part].known.insert(*ideal, tree);
        Ok(tree)
    }

    /// The game on K ⊕ V, where V has this dimension: a unit ends it, any other element leaves a dimension less.
    fn vector_space(&mut self, dimension: u32) -> Tree {
        let unit = (self.convention == Convention::AllElements).then_some(Tree::ZERO);
        let mut tree = self.compounds.set(unit.into_iter().collect());
        for _ in 0..dimension {
            tree = self.compounds.set(unit.into_iter().chain([tree]).collect());
        }
        tree
    }

    /// The value of the quotient by an ideal.
    ///
    /// # Errors
    /// When a limit is reached; asking again goes on.
    pub fn value(&mut self, ideal: &Subset, limits: &Limits) -> Result<Value, StopReason> {
        let ideal = self.whole.of_elements(ideal);
        let mut trees = Vec::with_capacity(self.parts.len());
        for part in 0..self.parts.len() {
            let image = self.parts[part].image(&self.whole, &ideal);
            trees.push(self.tree(part, &image, limits)?);
        }
        self.compounds.value(trees, limits)
    }

    /// The order and the value of each factor of the quotient by an ideal that is played in the selective compound and not over.
    ///
    /// # Errors
    /// When a limit is reached; asking again goes on.
    pub fn local_values(
        &mut self,
        ideal: &Subset,
        limits: &Limits,
    ) -> Result<Vec<(usize, Value)>, StopReason> {
        let ideal = self.whole.of_elements(ideal);
        let mut values = Vec::new();
        for part in 0..self.parts.len() {
            let image = self.parts[part].image(&self.whole, &ideal);
            if !self.parts[part].ideals.is_everything(&image) {
                let tree = self.tree(part, &image, limits)?;
                values.push((self.parts[part].ideals.index(&image), self.compounds.value_of_tree(tree)));
            }
        }
        Ok(values)
    }

    /// A few elements that generate an ideal.
    pub fn generators(&self, ideal: &Subset) -> Vec<usize> {
        let whole = self.whole.of_elements(ideal);
        let mut found = self.whole.zero();
        let is_all = |a: &usize| self.whole.with(&self.whole.zero(), [*a]) == whole;
        if let Some(alone) = ideal.iter().skip(1).find(is_all) {
            return vec![alone];
        }
        let mut chosen = Vec::new();
        while found != whole {
            let missing = ideal.difference(&self.whole.elements(&found)).first();
            let element = missing.expect("a smaller ideal lacks an element");
            chosen.push(element);
            found = self.whole.with(&found, [element]);
        }
        chosen
    }
}

/// The ideals that a move may lead to.
fn allowed(
    ideals: &Ideals,
    ideal: &IdealBasis,
    convention: Convention,
    limits: &Limits,
) -> Result<Vec<IdealBasis>, StopReason> {
    let mut options = ideals.principal_above(ideal, limits)?;
    if convention == Convention::NonUnits {
        options.retain(|option| !ideals.is_everything(option));
    }
    Ok(options)
}
