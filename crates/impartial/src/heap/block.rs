//! Blocks for games with at most 64 common values: what a heap reaches is one word.

use super::blocks::Filter;
use super::early::EarlyPairs;
use super::simd::{BLOCK, Bounds, Exclusions, Offset, Offsets, lacking};
use super::sparse::SparseKernel;
use super::values::Values;
use super::witness::Witnesses;

/// The widest reduced values that fit in a word.
const MAX_BLOCK_WIDTH: u32 = 6;

/// How far above the values met so far a common value may lie before tables are widened.
const SLACK: u32 = 8;

/// How many single pairs are tried before whole rows of pairs.
const PROBES: usize = 24;

/// How many heaps are looked at again at a time.
const STRETCH: usize = 1 << 16;

/// Excluded values and witnesses as bits of words.
#[derive(Clone)]
pub(crate) struct BlockFilter {
    exclusions: Exclusions,
    always: Offsets,
    more: Offsets,
    early: EarlyPairs,
    bounds: Bounds,
    /// How many times sixteen common values are told apart.
    groups: usize,
}

impl BlockFilter {
    /// Whether the method is for this kernel at all.
    pub(crate) fn suits(sparse: &SparseKernel, heaps: usize) -> bool {
        sparse.width <= MAX_BLOCK_WIDTH
            && sparse.rares.len() <= 4096
            && heaps > 2 * sparse.moves.last() + 8192
    }

    /// The filter for the heaps that follow those with these values.
    pub(crate) fn new(sparse: &SparseKernel, values: &Values) -> Self {
        let bound = |parity, c: u32| if c >> sparse.width == 0 { sparse.needs(parity, c).min(64) } else { 0 };
        let mut filter = BlockFilter {
            exclusions: Exclusions::default(),
            always: Offsets::default(),
            more: Offsets::default(),
            early: EarlyPairs::new(sparse),
            bounds: [0, 1].map(|parity| std::array::from_fn(|c| bound(parity, c as u32) as u8)),
            groups: 0,
        };
        filter.tune(sparse, values);
        filter
    }

    /// No witness has a larger part.
    pub(crate) fn reach(&self) -> usize {
        self.early.largest().max(self.always.longest()).max(self.more.longest())
    }

    /// The parts whose pairs are tried first.
    pub(crate) fn witness_parts(&self, breaks: &[usize]) -> impl Iterator<Item = u64> {
        let offsets = self.always.list().iter().chain(self.more.list());
        offsets
            .flat_map(|offset| breaks.iter().filter_map(|t| (offset.back as usize).checked_sub(*t)))
            .filter(|part| *part > 0)
            .map(|part| part as u64)
    }

    /// Whether all heaps from one to before another are common and have their witnesses within the reach.
    pub(crate) fn serves(&self, sparse: &SparseKernel, values: &Values, from: usize, to: usize) -> bool {
        let past = self.longest();
        let (mut start, to) = (from, from + (to - from).next_multiple_of(BLOCK));
        while start < to {
            let end = (start + STRETCH).min(to);
            let heaps: Vec<u8> = (start - past..end).map(|heap| sparse.byte(heap, values)).collect();
            let common = heaps[past..].iter().all(|byte| u32::from(*byte) < self.limit());
            let mut blocks = (start..end).step_by(BLOCK);
            if !common || blocks.any(|heap| self.unwitnessed(&heaps, heap - start + past, heap) != 0) {
                return false;
            }
            start = end;
        }
        true
    }

    /// Whether every rare value in the word is witnessed for the heap at this place.
    fn witnessed(&self, heaps: &[u8], at: usize, mut missing: u64) -> bool {
        for offset in self.more.list() {
            missing &= !(1u64.checked_shl(u32::from(offset.value_at(heaps, at))).unwrap_or(0));
            if missing == 0 {
                return true;
            }
        }
        while missing != 0 {
            if !self.early.witness(heaps, at, missing.trailing_zeros() as u8) {
                return false;
            }
            missing &= missing - 1;
        }
        true
    }
}

impl Filter for BlockFilter {
    fn longest(&self) -> usize {
        let offsets = self.exclusions.longest().max(self.always.longest()).max(self.more.longest());
        offsets.max(self.early.longest())
    }

    fn limit(&self) -> u32 {
        self.exclusions.limit()
    }

    fn fill(&self, heaps: &mut [u8], at: usize) -> usize {
        self.exclusions.fill(heaps, at)
    }

    fn unwitnessed(&self, heaps: &[u8], at: usize, n: usize) -> u32 {
        let lacking = lacking(heaps, at, n & 1, &self.always, &self.bounds, self.groups);
        let (mut left, mut unwitnessed) = (lacking.heaps, 0);
        while left != 0 {
            let i = left.trailing_zeros() as usize;
            left &= left - 1;
            if !self.witnessed(heaps, at + i, lacking.of(i)) {
                unwitnessed |= 1 << i;
            }
        }
        unwitnessed
    }

    fn renew(&mut self, sparse: &SparseKernel, values: &Values) {
        let needed = (sparse.largest(values) + SLACK) as usize / 16 + 1;
        let all = (1usize << sparse.width).div_ceil(16);
        // The rare values below a common one can go further than the common values told apart; all must be looked at.
        let covers = |groups: usize| {
            self.bounds
                .iter()
                .flat_map(|row| &row[..16 * groups])
                .all(|bound| usize::from(*bound) <= 16 * groups)
        };
        self.groups =
            if all == 1 { 1 } else { (needed.max(2)..all).find(|groups| covers(*groups)).unwrap_or(all) };
        self.exclusions = Exclusions::new(sparse.exclusion_offsets(), self.groups, 1 << sparse.width);
        self.early.renew(sparse, values);
    }

    fn tune(&mut self, sparse: &SparseKernel, values: &Values) {
        self.renew(sparse, values);
        let Witnesses { always, more } = Witnesses::choose(sparse, values, self.groups);
        let more: Vec<Offset> = more.into_iter().take(PROBES).collect();
        (self.always, self.more) = (always.into(), more.into());
    }
}
