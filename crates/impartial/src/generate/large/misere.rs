//! Misère play of GEN and DNG on large groups: by dimensions, and by the parities of subgroups.
//!
//! Let G have even order and not be cyclic. What contains a position whose elements generate a subgroup of even order
//! is even, so DNG ends after an even number of moves; in GEN the maximal subgroup fills up, and one move more generates. A position of
//! odd order is *covered* when some involution leads to such a position. From one that is not, all maximal subgroups above are odd.
//! So GEN(G) is P in misère play exactly when all elements of odd order are covered, that is when DNG(G) is 0, and DNG(G)
//! is N (`docs/algebra.md`, misère play).

use super::{LargeGround, permutations};
use crate::claim::Claim;
use crate::game::Outcome;
use crate::generate::Aim;
use crate::generate::cover::{Law, Scope};
use crate::generate::letters::has_odd_cycle;
use crate::group::{LargeElement, LargeShape, Permutation};
use crate::limits::{Limits, Unanswered};
use std::sync::PoisonError;

/// The most elements missing for which misère outcomes are worked out.
const MOST_MISSING: usize = 400;

/// The most points of permutations for which the order of what they generate is worked out.
const MOST_POINTS: usize = 1200;

impl LargeGround {
    /// The misère outcome of a position.
    ///
    /// # Errors
    /// When it is not known, or a limit is reached.
    pub fn misere_outcome(
        &self,
        aim: Aim,
        chosen: &[LargeElement],
        limits: &Limits,
    ) -> Result<Outcome, Unanswered> {
        let Some(spaces) = &self.spaces else { return self.misere_by_parity(aim, chosen, limits) };
        let missing = spaces.missing(chosen);
        if missing.is_nothing() {
            return Ok(Outcome::N);
        }
        if missing.total() > MOST_MISSING {
            let why = format!("{} dimensions are missing, too many for misère play", missing.total());
            return Err(Unanswered::OutOfReach(why));
        }
        let mut known = self.misere[aim as usize].lock().unwrap_or_else(PoisonError::into_inner);
        Ok(spaces.misere(aim, &missing, &mut known, limits)?[chosen.len() % 2])
    }

    /// Whether permutations generate a subgroup of even order.
    pub(super) fn is_even_position(
        &self,
        chosen: &[LargeElement],
        limits: &Limits,
    ) -> Result<bool, Unanswered> {
        let permutations = permutations(chosen);
        if permutations.iter().any(|element| element.order().is_some_and(|order| order.is_multiple_of(2))) {
            return Ok(true);
        }
        if permutations.first().is_some_and(|element| Permutation::degree(element) > MOST_POINTS) {
            return Err(Unanswered::OutOfReach("what the elements chosen generate is not found".to_owned()));
        }
        Ok(!self.subgroup(chosen, limits)?.size().bit(0))
    }

    /// Misère play of a group of permutations, by the parities of subgroups (`docs/algebra.md`, misère play).
    fn misere_by_parity(
        &self,
        aim: Aim,
        chosen: &[LargeElement],
        limits: &Limits,
    ) -> Result<Outcome, Unanswered> {
        if self.generates(chosen, limits)? {
            return Ok(Outcome::N);
        }
        let has_even_number = chosen.len().is_multiple_of(2);
        // In a maximal subgroup of even order DNG has an even number of moves and GEN an odd one.
        let in_even = |is_even: bool| if is_even == (aim == Aim::Achieve) { Outcome::P } else { Outcome::N };
        if !self.group.is_even() {
            return Ok(in_even(!has_even_number));
        }
        let is_trivial = chosen.iter().all(|element| *element == self.group.identity());
        if !is_trivial && self.is_even_position(chosen, limits)? {
            return Ok(in_even(has_even_number));
        }
        let unknown = |why: &str| Err(Unanswered::OutOfReach(why.to_owned()));
        if let LargeShape::Permutations(points) = self.group.shape()
            && points.is_abelian()
        {
            return unknown(
                "misère play of an abelian group has theorems here where it is written as a product of cyclic groups",
            );
        }
        let verdict = self.verdict(Aim::Avoid, limits)?;
        let is_covered = verdict.nimber == 0;
        if is_trivial {
            return Ok(match (aim, has_even_number) {
                (Aim::Avoid, true) | (Aim::Achieve, false) => Outcome::N,
                _ if is_covered => Outcome::P,
                _ => Outcome::N,
            });
        }
        if verdict.law == Law::Parity(Scope::All) {
            return Ok(if has_even_number == (aim == Aim::Achieve) { Outcome::P } else { Outcome::N });
        }
        // All maximal subgroups that contain an element which is not covered are odd.
        let has_uncovered = match self.group.shape() {
            LargeShape::Alternating(n) => has_odd_cycle(*n, &permutations(chosen)),
            _ => !is_covered && verdict.reply.as_ref().is_some_and(|element| chosen.contains(element)),
        };
        if has_uncovered {
            return Ok(in_even(!has_even_number));
        }
        unknown("misère play from a subgroup of odd order depends on all subgroups that contain it")
    }

    /// What a misère outcome rests on.
    pub fn misere_claim(&self) -> Claim {
        if self.spaces.is_some() {
            return Claim::Proved("dimensions modulo the Frattini subgroup (docs/algebra.md)".to_owned());
        }
        let why = "in a maximal subgroup of even order DNG has an even number of moves and GEN an odd one (docs/algebra.md, misère play)";
        match self.known_verdict(Aim::Avoid).map(|verdict| &verdict.claim) {
            Some(Claim::Cited(source)) => Claim::Cited(format!("{why}; {source}")),
            Some(known) => Claim::Proved(format!("{why}; {}", known.detail())),
            None => Claim::Proved(why.to_owned()),
        }
    }
}
