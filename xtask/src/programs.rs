//! The test programs of the workspace: built by cargo, and run by this program, so that those with one long test leave no processor idle.

use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use serde_json::Value;

use crate::run::{cargo, say};

/// Where proptest reads the seed of its random cases.
const SEED: &str = "PROPTEST_RNG_SEED";

/// The programs that take longest, which are begun first.
const LONGEST: &[&str] = &["all", "impartial", "differential", "impartial_survey", "bounded"];

/// A program full of tests.
pub struct TestProgram {
    /// What cargo calls it, with the folder of its package.
    name: String,
    program: PathBuf,
    /// Where its tests expect to be.
    folder: PathBuf,
}

/// How many tests passed so far.
static PASSED: AtomicUsize = AtomicUsize::new(0);

/// How many tests passed in all programs that were run.
pub fn passed() -> usize {
    PASSED.load(Ordering::SeqCst)
}

/// Builds every test program, the longest first.
pub fn build() -> Result<Vec<TestProgram>, String> {
    say("==> building the tests");
    let started = Instant::now();
    let mut build = cargo(&["test", "--workspace", "--all-features", "--no-run", "--quiet"]);
    build.arg("--message-format=json-render-diagnostics").stdin(Stdio::null()).stderr(Stdio::inherit());
    let output = build.output().map_err(|error| format!("building the tests: {error}"))?;
    if !output.status.success() {
        return Err(format!("building the tests failed ({})", output.status));
    }
    let messages = String::from_utf8_lossy(&output.stdout);
    let mut programs: Vec<TestProgram> = messages.lines().filter_map(TestProgram::of).collect();
    if programs.is_empty() {
        return Err("cargo built no tests".to_owned());
    }
    let rank = |program: &TestProgram| {
        let target = program.name.rsplit(' ').next().unwrap_or_default();
        LONGEST.iter().position(|name| *name == target).unwrap_or(LONGEST.len())
    };
    programs.sort_by_key(rank);
    say(&format!("    {} test programs: {:.1} s", programs.len(), started.elapsed().as_secs_f64()));
    Ok(programs)
}

impl TestProgram {
    /// The program that a message of cargo tells of.
    fn of(message: &str) -> Option<TestProgram> {
        let message: Value = serde_json::from_str(message).ok()?;
        let is_test = message["reason"] == "compiler-artifact" && message["profile"]["test"] == true;
        let program = PathBuf::from(message["executable"].as_str().filter(|_| is_test)?);
        let folder = Path::new(message["manifest_path"].as_str()?).parent()?.to_path_buf();
        let package = folder.file_name()?.to_string_lossy().into_owned();
        let name = format!("{package} {}", message["target"]["name"].as_str()?);
        Some(TestProgram { name, program, folder })
    }

    /// What it is called.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Runs its tests, `threads` at a time. What they print is shown when one fails.
    pub fn run(&self, threads: usize) -> Result<(), String> {
        let started = Instant::now();
        let mut tests = std::process::Command::new(&self.program);
        tests.current_dir(&self.folder).env("CARGO_MANIFEST_DIR", &self.folder);
        tests.env("RUST_TEST_THREADS", threads.to_string());
        // The same commit gives the same verdict: random cases come from one seed unless another is asked for.
        if std::env::var_os(SEED).is_none() {
            tests.env(SEED, "20261116");
        }
        let output =
            tests.stdin(Stdio::null()).output().map_err(|error| format!("{}: {error}", self.name))?;
        let printed = String::from_utf8_lossy(&output.stdout);
        let seconds = started.elapsed().as_secs_f64();
        if !output.status.success() {
            say(&printed);
            say(&String::from_utf8_lossy(&output.stderr));
            return Err(format!("the tests of {} failed ({})", self.name, output.status));
        }
        let count = count_of(&printed).ok_or_else(|| format!("{} does not say what it tested", self.name))?;
        PASSED.fetch_add(count, Ordering::SeqCst);
        say(&format!("    {}: {count} tests, {seconds:.1} s", self.name));
        Ok(())
    }
}

/// Runs the examples in the documentation.
pub fn run_examples() -> Result<(), String> {
    let started = Instant::now();
    let output = cargo(&["test", "--workspace", "--all-features", "--doc"])
        .stdin(Stdio::null())
        .output()
        .map_err(|error| format!("the examples in the documentation: {error}"))?;
    let printed = String::from_utf8_lossy(&output.stdout);
    if !output.status.success() {
        say(&printed);
        say(&String::from_utf8_lossy(&output.stderr));
        return Err(format!("the examples in the documentation failed ({})", output.status));
    }
    let count = count_of(&printed).ok_or("the examples in the documentation do not say what they tested")?;
    PASSED.fetch_add(count, Ordering::SeqCst);
    let seconds = started.elapsed().as_secs_f64();
    say(&format!("    examples in the documentation: {count} tests, {seconds:.1} s"));
    Ok(())
}

/// How many tests passed, by the lines at the end of what they print; nothing when a test was left out or there is no such line.
fn count_of(printed: &str) -> Option<usize> {
    let mut count = None;
    for line in printed.lines().filter_map(|line| line.strip_prefix("test result: ok. ")) {
        let number = |word: &str| -> Option<usize> {
            let before = line.split("; ").find_map(|part| part.strip_suffix(word))?;
            before.trim().parse().ok()
        };
        if number("ignored")? + number("filtered out").unwrap_or(0) > 0 {
            return None;
        }
        count = Some(count.unwrap_or(0) + number("passed")?);
    }
    count
}

/// How many test programs run beside each other, and how many tests at a time in each.
pub fn lanes() -> (usize, usize) {
    let processors = std::thread::available_parallelism().map_or(2, std::num::NonZero::get);
    (processors.clamp(1, 4), (processors / 4).max(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_counted() {
        let line =
            "test result: ok. 12 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.01s";
        assert_eq!(count_of(&format!("running 12 tests\n{line}\n\n{line}\n")), Some(24));
        assert_eq!(count_of(&line.replace("0 ignored", "1 ignored")), None);
        assert_eq!(count_of("nothing"), None);
    }

    #[test]
    fn programs_are_read_from_messages() {
        let folder = crate::run::root().join("crates/impartial");
        let message = |test: bool| {
            serde_json::json!({
                "reason": "compiler-artifact", "manifest_path": folder.join("Cargo.toml"), "executable": "/x",
                "profile": { "test": test }, "target": { "name": "all" }
            })
            .to_string()
        };
        let program = TestProgram::of(&message(true)).unwrap();
        assert_eq!((program.name(), &program.folder), ("impartial all", &folder));
        assert!(TestProgram::of(&message(false)).is_none() && TestProgram::of("{}").is_none());
    }
}
