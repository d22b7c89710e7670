//! Outcomes of lattice positions, from tables of everything that play can reach, or from a strategy for all positions when
//! the table would be too large.

use num_bigint::BigInt;

use super::analysis::Unanswered;
use super::position::BoardId;
use crate::game::Outcome;
use crate::lattice::strategy::{Found, Strategy, find};
use crate::lattice::{Cell, LatticeGame, Table, TableError, solve_box};
use crate::limits::Limits;

/// For every board asked about, the last table: it answers for all that its box can reach.
#[derive(Default)]
pub(super) struct LatticeTables {
    tables: Vec<(BoardId, Table)>,
    strategies: Vec<(BoardId, Strategy)>,
}

impl LatticeTables {
    /// The outcome of a point of the board, which is not defeated.
    pub(super) fn outcome(
        &mut self,
        board: BoardId,
        game: &LatticeGame,
        point: &[i64],
        limits: &Limits,
    ) -> Result<Outcome, Unanswered> {
        if let Some((_, strategy)) = self.strategies.iter().find(|(known, _)| *known == board) {
            return Ok(outcome_by(strategy, point));
        }
        let known = self.tables.iter().position(|(known, table)| *known == board && table.covers(point));
        let at = match known {
            Some(at) => at,
            None => {
                let table = match solve_box(game, point, point, limits) {
                    Ok(table) => table,
                    Err(TableError::Stopped(reason)) => return Err(Unanswered::Stopped(reason)),
                    Err(TableError::TooLarge) => return self.prove(board, game, point, limits),
                    Err(other) => return Err(Unanswered::OutOfReach(other.to_string())),
                };
                self.tables.retain(|(known, _)| *known != board);
                self.tables.push((board, table));
                self.tables.len() - 1
            }
        };
        Ok(if self.tables[at].1.is_p(point) { Outcome::P } else { Outcome::N })
    }

    /// The outcome by a strategy for the whole board.
    fn prove(
        &mut self,
        board: BoardId,
        game: &LatticeGame,
        point: &[i64],
        limits: &Limits,
    ) -> Result<Outcome, Unanswered> {
        match find(game, limits) {
            Found::Proved(strategy) => {
                let outcome = outcome_by(&strategy, point);
                self.strategies.push((board, *strategy));
                Ok(outcome)
            }
            Found::Box { stopped: Some(reason), .. } => Err(Unanswered::Stopped(reason)),
            Found::Box { stopped: None, .. } => Err(Unanswered::OutOfReach(
                "a table of all that play can reach does not fit in four gigabytes, and no strategy for the whole board was found"
                    .into(),
            )),
        }
    }

    /// What the last outcome on a board rests on.
    pub(super) fn because(&self, board: BoardId) -> String {
        if self.strategies.iter().any(|(known, _)| *known == board) {
            return "a strategy for the whole board was found and verified at every position".into();
        }
        let points =
            self.tables.iter().find(|(known, _)| *known == board).map_or(0, |(_, table)| table.size());
        format!("every position that play can reach was solved ({points} points)")
    }
}

fn outcome_by(strategy: &Strategy, point: &[i64]) -> Outcome {
    let point: Vec<BigInt> = point.iter().map(|x| BigInt::from(*x)).collect();
    if strategy.cell(&point) == Cell::P { Outcome::P } else { Outcome::N }
}
