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
//! **Infinite codes.** Let the digits repeat with period L from d_{K+1} on, L | p, and otherwise as above. If n₀ ≥ 1 and
//!
//! > G(n + p) = G(n) for n₀ ≤ n < max(s·(n₀ + p - 1) + K + 1, ℓ),
//!
//! then G(n + p) = G(n) for all n ≥ n₀.
//!
//! *Proof.* As before when a heap can be exchanged: an option of n + p with a heap a ≥ n₀ + p, an option of n with a heap
//! a ≥ n₀. An option of n + p without such a heap leaves at most s·(n₀ + p - 1) tokens, so it takes at least
//! j ≥ n + p - s·(n₀ + p - 1) > K + p, and n can take j - p, whose digit is that of j, to leave the same heaps. An option of
//! n without such a heap takes j ≥ n - s·(n₀ - 1) > K tokens, and n + p can take j + p. ∎
//!
//! **Pairs that must differ.** If some digits allow two heaps at most and ask that they be unequal, the theorems hold with the
//! bounds 2·n₀ + 2p + k and 2·n₀ + 3p + K + 1, where these are larger.
//!
//! *Proof.* The exchange of a for a + p in an option a > b of n leaves unequal heaps. The exchange of a for a - p in an option
//! of n + p does so unless a - p = b. Then the option has the value G(b + p) ⊕ G(b) = 0, since b < n₀ would mean a < n₀ + p.
//! If b ≥ n₀ + p, then b + p and b - p are an option of n, with the same number of tokens taken, unequal, and of value
//! G(b + p) ⊕ G(b - p) = 0. For a finite code n + p - j = 2b + p with j ≤ k, and the bound gives b ≥ n₀ + p. For an
//! infinite one, if b < n₀ + p then j > n - 2·n₀ - 2p ≥ K + p, and n can take j - p to leave the same heaps. ∎
//!
//! A quicker proof for games whose rare heaps end is in `window`. With other conditions on the shape nothing is claimed beyond what was computed. For values that grow see [`arithmetic`](super::arithmetic).

use super::code::HeapCode;
use super::digit::{Digit, Shape};
use super::occurrences::Occurrences;
use super::values::{Store, Values};
use super::window::Window;
use crate::integer::gcd;
pub use crate::period::Period;

/// How a period was proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PeriodProof {
    /// By a theorem of this module, the values agreeing with those one period later for long enough.
    GuySmith,
    /// By a window of values that recurs, in a game whose rare heaps end (the theorem is in the source, `window.rs`).
    Window {
        /// E: the last rare heap.
        last_rare: u64,
        /// D: how many values decide on the next.
        depth: u64,
    },
}

/// What a look at the values found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Look {
    /// A period, with the hypothesis of the theorem checked.
    Proved(Period, PeriodProof),
    /// A period that all late values have; this many heaps are needed to prove it.
    Candidate(Period, usize),
    /// Nothing repeats.
    Nothing,
}

/// What the theorems need to know of a code.
struct Hypothesis {
    /// s: the most heaps that a move leaves.
    parts: u128,
    /// k or K: the digits behind this one are zero, or repeat.
    digits: u128,
    /// ℓ: every move is open to heaps of this size.
    least: u128,
    /// L; `None` for a finite code.
    tail: Option<u64>,
    /// Whether some pairs must differ.
    unequal: bool,
}

impl Hypothesis {
    /// `None` when the theorems say nothing about the code.
    fn of(code: &HeapCode) -> Option<Self> {
        let differ = |digit: Digit| {
            digit.max_parts() == Some(2) && matches!(digit.shape(), Shape::Unequal | Shape::NotAllEqual)
        };
        if code.all_digits().any(|digit| digit.shape() != Shape::Any && !differ(digit)) {
            return None;
        }
        let least = code.all_digits().map(|digit| digit.least()).max().unwrap_or(0);
        Some(Hypothesis {
            parts: code.max_parts()?.max(1).into(),
            digits: code.digits().len() as u128,
            least: least.into(),
            tail: (!code.is_finite()).then_some(code.tail().len() as u64),
            unequal: code.all_digits().any(differ),
        })
    }
}

impl Period {
    /// The number of heaps, from 0 on, whose values prove this period by the theorems above; `None` when they say
    /// nothing about the code.
    pub fn heaps_needed(self, code: &HeapCode) -> Option<u128> {
        let Hypothesis { parts: s, digits: k, least, tail, unequal } = Hypothesis::of(code)?;
        let first = u128::from(self.first.max(1));
        let p = self.length_for(tail);
        let bound = match tail {
            None => s * first + (s - 1) * p + k,
            Some(_) => s * (first + p - 1) + k + 1,
        };
        let for_pairs = match (unequal, tail) {
            (false, _) => 0,
            (true, None) => 2 * (first + p) + k,
            (true, Some(_)) => 2 * first + 3 * p + k + 1,
        };
        Some(bound.max(for_pairs).max(least) + p)
    }

    /// The n for which G(n + p) = G(n) is checked when the period is proved by [`heaps_needed`](Self::heaps_needed) heaps.
    pub fn checked(self, code: &HeapCode) -> Option<(u64, u128)> {
        let needed = self.heaps_needed(code)?;
        Some((self.first.max(1), needed.saturating_sub(u128::from(self.length) + 1)))
    }

    /// The least multiple of the period with which the digits of an infinite code repeat too. If it is a period from `first` on,
    /// so is the period itself, because it is one on a whole stretch of that length.
    fn length_for(self, tail: Option<u64>) -> u128 {
        let times = tail.map_or(1, |tail| tail / gcd(tail, self.length));
        u128::from(self.length) * u128::from(times)
    }
}

/// Why no period can be proved for a code, in one sentence; `None` when a theorem covers it.
pub fn why_no_theorem(code: &HeapCode) -> Option<&'static str> {
    if code.max_parts().is_none() {
        Some("no theorem is used: those on periods need a bound on the heaps left, and this code has none")
    } else if Hypothesis::of(code).is_none() {
        Some("no theorem is used: those on periods do not cover this condition on the shape of what is left")
    } else {
        None
    }
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

/// With fewer heaps the theorems of this module are as good as a window.
const WINDOW_FROM: usize = 1 << 17;

fn look_in<T: Copy + PartialEq>(code: &HeapCode, values: &Values, list: &[T]) -> Look {
    let count = list.len();
    // A proof needs the last third at least, or a window of some thousand values, to agree.
    let length = (count / 3).min(4096);
    if length < 8 {
        return Look::Nothing;
    }
    let mut window = None;
    let mut candidate = Look::Nothing;
    // The first occurrence is the end itself.
    for place in Occurrences::new(list, &list[count - length..]).skip(1).take(CANDIDATES) {
        let p = count - place;
        let period = Period { length: p as u64, first: values.agreement_start(p) as u64 };
        let mut needed = period.heaps_needed(code).and_then(|needed| usize::try_from(needed).ok());
        if needed.is_some_and(|needed| needed <= count) {
            return Look::Proved(period, PeriodProof::GuySmith);
        }
        let agreed = count - p - period.first as usize;
        // A few thousand values recur by chance now and then; a window is worth its price when more of them do.
        let is_worth_following = agreed >= p || agreed >= WINDOW_FROM;
        if count >= WINDOW_FROM
            && is_worth_following
            && let Some(window) = window.get_or_insert_with(|| Window::new(code, values))
            && let Some(fewer) = window.heaps_needed(period)
        {
            if window.proves(values, period) {
                let (last_rare, depth) = (window.last_rare() as u64, window.depth() as u64);
                return Look::Proved(period, PeriodProof::Window { last_rare, depth });
            }
            if fewer > count {
                needed = Some(needed.map_or(fewer, |needed| needed.min(fewer)));
            }
        }
        if candidate == Look::Nothing && is_worth_following {
            candidate = Look::Candidate(period, needed.unwrap_or(usize::MAX));
        }
    }
    candidate
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_proves_what_the_theorem_of_guy_and_smith_proves_later() {
        use crate::heap::GrundySequence;
        use crate::limits::Limits;
        // 0.56 has period 144 from heap 326640, so 653570 heaps prove it in one way and half as many in the other.
        let mut game = GrundySequence::new("0.56".parse().unwrap());
        game.extend_to(400_000, &Limits::none()).unwrap();
        let code = game.code().clone();
        let found = match look(&code, game.values()) {
            Look::Proved(period, PeriodProof::Window { last_rare, .. }) => Some((period, last_rare)),
            _ => None,
        };
        let period = Period { length: 144, first: 326_640 };
        assert_eq!(found, Some((period, 1795)));
        assert_eq!(period.heaps_needed(&code), Some(653_570));
        // One late heap other than it should be, and nothing is proved.
        let change = |(heap, value)| if heap == 390_000 { value ^ 1 } else { value };
        let changed: Values = game.values().iter().enumerate().map(change).collect();
        assert!(!matches!(look(&code, &changed), Look::Proved(..)));
    }
}
