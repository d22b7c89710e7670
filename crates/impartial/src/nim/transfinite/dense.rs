//! A finite field in the tower of generators, with dense elements and fast products.
//!
//! The lowest part of the tower, at most 64 bits, is one machine word (the *leaf*), in the polynomial basis of a
//! generator. Above it each level adjoins one y with y^D = α (Kummer, D = p^n, y = K(p^n)) or y² = y + X
//! (Artin-Schreier, for finite nimbers above 2^64). An element is an array of words, the coefficients of the lowest
//! level next to each other.

use crate::limits::{Limits, StopReason};
use crate::nim::basis::{LinearMap, inverse_map};
use crate::nim::clmul::{Carryless, Kernel, run};

/// The field of the leaf: F_2\[x\]/(modulus) of degree at most 64.
pub struct Leaf {
    pub bits: u32,
    /// The modulus without its leading term.
    pub tail: u64,
    /// ⌊x^(2 bits) / modulus⌋ without its leading term.
    reciprocal: u64,
    /// From the bits of the tower to the polynomial basis, and back.
    pub prepare: LinearMap,
    pub restore: LinearMap,
}

impl Leaf {
    /// The leaf of the given modulus, with the images of the tower's bits; all 64 bits where `bits` is 64.
    pub fn new(bits: u32, tail: u64, powers: &[u64; 64]) -> Self {
        let restore = LinearMap::from_images(powers);
        let prepare = LinearMap::from_images(&inverse_map(powers));
        // Long division of x^(2 bits) by the modulus, the quotient's leading term apart.
        let (mut rest, mut reciprocal) = (u128::from(tail) << bits, 0u64);
        for bit in (0..bits).rev() {
            if rest >> (bits + bit) & 1 == 1 {
                reciprocal |= 1 << bit;
                rest ^= (1 << bits | u128::from(tail)) << bit;
            }
        }
        Leaf { bits, tail, reciprocal, prepare, restore }
    }

    /// The remainder of a product of two leaves (Barrett).
    #[inline(always)]
    fn reduce<C: Carryless>(&self, with: C, product: u128) -> u64 {
        let high = (product >> self.bits) as u64;
        let quotient = ((with.multiply(high, self.reciprocal) >> self.bits) as u64) ^ high;
        let low = product ^ with.multiply(quotient, self.tail);
        let mask = u64::MAX >> (64 - self.bits);
        low as u64 & mask
    }

    #[inline(always)]
    fn times<C: Carryless>(&self, with: C, a: u64, b: u64) -> u64 {
        self.reduce(with, with.multiply(a, b))
    }

    #[inline(always)]
    pub fn square<C: Carryless>(&self, with: C, a: u64) -> u64 {
        self.times(with, a, a)
    }
}

/// One level of the tower.
pub struct Level {
    /// The degree of y over the level below.
    pub degree: usize,
    /// Words of an element of the level below.
    pub below: usize,
    /// α in y^D = α, or X in y² = y + X: terms of exponents of the lower levels and a leaf.
    pub constant: Vec<(Vec<usize>, u64)>,
    /// Whether the equation is y² = y + X.
    pub is_quadratic: bool,
}

/// A field.
pub struct DenseField {
    pub leaf: Leaf,
    pub levels: Vec<Level>,
    pub limits: Limits,
}

/// An element: words of the leaf.
pub type Dense = Vec<u64>;

impl DenseField {
    /// Words of an element.
    pub fn words(&self) -> usize {
        self.words_of(self.levels.len())
    }

    pub fn words_of(&self, level: usize) -> usize {
        match level.checked_sub(1) {
            None => 1,
            Some(top) => self.levels[top].degree * self.levels[top].below,
        }
    }

    /// The degree over F_2.
    pub fn degree(&self) -> u64 {
        self.words() as u64 * u64::from(self.leaf.bits)
    }

    pub fn one(&self, level: usize) -> Dense {
        let mut one = vec![0; self.words_of(level)];
        one[0] = 1;
        one
    }

    /// The product.
    ///
    /// # Errors
    /// When the limits are reached.
    pub fn multiply(&self, a: &[u64], b: &[u64]) -> Result<Dense, StopReason> {
        // A product of a thousand words takes a millisecond.
        self.limits.poll_steps(1 + self.words() as u64 / 64)?;
        let mut product = vec![0; self.words()];
        self.multiply_at(self.levels.len(), a, b, &mut product);
        Ok(product)
    }

    /// The product in the subfield of the first `level` levels.
    pub fn multiply_at(&self, level: usize, a: &[u64], b: &[u64], product: &mut [u64]) {
        if level == 0 {
            product[0] = run(LeafProduct { leaf: &self.leaf, a: a[0], b: b[0] });
            return;
        }
        let Level { degree, below, is_quadratic, .. } = self.levels[level - 1];
        let mut whole = vec![0; (2 * degree - 1) * below];
        if below == 1 {
            run(Convolution { leaf: &self.leaf, a, b, product: &mut whole });
        } else {
            self.convolve(level - 1, below, a, b, &mut whole);
        }
        let (low, high) = whole.split_at_mut(degree * below);
        product.copy_from_slice(low);
        if is_quadratic {
            for (to, from) in product[below..].iter_mut().zip(&high[..]) {
                *to ^= from;
            }
        }
        for (to, from) in product.chunks_mut(below).zip(high.chunks(below)) {
            self.add_times_constant(level - 1, from, to);
        }
    }

    /// Karatsuba's product of polynomials whose coefficients are elements of the first `level` levels.
    fn convolve(&self, level: usize, size: usize, a: &[u64], b: &[u64], out: &mut [u64]) {
        let terms = a.len() / size;
        if terms == 1 {
            if !is_zero(a) && !is_zero(b) {
                self.multiply_at(level, a, b, out);
            }
            return;
        }
        let half = terms.div_ceil(2) * size;
        let (a0, a1) = a.split_at(half);
        let (b0, b1) = b.split_at(half);
        let mut sum_a = a0.to_vec();
        let mut sum_b = b0.to_vec();
        xor(&mut sum_a, a1);
        xor(&mut sum_b, b1);
        let mut low = vec![0; 2 * half - size];
        let mut high = vec![0; 2 * a1.len() - size];
        let mut cross = vec![0; 2 * half - size];
        self.convolve(level, size, a0, b0, &mut low);
        self.convolve(level, size, a1, b1, &mut high);
        self.convolve(level, size, &sum_a, &sum_b, &mut cross);
        xor(&mut cross, &low);
        xor(&mut cross, &high);
        xor(out, &low);
        xor(&mut out[half..], &cross);
        xor(&mut out[2 * half..], &high);
    }

    /// `to += from · constant` where the constant is that of level `level` (counted from 0).
    pub fn add_times_constant(&self, level: usize, from: &[u64], to: &mut [u64]) {
        if is_zero(from) {
            return;
        }
        for (exponents, coefficient) in &self.levels[level].constant {
            let mut term = from.to_vec();
            for (lower, exponent) in exponents.iter().enumerate() {
                for block in term.chunks_mut(self.words_of(lower + 1)) {
                    self.times_generator(lower, *exponent, block);
                }
            }
            if *coefficient != 1 {
                run(Scale { leaf: &self.leaf, by: *coefficient, words: &mut term });
            }
            xor(to, &term);
        }
    }

    /// Multiplies an element of the first `level + 1` levels by y^exponent, y the generator of level `level`.
    fn times_generator(&self, level: usize, exponent: usize, block: &mut [u64]) {
        if exponent == 0 {
            return;
        }
        let Level { degree, below, is_quadratic, .. } = self.levels[level];
        if is_quadratic {
            // y (a0 + a1 y) = a1 X + (a0 + a1) y.
            let (low, high) = block.split_at_mut(below);
            let mut new_low = vec![0; below];
            self.add_times_constant(level, high, &mut new_low);
            xor(high, low);
            low.copy_from_slice(&new_low);
            return;
        }
        block.rotate_right(exponent * below);
        for wrapped in block[..exponent * below].chunks_mut(below) {
            let mut product = vec![0; below];
            self.add_times_constant(level, wrapped, &mut product);
            wrapped.copy_from_slice(&product);
        }
        debug_assert!(exponent < degree);
    }
}

pub fn is_zero(words: &[u64]) -> bool {
    words.iter().all(|word| *word == 0)
}

pub fn xor(to: &mut [u64], from: &[u64]) {
    for (to, from) in to.iter_mut().zip(from) {
        *to ^= from;
    }
}

struct LeafProduct<'a> {
    leaf: &'a Leaf,
    a: u64,
    b: u64,
}

impl Kernel for LeafProduct<'_> {
    type Output = u64;
    #[inline(always)]
    fn run<C: Carryless>(self, with: C) -> u64 {
        self.leaf.times(with, self.a, self.b)
    }
}

struct Scale<'a> {
    leaf: &'a Leaf,
    by: u64,
    words: &'a mut [u64],
}

impl Kernel for Scale<'_> {
    type Output = ();
    #[inline(always)]
    fn run<C: Carryless>(self, with: C) {
        for word in self.words {
            *word = self.leaf.times(with, *word, self.by);
        }
    }
}

/// The product of polynomials over the leaf; each coefficient is reduced once.
struct Convolution<'a> {
    leaf: &'a Leaf,
    a: &'a [u64],
    b: &'a [u64],
    product: &'a mut [u64],
}

impl Kernel for Convolution<'_> {
    type Output = ();
    #[inline(always)]
    fn run<C: Carryless>(self, with: C) {
        let terms = self.a.len();
        for (place, to) in self.product.iter_mut().enumerate() {
            let first = (place + 1).saturating_sub(terms);
            let last = place.min(terms - 1);
            let mut sum = 0;
            for i in first..=last {
                sum ^= with.multiply(self.a[i], self.b[place - i]);
            }
            *to = self.leaf.reduce(with, sum);
        }
    }
}
