//! How many random games of the plane are solved for all positions, and how fast.
//!
//! `cargo run --release --example plane_games -- [COUNT] [SECONDS] [SEED]` asks about COUNT rule sets (3 to 6 rules, entries up
//! to 5, half of them with negative entries), each in normal and in misère play, and allows SECONDS for each.
#![allow(clippy::print_stdout, clippy::unwrap_used)]

use std::sync::mpsc;
use std::time::{Duration, Instant};

use impartial::lattice::examples::random_plane_games;
use impartial::lattice::point_text;
use impartial::lattice::{Found, find};
use impartial::limits::{Limits, StopReason};

fn main() {
    let mut numbers = std::env::args().skip(1).map(|word| word.parse::<u64>().expect("a number"));
    let count = numbers.next().unwrap_or(100) as usize;
    let allowed = Duration::from_secs(numbers.next().unwrap_or(10));
    let seed = numbers.next().unwrap_or(0x2545_F491_4F6C_DD1D);
    let (mut proved, mut slowest) = (0, Duration::ZERO);
    for is_misere in [false, true] {
        for game in random_plane_games(count, seed, is_misere) {
            let limits = Limits::none();
            let handle = limits.handle().clone();
            let (finished, wait) = mpsc::channel::<()>();
            let clock = std::thread::spawn(move || {
                if wait.recv_timeout(allowed).is_err() {
                    handle.stop(StopReason::Time);
                }
            });
            let start = Instant::now();
            let found = find(&game, &limits);
            let elapsed = start.elapsed();
            finished.send(()).ok();
            clock.join().unwrap();
            let rules: Vec<String> = game.rules().iter().map(|rule| point_text(rule)).collect();
            let says = match &found {
                Found::Proved(strategy) => {
                    proved += 1;
                    slowest = slowest.max(elapsed);
                    let strata =
                        strategy.strata.as_ref().map_or("no".into(), |s| s.translates.len().to_string());
                    format!("proved: {}, {strata} strata", strategy.automatic.array)
                }
                Found::Box { upper, stopped, .. } => format!("BOX to {upper:?}, {stopped:?}"),
            };
            let play = if is_misere { "misère" } else { "normal" };
            println!("{:8.3} s  {play}  {{{}}}  {says}", elapsed.as_secs_f64(), rules.join(","));
        }
    }
    println!("{proved} of {} proved, the slowest in {:.2} s", 2 * count, slowest.as_secs_f64());
}
