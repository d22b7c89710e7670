//! Plane curves over an infinite field K of characteristic 0, above all ay² + b(x)y + c(x) = 0.
//!
//! With z = 2ay + b the curve is z² = D(x), D = b² - 4ac. If D is no constant and has no double root, this has no singular point and cannot be taken
//! apart over any field: its ring is a Dedekind domain. Some D then decide whether a maximal ideal is principal, and with it the
//! game [AG, Prop 5.6]; if one is, the nimber is ω, because quotients of all lengths occur and all are finite.

use num_bigint::{BigInt, Sign};

use super::groebner::Ideal;
use super::polynomial::{IntegerPolynomial, Monomial};
use super::theorems::Theorem;
use crate::algebra::rational_polynomial::RationalPolynomial;
use crate::integer::gcd;
use crate::limits::{Limits, StopReason};
use crate::ordinal::Ordinal;

/// Why a curve is P.
pub(super) const WITHOUT_PRINCIPAL_IDEAL: &str =
    "Brandenburg, Prop 5.6 and 5.7: a curve without a principal maximal ideal";

/// Whether a plane curve over C is αy^a + βx^b + terms of smaller weight, where x has weight a and y weight b, a and b are coprime and
/// at least 2, and it has no singular point.
///
/// Then it has one point at infinity, where x and y have poles of order a and b, and its genus is (a-1)(b-1)/2: no function has a single pole of order 1 there,
/// so none has a single zero. Two terms that are alone on the edge from y^a to x^b, a and b coprime, let it not be taken apart.
pub(super) fn one_point_at_infinity(
    relation: &IntegerPolynomial,
    limits: &Limits,
) -> Result<bool, StopReason> {
    let alone = |place: usize| {
        let powers = relation.0.iter().filter(|(monomial, _)| monomial.0[1 - place] == 0);
        powers.map(|(monomial, _)| u64::from(monomial.0[place])).max().unwrap_or(0)
    };
    let (b, a) = (alone(0), alone(1));
    let weight = |monomial: &Monomial| u64::from(monomial.0[0]) * a + u64::from(monomial.0[1]) * b;
    let is_smaller =
        |monomial: &Monomial| weight(monomial) < a * b || monomial.0[0] == 0 || monomial.0[1] == 0;
    if a < 2 || b < 2 || gcd(u128::from(a), u128::from(b)) != 1 {
        return Ok(false);
    }
    if !relation.0.iter().all(|(monomial, _)| is_smaller(monomial)) {
        return Ok(false);
    }
    let derivative = |place: usize| {
        let terms = relation.0.iter().filter(|(monomial, _)| monomial.0[place] > 0);
        terms.fold(IntegerPolynomial(Vec::new()), |sum, (monomial, c)| {
            let mut lower = monomial.clone();
            lower.0[place] -= 1;
            sum.plus(&IntegerPolynomial::term(lower, c * BigInt::from(monomial.0[place])))
        })
    };
    // A common zero would keep every number out of the ideal.
    let singular = Ideal::new(2, vec![relation.clone(), derivative(0), derivative(1)], limits)?;
    Ok(singular.basis().iter().any(|g| g.leading().is_some_and(|(monomial, _)| monomial.degree() == 0)))
}

/// Values of x that are tried for a point whose second coordinate is not in the field.
const TRIED: i32 = 40;

/// Polynomials in x, from the constant on.
type Coefficients = Vec<BigInt>;

/// What is known about the ring of a curve; `x` and `y` are the places of the variables, `field` is Q, R or C.
pub(super) fn curve(relation: &IntegerPolynomial, (x, y): (usize, usize), field: char) -> Option<Theorem> {
    let [c, b, a] = by_powers(relation, (x, y))?;
    let [a] = a.as_slice() else { return None };
    let discriminant = minus(&times(&b, &b), &times(&c, &[a * BigInt::from(4)]));
    let shape = RationalPolynomial::new(discriminant.clone());
    let degree = shape.degree();
    if degree == 0 {
        return None;
    }
    // z = 2ay + b.
    let z = written(&b, (x, y), 0).plus(&written(&[a * BigInt::from(2)], (x, y), 1));
    let polynomial_ring = "Brandenburg, Ex 5.4 and 5.22: a principal ideal domain";
    let dedekind = "Brandenburg, Prop 5.6: a Dedekind domain with a principal maximal ideal";
    let won = |winning: Option<IntegerPolynomial>, source: &str| {
        Some(Theorem::n(Some(Ordinal::omega()), winning, source).by_length())
    };
    match shape.square_free_parts().as_slice() {
        [(_, 1)] if degree == 1 => won(Some(z), polynomial_ring),
        [(_, 1)] => {
            if degree == 2
                && let Some(root) = square_root(&discriminant[2])
            {
                // z² = s²x² + …: with u = z - sx the ring is K[u, 1/u].
                let line = written(&[BigInt::ZERO, root], (x, y), 0);
                let one = written(&[BigInt::from(1)], (x, y), 0);
                return won(Some(z.plus(&line.negative()).plus(&one.negative())), polynomial_ring);
            }
            if let Some(at) =
                (0..TRIED).flat_map(|n| [n, -n]).find(|at| !is_square(&value(&discriminant, *at), field))
            {
                return won(Some(written(&[BigInt::from(-at), BigInt::from(1)], (x, y), 0)), dedekind);
            }
            // z² = s²x² + … again, with an s that is not in Z: no winning element can be written down.
            if degree == 2 && (field == 'C' || discriminant[2].sign() == Sign::Plus && field == 'R') {
                return won(None, polynomial_ring);
            }
            // One point at infinity, and its genus is not 0: no function has a single zero.
            let is_closed = field == 'C' && degree % 2 == 1;
            is_closed.then(|| Theorem::p(WITHOUT_PRINCIPAL_IDEAL))
        }
        [(line, 3)] if field == 'C' && line.degree() == 1 => {
            Some(Theorem::p("Brandenburg, Prop 5.13: the cuspidal cubic"))
        }
        _ => None,
    }
}

/// The coefficients of 1, y and y²; `None` when there are higher powers.
fn by_powers(relation: &IntegerPolynomial, (x, y): (usize, usize)) -> Option<[Coefficients; 3]> {
    let mut found: [Coefficients; 3] = Default::default();
    for (monomial, c) in &relation.0 {
        let row = found.get_mut(monomial.0[y] as usize)?;
        let power = monomial.0[x] as usize;
        row.resize(row.len().max(power + 1), BigInt::ZERO);
        row[power] = c.clone();
    }
    Some(found)
}

fn times(a: &[BigInt], b: &[BigInt]) -> Coefficients {
    let mut product = vec![BigInt::ZERO; (a.len() + b.len()).saturating_sub(1)];
    for (i, c) in a.iter().enumerate() {
        for (j, d) in b.iter().enumerate() {
            product[i + j] += c * d;
        }
    }
    product
}

fn minus(a: &[BigInt], b: &[BigInt]) -> Coefficients {
    let at = |list: &[BigInt], k: usize| list.get(k).cloned().unwrap_or_default();
    (0..a.len().max(b.len())).map(|k| at(a, k) - at(b, k)).collect()
}

fn value(polynomial: &[BigInt], at: i32) -> BigInt {
    polynomial.iter().rev().fold(BigInt::ZERO, |value, c| value * at + c)
}

/// A polynomial in x times a power of y.
fn written(coefficients: &[BigInt], (x, y): (usize, usize), power: u32) -> IntegerPolynomial {
    let term = |(exponent, c): (u32, &BigInt)| {
        let mut monomial = Monomial::one(2);
        (monomial.0[x], monomial.0[y]) = (exponent, power);
        IntegerPolynomial::term(monomial, c.clone())
    };
    (0..).zip(coefficients).map(term).fold(IntegerPolynomial(Vec::new()), |sum, term| sum.plus(&term))
}

/// The root of a square of an integer.
fn square_root(n: &BigInt) -> Option<BigInt> {
    (n.sign() != Sign::Minus).then(|| n.sqrt()).filter(|root| root * root == *n)
}

/// Whether a number is a square in a field.
fn is_square(n: &BigInt, field: char) -> bool {
    match field {
        'C' => true,
        'R' => n.sign() != Sign::Minus,
        _ => square_root(n).is_some(),
    }
}
