//! Commutative rings as text.
//!
//! ```text
//! ring    = factor { ("x" | "×" | "*") factor } [ ";" "non-units" ]
//! factor  = base { "[" names "]" | "[" number "]" | "/(" polynomials ")" } [ "+ V" [ "^" d ] ]
//! number  = "i" | "sqrt(" d ")" | "(1+sqrt(" d "))/2" | "cbrt(" d ")" | "zeta(" n ")"
//! base    = "Z" | "Z/" n [ "Z" ] | "F" q | "F_" q | "GF(" q ")" | "GR(" p "^" k "," r ")" | "Q" | "R" | "C"
//! ```
//!
//! In F_q and in the Galois ring GR(p^k, r), `a` is a generator. `K + V^d` is the ring K ⊕ V with V·V = 0 [AG, Lemma 5.9].

use std::sync::Arc;

use num_bigint::BigInt;

use super::finite::LARGEST_RING;
use super::groebner::Ideal;
use super::number_text::{Named, read_number};
use super::polynomial::{IntegerPolynomial, Monomial};
use crate::algebra::expression::{Scalars, read_expression};
use crate::algebra::finite_field::{FiniteField, LARGEST_FIELD};
use crate::algebra::module_text::read_field;
use crate::limits::Limits;
use crate::text::{Cursor, ReadError};

/// What the coefficients of a ring are.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Base {
    /// The integers.
    Integers,
    /// A finite ring: Z/n, a field, a Galois ring. Whether it is a field.
    Finite {
        /// Whether it is a field.
        is_field: bool,
    },
    /// An infinite field by name, and whether it is algebraically closed: only theorems speak about it.
    InfiniteField {
        /// Q, R or C.
        name: char,
    },
}

/// A ring Z\[variables\]/ideal, or the same with an infinite field instead of Z.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct AffineRing {
    /// The coefficients.
    pub base: Base,
    /// The names of the variables, the generator `a` of the base first when it has one.
    pub names: Vec<String>,
    /// The ideal.
    pub ideal: Ideal,
    /// The number of variables that belong to the base.
    pub base_variables: usize,
    /// The ideal of the base alone in all variables.
    pub base_ideal: Ideal,
    /// The polynomials divided out, as written.
    pub relations: Vec<IntegerPolynomial>,
}

/// Polynomials as values of expressions.
pub(super) struct Values<'n>(pub &'n [String]);

impl Scalars for Values<'_> {
    type Value = IntegerPolynomial;

    fn names(&self) -> &[String] {
        self.0
    }

    fn variable(&self, place: usize) -> IntegerPolynomial {
        IntegerPolynomial::variable(place, self.0.len())
    }

    fn integer(&self, n: &BigInt) -> IntegerPolynomial {
        IntegerPolynomial::constant(n.clone(), self.0.len())
    }

    fn sum(&self, a: &IntegerPolynomial, b: &IntegerPolynomial) -> IntegerPolynomial {
        a.plus(b)
    }

    fn negative(&self, a: &IntegerPolynomial) -> IntegerPolynomial {
        a.negative()
    }

    fn product(&self, a: &IntegerPolynomial, b: &IntegerPolynomial) -> IntegerPolynomial {
        a.times(b)
    }

    fn size(&self, a: &IntegerPolynomial) -> u64 {
        let term = |(monomial, coefficient): &(Monomial, BigInt)| {
            1 + coefficient.bits() / 64 + monomial.degree() / 1000
        };
        a.0.iter().map(term).sum()
    }
}

/// A ring under construction: text positions and polynomials in the variables known so far.
struct Draft {
    base: Base,
    names: Vec<String>,
    base_relations: Vec<IntegerPolynomial>,
    base_variables: usize,
    relations: Vec<IntegerPolynomial>,
}

/// The most variables.
const MOST_VARIABLES: usize = 12;

/// Reads one factor as far as it goes.
pub(super) fn read_factor(cursor: &mut Cursor<'_>, limits: &Limits) -> Result<AffineRing, ReadError> {
    let start = cursor.at;
    let mut draft = read_base(cursor)?;
    loop {
        if cursor.rest().starts_with('[') {
            read_variables(cursor, &mut draft)?;
        } else if cursor.rest().starts_with('/') {
            cursor.take("/");
            cursor.expect("(")?;
            read_relations(cursor, &mut draft)?;
        } else {
            break;
        }
    }
    let ring = draft.finish(start..cursor.at, limits)?;
    let mut ahead = cursor.clone();
    if ahead.take("+") {
        *cursor = ahead;
        cursor.expect("V")?;
        let dimension =
            if cursor.take("^") { cursor.number("the dimension of V", MOST_VARIABLES as u64)? } else { 1 };
        return with_vectors(&ring, dimension as usize, start..cursor.at, limits);
    }
    Ok(ring)
}

fn number(n: impl Into<BigInt>, variables: usize) -> IntegerPolynomial {
    IntegerPolynomial::constant(n.into(), variables)
}

fn read_base(cursor: &mut Cursor<'_>) -> Result<Draft, ReadError> {
    cursor.peek();
    let start = cursor.at;
    let draft = |base, names: Vec<String>, base_relations| Draft {
        base,
        base_variables: names.len(),
        names,
        base_relations,
        relations: Vec::new(),
    };
    if cursor.take("Z") {
        let mut ahead = cursor.clone();
        if ahead.take("/") && ahead.peek() != Some('(') {
            *cursor = ahead;
            let from = cursor.at;
            let is_negative = cursor.take("-");
            let n = cursor.arithmetic("a modulus")?;
            let span = from..cursor.at;
            // Z/6Z is Z/6.
            cursor.take("Z");
            if is_negative {
                let help = format!("Z/-{n} is Z/{n}");
                return Err(ReadError::new(span, "a modulus is positive").help(help));
            }
            if n == BigInt::ZERO {
                return Err(ReadError::new(span, "Z/0 is Z itself: write Z"));
            }
            let is_prime =
                u32::try_from(&n).is_ok_and(|n| FiniteField::new(n).is_some_and(|field| field.degree() == 1));
            return Ok(draft(Base::Finite { is_field: is_prime }, Vec::new(), vec![number(n, 0)]));
        }
        return Ok(draft(Base::Integers, Vec::new(), Vec::new()));
    }
    if cursor.take("GR(") {
        let base = cursor.number("a prime power", LARGEST_RING)?;
        let exponent = if cursor.take("^") { cursor.number("an exponent", 16)? } else { 1 };
        cursor.expect(",")?;
        let degree = cursor.number("the degree of a Galois ring", 16)?;
        cursor.expect(")")?;
        let span = start..cursor.at;
        let modulus = base.checked_pow(exponent as u32).filter(|modulus| *modulus <= LARGEST_RING);
        let p = (2..=base).find(|d| base.is_multiple_of(*d)).unwrap_or(1);
        let is_power = |modulus: &u64| {
            let mut rest = *modulus;
            while rest.is_multiple_of(p) && p > 1 {
                rest /= p;
            }
            rest == 1 && *modulus > 1
        };
        let order = p.checked_pow(degree as u32).filter(|q| *q <= u64::from(LARGEST_FIELD));
        let field = order.and_then(|q| FiniteField::new(q as u32)).filter(|_| degree > 0);
        let (Some(modulus), Some(field)) = (modulus.filter(is_power), field) else {
            let message = "GR(p^k, r) needs a prime p, k > 0 and r > 0, and at most 2^20 elements";
            return Err(ReadError::new(span, message));
        };
        let mut relations = generator_relations(&field);
        relations[0] = number(modulus, 1);
        return Ok(draft(Base::Finite { is_field: modulus == p }, vec!["a".into()], relations));
    }
    if let Some(field) = read_field(cursor)? {
        if field.degree() == 1 {
            let relation = number(field.characteristic(), 0);
            return Ok(draft(Base::Finite { is_field: true }, Vec::new(), vec![relation]));
        }
        return Ok(draft(Base::Finite { is_field: true }, vec!["a".into()], generator_relations(&field)));
    }
    for name in ['Q', 'R', 'C'] {
        if cursor.take(&name.to_string()) {
            return Ok(draft(Base::InfiniteField { name }, Vec::new(), Vec::new()));
        }
    }
    Err(cursor.unexpected("a ring (Z, Z/4, F9, GR(4,2), Q, C, Z/4[x]/(x^2,2x), F2 + V^3)"))
}

/// p and the polynomial of the generator.
fn generator_relations(field: &FiniteField) -> Vec<IntegerPolynomial> {
    let a = IntegerPolynomial::variable(0, 1);
    let mut polynomial = number(0, 1);
    for coefficient in field.modulus().into_iter().rev() {
        polynomial = polynomial.times(&a).plus(&number(coefficient, 1));
    }
    vec![number(field.characteristic(), 1), polynomial]
}

fn read_variables(cursor: &mut Cursor<'_>, draft: &mut Draft) -> Result<(), ReadError> {
    cursor.expect("[")?;
    let start = cursor.at;
    if let Some(Named { name, polynomial }) = read_number(cursor)? {
        let span = start..cursor.at;
        if draft.base == (Base::InfiniteField { name: 'C' }) {
            return Err(ReadError::new(span, format!("C has {name} already")));
        }
        if draft.names.contains(&name) {
            return Err(ReadError::new(span, format!("the number {name} is named twice")));
        }
        draft.new_variable(name);
        let place = draft.names.len() - 1;
        let power = |(exponent, c): (u32, BigInt)| {
            let mut monomial = Monomial::one(draft.names.len());
            monomial.0[place] = exponent;
            IntegerPolynomial::term(monomial, c)
        };
        let terms = (0..).zip(polynomial).map(power);
        let relation = terms.fold(IntegerPolynomial(Vec::new()), |sum, term| sum.plus(&term));
        draft.relations.push(relation);
        return cursor.expect("]");
    }
    loop {
        cursor.new_name("variable", &mut draft.names, MOST_VARIABLES)?;
        draft.widen();
        if cursor.take("]") {
            return Ok(());
        }
        cursor.expect(",")?;
    }
}

fn read_relations(cursor: &mut Cursor<'_>, draft: &mut Draft) -> Result<(), ReadError> {
    loop {
        let mut relation = read_expression(&Values(&draft.names), cursor)?;
        if cursor.take("=") {
            relation = relation.plus(&read_expression(&Values(&draft.names), cursor)?.negative());
        }
        draft.relations.push(relation);
        if cursor.take(")") {
            return Ok(());
        }
        cursor.expect(",")?;
    }
}

impl Draft {
    fn new_variable(&mut self, name: String) {
        self.names.push(name);
        self.widen();
    }

    /// Gives all polynomials the variable that was named last.
    fn widen(&mut self) {
        for polynomial in self.base_relations.iter_mut().chain(&mut self.relations) {
            polynomial.0.iter_mut().for_each(|(monomial, _)| monomial.0.push(0));
        }
    }

    fn finish(self, span: std::ops::Range<usize>, limits: &Limits) -> Result<AffineRing, ReadError> {
        let Draft { base, names, base_relations, base_variables, relations } = self;
        let too_hard =
            |reason| ReadError::new(span.clone(), format!("the ideal is too complicated: {reason}"));
        let base_ideal = Ideal::new(names.len(), base_relations, limits).map_err(too_hard)?;
        let ideal = base_ideal.with(relations.clone(), limits).map_err(too_hard)?;
        Ok(AffineRing { base, names, ideal, base_variables, base_ideal, relations })
    }
}

/// Why a finite ring is no field.
fn expect_field(ring: &AffineRing, limits: &Limits) -> Result<(), String> {
    let form = super::ground::FiniteForm::new(ring, limits)
        .map_err(|_| "this one is not finite, or too large".to_owned())?;
    let order = form.ring.order();
    if order == 1 {
        return Err("this is the zero ring".into());
    }
    // In a finite ring whatever is no unit divides 0, and lies in a maximal ideal.
    let inside = form.ring.maximal_ideals(&form.ring.primitive_idempotents());
    let Some(a) = (1..order).find(|a| inside[*a] != 0) else { return Ok(()) };
    let b = (1..order).find(|b| form.ring.product(a, *b) == 0).expect("no unit of a finite ring");
    Err(format!("({})({}) = 0 here", form.show(a, &ring.names), form.show(b, &ring.names)))
}

/// K ⊕ V for a field K.
fn with_vectors(
    field: &AffineRing,
    dimension: usize,
    span: std::ops::Range<usize>,
    limits: &Limits,
) -> Result<AffineRing, ReadError> {
    let refuse = |why: String| ReadError::new(span.clone(), format!("K + V needs a field K: {why}"));
    if !matches!(field.base, Base::InfiniteField { .. }) {
        expect_field(field, limits).map_err(refuse)?;
    } else if field.names.len() > field.base_variables {
        return Err(refuse("write one of Q, R, C or a finite field".into()));
    }
    let base = match field.base {
        Base::InfiniteField { name } => Base::InfiniteField { name },
        _ => Base::Finite { is_field: true },
    };
    let mut draft = Draft {
        base,
        names: field.names.clone(),
        base_relations: field.ideal.basis().to_vec(),
        base_variables: field.names.len(),
        relations: Vec::new(),
    };
    let names: Vec<String> = (1..=dimension).map(|k| format!("v{k}")).collect();
    if dimension > 0 {
        let list = format!("[{}]", names.join(","));
        read_variables(&mut Cursor::new(&list), &mut draft).map_err(|error| refuse(error.message))?;
    }
    let variable = |k: usize| IntegerPolynomial::variable(field.names.len() + k, draft.names.len());
    let products = (0..dimension).flat_map(|i| (i..dimension).map(move |j| (i, j)));
    draft.relations = products.map(|(i, j)| variable(i).times(&variable(j))).collect();
    draft.finish(span, limits)
}

/// The factors of a ring and whether only non-units may be chosen.
pub(super) fn read_ring(text: &str, limits: &Limits) -> Result<(Vec<Arc<AffineRing>>, bool), ReadError> {
    let mut cursor = Cursor::new(text);
    let mut factors = Vec::new();
    loop {
        if !cursor.take("0") {
            factors.push(Arc::new(read_factor(&mut cursor, limits)?));
        }
        if !["x", "×", "*"].iter().any(|sign| cursor.take(sign)) {
            break;
        }
    }
    let non_units = cursor.take(";");
    if non_units {
        cursor.expect("non-units")?;
    }
    cursor.expect_end()?;
    Ok((factors, non_units))
}
