//! Which SmallGroup a group is.

use super::finite::FiniteGroup;
use super::isomorphism::{Fingerprint, are_isomorphic};
use super::small::{SmallGroups, number_of_small_groups};
use crate::limits::{Limits, StopReason};

/// Orders with more groups than this are not searched: 256 and 384.
const MOST_GROUPS: usize = 2500;

/// The number of a group in the list of small groups of its order; `None` when its order is not in the list or has too
/// many groups to compare with.
///
/// ```
/// use impartial::group::{self, identify};
/// let limits = Default::default();
/// assert_eq!(identify(&group::parse("Q8", &limits)?, &limits).unwrap(), Some(4));
/// assert_eq!(identify(&group::parse("S4", &limits)?, &limits).unwrap(), Some(12));
/// # Ok::<(), group::GroupError>(())
/// ```
///
/// Cost: a fingerprint of every group of the order, at most 2500; then usually one search.
pub fn identify(group: &FiniteGroup, limits: &Limits) -> Result<Option<usize>, StopReason> {
    let order = group.order();
    match number_of_small_groups(order) {
        None => return Ok(None),
        Some(1) => return Ok(Some(1)),
        Some(count) if count > MOST_GROUPS => return Ok(None),
        Some(_) => {}
    }
    let fingerprint = Fingerprint::new(group, limits)?;
    let mut agreeing = Vec::new();
    for code in SmallGroups::of_order(order) {
        limits.poll()?;
        let candidate = code.group();
        if Fingerprint::new(&candidate, limits)?.agrees_with(&fingerprint) {
            agreeing.push((code.number(), candidate));
        }
    }
    // When one alone agrees, it is the group: the list is complete.
    if let [(number, _)] = agreeing[..] {
        return Ok(Some(number));
    }
    for (number, candidate) in &agreeing {
        if are_isomorphic(group, candidate, limits)? {
            return Ok(Some(*number));
        }
    }
    Ok(None)
}
