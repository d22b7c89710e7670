//! The rows of a plan, solved one after the other.

use super::TableError;
use super::layer::{Layer, Node, Row, walk};
use super::plan::Plan;
use super::words::{Turn, Union, Write, invert, take_coins};
use crate::lattice::rules::LatticeGame;
use crate::limits::Limits;

/// The most words of rows held at a time: four gigabytes.
const MOST_WORDS: usize = 1 << 29;

/// The rows that the moves by one rule lead to, from the rows below one node.
#[derive(Clone, Copy)]
struct Neighbours {
    /// How many layers back they are.
    back: usize,
    /// The node that they are below.
    node: Node,
    /// How far back they lie below that node.
    step: i64,
    /// How far they are to be moved up, in whole words.
    words: i64,
    /// And how within words.
    turn: Turn,
}

/// A source of a row that does not have all the blocks wanted, which are one more than the row has, from one below its first.
#[derive(Clone, Copy)]
struct Partial {
    /// How many layers back it is.
    back: usize,
    /// Where the first block wanted would be among the words of that layer.
    start: i64,
    /// The blocks from..to that are there, zeros on both sides included.
    from: usize,
    to: usize,
    /// How it is to be moved.
    turn: Turn,
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
    neighbours: Vec<Neighbours>,
    partial: Vec<Partial>,
    /// For each of these the blocks wanted, with zeros for those that are not there.
    completed: Vec<Vec<u64>>,
}

impl Sweep {
    /// A sweep at its beginning; with `forget`, only the layers that later ones need are kept.
    pub(super) fn new(game: &LatticeGame, mut plan: Plan, forget: bool) -> Self {
        plan.rules.sort_by_key(|rule| (rule.shift & 63, rule.flips));
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
        self.solve_below(&mut layer, &mut vec![value], 0, limits)?;
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
        let Some(row) = layer.row(&before[1..]) else { return false };
        if *last < row.lo || *last > row.hi {
            return false;
        }
        let word = ((last >> 6) - row.first_word()) as usize;
        layer.words(row, plane, word..word + 1).any(|word| word >> (last & 63) & 1 == 1)
    }

    /// Calls `visit` with the coordinates and the row, for every row of a layer.
    pub(super) fn for_each_row<'s>(&'s self, value: i64, visit: &mut impl FnMut(&[i64], &'s Layer, &'s Row)) {
        if let Some(layer) = self.layer(value) {
            walk(layer, &mut vec![value], 0, &mut |before, row| visit(before, layer, &layer.rows[row]));
        }
    }

    /// Solves the rows below a node, `at` among those of its depth.
    fn solve_below(
        &mut self,
        layer: &mut Layer,
        before: &mut Vec<i64>,
        at: usize,
        limits: &Limits,
    ) -> Result<(), TableError> {
        limits.poll()?;
        let depth = before.len() - 1;
        if depth + 1 >= layer.nodes.len() {
            let mut buffers = std::mem::take(&mut self.buffers);
            let solved = self.solve_rows(layer, before, at, &mut buffers, limits);
            self.buffers = buffers;
            return solved;
        }
        let node = layer.nodes[depth][at];
        for coordinate in node.lo..=node.hi {
            let child = node.child(coordinate).expect("the coordinate is in the range of the node");
            before.push(coordinate);
            self.solve_below(layer, before, child, limits)?;
            before.pop();
        }
        Ok(())
    }

    /// Solves the rows that are the children of a deepest node.
    fn solve_rows(
        &mut self,
        layer: &mut Layer,
        before: &[i64],
        at: usize,
        buffers: &mut Buffers,
        limits: &Limits,
    ) -> Result<(), TableError> {
        let node = layer.nodes.last().map_or(Node::SINGLE, |deepest| deepest[at]);
        self.find_neighbours(layer, before, &mut buffers.neighbours);
        for coordinate in node.lo..=node.hi {
            let row = layer.rows[node.child(coordinate).expect("the coordinate is in the range of the node")];
            if row.is_empty() {
                continue;
            }
            if coordinate & 63 == 0 {
                limits.poll()?;
            }
            self.solve_row(layer, coordinate, &row, buffers);
            if !self.defeated.is_empty() {
                let between = if layer.nodes.is_empty() { None } else { Some(coordinate) };
                let place: Vec<i64> = before.iter().copied().chain(between).collect();
                self.strike_defeated(layer, &place, &row);
            }
            let planes = self.planes();
            if planes > 1 {
                take_coins(&mut layer.words[row.start..row.start + row.word_count() * planes], planes);
            }
        }
        Ok(())
    }

    fn planes(&self) -> usize {
        1 << self.plan.coins.len()
    }

    /// Solves a row from the rows before it, as if nobody took a coin.
    fn solve_row(&self, layer: &mut Layer, coordinate: i64, row: &Row, buffers: &mut Buffers) {
        let planes = self.planes();
        let count = row.word_count();
        let (done, open) = layer.words.split_at_mut(row.start);
        done[row.start - planes..].fill(0);
        let done = &*done;
        let (target, after) = open.split_at_mut(count * planes);
        after[..planes].fill(0);
        let mut union = Union::new(count * planes, planes);
        let mut how = Write::Union;
        let mut add = |words, turn, target: &mut [u64]| {
            if union.is_full() {
                union.write(target, how);
                union.clear();
                how = Write::Added;
            }
            union.add(words, turn);
        };
        let Buffers { neighbours, partial, completed } = buffers;
        partial.clear();
        let wanted = count as i64 + 1;
        for Neighbours { back, node, step, words, turn } in &*neighbours {
            let Some(number) = node.child(coordinate - step) else { continue };
            let (rows, source) = match back {
                0 => (&layer.rows, done),
                _ => {
                    let from = &self.layers[self.layers.len() - back];
                    (&from.rows, &from.words[..])
                }
            };
            let found = &rows[number];
            if found.is_empty() {
                continue;
            }
            let offset = found.first_word() - row.first_word() + words;
            // The zeros on both sides may be read too.
            let (from, to) = (offset.max(0), (offset + found.word_count() as i64 + 2).min(wanted));
            let start = found.start as i64 - (1 + offset) * planes as i64;
            if from == 0 && to == wanted {
                add(&source[start as usize..][..(count + 1) * planes], *turn, target);
            } else if from < to {
                partial.push(Partial {
                    back: *back,
                    start,
                    from: from as usize,
                    to: to as usize,
                    turn: *turn,
                });
            }
        }
        if !partial.is_empty() {
            self.complete(done, partial, count, completed);
            for (Partial { turn, .. }, words) in partial.iter().zip(&*completed) {
                add(&words[..(count + 1) * planes], *turn, target);
            }
        }
        if how == Write::Union {
            union.write(target, Write::Complement);
        } else {
            union.write(target, how);
            invert(target);
        }
        let (first, last) = (u64::MAX << (row.lo & 63), u64::MAX >> (63 - (row.hi & 63)));
        target[..planes].iter_mut().for_each(|word| *word &= first);
        target[(count - 1) * planes..].iter_mut().for_each(|word| *word &= last);
    }

    /// The words of a layer so many layers back; those of the layer in work are in `done`, as far as they are solved.
    fn words_back<'w>(&'w self, done: &'w [u64], back: usize) -> &'w [u64] {
        if back == 0 { done } else { &self.layers[self.layers.len() - back].words }
    }

    /// Copies the sources that lack blocks at an end and fills in zeros.
    fn complete(&self, done: &[u64], partial: &[Partial], count: usize, completed: &mut Vec<Vec<u64>>) {
        let planes = self.planes();
        completed.resize_with(completed.len().max(partial.len()), Vec::new);
        for (source, words) in partial.iter().zip(completed) {
            words.clear();
            words.resize((count + 1) * planes, 0);
            let (from, to) = (source.from * planes, source.to * planes);
            let start = |at: usize| (source.start + at as i64) as usize;
            words[from..to].copy_from_slice(&self.words_back(done, source.back)[start(from)..start(to)]);
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
                        let word = row.start + ((last >> 6) - row.first_word()) as usize * self.planes();
                        layer.words[word] &= !(1 << (last & 63));
                    }
                }
            }
            self.defeated.pop();
        }
    }

    /// Where the rows are that the rules lead to, from the rows below a node. Rules that take a coin lead to the same row and are
    /// looked after by [`take_coins`].
    fn find_neighbours(&self, layer: &Layer, before: &[i64], neighbours: &mut Vec<Neighbours>) {
        neighbours.clear();
        for rule in self.plan.rules.iter().filter(|rule| rule.takes.is_none()) {
            let back = rule.step[0] as usize;
            let from = match back {
                0 => layer,
                _ if back <= self.layers.len() => &self.layers[self.layers.len() - back],
                _ => continue,
            };
            let above: Vec<i64> = before[1..].iter().zip(&rule.step[1..]).map(|(y, step)| y - step).collect();
            if let Some(node) = from.node_above(&above) {
                let step = rule.step[1..].last().copied().unwrap_or(0);
                let turn = Turn { bits: (rule.shift & 63) as u32, flips: rule.flips as u32 };
                neighbours.push(Neighbours { back, node, step, words: rule.shift >> 6, turn });
            }
        }
    }
}
