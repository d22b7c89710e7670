//! What the innermost loops compute, for any machine: the definition that the fast ones are tested against.

use super::{BLOCK, Bounds, CANDIDATES, Exclusions, Lacking, Layer, Offset};

/// The bit of a reduced value below 64; none for another.
fn bit(byte: u8) -> u64 {
    if byte < 64 { 1 << byte } else { 0 }
}

pub(super) fn fill(exclusions: &Exclusions, heaps: &mut [u8], at: usize) {
    let common = u64::MAX >> (64 - 16 * exclusions.groups);
    for n in at..at + BLOCK {
        let mut word = 0;
        for offset in exclusions.far.iter().chain(exclusions.middle.iter().flatten()) {
            word |= bit(offset.value_at(heaps, n)) & common;
        }
        for near in &exclusions.near {
            word |= near.words[usize::from(heaps[n - near.back])];
        }
        heaps[n] = word.trailing_ones() as u8;
    }
}

pub(super) fn lacking(
    heaps: &[u8],
    at: usize,
    parity: usize,
    offsets: &[Offset],
    bounds: &Bounds,
    groups: usize,
) -> Lacking {
    let mut lacking = Lacking::default();
    let seen = reached(heaps, at, offsets, 0);
    for (i, seen) in seen.iter().enumerate() {
        let bound = bounds[(parity + i) & 1][usize::from(heaps[at + i] & 63)].min(16 * groups as u8);
        let needs = if bound == 0 { 0 } else { u64::MAX >> (64 - bound) };
        let missing = needs & !seen;
        lacking.heaps |= u32::from(missing != 0) << i;
        for (plane, byte) in lacking.planes.iter_mut().zip(missing.to_le_bytes()) {
            plane[i] = byte;
        }
    }
    lacking
}

/// For the reduced values that ⊕ with the bytes of `flip` brings below 64.
pub(super) fn reached(heaps: &[u8], at: usize, offsets: &[Offset], flip: u32) -> [u64; BLOCK] {
    std::array::from_fn(|i| {
        let byte = |offset: &Offset| offset.value_at(heaps, at + i) ^ flip as u8;
        offsets.iter().fold(0, |word, offset| word | bit(byte(offset)))
    })
}

pub(super) fn struck(
    heaps: &[u8],
    at: usize,
    offsets: &[Offset],
    candidates: &[[u8; BLOCK]; CANDIDATES],
) -> [u32; CANDIDATES] {
    std::array::from_fn(|k| {
        let hit = |i: usize| offsets.iter().any(|offset| offset.value_at(heaps, at + i) == candidates[k][i]);
        (0..BLOCK).fold(0, |word, i| word | u32::from(hit(i)) << i)
    })
}

pub(super) fn struck_near(before: &[u8; BLOCK], layers: &[Layer], candidates: u64) -> u32 {
    let hit = |candidate: u8| {
        layers.iter().any(|layer| {
            (0..BLOCK).any(|place| layer.valid[place] != 0 && before[place] ^ layer.xs[place] == candidate)
        })
    };
    let candidates = candidates.to_le_bytes();
    (0..CANDIDATES).fold(0, |word, k| word | u32::from(hit(candidates[k])) << k)
}

pub(super) fn pair(bytes: &[u8], common: &[u8], late: &[u8], target: u8) -> bool {
    bytes.iter().zip(common).zip(late).any(|((early, common), late)| *common != 0 && early ^ late == target)
}
