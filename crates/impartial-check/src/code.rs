//! The rules of taking-and-breaking games, read from their codes.
//!
//! ```text
//! code  = digit "." ( "[" digits "]" | items [ "(" digits ")^w" ] )
//! items = digits and "(" digits ")^" number
//! digit = ( 0-9 A-Z | "{" numbers with an optional last "n+" "}" ) [ "!" | "?" | "=" ] [ "@{" number "}" ]
//! ```
//!
//! Digit k says what a player who takes k tokens may leave: bit i set, exactly i non-empty heaps. After a digit, `!`
//! asks for pairwise unequal heaps, `?` for heaps not all equal, `=` for equal heaps; `@{n}` for a heap of n or more to
//! begin with.

use crate::Refusal;
use crate::arithmetic::lcm;

/// The longest code read, after repetitions are written out.
const MOST_DIGITS: usize = 100_000;

/// The most heaps that a move may leave here, so that no certificate can exhaust the stack.
const MOST_PARTS: u64 = 2000;

#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub(crate) struct Digit {
    /// Bit i: exactly i heaps may be left.
    pub parts: u64,
    /// This many heaps or more may be left.
    open: Option<u64>,
    /// The sign of a condition on the heaps that are left.
    pub shape: Option<char>,
    /// The least heap that may be moved in.
    pub least: u64,
}

impl Digit {
    /// Whether so many heaps may be left.
    pub fn allows(&self, parts: u64) -> bool {
        (parts < 64 && self.parts >> parts & 1 == 1) || self.open.is_some_and(|open| parts >= open)
    }

    fn fits(&self, heaps: &[u64]) -> bool {
        let all_equal = heaps.windows(2).all(|pair| pair[0] == pair[1]);
        heaps.len() < 2
            || match self.shape {
                None => true,
                // Heaps come largest first, so equal ones are neighbours.
                Some('!') => heaps.windows(2).all(|pair| pair[0] != pair[1]),
                Some('?') => !all_equal,
                Some(_) => all_equal,
            }
    }
}

/// What the theorems on periods need to know of a code whose moves have no condition on shape, except that pairs differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hypothesis {
    /// The most heaps that a move leaves, at least 1.
    pub parts: u64,
    /// The digits after this one are 0, or repeat.
    pub taken: u64,
    /// The size from which on every move is open.
    pub least: u64,
    /// The number of digits that repeat; `None` for a finite code.
    pub tail: Option<u64>,
    /// Whether some moves that leave two heaps must leave unequal ones.
    pub unequal: bool,
}

impl Hypothesis {
    /// The number of heaps, from 0 on, whose values prove a period by the theorems that stand at the head of the module on heaps;
    /// `None` when it is absurdly large.
    pub(crate) fn heaps_that_prove(&self, first: u64, period: u64) -> Option<u64> {
        let Hypothesis { parts, taken, least, tail, unequal } = *self;
        // An infinite code needs a multiple of the number of digits that repeat.
        let common = tail.map_or(period, |tail| lcm(period, tail));
        let first = first.max(1);
        if first.max(common).max(least) > 1 << 48 {
            return None;
        }
        let agreeing = match tail {
            None => parts * first + (parts - 1) * common + taken,
            Some(_) => parts * (first + common - 1) + taken + 1,
        };
        let for_pairs = match (unequal, tail) {
            (false, _) => 0,
            (true, None) => 2 * (first + common) + taken,
            (true, Some(_)) => 2 * first + 3 * common + taken + 1,
        };
        let bound = agreeing.max(for_pairs).max(least) + common;
        Some(bound).filter(|bound| *bound < u64::from(u32::MAX) * 64)
    }
}

/// The rules of one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Code {
    text: String,
    zeroth: Digit,
    digits: Vec<Digit>,
    tail: Vec<Digit>,
}

impl Code {
    /// Reads a code.
    pub fn parse(text: &str) -> Result<Code, Refusal> {
        let wrong = |what: &str| Refusal::Malformed(format!("\"{text}\" is not a code: {what}"));
        let mut reader = Reader { rest: text };
        let zeroth = reader.digit().ok_or_else(|| wrong("a digit must stand before the point"))?;
        if zeroth.allows(0) || zeroth.allows(1) {
            return Err(wrong("the digit before the point must break the heap"));
        }
        if !reader.take('.') {
            return Err(wrong("there is no point"));
        }
        let mut digits = Vec::new();
        let mut tail = Vec::new();
        if reader.take('[') {
            tail = reader.digits();
            if tail.is_empty() || !reader.take(']') {
                return Err(wrong("digits and ] must follow ["));
            }
        }
        while tail.is_empty() && !reader.rest.is_empty() {
            if reader.take('(') {
                let group = reader.digits();
                if group.is_empty() || !reader.take(')') || !reader.take('^') {
                    return Err(wrong("digits and )^ must follow ("));
                }
                if reader.take('w') {
                    tail = group;
                    break;
                }
                let times = reader.number().ok_or_else(|| wrong("a number must follow ^"))?;
                let length = times.saturating_mul(group.len() as u64).saturating_add(digits.len() as u64);
                if length > MOST_DIGITS as u64 {
                    return Err(wrong("it is too long"));
                }
                for _ in 0..times {
                    digits.extend(group.iter().cloned());
                }
            } else {
                digits.push(reader.digit().ok_or_else(|| wrong("a digit was expected"))?);
            }
            if digits.len() > MOST_DIGITS {
                return Err(wrong("it is too long"));
            }
        }
        if !reader.rest.is_empty() {
            return Err(wrong("there is more after its end"));
        }
        Ok(Code { text: text.to_owned(), zeroth, digits, tail })
    }

    /// The text that was read.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The last number of tokens that may be taken, if there is one.
    pub fn last_digit(&self) -> Option<u64> {
        let last =
            self.digits.iter().rposition(|digit| *digit != Digit::default()).map_or(0, |at| at as u64 + 1);
        self.tail.is_empty().then_some(last)
    }

    /// Whether no digit has a condition on the shape or the least size of heaps.
    pub fn is_plain(&self) -> bool {
        self.all_digits().all(|digit| digit.shape.is_none() && digit.least == 0)
    }

    /// The most heaps that one move can leave; `None` when there is no bound.
    pub fn most_parts(&self) -> Option<u64> {
        let mut most = 0;
        for digit in self.all_digits() {
            if digit.open.is_some() {
                return None;
            }
            most = most.max(63 - u64::from((digit.parts | 1).leading_zeros()));
        }
        Some(most)
    }

    fn all_digits(&self) -> impl Iterator<Item = &Digit> {
        std::iter::once(&self.zeroth).chain(&self.digits).chain(&self.tail)
    }

    /// What the theorems on periods need; `None` when they do not cover the code.
    pub fn hypothesis(&self) -> Option<Hypothesis> {
        let differ = |digit: &&Digit| digit.open.is_none() && digit.parts < 8 && digit.shape != Some('=');
        if self.all_digits().any(|digit| digit.shape.is_some() && !differ(&digit)) {
            return None;
        }
        let least = self.all_digits().map(|digit| digit.least).max().unwrap_or(0);
        let nothing = self.tail.iter().all(|digit| *digit == Digit::default());
        let taken = if nothing { self.last_digit().unwrap_or(0) } else { self.digits.len() as u64 };
        Some(Hypothesis {
            parts: self.most_parts()?.max(1),
            taken,
            least,
            tail: (!nothing).then_some(self.tail.len() as u64),
            unequal: self.all_digits().any(|digit| digit.shape.is_some() && digit.parts >= 4),
        })
    }

    /// Whether a player who takes so many tokens from a large heap may leave so many heaps.
    pub fn may_leave(&self, take: u64, parts: u64) -> bool {
        self.digit(take).is_some_and(|digit| digit.allows(parts))
    }

    /// For a finite code with digits 0 to 7 and no conditions: the numbers that may be taken leaving two heaps, one heap,
    /// nothing.
    pub fn octal_moves(&self) -> Option<(Vec<u64>, Vec<u64>, Vec<u64>)> {
        let most = self.last_digit()?;
        if !self.is_plain() || self.all_digits().any(|digit| digit.parts > 7 || digit.open.is_some()) {
            return None;
        }
        let with = |parts: u64| {
            (0..=most).filter(|take| self.digit(*take).is_some_and(|digit| digit.allows(parts))).collect()
        };
        Some((with(2), with(1), with(0)))
    }

    /// The moves of a finite code that leaves two heaps at most, which must differ, whatever the sign says; as
    /// [`octal_moves`](Self::octal_moves).
    pub fn moves_to_unequal_pairs(&self) -> Option<(Vec<u64>, Vec<u64>, Vec<u64>)> {
        let most = self.last_digit()?;
        // A sign binds pairs only, so that digits that leave none are free of it.
        let is_right = |digit: &Digit| {
            let is_free = !digit.allows(2) || matches!(digit.shape, Some('!' | '?'));
            digit.parts <= 7 && digit.open.is_none() && digit.least == 0 && is_free
        };
        if !self.all_digits().all(is_right) {
            return None;
        }
        let with = |parts: u64| {
            (0..=most).filter(|take| self.digit(*take).is_some_and(|digit| digit.allows(parts))).collect()
        };
        Some((with(2), with(1), with(0)))
    }

    /// The parity of the numbers taken by breaking moves, if they all have one.
    pub fn breaking_parity(&self) -> Option<u64> {
        let (breaks, _, _) = self.octal_moves().or_else(|| self.moves_to_unequal_pairs())?;
        let parity = breaks.first()? % 2;
        breaks.iter().all(|take| take % 2 == parity).then_some(parity)
    }

    /// The number of digits that stand before those that repeat, and of these.
    pub fn lengths(&self) -> (u64, u64) {
        (self.digits.len() as u64, self.tail.len() as u64)
    }

    /// What a player who takes so many tokens may leave; nothing beyond the last digit.
    pub(crate) fn digit(&self, take: u64) -> Option<&Digit> {
        let Some(at) = take.checked_sub(1) else { return Some(&self.zeroth) };
        let at = usize::try_from(at).ok()?;
        match self.digits.get(at) {
            Some(digit) => Some(digit),
            None if self.tail.is_empty() => None,
            None => self.tail.get((at - self.digits.len()) % self.tail.len()),
        }
    }

    /// Calls `visit` with every option of a heap, each a list of heaps, largest first, until it returns false; whether all
    /// were visited.
    pub fn for_each_option(&self, heap: u64, visit: &mut dyn FnMut(&[u64]) -> bool) -> bool {
        let most = self.last_digit().map_or(heap, |last| last.min(heap));
        for take in 0..=most {
            let Some(digit) = self.digit(take).filter(|digit| heap >= digit.least) else { continue };
            let rest = heap - take;
            let bits = 63 - u64::from((digit.parts | 1).leading_zeros());
            let most = if digit.open.is_some() { rest } else { bits.min(rest) };
            for parts in (0..=most).filter(|parts| digit.allows(*parts)) {
                if parts > MOST_PARTS {
                    return false;
                }
                let mut heaps = Vec::new();
                if !partitions(rest, rest, parts, &mut heaps, &mut |left| !digit.fits(left) || visit(left)) {
                    return false;
                }
            }
        }
        true
    }

    /// Every option of a heap.
    pub fn options(&self, heap: u64) -> Vec<Vec<u64>> {
        let mut options = Vec::new();
        self.for_each_option(heap, &mut |option| {
            options.push(option.to_vec());
            true
        });
        options
    }
}

/// Visits the ways to write `rest` as `parts` heaps of at most `largest`, none empty, largest first.
fn partitions(
    rest: u64,
    largest: u64,
    parts: u64,
    heaps: &mut Vec<u64>,
    visit: &mut dyn FnMut(&[u64]) -> bool,
) -> bool {
    match parts {
        0 => rest != 0 || visit(heaps),
        1 if rest == 0 || rest > largest => true,
        1 => {
            heaps.push(rest);
            let go_on = visit(heaps);
            heaps.pop();
            go_on
        }
        _ => {
            // The largest heap is at least the average, and leaves one token for each of the others.
            let from = rest.div_ceil(parts).max(1);
            let to = rest.saturating_sub(parts - 1).min(largest);
            for heap in from..=to {
                heaps.push(heap);
                let go_on = partitions(rest - heap, heap, parts - 1, heaps, visit);
                heaps.pop();
                if !go_on {
                    return false;
                }
            }
            true
        }
    }
}

struct Reader<'t> {
    rest: &'t str,
}

impl Reader<'_> {
    fn take(&mut self, sign: char) -> bool {
        match self.rest.strip_prefix(sign) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    fn number(&mut self) -> Option<u64> {
        let length = self.rest.bytes().take_while(u8::is_ascii_digit).count();
        let value = self.rest[..length].parse().ok()?;
        self.rest = &self.rest[length..];
        Some(value)
    }

    fn digits(&mut self) -> Vec<Digit> {
        std::iter::from_fn(|| self.digit()).take(MOST_DIGITS).collect()
    }

    fn digit(&mut self) -> Option<Digit> {
        let mut digit = Digit::default();
        if self.take('{') {
            loop {
                let number = self.number()?;
                if self.take('+') {
                    digit.open = Some(number);
                } else if number < 64 {
                    digit.parts |= 1 << number;
                } else {
                    return None;
                }
                if self.take('}') {
                    break;
                }
                if digit.open.is_some() || !self.take(',') {
                    return None;
                }
            }
        } else {
            let sign = self.rest.chars().next().filter(|sign| !sign.is_ascii_lowercase())?;
            digit.parts = u64::from(sign.to_digit(36)?);
            self.take(sign);
        }
        digit.shape = ['!', '?', '='].into_iter().find(|sign| self.take(*sign));
        if self.take('@') {
            let is_bracketed = self.take('{');
            digit.least = self.number()?;
            if !is_bracketed || !self.take('}') {
                return None;
            }
        }
        Some(digit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_read_and_give_their_options() {
        let options = |code: &str, heap| {
            let mut options = Code::parse(code).unwrap().options(heap);
            options.sort();
            options
        };
        assert_eq!(options("0.77", 3), [vec![1], vec![1, 1], vec![2]]);
        assert_eq!(options("4!.0", 6), [[4, 2], [5, 1]]);
        assert_eq!(options("0.[3]", 3), [vec![], vec![1], vec![2]]);
        assert_eq!(options("0.8", 7), [[2, 2, 2], [3, 2, 1], [4, 1, 1]]);
        assert_eq!(options("0.0(3)^w", 3), [vec![], vec![1]]);
        assert_eq!(options("4@{3}.0", 2), Vec::<Vec<u64>>::new());
        assert_eq!(options("4@{3}.0", 3), [[2, 1]]);
        assert_eq!(options("0.{0,2+}", 5), [vec![1, 1, 1, 1], vec![2, 1, 1], vec![2, 2], vec![3, 1]]);
        assert_eq!(Code::parse("0.(31)^2").unwrap().options(4), Code::parse("0.3131").unwrap().options(4));
    }

    #[test]
    fn what_is_not_a_code_is_refused() {
        for text in [
            "",
            "0",
            "0.7.7",
            "3.7",
            "0.(7)^99999999999",
            "0.[",
            "0.7[3]",
            "0.{64}",
            "0.{2+,3}",
            "0.7x",
            "kayles",
        ] {
            assert!(Code::parse(text).is_err(), "{text}");
        }
    }
}
