//! The explorer in a real browser: Debian's chromium, driven by playwright-core, under Node's own test runner.

use std::process::Command;

use crate::run::{need, root, step};

/// Where Debian puts the browser.
const CHROMIUM: &str = "chromium";

/// Installs what is missing and runs the tests against the program that was built.
pub fn browser() -> Result<(), String> {
    need("node", &["nodejs", "npm"])?;
    need("npm", &["npm"])?;
    need(CHROMIUM, &["chromium"])?;
    let folder = root().join("crates/impartial-explorer/browser");
    if !folder.join("node_modules/playwright-core").is_dir() {
        let mut install = Command::new("npm");
        install.args(["ci", "--no-audit", "--no-fund", "--ignore-scripts"]).current_dir(&folder);
        step("playwright-core", &mut install)
            .map_err(|why| format!("{why}; the browser tests need `npm ci` in {}", folder.display()))?;
    }
    // One file after the other: on two cores, more only wait for one another.
    for file in ["heaps.test.mjs", "egg-box.test.mjs", "play.test.mjs"] {
        let mut tests = Command::new("node");
        tests.args(["--test", file]).current_dir(&folder);
        tests.env("IMPARTIAL", root().join("target/debug/impartial")).env("CHROMIUM", "/usr/bin/chromium");
        step(file, &mut tests)?;
    }
    Ok(())
}
