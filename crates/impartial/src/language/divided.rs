//! What the games of groups and of subgroups say about positions.

use rustc_hash::FxHashMap;

use super::analysis::{Analyst, Unanswered};
use super::position::{Divided, DividedRules, GroundId, Position, Rulebook};
use crate::algebra::{
    AbelianValues, CongruenceGame, GroupGame, HallFactor, Partition, QuotientRules, SubgroupGame,
    SubgroupRules, Value, hall_factors,
};
use crate::game::Game;
use crate::group::{FiniteGroup, GroupError, Subgroup};
use crate::subset::Subset;

/// The games that have been looked at.
#[derive(Default)]
pub(super) struct DividedGames {
    abelian: AbelianValues,
    quotients: FxHashMap<GroundId, GroupGame>,
    subgroups: FxHashMap<GroundId, SubgroupGame>,
}

impl Rulebook {
    /// The group that a position divides.
    pub(super) fn divided_group(&self, ground: GroundId) -> &FiniteGroup {
        self.ground(ground).group().expect("these games are played on groups")
    }

    /// The options of a position, by definition.
    pub(super) fn divided_options(&self, divided: &Divided) -> Vec<Divided> {
        let group = self.divided_group(divided.ground);
        let options = match divided.rules {
            DividedRules::Quotients => QuotientRules(group).options(&divided.subgroup),
            DividedRules::Subgroups => SubgroupRules(group).options(&divided.subgroup),
        };
        options.into_iter().map(|subgroup| Divided { subgroup, ..divided.clone() }).collect()
    }

    /// The least subgroup of the kind that a game is played with and that contains a set.
    pub(super) fn divided_closure(&self, rules: DividedRules, ground: GroundId, set: &Subset) -> Subset {
        let group = self.divided_group(ground);
        match rules {
            DividedRules::Quotients => group.normal_closure(set).into_set(),
            DividedRules::Subgroups => group.subgroup(set),
        }
    }

    /// The game as one of congruences of unary maps, and the congruence that stands for the position: a group with multiplications
    /// by generators, from both sides in the game of groups, from the left in the game of subgroups.
    pub(super) fn divided_congruences(&self, divided: &Divided) -> (CongruenceGame, Partition) {
        let group = self.divided_group(divided.ground);
        let order = group.order();
        let mut maps = Vec::new();
        for &g in group.generators() {
            maps.push((0..order).map(|x| group.product(g, x) as u32).collect::<Vec<u32>>());
            if divided.rules == DividedRules::Quotients {
                maps.push((0..order).map(|x| group.product(x, g) as u32).collect());
            }
        }
        let game = CongruenceGame::new(order, maps);
        let pairs: Vec<(usize, usize)> = self.divided_elements(divided).iter().map(|g| (0, g)).collect();
        let start = game.with(&Partition::equality(order), &pairs);
        (game, start)
    }

    /// The position after the choice of the element in a text; `None` when it changes nothing.
    ///
    /// # Errors
    /// When the text is no element of the group.
    pub fn choose_group_element(
        &self,
        divided: &Divided,
        text: &str,
    ) -> Result<Option<Position>, GroupError> {
        let element = self.divided_group(divided.ground).parse_element(text)?;
        let mut larger = divided.subgroup.clone();
        if !larger.insert(element) {
            return Ok(None);
        }
        let subgroup = self.divided_closure(divided.rules, divided.ground, &larger);
        Ok(Some(Position::Divided(Divided { subgroup, ..divided.clone() })))
    }

    /// A few elements that lead to the subgroup of a position.
    pub(super) fn divided_elements(&self, divided: &Divided) -> Subset {
        let order = divided.subgroup.universe();
        let mut chosen = Subset::empty(order);
        let mut closed = Subset::singleton(order, 0);
        // An element that does it alone is the shortest text.
        let alone = |element: &usize| {
            let one = Subset::singleton(order, *element);
            self.divided_closure(divided.rules, divided.ground, &one) == divided.subgroup
        };
        if order <= 1000
            && divided.subgroup.count() > 1
            && let Some(element) = divided.subgroup.iter().find(alone)
        {
            return Subset::singleton(order, element);
        }
        while let Some(element) = divided.subgroup.difference(&closed).first() {
            chosen.insert(element);
            closed = self.divided_closure(divided.rules, divided.ground, &chosen);
        }
        chosen
    }
}

impl Analyst<'_> {
    /// The value of a position in both plays.
    pub(super) fn divided_value(&mut self, divided: &Divided) -> Result<Value, Unanswered> {
        let group = self.rulebook.divided_group(divided.ground);
        let DividedGames { abelian, quotients, subgroups } = &mut self.divided;
        match divided.rules {
            DividedRules::Quotients => {
                let game = quotients.entry(divided.ground).or_insert_with(|| GroupGame::new(group));
                Ok(game.value_modulo(&divided.subgroup, abelian, &self.limits)?)
            }
            DividedRules::Subgroups => {
                let game = subgroups.entry(divided.ground).or_insert_with(|| SubgroupGame::new(group));
                let subgroup = Subgroup::from_set(group, &divided.subgroup);
                Ok(game.value_at(&subgroup, abelian, &self.limits)?)
            }
        }
    }

    /// The factors of coprime orders that a group is the product of, as far as they are not divided out.
    fn divided_factors(&self, divided: &Divided) -> Vec<HallFactor> {
        let mut factors = hall_factors(self.rulebook.divided_group(divided.ground));
        factors.retain(|factor| !factor.subgroup.set().is_subset(&divided.subgroup));
        factors
    }

    /// What the answer about a position rests on.
    pub(super) fn divided_reason(&self, divided: &Divided) -> String {
        let group = self.rulebook.divided_group(divided.ground);
        if group.is_abelian() {
            return "types of abelian groups: quotients by cyclic subgroups interlace (Brandenburg, Section 3)"
                .to_owned();
        }
        let (moves, source) = match divided.rules {
            DividedRules::Quotients => (
                "mex over normal subgroups and their joins with normal closures; abelian quotients by their types",
                "Section 4",
            ),
            DividedRules::Subgroups => (
                "mex over subgroups up to conjugation; above the derived subgroup by the types of abelian quotients",
                "Section 4.3",
            ),
        };
        match self.divided_factors(divided).len() {
            0 | 1 => format!("{moves} (Brandenburg, {source})"),
            _ => format!(
                "factors of coprime orders played as a selective compound, each by {moves} (Brandenburg, Prop 2.17, {source})"
            ),
        }
    }

    /// How far the game has come.
    pub(super) fn divided_steps(&self, divided: &Divided) -> Vec<String> {
        let group = self.rulebook.divided_group(divided.ground);
        let (order, done) = (group.order(), divided.subgroup.count());
        let mut steps = vec![match divided.rules {
            DividedRules::Quotients => {
                format!("a quotient of order {} of a group of order {order}", order / done)
            }
            DividedRules::Subgroups => format!("a subgroup of order {done} in a group of order {order}"),
        }];
        let factors: Vec<String> =
            self.divided_factors(divided).iter().map(|factor| format!("the {}", factor.name())).collect();
        if let Some((last, others @ [_, ..])) = factors.split_last() {
            steps.push(format!("{} and {last} are played as a selective compound", others.join(", ")));
        }
        steps
    }
}
