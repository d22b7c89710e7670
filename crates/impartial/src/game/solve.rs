//! The definition-level solvers: exhaustive, memoised, iterative, and right for every well-founded game.

use std::collections::hash_map::Entry;
use std::fmt;

use rustc_hash::FxHashMap;

use super::{Game, Outcome, Play};
use crate::integer::mex_of_bits;
use crate::limits::{Limits, StopReason};

/// Why a solver has no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Unsolved {
    /// A limit was reached. What was solved on the way stays solved: asking again goes on from there.
    #[error("{0}")]
    Stopped(#[from] StopReason),
    /// Play can return to a position it has left, so the position has no outcome in the theory of finite games.
    #[error("the moves run in a circle; only games that must end have an outcome")]
    Loopy,
}

/// Answers questions about the positions of one game by looking at everything reachable.
///
/// Values are remembered between questions. Cost: time and memory proportional to the number of positions reachable
/// (with their options) the first time a position is asked about; no recursion, so depth is bounded by memory only.
///
/// Invariant: a value in a memo table is the value of its position; a position being evaluated has none.
pub struct Solver<'g, G: Game> {
    game: &'g G,
    limits: Limits,
    nimbers: Memo<G::Position, u32>,
    normal: Memo<G::Position, Outcome>,
    misere: Memo<G::Position, Outcome>,
}

/// `None` marks a position whose evaluation is under way.
type Memo<P, V> = FxHashMap<P, Option<V>>;

impl<G: Game> fmt::Debug for Solver<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solver").field("positions_solved", &self.positions_solved()).finish_non_exhaustive()
    }
}

impl<'g, G: Game> Solver<'g, G> {
    /// A solver that knows nothing yet.
    pub fn new(game: &'g G, limits: Limits) -> Self {
        Solver { game, limits, nimbers: Memo::default(), normal: Memo::default(), misere: Memo::default() }
    }

    /// The number of positions whose value is remembered, over all questions asked.
    pub fn positions_solved(&self) -> usize {
        self.nimbers.len() + self.normal.len() + self.misere.len()
    }

    /// The nimber (Sprague-Grundy value): the least number that is not the nimber of an option.
    pub fn nimber(&mut self, position: &G::Position) -> Result<u64, Unsolved> {
        evaluate::<G, Mex>(self.game, &mut self.nimbers, &self.limits, position, ()).map(u64::from)
    }

    /// The outcome in normal or misère play: N when the game is over in misère play or some option is P, else P.
    pub fn outcome(&mut self, position: &G::Position, play: Play) -> Result<Outcome, Unsolved> {
        let memo = match play {
            Play::Normal => &mut self.normal,
            Play::Misere => &mut self.misere,
        };
        evaluate::<G, Win>(self.game, memo, &self.limits, position, play)
    }

    /// All moves that win: the options with outcome P, in the game's order, each once.
    pub fn winning_moves(
        &mut self,
        position: &G::Position,
        play: Play,
    ) -> Result<Vec<G::Position>, Unsolved> {
        let mut moves: Vec<G::Position> = Vec::new();
        let mut seen = rustc_hash::FxHashSet::default();
        for option in self.game.options(position) {
            if self.outcome(&option, play)? == Outcome::P && seen.insert(option.clone()) {
                moves.push(option);
            }
        }
        Ok(moves)
    }

    /// Every position that play from `position` can reach, itself first, each once, in breadth-first order.
    pub fn reachable(&self, position: &G::Position) -> Result<Vec<G::Position>, StopReason> {
        let mut order = vec![position.clone()];
        let mut seen: rustc_hash::FxHashSet<G::Position> = order.iter().cloned().collect();
        let mut next = 0;
        while next < order.len() {
            self.limits.poll_positions(order.len() as u64)?;
            for option in self.game.options(&order[next]) {
                if seen.insert(option.clone()) {
                    order.push(option);
                }
            }
            next += 1;
        }
        Ok(order)
    }
}

/// A value of a position that is computed from the values of its options, one at a time.
trait Fold {
    /// What is computed.
    type Value: Copy;
    /// What the computation depends on besides the options.
    type Setting: Copy;
    /// The state before any option is seen.
    fn start(setting: Self::Setting) -> Self;
    /// Takes in the value of one option; a value when no further option can change it.
    fn absorb(&mut self, option: Self::Value) -> Option<Self::Value>;
    /// The value when all options are seen.
    fn finish(self) -> Self::Value;
}

/// The outcome: N as soon as an option is P.
struct Win {
    play: Play,
    is_over: bool,
}

impl Fold for Win {
    type Value = Outcome;
    type Setting = Play;

    fn start(play: Play) -> Self {
        Win { play, is_over: true }
    }

    fn absorb(&mut self, option: Outcome) -> Option<Outcome> {
        self.is_over = false;
        (option == Outcome::P).then_some(Outcome::N)
    }

    fn finish(self) -> Outcome {
        if self.is_over { self.play.outcome_at_the_end() } else { Outcome::P }
    }
}

/// The least excluded number, as a growing bit set of the numbers seen.
struct Mex {
    seen: u64,
    beyond: Vec<u64>,
}

impl Fold for Mex {
    type Value = u32;
    type Setting = ();

    fn start((): ()) -> Self {
        Mex { seen: 0, beyond: Vec::new() }
    }

    fn absorb(&mut self, option: u32) -> Option<u32> {
        if option < 64 {
            self.seen |= 1 << option;
        } else {
            let (word, bit) = (option as usize / 64 - 1, option % 64);
            if self.beyond.len() <= word {
                self.beyond.resize(word + 1, 0);
            }
            self.beyond[word] |= 1 << bit;
        }
        None
    }

    fn finish(self) -> u32 {
        mex_of_bits(std::iter::once(self.seen).chain(self.beyond)) as u32
    }
}

/// A position whose options are being looked at, last one first.
struct Frame<P, F> {
    position: P,
    options: Vec<P>,
    fold: F,
}

/// The value of `position`, by depth-first search with an explicit stack.
fn evaluate<G: Game, F: Fold>(
    game: &G,
    memo: &mut Memo<G::Position, F::Value>,
    limits: &Limits,
    position: &G::Position,
    setting: F::Setting,
) -> Result<F::Value, Unsolved> {
    if let Some(Some(value)) = memo.get(position) {
        return Ok(*value);
    }
    let open = |position: G::Position| {
        let mut options = game.options(&position);
        options.reverse();
        Frame { position, options, fold: F::start(setting) }
    };
    memo.insert(position.clone(), None);
    let mut stack = vec![open(position.clone())];
    let result = loop {
        let Some(frame) = stack.last_mut() else {
            unreachable!("the frame of the position asked about is closed by `break`")
        };
        let mut value = None;
        let mut deeper = None;
        while value.is_none() && deeper.is_none() {
            let Some(option) = frame.options.pop() else { break };
            match memo.entry(option) {
                Entry::Occupied(known) => match known.get() {
                    Some(known) => value = frame.fold.absorb(*known),
                    None => deeper = Some(Err(Unsolved::Loopy)),
                },
                Entry::Vacant(unknown) => {
                    deeper = Some(Ok(unknown.key().clone()));
                    unknown.insert(None);
                }
            }
        }
        match deeper {
            Some(Err(error)) => break Err(error),
            Some(Ok(option)) => {
                if let Err(reason) = limits.poll_positions(memo.len() as u64) {
                    memo.remove(&option);
                    break Err(reason.into());
                }
                // The option is looked at first; its parent meets it again, then known.
                frame.options.push(option.clone());
                stack.push(open(option));
            }
            None => {
                let Frame { position, fold, .. } = stack.pop().expect("the frame looked at is on the stack");
                let value = value.unwrap_or_else(|| fold.finish());
                memo.insert(position, Some(value));
                if stack.is_empty() {
                    break Ok(value);
                }
            }
        }
    };
    // After a stop the positions under way go back to unknown, so that a later question finds the table clean.
    for frame in stack {
        memo.remove(&frame.position);
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::tests_support::Heap;

    /// One way to go, `n` moves long.
    struct Path;
    impl Game for Path {
        type Position = u64;
        fn options(&self, left: &u64) -> Vec<u64> {
            left.checked_sub(1).into_iter().collect()
        }
    }

    /// A move that can be taken back.
    struct Circle;
    impl Game for Circle {
        type Position = u8;
        fn options(&self, at: &u8) -> Vec<u8> {
            vec![(at + 1) % 3]
        }
    }

    #[test]
    fn a_nim_heap_is_its_own_nimber() {
        let mut solver = Solver::new(&Heap, Limits::none());
        for n in 0..300 {
            assert_eq!(solver.nimber(&n), Ok(u64::from(n)));
        }
        assert_eq!(solver.winning_moves(&5, Play::Normal), Ok(vec![0]));
        assert_eq!(solver.winning_moves(&5, Play::Misere), Ok(vec![1]));
        assert_eq!(solver.winning_moves(&0, Play::Misere), Ok(vec![]));
    }

    #[test]
    fn a_path_of_a_million_moves_needs_no_stack() {
        let mut solver = Solver::new(&Path, Limits::none());
        assert_eq!(solver.nimber(&1_000_000), Ok(0));
        assert_eq!(solver.outcome(&1_000_000, Play::Misere), Ok(Outcome::N));
        assert_eq!(solver.reachable(&1_000_000).map(|all| all.len()), Ok(1_000_001));
    }

    #[test]
    fn circles_are_found() {
        let mut solver = Solver::new(&Circle, Limits::none());
        assert_eq!(solver.outcome(&0, Play::Normal), Err(Unsolved::Loopy));
        assert_eq!(solver.nimber(&1), Err(Unsolved::Loopy));
    }

    #[test]
    fn a_stopped_search_can_go_on() {
        let limits = Limits::none().with_positions(10);
        let mut solver = Solver::new(&Path, limits);
        assert_eq!(solver.nimber(&100), Err(Unsolved::Stopped(StopReason::positions(10))));
        solver.limits = Limits::none();
        assert_eq!(solver.nimber(&101), Ok(1));
    }
}
