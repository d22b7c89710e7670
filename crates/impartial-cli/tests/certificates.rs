//! Certificates: what the program writes, the checker accepts; what was changed, it refuses with the reason.

use std::path::PathBuf;
use std::process::{Command, Output};

use serde_json::{Value, json};

fn impartial(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_impartial")).args(arguments).output().unwrap()
}

/// A file of this test process.
fn file(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("impartial-{}-{name}", std::process::id()))
}

/// The certificate that the program writes for a question.
fn certificate(name: &str, question: &[&str]) -> Value {
    let path = file(name);
    let output = impartial(&[question, &["--certificate", path.to_str().unwrap()]].concat());
    assert!(output.status.success(), "{question:?}: {}", String::from_utf8_lossy(&output.stderr));
    let accepted = impartial(&["check", path.to_str().unwrap()]);
    assert!(accepted.status.success(), "{question:?}: {}", String::from_utf8_lossy(&accepted.stderr));
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::remove_file(&path).unwrap();
    serde_json::from_str(&text).unwrap()
}

const STRATEGIES: &[&[&str]] = &[
    &["outcome", "*3 + *5 + *6"],
    &["outcome", "*3 + *5 + *7"],
    &["outcome", "0.77[7+9+12]"],
    &["outcome", "0.77[3+5]", "--misere"],
    &["outcome", "0", "--misere"],
    &["outcome", "*2_+320 + *2", "--misere"],
    &["outcome", "{0,{*2}} | *2 | 0.137[3]"],
    &["outcome", "*2 x *3 + *"],
    &["outcome", "coins(nim x nim)[(2,3)+(1,1)] + *", "--misere"],
    &["outcome", "coins(mock-turtles)[0+3] + coins(ruler)[4]"],
    &["outcome", "coins({0} {0,1} {0,2} {1,3}+)[2+7] + coins(grunt)[6]"],
    &["outcome", "cram(3x4)"],
    &["outcome", "cram(..#/#../...) + kayles[3]", "--misere"],
    &["outcome", "node-kayles(petersen)"],
    &["nimber", "arc-kayles(a-b, b-c, c-a, c-d)"],
    &["outcome", "grim(cycle 5)", "--misere"],
    &["outcome", "group(D4) + *2"],
    &["outcome", "ring(Z/4; non-units) + abelian(Z/6)", "--misere"],
    &["nimber", "module(F4[x]/(x^2+x)) + subgroups(S3) + *"],
    &["outcome", "group(Q8) | abelian(Z/2 + Z/4)", "--misere"],
    &["outcome", "ring(Z/8) x *2 + *3"],
];

const TABLES: &[&[&str]] = &[
    &["nimber", "4!.0[12]"],
    &["nimber", "kayles[1000000000000+17] + *3 + *5"],
    &["outcome", "0.137[300+200]"],
];

#[test]
fn every_strategy_is_accepted() {
    for (at, question) in STRATEGIES.iter().enumerate() {
        let certificate = certificate(&format!("accepted-{at}.json"), question);
        assert_eq!(certificate["kind"], "strategy");
    }
}

#[test]
fn every_table_is_accepted_and_its_mutations_refused() {
    for (at, question) in TABLES.iter().enumerate() {
        let original = certificate(&format!("table-{at}.json"), question);
        assert_eq!(original["kind"], "nimber");
        let mut mutant = original.clone();
        mutant["nimber"] = json!(original["nimber"].as_u64().unwrap() + 1);
        assert!(impartial_check::check(&mutant.to_string()).is_err());
        let last = original["tables"][0]["values"].as_array().unwrap().len() - 1;
        let mut mutant = original.clone();
        let value = original["tables"][0]["values"][last].as_u64().unwrap();
        mutant["tables"][0]["values"][last] = json!(value ^ 1);
        assert!(impartial_check::check(&mutant.to_string()).is_err());
    }
}

#[test]
fn every_mutation_is_refused() {
    let refused = |certificate: &Value, what: &str| {
        let verdict = impartial_check::check(&certificate.to_string());
        assert!(verdict.is_err(), "{what}: {verdict:?}");
    };
    for (at, question) in STRATEGIES.iter().enumerate() {
        let original = certificate(&format!("mutated-{at}.json"), question);
        let mut mutant = original.clone();
        mutant["outcome"] = json!(if original["outcome"] == "P" { "N" } else { "P" });
        refused(&mutant, "the other outcome");
        let mut mutant = original.clone();
        mutant["play"] = json!(if original["play"] == "misere" { "normal" } else { "misere" });
        // With the same answers the other play cannot hold: its ends are won by the other player.
        refused(&mutant, "the other play");
        let answers = original["answers"].as_array().unwrap();
        // An answer that is not needed may go; but not every one of them.
        let is_refused_without = |left_out: usize| {
            let mut mutant = original.clone();
            mutant["answers"].as_array_mut().unwrap().remove(left_out);
            impartial_check::check(&mutant.to_string()).is_err()
        };
        assert!(answers.is_empty() || (0..answers.len()).any(is_refused_without), "{question:?}");
        for field in ["format", "version", "kind", "play", "outcome", "root", "answers"] {
            let mut mutant = original.clone();
            mutant.as_object_mut().unwrap().remove(field);
            refused(&mutant, field);
            for wrong in [json!(null), json!(-1), json!("x"), json!([[]]), json!({ "nim": "three" })] {
                mutant[field] = wrong;
                refused(&mutant, field);
            }
        }
        let mut mutant = original.clone();
        mutant["answers"].as_array_mut().unwrap().push(json!({ "nim": 77 }));
        refused(&mutant, "an N-position among the answers");
    }
}

#[test]
fn no_certificate_leaves_nothing_behind() {
    let path = file("none.json");
    let output = impartial(&["outcome", "*w", "--certificate", path.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(1));
    assert!(!path.exists());
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.starts_with("*w: N in normal play"), "the answer is given all the same: {text}");
    assert!(text.contains("no certificate: "), "{text}");
}

const INFINITE: &[&[&str]] = &[
    &["quotient", "0.31011", "--to", "5"],
    &["quotient", "0.3122", "--to", "7"],
    &["quotient", "0.3102", "--to", "12"],
    &["quotient", "*(2_+0)0"],
];

/// Everywhere a number stands in some fields of a certificate, it is replaced by its successor.
fn mutations(certificate: &Value, fields: &[&str]) -> Vec<(String, Value)> {
    fn paths(value: &Value, path: &str, found: &mut Vec<String>) {
        match value {
            Value::Number(_) => found.push(path.to_owned()),
            Value::Array(entries) => {
                entries
                    .iter()
                    .enumerate()
                    .for_each(|(at, entry)| paths(entry, &format!("{path}/{at}"), found));
            }
            Value::Object(entries) => {
                entries.iter().for_each(|(name, entry)| paths(entry, &format!("{path}/{name}"), found));
            }
            _ => {}
        }
    }
    let mut found = Vec::new();
    fields.iter().for_each(|field| paths(&certificate[*field], &format!("/{field}"), &mut found));
    let mutate = |path: String| {
        let mut changed = certificate.clone();
        let place = changed.pointer_mut(&path).unwrap();
        *place = json!(place.as_u64().unwrap() + 1);
        (path, changed)
    };
    found.into_iter().map(mutate).collect()
}

#[test]
fn infinite_quotients_are_accepted_and_their_mutations_refused() {
    for (at, question) in INFINITE.iter().enumerate() {
        let original = certificate(&format!("infinite-{at}.json"), question);
        assert_eq!(original["kind"], "infinite-quotient");
        let fields = ["last", "types", "growing", "radices", "first", "next", "output", "nodes", "slices"];
        for (path, changed) in mutations(&original, &fields).into_iter().step_by(1 + 3 * at) {
            assert!(impartial_check::check(&changed.to_string()).is_err(), "{question:?}: {path}");
        }
        for (name, value) in [
            ("orders", json!([])),
            ("nodes", json!([])),
            ("code", json!("0.77")),
            ("growing", json!([0])),
            ("last", json!(1u64 << 61)),
            ("complete", json!(1)),
        ] {
            let mut changed = original.clone();
            changed[name] = value;
            assert!(impartial_check::check(&changed.to_string()).is_err(), "{question:?}: {name}");
        }
        // The relations are those of a Gröbner basis: with another number of copies a left side is no longer equal to the right one.
        let relations = original["relations"].as_array().unwrap().len();
        assert!(relations > 10, "{question:?}");
        for at in 0..relations {
            let mut changed = original.clone();
            let left = &mut changed["relations"][at][0];
            let copies = left[0][1].as_u64().unwrap();
            match (copies, left.as_array().map(Vec::len)) {
                (1, Some(1)) => continue,
                (1, _) => _ = left.as_array_mut().unwrap().remove(0),
                _ => left[0][1] = json!(copies - 1),
            }
            // What is left of gh = h without g says nothing.
            if changed["relations"][at][0] != changed["relations"][at][1] {
                assert!(impartial_check::check(&changed.to_string()).is_err(), "{question:?}: relation {at}");
            }
        }
        // Each is needed: without it two words that the others leave are equal. But those that are left hold.
        for left_out in (0..relations).step_by(1 + 8 * at) {
            let mut changed = original.clone();
            changed["relations"].as_array_mut().unwrap().remove(left_out);
            let refusal = impartial_check::check(&changed.to_string()).unwrap_err().to_string();
            assert!(
                refusal.contains("do not present"),
                "{question:?}: without relation {left_out}: {refusal}"
            );
            changed["complete"] = json!(false);
            let verified = impartial_check::check(&changed.to_string()).unwrap();
            assert!(verified.statement.ends_with("relations given hold."), "{}", verified.statement);
        }
        for sum in [json!([[0, 0]]), json!([[1, 1], [0, 1]]), json!([[1 << 20, 1]]), json!(7)] {
            let mut changed = original.clone();
            changed["relations"][0][1] = sum;
            assert!(impartial_check::check(&changed.to_string()).is_err(), "{question:?}");
        }
        // The translation begins where it must: lower, it does not hold; and it has to move the type.
        for path in ["/orders/0/from/0", "/orders/0/from/1", "/orders/0/direction/0", "/orders/0/direction/1"]
        {
            let mut changed = original.clone();
            let place = changed.pointer_mut(path).unwrap();
            let Some(lower) = place.as_u64().and_then(|number| number.checked_sub(1)) else { continue };
            *place = json!(lower);
            assert!(impartial_check::check(&changed.to_string()).is_err(), "{question:?}: {path}");
        }
    }
}

const STRUCTURES: &[&[&str]] = &[
    &["nimber", "abelian(Z/4 + Z/8)"],
    &["outcome", "abelian(Z/6 + Z/12)[(1,2)]", "--misere"],
    &["nimber", "group(SmallGroup(16,3))"],
    &["outcome", "group(D4)[r^2]"],
    &["nimber", "subgroups(S4)"],
    &["outcome", "subgroups(D6)[r^3]", "--misere"],
    &["nimber", "ring(Z/4[x]/(x^2,2x))"],
    &["outcome", "ring(F2[x,y]/(x^2,xy,y^2) x F2)", "--misere"],
    &["nimber", "ring(Z[x])[x^2,4]"],
    &["nimber", "ring(0)"],
    &["nimber", "ring(F2[x,y]/(x^2,y^2); non-units)"],
    &["outcome", "ring(Z/4 x F2; non-units)", "--misere"],
    &["nimber", "module(F2[x]/(x^3) + F2[x]/(x+1))"],
    &["outcome", "module(F4[x]: <u,v | x*u = a*v, x^2*v>)[x*v]", "--misere"],
    &["nimber", "group(A5 x S4)"],
    &["nimber", "ring(Z/2048)"],
];

/// Groups, subgroups, abelian groups and rings are checked by one kind; a wrong value of any quotient is noticed.
#[test]
fn every_game_of_quotients_is_accepted_and_its_mutations_refused() {
    for (at, question) in STRUCTURES.iter().enumerate() {
        let original = certificate(&format!("quotients-{at}.json"), question);
        assert_eq!(original["kind"], "congruences");
        for (what, mutant) in mutations(&original, &["nimber"]) {
            assert!(impartial_check::check(&mutant.to_string()).is_err(), "{question:?}: {what}");
        }
        // Large games are checked slowly: a few of their positions.
        let positions = original["positions"].as_array().unwrap().len();
        let step = if original["size"].as_u64().unwrap() > 500 { positions.div_ceil(2) } else { 1 };
        for place in (0..positions).step_by(step) {
            let mut mutant = original.clone();
            let position = &mut mutant["positions"][place];
            position["nimber"] = json!(position["nimber"].as_u64().unwrap() + 1);
            assert!(impartial_check::check(&mutant.to_string()).is_err(), "{question:?}: position {place}");
            let mut mutant = original.clone();
            mutant["positions"].as_array_mut().unwrap().remove(place);
            assert!(
                impartial_check::check(&mutant.to_string()).is_err(),
                "{question:?}: without position {place}"
            );
        }
    }
}

/// In a sum every quotient of a structure names its tree: another tree, another pair or a missing position is noticed.
#[test]
fn structures_in_sums_are_what_they_claim() {
    let original = certificate("sum.json", &["outcome", "group(D4) + abelian(Z/12) + *2", "--misere"]);
    let structures = original["structures"].as_array().unwrap();
    assert_eq!(structures.len(), 2);
    let refused = |mutant: &Value, what: &str| {
        assert!(impartial_check::check(&mutant.to_string()).is_err(), "{what}");
    };
    for (at, structure) in structures.iter().enumerate() {
        for place in 0..structure["positions"].as_array().unwrap().len() {
            let path = format!("/structures/{at}/positions/{place}");
            let mut mutant = original.clone();
            let tree = mutant.pointer_mut(&format!("{path}/tree")).unwrap();
            *tree = json!(tree.as_u64().unwrap() + 1);
            refused(&mutant, &format!("{path}: another tree"));
            let mut mutant = original.clone();
            let positions = mutant.pointer_mut(&format!("/structures/{at}/positions")).unwrap();
            positions.as_array_mut().unwrap().remove(place);
            refused(&mutant, &format!("{path}: missing"));
        }
        for (field, value) in [
            ("size", json!(1 << 20)),
            ("size", json!(3)),
            ("maps", json!([])),
            ("start", json!([[0, 1]])),
            ("proper", json!(true)),
            ("positions", json!([])),
            ("game", json!(0)),
        ] {
            let mut mutant = original.clone();
            mutant["structures"][at][field] = value;
            refused(&mutant, field);
        }
    }
    let mut mutant = original.clone();
    mutant["structures"] = json!([]);
    refused(&mutant, "no structures");
    mutant["structures"] = json!(vec![structures[0].clone(); 9]);
    refused(&mutant, "many structures");
}

/// Many values stand in lines: the checker reads these one after the other, and a value, a line or a count that was changed is refused.
#[test]
fn long_lists_are_checked_line_by_line() {
    let path = file("lines.json");
    let question =
        ["sequence", "0.16", "--to", "600000", "--summary", "--certificate", path.to_str().unwrap()];
    assert!(impartial(&question).status.success());
    let text = std::fs::read_to_string(&path).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 64);
    let check = |text: &str| {
        std::fs::write(&path, text).unwrap();
        let output = impartial(&["check", path.to_str().unwrap()]);
        let said = [output.stdout, output.stderr].concat();
        (output.status.code(), String::from_utf8(said).unwrap())
    };
    let (status, said) = check(&text);
    assert!(status == Some(0) && said.contains("have period 149459 from heap 105351 on"), "{said}");
    let mut values: Vec<u32> = serde_json::from_str(lines[40]).unwrap();
    values[17] ^= 1;
    let changed = text.replace(lines[40], &json!(values).to_string());
    let without = text.replace(&format!("{}\n", lines[40]), "");
    let counted = text.replace("{\"lines\":63}", "{\"lines\":62}");
    for (changed, why) in [
        (changed, "heap 15"),
        (without, "line 63 of the values"),
        (counted, "more follows after the 62 lines"),
        (format!("{text}[1]"), "more follows"),
    ] {
        let (status, said) = check(&changed);
        assert!(status == Some(2) && said.contains(why), "{why}: {status:?} {said}");
    }
    std::fs::remove_file(&path).unwrap();
}
