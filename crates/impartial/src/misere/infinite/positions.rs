//! The positions of a game up to one where the quotient is infinite: heaps, or a list.

use num_bigint::BigUint;

use super::order::{InfiniteOrder, Translation};
use super::relations::Relation;
use super::statement::Statement;
use super::{InfiniteQuotient, Undescribed, solve};
use crate::game::Outcome;
use crate::limits::{Limits, StopReason};
use crate::misere::rules::{Generator, Rules, Sum};
use crate::misere::transition::Source;

/// A game whose partial quotient to some position is infinite, with the exact outcome of every sum.
///
/// Positions with the same options are one generator, positions without options none: what is proved for sums of
/// generators holds for sums of positions, since the two have the same moves.
#[derive(Clone, Debug)]
pub struct InfiniteGame {
    positions: Vec<Sum>,
    quotient: InfiniteQuotient,
    translations: Vec<Translation>,
    orders: Vec<InfiniteOrder>,
}

impl InfiniteGame {
    /// Solves the sums of positions 1 to `last`, when position `first` is one that the finite engine could not add.
    ///
    /// [`Undescribed::Open`] also when the outcomes are known and no proof of infinite order was found.
    ///
    /// ```
    /// use impartial::game::Outcome;
    /// use impartial::limits::Limits;
    /// use impartial::misere::infinite::InfiniteGame;
    /// use impartial::misere::Source;
    /// let source = Source::Heaps("0.3122".parse()?);
    /// let game = InfiniteGame::solve(&source, 7, 7, &Limits::none()).unwrap();
    /// let sum = [(2, 1u32.into()), (4, 1u32.into()), (5, 1_000_003u32.into()), (7, 1_000_000u32.into())];
    /// assert_eq!(game.outcome(&sum), Outcome::P);
    /// # Ok::<(), impartial::text::ReadError>(())
    /// ```
    pub fn solve(source: &Source, first: u64, last: u64, limits: &Limits) -> Result<Self, Undescribed> {
        let (rules, positions) = rules_to(source, last, limits)?;
        let open = || Undescribed::Open { growing: Vec::new(), base: 0, cells: 0 };
        let first = positions.get(first as usize).and_then(|sum| sum.first()).copied().ok_or_else(open)?;
        let quotient = solve(&rules, first, limits)?;
        let growing = quotient.growing.clone();
        Self::new(positions, quotient, limits)?.ok_or(Undescribed::Open { growing, base: first, cells: 0 })
    }

    /// The same with the next position, when it equals a sum of these, so that their description is also its own: it is extended and
    /// verified, and nothing is looked for anew. `None` when that is not so.
    ///
    /// ```
    /// use impartial::limits::Limits;
    /// use impartial::misere::infinite::InfiniteGame;
    /// use impartial::misere::Source;
    /// let source = Source::Heaps("0.3102".parse()?);
    /// let game = InfiniteGame::solve(&source, 12, 12, &Limits::none()).unwrap();
    /// // H13 = 2 H12.
    /// let next = game.with_next(&source, &Limits::none()).unwrap().unwrap();
    /// assert_eq!((next.last(), next.growing()), (13, vec![7, 12, 13]));
    /// // H14 is no sum of the others.
    /// assert!(next.with_next(&source, &Limits::none()).unwrap().is_none());
    /// # Ok::<(), impartial::text::ReadError>(())
    /// ```
    pub fn with_next(&self, source: &Source, limits: &Limits) -> Result<Option<Self>, StopReason> {
        let (rules, positions) = rules_to(source, self.last() + 1, limits)?;
        let quotient = if rules.len() == self.quotient.rules.len() {
            // The same options as an earlier position, or none.
            Some(self.quotient.clone())
        } else {
            self.quotient.with_next(&rules, limits)?
        };
        quotient.map_or(Ok(None), |quotient| Self::new(positions, quotient, limits))
    }

    /// With the proofs of infinite order; `None` when there are none.
    fn new(
        positions: Vec<Sum>,
        quotient: InfiniteQuotient,
        limits: &Limits,
    ) -> Result<Option<Self>, StopReason> {
        let translations = quotient.translations(limits)?;
        let orders = quotient.infinite_orders(&translations, limits)?;
        Ok((!orders.is_empty()).then_some(InfiniteGame { positions, quotient, translations, orders }))
    }

    /// The game made of what was proved of it before.
    pub(super) fn from_parts(
        positions: Vec<Sum>,
        quotient: InfiniteQuotient,
        translations: Vec<Translation>,
        orders: Vec<InfiniteOrder>,
    ) -> Self {
        InfiniteGame { positions, quotient, translations, orders }
    }

    /// The last position.
    pub fn last(&self) -> u64 {
        self.positions.len() as u64 - 1
    }

    /// For every position from 0 on the generator that it is; none for positions without options.
    pub fn generators(&self) -> impl Iterator<Item = Option<Generator>> + '_ {
        self.positions.iter().map(|sum| sum.first().copied())
    }

    /// The first position that is the given generator.
    pub fn position(&self, generator: Generator) -> u64 {
        self.positions.iter().position(|sum| sum[..] == [generator]).unwrap_or(0) as u64
    }

    /// The description of the P-positions.
    pub fn quotient(&self) -> &InfiniteQuotient {
        &self.quotient
    }

    /// The positions whose numbers of copies the automaton reads.
    pub fn growing(&self) -> Vec<u64> {
        self.quotient.growing().iter().map(|generator| self.position(*generator)).collect()
    }

    /// The translations of the description.
    pub fn translations(&self) -> &[Translation] {
        &self.translations
    }

    /// Proofs of infinite order; there is at least one.
    pub fn orders(&self) -> &[InfiniteOrder] {
        &self.orders
    }

    /// Statements that show the infinite orders, without repetitions.
    pub fn statements(&self, limits: &Limits) -> Result<Vec<Statement>, StopReason> {
        let mut statements: Vec<Statement> = Vec::new();
        for order in &self.orders {
            if let Some(statement) = self.quotient.statement(order, limits)?
                && !statements.contains(&statement)
            {
                statements.push(statement);
            }
        }
        Ok(statements)
    }

    /// The relations between growing positions up to some degree, and that degree.
    pub fn relations(&self, limits: &Limits) -> Result<(Vec<Relation>, u64), StopReason> {
        self.quotient.relations(limits)
    }

    /// The misère outcome of a sum of positions with their numbers of copies.
    ///
    /// # Panics
    /// When a position comes after [`last`](Self::last).
    pub fn outcome(&self, sum: &[(u64, BigUint)]) -> Outcome {
        let mut copies = vec![BigUint::ZERO; self.quotient.rules().len()];
        for (position, count) in sum {
            for generator in &self.positions[*position as usize] {
                copies[*generator as usize] += count;
            }
        }
        self.quotient.outcome(&copies)
    }
}

/// The rules of positions 1 to `last`, and the generator that each is.
pub(super) fn rules_to(source: &Source, last: u64, limits: &Limits) -> Result<(Rules, Vec<Sum>), StopReason> {
    let mut rules = Rules::new();
    let mut positions = vec![Sum::new()];
    for n in 1..=last {
        limits.poll()?;
        let options = source.options_in_words(n, &positions);
        positions.push(rules.add(options));
    }
    Ok((rules, positions))
}
