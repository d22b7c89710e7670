//! The theorems that answer for the positions of the language: nimber, outcome, winning moves.
//!
//! Normal play: the nimber of a sum is the nim-sum of nimbers (Sprague, Grundy), of a product the nim product
//! [L, section 3], of a heap its place in the Grundy sequence, of a compound of nim-heaps the natural sum
//! [AG, Remark 3.19]. Compounds are decided in both plays by [AG, Prop 2.13, 2.14]. Misère sums: see [`super::misere`].
//! What no theorem reaches is searched by definition.

use std::ops::ControlFlow;

use super::heap_values::HeapValues;
use super::misere::MisereSums;
use super::position::{CodeId, Heaps, Position, Rulebook};
use crate::game::compound::{Component, compound_outcome};
use crate::game::{Game, Outcome, Play, Solver, Unsolved};
use crate::limits::{Limits, StopReason};
use crate::nim;
use crate::ordinal::Ordinal;

/// An answer and what it rests on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answered<T> {
    /// The answer.
    pub value: T,
    /// The theorem, with the numbers that went into it.
    pub because: String,
    /// How it comes about, component by component.
    pub steps: Vec<String>,
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unanswered {
    /// A limit was reached.
    #[error("{0}")]
    Stopped(#[from] StopReason),
    /// No theorem here reaches the position, and it is too large (or infinite) to search; the sentence says which.
    #[error("{0}")]
    OutOfReach(String),
}

impl From<Unsolved> for Unanswered {
    fn from(unsolved: Unsolved) -> Self {
        match unsolved {
            Unsolved::Stopped(reason) => Unanswered::Stopped(reason),
            Unsolved::Loopy => unreachable!("positions of the language have well-founded options"),
        }
    }
}

/// The moves that win.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WinningMoves {
    /// The positions to move to, in normal form.
    pub moves: Vec<Position>,
    /// Whether these are all; when not, [`MOST_OPTIONS`] options were looked at.
    pub complete: bool,
}

/// How many options are looked at for winning moves before the list is cut short.
pub const MOST_OPTIONS: u64 = 2_000_000;

/// How many winning moves are listed at most.
pub const MOST_MOVES: usize = 10_000;

/// The largest heap (of nim or tokens) whose options a search by definition will list.
const LARGEST_SEARCHED: u64 = 1 << 20;

/// Answers questions about the positions of one rulebook; remembers what it has worked out.
pub struct Analyst<'r> {
    rulebook: &'r Rulebook,
    limits: Limits,
    solver: Solver<'r, Rulebook>,
    heap_values: Vec<(CodeId, HeapValues)>,
    misere: MisereSums,
}

impl<'r> Analyst<'r> {
    /// An analyst who knows nothing yet.
    pub fn new(rulebook: &'r Rulebook, limits: Limits) -> Self {
        Analyst {
            rulebook,
            limits: limits.clone(),
            solver: Solver::new(rulebook, limits),
            heap_values: Vec::new(),
            misere: MisereSums::default(),
        }
    }

    /// The rulebook.
    pub fn rulebook(&self) -> &'r Rulebook {
        self.rulebook
    }

    /// An error when the options of a position in normal form are too many to be listed.
    pub fn can_list_options(position: &Position) -> Result<(), Unanswered> {
        searchable(position)
    }

    /// The nimber, an ordinal.
    ///
    /// ```
    /// use impartial::language::{Analyst, Subject, parse};
    /// use impartial::limits::Limits;
    /// let parsed = parse("0.77[7] + *3 x *5 + *w")?;
    /// let Subject::Position(position) = &parsed.subject else { unreachable!() };
    /// let mut analyst = Analyst::new(&parsed.rulebook, Limits::none());
    /// assert_eq!(analyst.nimber(position).unwrap().value.to_string(), "w+13");
    /// # Ok::<(), impartial::language::ParseError>(())
    /// ```
    pub fn nimber(&mut self, position: &Position) -> Result<Answered<Ordinal>, Unanswered> {
        let position = Rulebook::normal_form(position);
        let components = self.components(&position);
        let mut values = Vec::with_capacity(components.len());
        let mut steps = Vec::new();
        for (part, count) in &components {
            let value = self.value(part)?;
            let times = if *count == 1 { String::new() } else { format!(", {count} times") };
            steps.push(format!("{}: nimber {value}{times}", self.rulebook.show(part)));
            if count % 2 == 1 {
                values.push(value);
            }
        }
        let value = nim_sum(&values);
        let because = match (components.as_slice(), values.as_slice()) {
            ([(part, 1)], _) => self.theorem_of(part),
            ([], _) => "the zero game has nimber 0".to_owned(),
            (_, []) => "Sprague-Grundy: equal components cancel in pairs".to_owned(),
            (_, [_]) => "Sprague-Grundy: equal components cancel in pairs".to_owned(),
            (_, several) if several.len() <= 12 => {
                let terms: Vec<String> = several.iter().map(ToString::to_string).collect();
                format!("Sprague-Grundy: {} = {value}", terms.join(" xor "))
            }
            (_, several) => format!("Sprague-Grundy: the nim-sum of {} nimbers is {value}", several.len()),
        };
        Ok(Answered { value, because, steps })
    }

    /// Who wins.
    pub fn outcome(&mut self, position: &Position, play: Play) -> Result<Answered<Outcome>, Unanswered> {
        let position = Rulebook::normal_form(position);
        if let Position::Compound(parts) = &position {
            let value = self.outcome_of(&position, play)?;
            let (proposition, what) = match play {
                Play::Normal => ("2.13", "all components are P"),
                Play::Misere => {
                    ("2.14", "two components are in play and all are normal P, or the only one is misère P")
                }
            };
            let mut steps = Vec::new();
            for part in parts {
                let component = self.component(part)?;
                let over = if component.is_over { ", over" } else { "" };
                let (part, Component { normal, misere, .. }) = (self.rulebook.show(part), component);
                steps.push(format!("{part}: normal {normal}, misère {misere}{over}"));
            }
            let because = format!("a selective compound is P when {what} (Brandenburg, Prop. {proposition})");
            return Ok(Answered { value, because, steps });
        }
        match play {
            Play::Normal => {
                let Answered { value, because, steps } = self.nimber(&position)?;
                let value = if value.is_zero() { Outcome::P } else { Outcome::N };
                Ok(Answered { value, because, steps })
            }
            Play::Misere => {
                let value = self.outcome_of(&position, play)?;
                let (because, steps) = self.misere.because(self.rulebook, &position);
                Ok(Answered { value, because, steps })
            }
        }
    }

    /// The moves to P-positions.
    ///
    /// In normal play a move in one component wins when it leaves that component with the nim-sum of the others, so
    /// components are looked at one at a time; in misère play every option is.
    pub fn winning_moves(&mut self, position: &Position, play: Play) -> Result<WinningMoves, Unanswered> {
        let position = Rulebook::normal_form(position);
        let mut found = WinningMoves { moves: Vec::new(), complete: true };
        if let Some(sizes) = nim_heaps(&position) {
            self.nim_moves(&sizes, play, &mut found)?;
        } else if let Position::Compound(parts) = &position {
            self.compound_moves(parts, play, &mut found)?;
        } else if play == Play::Normal {
            self.normal_moves(&position, &mut found)?;
        } else {
            self.searched_moves(&position, play, &mut found)?;
        }
        Ok(found)
    }

    /// The summands of a position in normal form, heaps one by one, with their multiplicities.
    fn components(&self, position: &Position) -> Vec<(Position, u64)> {
        let parts = match position {
            Position::Sum(parts) => parts.as_slice(),
            other => std::slice::from_ref(other),
        };
        let mut components: Vec<(Position, u64)> = Vec::new();
        for part in parts {
            match part {
                Position::Heaps(code, heaps) => {
                    for (size, count) in heaps.iter() {
                        components.push((one_heap(*code, size), count));
                    }
                }
                other if Rulebook::is_zero(other) => {}
                other => match components.last_mut() {
                    Some((last, count)) if last == other => *count += 1,
                    _ => components.push((other.clone(), 1)),
                },
            }
        }
        components
    }

    /// The theorem behind the nimber of one component.
    fn theorem_of(&mut self, part: &Position) -> String {
        match part {
            Position::Nim(_) => "a nim-heap is its own nimber".to_owned(),
            Position::Heaps(code, heaps) => {
                let code_text = self.rulebook.code(*code).to_string();
                let largest = heaps.largest();
                let values = self.values_of(*code);
                format!("Grundy sequence of {code_text}{}", values.because(largest))
            }
            Position::Product(_) => "the nimber of a product is the nim product (Lenstra, section 3)".to_owned(),
            Position::Compound(parts) if parts.iter().all(|part| matches!(part, Position::Nim(_))) => {
                "the nimber of a selective compound of nim-heaps is the natural sum (Brandenburg, Remark 3.19)".to_owned()
            }
            _ => format!("mex over all positions reachable ({} solved)", self.solver.positions_solved()),
        }
    }

    /// The nimber of a position in normal form.
    fn value(&mut self, position: &Position) -> Result<Ordinal, Unanswered> {
        match position {
            Position::Nim(size) => Ok(size.clone()),
            Position::Heaps(code, heaps) => {
                let mut value = 0;
                for (size, _) in heaps.iter().filter(|(_, count)| count % 2 == 1) {
                    value ^= self.heap_value(*code, size)?;
                }
                Ok(Ordinal::from(value))
            }
            Position::Sum(parts) => {
                let values: Result<Vec<Ordinal>, _> = parts.iter().map(|part| self.value(part)).collect();
                Ok(nim_sum(&values?))
            }
            Position::Product(factors) => {
                let (left, right) = (self.value(&factors[0])?, self.value(&factors[1])?);
                nim_product(&left, &right)
            }
            Position::Compound(parts) => {
                let sizes: Option<Vec<&Ordinal>> = parts
                    .iter()
                    .map(|part| if let Position::Nim(size) = part { Some(size) } else { None })
                    .collect();
                match sizes {
                    Some(sizes) => {
                        Ok(sizes.into_iter().fold(Ordinal::from(0u64), |total, size| total.natural_sum(size)))
                    }
                    None => self.search(position),
                }
            }
            Position::Tree(_) => self.search(position),
        }
    }

    fn search(&mut self, position: &Position) -> Result<Ordinal, Unanswered> {
        searchable(position)?;
        Ok(Ordinal::from(self.solver.nimber(position)?))
    }

    fn values_of(&mut self, code: CodeId) -> &mut HeapValues {
        let at = self.heap_values.iter().position(|(known, _)| *known == code).unwrap_or_else(|| {
            self.heap_values.push((code, HeapValues::new(self.rulebook.code(code).clone())));
            self.heap_values.len() - 1
        });
        &mut self.heap_values[at].1
    }

    fn heap_value(&mut self, code: CodeId, size: u64) -> Result<u64, Unanswered> {
        let limits = self.limits.clone();
        self.values_of(code).nimber(size, &limits).map_err(Unanswered::from)
    }

    /// The outcome of a position in normal form.
    fn outcome_of(&mut self, position: &Position, play: Play) -> Result<Outcome, Unanswered> {
        if let Position::Compound(parts) = position {
            let components: Result<Vec<Component>, _> =
                parts.iter().map(|part| self.component(part)).collect();
            return Ok(compound_outcome(play, &components?));
        }
        if play == Play::Normal {
            return Ok(if self.value(position)?.is_zero() { Outcome::P } else { Outcome::N });
        }
        if let Some(sizes) = nim_heaps(position) {
            return Ok(misere_nim(&sizes));
        }
        if let Some(outcome) = self.misere.outcome(self.rulebook, position, &self.limits)? {
            return Ok(outcome);
        }
        searchable(position)?;
        Ok(self.solver.outcome(position, Play::Misere)?)
    }

    fn component(&mut self, part: &Position) -> Result<Component, Unanswered> {
        Ok(Component {
            normal: self.outcome_of(part, Play::Normal)?,
            misere: self.outcome_of(part, Play::Misere)?,
            is_over: self.is_over(part),
        })
    }

    /// Whether a position in normal form has no options.
    fn is_over(&self, position: &Position) -> bool {
        match position {
            Position::Nim(size) => size.is_zero(),
            Position::Tree(tree) => self.rulebook.forest().options(*tree).is_empty(),
            Position::Heaps(code, heaps) => {
                let code = self.rulebook.code(*code);
                heaps
                    .iter()
                    .all(|(size, _)| code.for_each_option(size, |_| ControlFlow::Break(())).is_continue())
            }
            Position::Sum(parts) | Position::Compound(parts) => parts.iter().all(|part| self.is_over(part)),
            Position::Product(factors) => factors.iter().any(|factor| self.is_over(factor)),
        }
    }

    /// Winning moves at Nim, heaps of any ordinal size: to the nim-sum of the others, or in misère play to 0 or 1.
    fn nim_moves(
        &mut self,
        sizes: &[Ordinal],
        play: Play,
        found: &mut WinningMoves,
    ) -> Result<(), Unanswered> {
        let total = nim_sum(sizes);
        for (at, size) in sizes.iter().enumerate() {
            if at > 0 && sizes[at - 1] == *size {
                continue;
            }
            let mut targets =
                vec![nim_sum(&[total.clone(), size.clone()]), Ordinal::from(0u64), Ordinal::from(1u64)];
            targets.sort();
            targets.dedup();
            for target in targets.into_iter().filter(|target| target < size) {
                let mut moved = sizes.to_vec();
                moved[at] = target;
                let option = Rulebook::sum(moved.into_iter().map(Position::Nim));
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
        let mut looked_at = 0;
        for (part, _) in self.components(position) {
            let target = nim_sum(&[self.value(&part)?, total.clone()]);
            for moved in self.options_with_nimber(&part, &target, &mut looked_at)? {
                found.moves.push(replaced(position, &part, moved));
            }
        }
        found.complete = looked_at <= MOST_OPTIONS && found.moves.len() <= MOST_MOVES;
        found.moves.truncate(MOST_MOVES);
        Ok(())
    }

    /// The options of one component that have a given nimber, each once.
    fn options_with_nimber(
        &mut self,
        part: &Position,
        target: &Ordinal,
        looked_at: &mut u64,
    ) -> Result<Vec<Position>, Unanswered> {
        match part {
            Position::Nim(size) => {
                Ok(if target < size { vec![Position::Nim(target.clone())] } else { Vec::new() })
            }
            Position::Heaps(code, heaps) => {
                let Some(target) = target.to_u64() else { return Ok(Vec::new()) };
                self.heap_moves_to(*code, heaps.largest(), target, looked_at)
            }
            _ => {
                searchable(part)?;
                let mut found = Vec::new();
                for option in self.rulebook.options(part) {
                    *looked_at += 1;
                    if self.value(&option)? == *target {
                        found.push(option);
                    }
                }
                Ok(found)
            }
        }
    }

    /// The options of one heap with nimber `target`, as far as [`MOST_OPTIONS`] allows.
    fn heap_moves_to(
        &mut self,
        code: CodeId,
        size: u64,
        target: u64,
        looked_at: &mut u64,
    ) -> Result<Vec<Position>, Unanswered> {
        let rules = self.rulebook.code(code);
        let limits = self.limits.clone();
        let values = self.values_of(code);
        let mut found = Vec::new();
        let stopped = rules.for_each_option(size, |parts| {
            *looked_at += 1;
            if *looked_at > MOST_OPTIONS || found.len() > MOST_MOVES {
                return ControlFlow::Break(None);
            }
            let mut value = 0;
            for part in parts {
                match values.nimber(*part, &limits) {
                    Ok(nimber) => value ^= nimber,
                    Err(reason) => return ControlFlow::Break(Some(reason)),
                }
            }
            if value == target {
                found.push(parts.to_vec());
            }
            ControlFlow::Continue(())
        });
        match stopped {
            ControlFlow::Break(Some(reason)) => Err(reason.into()),
            ControlFlow::Break(None) => {
                *looked_at = MOST_OPTIONS + 1;
                Ok(found.into_iter().map(|parts| heaps_of(code, &parts)).collect())
            }
            ControlFlow::Continue(()) => Ok(found.into_iter().map(|parts| heaps_of(code, &parts)).collect()),
        }
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
            candidates.retain(|option| self.outcome_is_p(option, play));
            for at in 0..parts.len() {
                let Some(mut ended) = self.all_ended_but(parts, at, found)? else { continue };
                let survivors = self.winning_moves(&parts[at], play)?;
                found.complete &= survivors.complete;
                let stay = std::iter::once(parts[at].clone());
                ended[at] = stay.chain(survivors.moves).collect();
                let options = products(&ended, found);
                candidates.extend(options.into_iter().filter(|option| self.outcome_is_p(option, play)));
            }
        }
        let unmoved = Rulebook::compound(parts.iter().cloned());
        let mut seen = rustc_hash::FxHashSet::default();
        candidates.retain(|option| *option != unmoved && seen.insert(option.clone()));
        found.moves = candidates;
        Ok(())
    }

    fn outcome_is_p(&mut self, position: &Position, play: Play) -> bool {
        self.outcome_of(position, play) == Ok(Outcome::P)
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

    /// Winning moves by looking at every option.
    fn searched_moves(
        &mut self,
        position: &Position,
        play: Play,
        found: &mut WinningMoves,
    ) -> Result<(), Unanswered> {
        searchable(position)?;
        for option in self.rulebook.options(position) {
            self.limits.poll()?;
            if self.outcome_of(&option, play)? == Outcome::P {
                found.moves.push(option);
            }
        }
        Ok(())
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
    chosen.into_iter().map(Rulebook::compound).collect()
}

/// The position with one heap.
fn one_heap(code: CodeId, size: u64) -> Position {
    heaps_of(code, &[size])
}

fn heaps_of(code: CodeId, sizes: &[u64]) -> Position {
    let heaps = Heaps::new(sizes.iter().map(|size| (*size, 1))).expect("fewer than 2^64 heaps in a slice");
    Rulebook::normal_form(&Position::Heaps(code, heaps))
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

/// The nim-sum of ordinals.
fn nim_sum(values: &[Ordinal]) -> Ordinal {
    values.iter().fold(Ordinal::from(0u64), |total, value| total.nim_sum(value))
}

fn nim_product(left: &Ordinal, right: &Ordinal) -> Result<Ordinal, Unanswered> {
    let one = Ordinal::from(1u64);
    match (left.to_u64(), right.to_u64()) {
        (Some(left), Some(right)) => Ok(Ordinal::from(nim::product(left, right))),
        _ if left.is_zero() || right.is_zero() => Ok(Ordinal::from(0u64)),
        _ if *left == one => Ok(right.clone()),
        _ if *right == one => Ok(left.clone()),
        _ => Err(Unanswered::OutOfReach(format!(
            "the nim product of {left} and {right} is not computed: products are known here for nimbers below 2^64"
        ))),
    }
}

/// The sizes when every component of a sum is a nim-heap.
fn nim_heaps(position: &Position) -> Option<Vec<Ordinal>> {
    let size = |part: &Position| if let Position::Nim(size) = part { Some(size.clone()) } else { None };
    match position {
        Position::Sum(parts) => parts.iter().map(size).collect(),
        other => size(other).map(|size| vec![size]),
    }
}

/// Misère Nim, heaps of any ordinal size: as in normal play while some heap has two tokens or more; when none has, P
/// exactly when the number of heaps of one is odd.
fn misere_nim(sizes: &[Ordinal]) -> Outcome {
    let one = Ordinal::from(1u64);
    let is_p = if sizes.iter().any(|size| *size > one) {
        nim_sum(sizes).is_zero()
    } else {
        sizes.iter().filter(|size| **size == one).count() % 2 == 1
    };
    if is_p { Outcome::P } else { Outcome::N }
}

/// An error when a search by definition cannot list the options.
fn searchable(position: &Position) -> Result<(), Unanswered> {
    let refuse = |what: String| {
        Err(Unanswered::OutOfReach(format!(
            "{what}, and no theorem here answers without a search of all positions"
        )))
    };
    match position {
        Position::Nim(size) => match size.to_u64() {
            Some(size) if size <= LARGEST_SEARCHED => Ok(()),
            Some(size) => refuse(format!("the nim-heap *{size} has more than {LARGEST_SEARCHED} options")),
            None => refuse(format!("the nim-heap *{size} has infinitely many options")),
        },
        Position::Heaps(_, heaps) if heaps.largest() > LARGEST_SEARCHED => {
            refuse(format!("a heap of {} tokens is larger than {LARGEST_SEARCHED}", heaps.largest()))
        }
        Position::Heaps(..) | Position::Tree(_) => Ok(()),
        Position::Sum(parts) | Position::Compound(parts) => parts.iter().try_for_each(searchable),
        Position::Product(factors) => factors.iter().try_for_each(searchable),
    }
}
