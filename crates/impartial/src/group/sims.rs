//! Stabiliser chains from random elements: for groups of many elements, of which no list is made.
//!
//! Random elements are sifted until the chain does not change any more; then it is complete almost surely. That it is
//! follows when its order is the known one, and otherwise by sifting every Schreier generator (Leon's idea: the chain that
//! random elements gave has few generators, so few have to be sifted). The random numbers are the same in every run.
//!
//! Source: Seress, *Permutation group algorithms*, 2003, chapters 4 and 8.

use num_bigint::BigUint;

use super::chain::{Level, StabilizerChain};
use super::permutation::Permutation;
use crate::limits::{Limits, StopReason};

/// Random numbers, the same in every run (Marsaglia's xorshift).
#[derive(Clone, Debug)]
pub(crate) struct Chance(u64);

impl Chance {
    pub fn new(seed: u64) -> Self {
        Chance(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// A number below `bound`, which is not 0.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % bound
    }
}

/// Random products of generators (the product replacement algorithm, with an accumulator).
pub(crate) struct Products {
    slots: Vec<Permutation>,
    product: Permutation,
    chance: Chance,
}

impl Products {
    pub fn new(degree: usize, generators: &[Permutation]) -> Self {
        let mut slots: Vec<Permutation> =
            generators.iter().cycle().take(10.max(generators.len())).cloned().collect();
        if slots.is_empty() {
            slots = vec![Permutation::identity(degree); 2];
        }
        let mut products = Products { slots, product: Permutation::identity(degree), chance: Chance::new(1) };
        (0..60).for_each(|_| drop(products.next()));
        products
    }

    pub fn next(&mut self) -> Permutation {
        let slots = self.slots.len();
        let at = self.chance.below(slots);
        let other = (at + 1 + self.chance.below(slots - 1)) % slots;
        let factor = match self.chance.below(2) {
            0 => self.slots[other].clone(),
            _ => self.slots[other].inverse(),
        };
        self.slots[at] = match self.chance.below(2) {
            0 => self.slots[at].then(&factor),
            _ => factor.then(&self.slots[at]),
        };
        self.product = self.product.then(&self.slots[at]);
        self.product.clone()
    }
}

/// So many random elements in a row bring nothing new before the chain is verified.
const QUIET: usize = 20;

impl StabilizerChain {
    /// The chain of the group that permutations of the same degree generate. New base points are the first in `preference`
    /// that move (then the first of all).
    ///
    /// With `order`, which must be a bound on the order of the group, a chain of that order is complete; a smaller group is
    /// verified as any other.
    pub(crate) fn from_random_elements(
        degree: usize,
        generators: &[Permutation],
        preference: &[usize],
        order: Option<&BigUint>,
        limits: &Limits,
    ) -> Result<Self, StopReason> {
        let generators: Vec<Permutation> =
            generators.iter().filter(|generator| !generator.is_identity()).cloned().collect();
        let mut chain = StabilizerChain { degree, levels: Vec::new() };
        let Some(first) = generators.first() else { return Ok(chain) };
        let base = chain.moved(first, preference);
        let mut top = Level::new(base, degree);
        top.generators.clone_from(&generators);
        top.extend_orbit();
        chain.levels.push(top);
        for generator in &generators {
            chain.sift_in(generator.clone(), 0, preference);
        }
        let is_complete = |chain: &StabilizerChain| order.is_some_and(|order| chain.size() == *order);
        let mut products = Products::new(degree, &generators);
        let mut quiet = 0;
        while quiet < QUIET && !is_complete(&chain) {
            limits.poll_steps(degree as u64)?;
            quiet = if chain.sift_in(products.next(), 0, preference) { 0 } else { quiet + 1 };
        }
        if !is_complete(&chain) {
            chain.verify(preference, limits)?;
        }
        Ok(chain)
    }

    /// The first point that a permutation other than the identity moves.
    fn moved(&self, permutation: &Permutation, preference: &[usize]) -> usize {
        let moves = |point: &usize| permutation.image(*point) != *point;
        preference.iter().copied().find(moves).or_else(|| (0..self.degree).find(moves)).unwrap_or(0)
    }

    /// Sifts an element of the stabiliser of the base points before level `from`; what is left is a new generator of the
    /// levels after it. Whether there was something left.
    fn sift_in(&mut self, element: Permutation, from: usize, preference: &[usize]) -> bool {
        let (level, residue) = self.strip(element, from);
        if residue.is_identity() {
            return false;
        }
        if level == self.levels.len() {
            let base = self.moved(&residue, preference);
            self.levels.push(Level::new(base, self.degree));
        }
        for step in &mut self.levels[from.max(1)..=level] {
            step.generators.push(residue.clone());
            step.extend_orbit();
        }
        true
    }

    /// Sifts every Schreier generator until all are products of representatives.
    fn verify(&mut self, preference: &[usize], limits: &Limits) -> Result<(), StopReason> {
        let mut at = self.levels.len();
        'levels: while at > 0 {
            at -= 1;
            for place in 0..self.levels[at].orbit.len() {
                for generator in 0..self.levels[at].generators.len() {
                    limits.poll_steps(self.degree as u64)?;
                    let level = &self.levels[at];
                    let step = &level.generators[generator];
                    let image = level.place[step.image(level.orbit[place])] as usize;
                    let schreier =
                        level.representatives[place].0.then(step).then(&level.representatives[image].1);
                    if self.sift_in(schreier, at + 1, preference) {
                        at = self.levels.len();
                        continue 'levels;
                    }
                }
            }
        }
        Ok(())
    }

    /// The number of elements, of any size.
    pub(crate) fn size(&self) -> BigUint {
        self.levels.iter().fold(BigUint::from(1u32), |size, level| size * level.orbit.len())
    }

    /// An element, each with the same chance.
    pub(crate) fn random(&self, chance: &mut Chance) -> Permutation {
        let mut element = Permutation::identity(self.degree);
        for level in self.levels.iter().rev() {
            element = element.then(&level.representatives[chance.below(level.orbit.len())].0);
        }
        element
    }

    /// The least subgroup that contains the elements and that the generators of this group normalise.
    ///
    /// Cost: a chain for every element that is added.
    pub(crate) fn normal_closure(
        &self,
        generators: &[Permutation],
        elements: &[Permutation],
        limits: &Limits,
    ) -> Result<Self, StopReason> {
        let mut within: Vec<Permutation> = Vec::new();
        let mut chain = StabilizerChain { degree: self.degree, levels: Vec::new() };
        let mut waiting: Vec<Permutation> = elements.to_vec();
        while let Some(element) = waiting.pop() {
            if chain.contains(&element) {
                continue;
            }
            waiting.extend(generators.iter().map(|g| element.conjugated(g)));
            within.push(element);
            chain =
                StabilizerChain::from_random_elements(self.degree, &within, &[], Some(&self.size()), limits)?;
        }
        Ok(chain)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The chains of both algorithms have the same order and the same elements.
    #[test]
    fn as_without_chance() {
        for generators in [
            vec!["(1 2)", "(1 2 3 4 5 6 7)"],
            vec!["(1 2 3 4 5 6 7 8 9 10 11)", "(3 7 11 8)(4 10 5 6)", "(1 12)(2 11)(3 6)(4 8)(5 9)(7 10)"],
            vec!["(1 2)(3 4)", "(5 6)", "(7 8)(1 3)"],
            vec!["(1 2 3)(4 5)"],
            vec![],
        ] {
            let generators: Vec<Permutation> =
                generators.iter().map(|text| text.parse::<Permutation>().unwrap().extended(12)).collect();
            let exact = StabilizerChain::new(12, &generators, None, &Limits::none()).unwrap();
            let order = BigUint::from(exact.order().unwrap());
            for bound in [None, Some(&order)] {
                let chain =
                    StabilizerChain::from_random_elements(12, &generators, &[5, 3], bound, &Limits::none());
                let chain = chain.unwrap();
                assert_eq!(chain.size(), order);
                let mut chance = Chance::new(7);
                for _ in 0..50 {
                    assert!(exact.contains(&chain.random(&mut chance)));
                    assert!(chain.contains(&exact.random(&mut chance)));
                }
            }
        }
    }
}
