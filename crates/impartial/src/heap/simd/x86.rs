//! The innermost loops with AVX2.
//!
//! Beside carry-less multiplication the only use of `unsafe`: loads whose bounds were checked once for a whole list, in
//! functions that need AVX2 and are called after the machine was asked whether it has it.

use std::arch::x86_64::*;

use super::{BLOCK, Bounds, CANDIDATES, Exclusions, Lacking, Layer, Offset};

/// Bit i of a byte for i below 8, and none; none, and bit i - 8 for i from 8 on.
const LOW: [u8; 16] = [1, 2, 4, 8, 16, 32, 64, 128, 0, 0, 0, 0, 0, 0, 0, 0];
const HIGH: [u8; 16] = [0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128];

/// The i lowest bits, for i up to 8.
const LOWEST: [u8; 16] = [0, 1, 3, 7, 15, 31, 63, 127, 255, 255, 255, 255, 255, 255, 255, 255];

/// Bytes of 32 heaps; plane j has the bits of the reduced values 8j to 8j + 7.
type Planes = [__m256i; 8];

/// A table of sixteen bytes, for look-ups in both halves.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2")]
fn table(bytes: &[u8; 16]) -> __m256i {
    // SAFETY: sixteen bytes are read from an array of sixteen.
    _mm256_broadcastsi128_si256(unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) })
}

/// The place of each byte in group `group` of sixteen values; a byte with the top bit set for one in another group.
///
/// Adding 0x70 with saturation sets the top bit, which makes a look-up give 0, unless the byte lies in the group (after ⊕
/// with its number, below 16).
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2")]
fn in_group(bytes: __m256i, group: usize) -> __m256i {
    let number = _mm256_set1_epi8((group << 4) as i8);
    _mm256_adds_epu8(_mm256_xor_si256(bytes, number), _mm256_set1_epi8(0x70))
}

/// Gathers what 32 heaps reach through a list of offsets.
///
/// # Safety
/// From `heaps` less the longest offset on, the memory up to 32 bytes behind `heaps` less the shortest must be readable.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2")]
unsafe fn gather32<const GROUPS: usize>(heaps: *const u8, offsets: &[Offset], flip: u32) -> Planes {
    let (low, high) = (table(&LOW), table(&HIGH));
    let mut planes = [_mm256_setzero_si256(); 8];
    for offset in offsets {
        // SAFETY: the caller promises that these 32 bytes are readable.
        let bytes = unsafe { _mm256_loadu_si256(heaps.sub(offset.back as usize).cast()) };
        let bytes = _mm256_xor_si256(bytes, _mm256_set1_epi32((offset.x4 ^ flip) as i32));
        for group in 0..GROUPS {
            let inside = if GROUPS == 1 { bytes } else { in_group(bytes, group) };
            let (even, odd) = (_mm256_shuffle_epi8(low, inside), _mm256_shuffle_epi8(high, inside));
            planes[2 * group] = _mm256_or_si256(planes[2 * group], even);
            planes[2 * group + 1] = _mm256_or_si256(planes[2 * group + 1], odd);
        }
    }
    planes
}

/// The same for 16 heaps.
///
/// # Safety
/// As for [`gather32`], with 16 bytes.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2")]
unsafe fn gather16<const GROUPS: usize>(heaps: *const u8, offsets: &[Offset]) -> [__m128i; 8] {
    let (low, high) = (_mm256_castsi256_si128(table(&LOW)), _mm256_castsi256_si128(table(&HIGH)));
    let saturate = _mm_set1_epi8(0x70);
    let mut planes = [_mm_setzero_si128(); 8];
    for offset in offsets {
        // SAFETY: the caller promises that these 16 bytes are readable.
        let bytes = unsafe { _mm_loadu_si128(heaps.sub(offset.back as usize).cast()) };
        let bytes = _mm_xor_si128(bytes, _mm_set1_epi32(offset.x4 as i32));
        for group in 0..GROUPS {
            let inside = if GROUPS == 1 {
                bytes
            } else {
                _mm_adds_epu8(_mm_xor_si128(bytes, _mm_set1_epi8((group << 4) as i8)), saturate)
            };
            planes[2 * group] = _mm_or_si128(planes[2 * group], _mm_shuffle_epi8(low, inside));
            planes[2 * group + 1] = _mm_or_si128(planes[2 * group + 1], _mm_shuffle_epi8(high, inside));
        }
    }
    planes
}

/// Turns planes of eight heaps, in the low halves, into one word a heap.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2")]
fn words<const GROUPS: usize>(planes: &[__m128i; 8]) -> [u64; 8] {
    let zero = _mm_setzero_si128();
    let pair = |j: usize| if j < 2 * GROUPS { _mm_unpacklo_epi8(planes[j], planes[j + 1]) } else { zero };
    let (a, b, c, d) = (pair(0), pair(2), pair(4), pair(6));
    let (ab, cd) = (_mm_unpacklo_epi16(a, b), _mm_unpacklo_epi16(c, d));
    let (ab_late, cd_late) = (_mm_unpackhi_epi16(a, b), _mm_unpackhi_epi16(c, d));
    let quads = [
        _mm_unpacklo_epi32(ab, cd),
        _mm_unpackhi_epi32(ab, cd),
        _mm_unpacklo_epi32(ab_late, cd_late),
        _mm_unpackhi_epi32(ab_late, cd_late),
    ];
    let mut words = [0u64; 8];
    for (pair, quad) in words.chunks_exact_mut(2).zip(quads) {
        // SAFETY: a pair of words has 16 bytes.
        unsafe { _mm_storeu_si128(pair.as_mut_ptr().cast(), quad) };
    }
    words
}

/// Half of 32-byte planes as 16-byte planes.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2")]
fn part<const GROUPS: usize>(planes: &Planes, half: usize) -> [__m128i; 8] {
    let mut part = [_mm_setzero_si128(); 8];
    for j in 0..2 * GROUPS {
        part[j] = if half == 0 {
            _mm256_castsi256_si128(planes[j])
        } else {
            _mm256_extracti128_si256::<1>(planes[j])
        };
    }
    part
}

#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2")]
fn union<const GROUPS: usize>(a: &mut [__m128i; 8], b: &[__m128i; 8]) {
    for j in 0..2 * GROUPS {
        a[j] = _mm_or_si128(a[j], b[j]);
    }
}

/// # Safety
/// The machine must have AVX2, BMI1 and BMI2; `at` is at least the longest offset and 8, and `heaps` goes on for two blocks
/// from `at`.
#[target_feature(enable = "avx2,bmi1,bmi2")]
pub(super) unsafe fn fill<const GROUPS: usize>(exclusions: &Exclusions, heaps: &mut [u8], at: usize) {
    // SAFETY: as promised by the caller.
    unsafe {
        match exclusions.near.len() {
            0 => fill_near::<GROUPS, 0>(exclusions, heaps, at),
            1 => fill_near::<GROUPS, 1>(exclusions, heaps, at),
            2 => fill_near::<GROUPS, 2>(exclusions, heaps, at),
            3 => fill_near::<GROUPS, 3>(exclusions, heaps, at),
            4 => fill_near::<GROUPS, 4>(exclusions, heaps, at),
            5 => fill_near::<GROUPS, 5>(exclusions, heaps, at),
            6 => fill_near::<GROUPS, 6>(exclusions, heaps, at),
            _ => fill_near::<GROUPS, 7>(exclusions, heaps, at),
        }
    }
}

/// # Safety
/// As for [`fill`]; there are `NEAR` near offsets.
#[target_feature(enable = "avx2,bmi1,bmi2")]
unsafe fn fill_near<const GROUPS: usize, const NEAR: usize>(
    exclusions: &Exclusions,
    heaps: &mut [u8],
    at: usize,
) {
    let start = heaps.as_mut_ptr();
    // SAFETY: `at` and the offsets were checked against the buffer; the last sixteen bytes that are loaded begin at most 24
    // bytes into the block.
    unsafe {
        let far = gather32::<GROUPS>(start.add(at), &exclusions.far, 0);
        let near: [(u32, &[u64; 256]); NEAR] =
            std::array::from_fn(|j| (8 * (exclusions.near[j].back as u32 - 1), &*exclusions.near[j].words));
        // The eight latest heaps, the newest in the low byte.
        let mut recent = u64::from_be_bytes(*start.add(at - 8).cast::<[u8; 8]>());
        for half in 0..2 {
            let sixteen = at + 16 * half;
            let mut planes = part::<GROUPS>(&far, half);
            union::<GROUPS>(&mut planes, &gather16::<GROUPS>(start.add(sixteen), &exclusions.middle[0]));
            for quarter in 0..2 {
                let eight = sixteen + 8 * quarter;
                let mut now = planes;
                if quarter == 1 {
                    for plane in &mut now[..2 * GROUPS] {
                        *plane = _mm_srli_si128::<8>(*plane);
                    }
                }
                union::<GROUPS>(&mut now, &gather16::<GROUPS>(start.add(eight), &exclusions.middle[1]));
                for word in words::<GROUPS>(&now) {
                    let mut word = word;
                    for (shift, table) in &near {
                        word |= table[(recent >> shift & 0xff) as usize];
                    }
                    recent = recent << 8 | u64::from(word.trailing_ones());
                }
                *start.add(eight).cast::<[u8; 8]>() = recent.to_be_bytes();
            }
        }
    }
}

/// # Safety
/// The machine must have AVX2; `at` is at least the longest offset, and `heaps` goes on for a block from `at`.
#[target_feature(enable = "avx2,bmi1,bmi2")]
pub(super) unsafe fn lacking<const GROUPS: usize>(
    heaps: &[u8],
    at: usize,
    parity: usize,
    offsets: &[Offset],
    bounds: &Bounds,
) -> Lacking {
    // SAFETY: as promised by the caller; a block of heaps and a plane have 32 bytes, a quarter of a row of bounds has 16.
    unsafe {
        let seen = gather32::<GROUPS>(heaps.as_ptr().add(at), offsets, 0);
        let bytes = _mm256_loadu_si256(heaps.as_ptr().add(at).cast());
        let mut bound = [_mm256_setzero_si256(); 2];
        for group in 0..GROUPS {
            let inside = in_group(bytes, group);
            for (bound, row) in bound.iter_mut().zip(bounds) {
                let quarter = _mm_loadu_si128(row.as_ptr().add(16 * group).cast());
                let found = _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(quarter), inside);
                *bound = _mm256_or_si256(*bound, found);
            }
        }
        let odd = _mm256_set1_epi16(0xff00u16 as i16);
        let bound = _mm256_blendv_epi8(bound[parity & 1], bound[(parity & 1) ^ 1], odd);
        let (lowest, eight) = (table(&LOWEST), _mm256_set1_epi8(8));
        let mut lacking = Lacking::default();
        let mut any = _mm256_setzero_si256();
        for (j, seen) in seen.iter().enumerate().take(2 * GROUPS) {
            let left = _mm256_min_epu8(_mm256_subs_epu8(bound, _mm256_set1_epi8(8 * j as i8)), eight);
            let missing = _mm256_andnot_si256(*seen, _mm256_shuffle_epi8(lowest, left));
            any = _mm256_or_si256(any, missing);
            _mm256_storeu_si256(lacking.planes[j].as_mut_ptr().cast(), missing);
        }
        lacking.heaps = !(_mm256_movemask_epi8(_mm256_cmpeq_epi8(any, _mm256_setzero_si256())) as u32);
        lacking
    }
}

/// # Safety
/// The machine must have AVX2; `at` is at least the longest offset, and `heaps` goes on for a block from `at`.
#[target_feature(enable = "avx2,bmi1,bmi2")]
pub(super) unsafe fn reached(heaps: &[u8], at: usize, offsets: &[Offset], flip: u32) -> [u64; BLOCK] {
    // SAFETY: as promised by the caller.
    let planes = unsafe { gather32::<4>(heaps.as_ptr().add(at), offsets, flip) };
    let mut all = [0; BLOCK];
    for (half, sixteen) in all.chunks_exact_mut(16).enumerate() {
        let mut now = part::<4>(&planes, half);
        sixteen[..8].copy_from_slice(&words::<4>(&now));
        for plane in &mut now {
            *plane = _mm_srli_si128::<8>(*plane);
        }
        sixteen[8..].copy_from_slice(&words::<4>(&now));
    }
    all
}

/// # Safety
/// The machine must have AVX2; `at` is at least the longest offset, and `heaps` goes on for a block from `at`.
#[target_feature(enable = "avx2,bmi1,bmi2")]
pub(super) unsafe fn struck(
    heaps: &[u8],
    at: usize,
    offsets: &[Offset],
    candidates: &[[u8; BLOCK]; CANDIDATES],
) -> [u32; CANDIDATES] {
    // SAFETY: each row of candidates has 32 bytes, and the caller promises that the heaps are readable.
    unsafe {
        let rows: [__m256i; CANDIDATES] =
            std::array::from_fn(|k| _mm256_loadu_si256(candidates[k].as_ptr().cast()));
        let mut hits = [_mm256_setzero_si256(); CANDIDATES];
        let start = heaps.as_ptr().add(at);
        for offset in offsets {
            let bytes = _mm256_loadu_si256(start.sub(offset.back as usize).cast());
            let bytes = _mm256_xor_si256(bytes, _mm256_set1_epi32(offset.x4 as i32));
            for k in 0..CANDIDATES {
                hits[k] = _mm256_or_si256(hits[k], _mm256_cmpeq_epi8(bytes, rows[k]));
            }
        }
        std::array::from_fn(|k| _mm256_movemask_epi8(hits[k]) as u32)
    }
}

/// # Safety
/// The machine must have AVX2.
#[target_feature(enable = "avx2,bmi1,bmi2")]
pub(super) unsafe fn struck_near(before: &[u8; BLOCK], layers: &[Layer], candidates: u64) -> u32 {
    let candidates = candidates.to_le_bytes();
    let mut hits = [_mm256_setzero_si256(); CANDIDATES];
    for layer in layers {
        // SAFETY: all three are arrays of 32 bytes.
        let (bytes, xs, valid) = unsafe {
            (
                _mm256_loadu_si256(before.as_ptr().cast()),
                _mm256_loadu_si256(layer.xs.as_ptr().cast()),
                _mm256_loadu_si256(layer.valid.as_ptr().cast()),
            )
        };
        let bytes = _mm256_xor_si256(bytes, xs);
        for k in 0..CANDIDATES {
            let equal = _mm256_cmpeq_epi8(bytes, _mm256_set1_epi8(candidates[k] as i8));
            hits[k] = _mm256_or_si256(hits[k], _mm256_and_si256(equal, valid));
        }
    }
    (0..CANDIDATES).fold(0, |word, k| word | u32::from(_mm256_movemask_epi8(hits[k]) != 0) << k)
}

/// # Safety
/// The machine must have AVX2; the three slices have one length, a multiple of 32.
#[target_feature(enable = "avx2,bmi1,bmi2")]
pub(super) unsafe fn pair(bytes: &[u8], common: &[u8], late: &[u8], target: u8) -> bool {
    let target = _mm256_set1_epi8(target as i8);
    // The smallest parts stand last and are the likeliest; four blocks are looked at before a decision.
    let mut end = bytes.len();
    while end > 0 {
        let mut hit = _mm256_setzero_si256();
        let begin = end.saturating_sub(4 * BLOCK);
        while end > begin {
            end -= BLOCK;
            // SAFETY: the caller promises that 32 bytes follow in all three slices.
            let (a, common, b) = unsafe {
                (
                    _mm256_loadu_si256(bytes.as_ptr().add(end).cast()),
                    _mm256_loadu_si256(common.as_ptr().add(end).cast()),
                    _mm256_loadu_si256(late.as_ptr().add(end).cast()),
                )
            };
            let equal = _mm256_cmpeq_epi8(_mm256_xor_si256(a, b), target);
            hit = _mm256_or_si256(hit, _mm256_and_si256(equal, common));
        }
        if _mm256_testz_si256(hit, hit) == 0 {
            return true;
        }
    }
    false
}
