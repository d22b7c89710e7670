//! The anatomy of a finite commutative monoid: powers, idempotents, mutual divisibility, subgroups and the kernel.
//!
//! Source: [PS, Section 8] and Grillet, *Commutative Semigroups*.

use super::bits::BitSet;
use super::monoid::{BipartiteMonoid, Element};

/// Index and period of an element x: x^(index + period) = x^index, both least.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cycle {
    /// The number of powers, from x^0 = 1 on, before the repeating ones.
    pub index: u32,
    /// The length of the repeating part.
    pub period: u32,
}

/// The index and period of an element.
///
/// ```
/// use impartial::misere::{BipartiteMonoid, {cycle, Cycle}};
/// // <b | b^5 = b^2>
/// let monoid = BipartiteMonoid::from_actions(1, vec![1, 2, 3, 4, 2], |x| x == 1).unwrap();
/// assert_eq!(cycle(&monoid, 1), Cycle { index: 2, period: 3 });
/// assert_eq!(cycle(&monoid, 0), Cycle { index: 0, period: 1 });
/// ```
pub fn cycle(monoid: &BipartiteMonoid, x: Element) -> Cycle {
    let mut powers = vec![0];
    let mut power = x;
    loop {
        if let Some(index) = powers.iter().position(|earlier| *earlier == power) {
            return Cycle { index: index as u32, period: (powers.len() - index) as u32 };
        }
        powers.push(power);
        power = monoid.product(power, x);
    }
}

/// The classes of mutually divisible elements, the order of divisibility between them, idempotents and kernel.
///
/// x divides y when xz = y for some z. Classes are numbered so that a class comes before those it divides: class 0 is
/// the group of units, the last class is the kernel.
///
/// ```
/// use impartial::misere::{BipartiteMonoid, MonoidStructure};
/// // T_1, a group: one class, its own kernel.
/// let monoid = BipartiteMonoid::from_actions(1, vec![1, 0], |x| x == 1).unwrap();
/// let structure = MonoidStructure::new(&monoid);
/// assert_eq!(structure.classes(), [vec![0, 1]]);
/// assert_eq!((structure.kernel(), structure.kernel_identity()), (&[0, 1][..], 0));
/// ```
#[derive(Clone, Debug)]
pub struct MonoidStructure {
    classes: Vec<Vec<Element>>,
    class_of: Vec<u32>,
    /// For each class its idempotent; a class has one exactly when it is a group.
    idempotents: Vec<Option<Element>>,
}

impl MonoidStructure {
    /// Finds the classes. Cost: O(order · generators), and one product for each element.
    pub fn new(monoid: &BipartiteMonoid) -> Self {
        let mut classes = strong_components(monoid);
        classes.reverse();
        let mut class_of = vec![0; monoid.order()];
        let mut idempotents = Vec::with_capacity(classes.len());
        for (number, class) in classes.iter_mut().enumerate() {
            class.sort_unstable();
            class.iter().for_each(|&x| class_of[x as usize] = number as u32);
            idempotents.push(class.iter().copied().find(|&x| monoid.product(x, x) == x));
        }
        MonoidStructure { classes, class_of, idempotents }
    }

    /// The classes of mutually divisible elements, each increasing; a class comes before those it divides.
    pub fn classes(&self) -> &[Vec<Element>] {
        &self.classes
    }

    /// The number of the class of an element.
    pub fn class_of(&self, x: Element) -> usize {
        self.class_of[x as usize] as usize
    }

    /// All idempotents (x·x = x), one for each maximal subgroup.
    pub fn idempotents(&self) -> impl Iterator<Item = Element> + '_ {
        self.idempotents.iter().flatten().copied()
    }

    /// The maximal subgroups: identity and elements.
    pub fn subgroups(&self) -> impl Iterator<Item = (Element, &[Element])> + '_ {
        self.idempotents
            .iter()
            .zip(&self.classes)
            .filter_map(|(identity, class)| Some(((*identity)?, &class[..])))
    }

    /// The kernel: the class of the product of all idempotents, the smallest ideal, a group.
    pub fn kernel(&self) -> &[Element] {
        self.classes.last().expect("a monoid is not empty")
    }

    /// The identity z of the kernel: the product of all idempotents.
    pub fn kernel_identity(&self) -> Element {
        self.idempotents.last().copied().flatten().expect("the kernel is a group")
    }

    /// The pairs of classes of which the first divides the second with none between: the Hasse diagram of divisibility.
    ///
    /// Cost: O(c² · generators / 64) words for c classes.
    pub fn covers(&self, monoid: &BipartiteMonoid) -> Vec<(usize, usize)> {
        let count = self.classes.len();
        let mut below: Vec<BitSet> = vec![BitSet::new(count); count];
        let mut covers = Vec::new();
        for class in (0..count).rev() {
            let mut next: Vec<usize> = Vec::new();
            for &x in &self.classes[class] {
                next.extend((0..monoid.generator_count()).map(|g| self.class_of(monoid.action(g, x))));
            }
            next.sort_unstable();
            next.dedup();
            // Numbers increase downwards, so a class between two others has a number between theirs.
            for target in next.into_iter().filter(|target| *target != class) {
                if !below[class].contains(target) {
                    covers.push((class, target));
                    let under = below[target].clone();
                    below[class].union_with(&under);
                    below[class].insert(target);
                }
            }
        }
        covers.sort_unstable();
        covers
    }
}

/// The isomorphism type of a finite abelian group, as the orders of cyclic factors of prime power order, increasing:
/// [2, 2, 3] for Z2 × Z2 × Z3. Given by the orders of its elements.
///
/// For a prime p let n_k be the number of elements with x^(p^k) = 1. Then n_k / n_(k-1) = p^r with r the number of cyclic
/// factors of order at least p^k.
///
/// ```
/// use impartial::misere::abelian_type;
/// assert_eq!(abelian_type(&[1, 2, 3, 3, 6, 6]), [2, 3]);
/// assert_eq!(abelian_type(&[1, 2, 2, 2]), [2, 2]);
/// assert_eq!(abelian_type(&[1, 2, 4, 4]), [4]);
/// ```
pub fn abelian_type(orders: &[u32]) -> Vec<u32> {
    let mut factors = Vec::new();
    let mut rest = orders.len();
    let mut prime = 2;
    while rest > 1 {
        if !rest.is_multiple_of(prime) {
            prime += 1;
            continue;
        }
        let mut part = 1;
        while rest.is_multiple_of(prime) {
            rest /= prime;
            part *= prime;
        }
        let dividing =
            |power: usize| orders.iter().filter(|&&order| power.is_multiple_of(order as usize)).count();
        let (mut power, mut before, mut longest) = (prime, 1, Vec::new());
        while before < part {
            let now = dividing(power);
            longest.push((now / before).ilog(prime));
            (before, power) = (now, power * prime);
        }
        // longest[k] factors have order at least p^(k+1).
        for (k, &count) in longest.iter().enumerate() {
            let next = longest.get(k + 1).copied().unwrap_or(0);
            factors.extend((next..count).map(|_| prime.pow(k as u32 + 1) as u32));
        }
    }
    factors.sort_unstable();
    factors
}

/// The isomorphism type of one of the subgroups of a monoid, as in [`abelian_type`].
pub fn subgroup_type(monoid: &BipartiteMonoid, subgroup: &[Element]) -> Vec<u32> {
    // In a group the order of an element is its period.
    let orders: Vec<u32> = subgroup.iter().map(|&x| cycle(monoid, x).period).collect();
    abelian_type(&orders)
}

/// The strongly connected components of the Cayley graph (Tarjan), those reached from others first.
fn strong_components(monoid: &BipartiteMonoid) -> Vec<Vec<Element>> {
    const UNSEEN: u32 = u32::MAX;
    let (order, generators) = (monoid.order(), monoid.generator_count());
    let mut number = vec![UNSEEN; order];
    let mut low = vec![0; order];
    let mut on_path = vec![false; order];
    let (mut path, mut components) = (Vec::new(), Vec::new());
    // Every element is reached from 1; each frame is an element and its next generator.
    let mut frames: Vec<(Element, usize)> = vec![(0, 0)];
    let mut next_number = 0;
    while let Some((x, generator)) = frames.pop() {
        let at = x as usize;
        if generator == 0 {
            number[at] = next_number;
            low[at] = next_number;
            next_number += 1;
            path.push(x);
            on_path[at] = true;
        } else {
            let child = monoid.action(generator - 1, x) as usize;
            if on_path[child] {
                low[at] = low[at].min(low[child]);
            }
        }
        let unseen = (generator..generators).find(|&g| {
            let child = monoid.action(g, x) as usize;
            if number[child] == UNSEEN {
                return true;
            }
            if on_path[child] {
                low[at] = low[at].min(number[child]);
            }
            false
        });
        if let Some(g) = unseen {
            frames.push((x, g + 1));
            frames.push((monoid.action(g, x), 0));
            continue;
        }
        if low[at] == number[at] {
            let start = path
                .iter()
                .rposition(|&y| y == x)
                .expect("an element is on the path until its class is done");
            let component: Vec<Element> = path.drain(start..).collect();
            component.iter().for_each(|&y| on_path[y as usize] = false);
            components.push(component);
        }
    }
    components
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::monoid::tests::cyclic_product;
    use super::super::testing::{heap_quotient, tree_quotient};
    use super::*;

    #[test]
    fn tame_quotients_are_a_group_of_units_above_a_kernel() {
        for n in 2..6_u32 {
            let monoid = tree_quotient(&[&format!("*{}", 1 << (n - 1))]).monoid;
            let structure = MonoidStructure::new(&monoid);
            assert_eq!(structure.classes().len(), 2);
            assert_eq!(structure.classes()[0].len(), 2);
            assert_eq!(structure.kernel().len(), 1 << n);
            assert_eq!(subgroup_type(&monoid, structure.kernel()), vec![2; n as usize]);
            assert_eq!(structure.covers(&monoid), [(0, 1)]);
        }
    }

    #[test]
    fn known_periods_and_kernels() {
        // [PS, Section 6]: an element of period 4; period 6; and K ∩ P = {az} in the quotient of order 420.
        let period = |texts: &[&str]| {
            let monoid = tree_quotient(texts).monoid;
            (0..monoid.order() as Element).map(|x| cycle(&monoid, x).period).max()
        };
        assert_eq!(period(&["*(2_+1)(2_+0)4310"]), Some(4));
        assert_eq!(period(&["*(2_+210)(2_+30)3_+21"]), Some(6));
        let quotient = tree_quotient(&["*(2_+31)(2_+2)2_+3"]);
        let structure = MonoidStructure::new(&quotient.monoid);
        assert_eq!(quotient.monoid.order(), 420);
        assert_eq!(subgroup_type(&quotient.monoid, structure.kernel()), [2, 2, 2]);
        let star = quotient.games[0].0;
        let az = quotient.monoid.product(star, structure.kernel_identity());
        let p: Vec<Element> =
            structure.kernel().iter().copied().filter(|&x| quotient.monoid.is_p(x)).collect();
        assert_eq!(p, [az]);
    }

    /// Every notion against its definition on the full multiplication table.
    fn check(monoid: &BipartiteMonoid) -> Result<(), TestCaseError> {
        let structure = MonoidStructure::new(monoid);
        let n = monoid.order() as Element;
        let divides = |x: Element, y: Element| (0..n).any(|z| monoid.product(x, z) == y);
        for x in 0..n {
            for y in 0..n {
                let mutual = divides(x, y) && divides(y, x);
                prop_assert_eq!(mutual, structure.class_of(x) == structure.class_of(y));
                if divides(x, y) {
                    prop_assert!(structure.class_of(x) <= structure.class_of(y));
                }
            }
        }
        let idempotents: Vec<Element> = (0..n).filter(|&x| monoid.product(x, x) == x).collect();
        let mut found: Vec<Element> = structure.idempotents().collect();
        found.sort_unstable();
        prop_assert_eq!(&found, &idempotents);
        let z = idempotents.iter().fold(0, |z, &x| monoid.product(z, x));
        prop_assert_eq!(structure.kernel_identity(), z);
        prop_assert!(structure.kernel().iter().all(|&x| divides(x, z) && monoid.product(x, z) == x));
        for (identity, group) in structure.subgroups() {
            let size: u32 = subgroup_type(monoid, group).iter().product();
            prop_assert_eq!(size as usize, group.len());
            prop_assert!(group.iter().all(|&x| monoid.product(x, identity) == x));
        }
        let classes = structure.classes().len();
        let represent = |class: usize| structure.classes()[class][0];
        let above = |c: usize, d: usize| c != d && divides(represent(c), represent(d));
        let mut covers = Vec::new();
        for c in 0..classes {
            for d in 0..classes {
                if above(c, d) && !(0..classes).any(|e| above(c, e) && above(e, d)) {
                    covers.push((c, d));
                }
            }
        }
        prop_assert_eq!(structure.covers(monoid), covers);
        Ok(())
    }

    #[test]
    fn quotients_of_games_by_definition() {
        for quotient in [heap_quotient("0.77", 27), heap_quotient("0.15", 30), tree_quotient(&["*2_+320"])] {
            check(&quotient.monoid).unwrap();
        }
        check(&BipartiteMonoid::trivial()).unwrap();
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(60))]
        #[test]
        fn by_definition(shape in prop::collection::vec((0_u32..4, 1_u32..5), 1..4), bits in any::<u64>()) {
            prop_assume!(shape.iter().map(|(index, period)| index + period).product::<u32>() <= 64);
            let monoid = cyclic_product(&shape, |exponents| {
                let key = exponents.iter().fold(7_u64, |h, x| h.wrapping_mul(31).wrapping_add(u64::from(*x)));
                bits >> (key % 64) & 1 == 1
            });
            check(&monoid)?;
            check(&monoid.reduce().0)?;
        }
    }
}
