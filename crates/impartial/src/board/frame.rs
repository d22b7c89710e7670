//! The rectangle that cells lie in: neighbours, connected parts, and the normal position of a piece.

use super::word::Word;

/// A rectangle of so many columns, read row by row.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame<W> {
    pub(super) columns: u32,
    /// The cells that are not the last of their row.
    pub(super) not_last: W,
}

/// A board lies on its longer side, so that 120 cells are in ten rows at most; a box no wider than tall has as few columns.
const MOST_ROWS: usize = 10;

impl<W: Word> Frame<W> {
    pub(super) fn new(rows: u32, columns: u32) -> Self {
        let last = (1..=rows).fold(W::default(), |last, row| last | W::one() << (row * columns - 1));
        Frame { columns, not_last: !last }
    }

    /// The neighbours of cells, and these themselves, free or not.
    pub(super) fn around(&self, cells: W) -> W {
        let right = (cells & self.not_last) << 1;
        let left = cells >> 1 & self.not_last;
        cells | right | left | cells << self.columns | cells >> self.columns
    }

    /// The connected parts of cells each of which has one of the cells `near`.
    ///
    /// Where these are all in one part the rest of it need not be walked: it is what is left.
    pub(super) fn parts(&self, mut cells: W, mut near: W, mut visit: impl FnMut(W)) {
        while !near.is_empty() {
            let mut part = near.least();
            loop {
                let grown = self.around(part) & cells;
                if grown == part {
                    break;
                }
                part = grown;
                if (near & !part).is_empty() {
                    part = cells;
                    break;
                }
            }
            cells &= !part;
            near &= !part;
            visit(part);
        }
    }

    /// The normal position of cells: in their smallest box, no taller than wide, the least of those that turning and reflecting give,
    /// with the width of the box above. There must be a cell, and no more rows than columns.
    pub(super) fn normal(&self, cells: W) -> W {
        let first = cells.first() / self.columns;
        let height = cells.last() / self.columns - first + 1;
        let whole_row = !(!W::default() << self.columns);
        let mut rows = [W::default(); MOST_ROWS];
        let mut all = W::default();
        for (at, row) in rows[..height as usize].iter_mut().enumerate() {
            *row = cells >> ((first + at as u32) * self.columns) & whole_row;
            all |= *row;
        }
        let left = all.first();
        let width = all.last() + 1 - left;
        rows[..height as usize].iter_mut().for_each(|row| *row = *row >> left);
        let boxed = &rows[..height as usize];
        let least = if height < width {
            least_of_four(boxed, width)
        } else {
            let other = least_of_four(&transposed(boxed, width)[..width as usize], height);
            if height > width { other } else { other.min(least_of_four(boxed, width)) }
        };
        least | W::from_cells(u128::from(height.max(width))) << W::CELLS
    }
}

/// The rows, columns and cells of a piece in normal position.
pub(super) fn box_of<W: Word>(piece: W) -> (u32, u32, W) {
    let columns = (piece >> W::CELLS).to_cells() as u32;
    let cells = piece & !(!W::default() << W::CELLS);
    (cells.last() / columns + 1, columns, cells)
}

/// Whether a half turn about the middle of its box leaves a piece in place, and takes no cell to itself or to a neighbour.
///
/// Then the second player answers every move by the move that the half turn makes of it, and the nimber is 0. Proof: two cells that
/// the half turn exchanges differ by an odd number of rows when the number of rows is even, and by an even one else, and so
/// for columns; so they are equal or neighbours only in the middle, and there only where one of these numbers is odd.
/// An answer is therefore never in the way of the move it answers, and what is left is as symmetric as before.
pub(super) fn is_balanced<W: Word>(piece: W) -> bool {
    let (rows, columns, cells) = box_of(piece);
    if cells.reversed(rows * columns) != cells {
        return false;
    }
    let middle = cells >> (rows / 2 * columns + columns / 2) & W::one();
    let has_middle = rows % 2 == 1 || columns % 2 == 1;
    !has_middle || middle.is_empty()
}

/// The least of the four texts, row by row, of a box: as it is, turned by half, and both reflected.
fn least_of_four<W: Word>(rows: &[W], width: u32) -> W {
    let upright = rows.iter().rev().fold(W::default(), |cells, row| cells << width | *row);
    let reflected = rows.iter().fold(W::default(), |cells, row| cells << width | *row);
    let bits = width * rows.len() as u32;
    upright.min(upright.reversed(bits)).min(reflected).min(reflected.reversed(bits))
}

/// A box of so few columns turned over the diagonal.
fn transposed<W: Word>(rows: &[W], width: u32) -> [W; MOST_ROWS] {
    let mut columns = [W::default(); MOST_ROWS];
    for (at, row) in rows.iter().enumerate() {
        for (column, cells) in columns.iter_mut().enumerate().take(width as usize) {
            *cells |= (*row >> column as u32 & W::one()) << at as u32;
        }
    }
    columns
}
