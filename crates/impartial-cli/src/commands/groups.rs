//! `impartial groups 2..127 --games dng,gen`: the nimbers of every group of the orders given, as CSV.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use clap::{Args, ValueEnum};
use impartial::algebra::{AbelianValues, GroupGame, SubgroupGame};
use impartial::claim::Claim;
use impartial::generate::survey::{GroupNimbers, GroupSurvey};
use impartial::group::{
    MAX_SMALL_ORDER, MAXIMAL_SUBGROUPS_CITED, SmallGroup, SmallGroups, number_of_small_groups,
};
use impartial::limits::{Limits, StopReason};
use serde_json::{Map, Value, json};

use crate::answer::{Answer, write_file};
use crate::context::{Context, Format};
use crate::failure::Failure;
use crate::served;

/// The nimbers of games on every group of the orders given, one row a group.
#[derive(Args)]
pub struct Groups {
    /// The orders: 2..127, 64, or a list 8,16,100..120
    orders: String,
    /// The games, one column each
    #[arg(long, value_enum, value_delimiter = ',', default_value = "dng,gen")]
    games: Vec<Column>,
    /// Also whether the simplified structure digraph of each game has a directed cycle (Ernst and Sieben, Question 10.1)
    #[arg(long)]
    cycles: bool,
    /// Keep finished orders in this file, and go on after the last one in it
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
    /// How many groups are worked on at a time; all cores by default
    #[arg(long, value_name = "N")]
    jobs: Option<usize>,
}

/// A game played on a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Column {
    /// The avoidance game
    Dng,
    /// The achievement game
    Gen,
    /// The game of groups: quotients by normal closures
    Group,
    /// The game of subgroups
    Subgroups,
}

impl Column {
    fn name(self) -> &'static str {
        match self {
            Column::Dng => "dng",
            Column::Gen => "gen",
            Column::Group => "group",
            Column::Subgroups => "subgroups",
        }
    }

    /// Whether the game is one of structure classes.
    fn has_classes(self) -> bool {
        matches!(self, Column::Dng | Column::Gen)
    }

    /// What the values of this column rest on.
    fn reason(self) -> String {
        match self {
            Column::Dng | Column::Gen => format!(
                "structure classes of every group (Ernst and Sieben, Prop. 3.15); of one that is not solvable, {MAXIMAL_SUBGROUPS_CITED}"
            ),
            Column::Group => {
                "normal subgroups and their joins, abelian quotients by their types (Brandenburg, Section 4)"
                    .into()
            }
            Column::Subgroups => {
                "subgroups up to conjugation, abelian quotients by their types (Brandenburg, Section 4.3)"
                    .into()
            }
        }
    }
}

/// What the games on a group are worth, as far as they are asked for.
#[derive(Default)]
struct Values {
    structure: Option<GroupNimbers>,
    group: Option<u32>,
    subgroups: Option<u32>,
}

impl Values {
    fn nimber(&self, game: Column) -> Option<u32> {
        match game {
            Column::Dng => self.structure.and_then(|nimbers| nimbers.avoid),
            Column::Gen => self.structure.map(|nimbers| nimbers.achieve),
            Column::Group => self.group,
            Column::Subgroups => self.subgroups,
        }
    }

    fn has_cycle(&self, game: Column) -> bool {
        self.structure.is_some_and(|nimbers| nimbers.has_cycle[game as usize])
    }
}

/// What a worker remembers from group to group.
#[derive(Default)]
struct Memory {
    structure: GroupSurvey,
    abelian: AbelianValues,
}

/// How many groups a worker takes at a time.
const BATCH: usize = 32;

impl Groups {
    /// Works through the orders.
    pub fn run(self, context: &Context) -> Result<Answer, Failure> {
        context.expect_format("groups", &[Format::Text, Format::Csv, Format::Json])?;
        let orders = read_orders(&self.orders)?;
        let mut rows = match &self.resume {
            Some(path) => self.stored(path, &orders)?,
            None => Vec::new(),
        };
        let last = rows.last().map_or(0, |row| row.order);
        let rest: Vec<usize> = orders.iter().copied().filter(|order| *order > last).collect();
        let file = self.open(&rows)?;
        let stopped = self.work(&rest, &mut rows, file, &context.limits)?;
        let mut fields = Map::new();
        fields.insert("orders".into(), json!(self.orders));
        fields.insert("groups".into(), json!(rows.len()));
        if context.format == Format::Json {
            fields.insert("rows".into(), rows.iter().map(|row| self.object(row)).collect());
        }
        let mut text = self.header();
        rows.iter().for_each(|row| text.push_str(&row.line));
        let claim = match context.format {
            // The default form is CSV, and nothing else.
            Format::Text => Claim::nothing(),
            _ => {
                let mut reasons: Vec<String> = self.games.iter().map(|game| game.reason()).collect();
                reasons.dedup();
                Claim::Proved(reasons.join("; "))
            }
        };
        let stopped = stopped.map(|reason| {
            let last =
                rows.last().map_or_else(|| "no order".into(), |row| format!("orders to {}", row.order));
            format!("{reason}; {last} finished")
        });
        Ok(Answer { stopped, ..Answer::new(text, fields, claim) })
    }

    fn header(&self) -> String {
        let mut header = String::from("order,id");
        for game in &self.games {
            let _ = write!(header, ",{}", game.name());
        }
        for game in self.cycle_columns() {
            let _ = write!(header, ",{}_cycle", game.name());
        }
        header.push('\n');
        header
    }

    /// The games whose simplified digraphs are searched for cycles.
    fn cycle_columns(&self) -> impl Iterator<Item = Column> + '_ {
        self.games.iter().copied().filter(|game| self.cycles && game.has_classes())
    }

    /// The games on one group.
    fn values(&self, group: &SmallGroup, memory: &mut Memory, limits: &Limits) -> Result<Values, StopReason> {
        let group = group.group();
        let mut values = Values::default();
        if self.games.iter().any(|game| game.has_classes()) {
            values.structure = Some(memory.structure.nimbers(&group, limits)?);
        }
        if self.games.contains(&Column::Group) {
            let value = GroupGame::new(&group).value(&mut memory.abelian, limits)?;
            values.group = Some(value.nimber);
        }
        if self.games.contains(&Column::Subgroups) {
            let value = SubgroupGame::new(&group).value(&mut memory.abelian, limits)?;
            values.subgroups = Some(value.nimber);
        }
        Ok(values)
    }

    fn row(&self, group: &SmallGroup, values: &Values) -> Row {
        let (order, id) = (group.order(), group.number());
        let mut line = format!("{order},{id}");
        for game in &self.games {
            let _ = match values.nimber(*game) {
                Some(nimber) => write!(line, ",{nimber}"),
                None => write!(line, ","),
            };
        }
        for game in self.cycle_columns() {
            let _ = write!(line, ",{}", if values.has_cycle(game) { "yes" } else { "no" });
        }
        line.push('\n');
        Row { order, line }
    }

    /// A row as JSON: the fields of its line by name.
    fn object(&self, row: &Row) -> Value {
        let header = self.header();
        let cells = header.trim_end().split(',').zip(row.line.trim_end().split(','));
        let cells = cells.map(|(name, cell)| {
            let value = match cell {
                "" => Value::Null,
                "yes" => json!(true),
                "no" => json!(false),
                number => number.parse::<u64>().map_or(Value::Null, |number| json!(number)),
            };
            (name.to_owned(), value)
        });
        Value::Object(cells.collect())
    }

    /// The rows of whole orders that an earlier run has kept.
    fn stored(&self, path: &Path, orders: &[usize]) -> Result<Vec<Row>, Failure> {
        if !path.exists() {
            return Ok(Vec::new());
        }
        let shown = path.display();
        let text = served::read_to_string(path)
            .map_err(|error| Failure::new(format!("cannot read {shown}: {error}")))?;
        let other = |line: usize, what: &str| {
            Failure::new(format!("{shown}, line {line}: {what}"))
                .help("the file does not belong to this question; name another one, or ask the same question")
        };
        let mut lines = text.split_inclusive('\n').enumerate();
        match lines.next() {
            Some((_, header)) if header == self.header() => {}
            _ => return Err(other(1, "another header")),
        }
        let mut expected = orders.iter().flat_map(|order| (1..=count(*order)).map(move |id| (*order, id)));
        let mut rows = Vec::new();
        for (at, line) in lines {
            // A line cut off by a crash ends what can be used.
            let Some(whole) = line.strip_suffix('\n') else { break };
            let Some((order, id)) = expected.next() else {
                return Err(other(at + 1, "more groups than are asked for"));
            };
            let cells = whole.strip_prefix(&format!("{order},{id},"));
            if !cells.is_some_and(|cells| self.are_cells(order, cells)) {
                return Err(other(at + 1, &format!("expected the values of group {id} of order {order}")));
            }
            rows.push(Row { order, line: line.to_owned() });
        }
        while let Some(last) = rows.last()
            && rows.iter().rev().take_while(|row| row.order == last.order).count() < count(last.order)
        {
            rows.pop();
        }
        Ok(rows)
    }

    /// Whether the rest of a line can be the values for a group.
    fn are_cells(&self, order: usize, text: &str) -> bool {
        let cells: Vec<&str> = text.split(',').collect();
        let (nimbers, cycles) = cells.split_at(self.games.len().min(cells.len()));
        let is_nimber = |(game, cell): (&Column, &&str)| match cell.as_bytes() {
            [] => order == 1 && *game == Column::Dng,
            // A game of quotients or subgroups is at most as long as a chain of them, below 2^9.
            [digit] => (b'0'..=if game.has_classes() { b'4' } else { b'8' }).contains(digit),
            _ => false,
        };
        nimbers.len() == self.games.len()
            && self.games.iter().zip(nimbers).all(is_nimber)
            && cycles.len() == self.cycle_columns().count()
            && cycles.iter().all(|cell| matches!(*cell, "yes" | "no"))
    }

    /// The file that finished orders are appended to, made anew from what was kept.
    fn open(&self, rows: &[Row]) -> Result<Option<std::fs::File>, Failure> {
        let Some(path) = &self.resume else { return Ok(None) };
        write_file(path, |out| {
            out.write_all(self.header().as_bytes())?;
            rows.iter().try_for_each(|row| out.write_all(row.line.as_bytes()))
        })?;
        let file = std::fs::OpenOptions::new().append(true).open(path);
        file.map(Some).map_err(|error| Failure::new(format!("cannot write {}: {error}", path.display())))
    }

    /// Computes the orders on all cores; rows come out in order, by whole orders, whoever computed them.
    fn work(
        &self,
        orders: &[usize],
        rows: &mut Vec<Row>,
        file: Option<std::fs::File>,
        limits: &Limits,
    ) -> Result<Option<StopReason>, Failure> {
        let jobs =
            self.jobs.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, Into::into)).max(1);
        let queue = Mutex::new(Queue::new(orders));
        let before = rows.len();
        let finished = Mutex::new(Finished {
            rows: std::mem::take(rows),
            waiting: BTreeMap::new(),
            next: 0,
            kept: before,
            file,
            trouble: None,
        });
        let stopped: Mutex<Option<StopReason>> = Mutex::new(None);
        std::thread::scope(|scope| {
            for _ in 0..jobs {
                scope.spawn(|| {
                    let mut memory = Memory::default();
                    let unlimited = Limits::with_handle(limits.handle().clone());
                    loop {
                        let batch = queue.lock().ok().and_then(|mut queue| queue.take());
                        let Some((number, batch)) = batch else { break };
                        let mut done = Vec::with_capacity(batch.len());
                        for group in &batch {
                            match self.values(group, &mut memory, &unlimited) {
                                Ok(values) => done.push(self.row(group, &values)),
                                Err(reason) => {
                                    if let Ok(mut stopped) = stopped.lock() {
                                        stopped.get_or_insert(reason);
                                    }
                                    return;
                                }
                            }
                        }
                        let Ok(mut finished) = finished.lock() else { return };
                        finished.add(number, done);
                        limits.report(finished.rows.len() as u64);
                        if limits.poll().is_err() || finished.trouble.is_some() {
                            if let Ok(mut stopped) = stopped.lock() {
                                *stopped = stopped.or(limits.poll().err());
                            }
                            return;
                        }
                    }
                });
            }
        });
        let failed = |_| Failure::new("a worker failed");
        let finished = finished.into_inner().map_err(|_| failed(()))?;
        if let Some(error) = finished.trouble {
            return Err(Failure::new(format!("cannot write the file of finished orders: {error}")));
        }
        *rows = finished.rows;
        // Only whole orders are an answer.
        rows.truncate(finished.kept);
        stopped.into_inner().map_err(|_| failed(()))
    }
}

struct Row {
    order: usize,
    line: String,
}

fn count(order: usize) -> usize {
    number_of_small_groups(order).unwrap_or(0)
}

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
struct Finished {
    rows: Vec<Row>,
    waiting: BTreeMap<usize, Vec<Row>>,
    next: usize,
    /// How many rows belong to whole orders, and are in the file if there is one.
    kept: usize,
    file: Option<std::fs::File>,
    trouble: Option<std::io::Error>,
}

impl Finished {
    fn add(&mut self, batch: usize, rows: Vec<Row>) {
        self.waiting.insert(batch, rows);
        while let Some(rows) = self.waiting.remove(&self.next) {
            self.rows.extend(rows);
            self.next += 1;
        }
        self.keep();
    }

    /// Writes the orders that are whole by now.
    fn keep(&mut self) {
        let start = self.kept;
        while let Some(row) = self.rows.get(self.kept) {
            let end = self.kept + count(row.order);
            if end > self.rows.len() {
                break;
            }
            self.kept = end;
        }
        if let Some(file) = &mut self.file
            && start < self.kept
        {
            let text: String = self.rows[start..self.kept].iter().map(|row| row.line.as_str()).collect();
            if let Err(error) = file.write_all(text.as_bytes()) {
                self.trouble = Some(error);
            }
        }
    }
}

/// Reads `2..127`, `64`, or a list of such.
fn read_orders(text: &str) -> Result<Vec<usize>, Failure> {
    let mut orders = Vec::new();
    let mut at = 0;
    for part in text.split(',') {
        let span = at..at + part.len();
        at += part.len() + 1;
        let wrong = |message: String| Failure::new(message).at(text, span.clone());
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_are_read() {
        assert_eq!(read_orders("2..5,9, 3").unwrap(), [2, 3, 4, 5, 9]);
        assert_eq!(read_orders("64").unwrap(), [64]);
        for wrong in ["", "x", "5..2", "0..3", "2..512", "1000000000", "2..", "2...5.."] {
            assert!(read_orders(wrong).is_err(), "{wrong}");
        }
    }
}
