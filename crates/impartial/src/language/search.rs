//! The plain way to an outcome: the sums that a position leads to, met one after the other.
//!
//! No theory is asked. Heaps stand one by one, and a position of GEN or DNG is its form, which says all that matters of it, so
//! that few sums are met more than once under different names.

use super::analysis::{Unanswered, searchable};
use super::count::Count;
use super::position::{CodeId, GroundId, Position, Rulebook};
use crate::game::components::{Components, SumSearch};
use crate::game::{Game as _, Outcome, Play, Unsolved};
use crate::generate::Aim;
use crate::limits::{Limits, StopReason};

/// A component of a sum.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) enum Part {
    /// One heap.
    Heap(CodeId, u64),
    /// A node of the forms of an achievement or avoidance game.
    Form(GroundId, Aim, u32),
    /// Any other position that is no sum.
    Other(Position),
}

/// The rules of components, read from a rulebook.
pub(super) struct Parts<'r>(&'r Rulebook);

impl Components for Parts<'_> {
    type Component = Part;

    fn options(&self, part: &Part) -> Vec<Vec<Part>> {
        match part {
            Part::Heap(code, size) => {
                let heaps = |sizes: Vec<u64>| {
                    let left = sizes.into_iter().filter(|size| *size > 0);
                    left.map(|size| Part::Heap(*code, size)).collect()
                };
                self.0.code(*code).options(*size).into_iter().map(heaps).collect()
            }
            Part::Form(ground, aim, node) => {
                let structure = self.0.ground(*ground).known_structure();
                let forms = structure.expect("a form was read off a known structure").forms(*aim);
                forms.options(*node).iter().map(|option| vec![Part::Form(*ground, *aim, *option)]).collect()
            }
            Part::Other(position) => {
                let options = self.0.options(position);
                options.iter().map(|option| each_alone(self.0, option)).collect()
            }
        }
    }
}

/// The components of a position one by one. Options of one component have few.
fn each_alone(rulebook: &Rulebook, position: &Position) -> Vec<Part> {
    let counted = parts(rulebook, position).expect("a move leaves few components");
    counted.into_iter().flat_map(|(part, count)| std::iter::repeat_n(part, count as usize)).collect()
}

/// The components of a position in normal form with their multiplicities; `None` when they are too many to count.
fn parts(rulebook: &Rulebook, position: &Position) -> Option<Vec<(Part, u32)>> {
    let summands = match position {
        Position::Sum(parts) => parts.as_slice(),
        other => std::slice::from_ref(other),
    };
    let mut parts = Vec::new();
    for summand in summands.iter().filter(|summand| !Rulebook::is_zero(summand)) {
        match summand {
            Position::Heaps(code, heaps) => {
                for (size, count) in heaps.iter() {
                    parts.push((Part::Heap(*code, size), few(count)?));
                }
            }
            Position::Chosen(chosen) => {
                let structure = rulebook.ground(chosen.ground).known_structure()?;
                let node = structure.forms(chosen.aim).node(structure.place(&chosen.set), chosen.set.count());
                parts.push((Part::Form(chosen.ground, chosen.aim, node), 1));
            }
            other => parts.push((Part::Other(other.clone()), 1)),
        }
    }
    Some(parts)
}

/// A multiplicity, if it is one that a search may meet.
fn few(count: &Count) -> Option<u32> {
    count.to_u64().and_then(|count| u32::try_from(count).ok()).filter(|count| *count <= 1 << 16)
}

/// Outcomes in misère play by search.
pub(super) struct MisereSearch<'r> {
    rulebook: &'r Rulebook,
    search: SumSearch<Parts<'r>>,
}

impl<'r> MisereSearch<'r> {
    pub(super) fn new(rulebook: &'r Rulebook) -> Self {
        MisereSearch { rulebook, search: SumSearch::new(Parts(rulebook), Play::Misere, Limits::none()) }
    }

    /// The number of sums met so far.
    pub(super) fn sums_met(&self) -> u64 {
        self.search.sums_met()
    }

    /// The outcome of a position in normal form whose grounds are known, when at most `sums` more sums have to be met.
    pub(super) fn outcome(
        &mut self,
        position: &Position,
        sums: u64,
        limits: &Limits,
    ) -> Result<Tried<Outcome>, Unanswered> {
        let Some(parts) = parts(self.rulebook, position) else { return Ok(Tried::Never) };
        for (part, _) in &parts {
            let options = match part {
                Part::Heap(_, size) => *size,
                Part::Form(..) => 0,
                Part::Other(position) => match searchable(position) {
                    Ok(()) => bound_on_options(position, limits),
                    Err(_) => return Ok(Tried::Never),
                },
            };
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

/// An upper bound on the number of options of a position, `u64::MAX` when there are infinitely many or too many to list.
pub(super) fn bound_on_options(position: &Position, limits: &Limits) -> u64 {
    let bound = |part: &Position| bound_on_options(part, limits);
    let product = |parts: &[Position], more: u64| {
        parts.iter().fold(1u64, |all, part| all.saturating_mul(bound(part).saturating_add(more)))
    };
    match position {
        Position::Nim(size) => size.to_u64().unwrap_or(u64::MAX),
        Position::Heaps(_, heaps) => heaps.iter().fold(0, |all, (size, _)| all.saturating_add(size)),
        Position::Sum(parts) => parts.iter().fold(0, |all, part| all.saturating_add(bound(part))),
        Position::Compound(parts) => product(parts, 1),
        Position::Product(factors) => product(factors.as_slice(), 0),
        Position::Coins(coins) => {
            let powers = (6..=20).map(|power| 1 << power);
            powers.into_iter().find(|most| coins.turns_at_most(*most)).unwrap_or(u64::MAX)
        }
        Position::Chosen(chosen) => (chosen.set.universe() - chosen.set.count()) as u64,
        Position::Divided(divided) => divided.subgroup.universe() as u64,
        Position::Algebra(algebra) if !algebra.is_finite() => u64::MAX,
        Position::Algebra(algebra) => {
            algebra.options(super::algebraic::MOST_LISTED, limits).map_or(u64::MAX, |all| all.len() as u64)
        }
        Position::Tree(_) | Position::Lattice(..) => 1,
    }
}
