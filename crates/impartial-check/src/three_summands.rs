//! Kind `three-summands`: for which groups Z/p^a ⊕ Z/p^b ⊕ Z/p^c, 1 ≤ a ≤ b ≤ c and a ≤ `most`, the formula of Brandenburg's Remark 3.18 is wrong.
//!
//! Claim: `exceptions` lists these groups as \[a, b, c, nimber\], in order; for all others the formula gives the nimber: a + b + c where
//! b ≤ Δ_s, with s = c - b + a and Δ_n = n(n+1)/2; a + b - 1 where Δ_s < b ≤ Δ_{s+1}; else Δ_s + ((b - Δ_s - 1) mod (s + 1)).
//!
//! Checked: the nimbers are worked out by their definition, the least number that no other (x, y, z) with x ≤ a ≤ y ≤ b ≤ z ≤ c has, for all a ≤ `most` and b
//! ≤ `bound`, each from c = b to the first c with nimber a + b + c and b ≤ Δ_s. The list is that of the differences; `bound` is at least
//! Δ_{most+2} and at least every c of the list.
//!
//! Why that is a proof. (1) Options are shorter, so nimbers are at most a + b + c; all options of (a,b,c), and (a,b,c), are options of (a,b,c+1), so
//! where the nimber is a + b + c it is so for all larger c, and the formula with it. So the table has all b ≤ `bound`. (2) For b > Δ_{a+2} the formula
//! holds at (a,b,c) when it holds at its options: the proof, two pages, is in `docs/algebra.md` (three summands). (3) For b > `bound` the options have z ≥ b,
//! so none is in the list; by induction the formula holds.

use serde_json::Value;

use crate::fields::{list, number};
use crate::{Refusal, Verified};

/// The largest first exponent.
const MOST: u64 = 40;

/// The most steps of work.
const MOST_WORK: u64 = 1 << 32;

fn triangular(n: u64) -> u64 {
    n * (n + 1) / 2
}

/// What the formula says.
fn formula(a: u64, b: u64, c: u64) -> u64 {
    let s = c - b + a;
    let (first, second) = (triangular(s), triangular(s + 1));
    if b <= first {
        a + b + c
    } else if b <= second {
        a + b - 1
    } else {
        first + (b - first - 1) % (s + 1)
    }
}

/// Nimbers by a, b - a and c - b; past the end of a row they are a + b + c.
struct Table(Vec<Vec<Vec<u64>>>);

impl Table {
    fn nimber(&self, a: u64, b: u64, c: u64) -> u64 {
        let row = &self.0[a as usize][(b - a) as usize];
        row.get((c - b) as usize).copied().unwrap_or(a + b + c)
    }

    /// The row of (a, b): the options of each column are those of the columns before, and those with its c.
    fn row(&self, a: u64, b: u64, work: &mut u64) -> Result<Vec<u64>, Refusal> {
        let (mut row, mut seen) = (Vec::new(), vec![false; 1]);
        let mut c = b;
        loop {
            *work += (a + 1) * (b - a + 1);
            if *work > MOST_WORK {
                return Err(Refusal::Unknown("more work than this checker does".into()));
            }
            let smaller = (0..=a).flat_map(|x| (a..=b).map(move |y| (x, y))).filter(|at| *at != (a, b));
            for value in smaller.map(|(x, y)| self.nimber(x, y, c)).chain(row.last().copied()) {
                let value = value as usize;
                if seen.len() <= value + 1 {
                    seen.resize(value + 2, false);
                }
                seen[value] = true;
            }
            let nimber = seen.iter().position(|is_seen| !is_seen).unwrap_or(seen.len()) as u64;
            row.push(nimber);
            if nimber == a + b + c && b <= triangular(c - b + a) {
                return Ok(row);
            }
            c += 1;
        }
    }
}

/// Checks the list.
pub fn check(certificate: &Value) -> Result<Verified, Refusal> {
    let (most, bound) = (number(certificate, "most")?, number(certificate, "bound")?);
    if most > MOST || bound > triangular(MOST + 2) {
        return Err(Refusal::Unknown(format!("first exponents past {MOST}")));
    }
    if bound < triangular(most + 2) {
        return Err(Refusal::Refuted(format!("\"bound\" must be at least {}", triangular(most + 2))));
    }
    let mut table = Table(Vec::new());
    let (mut found, mut work) = (Vec::new(), 0);
    for a in 0..=most {
        table.0.push(Vec::new());
        for b in a..=bound {
            let row = table.row(a, b, &mut work)?;
            for (c, nimber) in (b..).zip(&row) {
                if a > 0 && formula(a, b, c) != *nimber {
                    found.push([a, b, c, *nimber]);
                }
            }
            table.0[a as usize].push(row);
        }
    }
    let listed = list(certificate, "exceptions")?;
    let is_it = |entry: &Value, found: &[u64; 4]| {
        entry
            .as_array()
            .is_some_and(|entry| entry.iter().map(Value::as_u64).eq(found.iter().copied().map(Some)))
    };
    if listed.len() != found.len() || !listed.iter().zip(&found).all(|(entry, found)| is_it(entry, found)) {
        return Err(Refusal::Refuted("these are not the groups for which the formula is wrong".into()));
    }
    if let Some([a, b, c, _]) = found.iter().find(|[_, _, c, _]| *c > bound) {
        return Err(Refusal::Refuted(format!("the exception ({a},{b},{c}) is beyond \"bound\"")));
    }
    let statement = format!(
        "the nimber of Z/p^a + Z/p^b + Z/p^c, 1 <= a <= b <= c and a <= {most}, is that of the formula of Remark 3.18, but for {} groups",
        found.len()
    );
    Ok(Verified { kind: "three-summands".into(), statement })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    const EXCEPTIONS: [[u64; 4]; 5] = [[1, 1, 1, 1], [1, 1, 2, 2], [1, 2, 2, 1], [1, 3, 3, 2], [1, 3, 4, 3]];

    fn read(most: u64, bound: u64, exceptions: &[[u64; 4]]) -> Result<Verified, Refusal> {
        check(&json!({ "most": most, "bound": bound, "exceptions": exceptions }))
    }

    #[test]
    fn only_the_list_itself_passes() {
        assert!(read(1, 6, &EXCEPTIONS).is_ok() && read(1, 9, &EXCEPTIONS).is_ok());
        // A bound too small, a group left out, one too many, another nimber, another a.
        assert!(read(1, 5, &EXCEPTIONS).is_err());
        assert!(read(1, 6, &EXCEPTIONS[..4]).is_err());
        assert!(read(1, 6, &[&EXCEPTIONS[..], &[[1, 3, 5, 4]]].concat()).is_err());
        let mut other = EXCEPTIONS;
        other[2][3] = 2;
        assert!(read(1, 6, &other).is_err());
        assert!(read(2, 10, &EXCEPTIONS).is_err());
        assert!(read(1 << 40, 6, &EXCEPTIONS).is_err());
    }
}
