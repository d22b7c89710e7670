//! `cargo xtask proofs`: the Coq proofs of `proofs/` are compiled, their checks become a program, and that program and
//! `impartial check` must agree.
//!
//! What was compiled is kept under `target/proofs` with a hash of its sources, so that it is compiled again only when they change.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use crate::agreement;
use crate::run::{cargo, need, output, root, say, step};

/// What Coq says of a theorem that needs no axioms.
const CLOSED: &str = "Closed under the global context";

/// Builds the program, compiles the proofs and compares the two checkers.
pub fn proofs() -> Result<(), String> {
    step("the program for the proofs", &mut cargo(&["build", "--bin", "impartial"]))?;
    compile()?;
    compare()
}

/// The same with the program that was built last. Where Coq is neither there nor to be had, it says so and goes on.
pub fn proofs_with_built() -> Result<(), String> {
    if is_compiled()? || tools().is_ok() {
        compile()?;
        return compare();
    }
    say("****");
    say(
        "**** SKIPPED: the proofs. Coq and OCaml are not installed and could not be installed (coq, ocaml-nox).",
    );
    say("**** Nothing was checked by the verified checker in this run.");
    say("****");
    Ok(())
}

/// Compiles the proofs where Coq is there or can be had.
pub fn compile_proofs() -> Result<(), String> {
    tools()?;
    compile()
}

fn compare() -> Result<(), String> {
    let program = std::env::current_exe()
        .map_err(|error| format!("this program cannot be found: {error}"))?
        .with_file_name("impartial");
    agreement::compare(&program, &verified(), &folder().join("certificates"))
}

fn tools() -> Result<(), String> {
    need("coqc", &["coq", "ocaml-nox"])?;
    need("ocamlopt", &["ocaml-nox"])
}

fn folder() -> PathBuf {
    root().join("target/proofs")
}

fn verified() -> PathBuf {
    folder().join("impartial-check-verified")
}

fn hash_file() -> PathBuf {
    folder().join("hash-of-sources")
}

/// Every source, with its text, in the order of names.
fn sources() -> Result<Vec<(PathBuf, String)>, String> {
    let mut paths = Vec::new();
    for folder in [root().join("proofs"), root().join("proofs/program")] {
        let trouble = |error: std::io::Error| format!("{}: {error}", folder.display());
        for entry in std::fs::read_dir(&folder).map_err(trouble)? {
            let path = entry.map_err(trouble)?.path();
            let is_source = path.extension().is_some_and(|ending| ending == "v" || ending == "ml");
            if is_source || path.file_name().is_some_and(|name| name == "_CoqProject") {
                paths.push(path);
            }
        }
    }
    paths.sort();
    let read = |path: PathBuf| match std::fs::read_to_string(&path) {
        Ok(text) => Ok((path, text)),
        Err(error) => Err(format!("{}: {error}", path.display())),
    };
    paths.into_iter().map(read).collect()
}

fn hash(sources: &[(PathBuf, String)]) -> String {
    let mut hasher = DefaultHasher::new();
    for (path, text) in sources {
        (path.file_name(), text).hash(&mut hasher);
    }
    format!("{:016x}", hasher.finish())
}

fn is_compiled() -> Result<bool, String> {
    let known = std::fs::read_to_string(hash_file()).unwrap_or_default();
    Ok(verified().exists() && known == hash(&sources()?))
}

fn compile() -> Result<(), String> {
    if is_compiled()? {
        say("the proofs are as they were when they were compiled last");
        return Ok(());
    }
    tools()?;
    let started = Instant::now();
    let sources = sources()?;
    let folder = folder();
    let trouble = |error: std::io::Error| format!("{}: {error}", folder.display());
    if folder.exists() {
        std::fs::remove_dir_all(&folder).map_err(trouble)?;
    }
    std::fs::create_dir_all(&folder).map_err(trouble)?;
    for (path, text) in &sources {
        let name = path.file_name().unwrap_or_default();
        std::fs::write(folder.join(name), text).map_err(trouble)?;
        refuse_gaps(path, text)?;
    }
    let project = text_of(&sources, "_CoqProject")?;
    for file in project.lines().filter(|line| line.ends_with(".v")) {
        say(&format!("==> coqc {file}"));
        let printed = output(
            &format!("coqc {file}"),
            Command::new("coqc").args(["-Q", ".", "Impartial", file]).current_dir(&folder),
        )?;
        if file == "Assumptions.v" {
            check_assumptions(text_of(&sources, "Main.v")?, text_of(&sources, file)?, &printed)?;
        }
    }
    let ocaml = |name: &str, arguments: &[&str]| {
        step(name, Command::new("ocamlopt").args(arguments).current_dir(&folder))
    };
    // What Coq writes is not to be warned about.
    ocaml("the checks in OCaml", &["-w", "-a", "-inline", "100", "-c", "verified.mli", "verified.ml"])?;
    let mut arguments = vec!["-w", "+a-4-9-40-41-42-44-70", "-warn-error", "+a", "-inline", "100"];
    arguments.extend([
        "-o",
        "impartial-check-verified",
        "unix.cmxa",
        "verified.cmx",
        "json.ml",
        "numbers.ml",
    ]);
    arguments.extend([
        "code_reader.ml",
        "verdict.ml",
        "helper.ml",
        "nim_values.ml",
        "algebraic_reader.ml",
        "certificate.ml",
        "main.ml",
    ]);
    ocaml("impartial-check-verified", &arguments)?;
    std::fs::write(hash_file(), hash(&sources)).map_err(trouble)?;
    say(&format!("    the proofs: {:.1} s", started.elapsed().as_secs_f64()));
    Ok(())
}

fn text_of<'a>(sources: &'a [(PathBuf, String)], name: &str) -> Result<&'a str, String> {
    let is_it = |path: &Path| path.file_name().is_some_and(|found| found == name);
    let found = sources.iter().find(|(path, _)| is_it(path)).map(|(_, text)| text.as_str());
    found.ok_or_else(|| format!("proofs/{name} is missing"))
}

/// Refuses words that leave a proof open or assume something: a second look, beside what Coq prints.
fn refuse_gaps(path: &Path, text: &str) -> Result<(), String> {
    if path.extension().is_none_or(|ending| ending != "v") {
        return Ok(());
    }
    for word in ["Admitted", "admit.", "Axiom", "Parameter", "Conjecture", "Unset Guard", "bypass_check"] {
        if text.contains(word) {
            return Err(format!("{} has the word {word}", path.display()));
        }
    }
    Ok(())
}

/// Every theorem of `Main.v` is asked for in `Assumptions.v`, and needs no axioms.
fn check_assumptions(main: &str, asked: &str, printed: &str) -> Result<(), String> {
    let theorems = main.lines().filter_map(|line| line.strip_prefix("Theorem "));
    let theorems: Vec<&str> = theorems.filter_map(|line| line.split_whitespace().next()).collect();
    for theorem in &theorems {
        if !asked.contains(&format!("Print Assumptions {theorem}.")) {
            return Err(format!("Assumptions.v does not ask for {theorem}"));
        }
    }
    let answers: Vec<&str> = printed.lines().filter(|line| !line.trim().is_empty()).collect();
    if theorems.is_empty() || answers.len() != theorems.len() || answers.iter().any(|line| *line != CLOSED) {
        return Err(format!("a main theorem has assumptions:\n{printed}"));
    }
    say(&format!("    {} main theorems, no axioms: {}", theorems.len(), theorems.join(", ")));
    Ok(())
}
