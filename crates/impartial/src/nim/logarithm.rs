//! Discrete logarithms in the fields of 2^8 to 2^128 nimbers.

use rustc_hash::FxHashMap;

use super::prepared::Prepared;
use super::word::{GROUP_PRIMES, NimWord, Nimber, multiply_modulo};
use crate::limits::{Limits, StopReason};

impl<W: NimWord> Nimber<W> {
    /// The least k with `base`^k = `self`; `None` when no power of `base` is `self`, or one of them is 0.
    ///
    /// ```
    /// use impartial::nim::Nimber;
    /// assert_eq!(Nimber::star(8u64).log(Nimber::star(4)), Some(6));
    /// assert_eq!(Nimber::star(4u64).log(Nimber::star(2)), None);
    /// ```
    ///
    /// Pohlig and Hellman over the primes l of the order of `base`, baby and giant steps for each: O(Σ √l) products. The
    /// largest prime is 6 700 417 below 2^64 and 67 280 421 310 721 below 2^128.
    pub fn log(self, base: Self) -> Option<u128> {
        // No limits, no end before the end.
        self.log_within(base, &Limits::none()).unwrap_or_default()
    }

    /// The same as long as the limits allow.
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn log_within(self, base: Self, limits: &Limits) -> Result<Option<u128>, StopReason> {
        let zero = W::default();
        if self.number() == zero || base.number() == zero {
            return Ok(None);
        }
        let narrow =
            |x: Self| u64::try_from(x.number().wide()).map(|word| Prepared::from(Nimber::star(word)));
        if let (Ok(x), Ok(base)) = (narrow(self), narrow(base)) {
            let group = u128::from(u64::MAX);
            return combine(group, |prime| {
                limits.poll()?;
                let cofactor = u64::MAX / prime;
                let (x, base) = (x.pow(cofactor), base.pow(cofactor));
                if base == Prepared::ONE {
                    return Ok((x == base).then_some(None));
                }
                Ok(prepared_log(x, base, prime).map(Some))
            });
        }
        let one = Nimber::star(W::narrow(1));
        combine(u128::MAX, |prime| {
            let cofactor = u128::MAX / u128::from(prime);
            let (x, base) = (self.pow(cofactor), base.pow(cofactor));
            if base == one {
                return Ok((x == base).then_some(None));
            }
            Ok(wide_log(x, base, prime, limits)?.map(Some))
        })
    }
}

/// The logarithm from its remainders modulo the primes of the group: `Some(None)` where base and element have no part of
/// that order, `None` where there is no logarithm.
fn combine(
    group: u128,
    mut remainder: impl FnMut(u64) -> Result<Option<Option<u64>>, StopReason>,
) -> Result<Option<u128>, StopReason> {
    let (mut log, mut modulus) = (0u128, 1u128);
    for prime in GROUP_PRIMES.into_iter().filter(|prime| group.is_multiple_of(u128::from(*prime))) {
        let digit = match remainder(prime)? {
            None => return Ok(None),
            Some(None) => continue,
            Some(Some(digit)) => digit,
        };
        // Chinese remainders: log + modulus k with the digit modulo the prime.
        let prime = u128::from(prime);
        let missing = (u128::from(digit) + prime - log % prime) % prime;
        let inverse = power_modulo(modulus % prime, prime - 2, prime);
        log += modulus * multiply_modulo(missing, inverse, prime);
        modulus *= prime;
    }
    Ok(Some(log))
}

/// k with base^k = x in the group of prime order that `base` generates.
fn prepared_log(x: Prepared, base: Prepared, prime: u64) -> Option<u64> {
    let babies = prime.isqrt() + 1;
    // Open addressing at most half full; 0 is no element of the group.
    let bits = (2 * babies).next_power_of_two().ilog2();
    let mut keys = vec![(0u64, 0u32); 1 << bits];
    let mask = keys.len() - 1;
    let start = |key: u64| (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - bits)) as usize;
    let mut power = Prepared::ONE;
    for k in 0..babies as u32 {
        let mut at = start(power.polynomial());
        while keys[at].0 != 0 {
            at = (at + 1) & mask;
        }
        keys[at] = (power.polynomial(), k);
        power *= base;
    }
    let giant = power.inverse().expect("a power of a unit is a unit");
    let mut rest = x;
    for step in 0..=prime / babies {
        let mut at = start(rest.polynomial());
        while keys[at].0 != 0 {
            if keys[at].0 == rest.polynomial() {
                return Some((step * babies + u64::from(keys[at].1)) % prime);
            }
            at = (at + 1) & mask;
        }
        rest *= giant;
    }
    None
}

/// base^exponent modulo a number.
fn power_modulo(mut base: u128, mut exponent: u128, modulus: u128) -> u128 {
    let mut power = 1 % modulus;
    while exponent > 0 {
        if exponent & 1 == 1 {
            power = multiply_modulo(power, base, modulus);
        }
        base = multiply_modulo(base, base, modulus);
        exponent >>= 1;
    }
    power
}

/// The same for the largest words.
fn wide_log<W: NimWord>(
    x: Nimber<W>,
    base: Nimber<W>,
    prime: u64,
    limits: &Limits,
) -> Result<Option<u64>, StopReason> {
    // Beyond 2^21 baby steps the table would outgrow the cache and the memory of small machines.
    let babies = (prime.isqrt() + 1).min(1 << 21);
    let mut table = FxHashMap::default();
    let mut power = Nimber::star(W::narrow(1));
    for k in 0..babies {
        if k % POLLED_EVERY == 0 {
            limits.poll()?;
        }
        table.entry(power.number().wide()).or_insert(k);
        power *= base;
    }
    let giant = power.inverse().expect("a power of a unit is a unit");
    let mut rest = x;
    for step in 0..=prime / babies {
        if step % POLLED_EVERY == 0 {
            limits.poll()?;
        }
        if let Some(k) = table.get(&rest.number().wide()) {
            return Ok(Some((step * babies + k) % prime));
        }
        rest *= giant;
    }
    Ok(None)
}

/// A product takes a tenth of a microsecond or so.
const POLLED_EVERY: u64 = 4096;

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn every_logarithm_of_bytes() {
        let primitive = (2..=255u8).map(Nimber::star).find(|x| x.is_primitive()).unwrap();
        for k in 0..255 {
            assert_eq!(primitive.pow(k).log(primitive), Some(k));
        }
        assert_eq!(Nimber::star(0u8).log(primitive), None);
        assert_eq!(primitive.log(Nimber::star(0u8)), None);
        assert_eq!(primitive.log(Nimber::star(1u8)), None);
    }

    #[test]
    fn a_logarithm_above_64_bits() {
        // In the group of order 274177 · 3, so that the largest prime takes no time.
        let base = Nimber::star(u128::MAX).pow(u128::MAX / (274_177 * 3));
        let order = base.order().unwrap();
        assert_eq!(base.pow(12_345).log(base), Some(12_345 % order));
        // The whole group has a prime of 46 bits, which takes seconds: a limit ends it.
        let primitive = (1 << 64..).map(Nimber::<u128>::star).find(|x| x.is_primitive()).unwrap();
        let stopped = primitive.pow(1 << 100).log_within(primitive, &Limits::none().with_work(50));
        assert_eq!(stopped, Err(StopReason::Cap { what: "steps of work", bound: 50 }));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(32))]
        #[test]
        fn logarithms_of_words(base in 2u64.., k: u64, other: u64) {
            let base = Nimber::star(base);
            let order = base.order().unwrap();
            prop_assert_eq!(base.pow(k.into()).log(base), Some(u128::from(k) % order));
            if let Some(log) = Nimber::star(other).log(base) {
                prop_assert_eq!(base.pow(log), Nimber::star(other));
            } else {
                prop_assert!(other == 0 || Nimber::star(other).pow(order) != Nimber::star(1));
            }
        }
    }
}
