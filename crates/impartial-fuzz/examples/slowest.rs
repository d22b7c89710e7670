//! The slowest of many random games with at most 100,000 positions, in seconds of processor time:
//! `cargo run -p impartial-fuzz --example slowest [COUNT [SEED [small]]]`.
#![allow(clippy::print_stdout)]

use impartial::game::Play;
use impartial::question::{NimberQuestion, OutcomeQuestion, Question as _};
use impartial_fuzz::choices::Choices;
use impartial_fuzz::differential::{Definition, asking, position};
use impartial_fuzz::games::{Size, game};

/// Positions are counted to here.
const MOST: usize = 100_000;

/// The time that this thread has had on a processor, where the system tells; else nothing.
fn processor_seconds() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    text.split(' ').next().and_then(|first| first.parse::<f64>().ok()).unwrap_or(0.0) / 1e9
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number =
        |at: usize, other: u64| arguments.get(at).and_then(|text| text.parse().ok()).unwrap_or(other);
    let (count, seed) = (number(0, 500), number(1, 7 << 32));
    let size = if arguments.get(2).is_some_and(|word| word == "small") { Size::Small } else { Size::Large };
    let (mut timed, mut compared) = (Vec::new(), 0);
    for n in 0..count {
        let text = game(&mut Choices::of_seed(seed + n), size);
        let Some(definition) = Definition::of(&position(&text), MOST) else { continue };
        compared += 1;
        let mut time = |what: &str, ask: &dyn Fn() -> String| {
            let started = processor_seconds();
            let answer = ask();
            timed.push((
                processor_seconds() - started,
                definition.positions.len(),
                format!("{what} {text:?}: {answer}"),
            ));
        };
        time("nimber", &|| {
            let answer = NimberQuestion { game: text.clone() }.ask(&asking()).expect("it is a game");
            assert!(
                answer
                    .value
                    .nimber
                    .is_none_or(|nimber| nimber.to_u64() == Some(definition.nimbers[0].into())),
                "{text}"
            );
            format!("{:?}", answer.stopped.map(|why| why.to_string()))
        });
        for play in [Play::Normal, Play::Misere] {
            time(&play.to_string(), &|| {
                let question = OutcomeQuestion { game: text.clone(), play };
                let answer = question.ask(&asking()).expect("it is a game");
                assert!(
                    answer.value.outcome.is_none_or(|outcome| outcome == definition.outcome(0, play)),
                    "{text} {play}"
                );
                format!("{:?}", answer.stopped.map(|why| why.to_string()))
            });
        }
    }
    timed.sort_by(|a, b| b.0.total_cmp(&a.0));
    let total: f64 = timed.iter().map(|(seconds, ..)| seconds).sum();
    let slow = timed.iter().filter(|(seconds, ..)| *seconds > 0.5).count();
    println!(
        "{compared} of {count} games have at most {MOST} positions; {slow} of {} questions take more than 0.5 s; {total:.1} s in all",
        timed.len()
    );
    for (seconds, positions, what) in timed.iter().take(40) {
        println!("{seconds:8.3} s {positions:7} positions  {what}");
    }
}
