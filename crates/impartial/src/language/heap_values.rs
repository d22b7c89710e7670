//! The nimbers of single heaps of one code, as many as are asked for.

use crate::heap::{Digit, GrundySequence, HeapCode, PeriodProof, moves_to};
use crate::limits::Limits;

use super::analysis::Unanswered;

/// The most heaps that are computed one by one in the hope of a period.
const MOST_HEAPS: u64 = 1 << 28;

/// The Grundy sequence of a code as far as it was needed.
pub enum HeapValues {
    /// Nim itself: a heap of n tokens has exactly the smaller heaps as options, so its nimber is n.
    Nim,
    /// Any other code.
    Sequence(Box<GrundySequence>),
}

impl HeapValues {
    /// Nothing worked out yet.
    pub fn new(code: HeapCode) -> Self {
        let is_nim =
            code.digit(0).is_zero() && code.digits().is_empty() && code.tail() == [Digit::from_value(3)];
        if is_nim { HeapValues::Nim } else { HeapValues::Sequence(Box::new(GrundySequence::new(code))) }
    }

    /// The nimber of a heap of `size` tokens.
    pub fn nimber(&mut self, size: u64, limits: &Limits) -> Result<u64, Unanswered> {
        let sequence = match self {
            HeapValues::Nim => return Ok(size),
            HeapValues::Sequence(sequence) => sequence,
        };
        if let Some(value) = sequence.value(size) {
            return Ok(value);
        }
        sequence.find_period(size.min(MOST_HEAPS), limits)?;
        sequence.value(size).ok_or_else(|| {
            Unanswered::OutOfReach(format!(
                "the Grundy sequence of {} shows no period that could be proved to heap {MOST_HEAPS}, so the nimber of \
                 heap {size} is not known",
                sequence.code()
            ))
        })
    }

    /// The options of a heap of `size` tokens with a given nimber, if a law for all heaps finds them; and whether they are all.
    #[allow(clippy::type_complexity)]
    pub fn moves_by_law(
        &self,
        size: u64,
        target: u64,
        limits: &Limits,
    ) -> Result<Option<(Vec<Vec<u64>>, bool)>, Unanswered> {
        match self {
            HeapValues::Nim if target == 0 => Ok(Some((vec![Vec::new()], true))),
            HeapValues::Nim if target < size => Ok(Some((vec![vec![target]], true))),
            HeapValues::Nim => Ok(Some((Vec::new(), true))),
            HeapValues::Sequence(sequence) => Ok(moves_to(sequence, size, target, limits)?),
        }
    }

    /// What the nimber of a heap of `size` tokens rests on, after "Grundy sequence of CODE".
    pub fn because(&self, size: u64) -> String {
        match self {
            HeapValues::Nim => ": a heap of n tokens has the smaller heaps as options".to_owned(),
            HeapValues::Sequence(sequence) => match (sequence.period(), sequence.arithmetic_period()) {
                _ if sequence.values().len() as u64 > size => format!(", computed to heap {size}"),
                (Some(period), _) => {
                    let by = match sequence.period_proof() {
                        Some(PeriodProof::Window { .. }) => "by a window of values that recurs",
                        _ => "by the theorem of Guy and Smith",
                    };
                    format!(": period {} from heap {}, {by}", period.length, period.first)
                }
                (None, Some(period)) => {
                    let (p, first, saltus) = (period.length, period.first, period.saltus);
                    let reason = period.reason(sequence.code());
                    format!(": G(n+{p}) = G(n) + {saltus} from heap {first} on; {reason}")
                }
                (None, None) => format!(", computed to heap {size}"),
            },
        }
    }
}
