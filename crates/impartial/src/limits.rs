//! How a long computation is stopped: by a bound given in advance, or by a flag raised from outside.
//!
//! The library has no clock and no signal handler. Whoever calls it keeps a [`StopHandle`] and raises it when time is
//! up, memory is short or the user has had enough; every search polls its [`Limits`] and ends with
//! what it has proved so far and the [`StopReason`].

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, AtomicU32, AtomicU64, Ordering};

/// Why a computation ended before its answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum StopReason {
    /// The time allowed is used up.
    Time,
    /// The memory that the caller allowed is used up.
    Memory,
    /// The caller asked for an end, for example with Ctrl-C.
    Interrupted,
    /// A bound of the method itself, or one given in advance, was reached: so many positions, heaps, steps of work.
    Cap {
        /// What is counted, in the plural: "positions".
        what: &'static str,
        /// The most of them.
        bound: u64,
    },
}

impl StopReason {
    /// The bound on the number of positions was reached.
    pub const fn positions(bound: u64) -> Self {
        StopReason::Cap { what: "positions", bound }
    }
}

impl fmt::Display for StopReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StopReason::Time => write!(f, "the time limit was reached"),
            StopReason::Memory => write!(f, "the memory limit was reached"),
            StopReason::Interrupted => write!(f, "interrupted"),
            StopReason::Cap { what, bound } => write!(f, "the limit of {bound} {what} was reached"),
        }
    }
}

/// The flag that ends computations from outside, and the count of work done that they show in return; clones share it.
///
/// The first reason raised stays.
#[derive(Clone, Debug, Default)]
pub struct StopHandle(Arc<Shared>);

#[derive(Debug, Default)]
struct Shared {
    reason: AtomicU8,
    done: AtomicU64,
    watch: Option<Watch>,
    polls: AtomicU32,
}

/// Asked now and then whether to stop, by a computation that has the only thread there is; it is told how far that has come.
pub type Watch = fn(done: u64) -> Option<StopReason>;

/// A watch is asked at one poll of so many.
const POLLS_PER_WATCH: u32 = 64;

impl StopHandle {
    /// A flag that is not raised.
    pub fn new() -> Self {
        Self::default()
    }

    /// A flag that is raised by a watch: where no other thread can raise it, as in a browser. The watch has the clock.
    ///
    /// ```
    /// use impartial::limits::{Limits, StopHandle, StopReason};
    /// let limits = Limits::with_handle(StopHandle::watched(|_| Some(StopReason::Time)));
    /// assert_eq!((0..64).find_map(|_| limits.poll().err()), Some(StopReason::Time));
    /// ```
    pub fn watched(watch: Watch) -> Self {
        StopHandle(Arc::new(Shared { watch: Some(watch), ..Shared::default() }))
    }

    #[cold]
    fn look(&self, watch: Watch) {
        if self.0.polls.fetch_add(1, Ordering::Relaxed) % POLLS_PER_WATCH == POLLS_PER_WATCH - 1
            && let Some(reason) = watch(self.done())
        {
            self.stop(reason);
        }
    }

    /// Raises the flag. [`StopReason::Cap`] is a bound given in advance, not a flag; it raises `Interrupted`.
    pub fn stop(&self, reason: StopReason) {
        let code = match reason {
            StopReason::Time => 1,
            StopReason::Memory => 2,
            StopReason::Interrupted | StopReason::Cap { .. } => 3,
        };
        // Only the first reason is kept; a second raise is of no interest.
        let _ = self.0.reason.compare_exchange(0, code, Ordering::Relaxed, Ordering::Relaxed);
    }

    /// The reason raised, if any.
    pub fn reason(&self) -> Option<StopReason> {
        match self.0.reason.load(Ordering::Relaxed) {
            0 => None,
            1 => Some(StopReason::Time),
            2 => Some(StopReason::Memory),
            _ => Some(StopReason::Interrupted),
        }
    }

    /// How far the computation under way has come, in units of its own (heaps, positions); 0 when it does not say.
    pub fn done(&self) -> u64 {
        self.0.done.load(Ordering::Relaxed)
    }
}

/// What a bound on work counts.
const STEPS: &str = "steps of work";

/// What a computation may use.
///
/// ```
/// use impartial::limits::{Limits, StopReason};
/// let limits = Limits::none();
/// assert!(limits.poll().is_ok());
/// limits.handle().stop(StopReason::Time);
/// assert_eq!(limits.poll(), Err(StopReason::Time));
/// ```
#[derive(Clone, Debug)]
pub struct Limits {
    handle: StopHandle,
    positions: u64,
    /// A bound on the number of polls, and how many are left; clones share it.
    work: Option<(u64, Arc<AtomicU64>)>,
    is_patient: bool,
    is_quiet: bool,
    threads: usize,
}

impl Limits {
    /// No bound; stops only when its handle is raised.
    pub fn none() -> Self {
        Self::with_handle(StopHandle::new())
    }

    /// No bound of its own, stopped through the given handle.
    pub fn with_handle(handle: StopHandle) -> Self {
        Limits { handle, positions: u64::MAX, work: None, is_patient: false, is_quiet: false, threads: 1 }
    }

    /// The same limits with at most `positions` positions visited by one search.
    #[must_use]
    pub fn with_positions(mut self, positions: u64) -> Self {
        self.positions = positions;
        self
    }

    /// The same limits with at most `steps` polls, shared with all clones: a bound on work that no clock decides, so that two
    /// runs end at the same place. A step is what a search does between two polls, mostly less than a millisecond.
    ///
    /// ```
    /// use impartial::limits::{Limits, StopReason};
    /// let limits = Limits::none().with_work(2);
    /// assert!(limits.poll().is_ok() && limits.clone().poll().is_ok());
    /// assert_eq!(limits.poll(), Err(StopReason::Cap { what: "steps of work", bound: 2 }));
    /// ```
    #[must_use]
    pub fn with_work(mut self, steps: u64) -> Self {
        self.work = Some((steps, Arc::new(AtomicU64::new(steps))));
        self
    }

    /// These limits for a part of the work, of at most `steps` polls, after which whoever waits is shown what there is and the
    /// work goes on. Limits that bound the work already are not divided.
    ///
    /// ```
    /// use impartial::limits::{Limits, StopReason};
    /// let limits = Limits::none();
    /// let part = limits.part(1);
    /// assert!(part.poll().is_ok());
    /// assert!(limits.is_end_of_part(part.poll().unwrap_err()));
    /// limits.handle().stop(StopReason::Time);
    /// assert!(!limits.is_end_of_part(limits.part(1).poll().unwrap_err()));
    /// ```
    #[must_use]
    pub fn part(&self, steps: u64) -> Self {
        if self.work.is_some() { self.clone() } else { self.clone().with_work(steps) }
    }

    /// Whether it was only the end of a [`part`](Self::part) of the work that stopped it.
    pub fn is_end_of_part(&self, reason: StopReason) -> bool {
        self.work.is_none() && matches!(reason, StopReason::Cap { what: STEPS, .. })
    }

    /// The same limits for someone who waits: methods go on past the bounds of their own after which they would give up.
    #[must_use]
    pub fn patient(mut self) -> Self {
        self.is_patient = true;
        self
    }

    /// Whether methods go on past bounds of their own.
    pub fn is_patient(&self) -> bool {
        self.is_patient
    }

    /// The same limits with so many threads for searches that can use them; they affect the time, never the answer.
    #[must_use]
    pub fn with_threads(mut self, threads: usize) -> Self {
        self.threads = threads.max(1);
        self
    }

    /// How many threads a search may use.
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// The same limits for a part of a larger computation: what it reports is not shown.
    #[must_use]
    pub fn quiet(mut self) -> Self {
        self.is_quiet = true;
        self
    }

    /// The handle that stops computations under these limits.
    pub fn handle(&self) -> &StopHandle {
        &self.handle
    }

    /// The bound on positions (`u64::MAX`: none).
    pub fn positions(&self) -> u64 {
        self.positions
    }

    /// An error when the handle was raised. Cheap: one relaxed load; call it as often as once per microsecond of work.
    pub fn poll(&self) -> Result<(), StopReason> {
        self.poll_steps(1)
    }

    /// The same where as much was done as in `steps` steps of work.
    pub fn poll_steps(&self, steps: u64) -> Result<(), StopReason> {
        if let Some(watch) = self.handle.0.watch {
            self.handle.look(watch);
        }
        if let Some(reason) = self.handle.reason() {
            return Err(reason);
        }
        match &self.work {
            None => Ok(()),
            Some((bound, left)) => Self::work(*bound, left, steps),
        }
    }

    #[cold]
    fn work(bound: u64, left: &AtomicU64, steps: u64) -> Result<(), StopReason> {
        let less = |left: u64| left.checked_sub(steps);
        match left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, less) {
            Ok(_) => Ok(()),
            Err(_) => Err(StopReason::Cap { what: STEPS, bound }),
        }
    }

    /// Shows how far the computation has come; whoever holds the handle may look.
    pub fn report(&self, done: u64) {
        if !self.is_quiet {
            self.handle.0.done.store(done, Ordering::Relaxed);
        }
    }

    /// As [`poll`](Self::poll) after [`report`](Self::report), and an error when `visited` exceeds the bound on positions.
    pub fn poll_positions(&self, visited: u64) -> Result<(), StopReason> {
        if visited > self.positions {
            return Err(StopReason::positions(self.positions));
        }
        self.report(visited);
        self.poll()
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self::none()
    }
}

/// Why there is no answer: never because the question was wrong.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unanswered {
    /// A limit was reached.
    #[error("{0}")]
    Stopped(#[from] StopReason),
    /// No theorem here reaches it, and it is too large (or infinite) to search; the sentence says which.
    #[error("{0}")]
    OutOfReach(String),
}
