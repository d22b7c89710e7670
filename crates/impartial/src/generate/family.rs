//! The rules of a game: a finite ground set and its maximal sets that do not generate.

use crate::limits::{Limits, StopReason};
use crate::subset::Subset;

/// A finite set with the inclusion-maximal ones among its subsets that do not generate; a subset *generates* when no
/// member contains it.
///
/// The members of a finite group are its maximal subgroups [ES, Prop 2.2]. Every family of subsets that is closed
/// downwards is the family of non-generating sets of some `Family`.
///
/// Invariants: (1) every member is a subset of `0..ground`; (2) no member contains another; (3) members are sorted.
///
/// ```
/// use impartial::generate::Family;
/// use impartial::subset::Subset;
/// // The maximal subgroups of Z6.
/// let family = Family::new(6, vec![Subset::from_elements(6, [0, 3]), Subset::from_elements(6, [0, 2, 4])]);
/// assert!(family.generates(&Subset::from_elements(6, [2, 3])));
/// assert_eq!(family.closure(&Subset::from_elements(6, [4])).to_string(), "{0, 2, 4}");
/// assert_eq!(family.closure(&Subset::empty(6)).to_string(), "{0}");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Family {
    ground: usize,
    members: Vec<Subset>,
}

impl Family {
    /// The family of the inclusion-maximal sets among those given, each a subset of `0..ground`.
    ///
    /// Cost: m² comparisons of n bits for m sets.
    pub fn new(ground: usize, mut sets: Vec<Subset>) -> Self {
        assert!(sets.iter().all(|set| set.universe() == ground), "subsets of the ground set");
        sets.sort_unstable();
        sets.dedup();
        let is_maximal = |set: &Subset| !sets.iter().any(|other| other != set && set.is_subset(other));
        let members = sets.iter().filter(|set| is_maximal(set)).cloned().collect();
        Family { ground, members }
    }

    /// The family of the sets given, which are known to be an antichain, such as the maximal subgroups of a group.
    pub fn of_antichain(ground: usize, mut members: Vec<Subset>) -> Self {
        members.sort_unstable();
        let family = Family { ground, members };
        debug_assert!(family.members.len() > 200 || family == Family::new(ground, family.members.clone()));
        family
    }

    /// The maximal sets that are closed under `close` and do not contain `target`, found by adding one element at a time.
    ///
    /// `close` must be a closure operator: extensive, monotone, idempotent.
    ///
    /// # Errors
    /// When the closed sets are more than the limits allow.
    ///
    /// Cost: one closure for each closed set and each element outside it.
    pub fn of_closure_operator(
        ground: usize,
        target: &Subset,
        mut close: impl FnMut(&Subset) -> Subset,
        limits: &Limits,
    ) -> Result<Self, StopReason> {
        let start = close(&Subset::empty(ground));
        let mut maximal = Vec::new();
        if target.is_subset(&start) {
            return Ok(Family { ground, members: maximal });
        }
        let mut seen: rustc_hash::FxHashSet<Subset> = std::iter::once(start.clone()).collect();
        let mut waiting = vec![start];
        while let Some(closed) = waiting.pop() {
            limits.poll_positions(seen.len() as u64)?;
            let mut is_maximal = true;
            for element in &closed.complement() {
                let mut larger = closed.clone();
                larger.insert(element);
                let larger = close(&larger);
                if !target.is_subset(&larger) {
                    is_maximal = false;
                    if seen.insert(larger.clone()) {
                        waiting.push(larger);
                    }
                }
            }
            if is_maximal {
                maximal.push(closed);
            }
        }
        Ok(Family::of_antichain(ground, maximal))
    }

    /// The size of the ground set.
    pub fn ground(&self) -> usize {
        self.ground
    }

    /// The maximal sets that do not generate, sorted.
    pub fn members(&self) -> &[Subset] {
        &self.members
    }

    /// Whether a set generates: no member contains it.
    pub fn generates(&self, set: &Subset) -> bool {
        !self.members.iter().any(|member| set.is_subset(member))
    }

    /// The intersection of the members that contain a set; the whole ground set when it generates.
    #[doc(alias = "intersection subgroup")]
    pub fn closure(&self, set: &Subset) -> Subset {
        let mut closure = Subset::full(self.ground);
        for member in self.members.iter().filter(|member| set.is_subset(member)) {
            closure.intersect_with(member);
        }
        closure
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_maximal_sets_stay() {
        let set = |elements: &[usize]| Subset::from_elements(5, elements.iter().copied());
        let family = Family::new(5, vec![set(&[0, 1]), set(&[1]), set(&[2, 3]), set(&[0, 1]), set(&[])]);
        assert_eq!(family.members(), [set(&[0, 1]), set(&[2, 3])]);
        assert!(family.generates(&set(&[1, 2])) && family.generates(&set(&[4])));
        assert!(!family.generates(&set(&[])));
        assert_eq!(family.closure(&set(&[])), set(&[]));
        assert_eq!(family.closure(&set(&[4])), Subset::full(5));
    }

    /// Intervals of a path: the closed sets that miss an end point.
    #[test]
    fn maximal_closed_sets_of_an_operator() {
        let hull = |set: &Subset| match (set.first(), set.iter().last()) {
            (Some(first), Some(last)) => Subset::from_fn(6, |x| first <= x && x <= last),
            _ => set.clone(),
        };
        let family =
            Family::of_closure_operator(6, &Subset::full(6), hull, &Limits::none()).expect("no limits");
        assert_eq!(
            family.members(),
            [Subset::from_fn(6, |x| x < 5), Subset::from_fn(6, |x| x > 0)],
            "everything but one end"
        );
        let none = Family::of_closure_operator(6, &Subset::empty(6), hull, &Limits::none());
        assert_eq!(none.map(|family| family.members().len()), Ok(0), "the empty target is reached at once");
    }
}
