//! Polynomials in one variable over a finite field, a Euclidean domain.

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use super::euclidean::{EuclideanDomain, Factors, Unfactored, with_multiplicities};
use super::finite_field::{FiniteField, show_polynomial};
use crate::limits::Limits;

/// A polynomial: its coefficients from the constant on, the last one not 0.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Polynomial(Vec<u32>);

impl Polynomial {
    /// The degree; `None` for 0.
    pub fn degree(&self) -> Option<usize> {
        self.0.len().checked_sub(1)
    }

    /// The coefficients from the constant on, the last one not 0.
    pub fn coefficients(&self) -> &[u32] {
        &self.0
    }
}

impl PartialOrd for Polynomial {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// By degree, then from the leading coefficient down.
impl Ord for Polynomial {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.len().cmp(&other.0.len()).then_with(|| self.0.iter().rev().cmp(other.0.iter().rev()))
    }
}

/// The ring F_q\[x\].
#[derive(Clone, Debug)]
pub struct Polynomials {
    field: Arc<FiniteField>,
    variable: String,
}

impl PartialEq for Polynomials {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Polynomials {}

impl PartialOrd for Polynomials {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Polynomials {
    fn cmp(&self, other: &Self) -> Ordering {
        (self.field.order(), &self.variable).cmp(&(other.field.order(), &other.variable))
    }
}

impl Hash for Polynomials {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.field.order(), &self.variable).hash(state);
    }
}

impl Polynomials {
    /// F_q\[x\]; `None` when there is no such field, or it is too large.
    pub fn over(q: u32) -> Option<Self> {
        Some(Self::new(Arc::new(FiniteField::new(q)?), "x"))
    }

    /// The polynomials over a field in a variable of this name.
    pub fn new(field: Arc<FiniteField>, variable: &str) -> Self {
        Polynomials { field, variable: variable.to_owned() }
    }

    /// The field of coefficients.
    pub fn field(&self) -> &FiniteField {
        &self.field
    }

    /// The name of the variable.
    pub fn variable_name(&self) -> &str {
        &self.variable
    }

    /// The polynomial with these coefficients, from the constant on.
    pub fn from_coefficients(&self, mut coefficients: Vec<u32>) -> Polynomial {
        debug_assert!(coefficients.iter().all(|c| *c < self.field.order()));
        while coefficients.last() == Some(&0) {
            coefficients.pop();
        }
        Polynomial(coefficients)
    }

    fn leading(&self, a: &Polynomial) -> u32 {
        a.0.last().copied().unwrap_or(0)
    }

    /// The greatest common divisor, with leading coefficient 1.
    pub(super) fn greatest_common_divisor(&self, a: &Polynomial, b: &Polynomial) -> Polynomial {
        let (mut a, mut b) = (a.clone(), b.clone());
        while !self.is_zero(&b) {
            let rest = self.division(&a, &b).1;
            (a, b) = (b, rest);
        }
        self.associate(&a)
    }

    fn derivative(&self, a: &Polynomial) -> Polynomial {
        let field = &self.field;
        let term = |(power, c): (usize, &u32)| {
            field.product(field.integer((power as u64 % u64::from(field.characteristic())) as u32), *c)
        };
        self.from_coefficients(a.0.iter().enumerate().skip(1).map(term).collect())
    }

    /// The irreducible factors of a monic polynomial, each as often as it occurs.
    fn irreducible_factors(
        &self,
        a: &Polynomial,
        limits: &Limits,
        found: &mut Vec<Polynomial>,
    ) -> Result<(), Unfactored> {
        if a.degree().is_none_or(|degree| degree == 0) {
            return Ok(());
        }
        let p = self.field.characteristic() as usize;
        let derivative = self.derivative(a);
        if self.is_zero(&derivative) {
            // A polynomial in x^p is a p-th power.
            let roots = a.0.iter().step_by(p).map(|c| self.field.characteristic_root(*c)).collect();
            let root = self.from_coefficients(roots);
            let mut factors = Vec::new();
            self.irreducible_factors(&root, limits, &mut factors)?;
            factors.into_iter().for_each(|factor| found.extend(std::iter::repeat_n(factor, p)));
            return Ok(());
        }
        let repeated = self.greatest_common_divisor(a, &derivative);
        if repeated == self.one() {
            return self.berlekamp(a, limits, found);
        }
        self.irreducible_factors(&self.division(a, &repeated).0, limits, found)?;
        self.irreducible_factors(&repeated, limits, found)
    }

    /// The factors of a monic polynomial without repeated factors: v with v^q = v modulo a is constant modulo each of them
    /// (Berlekamp).
    fn berlekamp(
        &self,
        a: &Polynomial,
        limits: &Limits,
        found: &mut Vec<Polynomial>,
    ) -> Result<(), Unfactored> {
        let field = &self.field;
        let degree = a.degree().expect("not 0");
        let power_of_x = self.power_modulo(&self.from_coefficients(vec![0, 1]), field.order(), a);
        // Row i: x^(iq) - x^i, to be combined to 0.
        let mut rows: Vec<(Vec<u32>, Vec<u32>)> = Vec::with_capacity(degree);
        let mut power = self.one();
        for at in 0..degree {
            let mut row = power.0.clone();
            row.resize(degree, 0);
            row[at] = field.difference(row[at], 1);
            let mut combination = vec![0; degree];
            combination[at] = 1;
            rows.push((row, combination));
            power = self.division(&self.product(&power, &power_of_x), a).1;
        }
        let mut done = 0;
        for column in 0..degree {
            limits.poll()?;
            let Some(pivot) = (done..degree).find(|row| rows[*row].0[column] != 0) else { continue };
            rows.swap(done, pivot);
            let (entries, combination) = rows[done].clone();
            let inverse = field.inverse(entries[column]);
            for (row, other) in &mut rows[done + 1..] {
                let factor = field.product(row[column], inverse);
                let subtract = |to: &mut [u32], from: &[u32]| {
                    for (entry, term) in to.iter_mut().zip(from) {
                        *entry = field.difference(*entry, field.product(factor, *term));
                    }
                };
                subtract(row, &entries);
                subtract(other, &combination);
            }
            done += 1;
        }
        let kernel: Vec<Polynomial> =
            rows.into_iter().skip(done).map(|(_, combination)| self.from_coefficients(combination)).collect();
        let mut parts = vec![a.clone()];
        for v in &kernel {
            if parts.len() == kernel.len() {
                break;
            }
            for part in std::mem::take(&mut parts) {
                for c in 0..field.order() {
                    limits.poll()?;
                    let shifted = self.difference(v, &self.from_coefficients(vec![c]));
                    let common = self.greatest_common_divisor(&part, &shifted);
                    if common.degree() > Some(0) {
                        parts.push(common);
                    }
                }
            }
        }
        found.extend(parts);
        Ok(())
    }

    fn power_modulo(&self, base: &Polynomial, mut exponent: u32, modulus: &Polynomial) -> Polynomial {
        let mut square = self.division(base, modulus).1;
        let mut power = self.division(&self.one(), modulus).1;
        while exponent > 0 {
            if exponent % 2 == 1 {
                power = self.division(&self.product(&power, &square), modulus).1;
            }
            square = self.division(&self.product(&square, &square), modulus).1;
            exponent /= 2;
        }
        power
    }
}

impl EuclideanDomain for Polynomials {
    type Element = Polynomial;

    fn zero(&self) -> Polynomial {
        Polynomial(Vec::new())
    }

    fn one(&self) -> Polynomial {
        Polynomial(vec![1])
    }

    fn sum(&self, a: &Polynomial, b: &Polynomial) -> Polynomial {
        let at = |of: &Polynomial, place: usize| of.0.get(place).copied().unwrap_or(0);
        let entries = (0..a.0.len().max(b.0.len())).map(|place| self.field.sum(at(a, place), at(b, place)));
        self.from_coefficients(entries.collect())
    }

    fn difference(&self, a: &Polynomial, b: &Polynomial) -> Polynomial {
        let at = |of: &Polynomial, place: usize| of.0.get(place).copied().unwrap_or(0);
        let entries =
            (0..a.0.len().max(b.0.len())).map(|place| self.field.difference(at(a, place), at(b, place)));
        self.from_coefficients(entries.collect())
    }

    fn product(&self, a: &Polynomial, b: &Polynomial) -> Polynomial {
        let mut entries = vec![0; (a.0.len() + b.0.len()).saturating_sub(1)];
        for (i, x) in a.0.iter().enumerate() {
            for (j, y) in b.0.iter().enumerate() {
                entries[i + j] = self.field.sum(entries[i + j], self.field.product(*x, *y));
            }
        }
        self.from_coefficients(entries)
    }

    fn division(&self, a: &Polynomial, b: &Polynomial) -> (Polynomial, Polynomial) {
        let degree = b.degree().expect("division by 0");
        let inverse = self.field.inverse(self.leading(b));
        let mut rest = a.0.clone();
        let mut quotient = vec![0; rest.len().saturating_sub(degree)];
        for place in (degree..rest.len()).rev() {
            let factor = self.field.product(rest[place], inverse);
            quotient[place - degree] = factor;
            for (at, c) in b.0.iter().enumerate() {
                let entry = &mut rest[place - degree + at];
                *entry = self.field.difference(*entry, self.field.product(factor, *c));
            }
        }
        (self.from_coefficients(quotient), self.from_coefficients(rest))
    }

    fn is_smaller(&self, a: &Polynomial, b: &Polynomial) -> bool {
        a.0.len() < b.0.len()
    }

    fn unit_part(&self, a: &Polynomial) -> Polynomial {
        match self.leading(a) {
            0 => self.one(),
            leading => Polynomial(vec![self.field.inverse(leading)]),
        }
    }

    fn factors(&self, a: &Polynomial, limits: &Limits) -> Result<Factors<Polynomial>, Unfactored> {
        let mut found = Vec::new();
        self.irreducible_factors(&self.associate(a), limits, &mut found)?;
        found.sort_unstable();
        Ok(with_multiplicities(found))
    }

    fn some_prime(&self) -> Polynomial {
        Polynomial(vec![0, 1])
    }

    fn show(&self, a: &Polynomial) -> String {
        let coefficients = a.0.iter().map(|c| if *c == 0 { String::new() } else { self.field.show(*c) });
        show_polynomial(coefficients, &self.variable)
    }

    fn name(&self) -> String {
        format!("F{}[{}]", self.field.order(), self.variable)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All monic polynomials of small degrees: factors multiply to the polynomial, and none has a monic divisor of degree
    /// from 1 to half its own.
    #[test]
    fn factors_by_definition() {
        let limits = Limits::none();
        for (q, most) in [(2, 7), (3, 4), (4, 3), (5, 3)] {
            let ring = Polynomials::over(q).unwrap();
            let monic = |degree: usize| {
                (0..q.pow(degree as u32)).map(move |mut number| {
                    let mut entries = Vec::new();
                    for _ in 0..degree {
                        entries.push(number % q);
                        number /= q;
                    }
                    entries.push(1);
                    Polynomial(entries)
                })
            };
            for polynomial in (0..=most).flat_map(monic) {
                let factors = ring.factors(&polynomial, &limits).unwrap();
                let product = factors.iter().fold(ring.one(), |product, (prime, exponent)| {
                    ring.product(&product, &ring.power(prime, *exponent))
                });
                assert_eq!(product, polynomial);
                for (prime, _) in &factors {
                    let half = prime.degree().unwrap() / 2;
                    assert!((1..=half).flat_map(monic).all(|divisor| !ring.divides(&divisor, prime)));
                }
            }
        }
    }

    #[test]
    fn polynomials_as_text() {
        let ring = Polynomials::over(4).unwrap();
        assert_eq!(ring.show(&Polynomial(vec![1, 3, 0, 2])), "ax^3+(a+1)x+1");
        assert_eq!((ring.show(&ring.zero()), ring.name()), ("0".into(), "F4[x]".into()));
    }
}
