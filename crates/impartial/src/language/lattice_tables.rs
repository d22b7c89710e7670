//! Outcomes of lattice positions, from tables of everything that play can reach.

use super::analysis::Unanswered;
use super::position::BoardId;
use crate::game::Outcome;
use crate::lattice::{LatticeGame, Table, TableError, solve_box};
use crate::limits::Limits;

/// For every board asked about, the last table: it answers for all that its box can reach.
#[derive(Default)]
pub(super) struct LatticeTables {
    tables: Vec<(BoardId, Table)>,
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
        let known = self.tables.iter().position(|(known, table)| *known == board && table.covers(point));
        let at = match known {
            Some(at) => at,
            None => {
                let table = solve_box(game, point, point, limits).map_err(|error| match error {
                    TableError::Stopped(reason) => Unanswered::Stopped(reason),
                    other => Unanswered::OutOfReach(other.to_string()),
                })?;
                self.tables.retain(|(known, _)| *known != board);
                self.tables.push((board, table));
                self.tables.len() - 1
            }
        };
        Ok(if self.tables[at].1.is_p(point) { Outcome::P } else { Outcome::N })
    }

    /// What the last outcome on a board rests on.
    pub(super) fn because(&self, board: BoardId) -> String {
        let points =
            self.tables.iter().find(|(known, _)| *known == board).map_or(0, |(_, table)| table.size());
        format!("every position that play can reach was solved ({points} points)")
    }
}
