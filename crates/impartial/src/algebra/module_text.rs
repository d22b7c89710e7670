//! Modules and their elements as text.
//!
//! ```text
//! abelian  = sum | "[" row { ";" row } "]" | "<" names "|" relations ">"
//! sum      = summand { ("+" | "⊕" | "x") summand }
//! summand  = ( "0" | "Z" | "Z/" n [ "Z" ] | "(" sum ")" ) [ "^" k ]
//! element  = "(" coordinate { "," coordinate } ")" | coordinate
//! ```
//!
//! Rows of a matrix, and the relations of a presentation, are combinations of the generators that are 0. Over polynomials the
//! summands are `F4[x]` and `F4[x]/(x^2+a)`, where a generates the field; relations follow the ring: `F4[x]: [x, 1; 0, x^2+a]`,
//! `F4[x]: <u,v | x*u = (a+1)*v>`. Over Z\[i\] and Z\[w\] the same: `Z[i]/(2+i) + Z[i]`, `Z[i]: <u,v | (1+i)*u = 3*v>`.

use std::sync::Arc;

use num_bigint::BigInt;

use super::euclidean::{EuclideanDomain, Integers};
use super::expression::{Scalars, read_expression};
use super::finite_field::{FiniteField, LARGEST_FIELD};
use super::module::Module;
use super::module_relations::{Combinations, combination, matrix, presentation};
use super::polynomial::{Polynomial, Polynomials};
use super::quadratic::{QuadraticInteger, RootsOfUnity};
use super::smith::Matrix;
use crate::limits::Limits;
use crate::text::{Cursor, ReadError};

/// The most generators that a text may have.
pub const MOST_GENERATORS: usize = 100;

/// A module with the text that names it and the names of its generators.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NamedModule<R: EuclideanDomain> {
    /// The text between the brackets.
    pub text: String,
    /// The module.
    pub module: Module<R>,
    /// The names of the generators; none when elements are lists of coordinates.
    pub names: Vec<String>,
}

/// Coefficients of a module: their text is an expression.
pub trait Coefficients: EuclideanDomain {
    /// The names of scalars: the variable and, when the field is not prime, its generator a; none for integers.
    fn scalar_names(&self) -> Vec<String>;
    /// The scalar at a place among the names.
    fn scalar(&self, place: usize) -> Self::Element;
    /// The coefficient of an integer.
    fn integer(&self, n: &BigInt) -> Self::Element;
    /// How much there is to a coefficient: its degree, its digits.
    fn size(&self, a: &Self::Element) -> u64;
    /// The entry of a matrix that stands here.
    ///
    /// # Errors
    /// Where something else stands.
    fn read_entry(&self, cursor: &mut Cursor<'_>) -> Result<Self::Element, ReadError>;
    /// The word before the brackets: `abelian` or `module`.
    const KEYWORD: &'static str;

    /// The coefficient that an expression gives.
    ///
    /// # Errors
    /// Where something else stands.
    fn read(&self, cursor: &mut Cursor<'_>) -> Result<Self::Element, ReadError> {
        read_expression(&Values(self, self.scalar_names()), cursor)
    }
}

/// Coefficients as values of expressions.
struct Values<'r, R>(&'r R, Vec<String>);

impl<R: Coefficients> Scalars for Values<'_, R> {
    type Value = R::Element;

    fn names(&self) -> &[String] {
        &self.1
    }

    fn variable(&self, place: usize) -> R::Element {
        self.0.scalar(place)
    }

    fn integer(&self, n: &BigInt) -> R::Element {
        self.0.integer(n)
    }

    fn sum(&self, a: &R::Element, b: &R::Element) -> R::Element {
        self.0.sum(a, b)
    }

    fn negative(&self, a: &R::Element) -> R::Element {
        self.0.difference(&self.0.zero(), a)
    }

    fn product(&self, a: &R::Element, b: &R::Element) -> R::Element {
        self.0.product(a, b)
    }

    fn size(&self, a: &R::Element) -> u64 {
        self.0.size(a)
    }
}

impl Coefficients for Integers {
    fn scalar_names(&self) -> Vec<String> {
        Vec::new()
    }

    fn scalar(&self, _: usize) -> BigInt {
        unreachable!("there are no names")
    }

    fn integer(&self, n: &BigInt) -> BigInt {
        n.clone()
    }

    fn size(&self, a: &BigInt) -> u64 {
        a.bits() / 64
    }

    /// Digits with a sign: numbers may be separated by spaces alone.
    fn read_entry(&self, cursor: &mut Cursor<'_>) -> Result<BigInt, ReadError> {
        let is_negative = cursor.take("-");
        let entry = cursor.integer("an integer, `;` or `]`")?;
        Ok(if is_negative { -entry } else { entry })
    }

    const KEYWORD: &'static str = "abelian";
}

impl Coefficients for Polynomials {
    fn scalar_names(&self) -> Vec<String> {
        let generator = (self.field().degree() > 1).then(|| "a".to_owned());
        std::iter::once(self.variable_name().to_owned()).chain(generator).collect()
    }

    fn scalar(&self, place: usize) -> Polynomial {
        match place {
            0 => self.some_prime(),
            _ => self.from_coefficients(vec![self.field().generator()]),
        }
    }

    fn integer(&self, n: &BigInt) -> Polynomial {
        let (_, residue) = Integers.division(n, &BigInt::from(self.field().characteristic()));
        let residue = u32::try_from(residue).expect("a remainder of a 32-bit number");
        self.from_coefficients(vec![residue])
    }

    fn size(&self, a: &Polynomial) -> u64 {
        a.degree().unwrap_or(0) as u64
    }

    fn read_entry(&self, cursor: &mut Cursor<'_>) -> Result<Polynomial, ReadError> {
        self.read(cursor)
    }

    const KEYWORD: &'static str = "module";
}

impl Coefficients for RootsOfUnity {
    fn scalar_names(&self) -> Vec<String> {
        vec![self.letter().to_owned()]
    }

    fn scalar(&self, _: usize) -> QuadraticInteger {
        (BigInt::ZERO, BigInt::from(1))
    }

    fn integer(&self, n: &BigInt) -> QuadraticInteger {
        (n.clone(), BigInt::ZERO)
    }

    fn size(&self, (x, y): &QuadraticInteger) -> u64 {
        (x.bits() + y.bits()) / 64
    }

    fn read_entry(&self, cursor: &mut Cursor<'_>) -> Result<QuadraticInteger, ReadError> {
        self.read(cursor)
    }

    const KEYWORD: &'static str = "module";
}

/// An abelian group from its text.
///
/// ```
/// use impartial::algebra::parse_abelian;
/// let structure = |text| parse_abelian(text).unwrap().module.structure(&Default::default()).unwrap().show();
/// assert_eq!(structure("Z/4 + Z/6 + Z"), "Z/2 + Z/12 + Z");
/// assert_eq!(structure("[2 4; 0 6]"), "Z/2 + Z/6");
/// assert_eq!(structure("<a, b | 2a = 3b>"), "Z");
/// assert_eq!(structure("<a, b | 4a = 0b, 2b = 0>"), "Z/2 + Z/4");
/// assert_eq!(parse_abelian("Z/0").unwrap_err().to_string(), "Z/0 is Z itself: write Z");
/// ```
///
/// # Errors
/// What is wrong, and where.
pub fn parse_abelian(text: &str) -> Result<NamedModule<Integers>, ReadError> {
    let mut cursor = Cursor::new(text);
    let named = match cursor.peek() {
        Some('[') => matrix(Integers, &mut cursor)?,
        Some('<') => presentation(Integers, &mut cursor)?,
        _ => {
            let mut moduli = Vec::new();
            sum(&mut cursor, &mut moduli, 0, &mut integer_summand)?;
            direct_sum(Integers, moduli, text)
        }
    };
    cursor.expect_end()?;
    Ok(NamedModule { text: text.trim().to_owned(), ..named })
}

/// A module over polynomials from its text.
///
/// ```
/// use impartial::algebra::parse_polynomial_module;
/// let named = parse_polynomial_module("F2[x]/(x^2+1) + F2[x]/(x+1)").unwrap();
/// assert_eq!(named.module.structure(&Default::default()).unwrap().show(), "F2[x]/(x+1) + F2[x]/(x^2+1)");
/// let named = parse_polynomial_module("F2[x]: [x+1, 0; 0, x^2+1]").unwrap();
/// assert_eq!(named.module.structure(&Default::default()).unwrap().show(), "F2[x]/(x+1) + F2[x]/(x^2+1)");
/// let named = parse_polynomial_module("F4[x]: <u,v | x*u = a*v, x^2*v>").unwrap();
/// assert_eq!(named.module.structure(&Default::default()).unwrap().show(), "F4[x]/(x^3)");
/// ```
///
/// # Errors
/// What is wrong, and where.
pub fn parse_polynomial_module(text: &str) -> Result<NamedModule<Polynomials>, ReadError> {
    let mut cursor = Cursor::new(text);
    if text.contains(':') {
        let ring = read_polynomial_ring(&mut cursor)?;
        cursor.expect(":")?;
        let named = match cursor.peek() {
            Some('[') => matrix(ring, &mut cursor)?,
            Some('<') => presentation(ring, &mut cursor)?,
            _ => return Err(cursor.unexpected("relations: a matrix [x, 1; 0, x^2] or <u,v | x*u = v>")),
        };
        cursor.expect_end()?;
        return Ok(NamedModule { text: text.trim().to_owned(), ..named });
    }
    let mut ring: Option<Polynomials> = None;
    let mut moduli = Vec::new();
    sum(&mut cursor, &mut moduli, 0, &mut |cursor| polynomial_summand(cursor, &mut ring))?;
    cursor.expect_end()?;
    let Some(ring) = ring else {
        return Err(ReadError::new(0..text.len(), "a module needs its ring")
            .help("write a summand such as F2[x] or F2[x]/(x^2+x), or relations: F2[x]: [x, 1; 0, x^2]"));
    };
    Ok(direct_sum(ring, moduli, text))
}

/// A module over Z\[i\] or Z\[w\] from its text.
///
/// ```
/// use impartial::algebra::parse_quadratic_module;
/// let structure = |text| parse_quadratic_module(text).unwrap().module.structure(&Default::default()).unwrap().show();
/// assert_eq!(structure("Z[i]/(2+i) + Z[i]/5"), "Z[i]/(2+i) + Z[i]/5");
/// assert_eq!(structure("Z[i]/(2+i) + Z[i]/(2-i)"), "Z[i]/5");
/// assert_eq!(structure("Z[w]: <u,v | (1-w)*u = 3*v>"), "Z[w]/(2+w) + Z[w]");
/// ```
///
/// # Errors
/// What is wrong, and where.
pub fn parse_quadratic_module(text: &str) -> Result<NamedModule<RootsOfUnity>, ReadError> {
    let mut cursor = Cursor::new(text);
    if text.contains(':') {
        let ring = read_quadratic_ring(&mut cursor)?;
        cursor.expect(":")?;
        let named = match cursor.peek() {
            Some('[') => matrix(ring, &mut cursor)?,
            Some('<') => presentation(ring, &mut cursor)?,
            _ => return Err(cursor.unexpected("relations: a matrix [1+i, 2; 0, 3] or <u,v | i*u = 2*v>")),
        };
        cursor.expect_end()?;
        return Ok(NamedModule { text: text.trim().to_owned(), ..named });
    }
    let mut ring: Option<RootsOfUnity> = None;
    let mut moduli = Vec::new();
    sum(&mut cursor, &mut moduli, 0, &mut |cursor| quadratic_summand(cursor, &mut ring))?;
    cursor.expect_end()?;
    let ring = ring.unwrap_or(RootsOfUnity::gaussian());
    Ok(direct_sum(ring, moduli, text))
}

/// `Z[i]` or `Z[w]`.
fn read_quadratic_ring(cursor: &mut Cursor<'_>) -> Result<RootsOfUnity, ReadError> {
    if cursor.take("Z[i]") {
        return Ok(RootsOfUnity::gaussian());
    }
    if cursor.take("Z[w]") {
        return Ok(RootsOfUnity::eisenstein());
    }
    Err(cursor.unexpected("a summand such as Z[i]/(2+i), or Z[w] with w^2+w+1 = 0"))
}

/// `Z[i]`, `Z[i]/5` or `Z[i]/(2+i)`; the ring must be the same every time.
fn quadratic_summand(
    cursor: &mut Cursor<'_>,
    ring: &mut Option<RootsOfUnity>,
) -> Result<Option<QuadraticInteger>, ReadError> {
    let start = cursor.at;
    let found = read_quadratic_ring(cursor)?;
    if ring.is_some_and(|known| known != found) {
        return Err(ReadError::new(start..cursor.at, "a module has one ring"));
    }
    *ring = Some(found);
    if !cursor.take("/") {
        return Ok(Some(found.zero()));
    }
    let begin = cursor.at;
    let modulus = if cursor.take("(") {
        let modulus = found.read(cursor)?;
        cursor.expect(")")?;
        modulus
    } else {
        found.integer(&cursor.arithmetic("an annihilator, such as 5 or (2+i)")?)
    };
    if found.is_zero(&modulus) {
        let name = found.name();
        return Err(ReadError::new(begin..cursor.at, format!("{name}/0 is {name} itself: write {name}")));
    }
    Ok(Some(found.associate(&modulus)))
}

/// The sum of cyclic modules with these annihilators, 0 for a free one.
fn direct_sum<R: EuclideanDomain>(ring: R, moduli: Vec<R::Element>, text: &str) -> NamedModule<R> {
    let generators = moduli.len();
    let row = |(at, modulus): (usize, &R::Element)| {
        let mut row = vec![ring.zero(); generators];
        row[at] = modulus.clone();
        row
    };
    let rows: Matrix<R::Element> = moduli.iter().enumerate().map(row).collect();
    named(ring, generators, rows, Vec::new(), text)
}

/// A module by relations, with its text.
pub(super) fn named<R: EuclideanDomain>(
    ring: R,
    generators: usize,
    rows: Matrix<R::Element>,
    names: Vec<String>,
    text: &str,
) -> NamedModule<R> {
    let module = Module::new(ring, generators, rows, &Limits::none()).expect("there is no limit");
    NamedModule { text: text.trim().to_owned(), module, names }
}

/// `summand { "+" summand }`, with powers; the moduli are collected.
fn sum<E: Clone>(
    cursor: &mut Cursor<'_>,
    moduli: &mut Vec<E>,
    depth: usize,
    summand: &mut dyn FnMut(&mut Cursor<'_>) -> Result<Option<E>, ReadError>,
) -> Result<(), ReadError> {
    loop {
        let (start, before) = (cursor.at, moduli.len());
        let is_bracket = cursor.take("(");
        let mut is_quotient = false;
        if is_bracket {
            if depth > MOST_GENERATORS {
                return Err(ReadError::new(start..cursor.at, "brackets nest too deep"));
            }
            sum(cursor, moduli, depth + 1, summand)?;
            cursor.expect(")")?;
        } else if !cursor.take("0") {
            let from = cursor.at;
            moduli.extend(summand(cursor)?);
            is_quotient = cursor.text()[from..cursor.at].contains('/');
        }
        if cursor.take("^") {
            let span = start..cursor.at;
            if is_quotient {
                let what = cursor.text()[span.start..span.end - 1].trim().to_owned();
                return Err(ReadError::new(span, format!("`{what}^…` can be read in two ways"))
                    .help(format!("write ({what})^2 for two copies")));
            }
            let copies = cursor.number("a number of copies", MOST_GENERATORS as u64)? as usize;
            let part = moduli.split_off(before);
            for _ in 0..copies {
                moduli.extend(part.iter().cloned());
            }
        }
        if moduli.len() > MOST_GENERATORS {
            let message = format!("more than {MOST_GENERATORS} summands");
            return Err(ReadError::new(start..cursor.at, message));
        }
        if !["+", "⊕", "x", "×"].iter().any(|sign| cursor.take(sign)) {
            return Ok(());
        }
    }
}

/// `Z` or `Z/n`.
fn integer_summand(cursor: &mut Cursor<'_>) -> Result<Option<BigInt>, ReadError> {
    if !cursor.take("Z") {
        let expected = "a summand (Z, Z/6, (Z/2)^3, 0), a matrix of relations [2 4; 0 6] or a presentation <a,b | 2a+4b>";
        return Err(cursor.unexpected(expected));
    }
    if !cursor.take("/") {
        if cursor.rest().starts_with(|c: char| c.is_ascii_digit()) {
            let digits = cursor.clone().digits().unwrap_or_default().to_owned();
            let span = cursor.at - 1..cursor.at + digits.len();
            return Err(ReadError::new(span, format!("`Z{digits}` is the name of a finite group"))
                .help(format!("in this game the group is written Z/{digits}")));
        }
        return Ok(Some(BigInt::ZERO));
    }
    let start = cursor.at;
    let is_negative = cursor.take("-");
    let modulus = cursor.arithmetic("the order of a cyclic group")?;
    let span = start..cursor.at;
    // Z/2^5 is Z/32 everywhere; Z/4^2 is as often two copies of Z/4.
    if let Some((base, _)) = cursor.text()[span.clone()].split_once('^')
        && let Ok(base) = base.parse::<u64>()
        && !Integers.is_prime(&base.into(), &Limits::none()).unwrap_or(false)
    {
        return Err(ReadError::new(span, format!("`Z/{base}^…` can be read in two ways"))
            .help(format!("write (Z/{base})^2 for two copies, Z/({base}^2) for one group")));
    }
    if is_negative || modulus < BigInt::ZERO {
        let absolute = modulus.magnitude();
        return Err(ReadError::new(span, "the order of a cyclic group is positive")
            .help(format!("Z/-{absolute} is Z/{absolute}")));
    }
    if modulus == BigInt::ZERO {
        return Err(ReadError::new(span, "Z/0 is Z itself: write Z"));
    }
    // Z/6Z is Z/6.
    if cursor.rest().starts_with('Z') {
        cursor.take("Z");
    }
    Ok(Some(modulus))
}

/// `F4[x]` or `F4[x]/(polynomial)`; the ring must be the same every time.
fn polynomial_summand(
    cursor: &mut Cursor<'_>,
    ring: &mut Option<Polynomials>,
) -> Result<Option<Polynomial>, ReadError> {
    let start = cursor.at;
    let found = read_polynomial_ring(cursor)?;
    match ring {
        Some(known) if *known != found => {
            let (first, second) = (known.name(), found.name());
            return Err(ReadError::new(
                start..cursor.at,
                format!("a module has one ring, not {first} and {second}"),
            ));
        }
        _ => *ring = Some(found.clone()),
    }
    if !cursor.take("/") {
        return Ok(Some(found.zero()));
    }
    cursor.expect("(")?;
    let begin = cursor.at;
    let modulus = found.read(cursor)?;
    let span = begin..cursor.at;
    cursor.expect(")")?;
    if found.is_zero(&modulus) {
        let name = found.name();
        return Err(ReadError::new(span, format!("{name}/(0) is {name} itself: write {name}")));
    }
    Ok(Some(found.associate(&modulus)))
}

/// `F4[x]`.
fn read_polynomial_ring(cursor: &mut Cursor<'_>) -> Result<Polynomials, ReadError> {
    let Some(field) = read_field(cursor)? else {
        return Err(cursor.unexpected("a summand such as F2[x] or F2[x]/(x^2+x)"));
    };
    cursor.expect("[")?;
    let length = cursor.rest().find(']').ok_or_else(|| cursor.unexpected("`]`"))?;
    let variable = cursor.rest()[..length].trim();
    let is_name = variable.starts_with(|c: char| c.is_ascii_lowercase())
        && variable.bytes().all(|b| b.is_ascii_alphanumeric())
        && variable != "a";
    if !is_name {
        let span = cursor.at..cursor.at + length;
        return Err(ReadError::new(span, "expected the name of a variable, such as x")
            .help("a stands for the generator of the field"));
    }
    cursor.at += length + 1;
    Ok(Polynomials::new(Arc::new(field), variable))
}

/// The finite field that is named here, if one is: `F9`, `F_9`, `F_{3^2}`, `GF(9)`, `GF(3,2)`.
pub(super) fn read_field(cursor: &mut Cursor<'_>) -> Result<Option<FiniteField>, ReadError> {
    const WHAT: &str = "the order of a field";
    cursor.skip_blanks();
    let start = cursor.at;
    let order = if cursor.take("GF(") {
        let mut order = cursor.arithmetic(WHAT)?;
        if cursor.take(",") {
            let degree = cursor.number("the degree of a field", u64::from(LARGEST_FIELD.ilog2()))?;
            order = order.pow(degree as u32);
        }
        cursor.expect(")")?;
        order
    } else if cursor.take("F_{") {
        let order = cursor.arithmetic(WHAT)?;
        cursor.expect("}")?;
        order
    } else if cursor.take("F_") || cursor.take("F") {
        BigInt::from(cursor.number(WHAT, u64::from(LARGEST_FIELD))?)
    } else {
        return Ok(None);
    };
    let span = start..cursor.at;
    let Some(small) = u32::try_from(&order).ok().filter(|order| *order <= LARGEST_FIELD) else {
        return Err(ReadError::new(span, format!("{WHAT} is at most {LARGEST_FIELD} here")));
    };
    FiniteField::new(small).map(Some).ok_or_else(|| {
        let message = format!("there is no field with {order} elements: {order} is no prime power");
        ReadError::new(span, message)
    })
}

impl<R: Coefficients> NamedModule<R> {
    /// Reads an element: a combination of the named generators, or a list of coordinates.
    ///
    /// # Errors
    /// What is wrong, and where.
    pub fn read_element(&self, cursor: &mut Cursor<'_>) -> Result<Vec<R::Element>, ReadError> {
        let (ring, generators) = (self.module.ring(), self.module.generators());
        cursor.peek();
        let start = cursor.at;
        if !self.names.is_empty() {
            if cursor.take("0") {
                return Ok(vec![ring.zero(); generators]);
            }
            return combination(&Combinations::new(ring, &self.names), cursor);
        }
        if generators == 1 && cursor.peek() != Some('(') {
            return Ok(vec![ring.read(cursor)?]);
        }
        if !cursor.take("(") {
            return Err(cursor.unexpected("an element, a list of coordinates such as (1,2)"));
        }
        let mut coordinates = Vec::new();
        if !cursor.take(")") {
            loop {
                coordinates.push(ring.read(cursor)?);
                if cursor.take(")") {
                    break;
                }
                cursor.expect(",")?;
            }
        }
        if coordinates.len() != generators {
            let found = coordinates.len();
            let message = format!("here are {found} coordinates, and there are {generators} generators");
            return Err(ReadError::new(start..cursor.at, message));
        }
        Ok(coordinates)
    }

    /// The text of an element.
    pub fn show_element(&self, element: &[R::Element]) -> String {
        let ring = self.module.ring();
        if self.names.is_empty() {
            let coordinates: Vec<String> = element.iter().map(|entry| ring.show(entry)).collect();
            return match coordinates.as_slice() {
                [one] => one.clone(),
                more => format!("({})", more.join(",")),
            };
        }
        let mut text = String::new();
        for (entry, name) in element.iter().zip(&self.names).filter(|(entry, _)| !ring.is_zero(entry)) {
            let entry = ring.show(entry);
            let (sign, size) = match entry.strip_prefix('-') {
                Some(size) if !size.contains(['+', '-']) => ("-", size),
                _ => (if text.is_empty() { "" } else { "+" }, entry.as_str()),
            };
            text.push_str(sign);
            if size.bytes().all(|b| b.is_ascii_digit()) {
                text.push_str(if size == "1" { "" } else { size });
            } else if size.contains(['+', '-']) {
                text.push_str(&format!("({size})*"));
            } else {
                text.push_str(&format!("{size}*"));
            }
            text.push_str(name);
        }
        if text.is_empty() { "0".to_owned() } else { text }
    }
}
