//! Regions as short lists of conditions: what is implied is left out, equations are solved.

use super::text::{Condition, Factor, Phrase, Term};
use crate::misere::algebraic::monoid::{LetterKind, PresburgerMonoid};
use crate::misere::algebraic::region::Region;
use crate::misere::algebraic::symbolic::Symbolic;
use crate::misere::algebraic::system::{Form, MOST_VARIABLES};

/// The conditions of a region.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    pub variables: usize,
    pub rows: Vec<Form>,
    pub even: Vec<Form>,
}

impl Piece {
    pub fn of(region: &Region) -> Self {
        let (rows, even) = region.conditions();
        Piece { variables: region.variables(), rows: rows.to_vec(), even: even.to_vec() }
    }

    /// The region, if it is not empty; its variables are at least 0.
    pub fn region(&self) -> Option<Region> {
        let mut region = Region::new();
        for _ in 0..self.variables {
            let variable = region.variable()?;
            region = region.at_least_zero(variable)?;
        }
        let rows = self.rows.iter().try_fold(region, |region, row| region.at_least_zero(*row))?;
        self.even.iter().try_fold(rows, |region, form| region.even(*form))
    }

    fn without_row(&self, at: usize) -> (Piece, Form) {
        let mut rest = self.clone();
        let row = rest.rows.remove(at);
        (rest, row)
    }

    fn without_even(&self, at: usize) -> (Piece, Form) {
        let mut rest = self.clone();
        let form = rest.even.remove(at);
        (rest, form)
    }

    /// Leaves out conditions for which `may` allows the piece without them, the last first.
    pub fn drop_where(&mut self, may: &mut dyn FnMut(&Piece) -> bool) {
        for at in (0..self.rows.len()).rev() {
            let (rest, _) = self.without_row(at);
            if may(&rest) {
                *self = rest;
            }
        }
        for at in (0..self.even.len()).rev() {
            let (rest, _) = self.without_even(at);
            if may(&rest) {
                *self = rest;
            }
        }
    }

    /// Leaves out conditions that the others imply.
    pub fn simplify(&mut self) {
        for at in (0..self.rows.len()).rev() {
            let (rest, row) = self.without_row(at);
            let outside = row.is_negative().and_then(|negative| rest.region()?.at_least_zero(negative));
            if outside.is_none() {
                *self = rest;
            }
        }
        for at in (0..self.even.len()).rev() {
            let (rest, form) = self.without_even(at);
            let outside = form.plus(1, &Form::constant(1)).and_then(|odd| rest.region()?.even(odd));
            if outside.is_none() {
                *self = rest;
            }
        }
    }

    /// Whether all of it lies in another piece.
    pub fn is_inside(&self, other: &Piece) -> bool {
        let Some(region) = self.region() else {
            return true;
        };
        other.rows.iter().all(|row| row.is_negative().is_some_and(|row| region.at_least_zero(row).is_none()))
            && other
                .even
                .iter()
                .all(|form| form.plus(1, &Form::constant(1)).is_some_and(|odd| region.even(odd).is_none()))
    }

    /// A variable that the conditions determine, with what it is; it is replaced everywhere.
    pub fn solve_one(&mut self) -> Option<(usize, Form)> {
        let region = self.region()?;
        for row in self.rows.clone() {
            // The row is 0 all over the piece: it determines its variables.
            let positive = row.plus(-1, &Form::constant(1))?;
            if region.at_least_zero(positive).is_some() {
                continue;
            }
            let variable = (0..self.variables).find(|v| row.a[*v].abs() == 1)?;
            let sign = row.a[variable];
            let mut by = Form::constant(0).plus(-sign, &row)?;
            by.a[variable] = 0;
            for form in self.rows.iter_mut().chain(&mut self.even) {
                *form = replace(form, variable, &by)?;
            }
            // What is replaced is still at least 0.
            self.rows.push(by);
            self.rows.retain(|row| !(row.is_constant() && row.c >= 0));
            self.even.retain(|form| !form.is_constant());
            return Some((variable, by));
        }
        None
    }

    /// The conditions, written with the variables that are used, in their order.
    pub fn conditions(&self) -> Vec<Condition> {
        let rows: Vec<Form> = self.rows.iter().map(divided).collect();
        let is_trivial = |row: &Form| row.c >= 0 && row.a.iter().all(|a| *a >= 0);
        let rows = rows.iter().filter(|row| !is_trivial(row)).map(|row| Condition::AtLeastZero(term(row)));
        rows.chain(self.even.iter().map(|form| Condition::Even(parity(form)))).collect()
    }
}

/// A row divided by the greatest common divisor of its coefficients, its constant rounded down.
fn divided(row: &Form) -> Form {
    let gcd = |mut a: i64, mut b: i64| {
        while b != 0 {
            (a, b) = (b, a % b);
        }
        a
    };
    let divisor = row.a.iter().fold(0, |d, a| gcd(d, a.abs())).max(1);
    Form { a: row.a.map(|a| a / divisor), c: row.c.div_euclid(divisor) }
}

/// A form with a variable replaced.
pub(super) fn replace(form: &Form, variable: usize, by: &Form) -> Option<Form> {
    let mut rest = *form;
    let factor = std::mem::take(&mut rest.a[variable]);
    rest.plus(factor, by)
}

pub(super) fn term(form: &Form) -> Term {
    let terms = (0..MOST_VARIABLES).filter(|v| form.a[*v] != 0).map(|v| (v, form.a[v])).collect();
    Term { terms, constant: form.c }
}

/// A form modulo 2.
fn parity(form: &Form) -> Term {
    let terms = (0..MOST_VARIABLES).filter(|v| form.a[*v] % 2 != 0).map(|v| (v, 1)).collect();
    Term { terms, constant: form.c.rem_euclid(2) }
}

/// An element as a word; generator 0 is a, the letters follow.
pub(super) fn phrase(monoid: &PresburgerMonoid, x: &Symbolic) -> Phrase {
    let mut parameters = x.parameters.iter();
    let letters = monoid.labels[x.label].word.iter().map(|letter| {
        let parameter = if monoid.letters[*letter].is_indexed() { parameters.next().copied() } else { None };
        (*letter, parameter)
    });
    phrase_of(monoid, x.flip, letters.collect())
}

/// A word given by letters with parameters.
pub(super) fn phrase_of(
    monoid: &PresburgerMonoid,
    flip: bool,
    letters: Vec<(usize, Option<Form>)>,
) -> Phrase {
    let mut factors: Vec<Factor> = Vec::new();
    if flip {
        factors.push(Factor { generator: 0, index: None, exponent: Term::number(1) });
    }
    for (letter, parameter) in letters {
        let generator = letter + 1;
        let (index, exponent) = match (monoid.letters[letter].kind, &parameter) {
            (LetterKind::Power, Some(form)) => (None, term(form)),
            (LetterKind::Family, Some(form)) => (Some(term(form)), Term::number(1)),
            _ => (None, Term::number(1)),
        };
        match factors.last_mut() {
            Some(last)
                if last.generator == generator && last.index == index && last.exponent.terms.is_empty() =>
            {
                last.exponent.constant += exponent.constant;
            }
            _ => factors.push(Factor { generator, index, exponent }),
        }
    }
    Phrase(factors)
}
