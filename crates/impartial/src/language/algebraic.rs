//! What the games of algebraic structures say about positions.

use super::analysis::{Analyst, Answered, Unanswered};
use super::moves::WinningMoves;
use super::position::{Position, Rulebook};
use crate::algebra::{AlgebraPosition, CongruenceGame, Partition, Unknown};
use crate::claim::Claim;
use crate::game::{Outcome, Play};
use crate::limits::Limits;
use crate::ordinal::Ordinal;

/// The most options of one structure that are listed.
pub(super) const MOST_LISTED: usize = 20_000;

impl From<Unknown> for Unanswered {
    fn from(unknown: Unknown) -> Self {
        match unknown {
            Unknown::Stopped(reason) => Unanswered::Stopped(reason),
            Unknown::OutOfReach(why) => Unanswered::OutOfReach(why),
        }
    }
}

/// An error when the options cannot be listed.
pub(super) fn listable(algebra: &AlgebraPosition) -> Result<(), Unanswered> {
    algebra.options(MOST_LISTED, &Limits::none()).map(|_| ()).map_err(|unknown| match unknown {
        Unknown::OutOfReach(why) => Unanswered::OutOfReach(format!(
            "{why}, and no theorem here answers without a search of all positions"
        )),
        stopped @ Unknown::Stopped(_) => stopped.into(),
    })
}

fn answered<T>(value: T, claim: &Claim, steps: Vec<String>) -> Answered<T> {
    let is_cited = matches!(claim, Claim::Cited(_));
    Answered { value, because: claim.detail().to_owned(), steps, is_cited }
}

impl Rulebook {
    /// A position of a game of groups, subgroups, abelian groups, rings or algebras as one of congruences of unary maps on at most
    /// `most` elements, and the congruence that stands for it: what a certificate is written from.
    pub fn congruences(&self, position: &Position, most: usize) -> Option<(CongruenceGame, Partition)> {
        match position {
            Position::Divided(divided) if divided.subgroup.universe() <= most => {
                Some(self.divided_congruences(divided))
            }
            Position::Algebra(algebra) => algebra.congruences(most),
            _ => None,
        }
    }
}

impl Analyst<'_> {
    pub(super) fn algebra_nimber(
        &mut self,
        algebra: &AlgebraPosition,
    ) -> Result<Answered<Ordinal>, Unanswered> {
        let value = algebra.nimber(&self.limits)?;
        Ok(answered(value, &algebra.reason(None), algebra.steps(Play::Normal, &self.limits)))
    }

    pub(super) fn algebra_outcome(
        &mut self,
        algebra: &AlgebraPosition,
        play: Play,
    ) -> Result<Answered<Outcome>, Unanswered> {
        let value = algebra.outcome(play, &self.limits)?;
        Ok(answered(value, &algebra.reason(Some(play)), algebra.steps(play, &self.limits)))
    }

    /// The winning moves of a structure alone.
    pub(super) fn algebra_moves(
        &mut self,
        algebra: &AlgebraPosition,
        play: Play,
        found: &mut WinningMoves,
    ) -> Result<(), Unanswered> {
        let replies = algebra.winning_moves(play, &self.limits)?;
        found.complete &= replies.complete;
        found.moves.extend(replies.moves.into_iter().map(Position::Algebra));
        Ok(())
    }

    /// The options of a structure that have a given nimber: all of them where they can be listed, otherwise one.
    pub(super) fn algebra_moves_to(
        &mut self,
        algebra: &AlgebraPosition,
        target: &Ordinal,
        found: &mut WinningMoves,
    ) -> Result<Vec<Position>, Unanswered> {
        if let Ok(options) = algebra.options(MOST_LISTED, &self.limits) {
            let mut winning = Vec::new();
            for option in options {
                if option.nimber(&self.limits)? == *target {
                    winning.push(Position::Algebra(option));
                }
            }
            return Ok(winning);
        }
        found.complete = false;
        Ok(algebra.move_to(target, &self.limits)?.map(Position::Algebra).into_iter().collect())
    }
}
