//! The prime factors of 2^d - 1, by cyclotomic parts, trial division and Pollard's rho.

use num_bigint::BigUint;

use crate::limits::{Limits, StopReason};
use crate::nim::fermat;

/// Trial divisors kn + 1 of the part of exact order n, this many.
const TRIALS: u64 = 1 << 16;
/// Steps of one run of Pollard's rho.
const STEPS: u64 = 1 << 17;

/// The primes that divide 2^d - 1, increasing; `None` when a factor resists: it is composite and no divisor was found, or
/// it is too large for the test of primality to be a proof.
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
            if passes_miller_rabin(&number) {
                // Sorenson and Webster: no composite number below this bound passes for the first twelve primes.
                if number >= BigUint::from(318_665_857_834_031_151_167_461_u128) {
                    return Ok(None);
                }
                primes.push(number);
                continue;
            }
            let Some(factor) = rho(&number, limits)? else { return Ok(None) };
            open.push(&number / &factor);
            open.push(factor);
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

fn passes_miller_rabin(n: &BigUint) -> bool {
    if *n < BigUint::from(4u8) {
        return *n > BigUint::from(1u8);
    }
    if !n.bit(0) {
        return false;
    }
    let less = n - 1u8;
    let twos = less.trailing_zeros().unwrap_or(0);
    let odd = &less >> twos;
    [2u8, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37].iter().all(|base| {
        let mut power = BigUint::from(*base).modpow(&odd, n);
        if power == BigUint::from(1u8) || power == less || n % *base == BigUint::ZERO {
            return n % *base != BigUint::ZERO || *n == BigUint::from(*base);
        }
        (1..twos).any(|_| {
            power = &power * &power % n;
            power == less
        })
    })
}

/// A proper factor of a composite number, if the walk finds one in [`STEPS`].
fn rho(n: &BigUint, limits: &Limits) -> Result<Option<BigUint>, StopReason> {
    let gcd = |a: &BigUint, b: &BigUint| {
        let (mut a, mut b) = (a.clone(), b.clone());
        while b != BigUint::ZERO {
            let rest = &a % &b;
            (a, b) = (b, rest);
        }
        a
    };
    let one = BigUint::from(1u8);
    for start in 1u8..4 {
        let walk = |x: &BigUint| (x * x + start) % n;
        let (mut slow, mut fast) = (BigUint::from(2u8), BigUint::from(2u8));
        let mut product = one.clone();
        for step in 1..=STEPS {
            slow = walk(&slow);
            fast = walk(&walk(&fast));
            let difference = if slow > fast { &slow - &fast } else { &fast - &slow };
            product = product * difference % n;
            if step % 64 == 0 {
                limits.poll()?;
                let found = gcd(n, &product);
                if found == *n {
                    break;
                }
                if found != one {
                    return Ok(Some(found));
                }
            }
        }
    }
    Ok(None)
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
