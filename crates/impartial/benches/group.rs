//! Finite groups: tables and maximal subgroups.
//!
//! CPU seconds elsewhere, one thread: GAP 4.12 needs 18.6 for the maximal subgroups of all 1267 groups of order 2 to 127,
//! throw-away native code 12 for the tables and 17 for the maximal subgroups of all 92 803 groups of order 2 to 511.

use impartial::group::{self, SmallGroups, maximal_subgroups};
use impartial::limits::Limits;

fn main() {
    divan::main();
}

/// The number of maximal subgroups of all groups of some orders.
fn maximal(orders: std::ops::RangeInclusive<usize>) -> usize {
    let groups = orders.flat_map(SmallGroups::of_order).map(|code| code.group());
    groups.map(|group| maximal_subgroups(&group, &Limits::none()).expect("there is no limit").len()).sum()
}

#[divan::bench(name = "group/maximal/order-2-127", sample_count = 10)]
fn small_orders() {
    assert_eq!(maximal(2..=127), 11_347);
}

#[divan::bench(name = "group/maximal/order-128-255", sample_count = 3)]
fn middle_orders() {
    assert_eq!(maximal(128..=255), 72_960);
}

#[divan::bench(name = "group/tables/order-256", sample_count = 1)]
fn tables() -> usize {
    SmallGroups::of_order(256).map(|code| code.group().order()).sum()
}

#[divan::bench(args = ["S8", "S9", "A9", "M12"], name = "group/maximal", sample_count = 1)]
fn not_solvable(name: &str) -> usize {
    let limits = Limits::none();
    let group = group::parse(name, &limits).expect("a group");
    maximal_subgroups(&group, &limits).expect("there is no limit").len()
}

#[divan::bench(name = "group/cosets/order-10752", sample_count = 1)]
fn coset_enumeration() {
    let group = group::parse("<a,b | a^2, b^3, (a*b)^7, [a,b]^8>", &Limits::none()).expect("a group");
    assert_eq!(group.order(), 10_752);
}
