//! Periods proved by a window that recurs: for games whose rare heaps end.
//!
//! Let a finite octal code take at most k tokens, fix a [`Split`], and let no heap beyond E be rare. Let A be a number, and
//! D = max(E, A) + k. A heap n > D is *regular* when it is common and every rare value below G(n), as seen from n, is
//! reached by a move to a single heap or to a pair with a part of at most A tokens.
//!
//! **Theorem.** Let n > D, let the D values before heap n + p be those before heap n, and let the heaps n, n + 1, …, n + p - 1 be
//! regular, no rare heap lying between E and n + p; if classes depend on position, let p be even. Then
//! G(m + p) = G(m) for all m ≥ n - D.
//!
//! *Proof.* For a window w of D values, and a parity if classes depend on position, let F(w) be the least common value that
//! no pair with a part r ≤ E of class 0 and no single heap reaches; F(w) is undefined if some smaller rare value is reached
//! neither by a single heap nor by a pair with a part of at most A tokens. All that enters lies in the window, because
//! the other part of the pair is n - t - r ≥ n - D. If n is regular then G(n) = F(w) for the window w before n: a common value is
//! reached only by a single heap or by a pair with a rare part, and all rare parts are at most E. Conversely, if F(w) is defined
//! and nothing between E and n is rare, then G(n) = F(w): no option has that value, and every smaller value is reached; so n is
//! common. Hence the heaps n + p, n + p + 1, … have, one after the other, the windows of n, n + 1, …, and so F
//! is defined for them, they are common, and their values are those of n, n + 1, …; and so on for ever. ∎
//!
//! It takes n + p values instead of the 2n + 2p of the theorem of Guy and Smith, and no more than the window and the place have to be
//! remembered to check it.

use super::block::BlockFilter;
use super::blocks::Blocks;
use super::code::HeapCode;
use super::period::Period;
use super::recurrence::HeapRecurrence;
use super::search::Milestone;
use super::simd::BLOCK;
use super::sparse::{OctalMoves, SparseKernel};
use super::split::Split;
use super::values::Values;

/// The classes are judged by this many heaps.
const JUDGED: usize = 1 << 21;

/// What the values of a game depend on, if its rare heaps have ended.
pub(crate) struct Window {
    sparse: SparseKernel,
    filter: BlockFilter,
    /// E.
    last_rare: usize,
}

impl Window {
    /// The window that these values suggest; `None` when the game has no sparse space, or more than 64 common values.
    ///
    /// Cost: one look at each heap.
    pub(crate) fn new(code: &HeapCode, values: &Values) -> Option<Self> {
        let (split, _) = Split::best_among(code, values, JUDGED)?;
        let sparse = SparseKernel::new(OctalMoves::new(code)?, values, split, 0)
            .filter(|sparse| !sparse.moves.must_differ)?;
        if !BlockFilter::suits(&sparse, values.len()) {
            return None;
        }
        let last_rare = sparse.rares.last().map_or(0, |(rare, _)| *rare);
        let filter = BlockFilter::new(&sparse, values);
        Some(Window { sparse, filter, last_rare })
    }

    /// The split that tells rare heaps from common ones.
    pub(crate) fn split(&self) -> Split {
        self.sparse.split
    }

    /// E: no heap beyond it is rare.
    pub(crate) fn last_rare(&self) -> usize {
        self.last_rare
    }

    /// max(E, A): rare heaps and parts of witnesses go up to here.
    fn reach(&self) -> usize {
        self.filter.reach().max(self.last_rare)
    }

    /// k: the most tokens that a move takes.
    fn most_taken(&self) -> usize {
        self.sparse.moves.last()
    }

    /// D.
    pub(crate) fn depth(&self) -> usize {
        self.reach() + self.most_taken()
    }

    /// The bytes of these heaps.
    pub(crate) fn bytes(&self, values: &Values, heaps: std::ops::Range<usize>) -> Vec<u8> {
        heaps.map(|heap| self.sparse.byte(heap, values)).collect()
    }

    /// The value of a common heap, by its byte.
    pub(crate) fn value(&self, heap: usize, byte: u8) -> u32 {
        self.split().restore(heap, 1, byte.into())
    }

    /// The block method after a milestone.
    pub(crate) fn blocks(&self, milestone: &Milestone, threads: usize) -> Blocks<BlockFilter> {
        let Milestone { heap, window } = milestone;
        Blocks::after_window(self.sparse.clone(), self.filter.clone(), window, *heap, threads)
    }

    /// The certificate of a period, given the heaps that show that no smaller one will do.
    pub(crate) fn certificate(
        &self,
        code: &HeapCode,
        period: Period,
        exceptions: Vec<u64>,
    ) -> HeapRecurrence {
        HeapRecurrence {
            kind: "heap-recurrence",
            game: code.to_string(),
            period: period.length,
            first_heap: period.first,
            mask: self.split().mask(),
            by_position: self.split().by_position(),
            reach: self.reach() as u64,
            parts: self.parts(),
            exceptions,
        }
    }

    /// The parts that witness the most.
    fn parts(&self) -> Vec<u64> {
        let mut parts: Vec<u64> = self.filter.witness_parts(&self.sparse.moves.breaks).collect();
        let mut seen = std::collections::HashSet::new();
        parts.retain(|part| seen.insert(*part));
        parts
    }

    /// Whether the heaps from one to before another are regular; a block more of them must be known.
    pub(crate) fn is_regular(&self, values: &Values, from: usize, to: usize) -> bool {
        from > self.depth()
            && to + BLOCK <= values.len()
            && self.filter.serves(&self.sparse, values, from, to)
    }

    /// How many heaps must be known before the theorem can prove this period.
    ///
    /// `None` for an odd one if classes depend on position: it would turn common heaps into rare ones.
    pub(crate) fn heaps_needed(&self, period: Period) -> Option<usize> {
        if self.split().by_position() && period.length % 2 == 1 {
            return None;
        }
        let (first, length) = (usize::try_from(period.first).ok()?, usize::try_from(period.length).ok()?);
        Some(first + self.depth() + 1 + length + BLOCK)
    }

    /// Whether the theorem proves a period that the values have from its first heap on to their end.
    pub(crate) fn proves(&self, values: &Values, period: Period) -> bool {
        self.heaps_needed(period).filter(|needed| *needed <= values.len()).is_some_and(|needed| {
            let end = needed - BLOCK;
            self.is_regular(values, end - period.length as usize, end)
        })
    }
}
