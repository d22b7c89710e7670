//! What is told of each group: values of games, and properties.

use std::fmt;

use num_bigint::BigUint;

use crate::algebra::{AbelianValues, GroupGame, SubgroupGame};
use crate::claim::Claim;
use crate::generate::survey::{GroupNimbers, GroupSurvey};
use crate::generate::{Aim, LargeGround};
use crate::group::{FiniteGroup, LargeShape, MAXIMAL_SUBGROUPS_CITED};
use crate::limits::{Limits, StopReason, Unanswered};

/// A game played on a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GroupColumn {
    /// The avoidance game.
    Dng,
    /// The achievement game.
    Gen,
    /// The game of groups: quotients by normal closures.
    Group,
    /// The game of subgroups.
    Subgroups,
}

impl GroupColumn {
    /// The name of the column.
    pub fn name(self) -> &'static str {
        match self {
            GroupColumn::Dng => "dng",
            GroupColumn::Gen => "gen",
            GroupColumn::Group => "group",
            GroupColumn::Subgroups => "subgroups",
        }
    }

    /// Whether the game is one of structure classes.
    pub(super) fn has_classes(self) -> bool {
        matches!(self, GroupColumn::Dng | GroupColumn::Gen)
    }

    /// What the values of this column rest on.
    pub(super) fn claim(self) -> Claim {
        Claim::Proved(match self {
            GroupColumn::Dng | GroupColumn::Gen => format!(
                "structure classes of every group (Ernst and Sieben, Prop. 3.15); of one that is not solvable, {MAXIMAL_SUBGROUPS_CITED}"
            ),
            GroupColumn::Group => {
                "normal subgroups and their joins, abelian quotients by their types (Brandenburg, Section 4)"
                    .into()
            }
            GroupColumn::Subgroups => {
                "subgroups up to conjugation, abelian quotients by their types (Brandenburg, Section 4.3)"
                    .into()
            }
        })
    }
}

/// A property of a group, or of GEN and DNG on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GroupProperty {
    /// The structure, as `group` tells it.
    Structure,
    /// How many elements generate it at least: the deficiency of the empty set.
    Rank,
    /// The order of the quotient by the Frattini subgroup.
    FrattiniQuotient,
    /// The number of maximal subgroups.
    Maximal,
    /// The number of maximal subgroups of even order.
    EvenMaximal,
    /// The type of the empty set in DNG.
    DngType,
    /// The type of the empty set in GEN.
    GenType,
    /// The nimbers that positions of DNG have.
    DngSpectrum,
    /// The nimbers that positions of GEN have.
    GenSpectrum,
    /// The misère outcome of DNG.
    DngMisere,
    /// The misère outcome of GEN.
    GenMisere,
    /// The number of classes of the simplified diagram of DNG.
    DngClasses,
    /// The number of classes of the simplified diagram of GEN.
    GenClasses,
}

impl GroupProperty {
    /// All of them, with the names of their columns and what they are.
    pub const ALL: &'static [(&'static str, GroupProperty, &'static str)] = &[
        ("structure", GroupProperty::Structure, "The structure of the group"),
        ("d", GroupProperty::Rank, "How many elements generate it at least: the deficiency of the empty set"),
        (
            "frattini-quotient",
            GroupProperty::FrattiniQuotient,
            "The order of the quotient by the Frattini subgroup",
        ),
        ("maximal", GroupProperty::Maximal, "The number of maximal subgroups"),
        ("even-maximal", GroupProperty::EvenMaximal, "The number of maximal subgroups of even order"),
        ("dng-type", GroupProperty::DngType, "The type of the empty set in DNG"),
        ("gen-type", GroupProperty::GenType, "The type of the empty set in GEN"),
        ("dng-spectrum", GroupProperty::DngSpectrum, "The nimbers that positions of DNG have"),
        ("gen-spectrum", GroupProperty::GenSpectrum, "The nimbers that positions of GEN have"),
        ("dng-misere", GroupProperty::DngMisere, "The misère outcome of DNG"),
        ("gen-misere", GroupProperty::GenMisere, "The misère outcome of GEN"),
        ("dng-classes", GroupProperty::DngClasses, "How many classes the simplified diagram of DNG has"),
        ("gen-classes", GroupProperty::GenClasses, "How many classes the simplified diagram of GEN has"),
    ];

    /// The name of the column.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(_, property, _)| *property == self).map_or("", |(name, _, _)| name)
    }

    /// What the entries of this column rest on.
    pub(super) fn claim(self) -> Claim {
        match self {
            GroupProperty::Structure => {
                Claim::Proved("computed from the multiplication of the group".to_owned())
            }
            _ => GroupColumn::Gen.claim(),
        }
    }

    /// The entry for a group.
    fn of(self, facts: &GroupNimbers, group: &FiniteGroup, limits: &Limits) -> Result<String, StopReason> {
        let or_none = |value: Option<String>| value.unwrap_or_default();
        Ok(match self {
            GroupProperty::Structure => or_none(crate::group::describe(group, limits)?),
            GroupProperty::Rank => facts.rank.to_string(),
            GroupProperty::FrattiniQuotient => (group.order() / facts.frattini).to_string(),
            GroupProperty::Maximal => facts.maximal[0].to_string(),
            GroupProperty::EvenMaximal => facts.maximal[1].to_string(),
            GroupProperty::DngType => or_none(facts.types[0].map(|kind| kind.to_string())),
            GroupProperty::GenType => or_none(facts.types[1].map(|kind| kind.to_string())),
            GroupProperty::DngSpectrum => nimbers(facts.values[0]),
            GroupProperty::GenSpectrum => nimbers(facts.values[1]),
            GroupProperty::DngMisere => or_none(facts.misere[0].map(|outcome| outcome.to_string())),
            GroupProperty::GenMisere => or_none(facts.misere[1].map(|outcome| outcome.to_string())),
            GroupProperty::DngClasses => facts.simplified[0].to_string(),
            GroupProperty::GenClasses => facts.simplified[1].to_string(),
        })
    }
}

/// The numbers of the ones.
fn nimbers(bits: u64) -> String {
    let ones: Vec<String> = (0..64).filter(|n| bits >> n & 1 == 1).map(|n| n.to_string()).collect();
    ones.join(" ")
}

/// What is told of one group. `Display` prints a line of CSV.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupRow {
    /// Its name, in lists by names or from other libraries than that of small groups.
    pub name: Option<String>,
    /// The order of the group.
    pub order: BigUint,
    /// Its number in the list of groups of this order, or of this degree, or in the family.
    pub id: usize,
    /// The nimber of each game; none for DNG on the trivial group, on which it cannot be played.
    pub nimbers: Vec<Option<u32>>,
    /// The properties asked for.
    pub properties: Vec<String>,
    /// Whether the simplified digraphs have cycles, if that was asked.
    pub cycles: Vec<bool>,
    /// What the values of a group rest on that was not listed with its elements.
    pub unlisted: Option<Claim>,
}

impl GroupRow {
    /// The order of a group of a list by orders, which are small.
    pub(super) fn listed_order(&self) -> usize {
        usize::try_from(&self.order).unwrap_or(usize::MAX)
    }

    /// The entries of all columns.
    pub fn cells(&self) -> Vec<String> {
        let mut cells: Vec<String> = self.name.iter().cloned().collect();
        cells.push(self.order.to_string());
        if self.name.is_none() {
            cells.push(self.id.to_string());
        }
        cells.extend(self.nimbers.iter().map(|nimber| nimber.map_or_else(String::new, |n| n.to_string())));
        cells.extend(self.properties.iter().cloned());
        cells.extend(self.cycles.iter().map(|cycle| if *cycle { "yes" } else { "no" }.to_owned()));
        cells
    }
}

impl fmt::Display for GroupRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, cell) in self.cells().iter().enumerate() {
            let comma = if at == 0 { "" } else { "," };
            if cell.contains([',', '"']) {
                write!(f, "{comma}\"{}\"", cell.replace('"', "\"\""))?;
            } else {
                write!(f, "{comma}{cell}")?;
            }
        }
        Ok(())
    }
}

/// The cells of a line of CSV; none when its quotation marks do not match.
pub(super) fn split_cells(line: &str) -> Option<Vec<String>> {
    let mut cells = Vec::new();
    let mut rest = line;
    loop {
        if let Some(quoted) = rest.strip_prefix('"') {
            let mut cell = String::new();
            let mut signs = quoted.char_indices();
            let end = loop {
                match signs.next()? {
                    (at, '"') if quoted[at + 1..].starts_with('"') => {
                        cell.push('"');
                        signs.next();
                    }
                    (at, '"') => break at + 1,
                    (_, sign) => cell.push(sign),
                }
            };
            cells.push(cell);
            rest = &quoted[end..];
        } else {
            let end = rest.find(',').unwrap_or(rest.len());
            cells.push(rest[..end].to_owned());
            rest = &rest[end..];
        }
        if rest.is_empty() {
            return Some(cells);
        }
        rest = rest.strip_prefix(',')?;
    }
}

/// What is asked of each group.
pub(super) struct Columns<'q> {
    pub games: &'q [GroupColumn],
    pub properties: &'q [GroupProperty],
    pub cycles: bool,
}

impl Columns<'_> {
    /// The games whose simplified digraphs are searched for cycles.
    pub fn cycle_columns(&self) -> impl Iterator<Item = GroupColumn> + '_ {
        self.games.iter().copied().filter(|game| self.cycles && game.has_classes())
    }

    /// What is told of one group; name and number are the caller's.
    pub fn row(
        &self,
        group: &FiniteGroup,
        memory: &mut Memory,
        limits: &Limits,
    ) -> Result<GroupRow, StopReason> {
        let mut facts: Option<GroupNimbers> = None;
        if !self.properties.is_empty() || self.games.iter().any(|game| game.has_classes()) {
            facts = Some(memory.structure.nimbers(group, limits)?);
        }
        let mut nimbers = Vec::with_capacity(self.games.len());
        for game in self.games {
            let abelian = &mut memory.abelian;
            nimbers.push(match game {
                GroupColumn::Dng => facts.and_then(|facts| facts.avoid),
                GroupColumn::Gen => facts.map(|facts| facts.achieve),
                GroupColumn::Group => Some(GroupGame::new(group).value(abelian, limits)?.nimber),
                GroupColumn::Subgroups => Some(SubgroupGame::new(group).value(abelian, limits)?.nimber),
            });
        }
        let mut properties = Vec::with_capacity(self.properties.len());
        if let Some(facts) = &facts {
            for property in self.properties {
                properties.push(property.of(facts, group, limits)?);
            }
        }
        let has_cycle = |game: GroupColumn| facts.is_some_and(|facts| facts.has_cycle[game as usize]);
        let cycles = self.cycle_columns().map(has_cycle).collect();
        let order = group.order().into();
        Ok(GroupRow { name: None, order, id: 1, nimbers, properties, cycles, unlisted: None })
    }

    /// Whether theorems can answer without a list of the elements.
    pub fn may_be_unlisted(&self) -> bool {
        let is_misere = |property: &GroupProperty| {
            matches!(property, GroupProperty::DngMisere | GroupProperty::GenMisere)
        };
        !self.cycles
            && self.games.iter().all(|game| game.has_classes())
            && self.properties.iter().all(is_misere)
    }

    /// The row of a group that is not listed, as far as theorems tell; what they do not tell is left empty.
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn row_of_large(&self, ground: &LargeGround, limits: &Limits) -> Result<GroupRow, StopReason> {
        let or_empty = |result: Result<String, Unanswered>| match result {
            Ok(text) => Ok(text),
            Err(Unanswered::Stopped(reason)) => Err(reason),
            Err(_) => Ok(String::new()),
        };
        let (mut nimbers, mut properties, mut claims) = (Vec::new(), Vec::new(), Vec::new());
        for game in self.games {
            let aim = match game {
                GroupColumn::Dng => Some(Aim::Avoid),
                GroupColumn::Gen => Some(Aim::Achieve),
                GroupColumn::Group | GroupColumn::Subgroups => None,
            };
            let Some(aim) = aim else {
                nimbers.push(None);
                continue;
            };
            let nimber = or_empty(ground.nimber(aim, &[], limits).map(|nimber| nimber.to_string()))?;
            claims.extend(ground.known_verdict(aim).map(|verdict| verdict.claim.clone()));
            nimbers.push(nimber.parse().ok());
        }
        for property in self.properties {
            let aim = match property {
                GroupProperty::DngMisere => Aim::Avoid,
                GroupProperty::GenMisere => Aim::Achieve,
                GroupProperty::Structure => {
                    properties.push(match ground.group().shape() {
                        LargeShape::Symmetric(n) => format!("S{n}"),
                        LargeShape::Alternating(n) => format!("A{n}"),
                        _ => String::new(),
                    });
                    continue;
                }
                _ => {
                    properties.push(String::new());
                    continue;
                }
            };
            properties
                .push(or_empty(ground.misere_outcome(aim, &[], limits).map(|outcome| outcome.to_string()))?);
            claims.push(ground.misere_claim());
        }
        let is_cited = |claim: &Claim| matches!(claim, Claim::Cited(_));
        let unlisted = claims.iter().find(|claim| is_cited(claim)).or(claims.first()).cloned();
        let unlisted = unlisted.or_else(|| Some(Claim::Proved("its order".to_owned())));
        let (order, cycles) = (ground.group().order().clone(), Vec::new());
        Ok(GroupRow { name: None, order, id: 1, nimbers, properties, cycles, unlisted })
    }
}

/// What a worker remembers from group to group.
#[derive(Default)]
pub(super) struct Memory {
    structure: GroupSurvey,
    abelian: AbelianValues,
    left_out: Vec<String>,
}

impl Memory {
    /// Remembers why a group has no row.
    pub fn left_out(&mut self, why: String) {
        self.left_out.push(why);
    }

    /// Why groups have no rows, since this was asked last.
    pub fn take_left_out(&mut self) -> impl Iterator<Item = String> {
        std::mem::take(&mut self.left_out).into_iter()
    }
}
