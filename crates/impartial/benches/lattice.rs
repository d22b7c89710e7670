//! Lattice games in boxes: points a second, one thread.
#![allow(missing_docs)]

use divan::counter::ItemsCount;
use impartial::lattice::examples::{exotic, multiples_of_h};
use impartial::lattice::{LatticeGame, solve_box, table};
use impartial::limits::Limits;

fn main() {
    divan::main();
}

fn game(rules: &[&[i64]], is_misere: bool) -> LatticeGame {
    let dimension = rules[0].len();
    let defeated = if is_misere { vec![vec![0; dimension]] } else { vec![] };
    LatticeGame::new(dimension, rules.iter().map(|rule| rule.to_vec()).collect(), None, defeated)
        .expect("a game")
}

/// 10^9 points of the game {(1,0), (0,1), (2,2)}, counted with memory for the frontier only.
#[divan::bench(name = "lattice/census/exotic/31623^2")]
fn census_of_the_plane(bencher: divan::Bencher<'_, '_>) {
    let game = exotic();
    bencher
        .counter(ItemsCount::new(31_623u64 * 31_623))
        .bench(|| table::census(&game, &[0, 0], &[31_622, 31_622], &Limits::none()));
}

/// The same, every outcome kept.
#[divan::bench(name = "lattice/table/exotic/31623^2", sample_count = 20)]
fn table_of_the_plane(bencher: divan::Bencher<'_, '_>) {
    let game = exotic();
    bencher
        .counter(ItemsCount::new(31_623u64 * 31_623))
        .bench(|| solve_box(&game, &[0, 0], &[31_622, 31_622], &Limits::none()).map(|table| table.size()));
}

/// The outcomes of 0, h, …, 1200 h: 7·10^9 points of a game on N^4, two planes for the parity of the first coordinate.
#[divan::bench(name = "lattice/multiples/h/1200", sample_count = 5)]
fn multiples_to_1200(bencher: divan::Bencher<'_, '_>) {
    let game = multiples_of_h();
    bencher
        .counter(ItemsCount::new(4u64 * 1200 * 1200 * 1200))
        .bench(|| table::multiples(&game, &[0, 0, 0, 1], 1200, &Limits::none()));
}

/// A game on N^4 without coordinates to fold.
#[divan::bench(name = "lattice/census/4-D/301^4", sample_count = 3)]
fn census_in_four_dimensions(bencher: divan::Bencher<'_, '_>) {
    let rules: &[&[i64]] = &[&[1, 0, 0, 0], &[0, 2, 0, 0], &[0, 0, 1, 1], &[0, 0, 2, 0], &[0, 0, 0, 3]];
    let game = game(rules, false);
    bencher
        .counter(ItemsCount::new(301u64.pow(4)))
        .bench(|| table::census(&game, &[0; 4], &[300; 4], &Limits::none()));
}
