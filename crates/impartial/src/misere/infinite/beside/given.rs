//! The problem: some generators, and where the player to move wins by a move elsewhere.

use rustc_hash::FxHashMap;

use crate::limits::{Limits, StopReason};
use crate::misere::diagram::{Diagram, Function, OutcomeDiagram, OutcomeStop, Place};
use crate::misere::rules::{Generator, Sum};

/// Generators B that contain all their followers, and a function b of their sums: where the player to move wins by a move in a
/// fixed sum beside. The outcomes beside it are the only function g with: g(Y) is true exactly if b(Y) is false, and g is false at all
/// options of Y.
///
/// Restricted to fewer generators, b gives the restriction of g, since moves in a sum of these lead to sums of these.
#[derive(Clone)]
pub struct Given {
    /// The generators, by their numbers in the rules that they are taken from, in increasing order.
    pub generators: Vec<Generator>,
    /// The fixed sum, in those numbers.
    pub beside: Vec<(Generator, usize)>,
    pub(super) tower: OutcomeDiagram,
    pub(super) b: Function,
}

/// The longest sequence of a finite quotient that is looked for here.
const BOUND: usize = 40;

impl Given {
    /// What was met when a generator could not be added; `None` when nothing was, or the diagram does not close below it.
    pub fn met(diagram: &mut OutcomeDiagram, limits: &Limits) -> Result<Option<Self>, StopReason> {
        let Some(Place { generator, given, beside }) = diagram.met().cloned() else { return Ok(None) };
        let generators: Vec<Generator> = (0..=generator).collect();
        // The last generator itself is not in the diagram when it is the one that does not repeat.
        let options = |g: Generator| diagram.options_of(g).map(<[Sum]>::to_vec);
        let Some(options) = generators.iter().map(|g| options(*g)).collect::<Option<Vec<_>>>() else {
            return Ok(None);
        };
        let places: Vec<Option<u32>> = generators.iter().copied().map(Some).collect();
        Self::built(generators, &options, beside, diagram.diagram(), given, &places, limits)
    }

    /// The problem of the given generators, with a function of another diagram whose levels become `places`; without one, b is true at 0
    /// alone.
    fn built(
        generators: Vec<Generator>,
        options: &[Vec<Sum>],
        beside: Vec<(Generator, usize)>,
        from: &Diagram,
        b: Option<Function>,
        places: &[Option<u32>],
        limits: &Limits,
    ) -> Result<Option<Self>, StopReason> {
        let mut tower = OutcomeDiagram::new().with_bound(BOUND).hasty();
        for (at, options) in options.iter().enumerate() {
            // Beside nothing, it is the outcome function itself that does not repeat.
            if beside.is_empty() && at + 1 == generators.len() {
                tower.push_unasked(options);
                break;
            }
            match tower.push(options, limits) {
                Ok(()) => {}
                Err(OutcomeStop::Limit(reason)) => return Err(reason),
                Err(OutcomeStop::Diverging(_)) => return Ok(None),
            }
        }
        let b = match b {
            Some(b) => tower.diagram().transplanted(from, b, places, &mut FxHashMap::default())?,
            None => tower.diagram().point((0..generators.len() as u32).map(|g| (g, 0)))?,
        };
        Ok(Some(Given { generators, beside, tower, b }))
    }

    pub(super) fn options(&self) -> Vec<Vec<Sum>> {
        let all = (0..self.generators.len() as Generator).map(|g| self.tower.options_of(g));
        all.flatten().map(<[Sum]>::to_vec).collect()
    }

    /// The same without one of the generators; `None` when another has it among its options.
    fn without(&self, left_out: usize, limits: &Limits) -> Result<Option<Self>, StopReason> {
        let mut options = self.options();
        options.remove(left_out);
        if options.iter().flatten().flatten().any(|g| *g as usize == left_out) {
            return Ok(None);
        }
        let place = |g: u32| match (g as usize).cmp(&left_out) {
            std::cmp::Ordering::Less => Some(g),
            std::cmp::Ordering::Equal => None,
            std::cmp::Ordering::Greater => Some(g - 1),
        };
        for g in options.iter_mut().flatten().flatten() {
            *g = place(*g).expect("no option has it");
        }
        let places: Vec<Option<u32>> = (0..self.generators.len() as u32).map(place).collect();
        let mut generators = self.generators.clone();
        generators.remove(left_out);
        let mut tower = self.tower.clone();
        Self::built(generators, &options, self.beside.clone(), tower.diagram(), Some(self.b), &places, limits)
    }

    /// The problem that is met inside this one: the same, or one with fewer generators and more beside; `None` when all sequences
    /// repeat.
    fn inside(&self, limits: &Limits) -> Result<Option<Self>, StopReason> {
        let mut tower = self.tower.clone();
        let place = match tower.outcomes_given(self.b, BOUND, limits) {
            Ok(_) => return Ok(None),
            Err(OutcomeStop::Limit(reason)) => return Err(reason),
            Err(OutcomeStop::Diverging(_)) => tower.met().cloned(),
        };
        let Some(Place { generator, given, beside }) = place else { return Ok(None) };
        let count = generator as usize + 1;
        if count == self.generators.len() {
            return Ok(Some(self.clone()));
        }
        let more = beside.iter().map(|(g, copies)| (self.generators[*g as usize], *copies));
        let beside = self.beside.iter().copied().chain(more).collect();
        let places: Vec<Option<u32>> = (0..count as u32).map(Some).collect();
        let options = &self.options()[..count];
        Self::built(
            self.generators[..count].to_vec(),
            options,
            beside,
            tower.diagram(),
            given,
            &places,
            limits,
        )
    }

    /// A problem inside this one from which no generator can be left out without all sequences repeating; `None` when this one has
    /// none that does not repeat.
    pub fn least(&self, limits: &Limits) -> Result<Option<Self>, StopReason> {
        let Some(mut least) = self.inside(limits)? else { return Ok(None) };
        let mut at = least.generators.len();
        while at > 0 {
            at -= 1;
            let Some(smaller) = least.without(at, limits)? else { continue };
            if let Some(smaller) = smaller.inside(limits)? {
                least = smaller;
                at = least.generators.len();
            }
        }
        Ok(Some(least))
    }

    /// The generators, named from outside, and the function b, in numbers: equal for equal problems.
    pub fn signature(&mut self, name: impl Fn(Generator) -> u32) -> Result<Vec<u32>, StopReason> {
        let mut numbers: Vec<u32> = self.generators.iter().map(|g| name(*g)).collect();
        numbers.push(u32::MAX);
        numbers.extend(self.tower.diagram().signature(self.b)?);
        Ok(numbers)
    }
}
