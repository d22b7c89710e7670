//! A store in a database that speaks SQL: everything but how the database is reached and how units are handed out.

use std::io::{Read as _, Write as _};

use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;
use impartial::question::Refused;
use serde_json::{Map, Value};

use super::schema::{Dialect, SCHEMA_VERSION, migration};
use super::{Count, Planned};
use crate::hash::hash_of;
use crate::query::Query;
use crate::row::{COLUMNS, ColumnKind, Done, Row};
use crate::unit::Unit;

/// The value of a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cell {
    /// A number, if there is one.
    Number(Option<i64>),
    /// A text, if there is one.
    Text(Option<String>),
    /// Bytes.
    Bytes(Vec<u8>),
}

impl Cell {
    /// A text.
    pub fn text(text: &str) -> Self {
        Cell::Text(Some(text.to_owned()))
    }

    /// A number.
    pub fn number(number: u64) -> Result<Self, Refused> {
        let number =
            i64::try_from(number).map_err(|_| Refused::new(format!("{number} is too large for a store")))?;
        Ok(Cell::Number(Some(number)))
    }
}

/// The type of a column that is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A number.
    Number,
    /// A text.
    Text,
    /// Bytes.
    Bytes,
}

/// Hears the rows of an answer.
pub type Each<'a> = dyn FnMut(Vec<Cell>) -> Result<(), Refused> + 'a;

/// A database.
pub trait Database {
    /// How it calls its types.
    const DIALECT: Dialect;
    /// Begins a transaction that writes.
    const BEGIN: &'static str;
    /// Begins the transaction that makes or changes the tables: one process at a time.
    const BEGIN_TABLES: &'static str;
    /// Counts the tables: all of them, and those of an atlas.
    const TABLES: &'static str;

    /// Runs statements.
    fn batch(&mut self, sql: &str) -> Result<(), Refused>;
    /// Runs a statement; how many rows it changed.
    fn execute(&mut self, sql: &str, cells: &[Cell]) -> Result<u64, Refused>;
    /// Asks, and gives each row of the answer to `each`.
    fn ask(&mut self, sql: &str, cells: &[Cell], kinds: &[Kind], each: &mut Each<'_>) -> Result<(), Refused>;
}

/// Does something in a transaction: all of it or nothing.
pub fn within<D: Database, T>(
    database: &mut D,
    begin: &str,
    work: impl FnOnce(&mut D) -> Result<T, Refused>,
) -> Result<T, Refused> {
    database.batch(begin)?;
    match work(database) {
        Ok(done) => database.batch("COMMIT").map(|()| done),
        Err(refused) => {
            // The first error tells what went wrong.
            let _ = database.batch("ROLLBACK");
            Err(refused)
        }
    }
}

/// The numbers of the first row of an answer.
pub(super) fn numbers<D: Database>(
    database: &mut D,
    sql: &str,
    cells: &[Cell],
    count: usize,
) -> Result<Vec<u64>, Refused> {
    let mut found = Vec::new();
    database.ask(sql, cells, &vec![Kind::Number; count], &mut |cells| {
        if found.is_empty() {
            found = cells
                .iter()
                .map(|cell| if let Cell::Number(Some(number)) = cell { *number as u64 } else { 0 })
                .collect();
        }
        Ok(())
    })?;
    found.resize(count, 0);
    Ok(found)
}

/// Brings the tables up to date, making them where there are none and `create` says so.
pub fn migrate<D: Database>(database: &mut D, name: &str, create: bool) -> Result<(), Refused> {
    within(database, D::BEGIN_TABLES, |database| {
        let tables = numbers(database, D::TABLES, &[], 2)?;
        let version = match (tables[1], tables[0]) {
            (0, 0) if create => 0,
            (0, 0) => return Err(no_atlas(name)),
            (0, _) => return Err(Refused::new(format!("{name} is a database, and not an atlas"))),
            _ => numbers(database, "SELECT version FROM atlas", &[], 1)?[0],
        };
        if version > SCHEMA_VERSION {
            return Err(Refused::new(format!("{name} is an atlas of version {version}"))
                .help(format!("this program knows versions 1 to {SCHEMA_VERSION}; use a newer one")));
        }
        for next in version + 1..=SCHEMA_VERSION {
            database.batch(&migration(next, D::DIALECT))?;
        }
        if version < SCHEMA_VERSION {
            database.batch(&format!("DELETE FROM atlas; INSERT INTO atlas VALUES ({SCHEMA_VERSION})"))?;
        }
        Ok(())
    })
}

/// There is nothing of this name.
pub fn no_atlas(name: &str) -> Refused {
    Refused::new(format!("there is no atlas {name}"))
        .help("`impartial survey plan FAMILY --store FILE` makes one")
}

/// See [`Store::plan`](super::Store::plan).
pub fn plan<D: Database>(
    database: &mut D,
    family: &str,
    units: &mut dyn Iterator<Item = Unit>,
) -> Result<Planned, Refused> {
    within(database, D::BEGIN, |database| {
        let mut planned = Planned { units: 0, new: 0 };
        for unit in units {
            let hash = Cell::Text(Some(unit.hash()));
            let cells = [
                hash.clone(),
                Cell::text(unit.question.key()),
                Cell::text(&unit.game),
                Cell::Text(Some(unit.bounds_text())),
            ];
            planned.new += database.execute(
                "INSERT INTO unit (hash, question, game, bounds) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING",
                &cells,
            )?;
            let member = [Cell::text(family), Cell::number(planned.units)?, hash];
            database.execute(
                "INSERT INTO member (family, place, unit) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
                &member,
            )?;
            planned.units += 1;
        }
        Ok(planned)
    })
}

/// Units that are not done, from a number on: with the number of each.
pub fn undone<D: Database>(database: &mut D, after: i64, rest: &str) -> Result<Vec<(i64, Unit)>, Refused> {
    let sql = format!(
        "SELECT number, question, game, bounds FROM unit WHERE done = 0 AND number > $1 ORDER BY number {rest}"
    );
    let mut units = Vec::new();
    database.ask(
        &sql,
        &[Cell::Number(Some(after))],
        &[Kind::Number, Kind::Text, Kind::Text, Kind::Text],
        &mut |cells| {
            let unit = match cells.as_slice() {
                [
                    Cell::Number(Some(number)),
                    Cell::Text(Some(question)),
                    Cell::Text(Some(game)),
                    Cell::Text(Some(bounds)),
                ] => Unit::from_texts(question, game, bounds).map(|unit| (*number, unit)),
                _ => None,
            };
            units.push(
                unit.ok_or_else(|| Refused::new("the store holds a unit that this program does not know"))?,
            );
            Ok(())
        },
    )?;
    Ok(units)
}

/// Writes a row and its proof within a transaction; whether it was new. A unit that is not planned is refused.
pub fn write<D: Database>(database: &mut D, done: &Done) -> Result<bool, Refused> {
    let hash = [Cell::text(&done.row.unit)];
    if database.execute("UPDATE unit SET done = 1 WHERE hash = $1 AND done = 0", &hash)? == 0 {
        let planned = numbers(database, "SELECT COUNT(*) FROM unit WHERE hash = $1", &hash, 1)?[0];
        if planned == 0 {
            let Row { game, question, .. } = &done.row;
            return Err(Refused::new(format!("the unit '{question} {game}' is not planned in this store"))
                .help("plan the same family with the same bounds first"));
        }
        return Ok(false);
    }
    if let (Some(hash), Some(proof)) = (&done.row.certificate, &done.certificate) {
        let cells = [Cell::text(hash), Cell::Bytes(compressed(proof)?)];
        database.execute("INSERT INTO certificate VALUES ($1, $2) ON CONFLICT DO NOTHING", &cells)?;
    }
    let places: Vec<String> = (1..=COLUMNS.len()).map(|at| format!("${at}")).collect();
    database.execute(&format!("INSERT INTO entry VALUES ({})", places.join(", ")), &cells(&done.row)?)?;
    Ok(true)
}

pub(super) fn compressed(proof: &str) -> Result<Vec<u8>, Refused> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
    encoder
        .write_all(proof.as_bytes())
        .and_then(|()| encoder.finish())
        .map_err(|error| Refused::new(format!("cannot compress a certificate: {error}")))
}

/// The largest proof that is read back: a forged one could unpack to anything.
const LARGEST_PROOF: u64 = 1 << 30;

/// See [`Store::certificate`](super::Store::certificate).
pub fn certificate<D: Database>(database: &mut D, hash: &str) -> Result<Option<String>, Refused> {
    let mut bytes = None;
    database.ask(
        "SELECT bytes FROM certificate WHERE hash = $1",
        &[Cell::text(hash)],
        &[Kind::Bytes],
        &mut |cells| {
            bytes = cells.into_iter().next();
            Ok(())
        },
    )?;
    let Some(Cell::Bytes(bytes)) = bytes else { return Ok(None) };
    let mut proof = String::new();
    let read = ZlibDecoder::new(bytes.as_slice()).take(LARGEST_PROOF).read_to_string(&mut proof);
    if read.is_err() || hash_of(proof.as_bytes()) != hash {
        return Err(Refused::new(format!("the certificate {hash} is damaged")));
    }
    Ok(Some(proof))
}

/// See [`Store::counts`](super::Store::counts).
pub fn counts<D: Database>(database: &mut D) -> Result<Vec<Count>, Refused> {
    let sql = "SELECT m.family, u.question, e.status, COUNT(*) FROM member m JOIN unit u ON u.hash = m.unit \
               LEFT JOIN entry e ON e.unit = m.unit GROUP BY 1, 2, 3 ORDER BY 1, 2, 3";
    let mut counts = Vec::new();
    database.ask(sql, &[], &[Kind::Text, Kind::Text, Kind::Text, Kind::Number], &mut |cells| {
        if let [
            Cell::Text(Some(family)),
            Cell::Text(Some(question)),
            Cell::Text(status),
            Cell::Number(Some(count)),
        ] = cells.as_slice()
        {
            counts.push(Count {
                family: family.clone(),
                question: question.clone(),
                status: status.clone(),
                count: *count as u64,
            });
        }
        Ok(())
    })?;
    counts.sort_by(|a, b| (&a.family, &a.question, &a.status).cmp(&(&b.family, &b.question, &b.status)));
    Ok(counts)
}

/// See [`Store::progress`](super::Store::progress).
pub fn progress<D: Database>(database: &mut D) -> Result<(u64, u64), Refused> {
    let sql = "SELECT COUNT(*), COALESCE(CAST(SUM(done) AS BIGINT), 0) FROM unit";
    let found = numbers(database, sql, &[], 2)?;
    Ok((found[1], found[0] - found[1]))
}

/// See [`Store::rows`](super::Store::rows).
pub fn rows<D: Database>(
    database: &mut D,
    query: &Query,
    each: &mut dyn FnMut(Row) -> Result<(), Refused>,
) -> Result<(), Refused> {
    let (sql, cells) = query.sql()?;
    let kinds = COLUMNS.map(|column| match column.kind {
        ColumnKind::Text | ColumnKind::Json => Kind::Text,
        ColumnKind::Number | ColumnKind::Flag => Kind::Number,
    });
    database.ask(&sql, &cells, &kinds, &mut |cells| each(row(&cells)?))
}

/// The cells of a row.
fn cells(row: &Row) -> Result<Vec<Cell>, Refused> {
    let fields = row.to_json();
    COLUMNS
        .iter()
        .map(|column| {
            let value = &fields[column.name];
            Ok(match column.kind {
                ColumnKind::Text => Cell::Text(value.as_str().map(str::to_owned)),
                ColumnKind::Json => Cell::Text(Some(value.to_string())),
                ColumnKind::Flag => Cell::Number(value.as_bool().map(i64::from)),
                ColumnKind::Number => match value.as_u64() {
                    Some(number) => Cell::number(number)?,
                    None => Cell::Number(None),
                },
            })
        })
        .collect()
}

/// The row of some cells.
fn row(cells: &[Cell]) -> Result<Row, Refused> {
    let mut fields = Map::new();
    for (column, cell) in COLUMNS.iter().zip(cells) {
        let value = match (column.kind, cell) {
            (ColumnKind::Flag, Cell::Number(Some(flag))) => Value::Bool(*flag != 0),
            (_, Cell::Number(Some(number))) => Value::from(*number),
            (ColumnKind::Json, Cell::Text(Some(text))) => serde_json::from_str(text).unwrap_or(Value::Null),
            (_, Cell::Text(Some(text))) => Value::from(text.as_str()),
            _ => Value::Null,
        };
        fields.insert(column.name.to_owned(), value);
    }
    Row::from_json(fields)
        .ok_or_else(|| Refused::new("the store holds a row that this program does not know"))
}
