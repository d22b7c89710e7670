//! DNG without structure classes: two criteria from the literature, as independent routes to the same answer.

use super::family::Family;
use crate::group::{ConjugacyClasses, FiniteGroup, Subgroup};
use crate::limits::{Limits, StopReason};
use crate::subset::Subset;

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
    let mut covered = Subset::empty(group.order());
    for member in even_members(family) {
        covered.union_with(member);
    }
    (&covered.complement()).into_iter().find(|element| group.element_order(*element) % 2 == 1)
}

/// Maximal subgroups of even order that together contain every element of odd order, if there are such: the proof that
/// the second player wins. A greedy choice of few.
///
/// ```
/// use impartial::generate::Family;
/// use impartial::generate::criteria::even_cover;
/// use impartial::group::{self, maximal_subgroups};
/// let limits = Default::default();
/// let g = group::parse("S4", &limits)?;
/// let family = Family::new(g.order(), maximal_subgroups(&g, &limits).unwrap());
/// let cover = even_cover(&g, &family).unwrap();
/// assert_eq!(cover.iter().map(|subgroup| subgroup.count()).collect::<Vec<_>>(), [12]); // A4
/// # Ok::<(), group::GroupError>(())
/// ```
///
/// Cost: n bits for each subgroup of even order, for each of those chosen.
pub fn even_cover<'f>(group: &FiniteGroup, family: &'f Family) -> Option<Vec<&'f Subset>> {
    let mut missing = Subset::from_fn(group.order(), |element| group.element_order(element) % 2 == 1);
    let mut cover = Vec::new();
    while !missing.is_empty() {
        let gain = |member: &Subset| member.intersection(&missing).count();
        let best = even_members(family).max_by_key(|member| gain(member)).filter(|best| gain(best) > 0)?;
        missing.subtract(best);
        cover.push(best);
    }
    Some(cover)
}

fn even_members(family: &Family) -> impl Iterator<Item = &Subset> {
    family.members().iter().filter(|member| member.count().is_multiple_of(2))
}

/// Whether the first player wins DNG by the criterion of Barnes: some element of odd order generates the group together
/// with each involution [ES, Prop 3.2]. No maximal subgroup is needed.
///
/// The group must not be trivial. Conjugate elements generate conjugate subgroups with conjugate involutions, so one
/// element of each class is tried.
///
/// # Errors
/// When a limit is reached.
///
/// Cost: the conjugacy classes; then a subgroup with two generators for each class of elements of odd order, and for
/// one that succeeds as many as there are involutions.
///
/// ```
/// use impartial::generate::criteria::first_player_wins_by_barnes;
/// use impartial::group;
/// let limits = Default::default();
/// for (name, wins) in [("Z6", true), ("Z6 x Z3", false), ("Z9", true), ("A4", true), ("S4", false), ("Z2", true)] {
///     assert_eq!(first_player_wins_by_barnes(&group::parse(name, &limits)?, &limits), Ok(wins), "{name}");
/// }
/// # Ok::<(), group::GroupError>(())
/// ```
pub fn first_player_wins_by_barnes(group: &FiniteGroup, limits: &Limits) -> Result<bool, StopReason> {
    let involutions: Vec<usize> =
        (1..group.order()).filter(|element| group.product(*element, *element) == 0).collect();
    let classes = ConjugacyClasses::new(group, limits)?;
    for class in 0..classes.count() {
        let element = classes.representative(class);
        if group.element_order(element).is_multiple_of(2) {
            continue;
        }
        let cyclic = Subgroup::generated(group, [element]);
        let mut wins = true;
        for involution in &involutions {
            limits.poll()?;
            let mut larger = cyclic.clone();
            larger.extend(group, *involution);
            if larger.order() < group.order() {
                wins = false;
                break;
            }
        }
        if wins {
            return Ok(true);
        }
    }
    Ok(false)
}
