//! Many heaps at once: the innermost loops of the block kernels, for AVX2 and for any machine.
//!
//! Heaps are bytes: a common heap is its reduced value; any other heap is [`ABSENT`], which contributes nothing to what is
//! asked of values below 128. Thirty-two consecutive heaps make a block. For an offset o and a number x, heap n + i reaches
//! the reduced value byte(n + i - o) ⊕ x. Everything here is safe to call: bounds are checked once for a whole list, and
//! the machine is asked what it can do. `portable` says what is computed, `x86` computes it fast.
#![allow(unsafe_code)]

mod portable;
#[cfg(target_arch = "x86_64")]
mod x86;

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

    /// The reduced value that the heap at a place reaches.
    #[inline]
    pub(crate) fn value_at(self, heaps: &[u8], at: usize) -> u8 {
        heaps[at - self.back as usize] ^ self.x()
    }
}

/// Offsets, and the longest of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Offsets {
    list: Vec<Offset>,
    longest: usize,
}

impl From<Vec<Offset>> for Offsets {
    fn from(list: Vec<Offset>) -> Self {
        let longest = list.iter().map(|offset| offset.back as usize).max().unwrap_or(0);
        Offsets { list, longest }
    }
}

impl Offsets {
    pub(crate) fn list(&self) -> &[Offset] {
        &self.list
    }

    pub(crate) fn longest(&self) -> usize {
        self.longest
    }

    fn check(&self, heaps: &[u8], at: usize) {
        assert!(self.longest <= at && at + BLOCK <= heaps.len(), "the block and its past lie in the buffer");
    }
}

/// Offsets below this are looked up heap by heap.
const NEAR: usize = 8;

/// The offsets that find excluded common values, sorted by how soon their heaps are known.
#[derive(Clone, Debug, Default)]
pub(crate) struct Exclusions {
    /// Offsets of 32 and more: known before the block begins.
    far: Vec<Offset>,
    /// Offsets of 16 to 31, and of 8 to 15: known before sixteen, or eight, heaps begin.
    middle: [Vec<Offset>; 2],
    /// For offsets 1 to 7, the word reached from each byte.
    near: Vec<Near>,
    /// How many times sixteen reduced values are told apart, 1 to 4; 1 only if no common heap has a larger one.
    groups: usize,
    /// Reduced values from here on are not told, or stand for nothing.
    limit: u8,
    longest: usize,
}

#[derive(Clone, Debug)]
struct Near {
    back: usize,
    words: Box<[u64; 256]>,
}

impl Exclusions {
    /// Sorts offsets; values from 16·`groups` on are not told apart, and there are `size` reduced values in all.
    pub(crate) fn new(mut offsets: Vec<Offset>, groups: usize, size: usize) -> Self {
        offsets.sort_unstable();
        offsets.dedup();
        let groups = groups.clamp(1, 4);
        let limit = size.min(16 * groups) as u8;
        let mut exclusions = Exclusions { groups, limit, ..Exclusions::default() };
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
                    for byte in 0..64u8 {
                        let reached = byte ^ offset.x();
                        near.words[usize::from(byte)] |=
                            if reached < 16 * groups as u8 { 1 << reached } else { 0 };
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

    /// Reduced values from here on are not told.
    pub(crate) fn limit(&self) -> u32 {
        self.limit.into()
    }

    /// Fills `heaps[at..at + 32]` with the least reduced value that each heap does not reach through the offsets; returns
    /// how many heaps, from the first on, have one that can be told. The others mean nothing.
    pub(crate) fn fill(&self, heaps: &mut [u8], at: usize) -> usize {
        assert!(
            self.longest.max(NEAR) <= at && at + 2 * BLOCK <= heaps.len(),
            "the block and its past lie in the buffer"
        );
        self.fill_fast(heaps, at);
        let limit = self.limit;
        let block = &heaps[at..at + BLOCK];
        if block.iter().fold(0, |most, byte| most.max(*byte)) < limit {
            return BLOCK;
        }
        block.iter().position(|byte| *byte >= limit).unwrap_or(BLOCK)
    }

    fn fill_fast(&self, heaps: &mut [u8], at: usize) {
        #[cfg(target_arch = "x86_64")]
        if avx2() {
            // SAFETY: the machine has AVX2 and BMI, and the bounds were checked by the caller.
            unsafe {
                match self.groups {
                    1 => x86::fill::<1>(self, heaps, at),
                    2 => x86::fill::<2>(self, heaps, at),
                    3 => x86::fill::<3>(self, heaps, at),
                    _ => x86::fill::<4>(self, heaps, at),
                }
            }
            return;
        }
        portable::fill(self, heaps, at);
    }
}

/// How many rare values a common heap of either parity needs witnesses for, by its reduced value.
pub(crate) type Bounds = [[u8; 64]; 2];

/// The rare values that the heaps of a block lack witnesses for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Lacking {
    /// Which heaps lack something.
    pub(crate) heaps: u32,
    /// Byte i of plane j has the bits 8j to 8j + 7 of heap i.
    planes: [[u8; BLOCK]; 8],
}

impl Lacking {
    /// What heap i of the block lacks.
    pub(crate) fn of(&self, i: usize) -> u64 {
        u64::from_le_bytes(std::array::from_fn(|plane| self.planes[plane][i]))
    }
}

/// The rare values below 16·`groups` that the heaps of a block need, by their bytes and parities, and do not reach through the
/// offsets; the first heap of the block has parity `parity`.
pub(crate) fn lacking(
    heaps: &[u8],
    at: usize,
    parity: usize,
    offsets: &Offsets,
    bounds: &Bounds,
    groups: usize,
) -> Lacking {
    offsets.check(heaps, at);
    #[cfg(target_arch = "x86_64")]
    if avx2() {
        // SAFETY: the machine has AVX2 and BMI, and the bounds were just checked.
        return unsafe {
            match groups {
                1 => x86::lacking::<1>(heaps, at, parity, &offsets.list, bounds),
                2 => x86::lacking::<2>(heaps, at, parity, &offsets.list, bounds),
                3 => x86::lacking::<3>(heaps, at, parity, &offsets.list, bounds),
                _ => x86::lacking::<4>(heaps, at, parity, &offsets.list, bounds),
            }
        };
    }
    portable::lacking(heaps, at, parity, &offsets.list, bounds, groups)
}

/// For each heap of a block, the reduced values reached through the offsets that lie from 64·`pass` on, below 64 more.
pub(crate) fn reached(heaps: &[u8], at: usize, offsets: &Offsets, pass: usize) -> [u64; BLOCK] {
    offsets.check(heaps, at);
    let flip = 0x4040_4040 * pass as u32;
    #[cfg(target_arch = "x86_64")]
    if avx2() {
        // SAFETY: the machine has AVX2 and BMI, and the bounds were just checked.
        return unsafe { x86::reached(heaps, at, &offsets.list, flip) };
    }
    portable::reached(heaps, at, &offsets.list, flip)
}

/// How many candidates a heap has at a time.
pub(crate) const CANDIDATES: usize = 8;

/// Which of their candidates the heaps of a block reach through the offsets: bit i of word k is set when heap `at + i`
/// reaches `candidates[k][i]`.
pub(crate) fn struck(
    heaps: &[u8],
    at: usize,
    offsets: &Offsets,
    candidates: &[[u8; BLOCK]; CANDIDATES],
) -> [u32; CANDIDATES] {
    offsets.check(heaps, at);
    #[cfg(target_arch = "x86_64")]
    if avx2() {
        // SAFETY: the machine has AVX2 and BMI, and the bounds were just checked.
        return unsafe { x86::struck(heaps, at, &offsets.list, candidates) };
    }
    portable::struck(heaps, at, &offsets.list, candidates)
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
    portable::struck_near(before, layers, candidates)
}

/// The first heaps of a game, last first: heaps of a constant sum lie side by side with those of a buffer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Early {
    /// Heap a is at `length` - a.
    bytes: Vec<u8>,
    /// 0xff for a common heap, 0 for any other.
    common: Vec<u8>,
}

impl Early {
    /// Turns the bytes of the heaps 1, 2, … around, `None` for a rare heap; a few at the end may be left out.
    pub(crate) fn new(heaps: impl Iterator<Item = Option<u8>>) -> Self {
        let mut heaps: Vec<Option<u8>> = heaps.collect();
        heaps.truncate(heaps.len() / BLOCK * BLOCK);
        heaps.reverse();
        Early {
            bytes: heaps.iter().map(|byte| byte.unwrap_or(0)).collect(),
            common: heaps.iter().map(|byte| if byte.is_some() { 0xff } else { 0 }).collect(),
        }
    }

    /// How many heaps there are.
    pub(crate) fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Whether byte(a) ⊕ heaps[place - a] = `target` for a common heap a with `from` < a ≤ `to`; both are multiples of 32.
    pub(crate) fn pair(&self, heaps: &[u8], place: usize, from: usize, to: usize, target: u8) -> bool {
        let to = to.min(self.len()).min(place / BLOCK * BLOCK);
        if from >= to {
            return false;
        }
        assert!(place <= heaps.len() && from.is_multiple_of(BLOCK), "the past lies in the buffer");
        let early = self.len() - to..self.len() - from;
        let (bytes, common) = (&self.bytes[early.clone()], &self.common[early]);
        let late = &heaps[place - to..place - from];
        #[cfg(target_arch = "x86_64")]
        if avx2() {
            // SAFETY: the machine has AVX2 and BMI; the three slices have one length, a multiple of 32.
            return unsafe { x86::pair(bytes, common, late, target) };
        }
        portable::pair(bytes, common, late, target)
    }
}

#[cfg(target_arch = "x86_64")]
fn avx2() -> bool {
    is_x86_feature_detected!("avx2") && is_x86_feature_detected!("bmi1") && is_x86_feature_detected!("bmi2")
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
            groups in 1usize..=4,
            small in prop::option::of(1usize..4),
        ) {
            // Fewer values than a group has, as in games with a handful of common values.
            let size = small.filter(|_| groups == 1).map_or(64, |width| 1 << width);
            // One group only when no byte is larger; more groups may still leave larger bytes untold.
            let mask = if groups == 1 { size.min(16) as u8 - 1 } else { 63 };
            let limit = size.min(16 * groups) as u8;
            let mut heaps: Vec<u8> =
                past.iter().map(|byte| if *byte == ABSENT { ABSENT } else { byte & mask }).collect();
            let at = heaps.len();
            heaps.resize(at + 2 * BLOCK, 0);
            let offsets: Vec<Offset> = list.iter().map(|(back, x)| Offset::new(*back, x & mask)).collect();
            let exclusions = Exclusions::new(offsets.clone(), groups, size);
            let mut other = heaps.clone();
            portable::fill(&exclusions, &mut other, at);
            let found = exclusions.fill(&mut heaps, at);
            prop_assert_eq!(&heaps[..at + found], &other[..at + found]);
            // The definition: the least value that no offset reaches.
            for n in at..at + found {
                let reached: Vec<u8> = offsets.iter().map(|offset| offset.value_at(&heaps, n)).collect();
                prop_assert_eq!(Some(heaps[n]), (0..limit).find(|value| !reached.contains(value)));
            }
            if found < BLOCK {
                let n = at + found;
                let reached: Vec<u8> = offsets.iter().map(|offset| offset.value_at(&heaps, n)).collect();
                prop_assert!((0..limit).all(|value| reached.contains(&value)));
            }
            heaps[at + found..].fill(0);
            let bounds: Bounds =
                [1, 3].map(|times| std::array::from_fn(|c| (c * times % 17 * groups).min(16 * groups) as u8));
            let offsets = Offsets::from(offsets);
            let parity = list.len() % 2;
            let lacks = lacking(&heaps, at, parity, &offsets, &bounds, groups);
            prop_assert_eq!(&lacks, &portable::lacking(&heaps, at, parity, &offsets.list, &bounds, groups));
            for i in 0..BLOCK {
                let bound = bounds[(parity + i) & 1][usize::from(heaps[at + i])];
                let reached: Vec<u8> = offsets.list.iter().map(|offset| offset.value_at(&heaps, at + i)).collect();
                let missing = (0..bound).filter(|value| !reached.contains(value)).fold(0u64, |word, value| word | 1 << value);
                prop_assert_eq!(lacks.of(i), missing);
                prop_assert_eq!(lacks.heaps >> i & 1 == 1, missing != 0);
            }
        }

        #[test]
        fn both_ways_agree_on_wide_values(
            heaps in prop::collection::vec(any::<u8>(), 200..300),
            list in prop::collection::vec((1usize..150, any::<u8>()), 0..60),
            near in prop::collection::vec((1usize..32, any::<u8>()), 0..40),
            rows in prop::collection::vec(any::<u8>(), BLOCK * CANDIDATES),
        ) {
            let at = heaps.len() - BLOCK;
            let offsets = Offsets::from(list.iter().map(|(back, x)| Offset::new(*back, *x)).collect::<Vec<_>>());
            for pass in 0..4 {
                let words = reached(&heaps, at, &offsets, pass);
                prop_assert_eq!(words, portable::reached(&heaps, at, &offsets.list, 0x4040_4040 * pass as u32));
            }
            let candidates = std::array::from_fn(|k| std::array::from_fn(|i| rows[k * BLOCK + i]));
            prop_assert_eq!(struck(&heaps, at, &offsets, &candidates), portable::struck(&heaps, at, &offsets.list, &candidates));
            let near: Vec<Offset> = near.iter().map(|(back, x)| Offset::new(*back, *x)).collect();
            let layers = Layer::sort(&near);
            let before: &[u8; BLOCK] = heaps[..at].last_chunk().unwrap();
            let eight = u64::from_le_bytes(*rows.first_chunk().unwrap());
            let found = struck_near(before, &layers, eight);
            prop_assert_eq!(found, portable::struck_near(before, &layers, eight));
            for (k, candidate) in rows[..CANDIDATES].iter().enumerate() {
                let hit = near.iter().any(|offset| offset.value_at(&heaps, at) == *candidate);
                prop_assert_eq!(found >> k & 1 == 1, hit);
            }
        }

        #[test]
        fn pairs_are_found_where_they_are(
            early in prop::collection::vec(prop::option::weighted(0.9, any::<u8>()), 96..200),
            heaps in prop::collection::vec(any::<u8>(), 300..400),
            target in any::<u8>(),
            from in 0usize..3,
            to in 1usize..6,
        ) {
            let reversed = Early::new(early.iter().copied());
            let place = heaps.len() - 7;
            let (from, to) = (BLOCK * from, BLOCK * to);
            let expected = (from + 1..=to.min(reversed.len()))
                .any(|a| early[a - 1].is_some_and(|byte| byte ^ heaps[place - a] == target));
            prop_assert_eq!(reversed.pair(&heaps, place, from, to, target), expected);
            let (bytes, common) = (&reversed.bytes, &reversed.common);
            let late = &heaps[place - reversed.len()..place];
            prop_assert_eq!(
                portable::pair(bytes, common, late, target),
                reversed.pair(&heaps, place, 0, reversed.len(), target)
            );
        }
    }
}
