//! Arithmetic periods: Grundy values that grow by a fixed amount, the saltus, from one period to the next.
//!
//! Three theorems, for three kinds of rules. In all of them G(n + p) = G(n) + σ is known for n₀ ≤ n < B, from computed
//! values; to be proved is that it holds for all n ≥ n₀.
//!
//! **Finite octal codes** have no arithmetic period with σ > 0 (Horrocks and Nowakowski 2003); there is nothing to look for.
//!
//! **Codes that never break a heap** (Nim, subtraction and all-but sets, infinite codes with digits 0 to 3). Let the digits
//! repeat with period L from d_{K+1} on, and every move be open to heaps of ℓ tokens and more. Let
//!
//! > U = 1 + max { G(m) : m < n₀ },  V = max (U + σ, 1 + max { G(m) : m < n₀ + p }),
//!
//! and suppose that for every residue r modulo L there is a heap n_r ≡ r, with n_r ≤ B, that reaches all values below V
//! by moves that take more than K tokens; and B ≥ n₀, B ≥ ℓ. Then G(n + p) = G(n) + σ for all n ≥ n₀.
//!
//! *Proof.* A heap n ≥ B with n ≡ n_r reaches all values below V as well: if n_r takes k > K tokens to leave m of value v,
//! then n takes k + (n - n_r), whose digit is that of k, to leave the same m. Now let n ≥ B, and the claim true below n.
//! Let v ≥ V. If n + p reaches v, it does so by taking some k and leaving a heap m' with G(m') = v ≥ V, so m' ≥ n₀ + p;
//! then n reaches v - σ by taking k and leaving m' - p. If n reaches u = v - σ ≥ U, it does so by leaving a heap m with
//! G(m) = u ≥ U, so m ≥ n₀; then n + p reaches u + σ = v by leaving m + p. (Nothing is left in neither case, since
//! v > 0 and u > 0.) So above V the values that n + p reaches are those that n reaches, moved by σ; both reach everything
//! below V; so the least that n + p does not reach is the least that n does not reach, moved by σ. ∎
//!
//! **Codes that break heaps into boundedly many**, with no condition on their shape. The function g that has the values
//! computed and continues them arithmetically is the Grundy function if and only if it obeys the mex rule, and a finite automaton
//! decides whether it does: see `mex_rule`, which is the proof. This covers hexadecimal codes such as 0.8, 0.3F (period 6,
//! saltus 3) and 0.9C (period 36, saltus 16), and infinite ones such as Lasker's Nim, 4.\[3\].
//!
//! With a condition on the shape, or no bound on the number of heaps left, an arithmetic period is observed and not proved.

use super::code::HeapCode;
use super::digit::{Digit, Shape};
use super::mex_rule;
use super::period::Period;
use super::values::Values;
use crate::integer::gcd;
use crate::limits::{Limits, StopReason};

/// An arithmetic period: G(n + length) = G(n) + saltus for every n ≥ `first`, with `first` and `length` least.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ArithmeticPeriod {
    /// The period p.
    pub length: u64,
    /// The least heap from which on the law holds.
    #[doc(alias = "preperiod")]
    pub first: u64,
    /// By how much the values grow from one period to the next; 0 only where a plain period is meant.
    pub saltus: u64,
}

/// A function on heaps that grows by `saltus` from one `period` to the next, from `first` on.
pub(crate) struct Progression<'a> {
    /// At least the values below `first + period`.
    values: &'a Values,
    pub(crate) first: usize,
    pub(crate) period: usize,
    pub(crate) saltus: u64,
}

impl Progression<'_> {
    pub(crate) fn at(&self, heap: usize) -> u64 {
        let periods = heap.saturating_sub(self.first) / self.period;
        u64::from(self.values.at(heap - periods * self.period)) + periods as u64 * self.saltus
    }
}

impl ArithmeticPeriod {
    /// The arithmetic period that the values show, from at most their middle on. Observed: it may end behind the last
    /// value; [`prove`](Self::prove) tells.
    ///
    /// ```
    /// use impartial::heap::{naive_values, ArithmeticPeriod};
    /// // Leave exactly three heaps after taking one token.
    /// let seen = ArithmeticPeriod::observe(&naive_values(&"0.8".parse()?, 60)).expect("it is plain to see");
    /// assert_eq!((seen.length, seen.first, seen.saltus), (3, 1, 1));
    /// # Ok::<(), impartial::text::ReadError>(())
    /// ```
    pub fn observe(values: &Values) -> Option<Self> {
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
            return Some(ArithmeticPeriod { length: p as u64, first: first as u64, saltus: saltus.into() });
        }
        None
    }

    /// Whether the law holds for ever, given the Grundy values that show it; `None` when no theorem covers the code, or
    /// more values are needed, or the proof would take too long.
    ///
    /// Cost: for a code that never breaks heaps, one look at all values for each digit that repeats; for others,
    /// about (first + p)^(s-1) starting states for each of p residues and each digit, s being the most heaps left.
    ///
    /// ```
    /// use impartial::heap::{naive_values, ArithmeticPeriod};
    /// use impartial::limits::Limits;
    /// let lasker = "4.[3]".parse()?;
    /// let values = naive_values(&lasker, 63);
    /// let period = ArithmeticPeriod::observe(&values).expect("it is plain to see");
    /// assert_eq!((period.length, period.first, period.saltus), (4, 1, 4));
    /// assert_eq!(period.prove(&lasker, &values, &Limits::none()), Ok(Some(true)));
    /// # Ok::<(), impartial::text::ReadError>(())
    /// ```
    pub fn prove(
        self,
        code: &HeapCode,
        values: &Values,
        limits: &Limits,
    ) -> Result<Option<bool>, StopReason> {
        if self.saltus == 0
            || code.max_parts().is_none()
            || code.all_digits().any(|digit| digit.shape() != Shape::Any)
            || (code.is_finite() && code.is_octal())
        {
            return Ok(None);
        }
        let least = code.all_digits().map(Digit::least).max().unwrap_or(0);
        let (Ok(first), Ok(period), Ok(least)) =
            (usize::try_from(self.first.max(1)), usize::try_from(self.length), usize::try_from(least))
        else {
            return Ok(None);
        };
        if !code.all_digits().any(Digit::breaks) {
            return Ok(self.never_breaks(code, values, least));
        }
        // The digits must repeat with the period.
        let times = code.tail().len().max(1) as u64 / gcd(code.tail().len().max(1) as u64, self.length);
        let period = period * times as usize;
        let from = first.max(least).max(code.digits().len() + 1);
        if values.len() < from + period {
            return Ok(None);
        }
        let claimed = Progression { values, first, period, saltus: self.saltus * times };
        mex_rule::holds_from(code, &claimed, from, limits)
    }

    /// The theorem for codes that never break a heap.
    fn never_breaks(self, code: &HeapCode, values: &Values, least: usize) -> Option<bool> {
        let (first, period) = (self.first.max(1) as usize, self.length as usize);
        let (tail, fixed) = (code.tail().len(), code.digits().len());
        if tail == 0 || values.len() < first + period {
            return None;
        }
        let above = |heaps: usize| 1 + (0..heaps).map(|heap| u64::from(values.at(heap))).max().unwrap_or(0);
        let bound = (above(first) + self.saltus).max(above(first + period)) as usize;
        // One heap of each residue, the last ones whose successors by a period are known.
        let end = values.len() - period;
        if end < tail.max(first).max(least) {
            return None;
        }
        let reaches_all = |heap: usize| {
            let mut seen = vec![false; bound];
            for left in 0..heap.saturating_sub(fixed) {
                let value = values.at(left) as usize;
                if value < bound && code.digit((heap - left) as u64).allows(u64::from(left > 0)) {
                    seen[value] = true;
                }
            }
            seen.into_iter().all(|seen| seen)
        };
        (end - tail..end).all(reaches_all).then_some(true)
    }

    /// What a proof by [`prove`](Self::prove) rests on, in a few words.
    pub fn reason(self, code: &HeapCode) -> &'static str {
        if code.all_digits().any(Digit::breaks) {
            "the mex rule for all heaps, decided by a finite automaton that reads binary digits"
        } else {
            "no heap is ever broken, and all heaps from some heap on reach all small values"
        }
    }

    /// The value of a heap from `first` on, given that of the heap that is `periods` periods before it.
    pub(crate) fn value_after(self, value: u32, periods: u64) -> Option<u64> {
        self.saltus.checked_mul(periods)?.checked_add(value.into())
    }

    /// The same law as a period of the heaps, the growth left aside.
    pub fn period(self) -> Period {
        Period { length: self.length, first: self.first }
    }
}
