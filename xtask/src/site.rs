//! `cargo xtask site -o DIR`: the page as static files that any web server serves, with the engine in WebAssembly; and the browser
//! tests against them.

use std::path::Path;
use std::process::Command;

use crate::browser::browser_of_site;
use crate::run::{cargo, output, root, say, step};
use crate::wasm;

/// The most that may be loaded before something is seen, compressed, in bytes; and the most that the engine may be.
const LARGEST_PAGE: u64 = 400_000;
const LARGEST_ENGINE: u64 = 1_900_000;

/// Builds the engine and writes the page around it.
pub fn site(folder: &str) -> Result<(), String> {
    let Some(engine) = wasm::build()? else {
        return Err("no toolchain here has the target wasm32-unknown-unknown: `rustup target add` it, or install Debian's \
                    rustc-web, cargo-web, rust-web-src and lld-19"
            .to_owned());
    };
    step("the program", &mut cargo(&["build", "--bin", "impartial"]))?;
    let folder = Path::new(folder);
    let program = root().join("target/debug/impartial");
    step("the page", Command::new(program).args(["explore", "--write"]).arg(folder))?;
    let page = folder.join("page");
    let copied = std::fs::copy(&engine, page.join("impartial.wasm"));
    copied.map_err(|error| format!("the engine cannot be copied: {error}"))?;
    measure(folder)?;
    browser_of_site(folder)
}

/// What a visit loads, file by file.
fn measure(folder: &Path) -> Result<(), String> {
    let page = folder.join("page");
    let mut files = vec![folder.join("index.html")];
    for entry in std::fs::read_dir(&page).map_err(|error| error.to_string())? {
        files.push(entry.map_err(|error| error.to_string())?.path());
    }
    files.retain(|file| file.extension().is_some_and(|ending| ending != "txt"));
    files.sort();
    let (mut first, mut engine) = (0, 0);
    for file in &files {
        let packed = compressed(file)?;
        let is_engine = file.extension().is_some_and(|ending| ending == "wasm");
        *(if is_engine { &mut engine } else { &mut first }) += packed;
        say(&format!("    {packed:>9}  {}", file.strip_prefix(folder).unwrap_or(file).display()));
    }
    say(&format!("    {first:>9}  bytes before the first picture, and {engine} for the engine, compressed"));
    if first > LARGEST_PAGE || engine > LARGEST_ENGINE {
        return Err(format!("that is more than {LARGEST_PAGE} and {LARGEST_ENGINE}"));
    }
    Ok(())
}

/// How large a file is for a browser that takes gzip.
fn compressed(file: &Path) -> Result<u64, String> {
    let script = "gzip -9 -c \"$1\" | wc -c";
    let mut count = Command::new("sh");
    count.args(["-c", script, "sh"]).arg(file);
    output("gzip", &mut count)?.trim().parse().map_err(|_| "gzip cannot be run".to_owned())
}
