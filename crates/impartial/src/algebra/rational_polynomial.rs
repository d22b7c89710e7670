//! Polynomials in one variable over the rational numbers: how many irreducible factors they have over Q and over R.
//!
//! A polynomial over Q is kept as an integer polynomial, from the constant on, without a common factor of the coefficients and with a
//! positive leading one. Factors over Q are found modulo a prime, lifted by Hensel's lemma past Mignotte's bound and put together; factors
//! over R are counted by Sturm's theorem.

use num_bigint::{BigInt, BigUint, Sign};

use super::euclidean::{EuclideanDomain as _, Factors, Integers, Unfactored};
use super::polynomial::{Polynomial, Polynomials};
use crate::integer::gcd;
use crate::limits::Limits;

/// A primitive integer polynomial with positive leading coefficient, or 0.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct RationalPolynomial(Vec<BigInt>);

/// The largest degree of a polynomial without repeated factors that is factored.
const LARGEST_DEGREE: usize = 150;

/// The most factors modulo a prime whose products are tried.
const MOST_MODULAR_FACTORS: usize = 18;

fn trimmed(mut coefficients: Vec<BigInt>) -> Vec<BigInt> {
    while coefficients.last().is_some_and(|c| c.sign() == Sign::NoSign) {
        coefficients.pop();
    }
    coefficients
}

/// Divides by the common factor of the coefficients; the signs stay.
fn without_content(coefficients: Vec<BigInt>) -> Vec<BigInt> {
    let content = coefficients.iter().fold(BigUint::ZERO, |content, c| gcd(content, c.magnitude().clone()));
    let content = BigInt::from(content);
    if content.sign() == Sign::NoSign {
        return Vec::new();
    }
    trimmed(coefficients).into_iter().map(|c| c / &content).collect()
}

/// The remainder of a by b times a square of a number.
fn pseudo_remainder(a: &[BigInt], b: &[BigInt]) -> Vec<BigInt> {
    let leading = b.last().expect("division by 0");
    let mut rest = trimmed(a.to_vec());
    while rest.len() >= b.len() {
        let top = rest.last().expect("longer than b").clone();
        let shift = rest.len() - b.len();
        // leading² · rest - leading · top · x^shift · b
        for c in &mut rest {
            *c = &*c * leading * leading;
        }
        for (at, c) in b.iter().enumerate() {
            rest[shift + at] -= leading * &top * c;
        }
        rest = without_content(trimmed(rest));
    }
    rest
}

impl RationalPolynomial {
    /// The polynomial with these coefficients, from the constant on, up to a rational factor.
    pub fn new(coefficients: Vec<BigInt>) -> Self {
        let mut coefficients = without_content(trimmed(coefficients));
        if coefficients.last().is_some_and(|c| c.sign() == Sign::Minus) {
            coefficients = coefficients.into_iter().map(|c| -c).collect();
        }
        RationalPolynomial(coefficients)
    }

    /// The degree; that of 0 is 0 here.
    pub fn degree(&self) -> usize {
        self.0.len().saturating_sub(1)
    }

    /// The coefficients, from the constant on.
    pub fn coefficients(&self) -> &[BigInt] {
        &self.0
    }

    /// The text, in a variable of some name.
    pub fn show(&self, variable: &str) -> String {
        let mut text = String::new();
        for (power, c) in self.0.iter().enumerate().rev().filter(|(_, c)| c.sign() != Sign::NoSign) {
            text.push_str(match (c.sign(), text.is_empty()) {
                (Sign::Minus, _) => "-",
                (_, true) => "",
                (_, false) => "+",
            });
            if power == 0 || *c.magnitude() != BigUint::from(1_u8) {
                text.push_str(&c.magnitude().to_string());
            }
            match power {
                0 => {}
                1 => text.push_str(variable),
                _ => text.push_str(&format!("{variable}^{power}")),
            }
        }
        if text.is_empty() { "0".to_owned() } else { text }
    }

    /// The greatest common divisor.
    #[must_use]
    pub fn gcd(&self, other: &Self) -> Self {
        let (mut a, mut b) = (self.0.clone(), other.0.clone());
        while !b.is_empty() {
            let rest = pseudo_remainder(&a, &b);
            (a, b) = (b, rest);
        }
        Self::new(a)
    }

    /// The quotient by a divisor; `None` when it is none.
    pub fn quotient(&self, divisor: &Self) -> Option<Self> {
        let leading = divisor.0.last()?;
        let mut rest = self.0.clone();
        let mut quotient = vec![BigInt::ZERO; (rest.len() + 1).checked_sub(divisor.0.len())?];
        // By Gauss's lemma the quotient of primitive polynomials has integer coefficients.
        for place in (0..quotient.len()).rev() {
            let top = &rest[place + divisor.0.len() - 1];
            if (top % leading).sign() != Sign::NoSign {
                return None;
            }
            let factor = top / leading;
            for (at, c) in divisor.0.iter().enumerate() {
                rest[place + at] -= &factor * c;
            }
            quotient[place] = factor;
        }
        trimmed(rest).is_empty().then(|| Self::new(quotient))
    }

    fn derivative(&self) -> Self {
        Self::new(self.0.iter().enumerate().skip(1).map(|(power, c)| c * BigInt::from(power)).collect())
    }

    /// The polynomials without repeated factors s₁, s₂, … with f = s₁·s₂²·s₃³·…, those of degree 0 left out (Yun).
    pub fn square_free_parts(&self) -> Vec<(RationalPolynomial, u32)> {
        let mut parts = Vec::new();
        let exact = |a: &Self, b: &Self| a.quotient(b).expect("a divisor");
        // `rest` holds the factors of multiplicity at least k + 1 less often by k; `distinct` each of those once.
        let mut rest = self.gcd(&self.derivative());
        let mut distinct = exact(self, &rest);
        let mut multiplicity = 1;
        while distinct.degree() > 0 {
            let repeated = distinct.gcd(&rest);
            let once = exact(&distinct, &repeated);
            if once.degree() > 0 {
                parts.push((once, multiplicity));
            }
            rest = exact(&rest, &repeated);
            distinct = repeated;
            multiplicity += 1;
        }
        parts
    }

    /// The irreducible factors over Q with their multiplicities.
    ///
    /// ```
    /// use impartial::algebra::RationalPolynomial;
    /// let polynomial = |c: &[i32]| RationalPolynomial::new(c.iter().map(|c| (*c).into()).collect());
    /// // x^4 + 4 = (x² - 2x + 2)(x² + 2x + 2), though it has no roots.
    /// let factors = polynomial(&[4, 0, 0, 0, 1]).factors(&Default::default()).unwrap();
    /// assert_eq!(factors, [(polynomial(&[2, -2, 1]), 1), (polynomial(&[2, 2, 1]), 1)]);
    /// ```
    ///
    /// # Errors
    /// When a limit is reached, or there are too many factors modulo every prime tried.
    pub fn factors(&self, limits: &Limits) -> Result<Factors<RationalPolynomial>, Unfactored> {
        let mut found = Vec::new();
        for (part, multiplicity) in self.square_free_parts() {
            found.extend(part.distinct_factors(limits)?.into_iter().map(|factor| (factor, multiplicity)));
        }
        found.sort();
        Ok(found)
    }

    /// The number of irreducible factors over R, each counted as often as it occurs.
    pub fn real_factors(&self) -> u64 {
        let count = |(part, multiplicity): (RationalPolynomial, u32)| {
            let (degree, roots) = (part.degree() as u64, part.real_roots());
            u64::from(multiplicity) * (roots + (degree - roots) / 2)
        };
        self.square_free_parts().into_iter().map(count).sum()
    }

    /// The number of real roots of a polynomial without repeated factors (Sturm).
    pub fn real_roots(&self) -> u64 {
        let mut chain = vec![self.0.clone(), self.derivative().0];
        while let [.., a, b] = chain.as_slice()
            && !b.is_empty()
        {
            let rest = pseudo_remainder(a, b);
            chain.push(rest.into_iter().map(|c| -c).collect());
        }
        let is_negative = |polynomial: &Vec<BigInt>, at_minus_infinity: bool| {
            let sign = polynomial.last().map(BigInt::sign)?;
            Some((sign == Sign::Minus) ^ (at_minus_infinity && polynomial.len().is_multiple_of(2)))
        };
        let variations = |at_minus_infinity: bool| {
            let signs: Vec<bool> = chain.iter().filter_map(|p| is_negative(p, at_minus_infinity)).collect();
            signs.windows(2).filter(|two| two[0] != two[1]).count() as u64
        };
        variations(true) - variations(false)
    }

    /// The factors of a polynomial without repeated ones (Zassenhaus).
    fn distinct_factors(&self, limits: &Limits) -> Result<Vec<RationalPolynomial>, Unfactored> {
        let degree = self.degree();
        let too_hard = || Unfactored::TooHard(format!("a polynomial of degree {degree}"));
        if degree <= 1 {
            return Ok(vec![self.clone()]);
        }
        if degree > LARGEST_DEGREE {
            return Err(too_hard());
        }
        let (ring, modular) = self.best_prime(limits)?.ok_or_else(too_hard)?;
        if modular.len() == 1 {
            return Ok(vec![self.clone()]);
        }
        if modular.len() > MOST_MODULAR_FACTORS {
            return Err(too_hard());
        }
        let (lifted, modulus) = self.lift(&ring, &modular, limits)?;
        self.put_together(lifted, &modulus, limits)
    }

    /// Of a few primes that divide neither the leading coefficient nor the discriminant, the one with the fewest factors.
    fn best_prime(&self, limits: &Limits) -> Result<Option<(Polynomials, Vec<Polynomial>)>, Unfactored> {
        let mut best: Option<(Polynomials, Vec<Polynomial>)> = None;
        let mut tried = 0;
        for p in 3_u32..2000 {
            let Some(ring) = Polynomials::over(p).filter(|ring| ring.field().degree() == 1) else { continue };
            let image = reduce(&self.0, &ring);
            if image.degree() != Some(self.degree()) {
                continue;
            }
            let factors = ring.factors(&ring.associate(&image), limits)?;
            if factors.iter().any(|(_, exponent)| *exponent > 1) {
                continue;
            }
            if best.as_ref().is_none_or(|(_, known)| factors.len() < known.len()) {
                best = Some((ring, factors.into_iter().map(|(factor, _)| factor).collect()));
            }
            tried += 1;
            if tried == 8 {
                break;
            }
        }
        Ok(best)
    }

    /// Monic polynomials with f = l·∏ modulo a power of the prime beyond twice the coefficients of l times any factor of f, and this power.
    fn lift(
        &self,
        ring: &Polynomials,
        modular: &[Polynomial],
        limits: &Limits,
    ) -> Result<(Vec<Vec<BigInt>>, BigInt), Unfactored> {
        let p = BigInt::from(ring.field().characteristic());
        let leading = self.0.last().expect("not 0");
        // Mignotte: the coefficients of a factor are at most 2^n times the sum of the sizes of ours.
        let size: BigInt = self.0.iter().map(|c| BigInt::from(c.magnitude().clone())).sum();
        let bound = (size * leading) << (self.degree() + 1);
        // For each factor the inverse of the product of the others, modulo it.
        let inverse = |at: usize| {
            let others = modular.iter().enumerate().filter(|(other, _)| *other != at);
            let product = others.fold(ring.one(), |product, (_, factor)| ring.product(&product, factor));
            inverse_modulo(ring, &product, &modular[at])
        };
        let inverses: Vec<Polynomial> = (0..modular.len()).map(inverse).collect();
        let unit = reduce(std::slice::from_ref(leading), ring);
        let scale = inverse_modulo(ring, &unit, &ring.some_prime());
        let mut lifted: Vec<Vec<BigInt>> = modular.iter().map(integers).collect();
        let mut modulus = p.clone();
        while modulus <= bound {
            limits.poll()?;
            let product = lifted.iter().fold(vec![leading.clone()], |product, g| times(&product, g));
            let error: Vec<BigInt> =
                self.0.iter().zip(&product).map(|(wanted, found)| (wanted - found) / &modulus).collect();
            let error = ring.product(&reduce(&error, ring), &scale);
            for ((g, factor), inverse) in lifted.iter_mut().zip(modular).zip(&inverses) {
                let step = ring.division(&ring.product(&error, inverse), factor).1;
                for (c, more) in g.iter_mut().zip(integers(&step)) {
                    *c += more * &modulus;
                }
            }
            modulus *= &p;
        }
        Ok((lifted, modulus))
    }

    /// Tries the products of the lifted factors, small ones first.
    fn put_together(
        &self,
        mut lifted: Vec<Vec<BigInt>>,
        modulus: &BigInt,
        limits: &Limits,
    ) -> Result<Vec<RationalPolynomial>, Unfactored> {
        let mut rest = self.clone();
        let mut found = Vec::new();
        let mut size = 1;
        while 2 * size <= lifted.len() {
            let mut next = None;
            for subset in 0_u32..1 << lifted.len() {
                if subset.count_ones() as usize != size {
                    continue;
                }
                limits.poll()?;
                let chosen = lifted.iter().enumerate().filter(|(at, _)| subset >> at & 1 == 1);
                let leading = vec![rest.0.last().expect("not 0").clone()];
                let product = chosen.fold(leading, |product, (_, g)| {
                    times(&product, g).into_iter().map(|c| balanced(&c, modulus)).collect()
                });
                let candidate = Self::new(product);
                if let Some(quotient) = rest.quotient(&candidate) {
                    next = Some((subset, candidate, quotient));
                    break;
                }
            }
            match next {
                Some((subset, factor, quotient)) => {
                    found.push(factor);
                    rest = quotient;
                    let mut at = 0;
                    lifted.retain(|_| {
                        at += 1;
                        subset >> (at - 1) & 1 == 0
                    });
                }
                None => size += 1,
            }
        }
        if rest.degree() > 0 {
            found.push(rest);
        }
        found.sort();
        Ok(found)
    }
}

/// The image of an integer polynomial.
fn reduce(coefficients: &[BigInt], ring: &Polynomials) -> Polynomial {
    let p = BigInt::from(ring.field().characteristic());
    let residue =
        |c: &BigInt| u32::try_from(Integers.division(c, &p).1).expect("a remainder of a 32-bit number");
    ring.from_coefficients(coefficients.iter().map(residue).collect())
}

fn integers(polynomial: &Polynomial) -> Vec<BigInt> {
    polynomial.coefficients().iter().map(|c| BigInt::from(*c)).collect()
}

fn times(a: &[BigInt], b: &[BigInt]) -> Vec<BigInt> {
    let mut product = vec![BigInt::ZERO; (a.len() + b.len()).saturating_sub(1)];
    for (i, x) in a.iter().enumerate() {
        for (j, y) in b.iter().enumerate() {
            product[i + j] += x * y;
        }
    }
    product
}

/// The remainder between minus and plus half the modulus.
fn balanced(c: &BigInt, modulus: &BigInt) -> BigInt {
    let rest = Integers.division(c, modulus).1;
    if &rest + &rest > *modulus { rest - modulus } else { rest }
}

/// The inverse of an element that has no common factor with the modulus.
fn inverse_modulo(ring: &Polynomials, of: &Polynomial, modulus: &Polynomial) -> Polynomial {
    let (mut a, mut b) = (ring.division(of, modulus).1, modulus.clone());
    let (mut s, mut t) = (ring.one(), ring.zero());
    while !ring.is_zero(&b) {
        let (quotient, rest) = ring.division(&a, &b);
        (a, b) = (b, rest);
        let next = ring.difference(&s, &ring.product(&quotient, &t));
        (s, t) = (t, next);
    }
    ring.division(&ring.product(&ring.unit_part(&a), &s), modulus).1
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn polynomial(coefficients: &[i64]) -> RationalPolynomial {
        RationalPolynomial::new(coefficients.iter().map(|c| BigInt::from(*c)).collect())
    }

    fn product(factors: &[(RationalPolynomial, u32)]) -> RationalPolynomial {
        let mut product = vec![BigInt::from(1)];
        for (factor, multiplicity) in factors {
            for _ in 0..*multiplicity {
                product = times(&product, &factor.0);
            }
        }
        RationalPolynomial::new(product)
    }

    /// Every polynomial of degree 1 to 4 with small coefficients: the factors multiply to it, and none of them has a divisor of degree 1 or 2
    /// with coefficients up to Mignotte's bound.
    #[test]
    fn factors_by_definition() {
        let limits = Limits::none();
        let mut divisors: Vec<RationalPolynomial> = Vec::new();
        for a in 1..=2_i64 {
            for b in -8..=8 {
                divisors.push(polynomial(&[b, a]));
                divisors.extend((-8..=8).map(|c| polynomial(&[b, c, a])));
            }
        }
        for number in 0..5_i64.pow(4) {
            let digit = |place: u32| number / 5_i64.pow(place) % 5 - 2;
            let f = polynomial(&[digit(0), digit(1), digit(2), digit(3), 1 + number % 2]);
            if f.degree() == 0 {
                continue;
            }
            let factors = f.factors(&limits).unwrap();
            assert_eq!(product(&factors), f);
            for (factor, _) in &factors {
                let is_proper = |d: &&RationalPolynomial| d.degree() > 0 && d.degree() < factor.degree();
                assert!(divisors.iter().filter(is_proper).all(|d| factor.quotient(d).is_none()), "{f:?}");
            }
        }
    }

    /// Cyclotomic and Swinnerton-Dyer polynomials: irreducible, or with many factors modulo every prime.
    #[test]
    fn hard_polynomials() {
        let limits = Limits::none();
        let mut coefficients = vec![0; 25];
        (coefficients[0], coefficients[24]) = (-1, 1);
        let factors = polynomial(&coefficients).factors(&limits).unwrap();
        assert_eq!(factors.len(), 8, "one for each divisor of 24");
        assert_eq!(product(&factors), polynomial(&coefficients));
        // The minimal polynomial of √2 + √3 + √5.
        assert_eq!(polynomial(&[576, 0, -960, 0, 352, 0, -40, 0, 1]).factors(&limits).unwrap().len(), 1);
        let square =
            product(&[(polynomial(&[1, 1]), 3), (polynomial(&[-2, 0, 1]), 2), (polynomial(&[3, 7]), 1)]);
        let multiplicities: Vec<u32> = square.factors(&limits).unwrap().iter().map(|(_, k)| *k).collect();
        assert_eq!(multiplicities.iter().sum::<u32>(), 6);
    }

    #[test]
    fn real_factors_by_known_roots() {
        for (roots, pairs) in [(0, 1), (1, 0), (3, 0), (2, 2), (5, 1), (4, 3)] {
            let lines = (0..roots).map(|k| (polynomial(&[3 * k - 5, 2]), 1 + k as u32 % 3));
            let conics = (0..pairs).map(|k| (polynomial(&[1 + k, 1, 1 + k]), 2));
            let factors: Vec<(RationalPolynomial, u32)> = lines.chain(conics).collect();
            let expected: u32 = factors.iter().map(|(_, multiplicity)| multiplicity).sum();
            assert_eq!(product(&factors).real_factors(), u64::from(expected), "{roots} {pairs}");
        }
    }
}
