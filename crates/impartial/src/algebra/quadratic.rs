//! The Gaussian integers Z\[i\] and the Eisenstein integers Z\[w\], w² + w + 1 = 0: modules over them are played as abelian groups are.

use std::cmp::Reverse;

use num_bigint::{BigInt, BigUint, Sign};

use super::euclidean::{EuclideanDomain, Factors, Integers, Unfactored, prime_factors};
use crate::limits::Limits;

/// One of the two rings: Z\[ζ\] with a root of unity ζ of order 4 or 3.
///
/// ```
/// use impartial::algebra::{EuclideanDomain, RootsOfUnity};
/// let ring = RootsOfUnity::gaussian();
/// let factors = ring.factors(&(10.into(), 0.into()), &Default::default()).unwrap();
/// let shown: Vec<String> = factors.iter().map(|(prime, k)| format!("({})^{k}", ring.show(prime))).collect();
/// assert_eq!(shown.join(" "), "(1+i)^2 (1+2i)^1 (2+i)^1");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RootsOfUnity {
    /// 4 or 3.
    order: u32,
}

/// x + yζ.
pub type QuadraticInteger = (BigInt, BigInt);

impl RootsOfUnity {
    /// Z\[i\].
    pub fn gaussian() -> Self {
        RootsOfUnity { order: 4 }
    }

    /// Z\[w\], w a root of unity of order 3.
    pub fn eisenstein() -> Self {
        RootsOfUnity { order: 3 }
    }

    /// The name of ζ.
    pub fn letter(&self) -> &'static str {
        if self.order == 4 { "i" } else { "w" }
    }

    /// The trace of ζ: ζ² = tζ - 1.
    fn trace(&self) -> i32 {
        if self.order == 4 { 0 } else { -1 }
    }

    /// The number of residues modulo an element: x² + txy + y².
    pub fn norm(&self, (x, y): &QuadraticInteger) -> BigUint {
        (x * x + x * y * self.trace() + y * y).magnitude().clone()
    }

    fn conjugate(&self, (x, y): &QuadraticInteger) -> QuadraticInteger {
        (x + y * self.trace(), -y)
    }

    /// A root of ζ's polynomial modulo a prime, if there is one.
    fn root_modulo(&self, prime: &BigUint) -> Option<BigUint> {
        let one = BigUint::from(1_u8);
        let less = prime - &one;
        if (&less % self.order) != BigUint::ZERO {
            // The ramified prime.
            return (*prime == BigUint::from(if self.order == 4 { 2_u8 } else { 3 })).then_some(one);
        }
        let exponent = &less / self.order;
        (2_u32..).map(|base| BigUint::from(base).modpow(&exponent, prime)).find(|power| {
            let square = (power * power) % prime;
            if self.order == 4 { square == less } else { *power != one }
        })
    }

    fn greatest_common_divisor(&self, a: QuadraticInteger, b: QuadraticInteger) -> QuadraticInteger {
        let (mut a, mut b) = (a, b);
        while !self.is_zero(&b) {
            let rest = self.division(&a, &b).1;
            (a, b) = (b, rest);
        }
        self.associate(&a)
    }

    /// The primes above a rational prime.
    fn above(&self, prime: &BigUint) -> Vec<QuadraticInteger> {
        let rational = (BigInt::from(prime.clone()), BigInt::ZERO);
        let Some(root) = self.root_modulo(prime) else { return vec![rational] };
        let root = BigInt::from(root);
        let other = BigInt::from(self.trace()) - &root;
        let mut above: Vec<QuadraticInteger> = [root, other]
            .into_iter()
            .map(|root| self.greatest_common_divisor(rational.clone(), (-root, BigInt::from(1))))
            .collect();
        above.sort_unstable();
        above.dedup();
        above
    }
}

/// The integer next to p/q, the larger one of two; q > 0.
fn nearest(p: &BigInt, q: &BigInt) -> BigInt {
    Integers.division(&(p * 2 + q), &(q * 2)).0
}

impl EuclideanDomain for RootsOfUnity {
    type Element = QuadraticInteger;

    fn zero(&self) -> QuadraticInteger {
        (BigInt::ZERO, BigInt::ZERO)
    }

    fn one(&self) -> QuadraticInteger {
        (BigInt::from(1), BigInt::ZERO)
    }

    fn sum(&self, a: &QuadraticInteger, b: &QuadraticInteger) -> QuadraticInteger {
        (&a.0 + &b.0, &a.1 + &b.1)
    }

    fn difference(&self, a: &QuadraticInteger, b: &QuadraticInteger) -> QuadraticInteger {
        (&a.0 - &b.0, &a.1 - &b.1)
    }

    fn product(&self, a: &QuadraticInteger, b: &QuadraticInteger) -> QuadraticInteger {
        let ends = &a.1 * &b.1;
        (&a.0 * &b.0 - &ends, &a.0 * &b.1 + &a.1 * &b.0 + ends * self.trace())
    }

    /// The remainder lies in the cell around 0: its norm is at most three quarters of that of b.
    fn division(&self, a: &QuadraticInteger, b: &QuadraticInteger) -> (QuadraticInteger, QuadraticInteger) {
        let norm = BigInt::from(self.norm(b));
        let (u, v) = self.product(a, &self.conjugate(b));
        let y = nearest(&v, &norm);
        let x = nearest(&(&u * 2 + (&v - &y * &norm) * self.trace()), &(&norm * 2));
        let quotient = (x, y);
        let rest = self.difference(a, &self.product(&quotient, b));
        (quotient, rest)
    }

    fn is_smaller(&self, a: &QuadraticInteger, b: &QuadraticInteger) -> bool {
        self.norm(a) < self.norm(b)
    }

    /// Chosen associates x + yζ have x > 0, y ≥ 0, and for ζ = w also y < x.
    fn unit_part(&self, a: &QuadraticInteger) -> QuadraticInteger {
        let mut unit = self.one();
        if self.is_zero(a) {
            return unit;
        }
        // i, or -w of order 6.
        let step = (BigInt::ZERO, BigInt::from(if self.order == 4 { 1 } else { -1 }));
        loop {
            let (x, y) = self.product(&unit, a);
            let is_chosen = x.sign() == Sign::Plus && y.sign() != Sign::Minus && (self.order == 4 || y < x);
            if is_chosen {
                return unit;
            }
            unit = self.product(&unit, &step);
        }
    }

    fn factors(
        &self,
        a: &QuadraticInteger,
        limits: &Limits,
    ) -> Result<Factors<QuadraticInteger>, Unfactored> {
        let mut found = Vec::new();
        for (rational, _) in prime_factors(&self.norm(a), limits)? {
            for prime in self.above(&rational) {
                let (mut rest, mut exponent) = (a.clone(), 0);
                while self.divides(&prime, &rest) {
                    limits.poll()?;
                    rest = self.division(&rest, &prime).0;
                    exponent += 1;
                }
                if exponent > 0 {
                    found.push((prime, exponent));
                }
            }
        }
        found.sort_by_cached_key(|(prime, _)| (self.norm(prime), Reverse(prime.1.clone())));
        Ok(found)
    }

    fn some_prime(&self) -> QuadraticInteger {
        let sign = if self.order == 4 { 1 } else { -1 };
        self.associate(&(BigInt::from(1), BigInt::from(sign)))
    }

    fn show(&self, (x, y): &QuadraticInteger) -> String {
        let letter = self.letter();
        let one = BigUint::from(1_u8);
        let size = if *y.magnitude() == one { String::new() } else { y.magnitude().to_string() };
        match (x.sign(), y.sign()) {
            (_, Sign::NoSign) => x.to_string(),
            (Sign::NoSign, Sign::Minus) => format!("-{size}{letter}"),
            (Sign::NoSign, Sign::Plus) => format!("{size}{letter}"),
            (_, Sign::Minus) => format!("{x}-{size}{letter}"),
            (_, Sign::Plus) => format!("{x}+{size}{letter}"),
        }
    }

    fn name(&self) -> String {
        format!("Z[{}]", self.letter())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn small() -> impl Iterator<Item = QuadraticInteger> {
        (-6..=6).flat_map(|x| (-6..=6).map(move |y| (BigInt::from(x), BigInt::from(y))))
    }

    /// Remainders are smaller, depend on the class only, and are as many as the norm says.
    #[test]
    fn division_chooses_one_remainder_of_each_class() {
        for ring in [RootsOfUnity::gaussian(), RootsOfUnity::eisenstein()] {
            for b in small().filter(|b| !ring.is_zero(b)) {
                let mut remainders = std::collections::BTreeSet::new();
                for a in small() {
                    let (quotient, rest) = ring.division(&a, &b);
                    assert_eq!(ring.sum(&ring.product(&quotient, &b), &rest), a);
                    assert!(ring.norm(&rest) < ring.norm(&b), "{a:?} by {b:?}");
                    assert_eq!(ring.division(&ring.sum(&a, &b), &b).1, rest);
                    remainders.insert(rest);
                }
                if ring.norm(&b) <= BigUint::from(20_u8) {
                    assert_eq!(BigUint::from(remainders.len()), ring.norm(&b), "{b:?}");
                }
            }
        }
    }

    /// The factors multiply to an associate, and none is a product of smaller ones by trial.
    #[test]
    fn factors_are_prime() {
        for ring in [RootsOfUnity::gaussian(), RootsOfUnity::eisenstein()] {
            let one = BigUint::from(1_u8);
            for a in small().filter(|a| !ring.is_zero(a)) {
                let associate = ring.associate(&a);
                let factors = ring.factors(&associate, &Limits::none()).unwrap();
                let product = factors
                    .iter()
                    .fold(ring.one(), |product, (prime, k)| ring.product(&product, &ring.power(prime, *k)));
                assert_eq!(ring.associate(&product), associate);
                for (prime, _) in factors.iter().filter(|(prime, _)| ring.norm(prime) < 60_u8.into()) {
                    let divisor = small().find(|d| {
                        let norm = ring.norm(d);
                        norm > one && norm < ring.norm(prime) && ring.divides(d, prime)
                    });
                    assert_eq!(divisor, None, "{}", ring.show(prime));
                    assert_eq!(ring.associate(prime), *prime);
                }
            }
        }
    }
}
