//! Above ω^(ω^ω): the first transcendental t, the field F(t), and its perfect closure [L, section 5].
//!
//! The ordinals below t = ω^(ω^ω) are an algebraically closed field F, so t is transcendental over it. The ordinals below
//! t^t = ω^(ω^(ω^ω)) are the rational functions F(t), those below t^(tω) = ω^(ω^(ω^ω+1)) the perfect closure of F(t): all
//! roots t^(1/2^n) are adjoined. Above lie quadratic extensions: solutions in them of equations with
//! coefficients here are known, but nobody knows how to compute with these in general.
//!
//! | file | idea |
//! |---|---|
//! | this one | [`PerfectClosure`]: the operations, on ordinals of both kinds |
//! | `fraction` | rational functions by partial fractions |
//! | `form` | which ordinal is which element |
//! | `quadratic` | solutions of quadratic equations that lie above |

mod form;
mod fraction;
mod quadratic;

use std::collections::BTreeMap;
use std::fmt;

use num_bigint::BigUint;

use self::form::{omega_to_omega, too_deep};
use self::fraction::{Fraction, Functions};
use super::{AlgebraicClosure, TransfiniteError};
use crate::ordinal::Ordinal;

type Result<T> = std::result::Result<T, TransfiniteError>;

/// An element of the perfect closure: Σ x t^r over dyadic fractions 0 ≤ r < 1, with x in F(t).
///
/// The key r is kept as the binary fraction of 64 bits, so `1 << 63` is 1/2. No x is 0.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
struct Element(BTreeMap<u64, Fraction>);

const HALF: u64 = 1 << 63;

impl Element {
    fn is_zero(&self) -> bool {
        self.0.is_empty()
    }

    /// Adds x t^r.
    fn add_part(&mut self, r: u64, x: &Fraction) {
        let part = self.0.entry(r).or_default();
        part.add(x);
        if part.is_zero() {
            self.0.remove(&r);
        }
    }

    fn add(&mut self, other: &Element) {
        for (r, x) in &other.0 {
            self.add_part(*r, x);
        }
    }

    /// The element as a rational function, when no root of t occurs.
    fn to_fraction(&self) -> Option<Fraction> {
        match self.0.len() {
            0 => Some(Fraction::default()),
            1 => self.0.get(&0).cloned(),
            _ => None,
        }
    }

    /// The least k such that the 2^k-th power is a rational function.
    fn depth(&self) -> u32 {
        self.0.keys().map(|r| 64 - r.trailing_zeros()).max().unwrap_or(0)
    }
}

/// The Field of all ordinals below ω^(ω^(ω^ω+1)): the perfect closure of F(t) for t = ω^(ω^ω), F the ordinals below t.
///
/// ```
/// use impartial::limits::Limits;
/// use impartial::nim::{AlgebraicClosure, PerfectClosure};
/// let mut below = AlgebraicClosure::new(Limits::none());
/// let mut field = PerfectClosure::over(&mut below);
/// let t = "w^w^w".parse().unwrap();
/// assert_eq!(field.inverse(&t)?.to_string(), "w^w^(w+1)");
/// assert_eq!(field.sqrt(&t)?.to_string(), "w^w^w^w");
/// # Ok::<(), impartial::nim::TransfiniteError>(())
/// ```
///
/// Source: [L, section 5].
pub struct PerfectClosure<'f> {
    functions: Functions<'f>,
}

impl fmt::Debug for PerfectClosure<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PerfectClosure").finish_non_exhaustive()
    }
}

impl<'f> PerfectClosure<'f> {
    /// The field above `field`, which answers whatever concerns ordinals below t only.
    pub fn over(field: &'f mut AlgebraicClosure) -> Self {
        PerfectClosure { functions: Functions { field } }
    }

    /// The nim product.
    ///
    /// # Errors
    /// [`TransfiniteError::BeyondPerfect`] when an operand is too large; otherwise as for [`AlgebraicClosure::product`].
    pub fn product(&mut self, a: &Ordinal, b: &Ordinal) -> Result<Ordinal> {
        if is_algebraic(a) && is_algebraic(b) {
            return self.functions.field.product(a, b);
        }
        let (a, b) = (Element::from_ordinal(a)?, Element::from_ordinal(b)?);
        Ok(self.times(&a, &b)?.to_ordinal())
    }

    /// The nim inverse.
    ///
    /// # Errors
    /// [`TransfiniteError::DivisionByZero`] for 0; otherwise as for [`product`](Self::product).
    pub fn inverse(&mut self, of: &Ordinal) -> Result<Ordinal> {
        if is_algebraic(of) {
            return self.functions.field.inverse(of);
        }
        let x = Element::from_ordinal(of)?;
        Ok(self.over_one(&x)?.to_ordinal())
    }

    /// The nim power with an ordinary exponent; the power 0 is 1.
    ///
    /// # Errors
    /// As for [`product`](Self::product).
    pub fn power(&mut self, base: &Ordinal, exponent: &BigUint) -> Result<Ordinal> {
        if is_algebraic(base) {
            return self.functions.field.power(base, exponent);
        }
        let base = Element::from_ordinal(base)?;
        let mut power = one();
        for bit in (0..exponent.bits()).rev() {
            power = self.square(&power)?;
            if exponent.bit(bit) {
                power = self.times(&power, &base)?;
            }
        }
        Ok(power.to_ordinal())
    }

    /// The nim square root.
    ///
    /// # Errors
    /// As for [`product`](Self::product).
    pub fn sqrt(&mut self, of: &Ordinal) -> Result<Ordinal> {
        if is_algebraic(of) {
            return self.functions.field.sqrt(of);
        }
        let x = Element::from_ordinal(of)?;
        Ok(self.square_root(&x)?.to_ordinal())
    }

    /// All n-th roots, smallest first.
    ///
    /// # Errors
    /// [`TransfiniteError::OutOfReach`] when they lie above this field; otherwise as for [`product`](Self::product).
    pub fn roots(&mut self, of: &Ordinal, n: u64) -> Result<Vec<Ordinal>> {
        if is_algebraic(of) || n == 0 {
            return self.functions.field.roots(of, n);
        }
        let x = Element::from_ordinal(of)?;
        let (odd, mut halvings) = (n >> n.trailing_zeros(), n.trailing_zeros());
        let mut roots = vec![x];
        if odd > 1 {
            // The Frobenius map is an automorphism: the roots of x^(2^k) in F(t) are the 2^k-th powers of those of x.
            let (depth, powered) = self.rational_power(&roots[0])?;
            let found = self.functions.roots(&powered, odd)?;
            roots = found.into_iter().map(|root| Element(BTreeMap::from([(0, root)]))).collect();
            halvings += depth;
        }
        if roots.is_empty() && n == 3 && *of == form::transcendental() {
            return Err(TransfiniteError::OutOfReach(
                "the least cube root of w^w^w is epsilon_0 (Lenstra, section 5), the first ordinal that sums, products and powers of w do not \
                 write"
                    .into(),
            ));
        }
        if roots.is_empty() {
            return Err(TransfiniteError::OutOfReach(format!(
                "the roots of degree {n} of {of} are not below w^w^(w^w+1); arithmetic above is not known to this program"
            )));
        }
        for _ in 0..halvings {
            roots = roots.iter().map(|root| self.square_root(root)).collect::<Result<_>>()?;
        }
        let mut roots: Vec<Ordinal> = roots.iter().map(Element::to_ordinal).collect();
        roots.sort_unstable();
        Ok(roots)
    }

    /// The solutions of y² + `linear` y + `constant` = 0, smallest first. They may lie above this field, below ε_0: then they rest on a
    /// theorem of [L, section 5], and the field below [cites](AlgebraicClosure::citations) it.
    ///
    /// ```
    /// use impartial::limits::Limits;
    /// use impartial::nim::{AlgebraicClosure, PerfectClosure};
    /// let mut below = AlgebraicClosure::new(Limits::none());
    /// let t = "w^w^w".parse().unwrap();
    /// let solutions = PerfectClosure::over(&mut below).solve_quadratic(&"1".parse().unwrap(), &t)?;
    /// assert_eq!(solutions[0].to_string(), "w^w^(w^w+1)");
    /// assert!(below.citations().next().is_some());
    /// # Ok::<(), impartial::nim::TransfiniteError>(())
    /// ```
    ///
    /// # Errors
    /// As for [`product`](Self::product).
    pub fn solve_quadratic(&mut self, linear: &Ordinal, constant: &Ordinal) -> Result<Vec<Ordinal>> {
        if is_algebraic(linear) && is_algebraic(constant) {
            return self.functions.field.solve_quadratic(linear, constant);
        }
        if linear.is_zero() {
            return Ok(vec![self.sqrt(constant)?]);
        }
        // y = linear · z with z² + z = constant / linear².
        let (b, c) = (Element::from_ordinal(linear)?, Element::from_ordinal(constant)?);
        let over = self.over_one(&b)?;
        let over = self.square(&over)?;
        let target = self.times(&c, &over)?;
        let (z, rest) = self.artin_schreier_root(&target)?;
        let mut y = self.times(&b, &z)?.to_ordinal();
        if !rest.is_zero() {
            self.functions.field.cite(quadratic::CITATION);
            for adjoined in quadratic::above(&rest) {
                // Over every field before it an adjoined element multiplies as ordinals do.
                y = y.nim_sum(&(&adjoined * linear));
            }
        }
        let mut roots = vec![y.nim_sum(linear), y];
        roots.sort_unstable();
        Ok(roots)
    }

    fn times(&mut self, a: &Element, b: &Element) -> Result<Element> {
        let mut product = Element::default();
        for (r, x) in &a.0 {
            for (s, y) in &b.0 {
                let (fraction, carry) = r.overflowing_add(*s);
                let xy = self.functions.product(x, y)?;
                product.add_part(fraction, &self.times_t(xy, carry)?);
            }
        }
        Ok(product)
    }

    /// Multiplies by t, when `carry` says so.
    fn times_t(&mut self, x: Fraction, carry: bool) -> Result<Fraction> {
        let t = Fraction::monomial(1, &Ordinal::ONE);
        if carry { self.functions.product(&x, &t) } else { Ok(x) }
    }

    fn square(&mut self, a: &Element) -> Result<Element> {
        let mut square = Element::default();
        for (r, x) in &a.0 {
            let squared = self.functions.square(x)?;
            square.add_part(r << 1, &self.times_t(squared, r & HALF != 0)?);
        }
        Ok(square)
    }

    fn square_root(&mut self, a: &Element) -> Result<Element> {
        let mut root = Element::default();
        for (r, x) in &a.0 {
            if r & 1 == 1 {
                return Err(too_deep());
            }
            let [u, v] = self.functions.square_root(x)?;
            root.add_part(r >> 1, &u);
            root.add_part(r >> 1 | HALF, &v);
        }
        Ok(root)
    }

    /// The least k and x^(2^k), for which that is a rational function.
    fn rational_power(&mut self, x: &Element) -> Result<(u32, Fraction)> {
        let depth = x.depth();
        let mut power = x.clone();
        for _ in 0..depth {
            power = self.square(&power)?;
        }
        Ok((depth, power.to_fraction().expect("the depth says so")))
    }

    /// 1/x = x^(2^k - 1) / x^(2^k), where the divisor is a rational function.
    fn over_one(&mut self, x: &Element) -> Result<Element> {
        if x.is_zero() {
            return Err(TransfiniteError::DivisionByZero);
        }
        let (mut cofactor, mut power) = (one(), x.clone());
        for _ in 0..x.depth() {
            cofactor = self.times(&cofactor, &power)?;
            power = self.square(&power)?;
        }
        let norm = power.to_fraction().expect("the depth says so");
        let over = self.functions.inverse(&norm)?;
        self.times(&cofactor, &Element(BTreeMap::from([(0, over)])))
    }

    /// Some z, and what is left of x without z² + z, 0 iff x is z² + z for some z: for x = y + (x² + x) with y = x², until y is a
    /// rational function.
    fn artin_schreier_root(&mut self, x: &Element) -> Result<(Element, Fraction)> {
        let (mut rest, mut root) = (x.clone(), Element::default());
        for _ in 0..x.depth() {
            root.add(&rest);
            rest = self.square(&rest)?;
        }
        let rational = rest.to_fraction().expect("the depth says so");
        let (z, rest) = self.functions.artin_schreier_root(&rational)?;
        root.add_part(0, &z);
        Ok((root, rest))
    }
}

/// Whether an ordinal is below ω^(ω^ω), and so algebraic over F_2.
pub fn is_algebraic(x: &Ordinal) -> bool {
    x.degree().is_none_or(|degree| *degree < omega_to_omega())
}

fn one() -> Element {
    Element(BTreeMap::from([(0, Fraction::monomial(0, &Ordinal::ONE))]))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::limits::Limits;

    fn ordinal(text: &str) -> Ordinal {
        text.parse().unwrap()
    }

    /// t^exponent · coefficient.
    fn term(exponent: &str, coefficient: &str) -> Ordinal {
        let t = ordinal("w^w^w");
        &t.pow(&ordinal(exponent)).unwrap() * &ordinal(coefficient)
    }

    #[test]
    fn identities_of_lenstra() {
        let mut below = AlgebraicClosure::new(Limits::none());
        let mut field = PerfectClosure::over(&mut below);
        let t = ordinal("w^w^w");
        for (x, over) in [("0", "w"), ("1", "w*2"), ("5", "w*6"), ("w", "w^2"), ("w^w+3", "w^w+w*3")] {
            // 1/(t+a) stands at t^(w(1+a)).
            assert_eq!(field.inverse(&t.nim_sum(&ordinal(x))), Ok(term(over, "1")), "1/(t+{x})");
        }
        assert_eq!(field.power(&t, &7u8.into()), Ok(term("7", "1")));
        let mut root = t.clone();
        for n in 0..6_u64 {
            root = field.sqrt(&root).unwrap();
            let at = &t * &Ordinal::from(1_u64 << n);
            assert_eq!(root, t.pow(&at).unwrap(), "t^(1/2^{})", n + 1);
        }
        // What is computed can be read again, and what is too large is refused.
        let largest = field.power(&t, &4096_u32.into()).unwrap();
        assert_eq!(field.product(&largest, &Ordinal::ONE), Ok(largest.clone()));
        assert!(matches!(field.product(&largest, &t), Err(TransfiniteError::OutOfReach(_))));
        // The first element above is a root of a quadratic equation without roots here.
        assert!(matches!(
            Element::from_ordinal(&ordinal("w^w^(w^w+1)")),
            Err(TransfiniteError::BeyondPerfect(_))
        ));
    }

    #[test]
    fn roots_and_quadratics() {
        let mut below = AlgebraicClosure::new(Limits::none());
        let mut field = PerfectClosure::over(&mut below);
        let t = ordinal("w^w^w");
        let cube = field.power(&t.nim_sum(&ordinal("w")), &3u8.into()).unwrap();
        let cube = field.product(&cube, &ordinal("2")).unwrap();
        let roots = field.roots(&cube, 3).unwrap();
        assert_eq!(roots.len(), 3);
        for root in roots {
            assert_eq!(field.power(&root, &3u8.into()), Ok(cube.clone()));
        }
        assert!(matches!(field.roots(&t, 3), Err(TransfiniteError::OutOfReach(_))));
        let root = field.sqrt(&t).and_then(|root| field.sqrt(&root)).unwrap();
        assert_eq!(field.roots(&t, 4), Ok(vec![root]));
        assert!(field.roots(&t, 3).unwrap_err().to_string().contains("epsilon_0"));
    }

    /// [L, section 5]: the first quadratic extensions, in the order of the list L(u), each solution a power of u = t^(tω).
    #[test]
    fn quadratics_above() {
        let mut below = AlgebraicClosure::new(Limits::none());
        let mut field = PerfectClosure::over(&mut below);
        let t = ordinal("w^w^w");
        let u = ordinal("w^w^(w^w+1)");
        let over = |field: &mut PerfectClosure<'_>, a: &str| field.inverse(&t.nim_sum(&ordinal(a))).unwrap();
        let cube = |field: &mut PerfectClosure<'_>, x: &Ordinal| field.power(x, &3u8.into()).unwrap();
        let mut list = Vec::new();
        for (start, coefficient) in [("1", "1"), ("1", "2"), ("1", "w"), ("3", "1"), ("3", "4"), ("5", "1")] {
            list.push(term(start, coefficient));
        }
        for a in ["0", "1", "w"] {
            let pole = over(&mut field, a);
            list.push(pole.clone());
            list.push(field.product(&pole, &ordinal("w^3")).unwrap());
            list.push(cube(&mut field, &pole));
        }
        assert!(list.is_sorted());
        let solutions: Vec<Ordinal> = (list.iter())
            .map(|x| {
                let roots = field.solve_quadratic(&Ordinal::ONE, x).unwrap();
                assert_eq!(roots[0].nim_sum(&Ordinal::ONE), roots[1]);
                roots[0].clone()
            })
            .collect();
        assert!(solutions.is_sorted() && solutions[0] == u);
        assert_eq!(solutions[1], u.pow(&ordinal("2")).unwrap());
        assert_eq!(solutions[2], u.pow(&ordinal("w")).unwrap());
        assert_eq!(solutions[3], u.pow(&t).unwrap());
        assert_eq!(solutions[6], u.pow(&t.pow(&ordinal("w")).unwrap()).unwrap());
        // Sums of elements of the list, and sums with z² + z: solutions add.
        let z = term("w+1", "w").nim_sum(&term("2", "3"));
        let square = field.product(&z, &z).unwrap();
        let sum = list[1].nim_sum(&list[6]).nim_sum(&square).nim_sum(&z);
        let mut found = field.solve_quadratic(&Ordinal::ONE, &sum).unwrap();
        let expected = solutions[1].nim_sum(&solutions[6]).nim_sum(&z);
        found.retain(|root| *root == expected);
        assert_eq!(found.len(), 1);
        // y² + b y + c b² has the solutions b z.
        let square = field.product(&t, &t).unwrap();
        let scaled = field.product(&list[0], &square).unwrap();
        assert_eq!(field.solve_quadratic(&t, &scaled).unwrap()[0], &u * &t);
    }

    fn elements() -> impl Strategy<Value = Ordinal> {
        let exponents = ["0", "1", "2", "w", "w+1", "w*3", "w^2", "w^w^w", "w^w^w+1", "w^w^w*2+w"];
        let coefficients = ["1", "2", "7", "w", "w+1"];
        let term = (prop::sample::select(exponents.to_vec()), prop::sample::select(coefficients.to_vec()));
        prop::collection::vec(term, 0..3).prop_map(|terms| {
            terms.into_iter().fold(Ordinal::ZERO, |sum, (e, c)| sum.nim_sum(&self::term(e, c)))
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(16))]

        #[test]
        fn ordinals_and_elements_are_the_same(a in elements()) {
            let element = Element::from_ordinal(&a).unwrap();
            prop_assert_eq!(element.to_ordinal(), a);
        }

        /// Fails when sum and product are not those of a field.
        #[test]
        fn laws(a in elements(), b in elements(), c in elements()) {
            let mut below = AlgebraicClosure::new(Limits::none());
            let mut field = PerfectClosure::over(&mut below);
            let ab = field.product(&a, &b).unwrap();
            prop_assert_eq!(&ab, &field.product(&b, &a).unwrap());
            let bc = field.product(&b, &c).unwrap();
            prop_assert_eq!(field.product(&ab, &c), field.product(&a, &bc));
            let ac = field.product(&a, &c).unwrap();
            prop_assert_eq!(field.product(&a, &b.nim_sum(&c)).unwrap(), ab.nim_sum(&ac));
            prop_assert_eq!(field.product(&a, &Ordinal::ONE), Ok(a));
        }

        #[test]
        fn derived(a in elements(), b in elements()) {
            let mut below = AlgebraicClosure::new(Limits::none());
            let mut field = PerfectClosure::over(&mut below);
            let root = field.sqrt(&a).unwrap();
            prop_assert_eq!(field.product(&root, &root), Ok(a.clone()));
            prop_assert_eq!(field.power(&a, &2u8.into()), field.product(&a, &a));
            if !a.is_zero() {
                let over = field.inverse(&a).unwrap();
                prop_assert_eq!(field.product(&a, &over), Ok(Ordinal::ONE));
                // The quadratic whose solutions are a and b has these two.
                let (linear, constant) = (a.nim_sum(&b), field.product(&a, &b).unwrap());
                let mut expected = vec![a, b];
                expected.sort_unstable();
                expected.dedup();
                prop_assert_eq!(field.solve_quadratic(&linear, &constant).unwrap(), expected);
            }
        }
    }
}
