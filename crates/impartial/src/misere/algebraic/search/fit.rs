//! From a partial quotient to a Presburger monoid: labels, domains, actions, P and Phi, each fitted to samples.

use std::collections::BTreeMap;

use rustc_hash::FxHashSet;

use super::learn::Samples;
use super::shape::Shape;
use super::truth::{Reading, Truth};
use crate::limits::{Limits, StopReason};
use crate::misere::algebraic::monoid::{Element, Image, Label, LetterKind, PresburgerMonoid, Word};
use crate::misere::algebraic::pretending::{Line, PretendingFunction};
use crate::misere::algebraic::tree::{Affine, Tree};
use crate::misere::monoid::Element as Finite;

/// The most labels of a description.
const MOST_LABELS: usize = 200;

/// Why a guess could not be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoFit {
    /// There are too many labels.
    Labels(usize),
    /// A product leads to a label that is not among the small ones.
    Label,
    /// No tree with the forms at hand fits the samples of an action, a domain or P.
    Tree(&'static str),
    /// There are too few samples.
    Samples,
    /// A limit was reached.
    Stopped(StopReason),
}

impl From<StopReason> for NoFit {
    fn from(reason: StopReason) -> Self {
        NoFit::Stopped(reason)
    }
}

/// The labels, and how readings become elements.
pub struct Labels {
    /// The core and family letters of each label, and which powers it has.
    keys: Vec<(Vec<usize>, Vec<bool>)>,
    by_letters: BTreeMap<Vec<usize>, usize>,
}

impl Labels {
    /// The labels of all elements with parameters up to `size`.
    fn new(truth: &Truth<'_>, size: i64) -> Self {
        let mut powers: BTreeMap<Vec<usize>, (bool, Vec<bool>)> = BTreeMap::new();
        for reading in truth.readings.iter().flatten() {
            let (small, used) = powers
                .entry(reading.letters.clone())
                .or_insert_with(|| (false, vec![false; reading.powers.len()]));
            *small |= reading.largest() <= size;
            used.iter_mut().zip(&reading.powers).for_each(|(used, power)| *used |= *power > 0);
        }
        let mut keys: Vec<(Vec<usize>, Vec<bool>)> =
            powers.into_iter().filter(|(_, (small, _))| *small).map(|(key, (_, used))| (key, used)).collect();
        keys.sort_by_key(|(letters, _)| (letters.len(), letters.clone()));
        let by_letters = keys.iter().enumerate().map(|(at, (letters, _))| (letters.clone(), at)).collect();
        Labels { keys, by_letters }
    }

    /// A reading as an element; `None` when it has no label here.
    pub fn element(&self, reading: &Reading) -> Option<Element> {
        let label = *self.by_letters.get(&reading.letters)?;
        let used = &self.keys[label].1;
        if reading.powers.iter().zip(used).any(|(power, used)| *power > 0 && !used) {
            return None;
        }
        let powers = reading.powers.iter().zip(used).filter(|(_, used)| **used).map(|(power, _)| *power);
        let parameters = powers.chain(reading.indices.iter().copied()).collect();
        Some(Element { flip: reading.flip, label, parameters })
    }

    fn word(&self, label: usize) -> Vec<usize> {
        let (letters, used) = &self.keys[label];
        let powers = used.iter().enumerate().filter(|(_, used)| **used).map(|(letter, _)| letter);
        powers.chain(letters.iter().copied()).collect()
    }
}

/// A guess: a monoid and the values of all heaps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Guess {
    /// The monoid.
    pub monoid: PresburgerMonoid,
    /// The values.
    pub phi: PretendingFunction,
}

/// Fits a guess to the elements of a partial quotient with parameters up to `size`.
pub fn fit(truth: &Truth<'_>, size: i64, limits: &Limits) -> Result<Guess, NoFit> {
    let labels = Labels::new(truth, size);
    let count = labels.keys.len();
    if count > MOST_LABELS {
        return Err(NoFit::Labels(count));
    }
    let shape = truth.shape;
    let mut members: Vec<Vec<(Element, Finite)>> = vec![Vec::new(); count];
    for (x, reading) in (0..).zip(&truth.readings) {
        if let Some(element) = reading.as_ref().and_then(|reading| labels.element(reading)) {
            members[element.label].push((element, x));
        }
    }
    let mut monoid = PresburgerMonoid {
        letters: shape.letters.clone(),
        labels: Vec::with_capacity(count),
        actions: Vec::with_capacity(count),
        p: Vec::with_capacity(count),
    };
    for (label, members) in members.iter().enumerate() {
        limits.poll()?;
        let word = labels.word(label);
        let dimension = word.iter().filter(|letter| shape.letters[**letter].is_indexed()).count();
        let domain = fit_domain(members, dimension, size)?;
        monoid.labels.push(Label { word, domain });
        monoid.p.push([false, true].map(|flip| fit_p(truth, members, dimension, flip, size)).transpose()?);
    }
    for members in &members {
        let mut row = Vec::new();
        for letter in 0..shape.letters.len() {
            limits.poll()?;
            row.push(fit_action(truth, &labels, &monoid, members, letter, size)?);
        }
        monoid.actions.push(row);
    }
    let phi = values(truth, &labels).ok_or(NoFit::Label)?;
    Ok(Guess { monoid, phi })
}

/// `[Result; 2]` to `Result<[_; 2]>`.
trait Transpose<T> {
    fn transpose(self) -> Result<[T; 2], NoFit>;
}

impl<T> Transpose<T> for [Result<T, NoFit>; 2] {
    fn transpose(self) -> Result<[T; 2], NoFit> {
        let [first, second] = self;
        Ok([first?, second?])
    }
}

fn is_small(element: &Element, size: i64) -> bool {
    element.parameters.iter().all(|v| *v <= size)
}

/// All points with entries 0 to `size`.
fn grid(dimension: usize, size: i64) -> Vec<Vec<i64>> {
    let mut points = vec![Vec::new()];
    for _ in 0..dimension {
        points = points
            .into_iter()
            .flat_map(|point: Vec<i64>| (0..=size).map(move |v| [point.as_slice(), &[v]].concat()))
            .collect();
    }
    points
}

fn fit_domain(members: &[(Element, Finite)], dimension: usize, size: i64) -> Result<Tree<bool>, NoFit> {
    let known: FxHashSet<&[i64]> = members.iter().map(|(element, _)| element.parameters.as_slice()).collect();
    let mut samples = Samples::new(dimension);
    // Parameters are never negative; the grid shows only that they need not be.
    for point in grid(dimension, size) {
        let answer = u32::from(known.contains(point.as_slice()));
        samples.push(point, vec![answer]);
    }
    let tree = samples.learn().ok_or(NoFit::Tree("domain"))?;
    let mut tree = tree.map(&mut |leaf| Tree::Leaf(leaf == 1));
    for variable in (0..dimension).rev() {
        let mut form = Affine::constant(dimension, 1);
        form.coefficients[variable] = 1;
        let test = crate::misere::algebraic::tree::Test {
            form,
            asked: crate::misere::algebraic::tree::Asked::AtMostZero,
        };
        tree = Tree::branch(test, Tree::Leaf(false), tree);
    }
    Ok(tree)
}

fn fit_p(
    truth: &Truth<'_>,
    members: &[(Element, Finite)],
    dimension: usize,
    flip: bool,
    size: i64,
) -> Result<Tree<bool>, NoFit> {
    let mut samples = Samples::new(dimension);
    for (element, x) in members.iter().filter(|(element, _)| element.flip == flip && is_small(element, size))
    {
        samples.push(element.parameters.clone(), vec![u32::from(truth.partial.monoid.is_p(*x))]);
    }
    let tree = samples.learn().ok_or(NoFit::Tree("P"))?;
    Ok(tree.map(&mut |leaf| Tree::Leaf(leaf == 1)))
}

/// What a letter makes of the elements of a label.
fn fit_action(
    truth: &Truth<'_>,
    labels: &Labels,
    monoid: &PresburgerMonoid,
    members: &[(Element, Finite)],
    letter: usize,
    size: i64,
) -> Result<Tree<Image>, NoFit> {
    let kind = truth.shape.letters[letter].kind;
    let mut seen: Vec<(Vec<i64>, Element)> = Vec::new();
    for (element, x) in members.iter().filter(|(element, _)| !element.flip && is_small(element, size)) {
        for index in 0..=if kind == LetterKind::Core { 0 } else { size } {
            let Some(reading) = truth.act(*x, letter, index) else {
                continue;
            };
            let image = labels.element(reading).ok_or(NoFit::Label)?;
            let mut point = element.parameters.clone();
            if kind != LetterKind::Core {
                point.push(index);
            }
            seen.push((point, image));
        }
    }
    let Some((point, _)) = seen.first() else {
        return Err(NoFit::Samples);
    };
    let dimension = point.len();
    // First the label, then each parameter, then a: each by cases of its own.
    let all: Vec<&(Vec<i64>, Element)> = seen.iter().collect();
    let by_label =
        learn(dimension, &all, |(_, image)| vec![image.label as u32]).ok_or(NoFit::Tree("action"))?;
    refine(by_label, &all, &mut |label, seen| {
        let label = label as usize;
        let start = Tree::Leaf(Image { flip: false, label, parameters: Vec::new() });
        let parameters = monoid.dimension_of(&labels.word(label));
        let with_parameters = (0..parameters).try_fold(start, |tree, parameter| {
            refine(tree, seen, &mut |image: Image, seen| {
                let (forms, samples) = parameter_samples(dimension, seen, parameter);
                let learned = samples.learn().ok_or(NoFit::Tree("parameter"))?;
                Ok(learned.map(&mut |form| {
                    let mut image = image.clone();
                    image.parameters.push(forms[form as usize].clone());
                    Tree::Leaf(image)
                }))
            })
        })?;
        refine(with_parameters, seen, &mut |image: Image, seen| {
            let flips =
                learn(dimension, seen, |(_, seen)| vec![u32::from(seen.flip)]).ok_or(NoFit::Tree("flip"))?;
            Ok(flips.map(&mut |flip| Tree::Leaf(Image { flip: flip == 1, ..image.clone() })))
        })
    })
}

type Seen = (Vec<i64>, Element);

/// Makes a tree from a leaf and the samples that reach it.
type Make<'m, T, U> = &'m mut dyn FnMut(T, &[&Seen]) -> Result<Tree<U>, NoFit>;

fn learn(dimension: usize, seen: &[&Seen], answers: impl Fn(&Seen) -> Vec<u32>) -> Option<Tree<u32>> {
    let mut samples = Samples::new(dimension);
    for sample in seen {
        samples.push(sample.0.clone(), answers(sample));
    }
    samples.learn()
}

/// Replaces each leaf by a tree made from it and the samples that reach it.
fn refine<T, U>(tree: Tree<T>, seen: &[&Seen], make: Make<'_, T, U>) -> Result<Tree<U>, NoFit> {
    match tree {
        Tree::Leaf(leaf) => make(leaf, seen),
        Tree::Branch(branch) => {
            let (yes, no): (Vec<&Seen>, Vec<&Seen>) =
                seen.iter().partition(|(point, _)| branch.test.at(point).unwrap_or(false));
            let left = refine(branch.yes, &yes, make)?;
            Ok(Tree::branch(branch.test, left, refine(branch.no, &no, make)?))
        }
    }
}

/// The affine forms with coefficients 0 and 1 (and some with 2 or -1) that a new parameter can be, and for each sample which
/// of them are right.
fn parameter_samples(dimension: usize, seen: &[&Seen], parameter: usize) -> (Vec<Affine>, Samples) {
    let mut forms: BTreeMap<Affine, u32> = BTreeMap::new();
    let mut list = Vec::new();
    let mut samples = Samples::new(dimension);
    let mut vectors: Vec<Vec<i64>> = vec![Vec::new()];
    for _ in 0..dimension {
        vectors = vectors
            .into_iter()
            .flat_map(|vector: Vec<i64>| [0, 1].map(move |a| [vector.as_slice(), &[a]].concat()))
            .collect();
    }
    vectors.sort_by_key(|vector| vector.iter().sum::<i64>());
    for (point, image) in seen {
        let mut answers: Vec<u32> = vectors
            .iter()
            .map(|coefficients| {
                let constant = image.parameters[parameter]
                    - coefficients.iter().zip(point).map(|(a, v)| a * v).sum::<i64>();
                let form = Affine { coefficients: coefficients.clone(), constant };
                *forms.entry(form.clone()).or_insert_with(|| {
                    list.push(form);
                    list.len() as u32 - 1
                })
            })
            .collect();
        answers.sort_unstable();
        samples.push(point.clone(), answers);
    }
    (list, samples)
}

/// The values of the heaps.
fn values(truth: &Truth<'_>, labels: &Labels) -> Option<PretendingFunction> {
    let shape: &Shape = truth.shape;
    let read = |heap: u64| {
        let value = truth.partial.phi[heap as usize] as usize;
        labels.element(&shape.read(&truth.partial.words[value])?)
    };
    let small: Option<Vec<Element>> = (0..shape.regular_from).map(read).collect();
    let class = |residue: u64| {
        let k = shape.regular_from.saturating_sub(residue).div_ceil(shape.period);
        let heap = k * shape.period + residue;
        let (first, second) = (read(heap)?, read(heap + shape.period)?);
        let line = |(first, second): (&i64, &i64)| Line {
            slope: second - first,
            offset: first - (second - first) * k as i64,
        };
        Some(Word {
            flip: first.flip,
            label: first.label,
            parameters: first.parameters.iter().zip(&second.parameters).map(line).collect(),
        })
    };
    let classes: Option<Vec<Word<Line>>> = (0..shape.period).map(class).collect();
    Some(PretendingFunction { period: shape.period, small: small?, classes: classes? })
}
