//! Proofs for whole boards, found without hints.
#![allow(clippy::unwrap_used)]

use impartial::game::{Outcome, Play, Solver};
use impartial::lattice::guess::{Search, search};
use impartial::lattice::prover::{Axis, Verification};
use impartial::lattice::strata::AffineStratification;
use impartial::lattice::{Cell, Inequality, LatticeGame, axioms};
use impartial::limits::Limits;
use num_bigint::BigUint;

fn vectors(list: &[&[i64]]) -> Vec<Vec<i64>> {
    list.iter().map(|v| v.to_vec()).collect()
}

/// A small generator of random numbers, the same everywhere (xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, n: i64) -> i64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n as u64) as i64
    }
}

/// Random rule sets of the plane: 3 to 6 rules, entries up to 5, half of them with negative entries.
fn random_plane_games(count: usize) -> Vec<LatticeGame> {
    let mut random = Random(0x2545_F491_4F6C_DD1D);
    let mut games = Vec::new();
    while games.len() < count {
        let negative = games.len() % 2 == 1;
        let rules: Vec<Vec<i64>> = (0..3 + random.below(4))
            .map(|_| (0..2).map(|_| if negative { random.below(11) - 5 } else { random.below(6) }).collect())
            .collect();
        let Ok(game) = LatticeGame::new(2, rules, None, vec![]) else { continue };
        if negative && !game.rules().iter().flatten().any(|entry| *entry < 0) {
            continue;
        }
        if axioms::check(&game, &Limits::none()).is_ok() {
            games.push(game);
        }
    }
    games
}

/// The first of them, with and without negative entries. (Which share of many is proved, and how fast, is a question of
/// minutes and belongs to the benches.)
#[test]
fn random_games_of_the_plane_are_proved() {
    for game in random_plane_games(3) {
        let found = search(&game, &Limits::none());
        let Search::Proved { strategy, .. } = &found else { panic!("{:?}: {found:?}", game.rules()) };
        assert!(matches!(strategy.verify(&game, &Limits::none()), Ok(Verification::Holds { .. })));
    }
}

/// [GM, Example 8.13], misère 0.31011 with heaps up to 5: three coordinates are periodic, two run along a diagonal, so
/// the misère quotient is infinite. Found without hints.
#[test]
fn the_sad_affair_is_proved_for_all_positions() {
    let rules = vectors(&[
        &[1, 0, 0, 0, 0],
        &[-1, 1, 0, 0, 0],
        &[0, 1, 0, 0, 0],
        &[0, -1, 1, 0, 0],
        &[0, 0, -1, 1, 0],
        &[0, 0, 0, 1, 0],
        &[0, 0, 0, -1, 1],
        &[0, 0, 0, 0, 1],
    ]);
    let game = LatticeGame::new(5, rules, None, vec![vec![0; 5]]).unwrap();
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
    let flat: [[i64; 2]; 18] = [
        [1, 1],
        [5, -2],
        [-1, 4],
        [3, -2],
        [-3, 4],
        [1, 2],
        [2, 1],
        [0, 2],
        [0, 4],
        [1, 4],
        [2, 2],
        [2, 4],
        [3, 0],
        [3, 1],
        [3, 3],
        [3, 5],
        [4, 2],
        [4, 4],
    ];
    let steep: [[i64; 2]; 10] =
        [[-2, 1], [-1, -1], [-1, 2], [0, 3], [1, -1], [1, 4], [2, 0], [2, 1], [3, 2], [4, 3]];
    let mut rules: Vec<Vec<i64>> = flat.iter().map(|r| vec![r[0], r[1], 0]).collect();
    rules.extend(steep.iter().map(|r| vec![r[0], r[1], 1]));
    let mut board = LatticeGame::new(3, rules.clone(), None, vec![]).unwrap().board().to_vec();
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
