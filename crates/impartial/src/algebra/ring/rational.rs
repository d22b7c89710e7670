//! Quotients of Q\[x₁, …, x_k\] as vector spaces: dimensions, minimal polynomials, generators.
//!
//! A strong basis over Z is one over Q too. Polynomials keep integer coefficients; what is said of them holds up to a factor.

use num_bigint::{BigInt, BigUint};

use super::groebner::Ideal;
use super::polynomial::{IntegerPolynomial, Monomial};
use crate::algebra::rational_polynomial::RationalPolynomial;
use crate::integer::gcd;
use crate::limits::{Limits, StopReason};

/// The largest dimension of a quotient that is looked at.
const LARGEST_DIMENSION: usize = 150;

/// The most combinations of the variables that are tried as generators.
const MOST_COMBINATIONS: u32 = 32;

/// A nonzero multiple of a polynomial, reduced modulo an ideal over Q, and the multiplier.
fn reduced(polynomial: &IntegerPolynomial, ideal: &Ideal) -> (IntegerPolynomial, BigInt) {
    let (mut rest, mut scale) = (polynomial.clone(), BigInt::from(1));
    let mut at = 0;
    while let Some((monomial, coefficient)) = rest.0.get(at).cloned() {
        let leads =
            |g: &&IntegerPolynomial| g.leading().is_some_and(|(leading, _)| leading.divides(&monomial));
        let Some(g) = ideal.basis().iter().find(leads) else {
            at += 1;
            continue;
        };
        let (leading, size) = g.leading().expect("it has a leading term");
        let common = BigInt::from(gcd(size.magnitude().clone(), coefficient.magnitude().clone()));
        let (up, factor) = (size / &common, &coefficient / &common);
        let multiple = IntegerPolynomial(rest.0.iter().map(|(m, c)| (m.clone(), c * &up)).collect());
        rest = multiple.plus_multiple(&-factor, &leading.into_multiple(&monomial), g);
        scale *= up;
    }
    (rest, scale)
}

/// The dimension over Q of the quotient by an ideal, when it is at most 150.
pub(super) fn dimension(ideal: &Ideal) -> Option<usize> {
    let leading: Vec<&Monomial> = ideal.basis().iter().filter_map(|g| g.leading()).map(|(m, _)| m).collect();
    let mut seen = std::collections::BTreeSet::new();
    let mut waiting = vec![Monomial::one(ideal.variables())];
    while let Some(monomial) = waiting.pop() {
        if leading.iter().any(|lead| lead.divides(&monomial)) || !seen.insert(monomial.clone()) {
            continue;
        }
        if seen.len() > LARGEST_DIMENSION {
            return None;
        }
        for variable in 0..ideal.variables() {
            let mut next = monomial.clone();
            next.0[variable] += 1;
            waiting.push(next);
        }
    }
    Some(seen.len())
}

/// The polynomial f of least degree with f(t) in the ideal over Q, when its degree is at most `most`.
///
/// # Errors
/// When a limit is reached.
pub(super) fn minimal_polynomial(
    t: &IntegerPolynomial,
    ideal: &Ideal,
    most: usize,
    limits: &Limits,
) -> Result<Option<RationalPolynomial>, StopReason> {
    // Each row is a reduced polynomial with the combination of powers of t that it is.
    let mut rows: Vec<(IntegerPolynomial, Vec<BigInt>)> = Vec::new();
    let one = IntegerPolynomial::constant(BigInt::from(1), ideal.variables());
    let (mut power, mut scale) = (reduced(&one, ideal).0, BigInt::from(1));
    for exponent in 0..=most {
        limits.poll()?;
        let mut combination = vec![BigInt::ZERO; exponent];
        combination.push(scale.clone());
        let mut row = (power.clone(), combination);
        while let Some((monomial, coefficient)) = row.0.leading().cloned() {
            let leads = |other: &&(IntegerPolynomial, Vec<BigInt>)| {
                other.0.leading().is_some_and(|(leading, _)| *leading == monomial)
            };
            let Some(other) = rows.iter().find(leads) else { break };
            let size = &other.0.leading().expect("it has one").1;
            row = without_content(difference(&row, size, other, &coefficient));
        }
        if row.0.is_zero() {
            return Ok(Some(RationalPolynomial::new(row.1)));
        }
        rows.push(row);
        let (next, more) = reduced(&power.times(t), ideal);
        (power, scale) = (next, scale * more);
    }
    Ok(None)
}

/// a·row - b·other.
fn difference(
    row: &(IntegerPolynomial, Vec<BigInt>),
    a: &BigInt,
    other: &(IntegerPolynomial, Vec<BigInt>),
    b: &BigInt,
) -> (IntegerPolynomial, Vec<BigInt>) {
    let one = Monomial::one(row.0.leading().map_or(0, |(monomial, _)| monomial.0.len()));
    let nothing = IntegerPolynomial(Vec::new());
    let polynomial = nothing.plus_multiple(a, &one, &row.0).plus_multiple(&-b, &one, &other.0);
    let mut combination: Vec<BigInt> = row.1.iter().map(|c| c * a).collect();
    combination.iter_mut().zip(&other.1).for_each(|(c, d)| *c -= d * b);
    (polynomial, combination)
}

/// Divides a row by the common factor of its numbers.
fn without_content(row: (IntegerPolynomial, Vec<BigInt>)) -> (IntegerPolynomial, Vec<BigInt>) {
    let (polynomial, combination) = row;
    let numbers = polynomial.0.iter().map(|(_, c)| c).chain(&combination);
    let content = numbers.fold(BigUint::ZERO, |content, c| gcd(content, c.magnitude().clone()));
    if content <= BigUint::from(1_u8) {
        return (polynomial, combination);
    }
    let content = BigInt::from(content);
    let terms = polynomial.0.into_iter().map(|(monomial, c)| (monomial, c / &content)).collect();
    (IntegerPolynomial(terms), combination.into_iter().map(|c| c / &content).collect())
}

/// A quotient of finite dimension that one element generates: Q\[t\]/(f).
pub(super) struct Generated {
    pub t: IntegerPolynomial,
    pub f: RationalPolynomial,
}

/// An element that generates the quotient by an ideal as an algebra over Q, if a combination of the variables does.
///
/// # Errors
/// When a limit is reached.
pub(super) fn generated(ideal: &Ideal, limits: &Limits) -> Result<Option<Generated>, StopReason> {
    let Some(dimension) = dimension(ideal).filter(|dimension| *dimension > 0) else { return Ok(None) };
    let variables = ideal.variables();
    let single = (0..variables).map(|k| IntegerPolynomial::variable(k, variables));
    let combined = (1..=MOST_COMBINATIONS).filter(|_| variables > 1).map(|c| {
        let term = |k: usize| (IntegerPolynomial::variable(k, variables), BigInt::from(c).pow(k as u32));
        let one = Monomial::one(variables);
        (0..variables)
            .map(term)
            .fold(IntegerPolynomial(Vec::new()), |t, (x, c)| t.plus_multiple(&c, &one, &x))
    });
    for t in single.chain(combined) {
        if let Some(f) = minimal_polynomial(&t, ideal, dimension, limits)?
            && f.degree() == dimension
        {
            return Ok(Some(Generated { t, f }));
        }
    }
    Ok(None)
}

/// The value of a polynomial in one variable at an element, reduced.
pub(super) fn value_at(f: &RationalPolynomial, t: &IntegerPolynomial, ideal: &Ideal) -> IntegerPolynomial {
    let one = Monomial::one(ideal.variables());
    let constant = |c: &BigInt| IntegerPolynomial::constant(c.clone(), ideal.variables());
    let horner = |(value, scale): (IntegerPolynomial, BigInt), c: &BigInt| {
        let next = value.times(t).plus_multiple(&scale, &one, &constant(c));
        let (next, more) = reduced(&next, ideal);
        (next, scale * more)
    };
    let start = (IntegerPolynomial(Vec::new()), BigInt::from(1));
    let (value, _) = f.coefficients().iter().rev().fold(start, horner);
    without_content((value, Vec::new())).0
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::super::text::read_ring;
    use super::*;

    fn ideal(text: &str) -> Ideal {
        read_ring(text, &Limits::none()).unwrap().0[0].ideal.clone()
    }

    fn polynomial(coefficients: &[i32]) -> RationalPolynomial {
        RationalPolynomial::new(coefficients.iter().map(|c| BigInt::from(*c)).collect())
    }

    #[test]
    fn quotients_with_one_generator() {
        let limits = Limits::none();
        // [AG, Ex 5.8]: five points, the roots of x^5 + x^2 - 1/9.
        let curve = ideal("C[x,y]/(y^2-x^3-1,3xy-1)");
        assert_eq!(dimension(&curve), Some(5));
        let found = generated(&curve, &limits).unwrap().unwrap();
        assert_eq!(found.f, polynomial(&[-1, 0, 9, 0, 0, 9]));
        // Four points whose coordinates coincide: neither variable generates.
        let square = ideal("Q[x,y]/(x^2-1,y^2-1)");
        let found = generated(&square, &limits).unwrap().unwrap();
        assert_eq!((dimension(&square), found.f.degree()), (Some(4), 4));
        assert!(value_at(&found.f, &found.t, &square).is_zero());
        // Two tangent directions need two generators.
        assert!(generated(&ideal("Q[x,y]/(x^2,xy,y^2)"), &limits).unwrap().is_none());
        assert_eq!(dimension(&ideal("Q[x,y]/(xy)")), None);
        // Leading coefficients other than 1 are units over Q.
        assert_eq!(dimension(&ideal("Q[x,y]/(2x-y,3y^2-1)")), Some(2));
    }

    #[test]
    fn minimal_polynomials() {
        let limits = Limits::none();
        let field = ideal("Q[x,y]/(x^2-2,y^2-3)");
        let sum = IntegerPolynomial::variable(0, 2).plus(&IntegerPolynomial::variable(1, 2));
        let f = minimal_polynomial(&sum, &field, 9, &limits).unwrap().unwrap();
        assert_eq!(f, polynomial(&[1, 0, -10, 0, 1]));
        let free = ideal("Q[x,y]/(x^2-x)");
        assert_eq!(minimal_polynomial(&sum, &free, 9, &limits), Ok(None));
    }
}
