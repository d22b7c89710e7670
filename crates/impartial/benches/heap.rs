//! Grundy values of heap games: every method beside the definition, values compared by checksum.
//!
//! `steady` benches begin behind the warm-up and report heaps a second once warm; `warm_up` is the time from nothing to there;
//! `proof` benches prove a long period.

use divan::Bencher;
use divan::counter::ItemsCount;
use impartial::heap::{GrundySequence, HeapCode, Method, PeriodSearch, naive_values};
use impartial::limits::Limits;

fn main() {
    divan::main();
}

fn code(text: &str) -> HeapCode {
    text.parse().expect("the codes of this file are well formed")
}

fn sequence(text: &str, method: Method, threads: usize, last: u64) -> GrundySequence {
    let mut sequence = GrundySequence::with_method(code(text), method).with_threads(threads);
    sequence.extend_to(last, &Limits::none()).expect("no limit was set");
    sequence
}

const SHORT: u64 = 5000;

/// The definition, to heap 5000.
#[divan::bench(args = ["0.16", "0.6", "0.07", "4.44"], sample_count = 1, sample_size = 1)]
fn naive(bencher: Bencher, text: &str) {
    let expected = sequence(text, Method::Automatic, 1, SHORT).values().checksum();
    bencher.counter(ItemsCount::new(SHORT)).bench(|| {
        let values = naive_values(&code(text), SHORT as usize);
        assert_eq!(values.checksum(), expected, "the definition and the program agree on {text}");
    });
}

/// Sets of nim-sums, to heap 5000.
#[divan::bench(args = ["0.16", "0.6", "0.07", "4.44"], sample_count = 3, sample_size = 1)]
fn dense(bencher: Bencher, text: &str) {
    bencher.counter(ItemsCount::new(SHORT)).bench(|| sequence(text, Method::Dense, 1, SHORT));
}

/// Behind this heap all tables are built and tuned.
const WARM: u64 = 1 << 21;

/// The first heaps are compared with the heap-by-heap method.
const COMPARED: u64 = 1 << 17;

fn steady(bencher: Bencher, text: &str, method: Method, threads: usize, warm: u64, more: u64) {
    let compared = COMPARED.min(warm);
    let expected = sequence(text, Method::Sparse, 1, compared).values().checksum();
    bencher
        .counter(ItemsCount::new(more))
        .with_inputs(|| {
            let sequence = sequence(text, method, threads, warm);
            assert_eq!(sequence.values().checksum_to(compared as usize + 1), expected, "{text}");
            sequence
        })
        .bench_local_values(|mut sequence| {
            sequence.extend_to(warm + more, &Limits::none()).expect("no limit was set");
            sequence
        });
}

/// One heap at a time.
#[divan::bench(args = ["0.16", "0.56", "0.644", "0.104", "0.106", "0.054", "0.454", "0.354", "0.6", "4.44"], sample_count = 1, sample_size = 1)]
fn steady_sparse(bencher: Bencher, text: &str) {
    steady(bencher, text, Method::Sparse, 1, COMPARED, 1 << 16);
}

/// Blocks of heaps; one look for a period lies in the time taken.
#[divan::bench(args = ["0.16", "0.56", "0.644", "0.104", "0.106", "0.054", "0.454", "0.354"], sample_count = 3, sample_size = 1)]
fn steady_blocks(bencher: Bencher, text: &str) {
    steady(bencher, text, Method::Blocks, 1, WARM, 1 << 24);
}

/// The same on two cores.
#[divan::bench(args = ["0.16", "0.104", "0.354"], sample_count = 3, sample_size = 1)]
fn steady_blocks_two_threads(bencher: Bencher, text: &str) {
    steady(bencher, text, Method::Blocks, 2, WARM, 1 << 24);
}

/// Blocks with candidates, for many rare heaps, on one core.
#[divan::bench(args = ["0.6", "4.44"], sample_count = 3, sample_size = 1)]
fn steady_wide(bencher: Bencher, text: &str) {
    steady(bencher, text, Method::Blocks, 1, 1 << 17, 1 << 20);
}

/// The same on two cores.
#[divan::bench(args = ["0.6", "4.44"], sample_count = 3, sample_size = 1)]
fn steady_wide_two_threads(bencher: Bencher, text: &str) {
    steady(bencher, text, Method::Blocks, 2, 1 << 17, 1 << 20);
}

/// From nothing to the heap from which on the speed is the steady one.
#[divan::bench(args = ["0.16", "0.56", "0.644", "0.104", "0.106", "0.054", "0.454", "0.354", "0.6", "4.44"], sample_count = 3, sample_size = 1)]
fn warm_up(bencher: Bencher, text: &str) {
    bencher.bench(|| sequence(text, Method::Blocks, 1, 1 << 17));
}

/// From nothing to a proved period; the last three have periods of ten to sixty million.
#[divan::bench(args = ["0.165", "0.16", "0.56", "0.354", "0.104", "0.054", "0.454"], sample_count = 1, sample_size = 1)]
fn proof(bencher: Bencher, text: &str) {
    bencher.bench(|| {
        let mut sequence = GrundySequence::new(code(text));
        let period = sequence.find_period(600_000_000, &Limits::none()).expect("no limit was set");
        assert!(period.is_some(), "{text} is periodic");
    });
}

/// The same, values being forgotten.
#[divan::bench(args = ["0.354", "0.104", "0.054", "0.454"], sample_count = 1, sample_size = 1)]
fn proof_by_window(bencher: Bencher, text: &str) {
    bencher.bench(|| {
        let kept = sequence(text, Method::Automatic, 1, 1 << 22);
        let mut search = PeriodSearch::new(kept, 1).map_err(|_| text).expect("its rare heaps end");
        let period = search.run(600_000_000, &Limits::none());
        assert!(matches!(period, Ok(Some(_))), "{text} is periodic");
    });
}

/// A code of ten thousand digits.
#[divan::bench(sample_count = 1, sample_size = 1)]
fn ten_thousand_digits(bencher: Bencher) {
    // Digits from a linear recurrence, so that no part repeats.
    let mut state = 12_345u32;
    let digits = std::iter::repeat_with(|| {
        state = state.wrapping_mul(1_103_515_245).wrapping_add(12_345);
        char::from(b'0' + (state >> 28) as u8 % 8)
    });
    let text: String = "0.".chars().chain(digits.take(10_000)).collect();
    bencher.counter(ItemsCount::new(20_000u64)).bench(|| sequence(&text, Method::Automatic, 1, 20_000));
}

/// From nothing to a proved arithmetic period, of heaps that break into two and three and of heaps that do not.
#[divan::bench(args = ["0.8", "0.3F", "0.9C", "8.D", "laskers-nim", "4.[9]", "allbut(3,7,8,11,40,61)"])]
fn arithmetic_proof(bencher: Bencher, text: &str) {
    bencher.bench(|| {
        let mut sequence = GrundySequence::new(code(text));
        sequence.find_period(2000, &Limits::none()).expect("no limit was set");
        assert!(sequence.arithmetic_period().is_some(), "the values of {text} grow");
    });
}
