//! What the paper proves about infinite rings.

use num_bigint::{BigInt, Sign};

use super::groebner::Ideal;
use super::polynomial::{IntegerPolynomial, Monomial};
use super::text::{AffineRing, Base};
use crate::game::Outcome;
use crate::limits::Limits;
use crate::ordinal::Ordinal;

/// A statement about an infinite ring.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Theorem {
    /// The nimber, where it is known.
    pub nimber: Option<Ordinal>,
    /// The outcome in misère play.
    pub misere: Outcome,
    /// An element that wins misère play, where there is one and it can be written down.
    pub winning: Option<IntegerPolynomial>,
    /// Where it is proved.
    pub source: &'static str,
}

impl Theorem {
    fn p(source: &'static str) -> Self {
        Theorem { nimber: Some(Ordinal::ONE), misere: Outcome::P, winning: None, source }
    }

    fn n(nimber: Option<Ordinal>, winning: Option<IntegerPolynomial>, source: &'static str) -> Self {
        Theorem { nimber, misere: Outcome::N, winning, source }
    }
}

/// Whether the coefficients are a field.
fn is_field(ring: &AffineRing) -> bool {
    matches!(ring.base, Base::Finite { is_field: true } | Base::InfiniteField { .. })
}

/// What is known about the quotient of the polynomials of a ring by an ideal that contains the ring's own.
///
/// In all statements that a ring is P its nimber is 1 [AG, Remark 5.20].
pub fn theorem(ring: &AffineRing, ideal: &Ideal) -> Option<Theorem> {
    let (variables, first) = (ring.names.len() - ring.base_variables, ring.base_variables);
    let all = ring.names.len();
    let variable = |k: usize| IntegerPolynomial::variable(first + k, all);
    let number = |n: i32| IntegerPolynomial::constant(BigInt::from(n), all);
    let is_integers = ring.base == Base::Integers;
    if matches!(ring.base, Base::InfiniteField { .. })
        && ideal.basis().iter().any(|g| g.leading().is_some_and(|(monomial, _)| monomial.degree() == 0))
    {
        // A number other than 0 is a unit of the field: nothing is left.
        return Some(Theorem::n(Some(Ordinal::ZERO), None, "the zero ring"));
    }
    if *ideal == ring.base_ideal {
        return match (is_integers, is_field(ring), variables) {
            (false, true, 0) => Some(Theorem::p("Brandenburg, Ex 5.3 and 5.19: a field")),
            (true, _, 0) => Some(Theorem::n(
                Some(Ordinal::omega()),
                Some(number(2)),
                "Brandenburg, Ex 5.4 and 5.22: a principal ideal domain",
            )),
            (false, true, 1) => Some(Theorem::n(
                Some(Ordinal::omega()),
                Some(variable(0)),
                "Brandenburg, Ex 5.4 and 5.22: a principal ideal domain",
            )),
            (true, _, 1) | (false, true, 2) => {
                let last = variable(variables - 1);
                Some(Theorem::n(
                    None,
                    Some(last.times(&last)),
                    "Brandenburg, Prop 5.16: R[X] over a principal ideal domain R",
                ))
            }
            _ => None,
        };
    }
    let with = |relation: IntegerPolynomial| {
        ring.base_ideal.with(vec![relation], &Limits::none()).is_ok_and(|other| other == *ideal)
    };
    // R[X]/(X^2): R is Z, or the polynomials in the other variable.
    if (is_integers && variables == 1) || (is_field(ring) && variables == 2) {
        for k in 0..variables {
            if with(variable(k).times(&variable(k))) {
                return Some(Theorem::p(
                    "Brandenburg, Prop 5.16: R[X]/(X^2) over a principal ideal domain R",
                ));
            }
        }
    }
    let Base::InfiniteField { name } = ring.base else { return None };
    let relation = match ring.relations.as_slice() {
        [one] if with(one.clone()) => one,
        _ => return None,
    };
    match variables {
        1 => quotient_of_polynomials(relation, name),
        2 => {
            let (x, y) = (variable(0), variable(1));
            let xy = x.times(&y);
            if with(xy.clone()) || with(xy.plus(&number(-1))) {
                let winning = x.plus(&number(-1));
                return Some(Theorem::n(
                    None,
                    Some(winning),
                    "Brandenburg, Ex 5.4: a principal maximal ideal",
                ));
            }
            if name != 'C' {
                return None;
            }
            [(0, 1), (1, 0)].into_iter().find_map(|(x, y)| curve(relation, x, y))
        }
        _ => None,
    }
}

/// K\[x\]/(f) for an infinite field K: the number of irreducible factors, where the degree shows it.
fn quotient_of_polynomials(f: &IntegerPolynomial, field: char) -> Option<Theorem> {
    let coefficient = |power: u32| {
        let term = f.0.iter().find(|(m, _)| m.0[0] == power);
        term.map_or(BigInt::ZERO, |(_, c)| c.clone())
    };
    let degree = f.leading()?.0.degree();
    let factors = match (field, degree) {
        ('C', degree) => degree,
        (_, 1) => 1,
        (_, 2) => {
            let (a, b, c) = (coefficient(2), coefficient(1), coefficient(0));
            let discriminant = &b * &b - BigInt::from(4) * a * c;
            let has_root = match field {
                'R' => discriminant.sign() != Sign::Minus,
                _ => {
                    discriminant.sign() != Sign::Minus && {
                        let root = discriminant.sqrt();
                        &root * &root == discriminant
                    }
                }
            };
            if has_root { 2 } else { 1 }
        }
        _ => return None,
    };
    let source = "Brandenburg, Ex 5.21: a quotient of a principal ideal domain";
    Some(match factors {
        1 => Theorem::p(source),
        more => Theorem::n(Some(Ordinal::from(more)), None, source),
    })
}

/// The cuspidal cubic y² = x³ and the affine Weierstrass equations without singularities, over an algebraically closed field;
/// x and y are numbers of variables.
fn curve(relation: &IntegerPolynomial, x: usize, y: usize) -> Option<Theorem> {
    let mut rest = relation.clone();
    let mut take = |i: u32, j: u32| {
        let mut monomial = Monomial::one(2);
        (monomial.0[x], monomial.0[y]) = (i, j);
        let at = rest.0.iter().position(|(m, _)| *m == monomial);
        at.map_or(BigInt::ZERO, |at| rest.0.remove(at).1)
    };
    let square = take(0, 2);
    // y² + a1 xy + a3 y = x³ + a2 x² + a4 x + a6, up to a sign.
    let sign = square.clone();
    if sign != BigInt::from(1) && sign != BigInt::from(-1) {
        return None;
    }
    if take(3, 0) != -&sign {
        return None;
    }
    let (a1, a3) = (take(1, 1) * &sign, take(0, 1) * &sign);
    let (a2, a4, a6) = (-take(2, 0) * &sign, -take(1, 0) * &sign, -take(0, 0) * &sign);
    if !rest.is_zero() {
        return None;
    }
    let n = |k: i32| BigInt::from(k);
    let b2 = &a1 * &a1 + n(4) * &a2;
    let b4 = n(2) * &a4 + &a1 * &a3;
    let b6 = &a3 * &a3 + n(4) * &a6;
    let b8 = &a1 * &a1 * &a6 + n(4) * &a2 * &a6 - &a1 * &a3 * &a4 + &a2 * &a3 * &a3 - &a4 * &a4;
    let discriminant = -&b2 * &b2 * &b8 - n(8) * &b4 * &b4 * &b4 - n(27) * &b6 * &b6 + n(9) * &b2 * &b4 * &b6;
    if discriminant != BigInt::ZERO {
        return Some(Theorem::p("Brandenburg, Prop 5.7: an elliptic curve"));
    }
    let is_cusp = [&a1, &a2, &a3, &a4, &a6].iter().all(|a| **a == BigInt::ZERO);
    is_cusp.then(|| Theorem::p("Brandenburg, Prop 5.13: the cuspidal cubic"))
}
