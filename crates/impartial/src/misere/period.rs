//! When a periodic beginning proves a periodic whole.

use crate::heap::HeapCode;
pub use crate::period::Period;

/// The heap up to which values must be known for the periodicity theorem.
///
/// **Theorem** ([PS, Fact 2.2] for octal games, s = 2). Let moves take at most d tokens and leave at most s heaps, any
/// number of them that the digit allows, of any sizes. Suppose Phi(n + p) = Phi(n) whenever
/// n0 ≤ n < s·n0 + (s-1)·p + d, with n0 ≥ 1. Then Phi(n + p) = Phi(n) for all n ≥ n0.
///
/// *Proof.* Let n ≥ s·n0 + (s-1)p + d, and the claim be true below n. An option of heap n + p has at most s
/// heaps with n + p - k tokens in all, k ≤ d, so its largest heap a has at least (n + p - d)/s ≥ n0 + p tokens. Replace a by a - p
/// ≥ n0 ≥ 1: that is an option of heap n with the same number of heaps and, since a - p < n, the same value. In the same
/// way an option of heap n has a largest heap a ≥ n0, and a + p makes an option of heap n + p with the same value. So both
/// heaps have the same set of option values. If it is empty, both are the empty position; if not, Phi(n + p) = Phi(n) by
/// mex interpolation [PS, Corollary 7.6]. ∎
///
/// For infinite codes, pairs that must differ, and moves that are open to large heaps only, see [`proved_for`].
pub fn known_up_to(parts: u64, period: u64, first: u64, take: u64) -> u64 {
    // The last n of the hypothesis is s·n0 + (s-1)p + d - 1, and Phi(n + p) must be known.
    parts * first + parts * period + take - 1
}

/// The period that the values `phi[0..]` prove, if they do; the least period that qualifies.
///
/// `parts` is s, the most heaps a move leaves (at least 1); `take` is d, the most tokens it takes.
///
/// Cost: O(values) for most sequences, quadratic at worst.
///
/// ```
/// use impartial::misere::period::{Period, proved};
/// // Take one token, leave one heap or none (0.3): values 1, a, 1, a, …
/// assert_eq!(proved(&[0, 1, 0, 1, 0, 1], 1, 1), Some(Period { length: 2, first: 0 }));
/// assert_eq!(proved(&[0, 1, 0], 1, 1), None);
/// ```
pub fn proved<T: PartialEq>(phi: &[T], parts: u64, take: u64) -> Option<Period> {
    let last = phi.len() as u64 - 1;
    let parts = parts.max(1);
    // n0 ≥ 1 needs values up to s(1 + p) + d - 1.
    let longest = (last + 1).saturating_sub(take) / parts;
    (1..longest).find_map(|period| {
        let p = period as usize;
        let agreeing = (0..phi.len() - p).rev().take_while(|n| phi[*n] == phi[n + p]).count();
        let first = (phi.len() - p - agreeing) as u64;
        // The empty heap takes part in the answer when it fits, never in the hypothesis.
        (known_up_to(parts, period, first.max(1), take) <= last).then_some(Period { length: period, first })
    })
}

/// The period that the values of heaps 0, 1, 2, … of a code prove, if they do; the least period that qualifies. Codes may be
/// infinite, may ask that pairs differ, and may have moves that are open to large heaps only.
///
/// **Theorem.** What [`crate::heap::period`] proves of nim-values is true of values in a misère quotient, with the same bounds.
///
/// *Proof.* There heap n + p has options of the same values as heap n because heaps are exchanged for others with the same
/// values, one at a time, or the same heaps are left by taking p tokens more or fewer. A product in the quotient is as good for
/// that as a nim-sum; of a pair (b + p, b), which cannot become (b, b) where pairs must differ, the value is Phi(b)², and so is
/// that of (b + p, b - p). Heaps with equal sets of option values have equal values by mex interpolation [PS, Corollary 7.6]. ∎
///
/// ```
/// use impartial::misere::period::{Period, proved_for};
/// // Take all of a heap: values 1, a, a, a, …
/// assert_eq!(proved_for(&"0.[1]".parse()?, &[0, 1, 1]), Some(Period { length: 1, first: 1 }));
/// assert_eq!(proved_for(&"0.[1]".parse()?, &[0, 1]), None);
/// # Ok::<(), impartial::text::ReadError>(())
/// ```
pub fn proved_for<T: PartialEq>(code: &HeapCode, phi: &[T]) -> Option<Period> {
    let count = phi.len() as u128;
    let enough = |period: Period| period.heaps_needed(code).is_some_and(|needed| needed <= count);
    (1..phi.len())
        .take_while(|p| enough(Period { length: *p as u64, first: 1 }) || !code.is_finite())
        .find_map(|p| {
            let agreeing = (0..phi.len() - p).rev().take_while(|n| phi[*n] == phi[n + p]).count();
            let first = (phi.len() - p - agreeing) as u64;
            Some(Period { length: p as u64, first }).filter(|period| enough(*period))
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_bounds_agree_where_both_apply() {
        for (code, parts, take) in [("0.77", 2, 2), ("4.7", 2, 1), ("0.3", 1, 1), ("0.8F", 3, 2)] {
            let code: HeapCode = code.parse().unwrap();
            for (length, first) in [(1, 1), (7, 3), (12, 71)] {
                let needed = Period { length, first }.heaps_needed(&code);
                assert_eq!(needed, Some(u128::from(known_up_to(parts, length, first, take)) + 1), "{code}");
            }
        }
    }

    #[test]
    fn the_bound_is_that_of_the_theorem() {
        // Octal, d = 2, n0 = 71, p = 12 (Kayles): Phi must agree for n < 2·71 + 12 + 2, hence be known to heap 167.
        assert_eq!(known_up_to(2, 12, 71, 2), 2 * 71 + 12 + 2 - 1 + 12);
        let phi: Vec<u64> = (0..168).map(|n| if n < 71 { 1000 + n } else { n % 12 }).collect();
        assert_eq!(proved(&phi, 2, 2), Some(Period { length: 12, first: 71 }));
        assert_eq!(proved(&phi[..167], 2, 2), None);
    }

    #[test]
    fn short_sequences_prove_nothing() {
        assert_eq!(proved(&[0], 2, 3), None);
        assert_eq!(proved(&[0, 0], 2, 3), None);
        // No moves at all: d = 0.
        assert_eq!(proved(&[0, 0, 0], 1, 0), Some(Period { length: 1, first: 0 }));
    }
}
