//! Rational functions F(t) over an algebraically closed field F, by partial fractions.

use std::collections::BTreeMap;

use crate::nim::{AlgebraicClosure, TransfiniteError};
use crate::ordinal::Ordinal;

/// The largest degree and the largest order of a pole that is computed with.
pub const LARGEST_DEGREE: usize = 4096;

/// A polynomial in t: coefficients from the constant up, the last not 0; the empty list is 0.
pub type Polynomial = Vec<Ordinal>;

type Result<T> = std::result::Result<T, TransfiniteError>;

/// An element of F(t): a polynomial and, at finitely many poles a, multiples of (t+a)^-1, (t+a)^-2, …
///
/// These are coordinates in the F-basis B of [L, section 5], so equal functions have equal values.
///
/// Invariant: no list of a pole is empty, and none ends in 0.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Fraction {
    pub polynomial: Polynomial,
    /// At the pole a the coefficient of (t+a)^-(i+1) at index i.
    pub poles: BTreeMap<Ordinal, Vec<Ordinal>>,
}

/// A product of powers of t+a, by the exponent of each.
type Denominator = BTreeMap<Ordinal, usize>;

/// Adds `c` to the coefficient at `index`.
fn toggle(list: &mut Vec<Ordinal>, index: usize, c: &Ordinal) {
    if list.len() <= index {
        list.resize(index + 1, Ordinal::ZERO);
    }
    list[index] = list[index].nim_sum(c);
    trim(list);
}

fn trim(list: &mut Vec<Ordinal>) {
    while list.last().is_some_and(Ordinal::is_zero) {
        list.pop();
    }
}

fn sum(a: &[Ordinal], b: &[Ordinal]) -> Polynomial {
    let (long, short) = if a.len() < b.len() { (b, a) } else { (a, b) };
    let mut sum = long.to_vec();
    for (to, from) in sum.iter_mut().zip(short) {
        *to = to.nim_sum(from);
    }
    trim(&mut sum);
    sum
}

impl Fraction {
    /// c t^n.
    pub fn monomial(n: usize, c: &Ordinal) -> Self {
        let mut x = Fraction::default();
        toggle(&mut x.polynomial, n, c);
        x
    }

    /// c (t+a)^-n, for n > 0.
    pub fn pole(a: &Ordinal, n: usize, c: &Ordinal) -> Self {
        let mut x = Fraction::default();
        x.toggle_pole(a, n, c);
        x
    }

    pub fn is_zero(&self) -> bool {
        self.polynomial.is_empty() && self.poles.is_empty()
    }

    fn toggle_pole(&mut self, a: &Ordinal, n: usize, c: &Ordinal) {
        let list = self.poles.entry(a.clone()).or_default();
        toggle(list, n - 1, c);
        if list.is_empty() {
            self.poles.remove(a);
        }
    }

    /// Adds `other`.
    pub fn add(&mut self, other: &Fraction) {
        self.polynomial = sum(&self.polynomial, &other.polynomial);
        for (a, list) in &other.poles {
            let total = sum(self.poles.get(a).map_or(&[], Vec::as_slice), list);
            if total.is_empty() {
                self.poles.remove(a);
            } else {
                self.poles.insert(a.clone(), total);
            }
        }
    }
}

/// Arithmetic in F(t), F the field of all ordinals below ω^(ω^ω).
pub struct Functions<'f> {
    pub field: &'f mut AlgebraicClosure,
}

impl Functions<'_> {
    /// The product of two functions.
    pub fn product(&mut self, x: &Fraction, y: &Fraction) -> Result<Fraction> {
        let (numerator, mut denominator) = self.quotient_form(x)?;
        let (other, factors) = self.quotient_form(y)?;
        for (a, n) in factors {
            *denominator.entry(a).or_default() += n;
        }
        let numerator = self.times(&numerator, &other)?;
        self.partial_fractions(numerator, &denominator)
    }

    /// The square: coordinate by coordinate.
    pub fn square(&mut self, x: &Fraction) -> Result<Fraction> {
        let mut square = Fraction::default();
        for (n, c) in x.polynomial.iter().enumerate().filter(|(_, c)| !c.is_zero()) {
            check_degree(2 * n)?;
            toggle(&mut square.polynomial, 2 * n, &self.field.product(c, c)?);
        }
        for (a, list) in &x.poles {
            for (i, c) in list.iter().enumerate().filter(|(_, c)| !c.is_zero()) {
                check_degree(2 * i + 2)?;
                square.toggle_pole(a, 2 * i + 2, &self.field.product(c, c)?);
            }
        }
        Ok(square)
    }

    /// u and v with x = u² + t v².
    ///
    /// c t^(2k+1) = t (√c t^k)², and c (t+a)^(1-2k) = (t+a) (√c (t+a)^-k)².
    pub fn square_root(&mut self, x: &Fraction) -> Result<[Fraction; 2]> {
        let [mut u, mut v] = [Fraction::default(), Fraction::default()];
        for (n, c) in x.polynomial.iter().enumerate() {
            let root = self.field.sqrt(c)?;
            toggle(if n % 2 == 0 { &mut u.polynomial } else { &mut v.polynomial }, n / 2, &root);
        }
        for (a, list) in &x.poles {
            let root_of_a = self.field.sqrt(a)?;
            for (i, c) in list.iter().enumerate().filter(|(_, c)| !c.is_zero()) {
                let (root, k) = (self.field.sqrt(c)?, i / 2 + 1);
                if i % 2 == 1 {
                    u.toggle_pole(a, k, &root);
                } else {
                    v.toggle_pole(a, k, &root);
                    u.toggle_pole(a, k, &self.field.product(&root, &root_of_a)?);
                }
            }
        }
        Ok([u, v])
    }

    /// The inverse: the numerator is split into linear factors.
    pub fn inverse(&mut self, x: &Fraction) -> Result<Fraction> {
        let Factored { lead, zeros, poles } = self.factored(x)?;
        let over = self.field.inverse(&lead)?;
        let mut numerator = vec![over];
        for (a, n) in &poles {
            numerator = self.times_linear_power(numerator, a, *n)?;
        }
        self.partial_fractions(numerator, &zeros)
    }

    /// All n-th roots in F(t), n odd; none when the order of a zero or of a pole is no multiple of n.
    pub fn roots(&mut self, x: &Fraction, n: u64) -> Result<Vec<Fraction>> {
        let Factored { lead, zeros, poles } = self.factored(x)?;
        let divided = |orders: &Denominator| {
            let divide = |order: usize| (order as u64).is_multiple_of(n).then(|| order / n as usize);
            orders
                .iter()
                .map(|(a, order)| Some((a.clone(), divide(*order)?)))
                .collect::<Option<Denominator>>()
        };
        let (Some(zeros), Some(poles)) = (divided(&zeros), divided(&poles)) else { return Ok(Vec::new()) };
        let mut roots = Vec::new();
        for lead in self.field.roots(&lead, n)? {
            let mut numerator = vec![lead];
            for (a, order) in &zeros {
                numerator = self.times_linear_power(numerator, a, *order)?;
            }
            roots.push(self.partial_fractions(numerator, &poles)?);
        }
        Ok(roots)
    }

    /// Some z, and what is left of x without z² + z: a nim sum of terms of odd degrees and odd orders, 0 iff x is z² + z for some z.
    ///
    /// c b² = √c b + (z² + z) for z = √c b; so every term of even degree or even order moves to half of it, and a constant is z² + z.
    pub fn artin_schreier_root(&mut self, x: &Fraction) -> Result<(Fraction, Fraction)> {
        let (mut rest, mut root) = (x.clone(), Fraction::default());
        for n in (1..rest.polynomial.len() / 2 + 1).rev() {
            let Some(c) = rest.polynomial.get(2 * n).filter(|c| !c.is_zero()).cloned() else { continue };
            let half = Fraction::monomial(n, &self.field.sqrt(&c)?);
            rest.add(&Fraction::monomial(2 * n, &c));
            rest.add(&half);
            root.add(&half);
        }
        let orders: Vec<(Ordinal, usize)> = x.poles.iter().map(|(a, list)| (a.clone(), list.len())).collect();
        for (a, order) in orders {
            for n in (1..order / 2 + 1).rev() {
                let list = rest.poles.get(&a).map_or(&[][..], Vec::as_slice);
                let Some(c) = list.get(2 * n - 1).filter(|c| !c.is_zero()).cloned() else { continue };
                let half = Fraction::pole(&a, n, &self.field.sqrt(&c)?);
                rest.add(&Fraction::pole(&a, 2 * n, &c));
                rest.add(&half);
                root.add(&half);
            }
        }
        if let Some(constant) = rest.polynomial.first().filter(|c| !c.is_zero()).cloned() {
            let constants = self.field.solve_quadratic(&Ordinal::ONE, &constant)?;
            root.add(&Fraction::monomial(0, &constants[0]));
            rest.add(&Fraction::monomial(0, &constant));
        }
        Ok((root, rest))
    }

    /// Numerator and denominator, without common factors.
    fn quotient_form(&mut self, x: &Fraction) -> Result<(Polynomial, Denominator)> {
        let mut numerator = x.polynomial.clone();
        let mut denominator = vec![Ordinal::ONE];
        let mut orders = Denominator::new();
        for (a, list) in &x.poles {
            numerator = self.times_linear_power(numerator, a, list.len())?;
            let mut part: Polynomial = Vec::new();
            for c in list {
                part = self.times_linear_power(part, a, 1)?;
                toggle(&mut part, 0, c);
            }
            let part = self.times(&part, &denominator)?;
            numerator = sum(&numerator, &part);
            denominator = self.times_linear_power(denominator, a, list.len())?;
            orders.insert(a.clone(), list.len());
        }
        Ok((numerator, orders))
    }

    fn partial_fractions(&mut self, numerator: Polynomial, denominator: &Denominator) -> Result<Fraction> {
        let mut whole = vec![Ordinal::ONE];
        for (a, n) in denominator {
            whole = self.times_linear_power(whole, a, *n)?;
        }
        let mut rest = numerator;
        let polynomial = self.divide(&mut rest, &whole)?;
        let mut x = Fraction { polynomial, poles: BTreeMap::new() };
        for (a, n) in denominator {
            let mut others = whole.clone();
            for _ in 0..*n {
                others = self.divide(&mut others, &[a.clone(), Ordinal::ONE])?;
            }
            // The Taylor series of rest/others at a, in powers of t+a.
            let (rest, others) = (self.shift(&rest, a)?, self.shift(&others, a)?);
            let over = self.field.inverse(&others[0])?;
            let mut series: Vec<Ordinal> = Vec::with_capacity(*n);
            for i in 0..*n {
                let mut c = rest.get(i).cloned().unwrap_or_default();
                for (j, d) in others.iter().enumerate().take(i + 1).skip(1) {
                    c = c.nim_sum(&self.field.product(&series[i - j], d)?);
                }
                series.push(self.field.product(&c, &over)?);
            }
            for (i, c) in series.iter().enumerate().filter(|(_, c)| !c.is_zero()) {
                x.toggle_pole(a, n - i, c);
            }
        }
        Ok(x)
    }

    /// lead · Π (t+zero) / Π (t+pole), with multiplicities.
    fn factored(&mut self, x: &Fraction) -> Result<Factored> {
        let (mut rest, poles) = self.quotient_form(x)?;
        let lead = rest.last().cloned().ok_or(TransfiniteError::DivisionByZero)?;
        let over = self.field.inverse(&lead)?;
        for c in &mut rest {
            *c = self.field.product(c, &over)?;
        }
        let mut zeros = Denominator::new();
        let lower: Vec<Ordinal> = rest.iter().rev().skip(1).cloned().collect();
        for zero in self.field.solve(&lower)? {
            let mut order = 0;
            loop {
                let mut remainder = rest.clone();
                let quotient = self.divide(&mut remainder, &[zero.clone(), Ordinal::ONE])?;
                if !remainder.is_empty() {
                    break;
                }
                (rest, order) = (quotient, order + 1);
            }
            zeros.insert(zero, order);
        }
        Ok(Factored { lead, zeros, poles })
    }

    fn times(&mut self, a: &[Ordinal], b: &[Ordinal]) -> Result<Polynomial> {
        if a.is_empty() || b.is_empty() {
            return Ok(Vec::new());
        }
        check_degree(a.len() + b.len() - 2)?;
        let mut product = vec![Ordinal::ZERO; a.len() + b.len() - 1];
        for (i, c) in a.iter().enumerate().filter(|(_, c)| !c.is_zero()) {
            for (j, d) in b.iter().enumerate().filter(|(_, d)| !d.is_zero()) {
                product[i + j] = product[i + j].nim_sum(&self.field.product(c, d)?);
            }
        }
        Ok(product)
    }

    /// Multiplies by (t+a)^n.
    fn times_linear_power(&mut self, mut of: Polynomial, a: &Ordinal, n: usize) -> Result<Polynomial> {
        for _ in 0..n {
            of = self.times(&of, &[a.clone(), Ordinal::ONE])?;
        }
        Ok(of)
    }

    /// Divides by a monic polynomial: the quotient, and the remainder in `rest`.
    fn divide(&mut self, rest: &mut Polynomial, monic: &[Ordinal]) -> Result<Polynomial> {
        let Some(steps) = (rest.len() + 1).checked_sub(monic.len()) else { return Ok(Vec::new()) };
        let mut quotient = vec![Ordinal::ZERO; steps];
        for at in (0..steps).rev() {
            let lead = rest[at + monic.len() - 1].clone();
            for (to, from) in rest[at..].iter_mut().zip(monic).filter(|(_, from)| !from.is_zero()) {
                *to = to.nim_sum(&self.field.product(&lead, from)?);
            }
            quotient[at] = lead;
        }
        trim(rest);
        trim(&mut quotient);
        Ok(quotient)
    }

    /// The polynomial in s = t+a that equals the polynomial `of` in t.
    fn shift(&mut self, of: &[Ordinal], a: &Ordinal) -> Result<Polynomial> {
        let mut shifted: Polynomial = Vec::new();
        for c in of.iter().rev() {
            shifted = self.times_linear_power(shifted, a, 1)?;
            toggle(&mut shifted, 0, c);
        }
        Ok(shifted)
    }
}

struct Factored {
    lead: Ordinal,
    zeros: Denominator,
    poles: Denominator,
}

/// Refuses degrees above [`LARGEST_DEGREE`].
pub fn check_degree(degree: usize) -> Result<()> {
    if degree <= LARGEST_DEGREE {
        return Ok(());
    }
    let message = format!("rational functions of w^w^w are computed up to degree {LARGEST_DEGREE}");
    Err(TransfiniteError::OutOfReach(message))
}
