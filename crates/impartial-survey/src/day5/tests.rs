//! The walk beside the count of the games, and what it finds beside the whole search for their quotients.

use impartial::limits::Limits;
use impartial::misere::{MisereQuotient, Status, count_born_by};

use super::*;

/// Fails when a game is met twice or not at all, in the two parts together.
#[test]
fn every_game_is_met_once() {
    let mut survey = Day5::new(u64::MAX, 20_000, 0);
    let mut stack = vec![(0_u32, 0_usize)];
    let mut sets = vec![0];
    while let Some((set, first)) = stack.pop() {
        for next in first..22 {
            if survey.born.options[next] & !set == 0 {
                sets.push(set | 1 << next);
                stack.push((set | 1 << next, next + 1));
            }
        }
    }
    let count = sets.len();
    let unique: std::collections::HashSet<Games> = sets.iter().copied().collect();
    assert_eq!(unique.len(), count);
    // What is known of the followers does not matter here.
    survey.met = 1;
    for set in sets {
        survey.games_of(set, &mut Followers::Open, &Limits::none(), &mut |_, _, _| ()).unwrap();
    }
    assert_eq!(Some((survey.met - 1).into()), count_born_by(5));
}

/// Games of a sample beside the whole search for their quotients; certificates beside the checker.
#[test]
fn a_sample_beside_the_definition() {
    let every = 40_009;
    let (mut looked_at, mut beside) = (0, 0);
    for part in 0..PARTS {
        let mut survey = Day5::new(every, 20_000, part);
        let mut games = Vec::new();
        survey.run(&Limits::none(), &mut |_, game, found| games.push((game, found))).unwrap();
        assert_eq!(survey.met(), 4_171_780);
        looked_at += games.len() as u64;
        for set in survey.infinite_sets() {
            let certificate = set.certificate.as_deref().unwrap();
            assert!(impartial_check::check(certificate).is_ok(), "{}", set.trees);
        }
        for (game, found) in games {
            let rules = survey.rules(game);
            let name = survey.name(game);
            let mut search = MisereQuotient::of_rules(rules.clone());
            let closed = search.extend_to(rules.len() as u64, &Limits::none().with_work(20_000)).is_ok()
                && matches!(search.status(), Status::Complete(_));
            match found {
                Found::Finite { order, p_portion } => {
                    assert!(closed, "{name}");
                    assert_eq!(search.size(&Limits::none()).unwrap(), (order, p_portion), "{name}");
                }
                Found::Infinite(_) => assert!(!closed, "{name}"),
                Found::Beside(_) => {
                    assert!(!closed, "{name}");
                    // The game may have been recognised by the problem of another whose own proof is larger.
                    if let Some(proof) = survey.proof_beside(game, &Limits::none()).unwrap() {
                        assert!(impartial_check::check(&proof).is_ok(), "{name}");
                        beside += 1;
                    }
                }
                Found::Open | Found::OpenFollowers => {}
            }
        }
    }
    assert_eq!(looked_at, 4_171_780_u64.div_ceil(every));
    assert!(beside > 5, "{beside}");
}

/// A game that is infinite beside a fixed sum: the certificate is accepted, and refused when it is changed.
#[test]
fn changed_certificates_are_refused() {
    // The number is that of `survey day5 --into`: the set of its options.
    let mut survey = Day5::new(1, 20_000, 0);
    let proof = survey.proof_beside(2_525_830, &Limits::none()).unwrap().unwrap();
    assert!(impartial_check::check(&proof).is_ok());
    let original: serde_json::Value = serde_json::from_str(&proof).unwrap();
    let single = original["single"].as_u64().unwrap();
    let changes = [
        ("/single", serde_json::json!(single + 1)),
        ("/single", serde_json::json!(single - 1)),
        ("/orders", serde_json::json!([])),
        ("/growing", serde_json::json!([0, 1])),
        ("/slices/0", serde_json::json!(original["slices"][0].as_u64().unwrap() ^ 1)),
        ("/output/0", serde_json::json!(original["output"][1])),
        ("/positions/0", serde_json::json!([[], [1]])),
        ("/last", serde_json::json!(1)),
    ];
    for (path, value) in changes {
        let mut changed = original.clone();
        *changed.pointer_mut(path).unwrap() = value;
        assert!(changed == original || impartial_check::check(&changed.to_string()).is_err(), "{path}");
    }
}
