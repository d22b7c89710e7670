//! A proved description put aside with the search that led to it, to be taken up later.
//!
//! Taking it up costs the reading: to verify it anew would take about as long as to find it. Answers that rest on it say so, and
//! certificates prove them anew.

use super::order::{InfiniteOrder, Translation};
use super::positions::rules_to;
use super::presentation::InfinitePresentation;
use super::relations::Relation;
use super::statement::Statement;
use super::{InfiniteGame, InfiniteQuotient};
use crate::automatic::{DigitAutomaton, Radices};
use crate::limits::{Limits, StopReason};
use crate::misere::diagram::Diagram;
use crate::misere::lists::Lists;
use crate::misere::rules::Generator;
use crate::misere::transition::Source;

/// What is read off a description, which may take longer than to find it.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct ReadOff {
    /// What shows the infinite orders.
    pub statements: Vec<Statement>,
    /// All relations and elements, where the quotient is small enough.
    pub presentation: Option<InfinitePresentation>,
    /// Otherwise the relations between growing generators.
    pub relations: Vec<Relation>,
    /// The degree to which these were looked for.
    pub degree: u64,
}

impl ReadOff {
    /// Reads it all off.
    ///
    /// # Errors
    /// When a limit is reached; what was read off before stays.
    pub fn read(&mut self, game: &InfiniteGame, limits: &Limits) -> Result<(), StopReason> {
        self.statements = game.statements(limits)?;
        self.presentation = game.quotient().presentation(limits)?;
        if self.presentation.is_none() {
            (self.relations, self.degree) = game.relations(limits)?;
        }
        Ok(())
    }

    /// Whether it can be of so many generators, of which so many grow.
    fn is_of(&self, generators: usize, axes: usize) -> bool {
        let is_generator = |g: Generator| (g as usize) < generators;
        let is_relation = |relation: &Relation| relation.from.len() == axes && relation.to.len() == axes;
        let is_statement = |statement: &Statement| {
            let Statement { beside, first, second, differences } = statement;
            let named = beside.iter().map(|(g, _)| *g).chain([first.0, second.0]);
            named.into_iter().all(is_generator) && !differences.is_empty()
        };
        let is_presentation = |presentation: &InfinitePresentation| {
            presentation.values.len() == generators
                && presentation.generators.iter().all(|g| is_generator(*g))
        };
        self.statements.iter().all(is_statement)
            && self.relations.iter().all(is_relation)
            && self.presentation.as_ref().is_none_or(is_presentation)
    }
}

/// Axis, direction and first point of the translation, the point of the line, its period and where it begins.
type SavedOrder = (usize, (Vec<u64>, Vec<u64>), Vec<u64>, u64, u64);

/// What is short of a description; the automaton and the slices are in lists.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub(in crate::misere) struct SavedInfinite {
    last: u64,
    growing: Vec<Generator>,
    radices: Vec<u32>,
    states: usize,
    patterns: usize,
    /// Directions, and the points from which they hold.
    translations: Vec<(Vec<u64>, Vec<u64>)>,
    /// What shows infinite orders.
    orders: Vec<SavedOrder>,
    read_off: Option<ReadOff>,
}

fn pair(translation: &Translation) -> (Vec<u64>, Vec<u64>) {
    (translation.direction.clone(), translation.from.clone())
}

impl SavedInfinite {
    /// The last position described, and whether all was read off.
    pub(in crate::misere) fn progress(&self) -> (u64, bool) {
        (self.last, self.read_off.is_some())
    }
}

impl InfiniteGame {
    /// The description as numbers, with what was read off it. Cost: its size.
    pub(in crate::misere) fn save(&self, read_off: Option<&ReadOff>, lists: &mut Lists) -> SavedInfinite {
        let InfiniteQuotient { growing, automaton, diagram, slices, states, patterns, .. } = self.quotient();
        for table in [automaton.first(), automaton.next(), automaton.output()] {
            lists.put(table.to_vec());
        }
        diagram.save_nodes(lists);
        lists.put(slices.iter().map(|slice| slice.number()).collect());
        SavedInfinite {
            last: self.last(),
            growing: growing.clone(),
            radices: automaton.radices().as_slice().to_vec(),
            states: *states,
            patterns: *patterns,
            translations: self.translations().iter().map(pair).collect(),
            orders: (self.orders().iter())
                .map(|order| {
                    let InfiniteOrder { axis, translation, point, period, repeats_from } = order;
                    (*axis, pair(translation), point.clone(), *period, *repeats_from)
                })
                .collect(),
            read_off: read_off.cloned(),
        }
    }

    /// The description that was saved, of the positions of a game, with what was read off it; `None` inside when the numbers make no sense.
    pub(in crate::misere) fn restore(
        saved: SavedInfinite,
        lists: &mut Lists,
        source: &Source,
        limits: &Limits,
    ) -> Result<Option<(Self, Option<ReadOff>)>, StopReason> {
        if saved.last > super::LARGEST_POSITION {
            return Ok(None);
        }
        let (rules, positions) = rules_to(source, saved.last, limits)?;
        let mut read = || {
            let axes = saved.growing.len();
            let letters =
                saved.radices.iter().try_fold(1u64, |product, m| product.checked_mul(u64::from(*m)))?;
            if axes > Radices::MOST_AXES || saved.radices.len() != axes || !(1..=1 << 24).contains(&letters) {
                return None;
            }
            let [first, next, output] = [lists.take()?, lists.take()?, lists.take()?];
            let radices = Radices::new(saved.radices.clone());
            let automaton = DigitAutomaton::new(radices, first, next, output).ok()?;
            let diagram = Diagram::restore_nodes(lists, rules.len())?;
            let slices =
                lists.take()?.into_iter().map(|f| diagram.function(f)).collect::<Option<Vec<_>>>()?;
            let is_generator = |g: &Generator| (*g as usize) < rules.len();
            let is_point = |point: &Vec<u64>| point.len() == axes;
            let is_pair = |(v, a): &(Vec<u64>, Vec<u64>)| is_point(v) && is_point(a);
            let makes_sense = saved.growing.is_sorted_by(|a, b| a < b)
                && saved.growing.iter().all(is_generator)
                && automaton.output().iter().all(|slice| (*slice as usize) < slices.len())
                && saved.translations.iter().all(is_pair)
                && saved.read_off.as_ref().is_none_or(|read_off| read_off.is_of(rules.len(), axes))
                && !saved.orders.is_empty()
                && (saved.orders.iter())
                    .all(|(axis, pair, point, ..)| *axis < axes && is_pair(pair) && is_point(point));
            makes_sense.then_some((automaton, diagram, slices))
        };
        let Some((automaton, diagram, slices)) = read() else { return Ok(None) };
        let growing = saved.growing.clone();
        let (states, patterns) = (saved.states, saved.patterns);
        let quotient = InfiniteQuotient { rules, growing, automaton, diagram, slices, states, patterns };
        let translation = |(direction, from): &(Vec<u64>, Vec<u64>)| Translation {
            direction: direction.clone(),
            from: from.clone(),
        };
        let orders = (saved.orders.iter())
            .map(|(axis, pair, point, period, repeats_from)| InfiniteOrder {
                axis: *axis,
                translation: translation(pair),
                point: point.clone(),
                period: *period,
                repeats_from: *repeats_from,
            })
            .collect();
        let translations = saved.translations.iter().map(translation).collect();
        let game = InfiniteGame::from_parts(positions, quotient, translations, orders);
        Ok(Some((game, saved.read_off)))
    }
}
