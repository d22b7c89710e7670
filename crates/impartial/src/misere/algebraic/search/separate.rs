//! Contexts that tell elements apart, learned from small pairs.

use super::evaluate::{Evaluator, members};
use super::learn::Samples;
use crate::limits::Limits;
use crate::misere::algebraic::monoid::{Element, Image, PresburgerMonoid};
use crate::misere::algebraic::pretending::{Line, PretendingFunction};
use crate::misere::algebraic::region::Refused;
use crate::misere::algebraic::tree::{Affine, Tree};
use crate::misere::algebraic::verify::separations::{Separation, Subject, check};
use crate::misere::algebraic::verify::{Counterexample, Objection};

/// How often contexts are corrected.
const MOST_CORRECTIONS: usize = 120;

/// The most pairs from which contexts are learned at first.
const MOST_PAIRS: usize = 120;

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
        let found = separate(monoid, phi, &mut evaluator, Subject::Class(residue), 2, pairs, limits)?;
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
                let subject = Subject::Labels { x, y, flip };
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
    subject: Subject,
    dimension: usize,
    points: Vec<Vec<i64>>,
    limits: &Limits,
) -> Result<Option<Separation>, Refused> {
    // What the variables of contexts stand for: parameters, or the parameter that moves with k.
    let lines: Vec<Line> = match subject {
        Subject::Labels { .. } => vec![Line { slope: 1, offset: 0 }; dimension],
        Subject::Class(residue) => {
            let moving = phi.classes[residue as usize].parameters.iter().find(|line| line.slope != 0);
            vec![moving.copied().unwrap_or(Line { slope: 1, offset: 0 }); 2]
        }
    };
    let step = points.len().div_ceil(MOST_PAIRS).max(1);
    let mut points: Vec<Vec<i64>> = points.into_iter().step_by(step).collect();
    for tier in 0..3 {
        let mut candidates = contexts(monoid, &lines, tier);
        if points.is_empty() {
            candidates.truncate(1);
        }
        let problem = Problem { monoid, phi, subject, dimension, candidates: &candidates };
        if let Some(found) = problem.learn(evaluator, &mut points, limits)? {
            return Ok(Some(found));
        }
    }
    Ok(None)
}

/// Elements to be told apart, and contexts that may do it.
struct Problem<'g> {
    monoid: &'g PresburgerMonoid,
    phi: &'g PretendingFunction,
    subject: Subject,
    dimension: usize,
    candidates: &'g [Image],
}

impl Problem<'_> {
    /// The two elements at a point.
    fn pair(&self, point: &[i64]) -> Option<[Element; 2]> {
        match self.subject {
            Subject::Class(residue) => {
                let value = |k: i64| self.phi.value(u64::try_from(k).ok()? * self.phi.period + residue);
                Some([value(point[0])?, value(point[1])?])
            }
            Subject::Labels { x, y, flip } => {
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
            Subject::Labels { .. } => Some(x.parameters.iter().chain(&y.parameters).copied().collect()),
            Subject::Class(residue) => {
                let lines = &self.phi.classes[residue as usize].parameters;
                let at = lines.iter().position(|line| line.slope != 0)?;
                let k = |x: &Element| Some((x.parameters.get(at)? - lines[at].offset) / lines[at].slope);
                Some(vec![k(x)?, k(y)?])
            }
        }
    }

    /// The candidates that tell a pair apart.
    fn answers(&self, evaluator: &mut Evaluator<'_>, point: &[i64]) -> Option<Vec<u32>> {
        let pair = self.pair(point)?.map(|x| evaluator.id(&x));
        let mut answers = Vec::new();
        for (at, candidate) in (0..).zip(self.candidates) {
            let parameters: Option<Vec<i64>> =
                candidate.parameters.iter().map(|form| form.at(point)).collect();
            let z = Element { flip: candidate.flip, label: candidate.label, parameters: parameters? };
            if self.monoid.contains(&z) != Some(true) {
                continue;
            }
            let z = evaluator.id(&z);
            if let [Some(x), Some(y)] = pair.map(|side| evaluator.product(side, z))
                && evaluator.is_p(x) != evaluator.is_p(y)
            {
                answers.push(at);
            }
        }
        Some(answers)
    }

    /// Learns and corrects the tree of contexts; `None` when some pair has no context among the candidates.
    fn learn(
        &self,
        evaluator: &mut Evaluator<'_>,
        points: &mut Vec<Vec<i64>>,
        limits: &Limits,
    ) -> Result<Option<Separation>, Refused> {
        let mut samples = Samples::new(self.dimension);
        let mut known = 0;
        for _ in 0..MOST_CORRECTIONS {
            while let Some(point) = points.get(known) {
                known += 1;
                limits.poll()?;
                match self.answers(evaluator, point) {
                    Some(answers) if !answers.is_empty() => samples.push(point.clone(), answers),
                    _ => return Ok(None),
                }
            }
            let learned = if samples.is_empty() { Some(Tree::Leaf(0)) } else { samples.learn() };
            let Some(tree) = learned else { return Ok(None) };
            let contexts = tree.map(&mut |at| Tree::Leaf(self.candidates[at as usize].clone()));
            let separation = Separation { subject: self.subject, contexts };
            match check(self.monoid, self.phi, &separation) {
                Ok(()) => return Ok(Some(separation)),
                Err(Objection::Fails(found)) => match *found {
                    Counterexample::Alike { x, y } => match self.point(&x, &y) {
                        Some(point) => points.push(point),
                        None => return Ok(None),
                    },
                    _ => return Ok(None),
                },
                Err(Objection::Refused(Refused::Stopped(reason))) => return Err(reason.into()),
                Err(Objection::Refused(_)) => return Ok(None),
            }
        }
        Ok(None)
    }
}

/// Contexts to be tried, in more and more parameters: small ones, then such as move with the parameters of the pair.
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
    if tier >= 1 {
        for i in 0..dimension {
            forms.extend((-1..=2).map(|c| sum(&[(i, 1)], c)));
        }
        forms.extend((1..=4).map(|c| sum(&all, c)));
    }
    let mut single = forms.clone();
    if tier >= 1 {
        for i in 0..dimension {
            for j in (0..dimension).filter(|j| *j != i) {
                single.extend((-1..=2).map(|c| sum(&[(i, 1), (j, -1)], c)));
            }
        }
    }
    // An exponent larger than those of the pair, and an index that only one of the two products reaches.
    let mut far: Vec<Vec<Affine>> = Vec::new();
    if tier >= 2 {
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
                near.chain(far.iter().cloned()).collect()
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
