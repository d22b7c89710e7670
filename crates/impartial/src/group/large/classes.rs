//! Centralisers and conjugacy classes of groups of permutations, by backtracking over the images of base points.
//!
//! An element is known by the images of the base points. If c⁻¹·g·c = h, then c maps each cycle of g to a cycle of h of the
//! same length, so the image of one point of a cycle gives those of the others: few choices are left.
//!
//! The classes are complete when their sizes add up to the order of the group.
//!
//! Source: Butler, *Fundamental algorithms for permutation groups*, chapters 12 and 13.

use num_bigint::BigUint;

use super::super::chain::{ABSENT, StabilizerChain};
use super::super::permutation::Permutation;
use super::super::sims::Chance;
use super::PermutedPoints;
use crate::limits::{Limits, StopReason};

/// A conjugacy class.
#[derive(Clone, Debug)]
pub struct LargeClass {
    /// One of its elements.
    pub representative: Permutation,
    /// The order of its elements.
    pub element_order: u64,
    /// The order of the centraliser of the representative.
    pub centralizer: BigUint,
    /// The number of its elements.
    pub size: BigUint,
}

/// All conjugacy classes of a group of permutations.
#[derive(Clone, Debug)]
pub struct LargeClasses {
    classes: Vec<(Vec<usize>, LargeClass, Search)>,
}

impl LargeClasses {
    /// The classes of a group; `None` when there are more than `most`.
    ///
    /// Random elements and their powers are looked at until the sizes of the classes add up.
    ///
    /// # Errors
    /// When a limit is reached.
    pub(crate) fn new(
        group: &PermutedPoints,
        most: usize,
        limits: &Limits,
    ) -> Result<Option<Self>, StopReason> {
        let order = group.chain.size();
        let mut found = LargeClasses { classes: Vec::new() };
        let mut covered = BigUint::ZERO;
        let mut chance = Chance::new(2);
        let mut next = Permutation::identity(group.degree());
        loop {
            let Some(element_order) = next.order() else { return Ok(None) };
            // Powers first: the rare classes are powers of elements of frequent ones.
            for divisor in (1..=element_order).filter(|k| element_order.is_multiple_of(*k)) {
                limits.poll()?;
                let power = next.power(divisor);
                if let Some(class) = found.add(group, &order, power, limits)? {
                    covered += &found.classes[class].1.size;
                }
                if found.classes.len() > most {
                    return Ok(None);
                }
            }
            // The generators of the cyclic group are other classes, as a rule.
            for exponent in
                (2..element_order.min(400)).filter(|k| crate::integer::gcd(*k, element_order) == 1)
            {
                if covered == order {
                    break;
                }
                limits.poll()?;
                if let Some(class) = found.add(group, &order, next.power(exponent), limits)? {
                    covered += &found.classes[class].1.size;
                }
            }
            if covered == order {
                found.classes.sort_by(|(_, a, _), (_, b, _)| {
                    (a.element_order, &a.size, &a.representative).cmp(&(
                        b.element_order,
                        &b.size,
                        &b.representative,
                    ))
                });
                return Ok(Some(found));
            }
            next = group.random(&mut chance);
        }
    }

    /// The classes, by the orders of their elements.
    pub fn iter(&self) -> impl Iterator<Item = &LargeClass> {
        self.classes.iter().map(|(_, class, _)| class)
    }

    /// The number of classes.
    pub fn len(&self) -> usize {
        self.classes.len()
    }

    /// Never: the identity has a class.
    pub fn is_empty(&self) -> bool {
        self.classes.is_empty()
    }

    /// The class of an element, and an element that conjugates its representative to it.
    pub(crate) fn class_of(
        &self,
        element: &Permutation,
        limits: &Limits,
    ) -> Result<Option<(usize, Permutation)>, StopReason> {
        let kind = element.cycle_type();
        for (at, (known, _, search)) in self.classes.iter().enumerate() {
            if *known == kind
                && let Some(conjugator) = search.conjugator(element, limits)?
            {
                return Ok(Some((at, conjugator)));
            }
        }
        Ok(None)
    }

    /// Enters an element, and says the number of its class if that is new.
    fn add(
        &mut self,
        group: &PermutedPoints,
        order: &BigUint,
        element: Permutation,
        limits: &Limits,
    ) -> Result<Option<usize>, StopReason> {
        if self.class_of(&element, limits)?.is_some() {
            return Ok(None);
        }
        let search = Search::new(group, &element, order, limits)?;
        let centralizer = search.centralizer(limits)?;
        let class = LargeClass {
            element_order: element.order().unwrap_or(u64::MAX),
            size: order / &centralizer,
            centralizer,
            representative: element.clone(),
        };
        self.classes.push((element.cycle_type(), class, search));
        Ok(Some(self.classes.len() - 1))
    }
}

/// A search for elements that conjugate one element to others.
#[derive(Clone, Debug)]
pub(crate) struct Search {
    element: Permutation,
    chain: StabilizerChain,
    /// For each point the length of its cycle.
    lengths: Vec<usize>,
    /// For each level an earlier one, and how many steps along the cycle lie between the base points.
    forced: Vec<Option<(usize, usize)>>,
}

impl Search {
    /// A search from `element`, with a base that runs along its cycles.
    pub(crate) fn new(
        group: &PermutedPoints,
        element: &Permutation,
        order: &BigUint,
        limits: &Limits,
    ) -> Result<Self, StopReason> {
        let lengths = cycle_lengths(element);
        let mut cycles = element.cycles();
        // Long cycles first: one choice gives many images.
        cycles.sort_by_key(|cycle| std::cmp::Reverse(cycle.len()));
        let preference: Vec<usize> = cycles.concat();
        let chain = StabilizerChain::from_random_elements(
            group.degree(),
            &group.generators,
            &preference,
            Some(order),
            limits,
        )?;
        let mut forced: Vec<Option<(usize, usize)>> = Vec::new();
        for (at, level) in chain.levels.iter().enumerate() {
            let before = (0..at).find_map(|earlier| {
                let mut point = chain.levels[earlier].base;
                (0..lengths[point]).find_map(|steps| {
                    let is_it = point == level.base;
                    point = element.image(point);
                    is_it.then_some((earlier, steps))
                })
            });
            forced.push(before);
        }
        Ok(Search { element: element.clone(), chain, lengths, forced })
    }

    /// An element c of the group with c⁻¹·g·c = h, if there is one.
    pub(crate) fn conjugator(
        &self,
        target: &Permutation,
        limits: &Limits,
    ) -> Result<Option<Permutation>, StopReason> {
        let identity = Permutation::identity(self.chain.degree);
        self.descend(0, &identity, &mut Vec::new(), target, &cycle_lengths(target), limits)
    }

    /// The order of the centraliser: the product of the lengths of its orbits on base points, each in the stabiliser of those
    /// before.
    fn centralizer(&self, limits: &Limits) -> Result<BigUint, StopReason> {
        let mut order = BigUint::from(1u32);
        let mut generators: Vec<Permutation> = Vec::new();
        for at in (0..self.chain.levels.len()).rev() {
            if self.forced[at].is_some() {
                continue;
            }
            let level = &self.chain.levels[at];
            let mut orbit = orbit_of(level.base, &generators);
            // What is not reached from one point is not reached from its images either.
            let mut tried: Vec<usize> = Vec::new();
            for place in 0..level.orbit.len() {
                let point = level.orbit[place];
                if orbit.contains(&point)
                    || tried.contains(&point)
                    || self.lengths[point] != self.lengths[level.base]
                {
                    continue;
                }
                let mut images: Vec<usize> = self.chain.levels[..at].iter().map(|level| level.base).collect();
                images.push(point);
                let start = level.representatives[place].0.clone();
                let found =
                    self.descend(at + 1, &start, &mut images, &self.element, &self.lengths, limits)?;
                match found {
                    Some(element) => {
                        generators.push(element);
                        orbit = orbit_of(level.base, &generators);
                    }
                    None => tried.extend(orbit_of(point, &generators)),
                }
            }
            order *= orbit.len();
        }
        Ok(order)
    }

    /// Goes on where the base points before level `at` have images: `product` is an element with these images.
    fn descend(
        &self,
        at: usize,
        product: &Permutation,
        images: &mut Vec<usize>,
        target: &Permutation,
        lengths: &[usize],
        limits: &Limits,
    ) -> Result<Option<Permutation>, StopReason> {
        limits.poll_steps(self.chain.degree as u64)?;
        let Some(level) = self.chain.levels.get(at) else {
            return Ok((self.element.conjugated(product) == *target).then(|| product.clone()));
        };
        // The image of the base point along the cycle of an earlier one, or any point on a cycle of the right length.
        if let Some((earlier, steps)) = self.forced[at] {
            let mut image = images[earlier];
            (0..steps).for_each(|_| image = target.image(image));
            let before = product.images().iter().position(|other| usize::from(*other) == image);
            let place = before.map_or(ABSENT, |point| level.place[point]);
            if place == ABSENT {
                return Ok(None);
            }
            let next = level.representatives[place as usize].0.then(product);
            images.push(image);
            let found = self.descend(at + 1, &next, images, target, lengths, limits)?;
            images.pop();
            return Ok(found);
        }
        for (place, point) in level.orbit.iter().enumerate() {
            let image = product.image(*point);
            if lengths[image] != self.lengths[level.base] {
                continue;
            }
            let next = level.representatives[place].0.then(product);
            images.push(image);
            let found = self.descend(at + 1, &next, images, target, lengths, limits)?;
            images.pop();
            if found.is_some() {
                return Ok(found);
            }
        }
        Ok(None)
    }
}

/// For each point the length of its cycle.
fn cycle_lengths(permutation: &Permutation) -> Vec<usize> {
    let mut lengths = vec![1; permutation.degree()];
    for cycle in permutation.cycles() {
        cycle.iter().for_each(|point| lengths[*point] = cycle.len());
    }
    lengths
}

/// The points that permutations take a point to, in the order in which they are met.
pub(crate) fn orbit_of(point: usize, generators: &[Permutation]) -> Vec<usize> {
    let mut orbit = vec![point];
    let mut at = 0;
    while at < orbit.len() {
        for generator in generators {
            let image = generator.image(orbit[at]);
            if !orbit.contains(&image) {
                orbit.push(image);
            }
        }
        at += 1;
    }
    orbit
}

#[cfg(test)]
mod tests {
    use super::super::{LargeGroup, LargeShape};
    use super::*;
    use crate::group::{self, ConjugacyClasses};

    /// The classes are those of the list of elements: orders and sizes.
    #[test]
    fn as_in_the_list_of_elements() {
        let limits = Limits::none();
        for name in ["M11", "PSL(2,13)", "GL(2,5)", "S3 wr S3", "AGL(1,8) x S3", "<(1 2 3)(4 5), (4 6)>"] {
            let listed = group::parse(name, &limits).unwrap();
            let classes = ConjugacyClasses::new(&listed, &limits).unwrap();
            let mut expected: Vec<(u64, BigUint)> = (0..classes.count())
                .map(|class| {
                    let order = listed.element_order(classes.representative(class)) as u64;
                    (order, BigUint::from(classes.size(class)))
                })
                .collect();
            expected.sort();
            let large = LargeGroup::parse(name, &limits).unwrap().unwrap();
            let LargeShape::Permutations(points) = large.shape() else { panic!("{name} permutes points") };
            let found = LargeClasses::new(points, 100, &limits).unwrap().unwrap();
            let found: Vec<(u64, BigUint)> =
                found.iter().map(|class| (class.element_order, class.size.clone())).collect();
            assert_eq!(found, expected, "{name}");
        }
    }
}
