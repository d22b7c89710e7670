//! From rules to a proved description: look, guess, verify, and learn from failures.

use super::InfiniteQuotient;
use super::data::BoxOutcomes;
use super::guess::{Guess, Learned};
use super::reduce::Reduced;
use super::split::Split;
use super::words::relations;
use crate::limits::{Limits, StopReason};
use crate::misere::diagram::{Divergence, FUNCTIONS, OutcomeStop};
use crate::misere::rules::{Generator, Rules};

/// Why there is no description.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Undescribed {
    /// A limit was reached.
    Limit(StopReason),
    /// No guess closed, or none passed the verification.
    Open {
        /// The generators that seemed to grow.
        growing: Vec<Generator>,
        /// The first box generator, and how many vectors of copies of box generators were looked at.
        base: Generator,
        /// See `base`.
        cells: usize,
    },
}

impl From<StopReason> for Undescribed {
    fn from(reason: StopReason) -> Self {
        Undescribed::Limit(reason)
    }
}

/// The number of functions made, for every generator from the first that diverged, after which the search is given up: some
/// seconds of work. No more than so many generators count.
const MUCH_WORK: u64 = 2_500_000;
const MOST_COUNTED: u64 = 8;
/// The longest sequence followed below the base while looking.
const FIRST_BOUND: usize = 100;
/// Windows and sides of boxes of data, tried in turn.
const TRIALS: [(usize, usize); 5] = [(4, 32), (4, 64), (4, 128), (5, 200), (6, 400)];
/// The most combinations of exponents of repeating box generators.
const MOST_CLASSES: u64 = 1 << 20;
/// How often an assumption is given up in one trial.
const MOST_CORRECTIONS: usize = 30;

/// Describes the P-positions of all sums of the generators, and proves the description.
///
/// `first` is a generator that the finite engine could not add: those below it have a finite quotient.
///
/// ```
/// use impartial::limits::Limits;
/// use impartial::misere::infinite::solve;
/// use impartial::misere::Rules;
/// use impartial::game::Outcome;
/// use impartial::heap::HeapCode;
/// let code: HeapCode = "0.3102".parse()?;
/// let (rules, heaps) = Rules::from_heaps(12, |n| code.options(n));
/// let solved = solve(&rules, heaps[12][0], &Limits::none()).unwrap();
/// // The outcome of m heaps of 7, n heaps of 12 and one of 10 depends on m - n.
/// let mut copies = vec![0u32.into(); rules.len()];
/// copies[heaps[10][0] as usize] = 1u32.into();
/// copies[heaps[7][0] as usize] = 1_000_000_000_001u64.into();
/// copies[heaps[12][0] as usize] = 1_000_000_000_000u64.into();
/// assert_eq!(solved.outcome(&copies), Outcome::P);
/// # Ok::<(), impartial::text::ReadError>(())
/// ```
pub fn solve(rules: &Rules, first: Generator, limits: &Limits) -> Result<InfiniteQuotient, Undescribed> {
    let mut base = first as usize;
    loop {
        let most_work = MUCH_WORK * (rules.len() as u64 - u64::from(first)).min(MOST_COUNTED);
        let mut search = Search { rules, limits, most_work, growing: Vec::new(), cells: 0 };
        match search.with_base(base) {
            Ok(Some(solved)) => return Ok(solved),
            // One of the generators below diverges beside a fixed number of box generators: it joins them.
            Err(OutcomeStop::Diverging(seen)) if (seen.generator as usize) < base => {
                base = seen.generator as usize;
            }
            Ok(None)
            | Err(OutcomeStop::Diverging(_) | OutcomeStop::Limit(StopReason::Cap { what: FUNCTIONS, .. })) => {
                let (growing, cells) = (search.growing, search.cells);
                return Err(Undescribed::Open { growing, base: base as Generator, cells });
            }
            Err(OutcomeStop::Limit(reason)) => return Err(reason.into()),
        }
    }
}

/// One attempt with a fixed base.
struct Search<'a> {
    rules: &'a Rules,
    limits: &'a Limits,
    most_work: u64,
    growing: Vec<Generator>,
    cells: usize,
}

impl Search<'_> {
    fn with_base(&mut self, base: usize) -> Result<Option<InfiniteQuotient>, OutcomeStop> {
        let reduced = Reduced::detect(self.rules, base, self.most_work, self.limits)?;
        let base = reduced.below(base);
        let found = BoxOutcomes::new(&reduced.rules, base, FIRST_BOUND, self.most_work, self.limits)
            .and_then(|mut outcomes| self.with_relations(&mut outcomes, &reduced));
        found.map_err(|stop| match stop {
            OutcomeStop::Diverging(seen) => {
                let generator = reduced.generators[seen.generator as usize];
                OutcomeStop::Diverging(Divergence { generator, ..seen })
            }
            limit => limit,
        })
    }

    /// Assumes the relations between words that are seen; then, when that leads to nothing, none.
    fn with_relations(
        &mut self,
        outcomes: &mut BoxOutcomes,
        reduced: &Reduced,
    ) -> Result<Option<InfiniteQuotient>, OutcomeStop> {
        let relations = relations(outcomes, reduced.rules.len())?;
        if !relations.is_empty() {
            outcomes.assume_relations(relations)?;
            if let Some(solved) = self.learn_and_verify(outcomes, reduced)? {
                return Ok(Some(solved));
            }
            outcomes.assume_relations(Vec::new())?;
        }
        self.learn_and_verify(outcomes, reduced)
    }

    fn learn_and_verify(
        &mut self,
        outcomes: &mut BoxOutcomes,
        reduced: &Reduced,
    ) -> Result<Option<InfiniteQuotient>, OutcomeStop> {
        let generators = reduced.rules.len();
        let split = Split::detect(outcomes, generators);
        self.cells = outcomes.cells();
        let Some(mut split) = split? else { return Ok(None) };
        self.growing = split.growing.iter().map(|g| reduced.generators[*g as usize]).collect();
        for trial in TRIALS {
            outcomes.set_bound(FIRST_BOUND + 2 * split.growing.len() * trial.1);
            for _ in 0..MOST_CORRECTIONS {
                if split.classes() > MOST_CLASSES {
                    return Ok(None);
                }
                outcomes.assume(&split.repeating);
                let learned = Guess::learn(outcomes, &split, generators, trial, self.limits);
                self.cells = outcomes.cells();
                let guess = match learned? {
                    Learned::Guess(guess) => guess,
                    Learned::TooSmall => break,
                    Learned::TooManySlices => return Ok(None),
                };
                let Some((guess, growing)) = guess.expand(&split.growing, reduced, self.limits)? else {
                    break;
                };
                let wrong = match guess.prove(self.rules, growing, self.limits)? {
                    Ok(proved) => return Ok(Some(proved)),
                    Err(position) => reduced.sum(position),
                };
                if !outcomes.doubt(&wrong[outcomes.base()..]) && !delay(&mut split, &wrong) {
                    break;
                }
            }
        }
        Ok(None)
    }
}

/// Lets a repetition start later that the failure casts doubt on; false when there is none.
fn delay(split: &mut Split, position: &[u32]) -> bool {
    let doubtful = split.repeating.iter_mut().find(|axis| position[axis.generator as usize] >= axis.start);
    match doubtful {
        Some(axis) => {
            axis.start += 1;
            true
        }
        None => false,
    }
}
