//! `cargo xtask test`: everything that must hold before a change lands.

use crate::browser::browser_with_built;
use crate::proofs::proofs_with_built;
use crate::python::python;
use crate::run::{cargo, say, step};
use crate::wasm::wasm;

/// Where proptest reads the seed of its random cases.
const SEED: &str = "PROPTEST_RNG_SEED";

/// Runs every check, in the order in which they fail fastest.
pub fn test() -> Result<(), String> {
    let started = std::time::Instant::now();
    step("formatting", &mut cargo(&["fmt", "--all", "--check"]))?;
    let lints = ["clippy", "--workspace", "--all-targets", "--all-features", "--", "-D", "warnings"];
    step("lints", &mut cargo(&lints))?;
    // One run: unit, property, golden and documentation tests of every crate.
    let mut tests = cargo(&["test", "--workspace", "--all-features"]);
    // The tests that take a minute or more, too: nothing is skipped here.
    tests.env("IMPARTIAL_EXTREME", "1");
    // The same commit gives the same verdict: random cases come from one seed unless another is asked for.
    if std::env::var_os(SEED).is_none() {
        tests.env(SEED, "20261116");
    }
    step("tests", &mut tests)?;
    step("documentation", cargo(&["doc", "--workspace", "--no-deps"]).env("RUSTDOCFLAGS", "-D warnings"))?;
    // With the program that the tests of the command line were given: to build it without their crates would take a minute.
    browser_with_built()?;
    // Coq has one processor; the Python package and the check for wasm32 have the other. The browser was alone, for its budgets of time.
    let (proofs, others) = std::thread::scope(|scope| {
        let proofs = scope.spawn(proofs_with_built);
        let others = python().and_then(|()| wasm());
        (proofs.join(), others)
    });
    proofs.map_err(|_| "the proofs: this program panicked".to_owned())??;
    others?;
    say(&format!("all checks passed in {:.0} s", started.elapsed().as_secs_f64()));
    Ok(())
}

/// Runs the comparison with the definition that is too long for every day.
pub fn heaps() -> Result<(), String> {
    let program = ["run", "--release", "--package", "impartial", "--example", "heaps_by_definition"];
    step("heaps", &mut cargo(&program))
}
