//! `impartial sequence` and `impartial same`, from the outside.

use std::path::PathBuf;
use std::process::{Command, Output};

use serde_json::Value;

fn impartial(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_impartial")).args(arguments).output().expect("the program runs")
}

fn text(arguments: &[&str]) -> String {
    let output = impartial(arguments);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("answers are UTF-8")
}

fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(&text(&[arguments, &["--json"]].concat())).expect("one JSON object")
}

/// A file of this test's own, removed when it goes out of scope.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        Scratch(std::env::temp_dir().join(format!("impartial-{}-{name}", std::process::id())))
    }

    fn path(&self) -> &str {
        self.0.to_str().expect("a path of ASCII letters")
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

#[test]
fn kayles_is_printed_in_rows_of_its_period() {
    let expected = "\
0.77  kayles
heap |  +0  +1  +2  +3  +4  +5  +6  +7  +8  +9 +10 +11
   0 |   0   1   2   3   1   4   3   2   1   4   2   6
  12 |   4   1   2   7   1   4   3   2   1   4   6   7
  24 |   4   1   2   8   5   4   7
largest value 8, first at heap 27
period 12 from heap 71 (last exception: heap 70)
PROVED  period 12 from heap 71: the theorem of Guy and Smith; G(n+12) = G(n) checked for 71 <= n <= 155
";
    assert_eq!(text(&["sequence", "kayles", "--to", "30"]), expected);
}

#[test]
fn the_json_fields_that_programs_rely_on() {
    let answer = json(&["sequence", "0.07", "--to", "60"]);
    assert_eq!(answer["code"], "0.07");
    assert_eq!(answer["values"].as_array().map(Vec::len), Some(61));
    assert_eq!((&answer["period"], &answer["first_period_heap"]), (&Value::from(34), &Value::from(53)));
    assert_eq!((&answer["proved"], &answer["claim"]), (&Value::from(true), &Value::from("proved")));
    assert_eq!(answer["max_value"], 7);
    let officers = json(&["sequence", "officers", "--to", "100"]);
    assert_eq!(
        (&officers["period"], &officers["proved"], &officers["claim"]),
        (&Value::Null, &Value::from(false), &Value::from("up_to"))
    );
}

#[test]
fn other_forms_hold_the_same_values() {
    let values = [0, 0, 1, 1, 2, 0, 3, 1, 1, 0, 3];
    let bfile: String = (0..).zip(values).map(|(heap, value)| format!("{heap} {value}\n")).collect();
    assert_eq!(text(&["sequence", "0.07", "--to", "10", "--format", "bfile"]), bfile);
    let csv: String = (0..).zip(values).map(|(heap, value)| format!("{heap},{value}\n")).collect();
    assert_eq!(text(&["sequence", "0.07", "--to", "10", "--format", "csv"]), format!("heap,value\n{csv}"));
    let latex = text(&["sequence", "0.07", "--to", "10", "--format", "latex"]);
    assert!(latex.contains("0 & 0 & 0 & 1 & 1 & 2 & 0 & 3 & 1 & 1 & 0 & 3 \\\\"), "{latex}");
    for picture in ["strip", "scatter", "rare", "histogram"] {
        let svg = text(&["sequence", "0.16", "--to", "500", "--format", "svg", "--picture", picture]);
        assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n"), "{picture}");
        assert_eq!(svg.matches("data-heap=").count(), if picture == "strip" { 500 } else { 0 });
    }
}

#[test]
fn a_certificate_is_verified_and_a_changed_one_refused() {
    for (code, words) in [
        ("0.137", "period 34 from heap 52"),
        ("0.6", "Grundy values listed"),
        ("4!.0", "Grundy values listed"),
    ] {
        let file =
            Scratch::new(&format!("certificate-{}", code.len() * 31 + usize::from(code.as_bytes()[2])));
        let last = if code == "4!.0" { "60" } else { "400" };
        text(&["sequence", code, "--to", last, "--certificate", file.path()]);
        assert!(text(&["check", file.path()]).contains(words), "{code}");
        let mut certificate: Value =
            serde_json::from_str(&std::fs::read_to_string(&file.0).unwrap()).unwrap();
        certificate["values"][17] = Value::from(certificate["values"][17].as_u64().unwrap() ^ 1);
        std::fs::write(&file.0, certificate.to_string()).unwrap();
        assert_eq!(impartial(&["check", file.path()]).status.code(), Some(2), "{code} changed");
    }
}

#[test]
fn a_run_stopped_at_any_moment_and_resumed_gives_the_same_checksum() {
    // Sets of nim-sums; blocks of heaps with a rare heap on the way; blocks with many rare heaps; digits for ever.
    for (code, heaps) in [
        ("0.76", ["1", "63", "64", "5000", "9000"]),
        ("0.16", ["13934", "13935", "20001", "300000", "400000"]),
        ("0.6", ["4095", "4096", "30000", "100001", "120000"]),
        ("4.[7]", ["1", "40", "200", "201", "300"]),
    ] {
        let file = Scratch::new(&format!("checkpoint-{}", heaps[4]));
        let summary = |last: &str, more: &[&str]| {
            let question = ["sequence", code, "--to", last, "--summary", "--json"];
            impartial(&[question.as_slice(), more].concat())
        };
        let read =
            |output: &Output| -> Value { serde_json::from_slice(&output.stdout).expect("one JSON object") };
        // By the heap, by the clock at a moment that nobody chose, then to the end; what is lost or kept must not matter.
        for last in heaps {
            summary(last, &["--checkpoint", file.path(), "--time", "40ms"]);
            summary(last, &["--checkpoint", file.path()]);
        }
        let resumed = summary(heaps[4], &["--checkpoint", file.path()]);
        assert_eq!(resumed.status.code(), Some(0), "{code}");
        let whole = read(&summary(heaps[4], &[]));
        let resumed = read(&resumed);
        assert_eq!(
            (&resumed["checksum"], &resumed["computed_to"]),
            (&whole["checksum"], &whole["computed_to"]),
            "{code}"
        );
        assert!(whole["checksum"].is_string() && resumed["max_value"] == whole["max_value"], "{code}");
    }
}

#[test]
fn a_checkpoint_that_is_not_whole_is_refused_with_a_message() {
    let file = Scratch::new("checkpoint");
    json(&["sequence", "0.16", "--to", "3000", "--checkpoint", file.path()]);
    let whole = std::fs::read(&file.0).unwrap();
    let refused = |bytes: &[u8], words: &str| {
        std::fs::write(&file.0, bytes).unwrap();
        let output = impartial(&["sequence", "0.16", "--to", "9", "--checkpoint", file.path()]);
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{message}");
        assert!(message.starts_with("error: ") && message.contains(words), "{message}");
        assert_eq!(std::fs::read(&file.0).unwrap(), bytes, "a file that is refused is left alone");
    };
    let mut changed = whole.clone();
    changed[99] ^= 4;
    refused(&changed, "its checksum is wrong");
    refused(&whole[..whole.len() / 2], "damaged");
    refused(&whole[..30], "damaged");
    refused(&[whole.as_slice(), b"more"].concat(), "damaged");
    refused(b"", "not a saved Grundy sequence");
    refused(b"something else", "not a saved Grundy sequence");
    std::fs::write(&file.0, &whole).unwrap();
    let other = impartial(&["sequence", "0.6", "--to", "9", "--checkpoint", file.path()]);
    assert_eq!(other.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&other.stderr).contains("holds the sequence of 0.16, not of 0.6"));
}

#[test]
fn no_part_of_a_checkpoint_is_left_beside_it() {
    let folder = Scratch::new("folder");
    std::fs::create_dir(&folder.0).unwrap();
    let file = folder.0.join("values");
    let path = file.to_str().unwrap();
    json(&["sequence", "0.16", "--to", "30000", "--checkpoint", path]);
    json(&["sequence", "0.16", "--to", "40000", "--checkpoint", path]);
    let names: Vec<_> =
        std::fs::read_dir(&folder.0).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names, ["values"]);
    std::fs::remove_dir_all(&folder.0).unwrap();
    assert_eq!(
        impartial(&["sequence", "0.16", "--checkpoint", path]).status.code(),
        Some(2),
        "there is no such folder"
    );
}

#[test]
fn hostile_questions_get_a_message_and_status_2() {
    let long = format!("0.{}", "7".repeat(110_000));
    let absurd = "1000000000000000000000000000000";
    let questions: [&[&str]; 11] = [
        &["sequence", "0."],
        &["sequence", ".7"],
        &["sequence", "0.7.7"],
        &["sequence", "0.9", "--octal"],
        &["sequence", "0.(3)^1000000000000"],
        &["sequence", &long],
        &["sequence", "0.77", "--to", absurd],
        &["sequence", "0.77", "--to", "10^30"],
        &["sequence", "0.77", "--to", "2^3^4"],
        &["sequence", "0.77", "--to", "ten"],
        &["same", "0.77", "kyles"],
    ];
    for question in questions {
        let output = impartial(question);
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{message}");
        assert!(message.starts_with("error: ") && message.len() < 600, "{message}");
    }
}

#[test]
fn the_last_heap_asked_for_is_looked_at_too() {
    // Periods are looked for at 262144 heaps and then much later; 343204 are enough.
    let answer = json(&["sequence", "0.56", "--to", "350000", "--summary"]);
    assert_eq!((&answer["period"], &answer["first_period_heap"]), (&Value::from(144), &Value::from(326_640)));
    assert_eq!(answer["claim"], "proved");
}

#[test]
fn a_period_is_found_put_away_and_certified_without_the_values() {
    let (checkpoint, certificate) = (Scratch::new("window"), Scratch::new("window-certificate"));
    let search = |last: &str, more: &[&str]| {
        let question = ["sequence", "0.354", "--to", last, "--window", "--checkpoint", checkpoint.path()];
        json(&[question.as_slice(), more].concat())
    };
    let begun = search("6e6", &[]);
    assert_eq!((&begun["period"], &begun["proved"]), (&Value::Null, &Value::from(false)));
    let found = search("2e7", &["--certificate", certificate.path()]);
    assert_eq!(
        (&found["period"], &found["first_period_heap"]),
        (&Value::from(1180), &Value::from(10_061_916))
    );
    assert!(found["computed_to"].as_u64() > begun["computed_to"].as_u64());
    assert!(text(&["check", certificate.path()]).contains("period 1180 from heap 10061916 on"));
    let other =
        impartial(&["sequence", "0.454", "--to", "2e7", "--window", "--checkpoint", checkpoint.path()]);
    assert_eq!(other.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&other.stderr).contains("holds a search for 0.354, not for 0.454"));
}

#[test]
fn a_time_limit_ends_with_what_is_known() {
    let output = impartial(&["sequence", "0.04", "--to", "3000000", "--time", "200ms", "--format", "bfile"]);
    assert_eq!(output.status.code(), Some(1));
    let lines = String::from_utf8(output.stdout).unwrap().lines().count();
    assert!((100..3_000_000).contains(&lines), "{lines}");
}

#[test]
fn same_answers_with_a_proof_or_a_heap() {
    assert!(text(&["same", "0.161", "0.36"]).contains("heap 519 has value 2 in 0.161 and 4 in 0.36"));
    let cousins = json(&["same", "0.4", "dawsons-chess"]);
    assert_eq!((&cousins["same"], &cousins["plays"][1]), (&Value::from(true), &Value::from("misere")));
    assert_eq!(json(&["same", "0.77", "0.077"])["times"], 2);
}
