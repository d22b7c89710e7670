//! The game of groups, `group(D4)[r^2]`, and of subgroups, `subgroups(S4)`.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use serde_json::{Value as Json, json};

use super::chosen::{LARGEST_GROUND, ground_and_elements};
use crate::algebra::{
    AbelianValues, CongruenceGame, GroupGame, HallFactor, Partition, QuotientRules, SubgroupGame,
    SubgroupRules, Value, hall_factors,
};
use crate::claim::Claim;
use crate::game::{Game, Outcome, Play};
use crate::generate::Ground;
use crate::group::{ConjugacyClasses, FiniteGroup, Subgroup, describe};
use crate::language::kind::{Kind, Proof, Theorem, Unlisted};
use crate::language::moves::{MOST_MOVES, WinningMoves};
use crate::language::parser::{Reader, Subject};
use crate::language::position::Position;
use crate::language::registry::{KindOfGame, begins_with_word};
use crate::limits::{Limits, Unanswered};
use crate::ordinal::Ordinal;
use crate::subset::Subset;
use crate::text::ReadError;

/// The games that add up elements of a group to subgroups.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum DividedRules {
    /// The game of groups, `group(G)`: a move divides out the normal closure of an element.
    Quotients,
    /// The game of subgroups, `subgroups(G)`: a move adds an element to a subgroup.
    Subgroups,
}

/// One of the two games on a group, with the values worked out so far. Equal when rules and group are.
pub struct DividedGame {
    rules: DividedRules,
    ground: Arc<Ground>,
    solved: Mutex<Solved>,
    /// Found when they are asked for.
    factors: OnceLock<Vec<HallFactor>>,
    classes: OnceLock<ConjugacyClasses>,
}

/// What has been worked out; nothing at first.
#[derive(Default)]
struct Solved {
    abelian: AbelianValues,
    quotients: Option<GroupGame>,
    subgroups: Option<SubgroupGame>,
}

/// A position of the game of groups or of subgroups.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Divided {
    /// The game.
    pub game: Arc<DividedGame>,
    /// The normal subgroup divided out, or the subgroup reached.
    pub subgroup: Subset,
}

pub(in crate::language) const KIND: KindOfGame =
    KindOfGame { name: "divided", theory: "algebra", example: "group(D4)[r^2]", begins, read };

fn begins(text: &str) -> bool {
    begins_with_word(text, &["group", "subgroups"])
}

fn read(reader: &mut Reader<'_>) -> Result<Subject, ReadError> {
    let start = reader.cursor.at;
    let rules = if reader.cursor.rest().starts_with("group") {
        DividedRules::Quotients
    } else {
        DividedRules::Subgroups
    };
    if rules == DividedRules::Quotients
        && let Some(found) = super::presented::read_large(reader)?
    {
        return Ok(found);
    }
    let read = ground_and_elements(reader, rules.word().len());
    let (ground, set) = match read {
        Err(error) if rules == DividedRules::Quotients => {
            reader.cursor.at = start;
            return super::presented::read(reader)?.ok_or(error);
        }
        read => read?,
    };
    if ground.group().is_none() {
        let message = format!("{}(…) is played on a group", rules.word());
        return Err(ReadError::new(start..reader.cursor.at, message));
    }
    let game = reader.known.divided(rules, &ground);
    let subgroup = game.closure(&set);
    Ok(Subject::Position(Divided { game, subgroup }.into()))
}

impl DividedRules {
    /// The word before the group.
    fn word(self) -> &'static str {
        match self {
            DividedRules::Quotients => "group",
            DividedRules::Subgroups => "subgroups",
        }
    }
}

impl DividedGame {
    /// A game on a ground that is a group.
    pub(super) fn new(rules: DividedRules, ground: Arc<Ground>) -> Self {
        let (factors, classes) = Default::default();
        DividedGame { rules, ground, solved: Mutex::default(), factors, classes }
    }

    /// Which of the two games.
    pub fn rules(&self) -> DividedRules {
        self.rules
    }

    /// The group with its text.
    pub fn ground(&self) -> &Arc<Ground> {
        &self.ground
    }

    /// The group.
    pub fn group(&self) -> &FiniteGroup {
        self.ground.group().expect("these games are played on groups")
    }

    /// The least subgroup of the kind that the game is played with and that contains a set.
    fn closure(&self, set: &Subset) -> Subset {
        match self.rules {
            DividedRules::Quotients => self.group().normal_closure(set).into_set(),
            DividedRules::Subgroups => self.group().subgroup(set),
        }
    }

    /// The factors of coprime orders that the group is the product of.
    fn factors(&self) -> &[HallFactor] {
        self.factors.get_or_init(|| hall_factors(self.group()))
    }

    /// The conjugacy classes of the group.
    fn classes(&self) -> &ConjugacyClasses {
        let classes = || ConjugacyClasses::new(self.group(), &Limits::none());
        self.classes.get_or_init(|| classes().expect("there is no limit"))
    }

    /// The value of a position in both plays.
    fn value(&self, subgroup: &Subset, limits: &Limits) -> Result<Value, Unanswered> {
        let group = self.group();
        let mut solved = self.solved.lock().unwrap_or_else(PoisonError::into_inner);
        let Solved { abelian, quotients, subgroups } = &mut *solved;
        Ok(match self.rules {
            DividedRules::Quotients => {
                let game = quotients.get_or_insert_with(|| GroupGame::new(group));
                game.value_modulo(subgroup, abelian, limits)?
            }
            DividedRules::Subgroups => {
                let game = subgroups.get_or_insert_with(|| SubgroupGame::new(group));
                game.value_at(&Subgroup::from_set(group, subgroup), abelian, limits)?
            }
        })
    }
}

impl Divided {
    fn with(&self, subgroup: Subset) -> Position {
        Divided { game: Arc::clone(&self.game), subgroup }.into()
    }

    fn value(&self, limits: &Limits) -> Result<Value, Unanswered> {
        self.game.value(&self.subgroup, limits)
    }

    /// In the game of subgroups, the moves to values that are wanted.
    fn moves_with(&self, wanted: impl Fn(Value) -> bool, limits: &Limits) -> Theorem<WinningMoves> {
        if self.game.rules == DividedRules::Quotients {
            return None;
        }
        let mut solved = self.game.solved.lock().unwrap_or_else(PoisonError::into_inner);
        let Solved { abelian, subgroups, .. } = &mut *solved;
        let group = self.game.group();
        let game = subgroups.get_or_insert_with(|| SubgroupGame::new(group));
        let subgroup = Subgroup::from_set(group, &self.subgroup);
        let mut moves = match game.options_with(&subgroup, wanted, abelian, limits) {
            Ok(moves) => moves,
            Err(stop) => return Some(Err(stop.into())),
        };
        let complete = moves.len() <= MOST_MOVES;
        moves.truncate(MOST_MOVES);
        Some(Ok(WinningMoves {
            moves: moves.into_iter().map(|subgroup| self.with(subgroup)).collect(),
            complete,
        }))
    }

    /// A few elements that lead to the subgroup.
    fn elements(&self) -> Subset {
        let order = self.subgroup.universe();
        let mut chosen = Subset::empty(order);
        let mut closed = Subset::singleton(order, 0);
        // An element that does it alone is the shortest text.
        let alone = |element: &usize| self.game.closure(&Subset::singleton(order, *element)) == self.subgroup;
        if order <= 1000
            && self.subgroup.count() > 1
            && let Some(element) = self.subgroup.iter().find(alone)
        {
            return Subset::singleton(order, element);
        }
        while let Some(element) = self.subgroup.difference(&closed).first() {
            chosen.insert(element);
            closed = self.game.closure(&chosen);
        }
        chosen
    }

    /// The factors of coprime orders that the group is the product of, as far as they are not divided out.
    fn factors(&self) -> Vec<&HallFactor> {
        let is_left = |factor: &&HallFactor| !factor.subgroup.set().is_subset(&self.subgroup);
        self.game.factors().iter().filter(is_left).collect()
    }
}

impl Kind for Divided {
    fn name(&self) -> &'static str {
        KIND.name
    }

    fn options(&self) -> Vec<Position> {
        let group = self.game.group();
        let options = match self.game.rules {
            DividedRules::Quotients => {
                let elements = self.game.classes().representatives();
                QuotientRules(group).options_by(&self.subgroup, elements)
            }
            DividedRules::Subgroups => SubgroupRules(group).options(&self.subgroup),
        };
        options.into_iter().map(|subgroup| self.with(subgroup)).collect()
    }

    fn is_over(&self) -> bool {
        self.subgroup.is_full()
    }

    fn bound_on_options(&self, _: &Limits) -> u64 {
        self.subgroup.universe() as u64
    }

    fn can_list(&self) -> Result<(), Unlisted> {
        match self.subgroup.universe() {
            elements if elements > LARGEST_GROUND => {
                Err(format!("a group with {elements} elements to choose from"))
            }
            _ => Ok(()),
        }
    }

    fn choose(&self, element: &str) -> Option<Result<Option<Position>, String>> {
        let element = match self.game.group().parse_element(element) {
            Ok(element) => element,
            Err(error) => return Some(Err(error.to_string())),
        };
        let mut larger = self.subgroup.clone();
        Some(Ok(larger.insert(element).then(|| self.with(self.game.closure(&larger)))))
    }

    /// The quotient, or the subgroup, by its structure.
    fn left(&self, limits: &Limits) -> Option<String> {
        let group = self.game.group();
        let subgroup = Subgroup::from_set(group, &self.subgroup);
        let left = match self.game.rules {
            DividedRules::Quotients => group.quotient(&subgroup).group,
            DividedRules::Subgroups => group.subgroup_as_group(&subgroup)?,
        };
        describe(&left, limits).ok().flatten()
    }

    fn nimber(&self, limits: &Limits) -> Theorem<Ordinal> {
        Some(self.value(limits).map(|value| Ordinal::from(u64::from(value.nimber))))
    }

    fn reason(&self, _: Option<Play>) -> Option<Claim> {
        if self.game.group().is_abelian() {
            return Some(Claim::Proved(
                "types of abelian groups: quotients by cyclic subgroups interlace (Brandenburg, Section 3)"
                    .to_owned(),
            ));
        }
        let (moves, source) = match self.game.rules {
            DividedRules::Quotients => (
                "mex over normal subgroups and their joins with normal closures; abelian quotients by their types",
                "Section 4",
            ),
            DividedRules::Subgroups => (
                "mex over subgroups up to conjugation; above the derived subgroup by the types of abelian quotients",
                "Section 4.3",
            ),
        };
        Some(Claim::Proved(match self.factors().len() {
            0 | 1 => format!("{moves} (Brandenburg, {source})"),
            _ => format!(
                "factors of coprime orders played as a selective compound, each by {moves} (Brandenburg, Prop 2.17, {source})"
            ),
        }))
    }

    /// How far the game has come.
    fn steps(&self, _: Play, _: &Limits) -> Vec<String> {
        let (order, done) = (self.game.group().order(), self.subgroup.count());
        let mut steps = vec![match self.game.rules {
            DividedRules::Quotients => {
                format!("a quotient of order {} of a group of order {order}", order / done)
            }
            DividedRules::Subgroups => format!("a subgroup of order {done} in a group of order {order}"),
        }];
        let factors: Vec<String> =
            self.factors().iter().map(|factor| format!("the {}", factor.name())).collect();
        if let Some((last, others @ [_, ..])) = factors.split_last() {
            steps.push(format!("{} and {last} are played as a selective compound", others.join(", ")));
        }
        steps
    }

    fn outcome(&self, play: Play, limits: &Limits) -> Theorem<Outcome> {
        // In normal play the nimber says more.
        (play == Play::Misere).then(|| self.value(limits).map(|value| value.outcome(play)))
    }

    fn winning_moves(&self, play: Play, limits: &Limits) -> Theorem<WinningMoves> {
        self.moves_with(|value| value.outcome(play) == Outcome::P, limits)
    }

    fn moves_to(&self, nimber: &Ordinal, limits: &Limits) -> Theorem<WinningMoves> {
        let nimber = nimber.to_u64();
        self.moves_with(|value| Some(u64::from(value.nimber)) == nimber, limits)
    }

    fn proof(&self) -> Proof {
        Proof::Quotients
    }

    fn parts(&self) -> Json {
        json!({ "structure": self.to_string() })
    }

    /// The group with multiplications by generators: from both sides in the game of groups, from the left in the game of
    /// subgroups.
    fn congruences(&self, most: usize) -> Option<(CongruenceGame, Partition)> {
        let group = self.game.group();
        let order = group.order();
        if order > most {
            return None;
        }
        let mut maps = Vec::new();
        for &g in group.generators() {
            maps.push((0..order).map(|x| group.product(g, x) as u32).collect::<Vec<u32>>());
            if self.game.rules == DividedRules::Quotients {
                maps.push((0..order).map(|x| group.product(x, g) as u32).collect());
            }
        }
        let game = CongruenceGame::new(order, maps);
        let pairs: Vec<(usize, usize)> = self.elements().iter().map(|g| (0, g)).collect();
        let start = game.with(&Partition::equality(order), &pairs);
        Some((game, start))
    }
}

impl fmt::Display for Divided {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ground = &self.game.ground;
        write!(f, "{}({})", self.game.rules.word(), ground.text())?;
        let chosen = self.elements();
        if chosen.is_empty() { Ok(()) } else { write!(f, "[{}]", ground.show(&chosen)) }
    }
}

impl fmt::Debug for DividedGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}({})", self.rules.word(), self.ground.text())
    }
}

impl Ord for DividedGame {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        (self.rules, &*self.ground).cmp(&(other.rules, &*other.ground))
    }
}

impl PartialOrd for DividedGame {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for DividedGame {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for DividedGame {}

impl Hash for DividedGame {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.rules.hash(state);
        self.ground.hash(state);
    }
}
