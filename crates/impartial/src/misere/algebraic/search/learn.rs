//! Decision trees learned from samples.
//!
//! Every sample is a point with the answers that are right there. A tree is right when each of its leaves gives an answer that is
//! right at all samples in it. The learner is greedy: it takes the test that tells most about the answers, simple forms before
//! long ones. Nothing that it finds is trusted; the checks decide.

use rustc_hash::FxHashMap;

use crate::misere::algebraic::tree::{Affine, Asked, Test, Tree};

/// Above this many samples a tree is learned from some of them, and the samples it gets wrong are added.
const MOST_AT_ONCE: usize = 700;

/// The deepest tree.
const MOST_DEPTH: usize = 60;

/// Points with the answers that are right there, each list increasing; of two answers the smaller number is preferred.
#[derive(Clone, Debug, Default)]
pub struct Samples {
    dimension: usize,
    /// What each parameter is multiplied with in forms, because it counts in larger steps.
    scales: Vec<i64>,
    points: Vec<Vec<i64>>,
    answers: Vec<Vec<u32>>,
}

impl Samples {
    /// No samples yet.
    pub fn new(dimension: usize) -> Self {
        Samples { dimension, scales: vec![1; dimension], points: Vec::new(), answers: Vec::new() }
    }

    /// The same with the last parameter counting in larger steps.
    pub fn with_last_scale(mut self, scale: i64) -> Self {
        if let Some(last) = self.scales.last_mut() {
            *last = scale;
        }
        self
    }

    /// Adds a point and its right answers, increasing and not empty.
    pub fn push(&mut self, point: Vec<i64>, answers: Vec<u32>) {
        debug_assert!(point.len() == self.dimension && !answers.is_empty());
        self.points.push(point);
        self.answers.push(answers);
    }

    /// The number of samples.
    pub fn len(&self) -> usize {
        self.points.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.points.is_empty()
    }

    /// A tree that is right at every sample; `None` when the forms at hand cannot tell them apart.
    pub fn learn(&self) -> Option<Tree<u32>> {
        let cover = self.cover()?;
        let masks: Vec<u64> = self
            .answers
            .iter()
            .map(|answers| {
                cover
                    .iter()
                    .enumerate()
                    .filter(|(_, answer)| answers.binary_search(answer).is_ok())
                    .fold(0, |mask, (bit, _)| mask | 1 << bit)
            })
            .collect();
        let learner = Learner { samples: self, masks, forms: forms(&self.scales) };
        let mut chosen: Vec<usize> = match self.len() {
            count if count <= MOST_AT_ONCE => (0..count).collect(),
            count => (0..count).step_by(count.div_ceil(MOST_AT_ONCE / 2)).collect(),
        };
        let mut is_chosen = vec![false; self.len()];
        chosen.iter().for_each(|at| is_chosen[*at] = true);
        loop {
            let tree = learner.grow(&chosen, 0)?;
            let wrong: Vec<usize> =
                (0..self.len()).filter(|at| !is_chosen[*at] && !learner.is_right(&tree, *at)).collect();
            if wrong.is_empty() {
                return Some(tree.map(&mut |bit| Tree::Leaf(cover[bit as usize])));
            }
            for at in wrong.iter().step_by(wrong.len().div_ceil(MOST_AT_ONCE / 3)) {
                is_chosen[*at] = true;
                chosen.push(*at);
            }
        }
    }

    /// Few answers of which one is right at every sample: greedily, the answer that is right most often first. `None` when 64
    /// do not suffice.
    fn cover(&self) -> Option<Vec<u32>> {
        let mut left: Vec<usize> = (0..self.len()).collect();
        let mut cover = Vec::new();
        while !left.is_empty() {
            let mut counts: FxHashMap<u32, usize> = FxHashMap::default();
            for at in &left {
                for answer in &self.answers[*at] {
                    *counts.entry(*answer).or_default() += 1;
                }
            }
            let (best, _) = counts.into_iter().min_by_key(|(answer, count)| (usize::MAX - count, *answer))?;
            left.retain(|at| self.answers[*at].binary_search(&best).is_err());
            cover.push(best);
            if cover.len() > 64 {
                return None;
            }
        }
        Some(cover)
    }
}

/// A form that tests may ask about, without its constant, and how long it is.
struct Candidate {
    coefficients: Vec<i64>,
    asked: Asked,
    cost: f64,
}

/// The forms in so many parameters, short ones first.
fn forms(scales: &[i64]) -> Vec<Candidate> {
    let dimension = scales.len();
    let mut forms: Vec<Candidate> = Vec::new();
    let mut add = |terms: &[(usize, i64)], asked: Asked, cost: f64| {
        let mut coefficients = vec![0; dimension];
        for (variable, factor) in terms {
            coefficients[*variable] +=
                if asked == Asked::Even { *factor } else { factor * scales[*variable] };
        }
        forms.push(Candidate { coefficients, asked, cost });
    };
    let d = dimension;
    for i in 0..d {
        add(&[(i, 1)], Asked::AtMostZero, 1.0);
        add(&[(i, 1)], Asked::Even, 1.2);
    }
    for i in 0..d {
        for j in 0..i {
            add(&[(j, 1), (i, -1)], Asked::AtMostZero, 2.0);
            add(&[(j, 1), (i, 1)], Asked::AtMostZero, 2.5);
            add(&[(j, 1), (i, 1)], Asked::Even, 2.0);
        }
    }
    for i in 0..d {
        for j in 0..i {
            for k in 0..d {
                if k != i && k != j {
                    add(&[(i, 1), (j, 1), (k, -1)], Asked::AtMostZero, 4.0);
                }
                if k < j {
                    add(&[(i, 1), (j, 1), (k, 1)], Asked::Even, 3.0);
                    add(&[(i, 1), (j, 1), (k, 1)], Asked::AtMostZero, 5.0);
                }
            }
        }
    }
    for i in 0..d {
        for j in 0..i {
            for k in 0..d {
                for l in 0..k {
                    let distinct = k != i && k != j && l != i && l != j;
                    if distinct && i > k {
                        add(&[(i, 1), (j, 1), (k, -1), (l, -1)], Asked::AtMostZero, 6.0);
                    }
                    if distinct && l < k && k < j {
                        add(&[(i, 1), (j, 1), (k, 1), (l, 1)], Asked::Even, 4.0);
                    }
                }
            }
        }
    }
    for i in 0..d {
        for j in 0..i {
            for k in 0..j {
                for l in 0..d {
                    if l != i && l != j && l != k {
                        add(&[(i, 1), (j, 1), (k, 1), (l, -1)], Asked::AtMostZero, 7.0);
                    }
                }
            }
        }
    }
    for i in 0..d {
        for j in 0..d {
            if i != j {
                add(&[(i, 2), (j, -1)], Asked::AtMostZero, 7.0);
            }
        }
    }
    forms
}

struct Learner<'s> {
    samples: &'s Samples,
    /// For each sample, which answers of the cover are right.
    masks: Vec<u64>,
    forms: Vec<Candidate>,
}

impl Learner<'_> {
    fn is_right(&self, tree: &Tree<u32>, at: usize) -> bool {
        tree.at(&self.samples.points[at]).is_some_and(|bit| self.masks[at] >> bit & 1 == 1)
    }

    fn grow(&self, chosen: &[usize], depth: usize) -> Option<Tree<u32>> {
        let common = chosen.iter().fold(u64::MAX, |mask, at| mask & self.masks[*at]);
        if common != 0 {
            return Some(Tree::Leaf(common.trailing_zeros()));
        }
        if depth > MOST_DEPTH {
            return None;
        }
        let (classes, count) = self.classes(chosen);
        let test = self.best_test(chosen, &classes, count)?;
        let holds = |at: &usize| test.at(&self.samples.points[*at]).unwrap_or(false);
        let (yes, no): (Vec<usize>, Vec<usize>) = chosen.iter().copied().partition(holds);
        let (yes, no) = (self.grow(&yes, depth + 1)?, self.grow(&no, depth + 1)?);
        Some(Tree::branch(test, yes, no))
    }

    /// A class for each sample: the first answer, in the order of a greedy cover of these samples, that is right there.
    fn classes(&self, chosen: &[usize]) -> (Vec<u8>, usize) {
        let mut classes = vec![u8::MAX; chosen.len()];
        let mut left: Vec<usize> = (0..chosen.len()).collect();
        let mut count = 0;
        while !left.is_empty() {
            let mut counts = [0usize; 64];
            for at in &left {
                let mut mask = self.masks[chosen[*at]];
                while mask != 0 {
                    counts[mask.trailing_zeros() as usize] += 1;
                    mask &= mask - 1;
                }
            }
            let best = (0..64).min_by_key(|bit| (usize::MAX - counts[*bit], *bit)).unwrap_or(0);
            left.retain(|at| {
                let right = self.masks[chosen[*at]] >> best & 1 == 1;
                if right {
                    classes[*at] = count;
                }
                !right
            });
            count += 1;
        }
        (classes, usize::from(count))
    }

    /// The test that leaves least to be known, a short form being worth a little.
    fn best_test(&self, chosen: &[usize], classes: &[u8], count: usize) -> Option<Test> {
        let mut totals = vec![0u32; count];
        classes.iter().for_each(|class| totals[usize::from(*class)] += 1);
        let whole = entropy(&totals);
        let mut best: Option<(f64, Test)> = None;
        let mut values = vec![0i64; chosen.len()];
        let mut histogram: Vec<u32> = Vec::new();
        for form in &self.forms {
            // No test by a longer form can be better than this one.
            if best.as_ref().is_some_and(|(score, _)| *score >= whole * (1.0 - 0.04 * form.cost)) {
                continue;
            }
            for (value, at) in values.iter_mut().zip(chosen) {
                let sum: i64 =
                    form.coefficients.iter().zip(&self.samples.points[*at]).map(|(a, v)| a * v).sum();
                *value = if form.asked == Asked::Even { sum.rem_euclid(2) } else { sum };
            }
            let (low, high) =
                values.iter().fold((i64::MAX, i64::MIN), |(low, high), v| (low.min(*v), high.max(*v)));
            let range = (high - low + 1) as usize;
            if !(2..=4096).contains(&range) {
                continue;
            }
            histogram.clear();
            histogram.resize(range * count, 0);
            for (value, class) in values.iter().zip(classes) {
                histogram[(value - low) as usize * count + usize::from(*class)] += 1;
            }
            let mut below = vec![0u32; count];
            let mut above = totals.clone();
            let mut last = None;
            for value in 0..range - 1 {
                let row = &histogram[value * count..][..count];
                if row.iter().all(|n| *n == 0) {
                    continue;
                }
                for class in 0..count {
                    below[class] += row[class];
                    above[class] -= row[class];
                }
                last = Some(value).or(last);
                let gain = whole - entropy(&below) - entropy(&above);
                let score = gain * (1.0 - 0.04 * form.cost);
                if best.as_ref().is_none_or(|(known, _)| score > known + 1e-9) {
                    let constant = if form.asked == Asked::Even { 0 } else { -(low + value as i64) };
                    let form_ = Affine { coefficients: form.coefficients.clone(), constant };
                    best = Some((score, Test { form: form_, asked: form.asked }));
                }
            }
        }
        best.map(|(_, test)| test)
    }
}

/// How much is left to be known about the classes of some samples, in all.
fn entropy(counts: &[u32]) -> f64 {
    let total: u32 = counts.iter().sum();
    if total == 0 {
        return 0.0;
    }
    let total = f64::from(total);
    counts.iter().filter(|n| **n > 0).map(|n| f64::from(*n) * (total / f64::from(*n)).ln()).sum()
}
