//! Conjugacy classes.

use super::finite::FiniteGroup;
use crate::limits::{Limits, StopReason};

/// The conjugacy classes of a group, and for each element how to conjugate the representative of its class into it.
///
/// ```
/// use impartial::group::{self, ConjugacyClasses};
/// let g = group::parse("S4", &Default::default())?;
/// let classes = ConjugacyClasses::new(&g, &Default::default()).unwrap();
/// let mut sizes: Vec<usize> = (0..classes.count()).map(|class| classes.size(class)).collect();
/// sizes.sort_unstable();
/// assert_eq!(sizes, [1, 3, 6, 6, 8]);
/// # Ok::<(), group::GroupError>(())
/// ```
///
/// Invariants: (1) the representative of class c is its least element; (2) conjugating it by `conjugator(a)` gives a.
#[derive(Clone, Debug)]
pub struct ConjugacyClasses {
    class_of: Vec<u32>,
    conjugators: Vec<u32>,
    representatives: Vec<usize>,
    sizes: Vec<usize>,
}

impl ConjugacyClasses {
    /// The classes of a group.
    ///
    /// Cost: two products for each element and generator.
    pub fn new(group: &FiniteGroup, limits: &Limits) -> Result<Self, StopReason> {
        const UNKNOWN: u32 = u32::MAX;
        let order = group.order();
        let steps: Vec<(usize, usize)> = group.generators().iter().map(|g| (*g, group.inverse(*g))).collect();
        let mut classes = ConjugacyClasses {
            class_of: vec![UNKNOWN; order],
            conjugators: vec![0; order],
            representatives: Vec::new(),
            sizes: Vec::new(),
        };
        let mut queue = Vec::new();
        for start in 0..order {
            if classes.class_of[start] != UNKNOWN {
                continue;
            }
            let class = classes.representatives.len() as u32;
            classes.class_of[start] = class;
            queue.clear();
            queue.push(start);
            let mut at = 0;
            while at < queue.len() {
                if at % 1024 == 0 {
                    limits.poll()?;
                }
                let element = queue[at];
                for &(g, inverse) in &steps {
                    let conjugate = group.conjugate_by(element, g, inverse);
                    if classes.class_of[conjugate] == UNKNOWN {
                        classes.class_of[conjugate] = class;
                        let before = classes.conjugators[element] as usize;
                        classes.conjugators[conjugate] = group.product(before, g) as u32;
                        queue.push(conjugate);
                    }
                }
                at += 1;
            }
            classes.representatives.push(start);
            classes.sizes.push(queue.len());
        }
        Ok(classes)
    }

    /// The number of classes.
    pub fn count(&self) -> usize {
        self.representatives.len()
    }

    /// The class of an element.
    pub fn class_of(&self, element: usize) -> usize {
        self.class_of[element] as usize
    }

    /// The number of elements of a class.
    pub fn size(&self, class: usize) -> usize {
        self.sizes[class]
    }

    /// The least element of a class.
    pub fn representative(&self, class: usize) -> usize {
        self.representatives[class]
    }

    /// The least elements of all classes, increasing.
    pub fn representatives(&self) -> impl Iterator<Item = usize> + '_ {
        self.representatives.iter().copied()
    }

    /// An element that conjugates the representative of the class of `element` to it.
    pub fn conjugator(&self, element: usize) -> usize {
        self.conjugators[element] as usize
    }
}
