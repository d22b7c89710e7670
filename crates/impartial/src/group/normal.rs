//! Normal subgroups.

use rustc_hash::FxHashSet;

use super::classes::ConjugacyClasses;
use super::finite::FiniteGroup;
use super::subgroup::Subgroup;
use crate::limits::{Limits, StopReason};
use crate::subset::Subset;

/// All normal subgroups, by increasing order.
///
/// ```
/// use impartial::group::{self, normal_subgroups};
/// let g = group::parse("D4", &Default::default())?;
/// let orders: Vec<usize> =
///     normal_subgroups(&g, &Default::default()).unwrap().iter().map(|n| n.order()).collect();
/// assert_eq!(orders, [1, 2, 4, 4, 4, 8]);
/// # Ok::<(), group::GroupError>(())
/// ```
///
/// Cost: one normal closure for each pair of a normal subgroup and a class.
pub fn normal_subgroups(group: &FiniteGroup, limits: &Limits) -> Result<Vec<Subgroup>, StopReason> {
    let whole = Subgroup::generated(group, group.generators().iter().copied());
    normal_subgroups_within(group, &whole, limits)
}

/// All normal subgroups of the group that lie in a given one, by increasing order.
pub(super) fn normal_subgroups_within(
    group: &FiniteGroup,
    within: &Subgroup,
    limits: &Limits,
) -> Result<Vec<Subgroup>, StopReason> {
    let classes = ConjugacyClasses::new(group, limits)?;
    let mut seen: FxHashSet<Subset> = FxHashSet::default();
    // Closures of single classes, each once: every normal subgroup is a join of those.
    let mut principal: Vec<Subgroup> = Vec::new();
    for a in classes.representatives().filter(|a| within.contains(*a)) {
        limits.poll()?;
        let closure = group.normal_closure([a]);
        if seen.insert(closure.set().clone()) {
            principal.push(closure);
        }
    }
    let mut found = principal.clone();
    let mut at = 0;
    while at < found.len() {
        for join in &principal {
            limits.poll()?;
            if join.set().is_subset(found[at].set()) {
                continue;
            }
            let mut larger = found[at].clone();
            for &generator in join.generators() {
                larger.extend(group, generator);
            }
            if seen.insert(larger.set().clone()) {
                found.push(larger);
            }
        }
        at += 1;
    }
    found.sort_by(|a, b| a.order().cmp(&b.order()).then_with(|| a.set().cmp(b.set())));
    Ok(found)
}
