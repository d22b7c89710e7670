//! The tables of an atlas, the same in both databases.

use std::fmt::Write as _;

use crate::row::{COLUMNS, ColumnKind};

/// The version of the schema that this program writes.
pub const SCHEMA_VERSION: u64 = 3;

/// How a database calls a number that counts up by itself, and bytes.
#[derive(Clone, Copy, Debug)]
pub struct Dialect {
    /// The type of the key of units.
    pub counter: &'static str,
    /// The type of compressed proofs.
    pub bytes: &'static str,
}

/// The types of SQLite.
pub const SQLITE: Dialect = Dialect { counter: "INTEGER PRIMARY KEY", bytes: "BLOB" };
/// The types of PostgreSQL.
pub const POSTGRESQL: Dialect = Dialect { counter: "BIGSERIAL PRIMARY KEY", bytes: "BYTEA" };

/// The statements that lead from version `version - 1` to `version`.
pub fn migration(version: u64, dialect: Dialect) -> String {
    match version {
        1 => tables(dialect),
        // Queries by order and status, and the next unit to be done, without reading whole tables.
        2 => "CREATE INDEX entry_order ON entry (quotient_order);\n\
              CREATE INDEX entry_status ON entry (question, status);\n\
              CREATE INDEX unit_undone ON unit (number) WHERE done = 0;\n\
              CREATE INDEX member_unit ON member (unit);\n"
            .to_owned(),
        _ => super::day5::tables(dialect.counter),
    }
}

fn tables(Dialect { counter, bytes }: Dialect) -> String {
    let mut text = format!(
        "CREATE TABLE atlas (version BIGINT NOT NULL);\n\
         CREATE TABLE unit (number {counter}, hash TEXT NOT NULL UNIQUE, question TEXT NOT NULL, game TEXT NOT NULL,\n  \
         bounds TEXT NOT NULL, done BIGINT NOT NULL DEFAULT 0);\n\
         CREATE TABLE member (family TEXT NOT NULL, place BIGINT NOT NULL, unit TEXT NOT NULL REFERENCES unit (hash),\n  \
         PRIMARY KEY (family, unit));\n\
         CREATE TABLE certificate (hash TEXT PRIMARY KEY, bytes {bytes} NOT NULL);\n\
         CREATE TABLE entry ("
    );
    for (at, column) in COLUMNS.iter().enumerate() {
        let kind = match column.kind {
            ColumnKind::Text | ColumnKind::Json => "TEXT",
            ColumnKind::Number | ColumnKind::Flag => "BIGINT",
        };
        let note = match column.name {
            "unit" => " PRIMARY KEY REFERENCES unit (hash)",
            "certificate" => " REFERENCES certificate (hash)",
            _ => "",
        };
        let comma = if at == 0 { "" } else { ",\n  " };
        // Writing into a text does not fail.
        let _ = write!(text, "{comma}{} {kind}{note}", column.name);
    }
    text + ");\n"
}

/// All statements that make the tables in SQLite, for those who want to read them.
pub fn schema() -> String {
    (1..=SCHEMA_VERSION).map(|version| migration(version, SQLITE)).collect()
}
