//! The selective compound: a move in any number of the games, at least one.

use super::{Game, Outcome, Play};

/// The selective compound of two games: the options of (g, h) are (g', h), (g, h') and (g', h') [AG, Def 2.12].
///
/// Nest it for more than two games: the compound is associative.
#[derive(Clone, Debug)]
pub struct SelectiveCompound<A, B>(pub A, pub B);

impl<A: Game, B: Game> Game for SelectiveCompound<A, B> {
    type Position = (A::Position, B::Position);

    fn options(&self, (left, right): &Self::Position) -> Vec<Self::Position> {
        let (lefts, rights) = (self.0.options(left), self.1.options(right));
        let in_left = lefts.iter().map(|moved| (moved.clone(), right.clone()));
        let in_right = rights.iter().map(|moved| (left.clone(), moved.clone()));
        let in_both = lefts.iter().flat_map(|l| rights.iter().map(|r| (l.clone(), r.clone())));
        in_left.chain(in_right).chain(in_both).collect()
    }
}

/// What the outcome of a selective compound depends on, for one of its components.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Component {
    /// The outcome in normal play.
    pub normal: Outcome,
    /// The outcome in misère play.
    pub misere: Outcome,
    /// Whether there is no move left in it.
    pub is_over: bool,
}

/// The outcome of a selective compound from its components [AG, Prop 2.13 and 2.14].
///
/// Normal play: P exactly when every component is P. Misère play: with one component still in play, the misère outcome
/// of that component; with at least two, P exactly when every component is a *normal* P-position; with none, N.
///
/// ```
/// use impartial::game::{Component, compound_outcome};
/// use impartial::game::{Outcome, Play};
/// let heap = Component { normal: Outcome::N, misere: Outcome::P, is_over: false }; // *1
/// assert_eq!(compound_outcome(Play::Normal, &[heap, heap]), Outcome::N);
/// assert_eq!(compound_outcome(Play::Misere, &[heap, heap]), Outcome::N);
/// ```
pub fn compound_outcome(play: Play, components: &[Component]) -> Outcome {
    let mut active = components.iter().filter(|component| !component.is_over);
    match (play, active.next(), active.next()) {
        (Play::Misere, None, _) => Outcome::N,
        (Play::Misere, Some(only), None) => only.misere,
        _ => {
            let all_p = components.iter().all(|component| component.normal == Outcome::P);
            if all_p { Outcome::P } else { Outcome::N }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Solver;
    use crate::game::tests_support::{Heap, Subtraction};
    use crate::limits::Limits;

    fn component<G: Game>(solver: &mut Solver<'_, G>, game: &G, position: &G::Position) -> Component {
        Component {
            normal: solver.outcome(position, Play::Normal).unwrap(),
            misere: solver.outcome(position, Play::Misere).unwrap(),
            is_over: game.options(position).is_empty(),
        }
    }

    #[test]
    fn the_two_propositions_hold() {
        let (first, second) = (Subtraction(&[1, 3, 4]), Subtraction(&[2, 3]));
        let game = SelectiveCompound(&first, SelectiveCompound(&second, &first));
        let mut whole = Solver::new(&game, Limits::none());
        let mut one = Solver::new(&first, Limits::none());
        let mut two = Solver::new(&second, Limits::none());
        let mut seen = [0; 4];
        for a in 0..9 {
            for b in 0..9 {
                for c in 0..9 {
                    let parts = [
                        component(&mut one, &first, &a),
                        component(&mut two, &second, &b),
                        component(&mut one, &first, &c),
                    ];
                    for play in [Play::Normal, Play::Misere] {
                        let by_definition = whole.outcome(&(a, (b, c)), play).unwrap();
                        assert_eq!(compound_outcome(play, &parts), by_definition, "{a} | {b} | {c}, {play}");
                        seen[usize::from(play == Play::Misere) * 2
                            + usize::from(by_definition == Outcome::P)] += 1;
                    }
                }
            }
        }
        assert!(seen.iter().all(|count| *count > 20), "all four cases must occur: {seen:?}");
    }

    #[test]
    fn nim_heaps_as_in_example_2_15() {
        let game = SelectiveCompound(&Heap, &Heap);
        let mut solver = Solver::new(&game, Limits::none());
        for n in 0..6 {
            for m in 0..6 {
                // [AG, Remark 3.19]: the nimber of *n | *m is n + m.
                assert_eq!(solver.nimber(&(n, m)), Ok(u64::from(n + m)));
            }
        }
    }
}
