//! The action that a semidirect product without an explicit one stands for.

use super::error::GroupError;
use super::finite::FiniteGroup;
use crate::integer::gcd;

/// N : H with the faithful action of H, for cyclic groups where that is unique up to isomorphism of the product.
///
/// A generator of Z_m acts on Z_n as multiplication by a unit k of order m modulo n, and another generator as another
/// generator of the group ⟨k⟩; so the product is determined when the units have only one cyclic subgroup of order m.
pub(super) fn faithful(normal: &FiniteGroup, acting: &FiniteGroup) -> Result<FiniteGroup, GroupError> {
    let (n, m) = (normal.order(), acting.order());
    let how = format!(
        "write the action: after the colon, in parentheses, the images of the generators of {}, as in Z7 :(2) Z3",
        normal.name()
    );
    let cyclic = |group: &FiniteGroup| match group.generators() {
        [] => true,
        [only] => group.element_order(*only) == group.order(),
        _ => false,
    };
    if !cyclic(normal) || !cyclic(acting) {
        return Err(GroupError::whole(format!(
            "which action of {} on {} is meant is not clear",
            acting.name(),
            normal.name()
        ))
        .help(how));
    }
    let units = units_of_order(n, m);
    let Some(&k) = units.first() else {
        return Err(GroupError::whole(format!(
            "{} has no faithful action on {}",
            acting.name(),
            normal.name()
        ))
        .help(how));
    };
    if !is_unique(n, m) {
        let shown: Vec<String> = units.iter().take(8).map(usize::to_string).collect();
        return Err(GroupError::whole(format!(
            "{} has several faithful actions on {}: multiplication by {}{}",
            acting.name(),
            normal.name(),
            shown.join(", "),
            if units.len() > 8 { ", …" } else { "" }
        ))
        .help(how));
    }
    let images = normal.generators().iter().map(|a| normal.power(*a, k as i64)).collect();
    let images: Vec<Vec<usize>> = acting.generators().iter().map(|_| Vec::clone(&images)).collect();
    let group = FiniteGroup::semidirect_product(normal, acting, &images)?;
    Ok(group.named(format!("{} : {}", normal.factor_name(), acting.factor_name())))
}

/// Whether the units modulo n have exactly one cyclic subgroup of order m.
pub(super) fn is_unique(n: usize, m: usize) -> bool {
    let generators_of_one = (1..=m).filter(|k| gcd(*k as u64, m as u64) == 1).count();
    units_of_order(n, m).len() == generators_of_one
}

/// The units k modulo n of multiplicative order m, increasing.
fn units_of_order(n: usize, m: usize) -> Vec<usize> {
    let order = |k: usize| {
        let (mut power, mut order) = (k % n, 1);
        while power != 1 % n && order <= m {
            power = (power as u64 * k as u64 % n as u64) as usize;
            order += 1;
        }
        order
    };
    (1..n.max(2)).filter(|k| gcd(*k as u64, n as u64) == 1 && order(*k) == m).collect()
}
