//! Games on boards and graphs that fall apart: Cram, Node Kayles, Arc Kayles and Grim.
//!
//! A move takes nodes of a graph away, and what is left falls into connected pieces, each a game of its own. Boards are graphs too:
//! cells of the square grid, joined to their neighbours.
//!
//! | file | idea |
//! |---|---|
//! | `polyomino` | pieces of boards, up to turning and reflecting: [`Polyomino`] |
//! | `piece` | pieces of graphs, up to most isomorphisms: [`Piece`] |
//! | `word`, `frame`, `memory`, `shared`, `order`, `search` | nimbers of boards with sets of cells as machine words: [`BoardSearch`] |
//! | `ground` | boards and graphs as texts: `4x5`, `..#/...`, `petersen`, `cycle 7`, `a-b, b-c` |
//!
//! Nimbers of graphs are found by [`NimberSearch`](crate::game::NimberSearch), those of boards by [`BoardSearch`], misère outcomes by [`SumSearch`](crate::game::SumSearch).
//!
//! ```
//! use impartial::board::{BoardSearch, Cells, Rule};
//! use impartial::limits::Limits;
//! let mut search = BoardSearch::new(Rule::Cram, Limits::none());
//! assert_eq!(search.nimber(Cells::rectangle(4, 7)), Ok(3));
//! ```

mod frame;
mod ground;
mod memory;
mod order;
mod piece;
mod polyomino;
mod search;
mod shared;
#[cfg(test)]
mod tests;
mod word;

pub use ground::{Ground, GroundGraph, MOST_NODES};
pub use piece::{OnGraphs, Piece};
pub use polyomino::{Cells, MOST_CELLS, OnBoards, Polyomino};
pub use search::BoardSearch;

/// What a move takes away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Rule {
    /// Two neighbouring cells of a board: a domino is put down.
    Cram,
    /// A node and all its neighbours.
    NodeKayles,
    /// Two neighbouring nodes: an arc, and all arcs that meet it.
    ArcKayles,
    /// A node that has a neighbour.
    Grim,
}

impl Rule {
    /// All rules.
    pub const ALL: [Rule; 4] = [Rule::Cram, Rule::NodeKayles, Rule::ArcKayles, Rule::Grim];

    /// The word for the game in texts.
    pub fn word(self) -> &'static str {
        match self {
            Rule::Cram => "cram",
            Rule::NodeKayles => "node-kayles",
            Rule::ArcKayles => "arc-kayles",
            Rule::Grim => "grim",
        }
    }

    /// Whether there is a move on a single node.
    fn plays_single_nodes(self) -> bool {
        self == Rule::NodeKayles
    }

    /// A bound on the number of moves on so many nodes that hang together.
    fn longest_play(self, nodes: u32) -> u64 {
        u64::from(match self {
            Rule::Cram | Rule::ArcKayles => nodes / 2,
            Rule::NodeKayles => nodes,
            Rule::Grim => nodes.saturating_sub(1),
        })
    }
}
