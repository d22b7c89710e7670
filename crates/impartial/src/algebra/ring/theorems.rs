//! What the paper proves about infinite rings.

use num_bigint::BigInt;

use super::curve::{WITHOUT_PRINCIPAL_IDEAL, curve, one_point_at_infinity};
use super::groebner::Ideal;
use super::localized::localized;
use super::number_ring::NumberRing;
use super::polynomial::IntegerPolynomial;
use super::principal::over_principal_ideal_domain;
use super::rational::{Generated, generated, value_at};
use super::text::{AffineRing, Base};
use crate::algebra::euclidean::Unfactored;
use crate::algebra::rational_polynomial::RationalPolynomial;
use crate::claim::Claim;
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
    /// What is known of its ideals.
    pub shape: Shape,
    /// What it rests on.
    pub claim: Claim,
}

/// What is known of the ideals of a ring, for its products with others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// It is played as a principal ideal ring: from a length there are moves to every smaller one and to no other. The nimber is
    /// the length, and lengths of a product add up [AG, Ex 5.23].
    Length,
    /// K ⊕ V, where V has square 0 and this dimension [AG, Lemma 5.9].
    Vectors(usize),
    /// Nothing.
    Other,
}

impl Theorem {
    pub(super) fn p(source: impl Into<String>) -> Self {
        let (nimber, misere) = (Some(Ordinal::ONE), Outcome::P);
        Theorem { nimber, misere, winning: None, shape: Shape::Other, claim: Claim::Cited(source.into()) }
    }

    pub(super) fn n(
        nimber: Option<Ordinal>,
        winning: Option<IntegerPolynomial>,
        source: impl Into<String>,
    ) -> Self {
        Theorem {
            nimber,
            misere: Outcome::N,
            winning,
            shape: Shape::Other,
            claim: Claim::Cited(source.into()),
        }
    }

    /// A principal ideal domain that is no field, with a prime of it where one can be written down.
    pub(super) fn principal_ideal_domain(prime: impl Into<Option<IntegerPolynomial>>) -> Self {
        let source = "Brandenburg, Ex 5.4 and 5.22: a principal ideal domain";
        Self::n(Some(Ordinal::omega()), prime.into(), source).by_length()
    }

    /// The same, when it is played as a principal ideal ring.
    pub(super) fn by_length(self) -> Self {
        Theorem { shape: Shape::Length, ..self }
    }
}

/// Whether the coefficients are a field.
fn is_field(ring: &AffineRing) -> bool {
    matches!(ring.base, Base::Finite { is_field: true } | Base::InfiniteField { .. })
}

/// Whether nothing is left of a ring, its field of coefficients being what it is.
pub fn is_trivial(ring: &AffineRing, ideal: &Ideal) -> bool {
    // A number other than 0 is a unit of an infinite field.
    ideal.is_everything()
        || matches!(ring.base, Base::InfiniteField { .. })
            && ideal.basis().iter().any(|g| g.leading().is_some_and(|(monomial, _)| monomial.degree() == 0))
}

/// What is known about the quotient of the polynomials of a ring by an ideal that contains the ring's own.
///
/// In all statements that a ring is P its nimber is 1 [AG, Remark 5.20].
///
/// # Errors
/// When it depends on the factors of a polynomial, and these are not found.
pub fn theorem(ring: &AffineRing, ideal: &Ideal, limits: &Limits) -> Result<Option<Theorem>, Unfactored> {
    let (variables, first) = (ring.names.len() - ring.base_variables, ring.base_variables);
    let all = ring.names.len();
    let variable = |k: usize| IntegerPolynomial::variable(first + k, all);
    let number = |n: i32| IntegerPolynomial::constant(BigInt::from(n), all);
    let is_integers = ring.base == Base::Integers;
    if is_trivial(ring, ideal) {
        return Ok(Some(Theorem::n(Some(Ordinal::ZERO), None, "the zero ring")));
    }
    if *ideal == ring.base_ideal {
        let found = match (is_integers, is_field(ring), variables) {
            (false, true, 0) => Some(Theorem::p("Brandenburg, Ex 5.3 and 5.19: a field").by_length()),
            (true, _, 0) => Some(Theorem::principal_ideal_domain(number(2))),
            (false, true, 1) => Some(Theorem::principal_ideal_domain(variable(0))),
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
        if found.is_some() {
            return Ok(found);
        }
    }
    let is = |relations: &[IntegerPolynomial]| {
        ring.base_ideal.with(relations.to_vec(), limits).is_ok_and(|other| other == *ideal)
    };
    // R[X]/(X^2): R is Z, or the polynomials in the other variable.
    if (is_integers && variables == 1) || (is_field(ring) && variables == 2) {
        for k in 0..variables {
            if is(&[variable(k).times(&variable(k))]) {
                return Ok(Some(Theorem::p(
                    "Brandenburg, Prop 5.16: R[X]/(X^2) over a principal ideal domain R",
                )));
            }
        }
    }
    // K[X]/(X^n) for a field K of any size.
    if is_field(ring) && variables == 1 {
        let single = |g: &&IntegerPolynomial| matches!(&g.0[..], [(monomial, _)] if monomial.degree() > 0);
        let power = ideal.basis().iter().find(single).filter(|power| is(&[(*power).clone()]));
        if let Some((monomial, _)) = power.and_then(|power| power.leading()) {
            let source = "Brandenburg, Ex 5.21: a quotient of a principal ideal domain";
            return Ok(Some(match monomial.degree() {
                1 => Theorem::p(source).by_length(),
                n => Theorem::n(Some(Ordinal::from(n)), Some(variable(0)), source).by_length(),
            }));
        }
    }
    if let Some(theorem) = number_ring_with_variable(ring, ideal, limits)? {
        return Ok(Some(theorem));
    }
    if let Some(theorem) = localized(ring, ideal, limits) {
        return Ok(Some(theorem));
    }
    if !matches!(ring.base, Base::InfiniteField { .. }) {
        let found = over_principal_ideal_domain(ring, ideal, limits)?;
        if found.is_some() || !is_field(ring) {
            return Ok(found);
        }
    }
    let products = (0..variables).flat_map(|i| (i..variables).map(move |j| (i, j)));
    let products: Vec<IntegerPolynomial> = products.map(|(i, j)| variable(i).times(&variable(j))).collect();
    if variables > 1 && products.iter().all(|product| ideal.contains(product)) {
        // What else is divided out are linear forms; the variables that lead none of them are a basis of V.
        let leads = |k: &usize| {
            let lead = |g: &IntegerPolynomial| {
                g.leading().is_some_and(|(m, _)| m.degree() == 1 && m.0[first + *k] == 1)
            };
            ideal.basis().iter().any(lead)
        };
        let free: Vec<usize> = (0..variables).filter(|k| !leads(k)).collect();
        let source = "Brandenburg, Lemma 5.9: a field and a vector space of square 0";
        let theorem = match free.as_slice() {
            [first, rest @ ..] if rest.len() % 2 == 0 => {
                Theorem::n(Some(Ordinal::from(2_u64)), Some(variable(*first)), source)
            }
            _ => Theorem::p(source),
        };
        return Ok(Some(Theorem { shape: Shape::Vectors(free.len()), ..theorem }));
    }
    let infinite = match ring.base {
        Base::InfiniteField { name } => Some(name),
        _ => None,
    };
    if let Some(name) = infinite
        && let Some(Generated { t, f }) = generated(ideal, limits)?
    {
        return quotient_of_polynomials(ideal, &t, &f, (name, &ring.names), limits).map(Some);
    }
    match variables {
        2 => {
            let (x, y) = (variable(0), variable(1));
            let xy = x.times(&y);
            if is(std::slice::from_ref(&xy)) {
                let winning = x.plus(&number(-1));
                return Ok(Some(Theorem::n(
                    None,
                    Some(winning),
                    "Brandenburg, Ex 5.4: a principal maximal ideal",
                )));
            }
            let found =
                [(&x, &y), (&y, &x)].into_iter().find_map(|(x, y)| zero_dimensional(ideal, x, y, &is));
            let ([relation], None, Some(name)) = (ideal.basis(), &found, infinite) else { return Ok(found) };
            let decided = [(0, 1), (1, 0)].into_iter().find_map(|places| curve(relation, places, name));
            if decided.is_some() || name != 'C' {
                return Ok(decided);
            }
            Ok(one_point_at_infinity(relation, limits)?.then(|| Theorem::p(WITHOUT_PRINCIPAL_IDEAL)))
        }
        _ => Ok(None),
    }
}

/// R\[X\] and R\[X\]/(X²) for a ring R of algebraic integers that is a principal ideal domain.
fn number_ring_with_variable(
    ring: &AffineRing,
    ideal: &Ideal,
    limits: &Limits,
) -> Result<Option<Theorem>, Unfactored> {
    if ring.base != Base::Integers || ring.names.len() != 2 {
        return Ok(None);
    }
    for t in 0..2 {
        let x = 1 - t;
        let has_only_t = |g: &&IntegerPolynomial| g.0.iter().all(|(monomial, _)| monomial.0[x] == 0);
        let [f] = ideal.basis().iter().filter(has_only_t).collect::<Vec<_>>()[..] else { continue };
        let variable = IntegerPolynomial::variable(x, 2);
        let square = variable.times(&variable);
        let others: Vec<IntegerPolynomial> = match ideal.basis() {
            [_] => Vec::new(),
            [_, _] if ideal.contains(&square) => vec![square.clone()],
            _ => continue,
        };
        let is_square = !others.is_empty();
        if Ideal::new(2, [vec![f.clone()], others].concat(), limits)? != *ideal {
            continue;
        }
        let mut own = f.clone();
        own.0.iter_mut().for_each(|(monomial, _)| {
            monomial.0.remove(x);
        });
        let own = AffineRing {
            base: Base::Integers,
            names: vec![ring.names[t].clone()],
            ideal: Ideal::new(1, vec![own.clone()], limits)?,
            base_variables: 0,
            base_ideal: Ideal::new(1, Vec::new(), limits)?,
            relations: vec![own],
        };
        let Some(domain) = NumberRing::of(&own, limits)? else { continue };
        if !domain.is_principal(limits)? {
            continue;
        }
        return Ok(Some(if is_square {
            Theorem::p("Brandenburg, Prop 5.16: R[X]/(X^2) over a principal ideal domain R")
        } else {
            let source = "Brandenburg, Prop 5.16: R[X] over a principal ideal domain R";
            Theorem::n(None, Some(square), source)
        }));
    }
    Ok(None)
}

/// The largest exponent in the families of [`zero_dimensional`].
const LARGEST_EXPONENT: u32 = 100;

/// The families of quotients of K\[x, y\] that [AG, Sections 5.2, 5.3] decides for every field K, finite or not.
fn zero_dimensional(
    ideal: &Ideal,
    x: &IntegerPolynomial,
    y: &IntegerPolynomial,
    is: &dyn Fn(&[IntegerPolynomial]) -> bool,
) -> Option<Theorem> {
    let power = |of: &IntegerPolynomial, n: u32| {
        let one = IntegerPolynomial::constant(BigInt::from(1), ideal.variables());
        (0..n).fold(one, |power, _| power.times(of))
    };
    // The least n with x^n·y^k in the ideal.
    let least = |x: &IntegerPolynomial, y: &IntegerPolynomial, k: u32| {
        (0..=LARGEST_EXPONENT).find(|n| ideal.contains(&power(x, *n).times(&power(y, k))))
    };
    let won = |winning: IntegerPolynomial, source| Some(Theorem::n(None, Some(winning), source));
    let (square, xy) = (power(x, 2), x.times(y));
    let cusp = power(y, 2).plus(&power(x, 3).negative());
    if ideal.contains(&cusp) {
        let source = "Brandenburg, Lemma 5.11 and Cor 5.12: truncations of the cuspidal cubic";
        let (corner, edge) = (least(x, y, 0)?, least(x, y, 1)?);
        let (at_corner, at_edge) = (power(x, corner), power(x, edge).times(y));
        if corner == edge + 1 && is(&[cusp.clone(), at_corner.clone(), at_edge.clone()]) {
            return Some(Theorem::p(source));
        }
        if is(&[cusp.clone(), at_edge]) {
            return won(power(x, edge + 1), source);
        }
        if corner > 0 && is(&[cusp, at_corner]) {
            return won(power(x, corner - 1).times(y), source);
        }
    }
    let high = least(y, x, 0);
    if ideal.contains(&square) {
        let source = "Brandenburg, Prop 5.15: quotients of R[X]/(X^2) over a principal ideal domain R";
        let edge = least(y, x, 1);
        if let (Some(high), Some(edge)) = (high, edge) {
            if high == edge + 1 && is(&[power(y, high), square.clone(), power(y, edge).times(x)]) {
                return Some(Theorem::p(source));
            }
            if high > 0 && is(&[power(y, high), square.clone()]) {
                return won(power(y, high - 1).times(x), source);
            }
        }
        if let Some(edge) = edge
            && is(&[square, power(y, edge).times(x)])
        {
            return won(power(y, edge + 1), source);
        }
    }
    let source = "Brandenburg, Remark 5.14: two lines that meet in a point, thickened";
    let (n, m) = (least(x, y, 0)?, high?);
    if n == m && n > 1 && is(&[power(x, n), power(y, n)]) {
        return won(xy, source);
    }
    if n >= m && m > 1 && is(&[power(x, n), xy, power(y, m)]) {
        return if n == m { Some(Theorem::p(source)) } else { won(power(x, m), source) };
    }
    None
}

/// A ring that is K\[t\]/(f) for an infinite field K: the number of irreducible factors.
fn quotient_of_polynomials(
    ideal: &Ideal,
    t: &IntegerPolynomial,
    f: &RationalPolynomial,
    (field, names): (char, &[String]),
    limits: &Limits,
) -> Result<Theorem, Unfactored> {
    let mut source = "Brandenburg, Ex 5.21: a quotient of a principal ideal domain".to_owned();
    if names.len() > 1 {
        source = format!("{source}, {field}[t]/({}) with t = {}", f.show("t"), t.show(names));
    }
    let rational = f.factors(limits);
    let number = match field {
        'C' => f.degree() as u64,
        'R' => f.real_factors(),
        _ => rational.clone()?.iter().map(|(_, multiplicity)| u64::from(*multiplicity)).sum(),
    };
    if number == 1 {
        return Ok(Theorem::p(source).by_length());
    }
    // A factor that is irreducible over K too leaves a field.
    let is_irreducible = |g: &RationalPolynomial| match field {
        'C' => g.degree() == 1,
        'R' => g.real_factors() == 1,
        _ => true,
    };
    let winning = rational.ok().and_then(|factors| factors.into_iter().find(|(g, _)| is_irreducible(g)));
    let winning = winning.map(|(g, _)| value_at(&g, t, ideal));
    Ok(Theorem::n(Some(Ordinal::from(number)), winning, source).by_length())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::super::game::{Convention, IdealGame};
    use super::super::ground::FiniteForm;
    use super::super::text::read_ring;
    use super::*;

    fn is_p(ideal: &Ideal) -> bool {
        let form = FiniteForm::of_ideal(ideal, &Limits::none()).unwrap();
        let mut game = IdealGame::new(form.ring, Convention::AllElements);
        let zero = game.zero();
        game.value(&zero, &Limits::none()).unwrap().is_misere_p
    }

    /// What is said of the families of Section 5.2 over a finite field of any size, beside all ideals over small ones.
    #[test]
    fn families_over_finite_fields() {
        let limits = Limits::none();
        let mut decided = 0;
        for field in ["F2", "F3", "F4", "F5"] {
            for relations in [
                "x^2,xy,y^2",
                "x^2,y^2",
                "x^3,y^3",
                "x^3,xy,y^3",
                "x^2,xy,y^3",
                "x^4,xy,y^2",
                "y^2-x^3,x^3,x^2y",
                "y^2-x^3,x^3",
                "y^2-x^3,x^2y",
                "x^2,y^3",
                "x^2,y^3,xy^2",
            ] {
                let text = format!("{field}[x,y]/({relations})");
                let ring = read_ring(&text, &limits).unwrap().0.remove(0);
                let Some(theorem) = theorem(&ring, &ring.ideal, &limits).unwrap() else { continue };
                decided += 1;
                let is_small = ring.ideal.standard_monomials(1 << 12).is_ok();
                if is_small {
                    assert_eq!(theorem.misere == Outcome::P, is_p(&ring.ideal), "{text}");
                }
                if let Some(winning) = theorem.winning {
                    assert!(!ring.ideal.contains(&winning), "{text}");
                    let left = ring.ideal.with(vec![winning], &limits).unwrap();
                    assert!(left.standard_monomials(1 << 12).is_err() || is_p(&left), "{text}");
                }
            }
        }
        assert!(decided >= 40, "{decided}");
    }

    #[test]
    fn what_is_decided_of_infinite_rings() {
        let limits = Limits::none();
        let outcome = |text: &str| {
            let ring = read_ring(text, &limits).unwrap().0.remove(0);
            theorem(&ring, &ring.ideal, &limits).unwrap().map(|theorem| theorem.misere)
        };
        for won in [
            "Z[i][x]",
            "Z[sqrt(2)][x]",
            "C[x,y]/(x^2+y^2-1)",
            "C[x,y]/(xy-1)",
            "R[x,y]/(y^2-2x^2-1)",
            "R[x,y]/(x^2+y^2+1)",
            "Z[x]/(2x-1)",
        ] {
            assert_eq!(outcome(won), Some(Outcome::N), "{won}");
        }
        for lost in [
            "Z[i][x]/(x^2)",
            "Z[(1+sqrt(-19))/2][x]/(x^2)",
            "C[x,y]/(y^2-x^5-1)",
            "C[x,y]/(y^3-x^4-1)",
            "C[x,y]/(2y^3+xy-x^5+x-3)",
        ] {
            assert_eq!(outcome(lost), Some(Outcome::P), "{lost}");
        }
        // Ideals that are not principal, a singular point, two points at infinity, and no field that is closed.
        for open in
            ["Z[sqrt(-5)][x]", "C[x,y]/(y^3-x^4)", "C[x,y]/(y^3-x^3-1)", "C[x,y]/(y^2-x^6-1)", "C[x,y,z]"]
        {
            assert_eq!(outcome(open), None, "{open}");
        }
    }
}
