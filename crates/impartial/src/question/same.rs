//! Are two codes the same game? In normal and in misère play, with a proof, or the first heap or sum that differs.

use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::{Value, json};

use super::code::read_code;
use super::same_certificate::certificate;
use super::{Answer, Asking, Claim, Question, Refused, Stated, Stopped};
use crate::heap::{Canonical, HeapCode, Relation, compare};
use crate::misere::compare::{self as misere, MisereRelation, SameMisere};

/// Whether two codes are the same game.
///
/// ```
/// use impartial::question::{Asking, Question, SameQuestion};
/// let same = |first: &str, second: &str| SameQuestion::new(first, second).ask(&Asking::new());
/// let cousins = same("0.4", "dawsons-chess")?;
/// assert_eq!(cousins.to_json().expect("it has one")["plays"].as_array().map(Vec::len), Some(2));
/// // The same Grundy values, and not the same misère play.
/// let others = same("0.71", "0.311")?;
/// assert_eq!(others.claims[0].to_string(), "normal play: PROVED  both have a proved period, and are equal for one common period");
/// assert_eq!(others.to_json().expect("it has one")["misere"]["same"], false);
/// let proved = SameQuestion::new("0.71", "0.311").ask(&Asking::with_certificate())?;
/// let certificate = proved.certificate.expect("it was wanted").expect("there is one");
/// assert_eq!(certificate.kind(), "same");
/// let verified = impartial_check::check(&certificate.to_string()).map(|verified| verified.statement);
/// assert!(verified.is_ok_and(|sentence| sentence.ends_with("in misère play 0.71[5] is N and 0.311[5] is P")));
/// # Ok::<(), impartial::question::Refused>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SameQuestion {
    /// One code.
    pub first: String,
    /// The other.
    pub second: String,
    /// Grundy values are compared up to this heap at most.
    pub to: u64,
}

/// How two codes are related.
#[derive(Clone, Debug)]
pub struct SameValue {
    /// One code.
    pub first: HeapCode,
    /// The other.
    pub second: HeapCode,
    /// Their canonical forms.
    pub canonical: (Canonical, Canonical),
    /// The relation in normal play, if it was found.
    pub normal: Option<Relation>,
    /// The relation in misère play, if they are not the same code up to names, and as far as it was looked for.
    pub misere: Option<MisereRelation>,
}

/// Grundy values are compared up to this heap unless told otherwise.
pub const COMPARED_TO: u64 = 20_000;

/// Sums are compared up to this heap in misère play, and with so much work at most.
const MISERE_TO: u64 = 2000;
const MISERE_WORK: u64 = 20_000;

impl SameQuestion {
    /// Whether two codes are the same game, as far as is customary.
    pub fn new(first: &str, second: &str) -> Self {
        SameQuestion { first: first.to_owned(), second: second.to_owned(), to: COMPARED_TO }
    }
}

impl Question for SameQuestion {
    type Value = SameValue;

    fn ask(&self, asking: &Asking<'_>) -> Result<Answer<SameValue>, Refused> {
        let (first, second) = (read_code(&self.first, false)?, read_code(&self.second, false)?);
        let canonical = (first.canonical(), second.canonical());
        let (normal, mut stopped) = match compare(&first, &second, self.to, &asking.limits) {
            Ok(relation) => (Some(relation), None),
            Err(reason) => (None, Some(Stopped::from(reason))),
        };
        let mut value = SameValue { first, second, canonical, normal, misere: None };
        if let Some(times) = value.times_to_compare() {
            let limits = asking.limits.clone().with_work(MISERE_WORK);
            let codes = (&value.canonical.0.code, &value.canonical.1.code);
            let (relation, _) = misere::compare(codes, times, MISERE_TO.min(self.to), &limits);
            value.misere = Some(relation);
            // The bound on work is a part of the method; a limit from outside is not.
            stopped = asking.limits.poll().err().map(|reason| Stopped::during("misère play", reason));
        }
        let claims = value.claims();
        let certificate = asking.certify(|| certificate(&value, self.to, &asking.limits));
        Ok(Answer { value, claims, certificate, stopped })
    }
}

impl SameValue {
    /// How often the heaps of either code are repeated where they are compared in misère play; `None` when that is not needed.
    pub(super) fn times_to_compare(&self) -> Option<(u64, u64)> {
        match self.normal.as_ref()? {
            Relation::SameGame { .. } => None,
            Relation::Multiple { times, second_repeats: true, .. } => Some((*times, 1)),
            Relation::Multiple { times, second_repeats: false, .. } => Some((1, *times)),
            Relation::SameValues { .. } | Relation::Different { .. } | Relation::NoDifference { .. } => {
                Some((1, 1))
            }
        }
    }

    /// By how much the heaps of either code are renamed.
    pub fn shifts(&self) -> (u64, u64) {
        match &self.normal {
            Some(Relation::SameGame { shifts }) => *shifts,
            _ => (self.canonical.0.shift, self.canonical.1.shift),
        }
    }

    /// The sum that differs in misère play, as heaps of either code.
    pub fn heaps_that_differ(&self) -> Option<(Vec<u64>, Vec<u64>)> {
        let Some(MisereRelation::Different { heaps, .. }) = &self.misere else { return None };
        let (times, shifts) = (self.times_to_compare().unwrap_or((1, 1)), self.shifts());
        let renamed =
            |times: u64, shift: u64| heaps.iter().map(|heap| heap.div_ceil(times) + shift).collect();
        Some((renamed(times.0, shifts.0), renamed(times.1, shifts.1)))
    }

    /// What each play's relation rests on.
    fn claims(&self) -> Vec<Stated> {
        let normal = self.normal.as_ref().map(|relation| match relation {
            Relation::SameGame { .. } => Claim::Proved("renaming heaps takes one code to the other".into()),
            Relation::SameValues { .. } => {
                Claim::Proved("both have a proved period, and are equal for one common period".into())
            }
            Relation::Multiple { .. } => Claim::Proved(
                "both have a proved period, and the repetition holds for one common period".into(),
            ),
            Relation::Different { .. } => Claim::Proved("both values are computed".into()),
            Relation::NoDifference { last } => Claim::UpTo(format!("heap {last}")),
        });
        let misere = match (&self.normal, &self.misere) {
            (Some(Relation::SameGame { .. }), _) => normal.clone(),
            (_, relation) => relation.as_ref().map(|relation| match relation {
                MisereRelation::Same(SameMisere::Tame) => {
                    Claim::Proved("both games are tame, and their genera are equal for one common period".into())
                }
                MisereRelation::Same(SameMisere::Quotients { orders: (x, y), pairs }) => {
                    Claim::Proved(format!(
                        "both misère quotients are known, of orders {x} and {y}, and the {pairs} pairs of elements that sums \
                         reach have equal outcomes"
                    ))
                }
                MisereRelation::Different { .. } => Claim::Proved("both outcomes are computed".into()),
                MisereRelation::NoDifference { last } => Claim::UpTo(format!("heap {last}")),
            }),
        };
        let stated = [("normal play", normal), ("misère play", misere)];
        stated.into_iter().filter_map(|(play, claim)| Some(Stated::new(play, claim?))).collect()
    }

    /// The relation in misère play in JSON.
    fn misere_json(&self) -> Option<Value> {
        Some(match self.misere.as_ref()? {
            MisereRelation::Same(_) => json!({ "same": true }),
            MisereRelation::Different { outcomes, .. } => {
                let heaps = self.heaps_that_differ()?;
                json!({ "same": false, "first_difference": { "heaps": [heaps.0, heaps.1], "outcomes": [outcomes.0, outcomes.1] } })
            }
            MisereRelation::NoDifference { last } => json!({ "same": null, "to_heap": last }),
        })
    }
}

impl Serialize for SameValue {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (first, second) = (self.first.to_string(), self.second.to_string());
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("first", &first)?;
        map.serialize_entry("second", &second)?;
        map.serialize_entry(
            "canonical",
            &[self.canonical.0.code.to_string(), self.canonical.1.code.to_string()],
        )?;
        let same = match self.normal {
            Some(Relation::SameGame { .. } | Relation::SameValues { .. }) => Some(true),
            Some(Relation::Multiple { .. } | Relation::Different { .. }) => Some(false),
            Some(Relation::NoDifference { .. }) | None => None,
        };
        map.serialize_entry("same", &same)?;
        match &self.normal {
            Some(Relation::SameGame { shifts } | Relation::SameValues { shifts }) => {
                let in_both = matches!(self.misere, None | Some(MisereRelation::Same(_)));
                map.serialize_entry("plays", if in_both { &["normal", "misere"][..] } else { &["normal"] })?;
                map.serialize_entry("shifts", &[shifts.0, shifts.1])?;
            }
            Some(Relation::Multiple { times, second_repeats, shifts }) => {
                map.serialize_entry("times", times)?;
                map.serialize_entry("repeats", if *second_repeats { &second } else { &first })?;
                map.serialize_entry("shifts", &[shifts.0, shifts.1])?;
            }
            Some(Relation::Different { heap, values, shifts }) => {
                let difference =
                    json!({ "heaps": [heap + shifts.0, heap + shifts.1], "values": [values.0, values.1] });
                map.serialize_entry("first_difference", &difference)?;
            }
            Some(Relation::NoDifference { .. }) | None => {}
        }
        if let Some(misere) = self.misere_json() {
            map.serialize_entry("misere", &misere)?;
        }
        map.end()
    }
}
