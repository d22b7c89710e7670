//! Principal ideal domains with some denominators: R\[y\]/(gy + h) is R\[1/g\] when g and h are coprime in R, which is Z or K\[x\].

use num_bigint::{BigInt, Sign};

use super::groebner::Ideal;
use super::polynomial::{IntegerPolynomial, Monomial};
use super::text::{AffineRing, Base};
use super::theorems::Theorem;
use crate::algebra::euclidean::{EuclideanDomain, Integers};
use crate::algebra::polynomial::Polynomials;
use crate::algebra::rational_polynomial::RationalPolynomial;
use crate::integer::gcd;
use crate::limits::Limits;

/// Values of x that are tried for a prime x - c.
const TRIED: i32 = 100;

/// What is known of such a ring: it is a principal ideal domain, and no field.
pub(super) fn localized(ring: &AffineRing, ideal: &Ideal, limits: &Limits) -> Option<Theorem> {
    if ring.base_variables > 0 {
        return None;
    }
    let variables = ring.names.len();
    let is_new = |g: &&IntegerPolynomial| !ring.base_ideal.contains(g);
    let [relation] = ideal.basis().iter().filter(is_new).collect::<Vec<_>>()[..] else { return None };
    if ring.base_ideal.with(vec![relation.clone()], limits).ok()? != *ideal {
        return None;
    }
    match (&ring.base, variables) {
        (Base::Integers, 1) => {
            let [h, g] = by_powers(relation, 0)?;
            let (g, h) = (constant(&g)?, constant(&h)?);
            let one = BigInt::from(1);
            let is_coprime = |a: &BigInt, b: &BigInt| {
                gcd(a.magnitude().clone(), b.magnitude().clone()) == *one.magnitude()
            };
            if !is_coprime(&g, &h) || *g.magnitude() == *one.magnitude() || g.sign() == Sign::NoSign {
                return None;
            }
            let is_prime = |p: i32| (2..p).all(|d| p % d != 0);
            let prime = (2..TRIED).filter(|p| is_prime(*p)).map(BigInt::from);
            let prime = prime.into_iter().find(|p| is_coprime(p, &g))?;
            Some(Theorem::principal_ideal_domain(IntegerPolynomial::constant(prime, 1)))
        }
        (Base::InfiniteField { .. } | Base::Finite { is_field: true }, 2) => {
            (0..2).find_map(|y| over_field(ring, relation, y))
        }
        _ => None,
    }
}

/// K\[x\]\[1/g\], where y is the variable at a place.
fn over_field(ring: &AffineRing, relation: &IntegerPolynomial, y: usize) -> Option<Theorem> {
    let [h, g] = by_powers(relation, y)?;
    let x = 1 - y;
    let dense = |f: &IntegerPolynomial| {
        let degree = f.0.iter().map(|(monomial, _)| monomial.0[x] as usize).max()?;
        let mut coefficients = vec![BigInt::ZERO; degree + 1];
        f.0.iter().for_each(|(monomial, c)| coefficients[monomial.0[x] as usize] = c.clone());
        Some(coefficients)
    };
    let (g, h) = (dense(&g)?, dense(&h)?);
    let value = |at: i32| g.iter().rev().fold(BigInt::ZERO, |value, c| value * at + c);
    let prime = |root: i32| {
        let minus = IntegerPolynomial::constant(BigInt::from(-root), 2);
        IntegerPolynomial::variable(x, 2).plus(&minus)
    };
    if let Base::Finite { .. } = ring.base {
        let p = ring.base_ideal.basis().first()?.leading()?.1.clone();
        let domain = Polynomials::over(u32::try_from(&p).ok()?)?;
        let read = |f: &[BigInt]| {
            let residue = |c: &BigInt| u32::try_from(Integers.division(c, &p).1).unwrap_or(0);
            domain.from_coefficients(f.iter().map(residue).collect())
        };
        let (g, h) = (read(&g), read(&h));
        if g.degree()? == 0 || domain.greatest_common_divisor(&g, &h).degree() != Some(0) {
            return None;
        }
        let is_root = |c: &i32| Integers.division(&value(*c), &p).1 == BigInt::ZERO;
        let residues = i32::try_from(&p).unwrap_or(TRIED).min(TRIED);
        return Some(Theorem::principal_ideal_domain((0..residues).find(|c| !is_root(c)).map(prime)));
    }
    let (first, second) = (RationalPolynomial::new(g.clone()), RationalPolynomial::new(h));
    if first.degree() == 0 || first.gcd(&second).degree() > 0 {
        return None;
    }
    let root = (0..TRIED).find(|c| value(*c) != BigInt::ZERO);
    Some(Theorem::principal_ideal_domain(root.map(prime)))
}

/// The coefficients of 1 and of y; `None` when y is not there or has higher powers.
fn by_powers(relation: &IntegerPolynomial, y: usize) -> Option<[IntegerPolynomial; 2]> {
    let mut found = [const { IntegerPolynomial(Vec::new()) }; 2];
    for (monomial, c) in &relation.0 {
        let row = found.get_mut(monomial.0[y] as usize)?;
        let mut without: Monomial = monomial.clone();
        without.0[y] = 0;
        *row = row.plus(&IntegerPolynomial::term(without, c.clone()));
    }
    (!found[1].is_zero()).then_some(found)
}

/// The value of a polynomial without variables.
fn constant(f: &IntegerPolynomial) -> Option<BigInt> {
    match &f.0[..] {
        [] => Some(BigInt::ZERO),
        [(monomial, c)] if monomial.degree() == 0 => Some(c.clone()),
        _ => None,
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::super::game::{Convention, IdealGame};
    use super::super::ground::FiniteForm;
    use super::super::text::read_ring;
    use super::*;
    use crate::ordinal::Ordinal;

    fn theorem(text: &str) -> Option<Theorem> {
        let limits = Limits::none();
        let ring = read_ring(text, &limits).unwrap().0.remove(0);
        localized(&ring, &ring.ideal, &limits)
    }

    #[test]
    fn which_rings_are_principal() {
        for text in [
            "Z[x]/(2x-1)",
            "Z[x]/(6x+35)",
            "C[x,y]/(xy-1)",
            "Q[x,y]/(xy^2-1)",
            "Q[x,y]/((x^2-1)*y-x)",
            "R[x,y]/(xy+x^2-2x+y+1)",
            "F5[x,y]/(xy-1)",
            "F2[x,y]/((x^2+x)*y+1)",
        ] {
            let found = theorem(text).unwrap();
            assert_eq!(found.nimber, Some(Ordinal::omega()), "{text}");
        }
        // x - 2 is a field modulo 2; 2 and 4 have a divisor; so have x and x²; and a product of lines.
        for text in [
            "Z[x]/(x-2)",
            "Z[x]/(2x-4)",
            "Z[x]/(2x)",
            "Q[x,y]/(xy-x^2)",
            "Q[x,y]/(xy)",
            "Q[x,y]/(x^2y^2-1)",
            "F5[x,y]/((x^2-1)*y-x-1)",
            "Z[x,y]/(xy-1)",
        ] {
            assert!(theorem(text).is_none(), "{text}");
        }
    }

    /// The winning element leaves a field; the quotients by products of few primes have their number as nimber.
    #[test]
    fn quotients_count_primes() {
        let limits = Limits::none();
        let nimber = |text: &str, element: IntegerPolynomial| {
            let ring = read_ring(text, &limits).unwrap().0.remove(0);
            let ideal = ring.ideal.with(vec![element], &limits).unwrap();
            let mut game =
                IdealGame::new(FiniteForm::of_ideal(&ideal, &limits).unwrap().ring, Convention::AllElements);
            let zero = game.zero();
            game.value(&zero, &limits).unwrap().nimber
        };
        for (text, expected) in
            [("Z[x]/(2x-1)", 3), ("Z[x]/(15x-4)", 2), ("F5[x,y]/(xy-1)", 5), ("F3[x,y]/((x+1)*y-1)", 5)]
        {
            let prime = theorem(text).unwrap().winning.unwrap();
            assert_eq!(prime, {
                let ring = read_ring(text, &limits).unwrap().0.remove(0);
                match ring.names.len() {
                    1 => IntegerPolynomial::constant(BigInt::from(expected), 1),
                    _ => prime.clone(),
                }
            });
            assert_eq!(nimber(text, prime.clone()), 1, "{text}");
            assert_eq!(nimber(text, prime.times(&prime)), 2, "{text}");
        }
    }
}
