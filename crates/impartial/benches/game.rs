//! The definition-level solvers on large games.

use impartial::game::{Game, Outcome, Play, Solver, Sum};
use impartial::limits::Limits;

fn main() {
    divan::main();
}

/// Take one, three or four tokens.
struct Subtraction;

impl Game for Subtraction {
    type Position = u32;
    fn options(&self, tokens: &u32) -> Vec<u32> {
        [1, 3, 4].iter().filter_map(|take| tokens.checked_sub(*take)).collect()
    }
}

/// A path, as deep as it is long.
struct Path;

impl Game for Path {
    type Position = u32;
    fn options(&self, left: &u32) -> Vec<u32> {
        left.checked_sub(1).into_iter().collect()
    }
}

/// The nimber of a sum of two heaps with 3163 × 3163 positions, one by one.
#[divan::bench(name = "solve/ten-million-positions", sample_count = 1)]
fn ten_million_positions() {
    let game = Sum(Subtraction, Subtraction);
    let mut solver = Solver::new(&game, Limits::none());
    assert_eq!(solver.nimber(&(3162, 3162)), Ok(0));
    assert!(solver.positions_solved() > 9_900_000);
}

/// The outcome of a path of a million moves: depth costs memory, never the stack.
#[divan::bench(name = "solve/path-of-a-million", sample_count = 5)]
fn path_of_a_million() {
    let mut solver = Solver::new(&Path, Limits::none());
    assert_eq!(solver.outcome(&1_000_000, Play::Normal), Ok(Outcome::P));
}
