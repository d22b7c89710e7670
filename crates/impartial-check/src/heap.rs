//! Grundy values of taking-and-breaking games, and their periods.
//!
//! **What is claimed.** `grundy-values`: the heaps 0, 1, …, N - 1 of the game have the values listed. `heap-period`: the
//! heaps below first_heap + period have the values listed, and G(n + period) = G(n) for all n ≥ first_heap, with both
//! numbers least. For `heap-arithmetic-period` see `arithmetic`.
//!
//! **What is checked.** For every heap n below a bound, that g(n) = mex { g(o) : o an option of n }, where g is the list,
//! continued periodically. A function with this property is the Grundy function, heap by heap, by induction. For
//! `grundy-values` the bound is N. For `heap-period` it is s·first + s·p + k (at least, and beyond every least heap), where
//! the code takes at most k tokens and leaves at most s heaps, and first is at least 1: then G(n + p) = G(n) for
//! first ≤ n < s·first + (s-1)·p + k, which is the hypothesis of the theorem of Guy and Smith, whose proof for s heaps goes:
//! if n is at least that bound, an option of n + p leaves at least s·(first + p) tokens in at most s heaps, so one heap has
//! first + p tokens or more and can be exchanged for one with p fewer and the same value, giving an option of n; and an
//! option of n has a heap of first tokens or more, which can be exchanged for one with p more. So n and n + p have equal
//! options, in value.
//!
//! For an infinite code, whose digits repeat with period L from d_{K+1} on, let p be a multiple of L (a multiple of the
//! period will do). The bound is s·(first + p - 1) + K + 1 + p: for n at least that, less p, an option in which no heap can be
//! exchanged takes more than K tokens of n, or more than K + p of n + p; so p more or p fewer can be taken to leave
//! the same heaps.
//!
//! If some moves that leave two heaps must leave unequal ones, the bound is 2·first + 3p + k, or 2·first + 4p + K + 1, where that
//! is larger: the exchange of a for a - p fails only where a - p is the other heap b, and the value 0. Then b ≥ first + p, and
//! b + p and b - p are an option of n of value 0; or, for an infinite code, b is so small that p fewer tokens can be taken to
//! leave the same heaps.
//!
//! **Why this is fast.** Let m be any mask, and the class of heap n the parity of g(n) & m, plus that of n + t if heaps are
//! also told apart by position and every breaking move takes a number of tokens of the parity of t. The class of the
//! nim-sum of two parts, seen from the heap that was broken, is the sum of their classes. So if n has class 1, only pairs of
//! one part of class 0 and one of class 1 can reach g(n), and if heaps of class 0 are few, these pairs are few. The mask is
//! not trusted: a bad one makes checking slow, not wrong. Where the two heaps that are left must differ, equal parts are passed over.

use serde_json::Value;

use crate::arithmetic::{self, Law};
use crate::code::Code;
use crate::fields::{field, list, number, text};
use crate::natural::Natural;
use crate::{Refusal, Verified};

/// The most work, some minutes of it: a pair of heaps looked up counts 1, an option that is written out more. Beyond it a
/// certificate is refused as too large to check.
const MAX_WORK: u64 = 100_000_000_000;

/// Checks `grundy-values`, `heap-period` and `heap-arithmetic-period`; the values may stand in lines.
pub fn check(certificate: &Value, lines: Option<Vec<u32>>) -> Result<Verified, Refusal> {
    let listed = match lines {
        Some(values) => bounded(values.len(), values.into_iter().map(|value| Some(u64::from(value))))?,
        None => read_values(certificate)?,
    };
    let table = verify_listed(certificate, listed)?;
    let game = &table.game;
    let (kind, statement) = match &table.law {
        None => {
            let heaps = table.listed.len();
            (
                "grundy-values",
                format!("the heaps of {game} below {heaps} have the {heaps} Grundy values listed"),
            )
        }
        Some(Law { first, period, saltus: 0, .. }) => {
            ("heap-period", format!("the Grundy values of {game} have period {period} from heap {first} on"))
        }
        Some(Law { first, period, saltus, .. }) => (
            "heap-arithmetic-period",
            format!(
                "the Grundy values of {game} grow by {saltus} with every {period} heaps from heap {first} on"
            ),
        ),
    };
    Ok(Verified { kind: kind.into(), statement })
}

/// Grundy values that were checked.
pub(crate) struct Table {
    /// The code of the game.
    pub game: String,
    /// All values that are known, when there is no law.
    listed: Vec<u32>,
    law: Option<Law>,
}

impl Table {
    /// The value of a heap, when the table tells.
    pub fn value(&self, heap: u64) -> Option<u64> {
        match &self.law {
            Some(law) => law.value(heap),
            None => self.listed.get(usize::try_from(heap).ok()?).copied().map(u64::from),
        }
    }

    /// The value of a heap of any size, when the table tells.
    pub fn value_of(&self, heap: &Natural) -> Option<Natural> {
        match &self.law {
            Some(law) => Some(law.value_of(heap)),
            None => self.value(heap.to_u64()?).map(Natural::from),
        }
    }

    /// Period, first heap and saltus, when there is a law for all heaps.
    pub fn law(&self) -> Option<(u64, u64, u64)> {
        self.law.as_ref().map(|law| (law.period, law.first, law.saltus))
    }

    /// The period and its first heap, when the values repeat for ever.
    pub fn period(&self) -> Option<(u64, u64)> {
        self.law.as_ref().filter(|law| law.saltus == 0).map(|law| (law.period, law.first))
    }
}

/// The values that a certificate of kind `grundy-values`, `heap-period` or `heap-arithmetic-period` proves.
pub(crate) fn verify(certificate: &Value) -> Result<Table, Refusal> {
    verify_listed(certificate, read_values(certificate)?)
}

fn verify_listed(certificate: &Value, listed: Vec<u32>) -> Result<Table, Refusal> {
    let rules = Code::parse(text(certificate, "game")?)?;
    let game = rules.text().to_owned();
    let mask = number(certificate, "mask")?;
    let by_position = field(certificate, "by_position")?.as_bool().unwrap_or(false);
    match certificate.get("kind").and_then(Value::as_str) {
        Some("grundy-values") => {
            let heaps = listed.len() as u64;
            let listed = Checker::new(&rules, listed, None, mask, by_position).check(heaps)?;
            return Ok(Table { game, listed, law: None });
        }
        Some("heap-period" | "heap-arithmetic-period") => {}
        _ => return Err(Refusal::Malformed("this kind is no list of Grundy values".into())),
    }
    let period = number(certificate, "period")?;
    let first = number(certificate, "first_heap")?;
    if period == 0 || first.checked_add(period) != Some(listed.len() as u64) {
        return Err(Refusal::Malformed(
            "the values must be those of the heaps below first_heap + period".into(),
        ));
    }
    if certificate.get("kind").and_then(Value::as_str) == Some("heap-arithmetic-period") {
        let saltus = number(certificate, "saltus")?;
        if saltus == 0 || saltus >= 1 << 31 {
            return Err(Refusal::Malformed("the saltus is 0 or absurd".into()));
        }
        let law = Law { listed, first, period, saltus };
        arithmetic::verify(&rules, &law)?;
        return Ok(Table { game, listed: Vec::new(), law: Some(law) });
    }
    let Some(theorem) = rules.hypothesis() else {
        return Err(Refusal::Refuted("the periodicity theorem does not cover these rules".into()));
    };
    is_least(&listed, first, period)?;
    let bound = theorem
        .heaps_that_prove(first, period)
        .ok_or_else(|| Refusal::Malformed("the period is absurdly long".into()))?;
    let repeats = Some((first, period));
    let listed = Checker::new(&rules, listed, repeats, mask, by_position).check(bound)?;
    Ok(Table { game, listed: Vec::new(), law: Some(Law { listed, first, period, saltus: 0 }) })
}

fn read_values(certificate: &Value) -> Result<Vec<u32>, Refusal> {
    let list = list(certificate, "values")?;
    bounded(list.len(), list.iter().map(Value::as_u64))
}

/// The values, of which none is absurdly large.
fn bounded(count: usize, values: impl Iterator<Item = Option<u64>>) -> Result<Vec<u32>, Refusal> {
    // The bound keeps the table of marks in proportion to the certificate.
    let limit = (count as u64 * 8 + 64).min(1 << 31);
    let wrong = || Refusal::Malformed("a value is not a number, or too large for this checker".into());
    values
        .map(|value| value.filter(|value| *value < limit).map(|value| value as u32).ok_or_else(wrong))
        .collect()
}

/// Whether `first` and `period` are least: the value before `first` breaks the period, and no proper divisor of the
/// period is one. (If p and q are periods from some heap on, so is their greatest common divisor.)
fn is_least(listed: &[u32], first: u64, period: u64) -> Result<(), Refusal> {
    let (first, period) = (first as usize, period as usize);
    if first > 0 && listed[first - 1] == listed[first + period - 1] {
        return Err(Refusal::Refuted(format!("heap {first} is not the least from which the values repeat")));
    }
    let block = &listed[first..];
    let divisors = (1..period).filter(|divisor| period.is_multiple_of(*divisor));
    for divisor in divisors {
        if (divisor..period).all(|at| block[at] == block[at - divisor]) {
            return Err(Refusal::Refuted(format!("{period} is not the least period, {divisor} is one")));
        }
    }
    Ok(())
}

struct Checker<'a> {
    rules: &'a Code,
    listed: Vec<u32>,
    repeats: Option<(u64, u64)>,
    mask: u64,
    /// The parity of the tokens that breaking moves take, when heaps are told apart by position.
    shift: Option<u64>,
    marks: Vec<u64>,
    work: u64,
}

impl<'a> Checker<'a> {
    fn new(
        rules: &'a Code,
        listed: Vec<u32>,
        repeats: Option<(u64, u64)>,
        mask: u64,
        by_position: bool,
    ) -> Self {
        let room = listed.iter().max().map_or(1, |max| (*max as usize + 2).next_power_of_two());
        let shift = if by_position { rules.breaking_parity() } else { None };
        Checker { rules, listed, repeats, mask, shift, marks: vec![u64::MAX; room], work: 0 }
    }

    fn value(&self, heap: u64) -> u32 {
        let at = match self.repeats {
            Some((first, period)) if heap >= first => first + (heap - first) % period,
            _ => heap,
        };
        self.listed[at as usize]
    }

    fn class(&self, heap: u64) -> u32 {
        let turn = self.shift.map_or(0, |shift| (heap + shift) & 1) as u32;
        ((u64::from(self.value(heap)) & self.mask).count_ones() + turn) & 1
    }

    fn spend(&mut self, work: u64) -> Result<(), Refusal> {
        self.work += work;
        if self.work > MAX_WORK {
            return Err(Refusal::Refuted(
                "it is too large to check: more options than this checker looks at".into(),
            ));
        }
        Ok(())
    }

    /// Checks the mex rule for every heap below the bound; gives the list back, now proved.
    fn check(mut self, bound: u64) -> Result<Vec<u32>, Refusal> {
        let plain = self.rules.octal_moves().map(|moves| (moves, false));
        let pairs = plain.or_else(|| self.rules.moves_to_unequal_pairs().map(|moves| (moves, true)));
        let mut rare: Vec<u64> = Vec::new();
        for heap in 0..bound {
            match &pairs {
                Some((moves, must_differ)) if self.mask != 0 => {
                    self.check_pairs(heap, moves, *must_differ, &rare)?;
                    if heap > 0 && self.class(heap) == 0 {
                        rare.push(heap);
                    }
                }
                _ => self.check_every_option(heap)?,
            }
        }
        Ok(self.listed)
    }

    /// `moves` are the numbers of tokens taken by moves that leave two heaps, one, and none.
    fn check_pairs(
        &mut self,
        heap: u64,
        (breaks, takes, wholes): &(Vec<u64>, Vec<u64>, Vec<u64>),
        must_differ: bool,
        rare: &[u64],
    ) -> Result<(), Refusal> {
        let claimed = self.value(heap);
        let reached = |value: u32| Err(reaches_itself(heap, value));
        let mut found = 0u32;
        for k in takes.iter().filter(|k| **k < heap) {
            let value = self.value(heap - k);
            if value == claimed {
                return reached(value);
            }
            self.mark(heap, value, claimed, &mut found);
        }
        if wholes.contains(&heap) {
            if claimed == 0 {
                return reached(0);
            }
            self.mark(heap, 0, claimed, &mut found);
        }
        // Pairs that could reach the claimed value must all be looked at.
        let common = self.class(heap) == 1;
        self.spend((rare.len() as u64 + 1) * breaks.len() as u64)?;
        for t in breaks.iter().filter(|t| **t < heap) {
            let rest = heap - t;
            for part in rare.iter().take_while(|part| **part < rest) {
                if must_differ && 2 * part == rest {
                    continue;
                }
                let value = self.value(*part) ^ self.value(rest - part);
                if value == claimed {
                    return reached(value);
                }
                self.mark(heap, value, claimed, &mut found);
            }
        }
        let most = breaks.iter().filter_map(|t| heap.checked_sub(*t)).max().unwrap_or(0) / 2;
        let mut part = 0;
        while part < most && (!common || found < claimed) {
            part += 1;
            self.spend(breaks.len() as u64)?;
            for t in breaks {
                if heap.saturating_sub(*t) < 2 * part + u64::from(must_differ) {
                    continue;
                }
                let value = self.value(part) ^ self.value(heap - t - part);
                if value == claimed {
                    return reached(value);
                }
                self.mark(heap, value, claimed, &mut found);
            }
        }
        self.all_found(heap, claimed, found)
    }

    /// Notes that a value is reached; `found` counts those below the claimed one.
    fn mark(&mut self, heap: u64, value: u32, claimed: u32, found: &mut u32) {
        if value < claimed && self.marks[value as usize] != heap {
            self.marks[value as usize] = heap;
            *found += 1;
        }
    }

    fn all_found(&self, heap: u64, claimed: u32, found: u32) -> Result<(), Refusal> {
        if found == claimed {
            return Ok(());
        }
        let missing = (0..claimed).find(|value| self.marks[*value as usize] != heap).unwrap_or(0);
        Err(Refusal::Refuted(format!(
            "heap {heap} has no option of value {missing}, so its value is not {claimed}"
        )))
    }

    /// The definition, for rules of any kind.
    fn check_every_option(&mut self, heap: u64) -> Result<(), Refusal> {
        let claimed = self.value(heap);
        let mut found = 0;
        let mut result = Ok(());
        let rules = self.rules;
        self.spend(1 + rules.last_digit().map_or(heap, |last| last.min(heap)))?;
        let all = rules.for_each_option(heap, &mut |parts| {
            result = self.spend(16 + 8 * parts.len() as u64);
            let value = parts.iter().fold(0, |sum, part| sum ^ self.value(*part));
            if value == claimed {
                result = Err(reaches_itself(heap, value));
            }
            self.mark(heap, value, claimed, &mut found);
            result.is_ok()
        });
        result?;
        if !all {
            return Err(Refusal::Refuted("it is too large to check: a move leaves too many heaps".into()));
        }
        self.all_found(heap, claimed, found)
    }
}

fn reaches_itself(heap: u64, value: u32) -> Refusal {
    Refusal::Refuted(format!("heap {heap} has an option of value {value}, so that is not its value"))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// Checks a certificate whose values stand in it.
    fn check(certificate: Value) -> Result<Verified, Refusal> {
        super::check(&certificate, None)
    }

    /// Grundy values by the plainest means: octal digits, all options.
    fn values(digits: &[u64], heaps: usize) -> Vec<u32> {
        let mut values: Vec<u32> = Vec::new();
        for heap in 0..heaps {
            let mut seen = std::collections::BTreeSet::new();
            for (k, digit) in (1..=heap).zip(digits) {
                let rest = heap - k;
                if digit & 1 != 0 && rest == 0 {
                    seen.insert(0);
                }
                if digit & 2 != 0 && rest > 0 {
                    seen.insert(values[rest]);
                }
                if digit & 4 != 0 {
                    seen.extend((1..rest).map(|part| values[part] ^ values[rest - part]));
                }
            }
            values.push((0..).find(|value| !seen.contains(value)).unwrap());
        }
        values
    }

    fn kayles(period: u64, first: u64, mask: u64) -> Value {
        json!({"kind": "heap-period", "game": "0.77", "period": period,
            "first_heap": first, "mask": mask, "by_position": false, "values": values(&[7, 7], (period + first) as usize)})
    }

    #[test]
    fn kayles_has_period_12_from_heap_71_whatever_the_mask() {
        for mask in [0, 1, 6, 7, 12345] {
            let verified = check(kayles(12, 71, mask)).unwrap();
            assert_eq!(verified.statement, "the Grundy values of 0.77 have period 12 from heap 71 on");
        }
    }

    #[test]
    fn other_periods_and_other_beginnings_are_refused() {
        for (period, first) in [(24, 71), (12, 72), (12, 70), (11, 71), (6, 71), (13, 71), (12, 0), (1, 1)] {
            assert!(
                matches!(check(kayles(period, first, 6)), Err(Refusal::Refuted(_))),
                "{period} from {first}"
            );
        }
        assert!(check(kayles(0, 71, 6)).is_err());
    }

    #[test]
    fn every_changed_value_is_noticed() {
        for mask in [0, 6] {
            let certificate = kayles(12, 71, mask);
            for at in 0..83 {
                for change in [1u32, 2, 8] {
                    let mut changed = certificate.clone();
                    let value = &mut changed["values"][at];
                    *value = json!(value.as_u64().unwrap() as u32 ^ change);
                    assert!(check(changed).is_err(), "value {at} changed by {change}, mask {mask}");
                }
            }
        }
    }

    #[test]
    fn changed_rules_are_noticed() {
        for code in ["0.7", "0.73", "0.76", "0.57", "0.7704", "4.77", "0.77!"] {
            let mut changed = kayles(12, 71, 6);
            changed["game"] = json!(code);
            assert!(matches!(check(changed), Err(Refusal::Refuted(_))), "{code}");
        }
    }

    #[test]
    fn values_of_rules_with_conditions_are_checked_by_the_definition() {
        // Grundy's game: break a heap into two unequal heaps.
        let listed = [0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2, 1, 3, 2, 4, 3, 0];
        let certificate = json!({"kind": "grundy-values", "game": "4!.0",
            "mask": 0, "by_position": false, "values": listed});
        for (mask, by_position) in [(0, false), (1, false), (6, false), (7, true), (1u64 << 40, false)] {
            let mut certificate = certificate.clone();
            (certificate["mask"], certificate["by_position"]) = (json!(mask), json!(by_position));
            assert!(check(certificate.clone()).is_ok());
            for at in 0..listed.len() {
                for change in [1, 2, 8] {
                    let mut changed = certificate.clone();
                    changed["values"][at] = json!(listed[at] ^ change);
                    assert!(matches!(check(changed), Err(Refusal::Refuted(_))), "{at} {mask}");
                }
            }
        }
        let mut periodic = certificate;
        periodic["kind"] = json!("heap-period");
        (periodic["period"], periodic["first_heap"]) = (json!(20), json!(1));
        assert!(matches!(check(periodic), Err(Refusal::Refuted(_))), "Grundy's game has no such period");
    }

    #[test]
    fn periods_of_infinite_codes_and_of_pairs_that_differ_are_checked() {
        let certificate = |game: &str, period: u64, first: u64, listed: &[u32]| {
            json!({"kind": "heap-period", "game": game, "period": period, "first_heap": first, "mask": 0,
                "by_position": false, "values": listed})
        };
        let right = [
            certificate("0.[05]", 2, 1, &[0, 0, 1]),
            certificate("0.[30]", 2, 0, &[0, 1]),
            certificate("0.[5]", 1, 1, &[0, 1]),
            certificate("4!.37!", 4, 1, &[0, 1, 2, 0, 3]),
            certificate("0.[7!0]", 2, 0, &[0, 1]),
        ];
        for certificate in right {
            assert!(check(certificate.clone()).is_ok(), "{certificate}");
            for at in 0..certificate["values"].as_array().map_or(0, Vec::len) {
                let mut changed = certificate.clone();
                changed["values"][at] = json!(certificate["values"][at].as_u64().unwrap() ^ 1);
                assert!(check(changed.clone()).is_err(), "{changed}");
            }
        }
        for wrong in [
            certificate("0.[3]", 2, 0, &[0, 1]),
            certificate("0.[05]", 2, 0, &[0, 0]),
            certificate("0.[8!]", 1, 0, &[0]),
            certificate("4=.0", 2, 1, &[0, 0, 1]),
        ] {
            assert!(matches!(check(wrong.clone()), Err(Refusal::Refuted(_))), "{wrong}");
        }
    }

    #[test]
    fn hostile_certificates_are_refused_quickly() {
        for (field, value) in [
            ("period", json!(u64::MAX)),
            ("first_heap", json!((1u64 << 62) - 1)),
            ("period", json!(-1)),
            ("values", json!([0, u32::MAX])),
            ("values", json!([])),
            ("game", json!("1.77")),
            ("game", json!([7, 7])),
            ("game", json!("kayles")),
            ("mask", json!("x")),
        ] {
            let mut hostile = kayles(12, 71, 6);
            hostile[field] = value.clone();
            assert!(check(hostile).is_err(), "{field} = {value}");
            let mut shorter = kayles(12, 71, 6);
            shorter.as_object_mut().unwrap().remove(field);
            assert!(matches!(check(shorter), Err(Refusal::Malformed(_))), "without {field}");
        }
    }
}
