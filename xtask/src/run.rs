//! Running commands and saying so.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Mutex, PoisonError};

/// Prints a line for the person who waits.
pub fn say(line: &str) {
    // Nobody to tell when standard error is closed.
    let _ = writeln!(std::io::stderr(), "{}", line.trim_end());
}

/// The root of the project.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().map_or_else(PathBuf::new, Path::to_path_buf)
}

/// A cargo command at the root of the project.
pub fn cargo(arguments: &[&str]) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(arguments).current_dir(root());
    command
}

/// Runs a command to its end; an error names the step that failed.
pub fn step(name: &str, command: &mut Command) -> Result<(), String> {
    say(&format!("==> {name}"));
    let started = std::time::Instant::now();
    let status = command.stdin(Stdio::null()).status().map_err(|error| format!("{name}: {error}"))?;
    say(&format!("    {name}: {:.1} s", started.elapsed().as_secs_f64()));
    if status.success() { Ok(()) } else { Err(format!("{name} failed ({status})")) }
}

/// The standard output of a command that must succeed.
pub fn output(name: &str, command: &mut Command) -> Result<String, String> {
    let output = command
        .stdin(Stdio::null())
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| format!("{name}: {error}"))?;
    if !output.status.success() {
        return Err(format!("{name} failed ({})", output.status));
    }
    String::from_utf8(output.stdout).map_err(|error| format!("{name}: {error}"))
}

/// Whether a program can be started; how it ends says nothing (Debian's GAP crashes when asked for its version).
pub fn is_installed(program: &str) -> bool {
    Command::new(program).arg("--version").stdin(Stdio::null()).output().is_ok()
}

/// Held while packages are installed, one installation after the other: stages run beside each other.
static INSTALLING: Mutex<()> = Mutex::new(());

/// Installs Debian packages when `program` is missing; an error says what to install by hand.
pub fn need(program: &str, packages: &[&str]) -> Result<(), String> {
    let _alone = INSTALLING.lock().unwrap_or_else(PoisonError::into_inner);
    if is_installed(program) {
        return Ok(());
    }
    let by_hand = || format!("`{program}` is needed; install it ({})", packages.join(" "));
    say(&format!("installing {}", packages.join(" ")));
    let install = || {
        step("apt-get update", Command::new("apt-get").args(["-qq", "update"]))?;
        let mut install = Command::new("apt-get");
        // Another installation under way is waited for.
        install
            .args(["-o", "DPkg::Lock::Timeout=300", "-qq", "-y", "install", "--no-install-recommends"])
            .args(packages);
        step("apt-get install", install.env("DEBIAN_FRONTEND", "noninteractive"))
    };
    // A mirror that was away for a moment is asked once more.
    match install().or_else(|_| install()) {
        Ok(()) if is_installed(program) => Ok(()),
        _ => Err(by_hand()),
    }
}
