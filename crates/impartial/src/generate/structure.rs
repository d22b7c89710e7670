//! The structure of GEN and DNG on one ground set: everything that answers for a position.

use std::sync::OnceLock;

use super::Aim;
use super::digraph::{ClassId, Place, StructureDigraph};
use super::family::Family;
use super::forms::Forms;
use super::nilpotent::PrimePart;
use super::signature::Kinds;
use super::simplified::SimplifiedDigraph;
use super::types::{MisereOutcomes, Type, Types};
use crate::game::{Outcome, Play};
use crate::group::{FiniteGroup, maximal_subgroups};
use crate::limits::{Limits, StopReason};
use crate::subset::Subset;

/// A family with its signatures and its structure digraph, and what follows from them.
///
/// ```
/// use impartial::generate::{Aim, Structure};
/// use impartial::group;
/// use impartial::limits::Limits;
/// let limits = Limits::none();
/// let s4 = Structure::of_group(&group::parse("S4", &limits)?, &limits).unwrap();
/// assert_eq!(s4.nimber(Aim::Achieve, []), 0); // [ES, Section 9]
/// assert_eq!(s4.nimber(Aim::Avoid, []), 0);
/// # Ok::<(), group::GroupError>(())
/// ```
#[derive(Debug)]
pub struct Structure {
    family: Family,
    kinds: Kinds,
    digraph: StructureDigraph,
    values: [OnceLock<Values>; 2],
}

/// What is known of one of the two games.
#[derive(Debug)]
struct Values {
    types: Types,
    misere: MisereOutcomes,
    forms: OnceLock<Forms>,
}

impl Structure {
    /// The structure of a family without symmetries.
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn of_family(family: Family, limits: &Limits) -> Result<Self, StopReason> {
        let kinds = Kinds::new(&family);
        let digraph = StructureDigraph::new(&kinds, &[], limits)?;
        Ok(Structure::from_parts(family, kinds, digraph))
    }

    /// The structure of a group: its maximal subgroups, with conjugation as symmetry; by ranks alone when the group is
    /// nilpotent, which is when every maximal subgroup is normal.
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn of_group(group: &FiniteGroup, limits: &Limits) -> Result<Self, StopReason> {
        let family = Family::of_antichain(group.order(), maximal_subgroups(group, limits)?);
        limits.poll()?;
        let kinds = Kinds::new(&family);
        let symmetries = conjugations(group, &family, &kinds);
        let is_nilpotent = symmetries.is_empty();
        let digraph = if is_nilpotent && !family.members().is_empty() {
            nilpotent(group.order(), &family, kinds.width())
        } else {
            StructureDigraph::new(&kinds, &symmetries, limits)?
        };
        Ok(Structure::from_parts(family, kinds, digraph))
    }

    /// The same structure with every class for itself, as it is drawn.
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn unfolded(&self, limits: &Limits) -> Result<Self, StopReason> {
        Structure::of_family(self.family.clone(), limits)
    }

    fn from_parts(family: Family, kinds: Kinds, digraph: StructureDigraph) -> Self {
        Structure { family, kinds, digraph, values: [const { OnceLock::new() }; 2] }
    }

    /// The family.
    pub fn family(&self) -> &Family {
        &self.family
    }

    /// The kinds of elements.
    pub fn kinds(&self) -> &Kinds {
        &self.kinds
    }

    /// The structure digraph.
    pub fn digraph(&self) -> &StructureDigraph {
        &self.digraph
    }

    fn values(&self, aim: Aim) -> &Values {
        self.values[aim as usize].get_or_init(|| Values {
            types: Types::new(&self.digraph, aim),
            misere: MisereOutcomes::new(&self.digraph, aim),
            forms: OnceLock::new(),
        })
    }

    /// The types of the classes in a game.
    pub fn types(&self, aim: Aim) -> &Types {
        &self.values(aim).types
    }

    /// The classes as games, for sums in misère play.
    pub fn forms(&self, aim: Aim) -> &Forms {
        self.values(aim).forms.get_or_init(|| Forms::new(&self.digraph, aim))
    }

    /// The place of a position.
    pub fn place(&self, chosen: impl IntoIterator<Item = usize>) -> Place {
        self.digraph.place(&self.kinds.signature_of(chosen))
    }

    /// Whether a set generates.
    pub fn generates(&self, chosen: &Subset) -> bool {
        self.kinds.signature_of(chosen).iter().all(|word| *word == 0)
    }

    /// The elements that make a set generate when one of them is added, or that may not be chosen in DNG.
    pub fn generating_elements(&self, chosen: &Subset) -> Subset {
        let signature = self.kinds.signature_of(chosen);
        let generates: Vec<bool> = (0..self.kinds.len() as u32)
            .map(|kind| self.kinds.signature(kind).iter().zip(&signature).all(|(a, b)| a & b == 0))
            .collect();
        Subset::from_fn(chosen.universe(), |element| {
            generates[self.kinds.kind(element) as usize] && !chosen.contains(element)
        })
    }

    /// The nimber of the position with the elements given, each once.
    pub fn nimber(&self, aim: Aim, chosen: impl IntoIterator<Item = usize, IntoIter: Clone>) -> u32 {
        let chosen = chosen.into_iter();
        self.types(aim).nimber(self.place(chosen.clone()), chosen.count())
    }

    /// The outcome of the position with the elements given, each once.
    pub fn outcome(
        &self,
        aim: Aim,
        play: Play,
        chosen: impl IntoIterator<Item = usize, IntoIter: Clone>,
    ) -> Outcome {
        let chosen = chosen.into_iter();
        match play {
            Play::Normal if self.nimber(aim, chosen.clone()) == 0 => Outcome::P,
            Play::Normal => Outcome::N,
            Play::Misere => self.values(aim).misere.outcome(self.place(chosen.clone()), chosen.count()),
        }
    }

    /// The misère outcome of the positions with `elements` elements at a place.
    pub fn misere_outcome(&self, aim: Aim, place: Place, elements: usize) -> Outcome {
        self.values(aim).misere.outcome(place, elements)
    }

    /// The type of the class of a position; none when it generates.
    pub fn type_of(&self, aim: Aim, chosen: impl IntoIterator<Item = usize>) -> Option<Type> {
        match self.place(chosen) {
            Place::Generating => None,
            Place::Class(class) => Some(self.types(aim).of(class)),
        }
    }

    /// The simplified structure digraph of a game.
    pub fn simplified(&self, aim: Aim) -> SimplifiedDigraph {
        SimplifiedDigraph::new(&self.digraph, self.types(aim), aim, self.family.ground())
    }

    /// The closed set of a class, where classes are not folded.
    pub fn closed_set(&self, class: ClassId) -> Option<Subset> {
        let signature = self.digraph.signature(class)?;
        let mut closed = Subset::full(self.family.ground());
        for (at, member) in self.family.members().iter().enumerate() {
            if signature[at / 64] >> (at % 64) & 1 == 1 {
                closed.intersect_with(member);
            }
        }
        Some(closed)
    }
}

/// Conjugation by each generator as a permutation of the maximal subgroups, without the identity.
///
/// Cost: a few products for each maximal subgroup and generator.
pub(super) fn conjugations(group: &FiniteGroup, family: &Family, kinds: &Kinds) -> Vec<Vec<u32>> {
    if group.is_abelian() {
        return Vec::new();
    }
    // Elements that lie together in one maximal subgroup only: their conjugates tell its conjugate.
    let witnesses: Vec<Vec<usize>> =
        (0..family.members().len()).map(|member| witness(family, kinds, member)).collect();
    let mut permutations: Vec<Vec<u32>> = group
        .generators()
        .iter()
        .map(|generator| {
            witnesses
                .iter()
                .map(|witness| {
                    let moved = witness.iter().map(|element| group.conjugate(*element, *generator));
                    let signature = kinds.signature_of(moved);
                    let member = ones(&signature).next();
                    member.expect("the conjugate of a maximal subgroup is one") as u32
                })
                .collect()
        })
        .collect();
    permutations.retain(|permutation: &Vec<u32>| (0..).zip(permutation).any(|(from, to)| from != *to));
    permutations.sort_unstable();
    permutations.dedup();
    permutations
}

/// Elements of a member that lie together in no other member.
fn witness(family: &Family, kinds: &Kinds, member: usize) -> Vec<usize> {
    let mut signature = kinds.full();
    let mut chosen = Vec::new();
    for element in &family.members()[member] {
        let other = kinds.signature(kinds.kind(element));
        if signature.iter().zip(other).any(|(word, other)| word & !other != 0) {
            signature.iter_mut().zip(other).for_each(|(word, other)| *word &= other);
            chosen.push(element);
            if signature.iter().map(|word| word.count_ones()).sum::<u32>() == 1 {
                break;
            }
        }
    }
    chosen
}

/// The positions of the ones.
fn ones(signature: &[u64]) -> impl Iterator<Item = usize> + '_ {
    signature
        .iter()
        .enumerate()
        .flat_map(|(at, word)| (0..64).filter(move |bit| word >> bit & 1 == 1).map(move |bit| at * 64 + bit))
}

/// The digraph of a nilpotent group: its maximal subgroups are the hyperplanes of G modulo its Frattini subgroup.
fn nilpotent(order: usize, family: &Family, width: usize) -> StructureDigraph {
    let mut parts: Vec<PrimePart> = Vec::new();
    let mut masks: Vec<Vec<u64>> = Vec::new();
    for (at, member) in family.members().iter().enumerate() {
        let prime = order / member.count();
        let part = parts.iter().position(|part| part.prime == prime).unwrap_or_else(|| {
            parts.push(PrimePart { prime, rank: 0 });
            masks.push(vec![0; width]);
            parts.len() - 1
        });
        masks[part][at / 64] |= 1 << (at % 64);
    }
    let mut frattini = order;
    for (part, mask) in parts.iter_mut().zip(&masks) {
        let members: u32 = mask.iter().map(|word| word.count_ones()).sum();
        while part.hyperplanes() < members as usize {
            part.rank += 1;
            frattini /= part.prime;
        }
        debug_assert_eq!(part.hyperplanes(), members as usize, "all hyperplanes are maximal subgroups");
    }
    StructureDigraph::nilpotent(&parts, frattini, masks)
}
