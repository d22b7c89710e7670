//! A part of a family for a machine that shares nothing with the others: rows as lines of JSON (NDJSON), merged later.

use std::collections::HashSet;

use impartial::question::Refused;
use serde_json::{Map, Value};

use crate::family::Family;
use crate::hash::hash_of;
use crate::row::{Done, Row};
use crate::unit::{Bounds, Unit};

/// One of several parts of a family.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    number: usize,
    of: usize,
}

impl Shard {
    /// Reads `7/64`: the seventh of 64.
    ///
    /// ```
    /// use impartial_survey::shard::Shard;
    /// assert!(Shard::read("7/64").is_some() && Shard::read("64/64").is_some());
    /// assert!(Shard::read("0/64").is_none() && Shard::read("65/64").is_none());
    /// ```
    pub fn read(text: &str) -> Option<Self> {
        let (number, of) = text.split_once('/')?;
        let (number, of) = (number.parse().ok()?, of.parse().ok()?);
        (1..=of).contains(&number).then_some(Shard { number, of })
    }

    /// Its units, in order: every `of`-th of the family, so that neighbours, which take alike, go to different shards.
    pub fn units(self, family: &Family, bounds: Bounds) -> impl Iterator<Item = Unit> + '_ {
        family.units(bounds).skip(self.number - 1).step_by(self.of)
    }
}

/// The line of a finished unit, without its end.
pub fn line(done: &Done) -> String {
    let mut fields = Map::new();
    fields.insert("row".into(), Value::Object(done.row.to_json()));
    fields.insert("certificate".into(), done.certificate.clone().into());
    Value::Object(fields).to_string()
}

/// The finished unit of a line: its row belongs to the unit it names, and its proof has the hash in the row.
///
/// # Errors
/// When it is none.
pub fn read_line(line: &str) -> Result<Done, Refused> {
    let no_row = || Refused::new("this is not a row of a survey");
    let mut fields: Map<String, Value> = serde_json::from_str(line).map_err(|_| no_row())?;
    let row = match fields.remove("row") {
        Some(Value::Object(row)) => Row::from_json(row).ok_or_else(no_row)?,
        _ => return Err(no_row()),
    };
    if row.unit().is_none() {
        return Err(Refused::new(format!("the row of {} has the hash of another unit", row.game)));
    }
    let certificate = match fields.remove("certificate") {
        Some(Value::String(proof)) => Some(proof),
        Some(Value::Null) => None,
        _ => return Err(no_row()),
    };
    if certificate.as_ref().map(|proof| hash_of(proof.as_bytes())) != row.certificate {
        return Err(Refused::new(format!(
            "the certificate of {} is not the one that its row names",
            row.game
        )));
    }
    Ok(Done { row, certificate })
}

/// The units that a file of lines holds, and the length of what is whole in it: a last line without its end was cut off when the
/// process was killed.
///
/// # Errors
/// The number of a line that is no row, and why.
pub fn read_known(text: &str) -> Result<(HashSet<String>, usize), Refused> {
    let whole = text.rfind('\n').map_or(0, |end| end + 1);
    let mut known = HashSet::new();
    for (at, line) in text[..whole].lines().enumerate() {
        let done = read_line(line).map_err(|refused| Refused {
            message: format!("line {}: {}", at + 1, refused.message),
            ..refused
        })?;
        known.insert(done.row.unit);
    }
    Ok((known, whole))
}

#[cfg(test)]
mod tests {
    use impartial::question::Asking;

    use super::*;

    #[test]
    fn the_shards_are_the_family() {
        let family = Family::read("octal2", &Asking::new()).unwrap();
        let bounds = Bounds::default();
        let mut parts: Vec<Unit> = (1..=5)
            .flat_map(|number| Shard { number, of: 5 }.units(&family, bounds).collect::<Vec<_>>())
            .collect();
        let mut whole: Vec<Unit> = family.units(bounds).collect();
        parts.sort_by_key(Unit::hash);
        whole.sort_by_key(Unit::hash);
        assert_eq!(parts, whole);
    }

    #[test]
    fn lines_are_read_back_and_forged_ones_refused() {
        let unit = Unit::new(crate::UnitQuestion::Misere, "0.77", Bounds { to: 1, work: 20_000 });
        let done = unit.examine(&Asking::with_certificate()).unwrap();
        let text = line(&done);
        assert_eq!(read_line(&text).unwrap(), done);
        for (good, bad) in [
            ("\"game\":\"0.77\"", "\"game\":\"0.7\""),
            ("misere-quotient", "misere-quotienT"),
            ("\"row\"", "\"rows\""),
            ("\"heap\"", "\"heaps\""),
        ] {
            assert!(text.contains(good), "{good}");
            assert!(read_line(&text.replace(good, bad)).is_err(), "{bad}");
        }
        let (known, whole) = read_known(&format!("{text}\n{}", &text[..20])).unwrap();
        assert_eq!((known.len(), whole), (1, text.len() + 1));
        assert!(read_known("nonsense\n").unwrap_err().message.starts_with("line 1:"));
    }
}
