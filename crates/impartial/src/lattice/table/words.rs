//! Rows of bits as words: the innermost loops of the box solver.
//!
//! The `unsafe` here is the call of the same loops compiled for AVX2, after the machine was asked whether it has it.
#![allow(unsafe_code)]

/// The most sources that are merged at a time.
pub(super) const MOST_SOURCES: usize = 8;

/// Words to be moved up by `bits`, 0 ≤ bits < 64: word i of the result takes its bits from words i and i + 1 of `words`, which
/// is one word longer than the result.
#[derive(Clone, Copy, Default)]
pub(super) struct Shifted<'w> {
    pub(super) words: &'w [u64],
    pub(super) bits: u32,
}

/// Makes `target` the union of up to [`MOST_SOURCES`] shifted sources, and of what it holds if that is to be kept; or the complement of
/// all that.
pub(super) fn merge(target: &mut [u64], sources: &[Shifted<'_>], keeps: bool, inverts: bool) {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") {
        // SAFETY: the machine has AVX2.
        unsafe { merge_avx2(target, sources, keeps, inverts) };
        return;
    }
    merge_anywhere(target, sources, keeps, inverts);
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
#[target_feature(enable = "avx2")]
fn merge_avx2(target: &mut [u64], sources: &[Shifted<'_>], keeps: bool, inverts: bool) {
    merge_anywhere(target, sources, keeps, inverts);
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

#[inline(always)]
fn merge_anywhere(target: &mut [u64], sources: &[Shifted<'_>], keeps: bool, inverts: bool) {
    match sources {
        [] => merge_some(target, [], keeps, inverts),
        [a] => merge_some(target, [*a], keeps, inverts),
        [a, b] => merge_some(target, [*a, *b], keeps, inverts),
        [a, b, c] => merge_some(target, [*a, *b, *c], keeps, inverts),
        [a, b, c, d] => merge_some(target, [*a, *b, *c, *d], keeps, inverts),
        [a, b, c, d, e] => merge_some(target, [*a, *b, *c, *d, *e], keeps, inverts),
        [a, b, c, d, e, f] => merge_some(target, [*a, *b, *c, *d, *e, *f], keeps, inverts),
        [a, b, c, d, e, f, g] => merge_some(target, [*a, *b, *c, *d, *e, *f, *g], keeps, inverts),
        [a, b, c, d, e, f, g, h] => merge_some(target, [*a, *b, *c, *d, *e, *f, *g, *h], keeps, inverts),
        _ => unreachable!("callers give at most eight sources"),
    }
}

#[inline(always)]
fn merge_some<const N: usize>(target: &mut [u64], sources: [Shifted<'_>; N], keeps: bool, inverts: bool) {
    let n = target.len();
    let (keep, flip) = (if keeps { u64::MAX } else { 0 }, if inverts { u64::MAX } else { 0 });
    let low = sources.map(|source| &source.words[..n]);
    let high = sources.map(|source| &source.words[1..=n]);
    let up = sources.map(|source| source.bits);
    // In two steps, so that no bit comes back when there is no shift.
    let down = sources.map(|source| 63 - source.bits);
    for i in 0..n {
        let mut word = target[i] & keep;
        for k in 0..N {
            word |= high[k][i] << up[k] | low[k][i] >> 1 >> down[k];
        }
        target[i] = word ^ flip;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn noise(seed: u64, n: usize) -> Vec<u64> {
        (0..n as u64).map(|i| (seed + i).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(31) ^ i).collect()
    }

    /// Breaks when a loop drops a source, an end or a bit.
    #[test]
    fn loops_do_what_single_bits_do() {
        for n in [0, 1, 3, 4, 7, 64, 129] {
            let bit = |words: &[u64], k: usize| words[k / 64] >> (k % 64) & 1;
            for (count, shift, modes) in
                (0..=MOST_SOURCES).flat_map(|c| [0, 1, 17, 63].map(move |s| (c, s, c + s)))
            {
                let (keeps, inverts) = (modes & 1 == 1, modes & 2 == 2);
                let sources: Vec<Vec<u64>> = (0..count).map(|k| noise(k as u64 * 77, n + 1)).collect();
                let bits = |k: usize| ((shift + k) % 64) as u32;
                let shifted: Vec<Shifted<'_>> =
                    sources.iter().enumerate().map(|(k, words)| Shifted { words, bits: bits(k) }).collect();
                let start = noise(5, n);
                let mut target = start.clone();
                merge(&mut target, &shifted, keeps, inverts);
                for at in 0..64 * n {
                    let kept = if keeps { bit(&start, at) } else { 0 };
                    let all =
                        (0..count).fold(kept, |all, k| all | bit(&sources[k], at + 64 - bits(k) as usize));
                    assert_eq!(bit(&target, at), all ^ u64::from(inverts));
                }
            }
            assert_eq!(count(&noise(3, n)), (0..64 * n).map(|at| bit(&noise(3, n), at)).sum());
        }
    }
}
