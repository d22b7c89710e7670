//! The proof of a comparison of two codes: kind `same`.

use serde_json::{Value, json};

use super::quotient::certificate::finite_quotient;
use super::same::SameValue;
use super::{Certificate, NoCertificate};
use crate::heap::{self, GrundySequence, HeapCode, Relation};
use crate::limits::Limits;
use crate::misere::compare::{MisereRelation, SameMisere};
use crate::misere::quotient::{MisereQuotient, Status};
use crate::misere::tame_genera;

/// The two codes, with what a heap of the comparison is in either: the proof is about the codes as they were given.
struct Compared<'a> {
    codes: [&'a HeapCode; 2],
    shifts: [u64; 2],
    times: [u64; 2],
    limits: &'a Limits,
}

/// The proof of how two codes are related; values were compared up to heap `to` at most.
pub(super) fn certificate(value: &SameValue, to: u64, limits: &Limits) -> Result<Certificate, NoCertificate> {
    let Some(relation) = &value.normal else {
        return Err(NoCertificate::because("the comparison was stopped"));
    };
    // Heaps without moves are left out on both sides, even where as many.
    let (s, t) = (value.canonical.0.shift, value.canonical.1.shift);
    let (m, n) = value.times_to_compare().unwrap_or((1, 1));
    let compared = Compared { codes: [&value.first, &value.second], shifts: [s, t], times: [m, n], limits };
    let normal = compared.normal(relation, to)?;
    let misere = match (relation, &value.misere) {
        (Relation::SameGame { .. }, _) | (_, None | Some(MisereRelation::NoDifference { .. })) => Value::Null,
        (_, Some(relation)) => compared.misere(relation, to)?,
    };
    Ok(Certificate::of(&json!({
        "kind": "same",
        "codes": compared.codes.map(ToString::to_string),
        "shifts": compared.shifts,
        "times": compared.times,
        "normal": normal,
        "misere": misere,
    })))
}

impl Compared<'_> {
    /// The heap of a code that heap n of the comparison is.
    fn heap(&self, code: usize, n: u64) -> u64 {
        n.div_ceil(self.times[code]) + self.shifts[code]
    }

    fn normal(&self, relation: &Relation, to: u64) -> Result<Value, NoCertificate> {
        Ok(match relation {
            Relation::SameGame { .. } => json!({ "relation": "renaming" }),
            Relation::SameValues { .. } | Relation::Multiple { .. } => {
                json!({ "relation": "equal", "values": self.values(to, true)?, "to": null })
            }
            Relation::NoDifference { last } => {
                json!({ "relation": "equal", "values": self.values(*last, false)?, "to": last })
            }
            Relation::Different { heap, .. } => {
                json!({ "relation": "different", "values": self.values(*heap, false)?, "heap": heap })
            }
        })
    }

    /// The values of both codes up to heap n of the comparison, or with a period for ever.
    fn values(&self, n: u64, for_ever: bool) -> Result<Vec<Value>, NoCertificate> {
        let of = |at: usize| {
            let last = self.heap(at, n);
            let mut sequence = GrundySequence::new(self.codes[at].clone());
            let listed = sequence.extend_to(last, self.limits);
            // A code before its renaming may need a few heaps more for the same period.
            let listed = listed.and_then(|()| match for_ever {
                true => sequence.find_period(2 * last, self.limits).map(|_| ()),
                false => Ok(()),
            });
            listed.map_err(|_| NoCertificate::because("a limit was reached before it was written"))?;
            let proof = heap::certificate_to(&sequence, last);
            let proof = proof.ok_or_else(|| NoCertificate::because("the values are too many to list"))?;
            Ok(Certificate::of(&proof).embedded())
        };
        [0, 1].map(of).into_iter().collect()
    }

    fn misere(&self, relation: &MisereRelation, to: u64) -> Result<Value, NoCertificate> {
        Ok(match relation {
            MisereRelation::Same(SameMisere::Tame) => {
                json!({ "relation": "tame", "periods": self.tame_periods(to)? })
            }
            MisereRelation::Same(SameMisere::Quotients { .. }) => {
                json!({ "relation": "equal", "quotients": self.quotients(None)? })
            }
            MisereRelation::Different { heaps, outcomes } => {
                let last = heaps.iter().copied().max().unwrap_or(0);
                let outcomes = [outcomes.0, outcomes.1].map(|outcome| outcome.to_string());
                let quotients = self.quotients(Some(last))?;
                json!({ "relation": "different", "quotients": quotients, "heaps": heaps, "outcomes": outcomes })
            }
            MisereRelation::NoDifference { .. } => Value::Null,
        })
    }

    fn tame_periods(&self, to: u64) -> Result<Vec<Value>, NoCertificate> {
        let of = |at: usize| {
            let found = tame_genera(self.codes[at], to, self.limits);
            let period = found.ok().flatten().and_then(|tame| tame.period);
            let period = period.ok_or_else(|| NoCertificate::because("a period was not found again"))?;
            Ok(json!({ "period": period.length, "first_heap": period.first }))
        };
        [0, 1].map(of).into_iter().collect()
    }

    /// The quotients of both codes: to heap n of the comparison, or of all heaps.
    fn quotients(&self, n: Option<u64>) -> Result<Vec<Value>, NoCertificate> {
        let of = |at: usize| {
            let mut search = MisereQuotient::of_heaps(self.codes[at].clone());
            let last = n.map_or(u64::MAX, |n| self.heap(at, n));
            while *search.status() == Status::Partial && search.heap() < last {
                let next = search.heap() + 1;
                search.extend_to(next, self.limits).map_err(NoCertificate::because)?;
            }
            let periods = match search.status() {
                Status::Complete(periods) => periods.clone(),
                _ => Vec::new(),
            };
            let (monoid, values) = search.quotient(self.limits).map_err(NoCertificate::because)?;
            if n.is_none() && periods.is_empty() {
                return Err(NoCertificate::because("a quotient was not solved again"));
            }
            Ok(finite_quotient(search.source(), &monoid, &values, &periods))
        };
        [0, 1].map(of).into_iter().collect()
    }
}
