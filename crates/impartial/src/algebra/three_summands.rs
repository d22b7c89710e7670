//! The nimbers of all groups Z/p^a ⊕ Z/p^b ⊕ Z/p^c with a bounded: the formula of [AG, Remark 3.18] proved, with its exceptions.
//!
//! Write α(a,b,c) for the nimber, a ≤ b ≤ c, Δ_n = n(n+1)/2 and s = c - b + a. The formula f has three lines: a + b + c where b ≤ Δ_s;
//! a + b - 1 where Δ_s < b ≤ Δ_{s+1}; and beyond, the number in [Δ_s, Δ_{s+1}) that is b - 1 - Δ_s from its left end modulo s + 1. A position where
//! α = f is *regular*, another one an *exception*. The options of (a,b,c) are the other (x,y,z) with x ≤ a ≤ y ≤ b ≤ z ≤ c.
//!
//! **Lemma 1.** α(a,b,c) ≤ a + b + c, and where these are equal, they are for all larger c. *Proof.* Options are shorter. All options of
//! (a,b,c), and (a,b,c) itself, are options of (a,b,c+1), so α grows by at least 1 with c. ∎
//!
//! **Lemma 2.** Let b > Δ_{a+2}, and all options of (a,b,c) be regular. Then (a,b,c) is regular. The proof is in `docs/algebra.md`.
//!
//! **Theorem.** Let B ≥ Δ_{a+2}, and let all exceptions (x,y,z) with x ≤ a and y ≤ B have z ≤ B. Then there are no others with x ≤ a.
//! *Proof.* Induction: if b > B, the options have z ≥ b > B, so they are regular: for y ≤ B by what was supposed, for y > B by
//! induction. Lemma 2 applies. ∎
//!
//! So a table is enough that goes, for each x ≤ a and y ≤ B, to the first z with α = x + y + z and y ≤ Δ_{z-y+x}: from there on Lemma 1 has the rest.

use crate::algebra::three_generated_guess;
use crate::limits::{Limits, StopReason};

/// The nimbers of all groups with three summands, the first bounded.
///
/// ```
/// use impartial::algebra::ThreeSummands;
/// let known = ThreeSummands::new(2, &Default::default()).unwrap();
/// assert_eq!(known.exceptions().len(), 5 + 13);
/// assert_eq!(known.nimber(2, 8, 10), 9);
/// assert_eq!(known.nimber(2, 1_000_000, 1_000_003), 15);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ThreeSummands {
    /// The largest a.
    most: u32,
    /// The number B of the theorem.
    bound: u32,
    /// For each a and each b from a to B the nimbers from c = b on, to the first that is a + b + c.
    rows: Vec<Vec<Vec<u32>>>,
}

/// A group for which the formula is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exception {
    /// Its exponents, increasing.
    pub exponents: [u32; 3],
    /// Its nimber.
    pub nimber: u32,
}

/// The largest number of values in a table.
const MOST_VALUES: u64 = 1 << 24;

impl ThreeSummands {
    /// The table for a ≤ `most`.
    ///
    /// # Errors
    /// When a limit is reached.
    ///
    /// Cost: B is about a²/2; for each a and b a box of a·b·k options, where the tables have k columns, about 2a.
    pub fn new(most: u32, limits: &Limits) -> Result<Self, StopReason> {
        let side = u64::from(most) + 2;
        let too_large = StopReason::Cap { what: "values", bound: MOST_VALUES };
        if side.saturating_mul(side).saturating_mul(side) > MOST_VALUES {
            return Err(too_large);
        }
        let mut bound = (side * (side + 1) / 2) as u32;
        loop {
            let found = Self::to(most, bound, limits)?;
            let last = found.exceptions().iter().map(|found| found.exponents[2]).max().unwrap_or(0);
            if last <= bound {
                return Ok(found);
            }
            bound = last;
        }
    }

    /// The table for a ≤ `most` and b ≤ `bound`.
    fn to(most: u32, bound: u32, limits: &Limits) -> Result<Self, StopReason> {
        let mut table = ThreeSummands { most, bound, rows: Vec::new() };
        for a in 0..=most {
            table.rows.push(Vec::new());
            for b in a..=bound {
                let row = table.row(a, b, limits)?;
                table.rows[a as usize].push(row);
            }
        }
        Ok(table)
    }

    /// The nimbers from c = b on. The rows of smaller a, and of smaller b with the same a, are known.
    fn row(&self, a: u32, b: u32, limits: &Limits) -> Result<Vec<u32>, StopReason> {
        let mut row: Vec<u32> = Vec::new();
        // Which values options have: those of the columns before stay.
        let mut seen: Vec<bool> = Vec::new();
        let enter = |seen: &mut Vec<bool>, value: u32| {
            let value = value as usize;
            if seen.len() <= value {
                seen.resize(value + 1, false);
            }
            seen[value] = true;
        };
        for c in b.. {
            limits.poll_steps(u64::from((a + 1) * (b - a + 1)))?;
            for x in 0..=a {
                for y in (a..=b).filter(|y| (x, *y) != (a, b)) {
                    enter(&mut seen, self.value(x, y, c));
                }
            }
            let nimber = seen.iter().position(|is_seen| !is_seen).unwrap_or(seen.len()) as u32;
            row.push(nimber);
            enter(&mut seen, nimber);
            if nimber == a + b + c && three_generated_guess(a, b, c).1 == 1 {
                break;
            }
        }
        Ok(row)
    }

    /// An entry of the table; past the end of a row the nimber is the sum (Lemma 1).
    fn value(&self, a: u32, b: u32, c: u32) -> u32 {
        let row = &self.rows[a as usize][(b - a) as usize];
        row.get((c - b) as usize).copied().unwrap_or(a + b + c)
    }

    /// The largest a.
    pub fn most(&self) -> u32 {
        self.most
    }

    /// The number B of the theorem: beyond b = B the formula is right.
    pub fn bound(&self) -> u32 {
        self.bound
    }

    /// The nimber of Z/p^a ⊕ Z/p^b ⊕ Z/p^c.
    ///
    /// # Panics
    /// When a ≤ b ≤ c fails, or a is larger than the table was made for.
    pub fn nimber(&self, a: u32, b: u32, c: u32) -> u64 {
        assert!(a <= b && b <= c && a <= self.most, "exponents within the table");
        if b > self.bound {
            return three_generated_guess(a, b, c).0;
        }
        match self.rows[a as usize][(b - a) as usize].get((c - b) as usize) {
            Some(nimber) => u64::from(*nimber),
            None => u64::from(a) + u64::from(b) + u64::from(c),
        }
    }

    /// All groups with 1 ≤ a ≤ [`most`](Self::most) for which the formula is wrong, in lexicographic order.
    pub fn exceptions(&self) -> Vec<Exception> {
        let mut found = Vec::new();
        for (a, rows) in (0..).zip(&self.rows).skip(1) {
            for (b, row) in (a..).zip(rows) {
                for (c, nimber) in (b..).zip(row) {
                    if three_generated_guess(a, b, c).0 != u64::from(*nimber) {
                        found.push(Exception { exponents: [a, b, c], nimber: *nimber });
                    }
                }
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::algebra::DivisorTable;

    /// The nimbers beside those of the table of all divisor sequences, inside and beyond the bound.
    #[test]
    fn as_in_the_table_of_all_sequences() {
        let known = ThreeSummands::new(3, &Limits::none()).unwrap();
        assert_eq!(known.bound(), 15);
        let table = DivisorTable::new(&[3, 26, 34], &Limits::none()).unwrap();
        for a in 0..=3 {
            for b in a..=26 {
                for c in b..=34 {
                    assert_eq!(known.nimber(a, b, c), u64::from(table.nimber(&[a, b, c])), "{a} {b} {c}");
                }
            }
        }
        assert_eq!(known.exceptions().len(), 5 + 13 + 19);
    }

    /// Lemma 2 for larger a: from its bound on the formula is right in a larger table.
    #[test]
    fn no_exceptions_beyond_the_bound() {
        let small = ThreeSummands::new(5, &Limits::none()).unwrap();
        let large = ThreeSummands::to(5, small.bound() + 25, &Limits::none()).unwrap();
        assert_eq!(small.exceptions(), large.exceptions());
        assert!(small.exceptions().len() > 100);
    }

    /// Small first summands are as the whole table has them.
    #[test]
    fn tables_agree() {
        let (small, large) = (
            ThreeSummands::new(2, &Limits::none()).unwrap(),
            ThreeSummands::new(4, &Limits::none()).unwrap(),
        );
        let within = large.exceptions().into_iter().filter(|found| found.exponents[0] <= 2);
        assert_eq!(within.collect::<Vec<_>>(), small.exceptions());
    }
}
