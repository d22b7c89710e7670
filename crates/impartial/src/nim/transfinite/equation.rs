//! Polynomial equations in the algebraic closure: all roots, as ordinals.
//!
//! Over the field K of q elements that the coefficients generate, the irreducible factors of degree k divide
//! y^(q^k) + y, which separates the degrees. Their roots lie in every field whose degree over K is a multiple of k; the
//! generators K(l^n) lead to one. There the factors are linear, and for most elements δ of the field the polynomial
//! Tr(δy) = δy + (δy)² + (δy)⁴ + … has about half of the roots in common with a factor (Berlekamp).

use super::dense::{Dense, is_zero, xor};
use super::frobenius::Frobenius;
use super::sparse::Sparse;
use super::tower::Tower;
use super::{AlgebraicClosure, TransfiniteError};
use crate::ordinal::Ordinal;

/// The largest degree of an equation.
pub const LARGEST_DEGREE: usize = 64;

impl AlgebraicClosure {
    /// The solutions of y^n + c_1 y^(n-1) + … + c_n = 0 for `coefficients` c_1, …, c_n, smallest first, each once.
    ///
    /// ```
    /// use impartial::limits::Limits;
    /// use impartial::nim::AlgebraicClosure;
    /// let mut field = AlgebraicClosure::new(Limits::none());
    /// let ordinal = |text: &str| text.parse().unwrap();
    /// assert_eq!(field.solve(&["0", "0", "2"].map(ordinal))?, ["w", "w*2", "w*3"].map(ordinal));
    /// # Ok::<(), impartial::nim::TransfiniteError>(())
    /// ```
    ///
    /// # Errors
    /// [`TransfiniteError`] when the degree is above [`LARGEST_DEGREE`] or a field is too large.
    pub fn solve(&mut self, coefficients: &[Ordinal]) -> Result<Vec<Ordinal>, TransfiniteError> {
        if coefficients.len() > LARGEST_DEGREE {
            return Err(TransfiniteError::OutOfReach(format!(
                "equations are solved up to degree {LARGEST_DEGREE}"
            )));
        }
        if let [linear, constant] = coefficients {
            return self.solve_quadratic(linear, constant);
        }
        let lower: Result<Vec<Sparse>, _> = coefficients.iter().rev().map(Sparse::from_ordinal).collect();
        let lower = lower?;
        let elements: Vec<&Sparse> = lower.iter().collect();
        let ground = Tower::new(self, &elements)?;
        let over = Polynomials::over(&ground);
        let mut rest: Vec<Dense> = lower.iter().map(|c| ground.dense(c)).collect();
        rest.push(ground.one());
        let mut roots = Vec::new();
        // y^(q^k) modulo what is left.
        let mut power = vec![ground.zero(), ground.one()];
        for k in 1.. {
            if rest.len() == 1 {
                break;
            }
            power = over.remainder(power, &rest)?;
            for _ in 0..ground.degree() {
                power = over.square_modulo(power, &rest)?;
            }
            let mut difference = power.clone();
            over.add(&mut difference, &[ground.zero(), ground.one()]);
            let mut factor = over.gcd(rest.clone(), difference)?;
            if factor.len() == 1 {
                continue;
            }
            let sparse: Vec<Sparse> = factor.iter().map(|c| ground.sparse(c)).collect();
            roots.extend(self.roots_above(&ground, &sparse, k)?);
            while factor.len() > 1 {
                rest = over.quotient(rest, &factor)?;
                factor = over.gcd(factor, rest.clone())?;
            }
        }
        let mut roots: Vec<Ordinal> = roots.iter().map(Sparse::to_ordinal).collect();
        roots.sort_unstable();
        Ok(roots)
    }

    /// The roots of a product of different irreducible factors of degree k over `ground`.
    fn roots_above(
        &mut self,
        ground: &Tower,
        polynomial: &[Sparse],
        k: u64,
    ) -> Result<Vec<Sparse>, TransfiniteError> {
        let mut generators = Vec::new();
        let mut rest = k;
        for prime in 2..=k {
            let mut n = ground.power_of(prime);
            while rest.is_multiple_of(prime) {
                rest /= prime;
                n += 1;
            }
            if n > ground.power_of(prime) {
                generators.push((prime, n));
            }
        }
        let elements: Vec<&Sparse> = polynomial.iter().collect();
        let tower = Tower::with_generators(self, &elements, &generators)?;
        let over = Polynomials::over(&tower);
        let mut roots = Vec::new();
        let mut open = vec![polynomial.iter().map(|c| tower.dense(c)).collect::<Vec<_>>()];
        let mut random = Random(0x9e37_79b9_7f4a_7c15);
        while let Some(product) = open.pop() {
            if let [constant, _] = product.as_slice() {
                roots.push(tower.sparse(constant));
                continue;
            }
            let delta = over.tower.random(|| random.next());
            let trace = over.trace_modulo(delta, &product)?;
            let common = over.gcd(product.clone(), trace)?;
            if common.len() == 1 || common.len() == product.len() {
                open.push(product);
                continue;
            }
            open.push(over.quotient(product, &common)?);
            open.push(common);
        }
        Ok(roots)
    }
}

/// Marsaglia's generator: which elements are tried changes the time and not the roots.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }
}

/// Arithmetic of polynomials over a field: coefficients from the constant up, the last not 0; the empty list is 0.
struct Polynomials<'t> {
    tower: &'t Tower,
    square: Frobenius,
}

type Polynomial = Vec<Dense>;

impl<'t> Polynomials<'t> {
    fn over(tower: &'t Tower) -> Self {
        Polynomials { tower, square: Frobenius::one(&tower.field) }
    }

    fn trim(polynomial: &mut Polynomial) {
        while polynomial.last().is_some_and(|top| is_zero(top)) {
            polynomial.pop();
        }
    }

    fn add(&self, to: &mut Polynomial, from: &[Dense]) {
        let zero = self.tower.zero();
        to.resize(to.len().max(from.len()), zero);
        for (to, from) in to.iter_mut().zip(from) {
            xor(to, from);
        }
        Self::trim(to);
    }

    /// Divides by a monic polynomial: the quotient, and the remainder in `dividend`.
    fn divide(&self, dividend: &mut Polynomial, monic: &[Dense]) -> Result<Polynomial, TransfiniteError> {
        let Some(steps) = (dividend.len() + 1).checked_sub(monic.len()) else { return Ok(Vec::new()) };
        let mut quotient = vec![self.tower.zero(); steps];
        for at in (0..steps).rev() {
            let lead = dividend[at + monic.len() - 1].clone();
            if is_zero(&lead) {
                continue;
            }
            for (to, from) in dividend[at..].iter_mut().zip(monic) {
                xor(to, &self.tower.field.multiply(&lead, from)?);
            }
            quotient[at] = lead;
        }
        Self::trim(dividend);
        Ok(quotient)
    }

    fn remainder(&self, mut dividend: Polynomial, monic: &[Dense]) -> Result<Polynomial, TransfiniteError> {
        self.divide(&mut dividend, monic)?;
        Ok(dividend)
    }

    fn quotient(&self, mut dividend: Polynomial, monic: &[Dense]) -> Result<Polynomial, TransfiniteError> {
        self.divide(&mut dividend, monic)
    }

    /// The monic greatest common divisor; 1 has one coefficient.
    fn gcd(&self, mut a: Polynomial, mut b: Polynomial) -> Result<Polynomial, TransfiniteError> {
        while let Some(lead) = b.last() {
            if *lead != self.tower.one() {
                let over = self.tower.inverse(lead)?;
                for coefficient in &mut b {
                    *coefficient = self.tower.field.multiply(coefficient, &over)?;
                }
            }
            let rest = self.remainder(a, &b)?;
            (a, b) = (b, rest);
        }
        Ok(a)
    }

    fn square_modulo(&self, a: Polynomial, monic: &[Dense]) -> Result<Polynomial, TransfiniteError> {
        let mut square = Vec::with_capacity(2 * a.len());
        for coefficient in &a {
            square.push(self.square.apply(&self.tower.field, coefficient));
            square.push(self.tower.zero());
        }
        Self::trim(&mut square);
        self.remainder(square, monic)
    }

    /// Tr(δy) modulo a monic polynomial of degree 2 or more.
    fn trace_modulo(&self, delta: Dense, monic: &[Dense]) -> Result<Polynomial, TransfiniteError> {
        let mut term = vec![self.tower.zero(), delta];
        let mut trace = term.clone();
        for _ in 1..self.tower.degree() {
            term = self.square_modulo(term, monic)?;
            self.add(&mut trace, &term);
        }
        Ok(trace)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::limits::Limits;

    fn ordinal(text: &str) -> Ordinal {
        text.parse().unwrap()
    }

    /// The coefficients c_1, …, c_n of the product of y + r over the given roots.
    fn product_over(field: &mut AlgebraicClosure, roots: &[Ordinal]) -> Vec<Ordinal> {
        let mut coefficients = vec![Ordinal::ONE];
        for root in roots {
            let mut next = coefficients.clone();
            next.push(Ordinal::ZERO);
            for (at, coefficient) in coefficients.iter().enumerate() {
                let term = field.product(coefficient, root).unwrap();
                next[at + 1] = next[at + 1].nim_sum(&term);
            }
            coefficients = next;
        }
        coefficients.split_off(1)
    }

    /// Equations whose roots are known another way: roots of unity, roots of numbers, minimal polynomials.
    #[test]
    fn known_equations() {
        let mut field = AlgebraicClosure::new(Limits::none());
        let zeros = |n: usize, last: &str| {
            let mut all = vec![Ordinal::ZERO; n];
            all[n - 1] = ordinal(last);
            all
        };
        for (n, of) in [(3, "2"), (3, "w"), (5, "4"), (7, "w+1"), (9, "2"), (6, "2"), (15, "1"), (11, "3")] {
            assert_eq!(field.solve(&zeros(n, of)), field.roots(&ordinal(of), n as u64), "y^{n} = {of}");
        }
        assert_eq!(field.solve(&[]), Ok(vec![]));
        assert_eq!(field.solve(&[ordinal("w^w+5")]), Ok(vec![ordinal("w^w+5")]));
        assert_eq!(field.solve(&zeros(4, "0")), Ok(vec![Ordinal::ZERO]));
        // The least root of y^3 + y + 1 and of y^5 + y^2 + 1: the least generators of F_8 and of F_32.
        for (equation, degree) in [(&["0", "1", "1"][..], 3), (&["0", "0", "1", "0", "1"], 5)] {
            let coefficients: Vec<Ordinal> = equation.iter().map(|c| ordinal(c)).collect();
            let roots = field.solve(&coefficients).unwrap();
            assert_eq!(roots.len(), degree);
            for root in roots {
                assert_eq!(field.degree(&root), Ok(degree as u64));
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(40))]

        /// Fails when a root of a product of linear factors is lost, found twice or made up.
        #[test]
        fn products_of_linear_factors(chosen in prop::collection::vec(0_usize..12, 1..7)) {
            let pool = ["0", "1", "2", "5", "300", "w", "w+1", "w*2+7", "w^2", "w^3+w", "w^w", "w^w*5+3"];
            let mut roots: Vec<Ordinal> = chosen.iter().map(|at| ordinal(pool[*at])).collect();
            let mut field = AlgebraicClosure::new(Limits::none());
            let coefficients = product_over(&mut field, &roots);
            roots.sort_unstable();
            roots.dedup();
            prop_assert_eq!(field.solve(&coefficients).unwrap(), roots);
        }

        /// Fails when a solution does not solve, or when solutions are missing: a separable equation has as many as
        /// its degree.
        #[test]
        fn solutions_solve(chosen in prop::collection::vec(0_usize..6, 1..5)) {
            let pool = ["0", "1", "2", "3", "w", "w+1"];
            let coefficients: Vec<Ordinal> = chosen.iter().map(|at| ordinal(pool[*at])).collect();
            let mut field = AlgebraicClosure::new(Limits::none());
            let roots = field.solve(&coefficients).unwrap();
            prop_assert!(roots.is_sorted_by(|a, b| a < b));
            for root in &roots {
                let mut value = Ordinal::ONE;
                for coefficient in &coefficients {
                    value = field.product(&value, root).unwrap().nim_sum(coefficient);
                }
                prop_assert!(value.is_zero(), "{root}");
            }
            // y^n + … and its derivative have a common root iff roots are fewer; over the roots, by definition.
            let product = product_over(&mut field, &roots);
            if roots.len() == coefficients.len() {
                prop_assert_eq!(product, coefficients);
            } else {
                let n = coefficients.len();
                let mut derivative_has_root = false;
                for root in &roots {
                    let mut value = Ordinal::ZERO;
                    for (at, c) in std::iter::once(&Ordinal::ONE).chain(&coefficients).enumerate() {
                        if (n - at) % 2 == 1 {
                            let power = field.power(root, &((n - at - 1) as u64).into()).unwrap();
                            value = value.nim_sum(&field.product(c, &power).unwrap());
                        }
                    }
                    derivative_has_root |= value.is_zero();
                }
                prop_assert!(derivative_has_root);
            }
        }
    }
}
