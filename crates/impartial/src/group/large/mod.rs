//! Groups whose elements are not listed: products of cyclic groups, generalised dihedral groups, and groups of permutations
//! with a stabiliser chain.
//!
//! | file | idea |
//! |---|---|
//! | [`build`] | from the text of a group |
//! | [`element`] | elements, and how they are written |
//! | [`classes`] | centralisers and conjugacy classes by backtracking |

mod build;
mod classes;
mod element;

use num_bigint::BigUint;

pub(crate) use classes::orbit_of;
pub use classes::{LargeClass, LargeClasses};
pub use element::LargeElement;

use super::chain::StabilizerChain;
use super::error::GroupError;
use super::permutation::Permutation;
use super::sims::Chance;
use crate::limits::{Limits, StopReason};

/// A finite group of any order, without a list of its elements.
///
/// ```
/// use impartial::group::LargeGroup;
/// let limits = Default::default();
/// let m24 = LargeGroup::parse("M24", &limits)?.unwrap();
/// assert_eq!(m24.order().to_string(), "244823040");
/// let z = LargeGroup::parse("Z2^100", &limits)?.unwrap();
/// assert_eq!(z.order().bits(), 101);
/// # Ok::<(), impartial::group::GroupError>(())
/// ```
#[derive(Clone, Debug)]
pub struct LargeGroup {
    shape: LargeShape,
    order: BigUint,
}

/// What the elements of a large group are.
#[derive(Clone, Debug)]
pub enum LargeShape {
    /// Tuples of residues: a product of cyclic groups of these orders.
    Abelian(Vec<u64>),
    /// Such tuples, and reflections that invert them: Dih(A).
    Dihedral(Vec<u64>),
    /// All permutations of so many points, five at least.
    Symmetric(usize),
    /// The even permutations of so many points, five at least.
    Alternating(usize),
    /// The permutations that some generate.
    Permutations(PermutedPoints),
}

/// A group of permutations with its chain.
#[derive(Clone, Debug)]
pub struct PermutedPoints {
    pub(crate) generators: Vec<Permutation>,
    pub(crate) chain: StabilizerChain,
}

impl LargeGroup {
    /// The group that a text names; `None` when its elements are known in no form that this type has.
    ///
    /// # Errors
    /// When the text names no group, or a limit is reached.
    pub fn parse(text: &str, limits: &Limits) -> Result<Option<Self>, GroupError> {
        let expression = super::parse::read(text)?;
        Ok(build::shape(&expression, text, limits)?.map(LargeGroup::from))
    }

    /// The group that a text names, if it has more than `least` elements; `None` for a smaller one, and for one whose order is
    /// not known before its elements are listed.
    ///
    /// # Errors
    /// As [`parse`](Self::parse).
    pub fn parse_larger(text: &str, least: usize, limits: &Limits) -> Result<Option<Self>, GroupError> {
        let expression = super::parse::read(text)?;
        let least = BigUint::from(least);
        if build::order(&expression).is_some_and(|order| order <= least) {
            return Ok(None);
        }
        if !build::is_quick(&expression) {
            return Ok(None);
        }
        let group = build::shape(&expression, text, limits)?.map(LargeGroup::from);
        Ok(group.filter(|group| group.order > least))
    }

    /// The group that permutations generate; `None` when they have too many points.
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn from_permutations(
        generators: &[Permutation],
        limits: &Limits,
    ) -> Result<Option<Self>, StopReason> {
        let degree = generators.iter().map(Permutation::degree).max().unwrap_or(1).max(1);
        let generators = generators.iter().map(|generator| generator.extended(degree)).collect();
        Ok(build::of_points(degree, generators, None, limits)?.map(LargeGroup::from))
    }

    /// What its elements are.
    pub fn shape(&self) -> &LargeShape {
        &self.shape
    }

    /// The number of elements.
    pub fn order(&self) -> &BigUint {
        &self.order
    }

    /// Whether the order is even.
    pub fn is_even(&self) -> bool {
        !self.order.bit(0)
    }
}

impl From<LargeShape> for LargeGroup {
    fn from(shape: LargeShape) -> Self {
        let one = BigUint::from(1u32);
        let factorial = |n: usize| (2..=n).fold(one.clone(), |product, k| product * k);
        let order = match &shape {
            LargeShape::Abelian(moduli) => moduli.iter().fold(one.clone(), |order, n| order * n),
            LargeShape::Dihedral(moduli) => moduli.iter().fold(BigUint::from(2u32), |order, n| order * n),
            LargeShape::Symmetric(n) => factorial(*n),
            LargeShape::Alternating(n) => factorial(*n) / if *n < 2 { 1u32 } else { 2 },
            LargeShape::Permutations(points) => points.chain.size(),
        };
        LargeGroup { shape, order }
    }
}

impl PermutedPoints {
    /// The group that permutations of the same degree generate; `order` is a bound on its order, if one is known.
    pub(crate) fn new(
        degree: usize,
        generators: Vec<Permutation>,
        order: Option<&BigUint>,
        limits: &Limits,
    ) -> Result<Self, StopReason> {
        let chain = StabilizerChain::from_random_elements(degree, &generators, &[], order, limits)?;
        Ok(PermutedPoints { generators, chain })
    }

    /// The number of points.
    pub(crate) fn degree(&self) -> usize {
        self.chain.degree
    }

    /// Whether its elements commute.
    pub(crate) fn is_abelian(&self) -> bool {
        let commute = |a: &Permutation, b: &Permutation| a.then(b) == b.then(a);
        self.generators.iter().all(|a| self.generators.iter().all(|b| commute(a, b)))
    }

    /// The derived subgroup.
    pub(crate) fn derived_subgroup(&self, limits: &Limits) -> Result<StabilizerChain, StopReason> {
        let commutator = |a: &Permutation, b: &Permutation| a.inverse().then(&b.inverse()).then(a).then(b);
        let mut commutators = Vec::new();
        for (at, a) in self.generators.iter().enumerate() {
            commutators.extend(self.generators[..at].iter().map(|b| commutator(a, b)));
        }
        self.chain.normal_closure(&self.generators, &commutators, limits)
    }

    /// The index of the subgroup that the derived subgroup and all p-th powers generate: p to the rank of the p-part of the
    /// largest abelian quotient.
    pub(crate) fn elementary_quotient(
        &self,
        derived: &StabilizerChain,
        p: u64,
        limits: &Limits,
    ) -> Result<BigUint, StopReason> {
        Ok(self.chain.size() / self.powers_and_derived(derived, p, limits)?.size())
    }

    /// The subgroup that the derived subgroup and all p-th powers generate.
    pub(crate) fn powers_and_derived(
        &self,
        derived: &StabilizerChain,
        p: u64,
        limits: &Limits,
    ) -> Result<StabilizerChain, StopReason> {
        let mut within: Vec<Permutation> = self.generators.iter().map(|g| g.power(p)).collect();
        within.extend(derived.levels.iter().take(1).flat_map(|level| level.generators.iter().cloned()));
        let order = self.chain.size();
        StabilizerChain::from_random_elements(self.degree(), &within, &[], Some(&order), limits)
    }

    /// Whether permutations generate the whole group.
    pub(crate) fn is_generated_by(
        &self,
        elements: &[Permutation],
        limits: &Limits,
    ) -> Result<bool, StopReason> {
        let order = self.chain.size();
        let subgroup =
            StabilizerChain::from_random_elements(self.degree(), elements, &[], Some(&order), limits)?;
        Ok(subgroup.size() == order)
    }

    /// An element, each with the same chance.
    pub(crate) fn random(&self, chance: &mut Chance) -> Permutation {
        self.chain.random(chance)
    }
}
