//! Grundy values by the sparse space method in blocks, for games with up to 256 common values and many rare heaps.
//!
//! What a heap reaches no longer fits in a word, and most of it is not needed: the first few hundred offsets exclude nearly
//! every small value. So each heap of a block keeps the eight least values that those offsets leave, its *candidates*, and all
//! further offsets are only asked whether they strike one of them. The same is done for witnesses: a few hundred pairs for
//! every heap, then only what each heap still lacks, eight values at a time. A heap for which this is not enough goes the way
//! of [`SparseKernel::step`], which decides.

use super::history::History;
use super::simd::{BLOCK, CANDIDATES, Layer, Offset, reached_wide, struck, struck_near};
use super::sparse::{SparseKernel, Step};
use super::split::Split;
use super::values::Values;
use crate::limits::{Limits, StopReason};

/// The widest reduced values a byte can hold.
const MAX_WIDE_WIDTH: u32 = 8;

/// How many offsets are gathered in full before candidates are chosen, for excluded values and for witnesses.
const GATHERED: usize = 1000;
const WITNESSES: usize = 1000;

/// How many values that no far offset excludes are sought for a heap, and in how many rounds of eight candidates.
const SURVIVORS: usize = 3;
const ROUNDS: usize = 8;

/// How many further pairs are asked for what is lacking, at a time and in all.
const BATCH: usize = 256;
const MORE: usize = 32768;

/// Values below 256, as bits.
type Set = [u64; 4];

/// The method, ready for the next heap.
pub(crate) struct WideKernel {
    sparse: SparseKernel,
    /// Offsets of 32 and more, those gathered first and the others; offsets below 32.
    gathered: Vec<Offset>,
    further: Vec<Offset>,
    near: Vec<Layer>,
    witnesses: Vec<Offset>,
    more: Vec<Offset>,
    longest: usize,
    /// bounds[p][c]: the rare values below this need witnesses, for a heap of parity p and reduced value c.
    bounds: [[u16; 256]; 2],
    history: History,
}

impl WideKernel {
    /// Whether the method is for this kernel at all.
    pub(crate) fn suits(sparse: &SparseKernel, heaps: usize) -> bool {
        sparse.width <= MAX_WIDE_WIDTH
            && sparse.rares.len() <= 1 << 14
            && heaps > 2 * sparse.moves.last() + 16384
    }

    /// The method after the heaps with these values.
    pub(crate) fn new(sparse: SparseKernel, values: &Values) -> Self {
        let mut bounds = [[0; 256]; 2];
        for (parity, row) in bounds.iter_mut().enumerate() {
            for (reduced, bound) in (0..1u32 << sparse.width).zip(row) {
                let value = sparse.split.restore(parity, 1, reduced);
                *bound = sparse.split.smaller_in_other_class(value) as u16;
            }
        }
        let common = |part: &usize| sparse.split.class(*part, values.at(*part)) == 1;
        let breaks = &sparse.moves.breaks;
        let pairs = (1..values.len() / 4).filter(common).flat_map(|part| {
            let byte = sparse.byte(part, values);
            breaks.iter().map(move |t| Offset::new(t + part, byte))
        });
        let mut witnesses = sparse.takes_that_witness();
        let mut pairs = pairs.take(WITNESSES + MORE);
        witnesses.extend(pairs.by_ref().take(WITNESSES));
        let more: Vec<Offset> = pairs.collect();
        let mut kernel = WideKernel {
            sparse,
            gathered: Vec::new(),
            further: Vec::new(),
            near: Vec::new(),
            witnesses,
            more,
            longest: 0,
            bounds,
            history: History::default(),
        };
        kernel.rebuild(values);
        kernel
    }

    /// The split in use.
    pub(crate) fn split(&self) -> Split {
        self.sparse.split
    }

    /// The width of reduced values.
    pub(crate) fn width(&self) -> u32 {
        self.sparse.width
    }

    /// Sorts the offsets anew, after a rare heap was found.
    fn rebuild(&mut self, values: &Values) {
        let mut offsets = self.sparse.exclusion_offsets();
        offsets.sort_unstable();
        offsets.dedup();
        let far = offsets.iter().position(|offset| offset.back as usize >= BLOCK).unwrap_or(offsets.len());
        let further = offsets.split_off(far);
        self.near = Layer::sort(&offsets);
        let gathered = further.len().min(GATHERED);
        self.gathered = further[..gathered].to_vec();
        self.further = further[gathered..].to_vec();
        let all = self.gathered.iter().chain(&self.further).chain(&self.witnesses).chain(&self.more);
        self.longest = all.map(|offset| offset.back as usize).max().unwrap_or(0);
        self.refill(values);
    }

    fn refill(&mut self, values: &Values) {
        self.history.refill(self.longest, &self.sparse, values);
    }

    /// Whether heaps must be done one by one: a rare heap is near and single heaps matter, or, with 256 common values, a
    /// rare heap cannot be told from a common one and lies where an offset reaches.
    fn must_go_singly(&self, n: usize) -> bool {
        let last = self.sparse.rares.last().map_or(0, |(rare, _)| *rare);
        self.sparse.rare_heap_is_near(n) || (self.sparse.width == 8 && last + self.longest + BLOCK >= n)
    }

    /// Computes the values up to heap `last`.
    pub(crate) fn extend(
        &mut self,
        values: &mut Values,
        last: usize,
        limits: &Limits,
    ) -> Result<Step, StopReason> {
        while values.len() <= last {
            limits.poll()?;
            let (n, left) = (values.len(), last + 1 - values.len());
            if !self.history.has_room(n) {
                self.refill(values);
            }
            let step =
                if left < BLOCK || self.must_go_singly(n) { self.single(values) } else { self.block(values) };
            if step == Step::Outgrown {
                return Ok(step);
            }
        }
        Ok(Step::Value(0))
    }

    /// One heap, by the method that decides.
    fn single(&mut self, values: &mut Values) -> Step {
        let (n, rares) = (values.len(), self.sparse.rares.len());
        let step = self.sparse.step_after(values);
        if let Step::Value(value) = step {
            values.push(value);
            let at = self.history.place(n);
            self.history.heaps[at] = self.sparse.byte(n, values);
            if self.sparse.rares.len() > rares {
                self.rebuild(values);
            }
        }
        step
    }

    /// Up to thirty-two heaps.
    fn block(&mut self, values: &mut Values) -> Step {
        let n = values.len();
        let at = self.history.place(n);
        // Values well above all that occurred are not sought; should one be needed, the heap is done singly.
        let most = self.sparse.split.reduce(values.max()) as usize + 24;
        let passes = most.min(1 << self.sparse.width).div_ceil(64);
        let found = self.find_values(at, passes);
        let unwitnessed = self.find_witnesses(n, at, found, passes);
        for i in 0..found {
            if unwitnessed >> i & 1 == 1 {
                let expected = self.history.heaps[at + i];
                let step = self.single(values);
                if !matches!(step, Step::Value(value) if self.sparse.split.class(n + i, value) == 1) {
                    return step;
                }
                debug_assert_eq!(self.history.heaps[at + i], expected, "the common value was right");
            } else {
                values.push(self.sparse.split.restore(n + i, 1, u32::from(self.history.heaps[at + i])));
            }
        }
        if found < BLOCK { self.single(values) } else { Step::Value(0) }
    }

    /// Puts the least common value that nothing excludes into each heap of the block; returns how many heaps have one.
    fn find_values(&mut self, at: usize, passes: usize) -> usize {
        let survivors = self.survivors(at, passes);
        for (i, (values, count)) in survivors.iter().enumerate() {
            let Some(before) = self.history.heaps[..at + i].last_chunk::<BLOCK>() else { return i };
            let struck = struck_near(before, &self.near, u64::from_le_bytes(*values));
            let least = struck.trailing_ones() as usize;
            if least >= *count {
                return i;
            }
            self.history.heaps[at + i] = values[least];
        }
        BLOCK
    }

    /// For each heap of a block, the least values, in order, that no offset of 32 or more excludes, and how many are
    /// known: at least [`SURVIVORS`] unless there are none or they lie too far up.
    fn survivors(&self, at: usize, passes: usize) -> [([u8; CANDIDATES], usize); BLOCK] {
        let heaps = &self.history.heaps;
        let reached = reached_wide(heaps, at, &self.gathered, passes);
        let size = (1u32 << self.sparse.width).min(64 * passes as u32);
        let mut left: [Set; BLOCK] = std::array::from_fn(|i| std::array::from_fn(|word| !reached[word][i]));
        let mut survivors = [([0; CANDIDATES], 0); BLOCK];
        for _ in 0..ROUNDS {
            let mut candidates = [[0u8; BLOCK]; CANDIDATES];
            let mut counts = [0; BLOCK];
            let mut any = false;
            for i in (0..BLOCK).filter(|i| survivors[*i].1 < SURVIVORS) {
                counts[i] = take_least(&mut left[i], size, |k, value| candidates[k][i] = value);
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

    /// Looks for witnesses for the first `found` heaps of the block; the bits of heaps that still lack one are set.
    fn find_witnesses(&self, n: usize, at: usize, found: usize, passes: usize) -> u32 {
        let heaps = &self.history.heaps;
        let seen = reached_wide(heaps, at, &self.witnesses, passes);
        let mut lacking = [[0u64; 4]; BLOCK];
        for i in 0..found {
            let bound = u32::from(self.bounds[(n + i) & 1][usize::from(heaps[at + i])]);
            lacking[i] = std::array::from_fn(|word| below(bound, word) & !seen[word][i]);
        }
        let mut given_up = 0u32;
        loop {
            // Up to eight lacking values of each heap; a place without one repeats the first, harmlessly.
            let mut candidates = [[0u8; BLOCK]; CANDIDATES];
            let mut counts = [0; BLOCK];
            let mut any = false;
            for (i, lacking) in lacking[..found].iter_mut().enumerate() {
                if given_up >> i & 1 == 0 {
                    counts[i] = take_least(lacking, 256, |k, value| candidates[k][i] = value);
                    any |= counts[i] > 0;
                }
            }
            if !any {
                return given_up;
            }
            let mut missing = [0u32; CANDIDATES];
            for (k, word) in missing.iter_mut().enumerate() {
                *word = (0..found).fold(0, |word, i| word | u32::from(k < counts[i]) << i);
            }
            for batch in self.more.chunks(BATCH) {
                let struck = struck(heaps, at, batch, &candidates);
                missing.iter_mut().zip(struck).for_each(|(missing, struck)| *missing &= !struck);
                if missing == [0; CANDIDATES] {
                    break;
                }
            }
            given_up |= missing.iter().fold(0, |word, missing| word | missing);
        }
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
