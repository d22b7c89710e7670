//! The rules of a taking-and-breaking game, as a certificate spells them out.
//!
//! `zeroth`, `digits` and `tail` are the digits d_0; d_1, d_2, …; and the block that repeats for ever. A digit is a number,
//! bit i set when exactly i heaps may be left, or an object with `bits`, `open` (every number of heaps from this on; 0 for
//! none), `shape` (a condition on moves that leave two heaps or more) and `least` (the least heap that may move so).

use serde_json::Value;

use crate::Refusal;

/// One digit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Digit {
    bits: u64,
    open: u64,
    shape: Shape,
    /// The least heap that may make this move.
    pub least: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shape {
    Any,
    Unequal,
    NotAllEqual,
    AllEqual,
}

const NOTHING: Digit = Digit { bits: 0, open: 0, shape: Shape::Any, least: 0 };

impl Digit {
    fn read(value: &Value) -> Result<Self, Refusal> {
        if let Some(bits) = value.as_u64() {
            return Ok(Digit { bits, ..NOTHING });
        }
        let shape = match field(value, "shape")?.as_str() {
            Some("any") => Shape::Any,
            Some("unequal") => Shape::Unequal,
            Some("not all equal") => Shape::NotAllEqual,
            Some("all equal") => Shape::AllEqual,
            _ => return Err(Refusal::Malformed("a digit has an unknown shape".into())),
        };
        let bits = number(field(value, "bits")?, "bits")?;
        let open = number(field(value, "open")?, "open")?;
        let least = number(field(value, "least")?, "least")?;
        Ok(Digit { bits, open, shape, least })
    }

    /// Whether the digit allows no move.
    pub fn is_zero(&self) -> bool {
        self.bits == 0 && self.open == 0
    }

    /// The largest number of heaps left; `None` for no bound.
    pub fn most_parts(&self) -> Option<u64> {
        if self.open > 0 { None } else { Some(u64::from(self.bits.checked_ilog2().unwrap_or(0))) }
    }

    /// Whether a move may leave exactly these heaps.
    pub fn allows(&self, parts: &[u64]) -> bool {
        let count = parts.len() as u64;
        let counted = (self.open > 0 && count >= self.open) || (count < 64 && self.bits >> count & 1 == 1);
        // The parts are in descending order.
        let shaped = count < 2
            || match self.shape {
                Shape::Any => true,
                Shape::Unequal => parts.windows(2).all(|pair| pair[0] != pair[1]),
                Shape::NotAllEqual => parts[0] != parts[parts.len() - 1],
                Shape::AllEqual => parts[0] == parts[parts.len() - 1],
            };
        counted && shaped
    }
}

/// The rules of a game.
pub struct Rules {
    zeroth: Digit,
    digits: Vec<Digit>,
    tail: Vec<Digit>,
}

impl Rules {
    /// Reads `zeroth`, `digits` and `tail`.
    pub fn read(certificate: &Value) -> Result<Self, Refusal> {
        let list = |name: &str| -> Result<Vec<Digit>, Refusal> {
            let list = field(certificate, name)?.as_array();
            let list =
                list.ok_or_else(|| Refusal::Malformed(format!("the field \"{name}\" must be a list")))?;
            list.iter().map(Digit::read).collect()
        };
        let zeroth = Digit::read(field(certificate, "zeroth")?)?;
        if zeroth.bits & 3 != 0 || zeroth.open == 1 {
            return Err(Refusal::Malformed("a move that takes nothing must leave two heaps or more".into()));
        }
        Ok(Rules { zeroth, digits: list("digits")?, tail: list("tail")? })
    }

    /// The code as people write it, when one character a digit says everything; else a description.
    pub fn text(&self) -> String {
        let plain = |digit: &Digit| digit.open == 0 && digit.shape == Shape::Any && digit.least == 0;
        let character = |digit: &Digit| {
            u32::try_from(digit.bits)
                .ok()
                .and_then(|bits| char::from_digit(bits, 36))
                .filter(|_| plain(digit))
        };
        let characters = |digits: &[Digit]| digits.iter().map(character).collect::<Option<String>>();
        match (character(&self.zeroth), characters(&self.digits), characters(&self.tail)) {
            (Some(zeroth), Some(digits), Some(tail)) if self.digits.len() + self.tail.len() <= 60 => {
                let tail = if tail.is_empty() { tail } else { format!("({tail})^w") };
                let digits = if digits.is_empty() && tail.is_empty() { "0".into() } else { digits };
                format!("{zeroth}.{digits}{tail}").to_ascii_uppercase().replace("^W", "^w")
            }
            _ => "the game whose digits are listed".into(),
        }
    }

    /// The digit d_k.
    pub fn digit(&self, k: u64) -> &Digit {
        if k == 0 {
            return &self.zeroth;
        }
        let at = k - 1;
        match self.digits.get(at as usize) {
            Some(digit) => digit,
            None if self.tail.is_empty() => &NOTHING,
            None => &self.tail[((at - self.digits.len() as u64) % self.tail.len() as u64) as usize],
        }
    }

    /// The most tokens taken by one move; `None` for no bound.
    pub fn most_taken(&self) -> Option<u64> {
        if !self.tail.iter().all(Digit::is_zero) {
            return None;
        }
        Some(self.digits.iter().rposition(|digit| !digit.is_zero()).map_or(0, |at| at as u64 + 1))
    }

    fn all(&self) -> impl Iterator<Item = &Digit> {
        std::iter::once(&self.zeroth).chain(&self.digits).chain(&self.tail)
    }

    /// s, k and the largest least heap, for the periodicity theorem; `None` when it does not apply.
    pub fn hypothesis(&self) -> Option<(u64, u64, u64)> {
        let mut parts = 1;
        let mut least = 0;
        for digit in self.all() {
            if digit.shape != Shape::Any {
                return None;
            }
            parts = parts.max(digit.most_parts()?);
            least = least.max(digit.least);
        }
        Some((parts, self.most_taken()?, least))
    }

    /// For a finite code with digits 0 to 7 and no conditions: the numbers that may be taken leaving two heaps, one heap,
    /// nothing.
    pub fn octal_moves(&self) -> Option<(Vec<u64>, Vec<u64>, Vec<u64>)> {
        let plain = |digit: &Digit| {
            digit.bits < 8 && digit.open == 0 && digit.shape == Shape::Any && digit.least == 0
        };
        let most = self.most_taken()?;
        if !self.all().all(plain) {
            return None;
        }
        let with = |bit: u64| (0..=most).filter(|k| self.digit(*k).bits >> bit & 1 == 1).collect();
        Some((with(2), with(1), with(0)))
    }

    /// The parity of the numbers taken by breaking moves, if they all have one.
    pub fn breaking_parity(&self) -> Option<u64> {
        let (breaks, _, _) = self.octal_moves()?;
        let parity = breaks.first()? % 2;
        breaks.iter().all(|t| t % 2 == parity).then_some(parity)
    }
}

/// A field that must be there.
pub fn field<'a>(value: &'a Value, name: &str) -> Result<&'a Value, Refusal> {
    value.get(name).ok_or_else(|| Refusal::Malformed(format!("the field \"{name}\" is missing")))
}

/// A whole number below 2^62, so that sums of a few cannot overflow.
pub fn number(value: &Value, name: &str) -> Result<u64, Refusal> {
    value
        .as_u64()
        .filter(|number| *number < 1 << 62)
        .ok_or_else(|| Refusal::Malformed(format!("the field \"{name}\" must be a whole number")))
}
