//! Powers of the Frobenius map x ↦ x² on a tower, in closed form.
//!
//! On a Kummer level, y^(2^j) = c_j y^(a_j) with a_j = 2^j mod D and c_j in the field below. The images of all y^i are
//! c_j^i α^⌊a_j i/D⌋ y^(a_j i mod D); their coefficients are kept, so that the map costs D products one level down.
//! Composition: c_(i+j) is Frob^i(c_j) times the coefficient of the image of y^(a_j) under Frob^i.
//! On an Artin-Schreier level, y^(2^j) = y + t_j.

use crate::limits::StopReason;
use crate::nim::basis::LinearMap;
use crate::nim::clmul::{Carryless, Kernel, run};

use super::dense::{Dense, DenseField, Leaf, is_zero, xor};

/// A power of the Frobenius map of one field.
pub struct Frobenius {
    leaf: LinearMap,
    levels: Vec<LevelMap>,
}

enum LevelMap {
    /// y^i goes to coefficients\[i\] y^(step i mod D); `None` stands for 1.
    Kummer { step: usize, coefficients: Vec<Option<Dense>> },
    /// y goes to y + shift.
    ArtinSchreier { shift: Dense },
}

struct LeafSquares<'a>(&'a Leaf);

impl Kernel for LeafSquares<'_> {
    type Output = [u64; 64];
    #[inline(always)]
    fn run<C: Carryless>(self, with: C) -> [u64; 64] {
        let mut images = [0; 64];
        for (bit, image) in images.iter_mut().enumerate().take(self.0.bits as usize) {
            *image = self.0.square(with, 1 << bit);
        }
        images
    }
}

impl Frobenius {
    /// x ↦ x².
    pub fn one(field: &DenseField) -> Self {
        let leaf = LinearMap::from_images(&run(LeafSquares(&field.leaf)));
        let levels = field
            .levels
            .iter()
            .enumerate()
            .map(|(at, level)| {
                let mut constant = vec![0; level.below];
                field.add_times_constant(at, &field.one(at), &mut constant);
                if level.is_quadratic {
                    return LevelMap::ArtinSchreier { shift: constant };
                }
                let wraps = |i: usize| 2 * i >= level.degree;
                let coefficients = (0..level.degree).map(|i| wraps(i).then(|| constant.clone())).collect();
                LevelMap::Kummer { step: 2 % level.degree, coefficients }
            })
            .collect();
        Frobenius { leaf, levels }
    }

    /// The image of an element.
    pub fn apply(&self, field: &DenseField, x: &[u64]) -> Dense {
        self.apply_at(field, self.levels.len(), x)
    }

    fn apply_at(&self, field: &DenseField, level: usize, x: &[u64]) -> Dense {
        let Some(top) = level.checked_sub(1) else { return vec![self.leaf.apply(x[0])] };
        let below = field.levels[top].below;
        let mut image = vec![0; x.len()];
        match &self.levels[top] {
            LevelMap::ArtinSchreier { shift } => {
                let (low, high) = x.split_at(below);
                let (to_low, to_high) = image.split_at_mut(below);
                to_high.copy_from_slice(&self.apply_at(field, top, high));
                field.multiply_at(top, to_high, shift, to_low);
                xor(to_low, &self.apply_at(field, top, low));
            }
            LevelMap::Kummer { step, coefficients } => {
                for (i, block) in x.chunks(below).enumerate() {
                    if is_zero(block) {
                        continue;
                    }
                    let at = step * i % field.levels[top].degree * below;
                    let moved = self.apply_at(field, top, block);
                    match &coefficients[i] {
                        None => image[at..at + below].copy_from_slice(&moved),
                        Some(by) => field.multiply_at(top, &moved, by, &mut image[at..at + below]),
                    }
                }
            }
        }
        image
    }

    /// First `other`, then `self`.
    ///
    /// # Errors
    /// When the limits are reached.
    pub fn compose(&self, field: &DenseField, other: &Frobenius) -> Result<Frobenius, StopReason> {
        let mut images = [0; 64];
        for (bit, image) in images.iter_mut().enumerate().take(field.leaf.bits as usize) {
            *image = self.leaf.apply(other.leaf.apply(1 << bit));
        }
        let mut composed = Frobenius { leaf: LinearMap::from_images(&images), levels: Vec::new() };
        for (at, pair) in self.levels.iter().zip(&other.levels).enumerate() {
            field.limits.poll()?;
            let below = field.levels[at].below;
            composed.levels.push(match pair {
                (LevelMap::ArtinSchreier { shift }, LevelMap::ArtinSchreier { shift: inner }) => {
                    let mut sum = self.apply_at(field, at, inner);
                    xor(&mut sum, shift);
                    LevelMap::ArtinSchreier { shift: sum }
                }
                (
                    LevelMap::Kummer { step, coefficients },
                    LevelMap::Kummer { step: inner_step, coefficients: inner },
                ) => {
                    let degree = field.levels[at].degree;
                    let times = |a: &Dense, b: &Option<Dense>| match b {
                        None => a.clone(),
                        Some(b) => {
                            let mut product = vec![0; below];
                            field.multiply_at(at, a, b, &mut product);
                            product
                        }
                    };
                    let first = inner[1].clone().unwrap_or_else(|| field.one(at));
                    let first = times(&self.apply_at(field, at, &first), &coefficients[*inner_step]);
                    let step = step * inner_step % degree;
                    // The image of y^(i+1) is that of y^i times first y^step.
                    let mut all = vec![field.one(at)];
                    let mut place = 0;
                    for i in 1..degree {
                        let mut next = vec![0; below];
                        field.multiply_at(at, &all[i - 1], &first, &mut next);
                        place += step;
                        if place >= degree {
                            place -= degree;
                            let mut wrapped = vec![0; below];
                            field.add_times_constant(at, &next, &mut wrapped);
                            next = wrapped;
                        }
                        all.push(next);
                    }
                    let one = field.one(at);
                    let coefficients = all.into_iter().map(|c| (c != one).then_some(c)).collect();
                    LevelMap::Kummer { step, coefficients }
                }
                _ => unreachable!("two maps of one field have the same levels"),
            });
        }
        Ok(composed)
    }

    /// x ↦ x^(2^exponent).
    ///
    /// # Errors
    /// When the limits are reached.
    pub fn power(field: &DenseField, exponent: u64) -> Result<Frobenius, StopReason> {
        let one = Frobenius::one(field);
        if exponent == 0 {
            return Frobenius::power(field, field.degree());
        }
        let mut power = Frobenius::one(field);
        for bit in (0..exponent.ilog2()).rev() {
            power = power.compose(field, &power)?;
            if exponent >> bit & 1 == 1 {
                power = one.compose(field, &power)?;
            }
        }
        Ok(power)
    }
}

/// The product of σ^i(x) for i < count, σ the given map.
///
/// # Errors
/// When the limits are reached.
pub fn norm(field: &DenseField, sigma: &Frobenius, x: &[u64], count: u64) -> Result<Dense, StopReason> {
    // With N_m the product of the first m conjugates: N_(2m) = N_m σ^m(N_m), N_(m+1) = x σ(N_m).
    let mut product = x.to_vec();
    if count < 2 {
        return Ok(product);
    }
    let mut power: Option<Frobenius> = None;
    for bit in (0..count.ilog2()).rev() {
        let current = power.as_ref().unwrap_or(sigma);
        product = field.multiply(&product, &current.apply(field, &product))?;
        let is_odd = count >> bit & 1 == 1;
        if is_odd {
            product = field.multiply(x, &sigma.apply(field, &product))?;
        }
        if bit > 0 {
            let mut next = current.compose(field, current)?;
            if is_odd {
                next = sigma.compose(field, &next)?;
            }
            power = Some(next);
        }
    }
    Ok(product)
}
