//! Proofs for whole boards, found without hints.
#![allow(clippy::unwrap_used)]

use impartial::game::{Outcome, Play, Solver};
use impartial::lattice::examples::{fink, random_plane_games, sad_affair};
use impartial::lattice::guess::{Search, search};
use impartial::lattice::prover::{Axis, Verification};
use impartial::lattice::strata::AffineStratification;
use impartial::lattice::{Cell, Inequality, LatticeGame};
use impartial::limits::Limits;
use num_bigint::BigUint;

/// Random rule sets of the plane, with and without negative entries, in both plays. (Which share of many is proved, and how
/// fast, is a question of minutes: `cargo run --release --example plane_games`.)
#[test]
fn random_games_of_the_plane_are_proved() {
    for game in
        [false, true].into_iter().flat_map(|misere| random_plane_games(4, 0x2545_F491_4F6C_DD1D, misere))
    {
        let found = search(&game, &Limits::none());
        let Search::Proved { strategy, .. } = &found else { panic!("{:?}: {found:?}", game.rules()) };
        assert!(matches!(strategy.verify(&game, &Limits::none()), Ok(Verification::Holds { .. })));
    }
}

/// [GM, Example 8.13], misère 0.31011 with heaps up to 5: three coordinates are periodic, two run along a diagonal, so
/// the misère quotient is infinite. Found without hints.
#[test]
fn the_sad_affair_is_proved_for_all_positions() {
    let game = sad_affair();
    let found = search(&game, &Limits::none());
    let Search::Proved { strategy, .. } = &found else { panic!("{found:?}") };
    assert_eq!(strategy.axes[3..], [Axis::Growing; 2]);
    let strata = AffineStratification::of(strategy, &Limits::none()).unwrap().unwrap();
    // Positions that were wrong or missing in print, and the number of P-positions with n coins for small n.
    for point in [[1, 0, 3, 1, 0], [0, 1, 3, 0, 1], [1, 1, 3, 1, 1], [0, 1, 1, 0, 1], [1, 1, 2, 1, 1]] {
        assert_eq!(strata.translates.iter().filter(|t| t.contains(&point)).count(), 1, "{point:?}");
    }
    let counts = strata.count_by_weight(&[1, 1, 1, 1, 1], 8).unwrap();
    let mut solver = Solver::new(&game, Limits::none());
    let mut expected = vec![0u32; 9];
    let mut point = vec![0i64; 5];
    loop {
        let coins: i64 = point.iter().sum();
        if (1..=8).contains(&coins) && solver.outcome(&point, Play::Normal).unwrap() == Outcome::P {
            expected[coins as usize] += 1;
        }
        let Some(axis) = (0..5).rev().find(|axis| point[*axis] < 8) else { break };
        point[axis] += 1;
        point[axis + 1..].fill(0);
    }
    assert_eq!(counts, expected.into_iter().map(BigUint::from).collect::<Vec<_>>());
}

/// Fink's game: its second layer is Pascal's triangle modulo 2, so there is an automaton and no stratification.
#[test]
fn the_layers_of_finks_game() {
    let rules = fink().rules().to_vec();
    let mut board = fink().board().to_vec();
    board.push(Inequality { normal: vec![0, 0, -1], bound: -1 });
    let game = LatticeGame::new(3, rules, Some(board), vec![]).unwrap();
    let found = search(&game, &Limits::none());
    let Search::Proved { strategy, .. } = &found else { panic!("{found:?}") };
    for i in 0..40u32 {
        for j in 0..40u32 {
            let cell = strategy.cell(&[6 * i, 6 * j, 1].map(BigUint::from));
            assert_eq!(cell == Cell::P, i & j == 0, "{i},{j}");
        }
    }
    assert_eq!(AffineStratification::of(strategy, &Limits::none()), Ok(None));
}
