//! `cargo xtask test`: everything that must hold before a change lands.

use crate::run::{cargo, say, step};

/// Runs every check, in the order in which they fail fastest.
pub fn test() -> Result<(), String> {
    let started = std::time::Instant::now();
    step("formatting", &mut cargo(&["fmt", "--all", "--check"]))?;
    let lints = ["clippy", "--workspace", "--all-targets", "--all-features", "--", "-D", "warnings"];
    step("lints", &mut cargo(&lints))?;
    // One run: unit, property, golden and documentation tests of every crate.
    let mut tests = cargo(&["test", "--workspace", "--all-features"]);
    // The tests that take a minute or more, too: nothing is skipped here.
    step("tests", tests.env("IMPARTIAL_EXTREME", "1"))?;
    step("documentation", cargo(&["doc", "--workspace", "--no-deps"]).env("RUSTDOCFLAGS", "-D warnings"))?;
    say(&format!("all checks passed in {:.0} s", started.elapsed().as_secs_f64()));
    Ok(())
}
