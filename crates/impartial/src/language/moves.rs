//! The moves that win.

use super::analysis::{Analyst, nim_product, nim_quotient, nim_sum};
use super::position::Position;
use crate::game::{Outcome, Play};
use crate::limits::Unanswered;
use crate::ordinal::Ordinal;

/// The moves that win.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WinningMoves {
    /// The positions to move to, in normal form.
    pub moves: Vec<Position>,
    /// Whether these are all; when not, [`MOST_OPTIONS`] options were looked at.
    pub complete: bool,
}

/// How many options of one component are looked at for winning moves before the list is cut short.
pub const MOST_OPTIONS: u64 = 200_000;

/// The same where every outcome is worked out in a description of all heaps.
const FEW_OPTIONS: u64 = 10_000;

/// How many winning moves are listed at most.
pub const MOST_MOVES: usize = 10_000;

impl WinningMoves {
    /// These and no others.
    pub fn all(moves: Vec<Position>) -> Self {
        WinningMoves { moves, complete: true }
    }
}

impl Analyst {
    /// The moves to P-positions.
    ///
    /// In normal play a move in one component wins when it leaves that component with the nim-sum of the others, so
    /// components are looked at one at a time; in misère play every option is.
    pub fn winning_moves(&mut self, position: &Position, play: Play) -> Result<WinningMoves, Unanswered> {
        let position = position.normal_form();
        let mut found = WinningMoves::all(Vec::new());
        if position.nim_heaps().is_some() {
            self.nim_moves(&position, play, &mut found)?;
        } else if let Position::Single(single) = &position
            && let Some(moves) = single.winning_moves(play, &self.limits)
        {
            return moves;
        } else if let Position::Compound(parts) = &position {
            self.compound_moves(parts, play, &mut found)?;
        } else if play == Play::Normal {
            self.normal_moves(&position, &mut found)?;
        } else {
            self.misere_moves(&position, &mut found)?;
        }
        Ok(found)
    }

    /// Winning moves at Nim, heaps of any ordinal size: to the nim-sum of the others, or in misère play to 0 or 1.
    fn nim_moves(
        &mut self,
        position: &Position,
        play: Play,
        found: &mut WinningMoves,
    ) -> Result<(), Unanswered> {
        let total = self.value(position)?;
        for (part, _) in position.components() {
            let heap = self.value(&part)?;
            let mut targets = vec![total.nim_sum(&heap), Ordinal::ZERO, Ordinal::ONE];
            targets.sort();
            targets.dedup();
            for target in targets.into_iter().filter(|target| *target < heap) {
                for smaller in self.options_with_nimber(&part, &target, found)? {
                    let option = position.replaced(&part, smaller);
                    if self.outcome_of(&option, play)? == Outcome::P {
                        found.moves.push(option);
                    }
                }
            }
        }
        Ok(())
    }

    /// Winning moves in normal play: in each component, the options whose nimber is the nim-sum of the others.
    fn normal_moves(&mut self, position: &Position, found: &mut WinningMoves) -> Result<(), Unanswered> {
        let total = self.value(position)?;
        if total.is_zero() {
            return Ok(());
        }
        for (part, _) in position.components() {
            let target = nim_sum(&[self.value(&part)?, total.clone()]);
            for moved in self.options_with_nimber(&part, &target, found)? {
                found.moves.push(position.replaced(&part, moved));
            }
        }
        found.complete &= found.moves.len() <= MOST_MOVES;
        found.moves.truncate(MOST_MOVES);
        Ok(())
    }

    /// The options of one component that have a given nimber, each once.
    fn options_with_nimber(
        &mut self,
        part: &Position,
        target: &Ordinal,
        found: &mut WinningMoves,
    ) -> Result<Vec<Position>, Unanswered> {
        if let Position::Single(single) = part
            && let Some(moves) = single.moves_to(target, &self.limits)
        {
            let WinningMoves { moves, complete } = moves?;
            found.complete &= complete;
            return Ok(moves);
        }
        if let Position::Product(factors) = part
            && part.can_list_options().is_err()
            && let Some(side) = factors.iter().position(|factor| factor.can_list_options().is_ok())
        {
            return self.moves_by_division(&factors[side], &factors[1 - side], target, found);
        }
        part.can_list_options()?;
        let mut winning = Vec::new();
        for option in part.options() {
            if self.value(&option)? == *target {
                winning.push(option);
            }
        }
        Ok(winning)
    }

    /// The moves in a product G×H to a given nimber, where the options of H can be listed.
    ///
    /// A move to G', H' adds (g + g')(h + h') to the nimber g h [L, section 3]. So it leads to the target exactly when g' is g plus the
    /// quotient of the difference wanted by h + h', which is not 0, because no option of H has the nimber of H.
    fn moves_by_division(
        &mut self,
        listed: &Position,
        other: &Position,
        target: &Ordinal,
        found: &mut WinningMoves,
    ) -> Result<Vec<Position>, Unanswered> {
        let (h, g) = (self.value(listed)?, self.value(other)?);
        let wanted = nim_sum(&[nim_product(&g, &h, &self.limits)?, target.clone()]);
        let mut moves = Vec::new();
        for moved in listed.options() {
            self.limits.poll()?;
            let step = nim_sum(&[h.clone(), self.value(&moved)?]);
            let other_nimber = nim_sum(&[g.clone(), nim_quotient(&wanted, &step, &self.limits)?]);
            for other_moved in self.options_with_nimber(other, &other_nimber, found)? {
                moves.push(Position::sum([
                    Position::product(other_moved.clone(), listed.clone()),
                    Position::product(other.clone(), moved.clone()),
                    Position::product(other_moved, moved.clone()),
                ]));
            }
            if moves.len() > MOST_MOVES {
                found.complete = false;
                break;
            }
        }
        Ok(moves)
    }

    /// Winning moves in a selective compound, read off [AG, Prop 2.13, 2.14].
    ///
    /// To a position of normal P-components (with at least two still in play, in misère play): every normal N-component
    /// moves to P, every P-component stays, because its options are N. In misère play also to a position with one
    /// component still in play and misère P, all others over.
    fn compound_moves(
        &mut self,
        parts: &[Position],
        play: Play,
        found: &mut WinningMoves,
    ) -> Result<(), Unanswered> {
        let mut choices: Vec<Vec<Position>> = Vec::with_capacity(parts.len());
        for part in parts {
            let options = self.winning_moves(part, Play::Normal)?;
            found.complete &= options.complete;
            let stays = self.outcome_of(part, Play::Normal)? == Outcome::P;
            choices.push(if stays { vec![part.clone()] } else { options.moves });
        }
        let mut candidates = products(&choices, found);
        if play == Play::Misere {
            for at in 0..parts.len() {
                let Some(mut ended) = self.all_ended_but(parts, at, found)? else { continue };
                let survivors = self.winning_moves(&parts[at], play)?;
                found.complete &= survivors.complete;
                let stay = std::iter::once(parts[at].clone());
                ended[at] = stay.chain(survivors.moves).collect();
                candidates.extend(products(&ended, found));
            }
        }
        let unmoved = Position::compound(parts.iter().cloned());
        let mut seen = rustc_hash::FxHashSet::default();
        candidates.retain(|option| *option != unmoved && seen.insert(option.clone()));
        for option in candidates {
            if self.outcome_of(&option, play)? == Outcome::P {
                found.moves.push(option);
            }
        }
        Ok(())
    }

    /// For every component but one, the ways to have it over after the move; `None` when one cannot be.
    fn all_ended_but(
        &mut self,
        parts: &[Position],
        kept: usize,
        found: &mut WinningMoves,
    ) -> Result<Option<Vec<Vec<Position>>>, Unanswered> {
        let mut choices = Vec::with_capacity(parts.len());
        for (at, part) in parts.iter().enumerate() {
            let ended = if at == kept || part.is_over() {
                vec![part.clone()]
            } else {
                // What is over has nimber 0, so the moves to the end are among the moves to P.
                let moves = self.winning_moves(part, Play::Normal)?;
                found.complete &= moves.complete;
                moves.moves.into_iter().filter(Position::is_over).collect()
            };
            if ended.is_empty() {
                return Ok(None);
            }
            choices.push(ended);
        }
        Ok(Some(choices))
    }

    /// Winning moves in a misère sum: the options of each component in turn, as far as [`MOST_OPTIONS`] allows.
    fn misere_moves(&mut self, position: &Position, found: &mut WinningMoves) -> Result<(), Unanswered> {
        // Values with large parameters take longer to multiply than elements of a table.
        let most = if self.misere.is_for_all_heaps(position) { FEW_OPTIONS } else { MOST_OPTIONS };
        for (part, _) in position.components() {
            let (options, complete) = self.some_options(&part, most)?;
            found.complete &= complete;
            for option in options {
                self.limits.poll()?;
                let after = position.replaced(&part, option);
                if self.outcome_of(&after, Play::Misere)? == Outcome::P {
                    found.moves.push(after);
                }
            }
        }
        // Moves in different components can lead to the same position.
        let mut seen = rustc_hash::FxHashSet::default();
        found.moves.retain(|option| seen.insert(option.clone()));
        Ok(())
    }

    /// The first options of a component, and whether they are all.
    fn some_options(&self, part: &Position, most: u64) -> Result<(Vec<Position>, bool), Unanswered> {
        if let Position::Single(single) = part
            && let Some(some) = single.some_options(most)
        {
            return Ok(some);
        }
        part.can_list_options()?;
        Ok((part.options(), true))
    }
}

/// The compounds with one choice for each component, as far as [`MOST_MOVES`] allows.
fn products(choices: &[Vec<Position>], found: &mut WinningMoves) -> Vec<Position> {
    let mut chosen: Vec<Vec<Position>> = vec![Vec::new()];
    for choice in choices {
        let longer = chosen.iter().flat_map(|start| {
            choice.iter().map(move |next| [start.as_slice(), std::slice::from_ref(next)].concat())
        });
        let all: Vec<Vec<Position>> = longer.take(MOST_MOVES + 1).collect();
        found.complete &= all.len() <= MOST_MOVES;
        chosen = all;
        chosen.truncate(MOST_MOVES);
    }
    chosen.into_iter().map(Position::compound).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::parse;
    use crate::limits::Limits;

    fn position(text: &str) -> Position {
        parse(text).unwrap().position(text).unwrap().normal_form()
    }

    /// Division finds the moves of the definition: in finite products, where all can be listed.
    #[test]
    fn division_finds_all_moves_of_a_product() {
        let mut analyst = Analyst::new(Limits::none());
        for (left, right) in [("*5", "*6"), ("kayles[5]", "*4"), ("*4 + *1", "0.77[6]"), ("*3", "*9")] {
            let (left, right) = (position(left), position(right));
            let product = Position::product(left.clone(), right.clone());
            let value = analyst.value(&product).unwrap().to_u64().unwrap();
            for target in 0..value + 3 {
                let target = Ordinal::from(target);
                let mut found = WinningMoves::all(Vec::new());
                let mut moves = analyst.moves_by_division(&right, &left, &target, &mut found).unwrap();
                let mut expected: Vec<Position> = product
                    .options()
                    .into_iter()
                    .filter(|option| analyst.value(option).unwrap() == target)
                    .collect();
                moves.sort();
                moves.dedup();
                expected.sort();
                assert_eq!(moves, expected, "{left} x {right} to {target}");
            }
        }
    }

    #[test]
    fn infinite_products_have_winning_moves() {
        let mut analyst = Analyst::new(Limits::none());
        for text in ["*w x *2 + *5", "*(w^2+1) x *3 + *w", "*7 x *(w+1)"] {
            let position = position(text);
            let found = analyst.winning_moves(&position, Play::Normal).unwrap();
            assert!(!found.moves.is_empty(), "{text}");
            for option in &found.moves {
                assert!(analyst.value(option).unwrap().is_zero(), "{text} -> {option}");
            }
        }
    }
}
