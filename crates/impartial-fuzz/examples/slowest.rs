//! The slowest of many random games with at most 100,000 positions, in seconds of processor time:
//! `cargo run -p impartial-fuzz --example slowest [COUNT [SEED [small]]]`.
#![allow(clippy::print_stdout)]

use impartial_fuzz::choices::Choices;
use impartial_fuzz::games::{Size, game};
use impartial_fuzz::speed::timed;

/// Positions are counted to here.
const MOST: usize = 100_000;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number =
        |at: usize, other: u64| arguments.get(at).and_then(|text| text.parse().ok()).unwrap_or(other);
    let (count, seed) = (number(0, 500), number(1, 7 << 32));
    let size = if arguments.get(2).is_some_and(|word| word == "small") { Size::Small } else { Size::Large };
    let games = (0..count).map(|n| game(&mut Choices::of_seed(seed + n), size));
    let small: Vec<_> = games.filter_map(|text| timed(&text, MOST)).collect();
    let compared = small.len();
    let mut timed: Vec<_> = small.into_iter().flatten().collect();
    timed.sort_by(|a, b| b.seconds.total_cmp(&a.seconds));
    let total: f64 = timed.iter().map(|timed| timed.seconds).sum();
    let slow = timed.iter().filter(|timed| timed.seconds > 0.5).count();
    println!(
        "{compared} of {count} games have at most {MOST} positions; {slow} of {} questions take more than 0.5 s; {total:.1} s in all",
        timed.len()
    );
    for timed in timed.iter().take(40) {
        println!("{:8.3} s {:7} positions  {}", timed.seconds, timed.positions, timed.question);
    }
}
