//! Achievement and avoidance games: lattices of large groups, and every group of small order.

use divan::{Bencher, black_box};
use impartial::generate::GroupSurvey;
use impartial::generate::{Aim, Structure};
use impartial::group::{self, SmallGroups};
use impartial::limits::Limits;

fn main() {
    divan::main();
}

/// One thread: tables, maximal subgroups, lattices, types, simplified digraphs.
fn every_group(last: usize) -> usize {
    let mut survey = GroupSurvey::new();
    (2..=last)
        .flat_map(SmallGroups::of_order)
        .filter(|small| survey.nimbers(&small.group(), &Limits::none()).expect("no limit").achieve > 0)
        .count()
}

// Bars on one thread: 0.20 s, 2.6 s, 95 s.
#[divan::bench(name = "groups/2..127", sample_count = 5)]
fn orders_to_127() {
    black_box(every_group(127));
}

#[divan::bench(name = "groups/2..255", sample_count = 3)]
fn orders_to_255() {
    black_box(every_group(255));
}

#[divan::bench(name = "groups/2..511", sample_count = 1)]
fn orders_to_511() {
    black_box(every_group(511));
}

// Bars: S8 0.25 s, S9 8.4 s, M12 4.2 s for the lattice.
#[divan::bench(name = "structure", args = ["S8", "A8", "M12", "S9", "Z2^8", "SmallGroup(384,20168)"], sample_count = 2)]
fn structure(bencher: Bencher, name: &str) {
    let group = group::parse(name, &Limits::none()).expect("a group");
    bencher.bench_local(|| {
        let structure = Structure::of_group(&group, &Limits::none()).expect("no limit");
        structure.nimber(Aim::Achieve, [])
    });
}
