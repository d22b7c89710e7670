//! The nimbers of one group after another.

use rustc_hash::FxHashMap;

use super::Aim;
use super::digraph::StructureDigraph;
use super::family::Family;
use super::nilpotent::PrimePart;
use super::signature::Kinds;
use super::simplified::SimplifiedDigraph;
use super::structure::conjugations;
use super::types::Types;
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
            return Ok(self.remember(&key, || {
                let digraph = StructureDigraph::nilpotent(&[part], frattini, vec![Vec::new()]);
                evaluate(&digraph, group.order())
            }));
        }
        let family = Family::of_antichain(group.order(), maximal_subgroups(group, limits)?);
        let kinds = Kinds::new(&family);
        let key = key(&kinds, group.order());
        if let Some(known) = self.known.get(key.as_slice()) {
            return Ok(*known);
        }
        let symmetries = conjugations(group, &family, &kinds);
        let digraph = StructureDigraph::new(&kinds, &symmetries, limits)?;
        Ok(self.remember(&key, || evaluate(&digraph, group.order())))
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

fn evaluate(digraph: &StructureDigraph, order: usize) -> GroupNimbers {
    let [avoid, achieve] = Aim::BOTH.map(|aim| {
        let types = Types::new(digraph, aim);
        let simplified = SimplifiedDigraph::new(digraph, &types, aim, order);
        (types.nimber_of_the_game(), simplified.classes().len(), simplified.cycle().is_some())
    });
    GroupNimbers {
        avoid: (!digraph.classes().is_empty()).then_some(avoid.0),
        achieve: achieve.0,
        simplified: [avoid.1, achieve.1],
        has_cycle: [avoid.2, achieve.2],
    }
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
