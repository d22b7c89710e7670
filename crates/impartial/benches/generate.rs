//! Achievement and avoidance games: lattices of large groups, and every group of small order.

use divan::{Bencher, black_box};
use impartial::generate::GroupSurvey;
use impartial::generate::{Aim, LargeGround, Structure};
use impartial::group::{self, LargeGroup, SmallGroups};
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

/// Groups whose elements are not listed: the chain, the conjugacy classes, covers and pairs. Bars: 10 s for DNG, 5 s for GEN.
fn large(bencher: Bencher, aim: Aim, name: &str) {
    bencher.bench_local(|| {
        let group =
            LargeGroup::parse(name, &Limits::none()).expect("a group").expect("permutations or tuples");
        LargeGround::new(name, group).nimber(aim, &[], &Limits::none()).expect("decided")
    });
}

#[divan::bench(
    name = "large/dng",
    args = ["M23", "M24", "S12", "A11", "PSL(2,101)", "Sz(8)", "PSU(4,2)", "PSp(4,4)", "S50", "S9", "M12"],
    sample_count = 2
)]
fn large_avoidance(bencher: Bencher, name: &str) {
    large(bencher, Aim::Avoid, name);
}

#[divan::bench(name = "large/gen", args = ["Z2^1000", "Z10^40", "S50", "S4^4", "S3^7", "Z2^20", "S9", "M12"], sample_count = 2)]
fn large_achievement(bencher: Bencher, name: &str) {
    large(bencher, Aim::Achieve, name);
}
