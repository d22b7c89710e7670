//! The atlas: whole families of games examined once, every row with its claim and its proof, in a store that many can query.
//!
//! The library answers questions and opens no file; here are the families ([`Family`]), the units of work ([`Unit`]) and what
//! is found of each ([`Row`]), the stores ([`Store`]: SQLite or PostgreSQL, one schema), the workers ([`run`](mod@run)), shards for
//! machines that share nothing ([`shard`](mod@shard)), and what can be asked of a store ([`Query`]).
//!
//! A unit is a question, a game and bounds that count work. Its hash names it, no clock decides on its row, and so running it
//! twice is harmless: the bytes are the same.

pub mod day5;
mod export;
mod family;
mod hash;
pub mod pages;
mod query;
mod row;
pub mod run;
pub mod shard;
mod slurm;
mod store;
mod unit;

pub use export::{Form, write_rows};
pub use family::Family;
pub use hash::{hash_of, is_hash};
pub use query::{Hypothesis, Query, Range};
pub use row::{COLUMNS, Column, ColumnKind, Done, Row, Status};
pub use slurm::SlurmArray;
pub use store::{Count, Planned, SCHEMA_VERSION, Store, StoredReason, open, schema};
pub use unit::{Bounds, Unit, UnitQuestion};
