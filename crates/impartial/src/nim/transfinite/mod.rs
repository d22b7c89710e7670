//! Transfinite nimbers below ω^(ω^ω), the algebraic closure of F_2 [ONAG, Th. 49; HWLJ].
//!
//! | file | idea |
//! |---|---|
//! | this one | [`AlgebraicClosure`]: sum, product, power, inverse, degree, minimal polynomial |
//! | `sparse` | ordinals as sums of monomials in the generators |
//! | `excess` | the numbers α_p = κ_f + m_p that close the tower |
//! | `tower`, `dense` | the finite field that a few ordinals generate, with fast products |
//! | `frobenius` | powers of the Frobenius map in closed form, norms |
//! | `root`, `equation`, `logarithm` | n-th roots, orders; polynomial equations; discrete logarithms |

mod dense;
mod equation;
mod excess;
mod factor;
mod frobenius;
mod logarithm;
mod root;
mod sparse;
mod tower;

use std::collections::{BTreeMap, BTreeSet};

use num_bigint::BigUint;

use self::sparse::{Monomial, Sparse, monomial_product, prime_at};
use self::tower::Tower;
use super::BigNimber;
use super::fermat;
use super::polynomial::BinaryPolynomial;
use crate::limits::{Limits, StopReason};
use crate::ordinal::Ordinal;

pub use excess::Excess;

/// Why a transfinite operation has no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TransfiniteError {
    /// Division by 0, or a negative power of it.
    #[error("division by zero")]
    DivisionByZero,
    /// The order, or the logarithm, of 0.
    #[error("{0} of zero is not defined")]
    OfZero(&'static str),
    /// The ordinal is not below ω^(ω^ω), so it is no root of a polynomial over F_2.
    #[error("{0} is transcendental over F_2: it is not below w^w^w, the algebraic closure")]
    NotAlgebraic(Ordinal),
    /// The ordinal is not below ω^(ω^(ω^ω+1)).
    #[error(
        "{0} is not below w^w^(w^w+1), the perfect closure of the field w^w^w^w; arithmetic above is not known to this program"
    )]
    BeyondPerfect(Ordinal),
    /// The answer exists, and is too large for the methods here; the sentence says how.
    #[error("{0}")]
    OutOfReach(String),
    /// A limit was reached.
    #[error("{0}")]
    Stopped(#[from] StopReason),
}

/// The Field of all ordinals below ω^(ω^ω) with nim addition and multiplication, an algebraic closure of F_2.
///
/// Its elements are [`Ordinal`]s. The value keeps the excesses m_p that it has worked out, and the limits of its work.
///
/// ```
/// use impartial::limits::Limits;
/// use impartial::nim::AlgebraicClosure;
/// let mut field = AlgebraicClosure::new(Limits::none());
/// let ordinal = |text: &str| text.parse().unwrap();
/// assert_eq!(field.power(&ordinal("w"), &3u8.into())?, ordinal("2"));
/// // Lenstra's question [L, section 5], answered.
/// assert_eq!(field.power(&ordinal("w^w^13"), &47u8.into())?, ordinal("w^w^7+1"));
/// # Ok::<(), impartial::nim::TransfiniteError>(())
/// ```
#[derive(Clone, Debug)]
pub struct AlgebraicClosure {
    limits: Limits,
    excesses: BTreeMap<u64, u64>,
    /// Excesses that someone says were worked out before.
    remembered: BTreeMap<u64, u64>,
    /// Those of them that were taken as they are.
    trusted: BTreeSet<u64>,
    alphas: BTreeMap<u64, Sparse>,
    cites_fermat: bool,
    /// What answers above this field rest on.
    cites: Option<&'static str>,
}

impl AlgebraicClosure {
    /// The field, with no excess known yet.
    pub fn new(limits: Limits) -> Self {
        AlgebraicClosure {
            limits,
            excesses: BTreeMap::new(),
            remembered: BTreeMap::new(),
            trusted: BTreeSet::new(),
            alphas: BTreeMap::new(),
            cites_fermat: false,
            cites: None,
        }
    }

    /// The limits that end long work.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// What the answers so far rest on that was not proved here.
    pub fn citations(&self) -> impl Iterator<Item = &'static str> + '_ {
        self.cites_fermat.then_some(fermat::CITED).into_iter().chain(self.cites)
    }

    /// An answer rests on a theorem of the literature.
    pub(in crate::nim) fn cite(&mut self, theorem: &'static str) {
        self.cites = Some(theorem);
    }

    /// The nim product.
    ///
    /// # Errors
    /// [`TransfiniteError`] when an operand is too large, or a limit is reached while an excess is worked out.
    pub fn product(&mut self, a: &Ordinal, b: &Ordinal) -> Result<Ordinal, TransfiniteError> {
        let (a, b) = (Sparse::from_ordinal(a)?, Sparse::from_ordinal(b)?);
        Ok(self.sparse_product(&a, &b)?.to_ordinal())
    }

    /// Monomial by monomial; each factor α_p that is left over has generators at smaller places only.
    fn sparse_product(&mut self, a: &Sparse, b: &Sparse) -> Result<Sparse, TransfiniteError> {
        let mut sums: BTreeMap<(Monomial, Vec<usize>), BigNimber> = BTreeMap::new();
        for (left, c) in &a.0 {
            self.limits.poll()?;
            for (right, d) in &b.0 {
                let sum = sums.entry(monomial_product(left, right)).or_default();
                *sum = &*sum + &(c * d);
            }
        }
        let mut product = Sparse::default();
        for ((monomial, left_over), coefficient) in sums {
            if coefficient.is_zero() {
                continue;
            }
            let mut term = Sparse::default();
            term.toggle(monomial, coefficient);
            for place in left_over {
                let alpha = self.alpha(prime_at(place))?;
                term = self.sparse_product(&term, &alpha)?;
            }
            product.add(&term);
        }
        Ok(product)
    }

    /// The nim square: monomials squared one by one.
    fn sparse_square(&mut self, a: &Sparse) -> Result<Sparse, TransfiniteError> {
        let mut square = Sparse::default();
        for (monomial, coefficient) in &a.0 {
            let mut term = Sparse::default();
            term.toggle(monomial.clone(), coefficient.clone());
            square.add(&self.sparse_product(&term, &term)?);
        }
        Ok(square)
    }

    /// The nim power with an ordinary exponent; the power 0 is 1.
    ///
    /// Exponents are reduced modulo 2^d - 1, d the degree of a field that contains the base.
    ///
    /// # Errors
    /// [`TransfiniteError`] as for [`product`](Self::product).
    pub fn power(&mut self, base: &Ordinal, exponent: &BigUint) -> Result<Ordinal, TransfiniteError> {
        if *exponent == BigUint::ZERO {
            return Ok(Ordinal::ONE);
        }
        let base = Sparse::from_ordinal(base)?;
        if let Some(finite) = base.to_finite() {
            return Ok(Ordinal::from(finite.pow(exponent).number().clone()));
        }
        // Small exponents keep sparse elements sparse; large ones need the finite field.
        if exponent.bits() <= 10 {
            let mut power = Sparse::finite(BigNimber::one());
            for bit in (0..exponent.bits()).rev() {
                power = self.sparse_square(&power)?;
                if exponent.bit(bit) {
                    power = self.sparse_product(&power, &base)?;
                }
            }
            return Ok(power.to_ordinal());
        }
        let tower = Tower::new(self, &[&base])?;
        let x = tower.dense(&base);
        Ok(tower.sparse(&tower.power(&x, exponent)?).to_ordinal())
    }

    /// The nim inverse.
    ///
    /// # Errors
    /// [`TransfiniteError::DivisionByZero`] for 0; otherwise as for [`product`](Self::product).
    pub fn inverse(&mut self, of: &Ordinal) -> Result<Ordinal, TransfiniteError> {
        let x = Sparse::from_ordinal(of)?;
        if let Some(finite) = x.to_finite() {
            let inverse = finite.inverse().ok_or(TransfiniteError::DivisionByZero)?;
            return Ok(Ordinal::from(inverse.number().clone()));
        }
        let tower = Tower::new(self, &[&x])?;
        Ok(tower.sparse(&tower.inverse(&tower.dense(&x))?).to_ordinal())
    }

    /// The nim quotient.
    ///
    /// # Errors
    /// As for [`inverse`](Self::inverse).
    pub fn quotient(&mut self, a: &Ordinal, b: &Ordinal) -> Result<Ordinal, TransfiniteError> {
        let over = self.inverse(b)?;
        self.product(a, &over)
    }

    /// The nim square root.
    ///
    /// # Errors
    /// As for [`product`](Self::product).
    pub fn sqrt(&mut self, of: &Ordinal) -> Result<Ordinal, TransfiniteError> {
        let x = Sparse::from_ordinal(of)?;
        if let Some(finite) = x.to_finite() {
            return Ok(Ordinal::from(finite.sqrt().number().clone()));
        }
        let tower = Tower::new(self, &[&x])?;
        let root = tower.frobenius(tower.degree() - 1)?.apply(&tower.field, &tower.dense(&x));
        Ok(tower.sparse(&root).to_ordinal())
    }

    /// The degree over F_2.
    ///
    /// # Errors
    /// As for [`product`](Self::product).
    pub fn degree(&mut self, of: &Ordinal) -> Result<u64, TransfiniteError> {
        let x = Sparse::from_ordinal(of)?;
        if let Some(finite) = x.to_finite() {
            return Ok(finite.degree());
        }
        let tower = Tower::new(self, &[&x])?;
        tower.degree_of(&tower.dense(&x))
    }

    /// The minimal polynomial over F_2.
    ///
    /// The shortest linear recurrence (Berlekamp and Massey) of a linear functional on 1, x, x², …: it divides the
    /// minimal polynomial, which is irreducible.
    ///
    /// # Errors
    /// As for [`product`](Self::product).
    pub fn minimal_polynomial(&mut self, of: &Ordinal) -> Result<BinaryPolynomial, TransfiniteError> {
        let x = Sparse::from_ordinal(of)?;
        if let Some(finite) = x.to_finite() {
            return Ok(finite.minimal_polynomial(&self.limits)?);
        }
        let tower = Tower::new(self, &[&x])?;
        tower.minimal_polynomial(&tower.dense(&x))
    }

    /// The trace to F_2 from the field that `of` generates: the sum of its conjugates.
    ///
    /// # Errors
    /// As for [`product`](Self::product).
    pub fn trace(&mut self, of: &Ordinal) -> Result<bool, TransfiniteError> {
        if let Some(finite) = Sparse::from_ordinal(of)?.to_finite() {
            return Ok(finite.trace(finite.degree()));
        }
        let polynomial = self.minimal_polynomial(of)?;
        let degree = polynomial.degree().unwrap_or(1);
        Ok(polynomial.0.bit(degree - 1))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn field() -> AlgebraicClosure {
        AlgebraicClosure::new(Limits::none())
    }

    fn ordinal(text: &str) -> Ordinal {
        text.parse().unwrap()
    }

    /// Identities of [L], [ONAG, chapter 6] and [HWLJ].
    #[test]
    fn known_powers() {
        let mut field = field();
        for (base, exponent, power) in [
            ("w", 3u64, "2"),
            ("w^3", 3, "w"),
            ("w^9", 3, "w^3"),
            ("w^w", 5, "4"),
            ("w^w^2", 7, "w+1"),
            ("w^w^3", 11, "w^w+1"),
            ("w^w^4", 13, "w+4"),
            ("w^w^5", 17, "16"),
            ("w^w^6", 19, "w^3+4"),
            ("w^w^7", 23, "w^w^3+1"),
            ("w^w^13", 47, "w^w^7+1"),
            ("w", 0, "1"),
            ("0", 7, "0"),
            ("w+1", 63, "1"),
        ] {
            assert_eq!(
                field.power(&ordinal(base), &exponent.into()),
                Ok(ordinal(power)),
                "{base} ** {exponent}"
            );
        }
    }

    /// The table of [HWLJ] ends at 43; 53 and 61 were found later.
    #[test]
    fn small_excesses() {
        let mut field = field();
        let found: Vec<(u64, u64)> = [3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 53, 61]
            .into_iter()
            .map(|prime| (prime, field.excess(prime).unwrap().excess))
            .filter(|(_, excess)| *excess > 0)
            .collect();
        assert_eq!(found, [(7, 1), (11, 1), (19, 4), (23, 1), (31, 1), (41, 1), (43, 1), (53, 1)]);
    }

    /// The values below the first that is tried are p-th powers, as the theorem says.
    #[test]
    fn skipped_excesses_are_powers() {
        let mut field = field();
        for prime in
            [7, 11, 19, 23, 29, 31, 37, 41, 43, 53, 61, 67, 71, 73, 79, 97, 101, 103, 109, 113, 127, 163]
        {
            let found = field.excess(prime).unwrap().excess;
            for m in 0..found {
                assert_eq!(field.is_prime_power_residue(prime, m), Ok(true), "p = {prime}, m = {m}");
            }
            assert_eq!(field.is_prime_power_residue(prime, found), Ok(false), "p = {prime}");
        }
    }

    fn elements() -> impl Strategy<Value = Ordinal> {
        let exponents = ["0", "1", "2", "3", "4", "w", "w+1", "w*2+5", "w^2", "w^2*3+w*4+2"];
        let term = (prop::sample::select(exponents.to_vec()), 0u64..300);
        prop::collection::vec(term, 0..4).prop_map(|terms| {
            terms.into_iter().fold(Ordinal::ZERO, |sum, (exponent, coefficient)| {
                sum.nim_sum(&Ordinal::term(ordinal(exponent), coefficient))
            })
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]

        #[test]
        fn laws(a in elements(), b in elements(), c in elements()) {
            let mut field = field();
            let mut times = |a: &Ordinal, b: &Ordinal| field.product(a, b).unwrap();
            prop_assert_eq!(times(&a, &b), times(&b, &a));
            let (ab, bc) = (times(&a, &b), times(&b, &c));
            prop_assert_eq!(times(&ab, &c), times(&a, &bc));
            prop_assert_eq!(times(&a, &b.nim_sum(&c)), ab.nim_sum(&times(&a, &c)));
            prop_assert_eq!(times(&a, &Ordinal::ONE), a);
        }

        #[test]
        fn derived(a in elements()) {
            prop_assume!(!a.is_zero());
            let mut field = field();
            let over = field.inverse(&a).unwrap();
            prop_assert_eq!(field.product(&a, &over), Ok(Ordinal::ONE));
            let root = field.sqrt(&a).unwrap();
            prop_assert_eq!(field.product(&root, &root), Ok(a.clone()));
            for root in field.solve_quadratic(&Ordinal::ONE, &a).unwrap() {
                let square = field.product(&root, &root).unwrap();
                prop_assert_eq!(square.nim_sum(&root), a.clone());
            }
            // The dense power is the sparse one.
            let by_products = (0..5).fold(Ordinal::ONE, |power, _| field.product(&power, &a).unwrap());
            let degree = field.degree(&a).unwrap();
            let wrapped = (BigUint::from(1u8) << degree) + 4u8;
            prop_assert_eq!(field.power(&a, &wrapped), Ok(by_products));
        }

        #[test]
        fn roots_and_polynomials(a in elements(), n in 2u64..10) {
            prop_assume!(a < ordinal("w^w"));
            let mut field = field();
            let roots = field.roots(&a, n).unwrap();
            let distinct: BTreeSet<_> = roots.iter().collect();
            prop_assert_eq!(distinct.len() as u64, if a.is_zero() { 1 } else { n >> n.trailing_zeros() });
            for root in &roots {
                prop_assert_eq!(field.power(root, &n.into()), Ok(a.clone()));
            }
            let polynomial = field.minimal_polynomial(&a).unwrap();
            prop_assert_eq!(polynomial.degree(), Some(field.degree(&a).unwrap()));
            let mut value = Ordinal::ZERO;
            for exponent in polynomial.exponents() {
                value = value.nim_sum(&field.power(&a, &exponent.into()).unwrap());
            }
            prop_assert!(value.is_zero());
        }
    }

    #[test]
    fn degrees_and_orders() {
        let mut field = field();
        for (x, degree, order) in [("w", 6, "9"), ("w+1", 6, "63"), ("w^3", 18, "27"), ("w^w", 20, "75")] {
            assert_eq!(field.degree(&ordinal(x)), Ok(degree), "{x}");
            assert_eq!(field.order(&ordinal(x)).unwrap().to_string(), order, "{x}");
        }
        assert_eq!(field.minimal_polynomial(&ordinal("w")).unwrap().to_string(), "x^6+x^3+1");
    }

    #[test]
    fn what_is_out_of_reach_says_so() {
        let mut field = field();
        assert_eq!(field.inverse(&Ordinal::ZERO), Err(TransfiniteError::DivisionByZero));
        assert!(matches!(
            field.product(&ordinal("w^w^w"), &ordinal("2")),
            Err(TransfiniteError::NotAlgebraic(_))
        ));
        assert!(matches!(field.order(&Ordinal::ZERO), Err(TransfiniteError::OfZero(_))));
        assert!(matches!(field.roots(&ordinal("w"), 0), Err(TransfiniteError::OutOfReach(_))));
    }
}
