//! Elements of large groups, and how they are written.

use std::fmt;

use super::super::error::GroupError;
use super::super::permutation::{Permutation, from_cycles, read_cycles};
use super::{LargeGroup, LargeShape};

/// An element of a [`LargeGroup`].
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum LargeElement {
    /// Residues, one for each cyclic factor.
    Tuple(Vec<u64>),
    /// An element of Dih(A): residues, and whether it is a reflection.
    Dihedral(Vec<u64>, bool),
    /// A permutation.
    Permutation(Permutation),
}

impl fmt::Display for LargeElement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tuple = |f: &mut fmt::Formatter<'_>, residues: &mut dyn Iterator<Item = u64>| {
            let parts: Vec<String> = residues.map(|residue| residue.to_string()).collect();
            if let [one] = &parts[..] { f.write_str(one) } else { write!(f, "({})", parts.join(",")) }
        };
        match self {
            LargeElement::Tuple(residues) => tuple(f, &mut residues.iter().copied()),
            LargeElement::Dihedral(residues, reflection) if residues.len() == 1 => {
                f.write_str(&match (residues[0], reflection) {
                    (0, false) => "1".to_owned(),
                    (0, true) => "s".to_owned(),
                    (1, false) => "r".to_owned(),
                    (1, true) => "r*s".to_owned(),
                    (k, false) => format!("r^{k}"),
                    (k, true) => format!("r^{k}*s"),
                })
            }
            LargeElement::Dihedral(residues, reflection) => {
                tuple(f, &mut residues.iter().copied().chain([u64::from(*reflection)]))
            }
            LargeElement::Permutation(permutation) => write!(f, "{permutation}"),
        }
    }
}

impl LargeGroup {
    /// The identity.
    pub fn identity(&self) -> LargeElement {
        match &self.shape {
            LargeShape::Abelian(moduli) => LargeElement::Tuple(vec![0; moduli.len()]),
            LargeShape::Dihedral(moduli) => LargeElement::Dihedral(vec![0; moduli.len()], false),
            LargeShape::Symmetric(n) | LargeShape::Alternating(n) => {
                LargeElement::Permutation(Permutation::identity(*n))
            }
            LargeShape::Permutations(points) => {
                LargeElement::Permutation(Permutation::identity(points.degree()))
            }
        }
    }

    /// The element that a text names: a tuple of residues, a word `r^2*s`, or cycles.
    ///
    /// # Errors
    /// When it names none.
    pub fn parse_element(&self, text: &str) -> Result<LargeElement, GroupError> {
        let wrong = |message: String| GroupError::new(0..text.len(), message);
        match &self.shape {
            LargeShape::Abelian(moduli) => residues(text, moduli).map(LargeElement::Tuple),
            LargeShape::Dihedral(moduli) => {
                if let [n] = moduli[..] {
                    return rotation(text, n).ok_or_else(|| {
                        wrong(format!("'{}' is not an element of D{n}", text.trim()))
                            .help("for example r^2*s")
                    });
                }
                let mut with_reflection = moduli.clone();
                with_reflection.push(2);
                let mut found = residues(text, &with_reflection)?;
                let reflection = found.pop() == Some(1);
                Ok(LargeElement::Dihedral(found, reflection))
            }
            _ => self.parse_permutation(text).map(LargeElement::Permutation),
        }
    }

    fn parse_permutation(&self, text: &str) -> Result<Permutation, GroupError> {
        let degree = match &self.shape {
            LargeShape::Symmetric(n) | LargeShape::Alternating(n) => *n,
            LargeShape::Permutations(points) => points.degree(),
            LargeShape::Abelian(_) | LargeShape::Dihedral(_) => 0,
        };
        let (cycles, used) = read_cycles(text)?;
        if matches!(text.trim(), "e" | "1") {
            return Ok(Permutation::identity(degree));
        }
        if used == 0 || !text[used..].trim().is_empty() {
            return Err(GroupError::new(used..text.len(), "expected a permutation as cycles")
                .help("for example (1 2 3)(4 5), or () for the identity"));
        }
        let permutation = from_cycles(&cycles);
        let outside = || GroupError::new(0..text.len(), format!("{} is not in the group", text.trim()));
        if permutation.degree() > degree {
            return Err(outside());
        }
        let permutation = permutation.extended(degree);
        let is_member = match &self.shape {
            LargeShape::Alternating(_) => permutation.is_even(),
            LargeShape::Permutations(points) => points.chain.contains(&permutation),
            _ => true,
        };
        if is_member { Ok(permutation) } else { Err(outside()) }
    }
}

/// Residues for each modulus; brackets inside brackets mean nothing.
fn residues(text: &str, moduli: &[u64]) -> Result<Vec<u64>, GroupError> {
    let mut found = Vec::new();
    for word in text.split([',', '(', ')', ' ']).filter(|word| !word.is_empty()) {
        let start = word.as_ptr() as usize - text.as_ptr() as usize;
        let span = start..start + word.len();
        let digits = word.strip_prefix('-').unwrap_or(word);
        let Some(modulus) = moduli.get(found.len()) else { break };
        if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(GroupError::new(span, format!("'{word}' is not an element of Z{modulus}")));
        }
        let modulus = u128::from(*modulus);
        let value = digits.bytes().fold(0, |value, byte| (value * 10 + u128::from(byte - b'0')) % modulus);
        let value = if word.starts_with('-') { (modulus - value) % modulus } else { value };
        found.push(value as u64);
    }
    let written = text.split([',', '(', ')', ' ']).filter(|word| !word.is_empty()).count();
    if written != moduli.len() {
        let message =
            format!("an element of this group has {} components, and here are {written}", moduli.len());
        return Err(GroupError::new(0..text.len(), message));
    }
    Ok(found)
}

/// `r^k*s`, with the factors in this order.
fn rotation(text: &str, n: u64) -> Option<LargeElement> {
    let mut rest = text.trim();
    if matches!(rest, "1" | "e") {
        return Some(LargeElement::Dihedral(vec![0], false));
    }
    let mut exponent = 0i128;
    if let Some(after) = rest.strip_prefix('r') {
        rest = after;
        exponent = 1;
        if let Some(power) = after.strip_prefix('^') {
            let end = power.find('*').unwrap_or(power.len());
            exponent = power[..end].trim().parse::<i64>().ok()?.into();
            rest = &power[end..];
        }
        rest = match rest.trim().strip_prefix('*') {
            Some("") => return None,
            Some(after) => after.trim(),
            None if rest.trim().is_empty() => "",
            None => return None,
        };
    }
    let reflection = match rest {
        "s" => true,
        "" => false,
        _ => return None,
    };
    let residue = exponent.rem_euclid(i128::from(n)) as u64;
    (!text.trim().is_empty()).then(|| LargeElement::Dihedral(vec![residue], reflection))
}
