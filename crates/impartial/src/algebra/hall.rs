//! Groups as direct products of factors of coprime orders, which are played as a selective compound.
//!
//! An element of H × K with coprime orders has its components among its powers, so that the normal closure of (h, k) is that of h times
//! that of k, and the subgroup that U × W and (h, k) generate is ⟨U, h⟩ × ⟨W, k⟩: [AG, Prop 2.17] applies to the game of groups, and its proof
//! to the game of subgroups.

use super::compound::Compounds;
use super::value::Value;
use crate::game::forest::Tree;
use crate::group::{FiniteGroup, Quotient, Subgroup};
use crate::integer::prime_divisors;
use crate::limits::{Limits, StopReason};
use crate::subset::Subset;

/// A factor of a group, whose order is coprime to its index.
#[derive(Clone, Debug)]
pub struct HallFactor {
    /// The primes that divide its order.
    pub primes: Vec<u64>,
    /// The factor.
    pub subgroup: Subgroup,
}

impl HallFactor {
    /// The name of the factor: `2-part`, `{2,3}-part`.
    pub fn name(&self) -> String {
        let primes: Vec<String> = self.primes.iter().map(ToString::to_string).collect();
        match primes.as_slice() {
            [one] => format!("{one}-part"),
            more => format!("{{{}}}-part", more.join(",")),
        }
    }
}

/// The finest decomposition of a group as a direct product of factors of coprime orders, by least primes.
///
/// Let N_p be the normal closure of the p-parts of generators. Where G is such a product, N_p lies in the factor with p. Conversely, join p
/// and q when q divides the order of N_p: the products of the N_p over the components of this graph have coprime orders, and together
/// they contain all generators.
///
/// ```
/// use impartial::algebra::hall_factors;
/// use impartial::group;
/// let names = |text: &str| {
///     let factors = hall_factors(&group::parse(text, &Default::default())?);
///     Ok::<_, group::GroupError>(factors.iter().map(|factor| factor.name()).collect::<Vec<_>>().join(" "))
/// };
/// assert_eq!(names("S3 x Z35")?, "{2,3}-part 5-part 7-part");
/// assert_eq!(names("D4 x Z9")?, "2-part 3-part");
/// assert_eq!(names("A5")?, "{2,3,5}-part");
/// # Ok::<(), group::GroupError>(())
/// ```
///
/// Cost: a normal closure for each prime factor of the order.
pub fn hall_factors(group: &FiniteGroup) -> Vec<HallFactor> {
    let primes = prime_divisors(group.order() as u64);
    if let [_] = primes.as_slice() {
        let subgroup = Subgroup::generated(group, group.generators().iter().copied());
        return vec![HallFactor { primes, subgroup }];
    }
    let part = |g: usize, p: u64| {
        let mut rest = group.element_order(g) as u64;
        while rest.is_multiple_of(p) {
            rest /= p;
        }
        group.power(g, rest as i64)
    };
    let mut factors: Vec<HallFactor> = Vec::new();
    for p in primes {
        let parts = group.generators().iter().map(|g| part(*g, p));
        let mut subgroup = group.normal_closure(parts);
        if subgroup.order() == 1 {
            // No generator has a p-part: p divides the order of another N_q.
            continue;
        }
        let mut joined = prime_divisors(subgroup.order() as u64);
        // Whatever shares a prime with it belongs to the same factor.
        while let Some(at) =
            factors.iter().position(|factor| factor.primes.iter().any(|q| joined.contains(q)))
        {
            let other = factors.remove(at);
            let generators = subgroup.generators().iter().chain(other.subgroup.generators());
            subgroup = group.normal_closure(generators.copied());
            joined = prime_divisors(subgroup.order() as u64);
        }
        factors.push(HallFactor { primes: joined, subgroup });
    }
    factors.sort_by(|a, b| a.primes.cmp(&b.primes));
    factors
}

/// A game on a group, whose positions are subgroups: the game of groups or of subgroups on one factor.
pub(super) trait FactorGame {
    /// The game on a group.
    fn on(group: &FiniteGroup) -> Self;

    /// The game above a subgroup as a tree.
    fn tree(
        &mut self,
        subgroup: &Subset,
        compounds: &mut Compounds,
        limits: &Limits,
    ) -> Result<Tree, StopReason>;
}

/// A group with two or more factors of coprime orders: the game on each of them.
#[derive(Debug)]
pub(super) struct SplitGame<F> {
    parts: Vec<(Quotient, F)>,
    compounds: Compounds,
}

impl<F: FactorGame> SplitGame<F> {
    /// The game on a group; `None` when it has no such factors.
    pub(super) fn new(group: &FiniteGroup) -> Option<Self> {
        let factors = hall_factors(group);
        if factors.len() < 2 {
            return None;
        }
        let part = |at: usize| {
            let others = factors.iter().enumerate().filter(|(other, _)| *other != at);
            let generators = others.flat_map(|(_, factor)| factor.subgroup.generators().iter().copied());
            let quotient = group.quotient(&Subgroup::generated(group, generators));
            let game = F::on(&quotient.group);
            (quotient, game)
        };
        Some(SplitGame { parts: (0..factors.len()).map(part).collect(), compounds: Compounds::new() })
    }

    /// The value of a position, a subgroup.
    pub(super) fn value(&mut self, subgroup: &Subset, limits: &Limits) -> Result<Value, StopReason> {
        let mut trees = Vec::with_capacity(self.parts.len());
        for (quotient, game) in &mut self.parts {
            let image = subgroup.iter().map(|x| quotient.image[x] as usize);
            let image = Subset::from_elements(quotient.group.order(), image);
            trees.push(game.tree(&image, &mut self.compounds, limits)?);
        }
        self.compounds.value(trees, limits)
    }
}
