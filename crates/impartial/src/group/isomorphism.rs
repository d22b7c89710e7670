//! When two groups are the same: invariants first, then a search for images of generators.

use std::hash::{Hash, Hasher};

use rustc_hash::{FxHashMap, FxHasher};

use super::classes::ConjugacyClasses;
use super::finite::FiniteGroup;
use super::subgroup::Subgroup;
use crate::limits::{Limits, StopReason};

/// A colour for each element that isomorphisms preserve, and their multiset.
///
/// The colour of an element is made of its order, the size of its class, the number of its square roots and cube roots,
/// and the same of its powers. Groups with different fingerprints are not isomorphic.
#[derive(Clone, Debug)]
pub struct Fingerprint {
    colors: Vec<u64>,
    /// The colours with the number of elements of each, sorted.
    multiset: Vec<(u64, usize)>,
}

impl Fingerprint {
    /// The fingerprint of a group.
    ///
    /// Cost: about n products for each generator and small power.
    pub fn new(group: &FiniteGroup, limits: &Limits) -> Result<Self, StopReason> {
        let classes = ConjugacyClasses::new(group, limits)?;
        let n = group.order();
        let squares: Vec<usize> = (0..n).map(|a| group.product(a, a)).collect();
        let cubes: Vec<usize> = (0..n).map(|a| group.product(squares[a], a)).collect();
        let (mut square_roots, mut cube_roots) = (vec![0u32; n], vec![0u32; n]);
        for a in 0..n {
            square_roots[squares[a]] += 1;
            cube_roots[cubes[a]] += 1;
        }
        let by_class: Vec<u64> = (0..classes.count())
            .map(|class| {
                let a = classes.representative(class);
                digest(&(group.element_order(a), classes.size(class), square_roots[a], cube_roots[a]))
            })
            .collect();
        let mut colors: Vec<u64> = (0..n).map(|a| by_class[classes.class_of(a)]).collect();
        for _ in 0..2 {
            // Which colours the roots of an element have, as a sum, and the colours of its powers.
            let mut roots = vec![(0u64, 0u64); n];
            for a in 0..n {
                roots[squares[a]].0 = roots[squares[a]].0.wrapping_add(digest(&colors[a]));
                roots[cubes[a]].1 = roots[cubes[a]].1.wrapping_add(digest(&colors[a]));
            }
            colors = (0..n)
                .map(|a| digest(&(colors[a], colors[squares[a]], colors[cubes[a]], roots[a])))
                .collect();
        }
        let mut sorted = colors.clone();
        sorted.sort_unstable();
        let multiset = sorted.chunk_by(|a, b| a == b).map(|run| (run[0], run.len())).collect();
        Ok(Fingerprint { colors, multiset })
    }

    /// Whether nothing here tells two groups apart.
    pub fn agrees_with(&self, other: &Fingerprint) -> bool {
        self.multiset == other.multiset
    }
}

fn digest(value: &impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    value.hash(&mut hasher);
    hasher.finish()
}

/// An isomorphism between two groups, as the image of each element, if there is one.
///
/// ```
/// use impartial::group::{self, isomorphism};
/// let limits = Default::default();
/// let (a, b) = (group::parse("S3 x Z2", &limits)?, group::parse("D6", &limits)?);
/// assert!(isomorphism(&a, &b, &limits).unwrap().is_some());
/// assert!(isomorphism(&a, &group::parse("Dic3", &limits)?, &limits).unwrap().is_none());
/// # Ok::<(), group::GroupError>(())
/// ```
///
/// Cost: the invariants, then for each generator of a small generating set the number of elements of its colour, in the
/// worst case multiplied.
pub fn isomorphism(
    from: &FiniteGroup,
    to: &FiniteGroup,
    limits: &Limits,
) -> Result<Option<Vec<u32>>, StopReason> {
    if from.order() != to.order() {
        return Ok(None);
    }
    let (left, right) = (Fingerprint::new(from, limits)?, Fingerprint::new(to, limits)?);
    if !left.agrees_with(&right) {
        return Ok(None);
    }
    let search = Search::new(from, to, &left, &right, limits);
    Ok(search.run(1)?.pop())
}

/// The automorphisms of a group, each as the image of every element; `None` when there are more than `most`.
///
/// ```
/// use impartial::group::{self, automorphisms};
/// let limits = Default::default();
/// let count = |name: &str, most| {
///     let group = group::parse(name, &limits)?;
///     Ok::<_, group::GroupError>(automorphisms(&group, most, &limits).unwrap().map(|all| all.len()))
/// };
/// assert_eq!(count("Q8", 100)?, Some(24)); // S4
/// assert_eq!(count("Z2^4", 30_000)?, Some(20_160)); // GL(4,2)
/// assert_eq!(count("Z2^4", 1000)?, None);
/// # Ok::<(), group::GroupError>(())
/// ```
///
/// Cost: that of [`isomorphism`], and n products for each automorphism and generator.
pub fn automorphisms(
    group: &FiniteGroup,
    most: usize,
    limits: &Limits,
) -> Result<Option<Vec<Vec<u32>>>, StopReason> {
    let fingerprint = Fingerprint::new(group, limits)?;
    let all = Search::new(group, group, &fingerprint, &fingerprint, limits).run(most.saturating_add(1))?;
    Ok((all.len() <= most).then_some(all))
}

/// The search for images of generators.
struct Search<'a> {
    from: &'a FiniteGroup,
    to: &'a FiniteGroup,
    generators: Vec<usize>,
    candidates: Vec<Vec<usize>>,
    limits: &'a Limits,
}

impl<'a> Search<'a> {
    fn new(
        from: &'a FiniteGroup,
        to: &'a FiniteGroup,
        left: &Fingerprint,
        right: &Fingerprint,
        limits: &'a Limits,
    ) -> Self {
        let sizes: FxHashMap<u64, usize> = left.multiset.iter().copied().collect();
        // Each generator enlarges the subgroup most for the number of images it could have.
        let mut generators = Vec::new();
        let mut subgroup = Subgroup::trivial(from);
        while subgroup.order() < from.order() {
            let mut best: Option<(f64, usize, Subgroup)> = None;
            let mut tried: Vec<u64> = Vec::new();
            for a in 0..from.order() {
                let color = left.colors[a];
                if subgroup.contains(a) || tried.iter().filter(|known| **known == color).count() >= 4 {
                    continue;
                }
                tried.push(color);
                let mut larger = subgroup.clone();
                larger.extend(from, a);
                let growth = (larger.order() as f64 / subgroup.order() as f64).ln();
                let score = ((sizes[&color] as f64).ln() + 0.1) / growth;
                if best.as_ref().is_none_or(|(known, ..)| score < *known) {
                    best = Some((score, a, larger));
                }
            }
            let Some((_, generator, larger)) = best else { break };
            generators.push(generator);
            subgroup = larger;
        }
        let with_color =
            |color: u64| (0..to.order()).filter(|a| right.colors[*a] == color).collect::<Vec<usize>>();
        let candidates = generators.iter().map(|a| with_color(left.colors[*a])).collect();
        Search { from, to, generators, candidates, limits }
    }

    /// The first `most` isomorphisms.
    fn run(&self, most: usize) -> Result<Vec<Vec<u32>>, StopReason> {
        let mut found = Vec::new();
        self.extend(&mut Vec::new(), most, &mut found)?;
        Ok(found)
    }

    fn extend(
        &self,
        images: &mut Vec<usize>,
        most: usize,
        found: &mut Vec<Vec<u32>>,
    ) -> Result<(), StopReason> {
        let depth = images.len();
        if depth == self.generators.len() {
            let map = self.partial_map(images);
            found.extend(map.map(|map| map.into_iter().map(|image| image as u32).collect()));
            return Ok(());
        }
        for &candidate in &self.candidates[depth] {
            self.limits.poll()?;
            images.push(candidate);
            if self.partial_map(images).is_some() {
                self.extend(images, most, found)?;
            }
            images.pop();
            if found.len() >= most {
                break;
            }
        }
        Ok(())
    }

    /// The isomorphism between the subgroups generated so far, if the images are right; elements outside map to 0.
    fn partial_map(&self, images: &[usize]) -> Option<Vec<usize>> {
        const UNKNOWN: usize = usize::MAX;
        let mut map = vec![UNKNOWN; self.from.order()];
        let mut reached = vec![false; self.to.order()];
        map[0] = 0;
        reached[0] = true;
        let mut queue = vec![0usize];
        while let Some(at) = queue.pop() {
            for (generator, image) in self.generators.iter().zip(images) {
                let (next, value) = (self.from.product(at, *generator), self.to.product(map[at], *image));
                if map[next] == UNKNOWN {
                    if std::mem::replace(&mut reached[value], true) {
                        return None;
                    }
                    map[next] = value;
                    queue.push(next);
                } else if map[next] != value {
                    return None;
                }
            }
        }
        Some(map.into_iter().map(|image| if image == UNKNOWN { 0 } else { image }).collect())
    }
}

/// Whether two groups are isomorphic.
pub fn are_isomorphic(a: &FiniteGroup, b: &FiniteGroup, limits: &Limits) -> Result<bool, StopReason> {
    Ok(isomorphism(a, b, limits)?.is_some())
}
