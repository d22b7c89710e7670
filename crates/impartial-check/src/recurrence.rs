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

use std::collections::BTreeMap;

use serde_json::Value;

use crate::code::Code;
use crate::fields::{field, list, number, text};
use crate::{Refusal, Verified};

/// The largest reach, in heaps: memory is in proportion to it, and time to its square.
const MAX_REACH: u64 = 1 << 17;

/// The most heaps that are computed.
const MAX_HEAPS: u64 = 1 << 34;

/// Larger values are refused.
const MAX_VALUE: u32 = 1 << 14;

/// Checks `heap-recurrence`.
pub fn check(certificate: &Value) -> Result<Verified, Refusal> {
    let rules = Code::parse(text(certificate, "game")?)?;
    let (period, first) = (number(certificate, "period")?, number(certificate, "first_heap")?);
    let reach = number(certificate, "reach")?;
    let by_position = field(certificate, "by_position")?.as_bool().unwrap_or(false);
    let Some((breaks, takes, wholes)) = rules.octal_moves() else {
        return Err(Refusal::Refuted("the game is not a finite octal game".into()));
    };
    let shift = if by_position { rules.breaking_parity() } else { Some(0) };
    let Some(shift) = shift.filter(|_| !by_position || period % 2 == 0) else {
        return Err(Refusal::Refuted("position matters, and the parities do not fit".into()));
    };
    let most = breaks.iter().chain(&takes).chain(&wholes).copied().max().unwrap_or(0);
    if period == 0 || reach == 0 || reach > MAX_REACH || most > MAX_REACH {
        return Err(Refusal::Malformed("the period or the reach is 0 or absurd".into()));
    }
    let settled = 2 * (reach + most) + 2;
    let window = first.max(settled) + reach + most;
    if window + period > MAX_HEAPS {
        return Err(Refusal::Refuted("it is too large to check: too many heaps".into()));
    }
    let hints = list(certificate, "parts")?.iter().filter_map(Value::as_u64);
    let parts: Vec<u64> = hints.filter(|part| (1..=reach).contains(part)).take(1 << 12).collect();
    let mut heaps = Heaps {
        mask: number(certificate, "mask")?,
        by_position,
        shift,
        early: Vec::new(),
        recent: vec![0; (settled as usize + 1).next_power_of_two()],
        rare: Vec::new(),
        marks: vec![u64::MAX; 2 * MAX_VALUE as usize],
        missing: Vec::new(),
        parts: parts.into_iter().chain(1..=reach).collect(),
        is_small: true,
        rare_values: Vec::new(),
        part_values: Vec::new(),
        common: [0; 2],
        breaks,
        takes,
        wholes,
    };
    // The heaps whose values are remembered: those of the window, and those that show that nothing smaller will do.
    let unequal = unequal_pairs(certificate, first, period, window)?;
    let mut noted: BTreeMap<u64, u32> = unequal.iter().flat_map(|(a, b)| [(*a, 0), (*b, 0)]).collect();
    let mut stored: Vec<u32> = Vec::new();
    for heap in 0..window + period {
        let value = if heap < settled { heaps.by_definition(heap)? } else { heaps.by_window(heap)? };
        if heap + 1 == settled && heaps.rare.last().is_some_and(|rare| *rare > reach) {
            return Err(Refusal::Refuted("a rare heap lies beyond the reach".into()));
        }
        if heap + 1 == settled {
            heaps.settle();
        }
        if let Some(noted) = noted.get_mut(&heap) {
            *noted = value;
        }
        if (first..window).contains(&heap) {
            stored.push(value);
        }
        let earlier = heap.checked_sub(first + period).and_then(|at| stored.get(at as usize));
        if earlier.is_some_and(|earlier| *earlier != value) {
            return Err(Refusal::Refuted(format!("heap {heap} differs from the one {period} before it")));
        }
    }
    if let Some((a, b)) = unequal.iter().find(|(a, b)| noted.get(a) == noted.get(b)) {
        return Err(Refusal::Refuted(format!(
            "heaps {a} and {b} are equal, so the period or its beginning is not least"
        )));
    }
    let statement =
        format!("the Grundy values of {} have period {period} from heap {first} on", rules.text());
    Ok(Verified { kind: "heap-recurrence".into(), statement })
}

/// The pairs of heaps that must differ: first - 1 and first + period - 1; and one pair for each prime divisor.
fn unequal_pairs(
    certificate: &Value,
    first: u64,
    period: u64,
    window: u64,
) -> Result<Vec<(u64, u64)>, Refusal> {
    let named: Vec<u64> = list(certificate, "exceptions")?.iter().filter_map(Value::as_u64).collect();
    let primes = prime_divisors(period);
    if named.len() != primes.len() {
        return Err(Refusal::Malformed("each prime divisor of the period needs one exception".into()));
    }
    let mut pairs: Vec<(u64, u64)> = Vec::new();
    if first > 0 {
        pairs.push((first - 1, first - 1 + period));
    }
    for (heap, prime) in named.into_iter().zip(primes) {
        if heap < first || heap >= window {
            return Err(Refusal::Malformed("an exception lies outside the period".into()));
        }
        pairs.push((heap, heap + period / prime));
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

struct Heaps {
    mask: u64,
    by_position: bool,
    shift: u64,
    /// All values below M.
    early: Vec<u32>,
    /// The latest values; heap n is at n modulo the length.
    recent: Vec<u32>,
    rare: Vec<u64>,
    /// The last heap that was seen to reach a value.
    marks: Vec<u64>,
    missing: Vec<u32>,
    /// The parts in the order in which to try them.
    parts: Vec<u64>,
    /// Whether all values so far are below 128, so that a set of values is a word.
    is_small: bool,
    /// Rare heaps, and parts in the order of trial, with their values.
    rare_values: Vec<(u64, u32)>,
    part_values: Vec<(u64, u32)>,
    /// The values below 128 that are common, seen from a heap of either parity.
    common: [u128; 2],
    breaks: Vec<u64>,
    takes: Vec<u64>,
    wholes: Vec<u64>,
}

impl Heaps {
    fn class(&self, heap: u64, value: u32) -> u32 {
        let turn = if self.by_position { (heap + self.shift) as u32 & 1 } else { 0 };
        (u64::from(value) & self.mask).count_ones() & 1 ^ turn
    }

    fn recent(&self, heap: u64) -> u32 {
        self.recent[heap as usize & (self.recent.len() - 1)]
    }

    fn push(&mut self, heap: u64, value: u32) -> Result<u32, Refusal> {
        if value >= MAX_VALUE {
            return Err(Refusal::Refuted("it is too large to check: a value is too large".into()));
        }
        self.is_small &= value < u128::BITS;
        let at = heap as usize & (self.recent.len() - 1);
        self.recent[at] = value;
        Ok(value)
    }

    /// Makes ready for words, once all values below M are known.
    fn settle(&mut self) {
        let value = |heap: &u64| (*heap, self.early[*heap as usize]);
        self.rare_values = self.rare.iter().map(value).collect();
        self.part_values = self.parts.iter().map(value).collect();
        self.common = [0, 1].map(|parity| {
            let common = (0..u128::BITS).filter(|value| self.class(parity, *value) == 1);
            common.fold(0, |word, value| word | 1 << value)
        });
    }

    /// The value by the window, sets of values being words; `None` when they do not suffice.
    fn by_words(&self, heap: u64) -> Option<u32> {
        let mut reached = 0u128;
        for take in &self.takes {
            reached |= 1 << self.recent(heap - take);
        }
        for take in &self.breaks {
            for (rare, value) in &self.rare_values {
                reached |= 1 << (value ^ self.recent(heap - take - rare));
            }
        }
        let common = self.common[(heap & 1) as usize];
        let free = common & !reached;
        if free == 0 {
            return None;
        }
        // All common values below the least free one are reached; the rare ones must be.
        let below = (free & free.wrapping_neg()) - 1;
        for (part, value) in &self.part_values {
            if below & !reached == 0 {
                break;
            }
            for take in &self.breaks {
                reached |= 1 << (value ^ self.recent(heap - take - part));
            }
        }
        (below & !reached == 0).then_some(free.trailing_zeros())
    }

    /// The value by the definition: every option.
    fn by_definition(&mut self, heap: u64) -> Result<u32, Refusal> {
        for take in self.takes.iter().filter(|take| **take < heap) {
            self.marks[self.early[(heap - take) as usize] as usize] = heap;
        }
        if heap > 0 && self.wholes.contains(&heap) {
            self.marks[0] = heap;
        }
        for rest in self.breaks.iter().filter_map(|take| heap.checked_sub(*take)) {
            let rest = rest as usize;
            for part in 1..=rest / 2 {
                self.marks[(self.early[part] ^ self.early[rest - part]) as usize] = heap;
            }
        }
        let value = (0..).find(|value| self.marks[*value as usize] != heap).unwrap_or(MAX_VALUE);
        self.early.push(value);
        if heap > 0 && self.class(heap, value) == 0 {
            self.rare.push(heap);
        }
        self.push(heap, value)
    }

    /// The value by the window: common, with every smaller rare value reached by a pair with a part up to the reach.
    fn by_window(&mut self, heap: u64) -> Result<u32, Refusal> {
        if self.is_small
            && let Some(value) = self.by_words(heap)
        {
            return self.push(heap, value);
        }
        for take in &self.takes {
            let value = self.recent(heap - take);
            self.marks[value as usize] = heap;
        }
        for take in &self.breaks {
            for rare in &self.rare {
                let value = self.early[*rare as usize] ^ self.recent(heap - take - rare);
                self.marks[value as usize] = heap;
            }
        }
        self.missing.clear();
        let mut value = 0;
        while value < MAX_VALUE {
            if self.marks[value as usize] != heap {
                if self.class(heap, value) == 1 {
                    break;
                }
                self.missing.push(value);
            }
            value += 1;
        }
        for part in &self.parts {
            while self.missing.last().is_some_and(|missing| self.marks[*missing as usize] == heap) {
                self.missing.pop();
            }
            if self.missing.is_empty() {
                break;
            }
            for take in &self.breaks {
                let reached = self.early[*part as usize] ^ self.recent(heap - take - part);
                self.marks[reached as usize] = heap;
            }
        }
        match self.missing.iter().find(|missing| self.marks[**missing as usize] != heap) {
            Some(missing) => Err(Refusal::Refuted(format!(
                "no pair within the reach gives heap {heap} an option of value {missing}"
            ))),
            None => self.push(heap, value),
        }
    }
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
