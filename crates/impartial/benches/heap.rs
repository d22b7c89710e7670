//! Grundy values of heap games: every method beside the definition, values compared by checksum.
//!
//! `steady` benches begin behind the warm-up and report heaps a second once warm; `proof` benches prove a long period.

use divan::Bencher;
use divan::counter::ItemsCount;
use impartial::heap::{GrundySequence, HeapCode, Method, naive_values};
use impartial::limits::Limits;

fn main() {
    divan::main();
}

fn code(text: &str) -> HeapCode {
    text.parse().expect("the codes of this file are well formed")
}

fn sequence(text: &str, method: Method, last: u64) -> GrundySequence {
    let mut sequence = GrundySequence::with_method(code(text), method);
    sequence.extend_to(last, &Limits::none()).expect("no limit was set");
    sequence
}

const SHORT: u64 = 5000;

/// The definition, to heap 5000.
#[divan::bench(args = ["0.16", "0.6", "0.07"], sample_count = 1, sample_size = 1)]
fn naive(bencher: Bencher, text: &str) {
    let expected = sequence(text, Method::Automatic, SHORT).values().checksum();
    bencher.counter(ItemsCount::new(SHORT)).bench(|| {
        let values = naive_values(&code(text), SHORT as usize);
        assert_eq!(values.checksum(), expected, "the definition and the program agree on {text}");
    });
}

/// Sets of nim-sums, to heap 5000.
#[divan::bench(args = ["0.16", "0.6", "0.07"], sample_count = 3, sample_size = 1)]
fn dense(bencher: Bencher, text: &str) {
    bencher.counter(ItemsCount::new(SHORT)).bench(|| sequence(text, Method::Dense, SHORT));
}

const WARM: u64 = 1 << 18;

fn steady(bencher: Bencher, text: &str, method: Method, more: u64) {
    let warm = sequence(text, method, WARM).to_bytes();
    let expected = sequence(text, Method::Sparse, WARM + more.min(1 << 16)).values().checksum();
    bencher
        .counter(ItemsCount::new(more))
        .with_inputs(|| {
            // Resumed and run a little further, so that tables are built and tuned outside the time taken.
            let mut sequence = GrundySequence::from_bytes_with(&warm, method).expect("these bytes are whole");
            sequence.extend_to(WARM + 4096, &Limits::none()).expect("no limit was set");
            sequence
        })
        .bench_local_values(|mut sequence| {
            sequence.extend_to(WARM + 4096 + more, &Limits::none()).expect("no limit was set");
            assert_eq!(
                sequence.values().checksum_to((WARM + more.min(1 << 16)) as usize + 1),
                expected,
                "{text}"
            );
            sequence
        });
}

/// One heap at a time.
#[divan::bench(args = ["0.16", "0.56", "0.644", "0.104", "0.106", "0.054", "0.454", "0.354", "0.6", "4.44"], sample_count = 1, sample_size = 1)]
fn steady_sparse(bencher: Bencher, text: &str) {
    steady(bencher, text, Method::Sparse, 1 << 16);
}

/// Blocks of heaps.
#[divan::bench(args = ["0.16", "0.56", "0.644", "0.104", "0.106", "0.054", "0.454", "0.354"], sample_count = 2, sample_size = 1)]
fn steady_blocks(bencher: Bencher, text: &str) {
    steady(bencher, text, Method::Blocks, 1 << 24);
}

/// Blocks with candidates, for many rare heaps.
#[divan::bench(args = ["0.6", "4.44"], sample_count = 2, sample_size = 1)]
fn steady_wide(bencher: Bencher, text: &str) {
    steady(bencher, text, Method::Blocks, 1 << 20);
}

/// From nothing to a proved period.
#[divan::bench(args = ["0.165", "0.16", "0.56", "0.354"], sample_count = 1, sample_size = 1)]
fn proof(bencher: Bencher, text: &str) {
    bencher.bench(|| {
        let mut sequence = GrundySequence::new(code(text));
        let period = sequence.find_period(100_000_000, &Limits::none()).expect("no limit was set");
        assert!(period.is_some(), "{text} is periodic");
    });
}
