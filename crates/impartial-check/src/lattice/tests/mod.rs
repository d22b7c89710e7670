//! Certificates made by hand, and all their small changes.

mod games;
mod oracle;

use serde_json::{Value, json};

use self::games::{colours, fan, fink, nim, two_sectors, wedge, with};
use self::oracle::flaw;
use crate::{Refusal, check};

fn statement(certificate: &Value) -> String {
    check(&certificate.to_string()).unwrap().statement
}

fn refusal(certificate: &Value) -> String {
    check(&certificate.to_string()).unwrap_err().to_string()
}

#[test]
fn true_certificates_are_verified() {
    for (certificate, game, found) in [
        (
            nim(false),
            "rules (1,0) (0,1) (-1,1) on N^2",
            "1 joint state with 1 pattern, so at every point; they are the \
            stratum that is listed (4 joint states)",
        ),
        (
            nim(true),
            "rules (1,0) (0,1) (-1,1) on N^2, (0,0) defeated,",
            "1 joint state with 1 pattern, so at every \
            point; they are the disjoint union of the 2 strata listed (9 joint states)",
        ),
        (
            two_sectors(),
            "rules (1,0) (0,1) (2,2) on N^2",
            "1203 joint states with 14 patterns, so at every point; they \
            are the disjoint union of the 6 strata listed (127 joint states)",
        ),
        (
            fan(),
            "rules (1,0) (0,1) (2,2) on N^2",
            "84 points with 14 patterns, so at every point; they are the disjoint union of the 8 strata listed \
            (96 points)",
        ),
        (
            wedge(),
            "rules (1,-1) (0,1) (2,0) on a board in Z^2 with 2 inequalities",
            "2336 joint states with 14 \
            patterns, so at every point; they are the disjoint union of the 6 strata listed (127 joint states)",
        ),
        (
            colours(),
            "rules (1,0,0) (0,1,0) (0,0,1) on a board in Z^3 with 4 inequalities, (0,0,0) defeated,",
            "7 joint states with 4 patterns, so at every point; they are the disjoint union of the 6 strata listed \
            (58 joint states)",
        ),
        (
            fink(),
            "28 rules on a board in Z^3 with 4 inequalities",
            "5384 joint states with 234 patterns, so at every point",
        ),
    ] {
        assert_eq!(flaw(&certificate, 14), None);
        let expected = format!(
            "the P-positions of the lattice game with {game} are exactly those of the strategy: the local \
            rule holds in {found}"
        );
        assert_eq!(statement(&certificate), expected);
    }
}

/// The places of all numbers, and of the texts in `slices`.
fn places(value: &Value, at: &str, found: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            fields.iter().for_each(|(name, field)| places(field, &format!("{at}/{name}"), found));
        }
        Value::Array(list) => {
            list.iter().enumerate().for_each(|(i, entry)| places(entry, &format!("{at}/{i}"), found));
        }
        Value::Number(_) => found.push(at.to_owned()),
        Value::String(_) if at.starts_with("/slices") => found.push(at.to_owned()),
        _ => {}
    }
}

/// Changes every number and every cell, and sees that what is still accepted is still true.
fn change_everything(certificate: &Value, size: i64) {
    change(certificate, size, &[]);
}

/// The same, but for some fields.
fn change(certificate: &Value, size: i64, but: &[&str]) {
    let mut found = Vec::new();
    places(certificate, "", &mut found);
    found.retain(|place| !but.iter().any(|field| place.starts_with(field)));
    let mut refused = 0;
    let mut accepted = Vec::new();
    for place in found {
        let old = certificate.pointer(&place).unwrap();
        let changes: Vec<Value> = match old.as_i64() {
            Some(n) => [n + 1, n - 1, n + 2, -n, 0, i64::MIN]
                .iter()
                .filter(|m| **m != n)
                .map(|m| json!(m))
                .chain([json!(0.5), Value::Null])
                .collect(),
            None => {
                let text = old.as_str().unwrap();
                let other = |i: usize, cell: &str| [&text[..i], cell, &text[i + 1..]].concat();
                let cells =
                    (0..text.len()).flat_map(|i| ["P", "N", "D", ".", "x", ""].map(|cell| other(i, cell)));
                cells.filter(|changed| changed != text).map(Value::from).collect()
            }
        };
        for change in changes {
            let mut changed = certificate.clone();
            *changed.pointer_mut(&place).unwrap() = change.clone();
            match check(&changed.to_string()) {
                Err(_) => refused += 1,
                Ok(_) => {
                    assert_eq!(flaw(&changed, size), None, "{place} = {change}");
                    accepted.push(format!("{place} = {change}"));
                }
            }
        }
    }
    assert!(refused > 10 * accepted.len(), "{accepted:?}");
}

#[test]
fn changes_of_nim() {
    change_everything(&nim(false), 8);
    change_everything(&nim(true), 8);
}

#[test]
fn changes_of_the_game_with_two_sectors() {
    change_everything(&two_sectors(), 30);
}

#[test]
fn changes_of_a_game_by_sectors() {
    change_everything(&fan(), 30);
}

#[test]
fn changes_of_a_wedge() {
    change(&wedge(), 30, &["/first", "/next", "/output"]);
}

#[test]
fn changes_of_a_board_with_axes_of_all_kinds() {
    change_everything(&colours(), 8);
}

#[test]
fn changes_of_a_fractal() {
    change(&fink(), 14, &["/rules"]);
}

#[test]
fn refusals_name_a_point() {
    let mut missing = two_sectors();
    missing["strata"].as_array_mut().unwrap().pop();
    assert_eq!(refusal(&missing), "the certificate does not prove its claim: (4,5) is P and is in 0 strata");
    let mut twice = nim(true);
    twice["strata"][1]["offset"] = json!([0, 0]);
    assert_eq!(
        refusal(&twice),
        "the certificate does not prove its claim: (0,0) is not P and is in 1 strata"
    );
    let normal = with(nim(true), json!({"defeated": []}));
    assert_eq!(
        refusal(&normal),
        "the certificate does not prove its claim: it says D at (0,0), where P follows"
    );
    let wild = with(wedge(), json!({"defeated": [[1, 1]]}));
    assert_eq!(
        refusal(&wild),
        "the certificate does not prove its claim: it says N at (1,1), where D follows"
    );
}

#[test]
fn hostile_certificates_are_refused() {
    let big = json!((1i64 << 40) - 1);
    let steep = |slope: &Value| {
        let mut steep = with(two_sectors(), json!({"strata": null}));
        steep["board"].as_array_mut().unwrap().push(json!({"normal": [slope, -1], "bound": 0}));
        for pointer in ["/functional", "/coordinates/bounds/0", "/coordinates/bounds/1"] {
            steep.pointer_mut(pointer).unwrap()["multipliers"].as_array_mut().unwrap().push(json!(0));
        }
        steep
    };
    let mut far = colours();
    far["rules"][0] = json!([100_000, 0, 0]);
    let mut farther = colours();
    farther["rules"][0] = json!([100_001, 0, 0]);
    let mut many = nim(false);
    many["strata"][0]["generators"] = vec![json!([2, 0]); 17].into();
    let mut long = nim(false);
    long["strata"][0]["generators"] = json!([[2, big], [big, 2]]);
    for (certificate, reason) in [
        (
            with(nim(false), json!({"defeated": [[0, big]]})),
            "the vectors in \"defeated\" must have entries up to 100000",
        ),
        (farther, "the vectors in \"rules\" must have entries up to 100000"),
        (far, "it says N at (2,0,0), where P follows"),
        (many, "a stratum has more than 16 generators"),
        (long, "the vectors in \"strata\" must have entries up to 100000"),
        (steep(&big), "the vectors in \"board\" must have entries up to 100000"),
        (steep(&json!(100_000)), "need more memory than this checker uses"),
    ] {
        assert!(refusal(&certificate).contains(reason), "{}", refusal(&certificate));
    }
    let whole = colours();
    for name in whole.as_object().unwrap().keys() {
        for value in [Value::Null, json!([]), json!({}), json!([[]]), json!(-1), json!("P")] {
            if name == "strata" && value.is_null() {
                continue;
            }
            let changed = with(whole.clone(), json!({name: value}));
            assert!(check(&changed.to_string()).is_err(), "{name} = {value}");
        }
        let mut without = whole.clone();
        without.as_object_mut().unwrap().remove(name);
        assert!(matches!(check(&without.to_string()), Err(Refusal::Malformed(_))), "{name}");
    }
}
