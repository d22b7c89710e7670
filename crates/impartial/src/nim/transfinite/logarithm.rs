//! Discrete logarithms in the algebraic closure, prime by prime (Pohlig and Hellman).

use num_bigint::BigUint;
use rustc_hash::FxHashMap;

use super::dense::Dense;
use super::sparse::Sparse;
use super::tower::Tower;
use super::{AlgebraicClosure, TransfiniteError, factor};
use crate::ordinal::Ordinal;

/// The largest prime for which giant steps are taken, over as many baby steps as its square root.
const LARGEST_PRIME: u64 = 1 << 40;

impl AlgebraicClosure {
    /// The least k with `base`^k = x; `None` when x is no power of the base.
    ///
    /// ```
    /// use impartial::limits::Limits;
    /// use impartial::nim::AlgebraicClosure;
    /// let mut field = AlgebraicClosure::new(Limits::none());
    /// let ordinal = |text: &str| text.parse().unwrap();
    /// assert_eq!(field.log(&ordinal("2"), &ordinal("w^3"))?, Some(9u8.into()));
    /// assert_eq!(field.log(&ordinal("w+1"), &ordinal("w"))?, None);
    /// # Ok::<(), impartial::nim::TransfiniteError>(())
    /// ```
    ///
    /// # Errors
    /// [`TransfiniteError::OfZero`] for 0; [`TransfiniteError::OutOfReach`] when the order of the base is not factored,
    /// or has a prime factor above 2^40 that matters for x.
    pub fn log(&mut self, x: &Ordinal, base: &Ordinal) -> Result<Option<BigUint>, TransfiniteError> {
        let order = self.order(base)?;
        if x.is_zero() {
            return Err(TransfiniteError::OfZero("the logarithm"));
        }
        let (x, base) = (Sparse::from_ordinal(x)?, Sparse::from_ordinal(base)?);
        let tower = Tower::new(self, &[&x, &base])?;
        let (x, base) = (tower.dense(&x), tower.dense(&base));
        if tower.power(&x, &order)? != tower.one() {
            return Ok(None);
        }
        let degree = tower.degree_of(&base)?;
        let primes = factor::primes_of_mersenne(degree, &self.limits)?.ok_or_else(|| {
            TransfiniteError::OutOfReach(format!("2^{degree} - 1, the order of the group, was not factored"))
        })?;
        // k modulo the part of the order that is done.
        let (mut log, mut modulus) = (BigUint::ZERO, BigUint::from(1_u8));
        for prime in primes {
            let mut exponent = 0;
            let mut rest = order.clone();
            while &rest % &prime == BigUint::ZERO {
                rest /= &prime;
                exponent += 1;
            }
            if exponent == 0 {
                continue;
            }
            let part = prime.pow(exponent);
            let (target, generator) = (tower.power(&x, &rest)?, tower.power(&base, &rest)?);
            let digits = prime_power_log(&tower, target, &generator, &prime, exponent)?;
            // Chinese remainders: log + modulus · t = digits modulo part.
            let inverse = modulus.modinv(&part).expect("powers of different primes have no common factor");
            let t = (digits + &part - &log % &part) * inverse % &part;
            log += &modulus * t;
            modulus *= part;
        }
        // In a cyclic group the elements whose order divides that of the base are its powers.
        Ok(Some(log))
    }
}

/// The logarithm of `target` to a base of order prime^exponent, digit by digit in base `prime`.
fn prime_power_log(
    tower: &Tower,
    target: Dense,
    base: &Dense,
    prime: &BigUint,
    exponent: u32,
) -> Result<BigUint, TransfiniteError> {
    let mut log = BigUint::ZERO;
    if target == tower.one() {
        return Ok(log);
    }
    let prime = u64::try_from(prime).ok().filter(|prime| *prime <= LARGEST_PRIME).ok_or_else(|| {
        TransfiniteError::OutOfReach(format!(
            "the order of the base has the prime factor {prime}; logarithms are computed for primes up to 2^40"
        ))
    })?;
    let unit = tower.power(base, &BigUint::from(prime).pow(exponent - 1))?;
    let babies = prime.isqrt() + 1;
    let mut steps = FxHashMap::default();
    let mut power = tower.one();
    for i in 0..babies {
        steps.entry(power.clone()).or_insert(i);
        power = tower.field.multiply(&power, &unit)?;
    }
    let giant = tower.inverse(&power)?;
    let over = tower.inverse(base)?;
    for digit in 0..exponent {
        let left = tower.field.multiply(&target, &tower.power(&over, &log)?)?;
        let mut left = tower.power(&left, &BigUint::from(prime).pow(exponent - 1 - digit))?;
        let mut giants = 0;
        let found = loop {
            if let Some(i) = steps.get(&left) {
                break giants * babies + i;
            }
            debug_assert!(giants <= babies, "the target is a power of the base");
            left = tower.field.multiply(&left, &giant)?;
            giants += 1;
        };
        log += BigUint::from(prime).pow(digit) * found;
    }
    Ok(log)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::limits::Limits;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(40))]

        /// Fails when a logarithm is wrong, not the least, or missing: by powers one after the other.
        #[test]
        fn logarithms_by_definition(at in 0_usize..8, k in 0_u32..300) {
            let base: Ordinal = ["3", "5", "w", "w+1", "w^3", "w^3+1", "w^w", "w*2+1"][at].parse().unwrap();
            let mut field = AlgebraicClosure::new(Limits::none());
            let x = (0..k).fold(Ordinal::ONE, |power, _| field.product(&power, &base).unwrap());
            let mut power = Ordinal::ONE;
            let mut least = 0_u32;
            while power != x {
                power = field.product(&power, &base).unwrap();
                least += 1;
            }
            prop_assert_eq!(field.log(&x, &base), Ok(Some(least.into())));
        }
    }

    #[test]
    fn what_is_no_power_has_no_logarithm() {
        let mut field = AlgebraicClosure::new(Limits::none());
        let ordinal = |text: &str| text.parse::<Ordinal>().unwrap();
        for (x, base) in [("w+1", "w"), ("4", "2"), ("w^w", "w"), ("w", "w^w")] {
            assert_eq!(field.log(&ordinal(x), &ordinal(base)), Ok(None), "log({x}, {base})");
        }
        assert!(matches!(field.log(&Ordinal::ZERO, &ordinal("w")), Err(TransfiniteError::OfZero(_))));
        assert!(matches!(field.log(&ordinal("w"), &Ordinal::ZERO), Err(TransfiniteError::OfZero(_))));
    }
}
