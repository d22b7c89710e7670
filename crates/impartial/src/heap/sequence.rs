//! Grundy sequences: as far as one likes, stopped and resumed at will, with the period proved when there is one.

use std::fmt;

use super::arithmetic::ArithmeticPeriod;
use super::block::BlockFilter;
use super::blocks::Blocks;
use super::code::HeapCode;
use super::period::{self, Look, Period, PeriodProof};
use super::sets::SetKernel;
use super::sparse::{OctalMoves, SparseKernel, Step};
use super::split::Split;
use super::values::Values;
use super::wide::WideFilter;
use crate::limits::{Limits, StopReason};

/// How values are computed. The choice affects the time, never the answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Method {
    /// Whatever is fastest for the code and the values met; a proved period is used to fill in what follows it.
    #[default]
    Automatic,
    /// Sets of nim-sums: every code, every option.
    Dense,
    /// The sparse space method, heap by heap; dense where the code has no sparse space.
    Sparse,
    /// The sparse space method in blocks where the values are small enough, else as `Sparse`.
    Blocks,
}

/// The Grundy values G(0), G(1), … of the heaps of a code, computed as far as asked.
///
/// ```
/// use impartial::heap::GrundySequence;
/// use impartial::limits::Limits;
/// let mut kayles = GrundySequence::new("kayles".parse()?);
/// kayles.extend_to(1000, &Limits::none()).expect("no limit was set");
/// let period = kayles.period().expect("Kayles is periodic");
/// assert_eq!((period.length, period.first), (12, 71));
/// // The period is proved, so heaps that were never computed have known values.
/// assert_eq!(kayles.value(1_000_000_000_000_000_000), Some(1));
/// # Ok::<(), impartial::text::ReadError>(())
/// ```
pub struct GrundySequence {
    code: HeapCode,
    values: Values,
    method: Method,
    period: Option<(Period, PeriodProof)>,
    candidate: Option<Period>,
    arithmetic: Option<ArithmeticPeriod>,
    /// The number of values at which to look for a period, and to choose a kernel, next.
    next_look: usize,
    /// The number of values at the last look.
    looked_at: usize,
    kernel: Option<Kernel>,
    threads: usize,
    /// How many values were given, and not computed here.
    given: usize,
}

impl fmt::Debug for GrundySequence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GrundySequence")
            .field("code", &self.code)
            .field("period", &self.period())
            .finish_non_exhaustive()
    }
}

enum Kernel {
    Sets(Box<SetKernel>),
    Sparse(Box<SparseKernel>),
    Block(Box<Blocks<BlockFilter>>),
    Wide(Box<Blocks<WideFilter>>),
}

/// The number of heaps at which a period is first looked for.
const FIRST_LOOK: usize = 64;

/// From here on a period is looked for more often than at each doubling.
const OFTEN_FROM: usize = 1 << 26;

/// Below this many heaps the dense method is fast enough, and the split into classes not yet clear.
const WARM_UP: usize = 4096;

/// The most heaps a sequence holds: a little below 2^40, far beyond any memory.
const MAX_HEAPS: u64 = 1 << 40;

impl GrundySequence {
    /// The sequence of a code, with nothing computed yet.
    pub fn new(code: HeapCode) -> Self {
        Self::with_method(code, Method::Automatic)
    }

    /// The same, computed by a given method: for comparing them.
    pub fn with_method(code: HeapCode, method: Method) -> Self {
        Self::from_values(code, method, Values::default())
    }

    /// How many values, from heap 0 on, were put away once and taken up again as they stood.
    pub fn given(&self) -> usize {
        self.given
    }

    /// The same sequence, computed on this many threads where that helps; they affect the time, never the values.
    #[must_use]
    pub fn with_threads(mut self, threads: usize) -> Self {
        self.threads = threads.max(1);
        self.kernel = None;
        self
    }

    pub(super) fn from_values(code: HeapCode, method: Method, values: Values) -> Self {
        let mut sequence = GrundySequence {
            code,
            given: values.len(),
            values,
            method,
            period: None,
            candidate: None,
            arithmetic: None,
            next_look: FIRST_LOOK,
            looked_at: 0,
            kernel: None,
            threads: 1,
        };
        // What a resumed sequence knew about its period is found again.
        if sequence.values.len() >= FIRST_LOOK {
            sequence.look(&Limits::none());
        }
        sequence
    }

    /// The code.
    pub fn code(&self) -> &HeapCode {
        &self.code
    }

    /// The values computed so far.
    pub fn values(&self) -> &Values {
        &self.values
    }

    /// The value of a heap: computed, or known from the proved period. `None` when it is not known yet.
    pub fn value(&self, heap: u64) -> Option<u64> {
        if let Some(value) = usize::try_from(heap).ok().and_then(|heap| self.values.get(heap)) {
            return Some(value.into());
        }
        let law = self.law()?;
        let periods = (heap - law.first) / law.length;
        law.value_after(self.values.get((heap - periods * law.length) as usize)?, periods)
    }

    /// The proved period, if there is one.
    pub fn period(&self) -> Option<Period> {
        self.period.map(|(period, _)| period)
    }

    /// How the period was proved.
    pub fn period_proof(&self) -> Option<PeriodProof> {
        self.period.map(|(_, proof)| proof)
    }

    /// A period that the late values show and nothing proves yet: observed, not claimed.
    pub fn candidate(&self) -> Option<Period> {
        if self.period.is_some() { None } else { self.candidate }
    }

    /// The proved arithmetic period, if there is one.
    ///
    /// ```
    /// use impartial::heap::GrundySequence;
    /// use impartial::limits::Limits;
    /// let mut lasker = GrundySequence::new("laskers-nim".parse()?);
    /// lasker.extend_to(100, &Limits::none()).expect("no limit was set");
    /// let period = lasker.arithmetic_period().expect("it is proved");
    /// assert_eq!((period.length, period.first, period.saltus), (4, 1, 4));
    /// assert_eq!(lasker.value(1_000_000_000_003), Some(1_000_000_000_004));
    /// # Ok::<(), impartial::text::ReadError>(())
    /// ```
    pub fn arithmetic_period(&self) -> Option<ArithmeticPeriod> {
        self.arithmetic
    }

    /// The proved law of the values: the arithmetic period, or the plain one as an arithmetic one with saltus 0.
    pub fn law(&self) -> Option<ArithmeticPeriod> {
        let plain = |Period { length, first }| ArithmeticPeriod { length, first, saltus: 0 };
        self.arithmetic.or(self.period().map(plain))
    }

    /// Computes the values up to heap `last`.
    ///
    /// On [`StopReason`] the values so far are kept and are right; call again to go on. Cost for an octal code with r rare
    /// heaps: about r steps a heap; without a sparse space n/2 steps for heap n; nothing once a period is proved.
    pub fn extend_to(&mut self, last: u64, limits: &Limits) -> Result<(), StopReason> {
        let last = last.min(limits.positions().saturating_sub(1));
        if last >= MAX_HEAPS {
            return Err(StopReason::Cap { what: "heaps", bound: MAX_HEAPS });
        }
        let last = last as usize;
        while self.values.len() <= last {
            limits.report(self.values.len() as u64);
            if let Some((period, _)) = self.period
                && self.method == Method::Automatic
            {
                let step = (last + 1 - self.values.len()).min(1 << 24);
                self.values.extend_periodically(period.length as usize, step);
                limits.poll()?;
                continue;
            }
            if let Some(ArithmeticPeriod { length, saltus, .. }) = self.arithmetic
                && self.method == Method::Automatic
            {
                let step = (last + 1 - self.values.len()).min(1 << 20);
                if !self.values.extend_arithmetically(length as usize, saltus, step) {
                    return Err(StopReason::Cap { what: "different values", bound: u32::MAX.into() });
                }
                limits.poll()?;
                continue;
            }
            let until = last.min(self.next_look - 1);
            self.run_kernel(until, limits)?;
            if self.values.len() >= self.next_look {
                self.look(limits);
            }
        }
        Ok(())
    }

    /// Computes until a period is proved, but not beyond heap `last`. `Ok(None)`: no period below that bound, or an
    /// [arithmetic one](Self::arithmetic_period).
    ///
    /// ```
    /// use impartial::heap::GrundySequence;
    /// use impartial::limits::Limits;
    /// let mut game = GrundySequence::new("0.165".parse()?);
    /// let period = game.find_period(20_000, &Limits::none()).expect("no limit was set");
    /// assert_eq!(period.map(|period| (period.length, period.first)), Some((1550, 5181)));
    /// # Ok::<(), impartial::text::ReadError>(())
    /// ```
    pub fn find_period(&mut self, last: u64, limits: &Limits) -> Result<Option<Period>, StopReason> {
        while self.period.is_none() && self.arithmetic.is_none() && (self.values.len() as u64) <= last {
            self.extend_to(last.min(self.next_look as u64 - 1), limits)?;
        }
        // The last heap asked for need not be one at which a period is looked for.
        if self.looked_at < self.values.len() && self.values.len() >= FIRST_LOOK {
            self.look(limits);
        }
        Ok(self.period())
    }

    fn look(&mut self, limits: &Limits) {
        let count = self.values.len();
        self.looked_at = count;
        // A look costs as much as some heaps; far out it may spare many.
        self.next_look = if count < OFTEN_FROM { 2 * count } else { count + count / 2 };
        if self.period.is_none() {
            match period::look(&self.code, &self.values) {
                Look::Proved(period, proof) => self.period = Some((period, proof)),
                Look::Candidate(period, needed) => {
                    self.candidate = Some(period);
                    self.next_look = needed.clamp(count + 1, self.next_look);
                }
                Look::Nothing => self.candidate = None,
            }
        }
        if self.period.is_none() && self.candidate.is_none() && self.arithmetic.is_none() {
            self.look_for_growth(limits);
        }
        // The classes may look different now that more is known.
        if count < 1 << 21 && self.method != Method::Dense {
            let best = Split::best(&self.code, &self.values).map(|(split, _)| split);
            let current = match &self.kernel {
                Some(Kernel::Block(kernel)) => Some(kernel.split()),
                Some(Kernel::Wide(kernel)) => Some(kernel.split()),
                // A kernel for one heap at a time may have become fit for blocks.
                _ => None,
            };
            if current.is_none() || best != current {
                self.kernel = None;
            }
        }
    }

    /// Looks for an arithmetic period that the values prove.
    fn look_for_growth(&mut self, limits: &Limits) {
        if self.code.is_finite() && self.code.is_octal() {
            return;
        }
        let seen = ArithmeticPeriod::observe(&self.values);
        self.arithmetic =
            seen.filter(|period| period.prove(&self.code, &self.values, limits) == Ok(Some(true)));
    }

    fn run_kernel(&mut self, last: usize, limits: &Limits) -> Result<(), StopReason> {
        let mut kernel = match self.kernel.take() {
            Some(kernel) => kernel,
            None => self.choose_kernel(0, limits)?,
        };
        let (step, width) = match &mut kernel {
            Kernel::Sets(kernel) => {
                (kernel.extend(&mut self.values, last, limits).map(|()| Step::Value(0)), 0)
            }
            Kernel::Sparse(kernel) => (kernel.extend(&mut self.values, last, limits), kernel.width),
            Kernel::Block(kernel) => (kernel.extend(&mut self.values, last, limits), kernel.width()),
            Kernel::Wide(kernel) => (kernel.extend(&mut self.values, last, limits), kernel.width()),
        };
        if step == Ok(Step::Outgrown) {
            self.kernel = Some(self.choose_kernel(width + 1, limits)?);
            return Ok(());
        }
        self.kernel = Some(kernel);
        step.map(|_| ())
    }

    /// The kernel for the next heaps; `width` is the least width of the sparse tables.
    fn choose_kernel(&self, width: u32, limits: &Limits) -> Result<Kernel, StopReason> {
        if self.method != Method::Dense
            && self.values.len() >= WARM_UP
            && let Some(moves) = OctalMoves::new(&self.code)
            && let Some((split, rare)) = Split::best(&self.code, &self.values)
            // One step for a rare heap in the sparse method is about two for a pair in the dense one.
            && rare * moves.breaks.len() * 4 < self.values.len()
            && let Some(kernel) = SparseKernel::new(moves, &self.values, split, width)
        {
            let (values, heaps) = (&self.values, self.values.len());
            let last_rare = kernel.rares.last().map_or(0, |(rare, _)| *rare);
            if self.method == Method::Sparse || kernel.parts_may_be_equal(heaps, last_rare) {
                return Ok(Kernel::Sparse(Box::new(kernel)));
            }
            if BlockFilter::suits(&kernel, heaps) {
                let filter = BlockFilter::new(&kernel, values);
                return Ok(Kernel::Block(Box::new(Blocks::new(kernel, filter, values, self.threads))));
            }
            if WideFilter::suits(&kernel, heaps) {
                let filter = WideFilter::new(&kernel, values);
                return Ok(Kernel::Wide(Box::new(Blocks::new(kernel, filter, values, self.threads))));
            }
            return Ok(Kernel::Sparse(Box::new(kernel)));
        }
        Ok(Kernel::Sets(Box::new(SetKernel::new(&self.code, &self.values, limits)?)))
    }
}

/// The Grundy value of one heap of any size: instant for heaps far beyond reach once a period is proved.
///
/// Computes until a period is proved or the heap is reached. `Err` when the limits stopped it first.
///
/// ```
/// use impartial::heap::nimber_of_heap;
/// use impartial::limits::Limits;
/// let kayles = "kayles".parse()?;
/// assert_eq!(nimber_of_heap(&kayles, 1_000_000_000_000_000_000, &Limits::none()), Ok(1));
/// # Ok::<(), impartial::text::ReadError>(())
/// ```
pub fn nimber_of_heap(code: &HeapCode, heap: u64, limits: &Limits) -> Result<u64, StopReason> {
    let mut sequence = GrundySequence::new(code.clone());
    sequence.find_period(heap, limits)?;
    let known = sequence.value(heap).is_some();
    sequence.extend_to(if known { 0 } else { heap }, limits)?;
    sequence.value(heap).ok_or(StopReason::positions(limits.positions()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Fails when blocks are wrong, or not used, where the two parts must differ.
    #[test]
    fn blocks_of_parts_that_must_differ() {
        let mut in_blocks = 0;
        for text in ["0.4!", "0.07!", "4!.1", "4!.3", "0.6!", "0.44!", "0.16!", "0.106!", "4!.01"] {
            let code: HeapCode = text.parse().unwrap();
            let mut blocks = GrundySequence::with_method(code.clone(), Method::Blocks);
            let mut sparse = GrundySequence::with_method(code, Method::Sparse);
            blocks.extend_to(40_000, &Limits::none()).unwrap();
            sparse.extend_to(40_000, &Limits::none()).unwrap();
            assert!(blocks.values().iter().eq(sparse.values().iter()), "{text}");
            in_blocks += usize::from(matches!(blocks.kernel, Some(Kernel::Block(_) | Kernel::Wide(_))));
        }
        assert!(in_blocks >= 2, "{in_blocks}");
    }
}
