//! Primes with proof, and factors found by trial division and Pollard's rho.
//!
//! A number n is proved prime from prime factors of n - 1 (Pocklington; Brillhart, Lehmer and Selfridge). Let F be a
//! product of powers of primes q that divides n - 1, and let there be for each q a number a with a^(n-1) = 1 modulo n and
//! a^((n-1)/q) - 1 prime to n. Modulo a prime p that divides n, the order of a divides n - 1 and not (n-1)/q, so the full
//! power of q divides p - 1: every prime divisor of n is 1 modulo F.
//!
//! - If F² > n, there is room for one prime divisor only.
//! - If F³ > n, there are at most two, 1 + uF and 1 + vF, and then n = 1 + (u+v)F + uvF². Here uv < F and
//!   u + v <= uv + 1 <= F, and u + v = F would mean n = 1 + F³. So u + v and uv are the digits of (n-1)/F in base F, and
//!   u, v exist iff (u+v)² - 4uv is a square.

use num_bigint::BigUint;

use crate::integer::gcd;
use crate::limits::{Limits, StopReason};

/// Trial divisors below this.
const TRIALS: u64 = 1 << 16;
/// Steps of one run of Pollard's rho.
const STEPS: u64 = 1 << 17;
/// Bases tried for each prime of a proof; half of them or more serve, each time.
const BASES: u32 = 64;

/// What is known about a number above 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Primality {
    /// It is prime.
    Prime,
    /// It is a product.
    Composite,
    /// It passes the tests for compositeness, and too little of n - 1 could be factored for a proof.
    Unproved,
}

/// Whether a number above 1 is prime.
pub fn primality(n: &BigUint, limits: &Limits) -> Result<Primality, StopReason> {
    if let Ok(small) = u64::try_from(n)
        && small < TRIALS * TRIALS
    {
        let is_prime = (2..TRIALS).take_while(|d| d * d <= small).all(|d| !small.is_multiple_of(d));
        return Ok(if is_prime { Primality::Prime } else { Primality::Composite });
    }
    if !passes_miller_rabin(n) {
        return Ok(Primality::Composite);
    }
    let one = BigUint::from(1_u8);
    let less = n - 1_u8;
    let mut proved = Vec::new();
    let (mut factor, mut rest) = (one.clone(), less.clone());
    let mut open = Vec::new();
    for d in (2..TRIALS).filter(|d| *d == 2 || d % 2 == 1) {
        if divide_out(&mut rest, &mut factor, &d.into()) {
            proved.push(BigUint::from(d));
        }
    }
    open.push(rest.clone());
    while factor.pow(3) <= *n {
        limits.poll()?;
        let Some(part) = open.pop() else { return Ok(Primality::Unproved) };
        if part == one {
            continue;
        }
        match primality(&part, limits)? {
            Primality::Prime => {
                if divide_out(&mut rest, &mut factor, &part) {
                    proved.push(part);
                }
            }
            Primality::Composite => {
                if let Some(found) = rho(&part, limits)? {
                    open.extend([&part / &found, found]);
                }
            }
            Primality::Unproved => {}
        }
    }
    for q in &proved {
        let cofactor = &less / q;
        let mut bases = (2..2 + BASES).map(|a| BigUint::from(a).modpow(&cofactor, n));
        let serves = |power: BigUint| power.modpow(q, n) == one && gcd(power + n - 1_u8, n.clone()) == one;
        if !bases.any(serves) {
            return Ok(Primality::Unproved);
        }
    }
    if factor.pow(2) <= *n {
        // n = 1 + sum F + product F² in base F.
        let digits = &less / &factor;
        let (sum, product) = (&digits % &factor, &digits / &factor);
        let (square, four) = (&sum * &sum, product * 4_u8);
        if square >= four && (&square - &four).sqrt().pow(2) == square - four {
            return Ok(Primality::Composite);
        }
    }
    Ok(Primality::Prime)
}

/// Moves every power of `q` from `rest` to `factor`; whether there was one.
fn divide_out(rest: &mut BigUint, factor: &mut BigUint, q: &BigUint) -> bool {
    let mut divides = false;
    while &*rest % q == BigUint::ZERO {
        *rest /= q;
        *factor *= q;
        divides = true;
    }
    divides
}

/// Whether an odd number above 3 is a probable prime to twelve bases.
fn passes_miller_rabin(n: &BigUint) -> bool {
    let less = n - 1_u8;
    let twos = less.trailing_zeros().unwrap_or(0);
    let odd = &less >> twos;
    n.bit(0)
        && [2_u8, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37].iter().all(|base| {
            let mut power = BigUint::from(*base).modpow(&odd, n);
            power == BigUint::from(1_u8)
                || power == less
                || (1..twos).any(|_| {
                    power = &power * &power % n;
                    power == less
                })
        })
}

/// A proper factor of a composite number, if the walk finds one in [`STEPS`].
pub fn rho(n: &BigUint, limits: &Limits) -> Result<Option<BigUint>, StopReason> {
    let one = BigUint::from(1_u8);
    let root = n.sqrt();
    if root.pow(2) == *n {
        return Ok(Some(root));
    }
    for start in 1_u8..4 {
        let walk = |x: &BigUint| (x * x + start) % n;
        let (mut slow, mut fast) = (BigUint::from(2_u8), BigUint::from(2_u8));
        let mut product = one.clone();
        for step in 1..=STEPS {
            slow = walk(&slow);
            fast = walk(&walk(&fast));
            let difference = if slow > fast { &slow - &fast } else { &fast - &slow };
            product = product * difference % n;
            if step % 64 == 0 {
                limits.poll()?;
                let found = gcd(n.clone(), product.clone());
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

    fn number(text: &str) -> BigUint {
        text.parse().unwrap()
    }

    fn known(text: &str) -> Primality {
        primality(&number(text), &Limits::none()).unwrap()
    }

    /// Numbers too large for trial division, whose factors are known.
    #[test]
    fn large_primes_and_products() {
        // 2^61 - 1, a factor of F_7, 2^89 - 1, 2^107 - 1, a factor of F_10.
        for prime in [
            "2305843009213693951",
            "5704689200685129054721",
            "618970019642690137449562111",
            "162259276829213363391578010288127",
            "4659775785220018543264560743076778192897",
        ] {
            assert_eq!(known(prime), Primality::Prime, "{prime}");
            for other in [prime, "2305843009213693951", "65537"] {
                let product = number(prime) * number(other);
                assert_eq!(known(&product.to_string()), Primality::Composite, "{product}");
            }
        }
        // 149491·747451·34233211 passes for the bases up to 31, and 399165290221·798330580441 for those up to 37.
        assert_eq!(known("3825123056546413051"), Primality::Composite);
        assert_eq!(known("318665857834031151167461"), Primality::Unproved);
    }

    #[test]
    fn around_the_bound_of_trial_division() {
        let bound = TRIALS * TRIALS;
        for n in bound - 300..bound + 300 {
            let by_definition = (2..70_000_u64).take_while(|d| d * d <= n).all(|d| n % d != 0);
            let found = primality(&n.into(), &Limits::none()).unwrap();
            assert_eq!(found, if by_definition { Primality::Prime } else { Primality::Composite }, "{n}");
        }
    }

    #[test]
    fn factors_of_products() {
        for (a, b) in [("1000003", "1000033"), ("4294967311", "6700417"), ("1000003", "1000003")] {
            let product = number(a) * number(b);
            let found = rho(&product, &Limits::none()).unwrap().unwrap();
            assert!(found == number(a) || found == number(b), "{product}");
        }
    }
}
