//! Grundy values and periods as certificates, for a checker that shares no code with this library.

use super::arithmetic::ArithmeticPeriod;
use super::code::HeapCode;
use super::sequence::GrundySequence;
use super::split::Split;

/// The most values a certificate lists; a longer one would be larger than anyone likes to keep.
pub const MAX_VALUES: usize = 1 << 28;

/// The claim that the heaps of a game have the values listed, and, with a period, that they repeat for ever.
///
/// `kind` is `grundy-values`, `heap-period` or `heap-arithmetic-period`. For a period, `values` are those of the heaps below
/// `first_heap` + `period`.
/// The mask is a hint that makes checking fast; see [`Split`].
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct HeapCertificate {
    /// What is claimed.
    pub kind: &'static str,
    /// The code.
    pub game: String,
    /// The period.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub period: Option<u64>,
    /// The least heap from which on the values repeat.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_heap: Option<u64>,
    /// By how much the values grow from one period to the next.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub saltus: Option<u64>,
    /// The mask of the sparse space, 0 for none.
    pub mask: u32,
    /// Whether the class of a heap also depends on its parity.
    pub by_position: bool,
    /// The values of the heaps 0, 1, 2, ….
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<u32>,
}

/// The certificate of what a sequence knows: its proved period, or its values. `None` when it would list more than
/// [`MAX_VALUES`] values.
pub fn certificate(sequence: &GrundySequence) -> Option<HeapCertificate> {
    certificate_to(sequence, u64::MAX)
}

/// The same, where without a period only the values to heap `last` are wanted: those that were computed in search of one may
/// be more than a checker looks at.
pub fn certificate_to(sequence: &GrundySequence, last: u64) -> Option<HeapCertificate> {
    let code: &HeapCode = sequence.code();
    let arithmetic = sequence.arithmetic_period();
    let period = sequence.law().map(ArithmeticPeriod::period);
    let count = usize::try_from(values_to_list(sequence, last)).ok().filter(|count| *count <= MAX_VALUES)?;
    let best = Split::best(code, sequence.values());
    let split: Option<Split> = best.map(|(split, _)| split);
    Some(HeapCertificate {
        kind: match (period, arithmetic) {
            (_, Some(_)) => "heap-arithmetic-period",
            (Some(_), None) => "heap-period",
            (None, None) => "grundy-values",
        },
        game: code.to_string(),
        period: period.map(|period| period.length),
        first_heap: period.map(|period| period.first),
        saltus: arithmetic.map(|period| period.saltus),
        mask: split.map_or(0, Split::mask),
        by_position: split.is_some_and(Split::by_position),
        values: (0..count as u64).filter_map(|heap| sequence.values().get(heap as usize)).collect(),
    })
}

/// How many values such a certificate lists.
pub fn values_to_list(sequence: &GrundySequence, last: u64) -> u64 {
    let listed = (sequence.values().len() as u64).min(last.saturating_add(1));
    let period = sequence.law().map(ArithmeticPeriod::period);
    period.map_or(listed, |period| period.first.saturating_add(period.length))
}
