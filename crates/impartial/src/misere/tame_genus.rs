//! Genera of the heaps of a tame code, as far as heaps go, with a period that is proved.
//!
//! The genera of wild games are read off a misère quotient ([`super::wild_genus`]) or found by playing sums out
//! ([`super::heap_genus`]); then a period is only seen. To merge a heap with a sum that has the same misère nim-values beside
//! all earlier heaps would be wrong: a later heap may tell them apart. (In 0.205 the genus of heap 12, 3^0531, would come
//! out as 3^031.)

use std::ops::ControlFlow;

use super::genus::{Genus, Temper};
use super::heap_genus::tame_beginning;
use super::period::Period;
use super::transition::Source;
use crate::heap::HeapCode;
use crate::limits::{Limits, StopReason};

/// The genera of heaps 0, 1, 2, …, as far as they were found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HeapGenera {
    /// The genus of each heap.
    pub genera: Vec<Genus>,
    /// The temper of each heap.
    pub tempers: Vec<Temper>,
    /// The period of genera and tempers, if one is proved.
    pub period: Option<Period>,
}

impl HeapGenera {
    /// Continues the genera by the proved period, if there is one, up to heap `last`.
    pub fn continue_to(&mut self, last: u64) {
        let Some(Period { length: period, .. }) = self.period else { return };
        while (self.genera.len() as u64) <= last {
            let before = self.genera.len() - period as usize;
            self.genera.push(self.genera[before].clone());
            self.tempers.push(self.tempers[before]);
        }
    }

    /// The period of the genera alone, which may be shorter or begin earlier than that of genera and tempers. The genera must
    /// reach to the end of the first period.
    pub fn genus_period(&self) -> Option<Period> {
        self.period.map(|period| period.least_of(&self.genera))
    }

    /// The first heap that is not tame, among those found.
    pub fn first_wild(&self) -> Option<u64> {
        self.tempers.iter().position(|temper| !temper.is_tame()).map(|heap| heap as u64)
    }
}

/// The genera of the heaps of a code that is tame up to heap `last`, with the period if it is proved by then; `None` when a
/// heap up to `last` is not tame.
///
/// A tame heap is its nim-value and whether it is fickle. These add in sums, and the set of the options' decides the heap's
/// ([`tame_beginning`]): that is all that the proof of [`known_up_to`](super::period::known_up_to) asks of the values.
///
/// ```
/// use impartial::limits::Limits;
/// use impartial::misere::period::Period;
/// use impartial::misere::tame_genera;
/// let stalking = tame_genera(&"0.31".parse()?, 100, &Limits::none()).unwrap().expect("0.31 is tame");
/// assert_eq!(stalking.period, Some(Period { length: 2, first: 3 }));
/// # Ok::<(), impartial::text::ReadError>(())
/// ```
///
/// # Errors
/// When `limits` stop the work.
pub fn tame_genera(code: &HeapCode, last: u64, limits: &Limits) -> Result<Option<HeapGenera>, StopReason> {
    let genera = tame_beginning(last, |heap, mark| visit_options(code, heap, mark), limits)?;
    if genera.len() as u64 <= last {
        return Ok(None);
    }
    let tempers = genera.iter().map(|genus| Temper::of(genus, true)).collect();
    let period = prove(code, &genera);
    Ok(Some(HeapGenera { genera, tempers, period }))
}

/// The period that values of heaps 0, 1, 2, … prove, for codes that the theorem is about.
fn prove<T: Clone + PartialEq>(code: &HeapCode, values: &[T]) -> Option<Period> {
    Source::Heaps(code.clone()).proved_periods(values)?.first().copied()
}

fn visit_options(code: &HeapCode, heap: u64, mark: &mut dyn FnMut(&[u64])) {
    let _ = code.for_each_option(heap, |option| {
        mark(option);
        ControlFlow::<()>::Continue(())
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::misere::heap_genus::GenusSequence;

    /// Fails when a genus or temper differs from that found by playing sums out, or when the period is not one of the genera.
    #[test]
    fn tame_games_against_sums_played_out() {
        for code in ["0.23", "0.31", "0.52", "0.3", "0.51", "0.7", "4.0"] {
            let code: HeapCode = code.parse().unwrap();
            let mut tame = tame_genera(&code, 100, &Limits::none()).unwrap().unwrap();
            let Some(Period { length: period, first }) = tame.period else { panic!("{code} has a period") };
            tame.continue_to(300);
            let mut played = GenusSequence::new();
            played.extend_to(300, |n| code.options(n), &Limits::none()).unwrap();
            assert!(played.genera().eq(&tame.genera) && played.tempers().eq(tame.tempers.iter().copied()));
            let same = |n: u64| tame.genera[n as usize] == tame.genera[(n + period) as usize];
            assert!((first..=300 - period).all(same) && (first == 0 || !same(first - 1)), "{code}");
            assert_eq!(tame.first_wild(), None);
        }
        assert_eq!(tame_genera(&"0.77".parse().unwrap(), 300, &Limits::none()).unwrap(), None);
    }
}
