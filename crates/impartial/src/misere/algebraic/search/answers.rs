//! Answers in all contexts, learned from small ones: the strategy of check C.

use rustc_hash::FxHashMap;

use super::evaluate::{Evaluator, Id, members};
use super::learn::Samples;
use crate::limits::Limits;
use crate::misere::algebraic::monoid::{Element, LetterKind, PresburgerMonoid};
use crate::misere::algebraic::moves::Moves;
use crate::misere::algebraic::pretending::PretendingFunction;
use crate::misere::algebraic::region::Refused;
use crate::misere::algebraic::strategy::{AllAnswers, Answer, Answers, Part, Witness};
use crate::misere::algebraic::tree::{Affine, Tree};
use crate::misere::algebraic::verify::answers::{Heaps, Question};
use crate::misere::algebraic::verify::{Counterexample, Objection};

/// How often a tree is corrected before the search gives up.
const MOST_CORRECTIONS: usize = 60;

/// Why no strategy was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoAnswers {
    /// The samples cannot be told apart by the forms at hand.
    Tree(Heaps),
    /// This counterexample, or the refusal, stood at the end.
    Objection(Objection),
}

impl From<Refused> for NoAnswers {
    fn from(refused: Refused) -> Self {
        NoAnswers::Objection(refused.into())
    }
}

/// The search for answers.
pub struct AnswerSearch<'g> {
    /// The rules.
    pub moves: &'g Moves,
    /// The monoid.
    pub monoid: &'g PresburgerMonoid,
    /// The values of heaps.
    pub phi: &'g PretendingFunction,
    /// Contexts have parameters up to this size.
    pub size: i64,
    /// Up to this size it is looked whether contexts called unmet are.
    pub wide: i64,
    /// Products.
    pub evaluator: Evaluator<'g>,
    /// The number of corrections made.
    pub corrections: usize,
}

impl<'g> AnswerSearch<'g> {
    /// The search with contexts of a size.
    pub fn new(
        moves: &'g Moves,
        monoid: &'g PresburgerMonoid,
        phi: &'g PretendingFunction,
        size: i64,
        wide: i64,
    ) -> Self {
        AnswerSearch {
            moves,
            monoid,
            phi,
            size,
            wide,
            evaluator: Evaluator::new(monoid, phi),
            corrections: 0,
        }
    }

    /// Finds answers for all heaps, each verified.
    pub fn run(&mut self, limits: &Limits) -> Result<AllAnswers, NoAnswers> {
        let mut strategy = AllAnswers::default();
        let contexts: Vec<Vec<Element>> =
            (0..self.monoid.labels.len()).map(|label| members(self.monoid, label, self.size)).collect();
        for heap in 0..self.moves.large_from(self.phi) {
            let options = self.moves.options(heap);
            let mut answers = Answers::new();
            if !options.is_empty() {
                let candidates = self.small_candidates(heap, &options)?;
                for (label, contexts) in contexts.iter().enumerate() {
                    limits.poll().map_err(Refused::from)?;
                    answers.push(self.both(Heaps::Small(heap), label, contexts, &candidates)?);
                }
            }
            strategy.small.push(answers);
        }
        // Contexts must come to be smaller and larger than the values of the first large heaps.
        let base = self.first_large_parameter() + (self.size + 1) / 2;
        let contexts: Vec<Vec<Element>> = (0..self.monoid.labels.len())
            .map(|label| members(self.monoid, label, self.size.max(base)))
            .collect();
        for residue in 0..self.phi.period {
            let mut answers = Answers::new();
            for (label, contexts) in contexts.iter().enumerate() {
                limits.poll().map_err(Refused::from)?;
                let candidates = self.large_candidates(label);
                answers.push(self.both(Heaps::Class(residue), label, contexts, &candidates)?);
            }
            strategy.classes.push(answers);
        }
        Ok(strategy)
    }

    /// The largest parameter in the values of the first large heap of each residue.
    fn first_large_parameter(&self) -> i64 {
        let from = self.moves.large_from(self.phi);
        (from..from + self.phi.period)
            .filter_map(|heap| self.phi.value(heap)?.parameters.into_iter().max())
            .max()
            .unwrap_or(0)
    }

    fn both(
        &mut self,
        heaps: Heaps,
        label: usize,
        contexts: &[Element],
        candidates: &[Witness],
    ) -> Result<[Tree<Answer>; 2], NoAnswers> {
        let without = self.tree(heaps, label, false, contexts, candidates)?;
        Ok([without, self.tree(heaps, label, true, contexts, candidates)?])
    }

    /// Learns and corrects one tree.
    fn tree(
        &mut self,
        heaps: Heaps,
        label: usize,
        flip: bool,
        contexts: &[Element],
        candidates: &[Witness],
    ) -> Result<Tree<Answer>, NoAnswers> {
        let dimension = self.monoid.dimension(label) + usize::from(matches!(heaps, Heaps::Class(_)));
        let slopes = self.phi.classes.iter().flat_map(|word| &word.parameters).map(|line| line.slope);
        let scale = if matches!(heaps, Heaps::Class(_)) { slopes.max().unwrap_or(1).max(1) } else { 1 };
        let mut samples = Samples::new(dimension).with_last_scale(scale);
        let mut winning = FxHashMap::default();
        for context in contexts {
            let context = Element { flip, ..context.clone() };
            match heaps {
                Heaps::Small(heap) => {
                    self.sample(&mut samples, heaps, &context, heap, candidates, &mut winning)?;
                }
                Heaps::Class(residue) => {
                    let first = self.phi.first_k_from(residue, self.moves.large_from(self.phi));
                    for k in first..=first + self.size {
                        let heap = k as u64 * self.phi.period + residue;
                        self.sample(&mut samples, heaps, &context, heap, candidates, &mut winning)?;
                    }
                }
            }
        }
        let question = Question { moves: self.moves, monoid: self.monoid, phi: self.phi, heaps, label, flip };
        let mut corrections = 0;
        loop {
            let learned = if samples.is_empty() { Some(Tree::Leaf(1)) } else { samples.learn() };
            let tree = learned.ok_or(NoAnswers::Tree(heaps))?.map(&mut |answer| {
                Tree::Leaf(match answer {
                    0 => Answer::IsP,
                    1 => Answer::Unmet,
                    other => Answer::Move(candidates[other as usize - 2].clone()),
                })
            });
            match question.check(&tree) {
                Ok(()) => {
                    let met = self.called_unmet(&tree, heaps, label, flip, candidates, &mut winning)?;
                    if met.is_empty() || corrections >= MOST_CORRECTIONS {
                        return Ok(tree);
                    }
                    corrections += 1;
                    self.corrections += 1;
                    for (context, heap) in met {
                        self.sample(&mut samples, heaps, &context, heap, candidates, &mut winning)?;
                    }
                }
                Err(Objection::Fails(found)) if corrections < MOST_CORRECTIONS => {
                    let Counterexample::Answer { context, heap } = &*found else {
                        return Err(NoAnswers::Objection(Objection::Fails(found)));
                    };
                    corrections += 1;
                    self.corrections += 1;
                    self.sample(&mut samples, heaps, context, *heap, candidates, &mut winning)?;
                }
                Err(objection) => return Err(NoAnswers::Objection(objection)),
            }
        }
    }

    /// Contexts up to the wider size that a tree calls unmet although an answer is known, a few of them.
    fn called_unmet(
        &mut self,
        tree: &Tree<Answer>,
        heaps: Heaps,
        label: usize,
        flip: bool,
        candidates: &[Witness],
        known: &mut FxHashMap<(Id, u64, u64), bool>,
    ) -> Result<Vec<(Element, u64)>, Refused> {
        let mut met = Vec::new();
        if !tree.leaves().contains(&&Answer::Unmet) {
            return Ok(met);
        }
        let sizes = match heaps {
            Heaps::Small(heap) => heap..=heap,
            Heaps::Class(residue) => {
                let first = self.phi.first_k_from(residue, self.moves.large_from(self.phi)) as u64;
                first * self.phi.period + residue..=(first + self.wide as u64) * self.phi.period + residue
            }
        };
        for context in members(self.monoid, label, self.wide) {
            let context = Element { flip, ..context };
            for heap in sizes.clone().step_by(self.phi.period as usize) {
                let mut point = context.parameters.clone();
                if let Heaps::Class(_) = heaps {
                    point.push((heap / self.phi.period) as i64);
                }
                if tree.at(&point) == Some(&Answer::Unmet)
                    && self.answers(heaps, &context, heap, candidates, known)? != [1]
                {
                    met.push((context.clone(), heap));
                    if met.len() >= 20 {
                        return Ok(met);
                    }
                }
            }
        }
        Ok(met)
    }

    /// Adds the right answers for one context and heap.
    fn sample(
        &mut self,
        samples: &mut Samples,
        heaps: Heaps,
        context: &Element,
        heap: u64,
        candidates: &[Witness],
        known: &mut FxHashMap<(Id, u64, u64), bool>,
    ) -> Result<(), Refused> {
        let answers = self.answers(heaps, context, heap, candidates, known)?;
        let mut point = context.parameters.clone();
        if let Heaps::Class(_) = heaps {
            point.push((heap / self.phi.period) as i64);
        }
        samples.push(point, answers);
        Ok(())
    }

    /// The right answers for one context and heap: 0 for P, 1 for unmet, then the candidates.
    fn answers(
        &mut self,
        heaps: Heaps,
        context: &Element,
        heap: u64,
        candidates: &[Witness],
        known: &mut FxHashMap<(Id, u64, u64), bool>,
    ) -> Result<Vec<u32>, Refused> {
        let x = self.evaluator.id(context);
        let mut point = context.parameters.clone();
        if let Heaps::Class(_) = heaps {
            point.push((heap / self.phi.period) as i64);
        }
        let overflow = || Refused::Overflow;
        let product = self.evaluator.times_heap(x, heap).ok_or_else(overflow)?;
        if self.evaluator.is_p(product) {
            return Ok(vec![0]);
        }
        let mut answers = Vec::new();
        for moving in [false, true] {
            for (at, witness) in (2..).zip(candidates) {
                if moving != witness.parts.iter().any(|part| matches!(part, Part::Moving { .. })) {
                    continue;
                }
                let Some(heaps) = instance(self.moves, self.phi, heap, &point, witness, heaps) else {
                    continue;
                };
                let key = (x, heaps.first().copied().unwrap_or(0), heaps.get(1).copied().unwrap_or(0));
                let wins = if heaps.len() > 2 {
                    self.evaluator.is_p_with(x, &heaps).ok_or_else(overflow)?
                } else if let Some(wins) = known.get(&key) {
                    *wins
                } else {
                    let wins = self.evaluator.is_p_with(x, &heaps).ok_or_else(overflow)?;
                    known.insert(key, wins);
                    wins
                };
                if wins {
                    answers.push(at);
                }
            }
            if !answers.is_empty() {
                break;
            }
        }
        if answers.is_empty() {
            answers.push(1);
        }
        Ok(answers)
    }

    /// One move for each value that an option of a small heap has.
    fn small_candidates(&mut self, heap: u64, options: &[Vec<u64>]) -> Result<Vec<Witness>, Refused> {
        let one = self.evaluator.id(&self.monoid.one());
        let mut seen = Vec::new();
        let mut candidates = Vec::new();
        for option in options {
            let mut value = one;
            for part in option {
                value = self.evaluator.times_heap(value, *part).ok_or(Refused::Overflow)?;
            }
            if !seen.contains(&value) {
                seen.push(value);
                let take = heap - option.iter().sum::<u64>();
                let parts = option.iter().skip(1).map(|part| Part::Fixed(*part)).collect();
                candidates.push(Witness { take, parts });
            }
        }
        Ok(candidates)
    }

    /// The moves that are tried for large heaps in contexts of a label: without a part, with small parts, with parts that move
    /// with the parameters.
    fn large_candidates(&self, label: usize) -> Vec<Witness> {
        let (period, first) = (self.phi.period, self.phi.regular_from());
        let dimension = self.monoid.dimension(label) + 1;
        let mut moving = Vec::new();
        for (form, divisor) in self.moving_forms(label) {
            for residue in 0..period {
                for shift in -3..=3 {
                    let form = Affine { constant: form.constant + shift, ..form.clone() };
                    moving.push(Part::Moving { residue, form, divisor });
                }
            }
        }
        debug_assert!(moving.iter().all(|part| match part {
            Part::Moving { form, .. } => form.coefficients.len() == dimension,
            Part::Fixed(_) => true,
        }));
        let fixed: Vec<Part> = (1..first + 2 * period).map(Part::Fixed).collect();
        let mut candidates = Vec::new();
        for take in 0..=self.moves.most_taken {
            if self.moves.allows(take, 1) {
                candidates.push(Witness { take, parts: Vec::new() });
            }
            if self.moves.allows(take, 2) {
                candidates.extend(fixed.iter().map(|part| Witness { take, parts: vec![part.clone()] }));
            }
            if self.moves.allows(take, 3) {
                for (at, part) in fixed.iter().enumerate().take(first as usize + 2) {
                    candidates.extend(
                        fixed[..=at]
                            .iter()
                            .map(|other| Witness { take, parts: vec![other.clone(), part.clone()] }),
                    );
                }
            }
        }
        for take in (0..=self.moves.most_taken).filter(|take| self.moves.allows(*take, 2)) {
            candidates.extend(moving.iter().map(|part| Witness { take, parts: vec![part.clone()] }));
        }
        candidates
    }

    /// Forms in the parameters and k that a moving part may follow: a parameter, the sum of two, half of k.
    fn moving_forms(&self, label: usize) -> Vec<(Affine, i64)> {
        let dimension = self.monoid.dimension(label) + 1;
        let letters: Vec<usize> = self.monoid.labels[label]
            .word
            .iter()
            .copied()
            .filter(|letter| self.monoid.letters[*letter].is_indexed())
            .collect();
        // How many heaps of the family lie in one period: then indices are halved.
        let divisors = |letter: usize| {
            let letter = &self.monoid.letters[letter];
            match letter.kind {
                LetterKind::Family if letter.step * 2 == self.phi.period => vec![2],
                LetterKind::Family => vec![1],
                _ if self
                    .phi
                    .classes
                    .iter()
                    .any(|word| word.parameters.iter().any(|line| line.slope == 2)) =>
                {
                    vec![2]
                }
                _ => vec![1],
            }
        };
        let mut forms = vec![(Affine::variable(dimension, dimension - 1, 0), 2)];
        for (i, letter) in letters.iter().enumerate() {
            for divisor in divisors(*letter) {
                let start = self.monoid.letters[*letter].heap as i64 / self.phi.period as i64;
                let offset =
                    if self.monoid.letters[*letter].kind == LetterKind::Family { start * divisor } else { 0 };
                forms.push((Affine::variable(dimension, i, offset), divisor));
                for j in 0..i {
                    let mut form = Affine::variable(dimension, i, offset);
                    form.coefficients[j] += 1;
                    forms.push((form, divisor));
                }
            }
        }
        forms
    }
}

/// The heaps that a witness leaves of a heap in a context; `None` when it is no move there.
fn instance(
    moves: &Moves,
    phi: &PretendingFunction,
    heap: u64,
    point: &[i64],
    witness: &Witness,
    heaps: Heaps,
) -> Option<Vec<u64>> {
    let mut rest = heap.checked_sub(witness.take)?;
    let mut left = Vec::with_capacity(witness.parts.len() + 1);
    for part in &witness.parts {
        let size = match part {
            Part::Fixed(size) => *size,
            Part::Moving { residue, form, divisor } => {
                let value = form.at(point)?;
                if value % divisor != 0 {
                    return None;
                }
                let size = u64::try_from(value / divisor).ok()? * phi.period + residue;
                if size < phi.regular_from() {
                    return None;
                }
                size
            }
        };
        rest = rest.checked_sub(size).filter(|_| size > 0)?;
        left.push(size);
    }
    if let Heaps::Class(_) = heaps {
        // The last heap must be regular.
        if rest < phi.regular_from() {
            return None;
        }
    }
    left.extend((rest > 0).then_some(rest));
    moves.allows(witness.take, left.len() as u64).then_some(left)
}
