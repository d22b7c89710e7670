//! Functionals bounded below on a board, with the proof: a combination of its inequalities.

use num_bigint::{BigInt, Sign};

use super::rules::Inequality;

/// Multipliers λ_j >= 0 and a denominator q > 0 with q f = Σ λ_j a_j: on the board f is at least (Σ λ_j b_j)/q. The bound is
/// the best one. `None` when there is none, when there are too many inequalities to try, or when numbers do not fit.
///
/// By duality of linear programming the best bound is reached with d independent inequalities at most; all choices are tried.
///
/// ```
/// use impartial::lattice::{Inequality, bounds::lower_bound};
/// let board = [(vec![1, 3], -2), (vec![1, 0], 0)].map(|(normal, bound)| Inequality { normal, bound });
/// // 3(x + 2y) = 2(x + 3y) + x >= -4.
/// assert_eq!(lower_bound(&[1, 2], &board), Some((vec![2, 1], 3)));
/// assert_eq!(lower_bound(&[0, -1], &board), None);
/// ```
pub fn lower_bound(functional: &[i64], board: &[Inequality]) -> Option<(Vec<i64>, i64)> {
    let dimension = functional.len();
    let mut chosen: Vec<usize> = (0..dimension).collect();
    let mut best: Option<(BigInt, Vec<BigInt>, BigInt, Vec<usize>)> = None;
    let mut tried = 0;
    while chosen.last().is_some_and(|last| *last < board.len()) {
        tried += 1;
        if tried > MOST_TRIED {
            return None;
        }
        let normals: Vec<&[i64]> = chosen.iter().map(|j| board[*j].normal.as_slice()).collect();
        if let Some((multipliers, denominator)) = coefficients(&normals, functional)
            && multipliers.iter().all(|lambda| lambda.sign() != Sign::Minus)
        {
            let bound: BigInt =
                multipliers.iter().zip(&chosen).map(|(lambda, j)| lambda * board[*j].bound).sum();
            let is_better = best.as_ref().is_none_or(|known| &bound * &known.2 > &known.0 * &denominator);
            if is_better {
                best = Some((bound, multipliers, denominator, chosen.clone()));
            }
        }
        advance(&mut chosen, board.len());
    }
    let (_, multipliers, denominator, chosen) = best?;
    let mut all = vec![0; board.len()];
    for (lambda, j) in multipliers.iter().zip(chosen) {
        all[j] = i64::try_from(lambda).ok()?;
    }
    Some((all, i64::try_from(denominator).ok()?))
}

/// Choices of inequalities tried at most.
const MOST_TRIED: usize = 50_000;

/// The next choice of as many of the first `count` numbers; past the last one, the last entry is `count` or more.
fn advance(chosen: &mut [usize], count: usize) {
    let size = chosen.len();
    let place = (0..size).rev().find(|i| chosen[*i] + (size - i) < count).unwrap_or(0);
    let next = chosen[place] + 1;
    for (offset, entry) in chosen[place..].iter_mut().enumerate() {
        *entry = next + offset;
    }
}

/// The coefficients of a vector in d independent ones, over a common positive denominator; `None` when they are dependent.
/// Elimination without fractions (Bareiss).
fn coefficients(vectors: &[&[i64]], target: &[i64]) -> Option<(Vec<BigInt>, BigInt)> {
    let size = target.len();
    // One equation a coordinate; the last column is the target.
    let mut rows: Vec<Vec<BigInt>> =
        (0..size).map(|i| vectors.iter().map(|v| v[i].into()).chain([target[i].into()]).collect()).collect();
    let mut previous = BigInt::from(1);
    for column in 0..size {
        let pivot = (column..size).find(|row| rows[*row][column].sign() != Sign::NoSign)?;
        rows.swap(column, pivot);
        let pivot = rows[column].clone();
        for (i, row) in rows.iter_mut().enumerate().filter(|(i, _)| *i != column) {
            let factor = row[column].clone();
            for (j, entry) in row.iter_mut().enumerate() {
                // Rows above the pivot are reduced too; their own pivots follow the common denominator.
                *entry = (&*entry * &pivot[column] - &pivot[j] * &factor) / &previous;
            }
            debug_assert!(i != column);
        }
        previous = pivot[column].clone();
    }
    let negative = previous.sign() == Sign::Minus;
    let signed = |x: BigInt| if negative { -x } else { x };
    Some((rows.iter().map(|row| signed(row[size].clone())).collect(), signed(previous)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coefficients_are_coefficients() {
        let vectors: [&[i64]; 3] = [&[2, 0, 1], &[1, 1, 0], &[0, 3, -1]];
        let (lambda, q) = coefficients(&vectors, &[4, 5, -7]).unwrap();
        for (i, target) in [4, 5, -7].into_iter().enumerate() {
            let sum: BigInt = lambda.iter().zip(vectors).map(|(l, v)| l * v[i]).sum();
            assert_eq!(sum, &q * target);
        }
        assert_eq!(coefficients(&[&[1, 2], &[2, 4]], &[1, 0]), None);
    }

    #[test]
    fn all_choices_come_once() {
        let mut chosen = vec![0, 1];
        let mut seen = vec![];
        while chosen[1] < 4 {
            seen.push(chosen.clone());
            advance(&mut chosen, 4);
        }
        assert_eq!(seen, [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]]);
    }

    #[test]
    fn the_best_bound_is_found() {
        let board = [(vec![1, 0], 0), (vec![0, 1], 0), (vec![1, 1], 5)];
        let board = board.map(|(normal, bound)| Inequality { normal, bound });
        // x + y >= 5 beats x >= 0 and y >= 0.
        let (multipliers, q) = lower_bound(&[1, 1], &board).unwrap();
        let bound: i64 = multipliers.iter().zip(&board).map(|(l, i)| l * i.bound).sum();
        assert_eq!(bound / q, 5);
    }
}
