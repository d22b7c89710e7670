//! Strategies in two growing coordinates by sectors: `fan`.
//!
//! The rays u_0, …, u_k go counterclockwise from the first axis to the second. Cone j has the points from ray j on (which
//! belongs to it) up to ray j + 1 (which belongs to the next cone, if there is one). In cone j, with D = det(u_j, u_{j+1}) and the
//! thresholds (a, b), a point x with det(x, u_{j+1}) ≥ D + a has the slice of x − u_j, and one with det(u_j, x) ≥ D + b that of
//! x − u_{j+1}. Where neither holds, `corner` has the slice: a square of numbers, second coordinate fastest. As a is positive
//! but in the last cone, x − u_j and x − u_{j+1} are in the same cone, so this says what the slice is at every point.
//!
//! **At every point.** Let x be in cone j, between u = u_j and v = u_{j+1}, with det(x, v) ≥ T, where T is as `far` computes
//! it. Then x and x − u see the same. For take a point x + d after a shift d.
//! - In cone j: det(x + d, v) ≥ T + det(d, v) ≥ D + a. So x + d has the slice of x + d − u.
//! - Beyond ray j + 1 it is not, for det(x + d, v) > 0.
//! - Beyond ray j, j > 0: with w = u_{j−1} and D' = det(w, u), x = (det(x, v) u + det(u, x) v)/D gives det(w, x) ≥ det(x, v) D'/D,
//!   for det(w, v) > 0. So det(w, x + d) ≥ D' + b' with the second threshold b' of cone j − 1. That puts x + d into cone
//!   j − 1, and it has the slice of x + d − u.
//! - Beyond ray 0, x + d has a negative second coordinate, and x + d − u has the same.
//!
//! A half-space n·x ≥ c with n·u = 0 does not tell x from x − u; otherwise n·v must not have the sign opposite to n·u, and T
//! settles on which side both are. T is so large that x − u is none of the finitely many points. The same holds along v. So
//! it is enough to look at the points x of each cone with det(x, v) < T and det(u, x) < T'.

use std::collections::{HashMap, HashSet};

use serde_json::Value;

use super::certificate::{Inequality, natural, vectors};
use super::machine::{Budget, OFF, Pattern};
use super::{malformed, too_large};
use crate::Refusal;
use crate::fields::{field, list};

/// Entries of rays and thresholds are below this.
const LARGEST: i64 = 1 << 24;

pub(super) type Point = [i64; 2];

/// The sectors.
pub(super) struct Fan {
    pub(super) rays: Vec<Point>,
    pub(super) thresholds: Vec<Point>,
    side: i64,
    pub(super) corner: Vec<u32>,
}

/// The determinant; entries are far below 2^60.
pub(super) fn det(u: Point, v: Point) -> i128 {
    i128::from(u[0]) * i128::from(v[1]) - i128::from(u[1]) * i128::from(v[0])
}

impl Fan {
    /// Reads the field and checks its shape.
    pub(super) fn read(value: &Value) -> Result<Self, Refusal> {
        let pairs = |name: &str, least: i64| -> Result<Vec<Point>, Refusal> {
            let pairs = vectors(field(value, name)?, 2, name)?;
            if pairs.iter().flatten().any(|entry| !(least..LARGEST).contains(entry)) {
                return Err(malformed("rays and thresholds have entries from 0 to 2^24"));
            }
            Ok(pairs.iter().map(|pair| [pair[0], pair[1]]).collect())
        };
        let (rays, thresholds) = (pairs("rays", 0)?, pairs("thresholds", 0)?);
        let turns = rays.windows(2).all(|pair| det(pair[0], pair[1]) > 0);
        let [first, .., last] = &rays[..] else { return Err(malformed("there are two rays at least")) };
        if first[1] != 0 || last[0] != 0 || !turns || thresholds.len() + 1 != rays.len() {
            return Err(malformed("the rays go from the first axis to the second, with thresholds between"));
        }
        let cones = thresholds.len();
        if thresholds[..cones - 1].iter().any(|threshold| threshold[0] == 0) {
            return Err(malformed("the first threshold of a cone is positive, but in the last cone"));
        }
        let side = natural(field(value, "side")?, "side")?;
        let slice = |value: &Value| value.as_u64().and_then(|slice| u32::try_from(slice).ok());
        let corner: Option<Vec<u32>> = list(value, "corner")?.iter().map(slice).collect();
        let corner = corner.ok_or_else(|| malformed("\"corner\" must hold numbers of slices"))?;
        let fan = Fan { rays, thresholds, side, corner };
        if side.checked_mul(side).and_then(|size| usize::try_from(size).ok()) != Some(fan.corner.len()) {
            return Err(malformed("\"corner\" must be a square with \"side\" as its side"));
        }
        for cone in 0..cones {
            let needed = [0, 1].map(|i| fan.period(cone) + i128::from(fan.thresholds[cone][i]));
            if fan.reach(cone, needed) > i128::from(side) {
                return Err(malformed("\"corner\" is too small for the rays and thresholds"));
            }
        }
        // What is written where a period leads on must be what it leads to.
        for x in 0..side {
            for y in 0..side {
                if fan.corner[(x * side + y) as usize] != fan.slice([x, y]) {
                    return Err(malformed("\"corner\" does not repeat along the rays"));
                }
            }
        }
        Ok(fan)
    }

    pub(super) fn cones(&self) -> usize {
        self.thresholds.len()
    }

    /// The determinant of the two rays of a cone.
    pub(super) fn period(&self, cone: usize) -> i128 {
        det(self.rays[cone], self.rays[cone + 1])
    }

    /// Coordinates of points of a cone with det(x, v) < `most[0]` and det(u, x) < `most[1]` are below this.
    pub(super) fn reach(&self, cone: usize, most: [i128; 2]) -> i128 {
        let (u, v) = (self.rays[cone], self.rays[cone + 1]);
        let along = |i: usize| most[0] * i128::from(u[i]) + most[1] * i128::from(v[i]);
        along(0).max(along(1)) / self.period(cone) + 1
    }

    /// The slice at a point with coordinates ≥ 0.
    pub(super) fn slice(&self, x: Point) -> u32 {
        let last = self.cones() - 1;
        let cone = (0..last).find(|cone| det(x, self.rays[cone + 1]) > 0).unwrap_or(last);
        let (u, v) = (self.rays[cone], self.rays[cone + 1]);
        let periods = |along: i128, i: usize| -> i128 {
            ((along - i128::from(self.thresholds[cone][i])).div_euclid(self.period(cone))).max(0)
        };
        let (m, n) = (periods(det(x, v), 0), periods(det(u, x), 1));
        let left = |i: usize| i128::from(x[i]) - m * i128::from(u[i]) - n * i128::from(v[i]);
        self.corner[(left(0) * i128::from(self.side) + left(1)) as usize]
    }

    /// Visits the points of a cone with det(x, v) < `most[0]` and det(u, x) < `most[1]`.
    pub(super) fn points(
        &self,
        cone: usize,
        most: [i128; 2],
        budget: &mut Budget,
        visit: &mut dyn FnMut(Point, &mut Budget) -> Result<(), Refusal>,
    ) -> Result<(), Refusal> {
        let (u, v) = (self.rays[cone], self.rays[cone + 1]);
        let least = i128::from(cone + 1 < self.cones());
        let reach = self.reach(cone, most);
        let area = most[0].saturating_mul(most[1]) / self.period(cone);
        if reach > 1 << 32 || area > 1 << 32 {
            return Err(too_large("the sectors have too many points"));
        }
        let up = |n: i128, d: i128| -(-n).div_euclid(d);
        let [u0, u1, v0, v1] = [u[0], u[1], v[0], v[1]].map(i128::from);
        for x in 0..reach {
            budget.work(1)?;
            // 0 ≤ det(u, (x, y)) < most[1]; the first entry of u is positive.
            let (mut low, mut high) = (up(u1 * x, u0), up(most[1] + u1 * x, u0));
            if v0 > 0 {
                low = low.max((v1 * x - most[0]).div_euclid(v0) + 1);
                high = high.min((v1 * x - least).div_euclid(v0) + 1);
            } else if !(least..most[0]).contains(&(v1 * x)) {
                continue;
            }
            for y in low..high {
                visit([x as i64, y as i64], budget)?;
            }
        }
        Ok(())
    }

    /// T and T' for a cone.
    fn far(
        &self,
        cone: usize,
        shifts: &[Point],
        half_spaces: &[Inequality],
        points: &[Point],
    ) -> Result<[i128; 2], Refusal> {
        let (u, v, period) = (self.rays[cone], self.rays[cone + 1], self.period(cone));
        let lost =
            |along: &dyn Fn(Point) -> i128| shifts.iter().map(|d| -along(*d)).max().unwrap_or(0).max(0);
        let [a, b] = self.thresholds[cone].map(i128::from);
        let mut far = [period + a + lost(&|d| det(d, v)), period + b + lost(&|d| det(u, d))];
        let up = |n: i128, d: i128| -(-n).div_euclid(d);
        if cone > 0 {
            let (w, own) = (self.rays[cone - 1], self.period(cone - 1));
            let needed = own + i128::from(self.thresholds[cone - 1][1]) + lost(&|d| det(w, d));
            far[0] = far[0].max(up(needed * period, own));
        }
        if cone + 1 < self.cones() {
            let (w, own) = (self.rays[cone + 2], self.period(cone + 1));
            let needed = own + i128::from(self.thresholds[cone + 1][0]) + lost(&|d| det(d, w));
            far[1] = far[1].max(up(needed * period, own));
        }
        for point in points {
            far[0] = far[0].max(det(*point, v) + period + 1);
            far[1] = far[1].max(det(u, *point) + period + 1);
        }
        for half_space in half_spaces {
            let along = |ray: Point| super::game::dot(&half_space.normal, &ray);
            let (first, second) = (along(u), along(v));
            if first.signum() * second.signum() < 0 {
                return Err(malformed("a side of the board runs inside a sector"));
            }
            for (far, along) in far.iter_mut().zip([first, second]) {
                if along != 0 {
                    *far = (*far).max((i128::from(half_space.bound).abs() / along.abs() + 2) * period);
                }
            }
        }
        Ok(far)
    }

    /// All combinations that occur of: the slices at x and after each shift, the half-spaces, and the points; with a point
    /// at which each occurs, and the number of points looked at.
    pub(super) fn patterns(
        &self,
        shifts: &[Point],
        half_spaces: &[Inequality],
        points: &[Point],
        budget: &mut Budget,
    ) -> Result<(Vec<Pattern>, Vec<Point>, usize), Refusal> {
        let numbers: HashMap<Point, usize> = points.iter().copied().zip(0..).collect();
        let (mut seen, mut patterns, mut witnesses) = (HashSet::new(), Vec::new(), Vec::new());
        let mut looked = 0;
        let width = 1 + shifts.len() + half_spaces.len() + points.len();
        for cone in 0..self.cones() {
            let far = self.far(cone, shifts, half_spaces, points)?;
            self.points(cone, far, budget, &mut |x, budget| {
                looked += 1;
                budget.work(2 * width)?;
                let mut outputs = Vec::with_capacity(width);
                for shift in [[0, 0]].iter().chain(shifts) {
                    let moved = [x[0] + shift[0], x[1] + shift[1]];
                    outputs.push(if moved.iter().any(|entry| *entry < 0) { OFF } else { self.slice(moved) });
                }
                for side in half_spaces {
                    outputs.push(u32::from(super::game::dot(&side.normal, &x) >= side.bound.into()));
                }
                outputs.resize(width, 0);
                if let Some(number) = numbers.get(&x) {
                    outputs[1 + shifts.len() + half_spaces.len() + number] = 1;
                }
                if !seen.contains(&outputs) {
                    budget.keep(2 * width + 8)?;
                    seen.insert(outputs.clone());
                    patterns.push(Pattern { outputs, state: witnesses.len() as u32 });
                    witnesses.push(x);
                }
                Ok(())
            })?;
        }
        Ok((patterns, witnesses, looked))
    }
}
