//! All subgroups, and which of them are conjugate.

use rustc_hash::{FxHashMap, FxHashSet};

use super::chief::is_prime_power;
use super::finite::FiniteGroup;
use super::subgroup::Subgroup;
use crate::integer::gcd;
use crate::limits::{Limits, StopReason};
use crate::subset::Subset;

/// All subgroups, by increasing order.
///
/// ```
/// use impartial::group::{self, all_subgroups};
/// let g = group::parse("S4", &Default::default())?;
/// assert_eq!(all_subgroups(&g, &Default::default()).unwrap().len(), 30);
/// # Ok::<(), group::GroupError>(())
/// ```
///
/// Every subgroup is reached from the trivial one by adding elements of prime-power order, one for each cyclic subgroup.
///
/// Cost: one generation for each pair of a subgroup and a cyclic subgroup of prime-power order outside it.
pub fn all_subgroups(group: &FiniteGroup, limits: &Limits) -> Result<Vec<Subgroup>, StopReason> {
    let mut covered = Subset::singleton(group.order(), 0);
    let mut steps = Vec::new();
    for a in 1..group.order() {
        if covered.contains(a) {
            continue;
        }
        let order = group.element_order(a);
        if is_prime_power(order) {
            let generators = (1..order).filter(|k| gcd(*k as u64, order as u64) == 1);
            for k in generators {
                covered.insert(group.power(a, k as i64));
            }
            steps.push(a);
        }
    }
    let mut seen: FxHashSet<Subset> = FxHashSet::default();
    let mut found = vec![Subgroup::trivial(group)];
    seen.insert(found[0].set().clone());
    let mut at = 0;
    while at < found.len() {
        limits.poll_positions(found.len() as u64)?;
        let mut inside = found[at].set().clone();
        for &step in &steps {
            if inside.contains(step) {
                continue;
            }
            let mut larger = found[at].clone();
            larger.extend(group, step);
            if seen.insert(larger.set().clone()) {
                found.push(larger);
            } else if larger.order() == group.order() {
                inside.insert(step);
            }
        }
        at += 1;
    }
    found.sort_by(|a, b| a.order().cmp(&b.order()).then_with(|| a.set().cmp(b.set())));
    Ok(found)
}

/// The conjugacy classes of a family of subsets that is closed under conjugation: for each class the places of its
/// members, the first member first; classes in the order of their first members.
///
/// Cost: one conjugate set for each set and generator.
pub fn conjugacy_classes_of(
    group: &FiniteGroup,
    sets: &[Subset],
    limits: &Limits,
) -> Result<Vec<Vec<usize>>, StopReason> {
    let place: FxHashMap<&Subset, usize> = sets.iter().enumerate().map(|(at, set)| (set, at)).collect();
    let mut done = vec![false; sets.len()];
    let mut classes = Vec::new();
    for start in 0..sets.len() {
        if std::mem::replace(&mut done[start], true) {
            continue;
        }
        let mut class = vec![start];
        let mut at = 0;
        while at < class.len() {
            limits.poll()?;
            for &g in group.generators() {
                let conjugate = group.conjugate_set(&sets[class[at]], g);
                if let Some(&next) = place.get(&conjugate)
                    && !std::mem::replace(&mut done[next], true)
                {
                    class.push(next);
                }
            }
            at += 1;
        }
        classes.push(class);
    }
    Ok(classes)
}

/// The Frattini subgroup: the intersection of all maximal subgroups.
pub fn frattini_subgroup(group: &FiniteGroup, maximal: &[Subset]) -> Subset {
    let mut common = Subset::full(group.order());
    for subgroup in maximal {
        common.intersect_with(subgroup);
    }
    common
}
