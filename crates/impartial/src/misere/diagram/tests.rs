//! The diagram against the definition: outcomes by exhaustive play, quotients by their contexts.

use num_bigint::BigUint;
use proptest::prelude::*;
use rustc_hash::FxHashMap;

use super::*;
use crate::game::Outcome;
use crate::heap::HeapCode;
use crate::limits::{Limits, StopReason};
use crate::misere::monoid::{BipartiteMonoid, Element};
use crate::misere::rules::{Graph, MisereOutcomes, Rules, Sum};

fn diagram(rules: &Rules) -> Result<OutcomeDiagram, OutcomeStop> {
    let mut diagram = OutcomeDiagram::new().with_bound(60);
    for g in 0..rules.len() {
        diagram.push(rules.options(g as u32), &Limits::none())?;
    }
    diagram.diagram.check_invariants().unwrap();
    Ok(diagram)
}

fn quotient(rules: &Rules) -> (BipartiteMonoid, Vec<Element>) {
    diagram(rules).unwrap().quotient(&Limits::none()).unwrap()
}

fn heaps(code: &str, to: u64) -> Rules {
    let code: HeapCode = code.parse().unwrap();
    Rules::from_heaps(to, |n| code.options(n)).0
}

/// The outcome function and the quotient agree with exhaustive play at every position with at most `limit` summands.
fn agrees_with_play(rules: &Rules, limit: usize) {
    let mut diagram = diagram(rules).unwrap();
    let (monoid, phi) = diagram.quotient(&Limits::none()).unwrap();
    monoid.check_invariants().unwrap();
    assert!(monoid.is_reduced() && !monoid.is_p(0));
    let mut outcomes = MisereOutcomes::default();
    let mut positions: Vec<Sum> = vec![vec![]];
    for _ in 0..limit {
        let mut longer = Vec::new();
        for position in &positions {
            let p = outcomes.outcome(rules, position) == Outcome::P;
            let mut exponents = vec![0; rules.len()];
            position.iter().for_each(|g| exponents[*g as usize] += 1);
            assert_eq!(diagram.is_p(&exponents), p, "{position:?}");
            let value = position.iter().fold(0, |x, g| monoid.product(x, phi[*g as usize]));
            assert_eq!(monoid.is_p(value), p, "{position:?}");
            let last = position.last().copied().unwrap_or(0);
            longer.extend((last..rules.len() as u32).map(|g| [&position[..], &[g]].concat()));
        }
        positions = longer;
    }
}

#[test]
fn heap_games_agree_with_exhaustive_play() {
    for (code, to, summands) in
        [("0.77", 7, 7), ("0.07", 10, 6), ("0.15", 8, 6), ("4.7", 5, 6), ("0.8F", 6, 5), ("0.3122", 6, 7)]
    {
        agrees_with_play(&heaps(code, to), summands);
    }
}

#[test]
fn partial_quotients_of_dawsons_kayles() {
    // Orders found by MisereSolver as well, where both reach.
    let growth =
        [(2, 2, 1), (4, 6, 2), (10, 12, 3), (14, 24, 5), (25, 144, 23), (27, 176, 28), (33, 638, 109)];
    for (to, order, p) in growth {
        let (monoid, _) = quotient(&heaps("0.07", to));
        assert_eq!((monoid.order(), monoid.p_order()), (order, p), "heap {to}");
    }
}

/// Heap 34 of Dawson's Kayles: no repetition within the bound, and the diagram is unharmed.
#[test]
fn divergence_is_reported_and_leaves_the_diagram_as_it_was() {
    let mut diagram = OutcomeDiagram::new().with_bound(40);
    let rules = heaps("0.3122", 7);
    for g in 0..6 {
        diagram.push(rules.options(g), &Limits::none()).unwrap();
    }
    let before = diagram.quotient(&Limits::none()).unwrap();
    let Err(OutcomeStop::Diverging(seen)) = diagram.push(rules.options(6), &Limits::none()) else {
        panic!("the partial quotient to heap 7 is infinite")
    };
    assert!(seen.copies > 20 && seen.copies <= 40, "{seen:?}");
    assert!(!seen.growing.is_empty(), "{seen:?}");
    assert_eq!(diagram.generators(), 6);
    assert_eq!(diagram.quotient(&Limits::none()).unwrap(), before);
    assert_eq!((before.0.order(), before.0.p_order()), (52, 10));
}

#[test]
fn a_raised_handle_stops_and_nothing_is_lost() {
    let rules = heaps("0.07", 33);
    let limits = Limits::none();
    limits.handle().stop(StopReason::Time);
    let mut diagram = OutcomeDiagram::new();
    for g in 0..rules.len() as u32 {
        if let Err(stop) = diagram.push(rules.options(g), &limits) {
            // The poll comes every thousand nodes: small generators pass, large ones are refused until it is lowered.
            assert_eq!(stop, OutcomeStop::Limit(StopReason::Time));
            diagram.push(rules.options(g), &Limits::none()).unwrap();
        }
    }
    assert_eq!(diagram.quotient(&Limits::none()).unwrap().0.order(), 638);
}

#[test]
fn forgetting_changes_nothing() {
    let rules = heaps("0.07", 30);
    let mut forgetful = OutcomeDiagram::new();
    for g in 0..rules.len() as u32 {
        forgetful.push(rules.options(g), &Limits::none()).unwrap();
        let nodes = forgetful.nodes();
        forgetful.collect();
        assert!(forgetful.nodes() <= nodes);
        forgetful.diagram.check_invariants().unwrap();
    }
    assert_eq!(forgetful.quotient(&Limits::none()).unwrap(), quotient(&rules));
}

/// Unshift, restriction and difference, literally, on all small positions.
#[test]
fn operations_agree_with_their_definitions() {
    let mut outcomes = diagram(&heaps("0.77", 6)).unwrap();
    let root = outcomes.root;
    let levels = outcomes.generators() as u32;
    let diagram = &mut outcomes.diagram;
    let mut functions = vec![
        root,
        !root,
        Function::TRUE,
        Function::FALSE,
        diagram.point((0..levels).map(|g| (g, 0))).unwrap(),
    ];
    functions.extend((0..levels).map(|g| diagram.shift(root, g).unwrap()).collect::<Vec<_>>());
    let points: Vec<Vec<u32>> =
        (0..4u32.pow(levels)).map(|number| (0..levels).map(|g| number / 4u32.pow(g) % 4).collect()).collect();
    for f in functions.clone() {
        for g in 0..levels {
            let unshifted = diagram.unshift(f, g).unwrap();
            assert_eq!(diagram.shift(unshifted, g).unwrap(), f);
            for exponent in 0..6 {
                let restricted = diagram.restrict(f, g, exponent, &mut FxHashMap::default()).unwrap();
                for point in &points {
                    let mut fixed = point.clone();
                    fixed[g as usize] = exponent;
                    assert_eq!(diagram.value(restricted, point), diagram.value(f, &fixed));
                }
            }
            for point in &points {
                let mut before = point.clone();
                let expected = point[g as usize] > 0 && {
                    before[g as usize] -= 1;
                    diagram.value(f, &before)
                };
                assert_eq!(diagram.value(unshifted, point), expected);
                let big: Vec<BigUint> = point.iter().map(|x| (*x).into()).collect();
                assert_eq!(diagram.value_big(f, &big), diagram.value(f, point));
            }
        }
        for g in &functions {
            match diagram.difference(f, *g) {
                None => assert_eq!(f, *g),
                Some(position) => {
                    let mut point = vec![0; levels as usize];
                    position.iter().for_each(|(generator, x)| point[*generator as usize] = *x);
                    assert_ne!(diagram.value(f, &point), diagram.value(*g, &point));
                }
            }
        }
    }
    diagram.check_invariants().unwrap();
    let (part, kept) = diagram.part(&[root]);
    part.check_invariants().unwrap();
    assert!(
        part.len() < diagram.len() && points.iter().all(|x| part.value(kept[0], x) == diagram.value(root, x))
    );
    assert_eq!(part.list().len(), part.len() - 1);
    // Exponents beyond 32 bits are reduced by the loop.
    let zero = diagram.point([(0, 0)]).unwrap();
    assert!(!diagram.value_big(zero, &[BigUint::from(7u32) << 70u8]));
}

/// 3x3 Notakto: a board without a line is a component, a board with one is dead [Plambeck and Whitehead 2013].
#[test]
fn notakto() {
    const LINES: [u32; 8] = [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];
    let dead = |board: u32| LINES.iter().any(|line| board & line == *line);
    let moves = |board: u32| -> Vec<u32> {
        if dead(board) {
            vec![]
        } else {
            (0..9).filter(|i| board >> i & 1 == 0).map(|i| board | 1 << i).collect()
        }
    };
    let (rules, nodes) = Graph::from_adjacency((0..512).map(moves).collect()).rules().unwrap();
    let (monoid, phi) = quotient(&rules);
    assert_eq!((monoid.order(), monoid.p_order()), (18, 4));
    // One empty board is an N-position: play the centre.
    assert!(!monoid.is_p(phi[nodes[0][0] as usize]));
    assert!(monoid.is_p(phi[nodes[0o020][0] as usize]));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]
    /// Random rules with sums as options.
    #[test]
    fn random_rules_agree_with_exhaustive_play(
        seeds in proptest::collection::vec(proptest::collection::vec(proptest::collection::vec(any::<u32>(), 0..3), 1..4), 1..5),
    ) {
        let mut rules = Rules::new();
        for options in seeds {
            let count = rules.len() as u32;
            let options: Vec<Sum> = options
                .into_iter()
                .map(|sum| if count == 0 { vec![] } else { sum.into_iter().map(|g| g % count).collect() })
                .collect();
            rules.add(options);
        }
        if diagram(&rules).is_ok() {
            agrees_with_play(&rules, 6);
        }
    }
}
