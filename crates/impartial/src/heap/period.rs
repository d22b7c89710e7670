//! Periods of Grundy sequences, found and proved.
//!
//! **Theorem** (Guy and Smith 1956 for s = 2; [PS, Fact 2.2]). Let a finite code take at most k tokens and leave at most
//! s ≥ 1 heaps, with no condition on their shape, and let every move be open to heaps of ℓ tokens and more. If n₀ ≥ 1 and
//!
//! > G(n + p) = G(n) for n₀ ≤ n < max(s·n₀ + (s - 1)·p + k, ℓ),
//!
//! then G(n + p) = G(n) for all n ≥ n₀.
//!
//! *Proof.* Let n be at least the bound, and the claim true below n. An option of n + p takes j ≤ k tokens and leaves i ≤ s
//! heaps with n + p - j ≥ s·(n₀ + p) tokens, so its largest heap a has a ≥ n₀ + p. Then a - p ≥ n₀ ≥ 1 is a heap, a - p < n,
//! and G(a - p) = G(a) by induction: replacing a by a - p gives an option of n (the same number of heaps, the same tokens
//! taken, and n ≥ ℓ) with the same nim-sum. Conversely an option of n leaves n - j ≥ s·n₀ + (s-1)·p tokens, so its largest
//! heap a has n₀ ≤ a, and a < n because something is taken or the heap is broken; replacing a by a + p gives an option of
//! n + p with the same nim-sum. (In both directions at least one heap is left: n - j ≥ n₀ ≥ 1.) Equal sets of values have
//! equal mex. ∎
//!
//! With a condition on the shape the exchange of a for a ± p can break the condition, and with an infinite code there is no
//! k; for these nothing is claimed beyond what was computed.

use super::code::HeapCode;
use super::digit::Shape;
use super::values::{Store, Values};

/// A period of a Grundy sequence: G(n + length) = G(n) for every n ≥ `first`, both least.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Period {
    /// The period p.
    pub length: u64,
    /// The least heap from which on the sequence is periodic.
    #[doc(alias = "preperiod")]
    pub first: u64,
}

/// What a look at the values found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Look {
    /// A period, with the hypothesis of the theorem checked.
    Proved(Period),
    /// A period that all late values have; this many heaps are needed to prove it.
    Candidate(Period, usize),
    /// Nothing repeats.
    Nothing,
}

/// The theorem's s, k and ℓ for a code; `None` when it says nothing about the code.
pub(crate) fn hypothesis(code: &HeapCode) -> Option<(u128, u128, u128)> {
    if code.all_digits().any(|digit| digit.shape() != Shape::Any) {
        return None;
    }
    let least = code.all_digits().map(|digit| digit.least()).max().unwrap_or(0);
    Some((code.max_parts()?.max(1).into(), code.last_digit()?.into(), least.into()))
}

impl Period {
    /// The number of heaps, from 0 on, whose values prove this period by the theorem above; `None` when the theorem says
    /// nothing about the code.
    pub fn heaps_needed(self, code: &HeapCode) -> Option<u128> {
        let (s, k, least) = hypothesis(code)?;
        let (p, first) = (u128::from(self.length), u128::from(self.first.max(1)));
        Some((s * first + (s - 1) * p + k).max(least) + p)
    }
}

/// Why no period can be proved for a code, in one sentence; `None` when the theorem covers it.
pub fn why_no_theorem(code: &HeapCode) -> Option<&'static str> {
    if !code.is_finite() {
        Some(
            "no theorem is used: the periodicity theorem needs a bound on the tokens taken, and this code has none",
        )
    } else if code.max_parts().is_none() {
        Some(
            "no theorem is used: the periodicity theorem needs a bound on the heaps left, and this code has none",
        )
    } else if hypothesis(code).is_none() {
        Some(
            "no theorem is used: the periodicity theorem does not cover conditions on the shape of what is left",
        )
    } else {
        None
    }
}

/// A period p with saltus s that the values show: G(n + p) = G(n) + s for all n ≥ `first` that are here, which is at most
/// the middle. Observed, never claimed: finite octal codes have no such period (Horrocks and Nowakowski 2003), and for other
/// codes we prove none.
///
/// ```
/// use impartial::heap::{naive_values, observed_arithmetic_period};
/// // Leave exactly three heaps after taking one token.
/// let (period, saltus) = observed_arithmetic_period(&naive_values(&"0.8".parse()?, 60)).expect("it is plain to see");
/// assert_eq!((period.length, period.first, saltus), (3, 1, 1));
/// # Ok::<(), impartial::heap::CodeError>(())
/// ```
pub fn observed_arithmetic_period(values: &Values) -> Option<(Period, u32)> {
    let list: Vec<u32> = values.iter().collect();
    let (count, last) = (list.len(), *list.last()?);
    for p in 1..=(count / 8).min(4096) {
        let Some(saltus) = last.checked_sub(list[count - 1 - p]).filter(|saltus| *saltus > 0) else {
            continue;
        };
        let agrees = |n: usize| list[n].checked_add(saltus) == Some(list[n + p]);
        if !agrees(count / 2) || !(count / 2..count - p).all(agrees) {
            continue;
        }
        let first = (0..count / 2).rev().find(|n| !agrees(*n)).map_or(0, |n| n + 1);
        return Some((Period { length: p as u64, first: first as u64 }, saltus));
    }
    None
}

/// Looks for the least period that the values prove, or failing that the first candidate.
pub(crate) fn look(code: &HeapCode, values: &Values) -> Look {
    match values.store() {
        Store::Bytes(list) => look_in(code, values, list),
        Store::Words(list) => look_in(code, values, list),
        Store::Longs(list) => look_in(code, values, list),
    }
}

/// How many shifts that agree at the end are followed back in one look.
const CANDIDATES: usize = 64;

fn look_in<T: PartialEq>(code: &HeapCode, values: &Values, list: &[T]) -> Look {
    let count = list.len();
    // A proof needs the last third at least, and a candidate worth following the last few thousand values, to agree.
    let length = (count / 3).min(4096);
    if length < 8 {
        return Look::Nothing;
    }
    let end = &list[count - length..];
    // The last eight values decide nearly always, and compare as one word when values are bytes.
    let Some(latest) = list.last_chunk::<8>() else { return Look::Nothing };
    let mut candidate = Look::Nothing;
    let mut followed = 0;
    // A period is proved, or worth following, only when it fits twice.
    for p in 1..=(count - length).min(count / 2) {
        let shifted = &list[..count - p];
        if shifted.last_chunk::<8>() != Some(latest) || shifted[count - p - length..] != *end {
            continue;
        }
        let period = Period { length: p as u64, first: values.agreement_start(p) as u64 };
        let needed = period.heaps_needed(code);
        if needed.is_some_and(|needed| needed <= count as u128) {
            return Look::Proved(period);
        }
        if candidate == Look::Nothing && period.first as usize + 2 * p <= count {
            let needed = needed.and_then(|needed| usize::try_from(needed).ok()).unwrap_or(usize::MAX);
            candidate = Look::Candidate(period, needed);
        }
        followed += 1;
        if followed == CANDIDATES {
            break;
        }
    }
    candidate
}
