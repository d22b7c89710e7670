//! Contexts that tell elements apart: one after the other, each the one that tells most small pairs apart of those that are left.

use super::evaluate::{Evaluator, members};
use crate::limits::Limits;
use crate::misere::algebraic::monoid::{Element, Image, PresburgerMonoid};
use crate::misere::algebraic::pretending::{Line, PretendingFunction};
use crate::misere::algebraic::region::{Refused, Region};
use crate::misere::algebraic::tree::Affine;
use crate::misere::algebraic::verify::element_at;
use crate::misere::algebraic::verify::separations::{Pair, Separated, Separation, pairs};

/// The most small pairs that contexts are chosen by, and the most that are taken from the parts that are left.
const MOST_POINTS: usize = 300;
const MOST_NEW: usize = 40;

/// The most contexts for one subject, and the most parts that they may leave.
const MOST_CONTEXTS: usize = 40;
const MOST_PARTS: usize = 3000;

/// How far contexts are looked for: see [`contexts`].
const TIERS: usize = 4;

/// A separation of the values of heaps of one residue, infinitely many; `None` when none is found.
pub fn separate_heaps(
    monoid: &PresburgerMonoid,
    phi: &PretendingFunction,
    limits: &Limits,
) -> Result<Option<Separation>, Refused> {
    let mut evaluator = Evaluator::new(monoid, phi);
    for residue in (0..phi.period).filter(|residue| !phi.is_constant(*residue)) {
        let first = phi.first_k(residue);
        let mut pairs = Vec::new();
        for l in first + 1..first + 12 {
            pairs.extend((first..l).map(|k| vec![k, l]));
        }
        let found = separate(monoid, phi, &mut evaluator, Separated::Class(residue), 2, pairs, limits)?;
        if found.is_some() {
            return Ok(found);
        }
    }
    Ok(None)
}

/// Separations for all pairs of labels; `None` when one is not found.
pub fn separate_labels(
    monoid: &PresburgerMonoid,
    phi: &PretendingFunction,
    limits: &Limits,
) -> Result<Option<Vec<Separation>>, Refused> {
    let mut evaluator = Evaluator::new(monoid, phi);
    let mut all = Vec::new();
    for x in 0..monoid.labels.len() {
        for y in x..monoid.labels.len() {
            for flip in [false, true] {
                limits.poll()?;
                let dimension = monoid.dimension(x) + monoid.dimension(y);
                let size = [8, 8, 8, 6, 5][dimension.min(4)];
                let mut pairs: Vec<Vec<i64>> = Vec::new();
                for left in members(monoid, x, size) {
                    for right in members(monoid, y, size) {
                        if x != y || flip || left.parameters < right.parameters {
                            pairs.push([left.parameters.as_slice(), &right.parameters].concat());
                        }
                    }
                }
                let subject = Separated::Labels { x, y, flip };
                match separate(monoid, phi, &mut evaluator, subject, dimension, pairs, limits)? {
                    Some(found) => all.push(found),
                    None => return Ok(None),
                }
            }
        }
    }
    Ok(Some(all))
}

/// A separation, verified; `None` when none is found.
fn separate(
    monoid: &PresburgerMonoid,
    phi: &PretendingFunction,
    evaluator: &mut Evaluator<'_>,
    subject: Separated,
    dimension: usize,
    points: Vec<Vec<i64>>,
    limits: &Limits,
) -> Result<Option<Separation>, Refused> {
    // What the variables of contexts stand for: parameters, or the parameter that moves with k.
    let lines: Vec<Line> = match subject {
        Separated::Labels { .. } => vec![Line { slope: 1, offset: 0 }; dimension],
        Separated::Class(residue) => {
            let moving = phi.classes[residue as usize].parameters.iter().find(|line| line.slope != 0);
            vec![moving.copied().unwrap_or(Line { slope: 1, offset: 0 }); 2]
        }
    };
    let step = points.len().div_ceil(MOST_POINTS).max(1);
    let points: Vec<Vec<i64>> = points.into_iter().step_by(step).collect();
    let pairs = pairs(monoid, phi, subject)?;
    for tier in 0..TIERS {
        let problem = Problem { monoid, phi, subject, candidates: contexts(monoid, &lines, tier) };
        if let Some(contexts) = problem.choose(evaluator, &pairs, points.clone(), limits)? {
            return Ok(Some(Separation { subject, contexts }));
        }
    }
    Ok(None)
}

/// Elements to be told apart, and contexts that may do it.
struct Problem<'g> {
    monoid: &'g PresburgerMonoid,
    phi: &'g PretendingFunction,
    subject: Separated,
    candidates: Vec<Image>,
}

impl Problem<'_> {
    /// The two elements at a point.
    fn pair(&self, point: &[i64]) -> Option<[Element; 2]> {
        match self.subject {
            Separated::Class(residue) => {
                let value = |k: i64| self.phi.value(u64::try_from(k).ok()? * self.phi.period + residue);
                Some([value(point[0])?, value(point[1])?])
            }
            Separated::Labels { x, y, flip } => {
                let (left, right) = point.split_at(self.monoid.dimension(x));
                let element = |flip, label, parameters: &[i64]| Element {
                    flip,
                    label,
                    parameters: parameters.to_vec(),
                };
                Some([element(false, x, left), element(flip, y, right)])
            }
        }
    }

    /// The point of a pair.
    fn point(&self, x: &Element, y: &Element) -> Option<Vec<i64>> {
        match self.subject {
            Separated::Labels { .. } => Some(x.parameters.iter().chain(&y.parameters).copied().collect()),
            Separated::Class(residue) => {
                let lines = &self.phi.classes[residue as usize].parameters;
                let at = lines.iter().position(|line| line.slope != 0)?;
                let k = |x: &Element| Some((x.parameters.get(at)? - lines[at].offset) / lines[at].slope);
                Some(vec![k(x)?, k(y)?])
            }
        }
    }

    /// Whether a candidate tells a pair apart; `None` on overflow.
    fn is_right(&self, evaluator: &mut Evaluator<'_>, point: &[i64], candidate: &Image) -> Option<bool> {
        let parameters: Option<Vec<i64>> = candidate.parameters.iter().map(|form| form.at(point)).collect();
        let z = Element { flip: candidate.flip, label: candidate.label, parameters: parameters? };
        if self.monoid.contains(&z) != Some(true) {
            return Some(false);
        }
        let z = evaluator.id(&z);
        let [x, y] = self.pair(point)?.map(|side| {
            let side = evaluator.id(&side);
            evaluator.product(side, z)
        });
        Some(evaluator.is_p(x?) != evaluator.is_p(y?))
    }

    /// Contexts that tell all pairs apart; `None` when some pair has none among the candidates, or there are too many parts.
    fn choose(
        &self,
        evaluator: &mut Evaluator<'_>,
        pairs: &[Pair],
        mut points: Vec<Vec<i64>>,
        limits: &Limits,
    ) -> Result<Option<Vec<Image>>, Refused> {
        let mut left: Vec<Vec<Region>> = pairs.iter().map(|pair| vec![pair.region.clone()]).collect();
        let mut chosen = Vec::new();
        while left.iter().any(|parts| !parts.is_empty()) {
            if chosen.len() >= MOST_CONTEXTS || left.iter().map(Vec::len).sum::<usize>() > MOST_PARTS {
                return Ok(None);
            }
            if points.is_empty() {
                points = self.points_of(pairs, &left);
            }
            let mut best: Option<(usize, Vec<bool>, &Image)> = None;
            for candidate in &self.candidates {
                limits.poll()?;
                let right: Vec<bool> = points
                    .iter()
                    .map(|point| self.is_right(evaluator, point, candidate) == Some(true))
                    .collect();
                let count = right.iter().filter(|right| **right).count();
                if count > best.as_ref().map_or(0, |(most, ..)| *most) {
                    best = Some((count, right, candidate));
                }
            }
            let Some((_, right, context)) = best else { return Ok(None) };
            let mut right = right.into_iter();
            points.retain(|_| !right.next().unwrap_or(false));
            for (pair, parts) in pairs.iter().zip(&mut left) {
                *parts = pair.alike(self.monoid, parts, context)?;
            }
            chosen.push(context.clone());
        }
        Ok(Some(chosen))
    }

    /// Points of the parts that are left.
    fn points_of(&self, pairs: &[Pair], left: &[Vec<Region>]) -> Vec<Vec<i64>> {
        let parts =
            pairs.iter().zip(left).flat_map(|(pair, parts)| parts.iter().map(move |part| (pair, part)));
        let point = |(pair, part): (&Pair, &Region)| {
            let point = part.small_point()?;
            self.point(&element_at(&pair.x, &point)?, &element_at(&pair.y, &point)?)
        };
        parts.take(MOST_NEW).filter_map(point).collect()
    }
}

/// Contexts to be tried, more in each tier: small ones; then exponents that move with the parameters of the pair, and indices
/// beyond all that a product reaches; then indices that move too.
fn contexts(monoid: &PresburgerMonoid, lines: &[Line], tier: usize) -> Vec<Image> {
    let dimension = lines.len();
    let mut forms: Vec<Affine> = (0..=1).map(|c| Affine::constant(dimension, c)).collect();
    let sum = |terms: &[(usize, i64)], constant: i64| {
        let mut form = Affine::constant(dimension, constant);
        for (variable, factor) in terms {
            form.coefficients[*variable] += factor * lines[*variable].slope;
            form.constant += factor * lines[*variable].offset;
        }
        form
    };
    let all: Vec<(usize, i64)> = (0..dimension).map(|variable| (variable, 1)).collect();
    let mut single = forms.clone();
    // Pairs of an exponent and an index.
    let mut far: Vec<Vec<Affine>> = Vec::new();
    if tier >= 1 {
        for i in 0..dimension {
            single.extend((-1..=2).map(|c| sum(&[(i, 1)], c)));
            for j in (0..dimension).filter(|j| *j != i) {
                single.extend((-1..=3).map(|c| sum(&[(i, 1), (j, -1)], c)));
            }
        }
        single.extend((1..=4).map(|c| sum(&all, c)));
        // Twice the sum, so that the parity is known.
        let beyond: Vec<(usize, i64)> = (0..dimension).map(|variable| (variable, 2)).collect();
        let most = 2 * (largest_constant(monoid) / 2) + 4;
        for exponent in 0..=2 {
            let exponent = Affine::constant(dimension, exponent);
            far.extend((0..=1).map(|c| vec![exponent.clone(), sum(&beyond, most + c)]));
        }
    }
    if tier >= 2 {
        for i in 0..dimension {
            forms.extend((-1..=2).map(|c| sum(&[(i, 1)], c)));
        }
        forms.extend((1..=4).map(|c| sum(&all, c)));
    }
    // An exponent larger than those of the pair, and an index that only one of the two products reaches.
    if tier >= 3 {
        for i in 0..dimension {
            for j in 0..i {
                for exponent in 1..=4 {
                    let more = [all.as_slice(), &[(i, 1), (j, 1)]].concat();
                    far.extend((0..=9).map(|c| vec![sum(&all, exponent), sum(&more, exponent + c)]));
                }
            }
        }
    }
    let mut found = Vec::new();
    for label in 0..monoid.labels.len() {
        let choices: Vec<Vec<Affine>> = match monoid.dimension(label) {
            0 => vec![Vec::new()],
            1 => single.iter().map(|form| vec![form.clone()]).collect(),
            2 => {
                let near = forms.iter().flat_map(|v| forms.iter().map(move |w| vec![v.clone(), w.clone()]));
                far.iter().cloned().chain(near).collect()
            }
            _ => Vec::new(),
        };
        for parameters in choices {
            for flip in [false, true] {
                found.push(Image { flip, label, parameters: parameters.clone() });
            }
        }
    }
    found
}

/// The largest constant of the actions: by so much a product can grow beside its parameters.
fn largest_constant(monoid: &PresburgerMonoid) -> i64 {
    let images = monoid.actions.iter().flatten().flat_map(|action| action.leaves());
    images.flat_map(|image| image.parameters.iter().map(|form| form.constant)).max().unwrap_or(0)
}
