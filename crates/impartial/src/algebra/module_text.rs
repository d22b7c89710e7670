//! Modules and their elements as text.
//!
//! ```text
//! abelian  = sum | "[" row { ";" row } "]" | "<" names "|" relations ">"
//! sum      = summand { ("+" | "⊕" | "x") summand }
//! summand  = ( "0" | "Z" | "Z/" n | "(" sum ")" ) [ "^" k ]
//! element  = "(" coordinate { "," coordinate } ")" | coordinate
//! ```
//!
//! Rows of a matrix, and the relations of a presentation, are combinations of the generators that are 0. Over polynomials the
//! summands are `F4[x]` and `F4[x]/(x^2+a)`, where a generates the field.

use std::sync::Arc;

use num_bigint::BigInt;

use super::euclidean::{EuclideanDomain, Integers};
use super::expression::{AlgebraError, Cursor, Scalars, read_expression};
use super::finite_field::{FiniteField, LARGEST_FIELD};
use super::module::Module;
use super::polynomial::{Polynomial, Polynomials};
use super::smith::Matrix;
use crate::limits::Limits;

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
    /// The coefficient that an expression gives.
    ///
    /// # Errors
    /// Where something else stands.
    fn read(&self, cursor: &mut Cursor<'_>) -> Result<Self::Element, AlgebraError>;
    /// The coefficient of an integer.
    fn integer(&self, n: &BigInt) -> Self::Element;
    /// The word before the brackets: `abelian` or `module`.
    const KEYWORD: &'static str;
}

/// Integers as values of expressions.
struct Numbers;

impl Scalars for Numbers {
    type Value = BigInt;

    fn names(&self) -> &[String] {
        &[]
    }

    fn variable(&self, _: usize) -> BigInt {
        unreachable!("there are no names")
    }

    fn integer(&self, n: &BigInt) -> BigInt {
        n.clone()
    }

    fn sum(&self, a: &BigInt, b: &BigInt) -> BigInt {
        a + b
    }

    fn negative(&self, a: &BigInt) -> BigInt {
        -a
    }

    fn product(&self, a: &BigInt, b: &BigInt) -> BigInt {
        a * b
    }

    fn size(&self, a: &BigInt) -> u64 {
        a.bits() / 64
    }
}

impl Coefficients for Integers {
    fn read(&self, cursor: &mut Cursor<'_>) -> Result<BigInt, AlgebraError> {
        read_expression(&Numbers, cursor)
    }

    fn integer(&self, n: &BigInt) -> BigInt {
        n.clone()
    }

    const KEYWORD: &'static str = "abelian";
}

/// Polynomials as values of expressions; the names are the variable and, when the field is not prime, its generator a.
struct PolynomialValues<'r>(&'r Polynomials, Vec<String>);

impl Scalars for PolynomialValues<'_> {
    type Value = Polynomial;

    fn names(&self) -> &[String] {
        &self.1
    }

    fn variable(&self, place: usize) -> Polynomial {
        match place {
            0 => self.0.some_prime(),
            _ => self.0.from_coefficients(vec![self.0.field().generator()]),
        }
    }

    fn integer(&self, n: &BigInt) -> Polynomial {
        let (_, residue) = Integers.division(n, &BigInt::from(self.0.field().characteristic()));
        let residue = u32::try_from(residue).expect("a remainder of a 32-bit number");
        self.0.from_coefficients(vec![residue])
    }

    fn sum(&self, a: &Polynomial, b: &Polynomial) -> Polynomial {
        self.0.sum(a, b)
    }

    fn negative(&self, a: &Polynomial) -> Polynomial {
        self.0.difference(&self.0.zero(), a)
    }

    fn product(&self, a: &Polynomial, b: &Polynomial) -> Polynomial {
        self.0.product(a, b)
    }

    fn size(&self, a: &Polynomial) -> u64 {
        a.degree().unwrap_or(0) as u64
    }
}

impl Polynomials {
    fn values(&self) -> PolynomialValues<'_> {
        let generator = (self.field().degree() > 1).then(|| "a".to_owned());
        PolynomialValues(self, std::iter::once(self.variable_name().to_owned()).chain(generator).collect())
    }
}

impl Coefficients for Polynomials {
    fn read(&self, cursor: &mut Cursor<'_>) -> Result<Polynomial, AlgebraError> {
        read_expression(&self.values(), cursor)
    }

    fn integer(&self, n: &BigInt) -> Polynomial {
        self.values().integer(n)
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
/// assert_eq!(parse_abelian("Z/0").unwrap_err().to_string(), "Z/0 is Z itself: write Z");
/// ```
///
/// # Errors
/// What is wrong, and where.
pub fn parse_abelian(text: &str) -> Result<NamedModule<Integers>, AlgebraError> {
    let mut cursor = Cursor::new(text);
    let named = match cursor.peek() {
        Some('[') => matrix(&mut cursor)?,
        Some('<') => presentation(&mut cursor)?,
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
/// ```
///
/// # Errors
/// What is wrong, and where.
pub fn parse_polynomial_module(text: &str) -> Result<NamedModule<Polynomials>, AlgebraError> {
    let mut cursor = Cursor::new(text);
    let mut ring: Option<Polynomials> = None;
    let mut moduli = Vec::new();
    sum(&mut cursor, &mut moduli, 0, &mut |cursor| polynomial_summand(cursor, &mut ring))?;
    cursor.expect_end()?;
    let Some(ring) = ring else {
        return Err(AlgebraError::new(0..text.len(), "a module needs its ring")
            .help("write a summand such as F2[x] or F2[x]/(x^2+x)"));
    };
    Ok(direct_sum(ring, moduli, text))
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

fn named<R: EuclideanDomain>(
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
    summand: &mut dyn FnMut(&mut Cursor<'_>) -> Result<Option<E>, AlgebraError>,
) -> Result<(), AlgebraError> {
    loop {
        let (start, before) = (cursor.at, moduli.len());
        let is_bracket = cursor.take("(");
        let mut is_quotient = false;
        if is_bracket {
            if depth > MOST_GENERATORS {
                return Err(AlgebraError::new(start..cursor.at, "brackets nest too deep"));
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
                return Err(AlgebraError::new(span, format!("`{what}^…` can be read in two ways"))
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
            return Err(AlgebraError::new(start..cursor.at, message));
        }
        if !["+", "⊕", "x", "×"].iter().any(|sign| cursor.take(sign)) {
            return Ok(());
        }
    }
}

/// `Z` or `Z/n`.
fn integer_summand(cursor: &mut Cursor<'_>) -> Result<Option<BigInt>, AlgebraError> {
    if !cursor.take("Z") {
        let expected = "a summand (Z, Z/6, (Z/2)^3, 0), a matrix of relations [2 4; 0 6] or a presentation <a,b | 2a+4b>";
        return Err(cursor.unexpected(expected));
    }
    if !cursor.take("/") {
        if cursor.rest().starts_with(|c: char| c.is_ascii_digit()) {
            let digits = cursor.clone().digits().unwrap_or_default().to_owned();
            let span = cursor.at - 1..cursor.at + digits.len();
            return Err(AlgebraError::new(span, format!("`Z{digits}` is the name of a finite group"))
                .help(format!("in this game the group is written Z/{digits}")));
        }
        return Ok(Some(BigInt::ZERO));
    }
    let start = cursor.at;
    let is_negative = cursor.take("-");
    let digits = cursor.digits().ok_or_else(|| cursor.unexpected("the order of a cyclic group"))?;
    let span = start..cursor.at;
    let modulus: BigInt = digits.parse().expect("digits");
    if is_negative {
        return Err(AlgebraError::new(span, "the order of a cyclic group is positive")
            .help(format!("Z/-{digits} is Z/{digits}")));
    }
    if modulus == BigInt::ZERO {
        return Err(AlgebraError::new(span, "Z/0 is Z itself: write Z"));
    }
    Ok(Some(modulus))
}

/// `F4[x]` or `F4[x]/(polynomial)`; the ring must be the same every time.
fn polynomial_summand(
    cursor: &mut Cursor<'_>,
    ring: &mut Option<Polynomials>,
) -> Result<Option<Polynomial>, AlgebraError> {
    let start = cursor.at;
    let found = read_polynomial_ring(cursor)?;
    match ring {
        Some(known) if *known != found => {
            let (first, second) = (known.name(), found.name());
            return Err(AlgebraError::new(
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
        return Err(AlgebraError::new(span, format!("{name}/(0) is {name} itself: write {name}")));
    }
    Ok(Some(found.associate(&modulus)))
}

/// `F4[x]`.
fn read_polynomial_ring(cursor: &mut Cursor<'_>) -> Result<Polynomials, AlgebraError> {
    let start = cursor.at;
    if !cursor.take("F") {
        return Err(cursor.unexpected("a summand such as F2[x] or F2[x]/(x^2+x)"));
    }
    let field = read_field(cursor, start)?;
    cursor.expect("[")?;
    let length = cursor.rest().find(']').ok_or_else(|| cursor.unexpected("`]`"))?;
    let variable = cursor.rest()[..length].trim();
    let is_name = variable.starts_with(|c: char| c.is_ascii_lowercase())
        && variable.bytes().all(|b| b.is_ascii_alphanumeric())
        && variable != "a";
    if !is_name {
        let span = cursor.at..cursor.at + length;
        return Err(AlgebraError::new(span, "expected the name of a variable, such as x")
            .help("a stands for the generator of the field"));
    }
    cursor.at += length + 1;
    Ok(Polynomials::new(Arc::new(field), variable))
}

/// The field whose order follows `F`.
pub(super) fn read_field(cursor: &mut Cursor<'_>, start: usize) -> Result<FiniteField, AlgebraError> {
    let order = cursor.number("the order of a field", u64::from(LARGEST_FIELD))? as u32;
    FiniteField::new(order).ok_or_else(|| {
        let message = format!("there is no field with {order} elements: {order} is no prime power");
        AlgebraError::new(start..cursor.at, message)
    })
}

/// `[2 4; 0 6]`: rows of relations.
fn matrix(cursor: &mut Cursor<'_>) -> Result<NamedModule<Integers>, AlgebraError> {
    let start = cursor.at;
    cursor.expect("[")?;
    let mut rows: Matrix<BigInt> = vec![Vec::new()];
    loop {
        if cursor.take("]") {
            break;
        }
        if cursor.take(";") {
            rows.push(Vec::new());
            continue;
        }
        let is_negative = cursor.take("-");
        let digits = cursor.digits().ok_or_else(|| cursor.unexpected("an integer, `;` or `]`"))?;
        let entry: BigInt = digits.parse().expect("digits");
        rows.last_mut().expect("never empty").push(if is_negative { -entry } else { entry });
        cursor.take(",");
    }
    let columns = rows[0].len();
    let span = start..cursor.at;
    if columns == 0 || columns > MOST_GENERATORS || rows.len() > 4 * MOST_GENERATORS {
        let message =
            format!("a matrix of relations has 1 to {MOST_GENERATORS} columns, one for each generator");
        return Err(AlgebraError::new(span, message));
    }
    if let Some(row) = rows.iter().position(|row| row.len() != columns) {
        let (found, row) = (rows[row].len(), row + 1);
        let message = format!("row {row} has {found} entries and the first has {columns}");
        return Err(AlgebraError::new(span, message));
    }
    Ok(named(Integers, columns, rows, Vec::new(), cursor.text()))
}

/// Linear combinations of named generators, with an integer part that must vanish.
struct Combinations(Vec<String>);

impl Scalars for Combinations {
    /// The integer part and the coefficients; `None` when it is not linear.
    type Value = Option<(BigInt, Vec<BigInt>)>;

    fn names(&self) -> &[String] {
        &self.0
    }

    fn variable(&self, place: usize) -> Self::Value {
        let coefficient = |at| BigInt::from(u8::from(at == place));
        Some((BigInt::ZERO, (0..self.0.len()).map(coefficient).collect()))
    }

    fn integer(&self, n: &BigInt) -> Self::Value {
        Some((n.clone(), vec![BigInt::ZERO; self.0.len()]))
    }

    fn sum(&self, a: &Self::Value, b: &Self::Value) -> Self::Value {
        let ((a, left), (b, right)) = (a.as_ref()?, b.as_ref()?);
        Some((a + b, left.iter().zip(right).map(|(x, y)| x + y).collect()))
    }

    fn negative(&self, a: &Self::Value) -> Self::Value {
        let (a, left) = a.as_ref()?;
        Some((-a, left.iter().map(|x| -x).collect()))
    }

    fn product(&self, a: &Self::Value, b: &Self::Value) -> Self::Value {
        let ((a, left), (b, right)) = (a.as_ref()?, b.as_ref()?);
        let is_number = |parts: &[BigInt]| parts.iter().all(|part| *part == BigInt::ZERO);
        match (is_number(left), is_number(right)) {
            (true, _) => Some((a * b, right.iter().map(|x| a * x).collect())),
            (_, true) => Some((a * b, left.iter().map(|x| b * x).collect())),
            _ => None,
        }
    }

    fn size(&self, a: &Self::Value) -> u64 {
        a.as_ref()
            .map_or(0, |(constant, parts)| parts.iter().chain([constant]).map(|part| part.bits() / 64).sum())
    }
}

/// A combination of named generators.
fn combination(names: &Combinations, cursor: &mut Cursor<'_>) -> Result<Vec<BigInt>, AlgebraError> {
    cursor.peek();
    let start = cursor.at;
    let value = read_expression(names, cursor)?;
    let span = start..cursor.at;
    match value {
        Some((constant, coefficients)) if constant == BigInt::ZERO => Ok(coefficients),
        _ => Err(AlgebraError::new(span, "expected a combination of the generators, such as 2a-3b")),
    }
}

/// `<a, b | 2a + 4b = 0, 6b>`.
fn presentation(cursor: &mut Cursor<'_>) -> Result<NamedModule<Integers>, AlgebraError> {
    cursor.expect("<")?;
    let mut names: Vec<String> = Vec::new();
    loop {
        cursor.new_name("generator", &mut names, MOST_GENERATORS)?;
        if !cursor.take(",") {
            break;
        }
    }
    let combinations = Combinations(names);
    let mut rows = Vec::new();
    if cursor.take("|") && cursor.peek() != Some('>') {
        loop {
            let left = combination(&combinations, cursor)?;
            let mut row = left;
            if cursor.take("=") && !(cursor.take("0") && cursor.peek().is_some_and(|c| c == ',' || c == '>'))
            {
                let right = combination(&combinations, cursor)?;
                row = row.iter().zip(&right).map(|(x, y)| x - y).collect();
            }
            rows.push(row);
            if !cursor.take(",") {
                break;
            }
        }
    }
    cursor.expect(">")?;
    let Combinations(names) = combinations;
    Ok(named(Integers, names.len(), rows, names, cursor.text()))
}

impl<R: Coefficients> NamedModule<R> {
    /// Reads an element: a combination of the named generators, or a list of coordinates.
    ///
    /// # Errors
    /// What is wrong, and where.
    pub fn read_element(&self, cursor: &mut Cursor<'_>) -> Result<Vec<R::Element>, AlgebraError> {
        let (ring, generators) = (self.module.ring(), self.module.generators());
        cursor.peek();
        let start = cursor.at;
        if !self.names.is_empty() {
            let combinations = Combinations(self.names.clone());
            if cursor.take("0") {
                return Ok(vec![ring.zero(); generators]);
            }
            return Ok(combination(&combinations, cursor)?.iter().map(|n| ring.integer(n)).collect());
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
            return Err(AlgebraError::new(start..cursor.at, message));
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
                Some(size) => ("-", size),
                None => (if text.is_empty() { "" } else { "+" }, entry.as_str()),
            };
            text.push_str(sign);
            text.push_str(if size == "1" { "" } else { size });
            text.push_str(name);
        }
        if text.is_empty() { "0".to_owned() } else { text }
    }
}
