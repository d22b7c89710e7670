//! Exact data: the outcomes for given numbers of copies of the last generators, as functions of all the others.
//!
//! Let the generators below `base` have a finite quotient. For a vector z of copies of the others, the *box generators*,
//! let F(z) be the outcome function of z together with any sum Y of generators below the base. A move is in Y, or in a box
//! generator j, to an option o with a part among the box generators and a part below. So, with K as in
//! [`outcome`](crate::misere::diagram),
//!
//! > F(z) = K( ⋃ over j with z_j > 0 and options o of j of (F(z − e_j + box part of o) shifted by the rest of o) ),
//!
//! and F(0) is the outcome function of the generators below the base. Nothing is cut off or guessed, unless asked for: when
//! the exponents of some box generators are assumed to repeat, or some vectors to be equal, z is reduced accordingly before it
//! is looked at, which keeps the vectors few. What comes of an assumption is for [`super::verify`] to judge.

use rustc_hash::FxHashMap;

use super::split::Repeating;
use crate::limits::{Limits, StopReason};
use crate::misere::diagram::{Diagram, FUNCTIONS, Function, OutcomeDiagram, OutcomeStop};
use crate::misere::rules::{Generator, Rules, Sum};

/// The outcomes for given numbers of copies of the box generators, worked out as they are asked for.
pub(super) struct BoxOutcomes {
    tower: OutcomeDiagram,
    base: usize,
    /// For every box generator the options, grouped by their box part (minus the generator itself).
    moves: Vec<Vec<(Vec<i32>, Vec<Sum>)>>,
    known: FxHashMap<Box<[u32]>, Function>,
    /// Box generators whose exponents are taken to repeat, vectors that are taken to be equal, and what was worked out on these
    /// assumptions.
    repeating: Vec<Repeating>,
    rewritings: Vec<Rewriting>,
    assumed: FxHashMap<Box<[u32]>, Function>,
    /// What fixing the exponent of a generator makes of functions.
    restricted: FxHashMap<(Generator, u32), FxHashMap<Function, Function>>,
    /// The longest sequence below the base that is followed.
    bound: usize,
    /// How many cells have been worked out, forgotten ones too.
    cells: usize,
    /// How often known cells were asked for.
    asked: u64,
    limits: Limits,
}

/// The number of cells, and the depth of the recursion, at which it is given up.
const MOST_CELLS: usize = 500_000;
const DEEPEST: u32 = 3000;
/// So many look-ups of known cells take as long as one step of work.
const ASKED_IN_A_STEP: u64 = 256;
/// The most copies of a generator in a position whose rewritings are looked at.
const MOST_DOUBTED: u32 = 1 << 12;

/// Vectors of copies of box generators that are taken to be equal: `from`, and the lesser `to` with some generators below the base.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Rewriting {
    pub(super) from: Vec<u32>,
    pub(super) to: Vec<u32>,
    pub(super) shift: Sum,
}

impl Rewriting {
    /// Rewrites z, of which `from` is a part, as often as possible; how often.
    fn apply(&self, z: &mut [u32]) -> u32 {
        let falling = self.from.iter().zip(&self.to).zip(&*z).filter(|((from, to), _)| from > to);
        let times = falling.map(|((from, to), z)| (z - from) / (from - to) + 1).min().unwrap_or(1);
        for (z, (from, to)) in z.iter_mut().zip(self.from.iter().zip(&self.to)) {
            *z = *z + times * to - times * from;
        }
        times
    }
}

impl BoxOutcomes {
    /// Nothing worked out yet. The generators below `base` must have a finite quotient. After `most_work` functions were made,
    /// the answer is [`StopReason::Cap`](crate::limits::StopReason::Cap).
    pub(super) fn new(
        rules: &Rules,
        base: usize,
        bound: usize,
        most_work: u64,
        limits: &Limits,
    ) -> Result<Self, OutcomeStop> {
        let mut tower = OutcomeDiagram::new().with_bound(bound).within(most_work);
        for generator in 0..base {
            tower.push(rules.options(generator as Generator), limits)?;
        }
        let boxed = rules.len() - base;
        let grouped = |generator: usize| {
            let mut groups: Vec<(Vec<i32>, Vec<Sum>)> = Vec::new();
            for option in rules.options(generator as Generator) {
                let mut step = vec![0; boxed];
                step[generator - base] = -1;
                let (inner, outer): (Sum, Sum) = option.iter().partition(|g| (**g as usize) < base);
                outer.iter().for_each(|g| step[*g as usize - base] += 1);
                match groups.iter_mut().find(|(known, _)| *known == step) {
                    Some((_, rests)) => rests.push(inner),
                    None => groups.push((step, vec![inner])),
                }
            }
            groups
        };
        let moves = (base..rules.len()).map(grouped).collect();
        let mut known = FxHashMap::default();
        known.insert(vec![0; boxed].into_boxed_slice(), tower.root());
        Ok(BoxOutcomes {
            tower,
            base,
            moves,
            known,
            repeating: Vec::new(),
            rewritings: Vec::new(),
            assumed: FxHashMap::default(),
            restricted: FxHashMap::default(),
            bound,
            cells: 0,
            asked: 0,
            limits: limits.clone(),
        })
    }

    /// The first box generator.
    pub(super) fn base(&self) -> usize {
        self.base
    }

    /// Another bound on the length of sequences below the base.
    pub(super) fn set_bound(&mut self, bound: usize) {
        self.bound = bound;
    }

    /// The store of the functions.
    pub(super) fn diagram(&mut self) -> &mut Diagram {
        self.tower.diagram()
    }

    /// How many cells have been worked out.
    pub(super) fn cells(&self) -> usize {
        self.cells
    }

    /// From now on the exponents of these box generators are taken to repeat, and no others.
    pub(super) fn assume(&mut self, repeating: &[Repeating]) {
        if self.repeating != repeating {
            self.repeating = repeating.to_vec();
            self.assumed.clear();
        }
    }

    /// From now on these are taken to be equal, as far as what is known exactly does not contradict it.
    pub(super) fn assume_relations(&mut self, rewritings: Vec<Rewriting>) -> Result<(), StopReason> {
        self.rewritings.clear();
        self.assumed.clear();
        for rewriting in rewritings {
            if self.is_consistent(&rewriting)? {
                self.rewritings.push(rewriting);
            }
        }
        Ok(())
    }

    /// Whether a rewriting holds wherever both sides are known exactly.
    fn is_consistent(&mut self, rewriting: &Rewriting) -> Result<bool, StopReason> {
        for (z, function) in &self.known {
            let rewritten = |(z, (from, to)): (&u32, (&u32, &u32))| Some(z.checked_sub(*from)? + to);
            let sides = rewriting.from.iter().zip(&rewriting.to);
            let target: Option<Vec<u32>> = z.iter().zip(sides).map(rewritten).collect();
            let Some(target) = target else { continue };
            let Some(mut expected) = self.known.get(target.as_slice()).copied() else { continue };
            self.asked += 1;
            if self.asked.is_multiple_of(ASKED_IN_A_STEP) {
                self.limits.poll()?;
            }
            for generator in &rewriting.shift {
                expected = self.tower.diagram().shift(expected, *generator)?;
            }
            if expected != *function {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Gives up the rewritings that apply to z or to what moves lead to; whether there are any.
    pub(super) fn doubt(&mut self, z: &[u32]) -> bool {
        if z.iter().any(|copies| *copies > MOST_DOUBTED) {
            return false;
        }
        let mut doubtful = Vec::new();
        self.reduce(&mut z.to_vec(), &mut doubtful);
        for (moves, _) in self.moves.iter().zip(z).filter(|(_, copies)| **copies > 0) {
            for (step, _) in moves {
                let mut target: Vec<u32> =
                    z.iter().zip(step).map(|(z, d)| z.wrapping_add_signed(*d)).collect();
                self.reduce(&mut target, &mut doubtful);
            }
        }
        self.give_up(&doubtful);
        !doubtful.is_empty()
    }

    /// Forgets some rewritings, and what was worked out with them.
    fn give_up(&mut self, doubtful: &[(usize, u32)]) {
        let mut place = 0;
        self.rewritings.retain(|_| {
            place += 1;
            doubtful.iter().all(|(doubtful, _)| *doubtful != place - 1)
        });
        if !doubtful.is_empty() {
            self.assumed.clear();
        }
    }

    /// Reduces z as long as an assumption applies; notes which rewritings were used how often.
    fn reduce(&self, z: &mut [u32], used: &mut Vec<(usize, u32)>) {
        loop {
            for axis in &self.repeating {
                let exponent = &mut z[axis.generator as usize - self.base];
                *exponent = axis.class(*exponent);
            }
            let applies = |rewriting: &Rewriting| rewriting.from.iter().zip(&*z).all(|(from, z)| from <= z);
            let Some(place) = self.rewritings.iter().position(applies) else { return };
            used.push((place, self.rewritings[place].apply(z)));
        }
    }

    /// A function moved by what the rewritings have below the base.
    fn shifted(&mut self, mut function: Function, used: &[(usize, u32)]) -> Result<Function, StopReason> {
        let diagram = self.tower.diagram();
        for (place, times) in used {
            for generator in (0..*times).flat_map(|_| &self.rewritings[*place].shift) {
                function = diagram.shift(function, *generator)?;
            }
        }
        Ok(function)
    }

    /// A function with the exponents of some generators below the base fixed, given in increasing order.
    pub(super) fn restricted(
        &mut self,
        mut function: Function,
        fixed: impl DoubleEndedIterator<Item = (Generator, u32)>,
    ) -> Result<Function, OutcomeStop> {
        // From the last generator down: what is left is smaller each time.
        for (generator, exponent) in fixed.rev() {
            let known = self.restricted.entry((generator, exponent)).or_default();
            function = self.tower.diagram().restrict(function, generator, exponent, known)?;
        }
        Ok(function)
    }

    /// F(z).
    ///
    /// Moves and assumptions make a vector less in the order that compares the copies of the last generator first, then those of
    /// the one before, and so on; so this ends.
    pub(super) fn at(&mut self, z: &[u32]) -> Result<Function, OutcomeStop> {
        self.at_depth(z, 0)
    }

    fn at_depth(&mut self, z: &[u32], depth: u32) -> Result<Function, OutcomeStop> {
        let (mut z, mut used) = (z.to_vec(), Vec::new());
        self.reduce(&mut z, &mut used);
        let known = self.known.get(z.as_slice()).or_else(|| self.assumed.get(z.as_slice())).copied();
        if let Some(known) = known {
            self.asked += 1;
            if self.asked.is_multiple_of(ASKED_IN_A_STEP) {
                self.limits.poll()?;
            }
            return Ok(self.shifted(known, &used)?);
        }
        self.limits.poll()?;
        if depth > DEEPEST || self.cells > MOST_CELLS {
            return Err(StopReason::Cap { what: FUNCTIONS, bound: self.cells as u64 }.into());
        }
        self.cells += 1;
        let mut b = Function::FALSE;
        for j in (0..z.len()).filter(|j| z[*j] > 0) {
            for group in 0..self.moves[j].len() {
                let step = &self.moves[j][group].0;
                let target: Vec<u32> = z.iter().zip(step).map(|(z, d)| z.wrapping_add_signed(*d)).collect();
                let outcomes = self.at_depth(&target, depth + 1)?;
                for rest in 0..self.moves[j][group].1.len() {
                    let mut shifted = outcomes;
                    for place in 0..self.moves[j][group].1[rest].len() {
                        let generator = self.moves[j][group].1[rest][place];
                        shifted = self.tower.diagram().shift(shifted, generator)?;
                    }
                    b = self.tower.diagram().union(b, shifted)?;
                }
            }
        }
        let outcomes = self.tower.outcomes_given(b, self.bound, &self.limits)?;
        let is_exact = self.repeating.is_empty() && self.rewritings.is_empty();
        let cells = if is_exact { &mut self.known } else { &mut self.assumed };
        cells.insert(z.into(), outcomes);
        Ok(self.shifted(outcomes, &used)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heap::HeapCode;

    /// As often as possible at once is the same as once and again.
    #[test]
    fn rewriting_many_times_is_rewriting_once_and_again() {
        let rewritings = [
            Rewriting { from: vec![0, 2, 1], to: vec![3, 1, 1], shift: vec![0] },
            Rewriting { from: vec![1, 0, 2], to: vec![1, 0, 0], shift: vec![] },
            Rewriting { from: vec![0, 0, 4], to: vec![4, 0, 0], shift: vec![] },
        ];
        for rewriting in &rewritings {
            for z in (0..1000).map(|at| vec![at % 10, at / 10 % 10, at / 100]) {
                let applies = |z: &[u32]| rewriting.from.iter().zip(z).all(|(from, z)| from <= z);
                if !applies(&z) {
                    continue;
                }
                let (mut slowly, mut times) = (z.clone(), 0);
                while applies(&slowly) {
                    (0..3).for_each(|i| slowly[i] = slowly[i] - rewriting.from[i] + rewriting.to[i]);
                    times += 1;
                }
                let mut at_once = z.clone();
                assert_eq!((rewriting.apply(&mut at_once), at_once), (times, slowly), "{rewriting:?} {z:?}");
            }
        }
    }

    /// A right relation of 0.3102 (H13 = 2 H12) gives the exact outcomes; a wrong one is given up at once.
    #[test]
    fn relations_against_exact_outcomes() {
        let code: HeapCode = "0.3102".parse().unwrap();
        let (rules, heaps) = Rules::from_heaps(13, |n| code.options(n));
        let new = || BoxOutcomes::new(&rules, heaps[12][0] as usize, 100, u64::MAX, &Limits::none()).unwrap();
        let right = Rewriting { from: vec![0, 1], to: vec![2, 0], shift: vec![] };
        let wrong = Rewriting { from: vec![3, 0], to: vec![1, 0], shift: vec![] };
        let (mut exact, mut assuming) = (new(), new());
        for at in 0..36 {
            assuming.at(&[at % 6, at / 6]).unwrap();
        }
        assuming.assume_relations(vec![right.clone(), wrong]).unwrap();
        assert_eq!(assuming.rewritings, [right]);
        for (m, n) in (0..100).map(|at| (at % 10, at / 10)) {
            let (f, g) = (exact.at(&[m, n]).unwrap(), assuming.at(&[m, n]).unwrap());
            for exponents in (0..50u32).map(|seed| {
                (0..rules.len() as u32).map(|g| (seed * 7 + g * seed * 3) % 5).collect::<Vec<_>>()
            }) {
                let value = exact.diagram().value(f, &exponents);
                assert_eq!(assuming.diagram().value(g, &exponents), value, "{m},{n} {exponents:?}");
            }
        }
    }
}
