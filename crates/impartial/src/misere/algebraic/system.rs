//! Systems of linear inequalities and parities over the integers: a solution, or the proof that there is none.
//!
//! Parities are solved for one variable each, v = 2z + …, as one solves linear equations over F_2. What remains are
//! inequalities with integer coefficients. They are tightened (a row is divided by the greatest common divisor of its
//! coefficients, its constant rounded), and variables are eliminated by Fourier's and Motzkin's rule. An elimination is exact
//! over the integers when all lower bounds, or all upper bounds, have coefficient 1; after an inexact one the variable is
//! split modulo 2 if no solution is found by going back. "No" is always right; `Unknown` is possible, and rare.
//!
//! Overflow is checked everywhere and ends in `Unknown`.

use crate::integer::gcd;

/// The most variables of a system.
pub const MOST_VARIABLES: usize = 12;

/// The most rows kept before a system is given up.
const MOST_ROWS: usize = 300;

/// How often variables may be split modulo 2.
const MOST_SPLITS: u32 = 4;

/// A point.
pub type Point = [i64; MOST_VARIABLES];

/// A linear form with a constant in the variables of a system.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Form {
    /// The coefficients.
    pub a: [i64; MOST_VARIABLES],
    /// The constant.
    pub c: i64,
}

impl Form {
    /// A constant.
    pub fn constant(c: i64) -> Self {
        Form { a: [0; MOST_VARIABLES], c }
    }

    /// A variable.
    pub fn variable(variable: usize) -> Self {
        let mut form = Self::constant(0);
        form.a[variable] = 1;
        form
    }

    /// The form plus `times` another; `None` on overflow.
    pub fn plus(mut self, times: i64, other: &Form) -> Option<Self> {
        for (a, b) in self.a.iter_mut().zip(&other.a) {
            *a = a.checked_add(times.checked_mul(*b)?)?;
        }
        self.c = self.c.checked_add(times.checked_mul(other.c)?)?;
        Some(self)
    }

    /// The negative, minus 1: `-f - 1 >= 0` says that f is negative.
    pub fn is_negative(&self) -> Option<Self> {
        Form::constant(-1).plus(-1, self)
    }

    /// Whether no variable occurs.
    pub fn is_constant(&self) -> bool {
        self.a.iter().all(|a| *a == 0)
    }

    /// The value at a point; `None` on overflow.
    pub fn at(&self, point: &Point) -> Option<i64> {
        let mut sum = self.c;
        for (a, v) in self.a.iter().zip(point).filter(|(a, _)| **a != 0) {
            sum = sum.checked_add(a.checked_mul(*v)?)?;
        }
        Some(sum)
    }

    fn times(mut self, factor: i64) -> Option<Self> {
        for a in &mut self.a {
            *a = a.checked_mul(factor)?;
        }
        self.c = self.c.checked_mul(factor)?;
        Some(self)
    }

    /// The form with a variable replaced.
    fn substitute(mut self, variable: usize, by: &Form) -> Option<Self> {
        let factor = std::mem::take(&mut self.a[variable]);
        if factor == 0 { Some(self) } else { self.plus(factor, by) }
    }
}

/// What is known about a system.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Solution {
    /// It has no solution.
    None,
    /// It has this one.
    Some(Point),
    /// Nothing is known.
    Unknown,
}

/// Solves a system: every form of `rows` must be at least 0 and every form of `even` even.
pub fn solve(rows: &[Form], even: &[Form]) -> Solution {
    match solve_split(rows, even, MOST_SPLITS) {
        // Going back may have rounded; what is returned was tried.
        Some(Solution::Some(point)) if !is_solution(rows, even, &point) => Solution::Unknown,
        found => found.unwrap_or(Solution::Unknown),
    }
}

/// Whether a point solves a system.
pub fn is_solution(rows: &[Form], even: &[Form], point: &Point) -> bool {
    rows.iter().all(|row| row.at(point).is_some_and(|value| value >= 0))
        && even.iter().all(|form| form.at(point).is_some_and(|value| value % 2 == 0))
}

/// `None` on overflow.
fn solve_split(rows: &[Form], even: &[Form], splits: u32) -> Option<Solution> {
    let mut rows = rows.to_vec();
    let mut even = even.to_vec();
    let mut replaced: Vec<(usize, Form)> = Vec::new();
    while let Some(form) = even.pop() {
        let Some(variable) = form.a.iter().position(|a| a % 2 != 0) else {
            if form.c % 2 != 0 {
                return Some(Solution::None);
            }
            continue;
        };
        // v = 2z + the rest of the form modulo 2; z takes the place of v.
        let mut by = Form::constant(form.c.rem_euclid(2));
        for (at, a) in form.a.iter().enumerate() {
            by.a[at] = a.rem_euclid(2);
        }
        by.a[variable] = 2;
        for row in rows.iter_mut().chain(&mut even) {
            *row = row.substitute(variable, &by)?;
        }
        replaced.push((variable, by));
    }
    let mut elimination = Elimination::default();
    if !elimination.run(rows.clone())? {
        return Some(Solution::None);
    }
    let found = elimination.go_back();
    if let Some(mut point) = found {
        for (variable, by) in replaced.iter().rev() {
            point[*variable] = by.at(&point)?;
        }
        return Some(Solution::Some(point));
    }
    let Some(variable) = elimination.inexact.filter(|_| splits > 0) else {
        return Some(Solution::Unknown);
    };
    let mut unknown = false;
    for rest in 0..2 {
        let mut by = Form::constant(rest);
        by.a[variable] = 2;
        let half: Option<Vec<Form>> = rows.iter().map(|row| row.substitute(variable, &by)).collect();
        match solve_split(&half?, &[], splits - 1)? {
            Solution::None => {}
            Solution::Unknown => unknown = true,
            Solution::Some(mut point) => {
                point[variable] = by.at(&point)?;
                for (variable, by) in replaced.iter().rev() {
                    point[*variable] = by.at(&point)?;
                }
                return Some(Solution::Some(point));
            }
        }
    }
    Some(if unknown { Solution::Unknown } else { Solution::None })
}

#[derive(Default)]
struct Elimination {
    /// Eliminated variables, each with the rows in which it occurred.
    steps: Vec<(usize, Vec<Form>)>,
    /// A variable whose elimination was not exact.
    inexact: Option<usize>,
}

impl Elimination {
    /// Whether the rows may have a solution; `None` on overflow.
    fn run(&mut self, rows: Vec<Form>) -> Option<bool> {
        let mut rows = rows;
        loop {
            let Some(tight) = tighten(&rows) else {
                return Some(false);
            };
            rows = tight;
            if rows.is_empty() {
                return Some(true);
            }
            if rows.len() > MOST_ROWS {
                self.inexact.get_or_insert(rows[0].a.iter().position(|a| *a != 0)?);
                return None;
            }
            match equation(&rows) {
                Some(Equation::Impossible) => return Some(false),
                Some(Equation::Solved(variable, by)) => {
                    let (with, _) =
                        rows.iter().copied().partition::<Vec<Form>, _>(|row| row.a[variable] != 0);
                    self.steps.push((variable, with));
                    for row in &mut rows {
                        *row = row.substitute(variable, &by)?;
                    }
                    continue;
                }
                None => {}
            }
            let (variable, exact) = choose(&rows);
            if !exact {
                self.inexact.get_or_insert(variable);
            }
            let (with, mut rest) = rows.iter().copied().partition::<Vec<Form>, _>(|row| row.a[variable] != 0);
            for lower in with.iter().filter(|row| row.a[variable] > 0) {
                for upper in with.iter().filter(|row| row.a[variable] < 0) {
                    let combined = lower.times(-upper.a[variable])?.plus(lower.a[variable], upper)?;
                    rest.push(combined);
                }
            }
            self.steps.push((variable, with));
            rows = rest;
        }
    }

    /// A solution, from the last variable eliminated to the first, each as near to 0 as it can be.
    fn go_back(&self) -> Option<Point> {
        let mut point = [0; MOST_VARIABLES];
        for (variable, rows) in self.steps.iter().rev() {
            point[*variable] = 0;
            let (mut low, mut high) = (i64::MIN, i64::MAX);
            for row in rows {
                let rest = row.at(&point)?;
                let a = row.a[*variable];
                if a > 0 {
                    low = low.max(rest.checked_neg()?.div_euclid(a) + i64::from(rest.rem_euclid(a) != 0));
                } else {
                    high = high.min(rest.div_euclid(-a));
                }
            }
            if low > high {
                return None;
            }
            point[*variable] = 0.clamp(low, high);
        }
        Some(point)
    }
}

enum Equation {
    Impossible,
    Solved(usize, Form),
}

/// Two opposite rows that leave one value: solved for a variable with coefficient 1 or -1.
fn equation(rows: &[Form]) -> Option<Equation> {
    for (at, row) in rows.iter().enumerate() {
        for other in &rows[..at] {
            if row.a.iter().zip(&other.a).any(|(a, b)| *a != -*b) {
                continue;
            }
            if row.c + other.c < 0 {
                return Some(Equation::Impossible);
            }
            if row.c + other.c == 0
                && let Some(variable) = row.a.iter().position(|a| a.abs() == 1)
            {
                let mut by = if row.a[variable] == 1 { *other } else { *row };
                by.a[variable] = 0;
                return Some(Equation::Solved(variable, by));
            }
        }
    }
    None
}

/// Rows divided by the greatest common divisors of their coefficients, of parallel ones the tightest; `None` when one of
/// them cannot hold.
fn tighten(rows: &[Form]) -> Option<Vec<Form>> {
    let mut tight: Vec<Form> = Vec::with_capacity(rows.len());
    for row in rows {
        let mut row = *row;
        let divisor = row.a.iter().fold(0, |d, a| gcd(d, a.unsigned_abs())) as i64;
        if divisor == 0 {
            if row.c < 0 {
                return None;
            }
            continue;
        }
        if divisor > 1 {
            row.a.iter_mut().for_each(|a| *a /= divisor);
            row.c = row.c.div_euclid(divisor);
        }
        match tight.iter_mut().find(|known| known.a == row.a) {
            Some(known) => known.c = known.c.min(row.c),
            None => tight.push(row),
        }
    }
    Some(tight)
}

/// The variable to eliminate, and whether that is exact: exact ones first, then by the number of new rows.
fn choose(rows: &[Form]) -> (usize, bool) {
    let mut best = (0, false);
    let mut least = (true, i64::MAX);
    for variable in 0..MOST_VARIABLES {
        let (mut lower, mut upper, mut unit_lower, mut unit_upper) = (0i64, 0i64, true, true);
        for a in rows.iter().map(|row| row.a[variable]) {
            if a > 0 {
                lower += 1;
                unit_lower &= a == 1;
            } else if a < 0 {
                upper += 1;
                unit_upper &= a == -1;
            }
        }
        if lower + upper == 0 {
            continue;
        }
        let exact = unit_lower || unit_upper;
        let cost = (!exact, lower * upper - lower - upper);
        if cost < least {
            least = cost;
            best = (variable, exact);
        }
    }
    best
}
