//! The rows of a plan, solved one after the other.

use std::collections::VecDeque;

use super::TableError;
use super::plan::Plan;
use super::words::{Shifted, add, merge, union};
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

/// Rules whose options lie back equally far within a row: 64·`words` + `bits`.
struct ShiftGroup {
    words: i64,
    bits: u32,
    rules: Vec<usize>,
}

/// The row that a rule leads to.
#[derive(Clone, Copy)]
struct Neighbour {
    /// How many layers back.
    back: usize,
    row: Row,
}

/// A stretch of words to be added in: `from..to` of the words wanted, from `start` of a layer's words.
#[derive(Clone, Copy)]
struct Stretch {
    /// How many layers back.
    back: usize,
    start: usize,
    from: usize,
    to: usize,
}

/// What a group of rules adds to a row: words of one row as they are, or those gathered from several.
#[derive(Clone, Copy)]
enum Input {
    Row(Stretch, u32),
    Gathered(usize, u32),
}

/// The rows solved so far, all of them or the last few layers.
pub(super) struct Sweep {
    pub(super) plan: Plan,
    groups: Vec<ShiftGroup>,
    /// The layers solved, the first coordinate rising by one.
    layers: VecDeque<Layer>,
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
    /// For every rule, the row it leads to.
    neighbours: Vec<Option<Neighbour>>,
    stretches: Vec<Stretch>,
    inputs: Vec<Input>,
    gathered: Vec<Vec<u64>>,
}

impl Sweep {
    /// A sweep at its beginning; with `forget`, only the layers that later ones need are kept.
    pub(super) fn new(game: &LatticeGame, plan: Plan, forget: bool) -> Self {
        let mut groups: Vec<ShiftGroup> = Vec::new();
        for (index, rule) in plan.rules.iter().enumerate() {
            let (words, bits) = (rule.shift.div_euclid(64), rule.shift.rem_euclid(64) as u32);
            match groups.iter_mut().find(|group| (group.words, group.bits) == (words, bits)) {
                Some(group) => group.rules.push(index),
                None => groups.push(ShiftGroup { words, bits, rules: vec![index] }),
            }
        }
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
            groups,
            layers: VecDeque::new(),
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
        self.layers.push_back(layer);
        if let Some(depth) = self.depth
            && self.layers.len() > depth
            && let Some(old) = self.layers.pop_front()
        {
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
        self.find_neighbours(layer, before, row, &mut buffers.neighbours);
        for plane in 0..1usize << self.plan.coins.len() {
            self.find_inputs(layer, &row, plane, &mut buffers);
            let start = row.plane(plane);
            layer.words[start - 1] = 0;
            let (done, open) = layer.words.split_at_mut(start);
            let source = |input: &Input| match input {
                Input::Gathered(at, bits) => Shifted { words: &buffers.gathered[*at][..=count], bits: *bits },
                Input::Row(stretch, bits) => {
                    let words = match stretch.back {
                        0 => &*done,
                        back => &self.layers[self.layers.len() - back].words,
                    };
                    Shifted { words: &words[stretch.start..stretch.start + count + 1], bits: *bits }
                }
            };
            open[count] = 0;
            let target = &mut open[..count];
            let inputs = &buffers.inputs;
            let chunks = inputs.len().div_ceil(4).max(1);
            for chunk in 0..chunks {
                let four = &inputs[4 * chunk..inputs.len().min(4 * chunk + 4)];
                let mut sources = [Shifted::default(); 4];
                sources.iter_mut().zip(four).for_each(|(slot, input)| *slot = source(input));
                merge(target, &sources[..four.len()], chunk > 0, chunk + 1 == chunks);
            }
            target[0] &= u64::MAX << (row.lo & 63);
            target[count - 1] &= u64::MAX >> (63 - (row.hi & 63));
            self.strike_defeated(layer, before, &row);
        }
        self.buffers = buffers;
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

    /// The rows that the rules lead to from a row.
    fn find_neighbours(
        &self,
        layer: &Layer,
        before: &[i64],
        own: Row,
        neighbours: &mut Vec<Option<Neighbour>>,
    ) {
        neighbours.clear();
        neighbours.extend(self.plan.rules.iter().map(|rule| {
            if rule.takes.is_some() {
                return Some(Neighbour { back: 0, row: own });
            }
            let back = rule.step[0] as usize;
            let from = match back {
                0 => layer,
                _ if back <= self.layers.len() => &self.layers[self.layers.len() - back],
                _ => return None,
            };
            let row = from.row(before[1..].iter().zip(&rule.step[1..]).map(|(y, step)| y - step))?;
            Some(Neighbour { back, row: *row })
        }));
    }

    /// What each group of rules adds to a plane of a row. The words wanted are `count + 1`: word 0 lies one below the first
    /// word of the row.
    fn find_inputs(&self, layer: &Layer, row: &Row, plane: usize, buffers: &mut Buffers) {
        let Buffers { neighbours, stretches, inputs, gathered } = buffers;
        inputs.clear();
        let count = row.word_count() as i64 + 1;
        for (at, group) in self.groups.iter().enumerate() {
            stretches.clear();
            let wanted = row.first_word() - group.words - 1;
            for index in &group.rules {
                let rule = &self.plan.rules[*index];
                let Some(Neighbour { back, row: found }) = neighbours[*index] else { continue };
                let plane = plane ^ rule.flips;
                if rule.takes.is_some_and(|coin| plane >> coin & 1 == 1) {
                    continue;
                }
                // The zero words on both sides may be read too.
                let offset = found.first_word() - 1 - wanted;
                let from = offset.max(0);
                let to = (offset + found.word_count() as i64 + 2).min(count);
                if from < to {
                    let start = found.plane(plane) as i64 - 1 + from - offset;
                    let (from, to) = (from as usize, to as usize);
                    stretches.push(Stretch { back, start: start as usize, from, to });
                }
            }
            match stretches.as_slice() {
                [] => {}
                [only] if only.from == 0 && only.to == count as usize => {
                    inputs.push(Input::Row(*only, group.bits));
                }
                stretches => {
                    if gathered.len() <= at {
                        gathered.resize_with(at + 1, Vec::new);
                    }
                    if gathered[at].len() < count as usize {
                        gathered[at].resize(count as usize, 0);
                    }
                    gather(&mut gathered[at][..count as usize], stretches, |stretch, from, to| {
                        let words = match stretch.back {
                            0 => &layer.words,
                            back => &self.layers[self.layers.len() - back].words,
                        };
                        &words[stretch.start + from - stretch.from..stretch.start + to - stretch.from]
                    });
                    inputs.push(Input::Gathered(at, group.bits));
                }
            }
        }
    }
}

/// Makes `gathered` the union of the stretches.
fn gather<'w>(
    gathered: &mut [u64],
    stretches: &[Stretch],
    source: impl Fn(&Stretch, usize, usize) -> &'w [u64],
) {
    // Most words are wanted from all stretches: four of them at a time there, one by one at the ends.
    let from = stretches.iter().map(|stretch| stretch.from).max().unwrap_or(0);
    let to = stretches.iter().map(|stretch| stretch.to).min().unwrap_or(0).max(from);
    gathered[..from].fill(0);
    gathered[to..].fill(0);
    let mut is_first = true;
    for four in stretches.chunks(4) {
        let mut sources: [&[u64]; 4] = [&[]; 4];
        for (slot, stretch) in sources.iter_mut().zip(four) {
            let to = to.min(stretch.to);
            *slot = if from < to { source(stretch, from, to) } else { &[] };
            for (a, b) in [(stretch.from, from.min(stretch.to)), (to.max(stretch.from), stretch.to)] {
                if a < b {
                    add(&mut gathered[a..b], source(stretch, a, b));
                }
            }
        }
        union(&mut gathered[from..to], &sources[..four.len()], is_first);
        is_first = false;
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
