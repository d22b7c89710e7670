//! Are two codes the same game? With a proof, or the first heap that differs.

use super::canonical::Canonical;
use super::code::HeapCode;
use super::sequence::GrundySequence;
use crate::integer::gcd;
use crate::limits::{Limits, StopReason};

/// How two codes are related.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Relation {
    /// Renaming heaps makes them the same code: the same game in normal and misère play. Heap n + `shifts.0` of the first
    /// is heap n + `shifts.1` of the second.
    SameGame {
        /// By how much the heaps of either code are renamed.
        shifts: (u64, u64),
    },
    /// Every heap, renamed, has the same Grundy value in both, proved by the periods of both: the same in normal play.
    /// Misère play may differ.
    SameValues {
        /// By how much the heaps of either code are renamed.
        shifts: (u64, u64),
    },
    /// Every heap of one, renamed, is repeated `times` times in the other: G(n) = G'(⌈n / times⌉) for every n, proved by
    /// the periods of both.
    Multiple {
        /// How often each heap is repeated.
        times: u64,
        /// Whether it is the second code that repeats the first.
        second_repeats: bool,
        /// By how much the heaps of either code are renamed.
        shifts: (u64, u64),
    },
    /// The Grundy values differ.
    Different {
        /// The first heap, in the numbering in which the codes are compared, whose value differs.
        heap: u64,
        /// Its value in either game.
        values: (u32, u32),
        /// By how much the heaps of either code are renamed: it is heap `heap + shifts.0` of the first code.
        shifts: (u64, u64),
    },
    /// No heap up to this one differs, and no proof that none does.
    NoDifference {
        /// The last heap compared.
        last: u64,
    },
}

/// The largest repetition that is looked for: duplicates to sextuplicates.
const MAX_TIMES: u64 = 6;

/// Relates two codes, computing values up to heap `last` at most.
///
/// ```
/// use impartial::heap::{compare, Relation};
/// use impartial::limits::Limits;
/// let relation = compare(&"0.161".parse()?, &"0.36".parse()?, 2000, &Limits::none());
/// assert!(matches!(relation, Ok(Relation::Different { heap: 519, .. })));
/// # Ok::<(), impartial::text::ReadError>(())
/// ```
pub fn compare(
    first: &HeapCode,
    second: &HeapCode,
    last: u64,
    limits: &Limits,
) -> Result<Relation, StopReason> {
    let (a, b) = (first.canonical(), second.canonical());
    let shifts = (a.shift, b.shift);
    if a.code == b.code {
        // Equal codes need no renaming at all.
        let least = a.shift.min(b.shift);
        return Ok(Relation::SameGame { shifts: (a.shift - least, b.shift - least) });
    }
    let mut sequences = (GrundySequence::new(a.code.clone()), GrundySequence::new(b.code.clone()));
    // Most pairs differ early; look there before spending time on periods.
    for stage in [256, 4096, last] {
        let stage = stage.min(last);
        sequences.0.extend_to(stage, limits)?;
        sequences.1.extend_to(stage, limits)?;
        let differs = (0..=stage as usize).find_map(|heap| {
            Some((heap, sequences.0.values().get(heap)?, sequences.1.values().get(heap)?))
                .filter(|(_, x, y)| x != y)
        });
        if let Some((heap, x, y)) = differs {
            let multiple = multiple_of(&a, &b, last, limits)?;
            let different = Relation::Different { heap: heap as u64, values: (x, y), shifts };
            return Ok(multiple.unwrap_or(different));
        }
    }
    sequences.0.find_period(last, limits)?;
    sequences.1.find_period(last, limits)?;
    if agree_for_ever(&sequences.0, &sequences.1, 1) == Some(true) {
        return Ok(Relation::SameValues { shifts });
    }
    Ok(Relation::NoDifference { last })
}

/// Whether one of two codes repeats every heap of the other a fixed number of times.
fn multiple_of(
    first: &Canonical,
    second: &Canonical,
    last: u64,
    limits: &Limits,
) -> Result<Option<Relation>, StopReason> {
    let shifts = (first.shift, second.shift);
    let mut games = [GrundySequence::new(first.code.clone()), GrundySequence::new(second.code.clone())];
    for (short, long, second_repeats) in [(0, 1, true), (1, 0, false)] {
        for times in 2..=MAX_TIMES {
            for game in &mut games {
                game.extend_to(last.min(300), limits)?;
            }
            let agrees = |heap: u64| games[long].value(heap) == games[short].value(heap.div_ceil(times));
            if !(0..=last.min(300)).all(agrees) {
                continue;
            }
            for game in &mut games {
                game.find_period(last, limits)?;
            }
            if agree_for_ever(&games[short], &games[long], times) == Some(true) {
                return Ok(Some(Relation::Multiple { times, second_repeats, shifts }));
            }
        }
    }
    Ok(None)
}

/// Whether G'(n) = G(⌈n / times⌉) for every n, when both sequences have proved periods, arithmetic or not: both sides obey
/// such a law from the later beginning on, with the least common multiple of their periods, so if they grow equally fast one such
/// stretch decides. `None` without periods, or when the stretch is absurdly long.
fn agree_for_ever(short: &GrundySequence, long: &GrundySequence, times: u64) -> Option<bool> {
    let (p, q) = (short.law()?, long.law()?);
    let (stretched, begin) = (p.length.checked_mul(times)?, p.first.checked_mul(times)?.max(q.first));
    if p.saltus.checked_mul(q.length)? != q.saltus.checked_mul(stretched)? {
        return Some(false);
    }
    let common = (stretched / gcd(stretched, q.length)).checked_mul(q.length)?;
    let bound = common.checked_add(begin)?;
    if bound > 1 << 34 {
        return None;
    }
    Some((0..=bound).all(|heap| long.value(heap) == short.value(heap.div_ceil(times))))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn relation(first: &str, second: &str) -> Relation {
        compare(&first.parse().unwrap(), &second.parse().unwrap(), 20_000, &Limits::none()).unwrap()
    }

    #[test]
    fn cousins_are_the_same_game() {
        assert_eq!(relation("0.4", "0.137"), Relation::SameGame { shifts: (2, 0) });
        assert_eq!(relation("0.07", "0.4"), Relation::SameGame { shifts: (0, 1) });
        assert_eq!(relation("officers", "couples-are-forever"), Relation::SameGame { shifts: (0, 1) });
        assert_eq!(relation("0.77", "kayles"), Relation::SameGame { shifts: (0, 0) });
    }

    #[test]
    fn different_games_differ_at_a_heap_anyone_can_check() {
        let Relation::Different { heap, values, shifts } = relation("0.161", "0.36") else { panic!() };
        assert_eq!((heap, shifts), (519, (0, 0)));
        let naive = |text: &str| crate::heap::naive_values(&text.parse().unwrap(), 519);
        let (a, b) = (naive("0.161"), naive("0.36"));
        assert_eq!((a.get(519), b.get(519)), (Some(values.0), Some(values.1)));
        assert!((0..519).all(|heap| a.get(heap) == b.get(heap)));
    }

    #[test]
    fn equal_values_are_proved_by_periods() {
        // 0.771 may take a whole heap of three, which heap 3 of Kayles does as well as 1 + 1: other trees, same values.
        assert_eq!(relation("0.771", "0.77"), Relation::SameValues { shifts: (0, 0) });
        // Values that grow: Nim in three ways, the last with heaps that break.
        assert_eq!(relation("0.[7]", "nim"), Relation::SameValues { shifts: (0, 0) });
        assert_eq!(relation("0.FF", "0.[7]"), Relation::SameValues { shifts: (0, 0) });
    }

    #[test]
    fn duplicates_and_triplicates_are_found() {
        let times = |first: &str, second: &str| match relation(first, second) {
            Relation::Multiple { times, second_repeats, .. } => (times, second_repeats),
            other => panic!("{first} {second}: {other:?}"),
        };
        assert_eq!(times("0.77", "0.077"), (2, true));
        assert_eq!(times("0.044", "0.77"), (3, false));
        assert_eq!(times("0.7", "0.1113"), (4, true));
        assert_eq!(times("nim", "0.[03]"), (2, true));
    }
}
