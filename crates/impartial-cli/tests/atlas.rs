//! The atlas through the program: a store that survives `kill -9`, shards that make the same store, proofs that check.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use serde_json::Value;

fn program() -> Command {
    Command::new(env!("CARGO_BIN_EXE_impartial"))
}

/// A folder of this test that goes away with the value.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("impartial-atlas-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn run(&self, words: &str) -> Output {
        program().current_dir(&self.0).args(words.split(' ')).output().unwrap()
    }

    /// The standard output of a command that succeeds.
    fn told(&self, words: &str) -> String {
        let output = self.run(words);
        assert!(output.status.success(), "{words}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    }

    fn json(&self, words: &str) -> Value {
        serde_json::from_str(&self.told(&format!("{words} --json"))).unwrap()
    }

    /// How many units of a store are done.
    fn done(&self, store: &str) -> u64 {
        let counts = self.json(&format!("survey status --store {store}"));
        let counts = counts["counts"].as_array().unwrap().clone();
        counts
            .iter()
            .filter(|count| !count["status"].is_null())
            .map(|count| count["count"].as_u64().unwrap())
            .sum()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

const BOUNDS: &str = "--to 500 --work 500";
/// 72 codes in two plays.
const FAMILY: &str = "octal2";

fn uninterrupted(folder: &Folder) -> String {
    folder.told(&format!("survey plan {FAMILY} --store whole.db {BOUNDS}"));
    folder.told("survey run --store whole.db --jobs 2");
    folder.told(&format!("survey export --store whole.db --family {FAMILY}"))
}

/// Killed at any moment, the store holds every row that was there before, and the next run makes the same export.
#[cfg(unix)]
#[test]
fn a_killed_run_loses_the_unit_under_way_only() {
    let folder = Folder::new("killed");
    let whole = uninterrupted(&folder);
    let total = whole.lines().count() as u64;
    folder.told(&format!("survey plan {FAMILY} --store cut.db {BOUNDS}"));
    let mut kills = 0;
    for wanted in [3, 40, 90] {
        let run = ["survey", "run", "--store", "cut.db", "--jobs", "1"];
        let mut child = program().current_dir(&folder.0).args(run).stdout(Stdio::null()).spawn().unwrap();
        while folder.done("cut.db") < wanted && child.try_wait().unwrap().is_none() {
            std::thread::sleep(Duration::from_millis(5));
        }
        let before = folder.done("cut.db");
        child.kill().unwrap();
        kills += u64::from(!child.wait().unwrap().success());
        let after = folder.done("cut.db");
        assert!(after >= before && before >= wanted, "{before} rows before the kill, {after} after");
    }
    assert!(kills > 0, "all runs ended before they were killed");
    let before = folder.done("cut.db");
    let ran = folder.json("survey run --store cut.db --jobs 3");
    assert_eq!((ran["done"].as_u64(), ran["left"].as_u64()), (Some(total - before), Some(0)));
    assert_eq!(folder.told(&format!("survey export --store cut.db --family {FAMILY}")), whole);
}

/// Three shards on machines that share nothing, one of them cut off in the middle of a line, make the same store.
#[test]
fn shards_make_the_same_store() {
    let folder = Folder::new("shards");
    let whole = uninterrupted(&folder);
    folder.told(&format!("survey plan {FAMILY} --store merged.db {BOUNDS}"));
    for shard in 1..=3 {
        folder
            .told(&format!("survey shard {shard}/3 {FAMILY} --into {shard}.ndjson --jobs {shard} {BOUNDS}"));
    }
    let path = folder.0.join("2.ndjson");
    let text = std::fs::read(&path).unwrap();
    std::fs::write(&path, &text[..text.len() / 2]).unwrap();
    let merge = "survey merge 1.ndjson 2.ndjson 3.ndjson --store merged.db";
    let first = folder.json(merge);
    assert!(first["left"].as_u64().unwrap() > 0);
    let again = folder.json(&format!("survey shard 2/3 {FAMILY} --into 2.ndjson --jobs 1 {BOUNDS}"));
    assert!(again["before"].as_u64().unwrap() > 0 && again["done"].as_u64().unwrap() > 0);
    assert_eq!(folder.json(merge)["left"], 0);
    let third = folder.json(merge);
    assert_eq!((third["new"].as_u64(), third["left"].as_u64()), (Some(0), Some(0)));
    assert_eq!(folder.told(&format!("survey export --store merged.db --family {FAMILY}")), whole);
    // Bounds of another plan are another unit: nothing is mixed.
    folder.told(&format!("survey plan {FAMILY} --store other.db --work 1"));
    let other = folder.run("survey merge 1.ndjson --store other.db");
    assert_eq!(other.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&other.stderr).contains("1.ndjson, line 1:"));
}

/// A sample of rows is proved anew by the checker.
#[test]
fn proofs_of_rows_check() {
    let folder = Folder::new("proofs");
    let whole = uninterrupted(&folder);
    let mut checked = 0;
    for line in whole.lines().step_by(7) {
        let row: Value = serde_json::from_str(line).unwrap();
        let Some(hash) = row["certificate"].as_str() else {
            assert_eq!(row["status"], "open", "{line}");
            continue;
        };
        folder.told(&format!("survey proof {hash} --store whole.db --format text -o proof.json"));
        assert!(folder.told("check proof.json").contains("PROVED"), "{line}");
        checked += 1;
    }
    assert!(checked > 10, "{checked}");
    let none = folder.run(&format!("survey proof {} --store whole.db", "0".repeat(64)));
    assert_eq!(none.status.code(), Some(2));
}

#[test]
fn queries_in_every_form_and_mistakes_with_one_message() {
    let folder = Folder::new("queries");
    folder.told(&format!("survey plan octal1 day3 --store atlas.db {BOUNDS}"));
    folder.told("survey run --store atlas.db --jobs 2");
    let query = "survey query --store atlas.db --question misere --status solved --order 2..6 --most 3";
    let table = folder.told(query);
    assert_eq!(table.lines().count(), 4, "{table}");
    assert!(table.lines().next().unwrap().starts_with("question"), "{table}");
    let rows = folder.json(query);
    let orders: Vec<u64> =
        rows["rows"].as_array().unwrap().iter().map(|row| row["quotient_order"].as_u64().unwrap()).collect();
    assert!(
        orders.len() == 3 && orders.is_sorted() && orders.iter().all(|order| (2..=6).contains(order)),
        "{orders:?}"
    );
    assert_eq!(folder.told(&format!("{query} --format csv")).lines().count(), 4);
    assert!(folder.told(&format!("{query} --format latex")).contains("\\end{longtable}"));
    let none = folder.told("survey query --store atlas.db --where z-not-in-p --order 7000..");
    assert_eq!(none, "no row is like this\n");
    assert!(!Path::new(&folder.0.join("new.db")).exists());
    for (words, message) in [
        ("survey run --store new.db", "there is no atlas new.db"),
        ("survey query --store atlas.db --order 6..2", "is no range"),
        ("survey shard 4/3 octal1 --into x", "is no shard"),
        ("survey plan day9 --store new.db", "not listed one by one"),
        ("survey plan nowhere --store new.db", "no family or file is named 'nowhere'"),
        ("survey", "which family?"),
    ] {
        let output = folder.run(words);
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{words}: {told}");
        assert!(told.contains(message), "{words}: {told}");
    }
    assert!(!Path::new(&folder.0.join("new.db")).exists(), "a refused command leaves nothing behind");
}
