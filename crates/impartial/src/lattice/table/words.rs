//! Rows of bits as words: the innermost loops of the box solver.
//!
//! The `unsafe` here is the call of loops compiled for a machine that has AVX2 or POPCNT, after it was asked whether it has,
//! and the loads and stores of four words at a time.
#![allow(unsafe_code)]

/// The most sources of a union.
pub(super) const MOST_SOURCES: usize = 16;

/// A union of rows, each moved up by a number of bits, and with planes exchanged.
///
/// A row is a list of blocks, and a block has one word for each plane; the number of planes is a power of two. Word i of block k
/// of the union takes its bits from word i ^ `flips` of blocks k and k + 1 of a source.
///
/// Invariants: 1. `length` is a multiple of `planes`; 2. a source has `planes` words more.
pub(super) struct Union<'w> {
    length: usize,
    planes: usize,
    sources: [Moved<'w>; MOST_SOURCES],
    used: usize,
}

/// How a source is moved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Turn {
    /// Up by so many bits, less than 64.
    pub(super) bits: u32,
    /// The planes that are exchanged differ in these bits; less than the number of planes.
    pub(super) flips: u32,
}

#[derive(Clone, Copy, Default)]
struct Moved<'w> {
    words: &'w [u64],
    turn: Turn,
}

/// What becomes of the words that a union is written to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Write {
    /// The union.
    Union,
    /// The union with what they held.
    Added,
    /// The complement of the union.
    Complement,
}

impl<'w> Union<'w> {
    /// Nothing, for rows of so many words in so many planes.
    pub(super) fn new(length: usize, planes: usize) -> Self {
        debug_assert!(planes.is_power_of_two() && length.is_multiple_of(planes));
        Union { length, planes, sources: [Moved::default(); MOST_SOURCES], used: 0 }
    }

    /// Whether there is room for no other source.
    pub(super) fn is_full(&self) -> bool {
        self.used == MOST_SOURCES
    }

    /// Adds a source. Sources that are moved in the same way are united before they are moved, if they follow one another.
    ///
    /// # Panics
    /// When the source is not one block longer than the union, when it exchanges planes that are none, or when there is no room.
    #[inline]
    pub(super) fn add(&mut self, words: &'w [u64], turn: Turn) {
        assert!(words.len() == self.length + self.planes && (turn.flips as usize) < self.planes);
        self.sources[self.used] = Moved { words, turn };
        self.used += 1;
    }

    /// Forgets the sources.
    pub(super) fn clear(&mut self) {
        self.used = 0;
    }

    /// Writes the union, or what is wanted of it.
    ///
    /// # Panics
    /// When the target has not as many words as the union.
    #[inline]
    pub(super) fn write(&self, target: &mut [u64], how: Write) {
        assert_eq!(target.len(), self.length, "rows are written to rows");
        #[cfg(target_arch = "x86_64")]
        if self.length >= 4 && is_x86_feature_detected!("avx2") {
            // SAFETY: the machine has AVX2, the target has four words, and the sources are one block longer.
            unsafe { avx2::write(target, self.planes, &self.sources[..self.used], how) };
            return;
        }
        self.write_words(target, how);
    }

    /// Word after word; all machines can do this.
    fn write_words(&self, target: &mut [u64], how: Write) {
        for (i, target) in target.iter_mut().enumerate() {
            let of_source = |Moved { words, turn: Turn { bits, flips } }: &Moved<'_>| {
                let at = i ^ *flips as usize;
                // In two steps, so that no bit comes back when there is no shift.
                words[at + self.planes] << bits | words[at] >> 1 >> (63 - bits)
            };
            let union = self.sources[..self.used].iter().map(of_source).fold(0, |union, word| union | word);
            *target = match how {
                Write::Union => union,
                Write::Added => *target | union,
                Write::Complement => !union,
            };
        }
    }
}

/// With P-positions as they are if nobody takes a coin, those that there are if one may: a point is P when it is so already, and
/// no point with a coin less is.
pub(super) fn take_coins(words: &mut [u64], planes: usize) {
    if planes == 2 {
        for block in words.chunks_exact_mut(2) {
            block[1] &= !block[0];
        }
        return;
    }
    for block in words.chunks_exact_mut(planes) {
        for plane in 1..planes {
            let mut coins = plane;
            while coins != 0 {
                block[plane] &= !block[plane & !(coins & coins.wrapping_neg())];
                coins &= coins - 1;
            }
        }
    }
}

/// Replaces words by their complements.
pub(super) fn invert(words: &mut [u64]) {
    words.iter_mut().for_each(|word| *word = !*word);
}

/// The number of ones.
pub(super) fn count(words: &[u64]) -> u64 {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("popcnt") {
        // SAFETY: the machine has POPCNT.
        return unsafe { count_popcnt(words) };
    }
    count_anywhere(words)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "popcnt")]
fn count_popcnt(words: &[u64]) -> u64 {
    count_anywhere(words)
}

#[inline(always)]
fn count_anywhere(words: &[u64]) -> u64 {
    words.iter().map(|word| u64::from(word.count_ones())).sum()
}

/// Four words at a time.
#[cfg(target_arch = "x86_64")]
mod avx2 {
    use std::arch::x86_64::{
        __m256i, _mm_cvtsi32_si128, _mm256_loadu_si256, _mm256_or_si256, _mm256_permute4x64_epi64,
        _mm256_set1_epi64x, _mm256_setzero_si256, _mm256_sll_epi64, _mm256_srl_epi64, _mm256_storeu_si256,
        _mm256_xor_si256,
    };

    use super::{Moved, Turn, Write};

    /// As [`super::Union::write`].
    ///
    /// # Safety
    /// The target has at least four words, in blocks of `planes`; every source is one block longer than the target, and exchanges
    /// planes that are there.
    #[target_feature(enable = "avx2")]
    pub(super) unsafe fn write(target: &mut [u64], planes: usize, sources: &[Moved<'_>], how: Write) {
        // SAFETY: as it is here, and sixteen words are there where they are wanted.
        unsafe {
            match target.len() {
                16.. => pieces::<4>(target, planes, sources, how),
                _ => pieces::<1>(target, planes, sources, how),
            }
        }
    }

    /// Pieces of 4V words. The last one ends where the target does, so that some words are done a second time: a union does not
    /// change by that, nor does the complement of one of sources alone.
    ///
    /// # Safety
    /// As for [`write`], and the target has at least 4V words.
    #[inline]
    #[target_feature(enable = "avx2")]
    unsafe fn pieces<const V: usize>(target: &mut [u64], planes: usize, sources: &[Moved<'_>], how: Write) {
        let last = target.len() - 4 * V;
        let mut at = 0;
        while at < last {
            // SAFETY: at + 4V is less than the length of the target.
            unsafe { piece::<V>(target, planes, sources, how, at) };
            at += 4 * V;
        }
        // SAFETY: last + 4V is the length of the target.
        unsafe { piece::<V>(target, planes, sources, how, last) };
    }

    /// The 4V words from `at` on.
    ///
    /// `at` is a multiple of 4 or of `planes`, for the target is made of blocks. So four words at a time lie in one block, or are
    /// whole blocks, and planes are exchanged by exchanging fours of words, and words within these.
    ///
    /// # Safety
    /// As for [`write`], and the target has at least at + 4V words.
    #[inline]
    #[target_feature(enable = "avx2")]
    unsafe fn piece<const V: usize>(
        target: &mut [u64],
        planes: usize,
        sources: &[Moved<'_>],
        how: Write,
        at: usize,
    ) {
        let load = |words: &[u64], skipped: usize, fours: usize, v: usize| -> __m256i {
            // SAFETY: v < V; and a number ^ fours is in the same block of planes, or `fours` is 0.
            unsafe { _mm256_loadu_si256(words.as_ptr().add(((at + 4 * v) ^ fours) + skipped).cast()) }
        };
        let zero = [_mm256_setzero_si256(); V];
        let (mut union, mut low, mut high) = (zero, zero, zero);
        if how == Write::Added {
            union = std::array::from_fn(|v| load(target, 0, 0, v));
        }
        for (number, Moved { words, turn }) in sources.iter().enumerate() {
            let Turn { bits, flips } = *turn;
            let fours = (flips & !3) as usize;
            for (v, high) in high.iter_mut().enumerate() {
                *high = _mm256_or_si256(*high, load(words, planes, fours, v));
            }
            if bits > 0 {
                for (v, low) in low.iter_mut().enumerate() {
                    *low = _mm256_or_si256(*low, load(words, 0, fours, v));
                }
            }
            if sources.get(number + 1).is_some_and(|next| next.turn == *turn) {
                continue;
            }
            if bits > 0 {
                let (up, down) = (_mm_cvtsi32_si128(bits as i32), _mm_cvtsi32_si128(64 - bits as i32));
                for v in 0..V {
                    high[v] = _mm256_or_si256(_mm256_sll_epi64(high[v], up), _mm256_srl_epi64(low[v], down));
                }
            }
            for v in 0..V {
                union[v] = _mm256_or_si256(union[v], exchanged(high[v], flips & 3));
            }
            (low, high) = (zero, zero);
        }
        let flip = _mm256_set1_epi64x(if how == Write::Complement { -1 } else { 0 });
        for (v, words) in union.into_iter().enumerate() {
            // SAFETY: v < V, so that the four words are there.
            unsafe {
                _mm256_storeu_si256(
                    target.as_mut_ptr().add(at + 4 * v).cast(),
                    _mm256_xor_si256(words, flip),
                );
            }
        }
    }

    /// Word i becomes word i ^ `flips`.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn exchanged(words: __m256i, flips: u32) -> __m256i {
        match flips {
            0 => words,
            1 => _mm256_permute4x64_epi64::<0b10_11_00_01>(words),
            2 => _mm256_permute4x64_epi64::<0b01_00_11_10>(words),
            _ => _mm256_permute4x64_epi64::<0b00_01_10_11>(words),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn noise(seed: u64, n: usize) -> Vec<u64> {
        (0..n as u64).map(|i| (seed + i).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(31) ^ i).collect()
    }

    /// Breaks when a loop drops a source, an end or a bit, exchanges the wrong planes, or unites sources that are moved in
    /// different ways.
    #[test]
    fn loops_do_what_single_bits_do() {
        for (planes, blocks) in
            [1, 2, 4, 8, 16].into_iter().flat_map(|planes| [0, 1, 2, 3, 4, 7, 9, 17, 33].map(|b| (planes, b)))
        {
            let n = planes * blocks;
            // Bit k of a plane.
            let bit = |words: &[u64], plane: usize, k: usize| words[k / 64 * planes + plane] >> (k % 64) & 1;
            for (count, shift) in (0..7).flat_map(|count| [0, 1, 17, 63].map(|shift| (count, shift))) {
                let how = [Write::Union, Write::Added, Write::Complement][(count + shift + blocks) % 3];
                // Sparse, so that a union of several is not all ones.
                let sparse = |k: usize| {
                    let (a, b) = (noise(k as u64 * 77, n + planes), noise(k as u64 * 91 + 1, n + planes));
                    a.iter().zip(b).map(|(a, b)| a & b & a.rotate_left(9)).collect()
                };
                let sources: Vec<Vec<u64>> = (0..count).map(sparse).collect();
                let turn = |k: usize| Turn {
                    bits: ((shift + k / 4) % 64) as u32,
                    flips: ((k / 2 * 5) % planes) as u32,
                };
                let mut union = Union::new(n, planes);
                sources.iter().enumerate().for_each(|(k, words)| union.add(words, turn(k)));
                let start = noise(5, n);
                let (mut target, mut slowly) = (start.clone(), start.clone());
                union.write(&mut target, how);
                union.write_words(&mut slowly, how);
                for (plane, at) in (0..planes).flat_map(|plane| (0..64 * blocks).map(move |at| (plane, at))) {
                    let kept = if how == Write::Added { bit(&start, plane, at) } else { 0 };
                    let of_source = |k: usize| {
                        let Turn { bits, flips } = turn(k);
                        bit(&sources[k], plane ^ flips as usize, at + 64 - bits as usize)
                    };
                    let all = (0..count).fold(kept, |all, k| all | of_source(k));
                    let expected = if how == Write::Complement { 1 - all } else { all };
                    assert_eq!(bit(&target, plane, at), expected);
                    assert_eq!(bit(&slowly, plane, at), expected);
                }
                invert(&mut target);
                assert!(target.iter().zip(&slowly).all(|(inverse, word)| *inverse == !word));
            }
            assert_eq!(
                count(&noise(3, n)),
                noise(3, n).iter().map(|word| u64::from(word.count_ones())).sum::<u64>()
            );
        }
    }

    /// Breaks when a coin is forgotten, or planes are looked at in the wrong order.
    #[test]
    fn coins_are_taken_one_at_a_time() {
        for planes in [2usize, 4, 8] {
            let start = noise(9, 3 * planes);
            let mut found = start.clone();
            take_coins(&mut found, planes);
            for (at, word) in found.iter().enumerate() {
                let (block, plane) = (at / planes * planes, at % planes);
                let fewer = (0..3)
                    .filter(|coin| plane >> coin & 1 == 1)
                    .map(|coin| found[block + (plane ^ 1 << coin)]);
                assert_eq!(*word, start[at] & fewer.fold(u64::MAX, |allowed, option| allowed & !option));
            }
        }
    }
}
