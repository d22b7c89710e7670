//! Ordinary ordinal arithmetic: sum, product, power and left difference.

use std::ops::{Add, AddAssign, Mul};

use num_bigint::BigUint;

use super::{Form, MAX_SIZE, Ordinal, Term, TooLarge};

/// Adds one term at the right end of a normal form: smaller terms before it vanish, an equal exponent is joined.
pub(super) fn push_term(terms: &mut Vec<Term>, term: Term) {
    if term.coefficient == BigUint::ZERO {
        return;
    }
    while terms.last().is_some_and(|last| last.exponent < term.exponent) {
        terms.pop();
    }
    match terms.last_mut() {
        Some(last) if last.exponent == term.exponent => last.coefficient += term.coefficient,
        _ => terms.push(term),
    }
}

impl AddAssign<&Ordinal> for Ordinal {
    /// The ordinary sum: the order type of the left summand followed by the right one.
    ///
    /// Cost: the terms of the right summand and those that vanish.
    fn add_assign(&mut self, right: &Ordinal) {
        if let (Form::Small(a), Form::Small(b)) = (&self.0, &right.0)
            && let Some(sum) = a.checked_add(*b)
        {
            self.0 = Form::Small(sum);
            return;
        }
        let mut terms = std::mem::take(self).into_terms();
        for term in right.terms().iter() {
            push_term(&mut terms, term.clone());
        }
        *self = Ordinal::from_normal_terms(terms);
    }
}

impl Add for &Ordinal {
    type Output = Ordinal;
    fn add(self, right: &Ordinal) -> Ordinal {
        let mut sum = self.clone();
        sum += right;
        sum
    }
}

impl Add for Ordinal {
    type Output = Ordinal;
    fn add(mut self, right: Ordinal) -> Ordinal {
        self += &right;
        self
    }
}

impl Mul for &Ordinal {
    type Output = Ordinal;

    /// The ordinary product: `right` copies of the left factor one after the other.
    ///
    /// With α = ω^a·c + (lower terms): α·ω^b = ω^(a+b) for b > 0, and α·m = ω^a·cm + (lower terms) for natural m > 0.
    fn mul(self, right: &Ordinal) -> Ordinal {
        if let (Form::Small(a), Form::Small(b)) = (&self.0, &right.0)
            && let Some(product) = a.checked_mul(*b)
        {
            return Ordinal(Form::Small(product));
        }
        let left = self.terms();
        let Some((lead, lower)) = left.split_first() else { return Ordinal::ZERO };
        let mut product = Vec::new();
        for Term { exponent, coefficient } in right.terms().iter() {
            if exponent.is_zero() {
                let coefficient = &lead.coefficient * coefficient;
                product.push(Term { exponent: lead.exponent.clone(), coefficient });
                product.extend_from_slice(lower);
            } else {
                product.push(Term { exponent: &lead.exponent + exponent, coefficient: coefficient.clone() });
            }
        }
        Ordinal::from_normal_terms(product)
    }
}

impl Mul for Ordinal {
    type Output = Ordinal;
    fn mul(self, right: Ordinal) -> Ordinal {
        &self * &right
    }
}

impl Ordinal {
    /// The ordinal ξ with `start` + ξ = `self`; `None` when `start` is larger.
    ///
    /// ```
    /// use impartial::ordinal::Ordinal;
    /// let ordinal = |text: &str| text.parse::<Ordinal>().unwrap();
    /// assert_eq!(ordinal("w^2+w*5+1").left_difference(&ordinal("w^2+w*3+7")), Some(ordinal("w*2+1")));
    /// assert_eq!(ordinal("w").left_difference(&ordinal("5")), Some(ordinal("w")));
    /// ```
    pub fn left_difference(&self, start: &Ordinal) -> Option<Ordinal> {
        if self < start {
            return None;
        }
        let (whole, start) = (self.terms(), start.terms());
        let common = whole.iter().zip(start.iter()).take_while(|(a, b)| a == b).count();
        let mut rest = whole[common..].to_vec();
        if let (Some(first), Some(removed)) = (rest.first_mut(), start.get(common))
            && first.exponent == removed.exponent
        {
            first.coefficient -= &removed.coefficient;
        }
        Some(Ordinal::from_normal_terms(rest))
    }

    /// The ordinary power, also with infinite base and exponent.
    ///
    /// For infinite exponents write β = λ + n with λ a limit: α^β = α^λ·α^n, where α^λ = ω^(a·λ) for infinite
    /// α = ω^a·c + …, and m^(ω^b·c + …) = ω^(ω^(-1+b)·c + …) for natural m > 1.
    ///
    /// ```
    /// use impartial::ordinal::Ordinal;
    /// let ordinal = |text: &str| text.parse::<Ordinal>().unwrap();
    /// assert_eq!(ordinal("w+2").pow(&ordinal("2")), Ok(ordinal("w^2+w*2+2")));
    /// assert_eq!(ordinal("2").pow(&ordinal("w")), Ok(ordinal("w")));
    /// assert_eq!(ordinal("2").pow(&ordinal("w^w")), Ok(ordinal("w^w^w")));
    /// ```
    ///
    /// # Errors
    /// [`TooLarge`] when the power would need more than [`MAX_SIZE`] words.
    pub fn pow(&self, exponent: &Ordinal) -> Result<Ordinal, TooLarge> {
        if exponent.is_zero() || *self == Ordinal::ONE {
            return Ok(Ordinal::ONE);
        }
        if self.is_zero() {
            return Ok(Ordinal::ZERO);
        }
        let finite = exponent.finite_part();
        let limit = exponent.limit_part();
        let low = self.finite_pow(&finite)?;
        if limit.is_zero() {
            return Ok(low);
        }
        let high_exponent = match self.degree() {
            Some(degree) if !degree.is_zero() => degree.checked_mul(&limit)?,
            _ => Ordinal::from_normal_terms(
                limit
                    .into_terms()
                    .into_iter()
                    .map(|Term { exponent, coefficient }| {
                        let lowered = exponent.left_difference(&Ordinal::ONE);
                        Term { exponent: lowered.expect("exponents of a limit are positive"), coefficient }
                    })
                    .collect(),
            ),
        };
        Ordinal::omega_power(high_exponent).checked_mul(&low)
    }

    /// The ordinary product when it is not too large.
    ///
    /// # Errors
    /// [`TooLarge`] when an upper bound of its size exceeds [`MAX_SIZE`].
    pub fn checked_mul(&self, right: &Ordinal) -> Result<Ordinal, TooLarge> {
        let shifts = (right.terms().len() as u64).saturating_mul(self.degree().map_or(0, Ordinal::size));
        within_limit(shifts.saturating_add(self.size()).saturating_add(right.size()))?;
        Ok(self * right)
    }

    /// The power with a natural exponent.
    ///
    /// For a limit α = ω^a·c + …, α^n = ω^(a(n-1))·α. For a successor α = λ + m with λ a limit, induction on n gives
    /// α^n = ω^(a(n-1))·λ + (ω^(a(n-2))·λ)' + … + (ω^a·λ)' + λ' + m,
    /// where the prime multiplies the leading coefficient by m.
    fn finite_pow(&self, exponent: &BigUint) -> Result<Ordinal, TooLarge> {
        if *exponent == BigUint::ZERO {
            return Ok(Ordinal::ONE);
        }
        let degree = self.degree().expect("the base is not zero");
        if degree.is_zero() {
            let base = self.finite_part();
            let exponent = u32::try_from(exponent).map_err(|_| TooLarge)?;
            within_limit(base.bits().saturating_mul(u64::from(exponent)) / 64)?;
            return Ok(base.pow(exponent).into());
        }
        let below = Ordinal::from(exponent - 1_u8);
        if self.is_limit() {
            return Ordinal::omega_power(degree.checked_mul(&below)?).checked_mul(self);
        }
        let count = u64::try_from(exponent).map_err(|_| TooLarge)?;
        within_limit(count.saturating_mul(2 * self.size() + degree.size() + 2))?;
        let (limit, finite) = (self.limit_part(), self.finite_part());
        let mut terms = Vec::new();
        for shift in (0..count).rev() {
            let first = terms.len();
            let shifted = &Ordinal::omega_power(degree * &Ordinal::from(shift)) * &limit;
            terms.extend(shifted.into_terms());
            if shift + 1 < count {
                terms[first].coefficient *= &finite;
            }
        }
        terms.push(Term { exponent: Ordinal::ZERO, coefficient: finite });
        Ok(Ordinal::from_normal_terms(terms))
    }
}

fn within_limit(size: u64) -> Result<(), TooLarge> {
    if size <= MAX_SIZE { Ok(()) } else { Err(TooLarge) }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::tests::{modest_ordinals, ordinals};
    use super::*;

    fn ordinal(text: &str) -> Ordinal {
        text.parse().unwrap()
    }

    /// The n-th member of a sequence that increases to the limit ordinal `limit`.
    fn fundamental(limit: &Ordinal, n: u64) -> Ordinal {
        let mut terms = limit.terms().into_owned();
        let Term { exponent, coefficient } = terms.pop().unwrap();
        terms.push(Term { exponent: exponent.clone(), coefficient: coefficient - 1_u8 });
        let start = Ordinal::from_normal_terms(terms);
        let tail = if exponent.is_limit() {
            Ordinal::omega_power(fundamental(&exponent, n))
        } else {
            let lower = (exponent.finite_part() - 1_u8).into();
            Ordinal::term(exponent.limit_part() + lower, n)
        };
        start + tail
    }

    #[test]
    fn known_values() {
        for (left, right, sum, product) in [
            ("3", "w", "w", "w"),
            ("w", "3", "w+3", "w*3"),
            ("w+1", "w+1", "w*2+1", "w^2+w+1"),
            ("w^2+w", "w^2+1", "w^2*2+1", "w^4+w^2+w"),
            ("w^w", "w^2", "w^w+w^2", "w^(w+2)"),
            ("w^2", "w^w", "w^w", "w^w"),
            ("0", "w", "w", "0"),
        ] {
            assert_eq!(ordinal(left) + ordinal(right), ordinal(sum), "{left} + {right}");
            assert_eq!(ordinal(left) * ordinal(right), ordinal(product), "{left} * {right}");
        }
        for (base, exponent, power) in [
            ("0", "0", "1"),
            ("0", "w", "0"),
            ("1", "w^w", "1"),
            ("2", "10", "1024"),
            ("2", "w+3", "w*8"),
            ("5", "w^2", "w^w"),
            ("3", "w^w+w*2+1", "w^(w^w+2)*3"),
            ("w", "w", "w^w"),
            ("w*2+1", "2", "w^2*2+w*2+1"),
            ("w+1", "3", "w^3+w^2+w+1"),
            ("w^2*3+w", "3", "w^6*3+w^5"),
            ("w+1", "w", "w^w"),
            ("w^2+1", "w+1", "w^(w+2)+w^w"),
            ("w^w", "w^w", "w^w^w"),
            ("w", "w^5000", "w^w^5000"),
        ] {
            assert_eq!(ordinal(base).pow(&ordinal(exponent)), Ok(ordinal(power)), "{base} ^ {exponent}");
        }
    }

    #[test]
    fn powers_that_would_explode_are_refused() {
        assert_eq!(ordinal("w+1").pow(&ordinal("1000000000000")), Err(TooLarge));
        assert_eq!(ordinal("3").pow(&ordinal("99999999999999999999999")), Err(TooLarge));
        assert_eq!(ordinal("3").pow(&ordinal("4000000000")), Err(TooLarge));
        assert!(ordinal("w").pow(&ordinal("99999999999999999999999")).is_ok());
    }

    /// γ is below the supremum of a sequence iff it is below one of its members; the first sixty members decide here
    /// because all numbers in the sample are below forty.
    fn is_supremum(of: impl Fn(u64) -> Ordinal, value: &Ordinal, sample: &Ordinal) -> bool {
        (0..4).all(|n| of(n) <= *value) && (sample >= value || (0..60).any(|n| *sample < of(n)))
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(400))]

        /// Fails when sum, product or power breaks its definition by transfinite recursion on the right argument.
        #[test]
        fn transfinite_recursion(a in ordinals(), b in ordinals(), sample in modest_ordinals()) {
            prop_assume!(a.finite_part() < BigUint::from(40_u8));
            let next = b.successor();
            prop_assert_eq!(&a + &next, (&a + &b).successor());
            prop_assert_eq!(&a * &next, &(&a * &b) + &a);
            if let (Ok(power), Ok(next_power)) = (a.pow(&b), a.pow(&next)) {
                prop_assert_eq!(next_power, &power * &a);
            }
            if b.is_limit() {
                prop_assert!(is_supremum(|n| &a + &fundamental(&b, n), &(&a + &b), &sample));
                prop_assert!(is_supremum(|n| &a * &fundamental(&b, n), &(&a * &b), &sample));
                let power = |b: &Ordinal| a.pow(b).unwrap();
                if !a.is_zero() {
                    prop_assert!(is_supremum(|n| power(&fundamental(&b, n)), &power(&b), &sample));
                }
            }
        }

        #[test]
        fn laws(a in ordinals(), b in ordinals(), c in ordinals()) {
            prop_assert_eq!(&(&a + &b) + &c, &a + &(&b + &c));
            prop_assert_eq!(&(&a * &b) * &c, &a * &(&b * &c));
            prop_assert_eq!(&a * &(&b + &c), &(&a * &b) + &(&a * &c));
            prop_assert_eq!((&a + &b).cmp(&(&a + &c)), b.cmp(&c));
            prop_assert_eq!((&a + &b).left_difference(&a), Some(b.clone()));
            prop_assert_eq!(b.left_difference(&a).map(|rest| &a + &rest), (a <= b).then(|| b.clone()));
            if let (Ok(ab), Ok(ac), Ok(whole)) = (a.pow(&b), a.pow(&c), a.pow(&(&b + &c))) {
                prop_assert_eq!(&ab * &ac, whole);
                if let (Ok(left), Ok(right)) = (ab.pow(&c), a.pow(&(&b * &c))) {
                    prop_assert_eq!(left, right);
                }
            }
            for value in [&a + &b, &a * &b] {
                value.check_invariants().unwrap();
            }
        }
    }
}
