//! Nim arithmetic: products, inverses, logarithms, excesses, lexicodes.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use impartial::coin::{CoinPosition, FieldLexicode, Lexicode};
use impartial::limits::Limits;
use impartial::nim::{AlgebraicClosure, BigNimber, Logarithms, Nimber, PreparedSlice, product_slices};
use num_bigint::BigUint;

fn main() {
    divan::main();
}

const COUNT: usize = 1024;

fn words(seed: u64) -> Vec<u64> {
    let mut state = seed;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    (0..COUNT).map(|_| next()).collect()
}

fn nimbers(seed: u64) -> Vec<Nimber<u64>> {
    words(seed).into_iter().map(Nimber::star).collect()
}

mod product {
    use super::*;

    #[divan::bench]
    fn u64_independent(bencher: Bencher) {
        let (a, b) = (nimbers(1), nimbers(2));
        let mut out = a.clone();
        bencher.counter(ItemsCount::new(COUNT)).bench_local(|| {
            multiply(&mut out, &a, &b);
            black_box(&out);
        });
    }

    /// By itself, so that the registers are the loop's.
    #[inline(never)]
    fn multiply(out: &mut [Nimber<u64>], a: &[Nimber<u64>], b: &[Nimber<u64>]) {
        for ((out, a), b) in out.iter_mut().zip(a).zip(b) {
            *out = *a * *b;
        }
    }

    #[divan::bench]
    fn u64_chain(bencher: Bencher) {
        let b = nimbers(2);
        bencher
            .counter(ItemsCount::new(COUNT))
            .bench_local(|| b.iter().fold(Nimber::star(7), |product, factor| product * *factor));
    }

    #[divan::bench]
    fn u64_slices(bencher: Bencher) {
        let (mut a, b) = (nimbers(1), nimbers(2));
        bencher.counter(ItemsCount::new(COUNT)).bench_local(|| product_slices(&mut a, &b));
    }

    #[divan::bench]
    fn u64_prepared_slices(bencher: Bencher) {
        let (mut a, b) = (PreparedSlice::prepare(nimbers(1)), PreparedSlice::prepare(nimbers(2)));
        bencher.counter(ItemsCount::new(COUNT)).bench_local(|| a.multiply(&b));
    }

    #[divan::bench]
    fn u128_independent(bencher: Bencher) {
        let wide: Vec<Nimber<u128>> =
            words(3).windows(2).map(|w| Nimber::star(u128::from(w[0]) << 64 | u128::from(w[1]))).collect();
        bencher
            .counter(ItemsCount::new(COUNT - 2))
            .bench_local(|| wide.windows(2).fold(Nimber::star(0), |sum, pair| sum + pair[0] * pair[1]));
    }

    #[divan::bench(args = [1024, 4096, 65_536])]
    fn bits(bencher: Bencher, bits: usize) {
        let big = |seed| {
            let halves = words(seed).into_iter().cycle().flat_map(|w| [w as u32, (w >> 32) as u32]);
            BigNimber::star(BigUint::new(halves.take(bits / 32).collect()))
        };
        let (a, b) = (big(1), big(2));
        bencher.bench_local(|| black_box(&a) * black_box(&b));
    }
}

mod inverse {
    use super::*;

    #[divan::bench]
    fn u64_independent(bencher: Bencher) {
        let a = nimbers(1);
        bencher
            .counter(ItemsCount::new(COUNT))
            .bench_local(|| a.iter().fold(Nimber::star(0), |sum, x| sum + x.inverse().unwrap_or_default()));
    }

    #[divan::bench]
    fn u64_prepared_slices(bencher: Bencher) {
        let mut a = PreparedSlice::prepare(nimbers(1));
        bencher.counter(ItemsCount::new(COUNT)).bench_local(|| a.invert());
    }

    #[divan::bench]
    fn transfinite(bencher: Bencher) {
        let x = "w^w^3+3".parse().expect("an ordinal");
        let mut field = AlgebraicClosure::new(Limits::none());
        bencher.bench_local(|| field.inverse(&x));
    }
}

#[divan::bench]
fn square_root_u64(bencher: Bencher) {
    let a = nimbers(1);
    bencher
        .counter(ItemsCount::new(COUNT))
        .bench_local(|| a.iter().fold(Nimber::star(0), |sum, x| sum + x.sqrt()));
}

#[divan::bench]
fn logarithm_u64(bencher: Bencher) {
    let (a, b) = (nimbers(1), nimbers(2));
    bencher.counter(ItemsCount::new(16usize)).bench_local(|| {
        for i in 0..16 {
            black_box(a[i].log(b[i]));
        }
    });
}

/// Through tables that are made once.
#[divan::bench]
fn logarithm_u64_table(bencher: Bencher) {
    let (a, b) = (nimbers(1), nimbers(2));
    let table = Logarithms::new(b[0]).expect("a random nimber is not 0");
    bencher.counter(ItemsCount::new(a.len())).bench_local(|| {
        for x in &a {
            black_box(table.log(*x));
        }
    });
}

#[divan::bench(args = [47, 179, 263], sample_count = 3)]
fn excess(prime: u64) -> u64 {
    let mut field = AlgebraicClosure::new(Limits::none());
    field.excess(prime).map_or(0, |found| found.excess)
}

#[divan::bench(sample_count = 1)]
fn lexicodes_to_64_and_8() -> usize {
    let code = |n, d| Lexicode::new(n, d, &Limits::none()).map_or(0, |code| code.dimension());
    (1..=64).flat_map(|n| (1..=8).map(move |d| (n, d))).map(|(n, d)| code(n, d)).sum()
}

/// Word by word of the basis, where there are too many parity checks.
#[divan::bench(args = [40, 48, 64], sample_count = 3)]
fn lexicode_of_low_rate(distance: usize) -> usize {
    Lexicode::new(distance * 2 - distance / 32, distance, &Limits::none()).map_or(0, |code| code.dimension())
}

#[divan::bench(sample_count = 3)]
fn lexicodes_in_base_4_to_40_and_6() -> usize {
    let code = |n, d| FieldLexicode::new(4, n, d, &Limits::none()).map_or(0, |code| code.dimension());
    (1..=40).flat_map(|n| (1..=6).map(move |d| (n, d))).map(|(n, d)| code(n, d)).sum()
}

/// Every position of a row, as sets of coins.
#[divan::bench(sample_count = 3)]
fn misere_coins() -> bool {
    let (coins, _) = CoinPosition::parse_prefix("coins(ruler)[3+12+14]").expect("a row of coins");
    coins.misere_outcome(&Limits::none()).is_some_and(|outcome| outcome.is_ok())
}
