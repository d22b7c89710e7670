//! Canonical forms, genera and the structure of quotients.

use divan::{Bencher, black_box};
use impartial::heap::HeapCode;
use impartial::limits::Limits;
use impartial::misere::GenusSequence;
use impartial::misere::MisereQuotient;
use impartial::misere::MonoidStructure;
use impartial::misere::Presentation;
use impartial::misere::count_born_by;
use impartial::misere::isomorphism;
use impartial::misere::{BipartiteMonoid, Element};

fn main() {
    divan::main();
}

fn quotient(code: &str, to: u64) -> (BipartiteMonoid, Vec<Element>) {
    let mut search = MisereQuotient::of_heaps(code.parse().expect("a code"));
    search.extend_to(to, &Limits::none()).expect("no limit");
    search.quotient(&Limits::none()).expect("no limit")
}

#[divan::bench(name = "canonical/count/day-5")]
fn day_5() {
    black_box(count_born_by(5));
}

#[divan::bench(name = "genus/0.77/heap-60", sample_count = 10)]
fn genus_of_kayles() {
    let code: HeapCode = "0.77".parse().expect("a code");
    let mut genera = GenusSequence::new();
    genera.extend_to(60, |heap| code.options(heap), &Limits::none()).expect("no limit");
    black_box(genera.first_wild());
}

#[divan::bench(name = "presentation/0.316/heap-23", sample_count = 10)]
fn presentation(bencher: Bencher) {
    let (monoid, phi) = quotient("0.316", 23);
    bencher.bench_local(|| Presentation::new(&monoid, &phi));
}

#[divan::bench(name = "structure/0.316/heap-23", sample_count = 10)]
fn structure(bencher: Bencher) {
    let (monoid, _) = quotient("0.316", 23);
    bencher.bench_local(|| MonoidStructure::new(&monoid).covers(&monoid).len());
}

#[divan::bench(name = "isomorphism/0.36-0.37/order-304", sample_count = 10)]
fn isomorphic(bencher: Bencher) {
    let (left, right) = (quotient("0.36", 20).0, quotient("0.37", 15).0);
    bencher.bench_local(|| isomorphism(&left, &right, &Limits::none()));
}
