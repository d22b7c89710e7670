//! Chief series: normal subgroups 1 = N₀ < N₁ < … < N_r = G with no normal subgroup between two neighbours.
//!
//! A solvable group is taken apart from the top: below a normal subgroup D with abelian quotient lies D′·D^p, and the
//! layer between is a vector space over F_p on which G acts; its submodules are found by spinning vectors. What cannot
//! be taken apart that way, a perfect normal subgroup, is climbed from the bottom by normal closures.

use super::finite::FiniteGroup;
use super::subgroup::{Subgroup, derived};
use crate::integer::prime_divisors;
use crate::limits::{Limits, StopReason};

/// The subgroups of a chief series from the trivial one to the whole group.
///
/// ```
/// use impartial::group::{self, chief_series};
/// let g = group::parse("S4", &Default::default())?;
/// let orders: Vec<usize> =
///     chief_series(&g, &Default::default()).unwrap().iter().map(|n| n.order()).collect();
/// assert_eq!(orders, [1, 4, 12, 24]);
/// # Ok::<(), group::GroupError>(())
/// ```
///
/// Cost: for a solvable group of order n, about n products for each factor.
pub fn chief_series(group: &FiniteGroup, limits: &Limits) -> Result<Vec<Subgroup>, StopReason> {
    let mut series = vec![Subgroup::generated(group, group.generators().iter().copied())];
    loop {
        limits.poll()?;
        let top = series.last().expect("the series begins with the group");
        if top.order() == 1 {
            break;
        }
        let Some((below, prime)) = elementary_layer(group, top) else {
            climb(group, &mut series, limits)?;
            break;
        };
        refine(group, &mut series, below, prime);
    }
    series.reverse();
    Ok(series)
}

/// The subgroup D′·D^p below a normal subgroup D, for the least prime p that divides |D : D′|; `None` when D is perfect.
pub(super) fn elementary_layer(group: &FiniteGroup, top: &Subgroup) -> Option<(Subgroup, usize)> {
    let mut below = derived(group, top.generators());
    let index = top.order() / below.order();
    if index == 1 {
        return None;
    }
    let prime = least_prime_factor(index);
    if prime != index {
        let powers: Vec<usize> = top.generators().iter().map(|a| group.power(*a, prime as i64)).collect();
        // Modulo D′ the group is abelian, so p-th powers of generators give all; they are central modulo D′.
        for power in powers {
            below.extend(group, power);
        }
    }
    Some((below, prime))
}

/// Appends to a descending series ending in `top` the chief factors between `top` and `below`, and `below`.
fn refine(group: &FiniteGroup, series: &mut Vec<Subgroup>, below: Subgroup, prime: usize) {
    let top = series.last().expect("the series ends with the top of the layer");
    if top.order() / below.order() == prime {
        series.push(below);
        return;
    }
    // From below: the least submodule above the last one, found by spinning each vector of the quotient.
    let top_elements = top.elements().to_vec();
    let top_order = top.order();
    let mut ascending = vec![below];
    loop {
        let last = ascending.last().expect("it begins with the lower end");
        let mut least: Option<Subgroup> = None;
        let mut tried = last.set().clone();
        for &element in &top_elements {
            if tried.contains(element) {
                continue;
            }
            let mut spun = last.clone();
            spun.extend_normally(group, [element], group.generators());
            if spun.order() == last.order() * prime {
                least = Some(spun);
                break;
            }
            // Every vector of a minimal submodule spins to it, so one vector of a coset is enough.
            for &k in last.elements() {
                tried.insert(group.product(element, k));
            }
            if least.as_ref().is_none_or(|known| spun.order() < known.order()) {
                least = Some(spun);
            }
        }
        match least {
            Some(next) if next.order() < top_order => ascending.push(next),
            _ => break,
        }
    }
    series.extend(ascending.into_iter().rev());
}

/// Appends a chief series below a perfect normal subgroup, found from the bottom by normal closures.
fn climb(group: &FiniteGroup, series: &mut Vec<Subgroup>, limits: &Limits) -> Result<(), StopReason> {
    let top = series.last().expect("the series ends with the perfect subgroup").clone();
    let mut ascending = vec![Subgroup::trivial(group)];
    // One element of each class is enough.
    let classes = super::classes::ConjugacyClasses::new(group, limits)?;
    let candidates: Vec<usize> = classes.representatives().filter(|a| *a != 0 && top.contains(*a)).collect();
    loop {
        limits.poll()?;
        let last = ascending.last().expect("it begins with the trivial subgroup");
        let mut least: Option<Subgroup> = None;
        for &candidate in &candidates {
            if last.contains(candidate) || least.as_ref().is_some_and(|known| !known.contains(candidate)) {
                // A normal subgroup smaller than the least one known lies inside it or meets it in `last`; the
                // former are found by descending, and any minimal one will do.
                continue;
            }
            limits.poll()?;
            let mut closure = last.clone();
            closure.extend_normally(group, [candidate], group.generators());
            if least.as_ref().is_none_or(|known| closure.order() < known.order()) {
                least = Some(closure);
            }
        }
        match least {
            Some(next) if next.order() < top.order() => ascending.push(next),
            _ => break,
        }
    }
    series.extend(ascending.into_iter().rev());
    Ok(())
}

/// The least prime that divides n ≥ 2.
pub(super) fn least_prime_factor(n: usize) -> usize {
    (2..).take_while(|p| p * p <= n).find(|p| n.is_multiple_of(*p)).unwrap_or(n)
}

/// The primes that divide n, each once, increasing.
pub(super) fn prime_factors(n: usize) -> Vec<usize> {
    prime_divisors(n as u64).into_iter().map(|prime| prime as usize).collect()
}

/// Whether n is a power of a prime, at least 2.
pub(super) fn is_prime_power(n: usize) -> bool {
    n > 1 && prime_factors(n).len() == 1
}
