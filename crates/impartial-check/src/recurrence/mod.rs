//! Long periods of octal games, proved by a window that recurs.
//!
//! **What is claimed.** `heap-recurrence`: G(n + period) = G(n) for all n ≥ first_heap, with both numbers least. No values
//! are listed; the checker computes them, and remembers a window only.
//!
//! **Classes.** Let m be the mask, and the class of a value v seen from heap n the parity of v & m, plus that of n + t if
//! heaps are also told apart by position (then every breaking move takes a number of tokens of the parity of t). The class of
//! heap n is that of G(n) seen from n. A move from n to two heaps reaches a value whose class, seen from n, is the sum of
//! the classes of the two heaps. Heaps of class 0 are called rare, the others common.
//!
//! Values below 128 are told apart; see `stream` for how they are computed.
//!
//! **What is checked.** Let E be the reach, and k the most tokens taken. (1) The values below M = 2(E + k) + 2 are computed
//! by the definition, and the rare heaps among them lie at E or below. (2) From M on, c(n) is the least common value that no
//! pair of a rare heap r ≤ E with n - t - r and no single heap n - j reaches, and every rare value below c(n) is reached
//! by a single heap or a pair of some a ≤ E with n - t - a. Then G(n) = c(n): by induction no heap from E + 1 to n - 1 is
//! rare, so nothing else can reach a common value. (3) Let D = E + k, and s = max(first, M). The values of the heaps from
//! first + p to s + D + p - 1 are those of the heaps from first to s + D - 1.
//!
//! **Why that proves it.** By (2) the value of heap n ≥ s + D, and the fact that it is found in this way at all, depends
//! only on the D values before it, and on the parity of n if heaps are told apart by position; then p must be even. Those D
//! values are the same for n = s + D and for n = s + D + p, and every step from s + D to s + D + p - 1 was taken. So all
//! steps after that repeat them, for ever. The number first is least because first - 1 is an exception, and p is least
//! because for every prime q that divides it, two heaps at distance p/q from each other differ: the certificate names them.
//! (Two periods have their greatest common divisor as a period.)

mod stream;

use serde_json::Value;

use self::stream::{Classes, Moves, Stream};
use crate::code::Code;
use crate::fields::{field, list, number, text};
use crate::{Refusal, Verified};

/// The largest reach, in heaps: time is in proportion to its square.
const MAX_REACH: u64 = 1 << 17;

/// The most pairs with a part within the reach: memory is in proportion to them.
const MAX_PAIRS: u64 = 1 << 22;

/// The most heaps that are computed.
const MAX_HEAPS: u64 = 1 << 34;

/// Checks `heap-recurrence`.
pub fn check(certificate: &Value) -> Result<Verified, Refusal> {
    let rules = Code::parse(text(certificate, "game")?)?;
    let (period, first) = (number(certificate, "period")?, number(certificate, "first_heap")?);
    let reach = number(certificate, "reach")?;
    let by_position = field(certificate, "by_position")?.as_bool().unwrap_or(false);
    let Some((breaks, takes, wholes)) = rules.octal_moves() else {
        return Err(Refusal::Refuted("the game is not a finite octal game".into()));
    };
    let moves = Moves { breaks, takes, wholes };
    let shift = if by_position { rules.breaking_parity() } else { None };
    if by_position && (shift.is_none() || period % 2 == 1) {
        return Err(Refusal::Refuted("position matters, and the parities do not fit".into()));
    }
    let most = moves.most();
    let pairs = reach.saturating_mul(moves.breaks.len() as u64);
    if period == 0 || reach == 0 || reach > MAX_REACH || most > MAX_REACH || pairs > MAX_PAIRS {
        return Err(Refusal::Malformed("the period or the reach is 0 or absurd".into()));
    }
    let mask = u8::try_from(number(certificate, "mask")?).ok().filter(|mask| (1..128).contains(mask));
    let Some(mask) = mask else { return Err(Refusal::Malformed("the mask is not from 1 to 127".into())) };
    let classes = Classes { mask, shift };
    let settled = 2 * (reach + most) + 2;
    let window = first.max(settled) + reach + most;
    if window + period > MAX_HEAPS {
        return Err(Refusal::Refuted("it is too large to check: too many heaps".into()));
    }
    let hints = list(certificate, "parts")?.iter().filter_map(Value::as_u64);
    let parts: Vec<u64> = hints.filter(|part| (1..=reach).contains(part)).take(1 << 12).collect();
    let mut unequal = unequal_pairs(certificate, first, period, window)?;
    let values = moves.values(settled)?;
    if let Some(heap) = (reach + 1..settled).find(|heap| classes.is_rare(*heap, values[*heap as usize])) {
        return Err(Refusal::Refuted(format!("heap {heap} is rare and lies beyond the reach")));
    }
    let mut stream = Stream::new(&moves, classes, &values, reach, &parts);
    // The bytes of the heaps from `first` to before `window`.
    let mut stored: Vec<u8> = Vec::new();
    let mut heaps = 0..settled;
    while !heaps.is_empty() {
        let kept = first.clamp(heaps.start, heaps.end)..window.clamp(heaps.start, heaps.end);
        stored.extend_from_slice(stream.bytes(kept));
        let again = (first + period).clamp(heaps.start, heaps.end)..heaps.end;
        for (heap, byte) in again.clone().zip(stream.bytes(again)) {
            if stored.get((heap - first - period) as usize).is_some_and(|earlier| earlier != byte) {
                return Err(Refusal::Refuted(format!("heap {heap} differs from the one {period} before it")));
            }
        }
        for Noted { heap, value } in unequal.iter_mut().flatten().filter(|noted| heaps.contains(&noted.heap))
        {
            *value = stream.bytes(*heap..*heap + 1).first().and_then(|byte| classes.value(*heap, *byte));
        }
        heaps = stream.advance(window + period)?;
    }
    if let Some([a, b]) = unequal.iter().find(|[a, b]| a.value == b.value) {
        return Err(Refusal::Refuted(format!(
            "heaps {} and {} are equal, so the period or its beginning is not least",
            a.heap, b.heap
        )));
    }
    let statement =
        format!("the Grundy values of {} have period {period} from heap {first} on", rules.text());
    Ok(Verified { kind: "heap-recurrence".into(), statement })
}

/// A heap whose value is remembered.
struct Noted {
    heap: u64,
    value: Option<u8>,
}

/// The pairs of heaps that must differ: first - 1 and first + period - 1; and one pair for each prime divisor.
fn unequal_pairs(
    certificate: &Value,
    first: u64,
    period: u64,
    window: u64,
) -> Result<Vec<[Noted; 2]>, Refusal> {
    let named: Vec<u64> = list(certificate, "exceptions")?.iter().filter_map(Value::as_u64).collect();
    let primes = prime_divisors(period);
    if named.len() != primes.len() {
        return Err(Refusal::Malformed("each prime divisor of the period needs one exception".into()));
    }
    let pair = |a, b| [a, b].map(|heap| Noted { heap, value: None });
    let mut pairs = Vec::new();
    if first > 0 {
        pairs.push(pair(first - 1, first - 1 + period));
    }
    for (heap, prime) in named.into_iter().zip(primes) {
        if heap < first || heap >= window {
            return Err(Refusal::Malformed("an exception lies outside the period".into()));
        }
        pairs.push(pair(heap, heap + period / prime));
    }
    Ok(pairs)
}

/// In increasing order; the number is below 2^34.
fn prime_divisors(mut number: u64) -> Vec<u64> {
    let mut primes = Vec::new();
    let mut divisor = 2;
    while divisor * divisor <= number {
        if number.is_multiple_of(divisor) {
            primes.push(divisor);
            while number.is_multiple_of(divisor) {
                number /= divisor;
            }
        }
        divisor += 1;
    }
    if number > 1 {
        primes.push(number);
    }
    primes
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// 0.156 has period 349 from heap 3479; its classes are those of the mask.
    fn certificate() -> Value {
        json!({"kind": "heap-recurrence", "game": "0.156", "period": 349, "first_heap": 3479, "mask": 27, "by_position": false,
            "reach": 2048, "parts": [1, 5, 9], "exceptions": [3481]})
    }

    #[test]
    fn prime_divisors_come_in_order() {
        assert_eq!(prime_divisors(360), [2, 3, 5]);
        assert!(prime_divisors(1).is_empty());
        assert_eq!(prime_divisors(60_620_715), [3, 5, 1_347_127]);
    }

    #[test]
    fn the_period_is_accepted_and_no_other() {
        let statement = "the Grundy values of 0.156 have period 349 from heap 3479 on";
        assert_eq!(check(&certificate()).map(|verified| verified.statement), Ok(statement.to_owned()));
        for (name, value) in [
            ("period", json!(350)),
            ("period", json!(698)),
            ("first_heap", json!(3478)),
            ("first_heap", json!(3480)),
            ("mask", json!(1)),
            ("by_position", json!(true)),
            ("game", json!("0.157")),
            ("reach", json!(20)),
        ] {
            let mut changed = certificate();
            changed[name] = value.clone();
            if name == "period" {
                changed["exceptions"] = json!(vec![3481; prime_divisors(value.as_u64().unwrap()).len()]);
            }
            if name == "first_heap" {
                changed["exceptions"] = json!([3481]);
            }
            assert!(matches!(check(&changed), Err(Refusal::Refuted(_))), "{name} {value}");
        }
    }

    #[test]
    fn nonsense_is_refused_at_once() {
        for (name, value) in [
            ("period", json!(0)),
            ("reach", json!(0)),
            ("reach", json!(1u64 << 40)),
            ("first_heap", json!(1u64 << 40)),
            ("exceptions", json!([])),
            ("exceptions", json!([5])),
            ("game", json!("0.8")),
            ("game", json!("0.[3]")),
        ] {
            let mut changed = certificate();
            changed[name] = value;
            assert!(check(&changed).is_err(), "{name}");
        }
    }
}
