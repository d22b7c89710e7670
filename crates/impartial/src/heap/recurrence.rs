//! Long periods as certificates of a few hundred bytes: a window that recurs.
//!
//! When a window recurs, everything recurs (the theorem and its proof are in the documentation of `window`); and whoever doubts it
//! can compute the values again, remembering one window. The checker does that, and gives the proof in full.

use super::sequence::GrundySequence;
use super::window::Window;
use crate::integer::prime_divisors;

/// The claim that a game has a period, with what makes it quick to check. Its `kind` is `heap-recurrence`.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct HeapRecurrence {
    /// What is claimed.
    pub kind: &'static str,
    /// The code.
    pub game: String,
    /// The period.
    pub period: u64,
    /// The least heap from which on the values repeat.
    pub first_heap: u64,
    /// The mask of the sparse space.
    pub mask: u32,
    /// Whether the class of a heap also depends on its parity.
    pub by_position: bool,
    /// Rare heaps and parts of witnesses go up to this heap.
    pub reach: u64,
    /// The parts to try first.
    pub parts: Vec<u64>,
    /// For each prime divisor q of the period, a heap that differs from the one period/q after it.
    pub exceptions: Vec<u64>,
}

/// The certificate of a proved period by a window that recurs; `None` when the period is not proved, or the game has no
/// sparse space that ends, or more than 64 common values.
///
/// Cost: one look at each heap up to the end of the first period, some hundred million a second.
///
/// ```
/// use impartial::heap::{recurrence, GrundySequence};
/// use impartial::limits::Limits;
/// let mut game = GrundySequence::new("0.56".parse()?);
/// game.find_period(1_000_000, &Limits::none()).expect("no limit was set");
/// let certificate = recurrence(&game).expect("its rare heaps end at 1795");
/// assert_eq!((certificate.period, certificate.first_heap), (144, 326_640));
/// # Ok::<(), impartial::text::ReadError>(())
/// ```
pub fn recurrence(sequence: &GrundySequence) -> Option<HeapRecurrence> {
    let (code, values, period) = (sequence.code(), sequence.values(), sequence.period()?);
    let window = Window::new(code, values)?;
    let settled = 2 * window.depth() + 2;
    let end = usize::try_from(period.first).ok()?.max(settled) + window.depth() + period.length as usize;
    if !window.is_regular(values, settled, end) {
        return None;
    }
    let exceptions = prime_divisors(period.length).into_iter().map(|prime| {
        let shift = period.length / prime;
        (period.first..period.first + period.length)
            .find(|heap| sequence.value(*heap) != sequence.value(heap + shift))
    });
    Some(window.certificate(code, period, exceptions.collect::<Option<_>>()?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Limits;

    #[test]
    fn a_window_that_recurs_needs_an_end_of_rare_heaps() {
        // 0.165 has period 1550, and rare heaps for ever.
        let mut game = GrundySequence::new("0.165".parse().unwrap());
        game.find_period(40_000, &Limits::none()).unwrap();
        game.extend_to(200_000, &Limits::none()).unwrap();
        assert!(game.period().is_some());
        assert_eq!(recurrence(&game), None);
    }

    #[test]
    fn exceptions_show_that_the_period_is_least() {
        let mut game = GrundySequence::new("0.56".parse().unwrap());
        game.find_period(1_000_000, &Limits::none()).unwrap();
        let certificate = recurrence(&game).unwrap();
        for (heap, prime) in certificate.exceptions.iter().zip([2, 3]) {
            assert_ne!(game.value(*heap), game.value(heap + 144 / prime));
        }
        assert_eq!(certificate.exceptions.len(), 2);
    }
}
