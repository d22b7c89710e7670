//! `cargo xtask sanitize`: the tests of the files that hold `unsafe`, under AddressSanitizer and under valgrind's memcheck.
//!
//! Both see a read or a write outside of what was allocated; the second also one of memory that nobody has written. Miri, which sees
//! more, does not know most of the instructions that these files are about.

use std::process::Command;

use crate::run::{cargo, need, output, root, step};

/// The modules whose tests drive what is `unsafe` through everything that is built on it.
const LIBRARY: [&str; 5] = ["heap::simd", "lattice::table", "nim::clmul", "nim::prepared", "nim::big"];

/// What memcheck would spend most of its time on, and what other tests do on smaller boards.
const LEFT_OUT_OF_MEMCHECK: &str = "spaces_agree_with_the_definition";

/// The target is named so that build scripts and macros of the compiler are left alone.
const TARGET: &str = "x86_64-unknown-linux-gnu";

/// Runs these tests twice.
pub fn sanitize() -> Result<(), String> {
    if !cfg!(all(target_arch = "x86_64", target_os = "linux")) {
        return Err("the sanitizers are run on Linux with an x86-64 processor, where the files with `unsafe` are used".to_owned());
    }
    // The sanitizers are asked for with an option of the nightly channel, which this variable opens.
    let folder = root().join("target/sanitize");
    let mut tests = cargo(&["test", "--package", "impartial", "--lib", "--target", TARGET, "--target-dir"]);
    tests.arg(&folder).arg("--").args(LIBRARY);
    tests.env("RUSTC_BOOTSTRAP", "1").env("RUSTFLAGS", "-Zsanitizer=address");
    step("AddressSanitizer", &mut tests)?;
    need("valgrind", &["valgrind"])?;
    for binary in test_binaries()? {
        let mut checked = Command::new("valgrind");
        checked.args(["--quiet", "--error-exitcode=9", "--leak-check=no"]).arg(&binary).current_dir(root());
        checked.args(LIBRARY).args(["--skip", LEFT_OUT_OF_MEMCHECK, "--test-threads=1"]);
        step("memcheck", &mut checked)?;
    }
    Ok(())
}

/// The built tests of the library, without a sanitizer.
fn test_binaries() -> Result<Vec<String>, String> {
    let mut build = cargo(&["test", "--package", "impartial", "--lib", "--no-run", "--message-format=json"]);
    let messages = output("the tests of the library", &mut build)?;
    let mut binaries: Vec<String> = messages
        .lines()
        .filter_map(|line| line.split_once("\"executable\":\"")?.1.split('"').next())
        .map(str::to_owned)
        .collect();
    binaries.dedup();
    if binaries.is_empty() { Err("cargo names no built test".to_owned()) } else { Ok(binaries) }
}
