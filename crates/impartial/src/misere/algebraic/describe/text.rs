//! Words with parameters and conditions on them, as text and as LaTeX.

use serde::Serialize;

use crate::misere::presentation::{generator_latex, generator_name};

/// The names of variables.
const NAMES: [&str; 12] = ["m", "n", "k", "l", "i", "j", "p", "q", "r", "s", "t", "u"];

/// A linear form with named variables: pairs (variable, coefficient), and the constant.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub struct Term {
    /// The variables that occur, with their coefficients.
    pub terms: Vec<(usize, i64)>,
    /// The constant.
    pub constant: i64,
}

impl Term {
    /// A number.
    pub fn number(constant: i64) -> Self {
        Term { terms: Vec::new(), constant }
    }

    /// The sum of the terms with coefficients of one sign, made positive, and of the constant if it is of this sign.
    fn side(&self, sign: i64) -> String {
        let part = Term {
            terms: self
                .terms
                .iter()
                .filter(|(_, a)| a.signum() == sign)
                .map(|(v, a)| (*v, a * sign))
                .collect(),
            constant: if self.constant.signum() == sign { self.constant * sign } else { 0 },
        };
        part.to_string()
    }

    fn has_sign(&self, sign: i64) -> bool {
        self.terms.iter().any(|(_, a)| a.signum() == sign)
    }

    /// Whether it is a single sign: a number that is not negative, or a variable.
    fn is_short(&self) -> bool {
        self.to_string().chars().count() == 1
    }
}

impl std::fmt::Display for Term {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut text = String::new();
        for (variable, a) in &self.terms {
            let sign = match (a.signum(), text.is_empty()) {
                (-1, _) => "-",
                (_, true) => "",
                _ => "+",
            };
            let factor = if a.abs() == 1 { String::new() } else { a.abs().to_string() };
            text += &format!("{sign}{factor}{}", NAMES[*variable]);
        }
        match self.constant {
            0 if !text.is_empty() => {}
            c if c > 0 && !text.is_empty() => text += &format!("+{c}"),
            c => text += &c.to_string(),
        }
        f.write_str(&text)
    }
}

/// A factor of a word.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub struct Factor {
    /// The number of the generator: 0 for a.
    pub generator: usize,
    /// The index, for a generator with one.
    pub index: Option<Term>,
    /// The exponent.
    pub exponent: Term,
}

/// A word whose indices and exponents are forms.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub struct Phrase(pub Vec<Factor>);

impl Phrase {
    fn written(&self, latex: bool) -> String {
        let mut text = String::new();
        for factor in self.0.iter().filter(|factor| factor.exponent != Term::number(0)) {
            text += &if latex { generator_latex(factor.generator) } else { generator_name(factor.generator) };
            let mut attach = |sign: char, term: &Term| match (term.is_short(), latex) {
                (true, _) => text += &format!("{sign}{term}"),
                (false, true) => text += &format!("{sign}{{{term}}}"),
                (false, false) => text += &format!("{sign}({term})"),
            };
            if let Some(index) = &factor.index {
                attach('_', index);
            }
            if factor.exponent != Term::number(1) {
                attach('^', &factor.exponent);
            }
            text.push(' ');
        }
        if text.is_empty() { "1".into() } else { text.trim_end().to_owned() }
    }

    /// In LaTeX's mathematics mode.
    pub fn to_latex(&self) -> String {
        self.written(true)
    }
}

impl std::fmt::Display for Phrase {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.written(false))
    }
}

/// A condition on variables, which are all at least 0.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub enum Condition {
    /// The form is at least 0.
    AtLeastZero(Term),
    /// The form is even.
    Even(Term),
}

impl Condition {
    fn written(&self, latex: bool) -> String {
        match self {
            Condition::Even(term) => {
                let odd = term.constant.rem_euclid(2) == 1;
                let term = Term { constant: 0, ..term.clone() };
                let kind = if odd { "odd" } else { "even" };
                if latex { format!("{term}\\text{{ {kind}}}") } else { format!("{term} {kind}") }
            }
            Condition::AtLeastZero(term) => {
                let (le, ge) = if latex { ("\\le", "\\ge") } else { ("<=", ">=") };
                if !term.has_sign(-1) {
                    let left = Term { constant: 0, ..term.clone() };
                    return format!("{left} {ge} {}", -term.constant);
                }
                if term.has_sign(1) && term.constant == -1 {
                    let even = Term { constant: 0, ..term.clone() };
                    return format!("{} < {}", even.side(-1), even.side(1));
                }
                format!("{} {le} {}", term.side(-1), term.side(1))
            }
        }
    }

    /// In LaTeX's mathematics mode.
    pub fn to_latex(&self) -> String {
        self.written(true)
    }
}

impl std::fmt::Display for Condition {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.written(false))
    }
}
