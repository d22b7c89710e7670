//! GEN and DNG on groups of permutations whose elements are not listed: even subgroups that cover, and pairs that generate.
//!
//! **DNG.** Let G have even order, more than 2. DNG(G) is 0 when every element g of odd order lies in a proper subgroup of even
//! order, that is when ⟨g, t⟩ is not G for some involution t, and 3 otherwise (Benesh, Ernst and Sieben; the criterion
//! of Barnes, [ES, Prop 3.2]). Conjugate elements need to be looked at once. Where all subgroups of odd order are covered, every class
//! has type (p,0,1): the nimber of a position is the parity of its number of elements. That all elements are covered does not suffice:
//! see [`Scope`].
//!
//! **GEN.** Deficiencies (`docs/algebra.md`): GEN(G) is 0 for a group of even order that four elements at least generate, where
//! the Frattini subgroup is even and G is not cyclic, and where G has a quotient (Z/2)² with a kernel of even order, or (Z/p)³. If every
//! element but 1 belongs to a pair that generates G, and even subgroups cover, then every class of even order has type (0,1,2),
//! and the least (1,1,0): GEN(G) is 1. If they do not cover, GEN(G) is 4 when some covered element x ≠ 1 of odd
//! order lies together with an uncovered one in a proper subgroup of odd order.

use std::cell::OnceCell;

use num_bigint::BigUint;
use rustc_hash::FxHashSet;

use crate::claim::Claim;
use crate::group::sims::Chance;
use crate::group::{LargeClass, LargeClasses, LargeElement, Permutation, PermutedPoints, orbit_of};
use crate::integer::prime_divisors;
use crate::limits::{Limits, Unanswered};

/// What is known of later positions of a game, from the value at its start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Law {
    /// Nothing more than the nimber of the start.
    Start,
    /// DNG: the nimber is the parity of the number of elements chosen.
    Parity(Scope),
    /// GEN: one element more can generate from every position but the empty one and that of the identity; the nimber is then
    /// 1 for an even number of elements and 2 for an odd one.
    Pairs(Scope),
}

/// The positions that a law is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// All: every subgroup of odd order lies in a proper subgroup of even order.
    All,
    /// Those without an element but the identity, and those that generate a subgroup of even order. Elements of odd order are
    /// covered one by one, and still there may be a maximal subgroup of odd order, as in PSL(2,27).
    Even,
}

/// The nimber of the game on a group, what it rests on, and what it says about later positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The nimber.
    pub nimber: u32,
    /// What it rests on.
    pub claim: Claim,
    /// What is known of other positions.
    pub law: Law,
    /// An element that a first move to nimber 0 chooses, where one is known.
    pub reply: Option<LargeElement>,
}

impl Verdict {
    pub(super) fn proved(nimber: u32, why: impl Into<String>, law: Law) -> Self {
        Verdict { nimber, claim: Claim::Proved(why.into()), law, reply: None }
    }

    /// The same with an element that leaves nimber 0.
    pub(super) fn with_reply(self, element: Permutation) -> Self {
        Verdict { reply: Some(LargeElement::Permutation(element)), ..self }
    }
}

/// The most classes that are looked at.
const MOST_CLASSES: usize = 3000;

/// The most conjugates of an involution that are looked at one by one.
const MOST_INVOLUTIONS: usize = 300_000;

/// How often partners of an element are drawn.
const DRAWS: usize = 300;

/// A group of permutations with what has been found out about it.
pub(super) struct Cover<'g> {
    group: &'g PermutedPoints,
    order: BigUint,
    /// Ranks of the largest abelian quotient, for each prime.
    ranks: Vec<(u64, u32)>,
    derived: BigUint,
    classes: OnceCell<LargeClasses>,
}

impl<'g> Cover<'g> {
    pub(super) fn new(group: &'g PermutedPoints, limits: &Limits) -> Result<Self, Unanswered> {
        let order = group.chain.size();
        let derived = group.derived_subgroup(limits)?;
        let index = &order / derived.size();
        let mut ranks = Vec::new();
        // The primes that divide the index divide the orders of the generators.
        let mut primes: Vec<u64> = Vec::new();
        for generator in &group.generators {
            let lengths = generator.cycle_type();
            primes.extend(lengths.iter().flat_map(|length| prime_divisors(*length as u64)));
        }
        primes.sort_unstable();
        primes.dedup();
        for prime in primes {
            if (&index % prime) == BigUint::ZERO {
                let mut quotient = group.elementary_quotient(&derived, prime, limits)?;
                let mut rank = 0;
                while quotient > BigUint::from(1u32) {
                    quotient /= prime;
                    rank += 1;
                }
                ranks.push((prime, rank));
            }
        }
        Ok(Cover { group, order, ranks, derived: derived.size(), classes: OnceCell::new() })
    }

    fn identity(&self) -> Permutation {
        Permutation::identity(self.group.degree())
    }

    fn is_even(&self) -> bool {
        !self.order.bit(0)
    }

    /// The most elements that an abelian quotient needs to be generated.
    fn rank(&self) -> u32 {
        self.ranks.iter().map(|(_, rank)| *rank).max().unwrap_or(0)
    }

    /// The value of DNG.
    pub(super) fn avoidance(&self, limits: &Limits) -> Result<Verdict, Unanswered> {
        if !self.is_even() || self.order == BigUint::from(2u32) {
            let why = "a group of odd order, or of order 2 (Ernst and Sieben, Prop 3.22)";
            return Ok(Verdict::proved(1, why, Law::Start).with_reply(self.identity()));
        }
        let has_index_two = self.ranks.iter().any(|(prime, _)| *prime == 2);
        if has_index_two && (&self.order % 4u32) == BigUint::ZERO {
            let why = "a subgroup of index 2 and even order contains all elements of odd order (Benesh, Ernst and Sieben, Impartial avoidance games)";
            return Ok(Verdict::proved(0, why, Law::Parity(Scope::All)));
        }
        if !self.derived.bit(0) && self.rank() >= 2 {
            let why = "the derived subgroup has even order and its quotient is not cyclic, so each element lies in a proper subgroup of even order (Benesh, Ernst and Sieben, Impartial avoidance games)";
            return Ok(Verdict::proved(0, why, Law::Parity(Scope::Even)));
        }
        let classes = self.classes(limits)?;
        if self.has_even_frattini_subgroup(classes, limits)? {
            let why = "a central involution lies in every maximal subgroup, so all of these have even order (Ernst and Sieben, Section 3.2)";
            return Ok(Verdict::proved(0, why, Law::Parity(Scope::All)));
        }
        for class in classes.iter().filter(|class| class.element_order % 2 == 1) {
            if !self.is_covered(class, classes, limits)? {
                let why = format!(
                    "{} generates the group together with each involution (Ernst and Sieben, Prop 3.2; Benesh, Ernst and Sieben, Impartial avoidance games)",
                    class.representative
                );
                return Ok(Verdict::proved(3, why, Law::Start).with_reply(class.representative.clone()));
            }
        }
        let why = format!(
            "each of {} conjugacy classes of odd order has a proper subgroup of even order (Benesh, Ernst and Sieben, Impartial avoidance games)",
            classes.iter().filter(|class| class.element_order % 2 == 1).count()
        );
        Ok(Verdict::proved(0, why, Law::Parity(self.scope(classes, limits)?)))
    }

    /// Whether the group is not cyclic and a central involution is a product of squares and commutators: then it lies in no
    /// complement of itself, so in every maximal subgroup.
    fn has_even_frattini_subgroup(
        &self,
        classes: &LargeClasses,
        limits: &Limits,
    ) -> Result<bool, Unanswered> {
        let one = BigUint::from(1u32);
        let is_cyclic = self.rank() <= 1 && self.derived == one;
        let is_central = |class: &&LargeClass| class.element_order == 2 && class.size == one;
        if is_cyclic || classes.iter().find(is_central).is_none() {
            return Ok(false);
        }
        let derived = self.group.derived_subgroup(limits)?;
        let squares = self.group.powers_and_derived(&derived, 2, limits)?;
        Ok(classes.iter().filter(is_central).any(|class| squares.contains(&class.representative)))
    }

    /// Which positions the covering of elements speaks for. A subgroup of odd order is solvable (Feit and Thompson) and so normalises an
    /// elementary abelian p-subgroup; where the Sylow subgroups for odd p are cyclic, that is the group of an element x of order p, and all of these are
    /// conjugate. So it suffices that the normaliser of each is a proper subgroup of even order: an involution commutes with x or inverts it.
    fn scope(&self, classes: &LargeClasses, limits: &Limits) -> Result<Scope, Unanswered> {
        let mut primes: Vec<u64> =
            classes.iter().flat_map(|class| prime_divisors(class.element_order)).collect();
        primes.sort_unstable();
        primes.dedup();
        for prime in primes.into_iter().filter(|prime| *prime != 2) {
            let mut part = 1;
            let mut rest = self.order.clone();
            while (&rest % prime) == BigUint::ZERO {
                rest /= prime;
                part = u64::saturating_mul(part, prime);
            }
            let is_cyclic = classes.iter().any(|class| class.element_order.is_multiple_of(part));
            let Some((at, class)) =
                classes.iter().enumerate().find(|(_, class)| class.element_order == prime)
            else {
                return Ok(Scope::Even);
            };
            let inverse = class.representative.inverse();
            let is_normal = class.size < BigUint::from(prime);
            let is_covered = !class.centralizer.bit(0)
                || classes.class_of(&inverse, limits)?.is_some_and(|(other, _)| other == at);
            if !is_cyclic || is_normal || !is_covered {
                return Ok(Scope::Even);
            }
        }
        Ok(Scope::All)
    }

    /// The value of GEN.
    pub(super) fn achievement(&self, limits: &Limits) -> Result<Verdict, Unanswered> {
        if !self.is_even() {
            if self.rank() >= 3 {
                let why = "odd order, and three elements at least generate (docs/algebra.md, deficiency)";
                return Ok(Verdict::proved(1, why, Law::Start).with_reply(self.identity()));
            }
            let mut chance = Chance::new(5);
            for _ in 0..DRAWS {
                let pair = [self.group.random(&mut chance), self.group.random(&mut chance)];
                if self.group.is_generated_by(&pair, limits)? {
                    let why = "odd order, and two elements generate (docs/algebra.md, deficiency)";
                    let is_cyclic =
                        self.ranks.iter().all(|(_, rank)| *rank <= 1) && self.derived == BigUint::from(1u32);
                    let verdict = Verdict::proved(2, why, Law::Start);
                    return Ok(if is_cyclic { verdict } else { verdict.with_reply(self.identity()) });
                }
            }
            return Err(out_of_reach("how many elements generate it is not known"));
        }
        if self.rank() >= 4 {
            let why = format!(
                "even order, and {} elements at least generate, so it is 0 (docs/algebra.md, deficiency)",
                self.rank()
            );
            return Ok(Verdict::proved(0, why, Law::Start));
        }
        let four_group = self.ranks.iter().any(|(prime, rank)| *prime == 2 && *rank >= 2);
        if four_group && (&self.order % 8u32) == BigUint::ZERO {
            let why = "a quotient is (Z/2)^2 and its kernel has even order, so it is 0 (docs/algebra.md, deficiency)";
            return Ok(Verdict::proved(0, why, Law::Start));
        }
        if let Some((prime, _)) = self.ranks.iter().find(|(prime, rank)| *prime != 2 && *rank >= 3) {
            let why = format!(
                "even order, and a quotient is (Z/{prime})^3, so it is 0 (docs/algebra.md, deficiency)"
            );
            return Ok(Verdict::proved(0, why, Law::Start));
        }
        if self.rank() > 1 {
            return Err(out_of_reach("its quotients are not all cyclic, so no theorem here decides GEN"));
        }
        let no_partner = |element: &Permutation| {
            out_of_reach(&format!("no partner was found that generates together with {element}"))
        };
        // Before all classes are sought: powers of random elements tell soon when there is no hope.
        let mut chance = Chance::new(6);
        for _ in 0..12 {
            let element = self.group.random(&mut chance);
            let Some(order) = element.order() else { continue };
            for prime in prime_divisors(order) {
                let power = element.power(order / prime);
                if !self.has_partner(&power, 60, &mut chance, limits)? {
                    // An element of the Frattini subgroup has no partner.
                    if let Ok(classes) = self.classes(limits)
                        && self.has_even_frattini_subgroup(classes, limits)?
                    {
                        return Ok(even_frattini());
                    }
                    return Err(no_partner(&power));
                }
            }
        }
        let classes = self.classes(limits)?;
        if self.has_even_frattini_subgroup(classes, limits)? {
            return Ok(even_frattini());
        }
        for class in
            classes.iter().filter(|class| prime_divisors(class.element_order) == [class.element_order])
        {
            if !self.has_partner(&class.representative, DRAWS, &mut chance, limits)? {
                return Err(no_partner(&class.representative));
            }
        }
        let count = classes.len();
        let avoidance = self.avoidance(limits)?;
        if avoidance.nimber == 0 {
            let why = format!(
                "every element but 1 belongs to a pair that generates, and even subgroups cover (docs/algebra.md, deficiency): {count} conjugacy classes"
            );
            return Ok(
                Verdict::proved(1, why, Law::Pairs(self.scope(classes, limits)?)).with_reply(self.identity())
            );
        }
        if let Some(element) = self.mixed(classes, limits)? {
            let why = format!(
                "every element but 1 belongs to a pair that generates; {element} lies in a proper subgroup of even order, and in one of odd order that generates with each involution (docs/algebra.md, deficiency): {count} conjugacy classes"
            );
            return Ok(Verdict::proved(4, why, Law::Start).with_reply(self.identity()));
        }
        Err(out_of_reach("whether GEN is 3 or 4 depends on all its subgroups of odd order"))
    }

    fn classes(&self, limits: &Limits) -> Result<&LargeClasses, Unanswered> {
        if let Some(known) = self.classes.get() {
            return Ok(known);
        }
        let found = LargeClasses::new(self.group, MOST_CLASSES, limits)?
            .ok_or_else(|| out_of_reach(&format!("it has more than {MOST_CLASSES} conjugacy classes")))?;
        Ok(self.classes.get_or_init(|| found))
    }

    /// Whether some element was drawn that generates together with this one.
    fn has_partner(
        &self,
        element: &Permutation,
        draws: usize,
        chance: &mut Chance,
        limits: &Limits,
    ) -> Result<bool, Unanswered> {
        for _ in 0..draws {
            let partner = self.group.random(chance);
            if self.group.is_generated_by(&[element.clone(), partner], limits)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether an element of odd order lies in a proper subgroup of even order.
    fn is_covered(
        &self,
        class: &LargeClass,
        classes: &LargeClasses,
        limits: &Limits,
    ) -> Result<bool, Unanswered> {
        let element = &class.representative;
        let is_abelian = self.derived == BigUint::from(1u32);
        // An involution that commutes with it, where the two together do not generate.
        if !class.centralizer.bit(0) && !is_abelian {
            return Ok(true);
        }
        // A fixed point, where the stabiliser is proper and has even order.
        for point in 0..self.group.degree() {
            if element.image(point) == point {
                let orbit = orbit_of(point, &self.group.generators).len();
                if orbit > 1 && !(&self.order / orbit).bit(0) {
                    return Ok(true);
                }
            }
        }
        // An element that exchanges it with another generator of the cyclic group: the two generate a solvable group.
        if self.derived == self.order {
            let n = class.element_order;
            let squares_to_one = |k: &u64| u128::from(*k) * u128::from(*k) % u128::from(n) == 1;
            for exponent in (2..n).rev().filter(squares_to_one) {
                let (at, _) =
                    classes.class_of(element, limits)?.ok_or_else(|| out_of_reach("a class is missing"))?;
                let image = classes.class_of(&element.power(exponent), limits)?;
                if image.is_some_and(|(other, _)| other == at) {
                    return Ok(true);
                }
            }
        }
        // Some involution; then each of them.
        let involutions: Vec<&LargeClass> = classes.iter().filter(|class| class.element_order == 2).collect();
        let mut chance = Chance::new(4);
        for _ in 0..DRAWS / 3 {
            for involution in &involutions {
                let conjugate = involution.representative.conjugated(&self.group.random(&mut chance));
                if !self.group.is_generated_by(&[element.clone(), conjugate], limits)? {
                    return Ok(true);
                }
            }
        }
        for involution in involutions {
            if self.some_conjugate_is_proper(element, involution, limits)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether an element and some conjugate of an involution do not generate: all conjugates are looked at, one of those that
    /// the element conjugates into one another.
    fn some_conjugate_is_proper(
        &self,
        element: &Permutation,
        involution: &LargeClass,
        limits: &Limits,
    ) -> Result<bool, Unanswered> {
        if involution.size > BigUint::from(MOST_INVOLUTIONS) {
            return Err(out_of_reach(&format!(
                "{element} may generate with each of {} involutions, too many to try",
                involution.size
            )));
        }
        let mut seen: FxHashSet<Permutation> = FxHashSet::default();
        let mut waiting = vec![involution.representative.clone()];
        seen.insert(involution.representative.clone());
        let mut done: FxHashSet<Permutation> = FxHashSet::default();
        while let Some(conjugate) = waiting.pop() {
            limits.poll()?;
            for generator in &self.group.generators {
                let next = conjugate.conjugated(generator);
                if seen.insert(next.clone()) {
                    waiting.push(next);
                }
            }
            if done.contains(&conjugate) {
                continue;
            }
            let mut image = conjugate.clone();
            while done.insert(image.clone()) {
                image = image.conjugated(element);
            }
            if !self.group.is_generated_by(&[element.clone(), conjugate], limits)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// A covered element x ≠ 1 of odd order that normalises the cyclic group of an uncovered one, with odd order together.
    fn mixed(&self, classes: &LargeClasses, limits: &Limits) -> Result<Option<Permutation>, Unanswered> {
        for class in classes.iter().filter(|class| class.element_order % 2 == 1 && class.element_order > 1) {
            if self.is_covered(class, classes, limits)? {
                continue;
            }
            let element = &class.representative;
            for exponent in 2..class.element_order {
                let power = element.power(exponent);
                let Some((at, from)) = classes.class_of(element, limits)? else { continue };
                let Some((other, to)) = classes.class_of(&power, limits)? else { continue };
                if at != other {
                    continue;
                }
                // from: r -> g, to: r -> g^k, so from⁻¹·to: g -> g^k.
                let normalizing = from.inverse().then(&to);
                let Some(order) = normalizing.order() else { continue };
                let twos = 1u64 << order.trailing_zeros();
                let odd = normalizing.power(twos);
                let Some((found, _)) = classes.class_of(&odd, limits)? else { continue };
                let Some(found) = classes.iter().nth(found) else { continue };
                if !odd.is_identity() && self.is_covered(found, classes, limits)? {
                    return Ok(Some(odd));
                }
            }
        }
        Ok(None)
    }
}

/// GEN where a central involution is in every maximal subgroup.
fn even_frattini() -> Verdict {
    let why = "a central involution lies in every maximal subgroup, and two elements at least generate, so it is 0 (docs/algebra.md, deficiency)";
    Verdict::proved(0, why, Law::Start)
}

fn out_of_reach(why: &str) -> Unanswered {
    Unanswered::OutOfReach(why.to_owned())
}
