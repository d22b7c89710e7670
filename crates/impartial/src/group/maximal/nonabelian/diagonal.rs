//! Complements of a non-abelian minimal normal subgroup L: normalisers of diagonals.

use super::super::super::finite::{FiniteGroup, MAX_ORDER};
use super::super::super::normal::normal_subgroups_within;
use super::super::super::subgroup::Subgroup;
use super::transport::Transport;
use crate::limits::{Limits, StopReason};
use crate::subset::Subset;

/// Candidates for the maximal subgroups that meet L trivially.
///
/// With C the centraliser of L, each is found modulo a normal subgroup R < C with C/R ≅ L, as the normaliser of a
/// simple subgroup of L × C/R. (For L a proper power of a simple group, |L|² is past the largest order here.)
pub(super) fn normalizers(
    group: &FiniteGroup,
    minimal: &Subgroup,
    limits: &Limits,
) -> Result<Vec<Subgroup>, StopReason> {
    let order = minimal.order();
    if order.saturating_mul(order) > MAX_ORDER || !group.order().is_multiple_of(order * order) {
        return Ok(Vec::new());
    }
    let centralizer = group.centralizer(minimal.generators());
    let index = centralizer.count();
    if index < order || !index.is_multiple_of(order) {
        return Ok(Vec::new());
    }
    let centralizer = Subgroup::from_set(group, &centralizer);
    let mut found = Vec::new();
    for core in normal_subgroups_within(group, &centralizer, limits)? {
        if core.order() * order != index {
            continue;
        }
        let quotient = group.quotient(&core);
        let generators = minimal.generators().iter().chain(centralizer.generators());
        let socle = Subgroup::generated(&quotient.group, generators.map(|a| quotient.image[*a] as usize));
        let transport = Transport::new(&quotient.group, limits)?;
        for below in super::simple::normalizers(&transport, &socle, order, limits)? {
            let above = Subset::from_fn(group.order(), |a| below.contains(quotient.image[a] as usize));
            found.push(Subgroup::from_set(group, &above));
        }
    }
    Ok(found)
}
