//! Which method answers a misère sum: several take turns with growing budgets, the first proof wins.
//!
//! A search of all sums settles small positions in a millisecond, however wild they are; a quotient settles huge ones whose
//! components are known; neither knows beforehand which. So they are tried side by side: the theory for a
//! moment, because its reasons say more, then a short search, the theory for longer, a longer search, and so on. Budgets are counts of work, so that two runs end alike.

use super::analysis::Analyst;
use super::position::Position;
use super::search::Tried;
use crate::game::Outcome;
use crate::limits::StopReason;
use crate::limits::Unanswered;

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

impl Analyst {
    /// The misère outcome of a sum in normal form that no theorem settles at once.
    pub(super) fn misere_sum(&mut self, position: &Position) -> Result<Outcome, Unanswered> {
        if let Some(outcome) = self.misere.known_outcome(position) {
            return Ok(outcome);
        }
        let mut round = 0;
        let mut last = ROUNDS.len();
        let mut can_help = [true; 2];
        while round < last && can_help.contains(&true) {
            self.limits.poll()?;
            let budget = self.budget(round);
            // What led to an answer before is tried first: options are like the positions they come from.
            let order = match self.last_method {
                Method::Quotient => [Method::Quotient, Method::Search],
                Method::Search => [Method::Search, Method::Quotient],
            };
            for method in order {
                if !can_help[method as usize] {
                    continue;
                }
                match self.misere_by(method, position, &budget)? {
                    Tried::Found(outcome) => {
                        self.last_method = method;
                        return Ok(outcome);
                    }
                    Tried::NotYet => {}
                    Tried::Never => can_help[method as usize] = false,
                }
            }
            round += 1;
            if round == last && self.limits.is_patient() {
                last += 1;
            }
        }
        Err(Unanswered::OutOfReach(self.what_was_tried(round, can_help)))
    }

    /// Why no method found the outcome.
    fn what_was_tried(&self, rounds: usize, could_help: [bool; 2]) -> String {
        let [quotient, search] = could_help;
        let budget = self.budget(rounds.saturating_sub(1));
        let quotient = if quotient {
            format!("no misère quotient was found in {} steps of work", budget.work)
        } else {
            "no misère quotient here answers for it".to_owned()
        };
        let search = if search {
            format!(
                "{} sums were searched; with a limit of time the search goes on until it is reached",
                self.misere_search.sums_met()
            )
        } else {
            "it has too many moves for a search of all sums".to_owned()
        };
        format!("{quotient}, and {search}")
    }

    /// The misère outcome by one method, if its budget lasts.
    fn misere_by(
        &mut self,
        method: Method,
        position: &Position,
        budget: &Budget,
    ) -> Result<Tried<Outcome>, Unanswered> {
        match method {
            Method::Search => {
                self.misere_search.outcome(position, budget.sums, &mut self.compounds, &self.limits)
            }
            Method::Quotient => {
                let limits = self.limits.clone().with_work(budget.work);
                match self.misere.outcome(position, budget.work, &limits) {
                    Ok(Some(outcome)) => Ok(Tried::Found(outcome)),
                    Ok(None) => Ok(Tried::Never),
                    Err(StopReason::Cap { .. }) => Ok(Tried::NotYet),
                    Err(reason) => Err(reason.into()),
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
