//! The rows of a board: the games that a position is the sum of, one by one, and what a move makes of one of them.

use serde::Serialize;

use crate::board::{Ground, Rule};
use crate::language::{Analyst, HeapSum, LatticePoint, NimHeap, OnGround, Position};
use crate::ordinal::Ordinal;

/// The most rows that a board has.
const MOST_ROWS: usize = 64;

/// One game of a sum.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Row {
    /// The game alone: `0.77[9]`, `*5`, `gen(S4)`.
    pub text: String,
    /// How large the heap is, if it is one: of a code, or a nim-heap.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub size: Option<u64>,
    /// The code of the heap, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// The coordinates, if it is a point of a lattice game that a board can show.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub point: Option<Vec<i64>>,
    /// The cells or nodes that are left, if it is played on a board or a graph.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub free: Option<Vec<u32>>,
    /// That board or graph; not repeated in what moves leave of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ground: Option<RowGround>,
    /// Its nimber, where that was worked out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nimber: Option<Ordinal>,
}

/// Where a game that falls apart is played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RowGround {
    /// The rule, by its word: `cram`, `node-kayles`.
    pub rule: &'static str,
    /// Whether a move names two places; else one.
    pub takes_pairs: bool,
    /// The columns of a board, whose cells are counted row by row.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub columns: Option<u32>,
    /// The names of all cells or nodes.
    pub names: Vec<String>,
    /// Which of them are joined.
    pub arcs: Vec<[u32; 2]>,
}

/// What a move does: one row is replaced by others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RowChange {
    /// The row, counted from 0; of equal rows the first.
    pub row: usize,
    /// What it leaves of it.
    pub left: Vec<Row>,
}

/// The summands of a position as rows.
pub(super) struct Rows {
    parts: Vec<Position>,
}

impl Rows {
    /// The rows of a position, unless there are too many.
    pub fn of(position: &Position) -> Option<Self> {
        let parts = position.summands();
        (parts.len() <= MOST_ROWS && is_all(position, &parts)).then_some(Rows { parts })
    }

    /// Each of them, with its nimber where the analyst knows it.
    pub fn with_nimbers(&self, analyst: &mut Analyst) -> Vec<Row> {
        let mut rows = self.rows();
        for (row, part) in rows.iter_mut().zip(&self.parts) {
            row.nimber = analyst.nimber(part).ok().map(|answered| answered.value);
        }
        rows
    }

    /// Each of them.
    pub fn rows(&self) -> Vec<Row> {
        let whole = |part| Row { ground: ground(part), ..row(part) };
        self.parts.iter().map(whole).collect()
    }

    /// What the move to another position does, if it changes one row.
    pub fn change(&self, to: &Position) -> Option<RowChange> {
        let mut fresh = to.summands();
        let mut is_gone = |part: &Position| match fresh.iter().position(|other| other == part) {
            Some(at) => {
                fresh.remove(at);
                false
            }
            None => true,
        };
        let gone: Vec<&Position> = self.parts.iter().filter(|part| is_gone(part)).collect();
        let [changed] = gone.as_slice() else { return None };
        let row_at = self.parts.iter().position(|part| part == *changed)?;
        Some(RowChange { row: row_at, left: fresh.iter().map(row).collect() })
    }
}

/// Whether the summands listed are all: a heap that occurs astronomically often is listed once.
fn is_all(position: &Position, parts: &[Position]) -> bool {
    Position::sum(parts.iter().cloned()) == position.normal_form()
}

/// One summand: the only place where rows look into a position.
fn row(part: &Position) -> Row {
    let text = part.to_string();
    let mut row = Row { text, size: None, code: None, point: None, free: None, ground: None, nimber: None };
    if let Some(NimHeap(heap)) = part.of_kind() {
        row.size = heap.to_u64();
    } else if let Some(HeapSum { game, heaps }) = part.of_kind() {
        row.size = heaps.largest().to_u64();
        row.code = Some(game.code().to_string());
    } else if let Some(LatticePoint { point, .. }) = part.of_kind() {
        row.point = point.iter().map(|coordinate| i64::try_from(coordinate).ok()).collect();
    } else if let Some(played) = part.of_kind::<OnGround>() {
        row.free = Some(played.ground().free());
    }
    row
}

/// The board or graph of a summand that has one.
fn ground(part: &Position) -> Option<RowGround> {
    let played = part.of_kind::<OnGround>()?;
    let (rule, ground) = (played.rule(), played.ground());
    Some(RowGround {
        rule: rule.word(),
        takes_pairs: matches!(rule, Rule::Cram | Rule::ArcKayles),
        columns: match ground {
            Ground::Board(cells) => Some(cells.columns),
            Ground::Graph(..) => None,
        },
        names: ground.names(),
        arcs: ground.arcs(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::parse;

    /// Fails when a page could not draw a board and find the move of a click: what is left of it, by the cells that are taken.
    #[test]
    fn boards_are_rows_with_cells() {
        let position = parse("cram(2x3) + *2").unwrap().position("").unwrap().normal_form();
        let rows = Rows::of(&position).unwrap();
        let [heap, board] = rows.rows().try_into().unwrap();
        assert_eq!((heap.size, heap.ground), (Some(2), None));
        let ground = board.ground.unwrap();
        assert_eq!((ground.rule, ground.takes_pairs, ground.columns), ("cram", true, Some(3)));
        assert_eq!(ground.names, ["1,1", "1,2", "1,3", "2,1", "2,2", "2,3"]);
        assert_eq!(ground.arcs, [[0, 1], [0, 3], [1, 2], [1, 4], [2, 5], [3, 4], [4, 5]]);
        let to = parse("cram(#../#..) + *2").unwrap().position("").unwrap().normal_form();
        let RowChange { row, left } = rows.change(&to).unwrap();
        assert_eq!((row, left[0].free.clone(), left.len()), (1, Some(vec![1, 2, 4, 5]), 1));
        assert_eq!(left[0].ground, None);
    }
}
