//! A winning strategy as an object that others can check: enough P-positions that every move out of one of them can be
//! answered by a move back into them.

use rustc_hash::FxHashSet;

use super::analysis::Analyst;
use super::position::Position;
use crate::game::{Outcome, Play};
use crate::limits::Unanswered;

/// A position with more options is not answered move by move.
const MOST_OPTIONS: u64 = 1 << 17;

/// A proof of an outcome that needs no theory.
///
/// Invariants, which together prove by induction on the length of play that every position of `answers` is P:
/// 1. no option of a position in `answers` is in `answers`, and in misère play none of them is over;
/// 2. every option of a position in `answers` has an option in `answers`, or is over in misère play;
/// 3. `root` is in `answers` when `outcome` is P; it has an option there, or is over in misère play, when it is N.
///
/// (1 follows from 2 and is not checked separately: an option in `answers` would itself have an answer, and so on, for
/// ever.)
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WinningStrategy {
    /// The position asked about, in normal form.
    pub root: Position,
    /// The play.
    pub play: Play,
    /// The outcome of the root.
    pub outcome: Outcome,
    /// The P-positions that the winner always moves to, sorted.
    pub answers: Vec<Position>,
}

/// Why no strategy was written down.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StrategyError {
    /// The winner would need more positions than allowed.
    #[error("the strategy needs more than {0} positions")]
    TooLarge(usize),
    /// An outcome on the way has no answer.
    #[error(transparent)]
    Unanswered(#[from] Unanswered),
}

impl WinningStrategy {
    /// The strategy that answers every move with the first winning move, preferring positions already used, with at
    /// most `most` positions.
    pub fn find(
        analyst: &mut Analyst,
        position: &Position,
        play: Play,
        most: usize,
    ) -> Result<WinningStrategy, StrategyError> {
        let root = position.normal_form();
        if !root.is_finite() {
            let why = "a strategy for a game with infinitely many options cannot be written down".to_owned();
            return Err(Unanswered::OutOfReach(why).into());
        }
        let outcome = analyst.outcome(&root, play)?.value;
        let mut answers: FxHashSet<Position> = FxHashSet::default();
        let mut waiting = match outcome {
            Outcome::P => vec![root.clone()],
            Outcome::N => analyst.winning_moves(&root, play)?.moves.into_iter().take(1).collect(),
        };
        answers.extend(waiting.iter().cloned());
        while let Some(next) = waiting.pop() {
            analyst.limits().poll().map_err(Unanswered::from)?;
            if next.bound_on_options(analyst.limits()) > MOST_OPTIONS {
                return Err(StrategyError::TooLarge(most));
            }
            for option in next.options() {
                let replies = analyst.winning_moves(&option, play)?.moves;
                if replies.iter().any(|reply| answers.contains(reply)) {
                    continue;
                }
                // Without a reply the option is over, and whoever is to move has won in misère play.
                if let Some(reply) = replies.into_iter().next() {
                    answers.insert(reply.clone());
                    waiting.push(reply);
                    if answers.len() > most {
                        return Err(StrategyError::TooLarge(most));
                    }
                }
            }
        }
        let mut answers: Vec<Position> = answers.into_iter().collect();
        answers.sort();
        Ok(WinningStrategy { root, play, outcome, answers })
    }
}
