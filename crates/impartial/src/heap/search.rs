//! The search for a period in memory that does not grow: values are computed and forgotten.
//!
//! Once the rare heaps have ended, a window of D values decides on everything that follows (the theorem of `window`). So it is enough
//! to remember the latest window, and those before a few earlier heaps, the *milestones*: as soon as the latest window
//! is that of a milestone, the period is proved. Each milestone lies about an eighth further out than the one before. If the values
//! repeat from heap n on with period p, this takes at most about 9n/8 + p heaps, or 5p/4 if p is much larger than n; Brent's way of
//! finding a cycle. Where the period begins is found afterwards, by computing once more what lies between two milestones.
//!
//! The first heaps are kept, to decide which heaps are rare; a heap further out that is not regular ends the search, because only
//! all values together could decide on it.

use std::fmt;

use super::block::BlockFilter;
use super::blocks::Blocks;
use super::code::HeapCode;
use super::history::ROOM;
use super::occurrences::Occurrences;
use super::period::Period;
use super::recurrence::HeapRecurrence;
use super::sequence::GrundySequence;
use super::simd::BLOCK;
use super::window::Window;
use crate::integer::prime_divisors;
use crate::limits::{Limits, StopReason};

/// The heaps that are kept.
pub const KEPT: u64 = 1 << 22;

/// Milestones that the latest window is compared with.
const COMPARED: usize = 12;

/// A place is compared with milestones when this many values before it are theirs.
const KEY: usize = 6;

/// Why a search ended without a period.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchEnd {
    /// The limits were reached; go on later.
    Stopped(StopReason),
    /// This heap is rare, or has no witness within reach: only a sequence that keeps all values can pass it.
    Irregular(u64),
}

impl From<StopReason> for SearchEnd {
    fn from(reason: StopReason) -> Self {
        SearchEnd::Stopped(reason)
    }
}

/// A window, and the heap it stands before.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Milestone {
    pub(crate) heap: usize,
    pub(crate) window: Vec<u8>,
}

impl Milestone {
    fn key(&self) -> &[u8] {
        &self.window[self.window.len() - KEY..]
    }
}

/// The search for the period of a game with few rare heaps.
///
/// ```
/// use impartial::heap::{GrundySequence, PeriodSearch};
/// use impartial::limits::Limits;
/// let limits = Limits::none();
/// let mut kept = GrundySequence::new("0.106".parse()?);
/// kept.extend_to(1 << 18, &limits).expect("no limit was set");
/// let mut search = PeriodSearch::new(kept, 1).map_err(|_| ()).expect("the rare heaps of 0.106 end at 1103");
/// assert_eq!(search.run(1_000_000, &limits), Ok(None));
/// # Ok::<(), impartial::text::ReadError>(())
/// ```
pub struct PeriodSearch {
    kept: GrundySequence,
    window: Window,
    blocks: Blocks<BlockFilter>,
    /// The next heap to be computed; when the period is found, the first of the heaps among which it was.
    next: usize,
    /// No heap from here on was computed.
    end: usize,
    milestones: Vec<Milestone>,
    /// The largest byte of heaps that were forgotten, by parity.
    largest: [u8; 2],
    threads: usize,
    period: Option<Period>,
}

impl fmt::Debug for PeriodSearch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PeriodSearch")
            .field("kept", &self.kept)
            .field("next", &self.next)
            .field("period", &self.period)
            .finish_non_exhaustive()
    }
}

impl PeriodSearch {
    /// The search that begins behind the values of a sequence, which is given back when the method is not for it: no sparse space, or
    /// more than 64 common values, or rare heaps near the end.
    pub fn new(kept: GrundySequence, threads: usize) -> Result<Self, Box<GrundySequence>> {
        let next = kept.values().len();
        let window = Window::new(kept.code(), kept.values()).filter(|window| 2 * window.depth() + 2 < next);
        let Some(window) = window else { return Err(Box::new(kept)) };
        let first =
            Milestone { heap: next, window: window.bytes(kept.values(), next - window.depth()..next) };
        let blocks = window.blocks(&first, threads);
        let period = kept.period();
        Ok(PeriodSearch {
            kept,
            window,
            blocks,
            next,
            end: next,
            milestones: vec![first],
            largest: [0; 2],
            threads,
            period,
        })
    }

    /// The code.
    pub fn code(&self) -> &HeapCode {
        self.kept.code()
    }

    /// The sequence of the first heaps.
    pub fn kept(&self) -> &GrundySequence {
        &self.kept
    }

    /// The number of heaps that were computed, the empty heap included.
    pub fn computed(&self) -> u64 {
        self.end as u64
    }

    /// The proved period, if there is one.
    pub fn period(&self) -> Option<Period> {
        self.period
    }

    /// E and D: the last rare heap, and how many values decide on the next.
    pub fn last_rare_and_depth(&self) -> (u64, u64) {
        (self.window.last_rare() as u64, self.window.depth() as u64)
    }

    /// The largest value so far.
    pub fn max_value(&self) -> u32 {
        let forgotten = (0..2).map(|parity| self.window.value(parity, self.largest[parity]));
        if self.end == self.kept.values().len() {
            return self.kept.values().max();
        }
        forgotten.fold(self.kept.values().max(), u32::max)
    }

    pub(super) fn milestones(&self) -> &[Milestone] {
        &self.milestones
    }

    pub(super) fn largest(&self) -> [u8; 2] {
        self.largest
    }

    /// The latest window.
    pub(super) fn latest(&self) -> Milestone {
        let window = self.blocks.bytes(self.next - self.window.depth()..self.next).to_vec();
        Milestone { heap: self.next, window }
    }

    /// Takes up milestones, the last of them being the latest window; `None` when there is none, or not the one that a
    /// new search begins with.
    pub(super) fn go_on_from(&mut self, mut milestones: Vec<Milestone>, largest: [u8; 2]) -> Option<()> {
        let latest = milestones.pop()?;
        if milestones.first()? != self.milestones.first()? {
            return None;
        }
        self.blocks = self.window.blocks(&latest, self.threads);
        (self.next, self.end) = (latest.heap, latest.heap);
        (self.milestones, self.largest) = (milestones, largest);
        Some(())
    }

    /// Computes on to heap `last`, or until a period is proved. `Ok(None)`: none is, by the heaps to there.
    ///
    /// Cost: the steady rate of the block kernel; memory for some hundred windows.
    pub fn run(&mut self, last: u64, limits: &Limits) -> Result<Option<Period>, SearchEnd> {
        while self.period.is_none() && self.next as u64 <= last {
            limits.report(self.next as u64);
            let first = self.next;
            let regular = self.blocks.advance(first, limits)?;
            let end = first + regular;
            self.end = end;
            for (heap, byte) in (first..).zip(self.blocks.bytes(first..end)) {
                self.largest[heap & 1] = self.largest[heap & 1].max(*byte);
            }
            if let Some((heap, length)) = self.recurrence(first, end) {
                let first = self.beginning(heap, length, limits)?;
                self.period = Some(Period { length: length as u64, first: first as u64 });
                break;
            }
            if regular < ROOM {
                return Err(SearchEnd::Irregular(end as u64));
            }
            self.next = end;
            self.set_milestone(first, end);
        }
        Ok(self.period)
    }

    /// The first place among these heaps whose window is that of a milestone: the milestone's heap, and how far it is.
    fn recurrence(&self, first: usize, end: usize) -> Option<(usize, usize)> {
        let compared = &self.milestones[self.milestones.len().saturating_sub(COMPARED)..];
        let turns = self.window.split().by_position();
        let bytes = self.blocks.bytes(first + 1 - KEY..end);
        let mut keys: Vec<&[u8]> = compared.iter().map(Milestone::key).collect();
        keys.sort_unstable();
        keys.dedup();
        let places = keys.into_iter().flat_map(|key| Occurrences::new(bytes, key));
        let matches = places.map(|place| first + 1 - KEY + place).filter_map(|heap| {
            let latest = self.blocks.bytes(heap - self.window.depth()..heap);
            let fits = |milestone: &&Milestone| {
                !(turns && (heap - milestone.heap) % 2 == 1) && milestone.window == latest
            };
            compared.iter().find(fits).map(|milestone| (heap, milestone.heap))
        });
        matches.min().map(|(heap, milestone)| (milestone, heap - milestone))
    }

    /// Remembers a window among these heaps if it is time to: one that can be told by the same key as the last milestone, if there is
    /// one. It is the last such place, or the end, so that no recurrence among these heaps is passed over.
    fn set_milestone(&mut self, first: usize, end: usize) {
        let Some(last) = self.milestones.last().filter(|last| first >= last.heap + last.heap / 8) else {
            return;
        };
        let bytes = self.blocks.bytes(first + 1 - KEY..end);
        let heap = Occurrences::new(bytes, last.key()).next().map_or(end, |place| first + 1 - KEY + place);
        let window = self.blocks.bytes(heap - self.window.depth()..heap).to_vec();
        self.milestones.push(Milestone { heap, window });
    }

    /// The heap from which on the values repeat with period p, given that they do from the window before `heap` on.
    fn beginning(&self, heap: usize, p: usize, limits: &Limits) -> Result<usize, StopReason> {
        let mut agreed = heap - self.window.depth();
        let earlier = self.milestones.iter().rev().map(|milestone| milestone.heap);
        for start in earlier.filter(|start| *start < heap).chain([0]) {
            let (mut early, mut late) = (Tape::new(self, start), Tape::new(self, start + p));
            let (mut at, mut exception) = (start, None);
            while at < agreed {
                let count = (agreed - at).min(ROOM);
                let (a, b) = (early.values(count, limits)?, late.values(count, limits)?);
                exception = (0..count).rev().find(|i| a[*i] != b[*i]).map(|i| at + i).or(exception);
                at += count;
            }
            if let Some(exception) = exception {
                return Ok(exception + 1);
            }
            agreed = agreed.min(start);
        }
        Ok(0)
    }

    /// The certificate of the period, for a checker that computes all values again; `None` when none is proved, or a heap that was
    /// kept is not regular.
    ///
    /// Cost: for each prime divisor of the period at most about an eighth of the heaps once more.
    pub fn certificate(&self, limits: &Limits) -> Result<Option<HeapRecurrence>, StopReason> {
        let (Some(period), depth) = (self.period, self.window.depth()) else { return Ok(None) };
        let kept = self.kept.values();
        if !self.window.is_regular(kept, 2 * depth + 2, kept.len() - BLOCK) {
            return Ok(None);
        }
        let mut exceptions = Vec::new();
        for prime in prime_divisors(period.length) {
            let first = period.first as usize;
            let mut early = Tape::new(self, first);
            let mut late = Tape::new(self, first + (period.length / prime) as usize);
            let pairs = early.values(depth, limits)?.into_iter().zip(late.values(depth, limits)?);
            let Some((heap, _)) = (period.first..).zip(pairs).find(|(_, (a, b))| a != b) else {
                return Ok(None);
            };
            exceptions.push(heap);
        }
        Ok(Some(self.window.certificate(self.code(), period, exceptions)))
    }
}

/// The values from a heap on, computed once more.
struct Tape<'a> {
    search: &'a PeriodSearch,
    blocks: Blocks<BlockFilter>,
    /// The next heap to be read.
    at: usize,
    /// No heap from here on is computed.
    computed: usize,
}

impl<'a> Tape<'a> {
    fn new(search: &'a PeriodSearch, heap: usize) -> Self {
        let milestones = &search.milestones;
        let nearest = milestones.iter().rev().find(|milestone| milestone.heap <= heap);
        let milestone = nearest.unwrap_or(&milestones[0]);
        let blocks = search.window.blocks(milestone, search.threads);
        Tape { search, blocks, at: heap, computed: milestone.heap }
    }

    /// The next values; all of them were regular when they were computed first.
    fn values(&mut self, count: usize, limits: &Limits) -> Result<Vec<u32>, StopReason> {
        let kept = self.search.kept.values();
        let end = self.at + count;
        let mut values: Vec<u32> = (self.at..end).map_while(|heap| kept.get(heap)).collect();
        self.at += values.len();
        while self.at < end {
            if self.computed <= self.at {
                self.computed += self.blocks.advance(self.computed, limits)?;
                continue;
            }
            let until = end.min(self.computed);
            let bytes = self.blocks.bytes(self.at..until);
            values.extend((self.at..).zip(bytes).map(|(heap, byte)| self.search.window.value(heap, *byte)));
            self.at = until;
        }
        Ok(values)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn search(text: &str, kept: u64) -> PeriodSearch {
        let mut sequence = GrundySequence::new(text.parse().unwrap());
        sequence.extend_to(kept, &Limits::none()).unwrap();
        assert_eq!(sequence.period(), None, "{text} keeps too many heaps to leave anything to find");
        PeriodSearch::new(sequence, 1).map_err(|_| ()).unwrap()
    }

    #[test]
    fn a_period_is_found_without_the_values() {
        for (text, kept, length, first) in
            [("0.56", 200_000, 144, 326_640), ("0.354", 1 << 18, 1180, 10_061_916)]
        {
            let mut search = search(text, kept);
            let found = search.run(20_000_000, &Limits::none());
            assert_eq!(found, Ok(Some(Period { length, first })), "{text}");
            // Put away and resumed, it is found again, and no multiple of it.
            let mut resumed = PeriodSearch::from_bytes(&search.to_bytes(), 1).unwrap();
            assert_eq!(resumed.run(20_000_000, &Limits::none()), found, "{text}");
            let mut whole = GrundySequence::new(text.parse().unwrap());
            whole.extend_to(search.computed() - 1, &Limits::none()).unwrap();
            let period = whole.find_period(search.computed() - 1, &Limits::none());
            assert_eq!(period, Ok(Some(Period { length, first })), "{text}, the values kept");
            assert_eq!(search.max_value(), whole.values().max());
            let certificate = search.certificate(&Limits::none()).unwrap();
            let other = crate::heap::recurrence(&whole).unwrap();
            let certificate = certificate.unwrap();
            assert_eq!(
                (certificate.period, certificate.exceptions),
                (other.period, other.exceptions),
                "{text}"
            );
        }
    }

    #[test]
    fn a_search_that_was_put_away_goes_on() {
        let limits = Limits::none();
        let mut begun = search("0.104", 140_000);
        assert_eq!(begun.run(2_000_000, &limits), Ok(None));
        let bytes = begun.to_bytes();
        let mut resumed = PeriodSearch::from_bytes(&bytes, 1).unwrap();
        assert_eq!((resumed.computed(), resumed.max_value()), (begun.computed(), begun.max_value()));
        begun.run(4_000_000, &limits).unwrap();
        resumed.run(4_000_000, &limits).unwrap();
        assert_eq!(begun.latest(), resumed.latest());
        assert_eq!(begun.milestones, resumed.milestones);
        for at in [0, 30, 45, 60, bytes.len() / 2, bytes.len() - 1] {
            let mut damaged = bytes.clone();
            damaged[at] ^= 4;
            assert!(PeriodSearch::from_bytes(&damaged, 1).is_err(), "byte {at}");
        }
    }

    #[test]
    fn a_heap_that_is_not_regular_ends_the_search() {
        // 0.16 has rare heaps to 13935.
        let end = search("0.16", 12_000).run(100_000, &Limits::none());
        assert!(matches!(end, Err(SearchEnd::Irregular(heap)) if heap <= 13_932), "{end:?}");
    }
}
