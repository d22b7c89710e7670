//! Two taking-and-breaking games compared, in both plays: certificates of kind `same`.
//!
//! **Claim.** For every n ≥ 1 heap n of the comparison is heap ⌈n/t⌉ + s of the first code and heap ⌈n/t'⌉ + s' of the second. In
//! normal play these are the same game, or have the same nim-value for every n (up to some n), or the first that differ are named. In
//! misère play every sum of them has the same outcome in both codes, or a sum with different outcomes is named.
//!
//! **Fields.** `codes`, two codes. `shifts`, s and s'. `times`, t and t'. `normal`: `{"relation": "renaming"}`; or `relation` "equal",
//! `values`, a certificate of the nim-values of each code, and `to`, null or the last n; or `relation` "different", `values` and `heap`. `misere`: null; or
//! `{"relation": "tame", "periods": …}` with a period and first heap for each code; or `relation` "equal" and `quotients`, a certificate of kind
//! `misere-quotient` for each code; or `relation` "different", `quotients`, `heaps` and `outcomes`.
//!
//! **Checked.** Renamings by the digits ([`renaming`]), only with t = t' = 1; they are the same game trees apart from heaps without moves, hence the
//! same in both plays. Values by their certificates: two periods, or two arithmetic ones that grow equally fast, agree for ever
//! if they agree from the later beginning on for one common period. Tame games are those of [`crate::genera`]: the outcome of a sum of tame heaps
//! depends on value and fickleness of each, which are compared in the same way. For quotients all pairs of values that sums reach
//! are visited, from the pair of identities on: both are in P or none is. A sum that differs is multiplied out in both.

mod renaming;

use std::collections::HashSet;

use serde_json::Value;

use crate::arithmetic::lcm;
use crate::code::Code;
use crate::fields::{field, list, number, text};
use crate::genera::tame_with_period;
use crate::heap::{self, Table};
use crate::quotient::{self, Quotient};
use crate::{Refusal, Verified};

/// The longest stretch of heaps that is compared.
const LONGEST: u64 = 1 << 27;

/// The most products of elements.
const MOST_PRODUCTS: u64 = 200_000_000;

/// What heap n of the comparison is in either code.
struct Numbering {
    shifts: [u64; 2],
    times: [u64; 2],
}

impl Numbering {
    fn heap(&self, code: usize, n: u64) -> u64 {
        n.div_ceil(self.times[code]) + self.shifts[code]
    }

    /// The heap of the comparison from which on values of a code that repeat from `first` on with `period` do so, and the period
    /// that they have then.
    fn stretched(&self, code: usize, (period, first): (u64, u64)) -> Option<(u64, u64)> {
        let begin = first.saturating_sub(self.shifts[code]).checked_mul(self.times[code])?;
        Some((period.checked_mul(self.times[code])?, begin + 1))
    }

    /// The heap up to which two such sequences must agree to agree for ever.
    fn common_stretch(&self, laws: [(u64, u64); 2]) -> Result<u64, Refusal> {
        let absurd = || Refusal::Malformed("the period is absurdly long".into());
        let (p, first) = self.stretched(0, laws[0]).ok_or_else(absurd)?;
        let (q, second) = self.stretched(1, laws[1]).ok_or_else(absurd)?;
        if p.max(q) > LONGEST {
            return Err(absurd());
        }
        Some(first.max(second).saturating_add(lcm(p, q))).filter(|end| *end <= LONGEST).ok_or_else(absurd)
    }

    /// Heaps of the comparison as a sum of one of the codes.
    fn sum(&self, code: usize, heaps: &[u64]) -> String {
        let heaps: Vec<String> = heaps.iter().map(|n| self.heap(code, *n).to_string()).collect();
        heaps.join("+")
    }
}

/// Checks a certificate.
pub fn check(certificate: &Value) -> Result<Verified, Refusal> {
    let codes = pair(certificate, "codes")?.map(|code| Code::parse(code.as_str().unwrap_or_default()));
    let codes = both(codes)?;
    let numbers = |name: &str| -> Result<[u64; 2], Refusal> {
        let wrong = || Refusal::Malformed(format!("the field \"{name}\" must hold two small whole numbers"));
        let read = |value: &Value| value.as_u64().filter(|number| *number < 1 << 24).ok_or_else(wrong);
        both(pair(certificate, name)?.map(read))
    };
    let numbering = Numbering { shifts: numbers("shifts")?, times: numbers("times")? };
    if numbering.times.contains(&0) {
        return Err(Refusal::Malformed("heaps are repeated once or more".into()));
    }
    let named = |at: usize| {
        let (code, shift, times) = (codes[at].text(), numbering.shifts[at], numbering.times[at]);
        let n = if times == 1 { "n".to_owned() } else { format!("⌈n/{times}⌉") };
        if shift == 0 { format!("heap {n} of {code}") } else { format!("heap {n} + {shift} of {code}") }
    };
    let (first, second) = (named(0), named(1));
    let normal = field(certificate, "normal")?;
    let mut statement = match text(normal, "relation")? {
        "renaming" => {
            if numbering.times != [1, 1] {
                return Err(refuted("a renaming repeats no heap"));
            }
            renaming::is_renaming([&codes[0], &codes[1]], numbering.shifts)?;
            format!("{first} and {second} are the same game for every n, in normal and misère play")
        }
        "equal" => {
            let values = tables(normal, &codes)?;
            match normal.get("to") {
                None | Some(Value::Null) => {
                    equal_for_ever(&numbering, &values)?;
                    format!("{first} and {second} have the same nim-value for every n")
                }
                Some(_) => {
                    let to = number(normal, "to")?.min(LONGEST);
                    equal_to(&numbering, &values, to)?;
                    format!("{first} and {second} have the same nim-value for every n up to {to}")
                }
            }
        }
        "different" => {
            let values = tables(normal, &codes)?;
            let heap = number(normal, "heap")?;
            if heap > LONGEST {
                return Err(Refusal::Malformed("the heap is absurdly large".into()));
            }
            equal_to(&numbering, &values, heap.saturating_sub(1))?;
            let [x, y] = both([0, 1].map(|at| value(&values[at], numbering.heap(at, heap))))?;
            if x == y {
                return Err(refuted(format!("both values are {x} at n = {heap}")));
            }
            format!("{first} has nim-value {x} and {second} has {y} for n = {heap}, the first that differ")
        }
        other => return Err(Refusal::Malformed(format!("\"{other}\" is no relation of values"))),
    };
    if let Some(misere) = certificate.get("misere").filter(|misere| !misere.is_null()) {
        statement += &format!("; {}", compare_misere(misere, &codes, &numbering)?);
    }
    Ok(Verified { kind: "same".into(), statement })
}

/// The relation in misère play, in words.
fn compare_misere(misere: &Value, codes: &[Code; 2], numbering: &Numbering) -> Result<String, Refusal> {
    let same = "in misère play every sum of these has the same outcome in both".to_owned();
    match text(misere, "relation")? {
        "tame" => {
            let periods = both(pair(misere, "periods")?.map(|period| {
                let read = (number(period, "period")?, number(period, "first_heap")?);
                if read.0 == 0 { Err(Refusal::Malformed("a period is not 0".into())) } else { Ok(read) }
            }))?;
            let heaps = both([0, 1].map(|at| tame_with_period(&codes[at], periods[at].0, periods[at].1)))?;
            let value = |at: usize, heap: u64| {
                let (period, first) = periods[at];
                let heap = if heap < first { heap } else { first + (heap - first) % period };
                heaps[at][heap as usize]
            };
            for n in 1..=numbering.common_stretch(periods)? {
                let (x, y) = (value(0, numbering.heap(0, n)), value(1, numbering.heap(1, n)));
                if x != y {
                    return Err(refuted(format!("the genera differ at n = {n}")));
                }
            }
            Ok(same)
        }
        "equal" => {
            let quotients = Quotients::read(misere, codes)?;
            let pairs = quotients.compare(numbering)?;
            Ok(format!("{same}, as {pairs} pairs of elements show"))
        }
        "different" => {
            let quotients = Quotients::read(misere, codes)?;
            let heaps: Vec<u64> = list(misere, "heaps")?
                .iter()
                .map(|heap| heap.as_u64().filter(|heap| *heap < 1 << 24))
                .collect::<Option<_>>()
                .ok_or_else(|| {
                    Refusal::Malformed("\"heaps\" must be a list of small whole numbers".into())
                })?;
            let outcomes = both([0, 1].map(|at| {
                let mut product = 0;
                for n in &heaps {
                    let value = quotients.value(at, numbering.heap(at, *n));
                    let value = value.ok_or_else(|| refuted(format!("a quotient does not reach n = {n}")))?;
                    product = quotients.quotients[at].product(product, value);
                }
                Ok(if quotients.quotients[at].is_p(product) { "P" } else { "N" })
            }))?;
            let claimed = pair(misere, "outcomes")?.map(|outcome| outcome.as_str().unwrap_or_default());
            if claimed != outcomes || outcomes[0] == outcomes[1] {
                return Err(refuted(format!("the outcomes are {} and {}", outcomes[0], outcomes[1])));
            }
            let sum = |at: usize| format!("{}[{}]", codes[at].text(), numbering.sum(at, &heaps));
            let ([x, y], one, other) = (outcomes, sum(0), sum(1));
            Ok(format!("in misère play {one} is {x} and {other} is {y}"))
        }
        other => Err(Refusal::Malformed(format!("\"{other}\" is no relation in misère play"))),
    }
}

/// The nim-values of both codes, by their certificates.
fn tables(normal: &Value, codes: &[Code; 2]) -> Result<[Table; 2], Refusal> {
    let tables = both(pair(normal, "values")?.map(heap::verify))?;
    match (0..2).find(|at| tables[*at].game != codes[*at].text()) {
        Some(at) => Err(refuted(format!("the values are not those of {}", codes[at].text()))),
        None => Ok(tables),
    }
}

fn value(values: &Table, heap: u64) -> Result<u64, Refusal> {
    let value = values.value(heap);
    value.ok_or_else(|| refuted(format!("the values of {} do not reach heap {heap}", values.game)))
}

/// Whether the values of heaps up to `last` agree.
fn equal_to(numbering: &Numbering, values: &[Table; 2], last: u64) -> Result<(), Refusal> {
    for n in 1..=last {
        let [x, y] = both([0, 1].map(|at| value(&values[at], numbering.heap(at, n))))?;
        if x != y {
            return Err(refuted(format!("the values differ at n = {n}: {x} and {y}")));
        }
    }
    Ok(())
}

fn equal_for_ever(numbering: &Numbering, values: &[Table; 2]) -> Result<(), Refusal> {
    let laws = both([0, 1].map(|at| {
        let law = values[at].law();
        law.ok_or_else(|| refuted(format!("no period of {} is proved", values[at].game)))
    }))?;
    let [(p, first, growth), (q, second, other)] = laws;
    let end = numbering.common_stretch([(p, first), (q, second)])?;
    let by = |saltus: u64, period: u64| u128::from(saltus) * u128::from(period);
    if by(growth, q * numbering.times[1]) != by(other, p * numbering.times[0]) {
        return Err(refuted("the values do not grow equally fast"));
    }
    equal_to(numbering, values, end)
}

/// The misère quotients of both codes and the values of heaps in them.
struct Quotients {
    quotients: [Quotient; 2],
    values: [Vec<u32>; 2],
}

impl Quotients {
    fn read(misere: &Value, codes: &[Code; 2]) -> Result<Self, Refusal> {
        let quotients = both(pair(misere, "quotients")?.map(|quotient| {
            if quotient.get("kind").and_then(Value::as_str) != Some("misere-quotient") {
                return Err(Refusal::Malformed("\"quotients\" must be of kind \"misere-quotient\"".into()));
            }
            quotient::verify(quotient)
        }))?;
        for (quotient, code) in quotients.iter().zip(codes) {
            if quotient.codes() != [code.text()] || !quotient.listed().is_empty() {
                return Err(refuted(format!("the quotient is not that of {}", code.text())));
            }
        }
        let values = [quotients[0].heap_values(0), quotients[1].heap_values(0)];
        Ok(Quotients { quotients, values })
    }

    fn value(&self, at: usize, heap: u64) -> Option<u32> {
        let heap = match self.quotients[at].period(0) {
            Some((period, first)) if heap >= first => first + (heap - first) % period,
            _ => heap,
        };
        self.values[at].get(usize::try_from(heap).ok()?).copied()
    }

    /// Visits all pairs of values of sums; how many there are when all agree.
    fn compare(&self, numbering: &Numbering) -> Result<usize, Refusal> {
        let periods = both([0, 1].map(|at| {
            let period = self.quotients[at].period(0);
            period.ok_or_else(|| refuted("a quotient is not that of all heaps"))
        }))?;
        let mut heaps: HashSet<(u32, u32)> = HashSet::new();
        for n in 1..=numbering.common_stretch(periods)? {
            let values = both([0, 1].map(|at| {
                self.value(at, numbering.heap(at, n)).ok_or_else(|| refuted("a value is missing"))
            }))?;
            heaps.insert((values[0], values[1]));
        }
        let [one, other] = &self.quotients;
        let (mut seen, mut waiting, mut work) = (HashSet::from([(0, 0)]), vec![(0, 0)], 0);
        while let Some((x, y)) = waiting.pop() {
            if one.is_p(x) != other.is_p(y) {
                return Err(refuted("some sum has different outcomes in misère play"));
            }
            for (a, b) in &heaps {
                work += 1;
                if work > MOST_PRODUCTS {
                    return Err(refuted("it is too large to check: too many pairs of elements"));
                }
                let next = (one.product(x, *a), other.product(y, *b));
                if seen.insert(next) {
                    waiting.push(next);
                }
            }
        }
        Ok(seen.len())
    }
}

/// The two members of a list.
fn pair<'v>(value: &'v Value, name: &str) -> Result<[&'v Value; 2], Refusal> {
    match list(value, name)? {
        [one, other] => Ok([one, other]),
        _ => Err(Refusal::Malformed(format!("the field \"{name}\" must be a list of two"))),
    }
}

/// Both, or the first refusal.
fn both<T>(pair: [Result<T, Refusal>; 2]) -> Result<[T; 2], Refusal> {
    let [one, other] = pair;
    Ok([one?, other?])
}

fn refuted(what: impl Into<String>) -> Refusal {
    Refusal::Refuted(what.into())
}
