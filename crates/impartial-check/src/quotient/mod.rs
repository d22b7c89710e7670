//! Misère quotients: certificates of kind `misere-quotient`.
//!
//! **Claim.** (Q, P) with Phi is the misère quotient of all sums of positions 1 to N of the game; and if a period is given,
//! of the whole game, with Phi continued by that period.
//!
//! **Fields.** `code`, the code of a taking-and-breaking game (position n is the heap of n tokens), or `positions`, a list
//! with the options of position 1, 2, …, each option a list of smaller positions (a sum). `actions`, for each
//! element x of Q the list of its products with the generators of Q; element 0 is the identity. `p`, the elements of P. `phi`, the
//! value of each position from 0 (the empty one) to N. `period`, null or `{"period": p, "first": n0}`.
//!
//! **Checked.** 1. Q is a commutative monoid: the generators commute, every element is a product of them ([`monoid`]).
//! 2. Q is reduced, by refining partitions. 3. Every generator of Q is the value of a position, so Phi is onto.
//! 4. The empty position is not in P, and no position fails ([`failure`]): none in P has an option in P, none
//! but the empty one is outside P without an option in P. 5. The period satisfies the hypothesis of the periodicity theorem.
//!
//! **Why that is enough.** By 4, a position is in P exactly if it is a P-position of misère play: induction over options.
//! So positions with the same value behave alike in all sums; by 2 and 3, those with different values do not. That is
//! the definition of the quotient. For 5: let moves take at most d tokens and leave at most s heaps, and Phi(n + p) = Phi(n)
//! for n0 ≤ n < s·n0 + (s-1)p + d, n0 ≥ 1. For larger n every option of heap n + p has a heap of n0 + p or more, and shortening it by
//! p gives an option of heap n with the same value; and conversely. So both heaps have the same option values, and a
//! heap with the same option values as an earlier one has its value and adds nothing.

mod failure;
mod monoid;
mod needs;

use serde_json::Value;

use self::monoid::Monoid;
use crate::code::Code;
use crate::fields::{field, list};
use crate::{Refusal, Verified};

/// The most options that are looked at before the check is given up.
const MOST_OPTIONS: u64 = 50_000_000_000;

/// The rules: a code or a list.
pub(super) enum Rules {
    Code(Code),
    List(Vec<Vec<Vec<u64>>>),
}

impl Rules {
    /// Calls `visit` with every option of a position.
    pub(super) fn for_each_option(&self, position: u64, visit: &mut dyn FnMut(&[u64]) -> bool) -> bool {
        match self {
            Rules::Code(code) => code.for_each_option(position, visit),
            Rules::List(list) => list[position as usize - 1].iter().all(|option| visit(option)),
        }
    }
}

/// What a certificate says.
struct Certificate {
    rules: Rules,
    monoid: Monoid,
    phi: Vec<u32>,
    period: Option<(u64, u64)>,
}

/// Checks a certificate.
pub fn check(certificate: Value) -> Result<Verified, Refusal> {
    let certificate = read(&certificate)?;
    let Certificate { rules, monoid, phi, period } = &certificate;
    monoid.check()?;
    for (g, element) in monoid.generators().iter().enumerate() {
        if !phi.contains(element) {
            return Err(refuted(format!("generator {g} of Q is the value of no position")));
        }
    }
    failure::check(rules, monoid, phi, MOST_OPTIONS)?;
    let last = phi.len() as u64 - 1;
    let scope = match (rules, period) {
        (Rules::Code(code), Some((period, first))) => {
            check_period(code, phi, *period, *first)?;
            format!("of {}, with period {period} from heap {first}", code.text())
        }
        (Rules::List(_), Some(_)) => return Err(malformed("a list of positions has no period")),
        (Rules::Code(code), None) => format!("of {} to heap {last}", code.text()),
        (Rules::List(_), None) => format!("of the {last} positions listed"),
    };
    Ok(Verified {
        kind: "misere-quotient".into(),
        statement: format!(
            "The misère quotient {scope} has order {} with {} elements in P, and Phi is as given.",
            monoid.order(),
            monoid.p_order()
        ),
    })
}

fn check_period(code: &Code, phi: &[u32], period: u64, first: u64) -> Result<(), Refusal> {
    let (Some(take), Some(parts), true) = (code.last_digit(), code.most_parts(), code.is_plain()) else {
        return Err(refuted("the periodicity theorem is for finite codes with plain digits".into()));
    };
    let (parts, from) = (u128::from(parts.max(1)), u128::from(first.max(1)));
    let end = parts * from + (parts - 1) * u128::from(period) + u128::from(take);
    if period == 0 || end + u128::from(period) > phi.len() as u128 {
        return Err(refuted(format!(
            "the values do not reach far enough for period {period} from heap {first}"
        )));
    }
    let (period, end) = (period as usize, end as usize);
    match (first as usize..end).find(|n| phi[*n] != phi[n + period]) {
        Some(n) => Err(refuted(format!("heaps {n} and {} have different values", n + period))),
        None => Ok(()),
    }
}

fn read(certificate: &Value) -> Result<Certificate, Refusal> {
    let rules = match (certificate.get("code"), certificate.get("positions")) {
        (Some(code), None) => {
            Rules::Code(Code::parse(code.as_str().ok_or_else(|| malformed("\"code\" must be a text"))?)?)
        }
        (None, Some(list)) => Rules::List(read_positions(list)?),
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
    if let Rules::List(positions) = &rules
        && positions.len() + 1 != phi.len()
    {
        return Err(malformed("\"phi\" must have a value for the empty position and for each one listed"));
    }
    let period = match certificate.get("period") {
        None | Some(Value::Null) => None,
        Some(period) => {
            let number = |name: &str| {
                field(period, name)?
                    .as_u64()
                    .filter(|n| *n <= u64::from(u32::MAX))
                    .ok_or_else(|| malformed("\"period\" has numbers"))
            };
            Some((number("period")?, number("first")?))
        }
    };
    Ok(Certificate { rules, monoid, phi, period })
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
