//! Quotient groups.

use std::sync::Arc;

use super::finite::{FiniteGroup, GroupLaw};
use super::names::Names;
use super::subgroup::Subgroup;

/// The quotient of a group by a normal subgroup, with the map onto it.
#[derive(Clone, Debug)]
pub struct Quotient {
    /// The quotient; its elements are shown by one element of each coset.
    pub group: FiniteGroup,
    /// The image of each element.
    pub image: Arc<[u32]>,
    /// One element of each coset.
    pub representatives: Arc<[usize]>,
}

/// Cosets, multiplied by their representatives.
struct Cosets {
    group: FiniteGroup,
    image: Arc<[u32]>,
    representatives: Arc<[usize]>,
}

impl GroupLaw for Cosets {
    fn order(&self) -> usize {
        self.representatives.len()
    }

    fn product(&self, a: usize, b: usize) -> usize {
        self.image[self.group.product(self.representatives[a], self.representatives[b])] as usize
    }

    fn inverse(&self, a: usize) -> usize {
        self.image[self.group.inverse(self.representatives[a])] as usize
    }
}

impl FiniteGroup {
    /// The quotient G/N by a normal subgroup.
    ///
    /// ```
    /// use impartial::group;
    /// let g = group::parse("S4", &Default::default())?;
    /// let v4 = g.normal_closure([g.parse_element("(1 2)(3 4)")?]);
    /// assert_eq!(g.quotient(&v4).group.order(), 6);
    /// # Ok::<(), group::GroupError>(())
    /// ```
    pub fn quotient(&self, normal: &Subgroup) -> Quotient {
        debug_assert!(self.is_normal(normal), "a normal subgroup");
        let (image, representatives) = self.left_cosets(normal);
        let (image, representatives): (Arc<[u32]>, Arc<[usize]>) = (image.into(), representatives.into());
        let mut generators: Vec<usize> =
            self.generators().iter().map(|g| image[*g] as usize).filter(|g| *g != 0).collect();
        generators.dedup();
        let law =
            Cosets { group: self.clone(), image: image.clone(), representatives: representatives.clone() };
        let name = format!("quotient of {} of order {}", self.name(), representatives.len());
        let names = Names::Cosets(Arc::new((self.clone(), representatives.clone(), image.clone())));
        let group = FiniteGroup::from_law(name, law, generators, names);
        Quotient { group, image, representatives }
    }
}
