//! The array of the outcomes beside the fixed sum and all that follows it, guessed from exact data and proved at every position.

use rustc_hash::FxHashMap;

use super::given::Given;
use super::words::Words;
use crate::automatic::{Array, DigitAutomaton, Radices, Verification, learn_while};
use crate::limits::{Limits, StopReason};
use crate::misere::diagram::{Diagram, Function, OutcomeDiagram, OutcomeStop};
use crate::misere::infinite::order::{InfiniteOrder, infinite_orders, translations};
use crate::misere::infinite::verify::{VectorGame, verify_within};
use crate::misere::rules::{Generator, Rules, Sum};

/// The outcomes of all sums of some generators with at most one of some others, *single* ones, proved; and that infinitely many sums of
/// the former have different outcomes beside the latter.
///
/// Invariants:
/// 1. the local rule of misère play holds at every sum with at most one single generator ([`InfiniteBeside::verify`]);
/// 2. slices are functions of the generators that do not grow, different from each other, and false where there are more single ones;
/// 3. a generator that grows is not single, and has infinite order by each proof.
#[derive(Clone, Debug)]
pub struct InfiniteBeside {
    /// The generators, those that are single last.
    pub rules: Rules,
    /// The first single generator.
    pub single: Generator,
    /// The generators whose exponents the automaton reads, in order.
    pub growing: Vec<Generator>,
    /// Its outputs are numbers of slices.
    pub automaton: DigitAutomaton,
    /// The store of the slices: nothing else is in it.
    pub diagram: Diagram,
    /// The slices, functions of the generators that do not grow.
    pub slices: Vec<Function>,
    /// Proofs that growing generators have infinite order.
    pub orders: Vec<InfiniteOrder>,
}

/// Windows and sides of boxes of data, tried in turn.
const TRIALS: [(usize, usize); 3] = [(4, 32), (4, 64), (5, 128)];
/// The numbers of copies at which sequences are looked at: generators whose sequences take longer each time seem to grow.
const LOOKED_AT: [usize; 3] = [12, 20, 28];
/// The most growing generators.
const MOST_GROWING: usize = 4;
/// The most nodes of all slices: a proof is to be checked by others too.
const MOST_NODES: usize = 10_000;
/// The most slices.
const MOST_SLICES: usize = 300;
/// So many values take as long as a few steps of work, where all is known already.
const ASKED_IN_A_STEP: u64 = 128;
/// The longest sequence of a finite quotient.
const BOUND: usize = 40;

impl Given {
    /// Describes the outcomes beside the fixed sum and proves that the quotient is infinite; `None` when no guess passes. `options` are those of
    /// the generators that the problem is taken from.
    pub fn solve(
        &self,
        options: &dyn Fn(Generator) -> Vec<Sum>,
        limits: &Limits,
    ) -> Result<Option<InfiniteBeside>, StopReason> {
        let Some(words) = Words::new(&self.beside, &self.generators, options) else { return Ok(None) };
        let rules = words.rules(&self.options());
        match Search::new(self, rules, limits).and_then(Search::run) {
            Ok(found) => Ok(found),
            Err(OutcomeStop::Limit(reason)) => Err(reason),
            Err(OutcomeStop::Diverging(_)) => Ok(None),
        }
    }
}

/// The data: exact outcomes beside each single generator.
struct Search<'a> {
    rules: Rules,
    /// The number of generators that are not single.
    inside: usize,
    tower: OutcomeDiagram,
    b: Function,
    /// The outcomes beside the fixed sum, for each number of copies of the last generator that is not single.
    sequence: Vec<Function>,
    /// The outcomes beside no single generator or any but the last, as one function.
    others: Function,
    restricted: FxHashMap<(Generator, u32), FxHashMap<Function, Function>>,
    limits: &'a Limits,
}

impl<'a> Search<'a> {
    fn new(given: &Given, rules: Rules, limits: &'a Limits) -> Result<Self, OutcomeStop> {
        let (mut tower, inside) = (given.tower.clone(), given.generators.len());
        // What nothing follows is beside nothing: then no generator is single.
        let mut outcomes = vec![tower.root()];
        for single in inside..rules.len().saturating_sub(1) {
            let b = reached(&mut tower, &rules, inside, single, &outcomes)?;
            outcomes.push(tower.outcomes_given(b, BOUND, limits)?);
        }
        if rules.len() > inside {
            let b = reached(&mut tower, &rules, inside, rules.len() - 1, &outcomes)?;
            debug_assert_eq!(b, given.b, "the fixed sum wins where it was seen to");
        }
        let others = match rules.len() - inside {
            0 => Function::FALSE,
            _ => stacked(tower.diagram(), inside, &outcomes)?,
        };
        let (b, sequence, restricted) = (given.b, Vec::new(), FxHashMap::default());
        Ok(Search { rules, inside, tower, b, sequence, others, restricted, limits })
    }

    fn run(mut self) -> Result<Option<InfiniteBeside>, OutcomeStop> {
        let Some(growing) = self.growing()? else { return Ok(None) };
        for trial in TRIALS {
            let Some((automaton, functions)) = self.learn(&growing, trial)? else { continue };
            let (diagram, slices) = self.tower.diagram().part(&functions);
            if diagram.len() > MOST_NODES {
                return Ok(None);
            }
            let game = VectorGame::of_sums(&self.rules);
            let mut scratch = diagram.clone();
            let domain = domain(&mut scratch, self.inside, self.rules.len())?;
            let array = Array::Digits(automaton.clone());
            let verified =
                verify_within(&game, &growing, &array, &mut scratch, &slices, domain, self.limits)?;
            if !matches!(verified, Verification::Holds { .. }) {
                continue;
            }
            let orders = infinite_orders(&automaton, &translations(&automaton, self.limits)?, self.limits)?;
            if orders.is_empty() {
                return Ok(None);
            }
            let single = self.inside as Generator;
            let rules = self.rules;
            return Ok(Some(InfiniteBeside { rules, single, growing, automaton, diagram, slices, orders }));
        }
        Ok(None)
    }

    /// The outcomes beside the fixed sum and so many copies of the last generator that is not single.
    fn at(&mut self, copies: usize) -> Result<Function, OutcomeStop> {
        let last = self.inside - 1;
        while self.sequence.len() <= copies {
            let z = self.sequence.len() as u32;
            let b = self.tower.diagram().restrict(self.b, last as u32, z, &mut FxHashMap::default())?;
            let b = match self.sequence.last() {
                None => b,
                Some(previous) => self.tower.reachable(last, *previous, b)?,
            };
            let bound = BOUND + 2 * copies;
            let next = self.tower.outcomes_below(last, b, bound, self.limits)?;
            self.sequence.push(next);
        }
        Ok(self.sequence[copies])
    }

    /// The generators that seem to grow, the last that is not single among them.
    fn growing(&mut self) -> Result<Option<Vec<Generator>>, OutcomeStop> {
        let last = self.inside - 1;
        let mut profiles = Vec::new();
        for copies in LOOKED_AT {
            // Of all residues modulo 4.
            let mut longest = vec![0; last];
            for copies in copies..copies + 4 {
                let function = self.at(copies)?;
                let profile = self.tower.diagram().profile(function, last);
                longest.iter_mut().zip(profile).for_each(|(longest, one)| *longest = one.max(*longest));
            }
            profiles.push(longest);
        }
        let grows = |g: &usize| profiles.windows(2).all(|pair| pair[0][*g] < pair[1][*g]);
        let growing: Vec<Generator> = (0..last).filter(grows).chain([last]).map(|g| g as Generator).collect();
        Ok((growing.len() <= MOST_GROWING).then_some(growing))
    }

    fn restricted(
        &mut self,
        mut f: Function,
        growing: &[Generator],
        x: &[usize],
    ) -> Result<Function, StopReason> {
        for (generator, exponent) in growing.iter().zip(x).rev() {
            let exponent = *exponent as u32;
            let known = self.restricted.entry((*generator, exponent)).or_default();
            f = self.tower.diagram().restrict(f, *generator, exponent, known)?;
        }
        Ok(f)
    }

    /// The slice at x.
    fn slice(&mut self, growing: &[Generator], x: &[usize]) -> Result<Function, OutcomeStop> {
        let below = growing.len() - 1;
        let beside = self.at(x[below])?;
        let beside = self.restricted(beside, &growing[..below], &x[..below])?;
        if self.rules.len() == self.inside {
            return Ok(beside);
        }
        let others = self.restricted(self.others, growing, x)?;
        let last = self.rules.len() - 1;
        let diagram = self.tower.diagram();
        let alone = without(diagram, beside, self.inside, last)?;
        let beside = diagram.sequence(last as u32, &[Function::FALSE, alone, Function::FALSE], 2)?;
        Ok(diagram.union(others, beside)?)
    }

    /// An automaton for the array, and the slices that its outputs number.
    fn learn(
        &mut self,
        growing: &[Generator],
        (window, side): (usize, usize),
    ) -> Result<Option<(DigitAutomaton, Vec<Function>)>, OutcomeStop> {
        let mut numbers: FxHashMap<Function, u32> = FxHashMap::default();
        let mut slices: Vec<Function> = Vec::new();
        let (mut asked, limits) = (0_u64, self.limits);
        let value = |x: &[usize]| {
            asked += 1;
            if asked.is_multiple_of(ASKED_IN_A_STEP) {
                limits.poll().map_err(|reason| Some(reason.into()))?;
            }
            let function = self.slice(growing, x).map_err(Some)?;
            let number = *numbers.entry(function).or_insert_with(|| {
                slices.push(function);
                slices.len() as u32 - 1
            });
            // With too many slices there is no automaton to be hoped for.
            if slices.len() > MOST_SLICES { Err(None) } else { Ok(number) }
        };
        let radices = Radices::binary(growing.len());
        let automaton = match learn_while(&radices, &vec![side; growing.len()], window, value) {
            Ok(Some(automaton)) => automaton.minimal_within(limits)?,
            Ok(None) | Err(None) => return Ok(None),
            Err(Some(stop)) => return Err(stop),
        };
        let mut used: Vec<u32> = automaton.output().to_vec();
        used.sort_unstable();
        used.dedup();
        let place = |number: u32| used.binary_search(&number).unwrap_or(0) as u32;
        let functions = used.iter().map(|number| slices[*number as usize]).collect();
        Ok(Some((automaton.map_output(place), functions)))
    }
}

impl InfiniteBeside {
    /// Verifies the description afresh, at every sum with at most one single generator, and the proofs of infinite order.
    pub fn verify(&self, limits: &Limits) -> Result<bool, StopReason> {
        let (game, array) = (VectorGame::of_sums(&self.rules), Array::Digits(self.automaton.clone()));
        let mut diagram = self.diagram.clone();
        let domain = domain(&mut diagram, self.single as usize, self.rules.len())?;
        let verified =
            verify_within(&game, &self.growing, &array, &mut diagram, &self.slices, domain, limits)?;
        for order in &self.orders {
            if !order.verify(&self.automaton, limits)? {
                return Ok(false);
            }
        }
        Ok(matches!(verified, Verification::Holds { .. }) && !self.orders.is_empty())
    }
}

/// Where a move in a single generator wins; `outcomes` are those beside none and beside the single ones before it.
fn reached(
    tower: &mut OutcomeDiagram,
    rules: &Rules,
    inside: usize,
    single: usize,
    outcomes: &[Function],
) -> Result<Function, StopReason> {
    let mut b = Function::FALSE;
    for option in rules.options(single as Generator) {
        let left = option.iter().find(|g| **g as usize >= inside);
        let mut shifted = outcomes[left.map_or(0, |g| *g as usize - inside + 1)];
        for g in option.iter().filter(|g| (**g as usize) < inside) {
            shifted = tower.diagram().shift(shifted, *g)?;
        }
        b = tower.diagram().union(b, shifted)?;
    }
    Ok(b)
}

/// A function where no generator from `first` to before `end` is there; false elsewhere.
fn without(diagram: &mut Diagram, f: Function, first: usize, end: usize) -> Result<Function, StopReason> {
    (first..end).try_fold(f, |f, level| diagram.sequence(level as u32, &[f, Function::FALSE], 1))
}

/// One function from those beside no single generator and beside each of the first single ones; false beside more.
fn stacked(diagram: &mut Diagram, inside: usize, outcomes: &[Function]) -> Result<Function, StopReason> {
    let mut all = outcomes[0];
    for (at, beside) in outcomes[1..].iter().enumerate() {
        let level = inside + at;
        let alone = without(diagram, *beside, inside, level)?;
        all = diagram.sequence(level as u32, &[all, alone, Function::FALSE], 2)?;
    }
    without(diagram, all, inside + outcomes.len() - 1, inside + outcomes.len())
}

/// Where there is at most one single generator.
fn domain(diagram: &mut Diagram, inside: usize, generators: usize) -> Result<Function, StopReason> {
    let mut all = Function::TRUE;
    for level in inside..generators {
        let alone = without(diagram, Function::TRUE, inside, level)?;
        all = diagram.sequence(level as u32, &[all, alone, Function::FALSE], 2)?;
    }
    Ok(all)
}
