//! Random questions of all kinds: limits hold, nothing breaks, and the number of threads changes nothing.

use std::process::Command;
use std::time::Duration;

use impartial_fuzz::choices::Choices;
use impartial_fuzz::commands::{ask, command};

const PROGRAM: &str = env!("CARGO_BIN_EXE_impartial");

/// Fails when a question ends with a panic or an unknown status, or more than a second after its limit by the clock and on processors:
/// `cargo xtask questions 5000` asks more of them.
#[test]
fn any_question_ends_soon_after_its_limit() {
    for n in 0..100 {
        let words = command(&mut Choices::of_seed((5 << 32) + n));
        let asked = ask(PROGRAM, &words, Duration::from_millis(200));
        assert!(matches!(asked.status, Some(0..=2)), "{words:?}: {asked:?}");
        assert!(!asked.errors.contains("panicked"), "{words:?}: {asked:?}");
        assert!(!asked.is_late(Duration::from_millis(200)), "{words:?}: {asked:?}");
    }
}

/// Questions whose answers come from several threads, or from tables in the order of some hash.
const QUESTIONS: &[&[&str]] = &[
    &["sequence", "0.6", "--to", "60000", "--json"],
    &["sequence", "0.16", "--to", "200000", "--summary", "--json"],
    &["sequence", "0.104", "--to", "50000", "--rare", "--json"],
    &["sequence", "0.3122", "--genus", "--to", "12", "--json"],
    &["quotient", "0.75", "--json"],
    &["quotient", "0.3102", "--to", "13", "--json"],
    &["quotient", "0.26", "--explain"],
    &["survey", "octal2", "--work", "500", "--json"],
    &["groups", "2..40", "--games", "dng,gen,group,subgroups"],
    &["outcome", "0.3122[2*8]+*5", "--misere", "--json"],
    &["outcome", "gen(S4) + kayles[7+9] | *3", "--json"],
    &["moves", "0.16[19]", "--misere", "--json"],
    &["nim", "roots(w, 3)", "--json"],
    &["diagram", "gen(D6)", "--format", "svg"],
    &["strategy", "rules = [[1,0],[0,1],[2,2]]", "--json"],
    &["canonical", "0.3122[7]", "--json"],
    &["lexicode", "--length", "24", "--distance", "8", "--json"],
];

/// Fails when an answer depends on how many processors there are, or on the seed of a hash.
#[cfg(target_os = "linux")]
#[test]
fn two_runs_print_the_same_on_one_processor_and_on_all() {
    let output = |command: &mut Command| {
        let output = command.output().unwrap();
        (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned())
    };
    // Without the tool that pins a process both runs have all processors, and still must agree.
    let can_pin = Command::new("taskset").arg("--version").output().is_ok();
    for words in QUESTIONS {
        let all = output(Command::new(PROGRAM).args(*words));
        let one = match can_pin {
            true => output(Command::new("taskset").args(["--cpu-list", "0", PROGRAM]).args(*words)),
            false => output(Command::new(PROGRAM).args(*words)),
        };
        assert_eq!(all.0, Some(0), "{words:?}: {}", all.1);
        assert!(all == one, "{words:?} differs:\n{}\n{}", all.1, one.1);
    }
}
