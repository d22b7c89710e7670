//! A ring in simpler words: variables that others determine are left out, and a product of rings is taken apart.
//!
//! A ring in which a number N = gh is 0, g and h coprime, is the product of its quotients by g and by h; so is one over a field in
//! which f(t) = g(t)h(t) is 0 for an element t. If a is an element of the first factor, ah + g is a times a unit there, and a unit in the second.

use num_bigint::{BigInt, BigUint, Sign};

use super::groebner::Ideal;
use super::polynomial::{IntegerPolynomial, Monomial};
use super::rational::{minimal_polynomial, value_at};
use super::text::{AffineRing, Base};
use super::theorems::is_trivial;
use crate::algebra::euclidean::{EuclideanDomain, Integers, Unfactored, prime_factors};
use crate::limits::{Limits, StopReason};

/// A factor of a ring, itself no product as far as was seen, and not 0.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    pub ring: AffineRing,
    /// How its elements are those of the ring it comes from; the last is to be taken first.
    steps: Vec<Step>,
}

/// How an element of a piece is one of the ring before.
#[derive(Clone, Debug)]
enum Step {
    /// A variable at this place was left out.
    LeftOut(usize),
    /// a ↦ ah + g.
    Factor { g: IntegerPolynomial, h: IntegerPolynomial },
}

impl Piece {
    /// An element of the whole ring that divides out what a given element does in this piece, and everything in all others.
    pub fn lift(&self, element: &IntegerPolynomial) -> IntegerPolynomial {
        self.steps.iter().rev().fold(element.clone(), |element, step| match step {
            Step::LeftOut(place) => {
                let mut wider = element;
                wider.0.iter_mut().for_each(|(monomial, _)| monomial.0.insert(*place, 0));
                // The order of monomials does not change.
                wider
            }
            Step::Factor { g, h } => element.times(h).plus(g),
        })
    }
}

/// The largest degree of a polynomial that takes a ring apart.
const LARGEST_DEGREE: usize = 16;

/// The factors that a quotient of a ring is seen to have.
///
/// # Errors
/// When a limit is reached, or a number or polynomial cannot be factored.
pub(super) fn pieces(ring: &AffineRing, ideal: &Ideal, limits: &Limits) -> Result<Vec<Piece>, Unfactored> {
    let mut whole = ring.clone();
    whole.ideal = ideal.clone();
    let mut waiting = vec![Piece { ring: whole, steps: Vec::new() }];
    let mut found = Vec::new();
    while let Some(mut piece) = waiting.pop() {
        limits.poll()?;
        if is_trivial(&piece.ring, &piece.ring.ideal) {
            continue;
        }
        if let Some(parts) = by_number(&mut piece, limits)? {
            waiting.extend(parts);
            continue;
        }
        while eliminate(&mut piece, limits)? {}
        match by_element(&piece, limits)? {
            Some(parts) => waiting.extend(parts),
            None => found.push(piece),
        }
    }
    found.reverse();
    Ok(found)
}

/// Takes a ring apart by the number that is 0 in it. Where that is a power of a prime, the coefficients are residues modulo it.
fn by_number(piece: &mut Piece, limits: &Limits) -> Result<Option<Vec<Piece>>, Unfactored> {
    let ring = &mut piece.ring;
    if ring.base_variables > 0 || matches!(ring.base, Base::InfiniteField { .. }) {
        return Ok(None);
    }
    let constant = ring.ideal.basis().iter().filter_map(|g| g.leading()).find(|(m, _)| m.degree() == 0);
    let Some(number) = constant.map(|(_, c)| c.magnitude().clone()) else { return Ok(None) };
    let factors = prime_factors(&number, limits)?;
    let variables = ring.names.len();
    let polynomial = |n: &BigUint| IntegerPolynomial::constant(BigInt::from(n.clone()), variables);
    if let [(_, exponent)] = factors.as_slice() {
        ring.base = Base::Finite { is_field: *exponent == 1 };
        ring.base_ideal = Ideal::new(variables, vec![polynomial(&number)], limits)?;
        return Ok(None);
    }
    let mut parts = Vec::with_capacity(factors.len());
    for (prime, exponent) in &factors {
        let g = prime.pow(*exponent);
        let step = Step::Factor { g: polynomial(&g), h: polynomial(&(&number / &g)) };
        parts.push(piece.divided(polynomial(&g), step, limits)?);
    }
    Ok(Some(parts))
}

/// Takes a ring over an infinite field apart by the polynomial of a variable.
fn by_element(piece: &Piece, limits: &Limits) -> Result<Option<Vec<Piece>>, Unfactored> {
    let ideal = &piece.ring.ideal;
    if !matches!(piece.ring.base, Base::InfiniteField { .. }) {
        return Ok(None);
    }
    for variable in 0..ideal.variables() {
        let t = IntegerPolynomial::variable(variable, ideal.variables());
        let found = minimal_polynomial(&t, ideal, LARGEST_DEGREE, limits)?;
        let Some(f) = found else { continue };
        let factors = f.factors(limits)?;
        if factors.len() < 2 {
            continue;
        }
        let one = IntegerPolynomial::constant(BigInt::from(1), ideal.variables());
        let power = |(factor, exponent): &(_, u32)| {
            let value = value_at(factor, &t, ideal);
            (0..*exponent).fold(one.clone(), |power, _| power.times(&value))
        };
        let powers: Vec<IntegerPolynomial> = factors.iter().map(power).collect();
        let mut parts = Vec::with_capacity(powers.len());
        for (at, g) in powers.iter().enumerate() {
            let others = powers.iter().enumerate().filter(|(other, _)| *other != at);
            let h = others.fold(one.clone(), |h, (_, other)| h.times(other));
            let step = Step::Factor { g: g.clone(), h };
            parts.push(piece.divided(g.clone(), step, limits)?);
        }
        return Ok(Some(parts));
    }
    Ok(None)
}

impl Piece {
    /// The quotient by one more polynomial.
    fn divided(&self, by: IntegerPolynomial, step: Step, limits: &Limits) -> Result<Piece, StopReason> {
        let mut piece = self.clone();
        piece.ring.ideal = self.ring.ideal.with(vec![by], limits)?;
        piece.steps.push(step);
        Ok(piece)
    }
}

/// Leaves out a variable that occurs in a polynomial of the ideal only as a unit times itself; whether there was one.
fn eliminate(piece: &mut Piece, limits: &Limits) -> Result<bool, StopReason> {
    let ring = &piece.ring;
    let first = ring.base_variables;
    let found = ring.ideal.basis().iter().find_map(|g| {
        let place = (first..ring.names.len()).find(|place| unit_of(ring, g, *place).is_some())?;
        Some((place, unit_of(ring, g, place)?, g))
    });
    let Some((place, (unit, inverse), g)) = found else { return Ok(false) };
    // unit·x = rest, up to multiples of the modulus when there is an inverse.
    let rest = IntegerPolynomial(g.0.iter().filter(|(m, _)| m.0[place] == 0).cloned().collect()).negative();
    let (unit, rest) = match inverse {
        Some(inverse) => {
            let one = Monomial::one(ring.names.len());
            (BigInt::from(1), IntegerPolynomial(Vec::new()).plus_multiple(&inverse, &one, &rest))
        }
        None => (unit, rest),
    };
    let variables = ring.names.len() - 1;
    let narrower = |ideal: &Ideal| {
        let generators = ideal.basis().iter().map(|g| without_variable(g, place, &unit, &rest)).collect();
        Ideal::new(variables, generators, limits)
    };
    let (ideal, base_ideal) = (narrower(&ring.ideal)?, narrower(&ring.base_ideal)?);
    let mut names = ring.names.clone();
    names.remove(place);
    let relations = ideal.basis().to_vec();
    piece.ring =
        AffineRing { base: ring.base.clone(), names, ideal, base_variables: first, base_ideal, relations };
    piece.steps.push(Step::LeftOut(place));
    Ok(true)
}

/// The coefficient of a variable that occurs in one term and linearly, when it is a unit, and its inverse unless every number is one.
fn unit_of(ring: &AffineRing, g: &IntegerPolynomial, place: usize) -> Option<(BigInt, Option<BigInt>)> {
    let mut terms = g.0.iter().filter(|(monomial, _)| monomial.0[place] > 0);
    let (monomial, c) = terms.next()?;
    if terms.next().is_some() || monomial.degree() != 1 {
        return None;
    }
    if matches!(ring.base, Base::InfiniteField { .. }) {
        return Some((c.clone(), None));
    }
    if *c.magnitude() == BigUint::from(1_u8) {
        return Some((c.clone(), Some(c.clone())));
    }
    // A number that is prime to the characteristic.
    let modulus = ring.ideal.basis().iter().filter_map(|g| g.leading()).find(|(m, _)| m.degree() == 0)?;
    inverse(c, &modulus.1).map(|inverse| (c.clone(), Some(inverse)))
}

/// The inverse of a number modulo another, if there is one.
fn inverse(of: &BigInt, modulus: &BigInt) -> Option<BigInt> {
    let (mut old, mut new) = ((of.clone(), BigInt::from(1)), (modulus.clone(), BigInt::ZERO));
    while new.0.sign() != Sign::NoSign {
        let (quotient, rest) = Integers.division(&old.0, &new.0);
        let next = (rest, &old.1 - &quotient * &new.1);
        (old, new) = (new, next);
    }
    match old.0 {
        one if one == BigInt::from(1) => Some(old.1),
        one if one == BigInt::from(-1) => Some(-old.1),
        _ => None,
    }
}

/// A polynomial times a power of a unit, the variable at a place replaced by rest / unit.
fn without_variable(
    g: &IntegerPolynomial,
    place: usize,
    unit: &BigInt,
    rest: &IntegerPolynomial,
) -> IntegerPolynomial {
    let degree = g.0.iter().map(|(monomial, _)| monomial.0[place]).max().unwrap_or(0);
    let variables = g.0.first().map_or(0, |(monomial, _)| monomial.0.len());
    let mut powers = vec![IntegerPolynomial::constant(BigInt::from(1), variables)];
    for exponent in 0..degree as usize {
        powers.push(powers[exponent].times(rest));
    }
    let mut total = IntegerPolynomial(Vec::new());
    for (monomial, c) in &g.0 {
        let exponent = monomial.0[place];
        let mut without = monomial.clone();
        without.0[place] = 0;
        let factor = c * unit.pow(degree - exponent);
        total = total.plus_multiple(&factor, &without, &powers[exponent as usize]);
    }
    total.0.iter_mut().for_each(|(monomial, _)| {
        monomial.0.remove(place);
    });
    total
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::super::rational::dimension;
    use super::super::small::candidates;
    use super::super::text::read_ring;
    use super::*;

    fn order(ideal: &Ideal) -> u64 {
        ideal.standard_monomials(u64::MAX).unwrap().iter().map(|(_, n)| n).product()
    }

    fn ring(text: &str) -> AffineRing {
        AffineRing::clone(&read_ring(text, &Limits::none()).unwrap().0[0])
    }

    /// The pieces have as many elements as the ring together, and an element that is lifted divides out as much as it does in its piece.
    #[test]
    fn pieces_of_finite_rings() {
        let limits = Limits::none();
        let texts = [
            "Z/12[x]/(x^2)",
            "Z/30[x]/(x^2+x+1)",
            "Z/6[x,y]/(y-x^2,x^3)",
            "F5[x,y]/(2x-y^2,y^3-1)",
            "Z/36[x]/(x^2,6x)",
        ];
        for text in texts {
            let ring = ring(text);
            let found = pieces(&ring, &ring.ideal, &limits).unwrap();
            let product: u64 = found.iter().map(|piece| order(&piece.ring.ideal)).product();
            assert_eq!(product, order(&ring.ideal), "{text}");
            for piece in &found {
                for element in candidates(&piece.ring).take(40) {
                    let here = piece.ring.ideal.with(vec![element.clone()], &limits).unwrap();
                    let whole = ring.ideal.with(vec![piece.lift(&element)], &limits).unwrap();
                    assert_eq!(order(&here), order(&whole), "{text}: {}", element.show(&piece.ring.names));
                }
            }
        }
        let count = |text: &str| pieces(&ring(text), &ring(text).ideal, &limits).unwrap().len();
        assert_eq!([count("Z/12[x]"), count("Z/7"), count("Z[x]"), count("Z/30[x,y]/(x-y)")], [2, 1, 1, 3]);
    }

    /// The same over Q with dimensions; and what is left out is determined by the rest.
    #[test]
    fn pieces_over_the_rational_numbers() {
        let limits = Limits::none();
        for text in
            ["Q[x,y]/(x^2-1,y^2-1)", "Q[x,y]/(2x-3y,x^3-x)", "Q[x]/(x^4-x^2)", "Q[x,y]/(xy,x^2-x,y^3-y^2)"]
        {
            let ring = ring(text);
            let found = pieces(&ring, &ring.ideal, &limits).unwrap();
            let total: usize = found.iter().map(|piece| dimension(&piece.ring.ideal).unwrap()).sum();
            assert_eq!(Some(total), dimension(&ring.ideal), "{text}");
            for piece in &found {
                for element in candidates(&piece.ring).skip(63).take(30) {
                    let here = piece.ring.ideal.with(vec![element.clone()], &limits).unwrap();
                    let whole = ring.ideal.with(vec![piece.lift(&element)], &limits).unwrap();
                    assert_eq!(
                        dimension(&here),
                        dimension(&whole),
                        "{text}: {}",
                        element.show(&piece.ring.names)
                    );
                }
            }
        }
        let found =
            pieces(&ring("Q[x,y,z]/(z-xy,x-2)"), &ring("Q[x,y,z]/(z-xy,x-2)").ideal, &limits).unwrap();
        assert_eq!(found[0].ring.names.len(), 1);
        assert!(found[0].ring.ideal.basis().is_empty());
    }
}
