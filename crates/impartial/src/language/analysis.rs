//! The theorems that answer for the positions of the language: nimber, outcome, winning moves.
//!
//! Normal play: the nimber of a sum is the nim-sum of nimbers (Sprague, Grundy), of a product the nim product
//! [L, section 3], of a heap its place in the Grundy sequence, of a compound of nim-heaps the natural sum
//! [AG, Remark 3.19]. Compounds are decided in both plays by [AG, Prop 2.13, 2.14]. Misère sums: see [`super::misere`].
//! What no theorem reaches is searched by definition.

use std::fmt;

use super::compounds::Compounds;
use super::kinds::nim::NimHeap;
use super::methods::Method;
use super::misere::{MisereSums, SumQuotient};
use super::natural::Natural;
use super::position::{Language, Position};
use super::search::MisereSearch;
use crate::claim::Claim;
use crate::game::compound::{Component, compound_outcome};
use crate::game::{Outcome, Play, Solver, Unsolved};
use crate::limits::{Limits, Unanswered};
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

impl From<Unsolved> for Unanswered {
    fn from(unsolved: Unsolved) -> Self {
        match unsolved {
            Unsolved::Stopped(reason) => Unanswered::Stopped(reason),
            Unsolved::Loopy => unreachable!("positions of the language have well-founded options"),
        }
    }
}

/// Answers questions about positions; remembers what it has worked out.
pub struct Analyst {
    pub(super) limits: Limits,
    solver: Solver<'static, Language>,
    pub(super) compounds: Compounds,
    pub(super) misere: MisereSums,
    pub(super) misere_search: MisereSearch,
    /// The method that last found the outcome of a misère sum.
    pub(super) last_method: Method,
}

impl fmt::Debug for Analyst {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Analyst").field("solver", &self.solver).finish_non_exhaustive()
    }
}

/// The steps of work, a second or two, in which a quotient is found soon.
const SOON: u64 = 1 << 12;

impl Analyst {
    /// An analyst who knows nothing yet.
    pub fn new(limits: Limits) -> Self {
        Analyst {
            limits: limits.clone(),
            solver: Solver::new(&Language, limits),
            compounds: Compounds::default(),
            misere: MisereSums::default(),
            misere_search: MisereSearch::new(),
            // Its reasons say more.
            last_method: Method::Quotient,
        }
    }

    /// The limits.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// The nimber, an ordinal.
    ///
    /// ```
    /// use impartial::language::{Analyst, Position};
    /// use impartial::limits::Limits;
    /// let position: Position = "0.77[7] + *3 x *5 + *w".parse()?;
    /// let mut analyst = Analyst::new(Limits::none());
    /// assert_eq!(analyst.nimber(&position).unwrap().value.to_string(), "w+13");
    /// # Ok::<(), impartial::text::ReadError>(())
    /// ```
    pub fn nimber(&mut self, position: &Position) -> Result<Answered<Ordinal>, Unanswered> {
        let position = position.normal_form();
        let components = position.components();
        let mut values = Vec::with_capacity(components.len());
        let mut steps = Vec::new();
        for (part, count) in &components {
            let value = self.value(part)?;
            let times = if count.is_one() { String::new() } else { format!(", {count} times") };
            steps.push(format!("{part}: nimber {value}{times}"));
            if let Position::Single(single) = part {
                steps.extend(single.steps(Play::Normal, &self.limits));
            }
            if count.is_odd() {
                values.push(value);
            }
        }
        let value = nim_sum(&values);
        let because = match (components.as_slice(), values.as_slice()) {
            ([(part, count)], _) if count.is_one() => self.theorem_of(part),
            ([], _) => "the zero game has nimber 0".to_owned(),
            (_, [] | [_]) => "Sprague-Grundy: equal components cancel in pairs".to_owned(),
            (_, several) if several.len() <= 12 => {
                let terms: Vec<String> = several.iter().map(ToString::to_string).collect();
                format!("Sprague-Grundy: {} = {value}", terms.join(" xor "))
            }
            (_, several) => format!("Sprague-Grundy: the nim-sum of {} nimbers is {value}", several.len()),
        };
        Ok(Answered { value, because, steps, is_cited: is_cited(&position) })
    }

    /// Who wins.
    pub fn outcome(&mut self, position: &Position, play: Play) -> Result<Answered<Outcome>, Unanswered> {
        let position = position.normal_form();
        if let Position::Compound(parts) = &position {
            return self.compound(&position, parts, play);
        }
        if let Position::Single(single) = &position
            && let Some(value) = single.outcome(play, &self.limits)
        {
            let value = value?;
            let steps = single.steps(play, &self.limits);
            let claim = single.reason(Some(play));
            let because = claim.as_ref().map_or("", |claim| claim.detail()).to_owned();
            return Ok(Answered { value, because, steps, is_cited: matches!(claim, Some(Claim::Cited(_))) });
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

    /// The misère quotient that decides a sum and all that it leads to, when one that is known or soon found does.
    pub fn misere_quotient(&mut self, position: &Position) -> Option<SumQuotient<'_>> {
        let position = position.normal_form();
        // Its outcome may be known from a search. What is not found soon is not an answer here, nor is it a mistake.
        let _ = self.misere.outcome(&position, SOON, &self.limits.clone().with_work(SOON));
        self.misere.quotient(&position)
    }

    fn compound(
        &mut self,
        position: &Position,
        parts: &[Position],
        play: Play,
    ) -> Result<Answered<Outcome>, Unanswered> {
        let value = self.outcome_of(position, play)?;
        let (proposition, what) = match play {
            Play::Normal => ("2.13", "all components are P"),
            Play::Misere => {
                ("2.14", "two components are in play and all are normal P, or the only one is misère P")
            }
        };
        let mut steps = Vec::new();
        for part in parts {
            let Component { normal, misere, is_over } = self.component(part)?;
            let over = if is_over { ", over" } else { "" };
            steps.push(format!("{part}: normal {normal}, misère {misere}{over}"));
        }
        let because = format!("a selective compound is P when {what} (Brandenburg, Prop. {proposition})");
        Ok(Answered { value, because, steps, is_cited: is_cited(position) })
    }

    /// What the misère outcome of a sum rests on, once it is known.
    fn misere_reason(&self, position: &Position, outcome: Outcome) -> (String, Vec<String>) {
        if let Some(heaps) = position.nim_heaps() {
            let because = if heaps.iter().any(|(size, _)| *size > Ordinal::ONE) {
                let equal = if outcome == Outcome::P { "is" } else { "is not" };
                format!("misère Nim with a heap of two or more is played like Nim, and the nim-sum {equal} 0")
            } else {
                let parity = if outcome == Outcome::P { "odd" } else { "even" };
                format!("misère Nim without a heap of two or more: the number of heaps is {parity}")
            };
            return (because, Vec::new());
        }
        self.misere.because(position).unwrap_or_else(|| {
            (format!("search of all sums that matter ({} met)", self.misere_search.sums_met()), Vec::new())
        })
    }

    /// The theorem behind the nimber of one component.
    fn theorem_of(&self, part: &Position) -> String {
        match part {
            Position::Single(single) if let Some(claim) = single.reason(None) => claim.detail().to_owned(),
            Position::Product(_) => "the nimber of a product is the nim product (Lenstra, section 3)".to_owned(),
            Position::Compound(parts) if nim_sizes(parts).is_some() => {
                "the nimber of a selective compound of nim-heaps is the natural sum (Brandenburg, Remark 3.19)".to_owned()
            }
            Position::Compound(_) => "mex over all positions reachable".to_owned(),
            _ => format!("mex over all positions reachable ({} solved)", self.solver.positions_solved()),
        }
    }

    /// The nimber of a position in normal form.
    pub(super) fn value(&mut self, position: &Position) -> Result<Ordinal, Unanswered> {
        match position {
            Position::Single(single) => match single.nimber(&self.limits) {
                Some(value) => value,
                None => self.search(position),
            },
            Position::Sum(parts) => {
                let values: Result<Vec<Ordinal>, _> = parts.iter().map(|part| self.value(part)).collect();
                Ok(nim_sum(&values?))
            }
            Position::Product(factors) => {
                let (left, right) = (self.value(&factors[0])?, self.value(&factors[1])?);
                nim_product(&left, &right, &self.limits)
            }
            Position::Compound(parts) => match nim_sizes(parts) {
                Some(sizes) => {
                    Ok(sizes.into_iter().fold(Ordinal::ZERO, |total, size| total.natural_sum(size)))
                }
                None => self.compound_value(position, parts),
            },
        }
    }

    /// The nimber of a compound by definition: in a table, where its positions fit into one.
    fn compound_value(&mut self, position: &Position, parts: &[Position]) -> Result<Ordinal, Unanswered> {
        match self.compounds.nimber(parts, &self.limits)? {
            Some(nimber) => Ok(Ordinal::from(nimber)),
            None => self.search(position),
        }
    }

    fn search(&mut self, position: &Position) -> Result<Ordinal, Unanswered> {
        position.can_search()?;
        Ok(Ordinal::from(self.solver.nimber(position)?))
    }

    /// The outcome of a position in normal form.
    pub(super) fn outcome_of(&mut self, position: &Position, play: Play) -> Result<Outcome, Unanswered> {
        if let Position::Compound(parts) = position {
            let components: Result<Vec<Component>, _> =
                parts.iter().map(|part| self.component(part)).collect();
            return Ok(compound_outcome(play, &components?));
        }
        if let Position::Single(single) = position
            && let Some(outcome) = single.outcome(play, &self.limits)
        {
            return outcome;
        }
        if play == Play::Normal {
            return Ok(if self.value(position)?.is_zero() { Outcome::P } else { Outcome::N });
        }
        if let Some(heaps) = position.nim_heaps() {
            return Ok(misere_nim(&heaps));
        }
        position.singles().into_iter().try_for_each(|single| single.learn(&self.limits))?;
        self.misere_sum(position)
    }

    fn component(&mut self, part: &Position) -> Result<Component, Unanswered> {
        Ok(Component {
            normal: self.outcome_of(part, Play::Normal)?,
            misere: self.outcome_of(part, Play::Misere)?,
            is_over: part.is_over(),
        })
    }
}

/// Whether what is known about a component is taken from the literature.
fn is_cited(position: &Position) -> bool {
    position.singles().into_iter().any(|single| single.is_cited())
}

/// The sizes, when every position is a nim-heap.
fn nim_sizes(parts: &[Position]) -> Option<Vec<&Ordinal>> {
    parts.iter().map(|part| part.of_kind::<NimHeap>().map(|NimHeap(size)| size)).collect()
}

/// The nim-sum of ordinals.
pub(super) fn nim_sum(values: &[Ordinal]) -> Ordinal {
    values.iter().fold(Ordinal::from(0u64), |total, value| total.nim_sum(value))
}

/// The nim product of nimbers below ω^(ω^ω); above, the products by 0 and 1.
pub(super) fn nim_product(left: &Ordinal, right: &Ordinal, limits: &Limits) -> Result<Ordinal, Unanswered> {
    if let (Some(left), Some(right)) = (left.to_u64(), right.to_u64()) {
        return Ok(Ordinal::from(nim::product(left, right)));
    }
    match (left, right) {
        (zero, _) | (_, zero) if zero.is_zero() => Ok(Ordinal::ZERO),
        (one, other) | (other, one) if *one == Ordinal::ONE => Ok(other.clone()),
        _ => nim::AlgebraicClosure::new(limits.clone()).product(left, right).map_err(no_arithmetic),
    }
}

/// The nim quotient of nimbers below ω^(ω^ω), the divisor not 0.
pub(super) fn nim_quotient(left: &Ordinal, right: &Ordinal, limits: &Limits) -> Result<Ordinal, Unanswered> {
    if left.is_zero() || *right == Ordinal::ONE {
        return Ok(left.clone());
    }
    nim::AlgebraicClosure::new(limits.clone()).quotient(left, right).map_err(no_arithmetic)
}

fn no_arithmetic(error: nim::TransfiniteError) -> Unanswered {
    match error {
        nim::TransfiniteError::Stopped(reason) => Unanswered::Stopped(reason),
        other => Unanswered::OutOfReach(other.to_string()),
    }
}

/// The nim-sum of nim-heaps.
fn nim_sum_of_heaps(heaps: &[(Ordinal, Natural)]) -> Ordinal {
    let odd = heaps.iter().filter(|(_, count)| count.is_odd());
    odd.fold(Ordinal::ZERO, |sum, (size, _)| sum.nim_sum(size))
}

/// Misère Nim, heaps of any ordinal size: as in normal play while some heap has two tokens or more; when none has, P
/// exactly when the number of heaps of one is odd, which is when their nim-sum is 1.
fn misere_nim(heaps: &[(Ordinal, Natural)]) -> Outcome {
    let is_large = heaps.iter().any(|(size, _)| *size > Ordinal::ONE);
    let is_p = nim_sum_of_heaps(heaps).is_zero() == is_large;
    if is_p { Outcome::P } else { Outcome::N }
}
