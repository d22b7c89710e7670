//! The plain way to an outcome: the sums that a position leads to, met one after the other.
//!
//! No theory is asked. Heaps stand one by one, and a position whose [`form`](super::Kind::form) is known is its form, which says all
//! that matters of it, so that few sums are met more than once under different names. A compound is one choice of a subtree of each
//! component.

use std::ops::ControlFlow;
use std::sync::Arc;

use super::compounds::{Compounds, PlaceInCompound};
use super::kinds::heaps::{HeapSum, KnownCode};
use super::natural::Natural;
use super::position::Position;
use crate::game::components::{Components, SumSearch};
use crate::game::{Outcome, Play, Unsolved};
use crate::limits::{Limits, StopReason, Unanswered};

/// The largest heap (of nim or tokens) whose options a search by definition will list.
pub(super) const LARGEST_LISTED: u64 = 1 << 20;

/// What sums are made of here: positions that are no sums. A search meets heaps by the hundred thousand, so a heap is only its
/// game and its size.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) enum Part {
    Heap(Arc<KnownCode>, u64),
    Compound(PlaceInCompound),
    Other(Position),
}

/// The rules of components.
pub(super) struct Parts;

impl Components for Parts {
    type Component = Part;

    fn options(&self, part: &Part) -> Vec<Vec<Part>> {
        match part {
            Part::Heap(game, size) => {
                let heap = |size: &u64| Part::Heap(Arc::clone(game), *size);
                let mut options = Vec::new();
                let _ = game.code().for_each_option(*size, |left| {
                    options.push(left.iter().map(heap).collect());
                    ControlFlow::<()>::Continue(())
                });
                options
            }
            Part::Compound(place) => {
                let alone = |place: PlaceInCompound| match place.is_over() {
                    true => Vec::new(),
                    false => vec![Part::Compound(place)],
                };
                place.options().into_iter().map(alone).collect()
            }
            Part::Other(position) => position.options().iter().map(each_alone).collect(),
        }
    }
}

/// The components of a position one by one. Options of one component have few.
fn each_alone(position: &Position) -> Vec<Part> {
    let counted = parts(position).expect("a move leaves few components");
    counted.into_iter().flat_map(|(part, count)| std::iter::repeat_n(part, count as usize)).collect()
}

/// The components of a position in normal form with their multiplicities; `None` when they are too many to count.
fn parts(position: &Position) -> Option<Vec<(Part, u32)>> {
    let mut parts = Vec::new();
    for (component, count) in position.components() {
        let form = match &component {
            Position::Single(single) => single.form().map(Position::Single),
            _ => None,
        };
        let component = form.unwrap_or(component);
        if !component.is_zero() {
            parts.push((Part::of(component), few(&count)?));
        }
    }
    Some(parts)
}

impl Part {
    fn of(component: Position) -> Part {
        match component.of_kind::<HeapSum>().and_then(HeapSum::only_heap) {
            Some((game, size)) if size <= LARGEST_LISTED => Part::Heap(Arc::clone(game), size),
            _ => Part::Other(component),
        }
    }

    /// An upper bound on the number of options, `None` when they cannot be listed.
    fn bound_on_options(&self, limits: &Limits) -> Option<u64> {
        match self {
            Part::Heap(game, size) => Some(game.code().bound_on_options(*size)),
            Part::Compound(place) => Some(place.moves()),
            Part::Other(position) => {
                position.can_list_options().ok().map(|()| position.bound_on_options(limits))
            }
        }
    }
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
        compounds: &mut Compounds,
        limits: &Limits,
    ) -> Result<Tried<Outcome>, Unanswered> {
        let Some(mut parts) = parts(position) else { return Ok(Tried::Never) };
        for (part, _) in &mut parts {
            let Part::Other(Position::Compound(components)) = part else { continue };
            match compounds.place(components, &limits.clone().with_positions(sums)) {
                Ok(Some(place)) => *part = Part::Compound(place),
                Ok(None) | Err(Unanswered::OutOfReach(_)) => {}
                Err(Unanswered::Stopped(StopReason::Cap { what: "positions", .. })) => {
                    return Ok(Tried::NotYet);
                }
                Err(why) => return Err(why),
            }
        }
        for (part, _) in &parts {
            let listed = part.bound_on_options(limits).filter(|options| *options <= MOST_OPTIONS);
            let Some(options) = listed else { return Ok(Tried::Never) };
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
