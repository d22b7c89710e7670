//! Exact linear algebra over the integers: a functional positive on given vectors, or a combination of them that is zero.

use num_bigint::{BigInt, BigUint, Sign};

use crate::integer::gcd;
use crate::limits::{Limits, StopReason};

/// One of two, never both: for vectors v_1, …, v_n there is a linear functional positive on all of them, or a combination
/// with nonnegative coefficients, not all zero, that sums to 0 (Gordan).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Separation {
    /// Integers ℓ without common divisor with ℓ·v_j ≥ 1 for all j.
    Functional(Vec<BigInt>),
    /// Nonnegative integers λ_j without common divisor, not all zero, with Σ λ_j v_j = 0.
    Loop(Vec<BigInt>),
}

/// Decides Gordan's alternative for vectors of one dimension.
///
/// The method is the simplex algorithm on the problem Σ λ_j v_j = 0, Σ λ_j = 1, λ ≥ 0: Bland's rule, so it ends; integer
/// pivoting, so it is exact. A functional with entries of at most 9 is preferred where a short search finds one.
///
/// # Errors
/// A limit reached.
///
/// Cost: each of the pivots, in practice a small multiple of d, takes O(d(n + d)) operations on integers of O(d log(entry)) bits.
///
/// ```
/// use impartial::lattice::linear::{Separation, separate};
/// use impartial::limits::Limits;
/// // (1,-2) + 2(0,1) + (-1,0) = 0: three moves of one kind or another lead back to where one was.
/// let found = separate(2, &[vec![1, -2], vec![0, 1], vec![-1, 0]], &Limits::none()).unwrap();
/// assert_eq!(found, Separation::Loop([1, 2, 1].map(Into::into).to_vec()));
/// ```
pub fn separate(dimension: usize, vectors: &[Vec<i64>], limits: &Limits) -> Result<Separation, StopReason> {
    if let Some(small) = small_functional(dimension, vectors) {
        return Ok(Separation::Functional(small.into_iter().map(BigInt::from).collect()));
    }
    let mut tableau = Tableau::new(dimension, vectors);
    while tableau.pivot() {
        limits.poll()?;
    }
    Ok(tableau.conclusion())
}

/// Candidates tried before the simplex algorithm.
const TRIED: usize = 20_000;

/// The functional with the least greatest entry, then the least sum, then the first in order, among nonnegative vectors
/// of entries at most 9, as far as [`TRIED`] reaches.
fn small_functional(dimension: usize, vectors: &[Vec<i64>]) -> Option<Vec<i64>> {
    let mut tried = 0;
    for most in 1..=9i64 {
        let count = usize::try_from(most + 1).ok()?.checked_pow(u32::try_from(dimension).ok()?)?;
        tried += count;
        if tried > TRIED {
            return None;
        }
        let mut best: Option<(i64, Vec<i64>)> = None;
        let mut functional = vec![0i64; dimension];
        for _ in 0..count {
            let sum: i64 = functional.iter().sum();
            let is_better = best.as_ref().is_none_or(|(least, _)| sum < *least);
            if is_better && vectors.iter().all(|vector| super::rules::dot(&functional, vector) > 0) {
                best = Some((sum, functional.clone()));
            }
            for entry in functional.iter_mut().rev() {
                *entry += 1;
                if *entry <= most {
                    break;
                }
                *entry = 0;
            }
        }
        if let Some((_, functional)) = best {
            return Some(functional);
        }
    }
    None
}

/// The simplex tableau in integers over one common denominator.
///
/// Rows 0..=d are the equations, row d + 1 the reduced costs; columns are λ_1 … λ_n, the d + 1 artificial variables, and
/// the right side.
struct Tableau {
    rows: Vec<Vec<BigInt>>,
    basis: Vec<usize>,
    denominator: BigInt,
    variables: usize,
}

impl Tableau {
    fn new(dimension: usize, vectors: &[Vec<i64>]) -> Self {
        let (equations, variables) = (dimension + 1, vectors.len());
        let entry = |i: usize, j: usize| -> BigInt {
            if j < variables {
                BigInt::from(if i < dimension { vectors[j][i] } else { 1 })
            } else if j < variables + equations {
                BigInt::from(i64::from(j - variables == i))
            } else {
                BigInt::from(i64::from(i == dimension))
            }
        };
        let columns = variables + equations + 1;
        let mut rows: Vec<Vec<BigInt>> =
            (0..equations).map(|i| (0..columns).map(|j| entry(i, j)).collect()).collect();
        let is_artificial = |j: usize| j >= variables && j < variables + equations;
        let cost = |j: usize| -> BigInt {
            if is_artificial(j) { BigInt::ZERO } else { -rows.iter().map(|row| &row[j]).sum::<BigInt>() }
        };
        let costs: Vec<BigInt> = (0..columns).map(cost).collect();
        rows.push(costs);
        let basis = (variables..variables + equations).collect();
        Tableau { rows, basis, denominator: BigInt::from(1), variables }
    }

    /// One step by Bland's rule; false when the sum of the artificial variables is least.
    fn pivot(&mut self) -> bool {
        let equations = self.basis.len();
        let right = self.rows[0].len() - 1;
        let Some(enters) = (0..right).find(|j| self.rows[equations][*j].sign() == Sign::Minus) else {
            return false;
        };
        let mut leaves: Option<usize> = None;
        for i in 0..equations {
            if self.rows[i][enters].sign() != Sign::Plus {
                continue;
            }
            let is_better = leaves.is_none_or(|best| {
                let here = &self.rows[i][right] * &self.rows[best][enters];
                let there = &self.rows[best][right] * &self.rows[i][enters];
                (here, self.basis[i]) < (there, self.basis[best])
            });
            if is_better {
                leaves = Some(i);
            }
        }
        let leaves = leaves.expect("the sum of the artificial variables is at least 0");
        let pivot = self.rows[leaves][enters].clone();
        let pivot_row = self.rows[leaves].clone();
        for (i, row) in self.rows.iter_mut().enumerate() {
            if i == leaves {
                continue;
            }
            let factor = row[enters].clone();
            for (entry, pivot_entry) in row.iter_mut().zip(&pivot_row) {
                let old = std::mem::take(entry);
                *entry = (old * &pivot - &factor * pivot_entry) / &self.denominator;
            }
        }
        self.denominator = pivot;
        self.basis[leaves] = enters;
        true
    }

    fn conclusion(&self) -> Separation {
        let equations = self.basis.len();
        let right = self.rows[0].len() - 1;
        let costs = &self.rows[equations];
        if costs[right].sign() == Sign::NoSign {
            let mut multipliers = vec![BigInt::ZERO; self.variables];
            for (row, variable) in self.rows.iter().zip(&self.basis) {
                if let Some(multiplier) = multipliers.get_mut(*variable) {
                    multiplier.clone_from(&row[right]);
                }
            }
            return Separation::Loop(primitive(multipliers));
        }
        // The dual solution (w, t) has w·v + t ≤ 0 for all v and t > 0, so -w is positive on all v; an artificial variable of
        // cost 1 has the reduced cost 1 - w.
        let dual = &costs[self.variables..self.variables + equations - 1];
        Separation::Functional(primitive(dual.iter().map(|cost| cost - &self.denominator).collect()))
    }
}

/// The vector divided by the greatest common divisor of its entries.
pub(crate) fn primitive(mut vector: Vec<BigInt>) -> Vec<BigInt> {
    let divisor = vector.iter().fold(BigUint::ZERO, |divisor, entry| gcd(divisor, entry.magnitude().clone()));
    let divisor = BigInt::from(divisor);
    if divisor > BigInt::from(1) {
        for entry in &mut vector {
            *entry = &*entry / &divisor;
        }
    }
    vector
}

/// The vector as machine integers, when it fits.
pub(crate) fn small(vector: &[BigInt]) -> Option<Vec<i64>> {
    vector.iter().map(|entry| i64::try_from(entry).ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn holds(vectors: &[Vec<i64>], found: &Separation) -> bool {
        let big = |vector: &Vec<i64>| -> Vec<BigInt> { vector.iter().copied().map(BigInt::from).collect() };
        match found {
            Separation::Functional(functional) => vectors.iter().all(|vector| {
                let product: BigInt = functional.iter().zip(big(vector)).map(|(l, v)| l * v).sum();
                product.sign() == Sign::Plus
            }),
            Separation::Loop(multipliers) => {
                let sum = |i: usize| -> BigInt {
                    multipliers.iter().zip(vectors).map(|(m, v)| m * BigInt::from(v[i])).sum()
                };
                multipliers.iter().all(|m| m.sign() != Sign::Minus)
                    && multipliers.iter().any(|m| m.sign() == Sign::Plus)
                    && (0..vectors[0].len()).all(|i| sum(i).sign() == Sign::NoSign)
            }
        }
    }

    #[test]
    fn functionals_are_small_where_possible() {
        let nim = [vec![1, 0], vec![0, 1], vec![-1, 1]];
        assert_eq!(
            separate(2, &nim, &Limits::none()),
            Ok(Separation::Functional([1, 2].map(BigInt::from).to_vec()))
        );
        // Only the simplex algorithm finds these.
        let steep = [vec![1, 0], vec![-1000, 1]];
        let found = separate(2, &steep, &Limits::none()).unwrap();
        assert!(matches!(found, Separation::Functional(_)) && holds(&steep, &found), "{found:?}");
        let wide: Vec<Vec<i64>> = (0..16)
            .map(|i| {
                (0..16)
                    .map(|j| {
                        if i == j {
                            1
                        } else if j + 1 == i {
                            -30
                        } else {
                            0
                        }
                    })
                    .collect()
            })
            .collect();
        let found = separate(16, &wide, &Limits::none()).unwrap();
        assert!(matches!(found, Separation::Functional(_)) && holds(&wide, &found), "{found:?}");
    }

    proptest! {
        /// Whatever is found is what it says; that one of the two is found is Gordan's theorem.
        #[test]
        fn every_separation_holds(vectors in prop::collection::vec(prop::collection::vec(-9i64..=9, 4), 1..12)) {
            let found = separate(4, &vectors, &Limits::none()).unwrap();
            prop_assert!(holds(&vectors, &found), "{:?}", found);
            // The simplex algorithm alone says the same.
            let mut tableau = Tableau::new(4, &vectors);
            while tableau.pivot() {}
            let alone = tableau.conclusion();
            prop_assert!(holds(&vectors, &alone), "{:?}", alone);
            prop_assert_eq!(matches!(alone, Separation::Loop(_)), matches!(found, Separation::Loop(_)));
        }
    }
}
