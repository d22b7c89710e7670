//! The multiplication table of the nimbers below some number, by size or by logarithm.

use serde::Serialize;

use super::{Answer, Asking, Claim, Question, Refused};
use crate::nim::product;

/// The nim products of all nimbers below some number.
///
/// ```
/// use impartial::question::{Asking, NimTableOrder, NimTableQuestion, Question};
/// let question = NimTableQuestion { size: 4, by: NimTableOrder::Size };
/// let table = question.ask(&Asking::new())?.value.table;
/// assert_eq!(table, [[0, 0, 0, 0], [0, 1, 2, 3], [0, 2, 3, 1], [0, 3, 1, 2]]);
/// # Ok::<(), impartial::question::Refused>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NimTableQuestion {
    /// How many nimbers, from 0 on.
    pub size: u64,
    /// The order of rows and columns.
    pub by: NimTableOrder,
}

/// The order of rows and columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NimTableOrder {
    /// 0, 1, 2, …
    Size,
    /// The powers of the least generator, 1, g, g², …; the zero is left out.
    Logarithm,
}

/// A table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct NimTableValue {
    /// How many rows and columns.
    pub size: usize,
    /// The products, row by row.
    pub table: Vec<Vec<u64>>,
    /// What rows and columns stand for, where they are powers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub powers: Option<Vec<u64>>,
    /// What rows and columns stand for.
    #[serde(skip)]
    pub heads: Vec<u64>,
}

/// The largest table.
const LARGEST: u64 = 1024;

impl Question for NimTableQuestion {
    type Value = NimTableValue;

    fn ask(&self, asking: &Asking<'_>) -> Result<Answer<NimTableValue>, Refused> {
        let size = self.size;
        if size > LARGEST {
            return Err(Refused::new(format!("a table is of {LARGEST} nimbers at most")));
        }
        let heads: Vec<u64> = match self.by {
            NimTableOrder::Size => (0..size).collect(),
            NimTableOrder::Logarithm => powers(size).ok_or_else(|| {
                Refused::new(format!("the nimbers below {size} are not a field with a generator"))
                    .help("by logarithm, the table is of 4, 16 or 256 nimbers")
            })?,
        };
        let row = |a: &u64| heads.iter().map(|b| product(*a, *b)).collect();
        let table: Vec<Vec<u64>> = heads.iter().map(row).collect();
        let powers = (self.by == NimTableOrder::Logarithm).then(|| heads.clone());
        let value = NimTableValue { size: table.len(), table, powers, heads };
        let claim = Claim::Proved("exact arithmetic in the Field On_2".into());
        Ok(asking.trusting(
            Answer::new(value, "products", claim),
            "trusted is the arithmetic of the table; a single value has one (`impartial nim '6*11'`)",
        ))
    }
}

/// The powers 1, g, g², … of the least generator of the field of `size` nimbers, when there is one of that size.
fn powers(size: u64) -> Option<Vec<u64>> {
    if ![4, 16, 256].contains(&size) {
        return None;
    }
    (2..size).map(powers_of).find(|powers| powers.len() as u64 == size - 1)
}

/// The powers 1, g, g², … of a nimber below 256 that is not 0, until they come again.
fn powers_of(generator: u64) -> Vec<u64> {
    let next = |power: &u64| Some(product(*power, generator)).filter(|next| *next != 1);
    std::iter::successors(Some(1), next).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every non-zero nimber of a field is a power of its generator, once.
    #[test]
    fn powers_run_through_the_field() {
        for size in [4, 16, 256] {
            let mut powers = powers(size).unwrap();
            assert_eq!(powers[0], 1);
            powers.sort_unstable();
            assert_eq!(powers, (1..size).collect::<Vec<_>>());
        }
        assert!([2, 8, 15, 17, 65_536].into_iter().all(|size| powers(size).is_none()));
    }

    /// By logarithm, the product is in the field of 16 exactly on every 17th diagonal, in the field of 4 on every 85th.
    #[test]
    fn smaller_fields_are_diagonals() {
        let question = NimTableQuestion { size: 256, by: NimTableOrder::Logarithm };
        let table = question.ask(&Asking::new()).unwrap().value.table;
        for (i, row) in table.iter().enumerate() {
            for (j, value) in row.iter().enumerate() {
                assert_eq!(*value < 16, (i + j) % 17 == 0);
                assert_eq!(*value < 4, (i + j) % 85 == 0);
            }
        }
    }

    /// So the picture does not depend on the generator: 128 of them give the same one.
    #[test]
    fn every_generator_gives_the_same_diagonals() {
        let all = (2..256).map(powers_of).filter(|powers| powers.len() == 255);
        let same = |powers: &Vec<u64>| {
            powers.iter().enumerate().all(|(at, power)| {
                (*power < 16) == (at % 17 == 0)
                    && (*power < 4) == (at % 85 == 0)
                    && (*power == 1) == (at == 0)
            })
        };
        assert_eq!(all.map(|powers| assert!(same(&powers))).count(), 128);
    }
}
