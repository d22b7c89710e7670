//! Hostile certificates: whatever stands in a file, the checker answers soon and does not panic.
//!
//! Every kept certificate of the corpus is changed at every place near the beginning of each list: huge numbers, negative
//! ones, long texts, long lists, deep nesting. Fails when an answer takes long: a number in a file must not decide how much
//! work or memory is spent before it is compared with something.
#![allow(clippy::unwrap_used)]

use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// The longest that one file may take, on a busy machine.
const LONGEST: Duration = Duration::from_secs(20);

/// How many members of a list are changed.
const MEMBERS: usize = 2;

fn corpus() -> Vec<(String, Value)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus/certificates");
    let mut found: Vec<(String, Value)> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| std::fs::metadata(path).unwrap().len() < 20_000)
        .filter_map(|path| {
            let text = std::fs::read_to_string(&path).ok()?;
            Some((path.display().to_string(), serde_json::from_str(&text).ok()?))
        })
        .collect();
    found.sort_by(|a, b| a.0.cmp(&b.0));
    found
}

fn places(value: &Value, path: &str, found: &mut Vec<String>) {
    found.push(path.to_owned());
    match value {
        Value::Array(members) => {
            for (at, member) in members.iter().enumerate().take(MEMBERS) {
                places(member, &format!("{path}/{at}"), found);
            }
        }
        Value::Object(members) => {
            for (name, member) in members {
                places(member, &format!("{path}/{name}"), found);
            }
        }
        _ => {}
    }
}

fn hostile(value: &Value) -> Vec<Value> {
    let deep = (0..100).fold(json!(1), |inner, _| json!([inner]));
    let sums = (0..50).fold(json!({ "nim": 3 }), |inner, _| json!({ "sum": [inner, { "nim": 1 }] }));
    match value {
        Value::Number(_) => vec![json!(u64::MAX), json!(-1)],
        Value::String(_) => vec![
            json!("9".repeat(100_000)),
            json!("0.".to_owned() + &"7".repeat(2000)),
            json!("w^".repeat(10_000) + "w"),
            json!("Z2 x ".repeat(800) + "Z2"),
            json!("gen(S64)"),
            json!("{".repeat(5000)),
        ],
        Value::Bool(_) | Value::Null => vec![json!(7)],
        Value::Array(_) => vec![json!([]), json!(vec![0; 50_000]), json!(vec![[0, 0]; 20_000]), deep],
        Value::Object(_) => vec![json!({}), sums],
    }
}

#[test]
fn every_file_is_answered_soon() {
    let mut kinds = std::collections::BTreeSet::new();
    for (name, honest) in corpus() {
        let Some(kind) = honest["kind"].as_str() else { continue };
        kinds.insert(kind.to_owned());
        let mut found = Vec::new();
        places(&honest, "", &mut found);
        for place in found.iter().filter(|place| !place.is_empty()) {
            for other in hostile(honest.pointer(place).unwrap()) {
                let mut changed = honest.clone();
                *changed.pointer_mut(place).unwrap() = other;
                let started = Instant::now();
                let verdict = impartial_check::check(&changed.to_string());
                let taken = started.elapsed();
                assert!(taken < LONGEST, "{name}: {place} takes {taken:?}: {verdict:?}");
            }
        }
    }
    assert!(kinds.len() >= 12, "the corpus has only {kinds:?}");
}

/// An unknown field at any place of any kept certificate is refused, and the refusal names it.
#[test]
fn unknown_fields_are_named() {
    let mut looked_at = 0;
    for (name, honest) in corpus() {
        if impartial_check::check(&honest.to_string()).is_err() {
            continue;
        }
        let mut found = Vec::new();
        places(&honest, "", &mut found);
        for place in found.iter().filter(|place| honest.pointer(place).unwrap().is_object()) {
            let mut changed = honest.clone();
            changed.pointer_mut(place).unwrap()["remark"] = json!("gen(M11)");
            let refusal = impartial_check::check(&changed.to_string()).unwrap_err().to_string();
            assert!(refusal.contains("remark"), "{name}: {place}: {refusal}");
            looked_at += 1;
        }
    }
    assert!(looked_at > 30, "{looked_at}");
}
