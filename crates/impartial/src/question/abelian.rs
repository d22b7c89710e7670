//! The nimbers of abelian p-groups by their exponents.

use serde::Serialize;
use serde_json::json;

use super::certificate::Certificate;
use super::{Answer, Asking, Claim, Question, Refused, Stopped};
use crate::algebra::{DivisorTable, Exception, ThreeSummands, three_generated_guess};

/// The nimbers of all groups Z/p^n1 + Z/p^n2 + … with exponents up to the bounds given. The prime does not matter.
///
/// ```
/// use impartial::question::{AbelianQuestion, Asking, Question};
/// let question = AbelianQuestion { bounds: "11,14".into(), exceptions: false };
/// let answer = question.ask(&Asking::new())?;
/// // [AG, Figure 1]
/// assert_eq!(answer.value.table.unwrap().nimber(&[6, 8]), 5);
/// # Ok::<(), impartial::question::Refused>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AbelianQuestion {
    /// The largest exponents, increasing, separated by commas.
    pub bounds: String,
    /// With three bounds: the groups for which the formula of [AG, Remark 3.18] is wrong. With one bound: all such groups with
    /// three summands, the first up to the bound.
    pub exceptions: bool,
}

/// The nimbers of groups.
#[derive(Clone, Debug, Serialize)]
pub struct AbelianValue {
    /// The largest exponents.
    pub bounds: Vec<u32>,
    /// Every group within the bounds, in lexicographic order.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub groups: Option<Vec<AbelianGroup>>,
    /// How many groups the formula was compared for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub checked: Option<usize>,
    /// The groups for which the formula is wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exceptions: Option<Vec<FormulaException>>,
    /// The exceptions are all there are: for larger n2 the formula is right.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub right_beyond: Option<u32>,
    /// The nimbers by their exponents.
    #[serde(skip)]
    pub table: Option<DivisorTable>,
}

/// A group, and what it is worth.
#[derive(Clone, Debug, Serialize)]
pub struct AbelianGroup {
    /// Its exponents, increasing.
    pub exponents: Vec<u32>,
    /// Its nimber.
    pub nimber: u32,
}

/// A group for which the formula of [AG, Remark 3.18] is wrong.
#[derive(Clone, Debug, Serialize)]
pub struct FormulaException {
    /// Its exponents, increasing.
    pub exponents: Vec<u32>,
    /// Its nimber.
    pub nimber: u32,
    /// What the formula says.
    pub formula: u64,
    /// Which of the three lines of the formula.
    pub line: u8,
}

/// The most nimbers that an answer lists.
const MOST_ROWS: usize = 1_000_000;

impl Question for AbelianQuestion {
    type Value = AbelianValue;

    fn ask(&self, asking: &Asking<'_>) -> Result<Answer<AbelianValue>, Refused> {
        let bounds = self.bounds()?;
        let mut value = AbelianValue {
            bounds,
            groups: None,
            checked: None,
            exceptions: None,
            right_beyond: None,
            table: None,
        };
        if let (true, [most]) = (self.exceptions, value.bounds.as_slice()) {
            let known = match ThreeSummands::new(*most, &asking.limits) {
                Ok(known) => known,
                Err(reason) => return Ok(Answer::stopped(value, reason)),
            };
            let found =
                |Exception { exponents, nimber }| AbelianGroup { exponents: exponents.to_vec(), nimber };
            value.exceptions =
                Some(known.exceptions().into_iter().map(found).filter_map(exception).collect());
            value.right_beyond = Some(known.bound());
            let claim = Claim::Proved(format!(
                "tables of mex for n1 <= {most} and n2 <= {}, and induction beyond (docs/algebra.md, three summands)",
                known.bound()
            ));
            let answer = Answer::new(value, "exceptions", claim);
            return Ok(Answer { certificate: asking.certify(|| Ok(certificate(&known))), ..answer });
        }
        let table = match DivisorTable::new(&value.bounds, &asking.limits) {
            Ok(table) => table,
            Err(reason) => return Ok(Answer::stopped(value, reason)),
        };
        let mut sequences = Vec::new();
        if !below(&value.bounds, &mut Vec::new(), &mut sequences) {
            let why = format!("more than {MOST_ROWS} groups to list");
            return Ok(Answer::stopped(value, Stopped::because(why)));
        }
        let claim =
            Claim::Proved("mex over interlacing sequences of exponents (Brandenburg, Prop 3.4)".into());
        let row = |exponents: Vec<u32>| AbelianGroup { nimber: table.nimber(&exponents), exponents };
        let rows = sequences.into_iter().map(row);
        let statement = if self.exceptions {
            let compared: Vec<AbelianGroup> = rows.filter(|row| row.exponents[0] > 0).collect();
            value.checked = Some(compared.len());
            value.exceptions = Some(compared.into_iter().filter_map(exception).collect());
            "exceptions"
        } else {
            value.groups = Some(rows.collect());
            "nimbers"
        };
        value.table = Some(table);
        let answer = Answer::new(value, statement, claim);
        Ok(asking.trusting(
            answer,
            "trusted is the recursion over exponents; a single group has one (`impartial nimber 'abelian(Z/4 + Z/8)'`)",
        ))
    }
}

impl AbelianQuestion {
    /// The bounds, read.
    ///
    /// # Errors
    /// When they are no increasing numbers, or not three where the formula is about three.
    pub fn bounds(&self) -> Result<Vec<u32>, Refused> {
        let mut bounds: Vec<u32> = Vec::new();
        let mut at = 0;
        for part in self.bounds.split(',') {
            let span = at..at + part.len();
            let bound: Option<u32> = part.trim().parse().ok().filter(|bound| *bound <= 100_000);
            let Some(bound) = bound else {
                return Err(Refused::new("expected exponents up to 100000, separated by commas")
                    .at(&self.bounds, span));
            };
            if bounds.last().is_some_and(|last| *last > bound) {
                return Err(Refused::new("the bounds must increase").at(&self.bounds, span));
            }
            bounds.push(bound);
            at += part.len() + 1;
        }
        if self.exceptions && ![1, 3].contains(&bounds.len()) {
            return Err(Refused::new("the formula of Remark 3.18 is about three exponents: give bounds of all three, or of the first")
                .at(&self.bounds, 0..self.bounds.len()));
        }
        Ok(bounds)
    }
}

/// Kind `three-summands`: the list, from which the checker works out the tables again.
fn certificate(known: &ThreeSummands) -> Certificate {
    let exceptions: Vec<[u32; 4]> = known
        .exceptions()
        .into_iter()
        .map(|Exception { exponents: [a, b, c], nimber }| [a, b, c, nimber])
        .collect();
    Certificate::of(&json!({
        "kind": "three-summands", "most": known.most(), "bound": known.bound(), "exceptions": exceptions,
    }))
}

/// The group as an exception, if the formula is wrong for it.
fn exception(row: AbelianGroup) -> Option<FormulaException> {
    let AbelianGroup { exponents, nimber } = row;
    let (formula, line) = three_generated_guess(exponents[0], exponents[1], exponents[2]);
    (formula != u64::from(nimber)).then_some(FormulaException { exponents, nimber, formula, line })
}

/// All increasing sequences below the bounds, in order; `false` when there are too many.
fn below(bounds: &[u32], start: &mut Vec<u32>, found: &mut Vec<Vec<u32>>) -> bool {
    if start.len() == bounds.len() {
        found.push(start.clone());
        return found.len() <= MOST_ROWS;
    }
    for part in start.last().copied().unwrap_or(0)..=bounds[start.len()] {
        start.push(part);
        let goes_on = below(bounds, start, found);
        start.pop();
        if !goes_on {
            return false;
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(bounds: &str, exceptions: bool) -> Result<Answer<AbelianValue>, Refused> {
        AbelianQuestion { bounds: bounds.into(), exceptions }.ask(&Asking::new())
    }

    #[test]
    fn every_group_within_the_bounds_is_listed_once() {
        let listed = ask("1,2,2", false).unwrap().value.groups.unwrap();
        let sequences: Vec<&[u32]> = listed.iter().map(|row| row.exponents.as_slice()).collect();
        let mut expected = Vec::new();
        for a in 0..=1 {
            for b in a..=2 {
                (b..=2).for_each(|c| expected.push([a, b, c]));
            }
        }
        assert_eq!(sequences, expected);
        // One exponent: a cyclic group is worth its length.
        let cyclic = ask("5", false).unwrap().value.groups.unwrap();
        assert!(cyclic.iter().all(|row| row.exponents == [row.nimber]));
    }

    #[test]
    fn exceptions_are_wrong_and_others_right() {
        let value = ask("3,4,5", true).unwrap().value;
        let (wrong, table) = (value.exceptions.unwrap(), value.table.unwrap());
        let mut checked = 0;
        for row in ask("3,4,5", false).unwrap().value.groups.unwrap() {
            let [a, b, c] = row.exponents[..] else { unreachable!() };
            if a == 0 {
                continue;
            }
            checked += 1;
            let is_wrong = three_generated_guess(a, b, c).0 != u64::from(table.nimber(&[a, b, c]));
            assert_eq!(wrong.iter().any(|found| found.exponents == [a, b, c]), is_wrong);
        }
        assert_eq!(value.checked, Some(checked));
    }

    /// All exceptions: those of tables with three bounds, and no more; with a proof that is checked.
    #[test]
    fn one_bound_has_all_exceptions() {
        let question = AbelianQuestion { bounds: "2".into(), exceptions: true };
        let answer = question.ask(&Asking::with_certificate()).unwrap();
        let groups = |value: &AbelianValue| -> Vec<Vec<u32>> {
            value.exceptions.iter().flatten().map(|found| found.exponents.clone()).collect()
        };
        assert_eq!(groups(&answer.value), groups(&ask("2,14,20", true).unwrap().value));
        let certificate = answer.certificate.unwrap().unwrap().to_string();
        assert!(impartial_check::check(&certificate).is_ok());
    }

    #[test]
    fn bad_bounds_are_refused_and_a_stop_claims_nothing() {
        for (bounds, exceptions) in
            [("", false), ("3,2", false), ("x", false), ("100001", false), ("2,3", true)]
        {
            assert!(ask(bounds, exceptions).is_err(), "{bounds}");
        }
        let asking = Asking::new();
        asking.limits.handle().stop(crate::limits::StopReason::Time);
        let long = AbelianQuestion { bounds: "300,400,500".into(), exceptions: false }.ask(&asking).unwrap();
        assert!(long.stopped.is_some() && long.claims.is_empty());
    }
}
