//! Which method answers a misère sum: several take turns with growing budgets, the first proof wins.
//!
//! A search of all sums settles small positions in a millisecond, however wild they are; a quotient settles huge ones whose
//! components are known; neither knows beforehand which. So they are tried side by side: the theory for a
//! moment, because its reasons say more, then a short search, the theory for longer, a longer search, and so on. Budgets are counts of work, so that two runs end alike.

use super::analysis::{Analyst, Unanswered};
use super::position::Position;
use crate::game::Outcome;
use crate::limits::StopReason;

/// What each method may use in one round.
struct Budget {
    /// The sums that a search may meet.
    sums: u64,
    /// The polls of the search for a misère quotient.
    work: u64,
}

/// The rounds, from a millisecond to about a minute.
const ROUNDS: [Budget; 4] = [
    Budget { sums: 1 << 12, work: 1 << 4 },
    Budget { sums: 1 << 17, work: 1 << 8 },
    Budget { sums: 1 << 20, work: 1 << 12 },
    Budget { sums: 1 << 23, work: 1 << 15 },
];

/// The methods.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Method {
    Quotient,
    Search,
}

impl Analyst<'_> {
    /// The misère outcome of a sum in normal form that no theorem settles at once.
    pub(super) fn misere_sum(&mut self, position: &Position) -> Result<Outcome, Unanswered> {
        if let Some(outcome) = self.misere.known_outcome(self.rulebook, position) {
            return Ok(outcome);
        }
        let mut round = 0;
        let mut last = ROUNDS.len();
        while round < last {
            let budget = self.budget(round);
            // What led to an answer before is tried first: options are like the positions they come from.
            let order = match self.last_method {
                Method::Quotient => [Method::Quotient, Method::Search],
                Method::Search => [Method::Search, Method::Quotient],
            };
            for method in order {
                if let Some(outcome) = self.misere_by(method, position, &budget)? {
                    self.last_method = method;
                    return Ok(outcome);
                }
            }
            round += 1;
            if round == last && self.limits.is_patient() {
                last += 1;
            }
        }
        Err(Unanswered::OutOfReach(format!(
            "{} sums were searched, and no misère quotient was found in {} steps of work; with --time it goes on for longer",
            self.misere_search.sums_met(),
            self.budget(last - 1).work,
        )))
    }

    /// The misère outcome by one method, if its budget lasts.
    fn misere_by(
        &mut self,
        method: Method,
        position: &Position,
        budget: &Budget,
    ) -> Result<Option<Outcome>, Unanswered> {
        match method {
            Method::Search => self.misere_search.outcome(position, budget.sums, &self.limits),
            Method::Quotient => {
                let limits = self.limits.clone().with_work(budget.work);
                match self.misere.outcome(self.rulebook, position, budget.work, &limits) {
                    Err(StopReason::Cap { .. }) => Ok(None),
                    found => Ok(found?),
                }
            }
        }
    }

    /// The budget of a round; those after the last of [`ROUNDS`] grow on.
    fn budget(&self, round: usize) -> Budget {
        let last = ROUNDS.len() - 1;
        let Budget { sums, work } = ROUNDS[round.min(last)];
        let more = 3 * round.saturating_sub(last) as u32;
        Budget { sums: sums.saturating_mul(1 << more.min(30)), work: work.saturating_mul(1 << more.min(30)) }
    }
}
