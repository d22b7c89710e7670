//! A layered drawing of a directed graph: nodes in rows, arrows downwards, long arrows led around the nodes between.
//!
//! The method of Sugiyama and others, deterministic throughout: rows by longest paths, a bend in every row that an arrow
//! passes, the order in a row by repeated barycentres with the fewest crossings kept, and places in a row by least
//! squares with the order and the gaps kept.

/// A graph to lay out.
#[derive(Clone, Debug, PartialEq)]
pub struct LayeredGraph {
    /// Width and height of each node.
    pub sizes: Vec<(f64, f64)>,
    /// Arrows between nodes. Arrows that close a cycle are drawn upwards.
    pub arrows: Vec<(usize, usize)>,
    /// The least distance between neighbours in a row.
    pub gap: f64,
    /// The distance between rows.
    pub row_gap: f64,
}

/// Where everything stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Layout {
    /// The centre of each node.
    pub centres: Vec<(f64, f64)>,
    /// For each arrow the places it passes between its ends, in its own direction.
    pub bends: Vec<Vec<(f64, f64)>>,
    /// The row of each node, from 0 at the top.
    pub rows: Vec<usize>,
    /// The size of the whole.
    pub size: (f64, f64),
}

impl Layout {
    /// Moves everything.
    pub(crate) fn shift(&mut self, right: f64, down: f64) {
        for (x, y) in self.centres.iter_mut().chain(self.bends.iter_mut().flatten()) {
            *x += right;
            *y += down;
        }
    }

    /// Puts a margin around everything and a heading of a given width above it.
    pub(crate) fn frame(&mut self, margin: f64, head: f64, heading: f64) {
        for (x, y) in self.centres.iter_mut().chain(self.bends.iter_mut().flatten()) {
            *x += margin;
            *y += margin + head;
        }
        self.size.0 = self.size.0.max(heading) + 2.0 * margin;
        self.size.1 += 2.0 * margin + head;
    }
}

/// How often the rows are swept for a better order, and for better places.
const SWEEPS: usize = 24;

impl LayeredGraph {
    /// Lays the graph out.
    ///
    /// Cost: about a hundred sweeps over the arrows, cut into pieces one row long.
    ///
    /// ```
    /// use impartial_picture::layered::LayeredGraph;
    /// // A diamond with an arrow past its middle row.
    /// let graph = LayeredGraph {
    ///     sizes: vec![(10.0, 10.0); 4],
    ///     arrows: vec![(0, 1), (0, 2), (1, 3), (2, 3), (0, 3)],
    ///     gap: 5.0,
    ///     row_gap: 20.0,
    /// };
    /// let layout = graph.layout();
    /// assert_eq!(layout.rows, [0, 1, 1, 2]);
    /// assert_eq!(layout.bends[4].len(), 1);
    /// ```
    pub fn layout(&self) -> Layout {
        let downwards = self.acyclic();
        let rows = self.rows(&downwards);
        let mut grid = Grid::new(self, &downwards, &rows);
        grid.reduce_crossings();
        grid.place(self);
        grid.finish(self, &downwards, rows)
    }

    /// The arrows, with those that close a cycle turned round.
    fn acyclic(&self) -> Vec<(usize, usize)> {
        let count = self.sizes.len();
        let mut targets: Vec<Vec<usize>> = vec![Vec::new(); count];
        for (from, to) in &self.arrows {
            targets[*from].push(*to);
        }
        // Depth first; an arrow back into the path under way is turned.
        let (mut entered, mut left) = (vec![usize::MAX; count], vec![usize::MAX; count]);
        let mut clock = 0;
        for root in 0..count {
            if entered[root] != usize::MAX {
                continue;
            }
            let mut path = vec![(root, 0)];
            entered[root] = clock;
            clock += 1;
            while let Some((node, next)) = path.last_mut() {
                match targets[*node].get(*next) {
                    Some(&to) => {
                        *next += 1;
                        if entered[to] == usize::MAX {
                            entered[to] = clock;
                            clock += 1;
                            path.push((to, 0));
                        }
                    }
                    None => {
                        left[*node] = clock;
                        clock += 1;
                        path.pop();
                    }
                }
            }
        }
        let is_back = |from: usize, to: usize| entered[to] <= entered[from] && left[from] <= left[to];
        self.arrows
            .iter()
            .map(|&(from, to)| if is_back(from, to) { (to, from) } else { (from, to) })
            .collect()
    }

    /// The row of each node: the length of the longest path to it.
    fn rows(&self, arrows: &[(usize, usize)]) -> Vec<usize> {
        let mut rows = vec![0; self.sizes.len()];
        // At most one round for each row; the arrows have no cycle except loops.
        loop {
            let mut changed = false;
            for &(from, to) in arrows.iter().filter(|(from, to)| from != to) {
                if rows[to] <= rows[from] {
                    rows[to] = rows[from] + 1;
                    changed = true;
                }
            }
            if !changed {
                return rows;
            }
        }
    }
}

/// Nodes and bends in rows. Numbers from the number of nodes on are bends.
struct Grid {
    rows: Vec<Vec<usize>>,
    above: Vec<Vec<usize>>,
    below: Vec<Vec<usize>>,
    /// The place of each in its row.
    place: Vec<usize>,
    width: Vec<f64>,
    x: Vec<f64>,
    /// The bends of each arrow, from its upper to its lower end.
    bends: Vec<Vec<usize>>,
    nodes: usize,
}

impl Grid {
    fn new(graph: &LayeredGraph, arrows: &[(usize, usize)], row_of: &[usize]) -> Self {
        let nodes = graph.sizes.len();
        let mut rows: Vec<Vec<usize>> = vec![Vec::new(); row_of.iter().max().map_or(0, |last| last + 1)];
        for (node, row) in row_of.iter().enumerate() {
            rows[*row].push(node);
        }
        let mut width: Vec<f64> = graph.sizes.iter().map(|size| size.0).collect();
        let mut grid = Grid {
            rows: Vec::new(),
            above: vec![Vec::new(); nodes],
            below: vec![Vec::new(); nodes],
            place: Vec::new(),
            width: Vec::new(),
            x: Vec::new(),
            bends: Vec::with_capacity(arrows.len()),
            nodes,
        };
        for &(from, to) in arrows {
            let mut bends = Vec::new();
            let mut last = from;
            for row in rows.iter_mut().take(row_of[to]).skip(row_of[from] + 1) {
                let bend = width.len();
                width.push(0.0);
                grid.above.push(vec![last]);
                grid.below.push(Vec::new());
                grid.below[last].push(bend);
                row.push(bend);
                bends.push(bend);
                last = bend;
            }
            if from != to {
                grid.below[last].push(to);
                grid.above[to].push(last);
            }
            grid.bends.push(bends);
        }
        grid.place = vec![0; width.len()];
        grid.x = vec![0.0; width.len()];
        (grid.rows, grid.width) = (rows, width);
        grid.number_places();
        grid
    }

    fn number_places(&mut self) {
        for row in &self.rows {
            for (place, item) in row.iter().enumerate() {
                self.place[*item] = place;
            }
        }
    }

    /// Sorts each row by the mean place of the neighbours in the row before, down and up in turn.
    fn reduce_crossings(&mut self) {
        let mut best = (self.crossings(), self.rows.clone());
        for sweep in 0..SWEEPS {
            let down = sweep % 2 == 0;
            let count = self.rows.len();
            for step in 1..count {
                let row = if down { step } else { count - 1 - step };
                let neighbours = if down { &self.above } else { &self.below };
                let mean = |item: usize| {
                    let near = &neighbours[item];
                    if near.is_empty() {
                        return self.place[item] as f64;
                    }
                    near.iter().map(|other| self.place[*other] as f64).sum::<f64>() / near.len() as f64
                };
                let mut keyed: Vec<(f64, usize, usize)> = self.rows[row]
                    .iter()
                    .enumerate()
                    .map(|(place, item)| (mean(*item), place, *item))
                    .collect();
                // Ties keep their order in even sweeps and turn it in odd pairs of sweeps, which frees rows that are stuck.
                let turned = sweep % 4 >= 2;
                keyed.sort_by(|a, b| {
                    let ties = if turned { b.1.cmp(&a.1) } else { a.1.cmp(&b.1) };
                    a.0.total_cmp(&b.0).then(ties)
                });
                self.rows[row] = keyed.into_iter().map(|(_, _, item)| item).collect();
                for (place, item) in self.rows[row].iter().enumerate() {
                    self.place[*item] = place;
                }
            }
            let crossings = self.crossings();
            if crossings < best.0 {
                best = (crossings, self.rows.clone());
            }
        }
        self.rows = best.1;
        self.number_places();
        self.exchange_neighbours();
    }

    /// Exchanges neighbours in a row while that removes crossings.
    fn exchange_neighbours(&mut self) {
        for _ in 0..SWEEPS {
            let mut improved = false;
            for row in 0..self.rows.len() {
                for at in 1..self.rows[row].len() {
                    let (left, right) = (self.rows[row][at - 1], self.rows[row][at]);
                    if self.crossings_of_pair(right, left) < self.crossings_of_pair(left, right) {
                        self.rows[row].swap(at - 1, at);
                        self.place[left] = at;
                        self.place[right] = at - 1;
                        improved = true;
                    }
                }
            }
            if !improved {
                return;
            }
        }
    }

    /// The crossings between the arrows of two items of a row when the first stands left of the second.
    fn crossings_of_pair(&self, left: usize, right: usize) -> usize {
        let count = |neighbours: &[Vec<usize>]| -> usize {
            neighbours[left]
                .iter()
                .map(|a| neighbours[right].iter().filter(|b| self.place[**b] < self.place[*a]).count())
                .sum()
        };
        count(&self.above) + count(&self.below)
    }

    fn crossings(&self) -> usize {
        let mut total = 0;
        for row in &self.rows {
            // The lower ends in order of the upper ones; every inversion is a crossing.
            let mut seen: Vec<usize> = Vec::new();
            for item in row {
                let mut ends: Vec<usize> = self.below[*item].iter().map(|end| self.place[*end]).collect();
                ends.sort_unstable();
                for end in &ends {
                    total += seen.len() - seen.partition_point(|other| other <= end);
                }
                for end in ends {
                    let at = seen.partition_point(|other| *other <= end);
                    seen.insert(at, end);
                }
            }
        }
        total
    }

    /// Moves every row towards its neighbours' places, order and gaps kept.
    fn place(&mut self, graph: &LayeredGraph) {
        for row in &self.rows {
            let mut x = 0.0;
            for item in row {
                x += self.width[*item] / 2.0;
                self.x[*item] = x;
                x += self.width[*item] / 2.0 + graph.gap;
            }
        }
        let count = self.rows.len();
        for sweep in 0..2 * SWEEPS {
            for step in 0..count {
                let row = if sweep % 2 == 0 { step } else { count - 1 - step };
                self.settle(row, graph.gap);
            }
        }
    }

    /// Least squares: every item as near as possible to the mean of its neighbours, at its distance from the next.
    fn settle(&mut self, row: usize, gap: f64) {
        let items = &self.rows[row];
        let mean = |item: usize| {
            let near = || self.above[item].iter().chain(&self.below[item]);
            let count = near().count();
            if count == 0 {
                return self.x[item];
            }
            near().map(|other| self.x[*other]).sum::<f64>() / count as f64
        };
        // The offset of each item from the first when all stand as close as allowed.
        let mut offsets = Vec::with_capacity(items.len());
        let mut offset = 0.0;
        for (at, item) in items.iter().enumerate() {
            if at > 0 {
                offset += (self.width[items[at - 1]] + self.width[*item]) / 2.0 + gap;
            }
            offsets.push(offset);
        }
        // Monotone regression by pooling neighbours that would overlap; bends weigh more, so that long arrows are straight.
        let mut blocks: Vec<(f64, f64, usize)> = Vec::new();
        for (item, offset) in items.iter().zip(&offsets) {
            let weight = if *item >= self.nodes { 3.0 } else { 1.0 };
            blocks.push((mean(*item) - offset, weight, 1));
            while let [.., before, last] = blocks.as_slice()
                && before.0 > last.0
            {
                let weight = before.1 + last.1;
                let joined = ((before.0 * before.1 + last.0 * last.1) / weight, weight, before.2 + last.2);
                blocks.truncate(blocks.len() - 2);
                blocks.push(joined);
            }
        }
        let places: Vec<f64> = blocks
            .iter()
            .flat_map(|(x, _, count)| std::iter::repeat_n(*x, *count))
            .zip(&offsets)
            .map(|(x, o)| x + o)
            .collect();
        for (item, x) in self.rows[row].iter().zip(places) {
            self.x[*item] = x;
        }
    }

    fn finish(self, graph: &LayeredGraph, downwards: &[(usize, usize)], rows: Vec<usize>) -> Layout {
        let left = |item: &usize| self.x[*item] - self.width[*item] / 2.0;
        let right = |item: &usize| self.x[*item] + self.width[*item] / 2.0;
        let all = || self.rows.iter().flatten();
        let shift = all().map(left).fold(f64::INFINITY, f64::min);
        let shift = if shift.is_finite() { shift } else { 0.0 };
        let width = all().map(right).fold(shift, f64::max) - shift;
        let height_of = |row: &Vec<usize>| {
            row.iter().filter_map(|item| graph.sizes.get(*item)).map(|size| size.1).fold(0.0, f64::max)
        };
        let mut middles = Vec::with_capacity(self.rows.len());
        let mut y = 0.0;
        for row in &self.rows {
            let height = height_of(row);
            middles.push(y + height / 2.0);
            y += height + graph.row_gap;
        }
        let height = (y - graph.row_gap).max(0.0);
        let mut row_of = vec![0; self.x.len()];
        for (row, items) in self.rows.iter().enumerate() {
            for item in items {
                row_of[*item] = row;
            }
        }
        let at = |item: usize| (self.x[item] - shift, middles[row_of[item]]);
        let bends = self
            .bends
            .iter()
            .zip(graph.arrows.iter().zip(downwards))
            .map(|(bends, (arrow, downward))| {
                let mut places: Vec<(f64, f64)> = bends.iter().map(|bend| at(*bend)).collect();
                if arrow != downward {
                    places.reverse();
                }
                places
            })
            .collect();
        Layout { centres: (0..self.nodes).map(at).collect(), bends, rows, size: (width, height) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graph(nodes: usize, arrows: &[(usize, usize)]) -> LayeredGraph {
        LayeredGraph { sizes: vec![(20.0, 10.0); nodes], arrows: arrows.to_vec(), gap: 10.0, row_gap: 30.0 }
    }

    /// Neighbours in a row never overlap, and arrows go down.
    fn check(graph: &LayeredGraph) -> Layout {
        let layout = graph.layout();
        for (a, (x, y)) in layout.centres.iter().enumerate() {
            for (b, (other_x, other_y)) in layout.centres.iter().enumerate().skip(a + 1) {
                let apart = (graph.sizes[a].0 + graph.sizes[b].0) / 2.0 + graph.gap;
                assert!(y != other_y || (x - other_x).abs() > apart - 1e-6, "{a} and {b} overlap");
            }
            assert!(*x > 0.0 && *x < layout.size.0 && *y > 0.0 && *y < layout.size.1);
        }
        layout
    }

    #[test]
    fn a_planar_graph_is_drawn_without_crossings() {
        // Given in a tangled order: two paths and a long arrow.
        let graph = graph(7, &[(0, 2), (0, 1), (1, 4), (2, 3), (3, 6), (4, 5), (0, 5)]);
        let layout = check(&graph);
        assert_eq!(layout.rows, [0, 1, 1, 2, 2, 3, 3]);
        let mut grid = Grid::new(&graph, &graph.arrows, &layout.rows);
        grid.reduce_crossings();
        assert_eq!(grid.crossings(), 0);
        assert_eq!(layout.bends[6].len(), 2);
    }

    #[test]
    fn a_parent_stands_over_the_middle_of_its_children() {
        let layout = check(&graph(4, &[(0, 1), (0, 2), (0, 3)]));
        let middle = (layout.centres[1].0 + layout.centres[3].0) / 2.0;
        assert!((layout.centres[0].0 - middle).abs() < 0.5);
    }

    #[test]
    fn cycles_loops_and_nothing_at_all_are_drawn() {
        let layout = check(&graph(3, &[(0, 1), (1, 2), (2, 0), (1, 1)]));
        assert_eq!(layout.rows, [0, 1, 2]);
        assert_eq!(layout.bends[2].len(), 1);
        assert_eq!(graph(0, &[]).layout().size, (0.0, 0.0));
        check(&graph(3, &[]));
    }

    #[test]
    fn the_layout_is_the_same_every_time() {
        let arrows: Vec<(usize, usize)> = (0..30)
            .flat_map(|a| (a + 1..30).filter(move |b| (a * 7 + b * 13) % 5 == 0).map(move |b| (a, b)))
            .collect();
        let graph = graph(30, &arrows);
        assert_eq!(check(&graph), graph.layout());
    }
}
