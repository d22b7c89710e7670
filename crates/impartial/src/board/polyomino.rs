//! What is left of a board: cells of the square grid that hang together, up to the eight symmetries of the square.

use super::Rule;
use super::frame::{self, Frame};
use crate::game::Components;

/// The most cells of a board.
pub const MOST_CELLS: u32 = 120;

/// Cells of a board, row by row, that are still free; not necessarily connected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cells {
    /// The number of rows.
    pub rows: u32,
    /// The number of columns.
    pub columns: u32,
    /// Bit `row * columns + column` is set when that cell is free.
    pub free: u128,
}

/// A connected set of cells in its smallest box, which is no taller than wide, in the least of the positions that turning and
/// reflecting give it.
///
/// The cells are the lower 120 bits, row by row; the width of the box is the upper byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Polyomino(u128);

impl Cells {
    /// The empty board of so many rows and columns: all cells are free.
    ///
    /// # Panics
    /// When it has more than [`MOST_CELLS`] cells.
    pub fn rectangle(rows: u32, columns: u32) -> Self {
        let cells = rows.checked_mul(columns).filter(|cells| *cells <= MOST_CELLS);
        let cells = cells.expect("callers bound the size of boards");
        Cells { rows, columns, free: (1 << cells) - 1 }
    }

    /// The cells that have another one to the right of them on the board, free or not.
    fn not_last(self) -> u128 {
        !(self.first_column() << (self.columns - 1))
    }

    fn first_column(self) -> u128 {
        (0..self.rows).fold(0, |column, row| column | 1 << (row * self.columns))
    }

    /// The neighbours of cells, and these themselves, free or not.
    fn around(self, cells: u128, not_last: u128) -> u128 {
        let right = (cells & not_last) << 1;
        let left = (cells >> 1) & not_last;
        cells | right | left | cells << self.columns | cells >> self.columns
    }

    /// For every move, the cells that it takes away.
    pub(super) fn moves(self, rule: Rule) -> Vec<u128> {
        let not_last = self.not_last();
        let mut moves = Vec::new();
        match rule {
            Rule::Cram | Rule::ArcKayles => {
                each(self.free & (self.free >> 1) & not_last, |cell| moves.push(cell | cell << 1));
                each(self.free & (self.free >> self.columns), |cell| moves.push(cell | cell << self.columns));
            }
            Rule::NodeKayles => {
                each(self.free, |cell| moves.push(self.around(cell, not_last) & self.free));
            }
            Rule::Grim => each(self.free, |cell| {
                if self.around(cell, not_last) & self.free != cell {
                    moves.push(cell);
                }
            }),
        }
        moves
    }

    /// The number of moves.
    fn count_moves(self, rule: Rule) -> u64 {
        let beside = (self.free & (self.free >> 1) & self.not_last()).count_ones();
        let below = (self.free & (self.free >> self.columns)).count_ones();
        match rule {
            Rule::Cram | Rule::ArcKayles => u64::from(beside + below),
            Rule::NodeKayles | Rule::Grim => u64::from(self.free.count_ones()),
        }
    }

    /// The connected parts of the free cells that can still be played on.
    pub fn pieces(self, rule: Rule) -> Vec<Polyomino> {
        let mut pieces = Vec::new();
        let not_last = self.not_last();
        let mut open = self.free;
        while open != 0 {
            let mut piece = open & open.wrapping_neg();
            loop {
                let grown = self.around(piece, not_last) & open;
                if grown == piece {
                    break;
                }
                piece = grown;
            }
            open &= !piece;
            if rule.plays_single_nodes() || piece & (piece - 1) != 0 {
                pieces.push(Polyomino::new(Cells { free: piece, ..self }));
            }
        }
        pieces
    }

    /// The cells as they lie, turned over the diagonal.
    #[must_use]
    pub fn transposed(self) -> Self {
        let mut free = 0;
        each(self.free, |cell| {
            let (row, column) = (cell.trailing_zeros() / self.columns, cell.trailing_zeros() % self.columns);
            free |= 1 << (column * self.rows + row);
        });
        Cells { rows: self.columns, columns: self.rows, free }
    }
}

/// Every cell of a set, as a set of one.
pub(super) fn each(mut cells: u128, mut visit: impl FnMut(u128)) {
    while cells != 0 {
        let cell = cells & cells.wrapping_neg();
        visit(cell);
        cells ^= cell;
    }
}

impl Polyomino {
    /// The normal position of cells that hang together.
    ///
    /// # Panics
    /// When there is no free cell.
    pub fn new(cells: Cells) -> Self {
        assert!(cells.free != 0, "a polyomino has a cell");
        let cells = if cells.rows > cells.columns { cells.transposed() } else { cells };
        Polyomino(Frame::new(cells.rows, cells.columns).normal(cells.free))
    }

    /// The cells in their box.
    pub fn cells(self) -> Cells {
        let (rows, columns, free) = frame::box_of(self.0);
        Cells { rows, columns, free }
    }

    /// The number of cells.
    pub fn size(self) -> u32 {
        self.cells().free.count_ones()
    }

    /// Whether a half turn about the middle of the box leaves the cells in place, and takes no cell to itself or to a neighbour:
    /// then the second player answers every move by its image, and the nimber is 0.
    pub fn is_balanced(self) -> bool {
        frame::is_balanced(self.0)
    }
}

/// The games of a rule on boards.
#[derive(Clone, Copy, Debug)]
pub struct OnBoards(pub Rule);

impl Components for OnBoards {
    type Component = Polyomino;

    fn options(&self, piece: &Polyomino) -> Vec<Vec<Polyomino>> {
        let cells = piece.cells();
        let left = |taken: &u128| Cells { free: cells.free & !taken, ..cells }.pieces(self.0);
        cells.moves(self.0).iter().map(left).collect()
    }

    fn longest_play(&self, piece: &Polyomino) -> u64 {
        self.0.longest_play(piece.size())
    }

    fn weight(&self, piece: &Polyomino) -> u64 {
        piece.cells().count_moves(self.0)
    }

    fn theorem(&self, piece: &Polyomino) -> Option<u64> {
        piece.is_balanced().then_some(0)
    }
}
