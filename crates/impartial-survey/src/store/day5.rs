//! The games born by day 5 in a store: for each its options and a reason, and the reasons with their proofs.

use impartial::question::Refused;

use super::sql::{Cell, Database, Kind, compressed, numbers, within};
use crate::day5::{Findings, Games, Reason, ReasonKind};
use crate::hash::hash_of;

/// How many games are written in one statement.
const BATCH: usize = 1000;

/// A reason in a store, and how many games have it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredReason {
    /// The reason; its certificate is the hash of the proof.
    pub reason: Reason,
    /// How many games have it.
    pub games: u64,
}

/// The tables.
pub(super) fn tables(counter: &str) -> String {
    format!(
        "CREATE TABLE day5_part (number INTEGER PRIMARY KEY, bounds TEXT NOT NULL);\n\
         CREATE TABLE day5_reason (number {counter}, hash TEXT NOT NULL UNIQUE, kind TEXT NOT NULL, quotient_order BIGINT,\n  \
         p_portion BIGINT, place BIGINT NOT NULL, options BIGINT NOT NULL, text TEXT NOT NULL,\n  \
         certificate TEXT REFERENCES certificate (hash));\n\
         CREATE TABLE day5_game (options INTEGER PRIMARY KEY, place INTEGER NOT NULL, reason INTEGER NOT NULL);\n"
    )
}

/// The parts that are done; refused when they were done with other bounds.
pub fn parts<D: Database>(database: &mut D, bounds: &str) -> Result<Vec<u64>, Refused> {
    let (mut done, mut other) = (Vec::new(), None);
    let sql = "SELECT CAST(number AS BIGINT), bounds FROM day5_part ORDER BY number";
    database.ask(sql, &[], &[Kind::Number, Kind::Text], &mut |cells| {
        if let [Cell::Number(Some(number)), Cell::Text(Some(known))] = cells.as_slice() {
            done.push(*number as u64);
            if known != bounds {
                other = Some(known.clone());
            }
        }
        Ok(())
    })?;
    match other {
        None => Ok(done),
        Some(other) => Err(Refused::new(format!("day 5 was begun in this store with {other}, not {bounds}"))
            .help("give the same bounds, or name another store")),
    }
}

/// Writes a part in one transaction; whether it was new.
pub fn put<D: Database>(database: &mut D, findings: &Findings, bounds: &str) -> Result<bool, Refused> {
    within(database, D::BEGIN, |database| {
        let part = [Cell::number(findings.part)?, Cell::text(bounds)];
        let sql = "INSERT INTO day5_part VALUES (CAST($1 AS BIGINT), $2) ON CONFLICT DO NOTHING";
        if database.execute(sql, &part)? == 0 {
            return Ok(false);
        }
        let places = findings
            .reasons
            .iter()
            .map(|reason| put_reason(database, reason))
            .collect::<Result<Vec<_>, _>>()?;
        for games in findings.games.chunks(BATCH) {
            let values: Vec<String> = (games.iter())
                .map(|(place, options, reason)| format!("({options},{place},{})", places[*reason]))
                .collect();
            database.batch(&format!(
                "INSERT INTO day5_game VALUES {} ON CONFLICT DO NOTHING",
                values.join(",")
            ))?;
        }
        Ok(true)
    })
}

/// The number of a reason. Parts are written in any order: of several descriptions the one with a proof stays, then the one of the first game.
fn put_reason<D: Database>(database: &mut D, reason: &Reason) -> Result<u64, Refused> {
    let certificate = match &reason.certificate {
        None => Cell::Text(None),
        Some(proof) => {
            let hash = Cell::Text(Some(hash_of(proof.as_bytes())));
            let cells = [hash.clone(), Cell::Bytes(compressed(proof)?)];
            database.execute("INSERT INTO certificate VALUES ($1, $2) ON CONFLICT DO NOTHING", &cells)?;
            hash
        }
    };
    let size = |number: Option<u64>| number.map_or(Ok(Cell::Number(None)), Cell::number);
    let cells = [
        Cell::text(&reason.hash),
        Cell::text(reason.kind.key()),
        size(reason.size.map(|(order, _)| order))?,
        size(reason.size.map(|(_, p)| p))?,
        Cell::number(reason.first.0)?,
        Cell::number(reason.first.1.into())?,
        Cell::text(&reason.text),
        certificate,
    ];
    let sql = "INSERT INTO day5_reason (hash, kind, quotient_order, p_portion, place, options, text, certificate) \
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (hash) DO UPDATE SET place = excluded.place, \
               options = excluded.options, text = excluded.text, certificate = excluded.certificate \
               WHERE (day5_reason.certificate IS NULL AND excluded.certificate IS NOT NULL) \
               OR ((day5_reason.certificate IS NULL) = (excluded.certificate IS NULL) AND excluded.place < day5_reason.place)";
    database.execute(sql, &cells)?;
    let sql = "SELECT CAST(number AS BIGINT) FROM day5_reason WHERE hash = $1";
    Ok(numbers(database, sql, &cells[..1], 1)?[0])
}

const REASON: &str =
    "r.hash, r.kind, r.quotient_order, r.p_portion, r.place, r.options, r.text, r.certificate";
const REASON_KINDS: [Kind; 8] =
    [Kind::Text, Kind::Text, Kind::Number, Kind::Number, Kind::Number, Kind::Number, Kind::Text, Kind::Text];

fn reason(cells: &[Cell]) -> Result<Reason, Refused> {
    let unknown = || Refused::new("the store holds a reason of day 5 that this program does not know");
    let [
        Cell::Text(Some(hash)),
        Cell::Text(Some(kind)),
        Cell::Number(order),
        Cell::Number(p),
        Cell::Number(Some(place)),
        Cell::Number(Some(options)),
        Cell::Text(Some(text)),
        Cell::Text(certificate),
    ] = cells
    else {
        return Err(unknown());
    };
    Ok(Reason {
        hash: hash.clone(),
        kind: ReasonKind::named(kind).ok_or_else(unknown)?,
        size: order.zip(*p).map(|(order, p)| (order as u64, p as u64)),
        first: (*place as u64, *options as Games),
        text: text.clone(),
        certificate: certificate.clone(),
    })
}

/// All reasons with the numbers of their games: finite quotients from the smallest, the others from that of most games.
pub fn reasons<D: Database>(
    database: &mut D,
    each: &mut dyn FnMut(StoredReason) -> Result<(), Refused>,
) -> Result<(), Refused> {
    let sql = format!(
        "SELECT {REASON}, g.games FROM day5_reason r JOIN (SELECT reason, COUNT(*) AS games FROM day5_game GROUP BY reason) g \
         ON g.reason = r.number ORDER BY r.kind, r.quotient_order, r.p_portion, g.games DESC, r.place, r.hash"
    );
    let kinds = [&REASON_KINDS[..], &[Kind::Number]].concat();
    database.ask(&sql, &[], &kinds, &mut |cells| {
        let games = match cells.last() {
            Some(Cell::Number(Some(games))) => *games as u64,
            _ => 0,
        };
        each(StoredReason { reason: reason(&cells[..8])?, games })
    })
}

/// The games in the order of the table, with their reasons; of one only if its options are given.
pub fn games<D: Database>(
    database: &mut D,
    options: Option<Games>,
    each: &mut dyn FnMut(u64, Games, Reason) -> Result<(), Refused>,
) -> Result<(), Refused> {
    let one = options.map_or_else(String::new, |options| format!(" WHERE g.options = {options}"));
    let sql = format!(
        "SELECT {REASON}, CAST(g.place AS BIGINT), CAST(g.options AS BIGINT) FROM day5_game g \
         JOIN day5_reason r ON r.number = g.reason{one} ORDER BY g.place"
    );
    let kinds = [&REASON_KINDS[..], &[Kind::Number, Kind::Number]].concat();
    database.ask(&sql, &[], &kinds, &mut |cells| match &cells[8..] {
        [Cell::Number(Some(place)), Cell::Number(Some(options))] => {
            each(*place as u64, *options as Games, reason(&cells[..8])?)
        }
        _ => Ok(()),
    })
}
