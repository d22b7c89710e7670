//! The quotient without growing generators that are products of others.
//!
//! The array that the verification reads has an axis for every heap whose number grows, also for one that is a sum of others.
//! Such a heap gives no new elements and tells no elements apart that the others do not, so that the quotient is that of the
//! array without its axis. That it is a sum is decided at all points of the array.

use super::InfiniteQuotient;
use super::contexts::Contexts;
use super::lanes::{Lanes, MOST};
use super::order::points;
use super::relations::monomials;
use crate::automatic::{DigitAutomaton, Shifted, agree};
use crate::limits::{Limits, StopReason};
use crate::misere::rules::Generator;

/// The longest products that are tried.
const LONGEST: u32 = 4;
/// The side of the box in which arrays are compared before they are compared everywhere.
const SAMPLED: u64 = 3;

/// What generates a quotient.
pub(super) struct Essential {
    /// The growing generators that are kept.
    pub(super) growing: Vec<Generator>,
    /// The array of slices over their exponents.
    pub(super) automaton: DigitAutomaton,
    /// All generators that are kept.
    pub(super) generators: Vec<Generator>,
    /// Every generator of the rules as a context with exponents of the growing generators that are kept.
    pub(super) values: Vec<(u32, Lanes)>,
    /// The length of the longest product that stands for a generator.
    pub(super) longest: u32,
}

impl Essential {
    /// Leaves out what is a short product; `None` when too many growing generators are left.
    pub(super) fn new(
        quotient: &InfiniteQuotient,
        contexts: &Contexts,
        limits: &Limits,
    ) -> Result<Option<Self>, StopReason> {
        let mut kept: Vec<usize> = Vec::new();
        let mut products = Vec::new();
        for axis in 0..quotient.growing.len() {
            match quotient.product(axis, &kept, contexts, limits)? {
                Some(product) => products.push((quotient.growing[axis], product)),
                None => kept.push(axis),
            }
        }
        if kept.len() > MOST {
            return Ok(None);
        }
        let mut values: Vec<(u32, Lanes)> =
            contexts.times[0].iter().map(|context| (*context, Lanes::default())).collect();
        for (place, axis) in kept.iter().enumerate() {
            values[quotient.growing[*axis] as usize] = (0, Lanes::unit(place));
        }
        let mut longest = 1;
        for (generator, Product { context, exponents, length }) in &products {
            let copies = |(place, count): (usize, &u64)| Lanes::copies(place, *count as u32);
            let x = exponents.iter().enumerate().map(copies).fold(Lanes::default(), |x, more| x + more);
            values[*generator as usize] = (*context, x);
            longest = longest.max(*length);
        }
        let is_product = |generator: &Generator| products.iter().any(|(product, _)| product == generator);
        Ok(Some(Essential {
            growing: kept.iter().map(|axis| quotient.growing[*axis]).collect(),
            automaton: quotient.automaton.restricted_to(&kept).minimal(),
            generators: (0..quotient.rules.len() as Generator).filter(|g| !is_product(g)).collect(),
            values,
            longest,
        }))
    }
}

/// A context with exponents of growing generators.
struct Product {
    context: u32,
    exponents: Vec<u64>,
    length: u32,
}

impl InfiniteQuotient {
    /// The growing generator of an axis as a short product of growing generators of other axes and of those that do not grow.
    fn product(
        &self,
        axis: usize,
        others: &[usize],
        contexts: &Contexts,
        limits: &Limits,
    ) -> Result<Option<Product>, StopReason> {
        let zero = vec![0; self.growing.len()];
        let sample: Vec<Vec<u64>> = points(&zero, SAMPLED).collect();
        let at = |shift: &[u64]| -> Vec<u32> {
            let shifted = |x: &Vec<u64>| -> Vec<u64> { x.iter().zip(shift).map(|(x, d)| x + d).collect() };
            sample.iter().map(|x| self.automaton.at(&shifted(x))).collect()
        };
        let mut unit = zero.clone();
        unit[axis] = 1;
        let of_unit = at(&unit);
        for degree in 0..=LONGEST {
            for exponents in monomials(others.len(), u64::from(degree)) {
                let mut x = zero.clone();
                others.iter().zip(&exponents).for_each(|(axis, exponent)| x[*axis] = *exponent);
                let of_x = at(&x);
                let short =
                    (0..).zip(&contexts.lengths).take_while(|(_, length)| degree + **length <= LONGEST);
                for (context, length) in short {
                    limits.poll()?;
                    let image = &contexts.images[context as usize];
                    let same = |a: u32, b: u32| self.slices[a as usize] == image[b as usize];
                    if !of_unit.iter().zip(&of_x).all(|(a, b)| same(*a, *b)) {
                        continue;
                    }
                    let shifted =
                        |d: &[u64]| Shifted::new(&self.automaton, d.iter().map(|d| (*d).into()).collect());
                    if agree(self.automaton.radices(), shifted(&unit), shifted(&x), limits, same)? {
                        return Ok(Some(Product { context, exponents, length: degree + length }));
                    }
                }
            }
        }
        Ok(None)
    }
}
