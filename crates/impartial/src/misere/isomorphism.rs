//! When two bipartite monoids are the same up to names: isomorphism by colour refinement and backtracking.

use rustc_hash::FxHashMap;

use super::monoid::{BipartiteMonoid, Element};
use super::presentation::{Presentation, Word};
use super::structure::cycle;
use crate::limits::{Limits, StopReason};

/// Above this order, colours are not refined by products with all elements.
const REFINED_ORDER: usize = 3000;

/// An isomorphism of bipartite monoids: the image of each element of `left`. `None` when there is none.
///
/// Elements get colours that every isomorphism preserves; the minimal generators of `left` are mapped to elements of their
/// colour, one after the other, as long as the relations of the presentation hold.
///
/// ```
/// use impartial::limits::Limits;
/// use impartial::misere::{BipartiteMonoid, isomorphism};
/// // <a | a^3 = 1>: P = {a} and P = {a^2} are the same up to the name of the generator, P = {1} is not.
/// let cyclic = |p| BipartiteMonoid::from_actions(1, vec![1, 2, 0], |x| x == p).unwrap();
/// let limits = Limits::none();
/// assert_eq!(isomorphism(&cyclic(1), &cyclic(2), &limits), Ok(Some(vec![0, 2, 1])));
/// assert_eq!(isomorphism(&cyclic(1), &cyclic(0), &limits), Ok(None));
/// ```
///
/// Cost: O(order²) for the colours, a few rounds. The search is short for all quotients met so far; it is exponential at
/// worst, and the bound on positions of `limits` counts its steps.
pub fn isomorphism(
    left: &BipartiteMonoid,
    right: &BipartiteMonoid,
    limits: &Limits,
) -> Result<Option<Vec<Element>>, StopReason> {
    if (left.order(), left.p_order()) != (right.order(), right.p_order()) {
        return Ok(None);
    }
    let Some((left_colours, right_colours)) = common_colours(left, right, limits)? else { return Ok(None) };
    let presentation = Presentation::new(left, &[]);
    let candidates = presentation
        .generators()
        .iter()
        .map(|&generator| {
            let colour = left_colours[generator as usize];
            (0..right.order() as Element).filter(|&y| right_colours[y as usize] == colour).collect()
        })
        .collect();
    let mut search = Search {
        left,
        right,
        presentation: &presentation,
        colours: (&left_colours, &right_colours),
        candidates,
        images: Vec::new(),
        steps: 0,
        limits,
    };
    search.extend()
}

struct Search<'a> {
    left: &'a BipartiteMonoid,
    right: &'a BipartiteMonoid,
    presentation: &'a Presentation,
    colours: (&'a [u32], &'a [u32]),
    /// For each generator of the presentation the elements it may be mapped to.
    candidates: Vec<Vec<Element>>,
    images: Vec<Element>,
    steps: u64,
    limits: &'a Limits,
}

impl Search<'_> {
    /// Maps the next generator, in every possible way; the depth is the number of generators.
    fn extend(&mut self) -> Result<Option<Vec<Element>>, StopReason> {
        let generator = self.images.len();
        if generator == self.candidates.len() {
            return Ok(self.whole_map());
        }
        for at in 0..self.candidates[generator].len() {
            self.steps += 1;
            self.limits.poll_positions(self.steps)?;
            self.images.push(self.candidates[generator][at]);
            if self.fits()
                && let Some(map) = self.extend()?
            {
                return Ok(Some(map));
            }
            self.images.pop();
        }
        Ok(None)
    }

    /// Whether the image of the last generator goes with the earlier ones: different from them, products with them of the
    /// right colours, relations in which it is the largest letter true.
    fn fits(&self) -> bool {
        let generators = self.presentation.generators();
        let last = self.images.len() - 1;
        let (x, image) = (generators[last], self.images[last]);
        let colour_agrees = |place: usize| {
            let (source, target) =
                (self.left.product(x, generators[place]), self.right.product(image, self.images[place]));
            self.colours.0[source as usize] == self.colours.1[target as usize]
        };
        let top = |word: &Word| word.factors().last().map(|(generator, _)| *generator as usize);
        !self.images[..last].contains(&image)
            && (0..=last).all(colour_agrees)
            && self
                .presentation
                .relations()
                .iter()
                .filter(|relation| top(&relation.left) == Some(last))
                .all(|relation| self.value(&relation.left) == self.value(&relation.right))
    }

    fn value(&self, word: &Word) -> Element {
        word.factors().iter().fold(0, |value, &(generator, exponent)| {
            let power = self.right.power(self.images[generator as usize], u64::from(exponent));
            self.right.product(value, power)
        })
    }

    /// The homomorphism given by the images of the generators, if it is one to one and preserves P.
    fn whole_map(&self) -> Option<Vec<Element>> {
        let mut map = vec![0; self.left.order()];
        let mut taken = vec![false; self.right.order()];
        for &x in self.presentation.elements() {
            let image = self.value(&self.presentation.word(x));
            map[x as usize] = image;
            let fresh = !std::mem::replace(&mut taken[image as usize], true);
            if !fresh || self.left.is_p(x) != self.right.is_p(image) {
                return None;
            }
        }
        Some(map)
    }
}

/// A pair of colourings with the same colours equally often, preserved by every isomorphism; `None` when the colours
/// already show that there is none.
type Colours = (Vec<u32>, Vec<u32>);

fn common_colours(
    left: &BipartiteMonoid,
    right: &BipartiteMonoid,
    limits: &Limits,
) -> Result<Option<Colours>, StopReason> {
    let (first, second) = (invariants(left, limits)?, invariants(right, limits)?);
    let Some(mut colours) = number(&first, &second) else { return Ok(None) };
    if left.order() > REFINED_ORDER {
        return Ok(Some(colours));
    }
    let mut count = distinct(&colours.0);
    loop {
        let (first, second) = (refined(left, &colours.0, limits)?, refined(right, &colours.1, limits)?);
        let Some(next) = number(&first, &second) else { return Ok(None) };
        let next_count = distinct(&next.0);
        colours = next;
        if next_count == count {
            return Ok(Some(colours));
        }
        count = next_count;
    }
}

/// What an isomorphism preserves at once: P, index and period, which powers are in P, the number of z with xz in P, and
/// the number of multiples.
type Invariant = (bool, u32, u32, u64, u32, u32);

fn invariants(monoid: &BipartiteMonoid, limits: &Limits) -> Result<Vec<Invariant>, StopReason> {
    let order = monoid.order();
    let mut seen = vec![u32::MAX; order];
    (0..order as Element)
        .map(|x| {
            limits.poll()?;
            let row = monoid.row(x);
            let cycle = cycle(monoid, x);
            let (mut power, mut powers) = (0, 0_u64);
            for place in 0..(cycle.index + cycle.period).min(64) {
                powers |= u64::from(monoid.is_p(power)) << place;
                power = row[power as usize];
            }
            let in_p = row.iter().filter(|&&y| monoid.is_p(y)).count() as u32;
            let multiples = row.iter().filter(|&&y| std::mem::replace(&mut seen[y as usize], x) != x).count();
            Ok((monoid.is_p(x), cycle.index, cycle.period, powers, in_p, multiples as u32))
        })
        .collect()
}

/// The colour of x with the multiset of pairs (colour of y, colour of xy), the latter as the sum of a scrambling
/// function: equal multisets have equal sums, and a coincidence of sums only makes colours coarser.
fn refined(
    monoid: &BipartiteMonoid,
    colours: &[u32],
    limits: &Limits,
) -> Result<Vec<(u32, u128)>, StopReason> {
    let scramble = |y: u32, product: u32| {
        let mut value = u128::from(y) << 64 | u128::from(product);
        for _ in 0..2 {
            value = (value ^ value >> 61).wrapping_mul(0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C835);
        }
        value ^ value >> 67
    };
    (0..monoid.order() as Element)
        .map(|x| {
            limits.poll()?;
            let pairs = monoid.row(x).into_iter().enumerate();
            let sum = pairs.fold(0_u128, |sum, (y, product)| {
                sum.wrapping_add(scramble(colours[y], colours[product as usize]))
            });
            Ok((colours[x as usize], sum))
        })
        .collect()
}

/// Numbers signatures from 0 on, the same in both lists; `None` when some signature is not equally frequent.
fn number<S: Ord + Clone + std::hash::Hash>(first: &[S], second: &[S]) -> Option<Colours> {
    let mut sorted = (first.to_vec(), second.to_vec());
    sorted.0.sort_unstable();
    sorted.1.sort_unstable();
    if sorted.0 != sorted.1 {
        return None;
    }
    sorted.0.dedup();
    let numbers: FxHashMap<&S, u32> = sorted.0.iter().zip(0..).collect();
    let colours = |list: &[S]| list.iter().map(|signature| numbers[signature]).collect();
    Some((colours(first), colours(second)))
}

fn distinct(colours: &[u32]) -> usize {
    colours.iter().max().map_or(0, |max| *max as usize + 1)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::monoid::tests::cyclic_product;
    use super::super::testing::{heap_quotient, tree_quotient};
    use super::*;

    fn found(left: &BipartiteMonoid, right: &BipartiteMonoid) -> Option<Vec<Element>> {
        isomorphism(left, right, &Limits::none()).unwrap()
    }

    fn check(left: &BipartiteMonoid, right: &BipartiteMonoid, map: &[Element]) -> Result<(), TestCaseError> {
        let order = left.order() as Element;
        let mut images = map.to_vec();
        images.sort_unstable();
        prop_assert_eq!(images, (0..order).collect::<Vec<_>>());
        for x in 0..order {
            prop_assert_eq!(left.is_p(x), right.is_p(map[x as usize]));
            for y in 0..order {
                let product = right.product(map[x as usize], map[y as usize]);
                prop_assert_eq!(map[left.product(x, y) as usize], product);
            }
        }
        Ok(())
    }

    /// [PS, Figure 3, Sections 3.4 and 3.5]: games with isomorphic quotients, and others.
    #[test]
    fn games_with_isomorphic_quotients() {
        for ((code, to), (other, other_to)) in [
            (("0.77", 27), ("0.44", 56)),
            (("0.71", 9), ("0.241", 14)),
            (("0.75", 6), ("4.56", 9)),
            (("0.36", 20), ("0.37", 15)),
            (("0.15", 30), ("0.115", 42)),
        ] {
            let (left, right) = (heap_quotient(code, to).monoid, heap_quotient(other, other_to).monoid);
            let map = found(&left, &right).unwrap_or_else(|| panic!("{code} and {other}"));
            check(&left, &right, &map).unwrap();
        }
        let s12 = tree_quotient(&["*2_+1"]).monoid;
        let s12_prime = tree_quotient(&["*2_+321"]).monoid;
        assert_eq!((s12.order(), s12_prime.order()), (12, 12));
        assert!(found(&s12, &s12_prime).is_none());
        // The tame quotient of order 130: many elements of one colour.
        let tame = tree_quotient(&["*64"]).monoid;
        assert!(found(&tame, &tame).is_some());
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(80))]

        /// A monoid with other generators in another order is isomorphic to itself; with another P it is only if the map
        /// found says so.
        #[test]
        fn renamed_monoids(
            shape in prop::collection::vec((0_u32..3, 1_u32..4), 1..4),
            bits in any::<u64>(),
            other_bits in any::<u64>(),
            seed in any::<u64>(),
        ) {
            let monoid = |bits: u64| {
                let in_p = |exponents: &[u32]| {
                    let key = exponents.iter().fold(7_u64, |h, x| h.wrapping_mul(31).wrapping_add(u64::from(*x)));
                    bits >> (key % 64) & 1 == 1
                };
                cyclic_product(&shape, in_p).reduce().0
            };
            let (left, other) = (monoid(bits), monoid(other_bits));
            let mut generators: Vec<Element> = left.generators().collect();
            generators.extend([(seed % left.order() as u64) as Element]);
            let places = generators.len() as u64;
            for at in 0..generators.len() {
                generators.swap(at, (seed >> (at * 3) & 7) as usize % places as usize);
            }
            let (right, _) = left.with_generators(&generators).unwrap();
            let map = found(&left, &right);
            prop_assert!(map.is_some());
            check(&left, &right, &map.unwrap())?;
            let there = found(&left, &other);
            prop_assert_eq!(there.is_some(), found(&other, &left).is_some());
            if let Some(map) = there {
                check(&left, &other, &map)?;
            }
        }
    }
}
