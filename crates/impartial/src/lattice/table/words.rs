//! Rows of bits as words: the innermost loops of the box solver.
//!
//! The `unsafe` here is the call of the same loops compiled for AVX2, after the machine was asked whether it has it.
#![allow(unsafe_code)]

/// Makes `target` the union of one to four sources, all of its length; or adds them to what it holds.
pub(super) fn union(target: &mut [u64], sources: &[&[u64]], is_fresh: bool) {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") {
        // SAFETY: the machine has AVX2.
        unsafe { union_avx2(target, sources, is_fresh) };
        return;
    }
    union_anywhere(target, sources, is_fresh);
}

/// Adds `source` to `target`, both of the same length.
pub(super) fn add(target: &mut [u64], source: &[u64]) {
    for (to, from) in target.iter_mut().zip(source) {
        *to |= from;
    }
}

/// Adds `source`, moved up by `shift` bits, 0 ≤ shift < 64, to `target`: word i takes its bits from words i and i + 1 of the
/// source, which is one word longer.
pub(super) fn add_shifted(target: &mut [u64], source: &[u64], shift: u32) {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") {
        // SAFETY: the machine has AVX2.
        unsafe { add_shifted_avx2(target, source, shift) };
        return;
    }
    add_shifted_anywhere(target, source, shift);
}

/// Makes `target` the complement of `source`, of the same length.
pub(super) fn complement(target: &mut [u64], source: &[u64]) {
    for (to, from) in target.iter_mut().zip(source) {
        *to = !from;
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn union_avx2(target: &mut [u64], sources: &[&[u64]], is_fresh: bool) {
    union_anywhere(target, sources, is_fresh);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn add_shifted_avx2(target: &mut [u64], source: &[u64], shift: u32) {
    add_shifted_anywhere(target, source, shift);
}

#[inline(always)]
fn union_anywhere(target: &mut [u64], sources: &[&[u64]], is_fresh: bool) {
    let n = target.len();
    let keep = if is_fresh { 0 } else { u64::MAX };
    match sources {
        [a] if is_fresh => target.copy_from_slice(&a[..n]),
        [a] => add(target, a),
        [a, b] => {
            let (a, b) = (&a[..n], &b[..n]);
            (0..n).for_each(|i| target[i] = target[i] & keep | a[i] | b[i]);
        }
        [a, b, c] => {
            let (a, b, c) = (&a[..n], &b[..n], &c[..n]);
            (0..n).for_each(|i| target[i] = target[i] & keep | a[i] | b[i] | c[i]);
        }
        [a, b, c, d] => {
            let (a, b, c, d) = (&a[..n], &b[..n], &c[..n], &d[..n]);
            (0..n).for_each(|i| target[i] = target[i] & keep | a[i] | b[i] | c[i] | d[i]);
        }
        _ => unreachable!("callers give one to four sources"),
    }
}

#[inline(always)]
fn add_shifted_anywhere(target: &mut [u64], source: &[u64], shift: u32) {
    let n = target.len();
    let (low, high) = (&source[..n], &source[1..=n]);
    if shift == 0 {
        (0..n).for_each(|i| target[i] |= high[i]);
    } else {
        let back = 64 - shift;
        (0..n).for_each(|i| target[i] |= high[i] << shift | low[i] >> back);
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
            for (count, is_fresh) in (1..=4).flat_map(|count| [(count, true), (count, false)]) {
                let sources: Vec<Vec<u64>> = (0..count).map(|k| noise(k * 1000, n)).collect();
                let slices: Vec<&[u64]> = sources.iter().map(Vec::as_slice).collect();
                let mut target = noise(7, n);
                let start = if is_fresh { vec![0; n] } else { target.clone() };
                union(&mut target, &slices, is_fresh);
                let expected: Vec<u64> =
                    (0..n).map(|i| sources.iter().fold(start[i], |all, source| all | source[i])).collect();
                assert_eq!(target, expected);
            }
            let (source, bit) = (noise(99, n + 1), |words: &[u64], k: usize| words[k / 64] >> (k % 64) & 1);
            for shift in [0, 1, 17, 63] {
                let mut target = vec![0; n];
                add_shifted(&mut target, &source, shift);
                for k in 0..64 * n {
                    assert_eq!(bit(&target, k), bit(&source, k + 64 - shift as usize));
                }
            }
        }
    }
}
