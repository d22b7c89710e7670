//! From a square of data to a fan: which sectors there are, and the periods along the rays between them.
//!
//! One walks along the far sides of the square. Where the data repeat in two directions one is inside a sector; where they do
//! not, one crosses a strip, and along that strip there is one period. Nothing here needs to be right.

use crate::automatic::fan::{Fan, Vector, det};
use crate::integer::{gcd, lcm};
use crate::limits::{Limits, StopReason};

/// Values at the points of [0, side)², second coordinate fastest.
pub(super) struct Square {
    pub(super) side: usize,
    pub(super) values: Vec<u32>,
}

/// Half the sides of the windows in which data are compared.
const WINDOWS: [i64; 4] = [5, 10, 20, 40];
/// The longest periods of a sector that are looked for.
const LONGEST: i64 = 320;
/// Steps of the walk.
const STEPS: i64 = 400;

impl Square {
    fn at(&self, x: Vector) -> Option<u32> {
        let side = self.side as i64;
        let inside = (0..side).contains(&x[0]) && (0..side).contains(&x[1]);
        inside.then(|| self.values[x[0] as usize * self.side + x[1] as usize])
    }

    /// Fans that the square suggests, one for each size of window that suggests one.
    pub(super) fn fans(&self, limits: &Limits) -> Result<Vec<Fan>, StopReason> {
        let mut fans = Vec::new();
        for window in WINDOWS.into_iter().filter(|window| window * 12 <= self.side as i64) {
            if let Some(rays) = self.rays(window, limits)?
                && let Some(fan) = self.fan(rays)
                && !fans.contains(&fan)
            {
                fans.push(fan);
            }
        }
        Ok(fans)
    }

    /// Whether the data in the rectangle around a point are those a period before, as far as both are known.
    fn repeats(&self, center: Vector, half: Vector, period: Vector) -> bool {
        let side = self.side as i64;
        let low = |axis: usize| (center[axis] - half[axis]).max(0).max(period[axis]);
        let high = |axis: usize| (center[axis] + half[axis] + 1).min(side).min(side + period[axis]);
        (low(0)..high(0)).all(|x| {
            let row = x as usize * self.side;
            let back = (x - period[0]) as usize * self.side;
            (low(1)..high(1))
                .all(|y| self.values[row + y as usize] == self.values[back + (y - period[1]) as usize])
        })
    }

    /// Two independent periods, as short as possible, of the data around a point.
    fn two_periods(&self, center: Vector, window: i64, candidates: &[Vector]) -> Option<[Vector; 2]> {
        let on_right_side = center[0] > center[1];
        let mut first: Option<Vector> = None;
        for candidate in candidates {
            // From the far side of the square one looks back.
            let period = if on_right_side { *candidate } else { [candidate[1], candidate[0]] };
            let behind = [center[0] - period[0], center[1] - period[1]];
            let is_known =
                (0..2).all(|axis| behind[axis] >= window && behind[axis] + window < self.side as i64);
            if first.is_some_and(|known| det(known, period) == 0)
                || !is_known
                || !self.repeats(center, [window, window], period)
            {
                continue;
            }
            match first {
                None => first = Some(period),
                Some(first) => return Some([first, period]),
            }
        }
        None
    }

    /// The rays of a fan: a period along each.
    fn rays(&self, window: i64, limits: &Limits) -> Result<Option<Vec<Vector>>, StopReason> {
        let far = self.side as i64 - 1 - window;
        let longest = LONGEST.min(self.side as i64 / 5);
        let mut candidates: Vec<Vector> =
            (0..=longest).flat_map(|x| (-longest..=longest).map(move |y| [x, y])).collect();
        candidates.retain(|v| v[0] > 0 || v[1] > 0);
        candidates.sort_by_key(|v| v[0] * v[0] + v[1] * v[1]);
        // The walk: up the right side, then back along the upper one.
        let place = |t: i64| if t <= far { [far, t] } else { [2 * far - t, far] };
        let step = (2 * far / STEPS).max(1);
        // Strips between sectors, from one place of the walk to another.
        let mut strips: Vec<(i64, i64)> = Vec::new();
        let mut left = 0;
        let mut sector: Option<[Vector; 2]> = None;
        let mut t = 2 * window;
        while t <= 2 * far - 2 * window {
            let center = place(t);
            let goes_on = |periods: &[Vector; 2]| {
                periods.iter().all(|period| {
                    let inward = if self.at([center[0] - period[0], center[1] - period[1]]).is_some() {
                        *period
                    } else {
                        period.map(|entry| -entry)
                    };
                    self.repeats(center, [window, window], inward)
                })
            };
            if !sector.as_ref().is_some_and(goes_on) {
                limits.poll()?;
                let found = self.two_periods(center, window, &candidates);
                if sector.is_none() && found.is_some() {
                    strips.push((left, t));
                }
                if sector.is_some() {
                    left = t - step;
                    if found.is_some() {
                        strips.push((left, t));
                    }
                }
                sector = found;
            }
            t += step;
        }
        if sector.is_none() {
            return Ok(None);
        }
        strips.push((t - step, 2 * far));
        // What looks like a sector for a moment is a part of the strip.
        strips.dedup_by(|next, strip| {
            let is_short = next.0 - strip.1 < 2 * window;
            if is_short {
                strip.1 = next.1;
            }
            is_short
        });
        let mut rays = Vec::with_capacity(strips.len());
        for (from, to) in strips {
            if to - from > far / 6 {
                return Ok(None);
            }
            match self.along_strip(place, from - window, to + window, far, limits)? {
                Some(ray) => rays.push(ray),
                None => return Ok(None),
            }
        }
        Ok(Some(rays))
    }

    /// The shortest period of the data along a strip that meets the far sides between two places of the walk.
    fn along_strip(
        &self,
        place: impl Fn(i64) -> Vector,
        from: i64,
        to: i64,
        far: i64,
        limits: &Limits,
    ) -> Result<Option<Vector>, StopReason> {
        let (from, to) = (from.max(0), to.min(2 * far));
        let middle = if from == 0 {
            place(0)
        } else if to == 2 * far {
            place(to)
        } else {
            place((from + to) / 2)
        };
        let is_at_end = from == 0 || to == 2 * far;
        let half = if is_at_end { to - from } else { (to - from) / 2 + 1 };
        // Across the strip, and a little along it.
        let half = if middle[0] >= middle[1] { [4, half] } else { [half, 4] };
        let mut candidates = Vec::new();
        let longest = far / 3;
        let slack = half[0].max(half[1]) + 2;
        for long in 1..=longest {
            // Directions that lead from the strip at the far side to a place near the origin.
            let (main, other) = (middle[0].max(middle[1]), middle[0].min(middle[1]));
            let (low, high) = ((other - slack) * long / main - 1, (other + slack) * long / main + 1);
            for short in if other == 0 { 0..=0 } else { low.max(0)..=high } {
                candidates.push(if middle[0] >= middle[1] { [long, short] } else { [short, long] });
            }
        }
        let main_axis = usize::from(middle[0] < middle[1]);
        let repeats_along = |u: &Vector| {
            let mut center = middle;
            loop {
                if !self.repeats(center, half, *u) {
                    return false;
                }
                center = [center[0] - u[0], center[1] - u[1]];
                if center[main_axis] < far / 2 {
                    return true;
                }
            }
        };
        for candidate in candidates {
            limits.poll()?;
            if repeats_along(&candidate) {
                return Ok(Some(candidate));
            }
        }
        Ok(None)
    }

    /// The fan with these rays and the least thresholds that agree with the data.
    fn fan(&self, rays: Vec<Vector>) -> Option<Fan> {
        let rays = in_order(rays)?;
        let cones = rays.len() - 1;
        let mut thresholds: Vec<[i64; 2]> = (0..cones).map(|j| [i64::from(j + 1 < cones), 0]).collect();
        let side = self.side as i64;
        let value = |x: i64, y: i64| self.values[x as usize * self.side + y as usize];
        for (j, least) in thresholds.iter_mut().enumerate() {
            let (u, v) = (rays[j], rays[j + 1]);
            let d = det(u, v);
            let is_last = j + 1 == cones;
            for x in 0..side {
                // From ray j on, up to ray j + 1.
                let low = -(-u[1] * x).div_euclid(u[0]);
                let high = if is_last { side } else { (-(-v[1] * x).div_euclid(v[0])).min(side) };
                for y in low..high {
                    let here = value(x, y);
                    let (along_u, along_v) = (v[1] * x - v[0] * y, u[0] * y - u[1] * x);
                    if along_u >= d + least[0] && value(x - u[0], y - u[1]) != here {
                        least[0] = along_u - d + 1;
                    }
                    if along_v >= d + least[1] && value(x - v[0], y - v[1]) != here {
                        least[1] = along_v - d + 1;
                    }
                }
            }
        }
        Fan::new(rays, thresholds, self.side, |x, y| self.values[x * self.side + y]).ok().map(Fan::trimmed)
    }
}

/// Rays by their angles, each direction once.
fn in_order(mut rays: Vec<Vector>) -> Option<Vec<Vector>> {
    // Within a quadrant the sign of the determinant is an order.
    rays.sort_by(|a, b| 0.cmp(&det(*a, *b)));
    let mut merged: Vec<Vector> = Vec::new();
    for ray in rays {
        match merged.last_mut() {
            Some(last) if det(*last, ray) == 0 => {
                let divisor = |v: Vector| gcd(v[0].unsigned_abs(), v[1].unsigned_abs());
                let (own, other) = (divisor(*last), divisor(ray));
                let factor = (lcm(own, other) / own) as i64;
                *last = last.map(|entry| entry * factor);
            }
            _ => merged.push(ray),
        }
    }
    (merged.len() >= 2).then_some(merged)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sectors with different periods are found with the rays between them, and what the fan says far away is right.
    #[test]
    fn sectors_and_the_rays_between_them() {
        let array = |x: u64, y: u64| -> u32 {
            if 2 * y <= x {
                u32::from((x + 3 * y).is_multiple_of(7))
            } else if y <= 3 * x + 4 {
                u32::from(x.is_multiple_of(2) && y.is_multiple_of(2))
            } else {
                u32::from((x + y) % 3 == 1)
            }
        };
        let side = 400;
        let values =
            (0..side * side).map(|place| array((place / side) as u64, (place % side) as u64)).collect();
        let fans = Square { side, values }.fans(&Limits::none()).unwrap();
        assert!(!fans.is_empty());
        let is_right = |fan: &Fan| {
            let mut far = (0..3000u64).map(|n| (n * n % 10_007, n * n * n % 9973));
            far.all(|(x, y)| fan.at(x, y) == array(x, y))
        };
        assert!(fans.iter().any(is_right));
        let rays: Vec<Vector> = fans[0]
            .rays()
            .iter()
            .map(|v| {
                let divisor = gcd(v[0].unsigned_abs(), v[1].unsigned_abs()) as i64;
                [v[0] / divisor, v[1] / divisor]
            })
            .collect();
        assert_eq!(rays, [[1, 0], [2, 1], [1, 3], [0, 1]]);
    }
}
