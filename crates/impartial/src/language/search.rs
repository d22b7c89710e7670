//! The plain way to an outcome: the sums that a position leads to, met one after the other.
//!
//! No theory is asked. Heaps stand one by one, and a position whose [`form`](super::Kind::form) is known is its form, which says all
//! that matters of it, so that few sums are met more than once under different names.

use super::natural::Natural;
use super::position::Position;
use crate::game::components::{Components, SumSearch};
use crate::game::{Outcome, Play, Unsolved};
use crate::limits::{Limits, StopReason, Unanswered};

/// The largest heap (of nim or tokens) whose options a search by definition will list.
pub(super) const LARGEST_LISTED: u64 = 1 << 20;

/// The rules of components: positions that are no sums.
pub(super) struct Parts;

impl Components for Parts {
    type Component = Position;

    fn options(&self, part: &Position) -> Vec<Vec<Position>> {
        part.options().iter().map(each_alone).collect()
    }
}

/// The components of a position one by one. Options of one component have few.
fn each_alone(position: &Position) -> Vec<Position> {
    let counted = parts(position).expect("a move leaves few components");
    counted.into_iter().flat_map(|(part, count)| std::iter::repeat_n(part, count as usize)).collect()
}

/// The components of a position in normal form with their multiplicities; `None` when they are too many to count.
fn parts(position: &Position) -> Option<Vec<(Position, u32)>> {
    let mut parts = Vec::new();
    for (component, count) in position.components() {
        let form = match &component {
            Position::Single(single) => single.form().map(Position::Single),
            _ => None,
        };
        let component = form.unwrap_or(component);
        if !component.is_zero() {
            parts.push((component, few(&count)?));
        }
    }
    Some(parts)
}

/// A multiplicity, if it is one that a search may meet.
fn few(count: &Natural) -> Option<u32> {
    count.to_u64().and_then(|count| u32::try_from(count).ok()).filter(|count| *count <= 1 << 16)
}

/// Outcomes in misère play by search.
pub(super) struct MisereSearch {
    search: SumSearch<Parts>,
}

impl MisereSearch {
    pub(super) fn new() -> Self {
        MisereSearch { search: SumSearch::new(Parts, Play::Misere, Limits::none()) }
    }

    /// The number of sums met so far.
    pub(super) fn sums_met(&self) -> u64 {
        self.search.sums_met()
    }

    /// The outcome of a position in normal form whose forms are known, when at most `sums` more sums have to be met.
    pub(super) fn outcome(
        &mut self,
        position: &Position,
        sums: u64,
        limits: &Limits,
    ) -> Result<Tried<Outcome>, Unanswered> {
        let Some(parts) = parts(position) else { return Ok(Tried::Never) };
        for (part, _) in &parts {
            if part.can_list_options().is_err() {
                return Ok(Tried::Never);
            }
            let options = part.bound_on_options(limits);
            if options > MOST_OPTIONS {
                return Ok(Tried::Never);
            }
            if options > sums {
                return Ok(Tried::NotYet);
            }
        }
        let most = self.search.sums_met().saturating_add(sums);
        self.search.set_limits(limits.clone().with_positions(most));
        match self.search.outcome_of_counted(&parts) {
            Ok(outcome) => Ok(Tried::Found(outcome)),
            Err(Unsolved::Stopped(StopReason::Cap { what: "positions", .. })) => Ok(Tried::NotYet),
            Err(why) => Err(why.into()),
        }
    }
}

/// What a method came to.
pub(super) enum Tried<T> {
    Found(T),
    /// More work may help.
    NotYet,
    /// The method does not apply, however much work is done.
    Never,
}

/// A component with more options is not searched.
const MOST_OPTIONS: u64 = 1 << 20;
