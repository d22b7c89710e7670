//! Subgroups: what elements generate, cosets, conjugates, normalisers.

use super::finite::FiniteGroup;
use crate::subset::Subset;

/// A subgroup with its elements in a list and generators for it, grown one generator at a time.
///
/// Invariants: (1) `elements` lists `set`, the identity first; (2) `generators` generate it, none of them redundant
/// when it was added.
///
/// Source: Dimino's algorithm, in Butler, *Fundamental algorithms for permutation groups*, chapter 3.
#[derive(Clone, Debug)]
pub struct Subgroup {
    set: Subset,
    elements: Vec<usize>,
    generators: Vec<usize>,
}

impl Subgroup {
    /// The subgroup with one element.
    pub fn trivial(group: &FiniteGroup) -> Self {
        Subgroup { set: Subset::singleton(group.order(), 0), elements: vec![0], generators: Vec::new() }
    }

    /// The subgroup that elements generate.
    ///
    /// ```
    /// use impartial::group::{Subgroup, cyclic};
    /// let g = cyclic(12)?;
    /// assert_eq!(Subgroup::generated(&g, [8, 6]).order(), 6);
    /// # Ok::<(), impartial::group::GroupError>(())
    /// ```
    ///
    /// Cost: as many products as the subgroup has elements, and for each added generator one for each coset and
    /// generator.
    pub fn generated(group: &FiniteGroup, elements: impl IntoIterator<Item = usize>) -> Self {
        let mut subgroup = Subgroup::trivial(group);
        for element in elements {
            subgroup.extend(group, element);
        }
        subgroup
    }

    /// A subgroup from the set of its elements, which must be one.
    pub fn from_set(group: &FiniteGroup, set: &Subset) -> Self {
        let order = set.count();
        let mut subgroup = Subgroup::trivial(group);
        for element in set {
            if subgroup.order() == order {
                break;
            }
            subgroup.extend(group, element);
        }
        debug_assert_eq!(&subgroup.set, set, "a subgroup");
        subgroup
    }

    /// Adds a generator; `false` when it was an element already.
    pub fn extend(&mut self, group: &FiniteGroup, generator: usize) -> bool {
        let before = self.order();
        self.extend_within(group, generator, usize::MAX) && self.order() > before
    }

    /// Adds a generator unless the subgroup then has more than `largest` elements; `false` when it does, and the
    /// subgroup is of no use any more.
    pub(super) fn extend_within(&mut self, group: &FiniteGroup, generator: usize, largest: usize) -> bool {
        if self.set.contains(generator) {
            return true;
        }
        self.generators.push(generator);
        let before = self.elements.len();
        self.add_coset(group, before, generator);
        // Every coset of the old subgroup is reached by following representatives.
        let mut at = before;
        while at < self.elements.len() {
            if self.elements.len() > largest {
                return false;
            }
            let representative = self.elements[at];
            for step in 0..self.generators.len() {
                let next = group.product(representative, self.generators[step]);
                if !self.set.contains(next) {
                    self.add_coset(group, before, next);
                }
            }
            at += before;
        }
        true
    }

    /// The subgroup with one more generator, unless it then contains an element of `outside` or more than half of the group: the
    /// caller knows that `outside` is a union of right cosets H·r, and what such an element would mean.
    ///
    /// Cost: as [`generated`](Self::generated), but most often it is `None` after a few products.
    pub(crate) fn extended_avoiding(
        &self,
        group: &FiniteGroup,
        generator: usize,
        outside: &Subset,
    ) -> Option<Self> {
        let mut larger = self.clone();
        let before = self.order();
        larger.generators.push(generator);
        larger.add_coset(group, before, generator);
        let mut at = before;
        while at < larger.elements.len() {
            if larger.elements.len() > group.order() / 2 {
                return None;
            }
            let representative = larger.elements[at];
            for step in 0..larger.generators.len() {
                let next = group.product(representative, larger.generators[step]);
                if outside.contains(next) {
                    return None;
                }
                if !larger.set.contains(next) {
                    larger.add_coset(group, before, next);
                }
            }
            at += before;
        }
        Some(larger)
    }

    /// Adds the coset H·r of the old subgroup, the first `order` elements; r comes first.
    fn add_coset(&mut self, group: &FiniteGroup, order: usize, representative: usize) {
        for at in 0..order {
            let element = group.product(self.elements[at], representative);
            self.set.insert(element);
            self.elements.push(element);
        }
    }

    /// The number of elements.
    pub fn order(&self) -> usize {
        self.elements.len()
    }

    /// The set of elements.
    pub fn set(&self) -> &Subset {
        &self.set
    }

    /// The set of elements, without the rest.
    pub fn into_set(self) -> Subset {
        self.set
    }

    /// The elements, the identity first.
    pub fn elements(&self) -> &[usize] {
        &self.elements
    }

    /// The generators that built it.
    pub fn generators(&self) -> &[usize] {
        &self.generators
    }

    /// Whether an element belongs to it.
    #[inline]
    pub fn contains(&self, element: usize) -> bool {
        self.set.contains(element)
    }

    /// Adds elements and all their conjugates under `conjugators` until the subgroup is normalised by those.
    pub(super) fn extend_normally(
        &mut self,
        group: &FiniteGroup,
        elements: impl IntoIterator<Item = usize>,
        conjugators: &[usize],
    ) {
        let mut waiting: Vec<usize> = elements.into_iter().collect();
        while let Some(element) = waiting.pop() {
            if self.extend(group, element) {
                waiting.extend(conjugators.iter().map(|g| group.conjugate(element, *g)));
            }
        }
    }
}

impl FiniteGroup {
    /// The subgroup that elements generate, as a set.
    pub fn subgroup(&self, elements: impl IntoIterator<Item = usize>) -> Subset {
        Subgroup::generated(self, elements).into_set()
    }

    /// The least normal subgroup that contains the elements.
    ///
    /// ```
    /// use impartial::group;
    /// let g = group::parse("S4", &Default::default())?;
    /// assert_eq!(g.normal_closure([g.parse_element("(1 2)(3 4)")?]).order(), 4);
    /// assert_eq!(g.normal_closure([g.parse_element("(1 2 3)")?]).order(), 12);
    /// # Ok::<(), group::GroupError>(())
    /// ```
    pub fn normal_closure(&self, elements: impl IntoIterator<Item = usize>) -> Subgroup {
        let mut closure = Subgroup::trivial(self);
        closure.extend_normally(self, elements, self.generators());
        closure
    }

    /// Whether a set of elements is a subgroup.
    ///
    /// Cost: one product for each pair of its elements.
    pub fn is_subgroup(&self, set: &Subset) -> bool {
        set.contains(0) && set.iter().all(|a| set.iter().all(|b| set.contains(self.product(a, b))))
    }

    /// Whether a subgroup is normal.
    pub fn is_normal(&self, subgroup: &Subgroup) -> bool {
        let conjugates = |a: usize| self.generators().iter().map(move |g| self.conjugate(a, *g));
        subgroup.generators().iter().all(|a| conjugates(*a).all(|conjugate| subgroup.contains(conjugate)))
    }

    /// The conjugate g⁻¹·H·g of a set.
    pub fn conjugate_set(&self, set: &Subset, g: usize) -> Subset {
        let inverse = self.inverse(g);
        Subset::from_elements(self.order(), set.iter().map(|a| self.conjugate_by(a, g, inverse)))
    }

    /// The left cosets g·H of a subgroup: for each element the number of its coset, and one element of each. The
    /// subgroup is coset 0.
    pub fn left_cosets(&self, subgroup: &Subgroup) -> (Vec<u32>, Vec<usize>) {
        const UNKNOWN: u32 = u32::MAX;
        let mut coset = vec![UNKNOWN; self.order()];
        let mut representatives = Vec::with_capacity(self.order() / subgroup.order());
        for a in 0..self.order() {
            if coset[a] == UNKNOWN {
                for &h in subgroup.elements() {
                    coset[self.product(a, h)] = representatives.len() as u32;
                }
                representatives.push(a);
            }
        }
        (coset, representatives)
    }

    /// The elements that commute with every one of the given ones.
    pub fn centralizer(&self, elements: &[usize]) -> Subset {
        Subset::from_fn(self.order(), |g| elements.iter().all(|a| self.product(g, *a) == self.product(*a, g)))
    }

    /// The elements that commute with all.
    #[doc(alias = "centre")]
    pub fn center(&self) -> Subset {
        self.centralizer(self.generators())
    }

    /// The elements g with g⁻¹·H·g = H.
    pub fn normalizer(&self, subgroup: &Subgroup) -> Subset {
        Subset::from_fn(self.order(), |g| {
            let inverse = self.inverse(g);
            subgroup.generators().iter().all(|a| subgroup.contains(self.conjugate_by(*a, g, inverse)))
        })
    }

    /// The subgroup that the commutators a⁻¹·b⁻¹·a·b generate.
    #[doc(alias = "commutator subgroup")]
    pub fn derived_subgroup(&self) -> Subgroup {
        derived(self, self.generators())
    }

    /// Whether the derived series ends at the identity.
    pub fn is_solvable(&self) -> bool {
        let mut last = self.derived_subgroup();
        let mut order = self.order();
        while last.order() < order {
            order = last.order();
            last = self.derived_subgroup_of(&last);
        }
        order == 1
    }

    /// The derived subgroup of a subgroup.
    pub fn derived_subgroup_of(&self, subgroup: &Subgroup) -> Subgroup {
        derived(self, subgroup.generators())
    }
}

/// The derived subgroup of the subgroup with these generators.
pub(super) fn derived(group: &FiniteGroup, generators: &[usize]) -> Subgroup {
    let mut derived = Subgroup::trivial(group);
    for (at, &a) in generators.iter().enumerate() {
        let commutators = generators[..at].iter().map(|&b| group.commutator(a, b));
        derived.extend_normally(group, commutators, generators);
    }
    derived
}
