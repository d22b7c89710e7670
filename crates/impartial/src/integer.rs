//! Divisors and multiples of machine integers.

/// The greatest common divisor; that of 0 and n is n.
pub(crate) fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// The least common multiple of two positive numbers.
///
/// # Panics
/// When both are zero; in debug builds when it does not fit.
pub(crate) fn lcm(a: u64, b: u64) -> u64 {
    a / gcd(a, b) * b
}

/// The primes that divide a positive number, each once, increasing.
///
/// Cost: the root of the number.
pub(crate) fn prime_divisors(mut number: u64) -> Vec<u64> {
    let mut primes = Vec::new();
    let mut divisor = 2;
    while divisor * divisor <= number {
        if number.is_multiple_of(divisor) {
            primes.push(divisor);
            while number.is_multiple_of(divisor) {
                number /= divisor;
            }
        }
        divisor += 1;
    }
    primes.extend((number > 1).then_some(number));
    primes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn divisors_and_multiples_by_definition() {
        for a in 1..40 {
            for b in 1..40 {
                let divides = |d: &u64| a % d == 0 && b % d == 0;
                assert_eq!(Some(gcd(a, b)), (1..=a).rev().find(divides));
                assert_eq!(Some(lcm(a, b)), (1..=a * b).find(|m| m % a == 0 && m % b == 0));
            }
            assert_eq!((gcd(a, 0), gcd(0, a)), (a, a));
            let is_prime = |p: &u64| *p > 1 && (2..*p).all(|d| !p.is_multiple_of(d));
            let primes: Vec<u64> = (1..=a).filter(|p| a % p == 0 && is_prime(p)).collect();
            assert_eq!(prime_divisors(a), primes);
        }
    }
}
