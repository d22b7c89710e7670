//! Grundy values by the sparse space method, one heap at a time.

use super::code::HeapCode;
use super::split::Split;
use super::values::{Values, different_pair_among, has_pair, pair_among};
use crate::limits::{Limits, StopReason};

/// The moves of a finite octal code, sorted by what they leave.
#[derive(Clone, Debug)]
pub(crate) struct OctalMoves {
    /// The t that may leave two heaps.
    pub(crate) breaks: Vec<usize>,
    /// The k that may leave one heap.
    pub(crate) takes: Vec<usize>,
    /// The k that may leave nothing.
    pub(crate) wholes: Vec<usize>,
    /// Whether two heaps that are left must differ.
    pub(crate) must_differ: bool,
}

impl OctalMoves {
    /// The moves of a code; `None` when it is not finite or leaves more than two heaps.
    pub(crate) fn new(code: &HeapCode) -> Option<Self> {
        let must_differ = code.pairs_differ()?;
        let last = code.last_digit()?;
        let moves = |parts| (0..=last).filter(|k| code.digit(*k).allows(parts)).map(|k| k as usize).collect();
        Some(OctalMoves { breaks: moves(2), takes: moves(1), wholes: moves(0), must_differ })
    }

    /// The largest smaller part of two that a move may leave of so many tokens.
    fn most_part(&self, rest: usize) -> usize {
        if self.must_differ { rest.saturating_sub(1) / 2 } else { rest / 2 }
    }

    /// Whether a move that leaves so many tokens in two heaps reaches this value.
    pub(crate) fn has_pair(&self, values: &Values, rest: usize, target: u32) -> bool {
        has_pair(values, rest, self.most_part(rest), target)
    }

    /// The most tokens that one move takes.
    pub(crate) fn last(&self) -> usize {
        self.breaks.iter().chain(&self.takes).chain(&self.wholes).copied().max().unwrap_or(0)
    }
}

/// What one heap came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// The value.
    Value(u32),
    /// The value is too large for the tables; they must be rebuilt one bit wider.
    Outgrown,
}

/// The sparse space method, ready for the next heap. It is a function of the values so far and the split.
///
/// A value is coded as its reduced form, with its class χ as one more bit on top, so that the code of a nim-sum of parts
/// is the ⊕ of their codes.
#[derive(Clone)]
pub(crate) struct SparseKernel {
    pub(crate) split: Split,
    pub(crate) moves: OctalMoves,
    /// The number of bits of a reduced form.
    pub(crate) width: u32,
    /// The rare heaps and their codes, in order.
    pub(crate) rares: Vec<(usize, u16)>,
    /// codes[p][v]: the code of a heap of parity p with value v.
    pub(crate) codes: [Vec<u16>; 2],
    /// Marks of codes that the heap in work has been seen to reach.
    marks: Vec<u32>,
    epoch: u32,
}

/// The widest reduced form the method is for.
pub(crate) const MAX_WIDTH: u32 = 14;

/// How many parts are tried for all values at once.
const FIRST_PARTS: usize = 192;

impl SparseKernel {
    /// The kernel after the heaps whose values are given; `None` when the values are too large for it.
    pub(crate) fn new(moves: OctalMoves, values: &Values, split: Split, width: u32) -> Option<Self> {
        let bits = u32::BITS - values.max().leading_zeros();
        let width = width.max(bits.saturating_sub(1)).max(1);
        if width > MAX_WIDTH {
            return None;
        }
        let coded = |heap: usize| {
            let code = |value| (split.reduce(value) | split.class(heap, value) << width) as u16;
            (0..2u32 << width).map(code).collect::<Vec<u16>>()
        };
        let codes = [coded(0), coded(1)];
        let code_of = |heap: usize| codes[heap & 1][values.at(heap) as usize];
        let rares = (1..values.len())
            .filter(|heap| code_of(*heap) >> width == 0)
            .map(|heap| (heap, code_of(heap)))
            .collect();
        Some(SparseKernel { split, moves, width, rares, codes, marks: vec![0; 2 << width], epoch: 0 })
    }

    /// Computes the values up to heap `last`.
    pub(crate) fn extend(
        &mut self,
        values: &mut Values,
        last: usize,
        limits: &Limits,
    ) -> Result<Step, StopReason> {
        // A copy of the codes, two bytes a heap, spares a look-up in the innermost loop.
        let mut coded: Vec<u16> = (0..values.len()).map(|heap| self.code_at(heap, values)).collect();
        while values.len() <= last {
            limits.poll()?;
            let must_differ = self.moves.must_differ;
            let has_pair = |rest: usize, reduced| match must_differ {
                false => pair_among(&coded, rest, reduced),
                true => different_pair_among(&coded, rest, reduced),
            };
            match self.step(values.len(), |heap| coded[heap], has_pair) {
                Step::Value(value) => {
                    coded.push(self.codes[values.len() & 1][value as usize]);
                    values.push(value);
                }
                Step::Outgrown => return Ok(Step::Outgrown),
            }
        }
        Ok(Step::Value(0))
    }

    /// The code of a heap whose value is known.
    #[inline]
    pub(crate) fn code_at(&self, heap: usize, values: &Values) -> u16 {
        self.codes[heap & 1][values.at(heap) as usize]
    }

    /// The value of one heap, by the codes of the smaller ones. A rare heap joins the list. `has_pair` tells whether a
    /// pair of heaps with a given sum has a given code.
    #[inline]
    pub(crate) fn step(
        &mut self,
        heap: usize,
        code_of: impl Fn(usize) -> u16,
        has_pair: impl Fn(usize, u16) -> bool,
    ) -> Step {
        let common = 1u16 << self.width;
        self.begin();
        let epoch = self.epoch;
        for t in &self.moves.breaks {
            let Some(rest) = heap.checked_sub(*t) else { continue };
            for (rare, code) in &self.rares {
                if *rare >= rest {
                    break;
                }
                if self.moves.must_differ && 2 * rare == rest {
                    continue;
                }
                self.marks[(code_of(rest - rare) ^ code) as usize] = epoch;
            }
        }
        self.mark_takes(heap, &code_of);
        let Some(reduced) = (0..common).find(|reduced| self.marks[usize::from(common | reduced)] != epoch)
        else {
            return Step::Outgrown;
        };
        let value = self.split.restore(heap, 1, u32::from(reduced));
        let bound = self.split.smaller_in_other_class(value) as u16;
        match self.first_unwitnessed(heap, bound, &code_of, &has_pair) {
            None => Step::Value(value),
            Some(rare) => {
                self.rares.push((heap, rare));
                Step::Value(self.split.restore(heap, 0, u32::from(rare)))
            }
        }
    }

    fn begin(&mut self) {
        if self.epoch == u32::MAX {
            self.marks.fill(0);
            self.epoch = 0;
        }
        self.epoch += 1;
    }

    /// Marks what moves that leave one heap or none reach.
    fn mark_takes(&mut self, heap: usize, code_of: &impl Fn(usize) -> u16) {
        let common = 1u16 << self.width;
        for k in &self.moves.takes {
            if *k < heap {
                // χ(n - k) is the class seen from n - k; seen from n it changes with the parity of k.
                let turned = if self.split.by_position() && k % 2 == 1 { common } else { 0 };
                self.marks[usize::from(code_of(heap - k) ^ turned)] = self.epoch;
            }
        }
        if self.moves.wholes.contains(&heap) {
            let class = self.split.class(heap, 0) as usize;
            self.marks[class << self.width] = self.epoch;
        }
    }

    /// The least reduced form below `bound` of a rare value that no move reaches; the marks must be up to date for
    /// pairs with a rare part and for moves that leave one heap or none.
    fn first_unwitnessed(
        &mut self,
        heap: usize,
        bound: u16,
        code_of: &impl Fn(usize) -> u16,
        has_pair: &impl Fn(usize, u16) -> bool,
    ) -> Option<u16> {
        let epoch = self.epoch;
        let rests: Vec<usize> = self.moves.breaks.iter().filter_map(|t| heap.checked_sub(*t)).collect();
        // The first parts witness most values, all at once; each value that is left is then sought by itself.
        let most = rests.iter().map(|rest| self.moves.most_part(*rest)).max().unwrap_or(0);
        let moves = &self.moves;
        for part in 1..=most.min(FIRST_PARTS) {
            let code = code_of(part);
            for rest in rests.iter().filter(|rest| part <= moves.most_part(**rest)) {
                self.marks[usize::from(code ^ code_of(rest - part))] = epoch;
            }
        }
        (0..bound).find(|reduced| {
            self.marks[usize::from(*reduced)] != epoch && !rests.iter().any(|rest| has_pair(*rest, *reduced))
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::heap::sequence::{GrundySequence, Method};
    use crate::limits::Limits;

    /// Fails when the sparse method differs from the dense one where the two parts must differ.
    #[test]
    fn parts_that_must_differ() {
        for text in ["4!.0", "4?.0", "0.4!", "4!.1", "0.07!", "0.06!6!", "4!.3", "0.6!"] {
            let code: crate::heap::HeapCode = text.parse().unwrap();
            let mut sparse = GrundySequence::with_method(code.clone(), Method::Sparse);
            let mut dense = GrundySequence::with_method(code, Method::Dense);
            sparse.extend_to(12_000, &Limits::none()).unwrap();
            dense.extend_to(12_000, &Limits::none()).unwrap();
            assert!(sparse.values().iter().eq(dense.values().iter()), "{text}");
        }
    }
}
