//! Strata of a strategy by sectors: disjoint, with the P-cells as their union.
//!
//! Each stratum has to keep to a cone: its offset lies between two rays u, v that follow each other, or on one of them, and its
//! generators are some of u, v and the periods of periodic axes. Then, in the cone of u and v and for det(x, v) beyond D plus
//! the threshold and beyond D plus det(f, v) for the offsets f near it, x and x − u are in the same strata: a stratum with
//! u contains both or none, one without contains neither. The same along v, and along a periodic axis. So it is enough to
//! count, for finitely many points, in how many strata each is.

use super::certificate::{Axis, Certificate, Stratum};
use super::fan::{Fan, Point, det};
use super::game::Game;
use super::machine::Budget;
use super::positions::place;
use super::{malformed, refuted, too_large};
use crate::Refusal;

/// A stratum, with growing and other coordinates apart.
struct Part {
    cone: usize,
    offset: Point,
    /// How often each ray of the cone may be added: at will, or not at all.
    along: [bool; 2],
    /// The other coordinates, and whether the period may be added.
    others: Vec<(i64, bool)>,
}

/// Checks the strata; the number of points looked at.
pub(super) fn verify(
    certificate: &Certificate,
    tables: &[Vec<u8>],
    fan: &Fan,
    game: &Game,
    budget: &mut Budget,
) -> Result<usize, Refusal> {
    let axes = &certificate.axes;
    let parts: Vec<Part> = game.strata.iter().map(|s| part(s, axes, fan)).collect::<Result<_, _>>()?;
    let others: Vec<Axis> = axes.iter().copied().filter(|axis| *axis != Axis::Growing).collect();
    // How many values of each other coordinate are looked at.
    let values: Vec<i64> = (others.iter().enumerate())
        .map(|(i, axis)| match *axis {
            Axis::Periodic { start, period } => {
                parts.iter().map(|part| part.others[i].0 + 1).max().unwrap_or(0).max(start) + period
            }
            _ => axis.classes().unwrap_or(0),
        })
        .collect();
    let far: Vec<[i128; 2]> = (0..fan.cones())
        .map(|cone| {
            let (u, v) = (fan.rays[cone], fan.rays[cone + 1]);
            let near = parts.iter().filter(|part| part.cone.abs_diff(cone) <= 1);
            let [a, b] = fan.thresholds[cone].map(i128::from);
            near.fold([a, b], |[a, b], part| [a.max(det(part.offset, v) + 1), b.max(det(u, part.offset) + 1)])
                .map(|threshold| threshold + fan.period(cone))
        })
        .collect();
    let side = (0..fan.cones()).map(|cone| fan.reach(cone, far[cone])).max().unwrap_or(1);
    let cells = values.iter().try_fold(side.saturating_mul(side), |size, n| size.checked_mul(i128::from(*n)));
    let cells = cells.filter(|cells| *cells < 1 << 32).and_then(|cells| usize::try_from(cells).ok());
    let cells = cells.ok_or_else(|| too_large("the strata have too many points to be counted"))?;
    // Four counts in the room of a number.
    budget.keep(cells / 4)?;
    let side = side as i64;
    let mut counts = vec![0u8; cells];
    let combinations = cells / (side as usize * side as usize);
    for part in &parts {
        let (u, v) = (fan.rays[part.cone], fan.rays[part.cone + 1]);
        let mut rows = part.offset;
        while rows[0] < side && rows[1] < side {
            let mut x = rows;
            while x[0] < side && x[1] < side {
                let base = (x[0] * side + x[1]) as usize * combinations;
                count(&mut counts, base, &part.others, &others, &values, budget)?;
                if !part.along[1] {
                    break;
                }
                x = [x[0] + v[0], x[1] + v[1]];
            }
            if !part.along[0] {
                break;
            }
            rows = [rows[0] + u[0], rows[1] + u[1]];
        }
    }
    let mut looked = 0;
    for (cone, far) in far.iter().enumerate() {
        fan.points(cone, *far, budget, &mut |x, budget| {
            looked += 1;
            budget.work(combinations)?;
            let slice = &tables[fan.slice(x) as usize];
            let base = (x[0] * side + x[1]) as usize * combinations;
            for combination in 0..combinations {
                let mut rest = combination as i64;
                let mut at = vec![0; values.len()];
                for (value, n) in at.iter_mut().zip(&values).rev() {
                    *value = rest % n;
                    rest /= n;
                }
                let classes = others.iter().zip(&at).map(|(axis, value)| (*axis, axis.class(*value)));
                let is_p = place(classes).is_some_and(|place| slice[place] == b'P');
                let found = counts[base + combination];
                if found != u8::from(is_p) {
                    let (mut growing, mut at) = (x.iter(), at.iter());
                    let coordinate =
                        |axis: &Axis| if *axis == Axis::Growing { growing.next() } else { at.next() };
                    let point = axes.iter().filter_map(coordinate).copied().collect();
                    let point = certificate.coordinates.show(Some(point));
                    let outcome = if is_p { "is P" } else { "is not P" };
                    return Err(refuted(format!("{point} {outcome} and is in {found} strata")));
                }
            }
            Ok(())
        })?;
    }
    Ok(looked)
}

/// The stratum as a part of a cone.
fn part(stratum: &Stratum, axes: &[Axis], fan: &Fan) -> Result<Part, Refusal> {
    let split = |vector: &[i64]| -> (Point, Vec<i64>) {
        let of = |growing: bool| {
            let own = axes.iter().zip(vector).filter(move |(axis, _)| (**axis == Axis::Growing) == growing);
            own.map(|(_, entry)| *entry).collect::<Vec<i64>>()
        };
        let growing = of(true);
        ([growing[0], growing[1]], of(false))
    };
    let others: Vec<Axis> = axes.iter().copied().filter(|axis| *axis != Axis::Growing).collect();
    let (offset, rest) = split(&stratum.offset);
    if offset.iter().chain(&rest).any(|entry| *entry < 0) {
        return Err(refuted("a stratum leaves the board: an offset is negative".into()));
    }
    for (axis, value) in others.iter().zip(&rest) {
        if axis.class(*value).is_none() {
            return Err(refuted("a stratum lies beyond the end of the board".into()));
        }
    }
    let mut rest: Vec<(i64, bool)> = rest.into_iter().map(|value| (value, false)).collect();
    let mut growing = Vec::new();
    for generator in &stratum.generators {
        let (along, others_along) = split(generator);
        let moved: Vec<usize> = (0..others_along.len()).filter(|i| others_along[*i] != 0).collect();
        match (along, &moved[..]) {
            ([0, 0], [i]) if is_period(others[*i], others_along[*i]) && !rest[*i].1 => rest[*i].1 = true,
            (ray, []) if ray != [0, 0] && !growing.contains(&ray) => growing.push(ray),
            _ => return Err(malformed("a generator of a stratum is neither a ray nor a period")),
        }
    }
    let keeps_to = |cone: &usize| {
        let (u, v) = (fan.rays[*cone], fan.rays[cone + 1]);
        det(u, offset) >= 0 && det(offset, v) >= 0 && growing.iter().all(|ray| [u, v].contains(ray))
    };
    let cone = (0..fan.cones()).find(keeps_to);
    let cone = cone.ok_or_else(|| malformed("a stratum does not keep to a sector"))?;
    let along = [cone, cone + 1].map(|ray| growing.contains(&fan.rays[ray]));
    Ok(Part { cone, offset, along, others: rest })
}

fn is_period(axis: Axis, entry: i64) -> bool {
    matches!(axis, Axis::Periodic { period, .. } if period == entry)
}

/// Counts the points of a stratum with given growing coordinates.
fn count(
    counts: &mut [u8],
    base: usize,
    stratum: &[(i64, bool)],
    others: &[Axis],
    values: &[i64],
    budget: &mut Budget,
) -> Result<(), Refusal> {
    let mut places = vec![base];
    let mut stride: usize = values.iter().map(|n| *n as usize).product();
    for (((value, repeats), axis), n) in stratum.iter().zip(others).zip(values) {
        stride /= *n as usize;
        let step = match axis {
            Axis::Periodic { period, .. } if *repeats => *period,
            _ => *n,
        };
        let own: Vec<usize> = (0..)
            .map(|k| value + k * step)
            .take_while(|value| value < n)
            .map(|v| v as usize * stride)
            .collect();
        places = places.iter().flat_map(|place| own.iter().map(move |more| place + more)).collect();
        budget.work(places.len())?;
    }
    for place in places {
        counts[place] = counts[place].saturating_add(1);
    }
    budget.work(1)
}
