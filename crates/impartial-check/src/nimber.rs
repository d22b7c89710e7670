//! Kind `nimber`: the Sprague-Grundy value of a sum of nim-heaps and heaps of taking-and-breaking games.
//!
//! Claim: the sum of the listed components has the nimber `nimber`, so it is a P-position of normal play exactly when that
//! is 0. Numbers have any size; those from 2^64 on are written in quotes.
//!
//! Checked: every table in `tables` is a certificate of kind `grundy-values`, `heap-period` or `heap-arithmetic-period` and passes the check of its
//! kind; every heap in `components` has a value in its table; the exclusive or of all values is `nimber`.
//!
//! Why that is a proof: the theorem of Sprague and Grundy, that the nimber of a sum is the nim-sum of the nimbers.

use serde_json::Value;

use crate::fields::{field, list, number};
use crate::heap::{self, Table};
use crate::natural::Natural;
use crate::{Refusal, Verified};

/// Checks a nimber.
pub fn check(certificate: &Value) -> Result<Verified, Refusal> {
    let claimed = Natural::read(field(certificate, "nimber")?)?;
    let tables: Vec<Table> =
        list(certificate, "tables")?.iter().map(heap::verify).collect::<Result<_, _>>()?;
    let mut total = Natural::from(0);
    let mut names = Vec::new();
    for component in list(certificate, "components")? {
        let count = Natural::read(field(component, "count")?)?;
        let (value, name) = if let Some(size) = component.get("nim") {
            let size = Natural::read(size)?;
            let name = format!("*{size}");
            (size, name)
        } else {
            let size = Natural::read(field(component, "heap")?)?;
            let table = usize::try_from(number(component, "table")?).ok().and_then(|at| tables.get(at));
            let table = table.ok_or_else(|| Refusal::Malformed("a component names no table".into()))?;
            let value = table.value_of(&size).ok_or_else(|| {
                Refusal::Refuted(format!("the table of {} does not reach heap {size}", table.game))
            })?;
            (value, format!("{}[{size}]", table.game))
        };
        if count.is_odd() {
            total = total.nim_sum(&value);
        }
        names.push(if count == 1.into() { name } else { format!("{count} times {name}") });
    }
    if total != claimed {
        return Err(Refusal::Refuted(format!("the nim-sum of the values is {total}, not {claimed}")));
    }
    let outcome = if claimed == 0.into() { "P" } else { "N" };
    let sum = if names.is_empty() { "0".to_owned() } else { names.join(" + ") };
    let statement = format!("{sum} has nimber {claimed}, and is {outcome} in normal play");
    Ok(Verified { kind: "nimber".into(), statement })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_sum_of_heaps_is_checked_and_every_change_is_noticed() {
        let table = json!({"kind": "grundy-values", "game": "0.77", "mask": 0, "by_position": false,
            "values": [0, 1, 2, 3, 1, 4, 3, 2, 1, 4]});
        let certificate = json!({"kind": "nimber", "nimber": 2, "tables": [table],
            "components": [{"heap": 5, "table": 0, "count": 1}, {"heap": 9, "table": 0, "count": 1},
                {"nim": 2, "count": 3}]});
        let verified = check(&certificate).unwrap();
        assert_eq!(
            verified.statement,
            "0.77[5] + 0.77[9] + 3 times *2 has nimber 2, and is N in normal play"
        );
        let law = json!({"kind": "heap-period", "game": "0.3", "mask": 0, "by_position": false, "period": 2, "first_heap": 0,
            "values": [0, 1]});
        let heap = |size: &str| {
            json!({"kind": "nimber", "nimber": 1, "tables": [law],
            "components": [{"heap": size, "table": 0, "count": 1}]})
        };
        assert!(check(&heap("1000000000000000000000000000001")).is_ok());
        assert!(check(&heap("1000000000000000000000000000000")).is_err());
        let mut large = certificate.clone();
        large["components"][2]["count"] = json!("36893488147419103233");
        assert!(check(&large).unwrap().statement.contains("36893488147419103233 times *2"));
        for (pointer, value) in [
            ("/nimber", json!(0)),
            ("/components/0/heap", json!(6)),
            ("/components/0/heap", json!(10)),
            ("/components/0/table", json!(1)),
            ("/components/2/count", json!(2)),
            ("/components/2/count", json!("36893488147419103232")),
            ("/components/2/count", json!("3.0")),
            ("/components/2/count", json!(3.0)),
            ("/components/2/count", json!(-3)),
            ("/components/2/count", json!("")),
            ("/components/2/nim", json!(-1)),
            ("/tables/0/values/9", json!(5)),
            ("/tables/0/game", json!("0.7")),
            ("/tables/0/kind", json!("strategy")),
            ("/components", json!(null)),
        ] {
            let mut changed = certificate.clone();
            *changed.pointer_mut(pointer).unwrap() = value;
            assert!(check(&changed).is_err(), "{pointer}");
        }
    }
}
