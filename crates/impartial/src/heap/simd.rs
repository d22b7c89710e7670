//! Many heaps at once: the innermost loops of the block kernel, for AVX2 and for any machine.
//!
//! Heaps are bytes: a common heap is its reduced value, below 64; any other heap is [`ABSENT`], which contributes
//! nothing. Thirty-two consecutive heaps make a block. For an offset o and a number x, heap n + i reaches the reduced value
//! byte(n + i - o) ⊕ x; all values that a heap reaches through a list of offsets are gathered as the bits of one word.
//!
//! This is the only file with `unsafe` code: loads whose bounds were checked once for a whole list, and calls of
//! functions that need AVX2, after the machine was asked whether it has it.
#![allow(unsafe_code)]

/// Heaps in a block.
pub(crate) const BLOCK: usize = 32;

/// The byte of a heap that is not common.
pub(crate) const ABSENT: u8 = 0x80;

/// An offset o and a number x, the latter in each byte of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Offset {
    pub(crate) back: u32,
    x4: u32,
}

impl Offset {
    pub(crate) fn new(back: usize, x: u8) -> Self {
        Offset { back: back as u32, x4: u32::from(x) * 0x0101_0101 }
    }

    pub(crate) fn x(self) -> u8 {
        self.x4 as u8
    }
}

/// Offsets below this are looked up heap by heap.
pub(crate) const NEAR: usize = 8;

/// What a reduced value stands for in a heap of either parity.
pub(crate) struct Tables(pub(crate) [[Row; 128]; 2]);

/// One entry of the tables.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Row {
    /// The rare values, as bits of their reduced forms, that need witnesses.
    pub(crate) needs: u64,
    /// The Grundy value.
    pub(crate) value: u8,
}

impl Tables {
    #[inline]
    fn row(&self, parity: usize, reduced: u8) -> Row {
        self.0[parity & 1][usize::from(reduced & 127)]
    }
}

/// What the tables say of the heaps of a block.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Block {
    pub(crate) values: [u8; BLOCK],
    pub(crate) needs: [u64; BLOCK],
}

/// The offsets that find excluded common values, sorted by how soon their heaps are known.
#[derive(Clone, Debug, Default)]
pub(crate) struct Exclusions {
    /// Offsets of 32 and more: known before the block begins.
    far: Vec<Offset>,
    /// Offsets of 16 to 31, and of 8 to 15: known before sixteen, or eight, heaps begin.
    middle: [Vec<Offset>; 2],
    /// For offsets 1 to 7, the word reached from each byte.
    near: Vec<Near>,
    /// Numbers of sixteen reduced values: 1, 2 or 4.
    groups: usize,
    longest: usize,
}

#[derive(Clone, Debug)]
struct Near {
    back: usize,
    words: Box<[u64; 256]>,
}

impl Exclusions {
    /// Sorts offsets; reduced values are below 1 << width.
    pub(crate) fn new(mut offsets: Vec<Offset>, width: u32) -> Self {
        offsets.sort_unstable();
        offsets.dedup();
        let mut exclusions = Exclusions { groups: groups(width), ..Exclusions::default() };
        exclusions.longest = offsets.iter().map(|offset| offset.back as usize).max().unwrap_or(0);
        for offset in offsets {
            match offset.back as usize {
                back if back >= BLOCK => exclusions.far.push(offset),
                16.. => exclusions.middle[0].push(offset),
                NEAR.. => exclusions.middle[1].push(offset),
                back => {
                    if exclusions.near.last().is_none_or(|near| near.back != back) {
                        exclusions.near.push(Near { back, words: Box::new([0; 256]) });
                    }
                    let near = exclusions.near.last_mut().expect("one was just made");
                    for byte in 0..16 * exclusions.groups {
                        near.words[byte] |= 1 << (byte ^ usize::from(offset.x()));
                    }
                }
            }
        }
        exclusions
    }

    /// The longest offset.
    pub(crate) fn longest(&self) -> usize {
        self.longest
    }

    /// Fills `heaps[at..at + 32]` with the least reduced value that each heap does not reach through the offsets; 64 when
    /// there is none. Every offset must reach back to a byte of `heaps`. What the tables say of each heap, by its parity
    /// and reduced value, comes back in `block`; `parity` is that of the first heap.
    pub(crate) fn fill_block(
        &self,
        heaps: &mut [u8],
        at: usize,
        parity: usize,
        tables: &Tables,
        block: &mut Block,
    ) {
        assert!(
            self.longest.max(NEAR) <= at && at + 2 * BLOCK <= heaps.len(),
            "the block and its past lie in the buffer"
        );
        #[cfg(target_arch = "x86_64")]
        if avx2() {
            // SAFETY: the machine has AVX2 and BMI, and the bounds were just checked.
            unsafe {
                match self.groups {
                    1 => x86::fill_block::<1>(self, heaps, at, parity, tables, block),
                    2 => x86::fill_block::<2>(self, heaps, at, parity, tables, block),
                    _ => x86::fill_block::<4>(self, heaps, at, parity, tables, block),
                }
            }
            return;
        }
        self.fill_block_portably(heaps, at, parity, tables, block);
    }

    /// The same, on any machine.
    pub(crate) fn fill_block_portably(
        &self,
        heaps: &mut [u8],
        at: usize,
        parity: usize,
        tables: &Tables,
        block: &mut Block,
    ) {
        for n in at..at + BLOCK {
            let mut word = 0;
            for offset in self.far.iter().chain(&self.middle[0]).chain(&self.middle[1]) {
                word |= bit(heaps[n - offset.back as usize] ^ offset.x());
            }
            for near in &self.near {
                word |= near.words[usize::from(heaps[n - near.back])];
            }
            heaps[n] = word.trailing_ones() as u8;
            let row = tables.row(parity + n - at, heaps[n]);
            (block.values[n - at], block.needs[n - at]) = (row.value, row.needs);
        }
    }
}

/// How many groups of sixteen values there are below 1 << width.
fn groups(width: u32) -> usize {
    match width {
        0..=4 => 1,
        5 => 2,
        _ => 4,
    }
}

/// The bit of a reduced value; none for a heap that is not common.
fn bit(byte: u8) -> u64 {
    if byte < 64 { 1 << byte } else { 0 }
}

/// For each heap of a block, the reduced values reached through the offsets, as bits.
pub(crate) fn reached(heaps: &[u8], at: usize, offsets: &[Offset], width: u32) -> [u64; BLOCK] {
    let longest = offsets.iter().map(|offset| offset.back as usize).max().unwrap_or(0);
    assert!(longest <= at && at + BLOCK <= heaps.len(), "the block and its past lie in the buffer");
    #[cfg(target_arch = "x86_64")]
    if avx2() {
        // SAFETY: the machine has AVX2 and BMI, and the bounds were just checked.
        return unsafe {
            match groups(width) {
                1 => x86::reached::<1>(heaps, at, offsets, 0),
                2 => x86::reached::<2>(heaps, at, offsets, 0),
                _ => x86::reached::<4>(heaps, at, offsets, 0),
            }
        };
    }
    let _ = width;
    reached_portably(heaps, at, offsets, 0)
}

/// The same, on any machine, for the reduced values that ⊕ with the bytes of `flip` brings below 64.
pub(crate) fn reached_portably(heaps: &[u8], at: usize, offsets: &[Offset], flip: u32) -> [u64; BLOCK] {
    std::array::from_fn(|i| {
        let byte = |offset: &Offset| heaps[at + i - offset.back as usize] ^ offset.x() ^ flip as u8;
        offsets.iter().fold(0, |word, offset| word | bit(byte(offset)))
    })
}

/// For each heap of a block, the reduced values below 64·`passes` reached through the offsets: word p has those from 64p.
pub(crate) fn reached_wide(heaps: &[u8], at: usize, offsets: &[Offset], passes: usize) -> [[u64; BLOCK]; 4] {
    let longest = offsets.iter().map(|offset| offset.back as usize).max().unwrap_or(0);
    assert!(longest <= at && at + BLOCK <= heaps.len(), "the block and its past lie in the buffer");
    std::array::from_fn(|pass| {
        if pass >= passes {
            return [0; BLOCK];
        }
        let flip = 0x4040_4040 * pass as u32;
        #[cfg(target_arch = "x86_64")]
        if avx2() {
            // SAFETY: the machine has AVX2 and BMI, and the bounds were just checked.
            return unsafe { x86::reached::<4>(heaps, at, offsets, flip) };
        }
        reached_portably(heaps, at, offsets, flip)
    })
}

/// How many candidates a heap has at a time.
pub(crate) const CANDIDATES: usize = 8;

/// Which of their candidates the heaps of a block reach through the offsets: bit i of word k is set when heap `at + i`
/// reaches `candidates[k][i]`.
pub(crate) fn struck(
    heaps: &[u8],
    at: usize,
    offsets: &[Offset],
    candidates: &[[u8; BLOCK]; CANDIDATES],
) -> [u32; CANDIDATES] {
    let longest = offsets.iter().map(|offset| offset.back as usize).max().unwrap_or(0);
    assert!(longest <= at && at + BLOCK <= heaps.len(), "the block and its past lie in the buffer");
    #[cfg(target_arch = "x86_64")]
    if avx2() {
        // SAFETY: the machine has AVX2 and BMI, and the bounds were just checked.
        return unsafe { x86::struck(heaps, at, offsets, candidates) };
    }
    struck_portably(heaps, at, offsets, candidates)
}

/// The same, on any machine.
pub(crate) fn struck_portably(
    heaps: &[u8],
    at: usize,
    offsets: &[Offset],
    candidates: &[[u8; BLOCK]; CANDIDATES],
) -> [u32; CANDIDATES] {
    std::array::from_fn(|k| {
        let hit = |i: usize| {
            offsets.iter().any(|offset| heaps[at + i - offset.back as usize] ^ offset.x() == candidates[k][i])
        };
        (0..BLOCK).fold(0, |word, i| word | u32::from(hit(i)) << i)
    })
}

/// Offsets below 32, at most one for each distance: those that a single heap looks at together.
#[derive(Clone, Debug)]
pub(crate) struct Layer {
    /// xs[32 - o] is the x of offset o, and valid[32 - o] is 0xff, when there is such an offset.
    xs: [u8; BLOCK],
    valid: [u8; BLOCK],
}

impl Layer {
    /// Sorts offsets below 32 into as few layers as can be.
    pub(crate) fn sort(offsets: &[Offset]) -> Vec<Layer> {
        let mut layers: Vec<Layer> = Vec::new();
        for offset in offsets {
            let place = BLOCK - offset.back as usize;
            let free = layers.iter().position(|layer| layer.valid[place] == 0);
            let at = free.unwrap_or_else(|| {
                layers.push(Layer { xs: [0; BLOCK], valid: [0; BLOCK] });
                layers.len() - 1
            });
            (layers[at].xs[place], layers[at].valid[place]) = (offset.x(), 0xff);
        }
        layers
    }
}

/// Which of its candidates, as bits, the heap that follows these 32 reaches through the layers.
pub(crate) fn struck_near(before: &[u8; BLOCK], layers: &[Layer], candidates: u64) -> u32 {
    #[cfg(target_arch = "x86_64")]
    if avx2() {
        // SAFETY: the machine has AVX2 and BMI.
        return unsafe { x86::struck_near(before, layers, candidates) };
    }
    struck_near_portably(before, layers, candidates)
}

/// The same, on any machine.
pub(crate) fn struck_near_portably(before: &[u8; BLOCK], layers: &[Layer], candidates: u64) -> u32 {
    let hit = |candidate: u8| {
        layers.iter().any(|layer| {
            (0..BLOCK).any(|place| layer.valid[place] != 0 && before[place] ^ layer.xs[place] == candidate)
        })
    };
    let candidates = candidates.to_le_bytes();
    (0..CANDIDATES).fold(0, |word, k| word | u32::from(hit(candidates[k])) << k)
}

#[cfg(target_arch = "x86_64")]
fn avx2() -> bool {
    is_x86_feature_detected!("avx2") && is_x86_feature_detected!("bmi1") && is_x86_feature_detected!("bmi2")
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use std::arch::x86_64::*;

    use super::{BLOCK, Block, CANDIDATES, Exclusions, Layer, Offset, Tables};

    /// Bit i of a byte for i below 8, and none; none, and bit i - 8 for i from 8 on.
    const LOW: [u8; 16] = [1, 2, 4, 8, 16, 32, 64, 128, 0, 0, 0, 0, 0, 0, 0, 0];
    const HIGH: [u8; 16] = [0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128];

    /// Bytes of 32 heaps; plane j has the bits of the reduced values 8j to 8j + 7.
    type Planes = [__m256i; 8];

    /// Gathers what 32 heaps reach through a list of offsets.
    ///
    /// A byte is looked up by its low four bits; adding 0x70 with saturation sets its top bit, which makes the look-up
    /// give 0, unless the byte lies in the group asked for (after ⊕ with its number, below 16).
    ///
    /// # Safety
    /// The machine must have AVX2; `heaps` must be readable from `at - back` to `at - back + 31` for every offset.
    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2")]
    unsafe fn gather32<const GROUPS: usize>(heaps: *const u8, offsets: &[Offset], flip: u32) -> Planes {
        // SAFETY: the constants have 16 bytes.
        let (low, high) = unsafe {
            (
                _mm256_broadcastsi128_si256(_mm_loadu_si128(LOW.as_ptr().cast())),
                _mm256_broadcastsi128_si256(_mm_loadu_si128(HIGH.as_ptr().cast())),
            )
        };
        let saturate = _mm256_set1_epi8(0x70);
        let mut planes = [_mm256_setzero_si256(); 8];
        for offset in offsets {
            // SAFETY: the caller promises that these 32 bytes are readable.
            let bytes = unsafe { _mm256_loadu_si256(heaps.sub(offset.back as usize).cast()) };
            let bytes = _mm256_xor_si256(bytes, _mm256_set1_epi32((offset.x4 ^ flip) as i32));
            for group in 0..GROUPS {
                let inside = if GROUPS == 1 {
                    bytes
                } else {
                    let number = _mm256_set1_epi8((group << 4) as i8);
                    _mm256_adds_epu8(_mm256_xor_si256(bytes, number), saturate)
                };
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
        // SAFETY: the constants have 16 bytes.
        let (low, high) =
            unsafe { (_mm_loadu_si128(LOW.as_ptr().cast()), _mm_loadu_si128(HIGH.as_ptr().cast())) };
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

    /// Half of 32-byte planes as 16-byte planes, shifted down by `skip` bytes (0 or 8).
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
    /// The machine must have AVX2, BMI1 and BMI2; `at` is at least the longest offset, and `heaps` goes on for two blocks
    /// from `at`.
    #[target_feature(enable = "avx2,bmi1,bmi2")]
    pub(super) unsafe fn fill_block<const GROUPS: usize>(
        exclusions: &Exclusions,
        heaps: &mut [u8],
        at: usize,
        parity: usize,
        tables: &Tables,
        block: &mut Block,
    ) {
        // SAFETY: as promised by the caller.
        unsafe {
            match exclusions.near.len() {
                0 => fill::<GROUPS, 0>(exclusions, heaps, at, parity, tables, block),
                1 => fill::<GROUPS, 1>(exclusions, heaps, at, parity, tables, block),
                2 => fill::<GROUPS, 2>(exclusions, heaps, at, parity, tables, block),
                3 => fill::<GROUPS, 3>(exclusions, heaps, at, parity, tables, block),
                4 => fill::<GROUPS, 4>(exclusions, heaps, at, parity, tables, block),
                5 => fill::<GROUPS, 5>(exclusions, heaps, at, parity, tables, block),
                6 => fill::<GROUPS, 6>(exclusions, heaps, at, parity, tables, block),
                _ => fill::<GROUPS, 7>(exclusions, heaps, at, parity, tables, block),
            }
        }
    }

    /// # Safety
    /// As for [`fill_block`].
    #[target_feature(enable = "avx2,bmi1,bmi2")]
    unsafe fn fill<const GROUPS: usize, const NEAR: usize>(
        exclusions: &Exclusions,
        heaps: &mut [u8],
        at: usize,
        parity: usize,
        tables: &Tables,
        block: &mut Block,
    ) {
        let start = heaps.as_mut_ptr();
        // SAFETY: `at` and the offsets were checked against the buffer; the last sixteen bytes that are loaded begin at
        // most 24 bytes into the block.
        unsafe {
            let far = gather32::<GROUPS>(start.add(at), &exclusions.far, 0);
            let near: [(u32, &[u64; 256]); NEAR] = std::array::from_fn(|j| {
                (8 * (exclusions.near[j].back as u32 - 1), &*exclusions.near[j].words)
            });
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
                    for (i, word) in words::<GROUPS>(&now).into_iter().enumerate() {
                        let mut word = word;
                        for (shift, table) in &near {
                            word |= table[(recent >> shift & 0xff) as usize];
                        }
                        let value = word.trailing_ones() as u8;
                        recent = recent << 8 | u64::from(value);
                        *start.add(eight + i) = value;
                        let row = tables.row(parity + i, value);
                        block.values[eight - at + i] = row.value;
                        block.needs[eight - at + i] = row.needs;
                    }
                }
            }
        }
    }

    /// # Safety
    /// The machine must have AVX2; `at` is at least the longest offset, and `heaps` goes on for a block from `at`.
    #[target_feature(enable = "avx2,bmi1,bmi2")]
    pub(super) unsafe fn reached<const GROUPS: usize>(
        heaps: &[u8],
        at: usize,
        offsets: &[Offset],
        flip: u32,
    ) -> [u64; BLOCK] {
        // SAFETY: as promised by the caller.
        let planes = unsafe { gather32::<GROUPS>(heaps.as_ptr().add(at), offsets, flip) };
        let mut all = [0; BLOCK];
        for (half, sixteen) in all.chunks_exact_mut(16).enumerate() {
            let mut now = part::<GROUPS>(&planes, half);
            sixteen[..8].copy_from_slice(&words::<GROUPS>(&now));
            for plane in &mut now[..2 * GROUPS] {
                *plane = _mm_srli_si128::<8>(*plane);
            }
            sixteen[8..].copy_from_slice(&words::<GROUPS>(&now));
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
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn both_ways_agree(
            past in prop::collection::vec(prop_oneof![4 => 0u8..64, 1 => Just(ABSENT)], 100..200),
            list in prop::collection::vec((1usize..100, 0u8..64), 0..60),
            width in 3u32..=6,
        ) {
            let mask = ((1u32 << width) - 1) as u8;
            let mut heaps: Vec<u8> =
                past.iter().map(|byte| if *byte == ABSENT { ABSENT } else { byte & mask }).collect();
            let at = heaps.len();
            heaps.resize(at + 2 * BLOCK, 0);
            let offsets: Vec<Offset> = list.iter().map(|(back, x)| Offset::new(*back, x & mask)).collect();
            let exclusions = Exclusions::new(offsets.clone(), width);
            let mut portable = heaps.clone();
            let row = |parity: u64, reduced: usize| Row { needs: reduced as u64 * 3 + parity, value: reduced as u8 ^ 5 };
            let tables = Tables([0, 1].map(|parity| std::array::from_fn(|reduced| row(parity, reduced))));
            let mut blocks = (Block::default(), Block::default());
            exclusions.fill_block(&mut heaps, at, list.len() % 2, &tables, &mut blocks.0);
            exclusions.fill_block_portably(&mut portable, at, list.len() % 2, &tables, &mut blocks.1);
            // What follows a value that is too large for the tables means nothing; the kernel throws it away.
            let large = (at..at + BLOCK).find(|n| u32::from(portable[*n]) >= 1 << width).unwrap_or(at + BLOCK);
            prop_assert_eq!(&heaps[..large], &portable[..large]);
            prop_assert_eq!(&blocks.0.values[..large - at], &blocks.1.values[..large - at]);
            prop_assert_eq!(&blocks.0.needs[..large - at], &blocks.1.needs[..large - at]);
            prop_assert_eq!(heaps[large] as u32 >= 1 << width, portable[large] as u32 >= 1 << width);
            heaps[large..].fill(ABSENT);
            prop_assert_eq!(reached(&heaps, at, &offsets, width), reached_portably(&heaps, at, &offsets, 0));
            // The definition: the least value that no offset reaches.
            for n in at..large {
                let word = offsets.iter().fold(0, |word, offset| word | bit(heaps[n - offset.back as usize] ^ offset.x()));
                prop_assert_eq!(u32::from(heaps[n]), word.trailing_ones());
            }
        }
    }

    proptest! {
        #[test]
        fn both_ways_agree_on_wide_values(
            heaps in prop::collection::vec(any::<u8>(), 200..300),
            list in prop::collection::vec((1usize..150, any::<u8>()), 0..60),
            near in prop::collection::vec((1usize..32, any::<u8>()), 0..40),
            rows in prop::collection::vec(any::<u8>(), BLOCK * CANDIDATES),
        ) {
            let at = heaps.len() - BLOCK;
            let offsets: Vec<Offset> = list.iter().map(|(back, x)| Offset::new(*back, *x)).collect();
            let wide = reached_wide(&heaps, at, &offsets, 4);
            for (pass, words) in wide.iter().enumerate() {
                prop_assert_eq!(*words, reached_portably(&heaps, at, &offsets, 0x4040_4040 * pass as u32));
            }
            let candidates = std::array::from_fn(|k| std::array::from_fn(|i| rows[k * BLOCK + i]));
            prop_assert_eq!(struck(&heaps, at, &offsets, &candidates), struck_portably(&heaps, at, &offsets, &candidates));
            let near: Vec<Offset> = near.iter().map(|(back, x)| Offset::new(*back, *x)).collect();
            let layers = Layer::sort(&near);
            let before: &[u8; BLOCK] = heaps[..at].last_chunk().unwrap();
            let eight = u64::from_le_bytes(*rows.first_chunk().unwrap());
            let found = struck_near(before, &layers, eight);
            prop_assert_eq!(found, struck_near_portably(before, &layers, eight));
            for (k, candidate) in rows[..CANDIDATES].iter().enumerate() {
                let hit = near.iter().any(|offset| heaps[at - offset.back as usize] ^ offset.x() == *candidate);
                prop_assert_eq!(found >> k & 1 == 1, hit);
            }
        }
    }
}
