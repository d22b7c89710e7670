//! A store in a PostgreSQL database, for workers on many machines.
//!
//! A worker takes a unit by locking its row (`FOR UPDATE SKIP LOCKED`) in a transaction that ends when the result is written. A
//! worker that is killed loses its connection, and with it the lock: the unit is free again, and nothing is counted twice.

use impartial::question::Refused;
use postgres::types::ToSql;
use postgres::{Client, NoTls, fallible_iterator::FallibleIterator as _};

use super::schema::{Dialect, POSTGRESQL};
use super::sql::{self, Cell, Database, Each, Kind};
use super::{Count, Planned, Store, StoredReason, day5};
use crate::day5::{Findings, Games, Reason};
use crate::query::Query;
use crate::row::{Done, Row};
use crate::unit::Unit;

/// A PostgreSQL database.
pub struct PostgresStore {
    address: String,
    client: Client,
}

/// Connects to a database.
pub fn open(address: &str, create: bool) -> Result<PostgresStore, Refused> {
    let mut store = connect(address)?;
    sql::migrate(&mut store, "there", create)?;
    Ok(store)
}

fn connect(address: &str) -> Result<PostgresStore, Refused> {
    // The address may hold a password: it is not repeated.
    let client = Client::connect(address, NoTls)
        .map_err(|error| Refused::new(format!("cannot connect to the database: {}", detail(&error))))?;
    Ok(PostgresStore { address: address.to_owned(), client })
}

/// What the server says; the error itself says only that it said something.
fn detail(error: &postgres::Error) -> String {
    error.as_db_error().map_or_else(|| error.to_string(), |error| error.message().to_owned())
}

fn failed(error: postgres::Error) -> Refused {
    Refused::new(format!("the database: {}", detail(&error)))
}

fn parameter(cell: &Cell) -> &(dyn ToSql + Sync) {
    match cell {
        Cell::Number(number) => number,
        Cell::Text(text) => text,
        Cell::Bytes(bytes) => bytes,
    }
}

impl Database for PostgresStore {
    const DIALECT: Dialect = POSTGRESQL;
    const BEGIN: &'static str = "BEGIN";
    // Processes that start together make the tables once; the number is that of this program.
    const BEGIN_TABLES: &'static str = "BEGIN; SELECT pg_advisory_xact_lock(1901190120)";
    const TABLES: &'static str = "SELECT COUNT(*), COUNT(*) FILTER (WHERE table_name = 'atlas') \
                                  FROM information_schema.tables WHERE table_schema = current_schema()";

    fn batch(&mut self, sql: &str) -> Result<(), Refused> {
        self.client.batch_execute(sql).map_err(failed)
    }

    fn execute(&mut self, sql: &str, cells: &[Cell]) -> Result<u64, Refused> {
        let parameters: Vec<_> = cells.iter().map(parameter).collect();
        self.client.execute(sql, &parameters).map_err(failed)
    }

    fn ask(&mut self, sql: &str, cells: &[Cell], kinds: &[Kind], each: &mut Each<'_>) -> Result<(), Refused> {
        let mut rows = self.client.query_raw(sql, cells.iter().map(parameter)).map_err(failed)?;
        while let Some(row) = rows.next().map_err(failed)? {
            let cell = |(at, kind): (usize, &Kind)| {
                Ok(match kind {
                    Kind::Number => Cell::Number(row.try_get(at)?),
                    Kind::Text => Cell::Text(row.try_get(at)?),
                    Kind::Bytes => Cell::Bytes(row.try_get(at)?),
                })
            };
            each(kinds.iter().enumerate().map(cell).collect::<Result<_, _>>().map_err(failed)?)?;
        }
        Ok(())
    }
}

impl Store for PostgresStore {
    fn plan(&mut self, family: &str, units: &mut dyn Iterator<Item = Unit>) -> Result<Planned, Refused> {
        sql::plan(self, family, units)
    }

    fn another(&self) -> Result<Box<dyn Store>, Refused> {
        Ok(Box::new(connect(&self.address)?))
    }

    fn is_shared(&self) -> bool {
        true
    }

    fn take(&mut self) -> Result<Option<Unit>, Refused> {
        self.batch(Self::BEGIN)?;
        let unit = sql::undone(self, 0, "LIMIT 1 FOR UPDATE SKIP LOCKED")?.pop();
        if unit.is_none() {
            self.batch("ROLLBACK")?;
        }
        Ok(unit.map(|(_, unit)| unit))
    }

    fn finish(&mut self, done: Option<&Done>) -> Result<bool, Refused> {
        let Some(done) = done else {
            return self.batch("ROLLBACK").map(|()| false);
        };
        // The transaction was begun when the unit was taken.
        let written = sql::write(self, done);
        self.batch(if written.is_ok() { "COMMIT" } else { "ROLLBACK" })?;
        written
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
