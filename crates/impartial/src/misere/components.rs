//! Misère play of games that fall apart: by a misère quotient of the components that occur, or by a search of their sums.
//!
//! Neither way is always the better one: a search settles a position that leads to few sums however wild they are, a quotient those with
//! many equal components. So they take turns, with budgets that count work, and what either has found stays.

use std::fmt;
use std::hash::Hash;

use rustc_hash::FxHashMap;

use super::monoid::{BipartiteMonoid, Element};
use super::quotient::{MisereQuotient, Status};
use super::rules::{Rules, Sum};
use super::transition::Source;
use crate::game::{Components, Outcome, Play, SumSearch, Unsolved};
use crate::limits::{Limits, StopReason};

/// In each round, the sums that the search may meet and the polls of the search for a quotient. After the last the search goes on alone.
const ROUNDS: [(u64, u64); 4] =
    [(1 << 14, 1 << 6), (1 << 18, 1 << 10), (1 << 20, 1 << 13), (1 << 22, 1 << 16)];

/// A quotient of more components than these is not looked for.
const MOST_COMPONENTS: u64 = 1 << 12;

/// Finds misère outcomes of sums of components, and remembers what it learns.
///
/// ```
/// use impartial::board::{Cells, OnBoards, Rule};
/// use impartial::game::Outcome;
/// use impartial::limits::Limits;
/// use impartial::misere::MisereComponents;
/// let mut cram = MisereComponents::new(OnBoards(Rule::Cram));
/// let boards = [Cells::rectangle(2, 3).pieces(Rule::Cram), Cells::rectangle(3, 3).pieces(Rule::Cram)].concat();
/// assert_eq!(cram.outcome(&boards, &Limits::none()), Ok(Outcome::P));
/// ```
pub struct MisereComponents<G: Components> {
    game: G,
    search: SumSearch<G>,
    solved: Option<Solved<G::Component>>,
    last_order: Option<usize>,
}

/// A quotient, and the elements that components are.
struct Solved<C> {
    monoid: BipartiteMonoid,
    values: FxHashMap<C, Element>,
}

impl<C: Eq + Hash> Solved<C> {
    fn outcome(&self, components: &[C]) -> Option<Outcome> {
        let product = |product, component| Some(self.monoid.product(product, *self.values.get(component)?));
        let product = components.iter().try_fold(0, product)?;
        Some(if self.monoid.is_p(product) { Outcome::P } else { Outcome::N })
    }
}

impl<G: Components + Clone> MisereComponents<G> {
    /// A search that knows nothing yet.
    pub fn new(game: G) -> Self {
        let search = SumSearch::new(game.clone(), Play::Misere, Limits::none());
        MisereComponents { game, search, solved: None, last_order: None }
    }

    /// The number of sums met by the search so far.
    pub fn sums_met(&self) -> u64 {
        self.search.sums_met()
    }

    /// The order of the misère quotient that gave the last answer, if one did.
    pub fn last_order(&self) -> Option<usize> {
        self.last_order
    }

    /// The misère outcome of a sum of components.
    ///
    /// # Errors
    /// When a limit is reached, or the moves run in a circle.
    pub fn outcome(&mut self, components: &[G::Component], limits: &Limits) -> Result<Outcome, Unsolved> {
        self.last_order = None;
        let mut can_be_solved = true;
        for (sums, work) in ROUNDS {
            if let Some(solved) = &self.solved
                && let Some(outcome) = solved.outcome(components)
            {
                self.last_order = Some(solved.monoid.order());
                return Ok(outcome);
            }
            let most = self.search.sums_met().saturating_add(sums).min(limits.positions());
            self.search.set_limits(limits.clone().with_positions(most));
            match self.search.outcome(components) {
                Err(Unsolved::Stopped(StopReason::Cap { .. })) if most < limits.positions() => {}
                ended => return ended,
            }
            if can_be_solved {
                match self.solve(components, &limits.part(work).with_positions(MOST_COMPONENTS)) {
                    Ok(is_solved) => can_be_solved = is_solved,
                    Err(StopReason::Cap { .. }) => {}
                    Err(reason) => return Err(reason.into()),
                }
            }
        }
        self.search.set_limits(limits.clone());
        self.search.outcome(components)
    }

    /// Looks for the quotient of the components that play can reach; false when it does not close.
    fn solve(&mut self, components: &[G::Component], limits: &Limits) -> Result<bool, StopReason> {
        let mut entered = EnteredComponents::new(&self.game, limits);
        let mut list = Rules::new();
        entered.sum(components, &mut list)?;
        let sums = entered.sums;
        let source = Source::of(list, Vec::new());
        let last = source.last_position(0);
        let mut search = MisereQuotient::of(source).tabulate_growth(false);
        search.extend_to(last, limits)?;
        if matches!(search.status(), Status::Diverging(_)) {
            return Ok(false);
        }
        let (monoid, phi) = search.quotient(limits)?;
        let value =
            |sum: &Sum| sum.iter().fold(0, |x, generator| monoid.product(x, phi[*generator as usize + 1]));
        let values = sums.iter().map(|(component, sum)| (component.clone(), value(sum))).collect();
        self.solved = Some(Solved { monoid, values });
        Ok(true)
    }
}

impl<G: Components> fmt::Debug for MisereComponents<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MisereComponents").field("search", &self.search).finish_non_exhaustive()
    }
}

/// The components entered into a list of rules so far, each as a sum of generators.
pub(crate) struct EnteredComponents<'g, G: Components> {
    game: &'g G,
    limits: &'g Limits,
    sums: FxHashMap<G::Component, Sum>,
}

impl<'g, G: Components> EnteredComponents<'g, G> {
    pub(crate) fn new(game: &'g G, limits: &'g Limits) -> Self {
        EnteredComponents { game, limits, sums: FxHashMap::default() }
    }

    /// The sum of generators that components are. Recursion as deep as play is long.
    ///
    /// # Errors
    /// When a limit is reached; the bound on positions is one on components.
    pub(crate) fn sum(&mut self, components: &[G::Component], list: &mut Rules) -> Result<Sum, StopReason> {
        let mut sum = Sum::new();
        for component in components {
            if !self.sums.contains_key(component) {
                self.limits.poll_positions(self.sums.len() as u64)?;
                let options = self.game.options(component);
                let options: Result<Vec<Sum>, _> = options.iter().map(|left| self.sum(left, list)).collect();
                self.sums.insert(component.clone(), list.add(options?));
            }
            sum.extend_from_slice(&self.sums[component]);
        }
        sum.sort_unstable();
        Ok(sum)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heap::HeapCode;

    /// Heaps of a code.
    #[derive(Clone)]
    struct Heaps(HeapCode);

    impl Components for Heaps {
        type Component = u64;

        fn options(&self, heap: &u64) -> Vec<Vec<u64>> {
            let sums = self.0.options(*heap);
            sums.into_iter().map(|sum| sum.into_iter().filter(|heap| *heap > 0).collect()).collect()
        }
    }

    /// Fails when a quotient's answer is not that of the search.
    #[test]
    fn quotients_and_searches_agree() {
        let limits = Limits::none();
        for code in ["0.77", "0.137", "0.75"] {
            let game = Heaps(code.parse().unwrap());
            let mut both = MisereComponents::new(game.clone());
            assert!(both.solve(&(1..=10).collect::<Vec<u64>>(), &limits).unwrap());
            let mut search = SumSearch::new(game, Play::Misere, Limits::none());
            for a in 1..=10 {
                for b in a..=10 {
                    for c in b..=10 {
                        assert_eq!(
                            both.outcome(&[a, b, c], &limits),
                            search.outcome(&[a, b, c]),
                            "{code}: {a}, {b}, {c}"
                        );
                        assert!(both.last_order().is_some());
                    }
                }
            }
            // Far too many for a search.
            let many: Vec<u64> = (1..=10).flat_map(|heap| std::iter::repeat_n(heap, 30)).collect();
            let more: Vec<u64> = many.iter().copied().chain([1, 1]).collect();
            assert_eq!(both.outcome(&many, &limits), both.outcome(&more, &limits), "{code}");
        }
    }

    /// Fails when sums that are too many for the first rounds are not solved by a quotient.
    #[test]
    fn rounds_go_on_to_a_quotient() {
        let game = Heaps("0.77".parse().unwrap());
        let mut sums = MisereComponents::new(game);
        let many: Vec<u64> = (5..=9).flat_map(|heap| std::iter::repeat_n(heap, 12)).collect();
        assert!(sums.outcome(&many, &Limits::none()).is_ok());
        assert_eq!(sums.last_order().is_some(), sums.sums_met() >= ROUNDS[0].0);
    }
}
