//! Which SmallGroup a group is.

use super::finite::FiniteGroup;
use super::isomorphism::{Fingerprint, are_isomorphic};
use super::small::{SmallGroups, number_of_small_groups};
use crate::limits::{Limits, StopReason};

/// Orders with at most this many groups are searched in less than a second: all but 256 and 384.
const FEW_GROUPS: usize = 2500;

/// Whether [`identify`] needs only a moment for groups of an order: every order but 256 and 384, where it needs seconds.
pub fn is_quickly_identified(order: usize) -> bool {
    number_of_small_groups(order).is_none_or(|count| count <= FEW_GROUPS)
}

/// The number of a group in the list of small groups of its order; `None` when its order is not in the list.
///
/// ```
/// use impartial::group::{self, identify};
/// let limits = Default::default();
/// assert_eq!(identify(&group::parse("Q8", &limits)?, &limits).unwrap(), Some(4));
/// assert_eq!(identify(&group::parse("S4", &limits)?, &limits).unwrap(), Some(12));
/// assert_eq!(identify(&group::parse("Z512", &limits)?, &limits).unwrap(), None);
/// # Ok::<(), group::GroupError>(())
/// ```
///
/// # Errors
/// When a limit is reached.
///
/// Cost: the table of every group of the order; a fingerprint of those with as many roots of the identity and as many
/// squares and cubes; then usually one search for an isomorphism.
pub fn identify(group: &FiniteGroup, limits: &Limits) -> Result<Option<usize>, StopReason> {
    let order = group.order();
    match number_of_small_groups(order) {
        None => return Ok(None),
        Some(1) => return Ok(Some(1)),
        Some(_) => {}
    }
    let (powers, fingerprint) = (powers(group), Fingerprint::new(group, limits)?);
    let mut agreeing = Vec::new();
    for code in SmallGroups::of_order(order) {
        limits.poll()?;
        let candidate = code.group();
        if self::powers(&candidate) == powers
            && Fingerprint::new(&candidate, limits)?.agrees_with(&fingerprint)
        {
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

/// Numbers that isomorphic groups share and that a table shows at a glance: of the roots of the identity, square, fourth
/// and cube; of the squares and the cubes.
fn powers(group: &FiniteGroup) -> [usize; 5] {
    let n = group.order();
    let squares: Vec<usize> = (0..n).map(|a| group.product(a, a)).collect();
    let cubes: Vec<usize> = (0..n).map(|a| group.product(squares[a], a)).collect();
    let distinct = |images: &[usize]| {
        let mut seen = vec![false; n];
        images.iter().filter(|image| !std::mem::replace(&mut seen[**image], true)).count()
    };
    let roots = |images: &[usize]| images.iter().filter(|image| **image == 0).count();
    let fourths = squares.iter().filter(|square| squares[**square] == 0).count();
    [roots(&squares), fourths, roots(&cubes), distinct(&squares), distinct(&cubes)]
}
