//! The elements of a group as permutations of few points, for certificates.

use serde_json::{Value, json};

use super::certificate::NoCertificate;
use crate::group::{FiniteGroup, Permutation};
use crate::limits::{Limits, StopReason};
use crate::subset::Subset;

/// The most points of the representation.
const MOST_POINTS: usize = 4096;

/// The most numbers in the list of all elements as permutations.
const MOST_IMAGES: usize = 1 << 26;

/// A group with the images of the points under each element.
pub(super) struct Permuted {
    pub points: usize,
    pub generators: Vec<Permutation>,
    images: Vec<u16>,
}

impl Permuted {
    /// Lists the elements.
    pub fn new(group: &FiniteGroup, limits: &Limits) -> Result<Self, NoCertificate> {
        let (points, generators) = group
            .permutation_generators()
            .filter(|(points, _)| *points <= MOST_POINTS && points * group.order() <= MOST_IMAGES)
            .ok_or_else(|| {
                NoCertificate::because("the group has no representation by permutations of few points")
            })?;
        let mut permuted = Permuted { points, generators, images: vec![0; points * group.order()] };
        permuted.list(group, limits).map_err(NoCertificate::because)?;
        Ok(permuted)
    }

    fn list(&mut self, group: &FiniteGroup, limits: &Limits) -> Result<(), StopReason> {
        let points = self.points;
        let mut is_known = Subset::singleton(group.order(), 0);
        self.images[..points].copy_from_slice(Permutation::identity(points).images());
        let mut reached = vec![0];
        let mut next = 0;
        while next < reached.len() {
            let x = reached[next];
            next += 1;
            limits.poll()?;
            for (number, generator) in group.generators().iter().zip(&self.generators) {
                let y = group.product(x, *number);
                if is_known.insert(y) {
                    for point in 0..points {
                        self.images[y * points + point] =
                            generator.images()[usize::from(self.images[x * points + point])];
                    }
                    reached.push(y);
                }
            }
        }
        Ok(())
    }

    /// The images of the points under an element.
    pub fn images(&self, element: usize) -> &[u16] {
        &self.images[element * self.points..(element + 1) * self.points]
    }

    /// An element as the checker reads it.
    pub fn element(&self, element: usize) -> Value {
        json!(self.images(element))
    }

    /// Some elements as the checker reads them.
    pub fn elements(&self, elements: impl IntoIterator<Item = usize>) -> Value {
        elements.into_iter().map(|element| self.element(element)).collect()
    }

    /// The field `ground`.
    pub fn ground(&self) -> Value {
        let generators: Vec<&[u16]> = self.generators.iter().map(Permutation::images).collect();
        json!({ "points": self.points, "generators": generators })
    }
}
