//! The project's own chores: `cargo xtask test`, `cargo xtask bench`. No other script language is needed.

mod agreement;
mod atlas;
mod bench;
mod book;
mod book_links;
mod book_math;
mod book_notebooks;
mod browser;
mod fuzz;
mod programs;
mod proofs;
mod python;
mod queue;
mod run;
mod sanitize;
mod site;
mod slurm;
mod smallgroups;
mod test;
mod wasm;

use std::process::ExitCode;

const USAGE: &str = "\
usage: cargo xtask COMMAND
  test            everything: formatting, lints, unit, doc, property and golden tests, documentation, browser, proofs
  browser         the explorer in a real browser alone; installs chromium where it is missing
  proofs          the proofs in Coq alone, and the verified checker beside the other; installs coq where it is missing
  python [sage | bench]  the Python package alone: its wheel, built, installed in an environment of its own, and its tests;
                  or the tests that need Sage, whose modules it installs; or what Python costs on top of the engine
  atlas           the atlas with a real PostgreSQL and a real Slurm, started here; installs them where they are missing
  book            the pages of docs/ as one book in target/book/html, every link followed; installs mdbook where it is missing
  site -o DIR     the page as static files with the engine in WebAssembly
  wasm            the library for the 32-bit target of the page, where a toolchain has it
  bench [NAME]    seconds (divan) and instruction counts (valgrind) in one table; NAME selects
  fuzz MINUTES [TARGET]  random testing of everything that is read, or of one target; installs cargo-fuzz where it is missing
  sanitize        the tests of the files with `unsafe` under AddressSanitizer and under valgrind
  questions COUNT [SEED]  random questions of all kinds to the program, each with one second
  extreme         tests that have a longer form, in that form: some minutes
  heaps           every way of computing Grundy values against the definition to heap 100000: most of an hour
  smallgroups [FILE]  the list of groups of order up to 511 anew, from GAP (or from what it printed before, in FILE)
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let result = match words.as_slice() {
        ["test"] => test::test(),
        ["browser"] => browser::browser(),
        ["proofs"] => proofs::proofs(),
        ["python"] => python::python(),
        ["python", "sage"] => python::sage(),
        ["python", "bench"] => python::bench(),
        ["atlas"] => atlas::atlas(),
        ["wasm"] => wasm::wasm(),
        ["book"] => book::book(),
        ["site", "-o", folder] => site::site(folder),
        ["fuzz", minutes] => fuzz::fuzz(minutes, None),
        ["fuzz", minutes, target] => fuzz::fuzz(minutes, Some(target)),
        ["sanitize"] => sanitize::sanitize(),
        ["questions", count] => fuzz::questions(count, None),
        ["questions", count, seed] => fuzz::questions(count, Some(seed)),
        ["extreme"] => test::extreme(),
        ["heaps"] => test::heaps(),
        ["smallgroups"] => smallgroups::smallgroups(None),
        ["smallgroups", lines] => smallgroups::smallgroups(Some(lines)),
        ["bench"] => bench::bench(None),
        ["bench", name] => bench::bench(Some(name)),
        _ => Err(USAGE.to_owned()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            run::say(&message);
            ExitCode::FAILURE
        }
    }
}
