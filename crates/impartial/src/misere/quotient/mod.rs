//! The search for a misère quotient: heap by heap, stopped and resumed at will, exact at every step.
//!
//! Two stages take turns. The *exact* stage puts every heap into the outcome diagram ([`super::diagram`]) and reads off
//! the quotient: no candidates, no verification. When the quotient has not grown for a while, the *tail* stage places
//! heap after heap in it by the values of their options ([`super::transition`]), which costs next to nothing and proves as
//! much. A heap that finds no place sends the search back to a diagram. Values that repeat long enough prove a period
//! ([`super::period`]), and the game is solved.

mod exact;
mod saved;
mod surrogate;
mod tail;
#[cfg(test)]
mod tests;
mod values;

pub use self::saved::{ResumeError, SavedQuotient};

use self::exact::Exact;
use self::tail::Tail;
use super::diagram::Divergence;
use super::infinite::{InfiniteGame, ReadOff};
use super::monoid::{BipartiteMonoid, Element};
use super::period::Period;
use super::rules::Rules;
use super::transition::{Source, SplitMonoid, Value};
use crate::heap::{GrundySequence, HeapCode};
use crate::limits::{Limits, StopReason};

/// After this many positions without growth the tail stage takes over.
const QUIET: u64 = 6;
/// Quotients of larger order stay in the exact stage: a product table of this size is 64 MiB.
const LARGEST_TAIL: u64 = 4096;
/// When a heap finds no place in a tail of at most this many, all of them go into the diagram; above, only levels that
/// are needed do.
const SHORT_TAIL: u64 = 24;

/// Up to this position the exact stage is started afresh when a diagram of few levels is of no use.
const REPLAYED: u64 = 200;

/// A step at which the partial quotient changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub struct Growth {
    /// The position (heap) that made it change.
    pub heap: u64,
    /// The order from there on.
    pub order: u64,
    /// The size of the P-portion from there on.
    pub p_order: u64,
}

/// How far the search has come.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum Status {
    /// The whole game is solved: by a period of each code, or because there are no more positions (no periods).
    Complete(Vec<Period>),
    /// The quotient of the positions up to [`MisereQuotient::heap`] is known.
    Partial,
    /// The next position did not close within the bound: evidence, not proof, of an infinite quotient. What is known
    /// is known up to the position before.
    Diverging(Evidence),
}

/// What was seen of a position that did not close: evidence of an infinite quotient.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Evidence {
    /// The position.
    pub heap: u64,
    /// How many copies of it (or of the position below it where the growth shows) were looked at.
    pub copies: usize,
    /// Earlier positions whose exponents take longer and longer to become periodic as copies are added: the length of the
    /// longest non-periodic part after a quarter, a half, three quarters and all of the copies.
    pub growing: Vec<(u64, Vec<u32>)>,
}

impl Evidence {
    /// The evidence of a divergence in a diagram whose level g is position `position(g)`.
    fn new(heap: u64, seen: Divergence, position: impl Fn(u32) -> u64) -> Self {
        let growing = seen.growing.into_iter().map(|(g, lengths)| (position(g), lengths)).collect();
        Evidence { heap, copies: seen.copies, growing }
    }
}

/// Why a step was not made.
#[derive(Debug)]
enum Stop {
    Limit(StopReason),
    Diverging(Evidence),
}

impl From<StopReason> for Stop {
    fn from(reason: StopReason) -> Self {
        Stop::Limit(reason)
    }
}

/// A misère quotient with its pretending function, as far as it is known and proved.
///
/// ```
/// use impartial::limits::Limits;
/// use impartial::misere::period::Period;
/// use impartial::misere::{MisereQuotient, Status};
/// let mut kayles = MisereQuotient::of_heaps("0.77".parse()?);
/// kayles.extend_to(200, &Limits::none()).unwrap();
/// assert_eq!(kayles.status(), &Status::Complete(vec![Period { length: 12, first: 71 }]));
/// assert_eq!(kayles.size(&Limits::none()).unwrap(), (40, 9));
/// # Ok::<(), impartial::text::ReadError>(())
/// ```
#[derive(Clone, Debug)]
pub struct MisereQuotient {
    source: Source,
    exact: Option<Exact>,
    tail: Option<Tail>,
    /// Grundy values of the first positions, as far as they were wanted.
    grundy: Vec<u32>,
    growth: Vec<Growth>,
    status: Status,
    bound: Option<usize>,
    /// Whether the kernel may be split off; cleared when that form proved too coarse for this game.
    allow_kernel: bool,
    next_period_check: u64,
    tabulate: bool,
    short_tail: u64,
    /// The last position of the exact stage whose quotient was compared with the one before.
    compared: u64,
    /// See [`MisereQuotient::described`].
    described: Option<Box<(InfiniteGame, Option<ReadOff>)>>,
}

/// How far a search is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The positions done.
    heap: u64,
    is_enumerated: bool,
    /// The functions made since the search was begun or resumed.
    work: u64,
    /// The last position of the description of an infinite quotient, and whether all was read off.
    described: Option<(u64, bool)>,
}

impl MisereQuotient {
    /// The search for the quotient of a taking-and-breaking game, at heap 0.
    pub fn of_heaps(code: HeapCode) -> Self {
        Self::of(Source::Heaps(code))
    }

    /// The search for the quotient of a finite list of generators.
    pub fn of_rules(rules: Rules) -> Self {
        Self::of(Source::List(rules))
    }

    /// The search for the quotient of any source of positions.
    pub fn of(source: Source) -> Self {
        let status = if source.is_empty() { Status::Complete(Vec::new()) } else { Status::Partial };
        MisereQuotient {
            source,
            exact: Some(Exact::new(None)),
            tail: None,
            grundy: vec![0],
            growth: Vec::new(),
            status,
            bound: None,
            allow_kernel: true,
            next_period_check: 1,
            tabulate: true,
            short_tail: SHORT_TAIL,
            compared: 0,
            described: None,
        }
    }

    /// Whether the order of every partial quotient is computed on the way (the default), or only while that is cheap:
    /// without it, quotients above order 4096 are enumerated only when asked for.
    #[must_use]
    pub fn tabulate_growth(mut self, tabulate: bool) -> Self {
        self.tabulate = tabulate;
        self
    }

    /// Another bound on the length of sequences before a position is called diverging
    /// (see [`DEFAULT_BOUND`](super::diagram::OutcomeDiagram::DEFAULT_BOUND)). A position that was called so is tried again.
    pub fn set_bound(&mut self, bound: usize) {
        self.bound = Some(bound);
        if let Some(exact) = &mut self.exact {
            exact.set_bound(bound);
        }
        if matches!(self.status, Status::Diverging(_)) {
            self.status = Status::Partial;
        }
    }

    /// The rules.
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// The last position done: the quotient of positions 1 to here is known.
    pub fn heap(&self) -> u64 {
        match (&self.tail, &self.exact) {
            (Some(tail), _) => tail.count(),
            (None, Some(exact)) => exact.count(),
            (None, None) => 0,
        }
    }

    /// How far the search has come.
    pub fn status(&self) -> &Status {
        &self.status
    }

    /// Where the partial quotient changed, in order. Without [`tabulate_growth`](Self::tabulate_growth), steps above order
    /// 4096 are missing.
    pub fn growth(&self) -> &[Growth] {
        &self.growth
    }

    /// The number of states that the proof of the tail stage holds; 0 in the exact stage.
    pub fn states(&self) -> usize {
        self.tail.as_ref().map_or(0, Tail::states)
    }

    /// How far the search is. When this is the same, there is nothing new to save.
    pub fn progress(&self) -> Progress {
        Progress {
            heap: self.heap(),
            is_enumerated: self.is_enumerated(),
            work: self.exact.as_ref().map_or(0, Exact::work),
            described: self.described().map(|(game, read_off)| (game.last(), read_off.is_some())),
        }
    }

    /// The description of all sums of some more positions, where the search diverged, if one was found; and what was read off it.
    pub fn described(&self) -> Option<(&InfiniteGame, Option<&ReadOff>)> {
        self.described.as_deref().map(|(game, read_off)| (game, read_off.as_ref()))
    }

    /// Keeps such a description with the search.
    pub fn set_described(&mut self, game: InfiniteGame, read_off: Option<ReadOff>) {
        self.described = Some(Box::new((game, read_off)));
    }

    /// Whether the elements of the quotient so far are there, so that asking for them costs nothing more.
    pub fn is_enumerated(&self) -> bool {
        self.tail.is_some() || self.exact.as_ref().is_none_or(Exact::is_enumerated)
    }

    /// Whether a limit came between the last position and the comparison of its quotient with the one before: growth may be missing.
    pub(crate) fn is_behind(&self) -> bool {
        self.tail.is_none() && self.exact.as_ref().is_some_and(|exact| exact.count() > self.compared)
    }

    /// Goes on until position `to` is done, the game is solved, or a position does not close.
    ///
    /// On a limit the error says which; all that is proved stays, and a later call goes on from there.
    pub fn extend_to(&mut self, to: u64, limits: &Limits) -> Result<&Status, StopReason> {
        while self.status == Status::Partial && (self.heap() < to || self.is_behind()) {
            limits.poll()?;
            limits.report(self.heap());
            match self.step(limits) {
                Ok(()) => self.look_for_completion(),
                Err(Stop::Limit(reason)) => return Err(reason),
                Err(Stop::Diverging(seen)) => self.status = Status::Diverging(seen),
            }
        }
        Ok(&self.status)
    }

    /// The order of the quotient so far and the size of its P-portion.
    pub fn size(&mut self, limits: &Limits) -> Result<(u64, u64), StopReason> {
        match (&self.tail, &mut self.exact) {
            (Some(tail), _) => Ok(tail.size()),
            (None, Some(exact)) => exact.size(limits),
            (None, None) => Ok((1, 0)),
        }
    }

    /// The quotient so far, reduced, with generators the irreducible positions in order; and the value Phi of every
    /// position from 0 to [`heap`](Self::heap).
    pub fn quotient(&mut self, limits: &Limits) -> Result<(BipartiteMonoid, Vec<Element>), StopReason> {
        match (&self.tail, &mut self.exact) {
            (Some(tail), _) => Ok(tail.values()),
            (None, Some(exact)) => exact.values(limits),
            (None, None) => Ok((BipartiteMonoid::trivial(), vec![0])),
        }
    }

    /// The Grundy value in normal play of every position from 0 to [`heap`](Self::heap).
    pub fn nimbers(&mut self, limits: &Limits) -> Result<Vec<u32>, StopReason> {
        let heap = self.heap();
        self.know_grundy(heap, limits)?;
        Ok(self.grundy[..=heap as usize].to_vec())
    }

    /// A proved lower bound for the order of the quotient of the positions done: the order itself when it was computed.
    pub fn order_at_least(&self) -> u64 {
        let known = self.growth.last().map_or(1, |last| last.order);
        let enumerated = self.exact.as_ref().filter(|_| self.tail.is_none()).map_or(1, Exact::order_at_least);
        known.max(enumerated)
    }

    /// A proved lower bound for the order of the quotient with one position more than is done, after a step that was stopped
    /// or did not close; at least the order of the quotient that is done.
    pub fn next_order_at_least(&self) -> Option<u64> {
        let known = self.order_at_least();
        self.exact.as_ref().and_then(Exact::unfinished_order).map(|bound| bound.max(known))
    }

    /// Grundy values up to position n: from the kernel where it has them, else by the rules.
    fn know_grundy(&mut self, n: u64, limits: &Limits) -> Result<(), StopReason> {
        if let Some(tail) = &self.tail
            && tail.monoid().has_kernel()
        {
            let known = self.grundy.len().min(tail.phi().len());
            self.grundy.extend(tail.phi()[known..].iter().map(|value| tail.monoid().grundy(*value)));
        }
        match &self.source {
            Source::Heaps(code) if self.grundy.len() as u64 <= n => {
                let mut sequence = GrundySequence::new(code.clone());
                sequence.extend_to(n, limits)?;
                self.grundy = sequence.values().iter().collect();
            }
            _ => {
                while self.grundy.len() as u64 <= n {
                    let next = self.grundy.len() as u64;
                    self.grundy.push(grundy_value(&self.source, next, &self.grundy));
                }
            }
        }
        Ok(())
    }

    fn step(&mut self, limits: &Limits) -> Result<(), Stop> {
        let Some(tail) = &mut self.tail else {
            return self.exact_step(limits);
        };
        if tail.place(&self.source, None, limits)? {
            // The kernel doubles when a Grundy value passes a power of two.
            let (heap, size) = (tail.count(), tail.size());
            self.note_growth(heap, size);
            return Ok(());
        }
        let next = tail.count() + 1;
        let pending = self.exact.as_ref().map(|exact| next - exact.count());
        if pending.is_some_and(|pending| pending <= self.short_tail) {
            self.resume_exact(next, limits)
        } else {
            self.regrow(limits)
        }
    }

    /// Records the order and the size of the P-portion if they are new.
    fn note_growth(&mut self, heap: u64, (order, p_order): (u64, u64)) -> bool {
        let grown = self.growth.last().map_or(1, |last| last.order) != order;
        if grown {
            self.growth.push(Growth { heap, order, p_order });
        }
        grown
    }

    /// One position in the exact stage, and the change to the tail stage when the quotient has been quiet.
    fn exact_step(&mut self, limits: &Limits) -> Result<(), Stop> {
        let exact = self.exact.as_mut().expect("without a tail the exact stage is there");
        // A limit may have come between the push and the comparison; then only the second is left to do.
        if exact.count() <= self.compared {
            exact.push(&self.source, limits)?;
        }
        let n = exact.count();
        let last = self.growth.last();
        if !self.tabulate && last.is_some_and(|last| last.order > LARGEST_TAIL) {
            self.compared = n;
            return Ok(());
        }
        if let Some(growth) = exact.growth(last, limits)? {
            self.growth.push(growth);
        }
        self.compared = n;
        let (last_heap, order) = self.growth.last().map_or((0, 1), |last| (last.heap, last.order));
        if n - last_heap >= QUIET && order <= LARGEST_TAIL {
            let (monoid, phi) = exact.values(limits)?;
            self.know_grundy(n, limits)?;
            self.tail = self.tail_of(&monoid, &phi, limits)?;
            debug_assert!(self.tail.is_some(), "an exact quotient passes verification");
        }
        Ok(())
    }

    /// The tail of a known quotient: with the kernel split off if possible, else plain.
    fn tail_of(
        &mut self,
        monoid: &BipartiteMonoid,
        phi: &[Element],
        limits: &Limits,
    ) -> Result<Option<Tail>, StopReason> {
        if self.allow_kernel {
            let grundy: Vec<u32> = monoid
                .generators()
                .map(|g| phi.iter().position(|x| *x == g).map_or(0, |at| self.grundy[at]))
                .collect();
            if let Some((split, values)) = SplitMonoid::normal(monoid, &grundy) {
                let phi: Vec<Value> = phi.iter().map(|x| values[*x as usize]).collect();
                if let Some(tail) = Tail::verified(&self.source, split, &phi, limits)? {
                    return Ok(Some(tail));
                }
            }
        }
        Tail::verified(&self.source, SplitMonoid::plain(monoid), phi, limits)
    }

    /// Brings the diagram up to position `next`, which the tail could not place.
    fn resume_exact(&mut self, next: u64, limits: &Limits) -> Result<(), Stop> {
        let exact = self.exact.as_mut().expect("the caller has looked");
        while exact.count() < next {
            exact.push(&self.source, limits)?;
        }
        match exact.growth(self.growth.last(), limits)? {
            Some(growth) => self.growth.push(growth),
            // Nothing grew: the split form was too coarse. The plain one is not.
            None => self.allow_kernel = false,
        }
        self.compared = next;
        self.tail = None;
        Ok(())
    }

    /// A diagram with few levels for a position after a long tail.
    fn regrow(&mut self, limits: &Limits) -> Result<(), Stop> {
        let next = self.heap() + 1;
        self.know_grundy(next, limits)?;
        let tail = self.tail.as_ref().expect("only a tail is regrown");
        let regrown =
            surrogate::regrow(&self.source, tail, &self.grundy, self.bound, self.allow_kernel, limits);
        let grown = match regrown {
            Ok(Some(grown)) => grown,
            // Words in place of heaps may diverge where the heaps themselves do not: ask the heaps.
            Ok(None) | Err(Stop::Diverging(_)) if next <= REPLAYED => {
                self.exact = Some(Exact::new(self.bound));
                return self.resume_exact(next, limits);
            }
            Ok(None) => {
                return Err(Stop::Limit(StopReason::Cap {
                    what: "heaps of a diagram that is begun anew",
                    bound: REPLAYED,
                }));
            }
            Err(stop) => return Err(stop),
        };
        if !self.note_growth(next, grown.size()) {
            self.allow_kernel = false;
        }
        self.tail = Some(grown);
        self.exact = None;
        Ok(())
    }

    fn look_for_completion(&mut self) {
        let heap = self.heap();
        if let Some(len) = self.source.len() {
            if heap == len {
                self.status = Status::Complete(Vec::new());
            }
            return;
        }
        let Some(tail) = &self.tail else { return };
        if heap < self.next_period_check {
            return;
        }
        // Rarely enough to cost little, often enough not to run on long after the proof is there.
        self.next_period_check = heap + 1 + heap / 64;
        if let Some(periods) = self.source.proved_periods(tail.phi()) {
            self.status = Status::Complete(periods);
        }
    }
}

/// The Grundy value of position n, given those before.
fn grundy_value(source: &Source, n: u64, grundy: &[u32]) -> u32 {
    let mut seen: Vec<bool> = Vec::new();
    for option in source.options(n) {
        let value = option.iter().fold(0, |x, part| x ^ grundy[*part as usize]) as usize;
        if value >= seen.len() {
            seen.resize(value + 1, false);
        }
        seen[value] = true;
    }
    seen.iter().position(|seen| !seen).unwrap_or(seen.len()) as u32
}
