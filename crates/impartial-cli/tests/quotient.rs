//! `impartial quotient` from outside: answers, certificates, and certificates that lie.

use std::path::PathBuf;
use std::process::{Command, Output};

use impartial::misere::SavedQuotient;
use serde_json::{Value, json};

fn program(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_impartial")).args(arguments).output().expect("the program starts")
}

fn answer(arguments: &[&str]) -> Value {
    let output = program(&[arguments, &["--json"]].concat());
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("one JSON object")
}

fn file(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name)
}

fn certificate(name: &str, arguments: &[&str]) -> Value {
    let path = file(name);
    let path = path.to_str().expect("a path in UTF-8");
    program(&[arguments, &["--certificate", path]].concat());
    serde_json::from_str(&std::fs::read_to_string(path).expect("a certificate was written")).expect("JSON")
}

/// Breaks when a field that other programs rely on is missing or has another value than Figure 19 of the paper.
#[test]
fn kayles() {
    let kayles = answer(&["quotient", "kayles"]);
    for (field, expected) in [
        ("game", json!("0.77")),
        ("status", json!("complete")),
        ("order", json!(40)),
        ("p_portion", json!(9)),
        ("tame", json!(false)),
        ("period", json!(12)),
        ("first_period_heap", json!(71)),
        ("proved", json!(true)),
        ("generators", json!(["a", "b", "c", "d", "e", "f", "g"])),
        ("p_words", json!(["a", "b^2", "ac", "ac^2", "d", "ad^2", "e", "ade", "adf"])),
        ("isomorphic_to", json!(null)),
        ("normal_kernel_hypothesis", json!(true)),
        ("claim", json!("proved")),
    ] {
        assert_eq!(kayles[field], expected, "{field}");
    }
    assert_eq!(kayles["phi"][9], "d");
    assert_eq!(kayles["relations"][0], "a^2 = 1");
    assert_eq!(kayles["kernel"]["order"], 16);
}

#[test]
fn trees_and_graphs() {
    let r8 = answer(&["quotient", "*2_+320"]);
    assert_eq!((&r8["order"], &r8["p_portion"], &r8["status"]), (&json!(8), &json!(2), &json!("complete")));
    let set = answer(&["quotient", "{0,*2},*3"]);
    assert_eq!((&set["status"], &set["values"]["{0,*2}"]), (&json!("complete"), &json!("a")));
    let nothing = answer(&["quotient", "0"]);
    assert_eq!(
        (&nothing["order"], &nothing["p_portion"], &nothing["isomorphic_to"]),
        (&json!(1), &json!(0), &json!("T_0"))
    );

    let graph = file("graph.txt");
    std::fs::write(&graph, "zero:\none: zero\ntwo: zero, one\n").expect("written");
    let t2 = answer(&["quotient", "--graph", graph.to_str().expect("UTF-8")]);
    assert_eq!(
        (&t2["order"], &t2["isomorphic_to"], &t2["values"]["two"]),
        (&json!(6), &json!("T_2"), &json!("b"))
    );
    std::fs::write(&graph, "a: b\nb: a\n").expect("written");
    let refused = program(&["quotient", "--graph", graph.to_str().expect("UTF-8")]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("a -> b -> a"));

    assert_eq!(program(&["quotient", "0.3122", "--to", "6"]).status.code(), Some(0));
    assert_eq!(program(&["quotient", "0.9x9"]).status.code(), Some(2));
}

/// Where the finite engine diverges, the quotient is proved to be infinite; the last finite one is told too.
#[test]
fn infinite_quotients() {
    let infinite = answer(&["quotient", "0.3122"]);
    assert_eq!(
        (&infinite["status"], &infinite["heap"], &infinite["order"], &infinite["proved"], &infinite["claim"]),
        (&json!("infinite"), &json!(7), &Value::Null, &json!(true), &json!("proved"))
    );
    assert_eq!((&infinite["finite"]["heap"], &infinite["finite"]["order"]), (&json!(6), &json!(52)));
    // The relations between the heaps that grow, d of 5 and f of 7, and all others.
    assert_eq!((&infinite["phi"][5], &infinite["phi"][7]), (&json!("d"), &json!("f")));
    let relations = infinite["relations"].as_array().expect("a list");
    assert_eq!(relations.len(), 34);
    assert!(relations.contains(&json!("d^4f^6 = f^2")) && relations.contains(&json!("d^6f^4 = d^2")));
    assert_eq!(infinite["families"].as_array().map(Vec::len), Some(128));
    assert_eq!(program(&["quotient", "0.3122"]).status.code(), Some(0));
    // The closure of one tree [PS, Section 6] is the same game as 0.31011 to heap 5.
    let tree = answer(&["quotient", "*(2_+0)0"]);
    assert_eq!((&tree["status"], &tree["heap"]), (&json!("infinite"), &json!(5)));
    let later = answer(&["quotient", "0.76", "--to", "13"]);
    assert_eq!((&later["status"], &later["heap"]), (&json!("infinite"), &json!(13)));
    // Moves and outcomes for any numbers of heaps.
    let sum = "0.3102[10+1000000000000*12+1000000000001*7]";
    assert_eq!(answer(&["outcome", sum, "--misere"])["outcome"], "P");
    let sum = "0.3102[10+1000000000000*12+1000000000002*7]";
    let outcome = answer(&["outcome", sum, "--misere"]);
    assert_eq!(outcome["outcome"], "N");
    assert!(!outcome["winning_moves"].as_array().expect("a list").is_empty());
}

/// The 3x3 board of Notakto as a file of moves: both put crosses, and a board with three in a row is dead.
fn notakto() -> String {
    const LINES: [u32; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];
    let is_dead = |board: u32| LINES.iter().any(|line| board & line == *line);
    let mut text = String::from("# Notakto\n");
    for board in (0..512u32).filter(|board| !is_dead(*board)) {
        let moves = (0..9).filter(|cell| board >> cell & 1 == 0).map(|cell| board | 1 << cell);
        let moves: Vec<String> =
            moves.map(|next| if is_dead(next) { "dead".into() } else { format!("b{next}") }).collect();
        text += &format!("b{board}: {}\n", moves.join(", "));
    }
    text + "dead:\n"
}

/// Fails when Notakto has another quotient than that of order 18 with 4 elements in P (Plambeck and Whitehead), or its
/// empty board another value than c; or when a graph of 10^5 nodes is refused or gets another quotient than T_2.
#[test]
fn graphs_from_files() {
    let path = file("notakto.txt");
    std::fs::write(&path, notakto()).expect("written");
    let path = path.to_str().expect("UTF-8");
    let board = answer(&["quotient", "--graph", path]);
    assert_eq!((&board["order"], &board["p_portion"]), (&json!(18), &json!(4)));
    assert_eq!((&board["status"], &board["values"]["dead"]), (&json!("complete"), &json!("1")));
    let honest = certificate("notakto.json", &["quotient", "--graph", path]);
    assert!(impartial_check::check(&honest.to_string()).is_ok());

    let path = file("long.txt");
    let mut text = String::from("n0:\nn1: n0\n");
    (2..100_000u32).for_each(|n| text += &format!("n{n}: n{}, n0\n", n - 1));
    std::fs::write(&path, text).expect("written");
    let long = answer(&["quotient", "--graph", path.to_str().expect("UTF-8")]);
    assert_eq!((&long["order"], &long["isomorphic_to"]), (&json!(6), &json!("T_2")));
    assert_eq!(long["values"].as_object().expect("an object").len(), 100_000);
}

/// Fails when the quotient of a union disagrees with play in which the games are mixed.
#[test]
fn several_games_together() {
    let union = answer(&["quotient", "kayles + *4,{*2} + 0.07", "--to", "5"]);
    assert_eq!((&union["game"], &union["status"]), (&json!("0.77 + *4,{*2} + 0.07"), &json!("partial")));
    let values = union["values"].as_object().expect("an object");
    assert_eq!(values.len(), 12);
    assert_eq!((&values["0.77[1]"], &values["0.07[1]"]), (&values["0.07[2]"], &json!("1")));
    let is_p = |name: &str| union["p_words"].as_array().expect("a list").contains(&values[name]);
    for (name, value) in values {
        let alone = answer(&["outcome", name, "--misere"]);
        assert_eq!(is_p(name), alone["outcome"] == "P", "{name} = {value}: {alone}");
    }
    let honest = certificate("union.json", &["quotient", "0.77 + 0.07", "--to", "9"]);
    assert!(impartial_check::check(&honest.to_string()).is_ok());
    let both = answer(&["quotient", "0.77 + 0.07"]);
    assert_eq!((&both["status"], &both["heap"]), (&json!("diverging"), &json!(24)));
}

/// Fails when a union of solved games is not solved by the periodicity theorem, each code with its own period; or when its
/// certificate is refused.
#[test]
fn unions_are_solved_by_their_periods() {
    let union = answer(&["quotient", "kayles + 0.75 + *2_+"]);
    assert_eq!((&union["status"], &union["proved"]), (&json!("complete"), &json!(true)));
    let period = |code: &str, period: u64, first: u64| json!({"code": code, "period": period, "first_period_heap": first});
    assert_eq!(union["periods"], json!([period("0.77", 12, 71), period("0.75", 2, 8)]));
    let honest = certificate("periods.json", &["quotient", "kayles + 0.75 + *2_+"]);
    let verified = impartial_check::check(&honest.to_string());
    assert!(verified.is_ok(), "{verified:?}");
    let far = answer(&["outcome", "kayles[1000003] + 0.75[1000001] + *2_+", "--misere"]);
    assert!(far["outcome"].is_string(), "{far}");
}

/// A search in pieces, through a file, comes to the same answer; a file of another game is refused.
#[test]
fn checkpoints() {
    let path = file("checkpoint");
    let _ = std::fs::remove_file(&path);
    let path = path.to_str().expect("UTF-8");
    for to in ["5", "20", "27", "90"] {
        let piece = answer(&["quotient", "0.15", "--to", to, "--checkpoint", path]);
        assert_eq!(piece["heap"].to_string(), to);
    }
    let mut pieces = answer(&["quotient", "0.15", "--checkpoint", path]);
    let mut whole = answer(&["quotient", "0.15"]);
    for answer in [&mut pieces, &mut whole] {
        assert_eq!(answer["status"], "complete");
        // How far the values went when the period was noticed is of no interest.
        for field in ["heap", "phi", "because", "claims"] {
            answer[field] = json!(null);
        }
    }
    assert_eq!(pieces, whole);
    let other = program(&["quotient", "0.77", "--checkpoint", path]);
    assert_eq!(other.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&other.stderr).contains("0.15, not of 0.77"));
}

/// A search that is killed loses only what came after the last time it wrote; the file resumes and comes to the same answer.
#[test]
fn a_killed_search_resumes() {
    let path = file("killed");
    let _ = std::fs::remove_file(&path);
    let path_text = path.to_str().expect("UTF-8");
    let mut search = Command::new(env!("CARGO_BIN_EXE_impartial"))
        .args(["quotient", "0.414", "--to", "10000000", "--checkpoint", path_text])
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::null())
        .spawn()
        .expect("the program starts");
    while !path.exists() && search.try_wait().expect("its state is known").is_none() {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    search.kill().expect("it runs for hours");
    search.wait().expect("it ends");
    let saved = std::fs::read(&path).expect("it was written");
    let heap = SavedQuotient::from_bytes(&saved).expect("it is whole").heap();
    assert!(heap > 100, "{heap}");
    let resumed = answer(&["quotient", "0.414", "--to", &(heap + 5).to_string(), "--checkpoint", path_text]);
    assert_eq!((&resumed["status"], &resumed["heap"]), (&json!("partial"), &json!(heap + 5)));
    let whole = answer(&["quotient", "0.414", "--to", &(heap + 5).to_string()]);
    for field in ["order", "p_portion", "relations", "p_words", "phi", "kernel"] {
        assert_eq!(resumed[field], whole[field], "{field}");
    }
}

/// What is proved beyond a finite quotient is kept with the search: it is not looked for again, gives the same answer, goes on to more
/// heaps, and the answer says what it rests on. A file that is cut or changed is refused.
#[test]
fn a_description_of_an_infinite_quotient_is_kept() {
    let path = file("described");
    let _ = std::fs::remove_file(&path);
    let path_text = path.to_str().expect("UTF-8");
    let without_claims = |mut answer: Value| {
        for field in ["because", "claims"] {
            answer[field] = json!(null);
        }
        answer
    };
    for to in ["12", "13"] {
        let arguments = ["quotient", "0.3102", "--to", to];
        let whole = answer(&arguments);
        for _ in 0..2 {
            let resumed = answer(&[&arguments[..], &["--checkpoint", path_text]].concat());
            let rests = resumed["claims"].to_string().contains("are those of the saved search");
            assert_eq!(rests, resumed["claims"] != whole["claims"], "{}", resumed["claims"]);
            assert_eq!(without_claims(resumed), without_claims(whole.clone()), "to {to}");
        }
    }
    let bytes = std::fs::read(&path).expect("it was written");
    assert_eq!(SavedQuotient::from_bytes(&bytes).map(|saved| (saved.heap(), saved.last())), Ok((11, 13)));
    let mut changed = bytes.clone();
    changed[bytes.len() / 2] ^= 1;
    for damaged in [&changed[..], &bytes[..bytes.len() - 1], &bytes[..10], b"{}"] {
        std::fs::write(&path, damaged).expect("it can be written");
        let refused = program(&["quotient", "0.3102", "--to", "13", "--checkpoint", path_text]);
        assert_eq!(refused.status.code(), Some(2));
        let errors = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert!(errors.contains("was changed") || errors.contains("no saved search"), "{errors}");
    }
}

/// Every certificate passes; every lie is refused.
#[test]
fn certificates_hold_and_lies_do_not() {
    let games: [(&str, &[&str]); 9] = [
        ("kayles.json", &["quotient", "0.77"]),
        ("guiles.json", &["quotient", "0.15"]),
        ("dawson.json", &["quotient", "0.07", "--to", "27"]),
        ("slow.json", &["quotient", "0.414", "--to", "200"]),
        ("hex.json", &["quotient", "0.8F", "--to", "8"]),
        ("tree.json", &["quotient", "*(2_+1)(2_+0)4310"]),
        ("anomalous.json", &["quotient", "*(2_+31)(2_+2)2_+3"]),
        ("infinite.json", &["quotient", "0.[12]", "--to", "12"]),
        ("dead.json", &["quotient", "0.0007", "--to", "30"]),
    ];
    let mut seed = 1u64;
    let mut random = move |below: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % below
    };
    for (name, arguments) in games {
        let honest = certificate(name, arguments);
        let verified = impartial_check::check(&honest.to_string());
        assert!(verified.is_ok(), "{name}: {verified:?}");
        let order = honest["actions"].as_array().expect("a list").len();
        for lie in 0..60 {
            let mut changed = honest.clone();
            match lie % 5 {
                0 => {
                    let phi = changed["phi"].as_array_mut().expect("a list");
                    let at = random(phi.len());
                    let old = phi[at].as_u64().expect("a number") as usize;
                    phi[at] = json!((old + 1 + random(order - 1)) % order);
                }
                1 => {
                    let x = random(order);
                    let row = changed["actions"][x].as_array_mut().expect("a list");
                    let at = random(row.len());
                    let old = row[at].as_u64().expect("a number") as usize;
                    row[at] = json!((old + 1 + random(order - 1)) % order);
                }
                2 => {
                    let p = changed["p"].as_array_mut().expect("a list");
                    let at = random(p.len());
                    p.remove(at);
                }
                3 => {
                    let p = changed["p"].as_array_mut().expect("a list");
                    let x = json!(random(order));
                    if p.contains(&x) {
                        continue;
                    }
                    p.push(x);
                }
                _ if changed.get("code").is_some() => {
                    // Another game, the next heap with a wrong value, or a period that is none.
                    match random(3) {
                        0 => {
                            changed["code"] =
                                json!(changed["code"].as_str().expect("a text").replace("0.", "0.37"));
                        }
                        1 => changed["period"] = json!({"period": 7, "first": 2}),
                        _ => {
                            let period = changed["period"]["first"].as_u64();
                            let Some(first) = period else { continue };
                            changed["period"]["first"] = json!(first - 1);
                        }
                    }
                }
                _ => {
                    let positions = changed["positions"].as_array_mut().expect("a list");
                    let last = positions.len() - 1;
                    positions[last].as_array_mut().expect("a list").pop();
                }
            }
            let verdict = impartial_check::check(&changed.to_string());
            assert!(verdict.is_err(), "{name}, lie {lie}: {verdict:?}");
        }
    }
}

/// Hostile files end in a refusal, quickly.
#[test]
fn malformed_certificates_are_refused() {
    let base = json!({
        "format": "impartial-certificate", "version": 1, "kind": "misere-quotient",
        "code": "0.1", "actions": [[1], [0]], "p": [1], "phi": [0, 1, 0], "period": null,
    });
    assert!(impartial_check::check(&base.to_string()).is_ok());
    for (field, value) in [
        ("code", json!("kayles!")),
        ("code", json!(7)),
        ("positions", json!([[[]]])),
        ("actions", json!([])),
        ("actions", json!([[1], [5]])),
        ("actions", json!([[1], []])),
        ("actions", json!([[0], [0]])),
        ("p", json!([1, 1])),
        ("p", json!([4_294_967_296u64])),
        ("p", json!([0, 1])),
        ("phi", json!([])),
        ("phi", json!([1, 1, 0])),
        ("phi", json!([0, 9])),
        ("period", json!({"period": 0, "first": 1})),
        ("period", json!({"period": 18_446_744_073_709_551_615u64, "first": 1})),
        ("period", json!({"period": 4_294_967_295u64, "first": 4_294_967_295u64})),
        ("period", json!(3)),
    ] {
        let mut hostile = base.clone();
        hostile[field] = value.clone();
        assert!(impartial_check::check(&hostile.to_string()).is_err(), "{field} = {value}");
    }
}
