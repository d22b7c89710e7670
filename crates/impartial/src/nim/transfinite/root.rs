//! Roots, orders and quadratics in the algebraic closure.

use num_bigint::BigUint;

use super::dense::Dense;
use super::sparse::{Sparse, place_of};
use super::tower::Tower;
use super::{AlgebraicClosure, TransfiniteError, factor};
use crate::nim::{BigNimber, fermat};
use crate::ordinal::Ordinal;

/// The most roots that are listed.
pub const MOST_ROOTS: u64 = 4096;

impl AlgebraicClosure {
    /// All n-th roots, smallest first: as many as the odd part of n has units, one for 0.
    ///
    /// ```
    /// use impartial::limits::Limits;
    /// use impartial::nim::AlgebraicClosure;
    /// let mut field = AlgebraicClosure::new(Limits::none());
    /// let ordinal = |text: &str| text.parse().unwrap();
    /// assert_eq!(field.roots(&ordinal("2"), 3)?, ["w", "w*2", "w*3"].map(ordinal));
    /// assert_eq!(field.roots(&ordinal("4"), 5)?[0], ordinal("w^w"));
    /// # Ok::<(), impartial::nim::TransfiniteError>(())
    /// ```
    ///
    /// Prime by prime (Adleman, Manders and Miller) in the field of the element and α_l; when the element is no l-th
    /// power there, the next K(l^j) is adjoined, and one step suffices.
    ///
    /// # Errors
    /// [`TransfiniteError`] when there are more than [`MOST_ROOTS`], or a field is too large, or n is 0.
    pub fn roots(&mut self, of: &Ordinal, n: u64) -> Result<Vec<Ordinal>, TransfiniteError> {
        if n == 0 {
            return Err(TransfiniteError::OutOfReach("there is no 0-th root".into()));
        }
        let mut root = of.clone();
        for _ in 0..n.trailing_zeros() {
            root = self.sqrt(&root)?;
        }
        let odd = n >> n.trailing_zeros();
        if root.is_zero() {
            return Ok(vec![root]);
        }
        if odd > MOST_ROOTS {
            let message = format!("there are {odd} roots; up to {MOST_ROOTS} are listed");
            return Err(TransfiniteError::OutOfReach(message));
        }
        let mut roots = vec![Sparse::from_ordinal(&root)?];
        let mut rest = odd;
        for prime in (3..=odd).step_by(2) {
            while rest.is_multiple_of(prime) {
                rest /= prime;
                let mut next = Vec::with_capacity(roots.len() * prime as usize);
                for x in &roots {
                    next.extend(self.prime_roots(x, prime)?);
                }
                roots = next;
            }
        }
        let mut roots: Vec<Ordinal> = roots.iter().map(Sparse::to_ordinal).collect();
        roots.sort_unstable();
        Ok(roots)
    }

    /// The n-th root of a finite nimber where it has only one that is finite; `None` where it has none or several, or is infinite.
    ///
    /// The roots are r ζ with ζ^n = 1. A finite ζ ≠ 1 has an order with an odd prime divisor l that divides a 2^(2^k) - 1, so 2
    /// has a power of two as its order modulo l. If no prime l of n is so, n has an inverse modulo the odd part of the
    /// order of each finite field, and one root is finite: the least.
    ///
    /// ```
    /// use impartial::limits::Limits;
    /// use impartial::nim::AlgebraicClosure;
    /// let mut field = AlgebraicClosure::new(Limits::none());
    /// assert_eq!(field.only_finite_root(&2.into(), 709)?, Some(2.into()));
    /// assert_eq!(field.only_finite_root(&2.into(), 3)?, None);
    /// # Ok::<(), impartial::nim::TransfiniteError>(())
    /// ```
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn only_finite_root(&mut self, of: &Ordinal, n: u64) -> Result<Option<Ordinal>, TransfiniteError> {
        let Some(x) = of.to_natural().map(BigNimber::star).filter(|_| n > 0) else { return Ok(None) };
        let mut rest = n >> n.trailing_zeros();
        let mut prime = 3;
        while rest > 1 {
            if prime % 0x1_0001 == 0 {
                self.limits.poll()?;
            }
            if u128::from(prime).pow(2) > u128::from(rest) {
                prime = rest;
            }
            if rest.is_multiple_of(prime) {
                if has_order_of_two_powers(prime) {
                    return Ok(None);
                }
                rest /= prime;
            } else {
                prime += 2;
            }
        }
        let odd = n >> n.trailing_zeros();
        let mut root = x.clone();
        if !x.is_zero() && odd > 1 {
            let group = (BigUint::from(1u8) << x.degree()) - 1u8;
            if group > BigUint::from(1u8) {
                let Some(exponent) = BigUint::from(odd).modinv(&group) else { return Ok(None) };
                root = root.pow(&exponent);
            }
        }
        for _ in 0..n.trailing_zeros() {
            root = root.sqrt();
        }
        Ok(Some(Ordinal::from(root.number().clone())))
    }

    /// The primes that divide the order of an element.
    ///
    /// # Errors
    /// As for [`order`](Self::order).
    pub fn primes_of_order(&mut self, of: &Ordinal) -> Result<Vec<BigUint>, TransfiniteError> {
        let order = self.order(of)?;
        let degree = self.degree(of)?;
        let mut primes = factor::primes_of_mersenne(degree, &self.limits)?.unwrap_or_default();
        primes.retain(|prime| &order % prime == BigUint::ZERO);
        Ok(primes)
    }

    /// The l-th roots of a non-zero element, l an odd prime.
    fn prime_roots(&mut self, x: &Sparse, l: u64) -> Result<Vec<Sparse>, TransfiniteError> {
        let alpha = self.alpha(l)?;
        let mut tower = Tower::new(self, &[x, &alpha])?;
        let group = |tower: &Tower| (BigUint::from(1u8) << tower.degree()) - 1u8;
        let mut residue = tower.power(&tower.dense(x), &(group(&tower) / l))?;
        if residue != tower.one() {
            let n = tower.power_of(l) + 1;
            tower = Tower::with_generators(self, &[x, &alpha], &[(l, n)])?;
            residue = tower.power(&tower.dense(x), &(group(&tower) / l))?;
        }
        debug_assert!(residue == tower.one(), "one step up makes every element an l-th power");
        // 2^D - 1 = l^s t.
        let (mut t, mut s) = (group(&tower), 0u32);
        while &t % l == BigUint::ZERO {
            t /= l;
            s += 1;
        }
        let non_residue = match tower.power_of(l) {
            0 => alpha,
            n => {
                let mut digits = vec![0; n as usize];
                digits[n as usize - 1] = 1;
                let mut y = Sparse::default();
                y.toggle(vec![(place_of(l), digits)], BigNimber::one());
                y
            }
        };
        let field = &tower.field;
        let x = tower.dense(x);
        let sylow = tower.power(&tower.dense(&non_residue), &t)?;
        let zeta = tower.power(&sylow, &BigUint::from(l).pow(s - 1))?;
        let mut unity: Vec<Dense> = vec![tower.one()];
        for _ in 1..l {
            unity.push(field.multiply(&unity[unity.len() - 1], &zeta)?);
        }
        let over_l = BigUint::from(l).modinv(&t).unwrap_or_default();
        let mut root = tower.power(&x, &over_l)?;
        // x = root^l · target, and the target is a power of sylow^l.
        let powered = tower.power(&root, &l.into())?;
        let mut target = field.multiply(&x, &tower.inverse(&powered)?)?;
        let mut step = sylow;
        for i in 1..s {
            // step = sylow^(l^(i-1)); clear the i-th digit of the logarithm of the target to base sylow^l.
            let lead = tower.power(&target, &BigUint::from(l).pow(s - 1 - i))?;
            let digit = unity.iter().position(|power| *power == lead).ok_or_else(|| {
                TransfiniteError::OutOfReach("a root of unity was not found among its powers".into())
            })? as u64;
            let factor = tower.power(&step, &digit.into())?;
            root = field.multiply(&root, &factor)?;
            let removed = tower.power(&factor, &l.into())?;
            target = field.multiply(&target, &tower.inverse(&removed)?)?;
            step = tower.power(&step, &l.into())?;
        }
        debug_assert!(target == tower.one());
        unity.iter().map(|unit| Ok(tower.sparse(&field.multiply(&root, unit)?))).collect()
    }

    /// The multiplicative order.
    ///
    /// # Errors
    /// [`TransfiniteError::OfZero`] for 0; [`TransfiniteError::OutOfReach`] when 2^d - 1 is not factored here.
    pub fn order(&mut self, of: &Ordinal) -> Result<BigUint, TransfiniteError> {
        let x = Sparse::from_ordinal(of)?;
        if x.is_zero() {
            return Err(TransfiniteError::OfZero("the order"));
        }
        if let Some(finite) = x.to_finite() {
            self.cites_fermat |= finite.degree() > 1 << fermat::LARGEST_PROVED;
            return finite.order().ok_or_else(|| {
                TransfiniteError::OutOfReach(
                    "the orders of groups of more than 2^4096 elements are not factored".into(),
                )
            });
        }
        let tower = Tower::new(self, &[&x])?;
        let x = tower.dense(&x);
        let degree = tower.degree_of(&x)?;
        self.cites_fermat |= degree.trailing_zeros() > fermat::LARGEST_PROVED;
        let mut order = (BigUint::from(1u8) << degree) - 1u8;
        let primes = factor::primes_of_mersenne(degree, &self.limits)?.ok_or_else(|| {
            TransfiniteError::OutOfReach(format!("2^{degree} - 1, the order of the group, was not factored"))
        })?;
        for prime in primes {
            while &order % &prime == BigUint::ZERO && tower.power(&x, &(&order / &prime))? == tower.one() {
                order /= &prime;
            }
        }
        Ok(order)
    }

    /// The solutions of y² + `linear` y + `constant` = 0, smallest first; one if they are equal.
    ///
    /// With linear ≠ 0, y = linear z and z² + z = constant/linear²; the trace of the right side is 0 in a field of
    /// twice the degree at the latest.
    ///
    /// # Errors
    /// As for [`product`](Self::product).
    pub fn solve_quadratic(
        &mut self,
        linear: &Ordinal,
        constant: &Ordinal,
    ) -> Result<Vec<Ordinal>, TransfiniteError> {
        if linear.is_zero() {
            return Ok(vec![self.sqrt(constant)?]);
        }
        let over = self.inverse(linear)?;
        let square = self.product(&over, &over)?;
        let target = self.product(constant, &square)?;
        let root = self.artin_schreier_root(&target)?;
        let mut roots =
            vec![self.product(linear, &root)?, self.product(linear, &root.nim_sum(&Ordinal::ONE))?];
        roots.sort_unstable();
        Ok(roots)
    }

    /// The least y with y² + y = `of`.
    fn artin_schreier_root(&mut self, of: &Ordinal) -> Result<Ordinal, TransfiniteError> {
        let x = Sparse::from_ordinal(of)?;
        if let Some(finite) = x.to_finite() {
            return Ok(Ordinal::from(finite.artin_schreier_root().number().clone()));
        }
        let tower = Tower::new(self, &[&x])?;
        let dense = tower.dense(&x);
        // With the degree 2^a m, m odd: the trace T to F_2^(2^a) is finite, T = S(z) has a finite solution z, and
        // x + T, a sum of odd many conjugates of x with T, is S of Σ over odd i of x^(2^(2^a i)) summed Frobenius-wise.
        let finite_degree = 1u64 << tower.degree().trailing_zeros();
        let count = tower.degree() / finite_degree;
        let sigma = tower.frobenius(finite_degree)?;
        let mut conjugate = dense.clone();
        let mut trace = dense.clone();
        // Σ_{i odd} σ^i(x) = Σ_{i odd} ... pairs (σ^(i)(x) + σ^(i-1)(x)) = S of the sum of x^(2^j) over one step.
        let mut pairs = vec![0; dense.len()];
        for i in 1..count {
            if i % 2 == 1 {
                super::dense::xor(&mut pairs, &conjugate);
            }
            conjugate = sigma.apply(&tower.field, &conjugate);
            super::dense::xor(&mut trace, &conjugate);
        }
        // trace = x + Σ_{i=1}^{count-1} σ^i(x) and count - 1 is even, so
        // x + trace = Σ over odd i of (σ^i(x) + σ^(i+1)(x)) = Σ_{i odd} (1 + σ) σ^i(x).
        // (1 + σ) w = S(w + w² + … + w^(2^(finite_degree - 1))).
        let mut sum = vec![0; dense.len()];
        let mut w = sigma.apply(&tower.field, &pairs);
        let square = super::frobenius::Frobenius::one(&tower.field);
        for _ in 0..finite_degree {
            super::dense::xor(&mut sum, &w);
            w = square.apply(&tower.field, &w);
        }
        let trace = tower.sparse(&trace).to_finite().ok_or_else(|| {
            TransfiniteError::OutOfReach("the trace to the finite nimbers is not finite".into())
        })?;
        let mut root = tower.sparse(&sum);
        root.add(&Sparse::finite(trace.artin_schreier_root()));
        let root = root.to_ordinal();
        let other = root.nim_sum(&Ordinal::ONE);
        Ok(root.min(other))
    }
}

/// Whether the order of 2 modulo an odd prime is a power of two.
fn has_order_of_two_powers(prime: u64) -> bool {
    let square = |power: &u64| (u128::from(*power) * u128::from(*power) % u128::from(prime)) as u64;
    std::iter::successors(Some(2), |power| Some(square(power))).take(65).any(|power| power == 1)
}
