//! The factors of the Fermat numbers F_n = 2^(2^n)+1: 2^(2^k) - 1 is the product of those with n < k.

use num_bigint::BigUint;

/// The prime factors of F_5 to F_11 except the largest of each, which is the quotient. Sources: Euler (F_5), Clausen and
/// Landry (F_6), Morrison and Brillhart (F_7), Brent and Pollard (F_8), Western, Lenstra, Lenstra, Manasse and Pollard
/// (F_9), Selfridge, Brillhart and Brent (F_10), Cunningham, Brent and Morain (F_11). The tests divide; they prove that the
/// factors of F_5 to F_7 are prime. That those of F_8 to F_11 are is cited from there.
const SMALL_FACTORS: [(u32, &[&str]); 7] = [
    (5, &["641"]),
    (6, &["274177"]),
    (7, &["59649589127497217"]),
    (8, &["1238926361552897"]),
    (9, &["2424833", "7455602825647884208337395736200454918783366342657"]),
    (10, &["45592577", "6487031809", "4659775785220018543264560743076778192897"]),
    (11, &["319489", "974849", "167988556341760475137", "3560841906445833920513"]),
];

/// The largest k for which 2^(2^k) - 1 is completely factored: F_12 is not.
pub const LARGEST_FACTORED: u32 = 12;

/// The largest k for which the factors of 2^(2^k) - 1 are proved to be prime by the tests of this program.
pub const LARGEST_PROVED: u32 = 8;

/// What the factors rest on for larger k.
pub const CITED: &str =
    "the primes that divide the Fermat numbers F_8 to F_11 (Brent, Pollard, Morain and others)";

/// The primes that divide 2^(2^k) - 1, each once (the numbers are square-free); `None` beyond [`LARGEST_FACTORED`].
///
/// ```
/// use impartial::nim::fermat::primes_of_group;
/// assert_eq!(primes_of_group(4).unwrap(), [3u32, 5, 17, 257].map(Into::into));
/// assert_eq!(primes_of_group(13), None);
/// ```
pub fn primes_of_group(k: u32) -> Option<Vec<BigUint>> {
    if k > LARGEST_FACTORED {
        return None;
    }
    let mut primes = Vec::new();
    for n in 0..k {
        let mut rest = (BigUint::from(1u8) << (1u64 << n)) + 1u8;
        let known = SMALL_FACTORS.iter().find(|(of, _)| *of == n).map_or(&[][..], |(_, known)| known);
        for factor in known {
            let factor = BigUint::parse_bytes(factor.as_bytes(), 10).expect("decimal digits");
            rest /= &factor;
            primes.push(factor);
        }
        primes.push(rest);
    }
    Some(primes)
}

#[cfg(test)]
mod tests {
    use super::super::prime::{Primality, primality};
    use super::*;
    use crate::limits::Limits;

    #[test]
    fn the_factors_said_to_be_proved_are() {
        for prime in primes_of_group(LARGEST_PROVED).unwrap() {
            assert_eq!(primality(&prime, &Limits::none()), Ok(Primality::Prime), "{prime}");
        }
    }

    #[test]
    fn the_factors_multiply_to_the_fermat_numbers_and_look_prime() {
        let two = BigUint::from(2u8);
        for k in 0..=LARGEST_FACTORED {
            let product: BigUint = primes_of_group(k).unwrap().iter().product();
            assert_eq!(product, (BigUint::from(1u8) << (1u64 << k)) - 1u8);
        }
        // To base 3: to base 2 every factor of a Fermat number passes.
        for prime in primes_of_group(LARGEST_FACTORED).unwrap().iter().skip(1) {
            assert_eq!(BigUint::from(3u8).modpow(&(prime - 1u8), prime), 1u8.into(), "{prime}");
            assert!(*prime > two);
        }
    }
}
