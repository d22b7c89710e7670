//! Limits and interruptions: the program ends soon, with exit status 1 and what is proved so far, and hangs never.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

/// A nimber that no theorem gives and no search finishes.
const ENDLESS: &[&str] = &["nimber", "*4 x *5 + *3 x *7 | *6 x *5"];

fn run(arguments: &[&str], extra: &[&str]) -> (Option<i32>, Value, Duration) {
    let started = Instant::now();
    let output = Command::new(env!("CARGO_BIN_EXE_impartial"))
        .args(arguments)
        .args(extra)
        .arg("--json")
        .output()
        .unwrap();
    let answer = serde_json::from_slice(&output.stdout).unwrap_or(Value::Null);
    (output.status.code(), answer, started.elapsed())
}

#[test]
fn the_time_limit_ends_a_search() {
    let (status, answer, elapsed) = run(ENDLESS, &["--time", "200ms"]);
    assert_eq!(status, Some(1));
    assert_eq!(answer["stopped"], "the time limit was reached");
    assert_eq!(answer["nimber"], Value::Null);
    assert!(elapsed < Duration::from_secs(20), "{elapsed:?}");
}

#[test]
fn the_memory_limit_ends_a_search() {
    let (status, answer, elapsed) = run(ENDLESS, &["--memory", "60M"]);
    assert_eq!(status, Some(1));
    assert_eq!(answer["stopped"], "the memory limit was reached");
    assert!(elapsed < Duration::from_secs(60), "{elapsed:?}");
}

#[test]
fn a_sequence_that_is_stopped_keeps_what_it_has() {
    let (status, answer, _) = run(&["sequence", "0.6", "--to", "50000000"], &["--time", "300ms"]);
    assert_eq!(status, Some(1));
    let values = answer["values"].as_array().unwrap();
    assert!(values.len() > 1000 && values.len() < 50_000_000, "{}", values.len());
    assert_eq!(answer["claim"], "up_to");
}

/// Fails when a large quotient is written down in full after the limit, or when what is proved is kept back.
#[test]
fn a_large_quotient_that_is_stopped_gives_its_counts() {
    let (status, answer, elapsed) = run(&["quotient", "0.316", "--to", "90"], &["--time", "700ms"]);
    assert_eq!((status, &answer["status"]), (Some(1), &Value::from("limit")));
    assert!(elapsed < Duration::from_secs(6), "{elapsed:?}");
    assert!(answer["heap"].as_u64().unwrap() > 15, "{}", answer["heap"]);
    let known = answer["order"].as_u64().or(answer["order_at_least"].as_u64()).unwrap();
    assert!(known > 1000 && answer["next_order_at_least"].as_u64().is_none_or(|next| next >= known));
    assert_eq!(answer["order"].is_null() || answer["relations"].is_null(), answer["left_out"].is_string());
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_a_search_cleanly() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_impartial"))
        .args(ENDLESS)
        .arg("--json")
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(Duration::from_millis(400));
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
    let status = child.wait().unwrap();
    assert_eq!(status.code(), Some(1));
    let answer: Value = serde_json::from_reader(child.stdout.take().unwrap()).unwrap();
    assert_eq!(answer["stopped"], "interrupted");
}

#[cfg(unix)]
#[test]
fn a_reader_who_goes_away_is_no_error() {
    let script = format!("{} sequence 0.77 --to 200000 | head -n 1", env!("CARGO_BIN_EXE_impartial"));
    let output = Command::new("sh").args(["-c", &script]).output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
}

/// The most memory that a question had in use, in bytes, and its exit status.
#[cfg(target_os = "linux")]
fn peak(arguments: &[&str]) -> (u64, Option<i32>) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_impartial"))
        .args(arguments)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut most = 0;
    loop {
        if let Ok(status) = std::fs::read_to_string(format!("/proc/{}/status", child.id()))
            && let Some(line) = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))
        {
            most = line.trim().trim_end_matches(" kB").parse::<u64>().unwrap() << 10;
        }
        if let Some(status) = child.try_wait().unwrap() {
            return (most, status.code());
        }
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// Fails when a list is held twice, or a table grows past the limit before anyone looks.
#[cfg(target_os = "linux")]
#[test]
fn memory_stays_near_its_limit() {
    for arguments in [
        &["sequence", "0.575", "--to", "4294967295", "--json"] as &[&str],
        &["sequence", "nim", "--to", "4294967295"],
        &["quotient", "0.316", "--to", "160"],
        ENDLESS,
    ] {
        let (peak, status) = peak(&[arguments, &["--memory", "200M"]].concat());
        assert_eq!(status, Some(1), "{arguments:?}");
        assert!(peak < 240 << 20, "{arguments:?}: {} MB", peak >> 20);
    }
}

/// Fails when the checker runs on after the limit, or when its silence is taken for a refusal.
#[test]
fn a_check_ends_with_its_limit() {
    let file = std::env::temp_dir().join(format!("impartial-long-check-{}.json", std::process::id()));
    let certificate = serde_json::json!({"format": "impartial-certificate", "version": 1, "kind": "grundy-values",
        "game": "0.{0,2+}", "mask": 0, "by_position": false, "values": vec![0; 200]});
    std::fs::write(&file, certificate.to_string()).unwrap();
    let (status, _, elapsed) = run(&["check", file.to_str().unwrap()], &["--time", "100ms"]);
    std::fs::remove_file(&file).unwrap();
    assert!(status == Some(1) || status == Some(2), "{status:?}");
    assert!(elapsed < Duration::from_secs(5), "{elapsed:?}");
}

/// A step of arithmetic that takes minutes, and a list that takes long to write.
#[test]
fn limits_hold_where_nothing_polls() {
    for arguments in [&["nim", "minpoly(7^10000)"] as &[&str], &["sequence", "0.575", "--to", "1000000000"]] {
        let (status, answer, elapsed) = run(arguments, &["--time", "300ms"]);
        assert_eq!(status, Some(1), "{arguments:?}");
        assert!(answer["stopped"].as_str().unwrap().contains("the time limit was reached"), "{answer}");
        assert!(elapsed < Duration::from_secs(5), "{arguments:?}: {elapsed:?}");
    }
}
