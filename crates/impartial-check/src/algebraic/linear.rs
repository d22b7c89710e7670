//! Systems of linear inequalities and parities over the integers, and proofs that they have no solution.
//!
//! [`System::is_refuted`] says "no solution" only when that is proved. A parity is solved for one variable, v = 2z + the rest
//! of it modulo 2. Inequalities are divided by the greatest common divisor of their coefficients and their constants rounded
//! down, variables are eliminated by adding multiples of lower and upper bounds (Fourier and Motzkin). All of that keeps every
//! integer solution, so when 0 ≤ -1 comes out there is none. Where an elimination may lose the difference between rational and
//! integer solutions, the variable is split into even and odd and both halves are tried. An overflow means "not refuted".
//! A system with a known solution is not refuted, and need not be looked at.

use std::cell::Cell;
use std::rc::Rc;

use crate::Refusal;

/// The most steps before a certificate is refused as too large to check: some minutes, and 200 times what the certificates of the manual take.
const MOST_STEPS: u64 = 6_000_000_000;

/// The steps made so far; clones share the count, so that every system made from another is charged to one account.
#[derive(Clone, Debug, Default)]
pub struct Work(Rc<Cell<u64>>);

impl Work {
    /// Charges some steps.
    pub fn spend(&self, steps: usize) {
        self.0.set(self.0.get().saturating_add(steps as u64));
    }

    /// Refuses when too many steps were made.
    pub fn is_allowed(&self) -> Result<(), Refusal> {
        if self.0.get() > MOST_STEPS {
            let why = "it is too large to check: more steps than this checker takes";
            return Err(Refusal::Refuted(why.into()));
        }
        Ok(())
    }

    #[cfg(test)]
    pub fn exhausted() -> Self {
        let work = Work::default();
        work.0.set(MOST_STEPS);
        work
    }
}

/// The most variables.
pub const VARIABLES: usize = 12;

/// Systems with more rows are not refuted.
const MOST_ROWS: usize = 400;

/// How often variables are split into even and odd.
const MOST_SPLITS: u32 = 4;

/// A form: the coefficients of the variables, and the constant last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Form([i128; VARIABLES + 1]);

impl Form {
    /// A constant.
    pub fn constant(c: i128) -> Form {
        let mut form = [0; VARIABLES + 1];
        form[VARIABLES] = c;
        Form(form)
    }

    /// The sum with a multiple of another form; `None` on overflow.
    pub fn plus(&self, times: i128, other: &Form) -> Option<Form> {
        let mut sum = *self;
        for (a, b) in sum.0.iter_mut().zip(&other.0) {
            *a = a.checked_add(times.checked_mul(*b)?)?;
        }
        Some(sum)
    }

    /// The value, if no variable occurs.
    pub fn value(&self) -> Option<i128> {
        self.0[..VARIABLES].iter().all(|a| *a == 0).then_some(self.0[VARIABLES])
    }

    /// The value at a point; `None` on overflow.
    fn at(&self, point: &Point) -> Option<i128> {
        let mut sum = self.0[VARIABLES];
        for (a, x) in self.coefficients().iter().zip(point).filter(|(a, _)| **a != 0) {
            sum = sum.checked_add(a.checked_mul(*x)?)?;
        }
        Some(sum)
    }

    fn coefficients(&self) -> &[i128] {
        &self.0[..VARIABLES]
    }

    fn replace(&self, variable: usize, by: &Form) -> Option<Form> {
        let mut rest = *self;
        let factor = std::mem::take(&mut rest.0[variable]);
        if factor == 0 { Some(rest) } else { rest.plus(factor, by) }
    }
}

/// Values of the variables.
type Point = [i128; VARIABLES];

/// Forms that must be at least 0, and forms that must be even.
#[derive(Clone, Debug, Default)]
pub struct System {
    work: Work,
    variables: usize,
    rows: Vec<Form>,
    even: Vec<Form>,
    /// A solution, where one is known. It saves the attempt to refute what has a solution, and proves nothing.
    solution: Option<Point>,
}

impl System {
    /// All points; what is done with it is charged to this account.
    pub fn new(work: &Work) -> Self {
        System { work: work.clone(), solution: Some([0; VARIABLES]), ..System::default() }
    }

    /// The account.
    pub fn work(&self) -> &Work {
        &self.work
    }

    /// A new variable; `None` when there are too many.
    pub fn variable(&mut self) -> Option<Form> {
        let mut form = Form::constant(0);
        *form.0[..VARIABLES].get_mut(self.variables)? = 1;
        self.variables += 1;
        Some(form)
    }

    /// The system with one more form at least 0; `None` when it has no solution.
    pub fn at_least_zero(&self, form: Form) -> Option<System> {
        if let Some(value) = form.value() {
            return (value >= 0).then(|| self.clone());
        }
        self.work.spend(self.rows.len());
        // A parallel row says it already, or an opposite one excludes it: most tests end here.
        for row in &self.rows {
            if row.coefficients() == form.coefficients() && row.0[VARIABLES] <= form.0[VARIABLES] {
                return Some(self.clone());
            }
            let sum = row.plus(1, &form).and_then(|sum| sum.value());
            if sum.is_some_and(|sum| sum < 0) {
                return None;
            }
        }
        let mut more = self.clone();
        more.rows.push(form);
        let needed = |point: &Point| Some(-form.at(point)?).filter(|missing| *missing > 0);
        let steps = |point: &Point| -> Vec<(usize, i128)> {
            let Some(missing) = needed(point) else { return Vec::new() };
            let with = form.coefficients().iter().enumerate().filter(|(_, a)| **a != 0);
            let step = |(variable, a): (usize, &i128)| {
                let far = (missing + a.abs() - 1) / a.abs();
                [far, far + 1].map(|far| (variable, a.signum() * far))
            };
            with.flat_map(step).collect()
        };
        (more.is_solved_near(&steps) || !more.is_refuted()).then_some(more)
    }

    /// The system with one more form even; `None` when it has no solution.
    pub fn even(&self, form: Form) -> Option<System> {
        if let Some(value) = form.value() {
            return (value % 2 == 0).then(|| self.clone());
        }
        let mut more = self.clone();
        more.even.push(form);
        let odd = form.coefficients().iter().enumerate().filter(|(_, a)| **a % 2 != 0);
        let steps: Vec<(usize, i128)> =
            odd.flat_map(|(variable, _)| [(variable, 1), (variable, -1)]).collect();
        (more.is_solved_near(&|_| steps.clone()) || !more.is_refuted()).then_some(more)
    }

    /// Whether the solution known before the last form came, or one a step or two from it, is one still; it is kept then.
    fn is_solved_near(&mut self, steps: &dyn Fn(&Point) -> Vec<(usize, i128)>) -> bool {
        let Some(point) = self.solution.take() else { return false };
        self.solution = self.is_solution(&point).then_some(point).or_else(|| {
            steps(&point).into_iter().find_map(|(variable, step)| {
                let moved = |point: &Point, variable: usize, step: i128| {
                    let mut moved = *point;
                    moved[variable] = moved[variable].checked_add(step)?;
                    Some(moved)
                };
                let one = moved(&point, variable, step)?;
                let others = (0..self.variables).filter(|other| *other != variable);
                let two = others.flat_map(|other| [(other, step), (other, -step)]);
                let two = two.filter_map(|(other, step)| moved(&one, other, step));
                std::iter::once(one).chain(two).find(|point| self.is_solution(point))
            })
        });
        self.solution.is_some()
    }

    fn is_solution(&self, point: &Point) -> bool {
        self.work.spend(1);
        self.rows.iter().rev().all(|row| row.at(point).is_some_and(|value| value >= 0))
            && self.even.iter().all(|form| form.at(point).is_some_and(|value| value % 2 == 0))
    }

    /// Whether it is proved that there is no solution.
    pub fn is_refuted(&self) -> bool {
        let mut rows = self.rows.clone();
        let mut even = self.even.clone();
        while let Some(form) = even.pop() {
            let Some(variable) = form.coefficients().iter().position(|a| a % 2 != 0) else {
                if form.0[VARIABLES] % 2 != 0 {
                    return true;
                }
                continue;
            };
            let mut by = Form(form.0.map(|a| a.rem_euclid(2)));
            by.0[variable] = 2;
            for row in rows.iter_mut().chain(&mut even) {
                match row.replace(variable, &by) {
                    Some(replaced) => *row = replaced,
                    None => return false,
                }
            }
        }
        refute(rows, MOST_SPLITS, &self.work).unwrap_or(false)
    }
}

/// Whether the rows are refuted; `None` on overflow.
fn refute(start: Vec<Form>, splits: u32, work: &Work) -> Option<bool> {
    let mut inexact = None;
    let mut rows = start.clone();
    loop {
        let Some(tight) = tighten(&rows) else { return Some(true) };
        work.spend(rows.len() * (1 + tight.len()));
        rows = tight;
        if rows.is_empty() {
            break;
        }
        if rows.len() > MOST_ROWS {
            return Some(false);
        }
        if let Some((variable, by)) = solved(&rows) {
            rows = rows.iter().map(|row| row.replace(variable, &by)).collect::<Option<_>>()?;
            continue;
        }
        let (variable, is_exact) = next(&rows);
        if !is_exact {
            inexact.get_or_insert(variable);
        }
        let (with, mut rest): (Vec<Form>, Vec<Form>) = rows.iter().partition(|row| row.0[variable] != 0);
        for lower in with.iter().filter(|row| row.0[variable] > 0) {
            for upper in with.iter().filter(|row| row.0[variable] < 0) {
                let scaled = Form::constant(0).plus(-upper.0[variable], lower)?;
                rest.push(scaled.plus(lower.0[variable], upper)?);
            }
        }
        rows = rest;
    }
    let Some(variable) = inexact.filter(|_| splits > 0) else { return Some(false) };
    for rest in 0..2 {
        let mut by = Form::constant(rest);
        by.0[variable] = 2;
        let half = start.iter().map(|row| row.replace(variable, &by)).collect::<Option<_>>()?;
        if !refute(half, splits - 1, work)? {
            return Some(false);
        }
    }
    Some(true)
}

/// The rows, each divided as far as possible, the tightest of parallel ones; `None` when a row cannot hold.
fn tighten(rows: &[Form]) -> Option<Vec<Form>> {
    let mut tight: Vec<Form> = Vec::with_capacity(rows.len());
    for row in rows {
        let divisor = row.coefficients().iter().fold(0, |d, a| gcd(d, a.unsigned_abs())) as i128;
        if divisor == 0 {
            if row.0[VARIABLES] < 0 {
                return None;
            }
            continue;
        }
        let row = Form(row.0.map(|a| a.div_euclid(divisor)));
        match tight.iter_mut().find(|known| known.coefficients() == row.coefficients()) {
            Some(known) => known.0[VARIABLES] = known.0[VARIABLES].min(row.0[VARIABLES]),
            None => tight.push(row),
        }
    }
    Some(tight)
}

/// A variable that two opposite rows determine, with what it is equal to.
fn solved(rows: &[Form]) -> Option<(usize, Form)> {
    for (at, row) in rows.iter().enumerate() {
        let variable = row.coefficients().iter().position(|a| a.abs() == 1);
        let Some(variable) = variable else { continue };
        let is_opposite =
            |other: &&Form| row.0.iter().zip(&other.0).all(|(a, b)| a.checked_add(*b) == Some(0));
        if let Some(other) = rows[..at].iter().find(is_opposite) {
            let mut by = if row.0[variable] == 1 { *other } else { *row };
            by.0[variable] = 0;
            return Some((variable, by));
        }
    }
    None
}

/// The variable to eliminate, and whether that keeps integers and rationals apart: when all of its lower bounds, or all of its
/// upper bounds, have coefficient 1.
fn next(rows: &[Form]) -> (usize, bool) {
    let cost = |variable: &usize| {
        let lower: Vec<i128> = rows.iter().map(|row| row.0[*variable]).filter(|a| *a > 0).collect();
        let upper: Vec<i128> = rows.iter().map(|row| row.0[*variable]).filter(|a| *a < 0).collect();
        let is_exact = lower.iter().all(|a| *a == 1) || upper.iter().all(|a| *a == -1);
        let (l, u) = (lower.len() as i64, upper.len() as i64);
        (l + u > 0).then_some((!is_exact, l * u - l - u, *variable))
    };
    let best = (0..VARIABLES).filter_map(|variable| cost(&variable)).min();
    best.map_or((0, false), |(inexact, _, variable)| (variable, !inexact))
}

fn gcd(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Σ a v + c.
    fn form(a: &[i128], c: i128) -> Form {
        let mut form = Form::constant(c);
        form.0[..a.len()].copy_from_slice(a);
        form
    }

    /// A system built row by row, which keeps a solution where it can, is said to have none only when it has none, and the
    /// solution that it keeps is one.
    #[test]
    fn known_solutions_change_no_answer() {
        let mut state = 3u64;
        let mut random = |below: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % below
        };
        let mut kept = 0;
        for _ in 0..4000 {
            let mut built = Some(System::new(&Work::default()));
            let mut plain = System::default();
            for system in built.iter_mut().chain([&mut plain]) {
                (0..3).for_each(|_| {
                    system.variable();
                });
            }
            for _ in 0..2 + random(6) {
                let parity = random(4) == 0;
                let form = form(&[0; 3].map(|_: i128| random(5) as i128 - 2), random(9) as i128 - 5);
                if parity {
                    plain.even.push(form);
                } else {
                    plain.rows.push(form);
                }
                built =
                    built.and_then(|built| if parity { built.even(form) } else { built.at_least_zero(form) });
            }
            if let Some(System { solution: Some(point), .. }) = &built {
                kept += 1;
                assert!(plain.is_solution(point) && !plain.is_refuted(), "{plain:?}");
            }
            if built.is_none() {
                let near = |n: i128| [n % 17 - 8, n / 17 % 17 - 8, n / 289 - 8];
                let is_solution = |[x, y, z]: [i128; 3]| {
                    let mut point = [0; VARIABLES];
                    point[..3].copy_from_slice(&[x, y, z]);
                    plain.is_solution(&point)
                };
                assert!(!(0..4913).any(|n| is_solution(near(n))), "{plain:?}");
            }
        }
        assert!(kept > 1000, "{kept}");
    }

    #[test]
    fn systems_without_integer_solutions_are_refuted_and_others_are_not() {
        // Small systems over -4..=4 in each variable, bounds included, compared with trying every point.
        let mut state = 7u64;
        let mut random = |below: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % below
        };
        let (mut refuted, mut total) = (0, 0);
        for _ in 0..4000 {
            let mut system = System::default();
            for variable in 0..3 {
                let mut a = [0, 0, 0];
                a[variable] = 1;
                system.rows.push(form(&a, 4));
                a[variable] = -1;
                system.rows.push(form(&a, 4));
            }
            for _ in 0..1 + random(4) {
                let a = [0; 3].map(|_: i128| random(7) as i128 - 3);
                system.rows.push(form(&a, random(9) as i128 - 6));
            }
            for _ in 0..random(3) {
                let a = [0; 3].map(|_: i128| random(2) as i128);
                system.even.push(form(&a, random(2) as i128));
            }
            let at = |form: &Form, point: [i128; 3]| -> i128 {
                form.0[VARIABLES] + (0..3).map(|v| form.0[v] * point[v]).sum::<i128>()
            };
            let holds = |point: [i128; 3]| {
                system.rows.iter().all(|row| at(row, point) >= 0)
                    && system.even.iter().all(|row| at(row, point) % 2 == 0)
            };
            let solvable = (0..729).any(|n| holds([n % 9 - 4, n / 9 % 9 - 4, n / 81 - 4]));
            assert!(!(solvable && system.is_refuted()), "{system:?}");
            total += usize::from(!solvable);
            refuted += usize::from(system.is_refuted());
        }
        assert!(refuted * 100 >= total * 98, "only {refuted} of {total} refuted");
    }
}
