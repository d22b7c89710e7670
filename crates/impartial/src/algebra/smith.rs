//! Matrices over a Euclidean domain: Hermite and Smith normal forms, with the changes of basis.

use super::euclidean::EuclideanDomain;
use crate::limits::{Limits, StopReason};

/// A matrix as a list of rows of equal length.
pub type Matrix<E> = Vec<Vec<E>>;

/// The Smith normal form D = L·M·R of a matrix M: diagonal, each entry a divisor of the next, L and R invertible.
///
/// Invariants:
/// 1. `left`·M·`right` has `diagonal` on its diagonal and 0 elsewhere.
/// 2. `right`·`right_inverse` = 1, and `left` is invertible.
/// 3. The entries of `diagonal` are chosen associates, each divides the next; 0 divides 0 only.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SmithForm<R: EuclideanDomain> {
    /// As many entries as the matrix has rows or columns, whichever are fewer.
    pub diagonal: Vec<R::Element>,
    /// L.
    pub left: Matrix<R::Element>,
    /// R: the coordinates x of an element (a row) become xR.
    pub right: Matrix<R::Element>,
    /// The inverse of R: its rows are the new generators in terms of the old ones.
    pub right_inverse: Matrix<R::Element>,
}

/// The identity.
fn identity<R: EuclideanDomain>(ring: &R, size: usize) -> Matrix<R::Element> {
    let entry = |row, column| if row == column { ring.one() } else { ring.zero() };
    (0..size).map(|row| (0..size).map(|column| entry(row, column)).collect()).collect()
}

/// row[to] -= factor · row[from].
fn subtract_row<R: EuclideanDomain>(
    ring: &R,
    matrix: &mut Matrix<R::Element>,
    to: usize,
    factor: &R::Element,
    from: usize,
) {
    for column in 0..matrix[to].len() {
        let term = ring.product(factor, &matrix[from][column]);
        matrix[to][column] = ring.difference(&matrix[to][column], &term);
    }
}

/// column[to] -= factor · column[from].
fn subtract_column<R: EuclideanDomain>(
    ring: &R,
    matrix: &mut Matrix<R::Element>,
    to: usize,
    factor: &R::Element,
    from: usize,
) {
    for row in matrix {
        let term = ring.product(factor, &row[from]);
        row[to] = ring.difference(&row[to], &term);
    }
}

/// A Smith normal form in the making.
struct Reduction<'r, R: EuclideanDomain> {
    ring: &'r R,
    matrix: Matrix<R::Element>,
    left: Matrix<R::Element>,
    right: Matrix<R::Element>,
    right_inverse: Matrix<R::Element>,
}

impl<R: EuclideanDomain> Reduction<'_, R> {
    fn subtract_row(&mut self, to: usize, factor: &R::Element, from: usize) {
        subtract_row(self.ring, &mut self.matrix, to, factor, from);
        subtract_row(self.ring, &mut self.left, to, factor, from);
    }

    fn subtract_column(&mut self, to: usize, factor: &R::Element, from: usize) {
        subtract_column(self.ring, &mut self.matrix, to, factor, from);
        subtract_column(self.ring, &mut self.right, to, factor, from);
        // The inverse of "column to -= f · column from" from the left: row from += f · row to.
        let opposite = self.ring.difference(&self.ring.zero(), factor);
        subtract_row(self.ring, &mut self.right_inverse, from, &opposite, to);
    }

    fn swap_rows(&mut self, a: usize, b: usize) {
        self.matrix.swap(a, b);
        self.left.swap(a, b);
    }

    fn swap_columns(&mut self, a: usize, b: usize) {
        self.matrix.iter_mut().chain(&mut self.right).for_each(|row| row.swap(a, b));
        self.right_inverse.swap(a, b);
    }

    /// The place of a smallest entry that is not 0, from row and column `at` on.
    fn pivot(&self, at: usize) -> Option<(usize, usize)> {
        let mut best: Option<(usize, usize)> = None;
        for row in at..self.matrix.len() {
            for column in at..self.matrix[row].len() {
                let entry = &self.matrix[row][column];
                let is_better = |(r, c): (usize, usize)| self.ring.is_smaller(entry, &self.matrix[r][c]);
                if !self.ring.is_zero(entry) && best.is_none_or(is_better) {
                    best = Some((row, column));
                }
            }
        }
        best
    }

    /// Makes the entry at `at` the only one of its row and column and a divisor of all that follow; `None` when all are 0.
    fn clear(&mut self, at: usize, limits: &Limits) -> Result<Option<()>, StopReason> {
        'pivot: loop {
            limits.poll()?;
            let Some((row, column)) = self.pivot(at) else { return Ok(None) };
            self.swap_rows(at, row);
            self.swap_columns(at, column);
            let mut is_clear = true;
            for row in at + 1..self.matrix.len() {
                let (factor, rest) = self.ring.division(&self.matrix[row][at], &self.matrix[at][at]);
                self.subtract_row(row, &factor, at);
                is_clear &= self.ring.is_zero(&rest);
            }
            for column in at + 1..self.matrix[at].len() {
                let (factor, rest) = self.ring.division(&self.matrix[at][column], &self.matrix[at][at]);
                self.subtract_column(column, &factor, at);
                is_clear &= self.ring.is_zero(&rest);
            }
            if !is_clear {
                continue;
            }
            for row in at + 1..self.matrix.len() {
                for column in at + 1..self.matrix[row].len() {
                    if !self.ring.divides(&self.matrix[at][at], &self.matrix[row][column]) {
                        // The row comes into the pivot's, where the entry leaves a smaller remainder.
                        let minus_one = self.ring.difference(&self.ring.zero(), &self.ring.one());
                        self.subtract_row(at, &minus_one, row);
                        continue 'pivot;
                    }
                }
            }
            return Ok(Some(()));
        }
    }
}

/// The Smith normal form of a matrix with the given number of columns.
///
/// ```
/// use impartial::algebra::{Integers, smith_form};
/// let matrix = vec![vec![2.into(), 4.into()], vec![0.into(), 6.into()]];
/// let form = smith_form(&Integers, &matrix, 2, &Default::default()).unwrap();
/// assert_eq!(form.diagonal, [2.into(), 6.into()]);
/// ```
///
/// # Errors
/// When a limit is reached.
///
/// Cost: O(rc·min(r, c)) operations for each division with remainder that a pivot needs, r rows and c columns.
pub fn smith_form<R: EuclideanDomain>(
    ring: &R,
    matrix: &Matrix<R::Element>,
    columns: usize,
    limits: &Limits,
) -> Result<SmithForm<R>, StopReason> {
    debug_assert!(matrix.iter().all(|row| row.len() == columns), "rows of equal length");
    let mut reduction = Reduction {
        ring,
        matrix: matrix.clone(),
        left: identity(ring, matrix.len()),
        right: identity(ring, columns),
        right_inverse: identity(ring, columns),
    };
    let size = matrix.len().min(columns);
    for at in 0..size {
        if reduction.clear(at, limits)?.is_none() {
            break;
        }
        let unit = ring.unit_part(&reduction.matrix[at][at]);
        for row in [&mut reduction.matrix[at], &mut reduction.left[at]] {
            row.iter_mut().for_each(|entry| *entry = ring.product(&unit, entry));
        }
    }
    let diagonal = (0..size).map(|at| reduction.matrix[at][at].clone()).collect();
    let Reduction { left, right, right_inverse, .. } = reduction;
    Ok(SmithForm { diagonal, left, right, right_inverse })
}

/// The Hermite normal form of the rows of a matrix: the one basis of the module they generate in echelon form whose pivots
/// are chosen associates and which has remainders of the pivots above them.
///
/// ```
/// use impartial::algebra::{Integers, hermite_form};
/// let rows = [[4, 6], [2, 4], [0, 2]].map(|row| row.map(Into::into).to_vec()).to_vec();
/// let form = hermite_form(&Integers, rows, &Default::default()).unwrap();
/// assert_eq!(form, [[2.into(), 0.into()], [0.into(), 2.into()]]);
/// ```
///
/// # Errors
/// When a limit is reached.
pub fn hermite_form<R: EuclideanDomain>(
    ring: &R,
    mut rows: Matrix<R::Element>,
    limits: &Limits,
) -> Result<Matrix<R::Element>, StopReason> {
    let columns = rows.first().map_or(0, Vec::len);
    let mut done = 0;
    for column in 0..columns {
        // Euclid's algorithm in the column, from the first row that is not done.
        loop {
            limits.poll()?;
            let entries = (done..rows.len()).filter(|row| !ring.is_zero(&rows[*row][column]));
            let smallest = entries
                .reduce(|a, b| if ring.is_smaller(&rows[b][column], &rows[a][column]) { b } else { a });
            let Some(pivot) = smallest else { break };
            rows.swap(done, pivot);
            let mut is_clear = true;
            for row in done + 1..rows.len() {
                if !ring.is_zero(&rows[row][column]) {
                    let (factor, rest) = ring.division(&rows[row][column], &rows[done][column]);
                    subtract_row(ring, &mut rows, row, &factor, done);
                    is_clear &= ring.is_zero(&rest);
                }
            }
            if is_clear {
                let unit = ring.unit_part(&rows[done][column]);
                rows[done].iter_mut().for_each(|entry| *entry = ring.product(&unit, entry));
                for row in 0..done {
                    let (factor, _) = ring.division(&rows[row][column], &rows[done][column]);
                    subtract_row(ring, &mut rows, row, &factor, done);
                }
                done += 1;
                break;
            }
        }
    }
    rows.truncate(done);
    Ok(rows)
}

/// The element of a coset of the module that a Hermite normal form generates whose coordinates are remainders of the pivots.
pub fn reduce<R: EuclideanDomain>(
    ring: &R,
    form: &Matrix<R::Element>,
    element: &[R::Element],
) -> Vec<R::Element> {
    let mut reduced = vec![element.to_vec()];
    for row in form {
        let pivot =
            row.iter().position(|entry| !ring.is_zero(entry)).expect("rows of a Hermite form are not 0");
        let (factor, _) = ring.division(&reduced[0][pivot], &row[pivot]);
        for (entry, other) in reduced[0].iter_mut().zip(row) {
            *entry = ring.difference(entry, &ring.product(&factor, other));
        }
    }
    reduced.remove(0)
}

#[cfg(test)]
pub(super) mod tests {
    use num_bigint::BigInt;
    use proptest::prelude::*;

    use super::*;
    use crate::algebra::euclidean::Integers;
    use crate::algebra::polynomial::Polynomials;

    fn product<R: EuclideanDomain>(
        ring: &R,
        a: &Matrix<R::Element>,
        b: &Matrix<R::Element>,
    ) -> Matrix<R::Element> {
        let columns = b.first().map_or(0, Vec::len);
        let entry = |row: &Vec<R::Element>, column: usize| {
            let terms = row.iter().zip(b).map(|(x, other)| ring.product(x, &other[column]));
            terms.fold(ring.zero(), |sum, term| ring.sum(&sum, &term))
        };
        a.iter().map(|row| (0..columns).map(|column| entry(row, column)).collect()).collect()
    }

    /// The invariants of the type; `left` is invertible because its own Smith form is the identity.
    pub(in crate::algebra) fn check<R: EuclideanDomain>(
        ring: &R,
        matrix: &Matrix<R::Element>,
        columns: usize,
    ) {
        let limits = Limits::none();
        let form = smith_form(ring, matrix, columns, &limits).unwrap();
        let diagonal = product(ring, &product(ring, &form.left, matrix), &form.right);
        for (row, entries) in diagonal.iter().enumerate() {
            for (column, entry) in entries.iter().enumerate() {
                assert_eq!(*entry, if row == column { form.diagonal[row].clone() } else { ring.zero() });
            }
        }
        assert_eq!(product(ring, &form.right, &form.right_inverse), identity(ring, columns));
        assert!(form.diagonal.windows(2).all(|two| ring.divides(&two[0], &two[1])));
        assert!(form.diagonal.iter().all(|entry| ring.associate(entry) == *entry));
        let again = smith_form(ring, &form.left, matrix.len(), &limits).unwrap();
        assert!(again.diagonal.iter().all(|entry| *entry == ring.one()));
        // The Hermite form has the same rows: each reduces to 0, and it does not change when they are added.
        let hermite = hermite_form(ring, matrix.clone(), &limits).unwrap();
        let zero = vec![ring.zero(); columns];
        assert!(matrix.iter().all(|row| reduce(ring, &hermite, row) == zero));
        let more = [hermite.clone(), matrix.clone()].concat();
        assert_eq!(hermite_form(ring, more, &limits).unwrap(), hermite);
    }

    proptest! {
        #[test]
        fn smith_forms_of_integer_matrices(
            (columns, rows) in (1_usize..5).prop_flat_map(|columns| {
                (Just(columns), prop::collection::vec(prop::collection::vec(-30_i64..30, columns), 0..5))
            })
        ) {
            let matrix: Matrix<BigInt> =
                rows.iter().map(|row| row.iter().map(|entry| BigInt::from(*entry)).collect()).collect();
            check(&Integers, &matrix, columns);
        }

        #[test]
        fn smith_forms_of_polynomial_matrices(
            q in prop::sample::select(vec![2_u32, 3, 4, 5]),
            rows in prop::collection::vec(prop::collection::vec(prop::collection::vec(0_u32..5, 0..4), 3), 0..4)
        ) {
            let ring = Polynomials::over(q).unwrap();
            let entry = |digits: &Vec<u32>| ring.from_coefficients(digits.iter().map(|digit| digit % q).collect());
            let matrix = rows.iter().map(|row| row.iter().map(entry).collect()).collect();
            check(&ring, &matrix, 3);
        }
    }
}
