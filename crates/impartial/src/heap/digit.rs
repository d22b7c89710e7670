//! One digit of a code: into how many heaps the rest may be left, and of what shape.

use std::fmt;

/// The largest number of heaps that an explicit digit such as `{0,2,17}` may name.
pub const MAX_PARTS: u32 = 63;

/// A condition on the heaps left by a move, written after the digit. It binds moves that leave two or more heaps; a
/// move that leaves none or one satisfies every shape.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Shape {
    /// No condition.
    #[default]
    Any,
    /// `!`: no two of the heaps left are equal.
    Unequal,
    /// `?`: the heaps left are not all equal.
    NotAllEqual,
    /// `=`: the heaps left are all equal.
    AllEqual,
}

impl Shape {
    /// The character that is written after a digit, if any.
    pub fn symbol(self) -> Option<char> {
        match self {
            Shape::Any => None,
            Shape::Unequal => Some('!'),
            Shape::NotAllEqual => Some('?'),
            Shape::AllEqual => Some('='),
        }
    }
}

/// The digit d_k of a code: what a player who takes k tokens from a heap may leave of it.
///
/// Bit i of the digit is set when exactly i non-empty heaps may be left. Digits 0 to 7 make octal codes, to F
/// hexadecimal ones, Z = 35 is the last that is one character; any set of numbers is written `{0,2,4}`, and `{2+}`
/// means two heaps or more. Source: [PS, §2.1]; Winning Ways, ch. 4.
///
/// Invariants: (1) bits at and above `open` are clear; (2) bit `open - 1` is clear (the open end is as long as can
/// be); (3) a digit that can leave at most one heap has shape `Any`; (4) the zero digit has `least` 0.
///
/// ```
/// use impartial::heap::Digit;
/// let seven = Digit::from_value(7);
/// assert!(seven.allows(0) && seven.allows(2) && !seven.allows(3));
/// assert_eq!(seven.to_string(), "7");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Digit {
    bits: u64,
    /// Every number of heaps from this one on may be left; 0 stands for "no open end".
    open: u8,
    shape: Shape,
    /// The move needs a heap of at least this size.
    least: u32,
}

impl Digit {
    /// The digit that allows nothing.
    pub const ZERO: Digit = Digit { bits: 0, open: 0, shape: Shape::Any, least: 0 };

    /// The digit whose bits are those of `value`: `from_value(7)` may leave 0, 1 or 2 heaps.
    pub fn from_value(value: u64) -> Self {
        Digit { bits: value, ..Self::ZERO }
    }

    /// The digit that may leave any number of heaps in `bits`, and any number from `open` on if there is one.
    ///
    /// Numbers above [`MAX_PARTS`] cannot be named singly; `open` must not exceed it and must not be 0, for a move
    /// that may leave anything from nothing on is `{0,1+}`.
    pub fn from_parts(bits: u64, open: Option<u32>) -> Self {
        let mut digit = Digit { bits, ..Self::ZERO };
        if let Some(open) = open {
            let mut open = open.clamp(1, MAX_PARTS);
            digit.bits &= (1 << open) - 1;
            while open > 1 && digit.bits >> (open - 1) & 1 == 1 {
                open -= 1;
                digit.bits &= (1 << open) - 1;
            }
            digit.open = open as u8;
        }
        digit
    }

    /// The same digit under a condition on the heaps left.
    #[must_use]
    pub fn with_shape(mut self, shape: Shape) -> Self {
        self.shape = if self.breaks() { shape } else { Shape::Any };
        self
    }

    /// The same digit, for heaps of at least `least` tokens only.
    #[must_use]
    pub fn with_least(mut self, least: u32) -> Self {
        self.least = if self.is_zero() { 0 } else { least };
        self
    }

    /// Whether exactly `parts` heaps may be left.
    pub fn allows(self, parts: u64) -> bool {
        (self.open != 0 && parts >= u64::from(self.open)) || (parts < 64 && self.bits >> parts & 1 == 1)
    }

    /// Whether the digit allows nothing.
    pub fn is_zero(self) -> bool {
        self.bits == 0 && self.open == 0
    }

    /// Whether a move may leave two heaps or more.
    pub fn breaks(self) -> bool {
        self.bits >> 2 != 0 || self.open != 0
    }

    /// What the digit allows of moves that leave two heaps or more.
    pub(crate) fn breaking(self) -> Self {
        Digit::from_parts(self.bits & !3, self.open_from().map(|open| open.max(2))).with_shape(self.shape)
    }

    /// The largest number of heaps that may be left; `None` when there is no largest.
    pub fn max_parts(self) -> Option<u32> {
        if self.open != 0 { None } else { Some(self.bits.checked_ilog2().unwrap_or(0)) }
    }

    /// The numbers of heaps that are named singly, as bits.
    pub(crate) fn bits(self) -> u64 {
        self.bits
    }

    /// The number from which on every number of heaps is allowed, if there is one.
    pub(crate) fn open_from(self) -> Option<u32> {
        (self.open != 0).then_some(u32::from(self.open))
    }

    /// The condition on the heaps left.
    pub fn shape(self) -> Shape {
        self.shape
    }

    /// The size a heap needs for this move, beyond what taking and leaving demand by themselves.
    pub fn least(self) -> u64 {
        u64::from(self.least)
    }

    /// The digit as a number, when its bits say everything: no open end, no shape, no least size.
    pub fn value(self) -> Option<u64> {
        (self.open == 0 && self.shape == Shape::Any && self.least == 0).then_some(self.bits)
    }

    /// Whether the digit is one of 0 to 7 with no condition.
    pub fn is_octal(self) -> bool {
        self.value().is_some_and(|value| value < 8)
    }
}

impl fmt::Display for Digit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.open == 0 && self.bits < 36 {
            let character = char::from_digit(self.bits as u32, 36).unwrap_or('0');
            write!(f, "{}", character.to_ascii_uppercase())?;
        } else {
            let singles =
                (0..64u32).filter(|parts| self.bits >> parts & 1 == 1).map(|parts| parts.to_string());
            let open = (self.open != 0).then(|| format!("{}+", self.open));
            write!(f, "{{{}}}", singles.chain(open).collect::<Vec<_>>().join(","))?;
        }
        if let Some(symbol) = self.shape.symbol() {
            write!(f, "{symbol}")?;
        }
        if self.least != 0 {
            write!(f, "@{{{}}}", self.least)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_print_as_they_are_written() {
        for (digit, text) in [
            (Digit::from_value(0), "0"),
            (Digit::from_value(15), "F"),
            (Digit::from_value(35), "Z"),
            (Digit::from_value(36), "{2,5}"),
            (Digit::from_parts(0b1, Some(2)), "{0,2+}"),
            (Digit::from_parts(0b110, Some(3)), "{1+}"),
            (Digit::from_value(4).with_shape(Shape::Unequal), "4!"),
            (Digit::from_value(3).with_shape(Shape::Unequal), "3"),
            (Digit::from_value(4).with_least(3), "4@{3}"),
        ] {
            assert_eq!(digit.to_string(), text);
        }
    }

    #[test]
    fn an_open_digit_allows_everything_from_its_end_on() {
        let digit = Digit::from_parts(0b1, Some(3));
        let allowed: Vec<u64> = (0..70).filter(|parts| digit.allows(*parts)).collect();
        assert_eq!(allowed[..3], [0, 3, 4]);
        assert_eq!((allowed.len(), digit.max_parts(), digit.allows(u64::MAX)), (68, None, true));
    }
}
