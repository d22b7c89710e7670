//! Matrices over the field of 2^64 nimbers, with prepared entries.

use std::ops::Mul;

use super::basis::{PREPARE, RESTORE};
use super::clmul::{Carryless, Kernel, reduce, run_wide};
use super::prepared::Prepared;
use super::word::Nimber;

/// A matrix whose entries are nimbers below 2^64.
///
/// ```
/// use impartial::nim::{Nimber, PreparedMatrix};
/// let matrix = PreparedMatrix::prepare([[1, 2], [3, 4]].map(|row| row.map(Nimber::star)));
/// let inverse = matrix.inverse().unwrap();
/// assert_eq!(&matrix * &inverse, PreparedMatrix::identity(2));
/// // 1∘4 + 2∘3 = 4 + 1.
/// assert_eq!(matrix.determinant(), Nimber::star(5));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PreparedMatrix {
    rows: Vec<Vec<u64>>,
    columns: usize,
}

impl PreparedMatrix {
    /// The matrix with these rows.
    ///
    /// # Panics
    /// When the rows differ in length.
    pub fn prepare<R: IntoIterator<Item = Nimber<u64>>>(rows: impl IntoIterator<Item = R>) -> Self {
        let prepare = |row: R| row.into_iter().map(|entry| PREPARE.apply(entry.number())).collect();
        let rows: Vec<Vec<u64>> = rows.into_iter().map(prepare).collect();
        let columns = rows.first().map_or(0, Vec::len);
        assert!(rows.iter().all(|row| row.len() == columns), "the rows of a matrix are equally long");
        PreparedMatrix { rows, columns }
    }

    /// The identity of n rows.
    pub fn identity(n: usize) -> Self {
        let rows = (0..n).map(|i| (0..n).map(|j| u64::from(i == j)).collect());
        PreparedMatrix { rows: rows.collect(), columns: n }
    }

    /// The rows.
    pub fn restore(&self) -> Vec<Vec<Nimber<u64>>> {
        let restore = |row: &Vec<u64>| row.iter().map(|entry| Nimber::star(RESTORE.apply(*entry))).collect();
        self.rows.iter().map(restore).collect()
    }

    /// Rows and columns.
    pub fn shape(&self) -> (usize, usize) {
        (self.rows.len(), self.columns)
    }

    /// The matrix with rows and columns exchanged.
    #[must_use]
    pub fn transpose(&self) -> Self {
        let rows = (0..self.columns).map(|j| self.rows.iter().map(|row| row[j]).collect());
        PreparedMatrix { rows: rows.collect(), columns: self.rows.len() }
    }

    /// The number of independent rows.
    pub fn rank(&self) -> usize {
        self.clone().eliminate(self.columns).0
    }

    /// The determinant.
    ///
    /// # Panics
    /// When the matrix is not square.
    pub fn determinant(&self) -> Nimber<u64> {
        assert_eq!(self.rows.len(), self.columns, "a determinant belongs to a square matrix");
        let (rank, product) = self.clone().eliminate(self.columns);
        if rank < self.columns { Nimber::star(0) } else { product.restore() }
    }

    /// The inverse; `None` when there is none.
    pub fn inverse(&self) -> Option<Self> {
        (self.rows.len() == self.columns).then(|| self.solve(&Self::identity(self.columns)))?
    }

    /// The matrix X with self · X = `right`, for an invertible matrix; `None` when it is not invertible.
    pub fn solve(&self, right: &Self) -> Option<Self> {
        if self.rows.len() != self.columns || right.rows.len() != self.rows.len() {
            return None;
        }
        let join = |(left, right): (&Vec<u64>, &Vec<u64>)| left.iter().chain(right).copied().collect();
        let rows = self.rows.iter().zip(&right.rows).map(join).collect();
        let mut joined = PreparedMatrix { rows, columns: self.columns + right.columns };
        let (rank, _) = joined.eliminate(self.columns);
        let rows = joined.rows.into_iter().map(|mut row| row.split_off(self.columns)).collect();
        (rank == self.columns).then_some(PreparedMatrix { rows, columns: right.columns })
    }

    /// Brings the first `columns` columns to reduced echelon form (Gauss and Jordan): the rank, and the product of the
    /// pivots, which in characteristic two is the determinant whatever rows were exchanged.
    fn eliminate(&mut self, columns: usize) -> (usize, Prepared) {
        let (mut rank, mut product) = (0, Prepared::ONE);
        for column in 0..columns {
            let Some(pivot) = (rank..self.rows.len()).find(|row| self.rows[*row][column] != 0) else {
                continue;
            };
            self.rows.swap(rank, pivot);
            let pivot = Prepared::from_polynomial(self.rows[rank][column]);
            product *= pivot;
            let over = pivot.inverse().expect("a pivot is not 0").polynomial();
            let mut pivot_row = std::mem::take(&mut self.rows[rank]);
            run_wide(Scale(&mut pivot_row[column..], over));
            for row in self.rows.iter_mut().filter(|row| row.get(column).is_some_and(|entry| *entry != 0)) {
                let by = row[column];
                run_wide(AddMultiple { to: &mut row[column..], from: &pivot_row[column..], by });
            }
            self.rows[rank] = pivot_row;
            rank += 1;
        }
        (rank, product)
    }
}

struct Scale<'a>(&'a mut [u64], u64);

impl Kernel for Scale<'_> {
    type Output = ();
    #[inline(always)]
    fn run<C: Carryless>(self, with: C) {
        with.multiply_slices(self.0, &vec![self.1; self.0.len()]);
    }
}

struct AddMultiple<'a> {
    to: &'a mut [u64],
    from: &'a [u64],
    by: u64,
}

impl Kernel for AddMultiple<'_> {
    type Output = ();
    #[inline(always)]
    fn run<C: Carryless>(self, with: C) {
        let mut multiple = vec![self.by; self.from.len()];
        with.multiply_slices(&mut multiple, self.from);
        for (to, from) in self.to.iter_mut().zip(&multiple) {
            *to ^= from;
        }
    }
}

struct Dots<'a> {
    row: &'a [u64],
    columns: &'a [Vec<u64>],
}

impl Kernel for Dots<'_> {
    type Output = Vec<u64>;
    #[inline(always)]
    fn run<C: Carryless>(self, with: C) -> Vec<u64> {
        self.columns.iter().map(|column| reduce(with.dot(self.row, column))).collect()
    }
}

impl Mul for &PreparedMatrix {
    type Output = PreparedMatrix;
    /// # Panics
    /// When the shapes do not fit.
    fn mul(self, other: Self) -> PreparedMatrix {
        assert_eq!(self.columns, other.rows.len(), "columns of the left factor meet rows of the right one");
        let columns = other.transpose().rows;
        let rows = self.rows.iter().map(|row| run_wide(Dots { row, columns: &columns }));
        PreparedMatrix { rows: rows.collect(), columns: other.columns }
    }
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;

    type Rows = Vec<Vec<Nimber<u64>>>;

    fn prepared(rows: &Rows) -> PreparedMatrix {
        PreparedMatrix::prepare(rows.iter().map(|row| row.iter().copied()))
    }

    /// Square matrices with so many zeros and equal entries that a good part is singular.
    fn matrices(size: std::ops::Range<usize>) -> impl Strategy<Value = Rows> {
        size.prop_flat_map(|n| vec(vec(prop_oneof![3 => 0_u64..3, 1 => any::<u64>()], n), n)).prop_map(
            |rows| rows.into_iter().map(|row| row.into_iter().map(Nimber::star).collect()).collect(),
        )
    }

    /// Expansion along the first row; signs do not matter.
    fn determinant_by_definition(rows: &Rows) -> Nimber<u64> {
        let Some(first) = rows.first() else { return Nimber::star(1) };
        let minor = |column: usize| -> Rows {
            let without = |row: &Vec<Nimber<u64>>| [&row[..column], &row[column + 1..]].concat();
            rows[1..].iter().map(without).collect()
        };
        let terms = first.iter().enumerate().map(|(j, entry)| *entry * determinant_by_definition(&minor(j)));
        terms.fold(Nimber::star(0), |sum, term| sum + term)
    }

    proptest! {
        #[test]
        fn products_by_definition(rows in 1_usize..9, inner in 1_usize..9, columns in 1_usize..9, seed: u64) {
            let entry = |i: usize, j: usize| Nimber::star(seed.rotate_left((7 * i + 13 * j) as u32) ^ (i * j) as u64);
            let matrix = |rows, columns| (0..rows).map(|i| (0..columns).map(|j| entry(i, j)).collect()).collect();
            let (a, b): (Rows, Rows) = (matrix(rows, inner), matrix(inner, columns));
            let product = (&prepared(&a) * &prepared(&b)).restore();
            for i in 0..rows {
                for j in 0..columns {
                    let sum = (0..inner).fold(Nimber::star(0), |sum, k| sum + a[i][k] * b[k][j]);
                    prop_assert_eq!(product[i][j], sum);
                }
            }
        }

        #[test]
        fn determinants_and_inverses(rows in matrices(1..5)) {
            let matrix = prepared(&rows);
            let determinant = determinant_by_definition(&rows);
            prop_assert_eq!(matrix.determinant(), determinant);
            prop_assert_eq!(matrix.rank() == rows.len(), determinant != Nimber::star(0));
            prop_assert_eq!(matrix.rank(), matrix.transpose().rank());
            match matrix.inverse() {
                Some(inverse) => {
                    prop_assert_eq!(&matrix * &inverse, PreparedMatrix::identity(rows.len()));
                    let right = matrix.transpose();
                    prop_assert_eq!(&matrix * &matrix.solve(&right).unwrap(), right);
                }
                None => prop_assert_eq!(determinant, Nimber::star(0)),
            }
        }
    }

    #[test]
    fn shapes() {
        let wide = PreparedMatrix::prepare([[1_u64, 2, 3]].map(|row| row.map(Nimber::star)));
        assert_eq!((wide.shape(), wide.transpose().shape(), wide.rank()), ((1, 3), (3, 1), 1));
        assert_eq!(wide.inverse(), None);
        assert_eq!(PreparedMatrix::identity(0).determinant(), Nimber::star(1));
    }
}
