//! DNG without structure classes: two criteria from the literature, as independent routes to the same answer.

use super::family::Family;
use crate::group::FiniteGroup;

/// The nimber of DNG from the maximal subgroups alone: 1 when the order is odd or 2; otherwise 0 or 3, and 0 exactly when
/// every element of odd order lies in a maximal subgroup of even order.
///
/// Source: Benesh, Ernst and Sieben, "Impartial avoidance games for generating finite groups", where the condition reads:
/// the even maximal subgroups cover the group (or, of a cyclic group, all that is not a generator).
///
/// `None` for the trivial group, on which DNG cannot be played.
///
/// ```
/// use impartial::generate::Family;
/// use impartial::generate::criteria::avoidance_by_cover;
/// use impartial::group::{self, maximal_subgroups};
/// let limits = Default::default();
/// for (name, nimber) in [("Z6", 3), ("Z6 x Z3", 0), ("Z9", 1), ("A4", 3), ("S4", 0), ("Z2", 1)] {
///     let g = group::parse(name, &limits)?;
///     let family = Family::new(g.order(), maximal_subgroups(&g, &limits).unwrap());
///     assert_eq!(avoidance_by_cover(&g, &family), Some(nimber), "{name}");
/// }
/// # Ok::<(), group::GroupError>(())
/// ```
pub fn avoidance_by_cover(group: &FiniteGroup, family: &Family) -> Option<u32> {
    if family.members().is_empty() {
        return None;
    }
    if group.order() % 2 == 1 || group.order() == 2 {
        return Some(1);
    }
    Some(if uncovered(group, family).is_some() { 3 } else { 0 })
}

/// An element of odd order that lies in no maximal subgroup of even order, if there is one: the proof of a win.
pub fn uncovered(group: &FiniteGroup, family: &Family) -> Option<usize> {
    let mut covered = crate::subset::Subset::empty(group.order());
    for member in family.members().iter().filter(|member| member.count().is_multiple_of(2)) {
        covered.union_with(member);
    }
    (&covered.complement()).into_iter().find(|element| group.element_order(*element) % 2 == 1)
}

/// Whether the first player wins DNG by the criterion of Barnes: some element of odd order generates the group together
/// with each involution [ES, Prop 3.2]. No maximal subgroup is needed.
///
/// The group must not be trivial.
pub fn first_player_wins_by_barnes(group: &FiniteGroup) -> bool {
    let involutions: Vec<usize> =
        (0..group.order()).filter(|element| group.element_order(*element) == 2).collect();
    let generates = |a: usize, b: usize| group.subgroup([a, b]).count() == group.order();
    (0..group.order())
        .filter(|element| group.element_order(*element) % 2 == 1)
        .any(|element| involutions.iter().all(|involution| generates(element, *involution)))
}
