//! Maximal subgroups.
//!
//! Let 1 = N₀ < … < N_r = G be a chief series. A maximal subgroup M contains N_i and not N_{i+1} for exactly one i. If
//! the factor L/K = N_{i+1}/N_i is abelian, then M ∩ L is normal in M·L = G, so M is a complement of L modulo K, and
//! every complement is maximal: [`complement`] finds them all by linear algebra. If the factor is not abelian,
//! [`nonabelian`] finds M as the normaliser of a small subgroup of L.

mod complement;
mod linear;
mod nonabelian;

use super::chief::{chief_series, elementary_layer, is_prime_power, least_prime_factor};
use super::finite::FiniteGroup;
use super::subgroup::{Subgroup, derived};
use crate::limits::{Limits, StopReason};
use crate::subset::Subset;

/// What the list of maximal subgroups rests on besides computation, for a group that is not solvable.
pub const MAXIMAL_SUBGROUPS_CITED: &str = "its maximal subgroups with the theorems of O'Nan and Scott and of Guralnick and Kantor, which rest on the classification of finite simple groups";

/// All maximal subgroups of a group, as sets of elements, each once.
///
/// ```
/// use impartial::group::{self, maximal_subgroups};
/// let limits = Default::default();
/// let g = group::parse("S4", &limits)?;
/// let mut orders: Vec<usize> = maximal_subgroups(&g, &limits).unwrap().iter().map(|m| m.count()).collect();
/// orders.sort_unstable();
/// assert_eq!(orders, [6, 6, 6, 6, 8, 8, 8, 12]);
/// # Ok::<(), group::GroupError>(())
/// ```
pub fn maximal_subgroups(group: &FiniteGroup, limits: &Limits) -> Result<Vec<Subset>, StopReason> {
    let mut found = Vec::new();
    let whole = Subgroup::generated(group, group.generators().iter().copied());
    let series = if is_prime_power(group.order()) {
        // All chief factors below the Frattini subgroup G′·G^p lack complements.
        frattini_layer(group, &whole)
    } else {
        chief_series(group, limits)?
    };
    for pair in series.windows(2) {
        let (lower, upper) = (&pair[0], &pair[1]);
        let p = least_prime_factor(upper.order() / lower.order());
        let abelian = derived(group, upper.generators()).set().is_subset(lower.set());
        if abelian {
            complement::complements(group, whole.generators(), (lower, upper, p), limits, &mut found)?;
        } else {
            nonabelian::supplements(group, (lower, upper), limits, &mut found)?;
        }
    }
    Ok(found)
}

/// The most bytes of sets that a list of maximal subgroups may take.
const MOST_BYTES: u64 = 1 << 30;

/// Whether one set more can be kept.
fn has_room(group: &FiniteGroup, found: &[Subset]) -> Result<(), StopReason> {
    match (found.len() as u64).saturating_mul(group.order() as u64 / 8) < MOST_BYTES {
        true => Ok(()),
        false => Err(StopReason::Cap { what: "bytes for maximal subgroups", bound: MOST_BYTES }),
    }
}

/// For a p-group: a series from the Frattini subgroup to the whole group with steps of index p.
fn frattini_layer(group: &FiniteGroup, whole: &Subgroup) -> Vec<Subgroup> {
    let Some((frattini, p)) = elementary_layer(group, whole) else { return Vec::new() };
    let mut series = vec![frattini];
    while let Some(last) = series.last()
        && last.order() < whole.order()
    {
        let mut next = last.clone();
        let more = whole.generators().iter().any(|&generator| next.extend(group, generator));
        debug_assert!(more && next.order() == last.order() * p, "generators span the layer");
        series.push(next);
    }
    series
}
