//! The prime factors of 2^d - 1, by cyclotomic parts.

use num_bigint::BigUint;

use crate::limits::{Limits, StopReason};
use crate::nim::fermat;
use crate::nim::prime::{Primality, primality, rho};

/// Trial divisors kn + 1 of the part of exact order n, this many.
const TRIALS: u64 = 1 << 16;

/// The primes that divide 2^d - 1, increasing; `None` when a factor resists: it is composite and no divisor was found, or
/// no proof was found that it is prime. The factors of Fermat numbers are taken as [`fermat`] has them.
pub fn primes_of_mersenne(d: u64, limits: &Limits) -> Result<Option<Vec<BigUint>>, StopReason> {
    let mut primes = Vec::new();
    for n in (2..=d).filter(|n| d.is_multiple_of(*n)) {
        if n.is_power_of_two() && n.ilog2() <= fermat::LARGEST_FACTORED {
            let all = fermat::primes_of_group(n.ilog2()).expect("this many Fermat numbers are factored");
            primes.extend(all);
            continue;
        }
        let mut rest = cyclotomic_at_two(n);
        for k in 1..=TRIALS {
            if k % 4096 == 0 {
                limits.poll()?;
            }
            let candidate = k * n + 1;
            if BigUint::from(candidate).pow(2) > rest {
                break;
            }
            while &rest % candidate == BigUint::ZERO {
                rest /= candidate;
                primes.push(candidate.into());
            }
        }
        // The largest prime of n may divide once without being of the form kn + 1.
        for p in (3..=n).filter(|p| n.is_multiple_of(*p)) {
            while &rest % p == BigUint::ZERO {
                rest /= p;
                primes.push(p.into());
            }
        }
        let mut open = vec![rest];
        while let Some(number) = open.pop() {
            if number == BigUint::from(1u8) {
                continue;
            }
            match primality(&number, limits)? {
                Primality::Prime => primes.push(number),
                Primality::Unproved => return Ok(None),
                Primality::Composite => {
                    let Some(factor) = rho(&number, limits)? else { return Ok(None) };
                    open.extend([&number / &factor, factor]);
                }
            }
        }
    }
    primes.sort();
    primes.dedup();
    Ok(Some(primes))
}

/// Φ_n(2), the product of (2^(n/e) - 1)^μ(e) over the divisors e of n.
fn cyclotomic_at_two(n: u64) -> BigUint {
    let (mut above, mut below) = (BigUint::from(1u8), BigUint::from(1u8));
    for e in (1..=n).filter(|e| n.is_multiple_of(*e)) {
        let factor = (BigUint::from(1u8) << (n / e)) - 1u8;
        match moebius(e) {
            1 => above *= factor,
            -1 => below *= factor,
            _ => {}
        }
    }
    above / below
}

fn moebius(n: u64) -> i8 {
    let (mut rest, mut sign) = (n, 1);
    for p in 2..=n {
        if rest.is_multiple_of(p) {
            rest /= p;
            sign = -sign;
            if rest.is_multiple_of(p) {
                return 0;
            }
        }
    }
    sign
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_primes_divide_and_nothing_is_left() {
        for d in 1..100 {
            let Some(primes) = primes_of_mersenne(d, &Limits::none()).unwrap() else { continue };
            let mut rest = (BigUint::from(1u8) << d) - 1u8;
            for prime in &primes {
                assert_eq!(&rest % prime, BigUint::ZERO, "{prime} divides 2^{d}-1");
                while &rest % prime == BigUint::ZERO {
                    rest /= prime;
                }
            }
            assert_eq!(rest, BigUint::from(1u8), "2^{d}-1");
        }
        let eleven = primes_of_mersenne(11, &Limits::none()).unwrap().unwrap();
        assert_eq!(eleven, [23u8, 89].map(BigUint::from));
    }
}
