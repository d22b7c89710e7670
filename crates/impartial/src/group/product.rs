//! Products of groups: direct, semidirect, wreath, and the generalised dihedral group.

use std::sync::Arc;

use super::error::GroupError;
use super::finite::{FiniteGroup, GroupLaw, checked_order};
use super::names::Names;
use super::permutation::Permutation;
use super::table::MAX_TABLE_ORDER;
use crate::limits::Limits;

/// Tuples, multiplied component by component; the first factor is the most significant digit. Some factors next to each other, whose product
/// has a table that fits into a processor's cache, are one digit.
struct Direct {
    /// From the last to the first.
    digits: Vec<Digit>,
    /// For each element its digits, in lanes of bits: divisions would take longer than products.
    packed: Vec<u32>,
}

/// Some factors that are one digit.
struct Digit {
    group: FiniteGroup,
    /// How much one more in this digit is.
    weight: usize,
    /// Where its lane begins, and the bits of a lane.
    shift: u32,
    mask: u32,
}

/// The largest order of factors that become one digit.
const LARGEST_DIGIT: usize = 512;

impl Direct {
    fn new(factors: &[FiniteGroup]) -> Result<Self, GroupError> {
        let order = factors.iter().map(FiniteGroup::order).product();
        // A product of this size becomes a table itself.
        let largest = if order <= MAX_TABLE_ORDER { 0 } else { LARGEST_DIGIT };
        let mut digits = Vec::new();
        let mut rest = factors;
        let (mut weight, mut shift) = (1, 0);
        while let Some((last, before)) = rest.split_last() {
            let mut start = before.len();
            let mut together = last.order();
            while start > 0 && together * rest[start - 1].order() <= largest {
                start -= 1;
                together *= rest[start].order();
            }
            let bits = usize::BITS - (together - 1).leading_zeros();
            let group = FiniteGroup::direct_product(&rest[start..])?;
            digits.push(Digit { group, weight, shift, mask: (1 << bits) - 1 });
            (weight, shift) = (weight * together, shift + bits);
            rest = &rest[..start];
        }
        debug_assert!(shift <= u32::BITS, "two digits next to each other have more than nine bits together");
        let lanes = |element: usize| {
            let lane = |digit: &Digit| ((element / digit.weight % digit.group.order()) as u32) << digit.shift;
            digits.iter().map(lane).sum()
        };
        let packed = (0..order).map(lanes).collect();
        Ok(Direct { digits, packed })
    }

    /// The element whose digits a law tells.
    #[inline]
    fn of_digits(&self, law: impl Fn(&Digit) -> usize) -> usize {
        self.digits.iter().map(|digit| digit.weight * law(digit)).sum()
    }
}

impl Digit {
    #[inline]
    fn of(&self, packed: u32) -> usize {
        (packed >> self.shift & self.mask) as usize
    }
}

impl GroupLaw for Direct {
    fn order(&self) -> usize {
        self.packed.len()
    }

    fn product(&self, a: usize, b: usize) -> usize {
        let (a, b) = (self.packed[a], self.packed[b]);
        self.of_digits(|digit| digit.group.product(digit.of(a), digit.of(b)))
    }

    fn inverse(&self, a: usize) -> usize {
        let a = self.packed[a];
        self.of_digits(|digit| digit.group.inverse(digit.of(a)))
    }

    fn conjugate(&self, a: usize, g: usize, g_inverse: usize) -> usize {
        let (a, g, g_inverse) = (self.packed[a], self.packed[g], self.packed[g_inverse]);
        self.of_digits(|digit| digit.group.conjugate_by(digit.of(a), digit.of(g), digit.of(g_inverse)))
    }
}

impl FiniteGroup {
    /// The direct product: tuples, multiplied component by component.
    ///
    /// ```
    /// use impartial::group::{FiniteGroup, cyclic};
    /// let g = FiniteGroup::direct_product(&[cyclic(6)?, cyclic(3)?])?;
    /// assert_eq!((g.order(), g.name()), (18, "Z6 x Z3"));
    /// assert_eq!(g.show(g.parse_element("(4, -1)")?), "(4,2)");
    /// # Ok::<(), impartial::group::GroupError>(())
    /// ```
    pub fn direct_product(factors: &[FiniteGroup]) -> Result<Self, GroupError> {
        let order = checked_order(factors.iter().map(|factor| factor.order() as u64))?;
        if let [only] = factors {
            return Ok(only.clone());
        }
        let factors: Arc<[FiniteGroup]> = factors.into();
        let name = factors.iter().map(FiniteGroup::factor_name).collect::<Vec<_>>().join(" x ");
        let mut generators = Vec::new();
        let mut weight = order;
        for factor in factors.iter() {
            weight /= factor.order();
            generators.extend(factor.generators().iter().map(|generator| generator * weight));
        }
        let names = Names::Tuples(factors.clone());
        Ok(FiniteGroup::from_law(name, Direct::new(&factors)?, generators, names))
    }

    /// The automorphisms of a direct product that exchange two equal factors next to each other, also inside of its factors, as images of
    /// all elements; none for other groups.
    ///
    /// Cost: n for each of them, and the products of the factors' elements and generators.
    pub(crate) fn exchanges(&self) -> Vec<Vec<u32>> {
        let Names::Tuples(factors) = &self.names else { return Vec::new() };
        let mut weights = Vec::new();
        let mut weight = self.order();
        for factor in factors.iter() {
            weight /= factor.order();
            weights.push(weight);
        }
        let embedded = |at: usize| factors[at].generators().iter().map(move |g| (at, g)).collect::<Vec<_>>();
        let all: Vec<(usize, usize)> =
            (0..factors.len()).flat_map(embedded).map(|(at, g)| (at, g * weights[at])).collect();
        // Pairs name the elements of semidirect products too.
        let commute = |(i, a): &(usize, usize), (j, b): &(usize, usize)| {
            i == j || self.product(*a, *b) == self.product(*b, *a)
        };
        if !all.iter().all(|a| all.iter().all(|b| commute(a, b))) {
            return Vec::new();
        }
        let mut found: Vec<Vec<u32>> = Vec::new();
        for (factor, weight) in factors.iter().zip(&weights) {
            for images in factor.exchanges() {
                let image = |x: usize| {
                    let digit = x / weight % factor.order();
                    (x - digit * weight + images[digit] as usize * weight) as u32
                };
                found.push((0..self.order()).map(image).collect());
            }
        }
        for (pair, weights) in factors.windows(2).zip(weights.windows(2)) {
            let order = pair[0].order();
            let agree = |a: usize| {
                let agrees = |g: &usize| pair[0].product(a, *g) == pair[1].product(a, *g);
                pair[0].generators().iter().all(agrees)
            };
            if pair[1].order() != order || !(0..order).all(agree) {
                continue;
            }
            let image = |x: usize| {
                let (first, second) = (x / weights[0] % order, x / weights[1] % order);
                (x + second * weights[0] + first * weights[1] - first * weights[0] - second * weights[1])
                    as u32
            };
            found.push((0..self.order()).map(image).collect());
        }
        found
    }

    /// The semidirect product N : H on pairs (n, h), where the i-th generator of H acts on N, by b⁻¹·a·b, as the
    /// automorphism that sends the generators of N to `images[i]`.
    ///
    /// Fails when that is no automorphism, or no action of H.
    ///
    /// Cost: |N|·|H|, and (|N|·|H|)² look-ups up to order 2048.
    pub fn semidirect_product(
        normal: &FiniteGroup,
        acting: &FiniteGroup,
        images: &[Vec<usize>],
    ) -> Result<Self, GroupError> {
        checked_order([normal.order() as u64, acting.order() as u64])?;
        if images.len() != acting.generators().len() {
            return Err(GroupError::whole(format!(
                "{} has {} generators, and the action is given for {}",
                acting.name(),
                acting.generators().len(),
                images.len()
            )));
        }
        let mut maps = Vec::new();
        for given in images {
            maps.push(automorphism(normal, given)?);
        }
        let action = extend_action(normal, acting, &maps)?;
        let law = Semidirect { normal: normal.clone(), acting: acting.clone(), action };
        let m = acting.order();
        let mut generators: Vec<usize> = normal.generators().iter().map(|n| n * m).collect();
        generators.extend_from_slice(acting.generators());
        let shown: Vec<String> = images
            .iter()
            .map(|given| given.iter().map(|image| normal.show(*image)).collect::<Vec<_>>().join(","))
            .collect();
        let name = format!("{} :({}) {}", normal.factor_name(), shown.join("; "), acting.factor_name());
        let names = Names::Tuples([normal.clone(), acting.clone()].into());
        Ok(FiniteGroup::from_law(name, law, generators, names))
    }

    /// Dih(A) for an abelian group A: A : Z2 where the involution inverts.
    pub fn generalized_dihedral(abelian: &FiniteGroup) -> Result<Self, GroupError> {
        if !abelian.is_abelian() {
            return Err(GroupError::whole(format!(
                "Dih(A) needs an abelian group A, and {} is not abelian",
                abelian.name()
            )));
        }
        let inverses = abelian.generators().iter().map(|a| abelian.inverse(*a)).collect();
        let group = FiniteGroup::semidirect_product(abelian, &super::families::cyclic(2)?, &[inverses])?;
        Ok(group.named(format!("Dih({})", abelian.name())))
    }

    /// The wreath product A wr H for a permutation group H of degree d: A^d : H, where H permutes the d components.
    ///
    /// Its elements are permutations of d copies of the points of A, in the imprimitive action; a group A that is not
    /// made of permutations acts on itself by multiplication. A group H that is not made of permutations does, too.
    pub fn wreath_product(
        base: &FiniteGroup,
        top: &FiniteGroup,
        limits: &Limits,
    ) -> Result<Self, GroupError> {
        let (points, base_generators) = base.as_permutations()?;
        let (copies, top_generators) = top.as_permutations()?;
        let factors = std::iter::repeat_n(base.order() as u64, copies).chain([top.order() as u64]);
        checked_order(factors)?;
        let degree = points * copies;
        // One copy of the base for each orbit of the top group, which moves it through the orbit.
        let mut generators = Vec::new();
        let mut reached = vec![false; copies];
        for copy in 0..copies {
            if !reached[copy] {
                generators.extend(base_generators.iter().map(|step| step.shifted(copy * points, degree)));
                let mut orbit = vec![copy];
                while let Some(at) = orbit.pop() {
                    if !std::mem::replace(&mut reached[at], true) {
                        orbit.extend(top_generators.iter().map(|step| step.image(at)));
                    }
                }
            }
        }
        for step in &top_generators {
            let images =
                (0..degree).map(|point| (step.image(point / points) * points + point % points) as u16);
            generators.push(Permutation::from_images_unchecked(images.collect()));
        }
        let name = format!("{} wr {}", base.factor_name(), top.factor_name());
        FiniteGroup::from_permutations(name, &generators, limits)
    }

    /// Permutations for the generators of the group, on the points of all factors of a product side by side.
    pub(crate) fn permutation_generators(&self) -> Option<(usize, Vec<Permutation>)> {
        let Some(factors) = self.factors() else { return self.as_permutations().ok() };
        let parts: Vec<(usize, Vec<Permutation>)> =
            factors.iter().map(FiniteGroup::permutation_generators).collect::<Option<_>>()?;
        let degree = parts.iter().map(|(points, _)| points).sum();
        let mut offset = 0;
        let mut generators = Vec::new();
        for (points, own) in parts {
            generators.extend(own.iter().map(|generator| generator.shifted(offset, degree)));
            offset += points;
        }
        (degree <= super::MAX_POINT).then_some((degree, generators))
    }

    /// Permutations of the points of [`permutation_generators`](Self::permutation_generators) that may keep the group without
    /// being in it: exchanges of equal factors, and exchanges of two points in alternating ones.
    pub(crate) fn outer_symmetries(&self) -> Vec<Permutation> {
        let alone = [self.clone()];
        let factors = self.factors().unwrap_or(&alone);
        let points: Option<Vec<usize>> =
            factors.iter().map(|factor| Some(factor.permutation_generators()?.0)).collect();
        let Some(points) = points else { return Vec::new() };
        let degree: usize = points.iter().sum();
        let exchange = |a: usize, b: usize, length: usize| {
            let image = |x: usize| match x {
                _ if (a..a + length).contains(&x) => x - a + b,
                _ if (b..b + length).contains(&x) => x - b + a,
                _ => x,
            };
            Permutation::from_images_unchecked((0..degree).map(|x| image(x) as u16).collect())
        };
        let mut found = Vec::new();
        let mut offset = 0;
        for (at, factor) in factors.iter().enumerate() {
            let is_alternating = factor.name().strip_prefix('A').is_some_and(|n| n.parse::<u32>().is_ok());
            if is_alternating && points[at] >= 2 {
                found.push(exchange(offset, offset + 1, 1));
            }
            if factors.get(at + 1).is_some_and(|next| next.name() == factor.name()) {
                found.push(exchange(offset, offset + points[at], points[at]));
            }
            offset += points[at];
        }
        found
    }

    /// Permutations that generate the group faithfully: its own, cycles for Z_n, or the regular representation.
    pub(super) fn as_permutations(&self) -> Result<(usize, Vec<Permutation>), GroupError> {
        if let Some(permutations) = self.permutations() {
            let generators = self.generators().iter().map(|&a| permutations.permutation(a)).collect();
            return Ok((permutations.chain.degree(), generators));
        }
        let order = self.order();
        if order > super::permutation::MAX_POINT {
            return Err(GroupError::whole(format!(
                "{} is too large to act on itself: {order} points",
                self.name()
            )));
        }
        let regular = |step: usize| {
            Permutation::from_images_unchecked((0..order).map(|a| self.product(a, step) as u16).collect())
        };
        Ok((order, self.generators().iter().map(|&step| regular(step)).collect()))
    }
}

/// The map of a group that sends its generators to `images`, when that is an automorphism.
pub(super) fn automorphism(group: &FiniteGroup, images: &[usize]) -> Result<Vec<u32>, GroupError> {
    let generators = group.generators();
    let shown = || images.iter().map(|image| group.show(*image)).collect::<Vec<_>>().join(", ");
    if images.len() != generators.len() {
        return Err(GroupError::whole(format!(
            "{} has {} generators, and here are {} images",
            group.name(),
            generators.len(),
            images.len()
        )));
    }
    match extend_map(group, group, images) {
        Some(map) if is_bijective(&map) => Ok(map),
        _ => Err(GroupError::whole(format!(
            "the generators of {} cannot go to {}: that is no automorphism",
            group.name(),
            shown()
        ))),
    }
}

/// The homomorphism from one group to another with these images of the generators, if there is one.
///
/// Cost: |G| products a generator.
pub(super) fn extend_map(from: &FiniteGroup, to: &FiniteGroup, images: &[usize]) -> Option<Vec<u32>> {
    const UNKNOWN: u32 = u32::MAX;
    let mut map = vec![UNKNOWN; from.order()];
    map[0] = 0;
    let mut queue = vec![0usize];
    while let Some(at) = queue.pop() {
        for (generator, image) in from.generators().iter().zip(images) {
            let (next, value) = (from.product(at, *generator), to.product(map[at] as usize, *image) as u32);
            if map[next] == UNKNOWN {
                map[next] = value;
                queue.push(next);
            } else if map[next] != value {
                return None;
            }
        }
    }
    Some(map)
}

fn is_bijective(map: &[u32]) -> bool {
    let mut seen = vec![false; map.len()];
    map.iter().all(|image| !std::mem::replace(&mut seen[*image as usize], true))
}

/// The automorphism of each element of the acting group, from those of its generators.
fn extend_action(
    normal: &FiniteGroup,
    acting: &FiniteGroup,
    maps: &[Vec<u32>],
) -> Result<Vec<Arc<[u32]>>, GroupError> {
    let mut action: Vec<Option<Arc<[u32]>>> = vec![None; acting.order()];
    action[0] = Some((0..normal.order() as u32).collect());
    let mut queue = vec![0usize];
    while let Some(at) = queue.pop() {
        let before = action[at].clone().expect("queued elements have their automorphism");
        for (generator, map) in acting.generators().iter().zip(maps) {
            let next = acting.product(at, *generator);
            // n^(h·g) = (n^h)^g.
            let image: Arc<[u32]> = before.iter().map(|n| map[*n as usize]).collect();
            match &action[next] {
                None => {
                    action[next] = Some(image);
                    queue.push(next);
                }
                Some(known) if *known == image => {}
                Some(_) => {
                    return Err(GroupError::whole(format!(
                        "these automorphisms of {} do not satisfy the relations of {}",
                        normal.name(),
                        acting.name()
                    )));
                }
            }
        }
    }
    Ok(action.into_iter().flatten().collect())
}

/// Pairs (n, h) meaning n·h, where h acts on the right: h⁻¹·n·h = n^h.
struct Semidirect {
    normal: FiniteGroup,
    acting: FiniteGroup,
    /// `action[h][n]` = n^h.
    action: Vec<Arc<[u32]>>,
}

impl GroupLaw for Semidirect {
    fn order(&self) -> usize {
        self.normal.order() * self.acting.order()
    }

    fn product(&self, a: usize, b: usize) -> usize {
        let m = self.acting.order();
        let (n, h, k, l) = (a / m, a % m, b / m, b % m);
        // n·h·k·l = n·k^(h⁻¹)·h·l.
        let moved = self.action[self.acting.inverse(h)][k] as usize;
        self.normal.product(n, moved) * m + self.acting.product(h, l)
    }

    fn inverse(&self, a: usize) -> usize {
        let m = self.acting.order();
        let (n, h) = (a / m, a % m);
        let moved = self.action[h][self.normal.inverse(n)] as usize;
        moved * m + self.acting.inverse(h)
    }
}
