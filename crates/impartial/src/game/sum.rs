//! The disjunctive sum: a move in one of two games.

use super::Game;

/// The disjunctive sum of two games: the options of (g, h) are (g', h) and (g, h').
///
/// Nest it for more than two games.
///
/// Theorem of Sprague and Grundy: the nimber of a sum is the nim-sum (bitwise exclusive or) of the nimbers. In misère
/// play there is no such theorem; see the misère quotients.
#[derive(Clone, Debug)]
pub struct Sum<A, B>(pub A, pub B);

impl<A: Game, B: Game> Game for Sum<A, B> {
    type Position = (A::Position, B::Position);

    fn options(&self, (left, right): &Self::Position) -> Vec<Self::Position> {
        let in_left = self.0.options(left).into_iter().map(|moved| (moved, right.clone()));
        let in_right = self.1.options(right).into_iter().map(|moved| (left.clone(), moved));
        in_left.chain(in_right).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Solver;
    use crate::game::tests_support::{Heap, Subtraction};
    use crate::limits::Limits;

    #[test]
    fn the_nimber_of_a_sum_is_the_nim_sum() {
        let subtraction = Subtraction(&[1, 3, 4]);
        let game = Sum(&Heap, Sum(&subtraction, &Heap));
        let mut whole = Solver::new(&game, Limits::none());
        let mut part = Solver::new(&subtraction, Limits::none());
        for a in 0..7 {
            for b in 0..12 {
                for c in 0..5 {
                    let expected = u64::from(a) ^ part.nimber(&b).unwrap() ^ u64::from(c);
                    assert_eq!(whole.nimber(&(a, (b, c))), Ok(expected), "*{a} + {b} + *{c}");
                }
            }
        }
    }
}
