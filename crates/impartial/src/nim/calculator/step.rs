//! What an evaluation did, step by step: each step can be checked alone.

use num_bigint::BigUint;

use super::Value;
use crate::nim::polynomial::BinaryPolynomial;
use crate::ordinal::Ordinal;

/// An operation of the Field with its operands and its value.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "operands and value of the operation that is named")]
pub enum Step {
    Sum {
        of: [Ordinal; 2],
        value: Ordinal,
    },
    Product {
        of: [Ordinal; 2],
        value: Ordinal,
    },
    Power {
        of: Ordinal,
        exponent: BigUint,
        value: Ordinal,
    },
    Inverse {
        of: Ordinal,
        value: Ordinal,
    },
    Sqrt {
        of: Ordinal,
        value: Ordinal,
    },
    /// All n-th roots.
    Roots {
        of: Ordinal,
        n: u64,
        value: Vec<Ordinal>,
    },
    /// The only finite n-th root of a finite nimber.
    FiniteRoot {
        of: Ordinal,
        n: u64,
        value: Ordinal,
    },
    /// The solutions of an equation with leading coefficient 1, by its other coefficients.
    Solutions {
        of: Vec<Ordinal>,
        value: Vec<Ordinal>,
    },
    /// `None` where x is no power of the base.
    Logarithm {
        of: Ordinal,
        base: Ordinal,
        value: Option<BigUint>,
    },
    Order {
        of: Ordinal,
        value: BigUint,
    },
    Degree {
        of: Ordinal,
        value: u64,
    },
    MinimalPolynomial {
        of: Ordinal,
        value: BinaryPolynomial,
    },
    Trace {
        of: Ordinal,
        value: bool,
    },
    Norm {
        of: Ordinal,
        value: bool,
    },
    Excess {
        prime: u64,
        value: u64,
    },
}

impl Step {
    /// What the step comes to; of several roots all, or only the least.
    pub(super) fn value(&self, least: bool) -> Value {
        let bit = |bit: bool| Value::Nimber(u64::from(bit).into());
        match self {
            Step::Sum { value, .. }
            | Step::Product { value, .. }
            | Step::Power { value, .. }
            | Step::Inverse { value, .. }
            | Step::Sqrt { value, .. }
            | Step::FiniteRoot { value, .. } => Value::Nimber(value.clone()),
            Step::Roots { value, .. } if least && !value.is_empty() => Value::Nimber(value[0].clone()),
            Step::Roots { value, .. } | Step::Solutions { value, .. } => Value::List(value.clone()),
            Step::Logarithm { of, base, value } => match value {
                Some(value) => Value::Integer(value.clone()),
                None => Value::NoLogarithm(of.clone(), base.clone()),
            },
            Step::Order { value, .. } => Value::Integer(value.clone()),
            Step::Degree { value, .. } | Step::Excess { value, .. } => Value::Integer((*value).into()),
            Step::MinimalPolynomial { value, .. } => Value::Polynomial(value.clone()),
            Step::Trace { value, .. } | Step::Norm { value, .. } => bit(*value),
        }
    }

    /// Whether the step only reads Cantor normal form: `w*2` as ω times 2, `w+1` as a sum.
    pub(super) fn is_notation(&self) -> bool {
        match self {
            Step::Sum { of: [a, b], value } => value.to_string() == format!("{a}+{b}"),
            Step::Product { of: [a, b], value } => value.to_string() == format!("{a}*{b}"),
            _ => false,
        }
    }
}
