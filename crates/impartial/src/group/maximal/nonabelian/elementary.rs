//! Elementary abelian subgroups up to conjugation, and their normalisers.

use super::super::super::subgroup::Subgroup;
use super::transport::Transport;
use crate::limits::{Limits, StopReason};

/// An elementary abelian subgroup that contains the representative `anchor` of a class, one with the smallest
/// centraliser among the classes it meets.
struct Elementary {
    subgroup: Subgroup,
    anchor: usize,
    /// The classes of its elements, sorted: conjugate subgroups have the same.
    invariant: Vec<usize>,
}

impl Elementary {
    /// The subgroup with these generators, conjugated so that it contains its anchor.
    fn new(transport: &Transport<'_>, generators: &[usize]) -> Self {
        let (group, classes) = (transport.group, &transport.classes);
        let subgroup = Subgroup::generated(group, generators.iter().copied());
        let rarest = subgroup.elements()[1..]
            .iter()
            .copied()
            .min_by_key(|a| (transport.centralizer_order(*a), classes.class_of(*a), *a))
            .expect("the subgroup is not trivial");
        let anchor = classes.representative(classes.class_of(rarest));
        let back = group.inverse(classes.conjugator(rarest));
        let moved = subgroup.generators().iter().map(|a| group.conjugate(*a, back));
        // The anchor first, so that it is a generator.
        let subgroup = Subgroup::generated(group, [anchor].into_iter().chain(moved));
        let mut invariant: Vec<usize> = subgroup.elements().iter().map(|a| classes.class_of(*a)).collect();
        invariant.sort_unstable();
        Elementary { subgroup, anchor, invariant }
    }

    /// The elements that conjugate this subgroup into another one of the same invariant.
    fn conjugators<'a>(
        &'a self,
        transport: &'a Transport<'_>,
        other: &'a Elementary,
    ) -> impl Iterator<Item = usize> + 'a {
        let (group, classes) = (transport.group, &transport.classes);
        let class = classes.class_of(self.anchor);
        let targets =
            other.subgroup.elements().iter().copied().filter(move |a| classes.class_of(*a) == class);
        targets.flat_map(|target| transport.transporters(self.anchor, target)).filter(move |g| {
            let inverse = group.inverse(*g);
            self.subgroup.generators()[1..]
                .iter()
                .all(|a| other.subgroup.contains(group.conjugate_by(*a, *g, inverse)))
        })
    }
}

/// The normalisers of the elementary abelian p-subgroups of `inside`, a normal subgroup, one of each class.
pub(super) fn normalizers(
    transport: &Transport<'_>,
    inside: &Subgroup,
    p: usize,
    limits: &Limits,
) -> Result<Vec<Subgroup>, StopReason> {
    let group = transport.group;
    let order_p = |a: usize| a != 0 && group.power(a, p as i64) == 0;
    let lines = transport.classes.representatives().filter(|a| inside.contains(*a) && order_p(*a));
    let mut known: Vec<Elementary> = Vec::new();
    let mut waiting: Vec<Elementary> = lines.map(|a| Elementary::new(transport, &[a])).collect();
    while let Some(candidate) = waiting.pop() {
        limits.poll()?;
        let same = |other: &&Elementary| {
            other.invariant == candidate.invariant && candidate.conjugators(transport, other).next().is_some()
        };
        if known.iter().find(same).is_some() {
            continue;
        }
        let commuting = transport.centralizer(candidate.anchor);
        let generators = candidate.subgroup.generators();
        let mut covered = candidate.subgroup.set().clone();
        for &b in commuting.elements() {
            if covered.contains(b) || !inside.contains(b) || !order_p(b) {
                continue;
            }
            if generators[1..].iter().all(|&a| group.product(a, b) == group.product(b, a)) {
                let longer: Vec<usize> = generators.iter().copied().chain([b]).collect();
                for a in &group.subgroup(longer.iter().copied()) {
                    covered.insert(a);
                }
                waiting.push(Elementary::new(transport, &longer));
            }
        }
        known.push(candidate);
    }
    let mut normalizers = Vec::with_capacity(known.len());
    for elementary in &known {
        limits.poll()?;
        let mut normalizer = elementary.subgroup.clone();
        for g in elementary.conjugators(transport, elementary) {
            normalizer.extend(group, g);
        }
        normalizers.push(normalizer);
    }
    Ok(normalizers)
}
