//! Which elements conjugate a class representative to a given element.

use std::cell::RefCell;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::super::super::classes::ConjugacyClasses;
use super::super::super::finite::FiniteGroup;
use super::super::super::subgroup::Subgroup;
use crate::limits::{Limits, StopReason};

/// Conjugacy classes with centralisers of representatives, made when asked for.
pub(super) struct Transport<'a> {
    pub group: &'a FiniteGroup,
    pub classes: ConjugacyClasses,
    centralizers: RefCell<FxHashMap<usize, Rc<Subgroup>>>,
}

impl<'a> Transport<'a> {
    pub fn new(group: &'a FiniteGroup, limits: &Limits) -> Result<Self, StopReason> {
        let classes = ConjugacyClasses::new(group, limits)?;
        Ok(Transport { group, classes, centralizers: RefCell::default() })
    }

    /// The order of the centraliser of an element.
    pub fn centralizer_order(&self, element: usize) -> usize {
        self.group.order() / self.classes.size(self.classes.class_of(element))
    }

    /// The centraliser of a class representative.
    ///
    /// Its elements are quotients of two ways to the same conjugate (Schreier), so few products generate it.
    pub fn centralizer(&self, representative: usize) -> Rc<Subgroup> {
        if let Some(known) = self.centralizers.borrow().get(&representative) {
            return known.clone();
        }
        let (group, order) = (self.group, self.centralizer_order(representative));
        let mut centralizer = Subgroup::trivial(group);
        // In the order of the elements: deterministic, and soon done, since most Schreier elements are new at first.
        for g in 0..group.order() {
            if centralizer.order() == order {
                break;
            }
            let conjugate = group.conjugate(representative, g);
            let back = group.inverse(self.classes.conjugator(conjugate));
            centralizer.extend(group, group.product(g, back));
        }
        let centralizer = Rc::new(centralizer);
        self.centralizers.borrow_mut().insert(representative, centralizer.clone());
        centralizer
    }

    /// The elements g with `representative`^g = `target`, a conjugate of it.
    pub fn transporters(
        &self,
        representative: usize,
        target: usize,
    ) -> impl Iterator<Item = usize> + use<'_> {
        let to = self.classes.conjugator(target);
        let centralizer = self.centralizer(representative);
        (0..centralizer.order()).map(move |at| self.group.product(centralizer.elements()[at], to))
    }
}
