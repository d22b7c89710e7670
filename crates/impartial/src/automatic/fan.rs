//! Arrays on N^2 that repeat along finitely many rays, and all that they show together with shifts of themselves.
//!
//! Most games of the plane look alike from far away: sectors with two periods each, and along every ray between two sectors
//! a strip with one. A [`Fan`] describes such an array by its values in a corner and one period along every ray.

use num_bigint::{BigInt, BigUint};
use std::ops::ControlFlow;

use crate::integer::{gcd, lcm};

mod explore;

pub(crate) use explore::Question;

/// A vector of the plane.
pub type Vector = [i64; 2];

/// The determinant of two vectors: positive when the second lies counterclockwise of the first.
pub(crate) fn det(u: Vector, v: Vector) -> i64 {
    u[0] * v[1] - u[1] * v[0]
}

/// An array on N^2 with a period along every ray of a fan.
///
/// The rays u_0, …, u_k go from the first axis to the second. Cone j consists of the points x from ray j on (which belongs to it)
/// up to ray j + 1 (which does not, except for the last). With D = det(u_j, u_{j+1}), the numbers det(x, u_{j+1})/D and
/// det(u_j, x)/D are the coefficients of x in u_j and u_{j+1}; and the array says the same at x and x − u_j wherever
/// det(x, u_{j+1}) >= D + `thresholds[j][0]`, the same at x and x − u_{j+1} wherever det(u_j, x) >= D + `thresholds[j][1]`.
/// So its values in a corner of the plane are all there is to know.
///
/// ```
/// use impartial::automatic::Fan;
/// // 1 where x >= y and x is even, else 0.
/// let fan = Fan::new(vec![[2, 0], [2, 2], [0, 1]], vec![[1, 0], [0, 1]], 5, |x, y| u32::from(x >= y && x % 2 == 0)).unwrap();
/// assert_eq!((fan.at(1000, 1000), fan.at(1000, 1001), fan.at(1001, 7)), (1, 0, 0));
/// ```
///
/// Invariants: 1. the first ray is a multiple of (1,0), the last of (0,1), and each lies counterclockwise of the one before;
/// 2. there are two thresholds >= 0 for every cone, and the first is positive except in the last cone (so that subtracting
/// periods never leads from a cone); 3. the corner has side² values, and all points from which no period can be
/// subtracted lie in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fan {
    rays: Vec<Vector>,
    thresholds: Vec<[i64; 2]>,
    side: usize,
    /// The values at the points with coordinates below `side`, second coordinate fastest.
    corner: Vec<u32>,
}

/// Entries of rays and thresholds stay below this, so that products of three numbers fit.
const MOST: i64 = 1 << 20;

impl Fan {
    /// The fan with these rays and thresholds, and the values of an array in the corner [0, side)²; or the invariant that fails.
    pub fn new(
        rays: Vec<Vector>,
        thresholds: Vec<[i64; 2]>,
        side: usize,
        mut value: impl FnMut(usize, usize) -> u32,
    ) -> Result<Self, String> {
        let mut fan = Fan { rays, thresholds, side, corner: Vec::new() };
        fan.check_rays()?;
        fan.corner = (0..side * side).map(|place| value(place / side, place % side)).collect();
        // What periods lead to is what counts.
        fan.corner = (0..side * side)
            .map(|place| fan.corner[fan.place([(place / side) as i64, (place % side) as i64])])
            .collect();
        Ok(fan)
    }

    /// Verifies the numbered invariants.
    pub fn check_invariants(&self) -> Result<(), String> {
        if self.corner.len() != self.side * self.side {
            return Err("3: the corner has another size".into());
        }
        self.check_rays()
    }

    fn check_rays(&self) -> Result<(), String> {
        let small = |entry: &i64| (0..MOST).contains(entry);
        let in_order = self.rays.windows(2).all(|pair| det(pair[0], pair[1]) > 0);
        let ends = self.rays.len() >= 2 && self.rays[0][1] == 0 && self.rays[self.rays.len() - 1][0] == 0;
        if !ends || !in_order || !self.rays.iter().flatten().all(small) {
            return Err("1: the rays do not go from one axis to the other".into());
        }
        let last = self.rays.len() - 2;
        let right = |(j, [a, b]): (usize, &[i64; 2])| {
            *a >= i64::from(j < last) && *b >= 0 && *a < MOST * MOST && *b < MOST * MOST
        };
        if self.thresholds.len() != last + 1 || !self.thresholds.iter().enumerate().all(right) {
            return Err("2: the thresholds are not right".into());
        }
        for j in 0..=last {
            if self.reach(j, self.period(j) + self.thresholds[j][0], self.period(j) + self.thresholds[j][1])
                > self.side as i128
            {
                return Err("3: the corner is too small".into());
            }
        }
        Ok(())
    }

    /// D = det(u_j, u_{j+1}).
    fn period(&self, j: usize) -> i64 {
        det(self.rays[j], self.rays[j + 1])
    }

    /// A bound for the coordinates of points of cone j with coefficients below a/D and b/D.
    fn reach(&self, j: usize, a: i64, b: i64) -> i128 {
        let (u, v) = (self.rays[j], self.rays[j + 1]);
        let along = |axis: usize| i128::from(a) * i128::from(u[axis]) + i128::from(b) * i128::from(v[axis]);
        along(0).max(along(1)) / i128::from(self.period(j)) + 1
    }

    /// The periods, one along each ray.
    pub fn rays(&self) -> &[Vector] {
        &self.rays
    }

    /// From where on the two periods of each cone hold.
    pub fn thresholds(&self) -> &[[i64; 2]] {
        &self.thresholds
    }

    /// The side of the corner that is written down.
    pub fn side(&self) -> usize {
        self.side
    }

    /// The values in the corner, second coordinate fastest.
    pub fn corner(&self) -> &[u32] {
        &self.corner
    }

    /// For both axes the odd part of the least number of steps along it that is a combination of the periods, in every cone.
    pub(crate) fn radices(&self) -> [u64; 2] {
        let mut radices = [1; 2];
        for pair in self.rays.windows(2) {
            let d = det(pair[0], pair[1]).unsigned_abs();
            for (axis, radix) in radices.iter_mut().enumerate() {
                // e_0 D = v_1 u − u_1 v, and e_1 D = u_0 v − v_0 u.
                let entries = pair.iter().map(|ray| ray[1 - axis].unsigned_abs());
                let order = d / entries.fold(d, gcd);
                *radix = lcm(*radix, order >> order.trailing_zeros()).min(1 << 32);
            }
        }
        radices
    }

    /// The same fan with every value replaced.
    #[must_use]
    pub fn map_values(&self, image: impl Fn(u32) -> u32) -> Self {
        Fan { corner: self.corner.iter().map(|value| image(*value)).collect(), ..self.clone() }
    }

    /// The same fan with a corner no larger than it has to be.
    #[must_use]
    pub fn trimmed(mut self) -> Self {
        let cones = 0..self.thresholds.len();
        let reaches = cones.map(|j| {
            self.reach(j, self.period(j) + self.thresholds[j][0], self.period(j) + self.thresholds[j][1])
        });
        let side = reaches.max().map_or(self.side, |reach| reach as usize).min(self.side);
        self.corner =
            (0..side * side).map(|place| self.corner[place / side * self.side + place % side]).collect();
        self.side = side;
        self
    }

    /// The cone of a point other than the origin (which counts to the last).
    pub(crate) fn cone(&self, x: Vector) -> usize {
        let last = self.thresholds.len() - 1;
        (0..last).find(|j| det(x, self.rays[j + 1]) > 0).unwrap_or(last)
    }

    /// The value at a point. Cost: a few multiplications for every ray.
    ///
    /// # Panics
    /// May overflow for coordinates of 2^40 and more: see [`at_big`](Self::at_big).
    pub fn at(&self, x: u64, y: u64) -> u32 {
        self.value([x as i64, y as i64])
    }

    /// The value at a point of N^2.
    fn value(&self, x: Vector) -> u32 {
        let side = self.side as i64;
        if x[0] < side && x[1] < side {
            return self.corner[x[0] as usize * self.side + x[1] as usize];
        }
        self.corner[self.place(x)]
    }

    /// The place in the corner of a point after all periods that can be subtracted.
    fn place(&self, x: Vector) -> usize {
        let j = self.cone(x);
        let (u, v, d) = (self.rays[j], self.rays[j + 1], self.period(j));
        let [a, b] = self.thresholds[j];
        let (m, n) = ((det(x, v) - a).div_euclid(d).max(0), (det(u, x) - b).div_euclid(d).max(0));
        let reduced = |axis: usize| (x[axis] - m * u[axis] - n * v[axis]) as usize;
        reduced(0) * self.side + reduced(1)
    }

    /// The value at a point with coordinates of any size.
    pub fn at_big(&self, x: &[BigUint]) -> u32 {
        let signed = |x: &BigUint| BigInt::from(x.clone());
        let (x, y) = (signed(&x[0]), signed(&x[1]));
        let det_ray = |v: Vector| &x * v[1] - &y * v[0];
        let zero = BigInt::ZERO;
        let last = self.thresholds.len() - 1;
        let j = (0..last).find(|j| det_ray(self.rays[j + 1]) > zero).unwrap_or(last);
        let (u, v, d) = (self.rays[j], self.rays[j + 1], self.period(j));
        // Whole periods beyond a threshold; a truncated quotient is right, for nothing is done when it is not positive.
        let beyond = |along: BigInt, threshold: i64| ((along - threshold) / d).max(zero.clone());
        let (m, n) = (beyond(det_ray(v), self.thresholds[j][0]), beyond(-det_ray(u), self.thresholds[j][1]));
        let reduced = |x: &BigInt, axis: usize| {
            usize::try_from(x - &m * u[axis] - &n * v[axis]).expect("representatives lie in the corner")
        };
        self.corner[reduced(&x, 0) * self.side + reduced(&y, 1)]
    }

    /// The points of each cone from which no period can be subtracted, with the periods that can be added to them: all points
    /// of the plane are obtained so, each once.
    pub fn representatives(&self) -> Vec<(Vector, Vec<Vector>)> {
        let mut all = Vec::new();
        for j in 0..self.thresholds.len() {
            let (u, v, d) = (self.rays[j], self.rays[j + 1], self.period(j));
            let [a, b] = self.thresholds[j];
            let _ = self.each_point(j, a + d, b + d, &mut |x| {
                let mut periods = Vec::new();
                periods.extend((det(x, v) >= a).then_some(u));
                periods.extend((det(u, x) >= b).then_some(v));
                all.push((x, periods));
                ControlFlow::Continue(())
            });
        }
        all
    }

    /// Visits the points of cone j with det(x, u_{j+1}) < `most_u` and det(u_j, x) < `most_v`.
    fn each_point(
        &self,
        j: usize,
        most_u: i64,
        most_v: i64,
        visit: &mut impl FnMut(Vector) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let (u, v) = (self.rays[j], self.rays[j + 1]);
        let least_u = i64::from(j + 1 < self.thresholds.len());
        let up = |n: i64, d: i64| -(-n).div_euclid(d);
        for x in 0..self.reach(j, most_u, most_v) as i64 {
            // 0 <= u_0 y − u_1 x < most_v, and least_u <= v_1 x − v_0 y < most_u; u_0 is positive.
            let mut low = up(u[1] * x, u[0]);
            let mut high = (most_v - 1 + u[1] * x).div_euclid(u[0]);
            if v[0] > 0 {
                low = low.max(up(v[1] * x - most_u + 1, v[0]));
                high = high.min((v[1] * x - least_u).div_euclid(v[0]));
            } else if !(least_u..most_u).contains(&(v[1] * x)) {
                continue;
            }
            for y in low..=high {
                visit([x, y])?;
            }
        }
        ControlFlow::Continue(())
    }
}
#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Limits;
    use proptest::prelude::*;

    /// Three sectors, by hand: what they say at a point.
    fn literal(x: u64, y: u64) -> u32 {
        if 2 * y <= x {
            u32::from(x.is_multiple_of(2))
        } else if y <= 3 * x {
            2 + u32::from(y.is_multiple_of(3))
        } else {
            4
        }
    }

    fn three_sectors() -> Fan {
        Fan::new(vec![[2, 0], [6, 3], [1, 3], [0, 1]], vec![[1, 1], [1, 1], [1, 1]], 24, |x, y| {
            literal(x as u64, y as u64)
        })
        .unwrap()
    }

    #[test]
    fn a_corner_says_it_all() {
        let fan = three_sectors().trimmed();
        assert!(fan.side() < 24);
        assert_eq!(fan.check_invariants(), Ok(()));
        for x in 0..120 {
            for y in 0..400 {
                assert_eq!(fan.at(x, y), literal(x, y), "{x},{y}");
                assert_eq!(fan.at_big(&[x.into(), y.into()]), literal(x, y), "{x},{y}");
            }
        }
        let far = BigUint::from(10u32).pow(40);
        assert_eq!(fan.at_big(&[&far * 3u32, far.clone()]), 1);
        assert_eq!(fan.at_big(&[far.clone(), &far * 3u32]), 3);
    }

    #[test]
    fn representatives_and_periods_are_all_points_once() {
        let mut count = vec![0; 60 * 60];
        for (x, periods) in three_sectors().representatives() {
            let step = |k: usize| periods.get(k).copied().unwrap_or([1 << 30; 2]);
            for m in 0..60 {
                for n in 0..60 {
                    let at = [0, 1].map(|axis| x[axis] + m * step(0)[axis] + n * step(1)[axis]);
                    if at[0] < 60 && at[1] < 60 {
                        count[(at[0] * 60 + at[1]) as usize] += 1;
                    }
                }
            }
        }
        assert!(count.iter().all(|count| *count == 1));
    }

    #[test]
    fn invariants_are_checked() {
        let fan =
            |rays: Vec<Vector>, thresholds: Vec<[i64; 2]>, side| Fan::new(rays, thresholds, side, |_, _| 0);
        assert!(fan(vec![[1, 0], [0, 1]], vec![[0, 0]], 3).is_ok());
        for (rays, thresholds, side, number) in [
            (vec![[1, 0]], vec![], 9, '1'),
            (vec![[1, 1], [0, 1]], vec![[0, 0]], 9, '1'),
            (vec![[1, 0], [1, 3], [1, 2], [0, 1]], vec![[1, 0], [1, 0], [0, 0]], 9, '1'),
            (vec![[1, 0], [1, 1], [0, 1]], vec![[0, 0], [0, 0]], 9, '2'),
            (vec![[1, 0], [0, 1]], vec![[0, -1]], 9, '2'),
            (vec![[1, 0], [0, 1]], vec![[0, 4]], 3, '3'),
        ] {
            let error = fan(rays, thresholds, side).unwrap_err();
            assert!(error.starts_with(number), "{error}");
        }
    }

    proptest! {
        /// What is met far out is met among the points looked at, for all shifts, half-spaces and points.
        #[test]
        fn nothing_new_is_seen_far_out(
            shifts in proptest::collection::vec([-9i64..9, -9i64..9], 1..4),
            point in [0i64..12, 0i64..12],
            side in 0usize..5,
            bound in -20i64..20,
        ) {
            let normal = [[1, 0], [0, 1], [1, -2], [-3, 1], [-1, -1]][side];
            let question = Question { shifts, half_spaces: vec![(normal, bound)], points: vec![point] };
            let mut seen = Vec::new();
            let fan = three_sectors();
            let explored = fan.explore(&question, &Limits::none(), |values| {
                seen.push(values.to_vec());
                ControlFlow::Continue(())
            });
            prop_assert_eq!(explored.unwrap().unwrap().patterns, seen.len());
            for x in 0..70i64 {
                for y in 0..210i64 {
                    let mut expected: Vec<u32> = question.shifts.iter().map(|d| {
                        let (x, y) = (x + d[0], y + d[1]);
                        if x < 0 || y < 0 { crate::automatic::OUTSIDE } else { literal(x as u64, y as u64) }
                    }).collect();
                    expected.push(u32::from(normal[0] * x + normal[1] * y >= bound));
                    expected.push(u32::from([x, y] == point));
                    prop_assert!(seen.contains(&expected), "{},{}: {:?}", x, y, expected);
                }
            }
        }
    }
}
