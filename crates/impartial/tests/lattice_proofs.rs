//! Proofs for whole boards, found without hints.
#![allow(clippy::unwrap_used)]

use impartial::lattice::guess::{Search, search};
use impartial::lattice::prover::Axis;
use impartial::lattice::straighten::Straightened;
use impartial::lattice::strata::AffineStratification;
use impartial::lattice::{Inequality, LatticeGame, axioms};
use impartial::limits::Limits;
use std::time::Instant;

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

#[test]
fn most_random_games_of_the_plane_are_proved() {
    let mut proved = 0;
    let mut stratified = 0;
    let games = random_plane_games(40);
    for game in &games {
        let started = Instant::now();
        let found = search(game, &Limits::none());
        let searched = started.elapsed();
        if let Search::Proved { strategy, states, patterns } = &found {
            proved += 1;
            let strata = AffineStratification::of(strategy, &Limits::none()).unwrap();
            stratified += usize::from(strata.is_some());
            println!(
                "{:?}: proved {searched:?}, axes {:?} radices {:?} automaton {} states {states} patterns {patterns}, strata {:?} {:?}",
                game.rules(),
                strategy.axes,
                strategy.automaton.radices(),
                strategy.automaton.states(),
                strata.map(|s| s.translates.len()),
                started.elapsed() - searched
            );
        } else {
            println!("{:?}: {found:?} {searched:?}", game.rules());
        }
    }
    println!("{proved} proved, {stratified} stratified of {}", games.len());
}

#[test]
fn example_8_13() {
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
    let started = Instant::now();
    let found = search(&game, &Limits::none());
    if let Search::Proved { strategy, states, patterns } = &found {
        println!(
            "8.13 {:?} {states} {patterns} {} {:?}",
            strategy.axes,
            strategy.automaton.states(),
            started.elapsed()
        );
        let strata = AffineStratification::of(strategy, &Limits::none()).unwrap();
        println!("8.13 strata {:?} {:?}", strata.as_ref().map(|s| s.translates.len()), started.elapsed());
        if let Some(strata) = strata {
            println!("8.13 strata {:?} {:?}", strata.verify(&game, &Limits::none()), started.elapsed());
        }
    } else {
        println!("8.13 {found:?} {:?}", started.elapsed());
    }
}

#[test]
fn fink() {
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
    let mut board: Vec<Inequality> =
        LatticeGame::new(3, rules.clone(), None, vec![]).unwrap().board().to_vec();
    board.push(Inequality { normal: vec![0, 0, -1], bound: -1 });
    let game = LatticeGame::new(3, rules, Some(board), vec![]).unwrap();
    let started = Instant::now();
    let found = search(&game, &Limits::none());
    if let Search::Proved { strategy, states, patterns } = &found {
        println!(
            "fink {:?} {states} {patterns} {} {:?}",
            strategy.axes,
            strategy.automaton.states(),
            started.elapsed()
        );
    } else {
        println!("fink {found:?} {:?}", started.elapsed());
    }
    let _ = (Axis::Growing, Straightened::new);
}
