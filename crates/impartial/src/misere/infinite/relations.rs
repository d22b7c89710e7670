//! Relations between the growing generators, exactly.
//!
//! Two sums u, w of growing generators are indistinguishable exactly if S(x + u) = S(x + w) for all x: the arrays of
//! slices shifted by u and by w are equal. Going through the monomials by degree, those that equal no earlier one are normal
//! forms; a monomial that does, and that no earlier relation reduces, gives a relation. In this way the relations found are
//! the reduced Gröbner basis of the congruence, up to the degree looked at.

use rustc_hash::FxHashMap;

use super::InfiniteQuotient;
use super::order::points;
use crate::limits::{Limits, StopReason};

/// Two indistinguishable sums of growing generators, as exponents; the second comes first in the order by degree.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Relation {
    /// What is replaced.
    pub from: Vec<u64>,
    /// By what.
    pub to: Vec<u64>,
}

/// The coordinates of the grid on which arrays are compared first: near by and far out.
const GRID: [u64; 8] = [0, 1, 2, 4, 8, 13, 21, 22];
/// The largest degree for so many growing generators.
const LARGEST_DEGREE: [u64; 4] = [20, 20, 12, 8];

impl InfiniteQuotient {
    /// The relations between growing generators up to some degree, and that degree.
    pub fn relations(&self, limits: &Limits) -> Result<(Vec<Relation>, u64), StopReason> {
        let axes = self.growing.len();
        let mut relations: Vec<Relation> = Vec::new();
        let mut normal: FxHashMap<Vec<u32>, Vec<Vec<u64>>> = FxHashMap::default();
        let largest = *LARGEST_DEGREE.get(axes.saturating_sub(1)).unwrap_or(&6);
        for degree in 0..=largest {
            for monomial in monomials(axes, degree) {
                let divides = |relation: &Relation| relation.from.iter().zip(&monomial).all(|(a, b)| a <= b);
                if relations.iter().any(divides) {
                    continue;
                }
                limits.poll()?;
                let alike = normal.entry(self.signature(&monomial)).or_default();
                let mut equal = None;
                for earlier in alike.iter() {
                    if self.automaton.shifts_agree(earlier, &monomial, limits)? {
                        equal = Some(earlier.clone());
                        break;
                    }
                }
                match equal {
                    Some(to) => relations.push(Relation { from: monomial, to }),
                    None => alike.push(monomial),
                }
            }
        }
        Ok((relations, largest))
    }

    /// The slices of the array shifted by u on a small grid.
    fn signature(&self, u: &[u64]) -> Vec<u32> {
        let on_grid = |places: Vec<u64>| -> Vec<u64> {
            places.iter().zip(u).map(|(place, u)| u + GRID[*place as usize]).collect()
        };
        points(&vec![0; u.len()], GRID.len() as u64)
            .map(|places| self.automaton.at(&on_grid(places)))
            .collect()
    }
}

/// The exponents of all monomials of a degree, those with many copies of later generators first.
pub(super) fn monomials(axes: usize, degree: u64) -> Vec<Vec<u64>> {
    match axes {
        0 if degree == 0 => vec![Vec::new()],
        0 => Vec::new(),
        1 => vec![vec![degree]],
        _ => (0..=degree)
            .flat_map(|first| {
                monomials(axes - 1, degree - first).into_iter().map(move |rest| [vec![first], rest].concat())
            })
            .collect(),
    }
}
