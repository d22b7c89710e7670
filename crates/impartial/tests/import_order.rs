//! The arrows of dependency point one way: a module of the library imports only modules that the design puts before
//! it. Breaks when a `crate::…` path (or a new module) is not in the table below.
#![allow(clippy::unwrap_used)]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// For every module of the library, the modules it may use. A module may always use itself.
const ARROWS: &[(&str, &[&str])] = &[
    ("claim", &[]),
    ("integer", &[]),
    ("limits", &[]),
    ("period", &[]),
    ("subset", &[]),
    ("text", &[]),
    ("tutorials", &[]),
    ("ordinal", &["text"]),
    ("automatic", &["integer", "limits"]),
    ("game", &["integer", "limits", "text"]),
    ("board", &["limits", "game", "text"]),
    ("group", &["integer", "limits", "subset", "text"]),
    ("nim", &["integer", "limits", "ordinal", "text"]),
    ("coin", &["integer", "limits", "game", "nim", "text"]),
    ("generate", &["claim", "integer", "limits", "game", "subset", "group", "text"]),
    ("algebra", &["claim", "integer", "limits", "ordinal", "game", "subset", "group", "nim", "text"]),
    ("heap", &["claim", "integer", "limits", "period", "game", "text"]),
    // Misère theory reads rules as option lists: from heap codes and from game trees.
    ("misere", &["claim", "integer", "limits", "period", "subset", "text", "automatic", "game", "heap"]),
    // Bridges: heap games and misère quotients as lattice games.
    ("lattice", &["claim", "integer", "limits", "text", "automatic", "game", "heap", "misere"]),
    (
        "language",
        &[
            "claim", "integer", "limits", "ordinal", "period", "subset", "game", "nim", "heap", "misere",
            "coin", "text", "lattice", "group", "generate", "algebra", "board",
        ],
    ),
    // The roof: every question asks the theories.
    (
        "question",
        &[
            "claim",
            "integer",
            "limits",
            "ordinal",
            "period",
            "subset",
            "game",
            "nim",
            "heap",
            "misere",
            "coin",
            "lattice",
            "group",
            "generate",
            "algebra",
            "board",
            "language",
            "text",
            "automatic",
        ],
    ),
];

#[test]
fn modules_import_along_the_arrows() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let arrows: BTreeMap<&str, BTreeSet<&str>> =
        ARROWS.iter().map(|(module, uses)| (*module, uses.iter().copied().collect())).collect();
    let mut against = Vec::new();
    let mut files = 0;
    visit(&source, &mut |path| {
        files += 1;
        let relative = path.strip_prefix(&source).unwrap();
        let module = relative.iter().next().unwrap().to_str().unwrap().trim_end_matches(".rs");
        if module == "lib" {
            return;
        }
        let Some(allowed) = arrows.get(module) else {
            against.push(format!("{}: module `{module}` has no row in ARROWS", relative.display()));
            return;
        };
        let text = fs::read_to_string(path).unwrap();
        // Test modules stand at the end of a file, or are files of their own. Their definition-level comparisons may look
        // anywhere.
        let is_test_file = relative
            .iter()
            .any(|part| ["tests", "testing"].contains(&part.to_str().unwrap().trim_end_matches(".rs")));
        let tests_from = if is_test_file { Some(0) } else { text.find("#[cfg(test)]\nmod tests {") };
        let (code, tests) = text.split_at(tests_from.unwrap_or(text.len()));
        for (part, is_test) in [(code, false), (tests, true)] {
            for used in crate_paths(part) {
                let known = if is_test { arrows.contains_key(used) } else { allowed.contains(used) };
                if used != module && !known {
                    against.push(format!("{}: `crate::{used}`", relative.display()));
                }
            }
        }
    });
    assert!(files > 5, "the walk found no sources");
    assert!(against.is_empty(), "imports against the arrows of the design:\n{}", against.join("\n"));
}

/// The first names of all `crate::name` paths in code lines.
fn crate_paths(text: &str) -> BTreeSet<&str> {
    let lines = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    lines
        .flat_map(|line| line.split("crate::").skip(1))
        .map(|rest| rest.split(|c: char| !(c.is_alphanumeric() || c == '_')).next().unwrap_or(""))
        .filter(|name| !name.is_empty())
        .collect()
}

/// The checker stands alone: neither its manifest nor its sources name the library.
#[test]
fn the_checker_never_depends_on_the_library() {
    let checker = Path::new(env!("CARGO_MANIFEST_DIR")).join("../impartial-check");
    let manifest = fs::read_to_string(checker.join("Cargo.toml")).unwrap();
    let dependencies = manifest.split("[dependencies]").nth(1).unwrap();
    assert!(!dependencies.contains("impartial"), "{dependencies}");
    visit(&checker.join("src"), &mut |path| {
        let text = fs::read_to_string(path).unwrap();
        assert!(!text.contains("impartial::"), "{} uses the library", path.display());
    });
}

/// A library user compiles few crates: these, and what they bring.
#[test]
fn the_library_has_few_dependencies() {
    let manifest = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml")).unwrap();
    let dependencies = manifest.split("[dependencies]").nth(1).unwrap().split("\n[").next().unwrap();
    let names: Vec<&str> = dependencies
        .lines()
        .filter_map(|line| line.split(['.', ' ', '=']).next())
        .filter(|name| !name.is_empty())
        .collect();
    assert_eq!(names, ["num-bigint", "rustc-hash", "serde", "serde_json", "thiserror", "toml"]);
}

fn visit(directory: &Path, found: &mut impl FnMut(&Path)) {
    let mut entries: Vec<_> = fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            visit(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found(&path);
        }
    }
}
