//! The nimbers of games on every group of some orders, one row a group.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Mutex, PoisonError};

use serde::ser::{Serialize, SerializeMap, Serializer};

use super::{Answer, Asking, Claim, Question, Refused, Stopped};
use crate::algebra::{AbelianValues, GroupGame, SubgroupGame};
use crate::generate::survey::{GroupNimbers, GroupSurvey};
use crate::group::{
    MAX_SMALL_ORDER, MAXIMAL_SUBGROUPS_CITED, SmallGroup, SmallGroups, number_of_small_groups,
};
use crate::limits::{Limits, StopReason};

/// The nimbers of games on every group of the orders given.
///
/// ```
/// use impartial::question::{Asking, GroupColumn, GroupsQuestion, Question};
/// let games = vec![GroupColumn::Dng, GroupColumn::Gen];
/// let answer = GroupsQuestion { orders: "8".into(), games, cycles: false, jobs: 1 }.ask(&Asking::new())?;
/// let rows: Vec<String> = answer.value.rows.iter().map(ToString::to_string).collect();
/// assert_eq!(rows, ["8,1,0,1", "8,2,0,0", "8,3,0,0", "8,4,0,0", "8,5,0,0"]);
/// # Ok::<(), impartial::question::Refused>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupsQuestion {
    /// The orders: `2..127`, `64`, or a list `8,16,100..120`.
    pub orders: String,
    /// The games, one column each.
    pub games: Vec<GroupColumn>,
    /// Also whether the simplified structure digraph of each game has a directed cycle [ES, Question 10(1)].
    pub cycles: bool,
    /// How many groups are worked on at a time. The rows do not depend on it.
    pub jobs: usize,
}

/// A game played on a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GroupColumn {
    /// The avoidance game.
    Dng,
    /// The achievement game.
    Gen,
    /// The game of groups: quotients by normal closures.
    Group,
    /// The game of subgroups.
    Subgroups,
}

/// The rows found, by whole orders.
#[derive(Clone, Debug)]
pub struct GroupsValue {
    /// The orders asked for.
    pub orders: String,
    /// How many groups were looked at.
    pub groups: usize,
    /// What their games are worth.
    pub rows: Vec<GroupRow>,
    /// The names of the columns, order and number first.
    pub columns: Vec<String>,
}

/// The values of the games on one group. `Display` prints a line of CSV.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupRow {
    /// The order of the group.
    pub order: usize,
    /// Its number in the list of groups of this order.
    pub id: usize,
    /// The nimber of each game; none for DNG on the trivial group, on which it cannot be played.
    pub nimbers: Vec<Option<u32>>,
    /// Whether the simplified digraphs have cycles, if that was asked.
    pub cycles: Vec<bool>,
}

impl GroupColumn {
    /// The name of the column.
    pub fn name(self) -> &'static str {
        match self {
            GroupColumn::Dng => "dng",
            GroupColumn::Gen => "gen",
            GroupColumn::Group => "group",
            GroupColumn::Subgroups => "subgroups",
        }
    }

    /// Whether the game is one of structure classes.
    fn has_classes(self) -> bool {
        matches!(self, GroupColumn::Dng | GroupColumn::Gen)
    }

    /// What the values of this column rest on.
    fn claim(self) -> Claim {
        Claim::Proved(match self {
            GroupColumn::Dng | GroupColumn::Gen => format!(
                "structure classes of every group (Ernst and Sieben, Prop. 3.15); of one that is not solvable, {MAXIMAL_SUBGROUPS_CITED}"
            ),
            GroupColumn::Group => {
                "normal subgroups and their joins, abelian quotients by their types (Brandenburg, Section 4)"
                    .into()
            }
            GroupColumn::Subgroups => {
                "subgroups up to conjugation, abelian quotients by their types (Brandenburg, Section 4.3)"
                    .into()
            }
        })
    }
}

impl fmt::Display for GroupRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.order, self.id)?;
        for nimber in &self.nimbers {
            match nimber {
                Some(nimber) => write!(f, ",{nimber}")?,
                None => write!(f, ",")?,
            }
        }
        self.cycles.iter().try_for_each(|cycle| write!(f, ",{}", if *cycle { "yes" } else { "no" }))
    }
}

impl Serialize for GroupsValue {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let rows: Vec<Named<'_>> =
            self.rows.iter().map(|row| Named { columns: &self.columns, row }).collect();
        let mut map = serializer.serialize_map(Some(3))?;
        map.serialize_entry("orders", &self.orders)?;
        map.serialize_entry("groups", &self.groups)?;
        map.serialize_entry("rows", &rows)?;
        map.end()
    }
}

/// A row with the names of its columns.
struct Named<'a> {
    columns: &'a [String],
    row: &'a GroupRow,
}

impl Serialize for Named<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.columns.len()))?;
        map.serialize_entry("order", &self.row.order)?;
        map.serialize_entry("id", &self.row.id)?;
        let names = &mut self.columns.iter().skip(2);
        for (name, nimber) in names.zip(&self.row.nimbers) {
            map.serialize_entry(name, nimber)?;
        }
        let names = self.columns.iter().skip(2 + self.row.nimbers.len());
        for (name, cycle) in names.zip(&self.row.cycles) {
            map.serialize_entry(name, cycle)?;
        }
        map.end()
    }
}

impl Question for GroupsQuestion {
    type Value = GroupsValue;

    fn ask(&self, asking: &Asking<'_>) -> Result<Answer<GroupsValue>, Refused> {
        self.ask_from(Vec::new(), &mut |_| true, asking)
    }
}

impl GroupsQuestion {
    /// Goes on after the rows of whole orders that an earlier answer has kept. `finished` gets the rows of further orders
    /// as these become whole; the work ends when it returns false.
    ///
    /// # Errors
    /// When the orders are not understood.
    pub fn ask_from(
        &self,
        kept: Vec<GroupRow>,
        finished: &mut (dyn FnMut(&[GroupRow]) -> bool + Send),
        asking: &Asking<'_>,
    ) -> Result<Answer<GroupsValue>, Refused> {
        let last = kept.last().map_or(0, |row| row.order);
        let rest: Vec<usize> = self.orders()?.into_iter().filter(|order| *order > last).collect();
        let (rows, stopped) = self.work(&rest, kept, finished, &asking.limits);
        let is_empty = rows.is_empty();
        let last = rows.last().map_or_else(|| "no order".into(), |row| format!("orders to {}", row.order));
        let value =
            GroupsValue { orders: self.orders.clone(), groups: rows.len(), rows, columns: self.columns() };
        let stopped = stopped.map(|reason| Stopped::because(format!("{reason}; {last} finished")));
        let mut answer = Answer { value, claims: Vec::new(), certificate: None, stopped };
        if is_empty {
            return Ok(answer);
        }
        for game in &self.games {
            answer = answer.with(game.name(), game.claim());
        }
        if let Some(game) = self.cycle_columns().next() {
            answer = answer.with("cycles", game.claim());
        }
        Ok(asking.trusting(
            answer,
            "a list of groups has none; the game on a single group has one (`impartial nimber 'gen(S4)'`)",
        ))
    }

    /// The names of the columns, order and number first.
    pub fn columns(&self) -> Vec<String> {
        let mut names = vec!["order".to_owned(), "id".to_owned()];
        names.extend(self.games.iter().map(|game| game.name().to_owned()));
        names.extend(self.cycle_columns().map(|game| format!("{}_cycle", game.name())));
        names
    }

    /// The games whose simplified digraphs are searched for cycles.
    fn cycle_columns(&self) -> impl Iterator<Item = GroupColumn> + '_ {
        self.games.iter().copied().filter(|game| self.cycles && game.has_classes())
    }

    /// The orders, ascending.
    ///
    /// # Errors
    /// When the text is no list of orders, or groups of these are not listed here.
    pub fn orders(&self) -> Result<Vec<usize>, Refused> {
        let text = &self.orders;
        let mut orders = Vec::new();
        let mut at = 0;
        for part in text.split(',') {
            let span = at..at + part.len();
            at += part.len() + 1;
            let wrong = |message: String| Refused::new(message).at(text, span.clone());
            let (from, to) = part.split_once("..").unwrap_or((part, part));
            let number = |text: &str| text.trim().trim_start_matches('=').parse::<usize>().ok();
            let (Some(from), Some(to)) = (number(from), number(to)) else {
                return Err(wrong("expected an order or a range of orders, for example 2..127".into()));
            };
            if from > to {
                return Err(wrong(format!("a range goes up, and {from} is more than {to}")));
            }
            if from == 0 || to > MAX_SMALL_ORDER {
                return Err(wrong(format!("the groups that ship with the program have orders 1 to {MAX_SMALL_ORDER}"))
                    .help("a single group of larger order can be asked about by name, for example impartial nimber 'gen(S8)'"));
            }
            orders.extend(from..=to);
        }
        orders.sort_unstable();
        orders.dedup();
        Ok(orders)
    }

    /// The rows of whole orders in the CSV text of an earlier answer to this question; what comes after the last whole
    /// order, and a line without its end, is left out.
    ///
    /// # Errors
    /// When the text does not belong to this question: the line, and what was expected.
    pub fn read_rows(&self, text: &str) -> Result<Vec<GroupRow>, Refused> {
        let orders = self.orders()?;
        let other = |line: usize, what: &str| {
            Refused::new(format!("line {line}: {what}"))
                .help("the file does not belong to this question; name another one, or ask the same question")
        };
        let mut lines = text.split_inclusive('\n').enumerate();
        match lines.next() {
            Some((_, header)) if header.strip_suffix('\n') == Some(&self.columns().join(",")) => {}
            _ => return Err(other(1, "another header")),
        }
        let mut expected = orders.iter().flat_map(|order| (1..=count(*order)).map(move |id| (*order, id)));
        let mut rows: Vec<GroupRow> = Vec::new();
        for (at, line) in lines {
            // A line cut off by a crash ends what can be used.
            let Some(whole) = line.strip_suffix('\n') else { break };
            let Some((order, id)) = expected.next() else {
                return Err(other(at + 1, "more groups than are asked for"));
            };
            let cells = whole.strip_prefix(&format!("{order},{id},"));
            let Some(row) = cells.and_then(|cells| self.read_row(order, id, cells)) else {
                return Err(other(at + 1, &format!("expected the values of group {id} of order {order}")));
            };
            rows.push(row);
        }
        while let Some(last) = rows.last()
            && rows.iter().rev().take_while(|row| row.order == last.order).count() < count(last.order)
        {
            rows.pop();
        }
        Ok(rows)
    }

    /// The values for a group, if the rest of its line can be that.
    fn read_row(&self, order: usize, id: usize, text: &str) -> Option<GroupRow> {
        let mut cells = text.split(',');
        let nimber = |game: GroupColumn, cell: &str| match cell.as_bytes() {
            [] => (order == 1 && game == GroupColumn::Dng).then_some(None),
            // A game of quotients or subgroups is at most as long as a chain of them, below 2^9.
            [digit] if (b'0'..=if game.has_classes() { b'4' } else { b'8' }).contains(digit) => {
                Some(Some(u32::from(digit - b'0')))
            }
            _ => None,
        };
        let cycle = |cell: &str| match cell {
            "yes" => Some(true),
            "no" => Some(false),
            _ => None,
        };
        let nimbers: Option<Vec<_>> = self.games.iter().map(|game| nimber(*game, cells.next()?)).collect();
        let cycles: Option<Vec<_>> = self.cycle_columns().map(|_| cycle(cells.next()?)).collect();
        let row = GroupRow { order, id, nimbers: nimbers?, cycles: cycles? };
        cells.next().is_none().then_some(row)
    }

    /// The games on one group.
    fn row(&self, group: &SmallGroup, memory: &mut Memory, limits: &Limits) -> Result<GroupRow, StopReason> {
        let (order, id) = (group.order(), group.number());
        let group = group.group();
        let mut structure: Option<GroupNimbers> = None;
        if self.games.iter().any(|game| game.has_classes()) {
            structure = Some(memory.structure.nimbers(&group, limits)?);
        }
        let mut nimbers = Vec::with_capacity(self.games.len());
        for game in &self.games {
            let abelian = &mut memory.abelian;
            nimbers.push(match game {
                GroupColumn::Dng => structure.and_then(|nimbers| nimbers.avoid),
                GroupColumn::Gen => structure.map(|nimbers| nimbers.achieve),
                GroupColumn::Group => Some(GroupGame::new(&group).value(abelian, limits)?.nimber),
                GroupColumn::Subgroups => Some(SubgroupGame::new(&group).value(abelian, limits)?.nimber),
            });
        }
        let has_cycle = |game: GroupColumn| structure.is_some_and(|found| found.has_cycle[game as usize]);
        let cycles = self.cycle_columns().map(has_cycle).collect();
        Ok(GroupRow { order, id, nimbers, cycles })
    }

    /// Computes the orders by several workers; rows come out in order, by whole orders, whoever computed them.
    fn work(
        &self,
        orders: &[usize],
        rows: Vec<GroupRow>,
        observer: &mut (dyn FnMut(&[GroupRow]) -> bool + Send),
        limits: &Limits,
    ) -> (Vec<GroupRow>, Option<StopReason>) {
        let queue = Mutex::new(Queue::new(orders));
        let kept = rows.len();
        let finished = Finished { rows, waiting: BTreeMap::new(), next: 0, kept, stopped: None, observer };
        let finished = Mutex::new(finished);
        // A worker that panicked has left rows that are whole.
        let shared = || finished.lock().unwrap_or_else(PoisonError::into_inner);
        let work = || {
            let mut memory = Memory::default();
            let unlimited = Limits::with_handle(limits.handle().clone());
            loop {
                let batch = queue.lock().unwrap_or_else(PoisonError::into_inner).take();
                let Some((number, batch)) = batch else { break };
                let done: Result<Vec<GroupRow>, StopReason> =
                    batch.iter().map(|group| self.row(group, &mut memory, &unlimited)).collect();
                let mut finished = shared();
                let is_welcome = match done {
                    Ok(rows) => finished.add(number, rows),
                    Err(reason) => finished.stop(reason),
                };
                limits.report(finished.rows.len() as u64);
                let goes_on =
                    is_welcome && limits.poll().map_or_else(|reason| finished.stop(reason), |()| true);
                if !goes_on {
                    break;
                }
            }
        };
        if self.jobs <= 1 {
            work();
        } else {
            std::thread::scope(|scope| (0..self.jobs).for_each(|_| drop(scope.spawn(work))));
        }
        let mut finished = finished.into_inner().unwrap_or_else(PoisonError::into_inner);
        // Only whole orders are an answer.
        finished.rows.truncate(finished.kept);
        (finished.rows, finished.stopped)
    }
}

fn count(order: usize) -> usize {
    number_of_small_groups(order).unwrap_or(0)
}

/// What a worker remembers from group to group.
#[derive(Default)]
struct Memory {
    structure: GroupSurvey,
    abelian: AbelianValues,
}

/// How many groups a worker takes at a time.
const BATCH: usize = 32;

/// Groups still to be looked at, in order.
struct Queue<'a> {
    orders: std::slice::Iter<'a, usize>,
    groups: Option<SmallGroups>,
    batches: usize,
}

impl<'a> Queue<'a> {
    fn new(orders: &'a [usize]) -> Self {
        Queue { orders: orders.iter(), groups: None, batches: 0 }
    }

    /// The next groups, with the number of the batch.
    fn take(&mut self) -> Option<(usize, Vec<SmallGroup>)> {
        let mut batch = Vec::with_capacity(BATCH);
        while batch.len() < BATCH {
            match self.groups.as_mut().and_then(Iterator::next) {
                Some(group) => batch.push(group),
                None => match self.orders.next() {
                    Some(order) => self.groups = Some(SmallGroups::of_order(*order)),
                    None => break,
                },
            }
        }
        if batch.is_empty() {
            return None;
        }
        self.batches += 1;
        Some((self.batches - 1, batch))
    }
}

/// Rows in order, and batches that came before their turn.
struct Finished<'a> {
    rows: Vec<GroupRow>,
    waiting: BTreeMap<usize, Vec<GroupRow>>,
    next: usize,
    /// How many rows belong to whole orders, and have been shown to the observer.
    kept: usize,
    stopped: Option<StopReason>,
    observer: &'a mut (dyn FnMut(&[GroupRow]) -> bool + Send),
}

impl Finished<'_> {
    /// Takes a batch, and shows the orders that are whole by now; whether the work goes on.
    fn add(&mut self, batch: usize, rows: Vec<GroupRow>) -> bool {
        self.waiting.insert(batch, rows);
        while let Some(rows) = self.waiting.remove(&self.next) {
            self.rows.extend(rows);
            self.next += 1;
        }
        let start = self.kept;
        while let Some(row) = self.rows.get(self.kept) {
            let end = self.kept + count(row.order);
            if end > self.rows.len() {
                break;
            }
            self.kept = end;
        }
        let is_welcome = start == self.kept || (self.observer)(&self.rows[start..self.kept]);
        is_welcome || self.stop(StopReason::Interrupted)
    }

    /// The first reason counts.
    fn stop(&mut self, reason: StopReason) -> bool {
        self.stopped.get_or_insert(reason);
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn question(orders: &str) -> GroupsQuestion {
        let games = vec![GroupColumn::Group, GroupColumn::Dng];
        GroupsQuestion { orders: orders.into(), games, cycles: true, jobs: 2 }
    }

    #[test]
    fn orders_are_read() {
        assert_eq!(question("2..5,9, 3").orders().unwrap(), [2, 3, 4, 5, 9]);
        assert_eq!(question("64").orders().unwrap(), [64]);
        for wrong in ["", "x", "5..2", "0..3", "2..512", "1000000000", "2..", "2...5.."] {
            assert!(question(wrong).orders().is_err(), "{wrong}");
        }
    }

    /// Rows do not depend on the number of workers, are written and read back, and an answer that goes on after some of
    /// them is the whole answer.
    #[test]
    fn rows_are_kept_and_read_back() {
        let question = question("1..20");
        let whole = question.ask(&Asking::new()).unwrap().value;
        let alone = GroupsQuestion { jobs: 1, ..question.clone() }.ask(&Asking::new()).unwrap().value;
        assert_eq!(whole.rows, alone.rows);
        let mut text = question.columns().join(",") + "\n";
        whole.rows.iter().for_each(|row| text += &format!("{row}\n"));
        assert!(text.starts_with("order,id,group,dng,dng_cycle\n1,1,0,,no\n2,1,1,1,no\n"));
        assert_eq!(question.read_rows(&text).unwrap(), whole.rows);
        for cut in [text.len() - 1, text.len() / 2, 40] {
            let kept = question.read_rows(&text[..cut]).unwrap();
            assert!(kept.len() < whole.rows.len());
            let mut shown = kept.clone();
            let mut observer = |rows: &[GroupRow]| {
                shown.extend_from_slice(rows);
                true
            };
            let rest = question.ask_from(kept, &mut observer, &Asking::new()).unwrap();
            assert_eq!(rest.value.rows, whole.rows);
            assert_eq!(shown, whole.rows);
        }
        for changed in
            [text.replace("id", "number"), text.replacen("2,1,1", "2,1,9", 1), text + "21,1,2,0,no\n"]
        {
            assert!(question.read_rows(&changed).is_err());
        }
    }

    #[test]
    fn nothing_finished_is_nothing_claimed() {
        let asking = Asking::new();
        asking.limits.handle().stop(StopReason::Time);
        let answer = question("16").ask(&asking).unwrap();
        assert!(answer.value.rows.is_empty() && answer.claims.is_empty());
        assert_eq!(answer.stopped.unwrap().to_string(), "the time limit was reached; no order finished");
        // An observer who has enough ends the work.
        let answer = question("1..16").ask_from(Vec::new(), &mut |_| false, &Asking::new()).unwrap();
        assert!(answer.stopped.is_some());
    }
}
