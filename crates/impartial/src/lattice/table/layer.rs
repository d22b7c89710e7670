//! The rows with one first coordinate, and where they lie in memory.

use std::ops::Range;

use super::plan::Plan;
use super::{TableError, words};
use crate::limits::Limits;

/// All rows with the same first coordinate.
///
/// The coordinates between the first and the last are found in a tree: a node at depth j knows the range of coordinate
/// j + 1 and where its children begin; the children of the deepest nodes are rows.
#[derive(Clone, Debug, Default)]
pub(super) struct Layer {
    pub(super) nodes: Vec<Vec<Node>>,
    pub(super) rows: Vec<Row>,
    /// For every row a block of zero words, one for each plane, and the blocks of the row; a block of zeros at the end. A block has
    /// the words of all planes at one place.
    pub(super) words: Vec<u64>,
    /// The number of planes.
    planes: usize,
}

/// The range of the next coordinate, and where its first child is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) lo: i64,
    pub(super) hi: i64,
    first: usize,
}

impl Node {
    /// Stands for the only row of a layer that has one: its coordinate between the first and the last is, so to say, 0.
    pub(super) const SINGLE: Node = Node { lo: 0, hi: 0, first: 0 };

    /// The number of the child with this coordinate.
    pub(super) fn child(&self, coordinate: i64) -> Option<usize> {
        let is_there = self.lo <= coordinate && coordinate <= self.hi;
        is_there.then(|| self.first + (coordinate - self.lo) as usize)
    }
}

/// A row: the points with last coordinate from `lo` to `hi`. Bit b of word w stands for the last coordinate 64w + b, where
/// w counts from `lo`/64, rounded down.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row {
    pub(super) lo: i64,
    pub(super) hi: i64,
    /// Where its first block is.
    pub(super) start: usize,
}

impl Row {
    pub(super) fn is_empty(&self) -> bool {
        self.lo > self.hi
    }

    pub(super) fn first_word(&self) -> i64 {
        self.lo >> 6
    }

    pub(super) fn word_count(&self) -> usize {
        if self.is_empty() { 0 } else { ((self.hi >> 6) - (self.lo >> 6) + 1) as usize }
    }
}

impl Layer {
    /// The row with these coordinates after the first.
    pub(super) fn row(&self, coordinates: &[i64]) -> Option<&Row> {
        let node = self.node_above(coordinates)?;
        self.rows.get(node.child(coordinates.last().copied().unwrap_or(0))?).filter(|row| !row.is_empty())
    }

    /// The node whose child is the row with these coordinates after the first, whatever the last of them is.
    pub(super) fn node_above(&self, coordinates: &[i64]) -> Option<Node> {
        let Some((deepest, others)) = self.nodes.split_last() else { return Some(Node::SINGLE) };
        let mut at = 0;
        for (nodes, coordinate) in others.iter().zip(coordinates) {
            at = nodes.get(at)?.child(*coordinate)?;
        }
        deepest.get(at).copied()
    }

    /// The words of a plane of a row, some of them.
    pub(super) fn words(&self, row: &Row, plane: usize, range: Range<usize>) -> impl Iterator<Item = u64> {
        let blocks = &self.words[row.start + range.start * self.planes..row.start + range.end * self.planes];
        blocks[plane..].iter().step_by(self.planes).copied()
    }

    /// The number of ones among words of a plane of a row.
    pub(super) fn count(&self, row: &Row, plane: usize, range: Range<usize>) -> u64 {
        match self.planes {
            1 => words::count(&self.words[row.start + range.start..row.start + range.end]),
            _ => self.words(row, plane, range).map(|word| u64::from(word.count_ones())).sum(),
        }
    }

    /// The number of points of one plane.
    pub(super) fn points(&self) -> u64 {
        self.rows.iter().map(|row| (row.hi - row.lo + 1).max(0) as u64).sum()
    }

    /// The memory it takes, in words.
    pub(super) fn size(&self) -> usize {
        self.words.len() + 3 * self.rows.len() + self.nodes.iter().map(|nodes| 3 * nodes.len()).sum::<usize>()
    }

    /// Lays out the rows for the first coordinate `value`; words keep what they held before.
    pub(super) fn lay_out(
        &mut self,
        plan: &Plan,
        value: i64,
        room: usize,
        limits: &Limits,
    ) -> Result<(), TableError> {
        self.nodes.resize_with(plan.kept.len() - 2, Vec::new);
        self.nodes.iter_mut().for_each(Vec::clear);
        self.rows.clear();
        self.planes = 1 << plan.coins.len();
        let mut used = 0;
        self.lay_out_below(plan, &mut vec![value], &mut used, room, limits)?;
        if self.words.len() < used + self.planes {
            // Fresh zeros cost nothing until they are written to; the old contents are of no use.
            self.words = Vec::new();
            self.words = vec![0; used + self.planes];
        }
        Ok(())
    }

    fn lay_out_below(
        &mut self,
        plan: &Plan,
        before: &mut Vec<i64>,
        used: &mut usize,
        room: usize,
        limits: &Limits,
    ) -> Result<(), TableError> {
        let (lo, hi) = plan.range(before);
        let depth = before.len() - 1;
        if depth == self.nodes.len() {
            let row = Row { lo, hi, start: *used + self.planes };
            if !row.is_empty() {
                *used += (row.word_count() + 1) * self.planes;
            }
            self.rows.push(row);
            if *used + 3 * self.rows.len() > room {
                return Err(TableError::TooLarge);
            }
            return Ok(());
        }
        limits.poll()?;
        let first = if depth + 1 == self.nodes.len() { self.rows.len() } else { self.nodes[depth + 1].len() };
        self.nodes[depth].push(Node { lo, hi, first });
        for coordinate in lo..=hi {
            before.push(coordinate);
            self.lay_out_below(plan, before, used, room, limits)?;
            before.pop();
        }
        Ok(())
    }
}

/// Calls `visit` with the coordinates and the number of every row that is not empty.
pub(super) fn walk(layer: &Layer, before: &mut Vec<i64>, at: usize, visit: &mut impl FnMut(&[i64], usize)) {
    let depth = before.len() - 1;
    if depth == layer.nodes.len() {
        if layer.rows.get(at).is_some_and(|row| !row.is_empty()) {
            visit(before, at);
        }
        return;
    }
    let node = layer.nodes[depth][at];
    for coordinate in node.lo..=node.hi {
        before.push(coordinate);
        walk(layer, before, node.first + (coordinate - node.lo) as usize, visit);
        before.pop();
    }
}
