//! Several workers; rows come out in order, by whole orders, whoever computed them.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Mutex, PoisonError};

use num_bigint::BigUint;

use super::GroupsQuestion;
use super::column::{GroupRow, Memory};
use super::filter::Filter;
use super::listing::{Queue, Unmade, Waiting};
use crate::group::MAX_ORDER;
use crate::limits::{Limits, StopReason};

/// Larger groups are not listed where theorems answer.
const LARGEST_LISTED: usize = 20_000;

/// The same where there are columns that theorems do not tell, which are left empty then.
const LARGEST_LISTED_FOR_ALL: usize = 400_000;

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
        left_out: Vec::new(),
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
            let done: Result<Vec<(Option<GroupRow>, usize)>, Why> =
                batch.iter().map(|group| row(question, group, &mut memory, &unlimited)).collect();
            let mut finished = shared();
            finished.left_out.extend(memory.take_left_out().map(|why| (number, why)));
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
    finished.left_out.sort();
    if let (None, Some((_, first)), false) = (&finished.stopped, finished.left_out.first(), finished.is_found)
    {
        let more = match finished.left_out.len() - 1 {
            0 => String::new(),
            1 => ", and one more group".to_owned(),
            more => format!(", and {more} more groups"),
        };
        finished.stopped = Some(Why::Wrong(format!("left out: {first}{more}")));
    }
    Done { rows: finished.rows, stopped: finished.stopped }
}

fn row(
    question: &GroupsQuestion,
    (group, rest): &Waiting,
    memory: &mut Memory,
    limits: &Limits,
) -> Result<(Option<GroupRow>, usize), Why> {
    let columns = question.asked();
    let (name, id) = group.label();
    let least = if columns.may_be_unlisted() { LARGEST_LISTED } else { LARGEST_LISTED_FOR_ALL };
    let mut by_theorems = None;
    if let Some(ground) = group.large_group(LARGEST_LISTED, limits).map_err(Why::Limit)? {
        let row = columns.row_of_large(&ground, limits).map_err(Why::Limit)?;
        let is_open = row.nimbers.contains(&None)
            || columns.may_be_unlisted() && row.properties.iter().any(String::is_empty);
        let row = GroupRow { name: name.clone(), id, ..row };
        let order = ground.group().order();
        if !is_open && *order > BigUint::from(least) || *order > BigUint::from(MAX_ORDER) {
            return Ok((Some(row), *rest));
        }
        by_theorems = Some(row);
    }
    let listed = match group.group(limits) {
        Ok(listed) => listed,
        // A family may have names of no group, or of one too large.
        Err(Unmade::Wrong(why)) if name.is_some() => {
            memory.left_out(why);
            return Ok((None, *rest));
        }
        Err(why) => return Err(why.into()),
    };
    match (columns.row(&listed, memory, limits), by_theorems) {
        (Ok(mut row), known) => {
            let known = known.map(|known| known.properties).unwrap_or_default();
            for (cell, known) in row.properties.iter_mut().zip(known) {
                if cell.is_empty() {
                    *cell = known;
                }
            }
            Ok((Some(GroupRow { name, id, ..row }), *rest))
        }
        // Too much for one group is no reason to leave out the others.
        (Err(StopReason::Cap { .. }), Some(row)) => Ok((Some(row), *rest)),
        (Err(reason), _) => Err(Why::Limit(reason)),
    }
}

/// Rows in order, and batches that came before their turn.
struct Finished<'a> {
    rows: Vec<GroupRow>,
    waiting: BTreeMap<usize, Vec<(Option<GroupRow>, usize)>>,
    /// Which groups have no row, and why, with the numbers of their batches.
    left_out: Vec<(usize, String)>,
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
    fn add(&mut self, batch: usize, rows: Vec<(Option<GroupRow>, usize)>) -> bool {
        if self.is_found {
            return false;
        }
        self.waiting.insert(batch, rows);
        let start = self.whole;
        while let Some(rows) = self.waiting.remove(&self.next) {
            self.next += 1;
            for (row, rest) in rows {
                if let Some(row) = row {
                    self.is_found = (self.is_enough)(&row);
                    self.rows.push(row);
                }
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
