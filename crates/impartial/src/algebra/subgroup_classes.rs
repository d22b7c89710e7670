//! Subgroups up to conjugation, found one at a time, and the subgroups that one more element makes of one.
//!
//! Whether a subgroup is conjugate to one that is known is told by a *key*: the sum of a scrambled number for each of its elements. With the key
//! stands the element that conjugates the representative to the subgroup, so equal keys are confirmed by conjugating generators back, and
//! nothing rests on the scrambling.
//!
//! From H, the element g and all elements of the double cosets H·gⁿ·H, for n in the normaliser N of H, lead to conjugate subgroups. And
//! an element of which it is known that it generates the group together with a subgroup of H does so with H: a closure that meets one is not
//! followed to its end.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::group::{FiniteGroup, Subgroup};
use crate::integer::prime_divisors;
use crate::limits::{Limits, StopReason};
use crate::subset::Subset;

/// The classes of conjugate subgroups that have been met.
///
/// Invariants: (1) all conjugates of a representative have an entry in `places`, which says how to conjugate the representative there; (2) the
/// normaliser's generators generate it.
#[derive(Debug)]
pub(super) struct SubgroupClasses {
    group: FiniteGroup,
    classes: Vec<Class>,
    places: FxHashMap<u64, Conjugate>,
}

/// A class of conjugate subgroups.
#[derive(Debug)]
struct Class {
    representative: Subgroup,
    normalizer: Vec<usize>,
}

/// A subgroup as a conjugate of the representative of its class.
#[derive(Clone, Copy, Debug)]
pub(super) struct Conjugate {
    pub(super) class: usize,
    conjugator: usize,
}

/// What one more element makes of a subgroup.
#[derive(Debug)]
pub(super) struct Extensions {
    /// The larger subgroups, without the whole group, each with the elements that lead to it or to a conjugate of it under the normaliser.
    pub(super) proper: Vec<(Subgroup, Vec<usize>)>,
    /// The elements that generate the group together with the subgroup.
    pub(super) generating: Subset,
}

impl SubgroupClasses {
    /// None yet.
    pub(super) fn new(group: &FiniteGroup) -> Self {
        SubgroupClasses { group: group.clone(), classes: Vec::new(), places: FxHashMap::default() }
    }

    /// The group.
    pub(super) fn group(&self) -> &FiniteGroup {
        &self.group
    }

    /// The first member of a class that was met.
    fn representative(&self, class: usize) -> &Subgroup {
        &self.classes[class].representative
    }

    /// The class of a subgroup, if it is known.
    pub(super) fn find(&self, subgroup: &Subgroup) -> Option<Conjugate> {
        let key = subgroup.elements().iter().fold(0, |sum: u64, a| sum.wrapping_add(scrambled(*a)));
        let is_it = |entry: &Conjugate| {
            let representative = self.representative(entry.class);
            let inverse = self.group.inverse(entry.conjugator);
            let back = |a: &usize| self.group.conjugate_by(*a, inverse, entry.conjugator);
            representative.order() == subgroup.order()
                && subgroup.generators().iter().all(|a| representative.contains(back(a)))
        };
        self.entry(key, is_it).ok()
    }

    /// The entry of a subgroup with this key, or the place where it belongs.
    fn entry(&self, key: u64, is_it: impl Fn(&Conjugate) -> bool) -> Result<Conjugate, u64> {
        let mut place = key;
        loop {
            match self.places.get(&place) {
                None => return Err(place),
                Some(entry) if is_it(entry) => return Ok(*entry),
                Some(_) => place = place.wrapping_add(1),
            }
        }
    }

    /// Enters a subgroup whose class is new, with all its conjugates.
    ///
    /// Cost: for each conjugate and generator of the group, as many conjugations as the subgroup has elements; and the
    /// normaliser.
    pub(super) fn enter(&mut self, subgroup: Subgroup, limits: &Limits) -> Result<Conjugate, StopReason> {
        let group = self.group.clone();
        let class = self.classes.len();
        let mut conjugators = vec![0];
        let mut fixing = Vec::new();
        if let Err(place) = self.place_of_conjugate(&subgroup, class, 0) {
            self.places.insert(place, Conjugate { class, conjugator: 0 });
        }
        let mut at = 0;
        while at < conjugators.len() {
            if let Err(stop) = limits.poll_positions(self.places.len() as u64) {
                self.places.retain(|_, entry| entry.class != class);
                return Err(stop);
            }
            for &g in group.generators() {
                let next = group.product(conjugators[at], g);
                let fixes = group.product(next, group.inverse(conjugators[at]));
                if self.normalizes(&subgroup, fixes) {
                    fixing.push(fixes);
                    continue;
                }
                match self.place_of_conjugate(&subgroup, class, next) {
                    Ok(known) => fixing.push(group.product(next, group.inverse(known.conjugator))),
                    Err(place) => {
                        self.places.insert(place, Conjugate { class, conjugator: next });
                        conjugators.push(next);
                    }
                }
            }
            at += 1;
        }
        let normalizer = match conjugators.len() {
            1 => group.generators().to_vec(),
            count => {
                // Schreier's lemma: what brings a conjugate back to itself generates the normaliser, with the subgroup or without.
                let mut normalizer = subgroup.clone();
                let order = group.order() / count;
                for element in fixing {
                    if normalizer.order() == order {
                        break;
                    }
                    normalizer.extend(&group, element);
                }
                normalizer.generators().to_vec()
            }
        };
        self.classes.push(Class { representative: subgroup, normalizer });
        Ok(Conjugate { class, conjugator: 0 })
    }

    /// The entry of the conjugate of a subgroup whose class is being entered, or the place where it belongs.
    fn place_of_conjugate(
        &self,
        subgroup: &Subgroup,
        class: usize,
        conjugator: usize,
    ) -> Result<Conjugate, u64> {
        let group = &self.group;
        let inverse = group.inverse(conjugator);
        let key = subgroup
            .elements()
            .iter()
            .fold(0, |sum: u64, a| sum.wrapping_add(scrambled(group.conjugate_by(*a, conjugator, inverse))));
        self.entry(key, |entry| {
            // The subgroup is new, so that only its own conjugates can be meant.
            let fixes = || group.product(conjugator, group.inverse(entry.conjugator));
            entry.class == class && self.normalizes(subgroup, fixes())
        })
    }

    /// Whether conjugation by an element maps a subgroup to itself.
    fn normalizes(&self, subgroup: &Subgroup, element: usize) -> bool {
        let inverse = self.group.inverse(element);
        let conjugate = |a: &usize| self.group.conjugate_by(*a, element, inverse);
        subgroup.generators().iter().all(|a| subgroup.contains(conjugate(a)))
    }

    /// What one more element makes of a subgroup that is known as a conjugate. Of the elements of `generating` it is known that they generate the
    /// group together with it.
    ///
    /// Cost: a product for each element that is not in `generating`, a conjugation for each coset of such elements and generator of the normaliser,
    /// and for each orbit a subgroup.
    pub(super) fn extensions(
        &self,
        subgroup: &Subgroup,
        known: Conjugate,
        generating: &Subset,
        limits: &Limits,
    ) -> Result<Extensions, StopReason> {
        let group = &self.group;
        let normalizer: Vec<(usize, usize)> = self.classes[known.class]
            .normalizer
            .iter()
            .map(|n| group.conjugate(*n, known.conjugator))
            .map(|n| (n, group.inverse(n)))
            .collect();
        let mut found = Extensions { proper: Vec::new(), generating: generating.clone() };
        let mut seen = subgroup.set().union(generating);
        while let Some(g) = seen.first_missing() {
            limits.poll()?;
            let larger = subgroup.extended_avoiding(group, g, &found.generating);
            let mut orbit = Vec::new();
            match &larger {
                // Between a subgroup and one of prime index over it there is nothing.
                Some(larger) if is_prime(larger.order() / subgroup.order()) => {
                    for coset in larger.elements()[subgroup.order()..].chunks(subgroup.order()) {
                        if !seen.contains(coset[0]) {
                            orbit.extend(coset.iter().filter(|x| seen.insert(**x)));
                        }
                    }
                }
                _ => {
                    for x in generators_of_powers(group, g) {
                        add_coset(group, subgroup, x, &mut seen, &mut orbit);
                    }
                }
            }
            // Of a coset H·x one element is enough: (h·x)ⁿ is in H·xⁿ.
            let mut at = 0;
            while at < orbit.len() {
                for &(n, inverse) in &normalizer {
                    let conjugate = group.conjugate_by(orbit[at], n, inverse);
                    add_coset(group, subgroup, conjugate, &mut seen, &mut orbit);
                }
                at += subgroup.order();
            }
            match larger {
                Some(larger) => found.proper.push((larger, orbit)),
                None => orbit.into_iter().for_each(|x| {
                    found.generating.insert(x);
                }),
            }
        }
        Ok(found)
    }

    /// The conjugates of a larger subgroup under the normaliser of one that is known, each once.
    pub(super) fn conjugates_over(&self, larger: &Subgroup, known: Conjugate) -> Vec<Subset> {
        let group = &self.group;
        let normalizer = &self.classes[known.class].normalizer;
        let steps: Vec<usize> = normalizer.iter().map(|n| group.conjugate(*n, known.conjugator)).collect();
        let mut seen: FxHashSet<Subset> = FxHashSet::default();
        seen.insert(larger.set().clone());
        let mut found = vec![larger.set().clone()];
        let mut at = 0;
        while at < found.len() {
            for &n in &steps {
                let next = group.conjugate_set(&found[at], n);
                if seen.insert(next.clone()) {
                    found.push(next);
                }
            }
            at += 1;
        }
        found
    }
}

/// Appends the coset H·x to a list, unless it has been seen.
fn add_coset(group: &FiniteGroup, subgroup: &Subgroup, x: usize, seen: &mut Subset, list: &mut Vec<usize>) {
    if seen.contains(x) {
        return;
    }
    for &h in subgroup.elements() {
        let element = group.product(h, x);
        seen.insert(element);
        list.push(element);
    }
}

/// The powers of an element that generate the same cyclic subgroup.
fn generators_of_powers(group: &FiniteGroup, g: usize) -> Vec<usize> {
    let mut powers = vec![0, g];
    let mut next = group.product(g, g);
    while next != 0 {
        powers.push(next);
        next = group.product(next, g);
    }
    let mut generates = vec![true; powers.len()];
    for p in prime_divisors(powers.len() as u64) {
        generates.iter_mut().step_by(p as usize).for_each(|generates| *generates = false);
    }
    powers.into_iter().zip(generates).filter(|(_, generates)| *generates).map(|(power, _)| power).collect()
}

/// A number that looks random for each element: the finaliser of SplitMix64 (Steele, Lea and Flood, 2014).
fn scrambled(element: usize) -> u64 {
    let mut bits = (element as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}

fn is_prime(n: usize) -> bool {
    n > 1 && (2..).take_while(|p| p * p <= n).all(|p| !n.is_multiple_of(p))
}
