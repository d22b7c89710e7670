//! The rows of a board: the games that a position is the sum of, one by one, and what a move makes of one of them.

use serde::Serialize;

use crate::language::{Analyst, HeapSum, LatticePoint, NimHeap, Position};
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
    /// Its nimber, where that was worked out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nimber: Option<Ordinal>,
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
        self.parts.iter().map(row).collect()
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
    let mut row = Row { text: part.to_string(), size: None, code: None, point: None, nimber: None };
    if let Some(NimHeap(heap)) = part.of_kind() {
        row.size = heap.to_u64();
    } else if let Some(HeapSum { game, heaps }) = part.of_kind() {
        row.size = heaps.largest().to_u64();
        row.code = Some(game.code().to_string());
    } else if let Some(LatticePoint { point, .. }) = part.of_kind() {
        row.point = point.iter().map(|coordinate| i64::try_from(coordinate).ok()).collect();
    }
    row
}
