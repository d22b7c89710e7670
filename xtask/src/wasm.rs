//! `cargo xtask wasm`: the library compiles for `wasm32-unknown-unknown`, the 32-bit target of the page.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::run::{cargo, root, say, step};

const TARGET: &str = "wasm32-unknown-unknown";

/// What knows the target: the toolchain in use, with the standard library as it was compiled or with its sources (rustup's `rust-src`); or
/// Debian's `rustc-web` with the sources.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Toolchain {
    InUse,
    WithSources,
    Debian,
}

/// Checks everything that the page loads for the target. Where no toolchain has it, it says so and goes on.
pub fn wasm() -> Result<(), String> {
    let Some(toolchain) = toolchain() else {
        say(
            "**** SKIPPED: the check for wasm32. Neither the rustup target nor Debian's rustc-web, cargo-web and rust-web-src are there, new enough.",
        );
        return Ok(());
    };
    step("wasm32", &mut command(toolchain, &["check"]))
}

/// The engine of the page and its checker of certificates.
pub struct Engines {
    pub engine: PathBuf,
    pub checker: PathBuf,
}

/// Builds what the page runs; nothing where no toolchain has the target.
pub fn build() -> Result<Option<Engines>, String> {
    let Some(toolchain) = toolchain() else { return Ok(None) };
    let mut build = command(toolchain, &["build", "--profile", "site"]);
    // At most 1.5 gigabytes for a question, and room for deep recursions.
    let mut flags = vec!["-Clink-arg=--max-memory=1610612736", "-Clink-arg=-zstack-size=8388608"];
    if toolchain != Toolchain::InUse {
        // Nobody reads the message of a panic in a worker; without them the file is a quarter smaller.
        flags.extend(["-Zunstable-options", "-Cpanic=immediate-abort", "-Zlocation-detail=none"]);
        build.arg("-Zbuild-std-features=optimize_for_size");
    }
    if toolchain == Toolchain::Debian {
        build.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", DEBIAN_LINKER);
    }
    build.env("RUSTFLAGS", flags.join(" "));
    step("the engine in WebAssembly", &mut build)?;
    let folder = root().join("target/wasm").join(TARGET).join("site");
    Ok(Some(Engines {
        engine: folder.join("impartial_web.wasm"),
        checker: folder.join("impartial_web_check.wasm"),
    }))
}

const DEBIAN_RUSTC: &str = "/usr/bin/rustc";
const DEBIAN_CARGO: &str = "/usr/bin/cargo";
const DEBIAN_SOURCES: &str = "/usr/lib/rustlib/src";
const DEBIAN_LINKER: &str = "wasm-ld-19";

fn toolchain() -> Option<Toolchain> {
    if has_target() {
        return Some(if has_sources() { Toolchain::WithSources } else { Toolchain::InUse });
    }
    let is_there = Path::new(DEBIAN_RUSTC).is_file() && Path::new(DEBIAN_SOURCES).exists();
    (is_there && is_new_enough(DEBIAN_RUSTC)).then_some(Toolchain::Debian)
}

/// A cargo command for the target and the crates of the page.
fn command(toolchain: Toolchain, arguments: &[&str]) -> Command {
    let mut command = match toolchain {
        Toolchain::InUse => cargo(arguments),
        Toolchain::WithSources => {
            let mut command = cargo(arguments);
            command.arg("-Zbuild-std=std,panic_abort").env("RUSTC_BOOTSTRAP", "1");
            command
        }
        Toolchain::Debian => {
            let mut command = Command::new(DEBIAN_CARGO);
            command.args(arguments).arg("-Zbuild-std=std,panic_abort").current_dir(root());
            command.env("RUSTC", DEBIAN_RUSTC).env("RUSTC_BOOTSTRAP", "1");
            // The toolchain of this run stands in these, and must not be mixed with the other.
            command.env_remove("RUSTUP_TOOLCHAIN").env_remove("RUSTFLAGS").env_remove("CARGO");
            command
        }
    };
    command.args(["--package", "impartial-web", "--package", "impartial-web-check", "--target", TARGET]);
    command.env("CARGO_TARGET_DIR", root().join("target/wasm"));
    command
}

/// Whether the standard library of the target is installed beside the compiler in use.
fn has_target() -> bool {
    let Some(folder) =
        output_of(Command::new("rustc").args(["--print", "target-libdir", "--target", TARGET]))
    else {
        return false;
    };
    Path::new(&folder).is_dir()
}

/// Whether the sources of the standard library are installed beside the compiler in use.
fn has_sources() -> bool {
    let folder = output_of(Command::new("rustc").args(["--print", "sysroot"]));
    folder.is_some_and(|folder| Path::new(&folder).join("lib/rustlib/src/rust/library/Cargo.lock").is_file())
}

/// Whether a compiler is as new as the project asks.
fn is_new_enough(rustc: &str) -> bool {
    let version = |text: &str| -> Option<(u32, u32)> {
        let mut numbers = text.split('.').map(|number| number.parse().ok());
        Some((numbers.next()??, numbers.next()??))
    };
    let version_line = output_of(Command::new(rustc).arg("--version"));
    let found = version_line.as_deref().and_then(|text| text.split(' ').nth(1)).and_then(version);
    let asked = concat!(env!("CARGO_PKG_RUST_VERSION"), ".0");
    found.is_some_and(|found| version(asked).is_none_or(|asked| found >= asked))
}

/// What a command prints, if it succeeds.
fn output_of(command: &mut Command) -> Option<String> {
    let output = command.output().ok().filter(|output| output.status.success())?;
    Some(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}
