//! The nimbers of one group after another.

use rustc_hash::FxHashMap;

use super::Aim;
use super::digraph::{Place, StructureDigraph};
use super::family::Family;
use super::nilpotent::PrimePart;
use super::signature::Kinds;
use super::simplified::SimplifiedDigraph;
use super::structure::conjugations;
use super::types::{MisereOutcomes, Type, Types};
use crate::game::Outcome;
use crate::group::{FiniteGroup, maximal_subgroups};
use crate::limits::{Limits, StopReason};

/// The two nimbers of a group, and what its simplified digraphs look like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GroupNimbers {
    /// The nimber of DNG; none for the trivial group, on which it cannot be played.
    pub avoid: Option<u32>,
    /// The nimber of GEN.
    pub achieve: u32,
    /// The numbers of simplified classes of DNG and GEN.
    pub simplified: [usize; 2],
    /// Whether the simplified digraph of DNG or GEN has a directed cycle [ES, Question 10(1)].
    pub has_cycle: [bool; 2],
    /// The types of the empty set in DNG and GEN; none for the trivial group.
    pub types: [Option<Type>; 2],
    /// The misère outcomes of DNG and GEN; none for DNG on the trivial group.
    pub misere: [Option<Outcome>; 2],
    /// The nimbers that positions of DNG and GEN have: bit n for the nimber n.
    pub values: [u64; 2],
    /// How many elements generate the group at least: the deficiency of the empty set.
    pub rank: usize,
    /// The number of maximal subgroups, and how many of them have even order.
    pub maximal: [usize; 2],
    /// The order of the Frattini subgroup.
    pub frattini: usize,
}

/// Nimbers of many groups, with what was found for one used for the next.
///
/// The games depend on a group only through its elements modulo the Frattini subgroup: through the signatures of its
/// elements and how many, even or odd, have each. Groups that agree in these are computed once. The quotients by the
/// Frattini subgroup are far fewer than the groups: most of the 92 803 groups of order 2 to 511 are found here.
#[derive(Debug, Default)]
pub struct GroupSurvey {
    known: FxHashMap<Box<[u64]>, GroupNimbers>,
    words: usize,
}

/// How many words of keys are remembered before the memory is cleared.
const MOST_WORDS: usize = 1 << 24;

impl GroupSurvey {
    /// Nothing computed yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// The nimbers of GEN and DNG on a group.
    ///
    /// ```
    /// use impartial::generate::GroupSurvey;
    /// use impartial::group;
    /// let limits = Default::default();
    /// let mut survey = GroupSurvey::new();
    /// let d6 = survey.nimbers(&group::parse("D6", &limits)?, &limits).unwrap();
    /// assert_eq!((d6.avoid, d6.achieve), (Some(0), 1)); // [ES, Cor 7.5, 7.10]
    /// # Ok::<(), group::GroupError>(())
    /// ```
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn nimbers(&mut self, group: &FiniteGroup, limits: &Limits) -> Result<GroupNimbers, StopReason> {
        if let Some(part) = p_group(group) {
            let frattini = group.order() / part.prime.pow(part.rank as u32);
            let key = [u64::MAX, part.prime as u64, part.rank as u64, (frattini % 2) as u64];
            let (prime, rank) = (part.prime, part.rank as u32);
            let found = self.remember(&key, || {
                let digraph = StructureDigraph::nilpotent(&[part], frattini, vec![Vec::new()]);
                evaluate(&digraph, group.order())
            });
            let count = (prime.pow(rank) - 1) / (prime - 1);
            let even = if (group.order() / prime).is_multiple_of(2) { count } else { 0 };
            return Ok(GroupNimbers { maximal: [count, even], frattini, ..found });
        }
        let family = Family::of_antichain(group.order(), maximal_subgroups(group, limits)?);
        let kinds = Kinds::new(&family);
        let key = key(&kinds, group.order());
        let even = family.members().iter().filter(|member| member.count().is_multiple_of(2)).count();
        let full = kinds.full();
        let frattini = (0..kinds.len() as u32).find(|kind| kinds.signature(*kind) == full);
        let own = |found: GroupNimbers| GroupNimbers {
            maximal: [family.members().len(), even],
            frattini: frattini.map_or(1, |kind| kinds.count(kind) as usize),
            ..found
        };
        if let Some(known) = self.known.get(key.as_slice()) {
            return Ok(own(*known));
        }
        let symmetries = conjugations(group, &family, &kinds);
        let digraph = StructureDigraph::new(&kinds, &symmetries, limits)?;
        Ok(own(self.remember(&key, || evaluate(&digraph, group.order()))))
    }

    fn remember(&mut self, key: &[u64], compute: impl FnOnce() -> GroupNimbers) -> GroupNimbers {
        if let Some(known) = self.known.get(key) {
            return *known;
        }
        let nimbers = compute();
        self.words += key.len();
        if self.words > MOST_WORDS {
            self.known.clear();
            self.words = key.len();
        }
        self.known.insert(key.into(), nimbers);
        nimbers
    }
}

/// What the games depend on: the signatures with the parities of their kinds, in order, and the parity of the order.
fn key(kinds: &Kinds, order: usize) -> Vec<u64> {
    let mut sorted: Vec<u32> = (0..kinds.len() as u32).collect();
    sorted.sort_unstable_by_key(|kind| kinds.signature(*kind));
    let mut key = Vec::with_capacity(2 + kinds.len() * (kinds.width() + 1));
    key.push(kinds.members() as u64);
    key.push((order % 2) as u64);
    // The parities, 64 to a word.
    for some in sorted.chunks(64) {
        let parities = some.iter().enumerate().map(|(at, kind)| u64::from(kinds.count(*kind) % 2) << at);
        key.push(parities.sum());
    }
    for kind in sorted {
        key.extend_from_slice(kinds.signature(kind));
    }
    key
}

/// What a digraph tells; the numbers of subgroups and the Frattini subgroup are those of a group, not of the digraph.
fn evaluate(digraph: &StructureDigraph, order: usize) -> GroupNimbers {
    let is_trivial = digraph.classes().is_empty();
    let start = if is_trivial { Place::Generating } else { Place::Class(0) };
    let [avoid, achieve] = Aim::BOTH.map(|aim| {
        let types = Types::new(digraph, aim);
        let simplified = SimplifiedDigraph::new(digraph, &types, aim, order);
        let misere = MisereOutcomes::new(digraph, aim).outcome(start, 0);
        let generated = if aim == Aim::Achieve { 1 } else { 0 };
        let values = types.distinct().iter().fold(generated, |bits, t| bits | 1 << t.even | 1 << t.odd);
        (
            types.nimber_of_the_game(),
            simplified.classes().len(),
            simplified.cycle().is_some(),
            (!is_trivial).then(|| types.of(0)),
            (!is_trivial || aim == Aim::Achieve).then_some(misere),
            values,
        )
    });
    GroupNimbers {
        avoid: (!is_trivial).then_some(avoid.0),
        achieve: achieve.0,
        simplified: [avoid.1, achieve.1],
        has_cycle: [avoid.2, achieve.2],
        types: [avoid.3, achieve.3],
        misere: [avoid.4, achieve.4],
        values: [avoid.5, achieve.5],
        rank: rank(digraph),
        maximal: [0, 0],
        frattini: 1,
    }
}

/// The length of the shortest way from the empty set to a generating one.
fn rank(digraph: &StructureDigraph) -> usize {
    let mut missing = vec![1usize; digraph.classes().len()];
    for class in digraph.options_first() {
        let at = *class as usize;
        if !digraph.classes()[at].is_semi_terminal {
            let least = digraph.options(*class).iter().map(|option| missing[*option as usize]).min();
            missing[at] = 1 + least.unwrap_or(0);
        }
    }
    missing.first().copied().unwrap_or(0)
}

/// The prime and the rank of a group of prime power order: its Frattini subgroup is the normal closure of the p-th powers
/// and the commutators of generators (Burnside's basis theorem).
fn p_group(group: &FiniteGroup) -> Option<PrimePart> {
    let order = group.order();
    let prime = (2..).take_while(|p| p * p <= order).find(|p| order.is_multiple_of(*p)).unwrap_or(order);
    let mut rest = order;
    while prime > 1 && rest.is_multiple_of(prime) {
        rest /= prime;
    }
    if prime < 2 || rest != 1 {
        return None;
    }
    let generators = group.generators();
    let powers = generators.iter().map(|a| group.power(*a, prime as i64));
    let commutators =
        generators.iter().flat_map(|a| generators.iter().map(move |b| group.commutator(*a, *b)));
    let frattini = group.normal_closure(powers.chain(commutators)).order();
    let (mut index, mut rank) = (order / frattini, 0);
    while index > 1 {
        index /= prime;
        rank += 1;
    }
    Some(PrimePart { prime, rank })
}
