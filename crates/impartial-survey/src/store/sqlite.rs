//! A store in one file, which Python, R, Sage and the `sqlite3` shell open too.
//!
//! Rows are written one transaction each, so that a process that is killed loses the unit under way and no other. Units are handed
//! out in memory: the workers of one process share a queue. Two processes on one file do some work twice, which is harmless.

use std::collections::VecDeque;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use impartial::question::Refused;
use rusqlite::types::{ToSqlOutput, Value, ValueRef};
use rusqlite::{Connection, OpenFlags, ToSql, params_from_iter};

use super::schema::{Dialect, SQLITE};
use super::sql::{self, Cell, Database, Each, Kind};
use super::{Count, Planned, Store, StoredReason, day5};
use crate::day5::{Findings, Games, Reason};
use crate::query::Query;
use crate::row::{Done, Row};
use crate::unit::Unit;

/// How long one writer waits for another.
const PATIENCE: Duration = Duration::from_secs(120);
/// How many units are put into the queue at a time.
const BATCH: usize = 256;

/// The units that are handed out next, and the number of the last one in the queue.
#[derive(Default)]
struct Queue {
    units: VecDeque<Unit>,
    last: i64,
}

/// A file of SQLite.
pub struct SqliteStore {
    name: String,
    connection: Connection,
    queue: Arc<Mutex<Queue>>,
}

/// Opens a file.
pub fn open(name: &str, create: bool) -> Result<SqliteStore, Refused> {
    if !create && !Path::new(name).exists() {
        return Err(sql::no_atlas(name));
    }
    let mut store = connect(name, Arc::default())?;
    sql::migrate(&mut store, name, create)?;
    Ok(store)
}

fn connect(name: &str, queue: Arc<Mutex<Queue>>) -> Result<SqliteStore, Refused> {
    let failed = |error: rusqlite::Error| Refused::new(format!("cannot open {name}: {error}"));
    let flags =
        OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(name, flags).map_err(failed)?;
    connection.busy_timeout(PATIENCE).map_err(failed)?;
    // Readers do not wait for writers; what was committed survives the end of the process.
    connection.pragma_update(None, "journal_mode", "WAL").map_err(failed)?;
    connection.pragma_update(None, "synchronous", "NORMAL").map_err(failed)?;
    Ok(SqliteStore { name: name.to_owned(), connection, queue })
}

impl ToSql for Cell {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(match self {
            Cell::Number(number) => ToSqlOutput::Owned(number.map_or(Value::Null, Value::Integer)),
            Cell::Text(Some(text)) => ToSqlOutput::Borrowed(ValueRef::Text(text.as_bytes())),
            Cell::Text(None) => ToSqlOutput::Owned(Value::Null),
            Cell::Bytes(bytes) => ToSqlOutput::Borrowed(ValueRef::Blob(bytes)),
        })
    }
}

impl Database for SqliteStore {
    const DIALECT: Dialect = SQLITE;
    const BEGIN: &'static str = "BEGIN IMMEDIATE";
    const BEGIN_TABLES: &'static str = "BEGIN IMMEDIATE";
    const TABLES: &'static str =
        "SELECT COUNT(*), COALESCE(SUM(name = 'atlas'), 0) FROM sqlite_master WHERE type = 'table'";

    fn batch(&mut self, sql: &str) -> Result<(), Refused> {
        self.connection.execute_batch(sql).map_err(|error| self.failed(&error))
    }

    fn execute(&mut self, sql: &str, cells: &[Cell]) -> Result<u64, Refused> {
        let mut statement = self.connection.prepare_cached(sql).map_err(|error| self.failed(&error))?;
        let changed = statement.execute(params_from_iter(cells)).map_err(|error| self.failed(&error))?;
        Ok(changed as u64)
    }

    fn ask(&mut self, sql: &str, cells: &[Cell], kinds: &[Kind], each: &mut Each<'_>) -> Result<(), Refused> {
        let failed = |error: rusqlite::Error| self.failed(&error);
        let mut statement = self.connection.prepare_cached(sql).map_err(failed)?;
        let mut rows = statement.query(params_from_iter(cells)).map_err(failed)?;
        while let Some(row) = rows.next().map_err(failed)? {
            let cell = |(at, kind): (usize, &Kind)| {
                Ok(match kind {
                    Kind::Number => Cell::Number(row.get(at)?),
                    Kind::Text => Cell::Text(row.get(at)?),
                    Kind::Bytes => Cell::Bytes(row.get(at)?),
                })
            };
            each(kinds.iter().enumerate().map(cell).collect::<rusqlite::Result<_>>().map_err(failed)?)?;
        }
        Ok(())
    }
}

impl SqliteStore {
    fn failed(&self, error: &rusqlite::Error) -> Refused {
        Refused::new(format!("{}: {error}", self.name))
    }
}

impl Store for SqliteStore {
    fn plan(&mut self, family: &str, units: &mut dyn Iterator<Item = Unit>) -> Result<Planned, Refused> {
        sql::plan(self, family, units)
    }

    fn another(&self) -> Result<Box<dyn Store>, Refused> {
        Ok(Box::new(connect(&self.name, Arc::clone(&self.queue))?))
    }

    fn is_shared(&self) -> bool {
        false
    }

    fn take(&mut self) -> Result<Option<Unit>, Refused> {
        let queue = Arc::clone(&self.queue);
        // A worker that panicked left a queue that is whole: it is changed in single steps.
        let mut queue = queue.lock().unwrap_or_else(PoisonError::into_inner);
        if queue.units.is_empty() {
            for (number, unit) in sql::undone(self, queue.last, &format!("LIMIT {BATCH}"))? {
                queue.last = number;
                queue.units.push_back(unit);
            }
        }
        Ok(queue.units.pop_front())
    }

    fn finish(&mut self, done: Option<&Done>) -> Result<bool, Refused> {
        done.map_or(Ok(false), |done| self.put(done))
    }

    fn put(&mut self, done: &Done) -> Result<bool, Refused> {
        sql::within(self, Self::BEGIN, |store| sql::write(store, done))
    }

    fn counts(&mut self) -> Result<Vec<Count>, Refused> {
        sql::counts(self)
    }

    fn progress(&mut self) -> Result<(u64, u64), Refused> {
        sql::progress(self)
    }

    fn rows(
        &mut self,
        query: &Query,
        each: &mut dyn FnMut(Row) -> Result<(), Refused>,
    ) -> Result<(), Refused> {
        sql::rows(self, query, each)
    }

    fn day5_parts(&mut self, bounds: &str) -> Result<Vec<u64>, Refused> {
        day5::parts(self, bounds)
    }

    fn put_day5(&mut self, findings: &Findings, bounds: &str) -> Result<bool, Refused> {
        day5::put(self, findings, bounds)
    }

    fn day5_reasons(
        &mut self,
        each: &mut dyn FnMut(StoredReason) -> Result<(), Refused>,
    ) -> Result<(), Refused> {
        day5::reasons(self, each)
    }

    fn day5_games(
        &mut self,
        options: Option<Games>,
        each: &mut dyn FnMut(u64, Games, Reason) -> Result<(), Refused>,
    ) -> Result<(), Refused> {
        day5::games(self, options, each)
    }

    fn certificate(&mut self, hash: &str) -> Result<Option<String>, Refused> {
        sql::certificate(self, hash)
    }
}
