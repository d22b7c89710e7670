//! Cones by their inequalities and by their rays: the double description method, exact.

use num_bigint::{BigInt, Sign};

use super::linear::primitive;
use super::rules::Inequality;
use crate::limits::{Limits, StopReason};

/// A polyhedral cone as lines and rays: all combinations with real coefficients on the lines and nonnegative ones on the rays.
///
/// Invariants: vectors are primitive; lines are independent; no ray is a combination of the others and the lines.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Generators {
    /// A basis of the largest linear space in the cone; empty when the cone is pointed.
    pub lines: Vec<Vec<BigInt>>,
    /// The extreme rays, modulo the lines.
    pub rays: Vec<Vec<BigInt>>,
}

/// The generators of the cone of all x with a·x ≥ 0 for every normal vector a.
///
/// Motzkin's double description method: the inequalities are taken in one at a time, and neighbouring rays on the two
/// sides of the new hyperplane are combined; two rays are neighbours when no third one lies on all hyperplanes that both
/// lie on.
///
/// # Errors
/// A limit reached: cones of many inequalities in many dimensions have very many rays.
///
/// Cost: for r rays at most on the way and m inequalities, O(m·r²·(d + r)) operations.
///
/// ```
/// use impartial::lattice::cone::generators;
/// use impartial::limits::Limits;
/// // x + 3y ≥ 0 and x ≥ 0: a wedge with negative coordinates.
/// let wedge = generators(2, &[vec![1, 3], vec![1, 0]], &Limits::none())?;
/// assert!(wedge.lines.is_empty());
/// assert_eq!(wedge.rays, [[3, -1], [0, 1]].map(|ray| ray.map(Into::into).to_vec()));
/// # Ok::<(), impartial::limits::StopReason>(())
/// ```
pub fn generators(dimension: usize, normals: &[Vec<i64>], limits: &Limits) -> Result<Generators, StopReason> {
    let unit = |i: usize| (0..dimension).map(|j| BigInt::from(i64::from(i == j))).collect();
    let mut lines: Vec<Vec<BigInt>> = (0..dimension).map(unit).collect();
    let mut rays: Vec<Ray> = Vec::new();
    for (index, normal) in normals.iter().enumerate() {
        limits.poll()?;
        let product = |vector: &[BigInt]| -> BigInt { normal.iter().zip(vector).map(|(a, v)| a * v).sum() };
        if let Some(at) = lines.iter().position(|line| product(line).sign() != Sign::NoSign) {
            cut_a_line(&mut lines, at, &mut rays, index, &product);
        } else {
            rays = cut_rays(&rays, index, &product, limits)?;
        }
    }
    let mut rays: Vec<Vec<BigInt>> = rays.into_iter().map(|ray| ray.vector).collect();
    rays.sort_by(|left, right| right.cmp(left));
    Ok(Generators { lines, rays })
}

/// A ray, and which of the hyperplanes taken in so far it lies on.
#[derive(Clone)]
struct Ray {
    vector: Vec<BigInt>,
    on: Vec<u64>,
}

impl Ray {
    fn lies_on(&mut self, hyperplane: usize) {
        if self.on.len() <= hyperplane / 64 {
            self.on.resize(hyperplane / 64 + 1, 0);
        }
        self.on[hyperplane / 64] |= 1 << (hyperplane % 64);
    }

    fn common(&self, other: &Ray) -> Vec<u64> {
        self.on.iter().zip(&other.on).map(|(a, b)| a & b).collect()
    }

    fn lies_on_all(&self, hyperplanes: &[u64]) -> bool {
        hyperplanes.iter().enumerate().all(|(word, bits)| bits & !self.on.get(word).unwrap_or(&0) == 0)
    }
}

/// A line that leaves the hyperplane becomes a ray on its positive side; all else is moved along it into the hyperplane.
fn cut_a_line(
    lines: &mut Vec<Vec<BigInt>>,
    at: usize,
    rays: &mut Vec<Ray>,
    index: usize,
    product: &impl Fn(&[BigInt]) -> BigInt,
) {
    let mut line = lines.remove(at);
    if product(&line).sign() == Sign::Minus {
        line.iter_mut().for_each(|entry| *entry = -std::mem::take(entry));
    }
    let height = product(&line);
    let into_hyperplane = |vector: &[BigInt]| {
        let own = product(vector);
        primitive(vector.iter().zip(&line).map(|(v, l)| v * &height - l * &own).collect())
    };
    for other in lines.iter_mut() {
        *other = into_hyperplane(other);
    }
    for ray in rays.iter_mut() {
        ray.vector = into_hyperplane(&ray.vector);
        ray.lies_on(index);
    }
    // A line lies on every hyperplane before this one.
    let mut ray = Ray { vector: line, on: Vec::new() };
    (0..index).for_each(|earlier| ray.lies_on(earlier));
    rays.push(ray);
}

/// The rays on the positive side and on the hyperplane, with the points where edges cross it.
fn cut_rays(
    rays: &[Ray],
    index: usize,
    product: &impl Fn(&[BigInt]) -> BigInt,
    limits: &Limits,
) -> Result<Vec<Ray>, StopReason> {
    let heights: Vec<BigInt> = rays.iter().map(|ray| product(&ray.vector)).collect();
    let mut kept = Vec::new();
    for (ray, height) in rays.iter().zip(&heights) {
        match height.sign() {
            Sign::Plus => kept.push(ray.clone()),
            Sign::NoSign => {
                let mut ray = ray.clone();
                ray.lies_on(index);
                kept.push(ray);
            }
            Sign::Minus => {}
        }
    }
    for (i, above) in rays.iter().enumerate().filter(|(i, _)| heights[*i].sign() == Sign::Plus) {
        limits.poll()?;
        for (j, below) in rays.iter().enumerate().filter(|(j, _)| heights[*j].sign() == Sign::Minus) {
            let common = above.common(below);
            let between = |k: usize, ray: &Ray| k != i && k != j && ray.lies_on_all(&common);
            if rays.iter().enumerate().any(|(k, ray)| between(k, ray)) {
                continue;
            }
            let combined = above
                .vector
                .iter()
                .zip(&below.vector)
                .map(|(a, b)| b * &heights[i] - a * &heights[j])
                .collect();
            let mut crossing = Ray { vector: primitive(combined), on: common };
            crossing.lies_on(index);
            kept.push(crossing);
        }
    }
    Ok(kept)
}

/// A vertex of a polyhedron: the point `numerator` / `denominator`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Vertex {
    /// The coordinates, times the denominator.
    pub numerator: Vec<BigInt>,
    /// The denominator, positive.
    pub denominator: BigInt,
}

/// The vertices of the polyhedron of the inequalities; none when it is empty or not pointed.
///
/// # Errors
/// A limit reached, as for [`generators`] in one dimension more.
pub fn vertices(
    dimension: usize,
    inequalities: &[Inequality],
    limits: &Limits,
) -> Result<Vec<Vertex>, StopReason> {
    let mut homogeneous: Vec<Vec<i64>> = inequalities
        .iter()
        .map(|inequality| inequality.normal.iter().copied().chain([-inequality.bound]).collect())
        .collect();
    homogeneous.push((0..=dimension).map(|i| i64::from(i == dimension)).collect());
    let cone = generators(dimension + 1, &homogeneous, limits)?;
    if !cone.lines.is_empty() {
        return Ok(Vec::new());
    }
    let mut vertices = Vec::new();
    for mut ray in cone.rays {
        let denominator = ray.pop().expect("a ray of the cone over a polyhedron has a last entry");
        if denominator.sign() == Sign::Plus {
            vertices.push(Vertex { numerator: ray, denominator });
        }
    }
    Ok(vertices)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lattice::linear::small;
    use proptest::prelude::*;

    fn small_rays(dimension: usize, normals: &[Vec<i64>]) -> Vec<Vec<i64>> {
        let found = generators(dimension, normals, &Limits::none()).unwrap();
        found.rays.iter().map(|ray| small(ray).unwrap()).collect()
    }

    #[test]
    fn the_cube_and_the_orthant() {
        let orthant: Vec<Vec<i64>> = (0..5).map(|i| (0..5).map(|j| i64::from(i == j)).collect()).collect();
        let mut rays = small_rays(5, &orthant);
        rays.sort();
        rays.reverse();
        assert_eq!(rays, orthant);
        // The cone over the 4-cube has 16 rays; its dual, the cone over the cross-polytope, has 8.
        let cube: Vec<Vec<i64>> = (0..8)
            .map(|k| {
                (0..5).map(|j| if j == 4 { 1 } else { i64::from(j == k / 2) * (1 - 2 * (k % 2)) }).collect()
            })
            .map(|v: Vec<i64>| v)
            .collect();
        let rays = small_rays(5, &cube);
        assert_eq!(rays.len(), 16);
        assert_eq!(small_rays(5, &rays).len(), 8);
        let square = [([2, 0], 1), ([-2, 0], -5), ([0, 1], 0), ([0, -1], -7)]
            .map(|(normal, bound)| Inequality { normal: normal.to_vec(), bound });
        assert_eq!(vertices(2, &square, &Limits::none()).unwrap().len(), 4);
    }

    #[test]
    fn a_half_space_has_lines() {
        let half = generators(3, &[vec![1, 1, 1]], &Limits::none()).unwrap();
        assert_eq!((half.lines.len(), half.rays.len()), (2, 1));
    }

    proptest! {
        /// The rays satisfy the inequalities, and the dual of the dual has the inequalities' extreme ones back.
        #[test]
        fn the_dual_of_the_dual_is_the_cone(
            normals in prop::collection::vec(prop::collection::vec(-4i64..=4, 3), 1..9),
        ) {
            let limits = Limits::none();
            let cone = generators(3, &normals, &limits).unwrap();
            let as_small = |vectors: &[Vec<BigInt>]| -> Vec<Vec<i64>> {
                vectors.iter().map(|vector| small(vector).unwrap()).collect()
            };
            let both = |cone: &Generators| -> Vec<Vec<i64>> {
                let lines = as_small(&cone.lines);
                let negative = lines.iter().map(|line| line.iter().map(|entry| -entry).collect());
                lines.iter().cloned().chain(negative).chain(as_small(&cone.rays)).collect()
            };
            let all = both(&cone);
            for (normal, vector) in normals.iter().flat_map(|n| all.iter().map(move |v| (n, v))) {
                prop_assert!(crate::lattice::rules::dot(normal, vector) >= 0);
            }
            let dual = generators(3, &all, &limits).unwrap();
            let again = generators(3, &both(&dual), &limits).unwrap();
            prop_assert_eq!(again.rays.len(), cone.rays.len());
            prop_assert_eq!(again.lines.len(), cone.lines.len());
            // Every normal is nonnegative on the cone, so it is a combination of the generators of the dual.
            for functional in both(&dual) {
                for vector in &all {
                    prop_assert!(crate::lattice::rules::dot(&functional, vector) >= 0);
                }
            }
        }
    }
}
