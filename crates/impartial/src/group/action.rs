//! The action that a semidirect product without an explicit one stands for.

use super::error::GroupError;
use super::families::metacyclic;
use super::finite::FiniteGroup;
use crate::limits::Limits;

/// N : H with the faithful action of H, where that is unique up to isomorphism of the product.
pub(super) fn faithful(
    normal: &FiniteGroup,
    acting: &FiniteGroup,
    _limits: &Limits,
) -> Result<FiniteGroup, GroupError> {
    let (n, m) = (normal.order(), acting.order());
    let units: Vec<usize> = (1..n.max(2)).filter(|k| gcd(*k, n) == 1).collect();
    let order = |k: usize| {
        let (mut power, mut order) = (k % n, 1);
        while power != 1 % n {
            power = power * k % n;
            order += 1;
        }
        order
    };
    let faithful: Vec<usize> = units.into_iter().filter(|k| order(*k) == m).collect();
    let Some(&k) = faithful.first() else {
        return Err(GroupError::whole(format!(
            "{} has no faithful action on {}",
            acting.name(),
            normal.name()
        ))
        .help("write the action, as in Z7 :(2) Z3, or a direct product with x"));
    };
    metacyclic(n, m, k).ok_or_else(|| GroupError::whole("no action"))
}

fn gcd(a: usize, b: usize) -> usize {
    if b == 0 { a } else { gcd(b, a % b) }
}
