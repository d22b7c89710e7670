//! Ordinals below ε₀ in Cantor normal form.
//!
//! Nimbers of infinite games are ordinals, and so are the elements of Conway's Field On₂ that the theories reach.
//!
//! | file | idea |
//! |---|---|
//! | this one | the normal form, the order, successor and limit |
//! | [`arithmetic`](self) | ordinary sum, product and power, left difference |
//! | [`natural`](self) | Hessenberg sum and product, the nim-sum |
//! | [`mex`] | least ordinal outside a described set |
//! | [`text`] | reading and printing: `w^w*3+w^2+7` |

mod arithmetic;
pub mod mex;
mod natural;
pub mod text;

use std::borrow::Cow;

use num_bigint::BigUint;

/// An ordinal below ε₀: ω^e₁·c₁ + … + ω^eₖ·cₖ with exponents e₁ > … > eₖ and whole positive coefficients.
///
/// A natural number below 2^64 needs no memory of its own. `+` and `*` are the ordinary (not commutative) operations;
/// the commutative ones are [`natural_sum`](Ordinal::natural_sum), [`natural_product`](Ordinal::natural_product) and
/// [`nim_sum`](Ordinal::nim_sum). The derived order is the order of ordinals: lexicographic on the terms.
///
/// Invariants:
/// 1. The exponents of the terms strictly decrease and the coefficients are positive.
/// 2. A natural number below 2^64 is stored as such and in no other way.
///
/// ```
/// use impartial::ordinal::Ordinal;
/// let w = Ordinal::omega();
/// let one = Ordinal::from(1);
/// assert_eq!(&one + &w, w);
/// assert!(&w + &one > w);
/// assert_eq!("w^w*3+w^2+7".parse::<Ordinal>().unwrap().to_string(), "w^w*3+w^2+7");
/// ```
///
/// Comparing, copying and printing go down the exponents, so they need stack in proportion to the height of the
/// tower ω^ω^…; text is read only to height [`text::MAX_HEIGHT`].
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Ordinal(Form);

/// `Small` comes first because every `Terms` value is at least 2^64.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Form {
    Small(u64),
    Terms(Vec<Term>),
}

/// One term ω^exponent · coefficient of a Cantor normal form.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Term {
    /// The exponent.
    pub exponent: Ordinal,
    /// The coefficient, positive in a normal form.
    pub coefficient: BigUint,
}

/// A result that would not fit: more than [`MAX_SIZE`] machine words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the ordinal would need more than {MAX_SIZE} machine words")]
pub struct TooLarge;

/// The size (terms at every level and words of coefficients) up to which powers are computed.
pub const MAX_SIZE: u64 = 1 << 20;

impl Ordinal {
    /// 0.
    pub const ZERO: Ordinal = Ordinal(Form::Small(0));
    /// 1.
    pub const ONE: Ordinal = Ordinal(Form::Small(1));

    /// ω, the first infinite ordinal.
    pub fn omega() -> Self {
        Self::omega_power(Self::ONE)
    }

    /// ω^exponent.
    pub fn omega_power(exponent: Ordinal) -> Self {
        Self::term(exponent, BigUint::from(1_u8))
    }

    /// ω^exponent · coefficient.
    pub fn term(exponent: Ordinal, coefficient: impl Into<BigUint>) -> Self {
        Self::from_normal_terms(vec![Term { exponent, coefficient: coefficient.into() }])
    }

    /// The sum of the terms in the given order (ordinary ordinal arithmetic, so terms before a larger one vanish).
    ///
    /// ```
    /// use impartial::ordinal::{Ordinal, Term};
    /// let term = |e: u64, c: u64| Term { exponent: e.into(), coefficient: c.into() };
    /// assert_eq!(Ordinal::from_terms([term(0, 3), term(1, 1), term(1, 2)]).to_string(), "w*3");
    /// ```
    pub fn from_terms(terms: impl IntoIterator<Item = Term>) -> Self {
        let mut normal: Vec<Term> = Vec::new();
        for term in terms {
            arithmetic::push_term(&mut normal, term);
        }
        Self::from_normal_terms(normal)
    }

    /// From terms with decreasing exponents; terms with coefficient 0 are dropped.
    fn from_normal_terms(mut terms: Vec<Term>) -> Self {
        let zero = BigUint::ZERO;
        terms.retain(|term| term.coefficient != zero);
        match &terms[..] {
            [] => Self::ZERO,
            [Term { exponent, coefficient }] if exponent.is_zero() => match u64::try_from(coefficient) {
                Ok(small) => Ordinal(Form::Small(small)),
                Err(_) => Ordinal(Form::Terms(terms)),
            },
            _ => Ordinal(Form::Terms(terms)),
        }
    }

    /// The terms of the Cantor normal form, largest first; none for 0.
    pub fn terms(&self) -> Cow<'_, [Term]> {
        match &self.0 {
            Form::Small(0) => Cow::Borrowed(&[]),
            Form::Small(n) => Cow::Owned(vec![Term { exponent: Self::ZERO, coefficient: BigUint::from(*n) }]),
            Form::Terms(terms) => Cow::Borrowed(terms),
        }
    }

    fn into_terms(self) -> Vec<Term> {
        match self.0 {
            Form::Terms(terms) => terms,
            Form::Small(_) => self.terms().into_owned(),
        }
    }

    /// Whether this is 0.
    pub fn is_zero(&self) -> bool {
        matches!(self.0, Form::Small(0))
    }

    /// Whether this is below ω.
    pub fn is_finite(&self) -> bool {
        self.degree().is_none_or(Ordinal::is_zero)
    }

    /// Whether this is β + 1 for some β.
    pub fn is_successor(&self) -> bool {
        match &self.0 {
            Form::Small(n) => *n > 0,
            Form::Terms(terms) => terms.last().is_some_and(|last| last.exponent.is_zero()),
        }
    }

    /// Whether this is a limit ordinal: neither 0 nor a successor.
    pub fn is_limit(&self) -> bool {
        !self.is_zero() && !self.is_successor()
    }

    /// The exponent of the leading term; `None` for 0.
    pub fn degree(&self) -> Option<&Ordinal> {
        const FINITE: Ordinal = Ordinal::ZERO;
        match &self.0 {
            Form::Small(0) => None,
            Form::Small(_) => Some(&FINITE),
            Form::Terms(terms) => terms.first().map(|lead| &lead.exponent),
        }
    }

    /// The value as a machine word, `None` from 2^64 on.
    pub fn to_u64(&self) -> Option<u64> {
        match self.0 {
            Form::Small(n) => Some(n),
            Form::Terms(_) => None,
        }
    }

    /// The value as a natural number, `None` from ω on.
    pub fn to_natural(&self) -> Option<BigUint> {
        self.is_finite().then(|| self.finite_part())
    }

    /// The natural number n in λ + n with λ zero or a limit.
    pub fn finite_part(&self) -> BigUint {
        match &self.0 {
            Form::Small(n) => BigUint::from(*n),
            Form::Terms(terms) => match terms.last() {
                Some(last) if last.exponent.is_zero() => last.coefficient.clone(),
                _ => BigUint::ZERO,
            },
        }
    }

    /// λ in λ + n with λ zero or a limit and n a natural number.
    pub fn limit_part(&self) -> Ordinal {
        match &self.0 {
            Form::Small(_) => Self::ZERO,
            Form::Terms(terms) => {
                let infinite = terms.iter().filter(|term| !term.exponent.is_zero()).cloned();
                Self::from_normal_terms(infinite.collect())
            }
        }
    }

    /// The next ordinal, this one plus 1.
    #[must_use]
    pub fn successor(&self) -> Ordinal {
        self + &Self::ONE
    }

    /// Size in memory: terms at every level and 64-bit words of coefficients; at least 1.
    pub fn size(&self) -> u64 {
        match &self.0 {
            Form::Small(_) => 1,
            Form::Terms(terms) => {
                terms.iter().map(|term| 1 + term.exponent.size() + term.coefficient.bits().div_ceil(64)).sum()
            }
        }
    }

    /// Checks the numbered invariants of the type; for tests.
    pub fn check_invariants(&self) -> Result<(), String> {
        let Form::Terms(terms) = &self.0 else { return Ok(()) };
        let decreasing = terms.windows(2).all(|pair| pair[0].exponent > pair[1].exponent);
        if !decreasing || terms.iter().any(|term| term.coefficient == BigUint::ZERO) {
            return Err(format!("invariant 1 fails for {self}"));
        }
        if terms.is_empty() || (self.is_finite() && terms[0].coefficient.bits() <= 64) {
            return Err(format!("invariant 2 fails for {self}"));
        }
        terms.iter().try_for_each(|term| term.exponent.check_invariants())
    }
}

impl Default for Ordinal {
    fn default() -> Self {
        Self::ZERO
    }
}

impl From<u64> for Ordinal {
    fn from(n: u64) -> Self {
        Ordinal(Form::Small(n))
    }
}

impl From<BigUint> for Ordinal {
    fn from(n: BigUint) -> Self {
        Self::term(Self::ZERO, n)
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Ordinals of height at most 3 with small coefficients, so that coincidences happen.
    pub(crate) fn ordinals() -> impl Strategy<Value = Ordinal> {
        above(prop_oneof![4 => 0_u64..4, 1 => 0_u64..40, 1 => Just(u64::MAX)])
    }

    /// Ordinals whose normal form holds no large number.
    pub(crate) fn modest_ordinals() -> impl Strategy<Value = Ordinal> {
        above(prop_oneof![4 => 0_u64..4, 1 => 0_u64..40])
    }

    fn above(finite: impl Strategy<Value = u64> + 'static) -> impl Strategy<Value = Ordinal> {
        finite.prop_map(Ordinal::from).prop_recursive(3, 12, 3, |exponents| {
            prop::collection::vec((exponents, 1_u64..4), 0..4).prop_map(|terms| {
                let mut terms: Vec<Term> =
                    terms.into_iter().map(|(exponent, c)| Term { exponent, coefficient: c.into() }).collect();
                terms.sort_unstable_by(|a, b| b.cmp(a));
                Ordinal::from_terms(terms)
            })
        })
    }

    fn ordinal(text: &str) -> Ordinal {
        text.parse().unwrap()
    }

    #[test]
    fn kinds_of_ordinals() {
        for (text, finite, successor, limit) in [
            ("0", true, false, false),
            ("5", true, true, false),
            ("18446744073709551616", true, true, false),
            ("w", false, false, true),
            ("w^2+3", false, true, false),
            ("w^w+w", false, false, true),
        ] {
            let value = ordinal(text);
            assert_eq!(
                (value.is_finite(), value.is_successor(), value.is_limit()),
                (finite, successor, limit)
            );
            value.check_invariants().unwrap();
        }
        assert_eq!(ordinal("18446744073709551615").to_u64(), Some(u64::MAX));
        assert_eq!(ordinal("18446744073709551616").to_u64(), None);
        assert_eq!(ordinal("w*2+7").finite_part(), BigUint::from(7_u8));
        assert_eq!(ordinal("w*2+7").limit_part(), ordinal("w*2"));
    }

    #[test]
    fn the_order() {
        let increasing = [
            "0",
            "1",
            "18446744073709551615",
            "18446744073709551616",
            "w",
            "w+1",
            "w*2",
            "w*2+1",
            "w^2",
            "w^2+w",
            "w^2*2",
            "w^w",
            "w^w+1",
            "w^(w+1)",
            "w^w^2",
            "w^w^w",
        ];
        for pair in increasing.windows(2) {
            assert!(ordinal(pair[0]) < ordinal(pair[1]), "{pair:?}");
        }
    }
}
