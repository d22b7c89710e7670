//! Tables against the definition.

use proptest::prelude::*;

use super::*;
use crate::game::{Play, Solver};
use crate::lattice::axioms;
use crate::lattice::examples::{fink, multiples_of_h, sad_affair};

fn game(rules: &[&[i64]], defeated: &[&[i64]]) -> LatticeGame {
    let vectors = |list: &[&[i64]]| list.iter().map(|v| v.to_vec()).collect();
    LatticeGame::new(rules[0].len(), vectors(rules), None, vectors(defeated)).unwrap()
}

/// Compares every cell of the box, the census and the audit with the exhaustive solver.
fn check(game: &LatticeGame, lower: &[i64], upper: &[i64]) {
    let limits = Limits::none();
    let table = solve_box(game, lower, upper, &limits).unwrap();
    let mut solver = Solver::new(game, limits.clone());
    let mut counted = Census::default();
    for point in points(lower, upper) {
        let expected = if !game.on_board(&point) {
            counted.off += 1;
            Cell::Off
        } else if game.is_defeated(&point) {
            counted.defeated += 1;
            Cell::Defeated
        } else if solver.outcome(&point, Play::Normal) == Ok(Outcome::P) {
            counted.p += 1;
            Cell::P
        } else {
            counted.n += 1;
            Cell::N
        };
        assert_eq!(table.cell(&point), expected, "{point:?} in {game:?}");
    }
    assert_eq!(census(game, lower, upper, &limits), Ok(counted), "{game:?}");
    assert_eq!(table.audit(100, 1), None, "{game:?}");
}

#[test]
fn known_games_in_small_boxes() {
    check(&game(&[&[1, 0], &[0, 1], &[2, 2]], &[]), &[0, 0], &[90, 70]);
    check(&game(&[&[1, 0], &[0, 1], &[2, 2]], &[&[0, 0]]), &[-3, -4], &[90, 70]);
    check(&game(&[&[1, 0], &[-1, 1], &[0, 1]], &[&[0, 0]]), &[0, 0], &[200, 5]);
    check(&game(&[&[1, 0], &[-100, 1]], &[]), &[0, 0], &[5, 3]);
    check(&game(&[&[1], &[3], &[4]], &[]), &[-5], &[1000]);
    check(&game(&[&[2], &[5]], &[&[0], &[1]]), &[10], &[300]);
    // Misère 0.31011 with heaps of at most five tokens [GM, Example 8.13].
    check(&sad_affair(), &[0; 5], &[4, 5, 4, 4, 4]);
    check(&sad_affair(), &[1, 0, 0, 2, 1], &[4, 3, 4, 4, 6]);
}

#[test]
fn fink_has_the_triangle_of_pascal() {
    let limits = Limits::none();
    let fink = fink();
    assert_eq!(axioms::check(&fink, &limits).unwrap().functional, [1, 1, 3]);
    let table = solve_box(&fink, &[0, 0, 0], &[383, 383, 1], &limits).unwrap();
    assert_eq!(table.audit(2000, 5), None);
    for (i, j) in (0..64).flat_map(|i| (0..64).map(move |j| (i, j))) {
        assert_eq!(table.is_p(&[6 * i, 6 * j, 1]), i & j == 0, "binomial({i}+{j},{i})");
    }
    for point in points(&[0, 0, 0], &[100, 100, 0]) {
        let is_p = matches!((point[0] % 6, point[1] % 6), (0, 0) | (1, 0) | (2, 0) | (0, 1));
        assert_eq!(table.is_p(&point), is_p);
    }
    check(&fink, &[0, 0, 0], &[9, 8, 3]);
}

#[test]
fn the_multiples_of_h_repeat_where_they_should() {
    let h = multiples_of_h();
    check(&h, &[0; 4], &[4, 5, 4, 3]);
    let found = multiples(&h, &[0, 0, 0, 1], 330, &Limits::none()).unwrap();
    assert_eq!(found.outcomes.len(), 331);
    assert_eq!(found.repeats(), [1, 2, 3, 12, 14, 17, 38, 40, 56, 74, 101, 227, 319]);
}

#[test]
fn limits_and_senseless_boxes_are_said() {
    let h = multiples_of_h();
    let limits = Limits::none();
    limits.handle().stop(StopReason::Time);
    assert_eq!(solve_box(&h, &[0; 4], &[9; 4], &limits).err(), Some(TableError::Stopped(StopReason::Time)));
    let none = Limits::none();
    assert_eq!(solve_box(&h, &[0; 4], &[MAX_COORDINATE; 4], &none).err(), Some(TableError::TooLarge));
    for (lower, upper) in
        [(vec![0; 3], vec![1; 3]), (vec![0; 4], vec![1, 1, -1, 1]), (vec![0; 4], vec![i64::MAX; 4])]
    {
        assert!(matches!(solve_box(&h, &lower, &upper, &none), Err(TableError::Box(_))));
    }
}

/// Closes a set of points downwards in the order of a game.
fn ideal(game: &LatticeGame, tops: &[Vec<i64>]) -> Vec<Vec<i64>> {
    let mut all: Vec<Vec<i64>> = tops.iter().filter(|point| game.on_board(point)).cloned().collect();
    let functional = match axioms::check(game, &Limits::none()) {
        Ok(axioms) => axioms.functional,
        Err(_) => return Vec::new(),
    };
    let least = |point: &[i64]| crate::lattice::rules::dot(&functional, point);
    let mut waiting = all.clone();
    let mut seen: std::collections::HashSet<Vec<i64>> = waiting.iter().cloned().collect();
    while let Some(point) = waiting.pop() {
        for rule in game.rules() {
            let lower: Vec<i64> = point.iter().zip(rule).map(|(p, r)| p - r).collect();
            if least(&lower) >= -60 && seen.insert(lower.clone()) {
                if game.on_board(&lower) {
                    all.push(lower.clone());
                }
                waiting.push(lower);
            }
        }
    }
    all
}

fn vectors(
    dimension: usize,
    entries: std::ops::RangeInclusive<i64>,
    count: std::ops::Range<usize>,
) -> impl Strategy<Value = Vec<Vec<i64>>> {
    prop::collection::vec(prop::collection::vec(entries, dimension), count)
}

/// A random game with the axioms, if these numbers make one; else `None`.
fn random_game(
    dimension: usize,
    rules: Vec<Vec<i64>>,
    board: Option<Vec<(Vec<i64>, i64)>>,
    tops: &[Vec<i64>],
) -> Option<LatticeGame> {
    let board =
        board.map(|list| list.into_iter().map(|(normal, bound)| Inequality { normal, bound }).collect());
    let open = LatticeGame::new(dimension, rules.clone(), board.clone(), vec![]).ok()?;
    axioms::check(&open, &Limits::none()).ok()?;
    let game = LatticeGame::new(dimension, rules, board, ideal(&open, tops)).ok()?;
    axioms::check(&game, &Limits::none()).ok()?;
    Some(game)
}

proptest! {
    #![proptest_config(ProptestConfig { max_global_rejects: 100_000, cases: 60, ..ProptestConfig::default() })]

    #[test]
    fn planes_agree_with_the_definition(rules in vectors(2, -4..=5, 2..7), tops in vectors(2, 0..=4, 0..3)) {
        let Some(game) = random_game(2, rules, None, &tops) else { return Err(TestCaseError::reject("no game")) };
        check(&game, &[-2, 0], &[25, 31]);
    }

    #[test]
    fn skew_boards_agree_with_the_definition(
        rules in vectors(2, -3..=4, 2..6),
        normals in prop::collection::vec((prop::collection::vec(-3i64..=3, 2), -9i64..=9), 2..5),
        tops in vectors(2, -3..=6, 0..4),
    ) {
        let Some(game) = random_game(2, rules, Some(normals), &tops) else { return Err(TestCaseError::reject("no game")) };
        check(&game, &[-12, -9], &[14, 17]);
    }

    #[test]
    fn spaces_agree_with_the_definition(
        rules in vectors(3, -1..=2, 3..7),
        tops in vectors(3, 0..=2, 0..3),
    ) {
        let Some(game) = random_game(3, rules, None, &tops) else { return Err(TestCaseError::reject("no game")) };
        check(&game, &[0, -1, 0], &[6, 7, 6]);
    }

    #[test]
    fn heap_like_games_agree_with_the_definition(
        mut rules in vectors(4, -2..=0, 1..6),
        heaps in prop::collection::vec(1usize..4, 6),
        is_misere in any::<bool>(),
    ) {
        // Each rule takes one heap and leaves smaller ones; every heap can be removed.
        for (rule, heap) in rules.iter_mut().zip(&heaps) {
            rule[*heap..].fill(0);
            rule[*heap] = 1;
        }
        for heap in 0..4 {
            rules.push((0..4).map(|i| i64::from(i == heap)).collect());
        }
        let defeated = if is_misere { vec![vec![0; 4]] } else { vec![] };
        let game = LatticeGame::new(4, rules, None, defeated).unwrap();
        check(&game, &[0, 0, 0, 0], &[3, 4, 3, 3]);
    }
}
