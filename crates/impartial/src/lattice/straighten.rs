//! Any board, moved into N^d by a unimodular change of coordinates.
//!
//! Digits are those of natural numbers, so a board with negative coordinates is first written in others: y = Ux + t with an
//! integer matrix U of determinant ±1. The rows of U are functionals that are bounded below on the board.

use num_bigint::{BigInt, BigUint, Sign};

use super::cone::{generators, vertices};
use super::rules::{Inequality, LatticeGame};
use crate::integer::gcd;
use crate::limits::{Limits, StopReason};

/// A game in coordinates y = Ux + t in which its board lies in N^d.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Straightened {
    /// The game in the new coordinates.
    pub game: LatticeGame,
    /// The matrix U, row by row.
    pub matrix: Vec<Vec<i64>>,
    /// Its inverse, row by row.
    pub inverse: Vec<Vec<i64>>,
    /// The vector t.
    pub shift: Vec<i64>,
}

impl Straightened {
    /// Changes the coordinates of a game that satisfies the axioms. A board that lies in N^d stays as it is.
    /// `Ok(None)` when the numbers become too large for a game in the new coordinates.
    pub fn new(game: &LatticeGame, limits: &Limits) -> Result<Option<Self>, StopReason> {
        let dimension = game.dimension();
        let normals: Vec<Vec<i64>> =
            game.board().iter().map(|inequality| inequality.normal.clone()).collect();
        let cone = generators(dimension, &normals, limits)?;
        let corners = vertices(dimension, game.board(), limits)?;
        // Coordinates that are bounded below are kept.
        let bounded =
            |functional: &[i64]| cone.rays.iter().all(|ray| dot(functional, ray).sign() != Sign::Minus);
        let identity = unit_matrix(dimension);
        let (matrix, inverse) = if identity.iter().all(|row| bounded(row)) {
            (identity.clone(), identity)
        } else {
            let Some(found) = skewed(dimension, &normals, &cone.rays) else { return Ok(None) };
            found
        };
        let mut shift = Vec::with_capacity(dimension);
        for row in &matrix {
            // The least value on the board, rounded down, is that at a corner; without corners the board is empty.
            let least =
                corners.iter().map(|corner| floor(&dot(row, &corner.numerator), &corner.denominator)).min();
            let Some(least) = least.map_or(Some(0), |least| i64::try_from(least).ok()) else {
                return Ok(None);
            };
            // Coordinates that are not negative anyway stay as people wrote them.
            shift.push((-least).max(0));
        }
        let Some(game) = changed(game, &matrix, &inverse, &shift) else { return Ok(None) };
        Ok(Some(Straightened { game, matrix, inverse, shift }))
    }

    /// The new coordinates of a point; `None` when one of them is negative: the point is off the board.
    pub fn coordinates(&self, point: &[BigInt]) -> Option<Vec<BigUint>> {
        let row = |(row, t): (&Vec<i64>, &i64)| (dot(row, point) + t).to_biguint();
        self.matrix.iter().zip(&self.shift).map(row).collect()
    }

    /// The point with the given new coordinates.
    pub fn point(&self, coordinates: &[BigUint]) -> Vec<BigInt> {
        let moved: Vec<BigInt> =
            coordinates.iter().zip(&self.shift).map(|(y, t)| BigInt::from(y.clone()) - t).collect();
        self.inverse.iter().map(|row| dot(row, &moved)).collect()
    }

    /// A vector of the new coordinates (a difference of points) in the old ones.
    pub fn direction(&self, vector: &[i64]) -> Vec<i64> {
        self.inverse.iter().map(|row| row.iter().zip(vector).map(|(a, b)| a * b).sum()).collect()
    }

    /// A vector (a difference of points) in the new coordinates.
    pub fn natural_direction(&self, vector: &[i64]) -> Vec<i64> {
        self.matrix.iter().map(|row| row.iter().zip(vector).map(|(a, b)| a * b).sum()).collect()
    }

    /// Whether the coordinates are the old ones.
    pub fn is_identity(&self) -> bool {
        self.matrix == unit_matrix(self.matrix.len()) && self.shift.iter().all(|t| *t == 0)
    }
}

/// A square matrix, row by row.
type Matrix = Vec<Vec<i64>>;

fn unit_matrix(dimension: usize) -> Matrix {
    (0..dimension).map(|i| (0..dimension).map(|j| i64::from(i == j)).collect()).collect()
}

fn dot(row: &[i64], vector: &[BigInt]) -> BigInt {
    row.iter().zip(vector).map(|(a, b)| b * *a).sum()
}

/// Rounded down; the denominator is positive.
fn floor(numerator: &BigInt, denominator: &BigInt) -> BigInt {
    let quotient = numerator / denominator;
    if (numerator % denominator).sign() == Sign::Minus { quotient - 1 } else { quotient }
}

/// A unimodular matrix of functionals that are positive on all rays, and its inverse.
///
/// The sum w of the normal vectors is positive on every ray. Completed to a basis w, u_2, …, u_d of Z^d, the rows u_i + k w are
/// positive too when k is large.
fn skewed(dimension: usize, normals: &[Vec<i64>], rays: &[Vec<BigInt>]) -> Option<(Matrix, Matrix)> {
    let mut w: Vec<i64> = (0..dimension).map(|i| normals.iter().map(|normal| normal[i]).sum()).collect();
    let divisor = w.iter().fold(0, |divisor, entry| gcd(divisor, entry.unsigned_abs())).max(1);
    w.iter_mut().for_each(|entry| *entry /= divisor as i64);
    let (mut matrix, mut inverse) = completed(&w)?;
    for i in 1..dimension {
        // The least k with u_i + k w >= 0 on all rays; it may be negative, to keep entries small.
        let needed = rays.iter().map(|ray| {
            let (along, height) = (dot(&matrix[i], ray), dot(&w, ray));
            // −u·ρ / w·ρ, rounded up.
            -floor(&along, &height)
        });
        let k = i64::try_from(needed.max()?).ok()?;
        for j in 0..dimension {
            matrix[i][j] = matrix[i][j].checked_add(k.checked_mul(w[j])?)?;
        }
        // The inverse: (U + k e_i e_0^T U)^{-1} = U^{-1} (1 − k e_i e_0^T): column 0 loses k times column i.
        for row in &mut inverse {
            row[0] = row[0].checked_sub(k.checked_mul(row[i])?)?;
        }
    }
    Some((matrix, inverse))
}

/// A unimodular matrix with the given primitive first row, and its inverse, by column operations on that row.
fn completed(first: &[i64]) -> Option<(Matrix, Matrix)> {
    let dimension = first.len();
    let mut row = first.to_vec();
    // `matrix` collects the inverse column operations, so that row · (what remains) = first all along.
    let (mut matrix, mut inverse) = (unit_matrix(dimension), unit_matrix(dimension));
    for j in 1..dimension {
        // Euclid on the entries 0 and j: column a −= q · column b in `inverse`, row b += q · row a in `matrix`.
        while row[j] != 0 {
            let q = row[0] / row[j];
            row[0] -= q * row[j];
            for entries in &mut inverse {
                entries[0] = entries[0].checked_sub(q.checked_mul(entries[j])?)?;
            }
            let added = matrix[0].clone();
            for (entry, other) in matrix[j].iter_mut().zip(added) {
                *entry = entry.checked_add(q.checked_mul(other)?)?;
            }
            row.swap(0, j);
            inverse.iter_mut().for_each(|entries| entries.swap(0, j));
            matrix.swap(0, j);
        }
    }
    if row[0] < 0 {
        inverse.iter_mut().for_each(|entries| entries[0] = -entries[0]);
        matrix[0].iter_mut().for_each(|entry| *entry = -*entry);
    }
    (matrix[0] == first).then_some((matrix, inverse))
}

/// The game in the new coordinates.
fn changed(
    game: &LatticeGame,
    matrix: &[Vec<i64>],
    inverse: &[Vec<i64>],
    shift: &[i64],
) -> Option<LatticeGame> {
    let times = |vector: &[i64]| -> Option<Vec<i64>> {
        matrix.iter().map(|row| small(super::rules::dot(row, vector))).collect()
    };
    let rules = game.rules().iter().map(|rule| times(rule)).collect::<Option<Vec<_>>>()?;
    let plus_shift = |point: Vec<i64>| point.iter().zip(shift).map(|(y, t)| y + t).collect();
    let defeated =
        game.defeated().iter().map(|point| times(point).map(plus_shift)).collect::<Option<Vec<_>>>()?;
    let mut board = Vec::new();
    for inequality in game.board() {
        // a·x >= b with x = V(y − t): (aV)·y >= b + (aV)·t.
        let columns = (0..inverse.len()).map(|j| -> Option<i64> {
            let column: Vec<i64> = inverse.iter().map(|row| row[j]).collect();
            small(super::rules::dot(&inequality.normal, &column))
        });
        let normal = columns.collect::<Option<Vec<i64>>>()?;
        let bound = small(i128::from(inequality.bound) + super::rules::dot(&normal, shift))?;
        board.push(Inequality { normal, bound });
    }
    LatticeGame::new(game.dimension(), rules, Some(board), defeated).ok()
}

fn small(number: i128) -> Option<i64> {
    i64::try_from(number).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn game(board: &[(&[i64], i64)]) -> LatticeGame {
        let inequality =
            |(normal, bound): &(&[i64], i64)| Inequality { normal: normal.to_vec(), bound: *bound };
        let board = board.iter().map(inequality).collect();
        LatticeGame::new(2, vec![vec![1, 0], vec![0, 1]], Some(board), vec![]).unwrap()
    }

    #[test]
    fn a_board_in_the_orthant_stays() {
        let orthant = game(&[(&[1, 0], 0), (&[0, 1], 0)]);
        let straight = Straightened::new(&orthant, &Limits::none()).unwrap().unwrap();
        assert!(straight.is_identity());
        assert_eq!(straight.game, orthant);
        // A board that begins at (-2, 3): only the first coordinate moves.
        let moved =
            Straightened::new(&game(&[(&[1, 0], -2), (&[0, 1], 3)]), &Limits::none()).unwrap().unwrap();
        assert_eq!(moved.shift, [2, 0]);
    }

    #[test]
    fn a_primitive_row_is_completed() {
        for row in [vec![1], vec![-1], vec![2, 3], vec![6, 10, 15], vec![0, 1, 0], vec![-4, 7, 2, 9]] {
            let (matrix, inverse) = completed(&row).unwrap();
            assert_eq!(matrix[0], row);
            let product: Vec<Vec<i64>> = matrix
                .iter()
                .map(|r| {
                    (0..row.len()).map(|j| r.iter().zip(&inverse).map(|(a, b)| a * b[j]).sum()).collect()
                })
                .collect();
            assert_eq!(product, unit_matrix(row.len()));
        }
    }

    proptest! {
        /// Points of a wedge get natural coordinates, and get back; the game is the same game.
        #[test]
        fn wedges_lie_in_the_orthant(a in 1i64..5, b in -4i64..5, c in -4i64..5, d in 1i64..5, low in -7i64..7) {
            prop_assume!(a * d - b * c > 0);
            let wedge = game(&[(&[a, b], low), (&[c, d], 0)]);
            let straight = Straightened::new(&wedge, &Limits::none()).unwrap().unwrap();
            for x in -20..20i64 {
                for y in -20..20i64 {
                    let point = [BigInt::from(x), BigInt::from(y)];
                    let coordinates = straight.coordinates(&point);
                    let small = coordinates.as_ref().map(|list| -> Vec<i64> {
                        list.iter().map(|y| i64::try_from(y.clone()).unwrap()).collect()
                    });
                    let inside = small.is_some_and(|small| straight.game.on_board(&small));
                    prop_assert_eq!(inside, wedge.on_board(&[x, y]));
                    if let Some(coordinates) = coordinates {
                        prop_assert_eq!(straight.point(&coordinates), point.to_vec());
                    }
                }
            }
        }
    }
}
