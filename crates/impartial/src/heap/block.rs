//! Grundy values by the sparse space method, thirty-two heaps at a time: for games with at most 64 common values.
//!
//! A heap is one byte, its reduced value. For each block, first every heap gets the least common value that no pair with a
//! rare heap and no single heap excludes; then all rare values below it must be witnessed, by a fixed list of pairs for the
//! whole block, by a longer list for the heaps that still lack something, and at last by the heap-by-heap method, which
//! decides. A rare heap found that way ends the block, and everything after it is done again.
//!
//! Why a block may leave out rare heaps of the recent past: a pair of rare heaps reaches a rare value, which is a witness
//! the less and nothing else. Only a move to a single rare heap could reach a common value, when classes depend on position
//! and the number taken is odd; as long as such a heap is near, heaps are done one by one.

use super::history::History;
use super::simd::{BLOCK, Block, Exclusions, Offset, Row, Tables, reached};
use super::sparse::{SparseKernel, Step};
use super::split::Split;
use super::values::Values;
use super::witness::Witnesses;
use crate::limits::{Limits, StopReason};

/// The widest reduced values a block can hold.
pub(crate) const MAX_BLOCK_WIDTH: u32 = 6;

/// The block method, ready for the next heap; a function of the values and of where it was begun.
pub(crate) struct BlockKernel {
    sparse: SparseKernel,
    exclusions: Exclusions,
    witnesses: Witnesses,
    tables: Tables,
    history: History,
    /// Heaps that went the slow way since the offsets were chosen.
    slow: usize,
    chosen_at: usize,
}

impl BlockKernel {
    /// Whether the method is for this kernel at all.
    pub(crate) fn suits(sparse: &SparseKernel, heaps: usize) -> bool {
        sparse.width <= MAX_BLOCK_WIDTH
            && sparse.rares.len() <= 4096
            && heaps > 2 * sparse.moves.last() + 8192
    }

    /// The block method after the heaps with these values.
    pub(crate) fn new(sparse: SparseKernel, values: &Values) -> Self {
        let (split, size) = (sparse.split, 1u32 << sparse.width);
        let mut tables = Tables([[Row::default(); 128]; 2]);
        for (parity, rows) in tables.0.iter_mut().enumerate() {
            for (reduced, row) in (0..size).zip(rows) {
                let value = split.restore(parity, 1, reduced);
                let bound = split.smaller_in_other_class(value);
                let needs = if bound >= 64 { u64::MAX } else { (1 << bound) - 1 };
                *row = Row { needs, value: value as u8 };
            }
        }
        let witnesses = Witnesses::choose(&sparse, values);
        let mut kernel = BlockKernel {
            exclusions: sparse.exclusions(),
            sparse,
            witnesses,
            tables,
            history: History::default(),
            slow: 0,
            chosen_at: values.len(),
        };
        kernel.refill(values);
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

    /// Puts the recent past at the front of the buffer.
    fn refill(&mut self, values: &Values) {
        let past = self.exclusions.longest().max(self.witnesses.longest());
        self.history.refill(past, &self.sparse, values);
    }

    /// Computes the values up to heap `last`.
    pub(crate) fn extend(
        &mut self,
        values: &mut Values,
        last: usize,
        limits: &Limits,
    ) -> Result<Step, StopReason> {
        values.reserve(last + 1);
        while values.len() <= last {
            limits.poll()?;
            let n = values.len();
            let left = last + 1 - n;
            if !self.history.has_room(n) {
                self.refill(values);
            }
            if left < BLOCK || self.sparse.rare_heap_is_near(n) {
                for _ in 0..left.min(BLOCK) {
                    if self.single(values) == Step::Outgrown {
                        return Ok(Step::Outgrown);
                    }
                }
                continue;
            }
            if self.block(values) == Step::Outgrown {
                return Ok(Step::Outgrown);
            }
            if values.len() >= 2 * self.chosen_at {
                // One heap the slow way costs as much as a thousand the fast way: other offsets may serve better now.
                if self.slow > self.chosen_at / 4096 {
                    self.witnesses = Witnesses::choose(&self.sparse, values);
                    self.refill(values);
                }
                (self.slow, self.chosen_at) = (0, values.len());
            }
        }
        Ok(Step::Value(0))
    }

    /// One heap, by the method that decides.
    fn single(&mut self, values: &mut Values) -> Step {
        let n = values.len();
        let rares = self.sparse.rares.len();
        let step = self.sparse.step_after(values);
        if let Step::Value(value) = step {
            values.push(value);
            let at = self.history.place(n);
            self.history.heaps[at] = self.sparse.byte(n, values);
            if self.sparse.rares.len() > rares {
                self.exclusions = self.sparse.exclusions();
                self.refill(values);
            }
        }
        step
    }

    /// Up to thirty-two heaps.
    fn block(&mut self, values: &mut Values) -> Step {
        let n = values.len();
        let at = self.history.place(n);
        let size = 1u8 << self.sparse.width;
        let mut block = Block::default();
        self.exclusions.fill_block(&mut self.history.heaps, at, n & 1, &self.tables, &mut block);
        let seen = reached(&self.history.heaps, at, &self.witnesses.always, self.sparse.width);
        let mut missing = block.needs;
        missing.iter_mut().zip(&seen).for_each(|(missing, seen)| *missing &= !seen);
        let mut any = missing.iter().fold(0, |any, missing| any | missing);
        let largest = self.history.heaps[at..at + BLOCK].iter().copied().max().unwrap_or(0);
        let bytes = block.values;
        if any != 0 {
            for (i, missing) in missing.iter_mut().enumerate().filter(|(_, missing)| **missing != 0) {
                *missing = self.unwitnessed(at + i, *missing);
            }
            any = missing.iter().fold(0, |any, missing| any | missing);
        }
        if any == 0 && largest < size {
            let max = bytes.iter().copied().max().unwrap_or(0);
            values.extend_bytes(&bytes, u32::from(max));
            return Step::Value(0);
        }
        for i in 0..BLOCK {
            let too_large = self.history.heaps[at + i] >= size;
            if too_large || missing[i] != 0 {
                self.slow += 1;
                let step = self.single(values);
                if too_large || step != Step::Value(u32::from(bytes[i])) {
                    return step;
                }
            } else {
                values.push(u32::from(bytes[i]));
            }
        }
        Step::Value(0)
    }

    /// Which of these rare values the longer list does not witness for the heap at this place of the buffer.
    fn unwitnessed(&self, at: usize, mut missing: u64) -> u64 {
        for offset in &self.witnesses.more {
            let byte = self.history.heaps[at - offset.back as usize] ^ offset.x();
            missing &= !(1u64.checked_shl(u32::from(byte)).unwrap_or(0));
            if missing == 0 {
                break;
            }
        }
        missing
    }
}

impl SparseKernel {
    /// The value of the heap that follows those with these values.
    pub(crate) fn step_after(&mut self, values: &Values) -> Step {
        let codes = std::mem::take(&mut self.codes);
        let step = self.step(values.len(), |heap| codes[heap & 1][values.at(heap) as usize]);
        self.codes = codes;
        step
    }

    /// Whether a move to a single rare heap could reach a common value from one of the next heaps.
    pub(crate) fn rare_heap_is_near(&self, n: usize) -> bool {
        let reach = self.moves.last() + BLOCK;
        self.split.by_position() && self.rares.last().is_some_and(|(rare, _)| rare + reach >= n)
    }

    fn exclusions(&self) -> Exclusions {
        Exclusions::new(self.exclusion_offsets(), self.width)
    }

    /// The offsets through which common values are excluded: pairs with a rare heap, and single heaps.
    pub(crate) fn exclusion_offsets(&self) -> Vec<Offset> {
        let pairs = self.rares.iter().flat_map(|(rare, code)| {
            self.moves.breaks.iter().map(move |t| Offset::new(t + rare, *code as u8))
        });
        let singles = self.moves.takes.iter().filter(|k| !(self.split.by_position() && *k % 2 == 1));
        pairs.chain(singles.map(|k| Offset::new(*k, 0))).collect()
    }

    /// Moves to a single heap that reach a rare value: those that take an odd number, when classes depend on position.
    pub(crate) fn takes_that_witness(&self) -> Vec<Offset> {
        let odd = self.moves.takes.iter().filter(|k| self.split.by_position() && *k % 2 == 1);
        odd.map(|k| Offset::new(*k, 0)).collect()
    }

    /// The rare values, as bits of their reduced forms, that a common heap needs witnesses for; none for a rare heap.
    pub(crate) fn needs_of(&self, heap: usize, values: &Values) -> u64 {
        let value = values.at(heap);
        if self.split.class(heap, value) == 0 {
            return 0;
        }
        match self.split.smaller_in_other_class(value) {
            64.. => u64::MAX,
            bound => (1 << bound) - 1,
        }
    }
}
