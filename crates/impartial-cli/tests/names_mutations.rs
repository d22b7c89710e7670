//! Certificates of games on groups and rings with one thing changed: refused, or true of what they then say.
//!
//! A changed certificate that passes is compared with a search of all sets of elements (or all quotients) from the rules that
//! stand in it; and its name, with the answer of the program to that name.

use std::collections::HashMap;
use std::process::Command;

use impartial::question::{Asking, NimberQuestion, Question as _};
use serde_json::{Value, json};

fn certificate(game: &str) -> Value {
    let asking = Asking::with_certificate();
    let answer = NimberQuestion { game: game.into() }.ask(&asking).unwrap();
    serde_json::from_str(&answer.certificate.unwrap().unwrap().to_string()).unwrap()
}

/// All values that differ in one place.
fn mutants(value: &Value) -> Vec<Value> {
    let mut found = Vec::new();
    match value {
        Value::Number(number) => {
            let n = number.as_u64().unwrap();
            found.extend([n + 1, n.saturating_sub(1), 0].map(|other| json!(other)));
        }
        Value::String(text) => {
            let names = [
                "gen(S4)",
                "gen(M11)",
                "gen(S3)",
                "dng(S3)",
                "gen(Z6)",
                "dng(Z6)",
                "gen(Z2 x Z3)",
                "gen(D3)",
                "dng(D3)",
                "group(Z6)",
                "group(S3)",
                "group(D4)",
                "group(Q8)",
                "subgroups(S3)",
                "abelian(Z/6)",
                "abelian(Z/2 + Z/3)",
                "abelian(Z/8)",
                "ring(Z/8)",
                "ring(Z/8; non-units)",
                "ring(Z/6)",
                "P",
                "N",
                "gen",
                "dng",
                "",
            ];
            found.extend(names.iter().map(|name| json!(name)));
            found.push(json!(text.replace('(', "(Z1 x ")));
        }
        Value::Bool(is) => found.push(json!(!is)),
        Value::Null => {}
        Value::Array(members) => {
            for at in 0..members.len() {
                let (before, after) = (&members[..at], &members[at + 1..]);
                found.push(json!([before, after].concat()));
                found.push(json!([&members[..=at], &members[at..]].concat()));
                found.extend(
                    mutants(&members[at]).into_iter().map(|other| json!([before, &[other], after].concat())),
                );
            }
        }
        Value::Object(members) => {
            for (name, member) in members {
                let mut without = members.clone();
                without.remove(name);
                found.push(Value::Object(without));
                for other in mutants(member).into_iter().chain([Value::Null]) {
                    let mut changed = members.clone();
                    changed.insert(name.clone(), other);
                    found.push(Value::Object(changed));
                }
            }
        }
    }
    found.retain(|other| other != value);
    found
}

/// Nimber and misère outcome (whether P) of a game on sets, by definition; a set that may not be reached has no value.
fn search(set: u64, moves: &dyn Fn(u64) -> Vec<u64>, known: &mut HashMap<u64, (u64, bool)>) -> (u64, bool) {
    if let Some(value) = known.get(&set) {
        return *value;
    }
    let options: Vec<(u64, bool)> = moves(set).into_iter().map(|next| search(next, moves, known)).collect();
    let nimber = (0..).find(|n| options.iter().all(|option| option.0 != *n)).unwrap();
    let value = (nimber, !options.is_empty() && options.iter().all(|option| !option.1));
    known.insert(set, value);
    value
}

/// The value of GEN or DNG from the maps x ↦ x·s of a certificate.
fn value_on_group(certificate: &Value) -> (u64, bool) {
    let ground = &certificate["ground"];
    let order = ground["order"].as_u64().unwrap();
    let maps: Vec<Vec<usize>> = serde_json::from_value(ground["generators"].clone()).unwrap();
    let aim = certificate["aim"].as_str().unwrap_or("dng");
    let chosen: Vec<u64> = serde_json::from_value(certificate["chosen"].clone()).unwrap_or_default();
    // A word in the generators for each element, so that x·y can be found.
    let mut words: HashMap<usize, Vec<usize>> = HashMap::from([(0, Vec::new())]);
    let mut waiting = vec![0];
    while let Some(x) = waiting.pop() {
        for (s, map) in maps.iter().enumerate() {
            if !words.contains_key(&map[x]) {
                let word = [words[&x].as_slice(), &[s]].concat();
                words.insert(map[x], word);
                waiting.push(map[x]);
            }
        }
    }
    let product = |x: usize, y: usize| words[&y].iter().fold(x, |at, s| maps[*s][at]);
    let generates = |set: u64| {
        let mut closed = 1u64;
        let mut waiting = vec![0];
        while let Some(x) = waiting.pop() {
            for y in (0..order as usize).filter(|y| set >> y & 1 == 1) {
                let next = product(x, y);
                if closed >> next & 1 == 0 {
                    closed |= 1 << next;
                    waiting.push(next);
                }
            }
        }
        u64::from(closed.count_ones()) == order
    };
    let moves = |set: u64| -> Vec<u64> {
        if aim == "gen" && generates(set) {
            return Vec::new();
        }
        let larger = (0..order).filter(|x| set >> x & 1 == 0).map(|x| set | 1 << x);
        larger.filter(|next| aim == "gen" || !generates(*next)).collect()
    };
    let start = chosen.iter().fold(0, |set, x| set | 1 << x);
    search(start, &moves, &mut HashMap::new())
}

/// Fails when a changed certificate passes and what it says is false.
#[test]
fn every_change_is_refused_or_true() {
    for game in ["gen(S3)", "dng(S3)", "gen(Z6)[2]", "dng(Z6)", "gen(D4)", "gen(Q8)"] {
        let honest = certificate(game);
        assert!(impartial_check::check(&honest.to_string()).is_ok(), "{honest}");
        let changed = mutants(&honest);
        let mut passed = 0;
        for mutant in &changed {
            let Ok(verified) = impartial_check::check(&mutant.to_string()) else { continue };
            passed += 1;
            let (nimber, is_misere_p) = value_on_group(mutant);
            assert_eq!(mutant["nimber"], json!(nimber), "{mutant}");
            assert_eq!(mutant["misere"] == "P", is_misere_p, "{mutant}");
            // A name that is verified has the value that the program finds for it.
            if let Some(name) =
                mutant["game"].as_str().filter(|_| mutant["chosen"].as_array().is_none_or(Vec::is_empty))
            {
                let answer = NimberQuestion { game: name.into() }.ask(&Asking::new()).unwrap();
                let expected = format!("{name} has nimber {},", answer.value.nimber.unwrap());
                assert!(verified.statement.starts_with(&expected), "{verified:?}: not {expected}");
            }
        }
        assert!(passed * 5 < changed.len(), "{game}: {passed} of {} changes pass", changed.len());
    }
}

/// The value of the game of quotients on Z/n₁ ⊕ Z/n₂ ⊕ … by its definition, on subgroups as sets of at most 64 elements.
fn value_on_sum(moduli: &[u64], is_proper: bool) -> (u64, bool) {
    let order: u64 = moduli.iter().product();
    let sum = |a: u64, b: u64| {
        let (mut a, mut b, mut weight, mut result) = (a, b, 1, 0);
        for n in moduli {
            result += weight * ((a % n + b % n) % n);
            (a, b, weight) = (a / n, b / n, weight * n);
        }
        result
    };
    let closed = |mut set: u64| loop {
        let members: Vec<u64> = (0..order).filter(|x| set >> x & 1 == 1).collect();
        let next =
            members.iter().fold(set, |set, a| members.iter().fold(set, |set, b| set | 1 << sum(*a, *b)));
        if next == set {
            return set;
        }
        set = next;
    };
    let moves = |set: u64| -> Vec<u64> {
        let larger = (0..order).filter(|x| set >> x & 1 == 0).map(|x| closed(set | 1 << x));
        larger.filter(|next| !is_proper || u64::from(next.count_ones()) < order).collect()
    };
    search(1, &moves, &mut HashMap::new())
}

/// Games on large abelian groups: a change that passes names another group, whose value is that of the definition.
#[test]
fn types_that_are_changed_are_refused_or_true() {
    const OTHERS: &[(&str, &[u64], bool)] = &[
        ("abelian(Z/6)", &[6], false),
        ("abelian(Z/2 + Z/3)", &[2, 3], false),
        ("abelian(Z/8)", &[8], false),
        ("ring(Z/8)", &[8], false),
        ("ring(Z/8; non-units)", &[8], true),
        ("ring(Z/6)", &[6], false),
        ("group(Z6)", &[6], false),
        ("abelian(Z/8 + Z/4)", &[8, 4], false),
        ("subgroups(Z2^3)", &[2, 2, 2], false),
        ("abelian((Z/4)^2 + Z/2)", &[4, 4, 2], false),
        ("group(Z4 x Z9)", &[4, 9], false),
        ("ring(Z/60; non-units)", &[60], true),
    ];
    let values: Vec<(u64, bool)> =
        OTHERS.iter().map(|(_, moduli, is_proper)| value_on_sum(moduli, *is_proper)).collect();
    let mut passed = 0;
    for game in [
        "abelian(Z/8192 + Z/8)",
        "abelian(Z/2^13+Z/9)[(0,3)]",
        "ring(Z/1000000)",
        "ring(Z/1000000; non-units)",
        "group(Z2^13)",
        "subgroups(Z128 x Z64)[(2,0)]",
    ] {
        let honest = certificate(game);
        assert_eq!(honest["kind"], "types", "{honest}");
        assert!(impartial_check::check(&honest.to_string()).is_ok(), "{honest}");
        let mut changed = mutants(&honest);
        for ((name, _, _), nimber) in
            OTHERS.iter().flat_map(|other| (0..8).map(move |nimber| (other, nimber)))
        {
            changed.extend(["P", "N"].map(|misere| {
                let mut other = honest.clone();
                other["game"] = json!(name);
                other["nimber"] = json!(nimber);
                other["misere"] = json!(misere);
                other
            }));
        }
        for mutant in &changed {
            let checked = impartial_check::check(&mutant.to_string());
            let other = OTHERS.iter().position(|(name, _, _)| mutant["game"] == *name);
            if let Some((nimber, is_misere_p)) = other.map(|place| values[place]) {
                let is_true =
                    mutant["nimber"] == nimber && mutant["misere"] == if is_misere_p { "P" } else { "N" };
                let is_whole = mutant.as_object().unwrap().len() == honest.as_object().unwrap().len();
                let is_certificate =
                    ["format", "version", "kind"].iter().all(|field| mutant[field] == honest[field]);
                assert_eq!(checked.is_ok(), is_true && is_whole && is_certificate, "{mutant}: {checked:?}");
                passed += usize::from(checked.is_ok());
                continue;
            }
            if mutant["game"] == "group(Z1 x Z2^13)" {
                // The same group: a trivial factor was added, and nothing else changed.
                assert!(checked.is_ok() && game == "group(Z2^13)", "{mutant}");
                continue;
            }
            // The name is as it was, or none: what was changed is refused, and the refusal names it.
            let refusal = checked.unwrap_err().to_string();
            let fields = ["game", "nimber", "misere"];
            let field = fields.iter().find(|field| mutant.get(field) != honest.get(field));
            assert!(
                field.is_none_or(|field| refusal.contains(&format!("\"{field}\""))),
                "{mutant}: {refusal}"
            );
        }
    }
    assert!(passed >= 6 * OTHERS.len(), "{passed} changes are true of another group");
}

/// The refusal of another name names the field.
#[test]
fn another_name_is_refused_by_its_field() {
    for (game, others) in [
        (
            "gen(S4)",
            &["gen(M11)", "gen(S5)", "gen(D12)", "dng(S4)", "gen(Z2 x A4)", "gen(SmallGroup(24,12))", "x"][..],
        ),
        ("dng(S4)", &["dng(M11)", "gen(S4)"]),
        ("group(D4)", &["group(Q8)", "subgroups(D4)", "group(Z8)"]),
        ("abelian(Z/4 + Z/2)", &["abelian(Z/8)", "abelian(Z/2 + Z/2 + Z/2)", "ring(Z/8)"]),
        ("ring(Z/8)", &["ring(Z/8; non-units)", "ring(Z/9)", "group(Z8)"]),
        ("subgroups(S3)", &["subgroups(Z6)", "group(S3)"]),
    ] {
        let honest = certificate(game);
        assert_eq!(honest["game"].as_str().map(|name| name.starts_with(&game[..4])), Some(true), "{honest}");
        for other in others {
            let mut changed = honest.clone();
            changed["game"] = json!(other);
            let refusal = impartial_check::check(&changed.to_string()).unwrap_err().to_string();
            assert!(refusal.contains("\"game\""), "{game} called {other}: {refusal}");
        }
    }
}

/// Where the checker knows no definition of a name, none stands in the certificate, and none in what it verifies.
#[test]
fn names_without_a_definition_are_left_out() {
    for game in [
        "gen(SmallGroup(16,3))",
        "dng(Z7 : Z3)",
        "group(SmallGroup(16,3))",
        "ring(F4)",
        "gen(<a,b | a^4, b^2, a*b*a*b>)",
    ] {
        let honest = certificate(game);
        assert!(honest.get("game").is_none(), "{honest}");
        let verified = impartial_check::check(&honest.to_string()).unwrap();
        assert!(verified.statement.contains("listed"), "{verified:?}");
        let mut changed = honest.clone();
        changed["game"] = json!(game);
        let refusal = impartial_check::check(&changed.to_string()).unwrap_err().to_string();
        assert!(refusal.contains("\"game\""), "{refusal}");
    }
}

/// The questions of the program: with `--certificate` each writes a file that passes `impartial check`, or says why there is none.
#[test]
fn every_question_has_a_certificate_or_says_why_not() {
    let folder = std::env::temp_dir().join(format!("impartial-questions-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let board = folder.join("board.toml");
    std::fs::write(&board, "rules = [[1, 0], [0, 1], [1, 1]]\n").unwrap();
    let board = board.to_str().unwrap();
    let has: &[&[&str]] = &[
        &["outcome", "kayles[3+5]", "--misere"],
        &["nimber", "kayles[12] + *3"],
        &["moves", "kayles[5] + *2"],
        &["moves", "0.3122[5]", "--misere"],
        &["sequence", "kayles"],
        &["same", "0.7", "0.77"],
        &["quotient", "kayles"],
        &["algebraic", "0.54"],
        &["nim", "3*5"],
        &["lexicode", "-n", "10", "-d", "4"],
        &["nimber", "gen(S4)"],
    ];
    let has_none: &[&[&str]] = &[
        &["survey", "octal1"],
        &["abelian", "2,3"],
        &["groups", "2..4"],
        &["coins", "{0,*2}"],
        &["canonical", "*2_+320"],
        &["group", "S4"],
        &["lattice", "kayles", "--to", "3"],
        &["table", board, "--box", "0..3,0..3"],
    ];
    let file = folder.join("c.json");
    let run = |arguments: &[&str]| {
        Command::new(env!("CARGO_BIN_EXE_impartial")).args(arguments).current_dir(&folder).output().unwrap()
    };
    for (questions, is_written) in [(has, true), (has_none, false)] {
        for question in questions {
            let output = run(&[question, &["--certificate", file.to_str().unwrap()][..]].concat());
            let text = String::from_utf8_lossy(&output.stdout).into_owned();
            if output.status.code() == Some(2) {
                panic!("{question:?}: {}", String::from_utf8_lossy(&output.stderr));
            }
            assert_eq!(file.exists(), is_written, "{question:?}: {text}");
            if is_written {
                assert!(run(&["check", file.to_str().unwrap()]).status.success(), "{question:?}");
                std::fs::remove_file(&file).unwrap();
            } else {
                assert!(
                    text.contains("no certificate: ") && !text.contains("there is none for this answer"),
                    "{question:?}: {text}"
                );
            }
        }
    }
    std::fs::remove_dir_all(&folder).unwrap();
}
