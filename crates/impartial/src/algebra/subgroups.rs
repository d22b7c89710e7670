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
use super::subgroup_classes::{Conjugate, Extensions, SubgroupClasses};
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
    abelianization: Abelianization,
    classes: SubgroupClasses,
    /// What is known of each class; `None` when a limit was reached in it.
    results: Vec<Option<R>>,
    /// That of the subgroups that contain the derived subgroup.
    above: FxHashMap<Subset, R>,
}

impl<R: Copy> Search<R> {
    fn new(group: &FiniteGroup) -> Self {
        let abelianization = Abelianization::new(group);
        let classes = SubgroupClasses::new(group);
        Search { abelianization, classes, results: Vec::new(), above: FxHashMap::default() }
    }

    fn group(&self) -> &FiniteGroup {
        self.classes.group()
    }

    /// Of the elements of `generating` it is known that they generate the group together with the subgroup.
    fn search<E: Evaluation<Result = R>>(
        &mut self,
        subgroup: &Subgroup,
        generating: &Subset,
        evaluation: &mut E,
        limits: &Limits,
    ) -> Result<R, StopReason> {
        if self.abelianization.is_abelian_modulo(subgroup.set()) {
            limits.poll_positions(self.above.len() as u64)?;
            return Ok(self.above_derived(subgroup.set(), evaluation));
        }
        let known = self.place(subgroup, limits)?;
        if let Some(result) = self.results[known.class] {
            return Ok(result);
        }
        let extensions = self.classes.extensions(subgroup, known, generating, limits)?;
        let mut options = Vec::with_capacity(extensions.proper.len() + 1);
        if !extensions.generating.is_empty() {
            options.push(self.above_derived(&Subset::full(subgroup.set().universe()), evaluation));
        }
        for (larger, _) in &extensions.proper {
            options.push(self.search(larger, &extensions.generating, evaluation, limits)?);
        }
        let result = evaluation.of_options(options);
        self.results[known.class] = Some(result);
        Ok(result)
    }

    /// That of a subgroup that contains the derived subgroup.
    fn above_derived<E: Evaluation<Result = R>>(&mut self, subgroup: &Subset, evaluation: &mut E) -> R {
        if let Some(known) = self.above.get(subgroup) {
            return *known;
        }
        let result = evaluation.abelian(&self.abelianization.type_modulo(subgroup));
        self.above.insert(subgroup.clone(), result);
        result
    }

    /// The class of a subgroup, entered if it is new.
    fn place(&mut self, subgroup: &Subgroup, limits: &Limits) -> Result<Conjugate, StopReason> {
        if let Some(known) = self.classes.find(subgroup) {
            return Ok(known);
        }
        let known = self.classes.enter(subgroup.clone(), limits)?;
        self.results.push(None);
        Ok(known)
    }

    /// What one more element makes of a subgroup.
    fn extensions(
        &mut self,
        subgroup: &Subgroup,
        limits: &Limits,
    ) -> Result<(Conjugate, Extensions), StopReason> {
        let known = self.place(subgroup, limits)?;
        let none = Subset::empty(subgroup.set().universe());
        Ok((known, self.classes.extensions(subgroup, known, &none, limits)?))
    }
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
        let subgroup = Subgroup::from_set(self.group(), subgroup);
        self.search(&subgroup, &Subset::empty(subgroup.set().universe()), compounds, limits)
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
    /// Cost: for one of each class of conjugate subgroups that do not contain the derived one, at most n products for each generator of it and
    /// of its normaliser, and a subgroup for each orbit of the elements under these; and the conjugates of each. Where the group is
    /// a product of factors of coprime orders, this for each factor, and then the selective compound.
    pub fn value(&mut self, abelian: &mut AbelianValues, limits: &Limits) -> Result<Value, StopReason> {
        self.value_at(&Subgroup::trivial(self.search.group()), abelian, limits)
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
        if !self.search.abelianization.is_abelian_modulo(subgroup.set()) {
            self.split.get_or_init(|| SplitGame::new(self.search.group()));
            if let Some(Some(split)) = self.split.get_mut() {
                return split.value(subgroup.set(), limits);
            }
        }
        let none = Subset::empty(subgroup.set().universe());
        self.search.search(subgroup, &none, abelian, limits)
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
        let mut wins = Subset::empty(subgroup.set().universe());
        let (_, extensions) = self.search.extensions(subgroup, limits)?;
        if Value::END.outcome(play) == Outcome::P {
            wins.union_with(&extensions.generating);
        }
        for (larger, elements) in &extensions.proper {
            if self.value_at(larger, abelian, limits)?.outcome(play) == Outcome::P {
                elements.iter().for_each(|x| {
                    wins.insert(*x);
                });
            }
        }
        Ok(wins)
    }

    /// The options of a subgroup whose value is one that is wanted, each once, increasing.
    ///
    /// # Errors
    /// When a limit is reached; asking again goes on.
    ///
    /// Cost: as [`value`](Self::value), and the conjugates of each option that is wanted.
    pub fn options_with(
        &mut self,
        subgroup: &Subgroup,
        wanted: impl Fn(Value) -> bool,
        abelian: &mut AbelianValues,
        limits: &Limits,
    ) -> Result<Vec<Subset>, StopReason> {
        let (known, extensions) = self.search.extensions(subgroup, limits)?;
        let mut options = Vec::new();
        if wanted(Value::END) && !extensions.generating.is_empty() {
            options.push(Subset::full(subgroup.set().universe()));
        }
        for (larger, _) in &extensions.proper {
            if wanted(self.value_at(larger, abelian, limits)?) {
                options.extend(self.search.classes.conjugates_over(larger, known));
            }
        }
        options.sort_unstable();
        options.dedup();
        Ok(options)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::group::{SmallGroups, all_subgroups};

    /// Factors of coprime orders and the group as a whole, at every subgroup.
    #[test]
    fn factors_of_coprime_orders() {
        let limits = Limits::none();
        let mut abelian = AbelianValues::new();
        let mut split = 0;
        for group in [24, 30, 36, 40, 60, 84].into_iter().flat_map(SmallGroups::of_order) {
            let group = group.group();
            let mut whole = Search::new(&group);
            let none = Subset::empty(group.order());
            whole.search(&Subgroup::trivial(&group), &none, &mut abelian, &limits).unwrap();
            if let Some(mut game) = SplitGame::<Search<Tree>>::new(&group) {
                split += 1;
                for subgroup in all_subgroups(&group, &limits).unwrap() {
                    let value = whole.search(&subgroup, &none, &mut abelian, &limits).unwrap();
                    assert_eq!(game.value(subgroup.set(), &limits).unwrap(), value, "{}", group.name());
                }
            }
        }
        assert!(split > 20, "{split} groups are products of coprime orders");
    }
}
