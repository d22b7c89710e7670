//! The theorems that answer for the positions of the language: nimber, outcome, winning moves.
//!
//! Normal play: the nimber of a sum is the nim-sum of nimbers (Sprague, Grundy), of a product the nim product
//! [L, section 3], of a heap its place in the Grundy sequence, of a compound of nim-heaps the natural sum
//! [AG, Remark 3.19]. Compounds are decided in both plays by [AG, Prop 2.13, 2.14]. Misère sums: see [`super::misere`].
//! What no theorem reaches is searched by definition.

use std::ops::ControlFlow;

use super::count::Count;
use super::divided::DividedGames;
use super::heap_values::HeapValues;
use super::lattice_tables::LatticeTables;
use super::methods::Method;
use super::misere::MisereSums;
use super::position::{CodeId, Heaps, Position, Rulebook};
use super::search::{MisereSearch, bound_on_options};
use crate::claim::Claim;
use crate::coin::CoinPosition;
use crate::coin::row::CoinError;
use crate::game::compound::{Component, compound_outcome};
use crate::game::compound_nimber::{SharedTree, compound_nimber};
use crate::game::{Outcome, Play, Solver, Unsolved};
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
    /// Whether the theorem was taken from the literature without a proof or computation here.
    pub is_cited: bool,
}

impl<T> Answered<T> {
    /// An answer that is proved here.
    pub(super) fn proved(value: T, because: String, steps: Vec<String>) -> Self {
        Answered { value, because, steps, is_cited: false }
    }

    /// What the answer rests on.
    pub fn claim(&self) -> Claim {
        let because = self.because.clone();
        if self.is_cited { Claim::Cited(because) } else { Claim::Proved(because) }
    }
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

impl From<CoinError> for Unanswered {
    fn from(error: CoinError) -> Self {
        match error {
            CoinError::Stopped(reason) => reason.into(),
            CoinError::OutOfReach(why) => Unanswered::OutOfReach(why),
        }
    }
}

impl From<Unsolved> for Unanswered {
    fn from(unsolved: Unsolved) -> Self {
        match unsolved {
            Unsolved::Stopped(reason) => Unanswered::Stopped(reason),
            Unsolved::Loopy => unreachable!("positions of the language have well-founded options"),
        }
    }
}

/// The largest heap (of nim or tokens) whose options a search by definition will list.
const LARGEST_SEARCHED: u64 = 1 << 20;

/// The most options of a product or compound that a search will list: each of them is a sum or compound itself.
const MOST_COMBINED: u64 = 1 << 16;

/// Answers questions about the positions of one rulebook; remembers what it has worked out.
pub struct Analyst<'r> {
    pub(super) rulebook: &'r Rulebook,
    pub(super) limits: Limits,
    solver: Solver<'r, Rulebook>,
    heap_values: Vec<(CodeId, HeapValues)>,
    pub(super) misere: MisereSums,
    pub(super) misere_search: MisereSearch<'r>,
    /// The method that last found the outcome of a misère sum.
    pub(super) last_method: Method,
    pub(super) lattice: LatticeTables,
    pub(super) divided: DividedGames,
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
            misere_search: MisereSearch::new(rulebook),
            // Its reasons say more.
            last_method: Method::Quotient,
            lattice: LatticeTables::default(),
            divided: DividedGames::default(),
        }
    }

    /// The rulebook.
    pub fn rulebook(&self) -> &'r Rulebook {
        self.rulebook
    }

    /// The limits.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// An error when the options of a position in normal form are too many to be listed.
    pub fn can_list_options(position: &Position) -> Result<(), Unanswered> {
        searchable(position)
    }

    /// What each head is worth, and their nim sum; the first heads only, where there are many.
    fn coin_steps(&self, coins: &CoinPosition) -> Vec<String> {
        const SHOWN: usize = 12;
        let heads: Vec<&[u64]> = coins.heads().collect();
        let value = |head: &[u64]| coins.game().value(head, &self.limits).ok();
        let mut values = Vec::new();
        let mut steps = Vec::new();
        for head in heads.iter().take(SHOWN) {
            let Some(value) = value(head) else { return steps };
            let place: Vec<String> = head.iter().map(u64::to_string).collect();
            steps.push(format!("coin {}: nimber {value}", place.join(",")));
            values.push(value);
        }
        if heads.len() > SHOWN {
            steps.push(format!("and {} more heads", heads.len() - SHOWN));
        } else if values.len() > 1 {
            let terms: Vec<String> = values.iter().map(u64::to_string).collect();
            let sum = values.iter().fold(0, |sum, value| sum ^ value);
            steps.push(format!("{} = {sum}", terms.join(" xor ")));
        }
        steps
    }

    /// An error when a position in normal form is too large to be searched by definition.
    pub fn can_search(position: &Position) -> Result<(), Unanswered> {
        searchable(position)?;
        super::chosen::few_subsets(position)
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
    /// # Ok::<(), impartial::text::ReadError>(())
    /// ```
    pub fn nimber(&mut self, position: &Position) -> Result<Answered<Ordinal>, Unanswered> {
        let position = Rulebook::normal_form(position);
        if let Position::Algebra(algebra) = &position {
            return self.algebra_nimber(algebra);
        }
        let components = self.components(&position);
        let mut values = Vec::with_capacity(components.len());
        let mut steps = Vec::new();
        for (part, count) in &components {
            let value = self.value(part)?;
            let times = if count.is_one() { String::new() } else { format!(", {count} times") };
            steps.push(format!("{}: nimber {value}{times}", self.rulebook.show(part)));
            if let Position::Chosen(chosen) = part {
                steps.extend(self.chosen_steps(chosen));
            }
            if let Position::Divided(divided) = part {
                steps.extend(self.divided_steps(divided));
            }
            if let Position::Coins(coins) = part {
                steps.extend(self.coin_steps(coins));
            }
            if count.is_odd() {
                values.push(value);
            }
        }
        let value = nim_sum(&values);
        let because = match (components.as_slice(), values.as_slice()) {
            ([(part, count)], _) if count.is_one() => self.theorem_of(part),
            ([], _) => "the zero game has nimber 0".to_owned(),
            (_, []) => "Sprague-Grundy: equal components cancel in pairs".to_owned(),
            (_, [_]) => "Sprague-Grundy: equal components cancel in pairs".to_owned(),
            (_, several) if several.len() <= 12 => {
                let terms: Vec<String> = several.iter().map(ToString::to_string).collect();
                format!("Sprague-Grundy: {} = {value}", terms.join(" xor "))
            }
            (_, several) => format!("Sprague-Grundy: the nim-sum of {} nimbers is {value}", several.len()),
        };
        let is_cited = components.iter().any(|(part, _)| is_cited(part));
        Ok(Answered { value, because, steps, is_cited })
    }

    /// Who wins.
    pub fn outcome(&mut self, position: &Position, play: Play) -> Result<Answered<Outcome>, Unanswered> {
        let position = Rulebook::normal_form(position);
        if let Position::Algebra(algebra) = &position {
            return self.algebra_outcome(algebra, play);
        }
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
            let is_cited = parts.iter().any(is_cited);
            return Ok(Answered { value, because, steps, is_cited });
        }
        if let (Position::Lattice(board, _), Play::Normal) = (&position, play) {
            let value = self.outcome_of(&position, play)?;
            let because = self.lattice.because(*board);
            return Ok(Answered::proved(value, because, Vec::new()));
        }
        match play {
            Play::Normal => {
                let Answered { value, because, steps, is_cited } = self.nimber(&position)?;
                let value = if value.is_zero() { Outcome::P } else { Outcome::N };
                Ok(Answered { value, because, steps, is_cited })
            }
            Play::Misere => {
                let value = self.outcome_of(&position, play)?;
                let (because, steps) = self.misere_reason(&position, value);
                Ok(Answered::proved(value, because, steps))
            }
        }
    }

    /// What the misère outcome of a position that is not a compound rests on, once it is known.
    fn misere_reason(&self, position: &Position, outcome: Outcome) -> (String, Vec<String>) {
        if let Position::Chosen(chosen) = position {
            return (self.chosen_reason(chosen), self.chosen_steps(chosen));
        }
        if let Position::Divided(divided) = position {
            return (self.divided_reason(divided), self.divided_steps(divided));
        }
        if let Some(heaps) = nim_heaps(self.rulebook, position) {
            let because = if heaps.iter().any(|(size, _)| *size > Ordinal::ONE) {
                let equal = if outcome == Outcome::P { "is" } else { "is not" };
                format!("misère Nim with a heap of two or more is played like Nim, and the nim-sum {equal} 0")
            } else {
                let parity = if outcome == Outcome::P { "odd" } else { "even" };
                format!("misère Nim without a heap of two or more: the number of heaps is {parity}")
            };
            return (because, Vec::new());
        }
        self.misere.because(self.rulebook, position).unwrap_or_else(|| {
            (format!("search of all sums that matter ({} met)", self.misere_search.sums_met()), Vec::new())
        })
    }

    /// The summands of a position in normal form, heaps one by one, with their multiplicities.
    pub(super) fn components(&self, position: &Position) -> Vec<(Position, Count)> {
        let parts = match position {
            Position::Sum(parts) => parts.as_slice(),
            other => std::slice::from_ref(other),
        };
        let mut components: Vec<(Position, Count)> = Vec::new();
        for part in parts {
            match part {
                Position::Heaps(code, heaps) => {
                    for (size, count) in heaps.iter() {
                        components.push((one_heap(*code, size), count.clone()));
                    }
                }
                other if Rulebook::is_zero(other) => {}
                other => match components.last_mut() {
                    Some((last, count)) if last == other => *count += Count::from(1),
                    _ => components.push((other.clone(), Count::from(1))),
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
            Position::Coins(_) => {
                "each head is a game of its own, worth the nim product of its coordinates' values (Lenstra, section 3)"
                    .to_owned()
            }
            Position::Chosen(chosen) => self.chosen_reason(chosen),
            Position::Divided(divided) => self.divided_reason(divided),
            Position::Algebra(algebra) => algebra.reason(None).detail().to_owned(),
            Position::Lattice(board, _) if self.lattice.is_sum_of_heaps(*board) => self.lattice.because(*board),
            Position::Product(_) => "the nimber of a product is the nim product (Lenstra, section 3)".to_owned(),
            Position::Compound(parts) if parts.iter().all(|part| matches!(part, Position::Nim(_))) => {
                "the nimber of a selective compound of nim-heaps is the natural sum (Brandenburg, Remark 3.19)".to_owned()
            }
            Position::Compound(_) => "mex over all positions reachable".to_owned(),
            _ => format!("mex over all positions reachable ({} solved)", self.solver.positions_solved()),
        }
    }

    /// The nimber of a position in normal form.
    pub(super) fn value(&mut self, position: &Position) -> Result<Ordinal, Unanswered> {
        match position {
            Position::Nim(size) => Ok(size.clone()),
            Position::Heaps(code, heaps) => {
                let mut value = 0;
                for (size, _) in heaps.iter().filter(|(_, count)| count.is_odd()) {
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
                nim_product(&left, &right, &self.limits)
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
                    None => self.compound_value(position, parts),
                }
            }
            Position::Coins(coins) => Ok(Ordinal::from(coins.nimber(&self.limits)?)),
            Position::Chosen(chosen) => self.chosen_value(chosen),
            Position::Divided(divided) => Ok(Ordinal::from(u64::from(self.divided_value(divided)?.nimber))),
            Position::Algebra(algebra) => Ok(algebra.nimber(&self.limits)?),
            Position::Lattice(board, point) => {
                match self.lattice.nimber(*board, self.rulebook.board(*board), point) {
                    Some(value) => Ok(Ordinal::from(value)),
                    None => self.search(position),
                }
            }
            Position::Tree(_) => self.search(position),
        }
    }

    /// The nimber of a compound by definition: in a table, where its positions fit into one.
    fn compound_value(&mut self, position: &Position, parts: &[Position]) -> Result<Ordinal, Unanswered> {
        searchable(position)?;
        super::chosen::few_subsets(position)?;
        let trees = parts.iter().map(|part| SharedTree::of(self.rulebook, part, &self.limits));
        let trees = trees.collect::<Result<Vec<SharedTree>, Unsolved>>()?;
        match compound_nimber(&trees, &self.limits)? {
            Some(nimber) => Ok(Ordinal::from(nimber)),
            None => self.search(position),
        }
    }

    fn search(&mut self, position: &Position) -> Result<Ordinal, Unanswered> {
        searchable(position)?;
        super::chosen::few_subsets(position)?;
        Ok(Ordinal::from(self.solver.nimber(position)?))
    }

    pub(super) fn values_of(&mut self, code: CodeId) -> &mut HeapValues {
        let at = self.heap_values.iter().position(|(known, _)| *known == code).unwrap_or_else(|| {
            self.heap_values.push((code, HeapValues::new(self.rulebook.code(code).clone())));
            self.heap_values.len() - 1
        });
        &mut self.heap_values[at].1
    }

    pub(super) fn heap_value(&mut self, code: CodeId, size: u64) -> Result<u64, Unanswered> {
        let limits = self.limits.clone();
        self.values_of(code).nimber(size, &limits)
    }

    /// The outcome of a position in normal form.
    pub(super) fn outcome_of(&mut self, position: &Position, play: Play) -> Result<Outcome, Unanswered> {
        if let Position::Compound(parts) = position {
            let components: Result<Vec<Component>, _> =
                parts.iter().map(|part| self.component(part)).collect();
            return Ok(compound_outcome(play, &components?));
        }
        if let (Position::Lattice(board, point), Play::Normal) = (position, play) {
            let game = self.rulebook.board(*board);
            return self.lattice.outcome(*board, game, point, &self.limits);
        }
        if let Position::Algebra(algebra) = position {
            return Ok(algebra.outcome(play, &self.limits)?);
        }
        if play == Play::Normal {
            return Ok(if self.value(position)?.is_zero() { Outcome::P } else { Outcome::N });
        }
        if let Some(heaps) = nim_heaps(self.rulebook, position) {
            return Ok(misere_nim(&heaps));
        }
        if let Position::Chosen(chosen) = position {
            return self.chosen_misere(chosen);
        }
        if let Position::Divided(divided) = position {
            return Ok(self.divided_value(divided)?.outcome(Play::Misere));
        }
        self.learn_grounds(position)?;
        self.misere_sum(position)
    }

    fn component(&mut self, part: &Position) -> Result<Component, Unanswered> {
        Ok(Component {
            normal: self.outcome_of(part, Play::Normal)?,
            misere: self.outcome_of(part, Play::Misere)?,
            is_over: self.is_over(part),
        })
    }

    /// Whether a position in normal form has no options.
    pub(super) fn is_over(&self, position: &Position) -> bool {
        match position {
            Position::Nim(size) => size.is_zero(),
            Position::Tree(tree) => self.rulebook.forest().options(*tree).is_empty(),
            Position::Heaps(code, heaps) => {
                let code = self.rulebook.code(*code);
                heaps
                    .iter()
                    .all(|(size, _)| code.for_each_option(size, |_| ControlFlow::Break(())).is_continue())
            }
            Position::Coins(coins) => coins.turns_at_most(0),
            Position::Lattice(board, point) => self.rulebook.board(*board).options_at(point).is_empty(),
            Position::Chosen(chosen) => {
                self.rulebook.ground(chosen.ground).moves(chosen.aim, &chosen.set).is_empty()
            }
            Position::Divided(divided) => divided.subgroup.is_full(),
            Position::Algebra(algebra) => algebra.is_over(),
            Position::Sum(parts) | Position::Compound(parts) => parts.iter().all(|part| self.is_over(part)),
            Position::Product(factors) => factors.iter().any(|factor| self.is_over(factor)),
        }
    }
}

/// Whether what is known about a component is taken from the literature.
fn is_cited(part: &Position) -> bool {
    matches!(part, Position::Algebra(algebra) if matches!(algebra.reason(None), Claim::Cited(_)))
}

/// The position with one heap.
fn one_heap(code: CodeId, size: u64) -> Position {
    heaps_of(code, &[size])
}

pub(super) fn heaps_of(code: CodeId, sizes: &[u64]) -> Position {
    Rulebook::normal_form(&Position::Heaps(code, Heaps::of_sizes(sizes)))
}

/// The nim-sum of ordinals.
pub(super) fn nim_sum(values: &[Ordinal]) -> Ordinal {
    values.iter().fold(Ordinal::from(0u64), |total, value| total.nim_sum(value))
}

/// The nim product of nimbers below ω^(ω^ω); above, the products by 0 and 1.
fn nim_product(left: &Ordinal, right: &Ordinal, limits: &Limits) -> Result<Ordinal, Unanswered> {
    if let (Some(left), Some(right)) = (left.to_u64(), right.to_u64()) {
        return Ok(Ordinal::from(nim::product(left, right)));
    }
    match (left, right) {
        (zero, _) | (_, zero) if zero.is_zero() => Ok(Ordinal::ZERO),
        (one, other) | (other, one) if *one == Ordinal::ONE => Ok(other.clone()),
        _ => nim::AlgebraicClosure::new(limits.clone()).product(left, right).map_err(|error| match error {
            nim::TransfiniteError::Stopped(reason) => Unanswered::Stopped(reason),
            other => Unanswered::OutOfReach(other.to_string()),
        }),
    }
}

/// Sizes and multiplicities when every component of a sum is a nim-heap, written as one or as a heap of the code of Nim.
pub(super) fn nim_heaps(rulebook: &Rulebook, position: &Position) -> Option<Vec<(Ordinal, Count)>> {
    let parts = match position {
        Position::Sum(parts) => parts.as_slice(),
        other => std::slice::from_ref(other),
    };
    let mut all = Vec::with_capacity(parts.len());
    for part in parts {
        match part {
            Position::Nim(size) => all.push((size.clone(), Count::from(1))),
            Position::Heaps(code, heaps) if rulebook.code(*code).is_nim() => {
                all.extend(heaps.iter().map(|(size, count)| (Ordinal::from(size), count.clone())));
            }
            _ => return None,
        }
    }
    Some(all)
}

/// The nim-sum of nim-heaps.
fn nim_sum_of_heaps(heaps: &[(Ordinal, Count)]) -> Ordinal {
    let odd = heaps.iter().filter(|(_, count)| count.is_odd());
    odd.fold(Ordinal::ZERO, |sum, (size, _)| sum.nim_sum(size))
}

/// Misère Nim, heaps of any ordinal size: as in normal play while some heap has two tokens or more; when none has, P
/// exactly when the number of heaps of one is odd, which is when their nim-sum is 1.
fn misere_nim(heaps: &[(Ordinal, Count)]) -> Outcome {
    let is_large = heaps.iter().any(|(size, _)| *size > Ordinal::ONE);
    let is_p = nim_sum_of_heaps(heaps).is_zero() == is_large;
    if is_p { Outcome::P } else { Outcome::N }
}

/// An error when a search by definition cannot list the options.
pub(super) fn searchable(position: &Position) -> Result<(), Unanswered> {
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
        Position::Lattice(_, point) => {
            match point.iter().find(|x| x.magnitude() > &LARGEST_SEARCHED.into()) {
                Some(coordinate) => {
                    refuse(format!("the coordinate {coordinate} is larger than {LARGEST_SEARCHED}"))
                }
                None => Ok(()),
            }
        }
        Position::Coins(coins) => {
            if coins.turns_at_most(LARGEST_SEARCHED) {
                return Ok(());
            }
            refuse(format!("the moves of {coins} turn more than {LARGEST_SEARCHED} coins in all"))
        }
        Position::Chosen(chosen) if chosen.set.universe() > super::chosen::LARGEST_LISTED => {
            refuse(format!("a position with {} elements to choose from", chosen.set.universe()))
        }
        Position::Divided(divided) if divided.subgroup.universe() > super::chosen::LARGEST_LISTED => {
            refuse(format!("a group with {} elements to choose from", divided.subgroup.universe()))
        }
        Position::Algebra(algebra) => super::algebraic::listable(algebra),
        Position::Heaps(..) | Position::Tree(_) | Position::Chosen(_) | Position::Divided(_) => Ok(()),
        Position::Compound(_) | Position::Product(_)
            if bound_on_options(position, &Limits::none()) > MOST_COMBINED =>
        {
            refuse(format!("it has more than {MOST_COMBINED} options"))
        }
        Position::Sum(parts) | Position::Compound(parts) => parts.iter().try_for_each(searchable),
        Position::Product(factors) => factors.iter().try_for_each(searchable),
    }
}
