//! The moves that win.

use super::analysis::{Analyst, Unanswered, heaps_of, nim_heaps, nim_sum, searchable};
use super::position::{CodeId, Position, Rulebook};
use crate::game::{Game, Outcome, Play};
use crate::heap::HeapCode;
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

/// The most coins that all moves in a row of coins may turn together, for its moves to be looked through one by one.
const MOST_TURNED: u64 = 8_000_000;

impl Analyst<'_> {
    /// The moves to P-positions.
    ///
    /// In normal play a move in one component wins when it leaves that component with the nim-sum of the others, so
    /// components are looked at one at a time; in misère play every option is.
    pub fn winning_moves(&mut self, position: &Position, play: Play) -> Result<WinningMoves, Unanswered> {
        let position = Rulebook::normal_form(position);
        let mut found = WinningMoves { moves: Vec::new(), complete: true };
        if nim_heaps(self.rulebook, &position).is_some() {
            self.nim_moves(&position, play, &mut found)?;
        } else if let Position::Algebra(algebra) = &position {
            self.algebra_moves(algebra, play, &mut found)?;
        } else if let Position::Compound(parts) = &position {
            self.compound_moves(parts, play, &mut found)?;
        } else if let (Position::Lattice(..), Play::Normal) = (&position, play) {
            for option in self.rulebook.options(&position) {
                if self.outcome_of(&option, play)? == Outcome::P {
                    found.moves.push(option);
                }
            }
        } else if play == Play::Normal {
            self.normal_moves(&position, &mut found)?;
        } else if let Position::Chosen(chosen) = &position {
            self.chosen_misere_moves(chosen, &mut found)?;
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
        let components = self.components(position);
        let size = |part: &Position| match part {
            Position::Nim(size) => size.clone(),
            Position::Heaps(_, heaps) => Ordinal::from(heaps.largest()),
            _ => unreachable!("every component is a nim-heap"),
        };
        let odd = components.iter().filter(|(_, count)| count.is_odd());
        let total = odd.fold(Ordinal::ZERO, |sum, (part, _)| sum.nim_sum(&size(part)));
        for (part, _) in &components {
            let heap = size(part);
            let mut targets = vec![total.nim_sum(&heap), Ordinal::ZERO, Ordinal::ONE];
            targets.sort();
            targets.dedup();
            for target in targets.into_iter().filter(|target| *target < heap) {
                let smaller = match (part, target.to_u64()) {
                    (Position::Heaps(code, _), Some(target)) => heaps_of(*code, &[target]),
                    _ => Position::Nim(target),
                };
                let option = replaced(position, part, smaller);
                if self.outcome_of(&option, play)? == Outcome::P {
                    found.moves.push(option);
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
        for (part, _) in self.components(position) {
            let target = nim_sum(&[self.value(&part)?, total.clone()]);
            for moved in self.options_with_nimber(&part, &target, found)? {
                found.moves.push(replaced(position, &part, moved));
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
        match part {
            Position::Nim(size) => {
                Ok(if target < size { vec![Position::Nim(target.clone())] } else { Vec::new() })
            }
            Position::Heaps(code, heaps) => {
                let Some(target) = target.to_u64() else { return Ok(Vec::new()) };
                self.heap_moves_to(*code, heaps.largest(), target, found)
            }
            Position::Chosen(chosen) => self.chosen_moves_to(chosen, target, found),
            Position::Algebra(algebra) => self.algebra_moves_to(algebra, target, found),
            Position::Coins(coins) if coins.game().dimension() == 1 && coins.turns_at_most(MOST_TURNED) => {
                let Some(target) = target.to_u64() else { return Ok(Vec::new()) };
                let options = coins.options_with_nimber(target, &self.limits)?.unwrap_or_default();
                Ok(options
                    .into_iter()
                    .map(|option| Rulebook::normal_form(&Position::Coins(option)))
                    .collect())
            }
            _ => {
                searchable(part)?;
                let mut winning = Vec::new();
                for option in self.rulebook.options(part) {
                    if self.value(&option)? == *target {
                        winning.push(option);
                    }
                }
                Ok(winning)
            }
        }
    }

    /// The options of one heap with nimber `target`, among those that [`some_heap_options`] lists; if these are not all and the
    /// values grow regularly, found by their law.
    fn heap_moves_to(
        &mut self,
        code: CodeId,
        size: u64,
        target: u64,
        found: &mut WinningMoves,
    ) -> Result<Vec<Position>, Unanswered> {
        // The law of the values is then known, if there is one.
        self.heap_value(code, size)?;
        let (options, all) = some_heap_options(self.rulebook.code(code), size, MOST_OPTIONS);
        let limits = self.limits.clone();
        if !all && let Some((moves, all)) = self.values_of(code).moves_by_law(size, target, &limits)? {
            found.complete &= all;
            return Ok(moves.iter().map(|parts| heaps_of(code, parts)).collect());
        }
        found.complete &= all;
        let mut winning = Vec::new();
        for parts in options {
            let mut value = 0;
            for part in &parts {
                value ^= self.heap_value(code, *part)?;
            }
            if value == target {
                winning.push(heaps_of(code, &parts));
            }
        }
        Ok(winning)
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
        let unmoved = Rulebook::compound(parts.iter().cloned());
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
            let ended = if at == kept || self.is_over(part) {
                vec![part.clone()]
            } else {
                // What is over has nimber 0, so the moves to the end are among the moves to P.
                let moves = self.winning_moves(part, Play::Normal)?;
                found.complete &= moves.complete;
                moves.moves.into_iter().filter(|option| self.is_over(option)).collect()
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
        let most =
            if self.misere.is_for_all_heaps(self.rulebook, position) { FEW_OPTIONS } else { MOST_OPTIONS };
        for (part, _) in self.components(position) {
            let (options, complete) = self.some_options(&part, most)?;
            found.complete &= complete;
            for option in options {
                self.limits.poll()?;
                let after = replaced(position, &part, option);
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
        match part {
            Position::Heaps(code, heaps) => {
                let (options, all) = some_heap_options(self.rulebook.code(*code), heaps.largest(), most);
                Ok((options.iter().map(|parts| heaps_of(*code, parts)).collect(), all))
            }
            _ => {
                searchable(part)?;
                Ok((self.rulebook.options(part), true))
            }
        }
    }
}

/// The options of a heap, about `most` of them: evenly over the numbers of tokens that may be taken, because
/// the ways to break a huge heap after taking k tokens repeat themselves, and those after taking k + 1 are others.
fn some_heap_options(code: &HeapCode, size: u64, most: u64) -> (Vec<Vec<u64>>, bool) {
    let takes = code.last_digit().map_or(size, |last| last.min(size)).saturating_add(1).min(most);
    let each = (most / takes).max(1);
    code.some_options(size, each as usize, takes)
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
    chosen.into_iter().map(Rulebook::compound).collect()
}

/// The sum with one component (one heap, or one summand) replaced.
fn replaced(position: &Position, part: &Position, moved: Position) -> Position {
    let summands = match position {
        Position::Sum(parts) => parts.as_slice(),
        other => std::slice::from_ref(other),
    };
    let mut rest: Vec<Position> = summands.to_vec();
    let at = rest.iter().position(|summand| match (summand, part) {
        (Position::Heaps(code, _), Position::Heaps(of, _)) => code == of,
        (summand, part) => summand == part,
    });
    let at = at.expect("the component comes from the position");
    match (&rest[at], part) {
        (Position::Heaps(code, heaps), Position::Heaps(_, one)) => {
            rest[at] = Position::Heaps(*code, heaps.replaced(one.largest(), &[]));
        }
        _ => {
            rest.remove(at);
        }
    }
    Rulebook::sum(rest.into_iter().chain([moved]))
}
