//! A search put aside: what is proved, to be taken up later.

use super::{Growth, LARGEST_TAIL, MisereQuotient, Status};
use crate::limits::{Limits, StopReason};
use crate::misere::monoid::{BipartiteMonoid, Element};
use crate::misere::transition::Source;

/// The proved part of a search: the quotient, the values of the positions and the history of growth.
///
/// Nothing in it is believed when the search is resumed: values are verified on the rules again, which takes little time.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct SavedQuotient {
    /// The game: its codes, and the number of its listed generators.
    pub game: String,
    /// The last position done.
    pub heap: u64,
    /// The number of generators of the quotient.
    pub generators: usize,
    /// The products of each element with each generator, element by element.
    pub actions: Vec<Element>,
    /// The P-portion.
    pub p: Vec<Element>,
    /// The value of each position from 0 on; none when the quotient is so large that resuming computes it again, which
    /// takes no longer than to verify it.
    pub phi: Vec<Element>,
    /// Where the partial quotient changed.
    pub growth: Vec<Growth>,
}

/// Why a saved search was not resumed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ResumeError {
    /// The saved search is of another game, or what it says is not true.
    #[error("{0}")]
    Wrong(String),
    /// A limit was reached while the saved values were verified.
    #[error("{0} while the saved values were verified")]
    Stopped(StopReason),
}

impl From<StopReason> for ResumeError {
    fn from(reason: StopReason) -> Self {
        ResumeError::Stopped(reason)
    }
}

fn game_text(source: &Source) -> String {
    match source {
        Source::Heaps(code) => code.to_string(),
        Source::List(rules) => format!("{} generators", rules.len()),
        Source::Union(union) => {
            let codes: Vec<String> = union.codes().iter().map(ToString::to_string).collect();
            format!("{} generators and {}", union.list().len(), codes.join(", "))
        }
    }
}

impl MisereQuotient {
    /// What is proved so far. Enumerates the quotient if that was not done and it is small.
    pub fn save(&mut self, limits: &Limits) -> Result<SavedQuotient, StopReason> {
        let large = self.growth.last().is_some_and(|last| last.order > LARGEST_TAIL);
        if large && self.tail.is_none() {
            return Ok(SavedQuotient {
                game: game_text(&self.source),
                heap: self.heap(),
                generators: 0,
                actions: Vec::new(),
                p: Vec::new(),
                phi: Vec::new(),
                growth: self.growth.clone(),
            });
        }
        let (monoid, phi) = self.quotient(limits)?;
        let generators = monoid.generator_count();
        let actions = (0..monoid.order() as Element)
            .flat_map(|x| (0..generators).map(|g| monoid.action(g, x)).collect::<Vec<_>>())
            .collect();
        let p = monoid.p_portion().collect();
        Ok(SavedQuotient {
            game: game_text(&self.source),
            heap: self.heap(),
            generators,
            actions,
            p,
            phi,
            growth: self.growth.clone(),
        })
    }

    /// The search as it was when saved, its values verified on the rules.
    ///
    /// ```
    /// use impartial::limits::Limits;
    /// use impartial::misere::quotient::MisereQuotient;
    /// let (limits, code) = (Limits::none(), "0.15".parse::<impartial::heap::HeapCode>()?);
    /// let mut search = MisereQuotient::of_heaps(code);
    /// search.extend_to(40, &limits).unwrap();
    /// let saved = search.save(&limits).unwrap();
    /// let mut resumed = MisereQuotient::resume(search.source().clone(), saved, &limits).unwrap();
    /// resumed.extend_to(200, &limits).unwrap();
    /// search.extend_to(200, &limits).unwrap();
    /// assert_eq!(search.status(), resumed.status());
    /// # Ok::<(), impartial::text::ReadError>(())
    /// ```
    pub fn resume(source: Source, saved: SavedQuotient, limits: &Limits) -> Result<Self, ResumeError> {
        let wrong = |what: &str| ResumeError::Wrong(what.into());
        if saved.game != game_text(&source) {
            return Err(ResumeError::Wrong(format!(
                "the saved search is of {}, not of {}",
                saved.game,
                game_text(&source)
            )));
        }
        let mut search = MisereQuotient::of(source);
        let heap = saved.heap;
        if search.source.len().is_some_and(|len| heap > len) {
            return Err(wrong("the saved values do not fit the game"));
        }
        let order = saved.actions.len().checked_div(saved.generators).unwrap_or(1);
        if saved.phi.is_empty() || order as u64 > LARGEST_TAIL {
            // Verification would take longer than the exact stage itself.
            search.extend_to(heap, limits)?;
            return Ok(search);
        }
        if saved.phi[0] != 0 || saved.phi.len() as u64 != heap.saturating_add(1) {
            return Err(wrong("the saved values do not fit the game"));
        }
        let mut p = vec![false; order];
        for x in &saved.p {
            *p.get_mut(*x as usize).ok_or_else(|| wrong("the P-portion names no element"))? = true;
        }
        let monoid = BipartiteMonoid::from_actions(saved.generators, saved.actions, |x| p[x as usize])
            .map_err(|error| ResumeError::Wrong(error.to_string()))?;
        let onto = monoid.generators().all(|g| saved.phi.contains(&g));
        if monoid.order() != order
            || saved.phi.iter().any(|x| *x as usize >= order)
            || !onto
            || monoid.is_p(0)
            || !monoid.is_reduced()
        {
            return Err(wrong("the saved quotient is none"));
        }
        search.know_grundy(heap, limits)?;
        let Some(tail) = search.tail_of(&monoid, &saved.phi, limits)? else {
            return Err(wrong("the saved values do not follow from the rules"));
        };
        search.tail = Some(tail);
        search.exact = None;
        search.growth = saved.growth;
        search.status = Status::Partial;
        search.look_for_completion();
        Ok(search)
    }
}
