//! Kind `sum-moves`: all moves of a sum, with the outcome of each in misère play, or the nimber of each in normal play.
//!
//! **Fields.** `play`; in misère play `quotient` as for `misere-sum`; in normal play `tables`, certificates of the nim-values of some codes,
//! where heap h of code i of k (from 0) is position (h - 1)k + i + 1. `sum`, a list of pairs [position, copies]. `options`, a list of pairs [sum, value]:
//! the value is P or N, or in normal play the nimber.
//!
//! **Claim.** These are all moves of the sum, each once, with their values. (Moves in components that are one position of the quotient are one.)
//!
//! **What is checked.** The quotient or the tables; that the options are those that the rules give, no more and no fewer; and the value of each,
//! by the quotient, or as the nim-sum of the nim-values (theorem of Sprague and Grundy).

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::code::Code;
use crate::fields::{field, list, text};
use crate::heap::{self, Table};
use crate::misere_sum::{Decided, Sum, decided, names, read};
use crate::natural::Natural;
use crate::{Refusal, Verified};

/// The largest position that is moved in.
const LARGEST: u64 = 1 << 20;

/// The most entries of all options together.
const MOST_ENTRIES: usize = 1 << 20;

/// How often each position is in a sum.
type Counted = BTreeMap<Natural, Natural>;

/// What decides sums.
enum Theory {
    Misere(Box<dyn Decided>),
    Normal(Values),
}

/// The nim-values of the heaps of some codes.
struct Values {
    tables: Vec<Table>,
    codes: Vec<Code>,
}

/// Checks a certificate.
pub fn check(certificate: &Value) -> Result<Verified, Refusal> {
    let play = text(certificate, "play")?;
    let theory = match play {
        "misere" => Theory::Misere(decided(field(certificate, "quotient")?)?),
        "normal" => Theory::Normal(Values::read(list(certificate, "tables")?)?),
        _ => return Err(Refusal::Malformed("the field \"play\" must be normal or misere".into())),
    };
    let root = counted(list(certificate, "sum")?)?;
    theory.check_reach(&root)?;
    let options = options(&theory, &root)?;
    let mut seen = BTreeSet::new();
    let mut winning = 0;
    for entry in list(certificate, "options")? {
        let Some([Value::Array(option), value]) = entry.as_array().map(Vec::as_slice) else {
            return Err(Refusal::Malformed("\"options\" must hold pairs [sum, value]".into()));
        };
        let option = counted(option)?;
        let sum: Vec<(Natural, Natural)> = option.clone().into_iter().collect();
        let shown = || names(&sum, |position| theory.name(position));
        if !options.contains(&option) {
            return Err(Refusal::Refuted(format!("{} is no option", shown())));
        }
        if !seen.insert(option) {
            return Err(Refusal::Refuted(format!("{} is listed twice", shown())));
        }
        let (is_as_claimed, is_p) = theory.compare(&sum, value)?;
        if !is_as_claimed {
            return Err(Refusal::Refuted(format!("the value of {} is not {value}", shown())));
        }
        winning += usize::from(is_p);
    }
    if seen.len() < options.len() {
        return Err(Refusal::Refuted(format!("{} options are missing", options.len() - seen.len())));
    }
    let root: Vec<(Natural, Natural)> = root.into_iter().collect();
    let (shown, play, moves) = (names(&root, |position| theory.name(position)), theory.play(), seen.len());
    Ok(Verified {
        kind: "sum-moves".into(),
        statement: format!(
            "{shown} has {moves} different moves in {play}, with the values given; {winning} of them win. {}",
            theory.statement()
        ),
    })
}

fn counted(pairs: &[Value]) -> Result<Counted, Refusal> {
    let mut counted = Counted::new();
    for (position, copies) in read(pairs)? {
        let known = counted.entry(position).or_insert_with(|| 0.into());
        *known = known.plus(&copies);
    }
    Ok(counted)
}

/// Every option of a sum.
fn options(theory: &Theory, root: &Counted) -> Result<BTreeSet<Counted>, Refusal> {
    let too_large = || Refusal::Refuted("it is too large to check: too many moves".into());
    let mut options = BTreeSet::new();
    let mut entries = 0;
    for (position, copies) in root {
        let small = position.to_u64().filter(|position| *position <= LARGEST).ok_or_else(too_large)?;
        let mut rest = root.clone();
        match copies.minus(1).filter(|copies| *copies != 0.into()) {
            Some(copies) => rest.insert(position.clone(), copies),
            None => rest.remove(position),
        };
        let all = theory.for_each_option(small, &mut |parts| {
            let mut option = rest.clone();
            for part in parts {
                let known = option.entry((*part).into()).or_insert_with(|| 0.into());
                *known = known.plus(&1.into());
            }
            entries += option.len() + 1;
            options.insert(option);
            entries <= MOST_ENTRIES
        });
        if !all {
            return Err(too_large());
        }
    }
    Ok(options)
}

impl Theory {
    /// Refuses a sum of positions for which there are no rules or values here.
    fn check_reach(&self, sum: &Counted) -> Result<(), Refusal> {
        let sum: Vec<(Natural, Natural)> = sum.clone().into_iter().collect();
        match self {
            Theory::Misere(decided) => decided.is_p_sum(&sum).map(drop),
            Theory::Normal(values) => values.nimber(&sum).map(drop),
        }
    }

    /// Whether a sum has the value claimed, and whether it is a P-position.
    fn compare(&self, sum: &Sum, claimed: &Value) -> Result<(bool, bool), Refusal> {
        match self {
            Theory::Misere(decided) => {
                let is_p = decided.is_p_sum(sum)?;
                Ok((claimed.as_str() == Some(if is_p { "P" } else { "N" }), is_p))
            }
            Theory::Normal(values) => {
                let nimber = values.nimber(sum)?;
                Ok((Natural::read(claimed)? == nimber, nimber == 0.into()))
            }
        }
    }

    fn for_each_option(&self, position: u64, visit: &mut dyn FnMut(&[u64]) -> bool) -> bool {
        match self {
            Theory::Misere(decided) => decided.for_each_option(position, visit),
            Theory::Normal(values) => values.for_each_option(position, visit),
        }
    }

    fn name(&self, position: &Natural) -> String {
        match self {
            Theory::Misere(decided) => decided.name(position),
            Theory::Normal(values) => {
                let (code, heap) = values.heap(position);
                format!("{}[{heap}]", values.codes[code].text())
            }
        }
    }

    fn play(&self) -> &'static str {
        match self {
            Theory::Misere(_) => "misère play",
            Theory::Normal(_) => "normal play",
        }
    }

    fn statement(&self) -> String {
        match self {
            Theory::Misere(decided) => decided.statement(),
            Theory::Normal(_) => "The nimber of each is the nim-sum of the values of its heaps.".into(),
        }
    }
}

impl Values {
    fn read(tables: &[Value]) -> Result<Self, Refusal> {
        if tables.is_empty() {
            return Err(Refusal::Malformed("\"tables\" must have the values of a code".into()));
        }
        let tables: Vec<Table> = tables.iter().map(heap::verify).collect::<Result<_, _>>()?;
        let codes = tables.iter().map(|table| Code::parse(&table.game)).collect::<Result<_, _>>()?;
        Ok(Values { tables, codes })
    }

    /// The code and the heap that a position is; positions begin with 1.
    fn heap(&self, position: &Natural) -> (usize, Natural) {
        let below = position.minus(1).unwrap_or_else(|| 0.into());
        let (heap, code) = below.divided_by(self.codes.len() as u64);
        (code as usize, heap.plus(&1.into()))
    }

    fn nimber(&self, sum: &Sum) -> Result<Natural, Refusal> {
        let mut total = Natural::from(0);
        for (position, copies) in sum {
            let (code, heap) = self.heap(position);
            let table = &self.tables[code];
            let value = table.value_of(&heap).ok_or_else(|| {
                Refusal::Refuted(format!("the table of {} does not reach heap {heap}", table.game))
            })?;
            if copies.is_odd() {
                total = total.nim_sum(&value);
            }
        }
        Ok(total)
    }

    fn for_each_option(&self, position: u64, visit: &mut dyn FnMut(&[u64]) -> bool) -> bool {
        let codes = self.codes.len() as u64;
        let (heap, code) = ((position - 1) / codes + 1, (position - 1) % codes);
        let mut option: Vec<u64> = Vec::new();
        self.codes[code as usize].for_each_option(heap, &mut |parts| {
            option.clear();
            option.extend(parts.iter().map(|part| (part - 1) * codes + code + 1));
            visit(&option)
        })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// Kayles on three and four pins in normal play: the moves, counted by hand.
    fn kayles() -> Value {
        json!({"play": "normal", "tables": [{"kind": "grundy-values", "game": "0.77", "mask": 0, "by_position": false, "values": [0, 1, 2, 3, 1]}],
            "sum": [[3, 1], [1, 2]],
            "options": [[[[3, 1], [1, 1]], 2], [[[2, 1], [1, 2]], 2], [[[1, 3]], 1], [[[1, 4]], 0]]})
    }

    /// Fails when the rules are asked for a position that they do not have.
    #[test]
    fn positions_out_of_reach_are_refused() {
        let finite = json!({"kind": "misere-quotient", "positions": [[[]], [[], [1]]], "phi": [0, 1, 2], "p": [1, 4],
            "actions": [[1, 2], [0, 3], [3, 4], [2, 5], [5, 2], [4, 3]]});
        let of = |sum: Value, options: Value| {
            check(&json!({"play": "misere", "quotient": finite, "sum": sum, "options": options}))
        };
        assert!(of(json!([[2, 1]]), json!([[[], "N"], [[[1, 1]], "P"]])).is_ok());
        for position in [3, 4, 1000, 1 << 20, 1 << 21] {
            let refusal = of(json!([[position, 1]]), json!([])).unwrap_err().to_string();
            assert!(refusal.contains("does not reach"), "{refusal}");
        }
    }

    #[test]
    fn the_moves_are_all_there_and_every_change_is_noticed() {
        let statement = check(&kayles()).unwrap().statement;
        assert!(
            statement.starts_with("2 times 0.77[1] + 0.77[3] has 4 different moves in normal play"),
            "{statement}"
        );
        assert!(statement.contains("1 of them win"), "{statement}");
        for (place, value) in [
            ("/play", json!("misere")),
            ("/sum/0/0", json!(2)),
            ("/sum/1/1", json!(3)),
            ("/options/0/1", json!(3)),
            ("/options/3", json!([[[1, 3]], 1])),
            ("/options/3/0/0/1", json!(5)),
            ("/tables/0/values/4", json!(2)),
            ("/tables", json!([])),
        ] {
            let mut changed = kayles();
            *changed.pointer_mut(place).unwrap() = value;
            assert!(check(&changed).is_err(), "{place}");
        }
        let mut fewer = kayles();
        fewer["options"].as_array_mut().unwrap().pop();
        assert!(check(&fewer).unwrap_err().to_string().contains("1 options are missing"));
    }
}
