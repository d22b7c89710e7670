//! A readable description of a group's structure, in the notation that [`parse`](super::parse()) reads.
//!
//! Conventions: Z_n is cyclic of order n (C_n elsewhere), D_n is dihedral of order 2n (GAP writes D_{2n}), Q_n is
//! quaternion of order n, Dic_n dicyclic of order 4n. The text, read back, is a group isomorphic to the one described.

use std::sync::Arc;

use super::chief::least_prime_factor;
use super::families::{alternating, dicyclic, dihedral, symmetric};
use super::finite::FiniteGroup;
use super::identify::{identify, is_quickly_identified};
use super::isomorphism::{Fingerprint, are_isomorphic};
use super::linear::linear_group;
use super::names::Names;
use super::normal::normal_subgroups;
use super::subgroup::Subgroup;
use super::table::{MAX_TABLE_ORDER, Table};
use crate::limits::{Limits, StopReason};

impl FiniteGroup {
    /// A subgroup as a group of its own, its elements named as before.
    ///
    /// `None` for subgroups of order above 2048.
    pub fn subgroup_as_group(&self, subgroup: &Subgroup) -> Option<FiniteGroup> {
        let n = subgroup.order();
        if n > MAX_TABLE_ORDER {
            return None;
        }
        let mut place = vec![u32::MAX; self.order()];
        for (at, &element) in subgroup.elements().iter().enumerate() {
            place[element] = at as u32;
        }
        let elements = subgroup.elements();
        let steps: Vec<Vec<u16>> = subgroup
            .generators()
            .iter()
            .map(|&step| elements.iter().map(|&a| place[self.product(a, step)] as u16).collect())
            .collect();
        let table = Table::from_right_multiplications(n, &steps);
        let generators = subgroup.generators().iter().map(|&a| place[a] as usize).collect();
        let shown: Vec<String> = subgroup.generators().iter().map(|&a| self.show(a)).collect();
        let names = Names::Cosets(Arc::new((self.clone(), elements.into(), place.into())));
        let name = format!("subgroup <{}> of {}", shown.join(", "), self.name());
        Some(FiniteGroup::from_table(name, table, generators, names))
    }

    /// The invariant factors n₁, n₂, … of an abelian group, each a multiple of the next: the group is Z_{n₁} x Z_{n₂} x ….
    ///
    /// `None` when the group is not abelian.
    pub fn abelian_invariants(&self) -> Option<Vec<usize>> {
        if !self.is_abelian() {
            return None;
        }
        // |{a : p^k·a = 0}| = p^{r₁+…+r_k}, where r_i is the number of cyclic p-factors of order at least p^i.
        let orders: Vec<usize> = (0..self.order()).map(|a| self.element_order(a)).collect();
        let mut factors: Vec<usize> = Vec::new();
        for prime in super::chief::prime_factors(self.order()) {
            let mut known = 1;
            let mut power = prime;
            loop {
                let killed = orders.iter().filter(|order| power % **order == 0).count();
                let mut count = 0;
                while known < killed {
                    known *= prime;
                    count += 1;
                }
                if count == 0 {
                    break;
                }
                if factors.len() < count {
                    factors.resize(count, 1);
                }
                for factor in factors.iter_mut().take(count) {
                    *factor *= prime;
                }
                power *= prime;
            }
        }
        Some(factors)
    }
}

/// The largest order of a group that is taken apart.
const MAX_DESCRIBED: usize = 1000;

/// The largest order of a group that is compared with the members of families.
const MAX_COMPARED: usize = 60_000;

/// A description of the group's isomorphism type that reads back as the same group; `None` when there is no short one.
///
/// ```
/// use impartial::group::{self, describe};
/// let limits = Default::default();
/// for (text, description) in [
///     ("<(1 2 3 4), (1 3)>", "D4"),
///     ("<(1 2 3)(4 5), (1 2)>", "D6"),
///     ("Z6 x Z4", "Z12 x Z2"),
///     ("SmallGroup(24,13)", "A4 x Z2"),
///     ("SmallGroup(21,1)", "Z7 : Z3"),
/// ] {
///     assert_eq!(describe(&group::parse(text, &limits)?, &limits).unwrap().as_deref(), Some(description));
/// }
/// # Ok::<(), group::GroupError>(())
/// ```
pub fn describe(group: &FiniteGroup, limits: &Limits) -> Result<Option<String>, StopReason> {
    if group.order() > MAX_COMPARED {
        return Ok(None);
    }
    if group.order() > MAX_DESCRIBED {
        let abelian = described_abelian(group);
        return if abelian.is_some() { Ok(abelian) } else { member_of_family(group, limits) };
    }
    if let Some(text) = known_or_product(group, limits)? {
        return Ok(Some(text));
    }
    if !is_quickly_identified(group.order()) {
        return Ok(None);
    }
    Ok(identify(group, limits)?.map(|number| format!("SmallGroup({},{number})", group.order())))
}

/// The description of an abelian group.
fn described_abelian(group: &FiniteGroup) -> Option<String> {
    let factors: Vec<String> = group.abelian_invariants()?.iter().map(|n| format!("Z{n}")).collect();
    Some(if factors.is_empty() { "1".to_owned() } else { factors.join(" x ") })
}

/// Groups of larger orders that are compared: family, degree, field and order.
const LARGER: &[(&str, u64, u64, u64)] = &[
    ("AGL", 3, 2, 1344),
    ("PGAMMAL", 2, 9, 1440),
    ("PGAMMAL", 2, 8, 1512),
    ("PSL", 3, 3, 5616),
    ("PSU", 3, 3, 6048),
    ("PSL", 3, 4, 20_160),
    ("PSP", 4, 3, 25_920),
    ("SZ", 4, 8, 29_120),
    ("SP", 4, 3, 51_840),
];

/// The description as a member of a family or a product.
fn known_or_product(group: &FiniteGroup, limits: &Limits) -> Result<Option<String>, StopReason> {
    if let Some(text) = described_abelian(group) {
        return Ok(Some(text));
    }
    if let Some(text) = member_of_family(group, limits)? {
        return Ok(Some(text));
    }
    if let Some(text) = direct_product(group, limits)? {
        return Ok(Some(text));
    }
    split_metacyclic(group, limits)
}

/// The name of the group in one of the families, found by comparing with the members of its order.
fn member_of_family(group: &FiniteGroup, limits: &Limits) -> Result<Option<String>, StopReason> {
    let n = group.order() as u64;
    let mut candidates: Vec<FiniteGroup> = Vec::new();
    let mut add = |candidate: Result<FiniteGroup, _>| {
        if let Ok(candidate) = candidate
            && candidate.order() as u64 == n
        {
            candidates.push(candidate);
        }
    };
    let factorial = |k: u64| (1..=k).product::<u64>();
    for k in 3..=8 {
        if factorial(k) == n {
            add(symmetric(k, limits));
        }
        if factorial(k) == 2 * n {
            add(alternating(k, limits));
        }
    }
    if n.is_multiple_of(2) && n > 4 {
        add(dihedral(n / 2));
    }
    if n.is_multiple_of(4) && n >= 8 {
        let is_power_of_two = n.is_power_of_two();
        add(dicyclic(n / 4).map(|group| if is_power_of_two { group.named(format!("Q{n}")) } else { group }));
    }
    for (family, degree, q, _) in LARGER.iter().filter(|larger| larger.3 == n) {
        add(linear_group(family, *degree, *q, limits));
    }
    for (name, order) in [(10, 720), (11, 7920)] {
        if n == order {
            add(super::families::mathieu(name, limits));
        }
    }
    for q in 3..50u64 {
        if !super::chief::is_prime_power(q as usize) {
            continue;
        }
        let special = q * (q * q - 1);
        let halved = if q.is_multiple_of(2) { special } else { special / 2 };
        if q > 5 && halved == n {
            add(linear_group("PSL", 2, q, limits));
        }
        if special == n {
            add(linear_group("SL", 2, q, limits));
            if q > 5 {
                add(linear_group("PGL", 2, q, limits));
            }
        }
        if special * (q - 1) == n {
            add(linear_group("GL", 2, q, limits));
        }
        if q * (q - 1) == n && q > 4 {
            add(linear_group("AGL", 1, q, limits));
        }
    }
    let fingerprint = Fingerprint::new(group, limits)?;
    for candidate in candidates {
        if Fingerprint::new(&candidate, limits)?.agrees_with(&fingerprint)
            && are_isomorphic(group, &candidate, limits)?
        {
            return Ok(Some(candidate.name().to_owned()));
        }
    }
    Ok(None)
}

/// The factors of a direct decomposition, described; by Krull and Schmidt their types are unique.
fn direct_product(group: &FiniteGroup, limits: &Limits) -> Result<Option<String>, StopReason> {
    let normal = normal_subgroups(group, limits)?;
    let n = group.order();
    for factor in normal.iter().filter(|factor| factor.order() > 1 && factor.order() < n) {
        let complement = normal.iter().find(|other| {
            other.order() * factor.order() == n && other.set().intersection(factor.set()).count() == 1
        });
        let Some(complement) = complement else { continue };
        let parts = [complement, factor].map(|part| group.subgroup_as_group(part));
        let [Some(large), Some(small)] = parts else { return Ok(None) };
        return Ok(match (describe(&large, limits)?, describe(&small, limits)?) {
            (Some(large), Some(small)) => Some(joined(&large, &small)),
            _ => None,
        });
    }
    Ok(None)
}

/// `A x B`, with the cyclic factors of both collected at the end.
fn joined(large: &str, small: &str) -> String {
    let parenthesized = |text: &str| {
        if text.contains(':') && !text.starts_with('(') { format!("({text})") } else { text.to_owned() }
    };
    let factors = large.split(" x ").chain(small.split(" x "));
    let (cyclic, others): (Vec<&str>, Vec<&str>) =
        factors.partition(|factor| factor.starts_with('Z') && !factor.contains([':', '(']));
    if large.contains('(') || small.contains('(') {
        return format!("{} x {}", parenthesized(large), parenthesized(small));
    }
    let orders: Vec<usize> = cyclic.iter().filter_map(|factor| factor[1..].parse().ok()).collect();
    let others = others.into_iter().map(parenthesized);
    let cyclic = invariant_factors(&orders).into_iter().map(|n| format!("Z{n}"));
    others.chain(cyclic).collect::<Vec<_>>().join(" x ")
}

/// The invariant factors of a product of cyclic groups.
fn invariant_factors(orders: &[usize]) -> Vec<usize> {
    let mut powers: Vec<(usize, usize)> = Vec::new();
    for &order in orders {
        let mut rest = order;
        while rest > 1 {
            let prime = least_prime_factor(rest);
            let mut power = 1;
            while rest.is_multiple_of(prime) {
                power *= prime;
                rest /= prime;
            }
            powers.push((prime, power));
        }
    }
    powers.sort_unstable_by(|a, b| a.0.cmp(&b.0).then(b.1.cmp(&a.1)));
    let mut factors: Vec<usize> = Vec::new();
    for run in powers.chunk_by(|a, b| a.0 == b.0) {
        factors.resize(factors.len().max(run.len()), 1);
        for (factor, (_, power)) in factors.iter_mut().zip(run) {
            *factor *= power;
        }
    }
    factors
}

/// `Zn : Zm` or `Zn :(k) Zm` for a group with a cyclic normal subgroup that has a cyclic complement.
fn split_metacyclic(group: &FiniteGroup, limits: &Limits) -> Result<Option<String>, StopReason> {
    let order = group.order();
    let mut elements: Vec<(usize, usize)> = (1..order).map(|a| (group.element_order(a), a)).collect();
    elements.sort_unstable_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
    for &(n, a) in &elements {
        limits.poll()?;
        let kernel = Subgroup::generated(group, [a]);
        if !order.is_multiple_of(n) || !group.is_normal(&kernel) {
            continue;
        }
        let m = order / n;
        let complements = elements.iter().filter(|(k, _)| *k == m).map(|(_, b)| *b);
        let complement =
            complements.into_iter().find(|&b| (1..m as i64).all(|k| !kernel.contains(group.power(b, k))));
        let Some(b) = complement else { continue };
        let image = group.conjugate(a, b);
        let Some(k) = (1..n).find(|k| group.power(a, *k as i64) == image) else { continue };
        let faithful = (1..m).all(|e| group.conjugate(a, group.power(b, e as i64)) != a);
        if faithful && super::action::is_unique(n, m) {
            return Ok(Some(format!("Z{n} : Z{m}")));
        }
        return Ok(Some(format!("Z{n} :({k}) Z{m}")));
    }
    Ok(None)
}
