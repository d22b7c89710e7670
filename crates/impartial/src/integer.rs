//! Divisors, multiples and excludants of natural numbers.

use std::ops::{Div, Mul, Rem};

/// The greatest common divisor of natural numbers of any size; that of 0 and n is n.
pub(crate) fn gcd<T>(mut a: T, mut b: T) -> T
where
    T: Default + PartialEq,
    for<'a> &'a T: Rem<&'a T, Output = T>,
{
    let zero = T::default();
    while b != zero {
        let rest = &a % &b;
        a = std::mem::replace(&mut b, rest);
    }
    a
}

/// The least common multiple of two positive numbers.
///
/// # Panics
/// When both are zero; in debug builds when it does not fit.
pub(crate) fn lcm<T>(a: T, b: T) -> T
where
    T: Clone + Default + PartialEq + Div<Output = T> + Mul<Output = T>,
    for<'a> &'a T: Rem<&'a T, Output = T>,
{
    let divisor = gcd(a.clone(), b.clone());
    a / divisor * b
}

/// The least number that does not occur.
#[doc(alias = "minimal excludant")]
pub(crate) fn mex<T: Copy + Into<u64> + TryFrom<u64>>(values: impl IntoIterator<Item = T>) -> T {
    let (mut low, mut high) = (0_u64, Vec::new());
    for value in values {
        let value = value.into();
        if value < 64 { low |= 1 << value } else { high.push(value) }
    }
    let mut least = u64::from(low.trailing_ones());
    if least == 64 {
        // One of the next `high.len() + 1` numbers is missing.
        let mut seen = vec![false; high.len()];
        for value in high {
            if let Some(place) = usize::try_from(value - 64).ok().and_then(|place| seen.get_mut(place)) {
                *place = true;
            }
        }
        least += seen.iter().take_while(|seen| **seen).count() as u64;
    }
    T::try_from(least).unwrap_or_else(|_| unreachable!("the mex of a list is at most its length"))
}

/// The least number whose bit is not set, the words of 64 bits being those of a set of numbers.
pub(crate) fn mex_of_bits(words: impl IntoIterator<Item = u64>) -> u64 {
    let mut base = 0;
    for word in words {
        if word != u64::MAX {
            return base + u64::from(word.trailing_ones());
        }
        base += 64;
    }
    base
}

/// The primes that divide a positive number, each once, increasing.
///
/// Cost: about the fourth root of the number (trial division, then Pollard's rho).
pub(crate) fn prime_divisors(mut number: u64) -> Vec<u64> {
    let mut primes = Vec::new();
    let mut divisor = 2;
    while divisor < 1000 && divisor * divisor <= number {
        if number.is_multiple_of(divisor) {
            primes.push(divisor);
            while number.is_multiple_of(divisor) {
                number /= divisor;
            }
        }
        divisor += 1;
    }
    let mut waiting = Vec::from_iter((number > 1).then_some(number));
    while let Some(number) = waiting.pop() {
        if number < 1_000_000 || is_prime(number) {
            primes.push(number);
        } else {
            let divisor = some_divisor(number);
            waiting.extend([divisor, number / divisor]);
        }
    }
    primes.sort_unstable();
    primes.dedup();
    primes
}

fn product_modulo(a: u64, b: u64, modulus: u64) -> u64 {
    (u128::from(a) * u128::from(b) % u128::from(modulus)) as u64
}

/// Whether a number is prime: Miller's test with the first twelve primes, which is a proof below 2^64 (Sorenson and Webster,
/// *Strong pseudoprimes to twelve prime bases*, 2017).
pub(crate) fn is_prime(number: u64) -> bool {
    const BASES: [u64; 12] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37];
    if number < 2 || BASES.iter().any(|base| number.is_multiple_of(*base)) {
        return BASES.contains(&number);
    }
    let twos = (number - 1).trailing_zeros();
    BASES.iter().all(|base| {
        let (mut power, mut square, mut exponent) = (1, *base, (number - 1) >> twos);
        while exponent > 0 {
            if exponent & 1 == 1 {
                power = product_modulo(power, square, number);
            }
            square = product_modulo(square, square, number);
            exponent >>= 1;
        }
        let mut passes = power == 1 || power == number - 1;
        for _ in 1..twos {
            power = product_modulo(power, power, number);
            passes |= power == number - 1;
        }
        passes
    })
}

/// A divisor of an odd composite number, neither 1 nor the number.
fn some_divisor(number: u64) -> u64 {
    for shift in 1u64.. {
        let step = |x: u64| ((u128::from(x) * u128::from(x) + u128::from(shift)) % u128::from(number)) as u64;
        let (mut slow, mut fast) = (2, step(2));
        while slow != fast {
            let divisor = gcd(slow.abs_diff(fast), number);
            if divisor > 1 {
                return divisor;
            }
            (slow, fast) = (step(slow), step(step(fast)));
        }
    }
    unreachable!("some sequence splits a composite number")
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

    /// Products of large primes, squares of them, and the largest numbers there are.
    #[test]
    fn large_numbers_have_their_primes() {
        let mersenne = (1 << 61) - 1;
        assert!(is_prime(mersenne) && !is_prime((1 << 59) - 1));
        assert_eq!(prime_divisors(mersenne), [mersenne]);
        assert_eq!(prime_divisors(4_294_967_291 * 4_294_967_279), [4_294_967_279, 4_294_967_291]);
        assert_eq!(prime_divisors(4_294_967_291 * 4_294_967_291), [4_294_967_291]);
        assert_eq!(prime_divisors(u64::MAX), [3, 5, 17, 257, 641, 65537, 6_700_417]);
        assert_eq!(prime_divisors(18_446_744_073_709_551_557), [18_446_744_073_709_551_557]);
        for number in (999_950..1_000_050u64).chain(1_002_001 - 20..1_002_001 + 2100) {
            let by_definition: Vec<u64> = (2..=number)
                .filter(|p| {
                    number.is_multiple_of(*p) && (2..*p).take_while(|d| d * d <= *p).all(|d| p % d != 0)
                })
                .collect();
            assert_eq!(prime_divisors(number), by_definition, "{number}");
        }
    }

    #[test]
    fn the_least_number_missing_at_any_size() {
        let lists: [&[u32]; 7] =
            [&[], &[0, 1, 3], &[64, 65], &[u32::MAX, 70, 0], &[1, 1, 0, 0], &[5, 4, 3, 2, 1, 0], &[1]];
        for list in lists {
            assert_eq!(Some(mex(list.iter().copied())), (0..).find(|n| !list.contains(n)), "{list:?}");
        }
        for size in [0_u64, 63, 64, 65, 128, 200] {
            assert_eq!(mex((0..size).rev()), size);
            assert_eq!(mex((0..size).chain([size + 2, size + 2])), size);
            let word =
                |at: u64| (0..64).filter(|bit| 64 * at + bit < size).fold(0, |word, bit| word | 1 << bit);
            assert_eq!(mex_of_bits((0..size.div_ceil(64)).map(word)), size);
        }
    }
}
