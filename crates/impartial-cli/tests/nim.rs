//! Certificates of the calculator: accepted as written, refused when changed; the cache changes nothing but time.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

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

/// Fails when lines of standard input are not answered one by one as if asked alone, or the exit status hides that one was not.
#[test]
fn lines_of_standard_input_are_answered_one_by_one() {
    let ask = |input: &str, more: &[&str]| {
        let mut child = Command::new(env!("CARGO_BIN_EXE_impartial"))
            .args(["nim", "-"])
            .args(more)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        (output.status.code(), text(output.stdout), text(output.stderr))
    };
    let values = |text: &str| -> Vec<String> {
        text.lines().filter(|line| !line.starts_with("PROVED")).map(str::to_owned).collect()
    };
    let (status, answers, _) = ask("5*6\n\n  w**3 \n1/3", &[]);
    assert_eq!((status, values(&answers)), (Some(0), vec!["8".to_owned(), "2".to_owned(), "2".to_owned()]));
    let (status, answers, told) = ask("5*6\n5*\n7*7\n", &[]);
    assert_eq!((status, values(&answers)), (Some(2), vec!["8".to_owned(), "4".to_owned()]));
    assert!(told.contains("line 2: ") && told.contains("1 of 3 expressions were not understood"), "{told}");
    let (status, answers, _) = ask("degree(w^w^w)\n2*2\n", &[]);
    assert_eq!(status, Some(1));
    assert!(answers.contains("STOPPED") && answers.contains("\n3\n"), "{answers}");
    let (status, answers, _) = ask("2*2\n3*3\n", &["--json"]);
    let objects: Vec<serde_json::Value> =
        answers.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(status, Some(0));
    assert_eq!(objects.iter().map(|object| object["value"].clone()).collect::<Vec<_>>(), ["3", "2"]);
    let (status, answers, _) = ask("", &[]);
    assert_eq!((status, answers.as_str()), (Some(0), ""));
}
