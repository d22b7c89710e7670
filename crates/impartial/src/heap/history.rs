//! The recent heaps of a game as bytes, with room for the next ones.

use super::simd::{ABSENT, BLOCK};
use super::sparse::SparseKernel;
use super::values::Values;

/// How many heaps are computed before the past is moved to the front again.
pub(crate) const ROOM: usize = 1 << 18;

/// Reduced values of the recent heaps; a heap that is not common, or below heap 1, is [`ABSENT`].
#[derive(Clone, Debug, Default)]
pub(crate) struct History {
    /// Heap n is at n + `shift` - `first`.
    pub(crate) heaps: Vec<u8>,
    first: usize,
    shift: usize,
    /// How far back heaps are remembered.
    past: usize,
}

impl History {
    /// Remembers the heaps of the last `past` and as many more, and makes room for the next ones.
    pub(crate) fn refill(&mut self, past: usize, kernel: &SparseKernel, values: &Values) {
        // A rare heap that is found makes the past longer by a little; twice the past lasts for many of them.
        let past = 2 * past.max(BLOCK) + 1;
        self.past = past;
        let from = values.len().saturating_sub(past).max(1);
        self.shift = past - (values.len() - from);
        self.first = from;
        self.heaps.clear();
        self.heaps.resize(self.shift, ABSENT);
        self.heaps.extend((from..values.len()).map(|heap| kernel.byte(heap, values)));
        self.heaps.resize(past + ROOM + 2 * BLOCK, 0);
    }

    /// Remembers a window of bytes that ends before heap `next`.
    pub(crate) fn after(window: &[u8], next: usize) -> Self {
        let mut heaps = window.to_vec();
        heaps.resize(window.len() + ROOM + 2 * BLOCK, 0);
        History { heaps, first: next, shift: window.len(), past: window.len() }
    }

    /// Forgets what is further back from a heap than it need be, and makes room for the next ones.
    pub(crate) fn rewind(&mut self, next: usize) {
        let place = self.place(next);
        self.heaps.copy_within(place - self.past..place, 0);
        (self.first, self.shift) = (next, self.past);
    }

    /// Where a heap is.
    #[inline]
    pub(crate) fn place(&self, heap: usize) -> usize {
        heap + self.shift - self.first
    }

    /// Whether so many heaps are remembered before each one that there is room for.
    pub(crate) fn reaches(&self, past: usize) -> bool {
        past < self.past
    }

    /// How many whole blocks fit from this heap on.
    pub(crate) fn room(&self, heap: usize) -> usize {
        self.heaps.len().saturating_sub(self.place(heap) + BLOCK) / BLOCK
    }
}

impl SparseKernel {
    /// The byte of a heap whose value is known: its reduced value if it is common.
    pub(crate) fn byte(&self, heap: usize, values: &Values) -> u8 {
        self.common_byte(heap, values).unwrap_or(ABSENT)
    }

    /// The same, `None` for a rare heap.
    pub(crate) fn common_byte(&self, heap: usize, values: &Values) -> Option<u8> {
        let code = self.code_at(heap, values);
        (code >> self.width != 0).then_some((code ^ 1 << self.width) as u8)
    }
}
