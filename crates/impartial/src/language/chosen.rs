//! What the theory of structure classes says about positions of GEN and DNG.

use super::analysis::{Analyst, Unanswered};
use super::moves::{MOST_MOVES, WinningMoves};
use super::position::{Chosen, Position};
use crate::game::{Outcome, Play};
use crate::generate::definition::Generation as _;
use crate::generate::{Aim, ClassId, Place, Structure};
use crate::ordinal::Ordinal;
use crate::subset::Subset;

/// The largest ground set whose subsets are listed one by one as options.
pub(super) const LARGEST_LISTED: usize = 20_000;

impl<'r> Analyst<'r> {
    /// The structure of what a position is played on.
    pub(super) fn structure(&self, chosen: &Chosen) -> Result<&'r Structure, Unanswered> {
        Ok(self.rulebook.ground(chosen.ground).structure(&self.limits)?)
    }

    /// Computes the structures that occur in a position, for those who look but do not compute.
    pub(super) fn learn_grounds(&self, position: &Position) -> Result<(), Unanswered> {
        match position {
            Position::Chosen(chosen) => self.structure(chosen).map(|_| ()),
            Position::Sum(parts) | Position::Compound(parts) => {
                parts.iter().try_for_each(|part| self.learn_grounds(part))
            }
            Position::Product(factors) => factors.iter().try_for_each(|part| self.learn_grounds(part)),
            _ => Ok(()),
        }
    }

    pub(super) fn chosen_value(&self, chosen: &Chosen) -> Result<Ordinal, Unanswered> {
        let nimber = self.structure(chosen)?.nimber(chosen.aim, &chosen.set);
        Ok(Ordinal::from(u64::from(nimber)))
    }

    pub(super) fn chosen_misere(&self, chosen: &Chosen) -> Result<Outcome, Unanswered> {
        Ok(self.structure(chosen)?.outcome(chosen.aim, Play::Misere, &chosen.set))
    }

    /// The elements whose choice leaves a position that `wins` accepts: asked once for each kind of element.
    fn chosen_winners(
        &self,
        chosen: &Chosen,
        found: &mut WinningMoves,
        wins: impl Fn(&Structure, Place, usize) -> bool,
    ) -> Result<Vec<Position>, Unanswered> {
        let structure = self.structure(chosen)?;
        let ground = self.rulebook.ground(chosen.ground);
        let (kinds, signature) = (structure.kinds(), structure.kinds().signature_of(&chosen.set));
        let after = chosen.set.count() + 1;
        let mut known: Vec<Option<bool>> = vec![None; kinds.len()];
        let mut winners = Vec::new();
        for element in &ground.moves(chosen.aim, &chosen.set) {
            let kind = kinds.kind(element);
            let is_winner = *known[kind as usize].get_or_insert_with(|| {
                let larger: Vec<u64> =
                    kinds.signature(kind).iter().zip(&signature).map(|(own, other)| own & other).collect();
                wins(structure, structure.digraph().place(&larger), after)
            });
            if is_winner {
                if winners.len() == MOST_MOVES {
                    found.complete = false;
                    break;
                }
                winners.push(Position::Chosen(chosen.with(element)));
            }
        }
        Ok(winners)
    }

    /// The options of a position with a given nimber.
    pub(super) fn chosen_moves_to(
        &self,
        chosen: &Chosen,
        target: &Ordinal,
        found: &mut WinningMoves,
    ) -> Result<Vec<Position>, Unanswered> {
        let Some(target) = target.to_u64() else { return Ok(Vec::new()) };
        self.chosen_winners(chosen, found, |structure, place, elements| {
            u64::from(structure.types(chosen.aim).nimber(place, elements)) == target
        })
    }

    /// The winning moves of a position alone, in misère play.
    pub(super) fn chosen_misere_moves(
        &self,
        chosen: &Chosen,
        found: &mut WinningMoves,
    ) -> Result<(), Unanswered> {
        let moves = self.chosen_winners(chosen, found, |structure, place, elements| {
            structure.misere_outcome(chosen.aim, place, elements) == Outcome::P
        })?;
        found.moves.extend(moves);
        Ok(())
    }

    /// What the answer about a position alone rests on.
    pub(super) fn chosen_reason(&self, chosen: &Chosen) -> String {
        self.rulebook.ground(chosen.ground).reason()
    }

    /// The class of a position, its type, and the types of its options.
    pub(super) fn chosen_steps(&self, chosen: &Chosen) -> Vec<String> {
        let ground = self.rulebook.ground(chosen.ground);
        let Some(structure) = ground.known_structure() else { return Vec::new() };
        let Place::Class(class) = structure.place(&chosen.set) else {
            return vec!["the elements chosen generate: the game is over".to_owned()];
        };
        let mut steps = vec![describe(structure, chosen.aim, class, &chosen.set)];
        let (digraph, types) = (structure.digraph(), structure.types(chosen.aim));
        let mut counts: Vec<(String, usize)> = Vec::new();
        for option in digraph.options(class) {
            let kind = types.of(*option).to_string();
            match counts.iter_mut().find(|(known, _)| *known == kind) {
                Some((_, count)) => *count += 1,
                None => counts.push((kind, 1)),
            }
        }
        let mut options: Vec<String> = counts.into_iter().map(|(kind, _)| format!("type {kind}")).collect();
        if chosen.aim == Aim::Achieve && digraph.classes()[class as usize].is_semi_terminal {
            options.push("the end".to_owned());
        }
        let options = if options.is_empty() { "no other class".to_owned() } else { options.join(", ") };
        steps.push(format!("one more element leads to: {options}"));
        if ground.size() <= 64 {
            let elements = |set: &Subset| ground.show(set);
            steps.push(format!(
                "the closure of the position: {{{}}}",
                elements(&structure.family().closure(&chosen.set))
            ));
        }
        steps
    }
}

/// An error when a search by definition would walk through too many subsets.
pub(super) fn few_subsets(position: &Position) -> Result<(), Unanswered> {
    match position {
        Position::Chosen(chosen) if chosen.set.universe() - chosen.set.count() > MOST_FREE => {
            Err(Unanswered::OutOfReach(format!(
                "{} elements can be chosen in any order, and no theorem here answers without a search of all positions",
                chosen.set.universe() - chosen.set.count()
            )))
        }
        Position::Sum(parts) | Position::Compound(parts) => parts.iter().try_for_each(few_subsets),
        Position::Product(factors) => factors.iter().try_for_each(few_subsets),
        _ => Ok(()),
    }
}

/// The most elements still to choose from when subsets are searched by definition.
const MOST_FREE: usize = 18;

fn describe(structure: &Structure, aim: Aim, class: ClassId, set: &Subset) -> String {
    let facts = &structure.digraph().classes()[class as usize];
    let kind = structure.types(aim).of(class);
    let parity = if set.count().is_multiple_of(2) { "even" } else { "odd" };
    let size = match facts.size {
        1 => "1 element".to_owned(),
        size => format!("{size} elements"),
    };
    format!("an {parity} position in a class of type {kind}, whose largest position has {size}")
}
