//! The game of subgroups: a position is a subgroup, a move adds an element [AG, Section 4.3].
//!
//! Conjugate subgroups are positions of equal value, and one of each class is looked at. A subgroup that contains the derived
//! subgroup is normal with an abelian quotient, whose type decides.

use rustc_hash::FxHashMap;

use super::abelian::AbelianValues;
use super::abelianization::Abelianization;
use super::value::{Options, Value};
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
    group: FiniteGroup,
    abelianization: Abelianization,
    known: FxHashMap<Subset, Value>,
}

impl SubgroupGame {
    /// The game on a group.
    pub fn new(group: &FiniteGroup) -> Self {
        let abelianization = Abelianization::new(group);
        SubgroupGame { group: group.clone(), abelianization, known: FxHashMap::default() }
    }

    /// The value of the group: of its trivial subgroup.
    ///
    /// # Errors
    /// When a limit is reached; asking again goes on.
    ///
    /// Cost: for one of each class of conjugate subgroups that do not contain the derived one, a subgroup of at most n
    /// look-ups for each of its cosets; and the conjugates of each.
    pub fn value(&mut self, abelian: &mut AbelianValues, limits: &Limits) -> Result<Value, StopReason> {
        self.value_at(&Subgroup::trivial(&self.group), abelian, limits)
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
        if let Some(known) = self.known.get(subgroup.set()) {
            return Ok(*known);
        }
        limits.poll_positions(self.known.len() as u64)?;
        if self.abelianization.is_abelian_modulo(subgroup.set()) {
            let value = abelian.of(&self.abelianization.type_modulo(subgroup.set()));
            self.known.insert(subgroup.set().clone(), value);
            return Ok(value);
        }
        let mut options = Options::default();
        let mut seen = subgroup.set().clone();
        while let Some(g) = seen.first_missing() {
            let larger = self.larger(subgroup, g, &mut seen);
            options.add(self.value_at(&larger, abelian, limits)?);
        }
        let value = options.value();
        self.learn(subgroup, value);
        Ok(value)
    }

    /// The subgroup with one more element g; what else leads there is marked as seen, as far as it shows.
    fn larger(&self, subgroup: &Subgroup, g: usize, seen: &mut Subset) -> Subgroup {
        let mut larger = subgroup.clone();
        larger.extend(&self.group, g);
        // Between a subgroup and one of prime index over it there is nothing.
        if is_prime(larger.order() / subgroup.order()) {
            seen.union_with(larger.set());
        } else {
            for &u in subgroup.elements() {
                seen.insert(self.group.product(u, g));
                seen.insert(self.group.product(g, u));
            }
        }
        larger
    }

    /// Enters a value for a subgroup and all its conjugates.
    fn learn(&mut self, subgroup: &Subgroup, value: Value) {
        self.known.insert(subgroup.set().clone(), value);
        let mut conjugates = vec![subgroup.set().clone()];
        while let Some(conjugate) = conjugates.pop() {
            for &g in self.group.generators() {
                let next = self.group.conjugate_set(&conjugate, g);
                if self.known.insert(next.clone(), value).is_none() {
                    conjugates.push(next);
                }
            }
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
        let order = self.group.order();
        let mut wins = Subset::empty(order);
        let mut seen = subgroup.set().clone();
        while let Some(g) = seen.first_missing() {
            let before = seen.clone();
            let larger = self.larger(subgroup, g, &mut seen);
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
