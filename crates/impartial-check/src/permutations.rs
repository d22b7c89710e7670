//! Groups of permutations, by chains of stabilisers.
//!
//! A chain has a base b_1, b_2, …, and for each of them the orbit of b_i under elements that fix the points before it, with an
//! element that leads to each point of the orbit. All these elements are products of the generators, so the product of the
//! lengths of the orbits is never more than the order of the group; and when every Schreier generator of every level can be
//! written by the levels below, it is the order (Schreier's lemma). A permutation that can be written by the chain is in the
//! group, and when the chain is complete no other is.

use serde_json::Value;

use crate::Refusal;

/// The image of each point.
pub type Permutation = Vec<u16>;

/// The most points.
pub const MOST_POINTS: usize = 4096;

/// The most work for one chain, in points looked at.
const MOST_WORK: u64 = 2_000_000_000;

/// The first, then the second.
pub fn then(first: &[u16], second: &[u16]) -> Permutation {
    first.iter().map(|point| second[usize::from(*point)]).collect()
}

/// The permutation that leads back.
pub fn inverse(of: &[u16]) -> Permutation {
    let mut back = vec![0; of.len()];
    for (point, image) in of.iter().enumerate() {
        back[usize::from(*image)] = point as u16;
    }
    back
}

/// The conjugate a⁻¹·x·a.
pub fn conjugate(x: &[u16], a: &[u16]) -> Permutation {
    let mut result = vec![0; x.len()];
    for (point, image) in x.iter().enumerate() {
        result[usize::from(a[point])] = a[usize::from(*image)];
    }
    result
}

/// The permutation that moves nothing.
pub fn identity(points: usize) -> Permutation {
    (0..points as u16).collect()
}

pub fn is_identity(of: &[u16]) -> bool {
    of.iter().enumerate().all(|(point, image)| point == usize::from(*image))
}

/// Reads a list of images.
pub fn read(value: &Value, points: usize, name: &str) -> Result<Permutation, Refusal> {
    let wrong =
        || Refusal::Malformed(format!("the field \"{name}\" must hold permutations of {points} points"));
    let listed = value.as_array().filter(|listed| listed.len() == points).ok_or_else(wrong)?;
    let mut seen = vec![false; points];
    let mut images = Vec::with_capacity(points);
    for image in listed {
        let image = image.as_u64().filter(|image| *image < points as u64).ok_or_else(wrong)? as usize;
        if std::mem::replace(&mut seen[image], true) {
            return Err(wrong());
        }
        images.push(image as u16);
    }
    Ok(images)
}

#[derive(Clone)]
struct Level {
    base: usize,
    generators: Vec<Permutation>,
    orbit: Vec<u16>,
    /// For each point of the orbit its place there, and u16::MAX for others.
    place: Vec<u16>,
    /// For each place an element that takes the base there, and the one that leads back.
    to: Vec<Permutation>,
    back: Vec<Permutation>,
}

/// A group with a chain of stabilisers.
#[derive(Clone)]
pub struct Chain {
    points: usize,
    levels: Vec<Level>,
    work: u64,
}

impl Chain {
    /// The chain of the group generated.
    pub fn new(points: usize, generators: &[Permutation]) -> Result<Chain, Refusal> {
        let mut chain = Chain { points, levels: Vec::new(), work: 0 };
        for generator in generators {
            chain.extend(generator, None)?;
        }
        Ok(chain)
    }

    /// Adds a generator; with an order given, the work ends as soon as the chain shows that many elements.
    pub fn extend(&mut self, generator: &[u16], enough: Option<u64>) -> Result<(), Refusal> {
        let mut waiting = vec![(0, generator.to_vec())];
        while let Some((from, candidate)) = waiting.pop() {
            if enough.is_some_and(|enough| self.order() >= enough) {
                return Ok(());
            }
            let (level, rest) = self.strip(&candidate, from);
            self.work += self.points as u64 * (self.levels.len() as u64 + 1);
            if self.work > MOST_WORK {
                return Err(Refusal::Unknown("a group too large to be checked here".into()));
            }
            if is_identity(&rest) {
                continue;
            }
            if level == self.levels.len() {
                let moved = (0..self.points).find(|point| usize::from(rest[*point]) != *point);
                self.levels.push(Level::new(moved.unwrap_or(0), self.points));
            }
            for at in from..=level {
                self.levels[at].add(rest.clone(), at + 1, &mut waiting);
            }
        }
        Ok(())
    }

    /// The number of elements the chain shows; 2^64 - 1 when there are more.
    pub fn order(&self) -> u64 {
        self.levels.iter().fold(1, |order: u64, level| order.saturating_mul(level.orbit.len() as u64))
    }

    /// The level where a permutation cannot be written further, and what is left of it.
    fn strip(&self, permutation: &[u16], from: usize) -> (usize, Permutation) {
        let mut rest = permutation.to_vec();
        for (at, level) in self.levels.iter().enumerate().skip(from) {
            match level.place[usize::from(rest[level.base])] {
                u16::MAX => return (at, rest),
                0 => {}
                place => rest = then(&rest, &level.back[usize::from(place)]),
            }
        }
        (self.levels.len(), rest)
    }

    /// Whether a permutation is in the group.
    pub fn contains(&self, permutation: &[u16]) -> bool {
        is_identity(&self.strip(permutation, 0).1)
    }

    /// The number of an element among all of them, from the places of the images of the base.
    pub fn rank(&self, element: &[u16]) -> usize {
        let mut rest = element.to_vec();
        let mut number = 0;
        for level in &self.levels {
            let place = usize::from(level.place[usize::from(rest[level.base])]);
            number = number * level.orbit.len() + place;
            if place != 0 {
                rest = then(&rest, &level.back[place]);
            }
        }
        number
    }

    /// Calls `visit` with every element, in the order of their numbers.
    pub fn for_each_element(&self, visit: &mut dyn FnMut(&[u16])) {
        self.below_level(0, &identity(self.points), visit);
    }

    fn below_level(&self, at: usize, after: &[u16], visit: &mut dyn FnMut(&[u16])) {
        let Some(level) = self.levels.get(at) else { return visit(after) };
        for to in &level.to {
            self.below_level(at + 1, &then(to, after), visit);
        }
    }

    /// Of all elements h·g with h in the group the one whose images of the base come first.
    pub fn least_of_coset(&self, g: Permutation) -> Permutation {
        let mut least = g;
        for level in &self.levels {
            let place = (0..level.orbit.len()).min_by_key(|at| least[usize::from(level.orbit[*at])]);
            if let Some(place) = place.filter(|place| *place != 0) {
                least = then(&level.to[place], &least);
            }
        }
        least
    }
}

impl Level {
    fn new(base: usize, points: usize) -> Level {
        let mut place = vec![u16::MAX; points];
        place[base] = 0;
        let start = vec![identity(points)];
        Level {
            base,
            generators: Vec::new(),
            orbit: vec![base as u16],
            place,
            to: start.clone(),
            back: start,
        }
    }

    /// Adds a generator, and puts the Schreier generators that are new on the list, for the level below.
    fn add(&mut self, generator: Permutation, below: usize, waiting: &mut Vec<(usize, Permutation)>) {
        let before = self.orbit.len();
        self.generators.push(generator);
        let mut at = 0;
        while at < self.orbit.len() {
            for generator in &self.generators {
                let image = usize::from(generator[usize::from(self.orbit[at])]);
                if self.place[image] == u16::MAX {
                    self.place[image] = self.orbit.len() as u16;
                    self.orbit.push(image as u16);
                    let to = then(&self.to[at], generator);
                    self.back.push(inverse(&to));
                    self.to.push(to);
                }
            }
            at += 1;
        }
        for (at, point) in self.orbit.iter().enumerate() {
            let first = if at < before { self.generators.len() - 1 } else { 0 };
            for generator in &self.generators[first..] {
                let image = usize::from(self.place[usize::from(generator[usize::from(*point)])]);
                let schreier = then(&then(&self.to[at], generator), &self.back[image]);
                if !is_identity(&schreier) {
                    waiting.push((below, schreier));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    /// The group generated, by definition.
    fn elements(generators: &[Permutation]) -> HashSet<Permutation> {
        let mut found = HashSet::from([identity(generators[0].len())]);
        let mut waiting: Vec<Permutation> = found.iter().cloned().collect();
        while let Some(x) = waiting.pop() {
            for generator in generators {
                let next = then(&x, generator);
                if found.insert(next.clone()) {
                    waiting.push(next);
                }
            }
        }
        found
    }

    #[test]
    fn chains_are_the_groups_by_definition() {
        let groups: [&[&[u16]]; 5] = [
            &[&[1, 2, 3, 4, 0], &[1, 0, 2, 3, 4]],
            &[&[1, 2, 0, 3, 4, 5], &[0, 1, 3, 4, 2, 5], &[0, 1, 2, 3, 5, 4]],
            &[&[1, 0, 2, 3, 4, 5], &[0, 1, 3, 2, 4, 5], &[0, 1, 2, 3, 5, 4]],
            &[&[1, 2, 3, 4, 5, 6, 0], &[0, 4, 1, 5, 2, 6, 3]],
            &[&[0, 1, 2]],
        ];
        for generators in groups {
            let generators: Vec<Permutation> = generators.iter().map(|g| g.to_vec()).collect();
            let points = generators[0].len();
            let all = elements(&generators);
            let chain = Chain::new(points, &generators).unwrap();
            assert_eq!(chain.order(), all.len() as u64);
            let mut listed = HashSet::new();
            let mut ranks = HashSet::new();
            chain.for_each_element(&mut |element| {
                listed.insert(element.to_vec());
                assert_eq!(chain.rank(element), ranks.len(), "elements come in the order of their numbers");
                ranks.insert(chain.rank(element));
            });
            assert_eq!(listed, all);
            assert_eq!(ranks, (0..all.len()).collect());
            let symmetric = elements(&[
                then(&identity(points), &(1..points as u16).chain([0]).collect::<Vec<_>>()),
                [1, 0].into_iter().chain(2..points as u16).collect(),
            ]);
            let mut cosets: HashSet<Permutation> = HashSet::new();
            for x in &symmetric {
                assert_eq!(chain.contains(x), all.contains(x));
                let least = chain.least_of_coset(x.clone());
                assert!(all.contains(&then(&least, &inverse(x))), "it is in the coset");
                cosets.insert(least);
            }
            assert_eq!(cosets.len() * all.len(), symmetric.len());
        }
    }

    #[test]
    fn lists_that_are_no_permutations_are_refused() {
        for wrong in ["[0,0,1]", "[0,1]", "[0,1,3]", "[0,1,-1]", "3", "[0,1,\"2\"]"] {
            assert!(read(&serde_json::from_str(wrong).unwrap(), 3, "generators").is_err(), "{wrong}");
        }
    }
}
