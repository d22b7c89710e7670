//! What is said about a position of the game of rings: its text, what an answer rests on, the game as one of congruences.

use std::fmt;

use super::game::Convention;
use super::position::{Divided, RingGame, lock};
use crate::algebra::congruence::{CongruenceGame, Partition};
use crate::algebra::replies::Replies;
use crate::algebra::value::Value;
use crate::claim::Claim;
use crate::game::Play;
use crate::limits::Limits;

impl RingGame {
    /// The ring as a set with additions and multiplications, and the ideal divided out as a congruence, when it is finite and small.
    pub fn congruences(&self, most: usize) -> Option<(CongruenceGame, Partition)> {
        let quotient = self.finite_quotient(&Limits::none()).ok().flatten();
        let (finite, ideal) = match (self.finite(), &quotient) {
            (Some((finite, ideal)), _) => (finite, ideal),
            (None, Some((finite, ideal))) => (&**finite, ideal),
            (None, None) => return None,
        };
        let game = lock(&finite.game);
        let ring = game.ring();
        let size = ring.order();
        if size > most {
            return None;
        }
        let additive = ring.additive();
        let plus =
            |k: usize| (0..size).map(|x| ring.sum(x, additive.generator(k)) as u32).collect::<Vec<u32>>();
        let maps: Vec<Vec<u32>> =
            (0..additive.moduli().len()).map(plus).chain(ring.times().iter().cloned()).collect();
        let mut congruences = CongruenceGame::new(size, maps);
        if self.ground.convention == Convention::NonUnits {
            congruences = congruences.proper();
        }
        let pairs: Vec<(usize, usize)> = game.generators(ideal).into_iter().map(|a| (0, a)).collect();
        let start = congruences.with(&Partition::equality(size), &pairs);
        Some((congruences, start))
    }

    /// What the nimber or the outcome rests on.
    pub fn reason(&self, play: Option<Play>) -> Claim {
        if play == Some(Play::Normal) && self.ground.convention == Convention::AllElements {
            return Claim::Proved("choosing 1 leaves the zero ring (Brandenburg, Section 2.2)".into());
        }
        match self.decided(&Limits::none()) {
            Ok(Some(decided)) => decided.claim,
            _ => Claim::Proved(match self.local_factors() {
                Some(more) if more > 1 && self.ground.convention == Convention::AllElements => {
                    "local factors played as a selective compound, each by mex over its ideals (Brandenburg, Ex 2.19)".into()
                }
                _ => "mex over ideals and their sums with principal ideals (Brandenburg, Section 5)".into(),
            }),
        }
    }

    fn local_factors(&self) -> Option<usize> {
        if let Some((finite, ideal)) = self.finite() {
            return Some(lock(&finite.game).local_factors(ideal));
        }
        let (finite, zero) = self.finite_quotient(&Limits::none()).ok().flatten()?;
        let count = lock(&finite.game).local_factors(&zero);
        Some(count)
    }

    /// How the answer comes about.
    pub fn steps(&self, play: Play, limits: &Limits) -> Vec<String> {
        let quotient = self.finite_quotient(limits).ok().flatten();
        let parts = match (self.finite(), &quotient) {
            (Some((finite, ideal)), _) => Some((finite, ideal)),
            (None, Some((finite, ideal))) => Some((&**finite, ideal)),
            (None, None) => None,
        };
        let mut steps = Vec::new();
        if let Some((finite, ideal)) = parts {
            let mut game = lock(&finite.game);
            steps.push(format!("what is left has {} elements", game.ring().order() / ideal.count()));
            if let Ok(values) = game.local_values(ideal, limits)
                && values.len() > 1
                && self.ground.convention == Convention::AllElements
            {
                let describe =
                    |(order, value): &(usize, Value)| format!("{order} elements (nimber {})", value.nimber);
                let orders: Vec<String> = values.iter().map(describe).collect();
                steps.push(format!(
                    "local factors of {} are played as a selective compound",
                    orders.join(", ")
                ));
            }
            steps.push(format!("{} ideals looked at", game.ideals_seen()));
        }
        if play == Play::Misere
            && parts.is_none()
            && let Ok(Replies { moves, .. }) = self.winning_moves(play, limits)
            && let Some(winning) = moves.first()
        {
            steps.push(format!("a winning move leads to {winning}"));
        }
        steps
    }
}

impl fmt::Display for RingGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ring({})", self.ground.text)?;
        let elements: Vec<String> = match &self.divided {
            Divided::Elements(ideal) if ideal.count() == 1 => Vec::new(),
            Divided::Elements(ideal) => {
                let finite = self.ground.finite.as_ref().expect("ideals are sets in finite rings only");
                let generators = lock(&finite.game).generators(ideal);
                generators.iter().map(|element| self.show_element(finite, *element)).collect()
            }
            Divided::Polynomials(_) => {
                self.chosen.iter().map(|element| self.show_polynomials(element)).collect()
            }
        };
        if elements.is_empty() { Ok(()) } else { write!(f, "[{}]", elements.join(",")) }
    }
}
