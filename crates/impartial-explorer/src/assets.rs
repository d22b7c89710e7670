//! The page: every file it loads, inside the program.

use std::path::Path;

/// The files of the page by name, with their types.
macro_rules! files {
    ($($name:literal: $kind:expr),* $(,)?) => {
        &[$(File { name: $name, kind: $kind, bytes: include_bytes!(concat!("../page/", $name)) }),*]
    };
}

const HTML: &str = "text/html; charset=utf-8";
const STYLE: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const FONT: &str = "font/woff2";
const TEXT: &str = "text/plain; charset=utf-8";
const PICTURE: &str = "image/svg+xml";

/// A file of the page.
pub struct File {
    /// Its name, the last part of its address.
    pub name: &'static str,
    /// Its media type.
    pub kind: &'static str,
    bytes: &'static [u8],
}

/// Every file of the page.
pub const FILES: &[File] = include!("../page/files.rs");

impl File {
    /// The file with this name; only names of the list are known, so no path leads anywhere else.
    pub fn named(name: &str) -> Option<&'static File> {
        FILES.iter().find(|file| file.name == name)
    }

    /// What it holds: as built into the program, or as it is in `folder` now.
    pub fn content(&self, folder: Option<&Path>) -> std::io::Result<Vec<u8>> {
        match folder {
            Some(folder) => std::fs::read(folder.join(self.name)),
            None => Ok(self.bytes.to_vec()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_of_the_page_is_listed() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("page");
        for entry in std::fs::read_dir(folder).unwrap() {
            let name = entry.unwrap().file_name().into_string().unwrap();
            let is_page = !name.ends_with(".rs");
            assert_eq!(File::named(&name).is_some(), is_page, "{name}");
        }
        assert!(File::named("../Cargo.toml").is_none() && File::named("").is_none());
    }

    /// Else the browser finds the modules one after the other, each in the one that asks for it.
    #[test]
    fn every_module_is_asked_for_at_once() {
        let page = std::str::from_utf8(File::named("index.html").unwrap().bytes).unwrap();
        for file in FILES.iter().filter(|file| file.kind == SCRIPT && file.name != "main.js") {
            let link = format!("<link rel=\"modulepreload\" href=\"/page/{}\">", file.name);
            assert!(page.contains(&link), "{link}");
        }
    }

    /// The strict policy of the server forbids styles and scripts inside the page; so does this test.
    #[test]
    fn nothing_is_inline() {
        for file in FILES.iter().filter(|file| file.kind == HTML || file.kind == SCRIPT) {
            let text = std::str::from_utf8(file.bytes).unwrap();
            for bad in ["style=\"", "onclick=", "innerHTML", "javascript:", "http://", "eval("] {
                let found = text.replace("http://www.w3.org/", "").contains(bad);
                assert!(!found, "{}: {bad}", file.name);
            }
        }
    }

    #[test]
    fn files_of_the_page_stay_small() {
        let fonts: usize = FILES.iter().filter(|file| file.kind == FONT).map(|file| file.bytes.len()).sum();
        assert!(fonts < 300_000, "{fonts}");
        for file in FILES.iter().filter(|file| file.kind == SCRIPT) {
            let lines = file.bytes.iter().filter(|byte| **byte == b'\n').count();
            assert!(lines <= 300, "{}: {lines} lines", file.name);
        }
    }
}
