//! The explorer in a real browser: Debian's chromium, driven by playwright-core, under Node's own test runner.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use crate::queue::{Job, work_off};
use crate::run::{cargo, need, root, say, step};

/// Where Debian puts the browser.
const CHROMIUM: &str = "/usr/bin/chromium";
/// The longest that all tests together may take; they end earlier by themselves unless the browser hangs.
const LONGEST: Duration = Duration::from_secs(1500);

/// The files of tests that wait for what they expect, however late it is, in parts that take equally long: each part has a browser of its own.
const PATIENT: [&[&str]; 2] = [&["door", "heaps", "egg-box", "games"], &["widths", "theories", "play"]];
/// The files with budgets of time, which run alone.
const TIMED: &[&str] = &["instruments", "look"];

/// Builds the program and runs the tests against it.
pub fn browser() -> Result<(), String> {
    step("the program for the browser", &mut cargo(&["build", "--bin", "impartial"]))?;
    work_off(patient_tests(), PATIENT.len())?;
    timed_tests()
}

/// The tests without budgets, against the program that was built last: they may run beside others.
pub fn patient_tests<'a>() -> Vec<Job<'a>> {
    PATIENT.iter().map(|files| Job::new("the browser", || run_files(files))).collect()
}

/// The tests with budgets of time, against the program that was built last.
pub fn timed_tests() -> Result<(), String> {
    run_files(TIMED)
}

fn run_files(files: &[&str]) -> Result<(), String> {
    let program = std::env::current_exe()
        .map_err(|error| format!("this program cannot be found: {error}"))?
        .with_file_name("impartial");
    let name = format!("the explorer in a browser: {}", files.join(", "));
    step_within(LONGEST, &name, tests("all.mjs")?.args(files).env("IMPARTIAL", program))
}

/// Runs the tests that need no server against the page as static files in a folder.
pub fn browser_of_site(folder: &Path) -> Result<(), String> {
    let folder = folder.canonicalize().map_err(|error| format!("{}: {error}", folder.display()))?;
    step_within(
        LONGEST,
        "the page without a server in a browser",
        tests("door.test.mjs")?.env("SITE", folder),
    )
}

/// Installs everything that the tests need and gives the folder of them.
pub fn install_browser() -> Result<PathBuf, String> {
    need("node", &["nodejs", "npm"])?;
    need("npm", &["npm"])?;
    need(CHROMIUM, &["chromium"])?;
    let folder = root().join("crates/impartial-explorer/browser");
    let install = || {
        let mut install = Command::new("npm");
        install.args(["ci", "--no-audit", "--no-fund", "--ignore-scripts"]).current_dir(&folder);
        step("npm ci", &mut install)
    };
    let is_installed = |package: &str| folder.join("node_modules").join(package).is_dir();
    if !["playwright-core", "axe-core"].into_iter().all(is_installed) {
        // A registry that was away for a moment is asked once more.
        install().or_else(|_| install()).map_err(|why| {
            format!("{why}: the browser tests need the packages of {}/package-lock.json", folder.display())
        })?;
    }
    Ok(folder)
}

/// The command that runs a file of tests.
fn tests(file: &str) -> Result<Command, String> {
    let folder = install_browser()?;
    let mut tests = Command::new("node");
    tests.args(["--test-reporter=spec", file]).current_dir(&folder).env("CHROMIUM", CHROMIUM);
    Ok(tests)
}

/// Runs a command that is ended when it takes longer than it may.
fn step_within(longest: Duration, name: &str, command: &mut Command) -> Result<(), String> {
    say(&format!("==> {name}"));
    let started = Instant::now();
    let trouble = |error: std::io::Error| format!("{name}: {error}");
    let mut child = command.stdin(std::process::Stdio::null()).spawn().map_err(trouble)?;
    loop {
        if let Some(status) = child.try_wait().map_err(trouble)? {
            say(&format!("    {name}: {:.1} s", started.elapsed().as_secs_f64()));
            return if status.success() { Ok(()) } else { Err(format!("{name} failed ({status})")) };
        }
        if started.elapsed() > longest {
            child.kill().and_then(|()| child.wait()).map_err(trouble)?;
            return Err(format!("{name} hung: it was ended after {} s", longest.as_secs()));
        }
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_file_of_tests_is_left_out() {
        let folder = root().join("crates/impartial-explorer/browser");
        let names = std::fs::read_dir(folder)
            .unwrap()
            .filter_map(|file| file.unwrap().file_name().into_string().ok());
        let mut files: Vec<String> =
            names.filter_map(|name| name.strip_suffix(".test.mjs").map(str::to_owned)).collect();
        files.sort();
        let mut run = [PATIENT.concat(), TIMED.to_vec()].concat();
        run.sort_unstable();
        assert_eq!(files, run);
    }
}
