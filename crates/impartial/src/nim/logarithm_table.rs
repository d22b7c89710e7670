//! Many logarithms to one base in the field of 2^64 nimbers, through tables.

use std::fmt;

use super::prepared::Prepared;
use super::word::Nimber;

/// The primes of 2^64 - 1, in the order in which [`parts`] gives them.
const PRIMES: [u64; 7] = [3, 5, 17, 257, 65_537, 641, 6_700_417];

/// So many powers of an element of prime order are in its table; the few that follow are reached by giant steps.
const MOST_BABIES: u64 = 1 << 17;

/// Logarithms to a base, with the tables for it.
///
/// Pohlig and Hellman as for [`Nimber::log`]: the parts of prime order of an element come from one tree of some 180 products, and each is
/// looked up in a table of the powers of that part of the base; for the largest prime at most 52 products more. Cost: some two
/// microseconds, and eight megabytes.
///
/// ```
/// use impartial::nim::{Logarithms, Nimber};
/// let to_base_4 = Logarithms::new(Nimber::star(4)).unwrap();
/// assert_eq!(to_base_4.log(Nimber::star(8)), Some(6));
/// assert_eq!(to_base_4.log(Nimber::star(1 << 40)), None);
/// ```
#[derive(Clone)]
pub struct Logarithms {
    base: Nimber<u64>,
    order: u64,
    tables: [Option<Table>; 7],
}

/// The powers of an element of prime order.
#[derive(Clone)]
struct Table {
    /// Open addressing, at most half full: a power and its exponent; 0 is no power.
    powers: Vec<(u64, u32)>,
    babies: u64,
    giant_steps: u64,
    /// The element to the power of minus the number of babies.
    giant: Prepared,
    /// What an exponent counts in the logarithm: 1 modulo this prime, 0 modulo the others, as the Chinese remainders say.
    weight: u64,
}

impl Logarithms {
    /// The tables for a base; none for 0, which has no logarithms.
    pub fn new(base: Nimber<u64>) -> Option<Self> {
        if base.number() == 0 {
            return None;
        }
        let of_base = parts(Prepared::from(base));
        let is_there = |at: usize| of_base[at] != Prepared::ONE;
        let order: u64 = (0..7).filter(|at| is_there(*at)).map(|at| PRIMES[at]).product();
        let tables =
            std::array::from_fn(|at| is_there(at).then(|| Table::new(of_base[at], PRIMES[at], order)));
        Some(Logarithms { base, order, tables })
    }

    /// The base.
    pub fn base(&self) -> Nimber<u64> {
        self.base
    }

    /// The order of the base: logarithms are below it.
    pub fn order(&self) -> u64 {
        self.order
    }

    /// The least k with base^k = `x`, if there is one.
    pub fn log(&self, x: Nimber<u64>) -> Option<u64> {
        if x.number() == 0 {
            return None;
        }
        let mut log = 0u128;
        for (part, table) in parts(Prepared::from(x)).into_iter().zip(&self.tables) {
            match table {
                Some(table) => log += u128::from(table.exponent(part)?) * u128::from(table.weight),
                None if part == Prepared::ONE => {}
                None => return None,
            }
        }
        Some((log % u128::from(self.order)) as u64)
    }
}

impl fmt::Debug for Logarithms {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Logarithms")
            .field("base", &self.base)
            .field("order", &self.order)
            .finish_non_exhaustive()
    }
}

impl Table {
    fn new(of_base: Prepared, prime: u64, order: u64) -> Self {
        let babies = prime.min(MOST_BABIES);
        let mut powers = vec![(0, 0); (2 * babies).next_power_of_two() as usize];
        let mut power = Prepared::ONE;
        for exponent in 0..babies as u32 {
            let mut at = place(&powers, power);
            while powers[at].0 != 0 {
                at = (at + 1) % powers.len();
            }
            powers[at] = (power.polynomial(), exponent);
            power *= of_base;
        }
        let cofactor = order / prime;
        // The inverse of the cofactor modulo the prime, by Fermat's little theorem.
        let inverse = power_modulo(cofactor % prime, prime - 2, prime);
        let weight = u128::from(cofactor) * u128::from(inverse) % u128::from(order);
        let giant = power.inverse().expect("a power of a unit is a unit");
        Table { powers, babies, giant_steps: prime.div_ceil(babies), giant, weight: weight as u64 }
    }

    /// The exponent of an element of the group of the table; none when it is another's.
    fn exponent(&self, mut part: Prepared) -> Option<u64> {
        for step in 0..self.giant_steps {
            let mut at = place(&self.powers, part);
            while self.powers[at].0 != 0 {
                if self.powers[at].0 == part.polynomial() {
                    return Some(step * self.babies + u64::from(self.powers[at].1));
                }
                at = (at + 1) & (self.powers.len() - 1);
            }
            part *= self.giant;
        }
        None
    }
}

/// Where the search for a power begins in a table whose length is a power of two.
fn place(powers: &[(u64, u32)], power: Prepared) -> usize {
    let bits = powers.len().ilog2();
    (power.polynomial().wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - bits)) as usize
}

/// base^exponent modulo a number below 2^32.
fn power_modulo(mut base: u64, mut exponent: u64, modulus: u64) -> u64 {
    let mut power = 1 % modulus;
    while exponent > 0 {
        if exponent & 1 == 1 {
            power = power * base % modulus;
        }
        base = base * base % modulus;
        exponent >>= 1;
    }
    power
}

/// x^(2^squarings).
fn squared(mut x: Prepared, squarings: u32) -> Prepared {
    for _ in 0..squarings {
        x *= x;
    }
    x
}

/// x^(2^bits - 1), for bits a power of two: by doubling the number of digits 1 of the exponent.
fn all_ones(x: Prepared, bits: u32) -> Prepared {
    let (mut power, mut ones) = (x, 1);
    while ones < bits {
        power = squared(power, ones) * power;
        ones *= 2;
    }
    power
}

/// The powers of x that have the prime orders: x^((2^64 - 1)/p) for each p of [`PRIMES`].
///
/// 2^64 - 1 is (2^32 + 1)(2^16 + 1)(2^8 + 1)(2^4 + 1)(2^2 + 1) 3, and 2^32 + 1 = 641 times 6700417.
fn parts(x: Prepared) -> [Prepared; 7] {
    let of_fifth = all_ones(x, 32);
    let below_32 = squared(x, 32) * x;
    let of_65537 = all_ones(below_32, 16);
    let below_16 = squared(below_32, 16) * below_32;
    let of_257 = all_ones(below_16, 8);
    let below_8 = squared(below_16, 8) * below_16;
    let of_17 = all_ones(below_8, 4);
    let below_4 = squared(below_8, 4) * below_8;
    let of_5 = all_ones(below_4, 2);
    let of_3 = squared(below_4, 2) * below_4;
    [of_3, of_5, of_17, of_257, of_65537, of_fifth.pow(6_700_417), of_fifth.pow(641)]
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Fails when the tree of powers does not end in the powers it is for.
    #[test]
    fn parts_are_powers() {
        let x = Prepared::from(Nimber::star(0x0123_4567_89ab_cdefu64));
        for (part, prime) in parts(x).into_iter().zip(PRIMES) {
            assert_eq!(part, x.pow(u64::MAX / prime), "{prime}");
        }
        assert_eq!(PRIMES.iter().product::<u64>(), u64::MAX);
    }

    /// Fails when tables and the search without tables differ: a base of each order that small nimbers have, and all of its field.
    #[test]
    fn tables_are_as_the_search() {
        for base in [1u64, 2, 3, 4, 5, 8, 15, 16, 77, 200, 255] {
            let table = Logarithms::new(Nimber::star(base)).unwrap();
            for x in 0..300 {
                let found = table.log(Nimber::star(x)).map(u128::from);
                assert_eq!(found, Nimber::star(x).log(Nimber::star(base)), "log({x}, {base})");
            }
        }
        assert!(Logarithms::new(Nimber::star(0)).is_none());
    }

    /// Fails when a power has another logarithm than its exponent, reduced by the order.
    #[test]
    fn logarithms_undo_powers() {
        let base = Nimber::star(0xfedc_ba98_7654_3210u64);
        let table = Logarithms::new(base).unwrap();
        assert_eq!(base.pow(u128::from(table.order())), Nimber::star(1));
        proptest!(ProptestConfig::with_cases(200), |(exponent in any::<u64>())| {
            let power = base.pow(u128::from(exponent));
            prop_assert_eq!(table.log(power), Some(exponent % table.order()));
        });
    }
}
