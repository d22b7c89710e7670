//! Discrete logarithms in the fields of 2^8 to 2^128 nimbers.

use rustc_hash::FxHashMap;

use super::word::{GROUP_PRIMES, NimWord, Nimber, multiply_modulo};

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
        let order = base.order()?;
        let one = Nimber::star(W::narrow(1));
        if self.number() == W::default() || self.pow(order) != one {
            return None;
        }
        let (mut log, mut modulus) = (0u128, 1u128);
        for prime in GROUP_PRIMES.into_iter().filter(|prime| order.is_multiple_of(u128::from(*prime))) {
            let cofactor = order / u128::from(prime);
            let digit = log_in_prime_order(self.pow(cofactor), base.pow(cofactor), prime)?;
            // Chinese remainders: log + modulus k with the digit modulo the prime.
            let prime = u128::from(prime);
            let missing = (u128::from(digit) + prime - log % prime) % prime;
            let inverse = power_modulo(modulus % prime, prime - 2, prime);
            log += modulus * multiply_modulo(missing, inverse, prime);
            modulus *= prime;
        }
        Some(log)
    }
}

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

/// k with base^k = x in the group of prime order that `base` generates; `None` when x is not in it.
fn log_in_prime_order<W: NimWord>(x: Nimber<W>, base: Nimber<W>, prime: u64) -> Option<u64> {
    // Beyond 2^21 baby steps the table would outgrow the cache and the memory of small machines.
    let babies = (prime.isqrt() + 1).min(1 << 21);
    let mut table = FxHashMap::default();
    let mut power = Nimber::star(W::narrow(1));
    for k in 0..babies {
        table.entry(power.number().wide()).or_insert(k);
        power *= base;
    }
    let giant = power.inverse().expect("a power of a unit is a unit");
    let mut rest = x;
    for step in 0..=prime / babies {
        if let Some(k) = table.get(&rest.number().wide()) {
            return Some((step * babies + k) % prime);
        }
        rest *= giant;
    }
    None
}

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
