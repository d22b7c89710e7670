//! Random questions of all kinds to the program under a limit of time: `cargo xtask questions COUNT` runs it.
//!
//! `questions PROGRAM [COUNT [SEED [SECONDS]]]` asks so many; it fails when one ends more than a second after its limit (by the clock and
//! on processors: a busy machine is not its fault), with a panic, or with a status that means nothing.
#![allow(clippy::print_stdout)]

use std::process::ExitCode;
use std::time::Duration;

use impartial_fuzz::choices::Choices;
use impartial_fuzz::commands::{Asked, ask, command};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let Some(program) = arguments.first() else {
        println!("which program?");
        return ExitCode::from(2);
    };
    let number =
        |at: usize, other: u64| arguments.get(at).and_then(|text| text.parse().ok()).unwrap_or(other);
    let (count, seed, seconds) = (number(1, 100), number(2, 3 << 32), number(3, 1));
    let limit = Duration::from_secs(seconds);
    let (mut longest, mut stopped, mut refused, mut late, mut broken) = (Duration::ZERO, 0, 0, 0, 0);
    let mut busiest = Duration::ZERO;
    for n in 0..count {
        let words = command(&mut Choices::of_seed(seed + n));
        let asked = ask(program, &words, limit);
        let is_late = asked.is_late(limit);
        let Asked { status, elapsed, processor, errors, last_resort } = asked;
        busiest = busiest.max(processor.unwrap_or_default());
        longest = longest.max(elapsed);
        stopped += u64::from(status == Some(1));
        refused += u64::from(status == Some(2));
        if last_resort {
            println!("without a word of its own after {elapsed:.2?}: {words:?}");
        }
        if is_late {
            late += 1;
            println!("late, {elapsed:.2?} ({processor:.2?} on processors): {words:?}");
        }
        if !matches!(status, Some(0..=2)) || errors.contains("panicked") {
            broken += 1;
            println!("broken, {status:?}: {words:?}\n{errors}");
        }
    }
    println!(
        "{count} questions from seed {seed}: the longest took {longest:.2?}, at most {busiest:.2?} on processors; {late} late, {broken} broken, {stopped} stopped \
         by a limit, {refused} not understood"
    );
    if late + broken == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
