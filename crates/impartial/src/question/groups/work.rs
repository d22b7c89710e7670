//! Several workers; rows come out in order, by whole orders, whoever computed them.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Mutex, PoisonError};

use super::GroupsQuestion;
use super::column::{GroupRow, Memory};
use super::filter::Filter;
use super::listing::{Queue, Unmade, Waiting};
use crate::limits::{Limits, StopReason};

/// The rows that were computed, and why no more.
pub(super) struct Done {
    pub rows: Vec<GroupRow>,
    pub stopped: Option<Why>,
}

/// Why the work ended early.
pub(super) enum Why {
    Limit(StopReason),
    Wrong(String),
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Why::Limit(reason) => write!(f, "{reason}"),
            Why::Wrong(why) => write!(f, "{why}"),
        }
    }
}

impl From<Unmade> for Why {
    fn from(unmade: Unmade) -> Self {
        match unmade {
            Unmade::Stopped(reason) => Why::Limit(reason),
            Unmade::Wrong(why) => Why::Wrong(why),
        }
    }
}

/// Computes the rows of all groups of a queue, after those that were kept.
pub(super) fn rows(
    question: &GroupsQuestion,
    filter: Option<&Filter>,
    queue: Queue,
    kept: Vec<GroupRow>,
    observer: &mut (dyn FnMut(&[GroupRow]) -> bool + Send),
    limits: &Limits,
) -> Done {
    let is_enough =
        |row: &GroupRow| question.first && filter.is_none_or(|filter| filter.admits(&row.cells()));
    let is_enough: &(dyn Fn(&GroupRow) -> bool + Sync) = &is_enough;
    let mut finished = Finished {
        whole: kept.len(),
        is_found: kept.iter().any(is_enough),
        rows: kept,
        waiting: BTreeMap::new(),
        next: 0,
        stopped: None,
        is_enough,
        observer,
    };
    if finished.is_found {
        return Done { rows: finished.rows, stopped: None };
    }
    let queue = Mutex::new(queue);
    let shared = Mutex::new(&mut finished);
    // A worker that panicked has left rows that are whole.
    let shared = || shared.lock().unwrap_or_else(PoisonError::into_inner);
    let work = || {
        let mut memory = Memory::default();
        let unlimited = Limits::with_handle(limits.handle().clone());
        loop {
            let batch = queue.lock().unwrap_or_else(PoisonError::into_inner).take(&unlimited);
            let (number, batch) = match batch {
                Ok(Some(batch)) => batch,
                Ok(None) => break,
                Err(why) => {
                    shared().stop(why.into());
                    break;
                }
            };
            let done: Result<Vec<(GroupRow, usize)>, Why> =
                batch.iter().map(|group| row(question, group, &mut memory, &unlimited)).collect();
            let mut finished = shared();
            let is_welcome = match done {
                Ok(rows) => finished.add(number, rows),
                Err(why) => finished.stop(why),
            };
            limits.report(finished.rows.len() as u64);
            let goes_on = is_welcome
                && limits.poll().map_or_else(|reason| finished.stop(Why::Limit(reason)), |()| true);
            if !goes_on {
                break;
            }
        }
    };
    if question.jobs <= 1 {
        work();
    } else {
        std::thread::scope(|scope| (0..question.jobs).for_each(|_| drop(scope.spawn(work))));
    }
    // Only whole orders are an answer, and a row that was sought.
    if !finished.is_found {
        finished.rows.truncate(finished.whole);
    }
    Done { rows: finished.rows, stopped: finished.stopped }
}

fn row(
    question: &GroupsQuestion,
    (group, rest): &Waiting,
    memory: &mut Memory,
    limits: &Limits,
) -> Result<(GroupRow, usize), Why> {
    let listed = group.group(limits)?;
    let row = question.asked().row(&listed, memory, limits).map_err(Why::Limit)?;
    let (name, id) = group.label();
    Ok((GroupRow { name, id, ..row }, *rest))
}

/// Rows in order, and batches that came before their turn.
struct Finished<'a> {
    rows: Vec<GroupRow>,
    waiting: BTreeMap<usize, Vec<(GroupRow, usize)>>,
    next: usize,
    /// How many rows belong to whole orders, and have been shown to the observer.
    whole: usize,
    /// Whether the last row is the one that was sought.
    is_found: bool,
    stopped: Option<Why>,
    is_enough: &'a (dyn Fn(&GroupRow) -> bool + Sync),
    observer: &'a mut (dyn FnMut(&[GroupRow]) -> bool + Send),
}

impl Finished<'_> {
    /// Takes a batch, and shows the orders that are whole by now; whether the work goes on.
    fn add(&mut self, batch: usize, rows: Vec<(GroupRow, usize)>) -> bool {
        if self.is_found {
            return false;
        }
        self.waiting.insert(batch, rows);
        let start = self.whole;
        while let Some(rows) = self.waiting.remove(&self.next) {
            self.next += 1;
            for (row, rest) in rows {
                self.is_found = (self.is_enough)(&row);
                self.rows.push(row);
                if self.is_found {
                    return false;
                }
                if rest == 0 {
                    self.whole = self.rows.len();
                }
            }
        }
        let is_welcome = start == self.whole || (self.observer)(&self.rows[start..self.whole]);
        is_welcome || self.stop(Why::Limit(StopReason::Interrupted))
    }

    /// The first reason counts.
    fn stop(&mut self, why: Why) -> bool {
        if !self.is_found {
            self.stopped.get_or_insert(why);
        }
        false
    }
}
