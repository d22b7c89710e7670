//! What texts have mentioned so far: trees, groups, boards and graphs, so that texts read later refer to the same ones and what was
//! worked out about them is not worked out again.

use std::sync::{Arc, PoisonError, RwLock};

use super::board::BoardGame;
use super::divided::{DividedGame, DividedRules};
use super::graph::NamedGraph;
use super::lattice::NamedBoard;
use crate::board::Rule;
use crate::game::forest::Forest;
use crate::generate::{Ground, LargeGround};

/// What texts have mentioned so far. A clone refers to the same things.
#[derive(Clone, Debug, Default)]
pub struct Known {
    pub(super) forest: Arc<RwLock<Forest>>,
    pub(super) grounds: Vec<Arc<Ground>>,
    pub(super) large: Vec<Arc<LargeGround>>,
    pub(super) divided: Vec<Arc<DividedGame>>,
    pub(super) boards: Vec<Arc<NamedBoard>>,
    pub(super) graphs: Vec<Arc<NamedGraph>>,
    pub(super) board_games: Vec<Arc<BoardGame>>,
}

impl Known {
    /// Enters a lattice game under a name; a name entered before keeps its game.
    pub fn enter_board(&mut self, name: &str, game: crate::lattice::LatticeGame) -> Arc<NamedBoard> {
        if let Some(known) = self.boards.iter().find(|known| known.name() == name) {
            return Arc::clone(known);
        }
        let board = Arc::new(NamedBoard::new(name, game));
        self.boards.push(Arc::clone(&board));
        board
    }

    /// The game of groups or of subgroups on a ground.
    pub(super) fn divided(&mut self, rules: DividedRules, ground: &Arc<Ground>) -> Arc<DividedGame> {
        let is_it = |game: &&Arc<DividedGame>| game.rules() == rules && Arc::ptr_eq(game.ground(), ground);
        if let Some(known) = self.divided.iter().find(is_it) {
            return Arc::clone(known);
        }
        let game = Arc::new(DividedGame::new(rules, Arc::clone(ground)));
        self.divided.push(Arc::clone(&game));
        game
    }

    /// The game of a rule on boards and graphs.
    pub(super) fn board_game(&mut self, rule: Rule) -> Arc<BoardGame> {
        if let Some(known) = self.board_games.iter().find(|game| game.rule() == rule) {
            return Arc::clone(known);
        }
        let game = Arc::new(BoardGame::new(rule));
        self.board_games.push(Arc::clone(&game));
        game
    }

    /// Reads the game trees, or adds to them.
    pub(super) fn with_forest<T>(&self, work: impl FnOnce(&mut Forest) -> T) -> T {
        work(&mut self.forest.write().unwrap_or_else(PoisonError::into_inner))
    }
}
