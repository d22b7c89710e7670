//! Simple subgroups, and direct powers of them, up to conjugation, and their normalisers.

use rustc_hash::FxHashSet;

use super::super::super::chain::StabilizerChain;
use super::super::super::chief::prime_factors;
use super::super::super::finite::FiniteGroup;
use super::super::super::subgroup::Subgroup;
use super::transport::Transport;
use crate::limits::{Limits, StopReason};
use crate::subset::Subset;

/// A subgroup that contains the class representative `anchor`, its first generator.
struct Anchored {
    subgroup: Subgroup,
    anchor: usize,
    /// The conjugates of the anchor in the subgroup, one of each class of the subgroup.
    anchors: Vec<usize>,
    is_simple: bool,
}

impl Anchored {
    fn new(transport: &Transport<'_>, anchor: usize, generators: &[usize], is_simple: bool) -> Self {
        let (group, classes) = (transport.group, &transport.classes);
        let subgroup = Subgroup::generated(group, [anchor].into_iter().chain(generators.iter().copied()));
        let class = classes.class_of(anchor);
        let mut covered = Subset::empty(group.order());
        let mut anchors = Vec::new();
        for &a in subgroup.elements() {
            if classes.class_of(a) == class && !covered.contains(a) {
                anchors.push(a);
                cover_orbit(group, a, subgroup.generators(), &mut covered);
            }
        }
        Anchored { subgroup, anchor, anchors, is_simple }
    }

    /// The elements that take the anchor to one of `anchors` and the other elements into the subgroup.
    fn conjugators<'a>(
        &'a self,
        transport: &'a Transport<'_>,
        others: &'a [usize],
    ) -> impl Iterator<Item = usize> + 'a {
        let group = transport.group;
        self.anchors.iter().flat_map(|target| transport.transporters(self.anchor, *target)).filter(move |g| {
            let inverse = group.inverse(*g);
            others.iter().all(|a| self.subgroup.contains(group.conjugate_by(*a, *g, inverse)))
        })
    }

    fn normalizer(&self, transport: &Transport<'_>) -> Subgroup {
        let mut normalizer = self.subgroup.clone();
        for g in self.conjugators(transport, &self.subgroup.generators()[1..]) {
            normalizer.extend(transport.group, g);
        }
        normalizer
    }
}

/// Marks the orbit of an element under conjugation.
fn cover_orbit(group: &FiniteGroup, element: usize, conjugators: &[usize], covered: &mut Subset) {
    let steps: Vec<(usize, usize)> = conjugators.iter().map(|g| (*g, group.inverse(*g))).collect();
    let mut queue = vec![element];
    covered.insert(element);
    while let Some(at) = queue.pop() {
        for &(g, inverse) in &steps {
            let next = group.conjugate_by(at, g, inverse);
            if covered.insert(next) {
                queue.push(next);
            }
        }
    }
}

/// The normalisers of the subgroups of `inside`, a normal subgroup, that are simple and not abelian, or direct powers of
/// such, at least one of each class; those of more than `largest` elements are left out.
pub(super) fn normalizers(
    transport: &Transport<'_>,
    inside: &Subgroup,
    largest: usize,
    limits: &Limits,
) -> Result<Vec<Subgroup>, StopReason> {
    let mut found = Vec::new();
    let mut waiting = simple_subgroups(transport, inside, largest, limits)?;
    let mut seen: FxHashSet<Subset> = FxHashSet::default();
    let simple_orders: Vec<usize> = waiting.iter().map(|simple| simple.subgroup.order()).collect();
    let mut orders = simple_orders;
    while let Some(power) = waiting.pop() {
        let simple_order = orders.pop().expect("one order for each subgroup");
        limits.poll()?;
        if !seen.insert(power.subgroup.set().clone()) {
            continue;
        }
        for longer in with_one_factor_more(transport, inside, &power, (simple_order, largest), limits)? {
            waiting.push(longer);
            orders.push(simple_order);
        }
        found.push(power.normalizer(transport));
    }
    Ok(found)
}

/// The simple non-abelian subgroups of `inside` with at most `largest` elements, one of each class.
fn simple_subgroups(
    transport: &Transport<'_>,
    inside: &Subgroup,
    largest: usize,
    limits: &Limits,
) -> Result<Vec<Anchored>, StopReason> {
    let group = transport.group;
    let mut seen: Vec<Anchored> = Vec::new();
    let involutions = transport.classes.representatives().filter(|t| *t != 0 && group.product(*t, *t) == 0);
    for t in involutions.filter(|t| inside.contains(*t)) {
        let centralizer = transport.centralizer(t);
        let mut covered = Subset::empty(group.order());
        for &y in inside.elements() {
            if covered.contains(y) {
                continue;
            }
            limits.poll()?;
            cover_orbit(group, y, centralizer.generators(), &mut covered);
            // Two involutions generate a dihedral group.
            if group.product(y, y) == 0 {
                continue;
            }
            let Some(order) = generated_order(group, &[t, y], largest, limits)? else { continue };
            if !may_be_simple(order) {
                continue;
            }
            let known = seen.iter().any(|other| {
                other.anchor == t
                    && other.subgroup.order() == order
                    && other.conjugators(transport, &[y]).next().is_some()
            });
            if !known {
                let mut subgroup = Anchored::new(transport, t, &[y], false);
                subgroup.is_simple = is_simple(group, &subgroup.subgroup);
                seen.push(subgroup);
            }
        }
    }
    seen.retain(|subgroup| subgroup.is_simple);
    Ok(seen)
}

/// Subgroups E × T, where T is simple of the given order and lies in the centraliser of E and in `inside`.
fn with_one_factor_more(
    transport: &Transport<'_>,
    inside: &Subgroup,
    power: &Anchored,
    (simple_order, largest): (usize, usize),
    limits: &Limits,
) -> Result<Vec<Anchored>, StopReason> {
    let group = transport.group;
    if power.subgroup.order() * simple_order > largest {
        return Ok(Vec::new());
    }
    let generators = power.subgroup.generators();
    let commutes = |a: usize| generators.iter().all(|&g| group.product(a, g) == group.product(g, a));
    let centralizer: Vec<usize> = inside.elements().iter().copied().filter(|a| commutes(*a)).collect();
    if centralizer.len() < simple_order {
        return Ok(Vec::new());
    }
    let set = Subset::from_elements(group.order(), centralizer.iter().copied());
    let whole = Subgroup::from_set(group, &set);
    let mut longer = Vec::new();
    let mut covered = Subset::empty(group.order());
    for &t in &centralizer {
        if t == 0 || group.product(t, t) != 0 || covered.contains(t) {
            continue;
        }
        cover_orbit(group, t, whole.generators(), &mut covered);
        let fixing = centralizer.iter().copied().filter(|a| group.product(*a, t) == group.product(t, *a));
        let fixing = Subgroup::from_set(group, &Subset::from_elements(group.order(), fixing));
        let mut done = Subset::empty(group.order());
        for &y in &centralizer {
            if done.contains(y) {
                continue;
            }
            limits.poll()?;
            cover_orbit(group, y, fixing.generators(), &mut done);
            if generated_order(group, &[t, y], simple_order, limits)? == Some(simple_order)
                && is_simple(group, &Subgroup::generated(group, [t, y]))
            {
                let more: Vec<usize> = generators[1..].iter().copied().chain([t, y]).collect();
                longer.push(Anchored::new(transport, power.anchor, &more, false));
            }
        }
    }
    Ok(longer)
}

/// The order of the subgroup that elements generate; `None` when it is more than `largest`.
fn generated_order(
    group: &FiniteGroup,
    elements: &[usize],
    largest: usize,
    limits: &Limits,
) -> Result<Option<usize>, StopReason> {
    match group.permutations() {
        Some(permutations) if group.table().is_none() => {
            let generators: Vec<_> = elements.iter().map(|a| permutations.permutation(*a)).collect();
            let degree = permutations.chain.degree();
            let chain = StabilizerChain::new(degree, &generators, Some(largest as u128 + 1), limits)?;
            Ok(chain.order().map(|order| order as usize).filter(|order| *order <= largest))
        }
        _ => {
            let mut subgroup = Subgroup::trivial(group);
            let small = elements.iter().all(|a| subgroup.extend_within(group, *a, largest));
            Ok((small && subgroup.order() <= largest).then_some(subgroup.order()))
        }
    }
}

/// A necessary condition on the order of a simple group that is not abelian: by Burnside at least three primes divide
/// it, and by Burnside's transfer theorem 4 does.
fn may_be_simple(order: usize) -> bool {
    order >= 60 && order.is_multiple_of(4) && prime_factors(order).len() >= 3
}

/// Whether every element other than the identity generates the subgroup normally, and it is not abelian.
pub(super) fn is_simple(group: &FiniteGroup, subgroup: &Subgroup) -> bool {
    if !may_be_simple(subgroup.order()) {
        return false;
    }
    let mut covered = Subset::singleton(group.order(), 0);
    for &a in subgroup.elements() {
        if covered.contains(a) {
            continue;
        }
        cover_orbit(group, a, subgroup.generators(), &mut covered);
        let mut closure = Subgroup::trivial(group);
        closure.extend_normally(group, [a], subgroup.generators());
        if closure.order() < subgroup.order() {
            return false;
        }
    }
    true
}
