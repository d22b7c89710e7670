//! `cargo xtask wasm`: the library compiles for `wasm32-unknown-unknown`, the 32-bit target of the page.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::run::{cargo, root, say, step};

const TARGET: &str = "wasm32-unknown-unknown";

/// What knows the target: the toolchain in use, or Debian's `rustc-web` with the sources of the standard library.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Toolchain {
    InUse,
    Debian,
}

/// Checks everything that the page loads for the target. Where no toolchain has it, it says so and goes on.
pub fn wasm() -> Result<(), String> {
    let Some(toolchain) = toolchain() else {
        say(
            "**** SKIPPED: the check for wasm32. Neither the rustup target nor Debian's rustc-web, cargo-web and rust-web-src are there.",
        );
        return Ok(());
    };
    step("wasm32", &mut command(toolchain, &["check"]))
}

/// Builds the page's engine; its path, or nothing where no toolchain has the target.
pub fn build() -> Result<Option<PathBuf>, String> {
    let Some(toolchain) = toolchain() else { return Ok(None) };
    let mut build = command(toolchain, &["build", "--profile", "site"]);
    // At most 1.5 gigabytes for a question, and room for deep recursions.
    let mut flags = vec!["-Clink-arg=--max-memory=1610612736", "-Clink-arg=-zstack-size=8388608"];
    if toolchain == Toolchain::Debian {
        build.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", DEBIAN_LINKER);
        // Nobody reads the message of a panic in a worker; without them the file is a quarter smaller.
        flags.extend(["-Zunstable-options", "-Cpanic=immediate-abort", "-Zlocation-detail=none"]);
        build.arg("-Zbuild-std-features=optimize_for_size");
    }
    build.env("RUSTFLAGS", flags.join(" "));
    step("the engine in WebAssembly", &mut build)?;
    Ok(Some(root().join("target/wasm").join(TARGET).join("site/impartial_web.wasm")))
}

const DEBIAN_RUSTC: &str = "/usr/bin/rustc";
const DEBIAN_CARGO: &str = "/usr/bin/cargo";
const DEBIAN_SOURCES: &str = "/usr/lib/rustlib/src";
const DEBIAN_LINKER: &str = "wasm-ld-19";

fn toolchain() -> Option<Toolchain> {
    if has_target() {
        return Some(Toolchain::InUse);
    }
    (Path::new(DEBIAN_RUSTC).is_file() && Path::new(DEBIAN_SOURCES).exists()).then_some(Toolchain::Debian)
}

/// A cargo command for the target and the crate of the page.
fn command(toolchain: Toolchain, arguments: &[&str]) -> Command {
    let mut command = match toolchain {
        Toolchain::InUse => cargo(arguments),
        Toolchain::Debian => {
            let mut command = Command::new(DEBIAN_CARGO);
            command.args(arguments).arg("-Zbuild-std=std,panic_abort").current_dir(root());
            command.env("RUSTC", DEBIAN_RUSTC).env("RUSTC_BOOTSTRAP", "1");
            // The toolchain of this run stands in these, and must not be mixed with the other.
            command.env_remove("RUSTUP_TOOLCHAIN").env_remove("RUSTFLAGS").env_remove("CARGO");
            command
        }
    };
    command.args(["--package", "impartial-web", "--target", TARGET]);
    command.env("CARGO_TARGET_DIR", root().join("target/wasm"));
    command
}

/// Whether the standard library of the target is installed beside the compiler in use.
fn has_target() -> bool {
    let output = Command::new("rustc").args(["--print", "target-libdir", "--target", TARGET]).output();
    let Ok(output) = output else { return false };
    let folder = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    output.status.success() && Path::new(&folder).is_dir()
}
