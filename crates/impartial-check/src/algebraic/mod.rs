//! The misère outcomes of all positions of an octal or hexadecimal game whose misère quotient is infinite.
//!
//! **What is claimed.** Kind `algebraic`. Each heap n of the game has a value Φ(n) in a commutative monoid Q, and a sum of heaps
//! is a P-position of misère play exactly if the product of the values lies in the subset P.
//!
//! **How Q is given.** An element is a^i w with i in {0, 1} and w the word of a *label*, whose letters carry integer parameters:
//! a *core* letter none, a *power* letter u^m its exponent, a *family* letter f_k its index. The parameters of a label lie in
//! its domain. What a letter makes of an element ("action"), which elements are in P, and everything else that depends on
//! parameters is a decision tree whose branches ask whether a linear form is at most 0, or even. Φ is a list for heaps below
//! n_0; for the heaps pk + r from n_0 on it is one element for each residue r, with parameters slope·k + offset.
//!
//! **What is checked, and why that proves the claim.** Write x·e for the action of the word of e on x.
//! - *A* (`monoid.rs`). Φ(n) lies in a domain; letters lead from domains to domains; u^0 does nothing and u^1 after u^m is
//!   u^(m+1); letters commute; 1·word(q) = q. Then the free commutative monoid of words acts on Q, and if 1·v = 1·w then
//!   q·v = (1·v)·word(q) = (1·w)·word(q) = q·w. So Q is a commutative monoid, and Φ a homomorphism from sums.
//! - *B* (`heaps.rs`). For no q, no heap n and no option o of n are both q·Φ(n) and q·Φ(o) in P; 1 is not in P; a heap without
//!   moves has value 1. Heaps below m·n_0 + t + 1, where at most m heaps are left and at most t tokens taken, are checked option
//!   by option. From there on one of the heaps left is at least n_0, and heaps are checked together by residues, with k and the
//!   numbers of the heaps left as variables.
//! - *C* (`sums.rs`). For every heap n with moves and every context x the certificate says that x·Φ(n) is in P, or names an
//!   option o of n with x·Φ(o) in P, or calls x unmet by n. The first two are checked.
//! - *D* (`sums.rs`). For a sum X of heaps with moves, not empty, let U(X) be the x for which neither x·Φ(X) nor x·Φ(X') for any
//!   option X' is in P. For one heap these are among the unmet contexts, and
//!   U(X + n) = { x : x·Φ(n) in U(X) and x·Φ(X) in U(n) }. So by induction all pairs (Φ(X), x) with x in U(X) are in any set J
//!   that has (Φ(n), x) for all x unmet by n, and with (y, x·Φ(n)) also (y·Φ(n), x) when x·y is unmet by n. It is checked that
//!   the J of the certificate is so and has no (y, 1). Hence no U(X) contains 1.
//!
//! So a position with value in P has no move to one with value in P (B); one with a move and a value not in P has such a move
//! (D, after heaps without moves are dropped); and positions without moves, whose value is 1, are not in P. By induction on the
//! number of moves, exactly the P-positions have values in P.
//!
//! - *E* (`separations.rs`), where the certificate claims it: infinitely many values, or all elements, are distinguishable.
//!
//! Every check says that some system of linear inequalities and parities has no integer solution; see `linear.rs`.

mod heaps;
mod linear;
mod monoid;
mod separations;
mod sums;
mod trees;

use serde_json::Value;

use self::heaps::Heaps;
use self::monoid::{Element, Monoid};
use self::sums::Sums;
use crate::misere_sum::{Decided, Sum};
use crate::natural::Natural;
use crate::{Refusal, Verified};

/// Checks a certificate.
pub fn check(certificate: &Value) -> Result<Verified, Refusal> {
    let statement = verify(certificate)?.statement;
    Ok(Verified { kind: "algebraic".into(), statement })
}

/// A description of all heaps that was checked.
pub(crate) struct Described {
    /// What is proved, in words.
    statement: String,
    monoid: Monoid,
    heaps: Heaps,
}

impl Decided for Described {
    fn is_p_sum(&self, sum: &Sum) -> Result<bool, Refusal> {
        let mut product = self.monoid.one();
        for (heap, count) in sum {
            let mut square = self.heaps.value_of(heap)?;
            for bit in 0..count.bits() {
                if count.bit(bit) {
                    product = self.product(&product, &square)?;
                }
                if bit + 1 < count.bits() {
                    square = self.product(&square, &square)?;
                }
            }
        }
        Ok(!self.monoid.where_p(&self.monoid.everything(), &product, true)?.is_empty())
    }

    fn for_each_option(&self, heap: u64, visit: &mut dyn FnMut(&[u64]) -> bool) -> bool {
        self.heaps.code.for_each_option(heap, visit)
    }

    fn name(&self, heap: &Natural) -> String {
        format!("{}[{heap}]", self.heaps.code.text())
    }

    fn statement(&self) -> String {
        self.statement.clone()
    }
}

impl Described {
    /// The product of two elements without variables.
    fn product(&self, x: &Element, y: &Element) -> Result<Element, Refusal> {
        let cases = self.monoid.product(&self.monoid.everything(), x, y)?;
        match <[_; 1]>::try_from(cases) {
            Ok([(_, product)]) => Ok(product),
            Err(_) => Err(refuted("a product of two elements is not one element")),
        }
    }
}

/// The description that a certificate proves.
pub(crate) fn verify(certificate: &Value) -> Result<Described, Refusal> {
    let monoid = Monoid::read(certificate)?;
    let heaps = Heaps::read(certificate, &monoid)?;
    heaps.check_values(&monoid)?;
    monoid.check()?;
    heaps.check_moves(&monoid)?;
    let sums = Sums::read(certificate, &monoid, &heaps)?;
    sums.check()?;
    let proved = separations::check(certificate, &monoid, &heaps)?;
    let more = match (proved.is_infinite, proved.is_reduced) {
        (true, true) => " This monoid is the misère quotient, and it is infinite.",
        (true, false) => " The misère quotient is infinite.",
        (false, true) => " This monoid is the misère quotient.",
        (false, false) => "",
    };
    let statement = format!(
        "The misère outcome of every sum of heaps of {} is as given, by values with period {} from heap {} on in a monoid of \
         words with integer parameters, {} labels and {} letters besides a.{more}",
        heaps.code.text(),
        heaps.period,
        heaps.regular_from(),
        monoid.words.len(),
        monoid.letters.len(),
    );
    Ok(Described { statement, monoid, heaps })
}

fn malformed(what: &str) -> Refusal {
    Refusal::Malformed(what.into())
}

fn refuted(why: &str) -> Refusal {
    Refusal::Refuted(why.into())
}

/// A field that must be a list.
fn entries<'v>(value: &'v Value, field: &str) -> Result<&'v Vec<Value>, Refusal> {
    value
        .get(field)
        .and_then(Value::as_array)
        .ok_or_else(|| Refusal::Malformed(format!("the field \"{field}\" must be a list")))
}

/// A number below a bound.
fn number(value: &Value, bound: usize) -> Result<usize, Refusal> {
    let number = value.as_u64().and_then(|number| usize::try_from(number).ok());
    number
        .filter(|number| *number < bound)
        .ok_or_else(|| Refusal::Malformed(format!("{value} is not below {bound}")))
}

fn flag(value: &Value) -> Result<bool, Refusal> {
    value.as_bool().ok_or_else(|| Refusal::Malformed(format!("{value} is not true or false")))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// A description of nothing, by which hostile files begin.
    fn certificate(game: &str) -> Value {
        json!({
            "game": game, "period": 1, "letters": [{ "kind": "power" }],
            "labels": [{ "word": [0], "domain": true }],
            "actions": [[{ "flip": false, "label": 0, "parameters": [[1, 1, 0]] }]],
            "p": [[false, false]], "small": [[false, 0, [0]]], "classes": [[false, 0, [[0, 0]]]],
        })
    }

    fn why(certificate: &Value) -> String {
        check(certificate).unwrap_err().to_string()
    }

    /// Fails when short files that ask for much work are worked on for long, or exhaust the memory.
    #[test]
    fn files_that_ask_for_too_much_are_refused() {
        assert!(why(&certificate("0.(7)^90000")).contains("too many options"));
        assert!(why(&certificate("0.(F)^3000")).contains("too many options"));
    }

    #[test]
    fn work_is_charged_to_one_account() {
        let work = linear::Work::exhausted();
        let system = linear::System::new(&work);
        assert!(work.is_allowed().is_ok());
        let tree: trees::Tree<bool> = trees::Tree::Leaf(true);
        assert!(tree.cases(&system, &[]).is_err());
        assert!(work.is_allowed().is_err());
    }
}
