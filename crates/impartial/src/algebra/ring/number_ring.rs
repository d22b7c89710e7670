//! Rings of algebraic integers Z\[t\]/(f), f monic and irreducible, when they are all integers of their field.
//!
//! Such a ring R is a Dedekind domain. Its quotients other than R are principal ideal rings, so their nimbers are the numbers of prime
//! ideals divided out; and R itself has nimber ω as soon as one of its maximal ideals is principal, (π) say: R/(πⁿ) has nimber n, and every
//! quotient has a finite one.

use num_bigint::{BigInt, BigUint, Sign};

use super::groebner::Ideal;
use super::polynomial::{IntegerPolynomial, Monomial};
use super::text::{AffineRing, Base};
use super::theorems::Theorem;
use crate::algebra::euclidean::{EuclideanDomain, Integers, Unfactored, prime_factors};
use crate::algebra::polynomial::{Polynomial, Polynomials};
use crate::algebra::rational_polynomial::RationalPolynomial;
use crate::limits::Limits;
use crate::ordinal::Ordinal;

/// The largest degree of a number field that is looked at.
const LARGEST_DEGREE: usize = 24;

/// The largest bound within which prime ideals are looked at.
const LARGEST_BOUND: f64 = 200.0;

/// The most elements that are tried for a generator.
const MOST_ELEMENTS: i64 = 20_000;

/// A ring of all integers of a number field.
pub(super) struct NumberRing {
    /// The polynomial of its generator, from the constant on.
    f: Vec<BigInt>,
}

/// The coefficients of a polynomial in one variable, from the constant on.
pub(super) fn dense(g: &IntegerPolynomial) -> Vec<BigInt> {
    let degree = g.leading().map_or(0, |(monomial, _)| monomial.0[0] as usize);
    let mut coefficients = vec![BigInt::ZERO; degree + 1];
    g.0.iter().for_each(|(monomial, c)| coefficients[monomial.0[0] as usize] = c.clone());
    coefficients
}

fn sparse<'c>(coefficients: impl Iterator<Item = &'c BigInt>) -> IntegerPolynomial {
    let term = |(power, c): (u32, &BigInt)| IntegerPolynomial::term(Monomial(vec![power]), c.clone());
    (0..).zip(coefficients).map(term).fold(IntegerPolynomial(Vec::new()), |sum, term| sum.plus(&term))
}

/// The determinant of a square matrix, without fractions (Bareiss).
fn determinant(mut rows: Vec<Vec<BigInt>>) -> BigInt {
    let size = rows.len();
    let mut previous = BigInt::from(1);
    for k in 0..size {
        let Some(pivot) = (k..size).find(|row| rows[*row][k].sign() != Sign::NoSign) else {
            return BigInt::ZERO;
        };
        if pivot != k {
            rows.swap(pivot, k);
            rows[k].iter_mut().for_each(|entry| *entry = -&*entry);
        }
        for row in k + 1..size {
            for column in k + 1..size {
                let entry = &rows[row][column] * &rows[k][k] - &rows[row][k] * &rows[k][column];
                rows[row][column] = entry / &previous;
            }
        }
        previous = rows[k][k].clone();
    }
    rows.last().map_or(BigInt::from(1), |last| last[size - 1].clone())
}

/// The discriminant of a monic polynomial up to its sign: the resultant with its derivative.
fn discriminant(f: &[BigInt]) -> BigUint {
    let derivative: Vec<BigInt> = f.iter().enumerate().skip(1).map(|(k, c)| c * BigInt::from(k)).collect();
    let size = f.len() + derivative.len() - 2;
    let shifted = |g: &[BigInt], count: usize| -> Vec<Vec<BigInt>> {
        let row = |shift: usize| {
            let mut row = vec![BigInt::ZERO; size];
            row[shift..shift + g.len()].clone_from_slice(g);
            row
        };
        (0..count).map(row).collect()
    };
    let rows = [shifted(f, derivative.len() - 1), shifted(&derivative, f.len() - 1)].concat();
    determinant(rows).magnitude().clone()
}

/// A number that every class of ideals has an ideal of at most this norm for: n!/nⁿ·(4/π)^(n/2)·√D, rounded up. `None` when it is large.
fn minkowski_bound(degree: usize, discriminant: &BigUint) -> Option<u32> {
    let discriminant = u64::try_from(discriminant).ok().filter(|d| *d < 1 << 40)?;
    let n = degree as f64;
    let steps = (1..=degree).fold(1.0, |product, k| product * k as f64 / n);
    let bound = steps * (4.0 / std::f64::consts::PI).powf(n / 2.0) * (discriminant as f64).sqrt();
    // What is lost in rounding is less than this.
    let bound = bound * 1.000_001 + 0.000_001;
    (bound < LARGEST_BOUND).then_some(bound as u32)
}

/// The polynomials modulo a prime, if it is small enough for a field here.
fn modulo(p: &BigUint) -> Option<Polynomials> {
    u32::try_from(p).ok().and_then(Polynomials::over)
}

fn reduced(domain: &Polynomials, coefficients: &[BigInt]) -> Polynomial {
    let p = BigInt::from(domain.field().characteristic());
    let residue =
        |c: &BigInt| u32::try_from(Integers.division(c, &p).1).expect("a remainder of a 32-bit number");
    domain.from_coefficients(coefficients.iter().map(residue).collect())
}

fn lifted(g: &Polynomial) -> IntegerPolynomial {
    let coefficients: Vec<BigInt> = g.coefficients().iter().map(|c| BigInt::from(*c)).collect();
    sparse(coefficients.iter())
}

/// Whether no prime ideal above p keeps Z\[t\]/(f) from being all integers (Dedekind's criterion).
fn is_whole_at(f: &[BigInt], domain: &Polynomials, limits: &Limits) -> Result<bool, Unfactored> {
    let image = reduced(domain, f);
    let factors = domain.factors(&image, limits)?;
    let distinct = factors.iter().fold(domain.one(), |product, (g, _)| domain.product(&product, g));
    let rest = domain.division(&image, &distinct).0;
    let difference = sparse(f.iter()).plus(&lifted(&distinct).times(&lifted(&rest)).negative());
    let p = BigInt::from(domain.field().characteristic());
    let divided: Vec<BigInt> = dense(&difference).into_iter().map(|c| c / &p).collect();
    let difference = reduced(domain, &divided);
    let divides_all = |g: &Polynomial| domain.divides(g, &rest) && domain.divides(g, &difference);
    Ok(!factors.iter().any(|(g, _)| divides_all(g)))
}

impl NumberRing {
    /// The ring, if it is one.
    ///
    /// # Errors
    /// When a limit is reached, or a number or polynomial cannot be factored.
    pub fn of(ring: &AffineRing, limits: &Limits) -> Result<Option<Self>, Unfactored> {
        let (Base::Integers, 1, [f]) = (&ring.base, ring.names.len(), ring.ideal.basis()) else {
            return Ok(None);
        };
        let f = dense(f);
        let is_monic = f.last() == Some(&BigInt::from(1));
        if !is_monic || !(3..=LARGEST_DEGREE + 1).contains(&f.len()) {
            return Ok(None);
        }
        if !matches!(RationalPolynomial::new(f.clone()).factors(limits)?.as_slice(), [(_, 1)]) {
            return Ok(None);
        }
        for (p, exponent) in prime_factors(&discriminant(&f), limits)? {
            if exponent < 2 {
                continue;
            }
            let Some(domain) = modulo(&p) else { return Ok(None) };
            if !is_whole_at(&f, &domain, limits)? {
                return Ok(None);
            }
        }
        Ok(Some(NumberRing { f }))
    }

    /// Whether an ideal of polynomials is 0 here.
    pub fn is_zero(&self, ideal: &Ideal) -> bool {
        matches!(ideal.basis(), [f] if dense(f) == self.f)
    }

    /// Whether all ideals are seen to be principal: so are all prime ideals of norm within Minkowski's bound, generated by elements with small
    /// coefficients. `false` when that is not seen.
    ///
    /// # Errors
    /// When a limit is reached, or a polynomial cannot be factored.
    pub fn is_principal(&self, limits: &Limits) -> Result<bool, Unfactored> {
        let degree = self.f.len() - 1;
        let Some(bound) = minkowski_bound(degree, &discriminant(&self.f)) else { return Ok(false) };
        let whole = Ideal::new(1, vec![sparse(self.f.iter())], limits)?;
        for p in (2..=bound).filter(|p| (2..*p).all(|d| p % d != 0)) {
            let Some(domain) = Polynomials::over(p) else { return Ok(false) };
            for (g, _) in domain.factors(&reduced(&domain, &self.f), limits)? {
                let g_degree = g.degree().expect("not 0");
                let norm = u64::from(p).checked_pow(g_degree as u32);
                let Some(norm) = norm.filter(|norm| *norm <= u64::from(bound)) else { continue };
                let p = IntegerPolynomial::constant(BigInt::from(p), 1);
                let prime = whole.with(vec![p, lifted(&g)], limits)?;
                if !self.has_element(&prime, norm, limits)? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// Whether an ideal has an element of this norm among those with small coefficients.
    fn has_element(&self, prime: &Ideal, norm: u64, limits: &Limits) -> Result<bool, Unfactored> {
        let degree = self.f.len() - 1;
        let most = (1..).take_while(|most| (2 * most + 1_i64).pow(degree as u32) <= MOST_ELEMENTS).last();
        let most = most.unwrap_or(1);
        let mut coefficients = vec![-most; degree];
        loop {
            limits.poll()?;
            let row: Vec<BigInt> = coefficients.iter().map(|c| BigInt::from(*c)).collect();
            let element = sparse(row.iter());
            if prime.contains(&element) && self.norm(&row) == BigUint::from(norm) {
                return Ok(true);
            }
            let Some(place) = coefficients.iter().position(|c| *c < most) else { return Ok(false) };
            coefficients[..place].fill(-most);
            coefficients[place] += 1;
        }
    }

    /// The norm of an element up to its sign: the determinant of the multiplication by it.
    fn norm(&self, element: &[BigInt]) -> BigUint {
        let degree = self.f.len() - 1;
        let mut rows: Vec<Vec<BigInt>> = vec![element.to_vec()];
        for _ in 1..degree {
            // t times the row before, t^degree replaced by what it is.
            let last = rows.last().expect("a row");
            let top = &last[degree - 1];
            let below = |k: usize| if k == 0 { BigInt::ZERO } else { last[k - 1].clone() };
            rows.push((0..degree).map(|k| below(k) - top * &self.f[k]).collect());
        }
        determinant(rows).magnitude().clone()
    }

    /// What is known about the quotient by an ideal that is neither 0 nor everything.
    ///
    /// # Errors
    /// When a limit is reached, or the norm cannot be factored.
    pub fn quotient(&self, ideal: &Ideal, limits: &Limits) -> Result<Option<Theorem>, Unfactored> {
        let Ok(monomials) = ideal.standard_monomials(u64::MAX) else { return Ok(None) };
        let norm = monomials.iter().fold(BigUint::from(1_u8), |norm, (_, modulus)| norm * *modulus);
        let (mut number, mut winning) = (0_u64, None);
        for (p, exponent) in prime_factors(&norm, limits)? {
            let Some(domain) = modulo(&p) else {
                // One prime ideal of degree 1, or the degrees are not known.
                if exponent > 1 {
                    return Ok(None);
                }
                number += 1;
                continue;
            };
            let mut degrees = 0;
            for (g, _) in domain.factors(&reduced(&domain, &self.f), limits)? {
                let g_degree = g.degree().expect("not 0") as u64;
                let (prime, times) =
                    self.multiplicity(&BigInt::from(p.clone()), &lifted(&g), ideal, limits)?;
                degrees += times * g_degree;
                number += times;
                if winning.is_none() && times > 0 {
                    winning = generator_beside(ideal, &prime, limits);
                }
            }
            if degrees != u64::from(exponent) {
                return Ok(None);
            }
        }
        let source = "Brandenburg, Ex 5.21, in a Dedekind domain: the prime ideals divided out are counted";
        Ok(Some(
            match number {
                1 => Theorem::p(source),
                _ => Theorem::n(Some(Ordinal::from(number)), winning, source),
            }
            .by_length(),
        ))
    }

    /// The prime ideal (p, g), and how often it divides an ideal.
    fn multiplicity(
        &self,
        p: &BigInt,
        g: &IntegerPolynomial,
        ideal: &Ideal,
        limits: &Limits,
    ) -> Result<(Ideal, u64), Unfactored> {
        let (f, p) = (sparse(self.f.iter()), IntegerPolynomial::constant(p.clone(), 1));
        let prime = Ideal::new(1, vec![f.clone(), p.clone(), g.clone()], limits)?;
        let mut power = prime.clone();
        let mut times = 0;
        while ideal.basis().iter().all(|element| power.contains(element)) {
            times += 1;
            let products = power.basis().iter().flat_map(|a| [a.times(&p), a.times(g)]);
            power = Ideal::new(1, products.chain([f.clone()]).collect(), limits)?;
        }
        Ok((prime, times))
    }
}

/// An element that together with an ideal generates a prime ideal above it, if a small one does.
fn generator_beside(ideal: &Ideal, prime: &Ideal, limits: &Limits) -> Option<IntegerPolynomial> {
    let basis = prime.basis();
    let sums = basis.iter().flat_map(|a| basis.iter().map(move |b| a.plus(b)));
    let differences = basis.iter().flat_map(|a| basis.iter().map(move |b| a.plus(&b.negative())));
    let products = basis.iter().flat_map(|a| {
        let x = IntegerPolynomial::variable(0, 1);
        basis.iter().map(move |b| a.times(&x).plus(b))
    });
    let mut all = basis.iter().cloned().chain(sums).chain(differences).chain(products);
    all.find(|b| !b.is_zero() && ideal.with(vec![b.clone()], limits).is_ok_and(|larger| larger == *prime))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::super::game::{Convention, IdealGame};
    use super::super::ground::FiniteForm;
    use super::super::text::read_ring;
    use super::*;
    use crate::game::Outcome;

    #[test]
    fn which_rings_have_all_integers() {
        let limits = Limits::none();
        let is_whole = |text: &str| {
            let ring = read_ring(text, &limits).unwrap().0.remove(0);
            NumberRing::of(&ring, &limits).unwrap().is_some()
        };
        for text in [
            "Z[i]",
            "Z[sqrt(-5)]",
            "Z[sqrt(2)]",
            "Z[(1+sqrt(5))/2]",
            "Z[zeta(5)]",
            "Z[cbrt(2)]",
            "Z[x]/(x^3-x-1)",
        ] {
            assert!(is_whole(text), "{text}");
        }
        // (1 + √5)/2, (1 + √-3)/2 and the integers of the field of the cube root of 10 are missing; the others are no domains or no such rings.
        for text in [
            "Z[sqrt(5)]",
            "Z[sqrt(-3)]",
            "Z[sqrt(8)]",
            "Z[cbrt(10)]",
            "Z[x]/(x^2-1)",
            "Z[x]/(2x^2+1)",
            "Z[x]",
            "Z",
        ] {
            assert!(!is_whole(text), "{text}");
        }
    }

    /// Class numbers from the tables: of Q(√d) for d = -1, -2, -3, -7, -11, -19, -43, 2, 3, 5, 13 and of the cube root of 2 and the fifth root of 1 it is 1.
    #[test]
    fn class_number_one() {
        let limits = Limits::none();
        let is_principal = |text: &str| {
            let ring = read_ring(text, &limits).unwrap().0.remove(0);
            NumberRing::of(&ring, &limits).unwrap().unwrap().is_principal(&limits).unwrap()
        };
        for text in [
            "Z[i]",
            "Z[sqrt(-2)]",
            "Z[(1+sqrt(-3))/2]",
            "Z[(1+sqrt(-7))/2]",
            "Z[(1+sqrt(-11))/2]",
            "Z[(1+sqrt(-19))/2]",
            "Z[(1+sqrt(-43))/2]",
            "Z[sqrt(2)]",
            "Z[sqrt(3)]",
            "Z[(1+sqrt(5))/2]",
            "Z[(1+sqrt(13))/2]",
            "Z[cbrt(2)]",
            "Z[zeta(5)]",
        ] {
            assert!(is_principal(text), "{text}");
        }
        for text in [
            "Z[sqrt(-5)]",
            "Z[sqrt(-6)]",
            "Z[(1+sqrt(-15))/2]",
            "Z[(1+sqrt(-23))/2]",
            "Z[sqrt(10)]",
            "Z[cbrt(7)]",
        ] {
            assert!(!is_principal(text), "{text}");
        }
    }

    /// Quotients by every small element: the number of prime ideals is the nimber by all ideals, and the winning element leaves a field.
    #[test]
    fn quotients_by_their_ideals() {
        let limits = Limits::none();
        for text in ["Z[i]", "Z[sqrt(-5)]", "Z[sqrt(3)]", "Z[(1+sqrt(-23))/2]", "Z[cbrt(2)]"] {
            let ring = read_ring(text, &limits).unwrap().0.remove(0);
            let domain = NumberRing::of(&ring, &limits).unwrap().unwrap();
            for (a, b) in (0..=9).flat_map(|a| (0..=4).map(move |b| (a, b))).skip(1) {
                let element = sparse([BigInt::from(a), BigInt::from(b)].iter());
                let ideal = ring.ideal.with(vec![element], &limits).unwrap();
                let Ok(form) = FiniteForm::of_ideal(&ideal, &limits) else { continue };
                if form.ring.order() == 1 {
                    continue;
                }
                let mut game = IdealGame::new(form.ring, Convention::AllElements);
                let zero = game.zero();
                let value = game.value(&zero, &limits).unwrap();
                let theorem = domain.quotient(&ideal, &limits).unwrap().unwrap();
                assert_eq!(theorem.nimber, Some(Ordinal::from(u64::from(value.nimber))), "{text}: {a}+{b}t");
                assert_eq!(theorem.misere == Outcome::P, value.is_misere_p, "{text}: {a}+{b}t");
                if let Some(winning) = theorem.winning {
                    let left = ideal.with(vec![winning], &limits).unwrap();
                    let left = domain.quotient(&left, &limits).unwrap().unwrap();
                    assert_eq!(left.misere, Outcome::P, "{text}: {a}+{b}t");
                }
            }
        }
    }
}
