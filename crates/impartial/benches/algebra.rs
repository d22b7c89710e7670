//! The games of groups and of subgroups on every group of small order.
//!
//! Throw-away native code, one thread: 280 s for the game of groups to order 511, 36 s for the game of subgroups to order
//! 255. The bars on two cores are 60 s and 15 s; these run on one.

use divan::black_box;
use impartial::algebra::ring::{Convention, FiniteRing, IdealGame};
use impartial::algebra::{
    AbelianType, AbelianValues, AlgebraPosition, DivisorTable, GroupGame, SubgroupGame,
};
use impartial::group::SmallGroups;
use impartial::limits::Limits;

fn main() {
    divan::main();
}

/// The number of P-positions of the game of groups.
fn lost_groups(last: usize) -> usize {
    let mut abelian = AbelianValues::new();
    (1..=last)
        .flat_map(SmallGroups::of_order)
        .filter(|small| {
            let mut game = GroupGame::new(&small.group());
            game.value(&mut abelian, &Limits::none()).expect("no limit").nimber == 0
        })
        .count()
}

#[divan::bench(name = "group/1..200", sample_count = 3)]
fn groups_to_200() {
    assert_eq!(lost_groups(200), 105);
}

#[divan::bench(name = "group/1..511", sample_count = 1)]
fn groups_to_511() {
    black_box(lost_groups(511));
}

#[divan::bench(name = "subgroups/1..255", sample_count = 1)]
fn subgroups_to_255() {
    let mut abelian = AbelianValues::new();
    let lost = (1..=255).flat_map(SmallGroups::of_order).filter(|small| {
        let mut game = SubgroupGame::new(&small.group());
        game.value(&mut abelian, &Limits::none()).expect("no limit").nimber == 0
    });
    black_box(lost.count());
}

/// Abelian p-groups with four factors and exponents up to 12; the bar is 10 s.
#[divan::bench(name = "abelian/rank-4/exponent-12", sample_count = 1)]
fn abelian_groups_of_rank_4() {
    let mut values = AbelianValues::new();
    black_box(values.of(&AbelianType::new(vec![vec![12, 12, 12, 12]])));
}

/// The same by numbers of prime factors alone: every group with four factors and exponents up to 12 at once.
#[divan::bench(name = "divisors/rank-4/exponent-12", sample_count = 3)]
fn divisor_sequences_of_rank_4() {
    black_box(DivisorTable::new(&[12; 4], &Limits::none()).expect("no limit"));
}

fn finite_ring(text: &str) -> FiniteRing {
    match AlgebraPosition::parse("ring", text) {
        Ok(AlgebraPosition::Ring(game)) => game.finite_ring().expect("a finite ring"),
        _ => unreachable!("{text} is a ring"),
    }
}

/// Rings with many elements and many ideals; the bar for 10^4 elements and 3·10^4 ideals is 10 s. F5 + V^5 has
/// 15625 elements and 42177 ideals, and needs none of them; F3[x,y,z] modulo the cubes of its variables' ideal has 59049 elements, and 59156
/// ideals are looked at.
#[divan::bench(name = "ring", sample_count = 1, args = RINGS)]
fn rings(text: &str) {
    let mut game = IdealGame::new(finite_ring(text), Convention::AllElements);
    let zero = game.zero();
    black_box(game.value(&zero, &Limits::none()).expect("no limit"));
}

const RINGS: &[&str] = &[
    "Z/10000[x]/(x^2,2x)",
    "F2 + V^7",
    "F5 + V^5",
    "F2[x,y]/(x^3,y^4)",
    "F2[x,y]/(x^4,y^4)",
    "F2[x,y,z]/(x^2,y^2,z^3,xyz)",
    "F3[x,y,z]/(x^3,y^3,z^3,x^2y,x^2z,y^2x,y^2z,z^2x,z^2y,xyz)",
    "GR(4,4)[x]/(x^2)",
    "Z/65520",
];
