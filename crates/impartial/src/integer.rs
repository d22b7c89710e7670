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
        }
    }
}
