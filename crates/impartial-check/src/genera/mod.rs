//! Genera of the heaps of a taking-and-breaking game: certificates of kind `genera`.
//!
//! **Claim.** The heaps 0, 1, …, N - 1 of the game have the genera listed; and, with a period, the genus of heap n + period is
//! that of heap n for all n ≥ first_heap, both numbers least, and N is first_heap + period.
//!
//! **Fields.** `game`, a code. `genera`, the genera as texts. `period`, null or `{"period": p, "first_heap": n0}`. `values`, a certificate
//! of the nim-values (kinds `grundy-values`, `heap-period`, `heap-arithmetic-period`), which are the bases. `quotient`, null or a
//! certificate of kind `misere-quotient` of nim-heaps and the game.
//!
//! **Checked.** The values and the quotient, as certificates of their kinds. With a quotient, the genera are read off it
//! ([`read_off`]): they depend on the nim-value and the value in the quotient alone, so they repeat, with the least common multiple
//! of the periods of these. Without one, the heaps are tame ([`tame`]) or every sum is played out
//! ([`played`]), which proves no period. A tame period is proved as that of nim-values is ([`crate::heap`]): that proof only asks that sums
//! have the values that their heaps make, and a heap that of its options.

mod genus;
mod played;
mod read_off;
mod tame;

use std::collections::HashMap;

use serde_json::Value;

use self::genus::Genus;
use self::read_off::Reading;
use self::tame::{Tame, heaps as tame_heaps};
use crate::arithmetic::lcm;
use crate::code::Code;
use crate::fields::{field, list, number, text};
use crate::heap::{self, Table};
use crate::{Refusal, Verified};

/// The most work, some minutes of it: an option that is looked at counts 1, one that is written out more.
const MOST_WORK: u64 = 20_000_000_000;

/// The longest stretch of heaps that is compared.
const LONGEST: u64 = 1 << 26;

/// Checks a certificate.
pub fn check(certificate: &Value) -> Result<Verified, Refusal> {
    let code = Code::parse(text(certificate, "game")?)?;
    let values = heap::verify(field(certificate, "values")?)?;
    if values.game != code.text() {
        return Err(refuted(format!("the values are not those of {}", code.text())));
    }
    let claimed = list(certificate, "genera")?;
    let period = match certificate.get("period") {
        None | Some(Value::Null) => None,
        Some(period) => Some((number(period, "period")?, number(period, "first_heap")?)),
    };
    if let Some((period, first)) = period
        && (period == 0 || first.checked_add(period) != Some(claimed.len() as u64))
    {
        return Err(Refusal::Malformed(
            "the genera must be those of the heaps below first_heap + period".into(),
        ));
    }
    let found = match (certificate.get("quotient"), period) {
        (None | Some(Value::Null), None) => computed(&code, claimed.len() as u64)?,
        (None | Some(Value::Null), Some(period)) => tame_for_ever(&code, period)?,
        (Some(quotient), period) => {
            read(&Reading::new(quotient, code.text())?, &values, claimed.len() as u64, period)?
        }
    };
    for (heap, (claimed, found)) in claimed.iter().zip(&found).enumerate() {
        if claimed.as_str() != Some(found.to_string().as_str()) {
            return Err(refuted(format!("the genus of heap {heap} is {found}, not {claimed}")));
        }
        if read_off::base(&values, heap as u64)? != found.base() {
            return Err(refuted(format!("heap {heap} has not the nim-value of its genus")));
        }
    }
    let mut statement =
        format!("the heaps of {} below {} have the genera listed", code.text(), claimed.len());
    if let Some((period, first)) = period {
        is_least(&found, period, first)?;
        statement += &format!(", and the genera have period {period} from heap {first} on");
    }
    Ok(Verified { kind: "genera".into(), statement })
}

/// The genera of the heaps below `count`, from the rules alone.
fn computed(code: &Code, count: u64) -> Result<Vec<Genus>, Refusal> {
    let mut work = 0;
    let tame = tame_heaps(code, count, &mut work)?;
    if tame.len() as u64 == count {
        return Ok(tame.into_iter().map(tame::genus).collect());
    }
    played::heaps(code, count, &mut work)
}

/// The genera of the heaps below the end of the first period of a tame game, with the proof that they repeat.
fn tame_for_ever(code: &Code, (period, first): (u64, u64)) -> Result<Vec<Genus>, Refusal> {
    let heaps = tame_with_period(code, period, first)?;
    Ok(heaps.into_iter().take((first + period) as usize).map(tame::genus).collect())
}

/// The heaps of a tame game that prove its period.
pub(crate) fn tame_with_period(code: &Code, period: u64, first: u64) -> Result<Vec<Tame>, Refusal> {
    let theorem = code.hypothesis();
    let theorem = theorem.ok_or_else(|| refuted("the periodicity theorem does not cover these rules"))?;
    let bound = theorem.heaps_that_prove(first, period).filter(|bound| *bound <= LONGEST);
    let bound = bound.ok_or_else(|| Refusal::Malformed("the period is absurdly long".into()))?;
    let heaps = tame_heaps(code, bound, &mut 0)?;
    if (heaps.len() as u64) < bound {
        return Err(refuted(format!("heap {} is not tame, and there is no quotient", heaps.len())));
    }
    match (first..bound - period).find(|n| heaps[*n as usize] != heaps[(n + period) as usize]) {
        Some(n) => Err(refuted(format!("heaps {n} and {} have different genera", n + period))),
        None => Ok(heaps),
    }
}

/// The genera of the heaps below `count`, read off a quotient; with a period, they are shown to repeat.
fn read(
    reading: &Reading,
    values: &Table,
    count: u64,
    period: Option<(u64, u64)>,
) -> Result<Vec<Genus>, Refusal> {
    // For each nim-value and value in the quotient one genus.
    let (mut known, mut work) = (HashMap::new(), 0);
    let mut genus = |heap: u64| -> Result<Genus, Refusal> {
        let value = reading.value(heap);
        let value = value.ok_or_else(|| refuted(format!("the quotient does not reach heap {heap}")))?;
        let key = (value, read_off::base(values, heap)?);
        if let Some(genus) = known.get(&key) {
            return Ok(Genus::clone(genus));
        }
        let genus = reading.genus(key.0, key.1, &mut work)?;
        known.insert(key, genus.clone());
        Ok(genus)
    };
    if let Some((period, first)) = period {
        let wanted = || refuted("a period of genera needs those of the nim-values and of the quotient");
        let (p, p_first) = values.period().ok_or_else(wanted)?;
        let (q, q_first) = reading.period().ok_or_else(wanted)?;
        let end = lcm(p, q).saturating_add(first.max(p_first).max(q_first));
        if end > LONGEST {
            return Err(Refusal::Malformed("the period is absurdly long".into()));
        }
        for n in first..end {
            if genus(n)? != genus(n + period)? {
                return Err(refuted(format!("heaps {n} and {} have different genera", n + period)));
            }
        }
    }
    (0..count).map(genus).collect()
}

/// Whether first heap and period are least, where they are right and the genera to the end of the first period are given.
fn is_least(genera: &[Genus], period: u64, first: u64) -> Result<(), Refusal> {
    let (period, first) = (period as usize, first as usize);
    if first > 0 && genera[first - 1] == genera[first + period - 1] {
        return Err(refuted(format!("heap {first} is not the least from which the genera repeat")));
    }
    let block = &genera[first..];
    let shorter = (1..period).filter(|divisor| period.is_multiple_of(*divisor));
    match shorter.into_iter().find(|divisor| (*divisor..period).all(|at| block[at] == block[at - divisor])) {
        Some(divisor) => Err(refuted(format!("{period} is not the least period, {divisor} is one"))),
        None => Ok(()),
    }
}

/// Counts work that was done.
fn spend(work: &mut u64, more: u64) -> Result<(), Refusal> {
    *work += more;
    if *work > MOST_WORK {
        return Err(refuted("it is too large to check: more options than this checker looks at"));
    }
    Ok(())
}

fn refuted(what: impl Into<String>) -> Refusal {
    Refusal::Refuted(what.into())
}
