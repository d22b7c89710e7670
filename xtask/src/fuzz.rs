//! Random testing: the fuzzer over the targets of `crates/impartial-fuzz`, in the workspace `fuzz/`.
//!
//! What the fuzzer finds on its way is kept under `target/`; the small corpus in `fuzz/corpus` is where it begins, and what the
//! tests replay. An input that breaks something is left in `fuzz/artifacts`; put it into the corpus with the mend.

use std::path::PathBuf;
use std::process::Command;

use crate::run::{cargo, root, say, step};

/// What the fuzzer calls a hang, in seconds, and too much memory, in megabytes.
const LONGEST: u32 = 10;
const MOST_MEMORY: u32 = 2048;

/// Runs every target, or the one named, for so many minutes in all.
pub fn fuzz(minutes: &str, only: Option<&str>) -> Result<(), String> {
    let minutes: f64 = minutes
        .parse()
        .ok()
        .filter(|minutes| *minutes > 0.0)
        .ok_or("how many minutes? a number is needed")?;
    let all = targets()?;
    let chosen: Vec<&String> = all.iter().filter(|name| only.is_none_or(|only| only == *name)).collect();
    if chosen.is_empty() {
        return Err(format!("there is no such target; there are: {}", all.join(", ")));
    }
    let tool = tool()?;
    let seconds = (minutes * 60.0 / chosen.len() as f64).ceil().max(1.0) as u64;
    let mut failed = Vec::new();
    for name in chosen {
        // New inputs go to the first folder, the kept ones are in the second.
        let (found, kept) = (root().join("target/fuzz").join(name), root().join("fuzz/corpus").join(name));
        std::fs::create_dir_all(&found).map_err(|error| format!("{}: {error}", found.display()))?;
        let mut run = Command::new(&tool);
        // Fuzzers ask the compiler for what it offers on its nightly channel only, unless it is told that it is building itself.
        run.env("RUSTC_BOOTSTRAP", "1").current_dir(root());
        run.args(["fuzz", "run", "--fuzz-dir", "fuzz", "--sanitizer", "none", name])
            .arg(&found)
            .arg(&kept)
            .args([
                "--",
                &format!("-max_total_time={seconds}"),
                &format!("-timeout={LONGEST}"),
                &format!("-rss_limit_mb={MOST_MEMORY}"),
                "-max_len=32768",
                "-verbosity=0",
                "-print_final_stats=1",
            ]);
        if let Err(why) = step(&format!("fuzz {name} for {seconds} s"), &mut run) {
            say(&why);
            failed.push(name.as_str());
        }
    }
    match failed.as_slice() {
        [] => Ok(()),
        names => Err(format!("broken: {}; the inputs are in fuzz/artifacts", names.join(", "))),
    }
}

/// Puts so many random questions of all kinds to the program, each under a limit of one second.
pub fn questions(count: &str, seed: Option<&str>) -> Result<(), String> {
    step("the program", &mut cargo(&["build", "--bin", "impartial"]))?;
    let program = std::env::current_exe()
        .map_err(|error| format!("this program cannot be found: {error}"))?
        .with_file_name("impartial");
    let mut ask = cargo(&["run", "--package", "impartial-fuzz", "--example", "questions", "--"]);
    ask.arg(program).arg(count).args(seed);
    step("random questions", &mut ask)
}

/// The names of the targets: their folders in the corpus.
fn targets() -> Result<Vec<String>, String> {
    let folder = root().join("fuzz/corpus");
    let trouble = |error: std::io::Error| format!("{}: {error}", folder.display());
    let mut names = Vec::new();
    for entry in std::fs::read_dir(&folder).map_err(trouble)? {
        names.push(entry.map_err(trouble)?.file_name().to_string_lossy().into_owned());
    }
    names.sort();
    Ok(names)
}

/// The program cargo-fuzz, installed under `target/` where it is missing.
fn tool() -> Result<PathBuf, String> {
    let folder = root().join("target/tools");
    let tool = folder.join("bin/cargo-fuzz");
    if !tool.exists() {
        let mut install = cargo(&["install", "cargo-fuzz", "--locked", "--root"]);
        step("cargo install cargo-fuzz", install.arg(&folder))?;
    }
    Ok(tool)
}
