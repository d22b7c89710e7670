//! Polynomials in several variables with integer coefficients.

use std::cmp::Ordering;

use num_bigint::{BigInt, Sign};

/// A product of powers of the variables, ordered by degree, then reverse lexicographically: an earlier variable is larger.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Monomial(pub Vec<u32>);

impl PartialOrd for Monomial {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Monomial {
    fn cmp(&self, other: &Self) -> Ordering {
        self.degree().cmp(&other.degree()).then_with(|| other.0.iter().rev().cmp(self.0.iter().rev()))
    }
}

impl Monomial {
    /// 1, in some number of variables.
    pub fn one(variables: usize) -> Self {
        Monomial(vec![0; variables])
    }

    /// The sum of the exponents.
    pub fn degree(&self) -> u64 {
        self.0.iter().map(|exponent| u64::from(*exponent)).sum()
    }

    /// Whether this divides another monomial.
    pub fn divides(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).all(|(a, b)| a <= b)
    }

    /// The product.
    pub fn times(&self, other: &Self) -> Self {
        Monomial(self.0.iter().zip(&other.0).map(|(a, b)| a + b).collect())
    }

    /// The quotient of a multiple by this.
    pub fn into_multiple(&self, multiple: &Self) -> Self {
        Monomial(multiple.0.iter().zip(&self.0).map(|(a, b)| a - b).collect())
    }

    /// The least common multiple.
    pub fn lcm(&self, other: &Self) -> Self {
        Monomial(self.0.iter().zip(&other.0).map(|(a, b)| *a.max(b)).collect())
    }
}

/// A polynomial: its terms by decreasing monomial, no coefficient 0.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct IntegerPolynomial(pub Vec<(Monomial, BigInt)>);

impl IntegerPolynomial {
    /// The constant polynomial.
    pub fn constant(n: BigInt, variables: usize) -> Self {
        Self::term(Monomial::one(variables), n)
    }

    /// One term.
    pub fn term(monomial: Monomial, coefficient: BigInt) -> Self {
        IntegerPolynomial(if coefficient.sign() == Sign::NoSign {
            Vec::new()
        } else {
            vec![(monomial, coefficient)]
        })
    }

    /// The variable with a number.
    pub fn variable(number: usize, variables: usize) -> Self {
        let mut monomial = Monomial::one(variables);
        monomial.0[number] = 1;
        Self::term(monomial, BigInt::from(1))
    }

    /// Whether this is 0.
    pub fn is_zero(&self) -> bool {
        self.0.is_empty()
    }

    /// The leading term.
    pub fn leading(&self) -> Option<&(Monomial, BigInt)> {
        self.0.first()
    }

    /// self + factor·monomial·other.
    #[must_use]
    pub fn plus_multiple(&self, factor: &BigInt, monomial: &Monomial, other: &Self) -> Self {
        let mut terms = Vec::with_capacity(self.0.len() + other.0.len());
        let mut left = self.0.iter().peekable();
        let mut right = other.0.iter().map(|(m, c)| (m.times(monomial), c * factor)).peekable();
        loop {
            let order = match (left.peek(), right.peek()) {
                (None, None) => return IntegerPolynomial(terms),
                (Some(_), None) => Ordering::Greater,
                (None, Some(_)) => Ordering::Less,
                (Some((a, _)), Some((b, _))) => a.cmp(b),
            };
            let (first, second) = match order {
                Ordering::Greater => (left.next(), None),
                Ordering::Less => (None, right.next()),
                Ordering::Equal => (left.next(), right.next()),
            };
            let (monomial, coefficient) = match (first, second) {
                (Some((m, a)), Some((_, b))) => (m.clone(), a + b),
                (Some((m, a)), None) => (m.clone(), a.clone()),
                (None, Some((m, b))) => (m, b),
                (None, None) => unreachable!("one side has a term"),
            };
            if coefficient.sign() != Sign::NoSign {
                terms.push((monomial, coefficient));
            }
        }
    }

    /// The sum.
    #[must_use]
    pub fn plus(&self, other: &Self) -> Self {
        let variables = self.0.first().or(other.0.first()).map_or(0, |(m, _)| m.0.len());
        self.plus_multiple(&BigInt::from(1), &Monomial::one(variables), other)
    }

    /// The negative.
    #[must_use]
    pub fn negative(&self) -> Self {
        IntegerPolynomial(self.0.iter().map(|(m, c)| (m.clone(), -c)).collect())
    }

    /// The product.
    #[must_use]
    pub fn times(&self, other: &Self) -> Self {
        let (short, long) = if self.0.len() <= other.0.len() { (self, other) } else { (other, self) };
        let start = IntegerPolynomial(Vec::new());
        short.0.iter().fold(start, |sum, (monomial, c)| sum.plus_multiple(c, monomial, long))
    }

    /// The text, with the names of the variables.
    pub fn show(&self, names: &[String]) -> String {
        let mut text = String::new();
        for (monomial, coefficient) in &self.0 {
            let is_negative = coefficient.sign() == Sign::Minus;
            text.push_str(match (is_negative, text.is_empty()) {
                (true, _) => "-",
                (false, true) => "",
                (false, false) => "+",
            });
            let size = coefficient.magnitude();
            if *size != num_bigint::BigUint::from(1_u8) || monomial.degree() == 0 {
                text.push_str(&size.to_string());
            }
            for (name, exponent) in names.iter().zip(&monomial.0).filter(|(_, exponent)| **exponent > 0) {
                text.push_str(name);
                if *exponent > 1 {
                    text.push_str(&format!("^{exponent}"));
                }
            }
        }
        if text.is_empty() { "0".to_owned() } else { text }
    }
}
