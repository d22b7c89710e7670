//! The commutative operations: Hessenberg's natural sum and product, and the nim-sum.

use std::collections::BTreeMap;

use num_bigint::BigUint;

use super::{Form, Ordinal, Term};

impl Ordinal {
    /// Hessenberg's natural sum: Cantor normal forms added like polynomials in ω.
    ///
    /// It is the least ordinal above all α' ⊕ β and α ⊕ β' with α' < α, β' < β; the birthday of a sum of games.
    ///
    /// ```
    /// use impartial::ordinal::Ordinal;
    /// let ordinal = |text: &str| text.parse::<Ordinal>().unwrap();
    /// assert_eq!(ordinal("3").natural_sum(&ordinal("w")), ordinal("w+3"));
    /// ```
    #[must_use]
    pub fn natural_sum(&self, other: &Ordinal) -> Ordinal {
        if let (Form::Small(a), Form::Small(b)) = (&self.0, &other.0)
            && let Some(sum) = a.checked_add(*b)
        {
            return Ordinal(Form::Small(sum));
        }
        self.merge(other, |a, b| a + b)
    }

    /// Hessenberg's natural product: Cantor normal forms multiplied like polynomials, exponents by the natural sum.
    ///
    /// ```
    /// use impartial::ordinal::Ordinal;
    /// let ordinal = |text: &str| text.parse::<Ordinal>().unwrap();
    /// assert_eq!(ordinal("w+2").natural_product(&ordinal("w+3")), ordinal("w^2+w*5+6"));
    /// ```
    #[must_use]
    pub fn natural_product(&self, other: &Ordinal) -> Ordinal {
        if let (Form::Small(a), Form::Small(b)) = (&self.0, &other.0)
            && let Some(product) = a.checked_mul(*b)
        {
            return Ordinal(Form::Small(product));
        }
        let mut product: BTreeMap<Ordinal, BigUint> = BTreeMap::new();
        for a in self.terms().iter() {
            for b in other.terms().iter() {
                *product.entry(a.exponent.natural_sum(&b.exponent)).or_default() +=
                    &a.coefficient * &b.coefficient;
            }
        }
        let terms = product.into_iter().rev().map(|(exponent, coefficient)| Term { exponent, coefficient });
        Ordinal::from_normal_terms(terms.collect())
    }

    /// The nim-sum α ∔ β = mex{α' ∔ β, α ∔ β' : α' < α, β' < β}: exclusive or of the coefficients of equal powers of ω.
    ///
    /// *Proof.* Write x∘y for the coefficientwise exclusive or, a group operation; we show that it satisfies the
    /// definition, which determines its values by induction. (1) x∘y is none of the x'∘y, x∘y', because ∘ is
    /// cancellative. (2) Let z < x∘y and d = x∘y∘z ≠ 0. Let ω^e be the highest power with a non-zero coefficient in d,
    /// and 2^k the highest bit of that coefficient. Then z and x∘y agree above ω^e, so z < x∘y says that at ω^e the bit
    /// 2^k is set in x∘y and not in z; hence it is set in x or in y, say in x. Put x' = x∘d. Above ω^e, x' agrees with
    /// x, and the coefficient at ω^e has its bit 2^k cleared and no higher bit changed; so x' < x, and x'∘y = z. ∎
    ///
    /// ```
    /// use impartial::ordinal::Ordinal;
    /// let ordinal = |text: &str| text.parse::<Ordinal>().unwrap();
    /// assert_eq!(ordinal("w*3+5").nim_sum(&ordinal("w+6")), ordinal("w*2+3"));
    /// ```
    #[must_use]
    pub fn nim_sum(&self, other: &Ordinal) -> Ordinal {
        if let (Form::Small(a), Form::Small(b)) = (&self.0, &other.0) {
            return Ordinal(Form::Small(a ^ b));
        }
        self.merge(other, |a, b| a ^ b)
    }

    /// Joins two normal forms term by term; `join` combines the coefficients of equal exponents.
    fn merge(&self, other: &Ordinal, join: impl Fn(&BigUint, &BigUint) -> BigUint) -> Ordinal {
        let (left, right) = (self.terms(), other.terms());
        let (mut left, mut right) = (&left[..], &right[..]);
        let mut merged = Vec::with_capacity(left.len() + right.len());
        while let (Some(a), Some(b)) = (left.first(), right.first()) {
            let order = a.exponent.cmp(&b.exponent);
            merged.push(match order {
                std::cmp::Ordering::Less => b.clone(),
                std::cmp::Ordering::Greater => a.clone(),
                std::cmp::Ordering::Equal => {
                    Term { exponent: a.exponent.clone(), coefficient: join(&a.coefficient, &b.coefficient) }
                }
            });
            left = &left[usize::from(order.is_ge())..];
            right = &right[usize::from(order.is_le())..];
        }
        merged.extend_from_slice(left);
        merged.extend_from_slice(right);
        Ordinal::from_normal_terms(merged)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::tests::ordinals;
    use super::*;

    /// The value of an ordinal below ω^ω as a polynomial at ω = 2^80: an independent model of order, natural sum,
    /// natural product and nim-sum as long as coefficients stay below 2^80.
    fn at_power_of_two(value: &Ordinal) -> Option<BigUint> {
        let mut sum = BigUint::ZERO;
        for term in value.terms().iter() {
            sum += &term.coefficient
                << (80 * usize::try_from(term.exponent.to_u64()?).ok().filter(|e| *e < 99)?);
        }
        Some(sum)
    }

    fn polynomials() -> impl Strategy<Value = Ordinal> {
        prop::collection::vec(prop_oneof![0_u64..6, Just(u64::MAX)], 0..5).prop_map(|coefficients| {
            let terms = coefficients.into_iter().enumerate().rev();
            Ordinal::from_terms(
                terms.map(|(e, c)| Term { exponent: (e as u64).into(), coefficient: c.into() }),
            )
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(400))]

        #[test]
        fn polynomials_at_a_large_number(a in polynomials(), b in polynomials()) {
            let model = |value: &Ordinal| at_power_of_two(value).unwrap();
            prop_assert_eq!(a.cmp(&b), model(&a).cmp(&model(&b)));
            prop_assert_eq!(model(&a.natural_sum(&b)), model(&a) + model(&b));
            prop_assert_eq!(model(&a.nim_sum(&b)), model(&a) ^ model(&b));
            let degree = |value: &Ordinal| value.terms().iter().all(|term| term.coefficient < BigUint::from(6_u8));
            if degree(&a) && degree(&b) {
                prop_assert_eq!(model(&a.natural_product(&b)), model(&a) * model(&b));
            }
        }

        /// Fails when the nim-sum is not the mex of its definition: every z below it is an option, and no option
        /// equals it.
        #[test]
        fn the_nim_sum_is_a_mex(a in ordinals(), b in ordinals(), z in ordinals()) {
            let sum = a.nim_sum(&b);
            prop_assert_eq!(z < sum, (z.nim_sum(&b) < a || z.nim_sum(&a) < b) && z < sum);
            if z != a {
                prop_assert_ne!(z.nim_sum(&b), sum.clone());
            }
            sum.check_invariants().unwrap();
        }

        #[test]
        fn laws(a in ordinals(), b in ordinals(), c in ordinals()) {
            prop_assert_eq!(a.natural_sum(&b), b.natural_sum(&a));
            prop_assert_eq!(a.natural_sum(&b).natural_sum(&c), a.natural_sum(&b.natural_sum(&c)));
            prop_assert_eq!(a.natural_product(&b), b.natural_product(&a));
            prop_assert_eq!(a.natural_product(&b).natural_product(&c), a.natural_product(&b.natural_product(&c)));
            prop_assert_eq!(a.natural_product(&b.natural_sum(&c)), a.natural_product(&b).natural_sum(&a.natural_product(&c)));
            prop_assert_eq!(a.natural_sum(&b).cmp(&a.natural_sum(&c)), b.cmp(&c));
            prop_assert!(a.natural_sum(&b) >= &a + &b && a.natural_product(&b) >= &a * &b);
            prop_assert_eq!(a.nim_sum(&a), Ordinal::ZERO);
            prop_assert_eq!(a.nim_sum(&b).nim_sum(&c), a.nim_sum(&b.nim_sum(&c)));
            a.natural_product(&b).check_invariants().unwrap();
        }
    }
}
