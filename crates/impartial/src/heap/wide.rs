//! Blocks for games with up to 256 common values and many rare heaps.
//!
//! What a heap reaches no longer fits in a word, and most of it is not needed: a few hundred offsets, well chosen, exclude
//! nearly every small value. So each heap of a block keeps the eight least values that those offsets leave, its *candidates*,
//! and all further offsets are only asked whether they strike one of them. Witnesses are found in the same way: a few hundred
//! well chosen pairs for every heap of a block, then row after row of pairs for the few values that a heap still lacks.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::blocks::Filter;
use super::early::EarlyPairs;
use super::simd::{BLOCK, CANDIDATES, Layer, Offset, Offsets, reached, struck, struck_near};
use super::sparse::SparseKernel;
use super::values::Values;

/// The widest reduced values a byte can hold.
const MAX_WIDE_WIDTH: u32 = 8;

/// How many offsets are gathered in full before candidates are chosen, for excluded values and for witnesses.
const GATHERED: usize = 600;
const WITNESSES: usize = 500;

/// The largest part that is considered for a witness to be gathered.
const PARTS: usize = 3000;

/// How many values that no far offset excludes are sought for a heap, and in how many rounds of eight candidates.
const SURVIVORS: usize = 3;
const ROUNDS: usize = 8;

/// How far above the values met so far a value is sought.
const SLACK: u32 = 24;

/// How many heaps a choice of offsets is tried on.
const SAMPLE: usize = 400;

/// Offsets beyond this are not considered for gathering.
const REACH: usize = 1 << 17;

/// Values below 256, as bits.
type Set = [u64; 4];

/// Excluded values and witnesses by candidates.
pub(crate) struct WideFilter {
    /// Offsets of 32 and more, those gathered first and the others; offsets below 32.
    gathered: Offsets,
    further: Offsets,
    near: Vec<Layer>,
    witnesses: Offsets,
    early: EarlyPairs,
    /// bounds[p][c]: how many rare values need witnesses, for a heap of parity p and reduced value c.
    bounds: [[u16; 256]; 2],
    /// Common values from here on are not told apart.
    limit: u32,
}

impl WideFilter {
    /// Whether the method is for this kernel at all.
    pub(crate) fn suits(sparse: &SparseKernel, heaps: usize) -> bool {
        sparse.width <= MAX_WIDE_WIDTH
            && sparse.rares.len() <= 1 << 14
            && heaps > 2 * sparse.moves.last() + 8192
    }

    /// The filter for the heaps that follow those with these values.
    pub(crate) fn new(sparse: &SparseKernel, values: &Values) -> Self {
        let bound = |parity, c: u32| if c >> sparse.width == 0 { sparse.needs(parity, c) as u16 } else { 0 };
        let mut filter = WideFilter {
            gathered: Offsets::default(),
            further: Offsets::default(),
            near: Vec::new(),
            witnesses: Offsets::default(),
            early: EarlyPairs::new(sparse),
            bounds: [0, 1].map(|parity| std::array::from_fn(|c| bound(parity, c as u32))),
            limit: 0,
        };
        filter.tune(sparse, values);
        filter
    }

    /// For each heap of a block, the least values, in order, that no offset of 32 or more excludes, and how many are
    /// known: at least [`SURVIVORS`] unless there are none or they lie too far up.
    fn survivors(&self, heaps: &[u8], at: usize) -> [([u8; CANDIDATES], usize); BLOCK] {
        let mut left = [[0; 4]; BLOCK];
        for pass in 0..self.limit.div_ceil(64) as usize {
            let reached = reached(heaps, at, &self.gathered, pass);
            left.iter_mut().zip(reached).for_each(|(left, reached)| left[pass] = !reached);
        }
        let mut survivors = [([0; CANDIDATES], 0); BLOCK];
        for _ in 0..ROUNDS {
            let mut candidates = [[0u8; BLOCK]; CANDIDATES];
            let mut counts = [0; BLOCK];
            let mut any = false;
            for i in (0..BLOCK).filter(|i| survivors[*i].1 < SURVIVORS) {
                counts[i] = take_least(&mut left[i], self.limit, |k, value| candidates[k][i] = value);
                any |= counts[i] > 0;
            }
            if !any {
                break;
            }
            let struck = struck(heaps, at, &self.further, &candidates);
            for i in 0..BLOCK {
                for k in (0..counts[i]).filter(|k| struck[*k] >> i & 1 == 0) {
                    let (values, count) = &mut survivors[i];
                    if *count < CANDIDATES {
                        values[*count] = candidates[k][i];
                        *count += 1;
                    }
                }
            }
        }
        survivors
    }
}

impl Filter for WideFilter {
    fn longest(&self) -> usize {
        let offsets = self.gathered.longest().max(self.further.longest()).max(self.witnesses.longest());
        offsets.max(self.early.longest())
    }

    fn limit(&self) -> u32 {
        self.limit
    }

    /// With 256 common values a rare heap cannot be told from a common one, and must lie beyond the reach of every offset.
    fn goes_singly(&self, sparse: &SparseKernel, n: usize) -> bool {
        let last = sparse.rares.last().map_or(0, |(rare, _)| *rare);
        sparse.rare_heap_is_near(n) || (sparse.width == 8 && last + self.longest() + BLOCK >= n)
    }

    fn fill(&self, heaps: &mut [u8], at: usize) -> usize {
        let survivors = self.survivors(heaps, at);
        for (i, (values, count)) in survivors.iter().enumerate() {
            let Some(before) = heaps[..at + i].last_chunk::<BLOCK>() else { return i };
            let struck = struck_near(before, &self.near, u64::from_le_bytes(*values));
            let least = struck.trailing_ones() as usize;
            if least >= *count {
                return i;
            }
            heaps[at + i] = values[least];
        }
        BLOCK
    }

    fn unwitnessed(&self, heaps: &[u8], at: usize, n: usize) -> u32 {
        let bounds: [u32; BLOCK] =
            std::array::from_fn(|i| u32::from(self.bounds[(n + i) & 1][usize::from(heaps[at + i])]));
        let most = bounds.iter().fold(0, |most, bound| most.max(*bound));
        let mut unwitnessed = 0;
        for pass in 0..most.div_ceil(64) as usize {
            let seen = reached(heaps, at, &self.witnesses, pass);
            for i in 0..BLOCK {
                let mut missing = below(bounds[i], pass) & !seen[i];
                while missing != 0 && unwitnessed >> i & 1 == 0 {
                    let target = 64 * pass as u32 + missing.trailing_zeros();
                    missing &= missing - 1;
                    if !self.early.witness(heaps, at + i, target as u8) {
                        unwitnessed |= 1 << i;
                    }
                }
            }
        }
        unwitnessed
    }

    fn renew(&mut self, sparse: &SparseKernel, values: &Values) {
        self.limit = (sparse.largest(values) + SLACK).min(1 << sparse.width);
        let mut offsets = sparse.exclusion_offsets();
        offsets.sort_unstable();
        offsets.dedup();
        let far = offsets.iter().position(|offset| offset.back as usize >= BLOCK).unwrap_or(offsets.len());
        let far = offsets.split_off(far);
        self.near = Layer::sort(&offsets);
        let mut gathered = self.gathered.list().to_vec();
        gathered.sort_unstable();
        let further = far.into_iter().filter(|offset| gathered.binary_search(offset).is_err());
        self.further = further.collect::<Vec<_>>().into();
        self.early.renew(sparse, values);
    }

    fn tune(&mut self, sparse: &SparseKernel, values: &Values) {
        let sample = Sample::new(sparse, values);
        let far: Vec<Offset> =
            sparse.exclusion_offsets().into_iter().filter(|offset| offset.back as usize >= BLOCK).collect();
        self.gathered = sample.choose(&far, GATHERED, |_, byte| u32::from(byte)).into();
        let parts = PARTS.min(values.len() / 4);
        let mut witnesses = sparse.takes_that_witness();
        let pairs = sparse.witness_offsets(values, parts);
        witnesses.extend(sample.choose(&pairs, WITNESSES, |heap, byte| sparse.needs(heap, byte.into())));
        self.witnesses = witnesses.into();
        self.renew(sparse, values);
    }
}

/// Takes the least members of a set that are below `size` out of it, at most eight; returns how many there are.
fn take_least(set: &mut Set, size: u32, mut visit: impl FnMut(usize, u8)) -> usize {
    let mut count = 0;
    for (word, bits) in set.iter_mut().enumerate() {
        while *bits != 0 && count < CANDIDATES {
            let value = word as u32 * 64 + bits.trailing_zeros();
            if value >= size {
                return count;
            }
            visit(count, value as u8);
            *bits &= *bits - 1;
            count += 1;
        }
    }
    count
}

/// Word `word` of the set of values below `bound`.
fn below(bound: u32, word: usize) -> u64 {
    match bound.saturating_sub(64 * word as u32) {
        64.. => u64::MAX,
        bits => (1 << bits) - 1,
    }
}

/// Common heaps whose values are known, on which offsets are tried.
struct Sample {
    heaps: Vec<usize>,
    /// The bytes of the heaps from `first` on.
    bytes: Vec<u8>,
    first: usize,
}

impl Sample {
    fn new(sparse: &SparseKernel, values: &Values) -> Self {
        let count = values.len();
        // An odd step, so that heaps of both parities occur.
        let step = (count / 4 / SAMPLE).clamp(1, 1 << 12) | 1;
        let first = count.saturating_sub(SAMPLE * step + REACH).max(1);
        let bytes = (first..count).map(|heap| sparse.byte(heap, values)).collect();
        let heaps = (0..SAMPLE).map(|i| count - 1 - i * step);
        let heaps = heaps.filter(|heap| sparse.common_byte(*heap, values).is_some()).collect();
        Sample { heaps, bytes, first }
    }

    fn reach(&self, heap: usize, offset: Offset) -> Option<usize> {
        let place = (heap - self.first).checked_sub(offset.back as usize)?;
        Some(usize::from(self.bytes[place] ^ offset.x()))
    }

    /// The offsets that together reach the most of the values below a bound that depends on the heap and its byte; greedily.
    fn choose(&self, offsets: &[Offset], most: usize, bound: impl Fn(usize, u8) -> u32) -> Vec<Offset> {
        let bounds = self.heaps.iter().map(|heap| bound(*heap, self.bytes[heap - self.first]));
        let mut wanted: Vec<Set> =
            bounds.map(|bound| std::array::from_fn(|word| below(bound, word))).collect();
        let gain = |offset: Offset, wanted: &[Set]| -> u64 {
            let heaps = self.heaps.iter().zip(wanted);
            heaps
                .filter_map(|(heap, set)| {
                    self.reach(*heap, offset).map(|value| set[value / 64] >> (value % 64) & 1)
                })
                .sum()
        };
        let mut queue: BinaryHeap<(u64, Reverse<usize>)> =
            (0..offsets.len()).map(|at| (gain(offsets[at], &wanted), Reverse(at))).collect();
        let mut chosen = Vec::new();
        // Gains only fall, so an entry that is still on top after being brought up to date is best.
        while chosen.len() < most
            && let Some((_, Reverse(at))) = queue.pop()
        {
            let now = gain(offsets[at], &wanted);
            if queue.peek().is_some_and(|next| *next > (now, Reverse(at))) {
                queue.push((now, Reverse(at)));
                continue;
            }
            for (heap, set) in self.heaps.iter().zip(&mut wanted) {
                if let Some(value) = self.reach(*heap, offsets[at]) {
                    set[value / 64] &= !(1 << (value % 64));
                }
            }
            chosen.push(offsets[at]);
        }
        chosen
    }
}
