//! The rules of a taking-and-breaking game.

use std::fmt;

use super::digit::{Digit, Shape};
use super::names;

/// The longest code that is read, in digits, repetitions written out.
pub const MAX_DIGITS: usize = 100_000;

/// A taking-and-breaking game: for every k, what a player who takes k tokens from a heap may leave of it.
///
/// Written d_0.d_1d_2d_3…: bit i of the [`Digit`] d_k is set when taking k tokens may leave exactly i non-empty heaps.
/// `0.77` is Kayles: take one or two tokens, leave nothing, one heap or two. A code may end in a block that repeats for
/// ever; `0.[3]` is Nim. Source: Guy and Smith 1956; [PS, §2.1].
///
/// Two codes are equal when they have the same rules, however they were written.
///
/// Invariants: (1) the repeating block is empty or not all zero, and is no power of a shorter block; (2) the digits
/// before it end in a non-zero digit, and if there is a block, in one that differs from the block's last; (3) d_0
/// allows neither 0 nor 1 heaps: a move that takes nothing must break the heap.
///
/// ```
/// use impartial::heap::HeapCode;
/// let kayles: HeapCode = "0.77".parse()?;
/// assert_eq!(kayles.options(3), [vec![2], vec![1, 1], vec![1]]);
/// assert_eq!(kayles, "kayles".parse()?);
/// assert_eq!("4.3(3)^w".parse::<HeapCode>()?.to_string(), "4.[3]");
/// # Ok::<(), impartial::text::ReadError>(())
/// ```
#[doc(alias("octal", "OctalCode"))]
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct HeapCode {
    zeroth: Digit,
    digits: Vec<Digit>,
    tail: Vec<Digit>,
}

impl HeapCode {
    /// The code `zeroth.digits`, followed for ever by `tail` if that is not empty.
    ///
    /// `None` when `zeroth` allows a move that leaves 0 or 1 heaps, which would change nothing.
    pub fn new(zeroth: Digit, mut digits: Vec<Digit>, mut tail: Vec<Digit>) -> Option<Self> {
        if zeroth.allows(0) || zeroth.allows(1) {
            return None;
        }
        if tail.iter().all(|digit| digit.is_zero()) {
            tail.clear();
            while digits.last().is_some_and(|digit| digit.is_zero()) {
                digits.pop();
            }
        } else {
            let length = tail.len();
            let period = (1..=length).find(|period| {
                length.is_multiple_of(*period) && (*period..length).all(|i| tail[i] == tail[i - period])
            });
            tail.truncate(period.unwrap_or(length));
            // d(ab)^w with d = b is (ba)^w: the block absorbs what it can.
            let absorbed = digits
                .iter()
                .rev()
                .zip(tail.iter().rev().cycle())
                .take_while(|(digit, end)| digit == end)
                .count();
            digits.truncate(digits.len() - absorbed);
            let turn = absorbed % tail.len();
            tail.rotate_right(turn);
        }
        Some(HeapCode { zeroth, digits, tail })
    }

    /// The subtraction game: take a number of tokens that lies in the set. `subtraction([1, 3])` is 0.303.
    ///
    /// `None` when the set contains 0 or a number above [`MAX_DIGITS`].
    pub fn subtraction(set: impl IntoIterator<Item = u64>) -> Option<Self> {
        let mut digits = Vec::new();
        for take in set {
            let index = usize::try_from(take).ok().filter(|take| (1..=MAX_DIGITS).contains(take))? - 1;
            if digits.len() <= index {
                digits.resize(index + 1, Digit::ZERO);
            }
            digits[index] = Digit::from_value(3);
        }
        Self::new(Digit::ZERO, digits, Vec::new())
    }

    /// Whether this is Nim, `0.[3]`: take any number of tokens.
    pub fn is_nim(&self) -> bool {
        self.zeroth.is_zero() && self.digits.is_empty() && self.tail == [Digit::from_value(3)]
    }

    /// The all-but game: take any number of tokens that does not lie in the set.
    ///
    /// `None` when the set contains 0 or a number above [`MAX_DIGITS`].
    pub fn all_but(set: impl IntoIterator<Item = u64>) -> Option<Self> {
        let three = Digit::from_value(3);
        let mut digits = Vec::new();
        for kept in set {
            let index = usize::try_from(kept).ok().filter(|kept| (1..=MAX_DIGITS).contains(kept))? - 1;
            if digits.len() <= index {
                digits.resize(index + 1, three);
            }
            digits[index] = Digit::ZERO;
        }
        Self::new(Digit::ZERO, digits, vec![three])
    }

    /// The digit d_k.
    pub fn digit(&self, k: u64) -> Digit {
        if k == 0 {
            return self.zeroth;
        }
        let index = k - 1;
        if let Some(digit) = usize::try_from(index).ok().and_then(|index| self.digits.get(index)) {
            return *digit;
        }
        match self.tail.len() as u64 {
            0 => Digit::ZERO,
            length => self.tail[((index - self.digits.len() as u64) % length) as usize],
        }
    }

    /// The digits d_1, d_2, … before the block that repeats; all of them when the code is finite.
    pub fn digits(&self) -> &[Digit] {
        &self.digits
    }

    /// The block that repeats for ever; empty when the code is finite.
    pub fn tail(&self) -> &[Digit] {
        &self.tail
    }

    /// Whether every digit but finitely many is zero: a bound on the tokens that one move takes.
    pub fn is_finite(&self) -> bool {
        self.tail.is_empty()
    }

    /// The k of the last non-zero digit d_k: the most tokens that one move takes. `None` for an infinite code.
    pub fn last_digit(&self) -> Option<u64> {
        self.is_finite().then_some(self.digits.len() as u64)
    }

    /// The largest number of heaps that a move can leave; `None` when there is no largest.
    pub fn max_parts(&self) -> Option<u32> {
        self.all_digits().map(Digit::max_parts).try_fold(0, |most, parts| Some(most.max(parts?)))
    }

    /// Whether every digit is one of 0 to 7 with no condition.
    pub fn is_octal(&self) -> bool {
        self.all_digits().all(Digit::is_octal)
    }

    /// Whether the two heaps that a move leaves must differ, for a finite code that leaves at most two heaps under one condition;
    /// `None` for other codes.
    pub(crate) fn pairs_differ(&self) -> Option<bool> {
        let digits = || self.all_digits();
        let is_simple =
            |digit: Digit| digit.max_parts().is_some_and(|parts| parts <= 2) && digit.least() == 0;
        if !self.is_finite() || !digits().all(is_simple) {
            return None;
        }
        let differ = |digit: Digit| match digit.shape() {
            Shape::Any => Some(false),
            Shape::Unequal | Shape::NotAllEqual => Some(true),
            Shape::AllEqual => None,
        };
        let mut breaking = digits().filter(|digit| digit.breaks()).map(differ);
        let first = breaking.next().unwrap_or(Some(false))?;
        breaking.all(|other| other == Some(first)).then_some(first)
    }

    /// Whether every digit is plain: its number says everything, no open set, no shape, no least size.
    pub fn is_plain(&self) -> bool {
        self.all_digits().all(|digit| digit.value().is_some())
    }

    /// The field's name of the game, if it has one: `kayles` for 0.77.
    pub fn name(&self) -> Option<&'static str> {
        names::name_of(self)
    }

    /// How the code stands before heaps in brackets: by its name where it ends in a bracket itself, `nim` for 0.[3].
    pub(crate) fn before_heaps(&self) -> impl fmt::Display + '_ {
        let ends_in_bracket = self.digits.is_empty() && !self.tail.is_empty();
        let name = if ends_in_bracket { self.name() } else { None };
        fmt::from_fn(move |f| match name {
            Some(name) => f.write_str(name),
            None => fmt::Display::fmt(self, f),
        })
    }

    /// d_0, the digits, and the block that repeats, each once.
    pub(crate) fn all_digits(&self) -> impl Iterator<Item = Digit> + '_ {
        std::iter::once(self.zeroth).chain(self.digits.iter().copied()).chain(self.tail.iter().copied())
    }

    #[cfg(test)]
    pub(crate) fn check_invariants(&self) {
        if let Some(end) = self.tail.last() {
            assert!(self.tail.iter().any(|digit| !digit.is_zero()) && self.digits.last() != Some(end));
        } else {
            assert!(self.digits.last().is_none_or(|digit| !digit.is_zero()));
        }
        assert!(!self.zeroth.allows(0) && !self.zeroth.allows(1));
        assert_eq!(
            Some(self.clone()),
            Self::new(self.zeroth, self.digits.clone(), self.tail.clone()),
            "normal form is stable"
        );
    }
}

/// Runs of more than this many equal digits are written `(d)^n`.
const LONG_RUN: usize = 12;

/// The canonical text: trailing zeros dropped, runs of more than twelve equal digits written `(d)^n`.
impl fmt::Display for HeapCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.", self.zeroth)?;
        let runs: Vec<&[Digit]> = self.digits.chunk_by(|a, b| a == b).collect();
        let mut after_number = false;
        for stretch in runs.chunk_by(|a, b| a.len() <= LONG_RUN && b.len() <= LONG_RUN) {
            if let [run] = stretch
                && run.len() > LONG_RUN
            {
                write!(f, "({})^{}", run[0], run.len())?;
                after_number = true;
                continue;
            }
            // A digit must not stand right after the number of a repetition.
            let (open, close) = if after_number { ("(", ")^1") } else { ("", "") };
            write!(f, "{open}")?;
            stretch.iter().flat_map(|run| run.iter()).try_for_each(|digit| write!(f, "{digit}"))?;
            write!(f, "{close}")?;
        }
        let (open, close) = if self.digits.is_empty() { ("[", "]") } else { ("(", ")^w") };
        match (self.tail.is_empty(), self.digits.is_empty()) {
            (true, true) => write!(f, "0"),
            (true, false) => Ok(()),
            (false, _) => {
                write!(f, "{open}")?;
                self.tail.iter().try_for_each(|digit| write!(f, "{digit}"))?;
                write!(f, "{close}")
            }
        }
    }
}
