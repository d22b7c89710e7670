//! `cargo xtask python`: the Python package as a wheel, installed into a virtual environment of its own, and its tests; with `sage` also those
//! that need Sage, with `bench` what Python costs.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::run::{cargo, need, output, root, say, step};

/// What the tests need beside the package; fixed, so that two runs are of the same.
const TOOLS: &[&str] = &[
    "maturin>=1.9,<2",
    "numpy>=1.22",
    "pytest>=8",
    // What looks at the types.
    "mypy>=1.18,<3",
    // What the package uses where it is there.
    "pandas>=1.5",
    "tqdm>=4",
    // What runs the notebooks.
    "nbclient>=0.7",
    "ipykernel>=6",
    "distributed>=2023",
];

/// Sage in modules: those in which quotients have rings and ideals. More than a gigabyte, so only where it is asked for.
const SAGE: &str = "passagemath-singular>=10.6";

/// Builds the wheel, installs it and runs every test and every example of the package.
pub fn python() -> Result<(), String> {
    let environment = installed()?;
    check_types(&environment)?;
    let package = root().join("crates/impartial-py");
    let mut tests = Command::new(environment.join("bin/python"));
    // From outside the sources: what is tested is what was installed.
    tests
        .args(["-m", "pytest", "-q", "-rs", "--rootdir"])
        .arg(&package)
        .arg("--config-file")
        .arg(package.join("pyproject.toml"));
    tests.args(["--pyargs", "impartial_games", "--doctest-modules"]);
    tests.arg("--doctest-glob=*.md").arg(package.join("README.md")).arg(root().join("docs/python.md"));
    tests.arg(package.join("tests")).current_dir(&environment);
    step("the tests of the package", &mut tests)
}

/// The annotations of the package agree with one another, and those of its native half with what that half is.
fn check_types(environment: &Path) -> Result<(), String> {
    let python = |arguments: &[&str]| {
        let mut command = Command::new(environment.join("bin/python"));
        command.args(["-m"]).args(arguments).current_dir(environment);
        command
    };
    let strict = ["mypy", "--strict", "--no-warn-return-any", "--ignore-missing-imports"];
    step("types", python(&strict).args(["--no-error-summary", "-p", "impartial_games"]))?;
    step("types of the native half", &mut python(&["mypy.stubtest", "--concise", "impartial_games._native"]))
}

/// The tests that need Sage. Where its modules cannot be installed, it says so and goes on.
pub fn sage() -> Result<(), String> {
    let environment = installed()?;
    let mut install = Command::new(environment.join("bin/pip"));
    if step("Sage from PyPI", install.args(["install", "--quiet", "--disable-pip-version-check", SAGE]))
        .is_err()
    {
        say(&format!("**** SKIPPED: the objects of Sage. {SAGE} cannot be installed here."));
        return Ok(());
    }
    let mut tests = Command::new(environment.join("bin/python"));
    tests.args(["-m", "pytest", "-q", "-rs"]).arg(root().join("crates/impartial-py/tests/test_sage.py"));
    step("the objects of Sage", tests.current_dir(&environment))
}

/// What Python costs on top of the engine, both sides in one run and with one profile; fails where it is more than allowed.
pub fn bench() -> Result<(), String> {
    let environment = installed()?;
    let mut products = cargo(&["run", "--quiet", "--package", "impartial", "--example", "nim_products"]);
    let rust = output("nim products in Rust", &mut products)?;
    let mut bench = Command::new(environment.join("bin/python"));
    bench.arg(root().join("crates/impartial-py/benches/overheads.py")).arg(rust.trim());
    step("what Python costs", bench.current_dir(&environment))
}

/// The environment with the package in it, as it stands in the sources now.
fn installed() -> Result<PathBuf, String> {
    let environment = make_environment()?;
    let tools = environment.join("bin");
    let package = root().join("crates/impartial-py");
    let wheels = root().join("target/wheels");
    // Wheels of before would be installed in place of this one.
    let _ = std::fs::remove_dir_all(&wheels);
    // The profile of the tests: optimised, and built already.
    let mut build = Command::new(tools.join("maturin"));
    build.args(["build", "--quiet", "--profile", "dev", "--out"]).arg(&wheels).current_dir(&package);
    step("the wheel", build.env("PATH", path_with(&tools)))?;
    let wheel = only_file(&wheels)?;
    let mut install = Command::new(tools.join("pip"));
    install.args(["install", "--quiet", "--force-reinstall", "--no-deps"]).arg(&wheel);
    step("its installation", &mut install)?;
    Ok(environment)
}

/// A virtual environment with what is needed, made once.
pub fn make_environment() -> Result<PathBuf, String> {
    let environment = root().join("target/python");
    if ["maturin", "pytest", "jupyter-execute", "mypy"]
        .iter()
        .all(|tool| environment.join("bin").join(tool).is_file())
    {
        return Ok(environment);
    }
    need("python3", &["python3", "python3-venv"])?;
    say("making a virtual environment for the Python package");
    step("python3 -m venv", Command::new("python3").args(["-m", "venv"]).arg(&environment))?;
    let mut install = Command::new(environment.join("bin/pip"));
    step("its tools", install.args(["install", "--quiet", "--disable-pip-version-check"]).args(TOOLS))?;
    Ok(environment)
}

/// The search path with the tools of the environment first.
fn path_with(tools: &Path) -> std::ffi::OsString {
    let mut path = tools.as_os_str().to_owned();
    if let Some(rest) = std::env::var_os("PATH") {
        path.push(":");
        path.push(rest);
    }
    path
}

fn only_file(folder: &Path) -> Result<PathBuf, String> {
    let files = std::fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut wheels: Vec<PathBuf> = files.flatten().map(|file| file.path()).collect();
    match (wheels.pop(), wheels.len()) {
        (Some(wheel), 0) => Ok(wheel),
        _ => Err(format!("{} should hold one wheel", folder.display())),
    }
}
