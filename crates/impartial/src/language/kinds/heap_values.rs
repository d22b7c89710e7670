//! The nimbers of single heaps of one code, as many as are asked for.

use num_bigint::BigUint;

use crate::heap::{ArithmeticPeriod, GrundySequence, HeapCode, PeriodProof, moves_to};
use crate::language::natural::Natural;
use crate::limits::{Limits, Unanswered};
use crate::ordinal::Ordinal;

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
        if code.is_nim() {
            HeapValues::Nim
        } else {
            HeapValues::Sequence(Box::new(GrundySequence::new(code)))
        }
    }

    /// The nimber of a heap of `size` tokens.
    pub fn nimber(&mut self, size: &Natural, limits: &Limits) -> Result<Ordinal, Unanswered> {
        let sequence = match self {
            HeapValues::Nim => return Ok(Ordinal::from(size.to_biguint())),
            HeapValues::Sequence(sequence) => sequence,
        };
        if let Some(value) = value(sequence, size) {
            return Ok(value);
        }
        let last = size.to_u64().map_or(MOST_HEAPS, |size| size.min(MOST_HEAPS));
        sequence.find_period(last, limits)?;
        value(sequence, size).ok_or_else(|| {
            Unanswered::OutOfReach(format!(
                "the Grundy sequence of {} shows no period that could be proved to heap {MOST_HEAPS}, so the nimber of \
                 heap {size} is not known",
                sequence.code()
            ))
        })
    }

    /// The options of a heap of `size` tokens with a given nimber, if a law for all heaps finds them.
    pub fn moves_by_law(
        &self,
        size: &Natural,
        nimber: &Ordinal,
        limits: &Limits,
    ) -> Result<Option<HeapMoves>, Unanswered> {
        let Some(target) = nimber.to_natural() else { return Ok(Some(HeapMoves::default())) };
        match (self, size.to_u64(), u64::try_from(&target)) {
            (HeapValues::Nim, ..) if target >= size.to_biguint() => Ok(Some(HeapMoves::default())),
            (HeapValues::Nim, ..) => {
                let left = if target == BigUint::ZERO { Vec::new() } else { vec![target.into()] };
                Ok(Some(HeapMoves { moves: vec![left], complete: true }))
            }
            (HeapValues::Sequence(sequence), Some(size), Ok(target)) => {
                let naturals = |sizes: Vec<u64>| sizes.into_iter().map(Natural::from).collect();
                let found = moves_to(sequence, size, target, limits)?;
                Ok(found.map(|(moves, complete)| HeapMoves {
                    moves: moves.into_iter().map(naturals).collect(),
                    complete,
                }))
            }
            (HeapValues::Sequence(_), ..) => Ok(None),
        }
    }

    /// What the nimber of a heap of `size` tokens rests on, after "Grundy sequence of CODE".
    pub fn because(&self, size: &Natural) -> String {
        match self {
            HeapValues::Nim => ": a heap of n tokens has the smaller heaps as options".to_owned(),
            HeapValues::Sequence(sequence) => match (sequence.period(), sequence.arithmetic_period()) {
                _ if Natural::from(sequence.values().len() as u64) > *size => {
                    format!(", computed to heap {size}")
                }
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

/// Moves in one heap: the heaps that each leaves, and whether they are all that were asked for.
pub struct HeapMoves {
    /// The heaps left.
    pub moves: Vec<Vec<Natural>>,
    /// Whether these are all.
    pub complete: bool,
}

impl Default for HeapMoves {
    fn default() -> Self {
        HeapMoves { moves: Vec::new(), complete: true }
    }
}

/// The value of a heap of any size: computed, or known from a proved law.
fn value(sequence: &GrundySequence, size: &Natural) -> Option<Ordinal> {
    if let Some(value) = size.to_u64().and_then(|size| sequence.value(size)) {
        return Some(Ordinal::from(value));
    }
    let ArithmeticPeriod { length, first, saltus } = sequence.law()?;
    let beyond = Some(size.to_biguint()).filter(|size| *size >= BigUint::from(first))? - first;
    let representative = first + u64::try_from(&beyond % length).ok()?;
    Some(Ordinal::from(sequence.value(representative)? + beyond / length * saltus))
}
