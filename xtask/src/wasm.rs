//! `cargo xtask wasm`: the library compiles for `wasm32-unknown-unknown`, the 32-bit target of the page.

use std::path::Path;
use std::process::Command;

use crate::run::{cargo, root, say, step};

const TARGET: &str = "wasm32-unknown-unknown";

/// Checks the library for the target with the toolchain at hand that has it: this one, or Debian's `rustc-web` with the sources
/// of the standard library. Where neither is there, it says so and goes on.
pub fn wasm() -> Result<(), String> {
    if has_target() {
        return step("wasm32", &mut cargo(&["check", "--package", "impartial", "--target", TARGET]));
    }
    if Path::new(DEBIAN_RUSTC).is_file() && Path::new(DEBIAN_SOURCES).exists() {
        let mut check = Command::new(DEBIAN_CARGO);
        check.args(["check", "-Zbuild-std=std,panic_abort", "--package", "impartial", "--target", TARGET]);
        check.current_dir(root()).env("RUSTC", DEBIAN_RUSTC).env("RUSTC_BOOTSTRAP", "1");
        // The toolchain of this run stands in these, and must not be mixed with the other.
        check.env_remove("RUSTUP_TOOLCHAIN").env_remove("RUSTFLAGS").env_remove("CARGO");
        check.env("CARGO_TARGET_DIR", root().join("target/wasm"));
        return step("wasm32", &mut check);
    }
    say(
        "**** SKIPPED: the check for wasm32. Neither the rustup target nor Debian's rustc-web, cargo-web and rust-web-src are there.",
    );
    Ok(())
}

const DEBIAN_RUSTC: &str = "/usr/bin/rustc";
const DEBIAN_CARGO: &str = "/usr/bin/cargo";
const DEBIAN_SOURCES: &str = "/usr/lib/rustlib/src";

/// Whether the standard library of the target is installed beside the compiler in use.
fn has_target() -> bool {
    let output = Command::new("rustc").args(["--print", "target-libdir", "--target", TARGET]).output();
    let Ok(output) = output else { return false };
    let folder = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    output.status.success() && Path::new(&folder).is_dir()
}
