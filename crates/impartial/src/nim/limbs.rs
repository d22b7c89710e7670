//! The tower of quadratic extensions above 2^64, on slices of 2^k limbs, each limb prepared (see [`super::basis`]).
//!
//! With h limbs in each half and F = 2^(64h): a = a1 F + a0, F² = F + X, where X = F/2 is the element whose top limb is
//! 2^63 and whose other limbs are 0.

use super::basis::{ARTIN_SCHREIER_ROOT, SQUARE_ROOT};
use super::basis::{FROBENIUS_8, FROBENIUS_16, FROBENIUS_32, PREPARE, RESTORE};
use super::basis::{INVERSES_8, TOP};
use super::clmul::{Carryless, Kernel, portable_product, reduce, run};

/// The square and the cube of the element whose nimber is 2^63.
const TOP_SQUARED: u64 = reduce(portable_product(TOP, TOP));
const TOP_CUBED: u64 = reduce(portable_product(TOP_SQUARED, TOP));

/// Adds `b` to `a`.
pub fn add(a: &mut [u64], b: &[u64]) {
    for (a, b) in a.iter_mut().zip(b) {
        *a ^= b;
    }
}

#[inline(always)]
pub fn times_1<C: Carryless>(with: C, a: u64, b: u64) -> u64 {
    with.word(with.residue(with.product(with.register(a), with.register(b))))
}

/// The product of two limbs each, in registers.
#[inline(always)]
pub fn product_2<C: Carryless>(with: C, a: [C::Register; 2], b: [C::Register; 2]) -> [C::Register; 2] {
    // The cross product and the low one are added before they are reduced.
    let low = with.product(a[0], b[0]);
    let cross = with.product(with.sum(a[0], a[1]), with.sum(b[0], b[1]));
    let high = with.residue(with.product(a[1], b[1]));
    let topped = with.product(high, with.register(TOP));
    [with.residue(with.sum(low, topped)), with.residue(with.sum(cross, low))]
}

#[inline(always)]
fn times_2<C: Carryless>(with: C, a: [u64; 2], b: [u64; 2]) -> [u64; 2] {
    let registers = |limbs: [u64; 2]| limbs.map(|limb| with.register(limb));
    product_2(with, registers(a), registers(b)).map(|register| with.word(register))
}

#[inline(always)]
fn top_2<C: Carryless>(with: C, a: [u64; 2]) -> [u64; 2] {
    [times_1(with, a[1], TOP_SQUARED), times_1(with, a[0] ^ a[1], TOP)]
}

#[inline(always)]
fn times_4<C: Carryless>(with: C, a: [u64; 4], b: [u64; 4]) -> [u64; 4] {
    let low = times_2(with, [a[0], a[1]], [b[0], b[1]]);
    let high = top_2(with, times_2(with, [a[2], a[3]], [b[2], b[3]]));
    let cross = times_2(with, [a[0] ^ a[2], a[1] ^ a[3]], [b[0] ^ b[2], b[1] ^ b[3]]);
    [low[0] ^ high[0], low[1] ^ high[1], cross[0] ^ low[0], cross[1] ^ low[1]]
}

#[inline(always)]
fn top_4<C: Carryless>(with: C, a: [u64; 4]) -> [u64; 4] {
    // The lower half is that of two limbs twice.
    let [high, sum] = [a[3], a[2] ^ a[3]].map(|limb| with.register(limb));
    let [square, cube] = [TOP_SQUARED, TOP_CUBED].map(|top| with.register(top));
    let mixed = with.sum(with.product(high, cube), with.product(sum, square));
    let low = [with.residue(with.product(sum, cube)), with.residue(mixed)].map(|limb| with.word(limb));
    let high = top_2(with, [a[0] ^ a[2], a[1] ^ a[3]]);
    [low[0], low[1], high[0], high[1]]
}

#[inline(always)]
fn times_8<C: Carryless>(with: C, a: [u64; 8], b: [u64; 8]) -> [u64; 8] {
    let half = |limbs: [u64; 8], from: usize| std::array::from_fn::<u64, 4, _>(|i| limbs[from + i]);
    let sum = |limbs: [u64; 8]| std::array::from_fn::<u64, 4, _>(|i| limbs[i] ^ limbs[4 + i]);
    let low = times_4(with, half(a, 0), half(b, 0));
    let high = top_4(with, times_4(with, half(a, 4), half(b, 4)));
    let cross = times_4(with, sum(a), sum(b));
    std::array::from_fn(|i| if i < 4 { low[i] ^ high[i] } else { cross[i - 4] ^ low[i - 4] })
}

/// The product of one, two, four or eight limbs.
struct Small<'a> {
    a: &'a [u64],
    b: &'a [u64],
    product: &'a mut [u64],
}

impl Kernel for Small<'_> {
    type Output = ();
    #[inline(always)]
    fn run<C: Carryless>(self, with: C) {
        let Small { a, b, product } = self;
        match *a {
            [a] => product[0] = times_1(with, a, b[0]),
            [a0, a1] => product.copy_from_slice(&times_2(with, [a0, a1], [b[0], b[1]])),
            [a0, a1, a2, a3] => {
                product.copy_from_slice(&times_4(with, [a0, a1, a2, a3], [b[0], b[1], b[2], b[3]]));
            }
            _ => {
                let limbs = |limbs: &[u64]| std::array::from_fn(|i| limbs[i]);
                product.copy_from_slice(&times_8(with, limbs(a), limbs(b)));
            }
        }
    }
}

/// The product by X of one, two or four limbs.
struct SmallTop<'a>(&'a mut [u64]);

impl Kernel for SmallTop<'_> {
    type Output = ();
    #[inline(always)]
    fn run<C: Carryless>(self, with: C) {
        match *self.0 {
            [a] => self.0[0] = times_1(with, a, TOP),
            [a, b] => self.0.copy_from_slice(&top_2(with, [a, b])),
            [a, b, c, d] => self.0.copy_from_slice(&top_4(with, [a, b, c, d])),
            _ => unreachable!("a small slice has one, two or four limbs"),
        }
    }
}

/// The product of two elements of n limbs, n a power of two.
///
/// Cost: n^1.585 (1 + (log2 n)/3) products of limbs.
pub fn multiply(a: &[u64], b: &[u64], product: &mut [u64]) {
    match a.len() {
        ..=8 => run(Small { a, b, product }),
        9..=16 => multiply_with(a, b, product, &mut [0; 48]),
        more => multiply_with(a, b, product, &mut vec![0; 3 * more]),
    }
}

fn multiply_with(a: &[u64], b: &[u64], product: &mut [u64], scratch: &mut [u64]) {
    if a.len() <= 8 {
        return run(Small { a, b, product });
    }
    let half = a.len() / 2;
    let (own, scratch) = scratch.split_at_mut(3 * half);
    let (sum_a, own) = own.split_at_mut(half);
    let (sum_b, high) = own.split_at_mut(half);
    for i in 0..half {
        sum_a[i] = a[i] ^ a[half + i];
        sum_b[i] = b[i] ^ b[half + i];
    }
    let (low, cross) = product.split_at_mut(half);
    multiply_with(sum_a, sum_b, cross, scratch);
    multiply_with(&a[half..], &b[half..], high, scratch);
    multiply_with(&a[..half], &b[..half], low, scratch);
    times_top(high);
    add(cross, low);
    add(low, high);
}

/// Multiplies by X, the element with top limb 2^63: (a1 F + a0) F X' = (a1+a0) X' F + a1 X' X', X' the X of the half.
pub fn times_top(a: &mut [u64]) {
    if a.len() <= 4 {
        return run(SmallTop(a));
    }
    let (low, high) = a.split_at_mut(a.len() / 2);
    add(low, high);
    times_top(low);
    times_top(high);
    times_top(high);
    low.swap_with_slice(high);
}

/// Squares in place: (a1 F + a0)² = a1² F + a0² + a1² X.
pub fn square(a: &mut [u64]) {
    if let [limb] = a {
        return run(Small { a: &[*limb], b: &[*limb], product: a });
    }
    let (low, high) = a.split_at_mut(a.len() / 2);
    square(low);
    square(high);
    let mut topped = high.to_vec();
    times_top(&mut topped);
    add(low, &topped);
}

/// Replaces by the square root: y1 = √a1, y0 = √(a0 + a1 X).
pub fn square_root(a: &mut [u64]) {
    if let [limb] = a {
        *limb = PREPARE.apply(SQUARE_ROOT.apply(RESTORE.apply(*limb)));
        return;
    }
    let (low, high) = a.split_at_mut(a.len() / 2);
    let mut topped = high.to_vec();
    times_top(&mut topped);
    add(low, &topped);
    square_root(low);
    square_root(high);
}

/// The inverse in the polynomial basis, by norms to the fields of 2^32, 2^16 and 2^8 nimbers; 0 for 0.
#[inline(always)]
pub fn inverse_1<C: Carryless>(with: C, a: u64, conjugate_32: u64) -> u64 {
    let norm_32 = times_1(with, a, conjugate_32);
    let conjugate_16 = FROBENIUS_16.apply(norm_32);
    let norm_16 = times_1(with, norm_32, conjugate_16);
    let conjugate_8 = FROBENIUS_8.apply(norm_16);
    let norm_8 = times_1(with, norm_16, conjugate_8);
    let inverse = times_1(with, conjugate_8, INVERSES_8.inverse(norm_8));
    times_1(with, times_1(with, conjugate_32, conjugate_16), inverse)
}

struct Inverse(u64);

impl Kernel for Inverse {
    type Output = u64;
    #[inline(always)]
    fn run<C: Carryless>(self, with: C) -> u64 {
        inverse_1(with, self.0, with.image(&FROBENIUS_32, self.0))
    }
}

/// The inverse, conjugate over norm: with ā = a + a1, aā = a0 (a0 + a1) + a1² X; 0 for 0.
pub fn inverse(a: &[u64]) -> Vec<u64> {
    if let [limb] = a {
        return vec![run(Inverse(*limb))];
    }
    let half = a.len() / 2;
    let (low, high) = a.split_at(half);
    let mut conjugate = low.to_vec();
    add(&mut conjugate, high);
    let mut norm = vec![0; half];
    multiply(low, &conjugate, &mut norm);
    let mut topped = high.to_vec();
    square(&mut topped);
    times_top(&mut topped);
    add(&mut norm, &topped);
    let over = inverse(&norm);
    let mut result = vec![0; a.len()];
    multiply(&conjugate, &over, &mut result[..half]);
    multiply(high, &over, &mut result[half..]);
    result
}

/// Whether the trace to F_2 is 1: the top bit of the nimber.
pub fn trace(a: &[u64]) -> bool {
    a.last().is_some_and(|top| RESTORE.apply(*top) >> 63 == 1)
}

/// The least y with y² + y = a, for a of trace 0: with y = y1 F + y0, y1² + y1 = a1 and y0² + y0 = a0 + y1² X, where
/// of the two y1 the one that leaves trace 0 is taken. The trace of a must be 0.
pub fn artin_schreier_root(a: &[u64]) -> Vec<u64> {
    if let [limb] = a {
        return vec![PREPARE.apply(ARTIN_SCHREIER_ROOT.apply(RESTORE.apply(*limb)))];
    }
    let half = a.len() / 2;
    let mut high = artin_schreier_root(&a[half..]);
    let rest = |high: &[u64]| {
        let mut rest = high.to_vec();
        square(&mut rest);
        times_top(&mut rest);
        add(&mut rest, &a[..half]);
        rest
    };
    let mut low = rest(&high);
    if trace(&low) {
        high[0] ^= 1;
        low = rest(&high);
    }
    let mut root = artin_schreier_root(&low);
    root.extend(high);
    root
}
