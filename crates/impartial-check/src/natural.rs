//! Ordinary whole numbers of any size, as far as certificates need them.

use std::cmp::Ordering;
use std::fmt;

use serde_json::Value;

use crate::Refusal;

/// The longest number that is read, in digits.
const MOST_DIGITS: usize = 5_000;

/// A whole number: digits in base 2^64, the least first, no 0 at the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Natural(Vec<u64>);

impl From<u64> for Natural {
    fn from(number: u64) -> Self {
        Natural(vec![number]).trimmed()
    }
}

impl Natural {
    /// Reads decimal digits.
    pub fn parse(text: &str) -> Result<Natural, Refusal> {
        let is_number = !text.is_empty() && text.bytes().all(|digit| digit.is_ascii_digit());
        if !is_number || text.len() > MOST_DIGITS {
            return Err(Refusal::Malformed(format!("a number has at most {MOST_DIGITS} decimal digits")));
        }
        let mut number = Natural(Vec::new());
        for digit in text.bytes() {
            number.scale(10, u64::from(digit - b'0'));
        }
        Ok(number)
    }

    /// Reads a whole number, or one in quotes.
    pub fn read(value: &Value) -> Result<Natural, Refusal> {
        match value {
            Value::Number(number) => number.as_u64().map(Natural::from),
            Value::String(text) => return Natural::parse(text),
            _ => None,
        }
        .ok_or_else(|| Refusal::Malformed(format!("{value} is no whole number, nor one in quotes")))
    }

    /// The number, if it is below 2^64.
    pub fn to_u64(&self) -> Option<u64> {
        match self.0[..] {
            [] => Some(0),
            [word] => Some(word),
            _ => None,
        }
    }

    /// Whether it is odd.
    pub fn is_odd(&self) -> bool {
        self.0.first().is_some_and(|word| word & 1 == 1)
    }

    /// The sum.
    pub fn plus(&self, other: &Natural) -> Natural {
        let mut carry = 0u128;
        let mut sum = Vec::with_capacity(self.0.len().max(other.0.len()) + 1);
        for at in 0..=self.0.len().max(other.0.len()) {
            let word = |number: &Natural| u128::from(number.0.get(at).copied().unwrap_or(0));
            carry += word(self) + word(other);
            sum.push(carry as u64);
            carry >>= 64;
        }
        Natural(sum).trimmed()
    }

    /// The difference to a smaller number; `None` when that is larger.
    pub fn minus(&self, other: u64) -> Option<Natural> {
        let mut rest = self.0.clone();
        let mut borrow = other;
        for word in &mut rest {
            let (difference, is_below) = word.overflowing_sub(borrow);
            *word = difference;
            borrow = u64::from(is_below);
        }
        (borrow == 0).then(|| Natural(rest).trimmed())
    }

    /// Quotient and remainder by a number that is not 0.
    pub fn divided_by(&self, divisor: u64) -> (Natural, u64) {
        let mut quotient = self.0.clone();
        let mut rest = 0u128;
        for word in quotient.iter_mut().rev() {
            rest = rest << 64 | u128::from(*word);
            *word = (rest / u128::from(divisor)) as u64;
            rest %= u128::from(divisor);
        }
        (Natural(quotient).trimmed(), rest as u64)
    }

    /// The sum of different powers of 2, those that are in one of the numbers and not in both.
    pub fn nim_sum(&self, other: &Natural) -> Natural {
        let word = |number: &Natural, at: usize| number.0.get(at).copied().unwrap_or(0);
        let words = (0..self.0.len().max(other.0.len())).map(|at| word(self, at) ^ word(other, at));
        Natural(words.collect()).trimmed()
    }

    /// The digits in base 2^64.
    pub fn words(&self) -> &[u64] {
        &self.0
    }

    /// The number of binary digits.
    pub fn bits(&self) -> u64 {
        let top = self.0.last().map_or(0, |top| 64 - u64::from(top.leading_zeros()));
        (self.0.len() as u64).saturating_sub(1) * 64 + top
    }

    /// A binary digit.
    pub fn bit(&self, at: u64) -> bool {
        self.0[(at / 64) as usize] >> (at % 64) & 1 == 1
    }

    /// The product.
    pub fn times(&self, other: &Natural) -> Natural {
        let mut product = vec![0u64; self.0.len() + other.0.len()];
        for (i, a) in self.0.iter().enumerate() {
            let mut carry = 0u128;
            for (j, b) in other.0.iter().enumerate() {
                carry += u128::from(*a) * u128::from(*b) + u128::from(product[i + j]);
                product[i + j] = carry as u64;
                carry >>= 64;
            }
            product[i + other.0.len()] = carry as u64;
        }
        Natural(product).trimmed()
    }

    /// Multiplies by a small number and adds another.
    fn scale(&mut self, factor: u64, summand: u64) {
        let mut carry = u128::from(summand);
        for word in &mut self.0 {
            carry += u128::from(*word) * u128::from(factor);
            *word = carry as u64;
            carry >>= 64;
        }
        if carry > 0 {
            self.0.push(carry as u64);
        }
    }

    fn trimmed(mut self) -> Natural {
        while self.0.last() == Some(&0) {
            self.0.pop();
        }
        self
    }
}

impl PartialOrd for Natural {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Natural {
    fn cmp(&self, other: &Self) -> Ordering {
        let by_length = self.0.len().cmp(&other.0.len());
        by_length.then_with(|| self.0.iter().rev().cmp(other.0.iter().rev()))
    }
}

impl fmt::Display for Natural {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const BASE: u128 = 10_000_000_000_000_000_000;
        let mut parts = Vec::new();
        let mut rest = self.0.clone();
        while !rest.is_empty() {
            let mut carry = 0u128;
            for word in rest.iter_mut().rev() {
                carry = carry << 64 | u128::from(*word);
                *word = (carry / BASE) as u64;
                carry %= BASE;
            }
            parts.push(carry as u64);
            rest = Natural(rest).trimmed().0;
        }
        write!(f, "{}", parts.pop().unwrap_or(0))?;
        parts.into_iter().rev().try_for_each(|part| write!(f, "{part:019}"))
    }
}

/// Whether a number below 3·10^24 is a prime: it is one iff it passes the test of Miller and Rabin to the bases 2, 3, …, 41
/// (Sorenson and Webster, *Strong pseudoprimes to twelve prime bases*, 2017). Larger ones are not decided.
pub fn is_prime(number: &Natural) -> Result<bool, Refusal> {
    const BOUND: u128 = 3_317_044_064_679_887_385_961_981;
    let too_large = || Refusal::Unknown(format!("whether {number} is a prime is not decided here"));
    let n = match number.words() {
        [] => 0,
        [low] => u128::from(*low),
        [low, high] => u128::from(*high) << 64 | u128::from(*low),
        _ => return Err(too_large()),
    };
    if n >= BOUND {
        return Err(too_large());
    }
    const BASES: [u128; 13] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41];
    if n < 2 || BASES.iter().any(|base| n.is_multiple_of(*base)) {
        return Ok(BASES.contains(&n));
    }
    let halvings = (n - 1).trailing_zeros();
    let odd = (n - 1) >> halvings;
    Ok(BASES.iter().all(|base| {
        let mut x = power(*base, odd, n);
        let mut passes = x == 1 || x == n - 1;
        for _ in 1..halvings {
            x = product(x, x, n);
            passes |= x == n - 1;
        }
        passes
    }))
}

fn power(base: u128, exponent: u128, modulus: u128) -> u128 {
    (0..128 - exponent.leading_zeros()).rev().fold(1, |x, bit| {
        let square = product(x, x, modulus);
        if exponent >> bit & 1 == 1 { product(square, base, modulus) } else { square }
    })
}

/// The product modulo a number below 2^127, by doubling.
fn product(a: u128, mut b: u128, modulus: u128) -> u128 {
    let (mut a, mut sum) = (a % modulus, 0);
    while b > 0 {
        if b & 1 == 1 {
            sum = (sum + a) % modulus;
        }
        a = 2 * a % modulus;
        b >>= 1;
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_multiplied_and_printed() {
        let read = |text: &str| Natural::parse(text).unwrap();
        for text in [
            "0",
            "1",
            "18446744073709551616",
            "340282366920938463463374607431768211455",
            "10000000000000000000000000000000000000000",
        ] {
            assert_eq!(read(text).to_string(), text);
        }
        let (a, b) = (read("18446744073709551617"), read("67280421310721"));
        assert_eq!(read("274177").times(&b), a);
        assert_eq!((a.bits(), a.bit(0), a.bit(1), a.bit(64)), (65, true, false, true));
        assert!(b < a && read("0").bits() == 0 && Natural::from(0) == read("0"));
        assert!(Natural::parse("").is_err() && Natural::parse("-1").is_err() && Natural::parse("é").is_err());
    }

    /// Fails when a carry or a borrow is lost.
    #[test]
    fn sums_differences_and_quotients_agree_with_128_bits() {
        let numbers = [0, 1, 7, u64::MAX - 1, u64::MAX];
        let wide = |high: u64, low: u64| u128::from(high) << 64 | u128::from(low);
        let natural = |number: u128| Natural::parse(&number.to_string()).unwrap();
        for (high, low) in [(0, 0), (0, 1), (0, u64::MAX), (1, 0), (3, u64::MAX), (u64::MAX >> 1, 5)] {
            let number = wide(high, low);
            for other in numbers {
                assert_eq!(natural(number).plus(&other.into()), natural(number + u128::from(other)));
                let difference = number.checked_sub(u128::from(other));
                assert_eq!(natural(number).minus(other), difference.map(natural));
                assert_eq!(natural(number).nim_sum(&other.into()), natural(number ^ u128::from(other)));
                if other > 0 {
                    let expected = (natural(number / u128::from(other)), (number % u128::from(other)) as u64);
                    assert_eq!(natural(number).divided_by(other), expected);
                }
            }
            assert_eq!(natural(number).to_u64(), u64::try_from(number).ok());
            assert_eq!(natural(number).is_odd(), number % 2 == 1);
        }
        assert_eq!(Natural::read(&serde_json::json!("12")), Natural::read(&serde_json::json!(12)));
        for wrong in
            [serde_json::json!(-1), serde_json::json!(1.5), serde_json::json!(null), serde_json::json!("1.5")]
        {
            assert!(Natural::read(&wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn primes_by_definition() {
        for n in 0..2_000u64 {
            let by_definition = n > 1 && (2..n).all(|d| !n.is_multiple_of(d));
            assert_eq!(is_prime(&n.into()).unwrap(), by_definition, "{n}");
        }
        let verdict = |text: &str| is_prime(&Natural::parse(text).unwrap());
        assert_eq!(verdict("67280421310721"), Ok(true));
        assert_eq!(verdict("5704689200685129054721"), Ok(true));
        assert_eq!(verdict("3825123056546413051"), Ok(false));
        assert!(verdict("93461639715357977769163558199606896584051237541638188580280321").is_err());
    }
}
