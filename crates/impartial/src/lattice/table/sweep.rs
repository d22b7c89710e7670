//! The rows of a plan, solved one after the other.

use super::TableError;
use super::plan::Plan;
use super::words::{MOST_SOURCES, Shifted, merge};
use crate::lattice::rules::LatticeGame;
use crate::limits::Limits;

/// The most words of rows held at a time: four gigabytes.
const MOST_WORDS: usize = 1 << 29;

/// All rows with the same first coordinate.
///
/// The coordinates between the first and the last are found in a tree: a node at depth j knows the range of coordinate
/// j + 1 and where its children begin; the children of the deepest nodes are rows.
#[derive(Clone, Debug, Default)]
pub(super) struct Layer {
    nodes: Vec<Vec<Node>>,
    rows: Vec<Row>,
    /// For every row, for every plane: a zero word and the words of the row; a zero word at the end.
    words: Vec<u64>,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    lo: i64,
    hi: i64,
    first: usize,
}

/// A row: the points with last coordinate from `lo` to `hi`. Bit b of word w stands for the last coordinate 64w + b, where
/// w counts from `lo`/64, rounded down.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row {
    pub(super) lo: i64,
    pub(super) hi: i64,
    /// Where the first word of plane 0 is.
    start: usize,
}

impl Row {
    fn is_empty(&self) -> bool {
        self.lo > self.hi
    }

    fn first_word(&self) -> i64 {
        self.lo >> 6
    }

    fn word_count(&self) -> usize {
        if self.is_empty() { 0 } else { ((self.hi >> 6) - (self.lo >> 6) + 1) as usize }
    }

    fn plane(&self, plane: usize) -> usize {
        self.start + plane * (self.word_count() + 1)
    }
}

impl Layer {
    /// The row with these coordinates after the first.
    fn row(&self, coordinates: impl Iterator<Item = i64>) -> Option<&Row> {
        let mut at = 0;
        for (nodes, coordinate) in self.nodes.iter().zip(coordinates) {
            let node = nodes.get(at)?;
            if coordinate < node.lo || coordinate > node.hi {
                return None;
            }
            at = node.first + (coordinate - node.lo) as usize;
        }
        self.rows.get(at).filter(|row| !row.is_empty())
    }

    /// The words of a plane of a row.
    pub(super) fn words(&self, row: &Row, plane: usize) -> &[u64] {
        let start = row.plane(plane);
        &self.words[start..start + row.word_count()]
    }

    /// The number of points of one plane.
    fn points(&self) -> u64 {
        self.rows.iter().map(|row| (row.hi - row.lo + 1).max(0) as u64).sum()
    }

    fn size(&self) -> usize {
        self.words.len() + 3 * self.rows.len() + self.nodes.iter().map(|nodes| 3 * nodes.len()).sum::<usize>()
    }

    /// Lays out the rows for the first coordinate `value`; words keep what they held before.
    fn lay_out(&mut self, plan: &Plan, value: i64, room: usize, limits: &Limits) -> Result<(), TableError> {
        self.nodes.resize_with(plan.kept.len() - 2, Vec::new);
        self.nodes.iter_mut().for_each(Vec::clear);
        self.rows.clear();
        let mut used = 0;
        self.lay_out_below(plan, &mut vec![value], &mut used, room, limits)?;
        if self.words.len() < used + 1 {
            // Fresh zeros cost nothing until they are written to; the old contents are of no use.
            self.words = Vec::new();
            self.words = vec![0; used + 1];
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
            let row = Row { lo, hi, start: *used + 1 };
            if !row.is_empty() {
                *used += (row.word_count() + 1) << plan.coins.len();
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

/// Where the options by one rule are, for the points of a row: `count + 1` words are wanted, word 0 one below the first word of
/// the row.
#[derive(Clone, Copy)]
struct Source {
    /// How many layers back.
    back: usize,
    /// Where word 0 of plane 0 would be among the words of that layer, and the distance of the planes.
    start: i64,
    stride: usize,
    /// The words from..to that are there, zero words on both sides included.
    from: usize,
    to: usize,
    /// By how many bits the words are to be moved up.
    bits: u32,
    flips: usize,
    takes: Option<usize>,
}

/// The rows solved so far, all of them or the last few layers.
pub(super) struct Sweep {
    pub(super) plan: Plan,
    /// The layers solved, the first coordinate rising by one.
    layers: Vec<Layer>,
    /// The first coordinate of the next layer, and of the last.
    next: i64,
    last: i64,
    /// Keep only so many layers.
    depth: Option<usize>,
    used: usize,
    spare: Layer,
    /// Defeated positions in the coordinates of the rows, in the order of the sweep, last one first.
    defeated: Vec<(Vec<i64>, usize)>,
    buffers: Buffers,
}

#[derive(Default)]
struct Buffers {
    sources: Vec<Source>,
    /// For a source that does not have all the words wanted, these with zeros for the rest.
    completed: Vec<Vec<u64>>,
}

impl Sweep {
    /// A sweep at its beginning; with `forget`, only the layers that later ones need are kept.
    pub(super) fn new(game: &LatticeGame, plan: Plan, forget: bool) -> Self {
        let deepest = plan.rules.iter().map(|rule| rule.step[0]).max().unwrap_or(0);
        let depth = forget.then(|| usize::try_from(deepest).unwrap_or(0).max(1));
        let (next, last) = plan.range(&[]);
        let mut defeated: Vec<(Vec<i64>, usize)> = game
            .defeated()
            .iter()
            .map(|point| {
                let (kept, plane) = plan.split(point);
                (plan.place(&kept), plane)
            })
            .collect();
        defeated.sort_by(|a, b| b.cmp(a));
        Sweep {
            plan,
            layers: Vec::new(),
            next,
            last,
            depth,
            used: 0,
            spare: Layer::default(),
            defeated,
            buffers: Buffers::default(),
        }
    }

    /// Solves the next layer and returns its first coordinate; `None` when there is none left.
    pub(super) fn step(&mut self, limits: &Limits) -> Result<Option<i64>, TableError> {
        if self.next > self.last {
            return Ok(None);
        }
        let value = self.next;
        let mut layer = std::mem::take(&mut self.spare);
        let room = MOST_WORDS.saturating_sub(self.used);
        layer.lay_out(&self.plan, value, room, limits)?;
        self.solve(&mut layer, value, limits)?;
        self.used += layer.size();
        self.layers.push(layer);
        if let Some(depth) = self.depth
            && self.layers.len() > depth
        {
            let old = self.layers.remove(0);
            self.used -= old.size();
            self.spare = old;
        }
        self.next += 1;
        Ok(Some(value))
    }

    /// The number of points in the layers kept.
    pub(super) fn size(&self) -> u64 {
        self.layers.iter().map(Layer::points).sum::<u64>() << self.plan.coins.len()
    }

    /// The first coordinates of the layers kept.
    pub(super) fn values(&self) -> std::ops::Range<i64> {
        self.next - self.layers.len() as i64..self.next
    }

    /// The layer with this first coordinate, if it was solved and is kept.
    pub(super) fn layer(&self, value: i64) -> Option<&Layer> {
        let index = value.checked_sub(self.next - self.layers.len() as i64)?;
        self.layers.get(usize::try_from(index).ok()?)
    }

    /// Whether the point with these coordinates is P; false where nothing is solved.
    pub(super) fn is_p(&self, place: &[i64], plane: usize) -> bool {
        let (last, before) = place.split_last().expect("a place has coordinates");
        let Some(layer) = self.layer(before[0]) else { return false };
        let Some(row) = layer.row(before[1..].iter().copied()) else { return false };
        if *last < row.lo || *last > row.hi {
            return false;
        }
        let word = ((last >> 6) - row.first_word()) as usize;
        layer.words(row, plane)[word] >> (last & 63) & 1 == 1
    }

    /// Calls `visit` with the coordinates and the row, for every row of a layer.
    pub(super) fn for_each_row<'s>(&'s self, value: i64, visit: &mut impl FnMut(&[i64], &'s Layer, &'s Row)) {
        if let Some(layer) = self.layer(value) {
            walk(layer, &mut vec![value], 0, &mut |before, row| visit(before, layer, &layer.rows[row]));
        }
    }

    fn solve(&mut self, layer: &mut Layer, value: i64, limits: &Limits) -> Result<(), TableError> {
        limits.poll()?;
        let mut before = vec![value];
        self.solve_below(layer, &mut before, 0, limits)
    }

    fn solve_below(
        &mut self,
        layer: &mut Layer,
        before: &mut Vec<i64>,
        at: usize,
        limits: &Limits,
    ) -> Result<(), TableError> {
        let depth = before.len() - 1;
        if depth == layer.nodes.len() {
            self.solve_row(layer, before, at);
            return Ok(());
        }
        limits.poll()?;
        let Node { lo, hi, first } = layer.nodes[depth][at];
        for coordinate in lo..=hi {
            before.push(coordinate);
            self.solve_below(layer, before, first + (coordinate - lo) as usize, limits)?;
            before.pop();
        }
        Ok(())
    }

    /// Solves one row from the rows before it.
    fn solve_row(&mut self, layer: &mut Layer, before: &[i64], at: usize) {
        let row = layer.rows[at];
        if row.is_empty() {
            return;
        }
        let count = row.word_count();
        let mut buffers = std::mem::take(&mut self.buffers);
        self.find_sources(layer, before, &row, &mut buffers.sources);
        for plane in 0..1usize << self.plan.coins.len() {
            let start = row.plane(plane);
            layer.words[start - 1] = 0;
            let (done, open) = layer.words.split_at_mut(start);
            open[count] = 0;
            let Buffers { sources, completed } = &mut buffers;
            self.complete(done, sources, plane, count, completed);
            let mut merged: [Shifted<'_>; MOST_SOURCES] = [Shifted::default(); MOST_SOURCES];
            let (mut used, mut keeps, mut partial) = (0, false, 0);
            for source in &*sources {
                let Some(at) = source.at(plane) else { continue };
                let words = if source.from == 0 && source.to == count + 1 {
                    &self.words_back(done, source.back)[at as usize..at as usize + count + 1]
                } else {
                    partial += 1;
                    &completed[partial - 1][..=count]
                };
                if used == MOST_SOURCES {
                    merge(&mut open[..count], &merged, keeps, false);
                    (used, keeps) = (0, true);
                }
                merged[used] = Shifted { words, bits: source.bits };
                used += 1;
            }
            let target = &mut open[..count];
            merge(target, &merged[..used], keeps, true);
            target[0] &= u64::MAX << (row.lo & 63);
            target[count - 1] &= u64::MAX >> (63 - (row.hi & 63));
            self.strike_defeated(layer, before, &row);
        }
        self.buffers = buffers;
    }

    /// The words of a layer so many layers back; those of the layer in work are in `done`, as far as they are solved.
    fn words_back<'w>(&'w self, done: &'w [u64], back: usize) -> &'w [u64] {
        if back == 0 { done } else { &self.layers[self.layers.len() - back].words }
    }

    /// Copies the sources that lack words at an end and fills in zeros.
    fn complete(
        &self,
        done: &[u64],
        sources: &[Source],
        plane: usize,
        count: usize,
        completed: &mut Vec<Vec<u64>>,
    ) {
        let mut partial = 0;
        for source in sources.iter().filter(|source| source.from > 0 || source.to < count + 1) {
            let Some(at) = source.at(plane) else { continue };
            if completed.len() <= partial {
                completed.push(Vec::new());
            }
            let words = &mut completed[partial];
            words.clear();
            words.resize(count + 1, 0);
            let (from, to) = (at + source.from as i64, at + source.to as i64);
            words[source.from..source.to]
                .copy_from_slice(&self.words_back(done, source.back)[from as usize..to as usize]);
            partial += 1;
        }
    }

    /// Takes the defeated positions out of a row that has just been solved. They are all in plane 0: where there are coins,
    /// only the origin may be defeated.
    fn strike_defeated(&mut self, layer: &mut Layer, before: &[i64], row: &Row) {
        let dimension = before.len();
        while let Some((place, plane)) = self.defeated.last() {
            match place[..dimension].cmp(before) {
                std::cmp::Ordering::Greater => return,
                std::cmp::Ordering::Less => {}
                std::cmp::Ordering::Equal => {
                    let last = place[dimension];
                    if last >= row.lo && last <= row.hi {
                        debug_assert_eq!(*plane, 0);
                        let word = row.plane(*plane) + ((last >> 6) - row.first_word()) as usize;
                        layer.words[word] &= !(1 << (last & 63));
                    }
                }
            }
            self.defeated.pop();
        }
    }

    /// Where the options of the points of a row are.
    fn find_sources(&self, layer: &Layer, before: &[i64], own: &Row, sources: &mut Vec<Source>) {
        sources.clear();
        let count = own.word_count() as i64 + 1;
        for rule in &self.plan.rules {
            let back = rule.step[0] as usize;
            let found = if rule.takes.is_some() {
                *own
            } else {
                let from = match back {
                    0 => layer,
                    _ if back <= self.layers.len() => &self.layers[self.layers.len() - back],
                    _ => continue,
                };
                let coordinates = before[1..].iter().zip(&rule.step[1..]).map(|(y, step)| y - step);
                match from.row(coordinates) {
                    Some(row) => *row,
                    None => continue,
                }
            };
            let wanted = own.first_word() - rule.shift.div_euclid(64) - 1;
            let (offset, words) = (found.first_word() - 1 - wanted, found.word_count());
            // The zero words on both sides may be read too.
            let (from, to) = (offset.max(0), (offset + words as i64 + 2).min(count));
            if from < to {
                sources.push(Source {
                    back,
                    start: found.start as i64 - 1 - offset,
                    stride: words + 1,
                    from: from as usize,
                    to: to as usize,
                    bits: rule.shift.rem_euclid(64) as u32,
                    flips: rule.flips,
                    takes: rule.takes,
                });
            }
        }
    }
}

impl Source {
    /// Where word 0 would be for a plane; `None` when the rule takes a coin that is not there.
    fn at(&self, plane: usize) -> Option<i64> {
        let plane = plane ^ self.flips;
        if self.takes.is_some_and(|coin| plane >> coin & 1 == 1) {
            return None;
        }
        Some(self.start + (plane * self.stride) as i64)
    }
}

fn walk(layer: &Layer, before: &mut Vec<i64>, at: usize, visit: &mut impl FnMut(&[i64], usize)) {
    let depth = before.len() - 1;
    if depth == layer.nodes.len() {
        if layer.rows.get(at).is_some_and(|row| !row.is_empty()) {
            visit(before, at);
        }
        return;
    }
    let Node { lo, hi, first } = layer.nodes[depth][at];
    for coordinate in lo..=hi {
        before.push(coordinate);
        walk(layer, before, first + (coordinate - lo) as usize, visit);
        before.pop();
    }
}
