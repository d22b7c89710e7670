//! Every octal code with few digits that is periodic within 20000 heaps is proved so.

use impartial::heap::{Digit, GrundySequence, HeapCode, Method, Period};
use impartial::limits::Limits;

/// The codes 0.d1…dn and 4.d1…dn, all digits octal.
fn codes(digits: u32) -> impl Iterator<Item = HeapCode> {
    [0, 4].into_iter().flat_map(move |zeroth| {
        (0..8u64.pow(digits)).map(move |number| {
            let digits =
                (0..digits).rev().map(|place| Digit::from_value(number >> (3 * place) & 7)).collect();
            HeapCode::new(Digit::from_value(zeroth), digits, Vec::new())
                .expect("0 and 4 may stand before the point")
        })
    })
}

/// Whether G(n + p) = G(n) holds for some p on the whole last half of the values, and no proof was given.
fn looks_periodic(sequence: &GrundySequence) -> Option<usize> {
    let values: Vec<u32> = sequence.values().iter().collect();
    let half = values.len() / 2;
    (1..=half / 2).find(|p| values[half..].iter().zip(&values[half + p..]).all(|(a, b)| a == b))
}

/// Whether a code has a proved period within these heaps; panics if it looks periodic and has none.
fn is_proved(code: &HeapCode, last: u64) -> bool {
    let mut sequence = GrundySequence::new(code.clone());
    let Some(Period { length, first }) =
        sequence.find_period(last, &Limits::none()).expect("no limit was set")
    else {
        assert_eq!(looks_periodic(&sequence), None, "{code} looks periodic and is not proved so");
        return false;
    };
    // The proof is sound on everything that can be seen: one more stretch, computed without the period.
    let mut again = GrundySequence::with_method(code.clone(), Method::Sparse);
    let bound = (first + 3 * length).min(3000);
    again.extend_to(bound, &Limits::none()).expect("no limit was set");
    assert!((0..=bound).all(|heap| again.value(heap) == sequence.value(heap)), "{code}");
    true
}

/// How many codes have a proved period within these heaps, and how many do not.
fn survey(codes: impl Iterator<Item = HeapCode>, last: u64) -> (usize, usize) {
    let codes: Vec<HeapCode> = codes.collect();
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let share = &|thread: usize| {
        codes.iter().skip(thread).step_by(threads).filter(|code| is_proved(code, last)).count()
    };
    let proved = std::thread::scope(|scope| {
        let counts: Vec<_> = (0..threads).map(|thread| scope.spawn(move || share(thread))).collect();
        counts.into_iter().map(|count| count.join().expect("every code passes")).sum()
    });
    (proved, codes.len() - proved)
}

#[test]
fn codes_of_one_digit() {
    // All but Officers, 0.6.
    assert_eq!(survey(codes(1), 20_000), (15, 1));
}

#[test]
fn codes_of_two_digits_within_2000_heaps() {
    assert_eq!(survey(codes(2), 2000), (103, 25));
}

/// Every seventh code of three digits; all of two and three with IMPARTIAL_EXTREME (`cargo xtask extreme`).
#[test]
fn codes_of_two_and_three_digits() {
    assert_eq!(survey(codes(3).step_by(7), 20_000), (92, 55));
    if std::env::var_os("IMPARTIAL_EXTREME").is_some() {
        assert_eq!(survey(codes(2), 20_000), (103, 25));
        assert_eq!(survey(codes(3), 20_000), (695, 329));
    }
}
