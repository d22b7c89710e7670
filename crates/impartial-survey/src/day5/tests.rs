//! The table beside the count of the games, and what is found beside the whole search for their quotients.

use impartial::limits::Limits;
use impartial::misere::{MisereQuotient, Status, count_born_by};

use super::born::BornByDay4;
use super::rows::{Rows, games};
use super::*;
use crate::store::{Store, StoredReason, open};

/// Fails when a game is met twice or not at all.
#[test]
fn every_game_is_met_once() {
    let born = BornByDay4::new();
    let rows = Rows::new(&born);
    assert_eq!((Some(rows.games.into()), rows.games), (count_born_by(5), GAMES));
    let sets: std::collections::HashSet<Games> = rows.rows.iter().map(|row| row.set).collect();
    assert_eq!(sets.len(), rows.rows.len());
    for (at, row) in rows.rows.iter().enumerate().step_by(501) {
        // A row has its place after the one it is made from, and its games have these followers.
        assert!(
            row.parent
                .is_none_or(|(parent, next)| parent < at && rows.rows[parent].set | 1 << next == row.set)
        );
        assert!(games(&born, row.set).all(|game| born.closure(game) == row.set), "{}", row.set);
        let next = rows.rows.get(at + 1).map_or(rows.games, |row| row.first);
        assert_eq!(games(&born, row.set).count() as u64, next - row.first);
    }
}

/// All that a store says, reasons with their numbers of games and games with their reasons.
fn contents(store: &mut dyn Store) -> (Vec<StoredReason>, Vec<(u64, Games, Reason)>) {
    let (mut reasons, mut games) = (Vec::new(), Vec::new());
    store
        .day5_reasons(&mut |reason| {
            reasons.push(reason);
            Ok(())
        })
        .unwrap();
    store
        .day5_games(None, &mut |place, game, reason| {
            games.push((place, game, reason));
            Ok(())
        })
        .unwrap();
    (reasons, games)
}

/// Games of a sample beside the whole search for their quotients; certificates beside the checker; and parts in any order make the same store.
#[test]
fn a_sample_beside_the_definition() {
    let every = 40_009;
    let lessons = Lessons::take(every, 20_000, &Limits::none()).unwrap();
    let none = Limits::none();
    let parts: Vec<Findings> =
        (0..Lessons::PARTS).map(|part| Findings::of(&lessons, part, every, &none).unwrap()).collect();
    assert_eq!(Findings::of(&lessons, 777, every, &none).unwrap(), parts[777]);
    let store_of = |parts: &mut dyn Iterator<Item = &Findings>| {
        let mut store = open(":memory:", true).unwrap();
        for part in parts {
            assert!(store.put_day5(part, "sample").unwrap());
            assert!(!store.put_day5(part, "sample").unwrap(), "nothing is written twice");
        }
        assert_eq!(store.day5_parts("sample").unwrap().len() as u64, Lessons::PARTS);
        assert!(store.day5_parts("other").unwrap_err().message.contains("begun in this store"));
        store
    };
    let mut store = store_of(&mut parts.iter());
    let (reasons, games) = contents(store.as_mut());
    assert_eq!((reasons.clone(), games.clone()), contents(store_of(&mut parts.iter().rev()).as_mut()));
    assert_eq!(games.len() as u64, GAMES.div_ceil(every));
    for StoredReason { reason, .. } in &reasons {
        if let Some(hash) = &reason.certificate {
            let proof = store.certificate(hash).unwrap().unwrap();
            assert!(impartial_check::check(&proof).is_ok(), "{}", reason.text);
        }
        assert!(reason.kind != ReasonKind::Set || reason.certificate.is_some(), "{}", reason.text);
    }
    let mut beside = 0;
    for (_, game, reason) in games {
        let (rules, name) = (lessons.rules(game), lessons.name(game));
        let mut search = MisereQuotient::of_rules(rules.clone());
        let closed = search.extend_to(rules.len() as u64, &Limits::none().with_work(20_000)).is_ok()
            && matches!(search.status(), Status::Complete(_));
        match reason.kind {
            ReasonKind::Finite => {
                assert!(closed, "{name}");
                assert_eq!(search.size(&none).ok(), reason.size, "{name}");
            }
            ReasonKind::Set => assert!(!closed, "{name}"),
            ReasonKind::Beside => {
                assert!(!closed, "{name}");
                // The game may have been recognised by the problem of another whose own proof is larger.
                if let Some(proof) = proof_beside(game, 20_000, &none).unwrap() {
                    assert!(impartial_check::check(&proof).is_ok(), "{name}");
                    beside += 1;
                }
            }
            ReasonKind::Open | ReasonKind::OpenFollowers => {}
        }
    }
    assert!(beside > 5, "{beside}");
}

/// A game that is infinite beside a fixed sum: the certificate is accepted, and refused when it is changed.
#[test]
fn changed_certificates_are_refused() {
    // The number is that of `survey day5 --into`: the set of its options.
    let proof = proof_beside(2_525_830, 20_000, &Limits::none()).unwrap().unwrap();
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
