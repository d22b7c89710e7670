//! A game that the library does not know: take 1, 3 or 4 tokens. Solved in both plays, summed, compounded and
//! multiplied with other games, without touching the library.
#![allow(clippy::print_stdout)]
use impartial::game::{Game, Play, Product, SelectiveCompound, Solver, Sum, Unsolved};
use impartial::heap::HeapGame;
use impartial::limits::Limits;

struct Subtraction;

impl Game for Subtraction {
    type Position = u32;
    fn options(&self, tokens: &u32) -> Vec<u32> {
        [1, 3, 4].iter().filter_map(|take| tokens.checked_sub(*take)).collect()
    }
}

fn main() -> Result<(), Unsolved> {
    let mut solver = Solver::new(&Subtraction, Limits::none());
    for tokens in 0..10 {
        let (normal, misere) =
            (solver.outcome(&tokens, Play::Normal)?, solver.outcome(&tokens, Play::Misere)?);
        println!("{tokens}: nimber {}, normal {normal}, misère {misere}", solver.nimber(&tokens)?);
    }
    let kayles = HeapGame::new("kayles".parse().expect("a known name"));
    let position = (8, HeapGame::position([3, 5]));
    let (sum, compound) = (Sum(Subtraction, &kayles), SelectiveCompound(Subtraction, &kayles));
    println!("8 + kayles[3+5]: nimber {}", Solver::new(&sum, Limits::none()).nimber(&position)?);
    println!("8 | kayles[3+5]: {}", Solver::new(&compound, Limits::none()).outcome(&position, Play::Misere)?);
    let product = Product(Subtraction, &kayles);
    let square = product.position(3, HeapGame::position([2]));
    println!("3 x kayles[2]: nimber {}", Solver::new(&product, Limits::none()).nimber(&square)?);
    Ok(())
}
