//! The order in which the points of a box are solved, chosen so that sixty-four are solved at a time.
//!
//! If neither u nor −u is a nonnegative combination of rules, no position on a line in direction u is an option of
//! another, however far down: all points of the line can be solved together, as a row of bits. Coordinates y are chosen
//! (y = Ux, U unimodular) in which u is the last unit vector and every rule is lexicographically positive in the others;
//! rows are then solved in lexicographic order, each from whole rows before it, shifted.
//!
//! The options of points of the box can lie outside it; but a functional f that is nonnegative on all rules does not grow
//! along moves, so everything reachable lies in Λ and below the maximum of each such f over the box. That polytope is the
//! region solved.

use num_bigint::BigInt;

use super::TableError;
use crate::integer::gcd;
use crate::lattice::cone::{Vertex, generators, vertices};
use crate::lattice::linear::small;
use crate::lattice::rules::{Inequality, LatticeGame, dot};
use crate::limits::{Limits, StopReason};

/// How a box is solved.
///
/// Invariants: 1. `to_rows` is unimodular and the inverse of `basis`; 2. the `step` of a rule is lexicographically
/// positive, or zero for a rule that takes a coin; 3. `ranges[j]` describes the projection of the region to the first
/// j + 1 coordinates.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    /// Coordinates counted modulo 2; see [`coins`].
    pub(super) coins: Vec<usize>,
    /// The other coordinates.
    pub(super) kept: Vec<usize>,
    /// U: the rows' coordinates from the kept ones.
    pub(super) to_rows: Vec<Vec<i64>>,
    /// The columns of the inverse of U; the last one is u.
    pub(super) basis: Vec<Vec<i64>>,
    pub(super) rules: Vec<PlannedRule>,
    /// The inequalities of the region, in the kept coordinates.
    pub(super) region: Vec<Inequality>,
    /// For each of the rows' coordinates, the inequalities that bound it when those before it are known.
    pub(super) ranges: Vec<Vec<Inequality>>,
    /// The number of points in the smallest box around the region, in all planes.
    pub(super) extent: u128,
}

/// A rule in the coordinates of the plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PlannedRule {
    /// How far the row of the option lies back.
    pub(super) step: Vec<i64>,
    /// How far the option lies back within its row.
    pub(super) shift: i64,
    /// The planes that the option and the position differ in: bit c for coin c.
    pub(super) flips: usize,
    /// The coin that the rule takes, when it does nothing else.
    pub(super) takes: Option<usize>,
}

/// The coordinates i that may be counted modulo 2: x and x + 2e_i are both in P or both not.
///
/// So it is on the orthant with D = ∅ or D = {0} when e_i is a rule and every other rule has γ_i ≤ 0. Induction along moves:
/// a move by e_i from x + 2e_i is answered by e_i; any other move is possible from x too and leads to the same
/// outcome by induction; and when x = 0 is defeated, e_i has no legal option and is P, so 2e_i is not. (In heap games: a
/// heap that can only be removed is *, and * + * = 0 in both plays.)
pub(super) fn coins(game: &LatticeGame) -> Vec<usize> {
    let is_origin = |point: &Vec<i64>| point.iter().all(|entry| *entry == 0);
    if !game.is_orthant() || !game.defeated().iter().all(is_origin) {
        return Vec::new();
    }
    let is_unit = |rule: &Vec<i64>, i: usize| rule.iter().enumerate().all(|(j, e)| *e == i64::from(i == j));
    let is_coin = |i: &usize| {
        game.rules().iter().any(|rule| is_unit(rule, *i))
            && game.rules().iter().all(|rule| rule[*i] <= 0 || is_unit(rule, *i))
    };
    let mut coins: Vec<usize> = (0..game.dimension()).filter(is_coin).collect();
    // Two other coordinates are needed for rows; more planes than 64 are no gain.
    coins.truncate(game.dimension().saturating_sub(2).min(6));
    coins
}

/// The most coordinates, coins aside, that regions are computed for.
pub(super) const MOST_COORDINATES: usize = 8;

impl Plan {
    /// A plan for the box; `None` when there are fewer than two coordinates or too many.
    pub(super) fn new(
        game: &LatticeGame,
        lower: &[i64],
        upper: &[i64],
        limits: &Limits,
    ) -> Result<Option<Plan>, TableError> {
        let coins = coins(game);
        let kept: Vec<usize> = (0..game.dimension()).filter(|i| !coins.contains(i)).collect();
        let size = kept.len();
        if !(2..=MOST_COORDINATES).contains(&size) {
            return Ok(None);
        }
        let restrict = |vector: &[i64]| -> Vec<i64> { kept.iter().map(|i| vector[*i]).collect() };
        let (lower, upper) = (restrict(lower), restrict(upper));
        let steps: Vec<Vec<i64>> = game.rules().iter().map(|rule| restrict(rule)).collect();
        let moving: Vec<Vec<i64>> =
            steps.iter().filter(|step| step.iter().any(|e| *e != 0)).cloned().collect();
        let functionals = dual_rays(size, &moving, limits)?;
        let region = region(game, &kept, &functionals, &lower, &upper);
        let corners = vertices(size, &region, limits)?;
        let directions = free_directions(&functionals, size);
        let along = directions
            .into_iter()
            .max_by(|a, b| {
                let (left, right) = (chord(&region, &corners, a), chord(&region, &corners, b));
                left.total_cmp(&right).then_with(|| b.cmp(a))
            })
            .ok_or(TableError::TooLarge)?;
        let basis = basis(size, &moving, &along, limits)?;
        let basis = straighten(basis, &moving, &along)?;
        let to_rows = inverse(&basis).ok_or(TableError::TooLarge)?;
        let rules = game
            .rules()
            .iter()
            .zip(&steps)
            .map(|(rule, step)| planned_rule(rule, step, &coins, &to_rows))
            .collect::<Option<_>>()
            .ok_or(TableError::TooLarge)?;
        let ranges = projections(&corners, &to_rows, limits)?;
        let extent = extent(&corners, size).saturating_mul(1 << coins.len());
        Ok(Some(Plan { coins, kept, to_rows, basis, rules, region, ranges, extent }))
    }

    /// The coordinates of a point (its kept coordinates only) in the rows.
    pub(super) fn place(&self, kept: &[i64]) -> Vec<i64> {
        self.to_rows.iter().map(|row| dot(row, kept) as i64).collect()
    }

    /// The kept coordinates of a point, and its plane.
    pub(super) fn split(&self, point: &[i64]) -> (Vec<i64>, usize) {
        let plane =
            self.coins.iter().enumerate().map(|(bit, i)| usize::from(point[*i] & 1 == 1) << bit).sum();
        (self.kept.iter().map(|i| point[*i]).collect(), plane)
    }

    /// An inequality in the kept coordinates, in the rows' coordinates.
    pub(super) fn in_rows(&self, inequality: &Inequality) -> Option<Inequality> {
        let normal = self.basis.iter().map(|column| i64::try_from(dot(&inequality.normal, column)).ok());
        Some(Inequality { normal: normal.collect::<Option<_>>()?, bound: inequality.bound })
    }

    /// The integers that a coordinate may be when those before it are known.
    pub(super) fn range(&self, before: &[i64]) -> (i64, i64) {
        range(&self.ranges[before.len()], before)
    }
}

/// The integers z with normal·(before, z) ≥ bound for all inequalities, as the first and the last one.
pub(super) fn range(inequalities: &[Inequality], before: &[i64]) -> (i64, i64) {
    let at = before.len();
    let (mut lo, mut hi) = (i64::MIN, i64::MAX);
    for Inequality { normal, bound } in inequalities {
        let known: i64 = normal[..at].iter().zip(before).map(|(n, y)| n * y).sum();
        let needed = bound - known;
        match normal[at] {
            0 if needed > 0 => return (0, -1),
            0 => {}
            1 => lo = lo.max(needed),
            -1 => hi = hi.min(-needed),
            slope if slope > 0 => lo = lo.max(-((-needed).div_euclid(slope))),
            slope => hi = hi.min((-needed).div_euclid(-slope)),
        }
    }
    (lo, hi)
}

fn planned_rule(rule: &[i64], step: &[i64], coins: &[usize], to_rows: &[Vec<i64>]) -> Option<PlannedRule> {
    let mut place: Vec<i64> =
        to_rows.iter().map(|row| i64::try_from(dot(row, step)).ok()).collect::<Option<_>>()?;
    let shift = place.pop()?;
    let flips = coins.iter().enumerate().map(|(bit, i)| usize::from(rule[*i] & 1 != 0) << bit).sum();
    let takes = coins.iter().position(|i| rule[*i] > 0);
    Some(PlannedRule { step: place, shift, flips, takes })
}

/// Functionals that generate all those nonnegative on the rules.
fn dual_rays(size: usize, rules: &[Vec<i64>], limits: &Limits) -> Result<Vec<Vec<i64>>, TableError> {
    let dual = generators(size, rules, limits)?;
    let both_ways = dual.lines.iter().flat_map(|line| [line.clone(), line.iter().map(|e| -e).collect()]);
    let functionals: Option<Vec<Vec<i64>>> =
        both_ways.chain(dual.rays.iter().cloned()).map(|f| small(&f)).collect();
    functionals
        .filter(|all| all.iter().flatten().all(|entry| entry.unsigned_abs() < 1 << 40))
        .ok_or(TableError::TooLarge)
}

/// Λ and everything that moves from the box can reach.
fn region(
    game: &LatticeGame,
    kept: &[usize],
    functionals: &[Vec<i64>],
    lower: &[i64],
    upper: &[i64],
) -> Vec<Inequality> {
    // With coins the board is the orthant, and the inequality of a coin is not about the others.
    let of_kept = |inequality: &Inequality| -> Inequality {
        Inequality { normal: kept.iter().map(|i| inequality.normal[*i]).collect(), bound: inequality.bound }
    };
    let board =
        game.board().iter().map(of_kept).filter(|inequality| inequality.normal.iter().any(|n| *n != 0));
    let below = functionals.iter().map(|functional| {
        let corner: i128 = functional
            .iter()
            .zip(lower.iter().zip(upper))
            .map(|(f, (lo, hi))| i128::from(*f) * i128::from(if *f > 0 { *hi } else { *lo }))
            .sum();
        // Too large a bound is no bound on anything that fits in memory, and is refused below.
        let bound = i64::try_from(corner).unwrap_or(i64::MAX);
        Inequality { normal: functional.iter().map(|f| -f).collect(), bound: -bound }
    });
    board.chain(below).collect()
}

/// Primitive vectors u such that neither u nor −u is a combination of rules: some functional is positive there, another
/// negative.
fn free_directions(functionals: &[Vec<i64>], size: usize) -> Vec<Vec<i64>> {
    let mut candidates: Vec<Vec<i64>> = Vec::new();
    let mut pair = |i: usize, j: usize, a: i64, b: i64| {
        let divisor = gcd(a.unsigned_abs(), b.unsigned_abs()) as i64;
        if divisor != 0 {
            let mut vector = vec![0; size];
            (vector[i], vector[j]) = (a / divisor, b / divisor);
            candidates.push(vector);
        }
    };
    // Kernels of functionals inside the dual cone; and small vectors in two coordinates.
    let add = |a: &[i64], b: &[i64]| -> Vec<i64> { a.iter().zip(b).map(|(x, y)| x + y).collect() };
    let mut inside: Vec<Vec<i64>> = vec![functionals.iter().fold(vec![0; size], |sum, f| add(&sum, f))];
    for (k, f) in functionals.iter().enumerate().take(12) {
        inside.extend(functionals[..k].iter().take(12).map(|g| add(f, g)));
    }
    for i in 0..size {
        for j in 0..size {
            if i == j {
                continue;
            }
            for functional in &inside {
                pair(i, j, functional[j], -functional[i]);
            }
            for a in 0..=8 {
                (1..=8).for_each(|b| pair(i, j, a, -b));
            }
        }
    }
    let is_free = |vector: &Vec<i64>| {
        let signs = || functionals.iter().map(|f| dot(f, vector).signum());
        signs().any(|sign| sign > 0) && signs().any(|sign| sign < 0)
    };
    candidates.retain(|vector| vector.iter().all(|e| e.abs() < 1 << 20) && is_free(vector));
    candidates.sort();
    candidates.dedup();
    candidates
}

/// The number of points in the smallest box around a polytope.
fn extent(corners: &[Vertex], size: usize) -> u128 {
    let side = |i: usize| -> u128 {
        let floors = corners.iter().map(|corner| {
            let (n, d) = (&corner.numerator[i], &corner.denominator);
            let quotient = n / d;
            if &quotient * d > *n { quotient - 1 } else { quotient }
        });
        let (least, most) = (floors.clone().min(), floors.max());
        let side = least.zip(most).map(|(least, most)| most - least + 1);
        side.and_then(|side| u128::try_from(side).ok()).unwrap_or(u128::MAX)
    };
    (0..size).map(side).fold(1, u128::saturating_mul)
}

/// About how many points of the region the line through its middle in this direction has. Only a choice depends on it.
fn chord(region: &[Inequality], corners: &[Vertex], along: &[i64]) -> f64 {
    let size = along.len();
    let float = |n: &BigInt| n.to_string().parse::<f64>().unwrap_or(f64::INFINITY);
    let mut middle = vec![0.0; size];
    for corner in corners {
        let denominator = float(&corner.denominator);
        for (sum, n) in middle.iter_mut().zip(&corner.numerator) {
            *sum += float(n) / denominator / corners.len() as f64;
        }
    }
    let (mut lo, mut hi) = (f64::NEG_INFINITY, f64::INFINITY);
    for Inequality { normal, bound } in region {
        let here: f64 = normal.iter().zip(&middle).map(|(n, m)| *n as f64 * m).sum();
        let slope: f64 = normal.iter().zip(along).map(|(n, u)| *n as f64 * *u as f64).sum();
        let reach = (*bound as f64 - here) / slope;
        if slope > 0.0 {
            lo = lo.max(reach);
        } else if slope < 0.0 {
            hi = hi.min(reach);
        }
    }
    hi - lo
}

/// A basis of ℤ^size that ends with u, in whose coordinates all rules are lexicographically positive.
///
/// The first coordinate is a functional that vanishes at u and is nonnegative on the rules; the rest is the same question
/// on its kernel, for the rules there. A functional with many rules in its kernel comes first: then a row is soon used again.
fn basis(
    size: usize,
    rules: &[Vec<i64>],
    along: &[i64],
    limits: &Limits,
) -> Result<Vec<Vec<i64>>, TableError> {
    if size == 1 {
        return Ok(vec![along.to_vec()]);
    }
    let opposite: Vec<i64> = along.iter().map(|e| -e).collect();
    let normals: Vec<Vec<i64>> = rules.iter().cloned().chain([along.to_vec(), opposite]).collect();
    let functionals = dual_rays(size, &normals, limits)?;
    let cost = |f: &Vec<i64>| {
        let values = || rules.iter().map(|rule| dot(f, rule));
        (values().filter(|value| *value > 0).count(), values().max().unwrap_or(0))
    };
    let first = functionals.into_iter().min_by_key(|f| (cost(f), f.clone())).ok_or(TableError::TooLarge)?;
    let columns = kernel_basis(&first).ok_or(TableError::TooLarge)?;
    let coordinates = inverse(&columns).ok_or(TableError::TooLarge)?;
    // In these coordinates the functional is the first one.
    let inside = |vector: &[i64]| -> Option<Vec<i64>> {
        coordinates[1..].iter().map(|row| i64::try_from(dot(row, vector)).ok()).collect()
    };
    let in_kernel = rules.iter().filter(|rule| dot(&first, rule) == 0);
    let rules: Option<Vec<Vec<i64>>> = in_kernel.map(|rule| inside(rule)).collect();
    let along = inside(along).ok_or(TableError::TooLarge)?;
    let rest = basis(size - 1, &rules.ok_or(TableError::TooLarge)?, &along, limits)?;
    let outside = |vector: &Vec<i64>| -> Option<Vec<i64>> {
        let entry = |i: usize| -> i128 {
            vector.iter().zip(&columns[1..]).map(|(v, c)| i128::from(*v) * i128::from(c[i])).sum()
        };
        (0..size).map(|i| i64::try_from(entry(i)).ok()).collect()
    };
    let rest: Option<Vec<Vec<i64>>> = rest.iter().map(outside).collect();
    Ok([vec![columns[0].clone()], rest.ok_or(TableError::TooLarge)?].concat())
}

/// A basis of ℤ^n whose first vector has the value 1 at a primitive functional, the others 0.
fn kernel_basis(functional: &[i64]) -> Option<Vec<Vec<i64>>> {
    let size = functional.len();
    let mut columns: Vec<Vec<i64>> =
        (0..size).map(|i| (0..size).map(|j| i64::from(i == j)).collect()).collect();
    let mut values = functional.to_vec();
    // Euclid's algorithm on the values, column operations alongside.
    loop {
        let least = (0..size).filter(|i| values[*i] != 0).min_by_key(|i| values[*i].unsigned_abs())?;
        let mut is_done = true;
        for i in 0..size {
            if i == least || values[i] == 0 {
                continue;
            }
            is_done = false;
            let quotient = values[i].div_euclid(values[least]);
            values[i] -= quotient * values[least];
            let subtracted = columns[least].clone();
            for (entry, other) in columns[i].iter_mut().zip(subtracted) {
                *entry = entry.checked_sub(quotient.checked_mul(other)?)?;
            }
        }
        if is_done {
            if values[least] < 0 {
                columns[least].iter_mut().for_each(|e| *e = -*e);
            }
            columns.swap(0, least);
            return (values[least].abs() == 1).then_some(columns);
        }
    }
}

/// The inverse (as rows) of a matrix given by its columns, when its determinant is ±1 and everything fits.
fn inverse(columns: &[Vec<i64>]) -> Option<Vec<Vec<i64>>> {
    let size = columns.len();
    let row = |i: usize| -> Vec<i128> {
        let unit = (0..size).map(|j| i128::from(i == j));
        columns.iter().map(|column| i128::from(column[i])).chain(unit).collect()
    };
    let mut rows: Vec<Vec<i128>> = (0..size).map(row).collect();
    for at in 0..size {
        // Euclid's algorithm down the column leaves its greatest common divisor, which must be 1.
        loop {
            let least =
                (at..size).filter(|i| rows[*i][at] != 0).min_by_key(|i| rows[*i][at].unsigned_abs())?;
            rows.swap(at, least);
            let mut is_done = true;
            for i in at + 1..size {
                let quotient = rows[i][at].div_euclid(rows[at][at]);
                subtract(&mut rows, i, at, quotient)?;
                is_done &= rows[i][at] == 0;
            }
            if is_done {
                break;
            }
        }
        match rows[at][at] {
            1 => {}
            -1 => rows[at].iter_mut().for_each(|e| *e = -*e),
            _ => return None,
        }
    }
    for at in (0..size).rev() {
        for i in 0..at {
            let quotient = rows[i][at];
            subtract(&mut rows, i, at, quotient)?;
        }
    }
    rows.iter().map(|row| row[size..].iter().map(|e| i64::try_from(*e).ok()).collect()).collect()
}

/// Row `i` minus a multiple of row `at`.
fn subtract(rows: &mut [Vec<i128>], i: usize, at: usize, multiple: i128) -> Option<()> {
    for k in 0..rows[i].len() {
        let product = multiple.checked_mul(rows[at][k])?;
        rows[i][k] = rows[i][k].checked_sub(product)?;
    }
    Some(())
}

/// Adds multiples of u to the other basis vectors so that few different shifts occur.
fn straighten(
    mut basis: Vec<Vec<i64>>,
    rules: &[Vec<i64>],
    along: &[i64],
) -> Result<Vec<Vec<i64>>, TableError> {
    let last = basis.len() - 1;
    basis[last] = along.to_vec();
    let cost = |basis: &[Vec<i64>]| -> Option<(usize, i128)> {
        let to_rows = inverse(basis)?;
        let mut shifts: Vec<i128> = rules.iter().map(|rule| dot(&to_rows[last], rule)).collect();
        let size = shifts.iter().map(|shift| shift.abs()).sum();
        shifts.sort_unstable();
        shifts.dedup();
        Some((shifts.len(), size))
    };
    let mut best = cost(&basis).ok_or(TableError::TooLarge)?;
    for _ in 0..2 {
        for i in 0..last {
            let start = basis[i].clone();
            let mut kept = start.clone();
            for multiple in -8..=8i64 {
                basis[i] = start.iter().zip(along).map(|(b, u)| b + multiple * u).collect();
                if let Some(cost) = cost(&basis)
                    && cost < best
                {
                    best = cost;
                    kept.clone_from(&basis[i]);
                }
            }
            basis[i] = kept;
        }
    }
    Ok(basis)
}

/// For j = 1, 2, …: the inequalities of the projection of the polytope to its first j row coordinates that bound the j-th.
fn projections(
    corners: &[Vertex],
    to_rows: &[Vec<i64>],
    limits: &Limits,
) -> Result<Vec<Vec<Inequality>>, TableError> {
    let places: Option<Vec<Vec<i64>>> = corners
        .iter()
        .map(|corner| {
            let entry =
                |row: &Vec<i64>| row.iter().zip(&corner.numerator).map(|(r, n)| r * n).sum::<BigInt>();
            let place = to_rows.iter().map(entry).chain([corner.denominator.clone()]);
            place.map(|n| i64::try_from(&n).ok()).collect()
        })
        .collect();
    let places = places.ok_or(TableError::TooLarge)?;
    let size = to_rows.len();
    let most = |i: usize| places.iter().map(|place| place[i].unsigned_abs()).max().unwrap_or(0);
    let mut ranges = Vec::with_capacity(size);
    for j in 1..=size {
        let points: Vec<Vec<i64>> =
            places.iter().map(|place| [&place[..j], &place[size..]].concat()).collect();
        let facets = generators(j + 1, &points, limits)?;
        let lines = facets.lines.iter().flat_map(|line| [line.clone(), line.iter().map(|e| -e).collect()]);
        let mut inequalities = Vec::new();
        for facet in lines.chain(facets.rays.iter().cloned()) {
            let mut normal = small(&facet).ok_or(TableError::TooLarge)?;
            let bound = -normal.pop().expect("facets of a cone over a polytope have a last entry");
            if normal[j - 1] == 0 && j < size && normal.iter().all(|n| *n == 0) {
                continue;
            }
            let reach: u128 =
                (0..j).map(|i| u128::from(normal[i].unsigned_abs()) * u128::from(most(i))).sum();
            if reach + u128::from(bound.unsigned_abs()) > 1 << 61 {
                return Err(TableError::TooLarge);
            }
            inequalities.push(Inequality { normal, bound });
        }
        ranges.push(inequalities);
    }
    Ok(ranges)
}

impl From<StopReason> for TableError {
    fn from(reason: StopReason) -> Self {
        TableError::Stopped(reason)
    }
}
