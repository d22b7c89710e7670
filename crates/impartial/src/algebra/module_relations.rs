//! Modules by relations as text: matrices, and presentations with named generators.

use num_bigint::BigInt;

use super::expression::{Scalars, read_expression};
use super::module_text::{Coefficients, MOST_GENERATORS, NamedModule, named};
use super::smith::Matrix;
use crate::text::{Cursor, ReadError};

/// `[2 4; 0 6]`, `[x, 1; 0, x^2]`: rows of relations.
pub(super) fn matrix<R: Coefficients>(ring: R, cursor: &mut Cursor<'_>) -> Result<NamedModule<R>, ReadError> {
    let start = cursor.at;
    cursor.expect("[")?;
    let mut rows: Matrix<R::Element> = vec![Vec::new()];
    loop {
        if cursor.take("]") {
            break;
        }
        if cursor.take(";") {
            rows.push(Vec::new());
            continue;
        }
        rows.last_mut().expect("never empty").push(ring.read_entry(cursor)?);
        cursor.take(",");
    }
    let columns = rows[0].len();
    let span = start..cursor.at;
    if columns == 0 || columns > MOST_GENERATORS || rows.len() > 4 * MOST_GENERATORS {
        let message =
            format!("a matrix of relations has 1 to {MOST_GENERATORS} columns, one for each generator");
        return Err(ReadError::new(span, message));
    }
    if let Some(row) = rows.iter().position(|row| row.len() != columns) {
        let (found, row) = (rows[row].len(), row + 1);
        let message = format!("row {row} has {found} entries and the first has {columns}");
        return Err(ReadError::new(span, message));
    }
    Ok(named(ring, columns, rows, Vec::new(), cursor.text()))
}

/// Linear combinations of named generators, with a scalar part that must vanish. The names of scalars come first.
pub(super) struct Combinations<'r, R> {
    ring: &'r R,
    names: Vec<String>,
    scalars: usize,
}

impl<'r, R: Coefficients> Combinations<'r, R> {
    pub(super) fn new(ring: &'r R, generators: &[String]) -> Self {
        let mut names = ring.scalar_names();
        let scalars = names.len();
        names.extend_from_slice(generators);
        Combinations { ring, names, scalars }
    }

    fn zeros(&self) -> Vec<R::Element> {
        vec![self.ring.zero(); self.names.len() - self.scalars]
    }
}

impl<R: Coefficients> Scalars for Combinations<'_, R> {
    /// The scalar part and the coefficients; `None` when it is not linear.
    type Value = Option<(R::Element, Vec<R::Element>)>;

    fn names(&self) -> &[String] {
        &self.names
    }

    fn variable(&self, place: usize) -> Self::Value {
        let mut coefficients = self.zeros();
        let Some(generator) = place.checked_sub(self.scalars) else {
            return Some((self.ring.scalar(place), coefficients));
        };
        coefficients[generator] = self.ring.one();
        Some((self.ring.zero(), coefficients))
    }

    fn integer(&self, n: &BigInt) -> Self::Value {
        Some((self.ring.integer(n), self.zeros()))
    }

    fn sum(&self, a: &Self::Value, b: &Self::Value) -> Self::Value {
        let ((a, left), (b, right)) = (a.as_ref()?, b.as_ref()?);
        let sums = left.iter().zip(right).map(|(x, y)| self.ring.sum(x, y)).collect();
        Some((self.ring.sum(a, b), sums))
    }

    fn negative(&self, a: &Self::Value) -> Self::Value {
        let minus = |x: &R::Element| self.ring.difference(&self.ring.zero(), x);
        let (a, left) = a.as_ref()?;
        Some((minus(a), left.iter().map(minus).collect()))
    }

    fn product(&self, a: &Self::Value, b: &Self::Value) -> Self::Value {
        let ((a, left), (b, right)) = (a.as_ref()?, b.as_ref()?);
        let ring = self.ring;
        let is_scalar = |parts: &[R::Element]| parts.iter().all(|part| ring.is_zero(part));
        let multiple = |factor: &R::Element, parts: &[R::Element]| {
            let product = ring.product(a, b);
            Some((product, parts.iter().map(|x| ring.product(factor, x)).collect()))
        };
        match (is_scalar(left), is_scalar(right)) {
            (true, _) => multiple(a, right),
            (_, true) => multiple(b, left),
            _ => None,
        }
    }

    fn size(&self, a: &Self::Value) -> u64 {
        let Some((constant, parts)) = a else { return 0 };
        parts.iter().chain([constant]).map(|part| self.ring.size(part)).sum()
    }
}

/// A combination of named generators.
pub(super) fn combination<R: Coefficients>(
    names: &Combinations<'_, R>,
    cursor: &mut Cursor<'_>,
) -> Result<Vec<R::Element>, ReadError> {
    cursor.peek();
    let start = cursor.at;
    let value = read_expression(names, cursor)?;
    let span = start..cursor.at;
    match value {
        Some((constant, coefficients)) if names.ring.is_zero(&constant) => Ok(coefficients),
        _ => Err(ReadError::new(span, "expected a combination of the generators, such as 2a-3b")),
    }
}

/// `<a, b | 2a + 4b = 0, 6b>`.
pub(super) fn presentation<R: Coefficients>(
    ring: R,
    cursor: &mut Cursor<'_>,
) -> Result<NamedModule<R>, ReadError> {
    cursor.expect("<")?;
    // A generator may not have the name of a scalar.
    let mut names = ring.scalar_names();
    let scalars = names.len();
    loop {
        cursor.new_name("generator", &mut names, MOST_GENERATORS + scalars)?;
        if !cursor.take(",") {
            break;
        }
    }
    let names = names.split_off(scalars);
    let combinations = Combinations::new(&ring, &names);
    let mut rows = Vec::new();
    if cursor.take("|") && cursor.peek() != Some('>') {
        loop {
            let mut row = combination(&combinations, cursor)?;
            if cursor.take("=") {
                let right = combination(&combinations, cursor)?;
                row = row.iter().zip(&right).map(|(x, y)| ring.difference(x, y)).collect();
            }
            rows.push(row);
            if !cursor.take(",") {
                break;
            }
        }
    }
    cursor.expect(">")?;
    Ok(named(ring, names.len(), rows, names, cursor.text()))
}
