//! Limits and interruptions: the program ends soon, with exit status 1 and what is proved so far, and hangs never.
#![allow(clippy::unwrap_used)]

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
