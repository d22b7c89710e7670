//! Statements about a fan and shifts of it, at every point of the plane.

use num_bigint::BigUint;
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::ControlFlow;

use super::{Fan, Vector, det};
use crate::automatic::{Explored, OUTSIDE};
use crate::limits::{Limits, StopReason};

/// What is looked at at every point x.
#[derive(Clone, Debug, Default)]
pub(crate) struct Question {
    /// The shifts d: the values at x + d are asked for.
    pub shifts: Vec<Vector>,
    /// Half-spaces a·x >= b: whether x lies in them is asked for.
    pub half_spaces: Vec<(Vector, i64)>,
    /// Points: which of them x is, is asked for.
    pub points: Vec<Vector>,
}

/// The most points that are looked at in a cone.
const MOST_POINTS: i128 = 1 << 31;
/// Coordinates and bounds in questions are smaller.
const MOST: i64 = 1 << 30;

impl Fan {
    /// Visits every combination of the values at x + d for the given shifts d ([`OUTSIDE`] where that is not in N^2), of 1 or 0
    /// for every half-space, and of the number of the point that x is (from 1; 0 if none), that occurs at some x of N^2; once each.
    /// The visitor breaks to stop; the point is then reported.
    ///
    /// Only finitely many x have to be looked at. Let x lie in cone j, between u = u_j and v = u_{j+1}, far out along u:
    /// det(x, v) >= T. Then everything is the same at x − u. For a point x + d in cone j has det(x + d, v) >= D + a_j. One that lies
    /// beyond u lies in the cone before, of which u is a period as well: with w = u_{j−1} and D' = det(w, u) it has
    /// det(w, x + d) >= det(x, v) D'/D + det(w, d) >= D' + b_{j−1}. (Beyond the first ray it is outside, and remains so.) The sign
    /// of a·x − b is settled if a·u is not 0 and a·v has not the other sign, and does not change if a·u = 0. And neither
    /// x nor x − u is one of the points. So T is the largest of the bounds that all these need; and likewise along v.
    ///
    /// `None` when a half-space begins inside a cone, or there are too many points to look at.
    pub(crate) fn explore(
        &self,
        question: &Question,
        limits: &Limits,
        mut visit: impl FnMut(&[u32]) -> ControlFlow<()>,
    ) -> Result<Option<Explored>, StopReason> {
        let mut patterns: FxHashSet<Box<[u32]>> = FxHashSet::default();
        let mut values = vec![0; question.shifts.len() + question.half_spaces.len() + 1];
        let numbers: FxHashMap<Vector, u32> = question.points.iter().copied().zip(1..).collect();
        let mut states = 0;
        let mut witness = None;
        for j in 0..self.thresholds.len() {
            let Some([most_u, most_v]) = self.far(j, question) else { return Ok(None) };
            let points = most_u * most_v / i128::from(self.period(j));
            let (Ok(most_u), Ok(most_v), true) =
                (i64::try_from(most_u), i64::try_from(most_v), points <= MOST_POINTS)
            else {
                return Ok(None);
            };
            if self.reach(j, most_u, most_v) > MOST_POINTS {
                return Ok(None);
            }
            let mut stopped = Ok(());
            let _ = self.each_point(j, most_u, most_v, &mut |x| {
                states += 1;
                if states & 0xffff == 0 {
                    stopped = limits.poll();
                    if stopped.is_err() {
                        return ControlFlow::Break(());
                    }
                }
                self.read(question, &numbers, x, &mut values);
                if patterns.contains(values.as_slice()) {
                    return ControlFlow::Continue(());
                }
                patterns.insert(values.clone().into_boxed_slice());
                let answer = visit(&values);
                if answer.is_break() {
                    witness = Some(x.map(|x| BigUint::from(x.unsigned_abs())).to_vec());
                }
                answer
            });
            stopped?;
            if witness.is_some() {
                break;
            }
        }
        Ok(Some(Explored { states, patterns: patterns.len(), witness }))
    }

    /// What there is at a point.
    fn read(&self, question: &Question, numbers: &FxHashMap<Vector, u32>, x: Vector, values: &mut [u32]) {
        let mut places = values.iter_mut();
        for (d, place) in question.shifts.iter().zip(&mut places) {
            let moved = [x[0] + d[0], x[1] + d[1]];
            *place = if moved[0] < 0 || moved[1] < 0 { OUTSIDE } else { self.value(moved) };
        }
        for ((a, bound), place) in question.half_spaces.iter().zip(&mut places) {
            *place = u32::from(a[0] * x[0] + a[1] * x[1] >= *bound);
        }
        if let Some(place) = places.next() {
            *place = numbers.get(&x).copied().unwrap_or(0);
        }
    }

    /// For cone j the bounds T from which on nothing new is seen along its two rays.
    fn far(&self, j: usize, question: &Question) -> Option<[i128; 2]> {
        let big = question.shifts.iter().chain(&question.points).flatten();
        let big = big.chain(question.half_spaces.iter().flat_map(|(a, b)| a.iter().chain([b])));
        if big.into_iter().any(|entry| entry.abs() >= MOST) {
            return None;
        }
        let (u, v, d) = (self.rays[j], self.rays[j + 1], i128::from(self.period(j)));
        let wide = |a: Vector, b: Vector| i128::from(det(a, b));
        let lost = |along: &dyn Fn(Vector) -> i128| -> i128 {
            question.shifts.iter().map(|shift| -along(*shift)).max().unwrap_or(0).max(0)
        };
        let [a, b] = self.thresholds[j].map(i128::from);
        let mut far = [d + a + lost(&|shift| wide(shift, v)), d + b + lost(&|shift| wide(u, shift))];
        let up = |n: i128, m: i128| -(-n).div_euclid(m);
        if let Some(before) = j.checked_sub(1) {
            let (w, period) = (self.rays[before], i128::from(self.period(before)));
            let needed = period + i128::from(self.thresholds[before][1]) + lost(&|shift| wide(w, shift));
            far[0] = far[0].max(up(needed * d, period));
        }
        if j + 1 < self.thresholds.len() {
            let (w, period) = (self.rays[j + 2], i128::from(self.period(j + 1)));
            let needed = period + i128::from(self.thresholds[j + 1][0]) + lost(&|shift| wide(shift, w));
            far[1] = far[1].max(up(needed * d, period));
        }
        for point in &question.points {
            far[0] = far[0].max(wide(*point, v) + d + 1);
            far[1] = far[1].max(wide(u, *point) + d + 1);
        }
        for (normal, bound) in &question.half_spaces {
            let along = |ray: Vector| -> i128 {
                normal.iter().zip(ray).map(|(a, x)| i128::from(*a) * i128::from(x)).sum()
            };
            let (first, second) = (along(u), along(v));
            if first.signum() * second.signum() < 0 {
                return None;
            }
            for (bounded, along) in far.iter_mut().zip([first, second]) {
                if along != 0 {
                    *bounded = (*bounded).max((i128::from(bound.abs()) / along.abs() + 2) * d);
                }
            }
        }
        Some(far)
    }
}
