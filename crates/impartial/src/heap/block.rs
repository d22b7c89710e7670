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

use super::simd::{ABSENT, BLOCK, Block, Exclusions, Offset, Row, Tables, reached};
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
    /// The reduced values of the recent heaps, with room for more; heap n is at n + `shift` - `first`. Where an offset
    /// reaches below heap 1 there is nothing, and the buffer says so.
    heaps: Vec<u8>,
    first: usize,
    shift: usize,
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
            heaps: Vec::new(),
            first: 0,
            shift: 0,
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

    /// The byte of a heap whose value is known.
    fn byte(&self, heap: usize, values: &Values) -> u8 {
        let code = self.sparse.code_at(heap, values);
        if code >> self.sparse.width == 0 { ABSENT } else { (code ^ 1 << self.sparse.width) as u8 }
    }

    /// Puts the recent past at the front of the buffer, with room for many blocks behind it.
    fn refill(&mut self, values: &Values) {
        let past = self.exclusions.longest().max(self.witnesses.longest()).max(BLOCK) + 1;
        let from = values.len().saturating_sub(past).max(1);
        self.shift = past - (values.len() - from);
        self.heaps.clear();
        self.heaps.resize(self.shift, ABSENT);
        for heap in from..values.len() {
            let byte = self.byte(heap, values);
            self.heaps.push(byte);
        }
        self.heaps.resize(past + (1 << 15) + 2 * BLOCK, 0);
        self.first = from;
    }

    /// Where a heap is in the buffer.
    fn place(&self, heap: usize) -> usize {
        heap + self.shift - self.first
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
            if self.place(n) + 2 * BLOCK > self.heaps.len() {
                self.refill(values);
            }
            if left < BLOCK || self.rare_heap_is_near(n) {
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

    /// Whether a move to a single rare heap could reach a common value from one of the next heaps.
    fn rare_heap_is_near(&self, n: usize) -> bool {
        let reach = self.sparse.moves.last() + BLOCK;
        self.sparse.split.by_position() && self.sparse.rares.last().is_some_and(|(rare, _)| rare + reach >= n)
    }

    /// One heap, by the method that decides.
    fn single(&mut self, values: &mut Values) -> Step {
        let n = values.len();
        let rares = self.sparse.rares.len();
        let codes = std::mem::take(&mut self.sparse.codes);
        let step = self.sparse.step(n, |heap| codes[heap & 1][values.at(heap) as usize]);
        self.sparse.codes = codes;
        if let Step::Value(value) = step {
            values.push(value);
            let byte = self.byte(n, values);
            let at = self.place(n);
            self.heaps[at] = byte;
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
        let at = self.place(n);
        let size = 1u8 << self.sparse.width;
        let mut block = Block::default();
        self.exclusions.fill_block(&mut self.heaps, at, n & 1, &self.tables, &mut block);
        let seen = reached(&self.heaps, at, &self.witnesses.always, self.sparse.width);
        let mut missing = block.needs;
        missing.iter_mut().zip(&seen).for_each(|(missing, seen)| *missing &= !seen);
        let mut any = missing.iter().fold(0, |any, missing| any | missing);
        let largest = self.heaps[at..at + BLOCK].iter().copied().max().unwrap_or(0);
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
            let too_large = self.heaps[at + i] >= size;
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
            let byte = self.heaps[at - offset.back as usize] ^ offset.x();
            missing &= !(1u64.checked_shl(u32::from(byte)).unwrap_or(0));
            if missing == 0 {
                break;
            }
        }
        missing
    }
}

impl SparseKernel {
    /// The offsets through which common values are excluded: pairs with a rare heap, and single heaps.
    pub(crate) fn exclusions(&self) -> Exclusions {
        let pairs = self.rares.iter().flat_map(|(rare, code)| {
            self.moves.breaks.iter().map(move |t| Offset::new(t + rare, *code as u8))
        });
        let singles = self.moves.takes.iter().filter(|k| !(self.split.by_position() && *k % 2 == 1));
        Exclusions::new(pairs.chain(singles.map(|k| Offset::new(*k, 0))).collect(), self.width)
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
