//! The page: every file it loads, inside the program.
//!
//! The scripts are plain modules. A browser asks for each of them by itself, which takes longer than all the rest; so the
//! program serves them as one, one after the other without their import lines, and the style sheets likewise. From a folder
//! they are served as they are.

use std::path::Path;
use std::sync::LazyLock;

/// The files of the page by name, with their types.
macro_rules! files {
    ($($name:literal: $kind:expr),* $(,)?) => {
        &[$(File { name: $name, kind: $kind, bytes: include_bytes!(concat!("../page/", $name)) }),*]
    };
}

const HTML: &str = "text/html; charset=utf-8";
const STYLE: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
/// A script that is loaded by itself.
const WORKER: &str = "text/javascript";
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
        match (folder, self.name) {
            (Some(folder), name) => std::fs::read(folder.join(name)),
            (None, "main.js") => Ok(ALL_SCRIPTS.clone().into_bytes()),
            (None, "style.css") => Ok(ALL_STYLES.clone().into_bytes()),
            (None, _) => Ok(self.bytes.to_vec()),
        }
    }

    /// Whether it is a part of another file that is served.
    pub fn is_joined(&self) -> bool {
        matches!(self.kind, SCRIPT | STYLE) && !matches!(self.name, "main.js" | "style.css")
    }

    /// Whether it may be kept by the browser: fonts do not change while one works.
    pub fn is_lasting(&self) -> bool {
        self.kind == FONT
    }
}

static ALL_SCRIPTS: LazyLock<String> = LazyLock::new(|| joined(SCRIPT, "import "));
static ALL_STYLES: LazyLock<String> = LazyLock::new(|| joined(STYLE, "@import "));

/// The files of a kind as one text, without the lines in which they ask for one another. All of them share their names:
/// what the first line of a declaration names must be named once.
fn joined(kind: &str, import: &str) -> String {
    let mut text = String::new();
    for file in FILES.iter().filter(|file| file.kind == kind) {
        let content = String::from_utf8_lossy(file.bytes);
        for line in content.lines().filter(|line| !line.starts_with(import)) {
            text.push_str(line.strip_prefix("export ").unwrap_or(line));
            text.push('\n');
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_of_the_page_is_listed() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("page");
        for entry in std::fs::read_dir(folder).unwrap() {
            let name = entry.unwrap().file_name().into_string().unwrap();
            let is_page = !name.ends_with(".rs") && name != "first.json";
            assert_eq!(File::named(&name).is_some(), is_page, "{name}");
        }
        assert!(File::named("../Cargo.toml").is_none() && File::named("").is_none());
    }

    /// The name that a line at the margin declares.
    fn declared(line: &str) -> Option<&str> {
        let line = line.strip_prefix("export ").unwrap_or(line);
        let line = line.strip_prefix("async ").unwrap_or(line);
        let rest =
            ["function ", "const ", "let ", "class "].iter().find_map(|word| line.strip_prefix(word))?;
        rest.split(|sign: char| !sign.is_alphanumeric() && sign != '_').next()
    }

    #[test]
    fn modules_can_be_joined() {
        let mut names = std::collections::HashMap::new();
        for file in FILES.iter().filter(|file| file.kind == SCRIPT) {
            let text = std::str::from_utf8(file.bytes).unwrap();
            for line in text.lines() {
                if line.starts_with("import ") {
                    let (list, from) = line.split_once(" from \"./").expect("a name and a module");
                    assert!(
                        list.ends_with('}') && !list.contains(" as ") && from.ends_with(".js\";"),
                        "{line}"
                    );
                }
                let bad = ["export default", "export {", "const {", "const [", "let {", "let ["];
                assert!(bad.iter().all(|start| !line.starts_with(start)), "{}: {line}", file.name);
                if let Some(name) = declared(line)
                    && let Some(other) = names.insert(name.to_owned(), file.name)
                {
                    panic!("{name} is declared in {other} and in {}", file.name);
                }
            }
        }
        assert!(names.len() > 200 && names["Monoid"] == "words.js");
        // What runs at once stands at the end.
        assert!(ALL_SCRIPTS.ends_with("\nopenPage();\n") && !ALL_SCRIPTS.contains("\nimport "));
        assert!(
            ALL_STYLES.contains("@font-face")
                && ALL_STYLES.contains(".pin")
                && !ALL_STYLES.contains("@import")
        );
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
