//! Certificates of the calculator: accepted as written, refused when changed; the cache changes nothing but time.
#![allow(clippy::unwrap_used)]

use std::path::Path;
use std::process::{Command, Output};

fn impartial(cache: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_impartial"))
        .env("XDG_CACHE_HOME", cache)
        .args(arguments)
        .output()
        .unwrap()
}

#[test]
fn an_excess_is_certified_and_a_changed_one_refused() {
    let cache = std::env::temp_dir().join(format!("impartial-nim-{}", std::process::id()));
    let file = cache.join("certificate.json");
    std::fs::create_dir_all(&cache).unwrap();
    let path = file.to_str().unwrap();
    let question = ["nim", "w^w^7 ** 23", "--certificate", path];
    let fresh = impartial(&cache, &question);
    assert!(fresh.status.success() && fresh.stdout.starts_with(b"w^w^3+1\n"));
    let cached = impartial(&cache, &question);
    assert_eq!(fresh.stdout, cached.stdout, "the second run reads the cache");
    assert!(impartial(&cache, &["check", path]).status.success());
    let text = std::fs::read_to_string(&file).unwrap();
    assert!(text.contains("[23,1]"), "{text}");
    std::fs::write(&file, text.replace("[23,1]", "[23,0]")).unwrap();
    assert!(!impartial(&cache, &["check", path]).status.success());
    std::fs::remove_dir_all(&cache).unwrap();
}
