//! What an expression comes to.

use std::fmt;

use num_bigint::BigUint;

use crate::nim::polynomial::BinaryPolynomial;
use crate::ordinal::Ordinal;

/// What an expression comes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// An element of the Field.
    Nimber(Ordinal),
    /// An ordinary integer: an order, a degree, a logarithm.
    Integer(BigUint),
    /// A polynomial over F_2.
    Polynomial(BinaryPolynomial),
    /// Several elements of the Field.
    List(Vec<Ordinal>),
    /// There is none: the first is no power of the second.
    NoLogarithm(Ordinal, Ordinal),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Nimber(value) => value.fmt(f),
            Value::Integer(value) => value.fmt(f),
            Value::Polynomial(value) => value.fmt(f),
            Value::List(values) => {
                let texts: Vec<String> = values.iter().map(ToString::to_string).collect();
                write!(f, "{}", texts.join(", "))
            }
            Value::NoLogarithm(x, base) => write!(f, "no logarithm: {x} is not a power of {base}"),
        }
    }
}

impl Value {
    /// The value in LaTeX, for mathematics mode.
    pub fn to_latex(&self) -> String {
        match self {
            Value::Nimber(value) => value.to_latex(),
            Value::Integer(value) => value.to_string(),
            Value::Polynomial(value) => {
                let terms = value.exponents().map(|e| match e {
                    0 => "1".to_owned(),
                    1 => "x".to_owned(),
                    _ => format!("x^{{{e}}}"),
                });
                terms.collect::<Vec<_>>().join(" + ")
            }
            Value::List(values) => values.iter().map(Ordinal::to_latex).collect::<Vec<_>>().join(",\\; "),
            Value::NoLogarithm(x, base) => {
                format!("{} \\text{{ is not a power of }} {}", x.to_latex(), base.to_latex())
            }
        }
    }
}
