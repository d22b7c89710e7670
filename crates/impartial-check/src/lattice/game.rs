//! The game in the coordinates y = Ux + t, after checking that plays end and that the board lies in N^d there.

use super::certificate::{Axis, Certificate, Combination, Inequality, Stratum, narrow};
use super::{malformed, refuted};
use crate::Refusal;

/// Rules, board, defeated points and strata in the coordinates y.
pub(super) struct Game {
    pub(super) rules: Vec<Vec<i64>>,
    pub(super) board: Vec<Inequality>,
    pub(super) defeated: Vec<Vec<i64>>,
    pub(super) strata: Vec<Stratum>,
}

impl Game {
    /// Checks the functional and the coordinates, and changes coordinates.
    pub(super) fn new(certificate: &Certificate) -> Result<Self, Refusal> {
        plays_end(certificate)?;
        is_natural(certificate)?;
        let coordinates = &certificate.coordinates;
        let turn = |vector: &Vec<i64>| -> Result<Vec<i64>, Refusal> {
            coordinates.matrix.iter().map(|row| narrow(dot(row, vector))).collect()
        };
        let place = |point: &Vec<i64>| -> Result<Vec<i64>, Refusal> {
            let turned = turn(point)?;
            turned
                .iter()
                .zip(&coordinates.shift)
                .map(|(y, t)| narrow(i128::from(*y) + i128::from(*t)))
                .collect()
        };
        let board = certificate.board.iter().map(|inequality| {
            // a·x ≥ b with x = U⁻¹(y − t) is a'·y ≥ b + a'·t with a' = a·U⁻¹.
            let column = |i: usize| coordinates.inverse.iter().map(move |row| row[i]).collect::<Vec<_>>();
            let normal: Vec<i64> = (0..coordinates.shift.len())
                .map(|i| narrow(dot(&inequality.normal, &column(i))))
                .collect::<Result<_, _>>()?;
            let bound = narrow(i128::from(inequality.bound) + dot(&normal, &coordinates.shift))?;
            Ok(Inequality { normal, bound })
        });
        let strata = certificate.strata.iter().flatten().map(|stratum| {
            let generators = stratum.generators.iter().map(turn).collect::<Result<_, _>>()?;
            Ok(Stratum { offset: place(&stratum.offset)?, generators })
        });
        let game = Game {
            rules: certificate.rules.iter().map(turn).collect::<Result<_, _>>()?,
            board: board.collect::<Result<_, Refusal>>()?,
            defeated: certificate.defeated.iter().map(place).collect::<Result<_, _>>()?,
            strata: strata.collect::<Result<_, Refusal>>()?,
        };
        game.check_axes(&certificate.axes)?;
        let is_on_board =
            |y: &Vec<i64>| game.board.iter().all(|side| dot(&side.normal, y) >= side.bound.into());
        if !game.defeated.iter().all(is_on_board) {
            return Err(refuted("a defeated point is off the board".into()));
        }
        Ok(game)
    }

    /// An axis that does not grow stands alone in its inequalities, and the board ends where a bounded axis does.
    fn check_axes(&self, axes: &[Axis]) -> Result<(), Refusal> {
        for (i, axis) in axes.iter().enumerate().filter(|(_, axis)| **axis != Axis::Growing) {
            let mut own = self.board.iter().filter(|side| side.normal[i] != 0);
            if own.clone().any(|side| side.normal.iter().filter(|entry| **entry != 0).count() > 1) {
                return Err(malformed("an axis that does not grow shares an inequality with another"));
            }
            if let Axis::Bounded { most } = axis {
                let ends = |side: &Inequality| {
                    side.normal[i] < 0
                        && i128::from(side.normal[i]) * (i128::from(*most) + 1) < i128::from(side.bound)
                };
                if !own.any(ends) {
                    return Err(refuted(format!("the board does not end at {most} on the bounded axis {i}")));
                }
            }
        }
        Ok(())
    }
}

/// l·γ ≥ 1 for every rule, and l is bounded below on the board, so every play ends.
fn plays_end(certificate: &Certificate) -> Result<(), Refusal> {
    let l = &certificate.functional;
    if certificate.rules.iter().any(|rule| dot(l, rule) < 1) {
        return Err(refuted("the functional does not decrease at every move".into()));
    }
    lower_bound(l, &certificate.functional_bound, &certificate.board)
        .map(drop)
        .ok_or_else(|| refuted("the functional is not the combination of inequalities that is given".into()))
}

/// The change of coordinates is one of Z^d, and integer points of the board have no negative coordinate after it.
fn is_natural(certificate: &Certificate) -> Result<(), Refusal> {
    let coordinates = &certificate.coordinates;
    for (i, row) in coordinates.matrix.iter().enumerate() {
        for k in 0..row.len() {
            let column: Vec<i64> = coordinates.inverse.iter().map(|row| row[k]).collect();
            if dot(row, &column) != i128::from(i == k) {
                return Err(refuted("\"inverse\" is not the inverse of \"matrix\"".into()));
            }
        }
        let least = lower_bound(row, &coordinates.bounds[i], &certificate.board)
            .ok_or_else(|| refuted(format!("row {i} of the matrix is not the combination that is given")))?;
        if least + i128::from(coordinates.shift[i]) < 0 {
            return Err(refuted(format!("coordinate {i} is not shown to be nonnegative on the board")));
        }
    }
    Ok(())
}

/// The least value at integer points of the board that the combination gives for a functional; `None` if it gives none.
fn lower_bound(functional: &[i64], combination: &Combination, board: &[Inequality]) -> Option<i128> {
    let denominator = i128::from(combination.denominator);
    let total = |entry: &dyn Fn(&Inequality) -> i64| -> i128 {
        let terms = combination.multipliers.iter().zip(board);
        terms.map(|(multiplier, side)| i128::from(*multiplier) * i128::from(entry(side))).sum()
    };
    let agrees = |i: usize| denominator * i128::from(functional[i]) == total(&|side| side.normal[i]);
    (0..functional.len()).all(agrees).then(|| -(-total(&|side| side.bound)).div_euclid(denominator))
}

/// The scalar product. Entries are below 2^40 and lists shorter than 2^40, so this cannot overflow.
pub(super) fn dot(a: &[i64], b: &[i64]) -> i128 {
    a.iter().zip(b).map(|(a, b)| i128::from(*a) * i128::from(*b)).sum()
}
