//! `cargo xtask site -o DIR`: the page as static files that any web server serves, with the engine in WebAssembly; and the browser
//! tests against them.

use std::path::Path;
use std::process::{Command, Stdio};

use crate::browser::browser_of_site;
use crate::run::{cargo, need, output, root, say, step};
use crate::wasm::{self, Engines};

/// The most that may be loaded before something is seen, compressed, in bytes; and the most that the engine may be, packed.
const LARGEST_PAGE: u64 = 400_000;
const LARGEST_ENGINE: u64 = 1_200_000;
/// How the engine is packed: a quarter smaller than gzip makes it. `unpack.js` reads it.
const PACKING: &[&str] =
    &["--format=lzma", "--lzma1=preset=9e,lc=4,lp=0,pb=0,dict=8MiB", "--stdout", "--keep"];

/// Builds the engine and writes the page around it.
pub fn site(folder: &str) -> Result<(), String> {
    let Some(Engines { engine, checker }) = wasm::build()? else {
        return Err("no toolchain here has the target wasm32-unknown-unknown: `rustup target add` it, or install Debian's \
                    rustc-web, cargo-web, rust-web-src and lld-19"
            .to_owned());
    };
    step("the program", &mut cargo(&["build", "--bin", "impartial"]))?;
    let folder = Path::new(folder);
    let program = root().join("target/debug/impartial");
    step("the page", Command::new(program).args(["explore", "--write"]).arg(folder))?;
    let page = folder.join("page");
    pack(&engine, &page, "engine")?;
    pack(&checker, &page, "checker")?;
    let list = root().join("crates/impartial/src/group/small/small_groups.bin");
    let copied = std::fs::copy(list, page.join("small_groups.bin"));
    copied.map_err(|error| format!("the list of small groups cannot be copied: {error}"))?;
    measure(folder)?;
    browser_of_site(folder)
}

/// Packs what is compiled to `NAME.lzma`, and writes how large it is unpacked to `NAME.json`.
fn pack(compiled: &Path, page: &Path, name: &str) -> Result<(), String> {
    need("xz", &["xz-utils"])?;
    let trouble = |error: std::io::Error| format!("{name}: {error}");
    let size = std::fs::metadata(compiled).map_err(trouble)?.len();
    let packed =
        Command::new("xz").args(PACKING).arg(compiled).stderr(Stdio::inherit()).output().map_err(trouble)?;
    if !packed.status.success() {
        return Err(format!("{name}: xz failed ({})", packed.status));
    }
    std::fs::write(page.join(format!("{name}.lzma")), packed.stdout).map_err(trouble)?;
    std::fs::write(page.join(format!("{name}.json")), format!("{{\"size\":{size}}}")).map_err(trouble)
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
        match file.file_name().and_then(|name| name.to_str()) {
            Some("engine.lzma") => engine = packed,
            // Loaded by the questions that need them.
            Some("checker.lzma" | "small_groups.bin") => {}
            _ => first += packed,
        }
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
