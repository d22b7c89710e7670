//! Where an atlas is kept: one trait, one schema, SQLite or PostgreSQL.
//!
//! Read [`schema`](mod@schema) (the tables), [`sql`] (what is said to any database), [`sqlite`] and [`postgresql`] (the two).

mod day5;
mod postgresql;
mod schema;
mod sql;
mod sqlite;
#[cfg(test)]
mod tests;

pub use day5::StoredReason;
pub use schema::{SCHEMA_VERSION, schema};
pub(crate) use sql::Cell;

use impartial::question::Refused;

use crate::day5::{Findings, Games, Reason};
use crate::query::Query;
use crate::row::{Done, Row};
use crate::unit::Unit;

/// What planning a family added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Planned {
    /// Its units.
    pub units: u64,
    /// Those that the store did not have, in this family or another.
    pub new: u64,
}

/// How many units of a family have a status; without one, they are not done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Count {
    /// The family.
    pub family: String,
    /// The question.
    pub question: String,
    /// The status, if the unit is done.
    pub status: Option<String>,
    /// How many.
    pub count: u64,
}

/// A store of units and rows.
///
/// A worker takes a unit, works, and gives back its row. What it took is free again when the worker is gone, however it
/// ended; a row is written whole with its proof, once.
pub trait Store: Send {
    /// Adds the units of a family. What is there stays.
    ///
    /// # Errors
    /// When the database refuses.
    fn plan(&mut self, family: &str, units: &mut dyn Iterator<Item = Unit>) -> Result<Planned, Refused>;

    /// Another worker's access to the same store: units that one took are not given to the other.
    ///
    /// # Errors
    /// When the database refuses.
    fn another(&self) -> Result<Box<dyn Store>, Refused>;

    /// Whether workers of other processes share the units: then none to be taken does not mean that all are done.
    fn is_shared(&self) -> bool;

    /// Takes a unit that is not done and that no other worker has; `None` when there is none.
    ///
    /// # Errors
    /// When the database refuses.
    fn take(&mut self) -> Result<Option<Unit>, Refused>;

    /// Gives back the unit taken: with its row, which is then written, or without. Whether a row was new.
    ///
    /// # Errors
    /// When the database refuses.
    fn finish(&mut self, done: Option<&Done>) -> Result<bool, Refused>;

    /// Writes a row that was found elsewhere; whether it was new.
    ///
    /// # Errors
    /// When the database refuses, or no such unit is planned.
    fn put(&mut self, done: &Done) -> Result<bool, Refused>;

    /// How far the families are.
    ///
    /// # Errors
    /// When the database refuses.
    fn counts(&mut self) -> Result<Vec<Count>, Refused>;

    /// The units that are done and those that are not.
    ///
    /// # Errors
    /// When the database refuses.
    fn progress(&mut self) -> Result<(u64, u64), Refused>;

    /// Gives the rows of a query to `each`, in its order.
    ///
    /// # Errors
    /// When the database refuses, and what `each` refuses.
    fn rows(
        &mut self,
        query: &Query,
        each: &mut dyn FnMut(Row) -> Result<(), Refused>,
    ) -> Result<(), Refused>;

    /// The parts of day 5 that are done.
    ///
    /// # Errors
    /// When the database refuses, or they were done with other bounds.
    fn day5_parts(&mut self, bounds: &str) -> Result<Vec<u64>, Refused>;

    /// Writes a part of day 5; whether it was new.
    ///
    /// # Errors
    /// When the database refuses.
    fn put_day5(&mut self, findings: &Findings, bounds: &str) -> Result<bool, Refused>;

    /// Gives the reasons of day 5 to `each`: finite quotients from the smallest, the others from that of most games. Their certificates are
    /// the hashes of proofs.
    ///
    /// # Errors
    /// When the database refuses, and what `each` refuses.
    fn day5_reasons(
        &mut self,
        each: &mut dyn FnMut(StoredReason) -> Result<(), Refused>,
    ) -> Result<(), Refused>;

    /// Gives the games of day 5 to `each`, in the order of the table with their reasons; or one, by its options.
    ///
    /// # Errors
    /// When the database refuses, and what `each` refuses.
    fn day5_games(
        &mut self,
        options: Option<Games>,
        each: &mut dyn FnMut(u64, Games, Reason) -> Result<(), Refused>,
    ) -> Result<(), Refused>;

    /// The proof with a hash.
    ///
    /// # Errors
    /// When the database refuses, or the proof is not the one with this hash.
    fn certificate(&mut self, hash: &str) -> Result<Option<String>, Refused>;
}

/// Opens a store: `postgres://…` is a PostgreSQL database, anything else a file of SQLite. Older schemas are brought up to date.
///
/// # Errors
/// When there is none and it should not be made, it is no atlas, or one of a later version.
pub fn open(name: &str, create: bool) -> Result<Box<dyn Store>, Refused> {
    if name.starts_with("postgres://") || name.starts_with("postgresql://") {
        return Ok(Box::new(postgresql::open(name, create)?));
    }
    Ok(Box::new(sqlite::open(name, create)?))
}
