//! Proofs for whole boards, found without hints.
#![allow(clippy::unwrap_used)]

use impartial::automatic::{Radices, Verification, learn};
use impartial::game::{Outcome, Play, Solver};
use impartial::lattice::AffineStratification;
use impartial::lattice::Array;
use impartial::lattice::examples::{fink, random_plane_games, sad_affair};
use impartial::lattice::guess::{Search, search};
use impartial::lattice::{AutomaticStrategy, Axis, Slices};
use impartial::lattice::{Cell, Inequality, LatticeGame};
use impartial::limits::Limits;
use impartial::misere::Source;
use impartial::misere::infinite::InfiniteGame;
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

/// The sums of *(2_+0)0 and its options are the positions of that lattice game. The description of the infinite misère quotient,
/// found by other means, read as a strategy: it passes the prover of lattice games, so it is the same set of P-positions.
#[test]
fn the_infinite_quotient_of_the_sad_affair_is_a_strategy() {
    let game =
        InfiniteGame::solve(&Source::Heaps("0.31011".parse().unwrap()), 5, 5, &Limits::none()).unwrap();
    let quotient = game.quotient();
    assert_eq!(game.growing(), [4, 5]);
    // The empty sum, which is a defeated position here, gets a slice of its own.
    let zero = quotient.slices().len() as u32;
    let slice = |x: &[usize]| quotient.automaton().at(&[x[0] as u64, x[1] as u64]);
    let array =
        learn(&Radices::binary(2), &[200, 200], 4, |x| if x == [0, 0] { zero } else { slice(x) }).unwrap();
    let mut axes = Vec::new();
    for generator in 0..3 {
        let nodes = quotient.diagram().list().into_iter().filter(|node| node.generator == generator);
        // Zero is a class of its own.
        let (mut start, mut period) = (1, 1);
        for node in nodes {
            start = start.max(u64::from(node.loop_start));
            let length = node.slices.len() as u64 - u64::from(node.loop_start);
            assert!(length.is_power_of_two());
            period = length.max(period);
        }
        axes.push(Axis::Periodic { start, period });
    }
    let classes: Vec<u64> = axes.iter().map(|axis| axis.classes()).collect();
    let cells = |number: u32| {
        let function = quotient.slices()[if number == zero { slice(&[0, 0]) } else { number } as usize];
        let cell = |place: u64| {
            let exponents =
                [place / classes[2] / classes[1], place / classes[2] % classes[1], place % classes[2]];
            match quotient.diagram().value(function, &exponents.map(|n| n as u32)) {
                _ if number == zero && place == 0 => Cell::Defeated,
                true => Cell::P,
                false => Cell::N,
            }
        };
        (0..classes.iter().product()).map(cell).collect::<Vec<Cell>>()
    };
    let slices: Vec<Vec<Cell>> = (0..=zero).map(cells).collect();
    axes.extend([Axis::Growing; 2]);
    let strategy = AutomaticStrategy { axes, array: Array::Digits(array), slices: Slices::Tables(slices) };
    let verified = strategy.verify(&sad_affair(), &Limits::none());
    assert!(matches!(verified, Ok(Verification::Holds { .. })), "{verified:?}");
    // With the outcome of one slice turned round it does not pass.
    let mut wrong = strategy;
    let Slices::Tables(tables) = &mut wrong.slices else { panic!() };
    let cell = &mut tables[slice(&[7, 5]) as usize][0];
    *cell = if *cell == Cell::P { Cell::N } else { Cell::P };
    assert!(matches!(wrong.verify(&sad_affair(), &Limits::none()), Ok(Verification::Fails(_))));
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
