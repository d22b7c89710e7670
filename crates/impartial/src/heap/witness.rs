//! Which pairs to look at first: offsets that witness the rare values smaller than a common one.
//!
//! A common heap n of value c needs a witness for every rare value below c. The pairs of a fixed common heap a and the heap
//! n - t - a are as good as a table look-up, and some a witness much more than others. They are chosen greedily on a sample
//! of heaps whose values are known; a choice that turns out poor costs time, never correctness.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::simd::{ABSENT, Offset};
use super::sparse::SparseKernel;
use super::values::Values;

/// Offsets in the order in which to try them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Witnesses {
    /// Tried for every heap, many heaps at once.
    pub(crate) always: Vec<Offset>,
    /// Tried one by one for heaps that need more.
    pub(crate) more: Vec<Offset>,
}

/// How many heaps each of the two samples has: offsets are chosen on one and judged on the other.
const SAMPLE: usize = 4096;

/// How far back the samples go.
const SAMPLED: usize = 1 << 20;

/// The largest part a that is considered.
const PARTS: usize = 1200;

/// The most offsets tried for every heap.
const MOST_ALWAYS: usize = 128;

/// The cost of an offset tried for a block, by heap and group of sixteen values, and of a heap that needs more, in units of
/// about a nanosecond. Rough figures from one machine; they only weigh one kind of work against the other.
const COST_OF_OFFSET: f64 = 0.09;
const COST_OF_MISS: f64 = 250.0;

/// The bit of the rare value that a heap with this byte witnesses through an offset.
#[inline]
fn witness_bit(byte: u8, offset: Offset) -> u64 {
    u64::from(byte != ABSENT) << ((byte ^ offset.x()) & 63)
}

/// Heaps whose values are known, and the rare values they still lack witnesses for; `size` is how many there were at first.
struct Sample {
    heaps: Vec<usize>,
    needs: Vec<u64>,
    size: usize,
}

impl Sample {
    fn new(heaps: Vec<usize>, needs: Vec<u64>) -> Self {
        let size = heaps.len();
        Sample { heaps, needs, size }
    }

    /// How many heaps lack something that the offset witnesses.
    fn gain(&self, offset: Offset, reaches: &impl Fn(Offset, usize) -> u64) -> usize {
        self.heaps
            .iter()
            .zip(&self.needs)
            .map(|(heap, need)| usize::from(reaches(offset, *heap) & need != 0))
            .sum()
    }

    /// Counts what the offset witnesses as found, and forgets heaps that lack nothing.
    fn find(&mut self, offset: Offset, reaches: &impl Fn(Offset, usize) -> u64) {
        for (heap, need) in self.heaps.iter().zip(&mut self.needs) {
            *need &= !reaches(offset, *heap);
        }
        let mut lacking = self.needs.iter().map(|need| *need != 0);
        self.heaps.retain(|_| lacking.next().unwrap_or(true));
        self.needs.retain(|need| *need != 0);
    }

    /// The share of heaps that lack something.
    fn lacking(&self) -> f64 {
        self.heaps.len() as f64 / self.size.max(1) as f64
    }
}

impl Witnesses {
    /// Chooses offsets for the heaps that follow those with these values.
    pub(crate) fn choose(kernel: &SparseKernel, values: &Values, groups: usize) -> Self {
        let count = values.len();
        let parts = PARTS.min(count / 4);
        let candidates = kernel.witness_offsets(values, parts);
        let longest = parts + kernel.moves.last();
        let from = (count - count / 2).max(count.saturating_sub(SAMPLED)).max(longest + 1);
        let recent: Vec<u8> = (from - longest..count).map(|heap| kernel.byte(heap, values)).collect();
        let reaches = |offset: Offset, heap: usize| {
            let byte = recent[heap + longest - from - offset.back as usize];
            witness_bit(byte, offset)
        };
        let needs = |heap: usize| {
            let bound = kernel.common_byte(heap, values).map_or(0, |byte| kernel.needs(heap, byte.into()));
            if bound >= 64 { u64::MAX } else { (1 << bound) - 1 }
        };
        // An odd step, so that heaps of both parities and every residue of a short period occur.
        let step = ((count - from) / SAMPLE / 2).max(1) | 1;
        let sample = |start: usize| {
            let heaps: Vec<usize> = (from + start..count).step_by(2 * step).take(SAMPLE).collect();
            let needs: Vec<u64> = heaps.iter().map(|heap| needs(*heap)).collect();
            Sample::new(heaps, needs)
        };
        let (mut trial, mut judge) = (sample(0), sample(step));
        // Moves that leave one heap cost next to nothing and witness something when the parity is right.
        let mut always = kernel.takes_that_witness();
        for offset in &always {
            trial.find(*offset, &reaches);
            judge.find(*offset, &reaches);
        }
        let mut queue: BinaryHeap<(usize, Reverse<usize>)> = candidates
            .iter()
            .enumerate()
            .map(|(at, offset)| (trial.gain(*offset, &reaches), Reverse(at)))
            .collect();
        let mut chosen = Vec::new();
        let groups = groups as f64;
        let (mut best, mut least_cost) = (0, COST_OF_MISS * judge.lacking());
        // Gains only fall as needs are met, so an entry that is still on top after being brought up to date is best.
        while let Some((_, Reverse(at))) = queue.pop() {
            let offset = candidates[at];
            let now = trial.gain(offset, &reaches);
            if now == 0 || queue.peek().is_some_and(|next| *next > (now, Reverse(at))) {
                if now > 0 {
                    queue.push((now, Reverse(at)));
                }
                continue;
            }
            trial.find(offset, &reaches);
            judge.find(offset, &reaches);
            chosen.push(offset);
            let cost = COST_OF_OFFSET * groups * chosen.len() as f64 + COST_OF_MISS * judge.lacking();
            if cost < least_cost && chosen.len() <= MOST_ALWAYS {
                (best, least_cost) = (chosen.len(), cost);
            }
        }
        let more = chosen.split_off(best);
        always.extend(chosen);
        Witnesses { always, more }
    }
}
