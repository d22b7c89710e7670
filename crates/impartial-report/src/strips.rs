//! Strips of heaps: where they are folded, how long they are, and which cells break the pattern.

use impartial::heap::{GrundySequence, HeapCode};
use impartial_picture::strip::{Cell, LONGEST_WITH_WORDS, Strip};

use impartial::question::Refused;

/// Unasked, no strip is longer than this.
pub const LONGEST_UNASKED: u64 = 600;
/// No strip is longer than this: a file of some four megabytes.
pub const LONGEST: u64 = 20_000;
/// The longest period at which a strip is folded.
const LONGEST_FOLD: u64 = 400;
/// The length of a row where no period is known.
const PLAIN_FOLD: usize = 20;

/// A proved law of values: G(n + length) = G(n) + saltus from heap `first` on.
pub use impartial::heap::ArithmeticPeriod as Law;

/// The proved law of a sequence.
pub fn law_of(sequence: &GrundySequence) -> Option<Law> {
    sequence.law()
}

/// Where a strip is folded, and why.
pub struct Shape {
    /// The length of a row.
    pub fold: usize,
    law: Option<Law>,
    is_asked: bool,
    observed: Option<u64>,
}

impl Shape {
    /// Folded where asked, or at the period, short periods several to a row.
    pub fn new(law: Option<Law>, asked: Option<usize>) -> Self {
        let fold = asked.or_else(|| natural_fold(law?.length)).unwrap_or(PLAIN_FOLD);
        Shape { fold, law, is_asked: asked.is_some(), observed: None }
    }

    /// The same, folded at a period that was only observed, where none is proved.
    pub fn or_observed(mut self, period: Option<u64>) -> Self {
        if let (None, false, Some(fold)) = (self.law, self.is_asked, period.and_then(natural_fold)) {
            self.fold = fold;
            self.observed = period;
        }
        self
    }

    /// How many heaps show the pattern: the rows before it, the row in which it begins, and two more.
    pub fn heaps_unasked(&self) -> u64 {
        let fold = self.fold as u64;
        let rows = match self.law {
            Some(law) => (law.first.max(1) - 1) / fold + 3,
            None => 12,
        };
        let most = (LONGEST_UNASKED / fold).max(3);
        rows.clamp(4.min(most), most) * fold
    }

    /// What is to be seen; `exceptions` is their number among `heaps` heaps.
    fn sentence(&self, values: &str, exceptions: usize, heaps: usize) -> String {
        let Some(Law { length, first, saltus }) = self.law else {
            return match self.observed {
                Some(period) => {
                    format!("{values}, folded at a period that is observed, not proved: {period}.")
                }
                None => format!("{values}, {} to a row. No period is proved.", self.fold),
            };
        };
        let by = if saltus == 0 { String::new() } else { format!(", each time {saltus} more") };
        let fold = match self.fold as u64 {
            fold if fold == length => format!("folded at the period, {length}{by}"),
            fold if fold.is_multiple_of(length) && !self.is_asked => {
                format!("folded at {fold}, a multiple of the period {length}{by}")
            }
            fold => format!("{fold} to a row; the period is {length}{by}"),
        };
        let cells = match exceptions {
            0 => "No cell breaks the pattern, and none ever will.".to_owned(),
            1 => "Ringed: the one cell that breaks the pattern.".to_owned(),
            count => format!("Ringed: the {count} cells that break the pattern."),
        };
        let line = match (exceptions, first as usize <= heaps) {
            (0, _) => String::new(),
            (_, true) => " Below the dotted line none ever will.".to_owned(),
            (_, false) => format!(" From heap {first} on none ever will."),
        };
        format!("{values}, {fold}. {cells}{line}")
    }
}

/// The row that shows a period: the period, or as many of them as fill a row.
fn natural_fold(period: u64) -> Option<usize> {
    match period {
        0 => None,
        1..12 => Some((period * (12 / period)) as usize),
        12..=LONGEST_FOLD => Some(period as usize),
        _ => None,
    }
}

/// Which values of a sequence break the pattern that its proved period sets.
pub fn broken(sequence: &GrundySequence) -> Vec<bool> {
    let values: Vec<u64> = sequence.values().iter().map(u64::from).collect();
    exceptions(&values, law_of(sequence), |value, periods, saltus| value + periods * saltus)
}

/// The strip of normal play, heaps 1 to `heaps`.
pub fn normal(sequence: &GrundySequence, heaps: usize, shape: &Shape) -> Strip {
    let broken = broken(sequence);
    let values = sequence.values().iter().zip(&broken).take(heaps + 1).skip(1);
    let cells = values.map(|(value, is_exception)| Cell {
        value,
        word: None,
        is_p: value == 0,
        is_exception: *is_exception,
    });
    strip("Nim-values of heaps", "normal play", sequence.code(), shape, cells.collect(), &broken)
}

/// The strip of misère play, heaps 1 to `heaps`: for each heap from 0 on its word and whether it is in P.
pub fn misere(sequence: &GrundySequence, phi: &[(String, bool)], heaps: usize, shape: &Shape) -> Strip {
    let broken = exceptions(phi, shape.law, |value, _, _| value.clone());
    let cells = phi.iter().zip(sequence.values().iter()).zip(&broken).take(heaps + 1).skip(1);
    let cells = cells.map(|(((word, is_p), value), is_exception)| Cell {
        value,
        word: Some(word.clone()),
        is_p: *is_p,
        is_exception: *is_exception,
    });
    strip("Φ of heaps", "misère play", sequence.code(), shape, cells.collect(), &broken)
}

fn strip(what: &str, play: &str, code: &HeapCode, shape: &Shape, cells: Vec<Cell>, broken: &[bool]) -> Strip {
    let name = code.name().map_or_else(String::new, |name| format!(" ({name})"));
    let heaps = cells.len();
    let exceptions = broken.iter().take(heaps + 1).skip(1).filter(|broken| **broken).count();
    Strip {
        title: format!("{code}{name}, {play}"),
        sentence: shape.sentence(&format!("{what} 1 to {heaps}"), exceptions, heaps),
        fold: shape.fold.max(1),
        proved_from: shape.law.map(|law| law.first),
        cells,
    }
}

/// Which values break the pattern that a law sets: those before its first heap that differ from what it continues
/// backwards to. `add` is the value so many periods further on.
fn exceptions<T: PartialEq + Clone>(
    values: &[T],
    law: Option<Law>,
    add: impl Fn(&T, u64, u64) -> T,
) -> Vec<bool> {
    let Some(Law { length, first, saltus }) = law else { return vec![false; values.len()] };
    let breaks = |heap: usize| {
        let periods = first.saturating_sub(heap as u64).div_ceil(length);
        let later = (heap as u64 + periods * length) as usize;
        periods > 0 && values.get(later).is_some_and(|later| *later != add(&values[heap], periods, saltus))
    };
    (0..values.len()).map(breaks).collect()
}

/// The failure for a strip that no one could read.
pub fn too_long(heaps: u64) -> Refused {
    Refused::new(format!("a strip of {heaps} heaps is too long; at most {LONGEST} are drawn"))
        .help("--picture scatter draws any number")
}

/// Reads the length of a row.
pub fn parse_fold(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(fold @ 1..=LONGEST_FOLD) => Ok(fold as usize),
        _ => Err(format!("'{text}' is not a number of heaps from 1 to {LONGEST_FOLD}")),
    }
}

/// Rows of at most this length carry words; longer ones only colours.
const _: () = assert!(LONGEST_WITH_WORDS >= PLAIN_FOLD);

#[cfg(test)]
mod tests {
    use impartial::limits::Limits;

    use super::*;

    fn sequence(code: &str, to: u64) -> GrundySequence {
        let mut sequence = GrundySequence::new(code.parse().unwrap());
        let _ = sequence.find_period(to, &Limits::none());
        sequence
    }

    /// Kayles: period 12 from heap 71, thirteen exceptions, among them 57 and 70 and no later one.
    #[test]
    fn the_exceptions_of_kayles() {
        let sequence = sequence("0.77", 400);
        let shape = Shape::new(law_of(&sequence), None);
        assert_eq!((shape.fold, shape.heaps_unasked()), (12, 96));
        let strip = normal(&sequence, 96, &shape);
        let broken: Vec<usize> = (1..=96).filter(|heap: &usize| strip.cells[heap - 1].is_exception).collect();
        assert_eq!(broken, [3, 6, 9, 11, 15, 18, 21, 22, 28, 34, 39, 57, 70]);
        assert!(strip.sentence.contains("the 13 cells"), "{}", strip.sentence);
        assert!(strip.cells.iter().all(|cell| !cell.is_p));
    }

    #[test]
    fn growth_is_no_exception_and_a_short_strip_says_where_the_line_is() {
        let growing = sequence("4.0", 200);
        let shape = Shape::new(law_of(&growing), None);
        assert!(normal(&growing, 40, &shape).cells.iter().all(|cell| !cell.is_exception));
        let kayles = sequence("0.77", 400);
        let strip = normal(&kayles, 24, &Shape::new(law_of(&kayles), None));
        assert!(strip.sentence.contains("From heap 71 on"), "{}", strip.sentence);
        // The first eight exceptions are seen although the heaps that they differ from are not drawn.
        assert_eq!(strip.cells.iter().filter(|cell| cell.is_exception).count(), 8);
    }

    #[test]
    fn rows_of_short_and_long_periods() {
        assert_eq!(
            [1, 2, 5, 7, 11, 12, 34, 400].map(natural_fold),
            [12, 12, 10, 7, 11, 12, 34, 400].map(Some)
        );
        assert_eq!([0, 401].map(natural_fold), [None, None]);
        let shape = Shape::new(None, None).or_observed(Some(5));
        assert_eq!((shape.fold, shape.heaps_unasked()), (10, 120));
        assert_eq!(Shape::new(None, Some(11)).or_observed(Some(5)).fold, 11);
        assert!(parse_fold("0").is_err() && parse_fold("401").is_err() && parse_fold("12") == Ok(12));
    }
}
