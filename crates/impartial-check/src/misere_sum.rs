//! Kind `misere-sum`: the outcome of a sum in misère play, however large, by the misère quotient of its components.
//!
//! **Fields.** `quotient`, a certificate of kind `misere-quotient`, `infinite-quotient`, `ultimate-nim` or `algebraic`, with its `kind`;
//! `sum`, a list of pairs [n, copies], where n is the number of a position of that quotient (of a code: the heap of n tokens); numbers of any size, those
//! from 2^64 on in quotes. `outcome`, P or N.
//!
//! **Claim.** The sum has this outcome in misère play.
//!
//! **What is checked.** The quotient, as a certificate of its own; that it reaches every position of the sum; and the outcome that it gives: by the product
//! of the values, powers by the place where they begin to come again; by the digits of the numbers of copies that its automaton reads; or by
//! the nim-sum of the nim-values.
//!
//! **Why that is enough.** Each of these kinds proves the outcome of *every* sum of the positions that it reaches.

use serde_json::Value;

use crate::fields::{field, list, text};
use crate::natural::Natural;
use crate::quotient::{self, ultimate_nim};
use crate::{Refusal, Verified, algebraic, infinite};

/// The most positions in a sum.
const MOST_POSITIONS: usize = 1 << 12;

/// Positions, each with how often it is in the sum.
pub(crate) type Sum = [(Natural, Natural)];

/// A misère quotient that was checked: it decides sums of its positions.
pub(crate) trait Decided {
    /// Whether a sum is a P-position of misère play.
    fn is_p_sum(&self, sum: &Sum) -> Result<bool, Refusal>;
    /// Calls `visit` with every option of a position, each a list of positions, until it returns false; whether it never did.
    fn for_each_option(&self, position: u64, visit: &mut dyn FnMut(&[u64]) -> bool) -> bool;
    /// A position in words.
    fn name(&self, position: &Natural) -> String;
    /// What is proved, in words.
    fn statement(&self) -> String;
}

/// The misère quotient that a certificate proves.
pub(crate) fn decided(certificate: &Value) -> Result<Box<dyn Decided>, Refusal> {
    Ok(match text(certificate, "kind")? {
        "misere-quotient" => Box::new(quotient::verify(certificate)?),
        "infinite-quotient" => Box::new(infinite::verify(certificate)?),
        "ultimate-nim" => Box::new(ultimate_nim::verify(certificate)?),
        "algebraic" => Box::new(algebraic::verify(certificate)?),
        other => return Err(Refusal::Malformed(format!("\"{other}\" is no kind of a misère quotient"))),
    })
}

/// Checks a certificate.
pub fn check(certificate: &Value) -> Result<Verified, Refusal> {
    let sum = read(list(certificate, "sum")?)?;
    let decided = decided(field(certificate, "quotient")?)?;
    let found = if decided.is_p_sum(&sum)? { "P" } else { "N" };
    match text(certificate, "outcome")? {
        claimed if claimed == found => {}
        claimed @ ("P" | "N") => {
            return Err(Refusal::Refuted(format!("the sum is {found} in misère play, not {claimed}")));
        }
        _ => return Err(Refusal::Malformed("the field \"outcome\" must be P or N".into())),
    }
    let names = names(&sum, |position| decided.name(position));
    let statement = format!("{names} is {found} in misère play. {}", decided.statement());
    Ok(Verified { kind: "misere-sum".into(), statement })
}

/// Reads a sum.
pub(crate) fn read(pairs: &[Value]) -> Result<Vec<(Natural, Natural)>, Refusal> {
    if pairs.len() > MOST_POSITIONS {
        return Err(Refusal::Malformed("\"sum\" has more than 2^12 entries".into()));
    }
    let pair = |pair: &Value| match pair.as_array().map(Vec::as_slice) {
        Some([position, copies]) => {
            let (position, copies) = (Natural::read(position)?, Natural::read(copies)?);
            if position == 0.into() || copies == 0.into() {
                return Err(Refusal::Malformed("positions and copies in \"sum\" are not 0".into()));
            }
            Ok((position, copies))
        }
        _ => Err(Refusal::Malformed("\"sum\" must hold pairs [position, copies]".into())),
    };
    pairs.iter().map(pair).collect()
}

/// The sum in words.
pub(crate) fn names(sum: &Sum, name: impl Fn(&Natural) -> String) -> String {
    let component = |(position, copies): &(Natural, Natural)| {
        let name = name(position);
        if *copies == 1.into() { name } else { format!("{copies} times {name}") }
    };
    let names: Vec<String> = sum.iter().map(component).collect();
    if names.is_empty() { "the empty sum".into() } else { names.join(" + ") }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// Misère Nim on heaps of one token and two, and the empty position: T_2 with a, b = *1, *2.
    fn small_nim() -> Value {
        json!({"kind": "misere-quotient", "positions": [[[]], [[], [1]]], "phi": [0, 1, 2], "p": [1, 4],
            "actions": [[1, 2], [0, 3], [3, 4], [2, 5], [5, 2], [4, 3]]})
    }

    fn verdict(sum: &Value, outcome: &str) -> Result<String, Refusal> {
        let certificate =
            json!({"kind": "misere-sum", "outcome": outcome, "sum": sum, "quotient": small_nim()});
        check(&certificate).map(|verified| verified.statement)
    }

    /// Fails when powers, large numbers, or the outcomes of misère Nim are wrong.
    #[test]
    fn sums_of_small_nim_heaps_of_any_number_are_checked_by_boutons_rule() {
        for (ones, twos) in (0..6_u64).flat_map(|ones| (0..6_u64).map(move |twos| (ones, twos))) {
            let listed = [(1, ones), (2, twos)].into_iter().filter(|(_, copies)| *copies > 0);
            let sum: Value = listed.map(|pair| json!([pair.0, pair.1])).collect();
            // Heaps of one alone are lost when they are odd in number; others as in normal play.
            let is_p = if twos == 0 { ones % 2 == 1 } else { ones % 2 == 0 && twos % 2 == 0 };
            let (right, wrong) = if is_p { ("P", "N") } else { ("N", "P") };
            assert!(verdict(&sum, right).is_ok(), "{sum}");
            assert!(matches!(verdict(&sum, wrong), Err(Refusal::Refuted(_))), "{sum}");
        }
        let many = json!([[1, "1000000000000000000000000000000"], [2, "18446744073709551618"]]);
        let statement = verdict(&many, "P").unwrap();
        assert!(statement.starts_with("1000000000000000000000000000000 times position 1 + "), "{statement}");
    }

    #[test]
    fn what_is_no_sum_is_refused() {
        for sum in [
            json!([[3, 1]]),
            json!([[0, 1]]),
            json!([[1, 0]]),
            json!([[1]]),
            json!([["x", 1]]),
            json!([[1, -1]]),
            json!([1]),
            json!(null),
        ] {
            assert!(verdict(&sum, "P").is_err(), "{sum}");
        }
        assert!(verdict(&json!([[1, 1]]), "p").unwrap_err().to_string().contains("must be P or N"));
        let inside =
            json!({"kind": "misere-sum", "outcome": "P", "sum": [[1, 1]], "quotient": {"kind": "strategy"}});
        assert!(check(&inside).unwrap_err().to_string().contains("no kind of a misère quotient"));
    }
}
