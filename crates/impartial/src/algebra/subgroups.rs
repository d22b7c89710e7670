//! The game of subgroups: a position is a subgroup, a move adds an element [AG, Section 4.3].
//!
//! Conjugate subgroups are positions of equal value, and one of each class is looked at. A subgroup that contains the derived
//! subgroup is normal with an abelian quotient, whose type decides.

use std::cell::OnceCell;

use rustc_hash::FxHashMap;

use super::abelian::AbelianValues;
use super::abelianization::Abelianization;
use super::compound::{Compounds, Evaluation};
use super::hall::{FactorGame, SplitGame};
use super::value::Value;
use crate::game::forest::Tree;
use crate::game::{Game, Outcome, Play};
use crate::group::{FiniteGroup, Subgroup};
use crate::limits::{Limits, StopReason};
use crate::subset::Subset;

/// The game of subgroups by definition.
#[derive(Clone, Copy, Debug)]
pub struct SubgroupRules<'g>(pub &'g FiniteGroup);

impl Game for SubgroupRules<'_> {
    type Position = Subset;

    fn options(&self, subgroup: &Subset) -> Vec<Subset> {
        let larger = |g: usize| self.0.subgroup(subgroup.iter().chain([g]));
        let mut options: Vec<Subset> = subgroup.complement().iter().map(larger).collect();
        options.sort_unstable();
        options.dedup();
        options
    }
}

/// The game of subgroups on one group.
///
/// ```
/// use impartial::algebra::{AbelianValues, SubgroupGame};
/// use impartial::group;
/// let limits = Default::default();
/// let mut abelian = AbelianValues::new();
/// let mut nimber = |name: &str| {
///     let g = group::parse(name, &limits)?;
///     let value = SubgroupGame::new(&g).value(&mut abelian, &limits).unwrap();
///     Ok::<_, group::GroupError>(value.nimber)
/// };
/// // [AG, Section 4.3]
/// assert_eq!([nimber("S3")?, nimber("D5")?, nimber("A4")?, nimber("S4")?], [0, 0, 0, 0]);
/// assert!(nimber("D4")? > 0 && nimber("D6")? > 0 && nimber("Q8")? > 0);
/// # Ok::<(), group::GroupError>(())
/// ```
#[derive(Debug)]
pub struct SubgroupGame {
    search: Search<Value>,
    /// The game on the factors of coprime orders, when there are two or more; found when it is needed.
    split: OnceCell<Option<SplitGame<Search<Tree>>>>,
}

/// What is known about the subgroups of one group.
#[derive(Debug)]
pub(super) struct Search<R> {
    group: FiniteGroup,
    abelianization: Abelianization,
    known: FxHashMap<Subset, R>,
}

impl<R: Copy> Search<R> {
    fn new(group: &FiniteGroup) -> Self {
        let abelianization = Abelianization::new(group);
        Search { group: group.clone(), abelianization, known: FxHashMap::default() }
    }

    fn search<E: Evaluation<Result = R>>(
        &mut self,
        subgroup: &Subgroup,
        evaluation: &mut E,
        limits: &Limits,
    ) -> Result<R, StopReason> {
        if let Some(known) = self.known.get(subgroup.set()) {
            return Ok(*known);
        }
        limits.poll_positions(self.known.len() as u64)?;
        if self.abelianization.is_abelian_modulo(subgroup.set()) {
            let result = evaluation.abelian(&self.abelianization.type_modulo(subgroup.set()));
            self.known.insert(subgroup.set().clone(), result);
            return Ok(result);
        }
        let mut options = Vec::new();
        let mut seen = subgroup.set().clone();
        while let Some(g) = seen.first_missing() {
            let larger = larger(&self.group, subgroup, g, &mut seen);
            options.push(self.search(&larger, evaluation, limits)?);
        }
        let result = evaluation.of_options(options);
        self.learn(subgroup, result);
        Ok(result)
    }

    /// Enters a result for a subgroup and all its conjugates.
    fn learn(&mut self, subgroup: &Subgroup, result: R) {
        self.known.insert(subgroup.set().clone(), result);
        let mut conjugates = vec![subgroup.set().clone()];
        while let Some(conjugate) = conjugates.pop() {
            for &g in self.group.generators() {
                let next = self.group.conjugate_set(&conjugate, g);
                if self.known.insert(next.clone(), result).is_none() {
                    conjugates.push(next);
                }
            }
        }
    }
}

/// The subgroup with one more element g; what else leads there is marked as seen, as far as it shows.
fn larger(group: &FiniteGroup, subgroup: &Subgroup, g: usize, seen: &mut Subset) -> Subgroup {
    let mut larger = subgroup.clone();
    larger.extend(group, g);
    // Between a subgroup and one of prime index over it there is nothing.
    if is_prime(larger.order() / subgroup.order()) {
        seen.union_with(larger.set());
    } else {
        for &u in subgroup.elements() {
            seen.insert(group.product(u, g));
            seen.insert(group.product(g, u));
        }
    }
    larger
}

impl FactorGame for Search<Tree> {
    fn on(group: &FiniteGroup) -> Self {
        Search::new(group)
    }

    fn tree(
        &mut self,
        subgroup: &Subset,
        compounds: &mut Compounds,
        limits: &Limits,
    ) -> Result<Tree, StopReason> {
        let subgroup = Subgroup::from_set(&self.group, subgroup);
        self.search(&subgroup, compounds, limits)
    }
}

impl SubgroupGame {
    /// The game on a group.
    pub fn new(group: &FiniteGroup) -> Self {
        SubgroupGame { search: Search::new(group), split: OnceCell::new() }
    }

    /// The value of the group: of its trivial subgroup.
    ///
    /// # Errors
    /// When a limit is reached; asking again goes on.
    ///
    /// Cost: for one of each class of conjugate subgroups that do not contain the derived one, a subgroup of at most n
    /// look-ups for each of its cosets; and the conjugates of each. Where the group is a product of factors of coprime orders, this for
    /// each factor, and then the selective compound.
    pub fn value(&mut self, abelian: &mut AbelianValues, limits: &Limits) -> Result<Value, StopReason> {
        self.value_at(&Subgroup::trivial(&self.search.group), abelian, limits)
    }

    /// The value of a subgroup.
    ///
    /// # Errors
    /// When a limit is reached; asking again goes on.
    pub fn value_at(
        &mut self,
        subgroup: &Subgroup,
        abelian: &mut AbelianValues,
        limits: &Limits,
    ) -> Result<Value, StopReason> {
        if self.search.abelianization.is_abelian_modulo(subgroup.set()) {
            return self.search.search(subgroup, abelian, limits);
        }
        self.split.get_or_init(|| SplitGame::new(&self.search.group));
        match self.split.get_mut() {
            Some(Some(split)) => split.value(subgroup.set(), limits),
            _ => self.search.search(subgroup, abelian, limits),
        }
    }

    /// The elements whose choice wins at a subgroup.
    ///
    /// # Errors
    /// When a limit is reached; asking again goes on.
    pub fn winning_elements(
        &mut self,
        subgroup: &Subgroup,
        play: Play,
        abelian: &mut AbelianValues,
        limits: &Limits,
    ) -> Result<Subset, StopReason> {
        let group = self.search.group.clone();
        let mut wins = Subset::empty(group.order());
        let mut seen = subgroup.set().clone();
        while let Some(g) = seen.first_missing() {
            let before = seen.clone();
            let larger = larger(&group, subgroup, g, &mut seen);
            if self.value_at(&larger, abelian, limits)?.outcome(play) == Outcome::P {
                wins.union_with(&seen.difference(&before));
            }
        }
        Ok(wins)
    }
}

fn is_prime(n: usize) -> bool {
    n > 1 && (2..).take_while(|p| p * p <= n).all(|p| !n.is_multiple_of(p))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::group::SmallGroups;

    /// Factors of coprime orders and the group as a whole, at every subgroup.
    #[test]
    fn factors_of_coprime_orders() {
        let limits = Limits::none();
        let mut abelian = AbelianValues::new();
        let mut split = 0;
        for group in [24, 30, 36, 40, 60, 84].into_iter().flat_map(SmallGroups::of_order) {
            let group = group.group();
            let mut whole = Search::new(&group);
            whole.search(&Subgroup::trivial(&group), &mut abelian, &limits).unwrap();
            if let Some(mut game) = SplitGame::<Search<Tree>>::new(&group) {
                split += 1;
                for (subgroup, value) in &whole.known {
                    assert_eq!(game.value(subgroup, &limits).unwrap(), *value, "{}", group.name());
                }
            }
        }
        assert!(split > 20, "{split} groups are products of coprime orders");
    }
}
