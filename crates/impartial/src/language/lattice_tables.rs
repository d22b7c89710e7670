//! Outcomes of lattice positions of any size: from nimbers where the game is a sum of heaps, from tables of everything that
//! play can reach while these are small, and from a strategy for the whole board where they are not.

use num_bigint::BigInt;

use super::analysis::Unanswered;
use super::position::BoardId;
use crate::game::Outcome;
use crate::lattice::rules::small_point;
use crate::lattice::squarefree::{self, SquarefreeStrategy};
use crate::lattice::strategy::{Found, Strategy, find};
use crate::lattice::table::points_needed;
use crate::lattice::{Cell, LatticeGame, Table, TableError, solve_box};
use crate::limits::Limits;

/// The most points of a table that is made before a strategy for the whole board was looked for, and after.
const QUICK_TABLE: u128 = 1 << 32;
const LARGEST_TABLE: u128 = 1 << 40;

/// What is known of one board.
struct Known {
    board: BoardId,
    /// The nimbers of its heaps, when it is a sum of heaps in normal play.
    heaps: Option<SquarefreeStrategy>,
    /// The last table: it answers for all that its box can reach.
    table: Option<Table>,
    strategy: Option<Strategy>,
    /// A strategy was looked for and not found.
    is_unproved: bool,
}

/// For every board asked about, what answers for its positions.
#[derive(Default)]
pub(super) struct LatticeTables {
    boards: Vec<Known>,
}

impl LatticeTables {
    fn known(&mut self, board: BoardId, game: &LatticeGame) -> &mut Known {
        let at = self.boards.iter().position(|known| known.board == board).unwrap_or_else(|| {
            let heaps = squarefree::solve(game).ok();
            self.boards.push(Known { board, heaps, table: None, strategy: None, is_unproved: false });
            self.boards.len() - 1
        });
        &mut self.boards[at]
    }

    /// Whether a board was found to be a sum of heaps.
    pub(super) fn is_sum_of_heaps(&self, board: BoardId) -> bool {
        self.boards.iter().any(|known| known.board == board && known.heaps.is_some())
    }

    /// The nimber of a point of the board, where the game is a sum of heaps.
    pub(super) fn nimber(&mut self, board: BoardId, game: &LatticeGame, point: &[BigInt]) -> Option<u64> {
        let heaps = self.known(board, game).heaps.as_ref()?;
        Some(heaps.nimber_of_parities(point.iter().map(|x| x.bit(0))))
    }

    /// The outcome of a point of the board, which is not defeated.
    pub(super) fn outcome(
        &mut self,
        board: BoardId,
        game: &LatticeGame,
        point: &[BigInt],
        limits: &Limits,
    ) -> Result<Outcome, Unanswered> {
        if let Some(nimber) = self.nimber(board, game, point) {
            return Ok(if nimber == 0 { Outcome::P } else { Outcome::N });
        }
        let is_p = self.known(board, game).is_p(game, point, limits)?;
        Ok(if is_p { Outcome::P } else { Outcome::N })
    }

    /// What the last outcome on a board rests on.
    pub(super) fn because(&self, board: BoardId) -> String {
        let known = self.boards.iter().find(|known| known.board == board);
        match known {
            Some(Known { heaps: Some(_), .. }) => {
                "Sprague-Grundy: every rule acts on one heap (Guo and Miller, section 6, corrigendum)".into()
            }
            Some(Known { strategy: Some(_), .. }) => {
                "a strategy for the whole board was found and verified at every position".into()
            }
            _ => {
                let points = known.and_then(|known| known.table.as_ref()).map_or(0, Table::size);
                format!("every position that play can reach was solved ({points} points)")
            }
        }
    }
}

impl Known {
    fn is_p(&mut self, game: &LatticeGame, point: &[BigInt], limits: &Limits) -> Result<bool, Unanswered> {
        if let Some(strategy) = &self.strategy {
            return Ok(strategy.cell(point) == Cell::P);
        }
        let small = small_point(point);
        if let (Some(point), Some(table)) = (&small, &self.table)
            && table.covers(point)
        {
            return Ok(table.is_p(point));
        }
        let needed = match &small {
            Some(point) => points_needed(game, point, point, limits).or_else(|error| match error {
                TableError::TooLarge => Ok(u128::MAX),
                other => Err(unanswered(other)),
            })?,
            None => u128::MAX,
        };
        if needed > QUICK_TABLE && !self.is_unproved {
            match find(game, limits) {
                Found::Proved(strategy) => {
                    let is_p = strategy.cell(point) == Cell::P;
                    self.strategy = Some(*strategy);
                    return Ok(is_p);
                }
                Found::Box { stopped: Some(reason), .. } => return Err(Unanswered::Stopped(reason)),
                Found::Box { stopped: None, .. } => self.is_unproved = true,
            }
        }
        let Some(point) = small.filter(|_| needed <= LARGEST_TABLE) else {
            return Err(unanswered(TableError::TooLarge));
        };
        let table = solve_box(game, &point, &point, limits).map_err(unanswered)?;
        let is_p = table.is_p(&point);
        self.table = Some(table);
        Ok(is_p)
    }
}

fn unanswered(error: TableError) -> Unanswered {
    match error {
        TableError::Stopped(reason) => Unanswered::Stopped(reason),
        TableError::TooLarge => Unanswered::OutOfReach(
            "a table of all that play can reach does not fit in four gigabytes, and no strategy for the whole board was found"
                .into(),
        ),
        other => Unanswered::OutOfReach(other.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::Rulebook;
    use crate::lattice::examples::exotic;

    /// Tables and the strategy agree: adding (6,6) any number of times changes no outcome of this game.
    #[test]
    fn positions_of_every_size_have_outcomes() {
        let game = exotic();
        let board = Rulebook::new().enter_board("exotic", game.clone());
        let (mut small, mut large) = (LatticeTables::default(), LatticeTables::default());
        let far: BigInt = BigInt::from(10).pow(30) * 6;
        for (x, y) in (0..15).flat_map(|x| (0..15).map(move |y| (BigInt::from(x), BigInt::from(y)))) {
            let by_table = small.outcome(board, &game, &[x.clone(), y.clone()], &Limits::none());
            let by_strategy = large.outcome(board, &game, &[x + &far, y + &far], &Limits::none());
            assert_eq!(by_table, by_strategy);
        }
        assert!(small.because(board).contains("every position that play can reach"));
        assert!(large.because(board).contains("a strategy for the whole board"));
    }

    /// Where every rule acts on one heap, parities are enough; elsewhere there is no nimber without a search.
    #[test]
    fn sums_of_heaps_have_nimbers() {
        let rules = [[1, 0, 0], [0, 1, 0], [-1, 1, 0], [0, 0, 1], [-1, 0, 1], [0, -1, 1]];
        let nim = LatticeGame::new(3, rules.map(|rule| rule.to_vec()).to_vec(), None, vec![]).unwrap();
        let board = Rulebook::new().enter_board("nim", nim.clone());
        let mut tables = LatticeTables::default();
        let odd: BigInt = BigInt::from(10).pow(40) + 1;
        assert_eq!(tables.nimber(board, &nim, &[odd.clone(), odd.clone(), BigInt::ZERO]), Some(3));
        let all = [odd.clone(), odd.clone(), odd.clone()];
        assert_eq!(tables.outcome(board, &nim, &all, &Limits::none()), Ok(Outcome::P));
        let mut others = LatticeTables::default();
        assert_eq!(others.nimber(board, &exotic(), &[odd.clone(), odd]), None);
    }
}
