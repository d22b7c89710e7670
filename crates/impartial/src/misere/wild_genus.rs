//! Genera of the heaps of any code, read off a misère quotient, with a period that is proved.
//!
//! The misère nim-value g⁻(G) is the only n for which G + \*n is a P-position. So in the misère quotient of a code together
//! with \*, \*2, …, \*m the value x = Phi(G) determines the superscript of the genus of G:
//!
//! > gₙ(G) is the k with x·Phi(\*2)ⁿ·Phi(\*k) in P,
//!
//! if there is such a k ≤ m; if not, m was too small. And when the quotient is solved, the genera repeat: Phi(n), the nim-value
//! of heap n and whether it is tame add in sums, and the set of the options' decides the heap's, which is all that the proof
//! of [`known_up_to`](super::period::known_up_to) asks of the values.
//!
//! Some solved games have no solved quotient with Nim heaps: in Kayles the exponents of heaps 12 and 17 beside \*6 do not become
//! periodic, and the genera themselves are not known to.

use std::ops::ControlFlow;

use super::genus::{Genus, Temper};
use super::monoid::{BipartiteMonoid, Element};
use super::period::Period;
use super::quotient::{MisereQuotient, Status};
use super::rules::Rules;
use super::structure::cycle;
use super::tame_genus::HeapGenera;
use super::transition::Source;
use crate::heap::{GrundySequence, HeapCode};
use crate::limits::{Limits, StopReason};

/// Larger quotients are not followed: they seldom become solved.
const LARGEST_ORDER: u64 = 1000;
/// The heap up to which a period is looked for, beyond the one asked for.
const LAST_AHEAD: u64 = 10_000;
/// The most Nim heaps that are added to a code.
const MOST_NIM_HEAPS: u64 = 63;

/// The genera of heaps 0, 1, 2, …, read off the misère quotient of the code and Nim heaps: to heap `last` and beyond it
/// where that proves a period; fewer when the quotient diverges, grows large or a limit is reached before.
///
/// Cost: that of the quotient of the code and Nim heaps up to the largest misère nim-value.
///
/// ```
/// use impartial::limits::Limits;
/// use impartial::misere::period::Period;
/// use impartial::misere::wild_genera;
/// let guiles = wild_genera(&"0.15".parse()?, 80, &Limits::none());
/// assert_eq!(guiles.genus_period(), Some(Period { length: 10, first: 66 }));
/// assert_eq!(guiles.genera[14].to_string(), "1^431");
/// # Ok::<(), impartial::text::ReadError>(())
/// ```
pub fn wild_genera(code: &HeapCode, last: u64, limits: &Limits) -> HeapGenera {
    wild_genera_with_quotient(code, last, limits).0
}

/// The misère quotient of nim-heaps and a code from which genera were read.
#[derive(Clone, Debug)]
pub struct NimQuotient {
    /// The nim-heaps, then the heaps of the code.
    pub source: Source,
    /// The quotient.
    pub monoid: BipartiteMonoid,
    /// The values of the positions.
    pub values: Vec<Element>,
    /// The period of the values of the heaps, if it is proved.
    pub period: Option<Period>,
}

/// The same, with the quotient that the genera were read off; without one where there are none.
pub(crate) fn wild_genera_with_quotient(
    code: &HeapCode,
    last: u64,
    limits: &Limits,
) -> (HeapGenera, Option<NimQuotient>) {
    let mut longest = (HeapGenera::default(), None);
    let Ok(nimbers) = nimbers(code, last, limits) else { return longest };
    // Misère nim-values are seldom much larger than nim-values.
    let largest = nimbers.into_iter().max().unwrap_or(0).max(3);
    let mut m = u64::from(largest + 1).next_power_of_two() - 1;
    while m <= MOST_NIM_HEAPS {
        let mut search = MisereQuotient::of(with_nim_heaps(code, m)).tabulate_growth(false);
        let followed = follow(&mut search, last, limits);
        let Ok(reading) = Reading::new(code, &mut search, m) else { break };
        let Ok(found) = reading.genera(last) else { break };
        let passed = found.genera.len() as u64 <= search.source().heaps_up_to(search.heap());
        if found.genera.len() > longest.0.genera.len() || found.period.is_some() {
            longest = (found, Some(reading.quotient));
        }
        if !passed || followed.is_err() {
            break;
        }
        m = 2 * m + 1;
    }
    longest
}

/// The nim-values of heaps 0 to `last`.
fn nimbers(code: &HeapCode, last: u64, limits: &Limits) -> Result<Vec<u32>, StopReason> {
    let mut sequence = GrundySequence::new(code.clone());
    sequence.extend_to(last, limits)?;
    Ok(sequence.values().iter().take(last as usize + 1).collect())
}

/// The code together with \*, \*2, …, \*m, which are positions 1 to m.
fn with_nim_heaps(code: &HeapCode, m: u64) -> Source {
    let (nim, _) = Rules::from_heaps(m, |n| (0..n).map(|k| vec![k]).collect());
    Source::of(nim, vec![code.clone()])
}

/// Follows the quotient to heap `last`, and on in search of a period while it is small.
fn follow(search: &mut MisereQuotient, last: u64, limits: &Limits) -> Result<(), StopReason> {
    let end = search.source().last_position(last.max(LAST_AHEAD));
    while *search.status() == Status::Partial
        && search.heap() < end
        && search.order_at_least() <= LARGEST_ORDER
    {
        search.extend_to(search.heap() + 1, limits)?;
    }
    Ok(())
}

/// A quotient of a code and Nim heaps, from which genera are read.
struct Reading<'a> {
    code: &'a HeapCode,
    quotient: NimQuotient,
    /// The values of 0, \*, \*2, …, \*m.
    nim: Vec<Element>,
    /// The values of heaps 0, 1, 2, …
    phi: Vec<Element>,
}

impl<'a> Reading<'a> {
    fn new(code: &'a HeapCode, search: &mut MisereQuotient, m: u64) -> Result<Self, StopReason> {
        // What is proved is read in any case; the search was stopped while the quotient was small.
        let (monoid, values) = search.quotient(&Limits::none())?;
        let period = match search.status() {
            Status::Complete(periods) => periods.first().copied(),
            _ => None,
        };
        let nim = values[..=m as usize].to_vec();
        let phi = search.source().heap_values(0, &values);
        let quotient = NimQuotient { source: search.source().clone(), monoid, values, period };
        Ok(Reading { code, quotient, nim, phi })
    }

    /// The genera of the heaps as far as their values are known, or until a misère nim-value passes m.
    fn genera(&self, last: u64) -> Result<HeapGenera, StopReason> {
        let mut phi = self.phi.clone();
        if let Some(Period { length: period, .. }) = self.quotient.period {
            // Twice as far, as the nim-values may take longer to repeat than Phi.
            let length = (2 * phi.len()).max(last as usize + 1);
            while phi.len() < length {
                phi.push(phi[phi.len() - period as usize]);
            }
        }
        let nimbers = nimbers(self.code, phi.len() as u64 - 1, &Limits::none())?;
        let mut superscripts: Vec<Option<Option<Vec<u32>>>> = vec![None; self.quotient.monoid.order()];
        let mut found = HeapGenera::default();
        for (heap, (x, base)) in phi.iter().zip(&nimbers).enumerate() {
            let superscript = superscripts[*x as usize].get_or_insert_with(|| self.superscript(*x));
            let Some(superscript) = superscript else { break };
            let genus = Genus::new(*base, superscript.clone());
            found.tempers.push(Temper::of(&genus, self.options_are_tame(heap as u64, &found.tempers)));
            found.genera.push(genus);
        }
        if self.quotient.period.is_some() && found.genera.len() == phi.len() {
            let values: Vec<_> = phi.iter().zip(&nimbers).zip(&found.tempers).collect();
            let repeating = Source::Heaps(self.code.clone()).proved_periods(&values);
            let genera: Vec<_> = found.genera.iter().zip(&found.tempers).collect();
            found.period =
                repeating.and_then(|periods| periods.first().map(|period| period.least_of(&genera)));
        }
        Ok(found)
    }

    /// The entries gₙ of the positions with value x, up to the end of the first pair of the powers of \*2 that repeat: these
    /// alternate, as the superscript does from some place on. `None` when one of them is larger than m.
    fn superscript(&self, x: Element) -> Option<Vec<u32>> {
        let (monoid, two) = (&self.quotient.monoid, self.nim[2]);
        let beside = std::iter::successors(Some(x), |y| Some(monoid.product(*y, two)));
        beside.take(cycle(monoid, two).index as usize + 2).map(|y| self.misere_nimber(y)).collect()
    }

    /// The misère nim-value of the positions with value x: the k for which they make a P-position with \*k.
    fn misere_nimber(&self, x: Element) -> Option<u32> {
        let monoid = &self.quotient.monoid;
        let is_p = |k: &Element| monoid.is_p(monoid.product(x, *k));
        self.nim.iter().position(is_p).map(|k| k as u32)
    }

    /// Whether all heaps in the options of a heap are tame.
    fn options_are_tame(&self, heap: u64, tempers: &[Temper]) -> bool {
        self.code
            .for_each_option(heap, |option| {
                let tame = option.iter().all(|part| tempers[*part as usize].is_tame());
                if tame { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            })
            .is_continue()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::misere::heap_genus::GenusSequence;

    /// Fails when a genus or temper differs from that found by playing sums out; those of 0.77 come from a
    /// quotient that is not solved.
    #[test]
    fn wild_games_against_sums_played_out() {
        for (code, last) in
            [("0.15", 40), ("0.72", 40), ("0.3103", 60), ("0.123", 200), ("0.07", 20), ("0.77", 19)]
        {
            let code: HeapCode = code.parse().unwrap();
            let read = wild_genera(&code, last, &Limits::none());
            let mut played = GenusSequence::new();
            played.extend_to(last, |n| code.options(n), &Limits::none()).unwrap();
            let count = last as usize + 1;
            assert!(read.genera.len() >= count, "{code}");
            assert!(played.genera().eq(&read.genera[..count]), "{code}");
            assert!(played.tempers().eq(read.tempers[..count].iter().copied()), "{code}");
        }
    }

    /// Fails when a period is not that of the genera, or none is found for a solved game.
    #[test]
    fn solved_games_have_proved_genus_periods() {
        for (code, period, first) in [("0.123", 5, 5), ("0.15", 10, 66), ("0.34", 8, 7), ("0.53", 9, 21)] {
            let code: HeapCode = code.parse().unwrap();
            let mut read = wild_genera(&code, 30, &Limits::none());
            assert_eq!(read.genus_period(), Some(Period { length: period, first }), "{code}");
            read.continue_to(first + 5 * period);
            let same = |n: u64| read.genera[n as usize] == read.genera[(n + period) as usize];
            assert!((first..first + 4 * period).all(same) && !same(first - 1), "{code}");
        }
    }

    /// Fails when a limit or a diverging quotient takes away what was found before, or a period is claimed.
    #[test]
    fn what_is_out_of_reach_is_left_out() {
        let kayles = wild_genera(&"0.77".parse().unwrap(), 50, &Limits::none());
        assert_eq!((kayles.genera.len(), kayles.period), (20, None));
        let limits = Limits::none();
        limits.handle().stop(StopReason::Time);
        assert_eq!(wild_genera(&"0.77".parse().unwrap(), 50, &limits), HeapGenera::default());
    }
}
