//! Transcripts of the manual that write files and read them again: blocks of `text` whose lines begin with `$ impartial`.
//!
//! A command without output there is only asked to succeed; a line `…` stands for any lines. Breaks when the program prints
//! anything else than such a block shows.

use std::path::{Path, PathBuf};
use std::process::Command;

/// A command and the lines below it.
struct Step {
    command: String,
    shown: Vec<String>,
}

/// The blocks of a page that are transcripts, with their steps.
fn blocks(page: &str) -> Vec<Vec<Step>> {
    let mut found = Vec::new();
    for block in page.split("\n```text\n").skip(1) {
        let block = block.split("\n```").next().expect("a block");
        if !block.starts_with("$ impartial ") {
            continue;
        }
        let mut steps: Vec<Step> = Vec::new();
        for line in block.lines() {
            match line.strip_prefix("$ ") {
                Some(command) => steps.push(Step { command: command.to_owned(), shown: Vec::new() }),
                None => steps.last_mut().expect("a command").shown.push(line.to_owned()),
            }
        }
        found.push(steps);
    }
    found
}

/// Whether lines are as shown, where `…` is any number of lines.
fn is_as_shown(shown: &[&str], lines: &[&str]) -> bool {
    match (shown.split_first(), lines.split_first()) {
        (None, None) => true,
        (Some((first, rest)), _) if first.trim() == "…" => {
            (0..=lines.len()).any(|skipped| is_as_shown(rest, &lines[skipped..]))
        }
        (Some((first, rest)), Some((line, lines))) => first == line && is_as_shown(rest, lines),
        _ => false,
    }
}

/// Runs the steps one after another in a folder of their own.
fn run(page: &Path, steps: &[Step], folder: &Path) {
    std::fs::create_dir_all(folder).expect("a folder");
    let program = Path::new(env!("CARGO_BIN_EXE_impartial")).parent().expect("a folder");
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap_or_default());
    for step in steps {
        let output = Command::new("sh")
            .args(["-c", &step.command])
            .current_dir(folder)
            .env("PATH", &path)
            .env("XDG_CACHE_HOME", folder)
            .output()
            .expect("a shell");
        let printed = String::from_utf8_lossy(&output.stdout);
        let place = format!("{}: $ {}", page.display(), step.command);
        assert!(output.status.success(), "{place}\n{}", String::from_utf8_lossy(&output.stderr));
        let shown: Vec<&str> = step.shown.iter().map(String::as_str).collect();
        let shown = &shown[..shown.iter().rposition(|line| !line.is_empty()).map_or(0, |last| last + 1)];
        let lines: Vec<&str> = printed.trim_end().lines().collect();
        assert!(shown.is_empty() || is_as_shown(shown, &lines), "{place}\n{printed}");
    }
    std::fs::remove_dir_all(folder).expect("the folder is removed");
}

#[test]
fn the_program_prints_what_pages_with_files_show() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let mut pages: Vec<PathBuf> =
        std::fs::read_dir(docs).expect("docs").flatten().map(|file| file.path()).collect();
    pages.retain(|page| page.extension().is_some_and(|ending| ending == "md"));
    pages.sort();
    let scratch = Path::new(env!("CARGO_TARGET_TMPDIR")).join("transcripts-with-files");
    let mut count = 0;
    for page in pages {
        for steps in blocks(&std::fs::read_to_string(&page).expect("a page")) {
            run(&page, &steps, &scratch.join(count.to_string()));
            count += 1;
        }
    }
    assert!(count >= 7, "only {count} blocks were found");
}

#[test]
fn dots_stand_for_any_lines() {
    assert!(is_as_shown(&["a", "…", "c"], &["a", "b", "b", "c"]));
    assert!(is_as_shown(&["a", "…"], &["a"]));
    assert!(!is_as_shown(&["a", "…", "c"], &["a", "b"]));
    assert!(!is_as_shown(&["a"], &["a", "b"]));
}
