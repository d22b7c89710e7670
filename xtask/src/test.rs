//! `cargo xtask test`: everything that must hold before a change lands.

use crate::browser::{install_browser, patient_tests, timed_tests};
use crate::programs::{self, lanes, passed, run_examples};
use crate::proofs::{compile_proofs, proofs_with_built};
use crate::python::{make_environment, python};
use crate::queue::{Job, work_off};
use crate::run::{cargo, say, step};
use crate::wasm::wasm;

/// Runs every check, in the order in which they fail fastest; what can be done beside something else is.
pub fn test() -> Result<(), String> {
    let started = std::time::Instant::now();
    step("formatting", &mut cargo(&["fmt", "--all", "--check"]))?;
    let lints = ["clippy", "--workspace", "--all-targets", "--all-features", "--", "-D", "warnings"];
    // What the stages after these need from elsewhere is brought meanwhile; they say themselves what is missing.
    let (checked, programs) = std::thread::scope(|scope| {
        let meanwhile = scope.spawn(|| {
            let _ = make_environment();
            let _ = install_browser();
            let _ = compile_proofs();
        });
        let checked = step("lints", &mut cargo(&lints));
        let programs = checked.is_ok().then(programs::build).transpose();
        let _ = meanwhile.join();
        (checked, programs)
    });
    checked?;
    let programs = programs?.unwrap_or_default();
    let (lanes, threads) = lanes();
    say(&format!("==> tests, {lanes} programs beside each other, and a browser"));
    // All with the program that the tests of the command line were given.
    install_browser()?;
    let browser = Job::new("the browser", || work_off(patient_tests(), 1));
    let mut jobs = vec![
        browser,
        Job::new("Python", || {
            // One after the other: each has the folder of what is built for itself.
            run_examples()?;
            step(
                "documentation",
                cargo(&["doc", "--workspace", "--no-deps"]).env("RUSTDOCFLAGS", "-D warnings"),
            )?;
            python()
        }),
    ];
    jobs.extend(programs.iter().map(|program| Job::new(program.name(), move || program.run(threads))));
    jobs.push(Job::new("proofs", proofs_with_built));
    jobs.push(Job::new("wasm32", wasm));
    // A browser waits as much as it works.
    work_off(jobs, lanes + 1)?;
    say(&format!("    {} tests passed", passed()));
    timed_tests()?;
    say(&format!("all checks passed in {:.0} s", started.elapsed().as_secs_f64()));
    Ok(())
}

/// Runs the tests of the library that have a longer form, in that form.
pub fn extreme() -> Result<(), String> {
    let longer =
        ["codes_of_two_and_three_digits", "the_games_of_the_manual", "kernels_agree_with_each_other"];
    let mut tests = cargo(&["test", "--workspace", "--all-features", "--test", "all", "--"]);
    step("the long forms of tests", tests.args(longer).env("IMPARTIAL_EXTREME", "1"))
}

/// Runs the comparison with the definition that is too long for every day.
pub fn heaps() -> Result<(), String> {
    let program = ["run", "--release", "--package", "impartial", "--example", "heaps_by_definition"];
    step("heaps", &mut cargo(&program))
}
