//! Pairs with one of the first heaps, which are tried before a heap goes the slow way.

use super::simd::Early;
use super::sparse::SparseKernel;
use super::values::Values;

/// How many of the first heaps.
const HEAPS: usize = 1 << 14;

/// The first common heaps, and the numbers of tokens taken by moves that break.
#[derive(Clone, Debug, Default)]
pub(crate) struct EarlyPairs {
    heaps: Early,
    breaks: Vec<usize>,
}

impl EarlyPairs {
    /// None yet.
    pub(crate) fn new(sparse: &SparseKernel) -> Self {
        EarlyPairs { heaps: Early::default(), breaks: sparse.moves.breaks.clone() }
    }

    /// Takes in more heaps when twice as many as before are known to be early.
    pub(crate) fn renew(&mut self, sparse: &SparseKernel, values: &Values) {
        let count = HEAPS.min(values.len() / 4);
        if count >= 2 * self.heaps.len() {
            self.heaps = Early::new((1..=count).map(|heap| sparse.common_byte(heap, values)));
        }
    }

    /// No early heap is larger.
    pub(crate) fn largest(&self) -> usize {
        self.heaps.len()
    }

    /// How far back the other heap of a pair lies.
    pub(crate) fn longest(&self) -> usize {
        self.heaps.len() + self.breaks.iter().max().copied().unwrap_or(0)
    }

    /// Whether a pair with one of the early heaps witnesses a rare value for the heap at this place.
    pub(crate) fn witness(&self, heaps: &[u8], at: usize, target: u8) -> bool {
        let near = HEAPS / 16;
        let places = || self.breaks.iter().map(|t| at - t);
        places().any(|place| self.heaps.pair(heaps, place, 0, near, target))
            || places().any(|place| self.heaps.pair(heaps, place, near, HEAPS, target))
    }
}
