//! `cargo xtask bench`: seconds by divan, instruction counts by valgrind, one table.
//!
//! Seconds vary with what else the machine does; the instruction count of a question is the same from run to run, so
//! it is what one compares before and after a change.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::run::{cargo, need, output, root, say, step};

/// Questions whose instructions are counted: a name by mathematics, and the words given to the program.
const QUESTIONS: &[Named] = &[
    ("outcome/nim", &["outcome", "*3 + *5 + *6"]),
    ("nimber/kayles/heap-1000000000000", &["nimber", "kayles[1000000000000]"]),
    ("sequence/0.16/heap-100000", &["sequence", "0.16", "--to", "100000", "--format", "csv"]),
    ("quotient/0.77", &["quotient", "0.77"]),
    ("quotient/0.07/heap-33", &["quotient", "0.07", "--to", "33"]),
];

/// Questions whose certificates are checked: the row has the bytes of the certificate in its name.
const CERTIFICATES: &[Named] = &[
    ("strategy/kayles", &["outcome", "0.77[7+9+12]"]),
    ("misere-quotient/0.07/heap-33", &["quotient", "0.07", "--to", "33"]),
    ("infinite-quotient/0.07/heap-34", &["quotient", "0.07", "--to", "34"]),
    ("heap-period/kayles", &["sequence", "kayles"]),
    ("achievement/M12", &["nimber", "gen(M12)"]),
    ("congruences/S5", &["nimber", "subgroups(S5)"]),
    ("types/720^3", &["nimber", "abelian((Z/720)^3)"]),
    ("types/1000000", &["nimber", "ring(Z/1000000)"]),
];

struct Row {
    name: String,
    fastest: String,
    median: String,
    instructions: String,
}

/// Runs the benchmarks whose name contains `only` and prints the table.
pub fn bench(only: Option<&str>) -> Result<(), String> {
    let mut rows = seconds(only)?;
    rows.extend(peers(only)?);
    rows.extend(instructions(only)?);
    rows.extend(certificates(only)?);
    if rows.is_empty() {
        return Err(format!("no benchmark is named {}", only.unwrap_or("")));
    }
    let width = rows.iter().map(|row| row.name.chars().count()).max().unwrap_or(0).max(9);
    let mut table =
        format!("{:width$}  {:>12}  {:>12}  {:>16}\n", "benchmark", "fastest", "median", "instructions");
    for row in rows {
        let Row { name, fastest, median, instructions } = row;
        let _ = writeln!(table, "{name:width$}  {fastest:>12}  {median:>12}  {instructions:>16}");
    }
    say(&table);
    Ok(())
}

/// The divan benchmarks of all crates.
fn seconds(only: Option<&str>) -> Result<Vec<Row>, String> {
    let mut arguments = vec!["bench", "--workspace", "--benches", "--quiet", "--"];
    arguments.extend(only);
    say("==> seconds (divan)");
    let printed = output("benchmarks", &mut cargo(&arguments))?;
    say(&printed);
    Ok(read_divan(&printed))
}

/// Other libraries beside ours: a package of its own, so that nothing here depends on them.
fn peers(only: Option<&str>) -> Result<Vec<Row>, String> {
    if only.is_some_and(|part| part != "peers") {
        return Ok(Vec::new());
    }
    say("==> peers (divan)");
    let arguments = ["bench", "--manifest-path", "peers/Cargo.toml", "--bench", "nimbers", "--quiet"];
    let printed = output("peers", &mut cargo(&arguments))?;
    say(&printed);
    let in_group = |row: Row| Row { name: format!("peers/{}", row.name), ..row };
    Ok(read_divan(&printed).into_iter().map(in_group).collect())
}

/// Reads divan's tree: a line per group (`├─ name`) or benchmark (`├─ name  fastest │ slowest │ median │ …`).
fn read_divan(printed: &str) -> Vec<Row> {
    let mut path: Vec<String> = Vec::new();
    let mut rows = Vec::new();
    for line in printed.lines() {
        let mut cells = line.split(" │ ");
        let Some(first) = cells.next() else { continue };
        let mark = first.find("├─ ").or_else(|| first.find("╰─ "));
        let (depth, rest) = match mark {
            // Each level is indented by three columns; `│` is three bytes wide.
            Some(at) => (first[..at].chars().count() / 3 + 1, &first[at + "├─ ".len()..]),
            None if !line.starts_with([' ', '│']) && line.contains("fastest") => (0, first),
            None => continue,
        };
        let mut words = rest.split_whitespace();
        let Some(name) = words.next() else { continue };
        path.truncate(depth);
        path.push(name.to_owned());
        let fastest: Vec<&str> = words.collect();
        let median = cells.nth(1).map(str::trim);
        if let (Some(median), false, true) = (median, fastest.is_empty(), depth > 0) {
            rows.push(Row {
                // The first name is that of the bench file.
                name: path[1..].join("/"),
                fastest: fastest.join(" "),
                median: median.to_owned(),
                instructions: String::new(),
            });
        }
    }
    rows
}

/// The release build of the program.
fn program() -> Result<PathBuf, String> {
    need("valgrind", &["valgrind"])?;
    step("release build", &mut cargo(&["build", "--release", "--package", "impartial-cli"]))?;
    Ok(root().join("target/release/impartial"))
}

/// A name by mathematics, and the words given to the program.
type Named = (&'static str, &'static [&'static str]);

/// The entries of a list whose row has a name that contains `only`.
fn chosen(list: &'static [Named], prefix: &str, only: Option<&str>) -> Vec<&'static Named> {
    let is_wanted = |name: &str| only.is_none_or(|part| format!("{prefix}/{name}").contains(part));
    list.iter().filter(|(name, _)| is_wanted(name)).collect()
}

/// The instruction counts of [`QUESTIONS`], asked of the release build of the program.
fn instructions(only: Option<&str>) -> Result<Vec<Row>, String> {
    let chosen = chosen(QUESTIONS, "question", only);
    if chosen.is_empty() {
        return Ok(Vec::new());
    }
    let program = program()?;
    let mut rows = Vec::new();
    for (name, question) in chosen {
        let (count, elapsed) = count(&program, question)?;
        rows.push(Row {
            name: format!("question/{name}"),
            fastest: String::new(),
            median: format!("{:.1} ms", elapsed * 1000.0),
            instructions: count,
        });
    }
    Ok(rows)
}

/// The sizes of the certificates of [`CERTIFICATES`], and what their check costs.
fn certificates(only: Option<&str>) -> Result<Vec<Row>, String> {
    let chosen = chosen(CERTIFICATES, "check", only);
    if chosen.is_empty() {
        return Ok(Vec::new());
    }
    let program = program()?;
    let path = std::env::temp_dir().join(format!("impartial-bench-{}.json", std::process::id()));
    let file = path.to_str().ok_or("the folder of temporary files has no plain name")?;
    let mut rows = Vec::new();
    for (name, question) in chosen {
        output("certificate", Command::new(&program).args(*question).args(["--certificate", file]))?;
        let bytes = std::fs::metadata(&path).map_err(|error| format!("{file}: {error}"))?.len();
        let (count, elapsed) = count(&program, &["check", file])?;
        rows.push(Row {
            name: format!("check/{name}, {bytes} bytes"),
            fastest: String::new(),
            median: format!("{:.1} ms", elapsed * 1000.0),
            instructions: count,
        });
    }
    std::fs::remove_file(&path).map_err(|error| format!("{file}: {error}"))?;
    Ok(rows)
}

/// Instructions under callgrind, and the seconds of a plain run.
fn count(program: &Path, question: &[&str]) -> Result<(String, f64), String> {
    let started = std::time::Instant::now();
    output("question", Command::new(program).args(question))?;
    let elapsed = started.elapsed().as_secs_f64();
    let mut valgrind = Command::new("valgrind");
    valgrind.args(["--tool=callgrind", "--callgrind-out-file=/dev/null"]).arg(program).args(question);
    let run = valgrind.output().map_err(|error| format!("valgrind: {error}"))?;
    let report = String::from_utf8_lossy(&run.stderr);
    let collected = report.lines().find_map(|line| line.split("Collected :").nth(1));
    let collected = collected.ok_or_else(|| format!("valgrind said no count:\n{report}"))?;
    Ok((collected.trim().to_owned(), elapsed))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tree_that_divan_prints_is_read() {
        let printed = "\
quotient     fastest       │ slowest       │ median        │ mean          │ samples │ iters
├─ kayles    1.5 ms        │ 2 ms          │ 1.7 ms        │ 1.7 ms        │ 100     │ 100
╰─ dawson                  │               │               │               │         │
   ├─ heap25 10 ms         │ 20 ms         │ 11 ms         │ 11 ms         │ 10      │ 10
   ╰─ heap33 100 ms        │ 200 ms        │ 110 ms        │ 110 ms        │ 10      │ 10
";
        let rows = read_divan(printed);
        let read: Vec<_> =
            rows.iter().map(|row| (row.name.as_str(), row.fastest.as_str(), row.median.as_str())).collect();
        assert_eq!(
            read,
            [
                ("kayles", "1.5 ms", "1.7 ms"),
                ("dawson/heap25", "10 ms", "11 ms"),
                ("dawson/heap33", "100 ms", "110 ms"),
            ]
        );
    }
}
