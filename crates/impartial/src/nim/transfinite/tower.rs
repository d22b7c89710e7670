//! The finite field that a few elements generate, as a tower of generators.

use std::collections::BTreeMap;

use num_bigint::BigUint;

use super::dense::{Dense, DenseField, Leaf, Level, is_zero};
use super::frobenius::{Frobenius, norm};
use super::sparse::{Monomial, Sparse, place_of, prime_at};
use super::{AlgebraicClosure, TransfiniteError};
use crate::nim::BigNimber;
use crate::nim::basis::{PREPARE, polynomial_basis};
use crate::nim::polynomial::{BinaryPolynomial, shortest_recurrence};

/// The largest field, in words of an element.
const MOST_WORDS: u128 = 1 << 22;

/// For each generator how much of it a field needs.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Shape {
    /// The finite nimbers below 2^bits, bits a power of two.
    bits: u64,
    /// K(p^n), by prime.
    powers: BTreeMap<u64, u32>,
}

impl Shape {
    fn include(&mut self, x: &Sparse) {
        for (monomial, coefficient) in &x.0 {
            self.bits = self.bits.max(coefficient.degree());
            for (place, digits) in monomial {
                let n = self.powers.entry(prime_at(*place)).or_default();
                *n = (*n).max(digits.len() as u32);
            }
        }
    }
}

/// A field with the correspondence to ordinals.
pub struct Tower {
    pub field: DenseField,
    /// Bits of the finite nimbers in the leaf, at most 64.
    leaf_bits: u64,
    /// The Artin-Schreier levels for finite nimbers above 2^64.
    quadratic: usize,
    /// p, n and p^n for the generators K(p^n) in the leaf, then for those with a level of their own.
    inside: Vec<(u64, u32, u64)>,
    above: Vec<(u64, u32, u64)>,
}

impl Tower {
    /// The least field of the tower that contains the given elements.
    pub fn new(closure: &mut AlgebraicClosure, elements: &[&Sparse]) -> Result<Self, TransfiniteError> {
        Self::with_generators(closure, elements, &[])
    }

    /// The same with each K(p^n) adjoined, given as p and n.
    pub fn with_generators(
        closure: &mut AlgebraicClosure,
        elements: &[&Sparse],
        generators: &[(u64, u32)],
    ) -> Result<Self, TransfiniteError> {
        let mut shape = Shape { bits: 2, powers: BTreeMap::new() };
        for x in elements {
            shape.include(x);
        }
        for (prime, n) in generators {
            if *prime == 2 {
                shape.bits = shape.bits.max(1_u64.checked_shl(*n).unwrap_or(u64::MAX));
                continue;
            }
            let least = shape.powers.entry(*prime).or_default();
            *least = (*least).max(*n);
        }
        // α_p brings in smaller primes only.
        let mut done = Vec::new();
        while let Some(prime) = shape.powers.keys().rev().find(|prime| !done.contains(*prime)).copied() {
            done.push(prime);
            shape.include(&closure.alpha(prime)?);
        }
        let mut size = u128::from(shape.bits);
        let mut generators = Vec::new();
        for (prime, n) in &shape.powers {
            let q = prime.checked_pow(*n).unwrap_or(u64::MAX);
            size = size.saturating_mul(q.into());
            generators.push((*prime, *n, q));
        }
        if size.div_ceil(32) > MOST_WORDS {
            return Err(TransfiniteError::OutOfReach(format!(
                "this needs the field of 2^{size} elements; fields up to 2^{} are computed",
                MOST_WORDS * 32
            )));
        }
        let leaf_bits = shape.bits.min(64);
        let mut inside_bits = leaf_bits;
        let inside = generators.iter().take_while(|(_, _, q)| {
            let fits = shape.bits <= 64 && inside_bits * q <= 64;
            inside_bits *= if fits { q } else { &1 };
            fits
        });
        let inside: Vec<_> = inside.copied().collect();
        let above = generators[inside.len()..].to_vec();
        let leaf = leaf(closure, leaf_bits, &inside)?;
        let field = DenseField { leaf, levels: Vec::new(), limits: closure.limits.clone() };
        let mut tower = Tower { field, leaf_bits, quadratic: 0, inside, above: above.clone() };
        for level in 0..(shape.bits / leaf_bits).ilog2() as usize {
            let below = tower.field.words();
            let constant = vec![(vec![1; level], PREPARE.apply(1 << 63))];
            tower.field.levels.push(Level { degree: 2, below, constant, is_quadratic: true });
            tower.quadratic += 1;
        }
        for (prime, _, q) in above {
            let below = tower.field.words();
            let constant = tower.terms(&closure.alpha(prime)?);
            tower.field.levels.push(Level { degree: q as usize, below, constant, is_quadratic: false });
        }
        Ok(tower)
    }

    pub fn degree(&self) -> u64 {
        self.field.degree()
    }

    /// The exponent of K(p) … K(p^n) as that of K(p^n) alone.
    fn exponent(digits: &[u64], prime: u64, n: u32) -> u64 {
        (0..n).fold(0, |e, j| e * prime + digits.get(j as usize).copied().unwrap_or(0))
    }

    fn digits_of(exponent: u64, prime: u64, n: u32) -> Vec<u64> {
        let mut digits: Vec<u64> = (0..n).rev().map(|t| exponent / prime.pow(t) % prime).collect();
        while digits.last() == Some(&0) {
            digits.pop();
        }
        digits
    }

    fn exponents(generators: &[(u64, u32, u64)], monomial: &Monomial) -> Vec<u64> {
        generators
            .iter()
            .map(|(prime, n, _)| {
                let place = place_of(*prime);
                let digits =
                    monomial.iter().find(|(at, _)| *at == place).map_or(&[][..], |(_, digits)| digits);
                Self::exponent(digits, *prime, *n)
            })
            .collect()
    }

    /// The exponents of the levels and the leaf, for each word that a sum touches.
    fn terms(&self, x: &Sparse) -> Vec<(Vec<usize>, u64)> {
        let mut terms: BTreeMap<Vec<usize>, u64> = BTreeMap::new();
        for (monomial, coefficient) in &x.0 {
            let inside = Self::exponents(&self.inside, monomial);
            let shift = inside.iter().zip(&self.inside).rev().fold(0, |at, (e, (_, _, q))| at * q + e);
            let above = Self::exponents(&self.above, monomial);
            for (limb, word) in coefficient.number().iter_u64_digits().enumerate() {
                if word == 0 {
                    continue;
                }
                let mut exponents: Vec<usize> = (0..self.quadratic).map(|level| limb >> level & 1).collect();
                exponents.extend(above.iter().map(|e| *e as usize));
                exponents.truncate(self.field.levels.len());
                *terms.entry(exponents).or_default() ^= word << (shift * self.leaf_bits);
            }
        }
        terms.into_iter().map(|(exponents, bits)| (exponents, self.field.leaf.prepare.apply(bits))).collect()
    }

    pub fn dense(&self, x: &Sparse) -> Dense {
        let mut dense = vec![0; self.field.words()];
        for (exponents, leaf) in self.terms(x) {
            let at: usize =
                exponents.iter().enumerate().map(|(level, e)| e * self.field.levels[level].below).sum();
            dense[at] ^= leaf;
        }
        dense
    }

    pub fn sparse(&self, x: &[u64]) -> Sparse {
        let mut sum = Sparse::default();
        for (at, word) in x.iter().enumerate().filter(|(_, word)| **word != 0) {
            let bits = self.field.leaf.restore.apply(*word);
            let mut rest = at;
            let exponents: Vec<usize> = self
                .field
                .levels
                .iter()
                .map(|level| {
                    let digit = rest % level.degree;
                    rest /= level.degree;
                    digit
                })
                .collect();
            let limb: u64 = (0..self.quadratic).map(|level| (exponents[level] as u64) << level).sum();
            let blocks = u64::from(self.field.leaf.bits) / self.leaf_bits;
            for block in 0..blocks {
                let mask = u64::MAX >> (64 - self.leaf_bits);
                let coefficient = bits >> (block * self.leaf_bits) & mask;
                if coefficient == 0 {
                    continue;
                }
                let mut monomial = Monomial::new();
                let mut place_in_leaf = block;
                for (prime, n, q) in &self.inside {
                    let digits = Self::digits_of(place_in_leaf % q, *prime, *n);
                    place_in_leaf /= q;
                    if !digits.is_empty() {
                        monomial.push((place_of(*prime), digits));
                    }
                }
                for ((prime, n, _), e) in self.above.iter().zip(&exponents[self.quadratic..]) {
                    let digits = Self::digits_of(*e as u64, *prime, *n);
                    if !digits.is_empty() {
                        monomial.push((place_of(*prime), digits));
                    }
                }
                sum.toggle(monomial, BigNimber::star(BigUint::from(coefficient) << (64 * limb)));
            }
        }
        sum
    }

    /// The largest n with K(p^n) in the tower, 0 if there is none: the degree is divisible by p^n and not by p^(n+1).
    pub fn power_of(&self, prime: u64) -> u32 {
        if prime == 2 {
            return (self.leaf_bits << self.quadratic).ilog2();
        }
        let all = self.inside.iter().chain(&self.above);
        all.filter(|(p, _, _)| *p == prime).map(|(_, n, _)| *n).max().unwrap_or(0)
    }

    pub fn zero(&self) -> Dense {
        vec![0; self.field.words()]
    }

    /// An element from random words.
    pub fn random(&self, mut word: impl FnMut() -> u64) -> Dense {
        let mask = u64::MAX >> (64 - self.field.leaf.bits);
        (0..self.field.words()).map(|_| word() & mask).collect()
    }

    pub fn one(&self) -> Dense {
        self.field.one(self.field.levels.len())
    }

    pub fn frobenius(&self, exponent: u64) -> Result<Frobenius, TransfiniteError> {
        Ok(Frobenius::power(&self.field, exponent)?)
    }

    /// The norm to F_2^f; f must divide the degree.
    pub fn norm_to(&self, x: &[u64], f: u64) -> Result<Dense, TransfiniteError> {
        Ok(norm(&self.field, &self.frobenius(f)?, x, self.degree() / f)?)
    }

    /// The power, with windows of four bits; squares are Frobenius images.
    pub fn power(&self, x: &[u64], exponent: &BigUint) -> Result<Dense, TransfiniteError> {
        if is_zero(x) {
            return Ok(if *exponent == BigUint::ZERO { self.one() } else { x.to_vec() });
        }
        let exponent = exponent % ((BigUint::from(1u8) << self.degree()) - 1u8);
        let square = Frobenius::one(&self.field);
        let mut table = vec![self.one(), x.to_vec()];
        let width = if exponent.bits() > 16 { 4 } else { 1 };
        while table.len() < 1 << width {
            table.push(self.field.multiply(&table[table.len() - 1], x)?);
        }
        let mut power = self.one();
        for window in (0..exponent.bits().div_ceil(width)).rev() {
            for _ in 0..width {
                power = square.apply(&self.field, &power);
            }
            let digit = (0..width)
                .fold(0, |digit, bit| digit | usize::from(exponent.bit(window * width + bit)) << bit);
            if digit > 0 {
                power = self.field.multiply(&power, &table[digit])?;
            }
        }
        Ok(power)
    }

    /// x^(2^d - 2), the square of the product of the first d - 1 conjugates.
    pub fn inverse(&self, x: &[u64]) -> Result<Dense, TransfiniteError> {
        if is_zero(x) {
            return Err(TransfiniteError::DivisionByZero);
        }
        let square = Frobenius::one(&self.field);
        let product = norm(&self.field, &square, x, self.degree() - 1)?;
        Ok(square.apply(&self.field, &product))
    }

    /// The degree of x over F_2: the least d with x^(2^d) = x.
    pub fn degree_of(&self, x: &[u64]) -> Result<u64, TransfiniteError> {
        let mut degree = self.degree();
        let mut rest = degree;
        for prime in 2.. {
            if prime * prime > rest && rest > 1 {
                degree = self.strip(x, degree, rest)?;
                break;
            }
            if rest == 1 {
                break;
            }
            while rest.is_multiple_of(prime) {
                rest /= prime;
                degree = self.strip(x, degree, prime)?;
            }
        }
        Ok(degree)
    }

    fn strip(&self, x: &[u64], degree: u64, prime: u64) -> Result<u64, TransfiniteError> {
        let fixes = self.frobenius(degree / prime)?.apply(&self.field, x) == x;
        Ok(if fixes { degree / prime } else { degree })
    }

    pub fn minimal_polynomial(&self, x: &[u64]) -> Result<BinaryPolynomial, TransfiniteError> {
        let length = 2 * self.degree() as usize;
        let mut sequence = Vec::with_capacity(length);
        let mut power = self.one();
        for _ in 0..length {
            // The functional is the lowest bit of each word's scrambled parity; any one that does not vanish serves.
            let bit = power
                .iter()
                .zip(1u64..)
                .map(|(word, at)| {
                    (word & at.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(17)).count_ones()
                })
                .sum::<u32>();
            sequence.push(bit & 1 == 1);
            power = self.field.multiply(&power, x)?;
        }
        if sequence.iter().all(|bit| !bit) {
            return Err(TransfiniteError::OutOfReach("the functional vanished on all powers".into()));
        }
        Ok(shortest_recurrence(&sequence, &self.field.limits)?)
    }
}

/// The leaf: finite nimbers of `bits` bits and the given generators, in the powers of a generator of the field.
fn leaf(
    closure: &mut AlgebraicClosure,
    bits: u64,
    inside: &[(u64, u32, u64)],
) -> Result<Leaf, TransfiniteError> {
    if bits == 64 {
        return Ok(Leaf::new(64, 0b11011, polynomial_basis()));
    }
    let size = bits * inside.iter().map(|(_, _, q)| q).product::<u64>();
    let vector = |x: &Sparse| {
        x.0.iter().fold(0u64, |vector, (monomial, coefficient)| {
            let exponents = Tower::exponents(inside, monomial);
            let shift = exponents.iter().zip(inside).rev().fold(0, |at, (e, (_, _, q))| at * q + e);
            let word =
                u64::try_from(coefficient.number()).expect("a coefficient of the leaf has at most 32 bits");
            vector | word << (shift * bits)
        })
    };
    let mut sum = Sparse::default();
    for (prime, n, _) in inside {
        let mut digits = vec![0; *n as usize];
        digits[*n as usize - 1] = 1;
        sum.toggle(vec![(place_of(*prime), digits)], BigNimber::one());
    }
    for finite in (1u64 << (bits / 2))..(1 << bits) {
        let mut x = sum.clone();
        x.add(&Sparse::finite(BigNimber::star(finite.into())));
        let mut powers = vec![Sparse::finite(BigNimber::one())];
        for _ in 0..size {
            let next = closure.sparse_product(powers.last().expect("1 is there"), &x)?;
            powers.push(next);
        }
        let vectors: Vec<u64> = powers.iter().map(vector).collect();
        let mut images: [u64; 64] = std::array::from_fn(|bit| 1 << bit);
        images[..size as usize].copy_from_slice(&vectors[..size as usize]);
        if let Some(tail) = crate::nim::basis::coordinates(&images, vectors[size as usize]) {
            return Ok(Leaf::new(size as u32, tail, &images));
        }
    }
    unreachable!("a finite field has a generator of this form or the numbers run out")
}
