//! Achievement and avoidance games through the program: surveys that go on after an interruption, files with closure
//! games, certificates, groups that only GAP knows.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};

fn program() -> Command {
    Command::new(env!("CARGO_BIN_EXE_impartial"))
}

fn impartial(arguments: &[&str]) -> Output {
    program().args(arguments).output().unwrap()
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// A file of this test process that goes away with the value.
struct File(PathBuf);

impl File {
    fn new(name: &str) -> File {
        File(std::env::temp_dir().join(format!("impartial-generate-{}-{name}", std::process::id())))
    }

    fn with(name: &str, text: impl AsRef<[u8]>) -> File {
        let file = File::new(name);
        std::fs::write(&file.0, text).unwrap();
        file
    }

    fn path(&self) -> &str {
        self.0.to_str().unwrap()
    }

    fn text(&self) -> String {
        std::fs::read_to_string(&self.0).unwrap()
    }
}

impl Drop for File {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

/// The file of finished orders that a question leaves.
fn kept(question: &[&str]) -> String {
    let file = File::new(&format!("kept-{}.csv", question.concat()));
    assert!(impartial(&[question, &["--resume", file.path()]].concat()).status.success());
    file.text()
}

/// A file of finished orders may end anywhere: the run that follows prints what an uninterrupted one prints, and leaves
/// the same file.
#[test]
fn a_survey_goes_on_wherever_its_file_ends() {
    let whole = stdout(&impartial(&["groups", "1..30", "--cycles"]));
    let kept = kept(&["groups", "1..30", "--cycles"]);
    let lines: Vec<usize> = kept.match_indices('\n').map(|(at, _)| at + 1).collect();
    let header = lines[0];
    let cuts = (header..=kept.len()).step_by(97).chain(lines.iter().copied().step_by(9));
    for cut in cuts {
        let file = File::with("cut.csv", &kept[..cut]);
        let output = impartial(&["groups", "1..30", "--cycles", "--resume", file.path()]);
        assert!(output.status.success(), "{cut}: {}", stderr(&output));
        assert_eq!(stdout(&output), whole, "cut at {cut}");
        assert_eq!(file.text(), kept, "cut at {cut}");
    }
}

/// Finished orders are used and not computed again: the time limit leaves none for anything else.
#[test]
fn finished_orders_are_kept() {
    let whole = stdout(&impartial(&["groups", "2..24"]));
    let kept = kept(&["groups", "2..24"]);
    let file = File::with("kept.csv", &kept);
    let output = impartial(&["groups", "2..511", "--resume", file.path(), "--time", "0s"]);
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    assert!(stdout(&output).starts_with(&whole));
    assert!(file.text().starts_with(&kept));
}

/// A signal at any moment leaves a file of whole orders, from which the next run goes on.
#[cfg(unix)]
#[test]
fn a_survey_survives_signals() {
    let whole = stdout(&impartial(&["groups", "2..200"]));
    for (signal, pause) in [("-INT", 60), ("-KILL", 150), ("-TERM", 400)] {
        let file = File::new("signal.csv");
        let question = ["groups", "2..200", "--resume", file.path()];
        let mut child = program().args(question).stdout(Stdio::null()).spawn().unwrap();
        std::thread::sleep(std::time::Duration::from_millis(pause));
        // It may have finished before.
        let _ = Command::new("kill").args([signal, &child.id().to_string()]).status();
        child.wait().unwrap();
        let before = if Path::new(file.path()).exists() { file.text() } else { String::new() };
        let whole_lines = before.rfind('\n').map_or("", |end| &before[..end]).lines();
        for (line, expected) in whole_lines.zip(whole.lines()) {
            assert!(line.starts_with(expected), "{signal}: {line}");
        }
        let output = impartial(&question);
        assert!(output.status.success(), "{signal}: {}", stderr(&output));
        assert_eq!(stdout(&output), whole, "{signal}");
    }
}

/// A file that belongs to another question, or that somebody has changed, is refused with the line, and left alone.
#[test]
fn a_file_of_another_survey_is_refused() {
    let whole = kept(&["groups", "2..12"]);
    let changed = |from: &str, to: &str| whole.replacen(from, to, 1);
    let line = whole.lines().find(|line| line.starts_with("4,2,")).expect("there are two groups of order 4");
    let cases: &[(&str, String, &[&str])] = &[
        ("another header", whole.clone(), &["groups", "2..12", "--games", "gen"]),
        ("line 2", whole.clone(), &["groups", "3..12"]),
        ("more groups than are asked for", whole.clone(), &["groups", "2..11"]),
        ("line 5: it was changed", changed("4,2,0,1", "4,2,0,0"), &["groups", "2..12"]),
        ("line 5: it was changed", changed("4,2,0,1", "4,2,,1"), &["groups", "2..12"]),
        ("line 5: it was changed", changed(line, "4,2,0,1"), &["groups", "2..12"]),
        ("group 2 of order 4", changed(&format!("{line}\n"), ""), &["groups", "2..12"]),
        ("another header", String::new(), &["groups", "2..12"]),
        ("another header", "\u{feff}".to_owned() + &whole, &["groups", "2..12"]),
        ("another header", stdout(&impartial(&["groups", "2..12"])), &["groups", "2..12"]),
    ];
    for (message, text, question) in cases {
        let file = File::with("other.csv", text);
        let output = impartial(&[question, &["--resume", file.path()][..]].concat());
        assert_eq!(output.status.code(), Some(2), "{message}: {}", stdout(&output));
        assert!(stderr(&output).contains(message), "{message}: {}", stderr(&output));
        assert_eq!(&file.text(), text, "the file is as it was");
    }
    let file = File::with("bytes.csv", [0xff, 0xfe, 0, 1]);
    assert_eq!(impartial(&["groups", "2..12", "--resume", file.path()]).status.code(), Some(2));
    let output = impartial(&["groups", "2..12", "--resume", "/nowhere/at/all.csv"]);
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
}

/// Closure games in files: positions, moves, plays, diagrams and certificates as for groups.
#[test]
fn games_in_files_are_played() {
    let line = File::with("line.txt", "# a path\nground: a b c d\nmaximal: a b c\nmaximal: b c d\n");
    let game = |position: &str| format!("gen(file:{}){position}", line.path());
    for (position, nimber) in [("", 0), ("[b]", 1), ("[a]", 1), ("[a,d]", 0)] {
        let output = impartial(&["nimber", &game(position), "--json"]);
        let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(answer["nimber"], json!(nimber.to_string()), "{position}: {}", stderr(&output));
    }
    let rules =
        File::with("rules.txt", "ground: a b c d\nrule: a c -> b\nrule: b d -> c\nrule: a d -> b c\n");
    let output = impartial(&["outcome", &format!("gen(file:{})[b]", rules.path())]);
    assert!(stdout(&output).contains("N in normal play"), "{}{}", stdout(&output), stderr(&output));
    for form in ["svg", "dot", "tikz", "text", "json"] {
        for option in ["--full", "--positions", "--positions=all"] {
            let output = impartial(&["diagram", &game(""), option, "--format", form]);
            assert!(output.status.success() && !output.stdout.is_empty(), "{form} {option}");
        }
    }
    let proof = File::new("line.json");
    let output = impartial(&["nimber", &game("[b]"), "--certificate", proof.path()]);
    assert!(output.status.success(), "{}", stderr(&output));
    assert!(impartial(&["check", proof.path()]).status.success());
}

/// What is wrong with a file is said in one sentence, with the line.
#[test]
fn malformed_files_get_a_clear_message() {
    for (text, message) in [
        ("", "expected `ground:`"),
        ("maximal: a b\n", "expected `ground:`"),
        ("ground: a b\nmaximal: a c\n", "line 2: `c`"),
        ("ground: a a\n", "line 1:"),
        ("ground: a b\nmaximum: a\n", "line 2:"),
        ("ground: a b\nmaximal a\n", "line 2:"),
        ("ground: a b\nrule: a b\n", "line 2:"),
        ("ground: a b\nrow: a b\n", "line"),
        ("ground: a b\nmaximal: a\nrule: a -> b\n", "line 3:"),
    ] {
        let file = File::with("wrong.txt", text);
        let output = impartial(&["nimber", &format!("gen(file:{})", file.path())]);
        assert_eq!(output.status.code(), Some(2), "{text:?}: {}", stdout(&output));
        assert!(stderr(&output).contains(message), "{text:?}: {}", stderr(&output));
        assert!(stderr(&output).lines().count() <= 4, "{text:?}: {}", stderr(&output));
    }
    let file = File::with("bytes.txt", [0xff, 0xfe, 0, 1]);
    let paths =
        [(file.path(), "is not UTF-8 text"), ("/nowhere/at/all.txt", "cannot read"), ("/", "cannot read")];
    for (path, message) in paths {
        let output = impartial(&["nimber", &format!("gen(file:{path})")]);
        assert_eq!(output.status.code(), Some(2));
        assert!(stderr(&output).contains(message), "{}", stderr(&output));
    }
    let line = File::with("element.txt", "ground: a b\nmaximal: a\n");
    let output = impartial(&["nimber", &format!("gen(file:{})[e]", line.path())]);
    assert!(stderr(&output).contains("`e` is not in the ground set"), "{}", stderr(&output));
}

/// The certificate of a question, and that the checker accepts it.
fn certificate(question: &[&str]) -> Value {
    let file = File::new("proof.json");
    let output = impartial(&[question, &["--certificate", file.path()]].concat());
    assert!(output.status.success(), "{question:?}: {}", stderr(&output));
    let accepted = impartial(&["check", file.path()]);
    assert!(accepted.status.success(), "{question:?}: {}", stderr(&accepted));
    serde_json::from_str(&file.text()).unwrap()
}

/// DNG is proved by a cover, an uncovered element, or the parity of the order; whatever is changed is refused.
#[test]
fn avoidance_certificates_and_their_mutations() {
    for (game, reason, nimber) in [
        ("dng(Z2)", "odd", 1),
        ("dng(Z7 : Z3)", "odd", 1),
        ("dng(Z6)", "uncovered", 3),
        ("dng(A4)", "uncovered", 3),
        ("dng(D15)", "uncovered", 3),
        ("dng(S4)", "cover", 0),
        ("dng(Z6 x Z3)", "cover", 0),
        ("dng(A5)", "cover", 0),
        ("dng(Z2^8)", "cover", 0),
        ("dng(SmallGroup(384,20168))", "cover", 0),
    ] {
        let original = certificate(&["nimber", game]);
        assert_eq!((&original["kind"], &original["nimber"]), (&json!("avoidance"), &json!(nimber)), "{game}");
        assert!(original["because"].get(reason).is_some(), "{game}: {}", original["because"]);
        let refused = |name: &str, value: Value| {
            let mut mutant = original.clone();
            mutant[name] = value.clone();
            assert!(impartial_check::check(&mutant.to_string()).is_err(), "{game}: {name} = {value}");
        };
        for wrong in [0u64, 1, 2, 3, 4].into_iter().filter(|value| *value != nimber) {
            refused("nimber", json!(wrong));
        }
        refused("misere", json!(if original["misere"] == "P" { "N" } else { "P" }));
        for other in [json!({ "odd": true }), json!({ "uncovered": 0 }), json!({ "cover": [] }), json!(null)]
        {
            if other.get(reason).is_none() || reason != "odd" {
                refused("because", other);
            }
        }
        if let Some(cover) = original["because"]["cover"].as_array() {
            for left_out in 0..cover.len() {
                let mut less = cover.clone();
                less.remove(left_out);
                refused("because", json!({ "cover": less }));
            }
        }
        refused("ground", json!({ "order": 1, "generators": [] }));
        refused("ground", json!({ "order": 4, "generators": [[1, 0, 3, 2]] }));
    }
    // After a move the proof is by structure classes.
    assert_eq!(certificate(&["outcome", "dng(Z6)[3]"])["kind"], "structure");
    assert_eq!(certificate(&["nimber", "gen(Z6)"])["kind"], "structure");
}

/// Groups that do not ship with the program: without GAP the message says what is missing and what to install.
#[test]
fn without_gap_the_message_says_so() {
    for question in [
        ["nimber", "gen(SmallGroup(1024,1))"],
        ["outcome", "dng(SmallGroup(512,1) x Z3)"],
        ["diagram", "dng(SmallGroup(1000,1))"],
        ["group", "SmallGroup(1000,1)"],
    ] {
        let output = program().args(question).env("PATH", "/nowhere").output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{question:?}");
        let message = stderr(&output);
        assert!(message.contains("install GAP") && message.contains("not found"), "{message}");
        assert!(message.contains("^^^"), "{message}");
    }
}

/// A program named `gap` that answers as GAP does: the group is built from its permutations and keeps its name. One that
/// answers nonsense, or has no such group, is no worse than none.
#[cfg(unix)]
#[test]
fn groups_from_gap_are_played() {
    let folder = std::env::temp_dir().join(format!("impartial-gap-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    // Written by a child process: no thread of this one ever holds a program open that another is about to start.
    let write =
        r#"printf '#!/bin/sh\ncat >/dev/null\ncat "$(dirname "$0")/answer"\n' > "$0" && chmod 755 "$0""#;
    let written = Command::new("sh").arg("-c").arg(write).arg(folder.join("gap")).status().unwrap();
    assert!(written.success());
    let path = format!("{}:{}", folder.display(), std::env::var("PATH").unwrap());
    let ask = |answer: &str, question: &[&str]| {
        std::fs::write(folder.join("answer"), format!("{answer}\n")).unwrap();
        program().args(question).env("PATH", &path).output().unwrap()
    };
    let decagon = "(1,2,3,4,5), (2,5)(3,4), (6,7), (8,9,10,11,12,13,14,15,16,17,18,19,20)";
    let generators = format!("generators [ {decagon}, (21,22) ]");
    let output = ask(&generators, &["nimber", "gen(SmallGroup(520,1))"]);
    let answer = stdout(&output);
    assert!(answer.starts_with("gen(SmallGroup(520,1)) has nimber 0"), "{answer}{}", stderr(&output));
    let output = ask(&generators, &["group", "SmallGroup(520,1) x Z2", "--json"]);
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(answer["order"], 1040, "{}", stderr(&output));
    let output = ask(&format!("generators [ {decagon} ]"), &["nimber", "gen(SmallGroup(520,1))"]);
    assert!(stderr(&output).contains("no group of order 520"), "{}{}", stdout(&output), stderr(&output));
    let output = ask("count 49", &["nimber", "gen(SmallGroup(520,1))"]);
    assert!(stderr(&output).contains("there are 49 groups of order 520"), "{}", stderr(&output));
    for nonsense in ["unavailable", "Error, what", "generators [ (1,2 ]", ""] {
        let output = ask(nonsense, &["nimber", "gen(SmallGroup(520,1))"]);
        assert_eq!(output.status.code(), Some(2), "{nonsense}: {}", stdout(&output));
        assert!(stderr(&output).starts_with("error: "), "{nonsense}: {}", stderr(&output));
    }
    std::fs::remove_dir_all(&folder).unwrap();
}
