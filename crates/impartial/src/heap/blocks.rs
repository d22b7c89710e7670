//! Grundy values by the sparse space method, thirty-two heaps at a time and on several cores.
//!
//! A heap is one byte, its reduced value. Two things are done for every heap, and a [`Filter`] knows how: *fill* gives it the
//! least common value that no pair with a rare heap and no single heap excludes; then all rare values below that one must be
//! *witnessed* by pairs of common heaps. Filling goes in order. Witnesses are looked for afterwards, for a whole stretch of
//! heaps, so that another core can do it while the next stretch is filled. For a heap that still lacks one,
//! every pair is looked at, and at last the heap-by-heap method decides. If it turns out to be rare, whatever was filled after it is thrown away.
//!
//! Why filling may leave out rare heaps of the recent past: a pair of rare heaps reaches a rare value, which is a witness the
//! less and nothing else. Only a move to a single rare heap could reach a common value, when classes depend on position and
//! the number taken is odd; as long as such a heap is near, heaps are done one by one.
//!
//! Where the two parts must differ, blocks begin where the heap is more than twice any part that is tried first: these pairs differ, and
//! those that are looked at heap by heap are asked.
//!
//! Values are accepted in order, each by a proof that does not depend on what was tried before; so neither the lengths of
//! stretches nor the number of threads can change them.

use std::thread;

use super::history::{History, ROOM};
use super::simd::{BLOCK, Offset};
use super::sparse::{SparseKernel, Step};
use super::split::Split;
use super::values::Values;
use crate::limits::{Limits, StopReason};

/// How the heaps of a block get their values, and how witnesses are found.
pub(crate) trait Filter: Sync {
    /// How far back the method looks.
    fn longest(&self) -> usize;

    /// Common heaps have reduced values below this, or are done singly.
    fn limit(&self) -> u32;

    /// Whether the heaps from n on must be done one by one.
    fn goes_singly(&self, sparse: &SparseKernel, n: usize) -> bool {
        sparse.rare_heap_is_near(n)
    }

    /// Fills a block of heaps; returns how many, from the first on, got the least common value that nothing excludes.
    fn fill(&self, heaps: &mut [u8], at: usize) -> usize;

    /// For which heaps of a filled block a witness was not found; n is the first.
    fn unwitnessed(&self, heaps: &[u8], at: usize, n: usize) -> u32;

    /// Takes account of a rare heap that was found, or a common value beyond the limit.
    fn renew(&mut self, sparse: &SparseKernel, values: &Values);

    /// Chooses anew what to try first, by what the values have become.
    fn tune(&mut self, sparse: &SparseKernel, values: &Values);
}

/// The longest stretch: its past and itself stay in the second cache.
const MAX_STRETCH: usize = 1 << 13;

/// One heap the slow way costs as much as some thousand the fast way: with more of them, others may serve better.
const SLOW_SHARE: usize = 4096;

/// The method, ready for the next heap.
pub(crate) struct Blocks<F> {
    sparse: SparseKernel,
    filter: F,
    history: History,
    /// What a reduced value stands for in a heap of either parity.
    table: Box<[[u16; 256]; 2]>,
    /// The length of the next stretch.
    stretch: usize,
    threads: usize,
    /// Heaps that went the slow way since the filter was tuned.
    slow: usize,
    tuned_at: usize,
}

/// Heaps that are filled and wait for witnesses.
struct Stretch {
    first: usize,
    found: usize,
    /// Whether all blocks are full.
    whole: bool,
}

/// Why no further stretch is done.
enum Ended<R> {
    /// Whoever accepts them wanted no more.
    By(R),
    /// There is no room, or the last heap is near.
    NoRoom,
    /// A heap could not be filled.
    Unfilled,
}

impl<F: Filter> Blocks<F> {
    /// The method after the heaps with these values, with a filter that is tuned to them.
    pub(crate) fn new(sparse: SparseKernel, filter: F, values: &Values, threads: usize) -> Self {
        let mut blocks = Self::bare(sparse, filter, threads, values.len());
        blocks.refill(values);
        blocks
    }

    /// The method without a past.
    fn bare(sparse: SparseKernel, filter: F, threads: usize, tuned_at: usize) -> Self {
        let value = |parity, reduced: usize| {
            if reduced >> sparse.width == 0 {
                sparse.split.restore(parity, 1, reduced as u32) as u16
            } else {
                0
            }
        };
        let table = [0, 1].map(|parity| std::array::from_fn(|reduced| value(parity, reduced)));
        Blocks {
            table: Box::new(table),
            sparse,
            filter,
            history: History::default(),
            stretch: BLOCK,
            threads,
            slow: 0,
            tuned_at,
        }
    }

    /// The split in use.
    pub(crate) fn split(&self) -> Split {
        self.sparse.split
    }

    /// The width of reduced values.
    pub(crate) fn width(&self) -> u32 {
        self.sparse.width
    }

    fn refill(&mut self, values: &Values) {
        self.history.refill(self.filter.longest(), &self.sparse, values);
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
            let (n, left) = (values.len(), last + 1 - values.len());
            if self.history.room(n) == 0 {
                self.refill(values);
            }
            let by_one = self.filter.goes_singly(&self.sparse, n)
                || self.sparse.parts_may_be_equal(n, self.filter.longest());
            let step =
                if left < BLOCK || by_one { self.single(values) } else { self.run(values, last, limits)? };
            if step == Step::Outgrown {
                return Ok(step);
            }
            if values.len() >= 2 * self.tuned_at {
                if self.slow > self.tuned_at / SLOW_SHARE {
                    self.filter.tune(&self.sparse, values);
                    self.refill(values);
                }
                (self.slow, self.tuned_at) = (0, values.len());
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
            let untold = self.sparse.split.reduce(value) >= self.filter.limit();
            if self.sparse.rares.len() > rares || untold {
                self.filter.renew(&self.sparse, values);
                if !self.history.reaches(self.filter.longest()) {
                    self.refill(values);
                }
                self.stretch = BLOCK;
            }
        }
        step
    }

    /// Stretch after stretch, until there is no more room, or something out of the ordinary.
    fn run(&mut self, values: &mut Values, last: usize, limits: &Limits) -> Result<Step, StopReason> {
        let ended = self.stretches(values.len(), last, limits, |blocks, stretch, unwitnessed| {
            blocks.accept(values, stretch, unwitnessed)
        })?;
        Ok(match ended {
            Ended::By(step) => step,
            Ended::NoRoom => Step::Value(0),
            Ended::Unfilled => self.single(values),
        })
    }

    /// Fills and checks whole blocks of heaps from `first` on, none beyond `last`, as long as there is room; each stretch is
    /// handed to `accept`, with the heaps that lack a witness, and may end it.
    fn stretches<R>(
        &mut self,
        first: usize,
        last: usize,
        limits: &Limits,
        mut accept: impl FnMut(&mut Self, &Stretch, &[u32]) -> Option<R>,
    ) -> Result<Ended<R>, StopReason> {
        let blocks = |history: &History, from: usize, stretch: usize| {
            (last + 1).saturating_sub(from).min(stretch).div_euclid(BLOCK).min(history.room(from))
        };
        let count = blocks(&self.history, first, self.stretch);
        let mut now = fill(&self.filter, &mut self.history, first, count);
        loop {
            let after = now.first + now.found;
            let count = if now.whole { blocks(&self.history, after, 2 * self.stretch) } else { 0 };
            let (unwitnessed, next) = if self.threads > 1 && count > 0 {
                self.check_and_fill(&now, count)
            } else {
                (check(&self.filter, &self.history.heaps, self.history.place(now.first), &now), None)
            };
            if let Some(end) = accept(self, &now, &unwitnessed) {
                return Ok(Ended::By(end));
            }
            self.stretch = (2 * self.stretch).min(MAX_STRETCH);
            limits.poll()?;
            now = match next {
                Some(next) => next,
                None if !now.whole => return Ok(Ended::Unfilled),
                None if count == 0 => return Ok(Ended::NoRoom),
                None => fill(&self.filter, &mut self.history, after, count),
            };
        }
    }

    /// The method for heaps that are forgotten, after a window of bytes that ends before heap `next`; it must be as long as the
    /// filter looks back.
    pub(crate) fn after_window(
        sparse: SparseKernel,
        filter: F,
        window: &[u8],
        next: usize,
        threads: usize,
    ) -> Self {
        let mut blocks = Self::bare(sparse, filter, threads, next);
        blocks.history = History::after(window, next);
        blocks
    }

    /// Computes the heaps from `first` on, as many as there is room for, and forgets all before them but the window; says how many,
    /// from the first on, got their values and witnesses by the filter alone. That is all of them, [`ROOM`], or the next
    /// is not regular.
    pub(crate) fn advance(&mut self, first: usize, limits: &Limits) -> Result<usize, StopReason> {
        self.history.rewind(first);
        let mut regular = 0;
        self.stretches(first, first + ROOM - 1, limits, |_, stretch, unwitnessed| {
            let flagged = unwitnessed.iter().position(|flags| *flags != 0);
            let lacking = flagged.map(|block| block * BLOCK + unwitnessed[block].trailing_zeros() as usize);
            regular = stretch.first - first + lacking.unwrap_or(stretch.found);
            lacking
        })?;
        Ok(regular)
    }

    /// The bytes of the window before heap `heap` and of heaps after it, as far as they are remembered.
    pub(crate) fn bytes(&self, heaps: std::ops::Range<usize>) -> &[u8] {
        &self.history.heaps[self.history.place(heaps.start)..self.history.place(heaps.end)]
    }

    /// Looks for the witnesses of one stretch on other threads, while this one fills the next.
    fn check_and_fill(&mut self, now: &Stretch, count: usize) -> (Vec<u32>, Option<Stretch>) {
        let (filter, history) = (&self.filter, &mut self.history);
        let place = history.place(now.first);
        let from = place - filter.longest().min(place);
        // A copy, because the next stretch is written behind it meanwhile.
        let past: Vec<u8> = history.heaps[from..place + now.found + BLOCK].to_vec();
        let share = now.found.div_ceil(self.threads - 1).next_multiple_of(BLOCK);
        let parts: Vec<Stretch> = (0..now.found)
            .step_by(share)
            .map(|start| Stretch {
                first: now.first + start,
                found: share.min(now.found - start),
                whole: now.whole,
            })
            .collect();
        thread::scope(|scope| {
            let checks: Vec<_> = parts
                .iter()
                .map(|part| {
                    let place = place - from + part.first - now.first;
                    let past = &past;
                    scope.spawn(move || check(filter, past, place, part))
                })
                .collect();
            let next = fill(filter, history, now.first + now.found, count);
            let unwitnessed = checks
                .into_iter()
                .flat_map(|check| check.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
            (unwitnessed.collect(), Some(next))
        })
    }

    /// Whether pairs witness all rare values that the next heap needs if its byte is this one.
    fn is_witnessed(&self, values: &Values, byte: u8) -> bool {
        let (n, sparse) = (values.len(), &self.sparse);
        let bound = sparse.needs(n, byte.into());
        (0..bound)
            .map(|reduced| sparse.split.restore(n, 0, reduced))
            .all(|rare| sparse.moves.breaks.iter().any(|t| sparse.moves.has_pair(values, n - t, rare)))
    }

    /// Appends the values of a stretch; ends early, with the last step, when a heap turns out to be rare or outgrows the tables.
    fn accept(&mut self, values: &mut Values, stretch: &Stretch, unwitnessed: &[u32]) -> Option<Step> {
        let place = self.history.place(stretch.first);
        let mut done = 0;
        for (block, flags) in unwitnessed.iter().enumerate() {
            let mut flags = *flags;
            while flags != 0 {
                let heap = block * BLOCK + flags.trailing_zeros() as usize;
                flags &= flags - 1;
                let found = &self.history.heaps[place + done..place + heap];
                values.extend_by_table(found, &self.table, (stretch.first + done) & 1);
                done = heap;
                self.slow += 1;
                let filled = self.history.heaps[place + heap];
                if self.is_witnessed(values, filled) {
                    continue;
                }
                let rares = self.sparse.rares.len();
                let step = self.single(values);
                if step == Step::Outgrown || self.sparse.rares.len() > rares {
                    return Some(step);
                }
                debug_assert_eq!(self.history.heaps[place + heap], filled, "the common value was right");
                done += 1;
            }
        }
        let found = &self.history.heaps[place + done..place + stretch.found];
        values.extend_by_table(found, &self.table, (stretch.first + done) & 1);
        None
    }
}

/// Fills the next `count` blocks, or as much of them as can be.
fn fill(filter: &impl Filter, history: &mut History, first: usize, count: usize) -> Stretch {
    let place = history.place(first);
    for block in 0..count {
        let found = filter.fill(&mut history.heaps, place + block * BLOCK);
        if found < BLOCK {
            return Stretch { first, found: block * BLOCK + found, whole: false };
        }
    }
    Stretch { first, found: count * BLOCK, whole: true }
}

/// For each block of a stretch, the heaps for which a witness was not found.
fn check(filter: &impl Filter, heaps: &[u8], place: usize, stretch: &Stretch) -> Vec<u32> {
    let block = |start: usize| {
        let flags = filter.unwitnessed(heaps, place + start, stretch.first + start);
        let here = stretch.found - start;
        if here < BLOCK { flags & ((1 << here) - 1) } else { flags }
    };
    (0..stretch.found).step_by(BLOCK).map(block).collect()
}

impl SparseKernel {
    /// The value of the heap that follows those with these values.
    fn step_after(&mut self, values: &Values) -> Step {
        let (heap, split) = (values.len(), self.split);
        let codes = std::mem::take(&mut self.codes);
        let code_of = |heap: usize| codes[heap & 1][values.at(heap) as usize];
        let rare = |reduced| split.restore(heap, 0, u32::from(reduced));
        let moves = self.moves.clone();
        let step = self.step(heap, code_of, |rest, reduced| moves.has_pair(values, rest, rare(reduced)));
        self.codes = codes;
        step
    }

    /// Whether a move to a single rare heap could reach a common value from one of the next heaps.
    pub(crate) fn rare_heap_is_near(&self, n: usize) -> bool {
        let reach = self.moves.last() + BLOCK;
        self.split.by_position() && self.rares.last().is_some_and(|(rare, _)| rare + reach >= n)
    }

    /// Whether two parts that must differ may be equal, for one of the heaps from n on, when one of them is at most `reach`.
    pub(crate) fn parts_may_be_equal(&self, n: usize, reach: usize) -> bool {
        self.moves.must_differ && n <= 2 * reach + self.moves.last()
    }

    /// The offsets through which common values are excluded: pairs with a rare heap, and single heaps.
    pub(crate) fn exclusion_offsets(&self) -> Vec<Offset> {
        let pairs = self.rares.iter().flat_map(|(rare, code)| {
            self.moves.breaks.iter().map(move |t| Offset::new(t + rare, *code as u8))
        });
        let singles = self.moves.takes.iter().filter(|k| !(self.split.by_position() && *k % 2 == 1));
        pairs.chain(singles.map(|k| Offset::new(*k, 0))).collect()
    }

    /// The offsets of pairs with the first common heaps, which witness rare values.
    pub(crate) fn witness_offsets(&self, values: &Values, parts: usize) -> Vec<Offset> {
        let pairs = (1..=parts).filter_map(|part| Some((part, self.common_byte(part, values)?)));
        pairs
            .flat_map(|(part, byte)| self.moves.breaks.iter().map(move |t| Offset::new(t + part, byte)))
            .collect()
    }

    /// Moves to a single heap that reach a rare value: those that take an odd number, when classes depend on position.
    pub(crate) fn takes_that_witness(&self) -> Vec<Offset> {
        let odd = self.moves.takes.iter().filter(|k| self.split.by_position() && *k % 2 == 1);
        odd.map(|k| Offset::new(*k, 0)).collect()
    }

    /// No heap so far has a larger reduced value.
    pub(crate) fn largest(&self, values: &Values) -> u32 {
        // A smaller value can have a larger reduced form only by the bits below the one left out.
        self.split.reduce(values.max()) | ((1 << self.split.mask().trailing_zeros()) - 1)
    }

    /// How many rare values a common heap of a parity and reduced value needs witnesses for.
    pub(crate) fn needs(&self, heap: usize, reduced: u32) -> u32 {
        self.split.smaller_in_other_class(self.split.restore(heap, 1, reduced))
    }
}
