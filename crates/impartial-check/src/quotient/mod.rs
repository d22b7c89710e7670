//! Misère quotients: certificates of kind `misere-quotient`.
//!
//! **Claim.** (Q, P) with Phi is the misère quotient of all sums of positions 1 to N of the game; and if a period is given,
//! of the whole game, with Phi continued by that period.
//!
//! **Fields.** `code`, the code of a taking-and-breaking game (position n is the heap of n tokens), or `positions`, a list
//! with the options of position 1, 2, …, each option a list of smaller positions (a sum). With `positions` there may
//! be `codes`: then, after the positions listed, heap 1 of every code has a number, heap 2 of every code, and so on.
//! `actions`, for each element x of Q the list of its products with the generators of Q; element 0 is the identity. `p`, the
//! elements of P. `phi`, the value of each position from 0 (the empty one) to N. `period`, null or
//! `{"period": p, "first": n0}`; with `codes`, `periods`, null or one of these for each code.
//!
//! **Checked.** 1. Q is a commutative monoid: the generators commute, every element is a product of them ([`monoid`]).
//! 2. Q is reduced, by refining partitions. 3. Every generator of Q is the value of a position, so Phi is onto.
//! 4. The empty position is not in P, and no position fails ([`failure`]): none in P has an option in P, none
//! but the empty one is outside P without an option in P. 5. Each period satisfies the hypothesis of the periodicity theorem.
//!
//! **Why that is enough.** By 4, a position is in P exactly if it is a P-position of misère play: induction over options.
//! So positions with the same value behave alike in all sums; by 2 and 3, those with different values do not. That is
//! the definition of the quotient. For 5: let moves take at most d tokens and leave at most s heaps, and Phi(n + p) = Phi(n)
//! for n0 ≤ n < s·n0 + (s-1)p + d, n0 ≥ 1. For larger n every option of heap n + p has a heap of n0 + p or more, and shortening it by
//! p gives an option of heap n with the same value; and conversely. So both heaps have the same option values, and a
//! heap with the same option values as an earlier one has its value and adds nothing. Infinite codes, pairs that must differ and
//! moves that only large heaps have are treated as in [`crate::heap`], with the bounds stated there: heaps are exchanged for
//! others of the same value, a pair (b + p, b) for (b + p, b - p), both of value Phi(b)². Options of a heap are sums of heaps of
//! its own code, so with several codes this holds for each of them by itself, and then for all together.

mod failure;
mod monoid;
mod needs;
pub mod ultimate_nim;

use std::num::NonZero;

use serde_json::Value;

use self::monoid::Monoid;
use crate::code::Code;
use crate::fields::{field, list};
use crate::misere_sum::{Decided, Sum};
use crate::natural::Natural;
use crate::{Refusal, Verified};

/// The most options that are looked at before the check is given up.
const MOST_OPTIONS: u64 = 50_000_000_000;

/// The rules: a list of positions, then the heaps of some codes in turn.
pub(super) struct Rules {
    list: Vec<Vec<Vec<u64>>>,
    codes: Vec<Code>,
}

impl Rules {
    /// Calls `visit` with every option of a position until it returns false; whether it never did.
    pub(super) fn for_each_option(&self, position: u64, visit: &mut dyn FnMut(&[u64]) -> bool) -> bool {
        let listed = self.list.len() as u64;
        if position <= listed {
            return self.list[position as usize - 1].iter().all(|option| visit(option));
        }
        let codes = self.codes.len() as u64;
        let (heap, at) = ((position - listed - 1) / codes + 1, (position - listed - 1) % codes);
        let mut option: Vec<u64> = Vec::new();
        self.codes[at as usize].for_each_option(heap, &mut |parts| {
            option.clear();
            option.extend(parts.iter().map(|part| listed + (part - 1) * codes + at + 1));
            visit(&option)
        })
    }

    /// The code and the heap that a position is; `None` for the empty one and those listed.
    fn heap(&self, position: &Natural) -> Option<(usize, Natural)> {
        let after_list = position.minus(self.list.len() as u64 + 1)?;
        let codes = NonZero::new(self.codes.len() as u64)?;
        let (above, code) = after_list.divided_by(codes.get());
        Some((code as usize, above.plus(&1.into())))
    }

    /// The values of heaps 0, 1, 2, … of one of the codes.
    fn heap_values(&self, code: usize, phi: &[u32]) -> Vec<u32> {
        let heaps = phi.iter().skip(self.list.len() + 1 + code).step_by(self.codes.len());
        std::iter::once(0).chain(heaps.copied()).collect()
    }
}

/// What a certificate says.
struct Certificate {
    rules: Rules,
    monoid: Monoid,
    phi: Vec<u32>,
    /// A period and its first heap for each code, or none at all.
    periods: Vec<(u64, u64)>,
}

/// Checks a certificate.
pub fn check(certificate: Value) -> Result<Verified, Refusal> {
    let statement = verify(&certificate)?.statement();
    Ok(Verified { kind: "misere-quotient".into(), statement })
}

/// A misère quotient that was checked.
pub(crate) struct Quotient(Certificate);

/// The misère quotient that a certificate proves.
pub(crate) fn verify(certificate: &Value) -> Result<Quotient, Refusal> {
    let certificate = read(certificate)?;
    let Certificate { rules, monoid, phi, periods } = &certificate;
    monoid.check()?;
    for (g, element) in monoid.generators().iter().enumerate() {
        if !phi.contains(element) {
            return Err(refuted(format!("generator {g} of Q is the value of no position")));
        }
    }
    failure::check(rules, monoid, phi, MOST_OPTIONS)?;
    for (at, (code, (period, first))) in rules.codes.iter().zip(periods).enumerate() {
        check_period(code, &rules.heap_values(at, phi), *period, *first)?;
    }
    Ok(Quotient(certificate))
}

impl Quotient {
    /// The codes of its heaps.
    pub fn codes(&self) -> Vec<&str> {
        self.0.rules.codes.iter().map(Code::text).collect()
    }

    /// The options of the positions that are listed.
    pub fn listed(&self) -> &[Vec<Vec<u64>>] {
        &self.0.rules.list
    }

    /// The value of a position that is listed, or of the empty one.
    pub fn value(&self, position: u64) -> u32 {
        self.0.phi[position as usize]
    }

    /// The values of heaps 0, 1, 2, … of one of the codes.
    pub fn heap_values(&self, code: usize) -> Vec<u32> {
        self.0.rules.heap_values(code, &self.0.phi)
    }

    /// The period of the values of the heaps of one of the codes and its first heap.
    pub fn period(&self, code: usize) -> Option<(u64, u64)> {
        self.0.periods.get(code).copied()
    }

    /// The value of a position of any number; a refusal when the values do not reach it.
    fn value_of(&self, position: &Natural) -> Result<u32, Refusal> {
        let Certificate { rules, phi, periods, .. } = &self.0;
        let listed = |position: &Natural| {
            position.to_u64().and_then(|position| phi.get(usize::try_from(position).ok()?).copied())
        };
        if let Some(value) = listed(position) {
            return Ok(value);
        }
        let unknown = || refuted(format!("the quotient does not reach position {position}"));
        let (code, heap) = rules.heap(position).ok_or_else(unknown)?;
        let (period, first) = periods.get(code).ok_or_else(unknown)?;
        let beyond = heap.minus(*first).ok_or_else(unknown)?.divided_by(*period).1;
        rules.heap_values(code, phi).get((first + beyond) as usize).copied().ok_or_else(unknown)
    }

    /// Whether an element is in P.
    pub fn is_p(&self, x: u32) -> bool {
        self.0.monoid.is_p(x)
    }

    /// The product of two elements.
    pub fn product(&self, x: u32, y: u32) -> u32 {
        self.0.monoid.product(x, y)
    }
}

impl Decided for Quotient {
    fn statement(&self) -> String {
        let Certificate { rules, monoid, phi, periods } = &self.0;
        let mut scope: Vec<String> = Vec::new();
        if !rules.list.is_empty() || rules.codes.is_empty() {
            scope.push(format!("the {} positions listed", rules.list.len()));
        }
        for (at, code) in rules.codes.iter().enumerate() {
            scope.push(match periods.get(at) {
                Some((period, first)) => {
                    format!("{}, with period {period} from heap {first}", code.text())
                }
                None => format!("{} to heap {}", code.text(), rules.heap_values(at, phi).len() - 1),
            });
        }
        format!(
            "The misère quotient of {} has order {} with {} elements in P, and Phi is as given.",
            scope.join(" and "),
            monoid.order(),
            monoid.p_order()
        )
    }

    fn is_p_sum(&self, sum: &Sum) -> Result<bool, Refusal> {
        let mut product = 0;
        for (position, count) in sum {
            product = self.product(product, self.0.monoid.power(self.value_of(position)?, count));
        }
        Ok(self.is_p(product))
    }

    fn name(&self, position: &Natural) -> String {
        match self.0.rules.heap(position) {
            Some((code, heap)) => format!("{}[{heap}]", self.0.rules.codes[code].text()),
            None => format!("position {position}"),
        }
    }

    fn for_each_option(&self, position: u64, visit: &mut dyn FnMut(&[u64]) -> bool) -> bool {
        self.0.rules.for_each_option(position, visit)
    }
}

fn check_period(code: &Code, phi: &[u32], period: u64, first: u64) -> Result<(), Refusal> {
    let Some(theorem) = code.hypothesis() else {
        return Err(refuted("the periodicity theorem does not cover these rules".into()));
    };
    let known =
        theorem.heaps_that_prove(first, period).filter(|known| period > 0 && *known <= phi.len() as u64);
    let Some(known) = known else {
        return Err(refuted(format!(
            "the values do not reach far enough for period {period} from heap {first}"
        )));
    };
    let (period, end) = (period as usize, (known - period) as usize);
    match (first as usize..end).find(|n| phi[*n] != phi[n + period]) {
        Some(n) => Err(refuted(format!("heaps {n} and {} have different values", n + period))),
        None => Ok(()),
    }
}

fn read(certificate: &Value) -> Result<Certificate, Refusal> {
    let code = |code: &Value| Code::parse(code.as_str().ok_or_else(|| malformed("a code must be a text"))?);
    let rules = match (certificate.get("code"), certificate.get("positions"), certificate.get("codes")) {
        (Some(alone), None, None) => Rules { list: Vec::new(), codes: vec![code(alone)?] },
        (None, Some(listed), None) => Rules { list: read_positions(listed)?, codes: Vec::new() },
        (None, Some(listed), Some(codes)) => {
            let codes = codes.as_array().ok_or_else(|| malformed("\"codes\" must be a list"))?;
            Rules { list: read_positions(listed)?, codes: codes.iter().map(code).collect::<Result<_, _>>()? }
        }
        _ => return Err(malformed("exactly one of \"code\" and \"positions\" must be there")),
    };
    let rows = list(certificate, "actions")?;
    let actions: Vec<Vec<u32>> = rows.iter().map(|row| numbers(row, "actions")).collect::<Result<_, _>>()?;
    let p = numbers(field(certificate, "p")?, "p")?;
    let monoid = Monoid::new(actions, &p)?;
    let phi = numbers(field(certificate, "phi")?, "phi")?;
    if phi.first() != Some(&0) {
        return Err(malformed("the value of the empty position is the identity"));
    }
    if phi.iter().any(|x| *x as usize >= monoid.order()) {
        return Err(malformed("a value is not an element"));
    }
    if phi.len() < rules.list.len() + 1 || (rules.codes.is_empty() && phi.len() > rules.list.len() + 1) {
        return Err(malformed("\"phi\" must have a value for the empty position and for each one listed"));
    }
    let periods = match (certificate.get("period"), certificate.get("periods")) {
        (None | Some(Value::Null), None | Some(Value::Null)) => Vec::new(),
        (Some(alone), None) => vec![read_period(alone)?],
        (None, Some(Value::Array(periods))) => periods.iter().map(read_period).collect::<Result<_, _>>()?,
        _ => return Err(malformed("\"period\" is one, \"periods\" is a list")),
    };
    if !periods.is_empty() && periods.len() != rules.codes.len() {
        return Err(malformed("there must be one period for each code"));
    }
    Ok(Certificate { rules, monoid, phi, periods })
}

fn read_period(period: &Value) -> Result<(u64, u64), Refusal> {
    let number = |name: &str| {
        field(period, name)?
            .as_u64()
            .filter(|n| *n <= u64::from(u32::MAX))
            .ok_or_else(|| malformed("a period has numbers"))
    };
    Ok((number("period")?, number("first")?))
}

fn read_positions(value: &Value) -> Result<Vec<Vec<Vec<u64>>>, Refusal> {
    let positions = value.as_array().ok_or_else(|| malformed("\"positions\" must be a list"))?;
    let mut read = Vec::with_capacity(positions.len());
    for (at, options) in positions.iter().enumerate() {
        let options =
            options.as_array().ok_or_else(|| malformed("the options of a position must be a list"))?;
        let options: Vec<Vec<u64>> = options
            .iter()
            .map(|option| Ok(numbers(option, "positions")?.into_iter().map(u64::from).collect()))
            .collect::<Result<_, Refusal>>()?;
        if options.iter().flatten().any(|part| *part == 0 || *part > at as u64) {
            return Err(malformed("an option must be a sum of earlier positions"));
        }
        read.push(options);
    }
    Ok(read)
}

fn numbers(value: &Value, name: &str) -> Result<Vec<u32>, Refusal> {
    let wrong = || Refusal::Malformed(format!("the field \"{name}\" must hold lists of small whole numbers"));
    let list = value.as_array().ok_or_else(wrong)?;
    list.iter().map(|n| n.as_u64().and_then(|n| u32::try_from(n).ok()).ok_or_else(wrong)).collect()
}

fn malformed(what: &str) -> Refusal {
    Refusal::Malformed(what.into())
}

fn refuted(what: String) -> Refusal {
    Refusal::Refuted(what)
}
