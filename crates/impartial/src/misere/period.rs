//! When a periodic beginning proves a periodic whole.

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
/// The code must be finite and every digit plain: a condition on the shape or the least size is not kept by a ↦ a ± p.
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

#[cfg(test)]
mod tests {
    use super::*;

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
