//! `cargo xtask book`: the pages of `docs/` as one book, with mdBook; formulas are set beforehand by KaTeX, so that the book
//! loads nothing from elsewhere and needs no script to be read.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::book_links::check_links;
use crate::book_math::{Formula, formulas, with_formulas};
use crate::book_notebooks::add_notebooks;
use crate::run::{cargo, need, root, say, step};

const MDBOOK: &str = "0.5.4";

/// The settings of the book, beside its pages.
const SETTINGS: &str = r#"[book]
title = "impartial"
description = "Exact answers about impartial games, with the reason and a proof that can be checked"
language = "en"
src = "source"

[build]
build-dir = "html"

[output.html]
additional-css = ["katex/katex.min.css", "style.css"]
no-section-label = true
"#;

/// Builds the book into `target/book/html` and follows every link in it.
pub fn book() -> Result<(), String> {
    let mdbook = mdbook()?;
    let folder = root().join("target/book");
    let _ = std::fs::remove_dir_all(&folder);
    let source = folder.join("source");
    copy(&root().join("docs"), &source)?;
    add_notebooks(&source)?;
    set_formulas(&source)?;
    // The style and its fonts are part of the book.
    let katex = packages()?.join("katex/dist");
    copy(&katex.join("fonts"), &folder.join("katex/fonts"))?;
    copy_file(&katex.join("katex.min.css"), &folder.join("katex/katex.min.css"))?;
    copy_file(&root().join("xtask/book/style.css"), &folder.join("style.css"))?;
    write(&folder.join("book.toml"), SETTINGS)?;
    step("the book", Command::new(mdbook).arg("build").arg(&folder))?;
    let html = folder.join("html");
    copy(&katex.join("fonts"), &html.join("katex/fonts"))?;
    let (pages, links) = check_links(&html)?;
    say(&format!("    {}: {pages} pages, {links} links followed", html.display()));
    Ok(())
}

/// The program that makes the book, compiled once.
fn mdbook() -> Result<PathBuf, String> {
    let tools = root().join("target/tools");
    let program = tools.join("bin/mdbook");
    if !program.is_file() {
        let mut install =
            cargo(&["install", "mdbook", "--version", MDBOOK, "--locked", "--no-default-features"]);
        install.args(["--features", "search", "--quiet", "--root"]).arg(&tools);
        step("installing mdbook", &mut install)?;
    }
    Ok(program)
}

/// The folder of the packages from the npm registry, installed where they are missing.
fn packages() -> Result<PathBuf, String> {
    need("node", &["nodejs", "npm"])?;
    let folder = root().join("xtask/book");
    let packages = folder.join("node_modules");
    if !packages.join("katex").is_dir() {
        let mut install = Command::new("npm");
        install.args(["ci", "--no-audit", "--no-fund", "--ignore-scripts"]).current_dir(&folder);
        step("npm ci", &mut install)?;
    }
    Ok(packages)
}

/// Sets the formulas of every page.
fn set_formulas(source: &Path) -> Result<(), String> {
    let mut pages: Vec<(PathBuf, String, Vec<Formula>)> = Vec::new();
    for path in files_of(source)? {
        if path.extension().is_some_and(|ending| ending == "md") {
            let text = read(&path)?;
            let found = formulas(&text).map_err(|why| format!("{}: {why}", path.display()))?;
            pages.push((path, text, found));
        }
    }
    let asked: Vec<String> = pages.iter().flat_map(|(.., found)| found).map(Formula::to_json).collect();
    let mut rendered = render(&format!("[{}]", asked.join(",")))?.into_iter();
    for (path, text, found) in &pages {
        let html: Vec<String> = rendered.by_ref().take(found.len()).collect();
        write(path, &with_formulas(text, found, &html))?;
    }
    Ok(())
}

/// What KaTeX makes of a list of formulas.
fn render(formulas: &str) -> Result<Vec<String>, String> {
    packages()?;
    let trouble = |error: std::io::Error| format!("node: {error}");
    let mut node = Command::new("node")
        .arg("math.mjs")
        .current_dir(root().join("xtask/book"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(trouble)?;
    if let Some(mut input) = node.stdin.take() {
        input.write_all(formulas.as_bytes()).map_err(trouble)?;
    }
    let output = node.wait_with_output().map_err(trouble)?;
    if !output.status.success() {
        return Err("a formula of the book is not understood (see above)".to_owned());
    }
    serde_json::from_slice(&output.stdout).map_err(|error| format!("node: {error}"))
}

/// The files of a folder and of the folders in it, in order.
pub fn files_of(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let trouble = |error: std::io::Error| format!("{}: {error}", folder.display());
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(trouble)? {
        let path = entry.map_err(trouble)?.path();
        if path.is_dir() { files.extend(files_of(&path)?) } else { files.push(path) }
    }
    files.sort();
    Ok(files)
}

/// The text of a file.
pub fn read(path: &Path) -> Result<String, String> {
    std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// Writes a file of text.
pub fn write(path: &Path, text: &str) -> Result<(), String> {
    std::fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
}

fn copy(from: &Path, to: &Path) -> Result<(), String> {
    for file in files_of(from)? {
        let inside = file.strip_prefix(from).map_err(|error| error.to_string())?;
        copy_file(&file, &to.join(inside))?;
    }
    Ok(())
}

fn copy_file(from: &Path, to: &Path) -> Result<(), String> {
    let trouble = |error: std::io::Error| format!("{}: {error}", to.display());
    if let Some(folder) = to.parent() {
        std::fs::create_dir_all(folder).map_err(trouble)?;
    }
    std::fs::copy(from, to).map(|_| ()).map_err(trouble)
}
